"""The printed cards. Importing this package registers them; the core never does."""

from . import miracles

__all__ = ["miracles"]
