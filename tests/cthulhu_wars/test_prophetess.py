"""The Prophetess: who places and recruits her, and who sees more in a ritual."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.awakened import pool, printed
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.prophetess import seer
from theomachy.games.cthulhu_wars.rules.score import gathered

EU = "Europe"
BOX, SHE = ("prophetess",), "Prophetess"
HERS: dict[str, Any] = {"cards": {SHE: "YS"}}


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with the Prophetess in the box; Yellow Sign has her card, if nothing else is said."""
    return table(seats, units, **{"things": BOX, **HERS, **more})


def slot(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """The first seat is in its slot of the Doom phase, and can pay for a ritual."""
    return scene(seats, units, **{"phase": "doom", "power": 20, "doom": 5, **more})


def verbs(p: Position) -> set[str]:
    """The actions that are offered."""
    return {option[0] if isinstance(option, tuple) else option for option in p.decision.options}


@pytest.mark.rule("CW-PRO-002", "CW-PRO-003")
def test_a_cultist_for_two_power_that_brings_one_and_holds_no_gate() -> None:
    assert printed("prophetess") == {SHE: (1, (2,), 0)}
    as_printed = system("GC YS BG", rulings=(("prophetess_cost", "printed"),), things=BOX).config
    assert [u.costs for u in as_printed.factions[0].units if u.neutral] == [(1,)]
    units = {"YS": {AR: SHE, EU: "Acolyte"}, "GC": {EU: "Acolyte"}}
    p = scene("YS GC BG", units)
    assert gathered(p.state, 0).value == 2
    assert "CW-CRG-001" in why_not(p, "YS", "gate", area(p, AR))
    assert "control" not in verbs(scene("YS GC BG", units, gates={AR: "abandoned"}))
    taken = scene("GC YS BG", {"GC": {AR: "Starspawn"}, "YS": {AR: SHE, EU: "Acolyte"}})
    script(taken, ("GC", "action", f"Capture a Cultist in {AR} from Yellow Sign"))
    assert gathered(taken.state, 0).value == 1
    assert at(taken, "YS", AR) == {}


@pytest.mark.rule("CW-PRO-001")
def test_whoever_buys_her_card_places_her_anywhere() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={})
    script(p, ("GC", "doom phase", "Buy Prophetess"), ("GC", "where it comes", EU))
    assert (p.state.doom[0], p.state.power[0], at(p, "GC", EU)) == (3, 20, {SHE: 1})
    poor = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={}, doom=1)
    assert "Buy Prophetess" not in labels(poor)


@pytest.mark.rule("CW-PRO-002")
def test_any_player_recruits_her_and_she_stays_her_owners() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, power={"GC": 5})
    assert pool(p, "YS", SHE) == 1
    assert f"Recruit the Prophetess in {EU}" not in labels(p)
    script(p, ("GC", "action", f"Recruit the Prophetess in {AR}"))
    assert (at(p, "YS", AR), at(p, "GC", AR), p.state.power[0]) == ({SHE: 1}, {"Acolyte": 1}, 3)
    assert "CW-PRO-002" in why_not(p, "GC", "recruit prophetess", area(p, AR))
    own = scene("YS GC BG", units)
    script(own, ("YS", "action", f"Recruit the Prophetess in {EU}"))
    assert at(own, "YS", EU) == {"Acolyte": 1, SHE: 1}
    nobody = scene("GC YS BG", units, cards={})
    assert "recruit prophetess" not in verbs(nobody)
    assert "CW-PRO-002" in why_not(nobody, "GC", "recruit prophetess", area(p, AR))
    poor = scene("GC YS BG", units, power={"GC": 1})
    assert "recruit prophetess" not in verbs(poor)
    assert "CW-ACT-002" in why_not(poor, "GC", "recruit prophetess", area(p, AR))


@pytest.mark.rule("CW-PRO-002", "CW-REC-002", "CW-ACT-001", "CW-ACT-003", "CW-ACT-005")
def test_she_is_recruited_as_cultists_are() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    assert "CW-REC-002" in why_not(scene("GC YS BG", units), "GC", "recruit prophetess", 0)
    assert "CW-ACT-001" in why_not(scene("YS GC BG", units), "GC", "recruit prophetess", 0)
    assert "CW-ACT-003" in why_not(scene("GC YS BG", units, part="after"), "GC", "recruit prophetess", 0)
    broke = scene("YS GC BG", units, power={"YS": 3, "GC": 0})
    assert "CW-ACT-005" in why_not(broke, "GC", "recruit prophetess", 0)
    sultan = scene("DS YS BG", {"YS": {EU: "Acolyte"}})  # no Cultists before its first Chaos Gate
    assert "CW-DS-002" in why_not(sultan, "DS", "recruit prophetess", 0)


@pytest.mark.rule("CW-PRO-004")
def test_who_is_highest_beside_her_pays_for_more_signs() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte", EU: "Starspawn"}, "YS": {EU: f"{SHE}, Acolyte"}})
    script(p, ("GC", "doom phase", "ritual"))
    assert (asked(p), p.decision.options) == (("GC", "true vision"), (5, 4, 3, 2, 1, 0))
    script(p, ("GC", "true vision", 2))
    assert p.state.power[0] == 20 - 5 - 6
    while asked(p) == ("chance", "elder sign"):
        p.play(p.decision.options[0])
    assert len(p.state.signs[0]) == 2
    none = slot("GC YS BG", {"GC": {AR: "Acolyte", EU: "Starspawn"}, "YS": {EU: SHE}})
    script(none, ("GC", "doom phase", "ritual"), ("GC", "true vision", 0))
    assert (none.state.power[0], none.state.signs[0]) == (15, ())
    poor = slot("GC YS BG", {"GC": {AR: "Acolyte", EU: "Starspawn"}, "YS": {EU: SHE}}, power=7)
    script(poor, ("GC", "doom phase", "ritual"))
    assert (asked(poor)[1], poor.state.power[0]) == ("doom phase", 2)


@pytest.mark.rule("CW-PRO-004")
def test_by_a_ruling_one_sign_a_ritual() -> None:
    p = slot("GC YS BG", {"GC": {EU: "Starspawn"}, "YS": {EU: SHE}}, rulings={"true_vision": "once"})
    script(p, ("GC", "doom phase", "ritual"))
    assert p.decision.options == (1, 0)


@pytest.mark.rule("CW-PRO-004")
def test_her_owner_sees_with_herself_alone_and_nobody_on_a_tie_or_without_her() -> None:
    p = slot("YS GC BG", {"GC": {AR: "Acolyte"}, "YS": {EU: SHE}})
    script(p, ("YS", "doom phase", "ritual"))
    assert asked(p) == ("YS", "true vision")
    other = slot("GC YS BG", {"GC": {AR: "Starspawn"}, "YS": {EU: SHE}})  # not beside her
    script(other, ("GC", "doom phase", "ritual"))
    assert asked(other)[1] != "true vision"
    tie = slot("YS GC BG", {"GC": {EU: "Acolyte"}, "YS": {EU: SHE}})
    script(tie, ("YS", "doom phase", "ritual"))
    assert asked(tie)[1] != "true vision"
    away = slot("YS GC BG", {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}})
    script(away, ("YS", "doom phase", "ritual"))
    assert asked(away)[1] != "true vision"


@pytest.mark.rule("CW-PRO-004")
def test_ranks_from_cultists_to_great_old_ones_of_factions() -> None:
    ladder = ["Acolyte", "Byakhee", "Dhole", "Byatis", "Hastur"]  # of Yellow Sign
    rivals = ["Acolyte", "Ghoul", "Ghoul", "Ghoul", "Shub-Niggurath"]  # of Black Goat
    things = (*BOX, "terrors", "great_old_one_pack_3")
    cards = {SHE: "GC", "Dhole": "YS", "Byatis": "YS"}
    for i, unit in enumerate(ladder):
        for j, rival in enumerate(rivals):
            units = {"GC": {EA: SHE}, "YS": {EA: unit}, "BG": {EA: rival}}
            p = scene("GC YS BG", units, cards=cards, things=things)
            height = (i, (0, 1, 1, 1, 4)[j])
            wanted = -1 if height[0] == height[1] else 1 if height[0] > height[1] else 2
            assert seer(p.state, 0) == wanted, (unit, rival)


@pytest.mark.rule("CW-PRO-004")
def test_a_ritual_outside_the_doom_phase_is_none_of_hers() -> None:
    units = {"YS": {AR: "Cat from Neptune, Undead", EU: SHE}, "GC": {AR: "Starspawn"}}
    cards = {SHE: "YS", "Cat from Neptune": "YS"}
    p = scene("YS GC BG", units, cards=cards, things=(*BOX, "something_about_cats"), power=20)
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(1, 0), ("YS", "takes a kill", "Cat from Neptune"),
           ("YS", "battle_end", "The Final Ritual"))  # fmt: skip
    assert (p.state.power[0], p.state.ritual) == (20 - 1 - 5, 1)
    assert asked(p)[1] != "true vision"
