"""The rule browser in a notebook cell: search, one rule with its open questions, and the scenarios that show it."""

from __future__ import annotations

from pathlib import Path

from theomachy import shipped
from theomachy.engine.errors import IllegalAnswer, ScenarioError
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class

from .cell import Model
from .lesson import Opens
from .present import rules as present
from .present.why import sentence


class RulePage(Opens):
    """The rules of a game, by its short name or of a game under way (then its own rulings are marked).

    `words` is searched first: an id, words or a question. `folder` holds the scenarios (by default
    `examples/scenarios`, here, above or as it came with Theomachy); a click on one opens it as a lesson below. Raises
    `UnknownName` for a game that does not exist and `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"rulesbar": "bar", "rulespage": "base"}  # noqa: RUF012
    script = "rulepage"
    kind = "rules"

    def __init__(
        self,
        source: str | Game,
        words: str = "",
        folder: str | Path | None = None,
        *,
        theme: str = "auto",
        renderer: str = "canvas",
    ) -> None:
        self.system = source.system if isinstance(source, Game) else system_class(source).build()
        self.folder = shipped.scenarios(self.system.slug) if folder is None else Path(folder)
        self.text = words
        super().__init__(theme, renderer)
        self.shown_by: dict[str, list[str]] = {}
        try:
            self.shown_by = present.scenarios_of(self.system, self.folder)
        except ScenarioError as fault:
            self.error = sentence(fault)
        book = self.system.rulebook
        self.rule = book[words].id if words in book else ""
        if not self.rule and words.strip() and (hits := book.search(words)):
            self.rule = hits[0].id
        self._assemble()

    def models(self) -> dict[str, Model]:
        playing = self.player.lesson.scenario.name if self.player is not None else ""
        return {
            "rulesbar": {"title": self.system.title, "playing": playing},
            "rulespage": {
                **present.found(self.system.rulebook, self.text),
                "at": self.rule,
                "open": present.opened(self.system, self.rule, self.shown_by),
                "playing": playing,
            },
        }

    def _do_rules(self, text: str) -> None:
        self.text = str(text)[:80]

    def _do_rule(self, id_: str) -> None:
        self.rule = str(id_)[:40]

    def _do_open(self, name: str) -> None:
        """Only a file of the list is opened: a path from the page never is."""
        if name not in self.shown_by.get(self.rule, ()):
            raise IllegalAnswer("that scenario is not in the list")
        self.open(self.folder / name)

    def words(self) -> str:
        """The open rule, or the list, in words."""
        book = self.system.rulebook
        if self.rule in book:
            r = book[self.rule]
            return f"{r.id}, {r.title}: {r.text} ({r.where})"
        return "\n".join(f"{hit['id']}  {hit['title']}" for hit in present.found(book, self.text)["hits"])


def rule_page(
    source: str | Game,
    words: str = "",
    folder: str | Path | None = None,
    *,
    theme: str = "auto",
    renderer: str = "canvas",
) -> RulePage:
    """The rule browser of a game; see `RulePage`."""
    return RulePage(source, words, folder, theme=theme, renderer=renderer)
