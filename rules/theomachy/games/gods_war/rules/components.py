"""What each component value may be. Which token, gift or slot belongs to which thing of a sheet stays as printed."""

from ....engine.reference.values import Among, Figured, Fixed, Many, Name, Real, Text, Whole

POINT = Many(Real(-10_000), 2, 2)
POINTS = Many(POINT, 3, 1_000)
SPOTS = Many(POINT)  # as many as printed
AREA = Name("map.*.area")
AREAS = Many(AREA, 0, 30)
VALUES = {
    "victory.goal": Whole(1, 200),
    "victory.*": Whole(0, 200),
    "**.cost": Whole(0, 20),
    "**.combat": Whole(0, 20),
    "**.in_hell": Whole(0, 20),
    "**.count": Whole(1, 20),
    "rune.*.copies": Whole(0, 20),
    "**.figures.power_by_gifts": Many(Whole(0, 40)),
    "**.figures.*": Whole(0, 99),
    "dice.*": Many(Whole(1, 6), 1, 6),
    "**.start.units.*.area": AREA,
    "**.start.buildings.*.area": Name("map.*.area", ("choice",)),
    "**.start.buildings.*.barred": AREAS,
    "**.buildings.*.gift": Name("empire.*.gifts", ("",)),
    "**.buildings.*.on": Many(Name("empire.*.buildings"), 0, 8),
    "**.buildings.*.conquered_as": Among(),
    "**.buildings.*.shape": Among(),
    "**.heroquests.*.only": Name("empire.*.gifts", ("",)),
    "**.abilities.*.limit": Among(),
    "**.rating": Text(400),
    "**.text": Text(2_000),
    "**.short": Figured(),
    "**.name": Text(),
    "**.title": Text(),
    "**.letters": Text(3),
    "**.colour": Among(),
    "**.icon": Among(),
    "**.rule": Among(),
    "**.motif": Among(),
    "rune.*.end": Among(),
    "map.*.size": Many(Whole(100, 10_000), 2, 2),
    "map.*.area.*.label": Many(Text(40), 1, 3),
    "map.*.**.label_size": Whole(6, 80),
    "map.*.area.*.outline": POINTS,
    "map.*.area.*.adjacent": AREAS,
    "map.*.frame": POINTS,
    "map.*.lore.*": Many(POINT, 1, 1_000),
    "map.*.arrow.*.path": POINTS,
    "map.*.kylerela.start": Name("map.*.kylerela.place"),
    "map.*.kylerela.tile": POINTS,
    "map.*.kylerela.docks": SPOTS,
    "map.*.kylerela.place.*.angle": Whole(-360, 360),
    "map.**.units_at": SPOTS,
    "map.**.at": POINT,
    "map.**.*_at": POINT,
    "map.**": Fixed(),
    "**.fragment": Fixed(),
    "**.slot": Fixed(),
}
