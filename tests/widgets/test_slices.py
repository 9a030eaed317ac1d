"""Long answers between the events of a loop: in turn, stopped when nobody asks any more."""

import asyncio
from collections.abc import Callable

import pytest

from theomachy.answers.work import Budget, Work
from theomachy_widgets import slices
from theomachy_widgets.allowance import Everybody, Served, Visit
from theomachy_widgets.slices import AT_ONCE, Slices, patience


def counting(most: int) -> Work[int]:
    yield from range(1, most)
    return most


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice is one piece, and each is shown."""
    for name in ("SLICE", "REST", "EVERY"):
        monkeypatch.setattr(slices, name, 0.0)


def test_without_a_loop_the_work_is_done_at_once() -> None:
    told: list[tuple[int, bool]] = []
    Slices().start("count", counting(9), lambda n, over: told.append((n, over)))
    assert told[-1] == (9, True)


def test_who_cannot_be_shown_what_there_is_meanwhile_waits_less() -> None:
    async def shown() -> Budget:
        return patience(9.0)

    assert asyncio.run(shown()) == Budget(seconds=9.0)
    assert patience(9.0) == AT_ONCE
    assert patience(9.0, Budget(pieces=2)) == Budget(pieces=2)


def test_two_screens_take_turns_and_a_loop_is_heard_between(hasty: None) -> None:
    order: list[str] = []

    async def both() -> None:
        for name in "ab":
            Slices().start("count", counting(4), lambda n, over, name=name: order.append(f"{name}{n}{'.' * over}"))
        while "b4." not in order:
            order.append("click")
            await asyncio.sleep(0)

    asyncio.run(both())
    assert [word for word in order if word != "click"] == ["a1", "b1", "a2", "b2", "a3", "b3", "a4.", "b4."]
    assert order.count("click") > 1


class _Plain(asyncio.SelectorEventLoop):
    """Like the loop of the site, whose handles do not tell when their turn comes."""

    def call_later(self, delay, callback, *args, context=None):  # type: ignore[no-untyped-def, override]
        timer = super().call_later(delay, callback, *args, context=context)

        class Handle:
            cancel = timer.cancel

        return Handle()


def test_a_loop_whose_handles_tell_no_time_goes_round_too() -> None:
    told: list[str] = []

    async def both() -> None:
        for name in "ab":  # the second is asked while the turn of the first is still to come
            Slices().start("count", counting(4), lambda n, over, name=name: told.append(f"{name}{n}{'.' * over}"))
        while not {"a4.", "b4."} <= {*told}:
            await asyncio.sleep(0)

    with asyncio.Runner(loop_factory=_Plain) as runner:
        runner.run(both())


def test_a_question_that_is_stopped_or_asked_anew_tells_nothing_more(hasty: None) -> None:
    told: list[int] = []
    asks = Slices()

    async def ask() -> None:
        asks.start("count", counting(10**9), lambda n, _: told.append(n))
        await asyncio.sleep(0.01)
        asks.start("count", counting(3), lambda n, _: told.append(-n))
        while asks.busy("count"):
            await asyncio.sleep(0.001)
        asks.start("count", counting(10**9), lambda n, _: told.append(10**10))
        asks.stop_all()
        await asyncio.sleep(0.01)

    asyncio.run(ask())
    assert told[-3:] == [-1, -2, -3]
    assert max(told) < 10**9


def test_what_was_stopped_before_its_turn_came_is_not_shown(hasty: None) -> None:
    waits: list[Callable[[], None]] = []
    told: list[int] = []
    asks = Slices(waits.append)

    async def ask() -> None:
        asks.start("count", counting(1), lambda n, _: told.append(n))
        while not waits:
            await asyncio.sleep(0.001)
        asks.stop("count")

    asyncio.run(ask())
    waits.pop()()
    assert told == []


class Dry(Visit):
    """Somebody whose time for long answers is used up; bots may think on."""

    def out_of_time(self, *, bots: bool = False) -> str:
        return "" if bots else "No time is left."


def test_who_has_used_up_his_time_gets_one_piece_and_is_told_why(hasty: None) -> None:
    told: list[int] = []
    said: list[str] = []

    def ask(**more: bool) -> None:
        asks = Slices(visit=Dry(), **more)
        asks.tell = said.append
        asks.start("count", counting(9), lambda n, _: told.append(n), Budget(seconds=9))

    ask()
    assert (told, said) == ([1], ["No time is left."])
    ask(bots=True)
    assert (told[-1], said) == (9, ["No time is left."])


def test_an_answer_is_cut_short_in_its_midst_when_the_time_is_used_up(hasty: None) -> None:
    visit = Served(lambda: True, Everybody(lambda: 0.0))
    said: list[str] = []
    told: list[tuple[int, bool]] = []

    def dear() -> Work[int]:
        for n in range(1, 10**6):
            visit.pay(200.0)
            yield n
        return 0

    asks = Slices(visit=visit)
    asks.tell = said.append
    asks.start("x", dear(), lambda n, over: told.append((n, over)))
    assert told[-1] == (3, True)
    assert len(said) == 1
    assert said[0].startswith("This visit has used up its time for long answers")


def test_for_who_has_gone_nothing_is_worked_on_until_he_comes_back(
    hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "AWAY", 0.01)
    here = [True]
    told: list[str] = []
    mine = Slices(visit=Served(lambda: here[0], Everybody()))

    async def ask() -> tuple[int, int, int]:
        mine.start("x", counting(10**9), lambda n, _: told.append("mine"))
        await asyncio.sleep(0.02)
        here[0], before = False, len(told)
        await asyncio.sleep(0.05)
        gone = len(told) - before
        other = Slices()
        other.start("y", counting(3), lambda n, _: told.append("other"))  # others go on at once
        await asyncio.sleep(0.005)
        others = told.count("other")
        here[0], before = True, len(told)
        await asyncio.sleep(0.05)
        mine.stop_all()
        return gone, others, len(told) - before

    gone, others, back = asyncio.run(ask())
    assert gone == 0
    assert others == 3
    assert back > 3


def test_visits_take_turns_however_many_questions_each_has(hasty: None) -> None:
    order: list[str] = []

    async def both() -> None:
        visits = [Visit(), Visit()]
        for name, visit in [("a", visits[0]), ("b", visits[0]), ("c", visits[1])]:
            Slices(visit=visit).start("x", counting(4), lambda n, _, name=name: order.append(name))
        while len(order) < 12:
            await asyncio.sleep(0)

    asyncio.run(both())
    assert order[:8] == ["a", "c", "b", "c", "a", "c", "b", "c"]
    assert sorted(order[8:]) == ["a", "a", "b", "b"]


def test_a_fault_ends_one_question_and_not_the_round(hasty: None) -> None:
    told: list[int] = []
    faults: list[object] = []

    def broken() -> Work[int]:
        yield 1
        raise KeyError("gone")

    async def both() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))
        bad, good = Slices(), Slices()
        bad.start("x", broken(), lambda n, _: None)
        good.start("x", counting(5), lambda n, _: told.append(n))
        while good.busy("x"):
            await asyncio.sleep(0.001)
        assert not bad.busy("x")

    asyncio.run(both())
    assert told[-1] == 5
    assert [type(fault) for fault in faults] == [KeyError]
