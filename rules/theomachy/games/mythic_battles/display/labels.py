"""Words for people: questions by their stable names, a line of why beside an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.decision import Answer, Decision
from ..reckoning import advice
from ..rules.actions import another_price, known
from ..rules.config import STATS, TYPES
from ..rules.maps import TERRAINS
from ..rules.sight import Spec
from ..rules.state import AREA_ATTACK
from ..rules.timings import Power

if TYPE_CHECKING:
    from ..rules.state import State

PROMPTS = {
    "simple or complex": "Simple actions, or one complex action?",
    "activate": "Which unit is activated?",
    "action": "What does the unit do?",
    "propose a board": "Which board do you propose?",
    "board": "Which of the proposed boards is played on?",
    "side": "On which side do you deploy?",
    "divinity": "Which divinity leads your army?",
    "recruit": "Which unit do you recruit?",
    "troop to place": "Which troop do you place?",
    "deployment area": "Where does it stand?",
    "recall": "Which troop is recalled?",
    "search for": "Which card do you take?",
    "first discards": "Discard a die to lift another?",
    "second discards": "Discard a die to lift another?",
    "second assault": "How many fives are thrown again?",
    "another target": "Whom does the attack strike instead?",
    "next target": "Which unit is struck next?",
    "which enemy": "Which enemy resolves the attack on an ally?",
    "which stone": "Which stone is taken?",
    "out of the lava": "Where does it go out of the lava?",
    "move to": "Where is it moved?",
    "further walk": "Where does the further walk lead?",
    "further attack": "Whom does the further attack strike?",
    "card of the dead": "Which activation card comes back?",
    "card to draw": "Which of these cards do you draw?",
    "next on top": "Which of the others lies on top?",
    "warmed ally": "Who regains vitality?",
    "walk on": "Where does the walk lead on?",
    "run on": "Where does the run lead on?",
    "flight on": "Where does the flight lead on?",
    "advance on": "Where does the charge lead on?",
    "next prey": "Which enemy is attacked next?",
    "turned to stone": "Which unit is turned to stone next?",
    "troop that grows": "Which troop gets a miniature back?",
    "whose powers on the dice first": "Whose powers change the dice first?",
    "roll again": "Which dice are rolled again?",
    "troop to lead": "Which troop acts at once?",
    "further troop to lead": "Which troop acts after it?",
    "who takes wounds": "Which troop takes wounds for him?",
    "wounds passed on": "How many wounds does the troop take?",
    "hunt: walk to": "Where does she walk now?",
    "hunt: attack": "Whom does she attack here?",
    "who is moved": "Which unit is moved?",
    "leader": "Of which troop is a card taken?",
    "activate the troop": "Does the troop act at once?",
    "attack": "What does it attack?",
    "activation_start": "Which power is used at the start of the activation?",
    "activation_end": "Which power is used at the end of the activation?",
    "would_be_targeted": "Does somebody step in?",
    "dice_rolled": "Which power is used on the dice?",
    "pre_battle": "Which power is used before the dice?",
    "battle_declared": "Which power is used before the attack?",
    "would_take_result": "Which power answers the wounds?",
    "result_assigned": "Which power is used after the wounds?",
    "battle_end": "Which power is used after the attack?",
    "would_gain": "Which power is used before the draw?",
    "turn_start": "Which power is used at the start of the turn?",
    "on_move": "What does the ground do first?",
    "on_elimination": "Which power answers the death?",
    "would_be_eliminated": "What happens instead of the death?",
    "order of activation_start": "What comes first at the start of the activation?",
    "order of activation_end": "What comes first at the end of the activation?",
    "order of on_move": "What does the ground do first?",
    "order of on_elimination": "Which power answers the death first?",
    "card": "Which card is drawn?",
    "lead player": "What does the die for the lead show?",
    "first assault": "What do the dice of the first assault show?",
    "second assault dice": "What do the dice of the second assault show?",
    "rolled again": "What do the dice that are rolled again show?",
}
RECRUITED = ("divinity", "recruit")  # the questions of a draft
ANSWERS = {"simple": "Simple actions", "complex": "One complex action", "none": "None", "end": "End", "pass": "Pass"}
ANYTIME = {
    "draw": "draw cards",
    "search": "search for a card",
    "heal": "omphalos card: heal the divinity",
    "drop": "drop the stone",
}
STAGE_NAMES = (
    "boards are proposed", "who leads", "the board", "sides", "divinities", "recruitment", "troops are placed",
    "opening hands", "start of the turn", "activation", "actions", "end of the turn", "the end",
)  # fmt: skip


def prompt(s: State, decision: Decision) -> str:
    """A question whose words need a look at the position; "" when its name is enough."""
    if decision.what == "action" and s.activation is not None:
        unit = s.config.units[s.activation.unit]
        return f"What {'do' if unit.is_troop else 'does'} {unit.name} do?"
    return ""


def price(s: State, decision: Decision, option: Answer) -> int:
    """The Art of War cards that an option costs (MB-TURN-009, MB-TURN-010, MB-POW-003)."""
    if not isinstance(option, tuple):
        return int(s.config.fact("turn.recall")) if decision.what == "recall" and option != "none" else 0
    if decision.what == "activate":
        return another_price(s)
    if decision.kind == "power":
        name, unit = option[0], option[-1]
    elif decision.kind == "action" and s.activation is not None:
        unit = s.activation.unit
        name = next((a.name for a in s.config.deeds[unit] if a.verb == option[0] and isinstance(a, Power)), "")
    else:
        return 0
    return next((power.cost for power in s.config.units[unit].powers if power.name == name), 0)


def detail(s: State, decision: Decision, option: Answer) -> tuple[str, str]:
    """One line of why, and one figure, for an option."""
    what = decision.what
    if decision.kind == "action" and isinstance(option, tuple) and len(option) == 2:
        return _of_action(s, option)
    if what in RECRUITED and isinstance(option, int):
        return _of_recruit(s, option)
    if what in advice.CHOICES and s.fight is not None:
        return "", f"{advice.worth(s, s.fight, what, option):.2f}"
    if what in advice.AGAIN and s.fight is not None:
        return "", f"{advice.worth_again(s, s.fight, decision, option):.2f}"
    if what == "retaliate" and s.fight is not None:
        if option == "yes":
            name = s.config.units[s.fight.target].short
            return f"discards one card of {name}", advice.of_retaliation(s, s.fight)
        return "keeps the card", "0 wounds\nno dice"
    return "", ""


def _of_recruit(s: State, unit: int) -> tuple[str, str]:
    """Of a unit that may join the army: what it is, its values at full strength, its talents; and its price."""
    card = s.config.units[unit]
    values = ", ".join(f"{name} {n}" for name, n in zip(STATS, card.rows[card.most].stats, strict=True))
    body = f"{'miniatures' if card.is_troop else 'vitality'} {card.most}"
    talents = ", ".join(key.replace("_", " ") for key in card.talents)
    arts = f"{card.art_of_war} Art of War {'card' if card.art_of_war == 1 else 'cards'}"
    said = " · ".join(part for part in (TYPES[card.kind], values, body, talents, arts) if part)
    return said, f"{card.rp} RP\n{card.cards} cards"


def printed(s: State, decision: Decision, option: Answer) -> tuple[tuple[str, str], ...]:
    """The powers of a unit that may be recruited, in full."""
    if decision.what not in RECRUITED or not isinstance(option, int):
        return ()
    return tuple((power.name, power.text) for power in s.config.units[option].powers)


def _aim(s: State, verb: Answer) -> Spec | None:
    """What an action aims, if it is an attack of the unit that acts."""
    if s.activation is None or s.place[s.activation.unit] < 0:
        return None
    unit = s.activation.unit
    aim = next((getattr(a, "aim", None) for a in known(s, s.commander(unit)) if a.verb == verb), None)
    found: Spec | None = aim(s, unit) if aim is not None else None
    return found


def _of_action(s: State, option: tuple[Answer, ...]) -> tuple[str, str]:
    """Of an attack the place, the distance and the wounds to expect; of a move the ground and its room; of a unit to
    activate where it stands."""
    verb, value = option
    spec = _aim(s, verb)
    if spec is not None and isinstance(value, tuple):
        target, at = value
        far = s.config.map.distance[s.place[spec.unit]][s.place[target]]
        where = f"{s.config.map.areas[s.place[target]].name}, distance {far}"
        return where, advice.of_attack(s, spec, target, at)
    if spec is not None and spec.manner == AREA_ATTACK and isinstance(value, int):
        return advice.of_area(s, spec, value)
    if verb == "activate" and isinstance(value, int):
        unit = s.config.units[value]
        where = s.config.map.areas[s.place[value]].name if s.place[value] >= 0 else "not on the board"
        what = "miniatures" if unit.is_troop else "vitality"
        return where, f"{what} {s.vitality[value]} of {unit.most}"
    if verb in ("walk", "run", "deploy", "fast flight") and isinstance(value, int):
        area = s.config.map.areas[value]
        inside = len(s.units_in(value))
        stands = f", {inside} of {area.capacity} inside" if inside else ""
        return f"{TERRAINS[s.terrain(value)]}{stands}", ""
    return "", ""
