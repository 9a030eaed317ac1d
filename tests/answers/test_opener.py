"""Five fights of Opener of the Way counted by hand: dice again for Power, a Combat that others give, promotions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from theomachy.answers.calculator import Reckoned, reckon
from theomachy.answers.work import finish
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position

from .fights_of_games import CHANNEL, MILLION, Fought, opener
from .test_calculator import brute_force

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def found(fought: Fought) -> Reckoned:
    """What the calculator says; a walk without any short cut says the same."""
    system, s, setting = fought
    told = finish(reckon(system, s, setting, how="exact"))
    assert told.chances == brute_force(system, s, setting)
    return told


@pytest.mark.rule("CW-OW-020", "CW-BTA-001")
def test_a_die_is_thrown_again_as_long_as_power_is_left() -> None:
    """3 Power, of which the battle takes 1: a Mutant has three throws."""
    system, s, setting = opener("Mutant", "Deep One", CHANNEL, power=3)
    told = found((system, s, setting))
    assert told.fraction("gone:1:1") == 1 - HALF**3
    assert told.fraction("dead:1:1") == SIXTH * (1 + HALF + HALF**2)
    assert told.mean("spent:0") == HALF + HALF**2
    power = next(one for one in told.line_up.sides[0].steppers if one.name == "Power")
    assert (power.n, power.board, power.of) == (2, 2, "has 3")
    poor = found((system, s, setting.counting(power.id, 0)))
    assert poor.fraction("gone:1:1") == HALF
    assert poor.mean("spent:0") == 0
    assert "spent:0" not in {
        row.id for row in found((system, s, setting.switching(f"0:{CHANNEL}", False))).line_up.rows
    }


@pytest.mark.rule("CW-OW-021")
def test_what_is_used_once_a_game_is_kept_and_that_is_said() -> None:
    """Without Power a die could be thrown again by Dragon Ascending alone, which is no power to be reckoned with."""
    system, board, setting = opener("Mutant", "Deep One", CHANNEL, power=1)
    s = board.copy()
    s.books = (s.books[0] | 1 << 1, *s.books[1:])
    s.rekey()
    assert system.fights is not None
    told = found((system, s, setting))
    assert told.fraction("gone:1:1") == HALF
    assert any("once a game" in line for line in told.assumed)
    assert "Dragon Ascending" not in str(system.fights.line_up(s, setting))


@pytest.mark.rule("CW-OW-011")
def test_yog_sothoth_has_two_dice_for_each_enemy_great_old_one_in_play() -> None:
    system, s, setting = opener("Yog-Sothoth", "Starspawn", awake=True)
    told = found((system, s, setting))
    assert told.line_up.sides[0].total == "4 dice"
    assert told.fraction("dead:1:3") == 1 - Fraction(5, 6) ** 4
    assert told.fraction("gone:0:4") == 1 - HALF**3
    third = system.fights.line_up(s, setting.counting("1:4", 1))  # type: ignore[union-attr]
    assert third.sides[0].total == "6 dice", "Cthulhu is there as well"


@pytest.mark.rule("CW-OW-024", "CW-OW-030")
def test_who_is_promoted_is_not_killed() -> None:
    """One die against an Acolyte and a Mutant: the Acolyte takes what comes, and each becomes more in the end."""
    system, s, setting = opener("Acolyte, Mutant", "Deep One", MILLION)
    told = found((system, s, setting))
    plain = found((system, s, setting.switching(f"0:{MILLION}", False)))
    for one in (told, plain):
        assert one.fraction("dead:0:0") == one.fraction("lost:0", 1) == SIXTH
        assert one.fraction("gone:0:0") == HALF
        assert one.fraction("dead:0:1") == one.fraction("gone:0:1") == 0
    assert told.assumed == ("promoted",)
    assert plain.assumed == ()


@pytest.mark.rule("CW-OW-024", "CW-GAT-001")
def test_who_keeps_the_gate_is_not_promoted_away_from_it() -> None:
    """Two dice of two Deep Ones: the Abomination goes first, the keeper when both count."""
    told = found(opener("Acolyte, Abomination", "2 Deep One", MILLION, defends=True))
    assert told.fraction("gate") == 1 - HALF**2
    assert told.fraction("dead:1:2") == 1 - Fraction(5, 6) ** 2
    assert told.fraction("dead:1:0") == SIXTH**2


@pytest.mark.rule("CW-OW-020", "CW-OW-024")
def test_five_dice_thrown_twice() -> None:
    """Each counts with 3 of 4 and kills with 1 of 4; the Deep One goes first, and the Starspawn by a second kill."""
    system, s, setting = opener("Abomination, Spawn of Yog-Sothoth", "Starspawn, Deep One", CHANNEL, MILLION, power=2)
    told = finish(reckon(system, s, setting, how="exact"))
    kill = Fraction(1, 4)
    kills = [comb(5, k) * kill**k * (1 - kill) ** (5 - k) for k in range(6)]
    assert told.fraction("dead:1:1") == 1 - kills[0]
    assert told.fraction("dead:1:3") == 1 - kills[0] - kills[1]
    assert told.fraction("gone:1:1") == 1 - Fraction(1, 4) ** 5
    assert told.mean("spent:0") == 1 - HALF**5


def test_who_is_promoted_is_not_killed_in_the_midst_of_a_battle() -> None:
    """The dice of the Opener lie, a pain: two of the Deep Ones are still to fall."""
    system, s, setting = opener("Acolyte, Mutant", "2 Deep One", MILLION)
    fights = system.fights
    assert fights is not None
    position = Position(system, fights.begin(s, setting))
    position.play((0, 1))
    told = finish(reckon(system, position.state, Setting(setting.place), midst=position, how="exact"))
    assert told.said == "Exact: all 6 rolls"
    assert told.fraction("dead:0:0") == 1 - Fraction(5, 6) ** 2
    assert told.fraction("dead:0:1") == SIXTH**2
    assert told.fraction("gone:1:1") == 1
