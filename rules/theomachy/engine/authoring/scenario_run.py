"""Playing a scenario: step by step through the gate, comparing what came with what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from ..errors import IllegalAnswer, RulesError, TheoError, slip
from ..game import commands, save
from ..game.game import Game
from ..runtime import sampling
from ..runtime.decision import CHANCE, LEAVES, Answer, Decision, Secret
from ..runtime.dice import faces, number_of_dice
from ..runtime.position import Position, trace_of
from ..runtime.system import STANDARD, System
from ..runtime.trace import Event
from ..wording import tokens
from .script import Question, ScenarioStep, Script

REST = "..."  # in `because`: and perhaps others


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario went: `fault` is "" when all is as it should be."""

    name: str
    title: str
    fault: str = ""
    step: int = 0
    differences: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    steps: int = 0

    @property
    def ok(self) -> bool:
        return not self.fault

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"ok    {self.name}: {self.title} ({self.steps} steps)"
        where = f", step {self.step}" if self.step else ""
        return "\n".join([f"FAIL  {self.name}{where}: {self.fault}", *(f"        {line}" for line in self.differences)])


class Unmet(Exception):
    """The script and the rules disagree."""

    def __init__(self, sentence: str, differences: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.differences = differences


class Run:
    """One playing of a scenario: the game with its tree, the nodes before and after each step, and the result."""

    game: Game

    def __init__(self, scenario: Script, *, rehearse: bool = False) -> None:
        self.scenario, self.rehearse = scenario, rehearse
        self.before: list[int] = []
        self.after: list[int] = []
        self.since = -1  # how many answers had been given before the last step that answered something
        self.done = 0
        try:
            self._begin()
            for step in scenario.steps:
                self.done = step.number
                self.before.append(self.game.here)
                self._step(step)
                self.after.append(self.game.here)
            self._end()
            self.result = ScenarioResult(scenario.name, scenario.title, rules=scenario.rules, steps=len(scenario.steps))
        except Unmet as fault:
            self.result = self._failed(str(fault), fault.differences)
        except RulesError as fault:
            self.result = self._failed(f"the rules break down: {fault}")
        except TheoError as fault:
            self.result = self._failed(str(fault))
        except Exception as fault:  # a slip in a power, or in a package: told with its place, and the next file is run
            self.result = self._failed(f"the rules break down: {slip(fault)}")

    def _failed(self, sentence: str, differences: tuple[str, ...] = ()) -> ScenarioResult:
        scenario = self.scenario
        return ScenarioResult(
            scenario.name, scenario.title, sentence, self.done, differences, scenario.rules, len(scenario.steps)
        )

    # -- before and after ---------------------------------------------------------------------------------------------
    def _begin(self) -> None:
        scenario = self.scenario
        self.system = scenario.build()
        book = self.system.rulebook
        hints = [s.ask.hint for s in scenario.steps if s.ask is not None and book_like(s.ask.hint)]
        named = [*scenario.rules, *hints, *(r for s in scenario.steps for r in s.because if r != REST)]
        for rule in named:
            if rule not in book:
                near = get_close_matches(rule, [r.id for r in book], n=1)
                raise Unmet(f"the rule index has no {rule!r}" + (f"; did you mean {near[0]}?" if near else ""))
        state = self.system.start() if scenario.setup is None else self.system.arrange(scenario.setup)
        if scenario.setup is not None and (wrong := self.system.violations(state)):
            lines = tuple(f"{sentence} [{rule}]" for rule, sentence, _ in wrong)
            raise Unmet("the set-up is no lawful position:", lines)
        self.game = Game(self.system, Position(self.system, state), seed=scenario.seed or 0, dice_by_hand=True)
        self.game.names["title"] = scenario.title
        self._settle([], [])

    def _end(self) -> None:
        decision = self.game.position.decision
        if decision is not None and decision.player == CHANCE:
            raise Unmet(f"{self._waits()}; the script ends without it")

    # -- one step -----------------------------------------------------------------------------------------------------
    def _step(self, step: ScenarioStep) -> None:
        node = self.game.tree.nodes[self.game.here]
        if step.say:
            node.note = f"{node.note}\n{step.say}".strip()
        if step.mark:
            node.name = step.mark
        if step.asks:
            self._asked(step.asks, step.who if not step.refuse else "")
        if step.ask is not None:
            self._check_question(step.ask)
        for text in step.refuse:
            self._refused(step, text)
        if step.acts:
            self._act(step)
        self._compare(step)
        if self.rehearse:
            self._rehearse()

    def _act(self, step: ScenarioStep) -> None:
        self.since = len(self.game.position.log())
        rolls, draws = list(step.roll), list(step.chance)
        if not step.play and (self.game.position.decision is None or self.game.position.decision.player != CHANCE):
            raise Unmet(f"nothing waits for dice or a draw; {self._waits()}")
        self._settle(rolls, draws)
        for text in step.play:
            self._play(text, step.who)
            self._settle(rolls, draws)
        for what, left in (("roll", rolls), ("chance", draws)):
            if left:
                raise Unmet(f"{what} {left[0]!r} is not used; {self._waits()}")

    def _play(self, text: str, who: str) -> None:
        game, decision = self.game, self.game.position.decision
        seat = game.seat(who) if who else None
        if decision is None:
            raise Unmet(f"the game is over, but {text!r} is to be played")
        jump = text.lstrip().startswith("!")
        if not jump and decision.player == CHANCE and seat is None:
            raise Unmet(f"{self._waits()} before {text!r} can be played")
        if not jump and seat is not None and not self._speaks(decision, seat):
            if text.strip().isdecimal() or not legal(game.position, f"!{text}", seat):  # no any-time action of theirs
                raise Unmet(f"{who} is to play {text!r}, but {self._waits()}")
            text = f"!{text}"
        for entry in commands.spoken(game.position, text, seat):
            if entry.faces is None:
                game.play(entry.answer)
            else:
                game.play(dice=entry.faces)

    def _speaks(self, decision: Decision, seat: int) -> bool:
        return decision.player == seat or (isinstance(decision, Secret) and seat in decision.waiting)

    def _settle(self, rolls: list[str], draws: list[str]) -> None:
        game = self.game
        while (decision := game.position.decision) is not None and (decision.player == CHANCE or game.pauses):
            if decision.dice is None and len(decision.options) == 1:  # no card can tell another: nothing to script
                game.play(decision.options[0])
            elif decision.dice is not None and rolls:
                text = rolls.pop(0)
                try:
                    game.play(dice=faces(text))
                except IllegalAnswer as fault:
                    raise Unmet(f"the roll {decision.what!r}: {fault}, but the script throws {text!r}") from fault
            elif decision.dice is None and draws:
                answers = commands.resolve(game.position, draws.pop(0))
                game.play(answers[0])
                if len(answers) > 1:
                    raise Unmet("`chance` is for one draw; what a player does then belongs to `play`")
            elif self.scenario.seed is not None:
                depth = game.tree.nodes[game.here].depth
                game.play(sampling.sample_chance(decision, sampling.rng_at(self.scenario.seed, depth)))
            else:
                return

    def _waits(self) -> str:
        decision = self.game.position.decision
        if decision is None:
            return "the game is over"
        if decision.player == CHANCE and decision.dice is not None:
            return (
                f"an unscripted roll of {number_of_dice(decision.dice[1])} ({decision.what!r}, {decision.rule}) waits"
            )
        if decision.player == CHANCE:
            return f"an unscripted draw ({decision.what!r}, {decision.rule}) waits"
        if isinstance(decision, Secret):
            names = " and ".join(map(self.system.name_of, decision.waiting))
            are = "are" if len(decision.waiting) > 1 else "is"
            return f"{names} {are} asked {decision.what!r} in secret ({decision.rule})"
        return f"{self.system.name_of(decision.player)} is asked {decision.what!r} ({decision.rule})"

    # -- what must not be ---------------------------------------------------------------------------------------------
    def _refused(self, step: ScenarioStep, text: str) -> None:
        game, decision = self.game, self.game.position.decision
        seat = game.seat(step.who) if step.who else None
        if decision is not None and (seat is None or self._speaks(decision, seat)) and legal(game.position, text, seat):
            raise Unmet(f"{text!r} must be refused, but it is legal")
        try:
            found = game.why_not(text, seat)
        except IllegalAnswer as fault:
            if step.because:
                raise Unmet(f"{text!r} is no action, so it has no requirements that fail: {fault}") from fault
            if not understood(self.system, game.position, decision, text):
                raise Unmet(f"{text!r} means nothing here, so that refusing it proves nothing: {fault}") from fault
            return
        failing = dict.fromkeys(v.rule for v in found.faults)
        if not step.because:
            return
        wanted = [rule for rule in step.because if rule != REST]
        more = [rule for rule in failing if rule not in wanted] if REST not in step.because else []
        missing = [rule for rule in wanted if rule not in failing]
        if more or missing:
            lines = tuple(f"{'FAILS' if not v.holds else 'holds'}  {v.text}  [{v.rule}]" for v in found.verdicts)
            raise Unmet(
                f"{text!r} should fail for {', '.join(wanted)}, but fails for {', '.join(failing) or 'nothing'}", lines
            )

    # -- what must be -------------------------------------------------------------------------------------------------
    def _compare(self, step: ScenarioStep) -> None:
        game, lines = self.game, list[str]()
        if step.question:
            self._asked(step.question, "")
        if step.expect:
            state = game.state
            if step.seen_by:
                state = self.system.view(state, None if step.seen_by == "a spectator" else game.seat(step.seen_by))
            lines += self.system.check(state, step.expect)
        lines += self._offers(step)
        lines += self._told(step)
        lines += self._chances(step)
        if step.over is not None and step.over != game.over:
            lines.append(f"over: expected {str(step.over).lower()}, found {str(game.over).lower()}")
        if step.winner is not None:
            wanted = {self.system.name_of(game.seat(name) or 0) for name in step.winner}
            if not game.over or wanted != set(game.winners):
                found = ", ".join(game.winners) or ("nobody" if game.over else "that the game goes on")
                lines.append(f"winner: expected {', '.join(step.winner) or 'nobody'}, found {found}")
        if lines:
            raise Unmet("it came differently:", tuple(lines))

    def _asked(self, what: str, who: str) -> None:
        decision = self.game.position.decision
        wrong = (
            decision is None or decision.what != what or (who and not self._speaks(decision, self.game.seat(who) or 0))
        )
        if wrong:
            raise Unmet(f"the question {what!r}{f' to {who}' if who else ''} is expected, but {self._waits()}")

    def _offers(self, step: ScenarioStep) -> Iterator[str]:
        game, decision = self.game, self.game.position.decision
        if not (step.offered or step.not_offered or step.only):
            return
        seat = game.seat(step.who) if step.who and not step.acts else None
        if decision is None or (seat is not None and not self._speaks(decision, seat)):
            yield f"offers: expected a question{f' to {step.who}' if seat is not None else ''}, but {self._waits()}"
            return
        shown = "; ".join(option.label for option in game.options[:12]) + ("; ..." if len(game.options) > 12 else "")
        for text in step.offered:
            if not legal(game.position, text, seat):
                yield f"offered: expected {text!r}, found {shown}"
        for text in step.not_offered:
            if legal(game.position, text, seat):
                yield f"not offered: expected that {text!r} is illegal, found that it is legal"
            elif not self._meant(text, seat):
                yield f"not offered: {text!r} means nothing here, so that it proves nothing"
        if step.only:
            wanted = {answer for text in step.only for answer in first(game.position, text, seat)}
            labels = {option.value: option.label for option in game.options}
            for text in step.only:
                if not first(game.position, text, seat):
                    yield f"only: expected {text!r}, found {shown}"
            for value, label in labels.items():
                if value not in wanted:
                    yield f"only: did not expect {label!r}"

    def _meant(self, text: str, seat: int | None) -> bool:
        """Is this a command of the game at all, so that it proves something when it is illegal?"""
        try:
            self.game.why_not(text, seat)
        except IllegalAnswer:
            return understood(self.system, self.game.position, self.game.position.decision, text)
        return True

    def _told(self, step: ScenarioStep) -> Iterator[str]:
        if not (step.says or step.not_says):
            return
        events = [e for e in events_since(self.game.position, self.since) if e.kind != "not used"]
        for wanted in step.says:
            if not any(matches(event, wanted) for event in events):
                yield f"says: expected {wanted!r}, found:"
                yield from (f"    {event.text} [{event.rule}]" for event in events[:20])
                if not events:
                    yield "    nothing"
        for wanted in step.not_says:
            hit = next((event for event in events if matches(event, wanted)), None)
            if hit is not None:
                yield f"not says: did not expect {wanted!r}, found {hit.text} [{hit.rule}]"

    def _chances(self, step: ScenarioStep) -> Iterator[str]:
        if not step.odds:
            return
        decision = self.game.position.decision
        if decision is None or decision.player != CHANCE:
            yield f"odds: expected a roll or a draw, but {self._waits()}"
            return
        weights = decision.weights or (1,) * len(decision.options)
        found = {
            self.system.label(self.game.state, decision, option): Fraction(weight, sum(weights))
            for option, weight in zip(decision.options, weights, strict=True)
        }
        for label, wanted in step.odds.items():
            known = found.get(label, Fraction(0))
            if not near(known, wanted):
                yield f"odds of {label!r}: expected {wanted}, found {known} ({float(known):.4f})"

    def _check_question(self, ask: Question) -> None:
        """Where the rules know the answer, they must agree with the scenario."""
        position = self.game.position
        if ask.kind == "which":
            found = tuple(text for text in ask.options if legal(position, text, None))
            if set(found) != set(ask.answer):
                lines = (f"expected {', '.join(ask.answer) or 'none'}", f"found    {', '.join(found) or 'none'}")
                raise Unmet(f"the lesson asks {ask.question!r}, but other options are legal:", lines)
        elif ask.kind == "play":
            for text in ask.answer:
                if not legal(position, text, None):
                    raise Unmet(f"the lesson asks for {text!r}, which is not legal; {self._waits()}")

    # -- rehearsal ----------------------------------------------------------------------------------------------------
    def _rehearse(self) -> None:
        game, position = self.game, self.game.position
        here = snapshot(position)
        text = game.save()
        again = save.load(text)
        twins = {"a clone": snapshot(position.clone()), "the saved game": snapshot(again.position)}
        if position.last is not None:
            back = position.undo()
            back.play(position.last.answer, position.last.faces)
            twins["undo and the same answer"] = snapshot(back)
        for what, twin in twins.items():
            if twin != here:
                raise Unmet(f"{what} gives another position")
        if again.save() != text:
            raise Unmet("the saved game is saved differently")


def snapshot(position: Position) -> tuple[Any, ...]:
    """All that can be told about a position, for comparing two of them."""
    decision = position.decision
    asked = (
        None
        if decision is None
        else (decision.player, decision.kind, decision.what, decision.rule, decision.options, decision.weights)
    )
    return position.system.to_json(position.state), asked, position.anytime_actions, position.log()


def events_since(position: Position, answers: int) -> list[Event]:
    """The events that came of all answers after the first `answers`; -1: also what came before any answer."""
    found: list[Event] = []
    segments = position.segments()
    total = sum(len(entries) for _, entries in segments)
    for i in range(len(segments) - 1, -1, -1):
        total -= len(segments[i][1])
        if total + len(segments[i][1]) < answers:
            break
        last = i == len(segments) - 1
        trace = position.explain() if last else trace_of(position.system, segments[i])
        found = [event for event in trace if total + event.answers > answers] + found
    return found


def matches(event: Event, wanted: str) -> bool:
    """Does an event carry this rule id, or hold these words?"""
    return event.rule == wanted or wanted.casefold() in event.text.casefold()


def first(position: Position, text: str, seat: int | None) -> list[Answer]:
    """The answer that a command gives to the present question, in a list; empty when it is not legal."""
    try:
        return commands.resolve(position, text, seat)[:1]
    except IllegalAnswer:
        return []


def legal(position: Position, text: str, seat: int | None) -> bool:
    """Can this be answered now?"""
    return bool(first(position, text, seat))


def understood(system: System, position: Position, decision: Decision | None, text: str) -> bool:
    """Does a command that is not legal at least name something of the game (no slip of the pen)?"""
    said, s, me = tokens(text.lstrip("! ")), position.state, max(decision.player if decision else 0, 0)
    known = {tokens(label) for label in STANDARD.values()} | {tokens(word) for word in STANDARD}
    known |= {tokens(name) for vocabulary in system.vocabularies for name in _names(vocabulary)}
    for word in system.argument_types.values():
        known |= {tokens(word.named(s, me, value)) for value in word.candidates(s, me)}
    if text.lstrip().startswith("!"):
        names = (*system.anytime_names, *([LEAVES] if system.may_leave else []))
        return any(set(tokens(name)) <= set(said) for name in names)
    if decision is not None and (decision.dice is not None or decision.kind == "number"):
        return said[0].isdecimal()
    return said in known


def _names(vocabulary: Any) -> list[str]:
    return [ability.name for ability in vocabulary.abilities]


def near(known: Fraction, wanted: Any) -> bool:
    """Equal to a fraction ("5/36"), or to a decimal as far as it is written."""
    if isinstance(wanted, str):
        try:
            return known == Fraction(wanted)
        except (ValueError, ZeroDivisionError):
            raise Unmet(f"odds are written as fractions such as '5/36' or as decimals, not {wanted!r}") from None
    return bool(abs(float(known) - wanted) < 0.0005)


def book_like(hint: str) -> bool:
    """Is a hint a rule id (and no sentence)?"""
    return hint.count("-") == 2 and hint.upper() == hint and " " not in hint
