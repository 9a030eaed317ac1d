"""The powers of the gods, in the order of the rulebook."""

from __future__ import annotations

from .common import AreaPower, AttackPower


class Inferno(AreaPower):
    """An area attack with X dice on his own area or one next door that he sees; allies are struck too."""

    of, key, rule = "hades", "inferno", "MB-UTL-006"
    verb, phrase = "inferno", "Inferno in {}"


class Lightning(AttackPower):
    """A normal attack with X dice and range 3."""

    of, key, rule = "zeus", "lightning", "MB-UTL-011"
    verb, phrase = "lightning", "Lightning on {}"
