#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# machines.sh: machines are files that are loaded when a run needs one (cosim/lockstep/device/machine_files.h). One
# that is not built, is no machine, or holds other RTL than this scord goes with is refused: exit code 3, one line that
# says what helps. Never does a run go on with it.
#
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
test_command cosim
alone() { # CODE TEXT COMMAND…: exit code, and one line of error that holds TEXT
    local code=$1 text=$2
    shift 2
    label="$*"
    exits "$code" "$label" "$out" "$@"
    has "$out" "$text"
    equal "$label: lines" 1 "$(wc -l < "$out")"
}
stream=$(ls "$PWD"/tb/streams/*.sevt | head -n 1)
export SCORD_LIBRARY_DIR=$build

# not built: a scord without machines beside it
mkdir "$folder/bare"; cp "$scord" "$folder/bare/scord"
alone 3 'make machine-tiny1`' "$folder/bare/scord" cosim --random --events 100 --config tiny1
alone 3 'make machine-gtx480`' "$folder/bare/scord" cosim --config nocache "$stream"
exits 3 "check --rtl without its machine" "$out" "$folder/bare/scord" check --rtl --config tiny1 \
    sim/kernels/micro/fence/no_fence_same_block.cu
has "$out" 'make machine-tiny1`'
exits 0 "the model alone needs no machine" "$out" "$folder/bare/scord" cosim --model-only "$stream"

# installed beside the library folder, and where LD_LIBRARY_PATH says
mkdir -p "$folder/prefix/bin" "$folder/prefix/lib/scord/machines"
cp "$scord" "$folder/prefix/bin"; cp "$build"/machines/scord_machine_tiny.so "$folder/prefix/lib/scord/machines"
exits 0 "bin/ and lib/scord/machines" "$out" "$folder/prefix/bin/scord" cosim --random --events 500 --config tiny
exits 0 "LD_LIBRARY_PATH" "$out" env LD_LIBRARY_PATH="$build/machines" "$folder/bare/scord" cosim --random \
    --events 500 --config tiny
has "$out" '0 mismatches'

# no machine at all, of other RTL
export LD_LIBRARY_PATH=$folder/wrong
mkdir "$folder/wrong"; wrong=$folder/wrong/scord_machine_tiny.so
echo "no library" > "$wrong"
alone 3 'make machine-tiny`' "$scord" cosim --random --events 100 --config tiny
echo 'int scord_other;' | gcc -shared -fPIC -x c -o "$wrong" -
alone 3 'make machine-tiny`' "$scord" cosim --random --events 100 --config tiny
printf '%s\n' '#include "cosim/lockstep/device/machine_files.h"' 'extern const scord_machine_t scord_machine;' \
    'const scord_machine_t scord_machine = {"0123456789abcdef", 0};' | gcc -I. -shared -fPIC -x c -o "$wrong" -
alone 3 'holds RTL 0123456789abcdef, this scord goes with RTL' "$scord" cosim --random --events 100 --config tiny
finish
