"""The battles of Demigods for the calculator: who stands beside a hex attacks it, round after round.

Source: DG-BAT-001 to DG-BAT-012. The defender chooses nothing; the attacker's policy says how long he fights on, and
losses are taken where most attackers are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.line_up import Fights, LineUp, Place, Reply, Row, Setting, SideUp, Stepper, Switch, frozen
from ..rules.actions import engage
from ..rules.battle import attack_dice, battle, defence_dice
from ..rules.domains import ARMY, BATTLE, ICONS, MONSTER, MOUNTAINS, ORDER, PLAINS, POPULATION, TEMPLE
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


class Battles(Fights[State]):
    """Any attack on a hex, by all who stand beside it; a place is "hex:attacker"."""

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
        if len(words) != 2 or not all(word.isdecimal() and len(word) < 4 for word in words):
            return None
        h, seat = map(int, words)
        fits = h < len(s.owner) and seat < len(s.hands) and s.owner[h] not in (0, seat + 1)
        return _place(s, h, seat) if fits and _beside(s, seat, h) else None

    def line_up(self, s: State, setting: Setting) -> LineUp:
        h, seat = _read(setting)
        midst = self.under_way(s) == setting.place
        begun = self.begin(s, setting)
        fight = begun.fight
        assert fight is not None
        foe, names, parties = s.holder(h), s.config.grid.names, dict(fight.parties)
        mine, theirs = [], []
        for at in sorted(parties) if midst else _beside(s, seat, h):
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
                        setting.policies[0] or "end", asks="Fights on")  # fmt: skip
        defend = SideUp(foe, "defends", f"{defence_dice(begun, h)} dice", tuple(theirs), () if midst else (ground,))
        return LineUp(
            f"A battle for {names[h]}", _place(s, h, seat), (attack, defend), tuple(_rows(begun, h, seat)),
            "DG-BAT-001", fault="Put a unit on each side." if empty else "",
        )  # fmt: skip

    def begin(self, s: State, setting: Setting) -> State:
        h, seat = _read(setting)
        begun = s.copy()
        if self.under_way(s) == setting.place:
            return begun
        parties = []
        for at in _beside(s, seat, h):
            n = max(min(setting.count(f"0:{at}", s.fighters(at)), max(s.fighters(at), MOST)), 0)
            begun.counters[ARMY][at] += max(n - s.fighters(at), 0)
            parties += [(at, n)] if n else []
        for kind in ORDER:
            board = s.counters[kind][h]
            begun.counters[kind][h] = max(min(setting.count(f"1:{kind}", board), max(board, MOST)), 0)
        if not any(begun.counters[kind][h] for kind in ORDER):
            begun.owner[h] = 0
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

    def step(self, s: State) -> Asking[None]:
        return battle(s)

    def over(self, s: State) -> bool:
        return s.fight is None

    def under_way(self, s: State) -> str:
        return f"{s.fight.target}:{s.active}" if s.fight is not None and s.fight.parties else ""

    def answer(self, s: State, decision: Decision, setting: Setting) -> Reply | None:
        if decision.what == "fight on" and s.fight is not None:
            policy = setting.policies[0] or "end"
            on = policy == "end" or (policy == "even" and attack_dice(s.fight) >= defence_dice(s, s.fight.target))
            return Reply("yes" if on else "no")
        if decision.what == "where an attacker is lost" and s.fight is not None:
            n = dict(s.fight.parties)
            return Reply(max(decision.options, key=lambda at: (n.get(at, 0), -at)))
        return Reply("no", "advance") if decision.what == "advance" else None

    def measure(self, begun: State, s: State, setting: Setting) -> Measured:
        h, seat = _read(setting)
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


def _read(setting: Setting) -> tuple[int, int]:
    h, seat = map(int, setting.place.split(":"))
    return h, seat


def _beside(s: State, seat: int, h: int) -> list[int]:
    """Where fighters of a seat stand beside a hex; those who attack it now, in the midst of a battle."""
    return [at for at in s.config.grid.near[h] if s.owner[at] == seat + 1 and s.fighters(at)]


def _place(s: State, h: int, seat: int) -> Place:
    names = s.config.names
    return Place(
        f"{h}:{seat}", f"{names[seat]} attacks {names[s.holder(h)]} on {s.config.grid.names[h]}", f"area:{h}",
        (seat, s.holder(h)),
    )  # fmt: skip


def _rows(s: State, h: int, seat: int) -> Iterator[Row]:
    foe, names = s.holder(h), s.config.names
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
    yield Row("lost:0", f"Lost of {names[seat]}\u2019s {sent}", "loss", seat)
    stack = s.stack(h)
    yield Row("lost:1", f"Lost of {names[foe] if foe >= 0 else 'nobody'}\u2019s {stack}", "loss", foe)


BATTLES = Battles()
