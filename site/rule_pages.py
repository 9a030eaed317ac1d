"""A page for every rule id of every game: what it says, its source, what proves it, its code, and its neighbours.

The pages come from a template and not through Sphinx: two thousand of them are there in seconds. They share header,
look and search with the docs (`doc_pages.py`).
"""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import theomachy as th
from theomachy import shipped
from theomachy.engine.authoring.scenario import Scenario, load
from theomachy.engine.reference.rulebook import Rule, Rulebook
from theomachy_widgets.scene.style import STYLE, THEMES

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent / "docs"
PACKAGE = ROOT / "rules" / "theomachy"
RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z0-9]{2,5}-\d{3}\b")
MARKS = re.compile(r"(?:mark\.rule|proves)\(\s*\"")
READING = "Our reading:"
SHOWN = 9  # scenarios of a rule that are listed at once
RELATED = 8
LONGEST = 80  # lines of an excerpt of code
# The header of each page: its key, address, word.
WAYS = (
    ("start", "docs/start.html", "Start"),
    ("tutorials", "docs/tutorials/index.html", "Tutorials"),
    ("guide", "docs/guide/index.html", "How to"),
    ("api", "docs/api/index.html", "Python"),
    ("rules", "rules/index.html", "Rules"),
    ("glossary", "docs/glossary.html", "Glossary"),
)


# -- what a page is made of -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Place:
    """Where in the code a rule id stands; of an ability with its text."""

    path: str
    line: int
    end: int
    name: str
    ability: bool = False

    @property
    def page(self) -> str:
        return code_page(self.path)

    @property
    def what(self) -> str:
        return "ability" if self.ability else ""

    @property
    def excerpt(self) -> Markup:
        if not self.ability:
            return Markup()
        lines = highlighted(ROOT / "rules" / self.path)[self.line - 1 : self.end]
        return Markup("\n".join(lines))


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario in the list of a rule."""

    name: str
    title: str
    note: str
    order: int
    rulings: dict[str, str]


@dataclass(frozen=True, slots=True)
class Tested:
    """A test that carries the id of a rule; its name is a sentence."""

    says: str
    file: str


@dataclass(eq=False)
class RulePage:
    """One rule and all that hangs on it."""

    rule: Rule
    unplayed: bool
    topic: Topic
    questions: list[dict[str, Any]] = field(default_factory=list)
    scenarios: list[Shown] = field(default_factory=list)
    tests: list[Tested] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    related: list[RulePage] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.rule.id

    @property
    def title(self) -> str:
        return self.rule.title

    @property
    def where(self) -> str:
        return self.rule.where.rstrip(".")

    @property
    def words(self) -> str:
        """What the rule says, without our reading of what it leaves open."""
        return self.rule.text.partition(READING)[0].strip()

    @property
    def reading(self) -> str:
        return self.rule.text.partition(READING)[2].strip()

    def near(self) -> list[RulePage]:
        """The rules of its topic that stand before and after it."""
        at = self.topic.rules.index(self)
        return [other for other in self.topic.rules[max(at - 2, 0) : at + 3] if other is not self]

    @property
    def tag(self) -> str:
        kind, _, name = self.rule.tier.partition(":")
        return f"{kind}: {name.replace('-', ' ').replace('_', ' ')}" if name else ""


@dataclass(eq=False)
class Topic:
    """The rules whose ids begin alike."""

    code: str
    title: str
    rules: list[RulePage] = field(default_factory=list)


@dataclass(eq=False)
class GamePages:
    """All rules of a game."""

    slug: str
    title: str
    topics: list[Topic]
    rules: list[RulePage]
    scenarios: int

    @property
    def unplayed(self) -> int:
        return sum(rule.unplayed for rule in self.rules)


# -- gathering --------------------------------------------------------------------------------------------------------
def gathered(slugs: Iterable[str]) -> list[GamePages]:
    """The pages of these games, in the order of their titles."""
    topics = tomllib.loads((HERE / "topics.toml").read_text("utf-8"))
    return sorted((game_pages(slug, topics) for slug in slugs), key=lambda game: game.title)


def game_pages(slug: str, topics: dict[str, str]) -> GamePages:
    """All that the repository knows of the rules of a game. Raises `KeyError` for a topic without a title."""
    kind = th.catalogue()[slug]
    system = kind.build()
    rules = [(rule, False) for rule in system.rulebook]
    known = {rule.id for rule, _ in rules}
    later = PACKAGE / "games" / slug / "data" / "not_yet.toml"
    if later.is_file():
        rules += [(rule, True) for rule in Rulebook.read(later) if rule.id not in known]
    pages: dict[str, RulePage] = {}
    found: dict[str, Topic] = {}
    for rule, unplayed in rules:
        code = rule.id.rpartition("-")[0]
        topic = found.setdefault(code, Topic(code, topics[code]))
        pages[rule.id] = page = RulePage(rule, unplayed, topic)
        topic.rules.append(page)
    for topic in found.values():
        topic.rules.sort(key=lambda page: page.id)
    scenarios = list(all_scenarios(slug))
    for name, scenario in scenarios:
        for rule_id in dict.fromkeys(scenario.rules):
            if rule_id in pages:
                pages[rule_id].scenarios.append(as_shown(name, scenario))
    for page in pages.values():
        page.scenarios.sort(key=lambda one: (one.order, one.name))
    for switch, ruling in system.questions.items():
        for page in pages.values():
            if ruling.rule == page.id or switch in [name.strip() for name in page.rule.ruling.split(",")]:
                tested = Counter(scenario.rulings.get(switch) for _, scenario in scenarios)
                choices = [
                    {"name": name, "text": text, "default": name == ruling.default, "tested": tested[name]}
                    for name, text in ruling.choices.items()
                ]
                page.questions.append({"name": switch, "question": ruling.question, "choices": choices})
    for rule_id, places in places_of(PACKAGE / "games" / slug).items():
        if rule_id in pages:
            pages[rule_id].places = places
    for rule_id, tests in tests_of(ROOT / "tests").items():
        if rule_id in pages:
            pages[rule_id].tests = tests
    related(pages, [scenario.rules for _, scenario in scenarios])
    ordered = [page for topic in found.values() for page in topic.rules]
    return GamePages(slug, kind.title, list(found.values()), ordered, len(scenarios))


def all_scenarios(slug: str) -> Iterator[tuple[str, Scenario]]:
    """The scenarios of a game with their names, as the site opens them."""
    folder = shipped.scenarios(slug)
    for path in sorted(folder.rglob("*.toml")):
        scenario = load(path)
        if scenario.game == slug:
            yield path.relative_to(folder).as_posix(), scenario


def as_shown(name: str, scenario: Scenario) -> Shown:
    """Plain ones first, then those that refuse something, those of another ruling, lessons."""
    steps = len(scenario.steps)
    if name.startswith("lesson_"):
        return Shown(name, scenario.title, "lesson", 3, {})
    if scenario.rulings:
        return Shown(name, scenario.title, "ruling", 2, dict(scenario.rulings))
    refuses = any(step.refuse for step in scenario.steps)
    return Shown(name, scenario.title, f"{steps} steps" if steps > 1 else "1 step", int(refuses), {})


def related(pages: dict[str, RulePage], together: Iterable[tuple[str, ...]]) -> None:
    """Of each rule those that are most often proved with it; where nothing proves it, its neighbours in the topic."""
    shared: dict[str, Counter[str]] = defaultdict(Counter)
    for ids in together:
        for one in ids:
            shared[one].update(other for other in ids if other != one)
    for page in pages.values():
        often = [other for other, _ in sorted(shared[page.id].items(), key=lambda row: (-row[1], row[0]))]
        page.related = [pages[other] for other in often if other in pages][:RELATED] or page.near()


class Places(ast.NodeVisitor):
    """Where rule ids stand in a module: in which class or function, and whether as the rule of an ability."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.inside: list[ast.AST] = []
        self.found: dict[str, dict[str, Place]] = defaultdict(dict)

    def visit(self, node: ast.AST) -> None:
        holds = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if holds:
            self.inside.append(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
            self.note(node.value, node)
        self.generic_visit(node)
        if holds:
            self.inside.pop()

    def note(self, rule_id: str, node: ast.Constant) -> None:
        owner = self.inside[0] if self.inside else None
        name = ".".join(getattr(each, "name", "") for each in self.inside) or Path(self.path).stem
        ability = isinstance(owner, ast.ClassDef) and rule_of(owner) == rule_id
        if ability:
            assert isinstance(owner, ast.ClassDef)
            end = min(owner.end_lineno or owner.lineno, owner.lineno + LONGEST)
            self.found[rule_id][owner.name] = Place(self.path, owner.lineno, end, owner.name, True)
        elif name not in self.found[rule_id]:
            self.found[rule_id][name] = Place(self.path, node.lineno, node.lineno, name)


def rule_of(owner: ast.ClassDef) -> str:
    """The rule id that a class has as its `rule`, "" if none."""
    for node in owner.body:
        if isinstance(node, ast.AnnAssign):
            pairs: Iterable[tuple[ast.expr, ast.expr | None]] = [(node.target, node.value)]
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Tuple)
            and isinstance(node.value, ast.Tuple)
        ):
            pairs = zip(node.targets[0].elts, node.value.elts, strict=False)
        elif isinstance(node, ast.Assign):
            pairs = [(node.targets[0], node.value)]
        else:
            continue
        for target, value in pairs:
            if isinstance(target, ast.Name) and target.id == "rule" and isinstance(value, ast.Constant):
                return str(value.value)
    return ""


def places_of(folder: Path) -> dict[str, list[Place]]:
    """Rule id -> where it stands in the code of a game, abilities first."""
    found: dict[str, list[Place]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        if not RULE_ID.search(text):
            continue
        visitor = Places(path.relative_to(ROOT / "rules").as_posix())
        visitor.visit(ast.parse(text))
        for rule_id, places in visitor.found.items():
            found[rule_id] += places.values()
    return {rule_id: sorted(places, key=lambda place: not place.ability) for rule_id, places in found.items()}


def tests_of(folder: Path) -> dict[str, list[Tested]]:
    """Rule id -> the tests that are marked with it; none where the tests are not there."""
    if folder not in _TESTS:
        found: dict[str, list[Tested]] = defaultdict(list)
        for path in sorted(folder.rglob("test_*.py")):
            text = path.read_text("utf-8")
            if not MARKS.search(text):
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                    says = node.name.removeprefix("test_").replace("_", " ")
                    for rule_id in dict.fromkeys(marked(node)):
                        found[rule_id].append(Tested(says, path.relative_to(ROOT).as_posix()))
        _TESTS[folder] = dict(found)
    return _TESTS[folder]


_TESTS: dict[Path, dict[str, list[Tested]]] = {}


def marked(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The ids that a test carries: of the mark `rule`, also on one of its cases, and of the fixture `proves`."""
    for call in ast.walk(test):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in (
            "rule",
            "proves",
        ):
            yield from (arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


# -- code -------------------------------------------------------------------------------------------------------------
_LINES: dict[Path, list[str]] = {}


def highlighted(path: Path) -> list[str]:
    """A module, line by line, as HTML."""
    if path not in _LINES:
        _LINES[path] = highlight(path.read_text("utf-8"), PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)).split(
            "\n"
        )
    return _LINES[path]


def code_page(path: str) -> str:
    """The page of a module, from the root of the site: `theomachy/answers/work.py` lies in `code`."""
    return f"code/{path.removesuffix('.py')}.html"


# -- writing ----------------------------------------------------------------------------------------------------------
class Site:
    """The folder of the site: pages in one frame, and what all of them use."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.frames = Environment(
            loader=FileSystemLoader([HERE]), autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False
        )

    @cached_property
    def board(self) -> str:
        """The page on which a board stands inside another page."""
        return "embed.html" if (self.out / "embed.html").is_file() else "index.html"

    def page(self, address: str, template: str, here: str, **more: Any) -> None:
        """Write a page of the site from a template."""
        place = self.out / address
        place.parent.mkdir(parents=True, exist_ok=True)
        root = "../" * address.count("/")
        place.write_text(self.frames.get_template(template).render(root=root, ways=WAYS, here=here, **more), "utf-8")

    def assets(self) -> None:
        """Style sheets and scripts of all pages."""
        folder = self.out / "pages"
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("pages.css", "pages.js", "find.js"):
            shutil.copy(HERE / name, folder / name)
        (folder / "tokens.css").write_text(tokens(), "utf-8")


def tokens() -> str:
    """The colours and fonts of the look, as variables; the dark ones where the system is dark."""
    day, night = ({**STYLE["theme"][theme]} for theme in THEMES)
    day |= {name: value for name, value in STYLE["font"].items() if isinstance(value, str)}
    return f":root {{\n{listed(day)}}}\n@media (prefers-color-scheme: dark) {{ :root {{\n{listed(night)}}} }}\n"


def listed(values: dict[str, str]) -> str:
    """Variables of a style sheet."""
    return "".join(f"  --{name.replace('_', '-')}: {value};\n" for name, value in values.items())


def write(site: Site, games: list[GamePages], also: set[str]) -> None:
    """The pages of all rules, their lists, the scenarios and the code that they lead to; of code `also` these."""
    site.page("rules/index.html", "rules.html", "rules", games=games)
    code = set(also)
    for game in games:
        site.page(f"rules/{game.slug}/index.html", "rules_of_game.html", "rules", games=games, game=game)
        for before, page, after in zip((None, *game.rules), game.rules, (*game.rules[1:], None), strict=False):
            site.page(
                f"rules/{game.slug}/{page.id}.html",
                "rule.html",
                "rules",
                games=games,
                game=game,
                rule=page,
                before=before,
                after=after,
                shown=SHOWN,
                board=site.board,
            )
            code |= {place.path for place in page.places}
        folder = site.out / "scenarios" / game.slug
        folder.mkdir(parents=True, exist_ok=True)
        for name in {one.name for page in game.rules for one in page.scenarios}:
            shutil.copy(shipped.scenarios(game.slug) / name, folder / f"{name}.txt")
    write_code(site, code)


def write_code(site: Site, paths: Iterable[str]) -> None:
    """A page for each of these modules, each line with an anchor."""
    for path in sorted(paths):
        lines = "".join(
            f'<span id="L{n}">{line}\n</span>' for n, line in enumerate(highlighted(ROOT / "rules" / path)[:-1], 1)
        )
        site.page(code_page(path), "code.html", "", path=path, code=Markup(lines))


def entries(games: list[GamePages]) -> list[dict[str, Any]]:
    """The rules for the search."""
    return [
        {
            "title": page.title,
            "text": f"{page.rule.text} {page.where}",
            "id": page.id,
            "in": game.title,
            "at": f"rules/{game.slug}/{page.id}.html",
            "lead": page.rule.text.partition(READING)[0].strip() or page.rule.text,
        }
        for game in games
        for page in game.rules
    ]


def addresses(games: list[GamePages]) -> dict[str, str]:
    """Where the page of each rule is, from the root of the site."""
    return {page.id: f"rules/{game.slug}/{page.id}.html" for game in games for page in game.rules}
