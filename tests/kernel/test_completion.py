"""Completion of `%theo` lines."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from IPython.core.completer import provisionalcompleter

from theomachy_kernel.complete import Completion
from theomachy_kernel.magics import HELP
from theomachy_kernel.session import Session

Run = Callable[..., Any]


@pytest.fixture
def complete(cell: Run, shell: Any) -> Callable[[str], list[str]]:
    cell("import theomachy; game = theomachy.new('pocket', players=['Aglaia', 'Black Goat'], seed=7)")
    cell("_ = game.play((0, 0), (1, 0))")

    def words(text: str) -> list[str]:
        with provisionalcompleter():
            found = list(shell.Completer.completions(text, len(text)))
        return [completion.text for completion in found if completion.type == "theo"]

    return words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("%theo ", list(HELP)),
        ("%theo u", ["undo", "use"]),
        ("%theo help od", ["odds"]),
        ("%theo new ", ["pocket"]),
        ("%theo new p", ["pocket"]),
        ("%theo new pocket ", ["players=", "seed=", "overlay=", "bots=", "as=", "ruling.storm=", "coins="]),
        ("%theo do ", ["raise", "march", "attack", "End", "!"]),
        ("%theo do a", ["attack"]),
        ("%theo do attack ", ["kos"]),
        ("%theo do attack kos ", ["delos"]),
        ("%theo do ! ", ["Aglaia:", "Black"]),
        ("%theo do ! aglaia: bl", ["bless"]),
        ("%theo do dance ", []),
        ("%theo why ", ["raise", "march", "attack", "invoke"]),
        ("%theo why attack ", ["Kos", "Delos", "Naxos", "Paros", "Ios"]),
        ("%theo why attack kos d", ["Delos"]),
        ("%theo why attack kos delos ", []),
        ("%theo why raise an army in d", ["Delos"]),
        ("%theo why kos attack d", ["Delos"]),
        ("%theo do attack from k", ["kos"]),
        ("%theo rule PG-BAT", ["PG-BAT-001", "PG-BAT-002"]),
        ("%theo rule pg-h", ["PG-HAR-001", "PG-HAR-002"]),
        ("%theo view ", ["Aglaia", "Black_Goat", "spectator"]),
        ("%theo show view=B", ["view=Black_Goat"]),
        ("%theo dice ", ["hand", "luck"]),
        ("%theo save ", ["pocket.json"]),
        ("%theo use ", ["game"]),
        ("%theo undo ", []),
        ("%theo dance ", []),
    ],
)
def test_the_next_word(complete: Callable[[str], list[str]], text: str, words: list[str]) -> None:
    found = complete(text)
    assert [word.lower() for word in found] == [word.lower() for word in words]


def test_a_completed_line_is_legal(complete: Callable[[str], list[str]], cell: Run) -> None:
    line = "%theo do "
    for _ in range(4):
        found = complete(line)
        if not found:
            break
        line += found[0] + " "
    assert cell(line).error is None
    assert cell("%theo view Black_Goat").error is None


def test_files_are_proposed(complete: Callable[[str], list[str]], cell: Run) -> None:
    Path("a.json").write_text("{}")
    found = complete("%theo load ")
    assert "a.json" in found
    cell("%theo options")
    assert any(word.startswith(".theomachy/pocket-") for word in complete("%theo load .theo"))


def test_other_lines_are_left_alone(complete: Callable[[str], list[str]]) -> None:
    assert "undo" not in complete("theomachy.")
    assert "new" not in complete("theo = ")
    assert complete("%theory ") != list(HELP)


def test_a_game_that_is_over_and_no_game_complete_nothing(complete: Callable[[str], list[str]], cell: Run) -> None:
    cell("for _ in range(60):\n    if not game.over: game.play(game.options[-1].value)")
    assert cell("game").value.over
    assert complete("%theo do ") == []
    cell("del game")
    cell("%reset -f")
    assert complete("%theo dice ") == ["hand", "luck"]


def test_quick_starts_of_a_game_are_proposed() -> None:
    """Of the games themselves, not the one of these tests."""
    completion = Completion(Session({}))
    assert completion.words("%theo new demigods pre") == [
        f"preset={name}" for name in ("island", "rivers", "horseshoe", "horseshoe_of_four", "fords")
    ]
