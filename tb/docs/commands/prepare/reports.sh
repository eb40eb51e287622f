# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A racy program; what earlier commands left: a check's and a simulation's files, a regression's folder, a coverage
# database
cp tb/programs/frontend/programs/racy.cu program.cu
scord check program.cu --rtl --wave race.fst --json race.json || [ $? -eq 1 ]
scord wave race.gtkw --png race.png
scord sim program.cu --json cycles.json
mkdir build/coverage
scord cosim --random --seed 1 --events 300 --config tiny --coverage build/coverage/smoke.cov
echo 'row | echo "1 passed, 0 failed"' > row.tests
scord regress --output build/regress row.tests
