"""Help beside things: what a thing is, from the table and the printed values, and nothing that is hidden."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.describe import borders_of
from theomachy.play import Observation
from theomachy_widgets.control import Controller
from theomachy_widgets.present import Moment, ViewState
from theomachy_widgets.present.help import MAKERS, card_of
from theomachy_widgets.present.moment import View

GAMES = ("cthulhu_wars", "gods_war", "heroes", "mythic_battles", "demigods")


@cache
def played(slug: str) -> Game:
    game, rng, bot = th.new(slug, seed=1), Random(1), th.play.bot("busy")
    for _ in range(80):
        game.play(bot.choose(Observation(game.position), rng))
    return game


def card(slug: str, target: str, view: View = "all") -> dict[str, Any]:
    found = card_of(Moment(played(slug), ViewState(view=view)), [target])
    assert found is not None, target
    return found


def named(slug: str, name: str) -> str:
    return next(p.target for p in Moment(played(slug), ViewState()).table.pieces if p.name == name)


@pytest.mark.parametrize("slug", GAMES)
def test_everything_on_the_board_has_a_card(slug: str) -> None:
    game = played(slug)
    m = Moment(game, ViewState())
    t = m.table
    things = [*t.pieces, *t.board.areas, *t.places, *t.zones, *t.gauges, *t.carried, *t.props, *t.conditions]
    targets = [thing.target for thing in things] + [f"seat:{seat.index}" for seat in t.seats]
    targets += [f"track:{track.name}" for track in t.tracks]
    blocks = [block for paper in t.papers for group in (*paper.groups, *paper.aside) for block in group.blocks]
    beside = [
        block.box.target for block in blocks if block.box is not None and block.box.target.split(":")[0] in MAKERS
    ]
    beside += [sheet.target for sheet in t.cards] + [
        slot.target for sheet in t.sheets for _, row in sheet.slots for slot in row
    ]
    cards = [f"stack:{hand.seat}:{stack.name}" for hand in t.hands for stack in hand.stacks if stack.hand > 0]
    cards += [each.target for hand in t.hands for each in hand.cards]
    lying = [*t.pieces, *t.board.areas, *t.places, *t.zones, *t.gauges, *t.carried, *t.props, *borders_of(t)]
    for target in (*beside, *cards, *(thing.target for thing in (*lying, *t.board.corners))):
        found = card_of(m, [target])
        assert found is not None, target
        assert found["rows"], f"{target} has no figure"
    assert bool(beside) is (slug != "demigods")
    for target in targets:
        found = card_of(m, [target])
        assert found is not None, target
        assert found["for"] == target
        assert found["name"]
        assert all(rule in game.system.rulebook for rule in found["rules"])
        assert all(label and value for label, value in found["rows"]), found
        assert len({label for label, _ in found["rows"]}) == len(found["rows"]), found


def test_a_unit_has_its_printed_numbers() -> None:
    found = card("cthulhu_wars", named("cthulhu_wars", "Acolyte"))
    rows = dict(found["rows"])
    assert (rows["Cost"], rows["Combat"], rows["On the map"]) == ("1", "0", "6 of 6")
    assert found["rules"] == ["CW-GC-004"]


def test_a_keeper_of_a_gate_has_the_numbers_of_its_kind() -> None:
    keeper = next(p for p in Moment(played("cthulhu_wars"), ViewState()).table.pieces if p.name.endswith("on the gate"))
    plain = next(p for p in Moment(played("cthulhu_wars"), ViewState()).table.pieces if p.name == "Acolyte")
    mine, other = card("cthulhu_wars", keeper.target), card("cthulhu_wars", plain.target)
    assert {"Cost", "Combat"} <= dict(mine["rows"]).keys()
    assert [row for row in mine["rows"] if row[0] in ("Cost", "Combat")] == [
        row for row in other["rows"] if row[0] in ("Cost", "Combat")]  # fmt: skip


def test_a_zone_says_once_whose_it_is() -> None:
    m = Moment(played("mythic_battles"), ViewState())
    for zone in m.table.zones:
        area = next(a for a in m.table.board.areas if a.id in zone.areas)
        told = dict(card("mythic_battles", area.target)["rows"])["Part of"]
        assert isinstance(zone.owner, int)
        assert told.count(m.seat_name(zone.owner)) == 1, told


def test_a_row_of_a_dashboard_and_a_row_of_a_sheet_count() -> None:
    zeus = dict(card("mythic_battles", named("mythic_battles", "Zeus"))["rows"])
    assert zeus["Offence"] == "8"
    assert zeus["Vitality"] == "9 of 9"
    phoenix = dict(card("gods_war", named("gods_war", "Phoenix"))["rows"])
    assert (phoenix["Combat"], phoenix["In play"]) == ("1", "1 of 3")


def test_a_figure_has_its_parts() -> None:
    rows = dict(card("gods_war", "seat:0")["rows"])
    total, parts = rows["Power, next"].rstrip(")").split(" (")
    changes = [int(part.rpartition("+")[2]) for part in parts.split(", ")]
    assert len(changes) > 1
    assert int(total) == sum(changes)


def test_a_rule_tells_its_words_and_our_ruling() -> None:
    found = card("cthulhu_wars", "rule:CW-BG-011")
    assert found["name"] == played("cthulhu_wars").system.rulebook["CW-BG-011"].title
    assert [label for label, _ in found["rows"]] == ["Our ruling"]
    assert card_of(Moment(played("cthulhu_wars"), ViewState()), ["rule:XX-000"]) is None


def test_a_thing_tells_what_there_is_of_it() -> None:
    army = Moment(played("heroes"), ViewState()).table.pieces
    host = next(p for p in army if p.kind == "host")
    assert dict(card("heroes", host.target)["rows"])["Power"] == host.badge
    tree = dict(card("mythic_battles", "prop:1:0")["rows"])
    assert int(tree["On the board"]) > int(tree["Here"]) > 0
    m = Moment(played("mythic_battles"), ViewState())
    hand = next(h for h in m.table.hands if any(s.hand > 0 for s in h.stacks))
    mine = next(s for s in hand.stacks if s.hand > 0)
    found = card("mythic_battles", f"stack:{hand.seat}:{mine.name}")
    assert dict(found["rows"])["In hand"] == str(mine.hand)
    other = Moment(played("mythic_battles"), ViewState(view=1 - hand.seat))
    assert card_of(other, [f"stack:{hand.seat}:{mine.name}"]) is None
    assert dict(card("demigods", "area:0")["rows"])


def test_a_hidden_card_is_nothing() -> None:
    game = played("gods_war")
    seat = next(h.seat for h in Moment(game, ViewState()).table.hands if h.cards)
    target = next(c.target for h in Moment(game, ViewState()).table.hands if h.seat == seat for c in h.cards)
    assert card_of(Moment(game, ViewState(view=seat)), [target]) is not None
    for view in ("spectator", (seat + 1) % 3):
        assert card_of(Moment(game, ViewState(view=view)), [target]) is None


def test_what_is_no_thing_has_no_card() -> None:
    m = Moment(played("heroes"), ViewState())
    assert card_of(m, []) is None
    for kind in (*MAKERS, "nothing"):
        assert card_of(m, [f"{kind}:no such thing"]) is None
        assert card_of(m, [kind]) is None


def test_it_is_asked_by_a_message_and_changes_nothing() -> None:
    game = played("cthulhu_wars")
    control = Controller(game, ViewState(locked=True, view=0))
    control.under = lambda x, y: ["area:3"] if (x, y) == (0.5, 0.25) else []
    before = (game.here, control.view_state.stamp)
    control.handle({"do": "help", "q": 7, "x": 0.5, "y": 0.25})
    assert control.helped is not None
    assert (control.helped["q"], control.helped["card"]["name"]) == (7, "North Asia")
    control.handle({"do": "help", "q": 8, "targets": ["seat:1"]})
    assert control.helped["card"]["name"] == "Crawling Chaos"
    control.handle({"do": "help", "q": 9, "x": 0.9, "y": 0.9})
    assert control.helped == {"do": "help", "q": 9, "card": None}
    assert before == (game.here, control.view_state.stamp)
    assert not control.view_state.error
