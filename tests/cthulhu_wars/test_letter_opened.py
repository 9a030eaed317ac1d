"""The battle to the letter, where only powers of an outside package can tell: order, causes, and who is asked.

Each of these tests fails with one small breakage of the rules that all others let pass.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, asked, at, dice, labels, left, script, table, who
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.layers import add
from theomachy.games.cthulhu_wars.rules.actions import BASIC
from theomachy.games.cthulhu_wars.rules.domains import DOOMED, HELD, KILL, PAIN, POOL
from theomachy.games.cthulhu_wars.rules.fight import Hit, Resolution, declare
from theomachy.games.cthulhu_wars.rules.leaving import Leaving
from theomachy.games.cthulhu_wars.rules.results import recall, reroll
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import CostOf, FixedResults, GainOf, OnPlacement, WouldBeEliminated
from theomachy.games.cthulhu_wars.rules.within import act_within

ACOLYTE = 0


def seen(s: State, me: int, word: str) -> None:
    """A power notes what it was told."""
    s.spent += ((me, word),)


def define() -> None:
    """The powers of the package."""

    class Weary(Power):
        """Your units throw nine dice less."""

        rule = "CW-BAT-011"

        def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> object:
            return add(-9)

    class Gift(Power):
        """Whom you give up yourself, you keep."""

        rule, forced = "CW-UNI-008", True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat == me and event.cause is WouldBeEliminated.SACRIFICED

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
            return None

    class Free(Power):
        """Nobody captures your Cultists."""

        rule, forced = "CW-CAP-002", True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat == me and event.cause is WouldBeEliminated.CAPTURED

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
            return None

    class Undying(Power):
        """A killed unit of yours stays."""

        rule, forced = "CW-BAT-026", True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat == me and event.cause is WouldBeEliminated.KILLED

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
            return None

    class Ghoulish(Power):
        """Units of others that leave a battle come onto your card."""

        rule, forced = "CW-BAT-026", True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat != me and event.fight is not None and event.to == POOL

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
            seen(s, me, str(event.cause))
            return event._replace(to=HELD + me)

    class Mourner(Power):
        """Sees whose units were lost, and how many of both sides are left where they fought."""

        rule, forced = "CW-BAT-027", True

        async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
            a = s.config.map.index[EA]
            seen(s, me, f"{owner} by {by}: {s.crowd(0, a)} {s.crowd(1, a)}")

    class Throws(Power):
        """Throw up to nine misses again, once a battle."""

        rule = "CW-BAT-015"

        def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
            return fight.fights(me) and (me, self.name) not in fight.b.used

        async def dice_rolled(self, fight: Resolution, me: int) -> None:
            fight.note(me, self)
            await reroll(fight, me, 9)

    class Answers(Power):
        """When the enemy has changed his dice: throw one again, once a battle."""

        rule = "CW-BAT-015"

        def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
            told = fight.fights(me) and (fight.foe(me), "Throws") in fight.b.used
            return told and (me, self.name) not in fight.b.used

        async def dice_rolled(self, fight: Resolution, me: int) -> None:
            fight.note(me, self)
            await reroll(fight, me, 1)

    class Watching(Power):
        """Sees the dice of every battle, and each result that is given."""

        rule, forced = "CW-BAT-020", True

        def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
            return (me, "dice") not in fight.s.spent

        async def dice_rolled(self, fight: Resolution, me: int) -> None:
            seen(fight.s, me, "dice")

        async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
            seen(fight.s, me, {KILL: "kill", PAIN: "pain", DOOMED: "elimination"}[result])

    class Doom(Power):
        """One enemy unit in a battle is eliminated."""

        rule = "CW-BAT-018"

        def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> object:
            return add(1) if what is FixedResults.ELIMINATION else None

    class Backlash(Power):
        """After the pains, once: a kill for the enemy and a pain for you."""

        rule = "CW-BAT-023"

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            return fight.fights(me) and given == PAIN and (me, self.name) not in fight.b.used

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            fight.note(me, self)
            fight.owe(me, PAIN, 1, self.name)
            fight.owe(fight.foe(me), KILL, 1, self.name)

    class Venom(Power):
        """After the kills, once: another kill for the enemy."""

        rule = "CW-BAT-018"

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            return fight.fights(me) and given == KILL and (me, self.name) not in fight.b.used

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            fight.note(me, self)
            fight.owe(fight.foe(me), KILL, 1, self.name)

    class KillForKill(Power):
        """A kill on a unit of yours brings one on the enemy, whatever has come of it."""

        rule, forced = "CW-BAT-018", True

        def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
            return owner == me and result == KILL

        async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
            fight.owe(fight.foe(me), KILL, 1, self.name)

    class PainForPain(Power):
        """A pain on a unit of yours brings one on the enemy."""

        rule, forced = "CW-BAT-023", True

        def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
            return owner == me and result == PAIN

        async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
            fight.owe(fight.foe(me), PAIN, 1, self.name)

    class Calm(Power):
        """After the kills, once: a pain against you is no more."""

        rule = "CW-BAT-024"

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            return fight.fights(me) and given == KILL and (me, self.name) not in fight.b.used

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            fight.note(me, self)
            assert await recall(fight, me, PAIN, 1) == 1

    class Balm(Power):
        """After the pains, once: one comes off a unit of the enemy."""

        rule = "CW-BAT-024"

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            return fight.fights(me) and given == PAIN and (me, self.name) not in fight.b.used

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            fight.note(me, self)
            await recall(fight, fight.foe(me), PAIN, 1)

    class Numb(Power):
        """What is given to a Great Old One of yours comes to nothing."""

        rule, forced = "CW-BAT-022", True

        def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
            return event.code & 31 in s.config.goos[me]

        def would_take_result(self, s: State, me: int, event: Hit) -> None:
            event.spared(me, self)

    class Cheap(Power):
        """Your Monsters cost nine Power less."""

        rule, about = "CW-SUM-001", (CostOf.SUMMON,)

        def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> object:
            return add(-9) if seat == me and what is CostOf.SUMMON else None

    class Sally(Power):
        """A battle is declared: a whole action of yours comes first."""

        rule = "CW-BTA-001"

        def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
            return not s.outer

        async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
            await act_within(s, me, BASIC, self, "sally")

    class Trail(Power):
        """Sees where units retreat to."""

        rule, forced = "CW-BAT-028", True

        async def on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> None:
            seen(fight.s, me, fight.s.config.map.names[to])

        async def battle_end(self, fight: Resolution, me: int) -> None:
            seen(fight.s, me, "end")

    class Poor(Power):
        """Your gates bring nine Doom less."""

        rule, about = "CW-DOM-002", (GainOf.GATE_DOOM,)

        def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> object:
            return add(-9) if seat == me else None

    class Herald(Power):
        """Sees who comes."""

        rule, forced = "CW-ONG-004", True

        async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
            seen(s, me, "come")


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with guests(define):
        yield


PLAIN = {"GC": {EA: "2 Shoggoth"}, "YS": {EA: "2 Byakhee, 2 Acolyte"}}


# -- dice -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BAT-011")
def test_nobody_throws_less_than_no_dice():
    p = table("GC YS BG", PLAIN, lent={"YS": "Weary"})
    script(p, fight("GC", "YS"), roll(0, 0))
    assert (p.state.battle, asked(p)[1]) == (None, "action")
    q = table("GC YS BG", PLAIN, lent={"GC": "Weary"})
    assert not any(label.startswith("Battle") for label in labels(q))
    s = q.state.copy()
    declare(s, s.config.map.index[EA], 0, 1)
    assert Resolution(s, s.battle).dice(0, 1).value == 0


@pytest.mark.rule("CW-BAT-015")
def test_dice_that_hit_are_not_thrown_again_and_stay():
    p = table("GC YS BG", PLAIN, lent={"GC": "Throws"})
    script(p, fight("GC", "YS"), roll(1, 1), roll(0, 0), ("GC", "dice_rolled", "Throws"))
    assert dice(p) == 2  # of four, two missed
    script(p, roll(1, 0))
    assert p.state.battle.rolled[0] == (4, 2, 1)


@pytest.mark.rule("CW-BAT-015")
def test_who_changes_dice_is_answered_and_outsiders_may_speak_too():
    p = table("GC YS BG", PLAIN, lent={"GC": "Answers", "YS": "Throws", "BG": "Watching"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0), ("YS", "dice_rolled", "Throws"), roll(0, 0))
    assert (asked(p), p.state.spent) == (("GC", "dice_rolled"), ((2, "dice"),))


# -- giving out -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-FAQ-002", "CW-BAT-018", "CW-BAT-025")
def test_eliminations_are_given_out_and_carried_out_before_kills_and_are_no_result_that_powers_see():
    p = table("GC YS BG", PLAIN, lent={"GC": "Doom", "BG": ["Watching", "Ghoulish"]})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("YS", "is eliminated")
    script(p, ("YS", "is eliminated", "Acolyte"), ("YS", "takes a kill", "Byakhee"))
    assert [word for _, word in p.state.spent] == ["dice", "kill", "eliminated", "killed"]


@pytest.mark.rule("CW-BAT-025", "CW-GC-013")
def test_an_elimination_is_no_kill_of_the_enemy():
    p = table("GC YS BG", PLAIN, lent={"GC": "Doom"}, open={"GC": "Kill or devour one"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0), ("YS", "is eliminated", "Acolyte"))
    assert asked(p) == ("YS", "action")


@pytest.mark.rule("CW-BAT-021")
def test_a_kill_that_comes_after_the_pains_is_given_before_a_pain_that_comes_with_it():
    """Its only unit dies, and the pain is lost; the other way round it would carry the pain and live."""
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Byakhee, Acolyte"}}
    p = table("GC YS BG", units, lent={"GC": "Backlash", "YS": "Kill For Kill"})
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("YS", "takes a pain", "Acolyte"))
    script(p, ("GC", "post_battle", "Backlash"))
    assert (at(p, "GC", EA), at(p, "YS", EA)) == ({}, {"Acolyte": 1})


@pytest.mark.rule("CW-BAT-018")
def test_a_kill_of_a_power_is_taken_though_there_is_no_pain():
    p = table("GC YS BG", PLAIN, lent={"GC": "Venom"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0), ("GC", "post_battle", "Venom"))
    script(p, ("YS", "takes a kill", "Acolyte"))
    assert at(p, "YS", EA) == {"Byakhee": 2, "Acolyte": 1}


@pytest.mark.rule("CW-BAT-023")
def test_a_pain_that_a_pain_brings_is_taken_too():
    p = table("GC YS BG", PLAIN, lent={"YS": "Pain For Pain"})
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("YS", "takes a pain", "Acolyte"), ("GC", "retreat to", AR))
    assert at(p, "GC", AR) == {"Shoggoth": 1}


@pytest.mark.rule("CW-CC-018", "CW-BAT-024")
def test_a_kill_that_became_a_pain_was_a_kill_for_who_asks():
    units = {"GC": {EA: "2 Shoggoth"}, "CC": {EA: "Nyarlathotep"}}
    p = table("GC CC BG", units, lent={"CC": "Kill For Kill"}, books={"CC": "Emissary of the Outer Gods"})
    script(p, fight("GC", "CC"), roll(1, 0), roll(0, 0), ("CC", "use Emissary of the Outer Gods", "yes"))
    script(p, ("CC", "retreat to", AR))
    assert at(p, "GC", EA) == {"Shoggoth": 1}


@pytest.mark.rule("CW-BAT-022", "CW-BAT-017")
def test_who_was_spared_a_result_takes_no_second_one():
    units = {"GC": {EA: "Cthulhu"}, "CC": {EA: "Nyarlathotep"}}
    p = table("GC CC BG", units, lent={"CC": "Numb", "BG": "Watching"})
    script(p, fight("GC", "CC"), roll(3, 2))
    assert [word for _, word in p.state.spent if word != "dice"] == ["kill"]


@pytest.mark.rule("CW-BAT-020", "CW-ONG-004")
def test_outsiders_speak_in_the_order_of_the_table():
    for way, order in (("clockwise", [2, 3]), ("counterclockwise", [3, 2])):
        p = table("GC YS BG CC", PLAIN, lent={"BG": "Watching", "CC": "Watching"}, direction=way)
        script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
        assert [seat for seat, word in p.state.spent if word == "kill"] == order


# -- what was scored is changed ---------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BAT-024")
def test_a_pain_that_no_unit_has_taken_is_no_more():
    p = table("GC YS BG", PLAIN, lent={"YS": "Calm"})
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("YS", "post_battle", "Calm"))
    assert p.state.battle is None
    assert at(p, "YS", EA) == {"Byakhee": 2, "Acolyte": 2}


@pytest.mark.rule("CW-ABI-005", "CW-BAT-024")
def test_its_owner_says_off_which_unit_a_result_comes():
    p = table("GC YS BG", PLAIN, lent={"GC": "Balm"})
    script(p, fight("GC", "YS"), roll(0, 2), roll(0, 0), ("YS", "takes a pain", "Acolyte"))
    script(p, ("YS", "takes a pain", "Byakhee"), ("GC", "post_battle", "Balm"))
    assert asked(p) == ("YS", "result taken off")
    script(p, ("YS", "result taken off", "Byakhee (a pain)"), ("YS", "retreat to", AR))
    assert at(p, "YS", AR) == {"Acolyte": 1}


@pytest.mark.rule("CW-BAT-017")
def test_results_of_the_earliest_source_are_the_first_that_are_taken():
    p = table("GC YS BG", PLAIN)
    s = p.state.copy()
    declare(s, s.config.map.index[EA], 0, 1)
    found = Resolution(s, s.battle)
    for seat, source in ((1, "dice"), (0, "dice"), (1, "Venom")):
        found.owe(seat, KILL, 1, source)
    found.close(1, KILL)
    assert [(side, source) for side, _, _, source in found.b.open] == [(0, "dice"), (1, "Venom")]


@pytest.mark.rule("CW-CC-018")
def test_a_great_old_one_that_was_driven_away_took_part_for_its_own_side_alone():
    p = table("GC CC BG", {"GC": {EA: "Cthulhu, Deep One"}, "CC": {EA: "Nyarlathotep, Nightgaunt"}})
    s = p.state.copy()
    declare(s, s.config.map.index[EA], 0, 1)
    found = Resolution(s, s.battle)
    found.leave(0, 4, "killed")
    assert (found.has_goo(0), found.has_goo(1)) == (True, True)
    del found.b.roster[1][4]
    assert (found.has_goo(0), found.has_goo(1)) == (True, False)


# -- leaving play -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-UNI-008", "CW-GC-018", "CW-BG-013")
def test_what_its_owner_gives_up_was_given_up_in_a_battle_and_outside():
    units = {"GC": {EA: "Shoggoth, Deep One"}, "YS": {EA: "2 Byakhee"}}
    for lent, n in (({"GC": "Gift"}, 1), ({}, 0)):
        p = table("GC YS BG", units, lent=lent, books={"GC": "Absorb"})
        meal = ("GC", "absorb", "Deep One to Shoggoth")
        script(p, fight("GC", "YS"), ("GC", "pre_battle", "Absorb"), meal, rehearse=False)
        assert at(p, "GC", EA).get("Deep One", 0) == n
    q = table("BG GC YS", {"BG": {EA: "3 Acolyte"}}, lent={"BG": "Gift"}, open={"BG": "Give up two Cultists"})
    script(q, ("BG", "action", "give up two"))
    assert left(q, "BG", "Acolyte") == 3


@pytest.mark.rule("CW-CAP-002")
def test_a_capture_is_told_as_one():
    p = table("GC YS BG", {"GC": {EA: "Shoggoth"}, "YS": {EA: "Acolyte"}}, lent={"YS": "Free"})
    script(p, ("GC", "action", f"capture {EA} Yellow Sign"))
    assert at(p, "YS", EA) == {"Acolyte": 1}


@pytest.mark.rule("CW-BAT-026")
def test_the_owner_speaks_first_about_a_unit_that_would_leave_and_then_others():
    for lent, fate in (
        ({"YS": "Undying", "BG": "Ghoulish"}, (2, 0, ())),
        ({"BG": "Ghoulish"}, (1, 1, ((2, "killed"),))),
    ):
        p = table("GC YS BG", PLAIN, lent=lent)
        script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
        assert (at(p, "YS", EA)["Acolyte"], p.state.n(1, ACOLYTE, HELD + 2), p.state.spent) == fate


@pytest.mark.rule("CW-BAT-026", "CW-BAT-028")
def test_a_killed_unit_that_stays_does_not_retreat():
    p = table("GC YS BG", PLAIN, lent={"YS": "Undying"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
    assert p.state.battle is None


@pytest.mark.rule("CW-BAT-027")
def test_all_hear_of_losses_once_when_both_sides_have_removed_theirs():
    p = table("GC YS BG", PLAIN, lent={"BG": "Mourner", "GC": "Doom"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(1, 0), ("YS", "is eliminated", "Acolyte"))
    script(p, ("YS", "takes a kill", "Byakhee"))
    assert p.state.spent == ((2, "0 by 1: 1 2"), (2, "1 by 0: 1 2"))


@pytest.mark.rule("CW-BAT-028")
def test_outsiders_are_told_where_a_unit_has_retreated_to_and_that_a_battle_is_over():
    p = table("GC YS BG", PLAIN, lent={"BG": "Trail"})
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("YS", "takes a pain", "Acolyte"), ("YS", "retreat to", AR))
    assert p.state.spent == ((who(p, "BG"), AR), (who(p, "BG"), "end"))


# -- beside the battle ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-ACT-002", "CW-SUM-001")
def test_no_price_is_less_than_nothing():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}}, gates={EA: "GC"}, lent={"GC": "Cheap"})
    script(p, ("GC", "action", f"summon {EA} Starspawn"))
    assert p.state.power[0] == 9


@pytest.mark.rule("CW-SPB-006")
def test_a_spellbook_that_an_action_before_a_declared_battle_earns_comes_before_it():
    units = {"BG": {EA: "Dark Young", AR: "Ghoul, Fungi from Yuggoth", "Europe": "Ghoul"}, "GC": {EA: "Deep One"}}
    slots = {"BG": "Units in four areas"}
    p = table("BG GC YS", units, open=slots, lent={"BG": "Sally"})
    script(p, fight("BG", "GC"), ("BG", "battle_declared", "Sally"), ("BG", "sally", "move"))
    script(p, ("BG", "unit to move", "Ghoul, Arabia"), ("BG", "move to", "Indian Ocean"), rehearse=False)
    script(p, ("BG", "unit to move", "done"), ("BG", "spellbook", "Frenzy"), roll(0, 0), roll(0, 0), rehearse=False)
    assert (asked(p), p.state.battle) == (("GC", "action"), None)


@pytest.mark.rule("CW-DOM-002")
def test_gates_never_take_doom_away():
    units = {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}
    p = table("GC YS BG", units, gates={EA: "GC", AR: "YS"}, lent={"GC": "Poor"}, phase="first player", doom={"GC": 5})
    script(p, ("GC", "first player", "Great Cthulhu"), ("GC", "direction", "Clockwise"))
    assert p.state.doom[:2] == [5, 1]


@pytest.mark.rule("CW-ONG-004")
def test_the_active_player_speaks_first_about_who_has_come():
    p = table("GC YS BG", {"YS": {EA: "Acolyte"}}, active="YS", lent={"GC": "Herald", "YS": "Herald", "BG": "Herald"})
    script(p, ("YS", "action", f"awaken king in yellow {EA}"))
    assert [seat for seat, _ in p.state.spent] == [1, 2, 0]
