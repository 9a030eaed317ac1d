"""What stands in books and files: facts with their sources, rulings, the rule index."""
