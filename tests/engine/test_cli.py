"""The command line: what it prints, what it refuses, and with which exit code."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import theomachy as th
from tests.engine.pocket_rules import Raise
from tests.engine.walks import game
from theomachy import app, cli
from theomachy.engine.errors import TheoError
from theomachy.engine.game import registry
from theomachy.engine.game.journal import Journal
from theomachy.terminal import Terminal

HERE = Path(__file__).parent
SCENARIOS = HERE / "pocket_scenarios"
ROOT = HERE.parents[1]

Printed = pytest.CaptureFixture[str]


def run(capsys: Printed, *arguments: str, code: int = 0) -> str:
    """Run a command; its output. With `code` 2 the complaint, which must be one sentence, is returned."""
    try:
        found = cli.main(arguments)
    except SystemExit as end:
        found = int(end.code or 0)
    out, complaint = capsys.readouterr()
    assert found == code, out + complaint
    if code == 2:
        assert len(complaint.strip().splitlines()) == 1
        assert complaint.startswith("theomachy")
        assert "Traceback" not in complaint
        return complaint
    assert complaint == ""
    return out


def saved(tmp_path: Path) -> str:
    path = tmp_path / "g.json"
    game().play((0, 1), (1, 0), "raise kos").save(path)
    return str(path)


def test_games_and_version(capsys: Printed) -> None:
    assert run(capsys, "games") == f"{'pocket':<16}  {'Pocket war':<32}    22 rules\n"
    assert run(capsys, "--version") == f"theomachy {th.__version__}\n"
    assert "look a rule up" in run(capsys, "--help")


COMMANDS = "lab games new show play verify simulate analyse serve replay study class readings rules sources"


@pytest.mark.parametrize("command", COMMANDS.split())
def test_every_command_has_help(capsys: Printed, command: str) -> None:
    assert f"theomachy {command}" in run(capsys, command, "--help")


def test_new_keeps_a_game_that_show_draws(capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    said = run(
        capsys, "new", "pocket", "--players", "Ann,Bob,Cy", "--seed", "5", "--option", "coins=1",
        "--ruling", "storm=drown", "-o", str(path),
    )  # fmt: skip
    assert said == f"Pocket war for Ann, Bob, Cy is kept in {path}\n"
    found = th.load(path)
    assert [seat.name for seat in found.seats] == ["Ann", "Bob", "Cy"]
    assert (found.seed, found.state.coins, found.system.rulings) == (5, [1, 1, 1], {"storm": "drown"})
    text = run(capsys, "show", str(path))
    assert "Kos" in text
    assert "Ann: Bid?  [PG-OMN-001]" in text
    assert "   1  0\n" in text
    assert run(capsys, "show", "pocket").count("Kos") > 0


def test_show_as_one_player_hides_the_hands_of_others(capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    game(seed=3).play((0, 0), (1, 0), "end", "end", (0, 0), (1, 0)).save(path)
    everything, mine = run(capsys, "show", str(path)), run(capsys, "show", str(path), "--view", "Bronteas")
    assert "raise" in everything.lower()
    assert "Raise an army" not in mine
    assert len(mine) < len(everything)
    assert "no seat 'Zeus'" in run(capsys, "show", str(path), "--view", "Zeus", code=2)


def test_show_opens_scenarios_and_journals(capsys: Printed, tmp_path: Path) -> None:
    assert "Kos" in run(capsys, "show", str(SCENARIOS / "battle.toml"))
    path = tmp_path / "a.journal"
    with Journal(path).attach(game()) as journal:
        assert journal.game is not None
        journal.game.play((0, 0), (1, 0))
    assert "Aglaia: Deed?" in run(capsys, "show", str(path))


def test_show_draws_pictures(capsys: Printed, tmp_path: Path) -> None:
    svg, png = tmp_path / "g.svg", tmp_path / "g.png"
    said = run(capsys, "show", "pocket", "--svg", str(svg), "--png", str(png))
    assert said == f"The board is drawn in {svg}.\nThe board is drawn in {png}.\n"
    assert svg.read_text("utf-8").lstrip().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_text_from_a_file_steers_no_terminal(capsys: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.json"
    monkeypatch.setattr(
        "theomachy.engine.runtime.players.named", lambda players: tuple(players)
    )  # as if they were let in
    th.new("pocket", players=["\x1b[31mAnn\x07", "Bob\nBob"]).save(path)
    text = run(capsys, "show", str(path)) + run(capsys, "new", "pocket", "--players", "\x1b[2JA,B", "-o", str(path))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "Bob Bob" in text


# -- checks, rules, sources -------------------------------------------------------------------------------------------
def test_verify_says_what_holds_and_fails(capsys: Printed, tmp_path: Path) -> None:
    good = run(capsys, "verify", str(SCENARIOS), "--rehearse")
    assert good == "ok    battle.toml: An attack on Delos, with a retreat (16 steps)\n1 scenario, 0 failed\n"
    assert run(capsys, "verify", "-q", str(SCENARIOS)) == "1 scenario, 0 failed\n"
    bad = tmp_path / "bad.toml"
    bad.write_text('title="t"\ngame="pocket"\n[[step]]\nplay="dance"')
    said = run(capsys, "verify", str(bad), str(SCENARIOS / "battle.toml"), code=1)
    assert said.startswith("FAIL  bad.toml, step 1: 'dance' is not offered")
    assert said.endswith("2 scenarios, 1 failed\n")
    assert "there is no file or folder" in run(capsys, "verify", str(tmp_path / "none"), code=2)
    bad.unlink()
    assert "there is no scenario file" in run(capsys, "verify", str(tmp_path), code=2)


def test_verify_names_the_file_and_place_of_a_slip_and_goes_on(
    capsys: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power that raises, a file that cannot be read, a game whose package does not load: each fails alone."""
    opening = 'title="t"\ngame="pocket"\nplayers=["Aglaia", "Bronteas"]\n'
    deeds = '[setup]\nphase="deeds"\nowner={Kos="Aglaia", Ios="Bronteas"}\narmy={Kos=2, Ios=2}\n[[step]]\n'
    (tmp_path / "a_slip.toml").write_text(f'{opening}{deeds}play="raise kos"')
    (tmp_path / "b_game.toml").write_text(opening.replace("pocket", "broken") + '[[step]]\nplay="end"')
    (tmp_path / "c_bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "d_well.toml").write_text(f'{opening}{deeds}play="end"')

    async def do(self: Raise, s: object, me: int, a: int) -> None:
        raise KeyError("no such counter")

    monkeypatch.setattr(Raise, "do", do)
    said = run(capsys, "verify", str(tmp_path), code=1).splitlines()
    assert said[0].startswith("FAIL  a_slip.toml, step 1: the rules break down: KeyError: 'no such counter' (")
    assert "(test_cli.py, line " in said[0]
    assert said[0].endswith(", in do)")
    assert said[1].startswith("FAIL  b_game.toml: there is no game 'broken'")
    assert said[2].startswith("FAIL  c_bytes.toml: ")
    assert said[3].startswith("ok    d_well.toml")
    assert said[4:] == ["4 scenarios, 3 failed"]


def test_verify_without_a_path_runs_the_examples(
    capsys: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples" / "scenarios").mkdir(parents=True)
    (tmp_path / "examples" / "scenarios" / "battle.toml").write_bytes((SCENARIOS / "battle.toml").read_bytes())
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "verify", "-q") == "1 scenario, 0 failed\n"
    assert run(capsys, "rules", "pocket", "--coverage").startswith("pocket: 2 of 22 rules are shown by scenarios\n")


def test_rules_by_id_by_words_and_all(capsys: Printed) -> None:
    text = run(capsys, "rules", "pocket", "pg-har-002", "--scenarios", str(SCENARIOS))
    assert text.splitlines()[0] == "PG-HAR-002  Storm"
    assert "decided by the ruling 'storm'" in text
    assert "shown by battle.toml" in run(capsys, "rules", "pocket", "PG-BAT-001", "--scenarios", str(SCENARIOS))
    found = run(capsys, "rules", "pocket", "before", "battle").splitlines()
    ids = [row.split()[0] for row in found if row.startswith("PG")]
    assert (ids[0], sorted(ids)) == ("PG-GFT-003", ["PG-GFT-001", "PG-GFT-002", "PG-GFT-003"])
    assert len(run(capsys, "rules", "pocket").splitlines()) == 22
    assert "did you mean 'PG-BAT-001'" in run(capsys, "rules", "pocket", "PG-BAT-01", code=2)
    assert "no rule speaks of 'kraken'" in run(capsys, "rules", "pocket", "kraken", code=2)


def test_coverage_from_scenarios_and_from_a_report(capsys: Printed, tmp_path: Path) -> None:
    text = run(capsys, "rules", "pocket", "--coverage", "--scenarios", str(SCENARIOS))
    assert text.startswith("pocket: 2 of 22 rules are shown by scenarios\nnot shown: PG-GEN-001, ")
    report = tmp_path / "rules.json"
    report.write_text(json.dumps({"PG-BAT-001": 3, "DG-BAT-001": 1}))
    assert "pocket: 1 of 22 rules are shown by tests" in run(capsys, "rules", "pocket", "--coverage", str(report))
    for text in ("[]", "{", '{"PG-BAT-001": "yes"}'):
        report.write_text(text)
        assert "is no rule report" in run(capsys, "rules", "pocket", "--coverage", str(report), code=2)


def test_sources_list_every_value(capsys: Printed, tmp_path: Path) -> None:
    text = run(capsys, "sources", "pocket")
    assert "published  deck.rain           4  (Card list)" in text
    assert text.splitlines()[-1] == "3 rulebook, 3 published, 3 house"
    assert run(capsys, "sources", "pocket", "--only", "house").splitlines()[-1] == "3 house"
    overlay = tmp_path / "mine.toml"
    overlay.write_text("[deck]\nrain = 2")
    assert "overlay    deck.rain           2  (your overlay)" in run(
        capsys, "sources", "pocket", "--overlay", str(overlay)
    )


# -- bots -------------------------------------------------------------------------------------------------------------
def test_a_terminal_shows_how_far_the_games_are_and_wipes_it(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("simulate", "pocket", "-n", "3", "--players", "2", "--bots", "busy")
    assert cli.main([*asked]) == 0
    assert "of 3 games" not in capsys.readouterr().err  # into a file or a pipe nothing is written
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cli.main([*asked]) == 0
    told = capsys.readouterr().err.split("\r\x1b[K")
    assert told == ["", "1 of 3 games", "2 of 3 games", ""]


def test_simulate_and_analyse(capsys: Printed, tmp_path: Path) -> None:
    text = run(
        capsys, "simulate", "pocket", "-n", "4", "--players", "2", "--bots", "busy,random", "--out", str(tmp_path)
    )
    assert "games               4" in text
    assert "errors              0" in text
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 5
    said = run(capsys, "simulate", "pocket", "-n", "2", "--players", "2", "--save", str(tmp_path / "saves"))
    assert f"saved games: {tmp_path / 'saves'}" in said
    assert "winners" in run(capsys, "analyse", *map(str, sorted((tmp_path / "saves").glob("*.json"))))
    said = run(capsys, "play", "pocket", "--bots", "busy", "--save", str(tmp_path / "g.json"))
    assert "Won by" in said
    assert "winners" in run(capsys, "analyse", str(tmp_path / "g.json"))
    table = tmp_path / "t.csv"
    assert "lines are written" in run(
        capsys, "analyse", str(tmp_path / "g.json"), "--table", "figures", "--csv", str(table)
    )
    assert "coins" in table.read_text().splitlines()[0]


def test_serve_hands_on(capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Part:
        served: object = None
        named: object = None

        @classmethod
        def serve(cls, *arguments: object, **named: object) -> None:
            cls.served, cls.named = arguments, named

    monkeypatch.setattr(app, "part", lambda name, what: Part)
    run(capsys, "serve", saved(tmp_path), "--port", "8123", "--show", "--saves", str(tmp_path))
    table, *others = Part.served  # type: ignore[misc]
    assert isinstance(table, th.Game)
    assert others == [8123, True]
    assert isinstance(Part.named, dict)
    told = Part.named.pop("tell")
    more = {"address": "127.0.0.1", "overlay": None, "simulations": True, "classroom": None}
    assert Part.named == {"folder": tmp_path, "scenarios": None, "shared": False, **more}
    told("http://127.0.0.1:8123/")
    assert capsys.readouterr().out == "http://127.0.0.1:8123/\n"
    run(capsys, "serve", saved(tmp_path), "--share")
    assert Part.named["shared"] is True
    run(capsys, "serve", "--share", code=2)
    box = tmp_path / "box.toml"
    run(capsys, "serve", "--overlay", str(box), "--address", "192.0.2.7")
    assert (Part.named["overlay"], Part.named["address"]) == (str(box), "192.0.2.7")
    run(capsys, "serve", saved(tmp_path), "--overlay", str(box), code=2)


def test_replay_writes_a_page_for_all_for_a_seat_and_for_a_spectator(capsys: Printed, tmp_path: Path) -> None:
    path, page = saved(tmp_path), tmp_path / "g.html"
    found = th.load(path)
    for n in range(3):
        found.go(found.tree.main()[-2]).play(found.options[n])
    found.note("a telling note").save(path)
    assert run(capsys, "replay", path, "-o", str(page)) == (
        f"Pocket war, with all that is hidden, is in {page}: 3 lines\n"
    )
    assert "a telling note" in page.read_text("utf-8")
    for view, seen in (("spectator", "as a spectator sees it"), ("Bronteas", "as Bronteas sees it")):
        assert f"as {view} sees it, is in" in run(capsys, "replay", path, "-o", str(page), "--as", view)
        text = page.read_text("utf-8")
        assert seen in text
        assert "a telling note" not in text
    said = run(capsys, "replay", path, "-o", str(page), "--lines", "2", "--theme", "dark")
    assert said.splitlines()[1] == "1 line left out; --lines 3 holds all"
    assert '"left":1' in page.read_text("utf-8")


def test_a_part_that_is_not_installed_is_named() -> None:
    with pytest.raises(TheoError, match="drawing is not available here: No module named 'theomachy_none'"):
        app.part("theomachy_none", "drawing")


# -- what is refused --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "required"),
        (["dance"], "invalid choice"),
        (["new", "poket", "-o", "x"], "there is no game 'poket'; did you mean 'pocket'"),
        (["new", "pocket"], "required: -o"),
        (["new", "pocket", "--players", "9", "-o", "x"], "2 to 4 players"),
        (["new", "pocket", "--option", "coins", "-o", "x"], "an option is written name=value"),
        (
            ["new", "pocket", "--option", "coin=3", "-o", "x"],
            "there is no option of Pocket war 'coin'; did you mean 'coins'",
        ),
        (["new", "pocket", "--ruling", "storm=wet", "-o", "x"], "there is no choice of the ruling 'storm' 'wet'"),
        (["new", "pocket", "--overlay", "none.toml", "-o", "x"], "none.toml cannot be read"),
        (["show", "poket"], "and there is no such file"),
        (["show", "none.json"], "none.json cannot be read"),
        (["show", "none.toml"], "none.toml cannot be read"),
        (["show", "none.journal"], "cannot be read"),
        (["play", "none.json"], "none.json cannot be read"),
        (["play", "none.json", "--players", "2"], "there is no game 'none.json'"),
        (["play", "pocket", "--as", "Zeus"], "no seat 'Zeus'"),
        (["play", "pocket", "--bots", "hal"], "hal"),
        (["simulate", "pocket", "-n", "0"], "no number from 1 on"),
        (["simulate", "pocket", "--bots", "hal"], "hal"),
        (["simulate", "poket"], "there is no game"),
        (["simulate", "pocket", "--overlay", "x"], "x cannot be read"),
        (["analyse", "none.json"], "none.json cannot be read"),
        (["serve", "none.json"], "none.json cannot be read"),
        (["serve", "--port", "99999"], "'99999' is no port"),
        (["serve", "--port", "-1"], "'-1' is no port"),
        (["serve", "--saves", "none"], "none is no folder"),
        (["serve", "--scenarios", "none"], "none is no folder"),
        (["replay", "none.json", "-o", "x.html"], "none.json cannot be read"),
        (["replay", "pocket", "-o", "x.html", "--as", "Zeus"], "no seat 'Zeus'"),
        (["readings", "none.json", "--value", "a=1"], "none.json cannot be read"),
        (["readings", "pocket"], "say what is read otherwise"),
        (["readings", "pocket", "--value", "purse"], "a value is written name=value"),
        (["readings", "pocket", "--ruling", "wind=wet"], "there is no ruling 'wind'"),
        (["rules", "poket"], "there is no game"),
        (["sources", "pocket", "--only", "hearsay"], "invalid choice"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    capsys: Printed, arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in run(capsys, *arguments, code=2)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_save_and_a_broken_scenario(capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(game().save()[:-9])
    assert "no JSON, or was cut off" in run(capsys, "show", str(path), code=2)
    assert "cut off" in run(capsys, "analyse", str(path), code=2)
    bad = tmp_path / "bad.toml"
    bad.write_text('title="t"\ngame="pocket"\n[[step]]\nplay="dance"')
    assert "step 1: 'dance' is not offered" in run(capsys, "show", str(bad), code=2)


def test_a_folder_or_a_shut_place_where_a_file_is_wanted(capsys: Printed, tmp_path: Path) -> None:
    said = f"theomachy: {tmp_path} cannot be written: it is a folder, not a file"
    assert run(capsys, "new", "pocket", "-o", str(tmp_path), code=2).strip() == said
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    inside = str(tmp_path / "file" / "g.json")
    assert "a file is in the way" in run(capsys, "new", "pocket", "-o", inside, code=2)
    nowhere = str(tmp_path / "none" / "b.svg")
    assert "there is no such file or folder" in run(capsys, "show", "pocket", "--svg", nowhere, code=2)
    assert "is no file, but a folder" in run(capsys, "sources", "pocket", "--overlay", str(tmp_path), code=2)


def test_a_pipe_that_closes_and_ctrl_c_are_no_faults(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> dict[str, object]:
        raise KeyboardInterrupt

    monkeypatch.setattr(registry, "games", interrupted)
    assert cli.main(["games"]) == 130


# -- the terminal -----------------------------------------------------------------------------------------------------
def typed(table: th.Game, *lines: str, **options: object) -> str:
    out = io.StringIO()
    Terminal(table, lines, out, **options).run()  # type: ignore[arg-type]
    return out.getvalue()


def test_a_game_is_played_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    table = game()
    text = typed(
        table, "help", "0", "", "0", "raise delos", "why attack kos naxos", "raise kos", "story", "undo", "redo",
        "rule storm", "odds", "march kos ios 2", "! bless kos", "note so far", "log", "board", "options",
        f"save {path}", "dance", "quit", "never read",
    )  # fmt: skip
    assert "Raise an army in Delos is not possible: Delos is yours fails (Bronteas) [PG-DEE-001]" in text
    assert "It would be possible with Kos" in text
    assert "FAILS  Naxos is another's" in text
    assert "Kos gains an army  [PG-DEE-002]" in text
    assert "PG-HAR-002  Storm" in text
    assert "Attack from Kos into Delos (first round)  [PG-BAT-002]" in text
    assert "2 hits   29.6 %  ████████████\n" in text
    assert "   !  Aglaia: bless Kos" in text
    assert "Kos is blessed" in text
    assert "   4  Aglaia, deed: March Kos\n" in text
    assert "Aglaia, !bless: Aglaia: bless Kos\n" in text
    assert "'dance' is not offered" in text
    assert "never read" not in text
    assert table.tree.nodes[table.here].note == "so far"
    assert th.load(path).save() == table.save()


def test_dice_are_thrown_by_hand(tmp_path: Path) -> None:
    table = game()
    text = typed(
        table, "dice hand", "0", "0", "attack kos delos", "done", "done", "6 6", "6 6 1", "9 9 9", "1 1 1", "no",
        "dice luck", "dice foot", "undo x",
    )  # fmt: skip
    assert "Chance: " in text
    assert "or the faces of the dice, such as 6 6 4 1" in text
    assert " 29.6 %  0 hits" in text
    assert "does not show 9" in text
    thrown = [entry.answer for entry in table.position.log() if entry.what in ("attack dice", "defence dice")]
    assert thrown[:2] == [2, 0]
    assert len(thrown) > 2  # the next round fell by luck
    assert 'write "dice hand" or "dice luck"' in text
    assert "how many steps is a number, not 'x'" in text


def test_one_player_against_bots_sees_only_what_he_may(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    table = game(seed=2)
    bots = {1: app.part("theomachy.play", "bots").bot("busy")}
    table.play((0, 0), (1, 0), "end", "end")
    lines = ["0", *["end", "done", "no"] * 4, "log", "undo", "view all", "log", "view spectator", "save"]
    text = typed(table, *lines, viewer=0, bots=bots, keep=path)
    assert "(hidden)" in text
    assert "Bronteas: Deed?" not in text
    assert "The game is kept in" in text
    assert th.load(path).save() == table.save()


def test_the_end_of_the_game_is_told() -> None:
    table = game()
    text = typed(table, *["1"] * 2, *["end"] * 2, *["1"] * 2, *["end"] * 2, *["1"] * 2, *["end"] * 2)
    assert "The game is over, won by Aglaia, Bronteas." in text


def test_it_plays_in_a_real_terminal(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    parent, child = pty.openpty()
    roots = os.pathsep.join([str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "theomachy.cli", "play", "demigods", "--seed", "3", "--save", str(path)],
        stdin=child, stdout=child, stderr=child, env={**os.environ, "PYTHONPATH": roots, "TERM": "dumb"},
    )  # fmt: skip
    os.close(child)
    os.write(parent, b"help\n1\nundo\n1\nrule retreat\nquit\n")
    text = b""
    try:
        while piece := os.read(parent, 65536):
            text += piece
    except OSError:  # the other side has closed
        pass
    assert process.wait(60) == 0
    os.close(parent)
    said = text.decode("utf-8", "replace")
    assert "An answer is a number of the list" in said
    assert "DG-BAT-008" in said
    assert "The game is kept in" in said
    assert json.loads(path.read_text("utf-8"))["game"] == "demigods"
