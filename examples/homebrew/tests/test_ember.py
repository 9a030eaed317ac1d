"""The tests that come with the package: it must be installed. They show what an author can let the engine prove."""

from pathlib import Path
from random import Random

import pytest
import theomachy_ember.powers as ember

import theomachy as th
from theomachy.engine.authoring import scenario
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import Menu, domain, legal
from theomachy.games.cthulhu_wars.rules.menu import offered
from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY
from theomachy_widgets.scene import icons

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios").glob("*.toml"))
GAME = th.catalogue()["cthulhu_wars"]
OURS = [(v, a) for v in (VOCABULARY, SLOTS) for a in v.abilities if a.faction == ember.SLUG]
TABLES = (
    ["ember_court", "great_cthulhu"],
    ["black_goat", "ember_court"],
    ["ember_court", "yellow_sign", "crawling_chaos"],
    ["great_cthulhu", "black_goat", "ember_court", "yellow_sign"],
)


@pytest.mark.parametrize("name", ["ember_court", "Ember Court", "EC"])
def test_the_faction_is_found_by_every_name(name: str) -> None:
    game = th.new("cthulhu_wars", factions=["black_goat", name])
    assert game.system.seats[1].title == "Ember Court"


def test_it_is_among_the_set_ups_that_tests_of_all_games_play() -> None:
    assert sum("ember_court" in sample["options"]["factions"] for sample in GAME.samples()) == 2


def test_its_values_say_that_they_are_our_own_and_its_icons_exist() -> None:
    system = GAME.build(options={"factions": TABLES[0]})
    assert {f.source for f in system.facts if f.key.startswith("faction.ember_court.")} == {"house"}
    card = system.config.factions[0]
    used = {card.icon, *(unit.icon for unit in card.units), *(token.icon for token in system.config.tokens)}
    assert used <= set(icons())


@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_scenario(path: Path) -> None:
    result = scenario.load(path).run(rehearse=True).result
    assert result.ok, str(result)


def test_every_power_has_a_rule_and_a_scenario() -> None:
    shown = {rule for path in SCENARIOS for rule in scenario.load(path).rules}
    assert {ability.rule for _, ability in OURS} <= shown
    book = GAME.build().rulebook
    assert all(rule in book for rule in shown)


@pytest.mark.parametrize(("vocabulary", "ability"), OURS, ids=[ability.name for _, ability in OURS])
def test_without_a_power_some_scenario_breaks(vocabulary, ability) -> None:
    with vocabulary.without(ability.name):
        assert any(
            not scenario.load(path).run().result.ok for path in SCENARIOS if ability.rule in scenario.load(path).rules
        )


@pytest.mark.parametrize("factions", TABLES, ids=len)
@pytest.mark.parametrize("seed", range(2))
def test_random_games_end_and_keep_what_must_hold(factions: list[str], seed: int) -> None:
    rng, system = Random(f"{factions}/{seed}"), GAME.build(options={"factions": factions})
    p, n = Position(system, system.start()), 0
    while (decision := p.decision) is not None:
        assert system.violations(p.state) == []
        assert decision.rule in system.rulebook
        assert all(system.label(p.state, decision, option) for option in decision.options)
        if decision.player == CHANCE:
            answer = sampling.sample_chance(decision, rng)
        else:  # dropping out of the round is dull
            answer = rng.choice([o for o in decision.options if o != "pass" or rng.random() < 0.1] or decision.options)
        if n % 10 == 0:
            before = p.state.copy()
            raw = system.to_json(before)
            assert system.from_json(raw) == before
            q = p.clone()
            q.play(answer)
            assert p.state == before
            assert q.undo().state == before
            system.table(system.view(p.state, None))
        if decision.what == "action" and rng.random() < 0.2:
            menus_are_complete(p)
        p.play(answer)
        n += 1
    assert n > 50
    assert all(p.state.count_books(winner) == 6 for winner in system.winners(p.state))


def menus_are_complete(p: Position) -> None:
    """The menu holds exactly what the needs allow; a need that a word grants must truly be granted."""
    s, words = p.state, p.system.argument_types
    me = p.decision.player
    for action in offered(s, me):
        wanted = [(action.verb, *a) for a in domain(words, action, s, me) if legal(words, action, s, me, a)]
        assert sorted(Menu(words, s, me).options(action)) == sorted(wanted), action.verb


def test_why_not_quotes_the_rule_of_the_package() -> None:
    game = scenario.load(SCENARIOS[0].with_name("kindle_and_hearth.toml")).games()[0]
    why = game.why_not("kindle europe")
    assert not why.legal
    assert [v.rule for v in why.verdicts if not v.holds] == ["HB-EC-009"]


def test_our_ruling_is_the_default_and_can_be_refused() -> None:
    pair = ["ember_court", "black_goat"]
    assert GAME.questions["first_player"].default == "seat"
    assert th.new("cthulhu_wars", factions=pair).decision.who == "Ember Court"
    other = th.new("cthulhu_wars", factions=pair, rulings={"first_player": "alphabet"})
    assert other.decision.who == "Black Goat"


def test_the_overlay_changes_two_values() -> None:
    path = Path(__file__).parents[1] / "my_cards.toml"
    plain = th.new("cthulhu_wars", factions=TABLES[0])
    ours = th.new("cthulhu_wars", factions=TABLES[0], overlay=path)
    assert (ours.system.config.cost[0][ember.KING], ours.state.power) == (6, [10, 10])
    assert (plain.system.config.cost[0][ember.KING], plain.state.power) == (7, [8, 8])
    assert {f.key for f in ours.system.facts if f.source == "overlay"} == {
        "faction.ember_court.units.smouldering_king.cost",
        "start.power",
    }
