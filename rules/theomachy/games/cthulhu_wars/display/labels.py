"""One line of why for an option, and the bars of the rolls that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....engine.runtime.decision import Answer, Decision
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.forecast import Forecast
from ....engine.runtime.requirement import Action
from ....engine.tabletop.table import Target
from ..rules.act import Act, due
from ..rules.arguments import GATE, kind_target
from ..rules.awakening import GreatOldOne
from ..rules.common import may_come, title
from ..rules.domains import EXTRA, KIND, NO_GATE, figure, marks_on
from ..rules.fight import Resolution, muster
from ..rules.menu import known
from ..rules.recruiting import recruit_price, recruits
from ..rules.sorts import sorts_of
from ..rules.state import State
from .battle_powers import combat, parts_of
from .market import price, told

SORT = "gate sort"  # the argument of an action, or of a question, that names one


def stack(s: State, area: int) -> str:
    """Who stands in an area: "GC Cthulhu, 2 Deep One; YS Acolyte"."""
    parts = []
    for seat in s.config.owners:
        names = s.config.name[seat]
        here = [f"{n} {names[k]}" if n > 1 else names[k] for k in s.config.kinds[seat] if (n := s.n(seat, k, area))]
        if here:
            parts.append(f"{s.config.factions[seat].letters} {', '.join(here)}")
    return "; ".join(parts) or "empty"


def gate(s: State, area: int) -> str:
    """Whose gate is in an area, "" where there is none: "GC gate"."""
    if s.gate[area] == NO_GATE:
        return ""
    holder = s.holder(area)
    return f"{s.config.factions[holder].letters} gate" if holder >= 0 else "abandoned gate"


def action_of(s: State, me: int, option: Answer) -> Act | None:
    """The action that an option of the menu names."""
    return next((a for a in known(s, me) if a.verb == option[0]), None) if isinstance(option, tuple) else None


def detail(s: State, decision: Decision, option: Answer) -> tuple[str, str]:
    """One line of why, and one figure."""
    me = decision.player
    if decision.kind == "action":
        return _action(s, me, option)
    if decision.kind == "power" and isinstance(option, str):
        power = next((a for _, a in s.key.pairs if a.name == option), None)
        return (power.text, power.rule) if power is not None else ("", "")
    if decision.argument == SORT and isinstance(option, int):
        return sort_text(s, option), s.config.gate_sorts[option].rule
    if decision.argument == "book" and isinstance(option, int):
        books, name = s.config.factions[me].books, (decision.names or {}).get(option)
        if option < len(books) and books[option].name == name:  # and no card of that number
            return books[option].text, books[option].rule
    if decision.kind == "card" and isinstance(option, int):
        return ", ".join(books_with(s, me, decision.options, option)), s.config.cards[option].rule
    if decision.kind == "area" and isinstance(option, int):
        return "; ".join(filter(None, (stack(s, option), gate(s, option)))), ""
    if decision.what == "absorb" and isinstance(option, tuple) and s.battle is not None:
        return _meal(s, me, option)
    if decision.kind == "unit" and isinstance(option, tuple):
        seat, _, code = option
        unit = s.config.factions[seat].units[code & KIND]
        fed = f"; fed {marks_on(code)}" if marks_on(code) else ""
        return f"cost {unit.costs[0]}, Combat {combat(s, seat, code & KIND)}{fed}", ""
    return "", ""


def pictured(s: State, decision: Decision, option: Answer) -> tuple[Target, ...]:
    """Who comes, or the gate that comes, of an action that points at an area alone; () for any other option."""
    me = decision.player
    action = action_of(s, me, option) if decision.kind == "action" and isinstance(option, tuple) else None
    if action is None or not isinstance(option, tuple):
        return ()
    if action.verb == "recruit" and (who := recruits(s, me, option[1])):
        return kind_target(s, figure(me, who[0]))
    if action.verb == "gate":
        return (GATE.format(option[1]),)
    if isinstance(action, GreatOldOne) and action.kind in s.config.goos[me]:
        return kind_target(s, figure(me, action.kind))
    return ()


def in_game(s: State, action: Action) -> bool:
    """Is the card of an action in this game? Of those that lots were drawn for, others are not."""
    sort, _, key = getattr(action, "on", "").partition(".")
    if sort not in ("box", "card", "book") or s.to_draw:
        return True
    card, drawn = s.config.card(key), s.config.market | s.config.awakened
    return card < 0 or not drawn >> card & 1 or bool(s.offer >> card & 1) or s.cards[card] >= 0


def books_with(s: State, me: int, cards: Sequence[Answer], card: int) -> list[str]:
    """The spellbooks that a faction may take with one of these cards of its own and not with every one of them."""
    config, found = s.config, dict[Answer, set[int]]()
    of_faction = {
        i for i, each in enumerate(config.cards)
        if config.facts.table(f"cards.{each.key}").get("of") == config.slugs[me] and i not in cards
    }  # fmt: skip
    for each in cards:
        then = s.copy()
        for beside in of_faction:
            then.take_card(me, beside)
        then.take_card(me, int(each))
        found[each] = {bit for bit in range(len(config.factions[me].books)) if may_come(then, me, bit)}
    always = set.intersection(*found.values())
    return [config.factions[me].books[bit].name for bit in sorted(found[card] - always)]


def _action(s: State, me: int, option: Answer) -> tuple[str, str]:
    words = {
        "pass": ("Your Power drops to 0; you are skipped until the Gather Power phase", ""),
        "end": ("The turn is over", ""),
        "no second": ("The second action of the pair is not taken", ""),
    }
    if isinstance(option, str):
        power = next((a for _, a in s.key.pairs if a.name == option), None)
        return words.get(option, (power.text, power.rule) if power is not None else ("", ""))
    action = action_of(s, me, option)
    if action is None:
        return "", ""
    if action.in_doom and action.shape[:1] in (("card",), ("given card",)):
        return told(s, option[1]), price(s, option[1])
    paid = due(s, me, action, option[1:])
    cost = f"{paid} Power" if paid else "free"
    if action.verb == "battle":
        mine, theirs = (
            Resolution(s, muster(s, option[1], a, b)).dice(a, b).value for a, b in ((me, option[2]), (option[2], me))
        )
        return f"{number_of_dice(mine)} against {theirs}; {stack(s, option[1])}", cost
    if SORT in action.shape:
        return sort_text(s, option[1 + action.shape.index(SORT)]), cost
    if action.verb == "recruit" and (dear := _dearer(s, me, option[1], paid)):
        return dear
    return action.text, cost


def _dearer(s: State, me: int, area: int, paid: int) -> tuple[str, str] | None:
    """Who may be recruited there, each with his price, where the menu's own is not that of all of them."""
    plain, cost, names = recruit_price(s), s.config.cost[me], s.config.name[me]
    prices = {names[k]: paid + max(cost[k] - plain, 0) for k in recruits(s, me, area)}
    if not prices or {*prices.values()} == {paid}:
        return None
    least = min(prices.values())
    cheap = f"{least} Power" if len({*prices.values()}) == 1 else f"from {least} Power"
    return ", ".join(f"{name} {price} Power" for name, price in prices.items()), cheap


def sort_text(s: State, i: int) -> str:
    """What a gate of a sort does."""
    return sorts_of(s.config)[s.config.gate_sorts[i].name].text


def _meal(s: State, me: int, option: Answer) -> tuple[str, str]:
    """What the dice of the side come to after this meal."""
    assert s.battle is not None
    (_, _, eater), (_, _, meal) = option
    after = s.copy()
    assert after.battle is not None
    fight = Resolution(after, after.battle)
    before = fight.dice(me, _foe(s, me)).value
    fight.change(me, eater, eater + EXTRA)
    fight.change(me, meal)
    now = fight.dice(me, _foe(s, me)).value
    return f"{number_of_dice(before)} become{'s' * (before == 1)} {now}", number_of_dice(now)


def _foe(s: State, me: int) -> int:
    assert s.battle is not None
    return s.battle.sides[1 - s.battle.sides.index(me)]


def forecasts(s: State, decision: Decision) -> tuple[Forecast, ...]:
    """Kills of the rolls to come: of the battle under way, or of each battle that the menu offers."""
    if s.battle is not None and len(s.battle.rolled) < 2:
        fight = Resolution(s, s.battle)
        a, d = s.battle.sides
        return tuple(bars(s, f, fight.dice(f, e).value) for f, e in ((a, d), (d, a))[len(s.battle.rolled) :])
    if decision.kind != "action":
        return ()
    found = []
    for option in decision.options:
        if isinstance(option, tuple) and option[0] == "battle":
            _, area, foe = option
            fight = Resolution(s, muster(s, area, decision.player, foe))
            where = s.config.map.names[area]
            mine, theirs = fight.dice(decision.player, foe).value, fight.dice(foe, decision.player).value
            found.append(bars(s, decision.player, mine, f"Battle in {where} against {title(s, foe)}"))
            found.append(bars(s, foe, theirs, f"{title(s, foe)} answers in {where}"))
    return tuple(found[:12])


def bars(s: State, seat: int, n: int, name: str = "") -> Forecast:
    """How many kills n dice bring."""
    die = s.config.die
    shown = replace(die, groups=die.groups[:1]).chances(n, words=False)
    kill, pain = (" or ".join(map(str, faces)) for _, faces in die.groups)
    note = f"{number_of_dice(n)}; {kill} kills, {pain} pains"
    return Forecast(name or f"Kills of {title(s, seat)}", note, "CW-BAT-014", shown, expected=die.expected(n)[0])


def dice_detail(s: State, decision: Decision) -> str:
    """What a roll is made of: "Cthulhu 6, Shoggoth 2, Absorb 3"."""
    b = s.battle
    if b is None or decision.what != "battle dice":
        return ""
    me = b.sides[len(b.rolled)]
    rows = parts_of(Resolution(s, b), me, b.sides[1 - len(b.rolled)])
    return f"{title(s, me)}: " + ", ".join(f"{name} {n}" for name, n in rows)
