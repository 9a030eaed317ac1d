"""Printed lines of what happened say who did it; beside a line on a screen stands the mark of the player."""

from __future__ import annotations

import pytest

import theomachy as th
from tests.conformance.support import CASES, SLUGS, walk
from theomachy.app import news, trace_lines
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.wording import acted

DECISIONS, EVERY = 90, 9


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("loses 3 Cores", "Emma loses 3 Cores"),
        ("Magic Lamp", "Gremlins: Magic Lamp"),
        ("2 armies roll 2 dice", "Gremlins: 2 armies roll 2 dice"),
        ("Gremlins take a rune", "Gremlins take a rune"),
        ("Archer of Emma goes", "Archer of Emma goes"),
        ("Emmanuel goes", "Gremlins: Emmanuel goes"),
    ],
)
def test_a_sentence_names_its_actor_once(text: str, told: str) -> None:
    assert acted(text, "Emma", "Gremlins") == told


def test_a_printed_trace_and_the_terminal_say_who() -> None:
    system = th.new("heroes", players=["Emma", "James"], factions=["mechanisms", "demons"], seed=1).system
    sheet = {"Emma": {"army": {"Core": 3}, "region": "Suleen"}, "James": {"region": "Harrax"}}
    s = system.arrange({"action": "movement", "stage": "combat", "sheet": sheet})
    g = Game(system, Position(system, s), seed=1)
    g.play("fight").play("3")
    assert "Emma loses 3 Cores" in str(g.trace)
    for lines in (trace_lines(g, 1, all_seen=False), news(g, 0, 1, all_seen=False)):
        assert any(line.strip().startswith("Emma loses 3 Cores") for line in lines)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_of_what_somebody_does_names_him(slug: str) -> None:
    sample = [sample for s, sample in CASES if s == slug][-1]
    looked = 0
    for n, (position, _, _) in enumerate(walk(slug, sample, "told")):
        if n >= DECISIONS:
            break
        if n % EVERY:
            continue
        system = position.system
        seats, trace = (*system.seats, *system.nobodys), Game(system, position, seed=1).trace
        for event in trace:
            if event.who >= 0:
                seat, line = seats[event.who], trace.told(event)
                assert seat.name in line or (seat.title and seat.title in line), line
                looked += 1
    assert looked > 3
