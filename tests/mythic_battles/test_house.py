"""House data fit what the text tells of the lost dashboards: each hint is a test of its own.

A check of dashboards is a function of the units by their keys; the lines are those of the rulebook as a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from theomachy.engine.reference.facts import Facts
from theomachy.games.mythic_battles import MythicBattles
from theomachy.games.mythic_battles.rules import setup
from theomachy.games.mythic_battles.rules.config import (
    ACTIVE,
    DEFENCE,
    GOD,
    HERO,
    KINDS,
    MONSTER,
    MOVEMENT,
    OFFENCE,
    OFFENSIVE,
    PERMANENT,
    RANGE,
    TITAN,
    TROOP,
    PowerCard,
    Unit,
)

TEXT = (
    "ares hades athena zeus heracles achilles leonidas odysseus atalanta minotaur hydra cerberus medusa amazons "
    "infernal_hounds infernal_warriors hoplites spartans centaurs"
).split()


class Card(NamedTuple):
    """A dashboard or troop card, its top row at hand."""

    unit: Unit

    @property
    def offence(self) -> int:
        return self.stat(OFFENCE)

    @property
    def defence(self) -> int:
        return self.stat(DEFENCE)

    @property
    def range(self) -> int:
        return self.stat(RANGE)

    @property
    def movement(self) -> int:
        return self.stat(MOVEMENT)

    def stat(self, stat: int, vitality: int = 0) -> int:
        return self.unit.rows[vitality or self.unit.most].stats[stat]

    def power(self, key: str) -> PowerCard:
        return next(power for power in self.unit.powers if power.key == key)

    def text(self, key: str) -> str:
        return self.power(key).text

    def dice(self, key: str) -> int:
        return self.unit.rows[self.unit.most].powers[[power.key for power in self.unit.powers].index(key)]

    def figure(self, key: str, name: str) -> Any:
        return facts()[f"unit.{self.unit.key}.power.{key}.figures.{name}"]


@cache
def facts() -> Facts:
    return Facts.read(*setup.files())


CARDS = {u.key: Card(u) for u in MythicBattles.build(players=2).config.units if not u.is_token}
OF = {kind: [c for c in CARDS.values() if c.unit.kind == kind] for kind in (GOD, TITAN, HERO, MONSTER, TROOP)}
TOLD = {kind: [c for c in cards if c.unit.key in TEXT] for kind, cards in OF.items()}

# the published table of the sister game: what units of each type may have on their top row
SPAN: dict[int, dict[str, tuple[int, int]]] = {
    TITAN: {"rp": (8, 10), "cards": (4, 5), "art_of_war": (0, 1), "offence": (9, 10), "defence": (9, 9),
            "range": (1, 1), "movement": (2, 3), "most": (10, 11)},
    GOD: {"rp": (5, 8), "cards": (4, 5), "art_of_war": (1, 2), "offence": (6, 9), "defence": (8, 9), "range": (0, 3),
          "movement": (2, 3), "most": (7, 10)},
    HERO: {"rp": (2, 5), "cards": (3, 5), "art_of_war": (0, 2), "offence": (5, 8), "defence": (6, 8), "range": (0, 2),
           "movement": (1, 2), "most": (5, 8)},
    MONSTER: {"rp": (2, 5), "cards": (3, 5), "art_of_war": (0, 0), "offence": (4, 9), "defence": (5, 9),
              "range": (0, 1), "movement": (1, 3), "most": (5, 9)},
    TROOP: {"rp": (1, 1), "cards": (3, 3), "art_of_war": (0, 0), "offence": (3, 4), "defence": (4, 6), "range": (0, 2),
            "movement": (1, 2), "most": (2, 5)},
}  # fmt: skip
BEYOND = {("athena", "art_of_war"): 3, ("odysseus", "art_of_war"): 3, ("medusa", "range"): 2}  # since the text says so


def value(card: Card, stat: str) -> int:
    return int(getattr(card, stat) if hasattr(Card, stat) else getattr(card.unit, stat))


def high(key: str, stat: str) -> bool:
    """In the upper third of what its type may have."""
    low, top = SPAN[CARDS[key].unit.kind][stat]
    return value(CARDS[key], stat) >= top - (top - low) / 3


def average(key: str, stat: str) -> bool:
    """Neither the least nor the most of its type."""
    low, top = SPAN[CARDS[key].unit.kind][stat]
    return low < value(CARDS[key], stat) < top or top - low <= 1


def most(key: str, stat: str, among: list[Card]) -> bool:
    return value(CARDS[key], stat) == max(value(card, stat) for card in among)


def least(key: str, stat: str, among: list[Card]) -> bool:
    return value(CARDS[key], stat) == min(value(card, stat) for card in among)


def alone(key: str, stat: str, among: list[Card], sign: int) -> bool:
    """More (1) or less (-1) than all others."""
    mine = value(CARDS[key], stat)
    return all((mine - value(card, stat)) * sign > 0 for card in among if card.unit.key != key)


def talents(key: str) -> set[str]:
    return set(CARDS[key].unit.talents)


def kind(key: str, power: str) -> int:
    return CARDS[key].power(power).kind


def says(key: str, power: str, *words: str) -> bool:
    return all(word in CARDS[key].text(power) for word in words)


class Hint(NamedTuple):
    """One sentence of the text, as a check of the data."""

    rule: str
    lines: str
    text: str
    holds: Callable[[], bool]


GODS, HEROES, MONSTERS, TROOPS = (TOLD[kind] for kind in (GOD, HERO, MONSTER, TROOP))
EVERY_TROOP, EVERY_HERO, EVERY_MONSTER = OF[TROOP], OF[HERO], OF[MONSTER]
DIVINE = [*OF[GOD], *OF[TITAN]]
HINTS = (
    Hint("MB-UTL-001", "1237", "Ares: the best offence of the gods", lambda: most("ares", "offence", GODS)),
    Hint("MB-UTL-001", "1237", "Ares: a pure warrior, without range", lambda: CARDS["ares"].range == 0),
    Hint("MB-UTL-002", "1239", "Ares: Frenzy is a further walk and a further attack",
         lambda: kind("ares", "frenzy") == ACTIVE and says("ares", "frenzy", "further walk", "further normal attack")),
    Hint("MB-UTL-003", "1239", "Ares: his Wrath is an area attack of the area, combined with the other power",
         lambda: kind("ares", "ares_wrath") == ACTIVE and CARDS["ares"].power("ares_wrath").dice
         and says("ares", "ares_wrath", "Frenzy")),
    Hint("MB-UTL-004", "1251", "Hades: low stats for a god",
         lambda: all(least("hades", stat, GODS) for stat in ("offence", "defence", "most"))),
    Hint("MB-UTL-005", "1251", "Hades: Soul Culling answers deaths with vitality and an activation card",
         lambda: says("hades", "soul_culling", "any side", "one vitality", "activation card")),
    Hint("MB-UTL-006", "1253", "Hades: Inferno is an offensive area attack",
         lambda: kind("hades", "inferno") == OFFENSIVE and CARDS["hades"].dice("inferno") > 1),
    Hint("MB-UTL-007", "1265", "Athena: more Art of War cards than any other divinity",
         lambda: alone("athena", "art_of_war", DIVINE, 1)),
    Hint("MB-UTL-007", "1265", "Athena: average stats for a god",
         lambda: all(average("athena", stat) for stat in ("offence", "most"))
         and not any(f("athena", stat, GODS) for stat in ("offence", "most") for f in (most, least))),
    Hint("MB-UTL-008", "1267", "Athena: Strategist lets her command three units",
         lambda: says("athena", "strategist", "three different units")),
    Hint("MB-UTL-009", "1267", "Athena: the Owl strikes farther than she does, and not beside her",
         lambda: kind("athena", "athenas_owl") == OFFENSIVE and CARDS["athena"].figure("athenas_owl", "least") == 1
         and CARDS["athena"].figure("athenas_owl", "range") > CARDS["athena"].range),
    Hint("MB-UTL-007", "1269", "Athena: Leader", lambda: "leader" in talents("athena")),
    Hint("MB-UTL-010", "1279", "Zeus: offence, defence and vitality all high",
         lambda: all(high("zeus", stat) for stat in ("offence", "defence", "most"))),
    Hint("MB-UTL-011", "1217, 1279", "Zeus: Lightning is offensive, massive, and strikes from afar",
         lambda: kind("zeus", "lightning") == OFFENSIVE and CARDS["zeus"].dice("lightning") >= 8
         and CARDS["zeus"].figure("lightning", "range") >= 2),
    Hint("MB-UTL-012", "1281", "Zeus: Patriarch chooses among cards",
         lambda: says("zeus", "patriarch", "top three cards")),
    Hint("MB-UTL-013", "581, 1293", "Heracles: strong in melee, range 0",
         lambda: high("heracles", "offence") and CARDS["heracles"].range == 0),
    Hint("MB-UTL-014", "1293", "Heracles: his Feat reaches his own dice and those of his opponent",
         lambda: says("heracles", "heraclean_feat", "attacker or the target")),
    Hint("MB-UTL-015", "1293", "Heracles: his Strength throws scenery at a distance, devastatingly",
         lambda: says("heracles", "heraclean_strength", "3D element")
         and CARDS["heracles"].figure("heraclean_strength", "range") >= 1
         and CARDS["heracles"].dice("heraclean_strength") >= CARDS["heracles"].offence),
    Hint("MB-UTL-016", "1305", "Achilles: higher defence than any other hero of the text",
         lambda: high("achilles", "defence") and alone("achilles", "defence", HEROES, 1)),
    Hint("MB-UTL-016", "1305", "Achilles: lower movement than any other hero of the text",
         lambda: alone("achilles", "movement", HEROES, -1)),
    Hint("MB-UTL-016", "1305", "Achilles: melee only", lambda: CARDS["achilles"].range == 0
         and not any(power.kind == OFFENSIVE for power in CARDS["achilles"].unit.powers)),
    Hint("MB-UTL-016", "1305", "Achilles: good offence",
         lambda: average("achilles", "offence") or high("achilles", "offence")),
    Hint("MB-UTL-016", "1307", "Achilles: a small Ares, with his talents",
         lambda: talents("achilles") == talents("ares")),
    Hint("MB-UTL-017", "1305", "Achilles: Endurance lowers the damage",
         lambda: says("achilles", "endurance", "is ignored")),
    Hint("MB-UTL-018", "1305", "Achilles: Prowess raises the attack",
         lambda: CARDS["achilles"].figure("achilles_prowess", "offence") == 2),
    Hint("MB-UTL-019", "694", "Leonidas: vitality 6", lambda: CARDS["leonidas"].unit.most == 6),
    Hint("MB-UTL-019", "676", "Leonidas: defence 7 while unhurt", lambda: CARDS["leonidas"].defence == 7),
    Hint("MB-UTL-019", "702", "Leonidas: offence 6 after one wound",
         lambda: CARDS["leonidas"].stat(OFFENCE, 5) == 6),
    Hint("MB-UTL-019", "1315, 1317", "Leonidas: Guard, and more than one talent",
         lambda: "guard" in talents("leonidas") and len(talents("leonidas")) > 1),
    Hint("MB-UTL-019", "1315", "Leonidas: average stats for a hero",
         lambda: all(average("leonidas", stat) for stat in ("offence", "defence", "most"))),
    Hint("MB-UTL-020", "1315", "Leonidas: Born Leader helps troops around him with offence and defence",
         lambda: says("leonidas", "born_leader", "surroundings", "+1 offence and +1 defence")),
    Hint("MB-UTL-021", "1317", "Leonidas: Wall of Shields passes blows to troops with him",
         lambda: says("leonidas", "wall_of_shields", "troop unit in his area")),
    Hint("MB-UTL-022", "1329", "Odysseus: more Art of War cards than any other hero",
         lambda: alone("odysseus", "art_of_war", EVERY_HERO, 1)),
    Hint("MB-UTL-023", "1329", "Odysseus: Subterfuge makes a manoeuvre free",
         lambda: says("odysseus", "subterfuge", "costs 0")),
    Hint("MB-UTL-024", "1331", "Odysseus: Cunning draws a card for nothing",
         lambda: CARDS["odysseus"].power("cunning").cost == 0 and says("odysseus", "cunning", "draws one card")),
    Hint("MB-UTL-022", "1333", "Odysseus: long range, weak defence",
         lambda: most("odysseus", "range", EVERY_HERO) and least("odysseus", "defence", EVERY_HERO)),
    Hint("MB-UTL-022", "1441-1443", "Odysseus: a commander of troops",
         lambda: bool({"leader", "bolster"} & talents("odysseus"))),
    Hint("MB-UTL-025", "573", "Atalanta: range 2", lambda: CARDS["atalanta"].range == 2),
    Hint("MB-UTL-025", "1347", "Atalanta: Climb", lambda: "climb" in talents("atalanta")),
    Hint("MB-UTL-025", "1345, 1351", "Atalanta: high mobility, to the last",
         lambda: most("atalanta", "movement", EVERY_HERO)
         and CARDS["atalanta"].stat(MOVEMENT, 1) == CARDS["atalanta"].movement),
    Hint("MB-UTL-025", "1349", "Atalanta: low defence", lambda: least("atalanta", "defence", EVERY_HERO)),
    Hint("MB-UTL-025", "1345", "Atalanta: weak at first sight, the cheapest hero of the text",
         lambda: alone("atalanta", "rp", HEROES, -1) and alone("atalanta", "most", HEROES, -1)
         and least("atalanta", "offence", HEROES)),
    Hint("MB-UTL-026", "1349", "Atalanta: Huntress is a shot, then a walk, then a blow",
         lambda: 0 < CARDS["atalanta"].text("huntress").index("distance 1")
         < CARDS["atalanta"].text("huntress").index("walk") < CARDS["atalanta"].text("huntress").index("range 0")),
    Hint("MB-UTL-027", "1349", "Atalanta: Dodge mends her defence for a time",
         lambda: says("atalanta", "dodge", "+2 defence until the end")),
    Hint("MB-UTL-028", "1361", "The Minotaur: Mighty Throw", lambda: "mighty_throw" in talents("minotaur")),
    Hint("MB-UTL-029", "1361", "The Minotaur: Charge crosses several areas and strikes all in them",
         lambda: says("minotaur", "charge", "movement +1 areas") and CARDS["minotaur"].movement >= 1
         and CARDS["minotaur"].dice("charge") > 1),
    Hint("MB-UTL-030", "1363", "The Minotaur: Bloodlust rerolls when he attacks",
         lambda: says("minotaur", "bloodlust", "roll")),
    Hint("MB-UTL-031", "1375", "The Hydra: high offence, range 1",
         lambda: high("hydra", "offence") and CARDS["hydra"].range == 1),
    Hint("MB-UTL-031", "1377", "The Hydra: average defence for such a monster",
         lambda: CARDS["hydra"].defence == sum(SPAN[MONSTER]["defence"]) // 2),
    Hint("MB-UTL-031", "1377", "The Hydra: hardiest of the monsters",
         lambda: most("hydra", "most", MONSTERS) and high("hydra", "most")),
    Hint("MB-UTL-032", "1377", "The Hydra: Onslaught is offensive",
         lambda: kind("hydra", "onslaught") == OFFENSIVE and CARDS["hydra"].dice("onslaught") > 1),
    Hint("MB-UTL-033", "1377", "The Hydra: Regeneration",
         lambda: says("hydra", "regeneration", "regains one vitality")),
    Hint("MB-UTL-034", "1389, 1391", "Cerberus: high offence, high vitality, strong defence",
         lambda: all(high("cerberus", stat) for stat in ("offence", "most", "defence"))),
    Hint("MB-UTL-034", "1391", "Cerberus: Guard and Block", lambda: {"guard", "block"} <= talents("cerberus")),
    Hint("MB-UTL-034", "1391", "Cerberus: the fastest unit of the text",
         lambda: most("cerberus", "movement", [CARDS[key] for key in TEXT])),
    Hint("MB-UTL-035", "1389", "Cerberus: two offensive powers, each for prey of its own",
         lambda: kind("cerberus", "three_headed_bite") == kind("cerberus", "blazing_breath") == OFFENSIVE
         and says("cerberus", "blazing_breath", "troop") and says("cerberus", "three_headed_bite", "hero")),
    Hint("MB-UTL-036", "1403", "Medusa: good movement", lambda: CARDS["medusa"].movement >= 2),
    Hint("MB-UTL-036", "1403", "Medusa: the longest range of the monsters",
         lambda: CARDS["medusa"].range >= 2 and alone("medusa", "range", EVERY_MONSTER, 1)),
    Hint("MB-UTL-036", "1403", "Medusa: Climb", lambda: "climb" in talents("medusa")),
    Hint("MB-UTL-037", "1403", "Medusa: Petrify destroys troops and paralyses the rest",
         lambda: says("medusa", "petrify", "is destroyed", "cannot be activated")),
    Hint("MB-UTL-038", "1413", "Amazons: range 2, so 3 from a vantage point", lambda: CARDS["amazons"].range == 2),
    Hint("MB-UTL-038", "1413, 1417", "Amazons: Climb and Initiative",
         lambda: talents("amazons") == {"climb", "initiative"}),
    Hint("MB-UTL-038", "1413", "Amazons: not the most resilient", lambda: least("amazons", "defence", TROOPS)),
    Hint("MB-UTL-039", "1425", "Infernal Hounds: the largest packs",
         lambda: most("infernal_hounds", "most", EVERY_TROOP)),
    Hint("MB-UTL-039", "1425", "Infernal Hounds: weak singly, stronger as a pack",
         lambda: least("infernal_hounds", "offence", TROOPS) and least("infernal_hounds", "defence", TROOPS)
         and says("infernal_hounds", "pack", "+1 offence")),
    Hint("MB-UTL-040", "1435", "Infernal Warriors: Guard", lambda: "guard" in talents("infernal_warriors")),
    Hint("MB-UTL-040", "1433", "Infernal Warriors: one comes back at the end, and not from nothing",
         lambda: says("infernal_warriors", "return_from_the_dead", "has a miniature on the board")),
    Hint("MB-UTL-041", "718", "Hoplites: five miniatures", lambda: CARDS["hoplites"].unit.most == 5),
    Hint("MB-UTL-041", "674", "Hoplites: offence 3, and 4 with their power",
         lambda: CARDS["hoplites"].offence == 3 and says("hoplites", "massed_spears", "+1 offence")),
    Hint("MB-UTL-041", "702", "Hoplites: defence 5", lambda: CARDS["hoplites"].defence == 5),
    Hint("MB-UTL-041", "1443", "Hoplites: talents that guard their commander",
         lambda: "guard" in talents("hoplites") and len(talents("hoplites")) >= 2),
    Hint("MB-UTL-042", "1453", "Spartans: the smallest units",
         lambda: least("spartans", "most", EVERY_TROOP) and CARDS["spartans"].unit.most <= 3),
    Hint("MB-UTL-042", "1453", "Spartans: high defence for troops", lambda: most("spartans", "defence", EVERY_TROOP)),
    Hint("MB-UTL-042", "1453", "Spartans: one die more for each miniature",
         lambda: says("spartans", "last_breath", "+1 offence for each of its miniatures")),
    Hint("MB-UTL-043", "1463", "Centaurs: small numbers, powerful enough",
         lambda: CARDS["centaurs"].unit.most <= 3 and most("centaurs", "offence", EVERY_TROOP)),
    Hint("MB-UTL-043", "1463", "Centaurs: movement and range bring them to the enemy first",
         lambda: CARDS["centaurs"].range >= 1 and CARDS["centaurs"].movement + CARDS["centaurs"].range
         == max(card.movement + card.range for card in EVERY_TROOP)),
)  # fmt: skip


@pytest.mark.parametrize(
    "hint", [pytest.param(hint, marks=pytest.mark.rule(hint.rule), id=hint.text) for hint in HINTS]
)
def test_house_data_fit_the_text(hint: Hint) -> None:
    assert hint.holds(), f"line {hint.lines}: {hint.text}"


def test_each_unit_of_the_text_has_hints() -> None:
    """No unit of the text is left out, and all hints are of rules of the book."""
    assert {hint.rule for hint in HINTS} <= {rule.id for rule in MythicBattles.rulebook.rules}
    for key in TEXT:
        assert any(CARDS[key].unit.short in hint.text for hint in HINTS), key


@pytest.mark.rule("MB-UNI-002")
def test_the_text_tells_of_nineteen_units() -> None:
    assert Counter(CARDS[key].unit.kind for key in TEXT) == {GOD: 4, HERO: 5, MONSTER: 4, TROOP: 6}


@pytest.mark.rule("MB-UNI-011", "MB-UTL-044")
@pytest.mark.parametrize("key", sorted(CARDS))
def test_a_unit_lies_within_what_its_type_may_have(key: str) -> None:
    for stat, (low, top) in SPAN[CARDS[key].unit.kind].items():
        n = value(CARDS[key], stat)
        beyond = BEYOND.get((key, stat))
        assert low <= n <= top if beyond is None else n == beyond == top + 1, stat


@pytest.mark.rule("MB-UNI-004")
def test_costs_are_the_published_ones() -> None:
    published = {
        "zeus": 6, "ares": 6, "athena": 6, "hades": 6, "achilles": 4, "heracles": 4, "odysseus": 3, "leonidas": 3,
        "atalanta": 2, "hydra": 4, "cerberus": 4, "minotaur": 3, "medusa": 3, "veteran_achilles": 5,
        "veteran_heracles": 5, "phoenix": 3,
    }  # fmt: skip
    assert {key: CARDS[key].unit.rp for key in published} == published


@pytest.mark.rule("MB-POW-001", "MB-UNI-005")
def test_powers_are_of_four_kinds_and_those_of_troops_permanent_and_free() -> None:
    powers = [(card, power) for card in CARDS.values() for power in card.unit.powers]
    assert {power.kind for _, power in powers} == set(range(len(KINDS)))
    for card, power in powers:
        if card.unit.is_troop:
            assert (power.kind, power.cost) == (PERMANENT, 0)
        assert 0 <= power.cost <= 2
        assert power.dice is any(row.powers[card.unit.powers.index(power)] > 1 for row in card.unit.rows[1:])


@pytest.mark.rule("MB-REC-010")
def test_veterans_are_their_namesakes() -> None:
    for name in ("achilles", "heracles"):
        assert CARDS[f"veteran_{name}"].unit.character == CARDS[name].unit.character


@pytest.mark.rule("MB-TAL-001")
def test_every_talent_has_a_unit() -> None:
    borne = {talent for card in CARDS.values() for talent in card.unit.talents}
    assert borne == set(facts().names("talent")) | {
        "block", "climb", "gem_collector", "guard", "initiative", "leader", "mobility",
    }  # fmt: skip
    assert len(borne) == 17


@pytest.mark.rule("MB-UNI-011", "MB-BRD-005")
def test_every_value_has_a_source() -> None:
    every = list(facts())
    assert len(every) > 1000
    assert {fact.source for fact in every} == {"rulebook", "published", "house"}
    assert all(fact.where for fact in every)


@pytest.mark.rule("MB-REC-001", "MB-REC-002")
@pytest.mark.parametrize(("n", "rp"), [(2, 18), (3, 16), (4, 14)])
def test_there_are_units_enough_for_a_draft_with_a_choice(n: int, rp: int) -> None:
    wanted = n * (rp - 6)
    told = sum(card.unit.rp for kind in (HERO, MONSTER, TROOP) for card in TOLD[kind])
    everything = sum(card.unit.rp for kind in (HERO, MONSTER, TROOP) for card in OF[kind])
    assert len(GODS) >= n
    assert told >= wanted
    assert len(OF[GOD]) >= n + 1, "the last player has a choice"
    assert everything >= wanted * 3 // 2
    assert len(EVERY_TROOP) >= 2 * n
