# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A racy program and a racy litmus test
cp tb/programs/frontend/programs/racy.cu prog.cu
cp tb/unit/oracle/litmus/barrier-missing.litmus mp.litmus
