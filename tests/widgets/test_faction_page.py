"""How the factions of Cthulhu Wars look: the whole sheet of each, marks of the board, what is to come in a battle."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import system, table
from tests.widgets.typed import wrong
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import Marks
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE
from theomachy_widgets.models import PANELS
from theomachy_widgets.present import Moment, ViewState, models
from theomachy_widgets.present.help import card_of
from theomachy_widgets.present.moment import Why
from theomachy_widgets.render.svg import svg
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.shapes import Face, Poly
from theomachy_widgets.scene.tokens import face_shapes

LINE_UPS = [list(CORE), list(MORE[:4]), list(MORE[3:])]
MOST = 16_000  # letters of the model, as it travels


def opened(game: Game, seat: int, **look: Any) -> dict[str, Any]:
    return dict(models(Moment(game, ViewState(sheet=seat, **look)))["tableau"])


@pytest.mark.parametrize("factions", LINE_UPS, ids=lambda names: names[0])
def test_every_faction_has_a_page_of_its_slots_units_and_power(factions: list[str]) -> None:
    game = th.new("cthulhu_wars", factions=factions)
    for seat, card in enumerate(game.state.config.factions):
        found = opened(game, seat)
        assert wrong(found, PANELS["tableau"], "tableau") == []
        assert len(json.dumps(found)) < MOST
        (group,) = found["groups"]
        assert [slot["name"] for slot in group["slots"]] == [slot.name for slot in card.slots]
        assert [row["name"] for row in found["tables"][0]["rows"]] == [unit.name for unit in card.units]
        assert found["passages"][-1][0] == "Spellbooks still to take"
        assert [row["name"] for row in found["passages"][-1][1]] == [book.name for book in card.books]
        assert found["sums"][0]["value"] == sum(int(n) for _, n, *_ in found["sums"][0]["terms"])
        assert [other["seat"] for other in found["others"] if not other["on"]] == list(game.state.config.foes[seat])


def of(p: Any) -> Game:
    return Game(p.system, p)


UNITS = {"DS": {"Arabia": "2 Acolyte, Larva Thesis"}, "SL": {"Australia": "3 Acolyte"}, "TT": {"Europe": "Acolyte"}}


def test_books_that_lie_face_down_fill_their_slots_and_are_told_apart() -> None:
    told = table("DS SL TT", UNITS, books={"DS": "Fiendish Growth, Traitors!"}, down={"DS": "Traitors!"})
    found = opened(of(told), 0)
    cards = [(slot["name"], slot["filled"], slot["live"], slot["note"]) for slot in found["groups"][0]["slots"][:2]]
    assert cards == [("Traitors!", True, False, "face down"), ("Fiendish Growth", True, True, "")]
    strip = models(Moment(of(told), ViewState()))["strip"]["seats"]
    assert [row["books"][0][1] for row in strip[:2]] == [[1, 2, 0, 0, 0, 0], [0] * 6]
    assert opened(of(told), 1)["others"][0]["squares"] == [1, 2, 0, 0, 0, 0]


def test_combat_is_what_it_comes_to_now() -> None:
    def combat(**rest: Any) -> dict[str, str]:
        found = opened(of(table("TT SL DS", UNITS, **rest)), 0)
        return {row["name"]: row["cells"][1] for row in found["tables"][0]["rows"]}

    assert combat()["Ubbo-Sathla"] == "0"
    assert combat(counters=[["TT", "growth", 11]])["Ubbo-Sathla"] == "11"
    sleeper = opened(of(table("SL TT DS", UNITS, power={"TT": 3, "DS": 7})), 0)["tables"][0]["rows"]
    assert sleeper[-1]["cells"] == ["8", "3 to 7"]


def test_what_may_be_used_unasked_stands_there_only_while_it_is_there() -> None:
    def unasked(**rest: Any) -> list[str]:
        found = dict(opened(of(table("SL TT DS", UNITS, **rest)), 0)["passages"])
        return [row["name"] for row in found.get("At any moment", [])]

    assert unasked() == []
    assert unasked(signs={"SL": [1, 3]}) == ["Reveal an Elder Sign"]


def test_signs_are_worth_something_to_their_owner_alone() -> None:
    game = of(table("SL TT DS", UNITS, signs={"SL": [1, 3]}))
    notes = [opened(game, 0, view=seat)["figures"][2]["note"] for seat in (0, 1)]
    assert notes == ["worth 4", "hidden"]


def test_a_marker_of_a_faction_lies_on_the_doom_track_of_all() -> None:
    def doom(**rest: Any) -> list[list[Any]]:
        track = models(Moment(of(table("DS SL TT", UNITS, doom={"DS": 4, "SL": 9}, **rest)), ViewState()))["tracks"]
        found = {row["name"]: row["markers"] for row in track["tracks"]}
        return [[row["name"], row["at"], row["guest"]] for row in found.get("Doom", [])]

    assert doom() == []
    seats = [["Daemon Sultan", 4, False], ["Sleeper", 9, False], ["Tcho-Tcho", 0, False]]
    assert doom(counters=[["table", "Azathoth marker", 5]]) == [*seats, ["Azathoth marker", 5, True]]


def test_gates_of_a_sort_have_teeth() -> None:
    p = table("DS SL TT", UNITS, gates={"Arabia": "DS", "Australia": "SL"})
    s = p.state
    s.make_sort(s.config.map.index["Arabia"], "Chaos")
    shown = {place.area: place for place in p.system.table(s).places}
    faces = [Face("neutral", "", 36.0, "light", "held", "", True, place.sort) for place in shown.values()]
    assert sorted(place.sort for place in shown.values()) == ["", "chaos"]
    assert len({face_shapes(face) for face in faces}) == 2


COLOURS = "Blue, Green, Orange, Purple, Red, Pink, Light Blue, Yellow, Turquoise, Glow".split(", ")


def test_each_colour_of_a_gate_has_an_outline_and_letters_of_its_own() -> None:
    areas = system("DS SL TT").config.map.names[: len(COLOURS)]
    p = table("DS SL TT", {}, things=("colour_out_of_space",),
              gates=dict.fromkeys(areas, "abandoned"), gate_sorts=dict(zip(areas, COLOURS, strict=True)))  # fmt: skip
    shown = p.system.table(p.state).places
    assert [place.name for place in shown] == [f"Abandoned {colour} gate" for colour in COLOURS]
    assert len({place.letters for place in shown}) == len(COLOURS)
    outlines = set()
    for place in shown:
        held, bare = (
            face_shapes(Face("neutral", "", 36.0, "light", body, "", True, place.sort)) for body in ("held", "whole")
        )
        assert held != bare
        assert held == face_shapes(Face("neutral", "", 36.0, "dark", "held", "", True, place.sort))
        outlines.add(repr(getattr(held[0], "rings", held[0])))
    assert len(outlines) == len(COLOURS)  # without any colour
    drawn = svg(build(p.system.table(p.state)))
    assert all(f">{place.letters}<" in drawn for place in shown)


def test_whoever_points_at_a_gate_or_its_keeper_reads_what_its_colour_does() -> None:
    p = table("DS SL TT", {"SL": {"Arabia": "Acolyte"}}, things=("colour_out_of_space",),
              gates={"Arabia": "SL", "Europe": "abandoned"}, gate_sorts={"Arabia": "Blue"})  # fmt: skip
    m = Moment(of(p), ViewState())
    area = p.state.config.map.index["Arabia"]
    gate, keeper = (card_of(m, [target]) for target in (f"place:{area}:gate", f"piece:{area}:1:acolyte:gate"))
    does = "Fertility and madness: you gain 1 Power. Feasting and blight: you lose 1."
    assert gate is not None
    assert keeper is not None
    assert ["It does", does] in gate["rows"]
    assert ["Blue gate", does] in keeper["rows"]
    plain = card_of(m, [f"place:{p.state.config.map.index['Europe']}:gate"])
    assert plain is not None
    assert [row[0] for row in plain["rows"]] == ["Held by"]


def test_the_page_of_a_faction_tells_what_holds_for_everybody() -> None:
    def told(**more: Any) -> list[str]:
        p = table("DS SL TT", UNITS, **more)
        page = p.system.page(p.state, 1)
        return [row.name for name, rows in page.passages if name == "For everybody at this table" for row in rows]

    assert told() == []
    names = told(things=("colour_out_of_space",))
    assert names[0] == "The Colour out of Space"
    assert {f"{colour} Gate" for colour in COLOURS} < {*names}


def test_no_token_is_cut_by_the_frame() -> None:
    crowd = {"DS": "2 Acolyte, Avatar Synthesis", "SL": "2 Acolyte, Tsathoggua", "TT": "2 Acolyte, Ubbo-Sathla"}
    p = table("DS SL TT", {who: {"Arctic Ocean": units} for who, units in crowd.items()})
    scene = build(p.system.table(p.state), width=900)
    discs = [hit.disc for hit in scene.hits if hit.disc is not None and hit.target.startswith("piece:")]
    assert len(discs) == 6
    assert min(y - radius for _, y, radius in discs) >= 0


BATTLE = {"WW": {"Arabia": "Rhan-Tegoth, 2 Wendigo"}, "AN": {"Arabia": "Yothan, Acolyte"}, "SL": {"Europe": "Acolyte"}}


def fought(**rest: Any) -> dict[str, Any]:
    """The two sides, once the dice lie: by the name of the faction."""
    game = Game((p := table("WW AN SL", BATTLE, **rest)).system, p, dice_by_hand=True)
    game.play("battle arabia ancients")
    while game.decision is not None and game.decision.what != "takes a kill":
        first = game.options[0] if game.decision.player >= 0 else next(o for o in game.options if o.value[0] == 2)
        game.play(first)
    sides = models(Moment(game, ViewState()))["fight"]
    assert wrong(sides, PANELS["fight"], "fight") == []
    return {side["name"]: side for side in sides["sides"]}


def test_results_that_are_owed_are_told_with_their_source() -> None:
    sides = fought()
    assert sides["Windwalker"]["owed"][0] == ["kill", "2 kills owed: dice"]
    assert all(said.endswith("owed: dice") for side in sides.values() for _, said in side["owed"])


def test_powers_that_may_still_act_are_told_with_their_moment() -> None:
    def ahead(**rest: Any) -> list[str]:
        return [said for said, _, _, spoke in fought(**rest)["Ancients"]["parts"] if not spoke]

    assert ahead() == []
    assert ahead(books={"AN": "Unholy Ground"}) == ["Unholy Ground, after the kills or the pains"]


def test_no_sheet_tells_what_only_set_up_or_a_ruling_asks() -> None:
    game = of(table("BB TT AN", {"BB": {"Arabia": "Earth Cat"}, "TT": {"Europe": "Acolyte"}, "AN": {}}))
    found = [dict(opened(game, seat)["passages"])["On the faction card"] for seat in range(3)]
    names = {row["name"] for rows in found for row in rows}
    assert {"Sycophancy", "Dematerialization"} <= names
    assert not names & {"Cats by the book", "Choice of a tribe", "A start with a glyph", "Start Without A Sign"}


def test_a_battle_inside_another_names_the_one_that_waits_and_who_stands_by() -> None:
    there = {"GC": {"Arabia": "2 Deep One"}, "SL": {"Arabia": "Wizard, 2 Serpent Man"}, "YS": {"Arabia": "2 Undead"}}
    game = of(table("GC SL YS", there, power={"GC": 9, "SL": 9, "YS": 9}, books={"SL": "Energy Nexus"}))

    def shown() -> tuple[dict[str, Any], list[tuple[str, int]]]:
        found = models(Moment(game, ViewState()))
        for panel in ("stages", "fight"):
            assert wrong(found[panel], PANELS[panel], panel) == []
        return found["stages"], [(row["name"], row["n"]) for row in found["fight"]["beside"]]

    game.play("battle Arabia Sleeper")
    stages, beside = shown()
    assert "waits" not in stages
    assert beside == [("Undead", 2)]
    game.play("Energy Nexus")
    game.play("battle Arabia Yellow Sign")
    stages, beside = shown()
    said = [(row["say"], row["note"]) for row in stages["waits"]]
    assert said == [("Battle in Arabia: Great Cthulhu against Sleeper", "pre-battle to come")]
    assert beside == [("Deep One", 2)]


def test_an_option_shows_its_own_token_and_never_that_of_a_neighbour() -> None:
    there = {"DS": {"Arabia": "6 Acolyte"}, "SL": {"Arabia": "Tsathoggua", "Europe": "Wizard"}, "TT": {}}
    game = of(table("DS SL TT", there, gates={"Arabia": "abandoned"}))
    m, at = Moment(game, ViewState()), game.state.config.map.index
    control = next(o for o in game.options if o.label.startswith("Control the gate in Arabia"))
    assert m.sign(control.targets) == m.seat_token(0) | {"i": game.state.config.factions[0].units[0].icon}
    assert m.sign((f"area:{at['Arabia']}",)) is None  # two owners
    assert m.sign((f"area:{at['Europe']}",)) is not None


def test_an_option_shows_what_it_is_about_and_not_the_largest_of_its_area() -> None:
    there = {"GC": {"Arabia": "Acolyte, Cthulhu", "Europe": "Acolyte, Deep One", "Antarctica": "Acolyte, Deep One"}}
    there |= {"BG": {"North America": "Acolyte"}, "CC": {"South America": "Acolyte"}}
    cultist, gate = {"o": "green", "i": "cultist", "n": 3}, {"o": "green", "i": "magic-portal"}
    to_come = {"o": "neutral", "i": "portal"}

    def shown(**gates: str) -> dict[str, Any]:
        m = Moment(of(table("GC BG CC", there, gates=gates)), ViewState())
        return {row["label"]: row["t"] for row in models(m)["decision"]["rows"]}

    rows = shown(Arabia="GC")
    assert [rows[f"Recruit a Cultist in {area}"] for area in ("Arabia", "Europe", "Antarctica")] == [cultist] * 3
    assert rows["Abandon the gate in Arabia"] == gate
    assert rows["Create a gate in Europe"] == rows["Create a gate in Antarctica"] == to_come

    rows = shown(Arabia="GC", Antarctica="GC")  # so many that each action is one row: it shows the same
    assert (rows["Recruit"], rows["Abandon"], rows["Create a gate in Europe"]) == (cultist, gate, to_come)
    assert rows["Summon"] is None, "several Monsters at several gates: what stands at one of them is none of these"


def test_an_awakening_shows_who_awakens() -> None:
    there = {"GC": {"South Pacific": "Acolyte, Deep One"}, "BG": {"Europe": "Acolyte"}, "CC": {"Arabia": "Acolyte"}}
    game = of(table("GC BG CC", there, gates={"South Pacific": "GC"}, power=10))
    m = Moment(game, ViewState())
    rows = {row["label"]: row["t"] for row in models(m)["decision"]["rows"]}
    awaken = next(t for label, t in rows.items() if label.startswith("Awaken"))
    cthulhu = next(u for u in game.state.config.factions[0].units if u.name == "Cthulhu")
    assert (awaken["o"], awaken["i"]) == ("green", cthulhu.icon)


@pytest.mark.parametrize(("drawn", "listed"), [(0, 5), (2, 2), (5, 5)])
def test_the_list_of_why_not_has_only_what_was_drawn_for_this_game(drawn: int, listed: int) -> None:
    options = {"things": "great_old_one_pack_1", "great_old_ones": drawn}
    game = Game(CthulhuWars.build(players=3, options=options), seed=3)
    while game.decision is not None and game.decision.what != "action":
        game.play("1")
    me, cards = game.state.active, game.system.config.cards
    asked = models(Moment(game, ViewState(why=Why())))["why"]["actions"]
    names = {card.name for i, card in enumerate(cards) if game.state.offer >> i & 1}
    assert {name.removeprefix("Awaken ") for _, name in asked if name.startswith("Awaken ")} - names == {"Cthulhu"}
    assert sum(f"Awaken {card.name}" in dict(asked).values() for card in cards) == listed == len(names)
    known = game.system.actions(game.state, me)
    assert all(known[i].verb for i, _ in asked)
    assert [i for i, _ in asked] == sorted(i for i, _ in asked), "the numbers are those of all that can be typed"
    assert not game.why_not("awaken yig south pacific").legal, "and whoever types another one is answered"


def passages(game: Game, seat: int = 0) -> dict[str, list[str]]:
    return {name: [row["name"] for row in rows] for name, rows in opened(game, seat)["passages"]}


def test_at_any_moment_stands_what_may_be_used_now_and_the_rest_on_the_card() -> None:
    there = {"WW": {"Arabia": "Acolyte"}, "SL": {"Europe": "Acolyte"}, "TT": {}}
    told = passages(of(table("WW SL TT", there)))
    assert "At any moment" not in told
    assert "Hibernate" in told["On the faction card"]
    taken = passages(of(table("WW SL TT", there, open={"WW": "Taken at any time"})))
    assert taken["At any moment"] == ["Take a spellbook"]
    assert "Take a spellbook" not in taken["On the faction card"]


def test_what_is_for_two_players_or_for_other_boxes_is_told_with_them_alone() -> None:
    there = {"WW": {"Arctic Ocean": "Acolyte"}, "BB": {"Europe": "Earth Cat"}, "TT": {}}
    three = of(table("WW BB TT", there))
    two = of(table("WW BB", {who: there[who] for who in ("WW", "BB")}, board="earth_3p"))
    assert "Give up Ithaqua" not in passages(three)["On the faction card"]
    assert "Give up Ithaqua" in passages(two)["On the faction card"]
    assert "Power for priests" not in passages(three, 1)["On the faction card"]
    priests = of(table("WW BB TT", there, things=("high_priests",)))
    assert "Power for priests" in passages(priests, 1)["On the faction card"]


def test_markers_are_told_while_some_are_left_and_how_many() -> None:
    def groups(**rest: Any) -> list[str]:
        game = of(table("AN WW TT", {"AN": {"Arabia": "Acolyte"}, "WW": {"Europe": "Acolyte"}, "TT": {}}, **rest))
        return [name for seat in (0, 1) for name, _ in opened(game, seat)["pieces"]]

    assert groups() == ["Cathedrals, 4 left", "Ice Age markers, 1 left"]
    assert groups(markers={"cathedral": "Arabia", "ice_age": "Europe"}) == ["Cathedrals, 3 left"]


@pytest.mark.parametrize("factions", LINE_UPS, ids=lambda names: names[0])
def test_no_text_of_a_sheet_speaks_of_the_house(factions: list[str]) -> None:
    game = th.new("cthulhu_wars", factions=factions)
    for seat in range(len(factions)):
        found = opened(game, seat)
        texts = [row["text"] for _, rows in found["passages"] for row in rows]
        texts += [slot["text"] for group in found["groups"] for slot in group["slots"]]
        assert not [text for text in texts if "`" in text or "By the ruling" in text]


def test_a_faction_with_more_books_than_slots_has_as_many_boxes_as_the_others() -> None:
    game = of(table("TT GC BG", {"TT": {"Arabia": "Acolyte"}, "GC": {}, "BG": {}}, things=("tribes",)))
    rows = models(Moment(game, ViewState()))["strip"]["seats"]
    assert [row["books"][0][1] for row in rows] == [[0] * 6] * 3
    books = {"TT": "Soulless, Tablets of the Gods"}
    game = of(table("TT GC BG", {"TT": {"Arabia": "Acolyte"}, "GC": {}, "BG": {}}, things=("tribes",), books=books))
    assert models(Moment(game, ViewState()))["strip"]["seats"][0]["books"][0][1] == [1, 1, 0, 0, 0, 0]


def test_what_one_faction_alone_counts_stands_by_its_name_and_makes_no_column() -> None:
    game = of(table("TT SL DS", UNITS, counters=[["TT", "growth", 7]]))
    rows = models(Moment(game, ViewState()))["strip"]["seats"]
    assert [row["extra"] for row in rows] == ["Growth 7", "", ""]
    assert not any(figure["l"] == "Growth" for row in rows for figure in row["figures"])
    assert len({len(row["figures"]) for row in rows}) == 1


def test_a_tribe_is_chosen_by_its_books() -> None:
    game = th.new("cthulhu_wars", factions=["tcho_tcho", "great_cthulhu", "black_goat"], things=["tribes"], seed=3)
    while game.decision.what != "tribe":
        game.play(game.options[0])
    before = game.system.to_json(game.state)
    told = {row["label"]: row["detail"] for row in models(Moment(game, ViewState()))["decision"]["rows"]}
    assert told == {
        "Tsang": "Idolatry, Martyrdom, Tablets of the Gods",
        "Leng": "Surprise!, Dark Rituals, Fulmination",
    }
    assert game.system.to_json(game.state) == before, "to look changes nothing"


def test_actions_are_offered_in_plain_words() -> None:
    units = {"AN": {"Arabia": "Acolyte, Un-Man"}, "TT": {"Europe": "Acolyte"}, "GC": {}}
    game = of(table("AN TT GC", units, open={"AN": "all"}))
    labels = [o.label for o in game.options]
    assert "Let each enemy summon its dearest Monster" in labels
    assert not [label for label in labels if label.startswith("Let highest")]
    system, s = game.system, game.state
    assert system.verb_label(s, 0, "move") == "Move"
    assert system.verb_label(s, 0, "recruit") == "Recruit"
    assert system.verb_label(s, 0, "gate") == "Create a gate"
    sleeper = of(table("SL TT GC", {"SL": {"Arabia": "Acolyte"}, "TT": {"Europe": "Acolyte"}, "GC": {}}))
    assert sleeper.system.verb_label(sleeper.state, 0, "feed one") == "… gains 3 Power"


def test_three_gods_are_told_as_a_list() -> None:
    game = th.new("cthulhu_wars", factions=["daemon_sultan", "great_cthulhu", "windwalker"])
    leads = [game.system.leads(seat).partition(", from")[0] for seat in range(3)]
    assert leads == ["Avatar Thesis, Avatar Antithesis and Avatar Synthesis", "Cthulhu", "Rhan-Tegoth and Ithaqua"]


def test_a_terror_stands_in_a_ring_of_teeth() -> None:
    game = of(table("AN TT GC", {"AN": {"Arabia": "Yothan, Reanimated"}, "TT": {"Europe": "Acolyte"}, "GC": {}}))
    tokens = {t.target: t.face for t in build(game.table(), width=900).pieces if t.target.startswith("piece:")}
    teeth = {target: face.teeth for target, face in tokens.items() if "yothan" in target or "reanimated" in target}
    assert sorted(teeth.values()) == [False, True]
    (yothan,) = (tokens[target] for target, on in teeth.items() if on)
    assert len(face_shapes(yothan)) == len(face_shapes(replace(yothan, teeth=False))) + 1
    rows = {row["name"]: row["t"].get("r", "") for row in opened(game, 0)["tables"][0]["rows"]}
    assert rows == {"Acolyte": "", "Un-Man": "", "Reanimated": "", "Yothan": "toothed"}


def test_the_line_round_a_lit_area_crosses_no_name() -> None:
    table_ = th.new("cthulhu_wars", factions=["great_cthulhu", "bubastis", *CORE[1:4], "ancients"]).table()
    lit = Marks(selectable=frozenset(area.target for area in table_.board.areas))
    scene = build(table_, lit, width=929)
    boxes = scene.ground._line_boxes  # type: ignore[attr-defined]
    lines = [shape for shape in scene.under if isinstance(shape, Poly) and shape.stroke and shape.width in (2.8, 5)]
    assert len(boxes) > 20
    assert any(not line.closed for line in lines), "some are interrupted"
    crossed = [
        (x, y)
        for line in lines
        for ring in line.rings
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0]) if line.closed else ring)
        for k in range(9)
        for x, y in [(ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8)]
        if any(x0 + 0.2 < x < x1 - 0.2 and y0 + 0.2 < y < y1 - 0.2 for x0, y0, x1, y1 in boxes)
    ]
    assert crossed == []
