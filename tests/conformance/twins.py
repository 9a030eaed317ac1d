"""Two games that differ in secrets alone, played side by side: whoever does not know the secrets sees the same.

The other game begins at a checkpoint in which all that a viewer cannot know is drawn anew. From there on both get the
same answers, as far as the viewer hears them; what he does not hear (a card drawn by another, a sealed plan) may
differ. At every decision all that he could see or count is compared. Where the other game cannot give an answer that
everybody hears (a card is played that it does not hold), the two part, lawfully, and are no longer compared.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from tests.conformance.test_secrets import seen
from theomachy.answers.work import finish
from theomachy.engine.authoring import scenario
from theomachy.engine.errors import UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import QUIET_NO, Answer, Decision, Secret
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.system import System
from theomachy.engine.state.declare import OWNER
from theomachy.engine.state.secrets import many_of, seen_by
from theomachy.play import GreedyBot
from theomachy.play.opponents import Opponents, opponents_of
from theomachy.play.reasons import untold, why
from theomachy.play.telling import Told, told
from theomachy.terminal import Terminal
from theomachy_widgets.control import Controller
from theomachy_widgets.present import Moment, ViewState, lab, marks, models
from theomachy_widgets.present.decision import jumps
from theomachy_widgets.present.film import film
from theomachy_widgets.present.leaving import leavings

DEEP = 10  # one look of so many is a deep one
LINES = ["options", "table", "log", "story", "odds", "xyzzy", "! xyzzy", "why xyzzy", "quit"]
SHOWS = "shows: "  # how an event begins that lays a hand open: the rune Light
LEARNS = {"rune of theirs", "rune at the end"}  # asked of one who lawfully looks into a hand, or decides for its seat
Hands = dict[tuple[str, int], Counter[Any]]


def sight(game: Game, viewer: int | None, *, deep: bool) -> dict[str, Any]:
    """All that a viewer sees, hears or could count: state, table, question, log, story, figures, advice.

    What costs much besides, for a `deep` look: panels, the tree with its ticks and the chart, the film that a replay is
    made of, a whole session in the terminal with its refusals, why each action is not possible, and what a click of
    somebody who is not asked brings.
    """
    system, position = game.system, game.position
    view = game.view(viewer)
    asked = game.position.decision
    moment = Moment(game, ViewState(view="spectator" if viewer is None else viewer, locked=True))
    found = {
        "question": game.legal(viewer, all_seen=False).decision,
        **seen(position, viewer),
        "state": view.state,
        "sealing": view.table.sealing,
        "strength": system.strength(view.state),
        "stands": [system.stands(view.state, seat.index) for seat in system.seats],
        "story": [
            (d, e.kind, e.rule, e.seen(viewer), e.who) for d, e in position.explain().walk() if not e.hidden(viewer)
        ],
        "unasked": [(o.index, o.label, o.targets) for o in (*jumps(moment), *leavings(moment))],
        "odds": game.odds(viewer, all_seen=False),
    }
    if asked is not None and asked.player == viewer:
        found["barred"], found["advice"] = system.barred(view.state, asked), system.advice(view.state, asked)
    if deep:
        found |= {
            "panels": models(moment),
            "tabs": [lab.model(Moment(game, replace(moment.view_state, tab=tab))) for tab in ("tree", "chart")],
            "film": [
                (f.step, f.text, f.who, f.rule, f.turn, f.strength)
                for f in film(moment, tuple(game.tree.path(game.here)))
            ],
            "typed": _typed(game, viewer),
            "line": None if viewer is None else game.line(viewer),
            "click": _refused_click(game, moment),
            "why not": _refusals(game, viewer),
            "reason": _reason(game, viewer),
            "bots": _against_bots(game, viewer),
        }
    return found


def _against_bots(game: Game, viewer: int | None) -> object:
    """What the screen tells of bots and lights on the board, where bots play all other seats."""
    game.names["seats"] = ", ".join("person" if seat.index == viewer else "easy" for seat in game.seats)
    try:
        look = ViewState(view="spectator" if viewer is None else viewer, bots=frozenset(opponents_of(game).bots))
        moment = Moment(game, look)
        return models(moment)["opponents"], models(moment)["decision"], marks(moment)
    finally:
        del game.names["seats"]


class Glancing(GreedyBot):
    """A greedy bot that looks at a few options only: its reasons are asked for at many positions."""

    most_options, most_answers, ways = 4, 6, 1


def _reason(game: Game, viewer: int | None) -> Told | None:
    """Why the last answer of another seat was given, if that was a bot's, as far as a viewer is told."""
    table = Opponents(game, {seat.index: Glancing(1) for seat in game.seats if seat.index != viewer})
    for node in reversed(game.tree.path(game.here)):
        entry = game.tree.nodes[node].entry
        if entry is not None and entry.who in table.bots and not untold(game, node, viewer):
            return told(finish(why(table, node, viewer)))
    return None


def _typed(game: Game, viewer: int | None) -> str:
    out = StringIO()
    terminal = Terminal(game, LINES, out, viewer=viewer)
    terminal.all_seen = False
    terminal.run()
    return out.getvalue()


def _refused_click(game: Game, moment: Moment) -> str:
    """What is said to somebody who answers although he is not asked; "" if he is."""
    if moment.may_answer:
        return ""
    control = Controller(game, moment.view_state)
    control.do("answer", i=0)
    return moment.view_state.error


def _refusals(game: Game, viewer: int | None) -> list[str]:
    """Why each action is not possible, as this viewer is told."""
    told = []
    for action in game.system.actions(game.view(viewer).state, viewer or 0):
        try:
            told.append(str(game.why_not((action.verb,), viewer, all_seen=False)))
        except UnknownName as fault:  # a spectator asks for who is asked, who may have other actions
            told.append(str(fault))
    return told


def difference(one: Any, other: Any, at: str = "") -> str:
    """Where two things differ first, in words; "" where they are equal."""
    if type(one) is not type(other):
        return f"{at}: {one!r:.300} and {other!r:.300}"
    if dataclasses.is_dataclass(one):
        pairs = [(f".{f.name}", getattr(one, f.name), getattr(other, f.name)) for f in dataclasses.fields(one)]
    elif isinstance(one, dict) and one.keys() == other.keys():
        pairs = [(f"[{key!r}]", one[key], other[key]) for key in one]
    elif isinstance(one, (list, tuple)) and len(one) == len(other):
        pairs = [(f"[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other, strict=True))]
    elif isinstance(one, str) and "\n" in one:
        return difference(one.splitlines(), other.splitlines(), at)
    else:
        return "" if one == other else f"{at}: {one!r:.600} and {other!r:.600}"
    return next((found for step, a, b in pairs if (found := difference(a, b, at + step))), "")


def hands_of(s: Any) -> Hands:
    """The cards that only their owners know, by field and seat."""
    return {
        (name, seat): Counter(row)
        for name, item in s.fields.items()
        if item.pile and seen_by(item, s) == OWNER
        for seat, row in enumerate(getattr(s, name))
    }


def dealt_anew(system: System, base: Any, viewer: int | None, rng: Random, needed: Hands) -> Any:
    """A state in which all that a viewer cannot know is drawn anew, but for some cards that stay in their hands."""
    s = base.copy()
    kept: dict[tuple[str, int], list[Any]] = {}
    for (name, seat), cards in needed.items():
        if cards and seat != viewer:
            kept[name, seat] = list(cards.elements())
            row = Counter(getattr(s, name)[seat]) - cards
            _hold(s, name, seat, row.elements())
    s.derive()
    other = system.resample(s, viewer, rng)
    for (name, seat), found in kept.items():
        _hold(other, name, seat, [*found, *getattr(other, name)[seat]])
    other.derive()
    return other


def _hold(s: Any, name: str, seat: int, cards: Iterable[Any]) -> None:
    rows, item = list(getattr(s, name)), s.fields[name]
    rows[seat] = many_of(s, name, item).in_order(list(cards))
    setattr(s, name, item.kind.make(rows))


class Twins:
    """A game from its last checkpoint up to its present position, and its twin.

    `needed` are cards that the twin holds as well, since they will be played.
    """

    def __init__(self, position: Position, viewer: int | None, rng: Random, needed: Hands | None = None) -> None:
        system, self.viewer, self.rng = position.system, viewer, rng
        other = dealt_anew(system, position.base, viewer, rng, needed or {})
        self.apart = False  # do they differ in sealed plans?
        self.one = Game(system, Position(system, position.base), dice_by_hand=True)
        self.other = Game(system, Position(system, other), dice_by_hand=True)
        self.alive = all(self.follow(entry.answer) for entry in position.entries)

    @property
    def differ(self) -> bool:
        """Do they differ in something of which the viewer may not learn?"""
        return self.alive and (self.apart or self.one.state != self.other.state)

    @property
    def promising(self) -> bool:
        """Do they differ, or may they soon, since plans are being made?"""
        return self.differ or (self.alive and isinstance(self.one.position.decision, Secret))

    @property
    def comparable(self) -> bool:
        """While plans are sealed all see who is done: are these the same?"""
        one, other = self.one.position.decision, self.other.position.decision
        if isinstance(one, Secret) and isinstance(other, Secret):
            return sorted(one.given) == sorted(other.given)
        return self.alive

    def compare(self, *, deep: bool = False, spectator: bool = False) -> None:
        """Whoever does not know the secrets sees the same in both."""
        viewer = None if spectator else self.viewer
        found = difference(*(sight(game, viewer, deep=deep) for game in (self.one, self.other)))
        if found and self._shown:
            self.alive = False
            return
        asked = [
            repr((d.player, d.what, len(d.options)) if (d := game.position.decision) else "over")
            for game in (self.one, self.other)
        ]
        last = [repr(game.position.last) for game in (self.one, self.other)]
        assert not found, (
            f"{self.one.slug}, {self.one.system.where(self.one.state)}: seat {viewer} can tell two games apart,\n"
            f"  in which {' and '.join(asked)} is asked after {' and '.join(last)},\n  by {found}"
        )

    @property
    def _shown(self) -> bool:
        """Has a hand been shown, to all or to the viewer?"""
        asked = self.one.position.decision
        if asked is not None and asked.player == self.viewer and asked.what in LEARNS:
            return True
        return any(SHOWS in event.text for event in self.one.position.explain())

    def follow(self, answer: Answer) -> bool:
        """Give the first game an answer, the other what sounds the same; False where there is nothing of the kind."""
        one, other = self.one.position.decision, self.other.position.decision
        same = None if one is None or other is None else self._same(one, other, answer)
        if same is None:
            self.alive = False
            return False
        games = (self.one, self.other)
        sealed = [len(game.position.unrevealed()) for game in games]
        held = [self._held(game) for game in games]
        self.apart |= isinstance(one, Secret) and same != answer
        self.one.play(answer)
        self.other.play(same)
        if same != answer and one is not None and one.owner is not None and not (self.one.over or self.other.over):
            hands = [cards for g in games for (_, seat), cards in hands_of(g.state).items() if seat == one.owner]
            if not any(hands):  # what was drawn has left the hand at once: its owner is out, and shows it
                self.alive = False
                return False
        if self._held(self.one, own=True) != self._held(self.other, own=True):  # he was given something
            self.alive = False
            return False
        shown = [
            [before - after for before, after in zip(was, self._held(game), strict=True)]
            for was, game in zip(held, games, strict=True)
        ]
        lit = [any(cards) for cards in shown]
        if shown[0] != shown[1] and lit[0] == lit[1]:  # of a hidden hand something else came to the light
            self.alive = False
            return False
        opened = [len(g.position.unrevealed()) <= n for g, n in zip((self.one, self.other), sealed, strict=True)]
        self.alive = opened[0] == opened[1] and not (opened[0] and self.apart) and not self.one.over
        return self.alive

    def _held(self, game: Game, *, own: bool = False) -> list[Counter[Any]]:
        """What the viewer cannot see in the hands of others, or what he holds himself."""
        return [cards for (_, seat), cards in hands_of(game.state).items() if (seat == self.viewer) == own]

    def _same(self, one: Decision, other: Decision, answer: Answer) -> Answer | None:
        if isinstance(answer, tuple) and answer[:1] == ("!",):
            return answer if answer in self.other.position.unasked else None
        if isinstance(one, Secret) and isinstance(other, Secret):
            mine = [option for option in other.options if option[0] == answer[0]]
            if answer[0] == self.viewer:
                return answer if answer in mine else None
            return self.rng.choice(mine) if mine else None
        if one.quiet and one.player != self.viewer and answer in QUIET_NO:
            return next((option for option in other.options if option in QUIET_NO), None)
        if (one.player, one.what) != (other.player, other.what):
            return None
        unheard = one.owner not in (None, self.viewer) and answer not in QUIET_NO
        if unheard and (answer not in other.options or self.rng.random() < 0.5):
            return self.rng.choice([option for option in other.options if option not in QUIET_NO])
        return answer if answer in other.options else None


def played(game: Game) -> Hands:
    """What of the hands at the beginning leaves them on the way to where a game stands."""
    nodes = game.tree.nodes
    rows = [hands_of(nodes[n].position.state) for n in game.tree.path(game.here)]
    gone: Hands = {key: Counter() for key in rows[0]}
    for before, after in pairwise(rows):
        for key in gone:
            gone[key] += before[key] - after[key]
    return {key: cards & rows[0][key] for key, cards in gone.items()}


def watch_scene(path: Path, rng: Random) -> int:
    """Play a scenario with a twin for each seat that looks on; returns how often all was compared."""
    game = scenario.load(path).run().game
    needed = played(game)
    return sum(
        _watched(game, viewer, rng, needed) or _watched(game, viewer, rng, {})  # until a card is played
        for viewer in range(len(game.system.seats))
    )


def _watched(game: Game, viewer: int, rng: Random, needed: Hands) -> int:
    twins, compared = Twins(game.tree.nodes[0].position, viewer, rng, needed), 0
    for answer in (*(entry.answer for entry in game.position.log()), None):
        if twins.differ and twins.comparable:
            twins.compare(deep=compared % DEEP == 1)
            compared += 1
        if answer is None or not twins.follow(answer):
            break
    return compared
