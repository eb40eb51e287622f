#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Regenerates, in place, every file that scripts/params/scord.params determines (list: scripts/generate_parameters.c).
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/tools
${CC:-cc} -std=c11 -O1 -Wall -Wextra -Werror -o build/tools/generate_parameters scripts/generate_parameters.c
build/tools/generate_parameters .
