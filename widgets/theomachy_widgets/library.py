"""What there is to open: games, saved games of a folder, ready positions and lessons, as plain rows with bounded names.

Ready positions are the worked examples of the rulebooks and the named scenes: scenario files with a set-up that are
called `example_...` or `the_...`. A file is read again only after it has changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import theomachy as th
from theomachy import shipped
from theomachy.engine import bounds, files
from theomachy.engine.authoring import study_text
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.authoring.scenario import Scenario, load
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import SaveError, ScenarioError, TheoError, UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.players import Option
from theomachy.engine.runtime.system import System
from theomachy.play.opponents import PERSON, choices
from theomachy.puzzles import puzzle

from .asked import LONGEST
from .first_game import first_game
from .lesson import LessonEntry
from .seats import MOST_PLAYERS, seats_of

MOST_SAVES = 200
MOST_FILES = 2_000  # scenario files of a game
LARGEST = 4 * 2**20  # bytes of a saved game that a page opens
POSITIONS = ("example_", "the_")
Row = dict[str, Any]


def offered(slug: str) -> Row:
    """The quick starts of a game, who may play it beside people, and its options for each number of players."""
    kind, (least, most) = system_class(slug), seats_of(slug)
    return {
        "presets": [
            {
                "name": name,
                "title": preset.title,
                "about": preset.about,
                "players": preset.players,
                "settles": list(preset.options),
            }
            for name, preset in kind.presets.items()
        ],
        "bots": [list(row) for row in choices() if row[0] != PERSON],
        "choices": {
            str(players): [_choice(name, option, choices) for name, option in choices.items()]
            for players, choices in ((players, kind.choices(players)) for players in range(least, most + 1))
        },
        "home": first_game(kind, least, most),
    }


def line_up(system: System[Any]) -> Row | None:
    """Who sits at the table of a page and on which ground, and who and what else there might be: where an option of the
    game has a word for every seat.
    """
    least, most = seats_of(system.slug)
    players = len(system.seats)
    choices = type(system).choices(players)
    option = next(((name, one) for name, one in choices.items() if one.each), None)
    if option is None or not least <= players <= most:
        return None
    name, one = option
    seats = system.options.get(name)
    assert isinstance(seats, list | tuple)
    return {
        "option": name,
        "title": one.title,
        "words": [[word, one.names.get(word, word)] for word in one.among],
        "seats": [str(word) for word in seats],
        "least": least,
        "most": most,
        "grounds": [
            {
                "option": other,
                "title": ground.title,
                "words": [[word, ground.names.get(word, word)] for word in ground.among],
                "value": system.options[other],
            }
            for other, ground in choices.items()
            if ground.place and len(ground.among) > 1
        ],
    }


def _choice(name: str, option: Option, others: Mapping[str, Option]) -> Row:
    numbers = isinstance(option.among, range)
    return {
        "name": name,
        "title": option.title,
        "about": option.about,
        "value": option.default,
        "words": [] if numbers else [[word, option.names.get(word, word)] for word in option.among],
        "range": [option.among[0], option.among[-1]] if numbers else None,
        "zero": option.zero,
        "each": option.each,
        "some": option.some,
        "unless": option.unless,
        "place": option.place,
        "of": option.of,
        "heads": _heads(option, others),
    }


def _heads(option: Option, others: Mapping[str, Option]) -> list[Row]:
    """What the words of an option come with, and which do; none where they come with nothing."""
    found: dict[Any, list[Any]] = {}
    for word in option.among if option.of else ():
        found.setdefault(option.part_of[word], []).append(word)
    return [{"by": key, "title": others[option.of].names[key], "words": words} for key, words in found.items()]


class Library:
    """The saved games of a folder (by default this one, and those of the examples); lessons and positions.

    These are the scenarios under `scenarios` (by default `examples/scenarios`, here, above or as it came).
    """

    def __init__(self, folder: Path | None = None, scenarios: Path | None = None) -> None:
        self.folder, self.scenarios = Path() if folder is None else folder, scenarios
        self.examples = {path.name: path for path in shipped.saves()} if folder is None else {}
        self._saves: dict[str, tuple[object, Row]] = {}
        self._studies: dict[Path, tuple[object, Row]] = {}
        self._puzzles: dict[Path, tuple[object, Row]] = {}
        self._scenarios: dict[Path, tuple[object, Scenario | None]] = {}

    def model(self) -> Row:
        """Everything as rows: games, saves, positions, lessons, studies, puzzles."""
        rows: Row = {"games": [], "positions": [], "lessons": [], "largest": LARGEST, **self.saves()}
        rows["studies"] = self.studies()
        rows["puzzles"] = self.puzzles()
        for slug, system in games().items():
            entries = self.entries(slug)
            course = [entry for entry in entries if entry.course]
            placed = [entry for entry in entries if is_position(entry)]
            least, most = seats_of(slug)
            rows["games"].append(
                {
                    "slug": slug,
                    "title": system.title,
                    "least": least,
                    "most": most,
                    "lessons": len(course),
                    "asks": sum(entry.asks for entry in course),
                    "scenes": sum(entry.tells and not entry.course for entry in entries),
                    "positions": len(placed),
                    **offered(slug),
                }
            )
            rows["lessons"] += [
                self._row(slug, system.title, entry) | {"n": n, "asks": entry.asks} for n, entry in enumerate(course, 1)
            ]
            rows["positions"] += [self._row(slug, system.title, entry) for entry in placed]
        return rows

    @staticmethod
    def _row(slug: str, game: str, entry: LessonEntry) -> Row:
        about = " ".join(entry.scenario.about.split())
        return {"id": entry.name, "slug": slug, "game": game, "title": entry.scenario.title, "about": about}

    # -- saved games --------------------------------------------------------------------------------------------------
    def place(self, name: str) -> Path:
        """The file of a name in the list: of the folder, else of the examples."""
        own = self.folder / name
        return self.examples[name] if name in self.examples and not own.is_file() else own

    def names(self) -> list[str]:
        """The files of the folder that may be saved games, the last changed first; only names that fit an address.

        Those of the examples come after them.
        """
        found = [path for path in self.folder.glob("*.json") if path.is_file() and fits(path.name)]
        found.sort(key=lambda path: (-path.stat().st_mtime_ns, path.name))
        own = [path.name for path in found[:MOST_SAVES]]
        return own + [name for name in self.examples if not (self.folder / name).is_file()]

    def saves(self) -> Row:
        """A row for each saved game, and how many files were left out."""
        names = self.names()
        files = sum(path.is_file() for path in self.folder.glob("*.json"))
        own = sum(self.place(name).parent == self.folder for name in names)
        for gone in set(self._saves) - set(names):
            del self._saves[gone]
        return {"saves": [row for name in names if (row := self._save(name))], "left": files - own}

    def _save(self, name: str) -> Row:
        """What the head of a save says, empty for another JSON file; the answers are not played for that."""
        path = self.place(name)
        try:
            stamp: object = (path.stat().st_mtime_ns, path.stat().st_size)
            if (known := self._saves.get(name)) is None or known[0] != stamp:
                self._saves[name] = known = (stamp, self._head(path))
        except OSError:
            return {}
        return known[1]

    def _head(self, path: Path) -> Row:
        row = {"id": path.name, "title": path.stem.replace("_", " "), "slug": "", "game": "", "line": "", "fault": ""}
        if path.stat().st_size > LARGEST:
            return row | {"fault": f"larger than {LARGEST // 2**20} MiB: it is not opened here"}
        try:
            raw = json.loads(path.read_text("utf-8"))
            system = games()[raw["game"]]
            players = ", ".join(str(name)[:40] for name in list(raw["setup"]["players"])[:MOST_PLAYERS])
            title = str(raw["names"].get("title") or row["title"])[:80]
            bounds.whole(players + title, "the head of this file")
            answers = len(raw["nodes"])
        except SaveError as fault:
            return row | {"fault": str(fault)}
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            return {}
        said = f"{players} · {answers:,} {'answer' if answers == 1 else 'answers'}"
        return row | {"title": title, "slug": raw["game"], "game": system.title, "line": said}

    def paths(self) -> list[Path]:
        """The files of the saved games that are offered and not too large."""
        found = [self.place(name) for name in self.names()]
        return [path for path in found if path.stat().st_size <= LARGEST]

    def saved(self, name: str) -> Game:
        """A saved game of the folder. Raises `UnknownName` for one that is not in the list, and `SaveError`."""
        if name not in self.names():
            raise UnknownName(f"there is no saved game {name!r} in this folder")
        if self.place(name).stat().st_size > LARGEST:
            raise SaveError(f"{name} is larger than {LARGEST // 2**20} MiB: open it in a notebook")
        return th.load(self.place(name))

    # -- studies ------------------------------------------------------------------------------------------------------
    def study_files(self) -> dict[tuple[str, str], Path]:
        """The studies of the folder and of the examples, by game and name of the file."""
        found: dict[tuple[str, str], Path] = {}
        own = sorted(path for ending in ("json", "html") for path in self.folder.glob(f"*.{ending}"))
        for path in [*own[:MOST_FILES], *shipped.studies()]:
            if fits(path.name) and (row := self._study(path)):
                found.setdefault((row["slug"], path.name), path)
        return found

    def studies(self) -> list[Row]:
        """A row for each study; a file that looks like one and is none says why."""
        return [self._study(path) for path in self.study_files().values()]

    def _study(self, path: Path) -> Row:
        """What a study says of itself, empty for another file; it is read again only after it has changed."""
        try:
            stamp: object = (path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else None
        except OSError:
            stamp = None
        if stamp is None:
            return {}
        if (known := self._studies.get(path)) is None or known[0] != stamp:
            self._studies[path] = known = (stamp, self._study_row(path))
        return known[1]

    @staticmethod
    def _study_row(path: Path) -> Row:
        try:
            text = files.text(path, "study", study_text.LARGEST_PAGE, SaveError)
        except SaveError:
            return {}
        if not study_text.is_study(text):
            return {}
        row = {"id": path.name, "slug": "", "game": "", "title": path.stem.replace("_", " "), "fault": ""}
        try:
            study = Study.read(text)
        except TheoError as fault:
            return row | {"fault": str(fault)}
        about = " ".join(study.about.split())
        told = {"slug": study.slug, "game": study.game_title, "title": study.title, "about": about}
        return row | told | {"line": study.counted(), "asks": study.asks}

    def study_path(self, slug: str, name: str) -> Path:
        """The file of a study of the list. Raises `UnknownName`."""
        found = self.study_files().get((slug, name))
        if found is None:
            raise UnknownName(f"there is no study {name!r} here")
        return found

    # -- puzzles ------------------------------------------------------------------------------------------------------
    def puzzles(self) -> list[Row]:
        """A row for each game that has puzzles."""
        return [self._puzzle_row(slug, path) for slug in games() if (path := self._puzzle_files().get(slug))]

    @staticmethod
    def _puzzle_files() -> dict[str, Path]:
        return {path.stem: path for path in shipped.puzzles()}

    def _puzzle_row(self, slug: str, path: Path) -> Row:
        stamp: object = (path.stat().st_mtime_ns, path.stat().st_size)
        if (known := self._puzzles.get(path)) is None or known[0] != stamp:
            title = system_class(slug).title
            row = {"id": slug, "slug": slug, "game": title, "title": f"Puzzles of {title}", "fault": ""}
            try:
                row["line"] = f"three a day, {len(puzzle.load(path))} in all"
            except SaveError as fault:
                row["fault"] = str(fault)
            self._puzzles[path] = known = (stamp, row)
        return known[1]

    def puzzle_file(self, slug: str) -> Path:
        """The puzzles of a game. Raises `UnknownName`."""
        found = self._puzzle_files().get(slug)
        if found is None:
            raise UnknownName(f"there are no puzzles of {slug!r:.40} here")
        return found

    # -- lessons and positions ----------------------------------------------------------------------------------------
    def place_of(self, slug: str) -> Path | None:
        """Where the scenarios of a game lie; None for the usual place. Raises `UnknownName` for another game."""
        system_class(slug)
        own = self.scenarios / slug if self.scenarios is not None else None
        return own if own is not None and own.is_dir() else self.scenarios

    def entries(self, slug: str) -> list[LessonEntry]:
        """The scenarios of a game that tell or ask something or begin with a position: the course, then by name."""
        place = self.place_of(slug)
        place = shipped.scenarios(slug) if place is None else place
        if not place.is_dir():
            return []
        found = []
        for path in sorted(place.rglob("*.toml"))[:MOST_FILES]:
            scenario = self._scenario(path)
            if scenario is not None and scenario.game == slug and fits(name := path.relative_to(place).as_posix()):
                found.append(LessonEntry(path, name, scenario))
        found.sort(key=LessonEntry.order)
        return found

    def _scenario(self, path: Path) -> Scenario | None:
        try:
            stamp = path.stat().st_mtime_ns if path.is_file() else None
        except OSError:
            stamp = None
        if stamp is None:
            return None
        if (known := self._scenarios.get(path)) is None or known[0] != stamp:
            try:
                known = (stamp, load(path))
            except ScenarioError:
                known = (stamp, None)  # the list of lessons names its fault
            self._scenarios[path] = known
        return known[1]

    def entry(self, slug: str, name: str) -> LessonEntry:
        """A scenario of the list. Raises `UnknownName`."""
        found = next((entry for entry in self.entries(slug) if entry.name == name), None)
        if found is None:
            raise UnknownName(f"there is no {name!r} among the lessons and positions of {system_class(slug).title}")
        return found

    def lesson(self, slug: str, name: str) -> Scenario:
        """A lesson of the list. Raises `UnknownName`."""
        return self.entry(slug, name).scenario

    def position(self, slug: str, name: str) -> Game:
        """A game that begins with the position of a scenario. Raises `UnknownName`, and `TheoError` for a wrong one."""
        entry = self.entry(slug, name)
        if entry.scenario.setup is None:
            raise UnknownName(f"{name!r} has no position of its own")
        system = entry.scenario.build()
        return Editor(system, system.arrange(entry.scenario.setup), name=entry.scenario.title).game()

    def fight(
        self,
        slug: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        overlay: Mapping[str, Any] | None = None,
    ) -> Game:
        """A game in which any fight can be put together, with as many units as it knows, or for who sits there as the
        `options` say; where only fights of the board can be reckoned, one that begins with a scenario of one. Raises
        `UnknownName` where there is none.
        """
        fights = system_class(slug).fights
        if fights is not None:
            wanted = dict(fights.widest) if not options else {"players": players, **options}
            game = th.new(slug, seed=0, overlay=overlay, **wanted)
            if fights.anything(game.state) is not None or next(fights.places(game.state), None) is not None:
                return game
        for entry in sorted(self.entries(slug), key=lambda entry: not is_position(entry)):
            if fights is None or entry.scenario.setup is None:
                continue
            try:
                game = self.position(slug, entry.name)
            except TheoError:
                continue
            if next(fights.places(game.state), None) is not None:
                return game
        raise UnknownName(f"no scenario of {slug} has a fight to reckon")


def is_position(entry: LessonEntry) -> bool:
    """Is the scenario a worked example or a named scene, with a position to begin from?"""
    return entry.scenario.setup is not None and entry.path.name.startswith(POSITIONS)


def fits(name: str) -> bool:
    """Can the name stand in an address?"""
    return len(name) <= LONGEST - 40 and name.isprintable()
