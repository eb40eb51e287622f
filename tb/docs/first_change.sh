#!/bin/bash
# first_change.sh: "Your first change" of docs/contributing.md word for word, in a copy of the checkout.
#
# usage: first_change.sh           from the root of the checkout; BUILD names the build directory (build)
set -u
. tb/expect.sh
. tb/install/console.sh
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
# The copy: links to all files of tb, so that a new one lands in the copy only.
mkdir -p "$folder/copy/build"
cp -rs "$PWD/tb" "$folder/copy/tb"
ln -s "$(realpath "${BUILD:-build}")/scord" "$folder/copy/build/scord"
walk "$PWD/docs/contributing.md" "$folder" "$folder/copy" 8
[ -e "$folder/copy/tb/streams/table4b-two-block-fences.sevt" ]
check $? "the stream is in tb/streams of the copy"
finish
