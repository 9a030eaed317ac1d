"""The edges of phases, the gaps between actions, who has turns, and an end at once: words for outside packages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, asked, labels, script, table
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.common import gain_doom
from theomachy.games.cthulhu_wars.rules.domains import ACTION, FIRST, GATHER, OVER
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power

ACOLYTE = 0
BOXES = ("terrors", "neutral_monsters")


def define() -> None:
    """The powers of the package."""

    class Tides(Power):
        """A Doom when the Gather Power phase begins, three when it is over."""

        rule, forced = "CW-POW-001", True

        def may_phase_start(self, s: State, me: int, phase: int) -> bool:
            return phase == GATHER

        async def phase_start(self, s: State, me: int, phase: int) -> None:
            assert not sum(s.power)  # nothing is gathered yet
            gain_doom(s, me, 1, self.rule)

        def may_phase_end(self, s: State, me: int, phase: int) -> bool:
            return phase == GATHER

        async def phase_end(self, s: State, me: int, phase: int) -> None:
            gain_doom(s, me, 3, self.rule)

    class Vow(Power):
        """At any time give up an Acolyte for 2 Power."""

        rule = "CW-ABI-001"

        def may_any_time(self, s: State, me: int) -> bool:
            return bool(s.where(me, ACOLYTE))

        async def any_time(self, s: State, me: int) -> None:
            s.move(me, ACOLYTE, s.where(me, ACOLYTE)[0], 48)
            s.power[me] += 2

    class Torpor(Power):
        """You have no turns, and keep your Power; nobody recruits."""

        rule = "CW-ACT-005"

        def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
            return False if (seat == me and not verb) or verb == "recruit" else None

    class LastDay(Power):
        """Who has 12 Doom ends the game at once."""

        rule = "CW-VIC-001"

        def game_over(self, s: State, me: int) -> bool:
            return s.doom[me] >= 12

    class LastBreath(Power):
        """Three Doom at the end."""

        rule, forced = "CW-VIC-005", True

        async def end_of_game(self, s: State, me: int) -> None:
            gain_doom(s, me, 3, self.rule)


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with guests(define):
        yield


UNITS = {"GC": {EA: "Acolyte"}, "YS": {AR: "2 Acolyte"}}


@pytest.mark.rule("CW-POW-001", "CW-GEN-001")
def test_powers_speak_at_the_edges_of_phases_each_once():
    for lent, doom in (({"YS": "Tides"}, (1, 4)), ({}, (0, 0))):
        p = table("GC YS BG", UNITS, lent=lent, power={"GC": 1})
        script(p, ("GC", "action", "pass"))
        assert (p.state.phase, p.state.doom[1]) == (FIRST, doom[0])
        if asked(p)[1] == "first player":
            script(p, (asked(p)[0], "first player", "Yellow Sign"))
        script(p, ("YS", "direction", "clockwise"))
        assert p.state.doom[1] == doom[1]


def test_a_position_in_the_midst_of_a_phase_tells_no_beginning():
    p = table("GC YS BG", UNITS, lent={"YS": "Tides"}, phase="gather power", power=0)
    assert p.state.doom[1] == 0


@pytest.mark.rule("CW-ABI-001")
def test_a_power_is_used_after_the_action_of_another_and_when_power_is_gathered():
    p = table("GC YS BG", UNITS, lent={"YS": "Vow"}, power={"GC": 2, "YS": 0})
    script(p, ("GC", "action", f"recruit {EA}"), ("YS", "any_time", "Vow"))
    assert p.state.power == [1, 2, 0]
    assert asked(p) == ("YS", "action")  # it has Power again
    script(
        p, ("YS", "action", "pass"), ("YS", "any_time", "done"), ("GC", "action", "pass"), ("YS", "any_time", "done")
    )
    assert (asked(p), p.state.phase, sum(p.state.power) > 0) == (("YS", "any_time"), GATHER, True)


@pytest.mark.rule("CW-ACT-005", "CW-ACT-008")
def test_who_may_not_act_is_passed_over_with_its_power_and_actions_are_barred():
    p = table("GC YS BG", UNITS, lent={"YS": "Torpor"}, power={"GC": 2, "YS": 5, "BG": 0})
    assert not any(label.startswith("Recruit") for label in labels(p))
    script(
        p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte"), ("GC", "move to", AR), ("GC", "action", "pass")
    )
    assert p.state.phase != ACTION  # nobody else has turns, though Yellow Sign has Power
    q = table("GC YS BG", UNITS, power={"GC": 2, "YS": 5, "BG": 0})
    script(q, ("GC", "action", "pass"))
    assert asked(q) == ("YS", "action")


@pytest.mark.rule("CW-VIC-001", "CW-VIC-005")
def test_the_game_ends_at_once_and_the_last_powers_speak_before_it_is_judged():
    for doom, phase in ((12, OVER), (11, ACTION)):
        p = table("GC YS BG", UNITS, lent={"YS": "Last Day", "BG": "Last Breath"}, doom={"YS": doom})
        script(p, ("GC", "action", f"recruit {EA}"))
        assert (p.state.phase, p.state.doom[2]) == (phase, 3 * (phase == OVER))


def test_whether_phases_have_edges_is_asked_of_each_box() -> None:
    """Two boxes with the same powers in force, of which one alone sells a card that speaks when a phase begins."""
    without, with_edges = (CthulhuWars.build(players=4, options={"things": [box]}).start() for box in BOXES)
    assert without.key is with_edges.key
    assert [s.has_edges() for s in (without, with_edges, without)] == [False, True, False]
