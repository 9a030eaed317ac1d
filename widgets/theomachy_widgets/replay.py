"""A replay as one HTML file: the line through a position with its branches, to be opened anywhere, without a kernel.

The file holds its data as JSON, its own script and its own style sheet, and forbids itself everything else by a content
security policy. Every text travels as data and is set as text. Whatever is drawn is kept once, and a frame is what
changes against the frame before it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.game.save import write
from theomachy.engine.runtime.decision import asked_of
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import TO_ACT, Table, with_asked

from .alone import document
from .drawn import LAYERS, WIDTH, Kept, Pictures
from .esm import bundle
from .esm import sheet as css
from .motion import motions
from .panels import look, told
from .present import Moment, ViewState, bar, fight, hand, icons_of, sheet, stages, story, strip, timeline, tracks
from .present.beside import all_of
from .present.film import Frame, Line, film, lines, moment_of
from .present.moment import THEMES
from .scene.build import Scene, build, fight_at
from .text import escape

BESIDE = ("lines", "hands", "attack", "paper", "cards", "sums", "throws", "conditions")
MOST_LINES = 400  # in the file, unless more are asked for; its menu shows the first few and opens the rest


def replay_html(
    game: Game,
    path: str | Path | None = None,
    view: int | str | None = None,
    line: int | None = None,
    theme: str = "auto",
    most: int = MOST_LINES,
) -> str:
    """The line through the present position, with its branches, as one HTML document; also written to `path` if given.

    `view` is a seat (index, name, title or letters) or "spectator": then nothing that this viewer may not see is in the
    file, and no name or note that a person has written at a position, since those may tell it. None hides nothing.
    `line` is another position of the tree, whose line is shown first. `theme` is "auto" (as the reader's machine),
    "light" or "dark". Of a tree with more than `most` lines the rest is left out, and the page says how many. Raises
    `UnknownName` for a seat that is not there, `IllegalAnswer` for a position that is not there, and `ValueError` for a
    theme that is none or a `most` below 1.
    """
    if most < 1:
        raise ValueError(f"most is {most}; a replay holds at least one line")
    if theme not in THEMES:
        raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
    node = _first(game, line)
    text = _page(_Replay(moment_of(game, view), node, theme, most))
    if path is not None:
        write(Path(path), text)
    return text


def line_count(game: Game, view: int | str | None = None, line: int | None = None) -> int:
    """How many lines a replay has for this viewer, if none is left out. Raises as `replay_html` does."""
    return len(lines(moment_of(game, view), _first(game, line)))


def _first(game: Game, line: int | None) -> int:
    """The position whose line comes first."""
    if line is not None and (isinstance(line, bool) or not isinstance(line, int)):
        raise IllegalAnswer(f"a line is named by a position of its own, a number, not {line!r}")
    return game.here if line is None else game.tree.check(line)


class _Still(Moment):
    """A moment of the film: the table is given, and nothing of before or after is asked."""

    def __init__(self, m: Moment, table: Table, told: list[Any], look: ViewState | None = None) -> None:
        super().__init__(m.game, look or m.view_state, m.memory)
        self.__dict__ |= {"table": table, "shown": table, "story": told, "told": None, "decision": None}

    def history(self) -> list[tuple[str, list[float], list[dict[str, int]]]]:
        return []


def _ruled(thing: Any) -> Iterator[str]:
    """The rules that a model names, however deep."""
    if isinstance(thing, dict):
        yield thing.get("rule", "")
        for value in thing.values():
            yield from _ruled(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from _ruled(value)


class _Folded:
    """Models whose equal branches are kept once, however deep: a sheet of a hundred boxes with one of them fresh.

    `all` holds lists and objects; what stands in one of them is a plain value, or `[n]`, the branch with that number.
    """

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._known: dict[Any, int] = {}

    def number(self, thing: Any) -> int:
        found: Any
        if isinstance(thing, dict):
            found = {key: self._within(value) for key, value in thing.items()}
            key: Any = tuple((name, *_told_apart(value)) for name, value in found.items())
        else:
            found = [self._within(value) for value in thing]
            key = (None, *map(_told_apart, found))
        number = self._known.setdefault(key, len(self.all))
        if number == len(self.all):
            self.all.append(found)
        return number

    def _within(self, value: Any) -> Any:
        return [self.number(value)] if isinstance(value, (dict, list, tuple)) else value


def _told_apart(value: Any) -> tuple[Any, ...]:
    """1 and true are equal here, and not the same in the file."""
    return (list, value[0]) if isinstance(value, list) else (value.__class__, value)


def change(before: list[int], after: list[int]) -> list[int] | int:
    """What turns one list into the other: how much stays at the front and at the end, and what stands between."""
    if before == after:
        return 0
    most = min(len(before), len(after))
    front = next((i for i in range(most) if before[i] != after[i]), most)
    back = next((i for i in range(most - front) if before[-1 - i] != after[-1 - i]), most - front)
    return [front, back, *after[front : len(after) - back]]


class _Replay:
    """The data of the file."""

    def __init__(self, m: Moment, node: int, theme: str, most: int) -> None:
        self.m, self.theme = m, theme
        self.pictures = Pictures(("light", "dark") if theme == "auto" else (theme,))
        self.words, self.heads, self.models = Kept(), Kept(), _Folded()
        self.values, self.cards, self.hands, self.bits, self.sheets = (Kept() for _ in range(5))
        self.windows = Kept()
        self.rules: dict[str, list[str]] = {}
        self.title = m.game.names.get("title", "") if m.all else ""
        first = m.table_of(m.game.tree.nodes[0].position.state)
        scene = build(first, theme=self.pictures.themes[0], width=WIDTH)
        self.box = [scene.width, scene.height]
        self.lines: list[dict[str, Any]] = []
        self._ends: list[list[tuple[int, list[list[int]], Table]]] = []  # (node, lists, table) of all frames of a line
        known = lines(m, node)
        self.left = max(0, len(known) - most)
        for each in known[:most]:
            self.lines.append(self._line(each))
        self.last = self._ends[0][-1][2]
        self.start = self._opens_at(node)

    def _opens_at(self, node: int) -> int:
        """The frame that is shown first: where the game stands, or the end of the line if nothing stands there yet."""
        frames = self._ends[0]
        at = [k for k, (n, _, table) in enumerate(frames) if n == node and any(p.area >= 0 for p in table.pieces)]
        return at[-1] if at else len(frames) - 1

    # -- lines and frames ---------------------------------------------------------------------------------------------
    def _line(self, line: Line) -> dict[str, Any]:
        m, tree = self.m, self.m.game.tree
        before: list[tuple[int, list[list[int]], Table]] = []
        if line.parent >= 0:
            known = self._ends[line.parent]
            shared = set(line.path[: line.depth + 1])
            before = [row for row in known if row[0] in shared]
        count, shown, visible = [], -1, set(m.visible(list(line.path)))
        for node in line.path:
            shown += node in visible
            count.append(shown)
        places = dict(zip(line.path, count, strict=True))
        frames = film(m, line.path, line.depth)
        steps: dict[int, list[Any]] = {}
        for frame in frames:
            steps.setdefault(frame.step, []).append(frame.told)
        rows, all_rows, at_step = [], list(before), Counter[int]()
        for frame in frames:
            told = [one for one in steps[frame.step] if one is not None]
            at_step[frame.step] += frame.told is not None
            _, lists, last = all_rows[-1] if all_rows else (0, [[]] * (len(LAYERS) + 1), None)
            row, lists = self._frame(frame, told[: at_step[frame.step]], lists, last)
            row["a"], row["s"] = places[frame.node], frame.step
            rows.append(row)
            all_rows.append((frame.node, lists, frame.table))
        self._ends.append(all_rows)
        own = [n for n in line.path[line.depth + 1 :] if n in visible]
        found: dict[str, Any] = {"frames": rows, "marks": [self._mark(n) for n in own if n != 0]}
        if line.parent >= 0:
            found |= {"from": [line.parent, len(before) - 1], "name": self._name(own)}
        else:
            main = list(line.path) == tree.main()
            found["name"] = timeline.main_name(self.m) if main else self._name(list(line.path))
        return found

    def _name(self, run: list[int]) -> str:
        """What a line is called."""
        return timeline.line_name(self.m, run)

    def _answers(self, node: int) -> tuple[int, ...]:
        """Who gave the last answer on the way to a position, or is asked at the beginning, as far as one may know."""
        nodes = self.m.game.tree.nodes
        while node > 0:
            entry = nodes[node].entry
            assert entry is not None
            if entry.who >= 0:
                return () if entry.quiet and not self.m.all and entry.who != self.m.viewer else (entry.who,)
            node = nodes[node].parent
        return asked_of(nodes[0].position.decision, self.m.viewer, all_seen=self.m.all)

    def _mark(self, node: int) -> list[Any]:
        """The mark of an answer on the timeline: its turn, whose it is, and whether it was an action."""
        m, nodes = self.m, self.m.game.tree.nodes
        entry = nodes[node].entry
        assert entry is not None
        turn = nodes[nodes[node].parent].moment[0]
        tall = entry.who >= 0 and isinstance(entry.answer, tuple) and not m.hides(entry)
        said = nodes[node].note if m.all else ""
        return [str(turn) if turn > 0 else "set-up", m.colour(entry.who), int(tall), *([said] if said else [])]

    def _frame(
        self, frame: Frame, told: list[Any], before: list[list[int]], last: Table | None
    ) -> tuple[dict[str, Any], list[list[int]]]:
        scene, lists = self.pictures.layers(frame.table, frame.marks)
        lists = [*lists, self._in_words(scene)]
        t = frame.table
        answers = self._answers(frame.node)
        still = _Still(self.m, _answered(t, answers), told)
        beside = {
            "stages": stages.model(still, jump=False),
            "fight": fight.model(still),
            "tracks": tracks.model(still, remarks=True),
        }
        beside |= {name: model for name, model in all_of(still).items() if model}
        known = len(self.models.all)
        row: dict[str, Any] = {
            "w": frame.who,
            "t": frame.text,
            "h": self.heads.number(_head(still, scene, answers)),
            "p": self.models.number(strip.players(still)),
            "x": self.models.number(beside),
            "v": self.values.number([frame.turn, *frame.strength]),
            "q": self._hands(still),
            "b": self._sheets(still),
            "c": [change(a, b) for a, b in zip(before, lists, strict=True)],
        }
        if (area := fight_at(t)) is not None:
            row["z"] = self.windows.number(_window(scene, area))
        if frame.told is not None:
            row |= self._event(frame)
        if last is not None and (moves := self._moves(last, t, frame, scene)):
            row["m"] = moves
        self._rules_of(row, beside if row["x"] >= known else {})
        return row, lists

    def _event(self, frame: Frame) -> dict[str, Any]:
        told = frame.told
        assert told is not None
        e = told.event
        found: dict[str, Any] = {"e": 1, "d": told.depth, "r": frame.rule}
        if not told.secret:
            found |= {
                "g": e.beside,
                "i": story.faces(e),
                "n": e.note,
                "y": [[self.m.system.source_name(name), str(figure), rule] for name, figure, rule in e.why],
            }
        return {key: value for key, value in found.items() if value}

    def _hands(self, still: _Still) -> list[int]:
        """The hands that the viewer may see, the one first that is shown unless another is asked for."""
        first = hand.model(still)
        if not first:
            return []
        if not first["seats"]:
            return [self.hands.number([-1, first["note"], []])]
        seats = sorted(first["seats"], key=lambda one: not one["on"])
        return [self._hand(still, one["seat"]) for one in seats]

    def _hand(self, still: _Still, seat: int) -> int:
        told = hand.model(_Still(self.m, still.table, [], replace(self.m.view_state, hand=seat)))
        cards = []
        for card in told["cards"]:
            cards.append(self.cards.number({key: card[key] for key in ("name", "icon", "text", "rule", "note")}))
            self._rule(card["rule"])
        return self.hands.number([seat, told["note"], cards])

    def _sheets(self, still: _Still) -> list[int]:
        """The sheet of every player, put together from rows that are kept once."""
        found = []
        for one in still.table.sheets:
            told = sheet.model(_Still(self.m, still.table, [], replace(self.m.view_state, sheet=one.seat)), every=True)
            plain = [self.bits.number(told[key]) for key in ("tokens", "figures")]
            rows = [[self.bits.number(row) for row in told[key]] for key in ("slots", "pieces")]
            found.append(self.sheets.number([one.seat, told["name"], told["status"], *plain, *rows]))
            for _, slots in told["slots"]:
                for slot in slots:
                    self._rule(slot["rule"])
        return found

    def _in_words(self, scene: Scene) -> list[int]:
        """What stands where, for those who do not see the picture."""
        areas: dict[int, str] = {hit.area: hit.label for hit in scene.hits if hit.disc is None}
        taken = {hit.area for hit in scene.hits if hit.disc is not None}
        return [self.words.number(areas[area]) for area in areas if area in taken]

    def _moves(self, before: Table, after: Table, frame: Frame, scene: Scene) -> list[list[float]]:
        """What glides into its place in this frame: the part, and how far from its place it comes."""
        found: list[list[float]] = []
        for each in motions(before, after, frame.marks.arrows):
            token = scene.token(each.arrives) if each.arrives else None
            if token is None:
                continue
            part = self.pictures.part(token)
            if each.kind == "place":
                found.append([part])
            elif each.start is not None and each.start in scene.ground.areas:
                x, y = scene.ground.centre(each.start)
                found.append([part, round(x - token.x), round(y - token.y)])
        return found[:24]

    def _rules_of(self, row: dict[str, Any], beside: dict[str, Any]) -> None:
        """Keep the text of every rule that is named anywhere: in a row, and beside the board if that is new."""
        ids = {row.get("r", "")} | {part[2] for part in row.get("y", ())}
        ids |= {track["rule"] for track in beside.get("tracks", {}).get("tracks", ())}
        if fight := beside.get("fight"):
            ids.add(fight["rule"])
            for side in fight["sides"]:
                ids |= {force["rule"] for force in side["forces"]} | {part[2] for part in side["parts"]}
        for name in BESIDE:
            ids |= set(_ruled(beside.get(name)))
        for name in ids:
            self._rule(name)

    def _rule(self, name: str) -> None:
        book = self.m.system.rulebook
        if name and name in book and name not in self.rules:
            rule = book[name]
            self.rules[name] = [rule.title, rule.text, rule.where]

    # -- the whole ----------------------------------------------------------------------------------------------------
    def data(self) -> dict[str, Any]:
        """Everything that the script of the file needs."""
        m = self.m
        names = {m.colour(s.index): m.seat_name(s.index) for s in m.seats} | {"chance": "Chance"}
        if m.all:
            seen = ""
        else:
            seen = "as a spectator sees it" if m.viewer is None else f"as {m.seat_name(m.viewer)} sees it"
        shown = {
            "models": self.models.all,
            "cards": self.cards.all,
            "bits": self.bits.all,
        }
        return {
            "theme": self.theme,
            "box": self.box,
            "game": m.game.title,
            "title": self.title,
            "seen": seen,
            "names": names,
            "icons": icons_of(shown),
            "style": told(""),
            "palette": self.pictures.palette.all,
            "defs": self.pictures.defs(),
            "parts": self.pictures.parts,
            "pieces": self.pictures.pieces.all,
            "words": self.words.all,
            "heads": self.heads.all,
            **shown,
            "values": self.values.all,
            "windows": self.windows.all,
            "hands": self.hands.all,
            "sheets": self.sheets.all,
            "seats": {str(s.index): [m.seat_token(s.index), m.seat_name(s.index)] for s in m.seats},
            "left": self.left,
            "rules": self.rules,
            "lines": self.lines,
            "start": self.start,
        }


def _window(scene: Scene, area: int) -> list[Any]:
    """What is seen of the board when a fight is shown larger, and the name of its area."""
    w = scene.ground.round(area)
    return [w.x, w.y, round(scene.width / w.k, 1), round(scene.height / w.k, 1), scene.ground.areas[area].name]


def _answered(table: Table, who: tuple[int, ...]) -> Table:
    """The table with the mark of the row of players at those whom the bar names: they have answered."""
    marked = with_asked(table, who)
    said = tuple(replace(each, status="answers") if each.status == TO_ACT else each for each in marked.sheets)
    return replace(marked, sheets=said)


def _head(m: _Still, scene: Scene, who: tuple[int, ...]) -> dict[str, Any]:
    """The bar of a frame; `who` has answered, or is asked."""
    t = m.table
    return {
        "place": bar.place(m),
        "phases": bar.pills(t, plain=True),
        "who": [m.seat_token(who[0]), ", ".join(m.seat_name(seat) for seat in who)] if who else None,
        "say": scene.title,
        "text": scene.description,
    }


def _page(replay: _Replay) -> str:
    script = bundle('import "./data/replay.js";', script=True)
    whole_look = look() + css("data/replay.css")
    data = json.dumps(replay.data(), separators=(",", ":"), sort_keys=True)
    title = escape(", ".join(part for part in (replay.m.game.title, replay.title, "replay") if part))
    return document(title, script, whole_look, {"replay": data}, describe(replay.last))
