"""The modules of widgets are files of the site: their names, before any widget asks for its own."""

import json
from pathlib import Path

from theomachy_widgets import esm

esm.MODULES.update(json.loads(Path("/modules.json").read_text("utf-8")))
