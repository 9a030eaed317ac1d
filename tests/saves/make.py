"""Add a saved game of today's rules to this folder: by seeded bots, with branches, notes and hidden hands.

usage: python -m tests.saves.make NAME [GAME ...]     (files GAME_NAME.json; what is there is left alone)

The files stay as they are for ever. They are what people have on their disks, and each later version must open them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.play import record

HERE = Path(__file__).parent
GAMES: dict[str, dict[str, Any]] = {
    "cthulhu_wars": {"options": {"factions": ["great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign"]}},
    "demigods": {"players": ["Aglaia", "Bronteas", "Chloris"], "options": {"turns": 14}},
    "gods_war": {"players": 4, "options": {"rounds": 4}},
    "heroes": {"players": 3},
    "mythic_battles": {"players": 2},
}
BRANCHES, LENGTH = (0.25, 0.5, 0.75), 12  # where lines leave the game, and how many answers they have


def made(slug: str) -> Game:
    """A whole game by bots, looked at in its middle, with three lines beside it."""
    said = GAMES[slug]
    seats = len(said["options"]["factions"]) if "players" not in said else said["players"]
    game = record(slug, ["busy", "random"] * 2, **(said | {"players": seats}), seed=f"kept {slug}", most=20_000)
    main, rng = game.tree.main(), Random(slug)
    for part in BRANCHES:
        game.go(main[int(len(main) * part)])
        game.note(f"A line leaves at {part:.0%} of the game.")
        for _ in range(LENGTH):
            asked = game.position.decision
            if asked is None:
                break
            answer = sample_chance(asked, rng) if asked.player == CHANCE else asked.options[-1]
            game.play(answer)
    game.names["title"] = f"A kept game of {game.title}"
    late = main[len(main) // 2 :]
    return game.go(next((node for node in late if hides(game, node)), late[0]))


def hides(game: Game, node: int) -> bool:
    """Is there anything at a position that a spectator may not see?"""
    state = game.tree.nodes[node].position.state
    return bool(game.system.to_json(game.system.view(state, None)) != game.system.to_json(state))


def main(name: str, slugs: list[str]) -> None:
    for slug in slugs or sorted(GAMES):
        path = HERE / f"{slug}_{name}.json"
        if not path.exists():
            game = made(slug)
            game.save(path)
            print(f"{path.name}: {len(game.tree.nodes)} positions, {path.stat().st_size} bytes, over {game.over}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
