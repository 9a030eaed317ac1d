"""Write docs/timings.md: the closed list of timings, and which game uses which with what parameters.

usage: make_timings.py [FILE]     (without a file it writes docs/timings.md)

A game counts as soon as its folder is a package with a `rules/timings.py`; nothing of it but that file is looked at.
"""

import importlib
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from theomachy.engine.runtime.ability import Vocabulary
from theomachy.engine.runtime.timing import ACTION, CANON, QUERY, REPLACEMENT, WINDOW

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "timings.md"
GAMES = ROOT / "rules" / "theomachy" / "games"
Uses = Mapping[str, Mapping[str, tuple[str, ...]]]  # game -> timing -> parameters

HEAD = """\
# The timings

The closed list of moments at which a printed power may speak, the same for all games. It is made from
`rules/theomachy/engine/runtime/timing.py` and each game's `rules/timings.py` by `python tools/make_timings.py`; do not
edit it by hand. `CONTRIBUTING.md` tells how to use a timing and how to add one, `docs/hard_cases.md` shows them.

A game declares the timings that it uses and the parameters that their methods receive. A method with a name that is
not declared, or with other parameters, fails when the module is imported. The last column leaves out `self`; where it
is empty, no game has needed the word yet.
"""

TOPICS = """\
## Topics

What a timing may be about in a game, or what a word of its classes may name: the closed lists of its `rules/topics.py`.
A power that names anything else fails when it is imported, with the word that was meant.

| game | timing or word | topics |
|---|---|---|
"""

KINDS = {
    ACTION: (
        "Actions",
        "Something a player may do. Not looked up: the class is an `Action` too, with `requirements` and `do`.",
    ),
    QUERY: (
        "Queries",
        "Pure functions: `def`, never asking, never rolling. Asked anew each time, so nothing goes stale. The order is "
        "how the answers are put together.",
    ),
    REPLACEMENT: (
        "Replacements",
        "What happens instead. Each source once an event; `def`, with the runner asking whether it is wanted. The "
        "order says who speaks first.",
    ),
    WINDOW: (
        "Windows",
        "Moments at which powers act: `async def`, forced ones first, then the optional ones in their owner's order. "
        "`may_<timing>` with the same parameters says whether there is something to use. The order says who is asked.",
    ),
}


def vocabularies() -> dict[str, list[Vocabulary]]:
    """Those of each game, by the name of its folder."""
    found: dict[str, list[Vocabulary]] = {}
    for module in pkgutil.iter_modules([str(GAMES)]):
        if not module.ispkg or not (GAMES / module.name / "rules" / "timings.py").exists():
            continue
        timings = importlib.import_module(f"theomachy.games.{module.name}.rules.timings")
        found[module.name] = [thing for thing in vars(timings).values() if isinstance(thing, Vocabulary)]
    return found


def uses() -> dict[str, dict[str, tuple[str, ...]]]:
    """What each game declares, by the name of its folder."""
    return {
        game: {name: given for each in declared for name, given in each.uses.items()}
        for game, declared in vocabularies().items()
    }


def topics() -> list[tuple[str, str, list[str]]]:
    """Game, timing or word, what it may be about."""
    return [
        (game, name, [str(topic) or '""' for topic in each.about_what(name)])
        for game, declared in vocabularies().items()
        for each in declared
        for name in each.topics
    ]


def page(games: Uses, about: Sequence[tuple[str, str, Sequence[str]]] = ()) -> str:
    """The whole document."""
    parts = [HEAD]
    for kind, (title, text) in KINDS.items():
        mine = {name: timing for name, timing in CANON.items() if timing.kind == kind}
        rows = [f"| `{name}` | {t.when} | {t.order} | {_users(games, name)} |" for name, t in mine.items()]
        head = "| timing | when | order | games and their parameters |\n|---|---|---|---|"
        parts.append(f"## {title}\n\n{text}\n\n{head}\n" + "\n".join(rows) + "\n")
    if about:
        rows = [f"| {_title(game)} | `{name}` | {', '.join(words)} |\n" for game, name, words in about]
        parts.append(TOPICS + "".join(rows))
    counts = ", ".join(f"{_title(game)} {len(used)}" for game, used in games.items())
    parts.append(f"{len(CANON)} timings. In use: {counts}.\n")
    return "\n".join(parts)


def _title(game: str) -> str:
    return game.replace("_", " ").title()


def _users(games: Uses, name: str) -> str:
    found = []
    for game, used in games.items():
        if name in used:
            given = f" `({', '.join(used[name])})`" if used[name] else ""  # an action's are its own
            found.append(f"{_title(game)}{given}")
    return "; ".join(found)


def main(arguments: list[str]) -> int:
    target = Path(arguments[0]) if arguments else TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(uses(), topics()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
