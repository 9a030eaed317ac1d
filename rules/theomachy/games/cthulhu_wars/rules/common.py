"""Steps that many rules share: windows, spellbooks, Elder Signs, losses, negotiation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ....engine.errors import RulesError
from ....engine.runtime import ability as _ability
from ....engine.runtime.ability import Ability
from ....engine.runtime.decision import Ruled, choose, draw, rule_of, yes
from ....engine.runtime.layers import folded, replaced
from ....engine.runtime.trace import NOBODY, Source, report
from ....engine.state import GROUND
from ....engine.tabletop.table import Arrow, Target
from ....engine.wording import article
from .config import CULTIST
from .domains import CARD, KEEPER, KIND, POOL, UNKEPT
from .state import State
from .timings import SLOTS, VOCABULARY, SpellbookSlot
from .topics import ControllerOf, CostOf, CountsAs, GainOf, MayPlace, OnGain, OnPlacement, Watches, WhoDecides

MOST_ROUNDS = 50  # a loop that may neither ask nor end has its own bound: the driver cannot see it
Unit = tuple[int, int, int]  # seat, area, code: what a question about a unit offers


async def window(s: State, timing: str, seat: int, *args: Any, until: Any = None, say_could: bool = True) -> bool:
    """One player's chance at a timing: what is forced, then what that player likes, each power once."""
    if not s.mine(seat, timing):
        return False
    return await _ability.window(s, VOCABULARY, timing, seat, *args, until=until, say_could=say_could)


async def windows(s: State, timing: str, seats: Iterable[int], *args: Any) -> bool:
    """The same for several, in this order, and then for the ground, which is nobody: what the map brings speaks by
    itself. Returns whether anything was done.
    """
    used = False
    for seat in seats:
        if s.mine(seat, timing):
            used = await _ability.window(s, VOCABULARY, timing, seat, s, seat, *args, say_could=False) or used
    if s.mine(GROUND, timing):
        used = (
            await _ability.window(s, VOCABULARY, timing, GROUND, s, GROUND, *args, who=NOBODY, say_could=False) or used
        )
    return used


# -- names for reports ------------------------------------------------------------------------------------------------
def title(s: State, seat: int) -> str:
    """The name of a faction."""
    return s.config.factions[seat].title


def says(s: State, by: Ruled | str, seat: int, text: str, *args: Any, **more: Any) -> None:
    """Report what a faction does, its name first: `says(s, rule, me, "gathers {} Power", n)`."""
    if s.trace is not None:
        report(s, rule_of(by), "{} " + text, title(s, seat), *args, who=seat, **more)


def unit_name(s: State, seat: int, code: int) -> str:
    """The name of a class of units."""
    return s.config.name[seat][code & KIND] + (" on the gate" if code & KEEPER else "")


def piece(s: State, seat: int, area: int, code: int) -> Target:
    """What a class of units is on the table."""
    key = s.config.factions[seat].units[code & KIND].key
    return f"piece:{'card' if area == CARD else area}:{seat}:{key}" + (":gate" if code & KEEPER else "")


# -- spellbooks -------------------------------------------------------------------------------------------------------
def tell(s: State, event: Watches, seat: int, thing: Any = None) -> None:
    """Something happened that a requirement slot of this seat may ask for; the spellbook comes with the next `earn`."""
    for holder, slot, test in s.watching(event):
        if holder == seat and test(s, seat, thing):
            met(s, seat, slot)  # type: ignore[arg-type]


def notice(s: State) -> bool:
    """Which requirements are met now? Their spellbooks come with the next `earn`, whatever happens until then.

    Gives back whether any is owed.
    """
    for seat, slot, test in s.watching(Watches.ANYTHING):
        if test(s, seat, None):
            met(s, seat, slot)  # type: ignore[arg-type]
    return any(s.owed)


def met(s: State, seat: int, slot: SpellbookSlot) -> None:
    """A requirement is met: its spellbook comes with the next `earn`; that of a card, which is no choice, at once."""
    if not slot.on:
        s.owe(seat, slot.bit)
        return
    card = s.config.card(slot.on.partition(".")[2])
    if not s.has_earned(seat, card):
        s.earn_of_card(seat, card)
        says(s, slot.rule, seat, "earns the spellbook of {}", s.config.cards[card].name, touched=(f"card:{card}",))


async def earn(s: State) -> None:
    """Cover every requirement that is met, at once (CW-SPB-001, CW-SPB-004), but never during a battle (CW-SPB-006).

    One that is declared has not begun while powers speak before its sides are drawn up.
    """
    if s.battle is not None and s.battle.declared:
        return
    for _ in range(MOST_ROUNDS):
        if not notice(s):
            return
        for seat in s.order(s.active):
            for slot in s.config.factions[seat].slots:
                if s.is_owed(seat, slot.bit):
                    await cover(s, seat, slot)
    raise RulesError("spellbooks without end")


def may_come(s: State, seat: int, book: int) -> bool:
    """Does no power bar a spellbook from the card?"""
    hooks = s.key.bar_books
    return not any(said(s, me, seat, MayPlace.BOOK, book) is False for me, _, said in hooks)


async def cover(s: State, seat: int, slot: SpellbookSlot) -> None:
    """One slot is covered with a spellbook of its owner's choice (CW-SPB-002)."""
    s.cover_slot(seat, slot.bit)
    books = s.config.factions[seat].books
    free = [b for b in s.free_books(seat) if may_come(s, seat, b)]
    if not free:
        s.rekey()
        return
    names, barred = {b: books[b].name for b in free}, s.key.bar_books
    who, by = who_takes(s, seat, slot)
    prompt = "" if who == seat else f"Which spellbook does {title(s, seat)} take?"
    book = await choose(  # what is barred may be a secret
        who, "card", free, by, "spellbook", prompt=prompt, names=names, argument="book", private=bool(barred)
    )
    s.add_book(seat, book)
    s.rekey()
    says(
        s,
        slot.rule,
        seat,
        "earns a spellbook: {} ({})",
        names[book],
        slot.name,
        touched=(f"book:{seat}:{book}", f"slot:{seat}:{slot.bit}"),
    )
    await gain_signs(s, seat, slot.signs, slot.rule)
    if hasattr(slot, "on_gain"):
        await slot.on_gain(s, seat)
    if s.hooks("on_gain"):
        await windows(s, "on_gain", s.order(seat), seat, OnGain.BOOK, book)


def who_takes(s: State, seat: int, slot: SpellbookSlot) -> tuple[int, Ruled]:
    """Who says which spellbook comes for a slot, and by what: its owner, or somebody else by a power."""
    what = WhoDecides.BOOK
    hooks = VOCABULARY.about(s.key, "who_decides", what)
    return next(((me, by) for me, by, decides in hooks if decides(s, me, seat, what)), (seat, slot))


# -- Elder Signs, Power and Doom --------------------------------------------------------------------------------------
async def gain_signs(s: State, seat: int, n: int, rule: str) -> None:
    """Draw Elder Signs, seen by their owner alone; an empty bag gives 1 Doom openly (CW-ES-002, CW-ES-006)."""
    some = False
    for _ in range(n):
        if s.hooks("would_gain") and not await due_sign(s, seat):
            continue
        left = [v for v in (1, 2, 3) if s.bag[v - 1]]
        if not left:
            gain_doom(s, seat, 1, "CW-ES-006", "no Elder Sign is left")
            continue
        v = await next_sign(s, seat, left)
        some = True
        s.bag[v - 1] -= 1
        s.signs[seat] = tuple(sorted((*s.signs[seat], v)))
        if s.trace is not None:
            name = title(s, seat)
            report(
                s,
                rule,
                "{} gains an Elder Sign worth {}",
                name,
                v,
                who=seat,
                touched=(f"seat:{seat}",),
                secret=(seat, f"{name} gains an Elder Sign"),
            )
    if some and Watches.SIGN in SLOTS.watched:
        tell(s, Watches.SIGN, seat)


async def next_sign(s: State, seat: int, left: Sequence[int]) -> int:
    """Which of the free Elder Signs a seat gets: by lot, unless a power lets somebody choose."""
    what = WhoDecides.SIGN
    hooks = VOCABULARY.about(s.key, "who_decides", what)
    for me, by, decides in hooks:
        if decides(s, me, seat, what):
            chosen: int = await choose(me, "choice", list(left), by, "elder sign", argument="sign")
            return chosen
    weights = [s.bag[v - 1] for v in left]
    drawn: int = await draw(left, weights, "CW-ES-002", "elder sign", argument="sign", owner=seat)
    return drawn


def gain_doom(s: State, seat: int, n: int, rule: str, why: str = "") -> None:
    """The Doom marker goes forward; who is wild has none."""
    if seat in s.config.wild:
        return
    s.doom[seat] += n
    if s.trace is not None and n:
        report(
            s,
            rule,
            "{} gains {} Doom",
            title(s, seat),
            n,
            who=seat,
            note=why,
            figure=f"{s.doom[seat] - n} → {s.doom[seat]}",
            touched=(f"seat:{seat}",),
        )


def gain_power(s: State, seat: int, n: int, rule: str, why: list[Source] | None = None) -> None:
    """Power comes, or goes when `n` is negative; who is wild has none and gets none."""
    if seat in s.config.wild:
        return
    s.power[seat] += n
    if s.trace is not None and n:
        report(
            s,
            rule,
            "{} gains {} Power" if n > 0 else "{} loses {} Power",
            title(s, seat),
            abs(n),
            who=seat,
            figure=f"{s.power[seat] - n} → {s.power[seat]}",
            touched=(f"seat:{seat}",),
            why=why,
        )


def price_of(s: State, seat: int, what: CostOf, kind: int, price: int, area: int = -1) -> int:
    """A price after all powers that change it, its own and others'; -1: in no area that is known yet."""
    hooks = s.key.topics.get(what._value_)  # by its plain text, which is hashed once: menus ask for every Monster
    if hooks is None:
        hooks = s.key.topics[what._value_] = VOCABULARY.about(s.key, "cost_of", what)
    return max(folded(price, hooks, s, seat, seat, what, kind, area), 0) if hooks else price


def price_now(s: State, seat: int, kind: int) -> int:
    """What a kind of unit costs its faction as things stand: for powers that look at prices and have nothing paid."""
    rank, price = s.config.rank[seat][kind], s.config.cost[seat][kind]
    if rank == CULTIST:
        price = price_of(s, seat, CostOf.RECRUIT, -1, price)
    else:
        price = price_of(s, seat, CostOf.AWAKEN if kind in s.config.goos[seat] else CostOf.SUMMON, kind, price)
    return price_of(s, seat, CostOf.UNIT, kind, price)


def ritual_price(s: State, seat: int) -> int:
    """What a Ritual of Annihilation costs this seat now."""
    return price_of(s, seat, CostOf.RITUAL, -1, s.ritual_cost())


class Gain(NamedTuple):
    """Something is due to a seat."""

    seat: int
    what: GainOf
    n: int


async def gained(s: State, seat: int, what: GainOf, n: int) -> int:
    """How much of what is due comes: after powers that change the amount, and those that say "instead"."""
    if hooks := VOCABULARY.about(s.key, "gain_of", what):
        n = max(folded(n, hooks, s, seat, seat, what, -1, -1), 0)
    now = await instead(s, Gain(seat, what, n)) if s.hooks("would_gain") else Gain(seat, what, n)
    return 0 if now is None else now.n


async def instead(s: State, event: Gain, among: Sequence[int] | None = None) -> Gain | None:
    """What becomes of something that is due, after powers that say "instead": its owner's first, or those of these
    seats alone.
    """
    now: Gain | None = event
    for me in s.order(event.seat) if among is None else among:
        if now is not None and s.mine(me, "would_gain"):
            now = await replaced(s, VOCABULARY, "would_gain", me, now, seats=(me,), plain=True)
    return now


async def due_sign(s: State, seat: int) -> bool:
    """Does an Elder Sign that is due come, or something else in its place?"""
    return await instead(s, Gain(seat, GainOf.SIGN, 1)) is not None


# -- who may act ------------------------------------------------------------------------------------------------------
def may_act(s: State, seat: int, verb: str = "", area: int = -1) -> bool:
    """Does no power bar a seat from acting at all, or from this action, or from this action there?"""
    for me, _, said in s.key.may_act:
        if said(s, me, seat, verb, area) is False:
            return False
    return True


def barring(s: State, seat: int, verb: str, area: int = -1) -> str:
    """The rule of the power that bars it; "" for none."""
    hooks = s.key.may_act
    return next((by.rule for me, by, said in hooks if said(s, me, seat, verb, area) is False), "")


def needs_no_power(s: State, seat: int, verb: str = "") -> bool:
    """Does a power give a seat turns without Power, and this action in them?"""
    hooks = s.key.may_act
    return any(said(s, me, seat, verb, -1) is True for me, _, said in hooks)


def acts(s: State, seat: int) -> bool:
    """Has a seat turns now: Power, or a power in its place, and none that bars it from acting (CW-ACT-005)?"""
    if not s.key.may_act:
        return s.power[seat] > 0
    return (s.power[seat] > 0 or needs_no_power(s, seat)) and may_act(s, seat)


# -- placing and losing -----------------------------------------------------------------------------------------------
async def arrive(s: State, seat: int, kind: int, area: int, how: str, rule: str, figure: str = "") -> None:
    """A figure comes from the pool; `how` is "awaken", "summon", "recruit" or "placed", `figure` what it cost more."""
    s.move(seat, kind, POOL, area)
    if s.trace is not None:
        verb = {
            "awaken": "{} awakens {} in {}",
            "summon": "{} summons {} in {}",
            "recruit": "{} recruits {} in {}",
        }
        report(
            s,
            rule,
            verb.get(how, "{} places {} in {}"),
            title(s, seat),
            s.config.name[seat][kind] if how == "awaken" else article(s.config.name[seat][kind]),
            s.config.map.names[area],
            who=seat,
            figure=figure,
            touched=(piece(s, seat, area, kind), f"area:{area}"),
        )
    if how in ("awaken", "summon") and s.hooks("on_placement"):
        await placed(s, seat, kind, OnPlacement.AWAKEN if how == "awaken" else OnPlacement.SUMMON, area)


async def placed(s: State, owner: int, kind: int, how: OnPlacement, area: int) -> None:
    """A figure or marker has come; powers may speak, the active player's first."""
    if s.hooks("on_placement"):
        await windows(s, "on_placement", s.order(s.active), owner, kind, how, area)


def has_acolyte(s: State, me: int, area: int, foe: int) -> bool:
    """Has an enemy an Acolyte there?"""
    return s.has(foe, s.config.acolytes[foe], area)


def acolyte_in_pool(s: State, seat: int) -> int:
    """The kind of an Acolyte that may come: the first there is."""
    return next(k for k in s.config.acolytes[seat] if s.n(seat, k, POOL))


def has_cultist(s: State, seat: int, kinds: Sequence[int]) -> bool:
    """Is a Cultist among these kinds?"""
    return any(s.config.rank[seat][k] == CULTIST for k in kinds)


# -- gates ------------------------------------------------------------------------------------------------------------
def keepers(s: State, me: int) -> Sequence[int]:
    """Kinds of units that may build and hold gates: most Cultists, and what counts as such (CW-GAT-003)."""
    plain = s.config.keeping[me]
    if me not in s.key.as_keepers:
        return plain
    keeper = CountsAs.KEEPER
    hooks = VOCABULARY.about(s.key.seats[me], "counts_as", keeper)
    more = [k for k in s.config.kinds[me] if k not in plain and any(c(s, me, k, keeper) for _, _, c in hooks)]
    return [*plain, *more]


def may_hold(s: State, seat: int, kind: int, area: int) -> bool:
    """Would a gate here be the seat's if such a unit of it stood there? Powers may say whose it would be; the last one
    holds.
    """
    return bars_holding(s, seat, kind, area) is None


def gate_left(s: State) -> bool:
    """Is one more plain gate to be had? What becomes one comes out of the supply as well (CW-CMP-002)."""
    return s.gates_out() < s.config.supply or s.config.rulings.endless_gates


async def step_off(s: State, area: int, rule: str) -> None:
    """A gate has come to an area: where a power lets nobody hold it there, whoever stands on it steps off."""
    seat, kind = s.holder(area), s.warden[area]
    if seat < 0 or kind == UNKEPT or may_hold(s, seat, kind, area):
        return
    s.open_gate(area)
    if s.trace is not None:
        text, gate = "The gate in {} is held by nobody", (f"place:{area}:gate",)
        report(s, rule, text, s.config.map.names[area], who=seat, touched=gate)
    await control_changed(s, area, seat)


def bars_holding(s: State, seat: int, kind: int, area: int) -> Ability | None:
    """The power by which the gate there is not the seat's with such a unit of it upon it, or None."""
    found: Ability | None = None
    for me, power, controller_of in VOCABULARY.about(s.key, "controller_of", ControllerOf.GATE):
        said = controller_of(s, me, area, seat, kind, ControllerOf.GATE)
        if said is not None:
            found = power if said != seat else None
    return found


async def control_changed(s: State, area: int, before: int) -> None:
    """A gate has gone from one seat to another, or to nobody: powers may speak, the new holder's first."""
    seat = s.holder(area)
    if s.hooks("on_control"):
        await windows(s, "on_control", s.order(seat if seat >= 0 else s.active), area, seat, before)


# -- choosing units ---------------------------------------------------------------------------------------------------
def units_in(s: State, seat: int, area: int, kinds: Sequence[int] | None = None) -> list[Unit]:
    """The classes of units of a seat in an area, as options of a question."""
    return [(seat, area, code) for code in s.codes(seat, area, kinds)]


def on_the_map(s: State, seat: int, kinds: Sequence[int]) -> list[Unit]:
    """The same, anywhere on the map."""
    return [(seat, a, c) for a in s.areas(seat) for c in s.codes(seat, a, kinds)]


def everywhere(s: State, seat: int, kinds: Sequence[int]) -> list[Unit]:
    """The same, and on the card those that a power lets go from there."""
    found = on_the_map(s, seat, kinds)
    there = [k for k in s.gate_kinds(seat, CountsAs.PRESENT) if k in kinds]
    return found + [(seat, CARD, code) for code in s.codes(seat, CARD, there)]


async def pick(s: State, who: int, options: Sequence[Unit], rule: Any, what: str) -> Unit:
    """One unit of several; when all are alike nothing is asked."""
    word = "unit" if len({area for _, area, _ in options}) > 1 else "fighter"  # one area goes without saying
    unit: Unit = await choose(who, "unit", options, rule, what, argument=word)
    return unit


def arrow(a: int, b: int, kind: str = "move") -> Arrow | None:
    """The trail of a unit, when both ends are on the map."""
    return Arrow(a, b, kind) if a < POOL and b < POOL else None


def carry(s: State, seat: int, code: int, a: int, b: int, rule: str, *, moved: bool = True, over: bool = False) -> None:
    """A power carries a unit of a class from one area to another, off its gate too; the ruling `moved_again` says
    whether that was its move. `over`: it walks, over areas that are gone.
    """
    if over:
        s.note_trek(seat, seat, code & KIND, a, b, over=True)
    s.move(seat, code, a, b)
    kind = code & KIND
    if moved and s.config.rulings.moves_once:
        s.moved += ((kind, b),)
    if s.trace is not None:
        names = s.config.map.names
        report(
            s,
            rule,
            "{} goes from {} to {}",
            s.config.name[seat][kind],
            names[a],
            names[b],
            who=seat,
            arrow=Arrow(a, b),
            touched=(piece(s, seat, a, code), piece(s, seat, b, kind)),
        )


# -- negotiation ------------------------------------------------------------------------------------------------------
async def share_loss(
    s: State, asker: int, total: int, most: dict[int, int], by: Any, what: str
) -> dict[int, int] | None:
    """Do the enemies of `asker` agree on how to share a loss? None: they do not (ruling `negotiation`).

    In turn order each participant may propose one division; it holds if all the others accept it. Who cannot pay, or
    stands out, is left out, and his consent does not matter.
    """
    people = [f for f in s.order(asker)[1:] if most[f] and f != asker]
    if s.config.rulings.no_deals or sum(most[f] for f in people) < total:
        return None
    if len(people) == 1:
        pays = await yes(people[0], by, f"{what}: pay all", prompt=f"{what}: do you pay all {total}?")
        return {people[0]: total} if pays else None
    for speaker in list(people):
        if speaker not in people:
            continue
        shares = divisions(total, [most[f] for f in people])
        if not shares:
            return None
        names: dict[Any, str] = {
            d: ", ".join(f"{title(s, f)} {n}" for f, n in zip(people, d, strict=True)) for d in shares
        }
        names |= {"pass": "Propose nothing", "out": "Stand out: pay nothing, whatever they agree"}
        offer = await choose(
            speaker, "choice", ["pass", "out", *shares], by, f"{what}: division", names=names,
            prompt=f"{what}: how is a loss of {total} shared?",
        )  # fmt: skip
        if offer == "out":
            people.remove(speaker)
            if not people:
                return None
        elif offer != "pass":
            if s.trace is not None:
                report(s, rule_of(by), "{} proposes: {}", title(s, speaker), names[offer], who=speaker)
            if await _accepted(s, people, speaker, names[offer], by, what):
                return dict(zip(people, offer, strict=True))
    return None


async def _accepted(s: State, people: list[int], speaker: int, terms: str, by: Any, what: str) -> bool:
    for other in people:
        if other != speaker and not await yes(
            other, by, f"{what}: agree",
            prompt=f"{what}: {title(s, speaker)} proposes that the loss is shared so: {terms}. Do you agree?",
        ):  # fmt: skip
            if s.trace is not None:
                report(s, rule_of(by), "{} refuses", title(s, other), who=other)
            return False
    return True


def divisions(total: int, most: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways to split a loss among players who can bear so much each."""
    if len(most) == 1:
        return [(total,)] if total <= most[0] else []
    return [(n, *rest) for n in range(min(total, most[0]) + 1) for rest in divisions(total - n, most[1:])]
