"""What the sheets of Earth, Sea and Moon have alike: buildings as of the first box, six gifts in three fragments."""

import pytest

from theomachy.games.gods_war import GodsWar

BUILDINGS = {"shrine": (6, 1, (), 0, 0), "temple": (3, 2, ("shrine",), 0, 1), "ziggurat": (1, 3, ("temple",), 1, 0)}
SHEETS = {  # each with the rules of its buildings and gifts, what it gives, and what of it comes once
    "earth": ("GW-EAR-005", "GW-EAR-012", "Chastity, Extinction, Injunction, Pacifism, Quake, Ubiquitous", "Pacifism"),
    "moon": ("GW-MOO-004", "GW-MOO-011", "Adoption, Eclipse, Enslavement, Madness, Mindblast, Moonburn", ""),
    "sea": ("GW-SEA-004", "GW-SEA-010", "Aquatic, Constrict, Drowning, Siren Song, Tidal Surge, Whirlpool", ""),
}


@pytest.mark.rule("GW-CMP-019", "GW-CMP-028")
@pytest.mark.parametrize("slug", [pytest.param(slug, marks=pytest.mark.rule(row[0])) for slug, row in SHEETS.items()])
def test_buildings_are_those_that_others_have(slug: str) -> None:
    """Tokens or figures of plastic: six, three and one, as of every empire with Shrines."""
    for each in GodsWar.build(options={"empires": [slug, "storm", "sky"]}).config.empires[:2]:
        assert {b.key: (b.tokens, b.cost, b.on, b.kills, b.routs) for b in each.buildings} == BUILDINGS


@pytest.mark.rule("GW-CMP-022")
@pytest.mark.parametrize("slug", [pytest.param(slug, marks=pytest.mark.rule(row[1])) for slug, row in SHEETS.items()])
def test_six_gifts_for_six_slots_in_three_fragments(slug: str) -> None:
    _, _, names, once = SHEETS[slug]
    empire = GodsWar.build(options={"empires": [slug, "storm", "sky"]}).config.empires[0]
    assert ", ".join(gift.name for gift in empire.gifts) == names
    assert [len(row) for row in empire.fragments] == [2, 2, 2]
    assert ", ".join(gift.name for gift in empire.gifts if gift.once) == once
