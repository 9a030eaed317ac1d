"""Mythic Battles: Pantheon. Gods, heroes and monsters of Greece fight for the divine stones.

An outside package adds units with `Power` classes of its own, boards and scenarios by
`MythicBattles.add_data(file)`.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.errors import SaveError, UnknownName, unknown
from ...engine.reference.facts import Facts
from ...engine.reference.rulebook import Rulebook
from ...engine.reference.rulings import Rulings, opposite, settle
from ...engine.reference.rulings import read as read_rulings
from ...engine.runtime.decision import Answer, Decision
from ...engine.runtime.requirement import Action
from ...engine.runtime.seating import Option, named
from ...engine.runtime.seating import options as settled
from ...engine.runtime.system import STANDARD, System
from ...engine.tabletop.table import Ray, Seat, Table, Target
from . import (
    actions,
    arguments,
    arrange,
    counsel,
    details,
    flow,
    lawful,
    own,
    powers,
    prospects,
    rays,
    score,
    setting,
    setup,
    shut,
)
from . import table as tables
from .config import CONSTRUCTED, DATA, Config
from .state import ACTING, ACTIVATE, TURN, TURN_END, State
from .timings import VOCABULARY

BOUNDS = {
    "unit.*.rp": (0, 30),
    "unit.*.row.*": (0, 10),
    "unit.*.body.*": (1, 30),
    "unit.*.activation_cards": (1, 12),
    "unit.*.art_of_war_cards": (0, 12),
    "*.cost": (0, 9),
    "*.tokens": (0, 9),
    "*.figures.*": (0, 20),
    "recruitment.*": (1, 60),
    "hand.*": (0, 20),
    "turn.*": (0, 9),
    "value.*": (0, 20),
    "dice.five": (1, 20),
}
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
    prompts, answers = details.PROMPTS, STANDARD | details.ANSWERS
    simulation: ClassVar[Mapping[str, Any]] = {"rounds": 30}

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
        `data` (boards and scenarios of your own: a `Path` to their file, or its tables; docs/boards.md).
        """
        said = named(players)
        given = dict(options or {})
        brought = own.tables(given.pop("data")) if given.get("data") else {}
        facts = setup.facts(overlay, BOUNDS, brought)
        if len(boards := list(brought.get("board", {}))) == 1 and not given.get("scenario"):
            given = {"board": boards[0], **given}
        lists = {key: given.pop(key, None) or [] for key in ("pool", "armies")}
        scenarios = facts.names("scenario")
        known = {
            "scenario": Option("", ("", *scenarios)),
            "mode": Option("", ("", "skirmish", "teams")),
            "recruitment": Option("draft", ("draft", "constructed")),
            "board": Option("", ("", *facts.names("board"))),
            "divinities": Option("god", ("god", "titan")),
            "rounds": Option(0, range(1001), "no end"),
        }
        if not given and not any(lists.values()) and players is None:
            given["scenario"] = "two_roads"
        chosen = settled(cls.title, given, known)
        n = len(said) if isinstance(said, tuple) else said
        if chosen["scenario"]:
            wanted = facts[f"scenario.{chosen['scenario']}.players"]
            if n not in (None, wanted):
                raise UnknownName(f"the scenario {chosen['scenario']} is for {wanted} players, not {n}")
            n = wanted
        elif lists["armies"]:
            n = n or len(lists["armies"])
        _check_lists(lists)
        decided = settle(cls.questions, rulings)
        names = said if isinstance(said, tuple) else ()
        config = setting.config(names, n or 2, facts, decided, chosen | lists)
        if config.recruitment == CONSTRUCTED:
            setup.check_collection(config)
        seats = tuple(
            Seat(i, name, COLOURS[i], _icon(config, i), _letters(name, i)) for i, name in enumerate(config.players)
        )
        kept = {key: value for key, value in (lists | {"data": brought}).items() if value}
        return cls(seats, {**chosen, **kept}, decided, facts, config)

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

    def act_anytime(self, s: State, answer: Answer) -> Coroutine[Any, Any, None] | None:
        return flow.anytime(s, answer[1], answer[2])

    def actions(self, s: State, me: int) -> tuple[Action[State], ...]:
        return actions.known(s, me)

    def from_json(self, raw: Any) -> State:
        s = super().from_json(raw)
        if s.fights or s.idle or s.halted:
            raise SaveError("the position in the file lies in the middle of an attack or a movement, not between steps")
        return s

    # -- what the declaration cannot know -----------------------------------------------------------------------------
    laws = lawful.LAWS

    def violations(self, s: State) -> list[tuple[str, str, tuple[Target, ...]]]:
        return super().violations(s) or list(lawful.violations(s))

    # -- scenarios ----------------------------------------------------------------------------------------------------
    def blank(self, setup: Mapping[str, Any]) -> State:
        return arrange.blank(self.config, setup)

    arranged = staticmethod(arrange.arranged)

    # -- for people ---------------------------------------------------------------------------------------------------
    def table(self, s: State, viewer: int | None = None) -> Table:
        return tables.table(self, s, viewer)

    barred = staticmethod(shut.barred)
    measuring = rays.MEASURING
    measure = staticmethod(rays.measure)

    def rays(self, s: State, decision: Decision, option: Answer) -> tuple[Ray, ...]:
        return rays.of_option(s, decision, option)

    figures = staticmethod(score.figures)

    def strength(self, s: State) -> tuple[float, ...]:
        return prospects.strength(s)

    detail = staticmethod(details.detail)
    advice = staticmethod(counsel.advice)

    def prompt(self, s: State, decision: Decision) -> str:
        return decision.prompt or details.prompt(s, decision) or super().prompt(s, decision)

    def anytime_label(self, s: State, answer: Answer) -> str:
        _, name, seat = answer
        return f"{self.seats[seat].name}: {details.ANYTIME[name]}"

    def fight_area(self, s: State) -> int | None:
        return None if s.fight is None or s.fight.where < 0 else s.fight.where

    def moment(self, s: State) -> tuple[int, int, int]:
        phase = {TURN: 0, ACTIVATE: 1 + bool(s.units_done), ACTING: 1 + (s.units_done > 1), TURN_END: 3}
        return s.round, phase.get(s.stage, -1), s.active

    def where(self, s: State) -> str:
        stage = details.STAGE_NAMES[s.stage]
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


def _check_lists(lists: Mapping[str, Any]) -> None:
    pool, armies = lists["pool"], lists["armies"]
    if not isinstance(pool, Sequence) or isinstance(pool, str) or not all(isinstance(x, str) for x in pool):
        raise UnknownName("pool is a list of units")
    if not isinstance(armies, Sequence) or isinstance(armies, str):
        raise UnknownName("armies is a list with a list of units for each player")
    for army in armies:
        if not isinstance(army, Sequence) or isinstance(army, str) or not all(isinstance(x, str) for x in army):
            raise UnknownName("armies is a list with a list of units for each player")


powers.register(MythicBattles)
State.phrases = arrange.PHRASES
MythicBattles.questions = read_rulings(DATA / "rulings.toml")
MythicBattles.rulebook = Rulebook.read(DATA.parent / "rulebook.toml")
SYSTEM = MythicBattles
__all__ = ["SYSTEM", "MythicBattles", "unknown"]
