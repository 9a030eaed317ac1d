"""What travels with the code: notebooks, scenarios with the lessons, saved games, a home-brew package.

In the repository they stand in `notebooks` and `examples`; in an installed package, the same files, in
`theomachy/share`. Nothing here needs Jupyter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .engine.tabletop.beside_words import line

PATTERNS = (
    "notebooks/*.ipynb",
    "examples/scenarios/**/*.toml",
    "examples/saves/**/*.json",
    "examples/studies/**/*.json",
    "examples/puzzles/*.json",
    "examples/homebrew/**/*.*",
)
MOST_NAMED = 8
LEFT_OVER = {"__pycache__", ".ipynb_checkpoints", ".pytest_cache"}
START = "notebooks/00_start.ipynb"


def home() -> Path:
    """The folder that holds `notebooks` and `examples`: in the installed package, else the repository."""
    installed = Path(__file__).parent / "share"
    return installed if installed.is_dir() else Path(__file__).parents[2]


def files() -> list[Path]:
    """All that travels, by names from `home()`, in order; none where only the code is there."""
    found = {path.relative_to(home()) for pattern in PATTERNS for path in home().glob(pattern) if path.is_file()}
    return sorted(path for path in found if not LEFT_OVER.intersection(path.parts))


@dataclass(slots=True)
class Laid:
    """What `lay` did: files that are new, and files that were there with other contents and stay as they are."""

    new: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)

    def lines(self, folder: Path) -> Iterator[str]:
        """The same for people."""
        if self.new:
            n, of = len(self.new), ", ".join(sorted({name.parts[0] for name in self.new}))
            yield f"{n} {'file is' if n == 1 else 'files are'} laid in {line(str(folder))} ({of})"
        if self.kept:
            n, some = len(self.kept), ", ".join(name.as_posix() for name in self.kept[:MOST_NAMED])
            more = f" and {n - MOST_NAMED} more" if n > MOST_NAMED else ""
            how = "is not as it came and stays" if n == 1 else "are not as they came and stay"
            yield f"{n} {'file' if n == 1 else 'files'} {how} as you have {'it' if n == 1 else 'them'}: {some}{more}"


def lay(folder: Path) -> Laid:
    """Put what travels into a folder, which is made if need be. Nothing that is there is written to.

    Raises `OSError` where it cannot be written; a file is there whole or not at all.
    """
    laid = Laid()
    for name in files():
        data, place = (home() / name).read_bytes(), folder / name
        if place.is_symlink() or place.exists():
            if not (place.is_file() and place.read_bytes() == data):
                laid.kept.append(name)
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        _write(place, data)
        laid.new.append(name)
    return laid


def _write(place: Path, data: bytes) -> None:
    file = place.open("xb")  # never into a file that somebody has just made
    try:
        with file:
            file.write(data)
    except BaseException:
        place.unlink()
        raise


def place(name: str) -> Path:
    """A folder such as `examples/scenarios`: here, in a folder above, else what came with Theomachy."""
    here = Path.cwd()
    for folder in (here, *here.parents, home()):
        if (folder / name).is_dir():
            return folder / name
    return Path(name)


def scenarios(slug: str = "") -> Path:
    """Where the scenarios lie; those of one game, if they have a folder of their own."""
    found = place("examples/scenarios")
    return found / slug if slug and (found / slug).is_dir() else found


def saves() -> list[Path]:
    """The saved games of the examples."""
    return sorted(place("examples/saves").rglob("*.json"))


def studies(slug: str = "") -> list[Path]:
    """The studies of the examples; those of one game, if it is named."""
    found = sorted(place("examples/studies").rglob("*.json"))
    return [path for path in found if not slug or path.parent.name == slug]


def puzzles() -> list[Path]:
    """The files of puzzles, one a game."""
    return sorted(place("examples/puzzles").glob("*.json"))
