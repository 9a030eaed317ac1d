"""Make the studies of `studies/` again: positions of lessons and scenes, told in order, with marks and questions.

usage: make_studies.py [FOLDER]     (beside this file, unless a folder is named)

Positions are kept in the words of scenarios, so that they hold as long as the words do.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

import theomachy as th

HERE = Path(__file__).parent
KEPT = ("players", "options", "rulings", "overlay", "seed", "setup")


def words(game: str, name: str, acts: int = 0) -> dict[str, Any]:
    """The position of a scenario after so many of its steps that play."""
    raw = tomllib.loads((HERE / "scenarios" / game / f"{name}.toml").read_text("utf-8"))
    played = [step for step in raw["step"] if any(key in step for key in ("play", "roll", "chance"))]
    steps = [{key: step[key] for key in ("who", "play", "roll", "chance") if key in step} for step in played[:acts]]
    return {key: raw[key] for key in KEPT if key in raw} | ({"step": steps} if steps else {})


def what(question: str, options: list[str], answer: str, hint: str = "", why: str = "") -> dict[str, Any]:
    return {"question": question, "kind": "what", "options": options, "answer": answer, "hint": hint, "why": why}


def which(question: str, options: list[str], answer: list[str], hint: str = "", why: str = "") -> dict[str, Any]:
    return {"question": question, "kind": "which", "options": options, "answer": answer, "hint": hint, "why": why}


def number(question: str, answer: float, hint: str = "", why: str = "") -> dict[str, Any]:
    return {"question": question, "kind": "number", "answer": answer, "hint": hint, "why": why}


def play(question: str, answer: str, hint: str = "", why: str = "") -> dict[str, Any]:
    return {"question": question, "kind": "play", "answer": answer, "hint": hint, "why": why}


def fords_and_walls() -> th.Study:
    """Demigods: the ground decides."""
    study = th.study("demigods", title="Fords and walls", about="Four battles of Demigods in which the ground decides.")
    study.add(
        words("demigods", "the_fords"),
        "The fords",
        say="Five armies choose between the plains and the mountains.",
        text="Aglaia has **five armies** on F4. In the plains of G5 stand an army and four people; on G4, in the "
        "mountains, two armies.\n\nEvery army rolls two dice, and every 1 takes a counter [DG-BAT-003]. "
        "*Armies* attack a "
        "neighbouring hex, and nothing farther away.",
        near="F4",
        areas=["G5", "G4"],
        arrows=[["F4", "G5"]],
        questions=[
            which(
                "Which attacks are open to the five?",
                ["attack F4 G5", "attack F4 G4", "attack F4 H5"],
                ["attack F4 G5", "attack F4 G4"],
                "DG-BAT-001",
                "H5 is two hexes away.",
            ),
            number("How many dice do five armies roll?", 10, "DG-BAT-003", "Two each."),
        ],
    )
    study.add(
        words("demigods", "the_fords", 1),
        "After the first round",
        say="Whoever attacks may stop after any round.",
        text="Three ones against one. Four armies are left on F4, and on G5 two people.\n\n"
        "The attacker may break off now; the armies have never left F4, so there is nothing to retreat from.",
        near="F4",
        arrows=[["F4", "G5"]],
        questions=[
            what(
                "What does Aglaia risk by one more round?",
                ["nothing: two people roll no dice", "one army at most: two people roll one die", "all four armies"],
                "one army at most: two people roll one die",
                "DG-BAT-003",
                "People roll one die a pair.",
            )
        ],
    )
    study.add(
        words("demigods", "the_isthmus"),
        "The isthmus",
        say="Seven against three: and Chloris waits in the south.",
        text="One hex joins two lands. Seven armies of Aglaia look at three of Bronteas on F5; behind them "
        "stand four more.\n\n"
        "- won, the isthmus is held by what is left of the seven\n- lost, Chloris walks in from the south",
        near="E5",
        areas=["F5"],
        arrows=[["E5", "F5"], ["G5", "F5"]],
        questions=[
            number("How many dice does Aglaia roll if all seven attack?", 14, "DG-BAT-003", "Two for each army."),
            number(
                "And the defenders: three armies and two people?", 7 + 1, "DG-BAT-003", "Six, and two for the pair."
            ),
        ],
    )
    study.add(
        words("demigods", "lesson_mountain_defence"),
        "Into the mountains",
        say="The mountain takes the first hit of every round.",
        text="Three armies before two armies and three people in the mountains. The dice are even; the ground "
        "is not: who "
        "defends on mountains loses one counter less a round [DG-BAT-004].",
        near="D4",
        areas=["D4"],
        arrows=[["C4", "D4"]],
        questions=[
            what(
                "How many dice does each side roll?",
                ["6 against 4", "6 against 5", "6 against 6", "5 against 6"],
                "6 against 6",
                "DG-BAT-003",
                "Two for each army, and one for each pair of people, rounded up.",
            ),
            play("Attack D4 with all three armies.", "attack C4 D4 3", "Choose the attack from C4, then the number."),
        ],
    )
    study.add(
        words("demigods", "the_last_wall"),
        "The last wall",
        say="Fourteen armies from three sides, and a mountain that takes a hit of every roll.",
        text="All that Aglaia still has stands on E5. Bronteas may attack from several hexes *together* [DG-BAT-010].",
        near="E5",
        areas=["E5"],
        arrows=[["D5", "E5"], ["F5", "E5"], ["E6", "E5"]],
        questions=[
            number("How many dice do the fourteen roll?", 28, "DG-BAT-003", "Two for each army."),
            what(
                "Four of them show a 1. How many counters does Aglaia lose?",
                ["4", "3", "2"],
                "3",
                "DG-BAT-004",
                "The mountain takes one of the four.",
            ),
        ],
    )
    return study


def gates_under_attack() -> th.Study:
    """Cthulhu Wars: one battle, taken apart."""
    study = th.study(
        "cthulhu_wars",
        title="Gates under attack",
        about="One battle of Cthulhu Wars in six positions: two Starspawn and a Shoggoth come for a gate.",
    )
    name = "lesson_19_starspawn_against_ghouls"
    study.add(
        words("cthulhu_wars", name),
        "The position",
        say="Two Starspawn and a Shoggoth stand at the gate of the Black Goat.",
        text="Great Cthulhu has 3 Power and has come to Africa with **two Starspawn and a Shoggoth**. There the "
        "Black Goat "
        "keeps a gate with two Ghouls and an Acolyte.\n\nA battle costs 1 Power; who attacks needs a die "
        "[CW-BTA-004].",
        near="Africa",
        areas=["Africa"],
        questions=[number("How many dice have two Starspawn and a Shoggoth?", 8, "CW-BAT-011", "3 and 3 and 2.")],
    )
    study.add(
        words("cthulhu_wars", name, 1),
        "Who takes part",
        say="All six units in the area take part, the keeper of the gate too.",
        text="The battle is declared. Ghouls have no Combat of their own, and an Acolyte has none either: but "
        "the Black "
        "Goat has *Frenzy* [CW-BG-018].",
        near="Africa",
        areas=["Africa"],
        questions=[
            number("How many dice does the Black Goat roll?", 1, "CW-BG-018", "The frenzied Acolyte has 1."),
        ],
    )
    study.add(
        words("cthulhu_wars", name, 1),
        "To eat or not to eat",
        say="A meal of the Shoggoth must bring more dice than it costs.",
        text="Before the dice the Shoggoth may absorb units beside it, each for three dice more [CW-GC-018]. A "
        "Starspawn has "
        "three dice itself.",
        near="Africa",
        questions=[
            number("With one Starspawn eaten, how many dice are there?", 8, "CW-GC-018", "Three less and three more."),
            what(
                "And what does the meal cost?",
                ["nothing", "a unit that could have taken a kill", "the gate"],
                "a unit that could have taken a kill",
                "",
                "Eight dice either way, but two units in place of three.",
            ),
        ],
    )
    study.add(
        words("cthulhu_wars", name, 3),
        "The keeper last",
        say="Two kills and a pain for three units: who is given up?",
        text="Great Cthulhu rolled 6, 6 and 4: *two kills and a pain*. Each side chooses its own losses, one unit a "
        "result [CW-BAT-016].",
        near="Africa",
        areas=["Africa"],
        questions=[
            what(
                "What is best for the Black Goat?",
                ["Both Ghouls die, the Acolyte is pained", "A Ghoul and the Acolyte die, a Ghoul is pained"],
                "Both Ghouls die, the Acolyte is pained",
                "CW-BAT-016",
                "The gate is lost either way. But an Acolyte gathers Power, and a Ghoul costs one to have again.",
            )
        ],
    )
    study.add(
        words("cthulhu_wars", name, 5),
        "Where to retreat",
        say="Not where the enemy has fled to.",
        text="The Shoggoth was pained and has gone to the South Atlantic. Now the Acolyte leaves the gate.",
        near="Africa",
        arrows=[["Africa", "South Atlantic"]],
        questions=[
            which(
                "Where may the Acolyte go?",
                ["Asia", "South Atlantic", "Indian Ocean", "North Atlantic"],
                ["Asia", "Indian Ocean", "North Atlantic"],
                "CW-BAT-031",
                "Anywhere next door but to the Shoggoth.",
            )
        ],
    )
    study.add(
        words("cthulhu_wars", name, 7),
        "What is left",
        say="An abandoned gate, two Starspawn, and a spellbook.",
        text="Two victims in one battle bring a spellbook. The gate of Africa is *abandoned*: Starspawn keep "
        "none, so the "
        "next to come with a cultist has it.\n\n- look at the Power and the Combat\n- then at each power in its "
        "moment\n"
        "- then at the dice, and last at the ways out",
        areas=["Africa"],
    )
    return study


def a_shrine_changes_hands() -> th.Study:
    """The Gods War: conquest."""
    study = th.study(
        "gods_war",
        title="A Shrine changes hands",
        about="The Gods War in five positions: battle, rout and conquest, and what the Spike does.",
    )
    study.add(
        words("gods_war", "lesson_07_conquest"),
        "Who may attack whom",
        say="A building alone attacks nobody.",
        text="Storm has a **Barbarian** and a Shrine in Jrustela, where two Archers of Sky have come. Its other "
        "Shrine stands "
        "in Teshnos, with nobody beside it.",
        near="Jrustela",
        areas=["Jrustela", "Teshnos"],
        questions=[
            which(
                "Which of these can Ben do?",
                ["battle jrustela sky", "battle teshnos sky", "battle moon sky"],
                ["battle jrustela sky"],
                "GW-BAT-001",
                "A building alone attacks nobody, and on the Moon he has nothing.",
            )
        ],
    )
    study.add(
        words("gods_war", "lesson_07_conquest", 1),
        "The rout",
        say="A unit that is routed is sent off by its enemy.",
        text="Storm misses. Sky rolls a 4: the Barbarian is routed, and Ana sends it off.",
        near="Jrustela",
        questions=[
            what(
                "Sky was the defender. Is the Shrine of Storm at stake?",
                [
                    "No, only the attacker takes buildings",
                    "Yes: Sky has a unit left, Storm has none",
                    "No, a rout is not a kill",
                ],
                "Yes: Sky has a unit left, Storm has none",
                "GW-CON-002",
                "It does not matter who declared the battle, nor how the loser lost his units.",
            )
        ],
    )
    study.add(
        words("gods_war", "lesson_07_conquest", 2),
        "Conquer or destroy",
        say="The winner's own building stands where the loser's stood, for nothing.",
        text="Ana may *conquer* the Shrine or destroy it. Conquered, it is replaced by one of the same kind out "
        "of her own "
        "pool [GW-CON-004].",
        near="Jrustela",
        areas=["Jrustela"],
        questions=[play("Ana shall conquer it.", "Conquer it", "GW-CON-004", "A Shrine of Sky stands there now.")],
    )
    study.add(
        words("gods_war", "lesson_07_conquest", 3),
        "Counted again",
        say="One Shrine more for Sky, one fewer for Storm.",
        text="The Shrine of Storm is back in its pool.",
        questions=[
            number("How many Shrines has Sky on the map?", 2, "GW-CON-004", "One on the Moon, one in Jrustela.")
        ],
    )
    study.add(
        words("gods_war", "example_simple_conquest"),
        "Against bare walls",
        say="A building that nobody defends falls to a single unit.",
        text="A Troll before a Shrine of Storm, with nobody in it. It is still a battle, declared and paid for.",
        near="Jrustela",
        areas=["Jrustela"],
        questions=[
            which(
                "What can the Troll do?",
                ["battle jrustela storm", "battle jrustela sky"],
                ["battle jrustela storm"],
                "GW-BAT-001",
                "Sky has nothing there.",
            )
        ],
    )
    return study


def what_is_sent_is_lost() -> th.Study:
    """Heroes: power that is spent."""
    study = th.study(
        "heroes",
        title="What is sent is lost",
        about="Heroes in five positions: a monster, and a fight of three in which everybody writes in secret.",
    )
    study.add(
        words("heroes", "lesson_06_monsters"),
        "The line of monsters",
        say="Each point that is left passes over one monster.",
        text="James has beaten the first two of the line 2, 3, **5, 8, 13** and has one movement point left "
        "[HE-MON-003].",
        questions=[
            which(
                "Which monsters may he fight?",
                ["fight Monster of power 5", "fight Monster of power 8", "fight Monster of power 13"],
                ["fight Monster of power 5", "fight Monster of power 8"],
                "HE-MON-003",
                "The leftmost that is not beaten is the 5; one point passes over it.",
            ),
            number(
                "How much power has he, with a Tapster of 4, three Goons and 3 wood?",
                10,
                "HE-MON-006",
                "4 and 3, and each wood is 1 by the Powder Kegs.",
            ),
        ],
    )
    study.add(
        words("heroes", "lesson_06_monsters", 1),
        "No more than needed",
        say="Nine are enough against eight: the third wood stays at home.",
        text="He fights the 8. What is sent is lost, whatever it was needed for; so he counts before he sends.",
        questions=[number("How many wood should he add to the 7 of his army?", 2, "HE-CBT-002", "9 beats 8.")],
    )
    study.add(
        words("heroes", "lesson_06_monsters", 2),
        "After the 8",
        say="The 5 waits for another round.",
        text="The 8 is beaten, the 5 is free. Two points at the end, and 1 wood, 1 iron and 1 gold at once.",
        questions=[
            what(
                "The monster of power 5 was passed over. What becomes of it?",
                ["It is lost to him", "It can be fought in a later round", "He may fight it now as well"],
                "It can be fought in a later round",
                "HE-MON-003",
                "One monster a round.",
            )
        ],
    )
    study.add(
        words("heroes", "lesson_15_three_way_fight"),
        "Before anybody writes",
        say="All may look at all boards, until somebody begins.",
        text="Three stand in Paskaar. Emma has four Imps of power 2 and, by a rune next door, 3 more [HE-PVP-001].",
        near="Paskaar",
        areas=["Paskaar"],
        questions=[number("What is the highest power that Emma can reach?", 11, "HE-PVP-001", "Four times 2, and 3.")],
    )
    study.add(
        words("heroes", "lesson_15_three_way_fight", 4),
        "14, 11 and 8",
        say="The weakest of the losers says how much may be taken.",
        text="James has won with 14. He has one reward: the spoils of a monster, resources of the losers, or an "
        "artefact.",
        near="Paskaar",
        questions=[
            number("If he takes resources: how many, at most?", 6, "HE-PVP-008", "14 less 8."),
        ],
    )
    return study


def seen_and_struck() -> th.Study:
    """Mythic Battles: sight, dice, stones."""
    study = th.study(
        "mythic_battles",
        title="Seen and struck",
        about="Mythic Battles: Pantheon in five positions: who is seen, how dice lift one another, and the "
        "fourth stone.",
    )
    study.add(
        words("mythic_battles", "lesson_03_sight"),
        "Whom Atalanta sees",
        say="Every unit hides what is behind it, friend or foe.",
        text="Atalanta (range 2) stands in the Frozen Tears. The Centaurs are two areas away, with a rock "
        "between; Achilles "
        "is in the cage, behind the Spartans.\n\nThe line goes from icon to icon, and meets an obstacle or does not "
        "[MB-TGT-006].",
        near="Frozen Tears",
        arrows=[["Frozen Tears", "Cage of the Hundred-handed"], ["Frozen Tears", "Rime of Lethe"]],
        questions=[
            which(
                "Whom can she attack?",
                ["attack Heracles", "attack Spartans", "attack Centaurs", "attack Achilles"],
                ["attack Heracles", "attack Spartans"],
                "MB-TGT-006",
                "A rock hides the Centaurs, the Spartans hide Achilles.",
            ),
            number("How far away is Achilles?", 2, "MB-TGT-007", "Areas by the shortest way, without the own one."),
        ],
    )
    study.add(
        words("mythic_battles", "lesson_04_first_assault"),
        "Achilles attacks",
        say="Seven dice, and one more at range 0.",
        text="Achilles stands among the Hoplites. His row says 7; *Close Combat* adds 1 in his own area.",
        near="Court of the Founders",
        areas=["Court of the Founders"],
        questions=[play("Attack the Hoplites.", "attack Hoplites", "MB-TGT-003", "The own area is always seen.")],
    )
    study.add(
        words("mythic_battles", "lesson_04_first_assault", 1),
        "Dice lift dice",
        say="The lowest die goes, the highest rises.",
        text="Two blanks are gone. Both fives wound already; a 1, a 2, a 3 and a 4 are left against defence 5 "
        "[MB-ATK-005].",
        near="Court of the Founders",
        questions=[
            number(
                "How many more wounds can he make of these four?",
                1,
                "MB-ATK-005",
                "One die lifts the 4; no other reaches.",
            ),
            play("Which die does he best discard?", "Discard a 1: a 4 becomes 5", "MB-ATK-005", "All add the same 1."),
        ],
    )
    study.add(
        words("mythic_battles", "lesson_07_stones", 1),
        "A stone to claim",
        say="A claim is simple; absorbing is complex.",
        text="Zeus has absorbed three stones. Medusa stands beside another, and the Hoplites carry one.",
        near="Upper Terrace",
        areas=["Upper Terrace"],
        questions=[
            play("Let Medusa claim the stone.", "claim Upper Terrace", "MB-CLM-001", "In the area of the stone.")
        ],
    )
    study.add(
        words("mythic_battles", "lesson_07_stones", 4),
        "The fourth stone",
        say="The game stops at that very moment.",
        text="It is the turn of Zeus. He may absorb a stone that lies in his area, or that an ally carries there "
        "[MB-ABS-001].",
        near="Court of the Founders",
        areas=["Court of the Founders"],
        questions=[
            what(
                "What happens when he absorbs it?",
                ["He gets an omphalos card, and the game goes on", "It is the fourth stone: Blue wins at once"],
                "It is the fourth stone: Blue wins at once",
                "MB-WIN-004",
                "Four stones win.",
            )
        ],
    )
    return study


STUDIES = {
    "demigods/fords_and_walls": fords_and_walls,
    "cthulhu_wars/gates_under_attack": gates_under_attack,
    "gods_war/a_shrine_changes_hands": a_shrine_changes_hands,
    "heroes/what_is_sent_is_lost": what_is_sent_is_lost,
    "mythic_battles/seen_and_struck": seen_and_struck,
}


def main(folder: Path) -> None:
    """Write every study into its folder."""
    for name, make in STUDIES.items():
        study = make()
        if wrong := study.faults():
            raise SystemExit(f"{name}: {wrong[0]}")
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        study.save(path)
        print(f"{path}: {study.counted()}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "studies")
