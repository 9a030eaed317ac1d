"""What lies on the table of Cthulhu Wars, as plain descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.system import System
from ....engine.tabletop.table import (
    Condition,
    Fight,
    Force,
    Piece,
    Place,
    Side,
    Stage,
    Table,
    Track,
    TrackMarker,
    Waiting,
)
from ..rules.arguments import marks_of
from ..rules.battle import STAGES
from ..rules.battle_record import BattleRecord
from ..rules.common import bars_holding
from ..rules.config import Config
from ..rules.domains import (
    ACTION,
    AFTER,
    KEEPER,
    KILL,
    KIND,
    OPEN_GATE,
    PAIN,
    SECOND,
    WAITS,
    kills_on,
    pains_on,
    plain,
)
from ..rules.fight import Resolution as Battlefield
from ..rules.flow import now
from ..rules.sorts import sorts_of
from ..rules.state import State, bits
from ..rules.topics import CountsAs
from .battle_powers import ahead, dice_of, is_combat, not_taken, owed, takes
from .market import market
from .sheets import sheet
from .tokens import LIVING, marker, piece

PARTS = {SECOND: "second action of a pair", AFTER: "after the main action"}
LOST = ("killed", "eliminated", "surrounded")
# What is told of a battle in one row: the stages of the rules, gathered as people speak of them.
PARTS_OF_BATTLE = (
    ("Pre-battle", ("Pre-battle, attacker", "Pre-battle, defender")),
    ("Dice", ("Dice",)),
    ("Results", ("Kills", "After the kills", "Pains")),
    ("Losses", ("Losses",)),
    ("Retreats", ("Retreats",)),
)
NAMES = tuple(name for name, _, _ in STAGES)
EARLY = ("pre_battle", "before_dice")


def table(game: System[State], s: State, viewer: int | None) -> Table:
    """The table; `s` is what the viewer may see."""
    map_ = s.config.map
    return game.laid(
        s,
        viewer,
        f"{s.config.facts[f'maps.{map_.key}.title']}, round {now(s)[0]}",
        map_.board,
        (*pieces(s), *markers(s)),
        places=gates(s),
        tracks=tracks(s),
        sheets=tuple(sheet(s, seat) for seat in s.config.seats),
        fight=fight(s),
        tints=tuple(
            (area, "gone", token.name)
            for t in s.config.ending
            for token in (s.config.tokens[t],)
            for area in bits(s.tokens[t])
        ),
        notes=notes(s),
        lines=market(s, viewer),
        conditions=conditions(s),
    )


def conditions(s: State) -> tuple[Condition, ...]:
    """What the powers in force tell of themselves, whoever has them: each once."""
    told = dict.fromkeys(by for _, by in s.key.pairs if hasattr(by, "progress"))
    return tuple(one for by in told for one in by.progress(s))


def pieces(s: State) -> tuple[Piece, ...]:
    """All units on the map; those of a battle carry the results that they were given, and stand apart by them."""
    found = []
    for seat in s.config.owners:
        for area in s.areas(seat):
            for code in s.codes(seat, area):
                n = there(s, seat, area, code)
                for i, (marks, many) in enumerate(by_results(s, seat, area, code, n)):
                    token = piece(s, seat, area, code, many, marks=marks)
                    found.append(token if not i else replace(token, id=f"{token.id}:{'-'.join(marks)}"))
    return tuple(found)


def there(s: State, seat: int, area: int, code: int) -> int:
    """How many units of a class are in an area; who keeps a gate is a class of its own."""
    return 1 if code & KEEPER else s.n(seat, code, area) - (s.keeper(seat, area) == code)


def by_results(s: State, seat: int, area: int, code: int, n: int) -> list[tuple[tuple[str, ...], int]]:
    """The n units of a class as (marks, how many): those without results first."""
    b = s.battle
    if b is None or b.area != area or seat not in b.sides:
        return [((), n)]
    found: dict[tuple[str, ...], int] = {}
    for c, many in b.roster[b.sides.index(seat)].items():
        kill, pain = kills_on(c) and not past_losses(s), c >= KILL and (pains_on(c) or past_losses(s))
        marks = (("kill",) if kill else ()) + (("pain",) if pain else ())
        if marks and plain(c) == code:
            found[marks] = found.get(marks, 0) + many
    left = n - sum(found.values())
    return ([((), left)] if left > 0 else []) + sorted(found.items())


def past_losses(s: State) -> bool:
    """Have the dead left the battle? Whoever still has a kill then has survived it."""
    return s.battle is not None and s.battle.stage > NAMES.index("Losses")


def markers(s: State) -> tuple[Piece, ...]:
    """Markers on areas; those that are a faction's own may be buildings with a form of their key. One of the world that
    lies on a gate is drawn with it.
    """
    return tuple(
        marker(token, f"{area}:{token.key}", area)
        for i, token in enumerate(s.config.tokens)
        for area in bits(s.tokens[i])
        if not token.gone and not covers(s, i, area)
    )


def covers(s: State, token: int, area: int) -> bool:
    """Does a marker of the world lie on the gate of an area, and not beside it?"""
    return bool(s.config.tokens[token].covers and s.gate[area] and not s.is_fixed(area) and s.marked(token, area))


def gates(s: State) -> tuple[Place, ...]:
    """All gates, with their controllers."""
    found, makers = [], sorts_of(s.config) if s.sorts else {}
    letters = {sort.name: sort.letters for sort in s.config.gate_sorts}
    for area, gate in enumerate(s.gate):
        if gate:
            sort = "" if s.is_fixed(area) else s.sort(area)
            name = f"{sort} gate" if sort else "gate"
            icon = "magic-portal" if gate > OPEN_GATE else "portal"
            named = f"Abandoned {name}" if gate == OPEN_GATE else name[0].upper() + name[1:]
            holder = None if gate == OPEN_GATE else s.holder(area)
            place = Place(area, "gate", named, icon, holder, sort=sort.casefold(), letters=letters.get(sort, ""))
            lying = [token for i, token in enumerate(s.config.tokens) if covers(s, i, area)]
            if lying:
                place = replace(place, name=f"{place.name} under a {lying[0].name}", covered=lying[0].form)
            if gate == OPEN_GATE and not lying:
                place = replace(place, barred=barred(s, area))
            maker = makers.get(sort)
            found.append(place if maker is None else replace(place, rule=maker.rule, says=maker.text))
    for seat in s.config.seats:
        for kind in s.gate_kinds(seat, CountsAs.GATE):
            name = f"{s.config.name[seat][kind]}, a gate"
            found += [Place(area, LIVING, name, "magic-portal", seat) for area in s.where(seat, kind)]
    return tuple(found)


def barred(s: State, area: int) -> str:
    """The power by which no seat could hold the gate there now, by its name; "" where one could."""
    by = [bars_holding(s, seat, 0, area) for seat in s.config.seats]
    return next((power.name for power in by if power is not None), "") if all(by) else ""


def tracks(s: State) -> tuple[Track, ...]:
    """Ritual track, and the Doom track where the row of players does not tell it all; Decay with two players."""
    config, leader, end = s.config, max(s.doom), max(11, s.decay + 1)
    key = f"players_{len(config.seats)}"
    house = any(f.source == "house" for f in config.facts if f.key.startswith("ritual.") and f.key.endswith(key))
    note = f"a ritual costs {s.ritual_cost()}"
    if s.instant_death:
        note = "Instant Death: the game ends with this Doom phase"
    ritual = Track("Ritual costs", (*map(str, config.track), "Instant Death"), s.ritual, "CW-RIT-001", note, house)
    at, note = min(leader, config.goal), f"the leader has {leader}"
    doom = Track("Doom", tuple(map(str, range(config.goal + 1))), at, "CW-VIC-001", note, markers=on_doom(s))
    decay = Track("Decay", tuple(map(str, range(end))), s.decay, "CW-2PL-016", "paid at the start of a turn")
    if config.two:
        return ritual, doom, decay
    return (ritual, doom) if doom.markers else (ritual,)


def on_doom(s: State) -> tuple[TrackMarker, ...]:
    """Everybody's Doom, where the counter of a faction lies on the track too, or the token of what nobody plays; else
    the row of players tells it.
    """
    config = s.config
    found: tuple[tuple[int, str, str], ...] | None = config.memory.get("on the Doom track")
    if found is None:
        rows = [
            (seat, config.facts.table(f"faction.{slug}.counters.{key}"))
            for seat, slug in enumerate(config.slugs)
            for key in config.facts.names(f"faction.{slug}.counters")
        ]
        rows += [
            (-1 - i, config.facts.table(f"cards.{card.key}.counters.{key}"))  # of whoever holds the card
            for i, card in enumerate(config.cards)
            for key in config.facts.names(f"cards.{card.key}.counters")
        ]
        found = tuple((seat, row["name"], row["icon"]) for seat, row in rows if row.get("track") == "Doom")
        config.memory["on the Doom track"] = found
    lying = {word: n for _, word, n in s.counters}
    there = {name: (seat if seat >= 0 else s.cards[-1 - seat], icon) for seat, name, icon in reversed(found)}
    guests = [
        TrackMarker(seat, min(lying[name], config.goal), name=name, icon=icon)
        for name, (seat, icon) in there.items()
        if name in lying and seat >= 0
    ]
    guests += [
        TrackMarker(owner, max(row["down_from"] - lying.get(row["name"], 0), 0), name=row["title"], icon=row["icon"])
        for owner, row in of_nobody(config)
        if row.get("track") == "Doom"
    ]
    return (*(TrackMarker(seat, n) for seat, n in enumerate(s.doom)), *guests) if guests else ()


def of_nobody(config: Config) -> list[tuple[int, Mapping[str, Any]]]:
    """The counters of what nobody plays in this world, which count down from somewhere: whose, and the row of data."""
    rows: list[tuple[int, Mapping[str, Any]]] | None = config.memory.get("counters of nobody")
    if rows is None:
        rows = []
        for owner in config.wild:
            at = f"worlds.{config.map.world}.wild.{config.factions[owner].slug}.counters"
            rows += [(owner, config.facts.table(f"{at}.{key}")) for key in config.facts.names(at)]
        config.memory["counters of nobody"] = rows
    return rows


# -- the battle -------------------------------------------------------------------------------------------------------
def fight(s: State) -> Fight | None:
    """The battle under way, stage by stage, with where each die comes from."""
    b = s.battle
    if b is None:
        return None
    stages, opening = [], s.hooks("battle_declared")
    if opening:  # somebody may act before the sides are drawn up
        note = "" if b.declared else named([ability.name for _, ability, _ in opening])
        stages.append(Stage("Declared", note, "done" if b.declared else "now", timing="battle_declared"))
    for part, names in PARTS_OF_BATTLE:
        first, last = NAMES.index(names[0]), NAMES.index(names[-1])
        state = "done" if last < b.stage else "now" if first <= b.stage else "ahead"
        if opening and not b.declared:
            state = "ahead"
        stages.append(Stage(part, stage_note(s, part, state), state))
    sides = tuple(side(s, seat, foe) for seat, foe in (b.sides, b.sides[::-1]))
    waits = tuple(Waiting(f"Battle in {s.config.map.names[x.area]}", x.sides, to_come(x)) for x in s.outer or ())
    beside = tuple(
        piece(s, seat, b.area, code, there(s, seat, b.area, code))
        for seat in s.config.owners
        if seat not in b.sides
        for code in s.codes(seat, b.area)
    )
    return Fight(
        f"Battle in {s.config.map.names[b.area]}",
        b.area,
        tuple(stages),
        sides,
        "CW-BAT-001",
        waits=waits,
        beside=beside,
        tells_lost=True,
    )


def to_come(b: BattleRecord) -> str:
    """Where a battle that waits will go on."""
    part = next((part for part, names in PARTS_OF_BATTLE if b.stage <= NAMES.index(names[-1])), "")
    return f"{part.lower()} to come" if part else ""


def stage_note(s: State, part: str, state: str) -> str:
    """What came of a part of the battle, or what it waits for."""
    b = s.battle
    assert b is not None
    if part == "Pre-battle":
        if state != "done":
            return s.config.factions[b.sides[min(b.stage, 1)]].title if state == "now" else ""
        return named(powers_used(s, before=True)) or "nothing used"
    if part == "Dice" and b.rolled:
        apart = [sum(dice for side, _, dice, _, _ in b.pools if side == at) for at in (0, 1)]
        return " against ".join(str(n + apart[at]) for at, (n, _, _) in enumerate(b.rolled))
    if part == "Results" and state == "now":
        return NAMES[b.stage].lower()
    if part == "Results" and state == "done":
        field = Battlefield(s, b)
        return named(powers_used(s, before=False)) or s.config.die.say((field.scored(KILL), field.scored(PAIN)))
    if part == "Losses" and state == "done":
        lost = sum(fate in LOST for _, _, fate, _ in b.fates)
        return f"{lost} lost" if lost else "nobody"
    if part == "Retreats":
        return "attacker first" if b.router < 0 else f"sent by {s.config.factions[b.router].title}"
    return ""


def powers_used(s: State, *, before: bool) -> list[str]:
    """The powers that have spoken before the dice, or after them."""
    b = s.battle
    assert b is not None
    early = {power.name for seat in b.sides for at in EARLY for _, power, _ in s.mine(seat, at)}
    dice = {(seat, ability.name) for seat in b.sides for _, ability, _ in s.mine(seat, "dice")}
    spoke = [(seat, word.partition(":")[0]) for seat, word in b.used]  # "Terror: ...": what a power has chosen
    found = [name for seat, name in spoke if name in early or (seat, name) not in dice]
    return [name for name in found if (name in early) == before]  # the enemy's answer to it is noted under its name


def named(powers: list[str]) -> str:
    """Powers by name, each once."""
    return ", ".join(dict.fromkeys(powers))


def result_of(code: int, survived: bool) -> str:
    """What a unit under results suffers, or has suffered."""
    if kills_on(code):
        return "kill and pain" if pains_on(code) else "survives a kill" if survived else "killed"
    return "pained" if code >= KILL else ""


def side(s: State, seat: int, foe: int) -> Side:
    """One side: each class of units with the dice that it adds and what has become of it."""
    b = s.battle
    assert b is not None
    field, at = Battlefield(s, b), b.sides.index(seat)
    total, extra, rows = field.dice(seat, foe).value, field.sources(seat, foe), dice_of(field, seat, foe)
    units = s.config.factions[seat].units
    forces = []
    for code, n in b.roster[at].items():
        fate = result_of(code, past_losses(s)) or ("stays" if past_losses(s) else "")
        token = piece(s, seat, b.area, plain(code), n)
        fed = marks_of(code % KILL)
        forces.append(Force(token, number_of_dice(rows[code]), units[code & KIND].rule, fate, fed))
    for side_, code, fate, to in b.fates:
        if side_ == at:
            token = piece(s, seat, b.area, plain(code), 1, where="lost", marks=("ghost",))
            note = marks_of(code % KILL)
            if to >= 0:  # where it has gone
                note, fate = fate, result_of(code, True)
            forces.append(Force(token, "", units[code & KIND].rule, fate, note))
    own = tuple(dict.fromkeys(power.name for _, power, _ in s.mine(seat, "dice") if is_combat(power)))
    parts = tuple((name, f"+{n}" if n > 0 else str(n), rule) for _, name, n, rule in extra if name not in own)
    told = number_of_dice(total)
    if len(b.rolled) > at:
        n, kills, pains = b.rolled[at]
        told = f"{number_of_dice(n)}: {s.config.die.say((kills, pains))}"
        for side_, source, dice, kills, pains in b.pools:
            if side_ == at:
                told += f"; {source}, {number_of_dice(dice)}: {s.config.die.say((kills, pains))}"
    return Side(
        seat,
        ("attacks", "defends")[at],
        tuple(forces),
        told,
        parts,
        ahead=ahead(s, b, seat),
        owed=owed(b, at),
        spared=not_taken(s, b, at),
        takes=takes(s, b, at),
        own=own,
    )


def notes(s: State) -> tuple[str, ...]:
    """Short remarks under the board."""
    found = [f"a ritual costs {s.ritual_cost()} Power", f"{sum(s.bag)} Elder Signs in the bag"]
    shown = {WAITS, *(row["name"] for _, row in of_nobody(s.config))}  # on a track, or in the progress
    found += [f"{word} {n}" for f, word, n in s.counters if f < 0 and word not in shown]
    for i, token in enumerate(s.config.tokens):
        if token.plural and token.seat < 0 and (n := s.tokens[i].bit_count()):
            found.append(f"1 {token.name}" if n == 1 else f"{n} {token.plural}")
    if n := dict(s.stowed).get(-1, 0):
        found.append("an abandoned gate on a card" if n == 1 else f"{n} abandoned gates on cards")
    if s.stage in PARTS and s.phase == ACTION and s.battle is None:
        found.append(PARTS[s.stage])
    if s.config.two and s.decay:
        found.append(f"Decay at {s.decay}")
    for b in s.outer or ():
        one, two = (s.config.factions[seat].title for seat in b.sides)
        found.append(f"the battle in {s.config.map.names[b.area]}, {one} against {two}, waits")
    if s.instant_death:
        found.append("Instant Death")
    return tuple(found)
