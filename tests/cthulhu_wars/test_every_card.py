"""A kind of unit that a set of things puts on every card, and what sheets show of powers that keep something."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, script, table
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.common import gain_power
from theomachy.games.cthulhu_wars.rules.config import DATA
from theomachy.games.cthulhu_wars.rules.leaving import eliminate
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power

PRIESTS = """
[every.units.priest]
source = "house"
where = "made up for this test"
name = "Priest"
rank = "cultist"
figures = 1
cost = [3]
combat = 0
icon = "cultist"
rule = "CW-UNI-006"
"""


@pytest.mark.rule("CW-UNI-006", "CW-REC-001")
def test_a_set_of_things_brings_a_kind_of_unit_to_every_card_that_does_not_lack_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def define() -> None:
        class Oath(Power):
            """At any time give up the Priest for 2 Power."""

            rule, on = "CW-ABI-001", "unit.priest"

            def may_any_time(self, s: State, me: int) -> bool:
                return bool(s.where(me, s.config.cultists[me][-1]))

            async def any_time(self, s: State, me: int) -> None:
                priest = s.config.cultists[me][-1]
                await eliminate(s, me, priest, s.where(me, priest)[0], me, self.rule)
                gain_power(s, me, 2, self.rule)

    file = tmp_path / "priests.toml"
    file.write_text(PRIESTS, "utf-8")
    text = (DATA / "black_goat.toml").read_text("utf-8")
    goat = tmp_path / "black_goat.toml"
    goat.write_text(text.replace('letters = "', 'lacks = ["priest"]\nletters = "', 1), "utf-8")
    monkeypatch.setattr(CthulhuWars, "thing_files", {"priests": file})
    monkeypatch.setattr(CthulhuWars, "faction_files", CthulhuWars.faction_files | {"black_goat": goat})
    with guests(define):
        factions = ["great_cthulhu", "yellow_sign", "black_goat"]
        game = CthulhuWars.build(
            options={"factions": factions, "map": "earth_4p_3w5e", "any_map": True, "things": ["priests"]}
        )
        assert [[unit.name for unit in card.units].count("Priest") for card in game.config.factions] == [1, 1, 0]
        units = {"GC": {"Arabia": "Acolyte"}, "YS": {"Arabia": "Priest, Acolyte"}}
        p = Position(game, game.arrange({"units": units, "active": "GC", "power": 5}))
        script(p, ("GC", "action", "recruit Arabia"), ("GC", "who is recruited", "Priest"))
        assert (p.state.power[0], at(p, "GC", "Arabia")) == (2, {"Acolyte": 1, "Priest": 1})
        assert asked(p) == ("GC", "any_time")  # each its own
        script(p, ("GC", "any_time", "done"), ("YS", "any_time", "Oath"))
        assert (p.state.power[1], at(p, "YS", "Arabia")) == (7, {"Acolyte": 1})
        plain = CthulhuWars.build(options={"factions": factions, "map": "earth_4p_3w5e", "any_map": True})
        assert all(unit.name != "Priest" for card in plain.config.factions for unit in card.units)


@pytest.mark.rule("CW-CAP-001", "CW-SPB-001")
def test_sheets_show_what_powers_keep() -> None:
    p = table(
        "GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, gates={AR: "GC"}, books={"GC": "Dreams"},
        captives={"GC": {"YS": "Byakhee"}}, out_of_game={"GC": "Starspawn"},
        counters=[["GC", "growth", 3], ["table", "marker", 4]],
    )  # fmt: skip
    s = p.state.copy()
    s.turn_book(0, 0, down=True)
    s.stow(0, area(p, AR))
    seen = p.system.table(s)
    sheet = seen.sheets[0]
    groups = {name: [piece.name for piece in pieces] for name, pieces in sheet.pieces}
    assert (groups["Captives"], groups["Out of the game"]) == (["Byakhee"], ["Starspawn"])
    assert {figure.label: figure.value for figure in sheet.figures}["Growth"] == 3
    assert {"face down: Dreams", "a gate on the card"} <= set(sheet.tokens)
    assert "marker 4" in seen.notes
    assert "Out of the game" not in {name for name, _ in p.system.table(p.system.start()).sheets[0].pieces}
