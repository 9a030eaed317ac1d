"""A table in a dozen lines, as a terminal shows it with each question; what is not here, `describe` tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .beside_words import card_in_words, line, paper_in_words
from .describe import (
    actions_in_words,
    areas_in_words,
    border_line,
    borders_of,
    condition_line,
    fight_in_words,
    hand_in_words,
    headline,
    hex_picture,
    legend_line,
    line_in_words,
    owners_and_kinds,
    seat_name,
    section,
    sheet_in_words,
    standing,
    track_in_words,
    trail_words,
    zone_line,
)
from .table import Area, Sheet, Table

WIDE = 118  # letters of a line
MOST = 8  # lines of a board, or of a fight
FEW = 6  # figures of a player that are all told
CELL = 10  # letters of one hex


def brief(table: Table) -> list[str]:
    """The moment, the board, how each player stands, and a fight under way."""
    board = list(hexes(table)) if table.board.style == "hexes" else packed(places(table))
    fight = [text[:WIDE] for text in fight_in_words(table)[:MOST]]
    players = [figures(table, each) for each in table.sheets]
    return [moment(table), *(f"  {row}" for row in (*board, *fight)), *players]


def moment(table: Table) -> str:
    """Game, place and phase; whose eyes it is seen through, if anybody's. Who is asked, the question says."""
    words = [line(table.title), *([line(table.place)] if table.place else [])]
    if table.actions is not None:
        words.append(actions_in_words(table, table.actions))
    elif 0 <= table.phase < len(table.phases):
        words.append(f"phase {line(table.phases[table.phase])}")
    return " · ".join(words + ([f"seen by {seat_name(table, table.viewer)}"] if table.viewer is not None else []))


def places(table: Table) -> Iterator[str]:
    """Each area with pieces or places to hold in it: "Europe: gate of Black Goat, 6 Acolyte"."""
    for area in table.board.areas:
        held = [(p.name, p.holder) for p in table.places if p.area == area.id and p.holder is not None]
        here = [f"{line(name)} ({seat_name(table, holder)})" for name, holder in held]
        stacks: dict[int | str, list[str]] = {}
        for piece in table.pieces:
            if piece.area == area.id:
                many = f"{piece.count} " if piece.count != 1 else ""
                stacks.setdefault(piece.owner, []).append(f"{many}{line(piece.name)}")
        for owner, names in stacks.items():
            whose = f" ({seat_name(table, owner)})" if isinstance(owner, int) else ""
            here.append(f"{', '.join(names)}{whose}")
        if here:
            yield f"{line(area.name)}: {'; '.join(here)}"


def packed(parts: Iterable[str]) -> list[str]:
    """Short texts side by side; those that have no room are counted."""
    known = list(parts)
    rows, shown = list[str](), 0
    for text in known:
        if rows and len(rows[-1]) + len(text) + 3 <= WIDE:
            rows[-1] += f" · {text}"
        elif len(rows) < MOST:
            rows.append(text)
        else:
            break
        shown += 1
    return rows + ([f'... and {len(known) - shown} more areas: "board"'] if shown < len(known) else [])


def hexes(table: Table) -> Iterator[str]:
    """A line for each row of hexes with land, shifted as on the board: "D4p Ap6" is 6 people of A on plains."""
    owners, kinds = owners_and_kinds(table)
    grounds: dict[str, str] = {}
    for area in table.board.areas:
        if not _wet(area) and area.kind not in grounds:
            grounds[area.kind] = next((c for c in area.kind if c not in grounds.values()), "?")
    cells = {area.cell: area for area in table.board.areas if area.cell is not None and not _wet(area)}
    for row in range(min((r for _, r in cells), default=0), max((r for _, r in cells), default=-1) + 1):
        text = " " * (CELL // 2 * (row & 1))
        for column in range(table.board.size[0]):
            here, said = cells.get((column, row)), "~"
            if here is not None:
                said = f"{line(here.name)[:4]}{grounds[here.kind]} {standing(here, table, owners, kinds)}".rstrip()
            text += said[: CELL - 1].ljust(CELL)
        yield text.rstrip()
    signs = [f"{owners[seat.index]} {line(seat.name)}" for seat in table.seats]
    signs += [f"{sign} {line(next(p.name for p in table.pieces if p.kind == kind))}" for kind, sign in kinds.items()]
    signs += [f"{sign} {kind.replace('_', ' ')}" for kind, sign in grounds.items()]
    yield ", ".join(signs)


def _wet(area: Area) -> bool:
    return area.kind in ("water", "sea", "ocean")


def figures(table: Table, sheet: Sheet) -> str:
    """How a player stands, on one line."""
    known = sheet.figures[: 1 if sheet.closed else None]
    if len(known) > FEW:  # what is 0 goes without saying
        known = tuple(f for i, f in enumerate(known) if f.value or f.text or not i)
    status = "" if sheet.status in ("to act", "waits") else f" ({line(sheet.status)})"
    told = ", ".join(f"{line(f.label)} {line(f.text) or f.value}" for f in known)
    return f"{seat_name(table, sheet.seat)}{status}: {told}"


def hands(table: Table) -> list[str]:
    """All hands, as far as they may be seen."""
    return [hand_in_words(hand, table) for hand in table.hands] or ["there are no hands of cards in this game"]


def sheet(table: Table, seat: int | None) -> list[str]:
    """All that lies before a player (None: before each): figures, what is near, papers and cards."""
    found = list[str]()
    for each in table.seats:
        if seat is not None and each.index != seat:
            continue
        found += [sheet_in_words(one, table) for one in table.sheets if one.seat == each.index]
        found += [f"  {condition_line(table, one)}" for one in table.conditions if one.seat == each.index]
        for paper in table.papers:
            found += [f"  {row}" for row in paper_in_words(paper)] if paper.seat == each.index else []
        for card in table.cards:
            if card.seat == each.index:
                found += [f"  {line(card.name)}: {'; '.join(card_in_words(card))}"]
    return found


def board(table: Table) -> str:
    """The whole board: a picture of hexes, every area with what stands there, what lies between and beside them."""
    parts = [
        headline(table),
        hex_picture(table) if table.board.style == "hexes" else "",
        section("Board", areas_in_words(table)),
        section("Borders", [border_line(table, border) for border in borders_of(table)]),
        section("Paths", [trail_words(table, trail) for trail in table.board.trails]),
        section("Zones", [zone_line(table, zone) for zone in table.zones]),
        *(section(line(each.name), line_in_words(table, each)) for each in table.lines),
        section("Tracks", [track_in_words(track, table) for track in table.tracks]),
        section("Key", [legend_line(row) for row in table.legend]),
        section("Notes", [line(note) for note in table.notes]),
    ]
    return "\n\n".join(part for part in parts if part)
