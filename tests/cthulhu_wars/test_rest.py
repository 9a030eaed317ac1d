"""What no scenario can show: rules about the box, about words, and about what a command must not be taken for."""

import pytest

from tests.cthulhu_wars.scene import table
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.commands import resolve


@pytest.mark.rule("CW-GAT-004", "CW-UNL-006")
def test_the_name_of_one_action_is_never_short_for_another():
    """A gate that cannot be created is not abandoned instead, though "abandon the gate in" holds the same words."""
    p = table("GC BG YS", {"GC": {"Australia": "Acolyte"}}, gates={"Australia": "GC"})
    assert resolve(p, "abandon the gate in Australia") == resolve(p, "aba australia")
    with pytest.raises(IllegalAnswer, match="not offered"):
        resolve(p, "gate Australia")
