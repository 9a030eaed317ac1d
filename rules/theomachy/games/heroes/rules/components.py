"""What each component value may be. What hangs on what, on the map and on a board, stays as printed."""

from ....engine.reference.values import Among, Figured, Many, Real, Text, Whole
from .maps import TERRAINS

POINT = Many(Real(-10_000), 2, 2)
SPOTS = Many(POINT)  # as many as printed
SHORT = Figured(("figures", "enhanced_effect.figures", "basic_effect.figures", ""))
VALUES = {
    "rounds.count": Whole(1, 40),
    "**.power": Whole(0, 200),
    "**.level": Whole(1, 4),
    "faction.*.stock.vp": Many(Whole(0, 60)),
    "faction.*.structures.*.vp": Many(Whole(0, 60)),
    "**.vp": Whole(0, 60),
    "**.cost.*": Whole(0, 60),
    "**.pay.*": Whole(0, 60),
    "**.resources.*": Whole(0, 40),
    "**.movement.*": Whole(0, 9),
    "**.boxes_per_row": Whole(1, 14),
    "**.by_level": Many(Whole(0, 60)),
    "faction.*.stock.thresholds": Many(Whole(1, 99)),
    "**.scale": Many(Whole(0, 99)),
    "**.mark_prices": Many(Whole(0, 99)),
    "**.figures.**": Whole(0, 99),
    "**.name": Text(),
    "**.title": Text(),
    "**.text": Text(2_000, 0),
    "**.basic": Text(2_000, 0),
    "**.words": Text(200),
    "**.short": SHORT,
    "**.basic_short": SHORT,
    "**.letters": Text(3),
    "faction.*.colour": Among(),
    "**.icon": Among(),
    "region.*.terrain": Among(TERRAINS),
    "map.size": Many(Whole(100, 10_000), 2, 2),
    "drawing.*.outline": Many(POINT, 3, 1_000),
    "drawing.*.label": POINT,
    "drawing.*.*_box": POINT,
    "drawing.*.*_at": POINT,
    "drawing.*.markers": SPOTS,
    "drawing.*.resource_boxes": SPOTS,
}
