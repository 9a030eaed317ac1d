"""What queries and windows are about: closed lists, where a slip fails at import with the word that was meant."""

from typing import Any

import pytest

from theomachy.engine.errors import RulesError
from theomachy.engine.runtime.ability import Ability
from theomachy.engine.runtime.seat_abilities import ActiveAbilities, SeatAbilities, Topical
from theomachy.engine.runtime.topic import Topic


class CostOf(Topic):
    """Prices of the pocket game."""

    BATTLE = "battle"
    AWAKEN = "awaken"


class Limit(Topic):
    """Limits of the pocket game."""

    CARDS = "cards"


class Until(Topic):
    """How long something lasts."""

    TURN = "turn"


ASKED = ("s", "me", "what")


def vocabulary() -> Topical:
    uses = {"cost_of": ASKED, "limit": ASKED, "strength": ("s", "me")}
    return Topical(uses, ("until",), {"cost_of": CostOf, "limit": Limit, "until": Until})


def made(words: Topical, name: str = "Made", **body: Any) -> Any:
    base = type("Base", (Ability,), {"vocabulary": words}, abstract=True)
    return type(name, (base,), {"__doc__": "A rule.", "rule": "PG-GFT-001", **body})


def cost_of(self: Any, s: Any, me: int, what: CostOf) -> Any:
    return 1 if what is CostOf.BATTLE else None


def loose(self: Any, s: Any, me: int, what: str) -> Any: ...


def widened(self: Any, s: Any, me: int, what: Topic) -> Any: ...


def bare(self, s, me, what): ...


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            {"cost_of": cost_of, "about": ("batle",)},
            r"Made \(.*test_topics.py\): about names 'batle', no topic of cost_of; did you mean 'battle'\?$",
        ),
        ({"cost_of": cost_of, "about": ("battle",)}, "about names 'battle'; write CostOf.BATTLE$"),
        (
            {"cost_of": cost_of, "about": (Limit.CARDS,)},
            "about names 'cards', no topic of cost_of; there is battle, ",
        ),
        ({"strength": lambda self, s, me: 0, "about": (Limit.CARDS,)}, "no topic of its timings; there is none$"),
        ({"until": "tern"}, "until names 'tern', no topic of until; did you mean 'turn'"),
        ({"until": (Until.TURN, "turn")}, "until names 'turn'; write Until.TURN"),
        ({"cost_of": loose}, "cost_of is about topics; write what: CostOf$"),
    ],
)
def test_a_slip_fails_at_import_with_class_file_and_what_was_meant(body: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        made(vocabulary(), **body)


def test_what_is_declared_is_taken() -> None:
    words = vocabulary()
    made(words, "One", cost_of=cost_of, limit=widened, about=(CostOf.AWAKEN, Limit.CARDS), until=Until.TURN)
    made(words, "Two", cost_of=bare, until=None)
    assert [ability.name for ability in words.abilities] == ["One", "Two"]


def test_a_member_that_does_not_exist_names_the_class_that_asks() -> None:
    with pytest.raises(AttributeError, match=r"Plague \(.*test_topics.py\): CostOf has no topic BATLE; did you mean"):

        class Plague:
            about = (CostOf.BATLE,)  # type: ignore[attr-defined]

    assert not hasattr(CostOf, "_private")


def test_topics_are_their_words_wherever_text_is_kept() -> None:
    assert (CostOf.BATTLE, f"{CostOf.BATTLE}", hash(CostOf.BATTLE)) == ("battle", "battle", hash("battle"))


def test_a_power_is_asked_about_its_topics_alone_and_the_core_about_none_that_is_not_declared() -> None:
    words = vocabulary()
    made(words, "One", cost_of=cost_of, about=(CostOf.BATTLE,))
    made(words, "Two", cost_of=cost_of)
    key = ActiveAbilities([SeatAbilities([(0, power) for power in words.abilities], words)])
    assert [hook[1].name for hook in words.about(key, "cost_of", CostOf.BATTLE)] == ["One", "Two"]
    assert [hook[1].name for hook in words.about(key, "cost_of", CostOf.AWAKEN)] == ["Two"]
    with pytest.raises(RulesError, match="cost_of is asked about 'cards', which is none of its topics"):
        words.about(key, "cost_of", Limit.CARDS)


class Home(Topic):
    """What an outside package brings."""

    KINDLE = "kindle"


class Twice(Topic):
    """A word that is there."""

    FIGHT = "battle"


def test_an_outside_package_declares_further_topics() -> None:
    words = vocabulary()
    words.add_topics("cost_of", Home)
    made(words, "Kindled", cost_of=cost_of, about=(Home.KINDLE, CostOf.BATTLE))
    assert words.about_what("cost_of") == ("battle", "awaken", "kindle")
    with pytest.raises(TypeError, match=r"cost_of has a topic 'battle' already: CostOf\.BATTLE"):
        words.add_topics("cost_of", Twice)
    with pytest.raises(TypeError, match="Home: 'price' is no timing or word of this game"):
        words.add_topics("price", Home)
