"""Small players that know kinds of decision and the words that every game shares, but no game.

A bot gets an `Observation` and a source of randomness of its own, so that a seeded game is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import Any, ClassVar

from ..engine.errors import UnknownName, unknown
from ..engine.runtime.decision import CHANCE, Answer, Decision
from ..engine.runtime.position import Position
from ..engine.runtime.sampling import sample_chance as sample_chance
from . import outside
from .observation import Observation
from .thinking import Bot as Bot
from .thinking import Look, Thinking, Thought, changed, ended

Strength = Callable[[Any], Sequence[float]]  # a state -> how each seat stands
MOST_TOLD = 6  # options of which it is told what their gains are made of
DECLINES = frozenset({"done", "none", "no", "pass", "end"})  # ways out that many questions offer


class RandomBot:
    """Every option is equally likely."""

    name: ClassVar[str] = "random"
    blind: ClassVar[bool] = True  # it looks at the question alone, so its games need no past

    def choose(self, observation: Observation, rng: Random) -> Answer:
        """Pick any option."""
        return observation.options[int(rng.random() * len(observation.options))]


class BusyBot:
    """Acts, fights and uses powers whenever it can; declines one time in twelve, so that every phase has an end."""

    name: ClassVar[str] = "busy"
    blind: ClassVar[bool] = True
    rest = 1 / 12

    def choose(self, observation: Observation, rng: Random) -> Answer:
        """Pick something that is done rather than declined; large numbers rather than small ones."""
        given_up = observation.system.gives_up  # all at once: worse than to decline
        words = [_word(option) for option in observation.options]
        active = [
            option
            for option, word in zip(observation.options, words, strict=True)
            if word not in DECLINES and word not in given_up
        ]
        if not active or (len(active) < len(observation.options) and rng.random() < self.rest):
            return observation.options[int(rng.random() * len(observation.options))]
        if observation.decision.kind == "action":
            # first what, then where: else the action with the most targets would crowd out all others
            verbs = [word for word in dict.fromkeys(words) if word not in DECLINES and word not in given_up]
            verb = rng.choice(verbs)
            active = [option for option, word in zip(observation.options, words, strict=True) if word == verb]
        elif observation.decision.kind == "number" and rng.random() < 0.75:
            return max(active)
        return active[int(rng.random() * len(active))]


def _word(option: Answer) -> Answer:
    return option[0] if isinstance(option, tuple) and option and isinstance(option[0], str) else option


class _Tried:
    """What came of an option in the imagined positions: how the seat stood in all of them together, and where."""

    __slots__ = ("ends", "total")

    def __init__(self) -> None:
        self.total = 0.0
        self.ends: list[Position] = []


class GreedyBot:
    """Tries each option in imagined positions and takes the one after which it stands best, by the game's `strength`.

    It looks one action ahead: what the action asks afterwards is answered by a busy bot, chance by luck, other players
    at random. `samples` positions are imagined an option; of very many options only some are tried. Before it acts it
    does whatever it may do at any time (`System.weighed`) that leaves it better off.
    """

    name: ClassVar[str] = "greedy"
    lean = 0.5  # in strength: when nothing is to be gained at once, it rather does something than nothing
    most_options = 24
    most_answers = 16
    figures: ClassVar[range] = range(1, 100)
    ways = 6  # in which it answers what an any-time action asks, to see what it is good for

    def __init__(self, samples: int = 2, strength: Strength | None = None) -> None:
        self.samples, self.strength = samples, strength
        self._helper, self._others = BusyBot(), RandomBot()

    def choose(self, observation: Observation, rng: Random) -> Answer:
        """Pick the best of the options that were tried; the first of equals in a shuffled order."""
        return ended(self._thinks(observation, rng, tells=False)).answer

    def think(self, observation: Observation, rng: Random) -> Thinking:
        """The same in pieces, an option each, with what each option was worth."""
        return self._thinks(observation, rng, tells=True)

    def _thinks(self, observation: Observation, rng: Random, *, tells: bool) -> Thinking:
        given_up = observation.system.gives_up  # it would do and undo them for ever, if to end its turn helps others
        options = [one for one in observation.options if _word(one) not in given_up] or list(observation.options)
        anytime = observation.anytime if observation.decision.kind == "action" else ()
        if len(options) == 1 and not anytime:
            return Thought(options[0])
        rng.shuffle(options)
        options = options[: self.most_options]
        worlds = [world for world in (observation.imagine(rng) for _ in range(self.samples)) if world is not None]
        if not worlds:
            return Thought(self._helper.choose(observation, rng))
        me = observation.me
        total = (len(options) + len(anytime)) * len(worlds)
        if anytime:
            tried = yield from self._totals(worlds, anytime, me, rng, self.ways, (0, total), settles=False)
            best = max(anytime, key=lambda option: tried[option].total)
            if tried[best].total > sum(self._standing(world, me) for world in worlds):
                return Thought(best, total, total, self._looks(worlds, tried, me) if tells else ())
        tried = yield from self._totals(worlds, options, me, rng, 1, (len(anytime) * len(worlds), total))
        chosen = self._chosen(tried)
        return Thought(chosen, total, total, self._looks(worlds, tried, me, chosen) if tells else ())

    def _totals(
        self,
        worlds: Sequence[Position],
        options: Sequence[Answer],
        me: int,
        rng: Random,
        ways: int,
        of: tuple[int, int],
        settles: bool = True,
    ) -> Generator[Thought, None, dict[Answer, _Tried]]:
        """What comes of each option in all worlds together; `of` is how much was done before, and of how much.

        `settles`: one of them is taken, so that the best so far may be told.
        """
        found = {option: _Tried() for option in options}
        done, whole = of
        so_far: Answer | None = None  # once each of them was tried
        for world in worlds:
            assert world.decision is not None
            offered = {*world.decision.options, *world.anytime_actions}
            for option in options:
                stands, end = (
                    self._try(world, option, me, rng, ways) if option in offered else (self._standing(world, me), world)
                )
                found[option].total += stands
                found[option].ends.append(end)
                done += 1
                yield Thought(so_far, done, whole)
            so_far = self._chosen(found) if settles else None
        return found

    def _chosen(self, tried: dict[Answer, _Tried]) -> Answer:
        """What is taken of the options that were tried."""
        return max(tried, key=lambda option: tried[option].total + self.lean * (_word(option) not in DECLINES))

    def _looks(
        self, worlds: Sequence[Position], tried: dict[Answer, _Tried], me: int, chosen: Answer = None
    ) -> tuple[Look, ...]:
        """What was looked at, the best first; of the few that are told, what their gains are made of."""
        stood = sum(self._standing(world, me) for world in worlds)
        ranked = sorted(tried, key=lambda option: (option != chosen, -tried[option].total))
        looks = []
        for k, option in enumerate(ranked):
            gain = (tried[option].total - stood) / len(worlds)
            parts: dict[str, float] = {}
            for world, end in zip(worlds, tried[option].ends if k < MOST_TOLD else (), strict=False):
                lead = self._standing(end, me) - self._standing(world, me)
                for name, x in changed(world.system, world.state, end.state, me, lead):
                    parts[name] = parts.get(name, 0.0) + x / len(worlds)
            looks.append(Look(option, gain, tuple(parts.items())))
        return tuple(looks)

    def _try(self, world: Position, option: Answer, me: int, rng: Random, ways: int) -> tuple[float, Position]:
        """How much better than the strongest other this seat stands when the action that follows is over, and where.

        Of several `ways` the best counts, if this seat alone decides which it is.
        """
        stands, end, chosen = self._once(world, option, me, rng)
        for _ in range(ways - 1 if chosen else 0):
            again, other, _ = self._once(world, option, me, rng)
            if again > stands:
                stands, end = again, other
        return stands, end

    def _once(self, world: Position, option: Answer, me: int, rng: Random) -> tuple[float, Position, bool]:
        """One way on from an option: how it stands then, where it ended, and whether this seat alone was asked."""
        position, asked = world.clone(), set[int]()
        if type(position.decision) is type(world.decision) is Decision:
            position.decision.share(world.decision)  # a menu is dear to work out, and this is the same one
        position.play(option)
        for _ in range(self.most_answers):
            decision = position.decision
            if decision is None or (decision.kind == "action" and decision.player != CHANCE):
                break
            asked.add(decision.player)
            if decision.player == CHANCE:
                position.play(sample_chance(decision, rng))
            else:
                bot: Bot = self._helper if decision.player == me else self._others
                position.play(bot.choose(Observation(position), rng))
        return self._standing(position, me), position, asked == {me}

    def _standing(self, position: Position, me: int) -> float:
        return standing(position, me, self.strength)


def standing(position: Position, me: int, strength: Strength | None = None) -> float:
    """The seat's strength less the strongest other's; a win or a loss weighs more than any strength.

    `strength` is another measure than the game's own.
    """
    system, state = position.system, position.state
    found = (strength or system.strength)(state)
    lead = found[me] - max((x for seat, x in enumerate(found) if seat != me), default=0.0)
    if position.decision is None:
        winners = system.winners(state)
        return lead + (1e6 if me in winners else -1e6)
    return lead


def is_blind(bot: Bot) -> bool:
    """Does the class that chooses say that it looks at the question alone? One that chooses otherwise says it anew."""
    chooser = next((cls for cls in type(bot).__mro__ if "choose" in vars(cls)), None)
    return chooser is not None and bool(vars(chooser).get("blind", False))


BOTS: dict[str, type[Any]] = {cls.name: cls for cls in (RandomBot, BusyBot, GreedyBot)}  # and `search`, beside this
LEVELS = {"easy": "busy", "middling": "greedy", "hard": "search"}  # how well they play: docs/levels.md


def bot(name: str | Bot) -> Bot:
    """A bot by name or level: "random", "busy", "greedy", "search"; "easy", "middling", "hard".

    "greedy-4" imagines four positions an option, "search-400" takes four hundred walks a decision. What another package
    brings has a name too (`outside.py`). A bot is handed back as it is. Raises `UnknownName`.
    """
    if not isinstance(name, str):
        return name
    kind, dash, figure = LEVELS.get(name, name).partition("-")
    if kind not in BOTS:
        known = outside.names()
        if name in known:
            return outside.bot(name)
        raise unknown("bot", name, (*BOTS, *LEVELS, *known))
    cls = BOTS[kind]
    if not dash:
        made: Bot = cls()
        return made
    figures = getattr(cls, "figures", range(0))
    if not figure.isdecimal() or len(figure) > 6 or int(figure) not in figures:
        takes = [f"{x} takes a number from {n[0]} to {n[-1]}" for x in BOTS if (n := getattr(BOTS[x], "figures", ()))]
        raise UnknownName(f"there is no bot {name!r}; {', '.join(takes)}, as in 'greedy-4'")
    made = cls(int(figure))
    return made
