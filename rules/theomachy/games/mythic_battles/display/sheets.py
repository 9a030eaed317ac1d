"""Dashboards and troop cards: rows of values of which the current one counts (MB-UNI-003, MB-UNI-014)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.tabletop.beside import CardPower, CardSheet, Column, Stack, Term
from ..rules.cards import card_of
from ..rules.config import KINDS, STATS, TOKEN, TROOP, TYPES
from ..rules.maps import TERRAINS
from ..rules.timings import VOCABULARY, Power, Talent
from ..rules.wounds import in_pool

if TYPE_CHECKING:
    from ..rules.config import PowerCard, Unit
    from ..rules.state import State

ICONS = ("stat-offence", "stat-defence", "stat-range", "stat-movement")


def cards(s: State, viewer: int | None) -> tuple[CardSheet, ...]:
    """The dashboards of all armies: they lie open."""
    units = s.config.units
    return tuple(
        dashboard(s, unit, viewer)
        for seat in range(len(s.hands))
        for unit, owner in enumerate(s.owner)
        if owner == seat and units[unit].kind != TOKEN
    )


def dashboard(s: State, unit: int, viewer: int | None) -> CardSheet:
    """One dashboard or troop card."""
    card, troop = s.config.units[unit], s.config.units[unit].kind == TROOP
    left = s.vitality[unit] if not s.fallen >> unit & 1 else 0
    rows = [card.most] if troop else list(range(card.most, 0, -1))
    columns = [Column("vitality", tuple(str(left if troop else v) for v in rows), "stat-vitality")]
    columns += [Column(stat, tuple(str(card.rows[v].stats[i]) for v in rows), ICONS[i]) for i, stat in enumerate(STATS)]
    at = (0 if left else 1) if troop else card.most - left
    marks = []
    if s.fallen >> unit & 1:
        marks.append("destroyed")
    elif s.place[unit] < 0:
        marks.append("not on the board")
    if s.acted >> unit & 1:
        marks.append("acted")
    if s.struck_back >> unit & 1:
        marks.append("retaliated")
    return CardSheet(
        str(unit), s.owner[unit], card.name, tuple(columns), at, card.icon, line(s, unit),
        (*talents(s, card), *powers(s, unit, rows)), marks=tuple(marks), beads=(left, card.most) if troop else None,
        rule="MB-UNI-014" if troop else "MB-UNI-003", piece=f"piece:{unit}", stack=stack(s, unit, viewer),
        here=here(s, unit), here_name=here_name(s, unit), brief=brief(s, unit),
    )  # fmt: skip


def line(s: State, unit: int) -> str:
    """ "terrestrial hero · 4 points · vitality 5 of 7"."""
    card = s.config.units[unit]
    what = "miniatures" if card.kind == TROOP else "vitality"
    points = "1 point" if card.rp == 1 else f"{card.rp} points"
    sort = f"{', '.join(card.classes) or 'terrestrial'} {TYPES[card.kind]}"
    return f"{sort} · {points} · {what} {s.vitality[unit]} of {card.most}"


def brief(s: State, unit: int) -> str:
    """ "hero · Upper Terrace"."""
    where = s.config.map.areas[s.place[unit]].name if s.place[unit] >= 0 else here_name(s, unit)
    return f"{TYPES[s.config.units[unit].kind]} · {where}"


def stack(s: State, unit: int, viewer: int | None) -> Stack:
    """Its activation cards."""
    seat, card = s.owner[unit], card_of(unit)
    own = viewer in (None, seat) and -1 not in s.hands[seat]
    deck = (*s.decks[seat], *s.tops[seat]).count(card) if viewer is None else -1
    held = s.hands[seat].count(card) if own else -1
    look = s.config.units[unit]
    return Stack(look.short, look.icon, held, deck, s.discards[seat].count(card), target=f"card:{seat}:{card}",
                 rule="MB-TURN-006")  # fmt: skip


def talents(s: State, card: Unit) -> tuple[CardPower, ...]:
    """The talents that it prints."""
    known = {a.key: a for a in VOCABULARY.abilities if isinstance(a, Talent)}
    return tuple(
        CardPower(known[key].name, known[key].text, known[key].rule, kind="talent", icon="laurels",
                  house=s.config.facts.fact(f"unit.{card.key}.talent.{key}").source == "house")
        for key in card.talents
        if key in known
    )  # fmt: skip


def powers(s: State, unit: int, rows: list[int]) -> tuple[CardPower, ...]:
    """The powers of its right half, with the rows in which they live."""
    card = s.config.units[unit]
    rules: dict[str, Power] = {p.key: p for p in VOCABULARY.abilities if isinstance(p, Power) and p.of == card.key}
    return tuple(_power(s, unit, i, power, rows, rules) for i, power in enumerate(card.powers))


def _power(s: State, unit: int, place: int, power: PowerCard, rows: list[int], rules: dict[str, Power]) -> CardPower:
    card = s.config.units[unit]
    shown = [card.rows[v].powers[place] for v in rows]
    alive = [i for i, n in enumerate(shown) if n]
    found = rules.get(power.key)
    cost = "free" if not power.cost else f"{power.cost} Art of War"
    for token, kind in enumerate(s.config.tokens):  # its pool lies on the dashboard, open to all (MB-TOK-003)
        if (kind.maker, kind.power) == (unit, power.name):
            cost += f", {in_pool(s, token)} of {kind.n} {power.token} tokens left"
    return CardPower(
        power.name,
        power.short,
        found.rule if found is not None else "MB-UTL-044",
        (alive[0], alive[-1]) if alive and card.kind != TROOP else None,
        tuple(str(n) if n else "–" for n in shown) if power.dice else (),
        power.name[:1],
        dark=place % 2 == 1,
        kind=KINDS[power.kind],
        cost=cost,
        cost_icon="scroll-unfurled" if power.cost else "",
        target=f"power:{card.key}:{power.key}",
        house=s.config.facts.fact(f"unit.{card.key}.power.{power.key}.text").source == "house",
    )


def here_name(s: State, unit: int) -> str:
    """Where it stands, and what it carries."""
    if s.place[unit] < 0:
        return "destroyed" if s.fallen >> unit & 1 else "not on the board yet"
    name = s.config.map.names[s.place[unit]]
    carries = s.carries[unit]
    return f"{name}, carrying an {s.config.stone_names[carries]}" if carries >= 0 else name


TERRAIN_WORDS = {
    "cage": ("Cage, against range 1 or more", "MB-TER-003", False),
    "forest": ("Forest, against range 1 or more", "MB-TER-005", False),
    "ruins": ("Ruins, against range 0", "MB-TER-014", False),
    "rock": ("Rock: sees over obstacles, +1 range", "MB-TER-013", False),
    "stairs": ("Stairs: see over obstacles, +1 range", "MB-TER-015", False),
    "swamp": ("Swamp: no walk, runs one area", "MB-TER-016", True),
    "water": ("Water silences talents and powers", "MB-TER-018", True),
    "polar": ("Polar: a wound when it is activated", "MB-TER-008", True),
    "lava": ("Lava", "MB-TER-006", True),
    "rift": ("Rift", "MB-TER-011", False),
}


def here(s: State, unit: int) -> tuple[Term, ...]:
    """What counts where it stands: ground, effects that last."""
    found = []
    area = s.place[unit]
    if area >= 0:
        terrain = TERRAINS[s.terrain(area)]
        if terrain in TERRAIN_WORDS:
            text, rule, bad = TERRAIN_WORDS[terrain]
            classes = s.config.units[unit].classes
            if not (bad and _spared(terrain, classes)):
                found.append(Term(text, rule=rule, fact="✗" if bad else "✓", bad=bad))
        level = s.config.map.areas[area].level
        if level:
            found.append(Term("High ground: +1 offence, +1 range downhill", rule="MB-BND-008", fact="✓"))
    for _, power, target, _ in s.lasting:
        if target == unit:
            found.append(Term(s.config.names[power], rule="MB-TURN-003", fact="lasts"))
    for (token, on), n in sorted(s.tokens.items()):
        if on == unit:
            found.append(Term(f"{s.config.tokens[token].key} token", rule="MB-TOK-002", fact=str(n)))
    return tuple(found)


def _spared(terrain: str, classes: tuple[str, ...]) -> bool:
    return {"swamp": "aquatic", "water": "aquatic", "polar": "boreal", "lava": "fireproof"}.get(terrain) in classes
