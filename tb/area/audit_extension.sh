#!/bin/sh
# audit_extension.sh: the state audit of machines with acquire and release: its registers, by name, are the 723 bytes of semantics.md
# section 13 and no more; a register that is not in the table, a size that is not the budget's, a machine without it are noticed.
#
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 3
. scripts/expect.sh
build=${BUILD:-build}; work=$build/area/audit_extension_test; area=scripts/area/area.sh
rm -rf "$work"; mkdir -p "$work"

exits 0 "acqrel as it is" "$work/acqrel" $area audit acqrel
grep -q '^| release_numbers | 482 | 12 | 5,784 | 5,784 |' "$work/acqrel"; check $? "acqrel: no release numbers of 5784 bits: $(grep release_numbers "$work/acqrel")"
grep -q '5,784 (723 bytes) of extensions' "$work/acqrel"; check $? "acqrel: not 723 bytes: $(tail -n 1 "$work/acqrel")"
grep -q '\*\*24,000 = 3,000 bytes\*\*' "$work/acqrel"; check $? "acqrel does not have the paper's 3,000 bytes"
exits 0 "tinyar as it is" "$work/tinyar" $area audit tinyar
grep -q '^| release_numbers | 66 | 12 | 792 | 792 |' "$work/tinyar"; check $? "tinyar: no release numbers of 792 bits"

faulty() { # AcquireRelease, sed script for the table, words of the complaint
    sed "$2" scripts/area/state.table > "$work/table"
    exits 1 "AcquireRelease=$1, table with '$2'" "$work/answer" awk -v config=tinyar -v keys="NumSms=2 BlocksPerSm=2 WarpsPerSm=4 IndependentThreads=0 AcquireRelease=$1" \
        -f scripts/area/audit.awk "$work/table" "$build/area/tinyar_state/rows"
    grep -q "^audit: $3" "$work/answer"; check $? "AcquireRelease=$1, '$2': not noticed: $3"
}
faulty 1 '/u_release_numbers.pending_q/d' 'u_scord_detector.g_acquire_release.u_release_numbers.pending_q, 192 bits, is not in state.table'
faulty 1 's/4\*8\*NumSms+2 12/4*8*NumSms+1 12/' 'release_numbers has 792 bits, 12 more than its budget of 780'
faulty 1 's/4\*8\*NumSms+2 12/5*8*NumSms+2 12/' 'release_numbers has 792 bits of 984'
faulty 1 's/ acqrel 723 / tinyar 98 /' 'release_numbers: .* = 792 bits, but 784'
faulty 0 '' 'u_scord_detector.g_acquire_release.acquired_q, 12 bits, is not in state.table'
finish
