"""A game in the terminal: board, question, numbered options; commands, dice by hand, why, undo, save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from . import app
from .engine.errors import IllegalAnswer, TheoError
from .engine.game import commands
from .engine.game.game import Game, Option
from .engine.game.plans import open_secret
from .engine.runtime.decision import CHANCE, Secret
from .engine.tabletop import brief
from .engine.tabletop.beside_words import line
from .engine.tabletop.describe import describe
from .engine.tabletop.table import Table

MOST_SHOWN, MOST_NEWS = 20, 12  # options, and events, that are told unasked
MOST_SECONDS = 60  # that somebody waits for a hint
KEYS = "a number or words · options, board, hand, sheet [NAME], log, why ACTION, rule WORDS, undo, help"
HELP = """\
An answer is a number of the list, or words: "attack f4 g5"; "! name" throws something in at any moment.
  options       all options            undo [N], redo [N]   back and forward
  why ACTION    why it is not legal    odds                 chances before a roll
  hint [SECS]   three good answers
  board         the whole board        hand                 the cards in hand
  sheet [NAME]  all of a player        table                all of this at once
  story         what happened last     log                  all answers
  rule ID|WORDS look a rule up         view [NAME|all]      look as one player
  dice hand|luck  who throws           note TEXT            write a note here
  save FILE     keep the game          quit                 end this session
  seats         who plays; "seats NAME middling" gives a seat to a bot, "seats NAME person" takes it back
  reason        why the bot that answered last did that
  ! NAME leaves when a player goes home and the others play on (in games whose rules provide for it)"""


class Terminal:
    """One game and one person (or several at one keyboard); `bots` answer for their seats.

    `asks`: is every question put that people would be asked lest others learn something? By default it is, but not to
    one person whom bots alone oppose.
    """

    def __init__(
        self,
        game: Game,
        lines: Iterable[str],
        out: TextIO,
        *,
        viewer: int | None = None,
        bots: Mapping[int | str, Any] | None = None,
        keep: Path | None = None,
        asks: bool | None = None,
    ) -> None:
        self.game, self.out, self.keep = game, out, keep
        self.viewer, self.all_seen = viewer, viewer is None
        self.opponents: Any = None  # who plays the seats, once bots are wanted: whoever plays alone needs none
        if bots or game.names.get("seats"):
            self.opponents = app.part("theomachy.play.opponents", "playing with bots").opponents_of(game, bots)
        self.alone = len(self.bots) == len(game.seats) - 1 if asks is None else not asks
        self._lines = iter(lines)
        self._seen, self._answers = -1, 0  # the node whose table was shown last, and how many answers led to it
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self.say(HELP),
            "options": lambda _: self.options(all_of_them=True),
            "board": lambda _: self.say("\n" + brief.board(self.table()) + "\n"),
            "table": lambda _: self.say("\n" + describe(self.table()) + "\n"),
            "hand": lambda _: self.say_all(brief.hands(self.table())),
            "sheet": lambda text: self.say_all(brief.sheet(self.table(), game.seat(text or None))),
            "story": lambda _: self.say_all(app.trace_lines(game, self.viewer, all_seen=self.open)),
            "log": lambda _: self.say_all(app.log_lines(game, self.viewer, all_seen=self.open)),
            "odds": lambda _: self.odds(),
            "hint": self.hint,
            "why": self.why,
            "seats": self.seats,
            "reason": self.reason,
            "undo": lambda text: self.move(game.undo, text),
            "redo": lambda text: self.move(game.redo, text),
            "rule": self.rule,
            "view": self.view,
            "dice": self.dice,
            "note": lambda text: self.done(game.note(text), "noted"),
            "save": self.save,
            "play": self.play,
        }

    @property
    def bots(self) -> Mapping[int, Any]:
        """The seats that bots play."""
        return self.opponents.bots if self.opponents is not None else {}

    # -- the loop -----------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Until the person leaves or the lines end."""
        self.say('Write "help" for what can be written here.')
        while True:
            self.let_bots_play()
            self.show()
            self.out.write("> ")
            self.out.flush()
            text = next(self._lines, None)
            if text is None or text.strip().lower() in ("quit", "q", "exit"):
                break
            try:
                self.obey(text.strip())
            except (TheoError, OSError) as fault:
                self.say(app.sentence(fault))
        if self.keep is not None:
            self.game.save(self.keep)
            self.say(f"The game is kept in {self.keep}.")

    def obey(self, text: str) -> None:
        """One line of the person."""
        word, _, rest = text.partition(" ")
        if not text:
            self.options(all_of_them=False)
        elif word.lower() in self.commands and not self.offered(text):
            self.commands[word.lower()](rest.strip())
        else:
            self.play(text)

    def offered(self, text: str) -> bool:
        """Is this a label of the present question, rather than a word of the terminal?"""
        decision = self.decision()
        return decision is not None and any(text.lower() == option.label.lower() for option in decision.options)

    # -- showing ------------------------------------------------------------------------------------------------------
    def say(self, text: str) -> None:
        self.out.write(text + "\n")

    def say_all(self, lines: Iterable[str]) -> None:
        for text in list(lines) or ["nothing yet"]:
            self.say(text)

    def done(self, _: object, text: str) -> None:
        self.say(text)

    @property
    def open(self) -> bool:
        """Is nothing hidden? While plans are made in secret all at one keyboard see what everybody may see."""
        return self.all_seen and open_secret(self.game.position) is None

    @property
    def speaker(self) -> int | None:
        """The seat whose words are heard, where it matters: several who plan in secret speak one after the other."""
        asked = self.game.position.decision
        if not self.all_seen or not isinstance(asked, Secret):
            return self.viewer
        return next((player for player in asked.waiting if player not in self.bots), None)

    def decision(self) -> Any:
        if self.all_seen and not isinstance(self.game.position.decision, Secret):
            return self.game.decision
        return self.game.legal(self.speaker, all_seen=False).decision

    def show(self) -> None:
        """The table when something has changed, and the question."""
        if self._seen == self.game.here:
            return
        answers = len(self.game.position.log())
        if self._seen >= 0 and self._answers < answers:
            news = list(app.news(self.game, self._answers, self.viewer, all_seen=self.open))
            if len(news) > MOST_NEWS:
                self.say(f'  ... {len(news) - MOST_NEWS} events before these; "story" tells the last step')
            for text in news[-MOST_NEWS:]:
                self.say(text)
        self._seen, self._answers = self.game.here, answers
        self.say("")
        self.say_all(brief.brief(self.table()))
        self.say("")
        self.options(all_of_them=False)
        if self.game.position.decision is not None:
            self.say(f"({KEYS})")

    def table(self) -> Table:
        """What lies on the table, as the person at the keyboard may see it."""
        return self.game.table(self.viewer, all_seen=self.open)

    def options(self, *, all_of_them: bool) -> None:
        decision = self.decision()
        if decision is None:
            winners = ", ".join(map(line, self.game.winners)) or "nobody"
            self.say(f"The game is over, won by {winners}.")
            return
        self.say(f"{line(decision.who)}: {line(decision.prompt)}  [{decision.rule}]")
        if decision.hidden:
            self.say("  (the options are not for you)")
        shown = decision.options if all_of_them else few(decision.options)
        for text in app.option_lines(self.game, shown):
            self.say(text)
        if len(shown) < len(decision.options):
            self.say(f'      ... {len(decision.options) - len(shown)} more; "options" shows all')
        if decision.player == CHANCE:
            self.say("      or the faces of the dice, such as 6 6 4 1")
        jumps = [option for option in self.game.legal().anytime if self.all_seen or option.value[2] == self.viewer]
        for option in jumps[:MOST_SHOWN]:
            self.say(f"   !  {line(option.label)}")

    def odds(self) -> None:
        self.say_all(
            text
            for forecast in self.game.odds(self.speaker, all_seen=self.open)
            for text in app.forecast_lines(forecast)
        )

    def hint(self, text: str) -> None:
        """The best answers for whoever is asked here, after a second or as many as are written."""
        if text and not (text.isdecimal() and 0 < int(text[:4]) <= MOST_SECONDS):
            raise IllegalAnswer(f"how many seconds is a number from 1 to {MOST_SECONDS}, not {text!r:.40}")
        if self.speaker is None and not self.all_seen:
            raise IllegalAnswer('who only looks on gets no hints: take a seat by "view NAME" first')
        asked = app.part("theomachy.answers.hints", "hints")
        self.say(str(asked.hints(self.game, self.speaker, float(text or 1))))

    # -- doing --------------------------------------------------------------------------------------------------------
    def play(self, text: str) -> None:
        """An answer in words; an illegal action is answered with the requirements that fail."""
        decision = self.decision()
        if decision is not None and decision.hidden and not text.startswith("!"):
            raise IllegalAnswer(f"it is {decision.who} who is asked")
        looks_on = self.speaker is None and not self.all_seen
        if looks_on and text.startswith("!"):  # what there is to throw in tells of hands
            raise IllegalAnswer('who only looks on throws nothing in: take a seat by "view NAME" first')
        try:
            self.game.play(*self.meant(decision, text))
            if self.all_seen:
                self.game.pass_pauses()
        except IllegalAnswer as fault:
            self.say(app.sentence(fault) if looks_on else app.illegal(self.game, text, fault, self.speaker))

    def meant(self, decision: Any, text: str) -> list[Any]:
        """The answers that a line stands for; a number is that of the list, which holds the speaker's options alone."""
        secret = decision is not None and decision.kind == "secret"
        if self.speaker is None or not (secret or text.startswith("!")):
            return [text]
        if secret and text.isdecimal() and text not in [option.label for option in decision.options]:
            at = int(text[:9])
            return [decision.options[at - 1]] if 1 <= at <= len(decision.options) else [text]
        return commands.resolve(self.game.position, text, self.speaker)

    def let_bots_play(self) -> None:
        """Bots answer as long as they are asked; where one failed, that is said."""
        if self.opponents is None:
            return
        before = len(self.opponents.slips)
        while self.opponents.answer() or self._goes_on():
            pass
        for said in [*self.opponents.slips.values()][before:]:
            self.say(said)

    def seats(self, text: str) -> None:
        """Who plays which seat; with words, a seat changes hands."""
        if self.opponents is None:
            self.opponents = app.part("theomachy.play.opponents", "playing with bots").opponents_of(self.game)
        if text:
            name, _, word = text.rpartition(" ")
            self.opponents.sit(name, word)
        for seat in self.game.seats:
            self.say(f"{seat.name}: {self.opponents.word_of(seat.index)}")
        if not text:
            who = ", ".join(value for value, _ in app.part("theomachy.play.opponents", "bots").choices())
            self.say(f'"seats NAME WHO" changes it; WHO is {who}')

    def reason(self, text: str) -> None:
        """Why the bot that answered last did what it did."""
        telling = app.part("theomachy.play.telling", "playing with bots")
        self.say_all(telling.last_reason(self.game, self.opponents, self.viewer, all_seen=self.open))

    def _goes_on(self) -> bool:
        """Give the only answer that there is, where nobody else could learn it. Was there one?"""
        asked = self.game.position.decision
        if asked is None or not (self.alone and self.idle):
            return False
        self.game.play(asked.options[0])
        return True

    @property
    def idle(self) -> bool:
        """Is there nothing to decide for a person whom nobody watches?"""
        return self.game.pauses or self.game.foregone

    def move(self, step: Callable[[int], object], text: str) -> None:
        if text and not (text.isdecimal() and 0 < int(text[:6]) < 100_000):
            raise IllegalAnswer(f"how many steps is a number, not {text!r:.40}")
        step(int(text or 1))
        while self.all_seen and step == self.game.undo and self.game.can_undo and self.game.pauses:
            self.game.undo()
        while self.bots and self.game.can_undo and step == self.game.undo and self.game.position.decision is not None:
            if self.game.position.decision.player not in self.bots and not (self.alone and self.idle):
                break
            self.game.undo()

    def why(self, text: str) -> None:
        self.say_all(map(str.rstrip, str(self.game.why_not(text, self.speaker, all_seen=self.open)).splitlines()))

    def rule(self, text: str) -> None:
        found = app.find_rules(self.game.system.rulebook, text.split())
        self.say_all(text for rule in found[:8] for text in app.rule_lines(rule))
        if len(found) > 8:
            self.say(f"... and {len(found) - 8} more")

    def view(self, text: str) -> None:
        named = next((seat.index for seat in self.game.seats if seat.name.casefold() == text.casefold()), None)
        self.all_seen = named is None and text.lower() in ("", "all")
        self.viewer = named
        if named is None and text.lower() not in ("", "all", "spectator"):
            self.viewer = self.game.seat(text)
        self._seen = -1

    def dice(self, text: str) -> None:
        if text not in ("hand", "luck"):
            raise IllegalAnswer('write "dice hand" or "dice luck"')
        self.game.dice_by_hand = text == "hand"
        if text == "luck":
            self.game.play()  # what waited for a hand is thrown now
        self.say("dice are thrown by hand" if text == "hand" else "dice fall by luck")

    def save(self, text: str) -> None:
        if not text and self.keep is None:
            raise IllegalAnswer("write the name of the file too: save game.json")
        path = Path(text) if text else self.keep
        assert path is not None
        self.game.save(path)
        self.say(f"The game is kept in {path}.")


def few(options: Sequence[Option]) -> list[Option]:
    """The options that are listed unasked: of many actions the first ones of each kind, so that every kind is seen."""
    kinds: dict[object, list[Option]] = {}
    for option in options:
        action = isinstance(option.value, tuple) and bool(option.value) and isinstance(option.value[0], str)
        kinds.setdefault(option.value[0] if action else "", []).append(option)
    room = MOST_SHOWN
    shown: list[Option] = []
    for left, kind in zip(range(len(kinds), 0, -1), sorted(kinds.values(), key=len), strict=True):
        shown += kind[: max(1, room // left)]
        room -= min(len(kind), max(1, room // left))
    return sorted(shown, key=lambda option: option.index)
