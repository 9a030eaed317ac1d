"""What a host is asked to say with the pages of the site: the file `_headers`, which several hosts of files read.

The policy itself stands in the markup of each page, so that it holds on any host. In a header alone can be said who may
put a page into his own: the embedded board is made for that, and every other page is not.
"""

from __future__ import annotations

from pathlib import Path

EMBEDDED = "embed.html"
FRAMED = {
    False: ("Content-Security-Policy: frame-ancestors 'none'", "X-Frame-Options: DENY"),
    True: ("Content-Security-Policy: frame-ancestors *",),
}
ALWAYS = ("X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer")


def headers(out: Path) -> str:
    """The file for a folder: a rule for each of its pages, and one for each of its folders that has pages.

    Hosts join the rules that fit an address, and of two policies both hold: so none is for everything.
    """
    lines = ["# Read by Cloudflare Pages and Netlify; other hosts: docs/site.md.", "/*", *(f"  {x}" for x in ALWAYS)]
    places = [""] if (out / "index.html").is_file() else []
    for path in sorted(out.iterdir()):
        if path.suffix == ".html":
            places += [path.name, path.stem]  # some hosts leave the ending away
        elif path.is_dir() and any(path.rglob("*.html")):
            places.append(f"{path.name}/*")
    for place in places:
        lines += [f"/{place}", *(f"  {x}" for x in FRAMED[place in (EMBEDDED, Path(EMBEDDED).stem)])]
    return "\n".join(lines) + "\n"
