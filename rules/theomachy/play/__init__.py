"""Bots, whole games by bots, tournaments, simulation on several processes or a cluster.

theomachy.play.simulate("demigods", 200, bots="busy", seed=7, processes=2)
theomachy.play.tournament("demigods", ["random", "busy", "greedy-2"], n=60)
theomachy.play.bot("search-400"), theomachy.play.bot("hard")
game = theomachy.play.record("demigods", ["busy", "greedy-2"], seed=7); game.save("g.json")
theomachy.play.who_wins(game.go(40), 60)
"""

from .against import Against, against
from .bots import BOTS, LEVELS, Bot, BusyBot, GreedyBot, RandomBot, bot
from .from_here import FromHere, who_wins
from .observation import Observation
from .run import Job, Row, record
from .search import Found, SearchBot, Weighed
from .simulate import Control, SimulationResult, Stopped, resume, show_progress, simulate, tournament

__all__ = [
    "BOTS",
    "LEVELS",
    "Against",
    "Bot",
    "BusyBot",
    "Control",
    "Found",
    "FromHere",
    "GreedyBot",
    "Job",
    "Observation",
    "RandomBot",
    "Row",
    "SearchBot",
    "SimulationResult",
    "Stopped",
    "Weighed",
    "against",
    "bot",
    "record",
    "resume",
    "show_progress",
    "simulate",
    "tournament",
    "who_wins",
]
