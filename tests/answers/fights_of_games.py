"""A small and a larger fight of each game, for the tests of the calculator."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import theomachy as th
from theomachy.answers.calculator import first_setting
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.system import System

CHANNEL, MILLION = "Channel Power", "The Million Favored Ones"
Fought = tuple[System[Any], Any, Setting]


@cache
def demigods(attackers: int = 2, armies: int = 1, people: int = 1) -> Fought:
    """Some armies on D4 against a stack on D5."""
    game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=1)
    theirs = f"Bronteas: {armies} army, {people} population"
    stacks = {"D4": f"Aglaia: {attackers} army", "D5": theirs}
    s = game.system.arrange({"phase": "Battle", "active": "Aglaia", "stacks": stacks})
    return game.system, s, first_setting(game.system, s)


@cache
def cthulhu(mine: str = "Deep One, Starspawn", theirs: str = "Ghoul, Acolyte") -> Fought:
    """Great Cthulhu attacks the Black Goat, which holds a gate in Arabia."""
    factions = ["great_cthulhu", "black_goat"]
    game = th.new("cthulhu_wars", players=["a", "b"], seed=1, factions=factions, map="earth_5p", any_map=True)
    units = {"GC": {"Arabia": mine}, "BG": {"Arabia": theirs}}
    s = game.system.arrange({"phase": "action", "active": "GC", "gates": {"Arabia": "BG"}, "units": units})
    return game.system, s, first_setting(game.system, s)


def opener(mine: str, theirs: str, *books: str, power: int = 9, defends: bool = False, awake: bool = False) -> Fought:
    """Opener of the Way against Great Cthulhu in Arabia, with some spellbooks; `awake`: two other Great Old Ones."""
    factions = ["opener_of_the_way", "great_cthulhu", "black_goat", "crawling_chaos"]
    game = th.new("cthulhu_wars", players=["a", "b", "c", "d"], seed=1, factions=factions)
    units: Any = {"OW": {"Arabia": mine}, "GC": {"Arabia": theirs}}
    if awake:
        units |= {"BG": {"Europe": "Shub-Niggurath"}, "CC": {"Antarctica": "Nyarlathotep"}}
    first, second = ("GC", "OW") if defends else ("OW", "GC")
    gates = {"Arabia": "OW"} if defends else {}
    position = {"phase": "action", "active": first, "units": units, "power": power, "gates": gates}
    s = game.system.arrange(position)
    seats = [game.system.config.slugs.index(factions[("OW", "GC").index(name)]) for name in (first, second)]
    setting = Setting(f"{s.config.map.names.index('Arabia')}:{seats[0]}:{seats[1]}")
    for book in books:
        setting = setting.switching(f"{int(defends)}:{book}", True)
    return game.system, s, setting


def faction(slug: str, mine: str, theirs: str, *books: str, power: int = 9, defends: bool = False) -> Fought:
    """A faction of an expansion against Great Cthulhu in Arabia, with some spellbooks."""
    game = th.new("cthulhu_wars", players=["a", "b"], seed=1, factions=[slug, "great_cthulhu"], map="earth_5p",
                  any_map=True)  # fmt: skip
    config = game.system.config
    letters = {name: config.factions[seat].letters for seat, name in enumerate(config.slugs)}
    first, second = ("great_cthulhu", slug) if defends else (slug, "great_cthulhu")
    units = {letters[slug]: {"Arabia": mine}, "GC": {"Arabia": theirs}}
    s = game.system.arrange({"phase": "action", "active": letters[first], "units": units, "power": power})
    seats = [config.slugs.index(name) for name in (first, second)]
    setting = Setting(f"{config.map.names.index('Arabia')}:{seats[0]}:{seats[1]}")
    for book in books:
        setting = setting.switching(f"{int(defends)}:{book}", True)
    return game.system, s, setting


# A small fight of each of these factions, and a larger one, with what it does in battle.
FACTIONS: dict[str, tuple[Callable[[], Fought], Callable[[], Fought]]] = {
    "ancients": (
        lambda: faction("ancients", "Reanimated, Un-Man", "Deep One"),
        lambda: faction("ancients", "Yothan, Un-Man", "Starspawn, Deep One", "Extinction", "Unholy Ground"),
    ),
    "bubastis": (
        lambda: faction("bubastis", "Cat from Mars, Earth Cat", "2 Deep One", "Zagazig"),
        lambda: faction("bubastis", "Cat from Saturn, Cat from Uranus", "Starspawn, Deep One", "Savagery", "Predator"),
    ),
    "daemon_sultan": (
        lambda: faction("daemon_sultan", "Avatar Thesis, Larva Thesis", "Deep One"),
        lambda: faction("daemon_sultan", "Avatar Antithesis, 2 Larva Antithesis, Acolyte", "Starspawn, Deep One"),
    ),
    "sleeper": (
        lambda: faction("sleeper", "Formless Spawn, Serpent Man", "Deep One"),
        lambda: faction("sleeper", "Tsathoggua, Formless Spawn", "Starspawn, Deep One", power=5),
    ),
    "tcho_tcho": (
        lambda: faction("tcho_tcho", "Proto-Shoggoth, High Priest", "2 Deep One", "Martyrdom"),
        lambda: faction("tcho_tcho", "3 Proto-Shoggoth, Acolyte", "Starspawn, Deep One", "Terror"),
    ),
    "windwalker": (
        lambda: faction("windwalker", "Wendigo, Acolyte", "2 Deep One", "Howl"),
        lambda: faction(
            "windwalker", "Gnoph-Keh, Wendigo, Rhan-Tegoth", "Starspawn, Deep One", "Berserkergang", "Eternal", power=3
        ),
    ),
}


@cache
def gods_war(mine: str = "2 Barbarian", theirs: str = "Archer") -> Fought:
    """Storm attacks Sky on the Spike."""
    empires = ["storm", "sky", "darkness", "chaos"]
    game = th.new("gods_war", players=4, seed=1, empires=empires)
    units = {"ST": {"Spike": mine}, "SK": {"Spike": theirs}}
    built = {"SK": {"Spike": "Shrine"}}
    s = game.system.arrange({"phase": "action", "active": "ST", "units": units, "buildings": built})
    return game.system, s, first_setting(game.system, s)


@cache
def mythic(unit: str = "leonidas", foe: str = "cerberus") -> Fought:
    """A unit attacks another in one area."""
    options: Any = {"armies": [[unit], [foe]], "board": "sunken_sanctuary"}
    game = th.new("mythic_battles", seed=3, **options)
    names = [one.name for one in game.system.config.units[:2]]
    s = game.system.arrange({"area": dict.fromkeys(names, "b4"), "activation": {"unit": names[0]}})
    return game.system, s, first_setting(game.system, s)


@cache
def heroes() -> Fought:
    """Gremlins and Mechanisms in one region."""
    game = th.new("heroes", players=["a", "b"], seed=3, factions=["gremlins", "mechanisms"])
    army: list[Any] = [{"region": "Suleen", "army": {unit: n}} for unit, n in (("Goon", 4), ("Core", 2))]
    s = game.system.arrange({"sheet": dict(zip(("a", "b"), army, strict=True))})
    return game.system, s, first_setting(game.system, s)
