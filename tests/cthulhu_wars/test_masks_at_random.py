"""Random games with the Masks and with Insects: nothing impossible ever stands on the table, guests all go home."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE
from theomachy.games.cthulhu_wars.rules.state import State

MASKS, INSECTS = "masks_of_nyarlathotep", "ramsey_campbell_horrors_1"
KEEN = ("buy", "win back", "pay for the haunter")
GAMES, USED = 100, 20  # of the night; how often each is used in all of them


def drawn(seed: int) -> tuple[CthulhuWars, Random]:
    """A table of two to five factions, mostly with Insects."""
    rng = Random(f"masks {seed}")
    n = rng.choice((2, 3, 4, 4, 5))
    slugs = ["crawling_chaos", "yellow_sign"] if n == 2 else rng.sample([*CORE, *MORE], n)
    things = [MASKS, *([INSECTS] if rng.random() < 0.7 else [])]
    return CthulhuWars.build(options={"factions": slugs, "any_map": True, "things": things}), rng


def choice(p: Position, rng: Random) -> Any:
    """Any answer; what the box brings is mostly done, and battles are sought."""
    acts = [option for option in p.decision.options if isinstance(option, tuple) and option]
    keen = [option for option in acts if option[0] in KEEN or str(option[0]).startswith("awaken")]
    battles = [option for option in acts if option[0] == "battle"]
    for wanted, often in ((keen, 0.8), (battles, 0.5)):
        if wanted and rng.random() < often:
            return rng.choice(wanted)
    options = p.decision.options
    rest = [option for option in options if option != "pass"] if rng.random() < 0.9 else options
    return rng.choice(rest or options)


def check(p: Position) -> None:
    """Units that fight for another do so in battles alone; each on a card is out of all pools."""
    s: State = p.state
    assert p.system.violations(s) == []
    assert s.battle is not None or not s.led
    for seat, kind, _ in s.laid:
        assert s.perches(seat, kind) <= s.n(seat, kind, s.out(seat))
    if s.battle is None and not s.doing:
        assert p.system.from_json(p.system.to_json(s)) == s


def play(seed: int, uses: Counter[str]) -> None:
    """A game to its end, at most 2,500 answers."""
    system, rng = drawn(seed)
    p = Position(system, system.start())
    for i in range(2500):
        if p.decision is None:
            break
        if i % 19 == 0 or p.state.led:
            check(p)
        uses[p.decision.what] += 1
        answer = choice(p, rng)
        if isinstance(answer, tuple) and answer:
            bought = answer[0] == "buy"
            uses[f"buy {system.config.cards[answer[1]].name}" if bought else str(answer[0])] += 1
        p.play(answer)
    check(p)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_impossible_stands_on_the_table(seed: int) -> None:
    uses = Counter[str]()
    play(seed, uses)
    assert sum(n for word, n in uses.items() if word.startswith("buy ")) > 1


@pytest.mark.nightly
def test_many_games_and_everything_is_used() -> None:
    uses = Counter[str]()
    for seed in range(100, 100 + GAMES):
        play(seed, uses)
    words = (
        "buy Dark Demon", "buy Shadow Pharaoh", "buy Insect from Shaggai", "awaken the haunter",
        "awaken the bloated woman", "pay for the haunter", "win back", "trapezohedron",
    )  # fmt: skip
    assert not {word: uses[word] for word in words if uses[word] < USED}
