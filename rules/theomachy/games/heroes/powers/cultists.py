"""The powers of the Cultists."""

from __future__ import annotations
