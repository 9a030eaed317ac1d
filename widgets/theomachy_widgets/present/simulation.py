"""What a simulation looks like so far: shares with their intervals, places, lengths, whether it is enough."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from theomachy.engine.tabletop.table import Seat
from theomachy.play.against import Against, Difference
from theomachy.play.interval import FEWEST, Tally, share, strongest
from theomachy.play.run import Row
from theomachy.play.simulate import SimulationResult

from ..models.simulation import SimDifference, SimFault, SimPlaces, SimSettle, SimviewModel, SimWin

MEASURES = (("won", "Wins"), ("ahead", "Most strength"))
MOST_NAMES, MOST_LENGTHS, MOST_FAULTS, SPOTS = 10, 8, 12, 40
OUT = 2.0  # per cent of games left out from which the page warns that long games are missing
THIN = "\u2009"


def view(
    rows: Sequence[Row],
    others: Sequence[Row] | None,
    *,
    slug: str,
    n: int,
    seats: Mapping[str, Seat],
    measure: str,
    spent: float,
    fresh: int,
    running: bool,
    term: str,
    kept: bool,
) -> SimviewModel:
    """Everything right of the set-up; `others` are the games under B, None where there is no B. `fresh` games were
    played in the seconds that were `spent`; others were kept from before.
    """
    good = [row for row in rows if not row.error]
    tally = Tally(good, measure)
    left_out = len(rows) - len(good)
    both = Against(SimulationResult(slug, [*rows]), SimulationResult(slug, [*others])) if others is not None else None
    wins = _wins(tally, seats, Tally(others, measure) if others is not None else None, good, others or (), measure)
    shown = len(good) >= FEWEST
    done = len(rows) + len(others or ())
    wanted = n * (2 if others is not None else 1)
    even = 100 * sum(1 for _ in good) / max(sum(len(row.seats) for row in good), 1) if good else 0.0
    said = dict(MEASURES)[measure]
    return {
        "done": done,
        "n": wanted,
        "left": _left(done, wanted, fresh, spent) if running else "",
        "said": f"{done:,} of {wanted:,} games" if not done % 50 or not running else "",
        "figures": _figures(good, fresh, spent, left_out, term) if good else [],
        "warn": _warn(tally, good, running, len(rows), left_out),
        "measure": measure,
        "measures": [*MEASURES],
        "title": f"{said}, by {'bot' if tally.by == 'bots' else 'player'}",
        "note": f"share of {len(good):,} ended games, 95{THIN}% interval; the line is an even share",
        "even": even,
        "wins": wins if shown else [],
        "places": _places(good, seats, measure) if shown and both is None else None,
        "placed": f"in 100 games, by the seat at the table; each field has {_fewest(good, measure):,} games or more",
        "lengths": _lengths(good) if shown else [],
        "term": term,
        "settle": _settle(rows, tally, seats, measure, n) if shown else None,
        "faults": _faults("A" if both else "", rows, kept) + (_faults("B", others, kept) if others else []),
        "out": f"{100 * left_out / len(rows):.1f}{THIN}% left out of the figures" if left_out else "",
        "differences": [_difference(one) for one in both.rows] if both is not None and len(both.pairs) > 1 else [],
        "pairs": len(both.pairs) if both is not None else 0,
        "empty": "" if shown else f"Figures from the first {FEWEST} games on." if done or running else "",
        "ahead": [],
    }


def ahead(n: int, seats: int, term: str, two: bool) -> list[tuple[str, str, str]]:
    """What the figures of a simulation that has not begun will tell."""
    first = [
        (
            "bars",
            "Wins, by player",
            f"a share of {n:,} games each, with its 95{THIN}% interval; even is {100 / seats:.0f}{THIN}%",
        ),
        ("grid", "And by place", "whether it matters who sits where"),
    ]
    if two:
        first = [("pair", "A against B", f"{n:,} games of the same luck under both: what B adds, with its interval")]
    return [
        *first,
        ("steps", "Length of a game", f"the {term} in which it ended"),
        ("line", "Is it enough yet?", "how the share settles while games come in"),
        ("open", "Every game", "can be opened and played again; an error says how"),
        *([] if two else [("rows", "As a table", "a row a game, for a spreadsheet or for Python")]),
    ]


def _left(done: int, n: int, fresh: int, spent: float) -> str:
    if not fresh or done >= n:
        return ""
    seconds = spent / fresh * (n - done)
    return f"about {seconds:.0f} s left" if seconds < 100 else f"about {seconds / 60:.0f} min left"


def _figures(good: Sequence[Row], fresh: int, spent: float, out: int, term: str) -> list[tuple[str, str]]:
    n = len(good)
    speed = fresh / max(spent, 1e-6)
    decided = sum(bool(row.winners) for row in good)
    found = [
        (f"{speed:.0f}" if speed >= 10 else f"{speed:.1f}" if fresh else "-", "games a second"),
        (f"{sum(row.decisions for row in good) / n:,.0f}", "answers a game"),
        (f"{sum(row.turns for row in good) / n:.1f}", f"{term}s a game"),
        (f"{decided:,}", "games won by anybody"),
    ]
    names = list(dict.fromkeys(name for row in good[:1] for one in row.figures for name in one))[:1]
    for name in names:
        values = [one[name] for row in good for one in row.figures if name in one]
        found.append((f"{sum(values) / max(len(values), 1):.1f}", f"{name} a seat at the end"))
    return [*found, (f"{out:,}", "went wrong")]


def _warn(tally: Tally, good: Sequence[Row], running: bool, n: int, out: int) -> tuple[str, str] | None:
    if good and not tally.decided and tally.measure == "won":
        return (
            "Partial, and nobody has won." if running else "Nobody has won.",
            "These bots do not come to the end that the rules ask for. Who has most strength at the end says more.",
        )
    if n and 100 * out / n > OUT:
        return (
            f"{100 * out / n:.1f}{THIN}% of the games are left out.",
            "If it is the long ones that go wrong, they are missing from the figures.",
        )
    return None


def _best(row: Row, measure: str) -> tuple[int, ...]:
    return row.winners if measure == "won" else strongest(row)


def _wins(
    tally: Tally,
    seats: Mapping[str, Seat],
    other: Tally | None,
    rows: Sequence[Row],
    others: Sequence[Row],
    measure: str,
) -> list[SimWin]:
    by = tally.by if other is None else "players"
    found: list[SimWin] = []
    theirs = other.shares(by) if other is not None else {}
    shares = tally.shares(by)
    for name in [*shares, *(name for name in theirs if name not in shares)][:MOST_NAMES]:
        p, e, _ = shares.get(name, (0.0, 0.0, 0))
        seat = seats.get(name) if by == "players" else None
        b = theirs.get(name)
        found.append({
            "o": seat.colour if seat is not None else "", "i": seat.icon if seat is not None else "", "name": name,
            "p": 100 * p, "e": 100 * e, "b": (100 * b[0], 100 * b[1]) if b is not None else None,
            "d": _added(name, rows, others, measure) if b is not None else None,
        })  # fmt: skip
    return found


def _added(name: str, rows: Sequence[Row], others: Sequence[Row], measure: str) -> tuple[float, float, bool] | None:
    """What B adds to the share of A, of the pairs that both have played."""
    from theomachy.play.interval import mean

    b = {row.number: row for row in others if not row.error}
    apart = []
    for row in rows:
        other = b.get(row.number)
        if other is not None and name in row.seats and name in other.seats:
            apart.append(_part(other, name, measure) - _part(row, name, measure))
    if len(apart) < 2:
        return None
    found, half = mean(apart)
    half = max(half, 3 / len(apart))
    return 100 * found, 100 * half, abs(found) > half


def _part(row: Row, name: str, measure: str) -> float:
    best = _best(row, measure)
    return 1 / len(best) if row.seats.index(name) in best else 0.0


def _by_place(rows: Sequence[Row], measure: str) -> tuple[dict[tuple[str, int], float], Counter[tuple[str, int]]]:
    won, games = defaultdict[tuple[str, int], float](float), Counter[tuple[str, int]]()
    several = len({bot for row in rows for bot in row.bots}) > 1
    for row in rows:
        names = row.bots if several else row.seats
        best = _best(row, measure)
        for seat, name in enumerate(names):
            games[name, seat] += 1
            if seat in best:
                won[name, seat] += 1 / len(best)
    return won, games


def _places(rows: Sequence[Row], seats: Mapping[str, Seat], measure: str) -> SimPlaces | None:
    won, games = _by_place(rows, measure)
    most = max((len(row.seats) for row in rows), default=0)
    names = list(dict.fromkeys(name for name, _ in games))[:MOST_NAMES]
    told: list[tuple[str, str, str, list[tuple[float, int] | None]]] = []
    for name in names:
        cells = [
            (100 * won[name, seat] / games[name, seat], games[name, seat]) if games[name, seat] else None
            for seat in range(most)
        ]
        seat = seats.get(name)
        told.append((seat.colour if seat is not None else "", seat.icon if seat is not None else "", name, cells))
    if all(sum(cell is not None for cell in row[3]) < 2 for row in told):
        return None  # everybody kept his seat: it would say again what the shares have said
    return {"heads": [f"seat {seat + 1}" for seat in range(most)], "rows": told} if told else None


def _fewest(rows: Sequence[Row], measure: str) -> int:
    _, games = _by_place(rows, measure)
    return min(games.values(), default=0)


def _lengths(rows: Sequence[Row]) -> list[tuple[str, int, float]]:
    count = Counter(row.turns for row in rows)
    low, high = min(count), max(count)
    wide = max(1, -(-(high - low + 1) // MOST_LENGTHS))
    found = []
    for first in range(low, high + 1, wide):
        n = sum(count[turn] for turn in range(first, first + wide))
        found.append((str(first) if wide == 1 else f"{first}-{first + wide - 1}", n, 100 * n / len(rows)))
    return found


def _settle(rows: Sequence[Row], tally: Tally, seats: Mapping[str, Seat], measure: str, n: int) -> SimSettle | None:
    """The share of the first name, as the games came in."""
    by = tally.by
    shares = tally.shares(by)
    if not shares:
        return None
    name = max(shares, key=lambda one: shares[one][0])
    came = [row for row in rows if not row.error]
    at = {max(1, round(k * len(came) / SPOTS)) for k in range(1, SPOTS + 1)}
    won, games, points = 0.0, 0, list[tuple[int, float, float]]()
    for number, row in enumerate(came, 1):
        best = _best(row, measure)
        for seat, mine in enumerate(row.bots if by == "bots" else row.seats):
            if mine == name:
                games += 1
                won += 1 / len(best) if seat in best else 0.0
        if number in at and games:
            p, e = share(won, games)
            points.append((number, 100 * p, 100 * e))
    seat_ = seats.get(name)
    return {
        "o": seat_.colour if seat_ is not None else "", "name": name, "n": max(n, len(came)),
        "points": [{"n": number, "p": p, "e": e} for number, p, e in points],
    }  # fmt: skip


def _faults(side: str, rows: Sequence[Row], kept: bool) -> list[SimFault]:
    wrong = [row for row in rows if row.error][:MOST_FAULTS]
    return [SimFault(
        side=side, number=row.number, what=row.error, answers=row.decisions, seconds=f"{row.seconds:.2f} s",
        opens=bool(row.save) or kept,
    ) for row in wrong]  # fmt: skip


def _difference(one: Difference) -> SimDifference:
    by, unit = (100, f"{THIN}%") if one.share else (1, "")
    told = f"{one.difference * by:+.1f} ± {one.half * by:.1f}".replace("-", "\N{MINUS SIGN}")
    return {
        "what": one.what, "a": f"{one.a * by:.1f}{unit}", "b": f"{one.b * by:.1f}{unit}", "d": told, "clear": one.clear,
    }  # fmt: skip
