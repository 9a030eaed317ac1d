"""The players, with the line of their strength."""

from __future__ import annotations

from collections import Counter
from typing import Any

from theomachy.engine.tabletop.table import Figure, Slot

from .hands import tell_all
from .moment import Moment
from .sheets import figure_of, squares


def model(m: Moment) -> dict[str, Any]:
    """The players; nothing where the heads of their hands say all of it."""
    return {} if tell_all(m) else players(m)


def players(m: Moment) -> dict[str, Any]:
    """The players, with the line of their strength."""
    t = m.shown
    if not t.sheets:
        return {}
    past = m.history()
    asked = {t for o in (m.decision.options if m.decision and m.may_answer and m.told is None else ())
             for t in o.targets[:1]} if m.decision is not None and m.decision.kind == "player" else set()  # fmt: skip
    labels = Counter(f.label for sheet_ in t.sheets for f in sheet_.figures)  # some have what others lack
    alone = {label for label, n in labels.items() if n == 1 < len(t.sheets)}  # what one alone has stands by the name
    known = [label for label in labels if label not in alone]
    seats = []
    for sheet_ in t.sheets:
        seat = t.seats[sheet_.seat]
        mine = {f.label: f for f in sheet_.figures}
        rows = [(name, _fitting(slots, mine.get(name))) for name, slots in sheet_.slots[:1]]
        books = [[name, _in_order(slots), [s.group for s in slots]] for name, slots in rows if len(slots) <= 10]
        counted = {name for name, *_ in books}  # what stands there as squares needs no number
        figures = [mine.get(label, Figure(label, 0)) for label in known if label not in counted][:7]
        if sheet_.closed:  # at most the first is told
            figures = [mine[label] for label in known[:1] if label in mine]
        seats.append(
            {
                "seat": sheet_.seat,
                "t": m.seat_token(sheet_.seat),
                "name": m.seat_name(sheet_.seat),
                "letters": seat.letters,
                "you": sheet_.seat == m.me,
                "status": ", ".join(part for part in (m.status(sheet_), _allies(m, sheet_.seat)) if part),
                "figures": [figure_of(m, f) for f in figures],
                "closed": sheet_.closed,
                "brief": sheet_.brief,
                "extra": ", ".join(f"{f.label} {f.value}" for f in sheet_.figures if f.label in alone),
                "pick": f"seat:{sheet_.seat}" if f"seat:{sheet_.seat}" in asked else "",
                "books": books,
                "spark": [row[1][sheet_.seat] for row in past][-40:],
                "now": sheet_.seat in t.to_act,
            }
        )
    return {"seats": seats}


def _fitting(slots: tuple[Slot, ...], figure: Figure | None) -> tuple[Slot, ...]:
    """As many as there is room for, where one may choose among more: the full ones, and then empty ones."""
    room = figure.most if figure is not None and figure.most else len(slots)
    kept = sorted(range(len(slots)), key=lambda i: not slots[i].filled)[:room]
    return tuple(slots[i] for i in sorted(kept))


def _in_order(slots: tuple[Slot, ...]) -> list[int]:
    """Squares where they are printed in groups; else the full ones first, then those of no use now."""
    found = squares(slots)
    return found if len({s.group for s in slots}) > 1 else sorted(found, key=(1, 2, 0).index)


def _allies(m: Moment, seat: int) -> str:
    """With whom a player plays."""
    side = m.seats[seat].side
    mine = [m.seat_name(other.index) for other in m.seats if side and other.side == side and other.index != seat]
    return f"with {' and '.join(mine)}" if mine else ""
