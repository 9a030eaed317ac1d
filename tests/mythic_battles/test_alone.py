"""Whom powers are asked about: who speaks of his bearer alone is passed over for others, and so are other grounds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from theomachy.engine.runtime.ability import Bearer
from theomachy.games.mythic_battles import SYSTEM
from theomachy.games.mythic_battles.rules.maps import HEIGHTS
from theomachy.games.mythic_battles.rules.state import FOR_ROUND, Activation, State, at_hand
from theomachy.games.mythic_battles.rules.timings import VOCABULARY, Shot, Step
from theomachy.games.mythic_battles.rules.topics import How, ShotFrom

BEASTS = [
    ["zeus", "kalais", "ismenian_drakon", "keres", "infernal_warriors"],
    ["astraios", "menoitios", "ketos", "bull_of_kolchis", "hydra", "snow_stalkers"],
]
BOARDS = ("sunken_sanctuary", "gates_of_tartarus")


def positions() -> Iterator[State]:
    """Units that fly, are huge or throw trees, somewhere on a board; now and then one is at work with its powers."""
    for board in BOARDS:
        s = SYSTEM.build(options={"armies": BEASTS, "board": board}).start()
        rng, units = Random(7), [unit for unit, owner in enumerate(s.owner) if owner >= 0]
        areas = s.config.map.boards[s.board].areas
        for unit in units:
            s.put(unit, areas[-1])
        for area in areas:
            for unit in rng.sample(units, 3):
                s.put(unit, area)
            unit = rng.choice(units)
            for power in s.config.abilities[unit]:
                if power.lasts:
                    s.last(power, Bearer(s.owner[unit], unit), unit, FOR_ROUND)
            yield s


def asked_of_all(s: State, timing: str, unit: int, args: tuple[object, ...]) -> set[str]:
    """Who says something about a unit, when everybody is asked."""
    return {
        ability.name
        for me, ability, query in VOCABULARY.hooks(s.key, timing)
        if query(s, me, *args) not in (None, False)
    }


def test_nobody_who_would_have_spoken_about_a_shot_or_a_step_is_passed_over() -> None:
    spoken = set()
    for s in positions():
        map_ = s.config.map
        for unit, origin in enumerate(s.place):
            if origin < 0:
                continue
            above = (HEIGHTS,) if map_.high >> origin & 1 else ()
            for aerial in (False, True):
                what = ShotFrom.AIR if aerial else ShotFrom.FOOT
                for area in map_.boards[map_.areas[origin].board].areas:
                    for timing in ("range", "may_target"):
                        shot = Shot(unit, origin, area, aerial)
                        hooks = at_hand(s, timing, (s.terrain(origin),), above, what, unit)
                        told = {a.name for me, a, query in hooks if query(s, me, shot) not in (None, False)}
                        assert told == asked_of_all(s, timing, unit, (shot,))
                        spoken |= told
            for area in map_.near[origin]:
                for how in (How.WALK, How.RUN, How.FLIGHT, How.MOVED):
                    step, here = Step(origin, area, how), (s.terrain(origin), s.terrain(area))
                    hooks = at_hand(s, "may_move", here, map_.kinds.get((origin, area), ()), None, unit)
                    told = {a.name for me, a, query in hooks if query(s, me, unit, step) is not None}
                    assert told == asked_of_all(s, "may_move", unit, (unit, step))
                    spoken |= told
    assert {"Heights", "Aerial Attack", "Stairs", "Rock", "Huge", "Rift", "Escarpment"} <= spoken
    assert {"Force of Nature", "Night Falls"} <= spoken


@pytest.mark.parametrize("timing", ["activation_start", "activation_end"])
def test_nobody_who_might_speak_at_an_activation_is_passed_over(timing: str) -> None:
    spoken = set()
    for s in positions():
        for unit, area in enumerate(s.place):
            if area < 0:
                continue
            s.activation = None
            s.activation = Activation.fresh(s.config)
            s.activation.unit = unit
            s.touch()
            for each in range(len(s.vitality)):
                s.vitality[each] = max(1, s.vitality[each] - 1)
            asked = [(me, a) for me, a, _ in VOCABULARY.hooks(s.key, timing)]
            would = {a.name for me, a in asked if getattr(a, f"may_{timing}")(s, me, unit)}
            heard = {a.name for _, a, _ in at_hand(s, timing, (s.terrain(area),), unit=unit)}
            assert would <= heard
            spoken |= would
    assert len(spoken) >= (3 if timing == "activation_start" else 1), spoken


def test_which_powers_are_in_force_counts_those_alone_that_answer_something() -> None:
    config = SYSTEM.build(players=2).config
    for unit, bears in enumerate(config.bearings):
        for at, ability in enumerate(config.abilities[unit]):
            answers = any(hasattr(ability, name) for name in VOCABULARY.uses if name != "do")
            assert bool(bears.speaking >> at & 1) is answers, ability.name
