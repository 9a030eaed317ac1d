"""Scenes for tests: a table in a few words, then a strict script; every line is also cloned, saved and undone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from theomachy.engine.game.commands import resolve
from theomachy.engine.reference.facts import Facts
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import evaluate
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE
from theomachy.games.cthulhu_wars.rules.config import DATA
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.state import State

AR, EA = "Arabia", "East Africa"
FACTS = Facts.read(DATA / "core.toml", *CthulhuWars.faction_files.values())
SLUGS = {FACTS[f"faction.{slug}.letters"]: slug for slug in (*CORE, *MORE)}
TITLES = {letters: FACTS[f"faction.{slug}.title"] for letters, slug in SLUGS.items()}


@cache
def system(
    seats: str, board: str = "earth_4p_3w5e", rulings: tuple[tuple[str, str], ...] = (), things: tuple[str, ...] = ()
) -> CthulhuWars:
    """The game for these factions, in seating order."""
    options: dict[str, Any] = {"factions": seats.split(), "map": board, "any_map": True}
    options |= {"things": list(things)} if things else {}
    return CthulhuWars.build(options=options, rulings=dict(rulings))


def table(
    seats: str,
    units: dict[str, dict[str, str]],
    *,
    board: str = "",
    rulings: dict[str, str] | None = None,
    things: tuple[str, ...] = (),
    **rest: Any,
) -> Position:
    """A position of the Action phase; the first of `seats` is to act. `rest` are keys of `[setup]`."""
    default = "earth_3p" if len(seats.split()) == 2 else "earth_4p_3w5e"
    game = system(seats, board or default, tuple(sorted((rulings or {}).items())), things)
    setup = {"units": units, "active": seats.split()[0], "power": 9, **rest}
    if isinstance(setup["power"], dict):
        setup["power"] = dict.fromkeys(seats.split(), 0) | setup["power"]
    s = game.arrange(setup)
    wrong = [fault for fault in game.violations(s) if fault[0] != "CW-BAT-002"]
    assert not wrong, wrong
    return Position(game, s)


@contextmanager
def kept() -> Iterator[list[Position]]:
    """All positions that are arranged meanwhile, and those in which an answer is given, as they are before it."""
    found: list[Position] = []
    arrange, play = CthulhuWars.arrange, Position.play

    def kept_and_arranged(self: CthulhuWars, setup: Any) -> State:
        s = arrange(self, setup)
        found.append(Position(self, s.copy()))
        return s

    def kept_and_played(self: Position, answer: Any, faces: Any = None) -> None:
        if isinstance(self.system, CthulhuWars):
            found.append(self.clone())
        play(self, answer, faces)

    with patch.object(Position, "play", kept_and_played), patch.object(CthulhuWars, "arrange", kept_and_arranged):
        yield found


def who(p: Position, name: str) -> int:
    """A seat by its letters, or chance."""
    return CHANCE if name == "chance" else next(seat.index for seat in p.system.seats if seat.letters == name)


def area(p: Position, name: str) -> int:
    """The number of an area."""
    index: int = p.state.config.map.index[name]
    return index


def at(p: Position, name: str, place: str) -> dict[str, int]:
    """What a faction has in an area."""
    s, seat = p.state, who(p, name)
    return {n: c for k, n in enumerate(s.config.name[seat]) if (c := s.n(seat, k, area(p, place)))}


def left(p: Position, name: str, unit: str) -> int:
    """How many of a unit are in play."""
    seat = who(p, name)
    total: int = p.state.total(seat, p.state.config.name[seat].index(unit))
    return total


def labels(p: Position) -> set[str]:
    """The options of the pending decision, in words."""
    decision = p.decision
    assert decision is not None
    return {p.system.label(p.state, decision, option) for option in decision.options}


def asked(p: Position) -> tuple[str, str]:
    """Who is asked what."""
    decision = p.decision
    assert decision is not None, "the game is over"
    return ("chance" if decision.player == CHANCE else p.system.seats[decision.player].letters), decision.what


def script(p: Position, *lines: tuple[str, str, Any], rehearse: bool = True) -> Position:
    """Strict: each decision must be of this person and question; the answer is a value, or words."""
    for i, (name, what, said) in enumerate(lines):
        assert asked(p) == (name, what), f"line {i}: {asked(p)} {sorted(labels(p))}, not {name} {what}"
        answer = resolve(p, said)[0] if isinstance(said, str) and said not in p.decision.options else said
        if rehearse:
            before, options = p.state.copy(), p.decision.options
            raw = p.system.to_json(p.state)
            again: State = p.system.from_json(raw)
            assert again == before
            assert p.system.to_json(again) == raw
            q = p.clone()
            assert q.state == before
            assert q.decision.options == options
            assert p.explain().source == before
            q.play(answer)
            assert p.state == before
            assert q.undo().state == before
        p.play(answer)
    return p


def why_not(p: Position, name: str, verb: str, *args: Any) -> dict[str, str]:
    """The requirements of an action that fail: rule id -> text."""
    s, me = p.state, who(p, name)
    action = next(a for a in known(s, me) if a.verb == verb)
    return {
        v.rule: v.text for v in evaluate(p.system.argument_types, action, s, me, args, p.system.afford) if not v.holds
    }


# When no common action may be taken: by rule, what a scene then holds; the other seat is named with `elsewhere`.
MOMENTS = ("CW-ACT-001", "CW-ACT-003", "CW-ACT-005")


def elsewhere(rule: str, other: str) -> dict[str, Any]:
    """What makes it another's turn, the part after the main action, or a time without Power."""
    scenes = {"active": other}, {"part": "after"}, {"power": {other: 3}}
    return dict(zip(MOMENTS, scenes, strict=True))[rule]


def unsaid(p: Position, name: str, box: str, rule: str) -> list[str]:
    """The actions of a box that ask for something of the moment by this rule, and do not say now that it is lacking."""
    s, me = p.state, who(p, name)
    asking = [a for a in known(s, me) if type(a).__module__.endswith(box) and rule in {row.rule for row in a.when}]
    assert asking, f"no action of {box} asks for {rule}"
    return [a.verb for a in asking if rule not in why_not(p, name, a.verb)]


def dice(p: Position) -> int:
    """How many dice the pending roll has."""
    decision = p.decision
    assert decision is not None, "the game is over"
    assert decision.dice is not None, asked(p)
    return decision.dice[1]
