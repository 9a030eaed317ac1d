"""An outside package prints powers on a neutral unit, a card and a map: in force where the thing is, nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.homebrew.test_homebrew import addition, told

POWERS = """
from pathlib import Path
from theomachy.engine.runtime.layers import add
from theomachy.games.cthulhu_wars.rules.act import Act
from theomachy.games.cthulhu_wars.rules.timings import Power

extends = "cthulhu_wars"

def register(system):
    system.add_things("wild", Path(__file__).with_name("wild.toml"))
    system.add_rules(Path(__file__).with_name("wild_rules.toml"))

class Baying(Power):
    "Gather Power: 2 Power more while you have a Hound in play."
    rule, on = "WILD-001", "unit.hound"
    def income(self, s, me):
        return add(2)

class ReadTheTome(Act, Power):
    "Action: whoever holds the Tome gains 3 Power."
    rule, on, verb, phrase, requirements = "WILD-002", "card.tome", "read the tome", "Read the Tome", ()
    async def do(self, s, me):
        s.power[me] += 3

class Tides(Power):
    "On the small Earth everybody gathers 1 Power more."
    rule, on = "WILD-003", "map.earth_3p"
    def income(self, s, me):
        return add(1)
"""
THINGS = """
[cards.tome]
source = "house"
where = "made up"
name = "Tome"
icon = "book-cover"
rule = "WILD-002"

[neutral.units.hound]
source = "house"
where = "made up"
name = "Hound"
rank = "monster"
figures = 2
cost = [2]
combat = 1
icon = "wolf-head"
rule = "WILD-001"
"""
RULES = "".join(
    f'[[rule]]\nid = "WILD-00{n}"\ntitle = "{title}"\ntext = "A made-up rule."\nwhere = "ours"\n\n'
    for n, title in enumerate(("Baying", "Read the Tome", "Tides"), 1)
)
PLAY = """
import json
from theomachy.engine.runtime.layers import folded
from theomachy.games.cthulhu_wars.rules.domains import POOL

def income(s):
    return [folded(0, s.mine(me, "income"), s, me) for me in (0, 1)]

def begun(**options):
    game = th.new("cthulhu_wars", factions=["great_cthulhu", "black_goat"], seed=1, **options)
    return game.system

wild = begun(things=["wild"], any_map=True, map="earth_4p_3w5e")
s = wild.arrange({"units": {"BG": {"arabia": "Hound"}}, "cards": {"Tome": "BG"}, "active": "BG"})
hound = next(k for k in s.config.kinds[1] if s.config.name[1][k] == "Hound")
found = {"hound": income(s)}
s.move(1, hound, s.config.map.index["arabia"], POOL)
found["hound gone"] = income(s)
verbs = lambda me: [action.verb for action in wild.offered(s, me)]
found["tome"] = ["read the tome" in verbs(1)]
s.hushed = ((1, "Read The Tome"),)
s.rekey()
found["tome"].append("read the tome" in verbs(1))
s.hushed = ()
s.take_card(0, 0)
found["tome"].append("read the tome" in verbs(1))
s.active = 0
found["tome"].append("read the tome" in verbs(0))
found["words"] = wild.arrange_text(s).count("Tome")
found["again"] = wild.from_json(wild.to_json(s)) == s
found["small"] = income(begun(map="earth_3p").start())
found["large"] = income(begun(any_map=True, map="earth_4p_3w5e").start())
plain = begun()
found["plain"] = "read the tome" in plain.verbs or "cards" in plain.to_json(plain.start())
try:
    begun(things=["tame"])
except th.TheoError as fault:
    found["unknown"] = str(fault)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a process says that has the package."""
    folder = tmp_path_factory.mktemp("wild")
    (folder / "wild.toml").write_text(THINGS, encoding="utf-8")
    (folder / "wild_rules.toml").write_text(RULES, encoding="utf-8")
    result: dict[str, object] = json.loads(told(PLAY, site=addition(Path(folder), "wild", POWERS, "wild")))
    return result


def test_a_neutral_unit_gives_its_power_to_who_has_one_in_play(found: dict[str, object]) -> None:
    assert found["hound"] == [0, 2]
    assert found["hound gone"] == [0, 0]


def test_a_card_gives_its_action_to_its_holder_unless_it_is_silent(found: dict[str, object]) -> None:
    assert found["tome"] == [True, False, False, True]  # held, silenced, taken by another; and that other
    assert (found["words"], found["again"]) == (1, True)


def test_a_map_gives_its_power_to_everybody_on_it_and_to_nobody_elsewhere(found: dict[str, object]) -> None:
    assert found["small"] == [1, 1]
    assert found["large"] == [0, 0]


def test_things_join_only_the_games_that_name_them(found: dict[str, object]) -> None:
    assert found["plain"] is False
    said, _, known = str(found["unknown"]).partition("; there is ")
    assert said == "there is no set of things 'tame'"
    assert {"azathoth", "beyond_time_and_space", "colour_out_of_space"} <= {
        *known.split(", ")
    }  # a long list ends early
