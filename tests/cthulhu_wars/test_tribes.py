"""Tcho-Tcho Tribes: a choice in secret, the books of Leng and Sarkomand."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.engine.state import secrets
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers.tribes import BOOKS, Doomsday, choosable
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.state import State

EU, SAS, WAF, SPA = "Europe", "South Asia", "West Africa", "South Pacific"  # start areas of YS, CC, BG and GC
PRIEST, PROTO, UBBO = "High Priest", "Proto-Shoggoth", "Ubbo-Sathla"
SURPRISE, DARK, FULMINATION = "Surprise!", "Dark Rituals", "Fulmination"
DOOMSDAY, INERRANT, ALLIANCES = "Doomsday", "Inerrant", "Otherworld Alliances"
TRIBES = ("tribes",)
DONE = ("TT", "oath", "done")
CthulhuWars.thing_files.setdefault("strangers", Path(__file__).with_name("strangers.toml"))


def tribal(
    seats: str, units: dict[str, dict[str, str]], *books: str, things: tuple[str, ...] = TRIBES, **rest: Any
) -> Position:
    """A table with the tribes, Tcho-Tcho with these books."""
    return table(seats, units, things=things, books={"TT": ", ".join(books)}, **rest)


def of(p: Position, tribe: str) -> State:
    """The state, Tcho-Tcho being of this tribe in secret."""
    s = p.state.copy()
    mine = next(i for i, card in enumerate(s.config.cards) if card.key == tribe)
    s.keep_card(who(p, "TT"), {*choosable(s.config, who(p, "TT")), mine}, mine)
    s.take_card(who(p, "TT"), next(i for i, card in enumerate(s.config.cards) if card.key == "tribes"))
    return s


def imagined(s: State, viewer: int | None) -> set[str]:
    """The tribes that this viewer imagines Tcho-Tcho, the first seat, to be."""
    drawn = (secrets.resample(s, viewer, Random(i)) for i in range(40))
    return {s.config.cards[card].key for other in drawn for card in other.kept[0]}


def owed(tribe: str, books: str = "", things: tuple[str, ...] = TRIBES) -> Position:
    """Tcho-Tcho of a tribe takes its spellbook for an Elder Sign earned."""
    p = table(
        "TT YS BG", {"TT": {EA: "Acolyte"}}, things=things, books={"TT": books}, open={"TT": "Earn an Elder Sign"}
    )
    s = of(p, tribe)
    s.owe(0, 1)
    q = Position(p.system, s)
    while asked(q)[1] != "spellbook":
        q.play("pass" if "pass" in q.decision.options else q.decision.options[0])
    return q


# -- the choice -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TTT-001", "CW-TTT-003", "CW-TTT-006")
def test_three_books_for_all_and_three_for_each_tribe() -> None:
    card = system("TT GC BG", things=TRIBES).config.factions[0]
    names = [book.name for book in card.books]
    assert len(names) == 12
    assert {tribe: [names[bit] for bit in bits] for tribe, bits in BOOKS.items()} == {
        "tsang": ["Idolatry", "Martyrdom", "Tablets of the Gods"],
        "leng": [SURPRISE, DARK, FULMINATION],
        "sarkomand": [DOOMSDAY, INERRANT, ALLIANCES],
    }
    assert {"Hierophants", "Soulless", "Terror"} == {*names} - {names[b] for bits in BOOKS.values() for b in bits}
    alone = system("TT GC BG").config.factions[0]
    assert (len(alone.books), len(card.slots), card.units) == (6, 6, alone.units)


@pytest.mark.rule("CW-TTT-002")
def test_a_tribe_is_chosen_at_set_up_and_sarkomand_only_beside_strangers() -> None:
    for things, names in ((TRIBES, {"Tsang", "Leng"}), ((*TRIBES, "strangers"), {"Tsang", "Leng", "Sarkomand"})):
        game = system("TT GC BG", things=things)
        p = Position(game, game.start())
        while asked(p)[1] != "tribe":
            p.play(p.decision.options[0])
        assert (asked(p), labels(p)) == (("TT", "tribe"), names)
    game = system("TT GC BG")
    p = Position(game, game.start())
    p.play(p.decision.options[0])
    assert asked(p)[1] != "tribe"


@pytest.mark.rule("CW-TTT-004", "CW-TTT-005")
@pytest.mark.parametrize("tribe", sorted(BOOKS))
def test_any_of_six_books_may_be_taken_and_only_the_owner_sees_which(tribe: str) -> None:
    p = owed(tribe)
    names = [book.name for book in p.state.config.factions[0].books]
    assert labels(p) == {"Hierophants", "Soulless", "Terror"} | {names[bit] for bit in BOOKS[tribe]}
    assert p.decision.private
    sheet = p.system.table(p.state, 0).sheets[0]
    assert {slot.name for slot in dict(sheet.slots)["Spellbooks"]} == labels(p)
    other = p.system.table(secrets.view(p.state, 1), 1).sheets[0]
    assert {slot.name for slot in dict(other.slots)["Spellbooks"]} == set(names)
    assert not any(card.lower() in " ".join(other.tokens).lower() for card in BOOKS)


@pytest.mark.rule("CW-TTT-004")
def test_the_first_book_of_the_tribe_shows_it_and_one_of_all_tribes_does_not() -> None:
    p = owed("leng")
    secret = p.state.kept[0]
    q = p.clone()
    script(q, ("TT", "spellbook", "Soulless"))
    unseen = {q.state.config.cards[i].key for i, n in enumerate(q.state.deck) if n}
    assert (q.state.kept[0], unseen) == (secret, {"tsang"})
    script(p, ("TT", "spellbook", DARK))
    s = p.state
    assert (s.kept[0], s.cards[secret[0]], sum(s.deck)) == ((), 0, 0)
    assert p.state.config.cards[secret[0]].name == "Leng"
    assert p.system.violations(s) == []


@pytest.mark.rule("CW-TTT-002", "CW-TTT-004")
@pytest.mark.parametrize(
    ("things", "may"), [(TRIBES, {"leng", "tsang"}), ((*TRIBES, "strangers"), {"leng", "tsang", "sarkomand"})]
)
def test_who_imagines_the_tribe_imagines_one_that_could_be_chosen(things: tuple[str, ...], may: set[str]) -> None:
    game = system("TT GC BG", things=things)
    p = Position(game, game.start())
    while asked(p)[1] != "tribe":
        p.play(p.decision.options[0])
    script(p, ("TT", "tribe", "Tsang"))
    assert {p.state.config.cards[card].key for card in choosable(p.state.config, 0)} == may
    for viewer in (1, 2, None):
        assert imagined(p.state, viewer) == may
    assert imagined(p.state, 0) == {"tsang"}


@pytest.mark.rule("CW-TTT-004")
def test_the_others_see_the_same_whatever_tribe_it_is() -> None:
    p = table("TT YS BG", {"TT": {EA: "Acolyte"}}, things=TRIBES, open={"TT": "Earn an Elder Sign"})
    states = [of(p, tribe) for tribe in ("leng", "tsang")]
    for seat in (1, 2, None):
        assert len({str(p.system.to_json(secrets.view(s, seat))) for s in states}) == 1
        assert len({repr(p.system.table(secrets.view(s, seat), seat)) for s in states}) == 1
    assert imagined(states[0], 1) == {"leng", "tsang"}
    assert secrets.resample(states[0], 0, Random(1)).kept[0] == states[0].kept[0]
    for s in states:
        s.owe(0, 1)
    first, second = (Position(p.system, s) for s in states)
    for q in (first, second):
        while asked(q)[1] != "spellbook":
            q.play("pass" if "pass" in q.decision.options else q.decision.options[0])
    assert first.decision.private
    assert len(first.decision.options) == len(second.decision.options)
    for q in (first, second):
        script(q, ("TT", "spellbook", "Terror"))
    assert first.log() == second.log()
    assert len({str(p.system.to_json(secrets.view(q.state, 1))) for q in (first, second)}) == 1


@pytest.mark.rule("CW-TTT-002")
@pytest.mark.parametrize(("kind", "rank"), [("lurker", "great old one"), ("hound", "monster")])
def test_neither_independents_nor_neutral_monsters_alone_let_sarkomand_be_chosen(kind, rank, tmp_path, monkeypatch):
    """With both it is open (above)."""
    text = Path(__file__).with_name("strangers.toml").read_text("utf-8")
    blocks = [block for block in text.split("\n[") if block.startswith(f"neutral.units.{kind}]")]
    (tmp_path / "alone.toml").write_text("[" + blocks[0], "utf-8")
    monkeypatch.setitem(CthulhuWars.thing_files, f"alone_{kind}", tmp_path / "alone.toml")
    options = {"factions": ["TT", "YS", "BG"], "map": "earth_4p_3w5e", "any_map": True}
    game = CthulhuWars.build(options={**options, "things": ["tribes", f"alone_{kind}"]})
    p = Position(game, game.start())
    while asked(p)[1] != "tribe":
        p.play(p.decision.options[0])
    assert labels(p) == {"Tsang", "Leng"}
    units = game.config.factions[0].units
    assert [unit.neutral for unit in units if unit.key == kind] == [True], rank


@pytest.mark.rule("CW-TTT-004")
def test_the_tribe_bars_no_spellbook_of_another_faction() -> None:
    p = table("TT YS BG", {"YS": {EA: "Undead"}}, things=TRIBES, active="YS", open={"YS": "King awake"})
    q = Position(p.system, of(p, "leng"))
    script(q, ("YS", "action", f"awaken king in yellow {EA}"))
    assert (asked(q), len(q.decision.options)) == (("YS", "spellbook"), 6)


# -- Leng -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TTT-007")
def test_surprise_kills_an_acolyte_of_the_enemys_choice_and_a_proto_shoggoth_stands_there() -> None:
    units = {"TT": {AR: "Acolyte"}, "YS": {EA: "Acolyte", EU: "2 Acolyte, Undead"}}
    p = tribal("TT YS BG", units, SURPRISE, gates={EA: "YS"}, power=3)
    script(p, ("TT", "action", "surprise Yellow Sign"), ("YS", "victim", f"Acolyte on the gate, {EA}"))
    assert (at(p, "YS", EA), at(p, "TT", EA), p.state.power[0]) == ({}, {PROTO: 1}, 1)
    assert p.state.holder(area(p, EA)) == -1
    poor = tribal("TT YS BG", units, SURPRISE, power=1)
    assert set(why_not(poor, "TT", "surprise", 1)) == {"CW-ACT-002"}
    none = tribal("TT YS BG", {"TT": {AR: f"6 {PROTO}"}, "YS": {EU: "Acolyte"}}, SURPRISE)
    assert set(why_not(none, "TT", "surprise", 1)) == {"CW-TTT-007"}
    nobody = tribal("TT YS BG", {"TT": {AR: "Acolyte"}, "YS": {EU: "Undead"}}, SURPRISE)
    assert set(why_not(nobody, "TT", "surprise", 1)) == {"CW-TTT-007"}
    assert "CW-ABI-001" in why_not(table("TT YS BG", units, things=TRIBES), "TT", "surprise", 1)


@pytest.mark.rule("CW-TTT-007", "CW-SL-035")
def test_surprise_does_not_reach_who_sleeps_with_a_gate() -> None:
    """The Acolyte of Cursed Slumber is on a card, where no Proto-Shoggoth could come."""
    units = {"TT": {AR: "Acolyte"}, "SL": {EA: "Acolyte", "submerged": "Acolyte"}}
    rest: dict[str, Any] = {"gates_on_cards": [["SL", 1]]}
    p = tribal("TT SL BG", units, SURPRISE, **rest)
    script(p, ("TT", "action", "surprise Sleeper"))  # one alone stands on the map: nothing is asked
    assert (at(p, "SL", EA), at(p, "TT", EA), p.state.stowed) == ({}, {PROTO: 1}, ((1, 1),))
    asleep = tribal("TT SL BG", {**units, "SL": {EA: "Wizard", "submerged": "Acolyte"}}, SURPRISE, **rest)
    assert set(why_not(asleep, "TT", "surprise", 1)) == {"CW-TTT-007"}
    assert not any(option[0] == "surprise" for option in asleep.decision.options if isinstance(option, tuple))


@pytest.mark.rule("CW-TTT-007")
def test_the_ruling_surprise_area_lets_the_enemy_say_where() -> None:
    units = {"TT": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = tribal("TT YS BG", units, SURPRISE, rulings={"surprise_area": "anywhere"})
    script(p, ("TT", "action", "surprise Yellow Sign"), ("YS", "surprised", "Antarctica"))
    assert (at(p, "TT", EU), at(p, "TT", "Antarctica")) == ({}, {PROTO: 1})


@pytest.mark.rule("CW-TTT-008")
def test_dark_rituals_ask_everybody_at_whose_start_a_priest_is_for_power_or_doom() -> None:
    units = {"TT": {EU: PRIEST, WAF: PRIEST, AR: "Acolyte"}}
    doom = {"YS": 5, "BG": 1}
    p = tribal("TT YS BG", units, DARK, doom=doom, power={"TT": 3, "YS": 4, "BG": 7})
    script(p, ("TT", "action", "dark rituals"), ("YS", "dark rituals", "doom"))
    assert (p.state.doom, p.state.power) == ([2, 3, 1], [5, 4, 5])  # BG has too little Doom: its Power was taken
    while asked(p) != ("TT", "action"):
        script(p, (*asked(p), "done" if asked(p)[1] == "oath" else "pass"))
    assert set(why_not(p, "TT", "dark rituals")) == {"CW-TTT-008"}  # once in an Action phase


@pytest.mark.rule("CW-TTT-008")
@pytest.mark.parametrize(("ruling", "gains"), [("less_than_two_each", 0), ("none_of_either", 1)])
def test_the_ruling_dark_rituals_says_who_is_immune(ruling: str, gains: int) -> None:
    rest: dict[str, Any] = {"doom": {"YS": 0}, "power": {"TT": 3, "YS": 1, "BG": 9}}
    p = tribal("TT YS BG", {"TT": {EU: PRIEST}}, DARK, rulings={"dark_rituals": ruling}, **rest)
    if gains:
        script(p, ("TT", "action", "dark rituals"))
        assert p.state.power == [4, 0, 9]
    else:
        assert set(why_not(p, "TT", "dark rituals")) == {"CW-TTT-008"}
    away = tribal("TT YS BG", {"TT": {AR: PRIEST, EU: "Acolyte"}}, DARK)
    assert set(why_not(away, "TT", "dark rituals")) == {"CW-TTT-008"}


@pytest.mark.rule("CW-TTT-010")
def test_fulmination_counts_the_kills_of_both_sides_and_takes_ubbo_sathla_out_of_the_game() -> None:
    units = {"TT": {EA: f"{UBBO}, 2 Acolyte"}, "YS": {EA: "3 Byakhee"}}
    rest: dict[str, Any] = {"counters": [["TT", "growth", 4]]}
    p = tribal("TT YS BG", units, FULMINATION, **rest)
    script(p, fight("TT", "YS"), roll(2, 0), roll(2, 0))
    script(p, ("TT", "takes a kill", UBBO), ("TT", "post_battle", FULMINATION))
    for _ in range(4):  # Ubbo-Sathla, an Acolyte and two Byakhee
        script(p, ("chance", "elder sign", 1))
    assert (len(p.state.signs[0]), left(p, "TT", UBBO), p.state.n(0, 3, p.state.out(0))) == (4, 0, 1)
    assert at(p, "TT", EA) == {"Acolyte": 1}
    q = tribal("TT YS BG", units, FULMINATION, **rest)
    script(q, fight("TT", "YS"), roll(0, 0), roll(1, 0), ("TT", "takes a kill", UBBO), ("TT", "post_battle", "done"))
    assert (q.state.signs[0], q.state.n(0, 3, q.state.out(0))) == ((), 0)  # it is no duty: back to the pool
    spared = tribal("TT YS BG", units, FULMINATION, **rest)
    script(spared, fight("TT", "YS"), roll(0, 0), roll(1, 0), ("TT", "takes a kill", "Acolyte"))
    assert asked(spared)[1] != "post_battle"


@pytest.mark.rule("CW-TTT-010")
@pytest.mark.parametrize(("second", "signs"), [("Starspawn", 1), ("Starspawn (a kill)", 2)])
def test_fulmination_counts_no_starspawn_that_lives_on_with_a_kill(second: str, signs: int) -> None:
    """Two kills on two Starspawn that regenerate kill neither, both on one of them kill it; Ubbo-Sathla dies anyway."""
    units = {"TT": {EA: UBBO}, "GC": {EA: "2 Starspawn"}}
    books = {"TT": FULMINATION, "GC": "Regenerate"}
    p = table("TT GC BG", units, things=TRIBES, books=books, counters=[["TT", "growth", 5]])
    script(p, fight("TT", "GC"), roll(2, 0), roll(1, 0))
    script(p, ("GC", "takes a kill", second), ("TT", "post_battle", FULMINATION))
    for _ in range(signs):
        script(p, ("chance", "elder sign", 1))
    assert asked(p) != ("chance", "elder sign")
    assert left(p, "GC", "Starspawn") == 2 - (signs == 2)


# -- Sarkomand --------------------------------------------------------------------------------------------------------
STRANGE = (*TRIBES, "strangers")


@pytest.mark.rule("CW-TTT-011")
def test_neutral_monsters_of_the_alliance_roll_a_die_more() -> None:
    units = {"TT": {EA: f"2 Hound, {PROTO}"}, "YS": {EA: "Byakhee"}}
    for books, n in ((ALLIANCES, 5), ("", 3)):
        p = tribal("TT YS BG", units, books, things=STRANGE)
        script(p, fight("TT", "YS"))
        assert dice(p) == n
    q = tribal("TT YS BG", {"TT": {EA: "Lurker"}, "YS": {EA: "Byakhee"}}, ALLIANCES, things=STRANGE)
    script(q, fight("TT", "YS"))
    assert dice(q) == 2  # a Great Old One is none


@pytest.mark.rule("CW-TTT-011")
def test_a_neutral_terror_of_the_alliance_does_so_too_and_their_own_monsters_do_not() -> None:
    for units, n in (("Wraith", 3), (PROTO, 1)):
        p = tribal("TT YS BG", {"TT": {EA: units}, "YS": {EA: "Byakhee"}}, ALLIANCES, things=STRANGE)
        script(p, fight("TT", "YS"))
        assert dice(p) == n


@pytest.mark.rule("CW-TTT-012")
def test_doomsday_brings_a_great_old_one_of_cost_2_or_4_to_a_gate_of_ones_own() -> None:
    p = owed("sarkomand", things=STRANGE)
    script(p, ("TT", "spellbook", DOOMSDAY))
    assert left(p, "TT", "Lurker") == 0
    held = table(
        "TT YS BG", {"TT": {EA: "Acolyte"}}, things=STRANGE, gates={EA: "TT"}, open={"TT": "Earn an Elder Sign"}
    )
    s = of(held, "sarkomand")
    s.owe(0, 1)
    q = Position(held.system, s)
    while asked(q)[1] != "spellbook":
        q.play("pass" if "pass" in q.decision.options else q.decision.options[0])
    script(q, ("TT", "spellbook", DOOMSDAY), ("TT", "on_gain", DOOMSDAY))
    assert (at(q, "TT", EA), left(q, "TT", "Giant")) == ({"Acolyte": 1, "Lurker": 1}, 0)


@pytest.mark.rule("CW-TTT-012")
def test_doomsday_brings_one_whose_card_nobody_has_with_its_card() -> None:
    gods = (*TRIBES, "neutral_monsters", "great_old_one_pack_1")
    units = {"TT": {EA: "Acolyte"}, "YS": {AR: "Yig, Acolyte"}, "BG": {}}
    held = table("TT YS BG", units, things=gods, gates={EA: "TT"}, cards={"Yig": "YS"},
                 open={"TT": "Earn an Elder Sign"})  # fmt: skip
    s = of(held, "sarkomand")
    s.owe(0, 1)
    p = Position(held.system, s)
    while asked(p)[1] != "spellbook":
        p.play("pass" if "pass" in p.decision.options else p.decision.options[0])
    script(p, ("TT", "spellbook", DOOMSDAY), ("TT", "on_gain", DOOMSDAY))
    assert labels(p) == {"Mother Hydra", "Chaugnar Faugn", "Abhoth"}  # neither Yig nor Cthugha, who costs 6
    script(p, ("TT", "doomsday", next(o for o in p.decision.options if s.config.name[0][o] == "Abhoth")))
    assert at(p, "TT", EA) == {"Acolyte": 1, "Abhoth": 1}
    held_by = {card.key: seat for card, seat in zip(s.config.cards, p.state.cards, strict=True)}
    assert (held_by["abhoth"], held_by["yig"], held_by["mother_hydra"]) == (0, 1, -1)
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-TTT-013")
def test_a_ritual_brings_a_sign_for_each_enemy_gate_with_a_great_old_one_of_ones_own() -> None:
    units = {"TT": {EU: UBBO, WAF: "Lurker", EA: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    gates = {EU: "YS", WAF: "BG", EA: "TT"}
    for books, n in ((INERRANT, 3), ("", 1)):
        p = tribal("TT YS BG", units, books, things=STRANGE, gates=gates, phase="doom", power=9)
        script(p, ("TT", "doom phase", "ritual"))
        signs = 0
        while asked(p)[1] in ("elder sign", "sycophancy"):
            signs += asked(p)[1] == "elder sign"
            p.play(p.decision.options[0])
        assert signs == n


# -- what no other test would miss ------------------------------------------------------------------------------------
def at_hand(units: dict[str, dict[str, str]], gates: dict[str, str]) -> Position:
    """Sarkomand takes Doomsday for an Elder Sign earned."""
    held = table("TT YS BG", units, things=STRANGE, gates=gates, open={"TT": "Earn an Elder Sign"})
    s = of(held, "sarkomand")
    s.owe(0, 1)
    p = Position(held.system, s)
    while asked(p)[1] != "spellbook":
        p.play("pass" if "pass" in p.decision.options else p.decision.options[0])
    return script(p, ("TT", "spellbook", DOOMSDAY))


@pytest.mark.rule("CW-TTT-012")
def test_doomsday_brings_nobody_who_is_in_play_and_nobody_to_the_gate_of_another() -> None:
    gates = {EA: "TT", AR: "YS"}
    p = at_hand({"TT": {EA: "Acolyte", WAF: "Lurker"}, "YS": {AR: "Acolyte"}}, gates)
    assert asked(p)[1] != "on_gain"  # the only one that costs 2 or 4
    q = at_hand({"TT": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}, gates)
    script(q, ("TT", "on_gain", DOOMSDAY))
    assert at(q, "TT", EA) == {"Acolyte": 1, "Lurker": 1}  # it was not asked at which


@pytest.mark.rule("CW-TTT-013")
@pytest.mark.parametrize(
    ("lurker", "n"), [(AR, 2), (EU, 2), (EA, 1), (WAF, 1)]
)  # Yog-Sothoth, a gate of the enemy, a gate of the own, no gate; and one for Ubbo-Sathla always
def test_which_gates_count_for_inerrant(lurker: str, n: int) -> None:
    units = {"TT": {WAF: UBBO, EA: "Acolyte"}, "OW": {AR: "Yog-Sothoth"}, "YS": {EU: "Acolyte"}}
    units["TT"][lurker] = ", ".join(x for x in (units["TT"].get(lurker, ""), "Lurker") if x)
    gates = {EU: "YS", EA: "TT"}
    p = tribal("TT OW YS", units, INERRANT, things=STRANGE, gates=gates, phase="doom", power=9)
    script(p, ("TT", "doom phase", "ritual"))
    signs = 0
    while asked(p)[1] in ("elder sign", "sycophancy"):
        signs += asked(p)[1] == "elder sign"
        p.play(p.decision.options[0])
    assert signs == n


# -- Sarkomand, with independent Great Old Ones and neutral Monsters of the boxes -------------------------------------
PACKS = ("great_old_one_pack_1", "great_old_one_pack_3", "ramsey_campbell_horrors_2")
BOXES = (*TRIBES, *PACKS, "neutral_monsters")


def doomed(cards: dict[str, str], units: dict[str, dict[str, str]], **more: Any) -> Position:
    """Sarkomand has just taken Doomsday; others hold these cards."""
    at_start = {"TT": {EA: "Acolyte", AR: "Acolyte"}} | units
    held = table("TT YS BG", at_start, things=BOXES, gates={EA: "TT", AR: "TT"}, cards=cards,
                 open={"TT": "Earn an Elder Sign"}, **more)  # fmt: skip
    s = of(held, "sarkomand")
    s.owe(0, 1)
    p = Position(held.system, s)
    while asked(p)[1] != "spellbook":
        p.play("pass" if "pass" in p.decision.options else p.decision.options[0])
    return script(p, ("TT", "spellbook", DOOMSDAY))


@pytest.mark.rule("CW-TTT-012")
def test_doomsday_brings_one_that_nobody_has_awakened_with_its_card() -> None:
    p = doomed({"Yig": "YS"}, {"YS": {WAF: "Yig"}})
    script(p, ("TT", "on_gain", DOOMSDAY))
    assert asked(p) == ("TT", "doomsday")
    free = {"Mother Hydra", "Chaugnar Faugn", "Abhoth", "Byatis", "Y'Golonac"}  # neither 6 Power, nothing, nor had
    assert labels(p) == free
    script(p, ("TT", "doomsday", "Y'Golonac"))
    assert labels(p) == {EA, AR}
    script(p, ("TT", "doomsday at", AR))
    card = [one.name for one in p.state.config.cards].index("Y'Golonac")
    assert (at(p, "TT", AR), p.state.cards[card], p.state.offer >> card & 1) == ({"Acolyte": 1, "Y'Golonac": 1}, 0, 0)
    assert p.state.was_awake(0, p.state.config.name[0].index("Y'Golonac"))
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-TTT-012")
def test_a_card_that_the_lot_has_left_out_does_not_come_by_doomsday() -> None:
    p = doomed({}, {})
    s = p.state.copy()
    byatis = [one.name for one in s.config.cards].index("Byatis")
    assert Doomsday()._kinds(s, 0)
    s.offer &= 1 << byatis
    assert [s.config.name[0][k] for k in Doomsday()._kinds(s, 0)] == ["Byatis"]
    s.offer = 0
    assert Doomsday()._kinds(s, 0) == []


@pytest.mark.rule("CW-TTT-012", "CW-OW-037")
def test_abhoth_by_doomsday_has_the_filth_that_has_stayed() -> None:
    p = doomed({}, {"YS": {EU: "2 Filth, Acolyte"}})
    script(p, ("TT", "on_gain", DOOMSDAY), ("TT", "doomsday", "Abhoth"), ("TT", "doomsday at", EA))
    assert (at(p, "TT", EU), at(p, "YS", EU)) == ({"Filth": 2}, {"Acolyte": 1})


@pytest.mark.rule("CW-TTT-002")
@pytest.mark.parametrize(("boxes", "may"), [
    (("great_old_one_pack_1", "neutral_monsters"), True), (("great_old_one_pack_1",), False),  # Filth is none of them
    (("neutral_monsters",), False), (("great_old_one_pack_1", "terrors"), False),
])  # fmt: skip
def test_sarkomand_asks_for_both_boxes(boxes: tuple[str, ...], may: bool) -> None:
    game = system("TT GC BG", things=(*TRIBES, *boxes))
    p = Position(game, game.start())
    while asked(p)[1] != "tribe":
        p.play(p.decision.options[0])
    assert labels(p) == {"Tsang", "Leng"} | ({"Sarkomand"} if may else set())


@pytest.mark.rule("CW-TTT-011")
def test_the_alliance_is_with_neutral_monsters_and_terrors_of_the_boxes_and_not_with_filth() -> None:
    units = {"TT": {EA: "Ghast, Great Race of Yith, 2 Filth, Acolyte", AR: "Abhoth"}, "YS": {EA: "Byakhee"}}
    cards = {"Ghasts": "TT", "Great Race of Yith": "TT", "Abhoth": "TT"}
    n = [0, 0]
    for i, books in enumerate(("", ALLIANCES)):
        p = tribal("TT YS BG", units, books, things=(*BOXES, "terrors"), cards=cards)
        n[i] = combat(p.state, area(p, EA), 0, 1)
    assert n[1] == n[0] + 2


@pytest.mark.rule("CW-TTT-013")
def test_an_independent_great_old_one_at_a_gate_of_an_enemy_brings_a_sign_by_inerrant() -> None:
    """Three in one ritual: Ubbo-Sathla as one of the own, and each of the two at a gate of an enemy."""
    units = {"TT": {EU: UBBO, WAF: "Yig", EA: "Acolyte"}, "YS": {EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    gates = {EU: "YS", WAF: "BG", EA: "TT"}
    for books, n in ((INERRANT, 3), ("", 1)):
        p = tribal("TT YS BG", units, books, things=BOXES, cards={"Yig": "TT"}, gates=gates, phase="doom", power=9)
        script(p, ("TT", "doom phase", "ritual"))
        while asked(p)[1] in ("elder sign", "sycophancy"):
            p.play(p.decision.options[0])
        assert len(p.state.signs[0]) == n
