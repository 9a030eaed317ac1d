"""The pocket game's spirits at their desks: one of each thing that lies beside a board, told by rules that use it.

Each turn all plan a voyage in secret; then each in turn ticks buildings on a sheet and throws dice for a hero whose
card slides down. What is drawn of it is told in `table`, in the words of `engine/tabletop/beside.py`.
"""

from __future__ import annotations

from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import DATA, ISLAND, ISLANDS, SEAT, island, near
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.runtime.ability import Ability, Vocabulary
from theomachy.engine.runtime.decision import choose, die, sealed, some
from theomachy.engine.runtime.layers import Part, Total, add, at_most, fold, summed
from theomachy.engine.runtime.trace import group, report
from theomachy.engine.state import Declared, Domain, Each, Many, Mask, Number, OneOf, Word, declared, field
from theomachy.engine.tabletop.argument import ArgumentType
from theomachy.engine.tabletop.beside import (
    Amount,
    Block,
    BlockGroup,
    BoxRow,
    CardPower,
    CardSheet,
    Column,
    DiceSet,
    Throw,
    ThrownDie,
    ThrowStep,
    WriteBox,
    WriteSheet,
)
from theomachy.engine.tabletop.table import Area, Board, Figure, Piece, Sheet, Table

# name, price in stone, price in gold, points, place in the grid, what must stand, text
BUILDINGS = (
    ("Quay", 2, 0, 1, (0, 2), (), "A voyage may be one island longer."),
    ("Forge", 1, 1, 1, (1, 2), (), "The hero throws one die more."),
    ("Beacon", 3, 1, 1, (0, 1), (0,), "1 gold at the end of each voyage."),
    ("Armoury", 2, 2, 2, (1, 1), (0, 1), "The hero throws one die more."),
    ("Temple", 4, 3, 3, (1, 0), (2, 3), "End: 1 point for each island of your voyage."),
    ("Garden", 1, 2, 1, (2, 2), (), "1 stone at the end of each voyage."),
)
OFFENCE, VITALITY = (3, 3, 2, 2, 1), (5, 4, 3, 2, 1)
PLAN, BUILD, FIGHT = 0, 1, 2
MOST_DICE = 5
BUILDING = Domain("building", tuple(row[0] for row in BUILDINGS))
FACE = Domain("face", ("blank", "1", "2", "3", "4", "5", "6"))
SCROLLS = Vocabulary({"strength": ("s", "me")})
SCROLLS.active_abilities = lambda key: [(seat, ability) for seat in range(key) for ability in SCROLLS.abilities]


class Tool(Ability, abstract=True):
    vocabulary = SCROLLS


class Smithy(Tool):
    """The forge and the armoury give the hero a die each."""

    rule = "PG-DEE-002"

    def strength(self, s, me):
        return add((s.ticked[me] >> 1 & 1) + (s.ticked[me] >> 3 & 1))


class Measure(Tool):
    """Nobody throws more than five dice."""

    rule = "PG-BAT-002"

    def strength(self, s, me):
        return at_most(MOST_DICE)


@declared
class Desk(Declared):
    turn: int = field(Number(1, 99), "Turn", group="Turn")
    phase: int = field(Word({"plan": PLAN, "build": BUILD, "fight": FIGHT}), "Phase", group="Turn")
    active: int = field(OneOf(SEAT), "Active", group="Turn")
    ticked: list[int] = field(Each(SEAT, Mask(BUILDING)), "Built", group="Sheets")
    newly: list[int] = field(Each(SEAT, Mask(BUILDING)), "Built in this turn")
    stone: list[int] = field(Each(SEAT, Number(0, 30)), "Stone", group="Sheets")
    gold: list[int] = field(Each(SEAT, Number(0, 30)), "Gold", group="Sheets")
    row: list[int] = field(Each(SEAT, Number(0, 4)), "Row", group="Sheets")
    routes: list[tuple[int, ...]] = field(Each(SEAT, Many(ISLAND, ordered=True)), "Route")
    faces: tuple[int, ...] = field(Many(FACE, ordered=True), "Dice")
    spent: tuple[int, ...] = field(Many(FACE, ordered=True), "Spent dice")  # their places among the dice

    @property
    def key(self) -> int:
        return len(self.ticked)


def allowed(s: Desk, me: int, b: int) -> bool:
    """May this building be ticked now?"""
    _, stone, gold, _, _, after, _ = BUILDINGS[b]
    stands = not after or any(s.ticked[me] >> need & 1 for need in after)
    return not s.ticked[me] >> b & 1 and stone <= s.stone[me] and gold <= s.gold[me] and stands


def dice_of(s: Desk, me: int) -> Total:
    """How many dice the hero of a seat throws, and why."""
    printed = OFFENCE[s.row[me]]
    start = Total(printed, (Part("offence of the row", printed, "PG-BAT-001"),))
    return fold(start, SCROLLS.mine(s.key, "strength", me), s, me)


async def voyage(me: int, home: int) -> list[int]:
    """The plan of one player: up to three islands, each beside the one before."""
    way = [home]
    async for i in some(me, "area", lambda: near(way[-1]), "PG-OMN-001", "sail to", most=3, argument="island"):
        way.append(i)
    return way[1:]


class Scrolls(Pocket):
    slug, title, phases, state = "scrolls", "Scrolls", ("voyage", "building", "battle"), Desk
    argument_types = {  # noqa: RUF012
        "island": ISLAND.argument(),
        "building": ArgumentType(
            lambda s, me: range(6), lambda s, b: BUILDINGS[b][0], lambda s, b: (f"box:{s.active}:{b}",)
        ),
        "die": ArgumentType(
            lambda s, me: range(len(s.faces)), lambda s, k: f"Spend the {s.faces[k]}", lambda s, k: (f"die:{k}",)
        ),
    }
    vocabularies, verbs, anytime_names = (SCROLLS,), (), ()
    rulebook = Rulebook.read(DATA / "rulebook.toml")

    def start(self):
        s, n = Desk.fresh(self), len(self.seats)
        s.stone, s.gold = [5] * n, [3] * n
        return s

    def over(self, s):
        return s.turn > 3

    def winners(self, s):
        points = [row["points"] for row in self.figures(s)]
        return tuple(i for i, n in enumerate(points) if n == max(points))

    def step(self, s):
        return (self.plan, self.build_one, self.fight)[s.phase](s)

    async def plan(self, s):
        routes = await sealed({p: voyage(p, p) for p in range(len(self.seats))}, "PG-OMN-001", "voyages")
        with group(s, "PG-OMN-001", "all seals open"):
            for p, way in routes.items():
                s.routes[p] = tuple(way)
                s.gold[p] += 1 + (s.ticked[p] >> 2 & 1)
                s.stone[p] += len(way) + (s.ticked[p] >> 5 & 1)
                said = ", ".join(ISLANDS[i] for i in way) or "stays at home"
                report(s, "PG-OMN-001", "{}: {}", self.seats[p].name, said, who=p, figure=f"{len(way)} stone")
        await choose(0, "choice", ["go on", "wait"], "PG-OMN-001", "the seals are open")
        s.phase, s.active = BUILD, 0

    async def build_one(self, s):
        me = s.active

        def left():
            return [*(b for b in range(6) if allowed(s, me, b)), "done"]

        pick = await choose(me, "choice", left, "PG-DEE-002", "build", argument="building", prompt="What is built?")
        if pick == "done":
            s.phase = FIGHT
            return
        _, stone, gold, *_ = BUILDINGS[pick]
        s.stone[me], s.gold[me] = s.stone[me] - stone, s.gold[me] - gold
        s.ticked[me] |= 1 << pick
        s.newly[me] |= 1 << pick
        report(s, "PG-DEE-002", "{} is built", BUILDINGS[pick][0], who=me, touched=(f"box:{me}:{pick}",))

    async def fight(self, s):
        me, s.faces, s.spent = s.active, (), ()
        for _ in range(dice_of(s, me).value):
            s.faces = (*s.faces, await die("PG-BAT-002", "hero die"))
        low = [k for k, face in enumerate(s.faces) if face < 5]
        if low and any(face == 4 for face in s.faces):
            pick = await choose(me, "choice", lambda: [*low, "done"], "PG-BAT-002", "spend", argument="die")
            s.spent = () if pick == "done" else (pick,)
        if 1 in s.faces:
            s.row[me] = min(s.row[me] + 1, 4)
            report(s, "PG-BAT-002", "the hero is hurt", who=me, touched=(f"sheet:hero{me}",))
        after = me + 1
        s.phase, s.active = (BUILD, after) if after < len(self.seats) else (PLAN, 0)
        if s.phase == PLAN:
            s.turn, s.newly = s.turn + 1, [0] * len(self.seats)  # the ink is dry

    def anytime_actions(self, s):
        return ()

    def violations(self, s):
        return []

    def checks(self, s):
        return ()

    def arranged(self, s, setup):
        pass

    def actions(self, s, me):
        return ()

    offered = actions

    def forecasts(self, s, decision):
        return ()

    def moment(self, s):
        return s.turn, s.phase, s.active if s.phase != PLAN else -1

    def figures(self, s):
        return tuple(
            {"points": sum(row[3] for b, row in enumerate(BUILDINGS) if s.ticked[p] >> b & 1), "stone": s.stone[p]}
            for p in range(len(self.seats))
        )

    def strength(self, s):
        return tuple(float(row["points"]) for row in self.figures(s))

    def detail(self, s, decision, option):
        if decision.what == "build" and isinstance(option, int):
            _, stone, gold, points, _, _, text = BUILDINGS[option]
            return text, f"{stone} stone, {gold} gold\n{points} points"
        return "", ""

    # -- what lies on the table ---------------------------------------------------------------------------------------
    def table(self, s, viewer=None):
        areas = tuple(Area(i, n, "plains", near(i), cell=(i % 3, i // 3), label=(n,)) for i, n in enumerate(ISLANDS))
        pieces = tuple(Piece(f"hero{p}", p, p, "hero", "Hero", "spartan") for p in range(len(self.seats)))
        turn, phase, active = self.moment(s)
        seats = range(len(self.seats))
        rows = self.figures(s)
        return Table(
            self.slug, self.title, self.where(s), viewer, self.seats, self.phases, phase,
            active if active >= 0 else None, Board("pocket", "hexes", (3, 2), areas), pieces,
            sheets=tuple(
                Sheet(p, "to act" if p == active else "waits", (Figure("Points", rows[p]["points"], key="points"),))
                for p in seats
            ),
            papers=tuple(self.paper(s, p) for p in seats), cards=tuple(self.card(s, p) for p in seats),
            sums=(summed(dice_of(s, active), "Dice", rule="PG-BAT-001", seat=active, head="The hero attacks"),)
            if active >= 0 else (),
            throws=(self.throw(s),) if s.faces else (), notes=(f"turn {turn}",),
        )  # fmt: skip

    def paper(self, s, p):
        blocks = []
        for b, (name, stone, gold, points, cell, after, text) in enumerate(BUILDINGS):
            ticked, fresh = s.ticked[p] >> b & 1, s.newly[p] >> b & 1
            box = WriteBox(
                name,
                "tick" if ticked else "",
                fresh=bool(fresh),
                target=f"box:{p}:{b}",
                brings=text,
                tool=f"ticked:{p}:{b}",
            )
            price = (Amount("stone", stone, "S", shape="square", tint="brown"),) if stone else ()
            price += (Amount("gold", gold, "G", tint="gold"),) if gold else ()
            worth = Amount("points" if points > 1 else "point", points, shape="star", tint="gold")
            needs = tuple(BUILDINGS[k][0] for k in after)
            blocks.append(Block(name, name, text, box, price, worth, after=needs, cell=cell, rule="PG-DEE-002"))
        route = BoxRow("Voyage", tuple(WriteBox(text=island(s, i), fresh=s.phase != PLAN) for i in s.routes[p]))
        stock = (
            BoxRow(
                "",
                (WriteBox(text=str(s.stone[p]), tool=f"stone:{p}"),),
                Amount("stone", 0, "S", shape="square", tint="brown"),
            ),
            BoxRow("", (WriteBox(text=str(s.gold[p]), tool=f"gold:{p}"),), Amount("gold", 0, "G", tint="gold")),
        )
        rounds = tuple(WriteBox(str(n), "cross" if n < s.turn else "circle" if n == s.turn else "") for n in (1, 2, 3))
        figure = str(self.figures(s)[p]["points"])
        return WriteSheet(
            p, f"Scroll of {self.seats[p].name}",
            (BlockGroup("Buildings", tuple(blocks), columns=3, levels=("3", "2", "1"), rule="PG-DEE-002"),),
            (BlockGroup("Stock", rows=stock), *((BlockGroup("Voyage", rows=(route,)),) if s.routes[p] else ())),
            figure, rounds,
        )  # fmt: skip

    def card(self, s, p):
        columns = (
            Column("vitality", tuple(map(str, VITALITY)), "hearts"),
            Column("offence", tuple(map(str, OFFENCE)), "sword"),
        )
        rage = CardPower("Rage", "A four may be spent.", "PG-GFT-002", (0, 2), letter="R", kind="active", cost="free")
        calm = CardPower("Calm", "A one hurts once only.", "PG-GFT-004", letter="C", dark=True, kind="passive")
        return CardSheet(f"hero{p}", p, f"Hero of {self.seats[p].name}", columns, s.row[p], "spartan",
                         f"hero, vitality {VITALITY[s.row[p]]} of 5", (rage, calm), rule="PG-BAT-001")  # fmt: skip

    def throw(self, s):
        def fate(k, face):
            return "spent" if k in s.spent else "wound" if face > 4 else "out" if face == 1 else "kept"

        best = next((k for k, face in enumerate(s.faces) if face == 4 and k not in s.spent), -1)
        dice = [
            ThrownDie(f, fate(k, f), best if k in s.spent else -1, int(k in s.spent), f"die:{k}")
            for k, f in enumerate(s.faces)
        ]
        return Throw(
            "the hero", (ThrowStep("thrown", (DiceSet(tuple(dice)),), rule="PG-BAT-002"),), s.active, rule="PG-BAT-002"
        )


def scrolls(players=2, **options):
    return Scrolls.build(players=players, **options)
