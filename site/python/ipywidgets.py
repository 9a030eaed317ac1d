"""What the screens of this package use of ipywidgets, on a page without a server: state goes to the page as messages.

The real package speaks to a kernel through IPython, which a page has not. `anywidget` beside this stands on it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import traitlets

Message = dict[str, Any]
Hear = Callable[[Any, Any, Any], None]

_numbers = count(1)
widgets: dict[int, Widget] = {}  # those that are open


def post(message: Message) -> None:
    """Send a message to the page: whoever starts Python there puts the way in its place."""


class Layout:
    """How a widget is laid out: words of CSS."""

    def __init__(self, **words: str | None) -> None:
        self.__dict__.update(words)
        self.__dict__["_whose"] = None

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value
        if self._whose is not None:
            post({"do": "layout", "id": self._whose, "layout": self.words})

    @property
    def words(self) -> dict[str, str]:
        """What is said."""
        return {name: value for name, value in vars(self).items() if name != "_whose" and value is not None}

    def close(self) -> None:
        """It has no channel of its own."""


class Widget(traitlets.HasTraits):
    """A widget of the page. Traits with the tag `sync` are its state there."""

    def __init__(self, *, layout: Layout | None = None, **state: Any) -> None:
        self.model_id = next(_numbers)
        self._opened = False
        self._held: dict[str, Any] | None = None
        self._classes: list[str] = []
        self._hears: list[Hear] = []
        super().__init__(**state)
        self.layout = layout or Layout()
        self.layout.__dict__["_whose"] = self.model_id
        self._synced = [name for name in self.trait_names(sync=True) if not name.startswith("_")]
        self.observe(self._changed, self._synced)
        widgets[self.model_id] = self
        self._opened = True
        post({"do": "open", "id": self.model_id, "layout": self.layout.words, **self.opening()})

    def opening(self) -> Message:
        """What the page is told as it opens."""
        return {"state": {name: getattr(self, name) for name in self._synced}}

    def _changed(self, change: Any) -> None:
        if self._held is not None:
            self._held[change["name"]] = change["new"]
        else:
            post({"do": "state", "id": self.model_id, "state": {change["name"]: change["new"]}})

    @contextmanager
    def hold_sync(self) -> Iterator[None]:
        """What changes inside goes to the page at once."""
        if self._held is not None:
            yield
            return
        self._held = {}
        try:
            yield
        finally:
            held, self._held = self._held, None
            if held:
                post({"do": "state", "id": self.model_id, "state": held})

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send some of its state once more, or all of it: the page shows something else."""
        names = self._synced if key is None else [key] if isinstance(key, str) else [*key]
        post({"do": "state", "id": self.model_id, "state": {name: getattr(self, name) for name in names}})

    def heard_state(self, state: Message) -> None:
        """The page has set some of it."""
        self.unobserve(self._changed, self._synced)
        try:
            for name in self._synced:
                if name in state:
                    setattr(self, name, state[name])
        finally:
            self.observe(self._changed, self._synced)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to the widget's module, with files if there are any."""
        files = {"buffers": [b64encode(one).decode() for one in buffers]} if buffers else {}
        post({"do": "custom", "id": self.model_id, "content": content, **files})

    def on_msg(self, callback: Hear, remove: bool = False) -> None:
        """Call `callback(widget, content, buffers)` for each message of the module."""
        if remove:
            self._hears.remove(callback)
        else:
            self._hears.append(callback)

    def heard(self, content: Any) -> None:
        """A message of the module."""
        for hear in [*self._hears]:
            hear(self, content, [])

    def add_class(self, name: str) -> Widget:
        """Give it a class of the style sheet."""
        if name not in self._classes:
            self._classes.append(name)
            self._tell_classes()
        return self

    def remove_class(self, name: str) -> Widget:
        """Take one away."""
        if name in self._classes:
            self._classes.remove(name)
            self._tell_classes()
        return self

    def _tell_classes(self) -> None:
        post({"do": "classes", "id": self.model_id, "classes": [*self._classes]})

    def close(self) -> None:
        """Nothing is heard or shown of it any more."""
        if widgets.pop(self.model_id, None) is not None:
            self._hears.clear()
            post({"do": "close", "id": self.model_id})


class Box(Widget):
    """Widgets beside each other."""

    kind = "box"

    def __init__(self, children: Any = (), **more: Any) -> None:
        self._children = tuple(children)
        super().__init__(**more)

    def opening(self) -> Message:
        return {"state": {}, "box": self.kind, "children": [child.model_id for child in self._children]}

    @property
    def children(self) -> tuple[Any, ...]:
        """What is inside, in order."""
        return self._children

    @children.setter
    def children(self, children: Any) -> None:
        self._children = tuple(children)
        post({"do": "children", "id": self.model_id, "children": [child.model_id for child in self._children]})


class VBox(Box):
    """Widgets below each other."""

    kind = "vbox"


class HBox(Box):
    """Widgets beside each other."""

    kind = "hbox"


class GridBox(Box):
    """Widgets in a grid that the style sheet lays out."""

    kind = "gridbox"
