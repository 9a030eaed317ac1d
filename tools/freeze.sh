#!/bin/sh
# Write constraints.txt anew from a fresh environment with the newest versions that pyproject.toml allows.
# Only `name==version` lines are kept: nothing that names a path or an address.
set -eu
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
tools/venv.sh "$fresh/venv" ""
"$fresh/venv/bin/python" -m pip freeze --all --exclude-editable --disable-pip-version-check \
    | grep -E '^[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+$' \
    | grep -viE '^(theomachy|pip|setuptools)==' \
    | LC_ALL=C sort -f > "$fresh/constraints.txt"
test -s "$fresh/constraints.txt"
cp "$fresh/constraints.txt" constraints.txt
