"""Who may speak when in a battle. The box has too few powers of some moments to show an order of two by scenes."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war.powers.sky import Sunspear
from theomachy.games.gods_war.rules import battle, losses

SKY, STORM, DARKNESS = range(3)


@pytest.mark.rule("GW-PRE-002", "GW-PRE-004", "GW-ROL-008", "GW-PST-017", "GW-BAT-011")
def test_attacker_defender_and_others_at_each_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    moments: list[tuple[str, int]] = []
    window, in_battle = battle.window, battle.in_battle

    async def opened(s: Any, timing: str, seat: int, *args: Any, **more: Any) -> bool:
        moments.append((timing, seat))
        return await window(s, timing, seat, *args, **more)

    async def runes(s: Any, timing: str) -> None:
        moments.append((f"runes: {timing}", s.battle.stage))
        await in_battle(s, timing)

    for module in (battle, losses):
        monkeypatch.setattr(module, "window", opened)
        monkeypatch.setattr(module, "in_battle", runes)
    game = th.new("gods_war", empires=["sky", "storm", "darkness"])
    words = {
        "active": "DA", "power": {"SK": 1, "ST": 1, "DA": 1},
        "units": {"DA": {"Moon": "Troll"}, "ST": {"Moon": "Barbarian"}},
    }  # fmt: skip
    game._position = Position(game.system, game.system.arrange(words))
    game.play("battle moon storm", dice="1 / 1")
    assert game.state.battle is None
    both = (DARKNESS, STORM)
    assert list(dict.fromkeys(moments)) == [
        *(("pre_battle", seat) for seat in both), ("runes: pre-battle", 2),
        *(("before_dice", seat) for seat in both),
        *(("dice_rolled", seat) for seat in both), ("runes: battle", 4),
        ("runes: post-battle", 5),
        *(("post_battle", seat) for seat in (*both, SKY)), ("runes: post-battle", 8),
        *(("battle_end", seat) for seat in (*both, SKY)),
    ]  # fmt: skip


@pytest.mark.rule("GW-CON-008")
def test_the_attackers_conquest_is_settled_before_the_defenders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both never win by the rules of the box; with powers that change who stands there they might."""
    stands, taken = iter([True, False, True, False]), list[tuple[int, int, int]]()

    class Fight:
        def building(self, seat: int) -> int:
            return seat * 8

        def stands(self, seat: int) -> bool:
            return next(stands)

    async def take(fight: Any, winner: int, loser: int, code: int) -> None:
        taken.append((winner, loser, code))

    monkeypatch.setattr(losses, "take", take)
    with pytest.raises(StopIteration):
        losses.conquest(Fight(), STORM, SKY).send(None)  # type: ignore[arg-type]
    assert taken == [(STORM, SKY, SKY * 8), (SKY, STORM, STORM * 8)]


@pytest.mark.rule("GW-UNQ-003", "GW-GAB-001")
def test_an_action_for_all_is_open_to_everybody_while_its_source_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """No empire of the box has one; so Sunspear is one, for once."""
    monkeypatch.setattr(Sunspear, "public", True)
    words: dict[str, Any] = {
        "active": "ST", "power": {"SK": 1, "ST": 4, "DA": 1},
        "units": {"ST": {"Moon": "Barbarian"}, "DA": {"Brithos": "Troll"}}, "gifts": {"SK": "Sunspear"},
    }  # fmt: skip
    for down, legal in (({}, True), ({"SK": "Sunspear"}, False)):
        game = th.new("gods_war", empires=["sky", "storm", "darkness"])
        game._position = Position(game.system, game.system.arrange(words | {"down": down}))
        verdicts = {row.rule: row.holds for row in game.why_not("sunspear DA Troll, Brithos").verdicts}
        assert verdicts["GW-GAB-024"] is legal
        assert game.why_not("sunspear DA Troll, Brithos").legal is legal
        if legal:
            game.play("sunspear DA Troll, Brithos", dice="1")
            assert game.state.power == [1, 2, 1]
            assert game.state.active != STORM
    with pytest.raises(TheoError):
        game.play("sunspear DA Troll, Brithos")


@pytest.mark.rule("GW-BLD-012")
def test_a_building_with_nothing_beneath_it_is_built_like_a_shrine_and_never_upgraded() -> None:
    """So are Castles and Towers of another box; here the Castle of Lead is one, for once."""
    castle = {"on": [], "gift": "", "cost": 2}
    overlay = {"empire": {"darkness": {"buildings": {"castle_of_lead": castle}}}}
    game = th.new("gods_war", empires=["sky", "storm", "darkness"], overlay=overlay)
    words = {"active": "DA", "power": {"DA": 9}, "buildings": {"DA": {"Moon": "Shrine"}}}
    game._position = Position(game.system, game.system.arrange(words))
    game.play("build castle of lead brithos")
    assert game.state.sites(DARKNESS, ("castle_of_lead",)) == [game.system.config.map.index["brithos"]]
    for higher in ("temple", "ziggurat", "castle of lead"):
        assert not game.why_not(f"upgrade {higher} brithos").legal


@pytest.mark.rule("GW-ACT-004", "GW-ACT-010")
def test_who_is_not_asked_is_told_why() -> None:
    game = th.new("gods_war", empires=["sky", "storm", "darkness"])
    words = {"active": "SK", "power": {"SK": 1, "ST": 2, "DA": 0}, "buildings": {"SK": {"Brithos": "Shrine"}}}
    game._position = Position(game.system, game.system.arrange(words))
    for who, rules in (("SK", set()), ("ST", {"GW-ACT-004"}), ("DA", {"GW-ACT-004", "GW-ACT-010", "GW-ACT-002"})):
        assert {row.rule for row in game.why_not("build shrine jrustela", who).verdicts if not row.holds} == rules


@pytest.mark.rule("GW-GCO-006")
def test_the_last_award_may_be_a_loss() -> None:
    """With so few players the printed awards never fall below 0; here they begin lower."""
    game = th.new("gods_war", empires=["sky", "storm", "darkness"], overlay={"compromise": {"next": 0}})
    words = {
        "phase": "compromise", "first": "SK", "middle": "magasta's pool", "vp": {"SK": 20, "ST": 18, "DA": 18},
        "slots": {"ST": {"Left behind": "Whirlwind"}},
    }  # fmt: skip
    game._position = Position(game.system, game.system.arrange(words))
    game.play("yes")
    game.play("storm")
    assert game.state.vp == [24, 18, 17]
