"""Invisible God where a scenario has no words: ratings, what the sheet counts, whom a gift is seen to strike."""

from __future__ import annotations

from typing import Any

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war import SYSTEM, GodsWar, powers
from theomachy.games.gods_war.rules.common import marks
from theomachy.games.gods_war.rules.config import GREATER, HERO
from theomachy.games.gods_war.rules.movement import rating
from theomachy.games.gods_war.rules.state import State
from theomachy.games.gods_war.rules.topics import Watches

KNIGHT, WIZARD, SPECTER = range(3)
UNITS = {"IG": {"Brown Sea": "Knight, Wizard, Specter"}}  # what a unit carries works while one is in play
LANDS = ("Teshnos", "Altinela", "Kralorela", "Jrustela", "Brithos", "Fonrit")


def table(*others: str, **words: Any) -> State:
    empires = ["invisible_god", *(others or ("storm", "sky"))]
    return SYSTEM.build(options={"empires": empires}).arrange(
        {"phase": "action", "active": "IG", "units": UNITS, **words}
    )


def walls(castles: int, towers: int) -> dict[str, dict[str, str]]:
    kinds = ["Castle"] * castles + ["Tower"] * towers
    return {"IG": dict(zip(LANDS, kinds, strict=False))}


@pytest.mark.rule("GW-INV-006", "GW-INV-013")
def test_a_knight_has_a_die_for_each_castle() -> None:
    for n in range(4):
        s = table(buildings=walls(n, 1))
        assert rating(s, 0, KNIGHT, 0) == n, "none for a Tower"
    s = table(buildings=walls(3, 0), gifts={"IG": "Sturdy Peasantry"})
    assert rating(s, 0, KNIGHT, 0) == 4
    s = table(buildings=walls(3, 0), gifts={"IG": "Sturdy Peasantry"}, down={"IG": "Sturdy Peasantry"})
    assert rating(s, 0, KNIGHT, 0) == 3, "one that is face-down counts for nothing"


@pytest.mark.rule("GW-INV-007", "GW-INV-008")
def test_a_wizard_has_a_die_less_than_there_are_towers_and_a_specter_two() -> None:
    found = []
    for n in range(4):
        s = table(buildings=walls(1, n))
        found.append(rating(s, 0, WIZARD, 0))
        assert rating(s, 0, SPECTER, 0) == 2
    assert found == [0, 0, 1, 2]


@pytest.mark.rule("GW-CMP-018")
def test_twelve_figures_and_no_god_among_them() -> None:
    units = [unit for unit in table().config.empires[0].units if not unit.leaves]
    assert {unit.key: unit.figures for unit in units} == {"knight": 4, "wizard": 4, "specter": 4}
    assert not {unit.rank for unit in units} & {HERO, GREATER}


@pytest.mark.rule("GW-INV-006", "GW-INV-007", "GW-INV-008", "GW-INV-005")
def test_what_lies_in_the_box() -> None:
    empire = table().config.empires[0]
    assert {unit.key: (unit.figures, unit.cost) for unit in empire.units[:3]} == {
        "knight": (4, 2), "wizard": (4, 1), "specter": (4, 2),
    }  # fmt: skip
    assert {b.key: (b.tokens, b.cost, b.on, b.type) for b in empire.buildings} == {
        "castle": (3, 3, (), "castle"), "tower": (3, 3, (), "tower"),
    }  # fmt: skip
    assert (len(empire.gifts), len(empire.slots), len(empire.fragments)) == (8, 8, 4)


GIVEN = ("tapping", "divine_right", "magic_explosion", "sturdy_peasantry", "red_book", "brown_book", "blue_book")


@pytest.mark.rule("GW-INV-020")
def test_four_gifts_give_runes() -> None:
    facts = table().config.facts
    at = "empire.invisible_god.gifts"
    rows = {key: facts.table(f"{at}.{key}.figures") for key in facts.names(at) if key in GIVEN}
    runes = {key: row.get("runes", 0) for key, row in rows.items()}
    assert {key: n for key, n in runes.items() if n} == {
        "divine_right": 1, "red_book": 1, "brown_book": 1, "blue_book": 2,
    }  # fmt: skip


@pytest.mark.rule("GW-INV-004")
def test_it_has_nothing_to_put_in_the_place_of_a_building() -> None:
    config = table("storm", "chaos").config
    assert all(kind < 0 for foe in (1, 2) for kind in config.same[0][foe])
    temple = [b.key for b in config.empires[1].buildings].index("temple")
    assert list(config.same[1][0]) == [temple, temple], "others put Temples in the place of Castles and Towers"


def test_nothing_is_compared_where_nobody_asks_for_it() -> None:
    """The old empires pay nothing for the Heroquest."""
    assert not marks(SYSTEM.build(options={"empires": ["sky", "storm", "darkness"]}).arrange({"phase": "action"}))
    assert marks(table())
    assert not marks(table(slots={"IG": {"A gift strikes": "Tapping"}}))
    assert Watches.GIFT in {watch for quest in table().config.empires[0].quests for watch in quest.watches}


@pytest.mark.parametrize("n", [3, 4, 5])
def test_tables_of_three_to_five(n: int) -> None:
    others = list(powers.CORE)[: n - 1]
    game = GodsWar.build(options={"empires": ["invisible_god", *others]})
    position = Position(game, game.start())
    assert position.decision is not None
    assert (position.decision.player, position.decision.what) == (0, "start building")
    assert len(position.decision.options) == 2
    position.play(position.decision.options[0])
    assert position.state.buildings.count(1) >= 1


def test_five_play_without_a_package() -> None:
    assert len(GodsWar.build(players=5).seats) == 5
    assert "invisible_god" in GodsWar.choices(3)["empires"].among
