"""Answers that a learner hands in: from the kernel to the page, which keeps them as a file (`panels/handin.js`)."""

from __future__ import annotations

import anywidget

from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.classwork import Answers


def hand_over(part: anywidget.AnyWidget, answers: Answers) -> None:
    """Send the answers, as a file for the person at the screen, by a part whose panel takes files."""
    said = {"do": "save", "name": f"{classwork.file_name(answers)}.answers.json", "type": "application/json"}
    part.send(said, [classwork.dump(answers).encode()])
