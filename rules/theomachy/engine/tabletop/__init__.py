"""What lies on the table, in plain descriptions, and what an editor can change there."""
