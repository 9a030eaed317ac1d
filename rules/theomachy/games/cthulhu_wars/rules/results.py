"""Results of a battle: dice are thrown and counted, and what is owed is given out, until nothing is open."""

from __future__ import annotations

from ....engine.errors import RulesError
from ....engine.runtime.ability import MUST
from ....engine.runtime.decision import choose, roll
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.layers import Part, fold, replaced, sources
from ....engine.runtime.trace import Source, report
from ....engine.tabletop.table import Target
from .common import MOST_ROUNDS, Unit, piece, title, unit_name, window
from .domains import DOOMED, KILL, KIND, PAIN, kills_on, pains_on, plain
from .fight import DICE, NOBODY, RESULTS, Hit, Resolution, Scored
from .leaving import repay
from .state import State
from .timings import VOCABULARY
from .topics import FixedResults, MayTarget, WhoDecides

QUESTIONS = {KILL: "takes a kill", PAIN: "takes a pain", DOOMED: "is eliminated"}


# -- dice -------------------------------------------------------------------------------------------------------------
async def throw(fight: Resolution, me: int, n: int, why: list[Source] | None = None) -> tuple[int, int]:
    """A side throws n dice: kills and pains."""
    pieces = (
        tuple(piece(fight.s, me, fight.b.area, plain(c)) for c in fight.b.roster[fight.side(me)])
        if fight.s.trace is not None
        else ()
    )
    return await throw_dice(fight.s, me, n, why, pieces)


async def throw_dice(
    s: State, me: int, n: int, why: list[Source] | None = None, pieces: tuple[Target, ...] = ()
) -> tuple[int, int]:
    """A seat throws n battle dice, in a battle or not: kills and pains."""
    outcome = await roll(s.config.die, n, "CW-BAT-013", "battle dice", prompt=f"The dice of {title(s, me)}")
    assert isinstance(outcome, tuple)
    if s.trace is not None:
        report(
            s,
            "CW-BAT-013",
            "{} rolls {}: {}",
            title(s, me),
            number_of_dice(n),
            s.config.die.say(outcome),
            who=me,
            dice=(s.config.die, n, outcome),
            why=why,
            figure=number_of_dice(n),
            touched=pieces,
        )
    kills, pains = outcome
    return kills, pains


async def throw_pool(fight: Resolution, me: int, n: int, source: str) -> tuple[int, int]:
    """Dice that a side throws apart from the others, for a power or unit of this name."""
    kills, pains = await throw(fight, me, n)
    fight.b.pools += ((fight.side(me), source, n, kills, pains),)
    return kills, pains


async def reroll(fight: Resolution, me: int, n: int) -> tuple[int, int]:
    """A side throws up to n of its misses again; powers that look at dice speak anew."""
    at = fight.side(me)
    thrown, kills, pains = fight.b.rolled[at]
    more = await throw(fight, me, min(n, thrown - kills - pains))
    rows = list(fight.b.rolled)
    rows[at] = thrown, kills + more[0], pains + more[1]
    fight.b.rolled = tuple(rows)
    return more


async def look_at_dice(fight: Resolution) -> None:
    """The dice lie: powers may change them, and again what others have changed, until nobody speaks."""
    if not fight.s.hooks("dice_rolled"):
        return
    for _ in range(MOST_ROUNDS):
        spoke = False
        for me in fight.everybody():
            spoke = await window(fight.s, "dice_rolled", me, fight, me, say_could=False) or spoke
        if not spoke:
            return
    raise RulesError("powers change the dice of a battle without end")


async def count(fight: Resolution, me: int, foe: int) -> None:
    """What a side has scored, by source, is owed by the other; powers may make something else of it before."""
    s, b, at = fight.s, fight.b, fight.side(me)
    _, kills, pains = b.rolled[at]
    rows, rolled = [(KILL, kills, DICE), (PAIN, pains, DICE)], {DICE}
    for side, source, _, kills, pains in b.pools:
        if side == at:
            rows += [(KILL, kills, source), (PAIN, pains, source)]
            rolled.add(source)
    if hooks := s.mine(me, "fixed_results"):
        for what, result in ((FixedResults.KILL, KILL), (FixedResults.PAIN, PAIN), (FixedResults.ELIMINATION, DOOMED)):
            rows += [(result, part.change, part.name) for part in fold(0, hooks, fight, me, foe, what).parts]
        rolled |= {hook[1].name for hook in hooks if hook[1].as_dice}  # type: ignore[attr-defined]
    if s.hooks("would_score") and not fight.is_aloof(me):
        now: Scored | None = Scored(fight, me, foe, tuple(row for row in rows if row[1]))
        for seat in sorted(fight.everybody(), key=lambda f: first_to_change(s, f)):
            if now is not None and s.mine(seat, "would_score"):
                now = await replaced(s, VOCABULARY, "would_score", seat, now, seats=(seat,), plain=True)
        rows = [] if now is None else list(now.rows)
    for result, n, source in rows:
        fight.owe(foe, result, n, source, rolled=source in rolled)


def first_to_change(s: State, seat: int) -> int:
    """The printed priority of what a seat does to what is scored."""
    return min((hook[1].priority for hook in s.mine(seat, "would_score")), default=0)  # type: ignore[attr-defined]


async def roll_dice(fight: Resolution, attacker: int, defender: int) -> None:
    """Both sides roll (CW-BAT-013, CW-BAT-014); then the results are counted."""
    pairs = ((attacker, defender), (defender, attacker))
    for me, foe in pairs:
        total, names = fight.dice(me, foe), fight.s.config.name[me]
        for kind, n in (apart := fight.apart(me, foe)).items():
            rule = fight.s.config.factions[me].units[kind].rule
            total = total._replace(parts=(*total.parts, Part(f"{names[kind]}, thrown apart", -n, rule)))
        whole = max(total.value - sum(apart.values()), 0)
        kills, pains = await throw(fight, me, whole, sources(total))
        fight.b.rolled += ((whole, kills, pains),)
        for kind, n in apart.items():
            await throw_pool(fight, me, n, names[kind])
    await look_at_dice(fight)
    for me, foe in pairs:
        await count(fight, me, foe)


# -- giving out -------------------------------------------------------------------------------------------------------
def in_turn(fight: Resolution) -> tuple[tuple[int, int], tuple[int, int]]:
    """(who takes results, from whom), in the order of the ruling `assignment`."""
    attacker, defender = fight.b.sides
    pairs = ((attacker, defender), (defender, attacker))
    return pairs if fight.s.config.rulings.attacker_assigns else (pairs[1], pairs[0])


async def give_out(fight: Resolution, *, pains: bool) -> None:
    """All that is open: eliminations and kills, then (`pains`) the pains, and whatever comes of them."""
    for _ in range(MOST_ROUNDS):
        for me, foe in in_turn(fight):
            await assign(fight, me, foe, DOOMED)
            await assign(fight, me, foe, KILL)
        if any(what != PAIN for _, what, _, _ in fight.b.open):
            continue  # born while others were given out: they come before the pains
        if not pains or not fight.b.open:
            return
        for me, foe in in_turn(fight):
            await assign(fight, me, foe, PAIN)
        if not fight.b.open:
            return
    raise RulesError("powers add results to a battle without end")


def targets(fight: Resolution, me: int, foe: int, codes: list[int], source: str = "", result: int = 0) -> list[int]:
    """Those of these classes of `me` that a result of a source may be put on; where one must be taken, that alone."""
    hooks = fight.s.hooks("may_target")
    if not hooks:
        return codes
    said = {c: [ask(fight, seat, me, c, MayTarget.RESULT, source) for seat, _, ask in hooks] for c in codes}
    narrow = {KILL: MayTarget.KILL, PAIN: MayTarget.PAIN}.get(result)
    if narrow is not None:
        alone = VOCABULARY.about(fight.s.key, "may_target", narrow)
        for c, answers in said.items():
            answers += [ask(fight, seat, me, c, narrow, source) for seat, _, ask in alone]
    open_ = [c for c in codes if False not in said[c]]
    return [c for c in open_ if any(answer is MUST for answer in said[c])] or open_


async def assign(fight: Resolution, me: int, foe: int, result: int) -> None:
    """`me` takes all that is open of a result. Its owner spreads them, unless a power of the enemy does (CW-BAT-016,
    CW-BAT-022).
    """
    if not fight.open(me, result):
        return
    s = fight.s
    claims = [
        ability
        for _, ability, claim in s.mine(foe, "who_decides")
        if claim(fight, foe, me, WhoDecides.RESULTS) and await fight.wanted(foe, ability, again=True)
    ]
    chooser, rule = (foe, claims[0].rule) if claims else (fight.voice(me), "CW-BAT-016")
    side = fight.side(me)
    roster = fight.b.roster[side]
    while n := fight.open(me, result):
        spared = [c for f, c, _, took in fight.b.given if f == side and not took]
        fresh = [c for c in roster if c < KILL and roster[c] > spared.count(c)]
        extra = [c for c in roster if KILL <= c < DOOMED and kills_on(c) + pains_on(c) < fight.most_results(me, c)]
        owed, source = next((m, by) for f, what, m, by in fight.b.open if f == side and what == result)
        fresh = targets(fight, me, foe, fresh, source, result)
        extra = targets(fight, me, foe, extra, source, result)
        if not fresh and not extra:
            n = owed if s.hooks("may_target") else n  # those of another source may find one
            fight.miss(me, result, n)
            if s.trace is not None:
                text = "{} of {} finds no unit and is lost" if n == 1 else "{} of {} find no unit and are lost"
                words = "1 more result" if n == 1 else f"{n} more results"
                report(s, "CW-BAT-017", text, words, title(s, me), who=me, kind="not used")
            continue
        options: list[Unit | str] = [*fight.options(me, fresh), *fight.options(me, extra)]
        spare = not fresh and s.config.rulings.may_add_results
        if spare:
            options.append("spare")
        unit = await choose(
            chooser,
            "unit",
            options,
            rule,
            QUESTIONS[result],
            argument="fighter",
            names={"spare": "Nobody: the rest is lost"} if spare else None,
        )
        if unit == "spare":
            fight.miss(me, result, n)
            return
        fight.close(me, result)
        await give(fight, me, foe, unit[2], result, source)


async def give(fight: Resolution, me: int, foe: int, code: int, result: int, source: str) -> None:
    """One result is put on one unit; a power of its owner may make another of it, or nothing. It was given all the
    same: what looks at results that are given (`result_assigned`) sees it, and who killed counts a kill.
    """
    s, took = fight.s, result
    if s.mine(me, "would_take_result"):
        hit = Hit(fight, foe, code, result, source)
        now = await replaced(s, VOCABULARY, "would_take_result", me, hit, seats=(me,), plain=True)
        if now is not None and now.code == NOBODY:
            fight.b.slain[fight.side(foe)] += result == KILL
            return
        took = 0 if now is None else now.result
    if took != result:
        fight.b.given += ((fight.side(me), code, result, took),)
    if took:
        fight.change(me, code, code + took)
    elif result == KILL:
        fight.b.slain[fight.side(foe)] += 1
    if s.trace is not None:
        report(
            s,
            "CW-BAT-016",
            "{} of {} takes {}",
            unit_name(s, me, code),
            title(s, me),
            RESULTS[took] if took else "nothing",
            who=me,
            touched=(piece(s, me, fight.b.area, plain(code)),),
            figure=RESULTS[took].split()[1] if took else "",
        )
    if result == KILL != took and s.config.two:
        repay(s, me, code & KIND, spared=True)
    if result != DOOMED and s.hooks("result_assigned"):
        for seat in fight.everybody():
            await window(s, "result_assigned", seat, fight, seat, me, code + took, result, say_could=False)


# -- changing what was scored -----------------------------------------------------------------------------------------
async def recall(fight: Resolution, seat: int, result: int, n: int) -> int:
    """Up to n results against a side are so no more: those that are open first, then those that lie on its units. What
    they have caused stands (CW-BAT-024). Returns how many; whoever makes others of them owes these (`owe`).
    """
    if fight.is_aloof(seat):
        return 0
    done = min(n, fight.open(seat, result))
    fight.close(seat, result, done)
    while done < n and await take_back(fight, seat, result):
        done += 1
    return done


async def take_back(fight: Resolution, seat: int, result: int) -> bool:
    """One result comes off a unit again; its owner says off which. False: none lies there."""
    on = kills_on if result == KILL else pains_on
    codes = [c for c in fight.units(seat) if (c >= DOOMED if result == DOOMED else c < DOOMED and on(c))]
    if not codes:
        return False
    options = fight.options(seat, codes)
    _, _, code = await choose(fight.voice(seat), "unit", options, "CW-BAT-024", "result taken off", argument="fighter")
    fight.change(seat, code, code - result)
    return True
