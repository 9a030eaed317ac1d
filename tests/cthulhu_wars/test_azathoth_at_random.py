"""Random games with Azathoth's box: nothing impossible ever stands on the table, and each of its things is used."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE
from theomachy.games.cthulhu_wars.rules.domains import KIND
from theomachy.games.cthulhu_wars.rules.state import State, bits

USED = 20  # how often each is used at least, in all games of the night
KEEN = {"awaken azathoth", "nuclear chaos", "recriminations", "undimensioned", "buy", "battle"}
ASKED = {
    "azathoth dice", "azathoth loses", "nuclear chaos", "cultist for power", "spellbook given back", "shriveled",
    "who is rearranged", "walks to", "who gets the servitors", "sign turned in",
}  # fmt: skip
BESIDE = ([], ["neutral_monsters"], ["great_old_one_pack_1"], ["great_old_one_pack_2"], ["high_priests"])
RULINGS = ({}, {"azathoth_second_kill": "lost"}, {"azathoth_marker": "own_die"}, {"azathoth_marker": "sum"})


def drawn(seed: int) -> tuple[CthulhuWars, Random]:
    """A table of two to five factions, with another box or none."""
    rng = Random(f"azathoth {seed}")
    n = rng.choice((2, 3, 4, 4, 5))
    slugs = ["great_cthulhu", "black_goat"] if n == 2 else rng.sample([*CORE, *MORE], n)
    options: dict[str, Any] = {"factions": slugs, "any_map": True, "things": ["azathoth", *rng.choice(BESIDE)]}
    return CthulhuWars.build(options=options, rulings=rng.choice(RULINGS)), rng


def choice(p: Position, rng: Random) -> Any:
    """Any answer; who can use something of this box mostly does, and no turn is thrown away."""
    decision = p.decision
    options = decision.options
    if decision.what == "spellbook":
        books = p.system.config.factions[decision.player].books
        shared = [bit for bit in options if books[bit].on]
        return rng.choice(shared if shared and rng.random() < 0.5 else options)
    if decision.what == "takes a kill":
        his = [o for o in options if isinstance(o, tuple) and p.system.config.name[o[0]][o[2] & KIND] == "Azathoth"]
        return rng.choice(his or options)
    first = [str(o[0]) if isinstance(o, tuple) and o else "" for o in options]
    keen = [o for o, word in zip(options, first, strict=True) if word in KEEN or word.startswith("awaken")]
    if keen and rng.random() < 0.8:
        return rng.choice(keen)
    rest = [option for option in options if option != "pass"] if rng.random() < 0.9 else options
    return rng.choice(rest or options)


def check(p: Position) -> None:
    """What must hold, whatever happens."""
    s: State = p.state
    assert p.system.violations(s) == []
    cards = s.config.factions
    held = [books >> len(card.books) - card.shared for books, card in zip(s.books, cards, strict=True)]
    assert sum(map(int.bit_count, held)) == sum(held).bit_count()  # nobody has the book of another
    for seat in s.config.seats:
        assert all(s.config.factions[seat].books[bit] for bit in bits(s.books[seat]))
    again = s.copy()
    again.derive()
    assert again.muted == s.muted  # silence follows from where everybody stands
    if s.battle is None and not s.doing:
        assert p.system.from_json(p.system.to_json(s)) == s


def play(seed: int, uses: Counter[str] | None = None, every: int = 40) -> None:
    """A game to its end, at most 2,500 answers."""
    system, rng = drawn(seed)
    p = Position(system, system.start())
    for i in range(2500):
        if p.decision is None:
            break
        if i % every == 0:
            check(p)
        if uses is not None:
            uses[p.decision.what] += 1
        p.play(choice(p, rng))
    check(p)


@pytest.mark.parametrize("seed", range(3))
def test_with_and_without_other_boxes(seed: int) -> None:
    play(seed)


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_many_games_and_each_thing_is_used() -> None:
    uses = Counter[str]()
    for seed in range(1000, 1300):
        play(seed, uses)
    assert {what: uses[what] for what in ASKED if uses[what] < USED} == {}
