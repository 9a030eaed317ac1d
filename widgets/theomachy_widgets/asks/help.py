"""What a thing is: asked by the pointer that rests on it or by a key, answered with a card and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from theomachy.engine.tabletop.table import Target

from ..present.help import card_of
from ..present.zoom import middle
from ..scene.style import icon_path
from .asking import Asks

MOST_TARGETS = 6


class HelpAsks(Asks):
    """The part of a controller that tells what things are. It changes nothing, so nothing is drawn anew."""

    under: Callable[[float, float], list[Target]]
    lies: Callable[[int], tuple[float, float, float, float] | None]
    helped: dict[str, Any] | None = None  # a card that waits to be handed over

    def do_help(
        self, q: int, targets: Sequence[str] = (), x: float | None = None, y: float | None = None, focus: bool = False
    ) -> None:
        """What lies at a point of the board, what `targets` are, or with `focus` what is aimed at there now."""
        wanted = [str(target)[:80] for target in targets[:MOST_TARGETS]]
        if x is not None and y is not None:
            wanted = self.under(x, y)
        elif focus:
            wanted = self._aimed()
        card = card_of(self.moment, wanted)
        if card is not None and card["t"]:
            card["icons"] = {
                card["t"]["i"]: icon_path(card["t"]["i"])
            }  # panels know the icons of their own models alone
        self.helped = {"do": "help", "q": q, "card": card}

    def do_firstlook(self, q: int) -> None:
        """Where on the board an area lies that answers begin in, or that pieces stand in: a first look rings it."""
        at = middle(self.moment)
        self.helped = {"do": "firstlook", "q": q, "box": None if at is None else self.lies(at)}

    def _aimed(self) -> list[Target]:
        look, m = self.view_state, self.moment
        options = m.decision.options if m.decision is not None and m.may_answer else ()
        hot = next((option for option in options if option.index == look.hot), None)
        return [*(reversed(hot.targets) if hot is not None else ()), *reversed(look.picked)]
