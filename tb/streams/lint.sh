#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh: every hand-written stream is consistent (launch before use, arrivals before a release, threads as launched).
# usage: lint.sh SCORD. Last line: "N passed, N failed".
set -u
. tb/expect.sh
for stream in tb/streams/*.sevt tb/streams/*/*.sevt; do
    "$1" events check "$stream"
    check $? "$stream"
done
finish
