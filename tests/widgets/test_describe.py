"""Tables in words and hex boards in letters."""

from dataclasses import replace

from tests.widgets.fixtures import SEATS, area_of, hex_board, hex_table
from tests.widgets.maps import map_table
from theomachy.engine.tabletop.beside_words import line
from theomachy.engine.tabletop.describe import describe, headline, hex_picture
from theomachy.engine.tabletop.table import (
    Border,
    Card,
    Carried,
    Condition,
    ConditionPart,
    Fight,
    Figure,
    Force,
    Gauge,
    Hand,
    Piece,
    Sheet,
    Side,
    Slot,
    Stage,
    Track,
    Zone,
)  # fmt: skip


def test_the_headline_tells_whose_turn_it_is() -> None:
    assert headline(hex_table()) == "Two rivers · turn 11 · phase Battle · Aglaia to act · seen by Aglaia"
    assert headline(map_table()).endswith("seen by a spectator")


def test_areas_with_what_stands_there() -> None:
    text = describe(hex_table())
    assert "  D4 (plains): 2 × Army of Aglaia, 6 × People of Aglaia" in text
    assert "  79 empty areas" in text
    assert "  F5 (swamps): Blight, Blight" in text
    west = next(row for row in describe(map_table()).splitlines() if row.startswith("  West Africa"))
    assert west.startswith(
        "  West Africa (land): Gate held by Cy, cultist of Cy, 2 × octoman of Ada, slime of Ada (pain)"
    )
    assert "Gate held by nobody" in describe(map_table())


def test_tracks_sheets_hands_battle_and_notes() -> None:
    piece = hex_table().pieces[0]
    table = replace(
        hex_table({}),
        tracks=(Track("Ritual", ("5", "6", "7"), 1, note="house"),),
        sheets=(
            Sheet(
                0,
                "to act",
                (Figure("Power", 6), Figure("Signs", 2, note="hidden")),
                (("Books", (Slot("Red book", "", "", True), Slot("Blue book", "", "", False))),),
                (("Pool", (piece,)),),
                ("first player",),
            ),
        ),
        hands=(Hand(0, (Card("card:0", "Plague", "virus"), Card("card:1", "", "virus")), 2, 7), Hand(1, (), 1)),
        fight=Fight(
            "Battle on D4",
            1,
            (Stage("Dice", "", "now"),),
            (Side(0, "attacks", (Force(piece, "9", fate="killed"),), "9 dice"),),
        ),
        notes=("A note\nin two lines",),
    )
    text = describe(table)
    assert "  Ritual: 5 [6] 7 (house)" in text
    assert (
        "  Aglaia: to act; Power 6, Signs 2 hidden; Books 1 of 2 (Red book); Pool: 9 × People of Aglaia; first player"
        in text
    )
    assert "  Aglaia: 2 cards of at most 7: Plague, face down\n  Bronteas: 1 card" in text
    assert "  Battle on D4\n  Dice: now\n  Aglaia attacks with 9 dice: 9 × People of Aglaia 9 killed" in text
    assert "  A note in two lines" in text


def test_a_hex_board_in_letters() -> None:
    rows = hex_picture(hex_table()).splitlines()
    assert rows[0].startswith("~       ~       C1 for  D1 for")
    assert rows[2].startswith("    ~       B2 pla  C2 for")
    assert rows[7] == "                            Aa2p6           Aa5     Ba2     Bp3"
    assert rows[-2:] == ["A Aglaia, B Bronteas", "p People, t Temple, m Monster, a Army, b Blight"]
    assert hex_picture(map_table()) == ""


def test_signs_are_unique_and_long_stacks_are_cut() -> None:
    seats = (SEATS[0], replace(SEATS[1], name="Ares"))
    area = area_of(hex_board(), "D4")
    pieces = tuple(Piece(f"p{i}", area, i % 2, f"kind{i}", f"Army {i}", "meeple", count=12) for i in range(6))
    rows = hex_picture(replace(hex_table({}), seats=seats, pieces=pieces)).splitlines()
    assert rows[-2] == "A Aglaia, R Ares"
    signs = [word.split()[0] for word in rows[-1].split(", ")]
    assert len(signs) == len(set(signs)) == 6
    assert "… " in rows[7] or rows[7].endswith("…")
    assert max(map(len, rows[:-2])) <= 8 * 10 + 4


def test_names_cannot_steer_the_terminal() -> None:
    assert line("a\x1b[31m\nb\u202ec\td") == "a [31m b c d"
    text = describe(replace(hex_table(), title="\x1b]0;gone\x07", seats=(replace(SEATS[0], name="\x1b[2J"), SEATS[1])))
    assert all(c == "\n" or c.isprintable() for c in text)


def test_borders_gauges_carried_things_zones_and_conditions_in_words() -> None:
    plain = hex_table()
    d4, e4, c3 = (area_of(hex_board(), name) for name in ("D4", "E4", "C3"))
    army = next(piece for piece in plain.pieces if piece.area == d4 and piece.kind == "army")
    table = replace(
        plain,
        board=replace(plain.board, borders=(Border((d4, e4), "river"),)),
        borders=(Border((d4, c3), "wall", "the Long Wall", fall=c3),),
        gauges=(Gauge(army.target, 5, 7, "vitality"), Gauge(f"area:{c3}", 8, name="fortress")),
        carried=(Carried("o", "stone", "Omphalos", army.target), Carried("g", "gem", "Green gem", f"area:{e4}")),
        zones=(Zone("w", "The west", (d4, c3), "start", 0, "2 points"), Zone("m", "The middle", (e4,))),
        conditions=(
            Condition("q", "Heroquest", (ConditionPart("a temple", 1, seat=1), ConditionPart("islands", 2, 3)), seat=0),
            Condition("p", "The end", (ConditionPart("points", 36, 35),), reward="the crown", text="35 points"),
        ),
    )
    text = describe(table)
    stands = "2 × Army of Aglaia (vitality 5 of 7, carries Omphalos (stone))"
    assert f"  D4 (plains): {stands}, 6 × People of Aglaia" in text
    assert "  C3 (plains): fortress 8, Temple of Aglaia, 4 × People of Aglaia" in text
    assert "  E4 (swamps): Green gem" in text
    assert "Borders\n  D4 and E4: river\n  D4 and C3: the Long Wall (wall), C3 lies lower" in text
    assert "Zones\n  The west of Aglaia (2 points): D4, C3\n  The middle: E4" in text
    quest = "Heroquest (Aglaia): 1 of 2; has Bronteas: a temple, lacks islands 2 of 3"
    assert f"Conditions\n  {quest}\n  The end, 35 points: reached; has points 36 of 35; brings the crown" in text
