"""Whoever is asked to agree reads to what: who proposes, which loss, and who bears how much (ruling `negotiation`)."""

from __future__ import annotations

from pathlib import Path

from theomachy.engine.authoring import scenario

SCENE = Path(__file__).parents[2] / "examples" / "scenarios" / "cthulhu_wars" / "faq_negotiation.toml"


def test_a_division_is_told_with_who_proposes_it() -> None:
    game = scenario.load(SCENE).run().game
    asked = set[str]()
    for node in range(len(game.tree.nodes)):
        position = game.tree.nodes[node].position
        decision = position.decision
        if decision is not None and decision.what.endswith(": agree"):
            asked.add(game.system.prompt(position.state, decision))
    assert asked
    for prompt in asked:
        assert prompt.startswith("Thousand Forms: ")
        assert " proposes that the loss is shared so: " in prompt
        assert prompt.endswith("Do you agree?")
