"""The server extension that lets a Jupyter server send small messages at once."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from theomachy_kernel import prompt

CONFIG = Path(__file__).parents[2] / "kernel_ext" / "etc" / "jupyter" / "jupyter_server_config.d" / "theomachy.json"
CLASS = "kernel_websocket_connection_class"


def loaded(connection: object) -> object:
    """The connection of a server after the extension was loaded."""
    settings = {CLASS: connection}
    prompt._load_jupyter_server_extension(SimpleNamespace(web_app=SimpleNamespace(settings=settings)))
    return settings[CLASS]


def test_the_usual_connection_is_replaced_and_any_other_is_left() -> None:
    assert loaded(ZMQChannelsWebsocketConnection) is prompt.PromptConnection
    assert loaded(dict) is dict


def test_a_connection_tells_its_socket_not_to_wait(monkeypatch: Any) -> None:
    told: list[object] = []
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: told.append("connected"))
    made = prompt.PromptConnection.__new__(prompt.PromptConnection)
    handler = SimpleNamespace(set_nodelay=told.append)
    monkeypatch.setattr(prompt.PromptConnection, "websocket_handler", handler)
    made.connect()
    assert told == [True, "connected"]


def test_the_settings_that_are_installed_name_it() -> None:
    (point,) = prompt._jupyter_server_extension_points()
    assert json.loads(CONFIG.read_text())["ServerApp"]["jpserver_extensions"] == {point["module"]: True}
