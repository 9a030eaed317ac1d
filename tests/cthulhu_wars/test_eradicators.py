"""Eradicators: where they lie, what gates bring beside them and cost, and how they spread."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, system, table
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers.eradicators import marked
from theomachy.games.cthulhu_wars.rules.score import gathered

EU = "Europe"
BOX = ("eradicators",)


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with Eradicators in the box; the first seat has their card, if nothing else is said."""
    return table(seats, units, **{"things": BOX, "cards": {"Eradicators": seats.split()[0]}, **more})


def names(p: Position) -> set[str]:
    """Areas with an Eradicator."""
    return {name for a, name in enumerate(p.state.config.map.names) if marked(p.state) >> a & 1}


@pytest.mark.rule("CW-ERA-001")
def test_fifteen_markers_and_a_card_that_no_game_on_shaggai_has() -> None:
    config = system("GC YS BG", things=BOX).config
    assert [(card.name, card.doom, card.power) for card in config.cards] == [("Eradicators", 2, 0)]
    assert [token.figures for token in config.tokens if token.key == "eradicator"] == [15]
    assert not system("GC YS BG", "shaggai_3p", things=BOX).config.cards
    assert system("GC YS BG", "yuggoth_3p", things=BOX).config.token("eradicator") >= 0
    assert system("GC YS BG", "shaggai_3p", things=BOX).config.token("eradicator") == -1
    assert not CthulhuWars.build(players=3).config.cards  # a variant: only in games that ask for it


@pytest.mark.rule("CW-ERA-001")
def test_one_comes_to_each_start_area_when_the_card_is_bought() -> None:
    p = scene("GC YS DS", {"GC": {AR: "Acolyte"}}, cards={}, phase="doom", doom=5)
    script(p, ("GC", "doom phase", "Buy Eradicators"), ("DS", "first Eradicator", EA))  # which starts nowhere
    homes = {p.state.config.map.names[p.state.start[seat]] for seat in (0, 1)}
    assert names(p) == {*homes, EA}
    assert p.state.doom[0] == 3


@pytest.mark.rule("CW-ERA-001", "CW-OW-012")
@pytest.mark.parametrize(("gates", "n"), [({EA: "OW"}, 2), ({}, 1)])
def test_yog_sothoth_beside_one_is_a_gate_more(gates: dict[str, str], n: int) -> None:
    units = {"OW": {EA: "Yog-Sothoth, Acolyte, 2 Mutant"}, "GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    more: dict[str, Any] = {"gates": gates, "phase": "gather power", "power": 0}
    p = scene("OW GC YS", units, markers={"eradicator": EA}, **more)
    for _ in range(n):
        script(p, ("OW", "eradicated", "Mutant"))
    assert at(p, "OW", EA) == {"Yog-Sothoth": 1, "Acolyte": 1} | ({"Mutant": 2 - n} if n < 2 else {})
    plain = scene("OW GC YS", units, gates=gates)
    marked_ = scene("OW GC YS", units, gates=gates, markers={"eradicator": EA})
    assert gathered(marked_.state, 0).value - gathered(plain.state, 0).value == 2 * n  # 2 for whoever has the card


@pytest.mark.rule("CW-ERA-001")
def test_gates_beside_one_bring_more_and_cost_a_unit() -> None:
    units = {"GC": {AR: "Acolyte, Deep One"}, "YS": {EU: "Acolyte", EA: "Acolyte"}}
    more: dict[str, Any] = {"gates": {AR: "GC", EU: "YS", EA: "YS"}, "phase": "gather power", "power": 0}
    p = scene("GC YS BG", units, markers={"eradicator": f"{AR}, {EU}"}, **more)
    assert asked(p) == ("GC", "eradicated")
    script(p, ("GC", "eradicated", "Deep One"))
    assert at(p, "YS", EU) == {}
    assert at(p, "YS", EA) == {"Acolyte": 1}
    plain = scene("GC YS BG", units, **more)
    assert plain.decision.what == "direction"
    for seat, n in ((0, 2), (1, 1), (2, 0)):  # 2 for whoever has the card
        assert gathered(p.state, seat).value >= 0
        before = system("GC YS BG", things=BOX).arrange(
            {"units": units, "gates": more["gates"], "cards": {"Eradicators": "GC"}}
        )
        after = system("GC YS BG", things=BOX).arrange(
            {
                "units": units,
                "gates": more["gates"],
                "cards": {"Eradicators": "GC"},
                "markers": {"eradicator": f"{AR}, {EU}"},
            }
        )
        assert gathered(after, seat).value - gathered(before, seat).value == n


@pytest.mark.rule("CW-ERA-001")
def test_each_player_puts_one_more_as_a_doom_phase_begins_as_long_as_there_are_some() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}

    def laid(markers: str) -> Position:
        more = {"markers": {"eradicator": markers}} if markers else {}
        p = scene("GC YS BG", units, phase="gather power", **more)
        while asked(p)[1] in ("first player", "direction"):
            p.play(p.decision.options[0])
        return p

    p = laid(AR)
    assert AR not in labels(p)
    for name in ("GC", "YS", "BG"):
        assert asked(p) == (name, "next Eradicator")
        p.play(p.decision.options[0])
    assert len(names(p)) == 4
    assert asked(p)[1] != "next Eradicator"
    assert asked(laid(""))[1] != "next Eradicator"  # the card has not been bought, or none came
    board = system("GC YS BG", things=BOX).config.map.names
    full = laid(", ".join(board[:14]))
    script(full, ("GC", "next Eradicator", area(full, board[14])))
    assert len(names(full)) == 15
    assert asked(full)[1] != "next Eradicator"
