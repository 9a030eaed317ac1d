"""The words of the game: kinds of arguments with their candidates, names for people, and details of options."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...engine.runtime.decision import Answer, Decision
from ...engine.runtime.dice import number_of_dice
from ...engine.tabletop.argument import ArgumentType
from .actions import ready
from .battle import HITS, defence_dice
from .domains import ARMY, MONSTER, MOUNTAINS, POPULATION, TEMPLE, TERRAINS
from .land import bits
from .odds import outlook
from .state import State

if TYPE_CHECKING:
    from ...engine.runtime.forecast import Forecast
    from . import Demigods


After = Callable[[State, int, int], tuple[int, ...]]  # narrows a word by the hex that was named before


def words(game: Demigods) -> dict[str, ArgumentType]:
    """All words of one configured game. Those with a base only narrow it, so that menus are short to build."""
    names, near, everywhere = game.grid.names, game.grid.near_mask, (1 << game.grid.size) - 1

    def hexes(mask: Callable[[State, int], int], after: After | None = None, base: str = "area") -> ArgumentType:
        return ArgumentType(
            lambda s, me: bits(mask(s, me)), lambda s, h: names[h], lambda s, h: (f"area:{h}",), base, after
        )

    return {
        "area": hexes(lambda s, me: everywhere, base=""),
        "hex": hexes(lambda s, me: everywhere),
        "my hex": hexes(lambda s, me: s.held[me]),
        "my front": hexes(front),
        "my movers": hexes(lambda s, me: s.held[me]),
        "my reach": hexes(reach, after=lambda s, me, a: bits(near[a] & s.land)),
        "land": hexes(lambda s, me: s.land),
        "water": hexes(lambda s, me: everywhere & ~s.land),
        "settled": hexes(lambda s, me: s.settled()),
        "neighbour": hexes(lambda s, me: s.settled(), after=lambda s, me, a: bits(near[a] & s.settled())),
        "temple": hexes(lambda s, me: s.temples),
        "card": ArgumentType(
            lambda s, me: range(len(game.cards)),
            lambda s, c: game.cards[c].name,
            lambda s, c: (),  # whose card it is, the question knows: see `Demigods.targets`
        ),
        "terrain": ArgumentType(lambda s, me: range(1, len(TERRAINS)), lambda s, t: terrain_name(t), lambda s, t: ()),
        "counter": ArgumentType(lambda s, me: range(4), lambda s, k: game.counter_names[k], lambda s, k: ()),
    }


def front(s: State, me: int) -> int:
    """Own hexes beside an enemy, as a mask: nobody else can attack."""
    near, mine = s.config.grid.near_mask, s.held[me]
    others = s.settled() & ~mine
    if not others:
        return 0
    beside = 0
    for h in bits(others):
        beside |= near[h]
    return beside & mine


def reach(s: State, me: int) -> int:
    """Land beside or under own counters, as a mask."""
    near, found = s.config.grid.near_mask, 0
    for h in bits(s.held[me]):
        found |= near[h]
    return found & s.land


def terrain_name(terrain: int) -> str:
    """ "river valley" for a counter of it."""
    return {"river_valleys": "river valley", "plains": "plains"}.get(TERRAINS[terrain], TERRAINS[terrain].rstrip("s"))


def stack(s: State, h: int) -> str:
    """What stands in a hex: "1 army, 4 population"."""
    parts = [
        f"{s.counters[k][h]} {s.config.plural(k, s.counters[k][h])}"
        for k in (TEMPLE, ARMY, MONSTER, POPULATION)
        if s.counters[k][h]
    ]
    return ", ".join(parts) or "empty"


def detail(s: State, decision: Decision, option: Answer) -> tuple[str, str]:
    """One line of why, and one figure, for an option."""
    if decision.what == "attack second":
        return attack_detail(s, decision.player, option)
    if decision.kind == "area" and isinstance(option, int):
        return f"{TERRAINS[s.terrain[option]].replace('_', ' ')}; {stack(s, option)}", ""
    if decision.kind == "action" and isinstance(option, tuple):
        action = s.config.by_verb.get(option[0])
        if action is not None and len(option) == 1:
            return " ".join((type(action).__doc__ or "").split()), ""
        if len(option) == 2:
            return stack(s, option[1]), ""
    if decision.kind == "card":
        return s.config.cards[option].text, ""
    return "", ""


def attack_detail(s: State, me: int, target: int) -> tuple[str, str]:
    """Who stands there, the dice against each other if all attack, who is left, and the chance to clear the hex."""
    source = pending_source(s, me)
    mine = ready(s, me, source) if source >= 0 else 0
    theirs = defence_dice(s, target)
    ground = f"{TERRAINS[s.terrain[target]].replace('_', ' ')}; {stack(s, target)}"
    if not mine:
        return ground, ""
    chance, left, exact = outlook(s, mine, target)
    rocks = "; one hit fewer a roll" if s.terrain[target] == MOUNTAINS else ""
    about = "" if exact else "about "
    return f"{ground}{rocks}; {2 * mine} dice to {theirs}; {about}{left:.1f} left", f"{about}{100 * chance:.0f} %"


def pending_source(s: State, me: int) -> int:
    """The hex that was named when the question for the target is open; -1 if it is not known."""
    return s.asked[0] if s.asked else -1


def forecasts(s: State, decision: Decision) -> tuple[Forecast, ...]:
    """The first roll of each attack that may be chosen now; before the target is, what no target changes of it."""
    from ...engine.runtime.forecast import Forecast

    if decision.what == "battle":
        return _first_rolls(s, decision)
    if decision.what != "attack second":
        return ()
    source = pending_source(s, decision.player)
    n = 2 * ready(s, decision.player, source) if source >= 0 else 0
    found = []
    for target in decision.options:
        if not isinstance(target, int) or not n:
            continue
        outcomes, weights = HITS.outcomes(n)
        total = sum(weights)
        less = 1 if s.terrain[target] == MOUNTAINS else 0
        rows = tuple((HITS.say(o), w / total) for o, w in zip(outcomes, weights, strict=True) if w / total > 0.0005)
        note = f"hits of {n} dice, each 1 in 6" + ("; the mountains take one" if less else "")
        found.append(
            Forecast(f"First roll into {s.config.grid.names[target]}", note, "DG-BAT-004", rows, expected=n / 6)
        )
    return tuple(found)


def _first_rolls(s: State, decision: Decision) -> tuple[Forecast, ...]:
    """The first roll from each hex that may attack, those that throw as many dice together."""
    from ...engine.runtime.forecast import Forecast

    sources: dict[int, list[str]] = {}
    for option in decision.options:
        if isinstance(option, tuple) and option[0] == "attack":
            sources.setdefault(2 * ready(s, decision.player, option[1]), []).append(s.config.grid.names[option[1]])
    found = []
    for n, names in sorted(sources.items(), reverse=True):
        outcomes, weights = HITS.outcomes(n)
        total = sum(weights)
        rows = tuple((HITS.say(o), w / total) for o, w in zip(outcomes, weights, strict=True) if w / total > 0.0005)
        note = f"hits of {n} dice, each 1 in 6; mountains take one"
        said = " or ".join(names) if len(names) < 4 else f"any of {len(names)} hexes"
        found.append(Forecast(f"First roll from {said}", note, "DG-BAT-004", rows, expected=n / 6))
    return tuple(found)


def dice_detail(s: State, decision: Decision) -> str:
    """What a roll is made of."""
    if s.fight is not None and decision.dice is not None:
        n = decision.dice[1]
        return f"{number_of_dice(n)}, each hits on a 1"
    return number_of_dice(decision.dice[1]) if decision.dice is not None else ""
