"""What each component value may be."""

from ....engine.reference.values import Among, Fixed, Many, Name, Pair, Text, Whole
from .config import MOST_BOOKS

VALUES = {
    "**.figures": Whole(0, 12),
    "**.cost": Many(Whole(0, 40), 1, 9),
    "**.combat": Whole(0, 40),
    "**.may": Fixed(),
    "**.gathers": Whole(0, 10),
    "**.ransom": Whole(0, 10),
    "**.independent": Fixed(),
    "**.rank_by": Fixed(),
    "faction.*.tokens.*.owned": Fixed(),
    "faction.*.tokens.*.plural": Text(),
    "start.power": Whole(0, 60),
    "start.doom": Whole(0, 200),
    "start.cultists": Whole(0, 6),
    "victory.doom": Whole(1, 200),
    "*.books": Whole(1, 6),
    "faction.*.spellbooks": Whole(1, MOST_BOOKS),
    "faction.*.requirements": Whole(1, MOST_BOOKS),
    "battle_die.*": Many(Whole(1, 6), 1, 6),
    "ritual.*": Many(Whole(0, 40), 1, 20),
    "supply.gates": Whole(1, 99),
    "elder_signs.*": Whole(0, 99),
    "price.*": Whole(0, 20),
    "gather.*": Whole(0, 20),
    "**.price.**": Whole(0, 20),
    "**.amount.regenerate": Whole(1, 3),  # a code of a unit has room for three results
    "**.amount.flight": Whole(1, 3),  # a board knows what lies within three areas
    "**.amount.**": Whole(0, 30),
    "maps.*.title": Text(),
    "faction.*.start.*": Fixed(),
    "faction.*.order": Whole(0, 20),
    "faction.*.anywhere": Fixed(),
    "faction.*.areas.*.kind": Fixed(),
    "faction.*.areas.*.gate": Fixed(),
    "faction.*.lacks": Fixed(),
    "faction.*.leads": Fixed(),
    "faction.*.captures": Fixed(),
    "faction.*.power": Whole(0, 60),
    "faction.*.cultists": Whole(0, 12),
    "cards.*.of": Fixed(),
    "cards.*.sort": Fixed(),
    "**.name": Text(),
    "faction.*.title": Text(),
    "faction.*.letters": Text(3),
    "faction.*.colour": Among(),
    "**.icon": Among(),
    "**.rule": Among(),
    "two_player.forbidden": Many(Pair(Name("faction", ("bubastis",))), 0, 60),  # a printed pair names another box
}
