"""The command line: `theomachy games | new | show | play | verify | simulate | serve | replay | study | ...`."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from . import __version__, app, classroom, shipped, studying
from .engine.authoring import scenario
from .engine.errors import TheoError
from .engine.game import registry
from .engine.game.game import Game
from .engine.runtime import sampling
from .engine.tabletop.beside_words import line
from .engine.tabletop.describe import describe

MOST_RULES = 12  # that are told in full, the best match first


class Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {line(message)}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 if something failed that was to be checked, 2 after an error."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    flags: list[str] = []  # of JupyterLab
    if given[:1] == ["lab"] and "--" in given:
        end = given.index("--")
        given, flags = given[:end], given[end + 1 :]
    parsed = parser().parse_args(given, argparse.Namespace(flags=flags))
    try:
        return int(parsed.run(parsed) or 0)
    except BrokenPipeError:  # `theomachy ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (TheoError, OSError) as fault:
        print(f"theomachy: {app.sentence(fault)}", file=sys.stderr)
        return 2


def parser() -> Parser:
    """All commands with their options."""
    top = Parser(prog="theomachy", description="A rules laboratory for games of warring gods.")
    top.add_argument("--version", action="version", version=f"theomachy {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(run: Callable[[argparse.Namespace], int | None], text: str) -> Parser:
        found: Parser = commands.add_parser(run.__name__.rstrip("_"), help=text, description=(run.__doc__ or text))
        found.set_defaults(run=run)
        return found

    one = add(lab, "lay the notebooks in a folder and open JupyterLab on the first")
    one.usage = "%(prog)s [FOLDER] [--no-browser] [--notebook FILE] [-- FLAGS OF JUPYTERLAB]"
    one.add_argument("folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="where (this folder)")
    one.add_argument("--no-browser", action="store_true", help="only print the address")
    one.add_argument("--notebook", type=Path, metavar="FILE", help="open this notebook where it is, and lay nothing")
    one = add(games_, "list the games; of one, its quick starts and options")
    one.add_argument("game", nargs="?", metavar="GAME")
    one = add(new, "set a game up and keep it in a file")
    _setup(one)
    one.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the saved game")
    one = add(show, "draw a game")
    one.add_argument("what", metavar="GAME|FILE", help="a game's short name, a saved game, a journal, a scenario")
    one.add_argument("--view", metavar="NAME", help="as this player sees it ('spectator' for nobody)")
    one.add_argument("--svg", type=Path, metavar="FILE", help="draw the board into a file")
    one.add_argument("--png", type=Path, metavar="FILE", help="the same as a picture of points")
    one = add(play, "play in the terminal, alone or with bots")
    _setup(one)
    one.add_argument("--as", dest="me", metavar="NAME", help="play this seat, bots the others; hands are hidden")
    one.add_argument("--ask", action="store_true", help="against bots, ask also what has one answer, as among people")
    who = "which bot or level plays the others, or, without --as, all seats; or one a seat: person,easy,middling"
    one.add_argument("--bots", metavar="BOT", help=who)
    one.add_argument("--dice", choices=("luck", "hand"), default="luck", help="who throws the dice")
    one.add_argument("--save", type=Path, metavar="FILE", help="keep the game there when it is left")
    one = add(verify, "run scenario files")
    one.add_argument("paths", type=Path, nargs="*", metavar="PATH", help="a file or folder (examples/scenarios)")
    one.add_argument("--rehearse", action="store_true", help="compare clone, save and undo after each step")
    one.add_argument("-q", "--quiet", action="store_true", help="only what fails")
    one = add(simulate, "play many games by bots")
    one.add_argument("game", nargs="?", metavar="GAME")
    _options(one)
    one.add_argument("-n", type=_count, default=100, metavar="N", help="how many games (100)")
    one.add_argument("--bots", default="random", metavar="BOT,BOT", help="one for all seats, or one for each (random)")
    one.add_argument("--within", type=_width, metavar="POINTS", help="stop when all wins are known to ± so many points")
    _where(one)
    one.add_argument("--out", type=Path, metavar="DIR", help="keep the table and every game with an error there")
    one.add_argument("--save", type=Path, metavar="DIR", help="write each game there as a saved game, to be analysed")
    one.add_argument("--keep", type=Path, metavar="DIR", help="write each game there as it ends; the same words go on")
    one.add_argument("--decisions", action="store_true", help="with --keep: also a row a decision")
    one.add_argument("--resume", type=Path, metavar="DIR", help="go on with what --keep has begun there, alone")
    one.add_argument("--games", metavar="N,N-N", help="only these of the N games: to go on after a stop")
    one = add(against, "play two settings on the same seeds, and tell the difference")
    one.add_argument("game", metavar="GAME")
    _options(one)
    one.add_argument("-n", type=_count, default=100, metavar="N", help="how many pairs of games (100)")
    one.add_argument("--bots", default="random", metavar="BOT,BOT", help="one for all seats, or one for each (random)")
    one.add_argument("--b-players", metavar="N|A,B", help="of B, as --players; what B does not say is as for A")
    one.add_argument("--b-bots", metavar="BOT,BOT", help="of B, as --bots")
    one.add_argument("--b-option", action="append", default=[], metavar="NAME=VALUE", help="of B, beside those of A")
    one.add_argument("--b-ruling", action="append", default=[], metavar="NAME=CHOICE", help="of B, beside those of A")
    one.add_argument("--b-overlay", metavar="FILE", help="component values of B (TOML), instead of those of A")
    _where(one)
    one.add_argument("--keep", type=Path, metavar="DIR", help="write the games there as they end; the same words go on")
    one = add(analyse, "figures of saved games")
    one.add_argument("saves", nargs="+", metavar="SAVE|FOLDER")
    names = "summary, events, figures, rolls, luck, actions or key_moments; of a folder games, wins, openings, "
    one.add_argument("--table", default="", help=f"{names}powers, tempo, luck or broken")
    one.add_argument("--csv", type=Path, metavar="FILE", help="write the table there")
    one.add_argument("--parquet", type=Path, metavar="DIR", help="of a folder: write all tables there")
    one.add_argument(
        "--page", type=Path, metavar="FILE", help="of a folder: the page with its charts, as one HTML file"
    )
    one.add_argument("--serve", action="store_true", help="of a folder: the page on this machine, until interrupted")
    one.add_argument("--afresh", action="store_true", help="of a folder: play saves again that were read before")
    one.add_argument("-j", "--processes", type=_count, metavar="N", help="on so many processes (one a core)")
    one = add(serve, "the dashboards as a web page on this machine")
    one.add_argument("what", nargs="?", metavar="GAME|FILE")
    one.add_argument("--port", type=_port, default=0, help="0 takes a free one")
    one.add_argument("--show", action="store_true", help="open a browser")
    one.add_argument("--share", action="store_true", help="one table for all, with a link a seat that nobody can guess")
    one.add_argument(
        "--address", default="127.0.0.1", metavar="A", help="an address of this machine that others reach (127.0.0.1)"
    )
    one.add_argument("--overlay", type=Path, metavar="FILE", help="component values of your own (TOML)")
    one.add_argument("--saves", type=Path, metavar="DIR", help="the folder of saved games (this one, and the examples)")
    one.add_argument("--scenarios", type=Path, metavar="DIR", help="the lessons and scenarios (examples/scenarios)")
    one.add_argument("--simulations", type=Path, metavar="DIR", help="keep the simulations of visitors there")
    one.add_argument("--class", dest="classroom", type=Path, metavar="DIR", help="a page of answers, for who teaches")
    one.add_argument("--no-simulations", action="store_true", help="let visitors play no simulations")
    one = add(replay, "a game as one page that needs nothing else")
    one.add_argument("what", metavar="SAVE", help="a saved game, a journal, a scenario")
    one.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the HTML file")
    one.add_argument("--as", dest="me", metavar="SEAT", help="only what this seat, or 'spectator', may see")
    one.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="the look (as the reader's)")
    one.add_argument("--lines", type=_count, metavar="N", help="at most so many lines of its tree")
    one = add(study, "a study: list it, read it, make one of a saved game, share it as one page")
    one.add_argument("what", metavar="FILE", help="a study (JSON, or its page); a saved game, journal or scenario")
    one.add_argument("--chapter", type=_count, metavar="N", help="tell this chapter, with its board in words")
    one.add_argument("--read", action="store_true", help="go through it in the terminal and answer its questions")
    one.add_argument("--moments", metavar="N,N", help="of a saved game: these positions of its main line, from 0")
    one.add_argument("--as", dest="me", metavar="SEAT", help="of a saved game: only what this seat may know")
    one.add_argument("--title", default="", help="of a new study")
    one.add_argument("--name", default="", metavar="NAME", help="with --read: keep the answers under this name")
    one.add_argument("-o", "--out", type=Path, metavar="FILE", help="write it: .html is a page that opens anywhere")
    one = add(class_, "a folder of answers, graded again: who is stuck where")
    one.add_argument("folder", type=Path, metavar="FOLDER")
    one.add_argument("--html", type=Path, metavar="FILE", help="the same as a page")
    one.add_argument("--scenarios", type=Path, metavar="DIR", help="where the lessons lie (examples/scenarios)")
    one = add(readings, "a game under two readings of the rules")
    one.add_argument("what", metavar="FILE", help="a saved game, a journal, a scenario")
    one.add_argument("--ruling", action="append", default=[], metavar="NAME=CHOICE", help="of the other reading")
    one.add_argument(
        "--value", action="append", default=[], metavar="KEY=VALUE", help="a component value or text of it"
    )
    one = add(puzzle, "solve a puzzle of the day")
    one.add_argument("game", metavar="GAME")
    one.add_argument("--day", type=_day, metavar="D", help="of another day: 2026-11-28 (today)")
    one.add_argument("--number", type=_count, default=1, metavar="N", help="which one of the set of that day (1)")
    one.add_argument("--answer", metavar="N,N", help="answers, one after the other, instead of typed ones")
    one = add(puzzles, "find puzzles in games by bots, or check a file of them")
    one.add_argument("what", choices=("find", "check"))
    one.add_argument("game", metavar="GAME|FILE", help="find: a game; check: a file of puzzles")
    one.add_argument("--games", type=_count, default=100, metavar="N", help="how many games are gone through (100)")
    one.add_argument("--seed", default="0", metavar="S", help="of these games (0)")
    one.add_argument("--most", type=_count, default=100, metavar="N", help="how many puzzles are enough (100)")
    one.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where GAME.json is kept (this one)")
    one = add(rules, "look a rule up")
    one.add_argument("game", metavar="GAME")
    one.add_argument("words", nargs="*", metavar="ID|WORDS", help="an id, words or a question")
    one.add_argument("--coverage", nargs="?", const="", metavar="REPORT", help="count what tests or scenarios show")
    one.add_argument("--scenarios", type=Path, metavar="DIR", help="where they lie (examples/scenarios)")
    one = add(help_, "what can be written: theomachy help scenario GAME")
    one.add_argument("topic", nargs="?", choices=("scenario",), help="scenario: the keys of [setup] and expect")
    one.add_argument("game", nargs="?", metavar="GAME")
    one = add(sources, "where each component value comes from")
    one.add_argument("game", metavar="GAME")
    one.add_argument("--overlay", metavar="FILE")
    one.add_argument("--only", choices=("rulebook", "published", "house", "overlay"))
    return top


def _setup(one: Parser) -> None:
    one.add_argument("game", metavar="GAME|FILE" if one.prog.endswith("play") else "GAME")
    one.add_argument("--preset", default="", metavar="NAME", help="a quick start of the game: theomachy games GAME")
    _options(one)


def _options(one: Parser) -> None:
    one.add_argument("--players", metavar="N|A,B", help="a number of seats, or their names")
    one.add_argument("--seed", default="0", help="of luck (0)")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game; @FILE for TOML")
    one.add_argument("--ruling", action="append", default=[], metavar="NAME=CHOICE", help="settle an open question")
    one.add_argument("--overlay", metavar="FILE", help="component values of your own (TOML)")


def _where(one: Parser) -> None:
    one.add_argument("-j", "--processes", type=_count, metavar="N", help="on so many processes (one a core)")
    one.add_argument("--scheduler", metavar="ADDRESS", help="on a Dask cluster")


def _width(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = 0.0
    if not 0.1 <= points <= 50:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of points from 0.1 to 50")
    return points / 100


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text[:9]) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2026-11-28") from None


def _port(text: str) -> int:
    if not text.isdecimal() or int(text[:9]) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def _opened(parsed: argparse.Namespace) -> Game:
    """The game of `new` and `play`: newly set up, or from a file."""
    seed = sampling.typed(parsed.seed)
    told = parsed.players or parsed.option or parsed.ruling or parsed.overlay or parsed.preset
    if parsed.game not in registry.games() and not told:
        return _read(parsed.game, seed)
    return app.begin(
        parsed.game, seed=seed, seats=parsed.players, options=parsed.option, rulings=parsed.ruling,
        overlay=parsed.overlay, preset=parsed.preset,
    )  # fmt: skip


def _read(what: str, seed: int | str = 0) -> Game:
    """A game by name or path; what is to be known of a damaged file is said."""
    game = app.open_game(what, seed)
    if game.notice:
        print(f"theomachy: {line(game.notice)}", file=sys.stderr)
    return game


# -- commands ---------------------------------------------------------------------------------------------------------
def lab(parsed: argparse.Namespace) -> int:
    """Lay notebooks, lessons and saved games in a folder, where nothing is overwritten, and open JupyterLab there."""
    from . import lab as jupyter

    folder, flags = parsed.folder, [*(["--no-browser"] if parsed.no_browser else []), *parsed.flags]
    jupyter.require()
    if parsed.notebook is not None:
        if not parsed.notebook.is_file():
            raise TheoError(f"{parsed.notebook} is no notebook")
        return jupyter.start(parsed.notebook, flags)
    for text in shipped.lay(folder).lines(folder.resolve()):
        print(text)
    if not (folder / shipped.START).is_file():
        raise TheoError("the notebooks did not come with this installation")
    return jupyter.start(folder / shipped.START, flags)


def games_(parsed: argparse.Namespace) -> None:
    """List the games: short name, title, and how many rules the index holds; of one, what it may begin with."""
    if parsed.game is not None:
        print("\n".join(map(line, app.start_lines(parsed.game))))
        return
    for slug, system in registry.games().items():
        print(f"{slug:<16}  {system.title:<32}  {len(system.build().rulebook):>4} rules")


def new(parsed: argparse.Namespace) -> None:
    """Set a game up and keep it in a file."""
    app.place(parsed.out)
    game = _opened(parsed)
    game.save(parsed.out)
    print(f"{game.title} for {', '.join(line(seat.name) for seat in game.seats)} is kept in {parsed.out}")


def show(parsed: argparse.Namespace) -> None:
    """Draw a game: in words, or into a picture."""
    for path in (parsed.svg, parsed.png):
        if path is not None:
            app.place(path)
    game = _read(parsed.what)
    seat = game.seat(None if parsed.view in (None, "spectator") else parsed.view)
    table = game.table(seat, all_seen=parsed.view is None)
    if parsed.svg or parsed.png:
        scene = app.part("theomachy_widgets.scene", "drawing").build(table)
        drawing = app.part("theomachy_widgets.render", "drawing")
        if parsed.svg:
            parsed.svg.write_text(drawing.svg(scene), encoding="utf-8")
        if parsed.png:
            parsed.png.write_bytes(drawing.png(scene))
        print("\n".join(f"The board is drawn in {path}." for path in (parsed.svg, parsed.png) if path))
        return
    print(describe(table))
    decision = game.decision if parsed.view is None else game.legal(seat, all_seen=False).decision
    if decision is None:
        print(f"\nThe game is over, won by {', '.join(map(line, game.winners)) or 'nobody'}.")
        return
    print(f"\n{line(decision.who)}: {line(decision.prompt)}  [{decision.rule}]")
    for text in app.option_lines(game, decision.options):
        print(text)


def play(parsed: argparse.Namespace) -> None:
    """Play in the terminal; or let bots play a whole game."""
    from .terminal import Terminal

    if parsed.save is not None:
        app.place(parsed.save)  # now, not when the game has been played
    game = _opened(parsed)
    game.dice_by_hand = parsed.dice == "hand"
    me = game.seat(parsed.me)
    bots: dict[int | str, Any] = {}
    if parsed.bots and "," in parsed.bots:
        bots = app.part("theomachy.play.opponents", "playing with bots").seated(parsed.bots, len(game.seats))
    elif parsed.bots or (me is not None and not game.names.get("seats")):
        app.part("theomachy.play", "playing with bots").bot(parsed.bots or "busy")
        bots = {seat.index: parsed.bots or "busy" for seat in game.seats if seat.index != me}
    asks = True if parsed.ask else None
    terminal = Terminal(game, _typed(), sys.stdout, viewer=me, bots=bots, keep=parsed.save, asks=asks)
    if len(terminal.bots) < len(game.seats):
        terminal.run()
        return
    terminal.let_bots_play()
    if parsed.save is not None:
        game.save(parsed.save)
    print(describe(game.table()))
    print(f"\nWon by {', '.join(map(line, game.winners)) or 'nobody'} after {len(game.position.log())} answers.")


def _typed() -> Iterator[str]:
    """Lines of the person, with history and editing where the terminal has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        pass
    while True:
        try:
            yield input()
        except EOFError:
            return


def verify(parsed: argparse.Namespace) -> int:
    """Run scenario files in strict mode, without a name those of the examples; ends with 1 if one fails."""
    paths = parsed.paths or [shipped.scenarios()]
    results = [result for path in paths for result in scenario.verify(path, rehearse=parsed.rehearse)]
    for result in results:
        if not (parsed.quiet and result.ok):
            print(result)
    failed = sum(not result.ok for result in results)
    print(f"{len(results)} scenario{'' if len(results) == 1 else 's'}, {failed} failed")
    return 1 if failed else 0


def simulate(parsed: argparse.Namespace) -> int:
    """Play many games by bots; ends with 1 if a game went wrong."""
    if (parsed.game is None) == (parsed.resume is None):
        raise TheoError("name a game, or a folder to go on with: theomachy simulate --resume DIR")
    if parsed.decisions and parsed.keep is None:
        raise TheoError("a row a decision needs a folder: --keep DIR")
    if parsed.save is not None and parsed.resume is not None:
        raise TheoError("a simulation that is kept in a folder writes no saved games: --save goes without --resume")
    bots = app.part("theomachy.play", "simulation")
    stopped, code, folder = "", 0, parsed.resume or parsed.keep
    where = {"processes": parsed.processes, "scheduler": parsed.scheduler}
    where |= {"progress": _meter} if sys.stderr.isatty() else {}
    with _ended_as_interrupted() as ended:
        try:
            if parsed.resume is not None:
                result = bots.resume(parsed.resume, **where)
            else:
                result = bots.simulate(
                    parsed.game,
                    parsed.n,
                    _bots(parsed.bots),
                    seed=sampling.typed(parsed.seed),
                    players=app.players(parsed.players),
                    options=app.settings(parsed.option, "an option") or None,
                    rulings=app.settings(parsed.ruling, "a ruling") or None,
                    games=parsed.games,
                    **({"overlay": parsed.overlay} if parsed.overlay else {}),
                    **({"width": parsed.within} if parsed.within else {}),
                    **({"saves": parsed.save} if parsed.save else {}),
                    **({"keep": folder, "decisions": parsed.decisions} if folder else {}),
                    **where,
                )
        except bots.Stopped as fault:
            result, stopped = fault.result, fault.why
            code = 1 if not isinstance(fault.__cause__, KeyboardInterrupt) else 143 if ended else 130
    if result.rows:
        print(result, flush=True)
        if parsed.out is not None:
            print("\n".join(f"written: {path}" for path in result.keep(parsed.out, more=parsed.games is not None)))
        if parsed.save is not None:
            print(f"saved games: {parsed.save}")
        if folder is not None:
            print(f"kept in {folder}")
    if stopped:
        again = f"theomachy simulate --resume {shlex.quote(str(folder))} goes on" if folder is not None else ""
        print(f"theomachy: {line(stopped)}; {again or _go_on(parsed, result)}", file=sys.stderr)
        return code
    return 0 if result.ok else 1


def _bots(told: str) -> str | list[str]:
    names = told.split(",")
    return names[0] if len(names) == 1 else names


def against(parsed: argparse.Namespace) -> int:
    """Play two settings, A and B, on the same seeds, and tell what B adds to A; ends with 1 if a game went wrong."""
    bots = app.part("theomachy.play", "simulation")
    a = {
        "bots": _bots(parsed.bots),
        "players": app.players(parsed.players),
        "options": app.settings(parsed.option, "an option"),
        "rulings": app.settings(parsed.ruling, "a ruling"),
        "overlay": parsed.overlay,
    }
    b = {
        "bots": _bots(parsed.b_bots or parsed.bots),
        "players": app.players(parsed.b_players or parsed.players),
        "options": a["options"] | app.settings(parsed.b_option, "an option"),
        "rulings": a["rulings"] | app.settings(parsed.b_ruling, "a ruling"),
        "overlay": parsed.b_overlay or parsed.overlay,
    }
    with _ended_as_interrupted() as ended:
        try:
            found = bots.against(
                parsed.game,
                a,
                b,
                parsed.n,
                seed=sampling.typed(parsed.seed),
                keep=parsed.keep,
                processes=parsed.processes,
                scheduler=parsed.scheduler,
                **({"progress": _meter} if sys.stderr.isatty() else {}),
            )
        except bots.Stopped as fault:
            kept = "the same words go on" if parsed.keep else "with --keep DIR the same words would go on"
            print(f"theomachy: {line(fault.why)}; {kept}", file=sys.stderr)
            return 1 if not isinstance(fault.__cause__, KeyboardInterrupt) else 143 if ended else 130
    print(found, flush=True)
    for row in [*found.a.errors, *found.b.errors][:MOST_RULES]:
        print(f"game {row.number}, seed {row.seed}: {line(row.error)}")
    return 0 if found.ok else 1


def _meter(done: int, wanted: int, errors: int) -> None:
    """How far many games are, on one line of the terminal that is wiped at the end."""
    wrong = f", {errors} went wrong" if errors else ""
    told = f"{done} of {wanted} games{wrong}" if done < wanted else ""
    print(f"\r\x1b[K{told}", end="", file=sys.stderr, flush=True)


@contextmanager
def _ended_as_interrupted() -> Iterator[list[int]]:
    """Being ended (SIGTERM) is like Ctrl-C meanwhile: what was done is kept. The list then holds the signal."""
    heard: list[int] = []

    def end(number: int, _: object) -> None:
        heard.append(number)
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not in the main thread
        yield heard
        return
    try:
        yield heard
    finally:
        signal.signal(signal.SIGTERM, before)


def _go_on(parsed: argparse.Namespace, result: Any) -> str:
    """The command that plays what is missing."""
    if not result.missing:
        return "all games are played"
    given = [
        *(("--players", parsed.players) if parsed.players else ()),
        *(("--seed", parsed.seed) if parsed.seed != "0" else ()),
        *(word for told in parsed.option for word in ("--option", told)),
        *(word for told in parsed.ruling for word in ("--ruling", told)),
        "-n",
        str(parsed.n),
        *(("--bots", parsed.bots) if parsed.bots != "random" else ()),
        *(("-j", str(parsed.processes)) if parsed.processes else ()),
        *(("--overlay", parsed.overlay) if parsed.overlay else ()),
        *(("--within", f"{100 * parsed.within:g}") if parsed.within else ()),
        *(("--scheduler", parsed.scheduler) if parsed.scheduler else ()),
        *(("--out", str(parsed.out)) if parsed.out else ()),
        *(("--save", str(parsed.save)) if parsed.save else ()),
        "--games",
        app.part("theomachy.play.simulate", "simulation").numbers(result.missing),
    ]
    return f"the other {len(result.missing)} games: theomachy simulate {shlex.join([parsed.game, *given])}"


def analyse(parsed: argparse.Namespace) -> None:
    """Figures of saved games: a table of some of them, or a line a game; of a folder what they say together."""
    folders = [path for path in parsed.saves if Path(path).is_dir()]
    if folders:
        if len(parsed.saves) > 1:
            raise TheoError("one folder at a time, or some saved games")
        _analyse_folder(parsed, Path(folders[0]))
        return
    if parsed.parquet or parsed.page or parsed.serve:
        raise TheoError("--parquet, --page and --serve are for a folder of saved games")
    analysis = app.part("theomachy.analysis", "analysis")
    tables = app.part("theomachy.analysis.tables", "analysis")
    found = [analysis.analyse(path) for path in parsed.saves]
    table = parsed.table or "summary"
    rows = [{"name": one.name, **row} if len(found) > 1 else row for one in found for row in one.table(table)]
    if parsed.csv:
        parsed.csv.write_text(tables.csv_text(rows), encoding="utf-8")
        print(f"{len(rows)} lines are written to {parsed.csv}")
        return
    for one in found:
        print(line(f"{one.name}: {one.heading}"))
    for text in columns(rows):
        print(text)


def _analyse_folder(parsed: argparse.Namespace, folder: Path) -> None:
    """All saved games in a folder, as a table of the terminal, as files, as a page."""
    for path in (parsed.csv, parsed.page):
        if path is not None:
            app.place(path)
    if parsed.serve:
        served = app.part("theomachy_widgets.serve", "serving pages").serve
        served(analysis=folder, tell=lambda text: print(text, flush=True))
        return
    meter = {"progress": _read_so_far} if sys.stderr.isatty() else {}
    many = app.part("theomachy.analysis.many", "analysis")
    found = many.analyse_many(folder, processes=parsed.processes, keep=not parsed.afresh, **meter)
    print(line(found.heading))
    if parsed.parquet is not None:
        print("\n".join(f"written: {path}" for path in found.parquet(parsed.parquet)))
    if parsed.page is not None:
        page = app.part("theomachy_widgets.folder_page", "drawing pages").folder_page(found)
        parsed.page.write_text(page.document(), encoding="utf-8")
        print(f"written: {parsed.page}")
    rows = found.table(parsed.table or "wins")
    if parsed.csv is not None:
        tables = app.part("theomachy.analysis.tables", "analysis")
        parsed.csv.write_text(tables.csv_text(rows), encoding="utf-8")
        print(f"{len(rows)} lines are written to {parsed.csv}")
    elif parsed.table or not (parsed.parquet or parsed.page):
        for text in columns(rows):
            print(text)


def _read_so_far(done: int, wanted: int) -> None:
    told = f"{done} of {wanted} saved games" if done < wanted else ""
    print(f"\r\x1b[K{told}", end="", file=sys.stderr, flush=True)


def columns(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Rows as columns of text."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([_cell(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(names))]
    for row in cells:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else line(str(value))[:80]


def serve(parsed: argparse.Namespace) -> None:
    """Dashboards, lessons, rules, positions and comparisons as a web page on this machine, until interrupted."""
    overlay = str(parsed.overlay) if parsed.overlay else None
    if parsed.what and overlay and parsed.what not in registry.games():
        raise TheoError("a saved game has its own component values: an overlay is for new games")
    game = app.begin(parsed.what, overlay=overlay) if overlay and parsed.what else None
    if game is None and parsed.what:
        game = _read(parsed.what)
    for folder in (parsed.saves, parsed.scenarios, parsed.classroom):
        if folder is not None and not folder.is_dir():
            raise TheoError(f"{folder} is no folder")
    served = app.part("theomachy_widgets.serve", "serving dashboards").serve
    if parsed.share and game is None:
        raise TheoError("a shared table needs a game: theomachy serve demigods --share")
    served(
        game,
        parsed.port,
        parsed.show,
        shared=parsed.share,
        address=parsed.address,
        overlay=None if parsed.what else overlay,
        folder=parsed.saves,
        scenarios=parsed.scenarios,
        simulations=False if parsed.no_simulations else parsed.simulations or True,
        classroom=parsed.classroom,
        tell=lambda text: print(text, flush=True),
    )


def replay(parsed: argparse.Namespace) -> None:
    """Write a game with all its lines as one HTML file, to be opened anywhere without a network."""
    app.place(parsed.out)
    game = _read(parsed.what)
    made = app.part("theomachy_widgets.replay", "making replays")
    most = parsed.lines or made.MOST_LINES
    made.replay_html(game, parsed.out, view=parsed.me, theme=parsed.theme, most=most)
    number = made.line_count(game, parsed.me)
    said = "with all that is hidden" if parsed.me is None else f"as {line(parsed.me)} sees it"
    print(f"{game.title}, {said}, is in {parsed.out}: {_lines(min(number, most))}")
    if number > most:
        print(f"{_lines(number - most)} left out; --lines {number} holds all")


def study(parsed: argparse.Namespace) -> None:
    """Tell a study, or make one of a game; write it as JSON or as one page that opens anywhere."""
    if parsed.out is not None:
        app.place(parsed.out)
    told = studying.opened(parsed.what, parsed.title, parsed.me, parsed.moments)
    if parsed.read:
        studying.read_through(told, _typed(), sys.stdout, parsed.name, parsed.out)
        return
    if parsed.out is None:
        print("\n".join(studying.chapter_lines(told, parsed.chapter) if parsed.chapter else studying.lines(told)))
        return
    if parsed.out.suffix == ".html":
        app.part("theomachy_widgets.study", "sharing studies").study_html(told, parsed.out)
    else:
        told.save(parsed.out)
    print(f"{line(told.title)} is in {parsed.out}: {told.counted()}. {line(told.holds())}")


def class_(parsed: argparse.Namespace) -> None:
    """Grade a folder of answers to lessons and studies again, and tell who is stuck where."""
    if parsed.html is not None:
        app.place(parsed.html)
    room = classroom.read(parsed.folder, parsed.scenarios)
    print("\n".join(classroom.lines(room)))
    if parsed.html is not None:
        app.part("theomachy_widgets.class_page", "pages of a class").class_html(room, parsed.html)
        print(f"The page is {parsed.html}")


def readings(parsed: argparse.Namespace) -> None:
    """Play the answers of a game again under another ruling or component value, and tell what differs."""
    print("\n".join(line(row) for row in app.reading_lines(_read(parsed.what), parsed.ruling, parsed.value)))


def _lines(number: int) -> str:
    return f"{number} line{'' if number == 1 else 's'}"


def puzzle(parsed: argparse.Namespace) -> int:
    """Solve one of the puzzles of the day, the same for all; ends with 1 if it is not solved."""
    from .puzzles.terminal import solve

    given = iter(parsed.answer.split(",")) if parsed.answer else _typed()
    day = parsed.day or date.today()
    return 0 if solve(parsed.game, day, parsed.number, given, lambda text: print(text, flush=True)) else 1


def puzzles(parsed: argparse.Namespace) -> int:
    """Find puzzles in simulated games, each one proven, or prove those of a file anew (ends with 1 if one fails).

    What is found is kept after each game, and a hunt that was stopped goes on where it was.
    """
    from .puzzles.find import disproved
    from .puzzles.hunt import hunt
    from .puzzles.puzzle import load

    if parsed.what == "check":
        wrong = 0
        for number, one in enumerate(load(parsed.game), 1):
            if why := disproved(one):
                wrong += 1
                print(f"{number}, {one.id}: {line(why)}", flush=True)
        print("all puzzles hold" if not wrong else f"{wrong} puzzles do not hold")
        return 1 if wrong else 0
    n, looked = 0, dict[str, Any]()
    for found in hunt(
        parsed.game, parsed.out, games=parsed.games, seed=parsed.seed, version=__version__, most=parsed.most,
        looked=looked,
    ):  # fmt: skip
        n = len(found.puzzles)
        fault = f"; stopped: {line(found.fault)}" if found.fault else ""
        print(f"game {found.number}: {len(found.new)} new, {n} in all{fault}", flush=True)
    for theme, row in looked.items():
        print(f"{theme}: {row}")
    return 0


def rules(parsed: argparse.Namespace) -> None:
    """Look a rule up by its id, words or a question; or count which rules are shown by tests or scenarios."""
    book = app.build(parsed.game).rulebook
    if parsed.coverage is not None:
        _coverage(parsed, [rule.id for rule in book])
        return
    shown = app.shown_by(parsed.scenarios or shipped.scenarios(), parsed.game)
    if not parsed.words:
        for rule in book:
            print(f"{rule.id}  {line(rule.title)}")
        return
    found = app.find_rules(book, parsed.words)
    for i, rule in enumerate(found[:MOST_RULES]):
        print("\n" * (i > 0) + "\n".join(app.rule_lines(rule, shown.get(rule.id, ()))))
    if len(found) > MOST_RULES:
        print(f"\n... and {len(found) - MOST_RULES} more that speak of it; more words find fewer")


def _coverage(parsed: argparse.Namespace, ids: list[str]) -> None:
    if parsed.coverage:
        counts, by = dict(app.proven(Path(parsed.coverage))), "tests"
    else:
        found = app.shown_by(parsed.scenarios or shipped.scenarios(), parsed.game)
        counts, by = {rule: len(files) for rule, files in found.items()}, "scenarios"
    missing = [rule for rule in ids if not counts.get(rule)]
    print(f"{parsed.game}: {len(ids) - len(missing)} of {len(ids)} rules are shown by {by}")
    if missing:
        print(f"not shown: {', '.join(missing)}")


def help_(parsed: argparse.Namespace) -> None:
    """The commands; or the keys that a game's scenarios know, each with an example."""
    if parsed.topic is None:
        parser().print_help()
        return
    if parsed.game is None:
        raise TheoError(f"keys differ from game to game: name one of {', '.join(registry.games())}")
    print("\n".join(app.key_lines(registry.game(parsed.game))))


def sources(parsed: argparse.Namespace) -> None:
    """List each component value with its source and place, and count them."""
    facts = app.build(parsed.game, overlay=parsed.overlay).facts
    rows = [fact for fact in facts if parsed.only in (None, fact.source)]
    wide = max((len(fact.key) for fact in rows), default=0)
    for fact in rows:
        print(f"{fact.source:<9}  {fact.key:<{wide}}  {line(str(fact.value))[:60]}  ({line(fact.where)})")
    counts = {name: sum(fact.source == name for fact in rows) for name in ("rulebook", "published", "house", "overlay")}
    print(", ".join(f"{n} {name}" for name, n in counts.items() if n) or "no values")


if __name__ == "__main__":
    sys.exit(main())
