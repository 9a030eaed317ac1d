"""The form of a new game in a notebook cell: a click on a quick start, or the options one by one, and it is played."""

from __future__ import annotations

from collections.abc import Callable

from theomachy import app
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.play.opponents import seated

from .asked import LONGEST, LONGEST_CHOICE
from .cell import Model
from .library import offered
from .playable import Playable
from .seats import MOST_PLAYERS, seats_of

MOST_WORDS = 20


class NewGame(Playable):
    """What `%theo new` shows. `begun` is told the game; `game` is the last one that was begun, None before.

    Raises `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"newgamebar": "bar", "newgame": "base"}  # noqa: RUF012
    script = "new_game"
    kind = "new"

    def __init__(
        self, begun: Callable[[Game], object] | None = None, *, theme: str = "auto", renderer: str = "canvas"
    ) -> None:
        super().__init__(theme, renderer)
        self.begun = begun
        self.game: Game | None = None
        self._assemble()

    def models(self) -> dict[str, Model]:
        rows = []
        for slug, kind in games().items():
            least, most = seats_of(slug)
            row = {"slug": slug, "title": kind.title, "least": least, "most": most}
            rows.append({**row, "lessons": 0, "asks": 0, "scenes": 0, "positions": 0, **offered(slug)})
        return {"newgamebar": {"playing": self.playing}, "newgame": {"games": rows}}

    def _do_begin(self, words: list[str]) -> None:
        given = _words(words)
        slug, seats = given.pop("game", ""), given.pop("players", "")
        if seats and not (seats.isdecimal() and 1 <= int(seats[:3]) <= MOST_PLAYERS):
            raise IllegalAnswer(f"the number of players is from 1 to {MOST_PLAYERS}, not {seats[:20]!r}")
        who = given.pop("bots", "")
        seed, preset = sampling.typed(given.pop("seed", "0")), given.pop("preset", "")
        options = [f"{name.removeprefix('o.')}={value}" for name, value in given.items()]
        game = app.begin(slug, seed=seed, seats=seats or None, options=options, preset=preset)
        bots = seated(who, len(game.seats))
        if self.begun is not None:
            self.begun(game)
        self.game = game
        self.play_on(game, bots)

    def _do_another(self) -> None:
        self.come_back()

    def words(self) -> str:
        """The games and their quick starts, in words."""
        return "\n".join(row for slug in games() for row in app.start_lines(slug))


def _words(said: list[str]) -> dict[str, str]:
    """What the page says, "map=10x10" each, by its names. Raises `IllegalAnswer`."""
    found = [word.partition("=") for word in said]
    fits = all(
        sign and len(name) + len(value) <= (LONGEST_CHOICE if name.startswith("o.") else LONGEST)
        for name, sign, value in found
    )
    if len(said) > MOST_WORDS or not fits:
        raise IllegalAnswer("the page sent a new game that is none")
    return {name: value for name, _, value in found}
