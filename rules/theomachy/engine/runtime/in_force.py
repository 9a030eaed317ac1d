"""Which abilities are in force: found from the state, by what its declaration says of printed things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from .. import generated
from ..plain import Json
from ..state.declare import Declared, derived
from ..state.each import Each
from ..state.printed import GROUND, Place, places
from .seat_abilities import ActiveAbilities, SeatAbilities, Seated

NOTHING = ActiveAbilities(())  # before the first look-up
Row = tuple[int, int, Any, Any]  # of what is in force: rank and place in printed order; holder and ability


def looked_up() -> Any:
    """Declare the attribute of a state that holds which abilities are in force."""
    return derived(lambda: NOTHING, compared=False)


class InForce:
    """The abilities of one vocabulary that are in force, of each seat and of the ground: call it with a state.

    The key by which a seat's are remembered is what the fields show to that seat, in the memory of the box
    (`config.memory`): one line of Python, made once from the declaration, as the copy of a state is.

    Where there are owners that nobody plays (`engine/state/domain.py:Domain.nobody`), `owners` names the derived field
    that has a row for them too: it alone shows what is theirs, or the field `shown` in its place. Their abilities come
    after those of the seats.
    """

    def __init__(
        self, cls: type[Declared], vocabulary: Seated, look_up: str = "key", *, owners: str = "", shown: str = ""
    ) -> None:
        self.vocabulary, self.look_up, self.owners = vocabulary, look_up, owners
        found = places(cls, look_up)
        self.printed = [place for place in found if not place.sight.text]  # from the beginning to the end
        seen = [place for place in found if place.sight.text]
        self.of_seats = [place for place in seen if place.sight.by_seat or place.shows.each or place.silences]
        self.of_ground = [place for place in seen if not place.sight.by_seat and not place.shows.each]
        self.of_owners = [place for place in self.of_seats if place.name == (shown or owners)]
        self._find: Callable[[Any], ActiveAbilities] = generated.run(
            f"look-up of {cls.__name__}.{look_up}", self._lines(cls), {"self": self}
        )["find"]

    def _lines(self, cls: type[Declared]) -> list[str]:
        by_seat = next(n for n, f in cls.fields.items() if isinstance(f.kind, Each) and f.kind.of.is_seats)
        among = [i for i, place in enumerate(self.of_seats) if place.shows.among is not None]
        texts = [
            f"{place.sight.text} & among[seat][{among.index(i)}]" if i in among else place.sight.text
            for i, place in enumerate(self.of_seats)
        ]
        owned = [text for place, text in zip(self.of_seats, texts, strict=True) if place in self.of_owners]
        n = f"len(s.{self.owners})" if self.owners else "n"
        return [
            "def find(s):",
            f'    """The abilities in force, for `{self.look_up}`."""',
            "    config = s.config",
            "    memory = config.memory",
            f"    seats, n = [], len(s.{by_seat})",
            *([f"    among = memory.get('among {self.look_up}') or self.among(config, {n})"] if among else []),
            "    for seat in range(n):",
            f"        at = ({', '.join([repr(self.look_up), 'seat', *texts])},)",
            "        found = memory.get(at)",
            "        seats.append(self.of(config, at) if found is None else found)",
            *(
                [
                    f"    for seat in range(n, {n}):",
                    f"        at = ({', '.join([repr(self.look_up), 'seat', *owned])},)",
                    "        found = memory.get(at)",
                    "        seats.append(self.of(config, at, self.of_owners) if found is None else found)",
                ]
                if self.owners
                else []
            ),
            f"    at = ({', '.join([repr(self.look_up), str(GROUND), *(p.sight.text for p in self.of_ground)])},)",
            "    found = memory.get(at)",
            "    seats.append(self.of(config, at) if found is None else found)",
            "    return self.vocabulary.table(tuple(seats))",
        ]

    def __call__(self, s: Declared) -> Any:
        """What is in force now, as the vocabulary's kind of `ActiveAbilities`; the ground comes last of the seats."""
        return self._find(s)

    def ground(self, config: Any) -> SeatAbilities:
        """What the ground says where no field changes it: for who asks the ground alone."""
        at = self.look_up, GROUND
        found: SeatAbilities | None = config.memory.get(at)
        return self.of(config, at) if found is None else found

    def among(self, config: Any, n: int) -> tuple[tuple[int, ...], ...]:
        """The things of each seat on which something is printed, for the places that say so."""
        asked = [place.shows.among for place in self.of_seats if place.shows.among is not None]
        found = tuple(tuple(among(config, seat) for among in asked) for seat in range(n))
        self.vocabulary.remember(config, f"among {self.look_up}", found)
        return found

    def of(self, config: Any, at: tuple[Any, ...], shown: Sequence[Place] | None = None) -> SeatAbilities:
        """What is in force of one seat, or of the ground, by what the fields show (those `shown`, of other owners)."""
        _, seat, *values = at
        rows = [(place, 0) for place in self.printed if place.sight.by_seat is (seat >= 0)]
        rows += zip(shown or (self.of_ground if seat < 0 else self.of_seats), values, strict=True)
        hushed: dict[str, set[Any]] = {}
        for place, value in rows:
            if place.silences:
                hushed.setdefault(place.silences, set()).update(place.sight.things(value))
        mute = hushed.get("*", ())
        found: list[Row] = []
        for place, value in rows:
            shows = place.shows
            hush = () if shows.lasting else hushed.get(place.name, ())
            for thing in () if place.silences else _things(place, config, seat, value):
                if thing in hush:
                    continue
                for row in self._on(place, config, seat, thing):
                    if shows.lasting or not mute or row[3].name not in mute:
                        found.append((row[0], len(found), *row[2:]) if shows.in_row else row)
        found.sort(key=itemgetter(0, 1))
        pairs = [row[2:] for row in dict.fromkeys(found)]
        made = self.vocabulary.row(tuple(pairs))
        self.vocabulary.remember(config, at, made)
        return made

    def _on(self, place: Place, config: Any, seat: int, thing: Any) -> tuple[Row, ...]:
        """The abilities on a thing, remembered by it, since most of what is in force stays when one thing comes; of a
        copy the one of that name.
        """
        shows, order = place.shows, self.vocabulary.order
        at = "on", id(shows), seat, thing
        found: tuple[Row, ...] | None = config.memory.get(at)
        if found is None:
            holder = seat if shows.holder is None else shows.holder(seat, thing)
            if shows.printed is not None:
                powers = shows.printed(config, seat, thing)
            else:
                powers = [power for power in self.vocabulary.abilities if power.name == thing]
            found = tuple([(shows.rank, order[power], holder, power) for power in powers])
            self.vocabulary.remember(config, at, found)
        return found


def _things(place: Place, config: Any, seat: int, value: Json) -> Iterable[Any]:
    things = place.shows.things
    return place.sight.things(value) if things is None else things(config, seat, value)
