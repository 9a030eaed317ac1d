"""The powers of the Halflings."""

from __future__ import annotations
