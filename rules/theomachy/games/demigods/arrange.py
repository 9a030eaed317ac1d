"""A position in a few words: how scenarios set one up, what they expect of it, and the way back.

    [setup]
    phase = "Battle"
    active = "Aglaia"
    map = "island"                      # a named map, or rows of letters: ~ water, M F P S D R
    stacks = { F4 = "Aglaia: 5 armies", G5 = "Bronteas: 1 army, 4 population, temple" }
    hands = { Aglaia = "Ressurrection, 2 Plague" }
    effects = { D3 = "Famine by Bronteas" }

Whatever is not named is as at the start of a turn on the island of the lessons: no counters, all cards in the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.errors import ScenarioError, unknown
from ...engine.reference.facts import Facts
from ...engine.runtime.keys import Key, known
from ...engine.wording import tokens
from .score import figures
from .setup import begin
from .state import (
    ARMY,
    DRAW,
    MIRACLES,
    MONSTER,
    NOBODY,
    OVER,
    POPULATION,
    ROLLS,
    SETTLE,
    TEMPLE,
    TERRAINS,
    WORLD,
    WORLD_FIRST,
    BattleRecord,
    Effect,
    State,
)
from .view import UNKNOWN

if TYPE_CHECKING:
    from . import Demigods

LETTERS = "~MFPSDR"
EVERYWHERE = "everywhere"
SPECIAL = {"who builds": WORLD_FIRST, "world": WORLD, "rolls": ROLLS, "settle": SETTLE, "over": OVER}
ORDER = (TEMPLE, ARMY, MONSTER, POPULATION)
MOST_SAID = 250  # counters of one kind in one hex
Counts = tuple[int, int, int, int]


# -- names ------------------------------------------------------------------------------------------------------------
def seat_named(game: Demigods, name: str) -> int:
    """A seat by the name of its player. Raises `UnknownName`."""
    for seat in game.seats:
        if tokens(name) == tokens(seat.name):
            return seat.index
    raise unknown("player", name, [seat.name for seat in game.seats])


def hex_named(game: Demigods, name: str) -> int:
    """A hex such as D4. Raises `UnknownName`."""
    try:
        return game.grid.names.index(name.strip().upper())
    except ValueError:
        raise unknown("hex", name, game.grid.names) from None


def card_named(game: Demigods, name: str) -> int:
    """A card by its printed name. Raises `UnknownName`."""
    for i, card in enumerate(game.cards):
        if tokens(name) == tokens(card.name):
            return i
    raise unknown("card", name, [card.name for card in game.cards])


def phase_named(game: Demigods, name: str) -> int:
    """A phase, or a part of the set-up. Raises `UnknownName`."""
    phases = {phase.lower(): i for i, phase in enumerate(game.phases)} | SPECIAL
    if name.lower() not in phases:
        raise unknown("phase", name, phases)
    return phases[name.lower()]


def terrain_named(name: str) -> int:
    """A terrain, in the singular or plural. Raises `UnknownName`."""
    wanted = name.lower().replace(" ", "_").rstrip("s")
    for i, terrain in enumerate(TERRAINS):
        if wanted == terrain.rstrip("s"):
            return i
    raise unknown("terrain", name, TERRAINS)


def counters_said(game: Demigods, text: str) -> Counts:
    """ "5 armies, 4 population, temple": how many of each kind. Raises `TheoError`."""
    words = {game.plural(kind, n): kind for kind in range(4) for n in (1, 2)} | {"people": POPULATION}
    found = [0, 0, 0, 0]
    for n, word in _listed(text):
        if word not in words:
            raise unknown("kind of counter", word, words)
        found[words[word]] += n
        if found[words[word]] > MOST_SAID:
            raise ScenarioError(f"{text!r} names more than {MOST_SAID} counters of one kind")
    return found[0], found[1], found[2], found[3]


def cards_said(game: Demigods, text: str) -> list[int]:
    """ "Ressurrection, 2 Plague": the cards, sorted. Raises `TheoError`."""
    return sorted(card for n, word in _listed(text) for card in [card_named(game, word)] * min(n, 99))


def _listed(text: Any) -> list[tuple[int, str]]:
    """The parts of a list in words, each with its number; "" and "none" are the empty list."""
    text = _text(text)
    if text.strip().lower() in ("", "none", "empty"):
        return []
    found = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(?:(\d{1,4})\s+)?(\S.*?)\s*", part)
        if match is None:
            raise ScenarioError(f"{text!r} is no list such as '2 armies, temple'")
        found.append((int(match[1] or 1), match[2].lower()))
    return found


def owned_said(game: Demigods, text: Any) -> tuple[int, Counts]:
    """ "Aglaia: 5 armies, temple": whose, and how many of each kind. Raises `TheoError`."""
    who, colon, what = _text(text).partition(":")
    if not colon:
        raise ScenarioError(f"{text!r} does not say whose counters: write a name and a colon before them")
    return seat_named(game, who), counters_said(game, what)


def effects_said(game: Demigods, text: str, hex_: int) -> list[Effect]:
    """ "Famine by Bronteas, Blight by Aglaia". Raises `TheoError`."""
    found = []
    for _, part in _listed(text):
        name, by, who = part.rpartition(" by ")
        card = card_named(game, name if by else part)
        if not by:
            raise ScenarioError(f"{text!r} does not say who played it: write '{game.cards[card].name} by' and a name")
        if card not in game.lasting_bit:
            raise ScenarioError(f"{game.cards[card].name} has no lasting effect")
        if (hex_ < 0) is bool(game.cards[card].shape):
            where = "on a hex" if game.cards[card].shape else EVERYWHERE
            raise ScenarioError(f"{game.cards[card].name} is in force {where}")
        found.append((card, seat_named(game, who), hex_))
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f"{value!r:.80} must be text")
    return value


def _table(value: Any, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{key!r} must be a table of names, not {value!r:.80}")
    return value


def _number(value: Any, key: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ScenarioError(f"{key!r} must be a whole number from {low} to {high}, not {value!r:.80}")
    return value


# -- maps -------------------------------------------------------------------------------------------------------------
@cache
def maps() -> dict[str, list[str]]:
    """The named maps of the lessons, as rows of letters."""
    facts = Facts.read(Path(__file__).parent / "data" / "maps.toml")
    return {fact.key.removesuffix(".rows"): fact.value for fact in facts}


def paint(s: State, said: Any) -> None:
    """Lay the ground; what is not on the map stays in the reserve. Raises `TheoError`."""
    game = s.game
    if isinstance(said, str):
        if said not in maps():
            raise unknown("map", said, maps())
        said = maps()[said]
    size = f"{game.grid.rows} rows of {game.grid.cols} letters"
    if not isinstance(said, list) or len(said) != game.grid.rows or any(not isinstance(row, str) for row in said):
        raise ScenarioError(f"the map must have {size}")
    for y, row in enumerate(said):
        if len(row) != game.grid.cols or set(row) - set(LETTERS):
            raise ScenarioError(f"row {y + 1} of the map is {row!r}: it must be {game.grid.cols} letters of {LETTERS}")
        for x, letter in enumerate(row):
            s.paint(y * game.grid.cols + x, LETTERS.index(letter))
    for t in range(1, len(TERRAINS)):
        s.pile[t - 1] = game.terrain_counters[t - 1] - s.terrain.count(t)
        if s.pile[t - 1] < 0:
            raise ScenarioError(
                f"the map has more {TERRAINS[t]} than the {game.terrain_counters[t - 1]} counters of it"
            )


# -- setting up -------------------------------------------------------------------------------------------------------
def arrange(game: Demigods, setup: Mapping[str, Any]) -> State:
    """The position that a `[setup]` table describes; an empty one is the start of the game. Raises `TheoError`."""
    s = begin(game)
    if not setup:
        return s
    known(WORDS, setup, "word of the set-up")
    s.phase = DRAW
    if "map" not in setup and game.grid.cols == 10 and phase_named(game, _text(setup.get("phase", "Draw"))) >= SETTLE:
        paint(s, "island")
    for name, key in WORDS.items():  # in the order of the table, whatever the order of the file
        if name in setup:
            key.use(s, setup[name])
    if s.phase >= DRAW and "turn" not in setup:
        s.turn = 0 if s.phase == DRAW else 1
    if "begun" not in setup:
        s.begun = s.phase == MIRACLES
    s.derive()
    return s


def _set_stacks(s: State, said: Any) -> None:
    for name, text in _table(said, "stacks").items():
        h = hex_named(s.game, name)
        seat, counts = owned_said(s.game, text)
        for kind, n in enumerate(counts):
            s.add(h, seat, kind, n)


def _set_hands(s: State, said: Any) -> None:
    for who, text in _table(said, "hands").items():
        cards = cards_said(s.game, text)
        _leave_deck(s, cards)
        s.hands[seat_named(s.game, who)] = tuple(cards)


def _set_discard(s: State, said: Any) -> None:
    cards = cards_said(s.game, said)
    _leave_deck(s, cards)
    for card in cards:
        s.discard[card] += 1


def _set_deck(s: State, said: Any) -> None:
    """The cards named are the deck; all others that are nowhere else are discarded."""
    wanted = Counter(cards_said(s.game, said))
    for card, n in enumerate(s.deck):
        if wanted[card] > n:
            raise ScenarioError(f"there are only {n} cards {s.game.cards[card].name} left for the deck")
        s.deck[card] = wanted[card]
        s.discard[card] += n - wanted[card]


def _leave_deck(s: State, cards: Iterable[int]) -> None:
    for card in cards:
        if not s.deck[card]:
            raise ScenarioError(f"there are only {s.game.copies} cards {s.game.cards[card].name}")
        s.deck[card] -= 1


def _set_effects(s: State, said: Any) -> None:
    for name, text in _table(said, "effects").items():
        h = -1 if name == EVERYWHERE else hex_named(s.game, name)
        s.effects += tuple(effects_said(s.game, text, h))


def _set_lost(s: State, said: Any) -> None:
    for name, texts in _table(said, "lost").items():
        for text in texts if isinstance(texts, list) else [texts]:
            seat, counts = owned_said(s.game, text)
            s.lost[hex_named(s.game, name), seat] = counts


def _set_came(s: State, said: Any) -> None:
    for name, text in _table(said, "came").items():
        people, armies, *others = counters_said(s.game, text)
        if any(others):
            raise ScenarioError(f"{text!r}: only people and armies move")
        h = hex_named(s.game, name)
        s.came[0][h], s.came[1][h] = people, armies


def _set_fight(s: State, said: Any) -> None:
    raw = dict(_table(said, "fight"))
    try:
        target, parties = hex_named(s.game, _text(raw.pop("target"))), _table(raw.pop("from"), "from")
    except KeyError as fault:
        raise ScenarioError(f"the battle lacks {fault}: it has a target and from, with the fighters by hex") from None
    rows = [(hex_named(s.game, name), _number(n, name, 1, MOST_SAID)) for name, n in parties.items()]
    rounds, defence = (_number(raw.pop(key, 0), key, 0, 10_000) for key in ("rounds", "defence"))
    if raw:
        raise unknown("word of a battle", next(iter(raw)), ("target", "from", "rounds", "defence"))
    for h, n in rows:
        s.fought[h] = max(s.fought[h], n)  # who is in a battle has attacked
    s.fight = BattleRecord(target, rows, rounds, defence, rounds > 0)


def _counts(name: str) -> Callable[[State, Any], None]:
    """A word that gives numbers by hex ("fought") or by player ("redraws")."""

    def read(s: State, said: Any) -> None:
        row = getattr(s, name)
        for key, n in _table(said, name).items():
            at = hex_named(s.game, key) if isinstance(row, bytearray) else seat_named(s.game, key)
            row[at] = _number(n, name, 0, MOST_SAID)

    return read


def _set_out(s: State, said: Any) -> None:
    if not isinstance(said, list):
        raise ScenarioError("'out' must be a list of players")
    s.out = sum({1 << seat_named(s.game, _text(name)) for name in said})


def _set_begun(s: State, said: Any) -> None:
    if type(said) is not bool:
        raise ScenarioError("'begun' must be true or false")
    s.begun = said


def _assign(name: str, read: Callable[[Demigods, Any], int]) -> Callable[[State, Any], None]:
    return lambda s, said: setattr(s, name, read(s.game, said))


WORDS: dict[str, Key[Callable[[State, Any], None]]] = {
    "phase": Key(
        _assign("phase", lambda game, said: phase_named(game, _text(said))),
        '"Battle"',
        'the phase by its name; of the set-up "who builds", "world", "rolls", "settle"; "over"',
    ),
    "active": Key(
        _assign("active", lambda game, said: seat_named(game, _text(said))),
        '"Bronteas"',
        "whose turn it is",
    ),
    "first": Key(
        _assign("first", lambda game, said: seat_named(game, _text(said))),
        '"Bronteas"',
        "who began",
    ),
    "turn": Key(
        _assign("turn", lambda game, said: _number(said, "turn", 0, 100_000)),
        "3",
        "the number of the turn",
    ),
    "map": Key(
        paint,
        '"island"',
        "a named map, or rows of letters: ~ water, Mountains, Forests, Plains, Swamps, Deserts, River valleys",
    ),
    "stacks": Key(
        _set_stacks,
        '{ F4 = "Aglaia: 5 armies, 2 population", G5 = "Bronteas: temple" }',
        "who stands in each hex, with what",
    ),
    "hands": Key(
        _set_hands,
        '{ Aglaia = "Ressurrection, 2 Plague" }',
        "the cards of each hand",
    ),
    "discard": Key(
        _set_discard,
        '"2 Famine, Plague"',
        "the discarded cards",
    ),
    "deck": Key(
        _set_deck,
        '"Famine, 2 Plague"',
        "the cards of the deck; all that are nowhere else are discarded",
    ),
    "effects": Key(
        _set_effects,
        '{ D3 = "Famine by Bronteas" }',
        'lasting miracles by hex, or "everywhere"',
    ),
    "lost": Key(
        _set_lost,
        '{ D3 = ["Aglaia: 2 armies", "Bronteas: 1 army"] }',
        "counters that were lost in a hex this turn",
    ),
    "raised": Key(
        _counts("raised"),
        "{ D3 = 1 }",
        "armies raised in a hex this turn",
    ),
    "disbanded": Key(
        _counts("disbanded"),
        "{ D3 = 1 }",
        "armies disbanded in a hex this turn",
    ),
    "fought": Key(
        _counts("fought"),
        "{ D3 = 2 }",
        "fighters of a hex that have attacked this turn",
    ),
    "again": Key(
        _counts("again"),
        "{ D3 = 1 }",
        "of these, the fighters that have attacked twice",
    ),
    "came": Key(
        _set_came,
        '{ D3 = "2 population, 1 army" }',
        "people and armies that have moved into a hex this turn",
    ),
    "fight": Key(
        _set_fight,
        '{ target = "D3", from = { E3 = 2 }, rounds = 1, defence = 0 }',
        "the battle under way: its hex, attackers by hex, rounds fought, hits that the ground has taken",
    ),
    "out": Key(
        _set_out,
        '["Bronteas"]',
        "players who are out",
    ),
    "redraws": Key(
        _counts("redraws"),
        "{ Aglaia = 1 }",
        "redraws that each player has used",
    ),
    "start": Key(
        _counts("start"),
        "{ Aglaia = 4 }",
        "starting population of each player still to be placed",
    ),
    "begun": Key(
        _set_begun,
        "true",
        "has what the phase does by itself been done",
    ),
}


# -- expecting --------------------------------------------------------------------------------------------------------
def check(s: State, expect: Mapping[str, Any]) -> list[str]:
    """The differences, a line each: "D4: expected 1 army, found nothing". Raises `TheoError` for an unknown word.

    Hexes are named as they are ("D4" = "Aglaia: 1 army", or "empty"); the other words are those of `EXPECT`.
    """
    found: list[str] = []
    for key, wanted in expect.items():
        if key.upper() in s.game.grid.names:
            found += A_HEX.use(s, key, wanted)
        else:
            known({"D4": A_HEX, **EXPECT}, [key], "expectation")
            found += EXPECT[key].use(s, wanted)
    return found


def _differ(what: str, wanted: Any, got: Any) -> list[str]:
    return [] if wanted == got else [f"{what}: expected {wanted}, found {got}"]


def _stack_said(game: Demigods, said: Any) -> str:
    if _text(said).strip().lower() == "empty":
        return "empty"
    seat, counts = owned_said(game, said)
    return _told(game, seat, counts)


def stack_text(s: State, h: int) -> str:
    """What stands in a hex, in the words of a scenario: "Aglaia: 5 armies, temple"."""
    return _told(s.game, s.holder(h), (*(row[h] for row in s.counters),)) if s.owner[h] else "empty"


def _told(game: Demigods, seat: int, counts: Iterable[int]) -> str:
    rows = tuple(counts)
    parts = [f"{rows[kind]} {game.plural(kind, rows[kind])}" for kind in ORDER if rows[kind]]
    return f"{game.seats[seat].name}: {', '.join(parts)}" if seat != NOBODY else "empty"


def cards_text(game: Demigods, cards: Iterable[int]) -> str:
    """Cards in the words of a scenario: "Plague, 2 Famine"; "none" for no card."""
    rows = sorted(Counter(cards).items())
    names = ((n, "unknown" if card == UNKNOWN else game.cards[card].name) for card, n in rows)
    return ", ".join(name if n == 1 else f"{n} {name}" for n, name in names) or "none"


def _expect_hands(s: State, said: Any) -> list[str]:
    found = []
    for who, wanted in _table(said, "hands").items():
        hand = s.hands[seat_named(s.game, who)]
        if type(wanted) is int:
            found += _differ(f"cards of {who}", wanted, len(hand))
        elif "unknown" in _text(wanted):
            found += _differ(f"hand of {who}", wanted, cards_text(s.game, hand))
        else:
            wanted_cards = cards_text(s.game, cards_said(s.game, wanted))
            found += _differ(f"hand of {who}", wanted_cards, cards_text(s.game, hand))
    return found


def _expect_terrain(s: State, said: Any) -> list[str]:
    found = []
    for name, terrain in _table(said, "terrain").items():
        got = TERRAINS[s.terrain[hex_named(s.game, name)]]
        found += _differ(f"terrain of {name}", TERRAINS[terrain_named(_text(terrain))], got)
    return found


def _expect_pile(s: State, said: Any) -> list[str]:
    if type(said) is int:
        return _differ("pile", said, sum(s.pile))
    return [
        line
        for name, n in _table(said, "pile").items()
        for line in _differ(f"pile of {name}", _number(n, name, 0, 100), s.pile[terrain_named(name) - 1])
    ]


def _expect_cards(name: str) -> Callable[[State, Any], list[str]]:
    def compare(s: State, said: Any) -> list[str]:
        row: list[int] = getattr(s, name)
        if type(said) is int:
            return _differ(name, said, sum(row))
        return _differ(
            name,
            cards_text(s.game, cards_said(s.game, said)),
            cards_text(s.game, (card for card, n in enumerate(row) for _ in range(n))),
        )

    return compare


def _expect_effects(s: State, said: Any) -> list[str]:
    found = []
    for name, text in _table(said, "effects").items():
        h = -1 if name == EVERYWHERE else hex_named(s.game, name)
        wanted = effects_text(s.game, effects_said(s.game, text, h))
        found += _differ(f"effects on {name}", wanted, effects_text(s.game, [e for e in s.effects if e[2] == h]))
    return found


def effects_text(game: Demigods, effects: Iterable[Effect]) -> str:
    """Lasting effects in the words of a scenario: "Famine by Bronteas"; "none" for none."""
    return ", ".join(f"{game.cards[card].name} by {game.seats[seat].name}" for card, seat, _ in effects) or "none"


def _expect_seat(name: str) -> Callable[[State, Any], list[str]]:
    def compare(s: State, said: Any) -> list[str]:
        wanted = s.game.seats[seat_named(s.game, _text(said))].name
        return _differ(name, wanted, s.game.seats[getattr(s, name)].name)

    return compare


def _expect_seats(name: str) -> Callable[[State, Any], list[str]]:
    def compare(s: State, said: Any) -> list[str]:
        return [
            line
            for who, n in _table(said, name).items()
            for line in _differ(f"{name} of {who}", n, getattr(s, name)[seat_named(s.game, who)])
        ]

    return compare


def _expect_figure(name: str) -> Callable[[State, Any], list[str]]:
    def compare(s: State, said: Any) -> list[str]:
        return [
            line
            for who, n in _table(said, name).items()
            for line in _differ(
                f"{name} of {who}", _number(n, name, 0, 10_000), figures(s)[seat_named(s.game, who)][name]
            )
        ]

    return compare


def _expect_stack(s: State, name: str, said: Any) -> list[str]:
    return _differ(name, _stack_said(s.game, said), stack_text(s, hex_named(s.game, name)))


EXPECT: dict[str, Key[Callable[[State, Any], list[str]]]] = {
    "phase": Key(
        lambda s, said: [] if phase_named(s.game, _text(said)) == s.phase else _differ("phase", said, phase_text(s)),
        '"Battle"',
        "the phase",
    ),
    "active": Key(
        _expect_seat("active"),
        '"Aglaia"',
        "whose turn it is",
    ),
    "first": Key(
        _expect_seat("first"),
        '"Aglaia"',
        "who began",
    ),
    "turn": Key(
        lambda s, said: _differ("turn", said, s.turn),
        "3",
        "the number of the turn",
    ),
    "terrain": Key(
        _expect_terrain,
        '{ D4 = "plains" }',
        "the ground of each hex",
    ),
    "pile": Key(
        _expect_pile,
        "{ plains = 2 }",
        "terrain counters in reserve, of each kind; a number is their sum",
    ),
    "hands": Key(
        _expect_hands,
        '{ Aglaia = "2 Plague", Bronteas = 3 }',
        "the cards of each hand, or how many",
    ),
    "deck": Key(
        _expect_cards("deck"),
        "40",
        "the cards of the deck by name, or how many",
    ),
    "discard": Key(
        _expect_cards("discard"),
        '"Plague, 2 Famine"',
        "the discarded cards by name, or how many",
    ),
    "effects": Key(
        _expect_effects,
        '{ D3 = "Famine by Bronteas", D4 = "none" }',
        'lasting miracles by hex, or "everywhere"',
    ),
    "out": Key(
        lambda s, said: _differ("out", said, [seat.name for seat in s.game.seats if s.out >> seat.index & 1]),
        '["Bronteas"]',
        "players who are out",
    ),
    "redraws": Key(
        _expect_seats("redraws"),
        "{ Aglaia = 1 }",
        "redraws that each player has used",
    ),
    "start": Key(
        _expect_seats("start"),
        "{ Aglaia = 4 }",
        "starting population of each player still to be placed",
    ),
    "population": Key(_expect_figure("population"), "{ Aglaia = 4 }", "population of each player on the map"),
    "armies": Key(_expect_figure("armies"), "{ Aglaia = 4 }", "armies of each player"),
    "temples": Key(_expect_figure("temples"), "{ Aglaia = 4 }", "temples of each player"),
    "monsters": Key(_expect_figure("monsters"), "{ Aglaia = 4 }", "monsters of each player"),
    "hexes": Key(_expect_figure("hexes"), "{ Aglaia = 4 }", "hexes that each player holds"),
    "cards": Key(_expect_figure("cards"), "{ Aglaia = 4 }", "cards in each hand"),
}
A_HEX = Key(_expect_stack, '"Aglaia: 1 army"', 'who stands in this hex (any by its name), with what; or "empty"')


def phase_text(s: State) -> str:
    """The phase in the words of a scenario."""
    special = {number: name for name, number in SPECIAL.items()}
    return special[s.phase] if s.phase in special else s.game.phases[s.phase]


# -- the way back -----------------------------------------------------------------------------------------------------
def arrange_text(s: State) -> str:
    """The lines of TOML from which `arrange` builds this state again."""
    game, names = s.game, s.game.grid.names
    if s == begin(game):
        return ""
    cols = game.grid.cols
    rows = ["".join(LETTERS[t] for t in s.terrain[y * cols : (y + 1) * cols]) for y in range(game.grid.rows)]
    named = next((f'"{name}"' for name, known in maps().items() if known == rows), None)
    lines = [
        f"phase = {_quoted(phase_text(s))}",
        f"active = {_quoted(game.seats[s.active].name)}",
        f"first = {_quoted(game.seats[s.first].name)}",
        f"turn = {s.turn}",
        f"begun = {str(s.begun).lower()}",
        f"map = {named}" if named else "map = [\n" + "".join(f'    "{row}",\n' for row in rows) + "]",
    ]

    def add(key: str, table: Mapping[str, Any]) -> None:
        if table:
            inside = ", ".join(f"{_quoted(k)} = {_value(v)}" for k, v in table.items())
            lines.append(f"{key} = {{ {inside} }}")

    add("stacks", {names[h]: stack_text(s, h) for h in range(game.grid.size) if s.owner[h]})
    add("hands", {game.seats[p].name: cards_text(game, hand) for p, hand in enumerate(s.hands) if hand})
    lines.append(f"deck = {_quoted(cards_text(game, (c for c, n in enumerate(s.deck) for _ in range(n))))}")
    by_hex: dict[str, list[Effect]] = {}
    for effect in s.effects:
        by_hex.setdefault(names[effect[2]] if effect[2] >= 0 else EVERYWHERE, []).append(effect)
    add("effects", {name: effects_text(game, found) for name, found in by_hex.items()})
    lost: dict[str, list[str]] = {}
    for (h, seat), dead in s.lost.items():
        lost.setdefault(names[h], []).append(_told(game, seat, dead))
    add("lost", lost)
    for name in ("raised", "disbanded", "fought", "again"):
        add(name, {names[h]: n for h, n in enumerate(getattr(s, name)) if n})
    came = {names[h]: (s.came[0][h], s.came[1][h]) for h in range(game.grid.size) if s.came[0][h] or s.came[1][h]}
    add("came", {name: f"{people} population, {armies} armies" for name, (people, armies) in came.items()})
    if (f := s.fight) is not None:
        parties = {names[h]: n for h, n in f.parties}
        add("fight", {"target": names[f.target], "from": parties, "rounds": f.rounds, "defence": f.defence})
    if s.out:
        lines.append(f"out = {_value([seat.name for seat in game.seats if s.out >> seat.index & 1])}")
    for name in ("redraws", "start"):
        add(name, {game.seats[p].name: n for p, n in enumerate(getattr(s, name)) if n})
    return "\n".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c for c in escaped) + '"'


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_quoted(key)} = {_value(part)}" for key, part in value.items()) + " }"
    return str(value)
