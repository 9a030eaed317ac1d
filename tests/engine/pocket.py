"""The engine's own test game: five islands in a ring, two to four spirits, and one of everything an engine must do.

A secret bid, actions with requirements, a later argument, a number, a private hand, a battle with a window, a
replacement, rounds with marks inside the step, a retreat, any-time actions with and without a question, dice, hidden
draws, an open ruling. What the state is, and the deeds, are in `pocket_rules.py`; powers in `pocket_gifts.py`.
"""

from __future__ import annotations

from tests.engine import pocket_gifts as gifts
from tests.engine.pocket_rules import (
    ACTIONS,
    ARGUMENT_TYPES,
    CARDS,
    DATA,
    DEEDS,
    HARVEST,
    HITS,
    ISLANDS,
    MOST,
    NAMES,
    OMENS,
    VOCABULARY,
    State,
    battle,
    island,
    mine,
    near,
)  # fmt: skip
from theomachy.engine.reference.facts import Facts
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.reference.rulings import read, settle
from theomachy.engine.reference.values import Many, Text, Whole
from theomachy.engine.runtime.decision import Decision, die, draw, number, simultaneous
from theomachy.engine.runtime.forecast import Forecast
from theomachy.engine.runtime.players import Option, seated
from theomachy.engine.runtime.players import options as settled
from theomachy.engine.runtime.requirement import Menu, Requirement, complete
from theomachy.engine.runtime.system import System
from theomachy.engine.runtime.trace import group, report
from theomachy.engine.state import schema
from theomachy.engine.tabletop.table import Area, Board, Piece, Table

COLOURS = ("blue", "red", "green", "amber")
Gale = gifts.Gale


class Pocket(System[State]):
    slug, title, phases, state = "pocket", "Pocket war", ("omens", "deeds", "harvest"), State
    verbs, anytime_names = ("raise", "march", "attack", "invoke"), ("bless", "omen")
    argument_types, vocabularies = ARGUMENT_TYPES, (VOCABULARY,)
    afford = Requirement("PG-PAY-001", "The price of {} can be paid", lambda s, me: True)
    rulebook, questions = Rulebook.read(DATA / "rulebook.toml"), read(DATA / "rulings.toml")

    def __init__(self, *given):
        super().__init__(*given)
        self.memory = {}

    @classmethod
    def build(cls, *, players=None, options=None, rulings=None, overlay=None):
        seats = seated(cls.title, players, NAMES, COLOURS, "temple")
        kinds = {"purse.*": Whole(0, 20), "islands.names": Many(Text())}
        facts = Facts.read(DATA / "components.toml", overlay=overlay, kinds=kinds)
        chosen = settled(cls.title, options, {"coins": Option(facts["purse.coins"], range(21))})
        return cls(seats, chosen, settle(cls.questions, rulings), facts)

    @classmethod
    def samples(cls):
        return tuple({"players": n} for n in (2, 3, 4))

    # -- rules --------------------------------------------------------------------------------------------------------
    def start(self):
        s, n = State.fresh(self), len(self.seats)
        s.coins, s.deck = [self.options["coins"]] * n, [self.facts[f"deck.{c}"] for c in CARDS]
        s.order = tuple(range(n))
        for p in s.order:
            s.owner[p], s.army[p] = p, self.facts["islands.army.start"]
        return s

    def living(self, s):
        return [p for p in range(len(self.seats)) if p in s.owner]

    def over(self, s):
        return s.turn > self.facts["end.turns"] or (len(self.living(s)) < 2 and s.fight is None)

    def winners(self, s):
        held = [s.owner.count(seat.index) for seat in self.seats]
        return tuple(i for i, n in enumerate(held) if n == max(held) and n > 0)

    def step(self, s):
        return battle(s) if s.fight is not None else (self.omens, self.deed, self.harvest)[s.phase](s)

    async def omens(self, s):
        bids = await simultaneous({p: range(min(s.coins[p], 2) + 1) for p in self.living(s)}, "PG-OMN-001", "bid")
        best = max(bids, key=lambda p: (bids[p], -p))
        s.coins[best] -= min(bids[best], s.coins[best])  # a favour may have cost some meanwhile
        s.order = (best, *(p for p in bids if p != best))
        s.phase, s.active = DEEDS, best
        report(s, "PG-OMN-001", "{} acts first for {}", self.seats[best].name, bids[best], who=best)

    async def deed(self, s):
        me = s.active
        if s.owner.count(me):
            menu = Menu(ARGUMENT_TYPES, s, me)
            menu.any(*ACTIONS)  # as a game does that passes when nothing is possible
            pick = await Decision(
                me, "action", lambda: [*menu.all(*ACTIONS), "end"], "PG-DEE-001", "deed", private=True
            )
            if pick != "end":
                action = self.action(s, me, pick[0])
                s.coins[me] -= action.price(s, me)
                args = await complete(ARGUMENT_TYPES, action, s, me, pick[1:])
                with group(s, action.rule, "{}", self.action_label(s, me, (action.verb, *args)), who=me):
                    await action.do(s, me, *args)
                return
        after = s.order[s.order.index(me) + 1 :]
        s.active, s.phase = (after[0], DEEDS) if after else (s.active, HARVEST)

    async def harvest(self, s):
        for p in self.living(s):
            s.coins[p] = min(s.coins[p] + 1, self.facts["purse.most"])
            if any(s.deck):
                kinds = [c for c in range(3) if s.deck[c]]
                card = await draw(kinds, [s.deck[c] for c in kinds], "PG-HAR-001", "card", argument="card", owner=p)
                s.deck[card] -= 1
                s.hands[p] = tuple(sorted((*s.hands[p], card)))
                name = self.seats[p].name
                report(s, "PG-HAR-001", "{} draws {}", name, CARDS[card], secret=(p, f"{name} draws a card"))
        if await die("PG-HAR-002", "storm") == 1:
            with group(s, "PG-HAR-002", "a storm"):
                for i in range(5):
                    s.army[i] -= s.army[i] > (self.rulings["storm"] == "spare")
                    s.owner[i] = s.owner[i] if s.army[i] else -1
        s.turn, s.phase, s.guessed = s.turn + 1, OMENS, 0

    def anytime_actions(self, s):
        found = [("!", "bless", p, i) for p in self.living(s) if s.coins[p] > 1 for i in mine(s, p) if s.army[i] < MOST]
        return (*found, *(("!", "omen", p) for p in self.living(s) if s.coins[p] and not s.guessed >> p & 1))

    def anytime_label(self, s, answer):
        _, name, me, *rest = answer
        return f"{self.seats[me].name}: {name}{f' {island(s, rest[0])}' if rest else ''}"

    def act_anytime(self, s, answer):
        _, name, me, *rest = answer
        if name == "bless":
            s.coins[me] -= 2
            s.army[rest[0]] += 1
            report(s, "PG-INT-001", "{} is blessed", island(s, rest[0]), who=me)
            return None
        return self.omen(s, me)

    async def omen(self, s, me):
        s.coins[me] -= 1
        s.guessed |= 1 << me
        guess = await number(me, 1, 6, "PG-INT-002", "guess")
        if await die("PG-INT-002", "omen die") == guess:
            s.coins[me] += 3
            report(s, "PG-INT-002", "{} guessed right", self.seats[me].name, who=me)

    # -- what the declaration cannot know ------------------------------------------------------------------------------
    def violations(self, s):
        found = super().violations(s)
        for i in range(5):
            if (s.army[i] > 0) != (s.owner[i] >= 0):
                found.append(("PG-DEE-002", f"{ISLANDS[i]} has armies without a spirit, or none", (f"area:{i}",)))
        if not s.order or s.active not in s.order or len(set(s.order)) != len(s.order):
            found.append(("PG-OMN-001", "the order names a spirit twice, none, or not who acts", ()))
        return found

    def checks(self, s):
        return (("PG-DEE-002", "Armies have a spirit"), ("PG-PAY-001", "Coins are in range"))

    def arranged(self, s, setup):
        s.order = s.order if s.active in s.order else (s.active, *s.order)

    def table(self, s, viewer=None):
        areas = tuple(Area(i, n, "plains", near(i), cell=(i % 3, i // 3), label=(n,)) for i, n in enumerate(ISLANDS))
        pieces = tuple(
            Piece(f"{i}:{s.owner[i]}:army", i, s.owner[i], "army", "Army", "spartan", count=n, letters="A")
            for i, n in enumerate(s.army)
            if n
        )
        turn, phase, active = self.moment(s)
        sheets = schema.sheets(s, self.figures(s), active, shown=lambda key, n: key == "coins")
        return Table(
            self.slug, self.title, self.where(s), viewer, self.seats, self.phases, phase,
            active if active >= 0 else None, Board("pocket", "hexes", (3, 2), areas), pieces, sheets=sheets,
            hands=schema.hands(s, "hands", viewer), notes=(f"turn {turn}",),
        )  # fmt: skip

    def figures(self, s):
        return tuple(
            {"islands": s.owner.count(p), "armies": sum(s.army[i] for i in mine(s, p)), "coins": n}
            for p, n in enumerate(s.coins)
        )

    def strength(self, s):
        return tuple(float(row["armies"] + row["islands"]) for row in self.figures(s))

    def moment(self, s):
        return s.turn, s.phase, s.active if s.phase == DEEDS else -1

    def actions(self, s, me):
        return ACTIONS

    def forecasts(self, s, decision):
        found = []
        for option in decision.options if decision.what == "deed" else ():
            if option[0] == "attack":
                rows = HITS.chances(s.army[option[1]])
                found.append(Forecast(self.label(s, decision, option), "first round", "PG-BAT-002", rows))
        return tuple(found)


SYSTEM = Pocket
