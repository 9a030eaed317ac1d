"""The walk through the arguments of an action, written from its requirements: a loop an argument, its tests inside.

Menus are most of what play costs, and random play of whole games is a tenth faster when the tests stand in the loop
than when the loop goes through lists of tests. So the loops are made as text, once an action, when it is first offered.
In the text stand the words of its shape, which are the game's own, and numbered names; nothing from a person or a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import generated

Test = Callable[..., Any]


Fill = Callable[[Any, Any, int, Callable[[tuple[Any, ...]], object]], None]  # (menu, s, me, what takes each option)
Look = Callable[[Any, Any, int], bool]  # (menu, s, me) -> is there an option?


def walker(
    verb: str, shape: Sequence[str], asked: int, levels: Sequence[Sequence[str]], names: dict[str, Any]
) -> tuple[Fill, Look]:
    """The walk of an action, and a look whether it has an option at all.

    `levels` are its tests by the number of arguments they look at, as expressions of names.
    For "move" from "my movers" to "my reach", of which the menu asks the first, it makes

        def completes(menu, s, me, a0):
            known = menu.known
            after1 = menu.types['my reach'].after
            for a1 in after1(s, me, a0) if after1 else known['my reach'] if 'my reach' in known else ...
                if f3(s, me, a0, a1) and f4(s, me, a0, a1):
                    return True
            return False

        def fill(menu, s, me, take):
            known = menu.known
            if f0(s, me):
                for a0 in known['my movers'] if 'my movers' in known else menu.look_up('my movers'):
                    if f1(s, me, a0) and f2(s, me, a0) and completes(menu, s, me, a0):
                        take(('move', a0))

    and `any`, which is the same with "return True" inside.
    """
    lines = []
    tests = [" and ".join(f"({test})" for test in level) or "True" for level in levels]
    if asked < len(shape):
        lines += [f"def completes(menu, s, me{_given(asked)}):", "    known = menu.known"]
        lines += _loops(shape, tests, asked, len(shape), "return True", 1)
        lines += ["    return False"]
        tests[asked] += f" and completes(menu, s, me{_given(asked)})"
    option = f"({verb!r},{_given(asked)[1:]})"
    for head, inside, end in (
        ("fill(menu, s, me, take)", f"take({option})", ""),
        ("any(menu, s, me)", "return True", "    return False"),
    ):
        lines += [f"def {head}:", "    known = menu.known", f"    if {tests[0]}:"]
        lines += [*_loops(shape, tests, 0, asked, inside, 2), end]
    made = generated.run(f"walk of {verb}", lines, names)
    return made["fill"], made["any"]


def _given(n: int) -> str:
    return "".join(f", a{at}" for at in range(n))


def _loops(shape: Sequence[str], tests: Sequence[str], begin: int, end: int, inside: str, deep: int) -> list[str]:
    """The loops over the arguments from `begin` to `end`, one inside the other, and what stands in the innermost."""
    lines = []
    for at in range(begin, end):
        word = repr(shape[at])
        values = f"known[{word}] if {word} in known else menu.look_up({word})"
        if at:
            lines.append("    " * deep + f"after{at} = menu.types[{word}].after")
            values = f"after{at}(s, me{_given(at)}) if after{at} else {values}"
        lines.append("    " * deep + f"for a{at} in {values}:")
        deep += 1
        if tests[at + 1] != "True":
            lines.append("    " * deep + f"if {tests[at + 1]}:")
            deep += 1
    return [*lines, "    " * deep + inside]
