#!/bin/sh
# Make a virtual environment with the project, editable, all its extras and the developers' tools, at tested versions.
# usage: tools/venv.sh DIR [CONSTRAINTS]     (CONSTRAINTS may be empty: newest versions)
# The package registry is whatever this machine is set up for: pip's own configuration holds.
set -eu
dir=$1
constraints=${2-constraints.txt}

enough='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
if [ ! -x "$dir/bin/python" ]; then
    for candidate in ${PYTHON:-} python3.11 python3 python3.12 python3.13; do
        if "$candidate" -c "$enough" >/dev/null 2>&1; then
            "$candidate" -m venv "$dir"
            break
        fi
    done
fi
if [ ! -x "$dir/bin/python" ]; then
    echo "No Python 3.11 or newer with venv was found. Install one (Debian: python3 python3-venv), or say PYTHON=path." >&2
    exit 1
fi

# The project's package.json says that its scripts are modules. Node takes the nearest, and those that packages bring
# (JupyterLab's yarn) are none: without one of its own JupyterLab begins with an error of a hundred lines.
echo '{}' >"$dir/package.json"

python=$dir/bin/python
pip() { "$python" -m pip install --quiet --disable-pip-version-check "$@"; }
fix=${constraints:+-c $constraints}
what='--group dev -e .[lab,analysis,cluster,rl]'
# uv installs some eight times faster than pip. It does not read pip's configuration, so where it fails pip has its turn.
# shellcheck disable=SC2086
if pip $fix uv && "$python" -m uv pip install --quiet --python "$python" $fix $what; then
    exit 0
fi
echo "uv could not install the packages here; trying pip, which takes about a minute." >&2
# Older ones, such as that of Python 3.11 itself, know no dependency groups.
if ! pip 'pip>=25.1'; then
    echo "pip 25.1 or newer is needed and could not be installed: is there a package registry that pip can reach?" >&2
    exit 1
fi
# shellcheck disable=SC2086
pip $fix $what
