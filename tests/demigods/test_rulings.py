"""Every open question has a switch, and every switch changes something that can be seen."""

import pytest

from tests.demigods.scenes import asked, at, go, labels, on, scene
from theomachy.engine.runtime.decision import CHANCE
from theomachy.games.demigods import RULEBOOK, RULINGS

TESTS = globals()


def test_every_ruling_has_a_test_and_a_rule() -> None:
    assert len(RULINGS) == 36
    for name, ruling in RULINGS.items():
        assert f"test_{name}" in TESTS, name
        assert len(ruling.choices) == 2
        assert ruling.rule in RULEBOOK
        named = [word.strip() for rule in RULEBOOK for word in rule.ruling.split(",")]
        assert named.count(name) == 1, f"the rule index names {name} {named.count(name)} times"


# -- set-up -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-WLD-004")
def test_world_first() -> None:
    assert asked(scene({})) == "who builds first"
    game = scene({}, world_first="first_seat")
    assert asked(game) == "draw terrain"
    assert game.state.active == 0


@pytest.mark.rule("DG-WLD-007")
def test_redraw() -> None:
    """Before: the very counter that is thrown back may come again."""
    one_left = {
        "terrain": {
            name: {"counters": n}
            for name, n in zip(
                ("mountains", "forests", "plains", "swamps", "deserts", "river_valleys"),
                (1, 0, 7, 0, 0, 0),
                strict=True,
            )
        }
    }
    for choice, again in (("after", False), ("before", True)):
        game = scene({}, overlay=one_left, redraw=choice, world_first="first_seat")
        go(game, "mountain", "yes")
        offered = labels(game) if game.position.decision.player == CHANCE else []
        due = game.position.decision.player == CHANCE
        assert bool(game.state.drawn) is not (again and due)  # it lies in one place only
        assert ("mountain" in offered) is again
        assert game.state.redraws == [1, 0]


@pytest.mark.rule("DG-WLD-009")
def test_valley() -> None:
    rows = ["~~~~~~~~~~", "~~~~~~~~~~", "~~~MM~~~~~", "~~FR~~~~~~", "~~~FF~~~~~", *["~~~~~~~~~~"] * 5]
    for choice, free in (("kept_open", False), ("own_placement", True)):
        game = scene({"phase": "World", "map": rows, "redraws": {"Aglaia": 2}}, valley=choice)
        go(game, "plains")
        assert ("E4" in labels(game)) is free


@pytest.mark.rule("DG-SET-002")
def test_start_surplus() -> None:
    for choice, n in (("lost", 20), ("stays", 24)):
        game = scene({"phase": "Settle", "start": {"Aglaia": 24}}, start_surplus=choice, placing="same")
        go(game, "D3")
        assert on(game, "D3") == f"Aglaia: {n} population"


@pytest.mark.rule("DG-SET-002")
def test_start_distance() -> None:
    for choice, near in (("more", False), ("exactly", True)):
        stacks = {"C3": "Bronteas: 5 population"}
        game = scene({"phase": "Settle", "stacks": stacks, "start": {"Aglaia": 9}}, start_distance=choice)
        grid = game.system.grid
        six = {name for name in labels(game) if grid.distance(grid.names.index("C3"), grid.names.index(name)) == 6}
        assert bool(six) is near
        assert "H9" in labels(game)


@pytest.mark.rule("DG-SET-004")
def test_placing() -> None:
    for choice, seat in (("reverse", 1), ("same", 0)):
        game = scene({"phase": "Rolls", "map": "island"}, placing=choice)
        go(game, "1 2 3 4", "1 2 3 4", "6", "2")
        assert game.state.first == 0
        assert game.position.decision.player == seat


# -- draw -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-DRAW-002")
def test_who_draws() -> None:
    for choice, cards in (("active", [1, 0]), ("everybody", [1, 1])):
        game = scene(at("Draw", {}), who_draws=choice)
        while game.position.decision.player == CHANCE:
            game.play(game.position.decision.options[0])
        assert list(map(len, game.state.hands)) == cards


@pytest.mark.rule("DG-DRAW-003")
def test_hand_limit() -> None:
    for choice, cards in (("at_once", 7), ("draw_phase", 8)):
        hands = {"Aglaia": "2 Sacrifice, 2 Fire, 2 Flood, Famine"}
        game = scene(at("Miracles", {"C3": "Aglaia: 9 population"}, hands=hands), hand_limit=choice)
        go(game, "sacrifice", "C3", "C3", "C3", "Plague", "Prophet")
        if asked(game) == "discard":
            go(game, "fire")
        assert len(game.state.hands[0]) == cards


@pytest.mark.rule("DG-DRAW-004")
def test_hands() -> None:
    for choice, seen in (("secret", (-1,)), ("open", (0,))):
        game = scene(at("Temples", {"D4": "Aglaia: 6 population"}, hands={"Bronteas": "Earthquake"}), hands=choice)
        assert game.view(0).state.hands[1] == seen
        assert ("Earthquake" in str(game.view(0).table.hands)) is (choice == "open")


@pytest.mark.rule("DG-DRAW-005")
def test_empty_deck() -> None:
    for choice, cards in (("reshuffle", 1), ("none", 0)):
        game = scene(at("Draw", {}, deck="none"), empty_deck=choice)
        if game.position.decision.player == CHANCE:
            go(game, "Fire")
        assert len(game.state.hands[0]) == cards


# -- temples, armies, growth ------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-TMP-003")
def test_temple_neighbours() -> None:
    for choice, free in (("any", False), ("own", True)):
        stacks = {"D4": "Aglaia: 6 population", "D5": "Bronteas: temple", "C7": "Aglaia: 6 population"}
        game = scene(at("Temples", stacks), temple_neighbours=choice)
        assert ("Build a temple on D4" in labels(game)) is free
        assert bool(game.why_not("build d4")) is not free


@pytest.mark.rule("DG-ARM-001")
def test_half() -> None:
    for choice, most in (("down", 3), ("up", 4)):
        game = go(scene(at("Armies", {"D4": "Aglaia: 7 population"}), half=choice), "raise d4")
        assert labels(game)[0] == str(most)
        game = go(scene(at("Armies", {"D4": "Aglaia: 6 population"}), half=choice), "raise d4")
        assert labels(game)[0] == "3", "nothing to round"


@pytest.mark.rule("DG-ARM-002")
def test_change() -> None:
    for choice, free in (("once", False), ("freely", True)):
        game = go(scene(at("Armies", {"D4": "Aglaia: 7 population"}), change=choice), "raise d4 3")
        assert bool(game.why_not("disband d4")) is not free


@pytest.mark.rule("DG-GRO-003")
def test_limit() -> None:
    for choice, people in (("all", "8"), ("population", "9")):
        setup = at(
            "Miracles",
            {"G4": "Aglaia: 8 population, 2 armies", "F4": "Aglaia: 3 armies"},
            hands={"Aglaia": "Repopulate"},
        )
        game = go(scene(setup, limit=choice), "repopulate g4", "1")
        assert on(game, "G4") == f"Aglaia: 2 armies, {people} population"
        assert bool(game.why_not("move f4 g4")) is (choice == "all")
    crowd = at("Armies", {"D4": "Aglaia: 20 population, 250 armies"})
    game = go(scene(crowd, limit="population"), "raise d4")
    assert labels(game)[0] == "5"  # a hex keeps 255 counters of a kind at most


@pytest.mark.rule("DG-GRO-005")
def test_temple_growth() -> None:
    for choice, people in (("no", 5), ("yes", 6)):
        game = go(scene(at("Armies", {"D4": "Aglaia: 5 population, temple"}), temple_growth=choice), "done")
        assert on(game, "D4") == f"Aglaia: 1 temple, {people} population"
        prophet = scene(
            at("Miracles", {"D4": "Aglaia: 5 population, temple"}, hands={"Aglaia": "Prophet"}), temple_growth=choice
        )
        assert on(go(prophet, "prophet d4"), "D4") == f"Aglaia: 1 temple, {people} population"
        alone = go(scene(at("Armies", {"D4": "Aglaia: temple"}), temple_growth=choice), "done")
        assert on(alone, "D4") == "Aglaia: 1 temple"  # no people are there that could grow


# -- miracles ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-MIR-002", "DG-CRD-024")
def test_out_of_turn() -> None:
    for choice, question in (("yes", "phase_end"), ("no", "movement")):
        setup = at("Battle", {}, lost={"G5": {"Bronteas": "2 armies"}}, hands={"Bronteas": "Ressurrection"})
        assert asked(scene(setup, out_of_turn=choice)) == question


@pytest.mark.rule("DG-MIR-004")
def test_losses() -> None:
    setup = at("Miracles", {"G5": "Bronteas: 2 armies, 2 population"}, hands={"Aglaia": "Earthquake"})
    game = go(scene(setup), "earthquake g5", "1")
    assert on(game, "G5") == "Bronteas: 1 army, 2 population"
    game = go(scene(setup, losses="owner"), "earthquake g5", "1")
    assert (asked(game), game.position.decision.player) == ("counter to lose", 1)
    assert on(go(game, "population"), "G5") == "Bronteas: 2 armies, 1 population"
    battle = at("Battle", {"D4": "Aglaia: 1 army", "D5": "Bronteas: 1 army, 1 population"})
    game = go(scene(battle, losses="owner"), "attack d4 d5", "1 2", "2 2 2")  # the order of battle is no open question
    assert on(game, "D5") == "Bronteas: 1 population"


@pytest.mark.rule("DG-MIR-005")
def test_coast() -> None:
    rows = ["PP~~~~~~~~", "PPP~~~~~~~", "PPP~~~~~~~", *["~~~~~~~~~~"] * 7]
    stacks = {"A2": "Bronteas: 2 population", "C3": "Aglaia: 2 population"}
    for choice, free in (("no", False), ("yes", True)):
        setup = {"phase": "Miracles", "map": rows, "stacks": stacks, "hands": {"Aglaia": "Flood"}}
        assert bool(scene(setup, coast=choice).why_not("flood a2")) is not free
    corner = ["~P~~~~~~~~", "PP~~~~~~~~", *["~~~~~~~~~~"] * 8]
    for choice, free in (("no", False), ("yes", True)):  # a valley may face the edge of the map, if that is water
        game = scene({"phase": "World", "map": corner, "redraws": {"Aglaia": 2}}, coast=choice)
        assert ("A1" in labels(go(game, "river valley"))) is free
    guarded = ["R~~~~~~~~~", "PP~~~~~~~~", *["~~~~~~~~~~"] * 8]
    for choice, free in (("no", False), ("yes", True)):
        game = scene({"phase": "World", "map": guarded, "redraws": {"Aglaia": 2}}, coast=choice)
        assert ("B1" in labels(go(game, "plains"))) is free


# -- battle -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-BAT-007")
def test_rolls() -> None:
    setup = at("Battle", {"D4": "Aglaia: 2 armies", "D5": "Bronteas: 1 army"})
    game = go(scene(setup), "attack d4 d5", "2", "1 2 2 2", "1 2")
    assert (on(game, "D4"), on(game, "D5")) == ("Aglaia: 1 army", "empty")
    game = go(scene(setup, rolls="attacker_first"), "attack d4 d5", "2", "1 2 2 2")
    assert (on(game, "D4"), on(game, "D5"), asked(game)) == ("Aglaia: 2 armies", "empty", "movement")
    setup = at("Battle", {"D4": "Aglaia: 2 armies", "D5": "Bronteas: 2 armies"})
    game = go(scene(setup, rolls="attacker_first"), "attack d4 d5", "2", "1 2 2 2")
    assert game.position.decision.dice[1] == 2  # of the army that is left
    go(game, "1 2")
    assert (on(game, "D4"), on(game, "D5"), asked(game)) == ("Aglaia: 1 army", "Bronteas: 1 army", "fight on")


@pytest.mark.rule("DG-BAT-009")
def test_advance() -> None:
    setup = at(
        "Battle", {"D4": "Aglaia: 2 armies, 1 population", "D5": "Bronteas: 1 population", "D6": "Bronteas: 1 army"}
    )
    game = go(scene(setup), "attack d4 d5", "2", "1 2 2 2", "2")
    assert asked(game) != "advance"
    game = go(scene(setup, advance="yes"), "attack d4 d5", "2", "1 2 2 2", "2")
    assert asked(game) == "advance"
    go(game, "yes")
    assert (asked(game), sorted(game.position.decision.options)) == ("number to advance", [1, 2])  # one may stay behind
    go(game, "2")
    assert (on(game, "D4"), on(game, "D5")) == ("Aglaia: 1 population", "Aglaia: 2 armies")
    assert game.why_not("attack d5 d6")  # who has advanced has attacked
    stacks = {"D4": "Aglaia: 1 army", "D5": "Bronteas: 1 population", "D6": "Bronteas: 1 population, 1 army"}
    three = {"D4": "Aglaia: 3 armies", "D5": "Bronteas: 1 population", "D3": "Bronteas: 1 population"}
    game = go(scene(at("Battle", three), advance="yes"), "attack d4 d5", "2", "1 2 2 2", "2", "yes", "1")
    assert on(game, "D4") == "Aglaia: 2 armies"
    go(game, "attack d4 d3")  # one of the two has not attacked yet, and is not asked for
    assert game.position.decision.dice[1] == 2
    holy = at("Battle", stacks, effects={"everywhere": "Holy War by Aglaia"})
    game = go(scene(holy, advance="yes"), "attack d4 d5", "1 2", "2", "yes")
    assert (on(game, "D5"), asked(game)) == ("Aglaia: 1 army", "battle")
    game = go(game.go(0), "attack d4 d5", "2 2", "2", "no", "attack d4 d5", "1 2", "2", "yes")
    assert (on(game, "D5"), asked(game)) == ("Aglaia: 1 army", "movement")  # twice is all, wherever it stands by now


@pytest.mark.rule("DG-BAT-010")
def test_combine() -> None:
    setup = at("Battle", {"D4": "Aglaia: 2 armies", "C5": "Aglaia: 1 army", "D5": "Bronteas: 4 population"})
    assert asked(go(scene(setup), "attack d4 d5", "2")) == "who joins"
    assert asked(go(scene(setup, combine="no"), "attack d4 d5", "2")) == "attack dice"


@pytest.mark.rule("DG-BAT-011")
def test_attacks() -> None:
    for choice, question in (("once", "movement"), ("freely", "battle")):
        setup = at("Battle", {"D4": "Aglaia: 1 army", "D5": "Bronteas: 4 population"})
        game = go(scene(setup, attacks=choice), "attack d4 d5", "2 2", "2 2", "no")
        assert asked(game) == question


@pytest.mark.rule("DG-BAT-012")
def test_mountain() -> None:
    for choice, people in (("each_round", 6), ("once", 5)):
        setup = at("Battle", {"F4": "Aglaia: 1 army", "G4": "Bronteas: 6 population"})
        game = go(scene(setup, mountain=choice), "attack f4 g4", "1 2", "2 2 2", "yes", "1 2", "2 2 2")
        assert on(game, "G4") == f"Bronteas: {people} population"


# -- movement ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-MOV-003")
def test_arrival() -> None:
    setup = at("Movement", {"F4": "Aglaia: 5 armies", "G4": "Aglaia: 8 population"})
    game = go(scene(setup), "move f4 g4")
    assert labels(game)[0] == "2"
    game = go(scene(setup, arrival="lost"), "move f4 g4", "5")
    assert (on(game, "F4"), on(game, "G4")) == ("empty", "Aglaia: 2 armies, 8 population")


# -- cards ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-CRD-015")
def test_famine() -> None:
    for choice, people in (("until_next_miracles", 3), ("this_turn", 4)):
        setup = at("Movement", {"D5": "Bronteas: 3 population"}, effects={"D4": "Famine by Aglaia"})
        game = go(scene(setup, famine=choice), "done", "Fire", "done")
        assert on(game, "D5") == f"Bronteas: {people} population"


@pytest.mark.rule("DG-CRD-018")
def test_monster_losses() -> None:
    for choice, left in (("armies", "1 monster"), ("monsters", "1 army")):
        setup = at("Miracles", {"D5": "Bronteas: 1 army, 1 monster"}, hands={"Aglaia": "Earthquake"})
        assert on(go(scene(setup, monster_losses=choice), "earthquake d5", "1"), "D5") == f"Bronteas: {left}"


@pytest.mark.rule("DG-CRD-019")
def test_blight() -> None:
    for choice, question in (("everybody", "blight"), ("owner", "movement")):
        setup = at("Armies", {"D4": "Aglaia: 2 population"}, effects={"B2": "Blight by Bronteas"})
        assert asked(go(scene(setup, blight=choice), "done")) == question
    mine = at("Armies", {"D4": "Aglaia: 2 population"}, effects={"B2": "Blight by Aglaia"})
    assert asked(go(scene(mine, blight="owner"), "done")) == "blight"


@pytest.mark.rule("DG-CRD-020")
def test_sanctuary() -> None:
    for choice, safe in (("until_next_turn", True), ("this_turn", False)):
        stacks = {"C3": "Aglaia: 6 population", "D3": "Bronteas: 2 armies"}
        game = scene(at("Movement", stacks, effects={"C3": "Sanctuary by Aglaia"}), sanctuary=choice)
        go(game, "done", "Fire", "done", "done")
        assert ("Attack from D3" in labels(game)) is not safe


@pytest.mark.rule("DG-CRD-022")
def test_godspeed() -> None:
    for choice, free in (("own", False), ("any", True)):
        setup = at("Miracles", {"D5": "Bronteas: 2 armies, 1 monster"}, hands={"Aglaia": "Godspeed"})
        game = scene(setup, godspeed=choice)
        assert bool(game.why_not("godspeed d5 d4")) is not free
        assert bool(scene(setup, godspeed=choice).why_not("godspeed b3 d5"))  # never to an enemy
    go(game, "godspeed d5 d4", "2")
    assert (on(game, "D5"), on(game, "D4")) == ("Bronteas: 1 monster", "Bronteas: 2 armies")


@pytest.mark.rule("DG-CRD-022")
def test_godspeed_needs_one_counter_of_any_kind() -> None:
    """The last kind that is asked for may stay when somebody has gone already; else one of it must go."""
    setup = at("Miracles", {"D4": "Aglaia: 2 armies, 2 population"}, hands={"Aglaia": "Godspeed"})
    for people, least in (("1", 0), ("0", 1)):
        game = go(scene(setup), "godspeed d4", "d5", people)
        assert (asked(game), min(game.position.decision.options)) == ("armies to move", least)


@pytest.mark.rule("DG-CRD-026")
def test_ocean() -> None:
    rows = ["~~~~~~~~~~", "~~PPPP~~~~", "~~P~~P~~~~", "~~PPPP~~~~", "~~~PPP~~~~", *["~~~~~~~~~~"] * 5]
    for choice, lake in (("any", True), ("open", False)):
        stacks = {"C3": "Aglaia: 2 population", "F4": "Bronteas: 2 population"}
        setup = {"phase": "Miracles", "map": rows, "stacks": stacks, "hands": {"Aglaia": "Hurricane"}}
        game = scene(setup, ocean=choice)
        assert bool(game.why_not("hurricane d3")) is not lake
        assert not game.why_not("hurricane b3")
        assert not game.why_not("hurricane j10")


@pytest.mark.rule("DG-CRD-024")
def test_ressurrection() -> None:
    for choice, enemy in (("own", "empty"), ("everybody", "Bronteas: 2 armies")):
        lost = {"G5": {"Bronteas": "2 armies"}, "D4": {"Aglaia": "1 army"}}
        game = scene(at("Battle", {}, lost=lost, hands={"Aglaia": "Ressurrection"}), ressurrection=choice)
        go(game, "ressurrection")
        if asked(game) == "who rises":
            go(game, "G5")
        assert on(game, "G5") == enemy
    for choice, free in (("own", False), ("everybody", True)):  # also where the enemy who rises still stands
        setup = at("Battle", {"G5": "Bronteas: 1 population"}, lost=lost, hands={"Aglaia": "Ressurrection"})
        game = go(scene(setup, ressurrection=choice), "ressurrection")
        assert (asked(game) == "who rises" and "G5" in labels(game)) is free
    stacks = {"D5": "Bronteas: 1 population", "H8": "Chloris: temple", "B3": "Aglaia: 1 population"}
    setup = {"phase": "Miracles", "stacks": stacks, "hands": {"Aglaia": "Earthquake, Ressurrection"}}
    game = go(scene(setup, players=3, ressurrection="everybody"), "earthquake d5", "1", "done")
    assert (game.state.out, asked(game)) == (0b010, "movement")  # who is out does not come back


@pytest.mark.rule("DG-CRD-025")
def test_abjuration() -> None:
    hands = {"Aglaia": "Earthquake, Abjuration", "Bronteas": "Abjuration"}
    setup = at("Miracles", {"D5": "Bronteas: 6 population"}, hands=hands)
    game = go(scene(setup), "earthquake d5", "yes")
    assert (asked(game), game.position.decision.player) == ("abjuration", 0)
    game = go(scene(setup, abjuration="single"), "earthquake d5", "yes")
    assert asked(game) != "abjuration"
    assert on(game, "D5") == "Bronteas: 6 population"


@pytest.mark.rule("DG-CRD-025")
def test_pause() -> None:
    """Who might hold an answer is asked as if he did: he has a card, and not all Abjurations are discarded."""
    setup = at("Miracles", {"D5": "Bronteas: 6 population"}, hands={"Aglaia": "Earthquake"})
    game = go(scene(setup), "earthquake d5")
    assert game.position.decision.player == CHANCE, "who holds no card at all holds no answer"
    setup["hands"]["Bronteas"] = "Fire"
    gone = {**setup, "discard": "2 Abjuration"}
    assert go(scene(gone), "earthquake d5").position.decision.player == CHANCE, "all lie in the open"
    assert go(scene(setup, hands="open"), "earthquake d5").position.decision.player == CHANCE, "nothing is to be kept"
    assert go(scene(setup, pause="holders"), "earthquake d5").position.decision.player == CHANCE
    game = go(scene(setup), "earthquake d5")
    assert (asked(game), game.position.decision.player, game.position.decision.options) == ("abjuration", 1, ("no",))
    assert game.legal(0, all_seen=False).decision.hidden
    go(game, "no", "2")
    assert "abjuration" not in [entry.what for entry in game.view(0).log]
    assert on(game, "D5") == "Bronteas: 4 population"
    setup["hands"]["Bronteas"] = "Abjuration"
    for pause in ("holders", "everybody"):  # who holds one is asked once, whatever the others are asked
        game = go(scene(setup, pause=pause), "earthquake d5")
        decision = game.position.decision
        assert (asked(game), decision.player, set(decision.options)) == ("abjuration", 1, {"no", "yes"})
        go(game, "no")
        assert game.position.decision.player == CHANCE


# -- the end ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("DG-GEN-002")
def test_all_gone() -> None:
    for choice, winners in (("draw", ()), ("active", ("Aglaia",))):
        stacks = {"B2": "Aglaia: 1 population", "C3": "Bronteas: 1 population"}
        game = scene({"phase": "Miracles", "stacks": stacks, "hands": {"Aglaia": "Flood"}}, all_gone=choice)
        go(game, "flood b2")
        assert game.over
        assert game.winners == winners


@pytest.mark.rule("DG-GEN-002", "DG-CRD-018")
def test_monsters_keep_alive() -> None:
    stacks = {
        "B3": "Aglaia: 2 armies",
        "D5": "Bronteas: 1 population",
        "C7": "Bronteas: 2 monsters",
        "H9": "Chloris: temple",
    }
    setup = {"phase": "Miracles", "stacks": stacks, "hands": {"Aglaia": "Earthquake, Chasm"}}
    for choice, out, left in (("no", 0b010, "empty"), ("yes", 0, "Bronteas: 2 monsters")):
        game = go(scene(setup, players=3, monsters_keep_alive=choice), "earthquake d5", "1")
        assert (game.state.out, on(game, "C7")) == (out, left)
    go(game, "chasm c7")  # the last monsters, as the last armies
    assert game.state.out == 0b010


@pytest.mark.rule("DG-OPN-003")
def test_leaving() -> None:
    for choice, left in (("leave", "empty"), ("stay", "Bronteas: 2 monsters")):
        stacks = {
            "B3": "Aglaia: 2 armies",
            "D5": "Bronteas: 1 population",
            "C7": "Bronteas: 2 monsters",
            "H9": "Chloris: temple",
        }
        setup = {"phase": "Miracles", "stacks": stacks, "hands": {"Aglaia": "Earthquake"}}
        game = go(scene(setup, players=3, leaving=choice), "earthquake d5", "1")
        assert on(game, "C7") == left
        assert game.state.out == 0b010
