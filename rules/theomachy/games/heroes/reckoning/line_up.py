"""The combats of Heroes for the calculator: no chance is in them, so they are drawn up, fought once, and told.

A place is "p:region:seat:other" (with further others behind it), "m:monster:seat" or "f:region:seat". Each side sends
what its steppers say; a table tells the cheapest force for each height. Source: HE-CBT-001 to HE-CBT-004, HE-PVP-001 to
HE-PVP-010, HE-MON-003, HE-FRT-001.
"""

from __future__ import annotations

from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from ....engine.errors import TheoError
from ....engine.runtime.line_up import Fights, Grid, Ladder, LineUp, Mark, Picker, Place, Reply, Row, SideUp, Stepper
from ....engine.wording import number_of, of_many
from ..rules.battle import (
    Deployment,
    between_players,
    defence,
    fight,
    fighters,
    fort_of,
    helper_name,
    offers,
    power_of,
    within_reach,
    worth,
)
from ..rules.state import FORTRESS_FIGHT, LOST, MONSTER_FIGHT, PLAYERS_FIGHT, WON, State
from .advice import cost_of, declared, deployments, paid_with, sent_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....engine.runtime.decision import Decision
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.timings import Fighter

Force = tuple[int, int, Deployment]  # what it comes to, what it costs, what is sent
REWARDS = (("resources", "Resources"), ("monster", "Monster\u2019s"), ("artefact", "Artefact"))
TRIED, HEIGHTS = 1_500, 8  # deployments of the table, and its rows
UNITS = 20  # of a kind that can be thought of


class Combats(Fights[State]):
    """Any combat: with other players, with a monster of the line, for a fortress."""

    widest = MappingProxyType({"players": 4, "preset": "four"})

    def places(self, s: State) -> Iterator[Place]:
        seats = range(len(s.sheets))
        meet = [
            (a, b) for a in seats for n in range(len(s.sheets) - 1, 0, -1)
            for b in combinations([x for x in seats if x != a and s.sheets[x].region == s.sheets[a].region], n)
            if s.sheets[a].region >= 0
        ]  # fmt: skip
        found = [(True, f"p:{s.sheets[a].region}:{':'.join(map(str, (a, *b)))}") for a, b in meet]
        found += [(True, f"m:{at}:{me}") for me in range(len(s.sheets)) for at in within_reach(s, me)[:2]]
        found += [
            (True, f"f:{sheet.region}:{me}") for me, sheet in enumerate(s.sheets)
            if sheet.region >= 0 and fort_of(s, me, sheet.region) is not None and sheet.region not in s.seized
        ]  # fmt: skip
        for _, id_ in sorted(found, key=lambda row: (row[0], row[1].startswith("p") is False)):
            place = self.place(s, id_)
            if place is not None:
                yield place

    def place(self, s: State, id_: str) -> Place | None:
        sort, *words = id_.split(":")
        if sort not in ("p", "m", "f") or not all(word.isdecimal() and len(word) < 4 for word in words):
            return None
        numbers = [int(word) for word in words]
        if len(numbers) < 2 or (len(numbers) > 2) != (sort == "p") or any(n >= len(s.sheets) for n in numbers[1:]):
            return None
        at, me, names = numbers[0], numbers[1], s.config.map.names
        title = s.config.factions[me].title
        if sort == "p":
            foes = numbers[2:]
            if len(set(numbers[1:])) < len(numbers) - 1 or at >= len(names):
                return None
            return Place(id_, f"{title} against {_titles(s, foes)} in {names[at]}", f"area:{at}", (me, *foes))
        if sort == "m":
            fits = at < len(s.config.monsters)
            name = f"{title} against a monster of {s.config.monsters[at].power}" if fits else ""
            return Place(id_, name, f"monster:{at}", (me, -1)) if fits else None
        fort = fort_of(s, me, at) if at < len(names) else None
        return Place(id_, f"{title} for the fortress of {names[at]}", f"area:{at}", (me, -1)) if fort else None

    def anything(self, s: State) -> Place | None:
        return self.place(s, f"p:{max(s.sheets[0].region, 0)}:0:1")

    def pickers(self, s: State, setting: Setting) -> tuple[Picker, ...]:
        """Who, against whom (players, a monster, the fortress), and where."""
        place = self.place(s, setting.place)
        assert place is not None
        sort, at, me, seats = setting.place[0], int(setting.place.split(":")[1]), place.sides[0], range(len(s.sheets))
        region = at if sort != "m" else max(s.sheets[me].region, 0)
        others = [x for x in seats if x != me]
        foes = [(f"p:{':'.join(map(str, some))}", _titles(s, some))
                for n in range(1, len(others) + 1) for some in combinations(others, n)]  # fmt: skip
        foes += [("f", "its fortress")] if fort_of(s, me, region) is not None else []
        foes += [(f"m:{k}", f"monster of {monster.power}") for k, monster in enumerate(s.config.monsters)]
        on = f"p:{':'.join(map(str, place.sides[1:]))}" if sort == "p" else sort if sort == "f" else f"m:{at}"
        found = Picker("me", "Who", tuple((str(x), _titles(s, [x])) for x in seats), str(me)), Picker(
            "foe", "Against", tuple(foes), on)  # fmt: skip
        areas = sorted(((str(i), name) for i, name in enumerate(s.config.map.names)), key=lambda row: row[1])
        return found if sort == "m" else (*found, Picker("where", "In", tuple(areas), str(region)))

    def swaps(self, s: State, setting: Setting) -> tuple[str, str]:
        place = self.place(s, setting.place)
        return ("me", str(place.sides[1])) if place is not None and place.sides[1] >= 0 else ("", "")

    def one_way(self, s: State, setting: Setting) -> str:
        return {"m": "A monster attacks nobody.", "f": "A fortress attacks nobody."}.get(setting.place[0], "")

    def picked(self, s: State, setting: Setting, picker: str, key: str) -> str:
        rows = {one.id: one for one in self.pickers(s, setting)}
        if picker not in rows or key not in dict(rows[picker].options):
            raise TheoError("that cannot be picked here")
        now = {id_: key if id_ == picker else one.at for id_, one in rows.items()}
        me, foe = now["me"], now["foe"]
        region = now.get("where", str(max(s.sheets[int(me)].region, 0)))
        if foe.startswith("m"):
            return f"{foe}:{me}"
        if foe.startswith("p"):
            foes = foe.split(":")[1:]
            swapped = [rows["me"].at if x == me else x for x in foes]  # who was fought against fights: they change
            return f"p:{region}:{me}:{':'.join(swapped)}"
        if fort_of(s, int(me), int(region)) is None:
            other = next(x for x in rows["me"].options if x[0] != me)[0]
            return f"p:{region}:{me}:{other}"
        return f"f:{region}:{me}"

    # -- drawing up ---------------------------------------------------------------------------------------------------
    def line_up(self, s: State, setting: Setting) -> LineUp:
        place = self.place(s, setting.place)
        assert place is not None
        begun = self.begin(s, setting)
        me, *foes = place.sides
        mine, forces = _side(s, begun, setting, 0, me), _forces(begun, me)
        if foes[0] >= 0:
            others = [_side(s, begun, setting, side, foe) for side, foe in enumerate(foes, 1)]
        else:
            assert begun.combat is not None
            against = defence(begun, me, begun.combat.power)
            parts = tuple((part.name, str(part.change), part.rule) for part in against.parts)
            others = [SideUp(-1, "stands there", f"{against.value} power", parts=parts,
                             name=_foe_name(begun))]  # fmt: skip
        rule = {"p": "HE-PVP-001", "m": "HE-MON-003", "f": "HE-FRT-001"}[setting.place[0]]
        return LineUp(
            place.name, place, (mine, *others), tuple(_rows(begun, place)), rule, dice=False,
            note="What the other side sends is its own choice." if foes[0] >= 0 else "",
            grids=(_heights(begun, place, setting, forces),), ladder=_ladder(begun, place, setting, forces),
        )  # fmt: skip

    def begin(self, s: State, setting: Setting) -> State:
        sort, at, me, *foe = setting.place.split(":")
        seats = (int(me), *map(int, foe))
        if sort == "p":
            begun = declared(s, int(me), PLAYERS_FIGHT, int(at))
        elif sort == "m":
            begun = declared(s, int(me), MONSTER_FIGHT, None, int(at), s.config.monsters[int(at)].power)
        else:
            fort = fort_of(s, int(me), int(at))
            assert fort is not None
            begun = declared(s, int(me), FORTRESS_FIGHT, int(at), 0, fort.power)
        assert begun.combat is not None
        begun.combat.parties = seats
        for side, seat in enumerate(seats):
            army = begun.sheets[seat].army  # more than there are can be thought of
            for unit, n in enumerate(army):
                army[unit] = max(n, min(setting.count(f"{side}:{unit}", n), UNITS))
            begun.sheets[seat].deeds = 0
            if sort == "p":
                begun.sheets[seat].region = int(at)
        begun.acting |= 1 << int(me)
        return begun

    def on_board(self, s: State, setting: Setting) -> State:
        return s.copy()

    async def step(self, s: State) -> None:
        combat = s.combat
        assert combat is not None
        me = combat.parties[0]
        if combat.sort == PLAYERS_FIGHT:
            await between_players(s, combat.region, list(combat.parties), me)
        else:
            won = await fight(s, me, combat.sort, combat.foe, combat.power)
            s.sheets[me].do(WON if won else LOST)
        s.combat = None

    def over(self, s: State) -> bool:
        return s.combat is None

    # -- policies -----------------------------------------------------------------------------------------------------
    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        place = self.place(s, setting.place)
        what, seat, options = decision.what, decision.player, decision.options
        if place is None or seat not in place.sides:
            return None
        side = place.sides.index(seat)
        if what == "deploy a slave":
            wanted = [o for o in options if isinstance(o, tuple) and setting.count(f"{side}:{o[0]}:{o[1]}", 1)]
            return Reply(wanted[0] if wanted else "done")
        if what.startswith("deploy ") and decision.kind == "number":
            names = [unit.name for unit in s.config.factions[seat].units]
            return Reply(_within(setting.count(f"{side}:{names.index(what[7:])}", max(options)), options))
        if what.startswith("buy "):
            return Reply(_within(setting.count(f"{side}:{what}", 0), options))
        if what.startswith("pay "):
            return Reply(max(options, key=lambda kind: s.sheets[seat].stock[kind]))
        if what == "take a resource":
            return Reply(options[0])
        if what == "reward":
            reward = setting.policy(side) or REWARDS[0][0]
            return Reply(reward if reward in options else options[0])
        return None

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        place = self.place(begun, setting.place)
        assert place is not None
        won = [seat >= 0 and s.sheets[seat].did(WON) for seat in place.sides]
        told = [int(won[0]), int(not won[0])] if place.sides[1] < 0 else [*map(int, won), int(not any(won))]
        for seat in place.sides:
            if seat >= 0:
                before, after = begun.sheets[seat], s.sheets[seat]
                told += [sum(before.army) - sum(after.army), max(sum(after.stock) - sum(before.stock), 0)]
        return tuple(told)


def _within(n: int, options: tuple[int, ...]) -> int:
    return max(min(options), min(n, max(options)))


def _foe_name(s: State) -> str:
    assert s.combat is not None
    if s.combat.sort == MONSTER_FIGHT:
        return "The monster"
    return f"The fortress of {s.config.map.names[s.combat.region]}"


def _sent(s: State, setting: Setting, side: int, me: int) -> Deployment:
    """What a side sends, as its steppers say: without a word all units and slaves, and nothing bought."""
    army = tuple(min(max(setting.count(f"{side}:{unit}", n), 0), n) for unit, n in enumerate(s.sheets[me].army))
    helpers = tuple(f for f in fighters(s, me) if setting.count(f"{side}:{f.kind}:{f.at}", 1))
    left, bought = list(s.sheets[me].stock), []
    for offer in offers(s, me):
        can = sum(left[kind] for kind in offer.kinds) // offer.n
        n = min(setting.count(f"{side}:buy {offer.name}", 0), min(can, offer.times) if offer.times else can)
        if n > 0:
            bought.append((offer, paid_with(left, offer.kinds, n * offer.n)))
    return Deployment(army, helpers, tuple(bought))


def _side(board: State, s: State, setting: Setting, side: int, me: int) -> SideUp:
    sheet, faction = s.sheets[me], s.config.factions[me]
    sent, steppers = _sent(s, setting, side, me), []
    for unit, n in enumerate(board.sheets[me].army):
        steppers.append(Stepper(f"{side}:{unit}", faction.units[unit].name, sent.units[unit], n, max(n, UNITS),
                                f"{power_of(s, me, unit)} each", rule="HE-CBT-002", of=f"has {n}"))  # fmt: skip
    for helper in fighters(s, me):
        steppers.append(Stepper(f"{side}:{helper.kind}:{helper.at}", helper_name(s, helper).capitalize(),
                                int(helper in sent.helpers), 1, 1, str(helper.power), "does not perish",
                                rule="HE-CUL-019"))  # fmt: skip
    for offer in offers(s, me):
        can = sum(sheet.stock[kind] for kind in offer.kinds) // offer.n
        most = min(can, offer.times) if offer.times else can
        n = next((sum(paid) // offer.n for one, paid in sent.bought if one.name == offer.name), 0)
        steppers.append(Stepper(f"{side}:buy {offer.name}", offer.name, n, 0, most, f"+{offer.gain}",
                                rule=offer.rule))  # fmt: skip
    cost = cost_of(s, me, sent)
    sends = of_many("sends", s.config.players[me] == faction.title)
    return SideUp(
        me, sends, f"{worth(s, me, sent)} power", tuple(steppers), policies=REWARDS, policy=setting.policy(side),
        parts=(("costs", number_of(cost, "resource"), "HE-PVP-005"),), asks="Takes if it wins",
    )  # fmt: skip


def _rows(s: State, place: Place) -> Iterator[Row]:
    me, *foes = place.sides
    yield Row("wins", f"{_titles(s, [me])}: victory", seat=me, rule="HE-CBT-003" if foes[0] < 0 else "HE-PVP-004")
    if foes[0] < 0:
        yield Row("loses", f"{_foe_name(s)} holds")
    else:
        for side, foe in enumerate(foes, 1):
            yield Row("loses" if side == 1 else f"wins:{side}", f"{_titles(s, [foe])}: victory", seat=foe)
        words = "Both come to the same: all lose" if len(foes) == 1 else "Two come to the same height: all lose"
        yield Row("tie", words, rule="HE-PVP-004")
    for seat in place.sides:
        if seat >= 0:
            name = _titles(s, [seat])
            yield Row(f"lost:{seat}", f"{name}: units that perish", seat=seat, mean=True, rule="HE-CBT-004")
            yield Row(f"gained:{seat}", f"{name}: resources gained", seat=seat, mean=True, rule="HE-PVP-008")


def _titles(s: State, seats: Sequence[int]) -> str:
    """ "Gremlins", "Gremlins and Mechanisms"."""
    return " and ".join(s.config.factions[seat].title for seat in seats)


def _forces(s: State, me: int) -> list[Force]:
    """The cheapest force for each height that is worth having: whatever costs more comes to more."""
    best: dict[int, tuple[int, Deployment]] = {}
    for sent in deployments(s, me, TRIED):
        power, cost = worth(s, me, sent), cost_of(s, me, sent)
        if power not in best or cost < best[power][0]:
            best[power] = cost, sent
    found, cheapest = [], None
    for power in sorted(best, reverse=True):
        cost, sent = best[power]
        if cheapest is None or cost < cheapest:
            cheapest = cost
            found.append((power, cost, sent))
    return found[::-1]


def _heights(s: State, place: Place, setting: Setting, found: Sequence[Force]) -> Grid:
    """A table of those near the height in hand, and what each comes to; the force in hand stands among them."""
    me, *foes = place.sides
    own = _sent(s, setting, 0, me)
    in_hand = worth(s, me, own)
    met = foes[0] >= 0
    if met:
        theirs = max(worth(s, foe, _sent(s, setting, side, foe)) for side, foe in enumerate(foes, 1))
        most, strongest = max((worth(s, foe, _most(s, foe)), foe) for foe in foes)
        head = f"{s.config.factions[strongest].letters} can send {most}"
    else:
        assert s.combat is not None
        theirs = most = defence(s, me, s.combat.power).value
        head = ""
    fort = fort_of(s, me, s.combat.region) if met and s.combat is not None else None
    if fort is not None and fort.region in s.seized:
        fort = None
    near = min(range(len(found)), key=lambda i: abs(found[i][0] - in_hand), default=0)
    low = max(0, min(near - HEIGHTS // 2, len(found) - HEIGHTS))
    shown, counted = [*found[low : low + HEIGHTS]], _counts(s, me, own)
    lit = next((i for i, (_, _, sent) in enumerate(shown) if _counts(s, me, sent) == counted), -1)
    cheapest = lit >= 0
    if not cheapest:
        lit = sum(power <= in_hand for power, _, _ in shown)
        shown.insert(lit, (in_hand, cost_of(s, me, own), own))
    columns = ("power", "sent", "cost", "wins", f"beaten ({head})")[: 5 if met else 4]
    columns += (f"left for the fortress of {fort.power}", "taken") if fort is not None else ()
    rows: list[tuple[str, ...]] = []
    for i, (power, cost, sent) in enumerate(shown):
        wins = "yes" if power > theirs else "ties: all lose" if power == theirs and met else "no"
        words = sent_words(s, me, sent)
        row = [str(power), words if cheapest or i != lit else f"{words}: in hand", str(cost), wins]
        row += ["never" if power > most else f"from {power + 1} on"] if met else []
        if fort is not None:
            left = _left(s, me, sent)
            row += [str(left), "yes" if left > fort.power else "no"]
        rows.append(tuple(row))
    sets = tuple(tuple(_counts(s, me, sent).items()) for _, _, sent in shown)
    return Grid("Cheapest force for each height", columns, tuple(rows), lit, ("HE-CBT-003", "HE-PVP-004"), sets)


def _counts(s: State, me: int, sent: Deployment) -> dict[str, int]:
    """The steppers of a deployment of the first side."""
    found = {f"0:{unit}": n for unit, n in enumerate(sent.units) if s.sheets[me].army[unit]}
    found |= {f"0:{f.kind}:{f.at}": int(f in sent.helpers) for f in fighters(s, me)}
    bought = {offer.name: sum(paid) // offer.n for offer, paid in sent.bought}
    return found | {f"0:buy {offer.name}": bought.get(offer.name, 0) for offer in offers(s, me)}


def _left(s: State, me: int, sent: Deployment) -> int:
    """What could still be sent against the fortress afterwards (HE-CBT-004); no reward is counted."""
    after = s.copy()
    sheet = after.sheets[me]
    for unit, n in enumerate(sent.units):
        sheet.army[unit] -= n
    for _, paid in sent.bought:
        sheet.stock = [have - gone for have, gone in zip(sheet.stock, paid, strict=True)]
    every = _most(after, me)
    return worth(after, me, every._replace(helpers=tuple(f for f in every.helpers if f not in sent.helpers)))


def _ladder(s: State, place: Place, setting: Setting, forces: Sequence[Force]) -> Ladder:
    """The own height, what each other could send, and what must be exceeded."""
    me, *foes = place.sides
    marks = [Mark(worth(s, me, _most(s, me)), "all of its own", me)]
    for foe in foes:
        if foe >= 0:
            marks.append(Mark(worth(s, foe, _most(s, foe)), f"{_titles(s, [foe])} at most", foe))
    assert s.combat is not None
    if foes[0] < 0:
        marks.append(Mark(defence(s, me, s.combat.power).value, _foe_name(s).lower()))
    elif (fort := fort_of(s, me, s.combat.region)) is not None and fort.region not in s.seized:
        marks.append(Mark(fort.power, "fortress, to be exceeded afterwards"))
    steps = tuple((power, tuple(_counts(s, me, sent).items())) for power, _, sent in forces)
    return Ladder(worth(s, me, _sent(s, setting, 0, me)), tuple(marks), steps)


def _most(s: State, me: int) -> Deployment:
    """All that a side can send."""
    left, bought = list(s.sheets[me].stock), []
    for offer in offers(s, me):
        can = sum(left[kind] for kind in offer.kinds) // offer.n
        n = min(can, offer.times) if offer.times else can
        bought += [(offer, paid_with(left, offer.kinds, n * offer.n))] if n else []
    helpers: tuple[Fighter, ...] = tuple(fighters(s, me))
    return Deployment(tuple(s.sheets[me].army), helpers, tuple(bought))


COMBATS = Combats()
