"""The same seed gives the same game: in this process, in another one, and whatever the hash seed is."""

import json
import os
import subprocess
import sys

import pytest

from tests.conformance import golden
from tests.conformance.support import SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_games_are_as_they_were(slug: str) -> None:
    kept = json.loads((golden.FOLDER / f"{slug}.json").read_text("utf-8"))["digests"]
    assert golden.digests(slug) == kept, "the rules have changed: if that was meant, run `make golden`"


@pytest.mark.parametrize("slug", SLUGS)
def test_processes_and_hash_seeds_agree(slug: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, golden.__file__, slug],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "4242")
    ]
    found = [json.loads(process.communicate(timeout=100)[0])[slug] for process in processes]
    assert found[0] == found[1]
    assert len(set(found[0])) == len(found[0]) >= golden.SEEDS  # different seeds give different games
