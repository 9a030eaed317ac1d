"""Why not: an action typed or picked, how each requirement stands, and what stands against it on the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from theomachy.engine.errors import TheoError
from theomachy.engine.game.commands import read_action
from theomachy.engine.game.game import WhyNot
from theomachy.engine.runtime.requirement import Action
from theomachy.engine.tabletop.table import Arrow, Marks, Target

from .moment import Moment, Why

# What lies on the board, by its target.
ON_BOARD = ("area", "piece", "place", "border", "gauge", "carried", "zone", "corner", "prop")


def asker(m: Moment) -> int:
    """Whose action it would be: the viewer's own, else that of the player who is asked."""
    if m.viewer is not None:
        return m.viewer
    if m.decision is not None and m.decision.player >= 0:
        return m.decision.player
    return max(m.system.moment(m.game.state)[2], 0)


def actions(m: Moment) -> tuple[Action, ...]:
    """Every action that the asker could ever take."""
    return tuple(m.system.actions(m.state, asker(m)))


def named(m: Moment, known: tuple[Action, ...]) -> list[str]:
    """How people call the actions; those that are called alike have their verbs too."""
    labels = [m.system.verb_label(m.state, asker(m), a.verb) for a in known]
    return [
        label if labels.count(label) == 1 else f"{label} ({a.verb})" for a, label in zip(known, labels, strict=True)
    ]


def typed(m: Moment, text: str) -> Why:
    """The question that somebody typed."""
    known = actions(m)
    try:
        action, args = read_action(m.system.argument_types, known, m.state, asker(m), text)
    except TheoError as fault:
        return Why(text=text, error=sentence(fault))
    return Why(text=text, action=known.index(action), args=list(args))


def anew(m: Moment) -> Why | None:
    """The same question in the position that has come meanwhile."""
    if m.view_state.why is None:
        return None
    found = typed(m, m.view_state.why.text)
    found.note = "The game has gone on meanwhile: this is how it stands now."
    return found


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(fault: BaseException | str) -> str:
    """An error, or a remark, as one sentence for people."""
    text = str(fault).strip() or type(fault).__name__
    return capital(text) + ("" if text.endswith((".", "?")) else ".")


def candidates(m: Moment, word: str) -> list[Any]:
    """Everything that the argument could be, legal or not."""
    words = m.system.argument_types
    return list(words[words[word].base or word].candidates(m.state, asker(m)))


def current(m: Moment) -> Action | None:
    """The action that is asked about."""
    known, w = actions(m), m.view_state.why
    return known[w.action] if w is not None and 0 <= w.action < len(known) else None


def pick(m: Moment, targets: Iterable[Target]) -> bool:
    """A click on the board names the next argument, or the last one anew. Was it of use?"""
    w, action = m.view_state.why, current(m)
    if w is None or action is None or not action.shape:
        return False
    at = len(w.args) if len(w.args) < len(action.shape) else len(action.shape) - 1
    word = m.system.argument_types[action.shape[at]]
    for target in targets:
        for value in candidates(m, action.shape[at]):
            if target in word.targets(m.state, asker(m), value):
                w.args[at:] = [value]
                w.text = spoken(m, action, w.args)
                return True
    return False


def spoken(m: Moment, action: Action, args: list[Any]) -> str:
    """The question in words, as one would type it."""
    return " ".join(
        [
            action.verb,
            *(m.system.argument_types[w].named(m.state, asker(m), v) for w, v in zip(action.shape, args, strict=False)),
        ]
    )


def model(m: Moment) -> dict[str, Any]:
    """The model of the why-not panel; empty when nobody asks."""
    w = m.view_state.why
    if w is None:
        return {}
    words, s, me = m.system.argument_types, m.state, asker(m)
    known = actions(m)
    action = current(m)
    hint = known[0].verb if known else "an action"
    base: dict[str, Any] = {
        "text": w.text,
        "hint": f"{hint} …",
        "verb": w.action,
        "error": w.error,
        "note": w.note,
        "actions": [
            [i, name] for i, name in enumerate(named(m, known)) if i == w.action or m.system.in_game(m.state, known[i])
        ],
        "slots": [],
        "asks": "",
        "title": "",
        "t": m.seat_token(me),
        "verdicts": [],
        "hold": 0,
        "fail": 0,
        "legal": False,
        "instead": [],
        "when": "",
        "lights": False,
        "lit": w.lit,
    }
    if action is None or w.error:
        return base
    for at, word in enumerate(action.shape[: len(w.args) + 1]):
        values = candidates(m, word)
        value = values.index(w.args[at]) if at < len(w.args) and w.args[at] in values else -1
        base["slots"].append(
            {
                "word": words[word].base or word,
                "value": value,
                "options": [[i, words[word].named(s, me, v)] for i, v in enumerate(values[:400])],
            }
        )
    if len(w.args) < len(action.shape):
        word = action.shape[len(w.args)]
        base["asks"] = f"Which {(words[word].base or word).replace('_', ' ')}?"
        lies = (t for value in candidates(m, word)[:400] for t in words[word].targets(s, me, value))
        if any(target.partition(":")[0] in ON_BOARD for target in lies):  # a card, say, is in the menu alone
            base["asks"] += " A click on the board names it."
    found = judged(m, action, w)
    verdicts = found.verdicts
    legal = found.legal and len(w.args) == len(action.shape)
    label = capital(found.action)
    fails = sum(not v.holds for v in verdicts)
    outcome = "it is legal now." if legal else "not possible now." if fails else "nothing stands against it so far."
    base |= {
        "title": f"{label}: {outcome}",
        "verdicts": [
            {
                "ok": v.holds,
                "text": capital(v.text),
                "fact": v.fact,
                "fault": sentence(v.fault) if v.fault else "",
                "rule": v.rule,
            }
            for v in verdicts
        ],
        "hold": len(verdicts) - fails,
        "fail": fails,
        "legal": not fails,
    }
    if fails:
        base["instead"] = list(found.instead[:8])
        moment = [v for v, requirement in zip(verdicts, action.when, strict=False) if not v.holds]
        base["when"] = "At its proper moment, " if moment else "With other arguments, "
        base["lights"] = bool(found.instead_targets)
    return base


def judged(m: Moment, action: Action, w: Why) -> WhyNot:
    """How the action that is asked about stands, as far as the viewer may know; asked once a moment."""
    key = f"{action.verb} {w.args!r}"
    if key not in m.kept:
        m.kept[key] = m.game.evaluate(action, tuple(w.args), asker(m), m.state)
    found: WhyNot = m.kept[key]
    return found


def marks(m: Moment, rings: frozenset[Target], drawn: tuple[Arrow, ...]) -> Marks:
    """Faults hatched, arguments selected, legal ones lit on demand."""
    w, action = m.view_state.why, current(m)
    if w is None or action is None or w.error:
        return Marks(rings=rings, drawn=drawn, dim=False)
    words, s, me = m.system.argument_types, m.state, asker(m)
    found = judged(m, action, w)
    mine = frozenset(t for word, v in zip(action.shape, w.args, strict=False) for t in words[word].targets(s, me, v))
    faults = frozenset(t for v in found.faults for t in v.against)
    lit = frozenset(found.instead_targets) if w.lit else frozenset()
    return Marks(
        selected=mine,
        faults=faults - mine if faults - mine else faults,
        selectable=lit - mine,
        rings=rings,
        drawn=drawn,
        dim=False,
    )


def arrows(pairs: Iterable[tuple[int, int]]) -> tuple[Arrow, ...]:
    """Arrows that a person drew."""
    return tuple(Arrow(a, b) for a, b in pairs)
