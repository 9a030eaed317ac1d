"""The sheet on which each player writes: the building zone, armies, what his faction has besides; and beside them the
actions, prices of terrains, stock, artefacts and points.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.tabletop.beside import Amount, Block, BlockGroup, BoxRow, WriteBox, WriteSheet
from ..rules import building
from ..rules.artefacts import free, printed, progress
from ..rules.battle import unit_power
from ..rules.config import ACTIONS, SHORT_ACTIONS
from ..rules.maps import RESOURCES, TERRAINS
from ..rules.movement import entry
from ..rules.score import boxes, total
from ..rules.state import BUILDING, OVER
from .tokens import points, sign, signs

if TYPE_CHECKING:
    from ..rules.state import State

SHORT = {"structures": "Build", "foundations": "Found.", "stock": "Stock", "combats": "Combat", "artefacts": "Artef."}

ON_BOX = {"Movement": "Move", "Building": "Build"}  # five boxes stand in one line

GRID = 3  # columns of a building zone without levels


def paper(s: State, me: int, closed: str = "") -> WriteSheet:
    """The board of one player; `closed` is why nobody else may look at it now."""
    faction, figure = s.config.factions[me], "" if closed else str(total(s, me))
    if closed:
        return WriteSheet(me, faction.title, figure=figure, closed=closed)
    own = special(s, me)
    groups = (structures(s, me), *servers(s, me), units(s, me), *own)
    return WriteSheet(
        me,
        faction.title,
        groups,
        (actions(s, me), entries(s, me), stock(s, me), artefacts(s, me), scores(s, me)),
        figure,
        rounds(s),
        "●" * faction.difficulty,
    )


def rounds(s: State) -> tuple[WriteBox, ...]:
    """The row of rounds: those that are over are crossed out (HE-RND-007)."""
    over = s.round + (s.stage == OVER)
    marks = ["cross" if n < over else "circle" if n == over else "" for n in range(1, s.config.rounds + 1)]
    return tuple(WriteBox(str(n), mark, fresh=mark == "circle") for n, mark in enumerate(marks, 1))


# -- the building zone ------------------------------------------------------------------------------------------------
def structures(s: State, me: int) -> BlockGroup:
    """Structures in their columns, the low levels below, arrows from what they require (HE-BLD-005)."""
    faction = s.config.factions[me]
    listed = [i for i, block in enumerate(faction.blocks) if block.kind != "server"]
    high = max(faction.blocks[i].level for i in listed)
    if high == 1:  # each is built several times: no rows of levels, but a grid that can be read
        cells = tuple(_block(s, me, i, (k % GRID, k // GRID)) for k, i in enumerate(listed))
        return BlockGroup("Structures", cells, columns=GRID, rule="HE-BLD-002")
    now = s.stage == BUILDING and s.waits >> me & 1
    open_ = max(building.level_limit(s, me, i) for i in listed) if now else 0
    return BlockGroup(
        "Structures",
        tuple(_block(s, me, i, (faction.blocks[i].column - 1, high - faction.blocks[i].level)) for i in listed),
        columns=max(faction.blocks[i].column for i in listed),
        levels=tuple(str(level) for level in range(high, 0, -1)),
        rule="HE-BLD-002",
        open=min(open_, high),
    )


def servers(s: State, me: int) -> tuple[BlockGroup, ...]:
    """A row of servers, for a board that has some (HE-MEC-005)."""
    faction = s.config.factions[me]
    listed = [i for i, block in enumerate(faction.blocks) if block.kind == "server"]
    if not listed:
        return ()
    blocks = tuple(_block(s, me, i, (k, 0)) for k, i in enumerate(listed))
    return (BlockGroup("Servers", blocks, columns=len(listed), rule="HE-MEC-002"),)


def _block(s: State, me: int, i: int, cell: tuple[int, int]) -> Block:
    faction, sheet = s.config.factions[me], s.sheets[me]
    card, times = faction.blocks[i], sheet.built[i]
    crossed = s.crossed(me, i)
    fresh = bool(sheet.fresh_blocks >> i & 1)
    target, tool = f"block:{me}:{i}", f"sheets:{me}:built:{i}"
    key = f"faction.{faction.slug}.structures.{card.key}"
    brings = _text(s, key, card.text)
    if card.times > 1:
        text = str(times) if times else ""
        box = WriteBox(card.name, text=text, fresh=fresh, target=target, brings=brings, tool=tool)
    else:
        mark = "cross" if crossed else "tick" if times else ""
        box = WriteBox(card.name, mark, fresh=fresh, target=target, brings=brings, tool=tool)
    worth = card.vp[min(times, len(card.vp) - 1)] if times < card.times else card.vp[-1]
    server = card.kind == "server"
    return Block(
        str(i),
        f"{card.level} {card.name.removesuffix(' Server')}" if server else card.name,
        card.short,
        box,
        _price(s, me, i),
        points(worth) if worth else None,
        after=tuple(str(other) for other in card.requires),
        cell=cell,
        note=f"level {times} of {card.times}" if card.times > 1 else "",
        rule="HE-BLD-005",
        house=s.config.house(key),
    )


def _text(s: State, key: str, text: str) -> str:
    """A server has an effect before it is built, and another one after."""
    basic = s.config.basic(key)
    return f"{basic} Built: {text}" if basic else text


def _price(s: State, me: int, i: int) -> tuple[Amount, ...]:
    """The price, with red squares where marks may be bought after building (HE-CUL-002)."""
    card = s.config.factions[me].blocks[i]
    found = []
    for kind, n in enumerate(card.cost):
        if n:
            amount = sign(kind, n)
            red = kind in card.marks
            found.append(Amount(f"{amount.name} (marks)" if red else amount.name, n, amount.letter, shape=amount.shape,
                                tint="red" if red else amount.tint))  # fmt: skip
    return tuple(found)


def units(s: State, me: int) -> BlockGroup:
    """Units: how many, and the power of one as it is now (HE-BLD-014)."""
    faction, sheet, blocks = s.config.factions[me], s.sheets[me], []
    for i, unit in enumerate(faction.units):
        now = unit_power(s, me, i).value
        gone = s.crossed(me, unit.home)
        many = str(sheet.army[i]) if sheet.army[i] else ""
        count = WriteBox("army", text=many, brings=unit.text, tool=f"sheets:{me}:army:{i}")
        strength = WriteBox("power", text=str(now), was=str(unit.power) if now != unit.power else "")
        key = f"faction.{faction.slug}.units.{unit.key}"
        prices = building.prices(s, me, i)
        blocks.append(
            Block(
                f"unit{i}",
                unit.name,
                unit.short,
                WriteBox(unit.name, "cross" if gone else "", target=f"unit:{me}:{i}") if gone else None,
                signs(prices[0]) if prices else (),
                rows=(BoxRow("", (count, strength)),),
                cell=(i, 0),
                rule="HE-BLD-014",
                house=s.config.house(key),
            )
        )
    return BlockGroup("Army", tuple(blocks), columns=max(len(blocks), 3), rule="HE-BLD-014")


def special(s: State, me: int) -> tuple[BlockGroup, ...]:
    """What a faction writes besides: numbers, circles, and what it has drawn on the map (HE-SCO-005)."""
    faction, sheet, rows = s.config.factions[me], s.sheets[me], list[BoxRow]()
    told = set[str]()  # counters that a power shows in rows of its own
    for power in faction.powers:
        if own := power.rows(s, me):
            rows += own
            told |= {key for key, *_ in power.counters}
    for i, counter in enumerate(faction.counters):
        if counter.key in told or counter.minded:
            continue
        n, tool = sheet.counters[i], f"sheets:{me}:counters:{i}"
        if counter.most <= 20:  # boxes that are filled from the left
            filled = tuple(
                WriteBox(f"{counter.title} {k + 1}", "tick" if k < n else "", tool=f"{tool}={k + 1}")
                for k in range(counter.most)
            )
            rows.append(BoxRow(counter.title, filled, rule="HE-SCO-005"))
        else:
            number = WriteBox(counter.title, text=str(n) if n else "", tool=tool)
            rows.append(BoxRow(counter.title, (number,), rule="HE-SCO-005"))
    if faction.ticks:
        ticked = tuple(
            WriteBox(name, "circle" if sheet.ticks >> i & 1 else "", tool=f"sheets:{me}:ticks:{i}")
            for i, name in enumerate(faction.ticks)
        )
        rows.append(BoxRow("Circled", ticked, rule="HE-SCO-005"))
    for i, name in enumerate(faction.layers):
        regions = ", ".join(s.config.map.names[region] for region in bits(sheet.layers[i]))
        rows.append(BoxRow(name.capitalize(), (WriteBox(name, text=regions),), rule="HE-SCO-005"))
    return (BlockGroup("Of this board", rows=tuple(rows), folds=True),) if rows else ()


# -- beside it --------------------------------------------------------------------------------------------------------
def actions(s: State, me: int) -> BlockGroup:
    """The five action boxes with the numbers of the round (HE-RND-004)."""
    sheet = s.sheets[me]
    row = tuple(
        WriteBox(ON_BOX.get(SHORT_ACTIONS[a], SHORT_ACTIONS[a]), "cross" if sheet.erased >> a & 1 else "",
                 str(s.numbers[a]) if s.numbers[a] else "",
                 fresh=bool(s.numbers[a]), target=f"action:{a}" if not s.numbers[a] else "",
                 tool=f"numbers:{a}")
        for a in range(len(ACTIONS))
    )  # fmt: skip
    return BlockGroup("Actions", rows=(BoxRow("", row, rule="HE-RND-002"),), note=f"first: {s.config.players[s.first]}")


def entries(s: State, me: int) -> BlockGroup:
    """What entering each terrain takes: the printed cost struck out where a power has changed it (HE-MOV-013)."""
    faction, row = s.config.factions[me], []
    for kind, name in enumerate(TERRAINS):
        regions = [i for i in bits(s.config.map.open) if s.config.map.regions[i].terrain == kind]
        costs = Counter(entry(s, me, i).value for i in regions)  # one region may be cheaper than others
        now = costs.most_common(1)[0][0] if costs else faction.moves[kind]
        row.append(WriteBox(name, text=str(now), was=str(faction.moves[kind]) if now != faction.moves[kind] else ""))
    return BlockGroup("Points to enter", rows=(BoxRow("", tuple(row), rule="HE-MOV-013"),))


def stock(s: State, me: int) -> BlockGroup:
    """The stock of each resource, and the values that bring points once they are reached (HE-GTH-002)."""
    faction, sheet, rows = s.config.factions[me], s.sheets[me], []
    for kind in faction.keeps:
        n, was = sheet.stock[kind], sheet.was[kind]
        old, tool = str(was) if was != n else "", f"sheets:{me}:stock:{kind}"
        box = WriteBox(RESOURCES[kind], text=str(n), was=old, fresh=was != n, tool=tool)
        values = zip(faction.thresholds, faction.stock_vp, strict=True)
        goals = tuple(Amount(str(value), vp, shape="star") for value, vp in values)
        rows.append(BoxRow("", (box,), sign(kind, 0), goals, reached=sheet.reached[kind], rule="HE-GTH-002"))
    return BlockGroup("Stock", rows=tuple(rows), note="reached once, for good")


def artefacts(s: State, me: int) -> BlockGroup:
    """The six artefacts as this board prints them (HE-ART-001)."""
    faction, sheet, blocks = s.config.factions[me], s.sheets[me], []
    for i, card in enumerate(faction.artefacts):
        mine, taken = s.held[i] == me, s.held[i] not in (me, -1)
        mark = "circle" if mine or sheet.copies >> i & 1 else "cross" if taken else ""
        name = s.config.map.names[card.region]
        key = f"faction.{faction.slug}.artefacts.{card.key}"
        price = () if free(s, me, i) else signs(card.pay)
        note = "copy" if sheet.copies >> i & 1 else "this round" if sheet.borrowed >> i & 1 else _asks(s, me, i)
        blocks.append(
            Block(f"artefact{i}", name, card.short,
                  WriteBox(name, mark, target=f"artefact:{me}:{i}", brings=card.text, tool=f"held:{i}={me}"), price,
                  cell=(i % 2, i // 2), note=note, rule="HE-ART-001", house=s.config.house(key))
        )  # fmt: skip
    return BlockGroup("Artefacts", tuple(blocks), columns=2, rule="HE-ART-001")


def _asks(s: State, me: int, artefact: int) -> str:
    """What an artefact asks, and how much of it there is."""
    card = printed(s, me, artefact)
    if free(s, me, artefact):
        return "no condition"
    if card.condition == "pay":
        return ""
    return f"{progress(s, me, artefact)} of {card.amount} {card.condition.removesuffix('_visited').replace('_', ' ')}"


def scores(s: State, me: int) -> BlockGroup:
    """The scoring boxes, counted as they stand (HE-SCO-001)."""
    found = boxes(s, me)
    row = tuple(WriteBox(SHORT.get(name, name.capitalize()), text=str(n)) for name, n in found.items())
    return BlockGroup("Points", rows=(BoxRow("", (*row, WriteBox("Now", text=str(total(s, me)))), rule="HE-SCO-001"),))
