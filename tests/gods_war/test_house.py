"""The printed map, sheets and cards are lost. What the text still tells of them is held here, hint by hint.

Line numbers are those of the rulebook's text. Where a value is ours the hint only narrows it; a change of the data that
contradicts the text breaks a test.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from theomachy.engine.reference import rulings
from theomachy.engine.reference.facts import Facts
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.games.gods_war import GodsWar, powers

DATA = Path("rules/theomachy/games/gods_war/data")
CORE_MAPS, LARGE = ("3p", "4p_a", "4p_b", "5p"), ("6p", "7p_a", "7p_b", "8p")
MAPS = (*CORE_MAPS, *LARGE)
EMPIRES = ("chaos", "darkness", "sky", "storm")
SEAS = {"brown_sea", "neliomi_sea", "sea_of_fog", "togaro_ocean"}
DOME, HELL = {"heavens", "moon"}, {"inner_hell", "outer_hell"}
THIRDS = {"pole_star", "wonderhome"}  # with six players and more
LANDS = set(
    "altinela brithos seshnela luathela jrustela umathela elf_jungle enmal_mountains slon artmali_empire gates_of_dawn "
    "vithela kralorela teshnos teleos generts_garden".split()
)
every_map = pytest.mark.parametrize("key", MAPS)
western = pytest.mark.parametrize("key", ["4p_a", "5p", *LARGE])  # those with the 5-player face in the west, or more
every_empire = pytest.mark.parametrize("slug", EMPIRES)


@cache
def facts() -> Facts:
    return Facts.read(
        DATA / "core.toml", DATA / "runes.toml",
        *(DATA / "empires" / f"{slug}.toml" for slug in EMPIRES), *(DATA / "maps" / f"{key}.toml" for key in MAPS),
    )  # fmt: skip


def areas(key: str) -> list[str]:
    return facts().names(f"map.{key}.area")


def area(key: str, name: str) -> dict[str, Any]:
    return facts().table(f"map.{key}.area.{name}")


def near(key: str, name: str) -> set[str]:
    return set(area(key, name)["adjacent"])


def surface(key: str) -> list[str]:
    return [name for name in areas(key) if area(key, name)["board"] == "surface"]


def lands(key: str) -> set[str]:
    return {name for name in surface(key) if area(key, name)["kind"] == "land"}


def arrows(key: str) -> dict[frozenset[str], str]:
    at = f"map.{key}.arrow"
    return {frozenset(row["between"]): row["over"] for row in (facts().table(f"{at}.{a}") for a in facts().names(at))}


def places(key: str) -> dict[str, dict[str, Any]]:
    at = f"map.{key}.kylerela.place"
    return {place: facts().table(f"{at}.{place}") for place in facts().names(at)}


def inside(at: tuple[float, float], ring: list[list[float]]) -> bool:
    x, y = at
    crossings = 0
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        crossings += (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    return crossings % 2 == 1


# -- the maps ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-SET-005", "GW-SET-006", "GW-SET-007", "GW-SET-009")
def test_faces_fit_the_number_of_players() -> None:
    faces = {key: (facts()[f"map.{key}.players"], *facts()[f"map.{key}.faces"]) for key in MAPS}
    core = {"3p": (3, 3, 3), "4p_a": (4, 5, 3), "4p_b": (4, 3, 5), "5p": (5, 5, 5)}
    assert faces == core | {"6p": (6, 6, 6), "7p_a": (7, 8, 6), "7p_b": (7, 6, 8), "8p": (8, 8, 8)}
    for n in range(3, 9):
        assert all(facts()[f"map.{key}.players"] == n for key in facts()[f"boards.{n}.maps"])


@pytest.mark.rule("GW-SET-001")
def test_the_five_player_face_has_more_lands() -> None:
    count = {key: len(lands(key)) for key in MAPS}
    assert count["3p"] < count["4p_a"] == count["4p_b"] < count["5p"]
    assert lands("5p") == LANDS | {"spike"}
    assert not {"umathela", "elf_jungle", "teleos"} & lands("3p"), "cards ask for them to be on the map"


@pytest.mark.rule("GW-SET-009")
def test_the_eight_player_face_has_more_lands_and_none_is_missing() -> None:
    count = {key: len(lands(key)) for key in LARGE}
    assert count["6p"] < count["7p_a"] == count["7p_b"] < count["8p"]
    assert all(lands(key) > lands("5p") for key in LARGE), "no race and no Monster loses its place"


@pytest.mark.rule("GW-SET-006")
def test_the_two_arrangements_are_made_of_the_same_halves() -> None:
    half = {(key, name): area(key, name).get("half", "") for key in MAPS for name in surface(key)}

    def of(key: str, side: str) -> set[str]:
        return {name for (k, name), h in half.items() if k == key and h == side and name in lands(key)}

    assert of("4p_a", "west") == of("5p", "west")
    assert of("4p_a", "east") == of("3p", "east")
    assert of("4p_b", "west") == of("3p", "west")
    assert of("4p_b", "east") == of("5p", "east")
    assert of("7p_a", "west") == of("8p", "west")
    assert of("7p_a", "east") == of("6p", "east")
    assert of("7p_b", "west") == of("6p", "west")
    assert of("7p_b", "east") == of("8p", "east")


@every_map
@pytest.mark.rule("GW-MAP-002")
def test_a_name_with_sea_or_ocean_is_sea(key: str) -> None:
    for name in surface(key):
        row = area(key, name)
        assert (row["kind"] == "sea") == ("Sea" in row["name"] or "Ocean" in row["name"])


@every_map
@pytest.mark.rule("GW-MAP-030")
def test_the_spike_is_a_land_between_four_seas_below_the_dome(key: str) -> None:
    assert near(key, "spike") == SEAS == set(facts()[f"map.{key}.centre.seas"])
    assert area(key, "spike")["kind"] == "land"
    assert area(key, "spike")["sky_dome"]


@every_map
@pytest.mark.rule("GW-MAP-010", "GW-MAP-014")
def test_the_dome_has_two_areas_or_three(key: str) -> None:
    dome = DOME | (THIRDS & {"pole_star"} if key in LARGE else set())
    assert {name for name in areas(key) if area(key, name)["board"] == "sky_dome"} == dome
    assert all(near(key, name) == dome - {name} for name in dome)


@every_map
@pytest.mark.rule("GW-MAP-015", "GW-MAP-016")
def test_hell_has_two_areas_or_three(key: str) -> None:
    hell = HELL | (THIRDS & {"wonderhome"} if key in LARGE else set())
    assert {name for name in areas(key) if area(key, name)["board"] == "hell"} == hell
    assert all(near(key, name) == hell - {name} for name in hell)


@every_map
@pytest.mark.rule("GW-MAP-012", "GW-MAP-013")
def test_doors_to_the_dome_are_the_lands_of_the_northern_and_southern_rim(key: str) -> None:
    rim = {name for name in lands(key) if {"north", "south"} & set(area(key, name)["edges"])}
    assert {name for name in surface(key) if area(key, name)["sky_dome"]} == rim | {"spike"}
    assert {"enmal_mountains", "altinela"} <= rim  # lines 1347, 1541


@every_map
@pytest.mark.rule("GW-MAP-017", "GW-MAP-018")
def test_doors_to_hell_are_the_lands_of_the_western_rim(key: str) -> None:
    west = {name for name in lands(key) if "west" in area(key, name)["edges"]}
    assert {name for name in surface(key) if area(key, name)["to_hell"]} == west
    assert "brithos" in west
    assert facts().fact(f"map.{key}.area.brithos.to_hell").source == "rulebook"
    assert facts()["hell.far_door"] not in west


@every_map
@pytest.mark.rule("GW-MAP-024")
def test_the_way_out_of_hell_is_at_the_gates_of_dawn(key: str) -> None:
    assert [name for name in surface(key) if area(key, name)["from_hell"]] == ["gates_of_dawn"]
    assert not area(key, "gates_of_dawn")["to_hell"]


@every_map
@pytest.mark.rule("GW-MAP-027", "GW-MAP-029")
def test_seas_lead_to_hell_only_by_the_pool(key: str) -> None:
    for name in surface(key):
        assert area(key, name)["to_hell_with_pool"] == (name in SEAS)
        assert not (area(key, name)["to_hell"] and name in SEAS)


@every_map
@pytest.mark.rule("GW-MAP-004")
def test_borders_go_both_ways_and_are_drawn(key: str) -> None:
    outline = {name: {tuple(point) for point in area(key, name)["outline"]} for name in surface(key)}
    for name in areas(key):
        assert name not in near(key, name)
        assert all(name in near(key, other) for other in near(key, name))
    for one, other in combinations(surface(key), 2):
        shared = len(outline[one] & outline[other])
        assert (shared >= 2) == (other in near(key, one)), f"{one} and {other} share {shared} points"


@every_map
@pytest.mark.rule("GW-MOV-008", "GW-BEX-005", "GW-KYL-015")
def test_neighbours_of_the_examples(key: str) -> None:
    told = {(name, other) for name in surface(key) for other in area(key, name).get("told", ())}
    assert {"sea_of_fog", "generts_garden"} <= near(key, "teshnos")  # line 1315
    assert "generts_garden" in near(key, "altinela")  # line 1547
    assert {"sea_of_fog", "gates_of_dawn", "artmali_empire"} <= near(key, "togaro_ocean")  # lines 1421 to 1425
    assert all(other in near(key, name) for name, other in told)
    assert ("teshnos", "sea_of_fog") in told


@western
@pytest.mark.rule("GW-MAP-008", "GW-FAQ-017")
def test_neighbours_of_the_western_examples(key: str) -> None:
    assert arrows(key)[frozenset({"jrustela", "umathela"})] == "brown_sea"  # line 1339
    assert "umathela" not in near(key, "jrustela")
    assert "enmal_mountains" in near(key, "elf_jungle")  # line 2368
    assert near(key, "seshnela") & near(key, "luathela") & SEAS  # line 1407


@every_map
@pytest.mark.rule("GW-MAP-006")
def test_arrows_cross_one_sea_between_lands_without_a_border(key: str) -> None:
    for pair, over in arrows(key).items():
        one, other = pair
        assert pair <= lands(key)
        assert other not in near(key, one)
        assert over in near(key, one) & near(key, other)
    assert frozenset({"brithos", "jrustela"}) in arrows(key)  # line 1407
    crossings = [pair for pair, over in arrows(key).items() if over == "togaro_ocean"]
    assert crossings == [frozenset({"gates_of_dawn", "artmali_empire"})]  # line 1421


@every_map
def test_the_surface_hangs_together_without_the_spike(key: str) -> None:
    seen, todo = {"togaro_ocean"}, ["togaro_ocean"]
    while todo:
        fresh = near(key, todo.pop()) - seen - {"spike"}
        seen |= fresh
        todo += fresh
    assert seen == set(surface(key)) - {"spike"}


# -- Kylerela ---------------------------------------------------------------------------------------------------------
@every_map
@pytest.mark.rule("GW-KYL-009", "GW-KYL-012", "GW-KYL-013")
def test_the_island_lies_in_a_sea_with_up_to_two_docks(key: str) -> None:
    found = places(key)
    for place in found.values():
        assert place["sea"] in SEAS
        assert len(place["docks"]) <= 2
        assert all(dock in lands(key) and dock in near(key, place["sea"]) for dock in place["docks"])
    for sea in SEAS:
        assert {len(place["docks"]) for place in found.values() if place["sea"] == sea} == {0, 1, 2}


@every_map
@pytest.mark.rule("GW-KYL-008", "GW-KYL-013")
def test_docks_reach_what_they_touch(key: str) -> None:
    docks = facts()[f"map.{key}.kylerela.docks"]
    reach = facts()[f"map.{key}.kylerela.dock_reach"]
    for name, place in places(key).items():
        turn, (x, y) = math.radians(place["angle"]), place["at"]
        ends = [(x + dx * math.cos(turn), y + dx * math.sin(turn)) for dx, _ in docks]
        for land in lands(key) & near(key, place["sea"]):
            ring = area(key, land)["outline"]
            touches = any(inside(end, ring) or _distance(end, ring) <= reach for end in ends)
            assert touches == (land in place["docks"]), f"{name}: {land}"


def _distance(at: tuple[float, float], ring: list[list[float]]) -> float:
    best = math.inf
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        dx, dy = x2 - x1, y2 - y1
        along = max(0.0, min(1.0, ((at[0] - x1) * dx + (at[1] - y1) * dy) / (dx * dx + dy * dy or 1)))
        best = min(best, math.dist(at, (x1 + along * dx, y1 + along * dy)))
    return best


@every_map
@pytest.mark.rule("GW-KYL-011")
def test_the_island_may_dock_at_the_spike(key: str) -> None:
    assert any("spike" in place["docks"] for place in places(key).values())


@every_map
@pytest.mark.rule("GW-KYL-014")
def test_every_arrow_can_be_covered_with_and_without_docking(key: str) -> None:
    for arrow in facts().names(f"map.{key}.arrow"):
        covering = [place for place in places(key).values() if arrow in place["blocks"]]
        assert {bool(place["docks"]) for place in covering} == {True, False}


@every_map
@pytest.mark.rule("GW-SET-003", "GW-KYL-015")
def test_where_the_island_starts_and_where_the_example_has_it(key: str) -> None:
    start = places(key)[facts()[f"map.{key}.kylerela.start"]]
    assert start["sea"] == "togaro_ocean"
    assert not start["docks"]
    assert not start["blocks"]
    wanted = {"gates_of_dawn", "artmali_empire"}
    assert any(
        set(place["docks"]) == wanted and place["blocks"] == ["gates_of_dawn__artmali_empire"]
        for place in places(key).values()
    )


@pytest.mark.rule("GW-SET-008")
def test_the_picture_of_five_players() -> None:
    place = places("5p")[facts()["map.5p.kylerela.caption"]]
    assert set(place["docks"]) == {"seshnela", "luathela"}
    assert place["blocks"] == ["brithos__jrustela"]


# -- numbers that the text prints -------------------------------------------------------------------------------------
PRINTED = {
    "victory": {"start": 0, "goal": 35, "spike_at": 10, "compromise_at": 20, "per_building": 1, "per_full_fragment": 1},
    "power": {"blessing": 1, "per_type": 2, "per_fragment": 1, "minimum_of_leader": 2},  # half of the leader's
    "turn": {"power_for_an_action": 1},
    "price": {"move": 1, "battle": 1, "rebirth": 0},
    "rebirth": {"power": 4},
    "hell": {"vp_to_leave": 1, "far_door": "vithela"},
    "dice": {"kill": [6], "rout": [4, 5]},
    "rift": {
        "sacrifices": 1, "least_bid": 1, "most_bid": 6, "dice_per_empire": 1, "vp_for_the_least": 1,
        "uncontrolled_bid": 3,
    },
    "compromise": {"judge": 4, "next": 3, "step": 1, "judge_pays_one_of": 2},
}  # fmt: skip


@pytest.mark.rule("GW-RIF-004", "GW-RIF-006", "GW-RIF-010", "GW-GCO-006", "GW-VIC-001", "GW-MAP-025", "GW-SPC-004")
@pytest.mark.parametrize("name", PRINTED)
def test_the_core_has_the_printed_numbers(name: str) -> None:
    """Lines 1120, 1305, 1359 to 1363, 1431, 1472, 1555, 1571 to 1603, 1635 to 1639, 1659, 1677 to 1708, 1890, 1910."""
    assert facts().table(name) == PRINTED[name]
    assert all(facts().fact(f"{name}.{key}").source == "rulebook" for key in PRINTED[name])


@pytest.mark.rule("GW-CMP-011")
def test_tokens_of_runes_cost_nothing_and_are_three_of_a_kind() -> None:
    for key in ("monster", "dragon"):
        token = facts().table(f"neutral.units.{key}")
        assert (token["count"], token["cost"]) == (3, 0)  # lines 257, 266, 2450, 2462
        assert token["combat"] == token["in_hell"] > 0


# -- drawing ----------------------------------------------------------------------------------------------------------
@every_map
def test_pieces_stand_in_their_areas_and_apart(key: str) -> None:
    for name in areas(key):
        row = area(key, name)
        spots = [row["building_at"], row["nest_at"], *row["units_at"]]
        assert len(spots) == 8
        assert all(inside(tuple(spot), row["outline"]) for spot in [*spots, row["label_at"]]), name
        assert min(math.dist(a, b) for a, b in combinations(spots, 2)) >= 36, name


# -- the empires ------------------------------------------------------------------------------------------------------
FIGURES = {
    "chaos": {"broo": 6, "lady_of_disease": 1, "magna_mater": 1, "mad_god": 1},
    "darkness": {"troll": 4, "mistress": 1, "shade": 3, "hellmother": 1},
    "sky": {"archer": 4, "emperor": 1, "phoenix": 3, "sun_god": 1},
    "storm": {"barbarian": 4, "champion": 1, "stormbrother": 3, "thunder_king": 1},
}
GIFTS = {  # lines 1947 to 1952, 1976 to 1981, 2001 to 2006, 2030 to 2035
    "chaos": "blood_sacrifice catastrophe i_fought_we_won imbed oblivion unholy_trio",
    "darkness": "ancestor_worship black_market fear hunger psychopomp spectral_form",
    "sky": "arrogance call_to_justice noblesse_oblige shanasse solar_energy sunspear",
    "storm": "courage insurgency single_combat teleport weather_control whirlwind",
}
CLASSES = {"mortal minion", "mortal hero", "lesser god", "greater god"}


def rows(slug: str, kind: str) -> dict[str, dict[str, Any]]:
    at = f"empire.{slug}.{kind}"
    return {key: facts().table(f"{at}.{key}") for key in facts().names(at)}


@every_empire
@pytest.mark.rule("GW-CMP-001", "GW-CMP-002", "GW-CMP-003", "GW-CMP-004")
def test_figures_of_an_empire(slug: str) -> None:
    assert {key: row["count"] for key, row in rows(slug, "units").items()} == FIGURES[slug]


@every_empire
@pytest.mark.rule("GW-BAS-005")
def test_all_classes_but_for_chaos(slug: str) -> None:
    found = {row["kind"] for row in rows(slug, "units").values()}
    assert found == ({"mortal minion", "greater god"} if slug == "chaos" else CLASSES)


@every_empire
@pytest.mark.rule("GW-CMP-014", "GW-GAB-008", "GW-PWR-006")
def test_six_gifts_and_three_fragments_of_two_slots(slug: str) -> None:
    assert set(rows(slug, "gifts")) == set(GIFTS[slug].split())
    quests = rows(slug, "heroquests").values()
    assert [(row["fragment"], row["slot"]) for row in quests] == [(f, s) for f in (1, 2, 3) for s in (1, 2)]
    assert all(facts().fact(f"empire.{slug}.gifts.{gift}.name").source == "rulebook" for gift in rows(slug, "gifts"))


@every_empire
@pytest.mark.rule("GW-CMP-005", "GW-CMP-006", "GW-CMP-007", "GW-CHA-020", "GW-DAR-022")
def test_buildings_of_an_empire(slug: str) -> None:
    found = {
        key: (row["tokens"], row["cost"], row["kills"], row["routs"]) for key, row in rows(slug, "buildings").items()
    }
    if slug == "chaos":
        assert found == {"chaos_nest": (6, 1, 0, 0), "imbedded_chaos_nest": (6, 2, 1, 0)}
        assert {row["stock"] for row in rows(slug, "buildings").values()} == {"chaos_nest"}
        return
    castle = {"castle_of_lead": found.pop("castle_of_lead")} if slug == "darkness" else {}
    assert found == {"shrine": (6, 1, 0, 0), "temple": (3, 2, 0, 1), "ziggurat": (1, 3, 1, 0)}
    assert not castle or castle["castle_of_lead"][0] == 1


@every_empire
@pytest.mark.rule("GW-SET-014", "GW-SKY-001", "GW-DAR-001", "GW-CHA-001", "GW-STO-001")
def test_start_of_an_empire(slug: str) -> None:
    start = facts().table(f"empire.{slug}.start")
    assert start["power"] == 6
    assert start["first"] == (slug == "sky")
    assert start["never_first"] == (slug == "chaos")
    units = {key: (row["area"], row["count"]) for key, row in rows(slug, "start.units").items()}
    assert units == {"sky": {"sun_god": ("inner_hell", 1)}, "darkness": {"troll": ("outer_hell", 4)}}.get(slug, {})
    built = {key: row["area"] for key, row in rows(slug, "start.buildings").items()}
    assert built == {"sky": {"shrine": "spike"}, "storm": {"shrine": "choice"}}.get(slug, {})


@pytest.mark.rule("GW-DAR-011", "GW-DAR-009", "GW-DAR-010")
def test_only_the_hellmother_can_let_the_sun_god_out() -> None:
    strong = rows("sky", "units")["sun_god"]["in_hell"]
    for key, row in rows("darkness", "units").items():
        assert key == "hellmother" or row["in_hell"] <= strong  # line 1974


@pytest.mark.rule("GW-BEX-004", "GW-ROL-003")
def test_ratings_of_the_battle_example() -> None:
    storm, darkness = rows("storm", "units"), rows("darkness", "units")
    assert 2 * storm["barbarian"]["combat"] + storm["champion"]["combat"] == 4  # line 1468
    assert storm["stormbrother"]["combat"] == 1
    assert darkness["troll"]["combat"] == 1


@pytest.mark.rule("GW-CMP-009", "GW-RNC-022")
def test_fifty_runes_of_which_the_text_names_21() -> None:
    runes = {key: facts().table(f"rune.{key}") for key in facts().names("rune")}
    assert sum(row["copies"] for row in runes.values()) == facts()["runes.cards"] == 50
    assert sum(facts().fact(f"rune.{key}.name").source == "rulebook" for key in runes) == 21
    assert all((row["end"] == "printed") == (row["vp"] > 0) for row in runes.values())


# -- the whole --------------------------------------------------------------------------------------------------------
def test_every_item_names_a_rule_of_the_index() -> None:
    book = Rulebook.read(DATA.parent / "rulebook.toml")
    named = [fact.value for fact in facts() if fact.key.endswith(".rule")]
    assert named
    assert all(rule in book for rule in named)
    known = rulings.read(DATA / "rulings.toml")
    assert all(ruling.rule in book for ruling in known.values())
    assert {rule.ruling for rule in book if rule.ruling} == set(known)
    assert len(book) == 476


def test_every_item_of_another_box_names_a_rule_of_its_own_list() -> None:
    for slug in powers.MORE:
        folder = powers.HERE / slug
        book = Rulebook.read(folder / "rulebook.toml")
        named = [fact.value for fact in Facts.read(folder / "empire.toml") if fact.key.endswith(".rule")]
        assert named
        assert all(rule in book for rule in named)
        known, asked = rulings.read(folder / "rulings.toml"), {rule.id: rule.ruling for rule in book if rule.ruling}
        assert set(asked.values()) <= set(GodsWar.questions), "one of its own, or of a box that came before"
        assert all(ruling.rule in asked for ruling in known.values()), "of several about one rule it names the first"
        assert all(asked[ruling.rule] in known for ruling in known.values())


def test_a_short_text_names_figures_of_its_thing() -> None:
    for fact in facts():
        if fact.key.endswith(".short"):
            at = fact.key.removesuffix(".short")
            words = [part.split("}")[0] for part in fact.value.split("{")[1:]]
            known = {*facts().table(f"{at}.figures"), *facts().table(at)}
            assert set(words) <= known, fact.key
