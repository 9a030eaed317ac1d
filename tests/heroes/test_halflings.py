"""The Halflings: what no scenario can say."""

from __future__ import annotations

import pytest

import theomachy as th
from tests.heroes.ways import trips
from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.rules import score

SYSTEM = Heroes.build(players=["Hal", "Emma"], options={"factions": ["halflings", "gremlins"]})


@pytest.mark.rule("HE-HAL-001")
def test_where_one_stands_and_the_empire_are_two_things():
    s = SYSTEM.arrange({"sheet": {"Hal": {"region": "Yreel", "layers": {"empire": "Harrax, Lox"}}}})
    names = s.config.map.names
    assert names[s.sheets[0].region] == "Yreel"
    assert not s.layer(0, "empire") >> s.sheets[0].region & 1
    (zone,) = (zone for zone in SYSTEM.table(s, 1).zones if zone.name == "Empire of the Halflings")
    assert {names[region] for region in zone.areas} == {"Harrax", "Lox"}, "opponents see it as well"


@pytest.mark.rule("HE-HAL-016", "HE-SCO-002")
@pytest.mark.parametrize(("regions", "vp"), [(0, 0), (1, 1), (2, 2), (5, 7), (10, 16), (12, 16)])
def test_the_empire_scores_in_a_box_of_its_own(regions: int, vp: int):
    s = SYSTEM.arrange({"sheet": {"Hal": {"region": "Yreel"}}})
    plain = [i for i, region in enumerate(s.config.map.regions) if region.strategic < 0 and s.config.map.open >> i & 1]
    four = Heroes.build(options={"factions": ["halflings", "gremlins", "demons", "mechanisms"]})
    if regions > len(plain):
        s = four.arrange({})
        plain = [i for i, region in enumerate(s.config.map.regions) if region.strategic < 0]
    for region in plain[:regions]:
        s.draw(0, "empire", region)
    assert score.boxes(s, 0)["empire"] == vp
    assert "empire" not in score.boxes(s, 1), "nobody else has such a box"
    assert sum(score.boxes(s, 0).values()) == score.total(s, 0)


@pytest.mark.rule("HE-HAL-014")
def test_no_terrain_is_dearer_than_another():
    s = SYSTEM.arrange({"action": "movement", "level": 1, "sheet": {"Hal": {"region": "Suleen"}}})
    assert {trip.cost for region, trip in trips(s, 0).items() if len(trip.path) == 1} == {2}


@pytest.mark.rule("HE-HAL-017", "HE-HAL-019")
def test_six_structures_of_three_levels_at_one_price_each():
    blocks = SYSTEM.config.factions[0].blocks
    assert len(blocks) == 6
    assert all(block.times == 3 for block in blocks)
    assert all(list(block.vp) == sorted(block.vp) for block in blocks), "a higher level scores no less"
    assert [block.stands for block in blocks] == [1, 0, 0, 0, 0, 0], "the Small School stands from the start"


@pytest.mark.rule("HE-HAL-004", "HE-HAL-005", "HE-HAL-006")
def test_the_block_of_strategic_regions_holds_twelve_of_three_terrains():
    config = SYSTEM.config
    found = {region.slug: region.strategic for region in config.map.regions if region.strategic >= 0}
    assert set(found) == set(config.names("faction.halflings.strategic"))
    assert sorted(list(found.values()).count(terrain) for terrain in set(found.values())) == [4, 4, 4]


@pytest.mark.rule("HE-HAL-007", "HE-HAL-009")
def test_the_sheet_shows_the_block_and_which_bonus_of_opponents_works():
    s = SYSTEM.arrange({"sheet": {"Hal": {"region": "Yreel", "layers": {"empire": "Harrax, Lox, Asander"}}}})
    (sheet,) = (paper for paper in SYSTEM.table(s).papers if paper.seat == 0)
    rows = {row.name: row for group in sheet.groups for row in group.rows}
    mountains, forests = rows["Strategic mountains"], rows["Strategic forests"]
    assert [(box.name, box.mark) for box in mountains.boxes] == [
        ("Harrax", "tick"), ("Lox", "tick"), ("Tog' Eed", ""), ("Vurt", ""),
    ]  # fmt: skip
    assert mountains.boxes[1].brings == "2 Gladiators"
    assert mountains.note.startswith("At work")
    assert not forests.note.startswith("At work")


@pytest.mark.rule("HE-HAL-007")
def test_a_region_for_the_empire_tells_its_bonus():
    stock = {"wood": 3, "iron": 1, "gold": 3}
    setup = {"action": "building", "level": 1}
    sheet = {"Hal": {"region": "Yreel", "stock": stock, "layers": {"empire": "Harrax"}}}
    p = Position(SYSTEM, SYSTEM.arrange({**setup, "sheet": sheet}))
    p.play(("build", 1))
    decision, names = p.decision, SYSTEM.config.map.names
    assert decision is not None
    assert SYSTEM.detail(p.state, decision, names.index("Lox")) == ("strategic mountain: 2 Gladiators", "")
    assert SYSTEM.detail(p.state, decision, names.index("Kosleen")) == ("", "")


@pytest.mark.rule("HE-HAL-026")
def test_what_a_second_fight_brings_is_told():
    hal = {"region": "Suleen", "points": 1, "built": {"Colosseum": 1}, "layers": {"empire": "Asander, Folen"}}
    hal["monsters"] = {"power 2": "beaten", "power 3": "beaten"}
    p = Position(SYSTEM, SYSTEM.arrange({"action": "movement", "stage": "combat", "sheet": {"Hal": hal}}))
    decision = p.decision
    assert decision is not None
    told = SYSTEM.detail(p.state, decision, ("fight again", 1))
    assert told == ("brings no resources; 1 point to pass those before it", "1 VP more")


@pytest.mark.rule("HE-BLD-004")
@pytest.mark.parametrize(("who", "block"), [("Emma", "Gang Hall"), ("Hal", "Bath House"), ("Hal", "Colosseum")])
def test_why_not_reads_the_names_of_ones_own_board(who: str, block: str):
    game = th.new("heroes", players=["Hal", "Emma"], factions=["halflings", "gremlins"], seed=3)
    why = game.why_not(f"build {block}", who)
    assert not why.legal
    assert f"{block} can still be built" in [verdict.text for verdict in why.verdicts]


@pytest.mark.rule("HE-HAL-017")
def test_the_building_zone_has_room_for_its_words():
    (sheet,) = (paper for paper in SYSTEM.table(SYSTEM.start()).papers if paper.seat == 0)
    zone = next(group for group in sheet.groups if group.name == "Structures")
    assert zone.columns == 3
    assert len({block.cell for block in zone.blocks}) == 6, "two rows of three"
