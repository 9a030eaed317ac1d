"""Names on the old map are not covered: by no other name, no pill of a door, and no piece of another area."""

from __future__ import annotations

import math
from random import Random

import theomachy as th
from theomachy_widgets.present import Moment, ViewState, marks
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.doors import half_of
from theomachy_widgets.scene.outlines import OutlineGround
from theomachy_widgets.scene.world import WorldGround

Box = tuple[float, float, float, float]


def meets(a: Box, b: Box, slack: float = 1.0) -> bool:
    return a[0] + slack < b[2] and b[0] + slack < a[2] and a[1] + slack < b[3] and b[1] + slack < a[3]


def faults(game: th.Game) -> list[str]:
    m = Moment(game, ViewState())
    scene = build(m.shown, marks(m), "light", 900)
    ground = scene.ground
    assert isinstance(ground, WorldGround)
    names = {}
    for area, (at, _) in ground._lettered.items():
        if at is not None:
            names[area] = OutlineGround._name_box(ground, ground.areas[area], ground.areas[area].label, at)
    pills = []
    for door in ground.signs:
        half, high = half_of(door.face.icon, door.face.colour, ground.ink), 8.0 * ground.ink
        wide, tall = (high, half) if door.face.mark not in ("", "0") else (half, high)
        pills.append((door.x - wide, door.y - tall, door.x + wide, door.y + tall))
    said = {area: ground.areas[area].name for area in names}
    found = [f"{said[a]} meets {said[b]}" for a in names for b in names if a < b and meets(names[a], names[b])]
    found += [f"a pill lies on {said[a]}" for a in names for pill in pills if meets(names[a], pill)]
    for token in scene.pieces:
        hit = scene.hit(token.target)
        r = token.face.size / 2 - 3
        for a, (x0, y0, x1, y1) in names.items():
            away = math.hypot(max(x0 - token.x, 0, token.x - x1), max(y0 - token.y, 0, token.y - y1))
            if hit is not None and hit.area != a and away < r:
                found.append(f"{hit.label} of {said.get(hit.area, hit.area)} covers {said[a]}")
    return found


def test_no_name_is_covered() -> None:
    game, rng = th.new("gods_war", players=4, seed=5), Random(8)
    found: dict[str, int] = {}
    while game.decision is not None and len(game.position.log()) < 110:
        game.play(rng.choice(game.options))
        if len(game.position.log()) % 10 == 0:
            for fault in faults(game):
                found[fault] = found.get(fault, 0) + 1
    assert not found
