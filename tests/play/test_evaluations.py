"""Strength is readable in every game: a sum of named parts that everybody at the table may know."""

from __future__ import annotations

import pytest

from tests.conformance.support import SLUGS, seats_and_spectator
from tests.play.support import asked_in


@pytest.mark.parametrize("slug", SLUGS)
def test_strength_is_the_sum_of_named_parts_that_all_may_see(slug: str) -> None:
    names: set[str] = set()
    for position in asked_in(slug, 24, every=23):
        system, s = position.system, position.state
        strength = system.strength(s)
        for seat in range(len(system.seats)):
            parts, told = system.parts(s, seat), system.stands(s, seat)
            assert sum(parts.values()) == pytest.approx(strength[seat])
            assert all(parts.values()), "what is nothing is left out"
            assert told.value == round(strength[seat])
            assert [term.name for term in told.terms] == list(parts)
            assert told.note.endswith("an evaluation, no rule")
            names |= set(parts)
        for viewer in seats_and_spectator(system)[:2]:
            view = system.view(s, viewer)
            assert system.strength(view) == strength
            assert [system.parts(view, seat) for seat in range(len(strength))] == [
                system.parts(s, seat) for seat in range(len(strength))
            ]
    assert len(names) >= 4
