"""Questions and options for people: what is asked in full, one line of why and one figure for an option."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.decision import Answer, Decision, Secret
from ..reckoning import advice
from ..rules.artefacts import free, printed
from ..rules.battle import deploy_detail, fort_of, leftmost, offers, skipped, unit_power
from ..rules.building import points_of, priced, prices
from ..rules.config import ACTION_TITLES
from ..rules.maps import RESOURCES
from ..rules.movement import points, purchase
from ..rules.movement import trip as trip_of
from ..rules.state import BUILDING, FORTRESS_FIGHT, MONSTER_FIGHT, State
from ..rules.stock import counted, plural, said

PROMPTS = {
    "what to build or recruit": "What do the {who} build or recruit?",
    "what to attack": "What do the {who} attack?",
    "whether to collect": "Do the {who} collect the artefact?",
    "destination": "Where do the {who} go?",
    "deployment": "What do the {who} send into the combat?",
    "reward": "Which reward do the {who} take?",
    "who may take": "Who may seize or collect here without a combat?",
    "deploy a slave": "Which slave is sent as well?",
    "take a resource": "Which resource do the {who} take?",
    "give a resource": "Which resource is exchanged?",
    "for": "For which one?",
    "resource": "Which resource do the {who} receive?",
    "discount": "Which resource of the price is let off?",
    "discount used": "How many resources of the discount are used now?",
    "raise the level": "Act one level higher, as the empire allows once a round?",
    "movement points bought": "How many times are movement points bought?",
    "price": "At which price?",
    "artefact": "Which artefact do the {who} take?",
    "lose to the tavern": "Which resource is lost to the tavern?",
    "pay for the steps": "Which resource pays for the steps?",
    "which Server": "Which Server works?",
    "region for the empire": "Which region joins the empire?",
    "marks": "How many marks are bought in this row?",
    "row of the sacrifice": "In which row are marks bought?",
    "be drawn in": "Take part in the combat next door?",
    "region next door": "From which region are players drawn in?",
    "restore a slave": "Whose power is restored?",
    "row of a free mark": "In which row does a free mark go?",
    "region for a portal": "Where does the portal open?",
    "region to mark": "Which region does the Colosseum mark?",
    "terrain of one more region": "Of which terrain is there one region more?",
    "circle": "Which gathering brings more from now on?",
    "tavern": "Where is a tavern opened?",
    "first player": "Who begins is drawn by lot",
    "tribute": "Which resource of the fortress do the {who} receive?",
    "turn into a mountain": "Which region becomes a mountain?",
    "pay": "Which resource do the {who} pay?",
    "announced": "Which power do the {who} use before the first action?",
}
SEALED = {  # of all at once: what one of them is asked is nobody else's business
    "destination": "Where does everybody go?",
    "deployment": "What does each send into the combat?",
}
ANSWERS = {"end": "Nothing more", "nothing": "Nothing"}


def prompt(s: State, decision: Decision) -> str:
    """A question whose words need a look at the position; "" when its name is enough."""
    me, what = decision.player, decision.what
    if isinstance(decision, Secret):
        return SEALED.get(what, "")
    if me < 0 or (what in PROMPTS and what != "destination"):
        return ""
    sheet, faction = s.sheets[me], s.config.factions[me]
    if what == "destination":
        have = points(s, me, s.level).value
        way = purchase(s, me)
        more = f"; {way.n} of a stock buy {way.gain} more" if way is not None else ""
        return f"Where do you go? ({have} movement point{'' if have == 1 else 's'}{more})"
    for unit, kind in enumerate(faction.units):
        if what == f"deploy {kind.name}":
            return f"How many {plural(kind.name)} do you send? ({sheet.army[unit]} of power " \
                f"{unit_power(s, me, unit).value}{_against(s)})"  # fmt: skip
    if what.startswith("buy "):
        for offer in offers(s, me):
            if what == f"buy {offer.name}":
                kinds = " or ".join(RESOURCES[kind] for kind in offer.kinds)
                times = f", at most {offer.times} times" if offer.times else ""
                price = f"{offer.n} {kinds} for {offer.gain} power{times}"
                return f"{offer.name}: how often do you pay {price}?{_against(s, '(')}"
    if what.startswith("pay "):
        return f"{what.removeprefix('pay ')}: with which resource do you pay?"
    return ""


def _against(s: State, before: str = "; ") -> str:
    """What a combat is against, as far as it is known while units are deployed."""
    fight = s.combat
    if fight is None or fight.sort not in (MONSTER_FIGHT, FORTRESS_FIGHT):
        return ""
    foe = "monster" if fight.sort == MONSTER_FIGHT else "fortress"
    text = f"the {foe} has {fight.power}: more is needed"
    return f" ({text})" if before == "(" else before + text


def detail(s: State, decision: Decision, option: Answer) -> tuple[str, str]:
    """One line of why, and one figure, for an option."""
    if isinstance(decision, Secret):
        return detail(s, decision.asks[option[0]], option[1])
    me, what = decision.player, decision.what
    if me < 0:
        return "", ""
    if what == "which Server" and isinstance(option, int):
        return _server(s, me, option), ""
    if what == "destination" and isinstance(option, int):
        return destination(s, me, option)
    if what == "starting region" and isinstance(option, int):
        return _begins(s, me, option), ""
    if what == "how many" and s.stage == BUILDING and isinstance(option, int):
        return _hired(s, me, decision, option)
    if decision.kind == "action" and isinstance(option, tuple) and any(found := action_detail(s, me, option)):
        return found
    if what.startswith("deploy ") and isinstance(option, int):
        return deploy_detail(s, me, what.removeprefix("deploy "), option)
    if what.startswith("action ") and isinstance(option, int):
        return _meant(s, option, int(what.removeprefix("action "))), ""
    if what == "reward":
        return _reward(s, me, str(option)), ""
    told = (power.tell(s, me, what, option) for power in s.config.factions[me].powers)
    return next((found for found in told if any(found)), ("", ""))


def plan_line(decision: Decision, option: Answer) -> str:
    """A number of a plan with what it is of; "" for an answer that says it by itself."""
    what = decision.what
    if what.startswith("deploy ") and isinstance(option, int):
        name = what.removeprefix("deploy ")
        return counted(option, name) if option else f"no {plural(name)}"
    if what.startswith("buy ") and isinstance(option, int):
        return f"{what.removeprefix('buy ')}: {_times(option)}"
    if what == "movement points bought" and isinstance(option, int):
        return f"Movement points bought: {_times(option)}"
    if what.startswith("pay ") and isinstance(option, int):
        return f"{what.removeprefix('pay ')}: paid with {RESOURCES[option]}"
    return ""


def _times(n: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(n, f"{n} times")


def _meant(s: State, action: int, level: int) -> str:
    """What an action is at a level."""
    return {
        "Movement": f"{level} movement point{'' if level == 1 else 's'}, then combats and artefacts",
        "Building": f"a structure of level {level} or lower, and units",
    }.get(ACTION_TITLES[action], f"{level} {ACTION_TITLES[action].split()[0].lower()} for everybody")


def _begins(s: State, me: int, region: int) -> str:
    """What a starting region brings, and how much lies around it."""
    map_ = s.config.map
    near = [map_.regions[other].object for other in bits(map_.near_mask[region] & map_.open)]
    found = [counted(near.count(sort), sort) for sort in ("foundation", "artefact") if sort in near]
    if n := near.count("fortress"):
        found.insert(0, "1 fortress" if n == 1 else f"{n} fortresses")
    return f"{said(map_.regions[region].gains)}; next to it {', '.join(found)}"


def _server(s: State, me: int, block: int) -> str:
    """The effect of a Server as it is now: the basic one, or that of one that is built."""
    card, faction = s.config.factions[me].blocks[block], s.config.factions[me]
    built = s.sheets[me].built[block]
    return card.text if built else s.config.basic(f"faction.{faction.slug}.structures.{card.key}")


def _hired(s: State, me: int, decision: Decision, n: int) -> tuple[str, str]:
    """What so many recruits cost, and the power that they bring."""
    for unit, kind in enumerate(s.config.factions[me].units):
        if decision.prompt == f"How many {plural(kind.name)}?":
            price = [n * part for part in prices(s, me, unit)[0]]
            return f"for {said(price)}", f"power {n * unit_power(s, me, unit).value}"
    return "", ""


def _reward(s: State, me: int, reward: str) -> str:
    """What a reward is worth."""
    fight = s.combat
    if fight is None:
        return ""
    others = [(who, total) for who, total in fight.totals if who != me]
    if reward == "resources":
        lead = fight.total(me) - min(total for _, total in others)
        return f"up to {lead}, of kinds of your choice"
    if reward == "monster":
        places = list(bits(s.sheets[me].fresh_monsters))
        return said(s.config.monsters[max(places)].gains) if places else ""
    if reward == "artefact":
        losers = [who for who, _ in others]
        rows = [a for a, owner in enumerate(s.held) if owner in losers]
        return ", ".join(f"{printed(s, me, a).name} ({s.config.map.names[printed(s, me, a).region]})" for a in rows)
    return ""


def _enough(force: advice.Force | None) -> str:
    return "your army is too weak" if force is None else f"enough: {force}"


def destination(s: State, me: int, region: int) -> tuple[str, str]:
    """What waits in a region, and what it costs to get there."""
    trip, region_, sheet = trip_of(s, me, region), s.config.map.regions[region], s.sheets[me]
    have = points(s, me, s.level).value
    if trip is None or not trip.path:
        return "stay; points are left to skip monsters", f"0 of {have}"
    names = s.config.map.names
    via = ", ".join(names[r] for r in trip.path[:-1])
    new = not sheet.visited & ~sheet.untaken & 1 << region
    told = [said(region_.gains) if new else "visited before"]
    fort = fort_of(s, me, region)
    if fort is not None and region not in s.seized:
        told.append(f"{'citadel' if fort.citadel else 'fortress'} {fort.power}")
    elif region_.object in ("foundation", "artefact"):
        told.append(region_.object)
    told += [f"by {via}"] if via else []
    return "; ".join(told), f"{trip.cost} of {have}"


def action_detail(s: State, me: int, option: Answer) -> tuple[str, str]:
    """The price and the points of a structure, the price of a unit, the spoils of a monster."""
    faction = s.config.factions[me]
    if option[0] == "build":
        block = faction.blocks[option[1]]
        return f"{priced(s, me, option[1])}; {block.text}", f"{points_of(s, me, option[1])} VP"
    if option[0] == "recruit":
        rows = " or ".join(said(price) for price in prices(s, me, option[1]))
        return f"{rows} each", f"power {unit_power(s, me, option[1]).value}"
    if option[0] == "fight":
        monster = s.config.monsters[option[1]]
        n = skipped(s, me, option[1])
        skip = "" if option[1] == leftmost(s, me) else f"; {n} point{'' if n == 1 else 's'} to skip those before it"
        force = advice.monster(s, me, option[1])
        return f"brings {said(monster.gains)}{skip}; {_enough(force)}", f"{monster.vp} VP"
    if option[0] == "seize":
        fort = fort_of(s, me, s.sheets[me].region)
        if fort is not None:
            return f"power {fort.power}; brings {said(fort.gains)}; {_enough(advice.fortress(s, me))}", f"{fort.vp} VP"
    if option[0] == "collect":
        rows_ = s.config.map.artefacts
        at = s.sheets[me].region
        if at in rows_:
            card = printed(s, me, rows_.index(at))
            paid = any(card.pay) and not free(s, me, rows_.index(at))
            pays = f"for {said(card.pay)}; " if paid else ""
            return f"{pays}{card.text}", ""
    return "", ""
