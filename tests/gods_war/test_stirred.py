"""Heroquests are asked about what has been stirred since; nothing that they wait for may come in by another way."""

from __future__ import annotations

import pytest

from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.position import Playout, Position
from theomachy.games.gods_war.rules.common import free_gifts, fulfilled, slot_of
from theomachy.games.gods_war.rules.domains import HELD, POOL
from theomachy.games.gods_war.rules.state import State
from theomachy.games.gods_war.rules.timings import QUESTS, STIRS, Quest, of_state


def missed(s: State) -> list[str]:
    """Heroquests that are fulfilled by what is there, of which nobody has taken notice, nor will."""
    to_notice = [hook[:2] for hook in s.to_notice()]
    return [
        quest.name
        for seat, quest, test in s.open_quests()
        if isinstance(quest, Quest) and of_state(quest) and fulfilled(test(s, seat, None))
        if (seat, quest) not in to_notice
        and not s.owed[seat] >> (slot := slot_of(s, seat, quest)) & 1
        and free_gifts(s, seat, slot)
    ]


@pytest.mark.parametrize("sample", range(len(games()["gods_war"].samples())))
def test_no_heroquest_is_missed_by_looking_at_what_was_stirred_alone(sample: int) -> None:
    cls = games()["gods_war"]
    given = cls.samples()[sample]
    reached = 0
    for seed in range(4):
        system = cls.build(**given)
        rng = sampling.rng_at(f"gods_war/stirred/{sample}", seed)
        position: Position[State] = Playout(Position(system, system.start()))
        while (decision := position.decision) is not None:
            s = position.state
            assert not missed(s)
            if decision.kind == "action":
                reached += sum(s.count_gifts(seat) for seat in s.config.seats)
            position.play(sampling.sample_chance(decision, rng))
    assert reached


def test_every_door_says_what_goes_through_it() -> None:
    s: State = games()["gods_war"].build(players=4).start()
    seat = next(f for f in s.config.seats if s.on[f])
    area = s.areas(seat)[0]
    kind = s.kinds_in(seat, area)[0]
    building = next(k for k in range(len(s.config.empires[seat].buildings)) if s.stock(seat, k))
    free = next(a for a, code in enumerate(s.site) if code < 0)
    counter = next((f, e.counters[0].key) for f, e in enumerate(s.config.empires) if e.counters)
    doors = {
        "units": [lambda: s.move(seat, kind, area, POOL), lambda: s.move(seat, kind, POOL, area)],
        "kept": [
            lambda: s.move(seat, kind, area, HELD),
            lambda: s.move(seat, kind, HELD, area),
            lambda: s.shift(seat, building, POOL, HELD),
            lambda: s.shift(seat, building, HELD, POOL),
        ],
        "buildings": [lambda: s.shift(seat, building, POOL, free), lambda: s.shift(seat, building, free, POOL)],
        "gifts": [lambda: s.lay(seat, 0, free_gifts(s, seat, 0)[0])],
        "runes": [lambda: s.take(seat, 0), lambda: s.part_with(seat, 0)],
        "vp": [lambda: s.score(seat, 1)],
        "counters": [lambda: s.write(*counter, 5)],
    }
    assert doors.keys() == STIRS.keys()
    for sort, ways in doors.items():
        for go in ways:
            s.stirred = 0
            go()
            assert s.stirred & STIRS[sort], sort


def test_each_heroquest_watches_words_that_somebody_says() -> None:
    events = {"", "placed", "summoned", "left hell", "lost", "battle", "spike", "action", "gift", "step", *STIRS}
    assert all(isinstance(quest, Quest) and events.issuperset(quest.watches) for quest in QUESTS.abilities)


def test_what_is_derived_by_seat_is_what_lies_on_the_map() -> None:
    cls = games()["gods_war"]
    for i, given in enumerate(cls.samples()):
        system = cls.build(**given)
        rng = sampling.rng_at("gods_war/derived", i)
        position: Position[State] = Playout(Position(system, system.start()))
        while (decision := position.decision) is not None:
            s = position.state
            for seat in s.config.seats:
                for row, mask in ((s.site, s.sited[seat]), (s.nest, s.nested[seat])):
                    assert [a for a, code in enumerate(row) if code >> 3 == seat] == [
                        a for a in range(len(row)) if mask >> a & 1
                    ]
                assert s.afoot[seat] == sum(s.crowd(seat, a) for a in range(len(s.site)))
            position.play(sampling.sample_chance(decision, rng))
