"""What the start page shows: every game, the saves of a folder, positions and lessons, each with its picture."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

import pytest
from PIL import Image

from theomachy import shipped
from theomachy.engine.errors import SaveError, TheoError, UnknownName
from theomachy.engine.game.registry import games
from theomachy_widgets.gallery import SHIPPED, Gallery
from theomachy_widgets.lesson import lessons
from theomachy_widgets.library import LARGEST, Library
from theomachy_widgets.picture_cache import HEAD, TAIL, PictureCache

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "examples" / "scenarios"
SAVE = ROOT / "examples" / "saves" / "demigods" / "two_rivers.json"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "evening.json").write_text(SAVE.read_text("utf-8"), "utf-8")
    return Library(tmp_path, SCENARIOS)


def test_lessons_are_counted_apart_from_scenarios_of_rules(library: Library) -> None:
    rows = library.model()
    assert [g["slug"] for g in rows["games"]] == list(games())
    for game in rows["games"]:
        files = list((SCENARIOS / game["slug"]).glob("lesson_*.toml"))
        mine = [row for row in rows["lessons"] if row["slug"] == game["slug"]]
        assert game["lessons"] == len(files) == len(mine)
        assert [row["n"] for row in mine] == list(range(1, len(files) + 1))
        assert [row["id"] for row in mine] == sorted(path.name for path in files)
        shelf = lessons(game["slug"], SCENARIOS / game["slug"], renderer="svg")
        assert len(shelf) == game["lessons"] + game["scenes"]
        course = f"{game['lessons']} lessons, and " if files else ""
        assert shelf.words().startswith(f"{game['title']}: {course}{game['scenes']} scenarios that show a rule\n")
        shelf.close()


def test_names_and_files_are_bounded(library: Library) -> None:
    folder = library.folder
    text = SAVE.read_text("utf-8")
    (folder / ("n" * 120 + ".json")).write_text(text, "utf-8")
    (folder / "large.json").write_text(text + " " * LARGEST, "utf-8")
    (folder / "other.json").write_text("[1, 2]", "utf-8")
    (folder / "deep.json").write_text("[" * 100_000, "utf-8")
    os.mkfifo(folder / "pipe.json")
    rows = library.saves()
    assert {row["id"]: bool(row["fault"]) for row in rows["saves"]} == {"evening.json": False, "large.json": True}
    assert rows["left"] == 1
    with pytest.raises(SaveError, match="4 MiB"):
        library.saved("large.json")
    for name in ("pipe.json", "../evening.json", "n" * 120 + ".json", "a\0b.json", ""):
        with pytest.raises(UnknownName):
            library.saved(name)


def test_a_save_is_read_again_when_it_has_changed(library: Library) -> None:
    before = library.saves()["saves"][0]["title"]
    path = library.folder / "evening.json"
    path.write_text(path.read_text("utf-8").replace(before, "Another evening"), "utf-8")
    os.utime(path, ns=(1, 1))
    assert library.saves()["saves"][0]["title"] == "Another evening"


def test_saves_of_the_examples_stand_after_those_of_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evening.json").write_text(SAVE.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    library = Library()
    there = [path.name for path in sorted((ROOT / "examples" / "saves").rglob("*.json"))]
    assert {"three_shores.json", "two_rivers.json"} <= set(there)
    assert library.names() == ["evening.json", *there]
    assert library.saves()["left"] == 0
    assert library.saved("three_shores.json").slug == "demigods"
    # One of the same name in this folder is the one that is meant.
    (tmp_path / "three_shores.json").write_text("[]", "utf-8")
    others = [name for name in there if name != "three_shores.json"]
    assert [row["id"] for row in library.saves()["saves"]] == ["evening.json", *others]
    assert library.saves()["left"] == 0
    assert Library(tmp_path).names() == ["three_shores.json", "evening.json"], "of a folder that is named, only its own"


def test_every_ready_position_opens_and_every_game_has_some(library: Library) -> None:
    rows = library.model()["positions"]
    assert {row["slug"] for row in rows} == set(games())
    for row in rows:
        game = library.position(row["slug"], row["id"])
        assert game.slug == row["slug"]
        assert game.options or game.over


def test_pictures_are_drawn_once_and_only_of_what_is_there(library: Library) -> None:
    gallery = Gallery(library, PictureCache(None))

    async def look() -> None:
        slug = next(iter(games()))
        first = await gallery.picture("light", "game", slug, "")
        assert Image.open(io.BytesIO(first)).format == "WEBP", "those of games travel with the package"
        assert await gallery.picture("light", "game", slug, "") is first
        assert await gallery.picture("dark", "game", slug, "") != first
        saved = await gallery.picture("light", "save", "", "evening.json")
        assert Image.open(io.BytesIO(saved)).width == 480
        for kind, game, name in (
            ("save", "", "../x.json"),
            ("lesson", slug, "x"),
            ("puzzle", "chess", "chess"),
            ("game", "chess", ""),
            ("x", "", ""),
        ):
            with pytest.raises(TheoError):
                await gallery.picture("light", kind, game, name)

    asyncio.run(look())


def test_every_game_has_its_puzzles_on_the_shelf(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = library.model()["puzzles"]
    assert [row["slug"] for row in rows] == list(games())
    assert {row["line"] for row in rows} == {"three a day, 100 in all"}
    drawn = Gallery(library, PictureCache(None)).found("light", "puzzle", "demigods", "demigods")
    assert Image.open(io.BytesIO(drawn)).width == 480
    (tmp_path / "demigods.json").write_text("{}", "utf-8")
    monkeypatch.setattr(shipped, "puzzles", lambda: [tmp_path / "demigods.json"])
    (row,) = library.puzzles()
    assert row["fault"] == "that is no file of puzzles"


def test_every_game_of_the_house_brings_its_picture() -> None:
    """So that nobody who comes for the first time waits for boards to be drawn."""
    house = [slug for slug, kind in games().items() if kind.__module__.startswith("theomachy.games.")]
    for slug in house:
        files = ((SHIPPED / f"{slug}_{theme}.webp").read_bytes() for theme in ("light", "dark"))
        light, dark = (Image.open(io.BytesIO(data)) for data in files)
        assert light.size == dark.size == (512, 364)
        assert len(light.resize((32, 24)).getcolors(1000) or []) > 100, "no flat water"


def test_pictures_are_kept_from_one_server_to_the_next(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    class Counted(Gallery):
        def _drawn(self, theme: str, kind: str, slug: str, name: str) -> bytes:
            drawn.append(name)
            return super()._drawn(theme, kind, slug, name)

    def asked(folder: Path | None) -> bytes:
        return asyncio.run(Counted(library, PictureCache(folder)).picture("light", "save", "", "evening.json"))

    folder = tmp_path / "cache" / "pictures"
    first = asked(folder)
    assert asked(folder) == first
    assert len(drawn) == 1
    (kept,) = folder.iterdir()
    # Half a file, a pipe and a folder that cannot be made: drawn anew, or not kept, and never waited for.
    kept.write_bytes(first[:-20])
    assert asked(folder) == first
    kept.unlink()
    os.mkfifo(kept)
    assert asked(folder) == first
    (tmp_path / "file").write_text("")
    assert asked(tmp_path / "file" / "pictures") == asked(None) == first
    assert len(drawn) == 5
    # Another version of the code, and another content of the save.
    monkeypatch.setattr("theomachy_widgets.picture_cache.version", lambda: "another")
    asked(folder)
    assert len(drawn) == 6
    save = library.folder / "evening.json"
    save.write_text(save.read_text("utf-8") + "\n", "utf-8")
    asked(folder)
    assert len(drawn) == 7


def test_the_folder_of_pictures_is_bounded(tmp_path: Path) -> None:
    kept = PictureCache(tmp_path, most_bytes=500, most_kept=3)
    picture = HEAD + bytes(80) + TAIL
    for n in range(5):
        kept.put(f"{n}.png", picture)
        os.utime(tmp_path / f"{n}.png", (n, n))
    kept.get("3.png")  # looked at: it stays longer
    kept.put("5.png", picture)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3.png", "4.png", "5.png"]
    kept.put("6.png", HEAD + bytes(450) + TAIL)
    assert [path.name for path in tmp_path.iterdir()] == ["6.png"]


def test_what_stands_first_is_drawn_before_anybody_asks(library: Library, tmp_path: Path) -> None:
    gallery = Gallery(library, PictureCache(tmp_path))
    first = gallery.first()
    assert {kind for kind, _, _ in first} == {"game", "save", "position", "lesson", "study", "puzzle"}
    assert {slug for kind, slug, _ in first if kind == "game"} == set(games())
    gallery.first = lambda: [row for row in first if row[0] == "position"][:2]  # type: ignore[method-assign]
    asyncio.run(gallery.warm())
    assert len(list(tmp_path.glob("*.png"))) == 4, "each for the light and for the dark page"
