"""Which units of Mythic Battles win, over games by the greedy bot: `python tools/mythic_balance.py 400`.

Two armies are dealt at random, a god and companions for the points of a skirmish of two, and play twice, with
seats and sides changed. It prints the tables of `docs/mythic_balance.md`: how games end, wins by seat, and of each unit
the games of its armies that had a winner, and how many of them they won, with 95 % intervals.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from theomachy.engine.reference.facts import Facts
from theomachy.games.mythic_battles import SYSTEM
from theomachy.play.run import Job, Row
from theomachy.play.simulate import WIDEST, run

ROUNDS = 60


def dealt(facts: Facts, rng: Random) -> list[list[str]]:
    """Two armies without a unit in common that keep the restrictions of recruitment (MB-REC-007 to MB-REC-009)."""
    cards = {key: facts.table(f"unit.{key}") for key in facts.names("unit")}
    gods = [key for key, card in cards.items() if card["type"] == "god"]
    others = [key for key, card in cards.items() if card["type"] not in ("god", "titan")]
    leaders = rng.sample(gods, 2)
    rng.shuffle(others)
    armies, taken = [], set[str]()
    for god in leaders:
        army, left, dear = [god], facts["recruitment.rp_2"] - cards[god]["rp"], 0
        for key in others:
            price = cards[key]["rp"]
            rich = price >= facts["recruitment.dear"]
            who = cards[key].get("character", key)
            if price > left or who in taken or (rich and dear):
                continue
            army.append(key)
            taken.add(who)
            left, dear = left - price, dear + rich
        armies.append(army)
    return armies


def jobs(n: int, bot: str, seed: str) -> list[Job]:
    """So many games: each pair of armies in both orders."""
    facts, found = SYSTEM.build().facts, list[Job]()
    boards = facts.names("board")
    for i in range(n // 2):
        armies = dealt(facts, Random(f"{seed}/{i}"))
        for order in (armies, armies[::-1]):
            options = {"armies": order, "board": boards[i % len(boards)], "rounds": ROUNDS}
            found.append(Job(len(found), "mythic_battles", {"options": options}, (bot,), f"{seed}/{len(found)}"))
    return found


def half(values: list[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return WIDEST * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def ending(row: Row, stones: int) -> str:
    """How a game was won."""
    if not row.winners:
        return "by nobody"
    return "by stones" if row.figures[row.winners[0]]["stones"] >= stones else "by a divinity destroyed"


def report(played: list[Job], rows: list[Row]) -> str:
    """The tables."""
    facts = SYSTEM.build().facts
    ends: dict[str, int] = defaultdict(int)
    seats: dict[int, list[float]] = defaultdict(list)
    units: dict[str, list[float]] = defaultdict(list)
    for job, row in zip(played, sorted(rows, key=lambda row: row.number), strict=True):
        if row.error:
            raise SystemExit(f"game {row.number}: {row.error}\n{row.trouble}")
        ends[ending(row, facts["victory.stones"])] += 1
        if not row.winners:
            continue
        armies: Any = job.build["options"]["armies"]
        for seat, army in enumerate(armies):
            win = float(seat in row.winners)
            seats[seat].append(win)
            for unit in army:
                units[unit].append(win)
    lines = ["| won | games |", "|---|---|", *(f"| {how} | {n} |" for how, n in sorted(ends.items()))]
    lines += ["", "| seat | wins |", "|---|---|"]
    lines += [f"| {seat + 1} | {fmean(won):.0%} ± {half(won):.0%} |" for seat, won in sorted(seats.items())]
    lines += ["", "| unit | type | points | games | wins |", "|---|---|---|---|---|"]
    for unit in sorted(units, key=lambda unit: -fmean(units[unit])):
        card, won = facts.table(f"unit.{unit}"), units[unit]
        told = f"{fmean(won):.0%} ± {half(won):.0%}"
        lines.append(f"| {card['name']} | {card['type']} | {card['rp']} | {len(won)} | {told} |")
    lengths = [row.decisions for row in rows]
    lines += ["", f"A game takes {fmean(lengths):.0f} answers on average, dice and cards included."]
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=400)
    parser.add_argument("--bot", default="greedy-1")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--processes", type=int, default=2)
    parsed = parser.parse_args()
    wanted = jobs(parsed.games, parsed.bot, parsed.seed)
    played = run("mythic_battles", wanted, processes=parsed.processes)
    print(report(wanted, list(played.rows)))
    print(f"\n{len(played.rows)} games by {parsed.bot}, seed {parsed.seed}, {played.seconds:.0f} s.")


if __name__ == "__main__":
    main()
