"""Neutral Monsters and the market where their cards are bought: what each brings, and where it does not."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.awakened import card, pool
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.errors import UnknownName
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import evaluate
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers.market import of_card
from theomachy.games.cthulhu_wars.powers.worlds import WORLDS
from theomachy.games.cthulhu_wars.rules.domains import OVER, POOL
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.score import gathered

EU, NA, WAF, SPA, ANT = "Europe", "North Asia", "West Africa", "South Pacific", "Antarctica"
BOX = ("neutral_monsters",)
TERRORS = ("neutral_monsters", "terrors")
NAMES = ["Moonbeast", "Gnorri", "Shantak", "Gug", "Leng Spider", "Giant Blind Albino Penguin", "Ghast"]


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with neutral Monsters in the box; `cards` says who holds which."""
    return table(seats, units, **{"things": BOX, **more})


def slot(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """The first seat is in its slot of the Doom phase, without rituals that anybody can pay unless `power` says so."""
    return scene(seats, units, **{"phase": "doom", "power": 0, "doom": dict.fromkeys(seats.split(), 5), **more})


def reasons(p: Position, seat: int, card_: int, **change: Any) -> set[str]:
    """Why a card is not bought in a slot of the Doom phase, though nobody asks there: rule ids."""
    s = p.state.copy()
    s.active = seat
    for name, value in change.items():
        setattr(s, name, value)
    action = next(a for a in known(s, seat) if a.verb == "buy")
    found = evaluate(p.system.argument_types, action, s, seat, (card_,), p.system.afford)
    return {verdict.rule for verdict in found if not verdict.holds}


# -- the box ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-NM-001", "CW-NM-008", "CW-NM-009", "CW-NM-010", "CW-NM-011", "CW-NM-012", "CW-NM-013", "CW-NM-014"
)
def test_seven_cards_are_in_the_box_and_their_figures_are_nobodys() -> None:
    config = system("GC YS BG", things=BOX).config
    assert [one.name for one in config.cards] == NAMES
    rows = {u.name: (u.figures, u.costs, u.combat, u.rank) for u in config.factions[0].units if u.neutral}
    assert rows == {
        "Moonbeast": (4, (2,), 0, 1), "Gnorri": (3, (3,), 2, 1), "Shantak": (2, (2,), 2, 1), "Gug": (2, (1,), 3, 1),
        "Leng Spider": (3, (2,), 1, 1), "Giant Blind Albino Penguin": (2, (1,), -2, 1), "Ghast": (4, (2,), 0, 1),
    }  # fmt: skip
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}})
    assert {pool(p, f, name) for f in ("GC", "YS", "BG") for name in NAMES} == {0}
    assert not system("GC YS BG").config.cards


@pytest.mark.rule("CW-NM-001")
@pytest.mark.parametrize("world", ["earth", *WORLDS])
def test_they_come_with_any_faction_on_any_map_and_beside_other_boxes(world: str) -> None:
    for seats in ("GC CC BG", "YS OW SL", "WW TT AN", "BB DS GC"):
        for things in (BOX, tuple(CthulhuWars.thing_files)):
            config = system(seats, f"{world}_3p", (), things).config
            assert {*NAMES} <= {one.name for one in config.cards}
            for played in config.played:
                assert [unit.rank for unit in played.units if unit.name in NAMES] == [1] * 7


def test_some_cards_alone_are_in_the_game_by_name_or_by_lot() -> None:
    named = CthulhuWars.build(players=3, options={"things": "neutral_monsters", "cards": ["ghast", "gug"]})
    assert [one.name for one in named.config.cards] == ["Gug", "Ghast"]
    assert [u.key for u in named.config.factions[0].units if u.neutral] == ["gug", "ghast"]
    assert named.options["cards"] == ["ghast", "gug"]
    with pytest.raises(UnknownName, match="card of the market"):
        CthulhuWars.build(players=3, options={"things": "neutral_monsters", "cards": "yog"})
    brought = CthulhuWars.build(players=3, options={"cards": "dhole"})  # its box comes with it
    assert [one.name for one in brought.config.cards] == ["Dhole"]
    lot = CthulhuWars.build(players=3, options={"things": "neutral_monsters", "lot": 4})
    p = Position(lot, lot.start())
    drawn = []
    while p.decision.what == "card of the market":
        drawn.append(p.decision.options[-1])
        p.play(drawn[-1])
    assert len(set(drawn)) == 4
    assert p.state.offer == sum(1 << i for i in drawn)
    assert not CthulhuWars.build(players=3).config.cards


# -- buying -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-NM-002", "CW-NM-004")
def test_a_card_costs_two_doom_and_brings_its_figures_one_of_them_to_a_gate() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, gates={AR: "GC"})
    assert "Buy Gug" in labels(p)
    script(p, ("GC", "doom phase", "Buy Gug"))
    assert (p.state.doom[0], p.state.cards[card(p, "Gug")]) == (3, 0)
    assert (at(p, "GC", AR), pool(p, "GC", "Gug"), pool(p, "YS", "Gug")) == ({"Acolyte": 1, "Gug": 1}, 1, 0)
    nowhere = slot("GC YS BG", {"GC": {AR: "Acolyte"}})
    script(nowhere, ("GC", "doom phase", "Buy Gug"))
    assert (at(nowhere, "GC", AR), pool(nowhere, "GC", "Gug")) == ({"Acolyte": 1}, 2)


@pytest.mark.rule("CW-NM-003", "CW-TER-005")
def test_one_card_a_doom_phase_and_another_in_the_next() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, things=TERRORS, power=9)
    script(p, ("GC", "doom phase", "Buy Gug"))
    assert "CW-NM-003" in why_not(p, "GC", "buy", card(p, "Ghast"))
    assert "CW-TER-005" in why_not(p, "GC", "buy", card(p, "Dhole"))
    assert not any("Buy" in label for label in labels(p))
    script(p, ("GC", "doom phase", "done"))
    assert "Buy Ghast" in labels(p)  # of another player in the same phase


@pytest.mark.rule("CW-NM-005", "CW-NM-002")
def test_a_ritual_may_follow_but_not_come_before() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9)
    script(p, ("GC", "doom phase", "Buy Gug"))
    assert "Ritual of Annihilation for 5 Power" in labels(p)
    script(p, ("GC", "doom phase", "ritual"))
    after = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9)
    script(after, ("GC", "doom phase", "ritual"))
    assert asked(after)[0] == "YS"  # nothing else is left, and a card is not
    either = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9, rulings={"card_before_ritual": "either"})
    script(either, ("GC", "doom phase", "ritual"))
    assert "Buy Gug" in labels(either)


@pytest.mark.rule("CW-NM-002")
def test_after_the_ritual_it_is_said_why() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9)
    assert reasons(p, 0, card(p, "Gug"), slot=("ritual",)) == {"CW-NM-002"}
    assert reasons(p, 0, card(p, "Gug")) == set()


@pytest.mark.rule("CW-NM-007", "CW-TER-004")
def test_who_has_less_than_two_doom_buys_nothing() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, doom={"GC": 1, "YS": 2}, things=TERRORS, power={"GC": 4, "YS": 1})
    assert reasons(p, 0, card(p, "Gug")) == {"CW-NM-007"}
    assert reasons(p, 0, card(p, "Dhole")) == {"CW-TER-004"}
    assert asked(p)[0] == "YS"  # who has two has the choice
    assert "Buy Gug" in labels(p)
    assert "Buy Dhole" not in labels(p)
    assert set(why_not(p, "YS", "buy", card(p, "Dhole"))) == {"CW-ACT-002"}


@pytest.mark.rule("CW-NM-006")
def test_a_card_is_its_buyers_for_the_game_and_its_figures_too() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = slot("YS GC BG", units, cards={"Gug": "GC"})
    assert "Buy Gug" not in labels(p)
    assert set(why_not(p, "YS", "buy", card(p, "Gug"))) == {"CW-NM-006"}
    q = scene("GC YS BG", units, gates={AR: "GC", EU: "YS"}, cards={"Gug": "GC"})
    assert f"Summon at {AR}: Gug" in labels(q)
    script(q, ("GC", "action", f"summon {AR} Gug"), ("GC", "action", "end"))
    assert asked(q)[0] == "YS"
    assert f"Summon at {EU}: Undead" in labels(q)
    assert f"Summon at {EU}: Gug" not in labels(q)


@pytest.mark.rule("CW-DOM-003")
def test_a_card_is_bought_in_the_own_slot_alone() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, doom={"GC": 5})
    assert set(why_not(p, "GC", "buy", card(p, "Gug"))) == {"CW-DOM-003"}
    assert not any("Buy" in label for label in labels(p))


# -- Gug, Ghast, Gnorri -----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-NM-011")
def test_a_gug_captures_nobody_yet_it_guards() -> None:
    p = scene("GC YS BG", {"GC": {EA: "Gug"}, "YS": {EA: "Acolyte"}}, cards={"Gug": "GC"})
    assert set(why_not(p, "GC", "capture", area(p, EA), who(p, "YS"))) == {"CW-CAP-003", "CW-CAP-004"}
    other = scene("GC YS BG", {"GC": {EA: "Deep One"}, "YS": {EA: "Acolyte"}}, cards={"Gug": "YS"})
    assert why_not(other, "GC", "capture", area(other, EA), who(other, "YS")) == {}
    kept = scene("GC YS BG", {"GC": {EA: "Deep One"}, "YS": {EA: "Acolyte, Gug"}}, cards={"Gug": "YS"})
    assert set(why_not(kept, "GC", "capture", area(kept, EA), who(kept, "YS"))) == {"CW-CAP-004"}


@pytest.mark.rule("CW-NM-014")
def test_one_price_summons_every_ghast_to_gates_of_its_owner() -> None:
    units = {"GC": {AR: "Acolyte", EU: "Acolyte"}}
    p = scene("GC YS BG", units, gates={AR: "GC", EU: "GC"}, cards={"Ghast": "GC"})
    to = ("GC", "figure to a gate", AR)
    script(p, ("GC", "action", f"summon {EU} Ghast"), to, to, ("GC", "figure to a gate", EU))
    assert (p.state.power[0], at(p, "GC", AR)["Ghast"], at(p, "GC", EU)["Ghast"]) == (7, 2, 2)
    bought = slot("GC YS BG", units, gates={AR: "GC"})
    script(bought, ("GC", "doom phase", "Buy Ghast"))
    assert at(bought, "GC", AR) == {"Acolyte": 1, "Ghast": 4}


@pytest.mark.rule("CW-SL-038")
def test_a_ghast_comes_from_below_one_at_a_time() -> None:
    p = slot("SL YS BG", {"SL": {AR: "Acolyte"}}, cards={"Ghast": "SL"}, doom={}, out_of_game={"SL": "2 Wizard"})
    script(p, ("SL", "doom phase", "Death from Below"))
    while asked(p)[1] == "who comes from below":
        script(p, ("SL", "who comes from below", "Ghast"))
    assert at(p, "SL", AR) == {"Acolyte": 1, "Ghast": 1}


@pytest.mark.rule("CW-NM-009")
@pytest.mark.parametrize(("n", "doom"), [(1, 5), (2, 6), (3, 7)])
def test_two_gnorri_bring_a_doom_as_the_doom_phase_begins_and_three_bring_two(n: int, doom: int) -> None:
    units = {"GC": {AR: "Acolyte", EU: f"{n} Gnorri"}, "YS": {NA: "Acolyte"}}
    p = scene("GC YS BG", units, cards={"Gnorri": "GC"}, doom={"GC": 5}, phase="doom", power=0, phase_begins=True)
    assert p.state.doom[0] == doom
    later = scene("GC YS BG", units, cards={"Gnorri": "GC"}, doom={"GC": 5}, phase="doom", power=0)
    assert later.state.doom[0] == 5
    power = scene("GC YS BG", units, cards={"Gnorri": "GC"}, doom={"GC": 5}, phase="gather power", phase_begins=True)
    while asked(power)[1] != "doom phase":
        power.play(power.decision.options[0])
    assert power.state.doom[0] == doom  # once, not as Power is gathered


# -- Shantak ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-NM-016", "CW-NM-010")
def test_a_shantak_moves_anywhere_and_a_cultist_rides_along() -> None:
    units = {"GC": {ANT: "Shantak, Acolyte, Deep One"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, cards={"Shantak": "GC"})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"Shantak, {ANT}"), ("GC", "move to", NA))
    assert asked(p) == ("GC", "rides along")
    assert labels(p) == {"Done", "Acolyte"}
    script(p, ("GC", "rides along", "Acolyte"))
    assert (at(p, "GC", NA), p.state.power[0]) == ({"Shantak": 1, "Acolyte": 1}, 8)
    script(p, ("GC", "unit to move", f"Deep One, {ANT}"))
    assert NA not in labels(p)  # no other unit flies
    alone = scene("GC YS BG", {"GC": {ANT: "Shantak, Deep One"}}, cards={"Shantak": "GC"})
    script(alone, ("GC", "action", "move"), ("GC", "unit to move", f"Shantak, {ANT}"), ("GC", "move to", NA))
    assert asked(alone) == ("GC", "unit to move")


@pytest.mark.rule("CW-SL-039")
def test_burrow_gives_nothing_back_for_one_shantak_with_its_rider() -> None:
    units = {"SL": {ANT: "Shantak, 3 Acolyte"}, "YS": {EU: "Acolyte"}}
    ride = [("SL", "action", "move"), ("SL", "unit to move", f"Shantak, {ANT}"), ("SL", "move to", NA)]
    p = scene("SL YS BG", units, cards={"Shantak": "SL"}, books={"SL": "Burrow"})
    script(p, *ride, ("SL", "rides along", "Acolyte"), ("SL", "unit to move", "done"))
    assert p.state.power[0] == 8
    two = scene("SL YS BG", units, cards={"Shantak": "SL"}, books={"SL": "Burrow"})
    script(two, *ride, ("SL", "rides along", "Acolyte"), ("SL", "unit to move", f"Acolyte, {ANT}"))
    script(two, ("SL", "move to", next(iter(labels(two)))), ("SL", "unit to move", "done"))
    assert two.state.power[0] == 8  # two are paid, one comes back


# -- Leng Spider ------------------------------------------------------------------------------------------------------
YS_PAINS = ("GC", "pains to a kill", "Two pains of Yellow Sign become a kill")


@pytest.mark.rule("CW-NM-015", "CW-BEX-009", "CW-BEX-010")
def test_two_spiders_one_of_them_killed_make_two_kills_of_four_pains() -> None:
    units = {"GC": {EA: "2 Leng Spider, Acolyte"}, "YS": {EA: "Hastur, Acolyte"}, "BG": {WAF: "2 Ghoul"}}
    p = scene("GC YS BG", units, cards={"Leng Spider": "GC"}, books={"BG": "Necrophagy"})
    ghoul = ("BG", "ghoul from", WAF)
    script(p, fight("GC", "YS"), roll(0, 2), roll(1, 0), ("YS", "takes a kill", "Leng Spider"))
    script(p, ("GC", "pains to a kill", "done"), ghoul, ghoul, ("YS", "takes a pain", "Acolyte"))
    script(p, ("YS", "takes a pain", "Acolyte"), YS_PAINS, YS_PAINS)
    assert asked(p) == ("YS", "result taken off")  # two of the four pains found no unit, and go first
    script(p, ("YS", "result taken off", "Acolyte (a pain)"), ("YS", "takes a kill", "Acolyte"))
    script(p, ("GC", "retreat to", AR), ("GC", "retreat to", AR))
    assert at(p, "YS", EA) == {}
    assert at(p, "GC", AR) == {"Leng Spider": 1, "Acolyte": 1}


@pytest.mark.rule("CW-NM-015", "CW-NM-012")
def test_each_spider_turns_two_pains_into_a_kill_and_no_more() -> None:
    units = {"GC": {EA: "2 Leng Spider"}, "YS": {EA: "6 Undead"}}
    p = scene("GC YS BG", units, cards={"Leng Spider": "GC"})
    script(p, fight("GC", "YS"), roll(0, 2), roll(0, 0), YS_PAINS)
    assert at(p, "YS", EA) == {"Undead": 5}
    one = scene("GC YS BG", units, cards={"Leng Spider": "GC"})
    script(one, fight("GC", "YS"), roll(0, 1), roll(0, 0))
    assert asked(one)[1] != "pains to a kill"  # one pain is not enough
    alone = scene(
        "GC YS BG", {"GC": {EA: "Leng Spider, 3 Deep One"}, "YS": {EA: "6 Undead"}}, cards={"Leng Spider": "GC"}
    )
    script(alone, fight("GC", "YS"), roll(0, 4), roll(0, 0), YS_PAINS)
    assert asked(alone)[1] != "pains to a kill"  # a single Spider, though there are pains for two


@pytest.mark.rule("CW-NM-015")
def test_pains_that_lie_become_kills_too_unless_they_may_not() -> None:
    units = {"GC": {EA: "2 Leng Spider, 2 Deep One"}, "YS": {EA: "5 Acolyte, Undead"}}
    lines = [fight("GC", "YS"), roll(0, 4), ("GC", "pains to a kill", "done"), *[("YS", "takes a pain", "Acolyte")] * 4]
    p = scene("GC YS BG", units, cards={"Leng Spider": "GC"})
    script(p, *lines)
    script(p, YS_PAINS, YS_PAINS, ("YS", "takes a kill", "Acolyte"), ("YS", "takes a kill", "Acolyte"))
    assert at(p, "YS", EA) == {"Acolyte": 3, "Undead": 1}
    never = scene("GC YS BG", units, cards={"Leng Spider": "GC"}, rulings={"bloodthirst_time": "before_pains"})
    script(never, *lines)
    assert asked(never)[1] != "pains to a kill"


@pytest.mark.rule("CW-SL-026", "CW-NM-015")
def test_where_kills_count_as_pains_bloodthirst_makes_one_pain_of_two() -> None:
    units = {"GC": {EA: "2 Leng Spider"}, "SL": {EA: "3 Serpent Man", AR: "Tsathoggua"}, "BG": {EU: "Acolyte"}}
    p = scene("GC SL BG", units, cards={"Leng Spider": "GC"}, books={"SL": "Demand Sacrifice"})
    script(p, fight("GC", "SL"), ("SL", "pre_battle", "Demand Sacrifice"),
           ("GC", "demand sacrifice", "All your Kills count as Pains"), roll(0, 2), roll(0, 0),
           ("GC", "pains to a kill", "Two pains of Sleeper become a kill"), ("SL", "retreat to", WAF))  # fmt: skip
    assert (at(p, "SL", EA), at(p, "SL", WAF), asked(p)[1]) == ({"Serpent Man": 2}, {"Serpent Man": 1}, "action")


@pytest.mark.rule("CW-NM-018")
def test_zagazig_swaps_first_and_bloodthirst_takes_what_are_pains_then() -> None:
    units = {"GC": {EA: "Leng Spider, 2 Deep One"}, "BB": {EA: "Cat from Mars, 3 Earth Cat"}}
    swap = ("BB", "pre_battle", "Zagazig")
    p = scene("GC BB BG", units, cards={"Leng Spider": "GC"}, books={"BB": "Zagazig"})
    script(p, fight("GC", "BB"), swap, roll(2, 0), roll(0, 0))
    assert asked(p) == ("GC", "pains to a kill")
    other = scene("GC BB BG", units, cards={"Leng Spider": "GC"}, books={"BB": "Zagazig"})
    script(other, fight("GC", "BB"), swap, roll(0, 2), roll(0, 0))
    assert asked(other) == ("BB", "takes a kill")


# -- Moonbeast --------------------------------------------------------------------------------------------------------
SILENT = ("GC", "book to silence", "Passion, Great Cthulhu")


@pytest.mark.rule("CW-NM-017", "CW-NM-008")
def test_a_moonbeast_lies_on_an_enemys_book_and_nobody_uses_it_anew() -> None:
    units = {"YS": {AR: "Acolyte"}, "GC": {EU: "Cthulhu, Acolyte"}}
    p = scene("YS GC BG", units, gates={AR: "YS"}, cards={"Moonbeast": "YS"}, books={"GC": "Dreams, Submerge"})
    assert why_not(p, "GC", "dreams", area(p, AR), who(p, "YS")).keys() <= {"CW-ACT-001"}
    script(p, ("YS", "action", f"summon {AR} Moonbeast"), ("YS", "book to silence", "Dreams, Great Cthulhu"))
    [(owner, kind, foe, book)] = p.state.perched
    assert (at(p, "YS", AR), owner, kind, foe) == ({"Acolyte": 1}, 0, of_card(p.state, 0, "moonbeast"), 1)
    assert p.state.config.factions[1].books[book].name == "Dreams"
    assert p.state.gone(0, kind) == 0  # it is not out of the game
    assert (pool(p, "YS", "Moonbeast"), p.state.count_books(1), p.system.violations(p.state)) == (3, 2, [])
    script(p, ("YS", "action", "end"))
    assert asked(p) == ("GC", "action")
    assert not any(label.startswith("Dreams") for label in labels(p))
    assert "CW-ABI-001" in why_not(p, "GC", "dreams", area(p, AR), who(p, "YS"))


@pytest.mark.rule("CW-NM-017")
def test_who_has_no_enemy_with_a_book_has_the_moonbeast_at_the_gate() -> None:
    p = scene("YS GC BG", {"YS": {AR: "Acolyte"}, "GC": {EU: "Acolyte"}}, gates={AR: "YS"}, cards={"Moonbeast": "YS"})
    script(p, ("YS", "action", f"summon {AR} Moonbeast"))
    assert at(p, "YS", AR) == {"Acolyte": 1, "Moonbeast": 1}


@pytest.mark.rule("CW-NM-017", "CW-NM-008")
def test_bought_it_lies_down_at_once_and_in_the_next_doom_phase_it_goes_to_a_gate() -> None:
    units = {"YS": {AR: "Acolyte"}, "GC": {EU: "Acolyte"}}
    p = slot("YS GC BG", units, gates={AR: "YS"}, books={"GC": "Dreams"})
    script(p, ("YS", "doom phase", "Buy Moonbeast"))
    assert len(p.state.perched) == 1
    s = p.state.copy()
    s.slot, s.edges = None, 0
    again = Position(p.system, s)
    assert at(again, "YS", AR) == {"Acolyte": 1, "Moonbeast": 1}
    assert again.state.perched == ()
    assert again.state.hushed == ()


def silenced(book: str, units: dict[str, dict[str, str]], seats: str = "YS GC BG", **more: Any) -> Position:
    """A Moonbeast of the first seat lies on a book of the second; it is the turn of the second."""
    p = scene(seats, units, cards={"Moonbeast": seats[:2]}, books={seats.split()[1]: book}, **more)
    s = p.state.copy()
    names = [one.name for one in s.config.factions[1].books]
    s.perch(0, of_card(s, 0, "moonbeast"), 1, names.index(book))
    s.active = 1
    return Position(p.system, s)


@pytest.mark.rule("CW-NM-017")
def test_for_a_doom_it_goes_at_once_to_a_gate_of_its_owner_or_of_anybody() -> None:
    units = {"YS": {AR: "Acolyte", ANT: "Acolyte"}, "GC": {EU: "Acolyte", WAF: "Acolyte"}}
    more = {"gates": {AR: "YS", WAF: "GC"}, "doom": {"GC": 3}}
    p = silenced("Dreams", units, **more)
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"Acolyte, {EU}"))
    script(p, ("GC", "move to", next(iter(sorted(labels(p))))), ("GC", "unit to move", "done"))
    assert asked(p) == ("GC", "ransom")
    script(p, ("GC", "ransom", "Dreams: pay 1 Doom"))
    assert (p.state.doom[1], at(p, "YS", AR), p.state.hushed) == (2, {"Acolyte": 1, "Moonbeast": 1}, ())
    any_gate = silenced("Dreams", units, **more, rulings={"moonbeast_return": "owner_choice"})
    script(any_gate, ("GC", "action", "pass"), ("GC", "ransom", "Dreams: pay 1 Doom"))
    assert asked(any_gate) == ("YS", "figure to a gate")
    assert labels(any_gate) == {AR, WAF}
    poor = silenced("Dreams", units, gates={AR: "YS"}, doom={"GC": 0})
    script(poor, ("GC", "action", "pass"))
    assert asked(poor)[1] != "ransom"


@pytest.mark.rule("CW-NM-021")
def test_who_has_submerged_before_comes_up_but_nobody_goes_down_anew() -> None:
    units = {"YS": {AR: "Acolyte"}, "GC": {SPA: "Acolyte", "submerged": "Cthulhu, Starspawn"}}
    p = silenced("Submerge", units)
    assert f"Emerge in {EU}" in labels(p)
    script(p, ("GC", "action", f"emerge {SPA}"))
    assert at(p, "GC", SPA) == {"Acolyte": 1, "Cthulhu": 1, "Starspawn": 1}
    down = silenced("Submerge", {"YS": {AR: "Acolyte"}, "GC": {SPA: "Cthulhu, Starspawn"}})
    assert "Submerge" not in labels(down)
    assert set(why_not(down, "GC", "submerge")) == {"CW-ABI-001"}


@pytest.mark.rule("CW-NM-021")
def test_a_gate_that_sleeps_stays_and_comes_back_but_no_other_falls_asleep() -> None:
    units = {"YS": {AR: "Acolyte"}, "SL": {EU: "2 Acolyte", "submerged": "Acolyte"}}
    p = silenced("Cursed Slumber", units, "YS SL BG", gates={EU: "SL"}, gates_on_cards=[["SL", 1]])
    assert not any("Cursed Slumber takes" in label for label in labels(p))
    assert why_not(p, "SL", "wake gate", area(p, NA)) == {}
    assert "CW-ABI-001" in why_not(p, "SL", "cursed slumber", area(p, EU))
    assert p.state.count_gates(1) == 2


@pytest.mark.rule("CW-NM-022")
def test_dark_young_stay_on_their_gates_give_no_power_and_take_no_other() -> None:
    units = {"YS": {AR: "Acolyte"}, "BG": {EU: "Dark Young", WAF: "Dark Young", NA: "Acolyte"}}
    more = {"gates": {EU: "BG: Dark Young", WAF: "abandoned"}}
    free = scene("BG YS GC", units, books={"BG": "The Red Sign"}, **more)
    p = silenced("The Red Sign", units, "YS BG GC", gates={EU: "abandoned", WAF: "abandoned"})
    s = p.state.copy()
    dark = s.config.name[1].index("Dark Young")
    s.hold(1, dark, area(p, EU))
    q = Position(p.system, s)
    assert (q.state.holder(area(q, EU)), q.system.violations(q.state)) == (1, [])
    assert gathered(free.state, 0).value - gathered(q.state, 1).value == 2 - 0
    assert not any("Control" in label for label in labels(q))
    assert any("Control" in label for label in labels(free))


# -- Penguins ---------------------------------------------------------------------------------------------------------
PENGUIN = "Giant Blind Albino Penguin"


@pytest.mark.rule("CW-NM-013")
def test_penguins_come_to_a_battle_of_their_owner_and_take_dice_from_it() -> None:
    units = {"GC": {EA: "Cthulhu", AR: PENGUIN}, "YS": {EA: "Undead, Acolyte"}}
    p = scene("GC YS BG", units, cards={PENGUIN: "GC"}, books={"GC": ""})
    script(p, fight("GC", "YS"))
    while asked(p)[1] == "pre_battle":
        script(p, ("GC", "pre_battle", "done"))
    assert asked(p) == ("GC", "comes to the battle")
    script(p, ("GC", "comes to the battle", f"{PENGUIN}, {AR}"))
    if asked(p)[1] == "pre_battle":
        script(p, ("GC", "pre_battle", "done"))
    assert dice(p) == 4  # Cthulhu's 6, and 2 less
    stay = scene("GC YS BG", units, cards={PENGUIN: "GC"})
    script(stay, fight("GC", "YS"))
    while asked(stay)[1] in ("pre_battle", "comes to the battle"):
        script(stay, ("GC", asked(stay)[1], "done"))
    assert dice(stay) == 6


@pytest.mark.rule("CW-NM-013")
def test_in_a_battle_of_others_a_penguin_fights_for_whom_its_owner_names_and_goes_home_after_it() -> None:
    units = {"GC": {EA: "Starspawn"}, "YS": {EA: "Undead, Acolyte"}, "BG": {AR: PENGUIN}}
    p = scene("GC YS BG", units, cards={PENGUIN: "BG"})
    script(p, fight("GC", "YS"), ("BG", "comes to the battle", f"{PENGUIN}, {AR}"))
    script(p, ("BG", "penguin for whom", "For Great Cthulhu"))
    assert dice(p) == 1  # a Starspawn's 3, and 2 less
    assert (at(p, "GC", EA)[PENGUIN], at(p, "BG", AR)) == (1, {})
    script(p, roll(0, 1))
    while p.state.battle is not None:
        p.play(p.decision.options[0])
    assert (at(p, "BG", EA), at(p, "GC", EA).get(PENGUIN, 0)) == ({PENGUIN: 1}, 0)
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-NM-013")
def test_a_penguin_that_dies_for_another_lies_in_its_owners_pool() -> None:
    units = {"GC": {EA: "Starspawn"}, "YS": {EA: "2 Undead, Acolyte"}, "BG": {AR: PENGUIN}}
    p = scene("GC YS BG", units, cards={PENGUIN: "BG"})
    script(p, fight("GC", "YS"), ("BG", "comes to the battle", f"{PENGUIN}, {AR}"))
    script(p, ("BG", "penguin for whom", "For Great Cthulhu"), roll(0, 0), roll(1, 0))
    script(p, ("GC", "takes a kill", PENGUIN))
    assert p.state.battle is None
    assert (pool(p, "BG", PENGUIN), pool(p, "GC", PENGUIN), at(p, "BG", EA)) == (2, 0, {})


# -- with the factions ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-NM-019")
def test_fertility_cult_summons_neutral_monsters_together_with_the_own() -> None:
    p = scene("BG YS GC", {"BG": {AR: "Acolyte"}}, gates={AR: "BG"}, cards={"Gug": "BG"})
    script(p, ("BG", "action", f"summon {AR} Ghoul"), ("BG", "summon more", f"Gug, {AR}"))
    assert at(p, "BG", AR) == {"Acolyte": 1, "Ghoul": 1, "Gug": 1}


@pytest.mark.rule("CW-YS-026")
def test_a_desecration_brings_a_neutral_monster_of_two_power_to_the_area_itself() -> None:
    units = {"YS": {AR: "King in Yellow, Acolyte"}, "GC": {EU: "Acolyte"}}
    held = {"Moonbeast": "YS", "Gnorri": "YS"}
    p = scene("YS GC BG", units, gates={AR: "YS"}, cards=held, books={"GC": "Dreams"})
    script(p, ("YS", "action", "desecrate"), ("chance", "desecrate", 6))
    assert "Moonbeast" in labels(p)
    assert "Gnorri" not in labels(p)  # it costs 3
    script(p, ("YS", "figure that comes", "Moonbeast"))
    assert at(p, "YS", AR)["Moonbeast"] == 1
    assert p.state.perched == ()
    without = scene("YS GC BG", units, gates={AR: "YS"})
    script(without, ("YS", "action", "desecrate"), ("chance", "desecrate", 6))
    assert "Moonbeast" not in labels(without)


# -- editor, table, bots ----------------------------------------------------------------------------------------------
def test_in_the_editor_a_card_brings_its_figures_and_a_figure_its_card() -> None:
    editor = th.editor("cthulhu_wars", players=3, things="neutral_monsters").set("phase", "Action")
    editor.put("GC Gug", Asia=1)
    s = editor.state
    held, gug = s.cards[[one.name for one in s.config.cards].index("Gug")], of_card(s, 0, "gug")
    assert (held, s.n(0, gug, POOL), editor.violations) == (0, 1, ())
    editor.set("Ghast", 1)
    assert editor.state.n(1, of_card(editor.state, 1, "ghast"), POOL) == 4
    assert editor.violations == ()
    assert editor.tool("Ghast, to be had").value == 0
    editor.put("GC Ghast", Asia=1)
    assert [fault.sentence for fault in editor.violations] == ["Great Cthulhu has a Ghast in play, but not its card"]


def test_the_market_is_a_row_with_what_each_costs_does_and_why_not() -> None:
    p = slot(
        "GC YS BG", {"GC": {AR: "Acolyte"}}, gates={AR: "GC"}, cards={"Ghast": "YS"}, doom={"GC": 2}, things=TERRORS
    )
    (line,) = p.system.table(p.state).lines
    items = {item.name: item for item in line.items}
    assert line.note == "neutral monster 2 Doom, terror 2 Doom and 2 Power"
    assert [mark.seat for mark in items["Ghast"].marks] == [1]
    assert items["Gug"].note == "2 Doom. 2 figures, 1 Power, Combat 3, captures nobody."
    assert items["Dhole"].note.startswith("2 Doom and 2 Power. Not met: you have 0 Power.")
    assert items["Dhole"].target == f"card:{card(p, 'Dhole')}"
    option = next(o for o in p.decision.options if o[0] == "buy")
    assert p.system.targets(p.state, p.decision, option) == (f"card:{option[1]}",)
    assert p.system.detail(p.state, p.decision, option)[1] == "2 Doom"
    assert system("GC YS BG").table(table("GC YS BG", {"GC": {AR: "Acolyte"}}).state).lines == ()


def test_what_can_be_had_comes_first_in_the_market_then_the_cheapest_and_last_what_somebody_has() -> None:
    more: dict[str, Any] = {"gates": {AR: "GC"}, "doom": {"GC": 2}, "things": TERRORS, "cards": {"Ghast": "YS"}}
    (line,) = (p := slot("GC YS BG", {"GC": {AR: "Acolyte"}}, **more)).system.table(p.state).lines
    rows = [(item.tag, item.pale) for item in line.items]
    assert rows == sorted(rows, key=lambda row: (not row[0], row[1], row[0]))
    assert {*rows} == {("2", False), ("2 + 2", True), ("", False)}  # no Power for Terrors; the Ghast is sold
    assert line.items[-1].name == "Ghast"
    (line,) = (p := slot("GC YS BG", {"GC": {AR: "Acolyte"}}, **more, power=2)).system.table(p.state).lines
    assert {(item.tag, item.pale) for item in line.items} == {("2", False), ("2 + 2", False), ("", False)}


def test_a_bot_buys_what_is_worth_its_doom() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, gates={AR: "GC"}, power=0)
    before = p.system.strength(p.state)[0]
    script(p, ("GC", "doom phase", "Buy Gug"))
    assert p.system.strength(p.state)[0] > before
    assert p.system.parts(p.state, 0)["loyalty cards"] == 2.0


@pytest.mark.rule("CW-NM-002", "CW-VIC-001")
@pytest.mark.parametrize(("ruling", "over"), [("phase_end", False), ("reached", True)])
def test_a_card_may_take_its_buyer_below_the_doom_that_ends_the_game(ruling: str, over: bool) -> None:
    for doom, ends in ((30, over), (29, False)):
        p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, doom={"GC": doom}, rulings={"doom_at_thirty": ruling})
        script(p, ("GC", "doom phase", "Buy Gug"))
        while p.decision is not None and asked(p)[1] == "doom phase":
            p.play("done")
        assert (p.state.doom[0], p.state.phase == OVER) == (doom - 2, ends)
