"""What is in the box, who may play, and what an overlay of one's own changes."""

from typing import Any

import pytest

from tests.demigods.scenes import at, go, labels, on, scene
from theomachy.engine.errors import DataError, UnknownName
from theomachy.engine.runtime.position import Position
from theomachy.games.demigods import RULEBOOK, SYSTEM
from theomachy.games.demigods.rules.timings import VOCABULARY

NAMES = {
    "Earthquake", "Crumble", "Tidal Wave", "Volcanic Eruption", "Flood", "Alter Land", "Create Land", "Destroy Land",
    "Sacrifice", "Prophet", "Holy War", "Chasm", "Fire", "Famine", "Plague", "Fertility", "Monsters", "Blight",
    "Sanctuary", "Draught", "Godspeed", "Pestilence", "Ressurrection", "Abjuration", "Hurricane", "Repopulate",
}  # fmt: skip


@pytest.mark.rule("DG-CRD-001", "DG-GEN-004", "DG-SET-003")
def test_two_of_each_of_26_cards() -> None:
    system = SYSTEM.build()
    state = system.start()
    assert {card.name for card in system.cards} == NAMES
    assert state.deck == [2] * 26
    assert not any(state.discard)
    assert state.hands == [(), ()]
    assert all(card.text and card.icon and card.rule in RULEBOOK for card in system.cards)
    assert len({card.rule for card in system.cards}) == len({card.icon for card in system.cards}) == 26
    extra = state.copy()
    extra.deck[0] += 1
    assert system.violations(extra)[0][0] == "DG-CRD-001"


@pytest.mark.rule("DG-WLD-002", "DG-TER-001", "DG-TER-002", "DG-TER-003", "DG-TER-004", "DG-TER-005", "DG-TER-006")
def test_sixty_terrain_counters() -> None:
    system = SYSTEM.build()
    assert system.start().pile == [10, 10, 20, 5, 10, 5]
    assert system.limits[1:] == (10, 15, 20, 10, 10, 25)
    short = system.start()
    short.pile[2] -= 1
    assert system.violations(short)[0][0] == "DG-WLD-002"


@pytest.mark.rule("DG-GEN-003", "DG-WLD-001")
@pytest.mark.parametrize(("players", "hexes"), [(2, 100), (3, 144), (4, 144)])
def test_two_to_four_players(players: int, hexes: int) -> None:
    system = SYSTEM.build(players=players)
    assert (len(system.seats), system.grid.size) == (players, hexes)
    assert SYSTEM.build(players=players, options={"map": "12x12"}).grid.size == 144


@pytest.mark.rule("DG-GEN-003")
@pytest.mark.parametrize("players", [0, 1, 5, -2, ["Aglaia"], list("ABCDE")])
def test_other_numbers_are_refused(players: Any) -> None:
    with pytest.raises(UnknownName, match="2 to 4 players"):
        SYSTEM.build(players=players)


@pytest.mark.parametrize(
    ("second", "sentence"),
    [("Aglaia", "need names that differ"), ("aglaia!", "read alike"), (" ", "no letter or digit")],
)
def test_names_that_nobody_could_tell_apart_or_write_are_refused(second: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        SYSTEM.build(players=["Aglaia", second])


@pytest.mark.rule("DG-WLD-001")
def test_hexes_have_six_neighbours_and_touch_one_another() -> None:
    grid = SYSTEM.build().grid
    for h, near in enumerate(grid.near):
        assert 2 <= len(near) <= 6
        assert all(h in grid.near[other] and grid.distance(h, other) == 1 for other in near)
    assert sum(len(near) == 6 for near in grid.near) == 64


@pytest.mark.rule("DG-GEN-004")
def test_counters_never_run_out() -> None:
    """A hundred armies of one side: only the limits of the terrain bind."""
    counters = {name: f"Aglaia: {n} armies" for name, n in (("D4", 20), ("C4", 20), ("D3", 20), ("C3", 20), ("B3", 20))}
    game = scene({"phase": "Armies", "stacks": {**counters, "H9": "Bronteas: 20 armies"}})
    assert game.system.figures(game.state)[0]["armies"] == 100


@pytest.mark.rule("DG-TER-003", "DG-GRO-002")
def test_an_overlay_changes_a_limit_and_the_game_follows() -> None:
    setup = at("Miracles", {"D4": "Aglaia: 18 population"}, hands={"Aglaia": "Repopulate"})
    plain = go(scene(setup), "repopulate d4", "6")
    assert on(plain, "D4") == "Aglaia: 20 population"
    wide = go(scene(setup, overlay={"terrain": {"plains": {"limit": 23}}}), "repopulate d4", "6")
    assert on(wide, "D4") == "Aglaia: 23 population"
    assert wide.system.facts.fact("terrain.plains.limit").source == "overlay"


@pytest.mark.rule("DG-DRAW-003", "DG-WLD-007", "DG-SET-002", "DG-WLD-003")
def test_other_values_of_an_overlay() -> None:
    overlay = {"hand": {"limit": 2}, "world": {"redraws": 0, "reserve": 3}, "start": {"gap": 2}, "deck": {"copies": 3}}
    game = scene(at("Draw", {}, hands={"Aglaia": "Fire, Flood"}), overlay=overlay)
    go(game, "Plague")
    assert game.position.decision.what == "discard"
    assert sum(game.state.deck) == 75
    world = scene({}, overlay=overlay, world_first="first_seat")
    go(world, "plains")
    assert world.position.decision.what == "place terrain"
    near = scene(
        {"phase": "Settle", "stacks": {"C3": "Bronteas: 5 population"}, "start": {"Aglaia": 9}}, overlay=overlay
    )
    assert "D5" not in labels(near)
    assert "D6" in labels(near)


@pytest.mark.rule("DG-TMP-001")
@pytest.mark.parametrize("price", [4, 6])
def test_the_price_of_a_temple_is_data(price: int) -> None:
    counters = {"C4": f"Aglaia: {price} population", "D6": f"Aglaia: {price - 1} population"}
    game = scene(at("Temples", counters), overlay={"temple": {"population": price}})
    why = game.why_not("build D6")
    assert [(v.rule, v.fact) for v in why.verdicts if not v.holds] == [("DG-TMP-001", f"{price - 1} of {price}")]
    go(game, "build C4")
    assert on(game, "C4") == "Aglaia: 1 temple"
    assert SYSTEM.build().facts.fact("temple.population").source == "rulebook"


@pytest.mark.rule("DG-CRD-010")
def test_what_a_sacrifice_costs_and_brings_is_data() -> None:
    setup = at("Miracles", {"D4": "Aglaia: 5 population"}, hands={"Aglaia": "Sacrifice"})
    game = scene(setup, overlay={"cards": {"sacrifice_population": 4, "sacrifice_cards": 1}})
    go(game, "sacrifice", "D4", "D4", "D4", "D4", "Fire")
    assert on(game, "D4") == "Aglaia: 1 population"
    assert [game.system.cards[card].name for card in game.state.hands[0]] == ["Fire"]
    poor = scene(setup, overlay={"cards": {"sacrifice_population": 7}})  # one of the six stands in B3
    assert "6 of 7" in {v.fact for v in poor.why_not("sacrifice").verdicts if not v.holds}


@pytest.mark.rule("DG-CRD-022")
@pytest.mark.parametrize(("hexes", "ways"), [(1, 6), (2, 18)])
def test_how_far_godspeed_carries_is_data(hexes: int, ways: int) -> None:
    game = scene(
        at("Miracles", {"E5": "Aglaia: 5 population"}, hands={"Aglaia": "Godspeed"}),
        overlay={"cards": {"godspeed_hexes": hexes}},
    )
    grid = game.system.grid
    start = grid.names.index("E5")
    far = [n for h, n in enumerate(grid.names) if grid.distance(start, h) == hexes + 1 and game.state.terrain[h]]
    assert grid.around[start][hexes].bit_count() == 1 + ways
    why = game.why_not(f"godspeed E5 {far[0]}")
    assert "DG-CRD-022" in {v.rule for v in why.verdicts if not v.holds}
    assert f"distance {hexes + 1}, {hexes} at most" in {v.fact for v in why.verdicts}


@pytest.mark.rule("DG-SET-001")
def test_how_many_dice_a_population_begins_with_is_data() -> None:
    system = SYSTEM.build(overlay={"start": {"dice": 2}})
    position = Position(system, system.arrange({"phase": "Rolls"}))
    decision = position.decision
    assert decision is not None
    assert decision.dice is not None
    assert (decision.dice[1], min(decision.options), max(decision.options)) == (2, 2, 12)


@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        ({"terrain": {"plains": {"limt": 3}}}, "did you mean 'terrain.plains.limit'"),
        ({"terrain": {"plains": {"limit": "many"}}}, "must be a whole number from 1 to 99, not 'many'"),
        ({"terrain": {"plains": {"limit": 0}}}, "from 1 to 99"),
        ({"terrain": {"plains": {"counters": 3}}}, "2 players need 7 plains"),
        ({"terrain": {"plains": {"counters": 99}}}, "must be 1 to 99"),
        ({"temple": {"population": 0}}, "from 1 to 99"),
        ({"cards": {"godspeed_hexes": 6}}, "from 1 to 5"),
        ({"start": {"dice": 13}}, "from 1 to 12"),
        ({"sea": {}}, "unknown table"),
    ],
)
def test_a_wrong_overlay_is_refused(overlay: Any, words: str) -> None:
    with pytest.raises(DataError, match=words):
        SYSTEM.build(overlay=overlay)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"map": "9x9"}, "there is no map"), ({"mpa": "10x10"}, "did you mean 'map'"), ({"turns": True}, "whole number")],
)
def test_a_wrong_option_is_refused(options: Any, words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        SYSTEM.build(options=options)


@pytest.mark.rule("DG-TURN-001")
def test_the_seven_phases() -> None:
    assert SYSTEM.phases == ("Draw", "Temples", "Armies", "Growth", "Miracles", "Battle", "Movement")


def test_the_rule_index_has_99_rules_and_names_real_switches() -> None:
    assert len(RULEBOOK) == 99
    known = set(SYSTEM.build().rulings)
    for rule in RULEBOOK:
        assert {word.strip() for word in rule.ruling.split(",") if word.strip()} <= known
        assert rule.text.endswith(".")
        assert 20 < len(rule.text) < 600


def test_every_card_is_known_by_its_timings() -> None:
    assert {ability.name for ability in VOCABULARY.abilities} >= NAMES
