"""A twelfth faction from an outside package: its Great Old One is a gate, and a kill on its Gears brings a kill."""

import json
from pathlib import Path

import pytest

from tests.homebrew.test_homebrew import addition, told

POWERS = """
from pathlib import Path
from theomachy.engine.runtime.layers import add
from theomachy.games.cthulhu_wars.rules.awakening import OWN_GATE, GreatOldOne, asleep
from theomachy.games.cthulhu_wars.rules.domains import KILL, KIND
from theomachy.games.cthulhu_wars.rules.timings import AwakeningSlot, Power, SpellbookSlot
from theomachy.games.cthulhu_wars.rules.topics import CountsAs, GainOf, Watches

extends, SLUG = "cthulhu_wars", "clockwork"
GEAR, ENGINE = 1, 2

def register(system):
    here = Path(__file__).parent
    system.add_faction(SLUG, here / "clockwork.toml")
    system.add_rules(here / "clockwork_rules.toml")

class WalkingGate(Power):
    "The Engine is a gate of yours wherever it stands, for summoning too."
    rule, faction, about = "CK-001", SLUG, (CountsAs.GATE, CountsAs.PORTAL)
    def counts_as(self, s, me, kind, role):
        return kind == ENGINE and role in self.about

class AwakenEngine(GreatOldOne, Power):
    "At a gate of yours, for 6 Power."
    rule, faction, verb, kind, shape = "CK-002", SLUG, "awaken engine", ENGINE, ("my gate",)
    printed, phrase, requirements = "Awaken the Engine", "Awaken the Engine in {}", (asleep(ENGINE), OWN_GATE)

class Recoil(Power):
    "When a Gear of yours takes a kill in a battle, the enemy takes a kill more."
    rule, faction, forced = "CK-003", SLUG, True
    def may_result_assigned(self, fight, me, owner, code, result):
        return owner == me and fight.fights(me) and result == KILL and code & KIND == GEAR
    async def result_assigned(self, fight, me, owner, code, result):
        fight.owe(fight.foe(me), KILL, 1, self.name)

class Steam(Power):
    "Your Gears roll a die more each."
    rule, faction, bit = "CK-004", SLUG, 0
    def dice(self, fight, me, foe, kind, n):
        return add(n) if kind == GEAR else None

def income(name, at):
    def more(self, s, me):
        return add(1)
    body = {"__doc__": "Gather Power: 1 Power more.", "rule": "CK-005", "faction": SLUG, "bit": at, "income": more}
    return type(name, (Power,), body)

BOOKS = [income(name, at) for at, name in enumerate(("First Wheel", "Second Wheel", "Third Wheel"), 1)]

class ManyGears(SpellbookSlot):
    "Have three Gears in play."
    rule, faction, bit = "CK-006", SLUG, 0
    def requirement_met(self, s, me, thing):
        return s.total(me, GEAR) > 2

class EngineAwake(AwakeningSlot):
    "Awaken the Engine."
    rule, faction, bit, kind, printed = "CK-007", SLUG, 1, ENGINE, "Engine awake"

class OneSign(SpellbookSlot):
    "Gain an Elder Sign."
    rule, faction, bit, watches = "CK-008", SLUG, 2, Watches.SIGN
    def requirement_met(self, s, me, thing):
        return True

class AnyBattle(SpellbookSlot):
    "Fight a battle."
    rule, faction, bit, watches = "CK-009", SLUG, 3, Watches.BATTLE
    def requirement_met(self, s, me, thing):
        return True
"""
CARD = """
[faction.clockwork]
source = "house"
where = "made up"
title = "Clockwork"
letters = "CK"
colour = "orange"
icon = "volcano"
first = false
rule = "CK-001"
spellbooks = 4

[faction.clockwork.units.acolyte]
name = "Acolyte"
rank = "cultist"
figures = 6
cost = [1]
combat = 0
icon = "cultist"
rule = "CK-001"

[faction.clockwork.units.gear]
name = "Gear"
rank = "monster"
figures = 5
cost = [1]
combat = 1
icon = "wyvern"
rule = "CK-003"

[faction.clockwork.units.engine]
name = "Engine"
rank = "great old one"
figures = 1
cost = [6]
combat = 3
icon = "daemon-skull"
rule = "CK-002"

[faction.clockwork.start]
source = "house"
where = "made up"
earth_3p = "Antarctica"
earth_4p_3w5e = "Antarctica"
earth_4p_5w3e = "Antarctica"
"""
RULES = "".join(
    f'[[rule]]\nid = "CK-00{n}"\ntitle = "Wheel {n}"\ntext = "A made-up rule."\nwhere = "ours"\n\n'
    for n in range(1, 10)
)
PLAY = """
import json, random
from itertools import cycle
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.domains import POOL
from theomachy.engine.game.commands import resolve

th.catalogue()  # the packages that are installed

def begun(*factions):
    return CthulhuWars.build(options={"factions": list(factions), "any_map": True, "map": "earth_4p_3w5e"})

game = begun("clockwork", "great_cthulhu", "black_goat")
units = {"CK": {"Arabia": "Engine", "Europe": "2 Gear"}, "GC": {"Europe": "2 Deep One"}}
s = game.arrange({"units": units, "active": "CK", "power": 9})
found = {"gates": s.count_gates(0), "summons": ["summon" in {o[0] for o in Position(game, s).decision.options}]}
s.move(0, 2, s.config.map.index["arabia"], POOL)
found["asleep"] = s.count_gates(0)
found["summons"].append("summon" in {o[0] for o in Position(game, s).decision.options})
left = []
for faces in ((0, 1, 0, 0), (0, 0, 0, 0)):
    p = Position(game, game.arrange({"units": units, "active": "CK", "power": 9}))
    p.play(resolve(p, "battle Europe Great Cthulhu")[0])
    rolls = iter(((0, 0), (1, 0)) if any(faces) else ((0, 0), (0, 0)))
    while p.decision is not None and p.state.battle is not None:
        if p.decision.what == "battle dice" or p.decision.dice is not None:
            kills, pains = next(rolls)
            p.play(next(o for o in p.decision.options if tuple(o)[:2] == (kills, pains)))
        else:
            p.play(p.decision.options[0])
    left.append([p.state.total(0, 1), p.state.total(1, 1)])
found["recoil"] = left
games, others = 0, cycle(["great_cthulhu", "ancients", "sleeper", "windwalker", "bubastis", "opener_of_the_way",
                          "daemon_sultan", "tcho_tcho", "black_goat", "yellow_sign", "crawling_chaos"])
for seed in range(int(sys.argv[1])):
    rng = random.Random(seed)
    seats = ["clockwork", next(others), next(others)]
    rng.shuffle(seats)
    system = begun(*seats)
    p, n = Position(system, system.start()), 0
    while p.decision is not None:
        options = p.decision.options
        keen = [o for o in options if o not in ("pass", "end", "done", "no")] or options
        p.play(rng.choice(keen if rng.random() < 0.8 else options))
        if n % 9 == 0:
            assert not system.violations(p.state) and system.rebuilt(p.state) == p.state
        n += 1
        assert n < 6000
    assert system.over(p.state)
    games += 1
found["games"] = games
print(json.dumps(found))
"""


@pytest.mark.parametrize("games", [pytest.param(50, marks=pytest.mark.nightly), 5])
def test_a_twelfth_faction_needs_no_line_in_the_core(tmp_path: Path, games: int) -> None:
    (tmp_path / "clockwork.toml").write_text(CARD, encoding="utf-8")
    (tmp_path / "clockwork_rules.toml").write_text(RULES, encoding="utf-8")
    found = json.loads(told(PLAY, str(games), site=addition(tmp_path, "clockwork", POWERS, "clockwork")))
    assert (found["gates"], found["asleep"]) == (1, 0)  # the Engine in Arabia, where no gate lies
    assert found["summons"] == [True, False]
    assert found["recoil"] == [[1, 1], [2, 2]]  # the kill on a Gear killed a Deep One that no die had hit
    assert found["games"] == games
