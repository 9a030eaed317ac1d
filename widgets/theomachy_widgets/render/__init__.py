"""Scenes drawn: SVG for pages and documents, PNG for pictures, canvas commands for the live board."""

from .png import face_png, png
from .svg import svg

__all__ = ["face_png", "png", "svg"]
