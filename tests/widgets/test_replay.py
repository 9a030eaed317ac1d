"""The replay file: complete, small, self-contained, escaped, and free of what its viewer may not see."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import Pocket
from tests.engine.walks import game as pocket
from tests.widgets.fixtures import unfolded
from theomachy.engine.errors import IllegalAnswer, UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import TO_ACT, WAITS
from theomachy_widgets.drawn import LAYERS, WIDTH, Pictures
from theomachy_widgets.present import sheet as sheets
from theomachy_widgets.present.film import film, lines, moment_of
from theomachy_widgets.present.moment import Moment
from theomachy_widgets.render.svg import _Writer
from theomachy_widgets.replay import _Folded, change, line_count, replay_html
from theomachy_widgets.scene.build import build

LARGEST = 2_000_000  # bytes of a game of 400 answers
LONG = {"heroes", "gods_war"}  # whose games take longest: at night
SOME = [pytest.param(slug, marks=pytest.mark.nightly) if slug in LONG else slug for slug in th.catalogue()]


class Elements(HTMLParser):
    """The elements of a page with their attributes, and what stands in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attrs, text = self.found[-1]
            self.found[-1] = tag, attrs, text + data

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}, ""))

    def texts(self, tag: str) -> list[str]:
        return [text for name, _, text in self.found if name == tag]


def data_of(page: str) -> dict[str, Any]:
    found = next(text for tag, attrs, text in Elements(page).found if attrs.get("type") == "application/json")
    return dict(json.loads(found))


def played(game: Game, answers: int, seed: int = 5) -> Game:
    rng = Random(seed)
    while len(game.position.log()) < answers and not game.over:
        game.play(rng.choice(game.options))
    return game


def whole(data: dict[str, Any], n: int) -> list[tuple[dict[str, Any], list[list[int]]]]:
    """All frames of a line with their lists put together, as the script of the page does it."""
    own = data["lines"][n]
    frames = whole(data, own["from"][0])[: own["from"][1] + 1] if "from" in own else []
    lists = frames[-1][1] if frames else [[]] * (len(LAYERS) + 1)
    for row in own["frames"]:
        lists = [
            old if c == 0 else [*old[: c[0]], *c[2:], *(old[-c[1] :] if c[1] else [])]
            for old, c in zip(lists, row["c"], strict=True)
        ]
        frames.append((row, lists))
    return frames


def branched() -> Game:
    """A game with a side line that begins within a step, and a line that leaves the side line."""
    game = played(pocket(seed=3), 30)
    for back, more in ((12, 6), (3, 4)):
        other = game.fork()
        other.go(game.tree.path(game.here)[-back])
        rng = Random(back)
        for _ in range(more):
            if not other.over:
                other.play(other.options[-1 - rng.randrange(len(other.options))])
        game = other
    return game


# -- completeness -----------------------------------------------------------------------------------------------------
def test_a_frame_for_every_event_and_for_every_answer_that_tells_nothing() -> None:
    game = played(pocket(seed=3), 40)
    m = moment_of(game, None)
    path = tuple(game.tree.path(game.here))
    frames = film(m, path)
    events = [event for part in game.position.segments()[:-1] for event in game._trace(part)]
    events += list(game.position.explain())
    assert [frame.told.event.text for frame in frames if frame.told] == [event.text for event in events]
    assert {frame.node for frame in frames} == set(path)
    assert len({(f.node, f.text) for f in frames if f.told is None}) == sum(f.told is None for f in frames) > 0
    assert frames[-1].table.pieces == game.table().pieces
    assert [f.node for f in frames] == sorted(f.node for f in frames)


def test_what_the_page_puts_together_is_what_was_drawn() -> None:
    game = branched()
    data = data_of(replay_html(game))
    m = moment_of(game, None)
    known = lines(m, game.here)
    assert len(known) == len(data["lines"]) >= 3
    pictures = Pictures(("light", "dark"))
    drawn: list[Any] = [film(m, line.path, line.depth) for line in known]  # in the order in which parts get numbers
    for n, frames in enumerate(drawn):
        rows = whole(data, n)
        assert len(rows) >= len(frames)
        for (row, lists), frame in zip(rows[-len(frames) :], frames, strict=True):
            assert row["t"] == frame.text
            assert lists[: len(LAYERS)] == pictures.layers(frame.table, frame.marks)[1]
            assert data["heads"][row["h"]]["place"].partition(" · ")[0] in frame.table.place
    assert pictures.parts == data["parts"]
    assert all(0 <= row["a"] <= len(line.path) for n, line in enumerate(known) for row, _ in whole(data, n))


def test_a_branch_goes_on_where_it_left() -> None:
    game = branched()
    data = data_of(replay_html(game))
    at = [row["a"] for row, _ in whole(data, 1)]
    assert at == sorted(at)
    assert at[0] == 0
    parent, frame = data["lines"][1]["from"]
    assert whole(data, 1)[frame] == whole(data, parent)[frame]


def test_colours_of_both_themes_travel_together() -> None:
    game = played(pocket(seed=3), 12)
    both, light = data_of(replay_html(game)), data_of(replay_html(game, theme="light"))
    assert all(len(pair) == 2 for pair in both["palette"])
    assert light["palette"] == []
    assert len(both["parts"]) == len(light["parts"])
    scene = build(game.table(), theme="dark", width=WIDTH)
    token = _Writer("x").one(scene.pieces[0])[0]

    def fills(node: Any) -> set[str]:
        mine = {node.attrs["fill"]} if "fill" in node.attrs else set()
        return mine.union(*map(fills, node.children)) if node.children else mine

    assert fills(token) & {pair[1] for pair in both["palette"]}


def test_differences_of_lists() -> None:
    rng = Random(1)
    for _ in range(300):
        a = [rng.randrange(4) for _ in range(rng.randrange(9))]
        b = [rng.randrange(4) for _ in range(rng.randrange(9))]
        c = change(a, b)
        assert (c == 0) == (a == b)
        if isinstance(c, list):
            assert [*a[: c[0]], *c[2:], *(a[len(a) - c[1] :] if c[1] else [])] == b


# -- secrets ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("make", [lambda: pocket(seed=3), *(lambda s=s: th.new(s, seed=2) for s in th.catalogue())])
def test_nothing_hidden_is_in_the_file(make: Any) -> None:
    game = played(make(), 90)
    game.note("the quick brown fox holds it").tree.nodes[game.here].name = "a telling name"
    path = tuple(game.tree.path(game.here))
    everything = replay_html(game)
    assert "the quick brown fox" in everything
    for view in ("spectator", 0, len(game.seats) - 1):
        m = moment_of(game, view)
        told = [t for f in film(moment_of(game, None), path) if (t := f.told) is not None]
        secret = {t.event.text for t in told if t.event.secret is not None and t.event.secret[0] != m.viewer}
        public = {t.event.seen(m.viewer) for t in told}
        page = replay_html(game, view=view)
        words, data = words_of(page), data_of(page)
        for text in secret - public:
            assert json.dumps(text)[1:-1] in everything
            assert json.dumps(text)[1:-1] not in page
        held = cards_of(game, None)
        for name in held.keys() - cards_of(game, m).keys():
            if not any(name.lower() in text.lower() for text in public):
                assert name.lower() not in words, (view, name)
                assert held[name] not in data["cards"], (view, name)
        assert "the quick brown fox" not in page
        assert "a telling name" not in page


def cards_of(game: Game, m: Moment | None) -> dict[str, str]:
    """The cards that were in hands on the way here, as a viewer sees them: name -> rule."""
    found = {}
    for n in game.tree.path(game.here):
        state = game.tree.nodes[n].position.state
        table = game.system.table(state, None) if m is None else m.table_of(state)
        found.update({c.name: c.rule for hand in table.hands for c in hand.cards if c.name})
    return found


def test_the_cards_of_that_test_are_there() -> None:
    game = played(th.new("demigods", seed=2), 170)
    assert len(cards_of(game, None)) > len(cards_of(game, moment_of(game, 0))) > 0
    assert cards_of(game, moment_of(game, "spectator")) == {}


@pytest.mark.parametrize("slug", SOME)
def test_the_line_of_strength_is_drawn_from_what_is_seen(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the dashboard and in the file: nothing is measured but what `System.view` has given."""
    game = played(th.new(slug, seed=2), 80)
    kind = type(game.system)
    given: dict[int, Any] = {}  # views, kept so that no other thing gets their identity
    measured: list[int] = []
    view_of, strength_of = kind.view, game.system.strength  # bound: a game may hold it as a static method

    def view_and_tell(self: Any, s: Any, viewer: int | None) -> Any:
        found = view_of(self, s, viewer)
        given[id(found)] = found
        return found

    def measure_and_tell(self: Any, s: Any) -> Any:
        measured.append(id(s))
        return strength_of(s)

    monkeypatch.setattr(kind, "view", view_and_tell)
    monkeypatch.setattr(kind, "strength", measure_and_tell)
    for view in ("spectator", 0, len(game.seats) - 1):
        m = moment_of(game, view)
        past = m.history()
        frames = film(m, tuple(game.tree.path(game.here)))
        data = data_of(replay_html(game, view=view))
        assert len(measured) >= 2 * len(frames)
        assert set(measured) <= set(given)
        told = {(f.turn, *f.strength) for f in frames}
        assert {tuple(row) for row in data["values"]} == told
        assert {tuple(row[1]) for row in past} <= {row[1:] for row in told}


def test_hands_and_sheets_are_those_of_the_dashboard() -> None:
    game = played(th.new("demigods", seed=2), 210)  # both hold cards
    for view in (None, 0, 1, "spectator"):
        data, m = data_of(replay_html(game, view=view)), moment_of(game, view)
        row, _ = whole(data, 0)[-1]
        hands = {
            seat: [data["cards"][c]["name"] for c in cards] for seat, _, cards in (data["hands"][n] for n in row["q"])
        }
        assert hands == {h.seat: [c.name for c in h.cards] for h in m.table.hands if any(c.name for c in h.cards)}
        assert len(hands) == {None: 2, "spectator": 0}.get(view, 1)
        for number, sheet in zip(row["b"], m.table.sheets, strict=True):
            seat, name, status, tokens, figures, slots, pieces = data["sheets"][number]
            m.view_state.sheet = seat
            told = sheets.model(m)
            assert (seat, name) == (sheet.seat, told["name"])
            if told["status"] not in (TO_ACT, WAITS, "you", f"you, {TO_ACT}"):  # a replay says who has answered
                assert status == told["status"]
            assert [data["bits"][n] for n in (tokens, figures)] == [told["tokens"], told["figures"]]
            assert [[data["bits"][n] for n in rows] for rows in (slots, pieces)] == json.loads(
                json.dumps([told["slots"], told["pieces"]])
            )


def test_no_line_is_left_out_in_silence() -> None:
    game, rng = played(pocket(seed=3), 40), Random(1)
    path = game.tree.path(game.here)
    while len(list(game.tree.branches())) < 55:
        game.go(rng.choice(path[3:-1]))
        if not game.over:
            game.play(rng.choice(game.options))
    game.go(path[-1])
    number = line_count(game)
    assert number == len(list(game.tree.branches())) + 1 > 50
    data = data_of(replay_html(game))
    assert (len(data["lines"]), data["left"]) == (number, 0)
    few = data_of(replay_html(game, most=7))
    assert (len(few["lines"]), few["left"]) == (7, number - 7)
    assert all(row.get("from", [0])[0] < n for n, row in enumerate(few["lines"][1:], 1))
    with pytest.raises(ValueError, match="at least one"):
        replay_html(game, most=0)


def words_of(page: str) -> str:
    """The texts of the data, without the paths of pictures and the rules' own texts."""
    data = data_of(page)
    for name in ("parts", "defs", "pieces", "icons", "palette", "rules"):
        del data[name]
    return json.dumps(data).lower() + "".join(Elements(page).texts("pre")).lower()


def test_the_pocket_game_has_secrets_for_that_test() -> None:
    game = played(pocket(seed=3), 120)
    path = tuple(game.tree.path(game.here))
    texts = [f.text for f in film(moment_of(game, "spectator"), path)]
    assert texts != [f.text for f in film(moment_of(game, None), path)]


# -- one file that asks nobody and runs nothing of others -------------------------------------------------------------
def test_hostile_names_stay_text() -> None:
    bad = "</script><img src=x onerror=alert(1)>"
    game = Game(Pocket.build(players=[bad, "Bronteas"]), seed=3)
    played(game, 12)
    game.note("<!--<script>\u2028" + bad)
    game.names["title"] = bad
    page = replay_html(game)
    found = Elements(page)
    tags = [tag for tag, _, _ in found.found if tag[0] != "/"]
    assert set(tags) == {"html", "head", "meta", "title", "style", "body", "noscript", "pre", "script"}
    assert tags.count("script") == 2
    data = data_of(page)
    assert bad in data["names"].values()
    assert data["title"] == bad
    assert "<" not in next(text for _, attrs, text in found.found if attrs.get("id") == "replay")


def test_the_file_allows_nothing_but_its_own_script_and_style() -> None:
    page = replay_html(played(pocket(seed=3), 6))
    found = Elements(page)
    policy = next(str(attrs["content"]) for _, attrs, _ in found.found if attrs.get("http-equiv"))
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        digest = base64.b64encode(hashlib.sha256(found.texts(tag)[-1].encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"
    assert not [attrs for _, attrs, _ in found.found if {"src", "href", "onload", "style"} & set(attrs)]
    assert set(re.findall(r"https?://[^\s\"'<>`)]+", page)) <= {"http://www.w3.org/2000/svg"}
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function|\bfetch\("
    assert re.findall(forbidden, found.texts("script")[-1]) == []


def test_the_script_parses(tmp_path: Path) -> None:
    node = shutil.which("node")
    script = Elements(replay_html(pocket(seed=3))).texts("script")[-1]
    assert "// panels/timeline.js" in script
    if node:
        (tmp_path / "replay.js").write_text(script, encoding="utf-8")
        done = subprocess.run(
            [node, "--check", str(tmp_path / "replay.js")], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_the_file_is_written_and_is_the_same_every_time(tmp_path: Path) -> None:
    game = played(pocket(seed=3), 10)
    text = replay_html(game, tmp_path / "game.html", view="Bronteas")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == text == replay_html(game, view=1)
    assert "as Bronteas sees it" in data_of(text)["seen"]


@pytest.mark.parametrize("slug", SOME)
def test_a_game_of_400_answers_is_small(slug: str) -> None:
    game = played(th.new(slug, seed=3), 400)
    assert len(replay_html(game).encode()) < LARGEST


def test_of_equal_branches_one_is_kept() -> None:
    box, folded = {"n": 1, "on": True, "of": ["a", ("b", None)]}, _Folded()
    models: list[Any] = [
        {"boxes": [box, {**box}, {**box, "on": 1}], "none": [], "nothing": {}},
        [box, 1.0, 1, True, [[7]], [7], ["7"]],
        {"boxes": [box, box, {**box, "on": 1}], "none": (), "nothing": {}},
    ]
    numbers = [folded.number(model) for model in models]
    told = json.loads(json.dumps(folded.all))
    for model, n in zip(models, numbers, strict=True):
        assert json.dumps(unfolded({"models": told}, n)) == json.dumps(model)
    assert numbers[0] == numbers[2] != numbers[1]
    assert len([each for each in told if isinstance(each, dict) and "on" in each]) == 2, "1 is not true"


def test_what_cannot_be_asked_for() -> None:
    game = pocket(seed=3)
    with pytest.raises(ValueError, match="theme"):
        replay_html(game, theme="sepia")
    with pytest.raises(UnknownName):
        replay_html(game, view="Nobody")
    for line in (99, -1, "main", True):
        with pytest.raises(IllegalAnswer):
            replay_html(game, line=line)  # type: ignore[arg-type]


def test_another_line_first() -> None:
    game = branched()
    main = game.tree.main()[-1]
    here = data_of(replay_html(game))
    other = data_of(replay_html(game, line=main))
    assert other["lines"][0]["name"] == "main line"
    assert len(other["lines"]) == len(here["lines"])
    assert game.tree.main()[-1] == main
