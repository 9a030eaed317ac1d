"""What is told to people: the table, sheets, labels, fights under way, what is blocked and why."""
