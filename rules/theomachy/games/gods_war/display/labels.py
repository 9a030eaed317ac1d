"""Words for people: questions by their stable names, a line of why beside an option, bars of the rolls to come."""

from __future__ import annotations

from fractions import Fraction

from ....engine.runtime.decision import Answer, Decision, Secret
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.forecast import Forecast
from ....engine.runtime.requirement import plan
from ....engine.tabletop.table import Target
from ....engine.wording import number_of, together
from ..reckoning import odds
from ..rules.actions import Act, known
from ..rules.battle import STAGE_OF_DICE, Resolution, prompt_of
from ..rules.common import piece, title
from ..rules.council import in_rift
from ..rules.movement import ratings
from ..rules.packing import KIND, kind_of, owner_of
from ..rules.state import BattleRecord, State
from ..rules.timings import Power
from .sheets import bond

PROMPTS = {
    "action": "{who}, what do you do?",
    "start": "Where does the first Shrine stand?",
    "first player": "Who is first player?",
    "direction": "Which way round does play go?",
    "reborn unit": "Which unit comes back with the rebirth?",
    "unit to move": "What moves next?",
    "move to": "Where does it go?",
    "island to": "To which sea does Kylerela go?",
    "island place": "Where does Kylerela lie there?",
    "leave Hell": "How does the unit leave Hell?",
    "takes a kill": "Which unit takes a kill?",
    "takes a rout": "Which unit takes a rout?",
    "spare rout": "Who takes a rout that the dead may still absorb?",
    "conquest": "Is the building conquered or destroyed?",
    "sacrifice": "{who}, what do you give to the Rift?",
    "bid": "{who}, how much Power do you bid in secret?",
    "strength of the Rift": "The strength of the Chaos Rift",
    "last rune": "{who}, do you play a rune before the phase ends?",
    "battle rune": "{who}, do you play a rune in this battle?",
    "rune at the end": "{who}, which rune do you show?",
    "rune takes from": "From whom does the rune take Victory Points?",
    "rune gives to": "To whom does the rune give Victory Points?",
    "rune": "A rune is drawn",
    "rune on top": "A rune on top of the deck",
    "pre_battle": "{who}, which Pre-Battle power do you use?",
    "before_dice": "{who}, which power do you use before the dice?",
    "dice_rolled": "{who}, which power do you use on the dice?",
    "would_score": "{who}, which power changes the results?",
    "would_retreat": "{who}, which power says where the routed go?",
    "would_be_placed": "{who}, which power changes what is conquered?",
    "would_be_eliminated": "{who}, which power saves the unit?",
    "post_battle": "{who}, which Post-Battle power do you use?",
    "battle_end": "{who}, which power do you use after the battle?",
    "on_move": "{who}, which power do you use after this move?",
    "on_elimination": "{who}, which power do you use on this loss?",
    "on_placement": "{who}, which power do you use on this building?",
    "on_gain": "{who}, which power do you use with this gift?",
    "in_phase": "{who}, which power do you use in this phase?",
    "phase_end": "{who}, which power do you use as the Rift stays open?",
    "battle_declared": "{who}, which power do you use as the battle is declared?",
    "setup": "{who}, which power do you use in the set-up?",
}
LEAST = 0.0005  # what hardly ever comes is not shown
ANSWERS = {
    "drop": "Drop to 0 Power", "out": "Out of Power", "end": "The game ends", "island": "Kylerela itself",
    "stay": "Stay in Hell", "pay": "Pay for leave", "enough": "No further action",
}  # fmt: skip
OF_WORDS = {
    "drop": "All your Power goes; you act again only if you gain some",
    "out": "A rune has taken your last Power; the next player acts",
    "end": "The goal is reached; runes are shown, and then it is over",
    "enough": "You keep your Power; the next player acts",
}


def stack(s: State, area: int) -> str:
    """What stands in an area: "SK 2 Archer, Shrine; DA Troll"."""
    parts = []
    for seat, empire in enumerate(s.config.empires):
        names = [
            f"{n} {s.config.name[seat][k]}" if (n := s.n(seat, k, area)) > 1 else s.config.name[seat][k]
            for k in s.kinds_in(seat, area)
        ]
        names += [s.building(code, area).name for code in s.buildings_in(area) if code >> 3 == seat]
        if names:
            parts.append(f"{empire.letters} {', '.join(names)}")
    return "; ".join(parts) or "empty"


def action_of(s: State, me: int, option: Answer) -> Act | None:
    """The action that an option of the menu names."""
    return next((a for a in known(s, me) if a.verb == option[0]), None) if isinstance(option, tuple) else None


def moved_by(s: State, me: int, option: Answer) -> tuple[Target, ...]:
    """The piece of a monster that an action of the menu moves, or has attack."""
    action = action_of(s, me, option)
    if not isinstance(action, Power) or not action.public or not isinstance(option, tuple):
        return ()
    owner = s.config.slugs.index(action.empire)
    where = s.areas(owner) if owner in s.config.neutrals else ()
    return tuple(piece(s, owner, area, 0) for area in where if len(where) == 1 or area == option[1])


def dice_of(s: State, area: int, me: int, foe: int) -> int:
    """The dice of a side in a battle that has not begun, with what speaks as soon as it is declared."""
    return Resolution(*odds.declared(s, area, me, foe)).total(me).value


def against(s: State, area: int, me: int) -> str:
    """The dice that the strongest of the others there would throw against a seat, and whose they are."""
    foes = [f for f in s.config.enemies[me] if s.on[f] >> area & 1 or area in s.sites(f)]
    if not foes:
        return "nobody"
    dice = {f: dice_of(s, area, f, me) for f in foes}
    most = max(foes, key=lambda f: dice[f])
    return f"{number_of_dice(dice[most])}\n{title(s, most)}"


def detail(s: State, decision: Decision, option: Answer) -> tuple[str, str]:
    """One line of why, and one figure."""
    if isinstance(decision, Secret) and isinstance(option, tuple):
        return detail(s, decision.asks[option[0]], option[1])
    me = decision.player
    if decision.kind == "action":
        return _action(s, me, option)
    if decision.kind == "power" and isinstance(option, str):
        power = next((a for _, a in s.key.pairs if a.name == option), None)
        return (power.text, power.rule) if power is not None else ("", "")
    if decision.what == "gift" and isinstance(option, int):
        seat = decision.player if decision.instead_of < 0 else decision.instead_of
        gifts = s.config.empires[seat].gifts
        return (gifts[option].text, gifts[option].rule) if option < len(gifts) else ("", "")
    if decision.argument == "rune" and isinstance(option, int):
        row = s.config.runes[option]
        return row.text, f"{row.vp} VP" if row.vp else ""
    if decision.what == "move to" and isinstance(option, int):
        return stack(s, option), against(s, option, me)
    if decision.kind == "area" and isinstance(option, int):
        return stack(s, option), ""
    if decision.what == "leave Hell" and option == "pay":
        return "for this whole action", f"{s.config.fact('hell.vp_to_leave')} VP"
    if decision.what == "bid" and isinstance(option, int):
        short = "more than you have: it counts 0" if option > s.power[me] else f"leaves {s.power[me] - option} Power"
        closes, least = odds.commitment(s, me, option)
        return f"{short}; {_bid(s, me, option)}", f"{_part(closes)} closes\n{_part(least)} least"
    if decision.kind == "unit" and isinstance(option, tuple):
        seat, _, code = option
        unit = s.config.empires[seat].units[code & KIND]
        above, below = ratings(s, seat, code & KIND)
        return f"cost {unit.cost}, combat {above}, in Hell {below}", ""
    if decision.argument == "unit kind" and isinstance(option, int):
        return bond(s, owner_of(option), kind_of(option)), ""
    return "", ""


def _action(s: State, me: int, option: Answer) -> tuple[str, str]:
    if isinstance(option, str):
        return OF_WORDS.get(option, ""), ""
    action = action_of(s, me, option)
    if action is None:
        return "", ""
    price = action.price(s, me, *option[1 : 1 + max(plan(action).priced, 0)])
    cost = f"{price} Power" if price else "free"
    match action.verb, option[1:]:
        case "battle", (area, foe):
            mine, theirs = dice_of(s, area, me, foe), dice_of(s, area, foe, me)
            sides = odds.before(s, area, me, foe)
            chance = f"the area alone: {_part(odds.holds(*sides))}"
            if (kills := sides[1].killed) is not None:
                chance += f", {title(s, foe)} killed: {_part(kills)}"
            chance += before(*sides)
            return f"{number_of_dice(mine)} against {theirs}, {chance}; {stack(s, area)}", cost
        case "move", (area,):
            return stack(s, area), cost
        case "summon", (fid, area):
            (above, below), tie = ratings(s, me, kind_of(fid)), bond(s, me, kind_of(fid))
            said = f"combat {above}, in Hell {below}" + (f", {tie}" if tie else "")
            return f"{said}; there: {stack(s, area)}", cost
        case (("build" | "upgrade"), (code, area)):
            building = s.config.empires[me].buildings[code & 7]
            adds = [number_of(n, word) for n, word in ((building.kills, "kill"), (building.routs, "rout")) if n]
            more = f"adds {' and '.join(adds)} in battle; " if adds else ""
            return f"{more}there: {stack(s, area)}", cost
    return action.told(s, me, *option[1:]), cost


def thrower(s: State, b: BattleRecord, decision: Decision) -> int:
    """Whose battle dice the question is for, or -1."""
    if decision.what != "battle dice":
        return -1
    return next((seat for seat in b.sides if decision.prompt == prompt_of(s, seat)), -1)


def forecasts(s: State, decision: Decision) -> tuple[Forecast, ...]:
    """Results of the rolls to come: of the battle under way, of each battle that the menu offers, of the Rift."""
    if s.battle is not None:
        return _battle(s, s.battle, decision)
    if s.struggle is not None:
        return (_rift(s),)
    if decision.kind != "action":
        return ()
    found = []
    for option in decision.options:
        if isinstance(option, tuple) and option[0] == "battle":
            _, area, foe = option
            where, me = s.config.map.names[area], decision.player
            mine, theirs = odds.before(s, area, me, foe)
            found.append(bars(s, mine, theirs, 0, f"Battle in {where} against {title(s, foe)}"))
            found.append(bars(s, theirs, mine, 0, f"{title(s, foe)} answers in {where}"))
    return tuple(found[:12])


def _battle(s: State, b: BattleRecord, decision: Decision) -> tuple[Forecast, ...]:
    """Kills and routs of each side whose dice are still to come."""
    if b.stage > STAGE_OF_DICE:
        return ()
    next_ = thrower(s, b, decision)
    if b.stage == STAGE_OF_DICE and next_ < 0:
        return ()  # the dice lie; what is asked now is what to make of them
    lie = odds.thrown_by(s, b, next_)
    attacker, defender = odds.outlook(s, b, lie)
    pairs = ((attacker, defender), (defender, attacker))
    return tuple(bars(s, me, foe, which) for me, foe in pairs if me.seat not in lie for which in (0, 1))


def bars(s: State, me: odds.Outlook, foe: odds.Outlook, which: int, name: str = "") -> Forecast:
    """How many kills (0) or routs (1) a side gives the other one: its dice, and what its building adds."""
    chances = odds.one(foe.takes, which)
    word, faces = s.config.die.groups[which]
    dice = number_of_dice(me.dice[0]) if len(me.dice) == 1 else f"{me.dice[0]} to {number_of_dice(me.dice[-1])}"
    shown = f"{dice}; a {word} on {' or '.join(map(str, faces))}"
    killed = f"; killed: {_part(foe.killed)}" if foe.killed is not None else ""
    note = f"{shown}; {title(s, foe.seat)} left without units: {_part(foe.emptied)}{killed}{before(me, foe)}"
    rows = tuple((str(n), float(p)) for n, p in chances.items() if p > LEAST)
    mean = float(sum(n * p for n, p in chances.items()))
    return Forecast(name or f"{word.capitalize()}s by {title(s, me.seat)}", note, "GW-ROL-005", rows, expected=mean)


def before(*sides: odds.Outlook) -> str:
    """Which powers the odds leave out: ", before Feasting and Mischief"."""
    names = tuple(dict.fromkeys(name for side in sides for name in side.still))
    return f", before {together(names)}" if names else ""


def _part(p: Fraction) -> str:
    """A chance for people; only what is certain is 0 % or 100 %."""
    if p in (0, 1) or 0.005 <= p <= 0.995:
        return f"{100 * float(p):.0f} %"
    return "under 1 %" if p < 0.5 else "over 99 %"


def _rift(s: State) -> Forecast:
    """The chance to close the Rift by each total that the bids may still come to; once they are shown, by theirs."""
    assert s.struggle is not None
    n = number_of_dice(odds.dice_of_rift(s))
    total = s.struggle.total
    if s.struggle.bids:
        p = odds.closes(s, total)
        both = (("closes", float(p)), ("stays open", float(1 - p)))
        return Forecast("The Chaos Rift", f"{total} against {n}", "GW-RIF-011", both)
    low, high = odds.reach(s)
    told = ((str(t), float(odds.closes(s, t))) for t in range(low, high + 1))
    rows = tuple((t, p) for t, p in told if p > LEAST)
    return Forecast("The Rift closes, by total", f"{n}; {in_rift(s)} lie in the Rift", "GW-RIF-011", rows, each=True)


def _bid(s: State, me: int, n: int) -> str:
    """Between which chances a bid lets the Rift close: the others' bids are secret."""
    least, most = (odds.closes(s, total) for total in odds.reach(s, me, n))
    return f"closes with {_part(least)} to {_part(most)}"


def dice_detail(s: State, decision: Decision) -> str:
    """What a roll is made of: "Storm: 2 × Barbarian 2, Champion 1"."""
    b = s.battle
    me = thrower(s, b, decision) if b is not None else -1
    if b is None or me < 0:
        return ""
    return f"{title(s, me)}: " + ", ".join(f"{part.name} {part.change}" for part in Resolution(s, b).total(me).parts)
