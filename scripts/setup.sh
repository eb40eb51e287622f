#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# setup.sh: installs the Debian packages that scord needs and this machine lacks. Before, it says which, and how much
# that is.
# usage: setup.sh [use] [PACKAGE…]
#        use       what `make` needs: to build scord and to check programs; else also what the tests need
#        PACKAGE…  packages beyond those: what one target of the makefile needs
# Exit codes: 0 all there, 3 a package is missing and cannot be installed (the message says which and what to run).
set -u
use="build-essential g++ make clang-14 llvm-14 verilator pkgconf zlib1g-dev liblzma-dev libzstd-dev liblz4-dev
     libcub-dev libthrust-dev libopenblas0-serial libfftw3-double3 libfftw3-single3"
test="git libclang-rt-14-dev libsystemc-dev yosys iverilog gtkwave z3 libcmocka-dev libsqlite3-dev groff-base xz-utils
      xvfb xauth imagemagick gnuplot-nox parallel cmake qflow-tech-osu018 opensta tidy valgrind clang-format-14 shellcheck"
if [ "${1-}" = use ]; then shift; packages="$use $*"; else packages="$use $test $*"; fi
missing=
for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
run=
[ "$(id -u)" = 0 ] || run=sudo
if [ -n "$run" ] && ! command -v sudo >/dev/null 2>&1; then
    echo "scord: missing packages:$missing; run as root: apt-get install$missing" >&2; exit 3
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
$run apt-get update >"$log" 2>&1
echo "scord: installing$missing"
# shellcheck disable=SC2086
LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null |
    sed -n '/^Need to get\|^After this/s/^/scord: /p'
# shellcheck disable=SC2086
if $run apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; then
    rm -f "$log"; exit 0
fi
tail -n 5 "$log" >&2
echo "scord: could not install$missing (log: $log); run: apt-get install$missing" >&2
exit 3
