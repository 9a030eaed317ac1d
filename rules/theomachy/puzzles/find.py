"""Finding puzzles: games by bots are gone through, and what a theme of the game asks there is proven.

A position makes a puzzle where the aim of a theme parts the options: the walk over all that can follow (`exact.py`)
gives each option its bounds, and those of the right answers lie above those of all others. It must be so too in other
worlds that the seat could be in, where it does not know all. What greedy's first choice solves is no puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from ..engine.errors import SaveError, TheoError
from ..engine.game import position_line
from ..engine.game.game import Game
from ..engine.game.registry import game as system_class
from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.position import Position
from ..engine.runtime.sampling import sample_chance
from ..engine.runtime.system import System
from ..engine.runtime.theme import Aim, Theme
from ..play.bots import BusyBot, GreedyBot, bot
from ..play.observation import Observation, imagined
from .alike import Alikeness, sign_of, words_of
from .exact import LEAST, MOST, Solver, TooLarge, Worth, after
from .grade import grade_of
from .puzzle import MOST_PROVEN, MOST_SHOWN, Puzzle, Source, aim_of, answers_of, opened, refused, theme_of

MOST_OPTIONS = 60  # of a question
WORLDS = 2  # others that a seat could be in, where the same answers must be right
TRIES = 2  # quick ways on from each option, by which it is seen whether a look is worth while
LEAST_SMALL = 3  # options that can be walked through
A_GAME = 3  # puzzles of one theme from one game
MOST_DECISIONS = 4_000  # of one game
PATIENT = 300  # answers that an action may take in a quick way
STEP = 7  # of the questions of one kind that a theme knows every so many-th is looked at, at most


@dataclass(slots=True)
class Looked:
    """How often a question was looked at, and why nothing came of it."""

    questions: int = 0
    unparted: int = 0  # what is measured does not differ
    large: int = 0  # too much to walk through
    unproven: int = 0
    unknown: int = 0  # it hangs on what the seat does not know
    greedy: int = 0
    plain: int = 0  # the words of the right answer give it away
    alike: int = 0
    found: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{name} {getattr(self, name)}" for name in self.__slots__)


@dataclass(slots=True)
class Proof:
    """The worth of each option, and which are right."""

    worths: dict[Answer, Worth]
    right: tuple[Answer, ...]


@dataclass(slots=True)
class Finder:
    """Looks for puzzles in games of one game. `seed` and the number of a game make it the same again."""

    slug: str
    seed: str = "0"
    likeness: Alikeness = field(default_factory=Alikeness)
    enough: frozenset[str] = frozenset()  # themes that are not looked for any more
    looked: dict[str, Looked] = field(default_factory=dict)
    most: int = MOST

    def game(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one simulated game, in its order."""
        name = f"{self.seed}/{number}"
        rng = Random(f"puzzles/{self.slug}/{name}")
        system, bots = set_up(self.slug, rng)
        position = Position(system, system.start())
        players = [bot(word) for word in bots]
        here: dict[str, int] = {}
        seen: dict[tuple[str, str, str], int] = {}
        for at in range(MOST_DECISIONS):
            decision = position.decision
            if decision is None:
                return
            if decision.player == CHANCE:
                position.play(sample_chance(decision, rng))
                continue
            if not isinstance(decision, Secret) and 2 < len(decision.options) <= MOST_OPTIONS:
                for theme, aim, options in self._parted(position, here, seen, rng):
                    if here.get(theme.key, 0) >= A_GAME:
                        continue
                    found = self._aim(position, theme, aim, options, Source(name, at, tuple(bots)))
                    if found is not None:
                        here[theme.key] = here.get(theme.key, 0) + 1
                        yield found
                        break  # one question makes one puzzle
            position.play(players[decision.player].choose(Observation(position), rng))

    def _parted(
        self, position: Position, here: dict[str, int], seen: dict[tuple[str, str, str], int], rng: Random
    ) -> list[tuple[Theme, Aim, list[Answer]]]:
        """The aims at a question that part its options, as far as a few quick ways on from each tell.

        With each come the options that can be walked through; the puzzle will be which of these is right.
        """
        decision = position.decision
        assert decision is not None
        me = decision.player
        asked: list[tuple[Theme, Aim]] = []
        for theme in position.system.themes:
            if here.get(theme.key, 0) >= A_GAME or theme.key in self.enough:
                continue
            for aim in theme.aims(position.system, position.state, decision, me):
                # questions of one kind come by the dozen, and one after the other they are much the same
                key = theme.key, decision.what, aim.key
                seen[key] = seen.get(key, 0) + 1
                if seen[key] <= STEP or seen[key] % STEP == 0:
                    asked.append((theme, aim))
        if not asked:
            return []
        parted: list[tuple[Theme, Aim, list[Answer]]] = []
        for over in dict.fromkeys(aim.over for _, aim in asked):
            these = [(theme, aim) for theme, aim in asked if aim.over is over]
            tried = ways(position, [aim for _, aim in these], rng)
            small = [option for option, (_, size) in tried.items() if size <= self.most / 3]
            for i, (theme, aim) in enumerate(these):
                found = {n for option in small for n in tried[option][0][i]}
                looked = self.looked.setdefault(theme.key, Looked())
                looked.questions += 1
                if len(found) < 2:
                    looked.unparted += 1
                elif len(small) < LEAST_SMALL or sum(tried[option][1] for option in small) > self.most:
                    looked.large += 1
                else:
                    parted.append((theme, aim, small))
        return parted

    def _aim(
        self, position: Position, theme: Theme, aim: Aim, options: Sequence[Answer], source: Source
    ) -> Puzzle | None:
        assert position.decision is not None
        me = position.decision.player
        looked = self.looked.setdefault(theme.key, Looked())
        rng = Random(f"puzzles/look/{source.seed}/{source.answers}/{aim.key}")
        first = None if theme.greedy else greedy(position, source)
        try:
            proof = prove(position, theme, aim, options, self.most)
        except TooLarge:
            looked.large += 1
            return None
        if proof is None:
            looked.unproven += 1
            return None
        if first in proof.right and not theme.greedy:
            looked.greedy += 1
            return None
        try:
            if not same_elsewhere(position, theme, aim, me, proof, rng, self.most):
                looked.unknown += 1
                return None
            made = make(position, theme, aim, me, proof, source, rng)
        except (SaveError, TooLarge):
            looked.large += 1
            return None
        if refused(made):  # a line does not hold all of some positions
            looked.large += 1
            return None
        if plain(position, aim, made):
            looked.plain += 1
            return None
        if not self.likeness.admits(theme.key, sign_of(position.system, position.state, made)):
            looked.alike += 1
            return None
        looked.found += 1
        return made


def greedy(position: Position, source: Source) -> Answer:
    """What a greedy bot answers at first sight."""
    return GreedyBot().choose(Observation(position), Random(f"greedy/{source.seed}/{source.answers}"))


def plain(position: Position, aim: Aim, puzzle: Puzzle) -> bool:
    """Has each right answer a word of the question that no wrong one has?"""
    decision = position.decision
    assert decision is not None
    label = position.system.label
    asked, options = words_of([aim.ask]), answers_of(puzzle)
    right = [words_of([label(position.state, decision, options[i])]) & asked for i in puzzle.right]
    others = [one for i, one in enumerate(options) if i not in puzzle.right]
    wrong = words_of([label(position.state, decision, one) for one in others])
    return all(words - wrong for words in right)


def set_up(slug: str, rng: Random) -> tuple[System[Any], list[str]]:
    """A game as one of its quick starts or by lot, and the bots that play it: some look ahead, some are busy."""
    kind = system_class(slug)
    starts = [None, *kind.presets.values()]
    start = rng.choice(starts)
    options = dict(kind.simulation)
    if start is None:
        least = next(iter(kind.presets.values())).players if kind.presets else 2
        players = rng.choice(sorted({least, *(preset.players for preset in kind.presets.values())}))
    else:
        players = start.players
        options |= dict(start.options)
    system = kind.build(players=players, options=options)
    return system, [rng.choice(("busy", "busy", "greedy-1")) for _ in system.seats]


def ways(position: Position, aims: Sequence[Aim], rng: Random) -> dict[Answer, tuple[list[set[int]], float]]:
    """What a few quick ways on from each option come to for some aims that are measured at one place: no proof.

    Beside it about how many positions there are to look at: what could have been answered on the way, multiplied.
    """
    decision = position.decision
    assert decision is not None
    busy, tried = BusyBot(), dict[Answer, tuple[list[set[int]], float]]()
    for option in decision.options:
        found: list[set[int]] = [set() for _ in aims]
        size = 0.0
        for _ in range(TRIES):
            here, wide = after(position, option), 1.0
            for _ in range(PATIENT):
                asked = here.decision
                if asked is None or isinstance(asked, Secret) or aims[0].over(here.state, asked):
                    break
                wide *= len(asked.options)
                chance = asked.player == CHANCE
                here.play(sample_chance(asked, rng) if chance else busy.choose(Observation(here), rng))
            size += wide / TRIES
            for aim, numbers in zip(aims, found, strict=True):
                numbers.add(aim.measure(here.state))
        tried[option] = found, size
    return tried


def prove(position: Position, theme: Theme, aim: Aim, options: Sequence[Answer], most: int = MOST) -> Proof | None:
    """Some options with their bounds, and the right ones; None where the bounds do not part them. Raises `TooLarge`."""
    decision = position.decision
    assert decision is not None
    solver = Solver(aim, decision.player, most, LEAST)
    given_up = position.system.gives_up
    options = [one for one in options if not (isinstance(one, tuple) and one and one[0] in given_up)]
    if len(options) < 2:
        return None
    worths: dict[Answer, Worth] = {}
    for option in options:
        worths[option] = solver.option(position, option)
        if sum(worth.low == aim.most for worth in worths.values()) > most_right(len(options)):
            return None
    top = max(worth.low for worth in worths.values())
    right = tuple(option for option, worth in worths.items() if worth.high >= top)
    if len(right) > 1 and not all(worths[one].exact for one in right):
        return None
    wrong = [worth for option, worth in worths.items() if option not in right]
    if not wrong or len(right) > most_right(len(worths)):
        return None
    gap = top - max(worth.high for worth in wrong)
    if gap < Fraction(theme.least_gap).limit_denominator(1000):
        return None
    return Proof(worths, right)


def most_right(options: int) -> int:
    """So many of the options may be right; of more the guess is too easy."""
    return min(3, options // 2)


def same_elsewhere(
    position: Position, theme: Theme, aim: Aim, me: int, proof: Proof, rng: Random, most: int = MOST
) -> bool:
    """Are the same answers right wherever else the seat may be, as far as it knows?"""
    for _ in range(WORLDS):
        world = imagined(position, me, rng)
        if world is None:
            continue
        if position.system.to_json(world.base) == position.system.to_json(position.base):
            continue  # it knows all
        asked = world.decision
        if asked is None or set(proof.worths) - set(asked.options):
            return False
        again = next(
            (one for one in theme.aims(world.system, world.state, asked, me) if one.key == aim.key),
            None,
        )
        other = prove(world, theme, again, [*proof.worths], most) if again is not None else None
        if other is None or set(other.right) != set(proof.right):
            return False
    return True


def make(position: Position, theme: Theme, aim: Aim, me: int, proof: Proof, source: Source, rng: Random) -> Puzzle:
    """The puzzle with the options that it shows: all right ones, and of the others those that come nearest."""
    wrong = [one for one in proof.worths if one not in proof.right]
    rng.shuffle(wrong)  # of equals any
    wrong.sort(key=lambda one: -proof.worths[one].high)
    shown: Sequence[Answer] = (*proof.right, *wrong[: MOST_SHOWN - len(proof.right)])
    decision = position.decision
    assert isinstance(decision, Decision)
    shown = [one for one in decision.options if one in shown]
    grade, found = grade_of(position, aim, shown, proof.right, f"{source.seed}/{source.answers}")
    game = Game(position.system, position.clone(), seed=0, dice_by_hand=True)
    return Puzzle(
        slug=position.system.slug,
        theme=theme.key,
        aim=aim.key,
        seat=me,
        line=position_line.write(game),
        options=tuple(map(position.system.answer_to_file, shown)),
        right=tuple(i for i, one in enumerate(shown) if one in proof.right),
        grade=grade,
        found=found,
        source=source,
    )


def disproved(puzzle: Puzzle) -> str:
    """Why the rules refuse a puzzle whose answers are proven anew, as a sentence; "" for one that holds."""
    if why := refused(puzzle):
        return why
    game, options = opened(puzzle), answers_of(puzzle)
    try:
        proof = prove(game.position, theme_of(puzzle), aim_of(puzzle, game), options, MOST_PROVEN)
    except TheoError as fault:
        return str(fault)
    if proof is None or set(proof.right) != {options[i] for i in puzzle.right}:
        return "other answers are right now"
    return ""
