"""Two games that differ in secrets alone give everybody else the same questions, pauses, notes, order and counts."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.conformance.support import SLUGS, answer_of, games, samples_of, seats_and_spectator
from tests.conformance.twins import DEEP, Twins, watch_scene
from theomachy.engine.runtime.position import Position

GAMES, DECISIONS = 3, 10  # of each game, and of each of these, in `make test`
NIGHTLY = 50
FOLLOWED = 12  # decisions for which a twin is followed, at most
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
SHORT = """
demigods/card_abjuration demigods/card_abjuration_again demigods/card_blight demigods/last_demigod_with_cards
demigods/miracles_when demigods/draw_temples_and_limit demigods/card_ressurrection
gods_war/end_runes_kept_secret gods_war/rune_at_the_end gods_war/rune_battle_rune_in_secret
gods_war/rune_battle_rune_outside gods_war/rune_secret_moon gods_war/rune_shadow gods_war/uncontrolled_shows_no_rune
gods_war/rune_moon gods_war/rune_communication gods_war/last_rune_is_nobodys_business
gods_war/monsters_brown_dragon gods_war/monsters_juggernaut_and_a_rune gods_war/moon_pen_and_the_rune_kill
gods_war/moon_madness gods_war/elder_vadeli_bargain gods_war/arachne_ends_the_game_at_once
mythic_battles/leonidas_born_leader mythic_battles/talent_leader_top_card
mythic_battles/no_question_tells_of_a_hand mythic_battles/choose_what_to_pay_with
mythic_battles/leonidas_born_leader_hand_is_secret mythic_battles/talent_leader_hand_is_secret
mythic_battles/atalanta_dodge mythic_battles/further_unit_for_a_card_that_is_searched
mythic_battles/manoeuvre_at_a_quiet_question mythic_battles/manoeuvre_at_evade mythic_battles/odysseus_subterfuge
mythic_battles/retaliation_for_a_card_that_is_searched mythic_battles/search_for_a_card
mythic_battles/talent_leader_declined mythic_battles/zeus_patriarch_alike_cards
cthulhu_wars/lesson_12_signs_and_the_end cthulhu_wars/lesson_27_tribes heroes/seen_by_others
""".split()  # of the scenes those in which something hangs on what one player knows


def begin(slug: str, n: int) -> Position:
    """The beginning of the n-th game; where a ruling lets questions tell of hands, it is not chosen."""
    game, samples = games()[slug], samples_of(slug)
    setup = samples[n % len(samples)]
    rulings = {name: choice for name, choice in setup.get("rulings", {}).items() if name != "pause"}
    system = game.build(**{**setup, "rulings": rulings})
    return Position(system, system.start())


def watch(slug: str, n: int, again: int = 0, *, most: int, followed: int, skip: int) -> tuple[int, int]:
    """Compare at up to `most` decisions of a random game; each twin is followed for a while, and then some passed over.

    Returns how many decisions were looked at, and at how many of these a secret was open and all was compared.
    """
    position, rng = begin(slug, n), Random(f"{slug}/{n}/twins {again}")
    viewers, twins, wait, left, turn = seats_and_spectator(position.system), None, 0, 0, 0
    looked = compared = 0
    while (decision := position.decision) is not None and compared < most:
        wait -= 1
        if twins is None and wait < 0:
            turn, left = turn + 1, followed
            twins = Twins(position, viewers[turn % len(viewers)], rng)
        if twins is not None:
            looked += 1
            if twins.differ and twins.comparable:
                compared, wait = compared + 1, skip
                twins.compare(deep=compared % DEEP == 1, spectator=compared % 4 == 3)
        answer = answer_of(position, decision, rng)
        if twins is not None:
            left -= 1
            if not (twins.promising and twins.follow(answer) and left):
                twins = None
        position.play(answer)
    return looked, compared


TRIBES = next(  # the game where what one seat may earn is its secret
    n for n, setup in enumerate(samples_of("cthulhu_wars")) if "tribes" in setup["options"].get("things", ())
)
LARGE = len(samples_of("gods_war")) - 1  # all empires, elder races and Monsters at one table


@pytest.mark.parametrize(
    ("slug", "n"),
    [*((slug, n) for slug in SLUGS for n in range(GAMES)), ("cthulhu_wars", TRIBES), ("gods_war", LARGE)],
)
def test_nobody_can_tell_two_games_apart_that_differ_in_secrets_alone(slug: str, n: int) -> None:
    left = DECISIONS
    for again in range(5):  # in some games little is hidden, and late
        left -= watch(slug, n, again, most=left, followed=4, skip=5)[1]
        if not left:
            return
    raise AssertionError(f"a secret is open at no more than {DECISIONS - left} decisions")


@pytest.mark.parametrize("scene", SHORT)
def test_nobody_can_tell_scenes_apart(scene: str) -> None:
    """Scenarios reach what random games seldom do: each question that hangs on a hand has one."""
    draws = (watch_scene(FOLDER / f"{scene}.toml", Random(f"{scene} {n}")) for n in range(4))
    assert len(list(islice(filter(None, draws), 2)))  # two draws that differ, where four tries give two


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_can_tell_any_scenes_apart(slug: str) -> None:
    assert sum(watch_scene(path, Random(path.name)) for path in sorted((FOLDER / slug).glob("*.toml")))


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("n", range(NIGHTLY))
@pytest.mark.parametrize("slug", SLUGS)
def test_nobody_can_tell_them_apart_at_any_decision(slug: str, n: int) -> None:
    assert watch(slug, n, most=10**9, followed=FOLLOWED, skip=0)[0]
