"""A Jupyter server that sends what a kernel says at once.

Two small messages follow every click: "the kernel is busy", and what the click has drawn. Jupyter Server leaves Nagle's
algorithm on, so the second waits until the browser's system has acknowledged the first, which it puts off by up to 40
milliseconds: nearly half of the time that a click may take. Installed with the package as a server extension.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Jupyter Server's own connection between a page and a kernel, without the wait."""

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def _load_jupyter_server_extension(server: Any) -> None:
    """Take the place of the usual connection; a server that was given another one, such as a gateway's, keeps it."""
    settings = server.web_app.settings
    if settings.get("kernel_websocket_connection_class") is ZMQChannelsWebsocketConnection:
        settings["kernel_websocket_connection_class"] = PromptConnection


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "theomachy_kernel.prompt"}]
