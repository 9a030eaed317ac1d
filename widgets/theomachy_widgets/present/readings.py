"""Two readings side by side: a ruling and its other choice, and what the same answers come to under each."""

from __future__ import annotations

from theomachy.answers.readings import Readings, Reread
from theomachy.answers.readings import Row as Differs
from theomachy.engine.reference.facts import Fact
from theomachy.engine.reference.rulings import Ruling
from theomachy.engine.runtime.decision import LogEntry
from theomachy.engine.tabletop.table import Marks, Table
from theomachy.engine.wording import toml

from ..models.common import Nothing
from ..models.readings import ReadingsAnswer, ReadingsModel, ReadingsRow, ReadingsSide, ReadingsValue
from .compare import Difference, differences
from .film import capital
from .moment import Moment

MOST_ROWS, MOST_ONLY, LONGEST, MOST_VALUES = 40, 12, 80, 8


def rulings(m: Moment) -> dict[str, Ruling]:
    """The rulings of the game that can be read in another way, by name."""
    return {name: ruling for name, ruling in m.system.questions.items() if len(ruling.choices) > 1}


def others(m: Moment, ruling: str) -> list[str]:
    """The choices of a ruling that this game was not set up with."""
    return [choice for choice in rulings(m)[ruling].choices if choice != m.system.rulings[ruling]]


def may_compare(m: Moment) -> bool:
    """Is there a ruling or a value to be read otherwise, and somebody who sees all or has a seat?"""
    return (m.all or m.viewer is not None) and (bool(rulings(m)) or next(iter(m.system.facts), None) is not None)


def found_values(m: Moment, find: str) -> list[ReadingsValue]:
    """The component values and texts that all typed words occur in: in the key, in the text, in where it comes from."""
    words = find.lower().split()
    told = (value_of(m, fact) for fact in m.system.facts)
    return [one for one in told if all(word in f"{one['key']} {one['name']} {one['now']}".lower() for word in words)]


def value_of(m: Moment, fact: Fact) -> ReadingsValue:
    """One of them for people: "temple, population"."""
    name = fact.key.replace(".", ", ").replace("_", " ")
    now = fact.value if isinstance(fact.value, str) else toml(fact.value)
    return {"key": fact.key, "name": name, "now": now, "source": ", ".join(filter(None, (fact.source, fact.where)))}


def model(m: Moment) -> ReadingsModel | Nothing:
    """The panel; empty while nobody asks."""
    asked = m.view_state.readings
    if asked is None or not may_compare(m):
        return {}
    known = rulings(m)
    on = known.get(asked.ruling) if not asked.values else None
    found = found_values(m, asked.find) if asked.values and not asked.value else []
    value = value_of(m, m.system.facts.fact(asked.value)) if asked.values and asked.value else None
    return {
        "title": "Two readings",
        "values": asked.values,
        "find": asked.find,
        "known": [{**one, "now": _short(one["now"])} for one in found[:MOST_VALUES]],
        "unseen": max(0, len(found) - MOST_VALUES),
        "value": value,
        "typed": asked.typed,
        "ready": on is not None or value is not None,
        "key": asked.ruling,
        "rulings": [{"key": name, "name": each.question, "rule": each.rule} for name, each in known.items()],
        "question": on.question if on is not None else "",
        "rule": on.rule if on is not None else "",
        "now": _meaning(on, m.system.rulings[asked.ruling]) if on is not None else "",
        "choice": asked.choice,
        "choices": [(c, _meaning(on, c)) for c in others(m, asked.ruling)] if on is not None else [],
        "opens": asked.found is not None and m.all and not m.view_state.locked,
        "answer": _answer(m, asked.found, asked.whole, asked.pictures) if asked.found is not None else None,
    }


def _meaning(ruling: Ruling, choice: str) -> str:
    return f"{choice.replace('_', ' ')}: {ruling.choices[choice]}"


def tables(m: Moment, found: Readings) -> tuple[Table, Table]:
    """What lies on both tables, as this screen may see it."""
    a, b = (_table(m, side) for side in (found.a, found.b))
    return a, b


def _table(m: Moment, side: Reread) -> Table:
    system, state = side.game.system, side.game.state
    return system.table(state if m.all else system.view(state, m.viewer), m.viewer)


def lit(lain: list[Difference]) -> Marks:
    """The areas where something lies differently."""
    return Marks(aimed=frozenset(each.target for each in lain if each.target), dim=False)


def _answer(m: Moment, found: Readings, whole: bool, pictures: tuple[str, str]) -> ReadingsAnswer:
    rows = _rows(found.rows, differences(*tables(m, found)))
    same = not rows and not any(found.only) and found.parted is None and found.a.stop is None and found.b.stop is None
    names = ("As it is played", "The other reading")
    return {
        "same": same,
        "head": _head(found, whole, same, bool(rows)),
        "note": _note(found, whole),
        "rows": rows[:MOST_ROWS],
        "more": max(0, len(rows) - MOST_ROWS),
        "sides": [
            _side(m, name, side, only, picture)
            for name, side, only, picture in zip(names, (found.a, found.b), found.only, pictures, strict=True)
        ],
    }


def _head(found: Readings, whole: bool, same: bool, shows: bool) -> str:
    n = found.answers
    if not whole:
        return "Here nothing differs" if same else "Here it makes a difference"
    if same:
        return f"All {n} answers hold, and nothing differs" if n else "Nothing differs"
    if found.parted is None:
        return f"The same up to answer {n}"
    if found.parted == 0:
        return "Different from the beginning"
    path = found.a.game.tree.path(found.a.game.here)
    entry = found.a.game.tree.nodes[path[found.parted]].entry
    part = f"answer {found.parted}{_by(found.a, entry)}"
    return f"Different since {part}" if shows else f"They part at {part}, but nothing that is shown differs now"


def _note(found: Readings, whole: bool) -> str:
    """Where both are looked at."""
    if not whole:
        return "What came before hangs on what is hidden from you, so it is not played again."
    if found.answers == found.a.of:
        return ""
    n = found.answers
    return (
        f"Both are shown after answer {n}, the last that holds under both." if n else "Both are shown at the beginning."
    )


def _by(side: Reread, entry: LogEntry | None) -> str:
    return f" ({side.game.system.name_of(entry.who)}: {entry.what.lstrip('!')})" if entry is not None else ""


def _side(m: Moment, name: str, side: Reread, only: tuple[str, ...], picture: str) -> ReadingsSide:
    stop = side.stop
    why = f": {stop.why}" if stop is not None and m.all else ""  # it may tell of a hand
    return {
        "name": name,
        "held": f"{side.held} of {side.of} answers hold" if side.of else "",
        "stop": f"It stops at answer {stop.answer}{why}." if stop is not None else "",
        "only": [capital(label) for label in only[:MOST_ONLY]],
        "fewer": max(0, len(only) - MOST_ONLY),
        "picture": picture,
    }


def _rows(said: tuple[Differs, ...], lain: list[Difference]) -> list[ReadingsRow]:
    """Figures and fields in their words, then what lies differently. What only tables can say is left to these."""
    rules = {row.what.lower(): row.rule for row in said if row.rule}
    plain = [row for row in said if not _table_like(row)] if lain else list(said)
    if any(": " in row.what for row in plain):  # figures tell a field of the same name seat by seat
        plain = [row for row in plain if not _table_like(row)]
    rows: dict[str, ReadingsRow] = {}
    for row in plain:
        rule = row.rule or rules.get(row.what.rpartition(": ")[2].lower(), "")
        rows[row.what.lower()] = {"what": row.what, "a": _short(row.before), "b": _short(row.after), "rule": rule}
    for each in lain:
        rule = rules.get(each.what.lower(), "")
        rows.setdefault(each.what.lower(), {"what": each.what, "a": each.before, "b": each.after, "rule": rule})
    return list(rows.values())


def _table_like(row: Differs) -> bool:
    return any(text.startswith("{") or len(text) > LONGEST for text in (row.before, row.after))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
