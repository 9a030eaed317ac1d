"""What a game must tell the engine: one `System` is one game, set up with its seats, options, rulings and overlay.

A game's folder holds one subclass. Everything that interfaces need (labels, targets, the table) has a default built on
the game's words, so that a game says each thing once.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from ..errors import SaveError
from ..reference.rulings import Ruling, Rulings, extend
from ..state import Declared, StatePath, schema, secrets
from ..state.kind import table
from ..state.typing import S
from ..tabletop.argument import ArgumentTypes
from ..tabletop.table import Board, Piece, Ray, Seat, Table, Target
from ..wording import SMALL, all_words, toml
from .decision import CHANCE, LEAVES, Answer, Decision, Secret
from .requirement import Action, Requirement

if TYPE_CHECKING:
    from random import Random

    from ..reference.facts import Facts
    from ..reference.rulebook import Rulebook
    from ..tabletop.beside import Sum
    from ..tabletop.palette import Tool, Value
    from .ability import Vocabulary
    from .forecast import Advice, Barred, Forecast
    from .players import Option
    from .presets import Preset

ANY_POWER = "{who}, which power do you use now?"
FIRST_POWER = "{who}, which of your powers comes first?"
STANDARD = {"done": "Done", "none": "None", "yes": "Yes", "no": "No", "pass": "Pass", "end": "End the turn"}


class System(Generic[S]):
    """One configured game. Subclasses fill in what is abstract here and keep no state of a play."""

    slug: ClassVar[str] = ""
    title: ClassVar[str] = ""
    phases: ClassVar[tuple[str, ...]] = ()
    simulation: ClassVar[Mapping[str, Any]] = {}  # options under which every game by bots comes to an end
    verbs: tuple[str, ...] = ()  # for help and completion
    anytime_names: ClassVar[tuple[str, ...]] = ()  # names of all any-time actions, for help and completion
    weighed: ClassVar[tuple[str, ...]] = ()  # those of them that a bot which looks ahead weighs before it acts
    may_leave: ClassVar[bool] = False  # may a player leave in the middle of a game? Then `leavers` and others say how
    vocabularies: ClassVar[tuple[Vocabulary, ...]] = ()
    state: type[S]  # the declaration that data, views, scenarios and the editor follow from
    config: Any  # what states of this game share: the map, the figures in the box, the rulings
    exemplary: ClassVar[int] = 0  # the sample that examples of the page of keys are of
    argument_types: ArgumentTypes
    of_hand: ClassVar[tuple[str, ...]] = ()  # those of them that are cards in the hand of whoever is asked
    answers: ClassVar[Mapping[str, str]] = STANDARD  # words that are answers, as people read them
    gives_up: ClassVar[tuple[str, ...]] = ()  # answers by which all is given away: interfaces do not propose them
    prompts: ClassVar[Mapping[str, str]] = {}  # questions by their stable short names; {who} is whoever is asked
    measuring: ClassVar[str] = ""  # what can be measured between two things on the board: "Line of sight"
    laws: ClassVar[tuple[tuple[str, str], ...]] = ()  # what `violations` looks at: (rule id, sentence that holds)
    afford: Requirement | None = None  # the requirement "enough of the coin", text with {0} for the price

    seats: tuple[Seat, ...] = ()
    options: Mapping[str, Any]  # as given, after defaults: JSON-able
    rulings: Rulings
    facts: Facts
    rulebook: Rulebook
    questions: ClassVar[Mapping[str, Ruling]] = {}  # the rulings that there are; `rulings` holds the choices
    presets: ClassVar[Mapping[str, Preset]] = {}  # quick starts by their short names, the one for strangers first

    def __init__(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, Any],
        rulings: Rulings,
        facts: Facts,
        config: Any = None,
    ) -> None:
        """Without a `config` of its own the game itself is what its states share."""
        self.seats, self.options, self.rulings, self.facts = seats, options, rulings, facts
        self.config = self if config is None else config

    # -- additions of outside packages --------------------------------------------------------------------------------
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

    # -- setting up ---------------------------------------------------------------------------------------------------
    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Any] | None = None,
    ) -> System:
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
    def restore(cls, setup: Any) -> System:
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

    # -- the rules ----------------------------------------------------------------------------------------------------
    def start(self) -> S:
        """The state before the first decision: by default each field as its declaration begins it."""
        return self.state.fresh(self.config)

    def step(self, s: S) -> Coroutine[Any, Any, None]:
        """Carry the state on by one step; must be able to begin from the state alone."""
        raise NotImplementedError

    def over(self, s: S) -> bool:
        """Is the game over?"""
        raise NotImplementedError

    def winners(self, s: S) -> tuple[int, ...]:
        """Seats that have won (several: a shared win or a draw; none: nobody)."""
        raise NotImplementedError

    def anytime_actions(self, s: S) -> tuple[Answer, ...]:
        """What anybody may do now although nobody is asked: ("!", name, seat, ...)."""
        return ()

    def anytime_at(self, s: S, decision: Decision) -> tuple[Answer, ...]:
        """Those of them that are open while this question waits: all, unless the rules finish something first."""
        return self.anytime_actions(s)

    def act_anytime(self, s: S, answer: Answer) -> Coroutine[Any, Any, None] | None:
        """Carry an any-time action out; a coroutine if it asks something itself."""
        raise NotImplementedError

    def anytime_label(self, s: S, answer: Answer) -> str:
        """An any-time action for people, and for commands: the seat's name first."""
        _, name, seat, *rest = answer
        return " ".join([f"{self.seats[seat].name}: {name}", *(str(part) for part in rest)])

    def anytime_targets(self, s: S, answer: Answer) -> tuple[Target, ...]:
        """What an any-time action is on the table (the card that it plays)."""
        return ()

    def unasked_label(self, s: S, answer: Answer) -> str:
        """All that is done unasked, in words: an any-time action, or that a player leaves."""
        return f"{self.seats[answer[2]].name} leaves the game" if answer[1] == LEAVES else self.anytime_label(s, answer)

    # -- players who leave --------------------------------------------------------------------------------------------
    def leavers(self, s: S) -> tuple[int, ...]:
        """Seats whose players may leave the table for good now. Asked only where `may_leave` is set, as all below."""
        return ()

    def leave(self, s: S, seat: int) -> None:
        """The player of a seat leaves for good: the state says so from now on. It asks nothing."""
        raise NotImplementedError

    def leave_rule(self) -> tuple[str, str]:
        """(rule id, one sentence) for people who are about to say that somebody leaves."""
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

    # -- scenarios ----------------------------------------------------------------------------------------------------
    def blank(self, setup: Mapping[str, Any]) -> S:
        """Where the words of a `[setup]` begin: by default at the start of the game."""
        return self.start()

    def arranged(self, s: S, setup: Mapping[str, Any]) -> None:
        """What goes without saying once the words of a `[setup]` have been read ("active" is "first" too)."""

    def arrange(self, setup: Mapping[str, Any]) -> S:
        """The state that the `[setup]` table of a scenario describes in the game's own words.

        What is not named stays as at the start of the game. Raises `TheoError` for a word, name or number that does not
        fit; whether the whole is lawful is asked of `violations` afterwards.
        """
        s = self.blank(setup)
        schema.read(s, setup)
        self.arranged(s, setup)
        s.derive()
        return s

    def arrange_text(self, s: S) -> str:
        """The lines of TOML that would make `arrange` build this state: how a position becomes a scenario."""
        return schema.text(schema.briefly(s, self.arrange))

    @classmethod
    def keys(cls) -> dict[str, list[schema.KeyRow]]:
        """The keys of `[setup]` and of `expect`, each with an example, as the exemplary of the samples reads them."""
        system = cls.build(**cls.samples()[cls.exemplary])
        who = toml({system.seats[0].name: 4})
        open_ = [schema.KeyRow(key, who, f"the {key} of each player") for key in system.figures(system.start())[0]]
        expected = schema.keys(cls.state, system.config, expected=True)
        named = {row.key for row in expected}
        more = [row for row in open_ if row.key not in named]
        return {"[setup]": schema.keys(cls.state, system.config), "expect": [*expected, *more]}

    def check(self, s: S, expect: Mapping[str, Any]) -> list[str]:
        """The differences between a state (or a view of one) and the `expect` table of a scenario, a line each.

        A line reads "power.Aglaia: expected 3, found 4". Besides the words of the state it knows the open figures of
        each seat. Raises `TheoError` for a word that the game does not know.
        """
        known = schema.words(self.state, covered=True)
        figures = self.figures(s)
        found = []
        for key, wanted in expect.items():
            if key not in known and figures and key in figures[0]:
                for who, n in table(StatePath(self.config, key), wanted).items():
                    got = figures[schema.seat_domain(self.state).member(StatePath(self.config, key), who)][key]
                    found += [f"{key}.{who}: expected {n}, found {got}"] if got != n else []
            else:
                found += schema.differences(s, {key: wanted}, figures[0] if figures else None)
        return found

    # -- editing ------------------------------------------------------------------------------------------------------
    def palette(self, s: S) -> tuple[Tool, ...]:
        """What can be changed in a position, and how it stands."""
        return tuple(schema.palette(s)) if isinstance(s, Declared) else ()

    def placed(self, s: S, tool: str, target: Target) -> int:
        """How many of a placing tool are in an area."""
        return schema.placed(s, tool, target)

    def edit(self, s: S, tool: str, target: Target, value: Value) -> S:
        """A copy in which the tool has this value (in the area `target`, if it places). The value fits the tool.

        The copy may be impossible, which `violations` then says. Raises `EditError` for a change that has no meaning.
        """
        return schema.edit(s, tool, target, value)

    def checks(self, s: S) -> tuple[tuple[str, str], ...]:
        """What `violations` looks at, (rule id, sentence that holds) each, for people."""
        return self.laws

    # -- data ---------------------------------------------------------------------------------------------------------
    def to_json(self, s: S) -> dict[str, Any]:
        """The state as JSON-able data."""
        return schema.to_json(s)

    def from_json(self, raw: Any) -> S:
        """The state again, every field checked (`SaveError`); derived parts are rebuilt."""
        return schema.from_json(self.state, self.config, raw)

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

    # -- for people ---------------------------------------------------------------------------------------------------
    def table(self, s: S, viewer: int | None = None) -> Table:
        """What lies on the table as `viewer` sees it; `s` may be a view already."""
        raise NotImplementedError

    def planned(self, s: S, table: Table, seat: int, answers: Sequence[tuple[str, Any]]) -> Table:
        """The table with what a seat has planned so far while plans are made in secret: its way, its ghosts.

        Only asked for a plan that the viewer of the table may know. `s` is as he sees it; `answers` are (name of the
        question, answer) each, in order.
        """
        return table

    def laid(self, s: S, viewer: int | None, place: str, board: Board, pieces: tuple[Piece, ...], **more: Any) -> Table:
        """A table with what is the same on all tables of the game: for `table`."""
        _, phase, seat = self.moment(s)
        active = None if self.over(s) else seat
        return Table(
            self.slug, self.title, place, viewer, self.seats, self.phases, phase, active, board, pieces, **more
        )  # fmt: skip

    def fight_area(self, s: S) -> int | None:
        """The area of a fight under way, None when there is none: the same as the table tells.

        Interfaces ask it of every event that they tell, so a game with fights should answer from the state alone.
        """
        fight = self.table(s).fight
        return None if fight is None else fight.area

    def figures(self, s: S) -> tuple[dict[str, int], ...]:
        """Open numbers a seat, for charts and analysis ("population", "power", ...); the same keys for each seat."""
        raise NotImplementedError

    def strength(self, s: S) -> tuple[float, ...]:
        """One number a seat: a rough measure of how somebody stands, for charts and bots."""
        raise NotImplementedError

    def stands(self, s: S, seat: int) -> Sum | None:
        """What the strength of a seat is made of, for people; None where a game does not tell."""
        return None

    def moment(self, s: S) -> tuple[int, int, int]:
        """(round or turn number, index of the phase, active seat or -1)."""
        raise NotImplementedError

    def where(self, s: S) -> str:
        """The moment in words: "turn 3, battle, Aglaia"."""
        turn, phase, active = self.moment(s)
        name = self.phases[phase] if 0 <= phase < len(self.phases) else "set-up"
        return f"turn {turn}, {name}" + (f", {self.seats[active].name}" if 0 <= active < len(self.seats) else "")

    # -- actions ------------------------------------------------------------------------------------------------------
    def actions(self, s: S, me: int) -> tuple[Action, ...]:
        """Every action that this seat could ever take, offered now or not: what "why not?" knows."""
        raise NotImplementedError

    def offered(self, s: S, me: int) -> tuple[Action, ...]:
        """The actions that this point of the turn allows, whatever their other requirements: what the menu walks.

        It follows from `when`. A game that finds them faster by the phase gives the same, as the tests of menus prove.
        """
        return tuple(a for a in self.actions(s, me) if all(moment.test(s, me) for moment in a.when))

    # -- words --------------------------------------------------------------------------------------------------------
    @cached_property
    def small_names(self) -> frozenset[str]:
        """Words in the names of players that count for nothing elsewhere: somebody may be called "A"."""
        called = [all_words(seat.name) for seat in self.seats]
        return frozenset(word for words in called if {w.lower() for w in words} <= SMALL for word in words)

    def name_of(self, player: int) -> str:
        """Who is asked."""
        return "Chance" if player == CHANCE else self.seats[player].name

    def prompt(self, s: S, decision: Decision) -> str:
        """The question for people; where another answers it for a player who has left, for whom."""
        what, text = decision.what, decision.prompt
        if not text:
            said = self.prompts.get(what, "")
            if not said and decision.kind == "power":  # of a window, which is known by the name of its timing
                said = FIRST_POWER if what.startswith("order of ") else ANY_POWER
            text = said.format(who=self._titled(decision.player)) if said else f"{what[:1].upper()}{what[1:]}?"
        return text if decision.instead_of < 0 else f"For {self._titled(decision.instead_of)}: {text}"

    def _titled(self, player: int) -> str:
        return "Chance" if player == CHANCE else self.seats[player].title or self.seats[player].name

    def label(self, s: S, decision: Decision, option: Answer) -> str:
        """One option for people."""
        if decision.names is not None and option in decision.names:
            return decision.names[option]
        if isinstance(decision, Secret):
            return self.label(s, decision.asks[option[0]], option[1])
        if decision.dice is not None:
            return decision.dice[0].say(option)
        if isinstance(option, str) and option in self.answers:
            return self.answers[option]
        if decision.kind == "power" and isinstance(option, tuple) and len(option) == 3:  # several seats have it
            return f"{option[0]}: {self.name_of(option[2])}"
        if decision.kind == "power" and isinstance(option, tuple):  # a power, and the unit that bears it
            return f"{option[0]}: {self.argument_types['bearer'].name(s, option[1])}"
        if decision.kind == "action":
            return self.action_label(s, decision.player, option)
        word = self.argument_types.get(decision.argument)
        if word is not None:
            return word.named(s, decision.player, option)
        if decision.kind == "player" and isinstance(option, int):
            return self.name_of(option)
        return str(option)

    def offer(self, s: S, decision: Decision, option: Answer) -> str:
        """One option as it is offered: its label, and what it costs, where it is not free."""
        return self.label(s, decision, option)

    def plan_line(self, s: S, decision: Decision, option: Answer) -> str:
        """An answer of a plan as it stands there without its question: by default its label."""
        return self.label(s, decision, option)

    def action_label(self, s: S, me: int, option: Answer) -> str:
        """An action with its arguments: "Attack from F4"."""
        if isinstance(option, str):
            return self.answers.get(option, option.capitalize())
        verb, *args = option
        action = self.action(s, me, verb)
        if action is None:
            return str(verb).capitalize()
        names = [self.argument_types[word].named(s, me, value) for word, value in zip(action.shape, args, strict=False)]
        parts = action.phrase.split("{}")
        if names and len(parts) > len(names):  # as far as it is known: "Attack from F4"
            said = "".join(part + name for part, name in zip(parts, names, strict=False))
            return said + parts[-1] if len(parts) == len(names) + 1 else said
        return " ".join([action.verb.capitalize(), *names])

    def action(self, s: S, me: int, verb: str) -> Action | None:
        """The action with this verb, if the seat has one."""
        return next((a for a in self.actions(s, me) if a.verb == verb), None)

    def detail(self, s: S, decision: Decision, option: Answer) -> tuple[str, str]:
        """One line of why, and one figure, for an option; both may be empty."""
        return "", ""

    def printed(self, s: S, decision: Decision, option: Answer) -> tuple[tuple[str, str], ...]:
        """What is printed on the thing that an option takes, (name, text) each: to be read before it is chosen."""
        return ()

    def face(self, s: S, target: Target) -> Piece | None:
        """The piece of a target that does not lie on the table yet, so that an option can show its token."""
        return None

    def targets(self, s: S, decision: Decision, option: Answer) -> tuple[Target, ...]:
        """What an option is on the table, so that a click on it can answer."""
        if isinstance(decision, Secret):
            return self.targets(s, decision.asks[option[0]], option[1])
        if decision.kind == "action":
            if isinstance(option, str):
                return ()
            action = self.action(s, decision.player, option[0])
            if action is None:
                return ()
            found: tuple[Target, ...] = ()
            for word, value in zip(action.shape, option[1:], strict=False):
                found += self.argument_types[word].targets(s, decision.player, value)
            return found or self.action_targets(s, decision.player, option)
        if isinstance(option, str) and (option in self.answers or option in (decision.names or ())):
            return ()  # an answer such as "done" or "nobody", which is no thing of that word
        if decision.kind == "power" and isinstance(option, tuple):
            return self.argument_types["bearer"].target(s, option[1]) if len(option) == 2 else (f"seat:{option[2]}",)
        if decision.argument in self.of_hand:  # only the asked player's own: the cards of others are nobody's business
            return (f"card:{decision.player}:{option}",) if decision.player >= 0 else ()
        word_ = self.argument_types.get(decision.argument)
        if word_ is None and decision.kind == "player" and isinstance(option, int):
            return (f"seat:{option}",)
        return word_.targets(s, decision.player, option) if word_ is not None else ()

    def action_targets(self, s: S, me: int, option: Answer) -> tuple[Target, ...]:
        """What an action without arguments is on the table (a card of the hand)."""
        return ()

    def forecasts(self, s: S, decision: Decision) -> tuple[Forecast, ...]:
        """Distributions that matter to a decision: the first roll of each attack that is offered, say."""
        return ()

    def advice(self, s: S, decision: Decision | None, objective: str = "") -> Advice | None:
        """Plans compared for whoever is asked; without a decision, for the step of the event that is looked at.

        `objective` is one of those that an earlier answer has named, "" the first of them.
        """
        return None

    def barred(self, s: S, decision: Decision) -> tuple[Barred, ...]:
        """What a person may look for among the options of a decision, and why it is not there."""
        return ()

    # -- measuring ----------------------------------------------------------------------------------------------------
    def measure(self, s: S, start: Target, end: Target) -> Ray | None:
        """The line between two things that a person points at (a piece, or an area); None where there is none to draw.

        A question of anybody at any moment: it changes nothing. `s` is as the asker sees it.
        """
        return None

    def rays(self, s: S, decision: Decision, option: Answer) -> tuple[Ray, ...]:
        """The lines that an option was measured by: to the target that it names."""
        return ()

    def dice_detail(self, s: S, decision: Decision) -> str:
        """What a roll is made of, for people; "" when the number says all."""
        return ""
