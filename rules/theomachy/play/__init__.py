"""Bots, whole games by bots, tournaments, simulation on several processes or a cluster.

theomachy.play.simulate("demigods", 200, bots="busy", seed=7, processes=2)
theomachy.play.tournament("demigods", ["random", "busy", "greedy-2"], n=60)
game = theomachy.play.record("demigods", ["busy", "greedy-2"], seed=7); game.save("g.json")
"""

from .bots import BOTS, Bot, BusyBot, GreedyBot, RandomBot, bot
from .observation import Observation
from .run import Job, Row, record
from .simulate import SimulationResult, Stopped, simulate, tournament

__all__ = [
    "BOTS",
    "Bot",
    "BusyBot",
    "GreedyBot",
    "Job",
    "Observation",
    "RandomBot",
    "Row",
    "SimulationResult",
    "Stopped",
    "bot",
    "record",
    "simulate",
    "tournament",
]
