"""Component values are data: an overlay replaces each of them, and play follows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import EA, SLUGS, area, asked, dice, script, why_not
from theomachy.engine.errors import DataError
from theomachy.engine.runtime.layers import folded
from theomachy.engine.runtime.position import Position
from theomachy.games import cthulhu_wars
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.act import Act
from theomachy.games.cthulhu_wars.rules.actions import BASIC
from theomachy.games.cthulhu_wars.rules.score import gathered, winners
from theomachy.games.cthulhu_wars.rules.timings import VOCABULARY
from theomachy.games.cthulhu_wars.rules.topics import Limit

HOME = "South Pacific"


def mine(seats: str, overlay: dict[str, Any], units: dict[str, Any], **rest: Any) -> Position:
    """A position of the Action phase with cards of one's own."""
    options = {"factions": [SLUGS[who] for who in seats.split()], "map": "earth_4p_3w5e", "any_map": True}
    game = CthulhuWars.build(options=options, overlay=overlay)
    state = game.arrange({"units": units, "active": seats.split()[0], "power": 9, **rest})
    assert not game.violations(state)
    return Position(game, state)


def amount(faction: str, **values: Any) -> dict[str, Any]:
    """An overlay that changes amounts of one faction."""
    return {"faction": {SLUGS[faction]: {"amount": values}}}


def test_every_price_and_amount_is_used() -> None:
    """A value that nobody reads would be a promise that an overlay cannot keep."""
    config = CthulhuWars.build(players=4).config
    code = "".join(path.read_text("utf-8") for path in Path(cthulhu_wars.__file__).parent.rglob("*.py"))
    named = set(re.findall(r'(?:amounts|wanted|prices)\["(\w+)"\]', code))
    coins = {a._coin for a in (*VOCABULARY.abilities, *BASIC) if isinstance(a, Act)}
    assert {*config.amounts} <= named
    assert {*config.prices} <= named | coins


def test_each_value_tells_its_source() -> None:
    facts = CthulhuWars.build(overlay=amount("GC", regenerate=3)).facts
    assert facts.fact("faction.great_cthulhu.amount.regenerate").source == "overlay"
    assert facts.fact("faction.great_cthulhu.amount.card.own_ocean_gates").source == "rulebook"
    assert facts.fact("faction.black_goat.amount.books.frenzy").source == "published"
    assert all(fact.where for fact in facts)


@pytest.mark.rule("CW-GC-002")
def test_the_second_price_of_cthulhu_is_that_of_his_row() -> None:
    overlay = {"faction": {"great_cthulhu": {"units": {"cthulhu": {"cost": [10, 5]}}}}}
    p = mine("GC YS BG", overlay, {"GC": {HOME: "Acolyte"}}, gates={HOME: "GC"}, awoken={"GC": "Cthulhu"})
    script(p, ("GC", "action", f"awaken cthulhu {HOME}"), ("GC", "on_placement", "done"))
    assert p.state.power[0] == 4


@pytest.mark.rule("CW-GC-016")
@pytest.mark.parametrize(("own", "all_", "earns"), [(2, 9, True), (9, 2, True), (3, 3, False)])
def test_ocean_gates_are_counted_to_the_numbers_of_the_card(own: int, all_: int, earns: bool) -> None:
    overlay = amount("GC", card={"own_ocean_gates": own, "all_ocean_gates": all_})
    gates = {HOME: "GC", "Indian Ocean": "GC"}
    p = mine("GC YS BG", overlay, {"GC": dict.fromkeys(gates, "Acolyte")}, gates=gates, open={"GC": "Ocean gates"})
    script(p, ("GC", "action", f"recruit {HOME}"))
    assert (asked(p)[1] == "spellbook") is earns


@pytest.mark.rule("CW-CC-013", "CW-CC-014")
@pytest.mark.parametrize(
    ("values", "slot", "earns"),
    [({"some_gates": 1}, "Three gates", True), ({"some_power": 8}, "Three gates", True), ({}, "Three gates", False),
     ({"more_gates": 1}, "Four gates", True), ({"more_power": 8}, "Four gates", True), ({}, "Four gates", False)],
)  # fmt: skip
def test_gates_or_power_are_counted_to_the_numbers_of_the_card(values: Any, slot: str, earns: bool) -> None:
    overlay = amount("CC", **values)
    p = mine("CC YS BG", overlay, {"CC": {EA: "Acolyte"}}, gates={EA: "CC"}, open={"CC": slot})
    script(p, ("CC", "action", f"recruit {EA}"))
    assert (asked(p)[1] == "spellbook") is earns


@pytest.mark.rule("CW-CC-002")
def test_flight_reaches_as_far_as_the_card_says() -> None:
    near = {}
    for areas in (1, 2, 3):
        p = mine("CC YS BG", amount("CC", flight=areas), {"CC": {EA: "Acolyte"}})
        script(p, ("CC", "action", "move"), ("CC", "unit to move", "Acolyte"))
        near[areas] = len(p.decision.options)
    assert near[1] == len(p.state.config.map.near[area(p, EA)]) < near[2] < near[3]


@pytest.mark.rule("CW-BG-018", "CW-BG-025")
def test_dice_and_power_of_black_goat_are_those_of_its_books() -> None:
    overlay = amount("BG", books={"frenzy": 2, "red_sign_power": 3, "red_sign_dice": 4})
    units = {"BG": {EA: "2 Acolyte, Shub-Niggurath, Dark Young"}, "GC": {EA: "Acolyte"}}
    p = mine("BG GC YS", overlay, units, books={"BG": "Frenzy, The Red Sign"})
    assert gathered(p.state, 0).value == 2 + 3
    script(p, ("BG", "action", f"battle {EA} Great Cthulhu"))
    assert dice(p) == 2 * 2 + 2 + (2 + 4)  # Cultists, Dark Young, Shub-Niggurath: Cultists and the Red Sign


@pytest.mark.rule("CW-BG-026")
def test_the_thousand_young_are_as_cheap_as_the_book_says() -> None:
    units = {"BG": {EA: "Acolyte, Shub-Niggurath"}}
    overlay, books = amount("BG", books={"thousand_young": 2}), {"BG": "The Thousand Young"}
    p = mine("BG GC YS", overlay, units, gates={EA: "BG"}, books=books)
    script(p, ("BG", "action", f"summon {EA} Dark Young"), ("BG", "summon more", f"Ghoul, {EA}"))
    assert p.state.power[0] == 9 - 1


@pytest.mark.rule("CW-YS-002", "CW-YS-004", "CW-YS-005")
def test_undead_byakhee_and_the_feast_count_as_the_card_says() -> None:
    units = {"YS": {EA: "4 Undead, Byakhee"}, "GC": {EA: "Acolyte"}}
    overlay = amount("YS", undead=3, byakhee=4, feast=2)
    p = mine("YS GC BG", overlay, units, markers={"desecration": EA})
    assert gathered(p.state, 0).value == 2
    script(p, ("YS", "action", f"battle {EA} Great Cthulhu"))
    assert dice(p) == (4 - 3) + (1 + 4)


@pytest.mark.rule("CW-GC-023", "CW-GC-021")
def test_yha_nthlei_and_regenerate_are_as_strong_as_their_books_say() -> None:
    overlay = amount("GC", card={"yha_nthlei": 3}, regenerate=3)
    units = {"GC": {EA: "Cthulhu, Starspawn"}, "YS": {"Indian Ocean": "Acolyte", EA: "6 Undead, 4 Byakhee"}}
    books = {"GC": "Y'ha Nthlei, Regenerate"}
    p = mine("GC YS BG", overlay, units, gates={"Indian Ocean": "YS"}, books=books)
    assert gathered(p.state, 0).value == 3
    assert folded(1, p.state.mine(0, "limit"), p.state, 0, Limit.RESULTS, 3) == 3


@pytest.mark.rule("CW-BAT-014")
def test_the_faces_of_the_battle_die_are_data() -> None:
    units = {"GC": {EA: "Cthulhu"}, "YS": {EA: "Undead"}}
    p = mine("GC YS BG", {"battle_die": {"kill": [5, 6], "pain": [4]}}, units)
    script(p, ("GC", "action", f"battle {EA} Yellow Sign"))
    if asked(p)[1] == "pre_battle":
        p.play("done")
    decision = p.decision
    assert decision is not None
    assert decision.dice is not None
    assert decision.dice[0].read([5, 6, 4, 3, 2, 1]) == (2, 1)
    assert "5 or 6 kills, 4 pains" in p.system.forecasts(p.state, decision)[0].note
    with pytest.raises(DataError, match="each face is named once"):
        th.new("cthulhu_wars", overlay={"battle_die": {"kill": [5, 6]}})


@pytest.mark.rule("CW-UNL-011", "CW-VIC-006")
@pytest.mark.parametrize(("books", "enough"), [(2, True), (3, False)])
def test_how_many_spellbooks_win_and_unlock_battles_is_data(books: int, enough: bool) -> None:
    overlay = {"victory": {"books": books}, "unlimited_battle": {"books": books}}
    units = {"GC": {EA: "Deep One"}, "YS": {EA: "Acolyte"}}
    p = mine("GC YS BG", overlay, units, books={"GC": "Dreams, Devolve"}, part="after")
    assert ("CW-UNL-011" not in why_not(p, "GC", "battle", area(p, EA), 1)) is enough
    assert winners(p.state) == ((0,) if enough else ())


@pytest.mark.parametrize(
    ("overlay", "sentence"),
    [
        ({"battle_die": {"kill": [7]}}, r"each a whole number from 1 to 6, not \[7\]"),
        ({"battle_die": {"kill": []}}, "must be a list of 1 to 6"),
        ({"ritual": {"players_3": []}}, "must be a list of 1 to 20"),
        ({"ritual": {"players_3": [5, 41]}}, r"from 0 to 40, not \[5, 41\]"),
        ({"victory": {"books": 7}}, "from 1 to 6"),
        (amount("GC", regenerate=4), "from 1 to 3"),
        (amount("CC", flight=0), "from 1 to 3"),
        ({"faction": {"great_cthulhu": {"units": {"cthulhu": {"cost": [10, -4]}}}}}, r"from 0 to 40, not \[10, -4\]"),
    ],
)
def test_a_value_that_no_game_could_bear_is_refused(overlay: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        th.new("cthulhu_wars", overlay=overlay)
