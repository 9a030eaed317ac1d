"""Factions are spoken of as many, people as one."""

from __future__ import annotations

import re

import theomachy as th
from theomachy.play.run import record


def test_factions_of_heroes_are_many_and_people_are_one() -> None:
    """ "Mechanisms goes" is said nowhere in a whole game; whoever has a name of his own is one."""
    game = record("heroes", ["busy", "busy"], seed=1, options={"rounds": 3})
    assert [seat.many for seat in game.seats] == [True, True]
    names, told = [seat.name for seat in game.seats], set[str]()
    for node in game.tree.path(game.here):
        game.go(node)
        told |= {game.trace.told(event) for _, event in game.trace.walk()}
    assert any(text.startswith(f"{names[1]} go ") for text in told)
    wrong = [
        text for text in told for name in names if re.match(rf"{name} (is|has|goes|gathers|pays|receives)\b", text)
    ]
    assert wrong == []
    assert not any(seat.many for seat in th.new("heroes", players=["Emma", "James"]).seats)
    ancients = th.new("cthulhu_wars", factions=["ancients", "great_cthulhu"]).seats
    assert [seat.many for seat in ancients] == [True, False]
