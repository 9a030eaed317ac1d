"""Commands as somebody who has never read the help would type them: they mean what the exact command means."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

import theomachy as th
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.commands import read_action, resolve
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.argument import ACTOR

PHRASES = {
    "demigods": {
        "build d3": ["build temple d3", "build a temple on D3", "D3: build temple", "temple d3", "put a temple on d3",
                     "why can't I build a temple in D3?", "BUILD TEMPLE D3", "place a temple on d3"],
        "raise d3": ["raise armies on d3", "raise an army d3", "d3 raise", "recruit armies in d3", "build armies d3"],
        "attack f4 g5": ["attack g5 from f4", "attack into g5 from f4", "f4 attacks g5", "fight g5 from f4"],
        "move f4 g5": ["move to g5 from f4", "move an army from f4 to g5", "march f4 -> g5", "go from f4 to g5"],
        "famine d3": ["cast famine on d3", "play Famine in D3", "d3 famine"],
        "volcanic eruption d3": ["a volcanic eruption in d3", "d3 volcanic eruption"],
    },
    "cthulhu_wars": {
        "gate europe": ["create a gate in Europe", "build gate europe", "europe gate", "make a gate in Europe"],
        "summon europe shoggoth": ["summon a shoggoth in europe", "shoggoth europe summon", "europe shoggoth summon"],
        "summon europe deep_one": ["bring deep ones to europe", "summon a Deep One at the gate in Europe"],
        "battle europe black_goat": ["fight black goat in europe", "attack the Black Goat in Europe",
                                     "battle black goat in europe"],
        "recruit europe": ["recruit cultist europe", "hire an acolyte in europe", "europe recruit"],
        "control europe acolyte": ["take the gate in europe with an acolyte", "control gate europe acolyte"],
        "abandon europe": ["abandon the gate in europe", "give up the gate in europe"],
        "capture europe black_goat": ["capture a cultist of the Black Goat in Europe",
                                      "capture cultist from black goat in europe"],
        "awaken_cthulhu south_pacific": ["awaken Great Cthulhu in the South Pacific"],
        "ritual": ["perform the ritual", "Ritual of Annihilation"],
    },
    "heroes": {
        "build market": ["build a market", "market build", "construct the market"],
        "recruit goon": ["hire a goon", "recruit goons", "buy goon"],
        "fight monster_of_power_3": ["fight the monster of power 3", "attack monster 3", "slay the monster of power 3"],
        "seize": ["seize the fortress", "take the fortress", "conquer fortress"],
        "collect": ["pick up the artefact", "collect the artefact", "take artefact"],
        "move cerness": ["go to cerness", "travel to Cerness", "march to cerness"],
    },
    "mythic_battles": {
        "activate zeus": ["use zeus", "zeus activate", "choose Zeus"],
        "walk myrtle_wood": ["walk to the myrtle wood", "move to Myrtle Wood", "go myrtle wood"],
        "run gate_of_olives": ["run to the gate of olives", "run to olives"],
        "attack medusa": ["Zeus attacks Medusa", "why can't Zeus hit Medusa", "strike medusa",
                          "Medusa attack", "hit the medusa"],
        "claim myrtle_wood": ["claim the stone of the myrtle wood", "take the stone in Myrtle Wood"],
        "deploy upper_terrace": ["deploy at the upper terrace", "enter the upper terrace"],
        "absorb": ["absorb the stone", "absorb a divine stone"],
    },
    "gods_war": {
        "build shrine teshnos": ["build a shrine in teshnos", "teshnos build shrine", "place a shrine in Teshnos"],
        "upgrade temple altinela": ["upgrade to a temple in altinela", "upgrade altinela to temple"],
        "summon barbarian altinela": ["summon a barbarian in altinela", "recruit barbarians in Altinela"],
        "summon the_thunder_king_orlanth altinela": ["summon orlanth in altinela", "call the Thunder King to altinela"],
        "move altinela": ["move units from altinela", "march from altinela", "altinela move"],
        "battle altinela sky": ["attack sky in altinela", "fight Sky in Altinela", "battle sky in altinela"],
    },
}  # fmt: skip


@cache
def begun(slug: str) -> Game:
    return th.new(slug, seed=7)


def read(slug: str, text: str) -> tuple[str, tuple[object, ...]]:
    game = begun(slug)
    me = game._me(None)
    action, args = read_action(game.system.argument_types, game.system.actions(game.state, me), game.state, me, text)
    return action.verb, args


@pytest.mark.parametrize(("slug", "exact"), [(slug, exact) for slug, rows in PHRASES.items() for exact in rows])
def test_a_phrase_means_the_exact_command(slug: str, exact: str) -> None:
    wanted = read(slug, exact)
    for phrase in PHRASES[slug][exact]:
        assert read(slug, phrase) == wanted, phrase
        assert read(slug, phrase.upper()) == wanted, phrase


@pytest.mark.parametrize(
    ("slug", "text", "sentence"),
    [
        ("demigods", "biuld tempel d3", "'biuld tempel d3' is not understood: did you mean 'build D3'?"),
        ("demigods", "build castle d3", "'castle d3' names no area; .*did you mean 'build D3'"),
        ("demigods", "army d3", "can mean 2 things: raise D3; disband D3"),
        ("demigods", "attack into g5", "names one of two alone; 'attack' takes an area and an area"),
        ("cthulhu_wars", "create a gate in asia", "'asia' can be North Asia or South Asia"),
        ("cthulhu_wars", "shogoth europe summon", "did you mean 'summon Europe Shoggoth'"),
        ("heroes", "move to the cernes", "did you mean 'move Cerness'"),
        ("mythic_battles", "atack medusa", "did you mean 'attack Medusa'"),
        ("gods_war", "shrine in teshnos", "can mean 2 things: build Shrine Teshnos; upgrade Shrine Teshnos"),
        ("gods_war", "sumon barbarian altinela", "did you mean 'summon Barbarian Altinela'"),
        ("gods_war", "fly away", "'fly away' begins with no action; the actions are: build, upgrade, "),
    ],
)
def test_what_is_not_understood_gets_a_sentence_and_what_may_have_been_meant(
    slug: str, text: str, sentence: str
) -> None:
    with pytest.raises(IllegalAnswer, match=sentence):
        read(slug, text)


@pytest.mark.parametrize("slug", [slug for slug in PHRASES if ACTOR in begun(slug).system.argument_types])
def test_whoever_acts_may_be_named_before_what_he_does(slug: str) -> None:
    """Over a game: "Zeus attacks Medusa" plays what "attack Medusa" does; of another unit it says who acts."""
    game, rng, tried, others = th.new(slug, seed=3), Random(5), set[str](), 0
    for _ in range(600):
        decision = game.position.decision
        if decision is None or len(tried) > 3:
            break
        words, s, me = game.system.argument_types, game.state, decision.player
        acts = [words[ACTOR].named(s, me, who) for who in words[ACTOR].candidates(s, me)] if me >= 0 else []
        options = [option for option in decision.options if isinstance(option, tuple) and len(option) > 1]
        if decision.kind == "action" and options and len(acts) == 1:
            verb, *args = rng.choice(options)
            action = game.system.action(s, me, verb)
            assert action is not None
            names = [words[w].named(s, me, v) for w, v in zip(action.shape, args, strict=False)]
            exact = resolve(game.position, " ".join([verb, *names]))
            assert resolve(game.position, " ".join([acts[0], verb, *names])) == exact
            assert game.why_not(" ".join([acts[0], f"{verb}s", *names])).legal
            tried.add(verb)
            units = {words["unit"].named(s, me, unit) for unit in words["unit"].candidates(s, me)}
            for other in sorted(units - {*acts, *names})[:2]:
                with pytest.raises(IllegalAnswer, match=f"it is {acts[0]} who acts now"):
                    read_action(words, game.system.actions(s, me), s, me, " ".join([other, verb, *names]))
                others += 1
        game.play(game.options[rng.randrange(len(game.options))])
    assert len(tried) > 2
    assert others


@pytest.mark.parametrize("slug", list(PHRASES))
def test_the_words_of_an_option_may_be_typed_in_another_order(slug: str) -> None:
    """At thirty questions for an action: names before the verb play what verb and names play."""
    game, rng, tried = th.new(slug, seed=3), Random(5), 0
    for _ in range(400):
        decision = game.position.decision
        if decision is None or tried > 30:
            break
        options = [option for option in decision.options if isinstance(option, tuple) and len(option) > 1]
        if decision.kind == "action" and options:
            verb, *args = rng.choice(options)
            action = game.system.action(game.state, decision.player, verb)
            assert action is not None
            words = game.system.argument_types
            names = [words[w].named(game.state, decision.player, v) for w, v in zip(action.shape, args, strict=False)]
            exact = resolve(game.position, " ".join([verb, *names]))
            assert resolve(game.position, " ".join([*names, verb])) == exact
            assert resolve(game.position, re.sub(r"[:,]", "", " ".join([*names, action.verb.upper()]))) == exact
            tried += 1
        game.play(game.options[rng.randrange(len(game.options))])
    assert tried


def test_a_phrase_is_played_with_what_is_asked_next() -> None:
    from tests.demigods.scenes import at, scene

    game = scene(at("Battle", {"F4": "Aglaia: 3 army", "G5": "Bronteas: 2 population"}))
    for text in ("attack f4 g5 2", "attack g5 from f4 2", "attack into G5 from F4 with 2", "2 armies f4 attack g5"):
        assert resolve(game.position, text) == [("attack", 35), 2], text
    game = scene(at("Movement", {"F4": "Aglaia: 3 army", "G5": "Aglaia: 2 army"}))
    assert resolve(game.position, "move to f4 from g5") == resolve(game.position, "move g5 f4")
    assert resolve(game.position, "move to g5 from f4")[0] == ("move", 35)
