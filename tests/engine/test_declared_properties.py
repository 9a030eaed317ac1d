"""Whatever values a declared state has: data, words, copies and views keep what they promise, kind by kind."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theomachy.engine.errors import SaveError
from theomachy.engine.state import (
    NOBODY,
    OWNER,
    UNKNOWN,
    Counts,
    Declared,
    Domain,
    Each,
    Flag,
    Kind,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Pile,
    Record,
    Rows,
    Sparse,
    Stack,
    StatePath,
    Stock,
    Text,
    Word,
    declared,
    field,
    schema,
    secrets,
)

COPIES = 3


@dataclass(frozen=True)
class Config:
    players: tuple[str, ...] = ("Aglaia", "Bronteas", "Circe")
    areas: tuple[str, ...] = ("Kos", "Delos", "Naxos", "South Paros")
    vitality: tuple[int, ...] = (4, 7, 2)
    boxes: tuple[tuple[int, ...], ...] = ((3, 9), (5,), (2, 4, 6))


SEAT = Domain("player", lambda c: c.players, target="seat:{}")
AREA = Domain("area", lambda c: c.areas, target="area:{}", beside={"reserve": 9})
UNIT = Domain("unit", ("Hoplites", "Leonidas", "Hydra"), target="unit:{}")
CARD = Domain("card", ("Plague", "Famine", "The Star"))
TOKEN = Domain("token", ("fire", "fear"), first=1)
OWN = Domain("box", lambda c, seat: tuple(f"{c.players[seat]}'s {i}" for i in range(len(c.boxes[seat]))), keyed=1)
BEAST = Domain("beast", lambda c, seat: (*OWN.names(c, seat), "Sphinx", "Harpy"), keyed=1)  # type: ignore[operator]
RUNE = Domain("rune", ("Life", "Death", "Luck", "Fate", "Truth"))


@declared
class Plan(Record):
    route: tuple[int, ...] = field(Many(AREA, ordered=True, most=5), "Route")
    stays: bool = field(Flag(), "Stays")


@declared
class Sheet(Record):
    """Written on by its owner; what its boxes are depends on whose it is."""

    boxes: list[int] = field(Each(OWN, Number(0, lambda c, seat, box: c.boxes[seat][box])), "Boxes")
    marks: int = field(Mask(OWN), "Marks")
    plan: Plan | None = field(Maybe(Of(Plan)), "Plan", seen=OWNER)
    vp: int = field(Number(-9, 99, start=0), "Points")


@declared
class Fight(Record):
    where: int = field(OneOf(AREA), "Where")
    bids: list[int | None] = field(Each(SEAT, Maybe(Number(0, 9))), "Bids", seen=OWNER)
    stock: tuple[int, ...] = field(Many(CARD, ordered=True, most=4), "Stock", seen=NOBODY)
    lost: dict[int, int] = field(Sparse(UNIT, Number(1, lambda c, unit: c.vitality[unit])), "Lost")


def beasts(c: Config, seat: int, kind: int) -> int:
    """How many there are: of the own ones, and of those that anybody may have."""
    return (*c.boxes[seat], 4, 1)[kind]


def anybodys(c: Config) -> list[list[int]]:
    return [[len(boxes) + i for boxes in c.boxes] for i in range(2)]


@declared
class State(Declared):
    config: Config
    round: int = field(Number(1, 16), "Round", group="Turn")
    begun: bool = field(Flag(), "Begun", group="Turn")
    doing: str = field(Text(), "Doing", group="Turn")
    phase: int = field(Word({"set-up": -1, "action": 0, "council": 4}), "Phase", group="Turn")
    active: int = field(OneOf(SEAT), "Whose turn", group="Turn")
    judge: int = field(OneOf(SEAT, none="nobody"), "Judge", group="Turn")
    chosen: int | None = field(Maybe(OneOf(TOKEN)), "Chosen", group="Turn")
    pieces: bytearray = field(Counts(SEAT, AREA, OWN, 10, 3, 9, lambda c, o, k: c.boxes[o][k]), "Pieces", group="Map")
    herd: bytearray = field(Counts(SEAT, AREA, BEAST, 10, 5, 9, beasts, common=anybodys), "Herd", group="Map")
    fires: list[int] = field(Each(AREA, Number(0, 9)), "Fires", group="Map")
    ground: bytearray = field(Each(AREA, OneOf(TOKEN), packed=True), "Ground", group="Map")
    tokens: list[tuple[int, ...]] = field(Each(AREA, Many(TOKEN, most=6)), "Tokens", group="Map")
    walls: list[int] = field(Each(AREA, Mask(TOKEN)), "Walls", group="Map")
    room: list[int | None] = field(Each(AREA, Maybe(Number(0, 5))), "Room", group="Map")
    burnt: int = field(Mask(AREA), "Burnt", group="Map")
    place: list[int] = field(Each(UNIT, OneOf(AREA, start=9)), "Place", group="Units")
    hurt: list[int] = field(Each(UNIT, Number(0, lambda c, unit: c.vitality[unit])), "Hurt", group="Units")
    carried: dict[int, int] = field(Sparse(UNIT, OneOf(TOKEN)), "Carries", group="Units")
    laid: dict[tuple[int, int], int] = field(Sparse((AREA, TOKEN), Number(1, 9)), "Laid", group="Map")
    books: int = field(Mask(OWN, per=SEAT), "Books", group="Sheets")
    sheets: list[Sheet] = field(Each(SEAT, Of(Sheet)), "Sheet", group="Sheets")
    used: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text(), by=True), "Used", group="Turn")
    owed: tuple[tuple[int, int], ...] = field(Rows(OneOf(SEAT), Number(0, 9)), "Owed", group="Turn")
    fights: list[Fight] = field(Stack(Of(Fight), most=3), "Fights", group="Fights")
    fight: Fight | None = field(Maybe(Of(Fight)), "Fight", group="Fights")
    bids: list[int] = field(
        Each(SEAT, Number(0, 9)), "Bids", group="Turn", seen=OWNER, drawn=lambda s, seat, rng: rng.randint(0, 9)
    )
    maps: list[int] = field(Each(SEAT, Mask(AREA)), "Map", seen=lambda s: OWNER if s.phase == 4 else "all")
    hands: list[tuple[int, ...]] = field(Each(SEAT, Many(CARD)), "Hand", group="Cards", seen=OWNER, pile="heap")
    heap: list[int] = field(Pile(CARD), "Heap", group="Cards", seen=NOBODY)
    held: list[tuple[int, ...]] = field(Each(SEAT, Many(RUNE)), "Runes", group="Cards", seen=OWNER, pile="deck")
    deck: tuple[int, ...] = field(Many(RUNE, ordered=True), "Rune deck", group="Cards", seen=NOBODY)
    own: list[tuple[int, ...]] = field(Each(SEAT, Many(UNIT, ordered=True)), "Own hand", seen=OWNER, pile="owns")
    owns: list[tuple[int, ...]] = field(Each(SEAT, Many(UNIT, ordered=True)), "Own deck", seen=NOBODY)
    fate: int = field(Number(0, 9), "Fate", seen=NOBODY)

    stocks: ClassVar = (
        Stock(CARD, lambda c, i: COPIES, ("heap", "hands"), "PG-CRD-001"),
        Stock(RUNE, lambda c, i: 1, ("deck", "held"), "PG-CRD-001"),
    )


CONFIG = Config()
VIEWERS = (0, 1, 2, None)


def value_of(kind: Kind[Any], at: StatePath) -> st.SearchStrategy[Any]:
    """Any value of a kind."""
    match kind:
        case Pile():
            return st.lists(st.integers(0, COPIES), min_size=len(kind.of.all(at)), max_size=len(kind.of.all(at)))
        case Number():
            return st.integers(kind.low, kind.high(at))
        case Flag():
            return st.booleans()
        case Text():
            return st.text("abc '\"\\,=é{}", max_size=9).map(str.strip)
        case Word():
            return st.sampled_from(sorted(kind.words.values()))
        case OneOf():
            return st.sampled_from(kind.choices(at))
        case Maybe():
            return st.none() | value_of(kind.kind, at)
        case Each():
            return st.tuples(*(value_of(kind.kind, kind.within(at, i)) for i in kind.of.members(at))).map(kind.make)
        case Many():
            members = st.sampled_from([*kind.of.members(at), *kind.of.beside.values()])
            return st.lists(members, max_size=min(kind.most, 6)).map(kind.in_order)
        case Mask(per=None):
            return st.integers(0, (1 << len(kind.of.all(at))) - 1)
        case Mask():
            assert kind.per is not None
            rows = (st.integers(0, (1 << len(kind.of.all(at.into(kind.per, i)))) - 1) for i in kind.per.members(at))
            return st.tuples(*rows).map(lambda bits: sum(x << kind.width * i for i, x in enumerate(bits)))
        case Rows():
            return st.lists(st.tuples(*(value_of(part, at) for part in kind.kinds)), max_size=4).map(
                lambda rows: tuple(sorted(rows) if kind.by else rows)
            )
        case Sparse():
            first, second = kind.of
            keys = [(i,) for i in first.members(at)]
            if second is not None:
                keys = [(i, j) for (i,) in keys for j in second.members(at.into(first, i))]
            return st.fixed_dictionaries(
                {},
                optional={key if second else key[0]: value_of(kind.kind, within(kind, at, key)) for key in keys},
            )
        case Stack():
            return st.lists(value_of(kind.kind, at), max_size=kind.most)
        case Of():
            return st.fixed_dictionaries(
                {name: value_of(item.kind, at.part(name)) for name, item in kind.record.fields.items()}
            ).map(lambda values: filled(kind.record.fresh_at(at), values))
        case Counts():
            moves = st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 3), st.integers(0, 9))
            return st.lists(moves, max_size=6).map(lambda made: moved(kind, at, made))
    raise AssertionError(f"the test knows no values of {kind}")


def within(kind: Sparse, at: StatePath, key: tuple[int, ...]) -> StatePath:
    for domain, member in zip(kind.of, key, strict=False):
        at = at.into(domain, member)  # type: ignore[arg-type]
    return at


def filled(record: Any, values: dict[str, Any]) -> Any:
    for name, value in values.items():
        setattr(record, name, value)
    return record


def moved(kind: Counts, at: StatePath, made: list[tuple[int, int, int, int]]) -> bytearray:
    """Pieces taken out of the reserve and laid down."""
    value = kind.fresh(at)
    for owner, piece, place, n in made:
        if piece < len(kind.kind.all(at.into(kind.owner, owner))):
            n = min(n, value[kind.index(at, owner, kind.rest, piece)])
            kind.move(at, value, owner, piece, kind.rest, place, n)
    return value


def dealt(s: State, seed: int) -> State:
    """The same with cards that add up."""
    rng = Random(seed)
    runes = rng.sample(range(5), 5)
    s.held = [tuple(sorted(runes[:2])), (), (runes[2],)]
    s.deck = tuple(runes[3:])
    cards = rng.sample([card for card in range(3) for _ in range(COPIES)], 9)
    s.hands = [tuple(sorted(cards[:2])), tuple(sorted(cards[2:5])), ()]
    s.heap = [cards[5:].count(card) for card in range(3)]
    s.derive()
    return s


def states() -> st.SearchStrategy[State]:
    """Any position."""
    parts = {name: value_of(item.kind, StatePath(CONFIG, name)) for name, item in State.fields.items()}
    built = st.fixed_dictionaries(parts).map(lambda values: filled(State.fresh(CONFIG), values))
    return st.builds(dealt, built, st.integers(0, 99))


many = settings(max_examples=25, deadline=None)


@many
@given(states())
def test_data_make_every_position_again(s: State) -> None:
    assert schema.from_json(State, CONFIG, json.loads(json.dumps(schema.to_json(s)))) == s
    assert schema.violations(s) == []


@many
@given(states())
def test_words_make_every_position_again(s: State) -> None:
    again = State.fresh(CONFIG)
    schema.read(again, tomllib.loads(schema.text(schema.said(s))))
    assert again == s
    said = {key: item.kind.say(s.at(key), getattr(s, key)) for key, item in State.fields.items()}
    assert schema.differences(s, said) == []


def change(value: Any) -> None:
    """Spoil whatever can be changed in a value, wherever it is."""
    match value:
        case Record():
            for name in value.fields:
                change(getattr(value, name))
                setattr(value, name, "spoilt")
        case list() | tuple():
            for part in value:
                change(part)
            if isinstance(value, list):
                value.append("spoilt")
        case bytearray():
            value.append(1)
        case dict():
            for part in value.values():
                change(part)
            value["spoilt"] = 1


@many
@given(states())
def test_whatever_becomes_of_a_copy_the_original_stays(s: State) -> None:
    before, other = schema.to_json(s), s.copy()
    assert other == s
    for name in State.fields:
        change(getattr(other, name))
    assert schema.to_json(s) == before


@many
@given(states(), st.sampled_from(VIEWERS), st.integers(0, 9))
def test_a_view_is_lawful_seen_twice_the_same_and_the_same_for_all_that_may_be_hidden(
    s: State, viewer: int | None, seed: int
) -> None:
    before, seen = schema.to_json(s), secrets.view(s, viewer)
    assert secrets.view(seen, viewer) == seen
    assert schema.violations(seen) == []
    other = secrets.resample(s, viewer, Random(seed))
    assert schema.violations(other) == []
    assert secrets.view(other, viewer) == seen
    assert secrets.view(secrets.resample(seen, viewer, Random(seed)), viewer) == seen
    assert schema.to_json(s) == before


@many
@given(states(), states(), st.sampled_from(VIEWERS))
def test_nothing_hidden_reaches_a_view(s: State, other: State, viewer: int | None) -> None:
    """Two positions that differ in what is hidden alone look the same."""
    t = s.copy()
    t.fate, t.phase, s.phase = other.fate, 4, 4
    for seat in range(3):
        if seat != viewer:
            t.bids[seat], t.maps[seat], t.sheets[seat].plan = (
                other.bids[seat],
                other.maps[seat],
                other.sheets[seat].plan,
            )
            for mine, theirs in zip(t.fights, other.fights, strict=False):
                mine.bids[seat] = theirs.bids[seat]
    assert secrets.view(t, viewer) == secrets.view(s, viewer)


@many
@given(states(), st.data())
def test_every_tool_shows_what_it_has_done(s: State, data: st.DataObject) -> None:
    tools = list(schema.palette(s))
    assert len({tool.id for tool in tools}) == len(tools)
    tool = data.draw(st.sampled_from(tools))
    values = [c.value for c in tool.choices] or [tool.low, min(tool.high, tool.low + 2)]
    wanted = tool.checked(data.draw(st.sampled_from(values)))
    target = f"area:{data.draw(st.integers(0, 3))}" if tool.kind == "place" else ""
    t = schema.edit(s, tool.id, target, wanted)
    if target and tool.id == "ground:1":
        pass  # the ground that there is at the start cannot be taken away
    elif target:
        assert schema.placed(t, tool.id, target) == wanted
    elif not tool.id.startswith(("used", "owed")):  # a row that is taken away leaves its place to the next
        assert {other.id: other.value for other in schema.palette(t)}[tool.id] == wanted
    schema.from_json(State, CONFIG, schema.to_json(s))  # what was edited is a copy


@many
@given(states())
def test_everybody_sees_the_same_supply_of_what_anybody_may_have(s: State) -> None:
    at, herd = s.at("herd"), State.fields["herd"].kind
    assert isinstance(herd, Counts)
    for row, most in zip(anybodys(CONFIG), (4, 1), strict=True):
        (left,) = {s.herd[herd.index(at, seat, 9, row[seat])] for seat in range(3)}
        laid = sum(s.herd[herd.index(at, seat, area, row[seat])] for seat in range(3) for area in range(4))
        assert left + laid == most
    tools = {tool.id: tool for tool in schema.palette(s)}
    for seat in range(3):
        for row in anybodys(CONFIG):
            tool = tools[f"herd:{seat}:{row[seat]}"]
            assert isinstance(tool.value, int)
            assert tool.most - tool.value == s.herd[herd.index(at, seat, 9, row[seat])]


@pytest.mark.parametrize("name", [name for name, item in State.fields.items() if item.group and name != "doing"])
def test_every_field_of_a_group_has_tools(name: str) -> None:
    s = State.fresh(CONFIG)
    s.used, s.owed = ((0, "x"),), ((0, 1),)
    assert [tool for tool in schema.palette(s) if tool.id.split(":")[0] == name]


def test_tools_stand_in_sections_that_say_what_they_are() -> None:
    """A row for each member in the section of its field, not a section each; the parts of a sheet have their own."""
    s = State.fresh(CONFIG)
    s.fights = [Fight.fresh(CONFIG)]
    tools = {tool.id: tool for tool in schema.palette(s)}

    def told(*ids: str) -> list[tuple[str, str]]:
        return [(tools[i].section, tools[i].name) for i in ids]

    assert told("hurt:0", "hurt:2") == [("Hurt", "Hoplites"), ("Hurt", "Hydra")]
    assert told("carried:1") == [("Carries", "Leonidas")]
    assert [c.label for c in tools["carried:1"].choices] == ["None", "Fire", "Fear"]
    assert told("sheets:0:boxes:1", "sheets:0:vp") == [("Sheet: Boxes", "Aglaia's 1"), ("Sheet", "Points")]
    assert tools["sheets:2:boxes:1"].high == 4
    assert tools["sheets:2:boxes:1"].seat == 2
    assert told("fights:0:lost:0")[0] == ("Fights 1: Lost", "Hoplites")


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(states(), st.sampled_from(sorted(State.fields)), junk, st.lists(st.integers(0, 5), max_size=4))
def test_no_file_can_put_anything_impossible_anywhere(s: State, name: str, raw: Any, way: list[int]) -> None:
    """Junk in place of a field, or of any part of it."""
    data = schema.to_json(s)
    spot: Any = data
    key: Any = name
    for step in way:
        inner = spot[key]
        if not isinstance(inner, list | dict) or not inner:
            break
        spot = inner
        key = step % len(inner) if isinstance(inner, list) else sorted(inner)[step % len(inner)]
    spot[key] = raw
    refused = ""
    try:
        again = schema.from_json(State, CONFIG, data)
    except SaveError as fault:
        refused = str(fault)
    if refused:
        assert len(refused) < 400
        refused.encode()
    else:
        assert [v for v in schema.violations(again) if v[0] != "PG-CRD-001"] == []
        json.dumps(schema.to_json(again), ensure_ascii=False).encode()


def deep(n: int) -> Any:
    value: Any = []
    for _ in range(n):
        value = [value]
    return value


@pytest.mark.parametrize("name", sorted(State.fields))
def test_what_is_deep_or_long_is_refused_like_anything_else(name: str) -> None:
    for raw in (
        deep(5_000),
        [[]] * 100_000,
        [0] * 100_000,
        "0" * 1_000_000,
        -(1 << 70_000),
        {str(i): i for i in range(9_999)},
    ):
        with pytest.raises(SaveError):
            schema.from_json(State, CONFIG, {**schema.to_json(State.fresh(CONFIG)), name: raw})


def chi_square(found: dict[Any, int], expected: float, cases: int) -> float:
    return sum((n - expected) ** 2 / expected for n in found.values()) + expected * (cases - len(found))


def test_hidden_runes_are_dealt_each_way_as_often_as_any_other() -> None:
    """Aglaia sees her own two of five; the other three lie in three places: six deals."""
    s = dealt(State.fresh(CONFIG), 1)
    s.held, s.deck = [(0, 1), (2,), (3,)], (4,)
    found: dict[Any, int] = {}
    rng = Random(5)
    for _ in range(1_200):
        t = secrets.resample(s, 0, rng)
        found[t.held[1], t.held[2], t.deck] = found.get((t.held[1], t.held[2], t.deck), 0) + 1
    assert chi_square(found, 200, 6) < 20.5  # five degrees of freedom, one in a thousand


def test_hidden_copies_are_dealt_by_how_many_there_are() -> None:
    """Out of three of one card and one of another a hidden hand of one holds the first three times in four."""
    s = dealt(State.fresh(CONFIG), 1)
    s.hands, s.heap = [(), (0,), ()], [2, 1, 0]
    rng = Random(7)
    first = sum(secrets.resample(s, 0, rng).hands[1] == (0,) for _ in range(1_200))
    assert chi_square({0: first, 1: 0}, 900, 2) - 900 < 10.8


def test_hidden_decks_come_in_every_order_as_often() -> None:
    s = dealt(State.fresh(CONFIG), 1)
    s.held, s.deck = [(0, 1), (), ()], (2, 3, 4)
    rng, found = Random(9), dict[Any, int]()
    for _ in range(1_200):
        t = secrets.resample(s, 0, rng)
        found[t.deck] = found.get(t.deck, 0) + 1
    assert chi_square(found, 200, 6) < 20.5


def test_an_ordered_hand_that_is_hidden_comes_in_every_order() -> None:
    s = dealt(State.fresh(CONFIG), 1)
    s.own, s.owns = [(), (2, 0), ()], [(), (1,), ()]
    rng = Random(11)
    assert {secrets.resample(s, 0, rng).own[1] for _ in range(200)} == {
        (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1),
    }  # fmt: skip


def test_a_hidden_bid_may_be_anything_that_its_field_says() -> None:
    s = dealt(State.fresh(CONFIG), 1)
    s.bids = [3, 4, 5]
    drawn = [secrets.resample(s, 0, Random(seed)).bids for seed in range(60)]
    assert {bids[0] for bids in drawn} == {3}
    assert {bids[1] for bids in drawn} == set(range(10))


def test_a_hidden_member_is_said_and_read() -> None:
    s = secrets.view(dealt(State.fresh(CONFIG), 1), 0)
    said = schema.text(schema.said(s))
    assert UNKNOWN in said
    again = State.fresh(CONFIG)
    schema.read(again, tomllib.loads(said))
    assert again.hands == s.hands


def test_a_field_may_not_have_the_name_of_something_that_every_state_has() -> None:
    with pytest.raises(TypeError, match="something of that name"):

        @declared
        class Slip(Declared):
            fields: int = field(Number(0, 9))


@pytest.mark.parametrize(
    ("kind", "more", "sentence"),
    [
        (Number(0, 9), {"seen": OWNER}, "no list by seat"),
        (Each(AREA, Number(0, 9)), {"seen": OWNER}, "no list by seat"),
    ],
)
def test_what_has_no_owner_is_seen_by_no_owner(kind: Kind[Any], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):

        @declared
        class Slip(Declared):
            slip: Any = field(kind, **more)


def test_hands_out_of_a_pile_are_fields_of_the_state() -> None:
    with pytest.raises(TypeError, match="only fields of the state"):

        @declared
        class Slip(Record):
            hands: Any = field(Each(SEAT, Many(CARD)), seen=OWNER, pile="heap")
            heap: Any = field(Pile(CARD))
