"""A position of Mythic Battles, declared: units with their vitality, cards, stones, and what is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from ....engine.masks import bits
from ....engine.runtime.ability import Bearer
from ....engine.runtime.in_force import InForce, looked_up
from ....engine.runtime.seat_abilities import ActiveAbilities, SeatAbilities
from ....engine.runtime.topic import Topic
from ....engine.state import (
    GROUND,
    NOBODY,
    OWNER,
    Declared,
    Domain,
    Each,
    Flag,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Record,
    Rows,
    Shows,
    Sparse,
    Stack,
    Word,
    declared,
    derived,
    field,
)  # fmt: skip
from .config import OFFENCE, TROOP, Config
from .domains import AREA, BOARD, CARD, MANOEUVRE, POWER, SEAT, SIDE, STONE, TOKEN, UNIT, sides_of
from .maps import HEIGHTS, OPEN, SCENERY, TERRAINS, boundary_of, ground_of
from .timings import VOCABULARY, Power
from .topics import TERRAIN, CountsAs, MayAct

if TYPE_CHECKING:
    from ....engine.runtime.ability import Hook

R = TypeVar("R", bound=Record)

NONE = -1
OFF = -1  # not on the board
STAGES = {
    "proposals": 0,
    "lead player": 1,
    "board": 2,
    "side": 3,
    "divinities": 4,
    "recruitment": 5,
    "troops": 6,
    "hands": 7,
    "turn": 8,
    "activate": 9,
    "acting": 10,
    "end of turn": 11,
    "the end": 12,
}
PROPOSALS, LEAD, BOARDS, SIDES, DIVINITIES, RECRUITMENT, TROOPS, HANDS, TURN, ACTIVATE, ACTING, TURN_END, OVER = range(
    13
)
DEEDS = {
    "walked": 0,
    "attacked": 1,
    "claimed": 2,
    "struck at range 0": 3,
    "walked again": 4,
    "attacked again": 5,
    "flew": 6,
    "did a complex action": 7,
    "is over": 8,
    "began in polar": 9,
}
WALKED, ATTACKED, CLAIMED, STRUCK, WALKED_AGAIN, ATTACKED_AGAIN, FLEW, COMPLEX_DONE, OVER_NOW, CHILLED = range(10)
DEED = Domain("deed", tuple(DEEDS))
UNTIL = {"attack": 0, "activation": 1, "turn": 2, "round": 3}
FOR_ATTACK, FOR_ACTIVATION, FOR_TURN, FOR_ROUND = range(4)
MANNERS = {"normal": 0, "area": 1, "retaliation": 2}
NORMAL, AREA_ATTACK, RETALIATION = range(3)
STEPS = {
    "target": 0,
    "effective values": 1,
    "first assault": 2,
    "second assault": 3,
    "wounds": 4,
    "retaliation": 5,
}
AT_TARGET, AT_VALUES, AT_FIRST, AT_SECOND, AT_WOUNDS, AT_RETALIATION = range(6)
FACE = Domain("face", ("blank", *(str(n) for n in range(1, 40))))
DICE = Many(FACE)


@declared
class Fight(Record):
    """One attack on one unit, from the target to the retaliation."""

    attacker: int = field(OneOf(UNIT), "Attacker")
    target: int = field(OneOf(UNIT), "Target")
    named: int = field(OneOf(UNIT), "Target that was chosen")  # before Guard stepped in
    manner: int = field(Word(MANNERS), "Kind of attack")
    power: int = field(OneOf(POWER, none="none"), "Power")
    by: int = field(OneOf(SEAT), "Who decides for the attacker")
    origin: int = field(OneOf(AREA), "From")
    where: int = field(OneOf(AREA), "Into")
    distance: int = field(Number(0, 99), "Range of the attack")  # 0 also into a full neighbour
    inside: bool = field(Flag(), "As if in the area of the target")
    aerial: bool = field(Flag(), "From the air")
    dice: int = field(Number(0, 99), "Dice of the power")  # X; 0: the offence
    step: int = field(Word(STEPS), "Step")
    offence: int = field(Number(0, 10), "Effective offence")
    defence: int = field(Number(0, 10), "Effective defence")
    rolled: tuple[int, ...] = field(DICE, "First assault")
    lifts: tuple[tuple[int, int], ...] = field(Rows(OneOf(FACE), OneOf(FACE)), "Discards of the first assault")
    pool: tuple[int, ...] = field(DICE, "Dice that take part")
    card: tuple[int, ...] = field(DICE, "Dice that wound")
    again: int = field(Number(0, 10), "Fives rolled again")
    thrown: tuple[int, ...] = field(DICE, "Second assault")
    spent: tuple[tuple[int, int], ...] = field(Rows(OneOf(FACE), OneOf(FACE)), "Discards of the second assault")
    wounds: int = field(Number(0, 99), "Wounds")
    asking: int = field(OneOf(UNIT), said=False)  # whose powers may speak just now: the attacker's, the target's

    @property
    def close(self) -> bool:
        """Is it an attack of range 0?"""
        return self.distance == 0


@declared
class Activation(Record):
    """A unit that acts: what it has done, and may still do."""

    unit: int = field(OneOf(UNIT), "Unit that acts")
    complex: bool = field(Flag(), "Carries out a complex action", rule="MB-TURN-006")
    declared: bool = field(Flag(), "Simple or complex is said")
    began: bool = field(Flag(), "Its start is resolved")
    deeds: int = field(Mask(DEED), "Done in this activation", rule="MB-ACT-002")
    simple: int = field(Number(0, 9), "Simple actions done", rule="MB-TURN-008")
    used: int = field(Mask(POWER), "Powers used", rule="MB-POW-009")

    def did(self, deed: int) -> bool:
        """Was this done?"""
        return bool(self.deeds >> deed & 1)

    def do(self, deed: int) -> None:
        """Note that this was done."""
        self.deeds |= 1 << deed


def at_hand(
    s: State,
    timing: str,
    terrains: tuple[int, ...],
    kinds: tuple[int, ...] = (),
    what: Topic | None = None,
    unit: int = NONE,
) -> tuple[Hook, ...]:
    """Who uses a timing (about something) where there are these terrains and kinds of boundary: no other ground has a
    say there. Of a unit nobody is asked who speaks of himself alone.
    """
    ground = s.config.memory.get((timing, terrains, kinds, what))
    if ground is None:
        ground = _ground_at(s.config, timing, terrains, kinds, what)
    units = s.key.topics.get((timing, what, unit))
    if units is None:
        units = _units_at(s, timing, what, unit)
    return units + ground if units else ground


def _ground_at(
    config: Config, timing: str, terrains: tuple[int, ...], kinds: tuple[int, ...], what: Topic | None
) -> tuple[Hook, ...]:
    """What ground has a say where there are these."""
    other = {ground_of(i) for i in range(len(TERRAINS)) if i not in terrains}
    other |= {boundary_of(i) for i in range(HEIGHTS + 1) if i not in kinds}
    ground = _speaking(IN_FORCE.ground(config), timing, what)
    found = tuple(hook for hook in ground if getattr(hook[1], "ground", "") not in other)
    VOCABULARY.remember(config, (timing, terrains, kinds, what), found)
    return found


def _units_at(s: State, timing: str, what: Topic | None, unit: int) -> tuple[Hook, ...]:
    """Who has a say about a unit, by what units bear."""
    key, at = s.key, (timing, what, unit)
    found: tuple[Hook, ...] | None = key.topics.get(at)
    if found is None:
        found = key.topics[at] = tuple(
            [
                hook
                for hook in _speaking(key, timing, what)
                if hook[0] != GROUND
                and (unit < 0 or hook[0].unit == unit or timing not in getattr(hook[1], "alone", ()))
            ]
        )
    return found


def _speaking(key: ActiveAbilities | SeatAbilities, timing: str, what: Topic | None) -> tuple[Hook, ...]:
    return VOCABULARY.about(key, timing, what) if what else VOCABULARY.hooks(key, timing)


def begun(config: Config, kind: type[R]) -> R:
    """A new activation or attack: a copy of an empty one, which is made once."""
    found: R | None = config.memory.get(kind.__name__)
    if found is None:
        found = kind.fresh(config)
        VOCABULARY.remember(config, kind.__name__, found)
    return found.copy()


BORNE = Shows(  # by units: the abilities of each have eight bits
    lambda c, seat, bit: (c.abilities[bit >> 3][bit & 7],), holder=lambda seat, bit: Bearer(seat, bit >> 3), in_row=True
)


@declared
class State(Declared):
    """All of a position."""

    config: Config
    stage: int = field(Word(STAGES), "Stage", rule="MB-TURN-002", group="Turn")
    round: int = field(Number(0, 100_000), "Round", rule="MB-TURN-001", group="Turn")
    lead: int = field(OneOf(SEAT, none="nobody"), "Lead player", rule="MB-SET-004", group="Turn", example='"Red"')
    active: int = field(OneOf(SEAT), "Active player", rule="MB-TURN-002", group="Turn")
    units_done: int = field(
        Number(0, 20), "Units activated in this turn", key="activated", rule="MB-LIM-001", group="Turn"
    )
    acted: int = field(Mask(UNIT), "Acted in this turn", rule="MB-LIM-001", group="Turn")
    struck_back: int = field(Mask(UNIT), "Retaliated in this turn", key="retaliated", rule="MB-RET-003", group="Turn")
    manoeuvres: list[int] = field(
        Each(SEAT, Mask(MANOEUVRE)), "Manoeuvres of this round", rule="MB-MAN-001", group="Turn"
    )
    spent: tuple[tuple[int, int], ...] = field(
        Rows(OneOf(UNIT), OneOf(POWER)),
        "Powers spent in this round",
        rule="MB-UTL-023",
        group="Turn",
        example='[["Zeus", "Lightning"]]',
    )
    owed: tuple[int, ...] = field(Many(UNIT, ordered=True), "May act next", rule="MB-TAL-019", group="Turn")
    free: int = field(Mask(UNIT), "May act next outside the limit", key="unlimited", rule="MB-UTL-020", group="Turn")
    lent: tuple[tuple[int, int], ...] = field(
        Rows(OneOf(UNIT), OneOf(SEAT)), "Lent until the turn ends", rule="MB-TAL-020", group="Turn"
    )
    # setting up
    proposed: list[int] = field(
        Each(SEAT, OneOf(BOARD, none="none")), "Proposed boards", rule="MB-SET-003", group="Setup"
    )
    board: int = field(OneOf(BOARD), "Board", rule="MB-SET-003", group="Setup")
    side: list[int] = field(Each(SEAT, OneOf(SIDE, none="none")), "Side", rule="MB-SET-005", group="Setup")
    points: list[int] = field(
        Each(SEAT, Number(0, 99), kept=True), "Recruitment points", rule="MB-REC-001", group="Setup"
    )
    finished: int = field(Mask(SEAT), "Has recruited", rule="MB-REC-011", group="Setup")
    extra: list[int] = field(Each(SEAT, Number(0, 99)), "Art of War cards for points", rule="MB-REC-011", group="Setup")
    turn: int = field(
        Number(0, 10_000), "Choices made in this stage", key="choices", rule="MB-REC-005"
    )  # of setting up
    # units
    owner: list[int] = field(
        Each(UNIT, OneOf(SEAT, none="nobody"), kept=True), "Army", key="army", rule="MB-UNI-001", group="Units"
    )
    place: list[int] = field(
        Each(UNIT, OneOf(AREA, none="off the board")), "Area", key="area", rule="MB-BRD-001", group="Units"
    )
    vitality: list[int] = field(
        Each(UNIT, Number(0, lambda config, *at: config.units[at[-1]].most), kept=True),
        "Vitality",
        rule="MB-UNI-009",
        group="Units",
    )
    entered: int = field(Mask(UNIT), "Has been on the board", rule="MB-DEP-001", group="Units")
    fallen: int = field(Mask(UNIT), "Destroyed", rule="MB-DST-001", group="Units")
    carries: list[int] = field(Each(UNIT, OneOf(STONE, none="nothing")), "Carries", rule="MB-STN-002", group="Units")
    tokens: dict[tuple[int, int], int] = field(
        Sparse((TOKEN, UNIT), Number(1, 9)), "Power tokens", rule="MB-TOK-001", group="Units"
    )
    gone: list[int] = field(Each(TOKEN, Number(0, 9)), "Tokens out of the game", rule="MB-TOK-001", group="Units")
    lasting: tuple[tuple[int, int, int, int], ...] = field(
        Rows(OneOf(UNIT), OneOf(POWER), OneOf(UNIT), Word(UNTIL)),
        "Effects that last (bearer, power, unit that it is on, until when)",
        example='[["Zeus", "Lightning", "Achilles", "round"]]',
        rule="MB-TURN-003",
        group="Units",
    )
    # stones and scenery
    stones: list[bytearray] = field(
        Each(STONE, Each(AREA, Number(0, 99), packed=True)), "Stones", rule="MB-STN-002", group="Board"
    )
    absorbed: list[int] = field(Each(SEAT, Number(0, 99)), "Absorbed", rule="MB-ABS-002", group="Board")
    home: list[int] = field(Each(SEAT, Number(0, 99)), "Brought home", rule="MB-WIN-006", group="Board")
    elements: bytearray = field(
        Each(AREA, Number(0, lambda config, *at: len(config.map.areas[at[-1]].elements)), packed=True, kept=True),
        "3D elements", rule="MB-TER-002", group="Board", example='{ "Myrtle Wood" = 1 }',
    )  # fmt: skip
    # cards
    hands: list[tuple[int, ...]] = field(
        Each(SEAT, Many(CARD)), "Hand", key="hand", rule="MB-DECK-005", group="Cards", seen=OWNER, pile="decks"
    )
    tops: list[tuple[int, ...]] = field(
        Each(SEAT, Many(CARD, ordered=True)),
        "Known cards on top",
        key="top",
        rule="MB-UTL-012",
        group="Cards",
        seen=OWNER,
        pile="decks",
    )
    decks: list[tuple[int, ...]] = field(
        Each(SEAT, Many(CARD)), "Deck", key="deck", rule="MB-TBL-005", group="Cards", seen=NOBODY
    )
    discards: list[tuple[int, ...]] = field(
        Each(SEAT, Many(CARD)), "Discarded", key="discard", rule="MB-DECK-001", group="Cards"
    )
    # what is under way
    activation: Activation | None = field(Maybe(Of(Activation)), "Activation", rule="MB-TURN-006", group="Turn")
    fights: list[Fight] = field(Stack(Of(Fight)), "Attacks", said=False)
    out: int = field(Mask(SEAT), "Eliminated", rule="MB-DST-003", group="Turn")
    victors: int = field(Mask(SEAT), "Have won", rule="MB-WIN-002", group="Turn")
    halted: bool = field(Flag(), said=False)  # the ground has ended the movement under way
    live: list[int] = derived(
        shows=BORNE
    )  # which abilities of its units are in force and answer timings, by seat: 8 bits a unit
    key: ActiveAbilities = looked_up()  # the same, as look-ups are remembered; the ground is last
    held: list[int] = derived()  # mask of the units in each area
    occupied: int = derived(int)  # mask of the areas with units
    terrains: bytes = derived(bytes)  # of each area as it is now
    hiding: int = derived(int)  # mask of the areas whose terrain is an obstacle

    printed: ClassVar = {"ground": Shows(lambda c, seat, _: c.ground, ground=True, in_row=True)}
    groups: ClassVar = ("Units", "Cards", "Board", "Turn", "Setup")

    # -- looking ------------------------------------------------------------------------------------------------------
    def commander(self, unit: int) -> int:
        """Who controls a unit: its owner, or a teammate until the end of the turn (MB-TAL-020)."""
        for lent, seat in self.lent:
            if lent == unit:
                return seat
        return self.owner[unit]

    def allied(self, seat: int, other: int) -> bool:
        """Are two seats of one side (MB-UNI-001)?"""
        return seat >= 0 <= other and bool(self.config.allies[seat] >> other & 1)

    def friends(self, unit: int, other: int) -> bool:
        """Are two units allied? A unit is its own ally (MB-UNI-001)."""
        return self.allied(self.owner[unit], self.owner[other])

    def units_in(self, area: int) -> tuple[int, ...]:
        """The units of an area, tokens that stand there too."""
        return bits(self.held[area])

    def terrain(self, area: int) -> int:
        """The terrain of an area; without its last 3D element it is open ground (MB-TER-002)."""
        return self.terrains[area]

    def stat(self, unit: int, stat: int = OFFENCE) -> int:
        """A value of the current row (MB-UNI-003)."""
        return self.config.units[unit].rows[self.vitality[unit]].stats[stat]

    def dice_of(self, unit: int, place: int) -> int:
        """What the current row shows for a power: dice, 1 while available, 0 for a dash (MB-POW-004)."""
        return self.config.units[unit].rows[self.vitality[unit]].powers[place]

    def complete(self, unit: int) -> bool:
        """Does it have all its miniatures (MB-UNI-013)?"""
        return self.vitality[unit] == self.config.units[unit].most

    def divinity(self, seat: int) -> int:
        """The divinity of a seat that is not destroyed, or NONE."""
        for unit in self.config.divinities:
            if self.owner[unit] == seat and not self.fallen >> unit & 1:
                return unit
        return NONE

    def army(self, seat: int) -> list[int]:
        """The units of a seat's army, in the order of the box, without tokens that stand on the board."""
        pieces = self.config.pieces
        return [unit for unit, owner in enumerate(self.owner) if owner == seat and not pieces >> unit & 1]

    def bodies(self, area: int) -> int:
        """How many units take room in an area (MB-BRD-002)."""
        return (self.held[area] & ~self.config.pieces).bit_count()

    def full(self, area: int) -> bool:
        """Is an area full (MB-BRD-002, MB-CLS-007)? An empty one never is."""
        if not self.held[area]:
            return False
        if self.bodies(area) >= self.config.map.areas[area].capacity:
            return True
        asked = VOCABULARY.about(self.key, "counts_as", CountsAs.FULL)
        return bool(asked) and any(query(self, me, CountsAs.FULL, area) for me, _, query in asked)

    def enemies_in(self, area: int, seat: int) -> list[int]:
        """The enemy units of an area, tokens among them."""
        allies, owner = self.config.allies[seat], self.owner
        return [unit for unit in bits(self.held[area]) if not allies >> owner[unit] & 1]

    def order(self, start: int) -> list[int]:
        """Seats still in the game, clockwise from `start` (in teams: as the Z is drawn, MB-TEAM-002)."""
        n = len(self.hands)
        return [seat for seat in ((start + i) % n for i in range(n)) if not self.out >> seat & 1]

    def lasts(self, power: Power, bearer: int, target: int | None = None) -> bool:
        """Does something that a unit's power has done still last (for this unit)?"""
        name = self.config.numbers[power.name]
        return any(b == bearer and p == name and target in (None, t) for b, p, t, _ in self.lasting)

    @property
    def ended(self) -> bool:
        """Has somebody won? The game stops at that moment (MB-WIN-002)."""
        return self.stage == OVER

    @property
    def fight(self) -> Fight | None:
        """The attack under way."""
        return self.fights[-1] if self.fights else None

    def zone(self, seat: int) -> tuple[int, ...]:
        """The areas where a seat's army deploys (MB-DEP-002)."""
        config = self.config
        if self.side[seat] < 0:
            return ()
        asked = "zone", self.board, self.side[seat]
        found: tuple[int, ...] | None = config.memory.get(asked)
        if found is None:
            name = sides_of(config)[self.side[seat]].replace("-", "_")
            found = config.map.boards[self.board].zones.get(config.zones, {}).get(name, ())
            VOCABULARY.remember(config, asked, found)
        return found

    def go(self, stage: int) -> None:
        """On to another stage, unless the game has ended meanwhile."""
        if self.stage != OVER:
            self.stage = stage

    # -- which powers are in force ------------------------------------------------------------------------------------
    def _silent(self, unit: int) -> bool:
        """Does the ground take the talents of a unit (MB-TER-018)?"""
        asked = VOCABULARY.about(IN_FORCE.ground(self.config), "may_act", MayAct.TALENTS)
        return any(query(self, me, MayAct.TALENTS, unit) is not None for me, _, query in asked)

    def speaks(self, unit: int, at: int) -> bool:
        """Is an ability of a unit in force by itself, as place, row, activation and miniatures are?"""
        return bool(self._in_force(unit) >> at & 1)

    def _in_force(self, unit: int) -> int:
        """The abilities of a unit that are in force by themselves, a bit each."""
        if self.fallen >> unit & 1 or self.owner[unit] < 0:
            return 0
        bears, vitality = self.config.bearings[unit], self.vitality[unit]
        mask = bears.classes | bears.permanent[vitality]
        place = self.place[unit]
        if place < 0:
            return mask
        a = self.activation
        acts = a is not None and a.unit == unit
        if acts and a.complex:  # type: ignore[union-attr]  # it acts
            return mask
        mask |= bears.passive[vitality]
        if acts:
            mask |= bears.own[vitality]
        if bears.talents:
            card = self.config.units[unit]
            if vitality > 1 or card.kind != TROOP or card.most == 1:
                mask |= bears.talents
                if self.config.hush >> place & 1 and self._silent(unit):
                    mask &= ~bears.silenced
        return mask

    def _left_behind(self, unit: int) -> int:
        """Abilities whose work still lasts, or whose tokens lie on the board (MB-TOK-002)."""
        config, mask = self.config, 0
        bears = config.bearings[unit]
        for bearer, power, _, _ in self.lasting:
            if bearer == unit:
                mask |= bears.bits.get(power, 0)
        if bears.tokens:
            for token, _ in self.tokens:
                if config.tokens[token].maker == unit:
                    mask |= bears.bits.get(config.numbers.get(config.tokens[token].power, -1), 0)
            if bears.standing and self.standing_tokens(unit):
                mask |= bears.tokens
        return mask

    def standing_tokens(self, maker: int) -> list[int]:
        """Tokens of a unit's power that stand on the board."""
        return [unit for unit in self.config.bearings[maker].standing if self.place[unit] >= 0]

    def touch(self, *units: int) -> None:
        """Something has changed on which powers depend, of these units alone or anywhere: find out what is in force."""
        live = list(self.live) if units and self.live else [0] * len(self.hands)
        bearings, works = self.config.bearings, bool(self.lasting or self.tokens)
        for unit in units if units and self.live else range(len(self.owner)):
            owner = self.owner[unit]
            if owner >= 0:
                mask = self._in_force(unit)
                if works or bearings[unit].standing:
                    mask |= self._left_behind(unit)
                live[owner] = live[owner] & ~(255 << 8 * unit) | (mask & bearings[unit].speaking) << 8 * unit
        if live != self.live:
            self.live = live
            self.key = IN_FORCE(self)

    # -- the doors ----------------------------------------------------------------------------------------------------
    def put(self, unit: int, area: int) -> None:
        """A unit comes into an area, or leaves the board (OFF)."""
        before = self.place[unit]
        if before >= 0:
            self.held[before] &= ~(1 << unit)
        self.place[unit] = area
        if area >= 0:
            self.held[area] |= 1 << unit
            self.entered |= 1 << unit
        self._occupy(before)
        self._occupy(area)
        maker = self.config.units[unit].maker
        self.touch(unit) if maker < 0 else self.touch(unit, maker)

    def _occupy(self, area: int) -> None:
        if area >= 0:
            if self.bodies(area):
                self.occupied |= 1 << area
            else:
                self.occupied &= ~(1 << area)

    def strip(self, area: int) -> None:
        """A 3D element leaves an area (MB-TER-002)."""
        self.elements[area] -= 1
        self._hide()
        self.touch()

    def _hide(self) -> None:
        """What terrain areas have now, and which of them are obstacles by it (MB-TER-002, MB-TGT-005)."""
        ground, hiding = IN_FORCE.ground(self.config), 0
        self.terrains = bytes(
            OPEN if area.terrain in SCENERY and not left else area.terrain
            for area, left in zip(self.config.map.areas, self.elements, strict=True)
        )
        for area, kind in enumerate(self.terrains):
            terrain = TERRAIN[kind]
            for me, _, query in VOCABULARY.about(ground, "blocks_sight", terrain):
                if query(self, me, terrain, area):
                    hiding |= 1 << area
        self.hiding = hiding

    def lay(self, token: int, unit: int) -> None:
        """A power token comes onto a unit (MB-TOK-001)."""
        self.tokens = {**self.tokens, (token, unit): self.tokens.get((token, unit), 0) + 1}
        self.touch()

    def lift(self, token: int, unit: int) -> None:
        """The tokens of a kind leave a unit for their pool."""
        self.tokens = {at: n for at, n in self.tokens.items() if at != (token, unit)}
        self.touch()

    def last(self, power: Power, source: Bearer, target: int, until: int) -> None:
        """A power goes on having an effect on a unit."""
        row = (source.unit, self.config.numbers[power.name], target, until)
        if row not in self.lasting:
            self.lasting += (row,)
            self.touch(source.unit)

    def expire(self, until: int, seat: int | None = None) -> None:
        """What lasts so long is over; of a `seat` what its units have done."""
        if not self.lasting:
            return
        left = tuple(
            row for row in self.lasting if row[3] != until or (seat is not None and self.owner[row[0]] != seat)
        )
        if len(left) < len(self.lasting):
            self.lasting = left
            self.touch()

    def edited(self, field: str, args: list[str], area: int, change: object) -> None:
        """An edited unit that stands on the board has been there."""
        for unit, place in enumerate(self.place):
            if place >= 0:
                self.entered |= 1 << unit

    def derive(self) -> None:
        n = len(self.config.map.areas)
        self.held = [0] * n
        for unit, area in enumerate(self.place):
            if area >= 0:
                self.held[area] |= 1 << unit
        self.occupied = sum(1 << area for area in range(n) if self.bodies(area))
        self.live = []  # another state may have lent it
        self._hide()
        self.touch()


IN_FORCE = InForce(State, VOCABULARY)
