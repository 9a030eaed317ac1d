"""Tables by lot: three to eight empires, elder races, Monsters and rulings in any mixture, played to their end."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.support import answer_of
from tests.conformance.test_random_games import MOST_DECISIONS, finished, good, sane
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war import SYSTEM, GodsWar, powers
from theomachy.games.gods_war.powers import monsters
from theomachy.games.gods_war.rules import setup
from theomachy.games.gods_war.rules.state import State

EVERY, MANY = 2, 200  # tables in `make test`, and at night
GAMES = 50  # of each pair of an old and a new empire
BUILD = Path(__file__).parents[2] / "build"
LOOKS = 25  # decisions between two looks at what is kept and what everybody sees
ALL = (*monsters.NINE, monsters.arachne_solara.SLUG)


def by_lot(rng: Random) -> dict[str, Any]:
    """A table: who plays on which map, what joins, and which questions are decided how."""
    n = rng.randint(3, 8)
    empires = rng.sample([*powers.CORE, *powers.MORE], n)
    board = rng.choice(setup.boards()[n])
    options: dict[str, Any] = {"empires": empires, "map": board, "rounds": rng.choice((5, 6, 7))}
    folk = [slug for slug in setup.RACES if setup.at_home(slug, board)]
    folk = [slug for slug in folk if slug != "scorpion_folk" or "chaos" in empires]
    if (how := rng.random()) < 0.6:
        options["races"] = rng.sample(folk, min(len(folk), n))
    elif how < 0.8:
        options["races"] = "by lot"
    if rng.random() < 0.8:
        options |= {"monsters": rng.sample(ALL, rng.randint(1, 5)), "experts": "yes"}
    other = opposite(GodsWar.questions)
    some = {name: choice for name, choice in other.items() if rng.random() < 0.3}
    return {"options": options, "rulings": rng.choice(({}, some, other))}


def answer(position: Position[State], rng: Random) -> Any:
    """As any random player, but every sort of action has its turn; few spin the game away, or give their Power up."""
    decision = position.decision
    assert decision is not None
    if decision.kind == "action" and rng.random() < 0.8:
        seldom = ("spin", "drop") if rng.random() < 0.9 else ()
        acts = [o for o in decision.options if isinstance(o, tuple) and o[0] not in seldom]
        if acts:
            verb = rng.choice(sorted({o[0] for o in acts}))
            return rng.choice([o for o in acts if o[0] == verb])
    return answer_of(position, decision, rng)


def looked_at(position: Position[State]) -> None:
    """What is kept comes back as it was; each player sees a table and a question."""
    system, s = position.system, position.state
    sane(position)
    assert system.from_json(json.loads(json.dumps(system.to_json(s)))) == s
    for viewer in (None, *s.config.seats):
        seen = system.view(s, viewer)
        assert system.table(seen, viewer).sheets
        assert position.seen_by(viewer) is not None


def played(seed: int) -> None:
    """One table to its end; at every fourth one a player leaves on the way."""
    rng = Random(f"gods_war/line-up/{seed}")
    system = SYSTEM.build(**by_lot(rng))
    position: Position[State] = Position(system, system.start())
    leaves = rng.randint(20, 400) if seed % 4 == 3 else -1
    asked = 0
    while (decision := position.decision) is not None:
        assert asked < MOST_DECISIONS
        good(position, decision)
        if asked % LOOKS == 0:
            looked_at(position)
        gone = asked == leaves and position.leavings
        position.play(rng.choice(gone) if gone else answer(position, rng))
        asked += 1
    finished(position)


@pytest.mark.parametrize("seed", range(EVERY))
def test_tables_by_lot_come_to_their_end(seed: int) -> None:
    played(seed)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(EVERY, MANY))
def test_many_tables_by_lot_come_to_their_end(seed: int) -> None:
    played(seed)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("old", "new"), [*product(powers.CORE, powers.MORE)])
def test_each_old_empire_meets_each_new_one(old: str, new: str) -> None:
    """Fifty games of the two with a third by lot; `build/pairs_<old>_<new>.json` keeps who has won, and how fast."""
    wins, rounds, points = {old: 0, new: 0}, 0, {old: 0, new: 0}
    for n in range(GAMES):
        rng = Random(f"gods_war/pair/{old}/{new}/{n}")
        third = rng.choice([slug for slug in (*powers.CORE, *powers.MORE) if slug not in (old, new)])
        empires = rng.sample([old, new, third], 3)
        system = SYSTEM.build(options={"empires": empires})
        position: Position[State] = Position(system, system.start())
        asked = 0
        while (decision := position.decision) is not None:
            asked += 1
            assert asked < MOST_DECISIONS
            good(position, decision)
            position.play(answer(position, rng))
        finished(position)
        looked_at(position)
        s = position.state
        rounds += s.round
        for slug in (old, new):
            points[slug] += s.vp[empires.index(slug)]
            wins[slug] += empires.index(slug) in system.winners(s)
    BUILD.mkdir(exist_ok=True)
    told = {"games": GAMES, "rounds": rounds / GAMES, "wins": wins, "points": {k: n / GAMES for k, n in points.items()}}
    (BUILD / f"pairs_{old}_{new}.json").write_text(json.dumps(told) + "\n", "utf-8")
