"""The two-player game: Decay, Doom for losses, halves."""

from itertools import combinations

import pytest

from tests.cthulhu_wars.scene import area, asked, at, dice, left, script, system, table, who
from tests.cthulhu_wars.test_battle import roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE, THINGS

AF, AS, EU = "Africa", "Asia", "Europe"
BESIDE_THINGS = {"tribes": ["tcho_tcho"]}  # who must be there


def battle(name: str, foe: str, place: str = AF) -> tuple[str, str, str]:
    return name, "action", f"battle {place} {foe}"


@pytest.mark.rule("CW-2PL-001", "CW-2PL-002", "CW-2PL-003")
def test_two_players_have_the_small_map_and_the_track_of_four():
    config = system("GC YS", "earth_3p").config
    assert config.map.key == "earth_3p"
    assert len(config.map.names) == 13
    assert config.track[3] == 7
    assert config.two
    p = table("GC YS", {"GC": {AF: "Acolyte"}})
    assert p.state.decay == 0
    assert any(t.name == "Decay" for t in p.system.table(p.state).tracks)


@pytest.mark.rule("CW-2PL-004")
def test_two_may_play_with_what_other_boxes_add():
    """Every faction against every other, but for the one pair; with every set of things each seat can act."""
    slugs = [*CORE, *MORE]
    pairs = [pair for pair in combinations(slugs, 2) if set(pair) != {"crawling_chaos", "bubastis"}]
    assert len(pairs) == 54
    for pair in pairs:
        assert CthulhuWars.build(options={"factions": list(pair)}).config.two
    for things in THINGS:
        factions = [*BESIDE_THINGS.get(things, ["great_cthulhu"]), "yellow_sign"]
        game = CthulhuWars.build(options={"factions": factions, "things": things})
        p, acted = Position(game, game.start()), set[int]()
        while len(acted) < 2:
            if asked(p)[1] == "action":
                acted.add(p.decision.player)
            p.play(p.decision.options[0])
        assert game.config.two


@pytest.mark.rule("CW-2PL-027")
@pytest.mark.parametrize(("n", "thrown"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_dread_curse_throws_half_of_its_dice(n, thrown):
    monsters = f"{min(n, 3)} Abomination" + (f", {n - 3} Spawn of Yog-Sothoth" if n > 3 else "")
    units = {"OW": {AF: monsters}, "YS": {EU: "3 Undead"}}
    p = script(table("OW YS", units, books={"OW": "Dread Curse of Azathoth"}), ("OW", "action", f"dread curse {EU}"))
    assert dice(p) == thrown
    three = table("OW YS BG", {**units, "BG": {AS: "Ghoul"}}, board="earth_3p", books={"OW": "Dread Curse of Azathoth"})
    assert dice(script(three, ("OW", "action", f"dread curse {EU}"))) == n


@pytest.mark.rule("CW-2PL-028")
@pytest.mark.parametrize(("n", "earned"), [(9, False), (10, True)])
def test_ten_gates_are_enough_for_opener(n, earned):
    board = system("OW YS", "earth_3p").config.map.names
    p = table("OW YS", {"OW": {AF: "Acolyte"}}, gates=dict.fromkeys(board[:n], ""), open={"OW": "Twelve gates"})
    script(p, ("OW", "action", f"recruit {AF}"))
    assert (asked(p)[1] == "spellbook") is earned
    four = dict.fromkeys(system("OW YS BG GC").config.map.names[:n], "")
    q = table("OW YS BG GC", {"OW": {EU: "Acolyte"}}, gates=four, open={"OW": "Twelve gates"})
    assert asked(script(q, ("OW", "action", f"recruit {EU}")))[1] != "spellbook"


@pytest.mark.rule("CW-2PL-029")
@pytest.mark.parametrize("others", ["Undead", "Undead, King in Yellow", "Undead, King in Yellow, Hastur"])
def test_yog_sothoth_has_four_dice_whoever_is_awake(others):
    p = table("OW YS", {"OW": {AF: "Yog-Sothoth"}, "YS": {AF: others}})
    assert dice(script(p, battle("OW", "Yellow Sign"))) == 4


@pytest.mark.rule("CW-2PL-006", "CW-2PL-007", "CW-2PL-008", "CW-2PL-009", "CW-2PL-010", "CW-2PL-011", "CW-2PL-012")
def test_a_loss_is_doom_for_the_other_and_a_replacement_is_not():
    p = table("BG GC", {"BG": {AF: "2 Acolyte"}}, open={"BG": "Give up two cultists"})
    script(p, ("BG", "action", "give up two"), ("BG", "spellbook", 0))
    assert p.state.doom == [0, 2]
    p = table("GC BG", {"GC": {AF: "Shoggoth, 2 Acolyte"}, "BG": {AF: "Ghoul"}}, books={"GC": "Absorb, Devolve"})
    script(p, battle("GC", "Black Goat"), ("GC", "pre_battle", "Absorb"), ("GC", "absorb", "Acolyte to Shoggoth"))
    assert p.state.doom == [0, 1]
    script(p, ("GC", "absorb", "done"), roll(1, 0))
    assert p.state.doom == [1, 1]
    script(p, ("GC", "devolve", f"Acolyte, {AF}"))
    assert p.state.doom == [1, 1]
    worth = {u.name: u.worth for f in system("GC BG", "earth_3p").config.factions for u in f.units}
    assert (worth["Cthulhu"], worth["Ghoul"], worth["Fungi from Yuggoth"], worth["Dark Young"]) == (7, 1, 2, 3)


@pytest.mark.rule("CW-2PL-006", "CW-CAP-002")
@pytest.mark.parametrize(("ruling", "doom"), [("yes", 1), ("no", 0)])
def test_whether_a_captive_is_doom_is_a_ruling(ruling, doom):
    p = table("GC YS", {"GC": {AF: "Shoggoth"}, "YS": {AF: "Acolyte"}}, rulings={"captured": ruling})
    script(p, ("GC", "action", f"capture {AF} Yellow Sign"))
    assert p.state.doom == [doom, 0]


@pytest.mark.rule("CW-2PL-006", "CW-2PL-009")
@pytest.mark.parametrize(("ruling", "doom"), [("yes", 1), ("no", 0)])
def test_whether_a_replaced_enemy_is_doom_is_a_ruling(ruling, doom):
    p = table(
        "GC YS", {"GC": {AS: "Acolyte"}, "YS": {AF: "Acolyte"}}, books={"GC": "Dreams"}, rulings={"replaced": ruling}
    )
    script(p, ("GC", "action", f"dreams {AF} Yellow Sign"))
    assert p.state.doom == [doom, 0]
    units = {"YS": {AF: "Undead"}, "GC": {AF: "Acolyte"}}
    q = table("YS GC", units, books={"YS": "Zingaya"}, rulings={"replaced": ruling})
    script(q, ("YS", "action", f"zingaya {AF} Great Cthulhu"))
    assert at(q, "YS", AF) == {"Undead": 2}
    assert q.state.doom == [doom, 0]


@pytest.mark.rule("CW-2PL-014", "CW-2PL-015")
def test_who_escapes_death_by_a_power_is_worth_half():
    p = table(
        "CC GC", {"CC": {AF: "Nyarlathotep"}, "GC": {AF: "2 Shoggoth"}}, books={"CC": "Emissary of the Outer Gods"}
    )
    script(p, battle("CC", "Great Cthulhu"), roll(0, 0), roll(1, 0), ("CC", "use Emissary of the Outer Gods", "yes"))
    assert p.state.doom == [0, 5]
    p = table("GC CC", {"GC": {AF: "Starspawn"}, "CC": {AF: "Flying Polyp"}}, books={"GC": "Regenerate"})
    script(p, battle("GC", "Crawling Chaos"), roll(0, 0), roll(1, 0))
    assert p.state.doom == [0, 2]
    assert left(p, "GC", "Starspawn") == 1


@pytest.mark.rule("CW-2PL-016", "CW-2PL-019", "CW-2PL-020")
def test_worked_example_of_decay():
    p = table(
        "GC YS", {"GC": {AF: "Acolyte"}, "YS": {AS: "Acolyte, 3 Byakhee", EU: "2 Acolyte"}}, power={"GC": 1, "YS": 10}
    )
    script(p, ("GC", "action", f"recruit {AF}"))
    assert p.state.power == [0, 10]
    assert p.state.decay == 0
    script(
        p,
        ("YS", "action", "move"),
        ("YS", "unit to move", f"Byakhee, {AS}"),
        ("YS", "move to", AF),
        ("YS", "unit to move", "done"),
    )
    assert p.state.power == [0, 8]
    assert p.state.decay == 1
    script(p, battle("YS", "Great Cthulhu"), roll(0, 0))
    assert p.state.power == [0, 5]
    assert p.state.decay == 2
    script(p, ("YS", "action", f"recruit {EU}"))
    assert p.state.power == [0, 1]
    assert p.state.decay == 3
    script(p, ("YS", "action", f"recruit {EU}"))
    assert p.state.phase != 0
    assert p.state.decay == 0


@pytest.mark.rule("CW-2PL-016", "CW-2PL-021")
@pytest.mark.parametrize(("ruling", "ends"), [("at_once", True), ("both_out", False)])
def test_who_cannot_pay_for_decay_has_no_action(ruling, ends):
    p = table(
        "GC YS",
        {"GC": {AF: "2 Acolyte"}, "YS": {AS: "Acolyte"}},
        power={"GC": 6, "YS": 2},
        decay=2,
        rulings={"decay_ends": ruling},
    )
    script(p, ("GC", "action", f"recruit {AF}"))
    assert (p.state.phase != 0) is ends
    if not ends:
        assert p.state.power == [3, 0]
        assert asked(p) == ("GC", "action")


@pytest.mark.rule("CW-2PL-016", "CW-ACT-007")
def test_by_default_the_phase_ends_only_when_both_are_out():
    p = table("GC YS", {"GC": {AF: "2 Acolyte"}, "YS": {AS: "Acolyte"}}, power={"GC": 4, "YS": 2}, decay=2)
    script(p, ("GC", "action", f"recruit {AF}"))
    assert p.state.phase == 0
    assert p.state.power == [1, 0]
    script(p, ("GC", "action", f"recruit {AF}"))
    assert p.state.phase != 0


@pytest.mark.rule("CW-2PL-018")
def test_nobody_drops_to_zero_while_something_can_be_done():
    p = table("GC YS", {"GC": {AF: "Acolyte"}, "YS": {AS: "Acolyte"}})
    assert "pass" not in p.decision.options
    q = table("GC YS", {"YS": {AS: "Acolyte"}}, captives={"YS": {"GC": 6}})
    assert q.decision.options == ("pass",)


@pytest.mark.rule("CW-2PL-017")
def test_six_books_unlock_unlimited_battle_for_both():
    units = {"GC": {AF: "Shoggoth"}, "YS": {AF: "Acolyte"}}
    p = table("GC YS", units, books={"YS": "all"})
    script(p, battle("GC", "Yellow Sign"), roll(0, 0))
    assert asked(p) == ("GC", "action")
    assert "end" in p.decision.options


@pytest.mark.rule("CW-2PL-023", "CW-RIT-003")
def test_gates_give_doom_by_ritual_only():
    units = {"GC": {AF: "Acolyte", AS: "Acolyte", EU: "Acolyte"}}
    p = table("GC YS", units, gates=dict.fromkeys((AF, AS, EU), "GC"), power={"GC": 9, "YS": 5}, phase="first player")
    script(p, ("GC", "direction", 1))
    assert p.state.doom == [0, 0]
    script(p, ("GC", "doom phase", "ritual"))
    assert p.state.doom == [3, 0]


@pytest.mark.rule("CW-2PL-024", "CW-2PL-025")
@pytest.mark.parametrize(("die", "loss"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_thousand_forms_halves(die, loss):
    p = table("CC GC", {"CC": {AF: "Nyarlathotep"}, "GC": {AS: "Acolyte"}}, books={"CC": "The Thousand Forms"}, power=5)
    script(
        p,
        ("CC", "action", "thousand forms"),
        ("chance", "thousand forms", die),
        ("GC", "Thousand Forms: pay all", "yes"),
    )
    assert p.state.power == [5, 5 - loss]


@pytest.mark.rule("CW-2PL-024", "CW-2PL-026")
@pytest.mark.parametrize(("die", "loss"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_ghroth_halves(die, loss):
    places = (AF, AS, EU, "Australia")
    p = table(
        "BG GC", {"BG": dict.fromkeys(places, "Fungi"), "GC": {"Antarctica": "4 Acolyte"}}, books={"BG": "Ghroth"}
    )
    script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", die))
    if loss:
        script(p, ("GC", "Ghroth: pay all", "yes"))
        assert left(p, "GC", "Acolyte") == 4 - loss
        assert p.state.doom == [loss, 0]
    else:
        assert asked(p) == ("BG", "whose acolyte")
        assert area(p, AF) >= 0
        assert who(p, "BG") == 0


@pytest.mark.rule("CW-2PL-022", "CW-FPL-001", "CW-FPL-002")
def test_the_first_player_is_determined_as_with_more():
    units = {"GC": {AF: "Acolyte"}, "YS": {AS: "Acolyte"}}
    p = table("GC YS", units, phase="first player", first="GC", power={"GC": 5, "YS": 6})
    assert (asked(p), p.state.first) == (("YS", "direction"), 1)
    tie = table("GC YS", units, phase="first player", first="GC", power=6)
    assert (asked(tie), tie.decision.options) == (("GC", "first player"), (0, 1))
