"""Home-brew joins the games that ask for it, and no other: decks, draws and older saves stay as they are."""

from pathlib import Path

import pytest

from tests.homebrew.test_homebrew import PACKAGE, told

CARD = """
from theomachy.games.demigods.powers.miracles import MiracleCard
from theomachy.games.demigods import Demigods
from theomachy.games.demigods.rules.topics import Until

before = th.new("demigods", seed=3)
for _ in range(40):
    before.play(before.options[0])
old = before.save()

class SpringTide(MiracleCard):
    \"\"\"Nothing gains population anywhere, until your next miracle phase.\"\"\"

    rule, verb, lasts, until, icon = "DG-CRD-015", "spring tide", True, Until.MIRACLES, "fire"

    async def do(self, s, me):
        s.last(s.config.number["Spring Tide"], me, -1)

    def gain_of(self, s, me, hex_):
        from theomachy.engine.runtime.layers import set_to
        return set_to(0)

"""


def test_a_card_joins_only_the_games_that_name_it(tmp_path: Path) -> None:
    """A class statement alone leaves decks, the games under way and older saves as they are."""
    script = (
        CARD
        + """
from theomachy.engine.game import save
import sys
plain, ours = th.new("demigods", seed=3), th.new("demigods", seed=3, cards=["Spring Tide"])
print(len(plain.system.cards), len(plain.state.deck), "spring tide" in plain.system.verbs)
print(len(ours.system.cards), sum(ours.state.deck), "spring tide" in ours.system.verbs)
print(save.load(old).save() == old, save.load(old).notice == "")
for _ in range(40):
    plain.play(plain.options[0])
print(plain.save() == old)
ours.save(sys.argv[1])
print(th.load(sys.argv[1]).save() == ours.save(), '"cards":["Spring Tide"]' in ours.save())
"""
    )
    path = str(tmp_path / "tide.json")
    assert told(script, path).splitlines() == ["26 26 False", "27 54 True", "True True", "True", "True True"]
    refused = "try:\n    th.load(sys.argv[1])\nexcept th.SaveError as fault:\n    print(fault)"
    sentence = told(refused, path)
    assert sentence == (
        "the saved game cannot be set up: there is no added card 'Spring Tide'; there is none at all "
        "(perhaps a package that adds it is not installed here)"
    )


def test_a_lasting_card_of_ones_own_works_beside_those_of_the_box() -> None:
    script = (
        CARD
        + """
game = th.editor("demigods", cards=["Spring Tide"], setup={
    "phase": "miracles", "stacks": {"D4": "Aglaia: 3 population", "H9": "Bronteas: 3 population"},
    "hands": {"Aglaia": "Spring Tide, Repopulate"}}).game(seed=1)
game.play("spring tide")
keys = [(seat, card.name) for seat, card in type(game.system).vocabularies[0].active_abilities(game.state.key)]
print((0, "Spring Tide") in keys, all(seat == 0 for seat, _ in keys))
"""
    )
    assert told(script) == "True True"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ('["Tsunami"]', "there is no added card 'Tsunami'"),
        ('["Fire"]', "there is no added card 'Fire'"),
        ('"Fire"', "the option cards is a list of names of cards of your own, each once, not 'Fire'"),
        ('["a", "a"]', "each once, not ['a', 'a']"),
    ],
)
def test_a_card_that_nobody_wrote_is_refused(cards: str, sentence: str) -> None:
    script = f"try:\n    th.new('demigods', cards={cards})\nexcept th.TheoError as fault:\n    print(fault)"
    assert sentence in told(script)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"DG-CRD-015"', '"DG-CRD-999"', "__main__.SpringTide names the rule 'DG-CRD-999', which no rule index has"),
        (
            "return set_to(0)",
            'return set_to(0 * len(str(s) + "DG-XXX-001"))',
            "__main__.SpringTide.gain_of (<string>, line 21) names the rule 'DG-XXX-001', which no rule index has",
        ),
    ],
)
def test_a_rule_id_that_no_index_has_is_named_with_its_place(old: str, new: str, sentence: str) -> None:
    """When a module is added, and when a game asks for the card."""
    script = (
        CARD.replace(old, new)
        + """
from types import ModuleType
thing = ModuleType("tides")
thing.extends, thing.register = "demigods", lambda system: None
for run in (lambda: th.add(thing), lambda: th.new("demigods", cards=["Spring Tide"])):
    try:
        run()
    except th.DataError as fault:
        print(fault)
"""
    )
    first, second = told(script).splitlines()
    assert first == f"the addition 'tides' to demigods fails: {sentence}"
    assert second == sentence


def test_a_faction_of_ones_own_is_never_drawn() -> None:
    script = f"""
def drawn():
    return [th.new("cthulhu_wars", players=4, factions="random", draw=d).system.options["factions"] for d in range(8)]
before = drawn()
sys.path.insert(0, {str(PACKAGE)!r})
import theomachy_ember
th.add(theomachy_ember)
print(before == drawn(), any("ember_court" in row for row in drawn()))
"""
    assert told(script) == "True False"


@pytest.mark.parametrize("slug", ["cthulhu_wars", "gods_war", "heroes", "mythic_battles"])
def test_a_power_of_ones_own_changes_no_game_of_the_box(slug: str) -> None:
    script = f"""
from theomachy.play import record
game = th.catalogue()[{slug!r}]
sample = dict(game.samples()[0])
def played():
    return record({slug!r}, ["random"], seed=5, players=sample.get("players", 2 if {slug!r} != "gods_war" else 3),
                  options=sample.get("options"), most=400).save()
before = played()
from importlib import import_module
timings = import_module("theomachy.games.{slug}.rules.timings")
class Stranger(timings.Power):
    "Belongs to nobody."
    rule = next(iter(game.rulebook)).id
assert any(a.name == "Stranger" for v in game.vocabularies for a in v.abilities)
print(played() == before)
"""
    assert told(script) == "True"
