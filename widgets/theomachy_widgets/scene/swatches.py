"""Small pictures of what lies on a board of terrain, for its key."""

from __future__ import annotations

from functools import lru_cache

from theomachy.engine.tabletop.table import Area, Board, Border, LegendRow

from .borders import border_shapes
from .scenery import prop_shapes
from .shapes import Face, Poly, Ring, Shape, Stamp
from .style import STYLE
from .terrain import TerrainGround
from .window import WHOLE

WIDE, HIGH = 86.0, 36.0
_HIGHER = (((-20.0, -40.0), (110.0, -40.0), (110.0, 17.0), (-20.0, 17.0)),)
_LOWER = (((-20.0, 17.0), (110.0, 17.0), (110.0, 80.0), (-20.0, 80.0)),)
_LINE: Ring = ((4.0, 17.0), (22.0, 15.5), (43.0, 18.0), (64.0, 16.0), (82.0, 17.0))


class _Swatch(TerrainGround):
    """A tiny piece of a board at its usual size."""

    def _sized(self, window: object) -> None:
        self.scale = self.ink = 1.0
        self.slim = False

    @property
    def brush(self) -> float:
        return 1.0


def _ground(theme: str, kind: str, sign: str, *, two: bool = False) -> _Swatch:
    whole = (((-20.0, -20.0), (110.0, -20.0), (110.0, 60.0), (-20.0, 60.0)),)
    upper = Area(0, "", kind, polygons=(_HIGHER if two else whole,), capacity=0 if two else int(sign or 0),
                 sign_at=(43.0 if sign == "0" else 22.0, 18.5))  # fmt: skip
    areas = (upper, Area(1, "", kind, polygons=(_LOWER,), sign_at=(43.0, 30.0))) if two else (upper,)
    board = Board("swatch", "terrain", (int(WIDE), int(HIGH)), areas)
    return _Swatch(board, theme, WIDE, None, WHOLE)


@lru_cache(maxsize=128)
def swatch(row: LegendRow, theme: str) -> tuple[Shape, ...]:
    """The picture of a row, WIDE by HIGH pixels."""
    page: Ring = ((0.0, 0.0), (WIDE, 0.0), (WIDE, HIGH), (0.0, HIGH))
    plain = "open_ground"
    if row.kind == "ground":
        g = _ground(theme, row.of, "3")
        return (*g.ground_of(0), *g.sign(0))
    if row.kind in ("sign", "full"):
        g = _ground(theme, plain, row.of)
        made = g.sign(0)
        if row.kind == "full":
            token, number = g.full_sign(0)
            assert not isinstance(token, Stamp)
            made = [made[0], token, number]
        return (Poly((page,), fill=g.base(0)), *made)
    if row.kind == "prop":
        look = STYLE["prop"].get(row.of) or STYLE["prop"]["other"]
        g = _ground(theme, plain, "")
        face = Face("neutral", str(look["draw"]), float(look["size"]), theme, "prop")
        return (Poly((page,), fill=g.base(0)), Stamp(prop_shapes(face), WIDE / 2, HIGH / 2 + 1))
    g = _ground(theme, plain, "", two=True)
    if row.kind == "trail":
        g = _ground(theme, "rift" if row.of == "skulls" else plain, "", two=True)
        return (Poly((page,), fill=g.base(0)), *g.beads((-16.0, 18.0), (110.0, 18.0), row.of, 20.0, 0.9))
    kind = "normal" if row.kind == "height" else row.of
    border = Border((0, 1), kind, line=_LINE, fall=1, arrows=row.kind == "height")
    return (Poly((page,), fill=g.base(0)), *border_shapes(g, [border], () if row.kind == "height" else (border,)))
