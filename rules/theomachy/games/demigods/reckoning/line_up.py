"""The battles of Demigods for the calculator: who stands beside a hex attacks it, round after round.

Source: DG-BAT-001 to DG-BAT-012. The defender chooses nothing; the attacker's policy says how long he fights on, and
losses are taken where most attackers are.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ....engine.errors import TheoError
from ....engine.runtime.line_up import (
    Fights,
    Hand,
    LineUp,
    Picker,
    Place,
    Reply,
    Row,
    Setting,
    SideUp,
    Stepper,
    Switch,
    Throw,
    frozen,
)
from ....engine.wording import whose
from ..rules.actions import engage
from ..rules.battle import HITS, attack_dice, battle, defence_dice
from ..rules.domains import ARMY, BATTLE, ICONS, MONSTER, MOUNTAINS, ORDER, PLAINS, POPULATION, TEMPLE, WATER
from ..rules.state import BattleRecord, State

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from ....engine.runtime.decision import Asking, Decision
    from ....engine.runtime.line_up import Measured

POLICIES = (("end", "To the end"), ("even", "While as strong"), ("round", "One round"))
MOST = 20  # counters of a kind that a line-up may have
NAMES = {POPULATION: "People", ARMY: "Armies", TEMPLE: "Temples", MONSTER: "Monsters"}
FIGURES = {POPULATION: "1 die for 2", ARMY: "2 dice", TEMPLE: "0 dice", MONSTER: "2 dice"}
WHY = "DG-BAT-003"
DICE = ("attack dice", "defence dice")  # the questions, by whose they are


class Battles(Fights[State]):
    """Any attack on a hex, by all who stand beside it; a place is "hex:attacker", with ":defender" behind it one in
    which armies are thought to stand beside the hex, and the defender in it.
    """

    widest = MappingProxyType({"players": 2, "preset": "island"})

    def places(self, s: State) -> Iterator[Place]:
        found = [
            (s.fight is None or h != s.fight.target, seat != s.active, h, seat)
            for seat in s.living() for h in range(len(s.owner))
            if s.owner[h] not in (0, seat + 1) and _beside(s, seat, h)
        ]  # fmt: skip
        for _, _, h, seat in sorted(found):
            yield _place(s, h, seat)

    def place(self, s: State, id_: str) -> Place | None:
        words = id_.split(":")
        if len(words) not in (2, 3) or not all(word.isdecimal() and len(word) < 4 for word in words):
            return None
        h, seat, *foe = map(int, words)
        if foe:
            there = h < len(s.owner) and s.terrain[h] != WATER and max(seat, *foe) < len(s.hands) and seat != foe[0]
            return _place(s, h, seat, foe[0]) if there else None
        fits = h < len(s.owner) and seat < len(s.hands) and s.owner[h] not in (0, seat + 1)
        return _place(s, h, seat) if fits and _beside(s, seat, h) else None

    def anything(self, s: State) -> Place | None:
        """An attack on a hex of the next player, else on land with much land round it."""
        seat = max(s.active, 0)
        foe = (seat + 1) % len(s.hands)
        near = s.config.grid.near
        land = [
            (s.owner[h] != foe + 1, -len(_round(s, seat, foe, h)), h)
            for h in range(len(s.owner)) if s.terrain[h] != WATER and near[h]
        ]  # fmt: skip
        return _place(s, min(land)[2], seat, foe) if land else None

    def pickers(self, s: State, setting: Setting) -> tuple[Picker, ...]:
        h, seat, foe = _read(s, setting)
        if self.under_way(s) == setting.place:
            return ()
        seats = tuple((str(i), name) for i, name in enumerate(s.config.names))
        names = s.config.grid.names
        land = tuple((str(at), names[at]) for at in range(len(s.owner)) if s.terrain[at] != WATER)
        return (Picker("where", "On", land, str(h)), Picker("attacks", "Attacker", seats, str(seat)),
                Picker("defends", "Defender", seats, str(foe)))  # fmt: skip

    def picked(self, s: State, setting: Setting, picker: str, key: str) -> str:
        h, seat, foe = _read(s, setting)
        if key not in next((dict(one.options) for one in self.pickers(s, setting) if one.id == picker), {}):
            raise TheoError("that cannot be picked here")
        to = int(key)
        if picker == "where":
            h = to
        elif picker == "attacks":
            seat, foe = to, seat if to == foe else foe
        else:
            seat, foe = foe if to == seat else seat, to
        board = self.place(s, f"{h}:{seat}")
        return board.id if board is not None and board.sides == (seat, foe) else f"{h}:{seat}:{foe}"

    def line_up(self, s: State, setting: Setting) -> LineUp:
        h, seat, foe = _read(s, setting)
        s = _thought(s, setting)
        midst = self.under_way(s) == setting.place
        begun = self.begin(s, setting)
        fight = begun.fight
        assert fight is not None
        names, parties = s.config.grid.names, dict(fight.parties)
        mine, theirs = [], []
        for at in sorted(parties) if midst else _able(s, setting):
            n, board = parties.get(at, 0), parties.get(at, 0) if midst else s.fighters(at)
            most = n if midst else max(board, MOST)
            mine.append(Stepper(f"0:{at}", f"From {names[at]}", n, board, most, "2 dice", "", ICONS[ARMY],
                                "DG-BAT-002", n if midst else 0, f"{board} there"))  # fmt: skip
        for kind in ORDER:
            n, board = begun.counters[kind][h], s.counters[kind][h]
            most = n if midst else 1 if kind == TEMPLE else max(board, MOST)
            theirs.append(Stepper(f"1:{kind}", NAMES[kind], n, board, most, FIGURES[kind], "", ICONS[kind], WHY,
                                  n if midst else 0, f"{board} there"))  # fmt: skip
        high = s.terrain[h] == MOUNTAINS
        ground = Switch("1:mountains", "Mountains", "take a hit of the attacker",
                        begun.terrain[h] == MOUNTAINS, high, "DG-BAT-012")  # fmt: skip
        empty = not parties or not begun.owner[h]
        attack = SideUp(seat, "attacks", f"{attack_dice(fight)} dice", tuple(mine), (), POLICIES,
                        setting.policy(0) or "end", asks="Fights on")  # fmt: skip
        defend = SideUp(foe, "defends", f"{defence_dice(begun, h)} dice", tuple(theirs), () if midst else (ground,))
        return LineUp(
            f"A battle for {names[h]}", self.place(s, setting.place) or _place(s, h, seat), (attack, defend),
            tuple(_rows(begun, h, seat, foe)),
            "DG-BAT-001", fault="Put a unit on each side." if empty else "",
        )  # fmt: skip

    def begin(self, s: State, setting: Setting) -> State:
        h, seat, foe = _read(s, setting)
        if self.under_way(s) == setting.place:
            return s.copy()
        s = _thought(s, setting)
        begun, parties = s.copy(), []
        for at in _able(s, setting):
            n = max(min(setting.count(f"0:{at}", s.fighters(at)), max(s.fighters(at), MOST)), 0)
            begun.counters[ARMY][at] += max(n - s.fighters(at), 0)
            begun.owner[at] = seat + 1 if n else begun.owner[at]
            parties += [(at, n)] if n else []
        for kind in ORDER:
            board = s.counters[kind][h]
            begun.counters[kind][h] = max(min(setting.count(f"1:{kind}", board), max(board, MOST)), 0)
        begun.owner[h] = foe + 1 if any(begun.counters[kind][h] for kind in ORDER) else 0
        if setting.power("1:mountains", s.terrain[h] == MOUNTAINS):
            begun.terrain[h] = MOUNTAINS
        elif s.terrain[h] == MOUNTAINS:
            begun.terrain[h] = PLAINS
        begun.phase, begun.active, begun.doing, begun.asked = BATTLE, seat, "", ()
        begun.fought, begun.again = bytearray(len(s.owner)), bytearray(len(s.owner))
        begun.derive()
        for at, n in parties:
            engage(begun, at, n)
        begun.fight = BattleRecord.fresh(s.config)
        begun.fight.target, begun.fight.parties = h, tuple(parties)
        return begun

    def throw(self, s: State, setting: Setting) -> Throw | None:
        """The dice of the round that comes next."""
        h, seat, foe = _read(s, setting)
        begun = self.begin(s, setting)
        assert begun.fight is not None
        if begun.fight.rounds > 0 and not begun.fight.paused:
            return None  # in the midst of a round
        names = s.config.names
        hands = (
            Hand(names[seat], attack_dice(begun.fight), HITS, (), seat),
            Hand(names[foe] if foe >= 0 else "", defence_dice(begun, h), HITS, (), foe),
        )
        note = "Of the next round." if begun.fight.rounds else "Of the first round."
        return Throw(hands, "DG-BAT-004", note) if any(hand.n for hand in hands) else None

    def hand(self, begun: State, base: State, s: State, decision: Decision) -> int:
        if begun.fight is None or base.fight is None or base.fight.rounds != begun.fight.rounds:
            return -1
        return DICE.index(decision.what) if decision.what in DICE else -1

    def step(self, s: State) -> Asking[None]:
        return battle(s)

    def over(self, s: State) -> bool:
        return s.fight is None

    def under_way(self, s: State) -> str:
        return f"{s.fight.target}:{s.active}" if s.fight is not None and s.fight.parties else ""

    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        if decision.what == "fight on" and s.fight is not None:
            policy = setting.policy(0) or "end"
            on = policy == "end" or (policy == "even" and attack_dice(s.fight) >= defence_dice(s, s.fight.target))
            return Reply("yes" if on else "no")
        if decision.what == "where an attacker is lost" and s.fight is not None:
            n = dict(s.fight.parties)
            return Reply(max(decision.options, key=lambda at: (n.get(at, 0), -at)))
        return Reply("no", "advance") if decision.what == "advance" else None

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        h, seat, _ = _read(begun, setting)
        assert begun.fight is not None
        sent = sum(n for _, n in begun.fight.parties)
        lost = sum(begun.fighters(at) - s.fighters(at) for at, _ in begun.fight.parties)
        mine = s.owner[h] == seat + 1  # an advance, by a ruling
        gone = [begun.counters[kind][h] - (0 if mine else s.counters[kind][h]) for kind in ORDER]
        cleared = not s.owner[h] or mine
        told = [int(cleared), int(not cleared and lost < sent), int(lost >= sent and not cleared)]
        fates = [n for kind, n in zip(ORDER, gone, strict=True) if begun.counters[kind][h]]
        return (*told, lost, *fates, lost, sum(gone))

    def key(self, s: State) -> Hashable:
        fight = s.fight
        if fight is None:
            return frozen(s)
        went = min(fight.defence, 1)
        return frozen(s, ("fight", "lost", "fought", "again")), frozen(fight, ("rounds", "defence")), went


def _read(s: State, setting: Setting) -> tuple[int, int, int]:
    """Hex, attacker, defender of a setting."""
    h, seat, *foe = map(int, setting.place.split(":"))
    return h, seat, foe[0] if foe else s.holder(h)


def _thought(s: State, setting: Setting) -> State:
    """The position; where the place names a defender who is not there, a copy in which the hex is empty for it."""
    h, _, foe = _read(s, setting)
    if s.owner[h] == foe + 1 or setting.place.count(":") < 2:
        return s
    found = s.copy()
    for kind in ORDER:
        found.counters[kind][h] = 0
    found.owner[h] = 0
    found.derive()
    return found


def _beside(s: State, seat: int, h: int) -> list[int]:
    """Where fighters of a seat stand beside a hex; those who attack it now, in the midst of a battle."""
    return [at for at in s.config.grid.near[h] if s.owner[at] == seat + 1 and s.fighters(at)]


def _round(s: State, seat: int, foe: int, h: int) -> list[int]:
    """Where fighters of a seat could stand beside a hex."""
    near = s.config.grid.near[h]
    return [at for at in near if s.terrain[at] != WATER and s.owner[at] in (0, seat + 1)] if seat != foe else []


def _able(s: State, setting: Setting) -> list[int]:
    """Whence a hex is attacked: where the attacker stands, or in a battle that is put together could."""
    h, seat, foe = _read(s, setting)
    return _round(s, seat, foe, h) if setting.place.count(":") == 2 else _beside(s, seat, h)


def _place(s: State, h: int, seat: int, foe: int | None = None) -> Place:
    names, other = s.config.names, s.holder(h) if foe is None else foe
    id_ = f"{h}:{seat}" if foe is None else f"{h}:{seat}:{foe}"
    name = f"{names[seat]} attacks {names[other]} on {s.config.grid.names[h]}"
    return Place(id_, name, f"area:{h}", (seat, other), tuple(f"area:{at}" for at in _beside(s, seat, h)))


def _rows(s: State, h: int, seat: int, foe: int) -> Iterator[Row]:
    names = s.config.names
    hex_ = s.config.grid.names[h]
    assert s.fight is not None
    sent = sum(n for _, n in s.fight.parties)
    yield Row("cleared", f"{names[seat]} clears {hex_}", seat=seat, rule="DG-BAT-006")
    yield Row("stopped", f"{names[seat]} stops before that", rule="DG-BAT-008")
    yield Row("beaten", f"{names[seat]} has no attacker left", seat=foe, rule="DG-BAT-006")
    yield Row("dead:0", "attacker", "fate", seat, n=sent, icon=ICONS[ARMY])
    for kind in ORDER:
        if n := s.counters[kind][h]:
            yield Row(f"dead:1:{kind}", s.config.tally(kind, 1).split(" ", 1)[1], "fate", foe, n=n, icon=ICONS[kind])
    yield Row("lost:0", f"Lost of {whose(names[seat])} {sent}", "loss", seat)
    stack = s.stack(h)
    yield Row("lost:1", f"Lost of {whose(names[foe] if foe >= 0 else 'nobody')} {stack}", "loss", foe)


BATTLES = Battles()
