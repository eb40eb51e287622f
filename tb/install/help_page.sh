#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# help_page.sh: docs/generated/commands.md holds the --help texts of this build.
set -u
. tb/expect.sh
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
scripts/install/help_page.sh "${BUILD:-build}/scord" > "$work/page"; check $? "the page is written"
difference=$(diff docs/generated/commands.md "$work/page"); check $? "docs/generated/commands.md is stale, run make docs-commands: $difference"
exits 2 "without the executable" "$work/out" scripts/install/help_page.sh
exits 3 "an executable without help texts" "$work/out" scripts/install/help_page.sh false
finish
