"""The table tells of the Gods War what its rules know: the pose of Kylerela, the Rift, how near Heroquests are."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.masks import bits
from theomachy.engine.tabletop.describe import describe
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.powers import CORE, MORE
from theomachy.games.gods_war.reckoning import odds
from theomachy.games.gods_war.rules.adjacency import OPEN, POOLED
from theomachy.games.gods_war.rules.council import counts, in_rift
from theomachy.games.gods_war.rules.state import State

EMPIRES = ["sky", "storm", "darkness", "chaos"]


@pytest.fixture(scope="module")
def positions() -> list[State]:
    """States of two whole games, played at random."""
    found = []
    for seed in range(2):
        hand, game = random.Random(seed), th.new("gods_war", seed=seed, empires=EMPIRES)
        while game.decision is not None:
            game.play(hand.choice(game.options).value)
            found.append(game.state)
    return found[::3]


def system() -> GodsWar:
    return GodsWar.build(options={"empires": EMPIRES})


def test_all_pieces_are_told_once(positions: list[State]) -> None:
    game = system()
    for s in positions:
        t = game.table(s)
        assert describe(t)
        targets = [piece.target for piece in t.pieces]
        assert len(targets) == len(set(targets))
        for seat in s.config.seats:
            own = [p for p in t.pieces if p.owner == seat and not p.id.startswith("rift:")]
            assert sum(p.count for p in own if not p.form) == s.playing(seat)
            assert sum(p.count for p in own if p.form) == len(s.sites(seat))
            figures = {f.key: f.value for f in t.sheets[seat].figures if f.key}
            assert figures.items() <= game.figures(s)[seat].items()


def test_a_heroquest_is_near_by_the_test_that_fires_it(positions: list[State]) -> None:
    game, reached = system(), 0
    for s in positions:
        told = {c.id: c for c in game.table(s).conditions}
        for seat, quest, test in s.open_quests():
            parts = tuple(test(s, seat, None))
            condition = told[f"{seat}:{quest.key}"]  # type: ignore[attr-defined]
            assert [part.done for part in condition.parts] == [part.met for part in parts]
            assert "{" not in condition.text
            reached += condition.value
        assert len(told) == sum(s.opening.seats[seat] is not None and len(open_(s, seat)) for seat in s.config.seats)
    assert reached


def open_(s: State, seat: int) -> list[int]:
    return [i for i, gift in enumerate(s.slots[seat]) if gift < 0]


def test_kylerela_lies_where_it_lies_and_covers_arrows() -> None:
    game = system()
    s = game.start()
    map_ = s.config.map
    seen = set()
    for place in range(len(map_.places)):
        s.island = place
        s.reground()
        board = game.table(s).board
        tile = next(area for area in board.areas if area.id == map_.isle)
        assert tile.near == bits(s.ways.border[map_.isle])
        assert [link.shut for link in board.links] == [
            bool(map_.places[place].blocks >> i & 1) for i in range(len(board.links))
        ]
        seen.add((board.key, tile.polygons))
    assert len(seen) == len(map_.places)
    assert board.areas[0].id == map_.isle


def test_what_was_the_spike() -> None:
    game = system()
    s = game.start()
    kinds = []
    for rift in (s.rift, OPEN, POOLED):
        s.rift = rift
        s.reground()
        middle = next(area for area in game.table(s).board.areas if area.id == s.config.map.spike)
        kinds.append((middle.name, middle.kind, bool(middle.near)))
    assert kinds == [
        ("The Spike", "peak", True),
        ("Chaos Rift", "chasm", False),
        ("Magasta's Pool", "whirlpool", False),
    ]


def test_runes_are_seen_by_their_owner_alone() -> None:
    game = th.new("gods_war", seed=3, empires=EMPIRES)
    hand = random.Random(3)
    while not any(game.state.hands):
        game.play(hand.choice(game.options).value)
    held = next(seat for seat, cards in enumerate(game.state.hands) if cards)
    for viewer in range(4):
        shown = game.table(viewer=viewer).hands[held]
        assert shown.count == len(game.state.hands[held])
        assert bool(shown.cards) == (viewer == held)


def test_a_battle_and_a_struggle_are_told_as_fights(positions: list[State]) -> None:
    game, told = system(), set()
    for s in positions:
        fight = game.table(s).fight
        assert (fight.area if fight else None) == game.fight_area(s)
        if fight is not None:
            assert {side.seat for side in fight.sides} == set(s.battle.sides if s.battle else s.config.seats)
            told.add(fight.title.split(" in ")[0])
            if s.struggle is not None:
                (total,) = game.table(s).sums
                assert total.value == sum(term.n for term in total.terms)
                assert total.value == s.struggle.total or not s.struggle.bids
    assert "The Chaos Rift Struggle" in told


def test_doors_that_open_in_play_are_on_the_board() -> None:
    game = system()
    s = game.start()
    printed = game.table(s).board.doors
    assert len(printed) == 8
    s.rift = POOLED
    s.reground()
    board = game.table(s).board
    new = board.doors[len(printed) :]
    assert {door.area for door in new} == set(bits(s.config.map.pool_seas))
    assert {door.name for door in new} == {"To Hell"}
    assert board.key != game.table(game.start()).board.key


def test_the_mad_god_is_a_mark_on_the_track() -> None:
    game = system()
    s = game.start()
    chaos = s.config.feeder
    s.write(chaos, "mad_god", 7)
    (track,) = game.table(s).tracks
    assert [(m.seat, m.at, m.name) for m in track.markers if m.icon] == [(chaos, 7, "Mad God marker")]
    assert [m.seat for m in track.markers if not m.icon] == list(s.config.seats)
    assert "Mad God marker 7" in describe(game.table(s))


def test_a_nest_has_its_own_spot(positions: list[State]) -> None:
    game, seen = system(), 0
    for s in positions[-20:]:
        board = game.table(s).board
        where = {area.id: dict(area.stands) for area in board.areas}
        for piece in game.table(s).pieces:
            if piece.form and piece.area >= 0 and not piece.id.startswith("rift:"):
                nest = s.nest[piece.area] >= 0 and "nest" in piece.kind
                assert (piece.stand == "nest") == nest
                seen += nest and where[piece.area]["nest"] != next(a for a in board.areas if a.id == piece.area).gate_at
    assert seen


def test_a_sheet_tells_every_kind_and_how_many_are_out(positions: list[State]) -> None:
    game = system()
    for s in positions[::4]:
        for sheet in game.table(s).sheets:
            units, buildings = sheet.tables
            empire = s.config.empires[sheet.seat]
            assert sum(row.have for row in units.rows) == s.playing(sheet.seat)
            assert sum(row.have for row in buildings.rows) == len(s.sites(sheet.seat))
            assert [row.name for row in buildings.rows] == [row.name for row in empire.buildings]
            assert len(sheet.parts) == len(empire.fragments)
            slots = sheet.slots[0][1]
            assert {slot.condition for slot in slots if not slot.filled} <= {c.id for c in game.table(s).conditions}
            (_, texts), (_, left) = sheet.passages
            assert any(p.tag == "weakness" for p in texts)
            assert len(left) == len(empire.gifts) - s.count_gifts(sheet.seat)
            built = next(f for f in sheet.figures if f.key == "buildings")
            assert sum(piece.count for piece in built.pieces) == built.value
            power = next(f for f in sheet.figures if f.key == "power")
            assert sheet.sums[0].value == power.next
            assert all(each.value == sum(term.n for term in each.terms) for each in sheet.sums)
        assert sum("first" in sheet.brief for sheet in game.table(s).sheets) == 1


def test_a_struggle_is_a_contest_against_dice(positions: list[State]) -> None:
    game, seen = system(), set()
    for s in positions:
        fight = game.table(s).fight
        if s.struggle is None or fight is None or fight.contest is None:
            continue
        assert abs(sum(p for _, p in fight.contest.chances) - 1) < 1e-9
        stakes = [side.stake for side in fight.sides if side.stake is not None]
        assert len(stakes) == len(s.config.seats)
        assert sum(stake.against for stake in stakes) == 1
        assert sum(stake.given for stake in stakes) == in_rift(s)
        known = all(stake.low == stake.high for stake in stakes)
        if s.struggle.bids:
            assert known
            assert sum(-k.low if k.against else k.low for k in stakes) + in_rift(s) == s.struggle.total
            assert any(side.verdict for side in fight.sides)
        else:
            assert all(stake.said is None for stake in stakes)
        seen.add(bool(s.struggle.bids))
    assert False in seen


def test_progress_speaks_no_inner_language(positions: list[State]) -> None:
    game = system()
    told = {part.name for s in positions[::5] for c in game.table(s).conditions for part in c.parts}
    assert told
    assert not [name for name in told if "part " in name.lower()]


def test_a_bid_is_told_with_its_chances() -> None:
    game = th.new("gods_war", seed=5, empires=EMPIRES)
    hand = random.Random(5)
    while game.decision is not None and game.decision.what != "bid":
        game.play(hand.choice(game.options).value)
    seat = 1
    options = game.legal(seat, all_seen=False).decision.options
    assert [option.figure.split("\n")[0].endswith("closes") for option in options] == [True] * 6
    closes = [odds.commitment(game.state, seat, n)[0] for n in range(1, 7) if n <= game.state.power[seat]]
    assert closes == sorted(closes)
    least = [odds.commitment(game.state, seat, n)[1] for n in range(1, 7) if n <= game.state.power[seat]]
    assert least == sorted(least, reverse=True)


def at_the_bids(**more: Any) -> th.Game:
    game = th.new("gods_war", seed=5, **more)
    hand = random.Random(5)
    while game.decision is not None and game.decision.what != "bid":
        game.play(hand.choice(game.position.decision.options))  # type: ignore[union-attr]
    return game


def test_the_chances_of_a_bid_are_those_of_all_the_others() -> None:
    s = at_the_bids(empires=EMPIRES).state
    for me in s.config.seats:
        rows = list(product(*(list(odds.bids(s, seat)) for seat in s.config.seats if seat != me)))
        mine = counts(s, me, 2)[0]
        start = in_rift(s) + (-mine if me == s.config.feeder else mine)
        shut = sum(odds.closes(s, start + sum(row)) for row in rows) / len(rows)
        least = Fraction(sum(mine <= min(map(abs, row)) for row in rows), len(rows))
        assert odds.commitment(s, me, 2) == (shut, least)


def test_the_chances_of_a_bid_among_eight_are_no_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    s, asked = at_the_bids(empires=[*CORE, *MORE], players=8).state, list[int]()
    closes = odds.closes
    monkeypatch.setattr(odds, "closes", lambda s, total: asked.append(total) or closes(s, total))
    odds.commitment(s, 0, 3)
    assert len(asked) == len(set(asked)) < 100, "one a total, not one for each of six to the seventh rows of bids"


def test_who_moves_is_named_and_what_waits_there() -> None:
    game = th.new("gods_war", seed=5, empires=EMPIRES)
    hand = random.Random(5)
    while game.decision is not None and game.decision.what != "move to":
        game.play(hand.choice(game.options).value)
    assert game.decision.prompt.startswith("Where does the ")
    assert all(option.figure for option in game.decision.options)


EIGHT = ["storm", "sky", "darkness", "chaos", "earth", "sea", "moon", "invisible_god"]


def eight(by_hand: bool = False, **setup: Any) -> th.Game:
    units = {"ST": {"pen": "2 Barbarian", "Teshnos": "Champion"}, "MM": {"Artmali Empire": "Mother of Monsters"},
             "BL": {"Teshnos": "Black Dragon"}, "SP": {"Fonrit": "2 Spawn"}}  # fmt: skip
    whole = {"phase": "action", "active": "ST", "power": {"ST": 5}, "units": units, "allies": {"Elves": "EA"}} | setup
    things = {"races": ["elves", "ducks"], "monsters": ["black_dragon", "mother_of_monsters", "arachne_solara"]}
    return th.editor("gods_war", empires=EIGHT, players=8, setup=whole, **things).game(dice_by_hand=by_hand)


def test_captives_and_allies_are_told_with_whose_they_are() -> None:
    races, pen = eight().table().lines
    assert [[mark.seat for mark in item.marks] for item in races.items] == [[4], []]
    told = [(item.name, [mark.seat for mark in item.marks]) for item in pen.items]
    assert (pen.name, told) == ("Slave Pen", [("2 × Barbarian", [0])])
    free = eight(units={"ST": {"Teshnos": "Champion"}}).table()
    assert [line.id for line in free.lines] == ["races"], "an empty Pen has no row"


def test_the_card_of_a_monster_says_what_is_printed_there_and_its_rating_now() -> None:
    game = eight()
    pieces = {piece.kind: piece for piece in game.table().pieces}
    dragon = game.system.piece_card(game.state, pieces["black_dragon"])
    assert dragon is not None
    assert dict(dragon.figures) == {"Combat": "4", "In Hell": "4", "Reward": "2 Power and 2 runes"}
    assert [name for name, _ in dragon.says] == ["Black flight", "Night breath", "Killing the Black Dragon"]
    spawn = game.system.piece_card(game.state, pieces["spawn"])
    assert spawn is not None
    assert dict(spawn.figures)["Combat"] == "2", "as many as there are"
    assert game.system.piece_card(game.state, pieces["champion"]) is None, "the sheet tells of it"


def test_a_battle_says_who_decides_for_a_monster() -> None:
    game = eight(by_hand=True).play("battle teshnos black dragon")
    fight = game.table().fight
    assert fight is not None
    assert [side.role for side in fight.sides] == ["attacks", "defends (Storm decides for it)"]


def test_an_action_of_a_monster_tells_it_once() -> None:
    game = eight().play("birth kimos")
    assert "Mother of Monsters goes from Artmali Empire to Kimos" in str(game.trace)
    assert "Mother of Monsters of" not in str(game.trace)


def test_the_end_says_that_the_web_is_whole() -> None:
    where = "Altinela, Brithos, Fonrit, Jrustela, Kralorela, Brown Sea, Sea of Fog, Neliomi Sea, Togaro Ocean"
    setup = {"units": {"AS": {"Inner Hell": "Arachne Solara"}}, "marks": {"Arachne Solara": where},
             "woven": {"Arachne Solara": "SK, DA"}, "vp": {"ST": 4}}  # fmt: skip
    game = eight(**setup).play("spin teshnos")
    assert game.over
    reason, _ = game.system.outcome(game.state)
    assert reason.startswith("All 12 webs of Arachne Solara are laid. 4 Victory Points")
