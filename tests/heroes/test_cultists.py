"""The Cultists: what no scenario can say."""

from __future__ import annotations

import pytest

from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.powers.cultists import mark_price
from theomachy.games.heroes.rules import score
from theomachy.games.heroes.rules.maps import RESOURCES

SYSTEM = Heroes.build(players=["Greg", "Emma"], options={"factions": ["cultists", "gremlins"]})
BLOCK = "faction.cultists.sacrifice"


@pytest.mark.rule("HE-CUL-001", "HE-CUL-007")
@pytest.mark.parametrize("kind", RESOURCES)
def test_a_row_has_fourteen_boxes_and_ten_bonuses(kind: str):
    config = SYSTEM.config
    boxes = [int(box) for box in config.names(f"{BLOCK}.{kind}")]
    assert len(boxes) == 10
    assert set(boxes) <= set(range(1, config.fact(f"{BLOCK}.boxes_per_row") + 1))
    assert next(c.most for c in config.factions[0].counters if c.key == f"{kind} marks") == 14


@pytest.mark.rule("HE-CUL-001", "HE-CUL-029")
def test_the_sheet_shows_the_rows_with_what_each_box_brings():
    s = SYSTEM.arrange({"sheet": {"Greg": {"counters": {"Marks of iron": 3}}}})
    (sheet,) = (paper for paper in SYSTEM.table(s).papers if paper.seat == 0)
    rows = {row.name: row.boxes for group in sheet.groups for row in group.rows}
    assert [box.mark for box in rows["Marks of iron"]] == ["tick"] * 3 + [""] * 11
    assert rows["Marks of wood"][8].brings == "5 gold"
    assert [box.name for box in rows["Marks of wood"][:6]] == ["1", "Pilgrim", "thorn", "4", "Pilgrim", "1 VP"]
    assert {sum(bool(box.brings) for box in rows[f"Marks of {kind}"]) for kind in RESOURCES} == {10}
    free = next(block for group in sheet.aside for block in group.blocks if block.name == "Paskaar")
    assert (free.price, free.note) == ((), "no condition")
    asks = {row.name: row.text for row in SYSTEM.table(s, 0).conditions if row.seat == 0}
    assert asks["Artefact of Odmoor"] == "5 enslaved"
    assert "Artefact of Paskaar" not in asks, "progress is shown for deeds; what is free or paid stands on the sheet"


@pytest.mark.rule("HE-CUL-003")
def test_prices_of_marks():
    s = SYSTEM.start()
    assert [mark_price(s, n) for n in range(1, 9)] == [1, 3, 6, 10, 15, 21, 28, 35]


@pytest.mark.rule("HE-CUL-011", "HE-SCO-002")
def test_marks_score_in_a_box_of_their_own():
    marks = {"Marks of wood": 14, "Marks of iron": 14, "Marks of gold": 14}
    s = SYSTEM.arrange({"sheet": {"Greg": {"counters": marks}}})
    assert score.boxes(s, 0)["marks"] == 12, "1, 1 and 2 in each row"
    assert "marks" not in score.boxes(s, 1)


@pytest.mark.rule("HE-CUL-032")
def test_the_structures_and_units_that_the_text_tells():
    board = SYSTEM.config.factions[0]
    names = {block.name for block in board.blocks}
    assert {"Sanctuary", "Creed", "The Lord's Breath", "The Coming"} <= names
    assert {unit.name: unit.power for unit in board.units} == {"Pilgrim": 1, "Prophet": 3}


@pytest.mark.rule("HE-CUL-013", "HE-CUL-014")
def test_every_symbol_that_something_shows_stands_above_a_box():
    config = SYSTEM.config
    rows = [f"{BLOCK}.{kind}.{box}" for kind in RESOURCES for box in config.names(f"{BLOCK}.{kind}")]
    have = {config.fact(f"{key}.name") for key in rows if config.fact(f"{key}.kind") == "symbol"}
    forts = [fort for region in config.map.regions for fort in (region.fort, region.citadel) if fort is not None]
    asked = [*config.monsters, *forts, *config.factions[0].artefacts]
    assert {symbol for thing in asked for symbol in thing.symbols} == have
    assert all(bool(thing.symbols) == (thing.need in ("one", "all")) for thing in asked)


@pytest.mark.rule("HE-CUL-025")
def test_two_citadels_can_be_enslaved():
    regions = SYSTEM.config.map.regions
    assert {r.name for r in regions if r.citadel is not None and r.citadel.enslavable} == {"Asander", "Ugmat"}
    assert all(r.object == "foundation" for r in regions if r.citadel is not None)


@pytest.mark.rule("HE-CUL-024")
def test_an_enslaved_artefact_has_an_owner():
    s = SYSTEM.start()
    s.chained = 1
    assert any("nobody has it" in what for rule, what, _ in SYSTEM.violations(s) if rule == "HE-CUL-024")


@pytest.mark.rule("HE-CUL-027")
def test_what_restoring_costs_is_told():
    setup = {"action": "building", "level": 4}
    greg = {"stock": {"wood": 9}, "built": {"Creed": 1}, "monsters": {"power 13": "spent", "power 2": "spent"}}
    p = Position(SYSTEM, SYSTEM.arrange({**setup, "sheet": {"Greg": greg}}))
    decision = p.decision
    assert decision is not None
    assert decision.what == "restore a slave"
    assert SYSTEM.detail(p.state, decision, ("monster", 4)) == ("costs 7 resources of any kinds", "7")


@pytest.mark.rule("HE-CUL-019")
def test_what_enslaving_brings_is_told():
    greg = {"region": "Wirs", "points": 1, "built": {"Hall of Chains": 1}, "counters": {"Marks of gold": 3}}
    p = Position(SYSTEM, SYSTEM.arrange({"action": "movement", "stage": "combat", "sheet": {"Greg": greg}}))
    decision = p.decision
    assert decision is not None
    told = SYSTEM.detail(p.state, decision, ("enslave", 1))
    assert told == ("fights for you, and brings nothing; 1 point to skip those before it", "power 4")
    assert SYSTEM.detail(p.state, decision, ("enslave the fortress",))[1] == "power 9"
