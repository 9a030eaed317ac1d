"""Small pictures of boards for the start page, drawn by our own renderer, a few at a time, and kept.

They are kept in memory and, from one run of the server to the next, in the user's cache folder. Those of the first
screen are drawn as soon as the server runs, whenever no visitor waits for others.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

from PIL import Image
from tornado.web import HTTPError, RequestHandler

import theomachy as th
from theomachy.engine import files
from theomachy.engine.authoring import study_text
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import TheoError
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.tabletop.table import NO_MARKS, Table
from theomachy.puzzles import puzzle

from .going import Going
from .library import LARGEST, Library
from .picture_cache import PictureCache, name_of, usual_folder
from .render.png import rasterise, rasterise_apart
from .render.svg import text, tree
from .scene.build import build, fight_at

SHIPPED = Path(__file__).parent / "data" / "games"  # made by tools/home_pictures.py
WIDTH = 480  # pixels of a picture
MOST = 300  # pictures that are kept, about a tenth of a megabyte each
MOST_GROUNDS = 24
FIRST = 8  # of each kind, that are drawn before anybody asks
PAUSE = 0.2  # seconds
FEW = 6  # areas with pieces, up to which a picture comes nearer
MOVES = 120  # answers by which the board of a game is filled for its picture
Key = tuple[str, str, str, str]


class Gallery:
    """The pictures of a library: of its games and of what there is of each, on a light or a dark page."""

    def __init__(self, library: Library, cache: PictureCache | None = None, going: Going | None = None) -> None:
        self.library = library
        self.going = going or Going(None)
        self.cache = PictureCache(usual_folder()) if cache is None else cache
        self.asked = 0  # pictures that visitors wait for
        self.lock = threading.Lock()
        self.kept: dict[tuple[Key, object], bytes] = {}
        self.grounds: dict[object, Image.Image] = {}  # the same under many positions
        self.worker = ThreadPoolExecutor(2, "pictures")  # few at a time, lest a page of boards hold up the players

    async def picture(self, theme: str, kind: str, slug: str, name: str) -> bytes:
        """A PNG. Raises `TheoError` for what is not in the library or cannot be shown."""
        key = ((theme, kind, slug, name), self._stamp(kind, slug, name))
        with self.lock:
            found = self.kept.pop(key, None)
            if found is not None:
                self.kept[key] = found
                return found
        loop = asyncio.get_running_loop()
        self.asked += 1
        try:
            found = await loop.run_in_executor(self.worker, self.found, theme, kind, slug, name)
        finally:
            self.asked -= 1
        with self.lock:
            while len(self.kept) >= MOST:
                self.kept.pop(next(iter(self.kept)))
            self.kept[key] = found
        return found

    async def warm(self) -> None:
        """Draw what the first screen shows, one after the other, and let visitors go first."""
        loop = asyncio.get_running_loop()
        first = await loop.run_in_executor(self.worker, self.first)
        for theme in ("light", "dark"):
            for kind, slug, name in first:
                while self.asked:
                    await asyncio.sleep(PAUSE)
                with contextlib.suppress(TheoError, ValueError, OSError):
                    await loop.run_in_executor(self.worker, self.found, theme, kind, slug, name)

    def first(self) -> list[tuple[str, str, str]]:
        """(kind, game, name) of what stands first on the start page."""
        rows = self.library.model()
        found = [("game", row["slug"], "") for row in rows["games"]]
        found += [("save", "", row["id"]) for row in rows["saves"][:FIRST] if not row["fault"]]
        for kind, all_of in (
            ("position", rows["positions"]),
            ("lesson", rows["lessons"]),
            ("study", [row for row in rows["studies"] if not row["fault"]]),
            ("puzzle", [row for row in rows["puzzles"] if not row["fault"]]),
        ):
            lanes: dict[str, list[str]] = {}
            for row in all_of:
                lanes.setdefault(row["slug"], []).append(row["id"])
            rounds = zip_longest(*lanes.values())  # the first of every game before the second, as the page shows them
            turns = ((kind, slug, name) for row in rounds for slug, name in zip(lanes, row, strict=True) if name)
            found += islice(turns, FIRST)
        return found

    def found(self, theme: str, kind: str, slug: str, name: str) -> bytes:
        """The picture from the cache folder, or a new one that is kept there."""
        if kind == "game" and (made := SHIPPED / f"{slug}_{theme}.webp").is_file():
            return made.read_bytes()
        shown = name_of((str(WIDTH), theme, kind, slug), self._source(kind, slug, name))
        found = self.cache.get(shown)
        if found is None:
            found = self._drawn(theme, kind, slug, name)
            self.cache.put(shown, found)
        return found

    def _source(self, kind: str, slug: str, name: str) -> bytes:
        """The file that a picture is drawn from; nothing for that of a game. Raises `TheoError`."""
        if kind == "game":
            return b""
        if kind == "going":
            return self.going.text(name)
        if kind == "study":
            place = self.library.study_path(slug, name)
            return files.read(place, "study", study_text.LARGEST_PAGE)
        if kind == "puzzle":
            return files.read(self.library.puzzle_file(slug), "file of puzzles", LARGEST)
        place = self.library.place(name) if kind == "save" else self.library.entry(slug, name).path
        return files.read(place, "file of the library", LARGEST)

    def _stamp(self, kind: str, slug: str, name: str) -> object:
        """What changes when the picture does. Raises `TheoError` for what is not in the library."""
        if kind == "game":
            return system_class(slug).title
        if kind == "going":
            return self.going.game(name).here
        if kind == "save":
            if name not in self.library.names():
                raise TheoError(f"there is no saved game {name!r}")
            return self.library.place(name).stat().st_mtime_ns
        if kind == "study":
            return self.library.study_path(slug, name).stat().st_mtime_ns
        if kind == "puzzle":
            return self.library.puzzle_file(slug).stat().st_mtime_ns
        if kind in ("position", "lesson"):
            return self.library.entry(slug, name).path.stat().st_mtime_ns
        raise TheoError(f"there are no pictures of {kind!r}")

    def _drawn(self, theme: str, kind: str, slug: str, name: str) -> bytes:
        marks, near = NO_MARKS, None
        if kind == "study":
            study = Study.load(self.library.study_path(slug, name))
            n = next((n for n in range(1, len(study) + 1) if not study.fault(n)), 1)
            table, marks, near = study.table(n), study.chapter(n).marks, study.chapter(n).focus
        else:
            table = self.table(kind, slug, name)
            near = None if kind in ("game", "save", "going") else middle(table)
        scene = build(table, marks, theme, WIDTH, near)
        ground = (scene.ground.board.key, theme, scene.ground.focus)
        with self.lock:
            below = self.grounds.get(ground)
        if below is None:
            drawn = rasterise_apart(text(tree(scene, layers=("ground",))), 1)
            below = Image.open(io.BytesIO(drawn)).convert("RGBA")
            with self.lock:
                while len(self.grounds) >= MOST_GROUNDS:
                    self.grounds.pop(next(iter(self.grounds)))
                self.grounds[ground] = below
        above = Image.open(io.BytesIO(rasterise(text(tree(scene, layers=("under", "pieces", "ui"))), 1)))
        out = io.BytesIO()
        Image.alpha_composite(below, above.convert("RGBA")).convert("RGB").save(out, "PNG")
        return out.getvalue()

    def table(self, kind: str, slug: str, name: str) -> Table:
        """What the picture shows: a game some moves on, the position of a save, of a scenario, the end of a lesson."""
        if kind == "game":
            if presets := list(system_class(slug).presets):  # the last of them: the furthest from the beginning
                return th.new(slug, preset=presets[-1]).table()
            game, rng = th.new(slug, seed=3), Random(5)
            for _ in range(MOVES):
                if not game.over:
                    game.play(rng.choice(game.options))
            return game.table()
        if kind == "save":
            return self.library.saved(name).table()
        if kind == "going":
            return self.going.game(name).table()
        if kind == "puzzle":  # the first of its file
            one = puzzle.load(self.library.puzzle_file(slug))[0]
            game = puzzle.opened(one)
            return game.table(game.seats[one.seat].name)
        if kind == "position":
            return self.library.position(slug, name).table()
        return self.library.lesson(slug, name).run().game.table()


def middle(table: Table) -> int | None:
    """The area that a scene of few pieces is about: its fight, else where the most pieces are; None for the whole."""
    count = Counter(piece.area for piece in table.pieces if piece.area >= 0)
    crowd = max(count, key=lambda area: (count[area], -area), default=None)
    known = {area.id for area in table.board.areas}
    return fight if (fight := fight_at(table)) is not None else crowd if crowd in known and len(count) <= FEW else None


class Picture(RequestHandler):
    """`/pictures/THEME/KIND/GAME/FILE.png`."""

    def initialize(self, gallery: Gallery) -> None:
        self.gallery = gallery

    async def get(self, theme: str, kind: str, slug: str, name: str) -> None:
        try:
            data = await self.gallery.picture(theme, kind, slug, name.removesuffix(".png"))
        except (TheoError, ValueError, OSError):
            raise HTTPError(404) from None
        shipped = data.startswith(b"RIFF")
        self.set_header("Content-Type", "image/webp" if shipped else "image/png")
        self.set_header("Cache-Control", "max-age=86400" if shipped else "max-age=60")
        self.write(data)
