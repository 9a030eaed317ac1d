"""Great Old Ones of factions that do not play, as independent ones."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.awakened import earned, holder, printed
from tests.cthulhu_wars.scene import (
    AR,
    EA,
    MOMENTS,
    area,
    asked,
    at,
    elsewhere,
    labels,
    script,
    system,
    table,
    unsaid,
    why_not,
)  # fmt: skip
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.errors import UnknownName
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.faction_great_old_ones import GROWTH, start_areas
from theomachy.games.cthulhu_wars.rules.common import ritual_price
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.score import gathered

BOX, EU, WAF, NA = "faction_great_old_ones", "Europe", "West Africa", "North Asia"
KING, HASTUR, CTHULHU, SHUB = "The King in Yellow", "Hastur", "Cthulhu", "Shub-Niggurath"
NYARLATHOTEP, YOG, TSATHOGGUA, UBBO = "Nyarlathotep", "Yog-Sothoth", "Tsathoggua", "Ubbo-Sathla"
RHAN, ITHAQUA = "Rhan-Tegoth", "Ithaqua"
PRICES = {
    KING: 2, HASTUR: 6, CTHULHU: 6, SHUB: 4, NYARLATHOTEP: 6, YOG: 6, TSATHOGGUA: 4, UBBO: 4, RHAN: 4, ITHAQUA: 4,
}  # fmt: skip
COMBAT = {CTHULHU: 3, RHAN: 2, ITHAQUA: 5}
SIGNS = (HASTUR, CTHULHU)  # an Elder Sign comes with them
CORE = ("GC", "CC", "BG", "YS")
OF = {CTHULHU: "GC", NYARLATHOTEP: "CC", SHUB: "BG", KING: "YS", HASTUR: "YS"}
GOD = {"GC": "Cthulhu", "CC": "Nyarlathotep", "BG": "Shub-Niggurath"}
IGO = "CW-IGO-024"
pytestmark = pytest.mark.rule("CW-IGO-024")


def seats_for(name: str) -> list[str]:
    """Three factions of the box that may play with it, the first two with a Great Old One at hand."""
    return [x for x in ("CC", "BG", "GC", "YS") if OF.get(name) != x][:3]


def scene(name: str, units: dict[str, dict[str, str]], *, book: bool = False, **more: Any) -> Position:
    """The first of three factions has the card, with its spellbook or without. "me" is the first, "foe" the second."""
    seats = more.pop("seats", None) or seats_for(name)
    units = {{"me": seats[0], "foe": seats[1], "third": seats[2]}.get(x, x): row for x, row in units.items()}
    for x in seats:
        units.setdefault(x, {"South Pacific": "Acolyte"})
    more = {"cards": {name: seats[0]}, "things": (BOX,)} | more
    more |= {"card_spellbooks": {seats[0]: name}} if book else {}
    return table(" ".join(seats), units, **more)


def word(name: str) -> str:
    """How it is awakened."""
    return "awaken independent " + ("king" if name == KING else name.lower())


def to_doom(p: Position) -> None:
    """From the First Player phase into the Doom phase."""
    while asked(p)[1] in ("first player", "direction"):
        p.play(p.decision.options[0])


# -- the box ----------------------------------------------------------------------------------------------------------
def test_ten_cards_are_in_the_box_with_their_values() -> None:
    config = system("AN BB DS", things=(BOX,)).config
    found = {u.name: (u.figures, u.costs, u.combat) for u in config.factions[0].units if u.neutral}
    assert found == {name: (1, (price,), COMBAT.get(name, 0)) for name, price in PRICES.items()}


def test_none_is_in_a_game_with_its_own_faction() -> None:
    assert printed(BOX).keys() == {NYARLATHOTEP, YOG, TSATHOGGUA, UBBO, RHAN, ITHAQUA}
    assert [card.name for card in system("WW SL OW", things=(BOX,)).config.cards] == [
        KING, HASTUR, CTHULHU, SHUB, NYARLATHOTEP, UBBO,
    ]  # fmt: skip
    with pytest.raises(UnknownName, match="the card Hastur is not in a game with Yellow Sign"):
        th.new("cthulhu_wars", factions=["YS", "GC", "BG"], cards=["lone_hastur"])
    assert th.new("cthulhu_wars", factions=["CC", "GC", "BG"], cards=["lone_hastur"], seed=1).state.config.awakened == 1


@pytest.mark.parametrize("name", PRICES)
def test_each_is_awakened_at_a_gate_beside_a_great_old_one(name: str) -> None:
    me, foe, _ = seats_for(name)
    units = {me: {EA: f"{GOD[me]}, Acolyte", AR: "Acolyte", EU: GOD[me] if False else "Acolyte"}, foe: {NA: "Acolyte"}}
    p = scene(name, units, cards={}, gates={EA: me, AR: me, NA: foe})
    assert [*why_not(p, me, word(name), area(p, AR))] == ["CW-IGO-008"]
    p = scene(name, {me: {NA: GOD[me], EA: "Acolyte"}, foe: {NA: "Acolyte"}}, cards={}, gates={EA: me, NA: foe})
    assert [*why_not(p, me, word(name), area(p, NA))] == ["CW-IGO-008"]
    p = scene(name, units, cards={name: foe}, gates={EA: me, AR: me, NA: foe})
    assert [*why_not(p, me, word(name), area(p, EA))] == ["CW-IGO-002"]
    p = scene(name, units, cards={}, gates={EA: me, AR: me, NA: foe})
    script(p, (me, "action", f"{word(name)} {EA}"))
    if name in SIGNS:
        script(p, ("chance", "elder sign", 1))
    assert (at(p, me, EA)[name], holder(p, name), p.state.power[0]) == (1, 0, 9 - PRICES[name])
    assert p.state.signs[0] == ((1,) if name in SIGNS else ())


# -- The King in Yellow -----------------------------------------------------------------------------------------------
def defiling(units: str, **more: Any) -> Position:
    return scene(KING, {"me": {EA: units}, "foe": {EA: "Acolyte"}}, **more)


@pytest.mark.parametrize(("rolled", "gate", "marked", "comes"), [
    (3, "BG", True, True), (4, "BG", False, False), (3, "CC", True, False), (3, "abandoned", True, False),
])  # fmt: skip
def test_defilement_is_a_die_against_the_units_there(rolled: int, gate: str, marked: bool, comes: bool) -> None:
    p = defiling(f"{KING}, 2 Acolyte", gates={EA: gate})
    script(p, ("CC", "action", "defile"), ("chance", "defilement", rolled))
    assert labels(p) == {"Acolyte", "Nightgaunt", "Flying Polyp"}
    script(p, ("CC", "who comes defiling", "Nightgaunt"))
    assert (at(p, "CC", EA)["Nightgaunt"], p.state.power[0]) == (1, 7)
    assert bool(p.state.tokens[p.state.config.token("desecration")]) is marked
    assert earned(p, "CC", KING) is comes


def test_defilement_needs_the_king_an_area_without_a_marker_a_marker_and_somebody_who_comes() -> None:
    assert [*why_not(scene(KING, {"me": {EA: "Acolyte"}}), "CC", "defile")] == [IGO]
    assert [*why_not(defiling(KING, markers={"desecration": EA}), "CC", "defile")] == [IGO]
    areas = [name for name in system("CC BG GC").config.map.names if name != EA][:12]
    assert [*why_not(defiling(KING, markers={"desecration": ", ".join(areas)}), "CC", "defile")] == ["CW-CMP-005"]
    p = defiling(f"{KING}, 6 Acolyte, 3 Nightgaunt, 3 Flying Polyp")
    assert [*why_not(p, "CC", "defile")] == ["CW-ABI-006"]
    assert not why_not(defiling(KING), "CC", "defile")


def test_feast_counts_all_desecrated_areas_with_the_spellbook_alone() -> None:
    for book in (True, False):
        p = defiling(KING, markers={"desecration": f"{AR}, {EU}"}, book=book)
        assert gathered(p.state, 0).value - gathered(defiling(KING).state, 0).value == 2 * book


# -- Hastur -----------------------------------------------------------------------------------------------------------
def test_hastur_rolls_half_of_what_a_ritual_costs() -> None:
    for marker, n in ((0, 2), (1, 3), (3, 4)):  # 5, 6, 8 with three players
        p = scene(HASTUR, {"me": {EA: HASTUR}, "foe": {EA: "Acolyte"}}, ritual=marker)
        assert combat(p.state, area(p, EA), 0, 1) == p.state.ritual_cost() // 2 == n


@pytest.mark.parametrize("name", [HASTUR, CTHULHU])
def test_a_gate_where_its_own_faction_would_start_brings_a_sign_as_the_doom_phase_begins(name: str) -> None:
    me, foe, _ = seats_for(name)
    slug = "yellow_sign" if name == HASTUR else "great_cthulhu"
    p = scene(name, {})
    (home,) = [p.state.config.map.names[a] for a in start_areas(p.state, slug)]
    for keeper in (me, foe):
        units = {keeper: {home: "Acolyte"}, me: {EA: "Acolyte", home: "Acolyte"}}
        p = scene(name, units, gates={home: keeper}, phase="first player", power=9)
        to_doom(p)
        assert (asked(p) == ("chance", "elder sign")) is (keeper == me)


def test_doom_that_another_gains_brings_hasturs_spellbook_and_with_it_the_owner_spreads_results() -> None:
    p = scene(HASTUR, {"me": {EA: HASTUR}})
    script(p, ("CC", "action", "doom for hastur black goat"))
    assert (p.state.doom, earned(p, "CC", HASTUR), p.state.power[0]) == ([0, 3, 0], True, 9)
    assert IGO in why_not(p, "CC", "doom for hastur", 1)
    for book in (True, False):
        units = {"me": {EA: f"{HASTUR}, Acolyte", AR: "Acolyte"}, "foe": {EA: "Ghoul, Acolyte"}}
        p = scene(HASTUR, units, book=book)
        script(p, fight("CC", "BG"), roll(1, 0))
        assert asked(p) == ("CC" if book else "BG", "takes a kill")
    p = scene(HASTUR, {"me": {AR: HASTUR, EA: "Flying Polyp"}, "foe": {EA: "Ghoul, Acolyte"}}, book=True)
    script(p, fight("CC", "BG"), roll(1, 0))
    assert asked(p) == ("BG", "takes a kill")  # he is elsewhere


# -- Cthulhu ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("mine", "theirs", "comes"), [(3, 0, True), (2, 1, False), (2, 2, True), (0, 3, False)])
def test_cthulhus_spellbook_asks_for_gates_in_oceans(mine: int, theirs: int, comes: bool) -> None:
    me, foe, _ = seats_for(CTHULHU)
    board = system(" ".join(seats_for(CTHULHU)), things=(BOX,)).config.map
    sea = [name for a, name in enumerate(board.names) if board.wet >> a & 1]
    gates = {name: me if i < mine else foe for i, name in enumerate(sea[: mine + theirs])}
    units: dict[str, dict[str, str]] = {me: {EA: CTHULHU, NA: "Acolyte"}, foe: {AR: "Acolyte"}}
    for name, who_ in gates.items():
        units[who_][name] = "Acolyte"
    p = scene(CTHULHU, units, gates=gates)
    script(p, (me, "action", f"recruit {NA}"))
    assert earned(p, me, CTHULHU) is comes


def test_cthulhu_devours_with_his_spellbook_what_the_enemy_chooses() -> None:
    me, foe, _ = seats_for(CTHULHU)
    for here, book in ((EA, True), (EA, False), (AR, True)):
        units = {me: {EA: "Flying Polyp"} | {here: f"{CTHULHU}, 2 Flying Polyp"}, foe: {EA: "2 Ghoul"}}
        p = scene(CTHULHU, units, book=book)
        script(p, fight(me, foe))
        if here == EA and book:
            script(p, (me, "pre_battle", "Devour (independent)"))
            assert at(p, foe, EA) == {"Ghoul": 1}
        assert asked(p) == ("chance", "battle dice")
    p = scene(CTHULHU, {me: {EA: CTHULHU}, foe: {EA: "Shub-Niggurath"}}, book=True)
    assert asked(script(p, fight(me, foe))) == ("chance", "battle dice")  # only a Great Old One faces him


# -- Shub-Niggurath ---------------------------------------------------------------------------------------------------
def test_shub_niggurath_rolls_a_die_for_each_gate() -> None:
    p = scene(
        SHUB, {"me": {EA: SHUB, AR: "Acolyte", EU: "Acolyte"}, "foe": {EA: "Acolyte"}}, gates={AR: "CC", EU: "CC"}
    )
    assert combat(p.state, area(p, EA), 0, 1) == 2
    p = scene(SHUB, {"me": {EA: SHUB}, "foe": {EA: "Acolyte", AR: "Acolyte"}}, gates={AR: "GC"})
    assert combat(p.state, area(p, EA), 0, 1) == 0


def test_one_recruit_brings_several_cultists_to_several_areas_and_monsters_come_one_by_one() -> None:
    units = {"me": {EA: f"{SHUB}, Acolyte", AR: "Acolyte"}}
    p = scene(SHUB, units, power=3)
    script(p, ("CC", "action", f"recruit {EA}"), ("CC", "recruit more", AR), ("CC", "recruit more", AR))
    assert (at(p, "CC", AR)["Acolyte"], at(p, "CC", EA)["Acolyte"], p.state.power[0]) == (3, 2, 0)
    p = scene(SHUB, units)
    script(p, ("CC", "action", f"recruit {EA}"), ("CC", "recruit more", "done"))
    assert (asked(p)[1], p.state.power[0]) == ("action", 8)
    p = scene(SHUB, {"me": {EA: "Acolyte"}}, cards={})
    script(p, ("CC", "action", f"recruit {EA}"))
    assert (asked(p)[1], p.state.power[0]) == ("action", 8)
    p = scene(SHUB, units, gates={EA: "CC"})
    script(p, ("CC", "action", f"summon {EA} nightgaunt"))
    assert asked(p)[1] == "action"


def test_shared_areas_bring_the_avatar_and_she_trades_places_with_what_its_owner_picks() -> None:
    for there, comes in ((EU, True), (NA, False)):
        units = {"me": {EA: SHUB, AR: "Acolyte", EU: "Acolyte"}, "foe": {AR: "Acolyte"}, "third": {there: "Acolyte"}}
        p = scene(SHUB, units)
        script(p, ("CC", "action", f"recruit {AR}"), ("CC", "recruit more", "done"))
        assert earned(p, "CC", SHUB) is comes
    units = {"me": {EA: SHUB}, "foe": {AR: "Deep One, Acolyte, Cthulhu"}}
    p = scene(SHUB, units, book=True)
    script(p, ("CC", "action", f"trade places {AR} great cthulhu"))
    assert asked(p) == ("GC", "traded for the Avatar")
    assert len(labels(p)) == 2
    script(p, ("GC", "traded for the Avatar", "Deep One"))
    assert (at(p, "CC", AR), at(p, "GC", EA), p.state.power[0]) == ({SHUB: 1}, {"Deep One": 1}, 8)
    assert [*why_not(scene(SHUB, {"foe": {AR: "Acolyte"}}, book=True), "CC", "trade places", area(p, AR), 1)] == [IGO]
    assert [*why_not(scene(SHUB, {"me": {AR: SHUB}, "foe": {AR: "Acolyte"}}, book=True), "CC", "trade places",
                     area(p, AR), 1)] == [IGO]  # fmt: skip
    assert [*why_not(scene(SHUB, {"me": {EA: SHUB}, "foe": {AR: "Cthulhu"}}, book=True), "CC", "trade places",
                     area(p, AR), 1)] == [IGO]  # fmt: skip
    assert "CW-ABI-001" in why_not(scene(SHUB, units), "CC", "trade places", area(p, AR), 1)


# -- Nyarlathotep -----------------------------------------------------------------------------------------------------
def test_nyarlathotep_rolls_the_spellbooks_of_his_opponent_alone() -> None:
    p = scene(NYARLATHOTEP, {"me": {EA: NYARLATHOTEP}, "foe": {EA: "Acolyte"}}, seats=["GC", "YS", "BG"],
              books={"GC": "all", "YS": "Passion, Zingaya"})  # fmt: skip
    assert combat(p.state, area(p, EA), 0, 1) == 2


def test_he_alone_moves_two_areas() -> None:
    p = scene(NYARLATHOTEP, {"me": {AR: f"{NYARLATHOTEP}, Acolyte"}}, seats=["GC", "YS", "BG"])
    far = next(a for a in p.state.config.map.reach[1][area(p, AR)] if a not in p.state.config.map.near[area(p, AR)])
    name = p.state.config.map.names[far]
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"{NYARLATHOTEP}, {AR}"))
    assert name in labels(p)
    three = {p.state.config.map.names[a] for a in p.state.config.map.reach[2][area(p, AR)]} - {
        p.state.config.map.names[a] for a in p.state.config.map.reach[1][area(p, AR)]
    }
    assert not three & labels(p)
    script(p, ("GC", "move to", name), ("GC", "unit to move", f"Acolyte, {AR}"))
    assert name not in labels(p)


def test_a_captured_cultist_brings_his_spellbook_and_it_something_for_each_god_that_is_hurt() -> None:
    seats = ["GC", "YS", "BG"]
    p = scene(NYARLATHOTEP, {"me": {EA: NYARLATHOTEP}, "foe": {EA: "Acolyte"}}, seats=seats)
    script(p, ("GC", "action", f"capture {EA} yellow sign"))
    assert earned(p, "GC", NYARLATHOTEP)
    units = {"me": {EA: f"{NYARLATHOTEP}, Deep One"}, "foe": {EA: "Hastur"}}
    for said, power, signs in (("5 Power", 8 + 5, ()), ("2 Elder Signs", 8, (1, 1)), ("Nothing", 8, ())):
        p = scene(NYARLATHOTEP, units, seats=seats, book=True, books={"YS": "Passion"})
        script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("GC", "the harbinger", said))
        for _ in signs:
            script(p, ("chance", "elder sign", 1))
        assert (p.state.power[0], p.state.signs[0]) == (power, signs)
    p = scene(NYARLATHOTEP, units, seats=seats, books={"YS": "Passion"})
    assert asked(script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0))) == ("YS", "retreat to")
    p = scene(NYARLATHOTEP, {"me": {AR: NYARLATHOTEP, EA: "2 Shoggoth"}, "foe": {EA: "Hastur"}}, seats=seats, book=True)
    assert asked(script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0))) == ("YS", "retreat to")


# -- Yog-Sothoth ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "ruling", "n"), [(YOG, "one", 2), (YOG, "two", 4), (TSATHOGGUA, "two", 2)])
def test_they_roll_for_the_gods_of_enemy_factions_without_independent_ones(name: str, ruling: str, n: int) -> None:
    units = {"me": {EA: f"{name}, Nyarlathotep"}, "foe": {EA: "Shub-Niggurath"}, "third": {AR: f"Cthulhu, {RHAN}"}}
    p = scene(name, units, cards={name: "CC", RHAN: "GC"}, rulings={"independent_yog_combat": ruling})
    assert combat(p.state, area(p, EA), 0, 1) == n


def test_yog_sothoth_takes_gate_and_keeper_along() -> None:
    p = scene(YOG, {"me": {EA: YOG}, "foe": {EA: "Acolyte, Ghoul"}}, gates={EA: "BG"})
    script(p, ("CC", "action", f"travel with the gate {AR}"))
    assert (at(p, "CC", AR), at(p, "BG", AR), at(p, "BG", EA)) == ({YOG: 1}, {"Acolyte": 1}, {"Ghoul": 1})
    assert (p.state.holder(area(p, AR)), p.state.gate[area(p, EA)], p.state.power[0]) == (1, 0, 8)
    to = area(p, EU)

    def refused(units: dict[str, dict[str, str]], gates: dict[str, str], **more: Any) -> list[str]:
        return [*why_not(scene(YOG, units, gates=gates, **more), "CC", "travel with the gate", to)]

    home = {"me": {EA: f"{YOG}, Acolyte"}}
    assert refused({"me": {EA: "Acolyte"}}, {EA: "CC"})[0] == IGO  # he is not there
    assert refused(home, {}) == [IGO]  # no gate with him
    assert refused(home | {"foe": {EA: "Shub-Niggurath"}}, {EA: "CC"}) == [IGO]
    assert refused(home | {"foe": {EU: "Acolyte"}}, {EA: "CC", EU: "BG"}) == [IGO]  # there is one
    assert refused(home, {EA: "CC"}) == []
    more: dict[str, Any] = {"things": (BOX, "terrors"), "cards": {YOG: "CC", "Cacodemon": "GC"}}
    terror = {"third": {EU: "Cacodemon"}}
    assert refused(home | terror, {EA: "CC"}, **more) == []  # whose he is comes with a Great Old One
    theirs = {"me": {EA: YOG}, "foe": {EA: "Acolyte"}} | terror
    assert refused(theirs, {EA: "BG"}, **more) == ["CW-ABI-004"]


def test_yog_sothoth_beside_an_enemy_god_earns_and_is_a_gate_himself() -> None:
    for god, comes in (("Shub-Niggurath", True), ("Ghoul", False)):
        p = scene(YOG, {"me": {EA: YOG, AR: "Acolyte"}, "foe": {EA: god}})
        script(p, ("CC", "action", f"recruit {AR}"))
        assert earned(p, "CC", YOG) is comes
    p = scene(YOG, {"me": {EA: YOG}}, book=True)
    assert (p.state.count_gates(0), area(p, EA) in p.state.portals(0)) == (1, True)
    script(p, ("CC", "action", f"summon {EA} nightgaunt"))
    p = scene(YOG, {"me": {EA: YOG}})
    assert (p.state.count_gates(0), area(p, EA) in p.state.portals(0)) == (0, False)


# -- Tsathoggua -------------------------------------------------------------------------------------------------------
def test_the_cheapest_monster_comes_from_below_in_the_doom_phase() -> None:
    p = scene(TSATHOGGUA, {"me": {EA: TSATHOGGUA, AR: "Acolyte"}}, phase="doom", power={"CC": 1})
    script(p, ("CC", "doom phase", "Death from Below (independent)"), ("CC", "comes from below", AR))
    assert (at(p, "CC", AR), p.state.power[0]) == ({"Acolyte": 1, "Nightgaunt": 1}, 1)
    p = scene(TSATHOGGUA, {"me": {AR: "Acolyte"}}, cards={}, phase="doom", power={"CC": 1})
    assert asked(p)[1] != "doom phase"
    everybody = f"{TSATHOGGUA}, 3 Nightgaunt, 3 Flying Polyp, 2 Hunting Horror"
    p = scene(TSATHOGGUA, {"me": {EA: everybody}}, phase="doom", power={"CC": 1})
    assert asked(p)[1] != "doom phase"


def test_three_power_bring_lethargy_and_it_needs_an_enemy_with_more() -> None:
    p = scene(TSATHOGGUA, {"me": {EA: TSATHOGGUA}}, power={"CC": 5, "BG": 1})
    script(p, ("CC", "action", "pay for lethargy black goat"))
    assert (p.state.power, earned(p, "CC", TSATHOGGUA)) == ([2, 4, 0], True)
    assert IGO in why_not(p, "CC", "pay for lethargy", 1)
    p = scene(TSATHOGGUA, {"me": {EA: TSATHOGGUA}}, power={"CC": 2, "BG": 3}, book=True)
    script(p, ("CC", "action", "idle"))
    assert (asked(p), p.state.power) == (("BG", "action"), [2, 3, 0])
    p = scene(TSATHOGGUA, {"me": {EA: TSATHOGGUA}}, power={"CC": 3, "BG": 3}, book=True)
    assert [*why_not(p, "CC", "idle")] == [IGO]
    p = scene(TSATHOGGUA, {}, power={"CC": 2, "BG": 3}, book=True)
    assert [*why_not(p, "CC", "idle")] == [IGO]


# -- Ubbo-Sathla ------------------------------------------------------------------------------------------------------
def test_its_combat_is_its_growth_which_begins_anew() -> None:
    p = scene(UBBO, {"me": {EA: UBBO}, "foe": {EA: "Acolyte"}}, counters=[["CC", GROWTH, 7]])
    assert combat(p.state, area(p, EA), 0, 1) == 7
    units = {"me": {EA: "Nyarlathotep, Acolyte"}}
    p = scene(UBBO, units, cards={}, gates={EA: "CC"}, counters=[["CC", GROWTH, 7]])
    script(p, ("CC", "action", f"{word(UBBO)} {EA}"))
    assert p.state.counter(0, GROWTH) == 0


def test_an_enemys_ritual_gives_doom_or_costs_one() -> None:
    for said, doom in (("give", [1, 1, 0]), ("less", [0, 0, 0])):
        p = scene(UBBO, {"me": {EA: UBBO}, "foe": {AR: "Acolyte"}}, gates={AR: "BG"}, phase="doom", active="BG",
                  first="BG", power={"BG": 9})  # fmt: skip
        before = p.state.doom[1]
        script(p, ("BG", "doom phase", "ritual"), ("BG", "sycophancy of it", said))
        assert (p.state.doom[0], p.state.doom[1] - before) == (doom[0], doom[1])
    p = scene(UBBO, {"me": {EA: f"{UBBO}, Acolyte"}}, gates={EA: "CC"}, phase="doom", power={"CC": 9})
    assert asked(script(p, ("CC", "doom phase", "ritual")))[1] != "sycophancy of it"


def test_the_gate_of_the_start_area_brings_growth_and_the_banquet_more_in_each_doom_phase() -> None:
    home = system("CC BG GC").config.map.names[system("CC BG GC").config.start[0]]
    p = scene(UBBO, {"me": {home: f"{UBBO}, Acolyte"}}, gates={home: "CC"})
    script(p, ("CC", "action", f"give up the start gate {home}"), ("chance", "growth of it", 4))
    assert (p.state.gate[area(p, home)], p.state.counter(0, GROWTH), earned(p, "CC", UBBO)) == (0, 4, True)
    q = scene(UBBO, {"me": {home: f"{UBBO}, Acolyte"}}, gates={home: "abandoned"})
    assert IGO in why_not(q, "CC", "give up the start gate", area(q, home))
    assert IGO in why_not(scene(UBBO, {"me": {home: f"{UBBO}, Acolyte"}}, gates={home: "CC"}, book=True), "CC",
                          "give up the start gate", area(q, home))  # fmt: skip
    for book in (True, False):
        p = scene(UBBO, {"me": {EA: UBBO}}, book=book, phase="first player", power=9)
        to_doom(p)
        assert (asked(p) == ("chance", "growth of it")) is book
        if book:
            assert script(p, ("chance", "growth of it", 5)).state.counter(0, GROWTH) == 5


# -- Rhan-Tegoth ------------------------------------------------------------------------------------------------------
def test_a_ritual_never_costs_more_than_five() -> None:
    for marker, price in ((0, 5), (3, 5)):
        p = scene(RHAN, {"me": {EA: RHAN}}, ritual=marker)
        assert (ritual_price(p.state, 0), ritual_price(p.state, 1)) == (price, p.state.ritual_cost())
    assert ritual_price(scene(RHAN, {}, cards={}, ritual=3).state, 0) == 8


def test_a_gate_where_windwalker_starts_brings_eternal_and_it_makes_a_kill_a_pain() -> None:
    p = scene(RHAN, {})
    homes = [p.state.config.map.names[a] for a in start_areas(p.state, "windwalker")]
    assert len(homes) == 2
    for keeper in ("CC", "BG"):
        p = scene(RHAN, {"me": {homes[0]: "Acolyte", EA: RHAN}, "foe": {homes[0]: "Acolyte"}}, gates={homes[0]: keeper})
        script(p, ("CC", "action", f"recruit {EA}"))
        assert earned(p, "CC", RHAN) is (keeper == "CC")
    units = {"me": {EA: RHAN}, "foe": {EA: "3 Dark Young"}}
    p = scene(RHAN, units, book=True, power={"CC": 3})
    script(p, fight("CC", "BG"), roll(0, 0), roll(1, 0), ("CC", "post_battle", "Eternal (independent)"))
    assert asked(p) == ("CC", "retreat to")
    assert (p.state.power[0], holder(p, RHAN)) == (1, 0)
    p = scene(RHAN, units, book=True, power={"CC": 1})
    script(p, fight("CC", "BG"), roll(0, 0), roll(1, 0))
    assert holder(p, RHAN) == -1  # no Power is left
    p = scene(RHAN, units, power={"CC": 3})
    script(p, fight("CC", "BG"), roll(0, 0), roll(1, 0))
    assert holder(p, RHAN) == -1


# -- Ithaqua ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ruling", ["after", "aside"])
def test_who_hibernates_keeps_its_power_and_gains_none(ruling: str) -> None:
    units = {"me": {EA: f"{ITHAQUA}, 6 Acolyte"}, "foe": {AR: "Shub-Niggurath, Acolyte"}}
    p = scene(ITHAQUA, units, gates={EA: "CC"}, power={"CC": 4, "BG": 1}, rulings={"hibernate_minimum": ruling})
    before = gathered(p.state, 0).value
    script(p, ("CC", "action", "hibernate with ithaqua"))
    assert p.state.power[0] == 4
    assert IGO in why_not(p, "CC", "hibernate with ithaqua")
    script(p, ("BG", "action", "pass"))
    assert p.state.power[0] == before + 4
    assert (p.state.spent, p.state.counters) == ((), ())
    p = scene(ITHAQUA, units, gates={EA: "CC"}, power={"CC": 4, "BG": 1})
    script(p, ("CC", "action", "pass"), ("BG", "action", "pass"))
    assert p.state.power[0] == before


@pytest.mark.parametrize("ruling", ["after", "aside"])
def test_who_has_lost_ithaqua_hibernates_on(ruling: str) -> None:
    """Hibernating (independent) holds to the end of the phase."""
    units = {"me": {EA: f"{ITHAQUA}, 3 Acolyte"}, "foe": {EA: "3 Dark Young, Shub-Niggurath"}}
    p = scene(ITHAQUA, units, power={"CC": 4, "BG": 3}, rulings={"hibernate_minimum": ruling})
    before = gathered(p.state, 0).value
    script(p, ("CC", "action", "hibernate with ithaqua"), fight("BG", "CC"))
    script(p, roll(1, 0), roll(0, 0), ("CC", "takes a kill", ITHAQUA))
    assert holder(p, ITHAQUA) == -1
    assert asked(p) == ("BG", "action")  # not its turn again
    script(p, ("BG", "action", "pass"))
    assert p.state.power[0] == before + 4


def test_gates_in_both_start_areas_of_windwalker_bring_ferox() -> None:
    homes = [system("CC BG GC").config.map.names[a] for a in start_areas(scene(ITHAQUA, {}).state, "windwalker")]
    for n in (1, 2):
        gates = dict.fromkeys(homes[:n], "BG")
        p = scene(ITHAQUA, {"me": {EA: ITHAQUA}, "foe": dict.fromkeys(homes, "Acolyte")}, gates=gates)
        script(p, ("CC", "action", f"recruit {EA}"))
        assert earned(p, "CC", ITHAQUA) is (n == 2)
    for units, book, open_ in (("Ghoul", True, False), ("Shub-Niggurath", True, True), ("Ghoul", False, True)):
        p = scene(ITHAQUA, {"me": {EA: "Acolyte", AR: ITHAQUA}, "foe": {EA: units}}, book=book, active="BG")
        assert (not why_not(p, "BG", "capture", area(p, EA), 0)) is open_


@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_its_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    for name in PRICES:
        seats = seats_for(name)
        assert unsaid(scene(name, {}, **elsewhere(rule, seats[1])), seats[0], BOX, rule) == []


def test_who_has_no_card_or_no_spellbook_takes_none_of_their_actions() -> None:
    for name in (KING, HASTUR, YOG, TSATHOGGUA, UBBO, ITHAQUA):
        assert unsaid(scene(name, {}, cards={}), seats_for(name)[0], BOX, "CW-ABI-001") == []
    for name in (SHUB, TSATHOGGUA):
        p, me = scene(name, {}), seats_for(name)[0]
        verb = {SHUB: "trade places", TSATHOGGUA: "idle"}[name]
        assert "CW-ABI-001" in why_not(p, me, verb)


def test_where_a_faction_would_start_is_known_on_boards_of_other_worlds_too() -> None:
    for board, home in (("dreamlands_3p", "Celephais"), ("primeval_3p", "Atlantis"), ("earth_3p", EU)):
        p = scene(HASTUR, {seat: {home: "Acolyte"} for seat in seats_for(HASTUR)}, board=board)
        assert home in [p.state.config.map.names[area] for area in start_areas(p.state, "yellow_sign")]
