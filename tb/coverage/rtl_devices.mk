# SPDX-License-Identifier: Apache-2.0
# The devices of the coverage build, and how Verilator makes them; a change here builds them anew.
# Besides tiny ones, a machine with every SM and one with every slot and warp of an SM (gtx480 has both, and takes long
# to build).
CONFIG_sms_VERILATOR := -GNumSms=16 -GBlocksPerSm=1 -GWarpsPerSm=2 -GLanes=2 -GRequestFifoDepth=2 -GMetadataLines=4 \
    -GBeatEntries=1
CONFIG_warps_VERILATOR := -GNumSms=2 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 \
    -GBeatEntries=1
RTL_COVERAGE_ELABORATIONS := tiny1 tiny tiny128lines tiny8 sms warps
RTL_COVERAGE := $(BUILD)/rtl_coverage
RTL_COVERAGE_FLAGS := --cc -O3 --x-assign fast --x-initial fast --assert --coverage-line --coverage-toggle \
                      -CFLAGS "-include $(CURDIR)/cosim/verilated/verilated_print.h" --top-module scord_top -Irtl/common
