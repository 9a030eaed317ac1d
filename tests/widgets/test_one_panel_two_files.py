"""A panel is one Python file, which makes its model, and one JavaScript file of the same name, which draws it."""

import re
from pathlib import Path

import pytest

from theomachy_widgets import present
from theomachy_widgets.models import PANELS
from theomachy_widgets.panels import REGIONS

HOME = Path(present.__file__).parents[1]
NAMES = [name for region in REGIONS.values() for name in region]


@pytest.mark.parametrize("name", NAMES)
def test_a_panel_has_a_file_for_its_model_and_one_for_its_drawing(name: str) -> None:
    model = (HOME / "present" / f"{name}.py").read_text(encoding="utf-8")
    drawing = (HOME / "panels" / f"{name}.js").read_text(encoding="utf-8")
    assert re.search(r"^def model\(", model, re.M)
    assert re.search(rf"^export (const|function) {name}\b", drawing, re.M)
    assert name in PANELS


def test_a_panel_stands_in_one_region_and_its_model_is_found_by_its_name() -> None:
    assert len(NAMES) == len(set(NAMES))
    assert set(present.MODELS) == set(NAMES) - {"start", "asides"}
    assert all(model.__module__ == f"{present.__name__}.{name}" for name, model in present.MODELS.items())
    assert set(NAMES) >= present.WAITING
