"""Write panels/types.d.ts: the models of the panels for the type checker of the JavaScript, from those of Python.

usage: make_types.py [FILE]     (without a file it writes widgets/theomachy_widgets/panels/types.d.ts)

What `theomachy_widgets.models` uses is understood and no more: `TypedDict` and `NamedTuple`, `NotRequired`, `Literal`,
unions, lists, tuples and dictionaries of texts, numbers and truths. Comments beside a field travel along.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from theomachy_widgets.models import MODULES
from theomachy_widgets.models.common import Nothing

TARGET = Path(__file__).parents[1] / "widgets" / "theomachy_widgets" / "panels" / "types.d.ts"
HEAD = """\
// The models of the panels, as Python makes them. Made from widgets/theomachy_widgets/models by
// `python tools/make_types.py`; do not edit it by hand. What only JavaScript knows stands in ui.d.ts,
// the data of a replay in film.d.ts.
// Empty objects stand for nothing at all: who draws one asks for its name or id first.

export * from "./film.js";
export * from "./ui.js";
"""
PLAIN: Mapping[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    object: "unknown",
    type(None): "null",
    Any: "any",
}


def page() -> str:
    """The whole file."""
    return "\n".join([HEAD, *(text for module in MODULES for text in _module(module))])


def typed(hint: Any) -> str:
    """A type of Python as one of TypeScript. Raises `TypeError` for one that is not understood."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(typed(each) for each in inside if each is not Nothing))
    if origin is Literal:
        return " | ".join(f'"{word}"' if isinstance(word, str) else str(word).lower() for word in inside)
    if origin is list or (origin is tuple and inside[1:] == (...,)):
        each = typed(inside[0])
        loose = get_origin(inside[0]) in (Union, types.UnionType, Literal)
        return f"({each})[]" if loose and " | " in each else f"{each}[]"
    if origin is tuple:
        return f"[{', '.join(typed(each) for each in inside)}]"
    if origin is dict:
        return f"Record<{typed(inside[0])}, {typed(inside[1])}>"
    if isinstance(hint, type) and (is_typeddict(hint) or hasattr(hint, "_fields")):
        return hint.__name__
    raise TypeError(f"no type for the panels: {hint!r}")


def _module(module: types.ModuleType) -> Iterator[str]:
    """What a module declares, in its order."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    remarks = _remarks(source)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            made = getattr(module, node.name)
            own = {each.target.id: each.lineno for each in node.body if _is_field(each)}  # type: ignore[attr-defined]
            bases = [each.id for each in node.bases if isinstance(each, ast.Name)]
            above = [name for name in bases if name not in ("TypedDict", "NamedTuple")]
            about = ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):  # with keys that Python keeps to itself
            made, above = getattr(module, ast.unparse(node.targets[0])), []
            keys = node.value.args[1]
            own = {str(ast.literal_eval(key)): key.lineno for key in getattr(keys, "keys", [])}
            about = remarks.get(node.lineno - 1, "")
        else:
            continue
        if made is not Nothing:
            yield _declared(made, own, above, about, remarks)


def _is_field(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def _declared(made: type, own: Mapping[str, int], above: list[str], about: str, remarks: Mapping[int, str]) -> str:
    """One declaration: an interface, or the tuple that a `NamedTuple` is."""
    hints = get_type_hints(made, include_extras=True)
    head = f"/** {' '.join(about.split())} */\n" if about else ""
    if hasattr(made, "_fields"):
        return f"{head}export type {made.__name__} = [{', '.join(f'{k}: {typed(hints[k])}' for k in own)}];\n"
    lines = []
    for name, line in own.items():
        hint, free = hints[name], ""
        if get_origin(hint) is NotRequired:
            hint, free = get_args(hint)[0], "?"
        remark = remarks.get(line) or remarks.get(line - 1, "")
        if remark and not (line - 1 in own.values() and line not in remarks):
            lines.append(f"  /** {remark} */\n")
        lines.append(f"  {name}{free}: {typed(hint)};\n")
    extends = f" extends {', '.join(above)}" if above else ""
    return f"{head}export interface {made.__name__}{extends} {{\n{''.join(lines)}}}\n"


def _remarks(source: str) -> dict[int, str]:
    """The comments of a file by line."""
    told = tokenize.generate_tokens(io.StringIO(source).readline)
    return {each.start[0]: each.string.lstrip("# ") for each in told if each.type == tokenize.COMMENT}


def main(arguments: list[str]) -> int:
    target = Path(arguments[0]) if arguments else TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
