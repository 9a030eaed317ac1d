#!/bin/sh
# See that the browser tests find Chromium: install Debian's when we may, else say what to do and fail.
set -eu
if command -v chromium >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Debian's chromium for the browser tests."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
    command -v chromium >/dev/null
    exit 0
fi
cat >&2 <<'TXT'
The browser tests need a program named `chromium` on the PATH, and none was found.
Debian, Ubuntu:  sudo apt-get install chromium fonts-dejavu-core
Fedora:          sudo dnf install chromium
Elsewhere: install Chromium or Chrome and put a link named `chromium` on the PATH.
TXT
exit 1
