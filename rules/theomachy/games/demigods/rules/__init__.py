"""What the book says. Nothing here names a power, tells people anything or reckons."""
