"""The tree of positions that were visited: lines, branches, names, notes and marks. Nothing is ever lost by undo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..bounds import MOST_NODES
from ..errors import IllegalAnswer, expect, shown
from ..runtime.decision import LogEntry
from ..runtime.position import Position


@dataclass(slots=True)
class Node:
    """One position of the tree; `entry` is the answer that led here (None at the root).

    The first child is the main line.
    """

    parent: int
    entry: LogEntry | None
    position: Position
    moment: tuple[int, int, int]
    depth: int
    children: list[int] = field(default_factory=list)
    latest: int = -1  # the child that was visited last: where redo goes
    name: str = ""
    note: str = ""
    sign: str = ""  # what somebody thinks of the answer that led here: one of `bounds.SIGNS`
    rings: tuple[str, ...] = ()  # targets that a person has ringed
    arrows: tuple[tuple[int, int], ...] = ()  # areas that a person has joined


class Tree:
    """All nodes, in the order in which they were first visited; node 0 is the root."""

    def __init__(self, root: Position) -> None:
        self.nodes = [Node(-1, None, root.clone(), root.system.moment(root.state), 0)]

    def add(self, parent: int, position: Position, entry: LogEntry) -> int:
        """The child of `parent` that this answer leads to; an answer given before leads to the node there is.

        Dice thrown to the same effect as before, but with other faces, are a throw of their own.
        """
        above = self.nodes[parent]
        for child in above.children:
            known = self.nodes[child].entry
            if (
                known is not None
                and (known.who, known.what, known.answer) == (entry.who, entry.what, entry.answer)
                and entry.faces in (None, known.faces)
            ):
                above.latest = child
                return child
        return self.append(parent, position, entry)

    def append(self, parent: int, position: Position, entry: LogEntry) -> int:
        """A child of its own, behind those that are there."""
        above = self.nodes[parent]
        moment = position.system.moment(position.state)
        self.nodes.append(Node(parent, entry, position.clone(), moment, above.depth + 1))
        above.latest = len(self.nodes) - 1
        above.children.append(above.latest)
        return above.latest

    def room(self, more: int) -> None:
        """Raises `IllegalAnswer` when so many positions more are too many for a file."""
        if len(self.nodes) + more > MOST_NODES:
            raise IllegalAnswer(f"the game has {len(self.nodes):,} positions: no more can be kept; go on in a new game")

    def path(self, node: int) -> list[int]:
        """From the root to a node, both included."""
        found = []
        while node >= 0:
            found.append(node)
            node = self.nodes[node].parent
        return found[::-1]

    def line(self, node: int) -> list[int]:
        """The path to a node and on from there: along the children visited last, to the end of the line."""
        found = self.path(node)
        while (child := self.nodes[found[-1]].latest) >= 0:
            found.append(child)
        return found

    def main(self) -> list[int]:
        """The main line: first children from the root."""
        found = [0]
        while self.nodes[found[-1]].children:
            found.append(self.nodes[found[-1]].children[0])
        return found

    def branches(self) -> Iterator[tuple[int, list[int]]]:
        """Every side line: (node where it leaves, its nodes to the end)."""
        for at, node in enumerate(self.nodes):
            for child in node.children[1:]:
                line = [child]
                while self.nodes[line[-1]].children:
                    line.append(self.nodes[line[-1]].children[0])
                yield at, line

    def promote(self, node: int) -> None:
        """Make the line through `node` the main line, all the way up."""
        for child in self.path(node)[1:]:
            above = self.nodes[self.nodes[child].parent]
            above.children.remove(child)
            above.children.insert(0, child)
            above.latest = child

    def check(self, node: int) -> int:
        """The node number, or `IllegalAnswer`."""
        expect(node, int, "a position of the tree is a whole number")
        if not 0 <= node < len(self.nodes):
            raise IllegalAnswer(f"there is no position {shown(node)} in the tree; it has 0 to {len(self.nodes) - 1}")
        return node
