"""What the sheets say in short: every printed thing has it, its figures are those of the moment, and it fits."""

from __future__ import annotations

import pytest

from theomachy.engine.errors import DataError
from theomachy.engine.reference.values import FIGURE
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.display.sheets import paper

SLUGS = ("gremlins", "mechanisms", "elementals", "demons", "halflings", "cultists")
MOST = 60  # letters: two or three lines of a block, three or four of an artefact


def game(*factions: str, **overlay: object) -> Heroes:
    """A game of these boards."""
    return Heroes.build(options={"factions": list(factions)}, overlay={"faction": overlay} if overlay else None)


def printed(slug: str) -> dict[str, tuple[str, str]]:
    """The full and the short text of everything printed on a board."""
    rows = game(slug, "demons" if slug != "demons" else "gremlins").config.factions[0]
    things = (*rows.units, *rows.blocks, *rows.artefacts)
    return {f"{type(thing).__name__} {thing.key}": (thing.text, thing.short) for thing in things}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_printed_thing_has_a_short_text_that_fits(slug: str) -> None:
    for name, (text, short) in printed(slug).items():
        assert bool(text) == bool(short), name
        if short:
            assert short.endswith("."), (name, short)
            assert short[0] == short[0].upper(), (name, short)
            assert not set("{}") & set(short), (name, short)
        for half in short.split(" Built: "):
            assert len(half) <= MOST, (name, len(half), half)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_number_of_a_short_text_is_a_figure_of_the_board(slug: str) -> None:
    """But for those that stand in no table: one Imp a rune, one resource a Zephyra, one to one."""
    free = {"summoning_circle": "1", "zephyra": "1", "magic_lamp": "1 1", "conscription": "1", "pawnshop": "1 1",
            "tithe_barn": "1 1"}  # fmt: skip
    facts = game(slug, "demons" if slug != "demons" else "gremlins").config.facts
    seen = 0
    for fact in facts:
        key, _, last = fact.key.rpartition(".")
        if not key.startswith(f"faction.{slug}.") or last not in ("short", "basic_short"):
            continue
        bare = FIGURE.sub("", fact.value)
        assert " ".join(c for c in bare if c.isdigit()) == free.get(key.rpartition(".")[2], ""), (key, fact.value)
        assert fact.source == "house"
        seen += 1
    assert seen > 10


def test_the_figures_of_an_overlay_stand_on_the_sheet() -> None:
    changed = {
        "structures": {
            "repair_dock": {"figures": {"unit_cost": {"to": {"gold": 3}}}},
            "hall_of_archons": {"figures": {"vp_each": {"per": 2, "vp": 3}}},
            "server_4": {"enhanced_effect": {"figures": {"vp_note": {"vp": 2}}}},
        },
        "artefacts": {"vurt": {"figures": {"move_plus": {"amount": 2}}}},
    }
    sheet = paper(game("mechanisms", "demons", mechanisms=changed).start(), 0)
    told = {block.name: block for group in (*sheet.groups, *sheet.aside) for block in group.blocks}
    assert told["Repair Dock"].text == "A Crusher costs 3 gold from now on."
    assert told["Hall of the Archons"].text == "End: 3 VP for each full 2 Servers built."
    assert told["4 Archive"].text == "3 wood or gold. Built: 3 wood or gold, and note 2 VP."
    assert told["Vurt"].text == "Movement: 2 points more."


def test_the_whole_sentence_is_told_by_the_box() -> None:
    sheet = paper(game("mechanisms", "demons").start(), 0)
    blocks = [block for group in (*sheet.groups, *sheet.aside) for block in group.blocks]
    brings = {block.name: (block.box or block.rows[0].boxes[0]).brings for block in blocks}
    assert brings["Technology Park"].startswith("Each time you receive Cores from a region, a Server")
    assert brings["3 Assembly"] == "Gain 2 Cores. Built: Gain 4 Cores."
    assert brings["Vurt"] == "You have 1 movement point more in every Movement action."
    assert brings["Crusher"] == "With the Capsule built each perished Crusher brings 1 Core."


def test_a_short_text_names_only_figures_that_exist() -> None:
    facts = game("mechanisms", "demons").config.facts
    at = "faction.mechanisms.structures.radar"
    assert facts.filled(at, "{buy_move.gain:point} a {cost.wood}") == "1 point a 3"
    with pytest.raises(DataError, match="no figure of it"):
        facts.filled(at, "{buy_move.lost}")
