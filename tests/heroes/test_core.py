"""The core of Heroes where a scenario does not reach: counts, secrets, boards, and what people are told."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from tests.heroes.ways import trips
from theomachy.engine.errors import TheoError
from theomachy.engine.game.game import Game
from theomachy.engine.masks import bits
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.rules import score, setup
from theomachy.games.heroes.rules.config import ACTIONS
from theomachy.games.heroes.rules.maps import MEADOW, TERRAINS
from theomachy.games.heroes.rules.movement import entry, points
from theomachy.games.heroes.rules.score import BOXES, boxes
from theomachy.games.heroes.rules.state import FORTRESS_FIGHT, MONSTER_FIGHT, PLAYERS_FIGHT, State

SLUGS = ("gremlins", "mechanisms", "elementals", "demons", "halflings", "cultists")
FOLDER = Path(__file__).parents[2] / "examples" / "scenarios" / "heroes"
NAMES = ("James", "Emma", "Greg", "Kate")


def game(*slugs: str, rounds: int = 0) -> Heroes:
    """A game of these factions, played by James, Emma, Greg and Kate."""
    return Heroes.build(players=NAMES[: len(slugs)], options={"factions": list(slugs), "rounds": rounds})


def at(setup_: dict[str, Any], *slugs: str) -> Game:
    """A game that stands in a position."""
    system = game(*(slugs or ("gremlins", "demons")))
    state = system.arrange(setup_)
    assert not system.violations(state)
    return Game(system, Position(system, state), seed=1)


def played(system: Heroes, seed: int, look: Callable[[State], None] = lambda s: None) -> State:
    """A whole game at random; `look` sees each position."""
    luck, p = random.Random(seed), Position(system, system.start())
    while (decision := p.decision) is not None:
        look(p.state)
        p.play(luck.choice(decision.options))
    return p.state


# -- components and set-up --------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-CMP-001")
@pytest.mark.parametrize("n", [2, 3, 4])
def test_two_to_four_play(n: int) -> None:
    assert len(Heroes.build(players=n).seats) == n


@pytest.mark.rule("HE-CMP-001", "HE-CMP-003")
@pytest.mark.parametrize("slugs", [SLUGS[:1], SLUGS[:5], SLUGS])
def test_one_and_five_are_refused(slugs: tuple[str, ...]) -> None:
    with pytest.raises(TheoError, match="2 to 4 players"):
        Heroes.build(options={"factions": list(slugs)})


@pytest.mark.rule("HE-CMP-003", "HE-SET-001")
def test_the_box_holds_six_boards_each_once() -> None:
    assert tuple(setup.FILES)[:6] == SLUGS
    with pytest.raises(TheoError, match="once"):
        Heroes.build(options={"factions": ["gremlins", "gremlins"]})
    with pytest.raises(TheoError, match="humans"):
        Heroes.build(options={"factions": ["gremlins", "humans"]})
    assert [board.slug for board in game("cultists", "halflings").config.factions] == ["cultists", "halflings"]


@pytest.mark.rule("HE-CMP-005")
def test_a_package_adds_a_faction_of_the_other_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "FILES", dict(setup.FILES))
    text = setup.FILES["gremlins"].read_text("utf-8").replace("faction.gremlins", "faction.humans")
    (tmp_path / "humans.toml").write_text(text.replace('"Gremlins"', '"Humans"'), "utf-8")
    Heroes.add_faction("humans", tmp_path / "humans.toml")
    end = played(game("humans", "cultists", rounds=3), 5)
    assert score.over(end)
    assert end.config.factions[0].title == "Humans"
    with pytest.raises(TheoError, match="already"):
        Heroes.add_faction("humans", tmp_path / "others.toml")


@pytest.mark.rule("HE-CMP-006")
@pytest.mark.parametrize("slug", SLUGS)
def test_a_board_has_every_part(slug: str) -> None:
    system = game(slug, "gremlins" if slug != "gremlins" else "demons")
    board, sheet = system.config.factions[0], system.start().sheets[0]
    assert len(sheet.built) == len(board.blocks) > 0
    assert len(sheet.army) == len(board.units) > 0
    assert len(sheet.stock) == 3
    assert len(sheet.monsters) == len(system.config.monsters) == 9
    assert len(board.artefacts) == 6
    assert len(board.moves) == len(TERRAINS)
    assert len(system.start().numbers) == len(ACTIONS) == 5
    assert system.table(system.start(), 0).sheets


@pytest.mark.rule("HE-CMP-012")
def test_marks_are_what_the_state_says() -> None:
    words = {"sheet": {"James": {"built": {"Slums": 1}, "founded": {"Esmore": 1}, "stock": {"wood": 3}}}}
    one, other = at(words), at(words)
    assert one.state == other.state
    assert one.view(1).table == other.view(1).table
    plain = at({"sheet": {"James": {"stock": {"wood": 3}}}})
    assert plain.view(1).table != one.view(1).table


@pytest.mark.rule("HE-SET-007")
def test_everybody_may_become_first_player_with_the_same_chance() -> None:
    p = Position(game(*SLUGS[:3]), game(*SLUGS[:3]).start())
    assert p.decision is not None
    assert p.decision.player == CHANCE
    assert sorted(p.decision.options) == [0, 1, 2]
    assert len(set(p.decision.weights)) == 1


@pytest.mark.rule("HE-SET-002")
@pytest.mark.parametrize("slug", SLUGS)
def test_everybody_begins_with_the_units_of_the_lowest_block_and_nothing_else(slug: str) -> None:
    sheet = game(slug, "gremlins" if slug != "gremlins" else "demons").start().sheets[0]
    assert sheet.army[0] > 0
    assert not any(sheet.army[1:])
    assert sheet.amounts == (0, 0, 0)
    assert not sheet.founded


# -- rounds -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-RND-002")
def test_there_are_120_announcements() -> None:
    system, found = game("gremlins", "demons"), set[tuple[int, ...]]()
    start = {"stage": "announcement", "sheet": {"James": {"stock": {"wood": 2, "gold": 1}}}}  # so that Building asks
    todo: list[list[Any]] = [[]]
    while todo:
        line = todo.pop()
        p = Position(system, system.arrange(start))
        for answer in line:
            p.play(answer)
        if len(line) == 4:
            found.add(tuple(p.state.numbers))
            continue
        assert p.decision is not None
        todo += [[*line, option] for option in p.decision.options]
    assert len(found) == 120
    assert all(sorted(numbers) == [0, 1, 2, 3, 4] for numbers in found)


@pytest.mark.rule("HE-CMP-002", "HE-RND-001", "HE-RND-007", "HE-SCO-001")
def test_a_game_lasts_sixteen_rounds_and_the_most_points_win(request: pytest.FixtureRequest) -> None:
    firsts: dict[int, int] = {}
    end = played(game("gremlins", "demons", "cultists"), 3, lambda s: firsts.setdefault(s.round, s.first) and None)
    assert list(firsts) == list(range(1, 17)), request.node.name
    began = firsts[2]
    assert [firsts[n] for n in range(2, 17)] == [(began + i) % 3 for i in range(15)]
    best = max(score.total(end, me) for me in range(3))
    assert all(score.total(end, me) == best for me in score.winners(end))
    assert score.winners(end)


@pytest.mark.rule("HE-CBT-001")
def test_all_three_kinds_of_combat_happen(request: pytest.FixtureRequest) -> None:
    seen = set[int]()

    def look(s: State) -> None:
        if s.combat is not None:
            seen.add(s.combat.sort)

    for seed in range(12):
        played(game("gremlins", "demons", "elementals"), seed, look)
        if len(seen) == 3:
            break
    assert seen == {PLAYERS_FIGHT, MONSTER_FIGHT, FORTRESS_FIGHT}, request.node.name


# -- gathering, building, movement ------------------------------------------------------------------------------------
@pytest.mark.rule("HE-MOV-013")
@pytest.mark.parametrize("slug", SLUGS)
def test_every_terrain_costs_what_the_board_says(slug: str) -> None:
    system = game(slug, "gremlins" if slug != "gremlins" else "demons")
    s = system.arrange({"sheet": {"James": {"region": "Dortal"}}})
    for region in bits(system.config.map.open):
        if slug != "halflings":
            terrain = system.config.map.regions[region].terrain
            assert entry(s, 0, region).value == system.config.factions[0].moves[terrain]
        else:
            assert entry(s, 0, region).value in (1, 2)


@pytest.mark.rule("HE-MOV-013", "HE-MOV-015", "HE-BLD-007")
def test_the_sanctuary_changes_meadows_for_its_owner_alone() -> None:
    system = game("cultists", "gremlins")
    bare = system.arrange({"sheet": {"James": {"region": "Dortal"}}})
    built = system.arrange({"sheet": {"James": {"region": "Dortal", "built": {"Sanctuary": 1}}}})
    for region in bits(system.config.map.open):
        meadow = system.config.map.regions[region].terrain == MEADOW
        assert (entry(bare, 0, region) != entry(built, 0, region)) is meadow
        assert entry(bare, 1, region) == entry(built, 1, region)


@pytest.mark.rule("HE-MOV-001")
def test_a_unit_that_is_lost_gives_no_point_any_more() -> None:
    system = game("gremlins", "demons")
    with_, without = (system.arrange({"sheet": {"James": {"army": {"Flyer": n}}}}) for n in (2, 0))
    assert points(with_, 0, 2).value - points(without, 0, 2).value == 1


@pytest.mark.rule("HE-MOV-002", "HE-SET-006")
@pytest.mark.parametrize("slugs", [SLUGS[:2], SLUGS[2:5], SLUGS[2:]])
def test_a_trip_is_a_way_over_borders_and_portals_and_costs_the_sum_of_its_steps(slugs: tuple[str, ...]) -> None:
    system = game(*slugs)
    s, map_ = system.arrange({"stage": "announcement"}), system.config.map
    for me in range(len(slugs)):
        for to, trip in trips(s, me).items():
            assert trip.cost == sum(entry(s, me, region).value for region in trip.path)
            here = s.sheets[me].region
            for region in trip.path:
                through = map_.portals >> here & map_.portals >> region & 1
                assert map_.open >> region & 1
                assert region in map_.near[here] or through
                here = region
            assert here == to


# -- secrets ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-CMP-013", "HE-MOV-002", "HE-MOV-008")
def test_what_a_player_plans_changes_nothing_that_others_see() -> None:
    words = {"action": "movement", "level": 2, "sheet": {"James": {"region": "Suleen"}, "Emma": {"region": "Harrax"}}}
    views, spectators, told = [], [], []
    for to in ("Suleen", "Odmoor", "Paskaar"):
        g = at(words)
        g.play(to)
        views.append(g.view(1))
        spectators.append(g.view(None))
        g.play("Harrax")
        told.append(g.view(1))
    assert views[0] == views[1] == views[2]
    assert spectators[0] == spectators[1] == spectators[2]
    assert told[0] != told[1]
    assert not views[0].log


@pytest.mark.rule("HE-CMP-013", "HE-PVP-002", "HE-PVP-001")
def test_what_a_player_deploys_changes_nothing_that_others_see_before_the_powers_are_told() -> None:
    words = {
        "stage": "strife", "action": "movement",
        "sheet": {
            "James": {"region": "Suleen", "army": {"Goon": 4}, "stock": {"wood": 2}, "built": {"Powder Kegs": 1}},
            "Emma": {"region": "Suleen", "army": {"Imp": 2}},
        },
    }  # fmt: skip
    views, told = [], []
    for sent, bought in (("0", "0"), ("3", "0"), ("3", "2")):
        g = at(words)
        g.play("yes")
        assert g.view(1).state.sheets[0].army == [4, 0, 0], "armies are open until then"
        g.play(sent)
        g.play(bought)
        views.append(g.view(1))
        g.play("2")
        told.append(g.view(1))
    assert views[0] == views[1] == views[2]
    assert told[0] != told[1] != told[2]


def open_to(g: Game, viewer: int | None, seat: int) -> bool:
    """May this viewer look at the board of a seat? All that tells of it is open, or nothing."""
    table = g.system.table(g.state, viewer)
    paper, sheet = table.papers[seat], table.sheets[seat]
    army = next(piece for piece in table.pieces if piece.id == f"army:{seat}")
    told = {
        bool(paper.groups), not paper.closed, bool(paper.figure), bool(sheet.figures), not sheet.closed,
        bool(army.badge), "sealed" not in army.marks, seat in {layer.seat for layer in table.layers},
        seat in {mark.seat for line in table.lines for item in line.items for mark in item.marks},
    }  # fmt: skip
    assert len(told) == 1, "some of it is open, some is not"
    return told.pop()


MARKED = {"monsters": {"power 5": "beaten"}}


@pytest.mark.rule("HE-CMP-013", "HE-MOV-002")
def test_while_all_plan_their_way_nobody_looks_at_the_board_of_another() -> None:
    james, emma = {"region": "Suleen", **MARKED}, {"region": "Harrax", **MARKED}
    g = at({"action": "movement", "level": 2, "sheet": {"James": james, "Emma": emma}})
    for answer in ("Odmoor", "Harrax"):
        assert [[open_to(g, viewer, seat) for seat in (0, 1)] for viewer in (0, 1)] == [[True, False], [False, True]]
        assert open_to(g, None, 0), "who looks on plans nothing"
        g.play(answer)
    assert all(open_to(g, viewer, seat) for viewer in (0, 1) for seat in (0, 1))


@pytest.mark.rule("HE-CMP-013", "HE-PVP-002")
def test_while_units_are_deployed_nobody_looks_at_the_board_of_another() -> None:
    james = {"region": "Suleen", "army": {"Goon": 9}, **MARKED}
    emma = {"region": "Suleen", "army": {"Imp": 2}, "stock": {"wood": 1}, **MARKED}
    g = at({"stage": "strife", "action": "movement", "sheet": {"James": james, "Emma": emma}})
    assert open_to(g, 0, 1), "nobody fights yet"
    g.play("yes")
    for answer in ("9", "2"):
        assert [[open_to(g, viewer, seat) for seat in (0, 1)] for viewer in (0, 1)] == [[True, False], [False, True]]
        assert open_to(g, None, 0), "who looks on deploys nothing"
        g.play(answer)
    assert g.position.decision.what == "reward"
    assert g.state.combat is not None
    assert all(open_to(g, viewer, seat) for viewer in (0, 1) for seat in (0, 1)), "the powers are told"


@pytest.mark.rule("HE-CMP-013", "HE-MON-001")
def test_a_combat_with_a_monster_covers_no_board() -> None:
    james = {"region": "Suleen", "army": {"Goon": 4}, **MARKED}
    g = at({"stage": "combat", "action": "movement", "sheet": {"James": james, "Emma": MARKED}})
    g.play("fight")
    assert g.state.combat is not None
    assert g.state.combat.sort == MONSTER_FIGHT
    assert open_to(g, 1, 0)


@pytest.mark.rule("HE-CMP-013")
def test_otherwise_boards_are_open() -> None:
    g = at({"action": "building", "level": 2, "sheet": {"James": {"stock": {"wood": 7}, "army": {"Goon": 4}}}})
    assert g.view(1).state.sheets == g.state.sheets
    assert g.view(None).state.sheets == g.state.sheets


# -- scoring ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-SCO-001", "HE-SCO-002")
def test_every_point_stands_in_a_box_and_only_some_boards_have_boxes_of_their_own(
    request: pytest.FixtureRequest,
) -> None:
    own = {"halflings": {"empire"}, "cultists": {"marks"}}
    for slugs in (SLUGS[:3], SLUGS[3:]):
        end = played(game(*slugs), 11)
        for me, slug in enumerate(slugs):
            found = boxes(end, me)
            assert sum(found.values()) == score.total(end, me), request.node.name
            assert set(found) - set(BOXES) <= own.get(slug, set())


@pytest.mark.rule("HE-SCO-001", "HE-FND-002", "HE-FRT-003", "HE-MON-004")
def test_each_box_by_itself() -> None:
    s = at({
        "seized": {"Wirs": "James", "Kosleen": "Emma"},
        "artefacts": {"Folen": "James"},
        "sheet": {"James": {
            "built": {"Slums": 1, "Powder Kegs": 1}, "founded": {"Esmore": 4}, "reached": {"gold": 2},
            "monsters": {"power 5": "beaten", "power 13": "beaten"},
        }},
    }).state  # fmt: skip
    assert boxes(s, 0) == {"structures": 3, "foundations": 4, "stock": 4, "combats": 8, "artefacts": 4}
    assert boxes(s, 1) == {"structures": 0, "foundations": 0, "stock": 0, "combats": 5, "artefacts": 0}


# -- for people -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("HE-BLD-002")
def test_what_can_be_built_shows_its_price_and_its_points() -> None:
    system = game("demons", "elementals")
    built = {"Contract": 1, "Seal": 1}
    sheet = {"region": "Rolgoy", "stock": {"wood": 9, "iron": 9, "gold": 9}, "army": {"Succubus": 1}, "built": built}
    p = Position(system, system.arrange({"action": "building", "level": 3, "sheet": {"James": sheet}}))
    decision = p.decision
    assert decision is not None
    blocks = {block.name: i for i, block in enumerate(p.state.config.factions[0].blocks)}
    told = {name: system.detail(p.state, decision, ("build", blocks[name])) for name in ("Purgatory", "Ember Pit")}
    assert told["Purgatory"][0].startswith("1 wood, 2 iron, 1 gold, less 1; ")
    assert told["Ember Pit"][0].startswith("1 wood, 2 gold; ")
    printed = {block.name: f"{block.vp[0]} VP" for block in p.state.config.factions[0].blocks}
    assert {name: vp for name, (_, vp) in told.items()} == {name: printed[name] for name in told}
    sealed = system.detail(p.state, decision, ("seal", blocks["Ember Pit"]))
    assert sealed[0].startswith("1 wood, 5 gold, less 1, with the rune; ")
    assert sealed[1] == printed["Ember Pit"]
    for option in decision.options:
        if option != "end":
            assert all(system.detail(p.state, decision, option)), option


def test_points_as_a_number_are_the_sum_of_their_rows() -> None:
    """What bots ask for is what the scoring boxes hold, at positions all over a random game of each three boards."""
    for factions in (["gremlins", "mechanisms", "elementals"], ["demons", "halflings", "cultists"]):
        system = Heroes.build(options={"factions": factions})
        position, rng, n = Position(system, system.start()), random.Random(1), 0
        while (decision := position.decision) is not None:
            n += 1
            for me in position.state.config.seats if n % 20 == 0 else ():
                rows = score.points(position.state, me)
                assert score.total(position.state, me) == sum(row.n for row in rows)
            position.play(rng.choice(decision.options))
        assert n > 100


def test_the_boxes_of_the_bar_and_of_the_sheets_are_what_an_announcement_names():
    """A click on a box of an action answers: its target is that of the option (HE-RND-002)."""
    game = Game(Heroes.build(options={"factions": ["gremlins", "mechanisms"]}), seed=5)
    while game.position.decision is not None and game.position.decision.what != "action 1":
        game.play(game.options[0])
    assert game.position.decision is not None
    table = game.system.table(game.state, game.state.first)
    asked = game.position.decision
    named = {target for option in asked.options for target in game.system.targets(game.state, asked, option)}
    assert table.actions is not None
    assert named == {box.chosen_by for box in table.actions.boxes}
    assert named <= {box.target for box in table.papers[game.state.first].boxes}


def test_numbers_that_an_action_minds_stand_in_no_box_of_the_sheet() -> None:
    """Thirteen boxes of the Mechanisms were for the engine, not for the pen."""
    system = th.new("heroes", factions=["mechanisms", "cultists"], seed=1).system
    minded = [counter.title for faction in system.config.factions for counter in faction.counters if counter.minded]
    names = {box.name for paper in system.table(system.start()).papers for box in paper.boxes}
    assert len(minded) == 2
    assert not any(name.startswith(title) for name in names for title in minded)
