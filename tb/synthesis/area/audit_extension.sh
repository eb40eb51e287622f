#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# audit_extension.sh: the state audit of machines with an extension: its registers, by name, are what semantics.md says
# and no more, of acquire and release 723 bytes (section 13), of independent threads 300 (D41); a register that is not
# in the table, a size that is not the budget's, a machine without the extension are noticed.
#
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
build=${BUILD:-build}; work=$build/area/audit_extension_test; area=scripts/area/area.sh
rm -rf "$work"; mkdir -p "$work"

# machine, structure, row of it without its name, its bits [, words of the sum: a machine of the size of the paper's]
audited() {
    exits 0 "$1 as it is" "$work/$1" $area audit "$1"
    grep -q "^| $2 | $3 |" "$work/$1"; check $? "$1: no $2 of $4 bits: $(grep "$2" "$work/$1")"
    [ $# -gt 4 ] || return 0
    grep -q "$5 of extensions" "$work/$1"; check $? "$1: not $5: $(tail -n 1 "$work/$1")"
    grep -q '\*\*24,000 = 3,000 bytes\*\*' "$work/$1"; check $? "$1 does not have the paper's 3,000 bytes"
}
audited acqrel release_numbers '482 | 12 | 5,784 | 5,784' 5784 '5,784 (723 bytes)'
audited tinyar release_numbers '66 | 12 | 792 | 792' 792
audited its warp_convergence '480 | 5 | 2,400 | 2,400' 2400 '2,400 (300 bytes)'
audited tinyits warp_convergence '4 | 5 | 20 | 20' 20
# ... and of grouped lines: heads of 32 bytes, two rows of 256
audited tinygrouped line_buffer_entries '5,120' 5120

machine=tinyar; sms=2; threads=0
faulty() { # AcquireRelease, sed script for the table, words of the complaint
    sed "$2" scripts/area/state.table > "$work/table"
    exits 1 "$machine, AcquireRelease=$1, table with '$2'" "$work/answer" awk -v config=$machine \
        -v keys="NumSms=$sms BlocksPerSm=2 WarpsPerSm=4 IndependentThreads=$threads AcquireRelease=$1" \
        -f scripts/area/audit.awk "$work/table" "$build/area/${machine}_state/rows"
    grep -q "^audit: $3" "$work/answer"; check $? "$machine, AcquireRelease=$1, '$2': not noticed: $3"
}
faulty 1 '/u_release_numbers.pending_q/d' \
    'u_scord_detector.g_acquire_release.u_release_numbers.pending_q, 192 bits, is not in state.table'
faulty 1 's/4\*8\*NumSms+2 12/4*8*NumSms+1 12/' 'release_numbers has 792 bits, 12 more than its budget of 780'
faulty 1 's/4\*8\*NumSms+2 12/5*8*NumSms+2 12/' 'release_numbers has 792 bits of 984'
faulty 1 's/ acqrel 723 / tinyar 98 /' 'release_numbers: .* = 792 bits, but 784'
faulty 0 '' 'u_scord_detector.g_acquire_release.acquired_q, 12 bits, is not in state.table'
machine=tinyits; sms=1; threads=1
faulty 0 '/u_warp_convergence.warp_convergence_q/d' \
    'g_sm\[0\].u_scord_sm.g_independent_threads.u_warp_convergence.warp_convergence_q, 20 bits, is not in state.table'
faulty 0 's/NumSms\*WarpsPerSm 5/NumSms*WarpsPerSm 4/' 'warp_convergence has 20 bits, 4 more than its budget of 16'
faulty 0 's/NumSms\*WarpsPerSm 5/NumSms*WarpsPerSm 6/' 'warp_convergence has 20 bits of 24'
faulty 0 's/ its 300 / tinyits 3 /' 'warp_convergence: .* = 20 bits, but 24'
faulty 0 's/ NumSms>1$//' 'state.table has u_scord_detector.u_arbiter.index_q, the hardware has not'
threads=0
faulty 0 '' 'g_sm\[0\].u_scord_sm.g_independent_threads.u_warp_convergence.warp_convergence_q, 20 bits, is not in state.table'
finish
