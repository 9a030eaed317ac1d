"""The map, the boards and the numbers are lost. What the text still tells of them is held here, hint by hint.

Line numbers in the names of data files' sources are those of the rulebook's text. Where a value is ours, the hint only
narrows it; a change of the data that contradicts the text breaks a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, pairwise
from typing import Any

import pytest

from theomachy.engine.masks import bits
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.rules.config import SHORTS, Block, Config, Faction, Unit
from theomachy.games.heroes.rules.maps import FOREST, LAKE, MEADOW, MOUNTAIN, RESOURCES, Corner, Fort

SLUGS = ("gremlins", "mechanisms", "elementals", "demons", "halflings", "cultists")
TABLES = (2, 3, 4)
ROWS = ["paskaar", "vurt", "dortal", "folen", "odmoor", "togeed"]
TOLD = (
    "Asander,Brynnlore,Cerness,Dortal,Esmore,Folen,Glennfore,Harrax,Ikara,Jorveld,Kosleen,Lox,Morreed,Nikleen,Odmoor,"
    "Paskaar,Rolgoy,Suleen,Tog' Eed,Ugmat,Vurt,Wirs,Yreel,Zasker,Zoro"
).split(",")
STRATEGIC = {
    MOUNTAIN: "harrax lox vurt togeed".split(),
    FOREST: "asander folen odmoor wirs".split(),
    MEADOW: "esmore nikleen paskaar yreel".split(),
}


@cache
def game(players: int = 4) -> Heroes:
    """The house data as a game of so many players reads them."""
    return Heroes.build(options={"factions": list(SLUGS[:players])})


@cache
def board(slug: str) -> Faction:
    """A faction board."""
    other = next(name for name in SLUGS if name != slug)
    return Heroes.build(options={"factions": [slug, other]}).config.factions[0]


def config(players: int = 4) -> Config:
    return game(players).config


def fact(key: str) -> Any:
    return game().facts[key]


def source(key: str) -> str:
    return game().facts.fact(key).source


def at(slug: str) -> int:
    return next(i for i, region in enumerate(config().map.regions) if region.slug == slug)


def slugs(mask: int) -> set[str]:
    return {config().map.regions[i].slug for i in bits(mask)}


def holding(kind: str, players: int = 4) -> set[str]:
    map_ = config(players).map
    return {map_.regions[i].slug for i in bits(map_.open) if map_.regions[i].object == kind}


def near(slug: str, players: int = 4) -> set[str]:
    map_ = config(players).map
    return {map_.regions[i].slug for i in map_.near[at(slug)]}


def fort(slug: str) -> Fort:
    found = config().map.regions[at(slug)].fort
    assert found is not None
    return found


def block(faction: str, key: str) -> Block:
    return next(found for found in board(faction).blocks if found.key == key)


def unit(faction: str, key: str) -> Unit:
    return next(found for found in board(faction).units if found.key == key)


def names(things: Iterable[Block | Unit]) -> set[str]:
    return {thing.name for thing in things}


def power(faction: str, army: dict[str, int]) -> int:
    return sum(n * unit(faction, key).power for key, n in army.items())


def entry(faction: str, slug: str) -> int:
    return board(faction).moves[config().map.regions[at(slug)].terrain]


def costs(faction: str, start: str, players: int) -> dict[str, int]:
    """The fewest points to each region on a bare board."""
    map_, best, queue = config(players).map, {at(start): 0}, [(0, at(start))]
    while queue:
        cost, here = heappop(queue)
        if cost > best[here]:
            continue
        there = set(map_.near[here]) | (set(bits(map_.portals)) if map_.portals >> here & 1 else set())
        for to in there - {here}:
            total = cost + board(faction).moves[map_.regions[to].terrain]
            if total < best.get(to, 99):
                best[to] = total
                heappush(queue, (total, to))
    return {map_.regions[i].slug: cost for i, cost in best.items()}


def connected(regions: Iterable[int], players: int) -> bool:
    """Do they hang together by borders alone?"""
    left = set(regions)
    todo = [left.pop()]
    while todo:
        beside = set(config(players).map.near[todo.pop()]) & left
        left -= beside
        todo += beside
    return not left


def corners(*regions: str) -> list[Corner]:
    wanted = {at(slug) for slug in regions}
    return [corner for corner in config().map.corners if wanted <= set(corner.regions)]


# -- the map ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-CMP-007")
def test_there_are_27_regions_with_borders_both_ways() -> None:
    map_ = config().map
    assert len(map_.regions) == len({region.slug for region in map_.regions}) == 27
    for here, beside in enumerate(map_.near):
        assert beside
        assert here not in beside
        assert all(here in map_.near[there] for there in beside)


@pytest.mark.rule("HE-CMP-007", "HE-CMP-008")
def test_names_run_through_the_alphabet_in_reading_order() -> None:
    found = config().map.names
    assert list(found) == sorted(found)
    assert "".join(name[0] for name in found) == "ABCDEFGHIJKLMNOPQRSTUVWXYZZ"
    for upper, lower in pairwise(ROWS_OF_MAP):
        assert max(_label(slug)[1] for slug in upper) < min(_label(slug)[1] for slug in lower)
    for row in ROWS_OF_MAP:
        assert [_label(slug)[0] for slug in row] == sorted(_label(slug)[0] for slug in row)


def _label(slug: str) -> tuple[float, float]:
    x, y = fact(f"drawing.{slug}.label")
    return x, y


def _rows() -> list[list[str]]:
    """The rows of the map: a new one begins where the next name stands farther left."""
    rows: list[list[str]] = []
    for region in config().map.regions:
        if not rows or _label(region.slug)[0] < _label(rows[-1][-1])[0]:
            rows.append([])
        rows[-1].append(region.slug)
    return rows


ROWS_OF_MAP = _rows()


@pytest.mark.rule("HE-CMP-008")
def test_25_names_are_told_and_two_are_ours() -> None:
    found = config().map
    assert len(TOLD) == 25
    ours = {region.name for region in found.regions if source(f"region.{region.slug}.name") == "house"}
    assert set(found.names) - set(TOLD) == ours == {"Quennor", "Xandrel"}


@pytest.mark.rule("HE-CMP-007", "HE-CMP-009")
def test_drawn_borders_are_the_borders_of_play() -> None:
    edges: dict[frozenset[tuple[float, float]], set[int]] = {}
    for i, region in enumerate(config().map.regions):
        ring = [tuple(point) for point in fact(f"drawing.{region.slug}.outline")]
        for edge in zip(ring, ring[1:] + ring[:1], strict=True):
            edges.setdefault(frozenset(edge), set()).add(i)
    assert all(len(owners) <= 2 for owners in edges.values())
    drawn = {tuple(sorted(owners)) for owners in edges.values() if len(owners) == 2}
    assert drawn == {(i, j) for i, beside in enumerate(config().map.near) for j in beside if i < j}


BORDERS = [
    ("asander", "brynnlore"), ("brynnlore", "esmore"), ("kosleen", "harrax"), ("kosleen", "jorveld"),
    ("kosleen", "paskaar"), ("odmoor", "rolgoy"), ("rolgoy", "vurt"), ("jorveld", "odmoor"), ("odmoor", "paskaar"),
    ("jorveld", "paskaar"),
]  # fmt: skip


@pytest.mark.rule("HE-CMP-009")
@pytest.mark.parametrize(("one", "other"), BORDERS)
def test_borders_that_the_text_tells(one: str, other: str) -> None:
    assert other in near(one)


@pytest.mark.rule("HE-CMP-009")
@pytest.mark.parametrize(
    ("one", "other"), [("asander", "esmore"), ("odmoor", "vurt"), ("kosleen", "yreel"), ("paskaar", "vurt")]
)
def test_pairs_that_cannot_border(one: str, other: str) -> None:
    assert other not in near(one)


@pytest.mark.rule("HE-CMP-009", "HE-GRE-004", "HE-GRE-002")
def test_jorveld_odmoor_and_paskaar_meet_in_one_point() -> None:
    (corner,) = corners("jorveld", "odmoor", "paskaar")
    assert len(corner.regions) == 3


@pytest.mark.rule("HE-CMP-009", "HE-GRE-011")
def test_three_taverns_can_stand_in_kosleen_and_six_regions_with_paskaar_in_one_of_them() -> None:
    sets = [set(corner.regions) for corner in corners("kosleen")]
    assert any(
        len(a | b | c) == 6 and [at("paskaar") in x for x in (a, b, c)].count(True) == 1
        for a, b, c in combinations(sets, 3)
    )


@pytest.mark.rule("HE-CMP-010")
@pytest.mark.parametrize(
    ("terrain", "regions"),
    [(MOUNTAIN, "harrax lox rolgoy togeed vurt"), (FOREST, "asander folen odmoor wirs"),
     (MEADOW, "esmore nikleen paskaar yreel"), (MOUNTAIN, "brynnlore")],
)  # fmt: skip
def test_terrains_that_are_told_or_follow(terrain: int, regions: str) -> None:
    assert {config().map.regions[at(slug)].terrain for slug in regions.split()} == {terrain}


@pytest.mark.rule("HE-CMP-010")
def test_all_four_terrains_are_there_and_ours_are_marked() -> None:
    assert {region.terrain for region in config().map.regions} == {FOREST, LAKE, MEADOW, MOUNTAIN}
    told = {r.slug for r in config().map.regions if source(f"region.{r.slug}.terrain") == "rulebook"}
    assert {"harrax", "lox", "rolgoy", "togeed", "vurt"} <= told
    assert "brynnlore" not in told  # it follows from an example alone


@pytest.mark.rule("HE-CMP-007", "HE-SET-003", "HE-SET-004", "HE-SET-005")
@pytest.mark.parametrize(("players", "n"), [(2, 21), (3, 24), (4, 27)])
def test_dots_close_regions_and_the_rest_hangs_together(players: int, n: int) -> None:
    map_ = config(players).map
    assert map_.open.bit_count() == n
    closed = {i for i in range(27) if not map_.open >> i & 1}
    four, three = {"cerness", "glennfore", "zoro"}, {"ikara", "morreed", "zasker"}
    assert {map_.regions[i].slug for i in closed} == {2: four | three, 3: four, 4: set()}[players]
    assert connected(bits(map_.open), players)
    assert all(not map_.near[i] for i in closed)


# -- what lies on it --------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-CMP-011", "HE-ART-001")
def test_artefacts_lie_in_six_regions() -> None:
    assert holding("artefact") == set(ROWS)
    assert [config().map.regions[i].slug for i in config().map.artefacts] == ROWS
    assert all([row.key for row in board(slug).artefacts] == ROWS for slug in SLUGS)


@pytest.mark.rule("HE-CMP-011", "HE-SET-008")
def test_portals_stand_in_harrax_and_yreel_not_in_kosleen_and_one_is_spare() -> None:
    assert {"harrax", "yreel"} <= holding("portal")
    assert "kosleen" not in holding("portal")
    for players in TABLES:
        assert len(holding("portal", players)) > players
        assert {config().map.regions[i].slug for i in bits(config(players).map.portals)} == holding("portal", players)


@pytest.mark.rule("HE-CMP-011", "HE-FRT-005")
def test_fortresses_that_are_told() -> None:
    assert {"brynnlore", "ikara", "kosleen", "wirs", "zoro"} <= holding("fortress")
    assert sorted(fort("kosleen").gains) == [0, 4, 4]
    assert sum(fort(slug).vp for slug in ("brynnlore", "ikara", "zoro")) == 10


@pytest.mark.rule("HE-FRT-005", "HE-FRT-004")
def test_the_sample_fortress_is_that_of_kosleen() -> None:
    assert (fort("kosleen").gains, fort("kosleen").vp) == ((4, 4, 0), 5)


@pytest.mark.rule("HE-CMP-011", "HE-CUL-025")
def test_foundations_that_are_told_and_citadels_in_their_place() -> None:
    assert {"asander", "esmore", "jorveld", "ugmat"} <= holding("foundation")
    citadels = {r.slug: r.citadel for r in config().map.regions if r.citadel is not None}
    assert set(citadels) <= holding("foundation")
    assert {slug for slug, citadel in citadels.items() if citadel.enslavable} == {"asander", "ugmat"}
    assert len(citadels) > 2
    assert holding("foundation", 2) - set(citadels)


@pytest.mark.rule("HE-CMP-011")
def test_resources_that_are_told() -> None:
    assert config().map.regions[at("asander")].gains == (1, 1, 0)
    assert config().map.regions[at("esmore")].gains == (2, 0, 0)
    assert all(1 <= sum(region.gains) <= 3 for region in config().map.regions)


@pytest.mark.rule("HE-CMP-011", "HE-SET-009")
def test_all_portal_regions_are_worth_the_same() -> None:
    assert {sum(config().map.regions[at(slug)].gains) for slug in holding("portal")} == {3}


@pytest.mark.rule("HE-CMP-011")
def test_strategic_regions_are_three_rows_of_four() -> None:
    for terrain, row in STRATEGIC.items():
        assert {r.slug for r in config().map.regions if r.strategic == terrain} == set(row)


@pytest.mark.rule("HE-FRT-003", "HE-CUL-027", "HE-FRT-005")
def test_every_fortress_and_citadel_is_worth_storming_and_costs_4_to_restore() -> None:
    found = [f for region in config().map.regions for f in (region.fort, region.citadel) if f is not None]
    assert found
    for each in found:
        assert min(each.power, each.vp, sum(each.gains)) > 0
        assert each.restore == 4


# -- ways over the map ------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-MOV-014", "HE-MOV-013")
def test_movement_costs_that_are_told() -> None:
    assert sorted(board("mechanisms").moves) == [1, 2, 2, 3]
    assert (entry("mechanisms", "brynnlore"), entry("mechanisms", "esmore")) == (1, 2)
    assert board("elementals").moves[MOUNTAIN] == 2
    assert board("halflings").moves == (2, 2, 2, 2)
    assert (fact("faction.halflings.empire.inside"), fact("faction.halflings.empire.outside")) == (1, 2)
    assert all(source(f"faction.mechanisms.movement.{t}") == "house" for t in ("forest", "lake", "meadow", "mountain"))


@pytest.mark.rule("HE-MOV-014")
def test_in_the_order_of_the_terrain_list_the_row_of_the_mechanisms_would_not_fit() -> None:
    listed = dict(zip((FOREST, LAKE, MEADOW, MOUNTAIN), (2, 2, 1, 3), strict=True))
    regions = config().map.regions
    assert [listed[regions[at(slug)].terrain] for slug in ("brynnlore", "esmore")] != [1, 2]


@pytest.mark.rule("HE-MOV-016", "HE-MOV-014")
def test_emma_has_no_cheaper_way_to_esmore() -> None:
    assert costs("mechanisms", "asander", 4)["esmore"] == 3
    assert fact("faction.mechanisms.structures.radar.figures.buy_move.pay.wood") == 2
    assert fact("faction.mechanisms.structures.radar.figures.buy_move.gain") == 1


@pytest.mark.rule("HE-PRT-002", "HE-MOV-014")
def test_the_portal_is_the_cheapest_way_to_yreel() -> None:
    assert (entry("mechanisms", "harrax"), entry("mechanisms", "yreel")) == (1, 2)
    assert costs("mechanisms", "kosleen", 4)["yreel"] == 3


@pytest.mark.rule("HE-ELE-020", "HE-CMP-009")
def test_only_rolgoy_lies_between_odmoor_and_vurt() -> None:
    assert near("odmoor") & near("vurt") == {"rolgoy"}
    assert costs("elementals", "odmoor", 4)["vurt"] == 4
    carpet = fact("faction.elementals.structures.flying_carpet.figures.first_step_cost.to")
    assert carpet + entry("elementals", "vurt") == 3


@pytest.mark.rule("HE-DEM-007")
def test_the_rune_of_jorveld_reaches_kosleen() -> None:
    assert "jorveld" in near("kosleen")
    assert "jorveld" in holding("foundation")


@pytest.mark.rule("HE-MOV-002", "HE-CMP-007")
@pytest.mark.parametrize("faction", SLUGS)
@pytest.mark.parametrize("players", TABLES)
def test_every_start_reaches_everything_and_no_artefact_is_far(faction: str, players: int) -> None:
    for start in holding("portal", players):
        found = costs(faction, start, players)
        assert len(found) == config(players).map.open.bit_count()
        assert max(found[slug] for slug in ROWS) <= 9
        assert sum(0 < cost <= 4 for cost in found.values()) >= 5


@pytest.mark.rule("HE-GRE-003")
@pytest.mark.parametrize(("players", "least"), [(2, 12), (3, 15)])
def test_taverns_have_places_enough_without_closed_regions(players: int, least: int) -> None:
    map_ = config(players).map
    assert len(map_.corners) >= least
    assert all(map_.open >> region & 1 for corner in map_.corners for region in corner.regions)


# -- monsters and the stock -------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-MON-007", "HE-SCO-004")
def test_monsters_begin_as_told_and_end_with_80() -> None:
    line = config().monsters
    powers, vp = [m.power for m in line], [m.vp for m in line]
    assert powers[:5] == [2, 3, 5, 8, 13]
    assert powers[-1] == 80
    assert powers == sorted(set(powers))
    assert vp == sorted(vp)
    assert sum(vp[:5]) == 8


@pytest.mark.rule("HE-MON-007", "HE-CUL-016")
def test_the_last_monster_alone_cannot_be_enslaved() -> None:
    *others, last = config().monsters
    assert not last.symbols
    assert not last.restore
    assert all(monster.symbols and monster.restore for monster in others)


@pytest.mark.rule("HE-RND-001", "HE-BLD-002")
def test_sixteen_rounds_and_four_levels() -> None:
    assert config().rounds == fact("rounds.count") == 16
    assert fact("foundation.levels") == [1, 2, 3, 4]


@pytest.mark.rule("HE-GTH-002", "HE-GTH-004", "HE-MEC-018", "HE-MEC-019")
@pytest.mark.parametrize("faction", SLUGS)
def test_stock_values(faction: str) -> None:
    found, special = board(faction), faction == "mechanisms"
    assert found.thresholds == (14, 22, 30)
    assert found.stock_vp == ((3, 3, 4) if special else (2, 2, 3))
    assert [RESOURCES[kind] for kind in found.keeps] == (["wood", "gold"] if special else list(RESOURCES))


# -- artefacts --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-ART-002", "HE-ART-003", "HE-ART-004", "HE-ART-005", "HE-ART-006", "HE-ART-007")
@pytest.mark.parametrize("faction", SLUGS)
def test_conditions_of_the_table(faction: str) -> None:
    found = {
        row.key: (row.condition, row.pay if row.condition == "pay" else row.amount) for row in board(faction).artefacts
    }
    foundations = {"halflings": ("empire_foundations", 4), "cultists": ("foundations", 3)}
    assert found == {
        "paskaar": ("pay", (12, 0, 0)),
        "vurt": ("pay", (7, 0, 7) if faction == "mechanisms" else (0, 12, 0)),
        "dortal": ("pay", (0, 0, 12)),
        "folen": foundations.get(faction, ("foundations", 4)),
        "odmoor": ("enslaved", 5) if faction == "cultists" else ("victories", 5),
        "togeed": {"halflings": ("empire_mountains", 4), "mechanisms": ("mountains_visited", 5)}.get(
            faction, ("mountains_visited", 4)
        ),
    }


@pytest.mark.rule("HE-ART-005", "HE-ART-006", "HE-ART-007")
def test_two_players_can_meet_all_conditions() -> None:
    map_ = config(2).map
    open_ = [map_.regions[i] for i in bits(map_.open)]
    assert sum(region.terrain == MOUNTAIN for region in open_) >= 5
    foundations = [region for region in open_ if region.object == "foundation"]
    assert len(foundations) >= 5  # four runes and one to seal
    assert sum(region.citadel is None for region in foundations) >= 3
    assert len(config().monsters) - 1 + len(holding("fortress", 2)) >= 5


@pytest.mark.rule("HE-CUL-013", "HE-CUL-023", "HE-CUL-031")
def test_every_symbol_stands_in_a_sacrifice_row_and_odmoor_cannot_be_enslaved() -> None:
    rows = "faction.cultists.sacrifice"
    have = {
        fact(f"{rows}.{kind}.{box}.name")
        for kind in RESOURCES for box in game().facts.names(f"{rows}.{kind}")
        if fact(f"{rows}.{kind}.{box}.kind") == "symbol"
    }  # fmt: skip
    asked = {symbol for monster in config().monsters for symbol in monster.symbols}
    asked |= {s for r in config().map.regions for f in (r.fort, r.citadel) if f for s in f.symbols}
    asked |= {symbol for row in board("cultists").artefacts for symbol in row.symbols}
    assert asked <= have
    assert len(have) == 9
    assert [row.key for row in board("cultists").artefacts if not row.symbols] == ["odmoor"]


# -- boards -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-CMP-004")
def test_each_board_has_a_difficulty_and_all_three_are_used() -> None:
    found = {slug: board(slug).difficulty for slug in SLUGS}
    assert set(found.values()) == {1, 2, 3}
    assert found["gremlins"] == 1
    assert found["halflings"] == found["cultists"] == 3


@pytest.mark.rule("HE-SET-002")
@pytest.mark.parametrize("faction", SLUGS)
def test_the_lowest_block_holds_the_first_units(faction: str) -> None:
    kind, n = board(faction).start
    assert kind == 0
    assert n > 0
    assert faction != "gremlins" or (board(faction).units[0].name, n) == ("Goon", 3)


NAMED = [
    ("gremlins", "HE-GRE-017",
     "Slums|Market|Business Plan|Powder Kegs|Junk Shop|Kvass Brewery|Gambling Club|Pawnshop", "Goon|Tapster|Flyer"),
    ("mechanisms", "HE-MEC-023",
     "Capsule|Radar|Proxy Server|Bunker|Technology Park|Pneumatic Tubes|Warehouse", "Core|Crusher|Colossus"),
    ("elementals", "HE-ELE-028",
     "Magic Lamp|Sands of Time|Crystal Halls|Burning Palace|Green Terraces|Floating Towers|Bottomless Bag|"
     "Guiding Thread|Invisibility Hat|Flying Carpet|Distorting Mirror", "Tur|Zephyra|Jazeer|Maya"),
    ("demons", "HE-DEM-022",
     "Purgatory|Bones|Sins|Flesh|Summoning Circle|Hell's Kitchen|Seal|Contract", "Imp|Succubus|Butcher"),
    ("halflings", "HE-HAL-001",
     "Small School|Bath House|Conscription|Colosseum|Aqueduct|Military Camp", "Gladiator|Legionnaire"),
    ("cultists", "HE-CUL-032", "Sanctuary|The Coming|The Lord's Breath|Creed", "Pilgrim|Prophet"),
]  # fmt: skip


@pytest.mark.rule("HE-BLD-016")
@pytest.mark.parametrize(("faction", "rule", "structures", "units"), NAMED)
def test_structures_and_units_that_the_text_names(
    faction: str, rule: str, structures: str, units: str, proves: Callable[..., None]
) -> None:
    proves(rule)
    assert set(structures.split("|")) <= names(board(faction).blocks)
    assert set(units.split("|")) == names(board(faction).units)


@pytest.mark.rule("HE-BLD-005", "HE-BLD-014", "HE-BLD-016")
@pytest.mark.parametrize("faction", SLUGS)
def test_every_block_is_whole_and_arrows_lead_upwards(faction: str) -> None:
    found = board(faction)
    assert len({(b.kind == "server", b.level, b.column) for b in found.blocks}) == len(found.blocks)
    for each in found.blocks:
        assert each.name
        assert each.text
        assert 1 <= each.level <= 4
        assert all(found.blocks[other].level < each.level for other in each.requires)
        assert list(each.vp) == sorted(each.vp)
        assert any(each.cost)
    for kind, each_unit in enumerate(found.units):
        assert each_unit.power > 0
        assert found.blocks[each_unit.home].unit == kind
    assert sorted(b.unit for b in found.blocks if b.unit >= 0) == list(range(len(found.units)))


@pytest.mark.rule("HE-BLD-016")
def test_every_value_has_a_source_and_told_ones_name_lines() -> None:
    found = list(game().facts)
    assert len(found) > 1_000
    assert {each.source for each in found} == {"rulebook", "house"}
    assert all(each.where for each in found)
    assert sum(each.source == "rulebook" for each in found) > 100


@pytest.mark.rule("HE-BLD-009", "HE-BLD-003", "HE-GRE-017")
def test_arrows_of_the_gremlins() -> None:
    blocks = board("gremlins").blocks
    requires = {b.key: {blocks[other].key for other in b.requires} for b in blocks}
    assert requires["junk_shop"] == {"market"}
    assert requires["gambling_club"] == {"junk_shop"}
    assert requires["pawnshop"] == {"junk_shop", "powder_kegs"}
    assert "business_plan" in requires["kvass_brewery"]
    assert not requires["business_plan"]


@pytest.mark.rule("HE-BLD-010", "HE-GRE-011")
def test_the_business_plan_is_paid_out_of_2_iron_and_2_gold_and_begins_without_points() -> None:
    plan = block("gremlins", "business_plan")
    wood, iron, gold = plan.cost
    assert (wood, plan.level, plan.vp) == (0, 1, (0,))
    assert max(iron, gold) <= 2


@pytest.mark.rule("HE-BLD-015", "HE-CBT-005", "HE-MON-006", "HE-GRE-017")
def test_goons_and_tapsters_of_the_examples() -> None:
    goon = unit("gremlins", "goon")
    assert (goon.power, goon.cost, board("gremlins").blocks[goon.home].key) == (1, (0, 0, 2), "slums")
    assert power("gremlins", {"tapster": 2, "goon": 4}) == 12
    assert power("gremlins", {"tapster": 1, "goon": 3}) == 7
    kegs = "faction.gremlins.structures.powder_kegs.figures.buy_power"
    assert (fact(f"{kegs}.pay.wood"), fact(f"{kegs}.gain")) == (1, 1)


@pytest.mark.rule("HE-GRE-001", "HE-GRE-006", "HE-GRE-007", "HE-GRE-012")
def test_numbers_of_taverns_and_the_market() -> None:
    tavern = "faction.gremlins.tavern"
    assert sum(fact(f"{tavern}.price.{kind}") for kind in RESOURCES) == 3
    assert [fact(f"{tavern}.{name}") for name in ("per_round", "loss", "vp_per_fill")] == [1, 2, 1]
    assert fact("faction.gremlins.structures.market.figures.gather_plus.amount") == 1


@pytest.mark.rule("HE-PVP-014", "HE-BLD-007")
def test_five_changed_cores_beat_two_tapsters_by_2() -> None:
    cores = fact("faction.mechanisms.structures.charging_post.figures.unit_power.to")
    assert 5 * cores - power("gremlins", {"tapster": 2}) == 2
    assert unit("mechanisms", "core").power != cores


@pytest.mark.rule("HE-MEC-023", "HE-MEC-015", "HE-MEC-016")
def test_homes_and_blocks_of_the_mechanisms() -> None:
    found = board("mechanisms")
    homes = [found.blocks[unit("mechanisms", key).home].key for key in ("colossus", "crusher", "core")]
    assert homes == ["warehouse", "bunker", "capsule"]
    warehouse, tubes = block("mechanisms", "warehouse"), block("mechanisms", "pneumatic_tubes")
    assert (warehouse.vp, sorted(warehouse.cost)) == ((4,), [0, 0, 7])
    assert (tubes.vp, sorted(tubes.cost)) == ((1,), [0, 3, 6])
    assert fact("faction.mechanisms.structures.pneumatic_tubes.figures.vp_each.per") == 3


@pytest.mark.rule("HE-MEC-002", "HE-MEC-005", "HE-MEC-001")
def test_four_servers_and_no_iron_for_mechanisms() -> None:
    servers = [b for b in board("mechanisms").blocks if b.kind == "server"]
    assert [b.level for b in servers] == [1, 2, 3, 4]
    assert all(fact(f"faction.mechanisms.structures.{b.key}.basic") != b.text for b in servers)
    assert not any(thing.cost[1] for thing in (*board("mechanisms").blocks, *board("mechanisms").units))


@pytest.mark.rule("HE-ELE-001", "HE-ELE-002", "HE-ELE-003")
def test_two_pairs_of_units_exclude_each_other() -> None:
    blocks = board("elementals").blocks
    pairs = {(b.key, blocks[b.excludes].key) for b in blocks if b.excludes >= 0}
    palace, terraces = ("burning_palace", "crystal_halls"), ("green_terraces", "floating_towers")
    assert pairs == {palace, palace[::-1], terraces, terraces[::-1]}


@pytest.mark.rule("HE-ELE-005", "HE-ELE-012")
def test_seven_shards_and_how_they_are_won() -> None:
    shards = "faction.elementals.shards"
    events = {colour: fact(f"{shards}.{colour}.event") for colour in game().facts.names(shards)}
    assert len(events) == 7
    assert events["blue"] == "structure magic_lamp"
    assert events["purple"] == "fortress wirs"
    assert events["white"] == f"monster {len(config().monsters) - 1}"
    assert set(events.values()) >= {"artefact odmoor", "stock wood 14", "stock iron 14", "fortress brynnlore"}


@pytest.mark.rule("HE-ELE-028", "HE-ELE-016")
def test_blocks_of_the_elementals_that_are_told() -> None:
    told = {"flying_carpet": (1, [0, 0, 4]), "invisibility_hat": (2, [0, 0, 7]), "distorting_mirror": (1, [0, 4, 4])}
    for key, (vp, cost) in told.items():
        assert (block("elementals", key).vp, sorted(block("elementals", key).cost)) == ((vp,), cost)
    maya = "faction.elementals.units.maya.figures.raise_power"
    most, step = fact(f"{maya}.max"), fact(f"{maya}.amount")
    assert most == 14
    assert (most - unit("elementals", "maya").power) % step == 0


@pytest.mark.rule("HE-ELE-010", "HE-ELE-011", "HE-ELE-007", "HE-ELE-015")
def test_what_shards_change() -> None:
    shards = "faction.elementals.shards"
    assert fact(f"{shards}.gold.figures.special.to") == 1
    assert fact(f"{shards}.purple.figures.special.level") == 2
    assert fact(f"{shards}.amber.figures.special.vp") == 2
    assert sum(fort("kosleen").gains) == 8  # of which ten Zephyras get no more


@pytest.mark.rule("HE-DEM-001")
def test_four_runic_structures() -> None:
    assert [b.key for b in board("demons").blocks if b.kind == "runic"] == ["purgatory", "bones", "sins", "flesh"]


@pytest.mark.rule("HE-DEM-013", "HE-DEM-012")
def test_two_succubi_leave_two_to_pay_for_purgatory() -> None:
    cost = block("demons", "purgatory").cost
    assert cost[2] == 1
    assert sorted(cost) == [1, 1, 2]
    assert sum(cost) - 2 * fact("faction.demons.units.succubus.figures.special.amount") == 2


@pytest.mark.rule("HE-DEM-014", "HE-DEM-011")
def test_butchers_cost_6_or_7_and_imps_are_never_hired() -> None:
    option = "faction.demons.units.butcher.figures.unit_price_option.price"
    assert unit("demons", "butcher").cost == (0, 0, 6)
    assert sum(fact(f"{option}.{kind}") for kind in RESOURCES) == 7
    assert not any(unit("demons", "imp").cost)


@pytest.mark.rule("HE-DEM-015", "HE-DEM-016")
def test_prices_of_seal_and_contract() -> None:
    assert fact("faction.demons.structures.seal.figures.special.price.gold") == 3
    assert sum(fact(f"faction.demons.structures.contract.figures.special.price.{kind}") for kind in RESOURCES) == 2
    lent = [row for row in board("demons").artefacts if row.key in ("folen", "odmoor", "togeed")]
    assert all(row.lasting for row in lent)


@pytest.mark.rule("HE-SCO-004", "HE-DEM-021")
def test_structures_of_demons_can_make_26_points_with_some_of_sins() -> None:
    blocks = board("demons").blocks
    printed = sum(b.vp[0] for b in blocks)
    throne = "faction.demons.structures.black_throne.figures.vp_each"
    per, vp = fact(f"{throne}.per"), fact(f"{throne}.vp")
    runes = range(4, len(holding("foundation")) - 1)  # one for each runic structure; two bear a level
    assert any(0 < 26 - printed - n // per * vp <= 8 for n in runes)
    assert {2, 3} <= {b.level for b in blocks if b.kind == "structure"}
    assert sum((2 + 3, 2 + 2 + 2, 10 + 8, 26, 0)) == 55


@pytest.mark.rule("HE-HAL-004", "HE-HAL-005", "HE-HAL-006")
def test_bonuses_of_strategic_regions() -> None:
    rows = "faction.halflings.strategic"
    assert game().facts.names(rows) == [slug for row in STRATEGIC.values() for slug in row]
    for slug in game().facts.names(rows):
        kind, n = fact(f"{rows}.{slug}.kind"), fact(f"{rows}.{slug}.amount")
        if slug in ("vurt", "folen", "paskaar"):
            assert (kind, n) == ("power", 1)
        elif slug in ("lox", "odmoor", "yreel"):
            assert (kind, n) == ("gladiators", 2)
        else:
            got = n if kind == "vp" else sum(fact(f"{rows}.{slug}.resources.{each}") for each in RESOURCES)
            assert got == 2
    assert [slug for slug in game().facts.names(rows) if fact(f"{rows}.{slug}.kind") == "vp"] == [
        "togeed", "wirs", "nikleen",
    ]  # fmt: skip


@pytest.mark.rule("HE-HAL-009")
def test_opponents_need_two_regions_of_a_row() -> None:
    rows = "faction.halflings.opponents"
    assert game().facts.names(rows) == ["mountain", "forest", "meadow"]
    assert all(fact(f"{rows}.{row}.needs") == 2 for row in game().facts.names(rows))


@pytest.mark.rule("HE-HAL-017", "HE-HAL-020", "HE-HAL-024", "HE-HAL-028", "HE-HAL-029", "HE-HAL-030")
def test_structures_of_halflings_have_three_levels() -> None:
    assert len(board("halflings").blocks) == 6
    assert all(b.times == 3 for b in board("halflings").blocks)
    told = {"colosseum": (2, 3, 2), "aqueduct": (3, 2, 2), "military_camp": (2, 2, 3)}
    assert {key: block("halflings", key).cost for key in told} == told
    by_level = {b.key: fact(f"faction.halflings.structures.{b.key}.by_level") for b in board("halflings").blocks}
    assert by_level["small_school"] == [4, 3, 2]
    assert unit("halflings", "gladiator").cost == (0, 0, 4)
    assert by_level["military_camp"] == [6, 8, 10]
    assert unit("halflings", "legionnaire").power == 6
    assert by_level["aqueduct"] == [0, 1, 2]
    assert by_level["colosseum"] == [1, 2, 3]


@pytest.mark.rule("HE-HAL-022", "HE-HAL-023", "HE-HAL-021")
def test_seven_regions_make_the_conscription_of_the_example() -> None:
    low, middle, high = fact("faction.halflings.structures.conscription.by_level")
    assert 3 + 2 * (7 // middle) == 5
    assert low > middle > high
    empire = [at(slug) for slug in "paskaar suleen odmoor kosleen jorveld lox quennor".split()]
    assert connected(empire, 4)
    assert at("esmore") not in empire
    assert block("halflings", "bath_house").vp[0] == 0


@pytest.mark.rule("HE-HAL-003", "HE-HAL-032")
@pytest.mark.parametrize("players", TABLES)
def test_an_empire_can_grow_to_four_mountains_and_four_foundations(players: int) -> None:
    map_ = config(players).map
    assert connected(bits(map_.open), players)
    for kind in (lambda r: r.terrain == MOUNTAIN, lambda r: r.object == "foundation"):
        assert sum(kind(map_.regions[i]) for i in bits(map_.open)) >= 4


@pytest.mark.rule("HE-CUL-001", "HE-CUL-007", "HE-CUL-009", "HE-CUL-010", "HE-CUL-011", "HE-CUL-012")
def test_sacrifice_rows() -> None:
    rows = "faction.cultists.sacrifice"
    assert fact(f"{rows}.boxes_per_row") == 14
    kinds, points, fives = set[str](), set[int](), set[str]()
    for kind in RESOURCES:
        boxes = game().facts.names(f"{rows}.{kind}")
        assert len(boxes) == 10
        assert all(1 <= int(box) <= 14 for box in boxes)
        for box in boxes:
            sort = fact(f"{rows}.{kind}.{box}.kind")
            kinds.add(sort)
            if sort == "vp":
                points.add(fact(f"{rows}.{kind}.{box}.amount"))
            if sort == "resources":
                fives |= {each for each in RESOURCES if fact(f"{rows}.{kind}.{box}.amount.{each}") == 5}
    assert kinds == {"pilgrim", "portal", "vp", "resources", "symbol"}
    assert points == {1, 2}
    assert fives == set(RESOURCES)


@pytest.mark.rule("HE-CUL-003", "HE-CUL-004", "HE-CUL-008")
def test_prices_of_marks_and_the_four_bonuses_of_greg() -> None:
    rows = "faction.cultists.sacrifice"
    assert fact(f"{rows}.mark_prices") == [1, 3, 6, 10, 15, 21, 28, 35]
    assert fact(f"{rows}.most_per_row_and_round") == 8
    iron, gold = ({int(box) for box in game().facts.names(f"{rows}.{kind}")} for kind in ("iron", "gold"))
    assert len(iron & {3, 4, 5}) + len(gold & {2, 3}) == 4


@pytest.mark.rule("HE-CUL-002", "HE-CUL-005", "HE-CUL-028", "HE-CUL-032")
def test_red_squares_stand_in_the_prices_of_cultists() -> None:
    for each in board("cultists").blocks:
        assert 1 <= len(each.marks) <= 2
        assert all(each.cost[kind] for kind in each.marks)
    coming = block("cultists", "the_coming")
    assert [RESOURCES[kind] for kind in coming.marks] == ["iron", "gold"]
    assert (coming.vp, sorted(coming.cost)) == ((1,), [2, 4, 4])


@pytest.mark.rule("HE-CUL-022", "HE-MOV-015", "HE-CUL-030")
def test_prophets_the_sanctuary_and_the_monster_of_13() -> None:
    assert power("cultists", {"prophet": 3}) + 13 == 22
    assert 13 in [monster.power for monster in config().monsters]
    assert fact("faction.cultists.structures.sanctuary.figures.move_cost.to") != board("cultists").moves[MEADOW]


def test_a_contradiction_of_the_text_would_be_noticed() -> None:
    """The checks above read the data: a told number changed by an overlay is another number."""
    changed = Heroes.build(players=2, overlay={"monster": {"5": {"power": 14}}, "rounds": {"count": 12}})
    assert changed.config.rounds == 12
    assert [m.power for m in changed.config.monsters][:5] == [2, 3, 5, 8, 14]
    assert changed.facts.fact("monster.5.power").source == "overlay"


def test_what_is_ours_is_gathered_from_the_data_files_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet asks it of each of its boxes."""
    config = Heroes.build(players=4).config
    facts, walked = list(config.facts), list[int]()
    monkeypatch.setattr(type(config.facts), "__iter__", lambda _: (walked.append(1), iter(facts))[1])
    tables = sorted({fact.key.rpartition(".")[0] for fact in facts})[::12]
    ours = [fact.key for fact in facts if fact.source == "house" and fact.key.rpartition(".")[2] not in SHORTS]
    said = {key: config.house(key) for key in tables}
    assert said == {key: any(each.startswith(f"{key}.") for each in ours) for key in tables}
    assert set(said.values()) == {True, False}
    assert len(walked) == 1
