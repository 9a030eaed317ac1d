"""The small markup of the text of a study, read into plain data: paragraphs, lists, **strong**, *stress*, [RULE-ID].

It holds no addresses, pictures or code, and a browser sets every run as text: nothing that somebody writes is executed.
"""

from __future__ import annotations

import re

RUN = re.compile(r"\*\*(?P<strong>[^*\n]+)\*\*|\*(?P<stress>[^*\s][^*\n]*)\*|\[(?P<rule>[A-Z]{2}-[A-Z0-9-]{2,30})\]")
ITEM = re.compile(r"^\s*[-•]\s+")
Run = tuple[str, str]  # kind (text, strong, stress, rule), text
Block = tuple[str, list[list[Run]]]  # kind (p, list), its lines


def runs(line: str) -> list[Run]:
    """The runs of one line. An asterisk without its fellow is an asterisk."""
    found: list[Run] = []
    at = 0
    for each in RUN.finditer(line):
        if each.start() > at:
            found.append(("text", line[at : each.start()]))
        kind = each.lastgroup or "text"
        found.append((kind, each[kind]))
        at = each.end()
    if at < len(line):
        found.append(("text", line[at:]))
    return found


def blocks(text: str) -> list[Block]:
    """The paragraphs and lists of a text; an empty line parts them."""
    found: list[Block] = []
    for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()):
        for row in filter(str.strip, part.split("\n")):
            kind = "list" if ITEM.match(row) else "p"
            line = runs(ITEM.sub("", row).strip())
            if kind == "list" and found and found[-1][0] == "list":
                found[-1][1].append(line)
            elif kind == "p" and found and found[-1][0] == "p" and row is not part.split("\n")[0]:
                found[-1][1][-1] += [("text", " "), *line]
            else:
                found.append((kind, [line]))
    return found


def rules_of(text: str) -> list[str]:
    """The rules that a text names, each once."""
    return list(dict.fromkeys(each["rule"] for each in RUN.finditer(text) if each["rule"]))


def plain(text: str) -> str:
    """The text without its marks, for a terminal."""
    return "\n\n".join(
        "\n".join(("- " if kind == "list" else "") + "".join(said for _, said in line) for line in lines)
        for kind, lines in blocks(text)
    )
