"""Mythic Battles: Pantheon. Gods, heroes and monsters of Greece fight for the divine stones.

An outside package adds units with `Power` classes of its own, boards and scenarios by
`MythicBattles.add_data(file)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.errors import SaveError, UnknownName, unknown
from ...engine.plain import Json, Said
from ...engine.reference.facts import Facts
from ...engine.reference.rulebook import Rulebook
from ...engine.reference.rulings import Rulings, opposite, settle
from ...engine.reference.rulings import read as read_rulings
from ...engine.runtime.decision import Answer, Asking, Decision
from ...engine.runtime.first_game import read as read_first_game
from ...engine.runtime.players import Option, named
from ...engine.runtime.players import options as settled
from ...engine.runtime.presets import read as read_presets
from ...engine.runtime.requirement import Action
from ...engine.runtime.system import STANDARD, System
from ...engine.tabletop.table import Piece, Ray, Seat, Table, Target
from . import powers
from .authoring import scenario_words, validation
from .display import blocked_options, ending, labels, sight_lines
from .display import table as tables
from .reckoning import advice, evaluation, goals, themes
from .reckoning.line_up import ATTACKS
from .rules import actions, arguments, custom_content, flow, score, setup, setup_options
from .rules.cards import priced
from .rules.components import VALUES
from .rules.config import CONSTRUCTED, DATA, Config
from .rules.domains import MANOEUVRES
from .rules.manoeuvres import price_of
from .rules.state import ACTING, ACTIVATE, TURN, TURN_END, State
from .rules.timings import VOCABULARY
from .rules.topics import Manoeuvre

COLOURS = ("blue", "red", "green", "yellow")
ICONS = ("crested-helmet", "greek-temple", "laurels", "trident")


class MythicBattles(System[State]):
    """One configured game of Mythic Battles: Pantheon."""

    slug = "mythic_battles"
    title = "Mythic Battles"
    phases = ("Start", "Activate", "Activate another", "End of turn")
    vocabularies = (VOCABULARY,)
    state = State
    argument_types = arguments.ARGUMENT_TYPES
    of_hand = ("card",)
    verbs: tuple[str, ...] = ("activate", "walk", "attack", "claim", "run", "deploy", "absorb")
    anytime_names = ("draw", "search", "heal", "drop")
    exemplary = 6
    prompts, answers = labels.PROMPTS, STANDARD | labels.ANSWERS
    simulation: ClassVar[Mapping[str, Any]] = {"rounds": 30}
    fights = ATTACKS

    def __init__(
        self, seats: tuple[Seat, ...], options: Mapping[str, Any], rulings: Rulings, facts: Facts, config: Config
    ) -> None:
        super().__init__(seats, options, rulings, facts, config)
        self.verbs = tuple(dict.fromkeys((*self.verbs, *actions.power_verbs(config.abilities))))

    # -- setting up ---------------------------------------------------------------------------------------------------
    @classmethod
    def add_data(cls, path: Path) -> None:
        """Add a data file with units, boards or scenarios; see docs/boards.md."""
        if path not in setup.MORE:
            setup.MORE.append(path)

    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Any] | None = None,
    ) -> MythicBattles:
        """Set a game up. Options: `scenario` (a ready set-up), or `mode` (skirmish, teams), `recruitment` (draft,
        constructed), `board`, `divinities` (god, titan), `pool` or `armies` (lists of units), `rounds` (0: no end),
        `stones` (to be absorbed; 0: as printed), `data` (boards and scenarios of your own: a `Path` to their file, or
        its tables; docs/boards.md).
        """
        said = named(players)
        given = dict(options or {})
        brought = custom_content.tables(given.pop("data")) if given.get("data") else {}
        facts = setup.facts(overlay, VALUES, brought)
        if len(boards := list(brought.get("board", {}))) == 1 and not given.get("scenario"):
            given = {"board": boards[0], **given}
        lists = {key: given.pop(key, None) or [] for key in ("pool", "armies")}
        _check_lists(lists)
        if not given and not any(lists.values()) and players is None:
            given["scenario"] = "two_roads"
        chosen = settled(cls.title, given, _options(facts))
        facts = facts.agreed("victory.stones", chosen["stones"], "the option stones", VALUES)
        n = len(said) if isinstance(said, tuple) else said
        if chosen["scenario"]:
            wanted = facts[f"scenario.{chosen['scenario']}.players"]
            if n not in (None, wanted):
                raise UnknownName(f"the scenario {chosen['scenario']} is for {wanted} players, not {n}")
            n = wanted
        elif lists["armies"]:
            n = n or len(lists["armies"])
        decided = settle(cls.questions, rulings)
        names = said if isinstance(said, tuple) else ()
        config = setup_options.config(names, n or 2, facts, decided, chosen | lists)
        if config.recruitment == CONSTRUCTED:
            setup.check_collection(config)
        seats = tuple(
            Seat(i, name, COLOURS[i], _icon(config, i), _letters(name, i)) for i, name in enumerate(config.players)
        )
        kept = {key: value for key, value in (lists | {"data": brought}).items() if value}
        return cls(seats, {**chosen, **kept}, decided, facts, config)

    @classmethod
    def choices(cls, players: int) -> dict[str, Option]:
        facts = setup.facts(None, VALUES)
        found = _options(facts)
        fitting = ["", *(slug for slug in facts.names("scenario") if facts[f"scenario.{slug}.players"] == players)]
        found["scenario"] = found["scenario"]._replace(among=fitting)
        if players != 4:
            found["mode"] = found["mode"]._replace(among=("", "skirmish"))
        zones = {f"{mode}_{players}" for mode in found["mode"].among}
        boards = [slug for slug in facts.names("board") if zones & set(facts.names(f"board.{slug}.zones"))]
        found["board"] = found["board"]._replace(among=("", *boards))
        if players == 3:  # MB-SET-002
            found["recruitment"] = found["recruitment"]._replace(among=("draft",))
        titans = sum(facts[f"unit.{unit}.type"] == "titan" for unit in facts.names("unit"))
        if titans < players:
            found["divinities"] = found["divinities"]._replace(among=("god",))
        return found

    @classmethod
    def samples(cls) -> tuple[dict[str, Any], ...]:
        """Every scenario, drafts of two to four, constructed armies, titans, the rulings the other way round."""
        other = opposite(cls.questions)
        beasts = [["zeus", "kalais", "ismenian_drakon", "keres"], ["hestia", "ketos", "phoenix", "snow_stalkers"]]
        return (
            {"options": {"scenario": "two_roads", "rounds": 10}},
            {"players": 2, "options": {"rounds": 8}},
            {"players": 3, "options": {"rounds": 6}},
            {"options": {"scenario": "oath_of_two", "rounds": 6}},
            {"options": {"scenario": "four_winds", "rounds": 6}, "rulings": other},
            {"options": {"scenario": "stolen_embers"}},
            {"players": 2, "options": {"recruitment": "constructed", "rounds": 6}},
            {"players": 4, "options": {"recruitment": "constructed", "rounds": 4}, "rulings": other},
            {"players": 2, "options": {"divinities": "titan", "rounds": 6}},
            {"options": {"armies": beasts, "board": "gates_of_tartarus", "rounds": 8}},
        )

    # -- the rules ----------------------------------------------------------------------------------------------------
    def start(self) -> State:
        return setup.begin(self.config)

    step = staticmethod(flow.step)
    over = staticmethod(score.over)
    winners = staticmethod(score.winners)
    anytime_actions = staticmethod(flow.anytime_actions)

    def anytime_at(self, s: State, decision: Decision) -> tuple[Answer, ...]:
        return flow.anytime_at(s, decision)

    def act_anytime(self, s: State, answer: Answer) -> Asking[None] | None:
        return flow.anytime(s, answer[1], answer[2])

    def actions(self, s: State, me: int) -> tuple[Action[State], ...]:
        return actions.known(s, me)

    def from_json(self, raw: Json) -> State:
        s = super().from_json(raw)
        if s.fights or s.halted:
            raise SaveError("the position in the file lies in the middle of an attack or a movement, not between steps")
        return s

    # -- what the declaration cannot know -----------------------------------------------------------------------------
    laws = validation.LAWS

    def violations(self, s: State) -> list[tuple[str, str, tuple[Target, ...]]]:
        return super().violations(s) or list(validation.violations(s))

    # -- scenarios ----------------------------------------------------------------------------------------------------
    def blank(self, setup: Mapping[str, Said]) -> State:
        return scenario_words.blank(self.config, setup)

    arranged = staticmethod(scenario_words.arranged)

    # -- for people ---------------------------------------------------------------------------------------------------
    def leads(self, seat: int) -> str:
        armies = self.config.armies
        return ", ".join(self.config.units[unit].name for unit in armies[seat].units) if seat < len(armies) else ""

    def table(self, s: State, viewer: int | None = None) -> Table:
        return tables.table(self, s, viewer)

    barred = staticmethod(blocked_options.barred)
    measuring = sight_lines.MEASURING
    measure = staticmethod(sight_lines.measure)

    def rays(self, s: State, decision: Decision, option: Answer) -> tuple[Ray, ...]:
        return sight_lines.of_option(s, decision, option)

    figures = staticmethod(score.figures)
    goals_at = staticmethod(goals.goals_at)
    goals = staticmethod(goals.goals)

    strength = staticmethod(evaluation.strength)
    themes = themes.THEMES
    parts = staticmethod(evaluation.parts)
    weighed_in = "A divinity is worth 24, a stone that counts 16"
    spread = 11.0
    calibrated = (43, 0.84, 0.91)

    detail = staticmethod(labels.detail)
    outcome = staticmethod(ending.outcome)
    printed = staticmethod(labels.printed)

    def face(self, s: State, target: Target) -> Piece | None:
        kind, _, unit = target.partition(":")
        known = kind == "piece" and unit.isdecimal() and int(unit) < len(self.config.units)
        return tables.piece(s, int(unit)) if known else None

    advice = staticmethod(advice.advice)

    def prompt(self, s: State, decision: Decision) -> str:
        return decision.prompt or labels.prompt(s, decision) or super().prompt(s, decision)

    def offer(self, s: State, decision: Decision, option: Answer) -> str:
        return priced(self.label(s, decision, option), labels.price(s, decision, option))

    def anytime_label(self, s: State, answer: Answer) -> str:
        _, name, seat = answer
        price = price_of(s, seat, Manoeuvre(name)) if name in MANOEUVRES else 0
        return priced(f"{self.seats[seat].name}: {labels.ANYTIME[name]}", price)

    def fight_area(self, s: State) -> int | None:
        return None if s.fight is None or s.fight.where < 0 else s.fight.where

    def moment(self, s: State) -> tuple[int, int, int]:
        phase = {TURN: 0, ACTIVATE: 1 + bool(s.units_done), ACTING: 1 + (s.units_done > 1), TURN_END: 3}
        return s.round, phase.get(s.stage, -1), s.active

    def where(self, s: State) -> str:
        stage = labels.STAGE_NAMES[s.stage]
        return f"round {s.round}, {self.seats[s.active].name}: {stage}" if s.round else f"set-up: {stage}"


def _icon(config: Config, seat: int) -> str:
    """The divinity of a ready army, else a sign of the seat."""
    if config.armies:
        for unit in config.armies[seat].units:
            if config.units[unit].is_divinity:
                return config.units[unit].icon
    return ICONS[seat]


def _letters(name: str, seat: int) -> str:
    words = [word for word in name.split() if word[0].isalpha() and word.lower() != "the"]
    return ("".join(word[0] for word in words[:2]) or name[:2]).upper() if words else str(seat + 1)


def _check_lists(lists: Mapping[str, Json]) -> None:
    pool, armies = lists["pool"], lists["armies"]
    if not isinstance(pool, Sequence) or isinstance(pool, str) or not all(isinstance(x, str) for x in pool):
        raise UnknownName("pool is a list of units")
    if not isinstance(armies, Sequence) or isinstance(armies, str):
        raise UnknownName("armies is a list with a list of units for each player")
    for army in armies:
        if not isinstance(army, Sequence) or isinstance(army, str) or not all(isinstance(x, str) for x in army):
            raise UnknownName("armies is a list with a list of units for each player")


def _options(facts: Facts) -> dict[str, Option]:
    """The options of a game, lists of units aside."""
    scenarios = {slug: facts[f"scenario.{slug}.name"] for slug in facts.names("scenario")}
    boards = {slug: facts[f"board.{slug}.name"] for slug in facts.names("board")}
    modes = {"": "as many players play", "skirmish": "Skirmish", "teams": "Two teams"}
    ways = {"draft": "Draft", "constructed": "Constructed"}
    return {
        "scenario": Option(
            "", ("", *scenarios), "", "Scenario", "A board with armies, stones and an aim of its own.",
            {"": "none", **scenarios},
        ),
        "recruitment": Option(
            "draft", tuple(ways), "", "Recruitment", "In turns from one pool, or each from a collection.",
            ways, unless="scenario",
        ),
        "board": Option(
            "", ("", *boards), "", "Board", "Where it is fought.", {"": "the usual one", **boards}, unless="scenario"
        ),
        "mode": Option(
            "", tuple(modes), "", "Sides", "Everybody alone, or two and two.", modes, unless="scenario"
        ),
        "divinities": Option(
            "god", ("god", "titan"), "", "Divinities", "Whether a god or a titan leads each army.",
            {"god": "Gods", "titan": "Titans"}, unless="scenario",
        ),
        "rounds": Option(0, range(1001), "no end", "Rounds", "The game ends after so many rounds, for a short one."),
        "stones": Option(
            0, range(9), "as printed", "Stones", "Who absorbs so many stones has won: a change of the rules."
        ),
    }  # fmt: skip


powers.register(MythicBattles)
State.phrases = scenario_words.PHRASES
MythicBattles.questions = read_rulings(DATA / "rulings.toml")
MythicBattles.presets = read_presets(DATA / "presets.toml")
MythicBattles.first_game = read_first_game(DATA / "first_game.toml")
MythicBattles.rulebook = Rulebook.read(DATA.parent / "rulebook.toml")
SYSTEM = MythicBattles
__all__ = ["SYSTEM", "MythicBattles", "unknown"]
