"""One game under two readings of the rules: the same answers are given again, and what differs is told.

A reading is a choice of rulings, and component values or card texts laid over those of the box (an overlay).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from ..engine import files
from ..engine.authoring.scenario import Scenario
from ..engine.authoring.scenario_run import ScenarioResult
from ..engine.errors import TheoError, unknown
from ..engine.game import document, save
from ..engine.game.game import Game
from ..engine.game.unread import Stop
from ..engine.plain import Said
from ..engine.reference.rulings import settle
from ..engine.runtime.system import System
from ..engine.state.declare import Declared
from ..engine.state.domain import StatePath
from ..engine.wording import toml


@dataclass(frozen=True, slots=True)
class Reading:
    """Rulings and values that differ from those a game was set up with; without any it is the game as it stands."""

    name: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    overlay: Mapping[str, Any] = field(default_factory=dict)

    def called(self, system: System) -> str:
        """Its name, or what it says: "start_distance: exactly"."""
        said = [f"{system.questions[ruling].question} {choice}" for ruling, choice in self.rulings.items()]
        said += [f"{key}: {value}" for key, value in dotted(self.overlay)]
        return self.name or "; ".join(said) or "as it was played"


AS_PLAYED = Reading()


def with_value(system: System, key: str, typed: str) -> Reading:
    """The reading in which a component value or card text is another one, as a person types it.

    `key` is dotted ("temple.population"); a text is taken as it stands, anything else as in an overlay file. Raises
    `DataError` for a key that is not there; whether the value fits says whoever plays the reading.
    """
    before, value = system.facts[key], typed.strip()
    if not isinstance(before, str):
        with suppress(TheoError):
            read = files.toml(f"value = {value}", "the value")
            value = read["value"] if read.keys() == {"value"} else value
    overlay: Any = value
    for word in reversed(key.split(".")):
        overlay = {word: overlay}
    return Reading(overlay=overlay)


@dataclass(frozen=True, slots=True)
class Reread:
    """A game under one reading: its line as far as it holds. `stop` says at which answer it ends, and why."""

    name: str
    game: Game
    held: int  # answers
    of: int
    stop: Stop | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that differs: what it is, how it stands under each of the two."""

    what: str
    before: str
    after: str
    rule: str = ""


def reread(game: Game, reading: Reading = AS_PLAYED, node: int | None = None) -> Reread:
    """The line to a position (by default where the game stands) played again under a reading.

    Raises `UnknownName` for a ruling or choice that is not there, `DataError` for an overlay that does not fit, and
    `SaveError` where the position at the beginning is impossible under the reading.
    """
    system = game.system
    for ruling in reading.rulings:
        if ruling not in system.questions:
            raise unknown("ruling", ruling, system.questions)
    settle(system.questions, {**system.rulings, **reading.rulings})  # says what is wrong with a choice
    path = game.tree.path(game.here if node is None else game.tree.check(node))
    raw = save.checked(document.parse(document.dump(game)))
    raw["nodes"] = [[i, *raw["nodes"][n - 1][1:]] for i, n in enumerate(path[1:])]
    raw |= {"here": len(path) - 1, "remarks": {}, "unread": {}, "digest": None}
    setup = {**raw["setup"], "rulings": {**raw["setup"]["rulings"], **reading.rulings}}
    if reading.overlay:
        laid: dict[str, Any] = {}
        save.merge(laid, deepcopy(raw["setup"]["overlay"] or {}))
        save.merge(laid, dict(reading.overlay))
        setup["overlay"] = laid
        type(system).restore(setup)  # says what is wrong with a value
    again = save.rebuild(raw | {"setup": setup})
    held = again.tree.nodes[again.here].depth
    stop = again.unread.stops[0] if again.unread.stops else None
    return Reread(reading.called(system), again, held, len(path) - 1, stop)


@dataclass(frozen=True, slots=True)
class Readings:
    """Two readings side by side, up to the last answer that holds under both (`answers` of them).

    `rows` differ there, `parted` is the number of the answer after which they first did, None where they never do.
    `only` holds what can be done there under one of them alone, by label.
    """

    a: Reread
    b: Reread
    answers: int
    rows: tuple[Row, ...]
    parted: int | None
    only: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def compare(
    game: Game,
    a: Reading,
    b: Reading,
    *,
    node: int | None = None,
    viewer: int | None = None,
    all_seen: bool = True,
) -> Readings:
    """A position, or the game up to it, under two readings. Without `all_seen` as the viewer may see both."""
    one, two = reread(game, a, node), reread(game, b, node)
    answers = min(one.held, two.held)
    paths = [side.game.tree.path(side.game.here) for side in (one, two)]
    parted = None
    for at in range(answers + 1):
        if differ(
            *(side.game.tree.nodes[path[at]].position.state for side, path in zip((one, two), paths, strict=True))
        ):
            parted = at
            break
    for side, path in zip((one, two), paths, strict=True):
        side.game.go(path[answers])
    states = [side.game.state if all_seen else side.game.system.view(side.game.state, viewer) for side in (one, two)]
    rows = tuple(differences(one.game.system, states[0], two.game.system, states[1]))
    offers = [tuple(option.label for option in side.game.legal(viewer, all_seen=all_seen)) for side in (one, two)]
    only = (
        tuple(label for label in offers[0] if label not in offers[1]),
        tuple(label for label in offers[1] if label not in offers[0]),
    )
    return Readings(one, two, answers, rows, parted, only)


def differ(a: Declared, b: Declared) -> bool:
    """Do two states of games that were set up differently say different things?"""
    return any(getattr(a, name) != getattr(b, name) for name in a.fields)


def differences(one: System, a: Declared, two: System, b: Declared) -> list[Row]:
    """What stands differently: open figures of each seat, then every field of the state in its own words."""
    rows = []
    for seat, was, now in zip(one.seats, one.figures(a), two.figures(b), strict=True):
        rows += [
            Row(f"{seat.name}: {name}", str(n), str(now.get(name, 0)))
            for name, n in was.items()
            if n != now.get(name, 0)
        ]
    for name, item in a.fields.items():
        if getattr(a, name) != getattr(b, name) and item.title:
            said = [_words(item.kind.say(StatePath(s.config, name), getattr(s, name))) for s in (a, b)]
            rows.append(Row(item.title, said[0], said[1], item.rule))
    return rows


def _words(said: Said) -> str:
    return str(said) if isinstance(said, str | int) else toml(said)


@dataclass(frozen=True, slots=True)
class ScenarioReadings:
    """A scenario under two readings: how each went, in the order of the readings."""

    a: ScenarioResult
    b: ScenarioResult

    @property
    def same(self) -> bool:
        """Does its script hold, or fail in the same way, under both?"""
        return (self.a.fault, self.a.step, self.a.differences) == (self.b.fault, self.b.step, self.b.differences)


def compare_scenario(scenario: Scenario, a: Reading, b: Reading) -> ScenarioReadings:
    """A scenario's script under two readings. Raises `UnknownName` for a ruling that its game does not have."""
    questions = scenario.build().questions
    for ruling in (*a.rulings, *b.rulings):
        if ruling not in questions:
            raise unknown("ruling", ruling, questions)
    return ScenarioReadings(*(_under(scenario, reading) for reading in (a, b)))


def _under(scenario: Scenario, reading: Reading) -> ScenarioResult:
    laid: dict[str, Any] = {}
    save.merge(laid, deepcopy(dict(scenario.overlay or {})))
    save.merge(laid, dict(reading.overlay))
    rulings = {**scenario.rulings, **reading.rulings}
    return replace(scenario, rulings=rulings, overlay=laid or None).run().result


def dotted(tables: Mapping[str, Any], at: str = "") -> list[tuple[str, Any]]:
    """The values of an overlay by their dotted keys."""
    found = []
    for key, value in tables.items():
        found += dotted(value, f"{at}{key}.") if isinstance(value, Mapping) else [(f"{at}{key}", value)]
    return found
