"""Bots at the table: who thinks, what they did since one's own turn, why, how fast they play, and who plays which seat.

Everything is made from what the viewer may know: rows from the story that he is told, reasons by `play/reasons.py`, and
how far a thought is only where that tells nothing hidden (`asks/opponents.py` leaves it out else).
"""

from __future__ import annotations

from dataclasses import dataclass

from theomachy.engine.tabletop.table import Proposal, Target
from theomachy.engine.wording import of_many
from theomachy.play.bots import LEVELS
from theomachy.play.opponents import Opponents, choices, opponents_of
from theomachy.play.telling import Told

from ..models.common import Nothing, Token
from ..models.opponents import BotRow, BotSeat, BotWhy, OpponentsModel
from .bout import VisibleEvent
from .moment import Moment
from .story import brief, restated

MOST_ROWS = 12
MOST_LOOKED = 12  # events that came of one, until its place on the board is found
PACE_WORDS = {"step": "by step", "slow": "slow", "normal": "normal", "once": "at once"}
SAYS = {
    "random": "takes any option",
    "busy": "does what it can, and reckons nothing",
    "greedy": "tries each option at imagined tables, without seeing what others hold",
    "search": "plays on from here many times, without seeing what others hold",
}


@dataclass(frozen=True, slots=True)
class Deed:
    """What a bot did since one's own turn: who, in words, the position that its answer led to, where on the board."""

    seat: int
    text: str
    node: int
    target: Target
    rule: str


def table_of(m: Moment) -> Opponents:
    """Who plays the seats of the game."""
    return opponents_of(m.game)


def rows(m: Moment) -> list[Deed]:
    """What bots did since the last answer of one's own, an action each, the oldest first."""
    found: list[Deed] = m.of_position("deeds", lambda: _deeds(m))
    return found


def _deeds(m: Moment) -> list[Deed]:
    bots, path = table_of(m).bots, m.path
    place, since = {node: i for i, node in enumerate(path)}, own(m)
    deeds: list[Deed] = []
    inside: int | None = None
    for k, told in enumerate(m.story):
        e, at = told.event, place.get(told.node, 0)
        if inside is not None and told.depth > inside:
            continue
        inside = None
        if at <= since or e.who not in bots or e.kind == "not used":
            continue
        node = next((path[i] for i in range(at, since, -1) if _who(m, path[i]) == e.who), None)
        if node is None or (deeds and deeds[-1].node == node):
            continue
        inside = told.depth
        target = "" if told.secret else _place(m, k)
        parts = _parts(m, k)
        said = _said(m, parts[0] if parts else m.story[k + 1] if restated(m, m.story, k) else told)
        if len(parts) > 1:
            said += f", and {len(parts) - 1} more"
        deeds.append(Deed(e.who, said, node, target, e.rule))
    return deeds


def _place(m: Moment, k: int) -> Target:
    """Where on the board an event was, by what it touched, or what came of it did; "" for what is nowhere there."""
    there = m.of_position("standing", lambda: {piece.target for piece in m.shown.pieces if piece.area >= 0})
    depth = m.story[k].depth
    for told in m.story[k : k + MOST_LOOKED]:
        if told is not m.story[k] and (told.depth <= depth or told.secret):
            break
        e = told.event
        ends = (f"area:{e.arrow.end}",) if e.arrow else ()
        for target in (*reversed(e.touched), *ends):
            if target.startswith("area:") or target in there:
                return target
    return ""


def _parts(m: Moment, k: int) -> list[VisibleEvent]:
    """The ways of units that an action was made of which names nothing itself ("Move units")."""
    told = m.story[k]
    if told.event.touched or told.event.arrow or told.secret:
        return []
    found: list[VisibleEvent] = []
    for part in m.story[k + 1 :]:
        if part.depth <= told.depth:
            break
        if part.depth == told.depth + 1 and part.event.arrow and part.event.who == told.event.who and not part.secret:
            found.append(part)
    return found


def _said(m: Moment, told: VisibleEvent) -> str:
    """A deed in words, with the name of who did it."""
    name, said = m.seat_name(told.event.who), brief(m, told)
    return f"{name} {said}" if said[:1].islower() else f"{name}: {said}"


def _who(m: Moment, node: int) -> int:
    entry = m.game.tree.nodes[node].entry
    return -2 if entry is None else entry.who


def own(m: Moment) -> int:
    """How many answers led to the last one of one's own, of any person where the screen is nobody's."""
    bots = table_of(m).bots
    mine = {m.viewer} if m.viewer is not None and m.viewer not in bots else {s.index for s in m.seats} - bots.keys()
    return next((i for i in range(len(m.path) - 1, 0, -1) if _who(m, m.path[i]) in mine), 0)


def model(m: Moment) -> OpponentsModel | Nothing:
    """Nothing where people alone play, and nobody asks who plays."""
    table, look = table_of(m), m.view_state
    if not (table.bots or table.vacant or look.seating):
        return {}
    asked = m.decision is not None and m.decision.player in table.bots and not m.view_state.why
    deeds = rows(m)
    found: OpponentsModel = {
        "due": asked,
        "t": None,
        "says": "",
        "rule": "",
        "level": "",
        "bar": None,
        "waits": asked and look.bots_wait,
        "pace": table.pace,
        "paces": list(PACE_WORDS.items()),
        "tools": not look.locked,
        "back": _taken_back(m) if not look.locked else "",
        "mine": _mine(m),
        "rows": [_row(m, n, deed) for n, deed in _last(deeds)],
        "more": max(0, len(deeds) - MOST_ROWS),
        "why": _why(m, deeds),
        "seats": [_seat(m, table, s.index) for s in m.seats] if look.seating else [],
        "choices": choices() if look.seating else [],
        "slips": _slips(m, table),
    }
    if asked and m.decision is not None:
        seat = m.decision.player
        word = table.word_of(seat)
        kind = LEVELS.get(word, word).partition("-")[0]
        thinks = look.thinks if look.thinks is not None and look.thinks.seat == seat else None
        found |= {
            "t": token_of(m, seat),
            "says": f"{m.seat_name(seat)} {of_many('waits' if look.bots_wait else 'thinks', m.seats[seat].many)}",
            "rule": m.decision.rule,
            "level": f"{word}: {SAYS.get(kind, 'a bot from another package')}",
            "bar": (thinks.done, thinks.of) if thinks is not None and thinks.of else None,
        }
    return found


def _last(deeds: list[Deed]) -> list[tuple[int, Deed]]:
    return list(enumerate(deeds, 1))[-MOST_ROWS:]


def discs(m: Moment) -> tuple[Proposal, ...]:
    """The numbers of what bots did, where it was on the board, all of one thing on one sign; the one whose reason is
    open is lit.
    """
    found = dict[str, Proposal]()
    for n, deed in _last(rows(m)):
        if not deed.target:
            continue
        lit, before = deed.node == m.view_state.whyof, found.get(deed.target)
        also = () if before is None else (before.n, *before.also)
        found[deed.target] = Proposal(n, deed.target, lit=lit or (before is not None and before.lit), also=also)
    return tuple(found.values())


def _row(m: Moment, n: int, deed: Deed) -> BotRow:
    return {
        "n": n,
        "t": token_of(m, deed.seat),
        "name": m.seat_name(deed.seat),
        "say": deed.text,
        "node": deed.node,
        "open": m.view_state.whyof == deed.node,
    }


def _mine(m: Moment) -> str:
    """What one did last oneself."""
    at, place = own(m), {node: i for i, node in enumerate(m.path)}
    if not at:
        return ""
    who = _who(m, m.path[at])
    told = next((t for t in reversed(m.story) if t.event.who == who and place.get(t.node, 0) <= at), None)
    name = m.seat_name(who)
    return f"you: {name}" if told is None or told.event.kind == "not used" else f"you: {name}, {brief(m, told)}"


def _taken_back(m: Moment) -> str:
    """How many answers of bots go when one takes back to one's last question; "" where there is none."""
    if not m.game.can_undo or not (since := own(m)):
        return ""
    seen = m.visible(m.path)
    n = sum(1 for node in m.path[since + 1 :] if node in seen and _who(m, node) in table_of(m).bots)
    if not n:
        return "no answer of a bot goes with it"
    words = {1: "one answer of a bot goes", 2: "two answers of bots go", 3: "three answers of bots go"}
    return f"{words.get(n, f'{n} answers of bots go')} with it"


def _why(m: Moment, deeds: list[Deed]) -> BotWhy | None:
    look = m.view_state
    deed = next((deed for deed in deeds if deed.node == look.whyof), None)
    if deed is None:
        return None
    said = look.reason
    title = f"Why did {m.seat_name(deed.seat)} do that?"
    if not isinstance(said, Told):
        return {"title": title, "rule": deed.rule, "text": "", "gain": "", "parts": [], "others": [], "looked": 0,
                "note": "", "busy": look.reasoned if look.reasoned[1] else (0, 1)}  # fmt: skip
    return {
        "title": title,
        "rule": deed.rule,
        "text": said.sentence,
        "gain": said.gain,
        "parts": [(name, round(x, 2)) for name, x in said.parts],
        "others": list(said.others),
        "looked": said.looked,
        "note": said.note,
        "busy": None,
    }


def token_of(m: Moment, seat: int) -> Token | None:
    """The sign of a seat."""
    found = m.seat_token(seat)
    return None if found is None else {"o": found["o"], "i": found["i"]}


def _seat(m: Moment, table: Opponents, seat: int) -> BotSeat:
    word = table.word_of(seat)
    missing = table.words[seat] if table.words[seat] in table.missing else ""
    return {
        "seat": seat,
        "t": token_of(m, seat),
        "name": m.seat_name(seat),
        "who": word,
        "note": f"{missing} is not installed here" if missing else "",
    }


def _slips(m: Moment, table: Opponents) -> list[str]:
    """Where another answer had to stand in for a bot's own, since one's own turn."""
    since, seen = own(m), m.visible(m.path)
    return [table.slips[node] for node in m.path[since:] if node in table.slips and node in seen]


def vacant(m: Moment) -> str:
    """What is said where a seat is asked that nobody plays yet; "" else."""
    d = m.decision
    if d is None or d.player not in table_of(m).vacant:
        return ""
    return f"Nobody plays {m.seat_name(d.player)} yet."
