"""The search of rules takes a question as somebody at the table would ask it."""

from __future__ import annotations

import pytest

from theomachy.engine.game.registry import game
from theomachy.engine.reference.finding import stem

QUESTIONS = {
    "demigods": {
        "how does the game end": "DG-GEN-002",
        "who goes first": "DG-SET-004",
        "how do I win": "DG-GEN-002",
        "how do mountains defend": "DG-BAT-012",
        "When can I build a temple?": "DG-TMP-001",
        "can two temples stand next to each other": "DG-TMP-003",
        "how many armies can I raise": "DG-ARM-001",
        "what happens when a temple is alone in battle": "DG-OPN-002",
        "how many hexes can an army move": "DG-MOV-001",
        "who wins the game": "DG-GEN-002",
        "when do I draw cards": "DG-DRAW-001",
        "can I stop fighting in the middle of a battle": "DG-BAT-008",
        "what is a blight": "DG-CRD-019",
    },
    "cthulhu_wars": {
        "how does the game end": "CW-VIC-001",
        "who goes first": "CW-SET-013",
        "how do I win": "CW-VIC-006",
        "how do I get power": "CW-POW-002",
        "how do I recruit cultists": "CW-REC-001",
        "what does a pain result do": "CW-BAT-014",
        "how many dice does Cthulhu roll": "CW-BAT-013",
        "when does the game end": "CW-VIC-001",
        "how do I get elder signs": "CW-ES-001",
        "what is a Ritual of Annihilation": "CW-RIT-001",
        "can I capture an acolyte when a monster protects it": "CW-CAP-005",
        "what happens to a gate when nobody controls it": "CW-UNL-004",
        "how far can units move": "CW-MOV-001",
        "do all spellbooks stay for good, are they permanent": "CW-SPB-003",
    },
    "heroes": {
        "how does the game end": "HE-RND-001",
        "how long is the game": "HE-RND-001",
        "who goes first": "HE-SET-007",
        "how do I win": "HE-SCO-003",
        "what does a structure need": "HE-BLD-002",
        "how are monsters fought": "HE-MON-002",
        "what does a portal do": "HE-PRT-001",
        "how do I recruit units": "HE-BLD-011",
        "who wins a tie": "HE-PVP-004",
        "how do I seize a fortress": "HE-FRT-001",
        "are destinations secret": "HE-MOV-002",
        "do we fight when two share a region": "HE-MOV-009",
        "how do I build on a foundation": "HE-FND-001",
        "how do Halflings move": "HE-HAL-014",
    },
    "mythic_battles": {
        "how does the game end": "MB-WIN-002",
        "who goes first": "MB-SET-006",
        "how do I win": "MB-WIN-001",
        "what does water do to units that climb into it": "MB-TER-018",
        "when can I retaliate": "MB-RET-001",
        "how far can a unit walk": "MB-WALK-001",
        "lines of sight through forests": "MB-TER-005",
        "what counts as a divine stone": "MB-STN-004",
        "how many cards do I draw": "MB-MAN-002",
        "what does guard do": "MB-TAL-013",
        "can I drop the stone": "MB-STN-003",
        "how do I recruit an army": "MB-REC-001",
        "how many stones do I need to win": "MB-WIN-004",
    },
    "gods_war": {
        "how does the game end": "GW-VIC-001",
        "who goes first": "GW-SET-015",
        "how do I win": "GW-VIC-006",
        "how do I build a shrine": "GW-BLD-002",
        "what happens when a building is destroyed": "GW-CON-006",
        "how do I get runes": "GW-RUN-002",
        "who is the first player": "GW-SET-015",
        "how is a winner found": "GW-VIC-006",
        "where is the Chaos Rift": "GW-BAS-012",
        "how far do units move": "GW-MOV-001",
        "what are heroquests": "GW-UNQ-002",
        "may an uncontrolled faction stay": "GW-SPC-006",
        "attacking with zero dice": "GW-BAT-006",
    },
}


@pytest.mark.parametrize(
    ("slug", "question", "rule"), [(g, q, r) for g, rows in QUESTIONS.items() for q, r in rows.items()]
)
def test_a_question_finds_its_rule_among_the_first_three(slug: str, question: str, rule: str) -> None:
    assert rule in [found.id for found in game(slug).build().rulebook.search(question)[:3]]


def test_what_is_looked_for_stands_before_what_is_near_it_and_nothing_comes_for_nonsense() -> None:
    book = game("demigods").build().rulebook
    assert [rule.id for rule in book.search("dg-tmp")] == [rule.id for rule in book if rule.id.startswith("DG-TMP")]
    assert book.search("dg-tmp-003") == [book["DG-TMP-003"]]
    assert book.search("moun") == book.search("mountains")  # half typed
    assert book.search("kraken") == book.search("") == book.search("?!") == []


@pytest.mark.parametrize(
    "family",
    [
        ("defend", "defends", "defended", "defending", "defender", "defenders", "defence"),
        ("army", "armies"),
        ("move", "moves", "moved", "moving", "movement"),
        ("build", "built", "building", "buildings"),
        ("eliminate", "eliminated", "elimination"),
        ("temple", "temples"),
        ("pass", "passes", "passed"),
        ("win", "won", "winner", "winners", "winning"),
        ("pay", "paid", "cost"),
    ],
)
def test_words_of_a_family_are_one(family: tuple[str, ...]) -> None:
    assert len({stem(word) for word in family}) == 1


def test_words_of_different_families_are_not() -> None:
    words = ("temple", "army", "move", "mountain", "monster", "rune", "ritual", "stone", "battle", "attack", "gate")
    assert len({stem(word) for word in words}) == len(words)
