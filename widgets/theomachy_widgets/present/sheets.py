"""What the sheets of players have in common, wherever they stand: figures, slots, pieces, strength."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.tabletop.table import Figure, Sheet, Slot, Target

from ..models.sheets import Slot as SlotModel
from .amount import amount_of
from .moment import Moment
from .sums import sum_of


def opened(m: Moment) -> Sheet | None:
    """The sheet that somebody has opened: the whole of it, where a game keeps more than lies on the table."""
    found = on_table(m)
    if found is None or found.closed:
        return found
    key = f"page {found.seat}"
    if key not in m.kept:
        whole = m.system.page(m.seen_state, found.seat)
        m.kept[key] = found if whole is None else replace(whole, status=found.status)
    page: Sheet = m.kept[key]
    return page


def on_table(m: Moment) -> Sheet | None:
    """The opened sheet as it lies on the table."""
    return next((x for x in m.shown.sheets if x.seat == m.view_state.sheet), None)


def squares(slots: tuple[Slot, ...]) -> list[int]:
    """Slots as squares: empty, full, or there but of no use now."""
    return [0 if not slot.filled else 1 if slot.live else 2 for slot in slots]


def figure_of(m: Moment, f: Figure) -> dict[str, Any]:
    sign = amount_of(f.sign) if f.sign is not None else None
    found: dict[str, Any] = {"l": f.label, "v": f.text or f.value, "most": f.most, "note": f.note, "sign": sign}
    if f.next is not None:
        found["next"] = f.next
    if f.pieces:
        found["pieces"] = [{"t": m.piece_token(replace(p, count=1)), "name": p.name, "n": p.count} for p in f.pieces]
    return found


def slot_of(s: Slot, asks: dict[Target, str]) -> SlotModel:
    """A slot; `asks` are the goals that may be asked about, by their slot."""
    return {"name": s.name, "text": s.text, "rule": s.rule, "filled": s.filled, "icon": s.icon, "live": s.live,
            "goal": asks.get(s.target, "")}  # fmt: skip


def pieces_of(m: Moment, sheet_: Sheet) -> list[list[Any]]:
    return [[name, [{"t": m.piece_token(p), "name": p.name} for p in pieces]] for name, pieces in sheet_.pieces]


def stands(m: Moment, found: Sheet) -> dict[str, Any] | None:
    """What the strength of a player is made of, of a sheet that lies open."""
    each = None if found.closed else m.system.stands(m.seen_state, found.seat)
    return None if each is None else sum_of(m, each)
