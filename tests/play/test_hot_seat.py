"""Several people at one keyboard: plans in secret, and questions that are asked for the sake of secrets alone."""

from __future__ import annotations

import io
from pathlib import Path

import theomachy as th
from theomachy.app import log_lines
from theomachy.engine.authoring import scenario
from theomachy.engine.runtime.decision import Secret
from theomachy.engine.runtime.position import Position
from theomachy.play import bot
from theomachy.terminal import Terminal


def typed(table: th.Game, *lines: str) -> str:
    out = io.StringIO()
    Terminal(table, lines, out).run()
    return out.getvalue()


def planning() -> tuple[th.Game, Secret]:
    """A game of two at one keyboard that is about to plan in secret."""
    table = th.new("heroes", seed=1)
    while not isinstance(table.position.decision, Secret):
        table.play(table.options[0])
    return table, table.position.decision


def test_plans_in_secret_are_asked_one_after_the_other_by_name() -> None:
    """A number is one of the list that is printed, which holds the options of whoever is asked."""
    table, asked = planning()
    first, second = (table.seats[seat].name for seat in asked.waiting)
    own = [table.system.label(table.state, asked, (0, option)) for option in asked.asks[0].options]
    before, after, *_ = typed(table, "1", "quit").split("> ")
    assert f"\n{first}: Where do you go?" in before
    assert f"\n{second}: Where do you go?" not in before
    assert f"\n{second}: Where do you go?" in after
    assert f"   1  {own[0]}" in before
    assert f"  {len(own) + 1}  " not in before, "nobody else's options"
    assert table.position.last is not None
    assert table.position.last.answer == (0, asked.asks[0].options[0])


def test_a_sealed_plan_is_printed_nowhere() -> None:
    """Two sessions that differ in what the first has planned print the same until all plans are in."""
    words = ["board", "table", "log", "story", "odds", "options", "undo 0"]
    told = []
    for answer in ("1", "2"):
        table, _ = planning()
        told.append(typed(table, answer, *words, "quit").split("> ", 1)[1])
        assert isinstance(table.position.decision, Secret)
    assert told[0] == told[1]
    assert "sealed" in told[0]


def test_where_all_look_at_one_screen_nobody_is_asked_for_the_sake_of_secrets() -> None:
    """Bronteas holds no Abjuration: he is asked where he could keep that to himself alone."""
    setup = {
        "phase": "Miracles", "hands": {"Aglaia": "Earthquake", "Bronteas": "Fire"},
        "stacks": {"B2": "Aglaia: 3 population", "D5": "Bronteas: 6 population"},
    }  # fmt: skip
    table = th.new("demigods", players=["Aglaia", "Bronteas"], seed=1)
    table = th.Game(table.system, Position(table.system, table.system.arrange(setup)))
    text = typed(table, "earthquake d5", "undo", "quit")
    assert "Answer Earthquake" not in text
    assert table.position.decision is not None
    asked = table.position.decision.what
    assert asked == "earthquake first", "one undo takes the card back, not the question that nobody saw"
    table.play("d5")
    assert table.position.decision.idle


SCENES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"


def scene(name: str) -> th.Game:
    """A scenario that has been played."""
    return scenario.load(SCENES / f"{name}.toml").run().game


def test_who_only_looks_on_is_not_told_what_could_be_thrown_in() -> None:
    text = typed(scene("gods_war/rune_moon").go(0), "view spectator", "! xyzzy", "! rune Moon", "why xyzzy", "quit")
    assert text.count("who only looks on throws nothing in") == 2
    assert "Moon" not in text.replace("! rune Moon", "").split("view NAME", 1)[1]


def test_a_spectator_asks_why_not_from_what_a_spectator_knows() -> None:
    """Not from what the player knows whose action it would be; nor is a player named who is asked quietly."""
    system = scene("mythic_battles/no_question_tells_of_a_hand").system
    told = []
    for hand, deck in (("Phoenix, Art of War", "2 Hades"), ("2 Hades", "Phoenix, Art of War")):
        setup = {"active": "Red", "area": {"Ares": "c3", "Phoenix": "c4", "Hades": "c6"}, "hand": {"Red": hand},
                 "deck": {"Red": deck}}  # fmt: skip
        table = th.Game(system, Position(system, system.arrange(setup)))
        told.append([str(table.why_not("activate phoenix", all_seen=seen)) for seen in (True, False)])
    assert told[0][0] != told[1][0]
    assert told[0][1] == told[1][1]


def test_the_log_of_a_seat_is_numbered_by_what_it_hears() -> None:
    """Gaps would tell how often somebody was asked and said no."""
    table = scene("mythic_battles/no_question_tells_of_a_hand")
    table.dice_by_hand = False
    table.play("none", "pass", "no")
    for seat in (None, 0, 1):
        lines = list(log_lines(table, seat, all_seen=False))
        assert [int(text.split()[0]) for text in lines] == list(range(1, len(lines) + 1))
    assert len(list(log_lines(table, None, all_seen=False))) < len(list(log_lines(table, None, all_seen=True)))


def struck_at() -> th.Game:
    """Red has no card in hand, and would be asked all the same whether the Phoenix evades."""
    system = scene("mythic_battles/no_question_tells_of_a_hand").system
    setup = {
        "area": {"Ares": "c3", "Phoenix": "c3", "Hades": "c6"}, "deck": {"Red": "2 Hades", "Blue": "2 Ares"},
        "hand": {"Red": "Hades"}, "activation": {"unit": "Ares"},
    }  # fmt: skip
    table = th.Game(system, Position(system, system.arrange(setup)), seed=2)
    return table.play("attack Phoenix")


def test_one_person_against_bots_is_not_asked_what_has_one_answer() -> None:
    """Nobody is there to learn it; at one keyboard with others, or where the table wants it so, he is asked."""
    asked = []
    for asks in (None, True, False):
        table = struck_at()
        due = table.position.decision
        assert due is not None
        assert (due.what, due.options, table.foregone) == ("evade", ("no",), True)
        terminal = Terminal(table, ["quit"], io.StringIO(), viewer=1, bots={0: bot("busy")}, asks=asks)
        terminal.run()
        asked.append("evade" in [entry.what for entry in table.position.log()])
    assert asked == [True, False, True]
    for table, alone in ((struck_at(), False), (struck_at(), True)):
        assert (table.pass_pauses(alone=alone).position.decision.what == "evade") is not alone  # type: ignore[union-attr]
    together = struck_at()
    assert "evade" in typed(together, "quit")
    assert "evade" not in [entry.what for entry in together.position.log()]
