"""Elder races where a scenario has no words: what is in the box, who draws what, whom nobody may touch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import UnknownName
from theomachy.engine.masks import bits
from theomachy.engine.runtime.decision import CHANCE, Decision
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.engine.tabletop.describe import describe
from theomachy.games.gods_war import SYSTEM, GodsWar
from theomachy.games.gods_war.display import table as display
from theomachy.games.gods_war.powers.elder_races import SLUGS, diplomacy
from theomachy.games.gods_war.reckoning import odds
from theomachy.games.gods_war.rules import losses, reach, setup
from theomachy.games.gods_war.rules.actions import known
from theomachy.games.gods_war.rules.config import HERO, MINION
from theomachy.games.gods_war.rules.domains import HELD, PEN, POOL
from theomachy.games.gods_war.rules.movement import destinations
from theomachy.games.gods_war.rules.state import State

FIVE = ["sky", "storm", "darkness", "chaos", "invisible_god"]
MAPS = {"3p": 3, "4p_a": 4, "4p_b": 4, "5p": 5}


def table(races: object, map_: str = "5p", empires: list[str] | None = None, **words: Any) -> State:
    options = {"empires": empires or FIVE[: MAPS[map_]], "map": map_, "races": races}
    return SYSTEM.build(options=options).arrange({"phase": "action", **words})


# -- what is in the box -----------------------------------------------------------------------------------------------
UNITS = {  # key: figures, cost, combat, class
    "dwarf": (3, 2, 1, MINION), "elf": (3, 2, 2, MINION), "dragonship": (3, 2, 2, MINION), "duck": (3, 2, 0, MINION),
    "boggle": (3, 1, 0, MINION), "giant": (1, 4, 4, HERO), "luathan": (3, 3, 3, HERO),
    "scorpion_man": (3, 1, 2, MINION),
    "maidstone_archer": (1, 3, 2, HERO), "slarge": (3, 3, 0, MINION), "vadeli": (3, 2, 1, MINION),
}  # fmt: skip
STAGES = {
    "dragonewt_scout": (1, 1, 0, MINION), "dragonewt_warrior": (1, 1, 1, MINION), "dragonewt_priest": (1, 1, 2, MINION),
    "dragonewt_noble": (1, 1, 3, MINION), "inhuman_king": (1, 4, 4, HERO),
}  # fmt: skip


@pytest.mark.rule(
    "GW-CMP-023", "GW-ELD-012", "GW-ELD-013", "GW-ELD-015", "GW-ELD-017", "GW-ELD-019", "GW-ELD-021", "GW-ELD-023",
    "GW-ELD-024", "GW-ELD-025", "GW-ELD-026", "GW-ELD-027", "GW-ELD-028",
)  # fmt: skip
def test_the_figures_of_the_twelve_races() -> None:
    races = table(list(SLUGS)).config.races
    assert len(SLUGS) == 12
    found = {unit.key: (unit.figures, unit.cost, unit.combat, unit.rank) for race in races for unit in race.units}
    assert found == UNITS | STAGES
    assert all(unit.in_hell == unit.combat for race in races for unit in race.units)
    names = {unit.name: sum(unit.figures for unit in race.units) for race in races for unit in race.units}
    assert names["Dragonship"] == names["Scorpion Man"] == names["Vadeli"] == 3


@pytest.mark.rule("GW-CMP-024")
def test_all_but_two_races_have_a_gift_and_a_heroquest() -> None:
    races = table(list(SLUGS)).config.races
    assert [race.slug for race in races if not race.gifts] == ["giants", "dragonewts"]
    assert all(len(race.gifts) == len(race.slots) <= 1 for race in races)
    assert sum(len(race.gifts) for race in races) == 10
    assert {counter.title for counter in table(list(SLUGS)).config.empires[0].counters} == {
        "Aldrya marker", "Evolution marker",
    }  # fmt: skip


@pytest.mark.rule("GW-ELD-027")
@pytest.mark.parametrize(("choice", "n"), [("three", 3), ("two", 2)])
def test_how_many_vadeli_there_are_a_ruling_says(choice: str, n: int) -> None:
    game = SYSTEM.build(options={"empires": FIVE[:3], "races": ["vadeli"]}, rulings={"vadeli_figures": choice})
    s = game.start()
    assert s.n(0, s.config.by_key[0]["vadeli"], POOL) == n - 1, "one of them is in Jrustela"
    assert not game.violations(s)


@pytest.mark.rule("GW-ELD-015")
@pytest.mark.parametrize("board", MAPS)
def test_the_ducks_go_round_the_spike_as_the_hands_of_a_clock(board: str) -> None:
    """Where the areas lie on the picture: left above, right above, right below, left below."""
    config = table(["ducks"], board).config
    ring = [config.map.index[slug] for slug in config.fact("empire.ducks.figures.clockwise")]
    areas = {area.id: area.label_at for area in config.map.board.areas}
    x, y = areas[config.map.spike]
    assert [(areas[a][0] > x, areas[a][1] > y) for a in ring] == [
        (False, False), (True, False), (True, True), (False, True),
    ]  # fmt: skip
    assert len(ring) == (config.map.seas & sum(1 << a for a in ring)).bit_count() == 4


# -- which of them are in a game --------------------------------------------------------------------------------------
@pytest.mark.rule("GW-ELD-002", "GW-ELD-013", "GW-ELD-021", "GW-ELD-022", "GW-ELD-019")
@pytest.mark.parametrize(
    ("race", "board", "said"),
    [
        ("elves", "3p", "Elf Jungle is not on this map"), ("elves", "4p_b", "Elf Jungle"),
        ("slarges", "3p", "Umathela"),
        ("slarges", "4p_b", "Umathela"), ("dragonewts", "4p_a", "Teleos"), ("luathans", "3p", "Luathela"),
        ("scorpion_folk", "3p", "Chaos is not in it"),
    ],
)  # fmt: skip
def test_a_race_without_its_home_cannot_be_chosen(race: str, board: str, said: str) -> None:
    with pytest.raises(UnknownName, match=said):
        table([race], board)


@pytest.mark.rule("GW-ELD-002", "GW-ELD-013", "GW-ELD-021", "GW-ELD-022")
def test_those_that_are_at_home_begin_there() -> None:
    s = table(list(SLUGS))
    owner, names = s.config.elders, s.config.map.names
    found = {names[a]: [s.config.name[owner][k] for k in s.kinds_in(owner, a)] for a in s.areas(owner)}
    assert found == {
        "Enmal Mountains": ["Dwarf"], "Elf Jungle": ["Elf"], "Sea of Fog": ["Dragonship"], "Togaro Ocean": ["Duck"],
        "Kralorela": ["Boggle"], "Luathela": ["Luathan"], "Altinela": ["Maidstone Archer"], "Umathela": ["Slarge"],
        "Jrustela": ["Vadeli"], "Teleos": ["Dragonewt Scout"],
    }  # fmt: skip
    assert all(s.crowd(owner, a) == 1 for a in s.areas(owner))


def drawn(options: dict[str, Any], seed: int) -> tuple[GodsWar, State]:
    """A game after its draws."""
    game, rng = GodsWar.build(options=options), Random(seed)
    position = Position(game, game.start())
    while position.decision is not None and position.decision.player == CHANCE:
        position.play(sample_chance(position.decision, rng))
    return game, position.state


@pytest.mark.rule("GW-ELD-001", "GW-ELD-002")
@pytest.mark.parametrize("board", MAPS)
def test_by_lot_there_is_one_for_each_player_and_one_more_with_the_scorpion_folk(board: str) -> None:
    seen, with_scorpions = set(), 0
    for seed in range(40):
        game, s = drawn({"empires": FIVE[: MAPS[board]], "map": board, "races": "by lot"}, seed)
        there = [s.config.races[race].slug for race in bits(s.included)]
        with_scorpions += "scorpion_folk" in there
        assert len(there) == MAPS[board] + ("scorpion_folk" in there)
        assert all(setup.at_home(slug, board) for slug in there)
        assert not game.violations(s)
        seen |= set(there)
    homeless = {slug for slug in SLUGS if not setup.at_home(slug, board)} | (
        {"scorpion_folk"} if board == "3p" else set()
    )
    assert seen == set(SLUGS) - homeless
    assert bool(with_scorpions) == (board != "3p")


@pytest.mark.rule("GW-ELD-001")
def test_the_same_seed_draws_the_same_races() -> None:
    def races(seed: int) -> int:
        return th.new("gods_war", seed=seed, races="by lot").state.included

    assert races(4) == races(4)
    assert len({races(seed) for seed in range(6)}) > 1


@pytest.mark.rule("GW-ELD-001")
def test_named_ones_and_the_lot_together() -> None:
    _, s = drawn({"empires": FIVE[:3], "races": ["giants", "by lot"]}, 1)
    assert s.included.bit_count() == 3
    assert s.included >> s.config.race("giants") & 1
    _, s = drawn({"empires": FIVE[:4], "races": ["giants", "scorpion_folk"]}, 1)
    assert s.included.bit_count() == 3, "the Scorpion Folk bring one by lot"
    _, s = drawn({"empires": FIVE, "races": list(SLUGS)}, 1)
    assert s.included.bit_count() == 12, "then there is none left to draw"


def test_what_a_form_offers_can_be_played() -> None:
    for players in (3, 4, 5):
        offered = GodsWar.choices(players)["races"].among
        assert {"by lot", "giants", "scorpion_folk"} <= set(offered)
        for value in ["", *offered, ["giants", "by lot"]]:
            game = GodsWar.build(players=players, options={"races": value})
            assert game.options["races"] == value
            assert GodsWar.restore(json.loads(json.dumps(game.setup()))).config.races == game.config.races
    assert "elves" not in GodsWar.choices(3)["races"].among
    with pytest.raises(UnknownName, match="dwarves"):
        GodsWar.build(options={"races": ["dwarves"]})
    with pytest.raises(UnknownName, match="list of names"):
        GodsWar.build(options={"races": 3})


def test_a_game_without_races_has_no_owner_for_them() -> None:
    game = GodsWar.build(players=3)
    s = game.start()
    assert s.config.elders < 0
    assert s.config.owners == s.config.seats
    assert not game.table(s).lines
    assert not {"included", "noted", "allies", "happened", "began"} & set(game.to_json(s)), "old saves are as they were"


# -- neutral races are nobody's business ------------------------------------------------------------------------------
@pytest.mark.rule("GW-ELD-003")
def test_no_power_and_no_rune_touches_a_neutral_unit() -> None:
    """Whole games with all races on the map, in which nobody takes Diplomacy: their units stand as they stood."""
    for seed in range(4):
        game = GodsWar.build(options={"empires": FIVE, "races": [slug for slug in SLUGS if slug != "scorpion_folk"]})
        position, rng = Position(game, game.start()), Random(seed)
        owner = game.config.elders
        before = position.state.units[position.state.row(owner, 0) : position.state.row(owner, POOL)]
        while (decision := position.decision) is not None:
            if decision.player != CHANCE:
                assert not [o for o in decision.options if _names(decision, o, owner)], decision
            options = [o for o in decision.options if not isinstance(o, tuple) or o[0] != "diplomacy"]
            position.play(sample_chance(decision, rng) if decision.player == CHANCE else rng.choice(options))
            s = position.state
            assert s.units[s.row(owner, 0) : s.row(owner, POOL)] == before
        assert set(position.state.allies) == {-1}


def _names(decision: Decision, option: Any, owner: int) -> bool:
    """Is it a unit, or a battle, of this owner?"""
    if not isinstance(option, tuple):
        return False
    if decision.kind == "action":
        return (option[0] == "battle" and option[2] == owner) or (option[0] == "sunspear" and option[1][0] == owner)
    return decision.kind == "unit" and len(option) == 3 and option[0] == owner


@pytest.mark.rule("GW-ELD-003", "GW-STO-012")
def test_a_world_in_arms_asks_nothing_of_neutral_races() -> None:
    units = {
        letters: {"Teshnos": f"3 {name}"} for letters, name in (("SK", "Archer"), ("ST", "Barbarian"), ("DA", "Troll"))
    }
    s = table(["ducks"], "3p", units=units | {"ER": {"Togaro Ocean": "Duck"}})
    quest = next(q for q in s.config.empires[1].quests if q.key == "a_world_in_arms")
    assert all(part.met for part in quest.requirement_met(s, 1, None))  # type: ignore[attr-defined]
    assert len(tuple(quest.requirement_met(s, 1, None))) == 3  # type: ignore[attr-defined]


# -- Monsters, which another box brings -------------------------------------------------------------------------------
BEAST = """
[empire.beast]
title = "Beast"
letters = "BE"
colour = "neutral"
icon = "hydra"
source = "house"
where = "a test"
[empire.beast.units.beast]
name = "Beast"
kind = "greater god"
count = 1
cost = 6
combat = 3
in_hell = 3
needs = []
needed = 0
icon = "hydra"
rule = "GW-ELD-025"
"""


@pytest.fixture
def beast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GodsWar:
    """A game with an owner that nobody plays and everybody may fight."""
    path = tmp_path / "beast.toml"
    path.write_text(BEAST, "utf-8")
    monkeypatch.setitem(setup.MONSTERS, "beast", path)
    return SYSTEM.build(options={"empires": FIVE[:4], "map": "4p_a", "races": ["luathans"], "monsters": ["beast"]})


def devastated(game: GodsWar) -> State:
    units = {"SK": {"Teshnos": "Luathan"}, "BE": {"Teshnos": "Beast"}}
    said = {"phase": "action", "power": {"SK": 2, "ST": 1}, "units": units, "allies": {"Luathans": "SK"}}
    position = Position(game, game.arrange(said))
    position.play(("devastate", game.config.map.index["teshnos"]))
    if position.decision is not None and position.decision.what == "rout to":
        position.play(game.config.map.index["kralorela"])
    return position.state


@pytest.mark.rule("GW-FAQ-081", "GW-ELD-025")
def test_devastate_routs_a_monster(beast: GodsWar) -> None:
    s = devastated(beast)
    owner = s.config.slugs.index("beast")
    assert [s.config.map.names[a] for a in s.areas(owner)] == ["Kralorela"]


@pytest.mark.rule("GW-FAQ-081")
def test_who_can_be_routed_nowhere_stays_unless_its_card_says_so(
    beast: GodsWar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(losses, "rout_ways", lambda s, owner, area: 0)
    s = devastated(beast)
    owner = s.config.slugs.index("beast")
    assert [s.config.map.names[a] for a in s.areas(owner)] == ["Teshnos"]


# -- an ally is a part of the empire ----------------------------------------------------------------------------------
@pytest.mark.rule("GW-ELD-008")
def test_who_keeps_an_empire_off_the_arrows_keeps_its_ally_off_too(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table(["elves"], units={"SK": {"Jrustela": "Elf"}, "ST": {"Jrustela": "Barbarian"}}, allies={"Elves": "SK"})
    elf, jrustela, umathela = s.config.by_key[0]["elf"], s.config.map.index["jrustela"], s.config.map.index["umathela"]
    assert destinations(s, 0, elf, jrustela) >> umathela & 1
    monkeypatch.setattr(reach, "bound_to_land", lambda s, me: me == 0)
    assert not destinations(s, 0, elf, jrustela) >> umathela & 1
    assert destinations(s, 1, 0, jrustela) >> umathela & 1, "Storm goes over it as before"


@pytest.mark.rule("GW-ELD-007", "GW-ELD-009")
@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_race_brings_comes_and_works_with_its_card(slug: str) -> None:
    s = table([slug])
    race = s.config.race(slug)
    mine = [power for power in s.config.empires[1].powers if power.empire == slug]
    assert mine
    assert not any(power.empire == slug for _, power in s.key.pairs)
    quests = s.opened[1]
    s.ally(race, 1)
    assert {power for seat, power in s.key.pairs if power.empire == slug and seat == 1} >= {
        power for power in mine if power.item.startswith("abilities.")
    }
    assert (s.opened[1] ^ quests).bit_count() == len(s.config.races[race].slots)
    assert not any(power.empire == slug and seat != 1 for seat, power in s.key.pairs)
    assert not s.on[s.config.elders]
    assert {s.config.empires[1].units[k].of for k in bits(s.in_play[1])} <= {"", slug}


@pytest.mark.rule("GW-ELD-010", "GW-GAB-030")
def test_the_gift_of_a_race_is_in_no_fragment() -> None:
    for slug in SLUGS:
        s = table([slug])
        s.ally(0, 1)
        config = s.config
        for i, slot in enumerate(config.empires[1].slots):
            if slot.of:
                assert not any(fragment >> i & 1 for fragment in config.fragments[1])
                (gift,) = bits(config.fits[1][i])
                assert config.empires[1].gifts[gift].key == slot.only
        own = [i for i, slot in enumerate(config.empires[1].slots) if not slot.of]
        assert all(gift < 6 for slot in own for gift in bits(config.fits[1][slot])), "and fits nowhere else"


def test_everybody_knows_the_actions_of_the_races_in_the_game() -> None:
    verbs = {act.verb for act in known(table(["dwarfs", "giants"]), 2)}
    assert {"diplomacy", "construction", "eat"} <= verbs
    assert not {"devastate", "invade"} & verbs
    assert "diplomacy" not in {act.verb for act in known(SYSTEM.build(players=3).start(), 0)}


# a race, where units stand, the gift by the slot it covers, and what lacks without ally and gift
DEEDS: dict[str, tuple[str, dict[str, dict[str, str]], dict[str, str], set[str]]] = {
    "eat storm": ("giants", {"SK": {"Teshnos": "Giant, Archer"}, "ST": {"Teshnos": "Barbarian"}}, {},
                  {"The Eater is in force", "The Giant is on the map", "Storm has a mortal minion where he stands"}),
    "construction shrine teshnos": ("dwarfs", {"SK": {"Teshnos": "Dwarf"}}, {},
                                    {"Construction is in force", "A Dwarf of yours stands in Teshnos"}),
    "devastate teshnos": ("luathans", {"SK": {"Teshnos": "Luathan"}}, {},
                          {"Devastate is in force", "A Luathan of yours stands in Teshnos"}),
    "diplomacy elves elf jungle": (
        "elves", {"SK": {"Elf Jungle": "Archer"}, "ER": {"Elf Jungle": "Elf"}}, {}, {"You have a unit in Elf Jungle"},
    ),
    "invade sea of fog teshnos": (
        "waertagi", {"SK": {"Sea of Fog": "Dragonship"}, "ST": {"Teshnos": "Barbarian"}},
        {"Three seas": "Major Invasion"},
        {"Major Invasion is in force", "Sea of Fog is a sea area with a Dragonship of yours"},
    ),
    "stone arrow ST Barbarian, Genert's Garden": (
        "maidstone_archers", {"SK": {"Altinela": "Maidstone Archer"}, "ST": {"Genert's Garden": "Barbarian"}},
        {"A clean shot": "Stone Arrow"},
        {"Stone Arrow is in force", "The Archer is on the map",
         "ST Barbarian, Genert's Garden stands next to the Archer"},
    ),
}  # fmt: skip


def lacking(deed: str, **words: Any) -> set[str]:
    """What Sky lacks for an action of a race, which is its ally."""
    race, units, gifts, _ = DEEDS[deed]
    ally = {} if race == "elves" else {"allies": {race.replace("_", " ").title(): "SK"}}
    said: dict[str, Any] = {"active": "SK", "power": {"SK": 5, "ST": 5}, "units": units, "slots": {"SK": gifts}}
    game = th.new("gods_war", empires=FIVE[:4], map="4p_a", races=[race])
    game._position = Position(game.system, table([race], "4p_a", **said | ally | words))
    return {verdict.text for verdict in game.why_not(deed, "SK").verdicts if not verdict.holds}


@pytest.mark.rule("GW-ACT-004", "GW-ACT-010", "GW-GAB-024", "GW-RUN-006", "GW-ELD-008")
def test_when_nobody_may_take_the_action_of_a_race() -> None:
    verbs = ["eat", "construction", "devastate", "diplomacy", "invade", "stone arrow"]
    assert verbs == [verb for deed in DEEDS for verb in verbs if deed.startswith(verb)]
    for deed, verb in zip(DEEDS, verbs, strict=True):
        _, units, _, wanted = DEEDS[deed]
        assert lacking(deed) == set()
        assert lacking(deed, active="ST") == {"It is your turn"}
        price = 2 if verb == "stone arrow" else 1
        assert lacking(deed, power={"SK": 0, "ST": 5}) == {
            "It is your turn", "You have Power left", f"You can pay {price} Power",
        }  # fmt: skip
        assert lacking(deed, lasting=[["Law", "ST", 0, verb]]) == {"No rune forbids it"}
        others = {owner: there for owner, there in units.items() if owner != "SK"}
        assert lacking(deed, units=others, allies={}, slots={}) == wanted


@pytest.mark.rule("GW-ELD-018")
def test_the_giant_does_not_eat_his_own() -> None:
    race, units, _, _ = DEEDS["eat storm"]
    game = th.new("gods_war", empires=FIVE[:4], map="4p_a", races=[race])
    words = {"active": "SK", "power": {"SK": 5}, "units": units, "allies": {"Giants": "SK"}}
    game._position = Position(game.system, table([race], "4p_a", **words))
    assert [row.text for row in game.why_not("eat sky", "SK").verdicts if not row.holds] == ["Sky is an enemy"]


# -- positions that cannot be -----------------------------------------------------------------------------------------
def rules_broken(s: State) -> set[str]:
    return {rule for rule, _, _ in SYSTEM.violations(s)}


def test_what_no_position_can_be() -> None:
    s = table(["elves", "ducks", "scorpion_folk", "dragonewts"])
    assert not rules_broken(s)
    both = s.copy()
    for race in ("elves", "scorpion_folk"):
        both.ally(both.config.race(race), 0)
    assert not rules_broken(both)
    both.ally(both.config.race("ducks"), 0)
    assert rules_broken(both) == {"GW-CMP-023"}
    for owner, place in ((1, 3), (1, HELD)):
        stray = s.copy()
        stray.move(owner, stray.config.by_key[owner]["elf"], POOL, place)
        assert rules_broken(stray) == {"GW-CMP-023"}
    twice = s.copy()
    twice.ally(twice.config.race("dragonewts"), 0)
    twice.move(0, twice.config.by_key[0]["inhuman_king"], POOL, 3)
    assert rules_broken(twice) == {"GW-CMP-023"}
    gift = s.copy()
    slot = next(i for i, row in enumerate(gift.config.empires[0].slots) if row.of == "elves")
    gift.lay(0, slot, bits(gift.config.fits[0][slot])[0])
    assert rules_broken(gift) == {"GW-CMP-024"}
    gift.ally(gift.config.race("elves"), 0)
    assert not rules_broken(gift)
    owed = s.copy()
    owed.owed = (1 << slot, *owed.owed[1:])
    assert rules_broken(owed) == {"GW-CMP-024"}
    owed.ally(owed.config.race("elves"), 0)
    assert not rules_broken(owed)
    out = s.copy()
    out.ally(out.config.race("elves"), 0)
    out.included = 0
    assert "GW-CMP-023" in rules_broken(out)


def test_a_set_up_says_who_has_whom() -> None:
    s = table(["elves", "ducks"], allies={"Elves": "ST"})
    assert s.is_ally(0, 1)
    assert s.here(1, s.config.map.index["elf_jungle"]), "its units go with the card"
    lot = SYSTEM.build(options={"empires": FIVE, "races": "by lot"})
    assert lot.arrange({"races": "Elves", "units": {"ER": {"Elf Jungle": "Elf"}}}).included.bit_count() == 1
    assert rules_broken(table(["elves"], units={"ST": {"Teshnos": "Elf"}})) == {"GW-CMP-023"}


def test_the_editor_hands_the_units_over() -> None:
    s = table(["elves"])
    jungle = s.config.map.index["elf_jungle"]
    for whose in (0, 2, -1):
        s.allies = (whose,)
        s.derive()
        s.edited("allies", ["0"], -1, whose)
        assert not rules_broken(s)
        holder = whose if whose >= 0 else s.config.elders
        assert s.here(holder, jungle)
        assert sum(s.here(f, jungle) for f in s.config.owners) == 1


@pytest.mark.rule("GW-FAQ-066")
def test_what_is_nobodys_is_held_nowhere() -> None:
    """By a hand at the board an ally in the Slave Pen may become another's, who has it there, or nobody's."""
    s = SYSTEM.build(options={"empires": ["moon", "storm", "sky"], "races": ["boggles"]}).arrange(
        {"allies": {"Boggles": "ST"}, "units": {"ST": {"pen": "Boggle"}}}
    )
    for whose, held in ((2, 1), (-1, 0)):
        s.allies = (whose,)
        s.derive()
        s.edited("allies", ["0"], -1, whose)
        assert not rules_broken(s)
        assert [s.crowd(f, PEN) for f in (1, whose if whose >= 0 else s.config.elders)] == [0, held]


# -- what is told -----------------------------------------------------------------------------------------------------
def test_the_table_tells_of_the_races() -> None:
    game = SYSTEM.build(options={"empires": FIVE, "races": list(SLUGS)})
    s = game.arrange({"phase": "action", "allies": {"Elves": "SK", "Dragonewts": "ST"}})
    t = game.table(s)
    assert describe(t)
    (line,) = t.lines
    assert [item.name for item in line.items if item.marks] == ["Elves", "Dragonewts"]
    groups = dict(t.sheets[0].passages)
    assert [row.name for row in groups["Your ally: Elves"]] == ["Annual Cycle", "An Elf dies", "Rootmother"]
    assert len(groups["Elder races to be won"]) == 10
    names = [row.name for row in t.sheets[0].tables[0].rows]
    assert "Elf" in names
    assert "Duck" not in names
    pool = dict(t.sheets[1].pieces).get("Pool", ())
    assert [p.name for p in pool if p.name.startswith(("Dragonewt", "Elf"))] == [], "it stands in Teleos"
    assert dict(t.sheets[0].slots)["Of allies"][0].name == "An Elf dies"
    assert not any(name.startswith("Your ally") for name, _ in t.sheets[2].passages)


def test_a_dragonewt_of_the_pool_is_what_its_marker_shows() -> None:
    s = table(["dragonewts"], units={"SK": {"Teshnos": "Archer"}}, allies={"Dragonewts": "SK"},
              counters={"SK": {"Evolution marker": 2}})  # fmt: skip
    pool = dict(tables_of(s).sheets[0].pieces)["Pool"]
    assert [p.name for p in pool if "Dragonewt" in p.name or "King" in p.name] == ["Dragonewt Priest"]
    marks = tables_of(s).sheets[0].tokens
    assert "Evolution marker: 2" in marks
    assert not any("marker" in mark for mark in tables_of(s).sheets[1].tokens)


def tables_of(s: State) -> Any:
    """The table as its display tells it."""
    return display.table(GodsWar.build(options={"empires": FIVE}), s, None)


@pytest.mark.rule("GW-FAQ-084")
def test_what_obsession_has_named_stands_on_the_sheet() -> None:
    s = table(
        ["slarges"], allies={"Slarges": "SK"}, noted=[["SK", "Obsession", "move", 2], ["SK", "Obsession", "gift", 0]]
    )
    assert "Obsession: move, 2" in tables_of(s).sheets[0].tokens


@pytest.mark.rule("GW-ELD-004")
def test_the_menu_says_how_likely_diplomacy_is() -> None:
    s = table(["elves", "boggles"], "4p_a", units={"SK": {"Elf Jungle": "Emperor, Archer", "Kralorela": "Archer"},
                                                  "ER": {"Elf Jungle": "Elf", "Kralorela": "Boggle"}})  # fmt: skip
    act = next(act for act in known(s, 0) if act.verb == "diplomacy")
    elves, boggles = s.config.race("elves"), s.config.race("boggles")
    assert act.told(s, 0, elves, s.config.map.index["elf_jungle"]).startswith(
        "your units there cost 3: 3 of 6 faces win"
    )
    assert "3 of 6 faces win" in act.told(s, 0, boggles, s.config.map.index["kralorela"])
    assert diplomacy.worth(s, 0, s.config.map.index["elf_jungle"]) == 3


@pytest.mark.rule("GW-ELD-021")
def test_the_odds_know_the_die_of_the_slarges() -> None:
    s = table(
        ["slarges"], units={"SK": {"Teshnos": "2 Slarge"}, "ST": {"Teshnos": "Barbarian"}}, allies={"Slarges": "SK"}
    )
    mine, theirs = odds.before(s, s.config.map.index["teshnos"], 0, 1)
    assert mine.dice == (2, 6)
    assert theirs.dice == (1,)
    half = [odds.thrown(s.config.die, n) for n in (2, 6)]
    no_kill = sum((sum(p for (k, _), p in row.items() if not k) for row in half), Fraction(0)) / 2
    assert sum(p for (k, _), p in theirs.takes.items() if not k) == no_kill


def test_goals_and_strength_know_of_allies() -> None:
    game = SYSTEM.build(options={"empires": FIVE, "races": ["elves", "ducks"]})
    s = game.arrange({"phase": "action", "units": {"SK": {"Elf Jungle": "Archer"}, "ER": {"Elf Jungle": "Elf"}}})
    goals = {goal.key: goal for goal in game.goals(s, 0)}
    assert {"ally:elves", "ally:ducks"} <= set(goals)
    assert (goals["ally:elves"].far(s), goals["ally:ducks"].far(s)) == (1.0, 1.0)  # type: ignore[misc]
    assert goals["ally:elves"].parts(s)[0].holds
    before = game.strength(s)[0]
    s.ally(0, 0)
    assert goals["ally:elves"].met(s)
    assert game.strength(s)[0] > before
    assert "allies to come" in game.parts(s, 0)
    assert {goal.name for goal in game.goals(s, 0)} >= {"An Elf dies", "Ally with the Ducks"}
    assert any(verdict.rule == "GW-ELD-013" for verdict in goals["ally:elves"].never(s))
    assert "An Elf dies" not in {goal.name for goal in game.goals(s, 1)}


def test_the_calculator_draws_up_allies_alone() -> None:
    game = SYSTEM.build(options={"empires": FIVE[:4], "map": "4p_a", "races": ["elves", "ducks"]})
    s = game.arrange({"phase": "action", "allies": {"Elves": "SK"},
                      "units": {"SK": {"Teshnos": "Elf"}, "ST": {"Teshnos": "Barbarian"}}})  # fmt: skip
    fights = game.fights
    assert fights is not None
    place = next(iter(fights.places(s)))
    rows = [step.name for side in fights.line_up(s, Setting(place.id)).sides for step in side.steppers]
    assert "Elf" in rows
    assert "Duck" not in rows


# -- whole games ------------------------------------------------------------------------------------------------------
def tables() -> Iterator[tuple[list[str], str, object]]:
    yield ["chaos", "sky", "storm", "darkness"], "4p_a", ["scorpion_folk", "elves", "giants", "luathans", "slarges"]
    yield ["darkness", "chaos", "sky", "invisible_god", "storm"], "5p", ["dragonewts", "dwarfs", "ducks", "vadeli"]
    yield ["invisible_god", "storm", "sky"], "3p", ["boggles", "waertagi", "maidstone_archers"]
    yield ["chaos", "sky", "storm", "darkness"], "4p_b", "by lot"


@pytest.mark.parametrize("case", list(tables()), ids=lambda case: case[1])
def test_whole_games_keep_to_what_can_be(case: tuple[list[str], str, object]) -> None:
    empires, board, races = case
    game = GodsWar.build(options={"empires": empires, "map": board, "races": races})
    for seed in range(3):
        position, rng = Position(game, game.start()), Random(seed)
        asked, won = 0, 0
        while (decision := position.decision) is not None:
            s = position.state
            if asked % 12 == 0:
                assert not game.violations(s), game.violations(s)
                assert game.from_json(game.to_json(s)) == s
                assert game.rebuilt(s) == s
                game.table(s, asked % len(empires))
            position.play(_keen(decision, rng))
            asked += 1
            won = max(won, sum(ally >= 0 for ally in position.state.allies))
        assert game.winners(position.state)
        assert won or races == "by lot"


def _keen(decision: Decision, rng: Random) -> Any:
    """A player who loves Diplomacy and what allies can do."""
    if decision.player == CHANCE:
        return sample_chance(decision, rng)
    wanted = ("diplomacy", "construction", "eat", "devastate", "stone arrow", "invade")
    keen = [o for o in decision.options if isinstance(o, tuple) and o[0] in wanted]
    return rng.choice(keen if keen and rng.random() < 0.8 else decision.options)
