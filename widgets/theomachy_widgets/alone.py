"""One HTML file that needs nothing else: data, script and style sheet, and a policy that forbids all others."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from .text import escape


def document(
    title: str, script: str, look: str, data: Mapping[str, str], words: str, images: str = "", body: str = ""
) -> str:
    """The document. `data` are JSON texts by the id of the element that holds them, `words` are for a browser without
    scripts, `images` says where pictures may come from (nowhere), `body` is escaped markup that needs no script.
    """
    script_src = f"script-src '{_hash(script)}'; " if script else ""
    policy = (
        f"default-src 'none'; {script_src}style-src '{_hash(look)}'; "
        f"{f'img-src {images}; ' if images else ''}base-uri 'none'; form-action 'none'"
    )
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title>",
            f"<style>{look}</style>",
            "</head>\n<body>",
            f"<noscript><pre>{escape(words)}</pre></noscript>" if words else body,
            # Inside a script element only "<" could end it; what is no ASCII travels as an escape.
            *(
                f'<script type="application/json" id="{name}">{held.replace("<", chr(92) + "u003c")}</script>'
                for name, held in data.items()
            ),
            *([f"<script>{script}</script>"] if script else []),
            "</body>\n</html>\n",
        ]
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
