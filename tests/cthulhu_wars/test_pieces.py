"""Pieces that replace others: other sculpts, dice and markers with which nothing is played otherwise."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.cthulhu_wars.bots import uniform
from tests.cthulhu_wars.scene import AR, EA, asked, script, system, table
from tests.cthulhu_wars.test_battle import fight
from tests.cthulhu_wars.test_room import HOUND, LAST, prowled
from theomachy.engine.runtime.dice import D6
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.display.sheets import marks
from theomachy.games.cthulhu_wars.display.table import pieces
from theomachy.games.cthulhu_wars.rules.domains import POOL

SEVEN = ("opener_of_the_way", "black_goat", "sleeper", "great_cthulhu", "yellow_sign", "crawling_chaos", "windwalker")


def sculpts(*slugs: str) -> dict[str, Any]:
    """An overlay that gives the Acolytes of these factions another look."""
    return {"faction": {slug: {"units": {"acolyte": {"icon": "pope-crown"}}} for slug in slugs}}


@pytest.mark.rule("CW-ACO-001")
@pytest.mark.parametrize("slug", SEVEN)
def test_other_acolytes_are_drawn_otherwise_and_play_as_the_first_ones(slug):
    seats = [slug, *(other for other in ("great_cthulhu", "yellow_sign") if other != slug)]
    options = {"factions": seats, "map": "earth_4p_3w5e", "any_map": True}
    games = [CthulhuWars.build(options=options, overlay=overlay) for overlay in (None, sculpts(slug))]
    ends, looks = [], []
    for game in games:
        p, rng = Position(game, game.start()), Random("sculpts")
        while asked(p)[1] != "action":
            p.play(uniform(p, rng))
        looks.append({x.icon for x in game.table(p.state).pieces if (x.owner, x.kind) == (0, "acolyte")})
        for _ in range(120):
            if p.decision is not None:
                p.play(uniform(p, rng))
        ends.append((p.log(), game.to_json(p.state)))
    assert ends[0] == ends[1]
    assert looks == [{"cultist"}, {"pope-crown"}]


DICE: tuple[tuple[str, str, dict[str, Any], dict[str, Any], int], ...] = (
    ("BG GC YS", "ghroth", {"BG": {AR: "Fungi from Yuggoth"}, "GC": {EA: "Acolyte"}}, {"books": {"BG": "Ghroth"}}, 1),
    ("YS GC BG", "desecrate", {"YS": {EA: "King in Yellow"}}, {}, 1),
    ("OW GC BG", f"dread curse {AR}", {"OW": {EA: "2 Abomination"}, "GC": {AR: "Deep One"}},
     {"books": {"OW": "Dread Curse of Azathoth"}}, 2),
    ("CC GC BG", "thousand forms", {"CC": {EA: "Nyarlathotep"}, "GC": {AR: "Acolyte"}},
     {"books": {"CC": "The Thousand Forms"}}, 1),
)  # fmt: skip


@pytest.mark.rule("CW-MIS-003")
@pytest.mark.parametrize(("seats", "said", "units", "more", "n"), DICE)
def test_dice_of_their_own_are_ordinary_ones(seats, said, units, more, n):
    p = table(seats, units, **more)
    script(p, (seats[:2], "action", said))
    decision = p.decision
    assert decision is not None
    assert decision.dice is not None
    die, many = decision.dice
    assert (die.sides, many, sum(decision.weights)) == (6, n, 6**n)
    if n == 1:
        assert (die, set(decision.options)) == (D6, {1, 2, 3, 4, 5, 6})


@pytest.mark.rule("CW-MIS-004")
def test_a_battle_die_is_a_kill_once_and_a_pain_twice_in_six():
    p = table("GC YS BG", {"GC": {EA: "Deep One"}, "YS": {EA: "Acolyte"}})
    script(p, fight("GC", "YS"))
    decision = p.decision
    assert decision is not None
    chances = dict(zip(decision.options, decision.weights, strict=True))
    assert chances == {(1, 0): 1, (0, 1): 2, (0, 0): 3}


@pytest.mark.rule("CW-MIS-005")
def test_a_neutral_unit_is_drawn_as_that_of_who_controls_it():
    s = prowled().start()
    for seat, area in ((7, 40), (0, 5)):
        s.move(seat, LAST - seat, POOL, area)
    assert {(x.area, x.owner) for x in pieces(s) if x.kind == HOUND.key} == {(40, 7), (5, 0)}
    s.move(7, LAST - 7, 40, POOL)
    s.move(3, LAST - 3, POOL, 40)
    assert {(x.area, x.owner) for x in pieces(s) if x.kind == HOUND.key} == {(40, 3), (5, 0)}


@pytest.mark.rule("CW-MIS-001")
def test_there_are_as_many_markers_as_plastic_pieces_for_them():
    things = ("great_old_one_pack_1", "great_old_one_pack_2", "ramsey_campbell_horrors_1")
    config = system("GC YS BG", "yuggoth_3p", (), things).config
    limit = {unit.name: unit.figures for unit in config.factions[0].units}
    assert [limit[name] for name in ("Brain Cylinder", "Brood", "Filth")] == [4, 6, 12]  # Cylinders: of each colour
    tokens = {token.key: token.figures for token in config.tokens}
    assert (tokens["desecration"], tokens["web"]) == (12, 6)
    assert config.bag == (18, 12, 6)


@pytest.mark.rule("CW-MIS-007", "CW-FPL-005")
def test_the_mark_of_the_first_player_tells_the_direction_of_play():
    for word in ("clockwise", "counterclockwise"):
        p = table("GC YS BG", {"GC": {AR: "Acolyte"}}, first="YS", direction=word)
        found = [marks(p.state, seat) for seat in (0, 1, 2)]
        told = [[mark for mark in row if "first player" in mark] for row in found]
        assert told == [[], [f"first player, {word}"], []]
