"""The messages of the calculator, and what it has to reckon for them."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from theomachy.answers.calculator import AUTO, SAMPLED, Reckoned, reckon
from theomachy.answers.work import Budget
from theomachy.engine.errors import IllegalAnswer, TheoError
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.line_up import UNSET
from theomachy.engine.runtime.position import Position

from ..present.calculating import MOST_KEPT, WORKS, Calculation, Key
from ..present.calculator import told
from ..present.calculator_of import opened
from ..render.svg import svg
from ..scene.build import Scene, build
from ..share import Parcel
from .asking import Asks

if TYPE_CHECKING:
    from theomachy.engine.tabletop.table import Table, Target

    from ..slices import Slices

MESSAGES = frozenset(
    "calc calcclose calccount calcpower calcpolicy calcorder calcpick calcdie calcrow calcswap calchow "
    "calcboard calckeep calccopy calcplay calcheight".split()
)
PATIENCE = Budget(seconds=12.0)
MOST_PICTURE = 900_000  # signs of a picture that is sent
LONGEST = 60
WIDTH, STRIP = 900, 232  # of the picture over the calculator, and how much of its height is seen


class CalculatorAsks(Asks):
    """The part of a controller that hears the calculator."""

    shown: str

    what_if: Game | None = None  # a game that is to be opened below
    parcel: Parcel | None

    @property
    def calculation(self) -> Calculation:
        """The one that is open. Raises `IllegalAnswer`."""
        found = self.view_state.calculation
        if found is None:
            raise IllegalAnswer("the calculator is closed")
        return found

    def do_calc(self, target: str = "", place: str = "") -> None:
        """Open it: of a fight at a thing on the board, of a place, or of the likeliest."""
        self.view_state.calculation = opened(self.moment, str(target)[:LONGEST], str(place)[:LONGEST])

    def do_calcclose(self) -> None:
        self.view_state.calculation = None

    def do_calccount(self, id: str, n: int | None = None, by: int = 0) -> None:
        calc = self.calculation
        steppers = [s for side in calc.line_up(calc.setting).sides for s in side.steppers]
        found = next((s for s in steppers if s.id == id), None)
        if found is None:
            raise IllegalAnswer("there is nothing of that kind to count")
        to = max(found.least, min(found.most, found.n + int(by) if n is None else int(n)))
        self._set(calc, id, to, found.board)

    def _set(self, calc: Calculation, id_: str, n: int, board: int) -> None:
        setting = calc.setting.counting(id_, n)
        if n == board:  # as on the board: nothing to remember
            setting = replace(setting, counts=tuple(row for row in setting.counts if row[0] != id_))
        calc.setting = setting

    def do_calcpower(self, id: str) -> None:
        calc = self.calculation
        switches = [s for side in calc.line_up(calc.setting).sides for s in side.switches]
        found = next((s for s in switches if s.id == id), None)
        if found is None or found.why:
            raise IllegalAnswer("that power cannot be used here")
        setting = calc.setting.switching(id, not found.on)
        if found.board == (not found.on):
            setting = replace(setting, powers=tuple(row for row in setting.powers if row[0] != id))
        calc.setting = setting

    def do_calcpolicy(self, side: int, k: str) -> None:
        calc = self.calculation
        sides, side = calc.line_up(calc.setting).sides, int(side)
        if not 0 <= side < len(sides) or k not in dict(sides[side].policies):
            raise IllegalAnswer("that side has no such policy")
        if k == "hand" and not calc.setting.orders[side]:
            calc.setting = calc.setting.ordering(side, [id_ for id_, _, _ in sides[side].order], k)
        else:
            calc.setting = calc.setting.giving(side, k)

    def do_calcdie(self, i: int, hand: int = 0, by: int = 1, face: int | None = None) -> None:
        """A die shows another face, or one that is named; before the first it is set by nobody."""
        calc = self.calculation
        throw, i, hand = calc.throw(), int(i), int(hand)
        if throw is None or not 0 <= hand < len(throw.hands) or not 0 <= i < throw.hands[hand].n:
            raise IllegalAnswer("there is no such die")
        lie, dice = throw.hands[hand].lie, throw.hands[hand].dice
        shows = (UNSET, *dice.kinds)
        if face is None:
            to = shows[(shows.index(lie[i]) + int(by)) % len(shows)]
        elif int(face) in dice.faces:
            alike = (f for f in dice.kinds if dice.read((f,)) == dice.read((int(face),)))
            to = next(alike)
        else:
            raise IllegalAnswer(f"these dice do not show a {int(face)}")
        for at, shown in enumerate(lie):  # what lies in the game stays beside what is set
            calc.setting = calc.setting.showing(hand, at, to if at == i else shown)

    def do_calcrow(self, grid: int, i: int) -> None:
        """The steppers are set as a row of a table says."""
        calc = self.calculation
        grids = calc.line_up(calc.setting).grids
        if not (0 <= int(grid) < len(grids) and 0 <= int(i) < len(grids[int(grid)].sets)):
            raise IllegalAnswer("there is no such row")
        for id_, n in grids[int(grid)].sets[int(i)]:
            self.do_calccount(id_, n)

    def do_calcheight(self, at: int) -> None:
        """The pin on the line of heights is drawn: the cheapest force for what lies nearest is sent."""
        ladder = self.calculation.line_up(self.calculation.setting).ladder
        if ladder is None or not ladder.steps:
            raise IllegalAnswer("there is no height to be chosen here")
        for id_, n in min(ladder.steps, key=lambda step: abs(step[0] - int(at)))[1]:
            self.do_calccount(id_, n)

    def do_calcorder(self, side: int, id: str) -> None:
        """One class goes a place earlier, in the order given by hand."""
        calc, side = self.calculation, int(side) % 2
        order = [id_ for id_, _, _ in calc.line_up(calc.setting).sides[side].order]
        if id not in order:
            raise IllegalAnswer("nobody of that kind fights")
        at = order.index(id)
        order.insert(max(at - 1, 0), order.pop(at))
        calc.setting = calc.setting.ordering(side, order, "hand")

    def do_calcpick(self, id: str, k: str) -> None:
        """Another fight: elsewhere, of others. What was set of the last one is left."""
        calc = self.calculation
        place = calc.fights.picked(calc.position.state, calc.setting, str(id), str(k)[:LONGEST])
        self._turn_to(calc, place)

    def _turn_to(self, calc: Calculation, place: str) -> None:
        """The same calculator with another fight; what was kept to compare stays."""
        other = opened(self.moment, place=place)
        other.kept, other.how, other.free = calc.kept, calc.how, calc.free
        other.found, other.done = calc.found, calc.done
        self.view_state.calculation = other

    def do_calcswap(self) -> None:
        """Who attacks defends, where that can be: on the board, else as if they had met."""
        found, why = self.calculation.swapped()
        if not found:
            raise IllegalAnswer(why)
        self._turn_to(self.calculation, found)

    def do_calchow(self) -> None:
        """Exact or sampled."""
        calc = self.calculation
        calc.how = AUTO if calc.how == SAMPLED else SAMPLED

    def do_calcboard(self) -> None:
        """As it stands on the board."""
        calc = self.calculation
        calc.setting, calc.kept = calc.board, ()

    def do_calckeep(self) -> None:
        """Keep the setting in hand, to compare others with it, a second one too; once more: the board again."""
        calc = self.calculation
        if calc.setting in calc.kept or len(calc.kept) == MOST_KEPT:
            calc.kept = ()
        else:
            calc.kept = (*calc.kept, calc.setting)

    def _imagined(self, calc: Calculation) -> Game:
        """The setting as a game of its own. Raises `IllegalAnswer`."""
        line_up = calc.line_up(calc.setting)
        if line_up.fault:
            raise IllegalAnswer(line_up.fault)
        system = calc.position.system
        game = Game(system, Position(system, calc.fights.on_board(calc.position.state, calc.setting)), seed=0)
        game.names["title"] = f"What if: {line_up.title}"
        return game

    def do_calccopy(self) -> None:
        """The result as text, with the position on one line, for the clipboard."""
        calc = self.calculation
        text = f"{told(self.moment, calc)}\n{self._imagined(calc).line()}\n"
        self.parcel = Parcel(f"{calc.position.system.slug}-odds.txt", "text/plain", text.encode())
        calc.copied = calc.setting

    def do_calcplay(self) -> None:
        """Open the position of the setting as a game of its own, on a board below."""
        self.what_if = self._imagined(self.calculation)
        self.view_state.calculation = None

    # -- reckoning ----------------------------------------------------------------------------------------------------
    def reckon(self, slices: Slices, redraw: Callable[[], None]) -> None:
        """Begin what is to be reckoned and is not known, and leave what nobody waits for."""
        calc = self.view_state.calculation
        wanted = calc.wanted() if calc is not None and not calc.fault else {}
        for name in WORKS:
            key = wanted.get(name)
            if calc is None or key is None:
                slices.stop(name)
                continue
            if key in calc.done or (calc.asked.get(name) == key and slices.busy(name)):
                continue
            calc.asked[name] = key
            self._begin(calc, name, key, slices, redraw)

    def _begin(self, calc: Calculation, name: str, key: Key, slices: Slices, redraw: Callable[[], None]) -> None:
        setting, how = key
        if calc.line_up(setting).fault:
            calc.done.add(key)
            return
        work = reckon(calc.position.system, calc.position.state, setting, how=how, midst=calc.midst(setting))

        def show(latest: Reckoned | None, over: bool) -> None:
            if latest is not None:
                calc.found[key] = latest
            if over:
                calc.done.add(key)
            redraw()

        try:
            slices.start(name, work, show, PATIENCE)
        except TheoError as fault:
            calc.fault = str(fault)
            calc.done.add(key)

    def draw_fight(self) -> None:
        """The picture over the calculator, drawn when its place or the theme is another."""
        calc = self.view_state.calculation
        if calc is None:
            return
        theme = self.shown if self.view_state.theme == "auto" else self.view_state.theme
        place = calc.fights.place(calc.position.state, calc.setting.place)
        drawn = calc.setting.place, theme
        if place is None or calc.drawn == drawn:
            return
        calc.drawn = drawn
        scene, calc.at = strip(self.moment.table, theme, [place.target, *place.whence])
        text = svg(scene)
        sent = "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()
        calc.picture = sent if len(sent) <= MOST_PICTURE else ""


def strip(table: Table, theme: str, targets: list[Target]) -> tuple[Scene, int]:
    """The board as a strip in which a fight is seen, from near where there is room: the scene, and which part of its
    height is in sight, in hundredths.
    """
    areas = [int(id_) for sort, _, id_ in (t.partition(":") for t in targets) if sort == "area" and id_.isdecimal()]
    scene = build(table, theme=theme, width=WIDTH, focus=areas[0] if areas else None)
    if not areas:
        return scene, 50
    if len(areas) > 1 and not _fits(_spread(scene, areas), scene):
        whole = build(table, theme=theme, width=WIDTH)
        scene = whole if _fits(_spread(whole, areas), whole) else scene
    top, bottom = next((each for each in _views(scene, areas) if _fits(each, scene)), _views(scene, areas)[-1])
    room = scene.height - STRIP
    at = ((top + bottom) / 2 - STRIP / 2) / room if room > 0 else 0.5
    return scene, round(100 * min(max(at, 0.0), 1.0))


def _fits(view: tuple[float, float], scene: Scene) -> bool:
    return view[1] - view[0] <= STRIP and view[0] >= 0 and view[1] <= scene.height


def _views(scene: Scene, areas: list[int]) -> list[tuple[float, float]]:
    """What is worth seeing, as top and bottom: all, the area of the fight, its pieces, its middle."""
    y = scene.ground.centre(areas[0])[1]
    return [_spread(scene, areas), _spread(scene, areas[:1]), _standing(scene, areas[:1]), (y, y)]


def _spread(scene: Scene, areas: list[int]) -> tuple[float, float]:
    """From where to where areas reach, with the pieces that stand in them."""
    boxes = [scene.ground.seat(area) for area in areas if area in scene.ground.areas]
    top, bottom = _standing(scene, areas)
    return min([top, *(box[1] for box in boxes)]), max([bottom, *(box[3] for box in boxes)])


def _standing(scene: Scene, areas: list[int]) -> tuple[float, float]:
    discs = [hit.disc for hit in scene.hits if hit.area in areas and hit.disc is not None]
    y = scene.ground.centre(areas[0])[1]
    return min([y, *(at - r for _, at, r in discs)]), max([y, *(at + r for _, at, r in discs)])
