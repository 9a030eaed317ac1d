"""Ink on the map, corners, planned ways, a line of things and the order of a round."""

import io
import math
from dataclasses import replace

import pytest
from PIL import Image

from tests.engine.pocket_inks import inks
from tests.widgets.inked import CORNER, WOOD, actions_of, inked_board, inked_table, line_of, sheet_of
from tests.widgets.things import outline_board
from theomachy.engine.errors import RulesError
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.beside import ActionBox, Line, LineItem
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import AreaMark, Corner, Figure, Marks, Place, Route, RouteStep, Sheet
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import Moment, ViewState, bar, lines, models, sheet, strip, thumbs
from theomachy_widgets.present import inks as switch
from theomachy_widgets.present.beside import all_of
from theomachy_widgets.render.canvas import CommandBatch, SpriteSheet, draw, faces
from theomachy_widgets.render.png import whole_png
from theomachy_widgets.render.svg import svg
from theomachy_widgets.replay import replay_html
from theomachy_widgets.scene import STYLE, build, ground_of
from theomachy_widgets.scene.geometry import inside
from theomachy_widgets.scene.lands import SCATTERS, by_hand
from theomachy_widgets.scene.shapes import Path, Poly, Stamp, TextShape
from theomachy_widgets.scene.style import COLOURS, brightness, letter_ink, owner_paint
from theomachy_widgets.scene.tokens import badge, face_shapes
from theomachy_widgets.svg_board import SvgBoard


# words ----------------------------------------------------------------------------------------------------------------
def test_words_tell_what_is_printed_and_what_the_shown_pen_has_made_of_it() -> None:
    mine, theirs, nobody = (describe(inked_table(ink)) for ink in (0, 1, -1))
    assert "Gate of Olives (forest): visited, new, wood, gold (crossed out, new)" in mine
    assert "High Court (mountain): visited, Core (crossed out), Core (crossed out), gold (crossed out)" in mine
    assert "counts as mountain, new" in mine
    assert "Foundation held by nobody, level 2" in mine
    assert "Gate of Olives (forest): wood, gold" in theirs
    assert "iron, iron, gold" in theirs
    assert "Core" not in theirs
    assert "visited" in theirs
    assert "visited" not in nobody
    assert "level 2" not in nobody


def test_words_tell_places_corners_ways_lines_and_the_order_of_the_round() -> None:
    said = describe(inked_table())
    assert "Fortress 6 held by nobody, 3 victory points, brings 2 wood, 1 gold" in said
    assert "Fortress 7 held by Xanthos, crossed out" in said
    assert "Tavern of Xanthos (tavern ground of Myrtle Wood, High Court and Nymphs' Pool)" in said
    assert "Army of Xanthos (sealed)" in said
    assert "Army of Zoe (10)" in said
    way = "Nymphs' Pool, Northern Steps for 2, High Court for 1, Oracle through a portal for 1; 4 of 5 points"
    assert f"Way of Zoe: {way}" in said
    assert "Monster 2: 1 victory points; brings 2 wood; beaten by Zoe; enslaved by Xanthos" in said
    assert "actions 1 Gold (done), 2 Wood (now), 3 Movement, Iron (left out), Xanthos is first" in said
    assert "phase" not in said


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Corner((1, 1, 2)), "between three areas"),
        (lambda: AreaMark(1, "smudge"), "a mark in area 1 is 'smudge'"),
        (lambda: AreaMark(1, "level", "plinth"), "has no text"),
        (lambda: RouteStep(3, link="tunnel"), "the way to area 3"),
        (lambda: RouteStep(3, -1), "the cost of the way"),
        (lambda: ActionBox("x", "X", state="later"), "the action X"),
        (lambda: Line("m", "Monsters", (LineItem("1", "A"), LineItem("1", "B"))), "the same id"),
    ],
)
def test_what_no_pen_can_draw_is_refused(make, says) -> None:
    with pytest.raises(RulesError, match=says):
        make()


def test_targets_have_a_shape_of_their_own_unless_one_is_given() -> None:
    row, actions = line_of(), actions_of()
    assert [row.target(item) for item in row.items[1:3]] == ["line:monsters:3", "monster:8"]
    assert [box.chosen_by for box in actions.boxes[:2]] == ["action:gold", "action:wood"]
    assert replace(actions.boxes[0], target="x:1").chosen_by == "x:1"
    assert CORNER.target == "corner:1:2:7"


# drawn lands ----------------------------------------------------------------------------------------------------------
def test_neighbours_of_a_drawn_board_share_every_point_of_their_border() -> None:
    ground = ground_of(inked_board())
    plain = {area.id: area for area in inked_board().areas}
    for area in ground.areas.values():
        mine = {p for ring in area.polygons[0] for p in ring}
        assert len(mine) == 4 * len(plain[area.id].polygons[0][0])
        for other in area.near:
            theirs = {p for ring in ground.areas[other].polygons[0] for p in ring}
            was = set(plain[area.id].polygons[0][0]) & set(plain[other].polygons[0][0])
            assert len(mine & theirs) == 4 * (len(was) - 1) + 1
            assert ground.shared(area.id, other)


def test_a_drawn_board_fills_its_picture_and_is_the_same_each_time() -> None:
    board = inked_board()
    boxes = [ground_of(board).hit_box(area.id) for area in board.areas]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    ground = ground_of(board)
    assert 5 < x0 < 25
    assert 5 < ground.width - x1 < 25
    assert y0 > 0
    assert y1 < ground.height
    assert by_hand(board) == by_hand(replace(board))
    other = by_hand(replace(board, seed=2))
    assert other.areas[0].polygons != by_hand(board).areas[0].polygons
    assert other.areas[0].near == board.areas[0].near
    plain = outline_board()
    assert by_hand(plain) == plain


def test_what_is_scattered_keeps_its_distance_and_clear_of_names_places_and_armies() -> None:
    ground = ground_of(inked_board())
    shapes = [shape for shape in ground.shapes if isinstance(shape, Stamp)]
    for area in ground.areas.values():
        mine = [(s.x, s.y) for s in shapes if inside(s.x, s.y, ground.rings(area.id))]
        apart = SCATTERS[STYLE["kind"][area.kind]["scatter"]].apart * ground._brush
        for i, p in enumerate(mine):
            assert all(math.hypot(p[0] - q[0], (p[1] - q[1]) * 1.35) > apart - 0.3 for q in mine[:i])
        for x, y in mine:
            assert not any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in ground.names)
            place = ground.centre(area.id)
            assert math.dist((x, y), place) > 14 * ground.scale
    drawn = {area.kind for area in ground.areas.values()}
    assert drawn == {"forest", "meadow", "mountain", "lake"}
    assert len(shapes) > 60


def test_water_of_a_lake_lies_within_its_shore_and_a_small_board_has_no_lettering() -> None:
    ground = ground_of(inked_board())
    lakes = [a.id for a in ground.areas.values() if a.kind == "lake"]
    water = [s for s in ground.shapes if isinstance(s, Path) and s.fill == ground.colours["lake"]]
    shore = [s for s in ground.shapes if isinstance(s, Path) and s.stroke == ground.colours["lake_shore"] and s.clip]
    assert len(water) == len(shore) == len(lakes)
    assert all(a.d == b.d == b.clip for a, b in zip(water, shore, strict=True))
    words = [s.text for s in ground.shapes if isinstance(s, TextShape)]
    assert "GATE OF OLIVES" in words
    small = build(inked_table(), width=396)
    assert not [s for s in small.ground.shapes if isinstance(s, TextShape)]
    assert not [t for t in small.pieces if t.face.body == "chip"]
    assert small.token("piece:7:0:army").face.size > 10


# what stands on it ----------------------------------------------------------------------------------------------------
def test_printed_amounts_are_signs_below_the_name_crossed_where_the_shown_pen_has_been() -> None:
    def chips(ink: int, area: int) -> list[tuple[str, str, bool]]:
        scene = build(inked_table(ink))
        rings = scene.ground.rings(area)
        found = [t for t in scene.pieces if t.face.body == "chip" and not t.on and inside(t.x, t.y, rings)]
        return [(t.figure, t.face.icon, "slash" in t.face.mark) for t in sorted(found, key=lambda t: t.x)]

    assert chips(0, 2) == [("C", "octagon", True), ("C", "octagon", True), ("G", "disc", True)]
    assert chips(1, 2) == [("I", "hexagon", False), ("I", "hexagon", False), ("G", "disc", False)]
    assert chips(0, 0) == [("W", "square", False), ("G", "disc", True)]
    assert chips(-1, 0) == [("W", "square", False), ("G", "disc", False)]
    scene = build(inked_table())
    fresh = [t for t in scene.pieces if "new" in t.face.mark.split() and t.face.body == "chip"]
    assert len(fresh) == 1
    assert scene.hit("") is None


def test_places_are_drawn_by_kind_with_holder_level_and_signs() -> None:
    scene = build(inked_table())
    faces = {t.target: t for t in scene.pieces if t.target.startswith("place:")}
    assert {t.face.body for t in faces.values()} == {"portal", "artefact", "plinth", "fortress"}
    fort, taken = faces["place:8:fortress"], faces["place:13:fortress"]
    assert (fort.figure, fort.face.colour, fort.face.mark) == ("6", "neutral", "")
    assert (taken.figure, taken.face.colour, taken.face.mark) == ("XA", "red", "cross")
    signs = sorted((t for t in scene.pieces if t.on == fort.target), key=lambda t: (t.y, t.x))
    assert [(t.face.icon, t.figure, t.tag) for t in signs] == [
        ("star", "3", ""),
        ("square", "W", "2"),
        ("disc", "G", "1"),
    ]
    assert all(t.x > fort.x for t in signs)
    assert not [t for t in scene.pieces if t.on == taken.target]
    assert faces["place:6:plinth"].face.icon == "2"
    assert faces["place:10:plinth"].face.colour == "red"
    assert "cross" in faces["place:4:artefact"].face.mark
    theirs = build(inked_table(1))
    assert theirs.token("place:4:artefact").face.mark == ""
    assert theirs.token("place:6:plinth").face.icon == ""
    bodies = {face_shapes(t.face) for t in faces.values()}
    assert len(bodies) == len({t.face for t in faces.values()})


def test_armies_have_letters_and_power_a_lock_while_sealed_and_a_ghost_at_the_end_of_the_way() -> None:
    scene = build(inked_table())
    mine, theirs, ghost = (scene.token(f"piece:{n}:army") for n in ("7:0", "9:1", "15:0"))
    assert (mine.figure, mine.badge, mine.face.mark) == ("ZO", "10", "")
    assert (theirs.figure, theirs.badge, theirs.face.mark) == ("XA", "", "sealed")
    assert (ghost.figure, ghost.badge, ghost.face.body) == ("ZO", "", "ghost")
    words = [s.text for s in badge(mine) if isinstance(s, TextShape)]
    assert words == ["ZO", "10"]
    assert len(face_shapes(theirs.face)) > len(face_shapes(mine.face))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colour", COLOURS)
def test_letters_on_an_owner_stand_out(theme: str, colour: str) -> None:
    fill, ink = owner_paint(colour, theme)[0], letter_ink(colour, theme)
    low, high = sorted(brightness(c) + 0.05 for c in (fill, ink))
    assert high / low >= 4.5


def test_closed_land_is_covered_and_nothing_in_it_is_drawn() -> None:
    table = inked_table()
    inside_it = replace(table, places=(*table.places, Place(5, "portal", "Portal", "portal")))
    scene = build(inside_it)
    assert scene.token("place:5:portal") is None
    rings = scene.ground.rings(5)
    assert not [t for t in scene.pieces if inside(t.x, t.y, rings)]
    covers = [s for s in scene.under if isinstance(s, Poly) and s.fill == scene.ground.colours["closed"]]
    assert [s.rings for s in covers] == [rings]
    assert [s.text for s in scene.under if isinstance(s, TextShape)] == ["EAGLE CLIFF"]
    assert "crossed out" in scene.hit("area:5").label


def test_a_corner_lies_where_three_areas_meet_and_is_chosen_by_pointer_and_key() -> None:
    table = inked_table()
    plain, lit = build(table), build(table, Marks(selectable=frozenset((CORNER.target,))))
    x, y = plain.ground.meeting(CORNER)
    for area in CORNER.areas:
        assert min(math.dist((x, y), p) for ring in plain.ground.rings(area) for p in ring) < 0.2
    token = plain.token("piece:tavern0")
    assert (token.x, token.y, token.figure, token.face.shape) == (x, y, "T", "triangle")
    bare = replace(table, pieces=())
    assert not build(bare).at(x, y)[0].startswith("corner")
    assert build(bare, Marks(selectable=frozenset((CORNER.target,)))).at(x, y)[0] == CORNER.target
    hit = lit.hit(CORNER.target)
    assert (hit.selectable, hit.quiet) == (True, False)
    assert hit.label.startswith("tavern ground of Myrtle Wood, High Court and Nymphs' Pool")
    assert plain.hit(CORNER.target).quiet
    assert len(lit.ui) > len(plain.ui)
    reach = {thing["t"]: thing for thing in SvgBoard(table, Marks(selectable=frozenset((CORNER.target,)))).widget.reach}
    assert reach[CORNER.target]["on"]
    assert set(reach[CORNER.target]["more"]) | {reach[CORNER.target]["a"]} == set(CORNER.areas)
    spot = Corner((0, 1, 6), at=(180.0, 180.0))
    own = replace(table, board=replace(table.board, key="own corner", corners=(spot,)))
    assert build(own).ground.meeting(spot) == build(own).ground.placed((spot.at,))[0]


def test_a_planned_way_is_dots_with_numbered_stops_and_pills_for_its_costs() -> None:
    scene, without = build(inked_table()), build(replace(inked_table(), routes=()))
    new = [shape for shape in scene.ui if shape not in without.ui]
    texts = [s.text for s in new if isinstance(s, TextShape)]
    assert texts == ["2", "1", "1", "1", "2", "3"]
    lines = [s for s in new if isinstance(s, Poly) and s.dash]
    assert len(lines) == 3
    jump = lines[-1]
    a, b = (scene.token(f"place:{n}:portal") for n in (2, 15))
    assert math.dist(jump.rings[0][0], (a.x, a.y)) < 1
    assert math.dist(jump.rings[0][-1], (b.x, b.y)) < 1
    assert jump.width < lines[0].width
    numbers = [(s.x, s.y) for s in new if isinstance(s, TextShape)]
    assert all(math.dist(p, q) > 12 for i, p in enumerate(numbers) for q in numbers[:i])
    nowhere = replace(inked_table(), routes=(Route(0, 99, ()), Route(0, 7, (RouteStep(99),))))
    assert [s.text for s in build(nowhere).ui if isinstance(s, TextShape)] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [396, 876])
def test_all_renderers_draw_the_ink(theme: str, width: int) -> None:
    table = inked_table()
    scene = build(table, Marks(selectable=frozenset((CORNER.target, "area:7"))), theme, width)
    frame, sheet = CommandBatch(), SpriteSheet(1280, 2)
    sheet.add(faces(scene.pieces))
    for layer in (scene.under, scene.pieces, scene.ui):
        draw(frame, layer, sheet, "x")
    assert len(frame) > 200
    text = svg(scene)
    assert text.count("<path") > 100
    assert ("GATE OF OLIVES" in text) == (width > 520)
    data = whole_png(scene, 1)
    picture = Image.open(io.BytesIO(data))
    assert picture.size == (round(scene.width), round(scene.height))
    assert len(picture.convert("RGB").resize((60, 40)).getcolors(2400)) > 300


# beside the board -----------------------------------------------------------------------------------------------------
def sailed(*answers, players: int = 2, view: int | str = 0) -> Controller:
    """At the moment when the voyages are known: who sails where, then what is done."""
    game = Game(inks(players), seed=5)
    game.play(*answers, *((p, "done") for p in range(players)))
    return Controller(game, ViewState(view=view))


def test_the_map_shows_the_ink_of_the_viewer_and_a_click_shows_anothers() -> None:
    c = sailed((0, 1), (1, 2))
    assert [(s["letters"], s["on"]) for s in switch.model(c.moment)["seats"]] == [("AG", True), ("BR", False)]
    assert [mark.area for mark in c.moment.shown.layer.marks] == [1, 1]
    c.do("ink", k=1)
    assert [mark.area for mark in c.moment.shown.layer.marks] == [2, 2]
    c.do("ink", k=-1)
    assert (c.moment.shown.layer, switch.model(c.moment)["none"]) == (None, True)
    assert c.view_state.error == ""
    c.do("ink", k=77)
    assert c.moment.shown.layer is None
    c.view_state.locked = True
    c.do("ink", k=0)
    assert c.moment.shown.ink == 0


def test_a_way_is_drawn_for_its_owner_alone() -> None:
    game = Game(inks(2), seed=5).play((0, 1), (0, 2))
    mine, theirs = (Moment(game, ViewState(view=seat, locked=True)) for seat in (0, 1))
    own, others = (m.table.sealing.plans[0].lines for m in (mine, theirs))
    assert own
    assert others == ()
    assert theirs.shown.routes == ()
    [way] = mine.shown.routes
    assert (way.start, [step.area for step in way.steps], way.points) == (0, [1, 2], 3)
    assert [p.area for p in mine.shown.pieces if "ghost" in p.marks] == [2]
    assert not [p for p in theirs.shown.pieces if "ghost" in p.marks]
    assert switch.model(mine)["alone"]
    assert "alone" not in switch.model(theirs)
    everybody = Moment(game, ViewState())
    assert [route.seat for route in everybody.shown.routes] == [0]
    assert game.view(1).table.routes == ()
    assert game.view(None).table.routes == ()
    game.play((0, "done"))
    assert [route.seat for route in Moment(game, ViewState(view=0)).shown.routes] == [0]
    after = sailed((0, 1), (1, 2))
    assert [route.seat for route in after.moment.shown.routes] == [0]


def test_an_action_is_chosen_in_the_row_and_a_building_in_the_line() -> None:
    c = sailed()
    row = models(c.moment)["bar"]
    assert row["phases"] == []
    boxes = {box["id"]: box for box in row["actions"]["boxes"]}
    assert [boxes[k].get("target") for k in ("plan", "build", "fight", "wait")] == [
        None, "action:build", None, "action:wait",
    ]  # fmt: skip
    assert (boxes["plan"]["state"], boxes["wait"]["state"], row["actions"]["first"]["name"]) == ("now", "out", "Aglaia")
    c.do("target", target="action:build")
    assert c.view_state.error == ""
    [line] = lines.model(c.moment)["lines"]
    assert [item.get("target", "") for item in line["items"]] == [
        "line:works:0", "line:works:1", "", "", "", "line:works:5",
    ]  # fmt: skip
    assert line["items"][1]["brings"].startswith("The hero throws one die more")
    c.do("target", target="line:works:1")
    forge = lines.model(c.moment)["lines"][0]["items"][1]
    assert (forge["done"], forge["fresh"], forge["marks"][0]["o"]) == (True, True, "blue")
    c.do("ink", k=1)
    assert not lines.model(c.moment)["lines"][0]["items"][1]["done"]
    assert "target" not in lines.model(Moment(c.game, ViewState(view=1, locked=True)))["lines"][0]["items"][0]


def test_gains_of_a_line_are_read_as_the_shown_player_reads_them() -> None:
    m = sailed().moment
    m.__dict__["shown"] = inked_table()
    letters = [[gain["letter"] for gain in item["gains"]] for item in lines.model(m)["lines"][0]["items"]]
    assert letters == [["W"], ["C"], ["W", "C", "G"], []]
    assert [item["done"] for item in lines.model(m)["lines"][0]["items"]] == [True, True, False, False]
    m.__dict__["shown"] = inked_table(1)
    assert [[g["letter"] for g in item["gains"]] for item in lines.model(m)["lines"][0]["items"]][1] == ["I"]
    assert [item["done"] for item in lines.model(m)["lines"][0]["items"]] == [True, False, False, False]


def test_thumbnails_show_what_is_written_and_side_by_side_shows_all_sheets() -> None:
    c = sailed()
    c.do("target", target="action:build")
    c.do("target", target="line:works:1")
    mine, theirs = thumbs.model(c.moment)["sheets"]
    assert (mine["columns"], mine["rows"], mine["on"]) == (3, 3, False)
    assert [1, 2, True, True] in mine["cells"]
    assert not any(cell[2] for cell in theirs["cells"])
    c.do("front", k="side")
    found = models(c.moment)
    assert found["fronts"]["on"] == "side"
    assert [tab["name"] for tab in found["fronts"]["tabs"]] == ["Map", "Aglaia", "Bronteas", "Side by side", "Cards"]
    assert (found["paper"]["beside"], len(found["paper"]["sheets"])) == (True, 2)
    assert all(sheet["on"] for sheet in found["thumbs"]["sheets"])
    shut = replace(c.moment.shown, papers=(replace(sheet_of(0), groups=(), aside=(), closed="not yet"),))
    m = Moment(c.game, ViewState(view=0))
    m.__dict__["shown"] = shut
    [one] = thumbs.model(m)["sheets"]
    assert (one["closed"], one["cells"]) == ("not yet", [])


def test_the_map_becomes_small_beside_a_sheet_and_large_again() -> None:
    c = sailed()
    dash = Dashboard(c.game, 0, renderer="svg")
    assert not dash.board.table.board.small
    before = dash.board.scene.ground
    dash.do("front", k="0")
    assert dash.board.table.board.small
    assert not [s for s in dash.board.scene.ground.shapes if isinstance(s, TextShape)]
    assert not [t for t in dash.board.scene.pieces if t.face.body == "chip"]
    size = dash.board.scene.token("piece:hero0").face.size
    dash.do("front", k="board")
    assert dash.board.scene.ground is before
    assert dash.board.scene.token("piece:hero0").face.size < size
    assert dash.control.faults == []
    dash.close()


def test_a_replay_and_a_lesson_have_the_line_and_the_order_of_the_round() -> None:
    c = sailed((0, 1))
    c.do("target", target="action:build")
    page = replay_html(c.game)
    assert '"Works"' in page
    assert '["2 Build","on"]' in page
    assert "lines" in all_of(c.moment)
    assert bar.pills(inked_table(), plain=True) == [
        ["1 Gold", "done"], ["2 Wood", "on"], ["3 Movement", "ahead"], ["Iron", "out"],
    ]  # fmt: skip


def test_a_small_map_names_what_the_pointer_is_on() -> None:
    table = inked_table()
    large, small = build(table), build(replace(table, board=replace(table.board, key="inked small", small=True)))

    def words(scene, target: str) -> list[str]:
        return [s.text for s in scene.hover(target) if isinstance(s, TextShape)]

    assert words(small, "area:7") == ["Nymphs' Pool"]
    assert words(small, "place:8:fortress")[-1] == "Northern Steps"
    assert words(large, "area:7") == []
    assert words(small, "nothing") == []


def test_figures_have_signs_and_words_and_a_closed_sheet_tells_the_first_alone() -> None:
    figures = (Figure("Points", 17), Figure("Wood", 5, sign=WOOD), Figure("Army", 0, text="5 Cores"))
    sheets = tuple(Sheet(p, "waits", figures, closed="" if p == 0 else "closed until all have moved") for p in (0, 1))
    m = sailed().moment
    m.__dict__["shown"] = replace(m.shown, sheets=sheets)
    mine, theirs = strip.players(m)["seats"]
    assert [f["v"] for f in mine["figures"]] == [17, 5, "5 Cores"]
    assert mine["figures"][1]["sign"]["letter"] == "W"
    assert ([f["v"] for f in theirs["figures"]], theirs["closed"]) == ([17], "closed until all have moved")
    m.view_state.sheet = 1
    assert len(sheet.model(m)["figures"]) == 1
    nothing = (sheets[0], replace(sheets[1], figures=()))
    untold = sailed().moment
    untold.__dict__["shown"] = replace(m.shown, sheets=nothing)
    assert strip.players(untold)["seats"][1]["figures"] == []
    said = describe(m.shown)
    assert "Aglaia: waits; Points 17, Wood 5, Army 5 Cores" in said
    assert "Bronteas: waits; Points 17; closed until all have moved" in said
