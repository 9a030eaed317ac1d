"""`%theo`: one word and what it needs; `%%scenario`: a scenario written, run and judged in a cell."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from IPython.core.magic import Magics, cell_magic, line_magic, magics_class

from theomachy import app
from theomachy.answers.hints import hints
from theomachy.engine.authoring import scenario
from theomachy.engine.errors import IllegalAnswer, ScenarioError, TheoError, unknown
from theomachy.engine.game import registry
from theomachy.engine.game.game import Game
from theomachy.engine.runtime import sampling
from theomachy.engine.tabletop.beside_words import line
from theomachy.engine.tabletop.describe import describe
from theomachy.terminal import MOST_SECONDS
from theomachy_widgets.text import escape

from . import display, lessons
from .display import MagicResult
from .session import Session

DICE = re.compile(r"\s+dice[:=]?\s+([\d\s,/]+)$")
FLAGS = ("dark", "light", "panel", "static", "svg")
HELP = {
    "new": "new GAME [preset=NAME] [players=A,B] [seed=7] [NAME=VALUE] [ruling.NAME=CHOICE] [overlay=FILE] "
    "[bots=person,busy] [as=NAME]: set a game up, seats of bots in their order; without a game, a form",
    "show": "show [view=NAME] [dark] [panel] [static]: the dashboard, or a picture of it",
    "options": "options: who is asked what, with all options",
    "do": "do COMMAND [dice 6 6 1 / 2 3]: answer; by words, or the number of an option; '! name' throws something in",
    "undo": "undo [N]: back to the last question that somebody answered",
    "redo": "redo [N]: forward again",
    "why": "why ACTION: every requirement of an action, legal or not",
    "odds": "odds: chances before a roll",
    "hint": "hint [SECONDS]: the three best answers, with what each would leave",
    "story": "story: what has happened in this step, with its rules",
    "log": "log: all answers",
    "rule": "rule ID|WORDS: look a rule up, by words or a whole question",
    "values": "values GAME [FILE]: what each component is worth, and what your box prints, kept in the file",
    "lesson": "lesson [NAME|FILE|GAME]: play a lesson; without a name, those of the game at hand",
    "view": "view NAME|spectator: the game as one player may see it",
    "branch": "branch [NAME]: name this position and list all branches",
    "go": "go NODE|NAME: stand at another position of the tree",
    "note": "note TEXT: write a note here",
    "dice": "dice hand|luck: who throws",
    "save": "save FILE: keep the game with its branches",
    "replay": "replay FILE.html [view=NAME|spectator]: the game as one page that needs nothing else",
    "load": "load [FILE] [as=NAME]: a saved game, a journal or a scenario; without a file, what there is",
    "use": "use NAME: take the game in this variable to hand",
    "games": "games [GAME]: what can be played, with quick starts and options",
    "help": "help [WORD]: this",
}


@magics_class
class TheoMagics(Magics):
    """The magics of one shell."""

    def __init__(self, shell: Any, session: Session) -> None:
        super().__init__(shell)
        self.session = session

    @line_magic
    def theo(self, text: str) -> Any:
        """%theo WORD ...: play and explore a game of gods; `%theo help` lists the words."""
        return self._said(text)

    @line_magic
    def lesson(self, text: str) -> Any:
        """%lesson NAME: play a lesson; without a name, list them. The same as `%theo lesson`."""
        return self._said(f"lesson {text}")

    def _said(self, text: str) -> Any:
        word, _, rest = text.strip().partition(" ")
        if word and word not in HELP:
            raise unknown("word of %theo", word, HELP)
        act: Callable[[str], Any] = getattr(self, f"_{word or 'help'}")
        try:
            found = act(rest.strip())
        except OSError as fault:
            raise TheoError(app.sentence(fault)) from fault
        for warning in self.session.warnings:
            print(warning)
        self.session.warnings.clear()
        return found

    # -- opening and keeping ------------------------------------------------------------------------------------------
    def _new(self, text: str) -> Any:
        slug, words = _words(text)
        name = words.pop("as", "game")
        if not slug:
            if words or not hasattr(self.shell, "kernel"):
                raise TheoError(f"write which game: %theo new {' | '.join(registry.games())}")
            form = app.part("theomachy_widgets.new_game", "the form of a new game").NewGame
            return form(lambda game: self.session.take(game, name))
        bots, seed = words.pop("bots", ""), words.pop("seed", "0")
        if bots and not hasattr(self.shell, "kernel"):
            raise TheoError(f"bots play on the dashboard of a notebook; in a terminal: theomachy play {slug} --as NAME")
        seats, overlay, preset = words.pop("players", None), words.pop("overlay", None), words.pop("preset", "")
        rulings = [f"{key[7:]}={value}" for key, value in words.items() if key.startswith("ruling.")]
        options = [f"{key}={value}" for key, value in words.items() if not key.startswith("ruling.")]
        game = app.begin(
            slug,
            seed=sampling.typed(seed),
            seats=seats,
            options=options,
            rulings=rulings,
            overlay=overlay,
            preset=preset,
        )
        played = app.part("theomachy.play.opponents", "playing with bots").seated(bots, len(game.seats)) if bots else {}
        self.session.take(game, name, bots=played)
        return self._show("")

    def _load(self, text: str) -> Any:
        target, words = _words(text)
        if not target:
            saves = [*self.session.kept(), *sorted(Path().glob("*.json"))]
            return self._lines([str(path) for path in saves] or ["there is no saved game here"])
        self.session.open(target, words.pop("as", "game"))
        if words:
            raise unknown("word of load", next(iter(words)), ["as"])
        return self._show("")

    def _save(self, text: str) -> Any:
        if not text:
            raise TheoError("write the name of the file too: %theo save game.json")
        self.session.game.save(Path(text))
        return self._lines([f"kept in {text}"])

    def _replay(self, text: str) -> Any:
        target, words = _words(text)
        view = words.pop("view", None)
        if not target or words:
            raise TheoError(
                "write the name of the file too: %theo replay game.html, or %theo replay game.html view=NAME"
            )
        made = app.part("theomachy_widgets.replay", "making replays")
        made.replay_html(self.session.game, Path(target), view=view)
        seen = "with all that is hidden" if view is None else f"as {view} sees it"
        return self._lines([f"the replay, {seen}, is in {target}"])

    def _use(self, text: str) -> Any:
        found = self.session.names.get(text)
        if not isinstance(found, Game):
            names = [name for name, value in self.session.names.items() if isinstance(value, Game) and name[:1] != "_"]
            raise unknown("game called", text, names)
        self.session.take(found, text)
        return self._options("")

    def _games(self, text: str) -> Any:
        slugs = [text] if text else registry.games()
        return self._lines([row for slug in slugs for row in app.start_lines(slug)])

    def _values(self, text: str) -> Any:
        slug, _, file = text.strip().partition(" ")
        if not slug:
            raise TheoError(f"name a game: %theo {HELP['values'].partition(':')[0]}")
        page = app.part("theomachy_widgets.values_page", "the page of component values").ValuesPage
        return page(slug, file.strip() or f"{slug}_values.toml")

    # -- looking ------------------------------------------------------------------------------------------------------
    def _show(self, text: str) -> Any:
        first, words = _words(text)
        flags = {first, *words.pop("", "").split()} - {""}
        view = words.pop("view", None)
        if strange := (flags - set(FLAGS)) | set(words):
            raise unknown("word of show", min(strange), ["view=", *FLAGS])
        game = self.session.game
        if "static" in flags or not hasattr(self.shell, "kernel"):
            return game if view is None else game.view(None if view == "spectator" else view)
        dashboard = app.part("theomachy_widgets.dashboard", "the dashboard").Dashboard
        theme = "dark" if "dark" in flags else "light" if "light" in flags else "auto"
        renderer = "svg" if "svg" in flags else "canvas"
        bots = self.session.bots_of(game)
        return dashboard(game, view, theme=theme, renderer=renderer, panel="panel" in flags, bots=bots)

    def _options(self, text: str) -> Any:
        game = self.session.game
        decision = game.decision
        if decision is None:
            winners = ", ".join(map(line, game.winners)) or "nobody"
            return self._lines([f"the game is over, won by {winners}"])
        html, said = display.decision_html(decision), display.decision_text(decision)
        if jumps := [line(option.label) for option in game.legal().anytime]:
            html += f'<p class="s">At any time: {escape("; ".join(f"! {jump}" for jump in jumps))}</p>'
            said += "\n" + "\n".join(f"   !  {jump}" for jump in jumps)
        return MagicResult(html, said)

    def _view(self, text: str) -> Any:
        if not text:
            raise TheoError("write whose view: %theo view NAME, or %theo view spectator")
        return self.session.game.view(None if text.lower() == "spectator" else text)

    def _story(self, text: str) -> Any:
        return self.session.game.trace

    def _log(self, text: str) -> Any:
        return self._lines(list(app.log_lines(self.session.game, None, all_seen=True)) or ["nothing yet"])

    def _odds(self, text: str) -> Any:
        found = self.session.game.odds()
        if not found:
            return self._lines(["nothing here has odds"])
        return MagicResult(
            "".join(display.forecast_html(forecast) for forecast in found),
            "\n".join(row for forecast in found for row in app.forecast_lines(forecast)),
        )

    def _hint(self, text: str) -> Any:
        if text and not (text.isdecimal() and 0 < int(text[:4]) <= MOST_SECONDS):
            raise TheoError(f"write how many seconds, from 1 to {MOST_SECONDS}: %theo hint 5")
        return hints(self.session.game, seconds=float(text or 1))

    def _why(self, text: str) -> Any:
        if not text:
            raise TheoError("write an action: %theo why attack f4 g5")
        return self.session.game.why_not(text)

    def _rule(self, text: str) -> Any:
        if not text:
            raise TheoError("write an id or words: %theo rule how do mountains defend")
        game = self.session.at_hand()
        books = [game.system.rulebook] if game else [app.build(slug).rulebook for slug in registry.games()]
        found = []
        for book in books:
            try:
                found += app.find_rules(book, text.split())
            except TheoError:
                if len(books) == 1:
                    raise
        if not found:
            raise TheoError(f"no rule speaks of {text!r:.80}")
        return MagicResult(
            "".join(display.rule_html(rule) for rule in found[:12]),
            "\n".join(row for rule in found[:12] for row in app.rule_lines(rule)),
        )

    def _lesson(self, text: str) -> Any:
        game, live = self.session.at_hand(), hasattr(self.shell, "kernel")
        slugs = list(registry.games())
        if text in slugs or (not text and game is not None):
            slug = text or game.slug  # type: ignore[union-attr]
            return lessons.widget(slug) if live else self._lines(lessons.listed([slug]))
        if not text:
            return self._lines(lessons.listed(slugs))
        path = lessons.find(text, slugs if game is None else [game.slug, *(s for s in slugs if s != game.slug)])
        return lessons.player(path) if live else MagicResult(*lessons.told(path))

    def _help(self, text: str) -> Any:
        if text and text not in HELP:
            raise unknown("word of %theo", text, HELP)
        rows = [f"%theo {said}" for word, said in HELP.items() if text in ("", word)]
        return self._lines(
            [
                *rows,
                "%lesson: the same as %theo lesson",
                "%%scenario [NAME | FILE.toml]: write and run a scenario in a cell",
            ]
            if not text
            else rows
        )

    # -- playing ------------------------------------------------------------------------------------------------------
    def _do(self, text: str) -> Any:
        game = self.session.game
        if not text:
            raise TheoError("write an answer: %theo do attack f4 g5")
        before = len(game.position.log())
        dice = DICE.search(f" {text}")
        command = f" {text}"[: dice.start()].strip() if dice else text
        try:
            game.play(*([command] if command else []), dice=dice.group(1) if dice else None)
        except IllegalAnswer as fault:
            raise IllegalAnswer(app.illegal(game, command, fault)) from fault
        return self._news(game, before)

    def _news(self, game: Game, before: int) -> Any:
        rows = list(app.news(game, before, None, all_seen=True))
        told = "".join(f"<li>{escape(row.strip())}</li>" for row in rows)
        asked = self._options("")
        return MagicResult(f"<ul>{told}</ul>{asked.html}", "\n".join([*rows, asked.text]))

    def _undo(self, text: str) -> Any:
        self.session.game.undo(_times(text))
        return self._options("")

    def _redo(self, text: str) -> Any:
        self.session.game.redo(_times(text))
        return self._options("")

    def _dice(self, text: str) -> Any:
        if text not in ("hand", "luck"):
            raise TheoError("write %theo dice hand, or %theo dice luck")
        game = self.session.game
        game.dice_by_hand = text == "hand"
        if text == "luck":
            game.play()
        return self._options("")

    def _note(self, text: str) -> Any:
        self.session.game.note(text)
        return self._lines(["noted" if text else "the note is gone"])

    def _branch(self, text: str) -> Any:
        game = self.session.game
        if text:
            game.tree.nodes[game.here].name = text
            game.note(game.tree.nodes[game.here].note)  # tells those who listen, the journal among them
        main = game.tree.main()
        names = ", ".join(line(node.name) for n in main if (node := game.tree.nodes[n]).name)
        rows = [f"main line{f' ({names})' if names else ''}: {len(main) - 1} answers"]
        for at, nodes in game.tree.branches():
            named = next((game.tree.nodes[n].name for n in (at, *nodes) if game.tree.nodes[n].name), "")
            where = game.system.where(game.tree.nodes[at].position.state)
            rows.append(f"{line(named) or 'branch'}: leaves at {at} ({line(where)}), ends at {nodes[-1]}")
        return self._lines([*rows, f"here: {game.here}{f' ({line(text)})' if text else ''}"])

    def _go(self, text: str) -> Any:
        game = self.session.game
        named = [i for i, node in enumerate(game.tree.nodes) if node.name == text]
        if not named and not (text.isdecimal() and len(text) < 9):
            raise unknown("position called", text, [node.name for node in game.tree.nodes if node.name])
        game.go(named[0] if named else int(text))
        return self._options("")

    def _lines(self, rows: list[str]) -> MagicResult:
        text = "\n".join(line(row) for row in rows)
        return MagicResult(f"<pre>{escape(text)}</pre>", text)

    # -- scenarios ----------------------------------------------------------------------------------------------------
    @cell_magic
    def scenario(self, head: str, cell: str) -> Any:
        """%%scenario [NAME | FILE.toml]: run the scenario of this cell and show how it went.

        A cell without title or game gets the name, and the game at hand. With a name the run becomes a variable (its
        `.game` stands at the end); with a file ending in .toml the cell is written there too.
        """
        target = head.strip()
        name = Path(target).stem if target else "scenario"
        text = _headed(cell, name, self.session.at_hand())
        read = scenario.read(text, name)
        if target.endswith(".toml"):
            try:
                Path(target).parent.mkdir(parents=True, exist_ok=True)
                Path(target).write_text(text, encoding="utf-8")
            except OSError as fault:
                raise ScenarioError(app.sentence(fault)) from fault
        elif target:
            if not target.isidentifier():
                raise ScenarioError(f"{target!r:.60} is neither a name for a variable nor a file ending in .toml")
        run = read.run(rehearse=True)
        if target.isidentifier():
            self.session.names[target] = run
        game = getattr(run, "game", None)
        picture = display.board(game.table()) if game is not None else ""
        words = describe(game.table()) if game is not None else ""
        return MagicResult(display.result_html(run.result) + picture, f"{run.result}\n\n{words}".strip())


def _headed(cell: str, name: str, game: Game | None) -> str:
    """The cell with a title and a game, where it leaves them out."""
    head, _, _ = cell.partition("[[step]]")
    first = []
    if not re.search(r"^\s*title\s*=", head, re.MULTILINE):
        first.append(f'title = "{name.replace("_", " ")}"')
    if not re.search(r"^\s*game\s*=", head, re.MULTILINE) and game is not None:
        first.append(f'game = "{game.slug}"')
    return "\n".join([*first, cell.lstrip("\n")])


def _words(text: str) -> tuple[str, dict[str, str]]:
    """The first bare word, and name=value words; further bare words come under ""."""
    bare: list[str] = []
    found: dict[str, str] = {}
    for word in text.split():
        key, sign, value = word.partition("=")
        if sign and key:
            found[key] = value
        else:
            bare.append(word)
    if bare[1:]:
        found[""] = " ".join(bare[1:])
    return (bare[0] if bare else ""), found


def _times(text: str) -> int:
    if text and not (text.isdecimal() and 0 < int(text[:6]) < 100_000):
        raise TheoError(f"how many steps is a number, not {text!r:.40}")
    return int(text or 1)
