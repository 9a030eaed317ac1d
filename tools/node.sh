#!/bin/sh
# See that what checks the JavaScript is there: node (Debian's, when we may install it), and the two packages that
# package.json names. Their versions are exact, and each brings only its own program: nothing is left to a lock file.
# The package registry is whatever this machine is set up for: npm's own configuration holds.
set -eu
cd "$(dirname "$0")/.."
missing() { ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; }
if missing && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Debian's nodejs and npm, which run the checks of the JavaScript."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null
fi
if missing; then
    echo "The checks of the JavaScript need node 18 or newer and npm on the PATH: on Debian, sudo apt-get install nodejs npm." >&2
    exit 1
fi
npm install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error
touch node_modules/.ready
