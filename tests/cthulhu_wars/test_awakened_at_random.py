"""Random games with independent Great Old Ones, by lot and all of them: nothing impossible ever stands on the table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import AWAKENED, CORE, MORE
from theomachy.games.cthulhu_wars.rules.domains import POOL
from theomachy.games.cthulhu_wars.rules.state import State, bits

USED = 20  # how often each is awakened, in all games of the night


def drawn(seed: int) -> tuple[CthulhuWars, Random]:
    """A table of two to five factions, with a number of them by lot or all."""
    rng = Random(f"awakened {seed}")
    n = rng.choice((2, 3, 4, 4, 5))
    slugs = ["great_cthulhu", "black_goat"] if n == 2 else rng.sample([*CORE, *MORE], n)
    options: dict[str, Any] = {"factions": slugs, "any_map": True, "things": list(AWAKENED)}
    if lot := rng.choice((0, 0, n - 1)):
        options["great_old_ones"] = lot
    return CthulhuWars.build(options=options), rng


def choice(p: Position, rng: Random) -> Any:
    """Any answer; who can awaken somebody mostly does, and no turn is thrown away."""
    options = p.decision.options
    wakes = [o for o in options if isinstance(o, tuple) and o and str(o[0]).startswith("awaken")]
    if wakes and rng.random() < 0.9:
        return rng.choice(wakes)
    rest = [option for option in options if option != "pass"] if rng.random() < 0.9 else options
    return rng.choice(rest or options)


def check(p: Position) -> None:
    """What must hold for their cards, whatever happens."""
    s: State = p.state
    assert p.system.violations(s) == []
    held = sum(1 << card for card, seat in enumerate(s.cards) if seat >= 0)
    assert not held & s.offer
    for seat, books in enumerate(s.earned):
        assert all(s.cards[card] == seat for card in bits(books))
    for seat, owned in enumerate(s.config.owned):
        for kind, card in owned.items():
            if s.cards[card] != seat and s.battle is None:
                assert s.n(seat, kind, POOL) == 0 or s.config.outlasts(seat, kind)
    if s.battle is None and not s.doing:
        assert p.system.from_json(p.system.to_json(s)) == s


def play(seed: int, uses: Counter[str] | None = None, every: int = 9) -> Position:
    """A game to its end, at most 3,000 answers."""
    system, rng = drawn(seed)
    p = Position(system, system.start())
    for i in range(3000):
        if p.decision is None:
            break
        if i % every == 0:
            check(p)
        answer = choice(p, rng)
        if uses is not None and isinstance(answer, tuple) and p.decision.what in ("action", "doom phase"):
            uses[str(answer[0])] += 1
        p.play(answer)
    check(p)
    return p


@pytest.mark.parametrize("seed", range(3))
def test_by_lot_and_all_of_them(seed: int) -> None:
    play(seed, every=40)


@pytest.mark.nightly
def test_many_games_and_each_is_awakened() -> None:
    uses = Counter[str]()
    for seed in range(1000, 1600):
        play(seed, uses, every=40)
    system, _ = drawn(1000)
    for action in system.actions(system.start(), 0):
        if getattr(action, "on", "").startswith("box."):
            assert uses[action.verb] >= USED, uses
