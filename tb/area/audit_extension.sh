#!/bin/sh
# audit_extension.sh: the state audit of machines with an extension: its registers, by name, are what semantics.md says and no more, of acquire
# and release 723 bytes (section 13), of independent threads 300 (D41); a register that is not in the table, a size that is not the
# budget's, a machine without the extension are noticed.
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

exits 0 "its as it is" "$work/its" $area audit its
grep -q '^| warp_convergence | 480 | 5 | 2,400 | 2,400 |' "$work/its"; check $? "its: no warp_convergence of 2400 bits: $(grep warp_convergence "$work/its")"
grep -q '2,400 (300 bytes) of extensions' "$work/its"; check $? "its: not 300 bytes: $(tail -n 1 "$work/its")"
grep -q '\*\*24,000 = 3,000 bytes\*\*' "$work/its"; check $? "its does not have the paper's 3,000 bytes"
exits 0 "tinyits as it is" "$work/tinyits" $area audit tinyits
grep -q '^| warp_convergence | 4 | 5 | 20 | 20 |' "$work/tinyits"; check $? "tinyits: no warp_convergence of 20 bits"

machine=tinyar; sms=2; threads=0
faulty() { # AcquireRelease, sed script for the table, words of the complaint
    sed "$2" scripts/area/state.table > "$work/table"
    exits 1 "$machine, AcquireRelease=$1, table with '$2'" "$work/answer" awk -v config=$machine -v keys="NumSms=$sms BlocksPerSm=2 WarpsPerSm=4 IndependentThreads=$threads AcquireRelease=$1" \
        -f scripts/area/audit.awk "$work/table" "$build/area/${machine}_state/rows"
    grep -q "^audit: $3" "$work/answer"; check $? "$machine, AcquireRelease=$1, '$2': not noticed: $3"
}
faulty 1 '/u_release_numbers.pending_q/d' 'u_scord_detector.g_acquire_release.u_release_numbers.pending_q, 192 bits, is not in state.table'
faulty 1 's/4\*8\*NumSms+2 12/4*8*NumSms+1 12/' 'release_numbers has 792 bits, 12 more than its budget of 780'
faulty 1 's/4\*8\*NumSms+2 12/5*8*NumSms+2 12/' 'release_numbers has 792 bits of 984'
faulty 1 's/ acqrel 723 / tinyar 98 /' 'release_numbers: .* = 792 bits, but 784'
faulty 0 '' 'u_scord_detector.g_acquire_release.acquired_q, 12 bits, is not in state.table'
machine=tinyits; sms=1; threads=1
faulty 0 '/u_warp_convergence.warp_convergence_q/d' 'g_sm\[0\].u_scord_sm.g_independent_threads.u_warp_convergence.warp_convergence_q, 20 bits, is not in state.table'
faulty 0 's/NumSms\*WarpsPerSm 5/NumSms*WarpsPerSm 4/' 'warp_convergence has 20 bits, 4 more than its budget of 16'
faulty 0 's/NumSms\*WarpsPerSm 5/NumSms*WarpsPerSm 6/' 'warp_convergence has 20 bits of 24'
faulty 0 's/ its 300 / tinyits 3 /' 'warp_convergence: .* = 20 bits, but 24'
faulty 0 's/ NumSms>1$//' 'state.table has u_scord_detector.u_arbiter.index_q, the hardware has not'
threads=0
faulty 0 '' 'g_sm\[0\].u_scord_sm.g_independent_threads.u_warp_convergence.warp_convergence_q, 20 bits, is not in state.table'
finish
