"""What lies beside a board in words: sheets to write on, cards with a current row, stacks, sums, throws."""

from __future__ import annotations

from theomachy.engine.tabletop.beside import (
    Amount,
    Block,
    BlockGroup,
    BoxRow,
    CardSheet,
    Stack,
    Sum,
    Throw,
    ThrownDie,
    WriteBox,
    WriteSheet,
)


def stack_words(stack: Stack) -> str:
    """Cards of one name, as far as the viewer knows: "Achilles 2 in hand, 1 in the deck, 1 discarded"."""
    counts = ((stack.hand, "in hand"), (stack.deck, "in the deck"), (stack.discard, "discarded"))
    said = ", ".join(f"{n} {where}" for n, where in counts if n >= 0)
    return f"{line(stack.name)} {said}"


def paper_in_words(paper: WriteSheet) -> list[str]:
    """A sheet to write on, a line a block or row of boxes; a closed one says why nobody may look at it."""
    if paper.closed:
        return [line(paper.closed)]
    lines = [f"{line(paper.title)}{f', {line(paper.figure)}' if paper.figure else ''}"]
    now = next((box.name for box in paper.rounds if box.mark == "circle"), "")
    lines += [f"round {line(now)} of {len(paper.rounds)}"] if now else []
    for each in (*paper.groups, *paper.aside):
        lines += _group(each)
    return lines


def _group(each: BlockGroup) -> list[str]:
    lines = [f"{line(each.name)}{f' ({line(each.note)})' if each.note else ''}:"] if each.name else []
    names = {block.id: line(block.name) for block in each.blocks}
    lines += [f"  {_block(block, names)}" for block in each.blocks]
    return lines + [f"  {_row(row)}" for row in each.rows]


def _block(block: Block, names: dict[str, str]) -> str:
    words = [f"{_box(block.box)} " if block.box is not None else "", line(block.name)]
    if block.worth is not None:
        words.append(f" ({amount_in_words(block.worth)})")
    tail = [line(part).removesuffix(".") for part in (block.text, block.note) if part]
    tail += [f"costs {', '.join(map(amount_in_words, block.price))}"] if block.price else []
    tail += [f"after {' or '.join(names[name] for name in block.after)}"] if block.after else []
    tail += [_row(row) for row in block.rows]
    return "".join(words) + (f": {'; '.join(tail)}" if tail else "")


def _row(row: BoxRow) -> str:
    reached = f" ({row.reached} reached)" if row.reached else ""
    goals = f"; {', '.join(map(amount_in_words, row.goals))}{reached}" if row.goals else ""
    note = f" ({line(row.note)})" if row.note else ""
    name = line(row.name) or (line(row.sign.name) if row.sign is not None else "")
    return f"{name}: {' '.join(map(_named_box, row.boxes))}{goals}{note}"


def _named_box(box: WriteBox) -> str:
    return f"{line(box.name)} {_box(box)}" if box.name else _box(box)


def _box(box: WriteBox) -> str:
    """A box as brackets: what is written, what was struck out, and whether it was written in this round."""
    said = [f"{line(box.was)} struck out" if box.was else "", line(box.text), box.mark, "new" if box.fresh else ""]
    return f"[{', '.join(part for part in said if part) or ' '}]"


def box_in_words(box: WriteBox) -> str:
    """What stands in a box, for those who do not see it: "empty", "ticked", "7, was 4, written this round"."""
    known = {"tick": "ticked", "circle": "circled", "cross": "crossed out"}
    said = [line(box.text), known.get(box.mark, ""), f"was {line(box.was)}" if box.was else ""]
    said.append("written this round" if box.fresh else "")
    return ", ".join(part for part in said if part) or "empty"


def amount_in_words(amount: Amount) -> str:
    return f"{amount.n} {line(amount.name)}"


def card_in_words(card: CardSheet) -> list[str]:
    """A card with rows: the current values, what the next rows change, the powers with whether they can be used."""
    lines = [line(card.line)] if card.line else []
    if card.row < card.rows:
        values = ", ".join(f"{line(column.name)} {line(column.values[card.row])}" for column in card.columns)
        lines.append(f"{values} (row {card.row + 1} of {card.rows})")
    else:
        lines.append("lost")
    if card.beads is not None:
        lines.append(f"{card.beads[0]} of {card.beads[1]} left")
    lines += [f"{line(card.columns[0].name)} {card.columns[0].values[row]}: {line(said)}" for row, said in card.falls()]
    for power in card.powers:
        use = "" if card.has(power) else ", not in this row"
        kind = f" ({', '.join(line(word) for word in (power.kind, power.cost) if word)})" if power.kind else ""
        lines.append(f"{line(power.name)}{kind}{use}: {line(power.text)}")
    lines += [sum_in_words(each) for each in card.sums]
    lines += [stack_words(card.stack)] if card.stack is not None else []
    here = f"{line(card.here_name)}: " if card.here_name else ""
    lines += [f"{here}{line(term.name)} {line(term.fact) or f'{term.n:+d}'}" for term in card.here]
    return lines + [line(mark) for mark in card.marks]


def sum_in_words(each: Sum) -> str:
    """A figure with its parts: "Dice 10 = offence of the row 7, Prowess +3"."""
    parts = [f"{line(term.name)} {line(term.fact) or _signed(term.n, k)}" for k, term in enumerate(each.terms)]
    head = f"{line(each.head)}: " if each.head else ""
    note = f" ({line(each.note)})" if each.note else ""
    made_of = f" = {', '.join(parts)}" if parts else ""
    return f"{head}{line(each.name)} {each.value}{made_of}{note}"


def _signed(n: int, place: int) -> str:
    """The first part of a sum is where it begins; the others say by how much they change it."""
    return str(n) if place == 0 else f"{n:+d}"


def throw_in_words(throw: Throw) -> list[str]:
    """Every step of a throw: the dice with what became of them, in the sets in which they lie."""
    lines = [line(throw.note)] if throw.note else []
    for step in throw.steps:
        known, said = step.dice, []
        for each in step.sets:
            what = " ".join(line(part) for part in (each.name, each.note) if part)
            faces = ", ".join(_die(die, known, told=not what) for die in each.dice)
            said.append(f"{faces}{f' make {line(each.total)}' if each.total else ''}{f': {what}' if what else ''}")
        note = f" ({line(step.note)})" if step.note else ""
        lines.append(f"{line(step.name)}{note}: {'; '.join(said)}")
    return lines


def _die(die: ThrownDie, known: tuple[ThrownDie, ...], told: bool) -> str:
    """A face; with its fate where that is not said of the whole set."""
    adds = f" (+{die.adds} to a {known[die.to].face})" if die.to >= 0 else ""
    return f"{die.face or 'blank'}{f' {die.fate}' if told and die.fate else ''}{adds}"


def line(text: str) -> str:
    """Return text on one line, without anything that steers a terminal: names come from people and files."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())
