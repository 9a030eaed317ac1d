"""What an empire may strive for: its open Heroquests, and a building more."""

from __future__ import annotations

from ....engine.runtime.goals import Goal, threshold
from ....engine.runtime.requirement import Verdict
from ....engine.wording import number_of
from ..rules.domains import GONE
from ..rules.packing import kind_of
from ..rules.state import State
from ..rules.timings import Part, Quest


def goals(s: State, seat: int) -> tuple[Goal, ...]:
    """Open slots in printed order (GW-GAB-011), the reward of each monster, then a building more (GW-CNC-006)."""
    empire, row = s.config.empires[seat], s.slots[seat]
    by_thing = {quest.thing: quest for quest in empire.quests}
    found = [
        _of_slot(s, seat, slot, by_thing[thing])
        for slot, (printed, thing) in enumerate(zip(empire.slots, s.config.slot_things[seat], strict=True))
        if row[slot] < 0 and thing in by_thing
        if not printed.of or s.is_ally(s.config.race(printed.of), seat)
    ]
    found += [_of_monster(seat, owner, s) for owner in s.config.wild if s.config.empires[owner].sort]
    n = _buildings(s, seat)
    found.append(
        threshold(
            "building",
            f"Have {number_of(n + 1, 'building')}",
            "GW-CNC-006",
            lambda s: _buildings(s, seat),
            n + 1,
            what="buildings on the map",
            one="building on the map",
            group="Thresholds",
        )
    )
    return (*found, *alliances(s, seat))


def alliances(s: State, seat: int) -> tuple[Goal, ...]:
    """An elder race that is nobody's ally."""
    return tuple(_alliance(s, seat, race) for race in range(len(s.config.races)) if s.is_neutral(race))


def _alliance(s: State, seat: int, race: int) -> Goal:
    row, way = s.config.races[race], s.config.fact(f"empire.{s.config.slugs[s.config.elders]}.abilities.diplomacy.rule")

    def reached(s: State) -> bool:
        owner = s.config.elders
        places = [a for code in s.config.guests[owner][race] for a in s.where(owner, kind_of(code))]
        return not places or any(s.here(seat, area) for area in places)

    return Goal(
        f"ally:{row.slug}",
        f"Ally with the {row.title}",
        row.rule,
        lambda s: s.is_ally(race, seat),
        "Elder races",
        row.text,
        lambda s: 0.0 if s.is_ally(race, seat) else 1.0 if reached(s) else 2.0,
        lambda s: (Verdict(way, "A unit of yours stands where they are", reached(s)),),
        lambda s: () if s.is_neutral(race) else (Verdict(row.rule, "They are nobody's ally yet", False),),
    )


def goals_at(s: State, seat: int, area: int) -> tuple[Goal, ...]:
    """A unit and a building in one area (GW-MOV-001, GW-CNC-006)."""
    name = s.config.map.names[area]
    return (
        Goal(
            f"unit:{area}", f"Have a unit in {name}", "GW-MOV-001", lambda s: bool(s.here(seat, area)), "In this area"
        ),
        Goal(
            f"building:{area}",
            f"Have a building in {name}",
            "GW-CNC-006",
            lambda s: bool(s.homes(seat) >> area & 1),
            "In this area",
        ),
    )


def _buildings(s: State, seat: int) -> int:
    return s.sited[seat].bit_count() + s.nested[seat].bit_count()


def _of_monster(seat: int, owner: int, s: State) -> Goal:
    """To kill a monster; how near that is nobody can say but the dice."""
    card, i = s.config.empires[owner], s.config.neutrals.index(owner)

    def far(s: State) -> float:
        if s.rewards[i] == seat:
            return 0.0
        return 1.0 if s.on[seat] & s.on[owner] else 2.0

    def parts(s: State) -> tuple[Verdict, ...]:
        beside = bool(s.on[seat] & s.on[owner])
        return (Verdict("GW-BAT-001", f"A unit of yours stands beside {card.title}", beside),)

    def never(s: State) -> tuple[Verdict, ...]:
        here = s.n(owner, 0, GONE) == 0 or s.rewards[i] == seat
        return () if here else (Verdict(card.units[0].rule, f"{card.title} is in the game", False),)

    return Goal(
        f"monster:{card.slug}", f"Kill {card.title}", card.units[0].rule, lambda s: s.rewards[i] == seat,
        "Monsters", "Its reward is received at once.", far, parts, never,
    )  # fmt: skip


def _of_slot(s: State, seat: int, slot: int, quest: Quest) -> Goal:
    """One Heroquest; its parts are those that it fires by, as they stand while nothing happens."""
    printed = s.config.empires[seat].slots[slot]

    def standing(s: State) -> tuple[Part, ...]:
        return tuple(quest.requirement_met(s, seat, None))  # type: ignore[attr-defined]

    def far(s: State) -> float:
        if s.slots[seat][slot] >= 0 or s.owed[seat] >> slot & 1:
            return 0.0
        return float(sum(max(part.need - part.have, 0) for part in standing(s))) or 0.5

    def parts(s: State) -> tuple[Verdict, ...]:
        return tuple(
            Verdict(printed.rule, part.name, part.met, f"{part.have} of {part.need}" if part.need > 1 else "")
            for part in standing(s)
        )

    def never(s: State) -> tuple[Verdict, ...]:
        if s.config.fits[seat][slot] & ~s.gifts(seat):
            return ()
        return (Verdict("GW-GAB-011", "A gift that fits this slot is left", False),)

    return Goal(
        f"slot:{slot}",
        printed.title,
        printed.rule,
        lambda s: s.slots[seat][slot] >= 0,
        "Heroquests",
        printed.text,
        far,
        parts,
        never,
        (f"slot:{seat}:{slot}",),
    )
