"""Digests of seeded games: a change of the rules that nobody meant shows here first. `make golden` renews them."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # also run as a script, by other processes

from tests.conformance.support import CASES, SLUGS, digest, games

FOLDER = Path(__file__).parent / "golden"
SEEDS = 5


def digests(slug: str, others: bool = True) -> list[str]:
    """The digests of five games of the core's samples in turn, the last (and most crowded) first, then of one game of
    each sample that other boxes add: so a new box leaves the others' digests as they are. (`others`: do they count?)
    """
    samples = [sample for s, sample in CASES if s == slug]
    core = samples[: games()[slug].core_samples]
    order = [core[::-1][seed % len(core)] for seed in range(SEEDS)] + (samples[len(core) :] if others else [])
    return [digest(slug, sample, f"golden {seed}") for seed, sample in enumerate(order)]


def write(slug: str) -> None:
    """Renew the file of a game."""
    (FOLDER / f"{slug}.json").write_text(json.dumps({"digests": digests(slug)}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps({slug: digests(slug) for slug in sys.argv[1:]}))
    else:
        for each in SLUGS:
            write(each)
