"""The core of Mythic Battles where no scenario reaches: data, views, menus, secrets, recruitment by brute force."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from theomachy.engine.errors import DataError, TheoError, UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import Menu
from theomachy.games.mythic_battles import MythicBattles
from theomachy.games.mythic_battles.rules import actions, setup
from theomachy.games.mythic_battles.rules.actions import CORE
from theomachy.games.mythic_battles.rules.arguments import ARGUMENT_TYPES
from theomachy.games.mythic_battles.rules.config import ART_OF_WAR, GOD, HERO, MONSTER, STONES, TITAN, TROOP
from theomachy.games.mythic_battles.rules.movement import points
from theomachy.games.mythic_battles.rules.recruit import companions, divinities
from theomachy.games.mythic_battles.rules.sight import Spec, range_of
from theomachy.games.mythic_battles.rules.state import COMPLEX_DONE, State
from theomachy.games.mythic_battles.rules.topics import How
from theomachy.games.mythic_battles.rules.wounds import heal


def at(setup_: dict[str, Any], *armies: list[str], board: str = "sunken_sanctuary", **more: Any) -> Game:
    """A game that stands in a position."""
    names = ["Anna", "Ben", "Cleo", "Dion"][: len(armies)]
    system = MythicBattles.build(players=names, options={"armies": list(armies), "board": board}, **more)
    state = system.arrange(setup_)
    assert not system.violations(state)
    return Game(system, Position(system, state), seed=1)


def unit(s: State, name: str) -> int:
    return next(i for i, card in enumerate(s.config.units) if card.name == name)


def verbs(game: Game) -> set[str]:
    """The verbs of the actions of the unit that acts, offered or not."""
    return {action.verb for action in actions.known(game.state, 0)}


# -- what is in the box -----------------------------------------------------------------------------------------------
BOX = MythicBattles.build(players=2)
CARDS = {card.key: card for card in BOX.config.units if not card.is_token}


@pytest.mark.rule("MB-UNI-002", "MB-UNI-006", "MB-CLS-001")
def test_types_and_classes() -> None:
    assert {card.kind for card in CARDS.values()} == {GOD, TITAN, HERO, MONSTER, TROOP}
    assert {key for key, card in CARDS.items() if card.is_divinity} == {
        key for key, card in CARDS.items() if card.kind in (GOD, TITAN)
    }
    known = {"aquatic", "fireproof", "flying", "boreal", "huge"}
    assert {name for card in CARDS.values() for name in card.classes} == known
    assert any(not card.classes for card in CARDS.values()), "without a class: terrestrial"


@pytest.mark.rule("MB-UNI-006")
def test_a_unit_may_bear_several_classes() -> None:
    overlay = {"unit": {"kalais": {"classes": ["flying", "aquatic"]}}}
    game = at({"area": {"Kalais": "b2"}, "activation": {"unit": "Kalais", "complex": True}}, ["kalais"], ["hades"],
              overlay=overlay)  # fmt: skip
    assert "fast flight" in verbs(game)
    assert (
        {"Aquatic", "Flying"} <= {ability.name for _, ability in game.state.key.pairs}
        if hasattr(game.state.key, "pairs")
        else {ability.name for ability in game.state.config.abilities[0]}
    )


@pytest.mark.rule("MB-UNI-004", "MB-UNI-012", "MB-UNI-014")
def test_troops_cost_one_point_unless_they_say_otherwise() -> None:
    assert {card.rp for card in CARDS.values() if card.is_troop} == {1}
    dear = MythicBattles.build(players=2, overlay={"unit": {"spartans": {"rp": 2}}})
    assert {card.rp for card in dear.config.units if card.key == "spartans"} == {2}


@pytest.mark.rule("MB-UNI-003", "MB-UNI-011")
@pytest.mark.parametrize("key", sorted(CARDS))
def test_every_unit_has_a_row_for_each_point_of_vitality(key: str) -> None:
    card = CARDS[key]
    assert len(card.rows) == card.most + 1
    assert all(0 <= n <= 10 for row in card.rows for n in row.stats)
    for better, worse in zip(card.rows[card.most : 1 : -1], card.rows[card.most - 1 : 0 : -1], strict=True):
        assert all(b >= w for b, w in zip(better.stats, worse.stats, strict=True)), "wounds make nobody stronger"
        assert all(b >= w for b, w in zip(better.powers, worse.powers, strict=True)), "no power comes back"
    if card.is_troop:
        assert len(set(card.rows)) == 1, "the printed line of a troop stays"


@pytest.mark.rule("MB-UNI-011")
def test_a_unit_without_a_row_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (setup.DATA / "units" / "gods.toml").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("5 = ")]
    file = tmp_path / "gods.toml"
    file.write_text("\n".join(lines), "utf-8")
    paths = tuple(file if path.name == "gods.toml" else path for path in setup.files())
    monkeypatch.setattr(setup, "files", lambda: paths)
    with pytest.raises(DataError, match="needs the rows 9, 8, 7, 6, 5, 4, 3, 2, 1 and has 9, 8, 7, 6, 4, 3, 2, 1"):
        MythicBattles.build(players=2)


@pytest.mark.rule("MB-UNI-011", "MB-UNI-003")
def test_an_overlay_replaces_a_row() -> None:
    overlay = {"unit": {"zeus": {"row": {"9": {"offence": 10, "movement": 3}}}}}
    game = at({"area": {"Zeus": "c1"}}, ["zeus"], ["hades"], overlay=overlay)
    assert game.state.stat(0) == 10
    assert points(game.state, 0, How.WALK).value == 3


@pytest.mark.rule("MB-STN-001", "MB-UNI-016")
def test_stones_and_cards_of_the_box() -> None:
    assert STONES == ("omphalos", "rune", "kheper")
    s = at({"area": {"Zeus": "c1"}, "hand": {"Anna": "2 Zeus, 2 Art of War"}}, ["zeus"], ["hades"]).state
    assert s.hands[0] == (ART_OF_WAR, ART_OF_WAR, 2, 2), "cards of one unit are alike, and so are those of Art of War"


@pytest.mark.rule("MB-GEN-001", "MB-UNI-001")
def test_an_army_is_what_one_player_controls() -> None:
    four = ["zeus", "leonidas"], ["ares"], ["hades", "hoplites"], ["athena"]
    s = at({"area": {"Zeus": "c1"}}, *four, board="gates_of_tartarus").state
    assert [s.config.units[u].key for u in s.army(0)] == ["zeus", "leonidas"]
    assert [s.config.units[u].key for u in s.army(2)] == ["hades", "hoplites"]
    zeus, ares, hades, athena = (unit(s, name) for name in ("Zeus", "Ares", "Hades", "Athena"))
    assert s.friends(zeus, hades)
    assert s.friends(zeus, zeus)
    assert not s.friends(zeus, ares)
    assert not s.friends(zeus, athena)
    assert s.friends(ares, athena)


# -- figures within bounds --------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-UNI-009", "MB-GEN-003")
def test_nobody_is_healed_beyond_the_printed_vitality() -> None:
    s = at({"area": {"Zeus": "c1"}, "vitality": {"Zeus": 8}}, ["zeus"], ["hades"]).state
    assert heal(s, 0, 3, "MB-STN-006") == 1
    assert s.vitality[0] == 9
    assert heal(s, 0, 1, "MB-STN-006") == 0
    assert s.vitality[0] == 9


@pytest.mark.rule("MB-UNI-010", "MB-GEN-003", "MB-ATK-001")
@pytest.mark.parametrize(("printed", "found"), [(9, 10), (10, 10), (0, 1)])
def test_range_and_movement_stay_within_ten(printed: int, found: int) -> None:
    """A rock gives +1 range: to 10, and no farther."""
    overlay = {"unit": {"amazons": {"row": {"4": {"range": printed}}}}}
    s = at({"area": {"Amazons": "e3", "Hades": "c1"}}, ["amazons"], ["hades"], overlay=overlay).state
    assert range_of(s, Spec(0), s.place[1]).value == found


@pytest.mark.rule("MB-RUN-001", "MB-UNI-008")
def test_a_run_goes_one_area_beyond_the_movement() -> None:
    s = at({"area": {"Zeus": "c1", "Hades": "c6"}}, ["zeus"], ["hades"]).state
    assert points(s, 0, How.WALK).value == 2
    assert points(s, 0, How.RUN).value == 3


# -- actions ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-ACT-001", "MB-CLS-010", "MB-CLS-012")
def test_there_are_six_actions_and_eight_for_flyers() -> None:
    assert [action.verb for action in CORE[1:]] == ["walk", "attack", "claim", "run", "deploy", "absorb"]
    walker = at({"area": {"Hoplites": "c1"}, "activation": {"unit": "Hoplites"}}, ["hoplites"], ["hades"])
    flyer = at({"area": {"Keres": "c1"}, "activation": {"unit": "Keres"}}, ["keres"], ["hades"])
    six = {"activate", "walk", "attack", "claim", "run", "deploy", "absorb"}
    assert verbs(walker) == six
    assert verbs(flyer) == six | {"fast flight", "aerial attack"}


@pytest.mark.rule("MB-TURN-008")
@pytest.mark.parametrize("verb", ["run", "deploy", "absorb"])
def test_one_complex_action_is_all(verb: str) -> None:
    """The activation ends by itself, and its menu is empty besides."""
    where = {} if verb == "deploy" else {"Zeus": "c3"}
    acting = {"activation": {"unit": "Zeus", "complex": True}, "stones": {"omphalos": {"c3": 1}}}
    words = {"side": {"Anna": "west", "Ben": "east"}, "area": {**where, "Hades": "c6"}, **acting}
    game = at(words, ["zeus"], ["hades"])
    s = game.state.copy()
    action = next(action for action in CORE if action.verb == verb)
    assert Menu(ARGUMENT_TYPES, s, 0).options(action)
    assert s.activation is not None
    s.activation.do(COMPLEX_DONE)
    assert not Menu(ARGUMENT_TYPES, s, 0).options(action)


@pytest.mark.rule("MB-TURN-008")
def test_a_flight_after_a_complex_action_is_refused() -> None:
    area = {"Phoenix": "c3", "Hades": "c6"}
    game = at({"area": area, "activation": {"unit": "Phoenix", "complex": True}}, ["phoenix"], ["hades"])
    s = game.state.copy()
    fly = next(action for action in actions.known(s, 0) if action.verb == "fast flight")
    assert Menu(ARGUMENT_TYPES, s, 0).options(fly)
    assert s.activation is not None
    s.activation.do(COMPLEX_DONE)
    assert not Menu(ARGUMENT_TYPES, s, 0).options(fly)


@pytest.mark.rule("MB-DEP-001")
@pytest.mark.parametrize("place", ["c6", "e6"])
def test_who_is_in_reserve_attacks_nobody(place: str) -> None:
    """No target has a name in words then, but whoever points at one is told; wherever it stands."""
    hand = {"Anna": "Zeus"}
    game = at({"side": {"Anna": "west", "Ben": "east"}, "area": {"Hades": place}, "hand": hand}, ["zeus"], ["hades"])
    game.play("activate Zeus")
    assert "MB-DEP-001" in {verdict.rule for verdict in game.why_not(("attack", (unit(game.state, "Hades"), 0))).faults}


@pytest.mark.rule("MB-LIM-001")
def test_a_third_unit_is_refused() -> None:
    """Nobody is asked about a third unit; the menu says why."""
    area = {"Ares": "c1", "Leonidas": "b1", "Hoplites": "d1", "Hades": "c6"}
    hand = {"Anna": "Ares, Leonidas, Hoplites, 3 Art of War"}
    game = at({"area": area, "hand": hand}, ["ares", "leonidas", "hoplites"], ["hades"])
    s = game.state.copy()
    menu = Menu(ARGUMENT_TYPES, s, 0)
    assert len(list(menu.options(CORE[0]))) == 3
    s.units_done = 2
    assert not list(Menu(ARGUMENT_TYPES, s, 0).options(CORE[0]))


# -- secrets ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-DECK-001", "MB-DECK-005")
def test_discards_lie_open_hands_and_decks_do_not() -> None:
    words = {"area": {"Zeus": "c1", "Hades": "c6"}, "hand": {"Anna": "Zeus, Art of War", "Ben": "2 Hades"}}
    piles = {"deck": {"Anna": "2 Zeus", "Ben": "Art of War"}, "discard": {"Anna": "Zeus", "Ben": "Hades"}}
    game = at(words | piles, ["zeus"], ["hades"])
    s = game.state
    for viewer in (0, 1, None):
        seen = game.view(viewer).state
        assert seen.discards == s.discards, "anybody may look through both piles"
        for seat in (0, 1):
            if viewer == seat:
                assert seen.hands[seat] == s.hands[seat]
                assert sorted(seen.decks[seat]) == sorted(s.decks[seat])
            else:
                assert set(seen.hands[seat]) == {-1}
                assert len(seen.hands[seat]) == len(s.hands[seat]), "how many there are is open"
                both = sorted((*s.decks[seat], *s.hands[seat]))
                assert sorted(seen.decks[seat]) == both, "what is in the hand might as well be in the deck"


# -- recruitment against brute force ----------------------------------------------------------------------------------
SMALL = ["zeus", "hestia", "hades", "veteran_achilles", "achilles", "ismenian_drakon", "hydra", "leonidas", "atalanta",
         "hoplites", "spartans"]  # fmt: skip


def exact(keys: list[str], least: list[str], total: int) -> bool:
    """Is there an army of this pool with these units that costs so much? By trying all of them."""
    rest = [key for key in keys if key not in least and not CARDS[key].is_divinity]
    for n in range(len(rest) + 1):
        for more in combinations(rest, n):
            army = [CARDS[key] for key in (*least, *more)]
            dear = [card for card in army if card.rp >= 5 and not card.is_divinity]
            people = [card.character for card in army]
            if sum(card.rp for card in army) == total and len(dear) <= 1 and len(set(people)) == len(people):
                return True
    return False


@pytest.mark.rule("MB-REC-012", "MB-REC-013", "MB-REC-008", "MB-REC-009", "MB-REC-007")
@pytest.mark.parametrize("seed", range(6))
def test_constructed_armies_offer_exactly_what_still_comes_out(seed: int) -> None:
    luck = random.Random(seed)
    system = MythicBattles.build(players=2, options={"recruitment": "constructed", "pool": SMALL,
                                                     "board": "sunken_sanctuary"})  # fmt: skip
    p = Position(system, system.start())
    for _ in range(40):
        decision, s = p.decision, p.state
        if decision is None or decision.player != 0:
            break
        mine = [s.config.units[u].key for u in s.army(0)]
        fits = {key for key in SMALL if key not in mine and exact(SMALL, [*mine, key], 18)}
        if any(CARDS[key].is_divinity for key in mine):
            fits = {key for key in fits if not CARDS[key].is_divinity}
            offered = companions(s, 0)
        else:
            fits = {key for key in fits if CARDS[key].is_divinity}
            offered = divinities(s, 0)
        assert {s.config.units[u].key for u in offered} == fits
        p.play(luck.choice(decision.options))
    assert sum(s.config.units[u].rp for u in p.state.army(0)) == 18
    assert p.state.extra[0] == 0


@pytest.mark.rule("MB-REC-013")
def test_a_pool_without_an_exact_army_is_refused() -> None:
    with pytest.raises(TheoError, match="exactly 18 points"):
        MythicBattles.build(players=2, options={"recruitment": "constructed", "pool": ["zeus", "hades", "hoplites"]})


@pytest.mark.rule("MB-SET-002")
@pytest.mark.parametrize(("n", "mode"), [(3, ""), (4, "skirmish")])
def test_three_players_and_four_for_themselves_construct_nothing(n: int, mode: str) -> None:
    with pytest.raises(TheoError, match="MB-SET-002"):
        MythicBattles.build(players=n, options={"recruitment": "constructed", "mode": mode})


@pytest.mark.rule("MB-SET-002", "MB-REC-012")
def test_three_construct_an_army_each_by_the_other_reading() -> None:
    given = {"recruitment": "constructed", "rounds": 1}
    system = MythicBattles.build(players=3, options=given, rulings={"constructed_three": "allowed_16"})
    p, luck = Position(system, system.start()), random.Random(5)
    while (decision := p.decision) is not None and p.state.stage < 8:
        p.play(luck.choice(decision.options))
    s = p.state
    for seat in range(3):
        assert sum(s.config.units[u].rp for u in s.army(seat)) == 16
        assert sum(s.config.units[u].is_divinity for u in s.army(seat)) == 1
    assert {"Zeus", "Zeus II", "Zeus III"} <= {card.name for card in s.config.units}


@pytest.mark.rule("MB-SET-002", "MB-TEAM-001")
def test_two_and_teams_of_four_may_construct() -> None:
    for n in (2, 4):
        assert (
            MythicBattles.build(players=n, options={"recruitment": "constructed"}).config.recruitment == "constructed"
        )
    with pytest.raises(TheoError, match="teams need four"):
        MythicBattles.build(players=3, options={"mode": "teams"})
    for n in (1, 5):
        with pytest.raises(TheoError, match="2 to 4 players"):
            MythicBattles.build(players=n)


@pytest.mark.rule("MB-REC-001", "MB-TEAM-003")
@pytest.mark.parametrize(("n", "rp"), [(2, 18), (3, 16), (4, 14)])
def test_points_by_the_number_of_players(n: int, rp: int) -> None:
    assert MythicBattles.build(players=n).start().points == [rp] * n


@pytest.mark.rule("MB-REC-002")
def test_an_agreed_selection_is_all_there_is() -> None:
    system = MythicBattles.build(players=2, options={"pool": ["zeus", "hades", "hydra"]})
    assert [card.key for card in system.config.units if not card.is_token] == ["zeus", "hades", "hydra"]
    with pytest.raises(TheoError, match="need 2 gods"):
        MythicBattles.build(players=2, options={"pool": ["zeus", "hydra"]})


# -- adventures -------------------------------------------------------------------------------------------------------
DRAFTED = """
[scenario.feud]
source = "house"
where = "for tests"
name = "A Feud"
text = "For tests."
mode = "adventure"
recruitment = "{recruitment}"
board = "sunken_sanctuary"
players = 2
lead = 2
{more}

[scenario.feud.army.1]
name = "The west"
side = "west"

[scenario.feud.army.2]
name = "The east"
side = "east"

[scenario.feud.stones]
omphalos = ["c3"]

[scenario.feud.victory.west]
text = "Hades is dead."
seats = [1]
rule = "divinity_destroyed"
of = 2
"""


def feud(folder: Path, patch: pytest.MonkeyPatch, *, recruitment: str, more: str, **given: Any) -> MythicBattles:
    file = folder / f"feud_{recruitment}_{len(more)}.toml"
    file.write_text(DRAFTED.format(recruitment=recruitment, more=more), "utf-8")
    patch.setattr(setup, "MORE", [file])
    return MythicBattles.build(options={"scenario": "feud"}, **given)


@pytest.mark.rule("MB-SET-008", "MB-SET-007", "MB-WIN-006")
def test_a_scenario_dictates_points_lead_player_and_units_of_its_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = 'rp = 12\npool = ["zeus", "hades", "leonidas", "achilles", "hoplites", "amazons"]'
    system = feud(tmp_path, monkeypatch, recruitment="draft", more=more)
    p = Position(system, system.start())
    assert p.state.points == [12, 12]
    assert p.state.lead == 1
    decision = p.decision
    assert decision is not None
    assert decision.player == 1, "the lead player takes the first divinity"
    assert {p.state.config.units[u].key for u in decision.options} == {"zeus", "hades"}
    assert p.state.stones[0][p.state.config.map.names.index("Court of the Founders")] == 1
    luck = random.Random(3)
    while (decision := p.decision) is not None and p.state.stage < 8:
        p.play(luck.choice(decision.options))
    assert [sum(p.state.config.units[u].rp for u in p.state.army(seat)) + p.state.extra[seat] for seat in (0, 1)] == [
        12,
        12,
    ]


@pytest.mark.rule("MB-SET-009")
def test_what_a_limited_scenario_dictates_hangs_on_a_ruling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = 'pool = ["zeus", "hades", "leonidas", "hoplites"]'
    system = feud(tmp_path, monkeypatch, recruitment="limited", more=pool)
    assert system.config.recruitment == "draft"
    with pytest.raises(TheoError, match="names no armies"):
        feud(tmp_path, monkeypatch, recruitment="limited", more=pool, rulings={"limited_meaning": "fixed_army"})
    with pytest.raises(TheoError, match="neither armies nor a pool"):
        feud(tmp_path, monkeypatch, recruitment="limited", more="")
    embers = {"scenario": "stolen_embers"}
    for ruling, recruitment in (("both", "ready"), ("fixed_army", "ready"), ("restricted_pool", "draft")):
        built = MythicBattles.build(options=embers, rulings={"limited_meaning": ruling})
        assert built.config.recruitment == recruitment


@pytest.mark.rule("MB-SET-007", "MB-WIN-001")
def test_a_scenario_is_for_its_number_of_players_and_has_its_own_set_up() -> None:
    with pytest.raises(TheoError, match="is for 2 players, not 3"):
        MythicBattles.build(players=3, options={"scenario": "stolen_embers"})
    adventure = MythicBattles.build(options={"scenario": "stolen_embers"})
    skirmish = MythicBattles.build(options={"scenario": "two_roads"})
    assert adventure.config.scenario is not None
    assert skirmish.config.scenario is None, "a skirmish knows its two ways to win alone"


@pytest.mark.rule("MB-TBL-005", "MB-TBL-006")
def test_decks_hold_all_cards_of_an_army() -> None:
    system = MythicBattles.build(options={"scenario": "two_roads"})
    p, luck = Position(system, system.start()), random.Random(1)
    while (decision := p.decision) is not None and p.state.stage < 8:
        p.play(luck.choice(decision.options))
    s = p.state
    for seat in (0, 1):
        cards = [s.config.units[u] for u in s.army(seat)]
        every = (*s.hands[seat], *s.decks[seat])
        assert len(every) == sum(card.cards + card.art_of_war for card in cards) + 3
        for u in s.army(seat):
            assert every.count(u + 2) == s.config.units[u].cards
        assert every.count(ART_OF_WAR) == sum(card.art_of_war for card in cards) + 3


# -- at any time ------------------------------------------------------------------------------------------------------
def anytime(game: Game) -> set[tuple[str, int]]:
    return {(what, seat) for _, what, seat in game.system.anytime_actions(game.state)}


@pytest.mark.rule("MB-STN-006", "MB-MAN-001")
def test_omphalos_cards_heal_in_the_own_turn_and_manoeuvres_are_bought_in_any() -> None:
    words = {
        "area": {"Zeus": "c1", "Hades": "c6"},
        "vitality": {"Zeus": 5, "Hades": 5},
        "deck": {"Anna": "Zeus", "Ben": "Hades"},
    }
    game = at(words | {"hand": {"Anna": "Zeus, Omphalos", "Ben": "Omphalos"}}, ["zeus"], ["hades"])
    assert anytime(game) == {("heal", 0), ("draw", 0), ("search", 0), ("draw", 1), ("search", 1)}
    unhurt = at(words | {"vitality": {}, "hand": {"Anna": "Zeus, Omphalos"}}, ["zeus"], ["hades"])
    assert ("heal", 0) not in anytime(unhurt)
    poor = at(words | {"hand": {"Anna": "2 Zeus", "Ben": "Hades"}}, ["zeus"], ["hades"])
    assert anytime(poor) == set()
    bare = at(words | {"deck": {}, "hand": {"Anna": "Zeus, Art of War", "Ben": "Art of War"}}, ["zeus"], ["hades"])
    assert anytime(bare) == set(), "an empty deck cannot be searched, and with no discards nothing can be drawn"


@pytest.mark.rule("MB-STN-003", "MB-CLS-011")
@pytest.mark.parametrize(
    ("complex_", "first", "may"), [(False, "walk Western Road", True), (True, "fly to Western Road", False)]
)
def test_a_stone_is_dropped_on_a_walk_and_not_in_a_flight(complex_: bool, first: str, may: bool) -> None:
    words = {"area": {"Kalais": "b1", "Hades": "c6"}, "stones": {"omphalos": {}}, "carries": {"Kalais": "omphalos"}}
    game = at(words | {"activation": {"unit": "Kalais", "complex": complex_}}, ["kalais"], ["hades"])
    assert ("drop", 0) in anytime(game)
    game.play(first)
    assert (("drop", 0) in anytime(game)) is may


@pytest.mark.rule("MB-STN-003")
def test_nobody_drops_a_stone_in_the_activation_of_another() -> None:
    words = {
        "area": {"Zeus": "c1", "Leonidas": "c3", "Hades": "c6"},
        "stones": {"omphalos": {}},
        "carries": {"Leonidas": "omphalos"},
    }
    game = at(words | {"activation": {"unit": "Zeus"}}, ["zeus", "leonidas"], ["hades"])
    assert ("drop", 0) not in anytime(game)


@pytest.mark.rule("MB-MAN-003")
def test_a_search_shuffles_what_was_known_on_top() -> None:
    words = {"area": {"Zeus": "c1", "Hades": "c6"}, "hand": {"Anna": "Art of War"}, "top": {"Anna": "Zeus, Art of War"}}
    game = at(words | {"deck": {"Anna": "2 Zeus"}}, ["zeus"], ["hades"])
    game.play("! search for a card")
    game.play("Zeus")
    assert game.state.tops[0] == ()
    assert sorted(game.state.decks[0]) == [ART_OF_WAR, 2, 2]
    assert game.state.hands[0] == (2,)


@pytest.mark.rule("MB-TAL-020", "MB-TURN-010")
def test_a_lent_unit_goes_back_at_the_end_of_the_turn() -> None:
    armies = ["zeus"], ["ares"], ["hades", "hoplites"], ["athena"]
    words = {"stage": "end of turn", "active": "Anna", "lent": [["Hoplites", "Anna"]], "deck": {"Ben": "Ares"},
             "area": {"Zeus": "c1", "Hoplites": "c1", "Ares": "c7", "Athena": "a7", "Hades": "b1"}}  # fmt: skip
    game = at(words, *armies, board="gates_of_tartarus")
    assert game.state.active == 1
    assert game.state.lent == ()


@pytest.mark.rule("MB-DECK-003", "MB-DECK-004")
def test_after_a_pause_everybody_holds_three_cards() -> None:
    words = {"stage": "turn", "active": "Anna", "area": {"Ares": "c1", "Hades": "c6"},
             "discard": {"Anna": "4 Ares", "Ben": "4 Hades"}, "hand": {"Ben": "Art of War"}}  # fmt: skip
    game = at(words, ["ares"], ["hades"])
    assert [len(hand) for hand in game.state.hands] == [4, 3]
    assert [len(deck) for deck in game.state.decks] == [0, 2]


@pytest.mark.parametrize("given", [{"armies": 5}, {"armies": "zeus"}, {"armies": [5]}, {"pool": 3}, {"armies": True}])
def test_lists_of_units_are_lists(given: dict[str, Any]) -> None:
    with pytest.raises(UnknownName, match="is a list"):
        MythicBattles.build(options=given)
