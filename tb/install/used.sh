#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# used.sh: every command of an installed scord, in a folder of its own. tree.sh runs it where the checkout cannot be
# seen.
#
# usage: used.sh [short]       short: only what finds its files from where the executable is
# Environment: PREFIX, where scord is installed.
set -u
. ./expect.sh
PATH=$PREFIX/bin:$PATH
out=$PWD/out
has() { grep -qF -e "$2" "$out"; check $? "$1: '$2' missing: $(head -n 5 "$out")"; } # LABEL TEXT

exits 0 "version" "$out" scord --version
exits 1 "check" "$out" scord check graph_coloring.cu -DRACE_BLOCK_SCOPE_HEAD -- 64 128 2
has check "race 1: two blocks use this word, and an atomic on it is of one block only"
exits 1 "check --rtl" "$out" scord check graph_coloring.cu -DRACE_BLOCK_SCOPE_HEAD --rtl --seed 3 --events run.sev \
    --wave race.fst --json race.json -- 64 128 2
has "check --rtl" "mismatches                          0"
[ -s run.sev ] && [ -s race.fst ] && [ -s race.json ]; check $? "check --rtl: its files"
filter=$(sed -n 's/^^1 //p' race.gtkw | head -n 1)
[ -r "$filter" ]; check $? "the view's filters are there: '$filter'"
cmp -s "$filter" "$PREFIX/share/scord/wave/${filter##*/}"
check $? "and they are copies of the installed ones: '$filter'"
printf 'int main() { cudaBogus(); }\n' > bogus.cu
exits 2 "a function that is not there" "$out" scord check bogus.cu
has "a function that is not there" "$PREFIX/share/doc/scord/docs/user-guide.md"
exits 0 "help" "$out" scord check --help
has "help: documents where they are installed" "$PREFIX/share/doc/scord/docs/findings.md"
[ "${1-}" = short ] && { finish; exit; }
exits 0 "wave" "$out" scord wave race.gtkw --png race.png
[ -s race.png ]; check $? "a picture"
exits 0 "check, corrected" "$out" scord check graph_coloring.cu --oracle -- 64 128 2
has "check, corrected" "0 races at 0 sites"
has "check, corrected" "exact oracle ($PREFIX/share/doc/scord/docs/oracle.md)"
has "check, corrected" \
    "detector 0 sites: 0 true positives, 0 false positives; of the oracle's 0 sites 0 found, 0 missed"
exits 0 "sim --rtl" "$out" scord sim graph_coloring.cu --rtl --sched mwf-gto --machine baws --wave scheduler.fst -- 64 \
    128 2
exits 0 "the scheduler's view" "$out" "$PREFIX/share/scord/scripts/wave_scheduler.sh" scheduler.fst 100
filter=$(sed -n 's/^^1 \(.*\.filter\)$/\1/p' scheduler.gtkw | head -n 1)
[ -r "$filter" ]; check $? "its filters: '$filter'"
exits 0 "grab" "$out" scord grab graph_coloring.cu --html grab.html -- 64 128 2
[ -s grab.html ]; check $? "grab's page"
exits 0 "cosim" "$out" scord cosim table4d-scoped-atomic.sevt
has cosim "0 mismatches"
exits 0 "cosim --random" "$out" scord cosim --random --seed 5 --events 300 --config tiny
has "cosim --random" ", 0 mismatches"
exits 1 "oracle" "$out" scord oracle table4d-scoped-atomic.sevt
has oracle "detector 1 site: 1 true positive, 0 false positives; of the oracle's 1 site 1 found, 0 missed"
has oracle "true positive of the detector: (d) scoped atomic at pc 0x10,"
exits 0 "events assemble" "$out" scord events assemble table4d-scoped-atomic.sevt -o t.sev
exits 0 "events dump" "$out" scord events dump t.sev
for kind in kernel_begin block_launch access expect; do
    [ "$(grep -c "^$kind " "$out")" -eq "$(grep -c "^$kind " table4d-scoped-atomic.sevt)" ]
    check $? "events dump: as many records $kind as the stream has"
done
cp "$out" dumped.sevt; scord events assemble dumped.sevt -o again.sev && cmp -s t.sev again.sev
check $? "what was dumped assembles to the same stream"
exits 0 "scord-nvcc" "$out" scord-nvcc -o coloring graph_coloring.cu
exits 0 "check ./coloring" "$out" scord check ./coloring -- 64 128 2
has "check ./coloring" "0 races at 0 sites"
printf 'coloring: graph_coloring.cu\n\t$(NVCC) -o $@ $<\n' > Makefile
rm -f coloring; exits 0 "check --make" "$out" scord check --make . -- 64 128 2
has "check --make" "0 races at 0 sites"
printf 'int cudaDeviceSynchronize(void);\nint main(void) { return cudaDeviceSynchronize(); }\n' > host.c
exits 0 "-lcudart" "$out" g++ -x c -c -o host.o host.c
exits 0 "-lcudart" "$out" g++ -o host host.o -L"$PREFIX/lib/scord/cuda/lib64" -lcudart
exits 0 "host" "$out" ./host
exits 0 "area" "$out" scord area measure arbiter round_robin_arbiter
grep -qE "^gates arbiter [1-9][0-9]* [1-9][0-9]* [1-9][0-9]* [0-9.]*[1-9][0-9]* [0-9.]*[1-9]" "$out"
check $? "area: cells, flip-flops, area and path of the arbiter: $(cat "$out")"
[ -d build/area ]; check $? "area's results lie in the folder it was called in"
finish
