"""What the terminal and the notebook share: opening things by name or path, settings as words, rules, coverage."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from .answers.readings import AS_PLAYED, Reading, compare, with_value
from .engine import files
from .engine.authoring import scenario
from .engine.authoring.scenario_run import events_since
from .engine.errors import IllegalAnswer, ScenarioError, TheoError, UnknownName, cause, unknown
from .engine.game import journal, registry, save
from .engine.game.begin import begin as new_game
from .engine.game.game import Game
from .engine.game.registry import game as system_class
from .engine.reference import facts
from .engine.reference.rulebook import Rule, Rulebook
from .engine.runtime.decision import LogEntry
from .engine.runtime.forecast import Forecast
from .engine.runtime.system import System
from .engine.runtime.trace import Event, told
from .engine.tabletop.beside_words import line

JOURNAL = ".journal"  # how the name of a journal ends
INSTALL = 'pip install "theomachy[lab]"'


def place(path: Path) -> None:
    """Can a file be written there? Asked before the work, not after it. Raises `TheoError` with a sentence."""
    try:
        files.place(path)
    except (OSError, ValueError) as fault:  # a ValueError: a NUL in the name
        raise TheoError(f"{path} cannot be written: {cause(fault)}") from fault


def part(name: str, what: str) -> ModuleType:
    """A module that may be missing in a smaller installation. Raises `TheoError` with a sentence then."""
    try:
        return import_module(name)
    except ImportError as fault:
        lacks = (fault.name or "").partition(".")[0]
        if isinstance(fault, ModuleNotFoundError) and not lacks.startswith("theomachy"):
            raise TheoError(f"{what} needs {line(lacks)}, which is not installed here: {INSTALL}") from fault
        raise TheoError(f"{what} is not available here: {line(str(fault))}") from fault


def settings(given: Iterable[str], what: str) -> dict[str, Any]:
    """Words such as "map=12x12" as a dictionary; numbers, true and false and lists (a,b) are read as such, and of
    "@FILE" the tables of that TOML file.
    """
    found: dict[str, Any] = {}
    for word in given:
        key, sign, value = word.partition("=")
        if not sign or not key:
            raise TheoError(f"{what} is written name=value, not {word!r:.80}")
        found[key.strip()] = _value(value.strip())
    return found


def _value(text: str) -> Any:
    if text.startswith("@"):
        return files.read_toml(text[1:], "file of an option", facts.LARGEST)
    if "," in text:
        return [_value(piece.strip()) for piece in text.split(",") if piece.strip()]
    if text.lower() in ("true", "yes", "false", "no"):
        return text.lower() in ("true", "yes")
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 10 else text


def players(text: str | None) -> int | list[str] | None:
    """The seats as a number, or as names with commas between them."""
    if not text:
        return None
    return int(text) if text.isdecimal() and len(text) < 4 else [name.strip() for name in text.split(",")]


def build(
    slug: str,
    *,
    seats: str | None = None,
    options: Iterable[str] = (),
    rulings: Iterable[str] = (),
    overlay: str | None = None,
) -> System:
    """A game set up from words. Raises `TheoError`."""
    chosen = {name: str(choice) for name, choice in settings(rulings, "a ruling").items()}
    return system_class(slug).build(
        players=players(seats), options=settings(options, "an option"), rulings=chosen, overlay=overlay
    )


def begin(
    slug: str,
    *,
    seed: int | str = 0,
    seats: str | None = None,
    options: Iterable[str] = (),
    rulings: Iterable[str] = (),
    overlay: str | None = None,
    preset: str = "",
) -> Game:
    """A new game set up from words, by a quick start where one is named. Raises `TheoError`."""
    chosen = {name: str(choice) for name, choice in settings(rulings, "a ruling").items()}
    return new_game(
        slug, players=players(seats), seed=seed, rulings=chosen, overlay=overlay, preset=preset,
        options=settings(options, "an option"),
    )  # fmt: skip


def open_game(target: str, seed: int | str = 0) -> Game:
    """A game by its short name (newly set up), or a saved game, a journal or a scenario (played) by its path."""
    if target in registry.games():
        return Game(system_class(target).build(), seed=seed)
    path = Path(target)
    if not path.exists() and not path.suffix:
        raise UnknownName(f"{unknown('game', target, registry.games())}; and there is no such file")
    if path.suffix == ".toml":
        run = scenario.load(path).run()
        if not run.result.ok:
            raise ScenarioError(str(run.result).splitlines()[0])
        return run.game
    if path.suffix == JOURNAL:
        return journal.recover(path)
    return save.load(save.read(path))


def reading_lines(game: Game, rulings: Iterable[str], values: Iterable[str]) -> Iterator[str]:
    """What differs if a game is played again under other rulings and component values, each written name=value.

    Raises `TheoError` where none is told, or one does not fit.
    """
    laid: dict[str, Any] = {}
    for key, value in _pairs(values, "a value"):
        save.merge(laid, dict(with_value(game.system, key, value).overlay))
    other = Reading(rulings=dict(_pairs(rulings, "a ruling")), overlay=laid)
    if not other.rulings and not laid:
        raise TheoError("say what is read otherwise: --ruling NAME=CHOICE or --value KEY=VALUE")
    found = compare(game, AS_PLAYED, other)
    yield f"{found.a.name}, and: {found.b.name}"
    for side in (found.a, found.b):
        if side.stop is not None:
            yield f"  {side.name} stops at answer {side.stop.answer}: {side.stop.why}"
    yield f"  after answer {found.answers}, the last that holds under both, of {found.a.of}"
    for row in found.rows:
        yield f"  {row.what}: {row.before} | {row.after}{f'  [{row.rule}]' if row.rule else ''}"
    for name, only in zip((found.a.name, found.b.name), found.only, strict=True):
        if only:
            yield f"  {name}, there alone one may: {'; '.join(only)}"
    if not found.rows and not any(found.only) and found.parted is None:
        yield "  nothing differs"


def _pairs(given: Iterable[str], what: str) -> Iterator[tuple[str, str]]:
    for word in given:
        key, sign, value = word.partition("=")
        if not sign:
            raise TheoError(f"{what} is written name=value, not {word!r:.80}")
        yield key.strip(), value.strip()


def start_lines(slug: str) -> Iterator[str]:
    """The quick starts of a game and its options, a line each."""
    kind = system_class(slug)
    yield f"{slug}: {kind.title}"
    wide = max(map(len, kind.presets), default=0)
    for name, preset in kind.presets.items():
        yield f"  preset={name:<{wide}}  {preset.title}, {preset.players} players: {preset.about}"
    seats = next(iter(kind.presets.values())).players if kind.presets else 2
    for name, option in kind.choices(seats).items():
        zero = f" (0: {option.zero})" if option.zero else ""
        among = (
            f"{option.among[0]} to {option.among[-1]}{zero}"
            if isinstance(option.among, range)
            else ", ".join(str(word) for word in option.among if word != "")
        )
        yield f"  {name}: {option.about} [{among}]"


# -- rules ------------------------------------------------------------------------------------------------------------
def find_rules(book: Rulebook, words: Sequence[str]) -> list[Rule]:
    """The rule with this id, or those that answer words or a question, the best first. Raises `UnknownName`."""
    if len(words) == 1 and words[0] in book:
        return [book[words[0]]]
    if not words:
        raise TheoError("write an id or words: rule how do mountains defend")
    found = book.search(" ".join(words))
    if not found and len(words) == 1 and "-" in words[0]:
        return [book[words[0]]]  # raises with the nearest id
    if not found:
        raise UnknownName(f"no rule speaks of {' '.join(words)!r:.80}")
    return found


def shown_by(folder: Path, slug: str) -> dict[str, list[str]]:
    """Rule id -> the scenario files of a game under a folder that show it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.toml")) if folder.is_dir() else []:
        read = scenario.load(path)
        if read.game == slug:
            for rule in read.rules:
                found.setdefault(rule, []).append(path.relative_to(folder).as_posix())
    return found


def proven(report: Path) -> Counter[str]:
    """How many tests prove each rule, from the report of a test run. Raises `TheoError`."""
    try:
        raw = json.loads(files.text(report, "rule report", scenario.LARGEST, TheoError))
    except (ValueError, RecursionError) as fault:
        raise TheoError(f"{report.name} is no rule report: {cause(fault)}") from fault
    if not isinstance(raw, dict) or not all(type(n) is int for n in raw.values()):
        raise TheoError(f"{report.name} is no rule report: it does not count rules")
    return Counter(raw)


# -- words for people -------------------------------------------------------------------------------------------------
def option_lines(game: Game, options: Iterable[Any]) -> Iterator[str]:
    """Options with their numbers, details, figures and chances, a line each; free of what steers a terminal."""
    for option in options:
        more = " · ".join(line(text) for text in (option.detail, option.figure) if text)
        chance = f"{100 * option.chance:5.1f} %  " if option.chance is not None else ""
        yield f"{option.index + 1:>4}  {chance}{line(option.label)}{f'  ({more})' if more else ''}"


def forecast_lines(forecast: Forecast) -> Iterator[str]:
    """A distribution as bars of letters."""
    note = f" ({line(forecast.note)})" if forecast.note else ""
    yield f"{line(forecast.title)}{note}  [{forecast.rule}]"
    wide = max((len(line(label)) for label, _ in forecast.rows), default=0)
    for label, chance in forecast.rows:
        yield f"  {line(label):<{wide}}  {100 * chance:5.1f} %  {'█' * round(40 * chance)}"


def rule_lines(rule: Rule, scenarios: Sequence[str] = ()) -> Iterator[str]:
    """One rule in full."""
    yield f"{rule.id}  {line(rule.title)}"
    yield f"  {line(rule.text)}"
    yield f"  {line(rule.where)}{f'; decided by the ruling {rule.ruling!r}' if rule.ruling else ''}"
    if scenarios:
        yield f"  shown by {', '.join(scenarios)}"


def key_lines(system: type[System]) -> Iterator[str]:
    """The keys of `[setup]` and `expect`, each with an example."""
    for title, rows in system.keys().items():
        yield f"{system.title}: the keys of {title}"
        for row in rows:
            yield f"  {row.line}\n      {row.title}"


def trace_lines(game: Game, seat: int | None, *, all_seen: bool) -> Iterator[str]:
    """What has happened in the present step (or the last), as its reader may know it."""
    for depth, event in game.trace.walk():
        if text := _told(game, event, seat, all_seen):
            yield f"{'  ' * depth}{text}"


def log_lines(game: Game, seat: int | None, *, all_seen: bool) -> Iterator[str]:
    """All answers so far in words, as their reader may know them."""
    path = game.tree.path(game.here)
    seen = game.position.log() if all_seen else game.position.seen_by(seat)
    left = iter(seen)
    shown, number = next(left, None), 0
    for before, after in pairwise(path):
        entry = game.tree.nodes[after].entry
        if entry is None or shown is None or (shown.who, shown.what) != (entry.who, entry.what):
            continue  # a quiet refusal that this reader never hears of
        if shown.answer not in (None, entry.answer):
            continue
        number += 1  # of what this reader hears: gaps would tell how often somebody was asked
        said = "(hidden)" if shown.answer is None else line(answer_label(game, before, entry))
        yield f"{number:>4}  {line(game.system.name_of(entry.who))}, {line(entry.what)}: {said}"
        shown = next(left, None)


def answer_label(game: Game, node: int, entry: LogEntry) -> str:
    """What was answered at a node of the tree, in words."""
    position = game.tree.nodes[node].position
    if entry.what.startswith("!"):
        return game.system.unasked_label(position.state, entry.answer)
    decision = position.decision
    return str(entry.answer) if decision is None else game.system.label(position.state, decision, entry.answer)


def news(game: Game, answers: int, seat: int | None, *, all_seen: bool) -> Iterator[str]:
    """What came of all answers after the first `answers`, as its reader may know it."""
    for event in events_since(game.position, answers):
        if event.kind != "not used" and (text := _told(game, event, seat, all_seen)):
            yield f"  {text}"


def _told(game: Game, event: Event, seat: int | None, all_seen: bool) -> str:
    """An event in one line, as its reader may know it; "" if he may not know of it. What is secret has no figures."""
    text = told(event, event.text if all_seen else event.seen(seat), game.system.seats)
    known = all_seen or event.secret is None or event.secret[0] == seat
    return f"{line(text)}{f'  {line(event.beside)}' if event.beside and known else ''}  [{event.rule}]" if text else ""


def sentence(fault: BaseException) -> str:
    """An error as one line for people."""
    if isinstance(fault, OSError) and fault.strerror:
        return line(f"{fault.filename} cannot be opened or written: {cause(fault)}" if fault.filename else cause(fault))
    return line(str(fault)) or type(fault).__name__


def illegal(game: Game, text: str, fault: IllegalAnswer, seat: int | None = None) -> str:
    """Why a command cannot be played: the requirements that fail, if it is an action, else what the gate said.

    A seat is answered from what it may know.
    """
    try:
        found = game.why_not(text, seat, all_seen=seat is None)
    except TheoError:
        return sentence(fault)
    if found.legal:
        return sentence(fault)
    reasons = "; ".join(
        f"{line(v.text)} fails{f' ({line(v.fact)})' if v.fact else ''} [{v.rule}]" for v in found.faults[:3]
    )
    instead = f". It would be possible with {', '.join(map(line, found.instead[:6]))}" if found.instead else ""
    return f"{line(found.action)} is not possible: {reasons}{instead}"
