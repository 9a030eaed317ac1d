"""A game from the line of a position: unpacked, bounded and typed before it is believed, led through the gate."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode
from binascii import Error
from typing import TYPE_CHECKING, Any

from ..errors import IllegalAnswer, RulesError, SaveError, TheoError, shown
from ..plain import Json
from ..runtime import sampling
from ..runtime.decision import CHANCE, QUIET_NO, Decision, Secret
from ..runtime.position import Position, answer_from_json
from ..runtime.system import System
from ..state.declare import Declared
from . import document
from .briefly import changed
from .game import Game
from .position_line import LONGEST, SHAPE, UNPACKED, VERSION, check_sum, name_of, shown_faces, sight_of
from .registry import game as system_class
from .tree import Tree

if TYPE_CHECKING:
    from random import Random

TRIES, UNHEARD = 40, 400  # worlds in which what was heard is said again; answers unheard in one of them
DRAWN = "seen by"  # the name of a game that was opened from the line of a seat


def read(line: str, *, seed: int | str = 0) -> Game:
    """A game that begins at the position of a line. Raises `SaveError` with one sentence for anything else.

    Where the line is a seat's, all that this seat cannot know is drawn by the seed; `game.names` and `game.notice` say
    whose it is.
    """
    slug, held = _unpacked(line)
    sampling.seed(seed)
    try:
        system, base = _placed(slug, held)
        if "seat" not in held:
            rows = [[at, *row] for at, row in enumerate(held["answers"])]
            return _game(system, base, rows, seed, by_hand="by_hand" in held)
        seat: int = held["seat"]
        world = _imagined(system, base, seat, held, seed)
    except SaveError:
        raise
    except TheoError as fault:
        raise SaveError(f"the position cannot be set up: {fault}") from fault
    except document.CRASHES as fault:
        raise SaveError("the position cannot be set up: it is not of the right shape") from fault
    filed = system.answer_to_file
    rows = [[at, e.who, e.what, filed(e.answer), *shown_faces(e)] for at, e in enumerate(world.log())]
    game = _game(system, world.beginning, rows, seed, by_hand=False)
    name = system.seats[seat].name
    game.names[DRAWN] = name
    game.notice = f"This is what {name} knows. What {name} cannot know is drawn anew, and may lie otherwise."
    return game


def head(line: str) -> tuple[str, int | None]:
    """The game of a line, and whose it is (None: it holds everything); nothing is set up. Raises `SaveError`."""
    slug, held = _unpacked(line)
    seat = held.get("seat")
    return slug, seat if type(seat) is int else None


def _unpacked(line: str) -> tuple[str, dict[str, Any]]:
    """Game and content of a line: bounded and checked before it is believed."""
    if not isinstance(line, str):
        raise SaveError(f"the line of a position is a text, not {shown(line)}")
    line = "".join(line.split()) if len(line) <= 2 * LONGEST else line
    if len(line) > LONGEST:
        raise SaveError(f"the line of a position has at most {LONGEST:,} signs")
    found = SHAPE.fullmatch(line)
    if found is None:
        raise SaveError("that is no position: its line begins with “theo”, a number and a game, and ends in a checksum")
    if int(found[1]) != VERSION:
        raise SaveError(f"the line is of version {found[1]}; this library reads version {VERSION}")
    if check_sum(line[:-9]) != found[4]:
        raise SaveError("the line of the position is damaged or cut off: its checksum does not fit")
    try:
        packed = zlib.decompressobj()
        data = packed.decompress(urlsafe_b64decode(found[3] + "=" * (-len(found[3]) % 4)), UNPACKED)
        if not packed.eof:
            raise ValueError
        held = document.parse(data.decode())
    except SaveError:
        raise
    except (Error, ValueError, zlib.error):
        raise SaveError("what the line of the position holds cannot be unpacked") from None
    shapes = {"setup": dict, "state": dict, "answers": list}
    if not isinstance(held, dict) or any(not isinstance(held.get(key), kind) for key, kind in shapes.items()):
        raise SaveError("the line of the position is not of set-up, state and answers")
    if not all(isinstance(row, list) and len(row) in (3, 4) for row in held["answers"]):
        raise SaveError("the answers in the line of the position are not [player, question, answer]")
    return found[2], held


def _placed(slug: str, held: dict[str, Any]) -> tuple[System, Declared]:
    """The configured game, and the state at the beginning of the step."""
    told = held["setup"]
    if set(told) != {"players", "options", "rulings", "overlay"}:
        raise SaveError("the set-up in the line is not of players, options, rulings and overlay")
    system = system_class(slug).build(**{**told, "overlay": told["overlay"] or None})
    base = changed(system, held["state"])
    if wrong := system.violations(base):
        raise SaveError(f"the position in the line is impossible: {wrong[0][1]}")
    seat = held.get("seat")
    if "seat" in held and not (type(seat) is int and 0 <= seat < len(system.seats)):
        raise SaveError("the line is of a seat that the game does not have")
    return system, base


def _game(system: System, base: Declared, rows: list[Any], seed: int | str, *, by_hand: bool) -> Game:
    """A game at the end of the rows, by the gate that every file goes through."""
    tree = Tree(Position(system, base))
    place, stops = document.replay(tree, json.loads(json.dumps(rows)))
    if stops:
        raise SaveError(f"the answers in the line do not hold under these rules: {stops[0].why}")
    game = Game(system, seed=seed, tree=tree)
    game.dice_by_hand = by_hand
    return game.go(place[-1])


def _imagined(system: System, base: Declared, seat: int, held: dict[str, Any], seed: int | str) -> Position:
    """A world in which this seat has heard just that, and knows just that to be asked."""
    for attempt in range(TRIES):
        rng = sampling.rng_at(seed, attempt)
        world = Position(system, system.resample(base, seat, rng))
        if all(_hears(world, seat, row, rng) for row in held["answers"]):
            return _until_seen(world, seat, held.get("asked"), held.get("sees"))
    raise SaveError("no position was found in which the answers of the line could have been given")


def _hears(world: Position, seat: int, row: list[Any], rng: Random) -> bool:
    """Say an answer again; what was not heard before it is said by luck. False if it cannot be said there."""
    who, what, answer = row[0], row[1], answer_from_json(row[2])
    faces = row[3] if len(row) > 3 else None
    for _ in range(UNHEARD):
        decision = world.decision
        if decision is None:
            return False
        jump = isinstance(answer, tuple) and answer[:1] == ("!",)
        asked = decision.waiting if isinstance(decision, Secret) else [decision.player]
        if jump or (who in asked and what == document.asked_by(decision, answer or (who, 0))):
            among = list(world.unasked if jump else decision.options)
            if answer is None:
                among = [one for one in among if not isinstance(decision, Secret) or one[0] == who]
                answer = _lucky(decision, among, rng)
            else:
                answer = world.system.answer_from_file(answer, among)
            try:
                world.play(answer, faces)
            except (IllegalAnswer, RulesError):
                return False
            return True
        if not _unheard(world, decision, seat):
            return False
    return False


def _until_seen(world: Position, seat: int, asked: Json, sees: Json) -> Position:
    """Decline quiet questions to others, until that is asked and seen which this seat knows; else stand where one is
    asked what it knows.
    """
    near: Position | None = None
    for _ in range(UNHEARD):
        decision = world.decision
        if decision is None:
            break
        quiet = decision.quiet and decision.player != seat
        if quiet if asked is None else name_of(decision) == asked:
            if sight_of(world.system, world.state, seat) == sees:
                return world
            near = near or world.clone()
        if not _unheard(world, decision, seat):
            break
    return near or world


def _unheard(world: Position, decision: Decision, seat: int) -> bool:
    """Answer a question of which a seat would not have heard; False if it would have."""
    if decision.player == seat or isinstance(decision, Secret) or not decision.quiet:
        return False
    no = [option for option in decision.options if option in QUIET_NO]
    if not no:
        return False
    world.play(no[0])
    return True


def _lucky(decision: Decision, among: list[Any], rng: Random) -> Any:
    if decision.player == CHANCE:
        return sampling.sample_chance(decision, rng)
    return rng.choice(among)
