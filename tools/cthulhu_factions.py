"""How well bots play each faction of Cthulhu Wars: `python tools/cthulhu_factions.py 44 [greedy-1] [seed]`.

Tables of four drawn by lot, each faction as often as the others: what share of its games each wins (a fair one is a
quarter), spellbooks at the end, Doom beside the mean of its table, and the requirements that no bot ever met: what the
evaluation does not see stands there.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from random import Random
from statistics import fmean

from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.play import bot
from theomachy.play.run import play_out

ALL = (*CORE, *MORE)
SEATS = 4


def tables(n: int, seed: str) -> list[list[str]]:
    """`n` tables; whoever has played least is dealt first."""
    rng, played, found = Random(seed), Counter[str](), []
    for _ in range(n):
        table = sorted(ALL, key=lambda slug: (played[slug], rng.random()))[:SEATS]
        rng.shuffle(table)
        played.update(table)
        found.append(table)
    return found


def game(table: list[str], player: str, seed: str) -> tuple[CthulhuWars, State]:
    """One game of equal bots to its end."""
    system = CthulhuWars.build(options={"factions": table})
    position = Position(system, system.start())
    play_out(position, [bot(player)] * len(table), seed)
    return system, position.state


def main(n: int, player: str = "greedy-1", seed: str = "factions") -> None:
    won: defaultdict[str, list[float]] = defaultdict(list)
    books: defaultdict[str, list[int]] = defaultdict(list)
    doom: defaultdict[str, list[float]] = defaultdict(list)
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    nobody = 0
    for number, table in enumerate(tables(n, seed)):
        system, s = game(table, player, f"{seed}/{number}")
        winners = system.winners(s)
        nobody += not winners
        for seat, slug in enumerate(table):
            won[slug].append((seat in winners) / max(len(winners), 1))
            books[slug].append(s.count_books(seat))
            doom[slug].append(s.doom[seat] - fmean(s.doom))
            for bit, requirement in enumerate(s.config.factions[seat].slots):
                met[slug][requirement.name] += not s.is_open(seat, bit)
    print(f"{n} games of {player}, {nobody} without a winner")
    print(f"{'faction':18} games  won   books  Doom   never met")
    for slug in ALL:
        never = ", ".join(key for key, count in met[slug].items() if not count)
        figures = f"{len(won[slug]):5} {fmean(won[slug]):5.0%} {fmean(books[slug]):6.1f} {fmean(doom[slug]):+5.1f}"
        print(f"{slug:18} {figures}   {never}")
        print("    " + ", ".join(f"{key} {count}" for key, count in met[slug].items()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 44, *sys.argv[2:])
