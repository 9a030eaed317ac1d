"""Is the chance to win to be trusted? Games by bots, chances on the way, and how often they came true.

usage: calibrate.py [--games N] [--first N] [--positions N] [--walks N] [--bot NAME] [--rounds N] [--out DIR] [GAME ...]

Of each game so many whole games are played by bots (busy ones, if no other is named), with its sample set-ups (or so
many rounds at most); at a few positions of each, drawn by seed, the chance of every seat is measured as the report
does. Writes a reliability diagram a game (calibration_GAME.svg) and prints the rows of the table in docs/answers.md.
Games that nobody wins are counted and left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from theomachy.answers.chance import chance
from theomachy.answers.work import finish
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.position import Position
from theomachy.play.bots import bot
from theomachy.play.run import play_out
from theomachy_widgets.scene.style import STYLE

BINS = 10
SIZE, PAD = 260, 40


class Pair(NamedTuple):
    """What was said of a seat, and what came: 1 for a win, a part of it for a shared one."""

    said: float
    came: float


def pairs(slug: str, number: int, positions: int, walks: int, player: str = "busy", rounds: int = 0) -> Iterator[Pair]:
    """Of one game; none where nobody wins."""
    kind = games()[slug]
    samples = kind.samples()
    sample = dict(samples[number % len(samples)])
    sample["options"] = dict(kind.simulation) | dict(sample.get("options") or {})
    if rounds:
        sample["options"]["rounds"] = rounds
    system = kind.build(**sample)
    position = Position(system, system.start())
    play_out(position, [bot(player) for _ in system.seats], f"calibrate/{number}")
    game = Game(system, position)
    winners = game.system.winners(game.state)
    if not winners:
        return
    rng = Random(f"calibrate/{slug}/{number}")
    played = [n for n in game.tree.main()[:-1] if game.tree.nodes[n].moment[0] > 0]
    for node in sorted(rng.sample(played, min(positions, len(played)))):
        found = finish(chance(game.tree.nodes[node].position, walks=walks, seed=number))
        assert found is not None
        for seat, said in enumerate(found.shares):
            yield Pair(said, 1 / len(winners) if seat in winners else 0.0)


def binned(found: list[Pair]) -> list[tuple[float, float, int]]:
    """(mean said, share that came, how many) of each bin that has any."""
    rows = []
    for at in range(BINS):
        inside = [p for p in found if min(int(p.said * BINS), BINS - 1) == at]
        if inside:
            n = len(inside)
            rows.append((sum(p.said for p in inside) / n, sum(p.came for p in inside) / n, n))
    return rows


def diagram(title: str, rows: list[tuple[float, float, int]]) -> str:
    """Said along the bottom, come true upward; a disc a bin, larger for more, its 95 % interval, and the diagonal."""
    look, font = STYLE["theme"]["light"], STYLE["font"]["ui"].replace('"', "'")
    side = SIZE + 2 * PAD
    total = sum(n for _, _, n in rows)

    def x(share: float) -> float:
        return round(PAD + SIZE * share, 1)

    def y(share: float) -> float:
        return round(PAD + SIZE * (1 - share), 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side + 12}" viewBox="0 0 {side} {side + 12}" '
        f'font-family="{font}" font-size="12" role="img"><title>Reliability of the chance to win, {title}</title>',
        f'<rect width="{side}" height="{side + 12}" fill="{look["page"]}"/>',
        f'<text x="{PAD}" y="24" font-weight="600" font-size="13" fill="{look["ink"]}">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        out.append(f'<path d="M{x(0)} {y(share)}H{x(1)}" stroke="{look["line"]}" stroke-width="1"/>')
        words = f"{100 * share:.0f}"
        out.append(f'<text x="{PAD - 6}" y="{y(share) + 4}" text-anchor="end" fill="{look["ink_3"]}">{words}</text>')
        out.append(f'<text x="{x(share)}" y="{y(0) + 16}" text-anchor="middle" fill="{look["ink_3"]}">{words}</text>')
    out.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="{look["ink_3"]}" stroke-dasharray="3 3"/>')
    for said, came, n in rows:
        half = 1.96 * max(came * (1 - came), 0.25 / n) ** 0.5 / n**0.5
        low, high = max(came - half, 0), min(came + half, 1)
        out.append(f'<path d="M{x(said)} {y(low)}V{y(high)}" stroke="{look["ink_2"]}" stroke-width="1.2"/>')
        size = round(2.5 + 9 * (n / total) ** 0.5, 1)
        out.append(f'<circle cx="{x(said)}" cy="{y(came)}" r="{size}" fill="{look["accent"]}"/>')
    foot = "said, per cent (across), and come true (upward)"
    out.append(f'<text x="{PAD}" y="{side + 4}" fill="{look["ink_2"]}">{foot}</text></svg>')
    return "\n".join(out) + "\n"


def figures(slug: str, games_: int, decided: int, found: list[Pair]) -> str:
    """A row of the table: games, decided ones, pairs, mean gap of the bins, Brier score, and of the sure ones."""
    rows, n = binned(found), len(found)
    gap = sum(abs(said - came) * k for said, came, k in rows) / n
    brier = sum((p.said - p.came) ** 2 for p in found) / n
    sure = [p for p in found if p.said >= 0.7]
    told = (
        f"{sum(p.said for p in sure) / len(sure):.0%} | {sum(p.came for p in sure) / len(sure):.0%}" if sure else "| "
    )
    return f"| {slug} | {games_} | {decided} | {n} | {100 * gap:.0f} | {brier:.3f} | {len(sure)} | {told} |"


def main() -> None:
    """Measure, draw, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game")
    parser.add_argument("--positions", type=int, default=4)
    parser.add_argument("--walks", type=int, default=40)
    parser.add_argument("--bot", default="busy")
    parser.add_argument("--rounds", type=int, default=0, help="at most, whatever the sample says")
    parser.add_argument("--out", type=Path, default=Path("docs/pictures"))
    given = parser.parse_args()
    for slug in given.slugs or sorted(games()):
        found: list[Pair] = []
        decided = 0
        for number in range(given.first, given.first + given.games):
            some = list(pairs(slug, number, given.positions, given.walks, given.bot, given.rounds))
            decided += bool(some)
            found += some
            if number % 10 == 9 and found:
                print(f"so far: {figures(slug, number + 1 - given.first, decided, found)}", file=sys.stderr, flush=True)
        if found:
            text = diagram(games()[slug].title, binned(found))
            (given.out / f"calibration_{slug}.svg").write_text(text, encoding="utf-8")
            print(figures(slug, given.games, decided, found), flush=True)


if __name__ == "__main__":
    main()
