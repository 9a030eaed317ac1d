"""Bots at the dashboard: they think in slices and answer at the pace that a person sets; pause, step, why, take back.

One screen of a table lets its bots think, though several may show it. What a screen may not know of a thought (how long
it takes, about how much it is) it is not told: an answer that hangs on what is hidden comes with the beat of the pace.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING

from theomachy.answers.work import Budget
from theomachy.engine.errors import IllegalAnswer
from theomachy.play.opponents import NOBODY, PACES, PERSON, choices
from theomachy.play.reasons import Reason, secretive, why
from theomachy.play.telling import told
from theomachy.play.thinking import Thought

from ..present.moment import Thinks
from ..present.opponents import rows
from ..slices import Slices
from .asking import Asks

if TYPE_CHECKING:
    from theomachy.play.opponents import Opponents

ANSWER = Budget(seconds=20.0)  # of one answer of a bot of ours; those from outside have their own
BEAT = 0.6  # seconds: answers that hang on what is hidden come with it
SOON = 0.3  # seconds of thought of which nothing is shown
AGAIN = 1.0  # seconds after which a screen looks whether it is its turn to let bots think
GLANCE, PATIENCE = 0.25, 40  # seconds between two looks whether the page has come, and how many
NAME = "bots"


class BotAsks(Asks):
    """The part of a controller that lives with bots."""

    opponents: Opponents
    due: bool

    if TYPE_CHECKING:

        def fail(self, fault: BaseException) -> None: ...
        def cut_short(self, why: str) -> None: ...
        def do_undo(self) -> None: ...
        def _pass_on(self) -> None: ...

    def live_with(self, opponents: Opponents) -> None:
        """These are who plays here."""
        self.opponents = opponents
        self.thoughts, self.reasons = Slices(bots=True), Slices()
        self.thoughts.tell, self.reasons.tell = self._out_of_time, self.cut_short
        self._said = ""  # why a bot may think no longer
        self.told: Callable[[], None] = lambda: None  # they have played: what there is to do next is done
        self.ready: Callable[[], bool] = lambda: True  # the page has come: what is sent before, it would not hear
        self._patience = PATIENCE
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._steps = False  # one action, though they wait
        self._gives = False  # an answer is being played
        self._inside = False  # an action is under way: its other answers follow at once
        self.sit_down()

    def sit_down(self) -> None:
        """Who plays may have changed."""
        table = self.opponents
        self.view_state.bots = frozenset((*table.bots, *table.vacant))

    # -- thinking -----------------------------------------------------------------------------------------------------
    @property
    def bots_wait(self) -> bool:
        """Is a bot asked, but waits to be told to go on?"""
        table = self.opponents
        return table.due is not None and (not self.due or ((table.paused or table.pace == "step") and not self._steps))

    def let_bots(self) -> None:
        """Let the bot that is asked now think, if one is and may; without an event loop, all of them to the end."""
        table = self.opponents
        if self._gives:
            return
        if table.due is None or self.bots_wait or self.thoughts.busy(NAME) or self._timer is not None:
            if table.due is None:
                self._steps = False
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while self.bots_answer() and not self.bots_wait:
                pass
            self.redraw()
            return
        if self._patience == PATIENCE or (self._patience and not self.ready()):
            self._patience -= 1
            self._after(GLANCE, self.told)
            return
        if not self.here:
            self._after(AGAIN, self.let_bots)
            return
        other = table.thinks
        if isinstance(other, BotAsks) and other is not self and not other.here:
            other.stop_thinking()
        if table.thinks not in (None, self):
            self._after(AGAIN, self.told)  # another screen lets them; should it go, this one does
            return
        table.thinks = self
        self._began = loop.time()
        self._think()

    @property
    def here(self) -> bool:
        """Is somebody at this screen, as far as one knows?"""
        return self.thoughts.visit.there()

    def _think(self) -> None:
        table = self.opponents
        seat = table.due
        assert seat is not None
        self.view_state.thinks = Thinks(seat, table.word_of(seat))
        self.thoughts.start(NAME, table.think(), self._thought, ANSWER)

    def _thought(self, thought: Thought | None, over: bool) -> None:
        """A bot has come somewhere; when it is done, its answer waits for the beat."""
        table, loop = self.opponents, asyncio.get_running_loop()
        seat, thinks = table.due, self.view_state.thinks
        if seat is None or thinks is None:
            return
        spent = loop.time() - self._began
        hangs = secretive(self.game.position, seat, self._viewer) and not self._sees_all
        if not over:
            if thought is not None and spent > SOON and not hangs:
                thinks.done, thinks.of = thought.done, thought.of
            self.forget()
            self.redraw()
            return
        wait, beat = (0.0, BEAT / 4) if self._inside else (0.0 if self._steps else PACES[table.pace] or 0.0, BEAT)
        if hangs and table.pace != "once":
            beat = max(wait, beat)
            wait = beat * max(1, ceil(spent / beat))
        found = table.cut_short(thought)
        if self._timer is None:
            self._after(max(0.0, wait - spent), lambda: self._give(found))

    def _out_of_time(self, why: str) -> None:
        self._said = why

    def _after(self, seconds: float, call: Callable[[], None]) -> None:
        """Do something later, in the turn of the page."""

        def now() -> None:
            self._timer = None
            if self.thoughts.later is None:
                call()
            else:
                self.thoughts.later(call)

        self._timer = asyncio.get_running_loop().call_later(seconds, now)

    def _give(self, thought: Thought) -> None:
        """The answer is played; within one action the next one follows at once."""
        table = self.opponents
        self.view_state.thinks = None
        if table.due is None or self.bots_wait:
            if table.thinks is self:
                table.thinks = None
            self.told()
            return
        self._gives = True
        try:
            table.give(thought)
            self._pass_on()
        except Exception as fault:
            self.due = False
            self.fail(fault)
        finally:
            self._gives = False
        if self._said:  # not before: what is played lets the last sentence go
            self.cut_short(self._said)
            self._said = ""
        self.forget()
        self._inside = not table.stroke_over
        self._steps &= self._inside
        self.told()

    def bots_answer(self) -> bool:
        """Let bots go on by one action, if one is asked and nobody has gone back; False if there is nothing to do."""
        if not self.due or self.opponents.due is None:
            return False
        try:
            self.opponents.stroke()
            self._pass_on()
        except Exception as fault:
            self.due = False
            self.fail(fault)
        self._steps = False
        return True

    def stop_thinking(self) -> None:
        """What a bot has begun to think is given up; it begins anew."""
        self.thoughts.stop_all()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._inside = False
        self.view_state.thinks = None
        if self.opponents.thinks is self:
            self.opponents.thinks = None

    @property
    def _viewer(self) -> int | None:
        return self.moment.viewer

    @property
    def _sees_all(self) -> bool:
        return self.moment.all

    # -- what a person says -------------------------------------------------------------------------------------------
    def do_goon(self) -> None:
        """Bots go on from where one has gone back to, or has let them pause."""
        self.due, self.opponents.paused = True, False
        if self.opponents.pace == "step":
            self._steps = True

    def do_pause(self) -> None:
        """Pause, or go on."""
        if self.bots_wait or self.opponents.paused:
            self.do_goon()
        else:
            self.opponents.paused = True
            self.stop_thinking()

    def do_botstep(self) -> None:
        """One action of bots, and then they wait."""
        if self.opponents.due is None:
            raise IllegalAnswer("no bot is asked here")
        if self.opponents.pace != "step":
            self.opponents.paused = True
        other = self.opponents.thinks
        if isinstance(other, BotAsks) and other is not self:
            other.stop_thinking()
        self.due = self._steps = True
        if not (self.thoughts.busy(NAME) or self.view_state.thinks):  # else what it thinks already is the step
            self.stop_thinking()

    def do_pace(self, k: str) -> None:
        """How fast bots play."""
        if k not in PACES:
            raise IllegalAnswer(f"the pace is {', '.join(PACES)}")
        self.stop_thinking()
        self.opponents.pace = k

    def do_takeback(self) -> None:
        """Back to the last question of a person, past the answers of bots."""
        self.stop_thinking()
        self.do_undo()

    def do_seats(self) -> None:
        """Who plays? Open or close the list."""
        self.view_state.seating = not self.view_state.seating

    def do_sit(self, seat: int, who: str) -> None:
        """From now on somebody else plays a seat."""
        if not 0 <= seat < len(self.game.seats) or who not in {PERSON, NOBODY, *(name for name, _ in choices())}:
            raise IllegalAnswer("nobody of that name can play that seat")
        self.stop_thinking()
        self.opponents.sit(seat, who)
        self.sit_down()
        self.due = True

    def do_botwhy(self, node: int | None = None) -> None:
        """Why did a bot give the answer that led to a position? Again: no more. Without one: the last that is told."""
        look, m = self.view_state, self.moment
        at = node if node is not None else next((row.node for row in reversed(rows(m))), None)
        self.reasons.stop("why")
        if at is None or at == look.whyof:
            look.whyof = None
            return
        if all(row.node != at for row in rows(m)):
            raise IllegalAnswer("that is not told here any more")
        look.whyof, look.reason, look.reasoned = at, None, (0, 0)
        viewer, all_seen = m.viewer, m.all

        def show(reason: Reason | None, over: bool) -> None:
            if look.whyof != at or reason is None:
                return
            look.reasoned = (reason.done, reason.of)
            look.reason = told(reason) if over else None
            self.forget()
            self.redraw()

        self.reasons.start("why", why(self.opponents, at, viewer, all_seen=all_seen), show, ANSWER)
