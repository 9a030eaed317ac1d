"""What a battle lets an outside package say: each word is spoken by a made-up power, and not without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, script, table, who
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.ability import MUST
from theomachy.engine.runtime.layers import add
from theomachy.games.cthulhu_wars.rules.actions import BASIC
from theomachy.games.cthulhu_wars.rules.domains import CARD, KILL, KIND, PAIN, POOL
from theomachy.games.cthulhu_wars.rules.fight import Hit, Resolution, Scored
from theomachy.games.cthulhu_wars.rules.leaving import Leaving
from theomachy.games.cthulhu_wars.rules.results import recall, reroll, throw_pool
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import FixedResults, MayTarget, WouldBeEliminated
from theomachy.games.cthulhu_wars.rules.within import act_within

ACOLYTE = 0


def define() -> None:
    """The powers of the package."""

    class KillBringsKill(Power):
        """A kill on a unit of yours brings one on the enemy."""

        rule, forced = "CW-BAT-018", True

        def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
            return owner == me and result == KILL

        async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
            fight.owe(fight.foe(me), KILL, 1, self.name)

    class Witness(Power):
        """Sees every result that is given, in any battle."""

        rule, forced = "CW-BAT-020", True

        async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
            fight.s.spent += ((me, self.name),)

    class Unfelt(Power):
        """What is given to a Great Old One of yours comes to nothing."""

        rule, forced = "CW-BAT-024", True

        def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
            return event.code & KIND in s.config.goos[me]

        def would_take_result(self, s: State, me: int, event: Hit) -> None:
            event.spared(me, self)

    class Clinging(Power):
        """Your Acolytes are never captured or eliminated by others; the killed go onto your card."""

        rule, forced = "CW-CAP-001", True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            causes = (WouldBeEliminated.CAPTURED, WouldBeEliminated.ELIMINATED, WouldBeEliminated.KILLED)
            return event.seat == me and event.code & KIND == ACOLYTE and event.cause in causes

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving | None:
            return event._replace(to=CARD) if event.cause is WouldBeEliminated.KILLED else None

    class DeadRise(Power):
        """A killed unit of yours in a battle stays."""

        rule, forced = "CW-BAT-026", True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat == me and event.cause is WouldBeEliminated.KILLED

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
            return None

    class Ambush(Power):
        """A battle is declared: all your Acolytes come to it."""

        rule, forced = "CW-BTA-001", True

        def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
            return me in (attacker, defender)

        async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
            for a in s.where(me, ACOLYTE):
                for _ in range(s.n(me, ACOLYTE, a)):
                    s.move(me, ACOLYTE, a, area)

    class Noncombatants(Power):
        """Your Acolytes take no part in battles."""

        rule = "CW-BAT-002"

        def takes_part(self, s: State, me: int, owner: int, kind: int, area: int) -> bool | None:
            return False if (owner, kind) == (me, ACOLYTE) else None

    class Thorns(Power):
        """Whoever fights you takes a kill."""

        rule = "CW-BAT-011"

        def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> object:
            return add(1) if what is FixedResults.KILL else None

    class SecondTry(Power):
        """Throw one die again that missed, once a battle."""

        rule = "CW-BAT-015"

        def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
            return fight.fights(me) and (me, self.name) not in fight.b.used

        async def dice_rolled(self, fight: Resolution, me: int) -> None:
            fight.note(me, self)
            await reroll(fight, me, 1)

    class Leeches(Power):
        """Two dice of their own; each kill of theirs is a Doom."""

        rule, forced = "CW-BAT-013", True

        def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
            return fight.fights(me) and not fight.b.pools

        async def dice_rolled(self, fight: Resolution, me: int) -> None:
            kills, _ = await throw_pool(fight, me, 2, "Leeches")
            fight.s.doom[me] += kills

    class Mercy(Power):
        """Kills of dice against you are pains."""

        rule, forced = "CW-BAT-015", True

        def may_would_score(self, s: State, me: int, event: Scored) -> bool:
            return event.foe == me

        def would_score(self, s: State, me: int, event: Scored) -> Scored:
            return event._replace(rows=tuple((PAIN, n, source) for _, n, source in event.rows))

    class Bodyguard(Power):
        """Your Acolytes take results before all others, the unit on a gate none."""

        rule = "CW-BAT-022"

        def may_target(self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str) -> object:
            return (MUST if code == ACOLYTE else None) if owner == me else None

    class Hidden(Power):
        """No result is put on your Acolytes."""

        rule = "CW-BAT-022"

        def may_target(self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str) -> object:
            return False if owner == me and code & KIND == ACOLYTE else None

    class Bloodlust(Power):
        """Two pains against the enemy become a kill."""

        rule = "CW-BAT-023"

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            if not fight.fights(me) or (me, self.name) in fight.b.used:
                return False
            return given == PAIN and fight.scored(PAIN, fight.foe(me)) > 1

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            fight.note(me, self)
            n = await recall(fight, fight.foe(me), PAIN, 2)
            fight.owe(fight.foe(me), KILL, n // 2, self.name)

    class Pursuit(Power):
        """Who retreats from you pays a Power; after a battle of yours you gain a Doom for each."""

        rule, forced = "CW-BAT-028", True

        def may_on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> bool:
            return fight.fights(me) and owner != me

        async def on_retreat(self, fight: Resolution, me: int, owner: int, code: int, to: int) -> None:
            fight.s.power[owner] -= 1

        def may_battle_end(self, fight: Resolution, me: int) -> bool:
            return fight.fights(me)

        async def battle_end(self, fight: Resolution, me: int) -> None:
            side = 1 - fight.side(me)
            fight.s.doom[me] += sum(f == side and to >= 0 for f, _, _, to in fight.b.fates)

    class Nexus(Power):
        """A battle is declared where you have a unit: a whole action of yours that begins there comes first."""

        rule = "CW-BTA-001"

        def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
            return bool(s.here(me, area)) and not s.outer

        async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
            await act_within(s, me, BASIC, self, "nexus", area=area)


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with guests(define):
        yield


PLAIN = {"GC": {EA: "2 Shoggoth"}, "YS": {EA: "2 Byakhee, 2 Acolyte"}}


# -- results are owed until nothing is open ---------------------------------------------------------------------------
@pytest.mark.rule("CW-BAT-018")
def test_a_kill_that_comes_after_its_side_has_taken_its_own_is_taken_too():
    """It was lost: the attacker takes its results first, and what the defender's loss adds found nobody to take it."""
    for lent, rest in (({"YS": "Kill Brings Kill"}, 1), ({}, 2)):
        p = table("GC YS BG", PLAIN, lent=lent)
        script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
        assert (at(p, "GC", EA)["Shoggoth"], p.state.battle) == (rest, None)


def test_kills_bring_kills_until_no_unit_is_left():
    both = {"YS": "Kill Brings Kill", "GC": "Kill Brings Kill"}
    p = table("GC YS BG", {"GC": {EA: "Shoggoth"}, "YS": {EA: "2 Byakhee"}}, lent=both)
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0))
    assert (at(p, "GC", EA), at(p, "YS", EA)) == ({}, {})


def test_a_pain_brings_no_kill():
    p = table("GC YS BG", PLAIN, lent={"YS": "Kill Brings Kill"})
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("YS", "takes a pain", "Acolyte"), ("YS", "retreat to", AR))
    assert at(p, "GC", EA) == {"Shoggoth": 2}


@pytest.mark.rule("CW-BAT-020")
def test_attacker_defender_and_outsiders_are_asked_about_each_result():
    p = table("GC YS BG", PLAIN, lent={"BG": "Witness", "YS": "Witness", "GC": "Witness"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
    assert [p.system.seats[seat].letters for seat, _ in p.state.spent] == ["GC", "YS", "BG"]


@pytest.mark.rule("CW-CC-009", "CW-BAT-024")
def test_a_result_that_comes_to_nothing_was_given_all_the_same():
    units = {"CC": {EA: "Nyarlathotep"}, "GC": {EA: "Cthulhu"}}
    p = table("CC GC BG", units, lent={"GC": "Unfelt"}, books={"CC": "The Thousand Forms"})
    script(p, fight("CC", "GC"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("CC", "harbinger")
    script(p, ("CC", "harbinger", "power"))
    assert at(p, "GC", EA) == {"Cthulhu": 1}
    assert p.state.power[0] == 9 - 1 + 2
    assert p.state.battle is None


def test_who_has_killed_what_felt_nothing_has_killed():
    units = {"GC": {EA: "Cthulhu"}, "CC": {EA: "Nyarlathotep"}}
    p = table("GC CC BG", units, lent={"CC": "Unfelt"}, open={"GC": "Kill or devour one"})
    script(p, fight("GC", "CC"), roll(2, 0))  # the second kill finds nobody: he was given one
    assert asked(p) == ("GC", "spellbook")
    assert at(p, "CC", EA) == {"Nyarlathotep": 1}


@pytest.mark.rule("CW-BAT-023", "CW-BAT-024")
def test_pains_that_lie_on_units_come_off_again_and_are_a_kill():
    p = table("GC YS BG", PLAIN, lent={"GC": "Bloodlust"})
    script(p, fight("GC", "YS"), roll(0, 2), roll(0, 0), ("YS", "takes a pain", "Byakhee"))
    script(p, ("YS", "takes a pain", "Byakhee"), ("GC", "post_battle", "Bloodlust"), ("YS", "takes a kill", "Acolyte"))
    assert at(p, "YS", EA) == {"Byakhee": 2, "Acolyte": 1}
    assert p.state.battle is None


# -- one door for leaving play ----------------------------------------------------------------------------------------
@pytest.mark.rule("CW-CAP-001", "CW-GC-020")
def test_a_power_keeps_who_would_be_captured_or_eliminated():
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Acolyte"}}
    for lent, left, mine in (({"YS": "Clinging"}, 1, {}), ({}, 0, {"Acolyte": 1})):
        p = table("GC YS BG", units, lent=lent)
        script(p, ("GC", "action", f"capture {EA} Yellow Sign"))
        assert at(p, "YS", EA).get("Acolyte", 0) == left
        q = table("GC YS BG", units, lent=lent, books={"GC": "Dreams"})
        script(q, ("GC", "action", f"dreams {EA} Yellow Sign"))
        assert at(q, "YS", EA).get("Acolyte", 0) == left
        assert at(q, "GC", EA) == {"Shoggoth": 1} | mine  # who was not replaced keeps his place


@pytest.mark.rule("CW-BAT-026")
def test_the_killed_go_where_a_power_sends_them_or_stay():
    p = table("GC YS BG", PLAIN, lent={"YS": "Clinging"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
    assert (p.state.n(1, ACOLYTE, CARD), p.state.n(1, ACOLYTE, POOL)) == (1, 4)
    p = table("GC YS BG", PLAIN, lent={"YS": "Dead Rise"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
    assert at(p, "YS", EA)["Acolyte"] == 2


# -- words of the battle ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BTA-001")
def test_who_comes_when_a_battle_is_declared_fights_in_it():
    units = {"GC": {EA: "Shoggoth"}, "BG": {EA: "Ghoul", AR: "2 Acolyte"}}
    for lent, n in (({"BG": "Ambush"}, 2), ({}, 0)):
        p = table("GC BG YS", units, lent=lent, books={"BG": "Frenzy"})
        script(p, fight("GC", "BG"), roll(0, 0))
        assert (dice(p), len(p.state.battle.roster[1])) == (n, 1 + bool(n)) if n else p.state.battle is None


@pytest.mark.rule("CW-BAT-002")
def test_units_that_take_no_part_neither_fight_nor_suffer():
    units = {"BG": {EA: "2 Acolyte"}, "GC": {EA: "Shoggoth"}}
    p = table("BG GC YS", units, books={"BG": "Frenzy"}, lent={"BG": "Noncombatants"})
    assert not any(label.startswith("Battle") for label in labels(p))  # no Combat without them
    p = table("GC BG YS", {"GC": {EA: "Shoggoth"}, "BG": {EA: "2 Acolyte, Ghoul"}}, lent={"BG": "Noncombatants"})
    script(p, fight("GC", "BG"), roll(2, 0))
    assert at(p, "BG", EA) == {"Acolyte": 2}


@pytest.mark.rule("CW-BAT-011")
def test_results_that_no_die_gives():
    for lent, n in (({"YS": "Thorns"}, 1), ({}, 2)):
        p = table("GC YS BG", PLAIN, lent=lent)
        script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0))
        assert at(p, "GC", EA) == {"Shoggoth": n}


@pytest.mark.rule("CW-BAT-015", "CW-BAT-013")
def test_dice_are_thrown_again_and_apart():
    p = table("GC YS BG", PLAIN, lent={"GC": "Second Try", "YS": "Leeches"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0), ("GC", "dice_rolled", "Second Try"))
    assert dice(p) == 1
    script(p, roll(1, 0))
    assert dice(p) == 2
    script(p, roll(1, 0), ("YS", "takes a kill", "Acolyte"))
    assert (at(p, "GC", EA), p.state.doom[1]) == ({"Shoggoth": 1}, 1)


@pytest.mark.rule("CW-BAT-015")
def test_what_was_scored_becomes_something_else_before_it_is_given():
    p = table("GC YS BG", PLAIN, lent={"YS": "Mercy"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("YS", "takes a pain")


@pytest.mark.rule("CW-BAT-022")
def test_who_must_and_who_may_not_take_a_result():
    p = table("GC YS BG", PLAIN, lent={"YS": "Bodyguard"})
    script(p, fight("GC", "YS"), roll(1, 0), roll(0, 0))
    assert at(p, "YS", EA) == {"Byakhee": 2, "Acolyte": 1}  # nobody was asked
    p = table("GC YS BG", PLAIN, lent={"YS": "Hidden"})
    script(p, fight("GC", "YS"), roll(2, 2), roll(0, 0))
    assert at(p, "YS", EA) == {"Acolyte": 2}


@pytest.mark.rule("CW-BAT-028")
def test_retreats_and_the_end_of_a_battle_are_told():
    p = table("GC YS BG", PLAIN, lent={"GC": "Pursuit"}, power=9)
    script(p, fight("GC", "YS"), roll(0, 1), roll(0, 0), ("YS", "takes a pain", "Acolyte"), ("YS", "retreat to", AR))
    assert (p.state.power[who(p, "YS")], p.state.doom[0], p.state.here(1, area(p, AR))) == (8, 1, 1)


# -- battles inside battles -------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BAT-001")
def test_a_battle_inside_a_declared_battle_comes_first_and_the_other_takes_who_is_left():
    units = {"GC": {EA: "Shoggoth, Deep One"}, "YS": {EA: "2 Byakhee"}, "BG": {EA: "Dark Young", AR: "Ghoul"}}
    p = table("GC YS BG", units, lent={"BG": "Nexus"})
    script(p, fight("GC", "YS"), ("BG", "battle_declared", "Nexus"))
    assert {"Battle in East Africa against Great Cthulhu", "Battle in East Africa against Yellow Sign"} <= labels(p)
    assert "Recruit a Cultist in Arabia" not in labels(p)  # it must begin here
    script(p, ("BG", "nexus", f"battle {EA} Great Cthulhu"), roll(1, 0), roll(0, 0))
    assert (len(p.state.outer), p.state.battle.sides) == (1, (2, 0))
    script(p, ("GC", "takes a kill", "Shoggoth"))
    assert (p.state.outer, p.state.battle.sides) == (None, (0, 1))
    assert (dice(p), p.state.power[2], p.state.moved) == (1, 8, ())  # the Deep One alone
    script(p, roll(0, 0), roll(0, 0))
    assert asked(p) == ("YS", "action")


def test_who_is_gone_by_an_action_inside_it_ends_the_declared_battle():
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Byakhee"}, "BG": {AR: "Ghoul"}}
    p = table("GC YS BG", units, lent={"YS": "Nexus"})
    script(p, fight("GC", "YS"), ("YS", "battle_declared", "Nexus"), ("YS", "nexus", "move"))
    script(p, ("YS", "unit to move", "Byakhee"), ("YS", "move to", AR))
    assert (p.state.battle, asked(p), p.state.power) == (None, ("YS", "action"), [8, 8, 9])
