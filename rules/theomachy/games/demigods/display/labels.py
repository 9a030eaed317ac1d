"""Options and rolls for people: one line of why, one figure, and the bars of the rolls to come."""

from __future__ import annotations

from ....engine.runtime.decision import Answer, Decision
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.forecast import Forecast
from ..reckoning.odds import outlook
from ..rules.actions import BUILD, DISBAND, RAISE, ready
from ..rules.battle import HITS, defence_dice
from ..rules.domains import ARMY, GROUNDS, KINDS, MONSTER, MOUNTAINS, POPULATION, TEMPLE
from ..rules.state import State

EXCHANGES = {each.verb: each for each in (RAISE, DISBAND)}


def ground(s: State, h: int) -> str:
    """What a hex is, and what stands in it: "plains; 1 army, 4 population"."""
    return f"{GROUNDS[s.terrain[h]]}; {stack(s, h)}"


def stack(s: State, h: int) -> str:
    """What stands in a hex: "1 army, 4 population"."""
    return s.config.listing((TEMPLE, ARMY, MONSTER, POPULATION), [row[h] for row in s.counters]) or "empty"


def detail(s: State, decision: Decision, option: Answer) -> tuple[str, str]:
    """One line of why, and one figure, for an option."""
    if decision.what == "attack second":
        return attack_detail(s, decision.player, option)
    if decision.kind == "area" and isinstance(option, int):
        return ground(s, option), ""
    if decision.kind == "action" and isinstance(option, tuple):
        action = s.config.by_verb.get(option[0])
        if action is not None and len(option) == 1:
            return action.text, ""
        if len(option) == 2:
            return stack(s, option[1]), price(s, option[0])
    if decision.kind == "card":
        return s.config.cards[option].text, ""
    return "", ""


def price(s: State, verb: str) -> str:
    """What is given up for it, the kind below the number: six population for a temple, one each for armies."""
    if verb == BUILD.verb:
        return f"−{s.config.temple_price}\npopulation"
    exchange = EXCHANGES.get(verb)
    return "" if exchange is None else f"−1\n{KINDS[exchange.gives]} each"


def attack_detail(s: State, me: int, target: int) -> tuple[str, str]:
    """Who stands there, the dice against each other if all attack, who is left, and the chance to clear the hex."""
    source = pending_source(s, me)
    mine = ready(s, me, source) if source >= 0 else 0
    theirs = defence_dice(s, target)
    if not mine:
        return ground(s, target), ""
    chance, left, exact = outlook(s, mine, target)
    rocks = "; one hit fewer a roll" if s.terrain[target] == MOUNTAINS else ""
    about = "" if exact else "about "
    told = f"{ground(s, target)}{rocks}; {2 * mine} dice to {theirs}; {about}{left:.1f} left"
    return told, f"{about}{100 * chance:.0f} %"


def pending_source(s: State, me: int) -> int:
    """The hex that was named when the question for the target is open; -1 if it is not known."""
    return s.asked[0] if s.asked else -1


def forecasts(s: State, decision: Decision) -> tuple[Forecast, ...]:
    """The first roll of each attack that may be chosen now; before the target is, what no target changes of it."""
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
        rocks = "; the mountains take one" if s.terrain[target] == MOUNTAINS else ""
        found.append(_first_roll(f"into {s.config.grid.names[target]}", n, rocks))
    return tuple(found)


def _first_roll(where: str, n: int, rocks: str) -> Forecast:
    note = f"hits of {n} dice, each 1 in 6{rocks}"
    return Forecast(f"First roll {where}", note, "DG-BAT-004", HITS.chances(n), expected=n / 6)


def _first_rolls(s: State, decision: Decision) -> tuple[Forecast, ...]:
    """The first roll from each hex that may attack, those that throw as many dice together."""
    sources: dict[int, list[str]] = {}
    for option in decision.options:
        if isinstance(option, tuple) and option[0] == "attack":
            sources.setdefault(2 * ready(s, decision.player, option[1]), []).append(s.config.grid.names[option[1]])
    found = []
    for n, names in sorted(sources.items(), reverse=True):
        said = " or ".join(names) if len(names) < 4 else f"any of {len(names)} hexes"
        found.append(_first_roll(f"from {said}", n, "; mountains take one"))
    return tuple(found)


def dice_detail(s: State, decision: Decision) -> str:
    """What a roll is made of."""
    if s.fight is not None and decision.dice is not None:
        n = decision.dice[1]
        return f"{number_of_dice(n)}, each hits on a 1"
    return number_of_dice(decision.dice[1]) if decision.dice is not None else ""
