"""Glorantha: The Gods War. Empires of gods fight for the world before it ends.

An outside package adds an empire with `Power` and `Quest` classes of its own and `GodsWar.add_empire(slug, data_file)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.errors import UnknownName, unknown
from ...engine.plain import Said
from ...engine.reference.facts import Facts, add_file
from ...engine.reference.rulebook import Rulebook
from ...engine.reference.rulings import opposite, settle
from ...engine.reference.rulings import read as read_rulings
from ...engine.runtime.decision import Answer, Decision
from ...engine.runtime.first_game import read as read_first_game
from ...engine.runtime.players import Option, named
from ...engine.runtime.players import options as settled
from ...engine.runtime.presets import read as read_presets
from ...engine.runtime.requirement import Action, Requirement
from ...engine.runtime.system import STANDARD, System
from ...engine.tabletop.table import Seat, Table, Target
from . import powers
from .authoring import scenario_words, validation
from .display import ending, labels, sheets, tokens
from .display import table as tables
from .reckoning import evaluation, goals, themes
from .reckoning.line_up import BATTLES
from .rules import actions, flow, leaving, score, setup
from .rules.arguments import ARGUMENT_TYPES
from .rules.components import VALUES
from .rules.config import DATA
from .rules.state import (
    ACTION,
    COMPROMISE,
    COUNCIL,
    END,
    FIRST,
    LAST_RUNES,
    OVER,
    POINTS,
    POWER,
    SETUP,
    STRUGGLE,
    State,
)
from .rules.timings import QUESTS, VOCABULARY

ROUNDS = Option(0, range(1001), "no end", "Rounds", "The game ends after so many rounds, for a short evening.")
POINTS_TO_WIN = Option(
    0, range(201), "as printed", "Victory Points", "The game ends at so many points: a change of the rules."
)  # fmt: skip
SHORT = {"rounds": ROUNDS, "points": POINTS_TO_WIN}
PHASE_NAMES = (
    "action", "last runes", "power", "first player", "points", "council", "struggle", "compromise", "the end",
)  # fmt: skip
# The three phases of a round, by what the flow does in them.
IN_BAR = {ACTION: 0, LAST_RUNES: 0, POWER: 1} | dict.fromkeys((FIRST, POINTS, COUNCIL, STRUGGLE, COMPROMISE, END), 2)


def _of_sort(facts: Facts, word: str, slugs: Sequence[str]) -> Option:
    """The choice of a monster of one sort: none, one, or all."""
    titles = {slug: facts[f"empire.{slug}.title"] for slug in slugs}
    names = {"": "None", **titles, setup.ALL: "All, for experts"}
    title = word.replace("_", " ").title()
    about = "One of a sort is advised."
    return Option("", ("", *slugs, setup.ALL), "", title, about, names)


class GodsWar(System[State]):
    """One configured game of the Gods War."""

    slug = "gods_war"
    title = "The Gods War"
    phases = ("Action", "Power", "Council")
    vocabularies = (VOCABULARY, QUESTS)
    anytime_names = weighed = of_hand = ("rune",)
    may_leave = True
    # Nothing in the rules ends a game in which nobody scores; 700 random games over all samples took 4 to 8 rounds.
    simulation: ClassVar[Mapping[str, Any]] = {"rounds": 60}
    calibrated = (40, 0.91, 0.89)
    state, argument_types = State, ARGUMENT_TYPES
    verbs: tuple[str, ...] = ("build", "upgrade", "summon", "move", "battle")
    laws, prompts = validation.CHECKS, labels.PROMPTS | powers.QUESTIONS
    answers = STANDARD | labels.ANSWERS
    gives_up, fights = ("drop",), BATTLES
    exemplary, core_samples = 4, 7
    afford = Requirement("GW-ACT-002", "You can pay {0} Power", lambda s, me: True)

    @classmethod
    def add_empire(cls, slug: str, data: Path) -> None:
        """Add an empire: its data file holds the table `[empire.<slug>]`. Raises `DataError` if the name is taken."""
        add_file(setup.FILES, "empire", slug, data)

    @classmethod
    def add_race(cls, slug: str, data: Path) -> None:
        """Add an elder race, which joins the games whose `races` name it or draw it: its data file holds the table
        `[empire.<slug>]` with what its loyalty card brings.
        """
        add_file(setup.RACES, "elder race", slug, data)

    @classmethod
    def add_owner(cls, slug: str, data: Path) -> None:
        """Add an owner that nobody plays and that comes with others, as that of the elder races does."""
        add_file(setup.OWNERS, "owner", slug, data)

    @classmethod
    def add_monster(cls, slug: str, data: Path) -> None:
        """Add an owner that nobody plays, which joins the games whose `monsters` name it: its data file holds the table
        `[empire.<slug>]`.
        """
        add_file(setup.MONSTERS, "monster", slug, data)

    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Any] | None = None,
    ) -> GodsWar:
        """Set a game up: `empires` in seating order (clockwise), a `map`, `rounds` (0: no end), the `points` that end
        it (0: as printed), and lists of the elder `races` and `monsters` that join it; "by lot" among the races has as
        many more drawn as there are players. There is at most one monster of a sort, unless `experts` is "yes"; each
        sort is an option too, with one name or "all" (`dragon = "black_dragon"`).
        """
        said = named(players)
        given = dict(options or {})
        wanted = len(said) if isinstance(said, tuple) else said
        wanted_races = given.pop("races", "")
        races, by_lot = setup.races_of(wanted_races)
        slugs = setup.empires_of(given.pop("empires", None), wanted, races)
        board = setup.board_of(given.pop("map", ""), len(slugs), races)
        printed = setup.facts(board, overlay, VALUES)
        sorts = setup.sorts(printed)
        of_sort = {word: given.pop(word, "") for word in sorts}
        monsters = setup.monsters_of(sorts, given.pop("monsters", None), given.pop("experts", "no"), of_sort)
        more = {"races": wanted_races if isinstance(wanted_races, str) else list(wanted_races or ()) or ""}
        if strange := set(given) - set(SHORT):
            known = ("empires", "map", *more, "monsters", "experts", *sorts, *SHORT)
            raise unknown(f"option of {cls.title}", min(strange), known)
        chosen = settled(cls.title, given, SHORT) | more | setup.said(sorts, monsters)
        facts = printed.agreed("victory.goal", chosen["points"], "the option points", VALUES)
        decided = settle(cls.questions, rulings)
        names = said if isinstance(said, tuple) else ()
        config = setup.config(slugs, board, names, facts, decided, chosen["rounds"], races, monsters, by_lot=by_lot)
        sheets = zip(config.players, config.empires, strict=False)
        seats = tuple(Seat(i, name, e.colour, e.icon, e.letters, e.title) for i, (name, e) in enumerate(sheets))
        game = cls(seats, {"empires": list(slugs), "map": board} | chosen, decided, facts, config)
        game.nobodys = tokens.nobodys(config)
        return game

    @classmethod
    def choices(cls, players: int) -> dict[str, Option]:
        maps, slugs = setup.boards().get(players), list(setup.FILES)
        if maps is None:
            raise UnknownName(f"the Gods War is for 3 to 8 players, not {players} (GW-SET-005)")
        facts = setup.facts(maps[0], None, VALUES)
        titles = {slug: facts[f"empire.{slug}.title"] for slug in slugs}
        folk = [slug for slug in setup.RACES if any(setup.at_home(slug, board) for board in maps)]
        about = "Who plays which, clockwise round the table."
        names = {slug: f"{players} players{f', {slug[-1].upper()}' if '_' in slug else ''}" for slug in maps}
        return {
            "empires": Option(slugs[:players], slugs, "", "Empires", about, titles, each=True),
            "map": Option(maps[0], maps, "", "Map", "Which arrangement of the world lies on the table.", names),
            "races": Option(
                "",
                (setup.BY_LOT, *folk),
                "",
                "Elder Races",
                "Small peoples to be won as allies; by lot until each player may have one.",
                {setup.BY_LOT: "By lot"} | {slug: facts[f"empire.{slug}.title"] for slug in folk},
                some=True,
            ),
            **{word: _of_sort(facts, word, row) for word, row in setup.sorts(facts).items()},
            **SHORT,
        }

    @classmethod
    def samples(cls) -> tuple[dict[str, Any], ...]:
        """3 and 4 players, both arrangements, the rulings of the core the other way round; then with each empire of
        another box a table of three, and one of five with all rulings the other way round; then tables with Monsters,
        then with elder races; last six, seven and eight players, with something of every box.
        """
        sk, st, da, ch = powers.CORE
        tables_: tuple[dict[str, Any], ...] = (
            {"empires": [sk, st, da]},
            {"empires": [ch, st, da]},
            {"empires": [sk, ch, st]},
            {"empires": [da, sk, ch]},
            {"empires": [sk, st, da, ch], "map": "4p_a"},
            {"empires": [ch, da, st, sk], "map": "4p_b"},
        )
        rows = [{"players": len(row["empires"]), "options": row} for row in tables_]
        core = {name: row for name, row in cls.questions.items() if name in read_rulings(DATA / "rulings.toml")}
        others: list[dict[str, Any]] = []
        for slug in powers.MORE:
            others.append({"options": {"empires": [sk, slug, ch]}})
            others.append({"options": {"empires": [st, slug, ch, da, sk]}, "rulings": opposite(cls.questions)})
        one, other, *more = powers.MONSTERS_IN_SAMPLES
        wild: list[dict[str, Any]] = [
            {"options": {"empires": [sk, st, da], "monsters": list(one)}},
            {"options": {"empires": [ch, da, st, sk], "monsters": list(other)}},
        ]
        for row in more:  # more than are advised
            options = {"empires": [st, sk, ch], "monsters": list(row), "experts": "yes"}
            wild.append({"options": options, "rulings": opposite(cls.questions)})
        folk: tuple[dict[str, Any], ...] = (
            {**tables_[4], "races": ["dwarfs", "elves", "ducks", "giants", "luathans", "slarges"]},
            {"empires": [sk, st, da, ch, powers.MORE[0]],
             "races": ["waertagi", "boggles", "maidstone_archers", "vadeli", "dragonewts"]},
            {**tables_[5], "races": ["scorpion_folk", "by lot"]},
        )  # fmt: skip
        with_folk: list[dict[str, Any]] = [{"options": row} for row in folk]
        with_folk[1]["rulings"] = opposite(cls.questions)
        ig, ea, se, mo = powers.MORE
        large: tuple[dict[str, Any], ...] = (
            {"options": {"empires": [mo, sk, ea, st, da, se], "races": ["giants", "elves", "waertagi"],
                         "monsters": ["red_dragon", "mother_of_monsters", "juggernaut"], "rounds": 3}},
            {"options": {"empires": [ig, ch, mo, sk, se, da, ea], "map": "7p_b", "races": "by lot",
                         "monsters": ["black_dragon", "sky_terror", "androgeus"], "rounds": 3},
             "rulings": opposite(cls.questions)},
            {"options": {"empires": [sk, mo, st, ea, da, se, ch, ig], "races": ["scorpion_folk", "luathans", "by lot"],
                         "monsters": ["brown_dragon", "cwim", "leviathan", "arachne_solara"], "experts": "yes",
                         "rounds": 2}},
        )  # fmt: skip
        return (*rows, {**rows[4], "rulings": opposite(core)}, *others, *wild, *with_folk, *large)

    # -- the rules ----------------------------------------------------------------------------------------------------
    def start(self) -> State:
        return setup.begin(self.config)

    step = staticmethod(flow.step)
    over = staticmethod(score.over)
    winners = staticmethod(score.winners)
    anytime_actions = staticmethod(flow.anytime_actions)
    act_anytime = staticmethod(flow.act_anytime)
    leavers = staticmethod(leaving.leavers)
    leave = staticmethod(leaving.leave)
    absent = staticmethod(leaving.absent)
    lapse = staticmethod(leaving.lapse)
    stands_in = staticmethod(leaving.stands_in)

    def leave_rule(self) -> tuple[str, str]:
        text = "The empire stays with all that it has, as the Uncontrolled Faction; it does not act any more."
        return "GW-SPC-006", text

    def actions(self, s: State, me: int) -> tuple[Action[State], ...]:
        return actions.known(s, me)

    def offered(self, s: State, me: int) -> tuple[Action[State], ...]:
        return actions.offered(s, me) if s.phase == ACTION and s.active == me else ()

    def anytime_label(self, s: State, answer: Answer) -> str:
        return f"{self.seats[answer[2]].name}: rune {s.config.runes[answer[3]].name}"

    def anytime_targets(self, s: State, answer: Answer) -> tuple[Target, ...]:
        return (f"card:{answer[2]}:{answer[3]}",)

    def targets(self, s: State, decision: Decision, option: Answer) -> tuple[Target, ...]:
        found = super().targets(s, decision, option)
        return found + labels.moved_by(s, decision.player, option) if decision.kind == "action" else found

    # -- what the declaration cannot know -----------------------------------------------------------------------------
    violations = staticmethod(validation.violations)
    arranged = staticmethod(scenario_words.arranged)

    def blank(self, setup: Mapping[str, Said]) -> State:
        return scenario_words.blank(self.config, setup)

    # -- for people ---------------------------------------------------------------------------------------------------
    figures = staticmethod(score.figures)
    goals_at = staticmethod(goals.goals_at)
    goals = staticmethod(goals.goals)
    strength = staticmethod(evaluation.strength)
    themes = themes.THEMES
    parts = staticmethod(evaluation.parts)
    weighed_in = "In Victory Points at the end"
    spread, at_once = 4.0, 1.0  # what busy bots do afterwards is luck beside it: docs/levels.md
    detail = staticmethod(labels.detail)
    piece_card = staticmethod(sheets.card_of)
    outcome = staticmethod(ending.outcome)
    forecasts = staticmethod(labels.forecasts)
    dice_detail = staticmethod(labels.dice_detail)

    def leads(self, seat: int) -> str:
        units = self.config.empires[seat].units
        most = max(unit.rank for unit in units)
        return ", ".join(unit.name.rpartition(", ")[2] for unit in units if unit.rank == most)

    def table(self, s: State, viewer: int | None = None) -> Table:
        return tables.table(self, s, viewer)

    def fight_area(self, s: State) -> int | None:
        if s.battle is not None:
            return s.battle.area
        return s.config.map.spike if s.struggle is not None else None

    def moment(self, s: State) -> tuple[int, int, int]:
        return s.round, IN_BAR.get(s.phase, -1), s.active

    def where(self, s: State) -> str:
        name = "set-up" if s.phase == SETUP else "over" if s.phase == OVER else PHASE_NAMES[s.phase]
        where = f", battle in {self.config.map.names[s.battle.area]}" if s.battle is not None else ""
        return f"round {s.round}, {name}{where}, {self.seats[s.active].name}"


State.phrases = scenario_words.PHRASES
GodsWar.questions = read_rulings(DATA / "rulings.toml")
GodsWar.presets = read_presets(DATA / "presets.toml")
GodsWar.first_game = read_first_game(DATA / "first_game.toml")
GodsWar.rulebook = Rulebook.read(DATA.parent / "rulebook.toml")
powers.register(GodsWar)
SYSTEM = GodsWar
