"""Scenario files: what is strict about them, and that a game can be written as one and played again."""

from pathlib import Path
from random import Random

import pytest

from tests.engine.pocket import Pocket
from tests.engine.walks import game, snapshot
from theomachy.engine.authoring import scenario
from theomachy.engine.authoring.scenario_run import events_since
from theomachy.engine.authoring.scenario_write import compose
from theomachy.engine.errors import ScenarioError
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.wording import toml

FOLDER = Path(__file__).parent / "pocket_scenarios"
BATTLE = (FOLDER / "battle.toml").read_text("utf-8")
HEAD = 'title = "t"\ngame = "pocket"\nplayers = ["Aglaia", "Bronteas"]\n'
RICH = HEAD + '[setup]\nphase = "deeds"\ncoins = { Aglaia = 3, Bronteas = 3 }\n'
SET = HEAD + '[setup]\nphase = "deeds"\ncoins = { Aglaia = 1, Bronteas = 0 }\n'


def fails(text: str) -> scenario.ScenarioResult:
    result = scenario.read(text, "it.toml").run(rehearse=True).result
    assert not result.ok
    assert not result
    assert str(result).startswith("FAIL  it.toml")
    return result


def passes(text: str) -> scenario.Run:
    run = scenario.read(text, "it.toml").run(rehearse=True)
    assert run.result.ok, str(run.result)
    return run


def test_the_example_holds_in_rehearsal() -> None:
    (result,) = scenario.verify(FOLDER, rehearse=True)
    assert result.ok, str(result)
    assert str(result) == "ok    battle.toml: An attack on Delos, with a retreat (16 steps)"
    assert result.rules == ("PG-BAT-001", "PG-BAT-002")


def test_positions_notes_and_names_are_there_for_lessons() -> None:
    found = scenario.load(FOLDER / "battle.toml")
    games = found.games()
    assert len(games) == len(found.steps) + 1
    assert games[0].state.army == [4, 3, 0, 0, 1]
    nodes = games[0].tree.nodes
    assert nodes[0].note.startswith("Aglaia has four armies")
    assert [node.name for node in nodes if node.name] == ["the retreat"]
    assert games[-1].here == len(nodes) - 1


# -- wrongly written --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "lacks 'title'"),
        ("title = ", "is no TOML"),
        ("a = " + "[" * 4000, "is no TOML"),
        ('title = "t"\n[[step]]\nsay = "x"', "lacks 'game'"),
        ('title = "t"\ngame = "pocket"', "lacks 'step'"),
        ('title = 3\ngame = "pocket"', "'title' must be a text, not 3"),
        (HEAD + 'titel = "t"\n[[step]]\nsay="x"', "unknown key 'titel'; did you mean 'title'?"),
        (HEAD + "seed = true\n[[step]]\nsay='x'", "'seed' must be a whole number or text, not True"),
        (HEAD + "rules = [1]\n[[step]]\nsay='x'", "rules must be text, or a list of texts"),
        (HEAD + "[rulings]\nstorm = 1\n[[step]]\nsay='x'", "each ruling is a word"),
        (HEAD + "[[step]]", "step 1 says nothing"),
        (HEAD + "step = ['x']", "step 1 is no table"),
        (HEAD + "[[step]]\nplya = 'end'", "step 1 has an unknown key 'plya'; did you mean 'play'?"),
        (HEAD + "[[step]]\nplay = 3", "step 1: 'play' must be a text or list, not 3"),
        (HEAD + "[[step]]\nplay = []", "step 1: 'play' is empty"),
        (HEAD + "[[step]]\nplay = ['end', 3]", "step 1: 'play' must be text, or a list of texts"),
        (HEAD + "[[step]]\nplay = ' '", "'play' must be text"),
        (HEAD + "[[step]]\nsay='x'\n[[step]]\nbecause='PG-DEE-001'", "step 2: 'because' says nothing without refuse"),
        (HEAD + "[[step]]\nwho = 'Aglaia'", "'who' says nothing without play or refuse"),
        (HEAD + "[[step]]\nseen_by = 'Aglaia'", "'seen_by' says nothing without expect"),
        (HEAD + "[[step]]\nplay = 'end'\nrefuse = 'end'", "step 1 refuses and plays"),
        (HEAD + "[[step]]\nask = { kind = 'what' }", "its question lacks 'question'"),
        (HEAD + "[[step]]\nask = { question='?', kind='guess', answer='x' }", "kind must be which, what, number, play"),
        (HEAD + "[[step]]\nask = { question='?', kind='what', options=['a'], answer='a' }", "two or more different"),
        (HEAD + "[[step]]\nask = { question='?', kind='what', options=['a','b'], answer='c' }", "none of the options"),
        (HEAD + "[[step]]\nask = { question='?', kind='what', options=['a','b'], answer=['a','b'] }", "one answer"),
        (HEAD + "[[step]]\nask = { question='?', kind='number', answer='three' }", "an answer of another kind"),
        (HEAD + "[[step]]\nask = { question='?', kind='what', options=['a','b'], answer=3 }", "of another kind"),
        (HEAD + "[[step]]\nask = { question='?', kind='number', options=['a'], answer=3 }", "has no options"),
        (HEAD + "[[step]]\nask = { question='?', kind='play', answer=[] }", "needs an answer"),
        (HEAD + "[[step]]\nwinner=[[]]", "'winner' must be text, or a list of texts"),
        (HEAD + "[[step]]\nsays=[]", "'says' is empty"),
        (HEAD + "[[step]]\nask = { question='?', kind='play', answer='end', wyh='x' }", "unknown key 'wyh'"),
    ],
)
def test_a_wrongly_written_file_is_an_error(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as fault:
        scenario.read(text, "it.toml")
    assert sentence in str(fault.value)
    path = tmp_path / "it.toml"
    path.write_text(text)
    (result,) = scenario.verify(path)
    assert not result.ok
    assert sentence in str(result)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="there is no scenario file"):
        scenario.verify(tmp_path)
    with pytest.raises(ScenarioError, match="cannot be read"):
        scenario.load(tmp_path / "none.toml")
    (tmp_path / "big.toml").write_text("#" * 500_001)
    with pytest.raises(ScenarioError, match="larger than"):
        scenario.load(tmp_path / "big.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xff")
    with pytest.raises(ScenarioError, match="cannot be read"):
        scenario.load(tmp_path / "binary.toml")


# -- scenarios that fail ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "step", "sentence"),
    [
        # the set-up
        ('title="t"\ngame="chess"\n[[step]]\nsay="x"', 0, "there is no game 'chess'"),
        ('title="t"\ngame="pocket"\nplayers=9\n[[step]]\nsay="x"', 0, "2 to 4 players"),
        ('title="t"\ngame="pocket"\nrules=["PG-BAT-9"]\n[[step]]\nsay="x"', 0, "no 'PG-BAT-9'; did you mean PG-BAT-"),
        (HEAD + "[rulings]\nstorm='wet'\n[[step]]\nsay='x'", 0, "there is no choice of the ruling 'storm' 'wet'"),
        (HEAD + "[options]\nmap='x'\n[[step]]\nsay='x'", 0, "there is no option of Pocket war 'map'"),
        (HEAD + "[overlay.deck]\nrane=1\n[[step]]\nsay='x'", 0, "did you mean 'deck.rain'"),
        (HEAD + "[setup]\nowner={Mars='Aglaia'}\n[[step]]\nsay='x'", 0, "there is no island 'Mars'"),
        (HEAD + "[setup]\nowner={Kos='Aglaia'}\narmy={Kos=0}\n[[step]]\nsay='x'", 0, "the set-up is no lawful"),
        (HEAD + "[setup]\nmoon=1\n[[step]]\nsay='x'", 0, "key of [setup]"),
        # strict play
        (SET + "[[step]]\nplay='raise delos'", 1, "'raise delos' is not offered"),
        (SET + "[[step]]\nplay='r k'\n[[step]]\nplay='dance'", 2, "'dance' is not offered"),
        (SET + "[[step]]\nwho='Bronteas'\nplay='end'", 1, "Aglaia is asked 'deed' (PG-DEE-001)"),
        # ... also when she could throw something in just now, and when several are asked in secret
        (RICH + "[[step]]\nwho='Bronteas'\nplay='end'", 1, "to play 'end', but Aglaia is asked 'deed' (PG-DEE-001)"),
        (RICH + "[[step]]\nwho='Bronteas'\nasks='deed'", 1, "'deed' to Bronteas is expected, but Aglaia is asked"),
        (HEAD + "[[step]]\nplay='raise kos'\nwho='Aglaia'", 1, "is not offered"),
        (HEAD + "[[step]]\nasks='deed'", 1, "but Aglaia and Bronteas are asked 'bid' in secret (PG-OMN-001)"),
        (HEAD + "[[step]]\nplay='0'\n[[step]]\nwho='Aglaia'\nplay='0'", 2, "but Bronteas is asked 'bid' in secret"),
        (SET + "[[step]]\nwho='Zeus'\nplay='end'", 1, "there is no seat 'Zeus'"),
        (SET + "[[step]]\nasks='bid'\nplay='end'", 1, "the question 'bid' is expected, but Aglaia is asked 'deed'"),
        (SET + "[[step]]\nasks='deed'\nwho='Bronteas'\nplay='end'", 1, "'deed' to Bronteas is expected"),
        (SET + "[[step]]\nplay='end'\nquestion='card'", 1, "'card' is expected, but Bronteas is asked 'deed'"),
        (SET + "[[step]]\nplay=['end','end']\n[[step]]\nplay='x'", 2, "an unscripted draw ('card', PG-HAR-001) waits"),
        (SET + "[[step]]\nplay=['end','end']", 1, "the script ends without it"),
        (SET + "[[step]]\nplay='end'\nroll='1'", 1, "roll '1' is not used; Bronteas is asked"),
        (SET + "[[step]]\nplay='end'\nchance='rain'", 1, "chance 'rain' is not used"),
        (SET + "[[step]]\nroll='1'", 1, "nothing waits for dice or a draw"),
        (SET + "[[step]]\nplay=['end','end']\nchance='moon'", 1, "'moon' is not offered"),
        (SET + "[[step]]\nplay=['end','end']\nchance=['rain','star']\nroll='1 2'", 1, "'storm': 2 faces for 1 die"),
        (SET + "[[step]]\nplay=['end','end']\nchance=['rain','star']\nroll='7'", 1, "does not show 7"),
        (SET + "[[step]]\nplay=['end','end']\nchance=['rain','star']", 1, "an unscripted roll of 1 die ('storm'"),
        (
            SET + "[[step]]\nplay=['end','end']\nchance=['rain rain', 'star']\nroll='2'",
            1,
            "for chance to answer 'card'",
        ),
        (SET + "[[step]]\nwho='Bronteas'\nplay='! omen'", 1, "cannot be thrown in now"),
        # refusals
        (SET + "[[step]]\nrefuse='raise kos'", 1, "'raise kos' must be refused, but it is legal"),
        (SET + "[[step]]\nrefuse='raize kos'", 1, "means nothing here, so that refusing it proves nothing"),
        (SET + "[[step]]\nrefuse='bid'\nbecause='PG-DEE-001'", 1, "is no action"),
        (SET + "[[step]]\nrefuse='raise delos'\nbecause='PG-BAT-001'", 1, "fails for PG-DEE-001"),
        (SET + "[[step]]\nrefuse='attack kos paros'\nbecause='PG-DEE-003'", 1, "but fails for PG-DEE-003, PG-BAT-001"),
        (SET + "[[step]]\nrefuse='raise delos'\nbecause='PG-DEE-1'", 0, "the rule index has no 'PG-DEE-1'"),
        # expectations
        (SET + "[[step]]\nexpect={army={Kos=4}}", 1, "army.Kos: expected 4, found 3"),
        (SET + "[[step]]\nexpect={Mars='x'}", 1, "there is no expectation 'Mars'"),
        (SET + "[[step]]\noffered='raise delos'", 1, "offered: expected 'raise delos', found Raise an army in Kos;"),
        (SET + "[[step]]\nnot_offered='raise kos'", 1, "not offered: expected that 'raise kos' is illegal"),
        (SET + "[[step]]\nnot_offered='raize kos'", 1, "means nothing here, so that it proves nothing"),
        (SET + "[[step]]\nonly=['end']", 1, "only: did not expect 'Raise an army in Kos'"),
        (SET + "[[step]]\nonly=['dance']", 1, "only: expected 'dance'"),
        (
            SET + "[[step]]\nwho='Bronteas'\noffered='end'",
            1,
            "offers: expected a question to Bronteas, but Aglaia is asked",
        ),
        (SET + "[[step]]\nover=true", 1, "over: expected true, found false"),
        (SET + "[[step]]\nwinner='Aglaia'", 1, "winner: expected Aglaia, found that the game goes on"),
        (SET + "[[step]]\nwinner='nobody'", 1, "winner: expected nobody, found that the game goes on"),
        (SET + "[[step]]\nwinner=[]", 1, "winner: expected nobody, found that the game goes on"),
        (SET + "[[step]]\nwinner='Zeus'", 1, "there is no seat 'Zeus'"),
        (SET + "[[step]]\nplay='raise kos'\nsays='PG-BAT-001'", 1, "says: expected 'PG-BAT-001', found:"),
        (SET + "[[step]]\nplay='end'\nsays='PG-BAT-001'", 1, "nothing"),
        (SET + "[[step]]\nplay='raise kos'\nnot_says='gains'", 1, "not says: did not expect 'gains', found Kos gains"),
        (SET + "[[step]]\nodds={rain='1/2'}", 1, "odds: expected a roll or a draw"),
        (
            SET + "[[step]]\nplay=['end','end']\nodds={Rain='1/2'}",
            1,
            "odds of 'Rain': expected 1/2, found 2/5 (0.4000)",
        ),
        (SET + "[[step]]\nplay=['end','end']\nodds={Rain='a lot'}", 1, "odds are written as fractions"),
        # lessons
        (
            SET + "[[step]]\nask={question='?',kind='which',options=['raise kos','raise delos'],answer='raise delos'}",
            1,
            "other options are legal:",
        ),
        (SET + "[[step]]\nask={question='?',kind='play',answer='raise delos'}", 1, "which is not legal"),
        (SET + "[[step]]\nask={question='?',kind='number',answer=3,hint='PG-XXX-001'}", 0, "no 'PG-XXX-001'"),
    ],
)
def test_a_scenario_that_fails_says_where_and_how(text: str, step: int, sentence: str) -> None:
    result = fails(text)
    assert sentence in str(result)
    assert result.step == step


def test_a_rule_that_breaks_down_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from theomachy.engine.errors import RulesError

    async def broken(self: Pocket, s: object) -> None:
        raise RulesError("the sea is gone")

    monkeypatch.setattr(Pocket, "deed", broken)
    assert "the rules break down: the sea is gone" in str(fails(SET + "[[step]]\nsay='x'"))


def test_a_save_that_forgets_fails_the_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = SET + "[[step]]\nplay='raise kos'"
    passes(text)
    whole = Pocket.from_json
    monkeypatch.setattr(Pocket, "from_json", lambda self, raw: whole(self, raw | {"coins": [9, 9]}))
    assert "another position" in str(fails(text))


# -- scenarios that hold ----------------------------------------------------------------------------------------------
def test_a_seed_lets_luck_play() -> None:
    text = HEAD + "seed = 4\n" + "[[step]]\nplay=['1','0','end','end']\nquestion='bid'\n"
    first, second = passes(text), passes(text)
    assert snapshot(first.game.position) == snapshot(second.game.position)
    assert "unscripted draw" in str(fails(text.replace("seed = 4\n", "")))
    scripted = passes(text.replace("question", "chance=['star']\nroll='1'\nquestion"))
    assert [e.answer for e in scripted.game.position.log() if e.what in ("card", "storm")][0::2] == [2, 1]


def test_dice_can_be_scripted_in_a_step_of_their_own() -> None:
    passes(SET + "[[step]]\nplay=['end','end']\n[[step]]\nchance=['rain','star']\n[[step]]\nroll='2'\nquestion='bid'")
    passes(SET + "[[step]]\nplay=['attack kos delos','done','done']\nroll='1 1 1 / 1 1 1'\nquestion='retreat'")


def test_refusals_that_are_right() -> None:
    passes(SET + "[[step]]\nrefuse=['attack kos paros', 'attack kos naxos']\nbecause=['PG-DEE-003', 'PG-BAT-001']")
    passes(SET + "[[step]]\nrefuse='attack kos paros'\nbecause=['PG-DEE-003', '...']")
    passes(SET + "[[step]]\nwho='Bronteas'\nrefuse='raise delos'\nbecause=['PG-DEE-001', 'PG-PAY-001']")
    passes(SET + "[[step]]\nrefuse='raise delos'")
    passes(SET + "[[step]]\nrefuse='yes'")
    passes(SET + "[[step]]\nrefuse='paros'")
    passes(SET + "[[step]]\nrefuse='spear dance'")


def test_events_belong_to_the_answers_that_caused_them() -> None:
    text = SET + "[[step]]\nplay='raise kos'\nsays=['PG-DEE-002','Kos gains']\n[[step]]\nsays='Kos gains'\n"
    passes(text + "[[step]]\nplay='end'\nnot_says='gains'")
    run = passes(
        SET
        + "[[step]]\nplay=['attack kos delos','spear dance']\nroll='6'\nsays='PG-GFT-002'\n"
        + "[[step]]\nplay='done'\nnot_says='PG-GFT-002'\nroll=['1 1 1','1 1']\nsays='PG-BAT-002'"
    )
    everything = events_since(run.game.position, -1)
    assert next(e.rule for e in everything if e.rule.startswith("PG-GFT")) == "PG-GFT-002"


def test_the_end_and_its_winners() -> None:
    text = HEAD + "[setup]\nphase='deeds'\nowner={Kos='Aglaia',Delos='Bronteas'}\narmy={Kos=6,Delos=1}\n"
    text += "coins={Aglaia=0,Bronteas=0}\n"
    text += "[[step]]\nplay=['attack kos delos','done']\nroll=['6 1 1 1 1 1','1']\nover=true\nwinner=['Aglaia']\n"
    run = passes(text)
    assert run.game.winners == ("Aglaia",)
    assert "the game is over, but 'end'" in str(fails(text + "[[step]]\nplay='end'"))
    assert "found Aglaia" in str(fails(text.replace("['Aglaia']", "['Aglaia','Bronteas']")))


def test_that_nobody_wins_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "[setup]\nturn=99\n[[step]]\nover=true\nwinner="
    assert "winner: expected nobody, found Aglaia, Bronteas" in str(fails(text + "'nobody'"))
    monkeypatch.setattr(Pocket, "winners", lambda self, s: ())
    passes(text + "'nobody'")
    passes(text + "[]")
    assert "winner: expected Aglaia, found nobody" in str(fails(text + "'Aglaia'"))
    written = compose(passes(text + "[]").game, "Nobody")
    assert 'winner = "nobody"' in written
    passes(written)


def test_an_any_time_action_and_a_secret_choice() -> None:
    passes(
        HEAD + "[[step]]\nwho='Bronteas'\nplay='! bless delos'\nexpect={army={Delos=4}}\n"
        "[[step]]\nwho='Bronteas'\nplay='0'\n[[step]]\nwho='Aglaia'\nplay='1'\nquestion='deed'\n"
        "[[step]]\nwho='Bronteas'\nplay='omen'\nquestion='guess'"
    )


def test_a_view_is_checked_as_one_player_has_it() -> None:
    text = SET.replace("coins", "hands = { Bronteas = 'Star' }\ndeck = '4 Rain, 4 Flood, Star'\ncoins")
    for viewer, seen in (("Aglaia", "unknown"), ("Bronteas", "star"), ("a spectator", "unknown")):
        passes(text + f"[[step]]\nseen_by='{viewer}'\nexpect={{hands = {{ Bronteas = '{seen}' }}}}")


# -- writing ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(8))
def test_a_whole_game_is_written_and_played_again(seed: int) -> None:
    rng, played = Random(seed), game(2 + seed % 3, seed)
    while not played.over:
        jumps = played.position.anytime_actions
        options = jumps if jumps and rng.random() < 0.1 else [option.value for option in played.options]
        played.play(options[int(rng.random() * len(options))])
    played.note('the "end"\n<b>')
    text = compose(played, "A game", rules=("PG-GEN-001",), about="By bots.")
    assert "rulings" not in text  # only what is not the default
    run = scenario.read(text).run()
    assert run.result.ok, str(run.result)
    *told, log = snapshot(run.game.position)
    assert told == [*snapshot(played.position)[:-1]]
    assert [entry._replace(faces=None) for entry in log] == played.position.log()  # a script says faces, luck does not
    assert run.game.tree.nodes[run.game.here].note == 'the "end"\n<b>'


def test_a_beginning_that_the_words_cannot_say_is_refused() -> None:
    system = Pocket.build()
    state = system.start()
    state.phase = 1
    start = Game(system, Position(system, state))
    text = compose(start, "As it stands")  # not a step has been played: the scenario says where we are
    run = scenario.read(text).run()
    assert run.result.ok, str(run.result)
    assert snapshot(run.game.position) == snapshot(start.position)
    state.guessed = [1, 0]  # the words of this game have none for it
    with pytest.raises(ScenarioError, match="cannot say this position exactly; keep the game as a saved game"):
        compose(Game(system, Position(system, state)), "Not as it stands")


@pytest.mark.parametrize(
    "value",
    [
        "",
        'a "b" \\ c',
        "line\nline\ttab\x00\x1f\x7f",
        "Ménélas \U0001f3db",
        True,
        False,
        3,
        -1.5,
        [],
        ["a", [1]],
        {},
        {"a b": {"c": 1}},
    ],
)
def test_values_are_written_as_toml_reads_them(value: object) -> None:
    import tomllib

    assert tomllib.loads(f"it = {toml(value)}") == {"it": value}


def test_a_file_that_scenarios_bring_along_is_no_scenario(tmp_path: Path) -> None:
    """A board lies beside the scenario that names it; what is meant as a scenario and lacks much is told still."""
    (tmp_path / "board.toml").write_text('[board.steps]\nsource = "house"\nname = "The Steps"\nplayers = [2]\n')
    (tmp_path / "wrong.toml").write_text('title = "x"\n')
    (tmp_path / "empty.toml").write_text("")
    (tmp_path / "broken.toml").write_text("[board")
    results = {result.name: result.ok for result in scenario.verify(tmp_path)}
    assert results == {"broken.toml": False, "empty.toml": False, "wrong.toml": False}
    assert [result.ok for result in scenario.verify(tmp_path / "board.toml")] == [False], "it is named: it is judged"
