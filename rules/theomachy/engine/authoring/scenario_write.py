"""Writing a scenario: the line that a game took, as the text of a file that plays it again."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from .. import files
from ..errors import IllegalAnswer, RulesError, ScenarioError, TheoError
from ..game import commands, save
from ..game.briefly import briefly
from ..game.game import Game
from ..runtime.decision import CHANCE, Answer, Decision
from ..runtime.position import Position
from ..runtime.system import System
from ..state.declare import Declared
from ..wording import toml
from . import scenario

NOT_EXACT = "the words of a scenario cannot say this position exactly"


def compose(game: Game, title: str, *, rules: tuple[str, ...] = (), about: str = "") -> str:
    """The line from the root of a game to where it stands, as the text of a scenario.

    Notes become narration. Expectations are left to the author, but a finished game states its winners. What is written
    is read again and compared: a beginning or a set-up that the words cannot say exactly raises `ScenarioError`.
    """
    system, root = game.system, game.tree.nodes[0].position
    told = system.setup() | {"rulings": briefly(system)["rulings"]}
    lines = [f"title = {toml(title)}"]
    if about:
        lines.append(f"about = {toml(about)}")
    lines += [f"game = {toml(game.slug)}", f"rules = {toml(list(rules))}", f"players = {toml(told['players'])}"]
    for key in ("options", "rulings", "overlay"):
        if told[key]:
            lines.append(f"{key} = {toml(told[key])}")
    if system.edited(root.beginning):
        words = words_of(system, root.beginning)
        if words is None:
            raise ScenarioError(f"{NOT_EXACT}; keep the game as a saved game")
        lines += ["", "[setup]", words.strip()]
    for row in _script(game) or [{"say": f"{system.where(game.state)}."}]:  # a scenario has a step
        lines += ["", "[[step]]", *(f"{key} = {toml(value)}" for key, value in row.items())]
    if game.over:
        lines += ["", "[[step]]", "over = true", f"winner = {toml(list(game.winners) or 'nobody')}"]
    text = "\n".join(lines) + "\n"
    again = scenario.read(text).build().setup()
    if json.dumps(again, sort_keys=True) != json.dumps(system.setup(), sort_keys=True):
        raise ScenarioError("a scenario cannot say how this game is set up; keep it as a saved game")
    return text


def words_of(system: System, state: Declared) -> str | None:
    """The `[setup]` that leads to exactly this state, in the game's own words; None if they cannot say it."""
    try:
        words = system.arrange_text(state)
        same = system.to_json(system.arrange(files.toml(words, "the set-up"))) == system.to_json(state)
    except (NotImplementedError, TheoError, *save.CRASHES):  # a position may be too wrong to be put into words
        return None
    return words if same else None


def _script(game: Game) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    path = game.tree.path(game.here)
    if note := game.tree.nodes[path[0]].note:
        steps.append({"say": note})
    for before, after in pairwise(path):
        position, entry = game.tree.nodes[before].position, game.tree.nodes[after].entry
        decision, note = position.decision, game.tree.nodes[after].note
        assert entry is not None
        assert decision is not None
        jump = entry.what.startswith("!")
        certain = not jump and len(decision.options) == 1 and (decision.idle or decision.player == CHANCE)
        if certain and decision.dice is None:  # it goes without saying
            pass
        elif jump or decision.player != CHANCE:
            steps.append({"who": game.system.name_of(entry.who), "play": words_for(position, entry.answer, entry.who)})
        else:
            key = "roll" if decision.dice is not None else "chance"
            if entry.faces is not None:
                text = " ".join(map(str, entry.faces))
            else:
                text = (
                    faces_for(decision, entry.answer)
                    if decision.dice is not None
                    else words_for(position, entry.answer, None)
                )
            if not steps or not {"play", "roll", "chance"} & set(steps[-1]):
                steps.append({})
            steps[-1].setdefault(key, []).append(text)
        if note:
            steps.append({"say": note})
    return steps


def words_for(position: Position, answer: Answer, who: int | None) -> str:
    """A command that gives exactly this answer."""
    system, s, decision = position.system, position.state, position.decision
    assert decision is not None
    if isinstance(answer, tuple) and answer[:1] == ("!",):
        return "! " + system.unasked_label(s, answer)
    plain = commands.plain(answer)
    for text in (system.label(s, decision, answer), plain, str(decision.options.index(answer) + 1)):
        try:
            if text and commands.resolve(position, text, who) == [answer]:
                return text
        except IllegalAnswer:
            continue
    raise RulesError(f"no command says {answer!r} to the question {decision.what!r}")


def faces_for(decision: Decision, outcome: Answer) -> str:
    """Faces of dice that give an outcome."""
    assert decision.dice is not None
    dice, n = decision.dice
    if dice.pick:
        return str(outcome)
    thrown: list[int] = []
    if dice.total:
        left = outcome
        for i in range(n):
            thrown.append(min(dice.sides, left - (n - 1 - i)))
            left -= thrown[-1]
        return " ".join(map(str, thrown))
    for (_, good), count in zip(dice.groups, (outcome,) if isinstance(outcome, int) else outcome, strict=True):
        thrown += [good[-1]] * count
    used = {face for _, good in dice.groups for face in good}
    miss = next((face for face in dice.faces if face not in used), 0)
    return " ".join(map(str, thrown + [miss] * (n - len(thrown))))
