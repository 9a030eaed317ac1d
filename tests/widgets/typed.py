"""What `panels/types.d.ts` says of a model, held against the model that Python makes. It reads what is used there."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from theomachy_widgets.esm import read

PLAIN = {"string": str, "number": (int, float), "boolean": bool, "null": type(None), "object": dict}
REPLAY = "// -- a replay"  # what follows is of the data of a file, which its own tests read
SIDES = {"cmpleft": "CompareSide", "cmpright": "CompareSide"}
TOKEN = re.compile(r"\"[^\"]*\"|\w+|\[\]|[][{}()<>|,;:?]")


@cache
def interfaces() -> dict[str, tuple[list[str], Any]]:
    """Name -> what it extends, and its fields; a type that is no interface stands as itself."""
    text = re.sub(r"/\*.*?\*/", "", read("panels/types.d.ts").split(REPLAY)[0], flags=re.S)
    found: dict[str, tuple[list[str], Any]] = {}
    for name, extends, body in re.findall(r"interface (\w+)(?: extends ([\w, ]+))? (\{.*?\n\})", text, flags=re.S):
        found[name] = (extends.split(", ") if extends else [], Reader(body).type())
    for name, body in re.findall(r"^export type (\w+) = (\[.*?\]);", text, flags=re.S | re.M):
        found[name] = ([], Reader(body).type())
    return found


class Reader:
    """Reads a type: names, literals, unions, tuples, lists, records and objects."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)

    def next(self, wanted: str = "") -> str:
        token = self.tokens.pop(0)
        assert not wanted or token == wanted, (wanted, token, self.tokens[:9])
        return str(token)

    def had(self, token: str) -> bool:
        if self.tokens and self.tokens[0] == token:
            del self.tokens[0]
            return True
        return False

    def type(self) -> Any:
        self.had("|")
        kinds = [self.one()]
        while self.had("|"):
            kinds.append(self.one())
        return kinds[0] if len(kinds) == 1 else ("any of", kinds)

    def one(self) -> Any:
        token = self.next()
        if token == "{":
            kind: Any = ("object", self.fields())
        elif token == "[":
            kind = ("tuple", self.members())
        elif token == "(":
            kind = self.type()
            self.next(")")
        elif token[0] == '"' or token.isdigit():
            kind = ("is", token.strip('"'))
        elif token == "Record":
            self.next("<")
            self.type()
            self.next(",")
            kind = ("record", self.type())
            self.next(">")
        else:
            kind = ("name", token)
        while self.had("[]"):
            kind = ("list", kind)
        return kind

    def fields(self) -> dict[str, tuple[bool, Any]]:
        found = {}
        while not self.had("}"):
            name, free = self.next(), self.had("?")
            if self.had("("):  # a method, of what is no model
                while self.next() != ";":
                    pass
                continue
            self.next(":")
            found[name] = (free, self.type())
            self.had(";")
        return found

    def members(self) -> list[tuple[bool, Any]]:
        found = []
        while not self.had("]"):
            free = False
            if len(self.tokens) > 1 and self.tokens[1] in (":", "?"):  # its name
                self.next()
                free = self.had("?")
                self.next(":")
            found.append((free, self.type()))
            self.had(",")
        return found


def wrong(value: Any, kind: Any, where: str) -> list[str]:
    """Where a value is not what its type says."""
    word, more = kind
    if word == "any of":
        return [] if any(not wrong(value, each, where) for each in more) else [f"{where}: {value!r}"[:200]]
    if word == "is":
        return [] if str(value) == more else [f"{where}: {value!r} is not {more!r}"]
    if word == "list":
        if not isinstance(value, list | tuple):
            return [f"{where}: no list, {value!r}"[:200]]
        return [x for i, each in enumerate(value) for x in wrong(each, more, f"{where}[{i}]")]
    if word == "tuple":
        least = sum(not free for free, _ in more)
        if not isinstance(value, list | tuple) or not least <= len(value) <= len(more):
            return [f"{where}: {value!r} has not {len(more)} members"[:200]]
        pairs = zip(value, more, strict=False)
        return [x for i, (each, (_, member)) in enumerate(pairs) for x in wrong(each, member, f"{where}[{i}]")]
    if word == "record":
        return [x for k, each in value.items() for x in wrong(each, more, f"{where}.{k}")]
    if word == "object":
        return _object(value, more, where)
    if more in ("any", "unknown"):
        return []
    if more == "never":
        return [f"{where} is not empty"]
    if more in PLAIN:
        right = isinstance(value, PLAIN[more]) and (more == "boolean" or not isinstance(value, bool))  # type: ignore[arg-type]
        return [] if right else [f"{where}: {value!r} is no {more}"[:200]]
    if interfaces()[more][1][0] != "object":
        return wrong(value, interfaces()[more][1], where)
    return _object(value, fields_of(more), where)


def fields_of(name: str) -> dict[str, tuple[bool, Any]]:
    """The fields of an interface, with those of what it extends."""
    extends, (_, own) = interfaces()[name]
    return {k: v for each in extends for k, v in fields_of(each).items()} | own


def _object(value: Any, fields: dict[str, tuple[bool, Any]], where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: no object, {value!r}"[:200]]
    if not value:
        return []  # nothing at all
    found = [f"{where}.{name} is not declared" for name in value if name not in fields]
    for name, (free, kind) in fields.items():
        if name in value:
            found += wrong(value[name], kind, f"{where}.{name}")
        elif not free:
            found.append(f"{where}.{name} is missing")
    return found


def faults(name: str, model: dict[str, Any]) -> list[str]:
    """What is wrong with the model of a panel; an empty one draws nothing."""
    if not model:
        return []
    kind = SIDES.get(name, f"{name[0].upper()}{name[1:]}Model")
    if name == "decision":
        kind = "EndModel" if model["over"] else "HiddenModel" if model["hidden"] else kind
    return wrong(model, ("name", kind), name)
