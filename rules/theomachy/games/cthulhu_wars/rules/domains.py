"""What Cthulhu Wars names: factions, areas and places beside them, units by faction and classes of them, spellbooks.

How a class of units is packed is this file's own business: everybody else takes a code apart with the helpers below.
"""

from __future__ import annotations

from ....engine.state import Appearance, Domain
from .config import MOST_KINDS, Config, Marker
from .maps import MOST_AREAS

# Places beside the areas: the pool; the own card (off the map, yet in play); captive of seat 0, 1, ...
POOL, CARD, HELD = MOST_AREAS, MOST_AREAS + 1, MOST_AREAS + 2
OFF_MAP = "In play on the own card"  # what the editor calls it
NO_GATE, OPEN_GATE, HELD_GATE = 0, 1, 2  # by area; a gate that seat f holds is HELD_GATE + f
WON = "won"  # a counter of a seat that has won at once, whatever its Doom
LEADS = "the leader wins, or nobody"  # a counter of the table: an end at which only who leads may win
REACHED = "reached"  # a counter of the table once the Doom that ends the game was reached, whatever came later
WAITS = "before the first turn"  # a counter of the table: so much is still to come by what the map brings before that
FIXED = "fixed"  # the sort of a gate that nobody may move, replace, remove or leave
UNKEPT = MOST_KINDS  # for the keeper of a gate that is held though nobody stands on it

# The code of a class of units: its kind, and what the rules hang on such a unit for a moment. That begins above all
# else that options hold, kinds and figures too, so that a code which holds some of it is known by its size alone.
KIND, KEEPER, EXTRA = MOST_KINDS - 1, 1 << 12, 1 << 13  # kind; it is on the gate; marks of a power
MOST_MARKS = 15  # that a power may give to a unit for this battle
KILL = EXTRA * (MOST_MARKS + 1)  # results that it was given: up to 3 kills, 3 pains, an elimination
PAIN, DOOMED = KILL << 2, KILL << 4

# Once there was room for so many kinds: games with no more have their codes in files as they were then, so that files
# of all times read alike, and the name of a figure has its kind up to here below its seat, the rest above it.
FEW = 32
SEATS = 16  # in the name of a figure
_KINDS = bytes(fid % FEW + fid // (FEW * SEATS) * FEW for fid in range(SEATS * MOST_KINDS))  # looked up in each menu

SETUP, ACTION, GATHER, FIRST, DOOM, OVER = -1, 0, 1, 2, 3, 4
PHASES = {"set-up": SETUP, "action": ACTION, "gather power": GATHER, "first player": FIRST, "doom": DOOM, "over": OVER}
BEFORE, SECOND, AFTER = range(3)  # of a turn: main action to come, second action of a pair, main action done


def kills_on(code: int) -> int:
    """Kills given to each unit of this class."""
    return code // KILL & 3


def pains_on(code: int) -> int:
    """Pains given to each unit of this class."""
    return code // PAIN & 3


def marks_on(code: int) -> int:
    """Marks that a power gave to each unit of this class."""
    return code // EXTRA & MOST_MARKS


def plain(code: int) -> int:
    """The class without marks and results: what it is outside of battles."""
    return code & (KIND | KEEPER)


def figure(seat: int, kind: int) -> int:
    """A kind of unit of a seat, as options name it."""
    return seat * FEW + kind if kind < FEW else (kind // FEW * SEATS + seat) * FEW + kind % FEW


def seat_of(fid: int) -> int:
    """The seat of a figure that an option names."""
    return fid // FEW % SEATS


def kind_of(fid: int) -> int:
    """The kind of a figure that an option names."""
    return _KINDS[fid]


# -- files ------------------------------------------------------------------------------------------------------------
def to_file(c: Config, n: int) -> int:
    """A code or a result as files hold it; numbers below these as they are."""
    return n & KIND | n // KEEPER * FEW if n >= KEEPER and c.width <= FEW else n


def from_file(c: Config, n: int) -> int:
    """A code or a result that a file holds."""
    return n % FEW | n // FEW * KEEPER if n >= FEW and c.width <= FEW else n


# -- domains ----------------------------------------------------------------------------------------------------------
def _seat(c: Config, seat: int) -> Appearance:
    return Appearance(c.factions[seat].icon, title=c.factions[seat].title)


def _unit(c: Config, seat: int, kind: int) -> Appearance:
    unit = c.factions[seat].units[kind]
    return Appearance(unit.icon, unit.rule)


def _other_names(c: Config) -> list[tuple[str, int]]:
    return [(name, f) for f in c.seats for name in (c.factions[f].title, c.players[f]) if name]


def _owner_names(c: Config) -> list[tuple[str, int]]:
    return [*_other_names(c), *((c.factions[f].title, f) for f in c.wild)]


def _goo(c: Config, seat: int, i: int) -> Appearance:
    return Appearance(rule=c.factions[seat].units[c.goos[seat][i]].rule)


def _book(c: Config, seat: int, i: int) -> Appearance:
    book = c.factions[seat].books[i]
    return Appearance(rule=book.rule, text=book.text)


def _slot(c: Config, seat: int, i: int) -> Appearance:
    slot = c.factions[seat].slots[i]
    return Appearance(rule=slot.rule, text=slot.text)


def _item(c: Config, i: int) -> Appearance:
    return Appearance(c.cards[i].icon, c.cards[i].rule)


def _token(c: Config, i: int) -> Appearance:
    token: Marker = c.tokens[i]
    return Appearance(token.icon, "CW-CMP-005", seat=token.seat, most=token.figures, title=token.name)


SEAT = Domain("faction", lambda c: [f.letters for f in c.played], 0, 0, "seat:{}", _other_names, look=_seat)
# whoever has units: the seats, and those that nobody plays
HOLDER = Domain(
    "faction", lambda c: [f.letters for f in c.factions], target="seat:{}", others=_owner_names, look=_seat,
    nobody=lambda c: len(c.seats),
)  # fmt: skip
AREA = Domain("area", lambda c: c.map.names, target="area:{}")
PLACE = Domain("area", lambda c: c.map.names, target="area:{}", beside={"pool": POOL, "submerged": CARD})
UNIT = Domain("unit", lambda c, seat: c.name[seat], keyed=1, look=_unit)
GOO = Domain("Great Old One", lambda c, seat: [c.name[seat][k] for k in c.goos[seat]], keyed=1, look=_goo)
BOOK = Domain("spellbook", lambda c, seat: [book.name for book in c.factions[seat].books], keyed=1, look=_book)
SLOT = Domain("requirement", lambda c, seat: [slot.name for slot in c.factions[seat].slots], keyed=1, look=_slot)
ITEM = Domain("card", lambda c: [card.name for card in c.cards], target="card:{}", look=_item)
SIGN = Domain("Elder Sign", ("1", "2", "3"), first=1, look=lambda c, value: Appearance(title=f"worth {value}"))
TOKEN = Domain("kind of marker", lambda c: [token.key for token in c.tokens], look=_token)
GATE = Domain("gate", lambda c: ["none", "abandoned", *(f.letters for f in c.played)])
SIDE = Domain("side", ("attacker", "defender"))
