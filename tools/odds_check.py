"""The calculator's exact odds beside a sample of fights: `python tools/odds_check.py [FIGHTS] [GAME ...]`.

For every row that is measured: how far the sample lies from what is exact, in standard errors of the sample. Of eighty
rows in all one lies beyond 2.5 by luck alone; beyond 4 something is wrong. A small and a larger fight a game, and of
each faction of Cthulhu Wars that came with an expansion (`ancients`, `bubastis`, ...).
"""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.answers import fights_of_games as small
from theomachy.answers.calculator import reckon
from theomachy.answers.work import finish

FIGHTS = {
    "demigods": [small.demigods(), small.demigods(6, 3, 5)],
    "cthulhu_wars": [
        small.cthulhu(),
        small.cthulhu("2 Starspawn, Shoggoth, Deep One", "Dark Young, Fungi from Yuggoth, Ghoul, Acolyte"),
    ],
    "opener": [
        small.opener("2 Mutant, Acolyte", "Deep One, Starspawn", small.CHANNEL, small.MILLION, power=3),
        small.opener("Yog-Sothoth, Mutant", "Starspawn, Deep One", small.MILLION, awake=True),
        small.opener("2 Mutant, Abomination, Acolyte", "Starspawn, Deep One", small.CHANNEL, power=1, defends=True),
    ],
    "gods_war": [small.gods_war(), small.gods_war("3 Barbarian, Champion", "2 Archer, Phoenix")],
    "mythic_battles": [small.mythic(), small.mythic("achilles", "hades")],
    "heroes": [small.heroes()],
}


def fights_of(name: str) -> list[small.Fought]:
    """The fights of a game, or of a faction of Cthulhu Wars."""
    return FIGHTS[name] if name in FIGHTS else [make() for make in small.FACTIONS[name]]


def main(n: int, slugs: list[str]) -> None:
    """Compare, and print."""
    for slug, (system, s, setting) in [(name, fought) for name in slugs for fought in fights_of(name)]:
        begun = process_time()
        exact = finish(reckon(system, s, setting, how="exact"))
        counted = process_time() - begun
        sample = finish(reckon(system, s, setting, how="sampled", samples=n))
        taken = process_time() - begun - counted
        worst, where, rows = 0.0, "", 0
        for row in exact.line_up.rows:
            p = exact.chance(row.id)
            error = sqrt(p * (1 - p) / n)
            off = abs(sample.chance(row.id) - p)
            rows += error > 0
            if error == 0 and off > 1e-9:
                raise SystemExit(f"{slug}: {row.id} is certain, and the sample says otherwise")
            if error and off / error > worst:
                worst, where = off / error, f"{row.words}: {p:.4f}, sampled {sample.chance(row.id):.4f}"
        print(
            f"{slug}: {exact.said} ({counted:.1f} s); {sample.n:,} fights ({taken:.0f} s); {rows} rows that chance "
            f"decides, furthest {worst:.1f} standard errors ({where})",
            flush=True,
        )


if __name__ == "__main__":
    words = sys.argv[1:]
    many = int(words.pop(0)) if words and words[0].isdecimal() else 100_000
    main(many, words or [*FIGHTS, *small.FACTIONS])
