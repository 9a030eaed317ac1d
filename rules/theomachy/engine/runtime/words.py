"""What a game says to people: the table, questions and answers in words, what lies where. Nothing here decides.

One of the three faces of a `System`. Each method has a default that is built on the game's words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from ..state.typing import S
from ..tabletop.table import Board, Piece, PieceCard, Ray, Seat, Sheet, Table, Target
from ..wording import SMALL, all_words
from .decision import CHANCE, LEAVES, Answer, Decision, Secret
from .rules import Rules

if TYPE_CHECKING:
    from .forecast import Barred
    from .requirement import Action

ANY_POWER = "{who}, which power do you use now?"
FIRST_POWER = "{who}, which of your powers comes first?"
STANDARD = {"done": "Done", "none": "None", "yes": "Yes", "no": "No", "pass": "Pass", "end": "End the turn"}


class Words(Rules[S]):
    """One configured game in words."""

    of_hand: ClassVar[tuple[str, ...]] = ()  # those of them that are cards in the hand of whoever is asked
    answers: ClassVar[Mapping[str, str]] = STANDARD  # words that are answers, as people read them
    gives_up: ClassVar[tuple[str, ...]] = ()  # answers that only give away: neither bots nor screens propose them
    undoes: ClassVar[tuple[str, ...]] = ()  # answers that take back what was just done: no screen proposes them first
    luck: ClassVar[bool] = True  # is anything left to chance once a game has begun?
    prompts: ClassVar[Mapping[str, str]] = {}  # questions by their stable short names; {who} is whoever is asked
    measuring: ClassVar[str] = ""  # what can be measured between two things on the board: "Line of sight"

    # -- any-time actions and leaving ----------------------------------------------------------------------------------
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

    def leave_rule(self) -> tuple[str, str]:
        """(rule id, one sentence) for people who are about to say that somebody leaves."""
        raise NotImplementedError

    # -- the table -----------------------------------------------------------------------------------------------------
    def table(self, s: S, viewer: int | None = None) -> Table:
        """What lies on the table as `viewer` sees it; `s` may be a view already."""
        raise NotImplementedError

    def page(self, s: S, seat: int) -> Sheet | None:
        """The whole sheet of a seat, made when somebody opens it; None: the sheet on the table says all.

        `s` is as the viewer sees it. It may hold much: it stands in front (`Sheet.tables`).
        """
        return None

    def planned(self, s: S, table: Table, seat: int, answers: Sequence[tuple[str, Answer]]) -> Table:
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
            self.slug, self.title, place, viewer, self.seats, self.phases, phase, active, board, pieces,
            nobodys=self.nobodys, **more
        )  # fmt: skip

    def fight_area(self, s: S) -> int | None:
        """The area of a fight under way, None when there is none: the same as the table tells.

        Interfaces ask it of every event that they tell, so a game with fights should answer from the state alone.
        """
        fight = self.table(s).fight
        return None if fight is None else fight.area

    def fight_depth(self, s: S) -> int:
        """How many fights wait for the one under way, in a game with fights inside fights: as `Fight.waits` tells."""
        return 0

    def moment(self, s: S) -> tuple[int, int, int]:
        """(round or turn number, index of the phase, active seat or -1)."""
        raise NotImplementedError

    def where(self, s: S) -> str:
        """The moment in words: "turn 3, battle, Aglaia"."""
        turn, phase, active = self.moment(s)
        name = self.phases[phase] if 0 <= phase < len(self.phases) else "set-up"
        return f"turn {turn}, {name}" + (f", {self.seats[active].name}" if 0 <= active < len(self.seats) else "")

    def outcome(self, s: S) -> tuple[str, str]:
        """Why the winners of a game that is over have won, or why nobody has, in a sentence; and the rule. Both may be
        empty.
        """
        return "", ""

    def measure(self, s: S, start: Target, end: Target) -> Ray | None:
        """The line between two things that a person points at (a piece, or an area); None where there is none to draw.

        A question of anybody at any moment: it changes nothing. `s` is as the asker sees it.
        """
        return None

    def rays(self, s: S, decision: Decision, option: Answer) -> tuple[Ray, ...]:
        """The lines that an option was measured by: to the target that it names."""
        return ()

    # -- questions and answers -----------------------------------------------------------------------------------------
    @cached_property
    def small_names(self) -> frozenset[str]:
        """Words in the names of players that count for nothing elsewhere: somebody may be called "A"."""
        called = [all_words(seat.name) for seat in self.seats]
        return frozenset(word for words in called if {w.lower() for w in words} <= SMALL for word in words)

    def name_of(self, player: int) -> str:
        """Who is asked, or an owner that nobody plays."""
        return "Chance" if player == CHANCE else self._seat(player).name

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
        return "Chance" if player == CHANCE else self._seat(player).title or self._seat(player).name

    def _seat(self, owner: int) -> Seat:
        seats = len(self.seats)
        return self.seats[owner] if owner < seats else self.nobodys[owner - seats]

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
        if not args:
            return self.verb_label(s, me, verb)
        names = [self.argument_types[word].named(s, me, value) for word, value in zip(action.shape, args, strict=False)]
        parts = action.phrase.split("{}")
        if names and len(parts) > len(names):  # as far as it is known: "Attack from F4"
            said = "".join(part + name for part, name in zip(parts, names, strict=False))
            return said + parts[-1] if len(parts) == len(names) + 1 else said
        return " ".join([action.verb.capitalize(), *names])

    def verb_label(self, s: S, me: int, verb: Answer) -> str:
        """An action without its arguments: its verb, or where its phrase begins otherwise the beginning of that:
        "Take a tower" of "Take a tower in {}", whose verb is "tower".
        """
        action = self.action(s, me, str(verb))
        phrase, plain = action.phrase if action is not None else "", str(verb).capitalize()
        if phrase.casefold().startswith(str(verb).casefold()) or not phrase:
            return phrase[: len(str(verb))] or plain  # "Awaken Cthulhu": a name keeps its capitals
        if "{}" not in phrase:
            return phrase
        words = phrase.partition("{}")[0].partition(":")[0].split()
        while words and words[-1].lower() in SMALL:
            words.pop()
        return " ".join(words) or phrase.replace("{}", "…")

    def source_name(self, name: str) -> str:
        """How people call the source of a part of a number that an event tells (`Event.why`)."""
        return name

    def leads(self, seat: int) -> str:
        """What a seat begins with, in a few words: "Cthulhu, from the South Pacific"; "" where that says nothing."""
        return ""

    def leads_anywhere(self, seat: int) -> str:
        """The same without where: "Cthulhu"."""
        return self.leads(seat)

    def detail(self, s: S, decision: Decision, option: Answer) -> tuple[str, str]:
        """One line of why, and one figure, for an option; both may be empty."""
        return "", ""

    def printed(self, s: S, decision: Decision, option: Answer) -> tuple[tuple[str, str], ...]:
        """What is printed on the thing that an option takes, (name, text) each: to be read before it is chosen."""
        return ()

    def piece_card(self, s: S, piece: Piece) -> PieceCard | None:
        """What is printed on the card of a piece, where no sheet tells of it."""
        return None

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

    def pictured(self, s: S, decision: Decision, option: Answer) -> tuple[Target, ...]:
        """What an option is about, so that its token can stand beside it; what it points at where a game says nothing
        else. Who is recruited in an area is not the largest that stands there.
        """
        return self.targets(s, decision, option)

    def in_game(self, s: S, action: Action) -> bool:
        """Could anybody take such an action in this game? False for what set-up has left out: lists do not offer it to
        be asked about, though whoever names it is answered.
        """
        return True

    def action_targets(self, s: S, me: int, option: Answer) -> tuple[Target, ...]:
        """What an action without arguments is on the table (a card of the hand)."""
        return ()

    def barred(self, s: S, decision: Decision) -> tuple[Barred, ...]:
        """What a person may look for among the options of a decision, and why it is not there."""
        return ()

    def dice_detail(self, s: S, decision: Decision) -> str:
        """What a roll is made of, for people; "" when the number says all."""
        return ""
