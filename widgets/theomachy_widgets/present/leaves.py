"""What each of the proposals would leave: figures beside what they are now."""

from __future__ import annotations

from collections.abc import Sequence

from theomachy.answers.told import plain
from theomachy.engine.wording import signed

from ..models.common import Nothing
from ..models.hints import LeavesHead, LeavesModel, LeavesRow
from .hints import may_ask
from .moment import Moment

MOST_SHARED = 3  # words with which two begin


def model(m: Moment) -> LeavesModel | Nothing:
    """What each proposal would leave; empty while nothing is known."""
    asked = m.view_state.hints
    if asked is None or not may_ask(m) or not asked.found.leaves or len(asked.found.best) < 2:
        return {}
    best = asked.found.best
    heads: list[LeavesHead] = [
        {"n": at + 1, "label": hint.label, "brief": said, "lit": at == asked.lit}
        for at, (hint, said) in enumerate(zip(best, brief([hint.label for hint in best]), strict=True))
    ]
    rows = list[LeavesRow]()
    for row in asked.found.leaves:
        each = [None if n is None else (plain(n), _change(n - row.now)) for n in row.each]
        rows.append({"name": _figure(row.name), "now": plain(row.now), "each": each})
    return {"heads": heads, "rows": rows}


def brief(labels: Sequence[str]) -> list[str]:
    """What differs in the labels of proposals: words that all begin and end with are left out, and so is a long
    beginning that two share while a third has another, but for its first word.

    >>> brief(["Summon at Europe", "Summon at Arabia", "Summon at the Arctic"])
    ['Europe', 'Arabia', 'The Arctic']
    >>> brief(["Summon a Ghoul at Europe", "Summon a Ghoul at Arabia", "Pass"])
    ['Summon … Europe', 'Summon … Arabia', 'Pass']
    """
    words = [label.split() for label in labels]
    if len(set(labels)) < len(labels) or not all(words):
        return [*labels]
    first = _shared(words)
    last = _shared([each[first:][::-1] for each in words])
    while last and any(")" in " ".join(each[-last:]) and "(" not in " ".join(each[-last:]) for each in words):
        last -= 1  # a bracket stays whole
    words = [each[first : len(each) - last] for each in words]
    apart = [_apart(each, [other for other in words if other is not each]) for each in words]
    return [_upper(" ".join(each).rstrip(",;:")) for each in apart]


def _shared(words: Sequence[Sequence[str]]) -> int:
    """With how many words all begin, of which each has one more."""
    found = 0
    while all(len(each) > found + 1 for each in words) and len({each[found] for each in words}) == 1:
        found += 1
    return found


def _apart(mine: Sequence[str], others: Sequence[Sequence[str]]) -> Sequence[str]:
    """Without what another begins and ends with too, if the beginning is long."""
    shared, other = max(((_shared([mine, other]), other) for other in others), default=(0, mine))
    if shared < MOST_SHARED:
        return mine
    ends = _shared([mine[shared:][::-1], other[shared:][::-1]])
    return [mine[0], "…", *mine[shared : len(mine) - ends]]


def _figure(name: str) -> str:
    """ "Buildings", and "VP", which is no word."""
    return name.upper() if len(name) == 2 and not set(name) & set("aeiou") else _upper(name)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _change(n: float) -> str:
    """A change as people read it; nothing for none."""
    said = signed(n)
    return "" if said == "0" else said
