"""Write docs/scenario_keys.md: the keys of `[setup]` and `expect` of each game, from the declarations that read them.

usage: make_keys.py [FILE]     (without a file it writes docs/scenario_keys.md)
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from theomachy.engine.game.registry import BUILT_IN, game
from theomachy.engine.runtime.system import System

TARGET = Path(__file__).parents[1] / "docs" / "scenario_keys.md"
HEAD = """\
# The keys of scenarios

What can stand in `[setup]` and in `expect` of a scenario, game by game, each with an example. It is made from the
declarations by which the games read them (`System.keys`) by `python tools/make_keys.py`; do not edit it by hand.
`theomachy help scenario GAME` prints the same. `docs/scenarios.md` tells how to write a scenario.
"""


def page(systems: Iterable[type[System]]) -> str:
    """The whole document."""
    return "\n".join([HEAD, *(line for system in systems for line in _game(system))])


def _game(system: type[System]) -> Iterator[str]:
    for title, rows in system.keys().items():
        yield f"## {system.title}: `{title}`\n\n| key, with an example | what it says |\n|---|---|"
        for row in rows:
            yield f"| `{row.line}` | {row.title} |".replace("\n", " ")
        yield ""
    if system.may_leave:
        who = system.build(**system.samples()[system.exemplary]).seats[0].name
        yield f'A step says `play = "! {who} leaves"` when a player leaves the table; others decide from then on.\n'


def main(arguments: list[str]) -> int:
    target = Path(arguments[0]) if arguments else TARGET
    target.write_text(page(game(slug) for slug in sorted(BUILT_IN)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
