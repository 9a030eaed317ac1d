"""Slarges, the reptile folk."""

from __future__ import annotations

from typing import Any

from .....engine.masks import bits
from .....engine.runtime.ability import No
from .....engine.runtime.decision import Answer, choose
from .....engine.runtime.layers import Changes, add
from ...rules.common import says
from ...rules.domains import POOL
from ...rules.state import GIFT_NOTED, NOTHING, State
from ...rules.timings import Part, Power, Quest
from ...rules.topics import CostOf, CountsAs, InPhase, Watches

SLUG, SLARGE = "slarges", "slarge"
NOTE = "Obsession"
VERBS = ("build", "upgrade", "summon", "move", "battle")


class GenerationAlternation(Power):
    """A die before those of the battle gives each Slarge 1 or 3; likewise whenever their rating is needed."""

    rule, empire, item = "GW-ELD-021", SLUG, "abilities.generation_alternation"

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        if kind != s.config.by_key[me][SLARGE]:
            return False
        return role is CountsAs.ROLLED or (role is CountsAs.LATE and not s.config.rulings.slarges_are_rated_first)


def noted(s: State, me: int) -> list[tuple[int, str, str, int]]:
    """What lies beside the gifts of a seat: the action, and the gifts that were turned for it."""
    return [row for row in s.noted if row[:2] == (me, NOTE)]


def cheaper(s: State) -> int:
    """How much cheaper each action is for which a gift lies face-down."""
    n: int = s.config.fact(f"empire.{SLUG}.gifts.obsession.figures.less")
    return n


class Obsession(Power):
    """In the Council name a common action and turn gifts face-down for a round: so many such actions are cheaper."""

    rule, empire, item = "GW-ELD-029", SLUG, "gifts.obsession"

    def _gifts(self, s: State, me: int) -> list[int]:
        own = next(i for i, gift in enumerate(s.config.empires[me].gifts) if f"gifts.{gift.key}" == self.item)
        if s.config.rulings.obsession_turns_itself:
            return [own]
        return [gift for gift in bits(s.active_gifts(me)) if gift != own]

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool | No:
        if phase is not InPhase.COUNCIL:
            return False
        return bool(self._gifts(s, me)) or No("there is no other active gift")

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        names = {verb: verb.capitalize() for verb in VERBS}
        verb = await choose(me, "choice", VERBS, self, "obsession", names=names)
        taken = list[int]()
        titles: dict[Answer, str] = {gift: s.config.empires[me].gifts[gift].name for gift in self._gifts(s, me)}
        while len(taken) < min(len(titles), self.figure(s, "gifts")):
            left: list[Answer] = [gift for gift in titles if gift not in taken]
            options = [*left, "done"] if taken else left
            gift = await choose(me, "card", options, self, "gift to turn", names=titles, argument="gift")
            if gift == "done":
                break
            taken.append(gift)
        for gift in taken:
            s.turn_down(me, gift)
        s.spent += ((me, self.name, NOTHING),)
        s.noted += ((me, NOTE, verb, len(taken)), *((me, NOTE, GIFT_NOTED, gift) for gift in taken))
        turned = ", ".join(titles[gift] for gift in taken)
        says(s, self, me, "is obsessed: {}, {} times; face-down: {}", verb, len(taken), turned)


class Obsessed(Power):
    """What was named for Obsession holds for a round, whatever lies face-down; then the gifts are turned up again."""

    rule, empire, item, forced, binding = "GW-ELD-029", SLUG, "heroquests.all_are_out", True, True
    about = (CostOf.ACTION, InPhase.COUNCIL)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int | str) -> Changes:
        cheap = any(word == it and n > 0 for _, _, word, n in noted(s, me))
        return add(-cheaper(s)) if cheap else None

    def may_after_action(self, s: State, me: int, who: int) -> bool:
        return who == me and any(word == s.doing and n > 0 for _, _, word, n in noted(s, me))

    async def after_action(self, s: State, me: int, who: int) -> None:
        s.noted = tuple((*row[:3], row[3] - 1) if row[:3] == (me, NOTE, s.doing) else row for row in s.noted)

    def may_in_phase(self, s: State, me: int, phase: InPhase) -> bool:
        """Not what has been named in this very Council."""
        return phase is InPhase.COUNCIL and bool(noted(s, me)) and not s.is_spent(me, NOTE)

    async def in_phase(self, s: State, me: int, phase: InPhase) -> None:
        for _, _, word, gift in noted(s, me):
            if word == GIFT_NOTED:
                s.turn_up(me, gift)
        s.noted = tuple(row for row in s.noted if row[:2] != (me, NOTE))
        says(s, self, me, "turns the gifts of Obsession up again")


class AllAreOut(Quest):
    """No Slarge is in your pool."""

    rule, empire, key, watches = "GW-ELD-021", SLUG, "all_are_out", (Watches.UNITS,)

    def requirement_met(self, s: State, me: int, thing: Any) -> tuple[Part, ...]:
        kind = s.config.by_key[me][SLARGE]
        every = s.config.limit[me][kind]
        return (Part("Slarges out of the pool", every - s.n(me, kind, POOL), every - self.figure(s, "slarges")),)
