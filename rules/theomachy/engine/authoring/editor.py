"""The position editor: a line of states with undo, changed by the tools that the game describes.

Any position can be built, an impossible one too: `violations` says what is wrong with it, and only a lawful position is
played from. A position goes out as Python, as a scenario or as JSON, and is read again from each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from ..errors import TheoError, expect, shown, unknown
from ..game.registry import game as system_class
from ..runtime.system import System
from ..state.declare import Declared
from ..tabletop.palette import EditError, Fix, Tool, Value, Violation
from ..tabletop.table import Table, Target
from ..wording import tokens
from . import editor_text

if TYPE_CHECKING:
    from ..game.game import Game

MOST_STATES = 1_000  # kept for undo
MOST_TRIES = 120  # changes tried in search of one that mends a fault

Listener = Callable[["Editor"], None]


class Editor:
    """A position being made. Every change checks its tool, target and value, and can be undone.

    Raises `EditError` with one sentence for a change that cannot be made, and changes nothing then.

    >>> import theomachy as th
    >>> editor = th.editor("demigods", players=2)
    >>> len(editor.add("counter:0:2", "area:0", 3).violations), len(editor.undo().violations)
    (2, 0)
    """

    def __init__(self, system: System, state: Any = None, *, name: str = "") -> None:
        self.system, self.name = system, name
        self.lock = RLock()
        self._states: list[Any] = [system.start() if state is None else state.copy()]
        self._at = 0
        self._listeners: list[Listener] = []
        self._tools: tuple[Tool, ...] | None = None
        self._violations: tuple[Violation, ...] | None = None

    @classmethod
    def new(
        cls,
        game: str,
        *,
        players: int | Sequence[str] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        name: str = "",
        **options: Any,
    ) -> Editor:
        """An editor of a game that is set up as by `new`.

        It begins with the start of the game, with `setup` (the words of a scenario's `[setup]`) or with `position` (the
        state as JSON-able data).
        """
        system = system_class(game).build(players=players, options=options, rulings=rulings, overlay=overlay)
        if setup is not None and position is not None:
            raise EditError("a position is given by its set-up or as data, not by both")
        if not isinstance(name, str):
            raise EditError(f"the name of a position is text, not {shown(name)}")
        for given in (setup, position):
            if given is not None and not isinstance(given, Mapping):
                raise EditError(f"a set-up, or a position, is a table, not {shown(given)}")
        state = None
        if setup is not None:
            state = system.arrange(setup)
        elif position is not None:
            state = system.from_json(dict(position))
        return cls(system, state, name=name)

    @classmethod
    def of(cls, game: Game) -> Editor:
        """An editor of the position of a game: the beginning of the step under way, where it can begin."""
        expect(getattr(game, "system", None), System, "an editor begins with a game")
        return cls(game.system, game.position.base, name=game.names.get("title", ""))

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def state(self) -> Any:
        """The position as it stands (read only)."""
        return self._states[self._at]

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.system.title

    @property
    def slug(self) -> str:
        """The game's short name."""
        return self.system.slug

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The palette, with how each tool stands now."""
        if self._tools is None:
            self._tools = tuple(self.system.palette(self.state))
        return self._tools

    def tool(self, name: str) -> Tool:
        """A tool by its id, or by its name with its owner's before it ("Aglaia army"). Raises `UnknownName`."""
        expect(name, str, "a tool is given by its name")
        by_id = {tool.id: tool for tool in self.tools}
        if name in by_id:
            return by_id[name]
        wanted = sorted(tokens(name))
        if not wanted:
            raise EditError("an edit needs the name of a tool")
        for tool in self.tools:
            seats = self.system.seats[tool.seat : tool.seat + 1] if tool.seat >= 0 else ()
            owners = {word for seat in seats for word in (seat.name, seat.title, seat.letters)} or {""}
            if any(wanted == sorted(tokens(f"{owner} {tool.name}")) for owner in owners):
                return tool
        known = [self._spoken(tool) for tool in self.tools]
        raise unknown("tool", name, known)

    def _spoken(self, tool: Tool) -> str:
        return f"{self.system.seats[tool.seat].name} {tool.name}" if tool.seat >= 0 else tool.name

    def placed(self, tool: str, target: Target) -> int:
        """How many of a placing tool are in an area."""
        return self.system.placed(self.state, self.tool(tool).id, target)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What is impossible about the position; empty for a lawful one."""
        if self._violations is None:
            self._violations = tuple(Violation(*found) for found in self.system.violations(self.state))
        return self._violations

    @property
    def checks(self) -> tuple[Violation, ...]:
        """What was looked at and holds, a sentence each."""
        failed = {violation.rule for violation in self.violations}
        return tuple(Violation(rule, said, ()) for rule, said in self.system.checks(self.state) if rule not in failed)

    def table(self, viewer: int | None = None) -> Table:
        """What lies on the table."""
        return self.system.table(self.state, viewer)

    # -- changing -----------------------------------------------------------------------------------------------------
    def set(self, tool: str, value: Value, target: Target = "") -> Editor:
        """Set a number, a choice or a switch; for a placing tool, how many are in the area `target`."""
        with self.lock:
            state = self._changed(self.tool(tool), target, value)
            if self.system.to_json(state) != self.system.to_json(self.state):
                self._push(state)
        return self

    def add(self, tool: str, target: Target = "", n: int = 1) -> Editor:
        """n more (or, below zero, fewer) than there are."""
        with self.lock:
            expect(n, int, "how many more is a whole number")
            found = self.tool(tool)
            if found.kind == "choice":
                raise EditError(f"{found.name} is chosen, not counted")
            now = self.system.placed(self.state, found.id, target) if found.kind == "place" else found.value
            assert isinstance(now, int)
            if n < 0 and now + n < found.low:
                where = f" on {self._area(target)}" if found.kind == "place" else ""
                raise EditError(f"there is no {self._spoken(found)}{where} to take away")
            return self.set(found.id, now + n, target)

    def put(self, *what: str, **numbers: int) -> Editor:
        """Set numbers by areas' names: `put("Aglaia", "army", D3=5, E4=0)`; one step to undo."""
        with self.lock:
            for word in what:
                expect(word, str, "a tool is given by its name")
            tool = self.tool(" ".join(what))
            state = self.state
            for name, n in numbers.items():
                state = self._changed(tool, self.area(name), n, state)
            self._push(state)
        return self

    def area(self, name: str) -> Target:
        """The target of an area by its name ("D3", "new_zealand"). Raises `UnknownName`."""
        expect(name, str, "an area is given by its name")
        areas = self.table().board.areas
        for area in areas:
            if tokens(area.name) == tokens(name):
                return area.target
        raise unknown("area", name, [area.name for area in areas])

    def replace(self, state: Declared) -> Editor:
        """Another position altogether; one step to undo."""
        expect(state, type(self.state), "another position is a state of the same game")
        with self.lock:
            self._push(state.copy())
        return self

    def _area(self, target: Target) -> str:
        found = next((area for area in self.table().board.areas if area.target == target), None)
        if found is None:
            raise EditError(f"{target!r:.60} is no area of the board")
        return found.name

    def _changed(self, tool: Tool, target: Target, value: object, state: Any = None) -> Any:
        state = self.state if state is None else state
        if tool.kind == "place":
            self._area(target)
        elif target:
            raise EditError(f"{tool.name} stands beside the map: it has no area")
        return self.system.edit(state, tool.id, target, tool.checked(value))

    def _push(self, state: Declared) -> None:
        del self._states[self._at + 1 :]
        self._states.append(state)
        if len(self._states) > MOST_STATES:
            del self._states[1]  # the beginning is kept
        self._stand(len(self._states) - 1)

    def _stand(self, at: int) -> None:
        self._at, self._tools, self._violations = at, None, None
        for listener in list(self._listeners):
            listener(self)

    @property
    def can_undo(self) -> bool:
        """Has anything been changed?"""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Has a change been taken back?"""
        return self._at + 1 < len(self._states)

    def undo(self) -> Editor:
        """Take the last change back."""
        with self.lock:
            if not self.can_undo:
                raise EditError("there is nothing to undo: this is the beginning")
            self._stand(self._at - 1)
        return self

    def redo(self) -> Editor:
        """Make the change again that was taken back."""
        with self.lock:
            if not self.can_redo:
                raise EditError("there is nothing to redo")
            self._stand(self._at + 1)
        return self

    # -- mending ------------------------------------------------------------------------------------------------------
    def fix(self, violation: Violation) -> Fix | None:
        """The smallest change that ends this fault and makes no other; None when no single change does."""
        expect(violation, Violation, "what is mended is one of the `violations`")
        before, tries = set(self.violations), 0
        for tool, target, value in self._attempts(violation):
            if (tries := tries + 1) > MOST_TRIES:
                break
            try:
                state = self.system.edit(self.state, tool.id, target, value)
                after = {Violation(*found) for found in self.system.violations(state)}
            except TheoError:
                continue
            if violation not in after and after < before:
                return Fix(self._saying(tool, target, value), tool.id, target, value)
        return None

    def _attempts(self, violation: Violation) -> list[tuple[Tool, Target, Value]]:
        """Changes that may help: fewer things where the fault is, the smallest first; then what stands off the map."""
        near: list[tuple[int, Tool, Target, Value]] = []
        for target in violation.targets:
            if target.startswith("area:"):
                for tool in self.tools:
                    n = self.system.placed(self.state, tool.id, target) if tool.kind == "place" else 0
                    near += [(n - left, tool, target, left) for left in range(n - 1, -1, -1)]
        for tool in self.tools:
            if tool.kind == "place" and tool.most and isinstance(tool.value, int) and tool.value > tool.most:
                for area in reversed(self.table().board.areas):
                    if n := self.system.placed(self.state, tool.id, area.target):
                        near.append((1, tool, area.target, max(n - (tool.value - tool.most), 0)))
        near.sort(key=lambda row: row[0])
        beside: list[tuple[Tool, Target, Value]] = []
        for tool in self.tools:
            if tool.kind == "choice":
                beside += [(tool, "", choice.value) for choice in tool.choices if choice.value != tool.value]
            elif tool.kind != "place":
                assert isinstance(tool.value, int)
                beside += [(tool, "", n) for n in (tool.value - 1, tool.value + 1) if tool.low <= n <= tool.high]
        return [row[1:] for row in near] + beside

    def _saying(self, tool: Tool, target: Target, value: Value) -> str:
        if tool.kind == "choice":
            label = next(choice.label for choice in tool.choices if choice.value == value)
            return f"Set {tool.name.lower()} to {label}"
        if tool.kind == "toggle":
            return f"Switch {'on' if value else 'off'}: {self._spoken(tool)}"
        if tool.kind == "place":
            gone = self.system.placed(self.state, tool.id, target) - int(value)
            whose = f" of {self.system.seats[tool.seat].name}" if tool.seat >= 0 else ""
            return f"Take {gone} from {self._area(target)}: {tool.name.lower()}{whose}"
        return f"Set {self._spoken(tool)} to {value}"

    # -- out and in ---------------------------------------------------------------------------------------------------
    def game(self, seed: int | str = 0, *, dice_by_hand: bool = False) -> Game:
        """A game that begins here. Raises `EditError` with the first fault while there is one."""
        from ..game.game import Game
        from ..runtime.position import Position

        if self.violations:
            first, n = self.violations[0], len(self.violations)
            more = "" if n == 1 else f" (and {n - 1} more)"
            raise EditError(f"the position cannot be played: {first.sentence} [{first.rule}]{more}")
        game = Game(self.system, Position(self.system, self.state.copy()), seed=seed, dice_by_hand=dice_by_hand)
        if self.name:
            game.names["title"] = self.name
        return game

    def as_json(self) -> str:
        """The position as one JSON document that needs nothing else."""
        return editor_text.as_json(self)

    def as_python(self) -> str:
        """Lines of Python that make this position."""
        return editor_text.as_python(self)

    def as_scenario(self, title: str = "") -> str:
        """The text of a scenario that begins here."""
        expect(title, str, "a title is text")
        return editor_text.as_scenario(self, title)

    @classmethod
    def read(cls, text: str) -> Editor:
        """A position from its JSON, its lines of Python (read, never executed) or a scenario's text.

        Raises `TheoError` (`EditError`, `SaveError`, `ScenarioError`) with one sentence for anything else.
        """
        expect(text, str, "a position is read from text")
        return editor_text.read(text, cls)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(editor)` after every change; returns a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def __repr__(self) -> str:
        n = len(self.violations)
        wrong = "lawful" if not n else f"{n} {'fault' if n == 1 else 'faults'}"
        named = f" {self.name!r}" if self.name else ""
        return f"<position of {self.title}{named}, {self.system.where(self.state)}; {wrong}>"
