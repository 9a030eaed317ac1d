"""Library at Celaeno: two floors and archways, Tomes that seats hold, a Librarian and a Custodian who are nobody's."""

from __future__ import annotations

from typing import Any

from ......engine.runtime.decision import Answer, Options, Ruled, choose, roll, rule_of
from ......engine.runtime.dice import Dice
from ......engine.runtime.requirement import Requirement
from ......engine.runtime.trace import report
from ......engine.tabletop.table import Condition, ConditionPart
from ....rules.act import Act
from ....rules.common import (
    acts,
    arrive,
    carry,
    control_changed,
    divisions,
    gain_power,
    gain_signs,
    pick,
    says,
    title,
    units_in,
)
from ....rules.config import CULTIST
from ....rules.domains import DOOM, GATHER, HELD, KIND, POOL, figure, kind_of, seat_of
from ....rules.leaving import eliminate, lost
from ....rules.score import captives as on_card
from ....rules.state import State, bits
from ....rules.timings import Power
from ....rules.topics import Adjacent, ControllerOf
from ....rules.ways import may_enter
from ...bubastis import SLUG as BUBASTIS

GROUND, EVERYBODY = "ground.library", "map.library"
LIBRARIAN, CUSTODIAN = "librarian", "custodian"  # the two figures: markers, for they are no units
TOME, SILENCE = "tome", "silence"  # the sort of card; the counter of a seat
OUBLIETTE, ARCHWAY = "the_oubliette", "archway"
YR, LARVAE, GUARDIAN, BARRIER = (
    "yr_and_the_nhhngr", "larvae_of_the_outer_gods", "guardian_under_the_lake", "barrier_of_naach_tith",
)  # fmt: skip
AGONY, LONG_AGONY = (
    Dice("Agony die", total=True, shows=(1, 1, 2, 2, 3, 3)),
    Dice("Agony die", total=True, shows=(1, 2, 2, 3, 3, 4)),
)

PROMPTS = {
    "agony": "The Agony die",
    "shared by the Custodian": "{who}, how many units of whom does the Custodian send to the Oubliette?",
    "sent to the Oubliette": "{who}, which unit goes to the Oubliette?",
    "shared by the Librarian": "{who}, who suffers how much Agony?",
    "agony paid": "{who}, what do you give for 1 Agony?",
    "lost to the Librarian": "{who}, which unit is eliminated?",
    "given up for a Tome": "{who}, what do you give up?",
    "tome turned up": "{who}, which Tome do you turn up?",
    "captive released": "{who}, which captive do you release?",
    "elder sign given up": "{who}, which Elder Sign do you give up?",
    "yr": "{who}, what does Yr and the Nhhngr bring?",
}


# -- where Tomes are --------------------------------------------------------------------------------------------------
def tomes(s: State) -> list[tuple[int, int]]:
    """(number of the card, area of its slot) of each Tome."""
    return [(i, s.config.map.index[card.key]) for i, card in enumerate(s.config.cards) if card.sort == TOME]


def controls(s: State, seat: int, area: int) -> bool:
    """Does a seat control a gate there?"""
    return bool(s.gate_mask(seat, 1 << area))


def controller(s: State, area: int) -> int:
    """Who controls the gate there, or -1; what lies on the ground goes before what only counts as a gate."""
    if s.holder(area) >= 0:
        return s.holder(area)
    return next((f for f in s.order(s.active) if controls(s, f, area)), -1)


def overdue(s: State, seat: int) -> list[int]:
    """The Tomes of a seat that does not control their gates any more."""
    return [i for i, area in tomes(s) if s.cards[i] == seat and not controls(s, seat, area)]


def to_take(s: State) -> list[tuple[int, int]]:
    """(card, seat) of the Tomes in their slots beside a gate that somebody controls."""
    return [(i, f) for i, area in tomes(s) if s.cards[i] < 0 and (f := controller(s, area)) >= 0]


def take(s: State) -> None:
    """Whoever controls a gate beside a Tome in its slot takes it."""
    for i, seat in to_take(s):
        s.take_card(seat, i)
        says(s, "CW-LIB-008", seat, "takes the Tome {}", s.config.cards[i].name, touched=(f"card:{i}",))


class Tomes(Power):
    """Whoever controls the gate of an area with a Tome takes it and has its power. He keeps it when he loses the gate:
    then it is overdue.
    """

    rule, on, forced, printed = "CW-LIB-008", GROUND, True, "Tomes"

    def may_on_control(self, s: State, me: int, area: int, seat: int, before: int) -> bool:
        return bool(to_take(s))

    async def on_control(self, s: State, me: int, area: int, seat: int, before: int) -> None:
        take(s)

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(to_take(s))

    async def any_time(self, s: State, me: int) -> None:
        take(s)

    def progress(self, s: State) -> tuple[Condition, ...]:
        """Where each Tome is, and which are overdue."""
        late = {i for f in s.config.seats for i in overdue(s, f)}
        parts = [
            ConditionPart(
                s.config.cards[i].name + (", overdue" if i in late else "" if s.cards[i] >= 0 else ", in its slot"),
                s.cards[i] >= 0, seat=s.cards[i], target=f"area:{area}",
            )
            for i, area in tomes(s)
        ]  # fmt: skip
        text = "whoever controls the gate beside it takes it; an overdue one calls the Librarian"
        return (Condition("tomes", "Tomes", tuple(parts), text=text, rule=self.rule),)


class GatesOfTheTomes(Power):
    """As the first Doom phase begins, a gate appears in each area with a slot for a Tome where none is."""

    rule, on, forced = "CW-LIB-006", GROUND, True

    def _bare(self, s: State) -> list[int]:
        """Where gates come, as long as there are any."""
        found = [area for _, area in tomes(s) if not s.count_gates_in(area)]
        return found if s.config.rulings.endless_gates else found[: max(s.config.supply - s.gates_out(), 0)]

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.round == 1 and bool(self._bare(s))

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        for area in self._bare(s):
            s.open_gate(area)
            if s.trace is not None:
                text, gate = "A gate appears in {}", (f"place:{area}:gate",)
                report(s, self.rule, text, s.config.map.names[area], touched=gate)


class Archways(Power):
    """For Moves, and for powers by which units move, all areas with an Archway are next to one another, on both floors;
    not for Pains and retreats.
    """

    rule, on, about = "CW-LIB-005", GROUND, (Adjacent.MOVE, Adjacent.TRAVEL)

    def adjacent(self, s: State, me: int, seat: int, area: int, what: Adjacent) -> tuple[int, int] | None:
        arches = s.config.map.joined
        return (arches & ~(1 << area), 0) if what in self.about and arches >> area & 1 else None


# -- Silence tokens, and what can be given for them -------------------------------------------------------------------
def most_tokens(s: State, seat: int) -> int:
    """How many Silence tokens a seat takes, and may have."""
    word = "silence_of_bubastis" if s.config.slugs[seat] == BUBASTIS else "silence_tokens"
    return int(s.config.facts[f"worlds.library.{word}"])


def use_token(s: State, seat: int, rule: str) -> None:
    """A Silence token is spent."""
    s.count_to(seat, SILENCE, s.counter(seat, SILENCE) - 1)
    says(s, rule, seat, "spends a Silence token", touched=(f"seat:{seat}",))


class SilenceTokens(Power):
    """As a Doom phase begins everybody takes a Silence token; nobody has more than one, Bubastis two. As Gather Power
    begins all are discarded.
    """

    rule, on, forced = "CW-LIB-010", EVERYBODY, True

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        n = s.counter(me, SILENCE)
        return n < most_tokens(s, me) if phase == DOOM else phase == GATHER and n > 0

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        n = most_tokens(s, me) if phase == DOOM else 0
        s.count_to(me, SILENCE, n)
        if n:
            text = "takes a Silence token" if n == 1 else f"takes {n} Silence tokens"
        else:
            text = "discards what Silence tokens are left"
        says(s, self.rule, me, text, touched=(f"seat:{me}",))


def captives(s: State, seat: int) -> list[int]:
    """The kinds of captured Cultists of a seat, as options name them; its own figures there are out of the game."""
    return [figure(f, k) for f, k, _ in on_card(s, seat) if s.config.rank[f][k] == CULTIST]


def payments(s: State, seat: int) -> list[str]:
    """What a seat may give up to turn a Tome up, or against the Barrier."""
    found = {"captive": bool(captives(s, seat)), "silence": s.counter(seat, SILENCE) > 0, "sign": bool(s.signs[seat])}
    return [word for word, is_there in found.items() if is_there]


async def give_up(s: State, seat: int, by: Ruled | str) -> None:
    """One of these things goes."""
    names: dict[Answer, str] = {
        "captive": "A captured Cultist", "silence": "A Silence token", "sign": "An Elder Sign",
    }  # fmt: skip
    several = len(payments(s, seat)) > 1  # an Elder Sign may be revealed while the question waits
    options: Options = (lambda: payments(s, seat)) if several else payments(s, seat)
    word = await choose(seat, "choice", options, by, "given up for a Tome", names=names)
    if word == "silence":
        use_token(s, seat, rule_of(by))
    elif word == "captive":
        fid = await choose(seat, "choice", captives(s, seat), by, "captive released", argument="figure")
        f, kind = seat_of(fid), kind_of(fid)
        s.move(f, kind, HELD + seat, POOL)
        says(s, by, seat, "releases a captive of {}", title(s, f), touched=(f"seat:{f}",))
    else:
        values = sorted(set(s.signs[seat]))
        v = await choose(seat, "choice", values, by, "elder sign given up", argument="sign", private=True)
        left = list(s.signs[seat])
        left.remove(v)
        s.signs[seat] = tuple(left)
        says(s, by, seat, "gives up an Elder Sign worth {}", v, touched=(f"seat:{seat}",))


# -- the Custodian and the Librarian ----------------------------------------------------------------------------------
def stands(s: State, who: str) -> int:
    """The area of one of the two, as a mask; 0 as long as it has not come."""
    return s.tokens[s.config.token(who)]


async def agony(s: State, me: int, who: str, area: int, by: Ruled) -> int:
    """One of the two comes to an area, or stays there: how much the Agony die says, and 1 more where it stays."""
    token, names = s.config.token(who), s.config.map.names
    stays = stands(s, who) == 1 << area
    s.tokens = tuple(1 << area if i == token else mask for i, mask in enumerate(s.tokens))
    text = "keeps the {} in {}" if stays else "sends the {} to {}"
    says(s, by, me, text, s.config.tokens[token].name, names[area], touched=(f"area:{area}",))
    rolled = await roll(LONG_AGONY if s.config.rulings.agony_to_four else AGONY, 1, by, "agony")
    assert isinstance(rolled, int)
    n = rolled + (s.config.facts["worlds.library.agony_where_it_stays"] if stays else 0)
    if s.trace is not None:
        report(s, rule_of(by), "The Agony die shows {}: {} Agony", rolled, n, note="it stays: 1 more" if stays else "")
    return int(n)


def share_names(s: State, seats: list[int], shares: list[tuple[int, ...]]) -> dict[Answer, str]:
    """Divisions among factions, in words."""
    return {
        share: ", ".join(f"{title(s, f)} {n}" for f, n in zip(seats, share, strict=True) if n) or "nobody"
        for share in shares
    }


HAS_TOKEN = Requirement(
    "CW-LIB-011",
    "You have a Silence token",
    lambda s, me: s.counter(me, SILENCE) > 0,
    fact=lambda s, me: s.counter(me, SILENCE),
)


class ActivateCustodian(Act, Power):
    """Action, a Silence token: put the Custodian into any area, or keep it. So many units there as the Agony die says,
    1 more where it stays, go to the Oubliette: you say how many of whom, your own too, and their owners say which.
    """

    rule, on, verb, shape = "CW-LIB-013", EVERYBODY, "custodian", ("area",)
    phrase = "Activate the Custodian in {}"
    requirements = (HAS_TOKEN,)

    def ends(self, s: State, me: int, *args: Answer) -> int:
        return -1  # it does not take place where the Custodian stands (CW-LIB-029)

    async def do(self, s: State, me: int, area: int) -> None:
        use_token(s, me, "CW-LIB-011")
        n, to = await agony(s, me, CUSTODIAN, area, self), s.config.map.index[OUBLIETTE]
        there = {f: movable(s, f, area, to) for f in s.order(me)}
        seats = [f for f in there if there[f]] if area != to else []
        total = min(n, sum(there[f] for f in seats))
        if not total:
            return
        shares = divisions(total, [there[f] for f in seats])
        share = await choose(
            me, "choice", shares, "CW-LIB-014", "shared by the Custodian", names=share_names(s, seats, shares)
        )
        before = s.holder(area)
        for f, many in zip(seats, share, strict=True):
            for _ in range(many):
                units = [unit for unit in units_in(s, f, area) if may_enter(s, f, unit[2] & KIND, to)]
                all_go = many == there[f]
                unit = units[0] if all_go else await pick(s, f, units, "CW-LIB-014", "sent to the Oubliette")
                carry(s, f, unit[2], area, to, "CW-LIB-014", moved=False)
        if s.holder(area) != before:
            await control_changed(s, area, before)


def movable(s: State, seat: int, area: int, to: int) -> int:
    """How many units of a seat may be sent from an area to another."""
    return sum(s.n(seat, k, area) for k in s.config.kinds[seat] if may_enter(s, seat, k, to))


def victims(s: State, me: int) -> list[int]:
    """Enemies with an overdue Tome."""
    return [f for f in s.order(me) if f in s.config.foes[me] and overdue(s, f)]


class ActivateLibrarian(Act, Power):
    """Action, a Silence token, if an enemy has an overdue Tome: put the Librarian where such an enemy has a unit, or
    keep it there. Such enemies there suffer what the Agony die says, 1 more where it stays, as you divide it. Each
    point costs a unit there, 1 Doom, or an overdue Tome that goes back; who has nothing left suffers no more.
    """

    rule, on, verb, shape = "CW-LIB-018", EVERYBODY, "librarian", ("area",)
    phrase = "Activate the Librarian in {}"
    requirements = (
        HAS_TOKEN,
        Requirement("CW-LIB-018", "An enemy has an overdue Tome", lambda s, me: bool(victims(s, me))),
        Requirement(
            "CW-LIB-018",
            "An enemy with an overdue Tome has a unit in {0}",
            lambda s, me, area: any(s.here(f, area) for f in victims(s, me)),
        ),
    )

    def ends(self, s: State, me: int, *args: Answer) -> int:
        return -1  # as with the Custodian

    async def do(self, s: State, me: int, area: int) -> None:
        use_token(s, me, "CW-LIB-011")
        n = await agony(s, me, LIBRARIAN, area, self)
        seats = [f for f in victims(s, me) if s.here(f, area)]
        shares = divisions(n, [n] * len(seats))
        share = await choose(me, "choice", shares, self, "shared by the Librarian", names=share_names(s, seats, shares))
        for f, many in zip(seats, share, strict=True):
            by, gone = me if s.config.rulings.agony_is_an_enemys_deed else f, list[int]()
            for left in range(many, 0, -1):
                if not await self._suffer(s, f, area, left, by, gone):
                    break
            await lost(s, f, by, gone)

    async def _suffer(self, s: State, me: int, area: int, left: int, by: int, gone: list[int]) -> bool:
        """One point of Agony; False: there is nothing to give. The units of one victim are lost in one event."""
        late = {f"tome {s.config.cards[i].key}": i for i in overdue(s, me)}
        names: dict[Answer, str] = {"unit": "Eliminate a unit there", "doom": "Lose 1 Doom"}
        names |= {word: f"Return {s.config.cards[i].name}" for word, i in late.items()}

        def there() -> list[Answer]:  # an Elder Sign may be revealed while somebody is asked
            return [*(("unit",) if s.here(me, area) else ()), *(("doom",) if s.doom[me] else ()), *late]

        options: Options = there if s.signs[me] and not s.doom[me] else there()
        if not there():
            says(s, "CW-LIB-019", me, "has nothing to give for {} Agony", left)
            return False
        prompt = f"{title(s, me)} suffers {left} Agony: what is given for the next?"
        word = await choose(me, "choice", options, "CW-LIB-019", "agony paid", names=names, prompt=prompt)
        if word == "doom":
            s.doom[me] -= 1
            says(s, "CW-LIB-019", me, "loses 1 Doom", figure=f"{s.doom[me] + 1} → {s.doom[me]}")
        elif word == "unit":
            unit = await pick(s, me, units_in(s, me, area), "CW-LIB-019", "lost to the Librarian")
            await eliminate(s, me, unit[2], area, by, "CW-LIB-019", together=gone)
        else:
            i = late[str(word)]
            s.take_card(-1, i)
            s.spent = tuple(row for row in s.spent if row != (me, s.config.cards[i].name))
            says(s, "CW-LIB-019", me, "returns the Tome {}", s.config.cards[i].name, touched=(f"card:{i}",))
            take(s)  # at once (CW-LIB-020)
        return True


class UnderTheCustodian(Power):
    """Where the Custodian stands nobody takes control of an abandoned gate; one that is controlled stays so."""

    rule, on, about = "CW-LIB-015", GROUND, (ControllerOf.GATE,)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        return -1 if stands(s, CUSTODIAN) >> area & 1 and s.holder(area) < 0 else None


class UnderTheLibrarian(Power):
    """Where the Librarian stands nobody takes control of an abandoned gate; one that is controlled stays so."""

    rule, on, about = "CW-LIB-021", GROUND, (ControllerOf.GATE,)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        return -1 if stands(s, LIBRARIAN) >> area & 1 and s.holder(area) < 0 else None


# -- the Tomes --------------------------------------------------------------------------------------------------------
def name_of(s: State, tome: str) -> str:
    """The printed name of a Tome."""
    return next(card.name for card in s.config.cards if card.key == tome)


def lies_up(tome: str) -> Requirement:
    """The Tome of an action is not turned down."""
    text = "This Tome is not turned down"
    return Requirement("CW-LIB-012", text, lambda s, me: not s.is_spent(me, name_of(s, tome)))


IS_TOLD = Requirement(
    "CW-LIB-007", "It is known what this Tome does", lambda s, me: not s.config.rulings.tomes_as_told
)  # ruling `tome_texts`


def turn_down(s: State, me: int, tome: str) -> None:
    """It has been used, until the next Doom phase or until something is given up for it."""
    s.spent = tuple(sorted({*s.spent, (me, name_of(s, tome))}))


def turned_down(s: State, me: int) -> list[int]:
    """The Tomes of a seat that lie face down."""
    return [i for i, _ in tomes(s) if s.cards[i] == me and s.is_spent(me, s.config.cards[i].name)]


class TurnTomeUp(Act, Power):
    """In your turn, as often as you like: release a captured Cultist, or give up an Elder Sign or a Silence token, and
    turn a Tome up that you have used.
    """

    rule, on, verb, unlimited = "CW-LIB-012", EVERYBODY, "turn up", True
    phrase = "Turn a Tome up"
    requirements = (
        Requirement("CW-LIB-012", "A Tome of yours is turned down", lambda s, me: bool(turned_down(s, me))),
        Requirement("CW-LIB-012", "You have something to give up for it", lambda s, me: bool(payments(s, me))),
    )

    async def do(self, s: State, me: int) -> None:
        names: dict[Answer, str] = {i: s.config.cards[i].name for i in turned_down(s, me)}
        i = await choose(me, "choice", turned_down(s, me), self, "tome turned up", names=names)
        if not payments(s, me):  # the one Elder Sign was revealed meanwhile
            return
        await give_up(s, me, self)
        s.spent = tuple(row for row in s.spent if row != (me, names[i]))
        says(s, self.rule, me, "turns {} up", names[i], touched=(f"card:{i}",))


class Yr(Act, Power):
    """Action, 1 Power, if an enemy has more Doom than you: a Monster of your pool comes to a gate that you control, or
    you gain 2 Power. Then the Tome is turned down.
    """

    rule, on, verb, printed = "CW-LIB-027", f"card.{YR}", "yr", "Yr and the Nhhngr"
    phrase = "Read Yr and the Nhhngr"
    requirements = (
        lies_up(YR),
        Requirement(
            "CW-LIB-027",
            "An enemy has more Doom than you",
            lambda s, me: s.config.rulings.tomes_as_told or any(s.doom[f] > s.doom[me] for f in s.config.foes[me]),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        turn_down(s, me, YR)
        told = s.config.rulings.tomes_as_told
        kinds = [k for k in s.config.monsters[me] if s.n(me, k, POOL) and not told]  # not summoned: to own gates alone
        options: list[Answer] = ["power", *((area, figure(me, k)) for area in bits(s.gate_mask(me)) for k in kinds)]
        n = s.config.amounts["yr_power"]
        said = await choose(me, "choice", options, self, "yr", argument="summons", names={"power": f"{n} Power"})
        if said == "power":
            gain_power(s, me, n, self.rule)
        else:
            await arrive(s, me, kind_of(said[1]), said[0], "placed", self.rule)


class Larvae(Act, Power):
    """Action, 1 Power, if another faction that is still active has more Power than you: you gain an Elder Sign. Then
    the Tome is turned down.
    """

    rule, on, verb, printed = "CW-LIB-007", f"card.{LARVAE}", "larvae", "Larvae of the Outer Gods"
    phrase = "Read Larvae of the Outer Gods"
    requirements = (
        lies_up(LARVAE),
        IS_TOLD,
        Requirement("CW-LIB-007", "Another active faction has more Power than you", lambda s, me: bool(richer(s, me))),
    )

    async def do(self, s: State, me: int) -> None:
        turn_down(s, me, LARVAE)
        await gain_signs(s, me, 1, self.rule)


def richer(s: State, me: int) -> list[int]:
    """Factions with more Power than this one that count for the Larvae."""
    everybody = s.config.rulings.larvae_see_everybody
    return [f for f in s.config.foes[me] if s.power[f] > s.power[me] and (everybody or acts(s, f))]


class Guardian(Act, Power):
    """Action, 1 Power: all units of one faction in an area with an Archway go to another such area. Then the Tome is
    turned down.
    """

    rule, on, verb, printed = "CW-LIB-007", f"card.{GUARDIAN}", "guardian", "Guardian Under the Lake"
    shape = ("occupied", "owner there", "area")
    phrase = "Guardian Under the Lake, from {}: {} to {}"
    requirements = (
        lies_up(GUARDIAN),
        IS_TOLD,
        Requirement("CW-LIB-007", "{0} has an Archway", lambda s, me, area: s.config.map.joined >> area & 1),
        Requirement("CW-LIB-007", "{1} has a unit in {0}", lambda s, me, area, f: s.here(f, area)),
        Requirement(
            "CW-LIB-007",
            "{2} has an Archway too, and is another area",
            lambda s, me, area, f, to: to != area and s.config.map.joined >> to & 1,
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        to: int = args[2] if len(args) > 2 else -1  # the units end there, and leave the other for nothing (CW-WW-039)
        return to

    async def do(self, s: State, me: int, area: int, f: int, to: int) -> None:
        turn_down(s, me, GUARDIAN)
        before = s.holder(area)
        for _, _, code in units_in(s, f, area):
            while s.n(f, code & KIND, area) and may_enter(s, f, code & KIND, to) and code in s.codes(f, area):
                carry(s, f, code, area, to, self.rule, moved=False)
        if s.holder(area) != before:
            await control_changed(s, area, before)


class Barrier(Power):
    """Nobody battles you who does not release a captured Cultist of any faction, or give up an Elder Sign or a Silence
    token, as the battle is declared.
    """

    rule, on, forced, printed = "CW-LIB-026", f"card.{BARRIER}", True, "Barrier of Naach-Tith"

    def may_battle(self, s: State, me: int, seat: int, foe: int, area: int) -> bool | None:
        return False if foe == me and not payments(s, seat) else None

    def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
        return defender == me and attacker in s.config.seats and bool(payments(s, attacker))

    async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
        await give_up(s, attacker, self)
