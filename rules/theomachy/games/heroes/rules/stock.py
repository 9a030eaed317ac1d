"""Resources: what is received, what is paid, and the values of the stock that bring points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....engine.runtime.ability import Ability, window
from ....engine.runtime.decision import Ruled, choose, rule_of
from ....engine.runtime.layers import replaced
from ....engine.runtime.trace import report
from .maps import NOTHING, RESOURCES, Amounts
from .timings import VOCABULARY, Gain
from .topics import OnGain

if TYPE_CHECKING:
    from .state import State

KINDS = range(len(RESOURCES))
REACHED = (OnGain.WOOD, OnGain.IRON, OnGain.GOLD)


def said(amounts: Sequence[int]) -> str:
    """ "2 wood, 1 gold"; "nothing"."""
    return ", ".join(f"{n} {kind}" for kind, n in zip(RESOURCES, amounts, strict=True) if n) or "nothing"


def plural(name: str) -> str:
    """ "Goons", "Succubi"."""
    return f"{name[:-2]}i" if name.endswith("us") else f"{name}s"


def counted(n: int, name: str) -> str:
    """ "1 Goon", "2 Succubi"."""
    return f"{n} {name if n == 1 else plural(name)}"


def of_kind(kind: int, n: int = 1) -> Amounts:
    """So much of one kind."""
    wood, iron, gold = (n if k == kind else 0 for k in KINDS)
    return wood, iron, gold


async def receive(s: State, me: int, by: Ruled | str, amounts: Amounts, source: str, level: int = 0) -> None:
    """Put resources into a stock, unless a power makes something else of them (HE-GTH-001, HE-SCO-005)."""
    gain: Gain | None = Gain(amounts, source, level)
    if VOCABULARY.mine(s.key, "would_gain", me):
        gain = await replaced(s, VOCABULARY, "would_gain", me, gain, seats=(me,))
    if gain is None or gain.amounts == NOTHING:
        return
    stock = s.sheets[me].stock
    for kind, n in enumerate(gain.amounts):
        stock[kind] += n
    if s.trace is not None:
        report(s, rule_of(by), "receives {}", said(gain.amounts), who=me)
    await reach(s, me)


async def reach(s: State, me: int) -> None:
    """Circle the values that a stock has reached, once and for good (HE-GTH-002, HE-GTH-003)."""
    sheet, faction = s.sheets[me], s.config.factions[me]
    for kind in faction.keeps:
        while sheet.reached[kind] < len(faction.thresholds):
            value = faction.thresholds[sheet.reached[kind]]
            if sheet.stock[kind] < value:
                break
            sheet.reached[kind] += 1
            vp, what = faction.stock_vp[sheet.reached[kind] - 1], RESOURCES[kind]
            report(s, "HE-GTH-002", "{} {} reached: {} VP", value, what, vp, who=me)
            await window(s, VOCABULARY, "on_gain", me, s, me, REACHED[kind], value)


async def any_of(s: State, me: int, by: Ability | str, n: int, source: str = "effect") -> None:
    """Receive resources of kinds of one's own choice, one after the other."""
    taken = [0, 0, 0]
    for _ in range(n):
        kind = await choose(me, "choice", s.config.factions[me].keeps, by, "resource", argument="resource")
        taken[kind] += 1
    wood, iron, gold = taken
    await receive(s, me, by, (wood, iron, gold), source)


def can_pay(s: State, me: int, price: Sequence[int], discount: int = 0) -> bool:
    """Is there enough, with so many resources less of any kinds?"""
    lack = 0
    for have, n in zip(s.sheets[me].stock, price, strict=True):
        if n > have:
            lack += n - have
    return lack <= discount


async def pay(s: State, me: int, by: Ruled | str, price: Sequence[int], discount: int = 0) -> None:
    """Pay a price, less a discount in kinds of one's own choice; nothing is asked where there is no choice."""
    stock, left = s.sheets[me].stock, list(price)
    for n in range(min(discount, sum(left)), 0, -1):
        lack = [max(0, want - have) for want, have in zip(left, stock, strict=True)]
        if sum(left) == n or sum(lack) == n:
            left = [want - (want if sum(left) == n else miss) for want, miss in zip(left, lack, strict=True)]
            break
        kinds = [k for k in KINDS if left[k] and _still(stock, left, k, n - 1)]
        kind = await choose(me, "choice", kinds, by, "discount", argument="resource")
        left[kind] -= 1
    spend(s, me, by, left)


def _still(stock: Sequence[int], left: Sequence[int], kind: int, discount: int) -> bool:
    """Can the rest be paid when one of this kind is let off?"""
    return sum(max(0, n - (k == kind) - have) for k, (have, n) in enumerate(zip(stock, left, strict=True))) <= discount


async def pay_any(s: State, me: int, by: Ruled | str, n: int, what: str = "pay") -> list[int]:
    """Pay so many resources of kinds of one's own choice, or all there are; what was paid."""
    given = await pick(s, me, by, n, what)
    spend(s, me, by, given)
    return given


async def pick(s: State, me: int, by: Ruled | str, n: int, what: str) -> list[int]:
    """Choose so many resources out of a stock (all of them, where there are fewer)."""
    given, stock = [0, 0, 0], s.sheets[me].stock
    for _ in range(min(n, sum(stock))):
        kinds = [k for k in KINDS if stock[k] > given[k]]
        kind = await choose(me, "choice", kinds, by, what, argument="resource")
        given[kind] += 1
    return given


def spend(s: State, me: int, by: Ruled | str, amounts: Sequence[int]) -> None:
    """Take resources out of a stock."""
    stock = s.sheets[me].stock
    for kind, n in enumerate(amounts):
        stock[kind] -= n
    if s.trace is not None and any(amounts):
        report(s, rule_of(by), "pays {}", said(amounts), who=me)
