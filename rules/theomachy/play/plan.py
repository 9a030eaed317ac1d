"""What a simulation plays, as plain data: it can be kept in a file, sent to a page, and played again anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ..engine.errors import SaveError, TheoError, shown

FORMAT = 1
MOST_GAMES = 10_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """All that decides which games are played: the same plan gives the same games, wherever and in whatever pieces.

    `width` stops when every share of wins is known to within it; `decisions` wants a row a decision.
    """

    slug: str
    n: int = 100
    bots: tuple[str, ...] = ("random",)
    seed: int | str = 0
    players: int | tuple[str, ...] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    overlay: Mapping[str, Any] | None = None
    width: float | None = None
    decisions: bool = False

    def document(self) -> dict[str, Any]:
        """The plan as JSON."""
        return {"format": FORMAT, **asdict(self)}

    @property
    def same(self) -> dict[str, Any]:
        """What must be equal for games to be of one simulation: all but how many of them are wanted, and when."""
        told = _plain(self.document())
        return {key: value for key, value in told.items() if key not in ("n", "width")}

    @classmethod
    def read(cls, raw: Any) -> Plan:
        """A plan from JSON. Raises `SaveError` for anything that is none."""
        kinds: dict[str, Any] = {
            "slug": str, "n": int, "bots": list, "seed": (int, str), "players": (int, list, type(None)),
            "options": dict, "rulings": dict, "overlay": (dict, type(None)), "width": (float, type(None)),
            "decisions": bool,
        }  # fmt: skip
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise SaveError("it is no plan of a simulation that this version can read")
        for one in fields(cls):
            value = raw.get(one.name)
            if not isinstance(value, kinds[one.name]) or (one.name in ("n", "players") and isinstance(value, bool)):
                raise SaveError(f"the plan of the simulation says {shown(value)} for {one.name!r}")
        if not 0 < raw["n"] <= MOST_GAMES or not all(isinstance(name, str) for name in raw["bots"]):
            raise SaveError("the plan of the simulation names no bots, or no number of games")
        given = {one.name: raw[one.name] for one in fields(cls)}
        for key in ("bots", "players"):
            if isinstance(given[key], list):
                given[key] = tuple(given[key])
        return cls(**given)


def named(bots: Sequence[Any]) -> tuple[str, ...]:
    """The bots of a plan. Raises `TheoError` for one that no other process could find by its name."""
    if not all(isinstance(name, str) for name in bots):
        raise TheoError("a simulation that is kept names its bots: a bot made here is not there when it goes on")
    return tuple(bots)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
