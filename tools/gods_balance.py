"""Which empires of the Gods War win, over games by the greedy bot: `python tools/gods_balance.py 360`.

Every line-up of three and of four empires of the core box is played in every order round the table, those of four on
both arrangements of the map. `320 --boxes` plays with all eight empires instead: tables of four to eight by lot, each
once alone and once with Elder Races and Monsters. It prints the tables of `docs/gods_war_balance.md`: wins by empire
and by seat with 95 % intervals, Victory Points with their spread, and how long games last.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, permutations
from math import sqrt
from random import Random
from statistics import fmean, quantiles, stdev
from typing import Any

from theomachy.analysis import analyse
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.powers import CORE, MORE
from theomachy.games.gods_war.rules.setup import BY_LOT, boards, facts, sorts
from theomachy.play import record
from theomachy.play.run import Job, Row
from theomachy.play.simulate import WIDEST, run

BOARDS = {3: ("3p",), 4: ("4p_a", "4p_b")}
LARGE = range(4, 9)  # players at the tables of all boxes
LEAST = 0.25  # Victory Points a game: a rule that brings less is left out
ALL = (*CORE, *MORE)
NAMES = {slug: slug.replace("_", " ").title() for slug in ALL}
GAINED = re.compile(rf"({'|'.join(NAMES.values())}) (gains|loses) (\d+) VP")
HEAD = ("| empire | games | wins | VP (10 % to 90 %) | lead over the others' mean |", "|---|---|---|---|---|")


def tables() -> list[dict[str, Any]]:
    """All line-ups in every order, on each of their boards: options of a game."""
    return [
        {"empires": list(order), "map": board}
        for players, boards in BOARDS.items()
        for order in permutations(CORE, players)
        for board in boards
    ]


def jobs(n: int, bot: str, seed: str) -> list[Job]:
    """So many games, as evenly over three and four players and over their tables as it goes."""
    by_size = {k: [table for table in tables() if len(table["empires"]) == k] for k in BOARDS}
    for rows in by_size.values():
        Random(seed).shuffle(rows)  # so that fewer games than tables are no worse a sample
    found = []
    for number in range(n):
        rows = by_size[3 if number % 2 else 4]
        found.append(Job(number, "gods_war", {"options": rows[number // 2 % len(rows)]}, (bot,), f"{seed}/{number}"))
    return found


def boxes(n: int, bot: str, seed: str) -> list[Job]:
    """So many games of all empires, in pairs: a table by lot, alone and then with Elder Races by lot and a Monster of
    each sort by lot. Five pairs have four to eight players.
    """
    rng, found = Random(f"{seed}/boxes"), list[Job]()
    by_sort = sorts(facts(boards()[LARGE[0]][0], None, {}))
    for pair in range((n + 1) // 2):
        players = LARGE[pair % len(LARGE)]
        alone: dict[str, Any] = {"empires": rng.sample(ALL, players), "map": rng.choice(boards()[players])}
        joining = {"races": BY_LOT} | {word: rng.choice(row) for word, row in by_sort.items()}
        for options in (alone, alone | joining):
            found.append(Job(len(found), "gods_war", {"options": options}, (bot,), f"{seed}/boxes/{pair}"))
    return found[:n]


class Tally:
    """What somebody did over games."""

    def __init__(self) -> None:
        self.wins: list[float] = []
        self.points: list[int] = []
        self.leads: list[float] = []
        self.figures: list[dict[str, int]] = []
        self.even: list[float] = []

    def add(self, row: Row, seat: int) -> None:
        """Count one game; a shared win counts in parts."""
        points = [figures["victory points"] for figures in row.figures]
        self.wins.append(1 / len(row.winners) if seat in row.winners else 0.0)
        self.points.append(points[seat])
        self.leads.append(points[seat] - fmean(points[:seat] + points[seat + 1 :]))
        self.figures.append(dict(row.figures[seat]))
        self.even.append(1 / len(points))

    @property
    def cells(self) -> str:
        """Games, wins, points with their spread, the lead over the mean of the others."""
        low, *_, high = quantiles(self.points, n=10) if len(self.points) > 1 else (self.points[0], self.points[0])
        return (
            f"{len(self.wins)} | {share(self.wins)} | "
            f"{fmean(self.points):.1f} ({low:.0f} to {high:.0f}) | {fmean(self.leads):+.1f} ± {half(self.leads):.1f}"
        )


def share(won: Sequence[float]) -> str:
    """A share of wins with its 95 % interval, after Wilson: 0 of 12 is no certainty."""
    n, p, z = len(won), fmean(won), WIDEST
    middle, wide = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * wide) / (1 + z * z / n) for sign in (-1, 1))
    return f"{p:.0%} ({max(low, 0.0):.0%} to {min(high, 1.0):.0%})"


def half(values: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return WIDEST * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def in_order(played: Sequence[Job], rows: Sequence[Row]) -> Iterator[tuple[Job, Row]]:
    """The games by their jobs; one that went wrong is the end."""
    for job, row in zip(played, sorted(rows, key=lambda row: row.number), strict=True):
        if row.error:
            raise SystemExit(f"game {row.number}: {row.error}\n{row.trouble}")
        yield job, row


def report(played: Sequence[Job], rows: Sequence[Row]) -> str:
    """The tables, from the games in the order of their jobs."""
    found: defaultdict[Hashable, Tally] = defaultdict(Tally)
    lengths: defaultdict[int, list[int]] = defaultdict(list)
    for job, row in in_order(played, rows):
        empires = job.build["options"]["empires"]
        n = len(empires)
        lengths[n].append(row.turns)
        line = " ".join(NAMES[e] for e in CORE if e in empires)
        for seat, empire in enumerate(empires):
            for key in (("empire", n, empire), ("seat", n, seat), ("line", line, empire), ("at", n, empire, seat)):
                found[key].add(row, seat)
    out = []
    for n in sorted(lengths):
        out += [f"## {n} players", "", f"An even share is {1 / n:.0%}.", ""]
        out += HEAD
        out += [f"| {NAMES[e]} | {found['empire', n, e].cells} |" for e in CORE]
        out += ["", "| seat | games | wins | VP (10 % to 90 %) | lead over the others' mean |", "|---|---|---|---|---|"]
        out += [f"| {seat + 1} | {found['seat', n, seat].cells} |" for seat in range(n)]
        out += ["", "| wins | " + " | ".join(f"seat {seat + 1}" for seat in range(n)) + " |", "|---" * (n + 1) + "|"]
        for e in CORE:
            told = [found["at", n, e, seat].wins for seat in range(n)]
            out.append(f"| {NAMES[e]} | " + " | ".join(share(w) if w else "" for w in told) + " |")
        turns = lengths[n]
        spread = ", ".join(f"{turns.count(k)} of {k}" for k in sorted(set(turns)))
        out += ["", f"{len(turns)} games, {fmean(turns):.1f} rounds on average ({spread}).", ""]
    known = found["empire", min(lengths), CORE[0]].figures[0]
    shown = [name for name in known if name not in ("victory points", "rune cards")]  # runes are all shown at the end
    out += ["## At the end of a game", "", f"| empire | {' | '.join(shown)} |", "|---" * (len(shown) + 1) + "|"]
    for e in CORE:
        rows_ = [figures for n in lengths for figures in found["empire", n, e].figures]
        out.append(f"| {NAMES[e]} | " + " | ".join(f"{fmean(row[name] for row in rows_):.1f}" for name in shown) + " |")
    out += [
        "",
        "## Who meets whom",
        "",
        "| line-up of three | " + " | ".join(NAMES[e] for e in CORE) + " | games |",
        "|---" * 6 + "|",
    ]
    for three in combinations(CORE, 3):
        name = " ".join(NAMES[e] for e in three)
        cells = [found["line", name, e].wins for e in CORE]
        out.append(f"| {name} | " + " | ".join(share(w) if w else "" for w in cells) + f" | {max(map(len, cells))} |")
    return "\n".join(out)


def of_boxes(played: Sequence[Job], rows: Sequence[Row]) -> str:
    """The tables of games with all empires: alone, then with Elder Races and Monsters."""
    found: defaultdict[Hashable, Tally] = defaultdict(Tally)
    lengths: defaultdict[bool, list[int]] = defaultdict(list)
    for job, row in in_order(played, rows):
        empires, joined = job.build["options"]["empires"], "races" in job.build["options"]
        lengths[joined].append(row.turns)
        for seat, empire in enumerate(empires):
            found[joined, empire].add(row, seat)
            found[len(empires), empire].add(row, seat)
    out = []
    for joined in (False, True):
        out += [f"### {'With Elder Races and Monsters' if joined else 'Empires alone'}", ""]
        out += [HEAD[0].replace("wins", "wins | even share"), HEAD[1] + "---|"]
        for e in ALL:
            games, wins, rest = found[joined, e].cells.split(" | ", 2)
            out.append(f"| {NAMES[e]} | {games} | {wins} | {fmean(found[joined, e].even):.0%} | {rest} |")
        turns = lengths[joined]
        out += ["", f"{len(turns)} games, {fmean(turns):.1f} rounds on average.", ""]
    out += ["### By players", "", "Lead over the others' mean, with and without Elder Races and Monsters."]
    out += ["", f"| empire | {' | '.join(f'{n} players' for n in LARGE)} |", "|---" * (len(LARGE) + 1) + "|"]
    for e in ALL:
        rows_ = [found[n, e].leads for n in LARGE]
        out.append(f"| {NAMES[e]} | {' | '.join(f'{fmean(r):+.1f} ± {half(r):.1f}' if r else '' for r in rows_)} |")
    known = found[False, ALL[0]].figures[0]
    shown = [name for name in known if name not in ("victory points", "rune cards")]
    out += [
        "",
        "### At the end of such a game",
        "",
        f"| empire | {' | '.join(shown)} |",
        "|---" * (len(shown) + 1) + "|",
    ]
    for e in ALL:
        ends = [figures for joined in (False, True) for figures in found[joined, e].figures]
        out.append(f"| {NAMES[e]} | " + " | ".join(f"{fmean(end[name] for end in ends):.1f}" for name in shown) + " |")
    return "\n".join(out)


def sources(played: Sequence[Job], empires: Sequence[str]) -> str:
    """Where Victory Points come from in some games, by rule: read from what the games tell."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    slugs, games = {name: slug for slug, name in NAMES.items()}, Counter[str]()
    for job in played:
        seats = job.build["options"]["empires"]
        game = record("gods_war", job.bots, players=len(seats), options=job.build["options"], seed=job.seed)
        games.update(seats)
        for row in analyse(game).events():
            told = GAINED.match(row["text"])
            if told:
                found[row["rule"]][slugs[told[1]]] += int(told[3]) * (1 if told[2] == "gains" else -1)
    out = ["| Victory Points a game | " + " | ".join(NAMES[e] for e in empires) + " |"]
    out.append("|---" * (len(empires) + 1) + "|")
    for rule, row in sorted(found.items(), key=lambda pair: -sum(map(abs, pair[1].values()))):
        if any(abs(n) >= games[e] * LEAST for e, n in row.items()):
            told_ = " | ".join(f"{row[e] / games[e]:.1f}" if row[e] else "" for e in empires)
            out.append(f"| {GodsWar.rulebook[rule].title} ({rule}) | {told_} |")
    return "\n".join(out)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=360)
    parser.add_argument("--bot", default="greedy-1")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sources", type=int, metavar="N", help="instead: where points come from, in N games")
    parser.add_argument("--boxes", action="store_true", help="all eight empires, at tables of four to eight by lot")
    parsed = parser.parse_args()
    if parsed.sources:
        seed = f"{parsed.seed}/sources"
        found = boxes(parsed.sources, parsed.bot, seed) if parsed.boxes else jobs(2 * parsed.sources, parsed.bot, seed)
        print(sources(found[:: 1 if parsed.boxes else 2], ALL if parsed.boxes else CORE))
        return
    wanted = (boxes if parsed.boxes else jobs)(parsed.games, parsed.bot, parsed.seed)
    played = run("gods_war", wanted, processes=parsed.processes)
    print((of_boxes if parsed.boxes else report)(wanted, played.rows))
    means = fmean(row.decisions for row in played.rows)
    print(f"\nA game takes {means:.0f} answers on average, dice and cards included. {len(played.rows)} games by "
          f"{parsed.bot}, seed {parsed.seed}, {played.seconds:.0f} s.")  # fmt: skip


if __name__ == "__main__":
    main()
