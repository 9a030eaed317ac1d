"""The IPython extension of Theomachy: magics, completion and rich display."""
