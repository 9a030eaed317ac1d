"""The core to the letter: what no other test noticed when one small thing in the rules was broken."""

import pytest

from tests.cthulhu_wars.scene import AR, EA, asked, at, labels, script, system, table
from tests.cthulhu_wars.test_battle import fight, roll


# -- battle -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BAT-010")
def test_no_dice_are_thrown_when_the_attacker_was_devoured():
    p = table("BG GC YS", {"BG": {EA: "Fungi from Yuggoth"}, "GC": {EA: "Cthulhu"}})
    script(p, fight("BG", "GC"), ("GC", "pre_battle", "Devour"))
    assert (p.state.battle, asked(p), at(p, "BG", EA)) == (None, ("GC", "action"), {})


@pytest.mark.rule("CW-BAT-010")
@pytest.mark.parametrize("order", ["CC GC BG", "GC CC BG"])
def test_no_further_power_of_one_side_when_the_other_is_gone(order):
    """Attacker or defender: Abduct takes the only enemy, and no Hunting Horror comes any more."""
    units = {"CC": {EA: "Nightgaunt, Flying Polyp", AR: "Hunting Horror"}, "GC": {EA: "Deep One"}}
    p = table(order, units, books={"CC": "Abduct, Seek and Destroy"})
    one, other, _ = order.split()
    script(p, fight(one, other), ("CC", "pre_battle", "Abduct"))
    assert (p.state.battle, at(p, "CC", AR)) == (None, {"Hunting Horror": 1})


@pytest.mark.rule("CW-GC-013", "CW-CC-018", "CW-BAT-025")
@pytest.mark.parametrize(("books", "earned"), [("", True), ("Emissary of the Outer Gods", False)])
def test_a_kill_that_an_emissary_turns_into_a_pain_has_killed_nobody(books, earned):
    units = {"GC": {EA: "2 Shoggoth"}, "CC": {EA: "Nyarlathotep"}}
    p = table("GC CC BG", units, books={"CC": books} if books else {}, open={"GC": "Kill or devour one"})
    if earned:
        script(p, fight("GC", "CC"), roll(1, 0))
    else:
        script(p, fight("GC", "CC"), roll(1, 0), roll(0, 0), ("CC", "use Emissary of the Outer Gods", "yes"))
        script(p, ("CC", "retreat to", AR))
    assert (asked(p) == ("GC", "spellbook")) == earned


@pytest.mark.rule("CW-GC-013", "CW-SPB-001")
def test_a_defender_earns_its_spellbook_for_a_kill_too():
    units = {"YS": {EA: "2 Byakhee"}, "GC": {EA: "Shoggoth"}}
    p = table("YS GC BG", units, open={"GC": "Kill or devour one"})
    script(p, fight("YS", "GC"), roll(0, 0), roll(1, 0))
    assert asked(p) == ("GC", "spellbook")


@pytest.mark.rule("CW-ABI-003", "CW-BG-018")
def test_a_defender_too_is_asked_whether_it_uses_what_adds_dice():
    units = {"GC": {EA: "Deep One"}, "BG": {EA: "2 Acolyte"}}
    p = table("GC BG YS", units, books={"BG": "Frenzy"}, rulings={"plain_powers": "ask"})
    script(p, fight("GC", "BG"))
    assert asked(p) == ("BG", "use Frenzy")


# -- turns ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-UNL-003", "CW-UNL-013", "CW-ACT-003")
def test_a_battle_as_the_second_action_of_a_pair_was_the_second_action():
    """With six spellbooks too: between the two no unlimited action is taken, so it was none."""
    units = {"YS": {EA: "King in Yellow", "Europe": "2 Byakhee"}, "GC": {"Europe": "Acolyte"}}
    p = table("YS GC BG", units, books={"YS": "all"})
    script(p, ("YS", "action", f"screaming dead {AR}"))
    assert "Move" in labels(p)
    script(p, fight("YS", "GC", "Europe"), roll(0, 0))
    assert asked(p)[0] == "GC"  # nothing is left to do for Yellow Sign


@pytest.mark.rule("CW-YS-021", "CW-ACT-003")
def test_a_pair_of_pairs_is_two_actions_and_not_three():
    units = {"YS": {EA: "King in Yellow, Hastur", "Europe": "Acolyte"}, "GC": {"Scandinavia": "Acolyte"}}
    p = table("YS GC BG", units, books={"YS": "all"}, rulings={"double_actions": "yes"})
    script(p, ("YS", "action", f"screaming dead {AR}"), ("YS", "action", "he who is not to be named Europe"))
    assert asked(p)[0] == "GC"


# -- power and rituals ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-POW-008", "CW-2PL-016")
def test_power_that_was_left_is_not_carried_into_the_next_round():
    """Two players, where the phase may end with somebody's Power unspent."""
    units = {"GC": {"Africa": "3 Acolyte"}, "YS": {"Europe": "3 Acolyte"}}
    p = table("GC YS", units, board="earth_3p", phase="gather power", power={"GC": 5, "YS": 0})
    assert p.state.power == [3, 3]


@pytest.mark.rule("CW-RIT-004", "CW-GC-022", "CW-GC-027")
def test_a_ritual_brings_an_elder_sign_for_cthulhu_submerged():
    units = {"GC": {"submerged": "Cthulhu", EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    p = table("GC YS BG", units, phase="doom", books={"GC": "Submerge"})
    script(p, ("GC", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert p.state.signs[0] == (1,)


@pytest.mark.rule("CW-POW-002", "CW-GC-027")
def test_cultists_that_are_submerged_bring_power():
    units = {"GC": {"submerged": "Cthulhu, 4 Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    assert table("GC YS BG", units, phase="gather power", books={"GC": "Submerge"}).state.power == [4, 2, 2]


@pytest.mark.rule("CW-DOM-003", "CW-FPL-001")
@pytest.mark.parametrize(
    ("way", "order"), [("clockwise", ["YS", "BG", "GC"]), ("counterclockwise", ["YS", "GC", "BG"])]
)
def test_the_doom_phase_begins_with_the_first_player(way, order):
    units = {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    p = table("GC YS BG", units, phase="doom", first="YS", active="YS", direction=way)
    for name in order:
        script(p, (name, "doom phase", "done"))
    assert asked(p) == ("YS", "action")


@pytest.mark.rule("CW-RIT-006", "CW-VIC-004", "CW-RIT-001")
def test_a_ritual_that_brings_the_marker_to_ten_does_not_end_the_game():
    units = {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    last = len(table("GC YS BG", units).state.config.track) - 1
    p = table("GC YS BG", units, phase="doom", ritual=last - 1, power=12)
    script(p, ("GC", "doom phase", "ritual"), ("YS", "doom phase", "done"), ("BG", "doom phase", "done"))
    assert (p.state.ritual_cost(), asked(p)) == (10, ("GC", "action"))


# -- the end, and what is earned --------------------------------------------------------------------------------------
@pytest.mark.rule("CW-VIC-001", "CW-ES-003")
def test_elder_signs_that_nobody_has_seen_end_nothing():
    units = {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    p = table("GC YS BG", units, doom={"GC": 29}, signs={"GC": [3]})
    script(p, ("GC", "action", "pass"))
    assert asked(p) == ("YS", "action")


@pytest.mark.rule("CW-SPB-004", "CW-ONG-004")
def test_of_two_who_earn_a_spellbook_the_active_player_is_the_first():
    units = {"CC": {EA: "Acolyte"}, "GC": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    seas = dict.fromkeys(("Indian Ocean", "North Atlantic", "South Atlantic", "South Pacific"), "abandoned")
    slots = {"GC": "Ocean gates", "CC": "Three gates"}
    p = table("GC CC BG", units, active="CC", power=13, gates=seas, open=slots)
    script(p, ("CC", "action", f"recruit {EA}"))
    assert asked(p) == ("CC", "spellbook")


@pytest.mark.rule("CW-ABI-001")
@pytest.mark.parametrize(("key", "how"), [("lent", "lent"), ("hushed", "silenced")])
def test_no_position_names_a_power_that_there_is_not(key, how):
    """Two names in one text are no name either: they were taken, and nobody had a power."""
    game = system("GC CC BG")
    for names, wrong in (("Dreams", ""), (["Dreams", "Absorb"], ""), ("Dreams, Absorb", "Dreams, Absorb")):
        found = game.violations(game.arrange({"units": {"GC": {EA: "Acolyte"}}, key: {"BG": names}}))
        assert [text for rule, text, _ in found if rule == "CW-ABI-001"] == (
            [f"no power is called {wrong!r}: it cannot be {how}"] if wrong else []
        )
