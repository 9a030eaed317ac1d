"""What is reckoned: odds, advice, evaluation, goals."""
