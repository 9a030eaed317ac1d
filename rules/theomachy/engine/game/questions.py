"""What is asked, as people may see it: with every option ready, with odds, or without what is not for them."""

from __future__ import annotations

from dataclasses import replace

from ..runtime.decision import CHANCE, Decision, Secret
from ..runtime.dice import Dice
from ..runtime.forecast import Forecast
from ..runtime.system import System
from ..state.declare import Declared
from .views import DecisionView, Option


def question_of(system: System, s: Declared, decision: Decision) -> DecisionView:
    """A question with every option ready for people."""
    total = sum(decision.weights) if decision.weights else len(decision.options)
    options = []
    for i, value in enumerate(decision.options):
        detail, figure = system.detail(s, decision, value)
        chance = (decision.weights[i] if decision.weights else 1) / total if decision.player == CHANCE else None
        options.append(
            Option(
                i,
                value,
                system.offer(s, decision, value),
                detail,
                figure,
                system.targets(s, decision, value),
                chance,
            )
        )
    return DecisionView(
        decision.player,
        system.name_of(decision.player),
        decision.kind,
        decision.what,
        system.prompt(s, decision),
        decision.rule,
        tuple(options),
    )


def question_for(system: System, s: Declared, decision: Decision, viewer: int | None) -> DecisionView:
    """A question without what `viewer` may not see."""
    mine = decision.player == viewer or (isinstance(decision, Secret) and viewer in decision.waiting)
    if isinstance(decision, Secret):
        full = question_of(system, s, decision)
        own_options = (o for o in full.options if o.value[0] == viewer)
        kept = tuple(replace(o, index=i) for i, o in enumerate(own_options))  # the places would tell of the others
        if viewer in decision.asks:  # the question of the own plan
            own = decision.asks[viewer]
            prompt = system.prompt(s, own)
            return DecisionView(viewer, system.name_of(viewer), decision.kind, own.what, prompt, own.rule, kept)
        return DecisionView(
            decision.player, "Everybody", decision.kind, decision.what, full.prompt, decision.rule, (), hidden=True
        )
    if decision.quiet and not mine:
        return DecisionView(-2, "Somebody", "power", "reaction", "Somebody may react.", "", (), hidden=True)
    if covered(decision, viewer):
        return DecisionView(
            decision.player,
            system.name_of(decision.player),
            decision.kind,
            decision.what,
            system.prompt(s, decision),
            decision.rule,
            (),
            hidden=True,
        )
    return question_of(system, s, decision)


def covered(decision: Decision, viewer: int | None) -> bool:
    """May a viewer not see what is offered? What may be drawn for one player tells what others hold, even him."""
    if decision.player == CHANCE:
        return decision.owner is not None
    return decision.player != viewer and (decision.private or decision.quiet or decision.owner is not None)


def odds_of(system: System, s: Declared, ask: Decision) -> tuple[Forecast, ...]:
    """Bars for a roll that is due, or for the rolls that the options of a question lead to."""
    if ask.player == CHANCE:
        if ask.dice is not None and ask.dice[0].by_face:
            return ()  # how often each face comes says little: a game tells what matters of them
        if ask.dice is not None and len(ask.dice[0].groups) > 1:
            return _by_group(system, s, ask, *ask.dice)
        decision = question_of(system, s, ask)
        mean = ask.dice[0].expected(ask.dice[1])[0] if ask.dice else None
        rows = tuple((o.label, o.chance or 0.0) for o in decision.options)
        return (Forecast(decision.prompt, system.dice_detail(s, ask), ask.rule, rows, expected=mean),)
    return system.forecasts(s, ask)


def _by_group(system: System, s: Declared, decision: Decision, dice: Dice, n: int) -> tuple[Forecast, ...]:
    """Kills and pains apart: dozens of pairs say less than two short rows of bars."""
    outcomes, weights = dice.outcomes(n)
    total, note, found = sum(weights), system.dice_detail(s, decision), []
    for i, (word, _) in enumerate(dice.groups):
        by = [0] * (n + 1)
        for outcome, weight in zip(outcomes, weights, strict=True):
            assert isinstance(outcome, tuple)
            by[outcome[i]] += weight
        rows = tuple((f"{k} {word}{'' if k == 1 else 's'}", w / total) for k, w in enumerate(by) if w)
        found.append(Forecast(f"{word.capitalize()}s", note, decision.rule, rows, expected=dice.expected(n)[i]))
    return tuple(found)
