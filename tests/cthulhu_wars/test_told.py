"""What battles and requirements are told, the dice of a side, the order of changes, gates that travel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, script, table
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import Decision
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.display.labels import detail
from theomachy.games.cthulhu_wars.powers import CORE
from theomachy.games.cthulhu_wars.rules.act import due
from theomachy.games.cthulhu_wars.rules.common import gain_doom, gain_power
from theomachy.games.cthulhu_wars.rules.domains import FIXED, HELD_GATE, KILL, KIND, PAIN, UNKEPT
from theomachy.games.cthulhu_wars.rules.fight import Resolution, Scored
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.results import throw_dice
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import VOCABULARY, Power, SpellbookSlot
from theomachy.games.cthulhu_wars.rules.topics import CountsAs, MayTarget, Watches

ACOLYTE, BYAKHEE = 0, 2


def define() -> None:
    """The powers of the package."""

    class Terrify(Power):
        """The enemy of your battles rolls one die less, you one more."""

        rule = "CW-BAT-011"

        def strength(self, fight: Resolution, me: int, seat: int, foe: int, n: int) -> Changes:
            return add(1) if seat == me else add(-1) if foe == me else None

    class Swap(Power):
        """Kills and pains of both sides change places."""

        rule, forced, priority = "CW-BAT-013", True, 1

        def would_score(self, s: State, me: int, event: Scored) -> Scored:
            other = {KILL: PAIN, PAIN: KILL}
            return event._replace(rows=tuple((other.get(what, what), n, by) for what, n, by in event.rows))

    class Soften(Power):
        """All kills against you are pains."""

        rule, forced, priority = "CW-BAT-013", True, 2

        def may_would_score(self, s: State, me: int, event: Scored) -> bool:
            return event.foe == me

        def would_score(self, s: State, me: int, event: Scored) -> Scored:
            return event._replace(rows=tuple((PAIN if what == KILL else what, n, by) for what, n, by in event.rows))

    class Curse(Power):
        """A kill before the others, which takes Acolytes only."""

        rule, forced = "CW-BAT-020", True

        async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
            fight.owe(foe, KILL, 1, self.name)

        def may_target(
            self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str
        ) -> bool | None:
            return False if source == self.name and code & KIND != ACOLYTE else None

    class Roused(Power):
        """Your Byakhee fight nobody, your Acolytes alone."""

        rule = "CW-BAT-002"

        def takes_part(self, s: State, me: int, owner: int, kind: int, area: int) -> bool | None:
            return None if owner != me else kind == ACOLYTE

    class Thicket(Power):
        """Who has fought to the end counts, wherever it went; who was slain, too."""

        rule, forced = "CW-BAT-034", True

        async def battle_end(self, fight: Resolution, me: int) -> None:
            for seat in fight.b.sides:
                fight.s.count_to(seat, "survivors", len(fight.survivors(seat)))
                fight.s.count_to(seat, "slain", len(fight.slew(seat)))
                away = sum(1 for _, to in fight.survivors(seat) if to != fight.b.area)
                fight.s.count_to(seat, "away", away)

    class Key(Power):
        """Byakhee count as gates."""

        rule, about = "CW-GAT-001", (CountsAs.GATE,)

        def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
            return role is CountsAs.GATE and kind == BYAKHEE

    class Hail(Power):
        """After every action: two dice, a Power for each kill."""

        rule, forced = "CW-ABI-001", True

        async def after_action(self, s: State, me: int) -> None:
            kills, _ = await throw_dice(s, me, 2)
            gain_power(s, me, kills, self.rule)


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with guests(define):
        yield


UNITS = {"GC": {AR: "Cthulhu, Acolyte"}, "YS": {AR: "Acolyte, 2 Byakhee"}}
BATTLE = ("GC", "action", f"battle {AR}")


@pytest.mark.rule("CW-BAT-011", "CW-BTA-003")
def test_a_power_changes_the_dice_of_a_whole_side_its_own_and_the_enemys():
    for lent, thrown in (({}, (6, 3)), ({"YS": "Terrify"}, (5, 4))):
        p = table("GC YS BG", UNITS, lent=lent)
        script(p, BATTLE, ("GC", "pre_battle", "done"))
        assert dice(p) == thrown[0]
        script(p, ("chance", "battle dice", (0, 0)))
        assert dice(p) == thrown[1]
    p = table("GC YS BG", {"GC": {AR: "Deep One"}, "YS": {AR: "Byakhee"}}, lent={"YS": "Terrify"})
    assert not any(label.startswith("Battle") for label in labels(p))  # one die less: none is left


@pytest.mark.rule("CW-BAT-013")
def test_what_changes_scores_speaks_in_printed_order_whoever_attacks():
    for lent in ({"GC": "Swap", "YS": "Soften"}, {"YS": "Soften", "GC": "Swap"}, {"GC": "Soften", "YS": "Swap"}):
        soft = next(seat for seat, power in lent.items() if power == "Soften")
        p = table("GC YS BG", {"GC": {AR: "Deep One, Starspawn"}, "YS": {AR: "2 Byakhee"}}, lent=lent)
        script(p, BATTLE, ("chance", "battle dice", (1, 0)), ("chance", "battle dice", (1, 0)))
        seats = {"GC": 0, "YS": 1}
        b = p.state.battle
        assert b is not None
        assert all(what == PAIN for side, what, _, _ in b.scored if side == seats[soft])
    p = table("GC YS BG", {"GC": {AR: "Starspawn"}, "YS": {AR: "2 Byakhee"}}, lent={"GC": "Soften", "YS": "Swap"})
    script(p, BATTLE, ("chance", "battle dice", (0, 0)), ("chance", "battle dice", (0, 1)))
    assert [row[1] for row in p.state.battle.scored] == [PAIN]  # a pain became a kill first, then a pain again


@pytest.mark.rule("CW-BAT-016", "CW-BAT-017")
def test_a_result_knows_its_source_and_the_others_find_units():
    for units, left in (("Acolyte, 2 Byakhee", {"Byakhee": 2}), ("2 Byakhee", {"Byakhee": 1})):
        p = table("GC YS BG", {"GC": {AR: "Starspawn"}, "YS": {AR: units}}, lent={"GC": "Curse"})
        kills = int("Acolyte" not in units)  # where the curse finds nobody, the kill does
        script(p, BATTLE, ("chance", "battle dice", (kills, 0)), ("chance", "battle dice", (0, 0)))
        assert at(p, "YS", AR) == left


@pytest.mark.rule("CW-BAT-002")
def test_a_power_says_who_takes_part_and_the_others_stay_out():
    p = table("GC YS BG", UNITS, lent={"YS": "Roused"})
    script(p, BATTLE, ("GC", "pre_battle", "done"))
    assert p.state.battle.roster[1] == {ACOLYTE: 1}


@pytest.mark.rule("CW-BAT-028", "CW-BAT-034")
def test_the_end_of_a_battle_knows_who_fought_to_it_and_who_was_slain():
    p = table("GC YS BG", UNITS, lent={"BG": "Thicket"})
    script(p, BATTLE, ("GC", "pre_battle", "done"))
    script(p, ("chance", "battle dice", (1, 1)), ("chance", "battle dice", (0, 0)))
    script(p, ("YS", "takes a kill", "Acolyte"), ("YS", "retreat to", EA))
    s = p.state
    found = [s.counter(1, word) for word in ("survivors", "slain", "away")]
    assert found == [2, 1, 1]
    assert [s.counter(0, word) for word in ("survivors", "slain")] == [2, 0]
    assert p.system.from_json(p.system.to_json(s)) == s
    assert '["YS", "away", 1]' in p.system.arrange_text(s)


@pytest.mark.rule("CW-GAT-001", "CW-GC-023")
def test_a_gate_travels_with_its_keeper_and_units_that_are_gates_count_beside_it():
    p = table("GC YS BG", {"GC": {AR: "2 Acolyte"}, "YS": {AR: "2 Byakhee"}}, gates={AR: "GC"}, lent={"YS": "Key"})
    s = p.state.copy()
    a, b = area(p, AR), area(p, EA)
    assert (s.count_gates_in(a), s.count_gates_in(a, 1), s.count_gates_in(b)) == (3, 2, 0)
    s.make_sort(a, "chaos")
    s.carry_gate(a, b)
    assert (s.holder(b), s.holder(a), s.sort(b), s.sort(a)) == (0, -1, "chaos", "")
    assert (s.n(0, ACOLYTE, a), s.n(0, ACOLYTE, b)) == (1, 1)
    assert not p.system.violations(s)


@pytest.mark.rule("CW-UNL-006", "CW-POW-004")
def test_a_fixed_gate_is_not_left_and_one_on_a_card_may_be_abandoned():
    p = table("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, gates={AR: "GC: nobody", EA: "YS"})
    s = p.state.copy()
    s.make_sort(area(p, AR), FIXED)
    q = type(p)(p.system, s)
    assert any("Abandon" in label for label in labels(p))
    assert not any("Abandon" in label for label in labels(q))
    assert (s.gate[area(p, AR)], s.warden[area(p, AR)]) == (HELD_GATE, UNKEPT)
    s.stow(1, area(p, EA))
    assert (s.count_gates(1), s.abandoned()) == (1, 0)
    s.forsake(1)
    assert (s.count_gates(1), s.abandoned(), s.gates_out()) == (0, 1, 2)
    s.unstow(-1, area(p, EA))
    assert (s.abandoned(), s.stowed) == (1, ())


@pytest.mark.rule("CW-BAT-013")
def test_battle_dice_are_thrown_outside_battles():
    p = table("GC YS BG", UNITS, lent={"YS": "Hail"}, power={"GC": 3, "YS": 1})
    script(p, ("GC", "action", f"recruit {AR}"), ("chance", "battle dice", (2, 0)))
    assert p.state.power[1] == 3


def asks_for(event: Watches | tuple[Watches, ...], wanted: Any) -> None:
    """A requirement of Yellow Sign that is met by this."""

    class Omen(SpellbookSlot):
        """Something happened to somebody."""

        rule, faction, bit, watches = "CW-SPB-001", "yellow_sign", 5, event

        def requirement_met(self, s: State, me: int, thing: Any) -> bool:
            return bool(wanted(thing) if callable(wanted) else thing == wanted)


@pytest.mark.rule("CW-SPB-001", "CW-RIT-001", "CW-ES-002")
def test_requirements_are_told_of_the_battles_rituals_signs_and_losses_of_anybody():
    units = {"GC": {AR: "Cthulhu"}, "BG": {AR: "Ghoul"}, "YS": {EA: "Acolyte"}}
    slots = {"YS": "all"}
    for seats in ("GC YS BG", "YS GC BG"):
        table(seats, {})  # before the requirement is there: the card has six

    def fought(what: Watches, thing: Any) -> bool:
        with guests(lambda: asks_for(what, thing)):
            p = table("GC YS BG", units, open=slots)
            script(p, BATTLE, ("GC", "pre_battle", "done"))
            script(p, ("chance", "battle dice", (1, 0)))
            return asked(p) == ("YS", "spellbook")

    assert fought(Watches.BATTLES, lambda fight: fight.slew(2) == [1])
    assert not fought(Watches.BATTLES, lambda fight: fight.slew(0))
    assert not fought(Watches.BATTLE, lambda fight: True)  # it was not in it

    def performed(what: Any, thing: Any) -> bool:
        with guests(lambda: asks_for(what, thing)):
            p = table("GC YS BG", units, open=slots, phase="doom")
            script(p, ("GC", "doom phase", "ritual"))
            if asked(p)[1] == "elder sign":
                script(p, ("chance", "elder sign", 1))
            return asked(p) == ("YS", "spellbook")

    assert performed((Watches.RITUAL, Watches.SIGN), 0)
    assert not performed(Watches.RITUAL, 1)
    assert not performed(Watches.SIGN, lambda thing: True)  # the sign was another's
    with guests(lambda: asks_for(Watches.SIGN, None)):
        p = table("YS GC BG", {"YS": {AR: "Hastur"}, "GC": {EA: "Acolyte"}}, open=slots, phase="doom")
        script(p, ("YS", "doom phase", "ritual"), ("chance", "elder sign", 1))
        while asked(p) == ("YS", "doom phase"):
            script(p, ("YS", "doom phase", "done"))
        assert asked(p) == ("YS", "spellbook")

    def lost(area_: str) -> bool:
        with guests(lambda: asks_for(Watches.LOST, lambda kinds: kinds == (ACOLYTE,))):
            p = table("GC YS BG", {**units, "YS": {area_: "Acolyte"}}, open=slots)
            script(p, ("GC", "action", next(x for x in p.decision.options if x[0] == "capture")))
            return asked(p) == ("YS", "spellbook")

    assert lost(AR)


@pytest.mark.rule("CW-SPB-002")
def test_a_requirement_may_bring_more_than_its_spellbook(monkeypatch: pytest.MonkeyPatch):
    p = table("GC YS BG", UNITS, open={"GC": "all"}, gates={AR: "GC"}, doom={"GC": 0})
    slot = p.state.config.factions[0].slots[4]

    async def on_gain(self: SpellbookSlot, s: State, me: int) -> None:
        gain_doom(s, me, 4, self.rule)

    monkeypatch.setattr(type(slot), "on_gain", on_gain, raising=False)
    s = p.state.copy()
    s.owe(0, 4)
    q = script(type(p)(p.system, s), ("GC", "action", f"abandon {AR}"), ("GC", "spellbook", "Dreams"))
    assert q.state.doom[0] == 4


@pytest.mark.rule("CW-GC-003", "CW-CC-002", "CW-BG-002", "CW-YS-002")
def test_unique_abilities_act_for_whoever_has_them():
    powers = [power for power in VOCABULARY.abilities if getattr(power, "unique", False)]
    unique = {power.name: power.faction for power in powers if power.faction in CORE}
    assert set(unique.items()) == {
        ("Immortal", "great_cthulhu"), ("Flight", "crawling_chaos"), ("Fertility Cult", "black_goat"),
        ("Feast", "yellow_sign"),
    }  # fmt: skip
    units = {"BG": {AR: "2 Acolyte, Shub-Niggurath"}, "YS": {EA: "Acolyte"}, "GC": {EA: "Acolyte"}}
    p = table("BG YS GC", units, gates={AR: "BG"}, markers={"desecration": AR})
    s = p.state.copy()
    awaken = next(a for a in known(s, 0) if a.verb == "awaken shub-niggurath")
    assert due(s, 0, awaken, (area(p, AR),)) == 8
    before = gathered(s, 0).value
    for power in unique:
        s.lend(0, power)
        s.lend(0, power)
    assert due(s, 0, awaken, (area(p, AR),)) == 4  # she was awake before
    assert gathered(s, 0).value == before + 1
    assert len(s.lent) == 4
    s.unlend(0, "Feast")
    assert gathered(s, 0).value == before


@pytest.mark.rule("CW-HP-002", "CW-REC-001")
def test_the_price_of_a_high_priest_stands_where_he_is_recruited_and_in_what_happened() -> None:
    def priced(acolytes: int, power: int) -> tuple[str, str]:
        units = {"GC": {AR: f"{acolytes} Acolyte"}, "BG": {EA: "Acolyte"}}
        p = table("GC BG", units, things=("high_priests",), power={"GC": power, "BG": 1}, board="earth_4p_3w5e")
        asked_now = p.decision
        assert isinstance(asked_now, Decision)
        row = next(o for o in asked_now.options if isinstance(o, tuple) and o[0] == "recruit")
        return detail(p.state, asked_now, row)

    assert priced(6, 8) == ("High Priest 3 Power", "3 Power")  # nobody else is in the pool
    assert priced(5, 8) == ("Acolyte 1 Power, High Priest 3 Power", "from 1 Power")
    assert priced(5, 2)[1] == "1 Power"  # he cannot be paid

    game = Game(*_alone())
    game.play("recruit arabia")
    figures = [event.figure for _, event in game.trace.walk()]
    assert figures[:2] == ["8 → 7", "7 → 5"]


def _alone() -> tuple[Any, Position]:
    """Great Cthulhu with all Acolytes on the map and a High Priest in the pool."""
    units = {"GC": {AR: "6 Acolyte"}, "BG": {EA: "Acolyte"}}
    p = table("GC BG", units, things=("high_priests",), power={"GC": 8, "BG": 1}, board="earth_4p_3w5e")
    return p.system, p
