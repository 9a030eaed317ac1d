"""Plain data: what files hold. Whoever reads it looks at what he has before he uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Said: TypeAlias = Json  # in the words of a scenario, as TOML has them
