"""The Prophetess: a Cultist that any player recruits, and whose area decides who sees more in a ritual."""

from __future__ import annotations

from .....engine.runtime.decision import number
from .....engine.wording import number_of
from ...rules.act import COMMON
from ...rules.common import Gain, says
from ...rules.config import CULTIST, ELDER_GOD, GOO, MONSTER, TERROR
from ...rules.domains import DOOM, KIND
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import GainOf
from ..market.single import PlacedByTheBuyer, RecruitForItsOwner, place_of, recruited_by_all

PROPHETESS = "prophetess"
RANKS = {CULTIST: 1, MONSTER: 2, TERROR: 3, GOO: 5, ELDER_GOD: 5}  # a Great Old One of no faction stands between
INDEPENDENT = 4


class ThePlaceOfTheProphetess(PlacedByTheBuyer):
    """Whoever buys the card places the Prophetess, anywhere on the map."""

    rule, on, printed = "CW-PRO-001", f"card.{PROPHETESS}", "The place of the Prophetess"


class RecruitTheProphetess(RecruitForItsOwner, Power):
    """Any player may recruit the Prophetess: she comes to an area with a unit of whoever does, and stays her
    owner's.
    """

    rule, on, verb, category = "CW-PRO-002", f"box.{PROPHETESS}", "recruit prophetess", COMMON
    phrase = "Recruit the Prophetess in {}"
    requirements = recruited_by_all(PROPHETESS, "recruit prophetess", "CW-PRO-002")


class TrueVision(Power):
    """The player with the highest unit in her area, and nobody as high, may pay more in a ritual: an Elder Sign for
    each 3 Power. Upwards: Cultist, Monster, Terror, independent Great Old One, Great Old One of a faction.
    """

    rule, on, forced = "CW-PRO-004", f"card.{PROPHETESS}", True

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        due = (
            s.phase == DOOM
            and event.what is GainOf.RITUAL_SIGNS
            and s.power[event.seat] >= s.config.amounts["true_vision"]
        )
        return due and seer(s, me) == event.seat

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        each, seat = s.config.amounts["true_vision"], event.seat
        most = min(s.power[seat] // each, 1 if s.config.rulings.one_vision_a_ritual else s.power[seat])
        n = await number(
            seat, 0, most, self, "true vision", prompt=f"The Prophetess: how many Elder Signs for {each} Power each?"
        )
        if not n:
            return event
        s.power[seat] -= n * each
        says(s, self.rule, seat, "pays {} Power for {} more", n * each, number_of(n, "Elder Sign"),
             figure=f"{s.power[seat] + n * each} → {s.power[seat]}", touched=(f"seat:{seat}",))  # fmt: skip
        return event._replace(n=event.n + n)


def seer(s: State, owner: int) -> int:
    """The seat whose highest unit in the area of the Prophetess is above those of all others, or -1."""
    area = place_of(s, owner, PROPHETESS)
    if area < 0:
        return -1
    best = {f: max(rank_of(s, f, code & KIND) for code in s.codes(f, area)) for f in s.config.seats if s.here(f, area)}
    top = [f for f, rank in best.items() if rank == max(best.values())]
    return top[0] if len(top) == 1 else -1


def rank_of(s: State, seat: int, kind: int) -> int:
    """How high a unit stands for True Vision; a building does not."""
    unit = s.config.factions[seat].units[kind]
    rank = RANKS.get(unit.rank, 0)
    return INDEPENDENT if unit.independent and rank > INDEPENDENT else rank
