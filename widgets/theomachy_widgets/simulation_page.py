"""The page of a simulation: what is played, by whom, how many, where; live figures with intervals; A against B.

from theomachy_widgets.simulation_page import SimulationPage
SimulationPage(slug, folder="runs")      # in a notebook cell; `folder` keeps what it plays
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

from theomachy.answers.readings import dotted, with_value
from theomachy.engine import files
from theomachy.engine.errors import IllegalAnswer, TheoError
from theomachy.engine.game import save as saves
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.tabletop.table import Seat
from theomachy.play.bots import BOTS, LEVELS, bot
from theomachy.play.kept import PLAN, read_plan, read_rows
from theomachy.play.outside import names as outside_names
from theomachy.play.plan import Plan
from theomachy.play.simulate import SimulationResult, builds_of, player_counts

from .allowance import Visit
from .cell import Model
from .playable import Playable
from .present import simulation as present
from .simulating import CORES, DONE, FAILED, PAUSED, RUNS, STOPPED, WAITS, Simulating

EVERY = 0.4  # seconds between two looks at what has come in
NS = (100, 1_000, 10_000)
MOST_SERVED = 1_000  # games that a visitor may ask for at once
STOPS = (("", "after all games"), ("5", "when all are within ± 5 %"), ("3", "when all are within ± 3 %"),
         ("1", "when all are within ± 1 %"))  # fmt: skip
MOST_OPTIONS, MOST_UNFINISHED = 3, 6
BESIDE = "beside.txt"  # in the folder of A: the name of the folder of B
MOST_NAMED = 300  # bytes of that name
OWNER = re.compile(r"[A-Za-z0-9_-]{24}")
ADDRESS = re.compile(r"(tcp|tls|ws|wss)://[A-Za-z0-9._\[\]:-]{1,200}")


class SimulationPage(Playable):
    """Set up, start, watch, pause, cancel and go on with a simulation, or with two on the same seeds.

    `folder` keeps each simulation in a folder of its own below it, so that it goes on after a restart; without one it
    is gone with the page. `served` is a page for visitors: nothing on this machine is named, no cluster, and what is
    played is paid for by `visit`. There the simulations of a visitor lie below the `owner` that his browser remembers,
    and nobody else sees them; `begun` is told once he has one. `sees_all` is whoever serves: he sees those of all.
    Raises `UnknownName`, and `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"simbar": "bar", "simset": "set", "simview": "view"}  # noqa: RUF012
    script = "simulation"
    sheets = ("simulation",)
    kind = "simulation"
    looks = frozenset(("measure", "table", "copy", "set", "seat", "option", "pause", "cancel"))

    def __init__(
        self,
        slug: str = "",
        *,
        folder: str | Path | None = None,
        served: bool = False,
        owner: str = "",
        sees_all: bool = False,
        theme: str = "auto",
        renderer: str = "canvas",
        later: Callable[[Callable[[], None]], object] | None = None,
        visit: Visit | None = None,
    ) -> None:
        super().__init__(theme, renderer)
        self.folder = None if folder is None else Path(folder)
        self.served, self.later, self.visit = served, later, Visit() if visit is None else visit
        self.owner, self.sees_all = owner if OWNER.fullmatch(owner) else "", sees_all
        self.begun: Callable[[], None] = lambda: None
        self.two, self.measure = False, "won"
        self.n, self.stop, self.seed = NS[0], "", "7"
        self.place, self.address = "machine", ""
        self.sides: list[Simulating] = []
        self._timer: asyncio.TimerHandle | None = None
        self._choose(slug or next(iter(games())))
        self._assemble()

    def _choose(self, slug: str) -> None:
        system_class(slug)
        self.slug = slug
        counts = player_counts(slug)
        self.players = 4 if 4 in counts else counts[-1]
        self.options: dict[str, list[str]] = {}
        self.ruling, self.choices = "", ["", ""]
        self.key, self.values = "", ["", ""]
        self.bots: list[list[str]] = [["busy"] * max(counts), [""] * max(counts)]
        self.sides, self.measure = [], "won"

    # -- what is played -----------------------------------------------------------------------------------------------
    def plan(self, side: int) -> Plan:
        """The plan of A (0) or B (1) as it is set. Raises `TheoError`."""
        a = [self.bots[0][seat] for seat in range(self.players)]
        names = a if side == 0 else [self.bots[1][seat] or a[seat] for seat in range(self.players)]
        options = {name: said for name, both in self.options.items() if (said := (both[side] or both[0]))}
        choice = self.choices[side] or self.choices[0]
        rulings = {self.ruling: choice} if self.ruling and choice else {}
        value = self.values[side] or self.values[0]
        overlay = None
        if self.key and value:
            overlay = dict(with_value(system_class(self.slug).build(), self.key, value).overlay)
        return Plan(
            self.slug, self.n, tuple(names), sampling.typed(self.seed), self.players, options, rulings, overlay,
            float(self.stop) / 100 if self.stop and not self.two else None,
        )  # fmt: skip

    @property
    def state(self) -> str:
        """The state of both sides together."""
        found = [one.state for one in self.sides]
        for word in (FAILED, PAUSED, RUNS, WAITS, STOPPED):
            if word in found:
                return word
        return DONE if found else ""

    @property
    def under_way(self) -> bool:
        """Is anything being played, or paused?"""
        return any(not one.over for one in self.sides)

    def _do_start(self) -> None:
        """Begin."""
        if self.under_way:
            raise IllegalAnswer("a simulation is being played: cancel it first")
        plans = [self.plan(side) for side in range(1 + self.two)]
        if self.two and plans[0] == plans[1]:
            raise IllegalAnswer("A and B are the same: give B another bot, option, ruling or value")
        for plan in plans:
            for name in plan.bots:
                bot(name)
            if self.served and plan.n > MOST_SERVED:
                raise IllegalAnswer(f"here {MOST_SERVED:,} games are the most; more are played in a notebook")
        if self.served and self.folder is not None and not self.owner:
            self.owner = secrets.token_urlsafe(18)
        place = self._own()
        self._begin(plans, [None if place is None else place / _name(plan) for plan in plans])
        self.begun()

    def _own(self) -> Path | None:
        """Where what is begun here is kept."""
        return self.folder / self.owner if self.served and self.folder is not None else self.folder

    def _begin(self, plans: list[Plan], folders: list[Path | None]) -> None:
        address = self.address if self.place == "cluster" else ""
        if address and (self.served or not ADDRESS.fullmatch(address)):
            raise IllegalAnswer("the address of a scheduler is such as tcp://10.0.0.5:8786")
        if self.place == "cluster" and not address:
            raise IllegalAnswer("name the address of the scheduler, such as tcp://10.0.0.5:8786")
        each = max(1, CORES // len(plans))
        made = [
            Simulating(plan, processes=each, scheduler=address, folder=folder, visit=self.visit)
            for plan, folder in zip(plans, folders, strict=True)
        ]
        started: list[Simulating] = []
        try:
            for one in made:
                one.start()
                started.append(one)
        except BaseException:
            for one in started:
                one.stop()
            raise
        self.sides = made
        if (first := folders[0]) is not None:
            with suppress(OSError):
                if (second := folders[-1]) is not None and second != first:
                    (first / BESIDE).write_text(second.name, "utf-8")
                else:
                    (first / BESIDE).unlink(missing_ok=True)
        self._look_later()

    def _do_resume(self, name: str) -> None:
        """Go on with a simulation of the folder, or with both sides of a comparison."""
        if self.under_way:
            raise IllegalAnswer("a simulation is being played: cancel it first")
        if self.folder is None or name not in {row[0] for row in self._unfinished()}:
            raise IllegalAnswer("that simulation is not in the list")
        first = self.folder / name
        folders = [first, *self._beside(first)]
        plans = [read_plan(path) for path in folders]
        self.show_plan(*plans)
        self._begin(plans, [*folders])

    def _beside(self, first: Path) -> list[Path]:
        """The folder that a comparison keeps its B in; nothing where a folder stands alone."""
        try:
            name = files.text(first / BESIDE, "name of a folder", MOST_NAMED)
        except TheoError:
            return []
        other = first.parent / name
        return [other] if other in self._kept() and other != first else []

    def show_plan(self, plan: Plan, other: Plan | None = None) -> None:
        """Set everything as a plan says it, or two that stand against each other."""
        self._choose(plan.slug)
        self.n, self.seed, self.two = plan.n, str(plan.seed), False
        self.stop = f"{100 * plan.width:g}" if plan.width else ""
        if isinstance(plan.players, int):
            self.players = plan.players
        for seat in range(len(self.bots[0])):
            self.bots[0][seat] = plan.bots[seat % len(plan.bots)]
        self.options = {name: [str(value), ""] for name, value in plan.options.items()}
        for name, choice in plan.rulings.items():
            self.ruling, self.choices = name, [choice, ""]
        for side, one in enumerate((plan, other)):
            for key, value in dotted((one and one.overlay) or {}):
                self.key, self.values[side] = key, json.dumps(value)
        if other is None:
            return
        self.two = True
        for seat in range(self.players):
            theirs = other.bots[seat % len(other.bots)]
            self.bots[1][seat] = theirs if theirs != self.bots[0][seat] else ""
        for name, value in other.options.items():
            both = self.options.setdefault(name, ["", ""])
            both[1] = str(value) if str(value) != both[0] else ""
        for name, choice in other.rulings.items():
            self.ruling, self.choices = name, [plan.rulings.get(name, ""), choice]

    def _do_pause(self) -> None:
        """Pause, or go on."""
        for one in self.sides:
            if self.state == PAUSED:
                one.go_on()
            else:
                one.pause()
        self._look_later()

    def _do_cancel(self) -> None:
        """Stop, and keep what there is."""
        for one in self.sides:
            one.stop()
            one.join(2)

    # -- setting up ---------------------------------------------------------------------------------------------------
    def _free(self) -> None:
        if self.under_way:
            raise IllegalAnswer("what is played is fixed while games run")

    def _do_set(self, name: str, value: str) -> None:
        """Set one thing: game, players, n, stop, seed, place, cluster, two, ruling, key."""
        self._free()
        value = str(value)[:200]
        if name == "game":
            self._choose(value)
        elif name == "players":
            if not value.isdecimal() or int(value) not in player_counts(self.slug):
                raise IllegalAnswer("that is no number of players of this game")
            self.players = int(value)
        elif name == "n":
            if not value.isdecimal() or not 0 < int(value[:9]) <= NS[-1]:
                raise IllegalAnswer(f"from 1 to {NS[-1]:,} games can be played from here")
            self.n = int(value)
        elif name == "stop":
            if value not in dict(STOPS):
                raise IllegalAnswer("that is no width of an interval")
            self.stop = value
        elif name == "seed":
            sampling.seed(sampling.typed(value or "0"))
            self.seed = value or "0"
        elif name == "place":
            if value not in ("machine", *(() if self.served else ("cluster",))):
                raise IllegalAnswer("games are not played there")
            self.place = value
        elif name == "cluster" and not self.served:
            self.address = value.strip()
        elif name == "two":
            self.two = value == "yes"
        elif name == "ruling":
            if value and value not in system_class(self.slug).questions:
                raise IllegalAnswer("there is no such ruling")
            self.ruling = value
            self.choices = [system_class(self.slug).questions[value].default, ""] if value else ["", ""]
        elif name == "key":
            if value:
                system_class(self.slug).build().facts[value]
            self.key, self.values = value, ["", ""]
        else:
            raise IllegalAnswer("that cannot be set")
        if name != "two":
            self.sides = []

    def _do_seat(self, seat: int, side: int, name: str = "") -> None:
        """Who plays a seat under A (0) or B (1); "" under B is as under A."""
        self._free()
        if not (0 <= seat < self.players and side in (0, 1)):
            raise IllegalAnswer("there is no such seat")
        if name or not side:
            bot(name)
        self.bots[side][seat] = name
        self.sides = []

    def _do_option(self, name: str, side: int, value: str) -> None:
        """An option of the game, the choice of the ruling ("=ruling"), or the component value ("=value")."""
        self._free()
        if side not in (0, 1):
            raise IllegalAnswer("there is no such side")
        value = str(value)[:200]
        if name == "=ruling":
            if value and value not in system_class(self.slug).questions[self.ruling].choices:
                raise IllegalAnswer("there is no such choice")
            self.choices[side] = value
        elif name == "=value":
            if value and self.key:
                kind = system_class(self.slug)
                kind.build(overlay=with_value(kind.build(), self.key, value).overlay)
            self.values[side] = value
        else:
            known = {one[0]: one for one in self._options()}
            if name not in known or (value and value not in dict(known[name][2])):
                raise IllegalAnswer("there is no such choice")
            self.options.setdefault(name, ["", ""])[side] = value
        self.sides = []

    def _do_measure(self, k: str) -> None:
        """What is compared: wins, or who has most strength."""
        if k not in dict(present.MEASURES):
            raise IllegalAnswer("that is not measured")
        self.measure = k

    def _do_table(self) -> None:
        """Hand the table of the games so far to the page as a CSV file."""
        for name, one in zip("ab", self.sides, strict=False):
            rows = sorted(one.rows, key=lambda row: row.number)
            text = SimulationResult(self.slug, rows).csv()
            ending = f"_{name}" if self.two else ""
            told = {"do": "save", "name": f"{self.slug}{ending}.csv", "type": "text/csv"}
            self.parts["simbar"].send(told, buffers=[text.encode()])

    def _do_copy(self) -> None:
        """Hand the same simulation as Python to the clipboard."""
        told = {"do": "save", "name": "simulation.py", "type": "text/plain"}
        self.parts["simbar"].send(told, buffers=[self.python().encode()])

    def _do_open(self, side: str, number: int) -> None:
        """Open a game that went wrong, where it stands."""
        one = self.sides[1 if side == "B" else 0] if self.sides else None
        row = next((row for row in one.rows if row.number == number and row.error), None) if one is not None else None
        if one is None or row is None:
            raise IllegalAnswer("there is no such game")
        text = row.save
        if not text and one.folder is not None and (path := one.folder / f"error-{row.number}.json").is_file():
            text = saves.read(path)
        if not text:
            raise IllegalAnswer("its position could not be saved")
        if self.state == RUNS:
            self._do_pause()
        self.play_on(saves.load(text))

    def _do_comeback(self) -> None:
        """Back to the simulation."""
        self.come_back()

    # -- looking ------------------------------------------------------------------------------------------------------
    def _look_later(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(EVERY, self._look)

    def _look(self) -> None:
        self._timer = None
        if self.closed:
            return
        if self.later is not None:
            self.later(self._looked)
        else:
            self._looked()

    def _looked(self) -> None:
        if self.closed:
            return
        for one in self.sides:
            one.tend()
        self.refresh()
        if self.under_way:
            self._look_later()

    def wait(self, seconds: float = 600.0) -> SimulationPage:
        """Wait until it is over, where no event loop shows it meanwhile."""
        for one in self.sides:
            one.join(seconds)
        self.refresh()
        return self

    def _options(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        found = []
        for name, option in system_class(self.slug).choices(self.players).items():
            if not isinstance(option.among, range) and not option.each and not option.some:
                words = [(str(word), str(option.names.get(word, word))) for word in option.among]
                found.append((name, option.title, words))
        return found[:MOST_OPTIONS]

    def _seats(self) -> tuple[Seat, ...]:
        with suppress(TheoError):
            plan = self.plan(0)
            return tuple(
                system_class(self.slug)
                .build(**builds_of(self.slug, self.players, plan.options, plan.rulings, plan.overlay)[0])
                .seats
            )
        return tuple(system_class(self.slug).build(players=self.players).seats)

    def _unfinished(self) -> list[tuple[str, str, str]]:
        """Simulations of the folder that have games left."""
        if self.folder is None or self.under_way:
            return []
        found = []
        kept = self._kept()
        seconds = {other for path in kept for other in self._beside(path)}
        for path in kept:
            if path in seconds and not self._beside(path):
                continue
            with suppress(TheoError, OSError):
                both = [path, *self._beside(path)]
                plans, done = [read_plan(one) for one in both], [sum(1 for _ in read_rows(one)) for one in both]
                plan, wanted = plans[0], sum(one.n for one in plans)
                if sum(done) < wanted and plan.slug in games():
                    who = " against ".join(", ".join(dict.fromkeys(one.bots)) for one in plans)
                    line = f"{sum(done):,} of {wanted:,} games · {who} · seed {plan.seed}"
                    found.append((path.relative_to(self.folder).as_posix(), games()[plan.slug].title, line))
        return found[:MOST_UNFINISHED]

    def _kept(self) -> list[Path]:
        """The folders of the simulations that may be seen here."""
        assert self.folder is not None
        if self.served and not self.sees_all:
            plans = self.folder.glob(f"{self.owner}/*/{PLAN}") if self.owner else iter(())
        else:
            plans = (path for depth in ("*", "*/*") for path in self.folder.glob(f"{depth}/{PLAN}"))
        return sorted(path.parent for path in plans)

    def python(self) -> str:
        """The same simulation as a line of Python."""
        plans = [self.plan(side) for side in range(1 + self.two)]

        def words(plan: Plan) -> dict[str, Any]:
            told: dict[str, Any] = {"bots": list(plan.bots), "players": plan.players}
            rest = {"options": dict(plan.options), "rulings": dict(plan.rulings), "overlay": plan.overlay}
            return told | {key: value for key, value in rest.items() if value}

        if self.two:
            return (
                f"theomachy.play.against({self.slug!r}, {words(plans[0])!r}, {words(plans[1])!r}, "
                f"n={self.n}, seed={plans[0].seed!r})"
            )
        more = "".join(f", {key}={value!r}" for key, value in words(plans[0]).items())
        width = f", width={plans[0].width!r}" if plans[0].width else ""
        return f"theomachy.simulate({self.slug!r}, {self.n}, seed={plans[0].seed!r}{more}{width})"

    def stands(self) -> Any:
        return self.slug, bool(self.sides), self.playing

    def models(self) -> dict[str, Model]:
        state, done = self.state, sum(len(one.rows) for one in self.sides)
        seats = self._seats()
        why = next((one.why for one in self.sides if one.why), "")
        bots = list(dict.fromkeys(self.bots[0][: self.players]))
        title = f"{len(seats)} players, {', '.join(bots)}"
        failed = f"{why[:1].upper()}{why[1:]}. " if state == FAILED else ""
        keeps = "The games so far are kept." if done else ""
        bar: Model = {
            "title": f"A against B, {title}" if self.two else title,
            "line": f"{system_class(self.slug).title} · seed {self.seed}",
            "start": "" if self.under_way or self.playing else f"Play {self.n:,} {'pairs' if self.two else 'games'}",
            "pause": {RUNS: "Pause", WAITS: "Pause", PAUSED: "Go on"}.get(state, ""),
            "cancel": f"Cancel, keep {done:,}" if self.under_way else "",
            "table": done > 0,
            "home": self.playing,
        }
        if self.playing:
            return {"simbar": bar, "simset": {}, "simview": {}}
        words = {RUNS: "running", WAITS: "waiting for a free process", PAUSED: "paused", DONE: "done"}
        said = words.get(state, f"stopped at {done:,}" if state in (STOPPED, FAILED) else "")
        if state == DONE and any(one.enough for one in self.sides):
            said = f"known well enough at {done:,}"
        known = system_class(self.slug).questions
        ruling = known.get(self.ruling)
        options = [
            {"name": name, "title": option, "words": list(rows), "a": (self.options.get(name) or [""])[0] or rows[0][0],
             "b": (self.options.get(name) or ["", ""])[1]}
            for name, option, rows in self._options()
        ]  # fmt: skip
        system = system_class(self.slug).build(players=self.players)
        names = [(name, name) for name in (*BOTS, *LEVELS, *outside_names())]
        set_up: Model = {
            "state": said,
            "fixed": self.under_way,
            "games": [(slug, kind.title) for slug, kind in games().items()],
            "slug": self.slug,
            "counts": list(player_counts(self.slug)),
            "players": self.players,
            "options": options,
            "seats": [
                {"o": seat.colour, "i": seat.icon, "name": seat.name, "a": self.bots[0][seat.index],
                 "b": self.bots[1][seat.index]}
                for seat in seats
            ],
            "bots": names,
            "rulings": [(name, one.question) for name, one in known.items()],
            "ruling": None if ruling is None else {
                "name": self.ruling, "title": ruling.question, "words": list(ruling.choices.items()),
                "a": self.choices[0], "b": self.choices[1],
            },
            "key": self.key,
            "such": next((f.key for f in system.facts if type(f.value) is int), ""),
            "values": (self.values[0], self.values[1]),
            "house": json.dumps(system.facts[self.key], default=str)[:60] if self.key else "",
            "two": self.two,
            "n": self.n,
            "ns": [n for n in NS if not self.served or n <= MOST_SERVED],
            "stop": self.stop,
            "stops": [*STOPS],
            "seed": self.seed,
            "place": self.place,
            "machine": f"{CORES} process{'' if CORES == 1 else 'es'} of {CORES} core{'' if CORES == 1 else 's'}",
            "cluster": self.address,
            "clusters": not self.served,
            "python": "Copy as Python",
            "unfinished": self._unfinished() if not self.sides else [],
        }  # fmt: skip
        if why and state != FAILED:
            set_up["state"] = f"{said}: {why[:60]}"
        if failed:
            self.error = f"{failed}{keeps}"
        rows = list(self.sides[0].rows) if self.sides else []
        others = list(self.sides[1].rows) if self.two and len(self.sides) > 1 else [] if self.two else None
        view = present.view(
            rows, others, slug=self.slug, n=self.n, seats={seat.name: seat for seat in seats}, measure=self.measure,
            spent=max((one.spent for one in self.sides), default=0.0),
            fresh=sum(len(one.rows) - one.before for one in self.sides), running=self.under_way,
            term="round" if "round" in system.where(system.start()) else "turn", kept=self.folder is not None,
        )  # fmt: skip
        if not self.sides:
            view["empty"] = "Set up what is played, then start. Figures come from the first 20 games on, always with ±."
            view["ahead"] = present.ahead(self.n, len(seats), view["term"], self.two)
        return {"simbar": bar, "simset": set_up, "simview": dict(view)}

    def words(self) -> str:
        """How it stands, in words."""
        found = [str(SimulationResult(self.slug, list(one.rows), one.spent)) for one in self.sides]
        return "\n\n".join(found) or f"A simulation of {system_class(self.slug).title} that has not begun"

    # -- in a page ----------------------------------------------------------------------------------------------------
    def panel(self) -> Any:
        import panel as pn

        from .visit import visit_of

        if pn.state.curdoc is not None and self.later is None:
            self.later = pn.state.curdoc.add_next_tick_callback
            self.visit = visit_of(pn.state.curdoc)
        return super().panel()

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for one in self.sides:
            one.stop()
        super()._leave()


def _name(plan: Plan) -> str:
    """The folder of a plan: the same plan has the same, so that it goes on there."""
    told: Mapping[str, Any] = replace(plan, n=1, width=None).document()
    return f"{plan.slug}-{crc32(json.dumps(told, sort_keys=True).encode()):08x}"
