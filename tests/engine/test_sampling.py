"""Luck is seeded, weighted, and the same in every process."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from tests.engine.walks import game
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE, Decision

ROOT = Path(__file__).resolve().parents[2]


def played(seed: int | str) -> str:
    """A digest of a whole game by random players and seeded luck, with undo on the way."""
    rng, table = Random(5), game(3, seed)
    while not table.over:
        table.play(table.options[int(rng.random() * len(table.options))].value)
        if rng.random() < 0.1 and table.can_undo:
            table.undo()
    return sha256(table.save().encode()).hexdigest()


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    assert played(1) == played(1)
    assert len({played(seed) for seed in (1, 2, "a")}) == 3


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_other_processes_and_hash_seeds_give_the_same_game(hash_seed: str) -> None:
    code = (
        "from theomachy.engine.game import registry\n"
        "from tests.engine.pocket import Pocket\n"
        "registry.games = lambda: {'pocket': Pocket}\n"
        "from tests.engine.test_sampling import played\n"
        "print(played(11))"
    )
    path = os.pathsep.join([str(ROOT), str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")])
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert found.stdout.strip() == played(11)


def test_a_line_replayed_has_the_same_dice_and_a_branch_its_own() -> None:
    table = game().play((0, 0), (1, 0), "end", "end")
    first = [entry.answer for entry in table.position.log()]
    table.undo().redo()
    assert [entry.answer for entry in table.position.log()] == first
    again = game().play((0, 0), (1, 0), "end", "end")
    assert [entry.answer for entry in again.position.log()] == first


def test_weights_are_kept() -> None:
    decision = Decision(CHANCE, "draw", ("a", "b", "c"), "X", "draw", weights=(1, 3, 0))
    rng = Random(1)
    found = Counter(sampling.sample_chance(decision, rng) for _ in range(4000))
    assert set(found) == {"a", "b"}
    assert found["b"] / found["a"] == pytest.approx(3, rel=0.15)
    plain = Counter(sampling.sample_chance(Decision(CHANCE, "draw", "xyz", "X", "draw"), rng) for _ in range(3000))
    assert all(n == pytest.approx(1000, rel=0.15) for n in plain.values())
    assert set(plain) == set("xyz")
