#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# count_lines.sh: lines by hand, a folder a line: sources, tests, scripts and documents that git keeps, without what is
# generated (parameters, tables of docs/results), pictures, fuzz inputs and recorded traces.
#
# usage: count_lines.sh [CHECKOUT [DEPTH]]     default: the working directory, 1 folder deep
cd "${1:-.}" || exit 3
git ls-files -- . ':!*.svg' ':!*.png' ':!*.xz' ':!*.gz' ':!*.sev' ':!cmodel/scord_params.h' ':!docs/parameters.md' \
    ':!docs/results/*' ':!rtl/common/scord_params.vh' ':!rtl/common/scord_configs.mk' ':!*fuzz/corpus/*' \
    ':!*fuzz/found/*' ':!*fuzz/seeds/*' ':!*traces/*' | while read -r file; do
    [ ! -f "$file" ] || echo "$(wc -l < "$file") $file"
done | awk -v depth="${2:-1}" '
    {
        n = split($2, part, "/")
        folder = n > 1 ? part[1] : "."
        for (i = 2; i <= depth && i < n; i++) folder = folder "/" part[i]
        lines[folder] += $1
        total += $1
    }
    END {
        for (folder in lines) print lines[folder], folder | "sort -k 2"
        close("sort -k 2")
        print total, "altogether"
    }'
