"""Saved games as tables: events, figures, rolls, luck and key moments; all by kinds, so that it fits every game.

analysis = theomachy.analyse("examples/saves/demigods/two_rivers.json")
games = theomachy.analyse_many("saves"); games.wins(); games.powers()
analysis.events(); analysis.luck(); analysis.key_moments(); analysis.frame("figures"); analysis.csv("rolls")
"""

from .analysis import Analysis, analyse, compare
from .tables import Rows, csv_text, frame

__all__ = ["Analysis", "Rows", "analyse", "compare", "csv_text", "frame"]
