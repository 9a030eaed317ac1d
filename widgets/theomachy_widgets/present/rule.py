"""One rule."""

from __future__ import annotations

from ..models.common import Nothing, RuleText
from .moment import Moment


def model(m: Moment) -> RuleText | Nothing:
    """The rule that is open; empty when none is open."""
    rule_id = m.view_state.rule
    if not rule_id or rule_id not in m.system.rulebook:
        return {}
    r = m.system.rulebook[rule_id]
    return {"id": r.id, "title": r.title, "text": r.text, "where": r.where, "ruling": r.ruling}
