"""The menu is what the requirements let through, "why not?" says the same, and everything has a name and a picture."""

import re
from random import Random
from xml.etree import ElementTree

import pytest

from tests.conformance.support import SLUGS, seats_and_spectator, walk
from tests.conformance.turns import tried
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import domain, legal
from theomachy.engine.tabletop.describe import describe
from theomachy_widgets.render.svg import svg
from theomachy_widgets.scene import build

TARGET = re.compile(r"[a-z]+:[\w: .'-]+")
LARGEST = 30_000  # combinations that are tried of one action


@pytest.mark.parametrize(("slug", "sample"), tried(1))
def test_the_menu_is_the_filtered_product(slug: str, sample: int) -> None:
    """At decisions between actions: options = all tuples of arguments that are legal, cut to what the menu asks. What a
    game says beside the requirements of an action counts as they do.
    """
    chosen, compared = Random(f"menus {sample}"), 0
    for position, decision, _ in walk(slug, sample, "menus"):
        if decision.kind != "action" or chosen.random() > 0.12 or compared > 20:
            continue
        compared += 1
        system, s, me = position.system, position.state, decision.player
        wanted, wrong = set(), []
        for action in system.offered(s, me):
            for n, args in enumerate(domain(system.argument_types, action, s, me)):
                assert n < LARGEST
                if legal(system.argument_types, action, s, me, args) and all(
                    verdict.holds for verdict in system.besides(s, me, action, args)
                ):
                    wanted.add((action.verb, *args[: min(action.asked, len(action.shape))]))
                elif chosen.random() < 0.002:
                    wrong.append((action, args))
        assert {option for option in decision.options if isinstance(option, tuple)} == wanted
        _why_not_agrees(position, me, sorted(wanted, key=repr), wrong[:25])
    assert compared


def _why_not_agrees(position: Position, me: int, right: list, wrong: list) -> None:
    system = position.system
    game = Game(system)
    game._position = position.clone()
    for option in right[:5]:
        answer = game.why_not(option, me)
        assert answer.legal, str(answer)
    for action, args in wrong:
        answer = game.evaluate(action, args, me)
        assert not answer.legal
        assert answer.faults
        for verdict in answer.verdicts:
            assert verdict.text
            assert verdict.rule in system.rulebook
            assert all(map(TARGET.fullmatch, verdict.against))


def offered_and_permitted(position: Position) -> list[tuple[set[str], set[str]]]:
    """Of each seat: the actions that the menu is built from, and those whose requirements of the moment hold.

    A game says both, since a menu must not test what "why not?" explains; so they could drift apart.
    """
    system, s = position.system, position.state
    return [
        (
            {action.verb for action in system.offered(s, seat.index)},
            {
                a.verb
                for a in system.actions(s, seat.index)
                if all(requirement.test(s, seat.index) for requirement in a.when)
            },
        )
        for seat in system.seats
    ]


@pytest.mark.parametrize(("slug", "sample"), tried(2))
def test_what_is_offered_is_what_the_moment_permits(slug: str, sample: int) -> None:
    compared = 0
    for position, decision, _ in walk(slug, sample, "moments"):
        if decision.kind == "action":
            compared += 1
            for offered, permitted in offered_and_permitted(position):
                assert offered == permitted
        elif decision.kind == "power":  # a phase names an action: "why not?" must not say that it is out of its moment
            named = (
                {a.verb: a for a in position.system.actions(position.state, decision.player)}
                if decision.player >= 0
                else {}
            )
            for action in (named[option] for option in decision.options if isinstance(option, str) and option in named):
                assert all(requirement.test(position.state, decision.player) for requirement in action.when), (
                    action.verb
                )
    assert compared > 10


@pytest.mark.parametrize("slug", SLUGS)
def test_every_action_can_be_asked_about_at_any_time(slug: str) -> None:
    """ "Why not?" has an answer for every action of every seat, in and out of its moment."""
    for i, (position, _, rng) in enumerate(walk(slug, 0, "why")):
        if i % 40:
            continue
        system, s = position.system, position.state
        game = Game(system)
        game._position = position.clone()
        for seat in system.seats:
            for action in system.actions(s, seat.index):
                args = tuple(
                    rng.choice(
                        list(system.argument_types[system.argument_types[word].base or word].candidates(s, seat.index))
                    )
                    for word in action.shape
                )
                for n in range(len(args) + 1):
                    answer = game.evaluate(action, args[:n], seat.index)
                    assert answer.verdicts or not action.requirements
                    assert str(answer)


@pytest.mark.parametrize(("slug", "sample"), tried(0))
def test_options_have_names_and_targets(slug: str, sample: int) -> None:
    """Labels tell options apart and lead back to them; targets lie on the table."""
    kinds: dict[str, int] = {}
    for position, decision, _ in walk(slug, sample, "labels"):
        kinds[decision.what] = kinds.get(decision.what, 0) + 1
        if kinds[decision.what] > 6 or len(decision.options) > 150:
            continue
        system, s = position.system, position.state
        labels = [system.label(s, decision, option) for option in decision.options]
        assert all(isinstance(label, str) and 0 < len(label) < 120 for label in labels)
        if decision.kind != "secret":
            assert len(set(labels)) == len(labels), (decision.what, labels)
        prompt = system.prompt(s, decision)
        assert prompt[:1].upper() == prompt[:1]
        assert "{" not in prompt
        for option in decision.options:
            assert all(map(TARGET.fullmatch, system.targets(s, decision, option)))
            line, figure = system.detail(s, decision, option)
            assert isinstance(line, str)
            assert isinstance(figure, str)
        for forecast in system.forecasts(s, decision):
            assert all(0 <= p <= 1.0001 for _, p in forecast.rows)
            assert forecast.each or 0.98 < sum(p for _, p in forecast.rows) < 1.0001


@pytest.mark.parametrize(("slug", "sample"), tried(1))
def test_every_position_draws(slug: str, sample: int) -> None:
    """The table of every viewer, in words and as a picture."""
    for i, (position, _, _) in enumerate(walk(slug, sample, "pictures")):
        if i % 60:
            continue
        system, s = position.system, position.state
        areas = None
        for viewer in seats_and_spectator(system):
            table = system.table(system.view(s, viewer), viewer)
            areas = {area.id for area in table.board.areas}
            assert all(piece.area in areas or piece.area == -1 for piece in table.pieces)
            assert len({piece.id for piece in table.pieces}) == len(table.pieces)
            assert [sheet.seat for sheet in table.sheets] == [seat.index for seat in system.seats]
            assert system.title in describe(table)
        picture = svg(build(system.table(s, None)))
        assert len(ElementTree.fromstring(picture)) > 3  # our own picture: no stranger's XML
