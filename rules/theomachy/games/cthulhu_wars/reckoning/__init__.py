"""What is reckoned: evaluation."""
