"""Random games with cards for sale, by lot and all of them: nothing impossible ever stands on the table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE, SOLD
from theomachy.games.cthulhu_wars.rules.domains import POOL
from theomachy.games.cthulhu_wars.rules.state import State, bits

TWO = ("great_cthulhu", "black_goat")
PARTS, GAMES = 15, 40  # of the night
USED = 3  # how often each card is bought in each part, at least


def drawn(seed: int) -> tuple[CthulhuWars, Random]:
    """A table of two to five factions, with a number of cards by lot or all of them."""
    rng = Random(f"cards {seed}")
    n = rng.choice((2, 3, 4, 4, 5))
    slugs = list(TWO) if n == 2 else rng.sample([*CORE, *MORE], n)
    options: dict[str, Any] = {"factions": slugs, "any_map": True, "things": list(SOLD)}
    if lot := rng.choice((0, n + 1, 9)):
        options["lot"] = lot
    return CthulhuWars.build(options=options), rng


def choice(p: Position, rng: Random) -> Any:
    """Any answer; what is for sale is bought more often than not, and no turn is thrown away."""
    options = p.decision.options
    buys = [option for option in options if isinstance(option, tuple) and option and option[0] == "buy"]
    if buys and rng.random() < 0.8:
        return rng.choice(buys)
    rest = [option for option in options if option != "pass"] if rng.random() < 0.9 else options
    return rng.choice(rest or options)


def check(p: Position) -> None:
    """What must hold for cards, whatever happens."""
    s: State = p.state
    assert p.system.violations(s) == []
    held = {card for card, seat in enumerate(s.cards) if seat >= 0}
    assert held.isdisjoint(bits(s.offer))
    for seat, owned in enumerate(s.config.owned):
        for kind, card in owned.items():
            figures = [s.n(seat, kind, place) for place in range(POOL + 1)]
            if s.cards[card] != seat and s.battle is None:
                assert sum(figures) == 0
    assert {(foe, name) for _, _, foe, book in s.perched for name in s.book_powers(foe, book)} <= {*s.hushed}
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
        p.play(choice(p, rng))
    check(p)
    if uses is not None:
        uses.update(system.config.cards[i].name for i, seat in enumerate(p.state.cards) if seat >= 0)
    return p


@pytest.mark.parametrize("seed", range(5))
def test_cards_by_lot_and_all_of_them(seed: int) -> None:
    assert max(play(seed).state.cards) >= 0  # somebody has bought one


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games_with_cards_and_each_is_bought(part: int) -> None:
    uses = Counter[str]()
    for seed in range(1000 + GAMES * part, 1000 + GAMES * (part + 1)):
        play(seed, uses, every=40)
    assert len(uses) == 17
    assert min(uses.values()) >= USED, uses
