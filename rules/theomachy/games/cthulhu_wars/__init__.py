"""Cthulhu Wars: factions of ancient gods on a world map. The core game, two players too; factions are added by name.

An outside package adds one with `Power` and `Slot` classes of its own, `CthulhuWars.add_faction(slug, data_file)`, and
`add_rules` and `add_rulings`. `examples/homebrew` shows how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from ...engine.errors import UnknownName, unknown
from ...engine.plain import Json, Said
from ...engine.reference.facts import Facts, add_file
from ...engine.reference.rulebook import Rulebook
from ...engine.reference.rulings import Rulings, opposite, settle
from ...engine.reference.rulings import read as read_rulings
from ...engine.runtime.decision import Answer, Decision
from ...engine.runtime.first_game import read as read_first_game
from ...engine.runtime.players import Option, named
from ...engine.runtime.players import options as settled
from ...engine.runtime.presets import read as read_presets
from ...engine.runtime.requirement import Action, Requirement
from ...engine.runtime.system import STANDARD, System
from ...engine.tabletop.palette import Tool
from ...engine.tabletop.table import Seat, Sheet, Table, Target
from ...engine.wording import together
from . import powers
from .authoring import editor_tools, scenario_words, validation
from .display import battle_powers, ending, labels, sheets, tokens
from .display import table as tables
from .reckoning import evaluation, goals, themes
from .reckoning.line_up import BATTLES
from .rules import flow, menu, score, setup, within
from .rules.arguments import ARGUMENT_TYPES, PROMPTS
from .rules.components import VALUES
from .rules.config import DATA, Config
from .rules.domains import ACTION, DOOM, OFF_MAP, OVER, SETUP, to_file
from .rules.maps import add_boards
from .rules.state import State
from .rules.timings import SLOTS, VOCABULARY

SHORT = {
    "doom": Option(
        0, range(201), "as printed", "Doom", "The game ends when somebody has so much Doom: a change of the rules."
    ),
    "spellbooks": Option(
        0, range(7), "as printed", "Spellbooks", "So many spellbooks are needed to win: a change of the rules."
    ),
}  # fmt: skip


LOT = {
    "lot": Option(
        0,
        range(41),
        "all",
        "Cards by lot",
        "So many are drawn for this game; one more than there are players is usual.",
    ),
    "great_old_ones": Option(
        0,
        range(41),
        "all",
        "Great Old Ones by lot",
        "So many may be awakened, by lot; for a first game one fewer than players.",
    ),
}


def box_title(slug: str) -> str:
    """The name of a box as people write it: "Colour out of Space"."""
    small = ("of", "out", "and", "about")
    return " ".join(word if word in small else word.capitalize() for word in slug.split("_"))


class CthulhuWars(System[State]):
    """One configured game of Cthulhu Wars."""

    slug = "cthulhu_wars"
    title = "Cthulhu Wars"
    phases = ("Action", "Gather Power", "First Player", "Doom")
    vocabularies = (VOCABULARY, SLOTS)
    anytime_names = ("reveal",)
    state, argument_types, exemplary, core_samples = State, ARGUMENT_TYPES, 4, 7
    laws, prompts, answers = validation.CHECKS, PROMPTS | powers.PROMPTS, STANDARD | {"no second": "No second action"}
    fights = BATTLES
    afford = Requirement("CW-ACT-002", "You can pay {0} Power", lambda s, me: True)
    faction_files: ClassVar[dict[str, Path]] = {}
    thing_files: ClassVar[dict[str, Path]] = {}  # cards and neutral units of outside packages
    thing_needs: ClassVar[dict[str, tuple[str, ...]]] = {}  # other sets, without which one is nothing
    world_files: ClassVar[dict[str, Path]] = {}  # what other worlds have and bring

    def __init__(
        self,
        seats: tuple[Seat, ...],
        options: Mapping[str, Json],
        rulings: Rulings,
        facts: Facts,
        config: Config,
    ) -> None:
        super().__init__(seats, options, rulings, facts, config)
        self.verbs = tuple(dict.fromkeys(verb for seat in config.seats for verb in menu.verbs(config, seat)))

    @classmethod
    def add_faction(cls, slug: str, data: Path) -> None:
        """Add a faction: its data file holds the tables `[faction.<slug>]`. Raises `DataError` if the name is taken."""
        add_file(cls.faction_files, "faction", slug, data)

    @classmethod
    def add_things(cls, slug: str, data: Path, needs: tuple[str, ...] = ()) -> None:
        """Add what is no faction's, `[cards.*]`, `[neutral.units.*]` and `[every.units.*]` (a kind of its own for each
        faction): it joins the games whose `things` name it, with the sets that it `needs`.
        """
        add_file(cls.thing_files, "set of things", slug, data)
        cls.thing_needs = cls.thing_needs | {slug: needs}

    @classmethod
    def add_world(cls, slug: str, folder: Path) -> None:
        """Add a world: the folder holds `world.toml` with `[maps.*]` (title, players) and what comes with them (rows
        that say `world`, and `[worlds.<slug>.tokens.*]`), and its boards in `boards`, which name the world too.

        Raises `DataError` if its name, or that of a board, is taken.
        """
        add_file(cls.world_files, "world", slug, folder / "world.toml")
        add_boards(folder / "boards")

    # -- setting up ---------------------------------------------------------------------------------------------------
    @classmethod
    def build(
        cls,
        *,
        players: int | Sequence[str] | None = None,
        options: Mapping[str, Json] | None = None,
        rulings: Mapping[str, str] | None = None,
        overlay: str | Path | Mapping[str, Json] | None = None,
    ) -> CthulhuWars:
        """Set a game up: 2 to 4 players with the core box, up to 11 with others; `factions` in seating order, a `map`,
        the `doom` that ends it, and how many `spellbooks` whoever wins must have (0: as printed).
        """
        given = dict(options or {})
        short = settled("Cthulhu Wars", {name: given.pop(name, 0) for name in SHORT}, SHORT)
        named_things = given.pop("things", None) or ""
        things = [named_things] if named_things and isinstance(named_things, str) else named_things or []
        if not isinstance(things, list | tuple):
            raise UnknownName(f"the option things is a name or a list of names, not {things!r:.80}")
        for slug in things:
            if slug not in cls.thing_files:
                raise unknown("set of things", slug, cls.thing_files)
        named_cards = given.get("cards") or ""
        wanted_cards = [named_cards] if named_cards and isinstance(named_cards, str) else named_cards or []
        if not isinstance(wanted_cards, list | tuple) or not all(isinstance(card, str) for card in wanted_cards):
            raise UnknownName(f"the option cards is a name or a list of names, not {named_cards!r:.80}")
        cards = [str(card) for card in wanted_cards]
        of_cards = [
            slug
            for slug, path in cls.thing_files.items()
            if cards and {*cards} & setup.loyalty_cards(Facts.read(path)).keys()
        ]
        sets = [*things, *(slug for slug in of_cards if slug not in things)]
        whole = dict.fromkeys(x for slug in sets for x in (*cls.thing_needs.get(slug, ()), slug))
        grey = given.pop("handicap", None)
        files = *cls.faction_files.values(), *cls.world_files.values(), *(cls.thing_files[slug] for slug in whole)
        files += (DATA / "handicap.toml",) if grey else ()
        facts = Facts.read(DATA / "core.toml", *files, overlay=overlay, kinds=VALUES)
        facts = facts.agreed("victory.doom", short["doom"], "the option doom", VALUES)
        facts = facts.agreed("victory.books", short["spellbooks"], "the option spellbooks", VALUES)
        said = named(players)
        wanted = len(said) if isinstance(said, tuple) else said
        if wanted is not None and wanted < 2:
            raise UnknownName(f"Cthulhu Wars is for 2 players or more, not {wanted}")
        chosen = setup.settle(given, wanted, facts, powers.CORE) | short
        chosen |= {"things": named_things if isinstance(named_things, str) else list(things)}
        chosen |= {"handicap": setup.handicaps(grey, facts)}
        facts = setup.in_the_box(facts, cards, chosen["map"], chosen["factions"])
        lots = settled("Cthulhu Wars", {name: given.get(name, 0) for name in LOT}, LOT)
        chosen |= {"cards": named_cards if isinstance(named_cards, str) else cards or "", **lots}
        decided = settle(cls.questions, rulings)
        config = setup.config(chosen, decided, facts, said if isinstance(said, tuple) else (), tuple(whole))
        seats = tuple(
            Seat(
                i,
                config.players[i],
                card.colour,
                card.icon,
                card.letters,
                card.title,
                many=card.many and config.players[i] == card.title,
            )
            for i, card in enumerate(config.played)
        )
        game = cls(seats, chosen, decided, facts, config)
        game.nobodys = tokens.nobodys(config)
        return game

    @classmethod
    def choices(cls, players: int) -> dict[str, Option]:
        facts = Facts.read(DATA / "core.toml", *cls.faction_files.values(), *cls.world_files.values())
        sold, box = dict[str, str](), dict[str, str]()
        for slug, path in cls.thing_files.items():
            cards = setup.loyalty_cards(Facts.read(path))
            sold |= cards
            box |= dict.fromkeys(cards, slug)
        slugs = facts.names("faction")
        titles = {slug: facts[f"faction.{slug}.title"] for slug in slugs}
        boards = {slug: facts[f"maps.{slug}.title"] for slug in facts.names("maps")}
        maps = [slug for slug in boards if players in facts[f"maps.{slug}.players"]]
        return {
            "factions": Option(
                slugs[:players], slugs, "", "Factions", "Who plays which, clockwise round the table.", titles, each=True
            ),
            "map": Option(
                setup.DEFAULT_MAPS.get(players, maps[0]),
                maps,
                "",
                "Map",
                "Which world, and which halves of its board, lie on the table.",
                boards,
                place=True,
            ),
            "things": Option(
                "",
                tuple(cls.thing_files),
                "",
                "Expansions",
                "What joins the game beside factions and map, any of them.",
                {slug: box_title(slug) for slug in cls.thing_files},
                some=True,
            ),
            "handicap": Option(
                "",
                tuple(f"{how}:{slug}" for how in setup.HANDICAPS for slug in slugs),
                "none",
                "Handicap",
                "Too strong: a grey Acolyte, once lost gone for good. Too weak: a seventh one.",
                {f"{how}:{slug}": f"{titles[slug]} too {how}" for how in setup.HANDICAPS for slug in slugs},
                some=True,
            ),
            "cards": Option(
                "",
                tuple(sold),
                "",
                "Loyalty cards",
                "Those that are sold or awakened; none picked: all of the expansions.",
                sold,
                some=True,
                of="things",
                part_of=box,
            ),
            **LOT,
            **SHORT,
        }

    @classmethod
    def samples(cls) -> tuple[dict[str, Any], ...]:
        """2 to 4 players, every faction in each, both maps for four, the rulings the other way round; then a table with
        each faction of another box, one with cards that are sold, one with Great Old Ones of no faction, one with each
        set of things that is played by itself, one in each other world, two with each faction of an outside package.
        """
        gc, cc, bg, ys = powers.CORE
        tables: tuple[dict[str, Any], ...] = (
            {"factions": [gc, bg]},
            {"factions": [cc, ys]},
            {"factions": [bg, cc, gc]},
            {"factions": [gc, ys, cc]},
            {"factions": [gc, cc, bg, ys], "map": "earth_4p_3w5e"},
            {"factions": [ys, bg, cc, gc], "map": "earth_4p_5w3e"},
        )
        more: list[dict[str, Any]] = [
            {"factions": [gc, slug, ys, bg]} | powers.BESIDE.get(slug, {}) for slug in powers.MORE
        ]
        more.append({"factions": [gc, cc, bg, ys], "things": list(powers.SOLD), "lot": 8})
        more.append({"factions": [ys, bg, gc, cc], "things": list(powers.AWAKENED)})
        three = [ys, gc, bg]
        more += [{"factions": powers.TABLES.get(slugs[0], three), "things": list(slugs)} for slugs in powers.ALONE]
        more += [{"factions": [bg, gc, ys], "map": f"{slug}_3p"} for slug in powers.WORLDS]
        outside = [slug for slug in cls.faction_files if slug not in (*powers.CORE, *powers.MORE)]
        more += [{"factions": seats} for slug in outside for seats in ([gc, slug], [slug, cc, bg])]
        whole = {"options": tables[4], "rulings": opposite(cls.questions)}
        return (*({"options": table} for table in tables), whole, *({"options": table} for table in more))

    # -- the rules ----------------------------------------------------------------------------------------------------
    step = staticmethod(flow.step)
    anytime_actions = staticmethod(flow.anytime_actions)
    anytime_at = staticmethod(flow.anytime_at)
    act_anytime = staticmethod(flow.reveal)
    actions, besides = staticmethod(menu.known), staticmethod(within.elsewhere)

    @cached_property
    def _beginning(self) -> State:
        return setup.begin(self.config)

    def start(self) -> State:
        return self._beginning.copy()

    def over(self, s: State) -> bool:
        return s.phase == OVER

    def winners(self, s: State) -> tuple[int, ...]:
        return score.winners(s) if s.phase == OVER else ()

    def offered(self, s: State, me: int) -> tuple[Action, ...]:
        if me != s.active:
            return ()
        return menu.offered(s, me) if s.phase == ACTION else menu.in_doom(s, me) if s.phase == DOOM else ()

    def answer_to_file(self, answer: Answer) -> Answer:
        if type(answer) is tuple:
            return tuple(map(self.answer_to_file, answer))
        return to_file(self.config, answer) if type(answer) is int else answer

    def answer_from_file(self, answer: Answer, options: Sequence[Answer]) -> Answer:
        if answer in options:
            return answer
        return next((option for option in options if self.answer_to_file(option) == answer), answer)

    def anytime_label(self, s: State, answer: Answer) -> str:
        return f"{self.seats[answer[2]].name}: reveal an Elder Sign worth {answer[3]}"

    def anytime_targets(self, s: State, answer: Answer) -> tuple[Target, ...]:
        return (f"seat:{answer[2]}",)

    # -- what the declaration cannot know -----------------------------------------------------------------------------
    violations = staticmethod(validation.violations)
    arranged = staticmethod(scenario_words.arranged)

    def blank(self, setup: Mapping[str, Said]) -> State:
        return scenario_words.blank(self.config, setup)

    def palette(self, s: State) -> tuple[Tool, ...]:
        tools = [tool for tool in super().palette(s) if tool.id != "decay" or self.config.two]
        tools = editor_tools.of_the_market(s, tools)
        return tuple(sorted(tools, key=lambda tool: tool.section == OFF_MAP))  # after what has no section

    # -- for people ---------------------------------------------------------------------------------------------------
    figures = staticmethod(score.figures)
    goals_at = staticmethod(goals.goals_at)
    goals = staticmethod(goals.goals)
    strength = staticmethod(evaluation.strength)
    themes = themes.THEMES
    parts = staticmethod(evaluation.parts)
    weighed_in = "In Doom"
    spread, gives_up = 12.0, ("abandon",)
    calibrated = (85, 0.87, 0.66)
    detail = staticmethod(labels.detail)
    outcome = staticmethod(ending.outcome)
    forecasts = staticmethod(labels.forecasts)
    dice_detail = staticmethod(labels.dice_detail)
    face, in_game = staticmethod(tokens.face), staticmethod(labels.in_game)

    def pictured(self, s: State, decision: Decision, option: Answer) -> tuple[Target, ...]:
        return labels.pictured(s, decision, option) or super().pictured(s, decision, option)

    def source_name(self, name: str) -> str:
        return battle_powers.source_name(name)

    def leads_anywhere(self, seat: int) -> str:
        config = self.config
        units = config.factions[seat].units
        first = config.goos[seat] or [max(config.kinds[seat], key=lambda k: units[k].combat)]  # one has no god at all
        return together([units[k].name for k in first])

    def leads(self, seat: int) -> str:
        gods = self.leads_anywhere(seat)
        faction, board = self.config.factions[seat], self.config.map
        printed = board.key in faction.start or faction.slug in board.starts
        homes = faction.starts(board) if printed else ()  # several: a faction chooses where it starts
        names = " or ".join(board.names[home] for home in homes)
        return f"{gods}, from {names}" if names else gods

    def table(self, s: State, viewer: int | None = None) -> Table:
        return tables.table(self, s, viewer)

    def page(self, s: State, seat: int) -> Sheet:
        return sheets.page(s, seat)

    def fight_area(self, s: State) -> int | None:
        return None if s.battle is None else s.battle.area

    def fight_depth(self, s: State) -> int:
        return len(s.outer or ())

    def moment(self, s: State) -> tuple[int, int, int]:
        turn, phase = flow.now(s)
        return turn, phase if ACTION <= phase <= DOOM else -1, s.active

    def where(self, s: State) -> str:
        turn, phase = flow.now(s)
        name = "set-up" if phase == SETUP else "the end" if phase == OVER else self.phases[phase]
        where = f", battle in {self.config.map.names[s.battle.area]}" if s.battle is not None else ""
        return f"round {turn}, {name}{where}, {self.seats[s.active].name}"


State.phrases, State.tricks = scenario_words.PHRASES, editor_tools.TRICKS
CthulhuWars.questions = read_rulings(DATA / "rulings.toml")
CthulhuWars.presets = read_presets(DATA / "presets.toml")
CthulhuWars.first_game = read_first_game(DATA / "first_game.toml")
CthulhuWars.rulebook = Rulebook.read(DATA.parent / "rulebook.toml")
powers.register(CthulhuWars)
SYSTEM = CthulhuWars
