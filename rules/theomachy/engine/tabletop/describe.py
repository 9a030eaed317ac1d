"""A table in words, for screen readers, terminals and hosts that show nothing else; and a hex board in letters.

Plain text of one `Table`, whatever the game. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from theomachy.engine.tabletop.beside import (
    SEALED,
    SHOWN,
    ActionBox,
    ActionRow,
    Amount,
    CardSheet,
    Line,
    LineItem,
)
from theomachy.engine.tabletop.beside_words import (
    amount_in_words,
    card_in_words,
    line,
    paper_in_words,
    stack_words,
    sum_in_words,
    throw_in_words,
)
from theomachy.engine.tabletop.table import (
    HAZARD,
    NEUTRAL,
    Area,
    AreaMark,
    Border,
    Carried,
    Condition,
    Corner,
    Gauge,
    Hand,
    LegendRow,
    Piece,
    Place,
    Prop,
    Ray,
    Route,
    Sheet,
    Table,
    Target,
    Track,
    TrackMarker,
    Trail,
    Zone,
)  # fmt: skip
from theomachy.engine.tabletop.ways import Way, ways_of
from theomachy.engine.wording import together

CELL = 8  # letters of one hex in the terminal


def describe(table: Table) -> str:
    """Return the whole table as text: whose turn, tracks, sheets, areas with what stands there, hands, notes.

    Empty areas are only counted. A board of hexes comes first as a picture in letters.
    """
    parts = [headline(table)]
    if table.board.style == "hexes":
        parts.append(hex_picture(table))
    parts.append(section("Board", areas_in_words(table)))
    parts.append(section("Borders", [border_line(table, border) for border in borders_of(table)]))
    parts.append(section("Paths", [trail_words(table, trail) for trail in table.board.trails]))
    parts.append(section("Zones", [zone_line(table, zone) for zone in table.zones]))
    parts.append(section("Planned ways", [route_words(table, route) for route in table.routes]))
    for each in table.lines:
        parts.append(section(line(each.name), line_in_words(table, each)))
    parts.append(section("Conditions", [condition_line(table, each) for each in table.conditions]))
    parts.append(section("Tracks", [track_in_words(track, table) for track in table.tracks]))
    parts.append(section("Players", [sheet_in_words(sheet, table) for sheet in table.sheets]))
    parts.append(section("Hands", [hand_in_words(hand, table) for hand in table.hands]))
    if table.fight is not None:
        parts.append(section("Battle", fight_in_words(table)))
    for paper in table.papers:
        parts.append(section(f"Sheet of {seat_name(table, paper.seat)}", paper_in_words(paper)))
    for card in table.cards:
        parts.append(section(f"{line(card.name)} of {seat_name(table, card.seat)}", card_in_words(card)))
    parts.append(section("Figures that decide", [sum_in_words(each) for each in table.sums]))
    for throw in table.throws:
        parts.append(section(f"Dice: {line(throw.name)}", throw_in_words(throw)))
    parts.append(section("Plans in secret", sealing_in_words(table)))
    parts.append(section("Key", [legend_line(row) for row in table.legend]))
    parts.append(section("Notes", [line(note) for note in table.notes]))
    return "\n\n".join(part for part in parts if part)


def headline(table: Table) -> str:
    """Return one line: game, place, phase, whose turn, and through whose eyes it is seen."""
    words = [line(table.title)]
    if table.place:
        words.append(line(table.place))
    if table.actions is not None:
        words.append(actions_in_words(table, table.actions))
    elif 0 <= table.phase < len(table.phases):
        words.append(f"phase {line(table.phases[table.phase])}")
    if table.to_act:
        words.append(f"{' and '.join(seat_name(table, seat) for seat in table.to_act)} to act")
    words.append("seen by a spectator" if table.viewer is None else f"seen by {seat_name(table, table.viewer)}")
    return " · ".join(words)


def areas_in_words(table: Table) -> list[str]:
    """Return one line for each area where something stands or lies, and one that counts the others."""
    lines: list[str] = []
    for area in table.board.areas:
        here = _here(table, area)
        if here:
            lines.append(f"{line(area.name)} ({_kind(area)}): {', '.join(here)}")
    empty = len(table.board.areas) - len(lines)
    if empty:
        word = "area" if empty == 1 else "areas"
        lines.append(f"{empty} empty {word}")
    beside = [_piece(piece, table) for piece in table.pieces if piece.area < 0]
    if beside:
        lines.append(f"Beside the board: {', '.join(beside)}")
    return lines


def _here(table: Table, area: Area) -> list[str]:
    out = [line(name or kind) for where, kind, name in table.tints if where == area.id]
    out += ink_words(table, area)
    for place in table.places:
        if place.area == area.id:
            keeper = f"held by {seat_name(table, place.holder)}" if place.holder is not None else "held by nobody"
            told = "".join(f", {word}" for word in place_words(table, place))
            figure = f" {line(place.text)}" if place.text else ""
            out.append(f"{line(place.name)}{figure} {keeper}{told}{_worn(table, place.target)}")
    out += ["full"] if area.id in table.full else []
    out += prop_words(table, area)
    out += worn_words(table, area.target)
    out += [_piece(piece, table) for piece in table.pieces if piece.area == area.id]
    return out


def _piece(piece: Piece, table: Table) -> str:
    many = f"{piece.count} × " if piece.count != 1 else ""
    marks = f" ({', '.join(piece_marks(table, piece))})" if piece_marks(table, piece) else ""
    worn = _worn(table, piece.target)
    if isinstance(piece.owner, int):
        return f"{many}{line(piece.name)} of {seat_name(table, piece.owner)}{marks}{worn}"
    return f"{many}{line(piece.name)}{marks}{worn}"


def piece_marks(table: Table, piece: Piece) -> list[str]:
    """What is said of a piece in brackets: its badge, its marks, the corner on which it stands."""
    corner = next((each for each in table.board.corners if each.target == piece.corner), None)
    badge = [line(piece.badge)] if piece.badge else []
    marks = [mark for mark in piece.marks if mark != "double"]
    return [*badge, *marks, *([corner_words(table, corner)] if corner is not None else [])]


# ink on the map, corners, planned ways ----------------------------------------------------------------------------
def printed_here(table: Table, area: Area) -> tuple[Amount, ...]:
    """What is printed in an area to be taken, one by one, as the player reads it whose ink is shown."""
    instead = dict(table.layer.instead) if table.layer is not None else {}
    return tuple(instead.get(amount.name, amount) for amount in area.amounts for _ in range(max(0, amount.n)))


def crossed_here(table: Table, area: Area) -> dict[int, AreaMark]:
    """Which of the printed amounts are crossed out in the ink that is shown: place in the row -> its mark."""
    found: dict[int, AreaMark] = {}
    for mark in marks_here(table, area.id, "crossed"):
        for i in range(len(printed_here(table, area))):
            if mark.of in ("", str(i)):
                found[i] = mark
    return found


def marks_here(table: Table, area: int, kind: str, of: str | None = None) -> list[AreaMark]:
    """The marks of one kind in an area, in the ink that is shown."""
    marks = table.layer.marks if table.layer is not None else ()
    return [m for m in marks if m.area == area and m.kind == kind and (of is None or m.of == of)]


def ink_words(table: Table, area: Area) -> list[str]:
    """What is printed in an area and what the pen has made of it: "visited", "wood (crossed out), gold"."""
    out = [f"visited{_new(mark)}" for mark in marks_here(table, area.id, "tick")]
    out += [f"counts as {line(mark.text)}{_new(mark)}" for mark in marks_here(table, area.id, "terrain")]
    crossed = crossed_here(table, area)
    for i, amount in enumerate(printed_here(table, area)):
        gone = f" (crossed out{_new(crossed[i])})" if i in crossed else ""
        out.append(f"{line(amount.name)}{gone}")
    return out


def place_words(table: Table, place: Place) -> list[str]:
    """What a place is worth, brings, and what is written on it; what is taken is not told again."""
    out = [] if place.holder is not None else [amount_in_words(each) for each in (place.worth,) if each is not None]
    if place.gains and place.holder is None:
        out.append(f"brings {', '.join(map(amount_in_words, place.gains))}")
    out += [f"level {line(mark.text)}{_new(mark)}" for mark in marks_here(table, place.area, "level", place.kind)]
    if crossed := marks_here(table, place.area, "crossed", place.kind):
        out.append(f"crossed out{_new(crossed[0])}")
    elif place.crossed:
        out.append("crossed out")
    if place.barred:
        out.append(f"barred by {line(place.barred)}")
    return out


def _new(mark: AreaMark) -> str:
    return ", new" if mark.fresh else ""


def corner_words(table: Table, corner: Corner) -> str:
    """ "corner of Jorveld, Odmoor and Paskaar"."""
    near = {area.id: area.name for area in table.board.areas if area.id in corner.areas}
    a, b, c = (line(near[area]) if area in near else f"area {area}" for area in corner.areas)
    return f"{line(corner.name) or 'corner'} of {a}, {b} and {c}"


def route_words(table: Table, route: Route) -> str:
    """A planned way, step by step with what each costs."""
    names = {area.id: line(area.name) for area in table.board.areas}
    by = {"portal": " through a portal", "jump": " over the map"}
    steps = [
        f"{names.get(step.area, f'area {step.area}')}{by.get(step.link, '')}"
        f"{f' for {step.cost}' if step.cost else ''}{f' ({line(step.note)})' if step.note else ''}"
        for step in route.steps
    ]
    points = f"; {route.cost} of {route.points} points" if route.points else ""
    start = names.get(route.start, f"area {route.start}")
    return f"{line(route.name) or 'way'} of {seat_name(table, route.seat)}: {', '.join((start, *steps))}{points}"


def line_in_words(table: Table, row: Line) -> list[str]:
    """Things that each does for himself, with who has done what."""
    return [_item(table, item) for item in row.items] + ([line(row.note)] if row.note else [])


def item_words(table: Table, item: LineItem) -> list[str]:
    """What a thing of a line is worth and brings, and who has done it."""
    out = [amount_in_words(item.worth)] if item.worth is not None else []
    out += [f"brings {', '.join(map(amount_in_words, item.gains))}"] if item.gains else []
    out += [line(item.note)] if item.note else []
    for mark in item.marks:
        out.append(f"{line(mark.name)} by {seat_name(table, mark.seat)}{', new' if mark.fresh else ''}")
    return out


def _item(table: Table, item: LineItem) -> str:
    name = line(item.name) if item.text in item.name else f"{line(item.name)} {line(item.text)}"
    words = item_words(table, item)
    return f"{name}: {'; '.join(words)}" if words else name


def actions_in_words(table: Table, row: ActionRow) -> str:
    """The announced actions in order: "actions 1 gold (done), 2 wood (now), iron (left out)"."""
    first = f", {seat_name(table, row.first)} is first" if row.first >= 0 else ""
    return f"{line(row.name).lower()} {', '.join(action_words(box) for box in row.boxes)}{first}"


def action_words(box: ActionBox) -> str:
    said = {"": "", "ahead": "", "now": " (now)", "done": " (done)", "out": " (left out)"}[box.state]
    return f"{f'{line(box.level)} ' if box.level else ''}{line(box.name)}{said}"


# what lies on edges, on pieces and over several areas -----------------------------------------------------------------
def ground_words(table: Table, area: Area) -> list[str]:
    """What the signs of an area say: how many pieces fit, whether it is full or higher, what is printed there."""
    words = ["higher ground"] if area.level == 1 else [f"level {area.level}"] if area.level else []
    words += [f"room for {area.capacity}"] if area.capacity else []
    words += printed_words(table, area)
    return words + (["full"] if area.id in table.full else [])


def printed_words(table: Table, area: Area) -> list[str]:
    """What is printed below the name of an area, and where a way leads that is printed so: "tunnel C to Koth"."""
    ways = [way for way in ways_of(table.board) if way.area == area.id]
    led, reached = {line(way.name) for way in ways}, {end for way in ways for end in way.ends}
    signs = [f"{line(sign.name)} {line(sign.text)}".strip() for sign in area.signs]
    rest = [link for link in table.board.links if link.kind and area.id in link.between]
    ends = [(link, sum(link.between) - area.id) for link in rest]
    names = {each: line(name) for each, name in table.board.names().items()} if ways or rest else {}
    return [
        *(word for word in signs if word not in led),
        *(way_words(way, names) for way in ways),
        *(f"{line(link.name)} to {names[end]}" for link, end in ends if end not in reached),
    ]


def way_words(way: Way, names: Mapping[int, str]) -> str:
    """A printed sign and where it leads: "tunnel C to Koth"."""
    serves = f", for {line(way.serves)}" if way.serves else ""
    return f"{line(way.name)} to {together([names[end] for end in way.ends])}{serves}"


def beyond(table: Table, area: int) -> str:
    """What stands in an area, for who thinks of going there or of who may come from there; "empty" if nothing does."""
    here = next((_here(table, each) for each in (table.board.whole or table.board).areas if each.id == area), [])
    return ", ".join(here) or "empty"


def prop_words(table: Table, area: Area) -> list[str]:
    """The scenery that stands in an area, counted: "2 × tree"."""
    found: dict[str, list[Prop]] = {}
    for prop in table.props:
        if prop.area == area.id:
            found.setdefault(line(prop.name), []).append(prop)
    return [f"{len(props)} × {name}" if len(props) > 1 else name for name, props in found.items()]


def legend_line(row: LegendRow) -> str:
    """What something on the board means: "Forest: hides"."""
    return f"{line(row.name)}: {line(row.text)}" if row.text else line(row.name)


def trail_words(table: Table, trail: Trail) -> str:
    """A path with the two areas that it joins."""
    names = {area.id: line(area.name) for area in table.board.areas}
    a, b = (names.get(area, f"area {area}") for area in trail.areas)
    return f"{line(trail.name or trail.kind)} from {a} to {b}"


def ray_words(table: Table, ray: Ray) -> list[str]:
    """A line that was measured: what it says, then a line a thing that was looked at."""
    names = {area.id: line(area.name) for area in table.board.areas}
    a, b = line(ray.start_name) or names.get(ray.start, ""), line(ray.end_name) or names.get(ray.end, "")
    rows = [
        f"  {'holds' if row.holds else 'fails'}: {line(row.text)}{f' ({line(row.fact)})' if row.fact else ''}"
        for row in ray.rows
    ]
    return [f"{a} to {b}: {line(ray.words)}", *rows]


def borders_of(table: Table) -> tuple[Border, ...]:
    """All borders with a kind: those that are printed on the board, then those that come and go."""
    return (*table.board.borders, *table.borders)


def gauge_words(gauge: Gauge) -> str:
    """ "vitality 5 of 7"."""
    most = f" of {gauge.most}" if gauge.most else ""
    return f"{line(gauge.name) or 'gauge'} {gauge.value}{most}"


def carried_words(thing: Carried) -> str:
    """The name of a carried thing, with its kind unless the name says it."""
    kind = line(thing.kind.replace("_", " "))
    return line(thing.name) if kind.lower() in thing.name.lower() else f"{line(thing.name)} ({kind})"


def worn_words(table: Table, target: Target) -> list[str]:
    """What a thing shows beside itself: its gauges, and what it carries (an area: what lies there)."""
    carries = "" if target.startswith("area:") else "carries "
    return [
        *(gauge_words(gauge) for gauge in table.gauges if gauge.of == target),
        *(f"{carries}{carried_words(thing)}" for thing in table.carried if thing.by == target),
    ]


def _worn(table: Table, target: Target) -> str:
    words = worn_words(table, target)
    return f" ({', '.join(words)})" if words else ""


def border_words(border: Border) -> str:
    """What a border is: "the Long Wall (wall)", or "wall" where it has no name."""
    kind = line(border.kind.replace("_", " "))
    return kind if not border.name or kind == line(border.name) else f"{line(border.name)} ({kind})"


def border_line(table: Table, border: Border) -> str:
    """A border with its two areas, and the one that lies lower."""
    names = {area.id: line(area.name) for area in table.board.areas}
    a, b = (names.get(area, f"area {area}") for area in border.between)
    falls = f", {names.get(border.fall, '')} lies lower" if border.fall >= 0 else ""
    return f"{a} and {b}: {border_words(border)}{falls}"


def zone_words(table: Table, zone: Zone) -> str:
    """Name of a zone, whose it is, and its note."""
    owner = seat_name(table, zone.owner) if isinstance(zone.owner, int) else ""
    own = f" of {owner}" if owner and owner not in zone.name else ""  # a name may say it already
    note = f" ({line(zone.note)})" if zone.note else ""
    return f"{line(zone.name)}{own}{note}"


def zone_line(table: Table, zone: Zone) -> str:
    names = {area.id: line(area.name) for area in table.board.areas}
    return f"{zone_words(table, zone)}: {', '.join(names.get(area, f'area {area}') for area in zone.areas)}"


def condition_line(table: Table, condition: Condition) -> str:
    """The progress of a condition with each of its parts: "Heroquest: 2 of 3; has Shrine, has Temple, lacks 10 of 35
    points"."""
    whose = f" ({seat_name(table, condition.seat)})" if condition.seat >= 0 else ""
    some = f", any {condition.need} of {len(condition.parts)}" if 0 < condition.need < len(condition.parts) else ""
    state = "reached" if condition.reached or condition.holds else f"{condition.value} of {condition.most}{some}"
    parts = []
    for part in condition.parts:
        name = f"{seat_name(table, part.seat)}: {line(part.name)}" if part.seat >= 0 else line(part.name)
        figure = f" {part.have} of {part.need}" if part.need > 1 else ""
        parts.append(f"{'has' if part.done else 'lacks'} {name}{figure}")
    reward = f"; brings {line(condition.reward)}" if condition.reward else ""
    text = f", {line(condition.text)}" if condition.text else ""
    return f"{line(condition.name)}{whose}{text}: {state}; {', '.join(parts)}{reward}"


def track_in_words(track: Track, table: Table) -> str:
    if track.markers:
        stand = (f"{line(m.name) or seat_name(table, m.seat)} {m.at}{_then(m)}" for m in track.markers)
        flags = "".join(f"; {flag.at} {line(flag.name)}" for flag in track.flags)
        return f"{line(track.name)} to {len(track.cells) - 1}: {', '.join(stand)}{flags}"
    cells = " ".join(f"[{line(cell)}]" if i == track.at else line(cell) for i, cell in enumerate(track.cells))
    note = f" ({line(track.note)})" if track.note else ""
    return f"{line(track.name)}: {cells}{note}"


def _then(marker: TrackMarker) -> str:
    return "" if marker.next is None else f" (then {marker.next})"


def sheet_in_words(sheet: Sheet, table: Table) -> str:
    told = sheet.figures[:1] if sheet.closed else sheet.figures
    figures = ", ".join(
        f"{line(f.label)} {line(f.text) or f.value}{f' {line(f.note)}' if f.note else ''}" for f in told
    )
    words = [f"{seat_name(table, sheet.seat)}: {line(sheet.status)}"]
    if figures:
        words.append(figures)
    if sheet.closed:
        words.append(line(sheet.closed))
    for title, slots in sheet.slots:
        filled = [line(slot.name) for slot in slots if slot.filled]
        named = f" ({', '.join(filled)})" if filled else ""
        words.append(f"{line(title)} {len(filled)} of {len(slots)}{named}")
    for title, pieces in sheet.pieces:
        if pieces:
            words.append(f"{line(title)}: {', '.join(_piece(piece, table) for piece in pieces)}")
    words += [line(token) for token in sheet.tokens]
    return "; ".join(words)


def hand_in_words(hand: Hand, table: Table) -> str:
    most = f" of at most {hand.most}" if hand.most else ""
    word = "card" if hand.count == 1 else "cards"
    named = f": {', '.join(line(card.name) or 'face down' for card in hand.cards)}" if hand.cards else ""
    if hand.stacks:
        named = f": {'; '.join(map(stack_words, hand.stacks))}"
    piles = "".join(
        f", {n} {where}" for n, where in ((hand.deck, "in the deck"), (hand.discard, "discarded")) if n >= 0
    )
    head = hand.figure
    told = f", {line(head.label)} {head.value}{f' of {head.most}' if head.most else ''}" if head is not None else ""
    return f"{seat_name(table, hand.seat)}: {hand.count} {word}{most}{piles}{told}{named}"


def fight_in_words(table: Table) -> list[str]:
    fight = table.fight
    if fight is None:
        return []
    lines = [line(fight.title)]
    lines += [f"{line(stage.name)}: {line(stage.note) or stage.state}" for stage in fight.stages]
    for side in fight.sides:
        forces = ", ".join(
            f"{_piece(force.piece, table)} {line(force.figure)}{f' {force.fate}' if force.fate else ''}"
            for force in side.forces
        )
        named = f" ({', '.join(line(word) for word in (side.name, side.note) if word)})" if side.name else ""
        lines.append(
            f"{seat_name(table, side.seat)} {line(side.role)} with {line(side.total)}{named}: {forces or 'nothing'}"
        )
        lines += [f"  {sum_in_words(each)}" for each in side.sums]
    cards = {card.id: card for card in table.cards}
    for slide in fight.slides:
        if (card := cards.get(slide.card)) is not None:
            lines.append(f"{line(card.name)}: {', '.join(slide_words(card, slide.before)) or 'nothing changes'}")
    return lines


def slide_words(card: CardSheet, before: int) -> list[str]:
    """What a card lost on its way from one row to the current one: "vitality 5 to 2", "Bite ends"."""
    if card.row >= card.rows:
        return ["destroyed"]
    if card.beads is not None:
        return [f"{card.beads[0]} of {card.beads[1]} left"]
    if not 0 <= before < card.rows or before == card.row:
        return []
    said = [
        f"{line(column.name)} {column.values[before]} to {column.values[card.row]}"
        for column in card.columns
        if column.values[before] != column.values[card.row]
    ]
    for power in card.powers:
        had, has = card.has(power, before), card.has(power)
        if had != has:
            said.append(f"{line(power.name)} {'begins' if has else 'ends'}")
        elif has and power.values and power.values[before] != power.values[card.row]:
            said.append(f"{line(power.name)} {power.values[before]} to {power.values[card.row]}")
    return said


# what lies beside the board -------------------------------------------------------------------------------------------
def sealing_in_words(table: Table) -> list[str]:
    """Who has sealed a plan and who still plans; the lines of a plan only where the viewer knows them."""
    if table.sealing is None:
        return []
    lines = [line(table.sealing.name)] if table.sealing.name else []
    for plan in table.sealing.plans:
        state = {SEALED: "sealed", SHOWN: "shown"}.get(plan.state, "still planning")
        known = f": {', '.join(line(part) for part in plan.lines)}" if plan.lines else ""
        lines.append(f"{seat_name(table, plan.seat)}, {state}{known}")
    return lines


def section(title: str, lines: Iterable[str]) -> str:
    rows = list(lines)
    return "\n".join([title, *(f"  {row}" for row in rows)]) if rows else ""


def seat_name(table: Table, seat: int) -> str:
    found = next((each for each in (*table.seats, *table.nobodys) if each.index == seat), None)
    return line(found.name) if found else f"seat {seat + 1}"


def _kind(area: Area) -> str:
    return line(area.kind.replace("_", " "))


# the board in letters -------------------------------------------------------------------------------------------------
def hex_picture(table: Table) -> str:
    """Return a board of hexes as lines of text with a legend: odd rows stand half a hex to the right.

    Each hex has its name with the first letters of its kind, and below it owner and pieces ("A a2 p6"); a hex with more
    than fits ends in an ellipsis. Boards of another style give "".
    """
    board = table.board
    if board.style != "hexes":
        return ""
    cells = {area.cell: area for area in board.areas if area.cell is not None}
    owners, kinds = owners_and_kinds(table)
    lines: list[str] = []
    for row in range(board.size[1]):
        shift = " " * (CELL // 2 * (row & 1))
        upper, lower = shift, shift
        for column in range(board.size[0]):
            area = cells.get((column, row))
            upper += _fit(_area_sign(area), CELL)
            lower += _fit(standing(area, table, owners, kinds), CELL)
        lines += [upper.rstrip(), lower.rstrip()]
    return "\n".join([*lines, *_legend(table, owners, kinds)])


def _area_sign(area: Area | None) -> str:
    if area is None or area.kind in ("water", "sea", "ocean"):
        return "~"
    return f"{line(area.name)[:4]} {_kind(area)[:3]}"


def owners_and_kinds(table: Table) -> tuple[dict[int | str, str], dict[str, str]]:
    """Letters for owners (capital) and kinds of pieces (small), each used once; digits when the letters run out."""
    owners: dict[int | str, str] = {NEUTRAL: "-", HAZARD: "!"}
    for seat in table.seats:
        owners[seat.index] = _free_sign(seat.letters or seat.name, set(owners.values()), True)
    kinds: dict[str, str] = {}
    for piece in table.pieces:
        if piece.kind not in kinds:
            kinds[piece.kind] = _free_sign(piece.name, set(kinds.values()), False)
    return owners, kinds


def _free_sign(name: str, taken: set[str], capital: bool) -> str:
    turned = name.upper() if capital else name.lower()
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if capital else "abcdefghijklmnopqrstuvwxyz"
    wanted = [c for c in turned if c.isalpha()] + list(alphabet)
    return next((c for c in wanted if c not in taken), "?")


def standing(area: Area | None, table: Table, owners: dict[int | str, str], kinds: dict[str, str]) -> str:
    if area is None:
        return ""
    stacks: dict[int | str, str] = {}
    for piece in table.pieces:
        if piece.area == area.id:
            count = str(piece.count) if piece.count > 1 else ""
            stacks[piece.owner] = stacks.get(piece.owner, "") + f"{kinds[piece.kind]}{count}"
    return " ".join(f"{owners.get(owner, '?')}{stack}" for owner, stack in stacks.items())


def _fit(text: str, width: int) -> str:
    return text.ljust(width) if len(text) < width else text[: width - 2] + "… "


def _legend(table: Table, owners: dict[int | str, str], kinds: dict[str, str]) -> list[str]:
    names = {piece.kind: line(piece.name) for piece in table.pieces}
    seats = ", ".join(f"{owners[seat.index]} {line(seat.name)}" for seat in table.seats)
    pieces = ", ".join(f"{sign} {names[kind]}" for kind, sign in kinds.items())
    return [row for row in (seats, pieces) if row]
