"""Answers as moves in words: "Acolyte to East Africa" for what was asked as "Which unit moves?" and "Where to?".

Hints and the report of a game tell moves by the same function. It knows no game: it goes by the kind and the short name
of a question ("move to", "run on", "use Hunger") and by the label of the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from weakref import WeakKeyDictionary

from ..engine.runtime.decision import Answer, Decision, Secret
from ..engine.runtime.requirement import ORDINAL
from ..engine.runtime.system import System
from ..engine.tabletop.table import Target
from ..play.bots import DECLINES

LEADS = ("to", "into")  # how a question ends of which the answer is where something goes
AT = (*LEADS, "from", "on", "in", "at")
LIKE_ACTIONS = ("action", "power")  # what such questions are answered with says what is done


@dataclass(frozen=True, slots=True)
class Step:
    """An answer of a seat on the way: what it says, and what it is on the table.

    `kind` and `what` are of its question, `plain` is its label alone. `onward`: it names where the answer before it
    leads, or what that is aimed at. `declines`: it ends what was begun, or leaves it. `forced`: nothing else could be
    answered.
    """

    answer: Answer
    label: str
    targets: tuple[Target, ...] = ()
    onward: bool = False
    kind: str = "action"
    what: str = ""
    plain: str = ""
    declines: bool = False
    forced: bool = False

    @property
    def said(self) -> str:
        """The label alone."""
        return self.plain or self.label

    @property
    def preposition(self) -> str:
        """The last word of the question, where an answer follows upon it."""
        last = self.what.rpartition(" ")[2]
        return last if last in AT and " " in self.what else ""


@dataclass(slots=True)
class Move:
    """One move in words, and the steps (by number) that it tells; `action`: it was chosen among all actions."""

    text: str
    steps: list[int]
    action: bool = False
    onward: bool = False  # it says already where it leads


def step_of(system: System, state: object, decision: Decision, option: Answer) -> Step:
    """An answer in words; one that says nothing without its question has the short name of that before it."""
    asked, own = (decision.asks[option[0]], option[1]) if isinstance(decision, Secret) else (decision, option)
    label = system.label(state, asked, own)
    said = f"{asked.what}: {label}" if asked.kind in ("yes_no", "number") else label
    onward = asked.what.rpartition(" ")[2] in (*ORDINAL, *LEADS)
    declines = isinstance(own, str) and own in DECLINES
    targets = tuple(system.targets(state, decision, option))
    return Step(option, said, targets, onward, asked.kind, asked.what, label, declines, len(asked.options) == 1)


def moves(steps: Sequence[Step], places: Collection[str] = (), *, asked: bool = False) -> list[Move]:
    """Answers of one seat, in order, as moves.

    `places` are the names of areas: "Acolyte, Europe" is an Acolyte that stands there, and goes "to" where the next
    answer says. With `asked` the question of the first one stands beside it: that one is told without its question, but
    from where as well.
    """
    found: list[Move] = []
    before: Step | None = None
    for k, step in enumerate(steps):
        last = found[-1] if found else None
        text = _joined(last, before, step, places, starts=asked and len(found) == 1)
        if text and last is not None:
            last.text, last.onward = text, True
            last.steps.append(k)
        elif not (step.declines and found):
            text = _alone(step, before)
            if asked and not found:
                text = step.label if step.kind == "yes_no" else step.said
            found.append(Move(text, [k], step.kind == "action"))
        before = step
    kept = [move for move in found[asked:] if not all(steps[k].forced for k in move.steps)]
    return [*found[:asked], *kept] or found[:1]


def told(found: Sequence[Move]) -> list[str]:
    """Their texts; of the same one after the other how many."""
    runs = ((text, len(list(same))) for text, same in groupby(move.text for move in found))
    return [f"{text} \u00d7{n}" if n > 1 else text for text, n in runs]


def _joined(last: Move | None, before: Step | None, step: Step, places: Collection[str], *, starts: bool) -> str:
    """An answer that says where the move before it leads, with that move; "" for any other."""
    if last is None or before is None or step.declines or before.declines:
        return ""
    ends = step.preposition
    if ends == "on" and (last.action or last.onward or before.what == step.what):
        return f"{last.text}, on to {step.said}"
    if ends not in LEADS or last.onward:
        return ""
    if before.kind == "unit":
        name, _, place = before.said.rpartition(", ")
        if name and place in places:
            return f"{name} from {place} {ends} {step.said}" if starts else f"{name} {ends} {step.said}"
        return f"{before.said} {ends} {step.said}"
    return f"{last.text} {ends} {step.said}" if before.kind == "action" else ""


def _alone(step: Step, before: Step | None) -> str:
    """An answer with its question, where it would tell nothing by itself."""
    if step.kind in LIKE_ACTIONS or "_" in step.what or step.what.partition(" ")[0] in ("", step.kind):
        return step.said
    if step.kind == "yes_no":
        return f"{step.what}: {step.said.lower()}"
    if step.preposition:
        return f"{step.what} {step.said}"
    same = before is not None and before.what == step.what and step.kind != "number"
    return step.said if same else f"{step.what}: {step.said}"


_places: WeakKeyDictionary[System, frozenset[str]] = WeakKeyDictionary()


def places_of(system: System, state: object, viewer: int | None = None) -> frozenset[str]:
    """The names of the areas of a board; `state` may be what a viewer sees of it."""
    if system not in _places:
        try:
            areas = system.table(state, viewer).board.areas
        except NotImplementedError:  # a game under way, of which nothing is drawn yet
            areas = ()
        _places[system] = frozenset(area.name for area in areas)
    return _places[system]
