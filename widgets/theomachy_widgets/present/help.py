"""What a thing on the table is, for the card beside it: its numbers with their parts, its words, its rules.

All of it comes from the table as the viewer sees it, from the printed values of the game and from its rule index, so it
is written for no game and tells nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from theomachy.engine.tabletop.beside import CardSheet, Sum
from theomachy.engine.tabletop.beside_words import box_in_words
from theomachy.engine.tabletop.describe import (
    border_words,
    borders_of,
    carried_words,
    condition_line,
    corner_words,
    gauge_words,
    ground_words,
    ink_words,
    piece_marks,
    place_words,
    prop_words,
    worn_words,
    zone_words,
)
from theomachy.engine.tabletop.table import Area, Piece, SheetRow, Table, Target
from theomachy.engine.wording import whose

from .film import capital
from .moment import Moment

MOST_ROWS, MOST_TEXT, MOST_RULES = 9, 420, 4
PLAIN = ("source", "where", "icon", "rule", "name", "text", "short", "title", "figures")  # words, or told elsewhere
Card = dict[str, Any]
Rows = list[list[str]]


def card_of(m: Moment, targets: Sequence[Target]) -> Card | None:
    """The card of the first of some targets that the viewer's table has, or the rule index; None where none has."""
    for target in targets:
        kind = target.partition(":")[0]
        made = MAKERS.get(kind)
        found = made(m, target) if made is not None else None
        if found is not None:
            return {"for": target, **_whole(m, found)}
    return None


def _whole(m: Moment, found: Card) -> Card:
    """The card with its first rule's words where it has none of its own, cut to what fits beside a thing."""
    rules = [rule for rule in dict.fromkeys(found.pop("rules", ())) if rule in m.system.rulebook][:MOST_RULES]
    text = found.get("text", "")
    if not text and rules and not found.get("says"):
        text = m.system.rulebook[rules[0]].text
    cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT].rsplit(' ', 1)[0]} …"
    blank: Card = {"t": None, "sub": "", "note": "", "says": []}
    return blank | found | {"text": cut, "rules": rules, "rows": found.get("rows", [])[:MOST_ROWS]}


# -- pieces -----------------------------------------------------------------------------------------------------------
def _piece(m: Moment, target: Target) -> Card | None:
    table = m.shown
    piece = next((p for p in _pieces(table) if p.target == target), None)
    if piece is None:
        return None
    area = next((a.name for a in table.board.areas if a.id == piece.area), "")
    owner = m.seat_name(piece.owner) if isinstance(piece.owner, int) else ""
    row, sheet = _row_of(table, piece), next((c for c in table.cards if c.piece == target), None)
    values, rule = _printed(m, piece)
    rows: Rows = []
    note, text = ", ".join(piece_marks(table, piece)), ""
    printed = m.system.piece_card(m.seen_state, piece)
    rules = [rule]
    if sheet is not None:
        rows, rules = _of_sheet(sheet), [sheet.rule, *(s.rule for s in sheet.sums)]
        note = "; ".join([*sheet.marks, *([note] if note else [])])
        text = _powers(sheet)
    elif row is not None:
        columns, each = row
        rows = [[name, cell] for name, cell in zip(columns, each.cells, strict=False) if cell]
        rows += [["In play", f"{each.have} of {each.most}"]] if each.most else []
        text, rules = each.line, [each.rule, rule]
    elif printed is not None:
        rows = [list(pair) for pair in printed.figures]
    else:
        rows = values
    if piece.count > 1:
        rows = [["Here", str(piece.count)], *rows]
    if piece.badge:
        rows = [["Power", piece.badge], *rows]
    under = next((p for p in table.places if piece.seat == p.kind and p.area == piece.area and p.says), None)
    if under is not None:  # what it stands on is hidden under it
        rows, rules = [*rows, [under.name, under.says]], [*rules, under.rule]
    if piece.corner:
        rows = [*rows, ["Where", _crossed(table, piece.corner)]]
    if row is None and sheet is None and piece.area >= 0:
        out = sum(p.count for p in table.pieces if p.owner == piece.owner and p.kind == piece.kind and p.area >= 0)
        most = _figures(m, piece)
        told = f"{out} of {most}" if most else str(out)
        rows = [*rows, *([["On the map", told]] if most or out > piece.count or not rows else [])]
    worn = [words.partition(" ") for words in worn_words(table, target)]
    rows = [each for each in rows if each[0].casefold() not in {name for name, _, _ in worn}]
    rows += [[capital(name), told] for name, _, told in worn]
    sub = ", ".join(part for part in (owner, area) if part)
    says = [list(pair) for pair in printed.says] if printed is not None else []
    return {"t": m.piece_token(piece), "name": piece.name, "sub": sub, "rows": rows, "text": text, "note": note,
            "rules": rules, "says": says}  # fmt: skip


def _crossed(table: Table, corner: Target) -> str:
    """The areas that touch at a corner."""
    at = next((c.areas for c in table.board.corners if c.target == corner), ())
    return ", ".join(a.name for a in table.board.areas if a.id in at)


def _pieces(table: Table) -> Iterator[Piece]:
    yield from table.pieces
    for sheet in table.sheets:
        for _, pieces in sheet.pieces:
            yield from pieces


def _row_of(table: Table, piece: Piece) -> tuple[tuple[str, ...], SheetRow] | None:
    """The row of a sheet that tells of a kind of piece."""
    for sheet in table.sheets:
        for part in sheet.tables if sheet.seat == piece.owner else ():
            for row in part.rows:
                if row.piece.kind == piece.kind and row.name == piece.name:
                    return part.columns, row
    return None


def _of_sheet(sheet: CardSheet) -> Rows:
    if sheet.row >= sheet.rows:
        return [["State", "destroyed"]]
    rows = [[capital(column.name), str(column.values[sheet.row])] for column in sheet.columns]
    return rows + [_sum(each) for each in sheet.sums]


def _powers(sheet: CardSheet) -> str:
    live = [power.name for power in sheet.powers if sheet.row < sheet.rows and sheet.has(power)]
    return f"Powers now: {', '.join(live)}." if live else ""


def _sum(each: Sum) -> list[str]:
    """A figure with the parts that it is the sum of."""
    parts = ", ".join(f"{term.name} {term.fact or f'{term.n:+d}'}" for term in each.terms)
    name = f"{each.name}, next" if each.seat >= 0 else each.name
    return [name, f"{each.value} ({parts})" if parts else str(each.value)]


def _printed(m: Moment, piece: Piece) -> tuple[Rows, str]:
    """The printed values of a kind of piece: those of the table of the data files that has its name."""
    prefix = _prefix(m, piece)
    values = m.system.facts.table(prefix) if prefix else {}
    rows = [[capital(key.replace("_", " ")), _value(value)] for key, value in values.items() if _tells(key, value)]
    return rows, str(values.get("rule", ""))


def _figures(m: Moment, piece: Piece) -> int:
    prefix = _prefix(m, piece)
    n = m.system.facts.table(prefix).get("figures", 0) if prefix else 0
    return n if isinstance(n, int) else 0


def _prefix(m: Moment, piece: Piece) -> str:
    """Where a kind of piece is printed: by its name, in the tables of its owner's faction where there are several."""
    known: dict[str, list[str]] = m.memory.printed
    if not known:
        for fact in m.system.facts:
            prefix, _, last = fact.key.rpartition(".")
            if last == "name" and isinstance(fact.value, str):
                known.setdefault(fact.value.casefold(), []).append(prefix)
        known.setdefault("", [])
    name = piece.name.casefold()  # or what it begins with: an Acolyte on the gate is an Acolyte
    said = name if name in known else max((x for x in known if x and name.startswith(f"{x} ")), key=len, default="")
    found = known[said] if said else [piece.kind] if m.system.facts.table(piece.kind) else []
    if len(found) > 1 and isinstance(piece.owner, int):
        title = m.seats[piece.owner].title.casefold().replace(" ", "_")
        found = [prefix for prefix in found if f".{title}." in f".{prefix}."] or found
    return found[0] if found else ""


def _tells(key: str, value: Any) -> bool:
    plain = isinstance(value, int) or (isinstance(value, list) and value and all(isinstance(x, int) for x in value))
    return key not in PLAIN and bool(plain) and not isinstance(value, bool)


def _value(value: Any) -> str:
    return " or ".join(map(str, value)) if isinstance(value, list) else str(value)


# -- the ground -------------------------------------------------------------------------------------------------------
def _area(m: Moment, target: Target) -> Card | None:
    table = m.shown
    area = next((a for a in table.board.areas if a.target == target), None)
    if area is None:
        return None
    tints = [name or kind for where, kind, name in table.tints if where == area.id]
    here = [*ground_words(table, area), *tints, *ink_words(table, area), *prop_words(table, area)]
    here += [word for word in worn_words(table, area.target) if word not in here]
    rows: Rows = [["Ground", ", ".join(dict.fromkeys(here))]] if here else []
    rows += _standing(m, area)
    zones = [zone_words(table, zone) for zone in table.zones if area.id in zone.areas]
    rows += [["Part of", ", ".join(zones)]] if zones else []
    near = [a.name for a in table.board.areas if a.id in area.near]
    rows = rows or [["Neighbours", str(len(area.near))]]
    note = f"Beside {', '.join(near)}." if 0 < len(near) <= 8 else ""
    rules = [place.rule for place in table.places if place.area == area.id and place.rule]
    return {"name": area.name, "sub": area.kind.replace("_", " "), "rows": rows, "text": note, "rules": rules}


def _standing(m: Moment, area: Area) -> Rows:
    """What stands there, a row an owner."""
    table, found = m.shown, dict[str, list[str]]()
    for place in table.places:
        if place.area == area.id:
            holder = "nobody's" if place.holder is None else whose(m.seat_name(place.holder))
            found.setdefault(capital(place.name), []).append(", ".join([holder, *place_words(table, place)]))
    for piece in table.pieces:
        if piece.area == area.id:
            owner = m.seat_name(piece.owner) if isinstance(piece.owner, int) else "Nobody's"
            many = f"{piece.count} × " if piece.count > 1 else ""
            found.setdefault(owner, []).append(f"{many}{piece.name}")
    return [[owner, ", ".join(things)] for owner, things in found.items()]


def _place(m: Moment, target: Target) -> Card | None:
    place = next((p for p in m.shown.places if p.target == target), None)
    if place is None:
        return None
    area = next((a.name for a in m.shown.board.areas if a.id == place.area), "")
    rows = [["Held by", "nobody" if place.holder is None else m.seat_name(place.holder)]]
    rows += [["Power", place.text]] if place.text else []
    rows += [["It is", ", ".join(words)]] if (words := place_words(m.shown, place)) else []
    rows += [["It does", place.says]] if place.says else []
    token = m.seat_token(place.holder) if place.holder is not None else {"o": "neutral", "i": place.icon}
    return {"t": token, "name": place.name, "sub": area, "rows": rows, "rules": [place.rule]}


def _lying(m: Moment, target: Target) -> Card | None:
    """Borders, corners, zones, gauges, scenery, things that are carried."""
    made = (found for each in (_border, _zone, _gauge, _carried, _prop, _corner) if (found := each(m, target)))
    return next(made, None)


def _border(m: Moment, target: Target) -> Card | None:
    every = borders_of(m.shown)
    border = next((b for b in every if b.target == target), None)
    if border is None:
        return None
    names = [a.name for a in m.shown.board.areas if a.id in border.between]
    rows = [["On the board", str(sum(b.kind == border.kind for b in every))]]
    rows += [["Higher", name] for name in (a.name for a in m.shown.board.areas if a.id in border.between)
             if border.fall >= 0 and name != _name(m, border.fall)]  # fmt: skip
    return {"name": capital(border_words(border)), "sub": " and ".join(names), "rows": rows, "rules": [border.rule]}


def _zone(m: Moment, target: Target) -> Card | None:
    zone = next((z for z in m.shown.zones if z.target == target), None)
    if zone is None:
        return None
    areas = [a.name for a in m.shown.board.areas if a.id in zone.areas]
    rows = [["Areas", str(len(areas))]]
    return {"name": capital(zone_words(m.shown, zone)), "sub": ", ".join(areas[:6]), "rows": rows, "rules": [zone.rule]}


def _gauge(m: Moment, target: Target) -> Card | None:
    gauge = next((g for g in m.shown.gauges if g.target == target), None)
    if gauge is None:
        return None
    of = f" of {gauge.most}" if gauge.most else ""
    piece = next((p for p in m.shown.pieces if p.target == gauge.of), None)
    return {"t": None if piece is None else m.piece_token(piece), "name": capital(gauge_words(gauge)),
            "sub": "" if piece is None else piece.name, "rows": [["Now", f"{gauge.value}{of}"]],
            "rules": [gauge.rule]}  # fmt: skip


def _carried(m: Moment, target: Target) -> Card | None:
    table = m.shown
    thing = next((c for c in table.carried if c.target == target), None)
    if thing is None:
        return None
    by = next((p.name for p in table.pieces if p.target == thing.by), "")
    where = next((a.name for a in table.board.areas if a.target == thing.by), "")
    rows = [["Carried by", by]] if by else [["Lies in", where]] if where else []
    rows += [["On the board", str(sum(c.kind == thing.kind for c in table.carried))]]
    token = {"o": "neutral", "i": thing.icon} if thing.icon else None
    return {"t": token, "name": capital(carried_words(thing)), "rows": rows, "rules": [thing.rule]}


def _line(m: Moment, target: Target) -> Card | None:
    for line in m.shown.lines:
        for item in line.items:
            if target in (f"line:{line.id}:{item.id}", item.target):
                rows = [[m.seat_name(mark.seat), mark.name] for mark in item.marks]
                return {"name": item.name, "sub": line.name, "rows": rows, "text": item.note,
                        "rules": [item.rule, line.rule]}  # fmt: skip
    return None


def _prop(m: Moment, target: Target) -> Card | None:
    prop = next((p for p in m.shown.props if p.target == target), None)
    if prop is None:
        return None
    rows = [["Here", str(sum((p.area, p.name) == (prop.area, prop.name) for p in m.shown.props))],
            ["On the board", str(sum(p.name == prop.name for p in m.shown.props))]]  # fmt: skip
    return {"name": capital(prop.name), "sub": _name(m, prop.area), "rows": rows, "rules": [prop.rule]}


def _corner(m: Moment, target: Target) -> Card | None:
    table = m.shown
    corner = next((c for c in table.board.corners if c.target == target), None)
    if corner is None:
        return None
    there = [f"{p.name} of {m.seat_name(p.owner)}" for p in table.pieces
             if p.corner == target and isinstance(p.owner, int)]  # fmt: skip
    rows = [["Here", ", ".join(there) or "nothing"]]
    return {"name": capital(corner_words(table, corner)), "rows": rows, "rules": [corner.rule]}


def _name(m: Moment, area: int) -> str:
    return next((a.name for a in m.shown.board.areas if a.id == area), "")


# -- beside the board -------------------------------------------------------------------------------------------------
def _card(m: Moment, target: Target) -> Card | None:
    for hand in m.shown.hands:
        for card in hand.cards:
            if card.target == target and card.name:
                rows = [["In hand", str(sum(each.name == card.name for each in hand.cards))]]
                return {"t": _pictured(m, hand.seat, card.icon), "name": card.name, "sub": card.line, "rows": rows,
                        "text": card.text, "note": card.note, "rules": [card.rule]}  # fmt: skip
    return None


def _pictured(m: Moment, seat: int, icon: str) -> Card | None:
    """The token of a player with the icon of a card of his."""
    token = m.seat_token(seat)
    return {**token, "i": icon or token["i"]} if token else None


def _stack(m: Moment, target: Target) -> Card | None:
    """Cards of one name in a hand that the viewer knows: how many there, in the deck and discarded."""
    _, seat, name = [*target.split(":", 2), "", ""][:3]
    for hand in m.shown.hands:
        for stack in hand.stacks if str(hand.seat) == seat else ():
            if stack.name != name or stack.hand <= 0:
                continue
            piles = (("In hand", stack.hand), ("In the deck", stack.deck), ("Discarded", stack.discard))
            rows = [[label, str(n)] for label, n in piles if n >= 0]
            return {"t": _pictured(m, hand.seat, stack.icon), "name": stack.name, "sub": m.seat_name(hand.seat),
                    "rows": rows, "text": stack.text, "note": stack.note, "rules": [stack.rule]}  # fmt: skip
    return None


def _slot(m: Moment, target: Target) -> Card | None:
    """A square of a sheet: a spellbook, a requirement, a gift."""
    table = m.shown
    for sheet in table.sheets:
        for title, slots in sheet.slots:
            for slot in slots:
                if target not in (slot.target, f"named:{sheet.seat}:{slot.name}") or not slot.name:
                    continue
                condition = next((c for c in table.conditions if c.id == slot.condition), None)
                rows = [["State", ("there" if slot.live else "of no use now") if slot.filled else "not yet"]]
                rows += [] if condition is None else [["Progress", f"{condition.value} of {condition.most}"]]
                sub = f"{title}, {m.seat_name(sheet.seat)}"
                return {"t": m.seat_token(sheet.seat), "name": slot.name, "sub": sub, "rows": rows,
                        "text": slot.text, "rules": [slot.rule]}  # fmt: skip
    return None


def _block(m: Moment, target: Target) -> Card | None:
    """A printed field of a sheet to write on: a structure, an artefact."""
    for sheet in m.shown.papers:
        for group in (*sheet.groups, *sheet.aside):
            for block in group.blocks:
                if block.box is None or block.box.target != target:
                    continue
                rows = [["Price", ", ".join(f"{each.n} {each.name}" for each in block.price)]] if block.price else []
                rows += [["Worth", f"{block.worth.n} {block.worth.name}"]] if block.worth is not None else []
                rows += [["State", block.note]] if block.note else []
                rows = [*rows, ["On the sheet", box_in_words(block.box)]]
                return {"t": m.seat_token(sheet.seat), "name": block.name, "sub": f"{group.name}, {sheet.title}",
                        "rows": rows, "text": block.box.brings or block.text, "rules": [block.rule]}  # fmt: skip
    return None


def _sheet(m: Moment, target: Target) -> Card | None:
    """A card with a current row."""
    found = next((card for card in m.shown.cards if card.target == target), None)
    if found is None:
        return None
    rules = [found.rule, *(each.rule for each in found.sums)]
    token = m.seat_token(found.seat)
    return {"t": {**token, "i": found.icon or token["i"]} if token else None, "name": found.name, "sub": found.line,
            "rows": _of_sheet(found), "text": _powers(found), "note": "; ".join(found.marks),
            "rules": rules}  # fmt: skip


def _condition(m: Moment, target: Target) -> Card | None:
    found = next((c for c in m.shown.conditions if c.target == target), None)
    if found is None:
        return None
    rows = [[part.name, f"{part.have} of {part.need}"] for part in found.parts]
    sub = m.seat_name(found.seat) if found.seat >= 0 else ""
    text = found.text or condition_line(m.shown, found)
    return {"name": found.name, "sub": sub, "rows": rows, "text": text, "note": found.reward, "rules": [found.rule]}


def _seat(m: Moment, target: Target) -> Card | None:
    word = target.partition(":")[2]
    sheet = next((s for s in m.shown.sheets if str(s.seat) == word), None)
    if sheet is None:
        return None
    told = sheet.figures[:1] if sheet.closed else sheet.figures
    rows = [[capital(f.label), (f.text or str(f.value)) + (f" of {f.most}" if f.most else "")] for f in told]
    sums = () if sheet.closed else sheet.sums
    rows = rows[: MOST_ROWS - len(sums)] + [_sum(each) for each in sums]
    name = m.seats[sheet.seat].name
    sub = ", ".join(x for x in (name if name != m.seat_name(sheet.seat) else "", sheet.brief or sheet.status) if x)
    return {"t": m.seat_token(sheet.seat), "name": m.seat_name(sheet.seat), "sub": sub, "rows": rows,
            "note": sheet.closed, "text": ". ".join(sheet.tokens), "rules": [each.rule for each in sums]}  # fmt: skip


def _track(m: Moment, target: Target) -> Card | None:
    name = target.partition(":")[2]
    track = next((t for t in m.shown.tracks if t.name == name), None)
    if track is None:
        return None
    rows = [[k.name or m.seat_name(k.seat), str(k.at) + ("" if k.next is None else f", then {k.next}")]
            for k in track.markers]  # fmt: skip
    if not rows and 0 <= track.at < len(track.cells):
        rows = [["Now", track.cells[track.at]]]
        rows += [["Next", track.cells[track.at + 1]]] if track.at + 1 < len(track.cells) else []
    return {"name": track.name, "sub": "track", "rows": rows, "note": track.note, "rules": [track.rule]}


def _rule(m: Moment, target: Target) -> Card | None:
    id_ = target.partition(":")[2]
    book = m.system.rulebook
    if id_ not in book:
        return None
    rule = book[id_]
    rows: Rows = []
    for name, ruling in m.system.questions.items():
        if ruling.rule == id_ or name == rule.ruling:
            now = m.system.rulings.get(name, ruling.default)
            rows.append(["Our ruling", ruling.choices.get(now, now)])
    return {"name": rule.title, "sub": rule.where, "rows": rows, "text": rule.text, "rules": [id_]}


MAKERS: dict[str, Callable[[Moment, Target], Card | None]] = {
    "piece": _piece, "area": _area, "place": _place, "card": _card, "stack": _stack,
    "slot": _slot, "book": _slot, "gift": _slot, "named": _slot, "block": _block, "artefact": _block, "sheet": _sheet,
    "line": _line, "condition": _condition, "seat": _seat, "track": _track, "rule": _rule,
    **dict.fromkeys(("border", "zone", "gauge", "carried", "prop", "corner", "link"), _lying),
}  # fmt: skip
