"""Kinds of units by what they may do: a dear Cultist, a building, a terror, an elder god, an Acolyte of another row."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, asked, at, labels, script
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.errors import DataError
from theomachy.engine.reference.facts import Facts
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.actions import RITUAL_ACT
from theomachy.games.cthulhu_wars.rules.capture import guard
from theomachy.games.cthulhu_wars.rules.config import BUILDING, CULTIST, DATA, ELDER_GOD, GOO, TERROR, Unit, read_units
from theomachy.games.cthulhu_wars.rules.domains import HELD, KIND
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power

MORE = (
    Unit("priest", "High Priest", CULTIST, 1, (3,), 0, "cultist", "CW-UNI-006", ransom=2),
    Unit("hall", "Hall", BUILDING, 2, (1,), 0, "cultist", "CW-UNI-006", gathers=2),
    Unit("horror", "Nameless Horror", TERROR, 1, (3,), 2, "cultist", "CW-UNI-006"),
    Unit("sun", "Sun", ELDER_GOD, 1, (6,), 0, "cultist", "CW-UNI-006"),
    Unit("guest", "Guest", GOO, 1, (6,), 4, "cultist", "CW-UNI-006", independent=True),
    Unit("cat", "Cat", CULTIST, 1, (1,), 1, "cultist", "CW-UNI-006", may=frozenset({"moves", "acolyte"}), gathers=3),
)


@cache
def system() -> CthulhuWars:
    """Yellow Sign with six more kinds."""
    seats = ["yellow_sign", "great_cthulhu", "black_goat"]
    core = CthulhuWars.build(options={"factions": seats, "map": "earth_4p_3w5e", "any_map": True})
    first, *others = core.config.factions
    card = first._replace(units=(*first.units, *MORE))
    config = replace(core.config, factions=(card, *others))
    return CthulhuWars(core.seats, core.options, core.rulings, core.facts, config)


def scene(units: dict[str, Any], active: str = "YS", **rest: Any) -> Position:
    s = system().arrange({"units": units, "active": active, "power": {"YS": 9, "GC": 9, "BG": 9}, **rest})
    assert not system().violations(s)
    return Position(system(), s)


@pytest.mark.rule("CW-REC-001")
def test_a_dear_cultist_is_offered_by_kind_and_paid_in_full():
    p = scene({"YS": {EA: "Acolyte"}})
    script(p, ("YS", "action", f"recruit {EA}"))
    assert (asked(p), labels(p)) == (("YS", "who is recruited"), {"Acolyte", "High Priest"})
    script(p, ("YS", "who is recruited", "High Priest"))
    assert (at(p, "YS", EA)["High Priest"], p.state.power[0]) == (1, 6)
    q = scene({"YS": {EA: "Acolyte"}}, power={"YS": 2})
    script(q, ("YS", "action", f"recruit {EA}"))
    assert (at(q, "YS", EA)["Acolyte"], q.state.power[0]) == (2, 1)  # nothing to choose


@pytest.mark.rule("CW-MOV-001", "CW-BAT-002")
def test_a_building_neither_moves_nor_fights_nor_guards():
    p = scene({"YS": {EA: "Hall, Acolyte"}, "GC": {EA: "Deep One"}}, active="GC")
    assert guard(p.state, 0, p.state.config.map.index[EA]) == 0
    assert "Capture a Cultist in East Africa from Yellow Sign" in labels(p)
    script(p, fight("GC", "YS"), roll(1, 0))
    assert at(p, "YS", EA) == {"Hall": 1}
    p = scene({"YS": {EA: "Hall, Acolyte"}})
    script(p, ("YS", "action", "move"))
    assert labels(p) == {"Acolyte, East Africa"}


@pytest.mark.rule("CW-BAT-002")
def test_a_power_lets_a_building_fight_as_nobody_else_of_its_rank():
    def define() -> None:
        class Walls(Power):
            """Halls fight; of the others nothing is said."""

            rule = "CW-BAT-002"

            def takes_part(self, s: State, me: int, owner: int, kind: int, area: int) -> bool | None:
                return True if s.config.name[owner][kind] == "Hall" else None

        class Witness(Power):
            """Says nothing of anybody."""

            rule = "CW-BAT-002"

            def takes_part(self, s: State, me: int, owner: int, kind: int, area: int) -> bool | None:
                return None

    with guests(define):
        for lent, names in (("Walls", {"Acolyte", "Hall"}), ("Witness", {"Acolyte"})):
            p = scene({"YS": {EA: "Hall, Acolyte"}, "GC": {EA: "Deep One"}}, active="GC", lent={"BG": lent})
            script(p, fight("GC", "YS"))
            assert {p.state.config.name[0][code & KIND] for code in p.state.battle.roster[1]} == names


@pytest.mark.rule("CW-CAP-004")
def test_a_terror_guards_as_a_monster_but_is_none():
    p = scene({"YS": {EA: "Nameless Horror, Acolyte"}, "GC": {EA: "Deep One"}}, active="GC")
    area = p.state.config.map.index[EA]
    assert (guard(p.state, 0, area), guard(p.state, 1, area)) == (1, 1)
    assert "Capture a Cultist in East Africa from Yellow Sign" not in labels(p)
    kind = p.state.config.name[0].index("Nameless Horror")
    assert kind not in p.state.config.monsters[0]
    assert kind not in p.state.config.minions[0]
    assert kind in p.state.config.summoned[0]


@pytest.mark.rule("CW-RIT-004")
def test_neither_an_elder_god_nor_a_guest_gives_a_sign_though_both_are_great():
    p = scene({"YS": {EA: "Sun, Guest"}, "GC": {EA: "Acolyte"}})
    s, config = p.state, p.state.config
    area = config.map.index[EA]
    assert guard(s, 0, area) == 2
    great = [config.name[0][k] for k in config.goos[0]]
    assert great[2:] == ["Sun", "Guest"]
    assert [config.name[0][k] for k in config.favoured[0]] == great[:2]
    with pytest.raises(StopIteration):
        RITUAL_ACT.do(s, 0).send(None)  # nothing is drawn
    assert s.signs[0] == ()


@pytest.mark.rule("CW-POW-002", "CW-POW-005")
def test_each_kind_gathers_and_ransoms_by_its_own_figure():
    p = scene({"YS": {EA: "Acolyte, High Priest, 2 Hall, Cat"}})
    total = gathered(p.state, 0)
    assert total.value == 1 + 1 + 2 * 2 + 3
    assert [(part.name, part.change) for part in total.parts] == [("3 Cultists", 5), ("Hall", 4)]
    s = p.state.copy()
    s.move(0, s.config.name[0].index("High Priest"), s.config.map.index[EA], HELD + 1)
    assert gathered(s, 1).value == 2


@pytest.mark.rule("CW-GC-020", "CW-UNL-004", "CW-REC-001", "CW-CAP-001")
def test_an_acolyte_by_name_is_found_whatever_its_row():
    p = scene({"YS": {EA: "Cat"}, "GC": {AR: "Deep One"}}, active="GC", books={"GC": "Dreams"})
    assert p.state.config.acolytes[0] == (0, p.state.config.name[0].index("Cat"))
    script(p, ("GC", "action", f"dreams {EA} Yellow Sign"))
    assert (at(p, "YS", EA), at(p, "GC", EA)) == ({}, {"Acolyte": 1})
    p = scene({"YS": {EA: "Cat"}, "GC": {EA: "Deep One"}}, gates={EA: "abandoned"})
    assert not any(label.startswith("Control") for label in labels(p))  # it holds no gate
    assert "Capture a Cultist in East Africa from Yellow Sign" not in labels(scene(
        {"YS": {EA: "Cat"}, "GC": {EA: "Deep One"}}, active="GC"
    ))  # fmt: skip


def test_data_say_what_a_unit_may_do(tmp_path: Any):
    text = """
    [neutral.units.hound]
    source = "house"
    where = "made up for this test"
    name = "Hound"
    rank = "terror"
    figures = 2
    cost = [2]
    combat = 1
    icon = "wolf-head"
    rule = "CW-UNI-006"
    may = ["moves", "keeps"]
    gathers = 1
    independent = true
    """
    file = tmp_path / "hounds.toml"

    def read(said: str) -> Unit:
        file.write_text(said, "utf-8")
        return next(read_units(Facts.read(DATA / "core.toml", file), "neutral.units", neutral=True))

    hound = read(text)
    assert (hound.rank, hound.may, hound.gathers, hound.ransom) == (TERROR, {"moves", "keeps"}, 1, None)
    assert (hound.plays("keeps"), hound.plays("fights"), hound.independent) == (True, False, True)
    with pytest.raises(DataError, match=r"hound\.may names 'sings'"):
        read(text.replace('"keeps"', '"sings"'))
