"""Tcho-Tcho Tribes: which spellbooks Tcho-Tcho may earn is its secret. What a table may add to the game."""

from __future__ import annotations

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import report
from ...rules.act import Act
from ...rules.common import Gain, arrive, gain_doom, gain_power, gain_signs, on_the_map, says, title
from ...rules.config import GOO, MONSTER, TERROR, Config
from ...rules.domains import POOL, plain
from ...rules.fight import Resolution
from ...rules.leaving import Leaving, eliminate, leaves, taken
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import GainOf, MayPlace, OnGain, WouldBeEliminated
from ..high_priests import priest_kinds
from ..tcho_tcho import PROTO_SHOGGOTH, UBBO_SATHLA
from ..tcho_tcho import SLUG as TCHO_TCHO

SLUG = "tribes"  # of the set of things
TRIBE = "tribe"  # the sort of the secret cards
BOOKS = {"tsang": (1, 2, 4), "leng": (6, 7, 8), "sarkomand": (9, 10, 11)}  # of each tribe, by their bits
TRIBE_OF = {bit: key for key, books in BOOKS.items() for bit in books}
FREE = (2, 4)  # what the Great Old One of Doomsday may cost elsewhere


def tribe(s: State, me: int) -> int:
    """The card of the tribe, secret or open; -1: none yet, or none that this view knows."""
    held = (card for card, who in enumerate(s.cards) if who == me and s.config.cards[card].sort == TRIBE)
    return next((card for card in (*s.kept[me], *held) if card >= 0), -1)


def with_strangers(config: Config, me: int) -> bool:
    """Are there both independent Great Old Ones and neutral Monsters?"""
    units = config.factions[me].units
    monsters = any(units[k].rank == MONSTER and is_ally(config, me, k) for k in config.neutral[me])
    return monsters and any(units[k].independent for k in config.neutral[me])


def is_ally(config: Config, me: int, kind: int) -> bool:
    """Is it a neutral Monster or Terror? What an independent Great Old One brings, as Filth, is none."""
    unit = config.factions[me].units[kind]
    return unit.neutral and unit.rank in (MONSTER, TERROR) and not config.outlasts(me, kind)


def choosable(config: Config, me: int) -> list[int]:
    """The cards of the tribes that may be chosen."""
    cards = [i for i, card in enumerate(config.cards) if card.sort == TRIBE]
    return [i for i in cards if config.cards[i].key != "sarkomand" or with_strangers(config, me)]


class ChoiceOfTribe(Power):
    """At set-up, in secret: Tsang, Leng or, with independent Great Old Ones and neutral Monsters, Sarkomand."""

    rule, faction, forced, printed = "CW-TTT-002", TCHO_TCHO, True, "Choice of a tribe"
    aside = True

    def may_setup(self, s: State, me: int) -> bool:
        return SLUG in s.config.facts.names("cards")

    async def setup(self, s: State, me: int) -> None:
        known = choosable(s.config, me)
        names = {i: s.config.cards[i].name for i in known}
        mine = await choose(
            me, "card", known, self, TRIBE, names=names, argument="book", owner=me, prompt="Which tribe do you play?"
        )
        s.keep_card(me, known, mine)  # so that nobody imagines one that could not be chosen
        s.take_card(me, s.config.card(SLUG))
        says(s, "CW-TTT-004", me, "chooses a tribe in secret", touched=(f"seat:{me}",))


COMES = (OnGain.BOOK, OnGain.SWAPPED)  # a spellbook comes, earned or in the place of another


class SecretTribe(Power):
    """You may take the spellbooks of your tribe and those of all tribes, no others. The first of your tribe's shows
    which it is.
    """

    rule, on, forced, about = "CW-TTT-004", "card.tribes", True, (MayPlace.BOOK, OnGain.BOOK, OnGain.SWAPPED)

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
        mine = tribe(s, me)
        if seat != me or what is not MayPlace.BOOK or mine < 0 or thing not in TRIBE_OF:
            return None
        return None if TRIBE_OF[thing] == s.config.cards[mine].key else False

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what in COMES and thing in TRIBE_OF and bool(s.kept[me])

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        mine = tribe(s, me)
        s.show_card(me, mine)
        says(s, self.rule, me, "is of the tribe {}", s.config.cards[mine].name, touched=(f"seat:{me}",))


# -- Leng -------------------------------------------------------------------------------------------------------------
class Surprise(Act, Power):
    """Action, 2 Power: an enemy chooses an Acolyte of its own to be killed, and your Proto-Shoggoth is there."""

    rule, faction, bit, comes_with, verb, shape = "CW-TTT-007", TCHO_TCHO, 6, SLUG, "surprise", ("foe",)
    printed, phrase = "Surprise!", "Surprise! for {}"
    requirements = (
        Requirement(
            "CW-TTT-007",
            "A Proto-Shoggoth is in your pool",
            lambda s, me: s.n(me, PROTO_SHOGGOTH, POOL) > 0,
        ),
        Requirement(
            "CW-TTT-007",
            "{0} has an Acolyte on the map",
            lambda s, me, foe: s.on_map(foe, s.config.acolytes[foe]) > 0,  # not one that sleeps (CW-SL-035)
        ),
    )

    async def do(self, s: State, me: int, foe: int) -> None:
        unit = await choose(
            foe, "unit", on_the_map(s, foe, s.config.acolytes[foe]), self, "victim", argument="unit",
            prompt="Surprise!: which Acolyte of yours is killed?",
        )  # fmt: skip
        _, area, code = unit
        if not await eliminate(s, foe, code, area, me, self.rule, cause=WouldBeEliminated.KILLED):
            return
        if s.config.rulings.surprise_where_the_enemy_likes:
            board = [a for a in s.standing() if not s.config.map.islands >> a & 1]
            area = await choose(foe, "area", board, self, "surprised", prompt="Where does the Proto-Shoggoth come?")
        await arrive(s, me, PROTO_SHOGGOTH, area, "placed", self.rule)


def gifts(s: State, foe: int) -> dict[str, int]:
    """What an enemy may give for Dark Rituals: a word and how much (ruling `dark_rituals`)."""
    n = s.config.amounts["dark_rituals"]
    least = 1 if s.config.rulings.dark_rituals_take_what_is_there else n
    has = {"power": s.power[foe], "doom": s.doom[foe]}
    return {what: min(n, there) for what, there in has.items() if there >= least}


def givers(s: State, me: int) -> list[int]:
    """Enemies that Dark Rituals touches, in turn order."""
    kinds = priest_kinds(s, me)
    homes = [foe for foe in s.order(me)[1:] if s.start[foe] >= 0 and s.has(me, kinds, s.start[foe])]
    return [foe for foe in homes if gifts(s, foe)]


class DarkRituals(Act, Power):
    """Action, once a phase: each enemy in whose start area you have a High Priest gives you 2 Power or 2 Doom."""

    rule, faction, bit, comes_with, verb = "CW-TTT-008", TCHO_TCHO, 7, SLUG, "dark rituals"
    requirements = (
        Requirement(
            "CW-TTT-008", "It has not been done in this Action phase", lambda s, me: not s.is_spent(me, "Dark Rituals")
        ),
        Requirement(
            "CW-TTT-008",
            "A High Priest is in the start area of an enemy who can give something",
            lambda s, me: bool(givers(s, me)),
        ),
    )
    printed, phrase = "Dark Rituals", "Dark Rituals"

    async def do(self, s: State, me: int) -> None:
        s.spent += ((me, self.name),)
        for foe in givers(s, me):
            has = gifts(s, foe)
            names = {word: f"{n} {word.capitalize()}" for word, n in has.items()}
            what = await choose(
                foe, "choice", list(has), self, "dark rituals", names=names,
                prompt=f"Dark Rituals: what do you give {title(s, me)}?",
            )  # fmt: skip
            n = has[what]
            if what == "power":
                gain_power(s, foe, -n, self.rule)
                gain_power(s, me, n, self.rule)
            else:
                s.doom[foe] -= n
                figure = f"{s.doom[foe] + n} → {s.doom[foe]}"
                says(s, self.rule, foe, "loses {} Doom", n, figure=figure, touched=(f"seat:{foe}",))
                gain_doom(s, me, n, self.rule, self.name)


class Fulmination(Power):
    """When Ubbo-Sathla is killed it may leave the game: an Elder Sign for each unit of either side that is killed."""

    rule, faction, bit, comes_with, blind = "CW-TTT-010", TCHO_TCHO, 8, SLUG, True

    def _fallen(self, fight: Resolution) -> int:
        """Units of either side that are killed; who lives on with a kill is not."""
        sides = zip(fight.b.sides, fight.b.roster, strict=True)
        return sum(n for seat, roster in sides for code, n in roster.items() if fight.killed(seat, code))

    def _killed(self, fight: Resolution, me: int) -> list[int]:
        """Ubbo-Sathla, if it is killed."""
        return [code for code in fight.units(me, (UBBO_SATHLA,)) if fight.killed(me, code)]

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool | No:
        if not fight.fights(me) or not fight.count(me, UBBO_SATHLA):
            return False
        return bool(self._killed(fight, me)) or No("Ubbo-Sathla has no kill")

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, n, foe = fight.s, self._fallen(fight), fight.foe(me)
        (code,) = self._killed(fight, me)
        killed = WouldBeEliminated.KILLED
        event = await leaves(s, Leaving(me, code, fight.b.area, killed, foe, s.out(me), fight))
        if event is None:
            return
        fight.note(me, self)
        fight.leave(me, code, str(killed))
        fight.b.slain[fight.side(foe)] += 1
        await taken(s, event._replace(code=plain(code)), self.rule, note=str(killed))
        text = "{} is killed" if n == 1 else "{} are killed"
        report(s, self.rule, text, "1 unit" if n == 1 else f"{n} units", who=me, touched=(f"seat:{me}",))
        await gain_signs(s, me, n * s.config.amounts["fulmination"], self.rule)


# -- Sarkomand --------------------------------------------------------------------------------------------------------
class Doomsday(Power):
    """When it comes an independent Great Old One that costs 2 or 4 comes to a gate of yours, for nothing; once a game,
    though the spellbook goes and comes again.
    """

    rule, faction, bit, comes_with, about = "CW-TTT-012", TCHO_TCHO, 9, SLUG, (OnGain.BOOK, OnGain.SWAPPED)

    def _kinds(self, s: State, me: int) -> list[int]:
        units = s.config.factions[me].units
        kinds = (k for k in s.config.neutral[me] if units[k].independent and units[k].rank == GOO)
        return [k for k in kinds if units[k].costs[0] in FREE and self._to_be_had(s, me, k)]

    def _to_be_had(self, s: State, me: int, kind: int) -> bool:
        """Has nobody awakened it, and is it in this game?"""
        card = s.config.owned[me].get(kind, -1)
        return bool(s.offer >> card & 1) if card >= 0 else s.n(me, kind, POOL) > 0

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        mine = seat == me and what in COMES and thing == self.bit and not s.counter(me, self.name)
        return mine and bool(s.gate_mask(me)) and bool(self._kinds(s, me))

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        kinds = self._kinds(s, me)
        s.count_to(me, self.name, 1)
        names = {k: s.config.name[me][k] for k in kinds}
        kind = await choose(me, "choice", kinds, self, "doomsday", names=names, prompt="Which Great Old One comes?")
        area = await choose(me, "area", bits(s.gate_mask(me)), self, "doomsday at", prompt="To which gate of yours?")
        if (card := s.config.owned[me].get(kind, -1)) >= 0:
            s.take_card(me, card)
        s.awake(me, kind)
        await arrive(s, me, kind, area, "placed", self.rule)


class Inerrant(Power):
    """Your ritual brings an Elder Sign more for each gate of an enemy at which you have a Great Old One."""

    rule, faction, bit, comes_with, forced = "CW-TTT-013", TCHO_TCHO, 10, SLUG, True

    def _signs(self, s: State, me: int) -> int:
        theirs = (a for foe in s.config.foes[me] for a in bits(s.gate_mask(foe)))
        return sum(s.has(me, s.config.goos[me], a) for a in theirs) * s.config.amounts["inerrant"]

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.seat == me and event.what is GainOf.RITUAL_SIGNS and self._signs(s, me) > 0

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        return event._replace(n=event.n + self._signs(s, me))


class OtherworldAlliances(Power):
    """Each of your neutral Monsters and Terrors rolls a die more."""

    rule, faction, bit, comes_with, speaks_of = "CW-TTT-011", TCHO_TCHO, 11, SLUG, "neutral Monster"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        ally = is_ally(fight.s.config, me, kind) or kind in fight.s.copiers(me, self)
        return add(n * fight.s.config.amounts["alliances"]) if ally else None
