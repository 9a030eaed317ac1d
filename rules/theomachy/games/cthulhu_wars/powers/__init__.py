"""The factions. Each registers itself as an outside package would: a data file and its powers.

Those of the box are a file here and one in `data`. Each of another box is a folder: its powers, `faction.toml` with its
values, `rulebook.toml` with its rules and, where its text leaves something open, `rulings.toml`. Other worlds are such
folders in `worlds`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from . import (  # noqa: F401  (importing declares their powers)
    ancients,
    beyond_time_and_space,
    black_goat,
    bubastis,
    colour_out_of_space,
    crawling_chaos,
    daemon_sultan,
    dire_azathoth,
    dire_cthulhu,
    eidolon,
    eradicators,
    faction_great_old_ones,
    great_cthulhu,
    great_old_one_pack_1,
    great_old_one_pack_2,
    great_old_one_pack_3,
    great_old_one_pack_4,
    high_priests,
    independents,
    investigators,
    market,
    masks_of_nyarlathotep,
    neutral_monsters,
    nodens,
    opener_of_the_way,
    prophetess,
    ramsey_campbell_horrors_1,
    ramsey_campbell_horrors_2,
    sleeper,
    something_about_cats,
    tcho_tcho,
    terrors,
    tribes,
    unique_high_priests,
    windwalker,
    worlds,
    yellow_sign,
)

# isort: split
from . import azathoth  # it uses those of others: powers are asked in the order in which they were declared

if TYPE_CHECKING:
    from .. import CthulhuWars

CORE = ("great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign")
MORE = (
    "opener_of_the_way",
    "ancients",
    "sleeper",
    "daemon_sultan",
    "tcho_tcho",
    "windwalker",
    "bubastis",
)  # the other boxes
# What is no faction's: each a folder with `things.toml` and `rulebook.toml`.
THINGS = (
    "high_priests", "tribes", "unique_high_priests", "neutral_monsters", "terrors", "beyond_time_and_space",
    "great_old_one_pack_1", "great_old_one_pack_2", "great_old_one_pack_3", "great_old_one_pack_4",
    "ramsey_campbell_horrors_1", "ramsey_campbell_horrors_2", "colour_out_of_space", "investigators",
    "prophetess", "eidolon", "something_about_cats", "eradicators", "masks_of_nyarlathotep", "azathoth",
    "faction_great_old_ones", "dire_cthulhu", "dire_azathoth", "nodens",
)  # fmt: skip
SOLD = THINGS[3:6]  # those with cards that are sold in the market
AWAKENED = THINGS[6:12]  # those with Great Old Ones of no faction
# Those of which a sample table is played by themselves, or a few together.
ALONE = (
    ("colour_out_of_space",),
    ("investigators", "prophetess", "eidolon"),
    ("something_about_cats", "eradicators"),
    ("masks_of_nyarlathotep",),
    ("azathoth",),
    ("faction_great_old_ones", "dire_cthulhu", "dire_azathoth", "nodens"),
)
TABLES = {  # with whom, if that matters
    "masks_of_nyarlathotep": ["crawling_chaos", "great_cthulhu", "yellow_sign"],
    "faction_great_old_ones": ["crawling_chaos", "bubastis", "daemon_sultan"],
}
NEEDS = {"unique_high_priests": ("high_priests",)}  # other sets, which come with one
BESIDE = {"tcho_tcho": {"things": ["high_priests", "tribes"]}}  # what is in use, too, at the sample table of a faction
# What questions ask that name a card.
PROMPTS: dict[str, str] = {
    what: text
    for box in (
        azathoth,
        black_goat,
        colour_out_of_space,
        crawling_chaos,
        dire_cthulhu,
        eidolon,
        eradicators,
        great_cthulhu,
        great_old_one_pack_2,
        independents.driven,
        investigators,
        market.single,
        masks_of_nyarlathotep,
        ramsey_campbell_horrors_1,
        something_about_cats,
        tcho_tcho,
        worlds,
        yellow_sign,
    )
    for what, text in box.PROMPTS.items()
}
WORLDS = worlds.WORLDS  # other maps than those of the Earth
HERE = Path(__file__).parent
DATA = HERE.parent / "data"


def register(system: type[CthulhuWars]) -> None:
    """Add all factions to the game."""
    for slug in CORE:
        system.add_faction(slug, DATA / f"{slug}.toml")
    for slug in MORE:
        system.add_faction(slug, HERE / slug / "faction.toml")
    for slug in THINGS:
        system.add_things(slug, HERE / slug / "things.toml", NEEDS.get(slug, ()))
    for slug in (*MORE, "independents", *THINGS):
        system.add_rules(HERE / slug / "rulebook.toml")
        if (HERE / slug / "rulings.toml").exists():
            system.add_rulings(HERE / slug / "rulings.toml")
    worlds.register(system)
