"""Azathoth, his four Monsters and the six neutral spellbooks: what each does, and where it does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.answers.test_calculator import brute_force
from tests.conformance.test_secrets import seen
from tests.cthulhu_wars.awakened import card, earned, holder, pool
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from tests.cthulhu_wars.test_dreamlands import BHOLE, THOK, wild
from tests.cthulhu_wars.test_tribes import of
from theomachy.answers.calculator import reckon
from theomachy.answers.work import finish
from theomachy.engine.game.game import Game
from theomachy.engine.reference.facts import Facts
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.display.market import market
from theomachy.games.cthulhu_wars.powers.market import of_card
from theomachy.games.cthulhu_wars.rules.act import REQUIREMENT
from theomachy.games.cthulhu_wars.rules.domains import CARD
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.timings import VOCABULARY
from theomachy_widgets.present import ALL, Moment, ViewState, models

EU, WAF, AU, SA, NA, ANT = "Europe", "West Africa", "Australia", "South America", "North America", "Antarctica"
BOX = ("azathoth",)
WITH_MONSTERS = ("azathoth", "neutral_monsters")
SERVITOR, SHAMBLER, ELDER, VAMPIRE = (
    "Servitor of the Outer Gods", "Dimensional Shambler", "Elder Thing", "Star Vampire",
)  # fmt: skip
BOOKS = ["The Mao Ceremony", "Recriminations", "Shriveling", "Stars Are Right", "Umr-at-Tawil", "Undimensioned"]
MARKER = "Azathoth marker"


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with this box; `cards` says who holds which."""
    return table(seats, units, **{"things": BOX, **more})


def with_azathoth(units: dict[str, dict[str, str]], n: int = 6, seats: str = "GC YS BG", **more: Any) -> Position:
    """The first seat has Azathoth's card, and the marker shows n."""
    counters = [["table", MARKER, n], *more.pop("counters", ())]
    cards = {"Azathoth": seats.split()[0]} | more.pop("cards", {})
    return scene(seats, units, cards=cards, counters=counters, **more)


def shown_by(p: Position) -> int:
    """The number of the marker."""
    found: int = p.state.counter(-1, MARKER)
    return found


def show(p: Position, name: str, n: int) -> None:
    """An enemy of Azathoth shows a number."""
    p.play((who(p, name), n))


# -- the box ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AZA-001", "CW-AZA-003")
def test_it_is_no_faction_but_five_cards_and_six_spellbooks() -> None:
    config = system("GC YS BG", things=BOX).config
    assert [one.name for one in config.cards] == ["Azathoth", SERVITOR, SHAMBLER, ELDER, VAMPIRE]
    rows = {u.name: (u.figures, u.costs, u.combat) for u in config.factions[0].units if u.neutral}
    assert rows == {
        "Azathoth": (1, (0,), 0), SERVITOR: (3, (1,), -1), SHAMBLER: (3, (2,), 2), ELDER: (3, (2,), 2),
        VAMPIRE: (3, (2,), 1),
    }  # fmt: skip
    assert [book.name for book in config.factions[2].books[6:]] == BOOKS
    assert "azathoth" not in CthulhuWars.faction_files
    assert len(system("GC YS BG").config.factions[0].books) == 6
    units = {"GC": {EA: f"{ELDER}, Acolyte"}, "YS": {EU: f"{VAMPIRE}, Acolyte"}, "BG": {}}
    p = scene("GC YS BG", units, cards={ELDER: "GC", VAMPIRE: "YS"}, books={"GC": BOOKS[0], "BG": BOOKS[5]})
    assert (p.state.reader(0), p.state.reader(5), p.state.reader(1)) == (0, 2, -1)


# -- neutral spellbooks -----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AZA-004", "CW-AZA-005", "CW-AZA-007")
def test_black_goat_takes_the_mao_ceremony_for_an_awakening() -> None:
    units = {"BG": {EA: "Acolyte", AR: "3 Acolyte"}, "GC": {EU: "Acolyte"}, "YS": {WAF: "Acolyte"}}
    p = scene("BG GC YS", units, gates={EA: "BG"}, open={"BG": "Shub-Niggurath awake"}, books={"GC": "Undimensioned"})
    script(p, ("BG", "action", f"awaken shub-niggurath {EA}"))
    while asked(p)[1] == "cultist given up":
        p.play(p.decision.options[0])
    assert asked(p) == ("BG", "spellbook")
    assert {"Frenzy", "The Mao Ceremony", "Shriveling"} <= labels(p)
    assert "Undimensioned" not in labels(p)  # Great Cthulhu has it
    script(p, ("BG", "spellbook", "The Mao Ceremony"))
    assert (p.state.count_books(0), p.state.open[0]) == (1, 0)  # one of its own never comes
    assert p.state.free_books(1) == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10]
    assert p.system.violations(p.state) == []
    assert p.system.from_json(p.system.to_json(p.state)) == p.state


@pytest.mark.rule("CW-AZA-006")
def test_a_neutral_book_counts_as_one_of_six() -> None:
    own = "Abduct, Invisibility, Madness, Seek and Destroy, The Thousand Forms"
    for books, unlimited in ((f"{own}, Umr-at-Tawil", True), (own, False)):
        units = {"CC": {EA: "Nyarlathotep", AR: "Acolyte"}, "GC": {EA: "2 Deep One"}}
        p = scene("CC GC BG", units, books={"CC": books})
        assert p.state.unlimited_battle(0) is unlimited
        assert combat(p.state, area(p, EA), 0, 1) == 5 + unlimited
        p.state.doom[0] = 30
        assert (p.system.winners(_over(p)) == (0,)) is unlimited


def _over(p: Position) -> Any:
    s = p.state.copy()
    s.phase = 4
    return s


@pytest.mark.rule("CW-AZA-006")
def test_a_moonbeast_lies_down_on_a_neutral_book_and_it_is_silent() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}
    p = scene("GC YS BG", units, gates={AR: "GC"}, books={"YS": "Umr-at-Tawil"}, cards={"Moonbeast": "GC"},
              things=WITH_MONSTERS)  # fmt: skip
    assert "Umr-at-Tawil" in {power.name for _, power in p.state.key.seats[1].pairs}
    script(p, ("GC", "action", f"summon {AR} moonbeast"))
    assert "Umr-at-Tawil" not in {power.name for _, power in p.state.key.seats[1].pairs}
    assert p.state.perched[0][2:] == (1, 10)
    assert p.system.from_json(p.system.to_json(p.state)) == p.state


@pytest.mark.rule("CW-AZA-013")
def test_the_mao_ceremony_is_the_very_last_power() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EA: "2 Acolyte, Undead"}, "BG": {EU: "6 Acolyte", WAF: "Ghoul"}}
    p = scene("GC YS BG", units, gates={AR: "GC", EU: "BG"}, books={"YS": "The Mao Ceremony"}, phase="gather power",
              power=0)  # fmt: skip
    assert asked(p) == ("YS", "cultist for power")
    assert p.state.power[1] == 4  # raised to half of eight already
    assert labels(p) == {"Acolyte, East Africa", "Done"}
    script(p, ("YS", "cultist for power", "Acolyte"), ("YS", "cultist for power", "Acolyte"))
    assert (p.state.power, at(p, "YS", EA)) == ([4, 6, 8], {"Undead": 1})
    assert asked(p)[1] == "direction"  # the first player leads by then
    without = scene("GC YS BG", units, gates={AR: "GC", EU: "BG"}, phase="gather power", power=0)
    assert asked(without)[1] == "direction"


@pytest.mark.rule("CW-AZA-013")
def test_what_may_be_used_at_any_time_comes_before_the_mao_ceremony() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte, High Priest"}, "BG": {EU: "3 Acolyte"}}
    p = scene("GC YS BG", units, gates={AR: "GC"}, books={"YS": "The Mao Ceremony"}, phase="gather power", power=0,
              things=("azathoth", "high_priests"))  # fmt: skip
    assert asked(p) == ("YS", "oath")
    script(p, ("YS", "oath", "done"))
    assert asked(p) == ("YS", "cultist for power")
    assert any("High Priest" in label for label in labels(p))


@pytest.mark.rule("CW-AZA-013")
def test_the_mao_ceremony_may_take_who_sleeps_with_a_gate() -> None:
    units = {"SL": {AR: "Acolyte", "submerged": "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("SL YS BG", units, books={"SL": "The Mao Ceremony"}, gates_on_cards=[["SL", 1]], phase="gather power",
              power=0)  # fmt: skip
    assert len(p.decision.options) == 3
    before = p.state.power[0]
    p.play(next(o for o in p.decision.options if o != "done" and o[1] == CARD))
    assert (p.state.power[0], p.state.stowed) == (before + 1, ((-1, 1),))


@pytest.mark.rule("CW-AZA-013")
def test_the_mao_ceremony_may_decide_who_is_first_player() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EA: "5 Acolyte"}, "BG": {EU: "5 Acolyte", WAF: "Ghoul"}}
    p = scene("BG YS GC", units, gates={EU: "BG"}, books={"YS": "The Mao Ceremony"}, phase="gather power", power=0)
    for _ in range(4):
        script(p, ("YS", "cultist for power", "Acolyte"))
    script(p, ("YS", "cultist for power", "done"))
    assert p.state.first == 1


@pytest.mark.rule("CW-AZA-014", "CW-AZA-016")
def test_recriminations_swaps_a_book_and_a_neutral_one_is_free_again() -> None:
    units = {"GC": {AR: "Acolyte", EA: "Azathoth"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, books={"GC": "Dreams, Shriveling, Recriminations"}, cards={"Azathoth": "GC"},
              card_spellbooks={"GC": "Azathoth"})  # fmt: skip
    assert 8 not in p.state.free_books(1)
    script(p, ("GC", "action", "recriminations"))
    assert labels(p) == {"Dreams", "Shriveling", "Recriminations"}  # not Nuclear Chaos, which lies on a card
    script(p, ("GC", "spellbook given back", "Shriveling"))
    assert {"Absorb", "The Mao Ceremony"} <= labels(p)
    assert not labels(p) & {"Shriveling", "Dreams", "Nuclear Chaos", "Recriminations"}
    script(p, ("GC", "spellbook in its place", "Absorb"))
    assert (p.state.power[0], 8 in p.state.free_books(1), p.state.count_books(0)) == (8, True, 3)
    names = {power.name for _, power in p.state.key.seats[0].pairs}
    assert "Absorb" in names
    assert "Shriveling" not in names


@pytest.mark.rule("CW-AZA-014")
def test_recriminations_may_give_itself_back_and_is_no_action_without_it() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, books={"GC": "Recriminations"})
    script(p, ("GC", "action", "recriminations"), ("GC", "spellbook in its place", "Undimensioned"))
    assert "CW-ABI-001" in why_not(p, "GC", "recriminations")
    assert p.state.count_books(0) == 1
    without = scene("GC YS BG", units, books={"GC": "Dreams"})
    assert why_not(without, "GC", "recriminations")["CW-ABI-001"] == "You have earned the spellbook Recriminations"


@pytest.mark.rule("CW-AZA-015")
def test_a_dragon_that_lay_face_down_comes_back_face_down() -> None:
    units = {"OW": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("OW YS GC", units, books={"OW": "Dragon Ascending, Recriminations"}, down={"OW": "Dragon Ascending"},
              power={"OW": 9, "YS": 0, "GC": 0})  # fmt: skip
    for given, taken in (
        ("Dragon Ascending", "Dread Curse of Azathoth"),
        ("Dread Curse of Azathoth", "Dragon Ascending"),
    ):
        script(p, ("OW", "action", "recriminations"), ("OW", "spellbook given back", given))
        script(p, ("OW", "spellbook in its place", taken))
        if asked(p)[1] == "action" and "End the turn" in labels(p):
            p.play("end")
    dragon = next(bit for bit, book in enumerate(p.state.config.factions[0].books) if book.name == "Dragon Ascending")
    assert p.state.books[0] >> dragon & 1
    assert not p.state.has_book(0, dragon)
    assert p.state.face_down(0) == 1 << dragon
    fresh = scene("OW YS GC", units, books={"OW": "Recriminations"}, power={"OW": 9, "YS": 0, "GC": 0})
    script(fresh, ("OW", "action", "recriminations"), ("OW", "spellbook in its place", "Dragon Ascending"))
    assert fresh.state.has_book(0, dragon)


@pytest.mark.rule("CW-AZA-015")
def test_the_thousand_forms_stay_used_though_they_come_back() -> None:
    units = {"CC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("CC YS GC", units, books={"CC": "Recriminations"}, spent={"CC": "The Thousand Forms"})
    script(p, ("CC", "action", "recriminations"), ("CC", "spellbook in its place", "The Thousand Forms"))
    assert p.state.is_spent(0, "The Thousand Forms")


@pytest.mark.rule("CW-AZA-014")
def test_what_a_book_has_begun_may_be_ended_though_recriminations_takes_it() -> None:
    units = {"GC": {AR: "Acolyte", "submerged": "Cthulhu, Starspawn"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, books={"GC": "Submerge, Recriminations"}, power={"GC": 9, "YS": 0, "BG": 0})
    script(p, ("GC", "action", "recriminations"), ("GC", "spellbook given back", "Submerge"))
    script(p, ("GC", "spellbook in its place", "Absorb"))
    assert f"Emerge in {EA}" in labels(p)
    back = script(p.clone(), ("GC", "action", "recriminations"), ("GC", "spellbook given back", "Absorb"),
                  ("GC", "spellbook in its place", "Submerge"))  # fmt: skip
    assert back.state.lent == ()  # the book has it again
    assert f"Emerge in {EA}" in labels(back)
    script(p, ("GC", "action", f"emerge {EA}"))
    assert at(p, "GC", EA) == {"Cthulhu": 1, "Starspawn": 1}
    sea = {"GC": {AR: "Acolyte", "Indian Ocean": "Cthulhu"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", sea, books={"GC": "Submerge, Recriminations"}, power={"GC": 9, "YS": 0, "BG": 0})
    script(p, ("GC", "action", "recriminations"), ("GC", "spellbook given back", "Submerge"))
    script(p, ("GC", "spellbook in its place", "Absorb"))
    assert p.state.lent == ()  # nothing was begun
    assert "Submerge" not in labels(p)


@pytest.mark.rule("CW-AZA-014", "CW-TT-019")
def test_a_spellbook_in_the_place_of_another_is_not_earned_and_brings_no_high_priest() -> None:
    units = {"TT": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    more = {"gates": {AR: "TT"}, "power": {"TT": 9, "YS": 0, "BG": 0}}
    p = scene("TT YS BG", units, books={"TT": "Hierophants, Soulless, Recriminations"}, **more)
    script(p, ("TT", "action", "recriminations"), ("TT", "spellbook given back", "Soulless"))
    script(p, ("TT", "spellbook in its place", "Shriveling"))
    assert (at(p, "TT", AR), p.state.count_books(0)) == ({"Acolyte": 1}, 3)
    q = scene("TT YS BG", units, books={"TT": "Hierophants"}, open={"TT": "Earn an Elder Sign"}, **more)
    q.state.owe(0, next(slot.bit for slot in q.state.config.factions[0].slots if slot.name == "Earn an Elder Sign"))
    q = script(Position(q.system, q.state), ("TT", "action", f"recruit {AR}"),
               ("TT", "who is recruited", "Acolyte"), rehearse=False)  # fmt: skip
    script(q, ("TT", "spellbook", "Shriveling"))  # a neutral one that is earned does
    assert at(q, "TT", AR)["High Priest"] == 1


@pytest.mark.rule("CW-AZA-014", "CW-TTT-004", "CW-TTT-012")
def test_a_book_of_the_tribe_shows_it_in_the_place_of_another_and_doomsday_comes_once() -> None:
    things = ("azathoth", "tribes", "neutral_monsters", "great_old_one_pack_1")
    p = scene("TT YS BG", {"TT": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}, books={"TT": "Soulless, Recriminations"},
              things=things, gates={AR: "TT"}, power={"TT": 9, "YS": 0, "BG": 0})  # fmt: skip
    p = Position(p.system, of(p, "sarkomand"))
    script(p, ("TT", "action", "recriminations"), ("TT", "spellbook given back", "Soulless"))
    assert p.decision.private  # which are free may be a secret
    script(p, ("TT", "spellbook in its place", "Doomsday"), ("TT", "on_gain", "Doomsday"))
    script(p, ("TT", "doomsday", next(o for o in p.decision.options if p.state.config.name[0][o] == "Abhoth")))
    assert (p.state.kept[0], at(p, "TT", AR)) == ((), {"Acolyte": 1, "Abhoth": 1})
    for given, taken in (("Doomsday", "Soulless"), ("Soulless", "Doomsday")):
        while asked(p) != ("TT", "action") or "Recriminations" not in labels(p):
            p.play("end")
        script(p, ("TT", "action", "recriminations"), ("TT", "spellbook given back", given))
        script(p, ("TT", "spellbook in its place", taken))
    assert asked(p)[1] == "action"  # nobody comes a second time
    assert p.state.count_books(0) == 2


@pytest.mark.rule("CW-NM-023")
def test_a_moonbeast_goes_home_with_a_book_that_recriminations_removes() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, books={"GC": "Dreams, Recriminations"}, cards={"Moonbeast": "YS"}, gates={EU: "YS"},
              on_spellbooks=[["YS", "Moonbeast", "GC", "Dreams"]], doom={"GC": 0}, things=WITH_MONSTERS)  # fmt: skip
    script(p, ("GC", "action", "recriminations"), ("GC", "spellbook given back", "Dreams"))
    script(p, ("GC", "spellbook in its place", "Absorb"))
    assert (p.state.perched, at(p, "YS", EU), p.state.doom[0]) == ((), {"Acolyte": 1, "Moonbeast": 1}, 0)
    p = scene("GC YS BG", units, books={"GC": "Dreams, Recriminations"}, cards={"Moonbeast": "YS"}, gates={EU: "YS"},
              on_spellbooks=[["YS", "Moonbeast", "GC", "Dreams"]], doom={"GC": 0}, things=WITH_MONSTERS)  # fmt: skip
    script(p, ("GC", "action", "recriminations"), ("GC", "spellbook given back", "Recriminations"))
    script(p, ("GC", "spellbook in its place", "Absorb"))
    assert len(p.state.perched) == 1
    rich = scene("GC YS BG", units, books={"GC": "Dreams, Recriminations"}, cards={"Moonbeast": "YS"}, gates={EU: "YS"},
                 on_spellbooks=[["YS", "Moonbeast", "GC", "Dreams"]], doom={"GC": 3}, things=WITH_MONSTERS)  # fmt: skip
    script(rich, ("GC", "action", "recriminations"))
    script(rich, ("GC", "spellbook given back", "Dreams"), ("GC", "spellbook in its place", "Absorb"))
    assert (rich.state.perched, rich.state.doom[0], rich.state.power[0]) == ((), 3, 8)  # no ransom for it


@pytest.mark.rule("CW-AZA-010", "CW-AZA-011")
def test_shriveling_takes_a_monster_and_pays_its_price() -> None:
    units = {"GC": {EA: "2 Deep One, Shoggoth", AR: "Acolyte"}, "YS": {EA: "Byakhee, King in Yellow, Acolyte"}}
    p = scene("GC YS BG", units, books={"GC": "Shriveling", "BG": "Frenzy"}, power={"GC": 5, "YS": 1})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Shriveling"))
    assert labels(p) == {"Byakhee", "Acolyte"}  # no Great Old One
    script(p, ("GC", "shriveled", "Byakhee"))
    assert (p.state.power[1], at(p, "YS", EA)) == (3, {"King in Yellow": 1, "Acolyte": 1})
    assert asked(p)[1] == "battle dice"
    p = scene("GC YS BG", units, books={"BG": "Shriveling"}, power={"GC": 5, "YS": 1})
    script(p, fight("GC", "YS"))
    assert asked(p)[1] == "battle dice"  # Black Goat has no unit there


@pytest.mark.rule("CW-AZA-012", "CW-NM-024")
@pytest.mark.parametrize(("foe", "units", "books", "unit", "paid"), [
    ("BG", "Ghoul, Acolyte", "The Thousand Young", "Ghoul", 0), ("BG", "Ghoul, Acolyte", "", "Ghoul", 1),
    ("BG", "Ghoul, Acolyte", "", "Acolyte", 1), ("WW", "4 Gnoph-Keh", "", "Gnoph-Keh", 0),
    ("WW", "3 Gnoph-Keh", "", "Gnoph-Keh", 1), ("BG", "Ghast, Acolyte", "", "Ghast", 2),
])  # fmt: skip
def test_shriveling_pays_the_present_price(foe: str, units: str, books: str, unit: str, paid: int) -> None:
    there = {"GC": {EA: "2 Deep One"}, foe: {EA: units, **({AU: "Shub-Niggurath"} if books else {})}}
    p = scene(f"GC {foe} YS", there, books={"GC": "Shriveling", **({foe: books} if books else {})},
              power={"GC": 5, foe: 0}, things=WITH_MONSTERS,
              cards={"Ghast": foe} if "Ghast" in units else {})  # fmt: skip
    script(p, fight("GC", foe), ("GC", "pre_battle", "Shriveling"))
    if asked(p)[1] == "shriveled":
        script(p, ("GC", "shriveled", unit))
    assert (p.state.power[1], at(p, foe, EA).get(unit, 0)) == (paid, int(units[0]) - 1 if units[0].isdigit() else 0)


@pytest.mark.rule("CW-AZA-004")
def test_signs_that_are_turned_in_in_the_doom_phase_give_power_too() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    more = {"signs": {"GC": [2, 3, 3]}, "power": 1, "doom": {"GC": 1}, "books": {"GC": "Stars Are Right"}}
    p = scene("GC YS BG", units, phase="doom", **more)
    assert "Stars Are Right" in labels(p)
    script(p, ("GC", "doom phase", "Stars Are Right"), ("GC", "sign turned in", 3), ("GC", "sign turned in", "done"))
    assert (p.state.power[0], p.state.doom[0], p.state.signs[0]) == (4, 4, (2, 3))
    p.play(("!", "reveal", 0, 2))
    assert (p.state.power[0], p.state.doom[0]) == (6, 6)
    action = scene("GC YS BG", units, **more)
    action.play(("!", "reveal", 0, 3))
    assert (action.state.power[0], action.state.doom[0]) == (1, 4)
    meanwhile = scene("GC YS BG", units, phase="doom", **more)
    meanwhile.play("Stars Are Right")
    meanwhile.play(("!", "reveal", 0, 2))  # by itself, while it is asked which
    assert [*meanwhile.decision.options] == ["done", 3]  # type: ignore[union-attr]
    without = scene("GC YS BG", units, phase="doom", **more | {"books": {"GC": "Dreams"}, "doom": {"GC": 5}})
    assert "Stars Are Right" not in labels(without)
    without.play(("!", "reveal", 0, 3))
    assert without.state.power[0] == 1


@pytest.mark.rule("CW-AZA-017", "CW-DS-033")
def test_gates_cost_one_less_and_chaos_gates_as_ever() -> None:
    for books, power, left_over in (("Umr-at-Tawil", 2, 0), ("Umr-at-Tawil", 3, 1)):
        p = scene("GC YS BG", {"GC": {EA: "2 Acolyte"}, "YS": {EU: "Acolyte"}}, books={"GC": books}, power=power)
        script(p, ("GC", "action", f"gate {EA}"))
        assert p.state.power[0] == left_over
    p = scene("GC YS BG", {"GC": {EA: "2 Acolyte"}, "YS": {EU: "Acolyte"}}, power=2)
    assert f"Create a gate in {EA}" not in labels(p)
    units = {"DS": {EA: "2 Acolyte", AR: "Larva Thesis"}, "YS": {EU: "Acolyte"}}
    for books in ("Chaos Gate, Umr-at-Tawil", "Chaos Gate"):
        p = scene("DS YS BG", units, books={"DS": books}, power=9)
        script(p, ("DS", "action", f"chaos gate {EA}"))
        assert p.state.power[0] == 8


@pytest.mark.rule("CW-AZA-009")
def test_undimensioned_rearranges_units_among_their_areas_alone() -> None:
    units = {"GC": {EA: "2 Deep One, Acolyte", AR: "Acolyte", "submerged": "Starspawn"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, books={"GC": "Undimensioned"}, gates={AR: "GC"})
    script(p, ("GC", "action", "undimensioned"))
    assert not any("Starspawn" in label for label in labels(p))
    script(p, ("GC", "who is rearranged", "Deep One"))  # to the only other area
    assert at(p, "GC", AR) == {"Acolyte": 1, "Deep One": 1}
    script(p, ("GC", "who is rearranged", "Acolyte, East Africa"), ("GC", "who is rearranged", "Deep One"))
    assert (at(p, "GC", EA), at(p, "GC", AR)) == ({}, {"Acolyte": 2, "Deep One": 2})
    assert labels(p) == {"Acolyte on the gate, Arabia", "Done"}  # nobody goes twice
    script(p, ("GC", "who is rearranged", "Acolyte on the gate, Arabia"))
    assert (at(p, "GC", EA), p.state.holder(area(p, AR)), p.state.power[0]) == ({"Acolyte": 1}, -1, 7)
    alone = scene("GC YS BG", {"GC": {EA: "2 Deep One"}, "YS": {EU: "Acolyte"}}, books={"GC": "Undimensioned"})
    assert why_not(alone, "GC", "undimensioned") == {"CW-AZA-009": "You have units in two areas"}


@pytest.mark.rule("CW-AZA-009", "CW-RC1-007")
def test_undimensioned_rearranges_no_brood_and_nobody_into_the_area_of_a_cacodemon() -> None:
    units = {"GC": {EA: "Brood, Deep One, Cthulhu", AR: "Acolyte"}, "YS": {AR: "Cacodemon", EU: "Acolyte"}}
    for things, cards, gone in (
        (("terrors",), {"Cacodemon": "YS"}, {f"Acolyte, {AR}", f"Cthulhu, {EA}"}),
        ((), {}, {f"Acolyte, {AR}", f"Cthulhu, {EA}", f"Deep One, {EA}"}),
    ):
        there = units if things else units | {"YS": {EU: "Acolyte"}}
        p = scene("GC YS BG", there, books={"GC": "Undimensioned"}, cards={"Eihort": "GC"} | cards,
                  things=("azathoth", "ramsey_campbell_horrors_1", *things))  # fmt: skip
        script(p, ("GC", "action", "undimensioned"))
        assert labels(p) == gone | {"Done"}


# -- Azathoth awakens -------------------------------------------------------------------------------------------------
AWAKE = {"YS": {EU: "Hastur, Acolyte", AR: "Acolyte"}, "GC": {EA: "Acolyte"}, "BG": {WAF: "Acolyte"}}


@pytest.mark.rule("CW-AZA-002", "CW-AZA-018")
def test_awakening_costs_nothing_but_a_die_and_two_are_lost() -> None:
    p = scene("YS GC BG", AWAKE, gates={EU: "YS", AR: "YS"}, power={"YS": 9, "GC": 1}, doom={"GC": 7, "BG": 1})
    assert "CW-IGO-008" in why_not(p, "YS", "awaken azathoth", area(p, AR))
    assert "CW-AZA-018" not in why_not(p, "YS", "awaken azathoth", area(p, EU))
    script(p, ("YS", "action", f"awaken azathoth {EU}"), ("chance", "azathoth awakens", 4))
    assert p.state.power[0] == 3
    show(p, "BG", 5)
    show(p, "GC", 2)
    assert (p.state.power, p.state.doom, shown_by(p)) == ([3, 3, 5], [0, 5, 1], 7)
    assert (holder(p, "Azathoth"), at(p, "YS", EU)["Azathoth"]) == (0, 1)
    assert combat(p.state, area(p, EU), 0, 1) >= 7
    assert p.system.violations(p.state) == []
    poor = scene("YS GC BG", AWAKE, gates={EU: "YS"}, power=7)
    assert [*why_not(poor, "YS", "awaken azathoth", area(poor, EU))] == ["CW-AZA-018"]


@pytest.mark.rule("CW-AZA-018")
def test_all_who_show_the_lowest_lose_doom_and_nobody_below_none() -> None:
    p = scene("YS GC BG", AWAKE, gates={EU: "YS"}, power=9, doom={"GC": 1, "BG": 4})
    script(p, ("YS", "action", f"awaken azathoth {EU}"), ("chance", "azathoth awakens", 6))
    show(p, "GC", 3)
    show(p, "BG", 3)
    assert (p.state.doom, p.state.power, shown_by(p)) == ([0, 0, 2], [1, 12, 12], 6)


@pytest.mark.rule("CW-AZA-018")
def test_what_one_enemy_shows_is_seen_by_nobody_else_before_all_have_shown() -> None:
    views: list[dict[int | None, Any]] = []
    for n in (1, 6):
        p = scene("YS GC BG CC", {**AWAKE, "CC": {AU: "Acolyte"}}, gates={EU: "YS"}, power=9)
        script(p, ("YS", "action", f"awaken azathoth {EU}"), ("chance", "azathoth awakens", 4))
        show(p, "GC", n)
        views.append({viewer: seen(p, viewer) for viewer in (0, 1, 2, 3, None)})
    for viewer in (0, 2, 3, None):
        assert views[0][viewer] == views[1][viewer], viewer
    show(p, "CC", 2)
    assert shown_by(p) == 0  # nothing happens until all have shown
    show(p, "BG", 2)
    assert shown_by(p) == 10


@pytest.mark.rule("CW-AZA-018", "CW-DS-031")
@pytest.mark.parametrize(("seats", "ruling", "n"), [
    ("YS GC BG", "die_beside_sultan", 5), ("YS GC BG", "own_die", 7), ("YS DS BG", "die_beside_sultan", 7),
    ("YS DS BG", "sum", 5), ("YS DS BG", "own_die", 7),
])  # fmt: skip
def test_the_marker_is_the_sum_or_beside_the_daemon_sultan_the_die(seats: str, ruling: str, n: int) -> None:
    other = seats.split()[1]
    units = {**{k: v for k, v in AWAKE.items() if k in seats}, other: {EA: "Acolyte"}}
    p = scene(
        seats, units, gates={EU: "YS"}, power=9, counters=[["table", MARKER, 2]], rulings={"azathoth_marker": ruling}
    )
    script(p, ("YS", "action", f"awaken azathoth {EU}"), ("chance", "azathoth awakens", 5))
    show(p, other, 2)
    show(p, "BG", 3)
    assert shown_by(p) == n


@pytest.mark.rule("CW-DS-031")
def test_beside_the_daemon_sultan_antithesis_costs_what_the_marker_leaves() -> None:
    units = {"YS": {EU: "Hastur, Acolyte"}, "DS": {EA: "Acolyte, Larva Antithesis", AR: "Avatar Thesis"}}
    p = scene("YS DS", units, gates={EU: "YS"}, power={"YS": 9, "DS": 0}, counters=[["table", MARKER, 2]],
              board="earth_4p_3w5e")  # fmt: skip
    script(p, ("YS", "action", f"awaken azathoth {EU}"), ("chance", "azathoth awakens", 5))
    p.play((1, 1))
    assert (shown_by(p), p.state.power[1]) == (7, 1)
    while p.state.active != 1 or asked(p)[1] != "action":
        p.play("end" if "end" in p.decision.options else p.decision.options[0])
    script(p, ("DS", "action", f"awaken avatar antithesis {EA}"))
    assert p.state.power[1] == 0


@pytest.mark.rule("CW-AZA-002")
def test_killed_his_card_goes_back_and_whoever_awakens_him_next_earns_the_book_anew() -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: "3 Undead"}}
    p = with_azathoth(units, 2, card_spellbooks={"GC": "Azathoth"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("chance", "azathoth loses", 2))
    assert (holder(p, "Azathoth"), earned(p, "GC", "Azathoth"), left(p, "GC", "Azathoth"), shown_by(p)) == (
        -1,
        False,
        0,
        0,
    )
    assert p.state.offer >> card(p, "Azathoth") & 1


# -- kills on Azathoth ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AZA-019")
def test_a_kill_takes_a_die_from_the_marker_and_he_stays() -> None:
    p = with_azathoth({"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: "3 Undead"}}, 5)
    assert combat(p.state, area(p, EA), 0, 1) == 5
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("chance", "azathoth loses", 4))
    assert (shown_by(p), at(p, "GC", EA), combat(p.state, area(p, EA), 0, 1)) == (1, {"Azathoth": 1}, 1)
    assert p.state.battle is None


@pytest.mark.rule("CW-AZA-021")
@pytest.mark.parametrize(("others", "ruling", "dies"), [
    ("", "kills", True), ("", "lost", False), (", Acolyte", "kills", False), (", Acolyte", "lost", False),
])  # fmt: skip
def test_a_second_kill_goes_to_another_unit_or_kills_him(others: str, ruling: str, dies: bool) -> None:
    p = with_azathoth({"GC": {EA: f"Azathoth{others}", AR: "Acolyte"}, "YS": {EA: "3 Undead"}}, 8,
                      rulings={"azathoth_second_kill": ruling})  # fmt: skip
    script(p, fight("GC", "YS"), roll(0, 0), roll(2, 0))
    if others:
        script(p, ("GC", "takes a kill", "Azathoth"))
    if not dies:
        script(p, ("chance", "azathoth loses", 3))
    assert (left(p, "GC", "Azathoth"), shown_by(p)) == ((0, 0) if dies else (1, 5))


@pytest.mark.rule("CW-AZA-021")
def test_what_this_battle_has_absorbed_it_does_not_absorb_again() -> None:
    p = with_azathoth({"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: "3 Undead"}}, 8)
    script(p, fight("GC", "YS"))
    p.state.battle.used = ((0, "Daemon Sultan"),)  # a die was thrown in this battle already
    q = script(Position(p.system, p.state), roll(0, 0), roll(1, 0), rehearse=False)
    assert (left(q, "GC", "Azathoth"), shown_by(q)) == (0, 0)


@pytest.mark.rule("CW-AZA-022")
def test_surrounded_he_takes_a_die_as_for_a_kill() -> None:
    ring = {AR: "Undead", WAF: "Undead", "Indian Ocean": "Undead", "South Atlantic": "Undead", ANT: "Acolyte"}
    near = {"YS": {EA: "Acolyte, Byakhee", **ring}, "GC": {EA: "Azathoth"}}
    p = with_azathoth(near, 5)
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 1))
    assert asked(p) == ("chance", "azathoth loses")
    p.play(2)
    assert (shown_by(p), at(p, "GC", EA)) == (3, {"Azathoth": 1})
    dead = with_azathoth(near, 2)
    script(dead, fight("GC", "YS"), roll(0, 0), roll(0, 1), ("chance", "azathoth loses", 2))
    assert left(dead, "GC", "Azathoth") == 0


@pytest.mark.rule("CW-AZA-023")
def test_dread_curse_takes_a_die_too() -> None:
    units = {"OW": {AR: "Acolyte, Abomination"}, "GC": {EA: "Azathoth", EU: "Acolyte"}}
    p = scene("OW GC YS", units, cards={"Azathoth": "GC"}, counters=[["table", MARKER, 6]],
              books={"OW": "Dread Curse of Azathoth"})  # fmt: skip
    script(p, ("OW", "action", f"dread curse {EA}"), ("chance", "battle dice", (1, 0)))
    while asked(p)[1] != "azathoth loses":
        p.play(p.decision.options[0])
    p.play(5)
    assert (shown_by(p), at(p, "GC", EA)) == (1, {"Azathoth": 1})


@pytest.mark.rule("CW-AN-032")
def test_unholy_ground_takes_one_from_the_marker() -> None:
    units = {"AN": {EA: "2 Yothan, Acolyte"}, "GC": {EA: "Azathoth", EU: "Acolyte"}}
    p = scene("AN GC YS", units, cards={"Azathoth": "GC"}, counters=[["table", MARKER, 6]],
              books={"AN": "Unholy Ground"}, markers={"cathedral": EA})  # fmt: skip
    script(p, ("AN", "action", f"battle {EA} Great Cthulhu"))
    p.state.battle.used = ((1, "Daemon Sultan"),)  # whatever else this battle has taken
    p = Position(p.system, p.state)
    script(p, roll(0, 0), roll(0, 0), ("AN", "cathedral removed", EA), rehearse=False)
    assert (shown_by(p), at(p, "GC", EA)) == (5, {"Azathoth": 1})


@pytest.mark.rule("CW-CC-028")
def test_harbinger_brings_signs_for_azathoth_and_no_power() -> None:
    units = {"CC": {EA: "Nyarlathotep, Flying Polyp"}, "GC": {EA: "Azathoth", EU: "Acolyte"}}
    for answer, power, signs in (("power", 8, 0), ("signs", 8, 2)):
        p = scene("CC GC YS", units, cards={"Azathoth": "GC"}, counters=[["table", MARKER, 6]], books={"CC": "Madness"})
        script(p, fight("CC", "GC"), roll(0, 1), roll(0, 0))
        assert labels(p) == {"0 Power", "2 Elder Signs", "Nothing"}
        p.play(answer)
        for _ in range(signs):
            script(p, ("chance", "elder sign", 1))
        assert (p.state.power[0], len(p.state.signs[0])) == (power, signs)


# -- Nuclear Chaos ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AZA-008", "CW-AN-039")
@pytest.mark.parametrize(("seats", "others", "comes"), [
    ("GC YS BG", {"YS": "Hastur", "BG": "Shub-Niggurath"}, True), ("GC YS BG", {"YS": "Hastur", "BG": "Ghoul"}, False),
    ("GC YS AN", {"YS": "Hastur", "AN": "Un-Man"}, True), ("GC YS AN", {"YS": "Undead", "AN": "Un-Man"}, False),
])  # fmt: skip
def test_nuclear_chaos_comes_when_all_have_a_great_old_one(seats: str, others: dict[str, str], comes: bool) -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}} | {f: {(EU, WAF)[i]: u} for i, (f, u) in enumerate(others.items())}
    p = with_azathoth(units, 5, seats)
    script(p, ("GC", "action", f"recruit {AR}"))
    assert earned(p, "GC", "Azathoth") is comes
    assert ("Nuclear Chaos" in labels(p)) is False  # the main action is done
    assert p.state.count_books(0) == 0  # it lies on his card


@pytest.mark.rule("CW-AZA-020")
@pytest.mark.parametrize(("own", "by", "power", "signs"), [
    (6, 1, [7, 0, 0], [0, 0, 2]), (6, 0, [6, 0, 0], [0, 0, 2]), (1, -1, [0, 5, 0], [0, 0, 0]),
    (5, 0, [5, 5, 0], [0, 0, 2]), (2, 0, [0, 5, 0], [2, 0, 2]),
])  # fmt: skip
def test_the_highest_gain_power_and_the_lowest_elder_signs(
    own: int, by: int, power: list[int], signs: list[int]
) -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    p = with_azathoth(units, 5, card_spellbooks={"GC": "Azathoth"}, power={"GC": 1, "YS": 0, "BG": 0})
    script(p, ("GC", "action", "nuclear chaos"))
    for n in (own, 5, 2):
        script(p, ("chance", "nuclear chaos", n))
    script(p, ("GC", "chaos changed", by))
    while asked(p)[1] == "elder sign":
        p.play(1)
    assert [n - (f == 0) for f, n in enumerate(p.state.power)] == power
    assert [len(row) for row in p.state.signs] == signs
    assert p.state.is_spent(0, "Nuclear Chaos")
    assert "CW-AZA-020" in why_not(p, "GC", "nuclear chaos")


@pytest.mark.rule("CW-AZA-008")
def test_without_its_book_there_is_no_nuclear_chaos() -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = with_azathoth(units, 5)
    assert why_not(p, "GC", "nuclear chaos") == {"CW-ABI-001": "You have earned the spellbook on the card Azathoth"}


# -- Star Vampires ----------------------------------------------------------------------------------------------------
def vampires(units: dict[str, dict[str, str]], **more: Any) -> Position:
    """Great Cthulhu has the card of the Star Vampires."""
    more = {"cards": {VAMPIRE: "GC"}, "doom": {"GC": 1, "YS": 3}, "power": {"GC": 5, "YS": 2}} | more
    return scene(more.pop("seats", "GC YS BG"), units, **more)


@pytest.mark.rule("CW-AZA-024")
def test_star_vampires_throw_apart_and_drain_doom_for_kills_and_power_for_pains() -> None:
    p = vampires({"GC": {EA: f"2 {VAMPIRE}, Deep One"}, "YS": {EA: "3 Undead, Acolyte"}})
    script(p, fight("GC", "YS"))
    assert dice(p) == 1  # the Deep One
    script(p, roll(1, 0))
    assert dice(p) == 2
    script(p, roll(1, 1), roll(0, 0))
    assert (p.state.doom, p.state.power) == ([2, 2, 0], [5, 1, 0])
    assert asked(p) == ("YS", "takes a kill")
    script(p, ("YS", "takes a kill", "Acolyte"), ("YS", "retreat to", AR))  # an Undead has the other kill
    assert (at(p, "YS", EA), at(p, "YS", AR)) == ({"Undead": 1}, {"Undead": 1})
    nothing = vampires({"GC": {EA: f"2 {VAMPIRE}"}, "YS": {EA: "3 Undead"}}, doom={"GC": 1}, power={"GC": 5, "YS": 0})
    script(nothing, fight("GC", "YS"), roll(1, 1), roll(0, 0))
    assert (nothing.state.doom, nothing.state.power[:2]) == ([1, 0, 0], [4, 0])


def test_the_table_tells_dice_that_were_thrown_apart() -> None:
    p = vampires({"GC": {EA: f"2 {VAMPIRE}, Deep One"}, "YS": {EA: "3 Undead, Acolyte"}})
    script(p, fight("GC", "YS"), roll(1, 0), roll(1, 1), roll(0, 0))
    told = f"1 die: 1 kill, 0 pains; {VAMPIRE}, 2 dice: 1 kill, 1 pain"
    battle = p.system.table(p.state).fight
    assert battle is not None
    assert (battle.sides[0].total, battle.stages[1].note) == (told, "3 against 2")
    shown = models(Moment(Game(p.system, p, seed=1), ViewState(view=ALL)))["fight"]
    assert shown["sides"][0]["dice"]["say"] == told


@pytest.mark.rule("CW-AZA-024")
def test_the_kills_of_others_drain_nothing() -> None:
    p = vampires({"GC": {EA: f"{VAMPIRE}, 2 Deep One"}, "YS": {EA: "3 Undead"}})
    script(p, fight("GC", "YS"), roll(2, 0), roll(0, 0), roll(0, 0))
    assert (p.state.doom, p.state.power[:2]) == ([1, 3, 0], [4, 2])


@pytest.mark.rule("CW-AZA-025")
def test_they_drain_for_results_that_find_no_unit_or_come_to_nothing() -> None:
    p = vampires({"GC": {EA: f"3 {VAMPIRE}"}, "YS": {EA: "Acolyte"}})
    script(p, fight("GC", "YS"), roll(3, 0))
    assert (p.state.doom, at(p, "YS", EA)) == ([4, 0, 0], {})
    p = vampires({"GC": {EA: f"{VAMPIRE}"}, "WW": {EA: "Rhan-Tegoth"}}, seats="GC WW BG", doom={"WW": 3},
                 power={"GC": 5, "WW": 4})  # fmt: skip
    script(p, fight("GC", "WW"), roll(1, 0), roll(0, 0), ("WW", "post_battle", "Eternal"))
    assert (p.state.doom, left(p, "WW", "Rhan-Tegoth")) == ([1, 2, 0], 1)
    p = vampires({"GC": {EA: f"{VAMPIRE}"}, "CC": {EA: "Nyarlathotep"}}, seats="GC CC BG", doom={"CC": 3},
                 power={"GC": 5, "CC": 4}, books={"CC": "Emissary of the Outer Gods"})  # fmt: skip
    script(p, fight("GC", "CC"), roll(1, 0))
    while p.state.battle is not None:
        p.play(p.decision.options[0])
    assert (p.state.doom[:2], left(p, "CC", "Nyarlathotep")) == ([1, 2], 1)


@pytest.mark.rule("CW-AZA-024", "CW-DRM-021")
def test_they_drain_nothing_from_what_nobody_plays() -> None:
    units = {"GC": {THOK: f"2 {VAMPIRE}"}, BHOLE: {THOK: "Bhole"}}
    p = vampires(units, doom=5, power=3, board="dreamlands_3p")
    script(p, ("GC", "action", f"battle {THOK} Bhole"), roll(1, 1), ("chance", "battle dice", (0, 0)))
    assert (p.state.battle, p.state.doom, p.state.power) == (None, [5, 5, 5], [2, 3, 3])
    assert not wild(p, BHOLE)  # what they roll is counted like all dice


@pytest.mark.rule("CW-AZA-026", "CW-AZA-028")
def test_servitors_leave_the_vampires_their_dice_but_no_battle_is_declared_without_combat() -> None:
    units = {"GC": {EA: f"2 {VAMPIRE}, 3 {SERVITOR}"}, "YS": {EA: "3 Undead"}}
    p = vampires(units, cards={VAMPIRE: "GC", SERVITOR: "GC"})
    assert combat(p.state, area(p, EA), 0, 1) == 0
    assert "CW-BTA-003" in why_not(p, "GC", "battle", area(p, EA), 1)
    p = vampires(units, cards={VAMPIRE: "GC", SERVITOR: "GC"}, seats="YS GC BG", power=5)
    script(p, fight("YS", "GC"), roll(0, 0))
    assert (asked(p), dice(p)) == (("chance", "battle dice"), 2)
    script(p, roll(1, 0))
    assert p.state.doom[:2] == [2, 2]


# -- Dimensional Shamblers --------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AZA-003")
def test_shamblers_wait_on_the_card_and_come_after_any_action_of_anybody() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, gates={AR: "GC"}, cards={SHAMBLER: "GC"}, power={"GC": 9, "YS": 9})
    script(p, ("GC", "action", f"summon {AR} dimensional shambler"))
    assert (asked(p), at(p, "GC", AR), p.state.waiting(0, _kind(p, SHAMBLER))) == (
        ("GC", "walks to"), {"Acolyte": 1}, 1,
    )  # fmt: skip
    script(p, ("GC", "walks to", "done"), ("GC", "action", "end"), ("YS", "action", f"recruit {EU}"))
    script(p, ("GC", "walks to", ANT))
    assert (at(p, "GC", ANT), p.state.waiting(0, _kind(p, SHAMBLER)), asked(p)) == (
        {SHAMBLER: 1}, 0, ("GC", "action"),
    )  # fmt: skip
    assert p.system.violations(p.state) == []


def _kind(p: Position, name: str) -> int:
    kind: int = p.state.config.name[0].index(name)
    return kind


@pytest.mark.rule("CW-AZA-003")
def test_the_card_brings_one_to_wait_and_emerging_leaves_it_there() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, phase="doom", power=0, doom={"GC": 5})
    script(p, ("GC", "doom phase", f"Buy {SHAMBLER}"))
    assert (p.state.waiting(0, _kind(p, SHAMBLER)), pool(p, "GC", SHAMBLER)) == (1, 2)
    units = {"GC": {"submerged": f"Cthulhu, 2 {SHAMBLER}", AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, cards={SHAMBLER: "GC"}, books={"GC": "Submerge"},
              counters=[["GC", f"{SHAMBLER} on the card", 1]])  # fmt: skip
    script(p, ("GC", "action", f"emerge {EA}"))
    assert (at(p, "GC", EA), p.state.n(0, _kind(p, SHAMBLER), CARD)) == ({"Cthulhu": 1, SHAMBLER: 1}, 1)


@pytest.mark.rule("CW-AZA-003", "CW-TER-011")
def test_shamblers_walk_to_any_area_of_the_board_but_one_that_a_cacodemon_keeps() -> None:
    more = {"cards": {SHAMBLER: "BB", "Cacodemon": "YS"}, "counters": [["BB", f"{SHAMBLER} on the card", 1]]}
    units = {
        "BB": {AR: "Earth Cat", "submerged": SHAMBLER, "Moon": "Earth Cat"},
        "YS": {EA: "Cacodemon", EU: "Acolyte"},
    }
    p = scene("YS BB GC", units, things=("azathoth", "terrors"), **more)
    script(p, ("YS", "action", f"recruit {EU}"))
    board = {name for a, name in enumerate(p.state.config.map.names) if not p.state.config.map.islands >> a & 1}
    assert (asked(p), labels(p)) == (("BB", "walks to"), (board - {EA}) | {"Done"})


# -- Servitors --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-NM-020")
def test_who_buys_the_servitors_gives_them_to_another_for_good() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "BG": {EA: "Acolyte"}}, phase="doom", power=0,
              doom={"GC": 5, "YS": 5, "BG": 5})  # fmt: skip
    script(p, ("GC", "doom phase", f"Buy {SERVITOR}"))
    assert labels(p) == {"Yellow Sign", "Black Goat"}
    script(p, ("GC", "who gets the servitors", 2))
    assert (holder(p, SERVITOR), pool(p, "BG", SERVITOR), pool(p, "GC", SERVITOR)) == (2, 3, 0)
    assert asked(p) == ("YS", "doom phase")
    assert not any(SERVITOR in label for label in labels(p))  # it is sold no more, nor given away
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-AZA-027")
def test_with_a_servitor_in_the_pool_nothing_else_is_summoned() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, gates={AR: "GC"}, cards={SERVITOR: "GC"})
    summons = {label for label in labels(p) if label.startswith("Summon")}
    assert summons == {f"Summon at {AR}: {SERVITOR}"}
    deep_one = p.state.config.name[0].index("Deep One")
    assert why_not(p, "GC", "summon", area(p, AR), deep_one)["CW-AZA-027"].startswith("No power bars you")
    script(p, ("GC", "action", f"summon {AR} servitor of the outer gods"))
    assert p.state.power[0] == 8
    for seats, there in (("GC YS BG", f"3 {SERVITOR}"), ("GC YS BG", "")):
        q = scene(seats, {"GC": {AR: f"Acolyte{', ' + there if there else ''}"}, "YS": {EU: "Acolyte"}},
                  gates={AR: "GC"}, cards={SERVITOR: "GC" if there else "YS"})  # fmt: skip
        assert f"Summon at {AR}: Deep One" in labels(q)


@pytest.mark.rule("CW-AZA-028")
def test_servitors_bring_a_side_to_no_fewer_than_no_dice() -> None:
    units = {"YS": {EA: "3 Undead"}, "GC": {EA: f"Deep One, 2 {SERVITOR}"}}
    p = scene("YS GC BG", units, cards={SERVITOR: "GC"})
    script(p, fight("YS", "GC"), roll(0, 0))
    assert p.state.battle is None  # nobody throws for Great Cthulhu
    one = scene("YS GC BG", {"YS": {EA: "3 Undead"}, "GC": {EA: f"2 Deep One, {SERVITOR}"}}, cards={SERVITOR: "GC"})
    assert combat(one.state, area(one, EA), 1, 0) == 1


@pytest.mark.rule("CW-AZA-029")
def test_other_ways_to_bring_monsters_stay_open() -> None:
    units = {"YS": {EA: "King in Yellow, Acolyte"}, "GC": {EU: "Acolyte"}}
    p = scene("YS GC BG", units, cards={SERVITOR: "YS"})
    script(p, ("YS", "action", "desecrate"), ("chance", "desecrate", 6), ("YS", "figure that comes", "Undead"))
    assert at(p, "YS", EA)["Undead"] == 1


@pytest.mark.rule("CW-AZA-030")
def test_fertility_cult_brings_others_with_the_last_servitor() -> None:
    units = {"BG": {AR: f"Acolyte, {SERVITOR}"}, "GC": {EU: "Acolyte"}}
    p = scene("BG GC YS", units, gates={AR: "BG"}, cards={SERVITOR: "BG"})
    script(p, ("BG", "action", f"summon {AR} servitor of the outer gods"))
    assert labels(p) == {f"{SERVITOR}, {AR}", "Done"}
    script(p, ("BG", "summon more", f"{SERVITOR}, {AR}"))
    assert f"Ghoul, {AR}" in labels(p)
    script(p, ("BG", "summon more", f"Ghoul, {AR}"))
    assert at(p, "BG", AR) == {"Acolyte": 1, SERVITOR: 3, "Ghoul": 1}


# -- Mind Control -----------------------------------------------------------------------------------------------------
def mind(mine: str, foe: str, units: str, elder: str = EA, *, also: Any = None, **more: Any) -> Position:
    """`foe` has units in East Africa, and the Elder Thing of `mine` is there or elsewhere; `foe` acts."""
    there: dict[str, dict[str, str]] = {foe: {EA: units}, mine: {elder: f"{ELDER}, Acolyte"}}
    there |= also or {}
    return scene(more.pop("seats", f"{foe} {mine} BG" if "BG" not in (mine, foe) else f"{foe} {mine} GC"), there,
                 cards={ELDER: mine} | more.pop("cards", {}), **more)  # fmt: skip


@pytest.mark.rule("CW-AZA-031")
def test_beside_an_elder_thing_cthulhu_devours_nobody_but_submerges() -> None:
    for elder, devours in ((EA, False), (AR, True)):
        p = mind("YS", "GC", "Cthulhu", elder, also={"YS": {EA: f"Undead, {ELDER}" if elder == EA else "Undead",
                                                              AR: ELDER if elder == AR else "Undead"}})  # fmt: skip
        script(p, fight("GC", "YS"))
        assert (asked(p)[1] == "pre_battle") is devours
    sea = "Indian Ocean"
    p = scene("GC YS BG", {"GC": {sea: "Cthulhu"}, "YS": {sea: ELDER}}, cards={ELDER: "YS"}, books={"GC": "Submerge"})
    assert p.state.muted[0] == ("Devour",)
    assert "Submerge" in labels(p)
    script(p, ("GC", "action", "submerge"))
    assert p.state.muted[0] == ()


@pytest.mark.rule("CW-AZA-031")
@pytest.mark.parametrize(("foe", "units", "power"), [
    ("CC", "Nyarlathotep", "Harbinger"), ("YS", "Hastur", "Vengeance"), ("WW", "Rhan-Tegoth", "Eternal"),
    ("SL", "Tsathoggua", "Lethargy"), ("OW", "Yog-Sothoth", "The Key and the Gate"), ("TT", "Ubbo-Sathla", "Growth"),
    ("BB", "Bastet", "Requires Attention"), ("DS", "Avatar Synthesis", "Cosmic Ruler"), ("WW", "Ithaqua", "Ferox"),
])  # fmt: skip
def test_each_special_ability_of_a_great_old_one_is_silent_there_alone(foe: str, units: str, power: str) -> None:
    for elder, silent in ((EA, True), (AR, False)):
        p = mind("GC", foe, units, elder, things=("azathoth", "high_priests"))
        names = {one.name for _, one in p.state.key.seats[0].pairs}
        assert (power not in names) is silent
        assert p.state.muted[0] == ((power,) if silent else ())
        assert p.state.is_silent(0, power) is silent
        assert any(power in mark for mark in p.system.table(p.state).sheets[0].tokens if "silenced" in mark) is silent


@pytest.mark.rule("CW-AZA-031")
def test_an_own_elder_thing_silences_nobody_of_the_own() -> None:
    p = scene("GC YS BG", {"GC": {EA: f"Cthulhu, {ELDER}"}, "YS": {EA: "Undead"}}, cards={ELDER: "GC"})
    script(p, fight("GC", "YS"))
    assert asked(p) == ("GC", "pre_battle")


@pytest.mark.rule("CW-AZA-031")
def test_ferox_is_silent_where_ithaqua_is_and_not_where_his_cultists_are() -> None:
    for place, captured in ((EA, True), (AR, False)):
        units = {"GC": {place: ELDER, AU: "Deep One"}, "WW": {EA: "Ithaqua", AU: "Acolyte", AR: "Acolyte"}}
        p = scene("GC WW YS", units, cards={ELDER: "GC"})
        assert ("Capture a Cultist in Australia from Windwalker" in labels(p)) is captured


@pytest.mark.rule("CW-AZA-031", "CW-AZA-019", "CW-AZA-002")
def test_beside_an_elder_thing_a_single_kill_kills_azathoth() -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: f"2 Undead, {ELDER}"}}
    p = scene("GC YS BG", units, cards={"Azathoth": "GC", ELDER: "YS"}, counters=[["table", MARKER, 6]])
    assert combat(p.state, area(p, EA), 0, 1) == 6  # his Combat is no ability
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0))
    assert (left(p, "GC", "Azathoth"), holder(p, "Azathoth")) == (0, -1)
    assert shown_by(p) == 0  # with him his marker goes
    units = {"DS": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: f"2 Undead, {ELDER}"}}
    p = scene("DS YS BG", units, cards={"Azathoth": "DS", ELDER: "YS"}, counters=[["table", MARKER, 6]])
    script(p, fight("DS", "YS"), roll(0, 0), roll(1, 0))
    assert (holder(p, "Azathoth"), shown_by(p)) == (-1, 6)  # the Daemon Sultan uses it still


@pytest.mark.rule("CW-AZA-031", "CW-BAT-027")
@pytest.mark.parametrize("attacker", ["GC", "YS"])
def test_an_elder_thing_that_falls_with_azathoth_silences_him_whoever_attacks(attacker: str) -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: f"{ELDER}, Undead"}}
    seats, other = ("GC YS BG", "YS") if attacker == "GC" else ("YS GC BG", "GC")
    p = scene(seats, units, cards={"Azathoth": "GC", ELDER: "YS"}, counters=[["table", MARKER, 6]])
    script(p, fight(attacker, other), roll(1, 0), roll(1, 0), ("YS", "takes a kill", ELDER))
    assert (left(p, "GC", "Azathoth"), left(p, "YS", ELDER), holder(p, "Azathoth")) == (0, 0, -1)  # all at once
    assert p.state.muted == [(), (), ()]


@pytest.mark.rule("CW-AZA-031", "CW-AZA-022")
def test_an_elder_thing_that_has_fallen_does_not_silence_him_when_he_is_surrounded() -> None:
    ring = {AR: "Undead", WAF: "Undead", "Indian Ocean": "Undead", "South Atlantic": "Undead", ANT: "Acolyte"}
    units = {"YS": {EA: f"Undead, {ELDER}", **ring}, "GC": {EA: "Azathoth"}}
    for kills, lives in ((1, True), (0, False)):
        p = with_azathoth(units, 5, cards={"Azathoth": "GC", ELDER: "YS"})
        script(p, fight("GC", "YS"), roll(kills, 0), roll(0, 1))
        if kills:
            script(p, ("YS", "takes a kill", ELDER), ("chance", "azathoth loses", 2))
        assert (left(p, "GC", "Azathoth"), shown_by(p)) == ((1, 3) if lives else (0, 0))


@pytest.mark.rule("CW-AZA-031")
def test_an_elder_thing_that_is_gone_before_the_dice_silences_nobody() -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EA: f"{ELDER}, 2 Undead"}}
    p = with_azathoth(units, 6, cards={"Azathoth": "GC", ELDER: "YS"}, books={"GC": "Shriveling"})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Shriveling"), ("GC", "shriveled", ELDER), roll(0, 0), roll(1, 0))
    assert asked(p) == ("chance", "azathoth loses")
    haunter = "Haunter of the Dark"  # what it takes is eliminated, but before the dice
    units = {"GC": {EA: f"Azathoth, {haunter}", AR: "Acolyte"}, "YS": {EA: f"{ELDER}, 3 Undead"}}
    p = with_azathoth(units, 6, cards={"Azathoth": "GC", ELDER: "YS", haunter: "GC"}, card_spellbooks={"GC": haunter},
                      things=(*BOX, "masks_of_nyarlathotep"))  # fmt: skip
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "The Shining Trapezohedron"), ("chance", "trapezohedron", 1),
           ("YS", "lost to the Trapezohedron", ELDER), roll(0, 0), roll(2, 0))  # fmt: skip
    if asked(p)[1] == "takes a kill":
        script(p, ("GC", "takes a kill", "Azathoth"))
    assert asked(p) == ("chance", "azathoth loses")


@pytest.mark.rule("CW-AZA-031")
def test_the_abilities_of_independents_are_silent_too_but_not_their_books() -> None:
    more = {"things": ("azathoth", "great_old_one_pack_1", "great_old_one_pack_2")}
    for elder, silent in ((EA, True), (AR, False)):
        p = mind("GC", "YS", "Mother Hydra, Bokrug", elder, cards={"Mother Hydra": "YS", "Bokrug": "YS"},
                 card_spellbooks={"YS": "Mother Hydra"}, **more)  # fmt: skip
        names = {one.name for _, one in p.state.key.seats[0].pairs}
        assert ({"The Agony Sting", "Ghosts of Ib"} <= names) is not silent
        assert "The Zygote" in names


@pytest.mark.rule("CW-AZA-032")
def test_shub_niggurath_goes_into_the_area_of_an_elder_thing_but_not_out_of_it() -> None:
    units = {"BG": {EA: "Shub-Niggurath, Acolyte"}, "GC": {AR: f"{ELDER}, Acolyte"}}
    p = scene("BG GC YS", units, cards={ELDER: "GC"})
    script(p, ("BG", "action", f"avatar {AR} great cthulhu"), ("GC", "traded for the Avatar", "Acolyte"))
    assert at(p, "BG", AR) == {"Shub-Niggurath": 1}
    assert "CW-ABI-004" in why_not(p, "BG", "avatar", area(p, EA), 1)
    out = scene("BG GC YS", {"BG": {EA: "Shub-Niggurath"}, "GC": {EA: ELDER, AR: "Acolyte"}}, cards={ELDER: "GC"})
    assert not any("Avatar" in label for label in labels(out))


@pytest.mark.rule("CW-AZA-033")
def test_the_third_eye_needs_desecrate_and_filth_needs_abhoth_elsewhere() -> None:
    units = {"YS": {EA: "King in Yellow, Acolyte"}, "GC": {EA: ELDER, EU: "Acolyte"}}
    p = scene("YS GC BG", units, cards={ELDER: "GC"}, books={"YS": "The Third Eye"})
    assert "Desecrate" not in labels(p)
    assert "CW-ABI-004" in why_not(p, "YS", "desecrate")
    free = scene("YS GC BG", units | {"GC": {AR: ELDER}}, cards={ELDER: "GC"}, books={"YS": "The Third Eye"})
    assert "Desecrate" in labels(free)
    more = {"cards": {ELDER: "GC", "Abhoth": "YS"}, "things": ("azathoth", "great_old_one_pack_1")}
    abhoth = scene("YS GC BG", {"YS": {EA: "Abhoth"}, "GC": {AR: ELDER}}, **more)
    assert f"Put a Filth into {AR}" in labels(abhoth)
    beside = scene("YS GC BG", {"YS": {AR: "Abhoth"}, "GC": {AR: ELDER}}, **more)
    assert not any("Filth" in label for label in labels(beside))


@pytest.mark.rule("CW-AZA-033")
def test_execration_and_firestorm_need_the_ability_too() -> None:
    things = ("azathoth", "great_old_one_pack_1", "great_old_one_pack_2")
    for name, power in (("Ghatanothoa", "Execration of Mu"), ("Cthugha", "Firestorm")):
        for place, silent in ((EA, True), (AR, False)):
            p = scene("YS GC BG", {"YS": {EA: name}, "GC": {place: ELDER}}, cards={ELDER: "GC", name: "YS"},
                      card_spellbooks={"YS": name}, things=things)  # fmt: skip
            assert (power not in {one.name for _, one in p.state.key.seats[0].pairs}) is silent


def test_every_special_ability_names_a_unit() -> None:
    facts = system("GC CC BG YS").facts
    every = CthulhuWars.build(players=3, options={"things": "azathoth"}).config
    keys = {u.key for card in every.factions for u in card.units} | {
        key.split(".")[3] for key in (fact.key for fact in facts) if key.startswith("faction.") and ".units." in key
    }
    things = Facts.read(*CthulhuWars.thing_files.values())
    keys |= {*things.names("neutral.units")}
    special = {power.special for power in VOCABULARY.abilities if getattr(power, "special", "")}
    assert len(special) > 25
    assert special <= keys


def test_every_ability_of_an_independent_great_old_one_can_be_silenced() -> None:
    """What is printed on its card is its Combat, its price, the way to its spellbook, or its ability, which says so.
    The Combat of one is a die that its owner is asked for before the battle.
    """
    facts = Facts.read(*CthulhuWars.thing_files.values())
    cards = [key for key in facts.names("cards") if facts.table(f"cards.{key}").get("awakened")]
    loud = []
    for power in (power for key in cards for power in VOCABULARY.on(f"card.{key}")):
        speaks = {name for name in VOCABULARY.uses if hasattr(power, name)}
        if not power.special and not power.aside and getattr(power, "category", "") != REQUIREMENT:
            loud += [power.name] if speaks - {"dice", "fixed_results", "cost_of"} else []
    assert len(cards) > 15
    assert loud == ["Dire Azathoth"], "say `special` and the key of their card"


# -- what is seen -----------------------------------------------------------------------------------------------------
def test_the_market_has_a_row_of_neutral_books_and_says_who_has_one() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, books={"YS": "Shriveling"})
    rows = {line.id: line for line in market(p.state, None)}
    items = {item.name: item for item in rows["neutral_books"].items}
    assert [*items] == BOOKS
    assert [mark.seat for mark in items["Shriveling"].marks] == [1]
    assert items["The Mao Ceremony"].marks == ()
    assert rows["neutral_books"].note == "5 free"
    slots = {slot.name: slot.note for slot in p.system.page(p.state, 1).slots[0][1]}
    assert slots["Shriveling"] == "neutral"
    page = p.system.page(p.state, 0)
    told = {name: [one.name for one in rows] for name, rows in page.passages}
    assert told["Neutral spellbooks, for whoever takes them"] == [name for name in BOOKS if name != "Shriveling"]
    assert not {*BOOKS} & {*told["Spellbooks still to take"]}


def test_the_marker_lies_on_the_doom_track_while_he_is_awake() -> None:
    p = with_azathoth({"GC": {EA: "Azathoth"}, "YS": {EU: "Acolyte"}}, 6)
    track = next(track for track in p.system.table(p.state).tracks if track.name == "Doom")
    assert [(m.seat, m.at, m.name) for m in track.markers if m.name] == [(0, 6, MARKER)]
    assert "Azathoth marker 6" in p.system.table(p.state).notes
    assert of_card(p.state, 0, "azathoth") >= 0


def test_bots_would_rather_be_without_servitors_and_have_azathoth_awake() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, phase="doom", power=0, doom={"GC": 5})
    script(p, ("GC", "doom phase", f"Buy {SERVITOR}"), ("GC", "who gets the servitors", 2))
    assert p.system.parts(p.state, 2)["loyalty cards"] == -2.0
    assert "loyalty cards" not in p.system.parts(p.state, 0)
    p = scene("YS GC BG", AWAKE, gates={EU: "YS"}, power=9)
    before = p.system.strength(p.state)[0]
    script(p, ("YS", "action", f"awaken azathoth {EU}"), ("chance", "azathoth awakens", 3))
    show(p, "GC", 4)
    show(p, "BG", 3)
    assert p.system.strength(p.state)[0] > before


@pytest.mark.parametrize(("mine", "theirs", "chance"), [
    (f"{VAMPIRE}, Deep One", "Acolyte", 1 - Fraction(5, 6) ** 2),
    (f"2 {VAMPIRE}, 3 {SERVITOR}, Deep One", "Acolyte", 1 - Fraction(5, 6) ** 2),
    (f"Deep One, {SERVITOR}", "Acolyte", 0), ("4 Deep One", "Azathoth", Fraction(1, 6)),
])  # fmt: skip
def test_odds_know_what_these_cards_do(mine: str, theirs: str, chance: Fraction) -> None:
    units = {"GC": {AR: mine, EA: "Starspawn"}, "CC": {AR: theirs}, "BG": {EA: "Ghoul"}}
    cards = {VAMPIRE: "GC", SERVITOR: "GC", "Azathoth": "CC"}
    p = scene("GC CC BG YS", units, power=3, cards=cards, counters=[["table", MARKER, 6]])
    setting = Setting(f"{area(p, AR)}:0:1")
    told = finish(reckon(p.system, p.state, setting, how="exact"))
    found = told.chances
    assert found == brute_force(p.system, p.state, setting)
    if theirs == "Azathoth":  # a kill, and a six
        assert told.fraction("lost:1", 1) == (1 - Fraction(5, 6) ** 4) * chance + _two_kills() * (1 - chance)
    else:
        assert told.fraction("lost:1", 1) == chance


def _two_kills() -> Fraction:
    """Two kills or more with four dice: one that finds no unit kills him."""
    one = Fraction(1, 6)
    return 1 - (1 - one) ** 4 - 4 * one * (1 - one) ** 3


def test_tcho_tcho_gets_no_high_priest_for_a_loyalty_card() -> None:
    p = scene("TT YS BG", {"TT": {AR: "Acolyte"}}, phase="doom", power=0, doom={"TT": 5}, gates={AR: "TT"},
              books={"TT": "Hierophants"}, things=("azathoth", "high_priests"))  # fmt: skip
    script(p, ("TT", "doom phase", f"Buy {ELDER}"))
    assert at(p, "TT", AR) == {"Acolyte": 1, ELDER: 1}


# -- when each action is open -----------------------------------------------------------------------------------------
READY: dict[str, Any] = {
    "books": {"GC": "Recriminations, Undimensioned"}, "cards": {"Azathoth": "GC"},
    "card_spellbooks": {"GC": "Azathoth"}, "counters": [["table", MARKER, 5]],
}  # fmt: skip


@pytest.mark.rule("CW-AZA-009", "CW-AZA-014", "CW-AZA-020")
@pytest.mark.parametrize("verb", ["nuclear chaos", "recriminations", "undimensioned"])
def test_each_action_waits_for_its_moment_and_its_book(verb: str) -> None:
    units = {"GC": {EA: "Azathoth", AR: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}

    def against(**more: Any) -> set[str]:
        return {*why_not(scene("GC YS BG", units, **{**READY, **more}), "GC", verb)}

    assert against() == set()
    assert against(active="YS") == {"CW-ACT-001"}
    assert against(part="after") == {"CW-ACT-003"}
    assert "CW-ACT-005" in against(power={"GC": 0, "BG": 9}, active="BG")
    assert against(books={}, card_spellbooks={}) == {"CW-ABI-001"}


@pytest.mark.rule("CW-AZA-018", "CW-IGO-002")
def test_azathoth_is_awakened_in_ones_own_turn_while_nobody_has_him() -> None:
    def against(**more: Any) -> set[str]:
        p = scene("YS GC BG", AWAKE, **{"gates": {EU: "YS"}, **more})
        return {*why_not(p, "YS", "awaken azathoth", area(p, EU))}

    assert against() == set()
    assert against(active="GC") == {"CW-ACT-001"}
    assert against(part="after") == {"CW-ACT-003"}
    assert "CW-ACT-005" in against(power={"YS": 0, "GC": 9}, active="GC")
    assert against(cards={"Azathoth": "GC"}) == {"CW-IGO-002"}
    assert against(gates={EU: "abandoned"}) == {"CW-IGO-008"}


PACKS = ("azathoth", "great_old_one_pack_1", "great_old_one_pack_2")


@pytest.mark.rule("CW-AZA-031")
@pytest.mark.parametrize(("foe", "name", "verb", "args"), [
    ("BG", "Shub-Niggurath", "avatar", (AR, 1)), ("YS", "King in Yellow", "desecrate", ()),
    ("SL", "Tsathoggua", "lethargy", ()), ("YS", "Mother Hydra", "agony sting", ("Indian Ocean",)),
    ("YS", "Abhoth", "filth", (AR,)), ("YS", "Father Dagon", "tsunami", (AR,)), ("YS", "Ghatanothoa", "mummify", ()),
    ("YS", "Atlach-Nacha", "spinnerets", ()), ("BB", "The King in Yellow", "defile", ()),
    ("BB", "Yog-Sothoth", "travel with the gate", (AR,)), ("BB", "Ithaqua", "hibernate with ithaqua", ()),
])  # fmt: skip
def test_of_a_silent_action_it_is_said_why(foe: str, name: str, verb: str, args: tuple[Any, ...]) -> None:
    for place, silent in ((EA, True), (AU, False)):
        units = {foe: {EA: name}, "GC": {place: ELDER, AR: "Acolyte", "Indian Ocean": "Acolyte"}}
        things = ("azathoth", "faction_great_old_ones") if foe == "BB" else PACKS  # Bubastis has some of other factions
        held = {} if foe in ("BG", "SL") or name == "King in Yellow" else {name: foe}
        p = scene(f"{foe} GC", units, things=things, board="earth_4p_3w5e", cards={ELDER: "GC"} | held)
        said = why_not(p, foe, verb, *(area(p, x) if isinstance(x, str) else x for x in args))
        assert ("CW-ABI-004" in said) is silent
