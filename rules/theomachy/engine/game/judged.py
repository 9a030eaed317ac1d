"""The answer to "why not?": how each requirement of an action stands, and what of the same kind would be legal."""

from __future__ import annotations

from ..runtime.decision import Answer
from ..runtime.requirement import Action, Menu, Verdict, evaluate
from ..runtime.system import System
from ..state.declare import Declared
from ..wording import article
from .views import WhyNot

MOST = 60  # of what could be named next, so many are looked at


def judged(system: System, s: Declared, me: int, action: Action, args: tuple[Answer, ...]) -> WhyNot:
    """An action with all its arguments, or with its first alone: then whether there is any other for it."""
    words = system.argument_types
    verdicts = [*evaluate(words, action, s, me, args, system.afford), *system.besides(s, me, action, args)]
    menu = Menu(words, s, me)
    if len(args) < len(action.shape):
        complete = any(True for _ in menu.next(action, args)) if all(v.holds for v in verdicts) else False
        if not complete and all(v.holds for v in verdicts):
            word = words[action.shape[len(args)]].base or action.shape[len(args)]
            text = f"{article(word.replace('_', ' '))} is there for which all holds"
            verdicts.append(Verdict(action.rule, text, False, fault=nearest(system, s, me, action, args)))
    found = [option[1:] for option in menu.options(action)]
    others = [option for option in found if all(v.holds for v in system.besides(s, me, action, option))][:12]
    labels = tuple(
        dict.fromkeys(
            " ".join(words[w].named(s, me, v) for w, v in zip(action.shape, option, strict=False)) for option in others
        )
    )
    targets = tuple(
        t for option in others for w, v in zip(action.shape, option, strict=False) for t in words[w].targets(s, me, v)
    )
    names = [words[w].named(s, me, v) for w, v in zip(action.shape, args, strict=False)]
    whole = len(args) == len(action.shape)
    label = system.action_label(s, me, (action.verb, *args)) if whole else " ".join([action.verb, *names])
    return WhyNot(
        label, action.rule, all(v.holds for v in verdicts), tuple(verdicts), tuple(x for x in labels if x), targets
    )


def nearest(system: System, s: Declared, me: int, action: Action, args: tuple[Answer, ...]) -> str:
    """What could be named next and fails in the fewest things, with the first of them; "" if nothing can be named."""
    words = system.argument_types
    word = words[action.shape[len(args)]]
    best: tuple[int, str] | None = None
    for value in list(words[word.base or action.shape[len(args)]].candidates(s, me))[:MOST]:
        failed = [v for v in evaluate(words, action, s, me, (*args, value), system.afford) if not v.holds]
        if failed and (best is None or len(failed) < best[0]):
            why = failed[0].fault or f"not so: {failed[0].text}"
            best = len(failed), f"{word.named(s, me, value)}: {why}"
    return f"Nearest is {best[1]}" if best else ""
