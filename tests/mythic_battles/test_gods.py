"""Gods and titans: what their powers ask, one condition after the other; profiles; what Patriarch gives away."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from theomachy.engine.errors import TheoError
from theomachy.engine.game.commands import read_action
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import evaluate
from theomachy.games.mythic_battles import SYSTEM
from theomachy.games.mythic_battles.rules.config import DEFENCE, MOVEMENT, OFFENCE, PERMANENT, RANGE, TROOP
from theomachy.games.mythic_battles.rules.sight import Spec, range_of
from theomachy.games.mythic_battles.rules.wounds import in_pool

NAMES = {
    "ares": "Ares",
    "hades": "Hades",
    "athena": "Athena",
    "zeus": "Zeus",
    "glaukos": "Glaukos of the Tides",
    "hestia": "Hestia of the Last Hearth",
    "menoitios": "Menoitios the Reckless",
    "astraios": "Astraios of the Dusk",
}
GODS = ("zeus", "ares", "athena", "hades")
# bearer, printed power, its key, the command where the bearer stands in {here} and a further enemy in {near}
POWERS = (
    ("ares", "Frenzy", "frenzy", "frenzy"),
    ("ares", "Ares' Wrath", "ares_wrath", "wrath"),
    ("hades", "Inferno", "inferno", "inferno {here}"),
    ("athena", "Strategist", "strategist", "strategist"),
    ("athena", "Athena's Owl", "athenas_owl", "owl Infernal Hounds"),
    ("zeus", "Lightning", "lightning", "lightning Leonidas"),
    ("glaukos", "Undertow", "undertow", "undertow Leonidas"),
    ("glaukos", "Breaker", "breaker", "breaker {here}"),
    ("hestia", "Kindle", "kindle", "kindle {here}"),
    ("menoitios", "Reckless Blow", "reckless_blow", "reckless blow Leonidas"),
    ("astraios", "Falling Star", "falling_star", "falling star {here}"),
    ("astraios", "Night Falls", "night_falls", "night falls"),
)
COURT, POOL = ("c3", "Court of the Founders", "c4"), ("b2", "Nymphs' Pool", "c3")
each = pytest.mark.parametrize(("unit", "power", "key", "command"), POWERS, ids=[row[2] for row in POWERS])


def arranged(armies: list[list[str]], board: str = "sunken_sanctuary", rulings: Any = None, **setup: Any) -> Any:
    """A state, said in the words of a scenario, and its game."""
    system = SYSTEM.build(options={"armies": armies, "board": board}, rulings=rulings)
    state = system.arrange(setup)
    assert not system.violations(state)
    return system, state


def game(armies: list[list[str]], **setup: Any) -> Game:
    """A position that is played on."""
    system, state = arranged(armies, **setup)
    return Game(system, Position(system, state), seed=1, dice_by_hand=True)


def standing(unit: str, place: tuple[str, str, str] = COURT, make: Any = game, **more: Any) -> Any:
    """A divinity that may use all of its powers, with Leonidas in its area and hounds next door."""
    name, (here, _, near) = NAMES[unit], place
    activation = {"unit": name, "deeds": ["walked", "attacked", "struck at range 0"] if unit == "ares" else []}
    setup: dict[str, Any] = {
        "area": {name: here, "Hoplites": "c1", "Leonidas": here, "Infernal Hounds": near},
        "hand": {"Blue": "2 Art of War"},
        "activation": activation | more.pop("activation", {}),
    }
    return make([[unit, "hoplites"], ["leonidas", "infernal_hounds"]], **(setup | more))


def bars(unit: str, command: str, **more: Any) -> set[str]:
    """The same of a state in which nothing may be left to do, so that a game would go on to the next turn."""
    system, s = standing(unit, make=arranged, **more)
    action, args = read_action(system.argument_types, system.actions(s, 0), s, 0, command.format(here=COURT[1]))
    return {verdict.rule for verdict in evaluate(system.argument_types, action, s, 0, args) if not verdict.holds}


def faults(of: Game, command: str, place: tuple[str, str, str] = COURT) -> set[str]:
    """The rules that keep from an action."""
    return {fault.rule for fault in of.why_not(command.format(here=place[1])).faults}


# -- what every active or offensive power asks -------------------------------------------------------------------------
@each
def test_it_can_be_used_where_nothing_is_in_the_way(unit: str, power: str, key: str, command: str) -> None:
    assert faults(standing(unit), command) == set()


@each
@pytest.mark.rule("MB-TER-018")
def test_in_the_water_it_is_ignored(unit: str, power: str, key: str, command: str) -> None:
    silenced = set() if unit == "glaukos" else {"MB-TER-018"}  # the aquatic know no water
    assert faults(standing(unit, POOL), command, POOL) == silenced


@each
@pytest.mark.rule("MB-TER-009")
def test_after_a_start_on_polar_ground_it_is_not_there(unit: str, power: str, key: str, command: str) -> None:
    deeds = ["began in polar", *(["walked", "attacked", "struck at range 0"] if unit == "ares" else [])]
    assert faults(standing(unit, activation={"deeds": deeds}), command) == {"MB-TER-009"}


@each
@pytest.mark.rule("MB-POW-009", "MB-POW-010")
def test_in_a_complex_action_it_is_not_there(unit: str, power: str, key: str, command: str) -> None:
    assert faults(standing(unit, activation={"complex": True}), command) == {"MB-TURN-006"}


@each
@pytest.mark.rule("MB-POW-009")
def test_once_a_turn(unit: str, power: str, key: str, command: str) -> None:
    assert faults(standing(unit, activation={"used": [power]}), command) == {"MB-POW-009"}


@each
@pytest.mark.rule("MB-POW-003")
def test_its_price_is_paid_or_it_is_not_there(unit: str, power: str, key: str, command: str) -> None:
    poor = standing(unit, hand={"Blue": "Hoplites"})
    card = next(p for u in poor.system.config.units if u.key == unit for p in u.powers if p.key == key)
    assert card.name == power
    assert faults(poor, command) == ({"MB-POW-003"} if card.cost else set())
    assert faults(standing(unit, hand={"Blue": "Omphalos"}), command) == set(), "an omphalos card pays too"


@each
@pytest.mark.rule("MB-POW-002", "MB-POW-004", "MB-UNI-005")
def test_a_row_with_a_dash_takes_it(unit: str, power: str, key: str, command: str) -> None:
    whole = standing(unit)
    card = next(u for u in whole.system.config.units if u.key == unit)
    at = [p.key for p in card.powers].index(key)
    for vitality in range(1, card.most + 1):
        hurt = standing(unit, vitality={NAMES[unit]: vitality})
        assert faults(hurt, command) == (set() if card.rows[vitality].powers[at] else {"MB-POW-004"})


@each
@pytest.mark.rule("MB-POW-009", "MB-POW-010")
def test_it_is_used_in_the_own_activation_alone(unit: str, power: str, key: str, command: str) -> None:
    other = standing(unit, activation={"unit": "Hoplites"})
    with pytest.raises(TheoError):
        other.why_not(command.format(here=COURT[1]))


OFFENSIVE = [row for row in POWERS if row[1] in (
    "Inferno", "Athena's Owl", "Lightning", "Breaker", "Reckless Blow", "Falling Star"
)]  # fmt: skip


@pytest.mark.parametrize(("unit", "power", "key", "command"), OFFENSIVE, ids=[row[2] for row in OFFENSIVE])
@pytest.mark.rule("MB-POW-010", "MB-ACT-002", "MB-TURN-008")
def test_an_offensive_power_takes_the_place_of_the_attack(unit: str, power: str, key: str, command: str) -> None:
    assert bars(unit, command, activation={"deeds": ["attacked"], "simple": 1}) == {"MB-ACT-002"}
    assert bars(unit, command, activation={"deeds": ["walked", "claimed"], "simple": 2}) == {"MB-TURN-008"}
    assert bars(unit, command, activation={"deeds": ["walked"], "simple": 1}) == set()


@pytest.mark.rule("MB-UTL-002")
def test_frenzy_needs_a_way_or_an_enemy() -> None:
    def mired(enemy: str) -> set[str]:
        return bars("ares", "frenzy", area={"Ares": "c2", "Hoplites": "c1", "Leonidas": enemy, "Infernal Hounds": "c6"})

    assert mired("c2") == set(), "an enemy is there"
    assert mired("c4") == {"MB-UTL-002"}, "nobody walks in a swamp"


# -- Patriarch ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-UTL-012")
def test_nobody_else_learns_what_patriarch_has_shown() -> None:
    of = game(
        [["zeus", "hoplites"], ["hades", "infernal_hounds"]],
        stage="turn",
        area={"Zeus": "c3", "Hoplites": "c1", "Hades": "c4", "Infernal Hounds": "b3"},
        hand={"Blue": "Hoplites"},
        deck={"Blue": "3 Zeus, 2 Art of War, 2 Hoplites", "Red": "2 Hades"},
    )
    of.play("Patriarch: Zeus")
    seen = set()
    while of.position.decision is not None and of.position.decision.what in ("card", "card to draw", "next on top"):
        what = of.position.decision.what
        seen.add(what)
        s = of.state
        for viewer in (1, None):
            veiled = of.system.view(s, viewer)
            assert veiled.tops[0] == (-1,) * len(s.tops[0])
            for seed in range(5):
                assert of.system.view(of.system.resample(s, viewer, Random(seed)), viewer) == veiled
        if what != "card":
            assert of.system.view(s, 0).tops[0] == s.tops[0], "its owner knows them"
            other = of.view(1)
            assert not other.decision.options
            assert all(entry.answer is None for entry in other.log if entry.what in ("card", what))
        of.play(of.position.decision.options[-1])
    assert {"card to draw", "next on top"} <= seen
    assert len(of.state.tops[0]) == 2
    assert of.state.decks[0] + of.state.tops[0] + of.state.hands[0], "no card is lost"
    assert sum(map(len, (of.state.decks[0], of.state.tops[0], of.state.hands[0]))) == 8


# -- Soul Culling ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-POW-008", "MB-ACT-004", "MB-UTL-005")
def test_soul_culling_is_silent_in_his_own_complex_action_alone() -> None:
    def speaks(of: Game) -> bool:
        from theomachy.games.mythic_battles.rules.timings import VOCABULARY

        return any(power.name == "Soul Culling" for _, power, _ in VOCABULARY.hooks(of.state.key, "on_elimination"))

    assert speaks(standing("hades"))
    assert not speaks(standing("hades", activation={"complex": True}))
    assert speaks(standing("hades", activation={"unit": "Hoplites", "complex": True})), "another's complex action"
    assert speaks(standing("hades", POOL)), "it is passive: water takes active and offensive powers"


# -- Undertow ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-CLS-007", "MB-WALK-003", "MB-GEN-003")
def test_undertow_needs_an_area_that_lets_the_enemy_in() -> None:
    armies = [["glaukos", "hoplites", "spartans", "centaurs"], ["leonidas", "minotaur", "hydra", "keres"]]
    area = {
        NAMES["glaukos"]: "d3", "Leonidas": "e3", "Hoplites": "d2", "Spartans": "d2", "Centaurs": "d2",
        "Minotaur": "e2", "Hydra": "e2", "Keres": "d3",
    }  # fmt: skip
    setup: dict[str, Any] = {"hand": {"Blue": "Art of War"}, "activation": {"unit": NAMES["glaukos"]}}
    of = game(armies, area=area, **setup)
    assert faults(of, "undertow Leonidas") == set(), "there is room in the wood"
    of = game([armies[0], [*armies[1], "atalanta"]], area=area | {"Atalanta": "e2"}, **setup)
    assert faults(of, "undertow Leonidas") == {"MB-WALK-003"}, "colonnade, wood and steps are full; the terrace is up"


# -- Night Falls -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-UNI-010", "MB-BRD-004")
def test_night_falls_on_enemies_that_attack_from_beside_him() -> None:
    astraios = NAMES["astraios"]
    armies = [["astraios", "amazons"], ["atalanta", "abaris", "heracles", "centaurs", "nereid_spears"]]
    of = game(
        armies,
        area={
            astraios: "c4", "Amazons": "c4", "Atalanta": "c5", "Abaris the Hyperborean": "b4", "Heracles": "c4",
            "Centaurs": "c3", "Nereid Spears": "c6",
        },
        lasting=[[astraios, "Night Falls", astraios, "round"]],
    )  # fmt: skip
    s = of.state
    units = [unit.name for unit in s.config.units]

    def far(name: str, **more: Any) -> int:
        return range_of(s, Spec(units.index(name), **more), s.place[units.index(astraios)]).value

    assert far("Atalanta") == 1, "2 less 1"
    assert far("Abaris the Hyperborean") == 2, "next door, but the wall hides him"
    assert far("Heracles") == 0, "never below 0"
    assert far("Centaurs") == 0
    assert far("Nereid Spears") == 1, "two areas away"
    assert far("Amazons") == 2, "an ally"
    assert far("Atalanta", reach=3) == 2, "the range of a power stands in for the stat"
    s.vitality[units.index(astraios)] = 2
    s.touch()
    assert far("Atalanta") == 1, "what was done lasts, though the row has a dash now"


# -- rulings on powers -------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-POW-011", "MB-TER-015")
@pytest.mark.parametrize(("choice", "reach"), [("modifiable", 4), ("fixed", 3)])
def test_the_range_of_a_power_takes_modifiers_or_not(choice: str, reach: int) -> None:
    of = standing("zeus", ("b3", "Northern Steps", "c3"), rulings={"power_range": choice})
    s = of.state
    lightning = next(power for power in s.config.abilities[0] if power.name == "Lightning")
    assert range_of(s, lightning.aim(s, 0), s.place[s.config.units.index(unit_of(s, "infernal_hounds"))]).value == reach


@pytest.mark.rule("MB-POW-005", "MB-ATK-002")
@pytest.mark.parametrize(("choice", "dice"), [("fixed", 8), ("modifiable", 9)])
def test_x_dice_take_modifiers_or_not(choice: str, dice: int) -> None:
    of = standing("zeus", ("b3", "Northern Steps", "c3"), rulings={"x_dice": choice})
    of.play("lightning Infernal Hounds")
    assert of.position.decision is not None
    assert of.position.decision.dice is not None
    assert of.position.decision.dice[1] == dice
    assert of.state.fights[0].offence == dice


def unit_of(s: Any, key: str) -> Any:
    return next(unit for unit in s.config.units if unit.key == key)


# -- tokens ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-TOK-001")
def test_pool_and_board_hold_all_hearths_together() -> None:
    of = standing("hestia", hand={"Blue": "4 Art of War"})
    s = of.state
    assert in_pool(s, 0) == s.config.tokens[0].n == 2
    of.play("kindle Court of the Founders")
    assert (in_pool(of.state, 0), len(of.state.standing_tokens(0))) == (1, 1)


@pytest.mark.rule("MB-TOK-002", "MB-TOK-001")
def test_hearths_warm_allies_of_their_area_alone() -> None:
    from theomachy.games.mythic_battles.rules.battle import open_fight
    from theomachy.games.mythic_battles.rules.values import defence

    of = game(
        [["hestia", "amazons", "centaurs"], ["leonidas", "infernal_hounds"]],
        area={
            NAMES["hestia"]: "c1", "Amazons": "c4", "Centaurs": "c3", "Leonidas": "c4", "Infernal Hounds": "c3",
            "Hearth 1": "c4",
        },
    )  # fmt: skip
    s = of.state
    units = [unit.name for unit in s.config.units]

    def wall(attacker: str, target: str) -> int:
        return defence(s, open_fight(s, Spec(units.index(attacker)), units.index(target), 0, 0)).value

    assert wall("Infernal Hounds", "Amazons") == 5
    assert wall("Leonidas", "Centaurs") == 5, "no hearth there"
    assert wall("Amazons", "Leonidas") == 7, "an enemy"
    assert wall("Leonidas", "Hearth 1") == 6, "the hearth itself"


@pytest.mark.rule("MB-TOK-003")
def test_tokens_of_constructed_armies_lie_open_to_all() -> None:
    armies = [["hestia", "medusa", "hoplites"], ["hestia", "medusa", "spartans"]]
    of = game(armies, area={"Hoplites": "c1", "Spartans": "c6"})
    for viewer in (0, 1, None):
        shown = of.system.table(of.system.view(of.state, viewer), viewer)
        told = [(sheet.seat, power.name, power.cost) for sheet in shown.cards for power in sheet.powers]
        for seat in (0, 1):
            assert (seat, "Kindle", "1 Art of War, 2 of 2 hearth tokens left") in told
            assert (seat, "Petrify", "2 Art of War, 4 of 4 stone tokens left") in told


# -- profiles ----------------------------------------------------------------------------------------------------------
def config() -> Any:
    return SYSTEM.build(players=2).config


def card(key: str) -> Any:
    return next(unit for unit in config().units if unit.key == key)


def top(key: str, stat: int) -> int:
    """A value of the row of an unhurt unit."""
    unit = card(key)
    return int(unit.rows[unit.most].stats[stat])


@pytest.mark.rule("MB-UTL-001", "MB-UTL-002", "MB-UTL-003")
def test_ares_is_the_brute_among_the_gods_of_the_text() -> None:
    ares = card("ares")
    assert (ares.rp, ares.talents, [p.name for p in ares.powers]) == (6, ("close_combat",), ["Frenzy", "Ares' Wrath"])
    assert top("ares", OFFENCE) == max(top(god, OFFENCE) for god in GODS)
    assert top("ares", RANGE) == 0
    assert all(top("ares", OFFENCE) > top(god, OFFENCE) for god in GODS if god != "ares")


@pytest.mark.rule("MB-UTL-004", "MB-UTL-005", "MB-UTL-006")
def test_hades_has_low_stats_for_a_god() -> None:
    hades = card("hades")
    assert (hades.rp, hades.talents, [p.name for p in hades.powers]) == (6, ("torment",), ["Soul Culling", "Inferno"])
    for stat in (OFFENCE, DEFENCE, RANGE, MOVEMENT):
        assert top("hades", stat) == min(top(god, stat) for god in GODS)
    assert hades.most == min(card(god).most for god in GODS)


@pytest.mark.rule("MB-UTL-007", "MB-UTL-008", "MB-UTL-009")
def test_athena_is_average_and_brings_many_cards() -> None:
    athena = card("athena")
    names = ["Strategist", "Athena's Owl"]
    assert (athena.rp, athena.talents, [p.name for p in athena.powers]) == (6, ("leader",), names)
    for stat in (OFFENCE, DEFENCE):
        values = [top(god, stat) for god in GODS]
        assert min(values) <= top("athena", stat) < max(values)
    assert athena.art_of_war == max(unit.art_of_war for unit in config().units)
    assert athena.art_of_war > max(card(god).art_of_war for god in GODS if god != "athena")


@pytest.mark.rule("MB-UTL-010", "MB-UTL-011", "MB-UTL-012")
def test_zeus_is_high_in_everything_that_counts() -> None:
    zeus = card("zeus")
    assert (zeus.rp, zeus.talents, [p.name for p in zeus.powers]) == (6, ("mighty_throw",), ["Lightning", "Patriarch"])
    assert top("zeus", DEFENCE) == max(top(god, DEFENCE) for god in GODS)
    assert zeus.most == max(card(god).most for god in GODS)
    assert sorted(top(god, OFFENCE) for god in GODS)[-2:] == [top("zeus", OFFENCE), top("ares", OFFENCE)]
    assert zeus.rows[zeus.most].powers[0] == max(
        unit.rows[unit.most].powers[i]
        for unit in config().units
        for i, power in enumerate(unit.powers)
        if unit.key in GODS and power.dice
    )


@pytest.mark.rule("MB-POW-001", "MB-POW-007")
def test_the_four_types_of_power() -> None:
    kinds = {power.kind for unit in config().units for power in unit.powers}
    assert len(kinds) == 4
    assert all(power.kind == PERMANENT for unit in config().units if unit.kind == TROOP for power in unit.powers)


@pytest.mark.parametrize("key", sorted(NAMES))
def test_a_row_never_gives_back_what_a_lower_one_has_not(key: str) -> None:
    unit = card(key)
    for v in range(2, unit.most + 1):
        assert all(a >= b for a, b in zip(unit.rows[v].stats, unit.rows[v - 1].stats, strict=True))
        assert all(a >= b for a, b in zip(unit.rows[v].powers, unit.rows[v - 1].powers, strict=True))
