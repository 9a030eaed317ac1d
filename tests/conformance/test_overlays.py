"""Every component value of every game, replaced by whatever a file may hold: drawn and played, or one clear sentence.

`make test` tries a few values of each game, `make nightly` all of every kind.
"""

from __future__ import annotations

import math
from importlib import import_module
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.conformance.support import SLUGS
from theomachy.engine.errors import TheoError
from theomachy.engine.game import save as saves
from theomachy.engine.reference.values import Figured, Kinds, Many, Printed, Text, Whole, kind_of
from theomachy.engine.tabletop.describe import describe
from theomachy_widgets.scene.build import build

MOVES = 20
GAMES = [slug for slug in SLUGS if slug != "pocket"]
DEEP: list[Any] = []
for _ in range(60):
    DEEP = [DEEP]
STRANGE: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 99, 10**4, 10**12, 10**5000, 1.5, math.nan, math.inf, "", "x", "{", "}",
    "{own_runes:90000000}", "{x.__class__.__init__.__globals__}", "{0}", "\ud800", "a\u202eb", "a\u200bb", "\x00",
    "x" * 10**6, "choice", "<b>&amp;</b>", [], [[]], [1], [1, 2, 3], ["x"], ["\ud800"], [True], [None], [math.nan] * 2,
    [[0, 0], [9, 9], [9, 0]], [10**9] * 3, {}, {"value": 3}, {"value": 3, "more": 1}, {"a": 1}, {"source": []}, DEEP,
    b"x", (1, 2), object(),
)  # fmt: skip


def kinds_of(slug: str) -> Kinds:
    return import_module(f"theomachy.games.{slug}.rules.components").VALUES  # type: ignore[no-any-return]


def printed_of(slug: str) -> Printed:
    return Printed({fact.key: fact.value for fact in th.new(slug).system.facts})


def like(value: Any, rng: Random) -> list[Any]:
    """Values of the same type and shape."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0), value * 2, 20]
    if isinstance(value, str):
        return ["Another name"]
    if isinstance(value, list):
        return [value[::-1], value[1:], value + value[:1], value[:1] * len(value), rng.sample(value, len(value))]
    return []


def candidates(key: str, kinds: Kinds, printed: Printed, rng: Random) -> list[Any]:
    kind, _ = kind_of(key, kinds, printed)
    last = key.rpartition(".")[2]
    others = [value for other, value in printed.items() if other.endswith(f".{last}")]
    ends = [kind.low, kind.high] if isinstance(kind, Whole) else []
    return [*STRANGE, *like(printed[key], rng), *rng.sample(others, min(len(others), 3)), *ends]


def nested(key: str, value: Any) -> Any:
    for word in reversed(key.split(".")):
        value = {word: value}
    return value


def families(kinds: Kinds, printed: Printed) -> list[list[str]]:
    """The keys, together those that the same pattern declares and that end alike."""
    found: dict[tuple[str, ...], list[str]] = {}
    for key in printed:
        _, place = kind_of(key, kinds, printed)
        *way, last = key.split(".")
        pattern = place.pattern if place.pattern != key else ".".join([*way[:1], *way[-1:]])
        found.setdefault((pattern, way[0] if way else "", last), []).append(key)
    return list(found.values())


def tried(slug: str, key: str, value: Any, rng: Random) -> bool:
    """Was the value taken? Then the game is drawn, and some moves are played; else there is one sentence."""
    try:
        game = th.new(slug, overlay=nested(key, value), seed=rng.random())
    except TheoError as fault:
        assert 10 < len(str(fault).encode()) < 700, (key, value)  # noqa: PT017
        return False
    for _ in range(MOVES):
        if game.position.decision is None:
            break
        game.play(rng.choice(game.options))
    table = game.system.table(game.state, None)
    describe(table)
    if rng.random() < 0.1 or key.split(".")[0] in ("map", "drawing", "board"):
        build(table)
    if rng.random() < 0.1:
        assert saves.load(game.save()).state == game.state
    return True


@pytest.mark.parametrize("slug", GAMES)
def test_every_printed_value_is_of_the_kind_that_is_declared(slug: str) -> None:
    """A text, or what is drawn, is never of a kind that nobody thought of: it is declared, or stays as printed."""
    kinds, printed = kinds_of(slug), printed_of(slug)
    wrong = [key for key, value in printed.items() for kind, at in [kind_of(key, kinds, printed)]
             if not kind.takes(value, at)]  # fmt: skip
    assert wrong == []
    braces = {key for key, value in printed.items() if isinstance(value, str) and "{" in value}
    assert {type(kind_of(key, kinds, printed)[0]) for key in braces} <= {Figured}


@pytest.mark.parametrize("slug", GAMES)
def test_the_door_takes_no_strange_value(slug: str) -> None:
    kinds, printed, rng = kinds_of(slug), printed_of(slug), Random(f"strange {slug}")
    for family in families(kinds, printed):
        key = rng.choice(family)
        kind, place = kind_of(key, kinds, printed)
        for value in STRANGE:
            if kind.takes(value, place) and isinstance(value, str):
                assert isinstance(kind, Text | Figured) or value in place.printed.values() or value in ("", "choice")
                value.encode()
                assert len(value) <= 2_000
            if kind.takes(value, place) and isinstance(value, list):
                assert isinstance(kind, Many) or value == printed[key]


@pytest.mark.parametrize("slug", GAMES)
def test_some_values_are_replaced(slug: str) -> None:
    replaced(slug, Random(f"some {slug}"), 4)


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("slug", GAMES)
def test_values_of_every_kind_are_replaced(slug: str) -> None:
    replaced(slug, Random(f"all {slug}"), 10_000)


def replaced(slug: str, rng: Random, most: int) -> None:
    """A key of so many families: one value that is taken and one that is not."""
    kinds, printed = kinds_of(slug), printed_of(slug)
    found = families(kinds, printed)
    for family in rng.sample(found, min(len(found), most)):
        key = rng.choice(family)
        kind, place = kind_of(key, kinds, printed)
        given = candidates(key, kinds, printed, rng)
        good = [value for value in given if kind.takes(value, place)]
        bad = [value for value in given if not kind.takes(value, place)]
        assert not tried(slug, key, rng.choice(bad), rng)
        if good:
            tried(slug, key, rng.choice(good), rng)


def test_a_template_of_a_save_is_never_formatted() -> None:
    """A width of ninety million took gigabytes, and an attribute was walked."""
    for text in ("{own_runes:90000000}", "{own_runes.__class__}", "{", "{own_runes!r:>90000000}", "{0}"):
        overlay = {"empire": {"sky": {"heroquests": {"sunrise": {"short": text}}}}}
        with pytest.raises(TheoError, match=r"sunrise\.short must be a text .* names of figures"):
            th.new("gods_war", overlay=overlay)
    overlay = {"empire": {"sky": {"heroquests": {"sunrise": {"short": "Own {own_runes} runes."}}}}}
    game = th.new("gods_war", overlay=overlay)
    assert any(slot.short == "Own 2 runes." for slot in game.system.config.empires[0].slots)
