"""The start page of a served folder: everything that there is to open, or the way back to it."""

from __future__ import annotations

from typing import Any

from theomachy.engine.game.game import Game

from ..library import Library
from ..models.start import Place

Model = dict[str, Any]


def model(
    library: Library,
    error: str = "",
    *,
    alone: bool = True,
    own: dict[str, str] | None = None,
    simulations: bool = False,
) -> Model:
    """Everything that a library has, with what went wrong with the address that was asked for.

    `alone` says whether the server answers on its own machine only; `own` are the component values that it was started
    with, by game; `simulations` whether they are played here.
    """
    return library.model() | {"error": error, "alone": alone, "own": own or {}, "simulations": simulations}


def way_home(line_up: Model | None = None, place: Place | None = None, **more: str) -> Model:
    """No list, only the way back to it, perhaps an `error`, who sits at the table where that is for choice, and the
    `place` to which one may come back."""
    return {"home": "./", **({"seating": line_up} if line_up else {}), **({"place": place} if place else {}), **more}


def game_place(game: Game, token: str) -> Place:
    """A game to which one may come back."""
    said = [str(game.title), game.system.where(game.state) if not game.over else "over"]
    title = str(game.names.get("title") or game.title)
    return {
        "id": f"game:{token}",
        "kind": "going",
        "slug": game.slug,
        "file": token,
        "title": title[:80],
        "line": " \u00b7 ".join(each for each in dict.fromkeys(said) if each and each != title)[:120],
        "words": {"going": token},
        "at": 0,
        "of": 0,
    }


def lesson_place(slug: str, file: str, title: str, at: int, of: int) -> Place:
    """A lesson, and how far one has come."""
    return {
        "id": f"lesson:{slug}/{file}",
        "kind": "lesson",
        "slug": slug,
        "file": file,
        "title": title[:80],
        "line": f"lesson \u00b7 step {at + 1} of {of}",
        "words": {"lesson": f"{slug}/{file}", "step": str(at)},
        "at": at + 1,
        "of": of,
    }


def simulations_place(slug: str, title: str, owner: str) -> Place:
    """The simulations that somebody has begun, which nobody sees who does not know whose they are."""
    return {
        "id": f"simulations:{owner}",
        "kind": "game",
        "slug": slug,
        "file": "",
        "title": title[:80],
        "line": "simulations",
        "words": {"simulation": slug, "owner": owner},
        "at": 0,
        "of": 0,
    }
