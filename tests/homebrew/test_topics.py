"""Topics of an outside package: its own stand beside those of the game, and a slip in its powers fails as ours do."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from theomachy.engine.runtime.topic import Topic
from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY, Power
from theomachy.games.cthulhu_wars.rules.topics import OnPlacement

POWERS = Path("examples/homebrew/theomachy_ember/powers.py")


class Lit(Topic):
    """What else comes onto the map."""

    EMBER = "ember"


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is declared here is forgotten again."""
    for words in (VOCABULARY, SLOTS):
        monkeypatch.setattr(words, "topics", dict(words.topics))
        monkeypatch.setattr(words, "abilities", [])


def declare(topic: object) -> type:
    async def on_placement(
        self: Any, s: Any, me: int, owner: int, kind: int, how: Lit | OnPlacement, area: int
    ) -> None: ...

    body = {"__doc__": "Warm.", "rule": "HB-EC-900", "about": (topic,), "on_placement": on_placement}
    return type("WarmHands", (Power,), body)


def test_a_package_declares_further_topics_of_a_timing() -> None:
    with pytest.raises(TypeError, match="about names 'ember', no topic of on_placement; did you mean"):
        declare(Lit.EMBER)
    VOCABULARY.add_topics("on_placement", Lit)
    assert declare(Lit.EMBER).about == (Lit.EMBER,)  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="about names 'embers', no topic of on_placement; did you mean 'ember'"):
        declare("embers")


@pytest.mark.parametrize(
    ("slip", "fault", "sentence"),
    [
        ("Watches.BATLE", AttributeError, r"KillByFirelight \(.*\): Watches has no topic BATLE; did you mean 'BATTLE'"),
        ('"batle"', TypeError, r"KillByFirelight \(.*\): watches names 'batle', .*did you mean 'battle'"),
    ],
)
def test_a_slip_in_the_powers_of_the_package_fails_at_import(
    slip: str, fault: type[Exception], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slipped_powers.py").write_text(POWERS.read_text("utf-8").replace("Watches.BATTLE", slip), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(fault, match=sentence):
        importlib.import_module("slipped_powers")
