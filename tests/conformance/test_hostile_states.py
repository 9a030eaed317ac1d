"""A position from a file is refused with a sentence, found impossible, or can be played: it never breaks the rules."""

import copy
from random import Random
from typing import Any

import pytest

from tests.conformance.support import CASES, SLUGS, answer_of, walk
from theomachy.engine.errors import SaveError
from theomachy.engine.runtime.position import Position

TRIES, LENGTH = 400, 25


def bent(raw: Any, rng: Random) -> Any:
    """One value of a document changed into something else, mostly of the same sort."""
    raw = copy.deepcopy(raw)
    holder: Any = raw
    key: Any = rng.choice(list(raw))
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.8:
        holder = holder[key]
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
    value = holder[key]
    strange = [None, True, -1, 0, 10**12, "", "zz", "{x.__class__}", "{x:90000000}", "\ud800", [], {}, [0], 1.5]
    if isinstance(value, bool):
        strange += [not value] * 5
    elif isinstance(value, int):
        strange += [value + 1, value - 1, value + 2, 1, 2, 3, 7, 99]
    elif isinstance(value, str) and value:
        at = rng.randrange(len(value))
        strange += [value[:at] + rng.choice("0123456789abcdef") + value[at + 1 :]] * 12
    elif isinstance(value, list) and value:
        strange += [value + value[:1], value[1:], value[::-1]]
    if isinstance(holder, dict) and rng.random() < 0.05:  # a key that nobody knows
        key = rng.choice(["", "\ud800", "{0}", f"{key}x"])
    holder[key] = rng.choice(strange)
    return raw


@pytest.mark.parametrize("slug", SLUGS)
def test_bent_positions(slug: str) -> None:
    rng, kept = Random(f"bent {slug}"), []
    sample = [sample for s, sample in CASES if s == slug][-1]
    for position, _, _ in walk(slug, sample, "bent"):
        if not position.entries and rng.random() < 0.05:
            kept.append(position.system.to_json(position.base))
    system, played, refused = position.system, 0, 0
    for _ in range(TRIES):
        try:
            state = system.from_json(bent(rng.choice(kept), rng))
        except SaveError as fault:
            refused += 1
            assert 10 < len(str(fault)) < 300  # noqa: PT017
            continue
        if wrong := system.violations(state):
            refused += 1
            assert all(sentence and rule in system.rulebook for rule, sentence, _ in wrong)
            continue
        played += 1
        there = Position(system, state)
        for _ in range(LENGTH):
            decision = there.decision
            if decision is None:
                break
            assert not system.violations(there.state)
            there.play(answer_of(there, decision, rng))
    assert refused > TRIES // 10
    assert played > TRIES // 20
