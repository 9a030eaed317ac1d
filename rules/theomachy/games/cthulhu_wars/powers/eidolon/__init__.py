"""The Eidolon: a Cultist that any player recruits, and whose owner makes all write down what they do next."""

from __future__ import annotations

from collections.abc import Sequence

from .....engine.runtime.decision import Answer, Decision, choose, sealed
from ...rules.act import COMMON
from ...rules.common import says, title
from ...rules.domains import ACTION, DOOM
from ...rules.state import State
from ...rules.timings import Power
from ..market import of_card
from ..market.plans import WRITTEN, in_words, must_wait, next_turn, planned, to_name
from ..market.single import PlacedByTheBuyer, RecruitForItsOwner, recruited_by_all

EIDOLON = "eidolon"
DOWN = "Eidolon face down"  # a counter
PROMPTS = {
    "written action": "{who}, which action do you write down?",
    "who writes": "{who}, who writes down the next action?",
}


class ThePlaceOfTheEidolon(PlacedByTheBuyer):
    """Whoever buys the card places the Eidolon, anywhere on the map."""

    rule, on, printed = "CW-EID-001", f"card.{EIDOLON}", "The place of the Eidolon"


class RecruitTheEidolon(RecruitForItsOwner, Power):
    """Any player may recruit the Eidolon: he comes to an area with a unit of whoever does, and stays his owner's."""

    rule, on, verb, category = "CW-EID-002", f"box.{EIDOLON}", "recruit eidolon", COMMON
    phrase = "Recruit the Eidolon in {}"
    requirements = recruited_by_all(EIDOLON, "recruit eidolon", "CW-EID-002")


class EmotionWarfare(Power):
    """After anybody's action, with the Eidolon in play, turn this card face down: all write down in secret which action
    they take next, then it is shown. In the next Doom phase the card is turned up.
    """

    rule, on = "CW-EID-004", f"card.{EIDOLON}"

    def may_after_action(self, s: State, me: int) -> bool:
        ready = s.phase == ACTION and s.total(me, of_card(s, me, EIDOLON)) > 0 and not s.counter(me, DOWN)
        return ready and bool(writers(s, me))

    async def after_action(self, s: State, me: int) -> None:
        s.count_to(me, DOWN, 1)
        says(s, self.rule, me, "turns the card of the Eidolon face down")
        seats = writers(s, me)
        if s.config.rulings.one_enemy_writes:
            names = {f: title(s, f) for f in seats}
            seats = [await choose(me, "player", seats, self, "who writes", argument="player", names=names)]
        said = await sealed({f: self._write(f, to_name(next_turn(s, f), f)) for f in seats}, self, "written action")
        for f in s.order(me):
            if f in said:
                s.count_to(f, WRITTEN + planned(s, f, WRITTEN), 0)
                s.count_to(f, WRITTEN + said[f], 1)
                says(s, self.rule, f, "has written: {}", in_words([said[f]])[said[f]], touched=(f"seat:{f}",))

    async def _write(self, seat: int, verbs: Sequence[str]) -> str:
        """One player writes: asked even where there is no choice, lest the others learn so."""
        names: dict[Answer, str] = {**in_words(verbs)}
        return str(await Decision(seat, "choice", verbs, self.rule, "written action", names=names))


def writers(s: State, me: int) -> list[int]:
    """Who has an action to come: whoever could take one, were it his turn; by a ruling enemies alone."""
    seats = s.config.foes[me] if s.config.rulings.one_enemy_writes else s.config.seats
    return [f for f in seats if s.power[f] > 0 and to_name(next_turn(s, f), f)]


class WrittenActions(Power):
    """What was written must be the next action, unless it has become impossible."""

    rule, on, forced, bars = "CW-EID-004", f"box.{EIDOLON}", True, True

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        return False if seat == me and must_wait(s, me, verb, WRITTEN) else None

    def may_after_action(self, s: State, me: int) -> bool:
        return s.active == me and bool(planned(s, me, WRITTEN))

    async def after_action(self, s: State, me: int) -> None:
        s.count_to(me, WRITTEN + planned(s, me, WRITTEN), 0)

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.counter(me, DOWN) > 0

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        s.count_to(me, DOWN, 0)
        says(s, self.rule, me, "turns the card of the Eidolon up")
