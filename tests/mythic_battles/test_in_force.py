"""Which powers are in force: the masks that play keeps say what the rules say, inside attacks too."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.conformance.support import walk
from tests.mythic_battles.exhaustive import WarBot, positions
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.mythic_battles.rules.config import PASSIVE, PERMANENT, POWER, TALENT
from theomachy.games.mythic_battles.rules.maps import WATER
from theomachy.games.mythic_battles.rules.state import State
from theomachy.play.observation import Observation

SLUG = "mythic_battles"


def speaks(s: State, unit: int, at: int) -> bool:
    """The rules word by word, for one ability (MB-UNI-014, MB-RUN-004, MB-POW-004, MB-TER-018, MB-TAL-008)."""
    config, card = s.config, s.config.units[unit]
    sort = config.kinds[unit][at]
    if s.owner[unit] < 0 or s.fallen >> unit & 1:
        return False
    if sort not in (TALENT, POWER):
        return True  # a class
    on_board = s.place[unit] >= 0
    acts = s.activation is not None and s.activation.unit == unit
    complex_action = acts and s.activation.complex
    if sort == TALENT:
        if not on_board or complex_action:
            return False
        if card.is_troop and not s.complete(unit) and s.vitality[unit] == 1:
            return False
        drowned = s.terrain(s.place[unit]) == WATER and "aquatic" not in card.classes
        talent, rulings = config.abilities[unit][at], config.rulings
        spared = rulings.water_spares_standing_talents and talent.standing
        return not drowned or spared or (rulings.climbs_from_water and talent.rule == "MB-TAL-008")
    place = config.cards[unit][at]
    if not s.dice_of(unit, place):
        return False  # a dash in this row
    kind = card.powers[place].kind
    if kind == PERMANENT:
        return True
    return on_board and not complex_action and (kind == PASSIVE or acts)


def left(s: State, unit: int, at: int) -> bool:
    """Does something that it did still last, or lie on the board (MB-TOK-002)?"""
    config, name = s.config, s.config.abilities[unit][at].name
    if any(bearer == unit and config.names[power] == name for bearer, power, _, _ in s.lasting):
        return True
    made = [token for token in config.tokens if token.maker == unit and token.power == name]
    lies = any(config.tokens[t] in made for (t, _) in s.tokens)
    stands = any(s.place[u] >= 0 and config.units[u].maker == unit for u in range(len(s.place)))
    return lies or bool(made and stands)


def agrees(s: State) -> None:
    """Masks and look-ups of one state against the rules."""
    for unit, owner in enumerate(s.owner):
        for at, ability in enumerate(s.config.abilities[unit]):
            known = owner >= 0 and bool(s.live[owner] >> 8 * unit + at & 1)
            answers = s.config.bearings[unit].speaking >> at & 1  # what is an action alone changes no look-up
            says = owner >= 0 and (speaks(s, unit, at) or left(s, unit, at))
            assert known == bool(answers and says), (unit, ability)
            assert s.speaks(unit, at) == (owner >= 0 and speaks(s, unit, at)), (unit, ability)
    found = {(holder.unit, ability.name) for seat in s.key.seats[:-1] for holder, ability in seat.pairs}
    masks = [(u, at) for u, o in enumerate(s.owner) for at in range(8) if o >= 0 and s.live[o] >> 8 * u + at & 1]
    assert found == {(unit, s.config.abilities[unit][at].name) for unit, at in masks}


@pytest.mark.parametrize("sample", [0, 4, 7, 9])
def test_the_masks_say_what_the_rules_say(sample: int) -> None:
    for position, _, _ in walk(SLUG, sample, "in force"):
        agrees(position.state)


@pytest.mark.parametrize("part", range(4))
def test_they_do_in_the_middle_of_attacks(part: int) -> None:
    bot, inside = WarBot(), 0
    for i, position in enumerate(islice(positions(), part, 24, 4)):
        rng = Random(f"in force {part} {i}")
        while (decision := position.decision) is not None:
            s = position.state
            inside += bool(s.fights)
            agrees(s)
            assert position.system.rebuilt(s) == s
            chance = decision.player == CHANCE
            position.play(sample_chance(decision, rng) if chance else bot.choose(Observation(position), rng))
    assert inside > 20
