"""The common and the unlimited actions, and the ritual. Legal means that none of an action's needs fails.

Recruiting, summoning, moving, capturing and awakening have files of their own.
"""

from __future__ import annotations

from ....engine.runtime.ability import Ability
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from .act import BATTLE_OPEN, BATTLE_POWER, COMMON, RITUAL, UNLIMITED, YOUR_SLOT, YOUR_TURN, Act, unbarred
from .capture import Capture
from .common import (
    bars_holding,
    control_changed,
    gain_doom,
    gain_signs,
    gained,
    gate_left,
    keepers,
    may_act,
    may_hold,
    ritual_price,
    says,
    tell,
)
from .domains import NO_GATE, OPEN_GATE, kind_of
from .fight import combat, declare, takes_part
from .movement import MOVE
from .recruiting import Recruit
from .state import State
from .summoning import SUMMON
from .timings import SLOTS
from .topics import CostOf, GainOf, Watches


class Battle(Act):
    """Battle one enemy faction in one area, with at least 1 Combat there."""

    verb, rule, shape, category = "battle", "CW-BTA-001", ("field", "side there"), COMMON
    also = ("fight", "attack")
    phrase = "Battle in {} against {}"
    when = (YOUR_TURN, BATTLE_OPEN, BATTLE_POWER)
    costs = CostOf.BATTLE
    requirements = (
        Requirement(
            "CW-UNL-014",
            "You have begun no battle in {0} this turn",
            lambda s, me, area: not s.fought >> area & 1,
        ),
        Requirement(
            "CW-BTA-001",
            "{1} has a unit in {0}",
            lambda s, me, area, foe: s.here(foe, area),
            implied_by=("side there",),
        ),
        Requirement(
            "CW-BTA-001", "You have a unit in {0}", lambda s, me, area: s.here(me, area), implied_by=("field",)
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars you from it in {0}",
            lambda s, me, area: may_act(s, me, "battle", area),
            implied_by=("field",),  # the menu looks at it last (`open_to`)
        ),
        Requirement(
            "CW-ABI-004",
            "No power keeps you from a battle with {1} in {0}",
            lambda s, me, area, foe: shield(s, me, foe, area) is None,
            ruled=lambda s, me, area, foe: by.rule if (by := shield(s, me, foe, area)) is not None else "",
            only_with="may_battle",
        ),
        Requirement(
            "CW-BAT-002",
            "Somebody of {1} takes part in a battle in {0}",
            lambda s, me, area, foe: not s.here(foe, area) or takes_part(s, area, me, foe),
            only_with="picks_fighters",
        ),
        Requirement(
            "CW-BTA-003",
            "You have at least 1 Combat in {0}",
            lambda s, me, area, foe: combat(s, area, me, foe) > 0,
            fact=lambda s, me, area, foe: combat(s, area, me, foe),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        s.fought |= 1 << area
        declare(s, area, me, foe)  # the flow goes on with it


def shield(s: State, seat: int, foe: int, area: int) -> Ability | None:
    """The power that keeps a seat from a battle with an enemy there, or None."""
    for me, by, said in s.key.may_battle:
        if said(s, me, seat, foe, area) is False:
            return by
    return None


# -- gates ------------------------------------------------------------------------------------------------------------
class CreateGate(Act):
    """Create a Gate where you have a Cultist and there is none."""

    verb, rule, shape, category = "gate", "CW-CRG-001", ("site",), COMMON
    also = ("build gate", "create gate", "make gate", "place gate")
    phrase = "Create a gate in {}"
    costs = CostOf.GATE
    requirements = (
        Requirement(
            "CW-CMP-002",
            "A gate is left in the supply",
            lambda s, me: gate_left(s),
        ),
        Requirement(
            "CW-GAT-004", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE, implied_by=("site",)
        ),
        Requirement(
            "CW-CRG-001",
            "A Cultist of yours is in {0}",
            lambda s, me, area: s.has(me, keepers(s, me), area),
            implied_by=("site",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.open_gate(area)
        if s.trace is not None:
            report(
                s, self.rule, "A gate opens in {}", s.config.map.names[area], who=me, touched=(f"place:{area}:gate",)
            )


class Control(Act):
    """Control a Gate: one of your Cultists steps onto a gate that nobody holds."""

    verb, rule, shape, unlimited, category = "control", "CW-UNL-004", ("open gate", "keeper"), True, UNLIMITED
    also = ("hold gate", "take gate", "occupy gate")
    phrase = "Control the gate in {} with: {}"
    costs = CostOf.CONTROL
    requirements = (
        Requirement(
            "CW-UNL-004",
            "A gate that nobody holds is in {0}",
            lambda s, me, area: s.gate[area] == OPEN_GATE,
            implied_by=("open gate",),
        ),
        Requirement(
            "CW-UNL-004",
            "A unit of yours is in {0}",
            lambda s, me, area: s.here(me, area),
            implied_by=("open gate",),
        ),
        Requirement(
            "CW-UNL-004",
            "You have a {1} in {0}",
            lambda s, me, area, fid: s.n(me, kind_of(fid), area) > 0,
            implied_by=("keeper",),
        ),
        Requirement(
            "CW-GAT-003",
            "A {1} may hold gates",
            lambda s, me, area, fid: kind_of(fid) in keepers(s, me) and may_hold(s, me, kind_of(fid), area),
            fault=lambda s, me, area, fid: (
                by.text if (by := bars_holding(s, me, kind_of(fid), area)) and kind_of(fid) in keepers(s, me) else ""
            ),
            implied_by=("keeper",),
        ),
    )

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        s.hold(me, kind_of(fid), area)
        says(s, self.rule, me, "controls the gate in {}", s.config.map.names[area], touched=(f"place:{area}:gate",))
        if s.hooks("on_control"):
            await control_changed(s, area, -1)


class Abandon(Act):
    """Abandon a Gate: its keeper steps off and stays in the area."""

    verb, rule, shape, unlimited, category = "abandon", "CW-UNL-006", ("held gate",), True, UNLIMITED
    also = ("give up gate",)
    phrase = "Abandon the gate in {}"
    costs = CostOf.CONTROL
    requirements = (
        Requirement(
            "CW-UNL-006",
            "You control the gate in {0}",
            lambda s, me, area: s.holder(area) == me,
            implied_by=("held gate",),
        ),
        Requirement(
            "CW-UNL-006",
            "The gate in {0} may be left",
            lambda s, me, area: not s.is_fixed(area),
            implied_by=("held gate",),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.open_gate(area)
        if s.trace is not None:
            report(
                s,
                self.rule,
                "The gate in {} is abandoned",
                s.config.map.names[area],
                who=me,
                touched=(f"place:{area}:gate",),
            )
        if s.hooks("on_control"):
            await control_changed(s, area, me)


# -- the ritual -------------------------------------------------------------------------------------------------------
class Ritual(Act):
    """A Ritual of Annihilation: pay the marker's space, move it on, Doom for gates and Elder Signs for Great Old
    Ones.
    """

    verb, rule, category = "ritual", "CW-RIT-001", RITUAL
    option = (verb,)  # as an option of a question of actions
    also = ("perform ritual", "annihilation")
    phrase = "Ritual of Annihilation"
    when = (
        YOUR_SLOT,
        Requirement(
            "CW-DOM-003", "You have performed no ritual in this phase", lambda s, me: "ritual" not in (s.slot or ())
        ),
        unbarred("ritual"),
    )

    def price(self, s: State, me: int) -> int:
        return ritual_price(s, me)

    async def do(self, s: State, me: int) -> None:
        """The price is paid already."""
        s.ritual = min(s.ritual + 1, len(s.config.track))
        gates = s.count_gates(me)
        n = await gained(s, me, GainOf.RITUAL_DOOM, gates)
        gain_doom(s, me, n, "CW-RIT-003", "one for each gate" if n == gates else "")  # a power may have changed it
        if s.instant_death and s.trace is not None:
            report(
                s, "CW-RIT-006", "Instant Death: the game ends with this Doom phase", who=me, touched=("track:ritual",)
            )
        n = await gained(s, me, GainOf.RITUAL_SIGNS, sum(s.total(me, k) > 0 for k in s.config.favoured[me]))
        await gain_signs(s, me, n, "CW-RIT-004")
        for seat in s.order(me) if Watches.RITUAL in SLOTS.watched else ():
            tell(s, Watches.RITUAL, seat, me)


# -- all of them ------------------------------------------------------------------------------------------------------
BASIC: tuple[Act, ...] = (Recruit(), SUMMON, CreateGate(), MOVE, Battle(), Capture(), Control(), Abandon())
RITUAL_ACT = Ritual()
