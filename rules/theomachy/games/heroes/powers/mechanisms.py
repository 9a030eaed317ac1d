"""The powers of the Mechanisms."""

from __future__ import annotations
