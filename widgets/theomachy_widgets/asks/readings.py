"""Two readings of the rules: a ruling and its other choice are picked, and the game is played again under both."""

from __future__ import annotations

import base64

from theomachy.answers.reach import known_to
from theomachy.answers.readings import AS_PLAYED, Reading, compare, with_value
from theomachy.engine.errors import DataError, IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.game.unread import Unread
from theomachy.engine.wording import toml

from ..present.compare import differences
from ..present.readings import lit, may_compare, others, rulings, tables
from ..present.reread import TwoReadings
from ..render.svg import svg
from ..scene.build import build
from .asking import Asks

MESSAGES = frozenset("readings reading readingas readingby readingfind readingvalue readingrun".split())
WIDTH = 620  # of the picture of each board
LONGEST, MOST_TYPED = 80, 2_000
MOST_PICTURE = 900_000  # signs of a picture that is sent


class ReadingsAsks(Asks):
    """The part of a controller that compares readings. Who does not see all is told of worlds that he may imagine."""

    shown: str
    what_if: Game | None

    def do_readings(self) -> None:
        """Open the form; or, where it stands, close it."""
        if self.view_state.readings is not None:
            self.close_readings()
        elif not may_compare(self.moment):
            raise IllegalAnswer("this game has no rulings to compare, or this view has no seat to compare them for")
        else:
            self.view_state.readings = TwoReadings()

    def close_readings(self) -> None:
        """Nobody compares any more."""
        self.view_state.readings = None

    @property
    def _compared(self) -> TwoReadings:
        found = self.view_state.readings
        if found is None:
            raise IllegalAnswer("no readings are compared")
        return found

    def do_reading(self, ruling: str) -> None:
        """Choose a ruling by name, and the first of its other choices; with "" none is chosen any more."""
        if self.view_state.readings is None:
            self.do_readings()
        asked = self._compared
        asked.let_go()
        known = ruling in rulings(self.moment)
        asked.ruling = ruling if known else ""
        asked.choice = others(self.moment, ruling)[0] if known else ""
        if ruling and not known:
            raise IllegalAnswer("there is no ruling of that name")

    def do_readingas(self, choice: str) -> None:
        """Try another choice of the ruling."""
        asked = self._compared
        if not asked.ruling or choice not in others(self.moment, asked.ruling):
            raise IllegalAnswer("that is not a choice of this ruling")
        asked.let_go()
        asked.choice = choice

    def do_readingby(self, values: bool) -> None:
        """Read a ruling otherwise, or with `values` a component value or text."""
        if self.view_state.readings is None:
            self.do_readings()
        asked = self._compared
        asked.let_go()
        asked.values = values

    def do_readingfind(self, text: str) -> None:
        """Look for a component value or text by words."""
        self._compared.find = str(text)[:LONGEST]

    def do_readingvalue(self, key: str = "") -> None:
        """Choose one by its key; with "" look for another."""
        asked = self._compared
        asked.let_go()
        asked.value = asked.typed = ""
        if key:
            value = self.moment.system.facts[key]  # says which is meant
            asked.value, asked.typed = key, value if isinstance(value, str) else toml(value)

    def _other(self, asked: TwoReadings) -> Reading:
        if asked.values:
            if not asked.value:
                raise IllegalAnswer("choose a value first")
            return with_value(self.moment.system, asked.value, asked.typed)
        if not asked.ruling:
            raise IllegalAnswer("choose a ruling first")
        return Reading(rulings={asked.ruling: asked.choice})

    def do_readingrun(self, typed: str = "") -> None:
        """Play the game again under both; or, where something is hidden, look at the position alone as imagined.

        `typed` is what the value that is chosen is to be.
        """
        asked, m = self._compared, self.moment
        asked.typed = typed[:MOST_TYPED] or asked.typed
        other = self._other(asked)
        asked.let_go()
        game = self.game
        if not m.all:
            known = known_to(game.position, m.viewer, all_seen=False)
            if not known.worlds:
                raise IllegalAnswer("no world was found that fits what this seat knows; ask again at the next question")
            asked.whole = known.whole
            if not known.whole:
                world = known.worlds[0]
                game = Game(world.system, world, seed=0)
        try:
            asked.found = compare(game, AS_PLAYED, other, viewer=m.viewer, all_seen=m.all)
        except DataError as fault:  # a value that does not fit
            raise IllegalAnswer(str(fault).removeprefix("the overlay's ")) from None

    def do_readingopen(self) -> None:
        """Open the other reading, where it was compared, as a game of its own on a board below."""
        asked = self._compared
        if asked.found is None or not self.moment.all:
            raise IllegalAnswer("there is no other reading to be opened")
        game = asked.found.b.game
        game.names.pop("seats", None)
        game.unread = Unread()  # where the line stops was told; here one goes on
        game.names["title"] = f"What if: {asked.found.b.name}"
        self.what_if = game
        self.close_readings()

    def draw_readings(self) -> None:
        """The pictures of both boards, drawn when they are new or the theme is another."""
        asked = self.view_state.readings
        theme = self.shown if self.view_state.theme == "auto" else self.view_state.theme
        if asked is None or asked.found is None or asked.drawn == theme:
            return
        asked.drawn = theme
        both = tables(self.moment, asked.found)
        marks = lit(differences(*both))
        a, b = (_picture(svg(build(table, marks, theme=theme, width=WIDTH))) for table in both)
        asked.pictures = (a, b)


def _picture(text: str) -> str:
    sent = "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()
    return sent if len(sent) <= MOST_PICTURE else ""
