"""The docs of the site, by Sphinx: start, tutorials from the notebooks, how-to, Python from the docstrings, glossary.

The sources stay where they are read in the repository; here they are laid together. Pages have the frame of the rule
pages (`docs/frame.html`); a rule id, a path or a page that a text names in code becomes a link.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from docutils.parsers.rst import roles
from rule_pages import HERE, ROOT, RULE_ID, WAYS, code_page
from sphinx.addnodes import desc, desc_signature
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from theomachy import __version__, catalogue, shipped

# Page of the API: its title, a sentence, and the modules whose docstrings it shows.
API: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "theomachy": ("The package", "What `import theomachy as th` brings.", ("theomachy",)),
    "game": (
        "A game",
        "One game: its tree of positions, what is asked, what may be played.",
        ("theomachy.engine.game.game", "theomachy.engine.game.begin", "theomachy.engine.game.save"),
    ),
    "editor": ("Positions", "Any position, put together by words.", ("theomachy.engine.authoring.editor",)),
    "scenarios": (
        "Scenarios and lessons",
        "Files that play a position and say what must come of it.",
        ("theomachy.engine.authoring.scenario", "theomachy.engine.authoring.lesson"),
    ),
    "studies": ("Studies", "Several positions in order, told.", ("theomachy.engine.authoring.study",)),
    "rules": (
        "Rules and rulings",
        "What stands in books and files.",
        (
            "theomachy.engine.reference.rulebook",
            "theomachy.engine.reference.rulings",
            "theomachy.engine.reference.facts",
        ),
    ),
    "powers": (
        "Powers",
        "What rules and powers are written with.",
        (
            "theomachy.engine.runtime.ability",
            "theomachy.engine.runtime.decision",
            "theomachy.engine.runtime.requirement",
            "theomachy.engine.runtime.layers",
            "theomachy.engine.runtime.trace",
        ),
    ),
    "state": (
        "The state",
        "How a state is declared.",
        ("theomachy.engine.state.declare", "theomachy.engine.state.kind"),
    ),
    "table": (
        "The table",
        "What a game tells of its table, for whoever draws it.",
        ("theomachy.engine.tabletop.table", "theomachy.engine.tabletop.pieces"),
    ),
    "play": ("Bots and many games", "Who plays by himself.", ("theomachy.play.run", "theomachy.analysis")),
    "screens": (
        "Boards and screens",
        "What a notebook shows.",
        (
            "theomachy_widgets.dashboard",
            "theomachy_widgets.editor",
            "theomachy_widgets.lesson",
            "theomachy_widgets.rules",
            "theomachy_widgets.svg_board",
        ),
    ),
}
TUTORIALS = (
    "00_start", "answers", "demigods", "cthulhu_wars", "cthulhu_worlds", "heroes", "mythic_battles", "gods_war",
    "battle_lab", "position_lab", "what_if", "saved_game", "author_a_lesson", "study", "home_brew", "many_games",
)  # fmt: skip
FEW_TUTORIALS = ("what_if",)  # one that leads to no other
GUIDE = {
    "Use it": ("scenarios", "scenario_keys", "answers", "puzzles", "studies", "levels", "simulation", "site", "boards"),
    "Build with it": (
        "contributing", "engine", "powers", "timings", "table", "panels", "new_game", "testing", "hard_cases", "design",
        "cthulhu_wars_core", "release",
    ),
    "Figures": ("benchmark", "gods_war_balance", "heroes_balance", "mythic_balance"),
}  # fmt: skip
SETTINGS: dict[str, Any] = {
    "project": "Theomachy",
    "release": __version__,
    "extensions": ["myst_nb", "sphinx.ext.autodoc"],
    "html_theme": "theme",
    "html_theme_path": [str(HERE)],
    "templates_path": [str(HERE)],
    "html_use_index": False,
    "html_domain_indices": False,
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_permalinks_icon": "#",
    "nb_execution_mode": "off",
    "myst_heading_anchors": 3,
    "myst_enable_extensions": ["deflist"],
    "highlight_language": "none",
    "default_role": "plain_code",
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "signature",
    "autodoc_preserve_defaults": True,
    "python_use_unqualified_type_names": True,
    "add_module_names": False,
    "toc_object_entries_show_parents": "hide",
    "suppress_warnings": ["myst.header", "misc.highlighting_failure", "mystnb.lexer", "ref.python"],
}
GAMES = frozenset(catalogue())
STARTS = ("rules/theomachy", "rules", "")
PATH = re.compile(r"([\w./]+\.py)(?::(\w+))?")


class Docs:
    """One build: what is laid together, and what is found on the way for the search."""

    def __init__(self, out: Path, stage: Path, rules: dict[str, str], *, few: bool = False) -> None:
        self.out, self.stage, self.rules, self.few = out, stage, rules, few
        self.entries: list[dict[str, Any]] = []
        self.code: set[str] = set()
        self.guide: set[str] = set()  # its pages

    # -- laying the sources together ----------------------------------------------------------------------------------
    def lay(self) -> None:
        """The sources in one folder, with the lists of what there is."""
        shutil.rmtree(self.stage, ignore_errors=True)
        self.stage.mkdir(parents=True)
        for name in ("index", "glossary"):
            shutil.copy(HERE / f"{name}.md", self.stage / f"{name}.md")
        readme = (ROOT / "README.md").read_text("utf-8").replace("# Theomachy\n", "# Start\n", 1)
        self.write("start.md", readme.replace("](docs/", "](guide/").replace("](CONTRIBUTING", "](guide/contributing"))
        (self.stage / "guide").mkdir()
        guide = {"": linked(readme)} if self.few else GUIDE
        self.guide = {page for pages in guide.values() for page in pages}
        for name in self.guide:
            path = ROOT / "CONTRIBUTING.md" if name == "contributing" else ROOT / "docs" / f"{name}.md"
            shutil.copy(path, self.stage / "guide" / f"{name}.md")
        shutil.copytree(ROOT / "docs" / "pictures", self.stage / "guide" / "pictures")
        notebooks = FEW_TUTORIALS if self.few else TUTORIALS
        for name in notebooks:
            self.notebook(ROOT / "notebooks" / f"{name}.ipynb")
        chapters = {title: pages for title, pages in API.items() if not self.few or title == "theomachy"}
        self.contents(
            "tutorials", "Tutorials", "The notebooks, to be read. In JupyterLab each cell is a board.", {"": notebooks}
        )
        self.contents("guide", "How to", "What the pages of the repository tell.", guide)
        self.contents("api", "Python", "From the docstrings of the code.", {"": tuple(chapters)})
        for name, (title, says, modules) in chapters.items():
            parts = "\n".join(automodule(module) for module in modules)
            self.write(f"api/{name}.md", f"# {title}\n\n{says}\n\n{parts}")

    def write(self, name: str, text: str) -> None:
        place = self.stage / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")

    def contents(self, folder: str, title: str, says: str, parts: dict[str, tuple[str, ...]]) -> None:
        """The first page of a part, with the pages that it has."""
        text = f"# {title}\n\n{says}\n"
        for name, pages in parts.items():
            head = f"\n## {name}\n" if name else ""
            text += f"{head}\n```{{toctree}}\n:maxdepth: 1\n\n" + "\n".join(pages) + "\n```\n"
        self.write(f"{folder}/index.md", text)

    def notebook(self, path: Path) -> None:
        """A notebook as it is kept: without what its cells show, but a lesson that a cell opens can be opened here."""
        lessons = (
            {name.name for name in shipped.scenarios(path.stem).glob("lesson_*.toml")} if path.stem in GAMES else {}
        )
        book = nbformat.reads(path.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]
        for at in reversed(range(len(book.cells))):
            cell = book.cells[at]
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
                if named := [name for name in re.findall(r'"(\w+\.toml)"', cell.source) if name in lessons]:
                    link = f'<a href="../../index.html?lesson={path.stem}/{named[0]}">Open this lesson on a board</a>'
                    book.cells.insert(at + 1, nbformat.v4.new_markdown_cell(link))  # type: ignore[no-untyped-call]
            else:  # Jupyter's names of headings and paths, as Sphinx has them
                cell.source = re.sub(r"\]\(#([\w-]+)\)", lambda m: f"](#{m[1].lower()})", cell.source)
                cell.source = cell.source.replace("](../docs/", "](../guide/")
        book.metadata["language_info"] = {"name": "python", "pygments_lexer": "ipython3"}
        place = self.stage / "tutorials" / path.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(nbformat.writes(book), "utf-8")  # type: ignore[no-untyped-call]

    # -- building -----------------------------------------------------------------------------------------------------
    def build(self) -> None:
        """All pages. Raises `ValueError` with what Sphinx complains about."""
        self.lay()
        said = io.StringIO()
        with patch_docutils(str(self.stage)), docutils_namespace():
            roles.register_local_role("plain_code", plain_code)
            app = Sphinx(
                self.stage,
                None,
                self.out / "docs",
                self.stage.with_name(self.stage.name + ".trees"),
                "html",
                confoverrides=SETTINGS,
                status=None,
                warning=said,
                freshenv=True,
            )
            setattr(app.builder, "search", False)  # noqa: B010  (ours has the rules too)
            app.connect("autodoc-process-docstring", prose)
            app.connect("doctree-resolved", self.resolved)
            app.connect("html-page-context", self.framed)
            app.build()
        if complaints := [line for line in said.getvalue().splitlines() if line.strip()]:
            raise ValueError("the docs are not sound:\n" + "\n".join(complaints))
        shutil.rmtree(self.stage)
        shutil.rmtree(self.stage.with_name(self.stage.name + ".trees"))
        for name in (".buildinfo", "objects.inv"):
            (self.out / "docs" / name).unlink(missing_ok=True)
        for name in ("docs/_static", "docs/_sources", "jupyter_execute"):  # of the themes; ours lie in `pages`
            shutil.rmtree(self.out / name, ignore_errors=True)

    def framed(self, app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
        """What the frame of all pages needs."""
        context |= {"root": "../" * (page.count("/") + 1), "ways": WAYS, "here": page.split("/")[0]}

    def resolved(self, app: Sphinx, tree: nodes.document, name: str) -> None:
        """Links for what is named in code; the sections for the search."""
        up = "../" * (name.count("/") + 1)
        for literal in list(tree.findall(nodes.literal)):
            inside = literal.parent
            if not isinstance(inside, nodes.reference | nodes.title) and (to := self.leads(literal.astext(), name)):
                link = nodes.reference("", "", refuri=up + to, internal=True)
                inside.replace(literal, link)
                link += literal
        for text in list(tree.findall(nodes.Text)):
            if RULE_ID.search(text) and not any(isinstance(x, KEEP) for x in above(text)):
                text.parent.replace(text, list(self.with_links(str(text), up)))
        self.entries += self.sections(tree, name)

    def leads(self, text: str, page: str) -> str:
        """Where a text in code leads: the page of a rule, of the docs, of a module; "" for nowhere."""
        if text in self.rules:
            return self.rules[text]
        if text == "CONTRIBUTING.md" and "contributing" in self.guide:
            return "docs/guide/contributing.html"
        if (name := text.removeprefix("docs/").removesuffix(".md")) in self.guide and text == f"docs/{name}.md":
            return f"docs/guide/{name}.html"
        if found := PATH.fullmatch(text):
            for start in STARTS:
                path = ROOT / start / found[1]
                if path.is_file() and path.is_relative_to(ROOT / "rules"):
                    inside = path.relative_to(ROOT / "rules").as_posix()
                    self.code.add(inside)
                    line = line_of(path, found[2]) if found[2] else 0
                    return code_page(inside) + (f"#L{line}" if line else "")
        return ""

    def with_links(self, text: str, up: str) -> Iterator[nodes.Node]:
        """A text with each rule id as a link to its page."""
        at = 0
        for found in RULE_ID.finditer(text):
            if found[0] in self.rules:
                yield nodes.Text(text[at : found.start()])
                yield nodes.reference("", found[0], refuri=up + self.rules[found[0]], classes=["rid"], internal=True)
                at = found.end()
        yield nodes.Text(text[at:])

    def sections(self, tree: nodes.document, name: str) -> Iterator[dict[str, Any]]:
        """Each section and each thing of Python with its own words."""
        part = {"tutorials": "Tutorial", "guide": "How to", "api": "Python"}.get(name.split("/")[0], "Docs")
        page = f"docs/{name}.html"
        top = next(iter(tree.findall(nodes.title)), None)
        of = top.astext() if top is not None else name
        for section in tree.findall(nodes.section):
            title = section.next_node(nodes.title)
            text = " ".join(child.astext() for child in section if not isinstance(child, nodes.section | nodes.title))
            if title is None or not text.strip():
                continue
            head = title.astext()
            where = part if head == of else f"{part}: {of}"
            at = page if head == of else f"{page}#{section['ids'][0]}"
            yield {"title": head, "text": text, "in": where, "at": at, "lead": text}
        for thing in tree.findall(desc):
            sign = thing.next_node(desc_signature)
            if sign is not None and sign["ids"]:
                full = str(sign["fullname"])
                text = " ".join(child.astext() for child in thing.children[1:])
                yield {
                    "title": full,
                    "text": text,
                    "in": f"{part}: {of}",
                    "at": f"{page}#{sign['ids'][0]}",
                    "lead": text,
                }


def linked(text: str) -> tuple[str, ...]:
    """The pages of the guide to which a text leads."""
    return tuple(dict.fromkeys(re.findall(r"\]\(docs/(\w+)\.md\)", text)))


def automodule(name: str) -> str:
    """What Sphinx is asked for a module; classes that another module makes stand on a page of their own."""
    module = import_module(name)
    foreign = [each for each in getattr(module, "__all__", ()) if isinstance(getattr(module, each), type)]
    left = f"   :exclude-members: {', '.join(foreign)}\n" if name == "theomachy" else ""
    return f"```{{eval-rst}}\n.. automodule:: {name}\n   :members:\n{left}```\n"


def prose(app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """A docstring is prose with code in backticks: nothing in it is markup; what is indented is shown as it stands."""
    blocks = re.split(r"\n\s*\n", "\n".join(lines).strip("\n"))
    lines[:] = []
    for block in blocks:
        rows = block.splitlines()
        if block.startswith(">>>"):
            lines += rows
        elif any(row.startswith(" ") for row in rows):
            lines += ["::", "", *(f"   {row}" for row in rows)]
        else:
            lines += [re.sub(r"([*|\\])(?=(?:[^`]*`[^`]*`)*[^`]*$)", r"\\\1", row) for row in rows]
        lines.append("")


KEEP = (nodes.reference, nodes.literal_block, nodes.title, nodes.literal, nodes.raw)


def above(node: nodes.Node) -> Iterator[nodes.Node]:
    """Everything that a node stands in."""
    while (node := node.parent) is not None:
        yield node


def line_of(path: Path, name: str) -> int:
    """The line in which a class or function is made, 0 if none."""
    for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if re.match(rf"\s*(?:class|def|async def) {name}\b|{name}\b.*=", line):
            return n
    return 0


def plain_code(
    name: str, raw: str, text: str, *_: object, **__: object
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Backticks of a docstring are code."""
    return [nodes.literal(raw, text)], []
