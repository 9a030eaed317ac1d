"""Full random games: whatever happens, the state is possible and the question is a good one."""

from math import ceil

import pytest

from tests.conformance.support import ALL, GAMES, SLUGS, games, walk
from tests.conformance.turns import tried
from theomachy.engine.runtime.decision import CHANCE, KINDS, Decision
from theomachy.engine.runtime.position import Position

MOST_DECISIONS, MOST_OPTIONS = 30_000, 3_000


def seeds(slug: str) -> range:
    return range(ceil(GAMES / len(games()[slug].samples())))


def test_there_are_games_and_each_is_covered() -> None:
    assert "demigods" in SLUGS
    assert ALL == SLUGS, "each game must give set-ups for the tests (System.samples)"


@pytest.mark.parametrize("each", [pytest.param(1, marks=pytest.mark.nightly), 3])
@pytest.mark.parametrize(("slug", "sample"), tried(1))
def test_random_games_stay_possible(slug: str, sample: int, each: int) -> None:
    """Derived parts equal rebuilt ones, no fault, questions well formed, an end.

    What the state holds is compared at every third decision, at night at each: a fault seldom goes as it came.
    """
    for seed in seeds(slug):
        count, position = 0, None
        for position, decision, _ in walk(slug, sample, seed):
            count += 1
            assert count < MOST_DECISIONS
            if count % each == 0:
                sane(position)
            good(position, decision)
        assert position is not None
        finished(position)


def sane(position: Position) -> None:
    system, s = position.system, position.state
    assert system.rebuilt(s) == s
    assert not (wrong := system.violations(s)), (system.where(s), wrong)


def good(position: Position, decision: Decision) -> None:
    system = position.system
    options = decision.options
    assert 1 <= len(options) <= MOST_OPTIONS
    assert len(set(options)) == len(options)
    assert all(map(plain, options))
    assert decision.kind in KINDS
    assert decision.rule in system.rulebook, decision.rule
    assert decision.player == CHANCE or 0 <= decision.player < len(system.seats)
    if decision.player == CHANCE:
        assert decision.weights is None or (len(decision.weights) == len(options) and min(decision.weights) > 0)


def plain(option: object, depth: int = 0) -> bool:
    if isinstance(option, tuple):
        return depth < 3 and len(option) <= 6 and all(plain(part, depth + 1) for part in option)
    return type(option) is int or (type(option) is str and 0 < len(option) <= 60)


def finished(position: Position) -> None:
    system, s = position.system, position.state
    assert system.over(s)
    assert position.decision is None
    assert position.anytime_actions == ()
    sane(position)
    winners = system.winners(s)
    assert set(winners) <= set(range(len(system.seats)))
    assert len(system.figures(s)) == len(system.strength(s)) == len(system.seats)
    with pytest.raises(ValueError, match="over"):
        position.play("done")
