"""The magics in a shell: every word, plain errors, scenarios in cells, the journal beside the notebook."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import TheoError
from theomachy.engine.game.journal import Journal, recover
from theomachy_kernel.magics import HELP, TheoMagics
from theomachy_kernel.session import Session

Run = Callable[..., Any]


@pytest.fixture
def deeds(cell: Run) -> Run:
    """A shell with a game at its first deed."""
    cell("%theo new pocket players=Aglaia,Bronteas seed=7")
    cell("%theo do Aglaia 0")
    cell("%theo do Bronteas 0")
    return cell


def test_a_game_is_begun_played_and_a_variable(cell: Run) -> None:
    found = cell("%theo new pocket players=Ann,Bob coins=1 ruling.storm=drown seed=luck as=mine")
    assert "Ann" in found.html
    assert "<svg" in found.html
    game = cell("mine").value
    assert [seat.name for seat in game.seats] == ["Ann", "Bob"]
    assert (game.seed, game.system.rulings, game.state.coins) == ("luck", {"storm": "drown"}, [1, 1])
    said = cell("%theo do 0")
    assert "Bid?" in said.text
    assert cell("%theo do Bob 1").text.splitlines()[0] == "  Bob acts first for 1  [PG-OMN-001]"
    assert "Bob: Deed?" in cell("%theo options").text
    assert game.position.log()[1].answer == (1, 1)


def test_words_of_a_game(deeds: Run) -> None:
    assert "Kos gains an army" in deeds("%theo do raise kos").text
    assert "Kos gains an army" in deeds("%theo story").html
    assert "Aglaia, deed: Raise an army in Kos" in deeds("%theo log").text
    assert "Raise an army in Kos" in deeds("%theo undo").text
    assert deeds("game").value.can_redo
    deeds("%theo redo")
    assert deeds("game").value.state.army[0] == 4
    why = deeds("%theo why attack kos naxos")
    assert "is not legal: 2 of 6 requirements fail" in why.html
    assert "FAILS  Kos and Naxos are neighbours" in why.text
    odds = deeds("%theo odds")
    assert "Attack from Kos into Delos" in odds.html
    assert "19.8 %" in odds.text
    assert "PG-HAR-002" in deeds("%theo rule storm").text
    assert "decided by" in deeds("%theo rule pg-har-002").text
    assert "hidden from this view" in deeds("%theo view Bronteas").html
    assert "Raise" in deeds("%theo view aglaia").html
    assert "hidden" in deeds("%theo view spectator").html
    assert "Aglaia: bless Kos" in deeds("%theo options").text
    assert "Kos is blessed" in deeds("%theo do ! bless kos").text
    assert "pocket: Pocket war" in deeds("%theo games").text


def test_dice_by_hand_and_scripted(deeds: Run) -> None:
    deeds("%theo do attack kos delos")
    deeds("%theo do done")
    found = deeds("%theo do done dice 6 6 1 / 1 1 1")
    assert "2 hits against 0" in found.text
    deeds("%theo do no")
    deeds("%theo undo")
    assert "Retreat?" in deeds("%theo options").text
    deeds("%theo dice hand")
    deeds("%theo do no")
    asked = deeds("%theo options")
    assert "Chance" in asked.text
    assert "%" in asked.html
    deeds("%theo do 111")
    deeds("%theo dice luck")
    assert not deeds("game").value.dice_by_hand
    deeds("%theo dice foot", fails=True)


def test_branches_notes_and_going_anywhere(deeds: Run) -> None:
    deeds("%theo branch before the deed")
    deeds("%theo do raise kos")
    deeds("%theo note a first try")
    deeds("%theo undo")
    deeds("%theo do end")
    found = deeds("%theo branch")
    assert found.text.splitlines()[0] == "main line (before the deed): 3 answers"
    assert "before the deed: leaves at 2 (turn 1, deeds, Aglaia), ends at 4" in found.text
    assert "Aglaia: Deed?" in deeds("%theo go before the deed").text
    assert "Bronteas: Deed?" in deeds("%theo go 4").text
    assert "no position called 'nowhere'" in deeds("%theo go nowhere", fails=True).out
    assert "no position 99" in deeds("%theo go 99", fails=True).out
    assert [n.note for n in deeds("game").value.tree.nodes if n.note] == ["a first try"]


def test_a_replay_of_what_a_seat_may_see(deeds: Run, tmp_path: Path) -> None:
    deeds("%theo note a telling note")
    assert deeds("%theo replay all.html").text == "the replay, with all that is hidden, is in all.html"
    assert deeds("%theo replay hers.html view=Aglaia").text == "the replay, as Aglaia sees it, is in hers.html"
    assert "a telling note" in (tmp_path / "book" / "all.html").read_text("utf-8")
    assert "a telling note" not in (tmp_path / "book" / "hers.html").read_text("utf-8")
    assert "write the name of the file" in deeds("%theo replay", fails=True).out


def test_lessons_are_listed_and_told_where_no_widget_shows(cell: Run, tmp_path: Path) -> None:
    assert "there are no lessons here" in cell("%lesson").text
    folder = tmp_path / "examples" / "scenarios" / "pocket"  # above the notebook
    folder.mkdir(parents=True)
    battle = Path(__file__).parents[1] / "engine" / "pocket_scenarios" / "battle.toml"
    (folder / "battle.toml").write_text(battle.read_text("utf-8"), "utf-8")
    (folder / "other.toml").write_text(
        battle.read_text("utf-8").replace("An attack on Delos", "Another <b>attack</b>"), "utf-8"
    )
    rows = cell("%lesson").text.splitlines()
    assert rows[0].startswith("battle: An attack on Delos")
    assert rows[0].endswith("(3 questions)")
    assert len(rows) == 2
    assert cell("%theo lesson pocket").text.splitlines() == rows
    # What teaches is told apart from what only proves a rule.
    text = 'title = "Storm"\nabout = "It rains."\ngame = "pocket"\nplayers = ["A", "B"]\n[[step]]\nsay = "Rain."\n'
    (folder / "storm.toml").write_text(text, "utf-8")
    assert cell("%lesson").text.splitlines()[:2] == rows
    assert cell("%lesson").text.splitlines()[2].startswith("and 1 scenario that shows a rule; ")
    told = cell("%lesson battle")
    assert "An attack on Delos" in told.text
    assert "<svg" in told.html
    assert told.text == cell("%theo lesson battle.toml").text == cell(f"%lesson {folder / 'battle.toml'}").text
    other = cell("%lesson another")
    assert "<b>attack</b>" in other.text
    assert "<b>attack</b>" not in other.html
    assert "there is no lesson 'attack'" in cell("%lesson attack", fails=True).out  # two have the word
    assert "did you mean 'battle'" in cell("%theo lesson batle", fails=True).out


def test_saving_loading_and_using(deeds: Run) -> None:
    deeds("%theo do raise kos")
    assert deeds("%theo save mine.json").text == "kept in mine.json"
    deeds("%theo load mine.json as=again")
    assert deeds("again").value.save() == deeds("game").value.save()
    deeds("%theo do end")
    assert deeds("again").value.here != deeds("game").value.here
    assert "Aglaia: Deed?" in deeds("%theo use game").text
    deeds("import theomachy; other = theomachy.new('pocket', players=3)")
    assert "Bid?" in deeds("%theo use other").text
    assert "there is no game called 'nobody'" in deeds("%theo use nobody", fails=True).out
    listed = deeds("%theo load").text
    assert "mine.json" in listed
    assert listed.count(".journal") == 3


def test_a_game_made_in_python_is_at_hand(cell: Run) -> None:
    cell("import theomachy; game = theomachy.new('pocket', seed=3)")
    assert "Bid?" in cell("%theo options").text
    assert "<svg" in cell("%theo show static").html
    assert "<svg" in cell("game").html
    assert "Decision" not in cell("game.decision").html
    assert "Bid?" in cell("game.decision").html


def test_help_names_every_word(cell: Run) -> None:
    text = cell("%theo help").text
    assert all(f"%theo {word}" in text for word in HELP)
    assert "%%scenario" in text
    assert cell("%theo").text == text
    assert cell("%theo help why").text.startswith("%theo why ACTION")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("%theo dance", "UnknownName: there is no word of %theo 'dance'"),
        ("%theo ne", "did you mean 'new'"),
        ("%theo help dance", "there is no word of %theo"),
        ("%theo new", "write which game"),
        ("%theo new poket", "there is no game 'poket'; did you mean 'pocket'?"),
        ("%theo new pocket players=9", "UnknownName: Pocket war is for 2 to 4 players"),
        ("%theo new pocket coin=3", "there is no option of Pocket war 'coin'; did you mean 'coins'?"),
        ("%theo new pocket ruling.storm=wet", "there is no choice of the ruling"),
        ("%theo new pocket overlay=none.toml", "none.toml cannot be read"),
        ("%theo new pocket bots=busy", "bots play on the dashboard of a notebook; in a terminal: theomachy play"),
        ("%theo new pocket as=a-b", "cannot be the name of a variable"),
        ("%theo do", "write an answer"),
        (
            "%theo do raise delos",
            "Raise an army in Delos is not possible: Delos is yours fails (Bronteas) [PG-DEE-001]",
        ),
        ("%theo do dance", "'dance' is not offered"),
        ("%theo do end dice 1 1", "1 scripted rolls were not used"),
        ("%theo why", "write an action"),
        ("%theo why dance", "begins with no action"),
        ("%theo undo x", "how many steps is a number"),
        ("%theo undo 99", "nothing to undo"),
        ("%theo redo", "nothing to redo"),
        ("%theo rule", "write an id or words"),
        ("%theo rule kraken", "no rule speaks of 'kraken'"),
        ("%theo view", "write whose view"),
        ("%theo view Zeus", "there is no seat 'Zeus'"),
        ("%theo show upside", "there is no word of show 'upside'"),
        ("%theo save", "write the name of the file"),
        ("%theo save .", "SaveError: . cannot be written: it is a folder"),
        ("%theo load none.json", "SaveError: none.json cannot be read"),
        ("%theo load a.json b=c", "cannot be read"),
        ("game.play('dance')", "IllegalAnswer: 'dance' is not offered"),
    ],
)
def test_an_error_is_one_sentence(deeds: Run, code: str, sentence: str) -> None:
    before = deeds("game").value.save()
    found = deeds(code, fails=True)
    assert sentence in found.out
    assert "Traceback" not in found.out
    assert len(found.out.strip().splitlines()) == 1
    assert deeds("game").value.save() == before


def test_without_a_game_one_is_told_how_to_begin(cell: Run) -> None:
    assert "no game is at hand: begin with" in cell("%theo options", fails=True).out
    assert "PG-HAR-002" in cell("%theo rule storm").text
    assert "there is no saved game here" in cell("%theo load").text


def test_other_errors_keep_their_traceback(cell: Run) -> None:
    assert "Traceback" in cell("1 / 0", fails=True).out


def test_names_and_notes_with_markup_are_shown_as_text(cell: Run) -> None:
    evil = "<img/src=x/onerror=alert(1)>"
    cell("import theomachy")
    cell(f"game = theomachy.new('pocket', players=['{evil}', '<b>B</b>'], seed=1)")
    for code in ("game", "%theo options", "game.view(0)", "%theo do 0", "game.trace", "%theo log", "game.position"):
        html = cell(code).html
        assert "<img" not in html
        assert "<b>B" not in html
    assert "&lt;img" in cell("%theo options").html


# -- scenarios --------------------------------------------------------------------------------------------------------
SCENARIO = """%%scenario {head}
players = ["Aglaia", "Bronteas"]
[[step]]
play = ["0", "0"]
[[step]]
who = "Aglaia"
play = "raise kos"
expect = {{ army = {{ Kos = {n} }} }}
"""


def test_a_scenario_in_a_cell_holds_or_shows_the_difference(deeds: Run) -> None:
    good = deeds(SCENARIO.format(head="raise_an_army", n=4))
    assert good.text.startswith("ok    raise_an_army: raise an army (2 steps)")
    assert "<svg" in good.html
    run = deeds("raise_an_army").value
    assert run.result.ok
    assert run.game.state.army[0] == 4
    bad = deeds(SCENARIO.format(head="", n=5))
    assert bad.text.startswith("FAIL  scenario, step 2: it came differently:")
    assert "army.Kos: expected 5, found 4" in bad.html
    assert "<svg" in bad.html


def test_a_scenario_is_written_to_its_file(deeds: Run) -> None:
    deeds(SCENARIO.format(head="deep/raise.toml", n=4))
    text = Path("deep/raise.toml").read_text()
    assert text.startswith('title = "raise"\ngame = "pocket"\n')
    assert th.engine.authoring.scenario.verify("deep")[0].ok
    assert "Kos" in deeds("%theo load deep/raise.toml as=after").html


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("%%scenario\ntitle =", "ScenarioError: scenario is no TOML"),
        ("%%scenario\n[[step]]\nplya = 'end'", "unknown key 'plya'; did you mean 'play'?"),
        ("%%scenario a b\n[[step]]\nsay = 'x'", "'a b' is neither a name for a variable nor a file"),
        ("%%scenario\ntitle = 't'", "lacks 'step'"),
    ],
)
def test_a_scenario_that_is_wrongly_written_is_an_error(deeds: Run, code: str, sentence: str) -> None:
    found = deeds(code, fails=True)
    assert sentence in found.out
    assert "Traceback" not in found.out


def test_a_scenario_without_a_game_says_so(cell: Run) -> None:
    assert "lacks 'game'" in cell("%%scenario\n[[step]]\nsay = 'x'", fails=True).out


# -- the journal ------------------------------------------------------------------------------------------------------
def journals() -> list[Path]:
    return sorted(Path(".theomachy").glob("*.journal"))


def test_every_answer_is_kept_beside_the_notebook(deeds: Run) -> None:
    (path,) = journals()
    assert path.name.startswith("pocket-")
    deeds("%theo do raise kos")
    assert recover(path).save() == deeds("game").value.save()
    deeds("game.play('end')")
    assert recover(path).save() == deeds("game").value.save()


def test_a_journal_is_gone_on_with_after_the_kernel_has_died(deeds: Run, shell: Any) -> None:
    (path,) = journals()
    shell.run_line_magic("unload_ext", "theomachy_kernel")
    shell.run_line_magic("load_ext", "theomachy_kernel")
    before = deeds("game").value.save()
    assert "<svg" in deeds(f"%theo load {path} as=again").html
    assert deeds("again").value.save() == before
    deeds("%theo do end")
    assert journals() == [path]
    assert recover(path).save() == deeds("again").value.save()


def test_a_journal_of_another_kernel_is_read_and_copied(cell: Run) -> None:
    game = th.new("pocket", seed=2)
    with Journal("theirs.journal").attach(game):
        game.play((0, 0))
        found = cell("%theo load theirs.journal")
        assert "Another kernel writes this journal; this is a copy" in found.out
        cell("%theo do 0")
        assert recover("theirs.journal").save() == game.save() != cell("game").value.save()
    (copy,) = journals()
    assert recover(copy).save() == cell("game").value.save()


def test_a_folder_that_cannot_be_written_stops_no_game(cell: Run) -> None:
    Path(".theomachy").write_text("in the way")
    found = cell("%theo new pocket")
    assert "This game is not kept automatically: the journal" in found.out
    assert "Bid?" in cell("%theo options").text


def test_a_damaged_journal_is_refused(cell: Run) -> None:
    Path("bad.journal").write_bytes(b"00000000 []\n00000000 []\n")
    assert "damaged from its first line on" in cell("%theo load bad.journal", fails=True).out


# -- taking it out ----------------------------------------------------------------------------------------------------
def test_the_extension_can_be_taken_out_and_put_in_twice(cell: Run, shell: Any) -> None:
    matchers = len(shell.Completer.custom_matchers)
    shell.run_line_magic("reload_ext", "theomachy_kernel")
    assert len(shell.Completer.custom_matchers) == matchers
    shell.run_line_magic("unload_ext", "theomachy_kernel")
    assert len(shell.Completer.custom_matchers) == matchers - 1
    cell("import theomachy; game = theomachy.new('pocket')")
    assert cell("game").html == ""
    assert "Traceback" in cell("game.play('dance')", fails=True).out
    assert "theo" not in shell.magics_manager.magics["line"]
    assert "scenario" not in shell.magics_manager.magics["cell"]
    shell.run_line_magic("load_ext", "theomachy_kernel")
    assert "<svg" in cell("game").html


def test_a_new_game_without_a_name_is_a_form_and_by_a_quick_start_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a notebook; what is begun in the form is at hand, and kept, like a game that was begun in words."""
    monkeypatch.chdir(tmp_path)
    shell: Any = type("Shell", (), {"kernel": None})()
    session = Session({})
    magics = TheoMagics.__new__(TheoMagics)
    magics.shell, magics.session = shell, session
    form = magics._new("as=evening")
    form.do("begin", words=["game=demigods", "preset=island", "seed=3"])
    assert form.error == ""
    assert session.game is form.game is session.names["evening"]
    form.close()
    monkeypatch.setattr(magics, "_show", lambda text: session.game)
    assert magics._new("demigods preset=fords seed=2").names["title"] == "War at the fords"
    assert "preset=island" in magics._games("demigods").text
    monkeypatch.chdir(tmp_path)
    page = magics._values("demigods")
    page.do("put", key="hand.limit", text="9")
    assert magics._new("demigods overlay=demigods_values.toml").system.facts["hand.limit"] == 9
    page.close()
    with pytest.raises(TheoError, match="name a game"):
        magics._values("")
    session.close()


def test_seats_of_bots_are_named_on_the_line_that_begins_a_game(cell: Run, shell: Any) -> None:
    shell.kernel = None  # a shell whose cells can show a dashboard
    try:
        for said in ("%theo new pocket players=Ann,Bob bots=person,busy", "%theo show", "%theo show view=Bob"):
            assert cell(said).value.view_state.bots == {1}, said
        assert cell("%theo new pocket players=2").value.view_state.bots == frozenset()
        assert "'bizy'" in cell("%theo new pocket bots=,bizy", fails=True).out
        assert "2 seats" in cell("%theo new pocket players=2 bots=,,busy", fails=True).out
        assert cell("game").value.seats[0].name != "Ann", "what fails takes nothing to hand"
    finally:
        del shell.kernel
