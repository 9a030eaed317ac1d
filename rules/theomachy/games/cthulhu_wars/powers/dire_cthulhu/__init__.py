"""Dire Cthulhu, a Great Old One of no faction."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose
from .....engine.runtime.trace import report
from ...rules.common import Unit, arrow, gain_signs, pick, piece, title, unit_name
from ...rules.domains import KILL, KIND, PAIN
from ...rules.fight import Resolution, Scored
from ...rules.leaving import eliminate
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import Adjacent, OnPlacement, Watches, WouldBeEliminated
from ...rules.ways import driven, may_enter, ways
from ..independents import Awakening, kind_on_card, terms
from ..opener_of_the_way import victims

DIRE = "dire_cthulhu"
PROMPTS = {
    "killed beside the battle": "{who}, which unit takes the kill of Non-Euclidean?",
    "pained beside the battle": "{who}, which unit takes the pain of Non-Euclidean?",
}


class AwakenDireCthulhu(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power, and an Elder Sign comes with it."""

    rule, on, verb, phrase = "CW-IGO-025", f"box.{DIRE}", "awaken dire cthulhu", "Awaken Dire Cthulhu in {}"
    requirements = terms(DIRE)

    async def _come(self, s: State, me: int, kind: int, area: int) -> None:
        await super()._come(s, me, kind, area)
        await gain_signs(s, me, s.config.amounts["dire_sign"], self.rule)


class LordAndMaster(Power):
    """When you awaken another independent Great Old One you may gain an Elder Sign."""

    rule, on, about, printed = "CW-IGO-026", f"card.{DIRE}", (OnPlacement.AWAKEN,), "Lord and Master"
    special = DIRE

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        other = owner == me and how is OnPlacement.AWAKEN and kind != kind_on_card(s, me, self)
        return other and s.config.factions[me].units[kind].independent

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        await gain_signs(s, me, s.config.amounts["dire_sign"], self.rule)


class ManyKilledInOneBattle(SpellbookSlot):
    """You kill 3 enemy units in one battle; 7, if a ruling keeps to what the rulebook prints."""

    rule, on, watches = "CW-IGO-027", f"card.{DIRE}", Watches.BATTLE

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        wanted = "dire_more_kills" if s.config.rulings.dire_cthulhu_asks_for_seven else "dire_kills"
        return bool(thing.b.slain[thing.side(me)] >= s.config.amounts[wanted])


class NonEuclidean(Power):
    """In its battle: results that you have scored go to other factions with units in the area, which do not fight, as
    many as you like. The owner picks the unit; who is pained may go anywhere next to it.
    """

    rule, on, printed = "CW-IGO-028", f"book.{DIRE}", "Non-Euclidean"

    def _others(self, fight: Resolution) -> list[int]:
        s, area = fight.s, fight.b.area
        return [f for f in s.config.seats if f not in fight.b.sides and s.here(f, area)]

    def may_would_score(self, s: State, me: int, event: Scored) -> bool | No:
        fight = event.fight
        if event.me != me or not fight.count(me, kind_on_card(s, me, self)) or not _results(event):
            return False
        return bool(self._others(fight)) or No("nobody else has units here")

    async def would_score(self, s: State, me: int, event: Scored) -> Scored:
        fight, rows = event.fight, list(event.rows)
        sent: list[tuple[int, int]] = []  # result, to whom
        while True:
            left = {what for what, n, _ in rows if n and what in (KILL, PAIN)}
            room = {f: self._crowd(fight, me, f) - sum(f == g for _, g in sent) for f in self._others(fight)}
            options = [(word, f) for word, what in WORDS.items() if what in left for f, n in room.items() if n > 0]
            if not options:
                break
            names: dict[Any, str] = {x: f"A {x[0]} to {title(s, x[1])}" for x in options}
            names["done"] = "No more: the rest goes to the enemy"
            said = await choose(
                me, "choice", [*options, "done"], self, "result beside the battle", names=names,
                prompt="Non-Euclidean: which result goes to whom?",
            )  # fmt: skip
            if said == "done":
                break
            word, foe = said
            at = next(i for i, (what, n, _) in enumerate(rows) if what == WORDS[word] and n)
            what, n, source = rows[at]
            rows[at] = (what, n - 1, source)
            sent.append((what, foe))
        for what, foe in sorted(sent, key=lambda row: row[0] == PAIN):  # kills first, as in a battle
            await (self._kill if what == KILL else self._pain)(fight, me, foe)
        return event._replace(rows=tuple(row for row in rows if row[1]))

    def _crowd(self, fight: Resolution, me: int, foe: int) -> int:
        """Units of a third party that may take a result."""
        kinds = {code & KIND for _, _, code in _prey(fight.s, me, foe, fight.b.area)}
        return sum(fight.s.n(foe, kind, fight.b.area) for kind in kinds)

    async def _kill(self, fight: Resolution, me: int, foe: int) -> None:
        s, area = fight.s, fight.b.area
        if units := _prey(s, me, foe, area):
            unit = await pick(s, foe, units, self, "killed beside the battle")
            fight.b.slain[fight.side(me)] += 1
            await eliminate(s, foe, unit[2], area, me, self.rule, cause=WouldBeEliminated.KILLED)

    async def _pain(self, fight: Resolution, me: int, foe: int) -> None:
        s, area, names = fight.s, fight.b.area, fight.s.config.map.names
        near = ways(s, foe, area, Adjacent.RETREAT)
        there = driven(s, me, foe, victims(s, me, foe, area), area)
        units = [(foe, area, code) for code in there if any(may_enter(s, foe, code & KIND, a) for a in near)]
        if not units:
            return
        _, _, code = await pick(s, foe, units, self, "pained beside the battle")
        name = unit_name(s, foe, code)
        open_ = [a for a in near if may_enter(s, foe, code & KIND, a)]
        to = await choose(foe, "area", open_, self, "retreat to", prompt=f"Where does the {name} retreat?")
        s.move(foe, code, area, to)
        if s.trace is not None:
            touched = (piece(s, foe, area, code), piece(s, foe, to, code & KIND))
            trail = arrow(area, to, "retreat")
            report(s, self.rule, "{} retreats to {}", name, names[to], who=foe, arrow=trail, touched=touched)


def _prey(s: State, me: int, foe: int, area: int) -> list[Unit]:
    """The classes of them."""
    return [(foe, area, code) for code in victims(s, me, foe, area)]


WORDS = {"kill": KILL, "pain": PAIN}


def _results(event: Scored) -> int:
    """Kills and pains that were scored."""
    return sum(n for what, n, _ in event.rows if what in (KILL, PAIN))
