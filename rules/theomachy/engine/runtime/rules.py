"""What a game must tell of its rules: how it is set up, what may be done, and what comes of it.

One of the three faces of a `System`: code that plays needs no other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from ..errors import SaveError
from ..plain import Json, Said
from ..reference.rulings import Ruling, Rulings, extend
from ..state import schema, secrets
from ..state.typing import S
from ..tabletop.argument import ArgumentTypes
from ..tabletop.table import Seat, Target
from .decision import Answer, Asking, Decision
from .first_game import FirstGame
from .requirement import Action, Requirement, Verdict

if TYPE_CHECKING:
    from random import Random

    from ..reference.facts import Facts
    from ..reference.rulebook import Rulebook
    from .ability import Vocabulary
    from .players import Option
    from .presets import Preset


class Rules(Generic[S]):
    """The rules of one configured game. They keep no state of a play."""

    slug: ClassVar[str] = ""
    title: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]] = ()
    simulation: ClassVar[Mapping[str, Json]] = {}  # options under which every game by bots comes to an end
    verbs: tuple[str, ...] = ()  # for help and completion
    anytime_names: ClassVar[tuple[str, ...]] = ()  # names of all any-time actions, for help and completion
    may_leave: ClassVar[bool] = False  # may a player leave in the middle of a game? Then `leavers` and others say how
    vocabularies: ClassVar[tuple[Vocabulary, ...]] = ()
    state: type[S]  # the declaration that data, views, scenarios and the editor follow from
    config: Any  # what states of this game share: the map, the figures in the box, the rulings
    argument_types: ArgumentTypes
    afford: Requirement | None = None  # the requirement "enough of the coin", text with {0} for the price
    laws: ClassVar[tuple[tuple[str, str], ...]] = ()  # what `violations` looks at: (rule id, sentence that holds)
    seats: tuple[Seat, ...] = ()
    # owners that nobody plays, numbered on from the seats: of pieces, of sides of fights, and of what others decide
    nobodys: tuple[Seat, ...] = ()
    options: Mapping[str, Json]  # as given, after defaults: JSON-able
    rulings: Rulings
    facts: Facts
    rulebook: Rulebook
    questions: ClassVar[Mapping[str, Ruling]] = {}  # the rulings that there are; `rulings` holds the choices
    presets: ClassVar[Mapping[str, Preset]] = {}  # quick starts by their short names, the one for strangers first
    first_game: ClassVar[FirstGame] = FirstGame()  # what a stranger is offered, and what of it can be changed

    def __init__(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, Json],
        rulings: Rulings,
        facts: Facts,
        config: Any = None,
    ) -> None:
        """Without a `config` of its own the game itself is what its states share."""
        self.seats, self.options, self.rulings, self.facts = seats, options, rulings, facts
        self.config = self if config is None else config

    # -- additions of outside packages ---------------------------------------------------------------------------------
    @classmethod
    def add_rules(cls, path: Path) -> None:
        """Put the rules of a file behind those of the rule index. Raises `DataError`."""
        cls.rulebook = cls.rulebook.extended(path)

    @classmethod
    def add_rulings(cls, path: Path) -> None:
        """Add rulings, or give known ones another default or more choices. Raises `DataError`.

        A save names the choices of all rulings, so it does not change with the default; but it can only be loaded where
        its rulings exist.
        """
        cls.questions = extend(cls.questions, path)

    def besides(self, s: S, me: int, action: Action, args: tuple[Answer, ...]) -> list[Verdict]:
        """What else "why not?" must say of an action at this moment, beside its own requirements."""
        return []

    # -- setting up ----------------------------------------------------------------------------------------------------
    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Json] | None = None,
    ) -> Self:
        """Set a game up. `players` is a number or names; `options` are the game's own (map, factions, ...).

        Raises `UnknownName` or `DataError` with a sentence for anything that does not fit.
        """
        raise NotImplementedError

    @classmethod
    def choices(cls, players: int) -> Mapping[str, Option]:
        """The options that a person may choose before a game of so many players, for the form of a new game."""
        return {}

    def setup(self) -> dict[str, Any]:
        """What `restore` needs, as JSON-able data."""
        return {
            "players": [seat.name for seat in self.seats],
            "options": dict(self.options),
            "rulings": dict(self.rulings),
            "overlay": self.facts.overlay,
        }

    @classmethod
    def restore(cls, setup: Said) -> Self:
        """The system that `setup` described. Raises `SaveError` when it is not of that shape."""
        shapes = {"players": list, "options": dict, "rulings": dict, "overlay": dict}
        if (
            not isinstance(setup, dict)
            or set(setup) != set(shapes)
            or any(not isinstance(setup[k], t) for k, t in shapes.items())
        ):
            raise SaveError("the set-up in the file is not of players, options, rulings and overlay")
        return cls.build(
            players=setup["players"],
            options=setup["options"],
            rulings=setup["rulings"],
            overlay=setup["overlay"] or None,
        )

    @classmethod
    def samples(cls) -> tuple[dict[str, Any], ...]:
        """A few set-ups (arguments of `build`) that between them cover all player counts, maps and factions.

        The conformance tests play each of them. Options should keep a random game short.
        """
        raise NotImplementedError

    def edited(self, beginning: S) -> bool:
        """Does a game begin elsewhere than at the start of the rules (an edited or scripted position)?"""
        return bool(self.to_json(beginning) != self.to_json(self.start()))

    # -- the rules -----------------------------------------------------------------------------------------------------
    def start(self) -> S:
        """The state before the first decision: by default each field as its declaration begins it."""
        return self.state.fresh(self.config)

    def step(self, s: S) -> Asking[None]:
        """Carry the state on by one step; must be able to begin from the state alone."""
        raise NotImplementedError

    def over(self, s: S) -> bool:
        """Is the game over?"""
        raise NotImplementedError

    def winners(self, s: S) -> tuple[int, ...]:
        """Seats that have won (several: a shared win or a draw; none: nobody)."""
        raise NotImplementedError

    def actions(self, s: S, me: int) -> tuple[Action, ...]:
        """Every action that this seat could ever take, offered now or not: what "why not?" knows."""
        raise NotImplementedError

    def offered(self, s: S, me: int) -> tuple[Action, ...]:
        """The actions that this point of the turn allows, whatever their other requirements: what the menu walks.

        It follows from `when`. A game that finds them faster by the phase gives the same, as the tests of menus prove.
        """
        return tuple(a for a in self.actions(s, me) if all(moment.test(s, me) for moment in a.when))

    def action(self, s: S, me: int, verb: str) -> Action | None:
        """The action with this verb, if the seat has one."""
        return next((a for a in self.actions(s, me) if a.verb == verb), None)

    def anytime_actions(self, s: S) -> tuple[Answer, ...]:
        """What anybody may do now although nobody is asked: ("!", name, seat, ...)."""
        return ()

    def anytime_at(self, s: S, decision: Decision) -> tuple[Answer, ...]:
        """Those of them that are open while this question waits: all, unless the rules finish something first."""
        return self.anytime_actions(s)

    def act_anytime(self, s: S, answer: Answer) -> Asking[None] | None:
        """Carry an any-time action out; a coroutine if it asks something itself."""
        raise NotImplementedError

    # -- players who leave ---------------------------------------------------------------------------------------------
    def leavers(self, s: S) -> tuple[int, ...]:
        """Seats whose players may leave the table for good now. Asked only where `may_leave` is set, as all below."""
        return ()

    def leave(self, s: S, seat: int) -> None:
        """The player of a seat leaves for good: the state says so from now on. It asks nothing."""
        raise NotImplementedError

    def absent(self, s: S) -> int:
        """Seats whose players have left, a bit each."""
        return 0

    def lapse(self, s: S, decision: Decision) -> Answer | None:
        """The answer to a question that falls away with its player; None: somebody answers it in his place.

        Of secret plans every question falls away. The rule that asked gets the answer unchecked, and may look once more
        whether the player is there.
        """
        return None

    def stands_in(self, s: S, seat: int) -> int:
        """Who answers now what is asked of a player who has left."""
        raise NotImplementedError

    # -- data ----------------------------------------------------------------------------------------------------------
    def to_json(self, s: S) -> dict[str, Json]:
        """The state as JSON-able data."""
        return schema.to_json(s)

    def from_json(self, raw: Json) -> S:
        """The state again, every field checked (`SaveError`); derived parts are rebuilt."""
        return schema.from_json(self.state, self.config, raw)

    def answer_to_file(self, answer: Answer) -> Answer:
        """An answer as files hold it. By default as it is; a game that has come to put things otherwise than in its
        older files says here how they stand there, and files of all times read alike.
        """
        return answer

    def answer_from_file(self, answer: Answer, options: Sequence[Answer]) -> Answer:
        """Which of these options a file means; what is none of them comes back as it is, for the gate to refuse."""
        return answer

    def violations(self, s: S) -> list[tuple[str, str, tuple[Target, ...]]]:
        """What is impossible about this state: (rule id, sentence, targets). Empty for a lawful position.

        The declaration knows bounds and stocks; a game adds what its rules say besides.
        """
        return schema.violations(s)

    def rebuilt(self, s: S) -> S:
        """A copy with every derived part (masks, indices) made anew: it must equal the state."""
        again = s.copy()
        again.derive()
        return again

    def view(self, s: S, viewer: int | None) -> S:
        """A copy without what `viewer` (None: a spectator) may not know."""
        return secrets.view(s, viewer)

    def resample(self, s: S, viewer: int | None, rng: Random) -> S:
        """A copy in which everything that `viewer` cannot know is drawn anew: it must look the same to him."""
        return secrets.resample(s, viewer, rng)
