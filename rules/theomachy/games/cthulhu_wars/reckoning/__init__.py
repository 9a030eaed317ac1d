"""What is reckoned: evaluation, goals."""
