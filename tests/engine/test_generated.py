"""Code that the library writes for itself is shown in a traceback like any other."""

import traceback

import pytest

from tests.engine.pocket import ARGUMENT_TYPES
from tests.engine.walks import game
from theomachy.engine import generated
from theomachy.engine.runtime.requirement import Action, Menu, Requirement


def test_a_traceback_through_a_menu_shows_its_line() -> None:
    class Broken(Action):
        """Asks a test that cannot be answered."""

        verb, shape = "break", ("island",)
        requirements = (Requirement("PG-GFT-001", "{0} can be broken", lambda s, me, h: 1 // 0),)

    s = game().state
    with pytest.raises(ZeroDivisionError) as caught:
        Menu(ARGUMENT_TYPES, s, 0).any(Broken())
    walk = [line for line in traceback.extract_tb(caught.tb) if line.filename.startswith("<walk of break")]
    assert walk
    assert (walk[0].line or "").startswith("if ")


def test_two_texts_of_one_name_keep_their_lines() -> None:
    first = generated.run("twin", ["def f():", "    raise ValueError('first')"], {})["f"]
    second = generated.run("twin", ["def f():", "    raise ValueError('second')"], {})["f"]
    for f, word in ((first, "first"), (second, "second")):
        with pytest.raises(ValueError, match=word) as caught:
            f()
        assert word in (traceback.extract_tb(caught.tb)[-1].line or "")
