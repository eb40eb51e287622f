#!/bin/sh
# setup.sh: installs the Debian packages that scord needs and this machine lacks.
# usage: setup.sh [PACKAGE…]   packages beyond those that every target needs
# Exit codes: 0 all there, 3 a package is missing and cannot be installed (the message says which and what to run).
set -u
packages="build-essential clang-14 llvm-14 libclang-rt-14-dev g++ make git verilator libsystemc-dev yosys iverilog gtkwave z3
          libcmocka-dev pkgconf groff-base liblzma-dev xz-utils zlib1g-dev libzstd-dev liblz4-dev xvfb xauth imagemagick gnuplot-nox parallel cmake qflow-tech-osu018 opensta tidy valgrind clang-format-14 shellcheck libcub-dev libthrust-dev $*"
missing=
for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "scord: installing$missing"
run=
[ "$(id -u)" = 0 ] || run=sudo
if [ -n "$run" ] && ! command -v sudo >/dev/null 2>&1; then
    echo "scord: missing packages:$missing; run as root: apt-get install$missing" >&2; exit 3
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# shellcheck disable=SC2086
if $run apt-get update >"$log" 2>&1 && $run apt-get install -y --no-install-recommends $missing >>"$log" 2>&1; then
    rm -f "$log"; exit 0
fi
tail -n 5 "$log" >&2
echo "scord: could not install$missing (log: $log); run: apt-get install$missing" >&2
exit 3
