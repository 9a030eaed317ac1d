"""The powers of the Demons."""

from __future__ import annotations
