"""Demigods, the one-page hex war of lesser gods: 2 to 4 players, seven phases, 26 miracles.

The configuration of a game (map, component values, rulings) is one `Demigods` object; states share it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.errors import DataError, shown, unknown
from ...engine.plain import Json, Said
from ...engine.reference.facts import Facts
from ...engine.reference.rulebook import Rulebook
from ...engine.reference.rulings import Rulings, opposite, settle
from ...engine.reference.rulings import read as read_rulings
from ...engine.runtime.decision import Answer
from ...engine.runtime.first_game import read as read_first_game
from ...engine.runtime.players import Option, seated
from ...engine.runtime.players import options as settled
from ...engine.runtime.presets import read as read_presets
from ...engine.runtime.requirement import Action
from ...engine.runtime.rule_ids import strange_rule
from ...engine.runtime.system import System
from ...engine.tabletop.table import Seat, Target
from .authoring import editor_tools, scenario_words, validation
from .display import ending, labels
from .display import table as tables
from .powers import miracles
from .reckoning import evaluation, goals, themes
from .reckoning.line_up import BATTLES
from .rules import actions, flow, score
from .rules import arguments as wording
from .rules.components import VALUES
from .rules.domains import ARMY, COUNTER, DRAW, KINDS, MIRACLES, MONSTER, POPULATION, SETTLE, TEMPLE, TERRAINS
from .rules.maps import Grid, grid
from .rules.state import Effect, State
from .rules.timings import VOCABULARY
from .rules.topics import Until

HERE = Path(__file__).parent
NAMES = ("Aglaia", "Bronteas", "Chloris", "Dryops")
COLOURS = ("blue", "red", "green", "yellow")
MOST_TURNS = 10_000
SMALL_WORLD = {  # for tests: a crowded map on which games come to an end
    "terrain": {"mountains": {"counters": 3}, "forests": {"counters": 3}, "plains": {"counters": 9}},
    "start": {"gap": 2},
}


def miracle_cards() -> tuple[miracles.MiracleCard, ...]:
    """All cards that are written, those of the box first, in the order of the deck's list."""
    return tuple(a for a in VOCABULARY.abilities if isinstance(a, miracles.MiracleCard))


PRINTED = miracle_cards()  # what a class statement adds later joins the games that name it: the option `cards`


class Demigods(System[State]):
    """One configured game of Demigods."""

    slug = "demigods"
    title = "Demigods"
    phases = ("Draw", "Temples", "Armies", "Growth", "Miracles", "Battle", "Movement")
    undoes = ("disband",)
    vocabularies = (VOCABULARY,)
    fights = BATTLES
    prompts: ClassVar[dict[str, str]] = {
        "draw a card": "A card is drawn",
        "draw terrain": "A counter of terrain is drawn",
        "attack dice": "The dice of the attack",
        "defence dice": "The dice of the defence",
        "number to advance": "How many advance?",
        "counter to lose": "{who}, which counter is lost?",
        "phase_end": "{who}, which card do you use as the phase ends?",
    }
    state, argument_types, laws = State, wording.ARGUMENT_TYPES, validation.CHECKS
    simulation: ClassVar[Mapping[str, Any]] = {"turns": 100}
    calibrated = (40, 0.88, 0.91)
    of_hand = ("card",)
    grid: Grid
    counter_names = tuple(kind.capitalize() for kind in KINDS)

    def __init__(self, seats: tuple[Seat, ...], options: Mapping[str, Any], rulings: Rulings, facts: Facts) -> None:
        super().__init__(seats, options, rulings, facts)
        self.names = tuple(seat.name for seat in seats)
        cols, _, rows = str(options["map"]).partition("x")
        self.grid = grid(int(cols), int(rows))
        self.turn_cap: int = options["turns"]
        self.terrain_counters = tuple(facts[f"terrain.{t}.counters"] for t in TERRAINS[1:])
        self.limits = (0, *(facts[f"terrain.{t}.limit"] for t in TERRAINS[1:]))
        self.reserve, self.redraws = facts["world.reserve"], facts["world.redraws"]
        self.hand_limit, self.copies = facts["hand.limit"], facts["deck.copies"]
        self.start_dice, self.temple_price = facts["start.dice"], facts["temple.population"]
        self.amounts = facts.table("cards")  # what is printed on a card, by its name
        added = {card.name: card for card in miracle_cards()[len(PRINTED) :]}
        for name in options.get("cards", ()):
            if name not in added:
                raise unknown("added card", name, added)
            if said := strange_rule(added[name], type(self).rulebook):
                raise DataError(said)
        self.cards = (*PRINTED, *(added[name] for name in options.get("cards", ())))
        self.number = {card.name: i for i, card in enumerate(self.cards)}
        self.by_verb: dict[str, Action] = {a.verb: a for a in (*actions.ALL, *self.cards)}
        self.verbs = tuple(self.by_verb)
        self.reacting = {i: 1 << i for i, card in enumerate(self.cards) if card.reacts}
        self.lasting = frozenset(i for i, card in enumerate(self.cards) if card.lasts)
        self.memory: dict[Hashable, Any] = {}  # what follows from this and from the powers in force
        self.start_distance = facts["start.gap"] + rulings.one_more_space
        fighters = (MONSTER, ARMY) if rulings.monsters_die_first else (ARMY, MONSTER)  # DG-BAT-005, DG-CRD-018
        self.loss_order = (*fighters, POPULATION, TEMPLE)
        self.until = {
            i: Until.TURN if card.short[0] and rulings[card.short[0]] == card.short[1] else card.until
            for i, card in enumerate(self.cards)
        }

    # -- setting up ---------------------------------------------------------------------------------------------------
    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Json] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Json] | None = None,
    ) -> Demigods:
        """Set a game up: 2 to 4 players; options `map` ("10x10" or "12x12") and `turns` (a cap, 0 for none).

        `cards` names cards of your own, classes of `MiracleCard`, that are shuffled in.
        """
        seats = seated(cls.title, players, NAMES, COLOURS, "laurel-crown", "DG-GEN-003")
        facts = Facts.read(HERE / "data" / "components.toml", overlay=overlay, kinds=VALUES)
        given = dict(options or {})
        cards = given.pop("cards", None) or []
        if not isinstance(cards, list | tuple) or not all(isinstance(n, str) for n in cards) or twice(cards):
            raise DataError(f"the option cards is a list of names of cards of your own, each once, not {shown(cards)}")
        chosen = settled(cls.title, given, _options(facts, len(seats))) | ({"cards": list(cards)} if cards else {})
        _enough_land(facts, chosen["map"], len(seats))
        return cls(seats, chosen, settle(cls.questions, rulings), facts)

    @classmethod
    def choices(cls, players: int) -> dict[str, Option]:
        return _options(Facts.read(HERE / "data" / "components.toml"), players)

    @classmethod
    def samples(cls) -> tuple[dict[str, Any], ...]:
        """All numbers of players on both maps, and the rulings the other way round."""
        other = opposite(cls.questions)
        return (
            {"players": 2, "options": {"turns": 12}},
            {"players": 3, "options": {"turns": 12}},
            {"players": 4, "options": {"turns": 16}},
            {"players": 2, "options": {"turns": 12, "map": "12x12"}},
            {"players": 3, "options": {"turns": 12}, "rulings": other},
            {"players": 2, "options": {"turns": 40}, "overlay": SMALL_WORLD},
            {"players": 2, "options": {"turns": 40}, "overlay": SMALL_WORLD, "rulings": other},
        )

    # -- the rules ----------------------------------------------------------------------------------------------------
    step = staticmethod(flow.step)
    over = staticmethod(score.over)
    winners = staticmethod(score.winners)

    def ends(self, moment: Until, effect: Effect, seat: int) -> bool:
        """Is a lasting effect over at this moment of this seat?"""
        return self.until[effect[0]] is moment and effect[1] == seat

    def actions(self, s: State, me: int) -> tuple[Action, ...]:
        return tuple(self.by_verb.values())

    def offered(self, s: State, me: int) -> tuple[Action, ...]:
        if me != s.active:
            return ()
        if s.phase == MIRACLES:
            return tuple(flow.playable(s, me))
        return actions.BY_PHASE.get(s.phase, ())

    # -- what the declaration cannot know -----------------------------------------------------------------------------
    def violations(self, s: State) -> list[tuple[str, str, tuple[Target, ...]]]:
        return [*super().violations(s), *validation.violations(s)]

    def blank(self, setup: Mapping[str, Said]) -> State:
        """A `[setup]` begins with a turn on the island of the lessons; an empty one is the start of the game."""
        s = self.start()
        if setup:
            s.phase = int(State.fields["phase"].kind.read(s.at("phase"), setup.get("phase", "draw")))
            s.turn, s.begun = int(s.phase > DRAW), s.phase == MIRACLES
            if "map" not in setup and self.grid.cols == 10 and s.phase >= SETTLE:
                scenario_words.paint(s, "island")
        return s

    def arranged(self, s: State, setup: Mapping[str, Said]) -> None:
        s.engage()

    def leads(self, seat: int) -> str:
        return f"the {self.seats[seat].colour} people"

    # -- for people ---------------------------------------------------------------------------------------------------
    table = staticmethod(tables.table)
    figures = staticmethod(score.figures)
    goals_at = staticmethod(goals.goals_at)
    goals = staticmethod(goals.goals)

    strength = staticmethod(evaluation.strength)
    themes = themes.THEMES
    parts = staticmethod(evaluation.parts)
    weighed_in = "In population"
    spread = 12.0

    detail = staticmethod(labels.detail)
    outcome = staticmethod(ending.outcome)
    forecasts = staticmethod(labels.forecasts)
    dice_detail = staticmethod(labels.dice_detail)

    def fight_area(self, s: State) -> int | None:
        return None if s.fight is None else s.fight.target

    def term(self, s: State, seat: int) -> tuple[int, str]:
        """The turn of the seat that goes on, or its next one."""
        if seat == s.active:
            return s.turn, "this turn"
        order = s.order(s.active)
        return s.turn + (order.index(seat) if seat in order else 0), "in the next turn"

    def moment(self, s: State) -> tuple[int, int, int]:
        return s.turn, s.phase if DRAW <= s.phase < len(self.phases) else -1, s.active

    def plural(self, kind: int, n: int) -> str:
        """The word for n counters of a kind."""
        name = KINDS[kind]
        return name if n == 1 else COUNTER.plurals.get(name, name)

    def listing(self, kinds: Sequence[int], counts: Sequence[int]) -> str:
        """Counters in this order of kinds: "1 temple, 2 armies"."""
        return ", ".join(f"{counts[kind]} {self.plural(kind, counts[kind])}" for kind in kinds if counts[kind])

    def tally(self, kind: int, n: int) -> str:
        """n counters of a kind as a sentence tells of them: "1 army", "2 people"."""
        if kind == POPULATION:
            return "1 person" if n == 1 else f"{n} people"
        return f"{n} {self.plural(kind, n)}"

    def action_targets(self, s: State, me: int, option: Answer) -> tuple[Target, ...]:
        card = self.by_verb.get(option[0])
        if not isinstance(card, miracles.MiracleCard):
            return ()
        number = self.number[card.name]
        return (f"card:{me}:{number}",) if number in s.hands[me] else ()


def twice(names: Sequence[str]) -> bool:
    """Does a name stand there more than once?"""
    return len(set(names)) < len(names)


def _options(facts: Facts, players: int) -> dict[str, Option]:
    """The options of a game for so many players."""
    sizes = (facts["world.small"], facts["world.large"])
    maps = [f"{n}x{n}" for n in sizes]
    names = {word: f"{n} by {n} hexes" for word, n in zip(maps, sizes, strict=True)}
    return {
        "map": Option(maps[players > 2], maps, "", "Map", "How large the sea is on which the world is built.", names),
        "turns": Option(
            0, range(MOST_TURNS + 1), "no cap", "Turns", "The game ends after so many turns, for a short evening."
        ),
    }


def _enough_land(facts: Facts, size: str, players: int) -> None:
    """An overlay must leave a world that can be built: counters that fit on the map, a plains hex for everybody."""
    cols, _, rows = size.partition("x")
    hexes, reserve = int(cols) * int(rows), facts["world.reserve"]
    counters = {t: facts[f"terrain.{t}.counters"] for t in TERRAINS[1:]}
    placed = sum(counters.values()) - reserve
    if not 1 <= placed < hexes:
        raise DataError(f"{placed} terrain counters would be placed on {hexes} hexes: it must be 1 to {hexes - 1}")
    if counters["plains"] - reserve < players:
        raise DataError(f"{players} players need {players + reserve} plains, {reserve} of which may stay in reserve")


RULINGS = read_rulings(HERE / "data" / "rulings.toml")
Demigods.presets = read_presets(HERE / "data" / "presets.toml")
Demigods.first_game = read_first_game(HERE / "data" / "first_game.toml")
RULEBOOK = Rulebook.read(HERE / "rulebook.toml")
Demigods.questions, Demigods.rulebook = RULINGS, RULEBOOK
State.phrases, State.tricks = scenario_words.PHRASES, editor_tools.TRICKS
SYSTEM = Demigods
