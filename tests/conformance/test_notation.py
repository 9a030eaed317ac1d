"""A record of a game, read back, is the same tree; a position on one line is the same position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.conformance.support import SLUGS, samples_of
from theomachy.engine.bounds import SIGNS
from theomachy.engine.game import notation, notation_read, position_read
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.runtime.decision import CHANCE

GAMES, ANSWERS = 3, 60  # of each game in `make test`
NIGHTLY, LONGEST, PARTS = 1_000, 160, 40
TEXTS = (
    "plain", "two\nlines", "a } brace { and \\ a ] bracket", "ends with \\", "“quoted” \"so\" ; and so",
    "\ttab\x85\u2028",
    "; ) ( @here", "!!", " spaces ", "\U000e0041 𝔊", "\\n", "}",
)  # fmt: skip


def wild(slug: str, seed: int, answers: int) -> Game:
    """A game played at random, with lines, names, notes, signs and marks at random places."""
    rng = Random(f"{slug}/notation/{seed}")
    cases = samples_of(slug)
    game = Game(system_class(slug).build(**cases[seed % len(cases)]), seed=f"{seed}\u2029")
    game.dice_by_hand = bool(seed % 2)
    game.names["title"] = rng.choice(TEXTS)
    for _ in range(answers):
        if game.over or rng.random() < 0.06:
            game.go(rng.randrange(len(game.tree.nodes)))
        elif rng.random() < 0.04:
            game.tree.promote(game.here)
        if (decision := game.position.decision) is None:
            continue
        options: Any = decision.options
        if game.position.unasked and rng.random() < 0.1:
            options = game.position.unasked
        if decision.player == CHANCE and decision.dice is not None and rng.random() < 0.7:
            dice, n = decision.dice
            game.play(" ".join(str(rng.choice(dice.faces)) for _ in range(n)))
        else:
            game.play(options[int(rng.random() * len(options))])
        _remark(game, rng)
    return game.go(rng.randrange(len(game.tree.nodes)))


def _remark(game: Game, rng: Random) -> None:
    if rng.random() < 0.1:
        game.note(rng.choice(TEXTS))
    if rng.random() < 0.1:
        game.sign(rng.choice(SIGNS))
    if rng.random() < 0.05:
        game.tree.nodes[game.here].name = rng.choice(TEXTS)
    if rng.random() < 0.05:
        game.mark(["area:3", "seat:1 \u2028"], [(1, 2), (3, 4)])


def whole(game: Game) -> list[Any]:
    """All that a tree holds, in the order of its lines, however it was numbered."""
    found: list[Any] = [game.slug, game.system.setup(), game.seed, game.dice_by_hand, dict(game.names)]
    waiting = [0]
    while waiting:
        at = waiting.pop()
        node = game.tree.nodes[at]
        found.append((
            node.depth, node.entry, node.name, node.note, node.sign, node.rings, node.arrows, len(node.children),
            at == game.here, None if node.children else node.position.state,
        ))  # fmt: skip
        waiting += reversed(node.children)
    return found


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_reads_back_as_the_same_tree(slug: str, seed: int) -> None:
    game = wild(slug, seed, ANSWERS)
    text = notation.write(game)
    again = notation_read.read(text)
    assert whole(again) == whole(game), text
    assert notation.write(again) == text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_position_is_one_line_and_a_seat_s_line_is_what_it_knows(slug: str) -> None:
    game = wild(slug, 5, 60)
    longest = 0
    for node in range(0, len(game.tree.nodes), 15):
        game.go(node)
        line = game.line()
        again = position_read.read(line)
        assert (again.system.setup(), again.state) == (game.system.setup(), game.state)
        assert again.position.decision is None or again.position.decision.what == game.position.decision.what
        for seat in range(len(game.seats)):
            mine = game.line(seat)
            longest = max(longest, len(mine), len(line))
            opened = position_read.read(mine, seed=3)
            assert opened.names[position_read.DRAWN] == game.seats[seat].name
            assert opened.line(seat) == mine
            assert opened.view(seat).state == game.view(seat).state
    assert longest < 1_600  # so that it fits into an address


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", SLUGS)
def test_a_thousand_records_of_each_game_read_back(slug: str, part: int) -> None:
    for seed in range(part, NIGHTLY, PARTS):
        game = wild(slug, seed, Random(seed).randrange(20, LONGEST))
        assert whole(notation_read.read(notation.write(game))) == whole(game), seed
