"""The board of the Elementals: pairs that exclude each other, shards, and what holds in every game."""

from __future__ import annotations

import random

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.rules.config import MOVE
from theomachy.games.heroes.rules.state import State

FACTIONS = {"factions": ["elementals", "gremlins"]}
SHARDS = ("blue", "amber", "green", "grey", "gold", "purple", "white")
SYSTEM = Heroes.build(players=["Kate", "James"], options=FACTIONS)


def in_force(s: State) -> set[str]:
    """The powers of Kate that work."""
    return {power.name for seat, power in s.key.pairs if seat == 0}


@pytest.mark.rule("HE-ELE-005")
@pytest.mark.parametrize("shard", SHARDS)
def test_each_shard_brings_its_own_power_and_no_other(shard: str) -> None:
    built = {"Flying Carpet": 1, "Guiding Thread": 1, "Invisibility Hat": 1, "Green Terraces": 1, "Burning Palace": 1}
    without = in_force(SYSTEM.arrange({"sheet": {"Kate": {"built": built}}}))
    with_it = in_force(SYSTEM.arrange({"sheet": {"Kate": {"built": built, "ticks": shard}}}))
    assert with_it - without == {f"{shard.capitalize()} Shard"}
    assert without <= with_it


@pytest.mark.rule("HE-ELE-005")
def test_there_are_seven_shards_and_each_names_its_event() -> None:
    facts = SYSTEM.config.facts
    assert SYSTEM.config.factions[0].ticks == SHARDS
    assert set(facts.names("faction.elementals.shards")) == set(SHARDS)
    events = [facts[f"faction.elementals.shards.{shard}.event"] for shard in SHARDS]
    assert len(set(events)) == 7
    place = int(events[-1].split()[1])
    assert place == len(SYSTEM.config.monsters) - 1, "the second last monster of the line"


@pytest.mark.rule("HE-ELE-028", "HE-ELE-019", "HE-ELE-021", "HE-ELE-023")
def test_the_structures_and_units_that_the_text_tells() -> None:
    faction = SYSTEM.config.factions[0]
    blocks = {block.name: block for block in faction.blocks}
    homes = {unit.name: faction.blocks[unit.home].name for unit in faction.units}
    assert homes == {
        "Tur": "Green Terraces",
        "Zephyra": "Floating Towers",
        "Jazeer": "Burning Palace",
        "Maya": "Crystal Halls",
    }
    told = {"Flying Carpet": (1, 4), "Invisibility Hat": (2, 7), "Distorting Mirror": (1, 8)}
    assert {name: (blocks[name].vp[0], sum(blocks[name].cost)) for name in told} == told
    assert sorted(blocks["Distorting Mirror"].cost) == [0, 4, 4]
    assert {"Magic Lamp", "Guiding Thread", "Bottomless Bag", "Sands of Time"} <= set(blocks)


@pytest.mark.rule("HE-ELE-002", "HE-ELE-003")
def test_each_of_a_pair_crosses_out_the_other() -> None:
    faction = SYSTEM.config.factions[0]
    keys = [block.key for block in faction.blocks]
    pairs = {(block.key, keys[block.excludes]) for block in faction.blocks if block.excludes >= 0}
    assert pairs == {(b, a) for a, b in pairs}
    assert len(pairs) == 4


@pytest.mark.rule("HE-ELE-001", "HE-ELE-007", "HE-ELE-021", "HE-ELE-024")
@pytest.mark.parametrize("seed", list(range(6)))
def test_what_holds_of_elementals_in_every_game(seed: int) -> None:
    """One kind of each pair, the amber shard with its artefact alone, no copy of what one owns, one Hat a round."""
    game = Heroes.build(options={"factions": ["elementals", "cultists", "mechanisms"], "rounds": 16})
    position, rng, alone = Position(game, game.start()), random.Random(seed), dict[int, int]()
    built = set[str]()
    while (decision := position.decision) is not None:
        s = position.state
        sheet = s.sheets[0]
        for first, second in ((0, 1), (2, 3)):
            assert not (sheet.army[first] and sheet.army[second])
        assert s.ticked(0, "amber") == s.in_force(0, 4), "Odmoor is the fifth artefact"
        assert not any(owner == 0 and sheet.copies >> artefact & 1 for artefact, owner in enumerate(s.held))
        if s.alone:
            alone.setdefault(s.round, s.action)
            assert alone[s.round] == s.action
            assert s.numbers[s.action] == 0
            assert s.level == (2 if s.ticked(0, "purple") else 1) or s.action == MOVE
        built |= {block.key for block, n in zip(s.faction(0).blocks, sheet.built, strict=True) if n}
        position.play(rng.choice(decision.options))
    assert built
