"""Nodens: kills without dice, a ritual marker that goes back, and a spellbook that he has as if he were its unit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.awakened import card, earned, holder, printed
from tests.cthulhu_wars.scene import (
    AR,
    EA,
    MOMENTS,
    area,
    asked,
    at,
    dice,
    elsewhere,
    labels,
    left,
    script,
    system,
    table,
    unsaid,
    who,
    why_not,
)  # fmt: skip
from tests.cthulhu_wars.test_battle import fight, roll
from tests.cthulhu_wars.test_dreamlands import BHOLE, PITCH, THOK, ZIN, wild
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.display.sheets import slots
from theomachy.games.cthulhu_wars.powers.nodens import speaks_of
from theomachy.games.cthulhu_wars.reckoning.evaluation import strength
from theomachy.games.cthulhu_wars.rules.common import price_now
from theomachy.games.cthulhu_wars.rules.domains import DOOM, GATHER, figure
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import CARD_BIT, VOCABULARY, Power

BOX, NODENS, EU = "nodens", "Nodens", "Europe"
RULE, FAQ = "CW-IGO-030", "CW-IGO-041"
pytestmark = pytest.mark.rule(RULE)


def scene(me: str, units: dict[str, dict[str, str]], books: str = "", copied: str = "", **more: Any) -> Position:
    """A faction has Nodens with his spellbook, and has copied one of its own; Great Cthulhu, Yellow Sign and Black Goat
    are its enemies, in Europe, where `units` says nothing else.
    """
    foes = [letters for letters in ("GC", "YS", "BG") if letters != me][:2]
    units = {f: {EU: "Acolyte"} for f in foes} | units
    things = (BOX, *more.pop("things", ()))
    setup = {"cards": {NODENS: me}, "card_spellbooks": {me: NODENS}, "books": {me: books}, "copied": {me: copied}}
    return table(" ".join([me, *foes]), units, things=things, **(setup | more))


def book(p: Position, me: str, name: str) -> int:
    """A spellbook as an option names it."""
    seat = who(p, me)
    return figure(seat, next(i for i, one in enumerate(p.state.config.factions[seat].books) if one.name == name))


# -- the card ---------------------------------------------------------------------------------------------------------
def test_he_is_awakened_at_a_gate_beside_a_great_old_one() -> None:
    assert printed(BOX) == {NODENS: (1, (6,), 0)}
    units = {"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}
    p = scene("YS", units, cards={}, card_spellbooks={}, gates={EA: "YS", AR: "YS"})
    assert [*why_not(p, "YS", "awaken nodens", area(p, AR))] == ["CW-IGO-008"]
    q = scene("YS", units, cards={}, card_spellbooks={}, gates={AR: "YS"})
    assert [*why_not(q, "YS", "awaken nodens", area(q, EA))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"awaken nodens {EA}"))
    assert (at(p, "YS", EA)[NODENS], holder(p, NODENS), p.state.power[0]) == (1, 0, 3)


def test_by_a_ruling_he_costs_ten() -> None:
    config = system("GC YS BG", rulings=(("nodens_cost", "ten"),), things=(BOX,)).config
    assert [u.costs for u in config.factions[0].units if u.name == NODENS] == [(10,)]


def test_he_throws_no_dice_and_adds_a_kill_and_two_pains() -> None:
    p = scene("YS", {"YS": {EA: NODENS}, "GC": {EA: "3 Deep One"}}, active="GC")
    assert "CW-BTA-003" in why_not(p, "YS", "battle", area(p, EA), who(p, "GC"))  # without dice he begins no battle
    script(p, fight("GC", "YS"), roll(0, 0))  # the enemy's alone
    assert asked(p) == ("GC", "retreat to")
    assert left(p, "GC", "Deep One") == 2
    p = scene("YS", {"YS": {EA: "2 Undead", AR: NODENS}, "GC": {EA: "3 Deep One"}})
    script(p, fight("YS", "GC"), roll(0, 0), roll(0, 0))
    assert (asked(p), left(p, "GC", "Deep One")) == (("GC", "action"), 3)


@pytest.mark.rule("CW-DRM-019")
def test_what_stands_for_his_dice_hurts_what_nobody_plays() -> None:
    """Hannah's Loner is no such thing: it is an ability, and those touch units of players alone."""
    units = {"GC": {THOK: "Nodens, Deep One"}, BHOLE: {THOK: "Bhole"}, "YS": {PITCH: "Acolyte"}}
    p = scene("GC", units | {"BG": {ZIN: "Acolyte"}}, board="dreamlands_3p")
    script(p, ("GC", "action", f"battle {THOK} Bhole"), roll(0, 0), ("chance", "battle dice", (0, 0)))
    assert not wild(p, BHOLE)


def healed(ritual: int, **more: Any) -> int:
    """Where the ritual marker is when the Doom phase is over."""
    p = scene("YS", {"YS": {EA: "Acolyte" if more else "Acolyte, Nodens"}}, phase="doom", ritual=ritual, **more)
    script(p, *((letters, "doom phase", "done") for letters in ("YS", "GC", "BG")))
    found: int = p.state.ritual
    return found


@pytest.mark.rule("CW-RIT-006")
def test_when_the_doom_phase_is_over_the_ritual_marker_goes_back_a_space() -> None:
    assert [healed(n) for n in (0, 1, 3)] == [0, 0, 2]
    assert healed(3, cards={}, card_spellbooks={}) == 3
    track = system("YS GC BG").config.track
    p = scene("YS", {"YS": {EA: NODENS}}, phase="doom", ritual=len(track) - 1, power=20)
    script(p, ("YS", "doom phase", "ritual"), ("GC", "doom phase", "done"), ("BG", "doom phase", "done"))
    assert (p.state.ritual, p.decision) == (len(track), None)  # not from Instant Death
    healing = VOCABULARY.named("Healing")
    assert [healing.may_phase_end(p.state, 0, phase) for phase in (DOOM, GATHER)] == [False, False]
    p.state.ritual -= 1
    assert [healing.may_phase_end(p.state, 0, phase) for phase in (DOOM, GATHER)] == [True, False]


def test_his_spellbook_comes_with_a_ritual_of_yours_alone() -> None:
    for me in ("YS", "GC"):
        p = scene("YS", {"YS": {EA: NODENS}, "GC": {EU: "Acolyte"}}, card_spellbooks={}, phase="doom", active=me)
        script(p, (me, "doom phase", "ritual"))
        assert earned(p, "YS", NODENS) is (me == "YS")


# -- Proteus ----------------------------------------------------------------------------------------------------------
def test_for_two_power_he_has_a_spellbook_of_yours_and_the_mark_moves() -> None:
    p = scene("YS", {"YS": {EA: NODENS, AR: "Acolyte"}}, "Zingaya, Shriek of the Byakhee, The Screaming Dead")
    assert [*why_not(p, "YS", "proteus", book(p, "YS", "The Third Eye"))] == [RULE]  # not earned
    assert [*why_not(p, "YS", "proteus", book(p, "YS", "The Screaming Dead"))] == [RULE]  # of nobody that he can be
    script(p, ("YS", "action", "proteus zingaya"))
    s = p.state
    assert (s.power[0], s.copied) == (7, (1 << 5, 0, 0))
    p = scene("YS", {"YS": {EA: NODENS}}, "Zingaya, Shriek of the Byakhee", "Zingaya")
    assert [*why_not(p, "YS", "proteus", book(p, "YS", "Zingaya"))] == [RULE]  # he has it
    script(p, ("YS", "action", "proteus shriek of the byakhee"))
    assert p.state.copied == (1 << 3, 0, 0)


def test_by_a_ruling_his_mark_stays_on_the_first_one() -> None:
    for ruling, barred in (("stays", [RULE]), ("moves", [])):
        p = scene(
            "YS", {"YS": {EA: NODENS}}, "Zingaya, Shriek of the Byakhee", "Zingaya", rulings={"nodens_mark": ruling}
        )
        assert [*why_not(p, "YS", "proteus", book(p, "YS", "Shriek of the Byakhee"))] == barred


def test_by_a_ruling_he_is_no_type_of_unit() -> None:
    for ruling, barred in (("names", [RULE]), ("types_too", [])):
        p = scene("BG", {"BG": {EA: NODENS}}, "Frenzy, Ghroth", rulings={"nodens_copies": ruling})
        assert [*why_not(p, "BG", "proteus", book(p, "BG", "Frenzy"))] == barred
        assert not why_not(p, "BG", "proteus", book(p, "BG", "Ghroth"))


def test_what_he_had_is_forgotten_with_his_card_and_a_gate_of_his_is_left_when_his_mark_moves() -> None:
    units = {"BG": {EA: NODENS}, "GC": {EA: "Cthulhu"}}
    p = scene("BG", units, "The Red Sign, Ghroth", "The Red Sign", active="GC")
    script(p, fight("GC", "BG"), roll(1, 0))
    assert (holder(p, NODENS), p.state.copied) == (-1, (0, 0, 0))
    p = scene("BG", {"BG": {EA: NODENS}}, "The Red Sign, Ghroth", "The Red Sign", gates={EA: f"BG: {NODENS}"})
    assert p.state.holder(area(p, EA)) == who(p, "BG")
    script(p, ("BG", "action", "proteus ghroth"))
    assert (p.state.holder(area(p, EA)), p.state.gate_mask() >> area(p, EA) & 1) == (-1, 1)


COPIED = {  # all that he may have, with the unit that he is there
    "AN": {"Brainless": "Reanimated", "Extinction": "Yothan"},
    "BB": {"Catabolism": "Earth Cat", "Predator": "Cat from Uranus", "Savagery": "Cat from Saturn",
           "Zagazig": "Cat from Mars"},
    "BG": {"Blood Sacrifice": "Shub-Niggurath", "Frenzy": "Cultist", "Ghroth": "Fungi from Yuggoth",
           "Necrophagy": "Ghoul", "The Red Sign": "Dark Young", "The Thousand Young": "Shub-Niggurath"},
    "CC": {"Abduct": "Nightgaunt", "Emissary of the Outer Gods": "Nyarlathotep", "Invisibility": "Flying Polyp",
           "Seek and Destroy": "Hunting Horror", "The Thousand Forms": "Nyarlathotep"},
    "DS": {},
    "GC": {"Absorb": "Shoggoth", "Regenerate": "Starspawn", "Y'ha Nthlei": "Cthulhu"},
    "OW": {"Dread Curse of Azathoth": "Spawn of Yog-Sothoth"},
    "SL": {"Capture Monster": "Tsathoggua", "Demand Sacrifice": "Tsathoggua", "Energy Nexus": "Wizard"},
    "TT": {"Martyrdom": "High Priest", "Terror": "Proto-Shoggoth"},
    "WW": {"Arctic Wind": "Ithaqua", "Berserkergang": "Gnoph-Keh", "Howl": "Wendigo"},
    "YS": {"Passion": "Cultist", "Shriek of the Byakhee": "Byakhee", "The Third Eye": "Hastur", "Zingaya": "Undead"},
}  # fmt: skip


def test_which_spellbooks_he_may_have() -> None:
    for me, wanted in COPIED.items():
        p = scene(me, {me: {EA: NODENS}})
        s, seat = p.state, who(p, me)
        books = s.config.factions[seat].books
        assert {one.name: word for i, one in enumerate(books) if (word := speaks_of(s, seat, i))} == wanted
    speaking = {a.name for a in VOCABULARY.abilities if isinstance(a, Power) and a.speaks_of}
    assert speaking - {name for row in COPIED.values() for name in row} == {"Otherworld Alliances"}
    assert all(a.bit < CARD_BIT for a in VOCABULARY.abilities if isinstance(a, Power) and a.speaks_of)


def test_his_mark_is_seen_edited_and_goes_with_the_spellbook() -> None:
    p = scene("BG", {"BG": {EA: NODENS}}, "Frenzy, Ghroth", "Frenzy")
    s = p.state
    notes = {slot.name: slot.note for slot in slots(s, 0) if slot.name in ("Frenzy", "Ghroth")}
    assert notes == {"Frenzy": "Nodens too", "Ghroth": ""}
    assert p.system.violations(s) == []
    assert any(tool.id.startswith("copied:") for tool in p.system.palette(s))
    assert not any(
        tool.id.startswith("copied:") for tool in table("BG GC YS", {}).system.palette(table("BG GC YS", {}).state)
    )
    s.copy_book(0, 3)  # Necrophagy is not on the card
    assert [rule for rule, *_ in p.system.violations(s)] == ["CW-SPB-001"]
    s.copy_book(0, 3, on=False)
    s.swap_book(0, 1, 0)
    assert s.copied == (0, 0, 0)
    s.copy_book(0, 0)
    s.cards = (-1,)
    assert "CW-SPB-001" in [rule for rule, *_ in p.system.violations(s)]


def test_whoever_judges_a_position_holds_what_he_has_copied_for_more_than_it_costs() -> None:
    p = scene("BG", {"BG": {EA: NODENS}}, "Frenzy")
    before = strength(p.state)[0]
    script(p, ("BG", "action", "proteus frenzy"))
    assert strength(p.state)[0] > before


# -- what he is then --------------------------------------------------------------------------------------------------
def both(me: str, units: dict[str, dict[str, str]], name: str, **more: Any) -> tuple[Position, Position]:
    """The same with a spellbook that he has copied, and with the same spellbook that he has not."""
    return scene(me, units, name, name, **more), scene(me, units, name, **more)


@pytest.mark.rule(FAQ)
def test_extinction_takes_him_out_of_the_game() -> None:
    units = {"AN": {EA: NODENS}, "GC": {EA: "Cthulhu"}}
    for p, gone in zip(both("AN", units, "Extinction", active="GC"), (True, False), strict=True):
        s, seat = p.state, who(p, "AN")
        assert price_now(s, seat, s.config.name[seat].index(NODENS)) == (3 if gone else 6)
        script(p, fight("GC", "AN"), roll(1, 0))
        s = p.state
        assert (holder(p, NODENS), left(p, "AN", NODENS)) == (-1, 0)
        assert bool(s.offer >> card(p, NODENS) & 1) is not gone
        assert ("CW-IGO-002" in why_not(p, "GC", "awaken nodens", area(p, EA))) is gone
        assert s.to_draw == ()


@pytest.mark.rule(FAQ)
def test_no_other_card_is_drawn_for_one_that_is_out_of_the_game() -> None:
    options: dict[str, Any] = {"factions": "GC YS BG".split(), "things": [BOX, "dire_cthulhu"], "great_old_ones": 1}
    s = CthulhuWars.build(options=options).start()
    s.take_card(0, 0)
    s.take_card(-1, 0)
    s.offer = 0
    assert s.to_draw  # nobody has one, and none is to be had
    s.take_card(0, 0)
    s.strike_card(0)
    assert (s.offer, s.cards, s.to_draw) == (0, (-1, -1), ())


def test_brainless_binds_him_where_nobody_leads() -> None:
    for units, moves in (({"AN": {EA: NODENS}}, (False, True)), ({"AN": {EA: f"{NODENS}, Un-Man"}}, (True, True))):
        for p, can in zip(both("AN", units, "Brainless"), moves, strict=True):
            if "Move" in labels(p):
                script(p, ("AN", "action", "move"))
            assert any(NODENS in label for label in labels(p)) is can


def test_blood_sacrifice_and_the_thousand_young_need_no_shub_niggurath() -> None:
    for p, works in zip(
        both("BG", {"BG": {EA: f"{NODENS}, Acolyte"}}, "Blood Sacrifice", phase="doom"), (True, False), strict=True
    ):
        assert any("Blood Sacrifice" in label for label in labels(p)) is works
    for p, price in zip(both("BG", {"BG": {EA: NODENS}}, "The Thousand Young"), (1, 2), strict=True):
        s = p.state
        assert price_now(s, 0, s.config.name[0].index("Fungi from Yuggoth")) == price


def test_ghroth_counts_his_area() -> None:
    for p, works in zip(both("BG", {"BG": {EA: NODENS}}, "Ghroth"), (True, False), strict=True):
        script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", 1))
        assert (asked(p)[1] != "whose acolyte") is works


def test_with_necrophagy_he_comes_to_a_battle_as_a_ghoul() -> None:
    units = {"BG": {AR: NODENS}, "GC": {EA: "2 Deep One"}, "YS": {EA: "2 Undead"}}
    for p, works in zip(both("BG", units, "Necrophagy", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0))
        assert (asked(p) == ("BG", "ghoul from")) is works
        if works:
            script(p, ("BG", "ghoul from", AR), ("GC", "retreat to", AR))
            assert at(p, "BG", EA) == {NODENS: 1}


def test_with_the_red_sign_he_holds_gates_and_gives_power() -> None:
    for p, works in zip(
        both("BG", {"BG": {EA: NODENS}}, "The Red Sign", gates={EA: "abandoned"}), (True, False), strict=True
    ):
        assert any("gate in East Africa" in label for label in labels(p)) is works
    for name, n in (("The Red Sign", 1), ("", 0)):
        p = scene("BG", {"BG": {EA: NODENS}}, "The Red Sign", name)
        assert sum(n for n, text in gathered_rows(p, "BG") if "Red Sign" in text) == n


def gathered_rows(p: Position, me: str) -> list[tuple[int, str]]:
    """What each source would give in Gather Power."""
    return [(part.change, part.name) for part in gathered(p.state, who(p, me)).parts]


def test_yha_nthlei_needs_no_cthulhu() -> None:
    units = {"GC": {EA: NODENS}, "YS": {"North Atlantic": "Acolyte"}}
    for p, n in zip(both("GC", units, "Y'ha Nthlei", gates={"North Atlantic": "YS"}), (1, 0), strict=True):
        assert sum(n for n, text in gathered_rows(p, "GC") if "Nthlei" in text) == n


def test_the_cats_that_he_is_in_a_battle() -> None:
    units = {"BB": {EA: NODENS}, "GC": {EA: "3 Deep One", EU: "Deep One"}}
    for p, works in zip(both("BB", units, "Savagery", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "BB"))
        assert (asked(p) == ("BB", "pre_battle")) is works
        if works:
            script(p, ("BB", "pre_battle", "Savagery"), roll(0, 0))
            assert (dice(p), p.state.power[0]) == (4, 8)
    for p, works in zip(both("BB", units, "Zagazig", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "BB"))
        assert (asked(p) == ("BB", "pre_battle")) is works
    for p, works in zip(both("BB", units, "Predator", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "BB"), roll(0, 0), ("GC", "retreat to", AR), ("GC", "retreat to", AR))
        assert (asked(p) == ("BB", "predator")) is works


def test_with_catabolism_cats_come_where_he_is() -> None:
    for p, works in zip(both("BB", {"BB": {EA: NODENS}}, "Catabolism"), (True, False), strict=True):
        assert any("Recruit in East Africa: Cat from Mars" in label for label in labels(p)) is works


def test_what_crawling_chaos_does_before_a_battle_with_him() -> None:
    units = {"CC": {EA: f"{NODENS}, Hunting Horror"}, "GC": {EA: "2 Deep One"}}
    for p, works in zip(both("CC", units, "Abduct"), (True, False), strict=True):
        script(p, fight("CC", "GC"))
        assert (asked(p) == ("CC", "pre_battle")) is works
        if works:
            script(p, ("CC", "pre_battle", "Abduct"))
            assert (left(p, "CC", NODENS), left(p, "GC", "Deep One"), asked(p)[1]) == (0, 1, "battle dice")
    units["CC"] = {EA: f"{NODENS}, Nightgaunt, Hunting Horror"}
    p = scene("CC", units, "Abduct", "Abduct")
    script(p, fight("CC", "GC"), ("CC", "pre_battle", "Abduct"), ("CC", "abducts", NODENS))
    assert (left(p, "CC", NODENS), left(p, "CC", "Nightgaunt"), asked(p)[1]) == (0, 1, "give up another Nightgaunt")
    for p, works in zip(
        both("CC", {**units, "CC": {EA: f"{NODENS}, Hunting Horror"}}, "Invisibility"), (True, False), strict=True
    ):
        script(p, fight("CC", "GC"))
        assert (asked(p) == ("CC", "pre_battle")) is works
        if works:
            script(p, ("CC", "pre_battle", "Invisibility"))
            assert not any(NODENS in label for label in labels(p))  # he hides others, and is no Monster himself
            script(p, ("CC", "invisible", "GC Deep One"))
            assert asked(p)[1] == "battle dice"  # one, not two
    units = {"CC": {EA: "Hunting Horror", AR: NODENS}, "GC": {EA: "2 Deep One"}}
    for p, works in zip(both("CC", units, "Seek and Destroy"), (True, False), strict=True):
        script(p, fight("CC", "GC"))
        assert (asked(p) == ("CC", "pre_battle")) is works
        if works:
            script(p, ("CC", "pre_battle", "Seek and Destroy"), ("CC", "horror from", AR), roll(0, 0), roll(0, 0))
            assert (at(p, "CC", EA), left(p, "GC", "Deep One")) == ({"Hunting Horror": 1, NODENS: 1}, 1)


def test_as_nyarlathotep_he_is_pained_and_takes_his_forms() -> None:
    units = {"CC": {EA: NODENS}, "GC": {EA: "4 Deep One"}}
    for p, lives in zip(both("CC", units, "Emissary of the Outer Gods", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "CC"), roll(1, 0))
        assert (left(p, "CC", NODENS) == 1) is lives
    for p, works in zip(both("CC", units, "The Thousand Forms"), (True, False), strict=True):
        assert ("CW-CC-022" not in why_not(p, "CC", "thousand forms")) is works


def test_as_a_shoggoth_he_eats_and_as_a_starspawn_he_takes_two_results() -> None:
    units = {"GC": {EA: f"{NODENS}, Deep One"}, "YS": {EA: "2 Undead"}}
    for p, works in zip(both("GC", units, "Absorb"), (True, False), strict=True):
        script(p, fight("GC", "YS"))
        assert (asked(p) == ("GC", "pre_battle")) is works
        if works:
            script(p, ("GC", "pre_battle", "Absorb"), ("GC", "absorb", f"Deep One to {NODENS}"))
            assert (dice(p), left(p, "GC", "Deep One")) == (3, 0)
    p = scene("GC", {**units, "GC": {EA: f"{NODENS}, Shoggoth"}}, "Absorb", "Absorb")
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Absorb"), ("GC", "absorb", f"Shoggoth to {NODENS}"))
    assert dice(p) == 3
    units = {"GC": {EA: NODENS}, "YS": {EA: "4 Undead"}}
    for p, lives in zip(both("GC", units, "Regenerate", active="YS"), (True, False), strict=True):
        script(p, fight("YS", "GC"), roll(1, 0))
        assert left(p, "GC", NODENS) == lives


def test_with_the_dread_curse_he_is_a_die() -> None:
    units = {"OW": {EA: NODENS}, "GC": {EU: "Acolyte"}}
    for p, works in zip(both("OW", units, "Dread Curse of Azathoth"), (True, False), strict=True):
        assert ("CW-OW-023" not in why_not(p, "OW", "dread curse", area(p, EU))) is works
    p = scene(
        "OW", {"OW": {EA: f"{NODENS}, Spawn of Yog-Sothoth"}}, "Dread Curse of Azathoth", "Dread Curse of Azathoth"
    )
    assert dice(script(p, ("OW", "action", f"dread curse {EU}"))) == 2


def test_as_tsathoggua_he_captures_and_demands_and_as_a_wizard_he_speaks_first() -> None:
    units = {"SL": {EA: NODENS}, "GC": {EA: "2 Deep One"}, "YS": {EA: "2 Undead"}}
    for p, works in zip(both("SL", units, "Capture Monster"), (True, False), strict=True):
        assert any("Capture a Monster in East Africa from Great Cthulhu" in label for label in labels(p)) is works
    for p, works in zip(both("SL", units, "Demand Sacrifice", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "SL"))
        assert (asked(p) == ("SL", "pre_battle")) is works
    for p, works in zip(both("SL", units, "Energy Nexus", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "YS"))
        assert (asked(p) == ("SL", "battle_declared")) is works


def test_as_a_priest_he_is_a_martyr_and_as_a_proto_shoggoth_he_terrifies() -> None:
    units = {"TT": {EA: f"{NODENS}, Proto-Shoggoth"}, "GC": {EA: "4 Deep One"}}
    for p, works in zip(both("TT", units, "Martyrdom", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "TT"), roll(2, 0), roll(0, 0), ("TT", "takes a kill", NODENS))
        assert (asked(p) == ("TT", "post_battle")) is works
        if works:
            script(p, ("TT", "post_battle", "Martyrdom"))
            assert (left(p, "TT", NODENS), left(p, "TT", "Proto-Shoggoth")) == (0, 1)
    units = {"TT": {EA: NODENS}, "GC": {EA: "3 Deep One"}}
    for p, works in zip(both("TT", units, "Terror", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "TT"))
        assert (asked(p) == ("TT", "terror")) is works
        if works:
            script(p, ("TT", "terror", "more"), roll(0, 0))
            assert dice(p) == 1


def test_as_a_neutral_monster_he_throws_a_die() -> None:
    units = {"TT": {EA: NODENS}, "GC": {EA: "3 Deep One"}}
    more: dict[str, Any] = {"active": "GC", "things": ("high_priests", "tribes")}
    for p, works in zip(both("TT", units, "Otherworld Alliances", **more), (True, False), strict=True):
        script(p, fight("GC", "TT"), roll(0, 0))
        assert (asked(p)[1] == "battle dice") is works


@pytest.mark.rule("CW-IGO-030")
@pytest.mark.parametrize(("ruling", "n"), [("as_the_unit", 1), ("never", 0)])
def test_whether_he_throws_dice_of_what_he_has_copied_is_a_ruling(ruling: str, n: int) -> None:
    """Frenzy is thrown for him, Absorb, Savagery and the die more of Terror; what he takes from the enemy is no die."""
    more: dict[str, Any] = {"rulings": {"nodens_dice": ruling}}
    ys = {"YS": {EA: "2 Undead"}}

    def combat_of(me: str, foe: str, units: dict[str, dict[str, str]], book: str, **rest: Any) -> int:
        s: State = scene(me, units, book, book, **more, **rest).state
        return combat(
            s, s.config.map.index[EA], 0, next(i for i, f in enumerate(s.config.factions) if f.letters == foe)
        )

    assert combat_of("BG", "YS", {"BG": {EA: f"{NODENS}, 2 Acolyte"}} | ys, "Frenzy") == 2 + n
    tribes: dict[str, Any] = {"things": ("high_priests", "tribes")}
    assert combat_of("TT", "YS", {"TT": {EA: NODENS}} | ys, "Otherworld Alliances", **tribes) == n
    p = scene("GC", {"GC": {EA: f"{NODENS}, Shoggoth, Deep One"}} | ys, "Absorb", "Absorb", **more)
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Absorb"), ("GC", "absorb", f"Deep One to {NODENS}"))
    script(p, ("GC", "absorb", "done"))
    assert dice(p) == 2 + 3 * n
    p = scene("BB", {"BB": {EA: f"{NODENS}, Cat from Saturn"}} | ys, "Savagery", "Savagery", **more)
    script(p, fight("BB", "YS"), ("BB", "pre_battle", "Savagery"))
    assert dice(p) == (2 + 4) + 4 * n
    for said, thrown in (("more", [2, 2 + n]), ("less", [1])):  # the enemy's two are gone
        units = {"TT": {EA: f"{NODENS}, Proto-Shoggoth"}, "GC": {EA: "2 Deep One"}}
        p = scene("TT", units, "Terror", "Terror", **more, active="GC")
        script(p, fight("GC", "TT"), ("TT", "terror", said))
        found = []
        while asked(p)[1] == "battle dice":
            found.append(dice(p))
            script(p, roll(0, 0))
        assert found == thrown


@pytest.mark.rule("CW-IGO-030", "CW-YS-022")
def test_with_passion_his_loss_is_that_of_a_cultist() -> None:
    """The Power is asked for before his card goes, and once where Cultists fall beside him."""
    for use, power in (("yes", 10), ("no", 9)):
        for copied in ("Passion", ""):
            p = scene("YS", {"YS": {EA: NODENS}, "GC": {EA: "Cthulhu"}}, "Passion", copied, active="GC")
            script(p, fight("GC", "YS"), roll(1, 0))
            if copied:
                script(p, ("YS", "lost as a Cultist", use))
            assert (asked(p)[1] == "lost as a Cultist", holder(p, NODENS)) == (False, -1)
            assert p.state.power[0] == (power if copied else 9)
    p = scene("YS", {"YS": {EA: f"{NODENS}, Acolyte"}, "GC": {EA: "Cthulhu"}}, "Passion", "Passion", active="GC")
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(2, 0))
    script(p, ("YS", "takes a kill", "Acolyte"), ("YS", "on_elimination", "Passion"))
    assert (p.state.power[0], holder(p, NODENS), asked(p)[1]) == (10, -1, "action")


def test_what_he_is_for_windwalker() -> None:
    for p, works in zip(both("WW", {"WW": {EA: f"{NODENS}, Wendigo"}}, "Arctic Wind"), (True, False), strict=True):
        script(p, ("WW", "action", "move"), ("WW", "unit to move", NODENS), ("WW", "move to", AR))
        assert (asked(p) == ("WW", "along with Ithaqua")) is works
    units = {"WW": {EA: NODENS}, "GC": {EA: "4 Deep One"}}
    for p, works in zip(both("WW", units, "Berserkergang", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "WW"), roll(1, 0))
        assert left(p, "GC", "Deep One") == (2 if works else 3)
    for p, works in zip(both("WW", units, "Howl", active="GC"), (True, False), strict=True):
        script(p, fight("GC", "WW"))
        assert (asked(p) == ("WW", "pre_battle")) is works


def test_what_he_is_for_yellow_sign() -> None:
    for p, works in zip(both("YS", {"YS": {EA: NODENS}}, "Shriek of the Byakhee"), (True, False), strict=True):
        assert ("Shriek of the Byakhee to Arabia" in labels(p)) is works
        if works:
            script(p, ("YS", "action", f"shriek of the byakhee {AR}"))
            assert at(p, "YS", AR) == {NODENS: 1}
    p = scene("YS", {"YS": {EA: NODENS, EU: "Byakhee"}}, "Shriek of the Byakhee", "Shriek of the Byakhee")
    script(p, ("YS", "action", f"shriek of the byakhee {AR}"), ("YS", "byakhee from", "done"))
    assert (at(p, "YS", AR), at(p, "YS", EU)) == ({NODENS: 1}, {"Byakhee": 1})
    for p, price in zip(both("YS", {"YS": {EA: f"King in Yellow, {NODENS}"}}, "The Third Eye"), (1, 2), strict=True):
        before = p.state.power[0]
        script(p, ("YS", "action", "desecrate"), ("chance", "desecrate", 1))
        assert before - p.state.power[0] == price
        assert (asked(p) == ("YS", "on_placement")) is (price == 1)
    for p, works in zip(both("YS", {"YS": {EA: NODENS}, "GC": {EA: "Acolyte"}}, "Zingaya"), (True, False), strict=True):
        assert any("Zingaya in East Africa" in label for label in labels(p)) is works


# -- the moment -------------------------------------------------------------------------------------------------------
@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_his_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    p = scene("YS", {"YS": {EA: "Acolyte"}}, "Zingaya", **elsewhere(rule, "GC"))
    assert unsaid(p, "YS", BOX, rule) == []


def test_proteus_needs_his_spellbook() -> None:
    p = scene("YS", {"YS": {EA: NODENS}}, "Zingaya", card_spellbooks={})
    assert unsaid(p, "YS", BOX, "CW-ABI-001") == []


@pytest.mark.rule("CW-FAQ-001")
@pytest.mark.parametrize("god", [NODENS, "Hagarg Ryonis", "Bastet"])
def test_an_elder_god_declares_no_battle_by_itself(god: str) -> None:
    for beside, may in (("", False), (", Cat from Mars", True)):
        p = table("BB GC YS", {"BB": {EA: f"{god}{beside}"}, "GC": {EA: "Acolyte"}, "YS": {EU: "Acolyte"}},
                  things=(BOX, "something_about_cats"), cards={} if god == "Bastet" else {god: "BB"})  # fmt: skip
        assert set(why_not(p, "BB", "battle", area(p, EA), who(p, "GC"))) == (set() if may else {"CW-BTA-003"})
