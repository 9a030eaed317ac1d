"""What a hero may strive for in a round: artefacts, fortresses, monsters, structures, thresholds of stock."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.runtime.goals import Goal
from ....engine.runtime.requirement import Verdict
from ..rules.artefacts import met, printed, progress
from ..rules.battle import fort_of
from ..rules.maps import RESOURCES
from ..rules.score import power
from ..rules.state import CIRCLED, State
from ..rules.topics import RequirementMet

ASKS = {
    RequirementMet.FOUNDATIONS: "{} foundations",
    RequirementMet.VICTORIES: "{} victories in combat",
    RequirementMet.MOUNTAINS_VISITED: "{} mountains visited",
}


def goals(s: State, seat: int) -> tuple[Goal, ...]:
    """Artefacts, fortresses, monsters, structures, thresholds: what has not been had (HE-ART-008 and others)."""
    return (
        *_artefacts(s, seat),
        *_fortresses(s, seat),
        *_monsters(s, seat),
        *_structures(s, seat),
        *_thresholds(s, seat),
    )


def goals_at(s: State, seat: int, area: int) -> tuple[Goal, ...]:
    """To stand in a region (HE-MOV-005)."""
    name = s.config.map.names[area]
    here: Callable[[State], bool] = lambda s: s.sheets[seat].region == area  # noqa: E731
    return (Goal(f"stand:{area}", f"Stand in {name}", "HE-MOV-005", here, "In this region"),)


def _artefacts(s: State, seat: int) -> list[Goal]:
    return [_artefact(s, seat, i) for i, owner in enumerate(s.held) if owner != seat]


def _artefact(s: State, seat: int, artefact: int) -> Goal:
    card = printed(s, seat, artefact)
    if card.condition is RequirementMet.PAY:
        price = [f"{n} {RESOURCES[kind]}" for kind, n in enumerate(card.pay) if n]
        asks = f"You can pay {', '.join(price)}"
    else:
        asks = ASKS.get(card.condition, "What it asks: {}").format(card.amount)

    def have(s: State) -> str:
        return "" if card.condition is RequirementMet.PAY else f"{progress(s, seat, artefact)} of {card.amount}"

    def parts(s: State) -> tuple[Verdict, ...]:
        here = s.sheets[seat].region == card.region
        place = Verdict("HE-ART-008", f"You stand in {s.config.map.names[card.region]}", here)
        return place, Verdict("HE-ART-008", asks, met(s, seat, artefact), have(s))

    def far(s: State) -> float:
        return 0.0 if s.held[artefact] == seat else 0.5 + sum(not part.holds for part in parts(s))

    return Goal(
        f"artefact:{artefact}",
        card.name,
        "HE-ART-009",
        lambda s: s.held[artefact] == seat,
        "Artefacts",
        card.text,
        far,
        parts,
        about=(f"artefact:{seat}:{artefact}", f"area:{card.region}"),
    )


def _fortresses(s: State, seat: int) -> list[Goal]:
    found = []
    for region, name in enumerate(s.config.map.names):
        fort = fort_of(s, seat, region)
        if fort is not None and region not in s.seized:
            found.append(_fortress(seat, region, name, fort.power, fort.citadel))
    return found


def _fortress(seat: int, region: int, name: str, needs: int, citadel: bool) -> Goal:
    def taken(s: State) -> bool:
        return s.seized.get(region, -1) == seat

    def parts(s: State) -> tuple[Verdict, ...]:
        mine = power(s, seat)
        return (
            Verdict("HE-FRT-001", f"You stand in {name}", s.sheets[seat].region == region),
            Verdict("HE-FRT-001", f"Power {needs} or more", mine >= needs, str(mine)),
        )

    def far(s: State) -> float:
        return 0.0 if taken(s) else 0.5 + sum(not part.holds for part in parts(s))

    what = "citadel" if citadel else "fortress"
    at = (f"area:{region}",)
    title = f"The {what} of {name}"
    return Goal(f"fortress:{region}", title, "HE-FRT-002", taken, "Fortresses", "", far, parts, about=at)


def _monsters(s: State, seat: int) -> list[Goal]:
    left = [i for i, fate in enumerate(s.sheets[seat].monsters) if fate not in CIRCLED]
    return [_monster(s, seat, i) for i in left]


def _monster(s: State, seat: int, i: int) -> Goal:
    needs = s.config.monsters[i].power

    def beaten(s: State) -> bool:
        return s.sheets[seat].monsters[i] in CIRCLED

    def parts(s: State) -> tuple[Verdict, ...]:
        mine = power(s, seat)
        return (Verdict("HE-MON-002", f"Power {needs} or more", mine >= needs, str(mine)),)

    def far(s: State) -> float:
        return 0.0 if beaten(s) else 0.5 + max(needs - power(s, seat), 0) / 10

    return Goal(f"monster:{i}", f"Beat the monster of power {needs}", "HE-MON-004", beaten, "Monsters", "", far, parts)


def _structures(s: State, seat: int) -> list[Goal]:
    faction, built = s.config.factions[seat], s.sheets[seat].built
    return [
        _structure(s, seat, i, built[i])
        for i, block in enumerate(faction.blocks)
        if built[i] < block.times and not s.crossed(seat, i)
    ]


def _structure(s: State, seat: int, i: int, stands: int) -> Goal:
    block = s.config.factions[seat].blocks[i]

    def built(s: State) -> bool:
        return s.sheets[seat].built[i] > stands

    def parts(s: State) -> tuple[Verdict, ...]:
        names = s.config.factions[seat].blocks
        found = []
        if block.requires:
            one = any(s.sheets[seat].built[other] for other in block.requires)
            asked = " or ".join(names[other].name for other in block.requires)
            found.append(Verdict("HE-BLD-003", f"{asked} is built", one))
        if not stands:
            crossed = s.crossed(seat, i)
            found.append(Verdict("HE-BLD-005", "It is not crossed out", not crossed))
        stock, short = s.sheets[seat].amounts, []
        for kind, (have, need) in enumerate(zip(stock, block.cost, strict=True)):
            if have < need:
                short.append(f"{have} of {need} {RESOURCES[kind]}")
        found.append(Verdict("HE-BLD-002", "The stock pays for it", not short, ", ".join(short)))
        return tuple(found)

    def far(s: State) -> float:
        return 0.0 if built(s) else 0.5 + sum(not part.holds for part in parts(s))

    def never(s: State) -> tuple[Verdict, ...]:
        gone = s.crossed(seat, i)
        return (Verdict("HE-BLD-005", "It is not crossed out", False),) if gone else ()

    again = f", {stands + 1} times" if stands else ""
    title, at = f"{block.name}{again}", (f"block:{seat}:{i}",)
    return Goal(f"structure:{i}", title, "HE-BLD-004", built, "Structures", block.text, far, parts, never, at)


def _thresholds(s: State, seat: int) -> list[Goal]:
    faction, sheet = s.config.factions[seat], s.sheets[seat]
    return [
        _threshold(seat, kind, step, RESOURCES[kind], faction.thresholds[step], faction.stock_vp[step])
        for kind in faction.keeps
        if (step := sheet.reached[kind]) < len(faction.thresholds)
    ]


def _threshold(seat: int, kind: int, step: int, name: str, need: int, vp: int) -> Goal:
    def reached(s: State) -> bool:
        return s.sheets[seat].reached[kind] > step

    def parts(s: State) -> tuple[Verdict, ...]:
        have = s.sheets[seat].stock[kind]
        return (Verdict("HE-GTH-002", f"{need} {name} in stock", have >= need, f"{have} of {need}"),)

    def far(s: State) -> float:
        return 0.0 if reached(s) else 0.5 + max(need - s.sheets[seat].stock[kind], 0) / 10

    return Goal(
        f"stock:{kind}", f"{need} {name} in stock: {vp} points", "HE-GTH-002", reached, "Thresholds", "", far, parts
    )
