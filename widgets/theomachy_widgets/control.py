"""What a person does on the dashboard, as messages: each becomes a change of the game or of what is looked at.

Nothing in here knows of widgets, so that every click can be tested without a browser.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from theomachy.engine.errors import IllegalAnswer, TheoError
from theomachy.engine.game.game import Game, Option
from theomachy.engine.game.plans import open_secret
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.tabletop.table import Target
from theomachy.engine.tabletop.ways import Way, way_of
from theomachy.play.opponents import opponents_of

from .admit import Stale, admit, call, one_of
from .asks import calculator, chance, readings
from .asks.areamenu import AreaMenuAsks
from .asks.calculator import CalculatorAsks
from .asks.chance import ChanceAsks
from .asks.curtain import CurtainAsks
from .asks.help import HelpAsks
from .asks.hints import HintAsks
from .asks.looks import LookAsks
from .asks.opponents import BotAsks
from .asks.reach import ReachAsks
from .asks.readings import ReadingsAsks
from .asks.report import ReportAsks
from .asks.whynot import WhyNotAsks
from .present import ALL, SPECTATOR, Moment, ViewState, lab, steps, timeline, why
from .present.boardsheets import seen
from .present.decision import group_paths, in_order, jumps, model, narrowed, opens_first
from .present.leaving import leavings
from .present.moment import Memory
from .present.picking import live
from .present.zoom import is_near
from .scene.sheets import sheet_of
from .share import Parcel, parcel
from .slices import Slices

# What a screen that belongs to one player may do; going back and forth is for those who own the table.
OF_ONE_PLAYER = frozenset(
    "answer jumpin hot confirm key number group drop find letgo event glance why unwhy whyaction whyarg whylight rule "
    "rules questions sheet hand tab front ink target press release pick stroke theme shown calm told step unit zoom "
    "boardsheet through share measure measured objective plan stage legend point leave leaving next renderer hints "
    "hint hintplay botwhy help areamenu firstlook report study reach reachfor reachlight draw lift".split()
)
# What is true of every picture: it only looks, or it goes on from wherever one stands and plays nothing.
LOOKS = frozenset(
    "shown calm leaving glance theme zoom view front ink rule rules questions sheet hand tab unit play letgo why unwhy "
    "boardsheet whylight pen share undo redo back forward step measure measured told "
    "objective plan legend point renderer pause botstep pace takeback goon seats botwhy help areamenu firstlook "
    "report study".split()
)
OF_ONE_PLAYER |= calculator.MESSAGES | readings.MESSAGES | chance.MESSAGES
LOOKS |= calculator.MESSAGES | chance.MESSAGES
LONGEST = 2_000
T = TypeVar("T")


class Controller(
    HintAsks,
    BotAsks,
    AreaMenuAsks,
    HelpAsks,
    ReachAsks,
    ReadingsAsks,
    CalculatorAsks,
    ChanceAsks,
    ReportAsks,
    WhyNotAsks,
    CurtainAsks,
    LookAsks,
):
    """Hears the messages of one screen. `faults` keeps the tracebacks of what went wrong."""

    def __init__(self, game: Game, view_state: ViewState) -> None:
        self.game, self.view_state = game, view_state
        self.memory = Memory()
        self.due = False  # somebody has played: a bot that is asked now answers
        self.faults: list[str] = []
        self.shown = "light"  # the theme that the page has come to
        self.still = False  # the person wants no motion
        self.parcel: Parcel | None = None  # a file that waits to be handed over
        self.slices = Slices()  # long answers that somebody here waits for
        self.slices.tell = self.cut_short
        self.redraw: Callable[[], None] = lambda: None  # something was found that nobody clicked for
        self.stale = False  # the page shows what is no longer true, and is to be drawn as a whole
        self.under: Callable[[float, float], list[Target]] = lambda _x, _y: []  # what lies at a point of the board
        self.lies: Callable[[int], tuple[float, float, float, float] | None] = lambda _area: None  # where, on the board
        self._pressed: list[Target] = []
        self._hears = False  # a message of this screen is being done
        self._moment: Moment | None = None
        self._sight = self._seen_of_plans()
        self.live_with(opponents_of(game))

    @property
    def moment(self) -> Moment:
        """The game as this screen sees it now."""
        if self._moment is None:
            self.sit_down()
            self.curtain_falls()
            self.view_state.bots_wait = self.bots_wait
            self._moment = Moment(self.game, self.view_state, self.memory)
        return self._moment

    def forget(self) -> None:
        """Something changed: look anew."""
        self._moment = None

    def look_anew(self) -> None:
        """Somebody else looks: what was asked before is given up."""
        self.slices.stop_all()
        self._sight = self._seen_of_plans()
        self.forget()

    def changed(self, what: str = "play") -> None:
        """The game has changed under the screen."""
        view_state = self.view_state
        if what != "note":
            self.due = what == "play"
            self.stop_thinking()
        before, self._sight = self._sight, self._seen_of_plans()
        if what != "note" and before is not None and before == self._sight:
            self.forget()  # others plan in secret: this picture is as true as it was
            return
        if what != "note":
            view_state.stamp += 1
            self.slices.stop_all()  # they were asked of another position
            view_state.hints = view_state.sought = None
            view_state.let_go()
            if view_state.readings is not None:
                view_state.readings.let_go()
            view_state.event = view_state.glance = view_state.middle = None
            view_state.beyond = ()
            view_state.error = ""
            view_state.calculation = None  # it was of another position
        self.forget()
        if what != "note" and view_state.why is not None:
            # Who goes on has done with his question; one that others played on under is asked anew.
            view_state.why = None if self._hears or not view_state.why.text else why.anew(self.moment)
            self.forget()

    def _seen_of_plans(self) -> tuple[Any, ...] | None:
        """What this screen may know of the answers since plans in secret began; None where none are being made.

        While it stays the same nothing on the page is stale: not even the count of changes may tell of the others.
        """
        position = self.game.position
        if self.view_state.view == ALL or open_secret(position) is None:
            return None
        viewer = self.view_state.view if isinstance(self.view_state.view, int) else None
        return viewer, position.base, tuple(position.seen_by(viewer))

    def handle(self, message: Any) -> None:
        """Do what a message says. Whatever goes wrong becomes one sentence in the strip of errors."""
        try:
            what, arguments = admit(
                message, self.view_state.stamp, LOOKS, OF_ONE_PLAYER if self.view_state.locked else None
            )
            method: Callable[..., None] | None = getattr(self, f"do_{what}", None)
            if method is None:
                raise IllegalAnswer(f"the page sent a message that the dashboard does not know: {what[:40]!r}")
            self.forget()
            if what not in ("shown", "glance", "point", "help", "areamenu", "firstlook"):
                self.view_state.error = ""
            self._hears = True
            call(method, arguments)
        except Exception as fault:
            self.stale = isinstance(fault, Stale)
            self.fail(fault)
        finally:
            self._hears = False
            self.forget()

    def do(self, what: str, **arguments: Any) -> None:
        """What a click on the present picture would do."""
        self.handle({"do": what, "stamp": self.view_state.stamp, **arguments})

    def cut_short(self, why: str) -> None:
        """Show that there is no more time for an answer."""
        self.view_state.error = why

    def fail(self, fault: BaseException) -> None:
        """Show a fault as one sentence."""
        text = why.sentence(fault)
        if not isinstance(fault, TheoError):
            self.faults.append("".join(traceback.format_exception(fault))[-8000:])
            text = f"Something went wrong: {type(fault).__name__}, {text}"
        self.view_state.error = text[:600]

    # -- answering ----------------------------------------------------------------------------------------------------
    def answer(self, option: Option) -> None:
        """Give an answer; a pending name becomes the name of the line that it begins."""
        before, name = self.game.here, self.view_state.name
        self._check()
        self.game.play(option)
        self._pass_on()
        if name:
            path = self.game.tree.path(self.game.here)
            self.game.tree.nodes[path[path.index(before) + 1]].name = name
            self.view_state.name = ""

    @property
    def open_table(self) -> bool:
        """Is nothing kept from anybody who looks at this game? Then nobody is asked for the sake of secrets alone."""
        return (self._alone or self.view_state.view == ALL) and not self.game.keeps_pauses

    @property
    def _alone(self) -> bool:
        """Do bots alone oppose whoever plays here? Then he is not even asked in private what has one answer."""
        return bool(self.opponents.bots) and len(self.opponents.people) < 2

    @property
    def _asked_for_show(self) -> bool:
        """Is the question that waits one that nobody has to be asked here?"""
        return self.open_table and (self.game.pauses or (self._alone and self.game.foregone))

    def _pass_on(self) -> None:
        """Answer what nobody has to be asked here."""
        if self.open_table:
            self.game.pass_pauses(alone=self._alone)

    def _check(self) -> None:
        if not self.moment.may_answer:
            raise IllegalAnswer("it is not for this view to answer")

    def _option(self, i: int) -> Option:
        options = self.moment.decision.options if self.moment.decision else ()
        found = next((o for o in options if o.index == i), None)
        if found is None:
            raise IllegalAnswer("that option is not there any more")
        return found

    def do_answer(self, i: int) -> None:
        self.answer(self._option(i))

    def do_hot(self, i: int) -> None:
        self.view_state.hot = self._option(i).index

    def do_next(self, n: int) -> None:
        """Choose the next option (1) or the one before it (-1), as arrows do at the board; groups open on the way."""
        look, m = self.view_state, self.moment
        if m.decision is None or not m.may_answer:
            return
        walk = in_order(m)
        now = look.hot
        if now is None and not any(path for path, _ in walk):  # from what the button proposes, if that is in sight
            now = next((row["i"] for row in model(m).get("rows") or [] if row.get("hot")), None)
        at = next((k for k, (_, o) in enumerate(walk) if o.index == now), -1)
        if walk:
            path, option = walk[max(0, min(at + (1 if n > 0 else -1), len(walk) - 1))]
            look.path, look.hot = path, option.index

    def do_point(self, i: int | None = None) -> None:
        """The pointer has come to an option, or left it: nothing is chosen."""
        self.view_state.pointed = i if isinstance(i, int) else None

    def do_confirm(self) -> None:
        if self.view_state.hints is not None:
            self.do_hintplay()
            return
        rows = model(self.moment).get("rows") or []
        hot = next((row for row in rows if row.get("hot")), None)
        if hot is not None:
            self.answer(self._option(hot["i"]))
        elif rows and opens_first(self.moment, rows):
            self.do_group(rows[0]["g"])

    def do_key(self, n: int) -> None:
        if self.view_state.hints is not None:
            self.do_hint(n)
            return
        rows = model(self.moment).get("rows") or []
        row = next((row for row in rows if row.get("key") == str(n)), None)
        if row is None:
            return
        if "g" in row:
            self.do_group(row["g"])
        else:
            self.answer(self._option(row["i"]))

    def do_number(self, n: int) -> None:
        options = self.moment.decision.options if self.moment.decision else ()
        found = next((o for o in options if o.value == n), None)
        if found is None:
            raise IllegalAnswer(f"{n} is not offered")
        self.answer(found)

    def do_jumpin(self, i: int) -> None:
        found = next((o for o in jumps(self.moment) if o.index == i), None)
        if found is None:
            raise IllegalAnswer("that is not possible any more")
        self.game.play(found)

    def do_leaving(self, seat: int | None = None) -> None:
        """Somebody wants to leave the table for good: is that meant? None: no."""
        self.view_state.leaving = seat if isinstance(seat, int) else None

    def do_leave(self, seat: int) -> None:
        found = next((o for o in leavings(self.moment) if o.value[2] == seat), None)
        if found is None:
            raise IllegalAnswer("nobody can leave for that seat, from this screen or at this moment")
        self.game.play(found)

    def do_faces(self, text: str) -> None:
        self._check()
        if self.game.position.decision is None or self.game.position.decision.dice is None:
            raise IllegalAnswer("no dice are to be thrown now")
        said = str(text)[:LONGEST]
        if any(sign.isalpha() for sign in said):
            self.game.play(said)  # "2 hits" names an outcome
        else:
            self.game.play(dice=said)

    def do_roll(self) -> None:
        self._check()
        by_hand, self.game.dice_by_hand = self.game.dice_by_hand, False
        try:
            self.game.play()
        finally:
            self.game.dice_by_hand = by_hand

    def do_byhand(self) -> None:
        self.game.dice_by_hand = not self.game.dice_by_hand
        if not self.game.dice_by_hand:
            self.game.play()  # what waited for a hand is thrown now

    # -- narrowing ----------------------------------------------------------------------------------------------------
    def do_group(self, g: int) -> None:
        self.view_state.path = one_of(group_paths(self.moment), g)
        self.view_state.hot = None

    def do_drop(self, i: int) -> None:
        path = self.view_state.path
        one_of([*path, *self.view_state.picked], i)
        if i < len(path):
            self.view_state.path = path[:i]
        else:
            del self.view_state.picked[i - len(path) :]
        self.view_state.hot = None

    def do_find(self, text: str, take: bool = False) -> None:
        self.view_state.find, self.view_state.hot = str(text)[:80], None
        self.forget()
        if take:
            self.do_confirm()

    def do_letgo(self) -> None:
        view_state = self.view_state
        if view_state.pen:
            view_state.pen = False
        elif self.let_hints_go():
            return
        elif view_state.sought is not None:
            self.close_reach()
        elif view_state.readings is not None:
            self.close_readings()
        elif view_state.leaving is not None:
            view_state.leaving = None
        elif view_state.calculation is not None:
            view_state.calculation = None
        elif view_state.measure is not None:
            view_state.measure = None
        elif view_state.event is not None:
            view_state.event = None
        elif view_state.picked or view_state.path or view_state.find:
            view_state.let_go()
        else:
            view_state.why = None

    def do_target(self, target: Target, k: int = -1) -> None:
        self.pick([str(target)])

    # What comes from the board: the canvas tells points of its picture, from 0 to 1, and the accessible board things.
    def do_press(self, x: float, y: float) -> None:
        self._pressed = self.under(float(x), float(y))
        if not self.view_state.pen:
            self.pick(self._pressed)

    def do_release(self, x: float, y: float) -> None:
        if self.view_state.pen:
            self.mark(self._pressed, self.under(float(x), float(y)))

    def do_pick(self, targets: Sequence[Target]) -> None:
        things = [str(t) for t in targets]
        if self.view_state.pen:  # a click is no stroke there: it rings
            self.mark(things, things)
        else:
            self.pick(things)

    def do_stroke(self, start: Sequence[Target], end: Sequence[Target]) -> None:
        if self.view_state.pen:
            self.mark([str(t) for t in start], [str(t) for t in end])

    def pick(self, targets: Sequence[Target]) -> None:
        """A click on the board or on a card: it answers, or it narrows the options."""
        m, view_state = self.moment, self.view_state
        view_state.beyond = ()
        if (way := next((way for t in targets if (way := way_of(m.shown.board, t))), None)) is not None:
            # A click on the sign: who may choose the area around it means that.
            targets = self._through(way, [f"area:{way.area}"], [f"area:{end}" for end in way.ends])
            if not targets:
                return
        if view_state.measure is not None:
            view_state.measure.pick(targets)
            return
        if view_state.event is not None:
            view_state.event = None
            return
        if view_state.why is not None and why.pick(m, targets):
            return
        if m.decision is None or not m.may_answer:
            self._look_at(targets)
            return
        self.close_hints()
        if any(t in view_state.picked for t in targets):
            view_state.picked = view_state.picked[
                : min(view_state.picked.index(t) for t in targets if t in view_state.picked)
            ]
            view_state.hot = None
            return
        found = self._matching(targets)
        if found is None and (view_state.picked or view_state.path or view_state.find):
            view_state.let_go()
            found = self._matching(targets)
        if found is None:
            self._look_at(targets)
            return
        target, options = found
        picked = {*view_state.picked, target}
        if len(options) == 1 and set(options[0].targets) <= picked:
            self.answer(options[0])
        else:
            view_state.picked.append(target)
            view_state.hot = options[0].index if len(options) == 1 else None

    def do_through(self, k: Target) -> None:
        """Along a way, as its row is read: to where it leads; of the whole board to either end."""
        way = way_of(self.moment.shown.board, str(k)[:40])
        if way is None:
            raise IllegalAnswer("that way is not there")
        own = [] if seen(self.moment) is not None else [f"area:{way.area}"]
        if targets := self._through(way, [f"area:{end}" for end in way.ends], own):
            self.pick(targets)

    def _through(self, way: Way, *tried: list[Target]) -> list[Target]:
        """The first of these targets of a way that can be chosen; if none can, nothing, and one looks at its other
        end.
        """
        asks = self.view_state.why is None and self.view_state.measure is None
        may = live(self.moment) if asks else {}
        for targets in tried:
            if any(target in may for target in targets):
                return targets
        look, sheet = self.view_state, sheet_of(self.moment.shown.board, way.ends[0])
        look.beyond = way.ends
        if seen(self.moment) is not None and sheet is not None:
            look.boardsheet, look.boardsheet_at = sheet, look.stamp
        return []

    def _look_at(self, targets: Sequence[Target]) -> None:
        """What answers nothing comes into the middle of a board that is seen from near."""
        area = self._area(targets)
        if is_near(self.moment) and area is not None:
            self.view_state.middle = area

    def _area(self, targets: Sequence[Target]) -> int | None:
        """The first area of the board among some targets."""
        known = {f"area:{area.id}": area.id for area in self.moment.table.board.areas}
        return next((known[t] for t in targets if t in known), None)

    def _matching(self, targets: Sequence[Target]) -> tuple[Target, list[Option]] | None:
        """The first target that any option names, and those options; an option's own next target goes before."""
        options = narrowed(self.moment)
        for target in targets:
            named = [o for o in options if target in o.targets]
            first = [o for o in named if next((t for t in o.targets if t not in self.view_state.picked), "") == target]
            if first or named:
                return target, first or named
        return None

    # -- going through the game ---------------------------------------------------------------------------------------
    def do_undo(self) -> None:
        before = self.game.here
        self.game.undo()
        while self.game.can_undo and (self._asked_for_show or self._bot_asked):
            self.game.undo()
        if self._bot_asked:
            self.game.go(before)
            raise IllegalAnswer("there is nothing to undo: so far only bots have answered")

    def do_redo(self) -> None:
        self.game.redo()
        while self.game.can_redo and self._bot_asked:
            self.game.redo()

    @property
    def _bot_asked(self) -> bool:
        return self.opponents.due is not None

    def do_jump(self, k: int) -> None:
        line = self.moment.line
        self.game.go(line[max(0, min(int(k), len(line) - 1))])

    def do_step(self, n: int = 1, by: str = "") -> None:
        """One step forward (1) or back (-1), by answer, event, action, phase or round."""
        unit, m = by or self.view_state.by, self.moment
        if unit not in steps.UNITS:
            raise IllegalAnswer(f"one steps by {', '.join(steps.UNITS)}")
        if unit == "event" and self._in_story(n):
            return
        if self.view_state.locked:
            raise IllegalAnswer("this screen belongs to one player: it cannot do that")
        if unit == "event":
            self._past_story(n)
        elif (k := steps.stop(m, unit, n)) is not None:
            self.view_state.event = None
            self.game.go(m.line[k])

    def _in_story(self, n: int) -> bool:
        """To the next event of the story that is told; False if the step leads out of it."""
        many, at = len(self.moment.story), self.view_state.event
        k = (many if at is None else at) + (1 if n > 0 else -1)
        if not 0 <= k < many and (at is None or k < 0):
            return False
        self.do_event(k if k < many else None)
        return True

    def _past_story(self, n: int) -> None:
        """Across an answer: forward to the first event that it brings, back to the last before it."""
        m = self.moment
        depth = m.game.tree.nodes[m.game.here].depth
        k = steps.stop(m, "answer", n)
        if k is None:
            return
        self.game.go(m.line[k])
        self.forget()
        if n > 0:
            self.do_event(steps.first_after(self.moment, depth))

    def do_unit(self, by: str) -> None:
        self.view_state.by = by if by in steps.UNITS else "answer"

    def do_back(self) -> None:
        self.do_step(-1, "answer")

    def do_forward(self) -> None:
        self.do_step(1, "answer")

    def do_play(self) -> None:
        self.view_state.plays += 1

    def do_event(self, k: int | None = None, by: int = 0) -> None:
        n, at = len(self.moment.story), self.view_state.event
        if by:
            k = (n if at is None else at) + by
            k = None if k >= n else max(0, k)
        self.view_state.event = k if k is not None and 0 <= k < n else None
        if self.view_state.event is not None and (rule := self.moment.story[self.view_state.event].event.rule):
            self.view_state.rule = rule

    def do_glance(self, k: int | None = None) -> None:
        self.view_state.glance = k if isinstance(k, int) else None

    def do_eventbranch(self, k: int) -> None:
        """Stand where the event can still come out otherwise, before its roll if it has one, with dice by hand."""
        told, nodes = one_of(self.moment.story, k), self.game.tree.nodes
        node = at = told.node
        # Several rolls may have been told only after the last of them: each is its own way back from there.
        later = [t for t in self.moment.story[k + 1 :] if t.node == told.node and t.event.dice == told.event.dice]
        rolls: list[int] = []
        while told.event.dice is not None and (entry := nodes[at].entry) is not None and entry.who == CHANCE:
            at = nodes[at].parent
            decision = nodes[at].position.decision
            if decision is not None and decision.dice == told.event.dice[:2] and entry.answer == told.event.dice[2]:
                rolls.append(at)
        if rolls:
            node = rolls[min(len(later), len(rolls) - 1)]
        self.game.dice_by_hand = True
        self.game.go(node)

    def do_branch(self, b: int) -> None:
        self.game.go(one_of(timeline.side_lines(self.moment), b)[2][-1])

    def do_go(self, n: int) -> None:
        self.game.go(one_of(lab.stations(self.moment), n)[1])

    def do_name(self, text: str) -> None:
        """Name the position; at the bar's wish, the line that the next answer begins."""
        self.game.tree.nodes[self.game.here].name = str(text)[:80]

    def do_line(self, text: str) -> None:
        self.view_state.name = str(text)[:80]

    def do_note(self, text: str) -> None:
        self.game.note(str(text)[:LONGEST])

    def do_pen(self) -> None:
        self.view_state.pen = not self.view_state.pen

    def mark(self, start: Sequence[Target], end: Sequence[Target]) -> None:
        """A stroke of the pen: an arrow between two areas, else a ring; the same stroke again takes it away."""
        node = self.game.tree.nodes[self.game.here]
        a, b = self._area(start), self._area(end)
        if a is not None and b is not None and a != b:
            pair = (a, b)
            arrows = tuple(x for x in node.arrows if x != pair)
            self.game.mark(arrows=arrows if pair in node.arrows else (*arrows, pair))
        elif start:
            rings = tuple(x for x in node.rings if x != start[0])
            self.game.mark(rings=rings if start[0] in node.rings else (*rings, start[0]))

    def do_wipe(self) -> None:
        self.game.mark(rings=(), arrows=())

    def do_promote(self) -> None:
        self.game.tree.promote(self.game.here)

    # -- taking along -------------------------------------------------------------------------------------------------
    def do_share(self, kind: str) -> None:
        """Make a file for the person at the screen. A saved game holds all that is hidden: no seat alone has it."""
        # Who passes his screen on keeps the game by it, and no page shows what a file holds.
        if kind == "save" and self.view_state.locked and not self.view_state.curtain:
            raise IllegalAnswer("a saved game holds everything: it is for who sees the whole table")
        view = ALL if kind == "save" else self.view_state.view
        self.parcel = parcel(self.game, str(kind), view, self.shown)

    def do_study(self) -> None:
        """The present position as a chapter of a study."""
        if self.view_state.view == SPECTATOR:
            raise IllegalAnswer("a position is kept by a player, or by who sees all")
        self.view_state.study += 1

    def do_compare(self) -> None:
        """Show the present position beside the end of another line; or no more."""
        self.view_state.other = timeline.other_end(self.moment) if self.view_state.other is None else None
        self.view_state.report = False
