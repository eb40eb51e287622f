#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# document.sh: the commands of a document, run in a copy of the checkout; every output and exit code against what the
# document shows (document_commands.c).
#
# usage: document.sh [--in FOLDER] [--not-run N] DOCUMENT      from the root of the repository
#   --in FOLDER     the commands begin in FOLDER of the copy
# The copy is ~/scord of a home of its own: the sources are copied, the parts of build/ are links, except those that
# commands write. prepare/NAME.sh beside this file makes what the document NAME.md takes as given: program.cu, run.sev.
set -u
checkout=$PWD
build=$(realpath "${BUILD:-build}")
inside=.
[ "$1" != --in ] || { inside=$2; shift 2; }
document=${*: -1}
prepare=$checkout/tb/docs/commands/prepare/$(basename "$document" .md).sh
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
copy=$folder/home/scord
mkdir -p "$copy/build" "$folder/steps" || exit 3
for part in *; do [ "$part" = build ] || cp -a "$part" "$copy/" || exit 3; done
for part in "$build"/*; do
    case ${part##*/} in
    demo | regress | test | coverage | tutorial) ;;
    *) ln -s "$part" "$copy/build/" || exit 3 ;;
    esac
done
export HOME=$folder/home PATH=$copy/build:$PATH SCORD_CACHE=$folder/cache
unset SCORD_OUTPUT MAKEFLAGS MFLAGS MAKELEVEL
cd "$copy" || exit 3
if [ -r "$prepare" ]; then
    bash -eu "$prepare" > "$folder/prepared" 2>&1 || { cat "$folder/prepared"; echo "FAIL $prepare"; exit 3; }
fi
cd "$inside" || exit 3
document=$(realpath --relative-to=. "$copy/$document")
"$build/tb/docs/document_commands" "${@:1:$#-1}" "$document" "$folder/steps"
