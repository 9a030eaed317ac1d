"""Great Old One Pack 4: Nyogtha, who is two figures, and Tulzscha."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, pool, printed, with_a_card
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.colour_out_of_space import BARRED
from theomachy.games.cthulhu_wars.rules.domains import POOL
from theomachy.games.cthulhu_wars.rules.fight import combat

EU, WAF, IO, NA = "Europe", "West Africa", "Indian Ocean", "North Asia"
BOX = "great_old_one_pack_4"
scene = partial(with_a_card, BOX)
NYOGTHA, TULZSCHA = "Nyogtha", "Tulzscha"


def test_two_cards_are_in_the_box_with_their_values() -> None:
    assert printed(BOX) == {NYOGTHA: (2, (6,), 0), TULZSCHA: (1, (4,), 1)}


# -- Nyogtha ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-020", "CW-IGO-042")
def test_both_figures_are_awakened_at_once_and_great_cthulhu_gains_one_sign() -> None:
    units = {"GC": {EA: "Cthulhu, Acolyte", AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene(units, NYOGTHA, seats="GC YS BG", cards={}, gates={EA: "GC", AR: "GC"})
    assert [*why_not(p, "GC", "awaken nyogtha", area(p, AR))] == ["CW-IGO-008"]
    script(p, ("GC", "action", f"awaken nyogtha {EA}"), ("GC", "on_placement", "Immortal"), ("chance", "elder sign", 1))
    assert (at(p, "GC", EA)[NYOGTHA], p.state.power[0], p.state.signs[0]) == (2, 3, (1,))
    units = {"GC": {EA: f"{NYOGTHA}, Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene(units, NYOGTHA, seats="GC YS BG", cards={NYOGTHA: "GC"}, card_spellbooks={"GC": NYOGTHA})
    script(p, ("GC", "action", f"nightmare web {EA}"))
    assert (at(p, "GC", EA)[NYOGTHA], p.state.power[0], p.state.signs[0]) == (2, 7, ())


@pytest.mark.rule("CW-IGO-020", "CW-IGO-044")
def test_each_figure_rolls_four_dice_when_its_owner_declares_and_else_one() -> None:
    p = scene({"YS": {EA: f"2 {NYOGTHA}"}, "GC": {EA: "3 Deep One"}}, NYOGTHA)
    assert combat(p.state, area(p, EA), 0, 1) == 8
    script(p, fight("YS", "GC"))
    assert dice(p) == 8
    p = scene({"YS": {EA: f"2 {NYOGTHA}"}, "GC": {EA: "3 Deep One"}}, NYOGTHA, seats="GC YS BG")
    script(p, fight("GC", "YS"), roll(0, 0))
    assert dice(p) == 2


@pytest.mark.rule("CW-IGO-020")
def test_when_one_figure_moves_the_other_may_move_for_nothing() -> None:
    p = scene({"YS": {EA: f"{NYOGTHA}, Undead", EU: NYOGTHA}}, NYOGTHA)
    script(p, ("YS", "action", "move"), ("YS", "unit to move", f"{NYOGTHA}, {EA}"), ("YS", "move to", AR))
    script(p, ("YS", "moves too", f"{NYOGTHA}, {EU}"), ("YS", "moves too to", NA))
    assert (at(p, "YS", AR), at(p, "YS", NA), p.state.power[0]) == ({NYOGTHA: 1}, {NYOGTHA: 1}, 8)
    p = scene({"YS": {EA: f"{NYOGTHA}, Undead", EU: NYOGTHA}}, NYOGTHA)
    script(p, ("YS", "action", "move"), ("YS", "unit to move", "Undead"), ("YS", "move to", AR))
    assert asked(p)[1] == "unit to move"


@pytest.mark.rule("CW-IGO-020", "CW-IGO-043")
def test_the_other_figure_may_fight_elsewhere_for_nothing_also_against_who_was_pained_there() -> None:
    units = {"YS": {EA: NYOGTHA, AR: f"{NYOGTHA}, Undead"}, "GC": {AR: "2 Shoggoth"}, "BG": {EA: "Dark Young"}}
    p = scene(units, NYOGTHA)
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(0, 1), ("YS", "takes a pain", "Undead"), ("YS", "retreat to", EA))
    assert asked(p) == ("YS", "fights too")
    assert labels(p) == {f"Black Goat in {EA}", "Done"}
    script(p, ("YS", "fights too", f"Black Goat in {EA}"), roll(0, 0), roll(1, 0))
    assert asked(p) == ("YS", "takes a kill")
    assert {label.split(",")[0] for label in labels(p)} == {NYOGTHA, "Undead"}  # who came from the first fights in it
    assert p.state.power[0] == 8
    script(p, ("YS", "takes a kill", "Undead"))
    p = scene(units, NYOGTHA)
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(0, 0), ("YS", "fights too", "done"))
    assert (at(p, "BG", EA), p.state.power[0]) == ({"Dark Young": 1}, 8)


@pytest.mark.rule("CW-IGO-020", "CW-INV-014")
def test_a_battle_that_is_paid_with_doom_lets_the_other_figure_fight_too() -> None:
    units = {"YS": {EA: NYOGTHA, AR: NYOGTHA}, "GC": {AR: "2 Shoggoth"}, "BG": {EA: "Dark Young"}}
    more: dict[str, Any] = {"cards": {NYOGTHA: "YS", "Moose Kowalski": "YS"}, "things": (BOX, "investigators")}
    p = scene(units, NYOGTHA, doom={"YS": 3}, **more)
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(0, 0))
    assert (asked(p), p.state.doom[0], p.state.power[0]) == (("YS", "fights too"), 2, 9)


@pytest.mark.rule("CW-IGO-020", "CW-INV-012")
def test_the_other_figure_fights_only_where_its_owner_may() -> None:
    units = {"YS": {EU: NYOGTHA, AR: NYOGTHA}, "GC": {AR: "2 Shoggoth", EU: "Acolyte"}, "BG": {EU: "Dark Young"}}
    more: dict[str, Any] = {"things": (BOX, "investigators")}
    p = scene(units, NYOGTHA, **more)
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(0, 0))
    assert asked(p) == ("YS", "fights too")
    units["YS"][WAF] = "Hannah Hazard"  # Europe is not next to her
    p = scene(units, NYOGTHA, cards={NYOGTHA: "YS", "Hannah Hazard": "YS"}, **more)
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(0, 0))
    assert asked(p)[1] != "fights too"


@pytest.mark.rule("CW-IGO-020")
def test_where_one_figure_captures_the_other_may_capture_too_for_nothing() -> None:
    units = {
        "YS": {EA: NYOGTHA, AR: NYOGTHA},
        "GC": {AR: "2 Acolyte"},
        "BG": {EA: "Acolyte, Dark Young", EU: "Acolyte"},
    }
    p = scene(units, NYOGTHA)
    script(p, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert (asked(p), labels(p)) == (("YS", "captures too"), {f"Black Goat in {EA}", "Done"})
    script(p, ("YS", "captures too", f"Black Goat in {EA}"))
    assert (at(p, "BG", EA), at(p, "GC", AR), p.state.power[0]) == ({"Dark Young": 1}, {"Acolyte": 1}, 8)
    assert asked(p)[1] != "captures too"
    for row, more in (
        ({EA: NYOGTHA, AR: "Undead", EU: NYOGTHA}, {}),  # neither is where the capture is
        ({EA: NYOGTHA, AR: NYOGTHA}, {"BG": {EA: "Acolyte, Shub-Niggurath"}}),  # a Great Old One guards
        ({AR: NYOGTHA}, {}),
    ):
        p = scene({**units, "YS": row, **more}, NYOGTHA)
        script(p, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
        assert asked(p)[1] != "captures too"
    p = scene({**units, "YS": {AR: f"2 {NYOGTHA}"}}, NYOGTHA)
    script(p, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    script(p, ("YS", "captures too", f"Great Cthulhu in {AR}"))
    assert at(p, "GC", AR) == {}


@pytest.mark.rule("CW-IGO-045")
def test_two_figures_in_one_area_do_not_fight_there_twice() -> None:
    p = scene({"YS": {EA: f"2 {NYOGTHA}"}, "GC": {EA: "2 Deep One"}, "BG": {EA: "Ghoul"}}, NYOGTHA)
    script(p, fight("YS", "GC"), roll(0, 0), roll(0, 0))
    assert asked(p)[1] != "fights too"
    other = scene(
        {"YS": {EA: "Undead, Hastur", EU: NYOGTHA, AR: NYOGTHA}, "GC": {EA: "Deep One", EU: "Deep One"}}, NYOGTHA
    )
    script(other, fight("YS", "GC"), roll(0, 0))
    assert asked(other)[1] != "fights too"  # none of its figures has fought


@pytest.mark.rule("CW-IGO-020")
def test_a_battle_that_an_enemy_declares_lets_the_other_figure_fight_nowhere() -> None:
    p = scene({"YS": {EA: NYOGTHA, EU: NYOGTHA}, "GC": {EA: "3 Deep One"}, "BG": {AR: "Acolyte"}}, NYOGTHA)
    script(p, fight("YS", "GC"), roll(0, 0), roll(0, 0))
    s = p.state.copy()
    s.move(2, s.config.name[2].index("Ghoul"), POOL, area(p, EU))  # an enemy where the other one is
    p = Position(p.system, s)
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0))
    assert asked(p)[1] != "fights too"


@pytest.mark.rule("CW-IGO-020")
def test_the_card_is_lost_with_the_second_figure_alone() -> None:
    p = scene({"YS": {EA: NYOGTHA, EU: NYOGTHA}, "GC": {EA: "3 Deep One"}}, NYOGTHA, seats="GC YS BG")
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0))
    assert (holder(p, NYOGTHA), left(p, "YS", NYOGTHA), pool(p, "YS", NYOGTHA)) == (1, 1, 1)
    p = scene({"YS": {EA: NYOGTHA}, "GC": {EA: "3 Deep One"}}, NYOGTHA, seats="GC YS BG")
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0))
    assert (holder(p, NYOGTHA), left(p, "YS", NYOGTHA), pool(p, "YS", NYOGTHA)) == (-1, 0, 0)


@pytest.mark.rule("CW-IGO-020", "CW-IGO-048")
@pytest.mark.parametrize(
    ("foe", "kills", "comes"), [("Cthulhu", 0, True), ("Starspawn", 0, False), ("Cthulhu", 1, False)]
)
def test_its_spellbook_comes_when_all_in_a_battle_against_a_great_old_one_survive(
    foe: str, kills: int, comes: bool
) -> None:
    p = scene({"YS": {EA: f"{NYOGTHA}, Undead", EU: NYOGTHA}, "GC": {EA: foe}}, NYOGTHA)
    script(p, fight("YS", "GC"))
    while asked(p)[1] != "battle dice":
        p.play(p.decision.options[-1])
    script(p, roll(0, 0), roll(kills, 0))
    if kills:
        script(p, ("YS", "takes a kill", NYOGTHA))
    assert earned(p, "YS", NYOGTHA) is comes


@pytest.mark.rule("CW-IGO-020")
def test_nightmare_web_needs_a_figure_in_the_pool_and_a_unit_there() -> None:
    p = scene({"YS": {EA: f"2 {NYOGTHA}"}}, NYOGTHA, book=True)
    assert [*why_not(p, "YS", "nightmare web", area(p, EA))] == ["CW-IGO-020"]
    p = scene({"YS": {EA: NYOGTHA}}, NYOGTHA, book=True)
    assert [*why_not(p, "YS", "nightmare web", area(p, AR))] == ["CW-IGO-020"]
    assert "CW-ABI-001" in why_not(scene({"YS": {EA: NYOGTHA}}, NYOGTHA), "YS", "nightmare web", area(p, EA))


@pytest.mark.rule("CW-IGO-046")
@pytest.mark.parametrize("watcher", ["TT", "Daoloth", "Cthugha"])
@pytest.mark.parametrize(("kills", "other", "lost"), [(1, EA, False), (2, EA, True), (1, "", True), (1, EU, False)])
def test_it_is_lost_as_a_great_old_one_when_none_of_its_figures_is_left(
    kills: int, other: str, lost: bool, watcher: str
) -> None:
    """Tcho-Tcho's requirement and the spellbooks of Daoloth and Cthugha ask for a Great Old One killed."""
    ours = {EA: f"2 {NYOGTHA}"} if other == EA else {EA: NYOGTHA} | ({other: NYOGTHA} if other else {})
    units = {"YS": ours, "GC": {EA: "3 Deep One"}, "TT": {WAF: "Acolyte"}}
    boxes = (BOX, "great_old_one_pack_1", "ramsey_campbell_horrors_2")
    more: dict[str, Any] = {"things": boxes, "open": {"YS": "", "GC": "", "TT": "A Great Old One killed"}}
    cards = {NYOGTHA: "YS"}
    if watcher != "TT":
        more["open"] = {"YS": "", "GC": "", "TT": ""}
        cards[watcher] = "GC"
        units["GC"] = {EA: "3 Deep One", AR: watcher}
    p = table("GC YS TT", units, cards=cards, **more)
    script(p, fight("GC", "YS"), roll(kills, 0), roll(0, 0))
    while p.state.battle is not None:
        p.play(p.decision.options[0])
    if watcher == "TT":
        assert (asked(p) == ("TT", "spellbook")) is lost
    else:
        assert earned(p, "GC", watcher) is lost


@pytest.mark.rule("CW-IGO-047")
@pytest.mark.parametrize(("first", "again"), [("signs", False), ("power", False), ("no", True)])
def test_harbinger_brings_something_for_one_of_its_figures_alone(first: str, again: bool) -> None:
    """The second figure is asked for again only where nothing was taken for the first."""
    units = {"YS": {EA: f"2 {NYOGTHA}"}, "CC": {EA: "Nyarlathotep, Hunting Horror"}, "BG": {WAF: "Acolyte"}}
    p = table("CC YS BG", units, cards={NYOGTHA: "YS"}, things=(BOX,))
    script(p, fight("CC", "YS"), roll(1, 1), roll(0, 0))
    while asked(p)[1] != "harbinger":
        p.play(p.decision.options[0])
    script(p, ("CC", "harbinger", first))
    if first == "signs":
        script(p, ("chance", "elder sign", 1), ("chance", "elder sign", 1))
    found = False
    while p.state.battle is not None and not found:
        found = asked(p)[1] == "harbinger"
        p.play(p.decision.options[0])
    assert found is again
    assert len(p.state.signs[0]) == (2 if first == "signs" else 0)


@pytest.mark.rule("CW-IGO-047")
def test_harbinger_brings_something_for_each_of_two_great_old_ones() -> None:
    units = {"YS": {EA: f"{NYOGTHA}, Hastur"}, "CC": {EA: "Nyarlathotep, Hunting Horror"}, "BG": {WAF: "Acolyte"}}
    p = table("CC YS BG", units, cards={NYOGTHA: "YS"}, things=(BOX,))
    script(p, fight("CC", "YS"), roll(2, 0), roll(0, 0))
    n = 0
    while p.state.battle is not None:
        n += asked(p)[1] == "harbinger"
        p.play("signs" if asked(p)[1] == "harbinger" else p.decision.options[0])
    assert (n, len(p.state.signs[0])) == (2, 4)


# -- Tulzscha ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-IGO-021")
def test_tulzscha_is_awakened_for_four() -> None:
    p = scene({"YS": {EA: "Hastur, Acolyte", AR: "Acolyte"}}, TULZSCHA, cards={}, gates={EA: "YS", AR: "YS"})
    assert [*why_not(p, "YS", "awaken tulzscha", area(p, AR))] == ["CW-IGO-008"]
    script(p, ("YS", "action", f"awaken tulzscha {EA}"))
    assert (holder(p, TULZSCHA), p.state.power[0]) == (0, 5)


@pytest.mark.rule("CW-IGO-021")
@pytest.mark.parametrize("behind", [True, False])
def test_undying_flame_gives_where_somebody_has_more(behind: bool) -> None:
    doom = {"YS": 1, "GC": 2 if behind else 1}
    signs = {"YS": [1], "GC": [1, 2] if behind else [1]}
    theirs = "6 Acolyte" if behind else "Acolyte"
    p = scene({"YS": {EA: f"{TULZSCHA}, Acolyte"}, "GC": {EU: theirs}}, TULZSCHA, doom=doom, signs=signs,
              phase="gather power", power=0)  # fmt: skip
    if behind:
        script(p, ("chance", "elder sign", 3))
    assert (p.state.doom[0], len(p.state.signs[0]), p.state.power[0]) == ((2, 2, 4) if behind else (1, 1, 1))


@pytest.mark.rule("CW-IGO-021")
def test_its_spellbook_costs_power_for_each_enemy_and_the_ceremony_pays_the_price_of_the_ritual() -> None:
    p = scene({"YS": {EA: f"{TULZSCHA}, Acolyte"}}, TULZSCHA, power={"YS": 3, "GC": 1})
    script(p, ("YS", "action", "tulzscha gift"))
    assert (p.state.power, earned(p, "YS", TULZSCHA)) == ([3, 3, 2], True)
    assert "CW-IGO-021" in why_not(p, "YS", "tulzscha gift")
    units = {"YS": {EA: f"{TULZSCHA}, Acolyte, Hastur"}}
    p = scene(units, TULZSCHA, book=True, phase="doom", power={"YS": 1}, gates={EA: "YS"})
    n = p.state.ritual_cost()
    script(p, ("YS", "doom phase", "Ceremony of Annihilation"))
    assert (p.state.power[0], p.state.doom[0], p.state.signs[0], p.state.ritual) == (1 + n, 0, (), 1)
    assert "ritual" not in {*p.decision.options}
    assert "Ceremony of Annihilation" not in labels(scene(units, TULZSCHA, phase="doom", power=9))


@pytest.mark.rule("CW-IGO-021", "CW-TT-005")
@pytest.mark.parametrize(("ruling", "answers"), [("no", []), ("yes", ["give"]), ("yes", ["less"])])
def test_the_ceremony_is_a_ritual_for_sycophants(ruling: str, answers: list[str]) -> None:
    units = {"YS": {EA: f"{TULZSCHA}, Acolyte"}, "TT": {EU: "Acolyte"}}
    p = scene(units, TULZSCHA, book=True, phase="doom", seats="YS TT GC BG", rulings={"sycophancy_at_none": ruling})
    script(p, ("YS", "doom phase", "Ceremony of Annihilation"), *[("YS", "sycophancy", said) for said in answers])
    assert (p.state.doom[:2], p.state.ritual) == ([0, 0 if answers == ["less"] else 1], 1)


@pytest.mark.rule("CW-IGO-021")
@pytest.mark.parametrize("barred", [True, False])
def test_who_may_perform_no_ritual_has_no_ceremony_either(barred: bool) -> None:
    more: dict[str, Any] = {"counters": [["YS", BARRED, 1]]} if barred else {}
    units = {"YS": {EA: f"{TULZSCHA}, Acolyte"}}
    p = scene(units, TULZSCHA, book=True, phase="doom", things=(BOX, "colour_out_of_space"), **more)
    assert ("Ceremony of Annihilation" in labels(p)) is not barred


@pytest.mark.rule("CW-IGO-048")
@pytest.mark.parametrize(("ruling", "kills", "first", "comes"), [
    ("both", 0, False, True), ("both", 1, False, False), ("each", 1, True, True), ("both", -1, False, True),
])  # fmt: skip
def test_of_two_battles_of_an_action_both_must_be_survived(ruling: str, kills: int, first: bool, comes: bool) -> None:
    units = {"YS": {EA: NYOGTHA, AR: f"{NYOGTHA}, Byakhee"}, "GC": {AR: "Cthulhu"}, "BG": {EA: "Dark Young"}}
    p = scene(units, NYOGTHA, rulings={"nyogtha_battles": ruling}, books={"GC": "Absorb"})
    script(p, fight("YS", "GC", AR), *[("GC", "pre_battle", "done")], roll(0, 0), roll(0, 0))
    assert (asked(p), earned(p, "YS", NYOGTHA)) == (("YS", "fights too"), first)
    if kills < 0:
        script(p, ("YS", "fights too", "done"))
    else:
        script(p, ("YS", "fights too", f"Black Goat in {EA}"), roll(0, 0), roll(kills, 0))
    assert earned(p, "YS", NYOGTHA) is comes
    assert not [word for _, word, _ in p.state.counters if "Nyogtha" in word]
