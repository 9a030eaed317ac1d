"""What people ask of a game: hints, calculator, chances, report, reach. It knows no game, and no widget.

A game brings its values only, through the faces of its `System`; what takes long is a `work.Work`.
"""

from .calculator import calculate as calculate
from .hints import hints as hints
