"""Nodens, an Elder God of no faction. His spellbook lets him have one of his owner's as if he were the unit there."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.layers import Changes, add, at_most
from .....engine.runtime.requirement import Requirement
from .....engine.wording import article
from ...rules.act import COMMON, Act
from ...rules.common import control_changed, keepers, says
from ...rules.domains import DOOM, KIND, kind_of
from ...rules.fight import Resolution
from ...rules.state import State, bits
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import FixedResults, Watches
from ..independents import Awakening, is_in_battle, kind_on_card, terms
from ..market import of_card

RULE = "CW-IGO-030"
NODENS = "nodens"


class AwakenNodens(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power."""

    rule, on, verb, phrase = RULE, f"box.{NODENS}", "awaken nodens", "Awaken Nodens in {}"
    requirements = terms(NODENS)


class ResultsOfNodens(Power):
    """Nodens throws no dice and adds 1 kill and 2 pains."""

    rule, on, printed = RULE, f"card.{NODENS}", "Results of Nodens"
    about = (FixedResults.KILL, FixedResults.PAIN)
    as_dice = True

    def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> Changes:
        if what not in self.about or not is_in_battle(fight, me, self):
            return None
        amounts = fight.s.config.amounts
        return add(amounts["nodens_kills"] if what is FixedResults.KILL else amounts["nodens_pains"])

    def worth(self, s: State, me: int, area: int) -> float:
        """An evaluation holds what he has copied for more than it costs."""
        return float(2 * s.config.prices["proteus"]) if s.copied[me] else 0.0


class NoDiceAtAll(Power):
    """He throws none for a spellbook that he has copied either, if you have agreed on that (ruling `nodens_dice`)."""

    rule, on, printed, aside = RULE, f"card.{NODENS}", "No dice at all", True

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        his = fight.s.config.rulings.nodens_never_throws and kind == kind_on_card(fight.s, me, self)
        return at_most(0) if his else None


class Healing(Power):
    """When a Doom phase is over the ritual marker goes back one space, unless it has reached Instant Death."""

    rule, on, forced = RULE, f"card.{NODENS}", True
    special = NODENS

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.ritual > 0 and not s.instant_death

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        before = s.ritual_cost()
        s.ritual = max(s.ritual - s.config.amounts["healing"], 0)
        figure = f"{before} → {s.ritual_cost()}"
        says(s, self, me, "has the ritual marker go back", figure=figure, touched=("track:ritual",))


class RitualPerformed(SpellbookSlot):
    """You perform a Ritual of Annihilation."""

    rule, on, watches = RULE, f"card.{NODENS}", Watches.RITUAL

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == me)


def speaks_of(s: State, me: int, bit: int) -> str:
    """The unit, or type of unit, as which Nodens may have a spellbook of a seat; "": he may not."""
    words = (power.speaks_of for power in s.config.on_book(me, bit))
    word = next((word for word in words if word), "")
    named = any(unit.name == word for unit in s.config.factions[me].units)
    return word if named or not s.config.rulings.nodens_copies_names_alone else ""


class Proteus(Act, Power):
    """Action, 2 Power: Nodens has one of the spellbooks on your card as if he were the unit of which it speaks; what he
    had before he has no more.
    """

    rule, on, verb, shape, category = RULE, f"book.{NODENS}", "proteus", ("earned book",), COMMON
    phrase = "Proteus: Nodens has {} too"
    requirements = (
        Requirement(
            RULE,
            "{0} is on your card",
            lambda s, me, option: bool(s.books[me] >> kind_of(option) & 1),
            implied_by=("earned book",),
        ),
        Requirement(
            RULE,
            "{0} speaks of a unit that Nodens can be",
            lambda s, me, option: bool(speaks_of(s, me, kind_of(option))),
            fault=lambda s, me, option: "It does not by the ruling nodens_copies.",
        ),
        Requirement(
            RULE,
            "Nodens has not copied {0} yet",
            lambda s, me, option: not s.copied[me] >> kind_of(option) & 1,
        ),
        Requirement(
            RULE,
            "Nodens may copy another one",
            lambda s, me: not (s.copied[me] and s.config.rulings.nodens_keeps_his_mark),
            fault=lambda s, me: "His mark stays by the ruling nodens_mark.",
        ),
    )

    async def do(self, s: State, me: int, option: int) -> None:
        bit = kind_of(option)
        for old in bits(s.copied[me]):
            s.copy_book(me, old, on=False)
        s.copy_book(me, bit)
        name, word = s.config.factions[me].books[bit].name, speaks_of(s, me, bit)
        text = "has Nodens use {} as if he were {}"
        proper = any(s.config.name[me][k] == word for k in s.config.goos[me])
        says(s, self, me, text, name, word if proper else article(word), touched=(f"book:{me}:{bit}",))
        await self._step_off(s, me)

    async def _step_off(self, s: State, me: int) -> None:
        """Who may hold a gate no more leaves it."""
        kind = kind_on_card(s, me, self)
        for area in s.gates(me):
            if s.keeper(me, area) == kind and kind not in keepers(s, me):
                s.open_gate(area)
                says(s, self, me, "abandons the gate in {}", s.config.map.names[area], touched=(f"place:{area}:gate",))
                await control_changed(s, area, me)


class OutOfTheGame(Power):
    """Lost as a unit that is then out of the game, Nodens is so too, and his card with him."""

    rule, on, forced, aside = "CW-IGO-041", f"box.{NODENS}", True, True
    printed = "Nodens leaves the game"

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        kind = of_card(s, me, NODENS)
        return owner == me and kind in [k & KIND for k in kinds] and s.gone(me, kind) > 0

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        card = s.config.owned[me][of_card(s, me, NODENS)]
        s.strike_card(card)
        says(s, self, me, "has Nodens leave the game", touched=(f"card:{card}",))
