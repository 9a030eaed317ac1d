"""What happened is told in sentences that name hexes and counters, and that keep secrets."""

import pytest

from tests.demigods.scenes import at, go, scene
from theomachy.engine.game.game import Game


def story(game: Game, viewer: int | None = None) -> list[str]:
    """The events of the last step, indented; all of them, or those of a viewer."""
    rows = []
    for depth, event in game.trace.walk():
        if viewer is None or not event.hidden(viewer):
            text = event.text if viewer is None else event.seen(viewer)
            rows.append("  " * depth + text + (f" ({event.figure})" if event.figure else ""))
    return rows


@pytest.mark.rule("DG-BAT-002", "DG-BAT-003", "DG-BAT-005", "DG-BAT-008")
def test_a_battle_is_told_round_by_round() -> None:
    setup = at(
        "Battle",
        {"D4": "Aglaia: 4 armies", "D5": "Bronteas: 1 army, 3 population"},
        hands={"Bronteas": "Ressurrection"},
    )
    game = go(scene(setup), "attack d4 d5", "4", "1 1 1 2 3 4 5 6", "1 1 2 5")
    assert story(game) == [
        "D4 attacks D5",
        "  4 armies roll 8 dice (3 hits)",
        "  1 army, 3 people roll 4 dice (2 hits)",
        "  loses 2 armies on D4 (4 → 2)",
        "  loses 1 army, 2 people on D5 (4 → 1)",
        "  Ressurrection waits for the end of the battle phase",
    ]
    assert story(game, 1) == story(game)
    assert story(game, 0) == story(game)[:-1]  # Aglaia must not know what Bronteas holds
    attack, roll, answer, *_ = game.trace
    assert (attack.arrow.start, attack.arrow.end, attack.arrow.kind) == (33, 43, "attack")
    assert (attack.who, roll.who, answer.who) == (0, 0, 1)
    assert roll.why == (("4 armies, two dice each", 8, "DG-BAT-002"),)
    assert answer.why == (("1 army, two dice each", 2, "DG-BAT-003"), ("3 people, one for two", 2, "DG-BAT-003"))
    after = game.trace.root.children[0].children[3].state
    assert after.counters[1][33] == 2
    go(game, "no")
    assert story(game)[-1] == "  retreats: the attack stops"


@pytest.mark.rule("DG-CRD-025")
def test_an_answered_card_is_told_below_the_card() -> None:
    hands = {"Aglaia": "Earthquake, Abjuration", "Bronteas": "Abjuration"}
    game = scene(at("Miracles", {"D5": "Bronteas: 6 population"}, hands=hands))
    go(game, "earthquake d5", "yes", "yes", "2")
    assert story(game) == [
        "plays Earthquake on D5",
        "  answers with Abjuration",
        "    answers with Abjuration",
        "      Abjuration has no effect",
        "  rolls a die for Earthquake (2)",
        "  loses 2 people on D5 (6 → 4)",
    ]


@pytest.mark.rule("DG-DRAW-004", "DG-CRD-025")
def test_what_was_kept_is_told_to_nobody_else() -> None:
    setup = at("Miracles", {"D5": "Bronteas: 6 population"}, hands={"Aglaia": "Earthquake", "Bronteas": "Abjuration"})
    game = go(scene(setup), "earthquake d5", "no", "2")
    assert "  keeps Abjuration" in story(game)
    assert "  keeps Abjuration" in story(game, 1)
    assert not any("Abjuration" in row for row in story(game, 0))


@pytest.mark.rule("DG-DRAW-001", "DG-DRAW-004")
def test_a_draw_is_told_without_the_card() -> None:
    game = go(scene(at("Draw", {"D4": "Aglaia: temple, 7 population"})), "Plague", "Fire")
    head = ["draws 1 card and 1 for 1 temple (+2)"]
    assert story(game) == [*head, "  draws Plague", "  draws Fire"]
    assert story(game, 1) == [*head, "  draws a card", "  draws a card"]


@pytest.mark.rule("DG-BAT-012", "DG-BAT-010")
def test_mountains_and_two_hexes_are_told() -> None:
    stacks = {"F4": "Aglaia: 1 army", "G5": "Aglaia: 1 monster", "G4": "Bronteas: 3 population"}
    game = go(scene(at("Battle", stacks)), "attack f4 g4", "g5", "1 1 2 2", "2 2")
    assert story(game) == [
        "F4 and G5 attack G4",
        "  1 army, 1 monster roll 4 dice (2 hits)",
        "  the mountains take one hit (2 → 1)",
        "  3 people roll 2 dice (0 hits)",
        "  loses 1 person on G4 (3 → 2)",
    ]


@pytest.mark.rule("DG-MIR-001", "DG-CRD-022")
def test_a_question_of_a_card_names_the_card() -> None:
    setup = at("Miracles", {"D4": "Aglaia: 4 armies"}, hands={"Aglaia": "Tidal Wave, Godspeed"})
    asked = go(scene(setup), "tidal wave")
    assert asked.decision.prompt == "Tidal Wave: which hex?"
    asked = go(scene(setup), "godspeed")
    assert asked.decision.prompt == "Godspeed: from which hex?"
    assert asked.play("d4").decision.prompt == "Godspeed: from D4 to which hex?"


@pytest.mark.rule("DG-TMP-001")
def test_a_temple_is_told_by_what_it_costs() -> None:
    game = go(scene(at("Temples", {"D4": "Aglaia: 12 population"})), "build d4")
    assert story(game) == ["builds a temple on D4 (12 → 6)"]
