"""A power that names what it speaks about says nothing on any other topic, or its silence would change the rules."""

from random import Random

import pytest

from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.layers import Change
from theomachy.engine.runtime.position import Playout, Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.rules.timings import VOCABULARY, Power
from theomachy.games.heroes.rules.topics import CostOf

TOPICS = {timing: VOCABULARY.about_what(timing) for timing in ("cost_of", "limit")}


@pytest.mark.parametrize("factions", [("gremlins", "mechanisms", "elementals"), ("demons", "halflings", "cultists")])
def test_powers_are_silent_on_what_they_are_not_about(factions: tuple[str, ...]) -> None:
    """Every power of these boards, in force or not, at positions all over random games."""
    system, silent, spoke = Heroes.build(options={"factions": list(factions)}), 0, set()
    for seed in range(2):
        position, rng, n = Playout(Position(system, system.start())), Random(seed), 0
        while (decision := position.decision) is not None:
            s, n = position.state, n + 1
            for me, slug in enumerate(s.config.slugs) if n % 25 == 0 else ():
                powers = [a for a in VOCABULARY.abilities if isinstance(a, Power) and a.faction == slug and a.about]
                for power in powers:
                    for timing in [timing for timing in TOPICS if hasattr(power, timing)]:
                        for what in TOPICS[timing]:
                            for who in s.config.seats:
                                said = getattr(power, timing)(s, me, what, who, 0)
                                if what in power.about:
                                    spoke.add(power.name) if said is not None else None
                                else:
                                    assert said in (None, Change("add", 0)), (power, timing, what)
                                    silent += 1
            position.play(sampling.sample_chance(decision, rng))
    assert silent > 1000
    assert len(spoke) > 5


def test_a_power_with_a_query_of_its_own_says_what_it_is_about() -> None:
    """Else it would inherit the topics of its base, and be asked nothing of its own."""

    class Base(Power, abstract=True):
        """A base."""

        rule = "HE-BLD-011"
        about = (CostOf.HIRE,)

    with pytest.raises(TypeError, match="say what this one is about"):

        class Silent(Base):
            """Speaks of steps, and forgets to say so."""

            def cost_of(self, s, me, what, who, it):
                return None
