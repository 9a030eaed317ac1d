"""Something About Cats: each Cat does what its card says and nothing else, and so does Hagarg Ryonis."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.awakened import earned, holder, pool, printed, with_a_card
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.something_about_cats import slots_for_cats
from theomachy.games.cthulhu_wars.rules.common import Gain
from theomachy.games.cthulhu_wars.rules.domains import CARD
from theomachy.games.cthulhu_wars.rules.timings import VOCABULARY
from theomachy.games.cthulhu_wars.rules.topics import GainOf

EU = "Europe"
BOX = "something_about_cats"
MERCURY, VENUS, ASTEROID, NEPTUNE, HAGARG = (
    "Cat from Mercury", "Cat from Venus", "Asteroid Cat", "Cat from Neptune", "Hagarg Ryonis",
)  # fmt: skip


def scene(units: dict[str, dict[str, str]], name: str, **more: Any) -> Position:
    """Yellow Sign has a card of the box."""
    return with_a_card(BOX, units, name, **more)


def verbs(p: Position) -> set[str]:
    """The actions that are offered."""
    return {option[0] if isinstance(option, tuple) else option for option in p.decision.options}


def drawn(p: Position) -> Position:
    """Chance draws Elder Signs while it is asked."""
    while p.decision is not None and p.decision.what == "elder sign":
        p.play(p.decision.options[0])
    return p


@pytest.mark.rule("CW-SAC-001")
def test_five_cards_and_their_figures_are_in_the_box() -> None:
    assert printed(BOX) == {
        MERCURY: (2, (1,), 1), VENUS: (2, (1,), 1), ASTEROID: (2, (1,), 1), NEPTUNE: (1, (3,), 3), HAGARG: (1, (4,), 0),
    }  # fmt: skip
    config = system("GC YS BG", things=(BOX,)).config
    assert [(card.doom, card.power, card.free, card.awakened) for card in config.cards] == [
        (2, 0, 1, False), (2, 0, 1, False), (2, 0, 1, False), (2, 2, 1, False), (0, 0, 0, True),
    ]  # fmt: skip
    for choice, row in (("one_one", ((1,), 1)), ("one_three", ((1,), 3))):
        other = system("GC YS BG", rulings=(("neptune_numbers", choice),), things=(BOX,)).config
        assert {(u.costs, u.combat) for u in other.factions[0].units if u.name == NEPTUNE} == {row}


# -- Mercury ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SAC-001")
def test_monsters_of_a_battle_become_acolytes_before_it() -> None:
    p = scene({"YS": {AR: f"{MERCURY}, 2 Undead"}, "GC": {AR: "Acolyte"}}, MERCURY)
    script(p, ("YS", "action", f"Battle in {AR} against Great Cthulhu"),
           ("YS", "who becomes an Acolyte", "Undead"), ("YS", "who becomes an Acolyte", "done"))  # fmt: skip
    assert at(p, "YS", AR) == {MERCURY: 1, "Undead": 1, "Acolyte": 1}
    battle = p.state.battle
    assert battle is not None
    assert sum(battle.roster[0].values()) == 3  # the Acolyte fights
    before, _ = p.state.battle.fates, None
    assert len(before) == 1


@pytest.mark.rule("CW-SAC-001")
def test_nobody_becomes_an_acolyte_without_the_cat_or_without_acolytes() -> None:
    for units in (
        {"YS": {AR: "2 Undead", EU: MERCURY}, "GC": {AR: "Acolyte"}},
        {"YS": {AR: MERCURY, EA: "6 Acolyte"}, "GC": {AR: "Acolyte"}},
    ):
        p = scene(units, MERCURY)
        script(p, ("YS", "action", f"Battle in {AR} against Great Cthulhu"))
        assert p.decision.dice is not None


# -- Venus ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SAC-001")
def test_what_a_cat_from_venus_captures_goes_home_for_a_power() -> None:
    p = scene({"YS": {AR: VENUS}, "GC": {AR: "Acolyte", EU: "Acolyte"}}, VENUS, power=4)
    script(p, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert (p.state.power[0], pool(p, "GC", "Acolyte")) == (4, 5)
    other = scene({"YS": {AR: f"{VENUS}, Byakhee"}, "GC": {AR: "Acolyte", EU: "Acolyte"}}, VENUS, power=4)
    script(other, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert asked(other) == ("YS", "use Honeymoon")
    other.play("no")  # the Byakhee captures it
    assert (other.state.power[0], pool(other, "GC", "Acolyte")) == (3, 4)
    away = scene({"YS": {AR: "Byakhee", EA: VENUS}, "GC": {AR: "Acolyte", EU: "Acolyte"}}, VENUS, power=4)
    script(away, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert (away.state.power[0], pool(away, "GC", "Acolyte")) == (3, 4)
    mine = scene({"YS": {AR: "Acolyte, Byakhee"}, "GC": {AR: "Starspawn"}}, VENUS, active="YS")
    assert "capture" not in verbs(mine)


@pytest.mark.rule("CW-SAC-001", "CW-CAP-004")
def test_a_cat_from_venus_captures_nobody_whom_a_monster_guards() -> None:
    guarded = {"GC": {AR: "Acolyte, Deep One", EU: "Acolyte"}}
    p = scene({"YS": {AR: f"{VENUS}, Hastur"}} | guarded, VENUS, power=4)
    script(p, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert asked(p)[1] != "use Honeymoon"  # Hastur has captured it
    assert (p.state.power[0], pool(p, "GC", "Acolyte")) == (3, 4)


# -- the asteroids ----------------------------------------------------------------------------------------------------
LUSTS: dict[str, dict[str, str]] = {"YS": {AR: f"{ASTEROID}, Acolyte"}, "GC": {AR: "Acolyte, Deep One"}}


@pytest.mark.rule("CW-SAC-001")
def test_an_asteroid_cat_decides_which_spellbook_an_enemy_gets() -> None:
    p = scene(LUSTS, ASTEROID, gates={AR: "YS"}, open={"GC": "First doom phase, Kill or devour one"})
    me, slots = who(p, "GC"), p.state.config.factions[who(p, "GC")].slots
    script(p, ("YS", "action", f"Asteroid Cat from {AR} to the card of Great Cthulhu"))
    slot = next(i for i in p.decision.options if slots[i].name == "Kill or devour one")
    script(p, ("YS", "slot of the Cat", slot))
    assert (at(p, "YS", AR), p.state.n(0, p.state.config.name[0].index(ASTEROID), CARD)) == ({"Acolyte": 1}, 1)
    script(p, ("YS", "action", "end"), ("GC", "action", f"Battle in {AR} against Yellow Sign"))
    while p.decision.dice is None:
        p.play("done" if "done" in p.decision.options else p.decision.options[0])
    p.play((1, 0))
    if p.decision.dice is not None:
        p.play((0, 0))
    assert asked(p) == ("YS", "spellbook")
    assert "Great Cthulhu" in p.system.prompt(p.state, p.decision)
    chosen = p.decision.options[2]
    p.play(chosen)
    assert p.state.books[me] == 1 << chosen
    assert pool(p, "YS", ASTEROID) == 2  # no gate is left to come to


@pytest.mark.rule("CW-SAC-001")
def test_the_cat_comes_back_to_a_gate_and_another_requirement_is_the_owners_choice() -> None:
    units = {"YS": {AR: f"{ASTEROID}, Acolyte", EU: "Acolyte"}, "GC": {AR: "Acolyte, Deep One"}}
    p = scene(units, ASTEROID, gates={EU: "YS"}, open={"GC": "Kill or devour one, Kill or devour two"})
    slots = p.state.config.factions[who(p, "GC")].slots
    script(p, ("YS", "action", f"Asteroid Cat from {AR} to the card of Great Cthulhu"))
    script(p, ("YS", "slot of the Cat", next(i for i in p.decision.options if slots[i].name == "Kill or devour two")))
    script(p, ("YS", "action", "end"), ("GC", "action", f"Battle in {AR} against Yellow Sign"))
    while p.decision.dice is None:
        p.play("done" if "done" in p.decision.options else p.decision.options[0])
    p.play((1, 0))
    if p.decision.dice is not None:
        p.play((0, 0))
    assert asked(p) == ("GC", "spellbook")  # the requirement under the Cat is still open
    p.play(p.decision.options[0])
    assert at(p, "YS", EU) == {"Acolyte": 1}  # and the Cat stays there


@pytest.mark.rule("CW-SAC-001")
def test_when_the_requirement_is_covered_the_cat_comes_to_a_gate() -> None:
    units = {"YS": {AR: f"{ASTEROID}, Acolyte", EU: "Acolyte"}, "GC": {AR: "Acolyte, Deep One"}}
    p = scene(units, ASTEROID, gates={EU: "YS"}, open={"GC": "Kill or devour one"})
    script(p, ("YS", "action", f"Asteroid Cat from {AR} to the card of Great Cthulhu"), ("YS", "action", "end"),
           ("GC", "action", f"Battle in {AR} against Yellow Sign"))  # fmt: skip
    while p.decision.dice is None:
        p.play("done" if "done" in p.decision.options else p.decision.options[0])
    p.play((1, 0))
    if p.decision.dice is not None:
        p.play((0, 0))
    assert asked(p) == ("YS", "spellbook")
    p.play(p.decision.options[0])
    assert at(p, "YS", EU) == {"Acolyte": 1, ASTEROID: 1}
    assert not [word for _, word, _ in p.state.counters if word.startswith("Asteroid")]


@pytest.mark.rule("CW-SAC-001")
def test_whoever_has_six_spellbooks_is_left_alone() -> None:
    s = scene(LUSTS, ASTEROID, open={"GC": "Kill or devour one"}).state.copy()
    assert len(slots_for_cats(s, 1)) == 1
    s.books = (s.books[0], 0b111111, s.books[2])
    assert slots_for_cats(s, 1) == []


@pytest.mark.rule("CW-SAC-001", "CW-GC-022")
def test_a_cat_on_a_requirement_does_not_come_up_with_cthulhu() -> None:
    ocean = "South Pacific"
    units = {
        "GC": {ocean: "Cthulhu, Acolyte", AR: f"{ASTEROID}, Acolyte"},
        "YS": {AR: "Acolyte"},
        "BG": {EU: "Acolyte"},
    }
    more: dict[str, Any] = {"cards": {ASTEROID: "GC"}, "books": {"GC": "Submerge"}, "open": {"YS": "Give away doom"}}
    p = scene(units, ASTEROID, active="GC", power={"GC": 9}, **more)
    cat = p.state.config.name[who(p, "GC")].index(ASTEROID)
    script(p, ("GC", "action", f"Asteroid Cat from {AR} to the card of Yellow Sign"))
    script(p, ("GC", "action", "submerge"), ("GC", "submerge too", "done"), ("GC", "action", f"emerge {EA}"))
    assert (at(p, "GC", EA), p.state.n(who(p, "GC"), cat, CARD)) == ({"Cthulhu": 1}, 1)


@pytest.mark.rule("CW-SAC-001")
def test_whom_an_asteroid_cat_can_be_sent_to() -> None:
    p = scene(LUSTS, ASTEROID, open={"GC": "Kill or devour one"})
    assert "abandoned to lusts" in verbs(p)
    foe = who(p, "GC")
    assert "CW-SAC-001" in why_not(p, "YS", "abandoned to lusts", area(p, AR), who(p, "BG"))
    away = scene(
        {"YS": {AR: "Acolyte", EU: ASTEROID}, "GC": {AR: "Acolyte"}}, ASTEROID, open={"GC": "Kill or devour one"}
    )
    assert "CW-SAC-001" in why_not(away, "YS", "abandoned to lusts", area(p, AR), foe)
    none_open = scene(LUSTS, ASTEROID)
    assert "CW-SAC-001" in why_not(none_open, "YS", "abandoned to lusts", area(p, AR), foe)
    assert "abandoned to lusts" not in verbs(none_open)
    other = scene({**LUSTS, "YS": {AR: "Acolyte"}}, ASTEROID, cards={ASTEROID: "BG"})
    assert "CW-ABI-001" in why_not(other, "YS", "abandoned to lusts")


# -- Neptune ----------------------------------------------------------------------------------------------------------
NEPTUNES: dict[str, dict[str, str]] = {"YS": {AR: f"{NEPTUNE}, Undead", EU: "Acolyte"}, "GC": {AR: "Starspawn"}}


def slain(p: Position, unit: str = NEPTUNE) -> Position:
    """Yellow Sign battles Great Cthulhu and loses a unit."""
    script(p, fight("YS", "GC", AR), roll(0, 0), roll(1, 0), ("YS", "takes a kill", unit))
    return p


@pytest.mark.rule("CW-SAC-001")
def test_killed_the_cat_from_neptune_lets_its_owner_perform_a_ritual() -> None:
    p = slain(scene(NEPTUNES, NEPTUNE, power=20, gates={EU: "YS"}))
    assert asked(p) == ("YS", "battle_end")
    script(p, ("YS", "battle_end", "The Final Ritual"))
    assert (p.state.power[0], p.state.doom[0], p.state.ritual) == (20 - 1 - 5, 1, 1)
    assert p.decision is not None  # the game goes on
    other = slain(scene(NEPTUNES, NEPTUNE, power=20, gates={EU: "YS"}), "Undead")
    assert asked(other) == ("YS", "action")
    poor = slain(scene(NEPTUNES, NEPTUNE, power=5, gates={EU: "YS"}))
    assert asked(poor) == ("YS", "action")


@pytest.mark.rule("CW-SAC-001")
def test_a_final_ritual_that_reaches_instant_death_ends_the_game() -> None:
    last = len(system("GC YS BG").config.track) - 1
    p = slain(scene(NEPTUNES, NEPTUNE, power=30, ritual=last))
    script(p, ("YS", "battle_end", "The Final Ritual"))
    assert p.decision is None
    reached = slain(scene(NEPTUNES, NEPTUNE, power=30, ritual=last + 1))
    script(reached, ("YS", "battle_end", "The Final Ritual"))
    assert asked(reached) == ("GC", "action")  # it was there before: the Doom phase ends the game


# -- Hagarg Ryonis ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SAC-001", "CW-IGO-008")
def test_hagarg_ryonis_is_awakened_as_others_are_and_adds_pains_alone() -> None:
    units = {"YS": {AR: "Acolyte, Hastur"}, "GC": {EU: "2 Starspawn"}}
    p = scene(units, HAGARG, cards={}, gates={AR: "YS"})
    script(p, ("YS", "action", f"Awaken Hagarg Ryonis in {AR}"))
    assert (p.state.power[0], holder(p, HAGARG), at(p, "YS", AR)[HAGARG]) == (5, 0, 1)
    fails = why_not(scene({"YS": {AR: "Acolyte"}}, HAGARG, cards={}, gates={AR: "YS"}), "YS", "awaken hagarg ryonis",
                    area(p, AR))  # fmt: skip
    assert "CW-IGO-008" in fails
    assert "CW-IGO-002" in why_not(p, "YS", "awaken hagarg ryonis", area(p, AR))
    abandoned = scene(units, HAGARG, cards={}, gates={AR: "abandoned"})
    assert "CW-IGO-008" in why_not(abandoned, "YS", "awaken hagarg ryonis", area(p, AR))
    b = scene({"GC": {AR: "2 Starspawn"}, "YS": {AR: HAGARG}}, HAGARG, active="GC")
    script(b, fight("GC", "YS", AR))
    b.play((0, 0))
    assert asked(b) == ("GC", "retreat to")  # two Starspawn are pained, and the third pain is lost
    assert "battle" not in verbs(scene({"GC": {AR: "Starspawn"}, "YS": {AR: HAGARG}}, HAGARG))


@pytest.mark.rule("CW-SAC-001")
def test_it_takes_an_elder_sign_of_the_ritual_of_whom_its_owner_names() -> None:
    units = {"YS": {AR: HAGARG}, "GC": {EU: "Cthulhu"}}
    more: dict[str, Any] = {
        "phase": "doom",
        "active": "GC",
        "power": 20,
        "counters": [["YS", "Subversion of player", 2]],
    }
    p = scene(units, HAGARG, **more)
    script(p, ("GC", "doom phase", "ritual"))
    drawn(p)
    assert [len(signs) for signs in p.state.signs] == [1, 0, 0]
    other = scene(units, HAGARG, **more | {"counters": [["YS", "Subversion of player", 3]]})
    script(other, ("GC", "doom phase", "ritual"))
    drawn(other)
    assert [len(signs) for signs in other.state.signs] == [0, 1, 0]
    speaks: Any = VOCABULARY.named("Subversion")
    due = [Gain(1, GainOf.RITUAL_SIGNS, 1), Gain(1, GainOf.RITUAL_SIGNS, 0), Gain(1, GainOf.RITUAL_DOOM, 1)]
    assert [speaks.may_would_gain(scene(units, HAGARG, **more).state, 0, gain) for gain in due] == [True, False, False]


@pytest.mark.rule("CW-SAC-001")
def test_whom_it_subverts_is_named_as_the_doom_phase_begins() -> None:
    p = scene({"YS": {AR: HAGARG}}, HAGARG, phase="gather power")
    while asked(p)[1] != "who is subverted":
        assert p.state.phase != 3 or asked(p)[1] != "doom phase"
        p.play(p.decision.options[0])
    assert asked(p)[0] == "YS"
    script(p, ("YS", "who is subverted", "Black Goat"))
    assert p.state.counter(0, "Subversion of player") == who(p, "BG") + 1


@pytest.mark.rule("CW-SAC-001")
def test_its_spellbook_comes_without_power_and_takes_the_last_one() -> None:
    p = scene({"YS": {AR: f"{HAGARG}, Acolyte"}}, HAGARG, power={"YS": 1, "GC": 3, "BG": 3})
    assert not earned(p, "YS", HAGARG)
    script(p, ("YS", "action", f"Recruit a Cultist in {AR}"))
    assert earned(p, "YS", HAGARG)
    lazy = scene({"YS": {AR: HAGARG}}, HAGARG, book=True, power={"YS": 4, "GC": 1, "BG": 2})
    script(lazy, ("YS", "action", "Laziness"))
    assert lazy.state.power == [4, 0, 2]
    nobody = scene({"YS": {AR: HAGARG}}, HAGARG, book=True, power={"YS": 4, "GC": 3, "BG": 2})
    assert "CW-SAC-001" in why_not(nobody, "YS", "laziness")
    unearned = scene({"YS": {AR: HAGARG}}, HAGARG, power={"YS": 4, "GC": 1, "BG": 2})
    assert "CW-ABI-001" in why_not(unearned, "YS", "laziness")


@pytest.mark.rule("CW-SAC-001")
def test_a_sleeper_is_robbed_for_a_power() -> None:
    def at_rest(power: int, left: int = 5) -> Position:
        units = {"WW": {EU: "Acolyte"}, "YS": {AR: HAGARG}, "BG": {EA: "Acolyte"}}
        return table("YS WW BG", units, things=(BOX,), cards={HAGARG: "YS"}, card_spellbooks={"YS": HAGARG},
                     power={"YS": power, "WW": left, "BG": 3}, spent={"WW": ["Hibernate"]})  # fmt: skip

    p = at_rest(4)
    script(p, ("YS", "action", "Laziness"), ("YS", "pays for a sleeper", "yes"))
    assert p.state.power == [3, 4, 3]
    no = at_rest(4)
    script(no, ("YS", "action", "Laziness"), ("YS", "pays for a sleeper", "no"))
    assert no.state.power == [4, 5, 3]
    last = at_rest(4, 1)  # the one that it has is lost already
    assert asked(script(last, ("YS", "action", "Laziness")))[1] != "pays for a sleeper"
    assert last.state.power == [4, 0, 3]
    assert "CW-SAC-001" in why_not(at_rest(4, 0), "YS", "laziness")


@pytest.mark.rule("CW-SAC-001", "CW-ACT-001", "CW-ACT-003", "CW-ACT-005")
def test_actions_of_the_box_are_main_actions_of_the_own_turn() -> None:
    units = {"YS": {AR: f"{HAGARG}, Acolyte, {ASTEROID}"}, "GC": {AR: "Acolyte"}}
    open_slots = {"GC": "Kill or devour one", "BG": "all"}
    for rule, more in (
        ("CW-ACT-001", {"active": "GC"}),
        ("CW-ACT-003", {"part": "after"}),
        ("CW-ACT-005", {"power": {"YS": 0, "GC": 1, "BG": 3}, "active": "GC"}),
    ):
        p = scene(units, HAGARG, cards={HAGARG: "YS", ASTEROID: "YS"}, book=True, open=open_slots, **more)
        assert rule in why_not(p, "YS", "laziness")
        assert rule in why_not(p, "YS", "abandoned to lusts", area(p, AR), who(p, "GC"))
        assert rule in why_not(p, "YS", "awaken hagarg ryonis", area(p, AR))
    p = scene(units, HAGARG, cards={HAGARG: "YS", ASTEROID: "YS"}, book=True, open=open_slots)
    assert why_not(p, "YS", "abandoned to lusts", area(p, AR), who(p, "GC")) == {}
    assert "CW-SAC-001" in why_not(p, "YS", "abandoned to lusts", area(p, AR), who(p, "BG"))  # no unit of it is there
