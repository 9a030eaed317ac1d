"""Dreamlands: two sheets and four tunnels, Citadels that win the game, and what lives there and is nobody's."""

from __future__ import annotations

from ......engine.runtime.decision import die
from ......engine.runtime.trace import group, report
from ......engine.tabletop.table import Arrow, Condition, ConditionPart
from ....rules.common import control_changed, piece, says, title
from ....rules.domains import DOOM, DOOMED, NO_GATE, PAIN, POOL, UNKEPT, WON, pains_on
from ....rules.fight import Hit
from ....rules.leaving import eliminate
from ....rules.state import State, bits
from ....rules.timings import Power
from ....rules.topics import ControllerOf, MayPlace

GROUND, BHOLE, ZOOG = "ground.dreamlands", "unit.bhole", "unit.zoog"
SURFACE, UNDERWORLD, CITADEL = "surface", "underworld", "citadel"
ONE = 0  # the only kind of unit of each of the two

PROMPTS = {
    "bhole": "Where does the Bhole go?",
    "zoog": "Where does a Zoog appear?",
}


def owner(s: State, key: str) -> int:
    """Who is wild and has this key: "bhole", "zoogs"."""
    return next(f for f in s.config.wild if s.config.factions[f].slug == key)


def citadels(s: State, part: str) -> int:
    """The areas with a Citadel on one of the two sheets, as a mask."""
    board = s.config.map
    return board.printed(CITADEL) & board.on_part(part)


def numbered(s: State, part: str, face: int) -> int:
    """The Citadel of a sheet that bears a number: "5-6" is printed for two of them."""
    for area in bits(citadels(s, part)):
        text = next(text for kind, text in s.config.map.signs[area] if kind == CITADEL)
        first, _, last = text.partition("-")
        if int(first) <= face <= int(last or first):
            return area
    raise ValueError(f"no Citadel of the {part} has the number {face}")


def infested(s: State) -> int:
    """The areas with Zoogs, as a mask."""
    return s.on[owner(s, "zoogs")]


def held_beside_zoogs(s: State) -> list[int]:
    """Areas with Zoogs where somebody holds the gate that lies there."""
    return [area for area in bits(infested(s)) if s.holder(area) >= 0 and not s.is_fixed(area)]


async def drive_off(s: State, area: int, rule: str) -> None:
    """Whoever controls the gate there abandons it."""
    seat = s.holder(area)
    s.open_gate(area)
    if s.trace is not None:
        says(s, rule, seat, "abandons the gate in {}", s.config.map.names[area], touched=(f"place:{area}:gate",))
    await control_changed(s, area, seat)


async def devour(s: State, area: int, rule: str) -> None:
    """The Bhole destroys the gate in its area and eliminates who controls it; units that count as gates too."""
    bhole, seat, kind = owner(s, "bhole"), s.holder(area), s.warden[area]
    if s.gate[area] != NO_GATE:
        s.close_gate(area)
        if s.trace is not None:
            report(s, rule, "The Bhole destroys the gate in {}", s.config.map.names[area], touched=(f"area:{area}",))
        if seat >= 0 and kind != UNKEPT:
            await eliminate(s, seat, kind, area, bhole, rule)
        await control_changed(s, area, seat)
    for f, k in s.units_as_gates(area):
        await eliminate(s, f, k, area, bhole, "CW-DRM-018")


# -- the end of the Doom phase ----------------------------------------------------------------------------------------
class TheBhole(Power):
    """At the end of each Doom phase: with a gate in its area the Bhole stays and destroys it, with whoever controls it.
    Else it goes to the Citadel of the Underworld with the number of a die, and destroys a gate there. Killed, it comes
    back to the Vale of Pnath instead, and destroys a gate there.
    """

    rule, on, forced, printed = "CW-DRM-015", GROUND, True, "The Bhole"

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        bhole, names = owner(s, "bhole"), s.config.map.names
        if s.n(bhole, ONE, POOL):
            lair = bits(s.config.lairs(bhole))[0]
            s.move(bhole, ONE, POOL, lair)
            if s.trace is not None:
                report(s, "CW-DRM-022", "A new Bhole appears in {}", names[lair], touched=(piece(s, bhole, lair, ONE),))
            await devour(s, lair, "CW-DRM-022")
            return
        home = s.home(bhole, ONE)
        if s.gate_mask() >> home & 1:
            with group(s, self.rule, "The Bhole stays in {}", names[home], touched=(piece(s, bhole, home, ONE),)):
                await devour(s, home, self.rule)
            return
        face = await die("CW-DRM-017", "bhole")
        to = numbered(s, UNDERWORLD, face)
        s.move(bhole, ONE, home, to)
        with group(
            s, "CW-DRM-017", "The Bhole rolls {} and goes to {}", face, names[to],
            touched=(piece(s, bhole, to, ONE),), arrow=Arrow(home, to) if home != to else None,
        ):  # fmt: skip
            await devour(s, to, "CW-DRM-017")


class Zoogs(Power):
    """At the end of each Doom phase, after the Bhole: a die for every Zoog that is not in play. It appears at the
    Citadel of the Surface with that number, and whoever controls the gate there abandons it. Zoogs on the map stay.
    """

    rule, on, forced = "CW-DRM-024", GROUND, True

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.n(owner(s, "zoogs"), ONE, POOL) > 0

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        zoogs = owner(s, "zoogs")
        for _ in range(s.n(zoogs, ONE, POOL)):
            face = await die(self, "zoog")
            area = numbered(s, SURFACE, face)
            s.move(zoogs, ONE, POOL, area)
            if s.trace is not None:
                touched = (piece(s, zoogs, area, ONE),)
                report(
                    s, self.rule, "A Zoog rolls {}: it appears in {}", face, s.config.map.names[area], touched=touched
                )
            if area in held_beside_zoogs(s):
                await drive_off(s, area, "CW-DRM-026")


class BesideZoogs(Power):
    """Nobody controls a gate in an area with Zoogs. Yog-Sothoth is a gate all the same."""

    rule, on, forced, printed, about = "CW-DRM-026", GROUND, True, "Beside Zoogs", (ControllerOf.GATE,)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        return -1 if infested(s) >> area & 1 and not s.is_fixed(area) else None

    def may_after_action(self, s: State, me: int) -> bool:
        return bool(held_beside_zoogs(s))

    async def after_action(self, s: State, me: int) -> None:
        for area in held_beside_zoogs(s):  # a Zoog or a gate was brought there
            await drive_off(s, area, self.rule)


# -- battles with them ------------------------------------------------------------------------------------------------
class InTheVale(Power):
    """In the Vale of Pnath the Bhole ignores Pains. Elsewhere a Pain sends it there, whoever is there; then none that
    fought it retreats to the Vale.
    """

    rule, on, forced, printed = "CW-DRM-020", BHOLE, True, "Home in the Vale"
    about = (MayPlace.ENTER,)

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
        return event.result == PAIN and bool(s.config.lairs(me) >> event.fight.b.area & 1)

    def would_take_result(self, s: State, me: int, event: Hit) -> None:
        event.spared(me, self)

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: tuple[int, int]) -> bool | None:
        b, (_, area) = s.battle, thing
        if b is None or seat not in b.sides or me not in b.sides or not s.config.lairs(me) >> area & 1:
            return None
        side = b.sides.index(me)
        pained = any(c < DOOMED and pains_on(c) for c in b.roster[side])  # once it is there, it bars the Vale itself
        return False if pained else None


class IntoTheUnderbrush(Power):
    """A Pain on a Zoog eliminates it, which is no Kill, and pains a unit of the other side in turn. Units that a power
    brings, and by which it pains a Zoog, are pained themselves.
    """

    rule, on, forced = "CW-DRM-028", ZOOG, True

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
        return event.result == PAIN

    def would_take_result(self, s: State, me: int, event: Hit) -> Hit:
        fight, b = event.fight, event.fight.b
        pained = [row[:2] for row in b.routed]
        brought = [unit for unit in dict.fromkeys(b.came) if b.came.count(unit) > pained.count(unit)]
        by_power = [unit for unit in brought if (unit[0], event.source) in b.used]
        if by_power:
            seat, kind = by_power[0]
            b.routed += ((seat, kind, me),)
            says(s, "CW-DRM-033", seat, "has a {} pained in turn", s.config.name[seat][kind])
        else:
            fight.owe(event.foe, PAIN, 1, title(s, me))
        return event.becomes(DOOMED, me, self)


# -- victory ----------------------------------------------------------------------------------------------------------
def has_won(s: State, seat: int) -> bool:
    """Does a seat control a gate at all Citadels of one sheet?"""
    return any(not citadels(s, part) & ~s.gate_mask(seat, citadels(s, part)) for part in (SURFACE, UNDERWORLD))


class Citadels(Power):
    """Whoever controls a gate at all four Citadels of the Surface, or all four of the Underworld, wins at once,
    whatever its Doom and spellbooks. Yog-Sothoth is such a gate.
    """

    rule, on, forced = "CW-DRM-009", GROUND, True

    def may_any_time(self, s: State, me: int) -> bool:
        return not self.game_over(s, me) and any(has_won(s, seat) for seat in s.config.seats)

    async def any_time(self, s: State, me: int) -> None:
        for seat in s.config.seats:
            if has_won(s, seat):
                s.count_to(seat, WON, 1)
                says(s, self.rule, seat, "controls a gate at all four Citadels of one sheet", touched=(f"seat:{seat}",))

    def game_over(self, s: State, me: int) -> bool:
        return any(s.counter(seat, WON) for seat in s.config.seats)

    def progress(self, s: State) -> tuple[Condition, ...]:
        """Who has most Citadels of each sheet, and which."""
        return tuple(self._of(s, part) for part in (SURFACE, UNDERWORLD))

    def _of(self, s: State, part: str) -> Condition:
        among, names = citadels(s, part), s.config.map.names
        seat = max(s.config.seats, key=lambda f: s.gate_mask(f, among).bit_count())
        held = s.gate_mask(seat, among)
        parts = [
            ConditionPart(
                f"{next(text for kind, text in s.config.map.signs[area] if kind == CITADEL)} {names[area]}",
                held >> area & 1, seat=seat if held >> area & 1 else -1, target=f"area:{area}",
            )
            for area in bits(among)
        ]  # fmt: skip
        sheet = "Surface" if part == SURFACE else "Underworld"
        text = "a gate at each Citadel of one sheet"
        return Condition(
            f"citadels:{part}", f"Citadels of the {sheet}", tuple(parts), seat=seat if held else -1, text=text,
            reward="the game, at once", rule=self.rule,
        )  # fmt: skip
