"""Ground and boundaries on boards made for one question each: the proving ground with a few lines changed."""

from pathlib import Path

import pytest

from theomachy.engine.authoring import scenario
from theomachy.engine.runtime.requirement import Menu, domain, legal
from theomachy.games.mythic_battles.rules.timings import VOCABULARY, Ground

GROUND = Path(__file__).parent / "ground" / "proving_ground.toml"
CHAINS = (
    '[board.proving_ground.boundary.c4_c5]\nbetween = ["c4", "c5"]\ntype = "chains"\nline = [[800, 400], [800, 600]]\n'
)


def played(folder: Path, board: str, text: str) -> None:
    """A scenario on a changed board runs through."""
    (folder / "board.toml").write_text(board, "utf-8")
    head = 'title = "x"\ngame = "mythic_battles"\n'
    path = folder / "scenario.toml"
    path.write_text(head + text, "utf-8")
    result = scenario.load(path).run().result
    assert result.ok, str(result)


def beside(other: str) -> str:
    """The proving ground with chains and another boundary between Ruin and Ice."""
    board = GROUND.read_text("utf-8")
    assert CHAINS in board
    first = CHAINS.replace("[800, 600]", "[800, 500]")
    second = CHAINS.replace("c4_c5]", "c4_c5_2]").replace('"chains"', f'"{other}"').replace("[800, 400]", "[800, 500]")
    return board.replace(CHAINS, f"{first}\n{second}")


FLIGHT = """
options = {{ data = "@board.toml", armies = [["phoenix"], ["hoplites"]] }}
[setup]
area = {{ Phoenix = "c4", Hoplites = "a1" }}
activation = {{ unit = "Phoenix", complex = true }}
hand = {{ Red = "Hoplites" }}
[[step]]
play = "fast flight Ice"
question = "{}"
"""
WALK = """
options = {{ data = "@board.toml", armies = [["leonidas"], ["hoplites"]] }}
[setup]
area = {{ Leonidas = "c4", Hoplites = "a1" }}
activation = {{ unit = "Leonidas" }}
hand = {{ Red = "Hoplites", Blue = "Art of War" }}
[[step]]
play = "walk Ice"
question = "{}"
"""


@pytest.mark.rule("MB-BND-002", "MB-BND-005", "MB-CLS-011")
@pytest.mark.parametrize(
    ("other", "flight", "walk"),
    [
        ("chains", "activate", "action"),  # nothing but chains: both end
        ("wall", "flight on", "action"),  # who flies takes the wall, which is nothing to a flight; who walks cannot
        ("escarpment", "flight on", "action"),
        ("cage_walls", "activate", "walk on"),  # a hero takes the cage walls; a monster takes the chains
        ("normal", "flight on", "walk on"),
    ],
)
def test_of_chains_and_another_boundary_the_less_restrictive_is_taken(
    other: str, flight: str, walk: str, tmp_path: Path
) -> None:
    played(tmp_path, beside(other), FLIGHT.format(flight))
    played(tmp_path, beside(other), WALK.format(walk))


SHOT = """
options = {{ data = "@board.toml", armies = [["amazons"], ["leonidas"]] }}
[setup]
area = {{ Amazons = "c3", Leonidas = "c4" }}
activation = {{ unit = "Amazons" }}
hand = {{ Red = "Art of War" }}
[[step]]
play = "attack Leonidas"
roll = "{}"
"""


@pytest.mark.rule("MB-BND-007", "MB-BND-008")
def test_a_level_without_an_arrow_is_no_height(tmp_path: Path) -> None:
    board = GROUND.read_text("utf-8")
    played(tmp_path, board, SHOT.format("0 0 0 0"))
    assert board.count('heights = "c3"\n') == 4
    played(tmp_path, board.replace('heights = "c3"\n', ""), SHOT.format("0 0 0"))


@pytest.mark.rule("MB-TER-001", "MB-BND-001")
def test_every_type_of_ground_is_one_ability_with_its_own_name() -> None:
    names = [ability.ground for ability in VOCABULARY.abilities if isinstance(ability, Ground)]
    assert len(names) == len(set(names)) == 12 + 6


FOLDER = Path(__file__).resolve().parents[2] / "examples" / "scenarios" / "mythic_battles"
PLACES = sorted(path for kind in ("ground", "boundary", "class", "monster") for path in FOLDER.glob(f"{kind}_*.toml"))


def test_on_every_ground_the_menu_is_what_the_requirements_let_through() -> None:
    """Menus take short cuts over what a unit can enter or hit; random games stand on few of these grounds."""
    looked = 0
    for path in PLACES:
        for game in scenario.load(path).games():
            decision, system, state = game.position.decision, game.system, game.state
            if decision is None or decision.what != "action":
                continue
            me, types = decision.player, system.argument_types
            for action in system.actions(state, me):
                if not all(moment.test(state, me) for moment in action.when):
                    continue
                found = {(action.verb, *args) for args in domain(types, action, state, me)
                         if legal(types, action, state, me, args)}  # fmt: skip
                assert set(Menu(types, state, me).options(action)) == found, f"{path.stem}: {action.verb}"
                looked += 1
    assert looked > 300
