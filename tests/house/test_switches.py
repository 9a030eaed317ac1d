"""Rules read rulings by switches and choices that the list of rulings declares, and each ruling is read somewhere."""

import ast
import re
from pathlib import Path

import pytest

from theomachy.engine.errors import DataError
from theomachy.engine.reference.rulings import Ruling, Rulings, extend, opposite, read, settle

# A folder that holds data alone is no game yet.
FOLDERS = sorted(path.parents[1] for path in Path("rules/theomachy/games").glob("*/data/rulings.toml"))
GAMES = [folder for folder in FOLDERS if any(folder.glob("*.py"))]
ASKED = re.compile(r'rulings\["(\w+)"\]')


def switches_read(folder: Path) -> set[str]:
    """`X.rulings.NAME` and `rulings.NAME` in all files of a game."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                of = node.value
                if (of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")) == "rulings":
                    found.add(node.attr)
    return found


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_switch_is_declared_and_read(folder: Path) -> None:
    files = sorted(folder.rglob("rulings.toml"))  # those of the game, and of each box beside it
    declared = [switch for path in files for ruling in read(path).values() for switch in ruling.switches]
    assert len(declared) == len(set(declared)), "two rulings have a switch of one name"
    assert switches_read(folder) == set(declared)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_ruling_is_read(folder: Path) -> None:
    texts = [path.read_text("utf-8") for path in folder.rglob("*.py")]
    asked = {name for text in texts for name in ASKED.findall(text)}
    rulings = read(folder / "data" / "rulings.toml")
    unread = {name for name, ruling in rulings.items() if not ruling.switches} - asked
    assert not {name for name in unread if not any(f'"{name}"' in text for text in texts)}


def coast(switches: str) -> str:
    question = 'question = "?"\nrule = "X-1"\ndefault = "no"\nchoices = { no = "", yes = "" }'
    return f"[coast]\n{question}\nswitches = {switches}\n"


def test_a_switch_is_on_with_its_choice(tmp_path: Path) -> None:
    path = tmp_path / "rulings.toml"
    path.write_text(coast('{ edge_is_sea = "yes" }'), "utf-8")
    known = read(path)
    assert settle(known, None) == {"coast": "no"}
    assert settle(known, None).edge_is_sea is False
    assert settle(known, {"coast": "yes"}).edge_is_sea is True
    with pytest.raises(AttributeError, match="edge_is_see"):
        _ = settle(known, None).edge_is_see
    path.write_text('[coast]\ndefault = "yes"\n', "utf-8")
    assert settle(extend(known, path), None).edge_is_sea is True, "another default keeps the switch"


@pytest.mark.parametrize("switches", ['{ edge_is_sea = "maybe" }', '{ items = "yes" }'])
def test_a_switch_that_cannot_be_is_refused(tmp_path: Path, switches: str) -> None:
    path = tmp_path / "rulings.toml"
    path.write_text(coast(switches), "utf-8")
    with pytest.raises(DataError, match=r"rulings\.toml: the switch"):
        read(path)


def test_each_ruling_the_other_way_round() -> None:
    known = {"half": Ruling("half", "?", "X-2", {"up": "", "down": ""}, "up")}
    assert settle(known, opposite(known)) == {"half": "down"}


def test_choices_stay_plain_data() -> None:
    known = {"half": Ruling("half", "?", "X-2", {"up": "", "down": ""}, "down", {"half_up": "up"})}
    assert dict(Rulings(known, {"half": "up"})) == {"half": "up"}
