# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sources.sh (sourced): the Verilog of the warp scheduling unit, as SCHEDULER_SOURCES of cosim/scheduler/scheduler.mk.
scheduler_sources="rtl/sm/block_order.v rtl/sm/block_sequence.v rtl/sm/fetch_scheduler.v rtl/sm/issue_scheduler.v
    rtl/sm/warp_picker.v rtl/sm/warp_priority_table.v rtl/sm/warp_scheduler.v"
