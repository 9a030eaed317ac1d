"""What a person takes along from a dashboard, as files: the saved game, its replay, pictures of its last step."""

from __future__ import annotations

from dataclasses import dataclass

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game

from .present import ALL, SPECTATOR
from .present.moment import View

KINDS = {
    "save": ("json", "application/json"),
    "replay": ("html", "text/html"),
    "strip": ("png", "image/png"),
    "gif": ("gif", "image/gif"),
    "line": ("txt", "text/plain"),
    "moves": ("txt", "text/plain"),
}


@dataclass(frozen=True, slots=True)
class Parcel:
    """A file for the person at the screen: its name, its kind as the browser calls it, and what is in it."""

    name: str
    type: str
    data: bytes


def parcel(game: Game, kind: str, view: View = ALL, theme: str = "light") -> Parcel:
    """The game to go on with ("save"), the replay ("replay"), the last step as a sheet of pictures ("strip") or as a
    moving one ("gif"), the position on one line ("line"), the game as text ("moves"). What is plain text goes to the
    clipboard.

    Nothing is in it that the view may not see, but for a saved game, which holds all. Raises `IllegalAnswer` for
    another kind, or when there is nothing to show.
    """
    if kind not in KINDS:
        raise IllegalAnswer(f"what can be shared is {', '.join(KINDS)}, not {str(kind)[:40]!r}")
    viewer = None if view == ALL else view
    ending, mime = KINDS[kind]
    if kind == "save":
        if view == SPECTATOR:
            raise IllegalAnswer("a saved game holds everything: who only watches has none")
        data = game.save().encode()
    elif kind == "replay":
        from .replay import replay_html

        data = replay_html(game, view=viewer).encode()
    elif kind in ("line", "moves"):
        data = _text(game, kind, view).encode()
    else:
        data = _pictures(game, kind, viewer, theme)
    return Parcel(f"{game.slug}-{kind}.{ending}", mime, data)


def _text(game: Game, kind: str, view: View) -> str:
    """The position or the game as text, if this view may know it."""
    if view == SPECTATOR or (kind == "moves" and view != ALL):
        what = "a position is copied by a player, or by who sees all" if kind == "line" else (
            "the moves as text hold everything: they are for who sees all")  # fmt: skip
        raise IllegalAnswer(what)
    return game.notation() if kind == "moves" else game.line(None if view == ALL else view)


def _pictures(game: Game, kind: str, viewer: int | str | None, theme: str) -> bytes:
    """The last step; where nothing has happened in it yet, as much before it as is needed to show something."""
    from .pictures import gif, strip_png

    draw = strip_png if kind == "strip" else gif
    path = game.tree.path(game.here)
    tries: list[tuple[int, int] | None] = [None]
    tries += [(path[max(0, len(path) - 1 - back)], game.here) for back in (1, 2, 4, 8, 16, 32) if back < len(path)]
    fault: ValueError | None = None
    for nodes in tries:
        try:
            return draw(game, nodes=nodes, view=viewer, theme=theme)
        except ValueError as error:
            fault = error
    raise IllegalAnswer(str(fault)) from fault
