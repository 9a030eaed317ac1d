"""Every open question is a switch, and each of its choices does something."""

from pathlib import Path

import pytest

from tests.cthulhu_wars.scene import AR, EA, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.reference.rulings import read
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import HERE, MORE, THINGS
from theomachy.games.cthulhu_wars.powers.worlds import WORLDS

TESTED = {
    "negotiation", "first_player", "zero_cost", "requirements", "two_victims", "surround", "gate_supply", "decay_ends",
    "replaced", "captured", "double_actions", "assignment", "moved_again", "second_result", "plain_powers",
    "keeper_in_pair", "black_goat_areas", "ritual_long_tracks", "elder_god_sign",
}  # fmt: skip


def test_each_ruling_is_tested_somewhere():
    known, boxes = set(system("GC CC BG YS").rulings), set()
    for slug in (*MORE, *THINGS, *WORLDS):
        path = HERE / ("worlds" if slug in WORLDS else "") / slug / "rulings.toml"
        own = set(read(path)) if path.exists() else set()
        if own:
            tests = Path(__file__).with_name(f"test_{slug}.py").read_text("utf-8")
            assert not [name for name in own if f'"{name}"' not in tests]
        boxes |= own
    assert known == TESTED | boxes


@pytest.mark.rule("CW-GC-015")
@pytest.mark.parametrize(("ruling", "still_open"), [("two", 0b100), ("one", 0b1000)])
def test_which_slot_two_victims_fill(ruling, still_open):
    slots = {"GC": "Kill or devour one, Kill or devour two"}
    units = {"GC": {EA: "Cthulhu"}, "YS": {EA: "6 Acolyte"}}
    p = table("GC YS BG", units, open=slots, rulings={"two_victims": ruling})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(2, 0), ("GC", "spellbook", 0))
    assert p.state.open[0] == still_open
    p = table("YS GC BG", units, open=slots, rulings={"two_victims": ruling}, active="GC")  # in another seat
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(2, 0), ("GC", "spellbook", 0))
    assert p.state.open[1] == still_open


@pytest.mark.rule("CW-CMP-003")
@pytest.mark.parametrize(
    ("ruling", "track"),
    [("two_a_player", (5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10)), ("as_five", (5, 6, 6, 7, 7, 8, 8, 9, 9, 10))],
)
def test_which_row_of_the_ritual_track_six_players_have(ruling, track):
    config = system("GC CC BG YS SL WW", "earth_6p", (("ritual_long_tracks", ruling),)).config
    assert config.track == track
    for n, seats in ((3, "GC CC BG"), (5, "GC CC BG YS SL")):  # those that are printed are as they are
        own = system(seats, f"earth_{n}p", (("ritual_long_tracks", ruling),)).config
        assert own.track == tuple(own.facts[f"ritual.players_{n}"])
        assert len(own.track) == 2 * n


@pytest.mark.rule("CW-RIT-004", "CW-BB-019")
@pytest.mark.parametrize(("ruling", "signs"), [("no", 1), ("yes", 2)])
def test_whether_an_elder_god_of_no_faction_gives_a_sign(ruling, signs):
    """Beside a Great Old One of no faction, which gives none, and Bastet, whose text is clear."""
    CthulhuWars.thing_files.setdefault("strangers", Path(__file__).with_name("strangers.toml"))
    units = {"GC": {EA: "Cthulhu, Elder, Lurker, Acolyte"}, "BB": {AR: "Bastet", "Moon": "Earth Cat"}}
    more = {"phase": "doom", "power": 9, "things": ("strangers",), "rulings": {"elder_god_sign": ruling}}
    p = script(table("GC BB YS", units, **more), ("GC", "doom phase", "ritual"))
    n = 0
    while asked(p) == ("chance", "elder sign"):
        n, p = n + 1, script(p, ("chance", "elder sign", 1))
    assert n == signs
    p = script(p, ("GC", "doom phase", "done")) if asked(p)[0] == "GC" else p
    script(p, ("BB", "doom phase", "ritual"))
    assert asked(p) != ("chance", "elder sign")


@pytest.mark.rule("CW-BG-011")
@pytest.mark.parametrize(("ruling", "wanted"), [("six", 6), ("five", 5)])
def test_in_how_many_areas_black_goat_must_be(ruling, wanted):
    places = (EA, AR, "Europe", "West Africa", "Scandinavia", "Indian Ocean")
    for n in (wanted - 1, wanted):
        units = {"BG": {places[0]: "Ghoul"} | dict.fromkeys(places[1:n], "Acolyte")}
        p = table("BG GC YS", units, open={"BG": "Units in six areas"}, rulings={"black_goat_areas": ruling})
        script(p, ("BG", "action", f"recruit {EA}"))
        assert (asked(p)[1] == "spellbook") is (n == wanted)


@pytest.mark.rule("CW-BAT-032", "CW-YS-022")
@pytest.mark.parametrize(("ruling", "power"), [("enemy", 1), ("nobody", 0)])
def test_whether_a_surround_is_the_enemys_doing(ruling, power):
    ring = dict.fromkeys((AR, "West Africa", "Indian Ocean", "South Atlantic"), "Acolyte")
    units = {"GC": {EA: "Cthulhu"} | ring, "YS": {EA: "2 Acolyte"}}
    p = table("GC YS BG", units, books={"YS": "Passion"}, power={"GC": 3}, rulings={"surround": ruling})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(0, 1))
    if power:
        script(p, ("YS", "on_elimination", "Passion"))
    assert p.state.power[1] == power
    assert at(p, "YS", EA) == {"Acolyte": 1}


@pytest.mark.rule("CW-BAT-017")
@pytest.mark.parametrize(("ruling", "first"), [("attacker", "GC"), ("defender", "YS")])
def test_who_gives_out_results_first(ruling, first):
    units = {"GC": {EA: "Shoggoth, Deep One"}, "YS": {EA: "Undead, Byakhee"}}
    p = table("GC YS BG", units, rulings={"assignment": ruling})
    script(p, fight("GC", "YS"), roll(1, 0), roll(1, 0))
    assert asked(p) == (first, "takes a kill")


@pytest.mark.rule("CW-SPB-001")
@pytest.mark.parametrize(("ruling", "what"), [("after_action", "unit to move"), ("each_unit", "spellbook")])
def test_when_requirements_are_looked_at(ruling, what):
    units = {"BG": {EA: "2 Fungi", AR: "Fungi", "Europe": "Fungi"}}
    p = table("BG GC YS", units, open={"BG": "Units in four areas"}, rulings={"requirements": ruling})
    script(p, ("BG", "action", "move"), ("BG", "unit to move", f"Fungi, {EA}"), ("BG", "move to", "West Africa"))
    assert asked(p)[1] == what


@pytest.mark.rule("CW-CMP-002")
@pytest.mark.parametrize(("ruling", "may"), [("limit", False), ("endless", True)])
def test_what_happens_when_all_gates_are_out(ruling, may):
    from theomachy.engine.runtime.position import Position
    from theomachy.games.cthulhu_wars import CthulhuWars

    options = {"factions": ["great_cthulhu", "yellow_sign", "black_goat"]}
    game = CthulhuWars.build(options=options, rulings={"gate_supply": ruling}, overlay={"supply": {"gates": 3}})
    s = game.arrange(
        {"units": {"GC": {"Asia": "Acolyte"}}, "gates": dict.fromkeys(("Africa", "Europe", "Australia"), "")}
    )
    assert (("gate", s.config.map.index["Asia"]) in Position(game, s).decision.options) is may


@pytest.mark.rule("CW-MOV-003", "CW-YS-017", "CW-YS-018")
@pytest.mark.parametrize(("ruling", "again"), [("no", False), ("yes", True)])
def test_whether_what_a_power_has_moved_moves_again(ruling, again):
    units = {"YS": {EA: "King in Yellow, 2 Undead", AR: "Undead, Hastur"}, "GC": {"Europe": "Acolyte"}}
    p = table("YS GC BG", units, books={"YS": "all"}, rulings={"moved_again": ruling})
    script(p, ("YS", "action", "screaming dead Arabia"), ("YS", "undead along", 1), ("YS", "action", "move"))
    movers = {"Hastur, Arabia", "Undead, East Africa", "Undead, Arabia"}  # one of the two Undead in Arabia was there
    assert labels(p) == movers | ({"King in Yellow, Arabia"} if again else set())
    script(p, ("YS", "unit to move", "Undead, Arabia"), ("YS", "move to", "Europe"))
    assert ("Undead, Arabia" in labels(p)) == again
    q = table(
        "YS GC BG", {"YS": {EA: "Hastur"}, "GC": {AR: "Acolyte"}}, books={"YS": "all"}, rulings={"moved_again": ruling}
    )
    script(q, ("YS", "action", "he who is not to be named Arabia"))
    assert ("Move" in labels(q)) == again
    assert (why_not(q, "YS", "move") == {}) == again


@pytest.mark.rule("CW-GC-021", "CW-BAT-022")
@pytest.mark.parametrize(("ruling", "alive"), [("must", 0), ("may", 1)])
def test_whether_the_last_starspawn_must_take_the_second_kill(ruling, alive):
    units = {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn"}}
    p = table("YS GC BG", units, books={"GC": "Regenerate"}, rulings={"second_result": ruling})
    script(p, fight("YS", "GC"), roll(2, 0), roll(0, 0))
    if ruling == "may":
        script(p, ("GC", "takes a kill", "spare"), ("GC", "retreat to", AR))
    assert left(p, "GC", "Starspawn") == alive


@pytest.mark.rule("CW-ABI-003", "CW-BG-018", "CW-BG-025")
@pytest.mark.parametrize("use", ["no", "yes"])
def test_whether_powers_that_only_add_dice_can_be_declined(use):
    units = {"BG": {EA: "Shub-Niggurath, Dark Young, 2 Acolyte"}, "GC": {EA: "Deep One"}}
    p = table("BG GC YS", units, books={"BG": "Frenzy, The Red Sign"}, rulings={"plain_powers": "ask"})
    script(p, fight("BG", "GC"), ("BG", "use Frenzy", "no"), ("BG", "use The Red Sign", use))
    assert dice(p) == 2 + 2 + (use == "yes")  # Shub-Niggurath's two Cultists, the Dark Young, and the Red Sign's die
    assert p.explain().source == p.state


@pytest.mark.rule("CW-ABI-003", "CW-YS-012")
@pytest.mark.parametrize(("use", "who"), [("no", "GC"), ("yes", "YS")])
def test_whether_vengeance_can_be_declined(use, who):
    units = {"YS": {EA: "Hastur"}, "GC": {EA: "Deep One, Shoggoth, Starspawn"}}
    p = table("YS GC BG", units, rulings={"plain_powers": "ask"})
    script(
        p, fight("YS", "GC"), roll(1, 1), roll(0, 0), ("YS", "use Vengeance", use), (who, "takes a kill", "Shoggoth")
    )
    assert asked(p) == ("YS", "use Vengeance")  # for the pains anew (CW-BAT-023)
    other = {"GC": "YS", "YS": "GC"}[who]
    script(p, ("YS", "use Vengeance", "yes" if use == "no" else "no"), (other, "takes a pain", "Starspawn"))


@pytest.mark.rule("CW-UNL-003", "CW-UNL-007")
@pytest.mark.parametrize(("ruling", "may"), [("no", False), ("yes", True)])
def test_whether_a_keeper_leaves_its_gate_as_the_second_action_of_a_pair(ruling, may):
    units = {"YS": {EA: "King in Yellow", "Europe": "2 Acolyte", "Scandinavia": "Acolyte"}}
    gates = {"Europe": "YS", "Scandinavia": "YS"}
    p = table("YS GC BG", units, gates=gates, books={"YS": "all"}, rulings={"keeper_in_pair": ruling})
    script(p, ("YS", "action", "screaming dead Arabia"), ("YS", "action", "move"))
    kept = {"Acolyte on the gate, Europe", "Acolyte on the gate, Scandinavia"}
    assert labels(p) == {"Acolyte, Europe"} | (kept if may else set())
    lone = {"YS": {EA: "King in Yellow", "Europe": "Acolyte"}}
    q = table("YS GC BG", lone, gates={"Europe": "YS"}, books={"YS": "all"}, rulings={"keeper_in_pair": ruling})
    assert "Move" in labels(q)
    script(q, ("YS", "action", "screaming dead Arabia"))
    assert ("Move" in labels(q)) == may
