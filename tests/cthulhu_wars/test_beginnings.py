"""Factions whose set-up asks: where they start, in which order, with what, and what they keep secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script
from theomachy.engine.errors import DataError
from theomachy.engine.runtime.decision import choose
from theomachy.engine.runtime.position import Position
from theomachy.engine.state import secrets
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.config import DATA
from theomachy.games.cthulhu_wars.rules.domains import FIXED, POOL, UNKEPT
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import Adjacent, MayPlace
from theomachy.games.cthulhu_wars.rules.ways import ways

MAP = "earth_4p_3w5e"
ANTARCTICA = "Antarctica"
CARDS = """
[cards.north]
source = "rulebook"
where = "ours"
name = "North"
icon = "book"
rule = "CW-SPB-001"
of = "black_goat"
sort = "sides"

[cards.south]
source = "rulebook"
where = "ours"
name = "South"
icon = "book"
rule = "CW-SPB-001"
of = "black_goat"
sort = "sides"
"""


def box(tmp_path: Path, factions: list[str], more: str = "", **changed: dict[str, str]) -> CthulhuWars:
    """The game with other lines at the head of cards: `start` is that of this map, "" takes it away."""
    before = dict(CthulhuWars.faction_files)
    try:
        for slug, lines in changed.items():
            text = (DATA / f"{slug}.toml").read_text("utf-8")
            start = next(line for line in text.splitlines() if line.startswith(f"{MAP} = "))
            if "start" in lines:
                said = lines.pop("start")
                text = text.replace(start, f"{MAP} = {said}" if said else "")
            head = "".join(f"{key} = {value}\n" for key, value in lines.items())
            file = tmp_path / f"{slug}.toml"
            file.write_text(text.replace('letters = "', f'{head}letters = "', 1) + more, "utf-8")
            CthulhuWars.faction_files[slug] = file
        return CthulhuWars.build(options={"factions": factions, "map": MAP, "any_map": True})
    finally:
        CthulhuWars.faction_files.clear()
        CthulhuWars.faction_files.update(before)


def begin(game: CthulhuWars) -> Position:
    """Before the first question."""
    return Position(game, game.start())


@pytest.mark.rule("CW-SET-010", "CW-SET-013")
def test_starts_are_chosen_in_the_printed_order_and_no_two_are_the_same(tmp_path: Path):
    def define() -> None:
        class DryFeet(Power):
            """Not in an ocean."""

            rule, faction, about = "CW-SET-010", "black_goat", (MayPlace.START,)

            def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
                return False if seat == me and s.config.map.ocean[thing] else None

    with guests(define):
        three = ["great_cthulhu", "yellow_sign", "black_goat"]
        game = box(
            tmp_path, three, yellow_sign={"order": "1", "start": '["arabia", "antarctica"]'},
            black_goat={"order": "2", "start": "", "anywhere": "true", "power": "5", "cultists": "2"},
        )  # fmt: skip
        p = begin(game)
        assert [p.state.start[seat] >= 0 for seat in range(3)] == [True, False, False]
        assert (asked(p), labels(p)) == (("YS", "start area"), {AR, ANTARCTICA})
        script(p, ("YS", "start area", AR))
        names = p.state.config.map
        taken = {names.names[p.state.start[0]], AR}
        wet = {name for name, ocean in zip(names.names, names.ocean, strict=True) if ocean}
        assert (asked(p), labels(p)) == (("BG", "start area"), set(names.names) - wet - taken)
        script(p, ("BG", "start area", EA), ("GC", "direction", "clockwise"))
        assert asked(p) == ("GC", "action")
        assert (at(p, "YS", AR), at(p, "BG", EA), p.state.power) == ({"Acolyte": 6}, {"Acolyte": 2}, [8, 8, 5])
        assert (p.state.holder(area(p, AR)), p.state.holder(area(p, EA))) == (1, 2)
        assert p.state.start == (p.state.start[0], area(p, AR), area(p, EA))
        assert game.from_json(game.to_json(p.state)) == p.state


@pytest.mark.rule("CW-SET-010")
def test_nobody_starts_where_a_faction_will_that_is_set_up_later(tmp_path: Path):
    starts = '["east_africa", "arabia", "antarctica"]'
    three = ["great_cthulhu", "yellow_sign", "black_goat"]
    p = begin(
        box(
            tmp_path, three, yellow_sign={"order": "1", "start": starts}, black_goat={"order": "2", "start": '"arabia"'}
        )
    )
    assert (asked(p), labels(p)) == (("YS", "start area"), {EA, ANTARCTICA})
    assert not at(p, "BG", AR)
    script(p, ("YS", "start area", EA))
    assert (at(p, "BG", AR), p.state.holder(area(p, AR))) == ({"Acolyte": 6}, 2)


@pytest.mark.rule("CW-SET-014")
def test_a_faction_that_may_not_begin_does_not(tmp_path: Path):
    game = box(tmp_path, ["yellow_sign", "black_goat", "crawling_chaos"], black_goat={"leads": "false"})
    assert game.start().first == 2  # not Black Goat, though it comes first in the alphabet
    with pytest.raises(DataError, match="names no area"):
        box(tmp_path, ["yellow_sign", "black_goat"], black_goat={"start": ""})


@pytest.mark.rule("CW-SET-010")
def test_a_faction_may_begin_with_nothing_and_its_setup_asks_another_player(tmp_path: Path):
    def define() -> None:
        class Guest(Power):
            """An enemy says where your first Acolyte comes."""

            rule, faction, forced = "CW-SET-010", "black_goat", True

            async def setup(self, s: State, me: int) -> None:
                host = s.config.foes[me][0]
                to = await choose(host, "area", range(len(s.gate)), self, "guest", prompt="Where?")
                s.begin_in(me, to)
                s.move(me, s.config.acolytes[me][0], POOL, to)

    with guests(define):
        game = box(tmp_path, ["great_cthulhu", "black_goat"], black_goat={"start": "", "cultists": "0", "power": "4"})
        p = begin(game)
        assert (asked(p), sum(p.state.on[1:])) == (("GC", "guest"), 0)
        script(p, ("GC", "guest", AR))
        assert (at(p, "BG", AR), p.state.start[1], p.state.gates(1)) == ({"Acolyte": 1}, area(p, AR), ())
        assert p.state.power == [8, 4]
        p = p.undo()
        assert (asked(p), p.state.start[1]) == (("GC", "guest"), -1)


@pytest.mark.rule("CW-SPB-002")
def test_a_card_is_kept_in_secret_and_says_which_books_may_be_taken(tmp_path: Path):
    def define() -> None:
        class Sides(Power):
            """Keep one of two cards: North takes the first three books, South the others."""

            rule, faction, forced, about = "CW-SPB-002", "black_goat", True, (MayPlace.BOOK,)

            async def setup(self, s: State, me: int) -> None:
                cards = [i for i, card in enumerate(s.config.cards) if card.sort == "sides"]
                names = {i: s.config.cards[i].name for i in cards}
                mine = await choose(
                    me, "card", cards, self, "side", names=names, argument="book", owner=me, prompt="Which side?"
                )
                s.keep_card(me, cards, mine)

            def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
                hand: tuple[Any, ...] = s.kept[me]
                return (
                    False if seat == me and hand and (thing > 2) != (s.config.cards[hand[0]].key == "south") else None
                )

    with guests(define):
        game = box(tmp_path, ["great_cthulhu", "black_goat"], CARDS, black_goat={})
        found = []
        for side in (0, 1):
            p = begin(game)
            assert asked(p) == ("BG", "side")
            p.play(side)
            assert (p.state.kept, p.state.deck) == ([(), (side,)], [1 - (side == 0), 1 - (side == 1)])
            assert game.from_json(game.to_json(p.state)) == p.state
            seen = secrets.view(p.state, 0)
            found.append((game.to_json(seen), game.to_json(secrets.view(p.state, None))))
            drawn = {secrets.resample(p.state, 0, Random(i)).kept[1] for i in range(12)}
            assert drawn == {(0,), (1,)}
            assert secrets.resample(p.state, 1, Random(1)).kept[1] == (side,)
            s = p.state.copy()
            s.show_card(1, side)
            assert (s.cards[side], s.kept[1], s.deck) == (1, (), [0, 0])
            s = p.state.copy()
            s.owe(1, 0)
            s.phase = 0
            q = Position(game, s)
            while asked(q)[1] != "spellbook":
                q.play(q.decision.options[-1])
            assert list(q.decision.options) == ([3, 4, 5] if side else [0, 1, 2])
            assert q.decision.private
        assert found[0] == found[1]  # the enemy's screen is the same


MOON = """
[faction.black_goat.areas.moon]
source = "rulebook"
where = "ours"
name = "Moon"
"""


@pytest.mark.rule("CW-GEN-001", "CW-MOV-001", "CW-GAT-001")
def test_a_faction_brings_an_area_beside_the_board_next_to_nothing_but_by_its_power(tmp_path: Path):
    def define() -> None:
        class Tower(Power):
            """Your own begin on the Moon, with a gate that is yours for good; they go there from anywhere, others only
            leave it.
            """

            rule, faction, forced, about = "CW-MOV-001", "black_goat", True, (Adjacent.MOVE, Adjacent.RETREAT)

            async def setup(self, s: State, me: int) -> None:
                moon = s.config.map.index["moon"]
                s.move(me, s.config.acolytes[me][0], POOL, moon)
                s.hold(me, UNKEPT, moon)
                s.make_sort(moon, FIXED)

            def adjacent(self, s: State, me: int, seat: int, area: int, what: Adjacent) -> tuple[int, int] | None:
                moon = s.config.map.index["moon"]
                if area == moon:
                    return (1 << moon) - 1, 0
                return (1 << moon, 0) if seat == me else None

    with guests(define):
        game = box(
            tmp_path, ["great_cthulhu", "black_goat", "yellow_sign"], MOON,
            black_goat={"order": "1", "start": "", "cultists": "0"}, yellow_sign={"start": "", "anywhere": "true"},
        )  # fmt: skip
        p = begin(game)
        board = p.state.config.map
        moon = board.index["Moon"]
        assert (moon, board.near[moon], board.islands) == (17, (), 1 << 17)
        assert "Moon" not in labels(p)  # Yellow Sign starts on the map
        script(p, ("YS", "start area", AR), ("GC", "direction", "clockwise"))
        s = p.state
        assert (s.gates(1), s.count_gates(1), at(p, "BG", "Moon")) == ((moon,), 1, {"Acolyte": 1})
        assert not game.violations(s)
        assert (len(ways(s, 1, moon, Adjacent.MOVE)), moon in ways(s, 1, 3, Adjacent.MOVE)) == (17, True)
        assert (len(ways(s, 0, moon, Adjacent.MOVE)), moon in ways(s, 0, 3, Adjacent.MOVE)) == (17, False)
        area_ = game.table(s).board.areas[moon]
        xs = [x for ring in area_.polygons[0] for x, _ in ring]
        assert 1600 < min(xs) < max(xs) < game.table(s).board.size[0]
        plain = box(tmp_path, ["great_cthulhu", "yellow_sign"])
        assert "moon" not in plain.config.map.index


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    files = dict(CthulhuWars.faction_files)
    yield
    assert CthulhuWars.faction_files == files
