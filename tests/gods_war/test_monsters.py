"""Monsters where a scenario has no words: which join a game, what their cards count, what other boxes do to them."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import theomachy as th
from theomachy.answers.calculator import reckon
from theomachy.answers.work import finish
from theomachy.engine.errors import UnknownName
from theomachy.engine.game.save import load
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.engine.state.schema import edit, palette
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import HAZARD
from theomachy.games.gods_war import SYSTEM, GodsWar, powers
from theomachy.games.gods_war.display.labels import detail
from theomachy.games.gods_war.powers import monsters
from theomachy.games.gods_war.powers.monsters.sky_terror import SpoilsOfTheSkyTerror
from theomachy.games.gods_war.powers.storm import InferiorityComplex
from theomachy.games.gods_war.reckoning import odds
from theomachy.games.gods_war.rules import setup
from theomachy.games.gods_war.rules.config import GREATER, HERO, MINION
from theomachy.games.gods_war.rules.domains import GONE, PEN, POOL
from theomachy.games.gods_war.rules.maps import load_map
from theomachy.games.gods_war.rules.movement import carries, corner, rating, rout, travel
from theomachy.games.gods_war.rules.reach import near, open_to, roams, routs
from theomachy.games.gods_war.rules.state import State
from theomachy.games.gods_war.rules.timings import VOCABULARY
from theomachy.games.gods_war.rules.topics import CostOf, OnElimination

CORE = list(powers.CORE)
ALL = [*monsters.NINE, monsters.arachne_solara.SLUG]
BY_SORT = {
    "dragon": ["black_dragon", "brown_dragon", "red_dragon"],
    "chaos_monster": ["cwim", "mother_of_monsters", "sky_terror"],
    "cosmic_monster": ["androgeus", "juggernaut", "leviathan", "arachne_solara"],
}


def build(*slugs: str, players: int = 3, **options: Any) -> GodsWar:
    return SYSTEM.build(options={"empires": CORE[:players], "monsters": list(slugs), "experts": "yes", **options})


def table(*slugs: str, players: int = 3, **words: Any) -> State:
    return build(*slugs, players=players).arrange({"phase": "action", "active": "SK", **words})


def played(game: th.Game, **words: Any) -> th.Game:
    game._position = Position(game.system, game.system.arrange({"phase": "action", **words}))
    return game


def new(*slugs: str, players: int = 3) -> th.Game:
    return th.new("gods_war", empires=CORE[:players], monsters=list(slugs), experts="yes")


def owner(s: State, slug: str) -> int:
    return s.config.slugs.index(slug)


def area(s: State, slug: str) -> int:
    return s.config.map.index[slug]


# -- which join -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-CMP-025", "GW-CMP-026", "GW-MON-002", "GW-MON-004", "GW-MON-005", "GW-MON-012")
def test_what_lies_in_the_boxes() -> None:
    config = build(*ALL).config
    cards = {config.slugs[f]: config.empires[f] for f in config.neutrals}
    assert set(cards) == {*ALL, "spawn"}
    assert {slug: card.sort for slug, card in cards.items() if card.sort} == {
        slug: word.replace("_", " ") for word, row in BY_SORT.items() for slug in row
    }
    for slug, card in cards.items():
        (unit,) = card.units
        assert (unit.figures, unit.rank) == ((6, MINION) if slug == "spawn" else (1, GREATER))
        assert unit.priceless is (slug != "spawn")
    assert cards["arachne_solara"].marks == 12
    assert config.wild == config.neutrals
    assert all(set(config.enemies[me]) >= set(config.wild) for me in config.seats)


@pytest.mark.rule("GW-MON-013", "GW-MON-017", "GW-MON-024", "GW-MON-025", "GW-MON-026", "GW-ARA-001")
def test_each_has_its_rating_its_moment_and_its_place() -> None:
    config = build(*ALL, players=4).config
    rows = {config.slugs[f]: config.empires[f] for f in config.neutrals if config.empires[f].sort}
    assert {slug: (e.units[0].combat, e.arrival, e.home[0]) for slug, e in rows.items()} == {
        "black_dragon": (4, "start", "kralorela"),
        "brown_dragon": (5, "start", "slon"),
        "red_dragon": (4, "start", "enmal_mountains"),
        "cwim": (5, "rift", "jrustela"),
        "mother_of_monsters": (6, "rift", "artmali_empire"),
        "sky_terror": (6, "rift", "heavens"),
        "androgeus": (6, "compromise", "altinela"),
        "juggernaut": (8, "compromise", "generts_garden"),
        "leviathan": (7, "compromise", "togaro_ocean"),
        "arachne_solara": (10, "start", "inner_hell"),
    }
    facts = config.facts
    told = {"mother_of_monsters", "androgeus", "arachne_solara"}
    for slug in ALL:
        source = facts.fact(f"empire.{slug}.units.{slug}.combat").source
        assert source == ("rulebook" if slug in told else source)
        assert source in ("rulebook", "published", "house")
        assert facts.fact(f"empire.{slug}.home").source == ("rulebook" if slug in told else "house")
    rewards = {slug: facts.table(f"empire.{slug}.reward") for slug in monsters.NINE}
    assert all(facts.fact(f"empire.{slug}.reward.vp").source for slug in rewards)
    worth = {slug: 2 * row["vp"] + 2 * row["runes"] + row["power"] for slug, row in rewards.items()}
    assert {worth[slug] for slug in BY_SORT["dragon"]} == {6}
    assert {worth[slug] for slug in BY_SORT["cosmic_monster"][:3]} == {8}


@pytest.mark.parametrize("board", ["3p", "4p_a", "4p_b", "5p", "6p", "7p_a", "7p_b", "8p"])
def test_every_map_has_a_home_for_each(board: str) -> None:
    facts = setup.facts(board, None, {})
    index = load_map(facts, board).index
    for slug in ALL:
        assert any(area in index for area in facts[f"empire.{slug}.home"]), slug
        spike = "spike" in facts[f"empire.{slug}.home"]  # that may be gone when it comes
        assert not spike or any(area in index for area in facts[f"empire.{slug}.home"] if area != "spike"), slug


@pytest.mark.rule("GW-MON-001", "GW-MON-027")
def test_one_of_a_sort_is_advised_and_experts_take_more() -> None:
    offered = GodsWar.choices(4)
    assert {word: list(offered[word].among) for word in BY_SORT} == {
        word: ["", *row, "all"] for word, row in BY_SORT.items()
    }
    assert all(offered[word].default == "" for word in BY_SORT)
    plain = {"empires": CORE}
    assert SYSTEM.build(options=plain).config.neutrals == ()
    for word, row in BY_SORT.items():
        one = SYSTEM.build(options={**plain, word: row[1]})
        assert (one.options[word], one.config.slugs[4]) == (row[1], row[1])
        with pytest.raises(UnknownName, match="is advised"):
            SYSTEM.build(options={**plain, "monsters": row[:2]})
        with pytest.raises(UnknownName, match="is advised"):
            SYSTEM.build(options={**plain, word: row[0], "monsters": [row[1]]})
        two = SYSTEM.build(options={**plain, "monsters": row[:2], "experts": "yes"})
        every = SYSTEM.build(options={**plain, word: "all"})
        assert (two.options["monsters"], every.options[word]) == (row[:2], "all")
        for built in (one, two, every):
            assert SYSTEM.build(options=built.options).config.slugs == built.config.slugs
        with pytest.raises(UnknownName, match="hydra"):
            SYSTEM.build(options={**plain, word: "hydra"})
    three = SYSTEM.build(options={**plain, "monsters": ["red_dragon", "cwim", "leviathan"]})
    assert "experts" not in three.options
    assert [three.options[word] for word in BY_SORT] == ["red_dragon", "cwim", "leviathan"]
    for wrong in ({"monsters": ["hydra"]}, {"monsters": 3}, {"experts": "maybe"}, {"hydra": "cwim"}):
        with pytest.raises(UnknownName):
            SYSTEM.build(options={**plain, **wrong})


def test_a_saved_game_has_its_monsters_again() -> None:
    game = th.new("gods_war", players=3, chaos_monster="mother_of_monsters", dragon="red_dragon", seed=2)
    again = load(game.save())
    assert again.system.config.slugs == game.system.config.slugs
    assert again.state == game.state
    assert again.system.config.slugs[3:] == ("red_dragon", "mother_of_monsters", "spawn")


def test_a_game_without_monsters_knows_nothing_of_them() -> None:
    s = SYSTEM.build(options={"empires": CORE}).start()
    assert (s.rewards, s.marks, s.woven) == ((), (), ())
    assert not {"rewards", "marks", "woven"} & set(SYSTEM.build(options={"empires": CORE}).to_json(s))
    assert not [row for row in palette(s) if row.id.startswith(("marks", "woven", "rewards"))]


def test_a_quick_start_has_its_dragon_too() -> None:
    game = th.new("gods_war", preset="three", dragon="black_dragon")
    s = game.state
    assert s.where(owner(s, "black_dragon"), 0) == [area(s, "kralorela")]


# -- what nobody does to them -----------------------------------------------------------------------------------------
@pytest.mark.rule("GW-MON-008", "GW-ARA-006")
def test_the_one_door_of_movement_stays_shut_for_powers_of_players() -> None:
    """Whatever another box brings that moves units goes through it, and asks which may be taken."""
    s = table(*ALL, units={}, buildings={})
    spot, other = area(s, "teshnos"), area(s, "altinela")
    for f in s.config.neutrals:
        if s.n(f, 0, POOL):
            s.move(f, 0, POOL, spot)
        home = s.where(f, 0)[0]
        monster = bool(s.config.empires[f].sort)
        assert carries(s, f, 0) is not monster
        for how in ("teleport", "call", "whirl", "anything new"):
            before = s.where(f, 0)
            travel(s, f, 0, before[0], other if before[0] != other else spot, how, "GW-STO-016")
            assert (s.where(f, 0) == before) is monster, (s.config.slugs[f], how)
        if monster:
            travel(s, f, 0, home, other if home != other else spot, "rout", "GW-PST-005")
            assert s.where(f, 0) != [home]


def drive(coroutine: Any, *answers: Any) -> Any:
    """A rule outside of any step, with its answers."""
    try:
        asked = coroutine.send(None)
        for answer in answers:
            assert answer in asked.options
            asked = coroutine.send(answer)
    except StopIteration as end:
        return end.value
    raise AssertionError(f"{asked.what} is still asked")


@pytest.mark.rule("GW-MON-020", "GW-MON-023", "GW-MON-025", "GW-ARA-006", "GW-MON-010")
def test_routs_without_a_battle() -> None:
    """As the Luathans bring them: each Monster and Spawn is a unit, the Mother may be cornered by it."""
    slugs = ("mother_of_monsters", "juggernaut", "arachne_solara", "androgeus")
    s = table(*slugs, units={
        "MM": {"Kylerela": "Mother of Monsters"}, "SP": {"Togaro Ocean": "Spawn"}, "JU": {"Teshnos": "Juggernaut"},
        "AS": {"Teshnos": "Arachne Solara"}, "AN": {"Teshnos": "Androgeus"},
    })  # fmt: skip
    spot, isle = area(s, "teshnos"), s.config.map.isle
    for slug in ("juggernaut", "arachne_solara"):
        assert drive(rout(s, owner(s, slug), 0, spot, 1, "GW-ELD-001")) is False
        assert s.where(owner(s, slug), 0) == [spot]
    assert drive(rout(s, owner(s, "androgeus"), 0, spot, 1, "GW-ELD-001"), area(s, "kralorela")) is True
    assert s.where(owner(s, "androgeus"), 0) == [area(s, "kralorela")]
    mother = owner(s, "mother_of_monsters")
    vp = list(s.vp)
    assert drive(rout(s, mother, 0, isle, 1, "GW-ELD-001")) is True
    assert s.n(mother, 0, GONE) == 1
    assert s.rewards[s.config.neutrals.index(mother)] == 1
    assert s.vp[1] == vp[1] + 3


@pytest.mark.rule("GW-MON-020", "GW-MON-012")
def test_a_spawn_is_lost_by_no_corner() -> None:
    s = table("mother_of_monsters", units={"MM": {"Togaro Ocean": "Mother of Monsters"}, "SP": {"Kylerela": "Spawn"}})
    spawn, isle = owner(s, "spawn"), s.config.map.isle
    assert open_to(s, spawn, routs(s, spawn, isle)) == 0
    assert drive(corner(s, spawn, 0, isle, 0, "GW-PST-005")) is False
    assert s.n(spawn, 0, isle) == 1


@pytest.mark.rule("GW-MON-009", "GW-ARA-006")
@pytest.mark.parametrize("cause", [OnElimination.KILLED, OnElimination.ELIMINATED])
def test_nothing_but_its_card_eliminates_a_monster(cause: OnElimination) -> None:
    from theomachy.games.gods_war.rules.common import eliminate

    s = table(*ALL, middle="chaos rift", units={"AN": {"Moon": "Androgeus"}, "JU": {"Moon": "Juggernaut"},
                                                "LE": {"Moon": "Leviathan"}})  # fmt: skip
    for f in s.config.neutrals:
        if s.config.empires[f].sort:
            spot = s.where(f, 0)[0]
            assert drive(eliminate(s, f, 0, spot, cause, 0, "GW-RNC-017")) is False
            assert s.where(f, 0) == [spot]
            assert set(s.rewards) == {-1}


# -- other boxes ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-FAQ-088")
def test_juggernaut_asks_no_price_for_leaving_an_area(monkeypatch: pytest.MonkeyPatch) -> None:
    """Siren Song is of another box: here Storm asks 1 VP of whoever moves out of an area, for once."""

    def cost_of(self: Any, s: State, me: int, what: CostOf, who: int, it: int) -> Changes:
        return add(1) if what is CostOf.MOVE_VP and who != me else None

    with monkeypatch.context() as patch:
        patch.setattr(InferiorityComplex, "cost_of", cost_of, raising=False)
        VOCABULARY.clear()
        game = played(new("juggernaut"), active="SK", middle="magasta's pool", power={"SK": 2, "ST": 1, "DA": 1},
                      vp={"SK": 5, "ST": 5, "DA": 5}, units={
                          "JU": {"Genert's Garden": "Juggernaut"}, "SK": {"Teshnos": "Archer"},
                          "DA": {"Genert's Garden": "2 Troll"},
                      })  # fmt: skip
        game.play("move teshnos", "Kralorela", "Altinela")
        s = game.state
        assert s.where(owner(s, "juggernaut"), 0) == [area(s, "altinela")]
        assert s.n(2, 0, area(s, "altinela")) == 2
        assert s.vp == [4, 5, 5], "who moves pays, who is swept along does not"
    VOCABULARY.clear()


@pytest.mark.rule("GW-FAQ-095")
def test_the_reward_for_the_sky_terror_reaches_the_slave_pen() -> None:
    """The Pen is of another box: here a place of that name is there, for once."""
    system = build("sky_terror")
    object.__setattr__(system.config, "pen", "Slave Pen")
    words = {"phase": "action", "active": "ST", "middle": "chaos rift", "power": {"ST": 2, "SK": 1, "DA": 1}, "units": {
        "TR": {"Moon": "Sky Terror"}, "ST": {"Moon": "3 Barbarian"}, "SK": {"Teshnos": "Archer"},
    }}  # fmt: skip
    s = system.arrange(words)
    s.move(0, 0, POOL, PEN)
    assert s.playing(0, 0) == 2
    spoils = next(a for a in VOCABULARY.abilities if isinstance(a, SpoilsOfTheSkyTerror))
    assert (0, PEN, 0) in spoils._units(s, 1, 4)
    s.reward(owner(s, "sky_terror"), 1)
    told = drive(
        spoils.on_elimination(s, owner(s, "sky_terror"), owner(s, "sky_terror"), 0, OnElimination.KILLED),
        (0, PEN, 0), "done",
    )  # fmt: skip
    assert told is None
    assert (s.n(0, 0, PEN), s.n(0, 0, POOL), s.playing(0, 0)) == (0, 3, 1)


@pytest.mark.rule("GW-FAQ-093", "GW-MON-016")
def test_an_ally_that_is_a_hero_is_enough_against_androgeus() -> None:
    """Elder races are of another box: here a Specter of Invisible God is classed as a hero, for once."""
    for dies in (False, True):
        game = th.new("gods_war", empires=["invisible_god", "storm", "sky"], cosmic_monster="androgeus")
        if dies:
            config = game.system.config
            object.__setattr__(config, "rank", ((MINION, MINION, HERO, *config.rank[0][3:]), *config.rank[1:]))
        played(game, active="IG", middle="magasta's pool", power={"IG": 2, "ST": 1, "SK": 1},
               units={"AN": {"Altinela": "Androgeus"}, "IG": {"Altinela": "2 Specter"}})  # fmt: skip
        game.play("battle altinela androgeus", dice="6 1 1 1 / 6 1 1 1 1 1")
        assert bool(game.state.n(owner(game.state, "androgeus"), 0, GONE)) is dies


# -- the ground under them --------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-MON-005", "GW-MON-021", "GW-MON-024")
def test_next_to_a_monster_is_less_than_where_it_may_go() -> None:
    s = table("juggernaut", middle="magasta's pool")
    map_ = s.config.map
    brithos, jrustela, gates = (area(s, slug) for slug in ("brithos", "jrustela", "gates_of_dawn"))
    assert not near(s, brithos) & (map_.hell | 1 << jrustela), "neither Hell nor what lies over a sea-crossing"
    assert roams(s, brithos) & map_.hell
    assert roams(s, brithos) >> jrustela & 1
    inner, outer = area(s, "inner_hell"), area(s, "outer_hell")
    assert near(s, inner) == 1 << outer
    assert roams(s, inner) == 1 << outer | 1 << gates
    assert near(s, area(s, "moon")) >> area(s, "kralorela") & 1, "the Sky Dome is next to its lands"


@pytest.mark.rule("GW-MON-018")
def test_spawn_have_as_many_dice_as_there_are_spawn() -> None:
    for n in range(1, 7):
        s = table("mother_of_monsters", middle="chaos rift", units={"SP": {"Teshnos": f"{n} Spawn"}})
        assert rating(s, owner(s, "spawn"), 0, area(s, "teshnos")) == n


# -- what people see --------------------------------------------------------------------------------------------------
def test_who_falls_in_a_fight_is_told_once() -> None:
    game = played(new("mother_of_monsters"), active="DA", power={"SK": 4, "ST": 5, "DA": 6},
                  units={"SP": {"Fonrit": "2 Spawn"}, "SK": {"Fonrit": "2 Archer"}})  # fmt: skip
    game.play("spawnrise fonrit sky", dice="6 5 / 6 1")
    now = game.table().fight
    assert now is not None
    assert now.tells_lost, "else the board adds them, from how the battle began, a second time"
    fates = [[(force.piece.name, force.fate) for force in side.forces] for side in now.sides]
    assert fates == [[("Spawn", "left out"), ("Spawn", "killed")], [("Archer", "routed"), ("Archer", "killed")]]


def test_a_monster_is_a_hazard_on_the_board_and_a_side_of_its_fight() -> None:
    game = played(new("black_dragon", "arachne_solara"), active="ST", power={"ST": 3, "SK": 1, "DA": 1},
                  units={"BL": {"Teshnos": "Black Dragon"}, "ST": {"Teshnos": "4 Barbarian"}},
                  marks={"Arachne Solara": "Teshnos, Altinela"}, rewards={"Black Dragon": "nobody"})  # fmt: skip
    shown = game.table()
    dragon = owner(game.state, "black_dragon")
    (piece,) = [p for p in shown.pieces if p.kind == "black_dragon"]
    assert (piece.owner, piece.size) == (HAZARD, "great")
    assert [(each.index, each.title or each.name, each.colour) for each in shown.nobodys] == [
        (dragon, "Black Dragon", HAZARD), (dragon + 1, "Arachne Solara", HAZARD),
    ]  # fmt: skip
    assert {(c.kind, c.by) for c in shown.carried} == {
        ("web", f"area:{area(game.state, slug)}") for slug in ("teshnos", "altinela")
    }
    assert "Webs of Arachne Solara left: 10 of 12" in shown.notes
    game.play("battle teshnos black dragon", dice="6 6 4 1 / 4 1 1 1")
    fight = game.table().fight
    assert fight is not None
    assert [side.seat for side in fight.sides] == [1, dragon]
    assert all(force.piece.owner == HAZARD for force in fight.sides[1].forces)
    told = describe(game.table())
    assert "Black Dragon defends (Storm decides for it) with" in told
    assert game.decision is not None
    assert game.decision.prompt == "Where are the routed units of Black Dragon sent?"


def test_who_decides_for_a_monster_is_told_for_whom() -> None:
    game = played(new("juggernaut"), active="ST", middle="magasta's pool", power={"ST": 3, "SK": 1, "DA": 1},
                  units={"JU": {"Teshnos": "Juggernaut"}, "ST": {"Teshnos": "2 Barbarian"}})  # fmt: skip
    game.play("battle teshnos juggernaut", dice="1 1 / 4 1 1 1 1 1 1 1")
    asked = game.decision
    assert asked is not None
    assert (asked.player, asked.prompt) == (1, "For Juggernaut: Where are the routed units of Storm sent?")


def test_a_sheet_holds_the_rewards_and_tells_the_cards() -> None:
    s = table("black_dragon", "arachne_solara", units={"BL": {"oblivion": "Black Dragon"}},
              rewards={"Black Dragon": "ST"}, woven={"Arachne Solara": "DA"})  # fmt: skip
    sheets = build("black_dragon", "arachne_solara").table(s).sheets
    assert [piece.name for name, row in sheets[1].pieces if name == "Monsters killed" for piece in row] == [
        "Black Dragon"
    ]
    assert not [row for name, row in sheets[0].pieces if name == "Monsters killed"]
    assert "has taken a web" in sheets[2].tokens
    assert "has taken a web" not in sheets[1].tokens
    cards = {name: {p.name: p.live for p in rows} for name, rows in sheets[0].passages}
    assert cards["Arachne Solara"]["Spinning the web"] is True
    assert cards["Black Dragon"]["Black flight"] is False, "it is dead"


def test_the_editor_has_tools_for_webs_and_monsters() -> None:
    system = build("arachne_solara", "cwim")
    s = system.arrange({"phase": "action"})
    names = {tool.id: tool.name for tool in palette(s)}
    assert any(name == "Arachne Solara" for name in names.values())
    webs = [id_ for id_ in names if id_.startswith("marks")]
    assert webs
    s = edit(s, webs[0], f"area:{area(s, 'teshnos')}", 1)
    assert any(mask >> area(s, "teshnos") & 1 for mask in s.marks)


# -- whole games ------------------------------------------------------------------------------------------------------
LINES = (
    CORE[:3], ["chaos", "darkness", "storm", "sky"], ["invisible_god", "storm", "chaos"], [*CORE, "invisible_god"],
    ["earth", "storm", "chaos"], [*CORE, "earth", "invisible_god"], ["moon", "sea", "darkness", "earth"],
)  # fmt: skip


@pytest.mark.parametrize("seed", range(14))
def test_whole_games_keep_every_law(seed: int) -> None:
    """Some of all Monsters, all rulings the other way every third time; nobody spins away the game."""
    rng = Random(f"monsters/{seed}")
    slugs = ALL if seed % 4 == 0 else rng.sample(ALL, 4)
    options = {"empires": LINES[seed % len(LINES)], "monsters": slugs, "experts": "yes", "rounds": 7}
    rulings = opposite(GodsWar.questions) if seed % 3 == 2 else None
    system = SYSTEM.build(options=options, rulings=rulings)
    position: Position[State] = Position(system, system.start())
    acted = 0
    while (decision := position.decision) is not None:
        s = position.state
        assert not system.violations(s)
        if decision.player == CHANCE:
            answer = sampling.sample_chance(decision, rng)
        else:
            options_ = list(decision.options)
            if decision.kind == "action":
                options_ = [o for o in options_ if o[0] != "spin" or rng.random() < 0.1] or options_
                wild = [o for o in options_ if o[0] == "battle" and o[2] in s.config.neutrals]
                wild += [o for o in options_ if o[0] in ("birth", "spawnrise", "hunt", "swoop", "spin")]
                options_ = wild if wild and rng.random() < 0.3 else options_
            answer = rng.choice(options_)
            if isinstance(answer, tuple) and answer[0] in ("birth", "spawnrise", "hunt", "swoop", "spin", "battle"):
                acted += 1
                assert system.from_json(json.loads(json.dumps(system.to_json(s)))) == s
        position.play(answer)
    s = position.state
    assert acted
    for f, who in zip(s.config.neutrals, s.rewards, strict=True):
        assert who < 0 or s.n(f, 0, GONE), "who holds a reward has killed its Monster"
        if s.config.empires[f].arrival == "start":
            assert s.n(f, 0, GONE) or s.where(f, 0), "it is nowhere else"


# -- odds, and what bots make of them ---------------------------------------------------------------------------------
FIGHTS = [
    ("black_dragon", {"BL": {"Teshnos": "Black Dragon"}, "ST": {"Teshnos": "3 Barbarian"}}, "teshnos"),
    ("red_dragon", {"RD": {"Teshnos": "Red Dragon"}, "ST": {"Teshnos": "4 Barbarian"}}, "teshnos"),
    ("androgeus", {"AN": {"Altinela": "Androgeus"}, "ST": {"Altinela": "Champion, Barbarian"}}, "altinela"),
    ("androgeus", {"AN": {"Altinela": "Androgeus"}, "ST": {"Altinela": "2 Barbarian"}}, "altinela"),
    ("mother_of_monsters", {"MM": {"Kylerela": "Mother of Monsters"}, "SP": {"Togaro Ocean": "Spawn"},
                            "ST": {"Kylerela": "Barbarian"}}, "kylerela"),
    ("mother_of_monsters", {"MM": {"Teshnos": "Mother of Monsters"}, "ST": {"Teshnos": "Barbarian"}}, "teshnos"),
    ("juggernaut", {"JU": {"Teshnos": "Juggernaut"}, "ST": {"Teshnos": "3 Barbarian"}}, "teshnos"),
]  # fmt: skip


def fought(system: GodsWar, s: State, spot: int, foe: int) -> tuple[Fraction, Fraction]:
    """The chances that a Monster dies, and that its enemy is alone there, by the rules: over all throws; who is asked
    loses what is cheapest, and sends the routed to the first area.
    """
    start: Position[State] = Position(system, s)
    start.play(("battle", spot, foe))
    found = [Fraction(0), Fraction(0)]

    def walk(p: Position[State], chance: Fraction) -> None:
        decision = p.decision
        assert decision is not None
        if p.state.battle is None:
            died = bool(p.state.n(foe, 0, GONE))
            found[0] += chance * died
            found[1] += chance * (not p.state.here(foe, spot) and bool(p.state.here(1, spot)))
            return
        luck = decision.player == CHANCE and decision.what != "rune"  # which rune is drawn decides nothing
        weights = (decision.weights or (1,) * len(decision.options)) if luck else (1,)
        quiet = ("done",) if decision.what == "battle rune" else decision.options[:1]
        options = decision.options if luck else quiet
        for option, weight in zip(options, weights, strict=True):
            after = p.clone()
            after.play(option)
            walk(after, chance * Fraction(weight, sum(weights)))

    walk(start, Fraction(1))
    return found[0], found[1]


@pytest.mark.rule("GW-MON-016", "GW-MON-020", "GW-MON-023", "GW-MON-024", "GW-MON-025")
@pytest.mark.parametrize(("slug", "units", "spot"), FIGHTS)
def test_odds_against_a_monster_are_those_of_the_rules(slug: str, units: Any, spot: str) -> None:
    system = build(slug)
    s = system.arrange({
        "phase": "action", "active": "ST", "middle": "magasta's pool", "power": {"ST": 9, "SK": 1, "DA": 1},
        "units": units, "vp": {"SK": 3},
    })  # fmt: skip
    foe, at = owner(s, slug), area(s, spot)
    mine, theirs = odds.before(s, at, 1, foe)
    dies, alone = fought(system, s, at, foe)
    assert theirs.killed == dies
    assert odds.holds(mine, theirs) == alone
    assert mine.killed is None
    line, price = detail(s, Position(system, s).decision, ("battle", at, foe))  # type: ignore[arg-type]
    assert f"{s.config.empires[foe].title} killed: " in line
    assert price == "1 Power"


def reckoned(s: State, system: GodsWar, place: str) -> dict[str, Fraction]:
    """The rows of the calculator for a fight, each with how much of it comes to pass on average."""
    setting = Setting(place)
    found = finish(reckon(system, s, setting, how="exact"))
    assert found.whole
    rows = [row.id for row in system.fights.line_up(s, setting).rows]
    return {id_: sum(p * row[i] for row, p in found.chances.items()) for i, id_ in enumerate(rows)}


@pytest.mark.rule("GW-MON-009", "GW-MON-024", "GW-MON-026")
def test_the_calculator_reckons_with_monsters() -> None:
    system = build("black_dragon", "mother_of_monsters")
    s = system.arrange({
        "phase": "action", "active": "ST", "middle": "magasta's pool", "power": {"ST": 3, "SK": 1, "DA": 1},
        "units": {"BL": {"Teshnos": "Black Dragon"}, "ST": {"Teshnos": "3 Barbarian"}, "SP": {"Teshnos": "Spawn"}},
    })  # fmt: skip
    fights, at = system.fights, area(s, "teshnos")
    dragon, mother, spawn = (owner(s, slug) for slug in ("black_dragon", "mother_of_monsters", "spawn"))
    assert {place.sides for place in fights.places(s)} == {(1, dragon), (1, spawn), (dragon, 1), (spawn, 1)}
    told = reckoned(s, system, f"{at}:1:{dragon}")
    assert told[f"dead:1:{0}"] == Fraction(1, 216)
    assert reckoned(s, system, f"{at}:{dragon}:1")["dead:1:0"] > 0, "its leader has it attack"
    assert fights.place(s, f"{at}:{mother}:1") is None, "she never attacks"
    assert fights.place(s, f"{at}:{spawn}:{dragon}") is None
    setting = Setting(f"{at}:1:{dragon}")
    attackers, defenders = (dict(row.options) for row in fights.pickers(s, setting)[1:])
    assert str(mother) in defenders
    assert str(mother) not in attackers
    assert fights.picked(s, setting, "attacks", str(dragon)) == f"{at}:{dragon}:1"
    back = fights.picked(s, Setting(f"{at}:{dragon}:1"), "attacks", str(spawn))
    assert fights.place(s, back) is not None
    assert fights.picked(s, Setting(f"{at}:{dragon}:1"), "defends", str(mother)) == f"{at}:0:{mother}"


def test_an_action_for_all_points_at_the_monster_that_it_moves() -> None:
    game = played(new("mother_of_monsters"), active="SK", middle="chaos rift", power={"SK": 2}, units={
        "MM": {"Teshnos": "Mother of Monsters"}, "SP": {"Altinela": "Spawn", "Fonrit": "Spawn"},
        "ST": {"Altinela": "Barbarian"},
    })  # fmt: skip
    s, spot = game.state, area(game.state, "teshnos")
    shown = {option.value: option.targets for option in game.options if isinstance(option.value, tuple)}
    mother = f"piece:{spot}:{owner(s, 'mother_of_monsters')}:mother_of_monsters"
    births = [targets for value, targets in shown.items() if value[0] == "birth"]
    assert births
    assert all(targets[-1] == mother for targets in births)
    altinela = area(s, "altinela")
    assert shown["spawnrise", altinela, 1][-1] == f"piece:{altinela}:{owner(s, 'spawn')}:spawn"
