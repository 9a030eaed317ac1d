"""Component values of one's own: what one's box prints, typed over what the house has, kept as an overlay file.

Each value is checked as soon as it is typed: by the kind that the game declares for it, and by building the game. What
fits is the overlay of games, editor, calculator, bots and simulations (`overlay=`, `--overlay FILE`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import files
from ..errors import DataError, TheoError, shown
from ..plain import Json
from ..reference.facts import LARGEST, OF_ORIGIN, Fact, no_key
from ..reference.values import Fixed, Printed, kind_of
from ..wording import toml, toml_key
from .registry import game as system_class

MOST = 500  # values of one's own
LONG = 40  # values of one first word, above which a list is cut finer


@dataclass(frozen=True, slots=True)
class OwnValue:
    """A component value as a page shows it: as the house has it, and of one's own if there is one."""

    key: str
    printed: Any
    source: str
    where: str
    may: str  # what may stand there, in words; "" where it stays as it is
    own: Any = None


class OwnValues:
    """The values of one game with those of one's own. Raises `UnknownName` and, for an overlay that does not fit,
    `DataError`.
    """

    def __init__(self, slug: str, overlay: str | Path | Mapping[str, Json] | None = None) -> None:
        self.kind = system_class(slug)
        self.slug = slug
        self._plain = self._build({}).facts
        self._printed = Printed({fact.key: fact.value for fact in self._plain})
        self._firsts = Counter(key.partition(".")[0] for key in self._printed)
        self.own: dict[str, Json] = {}
        if overlay is not None:
            self.read(files.read_toml(overlay, "overlay", LARGEST) if isinstance(overlay, str | Path) else overlay)

    def _build(self, overlay: Mapping[str, Json]) -> Any:
        return self.kind.build(players=self.kind.first_game.players, overlay=overlay or None)

    # -- looking ------------------------------------------------------------------------------------------------------
    def __iter__(self) -> Iterator[OwnValue]:
        return (self._row(fact) for fact in self._plain)

    def __len__(self) -> int:
        return len(self._printed)

    def row(self, key: str) -> OwnValue:
        """One value. Raises `DataError` for a key that is not there."""
        return self._row(self._plain.fact(key))

    def _row(self, fact: Fact) -> OwnValue:
        kind, place = kind_of(fact.key, self._plain.kinds, self._printed)
        may = "" if isinstance(kind, Fixed) else kind.told(place)
        return OwnValue(fact.key, fact.value, fact.source, fact.where, may, self.own.get(fact.key))

    def groups(self) -> dict[str, int]:
        """The first words of the keys, and how many values each has."""
        found: dict[str, int] = {}
        for key in self._printed:
            name = self.group_of(key)
            found[name] = found.get(name, 0) + 1
        return found

    def group_of(self, key: str) -> str:
        """Where a key stands in a list: by its first word; where those are many, by its first two."""
        first, _, rest = key.partition(".")
        second = rest.partition(".")[0] if "." in rest else ""
        return f"{first}.{second}" if second and self._firsts[first] > LONG else first

    @property
    def overlay(self) -> dict[str, Any]:
        """What is one's own, in tables: to be handed over as `overlay`."""
        return nested(self.own)

    def toml(self) -> str:
        """The overlay file."""
        lines = [f"# Component values of {self.kind.title}, as one's own box prints them."]
        tables: dict[str, list[str]] = {}
        for key, value in sorted(self.own.items()):
            *above, last = key.split(".")
            tables.setdefault(".".join(map(toml_key, above)), []).append(f"{toml_key(last)} = {toml(value)}")
        for name, rows in tables.items():
            lines += ["", *([f"[{name}]"] if name else []), *rows]
        return "\n".join(lines) + "\n"

    # -- changing -----------------------------------------------------------------------------------------------------
    def put(self, key: str, value: Json) -> None:
        """A value of one's own; what is printed anyway is none. Raises `DataError` for what does not fit."""
        before = self._plain[key]
        own = {k: v for k, v in self.own.items() if k != key}
        if type(value) is not type(before) or value != before:
            own[key] = value
        self._take(own)

    def type(self, key: str, text: str) -> None:
        """The same, as a person types it: a text as it stands, anything else as in a file. Raises `DataError`."""
        value: Any = text.strip()
        if not isinstance(self._plain[key], str):
            value = {"yes": "true", "no": "false"}.get(value.lower(), value)
            with suppress(TheoError):
                read = files.toml(f"value = {value}", "the value")
                value = read["value"] if read.keys() == {"value"} else value
        self.put(key, value)

    def reset(self, key: str | None = None) -> None:
        """Back to what the house has: one value, or all."""
        if key is None:
            self.own = {}
        else:
            self._take({k: v for k, v in self.own.items() if k != key})

    def read(self, overlay: Mapping[str, Json]) -> None:
        """All values of one's own from an overlay. Raises `DataError`, and then nothing has changed."""
        self._take(dict(leaves(overlay, self._printed)))

    def open(self, text: str, name: str = "this file") -> None:
        """The same from the text of an overlay file."""
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
            raise DataError(f"{name} is larger than {LARGEST // 1000} kB: it is no overlay")
        self.read(files.toml(text, name))

    def _take(self, own: dict[str, Json]) -> None:
        if len(own) > MOST:
            raise DataError(f"there are at most {MOST} values of one's own, not {len(own):,}")
        for key, value in own.items():  # first by itself: the sentence then speaks of this value and no other
            kind, place = kind_of(key, self._plain.kinds, self._printed)
            if not kind.takes(value, place):
                raise DataError(f"the value {key} must be {kind.told(place)}, not {shown(value)}")
        self._build(nested(own))
        self.own = own


def nested(flat: Mapping[str, Json]) -> dict[str, Any]:
    """Dotted keys as tables."""
    found: dict[str, Any] = {}
    for key, value in flat.items():
        *above, last = key.split(".")
        at = found
        for word in above:
            at = at.setdefault(word, {})
        at[last] = value
    return found


def leaves(overlay: Mapping[str, Json], known: Mapping[str, Json], prefix: str = "") -> Iterator[tuple[str, Json]]:
    """The values of an overlay by their dotted keys. Raises `DataError` for one that the game does not have."""
    for word, value in overlay.items():
        key = f"{prefix}{word}"
        if word in OF_ORIGIN and key not in known:
            continue
        if isinstance(value, Mapping) and key not in known:
            yield from leaves(value, known, key + ".")
            continue
        if key not in known:
            raise DataError(no_key(key, known))
        yield key, value["value"] if isinstance(value, Mapping) and "value" in value else value
