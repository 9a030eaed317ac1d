"""Make the saved games of `saves/` again: games by bots, with names, a branch and notes.

usage: make_saves.py [FOLDER]     (beside this file, unless a folder is named)

A saved game whose answers the rules would now ask otherwise opens only as far as they hold; then run this.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.play import BusyBot, Observation, record


def two_rivers() -> Game:
    """Two players; a branch from the first attack of the game in which the attacker stays at home."""
    game = record("demigods", ["greedy-2", "busy"], seed=7, players=["Aglaia", "Bronteas"], options={"turns": 22})
    end = game.here
    game.names["title"] = "Two rivers"
    battle = first(game, "attack")
    game.go(battle)
    game.note("The first attack of the game. The branch shows the same turn without it.")
    stay_at_home(game)
    game.tree.nodes[game.tree.nodes[battle].children[-1]].name = "Nobody attacks"
    game.note("Here the branch ends; the armies that were not lost still stand.")
    return game.go(end)


def three_shores() -> Game:
    """Three players of one kind on the large map."""
    game = record("demigods", ["busy"], seed=9, players=["Aglaia", "Bronteas", "Chloris"], options={"turns": 24})
    game.names["title"] = "Three shores"
    return game


def by_bots(slug: str, title: str, seed: int, bots: list[str], **more: Any) -> Game:
    """A game that bots play to its end, with a title."""
    game = record(slug, bots, seed=seed, players=len(bots), **more)
    game.names["title"] = title
    return game


# Game, file, title, seed, bots.
BY_BOTS: tuple[tuple[str, str, str, int, list[str]], ...] = (
    ("cthulhu_wars", "chaos_awakes", "Chaos awakes", 1, ["greedy"] * 4),
    ("heroes", "two_castles", "Two castles", 1, ["greedy", "busy"]),
    ("heroes", "sixteen_rounds", "Sixteen rounds", 2, ["greedy", "busy"]),
    ("mythic_battles", "blue_and_red", "Blue and red", 1, ["greedy"] * 2),
    ("gods_war", "three_share_it", "Three share it", 1, ["greedy", "busy", "greedy", "busy"]),
    ("gods_war", "the_sky_alone", "The sky alone", 2, ["greedy", "busy", "greedy", "busy"]),
)


def first(game: Game, verb: str) -> int:
    """The node at which the first action of this verb was about to be taken."""
    for node in game.tree.main()[1:]:
        entry = game.tree.nodes[node].entry
        if entry is not None and isinstance(entry.answer, tuple) and entry.answer[:1] == (verb,):
            return game.tree.nodes[node].parent
    raise SystemExit(f"nobody chose {verb} in this game: take another seed")


def stay_at_home(game: Game, most: int = 40) -> None:
    """Decline what is asked, and play on with a busy bot to the end of the next turn."""
    rng, bot, turn = Random(3), BusyBot(), game.tree.nodes[game.here].moment[0]
    game.play("done")
    for _ in range(most):
        asked = game.position.decision
        if asked is None or game.system.moment(game.state)[0] > turn + 1:
            return
        chosen = sample_chance(asked, rng) if asked.player < 0 else bot.choose(Observation(game.position), rng)
        game.play(chosen)


def main(folder: Path) -> None:
    """Write every saved game."""
    for make in (two_rivers, three_shores):
        path = folder / "demigods" / f"{make.__name__}.json"
        game = make()
        game.save(path)
        tell(path, game)
    for slug, name, title, seed, bots in BY_BOTS:
        path = folder / slug / f"{name}.json"
        game = by_bots(slug, title, seed, bots)
        path.parent.mkdir(parents=True, exist_ok=True)
        game.save(path)
        tell(path, game)


def tell(path: Path, game: Game) -> None:
    """What was written."""
    print(f"{path.name}: {path.stat().st_size // 1000} kB, {len(game.tree.nodes)} positions, {game!r}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "saves")
