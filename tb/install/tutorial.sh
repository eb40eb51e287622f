#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tutorial.sh: the tutorial word for word in an empty folder, with an installed scord and with that of the build tree;
# every output against what the document shows (tb/docs/commands).
#
# usage: tutorial.sh [--not-run N] DOCUMENT      from the root of the repository
# The lines of its section 1 that begin with `make install PREFIX=` and `export PATH=$PWD/build` say what each needs in
# the environment, and are run as they stand.
set -u
. tb/expect.sh
. tb/install/installed.sh
program=$(realpath "${BUILD:-build}")/tb/docs/document_commands
document=$(realpath "${*: -1}")
export MAKEFLAGS=--no-print-directory
# In a shell of its own, with HOME for what the document installs below it: the commands' closing line is the last.
walk() { # VARIANT START OPTIONS…
    local at=$folder/$1 start=$2
    shift 2
    mkdir -p "$at/steps" "$at/work"
    export HOME=$folder SCORD_CACHE=$at/cache
    cd "$checkout" && eval "$start" > /dev/null && cd "$at/work" && "$program" "$@" "$document" "$at/steps"
}
for variant in installed build; do
    case $variant in
    installed) start=$(grep '^make install PREFIX=' "$document") ;;
    build) start=$(grep "^export PATH=\$PWD/${BUILD:-build}:" "$document") ;;
    esac
    [ "$(printf '%s\n' "$start" | grep -c .)" -eq 1 ]
    check $? "$document has one line for scord $variant: $start"
    commands=$(walk "$variant" "$start" "${@:1:$#-1}")
    echo "$commands"
    add "$commands"; check $? "the document's commands ran with scord $variant"
    count=$(find "$folder/$variant/steps" -name '*.exit' | wc -l)
    [ "$count" -ge 15 ]; check $? "$count commands in the document"
done
finish
