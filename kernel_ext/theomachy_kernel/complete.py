"""Completion of `%theo`: its words, games, options of the present question, rules, seats, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from IPython.core.completer import CompletionContext, SimpleCompletion, context_matcher

from theomachy import app
from theomachy.engine.errors import TheoError
from theomachy.engine.game import phrases, registry
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.tabletop.beside_words import line

from . import lessons
from .magics import FLAGS, HELP
from .session import FOLDER, Session

MOST = 400


class Completion:
    """Proposes the next word of a `%theo` line."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._after: dict[str, Callable[[list[str]], Iterable[str]]] = {
            "help": lambda before: HELP if not before else (),
            "new": self._new,
            "show": lambda before: [*(f"view={name}" for name in self._seats()), *FLAGS],
            "do": self._do,
            "why": self._why,
            "rule": self._rule,
            "lesson": lambda before: self._lessons() if not before else (),
            "replay": lambda before: [f"{self._game().slug}.html"] if not before else self._views(),
            "view": lambda before: [*self._seats(), "spectator"] if not before else (),
            "go": lambda before: [n.name for n in self._game().tree.nodes if n.name] if not before else (),
            "dice": lambda before: ("hand", "luck") if not before else (),
            "load": lambda before: files() if not before else ["as="],
            "save": lambda before: [f"{self._game().slug}.json"] if not before else (),
            "use": lambda before: [n for n, v in self.session.names.items() if isinstance(v, Game) and n[0] != "_"],
        }

    def matcher(self) -> Any:
        """What IPython's completer wants."""

        @context_matcher(identifier="theomachy.theo", priority=100)
        def theo_matcher(context: CompletionContext) -> dict[str, Any]:
            found = self.words(context.text_until_cursor)
            if found is None:
                return {"completions": []}
            return {
                "completions": [SimpleCompletion(text=word, type="theo") for word in found],
                "matched_fragment": fragment(context.text_until_cursor),
                "suppress": True,
                "ordered": True,
            }

        return theo_matcher

    def words(self, text: str) -> list[str] | None:
        """The words that can stand at the end of a line; None for a line that is not ours."""
        text = text.rpartition("\n")[2].lstrip()
        if text.startswith("%lesson "):
            text = f"%theo {text[1:]}"
        if not text.startswith("%theo ") and not (text.startswith("theo ") and "=" not in text.split(" ")[1]):
            return None
        before, typed = text.split()[1:], fragment(text)
        if typed:
            before = before[:-1]
        try:
            known = list(HELP) if not before else list(self._after.get(before[0], lambda _: ())(before[1:]))
        except TheoError:
            known = []
        low = typed.lower()
        return list(dict.fromkeys(word for word in known if word and word.lower().startswith(low)))[:MOST]

    # -- after each word ----------------------------------------------------------------------------------------------
    def _game(self) -> Game:
        return self.session.game

    def _seats(self) -> list[str]:
        return [line(seat.name).replace(" ", "_") for seat in self._game().seats]

    def _views(self) -> list[str]:
        return [f"view={name}" for name in [*self._seats(), "spectator"]]

    def _lessons(self) -> list[str]:
        game = self.session.at_hand()
        slugs = list(registry.games()) if game is None else [game.slug]
        return [*(entry.path.stem for entry in lessons.known(slugs)), *registry.games()]

    def _new(self, before: list[str]) -> Iterator[str]:
        if not before:
            yield from registry.games()
            return
        yield from ("players=", "seed=", "overlay=", "bots=", "as=")
        kind = system_class(before[0])
        yield from (f"preset={name}" for name in kind.presets)
        system = kind.build()
        yield from (f"ruling.{name}=" for name in system.rulings)
        yield from (f"{name}=" for name in system.options)

    def _do(self, before: list[str]) -> Iterator[str]:
        """The next word of every option that begins as the line does."""
        game, decision = self._game(), self._game().position.decision
        if decision is None:
            return
        said = [commands(game, option.value, option.label) for option in game.options]
        jumps = [["!", *line(option.label).split()] for option in game.legal().anytime]
        found = list(next_words([*(way for ways in said for way in ways), *jumps], before))
        yield from found or (phrased(game, before) if decision.kind == "action" else ())

    def _why(self, before: list[str]) -> Iterator[str]:
        game, found = self._game(), False
        s, me = game.state, game._me(None)
        for word in self._exact(game, s, me, before):
            found = True
            yield word
        if not found:
            yield from phrased(game, before)

    def _exact(self, game: Game, s: Any, me: int, before: list[str]) -> Iterator[str]:
        """After a verb the names of its next argument."""
        for action in game.system.actions(s, me):
            verb = action.verb.split()
            at = len(before) - len(verb)
            if at < 0:
                yield from next_words([verb], before)
            elif [word.lower() for word in before[: len(verb)]] == verb and at < len(action.shape):
                words = game.system.argument_types
                base = words[words[action.shape[at]].base or action.shape[at]]
                yield from (line(base.named(s, me, value)).replace(" ", "_") for value in base.candidates(s, me))

    def _rule(self, before: list[str]) -> Iterator[str]:
        if before:
            return
        game = self.session.at_hand()
        for book in [game.system.rulebook] if game else [app.build(slug).rulebook for slug in registry.games()]:
            yield from (rule.id for rule in book)


def phrased(game: Game, before: list[str]) -> Iterator[str]:
    """The names that a phrase still lacks: hexes after "build temple"."""
    s, me, words = game.state, game._me(None), game.system.argument_types
    found = phrases.readings(words, game.system.actions(s, me), s, me, phrases.read(" ".join(before)))
    for reading in found:
        if reading.unread or reading.cost[:3] != found[0].cost[:3]:
            continue
        for word, value in zip(reading.action.shape, reading.args, strict=True):
            if value is None:
                base = words[words[word].base or word]
                yield from (line(base.named(s, me, one)).replace(" ", "_") for one in base.candidates(s, me))


def commands(game: Game, value: Any, label: str) -> list[list[str]]:
    """The ways to write an option: verb and names, and its label."""
    ways = [line(label).split()]
    if isinstance(value, tuple) and value and isinstance(value[0], str) and game.position.decision is not None:
        action = game.system.action(game.state, game.position.decision.player, value[0])
        if action is not None:
            words = game.system.argument_types
            names = [
                words[w].named(game.state, game.position.decision.player, v)
                for w, v in zip(action.shape, value[1:], strict=False)
            ]
            ways.insert(0, [*action.verb.split(), *(line(name).replace(" ", "_") for name in names)])
    return ways[:1] if len(ways) > 1 else ways


def next_words(ways: Iterable[list[str]], before: list[str]) -> Iterator[str]:
    """The word after `before` of every way that begins so."""
    low = [word.lower() for word in before]
    for way in ways:
        if len(way) > len(low) and [word.lower() for word in way[: len(low)]] == low:
            yield way[len(low)]


def files() -> list[str]:
    """Saved games, journals and scenarios beside the notebook."""
    found = [*Path().glob("*.json"), *Path(FOLDER).glob(f"*{app.JOURNAL}"), *Path().glob("*.toml")]
    return sorted(path.as_posix() for path in found)


def fragment(text: str) -> str:
    """The word that is being typed."""
    return "" if text[-1:].isspace() or not text else text.split()[-1]
