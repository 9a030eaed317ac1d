"""The powers of the Gremlins."""

from __future__ import annotations

from ..timings import Power
from . import common


class GremlinPower(Power, abstract=True):
    """A thing on the board of the Gremlins."""

    faction = "gremlins"


class Slums(common.Recruits, GremlinPower):
    """Goons can be recruited."""

    item = "structure:slums"
