"""The powers, spellbooks and requirements of the Ember Court."""

from typing import Any

from theomachy.engine.runtime.ability import No
from theomachy.engine.runtime.decision import choose
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.requirement import Requirement
from theomachy.engine.runtime.trace import report
from theomachy.engine.tabletop.table import Arrow
from theomachy.games.cthulhu_wars.rules.act import Act, SlotAct, slot_open
from theomachy.games.cthulhu_wars.rules.awakening import OWN_GATE, GreatOldOne, asleep
from theomachy.games.cthulhu_wars.rules.common import gain_signs, pick, piece, units_in
from theomachy.games.cthulhu_wars.rules.domains import KILL, KIND, PAIN
from theomachy.games.cthulhu_wars.rules.fight import Hit, Resolution
from theomachy.games.cthulhu_wars.rules.leaving import eliminate
from theomachy.games.cthulhu_wars.rules.state import State, bits
from theomachy.games.cthulhu_wars.rules.timings import Power, SpellbookSlot
from theomachy.games.cthulhu_wars.rules.topics import Watches

SLUG = "ember_court"
MOTH, WALKER, WYRM, KING = 1, 2, 3, 4  # the rows of the card; 0 is the Acolyte
TOKEN = "ember"


def embers(s: State) -> int:
    """Areas with an Ember, a bit each; none when the Court is not in the game (a power may have been lent)."""
    token = s.config.token(TOKEN)
    return s.tokens[token] if token >= 0 else 0


def burns(s: State, area: int) -> bool:
    """Does an Ember lie here?"""
    return bool(embers(s) >> area & 1)


def turn_ember(s: State, me: int, area: int, rule: str) -> None:
    """Light the Ember of an area, or put it out."""
    token = s.config.token(TOKEN)
    s.tokens = tuple(mask ^ (1 << area if i == token else 0) for i, mask in enumerate(s.tokens))
    if s.trace is not None:
        text = "An Ember is lit in {}" if burns(s, area) else "The Ember in {} goes out"
        report(s, rule, text, s.config.map.names[area], who=me, touched=(f"area:{area}", f"place:{area}:{TOKEN}"))


# -- on the card ------------------------------------------------------------------------------------------------------
class Hearth(Power):
    """Gather Power: 1 Power more for each gate of yours in an area with an Ember."""

    rule, faction = "HB-EC-007", SLUG

    def income(self, s: State, me: int) -> Changes:
        return add(sum(burns(s, area) for area in s.gates(me)))


class AwakenSmoulderingKing(GreatOldOne, Power):
    """At a gate of yours in an area with an Ember, for 7 Power."""

    rule, faction, verb, kind, shape = "HB-EC-008", SLUG, "awaken smouldering king", KING, ("my gate",)
    printed, phrase = "Awaken the Smouldering King", "Awaken the Smouldering King in {}"
    requirements = (
        asleep(KING),
        OWN_GATE,
        Requirement("HB-EC-008", "An Ember is in {0}", lambda s, me, area: burns(s, area)),
    )


class Kindle(Act, Power):
    """Action, 1 Power: light an Ember in an area where you have a unit."""

    rule, faction, verb, shape, phrase = "HB-EC-009", SLUG, "kindle", ("my area",), "Kindle an Ember in {}"
    requirements = (
        Requirement(
            "HB-EC-009", "You have a unit in {0}", lambda s, me, area: s.here(me, area), implied_by=("my area",)
        ),
        Requirement(
            "HB-EC-009",
            "No Ember is in {0}",
            lambda s, me, area: not burns(s, area),
            against=lambda s, me, area: (f"place:{area}:{TOKEN}",),
        ),
        Requirement(
            "HB-EC-009",
            "An Ember is left",
            lambda s, me: embers(s).bit_count() < s.config.tokens[s.config.token(TOKEN)].figures,
            fact=lambda s, me: f"{embers(s).bit_count()} are lit",
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        turn_ember(s, me, area, self.rule)


# -- spellbooks -------------------------------------------------------------------------------------------------------
class Backdraft(Power):
    """A query. Your Furnace Wyrms roll 1 die more each where an Ember lies."""

    rule, faction, bit = "HB-EC-016", SLUG, 0

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(n) if kind == WYRM and burns(fight.s, fight.b.area) else None


class RiseFromAsh(Power):
    """A replacement. Where an Ember lies, a kill on an Ash Walker may become a pain."""

    rule, faction, bit = "HB-EC-017", SLUG, 1

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
        return event.code & KIND == WALKER and event.result == KILL and burns(s, event.fight.b.area)

    def would_take_result(self, s: State, me: int, event: Hit) -> Hit:
        return event.becomes(PAIN, me, self)


class Scorch(Power):
    """A window. Before the battle give up a Cinder Moth that takes part: the enemy takes a pain more."""

    rule, faction, bit = "HB-EC-018", SLUG, 2

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return fight.count(me, MOTH) > 0 or No("no Cinder Moth is in this battle")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        fight.note(me, self)
        fight.owe(foe, PAIN, 1, self.name)
        await fight.lose(me, MOTH, me, self.rule, "burnt up")


class Flicker(Act, Power):
    """An unlimited action. Once an Action phase a Cinder Moth flies to any area with an Ember."""

    rule, faction, bit, verb, unlimited = "HB-EC-019", SLUG, 3, "flicker", True
    shape, phrase = ("my area", "area"), "Flicker from {} to {}"
    requirements = (
        Requirement("HB-EC-019", "Not used in this Action phase", lambda s, me: not s.is_spent(me, "Flicker")),
        Requirement("HB-EC-019", "You have a Cinder Moth in {0}", lambda s, me, a: s.n(me, MOTH, a) > 0),
        Requirement("HB-EC-019", "An Ember is in {1}", lambda s, me, a, b: burns(s, b)),
        Requirement("HB-EC-019", "{1} is another area", lambda s, me, a, b: a != b),
    )

    async def do(self, s: State, me: int, a: int, b: int) -> None:
        s.spent += ((me, self.name),)  # forgotten with Gather Power
        s.move(me, MOTH, a, b)
        if s.trace is not None:
            names, moths = s.config.map.names, (piece(s, me, a, MOTH), piece(s, me, b, MOTH))
            text = "A Cinder Moth flies from {} to {}"
            report(s, self.rule, text, names[a], names[b], who=me, arrow=Arrow(a, b), touched=moths)


class Wildfire(Act, Power):
    """A unique action, 2 Power. Where an Ember lies, an enemy gives up a Monster or Cultist; the Ember goes out."""

    rule, faction, bit, verb = "HB-EC-020", SLUG, 4, "wildfire"
    shape, phrase = ("occupied", "foe there"), "Wildfire in {} against {}"
    requirements = (
        Requirement("HB-EC-020", "An Ember is in {0}", lambda s, me, area: burns(s, area)),
        Requirement(
            "HB-EC-020",
            "{1} has a Monster or Cultist in {0}",
            lambda s, me, area, foe: any(s.n(foe, k, area) for k in s.config.minions[foe]),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        _, _, code = await pick(s, foe, units_in(s, foe, area, s.config.minions[foe]), self, "lost to Wildfire")
        await eliminate(s, foe, code, area, me, self.rule)
        turn_ember(s, me, area, self.rule)


class EternalFlame(Power):
    """A window. Doom phase, with the Smouldering King in play: put out two Embers for an Elder Sign."""

    rule, faction, bit = "HB-EC-021", SLUG, 5

    def may_in_phase(self, s: State, me: int) -> bool:
        return s.total(me, KING) > 0 and embers(s).bit_count() >= s.config.amounts["embers_for_a_sign"]

    async def in_phase(self, s: State, me: int) -> None:
        for _ in range(s.config.amounts["embers_for_a_sign"]):
            turn_ember(s, me, await choose(me, "area", bits(embers(s)), self, "ember put out"), self.rule)
        await gain_signs(s, me, 1, self.rule)


# -- requirements -----------------------------------------------------------------------------------------------------
class ThreeEmbers(SpellbookSlot):
    """Embers lie in three areas."""

    rule, faction, bit = "HB-EC-010", SLUG, 0

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return embers(s).bit_count() >= s.config.amounts["some_embers"]


class FiveEmbers(SpellbookSlot):
    """Embers lie in five areas."""

    rule, faction, bit = "HB-EC-011", SLUG, 1

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return embers(s).bit_count() >= s.config.amounts["many_embers"]


class AllThreeMonsters(SpellbookSlot):
    """Have a Cinder Moth, an Ash Walker and a Furnace Wyrm in play."""

    rule, faction, bit = "HB-EC-012", SLUG, 2

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return all(s.total(me, kind) for kind in (MOTH, WALKER, WYRM))


class KillByFirelight(SpellbookSlot):
    """Kill an enemy unit in a battle where an Ember lies."""

    rule, faction, bit, watches = "HB-EC-013", SLUG, 3, Watches.BATTLE

    def requirement_met(self, s: State, me: int, thing: Resolution) -> bool:
        return thing.b.slain[thing.side(me)] > 0 and burns(s, thing.b.area)


class Offerings(SpellbookSlot):
    """As your action pay 3 Power."""

    rule, faction, bit, watches = "HB-EC-014", SLUG, 4, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == BurnOfferings.verb


class BurnOfferings(SlotAct, Power):
    """As your action pay 3 Power, for a spellbook."""

    rule, faction, verb, phrase = "HB-EC-014", SLUG, "burn offerings", "Burn offerings for a spellbook"
    requirements = (slot_open(Offerings),)


class SmoulderingKingAwake(SpellbookSlot):
    """Awaken the Smouldering King."""

    rule, faction, bit, watches, printed = "HB-EC-015", SLUG, 5, Watches.AWAKENED, "Smouldering King awake"

    def requirement_met(self, s: State, me: int, thing: int) -> bool:
        return thing == KING
