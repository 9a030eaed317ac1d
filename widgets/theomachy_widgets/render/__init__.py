"""Scenes drawn: SVG for pages and documents, PNG for pictures, canvas commands for the live board."""
from .svg import svg

__all__ = ["svg"]
