#!/bin/bash
# tutorial.sh: the tutorial word for word in an empty folder, with an installed scord and with that of the build tree;
# every output against what the document shows.
#
# usage: tutorial.sh DOCUMENT      from the root of the repository
# The lines of its section 1 that begin with `make install PREFIX=` and `export PATH=$PWD/build` say what each needs in
# the environment, and are run as they stand.
set -u
. tb/expect.sh
. tb/install/installed.sh
. tb/install/console.sh
document=$(realpath "$1")
export MAKEFLAGS=--no-print-directory
for variant in installed build; do
    case $variant in
    installed) start=$(grep '^make install PREFIX=' "$document") ;;
    build) start=$(grep "^export PATH=\$PWD/${BUILD:-build}:" "$document") ;;
    esac
    [ "$(printf '%s\n' "$start" | grep -c .)" -eq 1 ]
    check $? "$document has one line for scord $variant: $start"
    # HOME: what the document installs below it
    walk "$document" "$folder/$variant" "$folder/$variant/work" 15 \
        "export HOME='$folder' SCORD_CACHE='$folder/$variant/cache'; cd '$checkout'; $start > /dev/null"
done
finish
