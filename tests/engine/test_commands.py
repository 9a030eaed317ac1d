"""Answers in words: names, numbers, abbreviations, several answers in one line, dice faces, any-time actions."""

import re

import pytest

from tests.engine.test_leaving import Parting
from tests.engine.walks import begin, game, walk
from theomachy.engine.authoring.scenario_write import words_for
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.commands import resolve
from theomachy.engine.game.game import Game
from theomachy.engine.wording import article, tokens


def deeds(**options: int) -> Game:
    return game(options=options or None).play((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Attack from F4 into G5", ("attack", "f4", "g5")),
        ("move acolyte south_pacific -> australia", ("move", "acolyte", "south", "pacific", "australia")),
        ("Nyarlathotep's mask", ("nyarlathoteps", "mask")),
        ("6,6,4,1", ("6", "6", "4", "1")),
        ("a", ("a",)),
        ("to the", ("to", "the")),
        ("   ", ()),
        ("Ménélas — οἶκος", ("ménélas", "οἶκος")),
    ],
)
def test_words_that_count(text: str, words: tuple[str, ...]) -> None:
    assert tokens(text) == words


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("raise kos", [("raise", 0)]),
        ("RAISE an army in Kos.", [("raise", 0)]),
        ("Raise", [("raise", 0)]),
        ("ra k", [("raise", 0)]),
        ("attack from kos into delos", [("attack", 0, 1)]),
        ("attack 0 1", [("attack", 0, 1)]),
        ("att del", [("attack", 0, 1)]),
        ("end", ["end"]),
        ("End the turn", ["end"]),
        ("1", [("raise", 0)]),
        ("4", ["end"]),
        ("march kos", [("march", 0)]),
        ("march kos ios 2", [("march", 0), 2]),
        ("march from kos to ios 1", [("march", 0), 1]),
        ("march kos 1", [("march", 0), 1]),
        ("march kos 1 end", [("march", 0), 1, "end"]),
        ("raise kos raise kos march kos 3 end", [("raise", 0), ("raise", 0), ("march", 0), 3, "end"]),
        ("! bless kos", [("!", "bless", 0, 0)]),
        ("! aglaia bless kos", [("!", "bless", 0, 0)]),
        ("! bronteas: omen", [("!", "omen", 1)]),
        ("! omen aglaia", None),
        ("! omen", None),
        ("! dance", None),
        ("", None),
        ("?!", None),
        ("5", None),
        ("0", None),
        ("raise delos", None),
        ("march kos delos", None),
        ("march kos ios 9", None),
        ("march kos ios 1 2", None),
        ("a", None),
        ("raise kos kos", None),
        ("²", None),
        ("9" * 400, None),
        ("raise " * 200, None),
    ],
)
def test_commands_at_the_first_deed(text: str, answers: list[object] | None) -> None:
    played = deeds()
    if answers is None:
        with pytest.raises(IllegalAnswer):
            resolve(played.position, text)
    else:
        assert resolve(played.position, text) == answers


def test_an_ambiguous_command_names_what_it_could_mean() -> None:
    played = deeds().play("march kos ios 1")
    with pytest.raises(IllegalAnswer, match=r"can mean 2 things: Raise an army in Kos; Raise an army in Ios"):
        played.play("raise")
    with pytest.raises(IllegalAnswer, match=r"can mean \d things: Aglaia: bless Kos"):
        deeds().play("march kos ios 1").play("! bless")


def test_an_unknown_command_says_what_is_asked_and_offered() -> None:
    with pytest.raises(IllegalAnswer, match=r"'dance' is not offered; Deed\? Raise an army in Kos; .*"):
        deeds().play("dance")


def test_a_later_argument_that_is_not_legal_says_what_is() -> None:
    with pytest.raises(IllegalAnswer, match="march is not possible with Paros; there is Ios"):
        deeds().play("march kos paros 1")


def test_a_secret_choice_in_words() -> None:
    position = begin(3)
    assert resolve(position, "1") == [(0, 1)]
    assert resolve(position, "1", who=2) == [(2, 1)]
    assert resolve(position, "Circe 1") == [(2, 1)]
    assert resolve(position, "1 2 0") == [(0, 1), (1, 2), (2, 0)]
    assert resolve(position, "Bronteas 2 Aglaia 0") == [(1, 2), (0, 0)]
    with pytest.raises(IllegalAnswer):
        resolve(position, "1 2 0 0")


def test_somebody_else_can_throw_in_without_a_mark() -> None:
    assert resolve(deeds().position, "omen", who=1) == [("!", "omen", 1)]
    with pytest.raises(IllegalAnswer):
        resolve(deeds().position, "omen", who=0)


def test_dice_are_written_as_faces_or_as_an_outcome() -> None:
    played = deeds()
    played.dice_by_hand = True
    played.play("attack kos delos", "done", "done")
    for text, hits in (("6 5 1", 2), ("651", 2), ("1,1,1", 0), ("2", 2), ("2 hits", 2), ("1 hit", 1)):
        assert resolve(played.position, text) == [hits]
    for text in ("6 5", "6 5 1 1", "7 1 1", "4", "x", "6 5 1 done"):
        with pytest.raises(IllegalAnswer):
            resolve(played.position, text)


def test_a_command_cannot_run_on_over_a_hidden_draw() -> None:
    played = deeds().play("end")
    with pytest.raises(IllegalAnswer, match="it is for chance to answer 'card'"):
        played.play("end 0 0")


@pytest.mark.parametrize("seed", range(8))
def test_every_answer_of_a_game_can_be_said_in_words(seed: int) -> None:
    for position, answer in walk(seed):
        decision = position.decision
        assert decision is not None
        who = answer[0] if decision.kind == "secret" and answer[0] != "!" else None
        text = words_for(position, answer, who)
        assert resolve(position, text, who) == [answer]


def test_options_have_labels_targets_and_chances() -> None:
    played = deeds()
    labels = [option.label for option in played.options]
    assert labels == ["Raise an army in Kos", "March Kos", "Attack from Kos into Delos", "End the turn"]
    assert played.options[2].targets == ("area:0", "area:1")
    assert played.options[3].targets == ()
    assert [o.label for o in played.legal().anytime][:2] == ["Aglaia: bless Kos", "Bronteas: bless Delos"]


def test_what_can_be_done_is_taken_by_its_place() -> None:
    can = deeds().legal()
    every = list(can)
    assert can.anytime
    assert [can[i] for i in range(len(can))] == every
    assert (can[-1], can[:2], can[1::2]) == (every[-1], tuple(every[:2]), tuple(every[1::2]))
    assert can[0].label == "Raise an army in Kos"
    with pytest.raises(IndexError):
        can[len(can)]


@pytest.mark.parametrize(
    ("name", "said"),
    [("empire", "an empire"), ("unit", "a unit"), ("Undead", "an Undead"), ("inn", "an inn")],
)
def test_a_or_an(name: str, said: str) -> None:
    assert article(name) == said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("raise kos delos", "'delos' is too much: 'raise' takes an island; did you mean 'raise Kos'?"),
        ("raise attica", "'attica' names no island; 'raise' takes an island"),
        (
            "attack from kos into delos ios",
            "'ios' is too much: 'attack' takes an island and an island; did you mean 'attack Kos Delos'?",
        ),
    ],
)
def test_what_a_command_takes_is_told_in_plain_words(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAnswer, match=f"^{re.escape(sentence)}$"):
        deeds().why_not(text)


def parted(*names: str) -> Game:
    """The pocket game with players of these names, who may leave."""
    return Game(Parting.build(players=names), seed=7)


@pytest.mark.parametrize("names", [("A", "Bo", "The"), ("a", "Ann", "In")])
def test_a_player_whose_name_is_a_small_word_can_be_addressed(names: tuple[str, ...]) -> None:
    asked = parted(*names)
    for seat, name in enumerate(names):
        assert asked.seat(name) == seat
        for text in (f"! {name} leaves", f"! {name.upper()} leaves the game", f"! {name.lower()} leaves."):
            assert resolve(asked.position, text) == [("!", "leaves", seat)], text
        for text in (f"{name} 1", f"{name.lower()} 1", f"{name}: 1"):
            assert resolve(asked.position, text) == [(seat, 1)], text


def test_several_of_them_in_one_command() -> None:
    assert resolve(parted("A", "Bo", "The").position, "The 1 A 2 Bo 0") == [(2, 1), (0, 2), (1, 0)]


def test_a_small_word_in_a_command_stays_small_beside_a_player_of_that_name() -> None:
    played = parted("A", "Bo").play((0, 0), (1, 0))
    assert resolve(played.position, "raise an army in a kos march from kos 3") == [("raise", 0), ("march", 0), 3]
