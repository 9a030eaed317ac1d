"""The powers of the Elementals."""

from __future__ import annotations
