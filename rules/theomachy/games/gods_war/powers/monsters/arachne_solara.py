"""Arachne Solara, a Cosmic Monster from the start: nobody kills her, and her web ends the game."""

from __future__ import annotations

from .....engine.runtime.requirement import Requirement
from ...rules.actions import Act
from ...rules.battle import Resolution
from ...rules.common import area_name, gain_power, gain_vp, says
from ...rules.losses import Taking
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import InPhase, Limit, MayMove, Setup
from .card import Killing, come, kills, owner, place, there

SLUG = "arachne_solara"


class TangledInTheWeb(Power):
    """Each kill that is scored against her gives 1 VP; she destroys no building."""

    rule, empire, item, forced = "GW-ARA-002", SLUG, "abilities.tangled", True
    printed = "Tangled in the web"

    def may_post_battle(self, fight: Resolution, me: int) -> bool:
        return fight.fights(me) and kills(fight, me) > 0

    async def post_battle(self, fight: Resolution, me: int) -> None:
        s = fight.s
        await gain_vp(s, fight.foe(me), kills(fight, me) * self.figure(s, "vp"), self.rule)

    def would_be_placed(self, s: State, me: int, event: Taking) -> None:
        says(s, self, me, "leaves the building alone", kind="not used")


def strands(s: State) -> int:
    """Where she may go: to the surface, where there is no web yet, or from there to Hell or the Sky Dome."""
    map_, at = s.config.map, there(s, SLUG)
    if at < 0:
        return 0
    if map_.surface >> at & 1:
        heaven = 1 << map_.index["heavens"] if s.config.rulings.she_goes_to_the_heavens else map_.dome
        return map_.hell | heaven
    return map_.surface & ~(s.ways.closed | s.marked(owner(s, SLUG)))


class SpinningTheWeb(Act, Power):
    """From Hell or the Sky Dome she goes to the surface, and a web is laid there; from the surface she goes back."""

    rule, empire, item, verb, shape = "GW-ARA-003", SLUG, "abilities.spinning", "spin", ("area",)
    printed, phrase, public = "Spinning the web", "Spinning the web: Arachne Solara goes to {}", True
    requirements = (
        Requirement(
            "GW-ARA-003",
            "{0} is on the surface and has no web; or she is on the surface, and it is in Hell or the Sky Dome",
            lambda s, me, area: bool(strands(s) >> area & 1),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact(f"{self.at}.cost"))

    def begins(self, s: State, me: int, *args: object) -> int:
        return there(s, SLUG)

    async def do(self, s: State, me: int, area: int) -> None:
        she = owner(s, SLUG)
        come(s, she, area, self)
        if s.config.map.surface >> area & 1:
            s.mark(she, area)
            says(s, self, she, "spins a web in {}", area_name(s, area), touched=(f"area:{area}",))


class EmpoweringTheWeb(Power):
    """Once a game gain 1 Power for each building of yours where she or a web is, and take a web to your sheet."""

    rule, empire, item, printed = "GW-ARA-004", SLUG, "abilities.empowering", "Empowering the web"

    def _buildings(self, s: State, me: int) -> int:
        web, seat = s.marked(me) | 1 << place(s, me), s.active
        return (s.sited[seat] & web).bit_count() + (s.nested[seat] & web).bit_count()

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        return phase is InPhase.COUNCIL and not s.on_sheets(me) >> s.active & 1 and self._buildings(s, me) > 0

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        gain_power(s, s.active, self._buildings(s, me) * self.figure(s, "power"), self.rule)
        s.weave(me, s.active)


class CompletingTheWeb(Power):
    """The game ends at once when all webs have left the pool; one that lay on the Spike stays out, or comes back."""

    rule, empire, item, printed = "GW-ARA-005", SLUG, "abilities.completing", "Completing the web"
    forced = True

    def game_over(self, s: State, me: int) -> bool:
        return not s.marks_left(me)

    def may_setup(self, s: State, me: int, what: Setup) -> bool:
        return what is Setup.RIFT and s.config.rulings.a_web_returns_from_the_spike

    async def setup(self, s: State, me: int, what: Setup) -> None:
        s.unmark(me, s.config.map.spike)


class NothingMovesHer(Killing):
    """She is never killed, eliminated or routed, nor swept along; from the shattering Spike she goes to Inner Hell."""

    rule, empire, item, printed = "GW-ARA-006", SLUG, "abilities.unkillable", "Nothing moves her"
    about = (Limit.KILLS, MayMove.ROUT, MayMove.SWEPT)

    def _falls(self, fight: Resolution, me: int) -> bool:
        return False

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return False if what in (MayMove.ROUT, MayMove.SWEPT) and who == me else None
