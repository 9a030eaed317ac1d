"""A declared state: what follows from it, shown on a small one that has every kind of value."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import pytest

from theomachy.engine.errors import SaveError, ScenarioError, UnknownName
from theomachy.engine.state import (
    NOBODY,
    OWNER,
    Appearance,
    Counts,
    Declared,
    Domain,
    Each,
    Flag,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Phrase,
    Pile,
    Record,
    Rows,
    Sparse,
    StatePath,
    Stock,
    Text,
    Texts,
    Word,
    declared,
    derived,
    field,
    part,
    schema,
    secrets,
)
from theomachy.engine.tabletop.palette import EditError, Tool


@dataclass(frozen=True)
class Config:
    players: tuple[str, ...] = ("Aglaia", "Bronteas", "Circe")
    areas: tuple[str, ...] = ("Kos", "Delos", "Naxos", "South Paros")
    track: int = 7


POOL = 6
SEAT = Domain(
    "player", lambda c: c.players, target="seat:{}", look=lambda c, i: Appearance(title=f"{c.players[i]}'s side")
)
AREA = Domain("island", lambda c: c.areas, target="area:{}")
PLACE = Domain("place", lambda c: c.areas, target="area:{}", beside={"pool": POOL, "on the card": 5})
KIND = Domain("unit", lambda c, seat: ("Acolyte", "Deep One") if seat != 1 else ("Acolyte", "Ghoul", "Nyx"), keyed=1)
BOOK = Domain("spellbook", lambda c, seat: [f"{c.players[seat]}'s {word}" for word in ("Dream", "Rage")], keyed=1)
CARD = Domain("card", ("Plague", "Famine", "The Star"), look=lambda c, i: Appearance(icon="cards", rule="PG-CRD-001"))
SIGN = Domain("sign", ("one", "two", "three"), first=1)
GROUND = Domain("ground", ("sea", "hills", "sand"), look=lambda c, i: Appearance(ground="g"))
SIDE = Domain("side", ("attacker", "defender"))
PIECE = Domain("piece", ("army", "temple"), plurals={"army": "armies"})
KEPT = 3


@declared
class Battle(Record):
    area: int = field(OneOf(AREA), "Where", group="Battle")
    hits: list[int] = field(Each(SIDE, Number(0, 99)), "Hits", group="Battle")
    roster: list[dict[int, int]] = field(Each(SIDE, Sparse(CARD, Number(0, 9))))


@declared
class State(Declared):
    config: Config
    units: bytearray = field(
        Counts(
            SEAT, PLACE, KIND, 8, lambda c: 4, POOL, lambda c, o, k: (6, 2, 1)[k], lambda c: (7,), off="Off the map"
        ),
        "Units",
        rule="PG-UNI-001",
        group="Pieces",
    )
    ground: bytearray = field(Each(AREA, OneOf(GROUND), packed=True), "Ground", group="Map")
    owner: list[int] = field(Each(AREA, OneOf(SEAT, none="nobody")), "Owner", group="Map")
    stores: tuple[bytearray, bytearray] = field(
        Each(SIDE, Each(AREA, Number(0, 9), packed=True), frozen=True), "Stores", key="stored"
    )
    power: list[int] = field(Each(SEAT, Number(0, 500)), "Power", rule="PG-POW-001", group="Tracks")
    track: int = field(Number(0, lambda c: c.track), "Ritual track", group="Tracks")
    round: int = field(Number(1, 1000), "Round", group="Turn")
    phase: int = field(Word({"set-up": -1, "action": 0, "doom": 4}), "Phase", group="Turn")
    active: int = field(OneOf(SEAT), "Whose turn", group="Turn")
    begun: bool = field(Flag(), "Begun", group="Turn")
    doing: str = field(Text())
    fought: int = field(Mask(AREA), "Fought here", group="Turn", icon="crossed-swords")
    books: int = field(Mask(BOOK, per=SEAT), "Spellbooks", group="Books")
    hands: list[tuple[int, ...]] = field(Each(SEAT, Many(CARD)), "Hand", group="Hands", seen=OWNER, pile="deck")
    signs: list[tuple[int, ...]] = field(Each(SEAT, Many(SIGN)), "Signs", seen=OWNER, pile="bag")
    deck: list[int] = field(Pile(CARD), "Deck", seen=NOBODY)
    bag: list[int] = field(Pile(SIGN), "Bag", seen=NOBODY)
    spare: list[int] = field(Pile(CARD), "Spare", group="Hands")
    own: list[tuple[int, ...]] = field(Each(SEAT, Many(CARD, ordered=True)), "Own deck", seen=NOBODY)
    spent: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text(), by=True), "Used up", group="Books")
    effects: tuple[tuple[int, int], ...] = field(Rows(OneOf(CARD), OneOf(AREA, none="everywhere")), "Effects")
    lost: dict[tuple[int, int], int] = field(Sparse((AREA, SEAT), Number(0, 9)), "Lost", group="Map")
    slot: tuple[int, ...] | None = field(Maybe(Many(CARD)))
    battle: Battle | None = field(Maybe(Of(Battle)), "Battle", group="Battle", icon="swords")
    came: tuple[tuple[int, int], ...] = field(Rows(OneOf(AREA), Number(1, 20), by=True), "Came", group="Battle")
    dead: dict[tuple[int, int], tuple[int, ...]] = field(
        Sparse((AREA, SEAT), Pile(PIECE, frozen=True)), "Dead", group="Map"
    )
    held: list[int] = derived()

    stocks: ClassVar = (
        Stock(CARD, lambda c, i: KEPT, ("deck", "hands"), "PG-CRD-001"),
        Stock(SIGN, lambda c, i: KEPT, ("bag", "signs"), "PG-SGN-001"),
    )

    def derive(self) -> None:
        self.held = [self.owner.count(seat) for seat in range(len(self.config.players))]


def begin() -> State:
    s = State.fresh(Config())
    s.deck, s.bag = [KEPT] * 3, [KEPT] * 3
    s.derive()
    return s


def full() -> State:
    """A position in which nothing is as at the start."""
    s = begin()
    schema.read(
        s,
        tomllib.loads("""
            units = { Aglaia = { Kos = "2 Deep One, Acolyte", "on the card" = "acolytes" } }
            ground = { Kos = "hills", Delos = "sand" }
            owner = { Kos = "Aglaia", Delos = "Bronteas" }
            stored = { attacker = { Kos = 3 }, defender = { Naxos = 9 } }
            power = { Aglaia = 9, Circe = 12 }
            track = 3
            round = 4
            phase = "doom"
            active = "Circe"
            begun = true
            doing = "battle"
            fought = "Kos, South Paros"
            books = { Bronteas = "Bronteas's Rage", Circe = "all" }
            hands = { Aglaia = "2 Plague, Star", Bronteas = "Famine" }
            signs = { Circe = "three, one" }
            deck = "Plague, 2 Famine, 2 The Star"
            bag = { one = 2, two = 3, three = 2 }
            own = { Aglaia = "Star, Plague, Famine" }
            spent = { Circe = ["Dreams", "Passion"] }
            effects = [["Famine", "Kos"], ["Star", "everywhere"]]
            lost = { Kos = { Bronteas = 2 } }
            slot = "none"
            came = { Naxos = 3, Kos = 1 }
            dead = { Kos = { Circe = "2 armies, temple" } }
            battle = { area = "Naxos", hits = { defender = 2 }, roster = { attacker = { Plague = 4 } } }
        """),
    )
    s.derive()
    return s


def test_a_fresh_state_is_at_the_start_of_every_kind():
    s = begin()
    assert s.round == 1
    assert s.power == [0, 0, 0]
    assert s.owner == [-1] * 4
    assert s.units[KIND_AT(0, POOL, 0)] == 6
    assert schema.violations(s) == []


def KIND_AT(owner: int, place: int, kind: int) -> int:
    counts = State.fields["units"].kind
    assert isinstance(counts, Counts)
    return counts.index(StatePath(Config(), "units"), owner, place, kind)


def test_words_say_every_field():
    s = full()
    assert s.units[KIND_AT(0, 0, 1)] == 2
    assert s.units[KIND_AT(0, 5, 0)] == 1
    assert s.units[KIND_AT(0, POOL, 0)] == 4
    assert s.books == 0b10 << 8 | 0b11 << 16
    assert s.hands == [(0, 0, 2), (1,), ()]
    assert s.signs[2] == (1, 3)
    assert s.own[0] == (2, 0, 1)
    assert s.spent == ((2, "Dreams"), (2, "Passion"))
    assert s.effects == ((1, 0), (2, -1))
    assert s.lost == {(0, 1): 2}
    assert s.held == [1, 1, 0]
    assert s.battle is not None
    assert s.battle.hits == [0, 2]
    assert schema.violations(s) == []


def test_the_words_of_a_state_make_it_again():
    s, again = full(), begin()
    schema.read(again, tomllib.loads(schema.text(schema.said(s))))
    again.derive()
    assert again == s


def test_json_makes_it_again():
    s = full()
    assert schema.from_json(State, s.config, json.loads(json.dumps(schema.to_json(s)))) == s


def test_a_copy_is_equal_and_shares_nothing_that_changes():
    s = full()
    before = json.dumps(schema.to_json(s))
    t = s.copy()
    assert t == s
    t.units[0], t.owner[0], t.stores[1][2], t.power[0] = 9, 2, 1, 77
    t.lost[0, 1], t.hands[0] = 5, ()
    assert t.battle is not None
    t.battle.hits[0], t.battle.roster[0][0] = 7, 8
    t.held[0] = 99
    assert json.dumps(schema.to_json(s)) == before
    assert s.held == [1, 1, 0]
    assert t != s


@pytest.mark.parametrize("name", list(State.fields))
@pytest.mark.parametrize("raw", [None, 10**9, -7, "x", [], [[]], {}, {"x": 1}, True, 1.5, "zz" * 84, [None] * 3])
def test_no_file_can_put_something_else_into_a_field(name: str, raw: Any):
    s = full()
    data = json.loads(json.dumps(schema.to_json(s)))
    data[name] = raw
    try:
        again = schema.from_json(State, s.config, data)
    except SaveError as fault:
        said = str(fault)
    else:  # what is taken is lawful in itself, and stays as it is
        said = name if schema.to_json(again)[name] == raw else ""
    assert name in said


def test_missing_and_unknown_fields_are_refused():
    data = schema.to_json(full())
    with pytest.raises(SaveError, match="missing or unknown"):
        schema.from_json(State, Config(), {**data, "more": 1})
    with pytest.raises(SaveError, match="missing or unknown"):
        schema.from_json(State, Config(), [])


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("units = { Aglaia = { Kos = '3 Deep One' } }", "no 3 more Deep One"),
        ("units = { Aglaia = { Rome = 'Acolyte' } }", "no place 'Rome'"),
        ("units = { Aglaia = { Kos = 'Ghoul' } }", "no unit 'Ghoul'"),
        ("power = { Dione = 3 }", "no player 'Dione'"),
        ("power = { Circe = 501 }", "power.Circe.*from 0 to 500"),
        ("track = 8", "from 0 to 7"),
        ("phase = 'noon'", "no phase 'noon'"),
        ("begun = 1", "true or false"),
        ("powers = 3", "did you mean 'power'"),
        ("battle = { where = 'Kos' }", "no word of battle 'where'"),
    ],
)
def test_what_cannot_be_said_is_refused_with_a_sentence(said: str, sentence: str):
    with pytest.raises((ScenarioError, UnknownName), match=sentence):
        schema.read(begin(), tomllib.loads(said))


def test_an_expectation_may_be_a_number_of_bits_or_one_word_for_all():
    s = full()
    assert schema.differences(s, {"fought": 2, "power": 0}) == [
        "power.Aglaia: expected 0, found 9", "power.Circe: expected 0, found 12",
    ]  # fmt: skip
    assert schema.differences(s, {"fought": 1}) == ["fought: expected 1, found 2"]


def test_pieces_may_be_where_only_words_of_the_game_look():
    s = full()
    s.units[KIND_AT(0, POOL, 0)] -= 1
    s.units[KIND_AT(0, 7, 0)] += 1
    assert schema.violations(s) == []
    assert schema.from_json(State, s.config, schema.to_json(s)) == s


@declared
class Turn(Declared):
    """What a turn is made of, beside the state above."""

    config: Config
    units: bytearray = field(
        Counts(SEAT, PLACE, KIND, 8, 4, POOL, lambda c, o, k: 3, off="Off the map", off_group="Cards"), group="Pieces"
    )
    barred: tuple[str, ...] = field(Texts(most=3), "Barred", example='"battle"')
    doing: str = field(Text(), said=False)
    look_up: tuple[int, ...] = derived(tuple, compared=False)


def test_short_words_of_the_rules_stand_in_their_order():
    s = Turn.fresh(Config())
    schema.read(s, {"barred": "move, battle"})
    assert s.barred == ("move", "battle")
    assert schema.said(s)["barred"] == "move, battle"
    assert schema.differences(s, {"barred": "move"}) == ["barred: expected move, found move, battle"]
    assert schema.from_json(Turn, s.config, json.loads(json.dumps(schema.to_json(s)))) == s
    for wrong in (["a"] * 4, [1], "move", ["x" * 300]):
        with pytest.raises(SaveError, match="barred"):
            schema.from_json(Turn, s.config, {**schema.to_json(s), "barred": wrong})


def test_scenarios_are_silent_about_what_lies_inside_an_action():
    s = Turn.fresh(Config())
    s.doing = "move"
    assert "doing" not in schema.said(s)
    with pytest.raises(UnknownName, match="doing"):
        schema.read(s, {"doing": "move"})
    assert schema.to_json(s)["doing"] == "move"


def test_a_look_up_that_is_remembered_does_not_make_two_states_different():
    s = Turn.fresh(Config())
    t = s.copy()
    t.look_up = (1, 2)
    assert t == s
    t.doing = "battle"
    assert t != s


def test_an_example_of_the_page_may_be_the_games_own():
    assert {row.key: row.example for row in schema.keys(Turn, Config())}["barred"] == '"battle"'


def test_pieces_beside_the_board_may_have_a_group_of_their_own():
    tools = {tool.id: tool for tool in schema.palette(Turn.fresh(Config()))}
    assert (tools["units:0:0"].group, tools["units:0:0"].section, tools["units:0:0"].owner) == ("Pieces", "", 0)
    assert (tools["units:0:0:5"].group, tools["units:0:0:5"].section) == ("Cards", "Off the map")


def test_an_expectation_of_the_pool_looks_at_what_it_names():
    s = full()
    assert schema.differences(s, {"units": {"Aglaia": {"pool": "4 Acolyte"}}}) == []
    assert schema.differences(s, {"units": {"Aglaia": {"pool": "5 Acolyte"}}}) == [
        "units.Aglaia.pool: expected 5 Acolyte, found 4 Acolyte"
    ]
    assert len(schema.differences(s, {"units": {"Aglaia": {"Kos": "2 Deep One"}}})) == 1
    empty = {"units": {"Aglaia": {}}}  # an empty table says that nothing is outside the pool
    assert schema.differences(s, empty)
    assert not schema.differences(Turn.fresh(Config()), empty)


# -- pieces that any owner may have ------------------------------------------------------------------------------------
BEAST = Domain("beast", lambda c, seat: (*KIND.names(c, seat), "Hound", "Wolf"), keyed=1)  # type: ignore[operator]
HOUND, WOLF = (2, 3, 2), (3, 4, 3)  # by owner


def how_many(config: Config, owner: int, kind: int) -> int:
    return 3 if kind == HOUND[owner] else 2 if kind == WOLF[owner] else 4


WILD = Counts(SEAT, PLACE, BEAST, 8, 5, POOL, how_many, lambda c: (7,), off="Off", common=lambda c: (HOUND, WOLF))


@declared
class Wild(Declared):
    config: Config
    beasts: bytearray = field(WILD, "Beasts", rule="PG-UNI-001", group="Pieces")


def wild(said: str = "") -> Wild:
    s = Wild.fresh(Config())
    schema.read(s, tomllib.loads(said))
    return s


def beasts(s: Wild, kind: tuple[int, ...], place: int) -> list[int]:
    """How many each owner has in a place."""
    return [s.beasts[WILD.index(s.at("beasts"), owner, place, kind[owner])] for owner in range(3)]


HUNT = 'beasts = { Aglaia = { Kos = "Hound" }, Bronteas = { Kos = "Wolf, Ghoul", "on the card" = "Hound" } }'


def test_what_one_takes_from_a_common_supply_is_missing_for_all():
    s = wild()
    assert (beasts(s, HOUND, POOL), beasts(s, WOLF, POOL)) == ([3, 3, 3], [2, 2, 2])
    WILD.move(s.at("beasts"), s.beasts, 1, HOUND[1], POOL, 0, 2)
    assert (beasts(s, HOUND, POOL), beasts(s, HOUND, 0)) == ([1, 1, 1], [0, 2, 0])
    WILD.move(s.at("beasts"), s.beasts, 1, HOUND[1], 0, 3)
    assert beasts(s, HOUND, POOL) == [1, 1, 1]
    WILD.move(s.at("beasts"), s.beasts, 1, HOUND[1], 3, POOL)
    WILD.move(s.at("beasts"), s.beasts, 2, HOUND[2], POOL, 5)
    assert (beasts(s, HOUND, POOL), beasts(s, HOUND, 0), beasts(s, HOUND, 5)) == ([1, 1, 1], [0, 1, 0], [0, 0, 1])
    assert beasts(s, WOLF, POOL) == [2, 2, 2]
    assert schema.violations(s) == []
    with pytest.raises(ValueError, match="range"):
        WILD.move(s.at("beasts"), s.beasts, 0, HOUND[0], POOL, 0, 2)


def test_words_take_common_pieces_from_the_supply_of_all_and_say_them_again():
    s = wild(HUNT)
    assert (beasts(s, HOUND, POOL), beasts(s, HOUND, 0), beasts(s, HOUND, 5)) == ([1, 1, 1], [1, 0, 0], [0, 1, 0])
    assert s.beasts[WILD.index(s.at("beasts"), 1, POOL, 1)] == 3  # a Ghoul is its owner's alone
    assert s.beasts[WILD.index(s.at("beasts"), 0, POOL, 1)] == 4
    assert wild(schema.text(schema.said(s))) == s
    assert schema.from_json(Wild, s.config, json.loads(json.dumps(schema.to_json(s)))) == s == s.copy()
    assert schema.violations(s) == []
    assert schema.differences(s, {"beasts": {"Circe": {"pool": "Hound, Wolf"}, "Aglaia": {"pool": "Wolf"}}}) == []
    assert schema.differences(s, {"beasts": {"Circe": {"pool": "2 Hound"}}}) == [
        "beasts.Circe.pool: expected 2 Hound, found Hound"
    ]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ('Circe = { Delos = "2 Hound" }', r"Circe has no 2 more Hound for Delos \(there are 3 for all\)"),
        ('Circe = { Delos = "Hound", Naxos = "Hound" }', "Circe has no 1 more Hound for Naxos"),
        ('Circe = { pool = "2 Wolf" }', "Circe has no 2 more Wolf for pool"),
        ('Circe = { Delos = "5 Acolyte" }', "no 5 more Acolyte for Delos$"),
    ],
)
def test_words_cannot_take_more_than_all_owners_have_together(more: str, sentence: str):
    with pytest.raises(ScenarioError, match=sentence):
        wild(HUNT.removesuffix("}") + f", {more} }}")


def test_a_file_in_which_owners_see_different_supplies_is_refused():
    s = wild(HUNT)
    data = schema.to_json(s)
    s.beasts[WILD.index(s.at("beasts"), 2, POOL, HOUND[2])] = 2
    with pytest.raises(SaveError, match=r"beasts.*not the same common supply of Hound for all"):
        schema.from_json(Wild, s.config, schema.to_json(s))
    assert schema.violations(s) == [("PG-UNI-001", "the common supply of Hound is not the same for all", ())]
    assert schema.violations(schema.from_json(Wild, s.config, data)) == []


def test_common_pieces_are_counted_over_all_owners():
    s = wild(HUNT)
    s.beasts[WILD.index(s.at("beasts"), 2, 7, HOUND[2])] += 2  # where no words look
    targets = ("seat:0", "seat:1", "seat:2")
    assert schema.violations(s) == [("PG-UNI-001", "everybody together has 5 of 3 Hound", targets)]
    s.beasts[WILD.index(s.at("beasts"), 2, 7, HOUND[2])] -= 2
    s.beasts[WILD.index(s.at("beasts"), 1, 0, WOLF[1])] -= 1
    assert schema.violations(s) == [("PG-UNI-001", "everybody together has 1 of 2 Wolf", ())]
    s.beasts[WILD.index(s.at("beasts"), 1, 0, WOLF[1])] += 1
    s.beasts[WILD.index(s.at("beasts"), 1, 0, 1)] += 1
    assert schema.violations(s) == [("PG-UNI-001", "Bronteas's side has 5 of 4 Ghoul", ("seat:1",))]


def test_tools_show_and_take_what_others_have_left():
    s = wild(HUNT)

    def shown(s: Wild, tool: str) -> tuple[Any, int, int]:
        (found,) = [found for found in schema.palette(s) if found.id == f"beasts:{tool}"]
        return found.value, found.high, found.most

    assert [shown(s, f"{o}:{HOUND[o]}") for o in range(3)] == [(1, 2, 2), (0, 2, 2), (0, 1, 1)]
    assert shown(s, f"1:{HOUND[1]}:5")[:2] == (1, 2)
    assert shown(s, "1:1") == (1, 4, 4)
    s = schema.edit(s, f"beasts:2:{HOUND[2]}", "area:3", 1)
    assert (beasts(s, HOUND, 3), beasts(s, HOUND, POOL)) == ([0, 0, 1], [0, 0, 0])
    assert [shown(s, f"{o}:{HOUND[o]}")[2] for o in range(3)] == [1, 1, 1]
    over = schema.edit(s, f"beasts:2:{HOUND[2]}", "area:2", 1)
    assert [sentence for _, sentence, _ in schema.violations(over)] == ["everybody together has 4 of 3 Hound"]
    assert schema.edit(over, f"beasts:2:{HOUND[2]}", "area:2", 0) == s
    s = schema.edit(s, f"beasts:1:{HOUND[1]}:5", "", 0)  # beside the board
    assert beasts(s, HOUND, POOL) == [1, 1, 1]
    assert schema.violations(s) == []


def test_a_word_that_makes_no_sense_without_another_is_not_left_out():
    """The words of a position are made fewer by trying; what a try refuses is needed."""

    def arrange(said: Any) -> State:
        if "round" in said and "track" not in said:
            raise ScenarioError("a round needs its track")
        s = begin()
        schema.read(s, said)
        return s

    s = begin()
    s.round, s.track = 3, 2
    assert schema.briefly(s, arrange) == {"track": 2, "round": 3}


def test_tools_have_the_icons_titles_and_sections_of_the_declaration():
    tools = {tool.id: tool for tool in schema.palette(full())}
    assert tools["fought"].icon == "crossed-swords"
    assert (tools["units:0:0:5"].name, tools["units:0:0:5"].section) == ("Acolyte, on the card", "Off the map")
    assert tools["active"].choices[2].label == "Circe's side"


def test_expectations_name_only_what_they_look_at():
    s = full()
    told = """
        units = { Aglaia = { Kos = "Acolyte, 2 Deep One" } }
        power = { Circe = 12 }
        hands = { Aglaia = 3, Bronteas = "Famine" }
        deck = 5
        books = { Circe = "all" }
        phase = "doom"
        lost = { Kos = { Bronteas = 2 } }
        battle = { area = "Naxos" }
        slot = "none"
    """
    assert schema.differences(s, tomllib.loads(told)) == []


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ("power = { Circe = 3 }", "power.Circe: expected 3, found 12"),
        ("units = { Aglaia = { Kos = 'Acolyte' } }", "units.Aglaia.Kos: expected Acolyte, found Acolyte, 2 Deep One"),
        ("hands = { Aglaia = 2 }", "hands.Aglaia: expected 2, found 3"),
        ("phase = 'action'", "phase: expected action, found doom"),
        ("owner = { Naxos = 'Circe' }", "owner.Naxos: expected Circe, found nobody"),
        ("battle = 'none'", "battle: expected none"),
        ("begun = false", "begun: expected false, found true"),
    ],
)
def test_a_wrong_expectation_says_what_is_there(told: str, line: str):
    (found,) = schema.differences(full(), tomllib.loads(told))
    assert found.startswith(line)


def test_a_view_hides_what_belongs_to_others_and_keeps_the_count():
    s = full()
    seen = secrets.view(s, 0)
    assert seen.hands == [(0, 0, 2), (-1,), ()]
    assert seen.signs == [(), (), (0, 0)]
    assert seen.deck == [1, 3, 2]  # the Famine of Bronteas may be in the deck, for all that Aglaia knows
    assert seen.own[0] == (0, 1, 2)
    assert schema.violations(seen) == []
    assert secrets.view(seen, 0) == seen
    assert s.hands[1] == (1,)


def test_a_view_is_the_same_whatever_is_drawn_for_the_hidden_part():
    s, drawn = full(), set()
    for seed in range(30):
        other = secrets.resample(s, 0, Random(seed))
        assert schema.violations(other) == []
        assert secrets.view(other, 0) == secrets.view(s, 0)
        drawn.add((other.hands[1], other.own[0]))
    assert len(drawn) > 5


def test_every_tool_of_the_editor_changes_what_it_says():
    s = full()
    tools = {tool.id: tool for tool in schema.palette(s)}
    assert len(tools) == len(list(schema.palette(s)))
    for tool in tools.values():
        areas = [f"area:{i}" for i in range(4)] if tool.kind == "place" else [""]
        for target in areas:
            for wanted in {c.value for c in tool.choices} or {tool.low, min(tool.high, tool.low + 1)}:
                if tool.ground and not wanted and schema.placed(s, "ground:0", target):
                    with pytest.raises(EditError, match="always has a ground"):
                        schema.edit(s, "ground:0", target, 0)
                    continue
                t = schema.edit(s, tool.id, target, wanted)
                if target:
                    assert schema.placed(t, tool.id, target) == wanted, tool.id
                else:
                    after = {other.id: other.value for other in schema.palette(t)}
                    assert after.get(tool.id, 0) == wanted or tool.id.startswith("spent"), tool.id


def test_pieces_that_an_editor_puts_down_come_from_the_pool():
    s = schema.edit(full(), "units:0:0", "area:3", 3)
    assert s.units[KIND_AT(0, POOL, 0)] == 1
    assert schema.violations(s) == []
    over = schema.edit(s, "units:0:0", "area:2", 6)
    assert [rule for rule, _, _ in schema.violations(over)] == ["PG-UNI-001"]


def test_the_tools_stand_in_the_order_of_their_groups():
    class Ordered(State):
        groups = ("Turn", "Map")

    s = Ordered.fresh(Config())
    said = list(dict.fromkeys(tool.group for tool in schema.palette(s)))
    assert said[:3] == ["Turn", "Map", "Pieces"]


def test_what_is_placed_first_begins_a_record_and_ends_it():
    s = begin()
    (tool,) = [tool for tool in schema.palette(s) if tool.group == "Battle" and tool.id.startswith("battle")]
    assert (tool.id, tool.value, tool.icon) == ("battle:area", 0, "swords")
    with pytest.raises(EditError, match="no battle yet"):
        schema.edit(s, "battle:hits:1", "", 3)
    fought = schema.edit(s, "battle:area", "area:2", 1)
    assert fought.battle is not None
    assert fought.battle.area == 2
    assert schema.edit(fought, "battle:hits:1", "", 3).battle.hits == [0, 3]
    assert schema.edit(fought, "battle:area", "area:1", 0).battle == fought.battle
    assert schema.edit(fought, "battle:area", "area:2", 0).battle is None


def test_numbers_on_areas_in_an_order_are_placed():
    s = schema.edit(schema.edit(begin(), "came", "area:2", 4), "came", "area:0", 1)
    assert s.came == ((2, 4), (0, 1))
    assert [schema.placed(s, "came", f"area:{i}") for i in range(3)] == [1, 0, 4]
    assert schema.edit(s, "came", "area:2", 0).came == ((0, 1),)
    assert schema.said(s)["came"] == {"Naxos": 4, "Kos": 1}


def test_what_lies_in_areas_by_owner_is_placed_on_his_page():
    tools = [tool for tool in schema.palette(begin()) if tool.id.startswith("dead")]
    assert [(tool.name, tool.seat) for tool in tools[:3]] == [("Army, dead", 0), ("Temple, dead", 0), ("Army, dead", 1)]
    s = schema.edit(begin(), "dead:2:0", "area:1", 3)
    assert s.dead == {(1, 2): (3, 0)}
    assert schema.said(s)["dead"] == {"Delos": {"Circe": "3 armies"}}
    assert schema.edit(s, "dead:2:0", "area:1", 0).dead == {}


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is nowhere else is in the deck; where the deck is named, it is in the spare one."""
    stock = Stock(CARD, lambda c, i: KEPT, ("deck", "spare", "hands"), "PG-CRD-001", rest=("deck", "spare"))
    monkeypatch.setattr(State, "stocks", (stock,))

    def made(said: str) -> State:
        s = State.fresh(Config())
        schema.read(s, tomllib.loads(said))
        s.derive()
        return s

    return made


def test_what_is_nowhere_else_lies_where_the_stock_says(dealt: Any):
    assert dealt("").deck == [3, 3, 3]
    assert dealt('hands = { Circe = "2 Plague" }').deck == [1, 3, 3]
    s = dealt('hands = { Circe = "Plague" }\ndeck = "Famine"')
    assert (s.deck, s.spare) == ([0, 1, 0], [2, 2, 3])
    assert schema.violations(s) == []
    too_many = dealt('hands = { Circe = "4 Plague" }')
    assert too_many.deck[0] == 0
    assert ("PG-CRD-001", "there are 4 cards Plague, not 3", ()) in schema.violations(too_many)
    assert schema.edit(s, "hands:2:1", "", 1).deck == [0, 0, 0]


def test_only_what_does_not_go_without_saying_is_said(dealt: Any):
    def arrange(said: Any) -> State:
        s = dealt("")
        s.round = 7 if said.get("phase") == "doom" else 1  # implied by another word
        schema.read(s, said)
        s.derive()
        return s

    for told in ('phase = "doom"', 'hands = { Circe = "2 Plague" }', 'phase = "doom"\nround = 1', 'deck = "Famine"'):
        s = arrange(tomllib.loads(told))
        briefly = schema.briefly(s, arrange)
        assert set(briefly) == set(tomllib.loads(told))
        assert arrange(briefly) == s


def test_a_tool_that_does_not_exist_is_refused():
    with pytest.raises(UnknownName):
        schema.edit(full(), "nothing:1", "", 1)
    with pytest.raises(EditError):
        schema.edit(full(), "power:17", "", 1)


def test_a_stock_that_does_not_add_up_is_a_fault():
    s = full()
    s.deck[0] += 1
    assert schema.violations(s) == [("PG-CRD-001", "there are 4 cards Plague, not 3", ())]


def test_the_page_of_keys_names_every_field():
    page = {row.key: row.title for row in schema.keys(State, Config())}
    assert list(page) == [item.key or name for name, item in State.fields.items()]
    assert page["track"] == "Ritual track: a whole number from 0 to 7"
    assert page["power"] == "Power: a table by player: a whole number from 0 to 500"


def test_each_example_of_the_page_says_something_and_is_read_again():
    for row in schema.keys(State, Config()):
        s = begin()
        told = tomllib.loads(f"{row.key} = {row.example}")
        schema.read(s, told)
        s.derive()
        assert s != begin(), row
        assert schema.differences(s, told) == [], row


def test_a_phrase_tells_several_fields_in_one_line():
    def read(s: State, said: Any) -> None:
        for name, text in said.items():
            area = AREA.member(s.at("land"), name)
            who, _, ground = text.partition(": ")
            s.owner[area], s.ground[area] = SEAT.member(s.at("land"), who), GROUND.member(s.at("land"), ground)

    def say(s: State) -> Any:
        at = s.at("land")
        return {
            AREA.name(at, i): f"{SEAT.name(at, o)}: {GROUND.name(at, s.ground[i])}"
            for i, o in enumerate(s.owner)
            if o >= 0
        }

    phrase = Phrase("land", "a table by island: 'Aglaia: hills'", read, say, covers=("owner", "ground"))

    class Land(State):
        phrases = (phrase,)

    s = Land.fresh(Config())
    schema.read(s, {"land": {"Kos": "Aglaia: hills"}})
    assert (s.owner[0], s.ground[0]) == (0, 1)
    assert schema.said(s)["land"] == {"Kos": "Aglaia: hills"}
    assert schema.text({"land": phrase.say(s)}) == 'land = { Kos = "Aglaia: hills" }'
    assert "owner" not in schema.words(Land)


def test_a_phrase_of_a_line_a_member_and_of_a_value():
    at = StatePath(Config(), "land")

    def read(s: State, area: int, line: str) -> None:
        s.owner[area] = SEAT.member(at, line)

    def expected(s: State, area: int, line: str) -> str:
        return "free" if line == "free" else SEAT.name(at, SEAT.member(at, line))

    class Land(State):
        phrases = (
            Phrase.each(
                "land", "whose each island is", AREA, lambda s: [i for i, o in enumerate(s.owner) if o >= 0], read,
                lambda s, i: SEAT.name(at, s.owner[i]) if s.owner[i] >= 0 else "free", expected, covers=("owner",),
                alone=True,
            ),
            Phrase.valued("islands", "islands of each", Each(SEAT, Number(0, 9)), lambda s: s.held),
            Phrase.valued(
                "moment", "round and phase", Rows(Number(1, 9), Number(0, 9)), lambda s: ((s.round, s.phase),),
                lambda s, rows: (setattr(s, "round", rows[0][0]), setattr(s, "phase", rows[0][1])),
            ),
        )  # fmt: skip

    s = Land.fresh(Config())
    schema.read(s, {"land": {"Kos": "Circe"}, "moment": [[3, 4]]})
    s.derive()
    assert (s.owner[0], s.round, s.phase) == (2, 3, 4)
    told = schema.said(s)
    assert told["land"] == {"Kos": "Circe"}
    assert told["moment"] == [[3, 4]]
    assert "islands" not in told, "a word of expectations alone"
    assert schema.differences(s, {"land": {"Kos": "Circe"}, "islands": {"Circe": 1}, "kos": "Circe"}) == []
    wrong = {"Kos": "Aglaia", "Delos": "Circe", "islands": {"Circe": 2}, "moment": [[3, 0]]}
    assert schema.differences(s, wrong) == [
        "Kos: expected Aglaia, found Circe",
        "Delos: expected Circe, found free",
        "islands.Circe: expected 2, found 1",
        "moment: expected [[3, 0]], found [[3, 4]]",
    ]
    with pytest.raises(UnknownName, match="islands"):
        schema.read(s, {"islands": {"Circe": 1}})
    assert "islands" in {row.key for row in schema.keys(Land, Config(), expected=True)}
    assert "islands" not in {row.key for row in schema.keys(Land, Config())}


def test_squares_of_a_sheet_are_those_of_a_mask():
    @declared
    class Shelf(Declared):
        config: Config
        books: list[int] = field(Each(SEAT, Mask(BOOK)))
        owed: list[int] = field(Each(SEAT, Mask(SIGN)))
        power: list[int] = field(Each(SEAT, Number(0, 9)))

    s = Shelf.fresh(Config())
    s.books[1] = s.owed[1] = 0b10
    books = schema.slots(s, "books", 1, "book", "spell-book")
    assert [(x.name, x.filled, x.icon, x.target) for x in books] == [
        ("Bronteas's Dream", False, "spell-book", "book:1:0"),
        ("Bronteas's Rage", True, "spell-book", "book:1:1"),
    ]
    assert [x.filled for x in schema.slots(s, "owed", 1, "sign", filled=False)] == [True, False, True]
    with pytest.raises(TypeError, match=r"Shelf\.power is no mask"):
        schema.slots(s, "power", 1, "power")


def test_members_called_by_numbers_are_said_as_numbers():
    number = Domain("sign", ("1", "2", "3"), first=1)
    hand, bag, at = Many(number), Pile(number), StatePath(Config(), "signs")
    assert hand.say(at, (1, 1, 3)) == [1, 1, 3]
    assert hand.read(at, [3, 1, 1]) == hand.read(at, "2 1, 3") == (1, 1, 3)
    assert bag.say(at, [10, 7, 3]) == [10, 7, 3]
    assert bag.read(at, [10, 7, 3]) == [10, 7, 3]
    assert list(bag.differences(at, [10, 7, 3], [10, 7, 2])) == ["signs: expected [10, 7, 2], found [10, 7, 3]"]
    for wrong in ([10, 7], [10, 7, 3, 1], [10, 7, -1], "10"):
        with pytest.raises(ScenarioError, match="signs"):
            bag.read(at, wrong)


def test_a_number_whose_values_have_names_is_said_by_them():
    dial = Number(0, 3, names=lambda c, seat: ("New", "Waxing", "Full", "Waning") if seat == 1 else ())
    at = StatePath(Config(), "dial").into(SEAT, 1)
    other = StatePath(Config(), "dial").into(SEAT, 0)
    assert (dial.say(at, 2), dial.say(other, 2)) == ("Full", 2)
    assert [dial.read(at, said) for said in ("full", "Waning", 1)] == [2, 3, 1]
    assert list(dial.differences(at, 2, "New")) == ["dial.Bronteas: expected New, found Full"]
    assert (dial.shape(at), dial.shape(other)) == ("'New', 'Waxing', 'Full', 'Waning'", "a whole number from 0 to 3")
    with pytest.raises(UnknownName, match="Gibbous"):
        dial.read(at, "Gibbous")
    for path, said in ((at, 4), (other, "Full"), (other, 4)):
        with pytest.raises(ScenarioError, match="dial"):
            dial.read(path, said)
    (tool,) = dial.tools(at, 2, Tool("dial", "", "Dial", ""))
    assert (tool.kind, tool.value, [(c.value, c.label) for c in tool.choices]) == (
        "choice", 2, [(0, "New"), (1, "Waxing"), (2, "Full"), (3, "Waning")],
    )  # fmt: skip
    (tool,) = dial.tools(other, 2, Tool("dial", "", "Dial", ""))
    assert (tool.kind, tool.low, tool.high) == ("number", 0, 3)


def test_a_place_beside_the_board_may_be_in_some_boxes_only():
    place = Domain(
        "place", lambda c: c.areas, target="area:{}",
        beside=lambda c: {"pool": POOL, "card": 5} if c.track > 5 else {"pool": POOL},
    )  # fmt: skip
    pieces = Counts(SEAT, place, KIND, 8, lambda c: 4, POOL, lambda c, o, k: (6, 2, 1)[k])
    with_card, without = StatePath(Config(), "units"), StatePath(Config(track=3), "units")
    said = {"Aglaia": {"card": "Acolyte"}}
    value = pieces.read(with_card, said)
    assert pieces.say(with_card, value) == said
    assert pieces.load(with_card, value.hex()) == value
    assert [OneOf(place).load(with_card, n) for n in (5, POOL)] == [5, POOL]
    with pytest.raises(UnknownName, match="card"):
        pieces.read(without, said)
    with pytest.raises(SaveError, match="pieces where none can be"):
        pieces.load(without, value.hex())
    for kind in (OneOf(place), Many(place)):
        with pytest.raises(SaveError):
            kind.load(without, [5] if isinstance(kind, Many) else 5)
    tools = {tool.name for tool in pieces.tools(without, pieces.fresh(without), Tool("units", "", "Units", ""))}
    assert not any("card" in name for name in tools)
    assert any("card" in tool.name for tool in pieces.tools(with_card, value, Tool("units", "", "Units", "")))


def test_of_some_things_a_few_may_have_left_the_game(monkeypatch: pytest.MonkeyPatch):
    stock = Stock(CARD, lambda c, i: KEPT, ("deck", "hands"), "PG-CRD-001", rest=("deck",), at_most=True)
    monkeypatch.setattr(State, "stocks", (stock,))
    s = begin()
    s.deck[1] -= 2
    assert schema.violations(s) == []
    s.hands[0] = (1, 1, 1)
    assert schema.violations(s) == [("PG-CRD-001", "there are too many cards Famine", ())]


def test_an_annotation_without_a_field_fails_at_import():
    with pytest.raises(TypeError, match=r"Slip\.power is annotated"):

        @declared
        class Slip(Declared):
            power: int


@part
class Purse(Declared):
    """What is asked of the coins, and what changes them."""

    coins: list[int]

    def pay(self, seat: int, n: int) -> None:
        self.coins[seat] -= n


def test_a_state_may_be_made_of_parts_and_holds_no_more_for_it():
    @declared
    class Table(Purse):
        config: Config
        coins: list[int] = field(Each(SEAT, Number(0, 9, start=5)))

    s = Table.fresh(Config())
    other = s.copy()
    other.pay(1, 3)
    assert (s.coins, other.coins) == ([5, 5, 5], [5, 2, 5])
    assert type(other) is Table
    assert not hasattr(other, "__dict__")


def test_a_part_that_looks_at_a_field_which_the_state_has_not_fails_at_import():
    with pytest.raises(TypeError, match=r"Purse\.coins is annotated, but Slip declares no such field"):

        @declared
        class Slip(Purse):
            power: int = field(Number(0, 9))


def test_a_field_from_a_pile_that_is_not_there_fails_at_import():
    with pytest.raises(TypeError, match="no field 'heap'"):

        @declared
        class Slip(Declared):
            hand: list[tuple[int, ...]] = field(Each(SEAT, Many(CARD)), pile="heap")


def test_an_argument_is_called_as_people_read_it() -> None:
    s = State.fresh(Config())
    grounds = Domain("ground", ("forests", "plains"), first=1, target="ground:{}").argument(say=str.capitalize)
    members = list(grounds.candidates(s, 0))
    assert [(grounds.name(s, member), grounds.target(s, member)) for member in members] == [
        ("Forests", ("ground:1",)),
        ("Plains", ("ground:2",)),
    ]
