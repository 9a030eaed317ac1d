"""Power, Doom and the end: what the rules count."""

from __future__ import annotations

from ....engine.runtime.layers import Part, Total, fold, folded, sources
from ....engine.runtime.trace import report
from .common import gain_doom, gained, says, title
from .domains import HELD, LEADS, OVER, POOL, REACHED, WON
from .state import State
from .timings import VOCABULARY
from .topics import GainOf


def gathered(s: State, seat: int) -> Total:
    """Power that a seat gathers, before the minimum (CW-POW-002 to CW-POW-006)."""
    rate, each, names = s.config.gathers, s.config.gathering[seat], s.config.name[seat]
    cultists, brought = 0, 0
    for k in s.config.cultists[seat]:
        n = s.total(seat, k)
        cultists, brought = cultists + n, brought + n * each[k]
    others = [k for k, n in enumerate(each) if n and k not in s.config.cultists[seat]]
    gates = s.count_gates(seat)
    value, parts = 0, []
    for name, n, rule in (
        (f"{cultists} Cultists", brought, "CW-POW-002"),
        *((names[k], s.total(seat, k) * each[k], "CW-POW-002") for k in others),
        (f"{gates} gates", gates * rate["gate"], "CW-POW-003"),
        ("abandoned gates", s.abandoned() * rate["abandoned"], "CW-POW-004"),
        ("captives", sum(n * ransom(s, seat, f, k) for f, k, n in captives(s, seat)), "CW-POW-005"),
    ):
        if n:
            value += n
            parts.append(Part(name, n, rule))
    total = fold(Total(value, tuple(parts)), s.mine(seat, "income"), s, seat)
    if hooks := VOCABULARY.about(s.key, "gain_of", GainOf.INCOME):
        total = fold(total, hooks, s, seat, seat, GainOf.INCOME, -1, -1)
    return total


def ransom(s: State, seat: int, owner: int, kind: int) -> int:
    """Power for one captive (CW-POW-005), after all powers that change it."""
    n, hooks = s.config.ransom[owner][kind], VOCABULARY.about(s.key, "gain_of", GainOf.CAPTIVE)
    return max(folded(n, hooks, s, seat, seat, GainOf.CAPTIVE, owner, kind), min(n, 0)) if hooks else n


def captives(s: State, seat: int) -> list[tuple[int, int, int]]:
    """(owner, kind, how many) on this seat's card."""
    units, found = s.units, []
    for f in s.config.against[seat]:
        row = s.row(f, HELD + seat)
        found += [(f, k, units[row + k]) for k in s.config.kinds[f] if units[row + k]]
    return found


def gather_power(s: State) -> None:
    """All at once; captives go home; then nobody has less than half of the most (CW-POW-001 to CW-MIN-004)."""
    totals = [gathered(s, f) for f in s.config.seats]
    s.power = [max(total.value, 0) for total in totals]  # captives may cost more than there is
    for f in s.config.seats:
        if s.trace is not None:
            says(
                s,
                "CW-POW-001",
                f,
                "gathers {} Power",
                s.power[f],
                why=sources(totals[f]),
                figure=str(s.power[f]),
                touched=(f"seat:{f}",),
            )
        for owner, kind, n in captives(s, f):
            for _ in range(n):
                s.move(owner, kind, HELD + f, POOL)
            if s.trace is not None and kind in s.config.fragile[owner]:
                says(
                    s, "CW-HAN-003", owner, "has its {} no more", s.config.name[owner][kind], touched=(f"seat:{owner}",)
                )
            elif s.trace is not None:
                report(
                    s,
                    "CW-POW-005",
                    "{} of {} {} home to {}",
                    "1 captive" if n == 1 else f"{n} captives",
                    title(s, f),
                    "goes" if n == 1 else "go",
                    title(s, owner),
                    who=owner,
                    touched=(f"seat:{owner}",),
                )
    half = (max(s.power) + 1) // 2
    for f in s.config.seats:
        if s.power[f] < half:
            says(
                s,
                "CW-MIN-001",
                f,
                "is raised to half of the most Power",
                figure=f"{s.power[f]} → {half}",
                touched=(f"seat:{f}",),
            )
            s.power[f] = half


async def doom_for_gates(s: State) -> None:
    """One Doom for each gate controlled; with two players none (CW-DOM-002, CW-2PL-023)."""
    if not s.config.two:
        for f in s.config.seats:
            n = await gained(s, f, GainOf.GATE_DOOM, s.count_gates(f))
            gain_doom(s, f, n, "CW-DOM-002", "one for each gate")


def ending(s: State) -> bool:
    """Has somebody reached the Doom that ends the game, with or without spellbooks (CW-VIC-001, CW-VIC-009)?"""
    return max(s.doom) >= s.config.goal or s.counter(-1, REACHED) > 0


def finish(s: State) -> None:
    """The game is over: all Elder Signs are turned up (CW-VIC-005)."""
    s.phase = OVER
    for f in s.config.seats:
        if s.signs[f]:
            gain_doom(s, f, sum(s.signs[f]), "CW-VIC-005", "Elder Signs are revealed")
            s.signs[f] = ()
    if s.trace is not None:
        won = winners(s)
        report(
            s,
            "CW-VIC-006" if won else "CW-VIC-008",
            "{}",
            "The game is won by " + " and ".join(title(s, w) for w in won) if won else "Humanity wins",
            kind="rule",
        )


def winners(s: State) -> tuple[int, ...]:
    """The most Doom among those with enough spellbooks (CW-VIC-006 to CW-VIC-008).

    A tie is shared; nobody: humanity wins. Whoever has won at once by a power has won alone.
    """
    if at_once := tuple(f for f in s.config.seats if s.counter(f, WON)):
        return at_once
    wanted = s.config.books[0]
    total = {f: s.doom[f] + sum(s.signs[f]) for f in s.config.seats}
    able = [f for f in s.config.seats if s.count_books(f) >= wanted]
    among = s.config.seats if s.counter(-1, LEADS) else able
    return tuple(f for f in able if total[f] == max(total[seat] for seat in among))


# -- for charts - ----------------------------------------------------------------------------------------------
def figures(s: State) -> tuple[dict[str, int], ...]:
    """Open numbers of each seat."""
    found = []
    for f in s.config.seats:
        found.append(
            {
                "power": s.power[f],
                "doom": s.doom[f],
                "signs": len(s.signs[f]),
                "gates": s.count_gates(f),
                "spellbooks": s.count_books(f),
                "units": sum(s.total(f, k) for k in s.config.kinds[f]),
                "areas": s.on[f].bit_count(),
            }
        )
    return tuple(found)
