# SPDX-License-Identifier: Apache-2.0
# rtl: the hardware. Sources are found by folder; the lint itself is a test (tb/bench/lint.sh).

