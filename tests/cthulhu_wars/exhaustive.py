"""What the exhaustive run needs of Cthulhu Wars: a player who works towards its requirements, and late positions.

A game seldom shows all of its last third: a Great Old One needs ten Power at once, eight areas need a faction that
spreads on purpose. So a second part of the run begins late: most spellbooks on the cards, Great Old Ones
awake or one action before it, Power to spend, and requirements that are still open with their last step or
two to be done. None of them is met by the position itself (`met` says so, and a test looks): whatever the run counts
was done by moves that were played from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from random import Random
from typing import Any

from tests.conformance.explorer import Explorer
from theomachy.engine.game.registry import games
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.daemon_sultan import CHAOS, MARKER
from theomachy.games.cthulhu_wars.rules.domains import KEEPER, KIND, NO_GATE
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.play.observation import Observation

SLUG = "cthulhu_wars"
BOX = {"GC": "great_cthulhu", "CC": "crawling_chaos", "BG": "black_goat", "YS": "yellow_sign"}
FULL = BOX | {"TT": "tcho_tcho", "DS": "daemon_sultan", "AN": "ancients", "SL": "sleeper"}
FREE = (  # it does nothing, by the rules; what waits for neutral units; what is done before anybody is asked
    "Lethargy", "Doomsday", "Inerrant", "Otherworld Alliances", "Five slots alone",
)  # fmt: skip
IN_MENUS = (  # they bar what a menu would offer
    "Start Without A Sign", "A start with a glyph", "Ferox", "First units by Psychosis",
)  # fmt: skip
CARDS = {  # of the unique High Priests, and what each does
    "Asenath Waite": "The Thing from Beyond", "Crawford Tillinghast": "The Ultra-Violet",
    "Ermengarde Stubbs": "A Simple Rustic Maid", "Herbert West": "The Reanimator Serum",
    "Joseph Curwen": "Beyond the Spheres", "Keziah Mason": "Daemon Heroine", "Lavinia Whateley": "The Bride",
    "Pitpipo": "The Pit of Despair",
}  # fmt: skip
LATE_ONLY = (  # of the other boxes: what whole games show too seldom
    "Martyrdom", "Tablets of the Gods", "Dark Rituals", "Fulmination", "Three Elder Signs", "Earn an Elder Sign",
    "Ubbo-Sathla awake", "Animate Matter", "Traitors!", "Unholy Ground", "Six dice", "Energy Nexus",
    *CARDS.values(),
)  # fmt: skip

# The pieces are written with the names of the small map; the larger ones divide some of its areas.
RENAMED: dict[str, dict[str, str]] = {
    "earth_3p": {},
    "earth_4p_3w5e": {"Asia": "South Asia", "Africa": "East Africa"},
    "earth_4p_5w3e": {"North America": "North America West", "South America": "Central America"},
}

# What one faction has in one position. `gates` are held by its Acolytes there, those of `chaos` are Chaos Gates; who is
# `awoken` has been awake before; `markers` are of one kind each.
Piece = dict[str, Any]
PIECES: dict[str, tuple[Piece, ...]] = {
    "GC": (
        {  # before the awakening, two gates short of the oceans, nobody killed yet
            "units": {
                "South Pacific": "2 Acolyte, Shoggoth, 2 Deep One",
                "Indian Ocean": "2 Acolyte, Starspawn",
                "North Pacific": "Acolyte, Deep One",
            },
            "gates": ("South Pacific",),
            "books": "Dreams, Absorb",
            "open": "Cthulhu awake, Ocean gates, Kill or devour one, Kill or devour two",
            "power": 17,
        },
        {  # Cthulhu was killed: he comes again for less; two books to go, the last of them in a Doom phase
            "units": {
                "South Pacific": "2 Acolyte, Starspawn",
                "Indian Ocean": "Acolyte, Starspawn, Deep One",
                "North Pacific": "Acolyte, Shoggoth",
            },
            "gates": ("South Pacific",),
            "books": "Submerge, Y'ha Nthlei, Devolve, Regenerate",
            "open": "Five other spellbooks, Kill or devour two",
            "awoken": "Cthulhu",
            "power": 12,
        },
        {  # Cthulhu at sea with company; the book that is missing is that of the oceans, and of what follows
            "units": {
                "North Atlantic": "Cthulhu, 2 Starspawn, Shoggoth",
                "South Pacific": "2 Acolyte",
                "Indian Ocean": "2 Acolyte, Deep One",
            },
            "gates": ("South Pacific", "Indian Ocean"),
            "books": "Submerge, Y'ha Nthlei, Absorb, Regenerate",
            "open": "Five other spellbooks, Ocean gates",
            "power": 12,
        },
    ),
    "CC": (
        {  # nothing earned yet: one gate short of three, Power for one of the ways to pay, prey beside it
            "units": {
                "Asia": "2 Acolyte, 2 Nightgaunt, Flying Polyp",
                "Australia": "2 Acolyte",
                "Antarctica": "Acolyte, Hunting Horror",
            },
            "gates": ("Asia", "Australia"),
            "books": "Madness",
            "open": "Pay four, Pay six, Three gates, Capture cultist, Nyarlathotep awake",
            "power": 11,
        },
        {  # before the awakening, one gate short of four
            "units": {
                "Asia": "Acolyte, Nightgaunt",
                "Australia": "Acolyte, Flying Polyp",
                "Antarctica": "Acolyte",
                "North America": "2 Acolyte, 2 Hunting Horror",
            },
            "gates": ("Asia", "Australia", "Antarctica"),
            "books": "Abduct, Invisibility, Seek and Destroy, Emissary of the Outer Gods",
            "open": "Four gates, Nyarlathotep awake",
            "power": 13,
        },
        {  # Nyarlathotep leads an army against whoever is in Europe and at sea; both payments are still to be made
            "units": {
                "Europe": "Nyarlathotep, 2 Nightgaunt, 2 Flying Polyp",
                "Arctic Ocean": "2 Acolyte, Hunting Horror",
                "Asia": "2 Acolyte",
            },
            "gates": ("Asia", "Arctic Ocean"),
            "books": "Abduct, Seek and Destroy, Emissary of the Outer Gods, The Thousand Forms",
            "open": "Pay four, Pay six",
            "power": 11,
        },
    ),
    "BG": (
        {  # in three areas, Shub-Niggurath asleep
            "units": {
                "Africa": "3 Acolyte, Ghoul, Fungi",
                "South Atlantic": "2 Acolyte, Fungi",
                "South America": "Acolyte, Dark Young",
            },
            "gates": ("Africa",),
            "books": "Necrophagy",
            "open": "Units in four areas, Units in six areas, Share areas, Give up two cultists, Shub-Niggurath awake",
            "power": 15,
        },
        {  # in five areas, Shub-Niggurath awake: six and eight are to come
            "units": {
                "Africa": "2 Acolyte, Shub-Niggurath, Dark Young",
                "South Atlantic": "2 Acolyte, Ghoul",
                "Antarctica": "2 Fungi",
                "Indian Ocean": "Ghoul, Fungi",
                "South America": "2 Acolyte",
            },
            "gates": ("Africa", "South America"),
            "books": "Ghroth, Frenzy, Blood Sacrifice",
            "open": "Units in six areas, Units in eight areas, Give up two cultists",
            "power": 16,
        },
        {  # in seven areas, all but one book
            "units": {
                "Africa": "2 Acolyte, Dark Young",
                "South Atlantic": "Acolyte, Ghoul",
                "Antarctica": "Fungi",
                "Indian Ocean": "Fungi",
                "South America": "2 Acolyte, Shub-Niggurath",
                "North Atlantic": "Ghoul",
                "Arctic Ocean": "2 Fungi",
            },
            "gates": ("Africa", "South America"),
            "books": "The Red Sign, The Thousand Young, Frenzy, Blood Sacrifice, Necrophagy",
            "open": "Units in eight areas",
            "power": 12,
        },
    ),
    "YS": (
        {  # the King asleep, Doom to give away
            "units": {"Europe": "3 Acolyte, 2 Undead, Byakhee", "North America": "2 Acolyte, 2 Undead"},
            "gates": ("Europe",),
            "books": "Passion, Zingaya",
            "open": "King awake, Give away doom, Desecrate crescent, Desecrate thorns",
            "power": 16,
        },
        {  # the King stands where one glyph lies, with company and a gate: Hastur may come
            "units": {
                "Africa": "King in Yellow, Acolyte, 3 Undead",
                "Europe": "2 Acolyte, Byakhee",
                "South America": "Undead, Byakhee, Acolyte",
            },
            "gates": ("Europe", "Africa"),
            "books": "Shriek of the Byakhee, The Screaming Dead",
            "open": "Hastur awake, Desecrate chevron, Desecrate crescent, Desecrate thorns",
            "power": 17,
        },
        {  # Hastur awake, the last glyph to come
            "units": {
                "Australia": "King in Yellow, Hastur, 3 Undead",
                "Europe": "2 Acolyte",
                "North America": "2 Acolyte, 2 Byakhee",
                "South Pacific": "2 Undead",
            },
            "gates": ("Europe", "North America"),
            "books": "The Third Eye, He Who is Not to be Named, The Screaming Dead, Zingaya, Shriek of the Byakhee",
            "open": "Desecrate chevron",
            "markers": {"desecration": "Europe"},
            "power": 13,
        },
    ),
}

PIECES["TT"] = (
    {  # Tsang: priests to be given up, Ubbo-Sathla asleep
        "units": {
            "North America": "2 Acolyte, 2 High Priest, 2 Proto-Shoggoth",
            "Antarctica": "Acolyte, High Priest",
            "South America": "2 Acolyte, Proto-Shoggoth",
        },
        "gates": ("North America", "Antarctica", "South America"),
        "books": "Martyrdom, Tablets of the Gods",
        "open": "Ubbo-Sathla awake, Earn an Elder Sign, Three Elder Signs",
        "power": 14,
    },
    {  # Leng: priests where others began, Ubbo-Sathla with company
        "units": {
            "Europe": "High Priest, Ubbo-Sathla, 2 Proto-Shoggoth",
            "South Pacific": "High Priest, Proto-Shoggoth",
            "Africa": "High Priest",
            "North America": "3 Acolyte",
        },
        "gates": ("North America",),
        "books": "Dark Rituals, Fulmination, Soulless",
        "open": "Earn an Elder Sign, Three Elder Signs",
        "awoken": "Ubbo-Sathla",
        "growth": 4,
        "power": 12,
    },
    {  # Tsang in the middle of others, priests among Acolytes where the others' armies are
        "units": {
            "Africa": "High Priest, 2 Acolyte, 2 Proto-Shoggoth",
            "Europe": "High Priest, 2 Acolyte, Ubbo-Sathla, 2 Proto-Shoggoth",
            "South Pacific": "High Priest, Acolyte, Proto-Shoggoth",
            "Antarctica": "Acolyte",
        },
        "gates": ("Antarctica",),
        "books": "Martyrdom, Terror, Hierophants",
        "open": "Earn an Elder Sign, Three Elder Signs",
        "awoken": "Ubbo-Sathla",
        "growth": 3,
        "power": 12,
    },
)

PIECES["DS"] = (
    {  # Chaos Gates with somebody on them, beside others' lands
        "units": {
            "Indian Ocean": "2 Acolyte, Larva Thesis",
            "South Pacific": "2 Acolyte, Larva Antithesis",
            "North Atlantic": "Acolyte, Larva Synthesis",
        },
        "gates": ("Indian Ocean", "South Pacific"),
        "chaos": ("Indian Ocean", "South Pacific"),
        "start": "South Pacific",
        "books": "Animate Matter, Traitors!, Chaos Gate",
        "open": "Thesis awake, Antithesis awake, Synthesis awake",
        "power": 14,
    },
    {  # all three gates out, Thesis awake among others
        "units": {
            "North Pacific": "Avatar Thesis, Acolyte",
            "Indian Ocean": "2 Acolyte, Larva Antithesis",
            "North Atlantic": "Acolyte",
            "South Pacific": "2 Acolyte",
        },
        "gates": ("North Pacific", "Indian Ocean", "North Atlantic"),
        "chaos": ("North Pacific", "Indian Ocean", "North Atlantic"),
        "start": "Indian Ocean",
        "books": "Animate Matter, Traitors!, Undirected Energy, Consummation",
        "open": "Antithesis awake, Synthesis awake",
        "marker": 3,
        "power": 12,
    },
    {  # one Chaos Gate and a plain one, Antithesis with company
        "units": {
            "North Pacific": "2 Acolyte, Larva Synthesis",
            "Indian Ocean": "Acolyte",
            "Australia": "Avatar Antithesis, 2 Acolyte, Larva Synthesis",
        },
        "gates": ("North Pacific", "Indian Ocean"),
        "chaos": ("North Pacific",),
        "start": "Indian Ocean",
        "books": "Animate Matter, Traitors!, Fiendish Growth, Chaos Gate",
        "open": "Each Larva, Synthesis awake",
        "awoken": "Avatar Thesis",
        "marker": 5,
        "power": 11,
    },
)
PIECES["AN"] = (  # Cathedrals where Great Old Ones of others come, and units that meet them there
    {
        "units": {
            "Europe": "2 Acolyte, 2 Reanimated, Un-Man",
            "Australia": "Acolyte, Reanimated, Yothan",
            "South Atlantic": "2 Acolyte",
        },
        "gates": ("South Atlantic",),
        "markers": {"cathedral": "Europe, Australia, South Atlantic"},
        "books": "Unholy Ground, Consecration, Brainless",
        "open": "Crescent Cathedral, Lowest-cost Monsters, Highest-cost Monsters",
        "power": 13,
    },
    {
        "units": {
            "Africa": "2 Acolyte, 2 Yothan",
            "South America": "2 Acolyte, Reanimated, Un-Man",
            "North Atlantic": "2 Acolyte, Yothan",
        },
        "gates": ("North Atlantic",),
        "markers": {"cathedral": "Africa, South America, North Atlantic"},
        "books": "Unholy Ground, Extinction, Worship Services",
        "open": "Thorns Cathedral, Lowest-cost Monsters, Highest-cost Monsters",
        "power": 13,
    },
    {
        "units": {
            "South Atlantic": "2 Acolyte, Yothan, Reanimated",
            "Asia": "2 Acolyte, 2 Reanimated, Un-Man",
            "Africa": "Acolyte, Yothan",
        },
        "gates": ("South Atlantic",),
        "markers": {"cathedral": "Asia, Africa"},
        "books": "Unholy Ground, Festival, Brainless, Extinction",
        "open": "Crescent Cathedral, Cathedral without a glyph",
        "power": 12,
    },
)
PIECES["SL"] = (  # Formless Spawn enough for six dice, Wizards among whoever fights
    {
        "units": {
            "South Atlantic": "2 Acolyte, 2 Formless Spawn",
            "Asia": "Wizard, Acolyte",
            "Europe": "Wizard, Serpent Man, Formless Spawn",
        },
        "gates": ("South Atlantic",),
        "books": "Energy Nexus, Burrow, Cursed Slumber",
        "open": "Six dice, Tsathoggua awake, Ritual of Annihilation",
        "power": 15,
    },
    {
        "units": {
            "Africa": "Wizard, 2 Formless Spawn, Tsathoggua",
            "North Atlantic": "Wizard, Acolyte",
            "North Pacific": "3 Acolyte, Serpent Man",
        },
        "gates": ("North Pacific",),
        "books": "Energy Nexus, Demand Sacrifice, Capture Monster, Ancient Sorcery",
        "open": "Six dice, Ritual of Annihilation",
        "power": 13,
    },
    {
        "units": {
            "Europe": "Wizard, 2 Acolyte, 3 Formless Spawn",
            "Africa": "Wizard, Serpent Man, Acolyte",
            "South Atlantic": "2 Acolyte",
        },
        "gates": ("South Atlantic",),
        "books": "Energy Nexus, Ancient Sorcery, Burrow",
        "open": "Six dice, One gains three, Tsathoggua awake",
        "power": 14,
    },
)

FIGHTERS = ("TT", "AN", "SL")  # a martyr, Unholy Ground, six dice and the Nexus need battles

TABLES = (  # who sits there, and on which map
    ("GC BG", "earth_3p"),
    ("CC YS", "earth_3p"),
    ("YS GC", "earth_3p"),
    ("BG CC", "earth_3p"),
    ("CC GC BG", "earth_3p"),
    ("BG YS CC", "earth_3p"),
    ("YS BG GC", "earth_3p"),
    ("GC CC YS", "earth_3p"),
    ("TT GC YS", "earth_3p"),
    ("BG TT GC", "earth_3p"),
    ("TT BG CC", "earth_3p"),
    ("CC TT YS", "earth_3p"),
    ("DS YS BG", "earth_3p"),
    ("CC DS YS", "earth_3p"),
    ("AN GC YS", "earth_3p"),
    ("CC AN BG", "earth_3p"),
    ("SL YS GC", "earth_3p"),
    ("BG SL CC", "earth_3p"),
    ("GC CC BG YS", "earth_4p_3w5e"),
    ("BG YS CC GC", "earth_4p_5w3e"),
)


PRIESTS = ("GC CC BG", "YS BG CC", "BG GC YS")  # each of them has a unique High Priest in play


def arranged(table: str, board: str, which: tuple[int, ...], first_card: int = -1) -> Position:
    """The pieces of all factions on one map, the first of them to act. With a first card each has a unique High Priest
    where its last units are: the first seat the one of this card, the others those of the next.
    """
    letters, names = table.split(), RENAMED[board]
    things = ["unique_high_priests"] if first_card >= 0 else ["tribes"] if "TT" in letters else []
    game = games()[SLUG].build(options={"factions": [FULL[who] for who in letters], "map": board, "things": things})
    pieces = {who: PIECES[who][i] for who, i in zip(letters, which, strict=True)}
    setup: dict[str, Any] = {
        "units": {who: {names.get(a, a): text for a, text in piece["units"].items()} for who, piece in pieces.items()},
        "gates": {names.get(a, a): who for who, piece in pieces.items() for a in piece["gates"]},
        "power": {who: piece["power"] for who, piece in pieces.items()},
        "books": {who: piece["books"] for who, piece in pieces.items()},
        "open": {who: piece["open"] for who, piece in pieces.items()},
        "awoken": {who: piece["awoken"] for who, piece in pieces.items() if "awoken" in piece},
        "doom": 8,
        "round": 4,
        "ritual": 1,
        "active": letters[0],
        "counters": [[who, "growth", piece["growth"]] for who, piece in pieces.items() if "growth" in piece]
        + [["table", MARKER, piece["marker"]] for piece in pieces.values() if "marker" in piece],
        "start": {
            who: game.config.map.names[area] if area >= 0 else names.get(pieces[who]["start"], pieces[who]["start"])
            for who, area in zip(letters, game.config.start, strict=True)
            if area >= 0 or "start" in pieces[who]
        },
        "markers": {
            kind: ", ".join(names.get(a, a) for a in areas.split(", "))
            for piece in pieces.values()
            for kind, areas in piece.get("markers", {}).items()
        },
    }
    if first_card >= 0:
        cards = list(CARDS)
        setup["cards"] = {cards[(first_card + seat) % len(cards)]: who for seat, who in enumerate(letters)}
        for units in setup["units"].values():
            units[list(units)[-1]] += ", Unique High Priest"
    s = game.arrange(setup)
    for piece in pieces.values():
        for area in piece.get("chaos", ()):
            s.make_sort(s.config.map.index[names.get(area, area)], CHAOS)
    return Position(game, s)


def positions() -> Iterator[Position]:
    """All late positions: each table with the pieces of its factions in every combination."""
    for table, board in TABLES:
        for which in product(range(3), repeat=len(table.split())):
            yield arranged(table, board, which)
    for table in PRIESTS:
        for i, which in enumerate(product(range(3), repeat=3)):
            yield arranged(table, "earth_3p", which, i % len(CARDS))


def met(s: State) -> list[str]:
    """The open requirements that a position meets by itself: at the end of any action, or in the next Doom phase."""
    looked = [hook for event in ("", "doom") for hook in s.watching(event)]
    return [slot.name for seat, slot, test in looked if test(s, seat, None)]


def names() -> list[str]:
    """What can come up in these positions: all of the core but the requirement of the first Doom phase, which lies
    behind them, and of the other boxes what whole games show too seldom.
    """
    core = BOX.values()
    found = [
        ability.name
        for vocabulary in games()[SLUG].vocabularies
        for ability in vocabulary.abilities
        if getattr(ability, "faction", "") in core and ability.name != "First doom phase"
    ]
    return [*found, *LATE_ONLY]


def set_ups() -> Iterator[Position]:
    """Every sample in turn, and tables that no sample shows: rulings, sets of things and seats that powers wait for."""
    game, priests = games()[SLUG], ["unique_high_priests"]
    more: list[dict[str, Any]] = [
        {
            "options": {"factions": ["great_cthulhu", "bubastis", "black_goat"], "things": ["high_priests"]},
            "rulings": opposite(game.questions),
        },
        {"options": {"factions": ["bubastis", "yellow_sign", "crawling_chaos"], "things": ["high_priests"]}},
        {"options": {"factions": ["windwalker", "great_cthulhu"]}},
        {"options": {"factions": ["daemon_sultan", "bubastis", "sleeper"]}, "rulings": opposite(game.questions)},
        {"options": {"factions": ["daemon_sultan", "yellow_sign", "black_goat"], "things": priests}},
        {"options": {"factions": ["tcho_tcho", "great_cthulhu", "crawling_chaos"], "things": priests}},
        {"options": {"factions": ["black_goat", "yellow_sign", "opener_of_the_way", "windwalker"], "things": priests}},
    ]
    tables = [*game.samples(), *more]
    for i in count():
        system = game.build(**tables[i % len(tables)])
        yield Position(system, system.start())


class GoalBot(Explorer):
    """Works towards the requirements of Cthulhu Wars; one answer in four is an explorer's: nothing is left out.

    It spends what is printed on the card first, and builds gates and recruits for the Power that a Great Old One costs;
    it spreads, and into areas without a gate; it performs no ritual, which would eat that Power and end the game early.
    """

    name = "striver"
    wanted = ("awaken", "pay 10", "give", "capture", "desecrate", "control")  # what a requirement asks for, or begins
    patience = 4  # the round in which it gives up waiting for the Power to pay for two requirements at once
    power = ("recruit", "move", "summon")

    def choose(self, observation: Observation, rng: Random) -> Any:
        if rng.random() < (0.01 if observation.decision.what == "oath" else 0.25):  # it is asked after every action
            return super().choose(observation, rng)
        if observation.decision.kind == "action":
            return self._act(observation, rng)
        plan = {
            "unit to move": self._unit, "move to": self._way, "doom phase": self._doom, "oath": self._spare,
            "takes a kill": self._martyr, "takes a pain": self._martyr,
        }.get(observation.decision.what)  # fmt: skip
        found = plan(observation) if plan else ()
        return rng.choice(found) if found else super().choose(observation, rng)

    def _act(self, observation: Observation, rng: Random) -> Any:
        wanted = self.wanted + (("pay",) if observation.state.round >= self.patience else ())
        actions = [option for option in observation.options if isinstance(option, tuple)]
        best = [a for a in actions if a[0].startswith(wanted)] or [a for a in actions if a[0] == "gate"]
        fighters = {FULL[who] for who in FIGHTERS}
        fights = [a for a in actions if a[0] == "battle" and fighters & set(observation.state.config.slugs)]
        martyrs = [a for a in fights if self._priests(observation.state, a[1])]
        if martyrs and rng.random() < 0.8:  # seldom are two of its units killed
            return rng.choice(martyrs)
        if best or (fights and rng.random() < 0.5):
            return self.rarest(best or fights, rng)
        if "end" in observation.options:
            return "end"
        build = [a for a in actions if a[0] in self.power]
        if build and rng.random() < 0.5:
            verb = rng.choice(list(dict.fromkeys(a[0] for a in build)))
            return rng.choice([a for a in build if a[0] == verb])
        return super().choose(observation, rng)

    @staticmethod
    def _priests(s: State, area: int) -> bool:
        """Has Tcho-Tcho High Priests there?"""
        seats = [seat for seat, slug in enumerate(s.config.slugs) if slug == FULL["TT"]]
        return any(s.has(seat, [s.config.name[seat].index("High Priest")], area) for seat in seats)

    @staticmethod
    def _unit(observation: Observation) -> list[Any]:
        """Those that leave neither a gate nor an area empty."""
        units = [u for u in observation.options if isinstance(u, tuple)]
        spare = [u for u in units if not u[2] & KEEPER and observation.state.crowd(observation.me, u[1]) > 1]
        return spare or [u for u in observation.options if u == "done"]

    @staticmethod
    def _way(observation: Observation) -> list[Any]:
        """Areas without own units, first those where a gate could be built."""
        new = [area for area in observation.options if not observation.state.here(observation.me, area)]
        return [area for area in new if observation.state.gate[area] == NO_GATE] or new

    @staticmethod
    def _spare(observation: Observation) -> list[Any]:
        """A High Priest who is kept may still be a martyr."""
        return [option for option in observation.options if option == "done"]

    @staticmethod
    def _martyr(observation: Observation) -> list[Any]:
        """High Priests first: what hangs on their death is seen when they die."""
        s = observation.state
        units = [unit for unit in observation.options if isinstance(unit, tuple)]
        return [unit for unit in units if "High Priest" in s.config.name[unit[0]][unit[2] & KIND]]

    @staticmethod
    def _doom(observation: Observation) -> list[Any]:
        if "ritual" in observation.options and observation.state.config.slugs[observation.me] == FULL["TT"]:
            return ["ritual"]  # which gives Tablets of the Gods something to do
        return [power for power in observation.options if power not in ("ritual", "done")] or [
            "done" for option in observation.options if option == "done"
        ]


PLAYER = GoalBot
