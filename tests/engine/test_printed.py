"""Where powers are printed: cards of a seat, a map, a neutral unit, copies and silence, in the pocket game.

Each power is found where its thing is shown, and nowhere else.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import VOCABULARY, State, lose
from theomachy.engine.runtime.ability import Bearer, seat_of
from theomachy.engine.runtime.position import Position
from theomachy.engine.state import Domain, Each, Number, Sparse, Text, declared, field
from theomachy.engine.state.declare import Declared
from theomachy.engine.state.printed import GROUND, seen

AGLAIA, BRONTEAS = 0, 1
KOS, DELOS, IOS = 0, 1, 4
AEGIS, TRIDENT = 0, 1
FOG, REEF = 0, 1


def begun(**fields: Any) -> State:
    """Aglaia in Kos with four armies, Bronteas beside her, and something printed on the table."""
    s = Pocket.build(players=["Aglaia", "Bronteas"]).start()
    s.coins = [0, 0]  # the Phoenix wants one
    s.phase, s.army[KOS], s.army[DELOS], s.owner[IOS], s.army[IOS] = 1, 4, 4, BRONTEAS, 2
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def having(s: State, name: str) -> list[Any]:
    """Who has a power now."""
    return [holder for holder, power in s.key.pairs if power.name == name]


def left(s: State, island: int) -> int:
    """Armies on an island after one was lost there."""
    before = s.army[island]
    lose(s, island, 1, "PG-BAT-002")
    return before - s.army[island]


def test_a_card_gives_its_power_to_who_holds_it_and_to_nobody_else() -> None:
    s = begun()
    assert (having(s, "Aegis"), having(s, "Drown")) == ([], [])
    assert left(s, KOS) == 1
    s.relics = [BRONTEAS, AGLAIA]
    assert (having(s, "Aegis"), having(s, "Drown")) == ([BRONTEAS], [AGLAIA])
    assert (left(s, KOS), left(s, DELOS)) == (1, 0)


def test_a_card_speaks_in_the_window_of_its_holder() -> None:
    def asked(*relics: int) -> list[Any]:
        position = Position(s.config, begun(relics=list(relics)))
        position.play(("attack", KOS, DELOS))
        return [option for option in position.decision.options if position.decision.what == "pre_battle"]

    s = begun()
    assert "Drown" in asked(-1, AGLAIA)
    assert "Drown" not in asked(-1, -1)


def test_a_map_forbids_everybody_and_another_map_nobody() -> None:
    s = begun(sea=REEF)
    assert having(s, "Reef") == [GROUND]
    forbidden = Position(s.config, s).decision.options
    assert ("attack", KOS, IOS) not in forbidden
    assert ("attack", KOS, DELOS) in forbidden
    s = begun(sea=FOG)
    assert having(s, "Reef") == []
    assert ("attack", KOS, IOS) in Position(s.config, s).decision.options


def test_what_a_map_gives_to_each_is_had_by_each_for_himself() -> None:
    s = begun(sea=FOG)
    assert having(s, "Mist") == [AGLAIA, BRONTEAS]
    assert [left(s, KOS), left(s, KOS), left(s, DELOS)] == [0, 1, 0]
    assert having(begun(), "Mist") == []


def test_a_neutral_unit_bears_its_power_for_who_commands_it() -> None:
    s = begun(hydra=DELOS)
    assert having(s, "Many Heads") == [Bearer(BRONTEAS, DELOS)]
    assert [seat_of(hook[0]) for hook in VOCABULARY.mine(s.key, "would_be_eliminated", BRONTEAS)][-1] == BRONTEAS
    assert not any(hook[1].name == "Many Heads" for hook in VOCABULARY.mine(s.key, "would_be_eliminated", AGLAIA))
    s.owner[DELOS] = AGLAIA
    assert having(s, "Many Heads") == [Bearer(AGLAIA, DELOS)]
    s.owner[DELOS] = -1
    assert having(s, "Many Heads") == []


def test_a_copy_is_had_while_its_row_stands_there() -> None:
    s = begun(lent=((BRONTEAS, "Gale"), (BRONTEAS, "Aegis")))
    assert having(s, "Gale") == [AGLAIA, BRONTEAS]  # it is printed for one, and both have it
    assert having(s, "Aegis") == [BRONTEAS]  # a relic that nobody bears can be copied too
    assert left(s, DELOS) == 0
    s.lent = ()
    assert having(s, "Gale") == [AGLAIA]
    assert left(s, DELOS) == 1


def test_a_silent_thing_is_shown_and_its_power_is_not_in_force() -> None:
    s = begun(relics=[BRONTEAS, BRONTEAS], sunk=1 << AEGIS)
    assert (having(s, "Aegis"), having(s, "Drown")) == ([], [BRONTEAS])
    assert s.relics == [BRONTEAS, BRONTEAS]
    assert left(s, DELOS) == 1
    s.sunk = 0
    assert having(s, "Aegis") == [BRONTEAS]


def test_a_silence_by_name_is_about_one_seat_and_its_copies() -> None:
    s = begun(hushed=((AGLAIA, "Gale"),))
    assert having(s, "Gale") == []
    s.lent = ((AGLAIA, "Gale"), (BRONTEAS, "Gale"))
    assert having(s, "Gale") == [BRONTEAS]


def test_what_is_under_way_goes_on_in_silence() -> None:
    s = begun(hushed=((BRONTEAS, "Aegis"),), oaths=((BRONTEAS, "Aegis"),), relics=[BRONTEAS, -1])
    assert having(s, "Aegis") == [BRONTEAS]  # by the oath alone
    s.oaths = ()
    assert having(s, "Aegis") == []


def test_powers_are_asked_in_printed_order_and_effects_in_the_order_of_their_rows() -> None:
    s = begun(relics=[AGLAIA, AGLAIA], oaths=((AGLAIA, "Drown"), (AGLAIA, "Aegis"), (AGLAIA, "Drown")))
    names = [power.name for holder, power in s.key.pairs if holder == AGLAIA]
    assert names == ["Gale", "Spear Dance", "Phoenix", "Aegis", "Drown", "Drown", "Aegis", "Drown"]


def test_the_same_things_on_the_table_are_one_key() -> None:
    s = begun(relics=[BRONTEAS, -1])
    other = Pocket.build(players=["Aglaia", "Bronteas"])
    same = begun(relics=[BRONTEAS, -1])
    same.config = other  # of another game
    assert s.key is s.copy().key is same.key
    assert s.key is not begun().key
    assert s.key.seats[AGLAIA] is begun().key.seats[AGLAIA]  # what another seat has got changes nothing about her


def test_what_is_on_the_table_goes_through_data_and_older_data_are_read() -> None:
    s = begun(relics=[BRONTEAS, -1], sea=REEF, lent=((BRONTEAS, "Gale"),))
    system = s.config
    assert system.from_json(system.to_json(s)) == s
    older = system.to_json(begun())
    assert "relics" not in older  # nothing lies there, so the data are those of before there were relics
    assert system.from_json(older) == begun()


def test_a_slip_in_the_declaration_fails_at_import() -> None:
    with pytest.raises(TypeError, match="silences 'cards', which is no field that shows"):

        @declared
        class Slip(Declared):
            sunk: int = field(Number(0, 1), silences="cards")

    with pytest.raises(TypeError, match="nobody has said which things a Sparse shows"):
        seen(Sparse(Domain("word", ("a",)), Text()), "s.words")


def test_a_seat_shows_what_stands_on_its_row() -> None:
    """Numbers above nothing, members of a mask, masks of what somebody holds: as the kinds say."""
    thing = Domain("thing", ("a", "b", "c"))
    seat = Domain("seat", ("x", "y"), target="seat:{}")
    sight = seen(Each(seat, Each(thing, Number(0, 9))), "s.built")
    assert (sight.by_seat, list(sight.things((0, 2, 1)))) == (True, [1, 2])
    assert sight.text == "tuple(s.built[seat])"
