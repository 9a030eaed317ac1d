"""The models of the panels, typed: what Python sends, and what the JavaScript of each panel draws.

They are told here and nowhere else: `panels/types.d.ts` is made from these files by `python tools/make_types.py`, and
the tests hold every model that they send against them. A row without names of its own is a tuple, told by a comment.
Keys are short where a model holds hundreds of them, since models travel with every change of the screen.
"""

from __future__ import annotations

from typing import Any

from . import (
    areamenu,
    calculator,
    common,
    decision,
    editor,
    fight,
    hints,
    lab,
    lesson,
    opponents,
    page,
    paper,
    reach,
    readings,
    report,
    sheets,
    simulation,
    start,
)

MODULES = (
    common, page, decision, hints, reach, readings, opponents, sheets, paper, fight, lab, editor, lesson,
    report, start, calculator, areamenu, simulation,
)  # fmt: skip

# The model of each panel by its name; an empty one hides the panel.
PANELS: dict[str, Any] = {
    "advice": decision.AdviceModel,
    "asides": page.AsidesModel,
    "attack": fight.AttackModel,
    "bar": page.BarModel,
    "calcmap": calculator.CalcmapModel,
    "calcopen": calculator.CalcopenModel,
    "calculator": calculator.CalculatorModel,
    "cards": sheets.CardsModel,
    "cmpbar": lab.CmpbarModel,
    "cmpbase": lab.CmpbaseModel,
    "cmpleft": lab.CompareSide,
    "cmpright": lab.CompareSide,
    "conditions": sheets.ConditionsModel,
    "decision": decision.DecisionModel | decision.EndModel | decision.HiddenModel,
    "editbar": editor.EditbarModel,
    "editfoot": editor.EditfootModel,
    "editside": editor.EditsideModel,
    "fight": fight.FightModel,
    "fronts": page.FrontsModel,
    "hand": decision.HandModel,
    "hands": decision.HandsModel,
    "hints": hints.HintsModel,
    "inks": paper.InksModel,
    "lab": lab.LabModel,
    "leaves": hints.LeavesModel,
    "legend": page.LegendModel,
    "lessonbar": lesson.LessonbarModel,
    "lessonfoot": lesson.LessonfootModel,
    "lessonlist": lesson.LessonlistModel,
    "lessonside": lesson.LessonsideModel,
    "lines": paper.LinesModel,
    "measured": page.MeasuredModel,
    "newgame": start.NewgameModel,
    "newgamebar": start.NewgamebarModel,
    "notes": page.NotesModel,
    "odds": decision.OddsModel,
    "opponents": opponents.OpponentsModel,
    "paper": paper.PaperModel,
    "reach": reach.ReachModel,
    "readings": readings.ReadingsModel,
    "reportbar": report.ReportbarModel,
    "reportgraph": report.ReportgraphModel,
    "reportmoves": report.ReportmovesModel,
    "reportpoints": report.ReportpointsModel,
    "rule": common.RuleText,
    "rulesbar": lab.RulesbarModel,
    "rulespage": lab.RulespageModel,
    "sealed": decision.SealedModel,
    "sheet": sheets.SheetModel,
    "simbar": simulation.SimbarModel,
    "simset": simulation.SimsetModel,
    "simview": simulation.SimviewModel,
    "stages": page.StagesModel,
    "start": start.StartModel,
    "story": fight.StoryModel,
    "strip": page.StripModel,
    "sums": fight.SumsModel,
    "tableau": sheets.TableauModel,
    "throws": fight.ThrowsModel,
    "thumbs": paper.ThumbsModel,
    "timeline": page.TimelineModel,
    "tracks": page.TracksModel,
    "why": decision.WhyModel,
    "zoom": page.ZoomModel,
}
