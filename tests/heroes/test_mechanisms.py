"""The board of the Mechanisms: what its blocks tell, and what holds in every game."""

from __future__ import annotations

import random
from itertools import product

import pytest

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.powers.mechanisms import SERVERS, mountains, step_price, way_to
from theomachy.games.heroes.rules.maps import IRON
from theomachy.games.heroes.rules.score import total
from theomachy.games.heroes.rules.state import State

FACTIONS = {"factions": ["mechanisms", "gremlins"]}
TWO = "two_resources_a_step"


def stand(built: dict[str, int], rulings: dict[str, str] | None = None, overlay: object = None) -> State:
    """A position with these structures."""
    game = Heroes.build(players=["Emma", "James"], options=FACTIONS, rulings=rulings, overlay=overlay)  # type: ignore[arg-type]
    return game.arrange({"sheet": {"Emma": {"built": built}}})


@pytest.mark.rule("HE-MEC-005")
@pytest.mark.parametrize("level", list(SERVERS))
def test_the_block_of_a_server_tells_all_that_it_must(level: int) -> None:
    s = stand({})
    at = f"faction.mechanisms.structures.server_{level}"
    block = next(b for b in s.faction(0).blocks if b.key == f"server_{level}")
    assert (block.level, block.kind, block.times, block.requires) == (level, "server", 1, ())
    assert block.vp[0] > 0
    assert sum(block.cost) > 0
    assert block.cost[IRON] == 0
    assert s.config.fact(f"{at}.basic")
    assert s.config.fact(f"{at}.basic") != block.text
    assert s.config.fact(f"{at}.step_price.any") > 0


@pytest.mark.rule("HE-MEC-004")
@pytest.mark.parametrize(("start", "end"), list(product(SERVERS, SERVERS)))
def test_each_step_is_paid(start: int, end: int) -> None:
    assert way_to(stand({"Proxy Server": 1}), 0, start, end) == abs(start - end)
    assert way_to(stand({}), 0, start, end) == (0 if start == end else -1)


@pytest.mark.rule("HE-MEC-005")
@pytest.mark.parametrize("level", list(SERVERS))
def test_by_a_ruling_the_proxy_server_changes_the_printed_price(level: int) -> None:
    ruling = {"server_change_without_proxy": TWO}
    assert step_price(stand({}, ruling), 0, level) == 2
    assert step_price(stand({"Proxy Server": 1}, ruling), 0, level) == 1
    assert step_price(stand({}), 0, level) == 0


@pytest.mark.rule("HE-MEC-016", "HE-MEC-017")
def test_five_mountains_are_one_full_three() -> None:
    s = stand({"Pneumatic Tubes": 1}, overlay={"region": {"lox": {"terrain": "lake"}}})
    assert mountains(s, 0) == 5
    assert total(s, 0) == 1 + 1


@pytest.mark.rule("HE-MEC-023")
def test_the_structures_and_units_that_the_text_tells() -> None:
    faction = stand({}).faction(0)
    homes = {unit.name: faction.blocks[unit.home].name for unit in faction.units}
    assert homes == {"Core": "Capsule", "Crusher": "Bunker", "Colossus": "Warehouse"}
    assert {"Pneumatic Tubes", "Radar", "Technology Park", "Proxy Server"} <= {b.name for b in faction.blocks}
    warehouse = next(b for b in faction.blocks if b.name == "Warehouse")
    assert (max(warehouse.cost), sum(warehouse.cost), warehouse.vp) == (7, 7, (4,))
    tubes = next(b for b in faction.blocks if b.name == "Pneumatic Tubes")
    assert (sorted(tubes.cost), tubes.vp) == ([0, 3, 6], (1,))


def test_why_not_reads_the_blocks_of_who_asks_though_it_is_another_turn() -> None:
    """The Mechanisms have more blocks than the Gremlins, whose turn it is, and other names for them."""
    game = Heroes.build(players=["Emma", "James"], options=FACTIONS)
    said = {"action": "building", "level": 1, "waits": "James", "sheet": {"James": {"stock": {"wood": 3, "gold": 3}}}}
    table = Game(game, Position(game, game.arrange(said)), seed=1)
    assert table.position.decision is not None
    assert table.position.decision.player == 1
    why = table.why_not("build Archive Server", "Emma")
    assert "HE-BLD-001" in {verdict.rule for verdict in why.faults}, "it is not her turn"
    assert not table.why_not("recruit Colossus", "Emma").legal
    assert table.why_not("build Slums", "James").legal


@pytest.mark.rule("HE-MEC-001", "HE-MEC-010", "HE-MEC-018")
@pytest.mark.parametrize("seed", list(range(4)))
def test_mechanisms_never_own_iron(seed: int) -> None:
    """Whatever happens: gathering, regions, monsters, fortresses, rewards, early harvests, the bonus of an empire."""
    options = {"factions": ["mechanisms", "halflings", "demons", "gremlins"], "rounds": 8}
    game = Heroes.build(options=options)
    position, rng, cores = Position(game, game.start()), random.Random(seed), False
    while (decision := position.decision) is not None:
        sheet = position.state.sheets[0]
        assert sheet.stock[IRON] == 0
        assert sheet.reached[IRON] == 0
        cores = cores or sheet.army[0] > 3
        position.play(rng.choice(decision.options))
    assert cores, "some iron has come, as Cores"
