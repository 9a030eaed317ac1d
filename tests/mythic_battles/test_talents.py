"""Talents where the box has no position that shows them: units that bear one more, the kinds of attack, one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.ability import Bearer
from theomachy.engine.runtime.position import Position
from theomachy.games.mythic_battles import SYSTEM, MythicBattles
from theomachy.games.mythic_battles.rules.battle import open_fight
from theomachy.games.mythic_battles.rules.config import TALENT
from theomachy.games.mythic_battles.rules.setup import facts
from theomachy.games.mythic_battles.rules.setup_options import read_unit
from theomachy.games.mythic_battles.rules.sight import Spec, range_of
from theomachy.games.mythic_battles.rules.state import AREA_ATTACK, FOR_ACTIVATION, NORMAL, RETALIATION, State
from theomachy.games.mythic_battles.rules.timings import VOCABULARY, Talent
from theomachy.games.mythic_battles.rules.values import defence, offence

TALENTS = (
    "archer", "block", "bolster", "climb", "close_combat", "close_protection", "force_of_nature", "gem_collector",
    "guard", "initiative", "leader", "mighty_throw", "mobility", "monster_slayer", "phalanx", "sneak_attack", "torment",
)  # fmt: skip
COURT = "c3"


def unit(system: MythicBattles, name: str) -> int:
    """The number of a unit."""
    return next(i for i, u in enumerate(system.config.units) if u.name == name)


def bearing(armies: list[list[str]], rulings: Any = None, **talents: str) -> MythicBattles:
    """A game in which units, by their keys, bear one talent more."""
    system = SYSTEM.build(options={"armies": armies, "board": "sunken_sanctuary"}, rulings=rulings)
    config = system.config
    rows = [list(row) for row in config.abilities]
    kinds, cards = [list(row) for row in config.kinds], [list(row) for row in config.cards]
    for i, card in enumerate(config.units):
        if card.key in talents:
            rows[i].append(next(a for a in VOCABULARY.abilities if a.name == talents[card.key]))
            kinds[i].append(TALENT)
            cards[i].append(-1)
    system.config = replace(
        config, abilities=tuple(map(tuple, rows)), kinds=tuple(map(tuple, kinds)), cards=tuple(map(tuple, cards))
    )
    return system


def together(system: MythicBattles, **setup: Any) -> State:
    """Everybody in one area."""
    area = {u.name: COURT for u in system.config.units if not u.is_token}
    return system.arrange({"area": area, **setup})


def values(s: State, attacker: int, target: int, manner: int, at: int = 0) -> tuple[int, int]:
    """Dice and defence of an attack, as they come without any window."""
    fight = open_fight(s, Spec(attacker, manner), target, at, s.owner[attacker])
    found = offence(s, fight).value, defence(s, fight).value
    s.fights = []
    return found


def test_all_talents_of_the_list_are_there_and_no_other() -> None:
    found = {a.key for a in VOCABULARY.abilities if isinstance(a, Talent)}
    assert found == set(TALENTS)
    known = facts(None, {})
    borne = {talent for key in known.names("unit") for talent in read_unit(known, key).talents}
    assert borne == set(TALENTS), "each of them is borne by some unit"


@pytest.mark.rule("MB-TER-018")
def test_standing_talents_are_those_that_the_ruling_names() -> None:
    standing = {a.name for a in VOCABULARY.abilities if isinstance(a, Talent) and a.standing}
    assert standing == {"Block", "Bolster", "Close Protection", "Guard", "Initiative", "Phalanx"}
    said = SYSTEM.questions["water_talents"].choices["active_talents"]
    assert all(name in said for name in standing)


# -- which attacks a bonus is for --------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TAL-003", "MB-TAL-009", "MB-TAL-027", "MB-TAL-028", "MB-TAL-007", "MB-TAL-026", "MB-TAL-010")
@pytest.mark.parametrize(
    ("talent", "manner", "at", "more"),
    [
        ("Archer", NORMAL, 1, (1, 0)), ("Archer", NORMAL, 0, (0, 0)), ("Archer", AREA_ATTACK, 1, (0, 0)),
        ("Archer", RETALIATION, 1, (1, 0)), ("Archer", RETALIATION, 0, (0, 0)),
        ("Close Combat", NORMAL, 0, (1, 0)), ("Close Combat", NORMAL, 1, (0, 0)),
        ("Close Combat", AREA_ATTACK, 0, (0, 0)), ("Close Combat", RETALIATION, 0, (1, 0)),
        ("Sneak Attack", NORMAL, 0, (1, 0)), ("Sneak Attack", NORMAL, 1, (0, 0)),
        ("Sneak Attack", AREA_ATTACK, 0, (0, 0)), ("Sneak Attack", RETALIATION, 0, (1, 0)),
        ("Torment", NORMAL, 0, (0, -1)), ("Torment", NORMAL, 1, (0, 0)), ("Torment", AREA_ATTACK, 0, (0, 0)),
        ("Torment", RETALIATION, 0, (0, -1)),
        ("Phalanx", NORMAL, 0, (1, 0)), ("Phalanx", NORMAL, 2, (1, 0)), ("Phalanx", AREA_ATTACK, 0, (1, 0)),
        ("Phalanx", RETALIATION, 0, (1, 0)),
        ("Close Protection", NORMAL, 0, (0, 0)), ("Bolster", NORMAL, 0, (0, 0)),
    ],
)  # fmt: skip
def test_a_bonus_of_the_attacker(talent: str, manner: int, at: int, more: tuple[int, int]) -> None:
    """Odysseus has Leader alone; the Spartans stand beside him."""
    armies = [["odysseus", "spartans"], ["leonidas"]]
    plain, better = together(bearing(armies)), together(bearing(armies, odysseus=talent))
    before = values(plain, 0, 2, manner, at)
    after = values(better, 0, 2, manner, at)
    assert (after[0] - before[0], after[1] - before[1]) == more


@pytest.mark.rule("MB-TAL-007", "MB-TAL-010", "MB-TAL-026")
@pytest.mark.parametrize("manner", [NORMAL, AREA_ATTACK, RETALIATION])
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("talent", "more"),
    [
        ("Phalanx", 1), ("Close Protection", 1), ("Bolster", 0), ("Torment", 0), ("Archer", 0), ("Close Combat", 0),
        ("Sneak Attack", 0),
    ],
)  # fmt: skip
def test_a_bonus_of_the_target(talent: str, more: int, manner: int, at: int) -> None:
    armies = [["odysseus", "spartans"], ["leonidas"]]
    plain, better = together(bearing(armies)), together(bearing(armies, odysseus=talent))
    before, after = values(plain, 2, 0, manner, at), values(better, 2, 0, manner, at)
    assert (after[0] - before[0], after[1] - before[1]) == (0, more), "whoever attacks it gains nothing"


@pytest.mark.rule("MB-TAL-007")
@pytest.mark.parametrize("manner", [NORMAL, AREA_ATTACK, RETALIATION])
def test_bolster_is_for_allied_troops_in_every_attack(manner: int) -> None:
    armies = [["odysseus", "spartans", "achilles"], ["infernal_hounds"]]
    plain, better = together(bearing(armies)), together(bearing(armies, odysseus="Bolster"))
    troop, hero, enemy = 1, 2, 3
    for a, b, more in ((troop, enemy, (1, 0)), (enemy, troop, (0, 1)), (hero, enemy, (0, 0)), (enemy, hero, (0, 0))):
        before, after = values(plain, a, b, manner), values(better, a, b, manner)
        assert (after[0] - before[0], after[1] - before[1]) == more


@pytest.mark.rule("MB-TAL-001", "MB-TAL-007")
def test_two_of_one_name_act_on_a_unit_once() -> None:
    armies = [["odysseus", "spartans", "achilles"], ["infernal_hounds"]]
    once = together(bearing(armies, odysseus="Bolster"))
    twice = together(bearing(armies, odysseus="Bolster", achilles="Bolster"))
    assert values(once, 1, 3, NORMAL) == values(twice, 1, 3, NORMAL)
    assert values(once, 3, 1, NORMAL) == values(twice, 3, 1, NORMAL)


@pytest.mark.rule("MB-TAL-007", "MB-TAL-026", "MB-TAL-010", "MB-TAL-027")
@pytest.mark.parametrize("talent", ["Bolster", "Phalanx", "Close Protection", "Sneak Attack"])
@pytest.mark.parametrize("choice", ["another_unit", "itself_counts"])
def test_whether_a_troop_is_its_own_ally(talent: str, choice: str) -> None:
    armies, rulings = [["spartans"], ["achilles"]], {"self_as_ally": choice}
    plain, better = together(bearing(armies, rulings)), together(bearing(armies, rulings, spartans=talent))
    dice = values(better, 0, 1, NORMAL)[0] - values(plain, 0, 1, NORMAL)[0]
    wall = values(better, 1, 0, NORMAL)[1] - values(plain, 1, 0, NORMAL)[1]
    itself = choice == "itself_counts"
    assert dice == (itself and talent != "Close Protection")
    assert wall == (itself and talent != "Sneak Attack")


@pytest.mark.rule("MB-TAL-010", "MB-TAL-026", "MB-TAL-027", "MB-TOK-004")
def test_a_token_is_nobodys_ally() -> None:
    system = bearing([["hestia"], ["leonidas"]], hestia="Sneak Attack")
    s = system.arrange({"area": {"Hestia of the Last Hearth": COURT, "Hearth 1": COURT, "Leonidas": COURT}})
    hestia, leonidas = unit(system, "Hestia of the Last Hearth"), unit(system, "Leonidas")
    assert values(s, hestia, leonidas, NORMAL)[0] == 6
    assert values(s, leonidas, hestia, NORMAL)[1] == 9, "the hearth warms her; Close Protection asks for a unit"


# -- what lasts --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TAL-009", "MB-TAL-027", "MB-TAL-011")
@pytest.mark.parametrize("talent", ["Close Combat", "Sneak Attack", "Force of Nature"])
def test_what_lasts_counts_in_every_attack_of_the_activation_and_once(talent: str) -> None:
    system = bearing([["odysseus", "spartans"], ["leonidas"]], odysseus=talent)
    s = together(system, activation={"unit": "Odysseus"})
    power = next(a for a in VOCABULARY.abilities if a.name == talent)
    s.last(power, Bearer(0, 0), 0, FOR_ACTIVATION)
    assert [values(s, 0, 2, manner, at)[0] for manner in (NORMAL, AREA_ATTACK) for at in (0, 2)] == [6] * 4
    assert values(s, 1, 2, NORMAL)[0] == 6, "the Spartans have no part in it"
    reach = 3 if talent == "Force of Nature" else 2
    assert [range_of(s, Spec(i), s.place[2]).value for i in (0, 1)] == [reach, 0]
    s.expire(FOR_ACTIVATION)
    assert values(s, 0, 2, NORMAL, 2)[0] == 5


# -- who has talents ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TAL-002", "MB-UNI-015")
def test_a_troop_that_never_was_more_than_one_keeps_its_talents() -> None:
    system = bearing([["spartans"], ["achilles"]], spartans="Close Combat")
    s = together(system, vitality={"Spartans": 1})
    assert values(s, 0, 1, NORMAL)[0] == 3 + 1, "three dice, one of To the Last Breath"
    lone, other = system.config.units
    system.config = replace(system.config, units=(lone._replace(most=1, rows=lone.rows[:2]), other))
    s = together(system, vitality={"Spartans": 1})
    assert values(s, 0, 1, NORMAL)[0] == 3 + 1 + 1


@pytest.mark.rule("MB-TAL-002")
def test_the_last_vitality_of_a_hero_takes_no_talent() -> None:
    s = together(bearing([["achilles"], ["leonidas"]]), vitality={"Achilles": 1})
    assert values(s, 0, 1, NORMAL)[0] == 6 + 1


# -- Initiative and what it may do -------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TAL-016", "MB-TAL-021")
@pytest.mark.parametrize(("attacker", "goes_on"), [("leonidas", False), ("odysseus", True)])
def test_an_attacker_that_the_early_blow_throws_out_of_its_range_is_done(attacker: str, goes_on: bool) -> None:
    """The Minotaur has Initiative here. Leonidas has range 0, Odysseus 2."""
    system = bearing([[attacker], ["minotaur"]], minotaur="Initiative")
    name = system.config.units[0].name
    state = together(system, activation={"unit": name}, hand={"Red": "Minotaur"}, stones={"omphalos": {}})
    game = Game(system, Position(system, state), seed=1, dice_by_hand=True)
    game.play("attack Minotaur", "Initiative", dice="0 0 0 0 0 0 0")
    game.play("Mighty Throw", "Court of the Oracle", "done")  # and no Bloodlust
    s = game.state
    assert s.config.map.names[s.place[0]] == "Court of the Oracle"
    assert bool(s.fights) is goes_on
    if goes_on:
        assert s.fight is not None
        assert s.fight.attacker == 0
    else:
        assert s.activation is None, "an attack was its action, and it cannot walk after it"


@pytest.mark.rule("MB-TAL-019", "MB-TAL-020")
def test_a_partners_card_that_stays_in_hand_buys_nothing() -> None:
    system = SYSTEM.build(
        options={"armies": [["athena"], ["hades"], ["spartans"], ["zeus"]], "mode": "teams"},
    )
    s = system.arrange({"area": {"Athena": "b1", "Spartans": "b1"}, "hand": {"Blue": "Spartans"}})
    game = Game(system, Position(system, s), seed=1)
    assert [o.value for o in game.options] == ["pass"]


# -- secrets ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TAL-011", "MB-DECK-001")
@pytest.mark.parametrize("hand", ["Art of War, Zeus", "2 Zeus"])
def test_whether_the_attack_of_force_of_nature_can_be_paid_is_seen_by_its_player_alone(hand: str) -> None:
    system = bearing([["zeus"], ["leonidas"]], zeus="Force of Nature")  # nobody has it and an attack with a price
    place = {"Zeus": "a2", "Leonidas": "a1"}
    piles = {"hand": {"Blue": hand}, "deck": {"Blue": "3 Zeus, Art of War"}}
    s = system.arrange({"area": place, "activation": {"unit": "Zeus"}, **piles})
    game = Game(system, Position(system, s)).play("force of nature")
    seen = [game.legal(viewer, all_seen=False).decision for viewer in (0, 1, None)]
    assert all(decision is not None for decision in seen)
    offered = [[option.label for option in decision.options] for decision in seen if decision is not None]
    both = ["Attack Leonidas", "Lightning on Leonidas (costs one Art of War card)"]
    assert offered == [both if "Art" in hand else both[:1], [], []]
