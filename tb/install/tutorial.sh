#!/bin/bash
# tutorial.sh: the tutorial word for word, with an installed scord in an empty folder; every output against what the
# document shows.
#
# usage: tutorial.sh DOCUMENT      from the root of the repository
set -u
. tb/expect.sh
. tb/install/installed.sh
. tb/install/console.sh
document=$(realpath "$1")
install_into PREFIX="$prefix"
use_installed
walk "$document" "$folder" "$folder/work" 15
finish
