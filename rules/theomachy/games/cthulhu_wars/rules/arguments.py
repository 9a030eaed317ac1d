"""The words of the game: arguments of actions, their names for people, and what they are on the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from ....engine.tabletop.argument import ArgumentType, ArgumentTypes
from ....engine.tabletop.table import Target
from .common import Unit, keepers, may_hold, piece, unit_name
from .domains import (
    AREA,
    CARD,
    HELD_GATE,
    HOLDER,
    ITEM,
    NO_GATE,
    OPEN_GATE,
    POOL,
    SEAT,
    SIGN,
    figure,
    kills_on,
    kind_of,
    marks_on,
    pains_on,
    plain,
    seat_of,
)
from .state import State, bits


def kind_name(s: State, fid: int) -> str:
    """A kind of unit; the option holds seat and kind."""
    return s.config.name[seat_of(fid)][kind_of(fid)]


def kind_target(s: State, fid: int) -> tuple[Target, ...]:
    """The figures of that kind in the pool."""
    seat = seat_of(fid)
    return (f"piece:pool:{seat}:{s.config.factions[seat].units[kind_of(fid)].key}",)


def marks_of(code: int) -> str:
    """What hangs on a unit in a battle, in words."""
    words = []
    if extra := marks_on(code):
        words.append(f"fed {extra}")
    if kills := kills_on(code):
        words.append("a kill" if kills == 1 else f"{kills} kills")  # not "killed": some units live on
    if pains := pains_on(code):
        words.append("a pain" if pains == 1 else f"{pains} pains")
    return ", ".join(words)


def fighter_name(s: State, unit: Unit) -> str:
    """A unit of a battle: its area goes without saying; an enemy's is told by its faction only where names clash."""
    seat, _, code = unit
    marks = marks_of(code)
    return unit_name(s, seat, code) + (f" ({marks})" if marks else "")


def unit_full_name(s: State, unit: Unit) -> str:
    """A unit anywhere."""
    name = fighter_name(s, unit)
    if unit[1] == CARD:
        return f"{name}, on the card"
    return f"{name}, {s.config.map.names[unit[1]]}" if unit[1] < POOL else name


def any_fighter_name(s: State, unit: Unit) -> str:
    """A unit of either side."""
    return f"{s.config.factions[unit[0]].letters} {fighter_name(s, unit)}"


def unit_target(s: State, unit: Unit) -> tuple[Target, ...]:
    """A unit on the table."""
    seat, area, code = unit
    return (piece(s, seat, area, plain(code)),)


def meal_name(s: State, meal: tuple[Unit, Unit]) -> str:
    """One unit of a pair does something to the other."""
    return f"{fighter_name(s, meal[1])} to {fighter_name(s, meal[0])}"


def meal_target(s: State, meal: tuple[Unit, Unit]) -> tuple[Target, ...]:
    """Both."""
    return unit_target(s, meal[1]) + unit_target(s, meal[0])


def occupied(s: State, me: int) -> Sequence[int]:
    """Areas with any unit."""
    return bits(reduce(or_, s.on))


def open_gates(s: State, me: int) -> list[int]:
    """Gates that nobody holds, where the player has somebody who may step on."""
    near = s.gated[OPEN_GATE] & s.on[me]
    if not near:
        return []
    kinds = keepers(s, me)
    if not s.key.controller_of:
        return [area for area in bits(near) if s.has(me, kinds, area)]
    return [area for area in bits(near) if any(s.n(me, k, area) and may_hold(s, me, k, area) for k in kinds)]


def all_keepers(s: State, me: int) -> list[int]:
    """Kinds of units that may hold a gate."""
    return [figure(me, k) for k in keepers(s, me)]


def goos(s: State, me: int) -> Sequence[int]:
    """The player's Great Old Ones."""
    return [figure(me, k) for k in s.config.goos[me]]


def goos_there(s: State, me: int, area: int) -> Sequence[int]:
    """Those in an area."""
    return [figure(me, k) for k in s.config.goos[me] if s.n(me, k, area)]


def keepers_there(s: State, me: int, area: int) -> list[int]:
    """Kinds of units there that may hold a gate."""
    if not s.key.controller_of:
        return [figure(me, k) for k in keepers(s, me) if s.n(me, k, area)]
    return [figure(me, k) for k in keepers(s, me) if s.n(me, k, area) and may_hold(s, me, k, area)]


def front(s: State, me: int) -> Sequence[int]:
    """Own areas with an enemy in them."""
    return bits(s.on[me] & _areas_of(s, s.config.foes[me]))


def held_gates(s: State, me: int) -> Sequence[int]:
    """Gates that the player may leave."""
    found = bits(s.gated[HELD_GATE + me])
    return found if not s.sorts else [area for area in found if not s.is_fixed(area)]


def field(s: State, me: int) -> Sequence[int]:
    """Own areas with somebody in them whom the player may battle."""
    return bits(s.on[me] & _areas_of(s, s.config.against[me]))


def _areas_of(s: State, owners: Sequence[int]) -> int:
    found = 0
    for owner in owners:
        found |= s.on[owner]
    return found


def haven(s: State, me: int) -> Sequence[int]:
    """Where a Cultist may be recruited: own areas, or any when there is none."""
    return s.areas(me) or s.standing()


def sites(s: State, me: int) -> Sequence[int]:
    """Where a gate may be created: no gate, and somebody who can build one."""
    kinds = keepers(s, me)
    return [area for area in bits(s.gated[NO_GATE] & s.on[me]) if s.has(me, kinds, area)]


def foes_there(s: State, me: int, area: int) -> list[int]:
    """Enemies with a unit in an area."""
    return [foe for foe in s.config.foes[me] if s.on[foe] >> area & 1]


def sides_there(s: State, me: int, area: int) -> list[int]:
    """Whom one may battle in an area: enemies, and what nobody plays."""
    return [foe for foe in s.config.against[me] if s.on[foe] >> area & 1]


def side_target(s: State, side: int) -> tuple[Target, ...]:
    """A side of a battle on the table: its seat, or for what nobody plays its pieces."""
    if side in s.config.seats:
        return SEAT.target_of(side)
    return tuple(piece(s, side, area, code) for area in s.areas(side) for code in s.codes(side, area))


def owners_there(s: State, me: int, area: int) -> list[int]:
    """Everybody with a unit in an area, who is wild too."""
    return [seat for seat in s.config.owners if s.on[seat] >> area & 1]


def summonable(s: State, me: int) -> list[int]:
    """Monsters in the own pool."""
    return [figure(me, k) for k in s.config.summoned[me] if s.n(me, k, POOL)]


def laid(s: State, me: int) -> list[int]:
    """Kinds of the own units that lie on loyalty cards."""
    return sorted({figure(me, kind) for seat, kind, _ in s.laid if seat == me})


def summons_name(s: State, pair: tuple[int, int]) -> str:
    """A Monster and the gate where it comes."""
    return f"{kind_name(s, pair[1])}, {s.config.map.names[pair[0]]}"


def nothing(s: State, me: int) -> tuple[()]:
    """Candidates of a kind that only questions name, with options of their own."""
    return ()


def gate_sorts(s: State, me: int) -> range:
    """The sorts of gates of the box."""
    return range(len(s.config.gate_sorts))


def gate_sort_name(s: State, i: int) -> str:
    """One of them."""
    return s.config.gate_sorts[i].name


def gate_sort_target(s: State, i: int) -> tuple[Target, ...]:
    """Where it lies, if it does."""
    return tuple(GATE.format(area) for area, word in s.sorts if word == s.config.gate_sorts[i].name)


def own_books(s: State, me: int) -> list[int]:
    """The spellbooks of the own faction; the option holds the seat and the spellbook."""
    card = s.config.factions[me]
    return [figure(me, bit) for bit in range(len(card.books) - card.shared)]


def earned_books(s: State, me: int) -> list[int]:
    """Those of them on the card."""
    return [option for option in own_books(s, me) if s.books[me] >> kind_of(option) & 1]


def own_book_name(s: State, option: int) -> str:
    """One of them."""
    return s.config.factions[seat_of(option)].books[kind_of(option)].name


def own_book_target(s: State, option: int) -> tuple[Target, ...]:
    """Where it lies."""
    return (f"book:{seat_of(option)}:{kind_of(option)}",)


GATE = "place:{}:gate"
MY_GATE = AREA.argument(State.portals, base="area", with_=GATE)
ARGUMENT_TYPES: ArgumentTypes = {
    "area": AREA.argument(lambda s, me: s.standing()),
    "my area": AREA.argument(State.areas, base="area"),
    "my gate": MY_GATE,
    "held gate": AREA.argument(held_gates, base="area", with_=GATE),
    "open gate": AREA.argument(open_gates, base="area", with_=GATE),
    "occupied": AREA.argument(occupied, base="area"),
    "start": AREA.argument(lambda s, me: (s.start[me],) if s.start[me] >= 0 else (), base="area"),
    "front": AREA.argument(front, base="area"),
    "field": AREA.argument(field, base="area"),
    "haven": AREA.argument(haven, base="area"),
    "site": AREA.argument(sites, base="area"),
    "sign": SIGN.argument(),
    "gate sort": ArgumentType(gate_sorts, gate_sort_name, gate_sort_target),
    "card": ITEM.argument(lambda s, me: bits(s.config.market & ~s.config.given)),
    "given card": ITEM.argument(lambda s, me: bits(s.config.given)),
    "player": SEAT.argument(),
    "foe": SEAT.argument(lambda s, me: s.config.foes[me]),
    "owner": HOLDER.argument()._replace(target=side_target),
    "owner there": HOLDER.argument(base="owner", after=owners_there)._replace(target=side_target),
    "foe there": SEAT.argument(lambda s, me: s.config.foes[me], base="foe", after=foes_there),
    "side": HOLDER.argument(lambda s, me: s.config.against[me])._replace(target=side_target),
    "side there": HOLDER.argument(lambda s, me: s.config.against[me], base="side", after=sides_there)._replace(
        target=side_target
    ),
    "figure": ArgumentType(lambda s, me: [figure(me, k) for k in s.config.kinds[me]], kind_name, kind_target),
    "monster": ArgumentType(summonable, kind_name, kind_target, "figure"),
    "great old one": ArgumentType(goos, kind_name, kind_target, "figure", goos_there),
    "laid figure": ArgumentType(laid, kind_name, kind_target, "figure"),
    "keeper": ArgumentType(all_keepers, kind_name, kind_target, "figure", keepers_there),
    "unit": ArgumentType(nothing, unit_full_name, unit_target),
    "fighter": ArgumentType(nothing, fighter_name, unit_target),
    "any fighter": ArgumentType(nothing, any_fighter_name, unit_target),
    "meal": ArgumentType(nothing, meal_name, meal_target),
    "summons": ArgumentType(nothing, summons_name, lambda s, pair: MY_GATE.target(s, pair[0])),
    "own book": ArgumentType(own_books, own_book_name, own_book_target),
    "earned book": ArgumentType(earned_books, own_book_name, own_book_target, "own book"),
    "book": ArgumentType(nothing, lambda s, v: str(v), lambda s, v: ()),
}

# what a question asks, by its stable short name; {who} is the faction that is asked (those of cards: `powers`)
PROMPTS = {
    "action": "What does {who} do?",
    "start area": "Where does {who} start?",
    "setup": "What does {who} set up?",
    "direction": "Which way does play go round?",
    "first player": "Who becomes first player?",
    "spellbook": "Which spellbook does {who} take?",
    "doom phase": "What does {who} do in the Doom phase?",
    "unit to move": "Which unit moves?",
    "move to": "Where to?",
    "who is recruited": "Who is recruited?",
    "captured": "Which Cultist is captured?",
    "eliminated too": "{who}, which of them is eliminated too?",
    "Monster captured": "{who}, which Monster is captured?",
    "summon more": "Summon another Monster in the same action?",
    "pre_battle": "Which power does {who} use before the battle?",
    "before_dice": "Before the dice: which power does {who} use?",
    "post_battle": "Results are given out: which power does {who} use?",
    "result_assigned": "A result was given: which power does {who} use?",
    "battle_declared": "A battle is declared: which power does {who} use?",
    "dice_rolled": "The dice lie: which power does {who} use?",
    "on_retreat": "A unit has retreated: which power does {who} use?",
    "battle_end": "The battle is over: which power does {who} use?",
    "result taken off": "{who}, off which unit comes the result?",
    "on_control": "A gate has changed hands: which power does {who} use?",
    "phase_start": "A phase begins: which power does {who} use?",
    "phase_end": "A phase is over: which power does {who} use?",
    "any_time": "In between: which power does {who} use?",
    "end_of_game": "The game is over: which power does {who} use?",
    "on_gain": "A spellbook has come: which power does {who} use?",
    "on_move": "A unit has moved: which power does {who} use?",
    "on_pay": "An action was paid: which power does {who} use?",
    "after_action": "After the action: which power does {who} use?",
    "on_elimination": "Units were lost: which power does {who} use?",
    "on_placement": "A unit has come: which power does {who} use?",
    "takes a kill": "Who takes a kill?",
    "takes a pain": "Who takes a pain?",
    "is eliminated": "Who is eliminated?",
    "retreat to": "Where does it retreat?",
    "who leaves next": "Which pained unit leaves next?",
    "lost as surrounded": "Surrounded: which pained unit is lost?",
    "card of the market": "Which card is sold in this game?",
    "elder sign": "An Elder Sign is drawn from the bag",
    "cultist given up": "{who}, which Cultist is given up?",
    "who loses how many": "They do not agree: who loses how many?",
    "desecrate": "The die of the desecration",
    "figure that comes": "{who}, which figure comes?",
}
