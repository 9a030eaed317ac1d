"""Whatever is not offered is refused with one sentence, and nothing changes."""

from collections import UserDict
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from tests.conformance.support import SLUGS, fresh, snapshot, walk
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import Decision, Secret
from theomachy.engine.runtime.position import Position

LOOK_ALIKES = str.maketrans("aeiopcyx", "аеіорсух")  # Cyrillic letters that look Latin


class Loud:
    """Equal to everything, and of no use."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    __hash__ = object.__hash__


STRANGE: list[Any] = [
    None, True, False, 0.0, 1.0, 2.5, -1.0, float("nan"), float("inf"), float("-inf"), 1j, Decimal(1), Fraction(1, 2),
    -1, -(10**9), 10**30, -(10**30), 999_999, "", " ", "\n", "\0", "done ", " done", "DONE", "done\u200b", "dоne",
    "ｄｏｎｅ",
    "'; DROP TABLE games; --", "<script>alert(1)</script>", "../../etc/passwd", "__class__", "{0.__class__}", "%s%s%s",
    "x" * 10_000, b"done", bytearray(b"done"), [], {}, set(), (), ((),), [[]], [[[[[[]]]]]], {"a": 1}, UserDict(),
    ("!",), ("!", "nothing", 0), ("!", "nothing", 0, 1), (None,), (True,), ((1, 2), (3, 4)), (1,) * 60, range(3),
    lambda: "done", int, object(), ..., NotImplemented, iter(()), slice(1, 2),
]  # fmt: skip


def twisted(option: Any) -> Iterator[Any]:
    """A legal answer, bent a little."""
    yield from ([option], {option}, {option: 1}, (option, option), ((option,),), (option, None), repr(option) + "?")
    if isinstance(option, int):
        yield from (float(option), f"{option} ", option + 10**6, -option - 1, complex(option), str(option) + ".0")
    if isinstance(option, str):
        yield from (option.upper() + "!", option.translate(LOOK_ALIKES) + "\u0430", option + "\u0301", option.encode())
    if isinstance(option, tuple):
        yield from (list(option), (*option, 0), option[:-1], (*option[::-1], "x"), (*option[:-1], None))
        yield from ((*option[:-1], str(option[-1]) + "0"), (option[0],) * 9, (*option[:-1], [option[-1]]))


def moments(slug: str) -> list[Position]:
    """The first decision of each kind of question that a random game asks."""
    found: dict[tuple[str, str], Position] = {}
    for seed in range(3):
        for position, decision, _ in walk(slug, 0, f"kinds {seed}"):
            if (decision.kind, decision.what) not in found:
                found[decision.kind, decision.what] = position.clone()
    return list(found.values())


def bad_answers(position: Position, decision: Decision, stale: list[Any]) -> Iterator[Any]:
    yield from STRANGE
    for option in decision.options[:3]:
        yield from twisted(option)
    yield from stale
    if isinstance(decision, Secret):
        answered = [seat.index for seat in position.system.seats if seat.index not in decision.waiting]
        yield from ((seat, value) for seat in answered for _, value in decision.options[:1])


def offered(answer: Any, decision: Decision) -> bool:
    """Is it one of the options after all (an equal number of another type, inside a tuple)?"""
    return type(answer) not in (bool, float) and any(answer == option for option in decision.options)


@pytest.mark.parametrize("slug", SLUGS)
def test_fifty_kinds_of_illegal_answers(slug: str) -> None:
    tried = 0
    stale: list[Any] = []
    for position in moments(slug):
        decision = position.decision
        assert decision is not None
        before = snapshot(position)
        jumps = position.anytime_actions
        for answer in bad_answers(position, decision, stale):
            if offered(answer, decision) or answer in jumps:
                continue
            tried += 1
            with pytest.raises(IllegalAnswer) as caught:
                position.play(answer)
            assert 10 < len(str(caught.value)) < 400
        assert snapshot(position) == before
        with pytest.raises((IllegalAnswer, RuntimeError)):
            position.play(Loud())
        assert snapshot(position) == before
        stale = list(decision.options[:2])
    assert len(STRANGE) >= 50
    assert tried > 50 * 5


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_stays_where_it_was(slug: str) -> None:
    """By the public face: also words that mean nothing, and lists of answers of which the last is wrong."""
    game = Game(fresh(slug, 0).system, seed=1)
    before, nodes = snapshot(game.position), len(game.tree.nodes)
    words = [text for text in STRANGE if isinstance(text, str)]
    assert game.position.decision is not None
    for bad in [*words, None, 3.5, float("nan"), [], {}, b"x", ("attack",)]:
        for answers in ([bad], [game.position.decision.options[0], bad]):
            if len(answers) == 2 and isinstance(bad, str):
                continue  # a word may well answer what comes next
            with pytest.raises(IllegalAnswer):
                game.play(*answers)
            assert snapshot(game.position) == before
            assert len(game.tree.nodes) == nodes
