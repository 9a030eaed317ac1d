"""A state is declared once; what always follows from a declaration is written here, once for all games."""

from .counts import Counts, Roster
from .declare import ALL, NOBODY, OWNER, Declared, Field, Of, Record, declared, derived, field, part
from .domain import UNKNOWN, Appearance, Domain, StatePath
from .each import Each, Pile
from .kind import Flag, Kind, Maybe, Number, OneOf, Text, Word
from .parts import Phrase, Stock, Trick
from .printed import GROUND, Shows
from .rows import Rows, Stack
from .some import Many, Mask, Texts
from .sparse import Sparse

__all__ = [
    "ALL", "GROUND", "NOBODY", "OWNER", "UNKNOWN", "Appearance", "Counts", "Declared", "Domain", "Each", "Field",
    "Flag", "Kind", "Many", "Mask", "Maybe", "Number", "Of", "OneOf", "Phrase", "Pile", "Record", "Roster", "Rows",
    "Shows", "Sparse", "Stack", "StatePath", "Stock", "Text", "Texts", "Trick", "Word", "declared", "derived", "field",
    "part",
]  # fmt: skip
