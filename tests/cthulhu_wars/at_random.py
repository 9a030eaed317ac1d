"""Random games with boxes and worlds by lot: who sits there, how they play, and what must hold whatever happens.

Lot and players lean to what was used least so far. What they know of that is a count by name: of abilities, as
`tests/conformance/uses.py` keeps it, and of cards that were bought. So a game follows from its seed and these counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

from tests.conformance.uses import Uses
from theomachy.engine.reference.facts import Facts
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import CORE, MORE, THINGS, WORLDS
from theomachy.games.cthulhu_wars.rules import maps, setup
from theomachy.games.cthulhu_wars.rules.common import bars_holding
from theomachy.games.cthulhu_wars.rules.domains import KIND, POOL, UNKEPT
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.state import State, bits
from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY

ENOUGH = 20  # how often each is used in all games of a night
MOST = 3000  # answers of a game
PAIRS = (  # two factions that may meet alone
    ("great_cthulhu", "black_goat"), ("crawling_chaos", "yellow_sign"), ("windwalker", "great_cthulhu"),
)  # fmt: skip
WITH = {  # a faction that some of a box is for, and how often it is there at least
    "tribes": ("tcho_tcho", 0.9), "azathoth": ("daemon_sultan", 0.4), "masks_of_nyarlathotep": ("crawling_chaos", 0.5),
    "great_old_one_pack_1": ("ancients", 0.3), "shaggai": ("ancients", 0.4),
}  # fmt: skip
FOLDERS = ("market", "independents", *WORLDS, *THINGS)
POWERS = "theomachy.games.cthulhu_wars.powers."
Counts = Counter[str]
FACTS = CthulhuWars.build(players=3).config.facts  # of factions and boards
BOXES = {slug: Facts.read(path) for slug, path in CthulhuWars.thing_files.items()}
SOLD_OR_AWAKENED = {key: name for facts in BOXES.values() for key, name in setup.loyalty_cards(facts).items()}
BOX_OF = {key: slug for slug, facts in BOXES.items() for key in setup.loyalty_cards(facts)}
WITHOUT_A_CARD = [slug for slug in BOXES if slug not in BOX_OF.values()]


@cache
def abilities() -> dict[str, Any]:
    """Every ability of boxes and worlds, by name: what is no faction's, and what Tcho-Tcho has with the tribes."""
    every = [ability for vocabulary in (VOCABULARY, SLOTS) for ability in vocabulary.abilities]
    return {a.name: a for a in every if folder_of(a) in FOLDERS}


def folder_of(ability: Any) -> str:
    """The box or world of an ability: a folder of `powers`."""
    names = type(ability).__module__.removeprefix(POWERS).split(".")
    return names[1] if names[0] == "worlds" else names[0]


@cache
def verbs() -> dict[str, str]:
    """The abilities that are actions, by verb."""
    return {ability.verb: name for name, ability in abilities().items() if getattr(ability, "verb", "")}


@cache
def printed_on() -> dict[str, list[str]]:
    """What is used with a card (by key), and with a box or world (by folder): abilities, and that a card is bought."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, ability in abilities().items():
        found[folder_of(ability)].append(name)
        if (key := ability.on.split(".")[-1]) in SOLD_OR_AWAKENED and name not in found[key]:
            found[key].append(name)
    for key, name in SOLD_OR_AWAKENED.items():
        if row(key).get("doom"):
            for at in {key, BOX_OF[key]}:
                found[at].append(f"buy {name}")
    return found


class Wanted:
    """What is still wanted of a run: uses by name, and how often each name has been used so far."""

    def __init__(self, counts: Counts | None = None, names: Collection[str] = (), short: bool = False) -> None:
        self.counts, self.names = Counter() if counts is None else counts, frozenset(names)
        self.wasted = () if short else WASTED  # in a short game nothing has to be saved for later

    def lack(self, name: str) -> int:
        """How many uses of an ability, or of a card that is bought, are missing; of others one, that they come too."""
        if name in self.names:
            return max(0, ENOUGH - self.counts[name])
        return int(name in abilities() or name.startswith("buy "))

    def of(self, key: str) -> int:
        """The same of a card, box or world."""
        return sum(map(self.lack, printed_on().get(key, ())))

    def lot(self, rng: Random, keys: Sequence[str], most: int) -> list[str]:
        """Some of these, those first of which most is missing, but any of them now and then."""
        weights = {key: rng.random() * (0.1 + self.of(key)) for key in keys}
        return sorted(sorted(keys, key=lambda key: -weights[key])[:most])


def drawn(
    seed: int | str,
    wanted: Wanted | None = None,
    *,
    board: str = "",
    things: Sequence[str] | None = None,
    box: str = "",
    **more: Any,
) -> tuple[CthulhuWars, Random]:
    """A table of two to five factions, or as many as the `board` is for; of boxes a few cards by lot, at least one of
    this `box`, or these `things` whole; rulings by lot.
    """
    rng, wanted = Random(f"by lot {seed}"), wanted or Wanted()
    if board:
        n = rng.choice(FACTS[f"maps.{board}.players"])
    else:
        n = rng.choice((2, 3, 3, 4, 4, 5))
        world = box if box in WORLDS else wanted.lot(rng, [maps.EARTH, *WORLDS], 1)[0]
        board = rng.choice([key for key in maps.names() if load_map(key).world == world and few(key)])
    slugs = [*rng.choice(PAIRS)] if n == 2 else rng.sample([*CORE, *MORE], n)
    sought, often = WITH.get(box, ("", 0))
    if sought not in slugs and rng.random() < often:
        slugs = [sought, *slugs][: max(n, 3)]
    options: dict[str, Any] = {"factions": slugs, "map": board, "any_map": True, "things": things, **more}
    if things is None:
        keys = [key for key in SOLD_OR_AWAKENED if not {*slugs} & {*row(key).get("not_with", ())}]
        own = [key for key in keys if box in (BOX_OF[key], "market" if row(key).get("doom") else "")]
        cards = {*wanted.lot(rng, own, rng.choice((1, 2, 3, 5))), *wanted.lot(rng, keys, rng.choice((1, 2, 4, 7)))}
        others = wanted.lot(rng, WITHOUT_A_CARD, rng.choice((0, 0, 1, 2)))
        options |= {"cards": sorted(cards), "things": sorted({*others, *([box] if box in WITHOUT_A_CARD else [])})}
        options.setdefault("doom", rng.choice((0, 0, 50)))  # now and then a long game
    rulings = {}
    if rng.random() < 0.5:
        questions = CthulhuWars.questions.items()
        rulings = {key: rng.choice([*asked.choices]) for key, asked in questions if rng.random() < 0.6}
    return CthulhuWars.build(options=options, rulings=rulings), rng


def few(board: str) -> bool:
    """Is a board for five players at most?"""
    return min(FACTS[f"maps.{board}.players"]) <= 5


def row(key: str) -> dict[str, Any]:
    """What is printed on a card."""
    found: dict[str, Any] = BOXES[BOX_OF[key]].table(f"cards.{key}")
    return found


def stands_for(p: Position) -> Callable[[Any], str]:
    """Which ability, or card that is bought, an option of the pending decision stands for; "" where it is none."""
    decision, s = p.decision, p.state
    if decision.what == "spellbook":
        books = s.config.factions[decision.player].books
        return lambda bit: str(books[bit].name) if bit < len(books) else ""
    if decision.what == "colour of the meteorite":
        return lambda i: f"{s.config.gate_sorts[i].name} Gate"
    if decision.what.startswith("use "):
        power = decision.what.removeprefix("use ")
        return lambda yes: power if yes else ""

    def name(option: Any) -> str:
        first = option[0] if isinstance(option, tuple) and option else option
        if first == "colour gate" and decision.what == "action":
            return f"{s.config.gate_sorts[option[2]].name} Gate"
        if bought := card_of(s, option):
            return bought
        return verbs().get(first, first) if isinstance(first, str) else ""

    return name


def card_of(s: State, option: Any) -> str:
    """The card that an action buys; "" where it buys none."""
    if isinstance(option, tuple) and len(option) > 1 and option[0] in ("buy", "give") and isinstance(option[1], int):
        return f"buy {s.config.cards[option[1]].name}"
    return ""


def choice(p: Position, rng: Random, wanted: Wanted) -> Any:
    """Any answer, but what is missing first: an ability that was used least, a card that was bought least."""
    decision = p.decision
    if decision.player == CHANCE:
        return sampling.sample_chance(decision, rng)
    options = decision.options
    if len(options) == 1:
        return options[0]
    name = stands_for(p)
    if rng.random() < 0.85:
        kinds = {word: lack for word in dict.fromkeys(map(name, options)) if (lack := wanted.lack(word))}
        if kinds:
            kind = rng.choices([*kinds], [*kinds.values()])[0]
            return rng.choice([option for option in options if name(option) == kind])
    if decision.what in ACTIONS:
        return action(options, rng, wanted.wasted)
    if decision.what in TAKEN:
        mine = p.state.config.owned[decision.player]
        own = [unit for unit in options if isinstance(unit, tuple) and len(unit) == 3 and unit[2] & KIND in mine]
        return rng.choice(own if own and rng.random() < 0.5 else options)
    return rng.choice(options)


def action(options: Sequence[Any], rng: Random, wasted: Sequence[str]) -> Any:
    """Great Old Ones are awakened, cards bought, gates held, battles sought; turns are not wasted but now and then."""
    for first, often in KEEN:
        keen = [option for option in options if isinstance(option, tuple) and str(option[0]).startswith(first)]
        if keen and rng.random() < often:
            return rng.choice(keen)
    sorts: dict[Any, list[Any]] = defaultdict(list)
    for option in options:
        sorts[option[0] if isinstance(option, tuple) else option].append(option)
    if len(sorts) > 1 and rng.random() < 0.9:
        for word in wasted:
            sorts.pop(word, None)
    if rng.random() < 0.5:
        return rng.choice(sorts[rng.choice([*sorts])] if sorts else options)
    return rng.choice([option for each in sorts.values() for option in each] or options)


REVEALS = 0.02  # how often an Elder Sign is revealed that may be, whatever is asked
ACTIONS = ("action", "doom phase")
KEEN = (
    (("awaken", "buy", "gate"), 0.8),
    (("battle",), 0.3),
)  # how an action begins, and how often it is done
IDLE = "Lethargy (independent)"  # an action that changes nothing, by the rules: it is used when it is done
WASTED = ("pass", "ritual", "abandon")
TAKEN = ("takes a kill", "takes a pain", "is eliminated")  # who has something by a card risks it


def check(p: Position) -> None:
    """What must hold, whatever happens."""
    s: State = p.state
    assert p.system.violations(s) == []
    cards_are_right(s)
    books_are_right(s)
    assert s.battle is not None or not s.led  # units fight for another in battles alone
    for seat, kind, _ in s.laid:  # each on a card is out of all pools
        assert s.perches(seat, kind) <= s.n(seat, kind, s.out(seat))
    for a, kind in enumerate(s.warden):
        if s.holder(a) >= 0 and kind != UNKEPT:
            by = bars_holding(s, s.holder(a), kind, a)
            assert by is None or not by.on.startswith("ground."), (s.config.map.names[a], by)  # type: ignore[attr-defined]
    if s.battle is None and not s.doing:
        assert p.system.from_json(p.system.to_json(s)) == s


def cards_are_right(s: State) -> None:
    """Who holds one has its spellbook and its figures, and nobody else."""
    held = sum(1 << card for card, seat in enumerate(s.cards) if seat >= 0)
    assert not held & s.offer
    for seat, earned in enumerate(s.earned):
        assert all(s.cards[card] == seat for card in bits(earned))
    for seat, owned in enumerate(s.config.owned):
        for kind, card in owned.items():
            if s.cards[card] != seat and s.battle is None and not s.config.outlasts(seat, kind):
                assert s.n(seat, kind, POOL) == 0
                if s.config.cards[card].doom:  # sold: it stays with who has bought it
                    assert sum(s.n(seat, kind, place) for place in range(POOL)) == 0


def books_are_right(s: State) -> None:
    """Nobody has the spellbook of another; what is silent follows from where everybody stands."""
    cards = s.config.factions
    shared = [books >> len(card.books) - card.shared for books, card in zip(s.books, cards, strict=False)]
    assert sum(map(int.bit_count, shared)) == sum(shared).bit_count()
    for seat in s.config.seats:
        assert all(cards[seat].books[bit] for bit in bits(s.books[seat]))
    assert {(foe, name) for _, _, foe, book in s.perched for name in s.book_powers(foe, book)} <= {*s.hushed}
    again = s.copy()
    again.derive()
    assert again.muted == s.muted


def play(seed: int | str, wanted: Wanted | None = None, *, every: int = 40, most: int = MOST, **of: Any) -> Position:
    """A whole game: the table that is drawn for a seed (`drawn` says `of` what), from its set-up."""
    system, rng = drawn(seed, wanted, **of)
    return play_on(Position(system, system.start()), rng, wanted, every=every, most=most)


def play_on(p: Position, rng: Random, wanted: Wanted | None = None, *, every: int = 40, most: int = MOST) -> Position:
    """A game to its end, or so many answers; what must hold is looked at now and then. Counts cards that are bought,
    and questions.
    """
    wanted = wanted or Wanted()
    counts = wanted.counts
    for i in range(most):
        with unseen(counts):
            decision = p.decision
            if i % every == 0:
                check(p)
            if decision is None:
                p.system.winners(p.state)
                break
            anytime = p.anytime_actions
            reveals = anytime and decision.player != CHANCE and rng.random() < REVEALS
            answer = rng.choice(anytime) if reveals else choice(p, rng, wanted)
        counts[f"asked {decision.what}"] += 1
        if decision.what in ACTIONS and not reveals and isinstance(answer, tuple):
            card = card_of(p.state, answer)
            counts[card] += bool(card)
            counts[IDLE] += verbs().get(answer[0]) == IDLE
        p.play(answer)
    with unseen(counts):
        check(p)
    return p


@contextmanager
def unseen(counts: Counts) -> Iterator[None]:
    """What a menu or a look asks of abilities does not count, where they are counted."""
    if isinstance(counts, Uses):
        counts.looking = True
    try:
        yield
    finally:
        if isinstance(counts, Uses):
            counts.looking = False
