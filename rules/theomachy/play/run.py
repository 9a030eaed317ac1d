"""One game by bots, from its seed: the same seed, seats and rules give the same game anywhere."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Any

from ..engine.errors import RulesError
from ..engine.game import save
from ..engine.game.game import Game
from ..engine.game.registry import game as system_class
from ..engine.game.tree import Tree
from ..engine.runtime import sampling
from ..engine.runtime.decision import CHANCE, Answer, Secret
from ..engine.runtime.position import Playout, Position
from ..engine.runtime.system import System
from .bots import Bot, bot, is_blind
from .observation import Observation, imagined

LONGEST_ANSWER = 200  # signs of an answer in a row a decision
MOST_DECISIONS = 500_000  # of one game: past this it counts as a game without an end


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played: plain data, so that it can go to another process or machine."""

    number: int
    slug: str
    build: Mapping[str, Any]  # arguments of `System.build`
    bots: tuple[str | Bot, ...]  # a seat; fewer are dealt round the table
    seed: str
    most: int = MOST_DECISIONS
    start: str = field(default="", repr=False)  # a saved game: the bots play on from where it stands
    view: int | None = None  # the seat from whose view: what it cannot know is drawn anew
    told: bool = False  # a row a decision is wanted too
    saved: bool = False  # the whole game is wanted as a saved game


Told = tuple[int, int, int, str, str, str, int, str]  # the columns of a row a decision
TOLD = ("number", "turn", "seat", "kind", "question", "rule", "options", "answer")


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one game. `winners` are seats; `error` is "" for a game that ended as games do."""

    number: int
    seed: str
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    winners: tuple[int, ...] = ()
    turns: int = 0
    decisions: int = 0  # chance included
    choices: int = 0  # of players alone
    seconds: float = 0.0
    figures: tuple[Mapping[str, int], ...] = ()
    strength: tuple[float, ...] = ()
    error: str = ""
    trouble: str = field(default="", repr=False)  # where in the rules it went wrong
    save: str = field(default="", repr=False)  # the position before an error as a saved game; or all of it, if wanted
    answers: tuple[Told, ...] = field(default=(), repr=False)  # a row a decision of players, where they are wanted

    @property
    def flat(self) -> dict[str, Any]:
        """One line of a table: plain numbers and words, the figures of each seat side by side."""
        line: dict[str, Any] = {
            "game": self.number,
            "seed": self.seed,
            "players": len(self.seats),
            "bots": " ".join(self.bots),
            "winners": " ".join(self.seats[w] for w in self.winners),
            "turns": self.turns,
            "decisions": self.decisions,
            "choices": self.choices,
            "seconds": round(self.seconds, 4),
            "error": self.error,
        }
        for seat, figures in enumerate(self.figures):
            line |= {f"{name} {seat + 1}": value for name, value in figures.items()}
        return line


def play_out(
    position: Position,
    bots: Sequence[Bot],
    seed: str,
    most: int = MOST_DECISIONS,
    stop: int = MOST_DECISIONS,
    told: list[Told] | None = None,
) -> tuple[int, int]:
    """Play a position to its end, or for `stop` decisions; returns the decisions, and those of players.

    Each decision of a player is noted in `told`. Raises `RulesError` past `most`.
    """
    chance, own = Random(f"{seed}/chance"), [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    falls = position.give if isinstance(position, Playout) else position.play  # luck is drawn from what is offered
    decisions = choices = 0
    while decisions < stop and (decision := position.decision) is not None:
        if decisions >= most:
            raise RulesError(f"the game has not ended after {most} decisions")
        if decision.player == CHANCE:
            falls(sampling.sample_chance(decision, chance))
        else:
            choices += 1
            answer = bots[decision.player].choose(Observation(position), own[decision.player])
            if told is not None:
                told.append(noted(position, decisions, answer))
            position.play(answer)
        decisions += 1
    return decisions, choices


def noted(position: Position, number: int, answer: Answer) -> Told:
    """A row a decision: its number in the game, turn, seat, kind, question, rule, how many options, and the answer."""
    asked = position.decision
    assert asked is not None
    turn = position.system.moment(position.state)[0]
    who, mine = asked.player, asked
    if isinstance(asked, Secret):  # the answer says who gives it
        who = answer[0]
        mine = asked.asks[who]
    words = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return (number, turn, who, mine.kind, mine.what, mine.rule, len(mine.options), words[:LONGEST_ANSWER])


def beginning(job: Job) -> Position:
    """Where a job begins: at the start of its game, or where a saved game stands. Raises `RulesError`."""
    if not job.start:
        system = configured(job.slug, json.dumps(job.build, sort_keys=True))
        return Position(system, system.start())
    here = _opened(job.start)
    if job.view is None:
        return here.clone()
    found = imagined(here, job.view, Random(f"{job.seed}/hidden"))
    if found is None:
        raise RulesError("no other position was found that looks the same to this seat; ask without its view")
    return found


@lru_cache(4)
def _opened(text: str) -> Position:
    """Where a saved game stands; kept, since many games go on from there."""
    return save.load(text).position


def unburdened(position: Position, bots: Sequence[Bot]) -> Position:
    """The position without its past when every bot looks at the questions alone: such games need none."""
    return Playout(position) if all(map(is_blind, bots)) else position


def play(job: Job) -> Row:
    """Play one game. A fault in the rules or a bot is caught and noted with the position in which it happened."""
    began_at = perf_counter()
    position = beginning(job)
    system = position.system
    names = tuple(job.bots[seat % len(job.bots)] for seat in range(len(system.seats)))
    seats, titles = tuple(s.name for s in system.seats), tuple(title(name) for name in names)
    players = [bot(name) for name in names]
    if not job.saved:
        position = unburdened(position, players)
    try:
        told: list[Told] | None = [] if job.told else None
        decisions, choices = play_out(position, players, job.seed, job.most, told=told)
        state = position.state
        return Row(
            job.number,
            job.seed,
            seats,
            titles,
            tuple(system.winners(state)),
            system.moment(state)[0],
            decisions,
            choices,
            perf_counter() - began_at,
            tuple(dict(f) for f in system.figures(state)),
            tuple(system.strength(state)),
            answers=tuple(told or ()),
            save=save.dump(Game(system, position, seed=job.seed)) if job.saved else "",
        )
    except Exception as fault:
        if isinstance(position, Playout):  # the same game again, with the past that the report is made from
            position = beginning(job)
            with suppress(Exception):
                play_out(position, [bot(name) for name in names], job.seed, job.most)
        return Row(
            job.number,
            job.seed,
            seats,
            titles,
            decisions=len(position.log()),
            seconds=perf_counter() - began_at,
            error=f"{type(fault).__name__}: {fault}",
            trouble="".join(traceback.format_exception(fault)[-6:]),
            save=_kept(system, position, job.seed),
        )


def _kept(system: System, position: Position, seed: str) -> str:
    """The save of a position that went wrong; "" when even that is not possible."""
    try:
        return save.dump(_standing_at(system, position, seed))
    except Exception:  # the fault itself is reported; that it cannot be saved must not hide it
        return ""


def _standing_at(system: System, position: Position, seed: str) -> Game:
    """The game exactly there. A plain `Game` would let chance answer at once, and so run into the fault again."""
    tree, walker = Tree(Position(system, position.beginning)), Position(system, position.beginning)
    node = 0
    for entry in position.log():
        walker = walker.clone()
        walker.play(entry.answer, entry.faces)
        node = tree.add(node, walker, entry)
    game = Game(system, seed=seed, tree=tree)
    game.dice_by_hand = True
    return game.go(node)


def title(name: str | Bot) -> str:
    """What a bot is called in tables."""
    return name if isinstance(name, str) else str(getattr(name, "name", type(name).__name__))


@lru_cache(32)
def configured(slug: str, build: str) -> System:
    """A configured game; kept, since setting one up reads files."""
    return system_class(slug).build(**json.loads(build))


def record(
    slug: str,
    bots: Sequence[str | Bot],
    *,
    players: int | Sequence[str] | None = None,
    seed: int | str = 0,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    most: int = MOST_DECISIONS,
) -> Game:
    """A whole game by bots as a `Game` that can be stepped through, saved and analysed; it stands at its end."""
    cls = system_class(slug)
    system = cls.build(
        players=len(bots) if players is None else players,
        options=dict(cls.simulation) | dict(options or {}),
        rulings=rulings,
    )
    position = Position(system, system.start())
    play_out(position, [bot(bots[i % len(bots)]) for i in range(len(system.seats))], str(seed), most)
    return Game(system, position, seed=seed)
