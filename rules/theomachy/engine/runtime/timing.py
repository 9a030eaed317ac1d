"""The closed list of timings.

`CANON` names every moment at which a printed power of any of the games may speak, with its kind, when it comes and in
which order players are asked. A game declares the timings that it uses, with the parameters that its methods receive;
a name outside the canon fails at import, and so does an ability whose method is misspelt or takes other parameters.

Kinds: a *query* is a pure fold over numbers or permissions (it never asks and never rolls); a *replacement* says what
happens instead, each source once an event; a *window* is a moment at which abilities act (`async`), forced ones first;
an *action* is something a player may do.
"""

from __future__ import annotations

from typing import NamedTuple

QUERY, REPLACEMENT, WINDOW, ACTION = "query", "replacement", "window", "action"


class Timing(NamedTuple):
    """One word of the vocabulary."""

    kind: str
    when: str
    order: str


_TURN = "active player, then turn order"
CANON: dict[str, Timing] = {
    "do": Timing(ACTION, "a listed action is taken", "the player whose action it is"),
    # queries: numbers and permissions
    "abilities_of": Timing(QUERY, "powers are looked up for a holder", "copies before cancels"),
    "may_use": Timing(QUERY, "before a power of another source is opened", "cannot beats may"),
    "ignores": Timing(QUERY, "ground or another's power is about to touch a unit", "any says so"),
    "may_act": Timing(QUERY, "a listed action, or the lack of one, is tested", "any bar stops it"),
    "cost_of": Timing(QUERY, "a price is named", "set, then add, then halve, then floor"),
    "limit": Timing(QUERY, "a count is capped: per action, turn, area, hand, dice", "set, then add; lowest cap holds"),
    "may_place": Timing(QUERY, "a piece would come from a pool, card or other place", "any bar stops it"),
    "may_move": Timing(QUERY, "a step is tested", "any bar stops it"),
    "adjacent": Timing(QUERY, "two places are compared for a purpose", "union of links, then cuts"),
    "reach": Timing(QUERY, "steps of one move are counted", "the largest, then cap"),
    "counts_as": Timing(QUERY, "another rule asks what a piece is", "union"),
    "controller_of": Timing(QUERY, "who commands a piece", "last change wins"),
    "may_target": Timing(QUERY, "an effect is about to pick a piece", "any bar stops it"),
    "may_battle": Timing(QUERY, "a battle would be declared", "any bar stops it"),
    "takes_part": Timing(QUERY, "the sides of a battle are drawn up", "exempting beats joining"),
    "strength": Timing(QUERY, "what one unit adds to a fight", "set, then add, then floor 0"),
    "dice": Timing(QUERY, "dice of a side or group, after the units", "add, then cap, floor 0"),
    "fixed_results": Timing(QUERY, "results that no die gives", "sum"),
    "who_decides": Timing(QUERY, "a default (the owner picks) is about to ask", "latest printed claim"),
    "gain_of": Timing(QUERY, "the amount of one gain", "set, then add, floor 0"),
    "income": Timing(QUERY, "the income step sums its sources", "sum, all at once"),
    "victory_points": Timing(QUERY, "points are scored", "sum"),
    "requirement_met": Timing(QUERY, "after every event, and when a card names it", "players in turn order"),
    "game_over": Timing(QUERY, "after every event and at each phase end", "any yes"),
    "visible_to": Timing(QUERY, "a view is made", "hidden unless shown"),
    "defence": Timing(QUERY, "the target's defence is needed", "add, then clamp"),
    "range": Timing(QUERY, "distance of an attack is tested", "add, then clamp"),
    "blocks_sight": Timing(QUERY, "a sight line is drawn", "any obstacle, less those ignored"),
    # replacements
    "would_take_effect": Timing(
        REPLACEMENT, "a card or power is announced and paid, not begun", "next player on; nested"
    ),
    "would_pay": Timing(REPLACEMENT, "a price is due", "payer"),
    "would_gain": Timing(REPLACEMENT, "something is due to a player", "receiver orders"),
    "would_be_placed": Timing(REPLACEMENT, "a piece is about to be put down", "placer, then owner of the place"),
    "would_be_targeted": Timing(REPLACEMENT, "a target is named, nothing rolled", "target's owner"),
    "would_score": Timing(REPLACEMENT, "results are counted, none assigned", "attacker, defender, outsiders"),
    "would_take_result": Timing(REPLACEMENT, "one result is put on one unit", "unit's owner"),
    "would_be_eliminated": Timing(REPLACEMENT, "a unit is about to leave play", "owner orders"),
    "would_retreat": Timing(REPLACEMENT, "a retreat has its unit, not its place", "who picks the place"),
    # windows
    "setup": Timing(WINDOW, "a numbered step of setting up", "setup order"),
    "phase_start": Timing(WINDOW, "before the first default step of a phase", "first player, then turn order"),
    "in_phase": Timing(WINDOW, "a player's own slot in a phase", "own order"),
    "phase_end": Timing(WINDOW, "after the last default step of a phase", "first player, then turn order"),
    "turn_start": Timing(WINDOW, "a turn begins", "active player"),
    "turn_end": Timing(WINDOW, "a turn is over", "active player"),
    "after_action": Timing(WINDOW, "an action is over with all that it caused", _TURN),
    "any_time": Timing(WINDOW, "at every gap that the game calls open", _TURN),
    "announced": Timing(WINDOW, "an action or card is named, nothing done", _TURN),
    "battle_declared": Timing(WINDOW, "battle is paid, sides named", "active player, defender, turn order"),
    "pre_battle": Timing(WINDOW, "before the dice", "all of the attacker, all of the defender, outsiders"),
    "before_dice": Timing(WINDOW, "totals known, no die thrown", "attacker, defender"),
    "dice_rolled": Timing(WINDOW, "dice lie, results not counted", "roller, then the other side"),
    "result_assigned": Timing(WINDOW, "one unit was given one result", "attacker, defender, outsiders"),
    "post_battle": Timing(WINDOW, "kills are assigned; again when pains are", "attacker, defender, outsiders"),
    "conquest": Timing(WINDOW, "the conquest step of a battle", "attacker, defender"),
    "battle_end": Timing(WINDOW, "losses and retreats are applied", "attacker, defender, outsiders"),
    "on_elimination": Timing(WINDOW, "a piece has left play", _TURN),
    "on_retreat": Timing(WINDOW, "a retreat has been carried out", "as in battle"),
    "on_placement": Timing(WINDOW, "a piece has arrived from a pool", _TURN),
    "on_move": Timing(WINDOW, "a unit has entered or left a place", "mover, then turn order"),
    "on_control": Timing(WINDOW, "a thing changed hands", "new holder, then turn order"),
    "on_gain": Timing(WINDOW, "a player got something", "receiver, then turn order"),
    "on_pay": Timing(WINDOW, "a price has been paid", "payer, then turn order"),
    "on_reveal": Timing(WINDOW, "a secret thing is turned up", "revealer, then turn order"),
    "state_check": Timing(WINDOW, "after every event, until quiet", "forced ones, then turn order"),
    "end_of_game": Timing(WINDOW, "the end is fixed, the winner not judged", "turn order"),
    "activation_start": Timing(WINDOW, "a unit's card is paid, no action yet", "active player orders"),
    "activation_end": Timing(WINDOW, "a unit's actions are done", "active player orders"),
}
