"""Builds the Earth maps from Natural Earth coast lines; done by hand, seldom: the result is in the repository.

usage: python -m earth.build countries-50m.json FOLDER     (in the folder `tools`)

The first argument is `countries-50m.json` of the npm package `world-atlas` (version 2). Needs shapely 2.1 or later (for
coverage simplification), which the project itself does not.

Steps: project the countries, group them into blocks, tidy the coast line, cut land and sea
into areas along the lines of regions.py, simplify all shared borders together (so that
neighbours keep meeting exactly), then place label, gate and unit slots inside each area.
"""

import json
import math
import sys
from functools import partial
from pathlib import Path
from typing import Any

import shapely  # type: ignore[import-not-found,import-untyped,unused-ignore]
from shapely import LineString, Point, Polygon, box
from shapely.ops import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    polygonize,
    unary_union,
)

from earth import pack, regions

WIDTH, HEIGHT = 1600, 900
TOKEN_RADIUS = 12
SLOT_SPACING = 1.6 * TOKEN_RADIUS
MAX_SLOTS = 12
MAX_POINTS = 350  # per area, after simplification
SMALLEST_ISLAND = 95  # square units; smaller land becomes an islet (decoration)
SMALLEST_POND = 60  # square units; smaller holes in the land are filled
SMALLEST_ISLET = 2.5
GLYPH_RADIUS = 9
FRAME = box(0, 0, WIDTH, HEIGHT)

# Magnifying lenses: (longitude, latitude, radius in board units, strength). They give the crowded
# regions room for tokens and fade to nothing at their rim.
LENSES = [(21, 41, 255, 0.36), (-93, 19, 230, 0.47)]


# --- projection ---------------------------------------------------------------------


def stretched_latitude(latitude: Any) -> Any:
    """Miller-like cylindrical latitude: Mercator of `STRETCH` times the angle, scaled back."""
    return math.log(math.tan(math.pi / 4 + STRETCH * math.radians(latitude) / 2)) / STRETCH


def stretch_that_fills(height: Any) -> Any:
    """The flattening constant (Miller uses 0.8) for which the latitude range fills the board."""
    global STRETCH
    low, high = 0.2, 0.95
    for _ in range(60):
        STRETCH = (low + high) / 2
        span = stretched_latitude(regions.NORTH_EDGE) - stretched_latitude(regions.SOUTH_EDGE)
        if span * WIDTH / math.tau > height:
            high = STRETCH
        else:
            low = STRETCH
    return STRETCH


STRETCH = stretch_that_fills(HEIGHT)


def project_flat(longitude: Any, latitude: Any) -> Any:
    scale = WIDTH / math.tau
    x = (longitude - regions.WEST_EDGE) / 360 * WIDTH
    y = (stretched_latitude(regions.NORTH_EDGE) - stretched_latitude(latitude)) * scale
    return x, y


LENS_CENTRES = [(*project_flat(lon, lat), radius, strength) for lon, lat, radius, strength in LENSES]


def project(longitude: Any, latitude: Any) -> Any:
    x, y = project_flat(longitude, max(-89.5, min(89.5, latitude)))
    moved_x, moved_y = x, y
    for centre_x, centre_y, radius, strength in LENS_CENTRES:
        dx, dy = x - centre_x, y - centre_y
        nearness = 1 - (dx * dx + dy * dy) / (radius * radius)
        if nearness > 0:
            moved_x += dx * strength * nearness**2
            moved_y += dy * strength * nearness**2
    return moved_x, moved_y


def project_shape(shape: Any) -> Any:
    dense = shapely.segmentize(shape, 1.0)
    projected = shapely.transform(dense, lambda points: [project(*point) for point in points])
    return shapely.make_valid(projected).buffer(0).simplify(0.12)


# --- reading the atlas --------------------------------------------------------------


def read_countries(path: Any) -> Any:
    """Name -> shape in degrees, from a quantized TopoJSON file."""
    topology = json.loads(Path(path).read_text(encoding="utf-8"))
    scale_x, scale_y = topology["transform"]["scale"]
    shift_x, shift_y = topology["transform"]["translate"]
    arcs = []
    for steps in topology["arcs"]:
        x = y = 0
        points: list[Any] = []
        for step_x, step_y in steps:
            x, y = x + step_x, y + step_y
            points.append((x * scale_x + shift_x, y * scale_y + shift_y))
        arcs.append(points)

    def ring(indices: Any) -> Any:
        points: list[Any] = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points.extend(arc[1:] if points else arc)
        return unrolled(points)

    def shape(geometry: Any) -> Any:
        groups = {"Polygon": [geometry.get("arcs")], "MultiPolygon": geometry.get("arcs")}[geometry["type"]]
        polygons = [Polygon(ring(rings[0]), [ring(hole) for hole in rings[1:]]) for rings in groups]
        return cut_open_at_the_edge(unary_union([shapely.make_valid(polygon) for polygon in polygons]))

    countries: dict[str, Any] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        name = geometry["properties"]["name"]
        countries[name] = unary_union([countries[name], shape(geometry)]) if name in countries else shape(geometry)
    return countries


def unrolled(points: Any) -> Any:
    """The atlas joins rings across 180 degrees; this lets longitudes run on instead of jumping back."""
    turned, shift = [], 0
    for index, (longitude, latitude) in enumerate(points):
        if index:
            jump = longitude - points[index - 1][0]
            shift -= 360 if jump > 180 else -360 if jump < -180 else 0
        turned.append((longitude + shift, latitude))
    if abs(turned[-1][0] - turned[0][0]) > 180:  # once round the pole: Antarctica
        turned += [(turned[-1][0], -90), (turned[0][0], -90)]
    return turned


def shifted(points: Any, turn: Any) -> Any:
    points[:, 0] += turn
    return points


def cut_open_at_the_edge(shape: Any) -> Any:
    """Moves what lies beyond the board's left or right edge round to the other end."""
    board = box(regions.WEST_EDGE, -90, regions.WEST_EDGE + 360, 90)
    turns = [shapely.transform(shape, partial(shifted, turn=turn)) for turn in (-360, 0, 360)]
    # The tiny buffer heals the seam that the atlas has at 180 degrees.
    return unary_union([turned.intersection(board).buffer(0.002) for turned in turns]).buffer(-0.002)


# --- land ---------------------------------------------------------------------------


def polygons_of(shape: Any) -> Any:
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and part.area > 0]


def land_blocks(countries: Any) -> Any:
    """Block name -> shape on the board; plus the shape of every country outside the blocks."""
    owned: dict[str, list[Any]] = {name: [] for name in regions.BLOCKS}
    listed = {country: block for block, names in regions.BLOCKS.items() for country in names}
    strangers = []
    for country, shape in countries.items():
        rest = shape
        for cut_country, block, outline in regions.HAND_CUTS:
            if cut_country == country:
                piece = rest.intersection(Polygon(outline).buffer(0))
                rest = rest.difference(piece)
                owned[block].append(piece)
        if country in listed:
            owned[listed[country]].append(rest)
        else:
            strangers.append(rest)
    blocks = {name: project_shape(unary_union(pieces)).intersection(FRAME).buffer(0) for name, pieces in owned.items()}
    blocks["risen_zealandia"] = smooth_polygon(regions.RISEN_ZEALANDIA)
    return blocks, project_shape(unary_union(strangers)).intersection(FRAME).buffer(0)


def smooth_polygon(outline: Any) -> Any:
    """A hand-drawn outline in degrees, with its corners rounded, on the board."""
    points = outline
    for _ in range(2):
        rounded = []
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            rounded += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = rounded
    return project_shape(Polygon(points)).intersection(FRAME).buffer(0)


def without_small_parts(shape: Any, smallest_part: Any, smallest_hole: Any, always_fill: Any = ()) -> Any:
    kept = []
    for part in polygons_of(shape):
        if part.area < smallest_part:
            continue
        holes = [
            hole
            for hole in part.interiors
            if Polygon(hole).area >= smallest_hole and not any(Polygon(hole).contains(point) for point in always_fill)
        ]
        kept.append(Polygon(part.exterior, holes))
    return unary_union(kept)


def closed(shape: Any, gap: Any) -> Any:
    """Fills bays and channels narrower than twice the gap."""
    return shape.buffer(gap, quad_segs=3).buffer(-gap, quad_segs=3)


def tidy_land(shapes: Any) -> Any:
    """One clean land shape (straits open, narrow gaps and ponds closed) and the islets left out of it."""
    raw = unary_union(shapes)
    land = closed(raw, 1.2)
    for outline, gap in regions.MERGED_ARCHIPELAGOS:
        zone = smooth_polygon(outline)
        land = unary_union([land, closed(land.intersection(zone), gap)])
    land = land.buffer(-0.6, quad_segs=3).buffer(0.6, quad_segs=3).simplify(0.1)
    straits = [LineString([project(*point) for point in path]).buffer(width / 2) for path, width in regions.STRAITS]
    land = land.difference(unary_union(straits))
    lakes = [Point(project(*point)) for point in regions.LAKE_POINTS.values()]
    land = without_small_parts(land, SMALLEST_ISLAND, SMALLEST_POND, lakes)
    islets = [part for part in polygons_of(raw.difference(land.buffer(1.5))) if part.area >= SMALLEST_ISLET]
    return land.intersection(FRAME), islets


def lake_shapes(shapes: Any) -> Any:
    raw = unary_union(shapes)
    holes = [Polygon(hole) for part in polygons_of(raw) for hole in part.interiors]
    points = [Point(project(*point)) for point in regions.LAKE_POINTS.values()]
    return [hole for hole in holes if any(hole.contains(point) for point in points)]


# --- seas ---------------------------------------------------------------------------


def sea_cells() -> Any:
    """Cell name -> shape on the board, each without what earlier cells took."""
    cells: dict[str, list[Any]] = {}
    taken = Polygon()
    for name, outline in regions.SEA_CELLS:
        shape = smooth_polygon(outline).difference(taken)
        taken = unary_union([taken, shape])
        cells[name] = unary_union([cells[name], shape]) if name in cells else shape
    return cells


# --- cutting the board --------------------------------------------------------------


def cut_board(recipe: Any, blocks: Any, cells: Any, land: Any) -> Any:
    """Area name -> shape. All areas are made of the same noded lines, so they meet exactly."""
    is_land = {name: pieces[0] in blocks for name, pieces in recipe.items()}
    shapes = {
        name: unary_union([(blocks if is_land[name] else cells)[piece] for piece in pieces])
        for name, pieces in recipe.items()
    }
    sea = FRAME.difference(land)
    lines = [FRAME.exterior, land.boundary]
    for name, shape in shapes.items():
        lines.append(shape.boundary.intersection(land if is_land[name] else sea))
    faces = list(polygonize(shapely.union_all(lines, grid_size=0.02)))

    owned: dict[str, list[Any]] = {name: [] for name in recipe}
    for face in faces:
        inside = face.representative_point()
        on_land = land.contains(inside)
        rivals = [name for name in recipe if is_land[name] == on_land]
        owner = max(rivals, key=lambda name: (shapes[name].intersection(face).area, -shapes[name].distance(inside)))
        owned[owner].append(face)
    areas = {name: unary_union(parts) for name, parts in owned.items()}
    return absorb_crumbs(areas, is_land)


def absorb_crumbs(areas: Any, is_land: Any, smallest: Any = 30) -> Any:
    """Gives small detached bits to the neighbour of the same kind with the longest shared border."""
    for _ in range(2):
        for name in list(areas):
            parts = sorted(polygons_of(areas[name]), key=lambda part: -part.area)
            for part in parts[1:]:
                if part.area >= smallest:
                    continue
                rivals = [
                    (part.boundary.intersection(areas[other].boundary).length, other)
                    for other in areas
                    if other != name and is_land[other] == is_land[name]
                ]
                length, heir = max(rivals)
                if length == 0:  # an islet or pond of the other kind all round
                    length, heir = max(
                        (part.boundary.intersection(areas[other].boundary).length, other)
                        for other in areas
                        if other != name
                    )
                areas[name] = areas[name].difference(part)
                areas[heir] = unary_union([areas[heir], part])
    return areas


def point_count(shape: Any) -> Any:
    """Points of all rings, without the closing repetitions."""
    rings = sum(1 + len(part.interiors) for part in polygons_of(shape))
    return shapely.get_num_coordinates(shape) - rings


def simplify_board(areas: Any) -> Any:
    """Simplifies all areas together, just enough to meet the point budget; one decimal."""
    names = list(areas)
    exact = [areas[name] for name in names]
    tolerance = 1.2
    while True:
        simple = shapely.coverage_simplify(exact, tolerance, simplify_boundary=False)
        rounded = [shapely.transform(shape, lambda points: points.round(1)) for shape in simple]
        fine = all(shape.is_valid for shape in rounded) and bool(shapely.coverage_is_valid(rounded))
        if fine and max(point_count(shape) for shape in rounded) <= MAX_POINTS:
            return dict(zip(names, rounded, strict=True)), tolerance
        tolerance *= 1.06
        if tolerance > 12:
            raise SystemExit("no tolerance gives a valid board within the point budget")


# --- labels and slots ---------------------------------------------------------------


def label_box(lines: Any, size: Any, centre: Any) -> Any:
    """A generous estimate of the space that spaced capitals of this size take."""
    width = max(len(line) for line in lines) * size * 0.82
    height = len(lines) * size * 1.08
    x, y = centre
    return box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def line_breaks(name: Any) -> Any:
    words = name.split()
    choices = [[name]]
    if len(words) > 1:
        choices.append([" ".join(words[:-1]), words[-1]])
        if len(words) > 2:
            choices.append([words[0], " ".join(words[1:])])
            choices.append(words)
    return choices


def grid_points(shape: Any, step: Any) -> Any:
    left, top, right, bottom = shape.bounds
    shapely.prepare(shape)
    points: list[Any] = []
    y = top + step / 2
    while y < bottom:
        x = left + step / 2
        while x < right:
            if shapely.contains_xy(shape, x, y):
                points.append((x, y))
            x += step
        y += step
    return points


def place_label(name: Any, part: Any, largest: Any, smallest: Any = 12) -> Any:
    """The biggest lettering that fits into the area's main part without eating all of its room."""
    centre = shapely.maximum_inscribed_circle(part, 1.0).coords[0]
    inner = part.buffer(-3).intersection(FRAME.buffer(-22))
    shapely.prepare(inner)
    edge = inner.boundary.simplify(1)
    step = max(3.0, math.sqrt(part.area) / 45)
    best = None
    for size in range(largest, smallest - 1, -1):
        for lines in line_breaks(name):
            if label_box(lines, size, (0, 0)).area > 0.2 * part.area:
                continue
            spots = [spot for spot in grid_points(inner, step) if inner.contains(label_box(lines, size, spot))]
            if spots:
                spot = max(
                    spots, key=lambda p: min(label_box(lines, size, p).distance(edge), 14) - 0.1 * math.dist(p, centre)
                )
                score = size - 1.5 * (len(lines) - 1)
                if best is None or score > best[0]:
                    best = (score, lines, size, spot)
        if best and size < best[0]:
            break
    if best:
        return {"at": best[3], "lines": best[1], "size": best[2]}
    return {"at": centre, "lines": line_breaks(name)[-1], "size": smallest}


def place_glyph(part: Any, label: Any) -> Any:
    """A spot for the area's glyph beside, above or below its name."""
    left, top, right, bottom = label_box(label["lines"], label["size"], label["at"]).bounds
    x, y = label["at"]
    gap = GLYPH_RADIUS + 3
    spots = [(x, top - gap), (left - gap, y), (right + gap, y), (x, bottom + gap)]
    inner = part.buffer(-GLYPH_RADIUS)
    return next((spot for spot in spots if inner.contains(Point(spot))), spots[0])


def place_slots(part: Any, label: Any, glyph: Any) -> Any:
    """Gate spot and unit spots: far enough from the border, from each other and from the label."""
    lettering = label_box(label["lines"], label["size"], label["at"])
    if glyph:
        lettering = unary_union([lettering, Point(glyph).buffer(GLYPH_RADIUS)])
    room = part.buffer(-(TOKEN_RADIUS + 0.3))
    free = room.difference(lettering.buffer(TOKEN_RADIUS * 0.9))
    step = 3 if part.area > 40000 else 2
    spots = grid_points(free, step)
    gate_spots = spots or grid_points(room, 1)
    if not gate_spots:
        raise SystemExit("an area has no room for a token")
    edge = part.boundary
    middle = Point(label["at"])
    gate = max(
        gate_spots, key=lambda p: min(edge.distance(Point(p)), 2.4 * TOKEN_RADIUS) - 0.06 * middle.distance(Point(p))
    )
    chosen = pick_spread(spots, MAX_SLOTS + 1, gate)
    if len(chosen) < 10:  # crowded: units may lie over the lettering
        chosen = pick_spread(grid_points(room, 1), MAX_SLOTS + 1, gate)
    return gate, chosen[1:]


def pick_spread(spots: Any, wanted: Any, first: Any = None) -> Any:
    """Spots around the first one: the widest spacing (up to 3 radii) that still yields enough of them."""
    if not spots:
        return []
    first = first or spots[0]
    best: list[Any] = []
    for factor in (3.0, 2.7, 2.4, 2.2, 2.0, 1.9, 1.8, 1.7, 1.6):
        spacing = factor * TOKEN_RADIUS
        gate_gap = max(spacing, 2.0 * TOKEN_RADIUS)
        chosen = [first]
        for spot in sorted(spots, key=lambda p: math.dist(p, first)):
            if math.dist(spot, first) >= gate_gap and all(math.dist(spot, other) >= spacing for other in chosen[1:]):
                chosen.append(spot)
                if len(chosen) == wanted:
                    return chosen
        if len(chosen) > len(best):
            best = chosen
    return best


# --- output -------------------------------------------------------------------------


def rounded_point(point: Any) -> Any:
    return [round(float(point[0]), 1), round(float(point[1]), 1)]


def rings_of(polygon: Any) -> Any:
    polygon = shapely.geometry.polygon.orient(polygon)
    return [[rounded_point(point) for point in ring.coords[:-1]] for ring in [polygon.exterior, *polygon.interiors]]


def key_of(name: Any) -> Any:
    return name.lower().replace(" ", "_")


def graticule() -> Any:
    """Meridians and parallels, bent by the lenses like everything else: faint lines for the sea."""
    meridians = [LineString([(longitude, -81), (longitude, 84.9)]) for longitude in range(-150, 181, 30)]
    parallels = [LineString([(-169, latitude), (191, latitude)]) for latitude in range(-60, 81, 20)]
    lines = []
    for line in meridians + parallels:
        bent = shapely.transform(shapely.segmentize(line, 2), lambda points: [project(*point) for point in points])
        lines.append([rounded_point(point) for point in bent.simplify(0.5).coords])
    return lines


def wrap_marks(areas: Any) -> Any:
    """Where an area goes on at the opposite edge: one point inside it at each side."""
    marks = []
    for name, shape in areas.items():
        left = shape.intersection(box(0, 0, 0.5, HEIGHT)).bounds
        right = shape.intersection(box(WIDTH - 0.5, 0, WIDTH, HEIGHT)).bounds
        if left and right and not any(map(math.isnan, left + right)):
            top, bottom = max(left[1], right[1]), min(left[3], right[3])
            if bottom - top > 12:
                y = (top + bottom) / 2
                marks.append(
                    {"area": key_of(name), "left": rounded_point((14, y)), "right": rounded_point((WIDTH - 14, y))}
                )
    return marks


def describe_area(name: Any, shape: Any, truth: Any) -> Any:
    parts = sorted(polygons_of(shape), key=lambda part: -part.area)
    main = parts[0]
    ocean = truth["kind"] == "ocean"
    if name in regions.LABEL_SPOTS:
        longitude, latitude, size, lines = regions.LABEL_SPOTS[name]
        label = {"at": project(longitude, latitude), "lines": lines, "size": size}
    else:
        label = place_label(name, main, 26 if ocean else 23)
    glyph_at = place_glyph(main, label) if truth["glyph"] else None
    gate, units = place_slots(main, label, glyph_at)
    also = []
    for part in parts[1:]:
        if ocean and part.area > 6000:
            also.append(place_label(name, part, 16))
    for each in [label, *also]:
        each["at"] = rounded_point(each["at"])
    return {
        "key": key_of(name),
        "name": name,
        "kind": truth["kind"],
        "glyph": truth["glyph"],
        "adjacent": sorted(key_of(other) for other in truth["adjacent"]),
        "polygons": [rings_of(part) for part in parts],
        "label": label,
        "more_labels": also,
        "glyph_at": rounded_point(glyph_at) if glyph_at else None,
        "slots": {"gate": rounded_point(gate), "units": [rounded_point(spot) for spot in units]},
    }


def build(board: Any, truth: Any, blocks: Any, strangers: Any, cells: Any, folder: Any) -> None:
    recipe = regions.BOARDS[board]
    risen = "New Zealand" in recipe
    used = {
        name: shape for name, shape in blocks.items() if name != ("new_zealand_islands" if risen else "risen_zealandia")
    }
    land, islets = tidy_land([*used.values(), strangers])
    areas, tolerance = simplify_board(cut_board(recipe, used, cells, land))
    lakes = lake_shapes([*used.values(), strangers])
    coasts = [blocks["new_zealand_islands"]] if risen else []
    decoration = {
        "graticule": graticule(),
        "islets": [
            rings_of(part.simplify(0.6))[0]
            for part in islets
            if not (risen and part.intersects(blocks["risen_zealandia"]))
        ],
        "lakes": [rings_of(lake.simplify(0.8))[0] for lake in lakes],
        "shoal_islands": [
            rings_of(part.simplify(0.5))[0] for shape in coasts for part in polygons_of(shape) if part.area > 3
        ],
    }
    result = {
        "board": board,
        "width": WIDTH,
        "height": HEIGHT,
        "token_radius": TOKEN_RADIUS,
        "coast_lines": "Natural Earth (public domain)",
        "areas": [describe_area(name, areas[name], truth[name]) for name in truth],
        "links": [
            {
                "between": [key_of(name) for name in link["between"]],
                "name": link["name"],
                "marks": [rounded_point(project(*mark)) for mark in link["marks"]],
            }
            for link in regions.LINKS[board]
        ],
        "wraps": wrap_marks(areas),
        "decoration": decoration,
    }
    path = folder / f"{board}.json"
    path.write_text(pack.text(pack.packed(result)), encoding="utf-8")
    most = max(areas, key=lambda name: point_count(areas[name]))
    print(
        f"{board}: tolerance {tolerance:.2f}, {path.stat().st_size / 1000:.0f} kB, "
        f"most points {point_count(areas[most])} ({most}), "
        f"fewest unit slots {min(len(area['slots']['units']) for area in result['areas'])}"
    )


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    here, folder = Path(__file__).parent, Path(sys.argv[2])
    truth = json.loads((here / "adjacency.json").read_text(encoding="utf-8"))
    blocks, strangers = land_blocks(read_countries(sys.argv[1]))
    cells = sea_cells()
    for board in regions.BOARDS:
        build(board, truth[board], blocks, strangers, cells, folder)


if __name__ == "__main__":
    main()
