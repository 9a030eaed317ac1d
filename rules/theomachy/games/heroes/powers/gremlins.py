"""The powers of the Gremlins."""

from __future__ import annotations
