"""Two bots: a uniform one, and a busy one that fights, awakens and uses powers whenever it can."""

from __future__ import annotations

import random
from itertools import combinations, cycle, permutations
from typing import Any

from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE

DULL = {"pass", "end", "abandon", "recruit", "move", "control"}
KEEN = {"pre_battle", "doom phase", "post_battle", "on_elimination", "on_placement", "after_action"}
TABLES: tuple[tuple[str, ...], ...] = (
    *permutations(CORE, 2),
    *combinations(CORE, 3),
    CORE,
    CORE[::-1],
    *((*CORE[:at], slug, *CORE[at:][:2]) for at, slug in zip(cycle(range(3)), MORE)),  # 3 or 4 seats, in turn elsewhere
)


def start(seed: int, slugs: tuple[str, ...] | None = None, board: str = "") -> Position:
    """A new game; the seed picks a table of 2 to 4 factions and a map that fits."""
    slugs = slugs or TABLES[seed % len(TABLES)]
    if not board and len(slugs) == 4 and seed % 2:
        board = "earth_4p_5w3e"
    return Position(game := system(slugs, board), game.start())


_systems: dict[tuple[tuple[str, ...], str], CthulhuWars] = {}


def system(slugs: tuple[str, ...], board: str = "") -> CthulhuWars:
    """One configured game, made once."""
    key = slugs, board
    if key not in _systems:
        options: dict[str, Any] = {"factions": list(slugs)} | ({"map": board} if board else {})
        _systems[key] = CthulhuWars.build(options=options)
    return _systems[key]


def uniform(p: Position, rng: random.Random) -> Any:
    """Any option, as likely as chance would have it."""
    decision = p.decision
    assert decision is not None
    if decision.weights:
        return rng.choices(decision.options, decision.weights)[0]
    return decision.options[int(rng.random() * len(decision.options))]


def busy(p: Position, rng: random.Random) -> Any:
    """Fights and uses powers."""
    decision = p.decision
    assert decision is not None
    if decision.what == "action" and rng.random() < 0.85:
        keen = [o for o in decision.options if not isinstance(o, str) and o[0] not in DULL]
        battles = [o for o in keen if o[0] == "battle"]
        if battles and rng.random() < 0.5:
            return rng.choice(battles)
        if keen:
            return rng.choice(keen)
        calm = [o for o in decision.options if o != "pass" and o[0] != "abandon"]
        return rng.choice(calm or decision.options)
    if (decision.what in KEEN or decision.kind == "yes_no") and rng.random() < 0.8:
        return next((o for o in decision.options if o not in ("done", "no")), decision.options[0])
    return uniform(p, rng)
