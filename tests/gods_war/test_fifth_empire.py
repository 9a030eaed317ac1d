"""A fifth empire comes from outside: a package with one data file and one module of powers, found by its entry point.

It is written in a temporary folder and seen from other processes, so that no test of this process meets it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from theomachy.games.gods_war import powers

ROOT = Path(__file__).parents[2]
KNOWN = [*powers.CORE, *powers.MORE]

ENTRY = """
from pathlib import Path
from . import powers

HERE = Path(__file__).parent
extends = "gods_war"


def register(system):
    system.add_empire(powers.SLUG, HERE / "dawn.toml")
    system.add_rules(HERE / "rulebook.toml")
"""

POWERS = '''
from theomachy.engine.runtime.layers import add
from theomachy.engine.runtime.requirement import Requirement
from theomachy.games.gods_war.rules.actions import Act
from theomachy.games.gods_war.rules.common import gain_power, gain_vp
from theomachy.games.gods_war.rules.timings import Part, Power, Quest
from theomachy.games.gods_war.rules.topics import Watches

SLUG = "dawn"
HERALD, ROOSTER, DAUGHTER, MORNING = range(4)
SHRINE, TEMPLE, ZIGGURAT = range(3)


class Harvest(Power):
    """A Power more for each Temple."""

    rule, empire, item = "DW-002", SLUG, "abilities.harvest"

    def income(self, s, me):
        temples = sum(s.owner(c) == me and c & 7 == TEMPLE for a in range(len(s.site)) for c in s.buildings_in(a))
        return add(temples * self.figure(s, "power"))


class FirstLight(Power):
    """Dice more in a battle."""

    rule, empire, item = "DW-003", SLUG, "gifts.first_light"

    def may_pre_battle(self, fight, me, foe):
        return fight.count(me, HERALD) > 0

    async def pre_battle(self, fight, me, foe):
        fight.b.extra[fight.side(me)] += self.figure(fight.s, "dice")
        fight.note(me, self)


class Kindle(Act, Power):
    """A Victory Point for Power."""

    rule, empire, item, verb, shape, phrase = "DW-004", SLUG, "gifts.kindle", "kindle", (), "Kindle the fires"
    requirements = (Requirement("DW-004", "You have a Temple", lambda s, me: bool(s.built[me] >> TEMPLE & 1)),)

    def price(self, s, me):
        return int(s.config.fact(f"{self.at}.cost"))

    async def do(self, s, me):
        await gain_vp(s, me, self.figure(s, "vp"), self.rule)


class Zenith(Power):
    """A rating more for Heralds."""

    rule, empire, item = "DW-005", SLUG, "gifts.zenith"

    def strength(self, s, me, kind, area, foe):
        return add(self.figure(s, "combat")) if kind == HERALD else None


class MorningDew(Power):
    """Power when it is taken."""

    rule, empire, item, forced = "DW-006", SLUG, "gifts.morning_dew", True

    def may_on_gain(self, s, me, what, it):
        return what == "gift" and s.config.empires[me].gifts[it].key == "morning_dew"

    async def on_gain(self, s, me, what, it):
        gain_power(s, me, self.figure(s, "power"), self.rule)
        s.turn_down(me, it)


class DawnZiggurat(Quest):
    """Place your Ziggurat."""

    rule, empire, key, watches = "DW-007", SLUG, "dawn_ziggurat", (Watches.PLACED,)

    def requirement_met(self, s, me, thing):
        met = thing is not None and thing[0] == me and s.config.empires[me].buildings[thing[1]].key == "ziggurat"
        return (Part("your Ziggurat is placed", int(met)),)


class WideFields(Quest):
    """Buildings."""

    rule, empire, key = "DW-008", SLUG, "wide_fields"

    def requirement_met(self, s, me, thing):
        return (Part("buildings", len(s.sites(me)), self.figure(s, "buildings")),)


class MorningRises(Quest):
    """Summon the Morning."""

    rule, empire, key, watches = "DW-009", SLUG, "morning_rises", (Watches.SUMMONED,)

    def requirement_met(self, s, me, thing):
        return (Part("the Morning is summoned", int(thing is not None and thing[:2] == (me, MORNING))),)


class AllHeralds(Quest):
    """Heralds on the map."""

    rule, empire, key = "DW-010", SLUG, "all_heralds"

    def requirement_met(self, s, me, thing):
        return (Part("Heralds", s.playing(me, HERALD), self.figure(s, "heralds")),)
'''

FROM = 'source = "house"\nwhere = "a package"\n'
UNITS = {  # name: rank, figures, cost, rating, what it needs
    "Herald": ("mortal minion", 4, 1, 1, []),
    "Rooster": ("mortal hero", 1, 2, 2, []),
    "Daughter of the Morning": ("lesser god", 3, 2, 1, []),
    "The Morning": ("greater god", 1, 4, 3, ["temple", "ziggurat"]),
}
BUILDINGS = {"shrine": (6, 1, [], 0, 0), "temple": (3, 2, ["shrine"], 0, 1), "ziggurat": (1, 3, ["temple"], 1, 0)}
GIFTS = {
    "First Light": ("pre battle", True, 0, {"dice": 5}), "Kindle": ("action", True, 2, {"vp": 1}),
    "Zenith": ("ongoing", False, 0, {"combat": 1}), "Morning Dew": ("one time", False, 0, {"power": 3}),
}  # fmt: skip
QUESTS = {
    "dawn_ziggurat": (1, 1, {}), "wide_fields": (1, 2, {"buildings": 3}),
    "morning_rises": (2, 1, {}), "all_heralds": (2, 2, {"heralds": 4}),
}  # fmt: skip


def literal(value: object) -> str:
    return repr(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def block(at: str, **values: object) -> str:
    return f"[empire.dawn{at}]\n{FROM}" + "".join(f"{key} = {literal(value)}\n" for key, value in values.items())


def sheet() -> str:
    """The one data file."""
    parts = [
        block("", title="Dawn", letters="DW", colour="green", icon="sunrise"),
        block(".start", power=6, first=False, never_first=False, feeds_rift=False),
        block(".start.units.herald", area="teshnos", count=2),
        block(".start.buildings.shrine", area="teshnos"),
    ]
    for name, (rank, figures, cost, combat, needs) in UNITS.items():
        parts.append(
            block(
                f".units.{name.split()[-1 if name.startswith('The') else 0].lower()}", name=name, kind=rank,
                count=figures, cost=cost, combat=combat, in_hell=combat, needs=needs, needed=min(len(needs), 1),
                icon="sunrise", rule="DW-001",
            )
        )  # fmt: skip
    for key, (tokens, cost, on, kills, routs) in BUILDINGS.items():
        parts.append(
            block(
                f".buildings.{key}", name=key.capitalize(), tokens=tokens, stock=key, type=key, nest=False, cost=cost,
                on=on, by_action=True, kills=kills, routs=routs, gift="", conquered_as=key, shape=key, rule="DW-001",
            )
        )  # fmt: skip
    known = {"limit": "none", "with": []}
    parts.append(
        block(".abilities.harvest", name="Harvest", kind="unique ability", timing=["power phase"], may=False, cost=0,
              text="A Power more for each Temple.", short="{power} Power a Temple.", rule="DW-002", **known)
    )  # fmt: skip
    parts.append(block(".abilities.harvest.figures", power=1))
    for n, (name, (timing, may, cost, figures)) in enumerate(GIFTS.items(), 3):
        key = name.lower().replace(" ", "_")
        parts.append(
            block(f".gifts.{key}", name=name, timing=[timing], may=may, cost=cost, once=key == "morning_dew",
                  text=f"{name}.", short=f"{name}.", rule=f"DW-{n:03}", **known)
        )  # fmt: skip
        parts.append(block(f".gifts.{key}.figures", **figures))
    for n, (key, (fragment, slot, figures)) in enumerate(QUESTS.items(), 7):
        title = key.replace("_", " ").capitalize()
        parts.append(
            block(f".heroquests.{key}", title=title, fragment=fragment, slot=slot, text=f"{title}.",
                  short=f"{title}.", rule=f"DW-{n:03}", repeats=False, only="")
        )  # fmt: skip
        if figures:
            parts.append(block(f".heroquests.{key}.figures", **figures))
    return "\n".join(parts)


def rulebook() -> str:
    said = 'title = "Dawn {0}"\ntext = "Of Dawn."\nwhere = "a sheet"\ntier = "empire:dawn"\n'
    rule = f'[[rule]]\nid = "DW-{{0:03}}"\n{said}'
    return "\n".join(rule.format(n) for n in range(1, 11))


HEAD = """
game = "gods_war"
players = ["Ana", "Ben", "Cleo"]
options = {{ empires = ["sky", "dawn", "darkness"] }}
title = "{0}"
rules = ["{1}"]
[setup]
active = "DW"
"""
SCENES = {  # the power that is shown: what is asked of it
    "First Light": ("DW-003", """
phase = "action"
power = { DW = 2, SK = 1 }
gifts = { DW = "First Light" }
units = { DW = { Jrustela = "Herald", Brithos = "Rooster" }, SK = { Jrustela = "2 Archer", Brithos = "Archer" } }
[[step]]
play = ["battle jrustela sky", "First Light"]
roll = ["6 6 1 1 1 1", "1 1"]
expect = { units = { SK = { Jrustela = "" }, DW = { Jrustela = "Herald" } } }
[[step]]
say = "Without a Herald there are no more dice."
who = "SK"
play = "battle brithos dawn"
roll = ["1", "1 1"]
"""),
    "Zenith": ("DW-005", """
phase = "action"
power = { DW = 1 }
gifts = { DW = "Zenith" }
units = { DW = { Jrustela = "Herald" }, SK = { Jrustela = "Archer" } }
[[step]]
play = "battle jrustela sky"
roll = ["1 1", "1"]
"""),
    "Kindle": ("DW-004", """
phase = "action"
power = { DW = 4, SK = 1 }
gifts = { DW = "Kindle" }
buildings = { DW = { Jrustela = "Temple" } }
[[step]]
play = "kindle"
expect = { power = { DW = 2 }, vp = { DW = 1 } }
"""),
    "Harvest": ("DW-002", """
phase = "power"
middle = "chaos rift"
power = { DW = 0 }
buildings = { DW = { Jrustela = "Temple", Brithos = "Temple" } }
[[step]]
expect = { power = { DW = 4 } }
"""),
    "Wide fields": ("DW-008", """
phase = "action"
power = { DW = 2, SK = 1 }
units = { DW = { Kralorela = "Herald" } }
buildings = { DW = { Jrustela = "Temple", Brithos = "Shrine" } }
[[step]]
play = ["build shrine kralorela", "Morning Dew"]
expect = { gifts = { DW = "Morning Dew" }, power = { DW = 4 } }
"""),
    "Dawn ziggurat": ("DW-007", """
phase = "action"
power = { DW = 4, SK = 1 }
buildings = { DW = { Jrustela = "Temple" } }
[[step]]
play = ["upgrade ziggurat jrustela", "Kindle"]
expect = { gifts = { DW = "Kindle" }, power = { DW = 1 } }
"""),
    "Morning rises": ("DW-009", """
phase = "action"
power = { DW = 5, SK = 1 }
buildings = { DW = { Jrustela = "Temple" } }
[[step]]
play = ["summon the_morning jrustela", "Kindle"]
expect = { gifts = { DW = "Kindle" }, power = { DW = 1 } }
"""),
    "All heralds": ("DW-010", """
phase = "action"
power = { DW = 2, SK = 1 }
units = { DW = { Jrustela = "3 Herald" } }
buildings = { DW = { Jrustela = "Shrine" } }
[[step]]
play = ["summon herald jrustela", "Kindle"]
expect = { gifts = { DW = "Kindle" } }
"""),
}  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package lies as it would when it is installed, and its scenarios."""
    folder = tmp_path_factory.mktemp("dawn")
    package, info, scenes = folder / "theomachy_dawn", folder / "theomachy_dawn-1.0.dist-info", folder / "scenes"
    for place in (package, info, scenes):
        place.mkdir()
    (package / "__init__.py").write_text(ENTRY, "utf-8")
    (package / "powers.py").write_text(POWERS, "utf-8")
    (package / "dawn.toml").write_text(sheet(), "utf-8")
    (package / "rulebook.toml").write_text(rulebook(), "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theomachy-dawn\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[theomachy.games]\ndawn = theomachy_dawn\n", "utf-8")
    for name, (rule, text) in SCENES.items():
        scene = HEAD.format(name, rule).replace("{{", "{").replace("}}", "}") + text.lstrip()
        (scenes / f"{name.lower().replace(' ', '_')}.toml").write_text(scene, "utf-8")
    return folder


def python(*command: str, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    paths = [*([str(site)] if site is not None else []), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def told(script: str, *arguments: str, site: Path | None = None) -> str:
    done = python("-c", f"import sys\nimport theomachy as th\n{script}", *arguments, site=site)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_its_scenarios_hold_and_need_it(home: Path) -> None:
    """Its abilities, gifts and Heroquests work; without the package they name an empire that nobody knows."""
    command = ("-m", "theomachy.cli", "verify", str(home / "scenes"))
    done = python(*command, site=home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(SCENES)} scenarios, 0 failed" in done.stdout
    without = python(*command)
    assert without.returncode
    assert "'dawn'" in without.stdout + without.stderr


KNOCKED = """
from pathlib import Path
from theomachy.engine.authoring import scenario
from theomachy.games.gods_war.rules.timings import QUESTS, VOCABULARY

th.catalogue()
names = {a.name: v for v in (VOCABULARY, QUESTS) for a in v.abilities if a.empire == "dawn"}
scenes = [scenario.load(path) for path in sorted(Path(sys.argv[1]).glob("*.toml"))]


def broken():
    found = []
    for scene in scenes:
        try:
            fine = scene.run().result.ok
        except th.TheoError:
            fine = False
        if not fine:
            found.append(scene.title)
    return found


assert broken() == []
for name, vocabulary in names.items():
    with vocabulary.without(name):
        print(name, "->", *broken())
assert broken() == []
"""


def test_a_power_that_is_missing_is_missed(home: Path) -> None:
    """One at a time is taken out: the scene of its name breaks, and all hold again when it is back."""
    rows = dict(line.split(" -> ") for line in told(KNOCKED, str(home / "scenes"), site=home).splitlines())
    assert len(rows) == 9
    for name, broken in rows.items():
        assert (name if name != "Morning Dew" else "Wide fields") in broken, name


PLAYED = """
from random import Random
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance

system = th.catalogue()["gods_war"]
used = set()
for empires in (["sky", "dawn", "darkness"], ["dawn", "chaos", "storm"], ["sky", "storm", "dawn", "chaos"],
                ["dawn", "darkness", "storm", "sky"], ["sky", "storm", "darkness", "chaos", "dawn"]):
    game = system.build(options={"empires": empires})
    me = empires.index("dawn")
    for seed in range(3):
        position, rng = Position(game, game.start()), Random(seed)
        asked = 0
        while (decision := position.decision) is not None:
            s = position.state
            assert game.rebuilt(s) == s
            if asked % 20 == 0:
                assert not game.violations(s), game.violations(s)
                assert game.from_json(game.to_json(s)) == s
                game.table(s, asked % len(empires))
            used |= {s.config.empires[me].gifts[gift].name for gift in s.slots[me] if gift >= 0}
            position.play(sample_chance(decision, rng) if decision.player == CHANCE else rng.choice(decision.options))
            asked += 1
        assert asked > 50 and game.winners(position.state)
    print(len(empires))
print(*sorted(used), sep=", ")
"""


def test_random_games_of_three_four_and_five(home: Path) -> None:
    """Games with it end, their positions are lawful, and its gifts come into play; five need a fifth empire."""
    *counts, used = told(PLAYED, site=home).splitlines()
    assert counts == ["3", "3", "4", "4", "5"]
    assert set(GIFTS) <= set(used.split(", "))


FIVE = """
from random import Random
from tests.conformance.support import snapshot
from tests.conformance.test_secrets import seen
from theomachy.engine.game.game import Game
from theomachy.engine.game.save import load
from theomachy.engine.runtime.decision import CHANCE, Secret
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.play import simulate

system = th.catalogue()["gods_war"]
seats = ["Ana", "Ben", "Cleo", "Dan", "Eve"]
rounds, looked, saved, back, bids = [], 0, 0, 0, 0
lines = ["sky", "dawn", "storm", "chaos", "darkness"], ["dawn", "chaos", "darkness", "sky", "storm"]
for seed, empires in enumerate(lines):
    game = system.build(players=seats, options={"empires": empires})
    position, rng = Position(game, game.start()), Random(seed)
    n = 0
    while (decision := position.decision) is not None:
        s = position.state
        assert game.rebuilt(s) == s
        if n % 25 == 0:
            assert not game.violations(s)
            viewer = rng.choice([None, *range(5)])
            other = game.resample(s, viewer, rng)
            assert game.view(other, viewer) == game.view(s, viewer)
            assert seen(position, viewer, other) == seen(position, viewer)
            looked += other.hands != s.hands
        bids += isinstance(decision, Secret) and len(decision.plans) == 5
        before = snapshot(position)
        jumps = position.anytime_actions
        answer = (
            sample_chance(decision, rng) if decision.player == CHANCE
            else rng.choice(jumps) if jumps and rng.random() < 0.1 else rng.choice(decision.options)
        )
        position.play(answer)
        if n % 25 == 0:
            assert snapshot(position.undo()) == before
            assert snapshot(position.clone()) == snapshot(position)
            back += 1
        if n % 150 == 0:
            assert snapshot(load(Game(game, position, dice_by_hand=True).save()).position) == snapshot(position)
            saved += 1
        n += 1
    assert position.state.round > 3 and game.winners(position.state)
    rounds.append(position.state.round)
print(looked > 5, saved > 2, back > 10, bids > 2)
try:
    system.build(players=5, options={"empires": empires[:4]})
except th.TheoError as fault:
    print(fault)
found = simulate("gods_war", 2, "random", players=5)
print(f"{len(found.rows)} games, {found.ok}")
"""


def test_a_game_of_five_is_a_game_like_any_other(home: Path) -> None:
    """Hidden hands, undo, save and load hold at every turn of two whole games, and bots play it to its end."""
    sums, fault, ended = told(FIVE, site=home).splitlines()
    assert sums == "True True True True"
    assert fault == "there are 4 empires for 5 players"
    assert ended == "2 games, True"


def test_it_is_there_with_the_package_and_nowhere_else(home: Path) -> None:
    script = """
from theomachy.games.gods_war import setup
th.catalogue()
print(*setup.FILES)
"""
    assert told(script, site=home).split() == [*KNOWN, "dawn"]
    assert told(script).split() == KNOWN
