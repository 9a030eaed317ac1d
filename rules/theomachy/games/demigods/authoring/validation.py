"""What no position of Demigods can be, besides what its declaration says."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.runtime.requirement import Action, Menu
from ....engine.tabletop.table import Target
from ..rules.common import card_of, keeps_secrets
from ..rules.domains import BATTLE, MIRACLES, MOVEMENT, OVER, PLAINS, ROLLS, SETTLE, TEMPLE, WORLD, WORLD_FIRST
from ..rules.maps import bits
from ..rules.state import LOOKED, NOTHING, State
from ..rules.timings import Power

CHECKS = (
    ("DG-MOV-005", "Counters stand on land"),
    ("DG-TMP-002", "One temple a hex"),
    ("DG-GRO-002", "No hex is over its limit"),
    ("DG-WLD-002", "The terrain counters are all there"),
    ("DG-CRD-001", "Two cards of each kind"),
)
Found = Iterator[tuple[str, str, tuple[Target, ...]]]


def violations(s: State) -> Found:
    """(rule id, sentence, targets) of each."""
    for part in (hexes, effects, players, beginning, battle, under_way):
        yield from part(s)


def hexes(s: State) -> Found:
    """What stands on each hex, and what it has done in this turn."""
    for h, name in enumerate(s.config.grid.names):
        here, at = [c[h] for c in s.counters], (f"area:{h}",)
        if any(here) and not s.terrain[h]:
            yield "DG-MOV-005", f"counters stand on {name}, which is water", at
        if any(here) is not bool(s.owner[h]):
            yield "DG-GRO-004", f"the counters on {name} have no owner, or an owner has none", at
        if here[TEMPLE] > 1:
            yield "DG-TMP-002", f"{name} has {here[TEMPLE]} temples; one is the most", at
        if s.terrain[h] and s.total(h) > s.limit(h) and not s.config.rulings.surplus_stays:
            yield "DG-GRO-002", f"{name} holds {s.total(h)} counters; its limit is {s.limit(h)}", at
        if not s.again[h] <= s.fought[h] <= s.fighters(h):
            yield "DG-BAT-011", f"more fighters of {name} have attacked than stand there", at
        if s.came[0][h] > here[0] or s.came[1][h] > here[1]:
            yield "DG-MOV-002", f"more counters have come to {name} than stand there", at
    if s.phase not in (MOVEMENT, OVER) and any(map(any, s.came)):
        yield "DG-MOV-002", "counters have moved before the movement phase", ()


def effects(s: State) -> Found:
    """Cards that last lie where they can."""
    for number, _, h in s.effects:
        card, at = s.config.cards[number], (f"area:{h}",) if h >= 0 else ()
        if number not in s.config.lasting:
            yield card.rule, f"{card.name} has no lasting effect", at
        elif (h < 0) is bool(card.shape):
            yield card.rule, f"{card.name} is in force {'on a hex' if card.shape else 'everywhere'}", at
        elif card.marker and s.owner[h]:
            yield card.rule, f"{card.name} lies on {s.config.grid.names[h]}, but counters stand there", at


def players(s: State) -> Found:
    """Who is out, and who is not."""
    game, names, playing = s.config, s.config.names, s.phase != OVER
    if playing and len(s.living()) < 2:
        yield "DG-GEN-002", "fewer than two players are in the game, and it goes on", ()
    if playing and s.out >> s.active & 1:
        yield "DG-GEN-002", f"{names[s.active]} is eliminated, and has the turn", ()
    for seat, name in enumerate(names):
        people, armies, temples, monsters = s.sums(seat)
        monsters = monsters and (game.rulings.monsters_keep_alive or not game.rulings.monsters_stay)
        left = people or armies or temples or monsters
        if s.out >> seat & 1 and (left or s.hands[seat]):
            at = tuple(f"area:{h}" for h in bits(s.held[seat]))
            yield "DG-GEN-002", f"{name} is eliminated, but has counters or cards", at


def beginning(s: State) -> Found:
    """World building and settling can go on."""
    if s.phase in (WORLD_FIRST, WORLD) and sum(s.pile) + (s.drawn > 0) <= s.config.reserve:
        yield "DG-WLD-003", "the world is to be built, but no terrain counters are left for it", ()
    if s.phase in (ROLLS, SETTLE):
        free = sum(1 for h in bits(s.land) if s.terrain[h] == PLAINS and not s.owner[h])
        waiting = max(sum(1 for n in s.start if n) if s.phase == SETTLE else len(s.start), 1)
        if free < waiting:
            yield "DG-SET-002", f"{waiting} starting hexes are needed, but {free} plains are free", ()


def battle(s: State) -> Found:
    """A battle under way is one that could have begun."""
    game, fight, rule = s.config, s.fight, "DG-BAT-001"
    if fight is None:
        return
    names, at, me = game.grid.names, (f"area:{fight.target}",), game.names[s.active]
    if s.phase != BATTLE:
        now = game.phases[s.phase].lower() if 0 <= s.phase <= MOVEMENT else "set-up"
        yield rule, f"a battle is under way on {names[fight.target]}, but it is the {now} phase", at
    if s.owner[fight.target] == s.active + 1 and not (game.rulings.winner_advances and fight.rounds):
        yield rule, f"{me} attacks {names[fight.target]}, which is {me}'s own", at
    if not fight.parties or (fight.paused and not s.owner[fight.target]):
        yield rule, "a battle is under way that nobody could have begun", at
    for h, n in fight.parties:
        if n > s.fought[h] or s.owner[h] != s.active + 1 or [a for a, _ in fight.parties].count(h) > 1:
            why = f"{n} fighters of {names[h]} are in a battle, but do not stand there or have not attacked"
            yield rule, why, (f"area:{h}",)


def under_way(s: State) -> Found:
    """What is under way could have been chosen, and can be completed; a card that is has left the hand."""
    if (s.doing or s.asked) and not (s.fight is None and (s.begun or s.phase != MIRACLES) and possible(s)):
        yield "DG-TURN-002", "an action is under way that nobody could have chosen", ()


def possible(s: State) -> bool:
    """Is there what the state says to be under way?"""
    menu, me, given = Menu(s.config.argument_types, s, s.active), s.active, s.asked
    action: Action | None = None
    if s.doing == LOOKED and s.phase == MIRACLES and keeps_secrets(s, me):
        return not given
    if s.doing in (LOOKED, NOTHING):
        offered = s.config.offered(s, me)
        return bool(offered) and not given and menu.any(*offered) == (s.doing == LOOKED)
    if s.phase != MIRACLES:
        action = next((action for action in s.config.offered(s, me) if action.verb == s.doing), None)
    elif isinstance(card := s.config.by_verb.get(s.doing), Power) and not card.reacts and s.discard[card_of(s, card)]:
        action = card
    return (
        action is not None
        and len(given) <= len(action.shape)
        and all(value in menu.next(action, given[:at]) for at, value in enumerate(given))
        and (bool(given) or menu.any(action))
        and (len(given) == len(action.shape) or bool(menu.next(action, given)))
    )
