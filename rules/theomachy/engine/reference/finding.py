"""Which rule answers a question in plain words: stemmed words, the best match first (BM25), nothing but counting."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log
from typing import Any

# words that a question has and no rule is about
ASKING = frozenset(
    """a about all also an and any anybody are as at be been but by can cannot could did do does for from game get
    gets give given go goes had happen happens has have he her his how i if in into is it its just many may
    me mean means much must my no not of off on one or our ours out player players rule rules shall she
    should so somebody someone something still tell than that the their them then there these they thing
    things this those to too up use used was we what when where whether which while who whom whose why will
    with work works would yes you your
    """.split()
)
# what no ending tells: one word for each family
ALIKE = {
    word: family[0]
    for family in (
        line.split()
        for line in """
        build built construct erect
        buy bought cost costs pay paid price
        defend defence defense
        destroy destruction destroyed
        die dead death deaths died dies dying
        fight fought
        hide hid hidden secret secretly
        lose loss losses lost
        next adjacent adjacency adjoining beside neighbour neighbours neighbouring neighbor neighbors
        win won winner winners winning victory
        begin began begun start starts starting
        draw drawn drew
        throw threw thrown roll rolls rolled rolling
        leave left leaves leaving
        """.strip().splitlines()
    )
    for word in family
}
# whole questions whose words alone say too little: what each is about, any word of a group for the group
GAME_OVER = "game skirmish win wins victory", "end ends over stops triggers last"
WHOLE = tuple(
    (re.compile(pattern), groups)
    for pattern, groups in (
        (r"\bgame\b.*\b(end|ends|ended|over|finish|finishes|finished|stop|stops|last|lasts)\b", GAME_OVER),
        (r"\b(end|ends|length) of (the|a) game\b|\b(how long|how many (rounds|turns))\b.*\bgame\b", GAME_OVER),
        (r"\b(who|which player)\b.*\b(first|starts|begins)\b", ("first", "player")),
    )
)
ENDINGS = (("ational", "ate"), ("ment", ""), ("ion", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("ly", ""), ("er", ""))
TITLE, HELD = 3, 0.5  # a word of a title counts so often; how soon another one of a word counts less
LENGTH = 0.6  # how much a long rule is held to say less with each word
LACKING, FAR = 0.4, 0.5  # what remains of a score without any word, and of the best score to be shown


@lru_cache(16384)
def stem(word: str) -> str:
    """What remains of an English word without its endings: "defenders" and "defended" are "defend"."""
    if word in ALIKE or len(word) < 4 or not word.isalpha():
        return ALIKE.get(word, word)
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith(("ches", "shes", "sses", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending, instead in ENDINGS:
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) > 2 and re.search("[aeiouy]", rest):
            word = ALIKE.get(word) or _single(rest) + instead
            break
    word = ALIKE.get(word, word)
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def _single(word: str) -> str:
    """ "winn" is "win"; "roll", "pass" and "add" keep both."""
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz" else word


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return re.findall(r"[^\W\d_]+|\d+", text.lower().replace("'", "").replace("’", ""))


def asked(text: str) -> list[str]:
    """The words that a question is about; all of them where nothing else would remain."""
    found = words_of(text)
    return [word for word in found if word not in ASKING] or found


def groups_of(question: str) -> Sequence[str]:
    """What a question is about: words, or for a whole question groups of words that say the same."""
    plain = " ".join(words_of(question))
    return next((groups for pattern, groups in WHOLE if pattern.search(plain)), None) or asked(question)


class Index:
    """Texts with titles, made ready for questions."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._texts = list[tuple[Counter[str], int]]()  # how often each word occurs, and how many do
        self._words = dict[str, set[str]]()  # each word that occurs, by its first two signs, for one half typed
        for title, text in texts:
            count: Counter[str] = Counter()
            for words, times in ((words_of(title), TITLE), (words_of(text), 1)):
                for word in words:
                    count[stem(word)] += times
                    self._words.setdefault(word[:2], set()).add(word)
            self._texts.append((count, sum(count.values())))
        self._held = Counter(word for count, _ in self._texts for word in count)
        self._mean = sum(long for _, long in self._texts) / max(len(self._texts), 1)

    def _meant(self, word: str) -> frozenset[str]:
        """The stems that a word of a question may stand for: its own, else those of words that begin so."""
        own = stem(word)
        if own in self._held:
            return frozenset((own,))
        return frozenset(stem(known) for known in self._words.get(word[:2], ()) if known.startswith(word))

    def best(self, question: str) -> list[int]:
        """The numbers of the texts that answer a question, the best first; what is far behind the best is left out."""
        wanted = [
            frozenset().union(*(self._meant(word) for word in group.split()))
            for group in dict.fromkeys(groups_of(question))
        ]
        found = [(self._score(count, long, wanted), at) for at, (count, long) in enumerate(self._texts)]
        least = max((score for score, _ in found), default=0) * (FAR if len(wanted) > 1 else 0)
        return [at for score, at in sorted(found, key=lambda hit: (-hit[0], hit[1])) if score > least]

    def _score(self, count: Counter[str], long: int, wanted: Sequence[frozenset[str]]) -> float:
        """How well a text answers: more for each word, for a rare one, and for one that it says often or is short."""
        score, held = 0.0, 0
        for stems in wanted:
            n = max((count[word] for word in stems), default=0)
            if n:
                held += 1
                rare = log(1 + len(self._texts) / (1 + min(self._held[word] for word in stems if count[word])))
                score += rare * n / (n + HELD * (1 - LENGTH + LENGTH * long / self._mean))
        return score * (LACKING + (1 - LACKING) * held / len(wanted)) if wanted else 0.0

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, for a page that finds without Python; `held` has number and count of each text."""
        held: dict[str, list[int]] = {}
        for at, (count, _) in enumerate(self._texts):
            for word, n in count.items():
                held.setdefault(word, []).extend((at, n))
        return {
            "held": held,
            "longs": [long for _, long in self._texts],
            "mean": self._mean,
            "words": sorted(word for words in self._words.values() for word in words),
            "asking": sorted(ASKING),
            "alike": ALIKE,
            "endings": ENDINGS,
            "whole": [[pattern.pattern, groups] for pattern, groups in WHOLE],
            "weights": {"held": HELD, "length": LENGTH, "lacking": LACKING, "far": FAR},
        }
