"""Heroes II: Write & Conquer. Warlords of six factions write their conquests on boards of their own.

An outside package adds a faction with `Power` classes of its own and `Heroes.add_faction(slug, data_file)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.errors import UnknownName, unknown
from ...engine.plain import Json, Said
from ...engine.reference.facts import Facts, add_file
from ...engine.reference.rulebook import Rulebook
from ...engine.reference.rulings import Rulings, settle
from ...engine.reference.rulings import read as read_rulings
from ...engine.runtime.decision import Answer, Decision
from ...engine.runtime.first_game import read as read_first_game
from ...engine.runtime.players import Option, named
from ...engine.runtime.players import options as settled
from ...engine.runtime.presets import read as read_presets
from ...engine.runtime.requirement import Action
from ...engine.runtime.system import STANDARD, System
from ...engine.tabletop.table import Seat, Table, Target
from . import powers
from .authoring import scenario_words, validation
from .display import ending, labels
from .display import table as tables
from .reckoning import evaluation, goals, themes
from .reckoning.line_up import COMBATS
from .rules import actions, arguments, flow, score, setup
from .rules.components import VALUES
from .rules.config import ACTION_TITLES, DATA, Config
from .rules.state import START, State
from .rules.timings import VOCABULARY

ROUNDS = Option(0, range(41), "as printed", "Rounds", "The game ends after so many rounds, for a short evening.")


class Heroes(System[State]):
    """One configured game of Heroes."""

    slug = "heroes"
    title = "Heroes II"
    phases = ACTION_TITLES
    luck = False
    vocabularies = (VOCABULARY,)
    state = State
    argument_types = arguments.ARGUMENT_TYPES
    verbs: tuple[str, ...] = ("build", "recruit", "seize", "fight", "collect", "move")
    prompts, answers = labels.PROMPTS, STANDARD | labels.ANSWERS
    fights = COMBATS
    simulation: ClassVar[Mapping[str, Json]] = {}
    calibrated = (40, 0.87, 0.81)

    def __init__(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, Json],
        rulings: Rulings,
        facts: Facts,
        config: Config,
    ) -> None:
        super().__init__(seats, options, rulings, facts, config)
        self.verbs = tuple(
            dict.fromkeys((*self.verbs, *(a.verb for slug in config.slugs for a in actions.of_faction(slug))))
        )
        self.ground = tables.board(facts, config.map, len(seats))

    @classmethod
    def add_faction(cls, slug: str, data: Path) -> None:
        """Add a faction: its data file holds the table `[faction.<slug>]`. Raises `DataError` if the name is taken."""
        add_file(setup.FILES, "faction", slug, data)

    # -- setting up ---------------------------------------------------------------------------------------------------
    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Json] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Json] | None = None,
    ) -> Heroes:
        """Set a game up: 2 to 4 players, `factions` in seating order (clockwise), `rounds` (0: as printed)."""
        facts = setup.facts(overlay, VALUES)
        said = named(players)
        given = dict(options or {})
        wanted = len(said) if isinstance(said, tuple) else said
        factions = _factions(given.pop("factions", None), wanted)
        chosen = settled(cls.title, given, {"rounds": ROUNDS})
        decided = settle(cls.questions, rulings)
        config = setup.config(factions, said if isinstance(said, tuple) else (), facts, decided, chosen)
        seats = tuple(
            Seat(
                i,
                config.players[i],
                board.colour,
                board.icon,
                board.letters,
                board.title,
                many=config.players[i] == board.title,
            )
            for i, board in enumerate(config.factions)
        )
        return cls(seats, {"factions": list(factions), **chosen}, decided, facts, config)

    @classmethod
    def choices(cls, players: int) -> dict[str, Option]:
        slugs, facts = list(setup.FILES), setup.facts(None, VALUES)
        titles = {slug: facts[f"faction.{slug}.title"] for slug in slugs}
        about = "Who plays which, clockwise round the table."
        return {"factions": Option(slugs[:players], slugs, "", "Factions", about, titles, each=True), "rounds": ROUNDS}

    @classmethod
    def samples(cls) -> tuple[dict[str, Any], ...]:
        """2 to 4 players, every faction in each, the rulings the other way round."""
        other = {name: next(c for c in r.choices if c != r.default) for name, r in cls.questions.items()}
        gr, me, el, de, ha, cu = powers.CORE
        tables_: tuple[list[str], ...] = ([gr, me], [el, de], [ha, cu], [cu, gr, el], [de, me, ha], [gr, ha, de, cu])
        return (
            *({"options": {"factions": row, "rounds": 6}} for row in tables_),
            {"options": {"factions": [me, el, ha, cu], "rounds": 6}, "rulings": other},
            {"options": {"factions": [gr, de, el, ha], "rounds": 6}, "rulings": other},
        )

    # -- the rules ----------------------------------------------------------------------------------------------------
    def start(self) -> State:
        return setup.begin(self.config)

    step = staticmethod(flow.step)
    over = staticmethod(score.over)
    winners = staticmethod(score.winners)

    def actions(self, s: State, me: int) -> tuple[Action[State], ...]:
        return actions.known(s, me)

    def offered(self, s: State, me: int) -> tuple[Action[State], ...]:
        return actions.offered(s, me)

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
        faction = self.config.factions[seat]
        kind, n = faction.start
        ease = ("easy to play", "for practised players", "hard to play")[faction.difficulty - 1]
        return f"begins with {n} {faction.units[kind].name}{'s' if n != 1 else ''}; {ease}"

    def table(self, s: State, viewer: int | None = None) -> Table:
        return tables.table(self, s, viewer)

    def planned(self, s: State, table: Table, seat: int, answers: Sequence[tuple[str, Answer]]) -> Table:
        return tables.planned(self, s, table, seat, answers)

    figures = staticmethod(score.figures)
    goals_at = staticmethod(goals.goals_at)
    goals = staticmethod(goals.goals)

    strength = staticmethod(evaluation.strength)
    themes = themes.THEMES
    parts = staticmethod(evaluation.parts)
    weighed_in = "In victory points"
    spread = 3.0

    detail = staticmethod(labels.detail)
    outcome = staticmethod(ending.outcome)

    def prompt(self, s: State, decision: Decision) -> str:
        return decision.prompt or labels.prompt(s, decision) or super().prompt(s, decision)

    def plan_line(self, s: State, decision: Decision, option: Answer) -> str:
        return labels.plan_line(decision, option) or super().plan_line(s, decision, option)

    def fight_area(self, s: State) -> int | None:
        return None if s.combat is None else s.combat.region

    def moment(self, s: State) -> tuple[int, int, int]:
        return s.round, s.action, s.turn

    def where(self, s: State) -> str:
        if s.stage == START:
            return f"set-up, {self.seats[s.turn].name}"
        what = f", {ACTION_TITLES[s.action]} {s.level}" if s.action >= 0 else ""
        return f"round {s.round} of {s.config.rounds}{what}, {self.seats[s.turn].name}"


def _factions(given: Any, players: int | None) -> tuple[str, ...]:
    """The factions in seating order: those that are named, or the first of the box."""
    known = tuple(setup.FILES)
    if given is None:
        given = list(known[: players or 2])
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise UnknownName(f"factions are a list of names: {', '.join(known)}")
    for slug in given:
        if slug not in known:
            raise unknown("faction", slug, known)
    if len(set(given)) < len(given):
        raise UnknownName("each faction can be played once (HE-SET-001)")
    if not 2 <= len(given) <= 4:
        raise UnknownName(f"Heroes II is for 2 to 4 players, not {len(given)} (HE-CMP-001)")
    if players is not None and players != len(given):
        raise UnknownName(f"there are {len(given)} factions for {players} players")
    return tuple(given)


powers.register(Heroes)
Heroes.questions = read_rulings(DATA / "rulings.toml")
Heroes.presets = read_presets(DATA / "presets.toml")
Heroes.first_game = read_first_game(DATA / "first_game.toml")
Heroes.rulebook = Rulebook.read(DATA.parent / "rulebook.toml")
SYSTEM = Heroes
