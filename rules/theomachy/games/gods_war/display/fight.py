"""What is being decided: a battle stage by stage, the Chaos Rift Struggle with its total, the Great Compromise."""

from __future__ import annotations

from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.layers import summed
from ....engine.tabletop.beside import DiceSet, Line, LineItem, LineMark, Sum, Term, Throw, ThrowStep
from ....engine.tabletop.table import Contest, Fight, Figure, Force, Piece, Side, Stage, Stake
from ..reckoning.odds import bids, dice_of_rift
from ..rules.battle import Resolution
from ..rules.common import area_name, cost_of_building, title
from ..rules.council import awards, in_rift
from ..rules.domains import RIFT
from ..rules.losses import STAGES
from ..rules.packing import KIND, kills_on, routs_on
from ..rules.state import CONQUERED, FLIPPED, BattleRecord, State
from ..rules.state import Struggle as Record
from ..rules.topics import FixedResults, OnElimination
from .sheets import CELLS
from .tokens import building, token, whose

NAMES = tuple(name for name, _, _ in STAGES)
# What is told of a battle in one row: the stages of the rules, gathered as people speak of them.
PARTS = (
    ("Pre-Battle", "Forces", "Before the dice"),
    ("Combat rolls", "Combat rolls", "Results"),
    ("Kills", "Kills", "Kills"),
    ("Routs", "Routs", "Routs"),
    ("Post-Battle", "Post-Battle", "Post-Battle"),
    ("Conquest", "Conquest or Destruction", "The end"),
)
DICE, ROUTS = NAMES.index("Combat rolls"), NAMES.index("Routs")
TAKEN = {CONQUERED: "conquered", FLIPPED: "turned over"}


def fight(s: State) -> Fight | None:
    """What is fought out now; None while nothing is."""
    if s.battle is not None:
        return battle(s, s.battle)
    return struggle(s, s.struggle) if s.struggle is not None else None


# -- battle -----------------------------------------------------------------------------------------------------------
def battle(s: State, b: BattleRecord) -> Fight:
    """The battle under way, with where each die comes from."""
    stages = []
    for part, from_, to in PARTS:
        first, last = NAMES.index(from_), NAMES.index(to)
        state = "done" if last < b.stage else "now" if first <= b.stage else "ahead"
        stages.append(Stage(part, stage_note(s, b, part, state), state))
    sides = tuple(side(s, b, seat) for seat in b.sides)
    return Fight(f"Battle in {area_name(s, b.area)}", b.area, tuple(stages), sides, "GW-BAT-001", tells_lost=True)


def stage_note(s: State, b: BattleRecord, part: str, state: str) -> str:
    """What came of a part of the battle, or what it waits for."""
    if state == "ahead":
        return ""
    if part == "Pre-Battle":
        if state == "now" and b.stage in (1, 2):
            return title(s, b.sides[b.stage - 1])
        return "" if state == "now" else ", ".join(dict.fromkeys(name for _, name in b.used)) or "nothing used"
    if part == "Combat rolls":
        thrown = [sum(n for side_, n, _, _ in b.rolled if side_ == i) for i in range(2)]
        return f"{thrown[0]} against {thrown[1]}" if b.rolled else ""
    if part == "Kills":
        lost = sum(fate == OnElimination.KILLED for _, _, fate in b.fates)
        return f"{b.kills[0]} to {title(s, b.sides[0])}, {b.kills[1]} to {title(s, b.sides[1])}" + (
            f"; {lost} lost" if state == "done" else ""
        )
    if part == "Routs":
        sent = dict.fromkeys(f"{title(s, seat)} to {area_name(s, to)}" for seat, to in b.routed)
        return ", ".join(sent) or f"{b.routs[0]} and {b.routs[1]}"
    if part == "Conquest" and b.taken:
        return ", ".join(TAKEN.get(how, "destroyed") for _, _, _, how in b.taken)
    return ""


def side(s: State, b: BattleRecord, seat: int) -> Side:
    """One side: each class of units with the dice that it adds, and what has become of it."""
    field, i = Resolution(s, b), b.sides.index(seat)
    foe, units = field.foe(seat), s.config.empires[seat].units
    forces = []
    for code, n in b.roster[i].items():
        kind = code & KIND
        dice = number_of_dice(n * field.rating(seat, kind, b.area)) if b.stage <= DICE else ""
        piece = token(units[kind], f"{b.area}:{seat}:{units[kind].key}", b.area, whose(s.config, seat), n)
        forces.append(Force(piece, dice, units[kind].rule, result_of(b, code), ""))
    for at, area, kind, n, _ in b.allies:
        if at == seat:
            piece = token(units[kind], f"{area}:{seat}:{units[kind].key}", area, whose(s.config, seat), n)
            forces.append(Force(piece, number_of_dice(n * field.rating(seat, kind, area)), units[kind].rule,
                                "fights from afar", area_name(s, area)))  # fmt: skip
    for side_, kind, fate in b.fates:
        if side_ == i:
            away = fate.startswith("to ")
            lost = f"lost:{seat}:{units[kind].key}"
            piece = token(units[kind], lost, b.area if not away else -1, whose(s.config, seat))
            forces.append(Force(piece, "", units[kind].rule, "routed" if away else fate, fate if away else ""))
    code = field.building(seat)
    if code >= 0:
        row = s.building(code, b.area)
        piece = building(s.config, f"{b.area}:{seat}:{row.key}", b.area, seat, code & 7, face=row.key)
        forces.append(Force(piece, "", row.rule, "", "at stake"))
    fixed = [(what, field.fixed(seat, what)) for what in FixedResults] if b.stage <= DICE + 1 else []
    parts = tuple((part.name, f"{part.change:+} {what}", part.rule) for what, total in fixed for part in total.parts)
    thrown = [(n, kills, routs) for at, n, kills, routs in b.rolled if at == i]
    total = field.total(seat)
    told = number_of_dice(total.value)
    if thrown:
        kills, routs = sum(row[1] for row in thrown), sum(row[2] for row in thrown)
        told = f"{number_of_dice(sum(row[0] for row in thrown))}: {s.config.die.say((kills, routs))}"
    shown = () if b.stage > DICE else (summed(total, "Combat total", rule="GW-ROL-002", seat=seat),)
    note = f"gives {b.kills[1 - i]} kills and {b.routs[1 - i]} routs to {title(s, foe)}" if thrown else ""
    role = ("attacks", "defends")[i]
    if not s.played(seat):
        role += f" ({title(s, s.decider(seat, b.sides))} decides for it)"
    return Side(seat, role, tuple(forces), told, parts, shown, note=note)


def result_of(b: BattleRecord, code: int) -> str:
    """What a unit under results suffers."""
    if kills_on(code):
        return "killed"
    return "routed" if routs_on(code) else "stays" if b.stage > ROUTS else ""


def by_results(s: State, seat: int, area: int, kind: int) -> list[tuple[tuple[str, ...], int]]:
    """The units of a kind in an area as (marks, how many): those without results first."""
    n, b = s.n(seat, kind, area), s.battle
    if b is None or b.area != area or seat not in b.sides:
        return [((), n)]
    found: dict[tuple[str, ...], int] = {}
    for code, many in b.roster[b.sides.index(seat)].items():
        marks = (("kill",) if kills_on(code) else ()) + (("pain",) if routs_on(code) else ())
        if marks and code & KIND == kind:
            found[marks] = found.get(marks, 0) + many
    left = n - sum(found.values())
    return ([((), left)] if left > 0 else []) + sorted(found.items())


# -- the Struggle -----------------------------------------------------------------------------------------------------
def struggle(s: State, record: Record) -> Fight:
    """The Chaos Rift Struggle: sacrifices, bids, strength. What is bid stands here when all bids are shown."""
    due = [seat for seat in s.config.seats if seat != s.config.feeder and not s.left >> seat & 1]
    given = all(record.given >> seat & 1 for seat in due)
    at = 2 if record.bids else 1 if given else 0
    notes = (f"{in_rift(s)} in the Rift", "shown" if record.bids else "in secret" if at == 1 else "", "")
    if record.bids and record.strength:
        notes = (*notes[:2], f"{record.total} against {record.strength}")
    stages = tuple(
        Stage(name, notes[i], "done" if i < at else "now" if i == at else "ahead")
        for i, name in enumerate(("Sacrifices", "Bids", "Strength of the Rift"))
    )
    sides = tuple(bidder(s, record, seat) for seat in s.order())
    outcomes, weights = s.config.rift_dice.outcomes(n := dice_of_rift(s))
    chances = tuple((o, w / sum(weights)) for o, w in zip(outcomes, weights, strict=True) if isinstance(o, int))
    contest = Contest(
        "Strength of the Rift", chances, record.strength or None, number_of_dice(n), "GW-RIF-011", "total commitment"
    )
    area = s.config.map.spike
    return Fight("The Chaos Rift Struggle", area, stages, sides, "GW-RIF-001", contest=contest)


def bidder(s: State, record: Record, seat: int) -> Side:
    """One empire in the Struggle: what it gave, and what it bid."""
    empire, forces = s.config.empires[seat], list[Force]()
    for kind in s.kinds_in(seat, RIFT):
        unit, n = empire.units[kind], s.n(seat, kind, RIFT)
        forces.append(Force(in_the_rift(s, seat, kind, n), f"+{n * unit.cost}", unit.rule, "", "given"))
    for kind, row in enumerate(empire.buildings):
        if n := s.stock(seat, kind, RIFT):
            piece = building(s.config, f"rift:{seat}:{row.key}", s.config.map.spike, seat, kind, n)
            worth = n * cost_of_building(s, seat << 3 | kind)
            forces.append(Force(piece, f"+{worth}", row.rule, "", "given"))
    shown = next(((said, counted) for who, said, counted in record.bids if who == seat), None)
    told = "bids in secret" if shown is None else f"bids {shown[0]}"
    verdict = ""
    if shown is not None:
        if shown[0] != shown[1]:
            told += f", counts {shown[1]}: too little Power"
        if shown[1] == min(counted for _, _, counted in record.bids):
            verdict = f"-{s.config.fact('rift.vp_for_the_least')} VP, committed least"
    feeds = seat == s.config.feeder
    laid = sum(int(force.figure) for force in forces)
    low, high = stake_of(s, seat) if shown is None else (shown[1], shown[1])
    return Side(
        seat,
        "feeds the Rift" if feeds else "against the Rift",
        tuple(forces),
        told,
        figures=(Figure("Power", s.power[seat], CELLS, next=0),),
        stake=Stake(low, high, shown[0] if shown is not None else None, laid, feeds),
        verdict=verdict,
    )


def stake_of(s: State, seat: int) -> tuple[int, int]:
    """The least and the most that a sealed bid may count."""
    counted = [abs(n) for n in bids(s, seat)]
    return min(counted), max(counted)


def in_the_rift(s: State, seat: int, kind: int, n: int = 1) -> Piece:
    """Units that were given."""
    unit = s.config.empires[seat].units[kind]
    return token(unit, f"rift:{seat}:{unit.key}", s.config.map.spike, seat, n)


def sums(s: State) -> tuple[Sum, ...]:
    """What stands against the Rift, bid by bid (GW-RIF-009)."""
    record = s.struggle
    if record is None:
        return ()
    feeder = s.config.feeder
    terms = [
        Term(title(s, seat), -counted if seat == feeder else counted, "GW-RIF-005", bad=seat == feeder)
        for seat, _, counted in record.bids
    ]
    terms.append(Term("in the Rift", in_rift(s), "GW-RIF-009"))
    n = s.config.fact("rift.dice_per_empire") * len(s.config.seats)
    note = "" if record.bids else "the bids are still to come; "
    note += f"it closes when this exceeds {n} dice"
    return (Sum("Against the Rift", sum(term.n for term in terms), tuple(terms), "GW-RIF-011", note=note),)


def throws(s: State) -> tuple[Throw, ...]:
    """The strength of the Rift once it is rolled: the rules keep what the dice come to (GW-RIF-010)."""
    record = s.struggle
    if record is None or not record.strength:
        return ()
    n = s.config.fact("rift.dice_per_empire") * len(s.config.seats)
    step = ThrowStep("rolled", (DiceSet((), number_of_dice(n), total=str(record.strength)),), rule="GW-RIF-010")
    verdict = "closes" if record.total > record.strength else "stays open"
    return (Throw("Strength of the Rift", (step,), note=f"{record.total}: it {verdict}", rule="GW-RIF-010"),)


# -- the Great Compromise ---------------------------------------------------------------------------------------------
def compromise(s: State) -> tuple[Line, ...]:
    """The awards of the Great Compromise in their order, and who has received them."""
    record, fact = s.compromise, s.config.fact
    if record is None:
        return ()
    worth = awards(fact("compromise.judge"), fact("compromise.next"), fact("compromise.step"), len(s.config.seats))
    items = []
    for i, n in enumerate(worth):
        who = record.named[i] if i < len(record.named) else record.judge if not i else -1
        marks = (LineMark(who, i < len(record.named), "receives it"),) if who >= 0 else ()
        name = f"{n} VP to the Judge" if not i else f"{n} VP"
        items.append(LineItem(str(i), name, f"{n:+}", "scales", marks=marks, rule="GW-GCO-006"))
    return (Line("compromise", "The Great Compromise", tuple(items), "whose sign it is receives it", "GW-GCO-003"),)
