"""What the box holds, and how a table is set: empires, dice, tokens, boards, and what is refused."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import TheoError
from theomachy.engine.masks import bits
from theomachy.engine.runtime.position import Position
from theomachy.games import gods_war
from theomachy.games.gods_war import SYSTEM, GodsWar, powers
from theomachy.games.gods_war.rules import setup
from theomachy.games.gods_war.rules.config import Config
from theomachy.games.gods_war.rules.council import awards
from theomachy.games.gods_war.rules.domains import RIFT
from theomachy.games.gods_war.rules.setup import boards
from theomachy.games.gods_war.rules.state import PHASES, State
from theomachy.games.gods_war.rules.timings import QUESTS, VOCABULARY, Power

FOUR = {"empires": ["sky", "storm", "darkness", "chaos"]}


def table(**options: Any) -> GodsWar:
    return SYSTEM.build(options=options or FOUR)


def arranged(system: GodsWar, **words: Any) -> State:
    return system.arrange(words)


@pytest.mark.rule("GW-BAS-004", "GW-BAS-006", "GW-BAS-007", "GW-SET-012")
def test_a_sheet_tells_what_an_empire_has() -> None:
    system = table()
    start = system.start()
    names = [unit.key for empire in system.config.empires for unit in empire.units[:-2]]
    assert len(names) == len(set(names))
    for seat, empire in enumerate(system.config.empires):
        assert sum(unit.figures for unit in empire.units[:-2]) == 9
        assert len(empire.gifts) == len(empire.slots) == 6
        assert start.gifts(seat) == 0
        assert start.power[seat] == empire.power == 6
        tokens = sum(building.tokens for building in empire.buildings)
        assert tokens == {"chaos": 6, "darkness": 11}.get(empire.slug, 10)


@pytest.mark.rule("GW-BAS-008")
def test_there_are_no_more_than_the_printed_number() -> None:
    system = table()
    with pytest.raises(TheoError, match="has no 5 more Archer"):
        arranged(system, units={"SK": {"Moon": "5 Archer"}})
    s = arranged(system, units={"SK": {"Moon": "4 Archer"}})
    s.units[s.row(0, system.config.map.index["heavens"])] += 1
    s.derive()
    assert {rule for rule, _, _ in system.violations(s)} == {"GW-BAS-008"}


@pytest.mark.rule("GW-BAS-014", "GW-BAS-002", "GW-CNC-001")
def test_a_round_has_three_phases_and_a_council_five_segments() -> None:
    council = ["first player", "points", "council", "struggle", "compromise"]
    assert list(PHASES) == ["set-up", "action", "last runes", "power", *council, "the end", "over"]


@pytest.mark.rule("GW-BAS-015")
def test_contradictions_are_rulings_that_are_settled_before_the_game() -> None:
    for name, ruling in GodsWar.questions.items():
        for choice in ruling.choices:
            assert SYSTEM.build(options=FOUR, rulings={name: choice}).rulings
    with pytest.raises(TheoError):
        SYSTEM.build(options=FOUR, rulings={"rim_seas": "perhaps"})


@pytest.mark.rule("GW-SET-003", "GW-SET-008", "GW-KYL-014")
@pytest.mark.parametrize(
    ("said", "near", "shut"),
    [("togaro_open", {"Togaro Ocean"}, False), ("caption_5p", {"Neliomi Sea", "Seshnela", "Luathela"}, True)],
)
def test_kylerela_at_the_start_with_five_players(said: str, near: set[str], shut: bool) -> None:
    """The box has four empires; on the board for five they show where the island lies."""
    rulings = SYSTEM.build(options=FOUR, rulings={"kylerela_start": said}).config.rulings
    s = setup.begin(setup.config(FOUR["empires"], "5p", (), setup.facts("5p", None, {}), rulings))
    map_ = s.config.map
    assert {map_.names[a] for a in bits(s.ways.step[map_.isle])} == near
    brithos, jrustela = map_.index["brithos"], map_.index["jrustela"]
    assert bool(s.ways.step[brithos] >> jrustela & 1) is not shut


@pytest.mark.rule("GW-SET-003")
@pytest.mark.parametrize("board", ["4p_a", "4p_b"])
def test_the_picture_of_five_players_moves_no_other_board(board: str) -> None:
    s = SYSTEM.build(options={**FOUR, "map": board}, rulings={"kylerela_start": "caption_5p"}).start()
    assert [s.config.map.names[a] for a in bits(s.ways.step[s.config.map.isle])] == ["Togaro Ocean"]


@pytest.mark.rule("GW-SET-010")
def test_the_deck_is_whole_and_shuffled() -> None:
    start = table().start()
    assert sum(start.deck) == 50
    assert not any(start.hands)
    assert not any(start.discard)
    words = {"round": 2, "active": "SK", "power": {"SK": 1}, "slots": {"SK": {"Decree of Runes": "Shanasse"}}}
    drawn = set()
    for seed in range(6):
        game = th.new("gods_war", **FOUR, seed=seed)
        game._position = Position(game.system, game.system.arrange(words))
        game.play("decree rune storm")
        drawn.add(game.state.hands[1])
    assert len(drawn) > 1


@pytest.mark.rule("GW-CMP-008")
def test_more_than_sixteen_dice_are_thrown_in_one_sum() -> None:
    die = table().config.die
    outcomes, weights = die.outcomes(20)
    assert (20, 0) in outcomes
    assert sum(weights) == 6**20


@pytest.mark.rule("GW-CMP-010", "GW-CMP-012", "GW-CMP-013", "GW-SET-005", "GW-SET-006")
def test_boards_and_boxes() -> None:
    assert {n: set(maps) for n, maps in boards().items()} == {
        3: {"3p"}, 4: {"4p_a", "4p_b"}, 5: {"5p"}, 6: {"6p"}, 7: {"7p_a", "7p_b"}, 8: {"8p"},
    }  # fmt: skip
    for board in ("4p_a", "4p_b"):
        system = table(**FOUR, map=board)
        assert {"The Spike", "Kylerela", "Heavens", "Moon", "Inner Hell", "Outer Hell"} <= set(system.config.map.names)
    for middle in ("spike", "chaos rift", "magasta's pool"):
        s = arranged(system, middle=middle, direction="counterclockwise", units={"SK": {"oblivion": "Archer"}})
        assert not system.violations(s)
        assert s.order() == (0, 3, 2, 1)


@pytest.mark.rule("GW-CMP-011")
def test_tokens_of_runes_come_out_of_one_supply() -> None:
    s = arranged(table(), units={"SK": {"Moon": "2 Monster token"}, "CH": {"Brithos": "Monster token"}})
    assert not table().violations(s)
    with pytest.raises(TheoError, match="3 for all"):
        arranged(table(), units={"SK": {"Moon": "2 Monster token"}, "CH": {"Brithos": "2 Monster token"}})


@pytest.mark.rule("GW-CMP-029", "GW-CMP-030")
def test_dice_with_signs_have_the_same_faces() -> None:
    die = table().config.die
    assert die.groups == (("kill", (6,)), ("rout", (4, 5)))  # one kills, two rout, three miss


@pytest.mark.rule("GW-SET-011", "GW-SET-007")
def test_each_empire_is_played_once_by_three_to_eight() -> None:
    for empires in (["sky", "sky", "storm"], ["sky", "storm"], ["sky", "x", "y"]):
        with pytest.raises(TheoError):
            table(empires=empires)
    for n in (2, 9):
        with pytest.raises(TheoError, match=rf"for 3 to 8 players, not {n} \(GW-SET-005\)"):
            SYSTEM.build(players=n)
    with pytest.raises(TheoError, match="there are 3 empires for 4 players"):
        SYSTEM.build(players=4, options={"empires": ["sky", "storm", "darkness"]})


@pytest.mark.rule("GW-SET-005")
def test_five_players_take_an_empire_of_another_box() -> None:
    for players in (5, ["Ana", "Ben", "Cleo", "Dan", "Eve"]):
        for options in ({}, {"map": "5p"}):
            slugs = SYSTEM.build(players=players, options=options).config.slugs
            assert slugs == (*powers.CORE, powers.MORE[0])
        with pytest.raises(TheoError, match="there are 4 empires for 5 players"):
            SYSTEM.build(players=players, options=FOUR)


def test_an_unknown_option_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(TheoError, match="chaos_monster, cosmic_monster, dragon, empires, experts, map"):
        SYSTEM.build(options={"colour": 3})
    with pytest.raises(TheoError, match=r"from 0 \(no end\) to 1000, not 2000"):
        SYSTEM.build(options={"rounds": 2000})


@pytest.mark.rule("GW-MAP-009")
def test_the_map_marks_what_is_ours() -> None:
    system = table()
    for slug in system.facts.names("map.4p_a.area"):
        at = f"map.4p_a.area.{slug}"
        assert system.facts.fact(f"{at}.outline").source == "house"
        assert system.facts.fact(f"{at}.name").source in ("rulebook", "published", "house")


@pytest.mark.rule("GW-KYL-010")
def test_a_land_that_is_touched_without_a_dock_is_not_adjacent() -> None:
    system = table(empires=["sky", "storm", "darkness"])
    map_ = system.config.map
    for place in map_.places:
        s = arranged(system, kylerela=place.name)
        near = s.ways.border[map_.isle]
        assert near == 1 << place.sea | sum(1 << dock for dock in place.docks)


@pytest.mark.rule("GW-GCO-007")
def test_awards_of_five_and_eight() -> None:
    fact = table().config.fact
    figures = fact("compromise.judge"), fact("compromise.next"), fact("compromise.step")
    assert awards(*figures, 5) == [4, 3, 2, 1, 0]
    assert awards(*figures, 8)[-1] == -3


def test_what_no_position_can_be_is_said() -> None:
    """Each law that the game adds to its declaration, broken by a set-up or by hand."""
    system = table()
    game = th.new("gods_war", **FOUR)
    assert not system.violations(game.state)
    found = set()
    for words in (
        {"buildings": {"SK": {"Moon": "Shrine"}, "ST": {"Moon": "Temple"}}},
        {"buildings": {"SK": {"Moon": "Shrine"}}, "imbedded": "Moon"},
        {"middle": "chaos rift", "units": {"SK": {"Spike": "Archer"}}},
        {"middle": "spike", "units": {"SK": {"chaos rift": "Archer"}}},
        {"middle": "spike", "vp": {"SK": 10}},
        {"slots": {"SK": {"Sunrise": "Shanasse", "Decree of Power": "Shanasse"}}},
        {"slots": {"CH": {"The Mad God stirs": "Catastrophe"}}},
        {"down": {"SK": "Shanasse"}},
        {"phase": "struggle"},
        {"uncontrolled": "all"},
    ):
        said = {rule for rule, _, _ in system.violations(system.arrange(words))}
        assert len(said) == 1, words
        found |= said
    assert found == {
        "GW-BLD-007", "GW-BLD-014", "GW-MAP-031", "GW-RIF-014", "GW-SPK-001", "GW-GAB-011", "GW-GAB-009", "GW-RIF-001",
        "GW-SPC-006",
    }  # fmt: skip


def test_each_figure_of_a_printed_thing_is_read() -> None:
    """A number that an owner of the box may replace is one that its power asks for, by name."""
    facts = table().config.facts
    home = f"{gods_war.__name__}.powers"
    asked: dict[str, str] = {}  # where the figures of a power stand, and the text of what reads them
    for ability in (*VOCABULARY.abilities, *QUESTS.abilities):
        module = inspect.getmodule(type(ability))
        if module is not None and module.__name__.startswith(home):
            own = [inspect.getsource(cls) for cls in type(ability).__mro__ if cls.__module__.startswith(home)]
            own += [inspect.getsource(f) for _, f in inspect.getmembers(module, inspect.isfunction)]
            at = ability.at  # type: ignore[attr-defined]
            asked[at] = asked.get(at, "") + "".join(own)
    asked["empire.chaos.gifts.catastrophe"] += asked["empire.chaos.heroquests.the_spike_shatters"]
    rolls = [
        ability.at for ability in VOCABULARY.abilities if isinstance(ability, Power) and hasattr(ability, "counts_as")
    ]
    for at in rolls:  # what the die makes of a rating is asked for by whoever throws it
        asked[at] += inspect.getsource(Config.faces)
    assert len(asked) > 100
    idle = {
        f"{at}.{name}"
        for at, text in asked.items()
        for name in facts.table(f"{at}.figures")
        if not re.search(rf'"{name}"|figures\.{name}\b', text)
    }
    assert not idle


def test_each_value_of_the_core_is_read() -> None:
    """What no rule asks for would be a promise that an overlay cannot keep."""
    core = tomllib.loads((Path(gods_war.__file__).parent / "data" / "core.toml").read_text("utf-8"))
    code = "".join(path.read_text("utf-8") for path in Path(gods_war.__file__).parent.rglob("*.py"))
    values = [f"{name}.{key}" for name, rows in core.items() if name not in ("neutral", "boards")
              for key in rows if key not in ("source", "where")]  # fmt: skip
    assert len(values) > 20
    assert not [value for value in values if f'"{value}"' not in code]


def test_another_number_of_sacrifices_is_asked_for() -> None:
    game = th.new("gods_war", **FOUR, overlay={"rift": {"sacrifices": 2}})
    words = {
        "phase": "struggle", "first": "SK", "middle": "chaos rift", "vp": {"SK": 3},
        "buildings": {"SK": {"Moon": "Shrine", "Brithos": "Shrine", "Heavens": "Temple"}, "ST": {"Teshnos": "Shrine"}},
    }  # fmt: skip
    game._position = Position(game.system, game.system.arrange(words))
    game.play("Shrine, Moon")
    game.play("Temple, Heavens")
    assert game.position.decision is not None
    assert game.position.decision.what == "bid"
    assert [game.state.stock(seat, kind, RIFT) for seat, kind in ((0, 0), (0, 1), (1, 0))] == [1, 1, 1]


def test_the_first_round_of_a_decree_is_a_figure() -> None:
    """An owner's sheet may print another round."""
    own = {"empire": {"sky": {"heroquests": {"decree_of_power": {"figures": {"not_before_round": 1}}}}}}
    legal = []
    for overlay in (None, own):
        game = th.new("gods_war", **FOUR, overlay=overlay)
        game._position = Position(game.system, game.system.arrange({"active": "SK", "power": {"SK": 2}}))
        legal.append(game.why_not("decree power storm").legal)
    assert legal == [False, True]


def test_what_is_forced_is_not_said_to_be_a_choice() -> None:
    """The data of a power and the power agree on whether its owner may do without it (GW-GAB-027); what binds by any
    ruling is what comes of it by itself.
    """
    facts = table().config.facts
    own = [a for a in VOCABULARY.abilities if isinstance(a, Power) and a.item]
    powers = [a for a in own if "may" in facts.table(a.at)]
    assert len(powers) > 35
    assert not [a.name for a in powers if facts.table(a.at)["may"] and a.forced and not a.binding]


ASKS = {"choose", "yes", "number", "die", "pick", "another", "to_another", "_side"}  # what asks a player, or for a die


def test_each_question_of_a_power_is_a_sentence() -> None:
    """Its stable short name is for scripts; people read a sentence, by the table or with the question itself."""
    home = Path(gods_war.__file__).parent / "powers"
    names = set()
    for path in sorted(home.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", getattr(call.func, "attr", "")) not in ASKS:
                continue
            if not any(word.arg == "prompt" for word in call.keywords):
                said = [a.value for a in call.args[-3:] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                names |= {word for word in said if not word.startswith("GW-") and word != "choice"}
    assert len(names) > 60
    assert not names - set(SYSTEM.prompts)
    named = {"diplomacy", "elder race"}  # what a die or a draw is for, in the account of it
    known = names | named | {"from", "to", "monster", "dragon", "fertility", "craft"}  # of a class that several share
    assert not set(powers.QUESTIONS) - known
