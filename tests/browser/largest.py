"""The largest position of Cthulhu Wars that plays: four factions on the map for five, every unit on it, a long log.

The file is also a cell of the notebook in which the time of a click is measured, so it imports nothing of the tests.
"""

from random import Random

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars

FACTIONS = ("great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign")
QUIET = ("move", "control", "abandon", "end", "done")  # what leaves everything on the map


def largest(answers: int = 240, seed: int = 11) -> Game:
    """The game after so many answers in which units only move about, with three lines that leave it."""
    system = CthulhuWars.build(options={"factions": list(FACTIONS), "map": "earth_5p", "any_map": True})
    config, names = system.config, system.config.map.names
    units: dict[str, dict[str, str]] = {}
    for seat, card in enumerate(config.factions):
        places: dict[str, list[str]] = {}
        each = [kind for kind in range(len(config.name[seat])) for _ in range(config.limit[seat][kind])]
        for k, kind in enumerate(each):
            places.setdefault(names[(5 * seat + k) % len(names)], []).append(f"1 {config.name[seat][kind]}")
        units[card.letters] = {name: ", ".join(parts) for name, parts in places.items()}
    gates = {names[5 * seat + k]: card.letters for seat, card in enumerate(config.factions) for k in range(3)}
    books = {card.letters: "all" for card in config.factions}
    state = system.arrange({"units": units, "gates": gates, "books": books, "power": 90, "doom": 12, "active": "GC"})
    game, rng = Game(system, Position(system, state), seed=seed), Random(seed)
    while len(game.position.log()) < answers:
        quiet = [o for o in game.options if (o.value[0] if isinstance(o.value, tuple) else o.value) in QUIET]
        game.play(rng.choice(quiet or game.options))
        if len(game.position.log()) % 60 == 0:  # a line that leaves this one
            game.undo()
            game.play(rng.choice(game.options)).undo().redo()
    while game.decision is None or game.decision.kind != "action" or len(game.options) < 20:
        quiet = [o for o in game.options if (o.value[0] if isinstance(o.value, tuple) else o.value) in QUIET]
        game.play(rng.choice(quiet or game.options))
    return game
