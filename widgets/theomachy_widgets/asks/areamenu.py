"""What can be asked of a thing on the board: the menu that the right button opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from theomachy.engine.tabletop.table import Target

from ..present.areamenu import area_of, menu_of
from .asking import Asks


class AreaMenuAsks(Asks):
    """The part of a controller that tells what can be asked where. It changes nothing, so nothing is drawn anew."""

    under: Callable[[float, float], list[Target]]
    helped: dict[str, Any] | None

    if TYPE_CHECKING:

        def _aimed(self) -> list[Target]: ...

    def do_areamenu(self, q: int, target: str = "", x: float | None = None, y: float | None = None) -> None:
        """The menu of a thing, of what lies at a point, or of what is aimed at; without any the board's own."""
        wanted = [str(target)[:80]] if target else self._aimed()
        if x is not None and y is not None:
            wanted = self.under(x, y)
        m = self.moment
        at = next((area for area in (area_of(m, each) for each in wanted) if area is not None), None)
        self.helped = {"do": "areamenu", "q": q, **menu_of(m, at, wanted)}
