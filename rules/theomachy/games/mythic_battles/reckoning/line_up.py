"""The attacks of Mythic Battles for the calculator: wounds, who is destroyed, and what comes back by retaliation.

Both assaults are reckoned by the solver wherever no power changes the dice, with the best choices for the attacker's
aim; all else goes by the rules. A place is "attacker:target:range", as they stand on the board; with ":area" behind it
the target is thought into that area and the attacker so far away. Source: MB-ATK-001 to MB-ATK-011, MB-TAL-013,
MB-RET-001.
"""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ....engine.errors import TheoError
from ....engine.runtime.ability import Bearer
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.line_up import (
    Fights,
    Grid,
    Hand,
    LineUp,
    Picker,
    Place,
    Reply,
    Row,
    SideUp,
    Stepper,
    Switch,
    Throw,
    frozen,
)
from ....engine.wording import of_many
from ..rules import assault
from ..rules.assault import FIVE
from ..rules.battle import attack_from_its_start, attack_from_its_wounds, open_fight
from ..rules.cards import card_of, holds, take
from ..rules.config import ART_OF_WAR
from ..rules.dice import the_dice
from ..rules.sight import Spec, manners, range_of, targets, visible
from ..rules.state import AT_TARGET, AT_WOUNDS, NORMAL
from ..rules.timings import VOCABULARY, Choice, Talent
from ..rules.values import defence, offence
from ..rules.wounds import does, plural
from . import solver
from .advice import CHOICES, again, aim_of, aims, answer_of, plans, terms

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.layers import Total
    from ....engine.runtime.line_up import Measured, Setting
    from ..rules.state import Fight, State

WINDOWS = ("battle_declared", "pre_battle", "dice_rolled", "would_take_result", "result_assigned", "battle_end")
BACK, NEVER, ASSAULT = "1:Retaliation", "never", "first assault"
PLANS = 6  # that are told of dice that lie
CARDS = 4  # Art of War cards that a side is thought to have for the powers that are switched on


class Attacks(Fights[Any]):
    """Any normal attack of one unit on another."""

    widest = MappingProxyType({"players": 2, "recruitment": "draft"})

    def places(self, s: State) -> Iterator[Place]:
        under = self.under_way(s)
        if under and (found := self.place(s, under)) is not None:
            yield found
        seats = s.order(s.active) if s.active >= 0 else range(len(s.hands))
        for seat in seats:
            for unit, at in enumerate(s.place):
                if at >= 0 and s.owner[unit] == seat and not s.config.units[unit].is_token:
                    for target, far in targets(s, Spec(unit)):
                        yield self._place(s, unit, target, far)

    def place(self, s: State, id_: str) -> Place | None:
        words = id_.split(":")
        if len(words) not in (3, 4) or not all(word.isdecimal() and len(word) < 4 for word in words):
            return None
        unit, target, far = map(int, words[:3])
        if len(words) == 4:
            fits = max(unit, target) < len(s.place) and int(words[3]) < len(s.held) and unit != target
            return self._place(_thought(s, id_), unit, target, far, words[3]) if fits else None
        here = max(unit, target) < len(s.place) and s.place[unit] >= 0 and s.place[target] >= 0
        if not here or (id_ != self.under_way(s) and far not in manners(s, Spec(unit), target)):
            return None
        return self._place(s, unit, target, far)

    def _place(self, s: State, unit: int, target: int, far: int, thought: str = "") -> Place:
        units = s.config.units
        name = does(s, unit, "{} attacks {}").format(units[unit].short, units[target].short)
        name += f", range {far}" if far else ""
        id_ = f"{unit}:{target}:{far}" + (f":{thought}" if thought else "")
        whence = (f"area:{s.place[unit]}",) if s.place[unit] != s.place[target] else ()
        return Place(id_, name, f"area:{s.place[target]}", (s.owner[unit], s.owner[target]), whence)

    def anything(self, s: State) -> Place | None:
        """The unit of whoever acts that is nearest to a foe, or the first units of two armies, as if they had met."""
        able = [unit for unit, card in enumerate(s.config.units) if not card.is_token]
        me = max(s.active, 0)
        far = s.config.map.distance
        pairs = [
            (s.owner[a] != me, min(s.place[a], s.place[b]) < 0, far[s.place[a]][s.place[b]], a, b)
            for a in able for b in able
            if a != b and (s.owner[a] != s.owner[b] or s.owner[a] < 0) and not (s.fallen >> a | s.fallen >> b) & 1
        ]  # fmt: skip
        if not pairs:
            return None
        *_, unit, target = min(pairs)
        return self.place(s, f"{unit}:{target}:0:{max(s.place[target], 0)}")

    def pickers(self, s: State, setting: Setting) -> tuple[Picker, ...]:
        if self.under_way(s) == setting.place:
            return ()
        unit, target, far = _read(setting)
        there = _thought(s, setting.place)
        units, names = s.config.units, s.config.map.names
        able = sorted((card.name, str(i)) for i, card in enumerate(units) if not card.is_token)
        foes = tuple((k, name) for name, k in able if s.owner[int(k)] < 0 or s.owner[int(k)] != s.owner[unit])
        most = max(range_of(there, Spec(unit), there.place[target], target).value, far, 0)
        areas = sorted(((str(i), name) for i, name in enumerate(names)), key=lambda row: row[1])
        return (
            Picker("attacks", "Attacker", tuple((k, name) for name, k in able), str(unit)),
            Picker("defends", "Target", tuple(row for row in foes if row[0] != str(unit)), str(target)),
            Picker("where", "In", tuple(areas), str(there.place[target])),
            Picker("range", "Range", tuple((str(n), str(n)) for n in range(most + 1)), str(far)),
        )

    def picked(self, s: State, setting: Setting, picker: str, key: str) -> str:
        unit, target, far = _read(setting)
        at = _thought(s, setting.place).place[target]
        known = {one.id: dict(one.options) for one in self.pickers(s, setting)}
        if key not in known.get(picker, {}):
            raise TheoError("that cannot be picked here")
        n = int(key)
        if picker == "attacks" and n == target:
            target = unit  # who was attacked attacks
        elif picker == "attacks" and s.owner[n] == s.owner[target] >= 0:
            foes = [unit, *(i for i, card in enumerate(s.config.units) if not card.is_token)]
            target = next(i for i in foes if i != n and (s.owner[i] < 0 or s.owner[i] != s.owner[n]))
        unit, target = (n, target) if picker == "attacks" else (unit, n if picker == "defends" else target)
        far, at = (n if picker == "range" else far if picker != "attacks" else 0), n if picker == "where" else at
        board = self.place(s, f"{unit}:{target}:{far}")
        if board is not None and board.target == f"area:{at}":
            return board.id
        return f"{unit}:{target}:{far}:{at}"

    # -- drawing up ---------------------------------------------------------------------------------------------------
    def line_up(self, s: State, setting: Setting) -> LineUp:
        unit, target, far = _read(setting)
        s = _thought(s, setting.place)
        midst = self.under_way(s) == setting.place
        begun, struck, dice, wall, _ = self._met(s, setting)
        units = s.config.units
        guards = _guards(begun)
        who = ((NEVER, "Nobody"), *((str(g), units[g].short) for g in guards)) if guards else ()
        mine = SideUp(
            s.owner[unit], of_many("attacks" if far == 0 else f"attacks at range {far}", plural(s, unit)),
            number_of_dice(dice.value),
            (_vitality(s, begun, 0, unit, fixed=midst),), self._switches(s, begun, setting, 0, unit, midst=midst),
            aims(max(begun.vitality[struck], 1)), _policy(setting, 0) or "most",
            parts=tuple((p.name, f"{p.change:+d}" if i else str(p.change), p.rule) for i, p in enumerate(dice.parts)),
            name=units[unit].name, icon=units[unit].icon, asks="Wants",
        )  # fmt: skip
        steppers = [_vitality(s, begun, 1, struck, fixed=midst)]
        if struck != target:
            steppers.append(_vitality(s, begun, 1, target, fixed=midst))
        theirs = SideUp(
            s.owner[target],
            of_many("defends" if struck == target else f"steps in for {units[target].short}", plural(s, struck)),
            f"to reach {wall.value}", tuple(steppers), self._switches(s, begun, setting, 1, struck, midst=midst),
            who, _policy(setting, 1) or (str(guards[0]) if guards else NEVER),
            parts=tuple((p.name, f"{p.change:+d}" if i else str(p.change), p.rule) for i, p in enumerate(wall.parts)),
            name=units[struck].name, icon=units[struck].icon, asks="Who guards",
        )  # fmt: skip
        words = setting.place.split(":")
        place = self._place(s, unit, target, far, words[3] if len(words) == 4 else "")
        rows = tuple(self._rows(begun, setting, struck))
        met = f"As if they had met in {s.config.map.names[s.place[target]]}. " if len(words) == 4 else ""
        note = f"{met}Cards in hand are taken as each switch says."
        return LineUp(place.name, place, (mine, theirs), rows, "MB-ATK-001", note)

    def _met(self, s: State, setting: Setting) -> tuple[State, int, Total, Total, State]:
        """The fight that begins, who is hit in the end, its dice, what they must reach, and the state of the latter."""
        begun = self.begin(s, setting)
        struck, tried = self._struck(begun, setting), begun.copy()
        fight = tried.fights[0]
        fight.target = struck
        tried.touch()
        return begun, struck, offence(tried, fight), defence(tried, fight), tried

    def aside(self, s: State, setting: Setting) -> Setting | None:
        """As if nobody guarded, or as if somebody did."""
        guards = _guards(self.begin(s, setting))
        if not guards:
            return None
        return setting.giving(1, NEVER if _policy(setting, 1) != NEVER else str(guards[0]))

    def throw(self, s: State, setting: Setting) -> Throw | None:
        _, _, dice, _, _ = self._met(s, setting)
        unit, _, _ = _read(setting)
        rolled = s.fights[0].rolled if self.under_way(s) == setting.place else ()
        hand = Hand(s.config.units[unit].short, dice.value, the_dice(s.config), tuple(rolled), s.owner[unit])
        return Throw((hand,), "MB-ATK-005", "Blanks are gone; a five may be thrown again.", plans=True)

    def hand(self, begun: State, base: State, s: State, decision: Decision) -> int:
        return 0 if decision.what == ASSAULT and not self.fights_back(s) else -1

    def plans(self, s: State, setting: Setting, faces: Sequence[int]) -> Grid | None:
        _, struck, _, wall, tried = self._met(s, setting)
        unit, _, _ = _read(setting)
        _, aim, n = aim_of(max(tried.vitality[struck], 1), _policy(setting, 0) or "most")
        pool = assault.kept(faces, wall.value)
        found = solver.first(pool, wall.value, aim, terms(tried, unit)).plans[:PLANS]
        rows = tuple(
            (str(plan), f"{float(plan.odds.mean):.2f}", f"{100 * float(plan.odds.at_least(n)):.0f}\u2009%")
            for plan in found
        )  # fmt: skip
        return Grid("Plans, best first", ("plan", "wounds", f"{n} or more"), rows, 0, ("MB-ATK-005", "MB-ATK-008"))

    def _struck(self, s: State, setting: Setting) -> int:
        """Who is hit in the end, by the policy of those who guard."""
        _, target, _ = _read(setting)
        guards, policy = _guards(s), _policy(setting, 1)
        if not guards or policy == NEVER:
            return target
        return int(policy) if policy.isdecimal() and int(policy) in guards else guards[0]

    def _switches(
        self, s: State, begun: State, setting: Setting, side: int, unit: int, *, midst: bool
    ) -> tuple[Switch, ...]:
        found = []
        for power, free in _powers(s, unit).items():
            id_ = f"{side}:{power.name}"
            found.append(Switch(id_, power.name, power.text, setting.power(id_, free), free, power.rule))
        if side == 1 and _read(setting)[2] == 0:
            short = s.config.units[unit].short
            found.append(Switch(BACK, "Retaliation", f"for a card of {short}", setting.power(BACK, True), True,
                                "MB-RET-001"))  # fmt: skip
        return tuple(found)

    def begin(self, s: State, setting: Setting) -> State:
        unit, target, far = _read(setting)
        begun: State = _thought(s, setting.place).copy()
        if self.under_way(s) == setting.place:
            return begun
        for side, one in ((0, unit), (1, target), *((1, g) for g in range(len(s.place)))):
            if s.place[one] >= 0:
                most = s.config.units[one].most
                begun.vitality[one] = min(max(setting.count(f"{side}:{one}", begun.vitality[one]), 1), most)
        begun.fights, begun.active = [], s.owner[unit]
        begun.touch()
        open_fight(begun, Spec(unit), target, far, begun.commander(unit))
        begun.touch()
        struck = self._struck(begun, setting)
        for side, one in ((0, unit), (1, struck)):
            if any(setting.power(f"{side}:{p.name}", free) and not free for p, free in _powers(s, one).items()):
                for _ in range(CARDS):
                    take(begun, begun.commander(one), ART_OF_WAR)
        seat = begun.commander(struck)
        if setting.power(BACK, True) and not holds(begun, seat, struck):
            take(begun, seat, card_of(struck))
        begun.struck_back &= ~(1 << struck)
        return begun

    def on_board(self, s: State, setting: Setting) -> State:
        begun = self.begin(s, setting)
        begun.fights = list(s.fights)
        begun.touch()
        return begun

    def step(self, s: State) -> Asking[None]:
        return attack_from_its_start(s) if s.fights[-1].step == AT_TARGET else attack_from_its_wounds(s)

    def over(self, s: State) -> bool:
        return not s.fights or s.ended

    def under_way(self, s: State) -> str:
        if not s.fights or s.fights[0].manner != NORMAL:
            return ""
        fight = s.fights[0]
        return f"{fight.attacker}:{fight.named}:{fight.distance}"

    # -- policies -----------------------------------------------------------------------------------------------------
    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        what, options = decision.what, decision.options
        fight = s.fights[-1] if s.fights else None
        if fight is not None and what in CHOICES:
            plan = plans(s, fight, what, self._aim(s, fight, setting))[0]
            return Reply(answer_of(plan, decision))
        if fight is not None and what == "roll again":
            return Reply(again(s, fight, decision, self._aim(s, fight, setting))[0].again)
        if what == "retaliate":
            return Reply("yes" if "yes" in options and setting.power(BACK, True) else "no")
        if decision.kind == "power":
            return Reply(self._use(s, decision, setting))
        return Reply("no") if what == "evade" else None

    def _use(self, s: State, decision: Decision, setting: Setting) -> Any:
        unit, _, _ = _read(setting)
        struck, decline = self._struck(s, setting), "done" if "done" in decision.options else decision.options[0]
        for option in decision.options:
            if option == "done":
                continue
            name, *by = option if isinstance(option, tuple) else (option,)
            if decision.what == "would_be_targeted":
                if by == [struck]:
                    return option
                continue
            side = 0 if not by or by[0] == unit else 1 if by[0] == struck else -1
            if setting.power(f"{side}:{name}", decision.what == "would_take_result"):
                return option
        return decline

    def _aim(self, s: State, fight: Fight, setting: Setting) -> solver.Aim:
        left = max(s.vitality[fight.target], 1)
        first = not self.fights_back(s)
        return aim_of(left, _policy(setting, 0) or "most" if first else "most")[1]

    def fights_back(self, s: State) -> bool:
        """Is the attack under way the answer to another?"""
        return len(s.fights) > 1

    def jump(self, s: State, decision: Decision, setting: Setting) -> list[tuple[Fraction, State]] | None:
        """Both assaults at once, by the solver, where no power changes the dice."""
        if decision.what != ASSAULT or not s.fights:
            return None
        fight = s.fights[-1]
        for unit in (fight.attacker, fight.target):
            for holder, power, _ in VOCABULARY.mine(s.key, "dice_rolled", s.owner[unit]):
                side = 0 if unit == _read(setting)[0] else 1
                if isinstance(holder, Bearer) and holder.unit == unit:
                    if power.forced or setting.power(f"{side}:{power.name}", False):
                        return None
        aim, lie = self._aim(s, fight, setting), () if self.fights_back(s) else setting.lies(0)[: fight.offence]
        odds = solver.before(fight.offence, fight.defence, aim, terms(s, fight.attacker), lie=lie)
        found = []
        for wounds, weight in enumerate(odds.weights):
            if weight:
                after: State = s.copy()
                now = after.fights[-1]
                now.step, now.card = AT_WOUNDS, (FIVE,) * wounds
                found.append((Fraction(weight, odds.total), after))
        return found

    def jumped(self, s: State, setting: Setting) -> str:
        """What was counted by the solver, in words."""
        fight = s.fights[-1]
        left = fight.offence - (0 if self.fights_back(s) else len(setting.lies(0)[: fight.offence]))
        if not left:
            return "dice that lie, every second assault, best choices"
        n = len(s.config.fact("dice.faces")) ** left
        return f"all {n:,} rolls of {number_of_dice(left)}, every second assault, best choices"

    # -- what is measured ---------------------------------------------------------------------------------------------
    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        unit, _, far = _read(setting)
        struck = self._struck(begun, setting)
        lost = begun.vitality[struck] - (s.vitality[struck] if s.place[struck] >= 0 else 0)
        told = [lost, lost, int(s.place[struck] < 0), lost]
        if far == 0 and setting.power(BACK, True):
            mine = begun.vitality[unit] - (s.vitality[unit] if s.place[unit] >= 0 else 0)
            told += [mine, mine, int(s.place[unit] < 0), mine]
        told.append(lost)
        return tuple(max(n, 0) for n in told)

    def _rows(self, s: State, setting: Setting, struck: int) -> Iterator[Row]:
        unit, _, far = _read(setting)
        units, me, foe = s.config.units, s.owner[unit], s.owner[struck]
        left = s.vitality[struck]
        guards = _guards(s)
        head = (
            does(s, struck, "{} guards").format(units[struck].short)
            if struck in guards
            else "Nobody guards"
            if guards
            else ""
        )
        yield from _wounded(s, "", struck, me, aim_of(left, _policy(setting, 0) or "most")[2], left, head)
        if far == 0 and setting.power(BACK, True):
            head = does(s, struck, "{} strikes back").format(units[struck].short)
            yield from _wounded(s, "back ", unit, foe, 2, s.vitality[unit], head)
        yield Row("wounds", f"Wounds on {units[struck].short}", "loss", me)

    def key(self, s: State) -> Hashable:
        """What lies of the dice is on the card by now, or gone; cards decide nothing that a switch does not."""
        if not s.fights or s.fights[-1].step < AT_WOUNDS:
            return frozen(s)
        fights = tuple(frozen(f, ("rolled", "lifts", "pool", "again", "thrown", "spent")) for f in s.fights)
        return frozen(s, ("fights",)), fights


def _read(setting: Setting) -> tuple[int, int, int]:
    unit, target, far, *_ = map(int, setting.place.split(":"))
    return unit, target, far


def _thought(s: State, id_: str) -> State:
    """The position, or where the place says so a copy in which the two of it have met."""
    words = id_.split(":")
    if len(words) != 4:
        return s
    unit, target, far, area = map(int, words)
    met: State = s.copy()
    if met.owner[unit] < 0:
        met.owner[unit] = int(met.owner[target] == 0)
    if met.owner[target] < 0 or met.owner[target] == met.owner[unit]:
        met.owner[target] = int(met.owner[unit] == 0)
    for one in (unit, target):
        met.fallen &= ~(1 << one)
        met.vitality[one] = met.vitality[one] or s.config.units[one].most
    met.place[target] = area
    away = s.config.map.distance[area]
    near = [at for at in (s.place[unit], *range(len(away))) if at >= 0 and away[at] == far]
    for at in near or [area]:
        met.place[unit] = at
        met.derive()
        if visible(met, unit, area):
            break
    return met


def _policy(setting: Setting, side: int) -> str:
    return setting.policy(side)


def _wounded(s: State, id_: str, unit: int, seat: int, n: int, left: int, head: str) -> Iterator[Row]:
    """The rows of one unit that is hit: wounded at all, so many at least, destroyed, on average."""
    name = s.config.units[unit].short
    yield Row(f"{id_}wounded", does(s, unit, "{} is wounded").format(name), seat=seat, rule="MB-ATK-011", head=head)
    yield Row(f"{id_}some", f"{max(n, 2)} wounds or more", seat=seat, least=max(n, 2))
    yield Row(f"{id_}destroyed", does(s, unit, "{} is destroyed").format(name), seat=seat, rule="MB-DST-001")
    yield Row(f"{id_}mean", "wounds on average", seat=seat, mean=True)


def _vitality(s: State, begun: State, side: int, unit: int, *, fixed: bool) -> Stepper:
    card, n = s.config.units[unit], begun.vitality[unit]
    return Stepper(f"{side}:{unit}", f"Vitality of {card.short}", n, s.vitality[unit], n if fixed else card.most,
                   icon=card.icon, rule="MB-UNI-007", least=n if fixed else 1)  # fmt: skip


def _guards(s: State) -> list[int]:
    """Who may step into the place of the target."""
    fight = s.fights[0]
    choice, owner = Choice(fight.attacker, fight.named, False, 0, frozenset()), s.owner[fight.named]
    found = []
    for seat in s.order(owner):
        if s.allied(seat, owner):
            for holder, power, _ in VOCABULARY.mine(s.key, "would_be_targeted", seat):
                may = getattr(power, "may_would_be_targeted", None)
                if isinstance(holder, Bearer) and may is not None and may(s, holder, choice):
                    found.append(holder.unit)
    return found


def _powers(s: State, unit: int) -> dict[Any, bool]:
    """The powers of a unit that ask in an attack; True for those that cost nothing."""
    found: dict[Any, bool] = {}
    for timing in WINDOWS:
        for holder, power, _ in VOCABULARY.mine(s.key, timing, s.owner[unit]):
            if isinstance(holder, Bearer) and holder.unit == unit and not power.forced:
                found[power] = isinstance(power, Talent) and timing == "would_take_result"
    return found


ATTACKS = Attacks()
