"""The decision panel, by kinds: rows of options (groups when there are many), a stepper for numbers, dice by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.game.game import DecisionView, Option
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.engine.runtime.forecast import Barred
from theomachy.engine.runtime.requirement import ASKABLE, ORDINAL
from theomachy.engine.runtime.system import STANDARD
from theomachy.engine.tabletop.table import Target
from theomachy.engine.wording import together

from . import hints, reach
from .moment import Moment
from .opponents import own, table_of, vacant

MOST_ROWS, MOST_FOUND = 12, 40
MOST_SAID = 72  # letters on the solid button, in two lines at most
LISTED = ("action", "power", "choice", "area", "unit", "card", "player")  # kinds whose options are put in order
LONG_QUESTION = 60  # letters; a longer one is asked by name


def narrowed(m: Moment) -> list[Option]:
    """The options that are left after what was picked on the board, in the list and in the search field."""
    d = m.decision
    if d is None:
        return []
    look, found = m.view_state, list(d.options)
    if look.picked:
        found = [o for o in found if all(t in o.targets for t in look.picked)]
    if look.path:
        found = [o for o in found if _parts(o)[: len(look.path)] == look.path]
    if words := look.find.lower().split():
        found = [o for o in found if all(w in f"{o.label} {o.detail}".lower() for w in words)]
    # What does something comes first, what gives away or takes back next, what ends something last.
    return sorted(found, key=lambda o: 2 * plain(o) + (not worth_it(m, o))) if d.kind in LISTED else found


def _parts(option: Option) -> tuple[Any, ...]:
    """An answer as parts that lists can be grouped by."""
    value = option.value
    return value if isinstance(value, tuple) else (value,)


def aim(m: Moment) -> str:
    """How the game is won, for a person against bots who has not answered anything yet."""
    return m.system.first_game.aim if table_of(m).bots and not own(m) else ""


def plain(option: Option) -> bool:
    """Is it one of the short answers that end something ("done", "no")?"""
    return isinstance(option.value, str) and option.value in STANDARD and option.value != "yes"


def worth_it(m: Moment, option: Option) -> bool:
    """Does it do something, and does not only give away or take back?"""
    word, *rest = _parts(option)
    word = rest[0] if isinstance(word, int) and len(rest) == 1 else word  # of a plan in secret: seat, answer
    return not plain(option) and word not in (*m.system.gives_up, *m.system.undoes)


def model(m: Moment) -> dict[str, Any]:
    """The model of the decision panel."""
    d, look = m.decision, m.view_state
    if look.drawn:
        return {}  # the screen is being passed on
    by_hand = {"byhand": m.game.dice_by_hand, "tools": not look.locked, "why": True, "stamp": look.stamp,
               "measure": m.system.measuring, "luck": m.system.luck or m.game.dice_by_hand}  # fmt: skip
    if d is None:
        first = m.system.winners(m.game.state)
        sentence = f"{together([m.person(seat) for seat in first])} won." if first else "Nobody won."
        reason, rule = m.system.outcome(m.game.state)
        return {
            **by_hand,
            "over": sentence,
            "t": m.seat_token(first[0]) if first else None,
            "line": m.table.place,
            "reason": reason,
            "rule": rule,
            "again": not look.locked,
        }
    prompt, note = said(d)
    base = {
        **by_hand,
        "t": m.seat_token(d.player),
        "prompt": prompt,
        "note": note,
        "aim": aim(m),
        "rule": d.rule,
        "kind": d.kind,
        "past": m.told is not None,
        "hidden": "",
        "bot": False,
        "over": "",
    }
    if d.player in look.bots and not d.hidden:
        said_ = vacant(m)
        return {**base, "hidden": said_, "bot": not look.locked} if said_ else {}
    if not m.may_answer:
        who = "chance" if d.player == CHANCE else "anybody who may react" if d.player < 0 else d.who
        return {
            **base,
            "hidden": f"Waiting for {who}; this view does not show the options." if d.hidden else f"Waiting for {who}.",
        }
    found = narrowed(m)
    grid = _grid(m, d)
    rows, more = _rows(m, d, found) if grid is None else ([_leaf(m, d, hottest(m, found), hot=True)], "")
    hot = next((r for r in rows if r.get("hot")), None)
    button = hot["button"] if hot else f"Plan for {rows[0]['label']}" if opens_first(m, rows) else ""
    faces = None
    decision = m.game.position.decision
    if d.player == CHANCE and decision is not None and decision.dice is not None:
        kind, n = decision.dice
        faces = {"n": n, "hint": " ".join(str(1 + (i * 2) % kind.sides) for i in range(min(n, 8)))}
    return {
        **base,
        "rows": rows,
        "more": more,
        "chips": _chips(m),
        "grid": grid,
        "find": look.find if len(d.options) > MOST_ROWS and d.kind != "number" and grid is None else None,
        "total": len(d.options),
        "number": _number(d),
        "faces": faces,
        "button": button,
        "barred": [[each.text, each.rule] for each in barred(m)],
        "jumps": anytime(m, d),
        "hints": _hints(m),
        "reach": reach.may_seek(m),
    }


def _hints(m: Moment) -> str:
    """The button of hints: off, or on while they stand in the place of the options; "" where there is none."""
    if not hints.may_ask(m):
        return ""
    return "off" if m.view_state.hints is None else "on"


def opens_first(m: Moment, rows: list[dict[str, Any]]) -> bool:
    """Does the solid button open the plans of whoever plans first, where a screen speaks for several players?"""
    d = m.decision
    if d is None or d.kind != "secret" or m.view_state.path or any(row.get("hot") for row in rows):
        return False
    return bool(rows) and "g" in rows[0]


def said(d: DecisionView) -> tuple[str, str]:
    """The question, and what is to be read below it: a power that is offered with its whole text is asked by name."""
    name, _, text = d.prompt.partition(": ")
    if d.kind == "yes_no" and text and len(d.prompt) > LONG_QUESTION:
        what = d.what if d.what.endswith(name) else name  # "use Fear"
        return f"{what[:1].upper()}{what[1:]}?", text
    return d.prompt, ""


def barred(m: Moment) -> tuple[Barred, ...]:
    """What a person may look for among the options, and why it is not there; while nothing narrows them."""
    asked, look = m.game.position.decision, m.view_state
    if asked is None or isinstance(asked, Secret) or look.picked or look.path or look.find:
        return ()
    return tuple(m.system.barred(m.state, asked))


def jumps(m: Moment) -> list[Option]:
    """What may be done at any time, by those whom this screen may speak for."""
    if m.viewer is None and not m.all:
        return []
    if m.all:
        return [o for o in m.game.legal().anytime if o.value[2] not in m.view_state.bots]
    mine = (o for o in m.game.legal().anytime if o.value[2] == m.viewer)
    return [replace(o, index=i) for i, o in enumerate(mine)]  # the places in the list of all would tell of the others


def anytime(m: Moment, d: DecisionView) -> list[dict[str, Any]]:
    """What may be done at any time, by whose it is: whoever is asked comes first.

    A price that all of one owner's share ("costs one card") is told once, beside his name.
    """
    found: dict[int, list[Option]] = {}
    for o in jumps(m)[:MOST_ROWS]:
        found.setdefault(o.value[2], []).append(o)
    return [_of_owner(m, seat, found[seat]) for seat in sorted(found, key=lambda seat: seat != d.player)]


def _of_owner(m: Moment, seat: int, options: list[Option]) -> dict[str, Any]:
    known = m.seats[seat]
    acts, prices = [], []
    for o in options:
        said = o.label
        for name in (known.title, known.name):
            said = said.removeprefix(f"{name}: ") if name else said
        what, sign, price = said.removesuffix(")").partition(" (")
        prices.append(price if sign and said.endswith(")") else "")
        acts.append((o, said, what))
    shared = prices[0] if len(set(prices)) == 1 else ""
    rows: list[dict[str, Any]] = [
        {"i": o.index, "label": _sentence(what if shared else said), "title": o.label, "t": m.sign(o.targets)}
        for o, said, what in acts
    ]
    says = _first_words([row["label"] for row in rows])
    if says:
        rows = [row | {"label": row["label"].removeprefix(f"{says} "), "t": None} for row in rows]
    return {"t": m.seat_token(seat), "name": m.seat_name(seat), "price": shared, "acts": rows, "says": says}


def _first_words(labels: list[str]) -> str:
    """The words with which several labels begin, where there are at least two and each goes on."""
    said = [label.split(" ") for label in labels]
    n = next((i for i, words in enumerate(zip(*said, strict=False)) if len(set(words)) > 1), min(map(len, said)))
    return " ".join(said[0][:n]) if len(said) > 1 and 2 <= n < min(map(len, said)) else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _number(d: DecisionView) -> dict[str, int] | None:
    if d.kind != "number":
        return None
    values = [o.value for o in d.options]
    if len(values) < 4 or not all(type(v) is int for v in values) or max(values) - min(values) + 1 != len(values):
        return None
    return {"low": min(values), "high": max(values), "at": values[0]}


def _chips(m: Moment) -> list[str]:
    """What has been picked so far, in words."""
    names = {a.target: a.name for a in m.table.board.areas}
    names |= (
        {p.target: p.name for p in m.table.pieces}
        | {t: c.name for t, c in m.cards.items()}
        | {f"seat:{s.index}": s.name for s in m.seats}
        | {item.target: item.name for line in m.table.lines for item in line.items}
    )
    chips = [_part_name(m, m.view_state.path[: i + 1]) for i in range(len(m.view_state.path))]
    return chips + [names.get(t, t.partition(":")[2]) for t in m.view_state.picked]


def _rows(m: Moment, d: DecisionView, found: list[Option]) -> tuple[list[dict[str, Any]], str]:
    groups = _groups(m, found)
    if groups is None:
        return _leaves(m, d, found[:MOST_FOUND]), _more(len(found), MOST_FOUND)
    rows: list[dict[str, Any]] = []
    single = [options[0] for _, options in groups if len(options) == 1]
    for path, options in groups[:MOST_FOUND]:
        if len(options) > 1:
            sign = m.sign(options[0].targets[: len(path) - 1] if len(path) > 1 else _stands_for(m, options))
            sign = m.seat_token(path[0]) if d.kind == "secret" else sign
            rows.append({"label": _part_name(m, path), "g": len(rows), "count": len(options), "t": sign})
    good = next((o for o in single if worth_it(m, o)), None)
    chosen = next((o for o in single if o.index == m.view_state.hot), None)
    hot = chosen or good  # beside groups no way out is proposed
    leaves = [_leaf(m, d, o, hot=o is hot) for o in single[:MOST_FOUND]]
    first = any(row["hot"] for row in leaves)  # what the button proposes is never hidden below the groups
    does, ends = [row for row in leaves if not row["low"]], [row for row in leaves if row["low"]]
    return _numbered((does + rows if first else rows + does) + ends), _more(len(groups), MOST_FOUND)


def group_paths(m: Moment) -> list[tuple[Any, ...]]:
    """The parts that the group rows stand for, in the order of the rows."""
    groups = _grouped(m, narrowed(m)) or []
    return [path for path, options in groups[:MOST_FOUND] if len(options) > 1]


def in_order(m: Moment) -> list[tuple[tuple[Any, ...], Option]]:
    """All options in the order of the lists, each with the group that shows it, () where none has to be opened."""
    opened, m.view_state.path = m.view_state.path, ()
    found = _walked(m)
    m.view_state.path = opened
    return found


def _walked(m: Moment) -> list[tuple[tuple[Any, ...], Option]]:
    """The options of the group that is open, with those of its own groups."""
    look, found = m.view_state, narrowed(m)
    path = look.path
    groups = _groups(m, found)
    if groups is None:
        return [(path, o) for o in found]
    walked = []
    for look.path in [part for part, options in groups if len(options) > 1]:
        walked += _walked(m)
    look.path = path
    return walked + [(path, options[0]) for _, options in groups if len(options) == 1]


def _groups(m: Moment, found: list[Option]) -> list[tuple[tuple[Any, ...], list[Option]]] | None:
    """The groups that so many options are shown in; None where all of them are rows."""
    limit = MOST_FOUND if m.view_state.find else MOST_ROWS
    chance = m.decision is not None and m.decision.kind in ("dice", "draw")
    return None if chance or len(found) <= limit else _grouped(m, found)


def _grouped(m: Moment, found: list[Option]) -> list[tuple[tuple[Any, ...], list[Option]]] | None:
    """Options by their next part; parts that all share are skipped. None when parts do not help."""
    depth = len(m.view_state.path)
    longest = max((len(_parts(o)) for o in found), default=0)
    while depth < longest - 1 or (depth < longest and depth == 0):
        groups: dict[tuple[Any, ...], list[Option]] = {}
        for o in found:
            groups.setdefault(_parts(o)[: depth + 1], []).append(o)
        if 1 < len(groups) < len(found):
            return list(groups.items())
        depth += 1
    return None


def _stands_for(m: Moment, options: list[Option]) -> tuple[Target, ...]:
    """What a group of options shows: the piece that all of them are about, as one that goes to any of many areas; for
    places of many areas that of the first; else the first thing of the first. Of several areas none stands for all.
    """
    found = [m.pictured(o.value) for o in options]
    first = found[0]
    if shared := next((t for t in first[1:] if t.startswith("piece:") and all(t in each for each in found)), ""):
        return (shared,)
    if all(each and each[-1].startswith("place:") for each in found):
        return first[-1:]
    apart = first[:1] and first[0].startswith("area:") and not all(first[0] in each for each in found)
    return () if apart else first[:1]


def _part_name(m: Moment, path: tuple[Any, ...]) -> str:
    """The last part of a path for people: a verb, or an argument by its word."""
    verb, *args = path
    decision = m.game.position.decision
    if isinstance(decision, Secret) and len(path) == 1 and isinstance(verb, int):
        return m.seat_name(verb)
    if decision is not None and decision.kind == "action":
        if not args:
            return m.system.verb_label(m.state, decision.player, verb)
        action = m.system.action(m.state, decision.player, verb)
        if action is not None and len(args) <= len(action.shape):
            return m.system.argument_types[action.shape[len(args) - 1]].named(m.state, decision.player, args[-1])
    known = m.decision.options if m.decision is not None else ()
    return _common([o.label for o in known if _parts(o)[: len(path)] == path]) or (
        str(path[-1]).replace("_", " ").capitalize()
    )


def _common(labels: list[str]) -> str:
    """What labels have in common at their beginning, in whole words: "Discard a 1" of "Discard a 1: a 2 becomes 3"."""
    if len(labels) < 2:
        return ""
    a, b = min(labels), max(labels)  # what the first and the last share, all share
    start = a[: next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))]
    cut = max(start.rfind(":"), start.rfind(","))
    if cut < 0:
        cut = start.rfind(" ")
    return start[:cut].strip() if cut > 3 else ""


def hottest(m: Moment, found: list[Option]) -> Option | None:
    """The option that the solid button answers: the chosen one, else the first that does something, else a way on.

    Of pairs of numbers that are rolled it is the likeliest.
    """
    chosen = next((o for o in found if o.index == m.view_state.hot), None)
    if chosen is None and m.decision is not None and pairs(m, m.decision) is not None:
        return max(found, key=lambda o: o.chance or 0, default=None)
    good = next((o for o in found if worth_it(m, o)), None)
    return chosen or good or next((o for o in found if plain(o)), found[0] if found else None)


def _leaves(m: Moment, d: DecisionView, found: list[Option]) -> list[dict[str, Any]]:
    hot = hottest(m, found)
    return _numbered([_leaf(m, d, o, hot=o is hot) for o in found])


def _leaf(m: Moment, d: DecisionView, o: Option | None, *, hot: bool) -> dict[str, Any]:
    assert o is not None
    row: dict[str, Any] = {
        "i": o.index,
        "label": o.label,
        "detail": o.detail,
        "t": m.seat_token(o.value[0]) if d.kind == "secret" else m.sign(m.pictured(o.value)),
        "hot": hot,
        "chosen": hot and o.index == m.view_state.hot,
        "low": plain(o),
    }
    if o.figure:
        big, _, small = o.figure.partition("\n")
        row["figure"] = [big, small]
    if o.chance is not None:
        row["p"] = round(o.chance, 4)
    asked = m.game.position.decision
    if asked is not None and (printed := m.system.printed(m.state, asked, o.value)):
        row["printed"] = [list(pair) for pair in printed]
    row["button"] = deed(m, d, o)
    return row


def pairs(m: Moment, d: DecisionView) -> tuple[str, str] | None:
    """The names of the two numbers that a roll comes to; None for what is no pair of numbers."""
    decision = m.game.position.decision
    if d.hidden or d.player != CHANCE or decision is None or decision.dice is None or len(decision.dice[0].groups) != 2:
        return None
    one, two = (f"{word}s" for word, _ in decision.dice[0].groups)
    return one, two


def _grid(m: Moment, d: DecisionView) -> dict[str, Any] | None:
    """The outcomes of a roll that are pairs of numbers: the first across, the second down, each with its chance."""
    names = pairs(m, d)
    if names is None or len(d.options) < 4:
        return None
    hot, at = hottest(m, list(d.options)), {o.value: o for o in d.options}
    across, down = (sorted({o.value[k] for o in d.options}) for k in (0, 1))
    rows = [
        [
            {
                "i": o.index,
                "label": o.label,
                "p": round(o.chance or 0, 5),
                "hot": o is hot,
                "chosen": o is hot and o.index == m.view_state.hot,
            }
            if o is not None
            else None
            for o in (at.get((x, y)) for x in across)
        ]
        for y in down
    ]
    return {"across": names[0], "down": names[1], "heads": across, "sides": down, "rows": rows}


def deed(m: Moment, d: DecisionView, o: Option) -> str:
    """What the solid button does. Where an option is only a name, what is done with it goes before: "Retreat to G5"."""
    said, (what, _, last) = o.label, d.what.rpartition(" ")
    if o.label.isdigit() and d.kind in ("secret", "number"):
        said = f"{d.what.capitalize()} {o.label}"  # a bare number says nothing
    if not plain(o) and d.kind in ASKABLE:
        if last in ORDINAL:
            said = m.system.action_label(m.state, d.player, (what, *getattr(m.state, "asked", ()), o.value))
        elif last in ("to", "from"):
            said = f"{d.what.capitalize()} {o.label}"
    return said if len(said) <= MOST_SAID else said[: MOST_SAID - 1] + "…"


def _numbered(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keys 1 to 9 in order; 0 for the answer that ends something."""
    n, zero = 0, False
    for row in rows:
        if row.get("low") and not zero:
            row["key"], zero = "0", True
        else:
            n += 1
            row["key"] = str(n) if n <= 9 else ""
    return rows


def _more(n: int, most: int) -> str:
    return f"{n - most} more; type to find one" if n > most else ""
