"""The type of a game's state, by which systems, positions and actions are generic. Left out, it is anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .declare import Declared

if TYPE_CHECKING:  # a type variable with a default: known to checkers, not yet to Python 3.11
    from typing import Any

    from typing_extensions import TypeVar

    S = TypeVar("S", bound=Declared, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=Declared)
