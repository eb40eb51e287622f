# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The stream of a racy run; race.fst comes from the document's first command
scord check tb/programs/frontend/programs/racy.cu --events run.sev || [ $? -eq 1 ]
