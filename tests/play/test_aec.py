"""Every game is an environment of PettingZoo, and what lies hidden stays hidden there."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from theomachy.engine.runtime.position import Position
from theomachy.play import aec

SHORT: dict[str, dict[str, Any]] = {
    "demigods": {"players": 2, "turns": 1},
    "cthulhu_wars": {"players": 2},
    "heroes": {"players": 2},
    "mythic_battles": {"players": 2, "rounds": 1},
    "gods_war": {"players": 3, "rounds": 1},
}


@pytest.mark.filterwarnings("ignore::UserWarning")  # it warns of dictionaries, which are no arrays
@pytest.mark.parametrize("slug", SHORT)
def test_the_api_test_of_pettingzoo_passes(slug: str) -> None:
    api_test(aec.env(slug, most=60, **SHORT[slug]), num_cycles=40)


def played(env: aec.Theomachy, seed: int, most: int = 400) -> list[tuple[str, int]]:
    env.reset(seed=seed)
    rng, said = Random(seed), list[tuple[str, int]]()
    for agent in env.agent_iter(most):
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        said.append((agent, action))
        env.step(action)
    return said


def test_a_game_ends_with_a_reward_for_each_and_the_same_seed_gives_the_same() -> None:
    env = aec.env("demigods", players=2, turns=1)
    first, totals = played(env, 5, 4000), []
    assert env.agents == []
    env.reset(seed=5)
    for _, action in first:
        env.step(action)
    totals = [env.rewards[name] for name in env.possible_agents]
    assert all(env.terminations.values())
    assert sorted(totals) in ([-1, 1], [1, 1], [0, 0])


def test_an_agent_sees_nothing_that_its_seat_may_not_know() -> None:
    env, differing, rng = aec.env("gods_war", players=3, rounds=3, most=800), 0, Random(4)
    env.reset(seed=3)
    for _ in range(400):
        seen = env.last()[0]
        if any(env.terminations.values()):
            break
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        real, other = env.position, None
        if real.entries or not env.agents:
            continue
        for seat, agent in enumerate(env.possible_agents):
            if seat == env._seat:
                continue
            other = Position(real.system, real.system.resample(real.base, seat, rng))
            if other.state == real.state:
                continue
            differing += 1
            before = env.observe(agent)
            env.position = other
            after = env.observe(agent)
            env.position = real
            assert all(np.array_equal(before[key], after[key]) for key in before)
            assert env.infos[agent] == {}
    assert differing > 10


def test_whoever_is_not_asked_has_no_mask_and_a_forbidden_number_is_refused() -> None:
    env = aec.env("demigods", players=2, turns=1)
    env.reset(seed=1)
    asked = env.agent_selection
    other = next(name for name in env.possible_agents if name != asked)
    assert env.observe(asked)["action_mask"].any()
    assert not env.observe(other)["action_mask"].any()
    assert not env.observe(other)["options"].any()
    assert len(env.infos[asked]["labels"]) == int(env.observe(asked)["action_mask"].sum())
    with pytest.raises(ValueError, match="action mask"):
        env.step(aec.ACTIONS - 1)


def test_a_long_list_turns_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aec, "ACTIONS", 4)
    env = aec.env("demigods", players=2, turns=1)
    env.reset(seed=1)
    while len(env._offered) <= 4:
        env.step(0)
    many, given = len(env._offered), env.answers
    known = [env.infos[env.agent_selection]["labels"]]
    while len(known) < -(-many // 3):
        env.step(3)
        known.append(env.infos[env.agent_selection]["labels"])
    assert sum(map(len, known)) == many
    assert env.answers == given
    env.step(0)
    assert env.answers == given + 1


def test_the_rules_need_neither_pettingzoo_nor_numpy() -> None:
    code = (
        "import sys, theomachy, theomachy.play; sys.exit(bool({'numpy', 'pettingzoo', 'gymnasium'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
