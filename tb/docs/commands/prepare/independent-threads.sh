# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A stream of independent threads with one race
cp tb/streams/its/D41-syncwarp-orders.sevt stream.sevt
