# SPDX-License-Identifier: Apache-2.0
# Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: run scripts/generate.sh.
#
# The named configurations as options of the tools, elaborated keys only. CONFIG_x_IVERILOG needs the top
# module: $(call CONFIG_gtx480_IVERILOG,scord_top). CONFIG_x_Key is one parameter's value, for tops that
# have only some of them.
SCORD_CONFIGS := gtx480 nocache both_scopes printed acqrel cuda tiny tinyprinted tinyar tinycuda tiny1 tiny4 tiny128lines tiny8 tiny16 tinywide tinygrouped tinygrouped4 wide grouped its tinyits tinyits8
# one configuration for every distinct set of elaborated keys
SCORD_ELABORATIONS := gtx480 printed acqrel cuda tiny tinyprinted tinyar tinycuda tiny1 tiny4 tiny128lines tiny8 tiny16 tinywide tinygrouped tinygrouped4 wide grouped its tinyits tinyits8
SCORD_ELABORATED_KEYS := NumSms BlocksPerSm WarpsPerSm Lanes RequestFifoDepth MetadataLines BeatEntries GroupedLines IndependentThreads AcquireRelease ManyLocks AsPrinted

# Table V: the default machine
CONFIG_gtx480_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_gtx480_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_gtx480_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_gtx480_NumSms := 15
CONFIG_gtx480_BlocksPerSm := 8
CONFIG_gtx480_WarpsPerSm := 32
CONFIG_gtx480_Lanes := 4
CONFIG_gtx480_RequestFifoDepth := 4
CONFIG_gtx480_MetadataLines := 8
CONFIG_gtx480_BeatEntries := 1
CONFIG_gtx480_GroupedLines := 0
CONFIG_gtx480_IndependentThreads := 0
CONFIG_gtx480_AcquireRelease := 0
CONFIG_gtx480_ManyLocks := 0
CONFIG_gtx480_AsPrinted := 0

# Table V, one metadata entry a word (200 % memory)
CONFIG_nocache_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_nocache_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_nocache_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_nocache_NumSms := 15
CONFIG_nocache_BlocksPerSm := 8
CONFIG_nocache_WarpsPerSm := 32
CONFIG_nocache_Lanes := 4
CONFIG_nocache_RequestFifoDepth := 4
CONFIG_nocache_MetadataLines := 8
CONFIG_nocache_BeatEntries := 1
CONFIG_nocache_GroupedLines := 0
CONFIG_nocache_IndependentThreads := 0
CONFIG_nocache_AcquireRelease := 0
CONFIG_nocache_ManyLocks := 0
CONFIG_nocache_AsPrinted := 0

# Table V, with the improved rule 4 (D39)
CONFIG_both_scopes_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_both_scopes_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_both_scopes_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_both_scopes_NumSms := 15
CONFIG_both_scopes_BlocksPerSm := 8
CONFIG_both_scopes_WarpsPerSm := 32
CONFIG_both_scopes_Lanes := 4
CONFIG_both_scopes_RequestFifoDepth := 4
CONFIG_both_scopes_MetadataLines := 8
CONFIG_both_scopes_BeatEntries := 1
CONFIG_both_scopes_GroupedLines := 0
CONFIG_both_scopes_IndependentThreads := 0
CONFIG_both_scopes_AcquireRelease := 0
CONFIG_both_scopes_ManyLocks := 0
CONFIG_both_scopes_AsPrinted := 0

# Table V to the letter of the paper (D91)
CONFIG_printed_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=1
CONFIG_printed_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 1
CONFIG_printed_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=1
CONFIG_printed_NumSms := 15
CONFIG_printed_BlocksPerSm := 8
CONFIG_printed_WarpsPerSm := 32
CONFIG_printed_Lanes := 4
CONFIG_printed_RequestFifoDepth := 4
CONFIG_printed_MetadataLines := 8
CONFIG_printed_BeatEntries := 1
CONFIG_printed_GroupedLines := 0
CONFIG_printed_IndependentThreads := 0
CONFIG_printed_AcquireRelease := 0
CONFIG_printed_ManyLocks := 0
CONFIG_printed_AsPrinted := 1

# Table V, acquire and release order accesses (D60)
CONFIG_acqrel_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=1 -GManyLocks=0 -GAsPrinted=0
CONFIG_acqrel_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 1 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_acqrel_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=1 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_acqrel_NumSms := 15
CONFIG_acqrel_BlocksPerSm := 8
CONFIG_acqrel_WarpsPerSm := 32
CONFIG_acqrel_Lanes := 4
CONFIG_acqrel_RequestFifoDepth := 4
CONFIG_acqrel_MetadataLines := 8
CONFIG_acqrel_BeatEntries := 1
CONFIG_acqrel_GroupedLines := 0
CONFIG_acqrel_IndependentThreads := 0
CONFIG_acqrel_AcquireRelease := 1
CONFIG_acqrel_ManyLocks := 0
CONFIG_acqrel_AsPrinted := 0

# today's CUDA: threads of a warp told apart (D40), acquire and release (D60), many locks (D71), both scopes (D39), one metadata entry a word
CONFIG_cuda_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=1 -GAcquireRelease=1 -GManyLocks=1 -GAsPrinted=0
CONFIG_cuda_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 1 -chparam AcquireRelease 1 -chparam ManyLocks 1 -chparam AsPrinted 0
CONFIG_cuda_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=1 -P$(1).AcquireRelease=1 -P$(1).ManyLocks=1 -P$(1).AsPrinted=0
CONFIG_cuda_NumSms := 15
CONFIG_cuda_BlocksPerSm := 8
CONFIG_cuda_WarpsPerSm := 32
CONFIG_cuda_Lanes := 4
CONFIG_cuda_RequestFifoDepth := 4
CONFIG_cuda_MetadataLines := 8
CONFIG_cuda_BeatEntries := 1
CONFIG_cuda_GroupedLines := 0
CONFIG_cuda_IndependentThreads := 1
CONFIG_cuda_AcquireRelease := 1
CONFIG_cuda_ManyLocks := 1
CONFIG_cuda_AsPrinted := 0

# two small SMs, for proofs and fast random runs
CONFIG_tiny_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tiny_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tiny_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tiny_NumSms := 2
CONFIG_tiny_BlocksPerSm := 2
CONFIG_tiny_WarpsPerSm := 4
CONFIG_tiny_Lanes := 2
CONFIG_tiny_RequestFifoDepth := 4
CONFIG_tiny_MetadataLines := 4
CONFIG_tiny_BeatEntries := 1
CONFIG_tiny_GroupedLines := 0
CONFIG_tiny_IndependentThreads := 0
CONFIG_tiny_AcquireRelease := 0
CONFIG_tiny_ManyLocks := 0
CONFIG_tiny_AsPrinted := 0

# tiny to the letter of the paper (D91)
CONFIG_tinyprinted_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=1
CONFIG_tinyprinted_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 1
CONFIG_tinyprinted_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=1
CONFIG_tinyprinted_NumSms := 2
CONFIG_tinyprinted_BlocksPerSm := 2
CONFIG_tinyprinted_WarpsPerSm := 4
CONFIG_tinyprinted_Lanes := 2
CONFIG_tinyprinted_RequestFifoDepth := 4
CONFIG_tinyprinted_MetadataLines := 4
CONFIG_tinyprinted_BeatEntries := 1
CONFIG_tinyprinted_GroupedLines := 0
CONFIG_tinyprinted_IndependentThreads := 0
CONFIG_tinyprinted_AcquireRelease := 0
CONFIG_tinyprinted_ManyLocks := 0
CONFIG_tinyprinted_AsPrinted := 1

# tiny, acquire and release order accesses (D60)
CONFIG_tinyar_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=1 -GManyLocks=0 -GAsPrinted=0
CONFIG_tinyar_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 1 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tinyar_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=1 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tinyar_NumSms := 2
CONFIG_tinyar_BlocksPerSm := 2
CONFIG_tinyar_WarpsPerSm := 4
CONFIG_tinyar_Lanes := 2
CONFIG_tinyar_RequestFifoDepth := 4
CONFIG_tinyar_MetadataLines := 4
CONFIG_tinyar_BeatEntries := 1
CONFIG_tinyar_GroupedLines := 0
CONFIG_tinyar_IndependentThreads := 0
CONFIG_tinyar_AcquireRelease := 1
CONFIG_tinyar_ManyLocks := 0
CONFIG_tinyar_AsPrinted := 0

# tiny with two SMs, and the options of cuda
CONFIG_tinycuda_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=1 -GAcquireRelease=1 -GManyLocks=1 -GAsPrinted=0
CONFIG_tinycuda_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 1 -chparam AcquireRelease 1 -chparam ManyLocks 1 -chparam AsPrinted 0
CONFIG_tinycuda_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=1 -P$(1).AcquireRelease=1 -P$(1).ManyLocks=1 -P$(1).AsPrinted=0
CONFIG_tinycuda_NumSms := 2
CONFIG_tinycuda_BlocksPerSm := 2
CONFIG_tinycuda_WarpsPerSm := 4
CONFIG_tinycuda_Lanes := 2
CONFIG_tinycuda_RequestFifoDepth := 4
CONFIG_tinycuda_MetadataLines := 4
CONFIG_tinycuda_BeatEntries := 1
CONFIG_tinycuda_GroupedLines := 0
CONFIG_tinycuda_IndependentThreads := 1
CONFIG_tinycuda_AcquireRelease := 1
CONFIG_tinycuda_ManyLocks := 1
CONFIG_tinycuda_AsPrinted := 0

# tiny with one lane and the fewest metadata lines
CONFIG_tiny1_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=1 -GRequestFifoDepth=4 -GMetadataLines=2 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tiny1_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 1 -chparam RequestFifoDepth 4 -chparam MetadataLines 2 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tiny1_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=1 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=2 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tiny1_NumSms := 2
CONFIG_tiny1_BlocksPerSm := 2
CONFIG_tiny1_WarpsPerSm := 4
CONFIG_tiny1_Lanes := 1
CONFIG_tiny1_RequestFifoDepth := 4
CONFIG_tiny1_MetadataLines := 2
CONFIG_tiny1_BeatEntries := 1
CONFIG_tiny1_GroupedLines := 0
CONFIG_tiny1_IndependentThreads := 0
CONFIG_tiny1_AcquireRelease := 0
CONFIG_tiny1_ManyLocks := 0
CONFIG_tiny1_AsPrinted := 0

# tiny with four lanes
CONFIG_tiny4_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tiny4_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tiny4_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tiny4_NumSms := 2
CONFIG_tiny4_BlocksPerSm := 2
CONFIG_tiny4_WarpsPerSm := 4
CONFIG_tiny4_Lanes := 4
CONFIG_tiny4_RequestFifoDepth := 4
CONFIG_tiny4_MetadataLines := 8
CONFIG_tiny4_BeatEntries := 1
CONFIG_tiny4_GroupedLines := 0
CONFIG_tiny4_IndependentThreads := 0
CONFIG_tiny4_AcquireRelease := 0
CONFIG_tiny4_ManyLocks := 0
CONFIG_tiny4_AsPrinted := 0

# tiny with the most metadata lines and a port of eight metadata entries in a beat
CONFIG_tiny128lines_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=128 -GBeatEntries=8 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tiny128lines_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 128 -chparam BeatEntries 8 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tiny128lines_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=128 -P$(1).BeatEntries=8 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tiny128lines_NumSms := 2
CONFIG_tiny128lines_BlocksPerSm := 2
CONFIG_tiny128lines_WarpsPerSm := 4
CONFIG_tiny128lines_Lanes := 2
CONFIG_tiny128lines_RequestFifoDepth := 4
CONFIG_tiny128lines_MetadataLines := 128
CONFIG_tiny128lines_BeatEntries := 8
CONFIG_tiny128lines_GroupedLines := 0
CONFIG_tiny128lines_IndependentThreads := 0
CONFIG_tiny128lines_AcquireRelease := 0
CONFIG_tiny128lines_ManyLocks := 0
CONFIG_tiny128lines_AsPrinted := 0

# tiny with eight lanes, 16 metadata lines and a port of two metadata entries in a beat
CONFIG_tiny8_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=8 -GRequestFifoDepth=4 -GMetadataLines=16 -GBeatEntries=2 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tiny8_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 8 -chparam RequestFifoDepth 4 -chparam MetadataLines 16 -chparam BeatEntries 2 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tiny8_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=8 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=16 -P$(1).BeatEntries=2 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tiny8_NumSms := 2
CONFIG_tiny8_BlocksPerSm := 2
CONFIG_tiny8_WarpsPerSm := 4
CONFIG_tiny8_Lanes := 8
CONFIG_tiny8_RequestFifoDepth := 4
CONFIG_tiny8_MetadataLines := 16
CONFIG_tiny8_BeatEntries := 2
CONFIG_tiny8_GroupedLines := 0
CONFIG_tiny8_IndependentThreads := 0
CONFIG_tiny8_AcquireRelease := 0
CONFIG_tiny8_ManyLocks := 0
CONFIG_tiny8_AsPrinted := 0

# tiny with sixteen lanes and a port of four metadata entries in a beat
CONFIG_tiny16_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=16 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=4 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tiny16_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 16 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 4 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tiny16_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=16 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=4 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tiny16_NumSms := 2
CONFIG_tiny16_BlocksPerSm := 2
CONFIG_tiny16_WarpsPerSm := 4
CONFIG_tiny16_Lanes := 16
CONFIG_tiny16_RequestFifoDepth := 4
CONFIG_tiny16_MetadataLines := 8
CONFIG_tiny16_BeatEntries := 4
CONFIG_tiny16_GroupedLines := 0
CONFIG_tiny16_IndependentThreads := 0
CONFIG_tiny16_AcquireRelease := 0
CONFIG_tiny16_ManyLocks := 0
CONFIG_tiny16_AsPrinted := 0

# tiny with a whole segment a cycle and the widest port, 16 metadata entries in a beat
CONFIG_tinywide_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=32 -GRequestFifoDepth=4 -GMetadataLines=16 -GBeatEntries=16 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tinywide_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 32 -chparam RequestFifoDepth 4 -chparam MetadataLines 16 -chparam BeatEntries 16 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tinywide_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=32 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=16 -P$(1).BeatEntries=16 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tinywide_NumSms := 2
CONFIG_tinywide_BlocksPerSm := 2
CONFIG_tinywide_WarpsPerSm := 4
CONFIG_tinywide_Lanes := 32
CONFIG_tinywide_RequestFifoDepth := 4
CONFIG_tinywide_MetadataLines := 16
CONFIG_tinywide_BeatEntries := 16
CONFIG_tinywide_GroupedLines := 0
CONFIG_tinywide_IndependentThreads := 0
CONFIG_tinywide_AcquireRelease := 0
CONFIG_tinywide_ManyLocks := 0
CONFIG_tinywide_AsPrinted := 0

# tiny, metadata lines stored grouped
CONFIG_tinygrouped_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4 -GBeatEntries=1 -GGroupedLines=1 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tinygrouped_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4 -chparam BeatEntries 1 -chparam GroupedLines 1 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tinygrouped_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4 -P$(1).BeatEntries=1 -P$(1).GroupedLines=1 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tinygrouped_NumSms := 2
CONFIG_tinygrouped_BlocksPerSm := 2
CONFIG_tinygrouped_WarpsPerSm := 4
CONFIG_tinygrouped_Lanes := 2
CONFIG_tinygrouped_RequestFifoDepth := 4
CONFIG_tinygrouped_MetadataLines := 4
CONFIG_tinygrouped_BeatEntries := 1
CONFIG_tinygrouped_GroupedLines := 1
CONFIG_tinygrouped_IndependentThreads := 0
CONFIG_tinygrouped_AcquireRelease := 0
CONFIG_tinygrouped_ManyLocks := 0
CONFIG_tinygrouped_AsPrinted := 0

# tiny with the options of cuda, eight lanes, metadata lines stored grouped, and a port of four metadata entries in a beat
CONFIG_tinygrouped4_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=8 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=4 -GGroupedLines=1 -GIndependentThreads=1 -GAcquireRelease=1 -GManyLocks=1 -GAsPrinted=0
CONFIG_tinygrouped4_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 8 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 4 -chparam GroupedLines 1 -chparam IndependentThreads 1 -chparam AcquireRelease 1 -chparam ManyLocks 1 -chparam AsPrinted 0
CONFIG_tinygrouped4_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=8 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=4 -P$(1).GroupedLines=1 -P$(1).IndependentThreads=1 -P$(1).AcquireRelease=1 -P$(1).ManyLocks=1 -P$(1).AsPrinted=0
CONFIG_tinygrouped4_NumSms := 2
CONFIG_tinygrouped4_BlocksPerSm := 2
CONFIG_tinygrouped4_WarpsPerSm := 4
CONFIG_tinygrouped4_Lanes := 8
CONFIG_tinygrouped4_RequestFifoDepth := 4
CONFIG_tinygrouped4_MetadataLines := 8
CONFIG_tinygrouped4_BeatEntries := 4
CONFIG_tinygrouped4_GroupedLines := 1
CONFIG_tinygrouped4_IndependentThreads := 1
CONFIG_tinygrouped4_AcquireRelease := 1
CONFIG_tinygrouped4_ManyLocks := 1
CONFIG_tinygrouped4_AsPrinted := 0

# Table V with a whole segment a cycle, 128 metadata lines and a port of 16 metadata entries in a beat
CONFIG_wide_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=32 -GRequestFifoDepth=4 -GMetadataLines=128 -GBeatEntries=16 -GGroupedLines=0 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_wide_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 32 -chparam RequestFifoDepth 4 -chparam MetadataLines 128 -chparam BeatEntries 16 -chparam GroupedLines 0 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_wide_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=32 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=128 -P$(1).BeatEntries=16 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_wide_NumSms := 15
CONFIG_wide_BlocksPerSm := 8
CONFIG_wide_WarpsPerSm := 32
CONFIG_wide_Lanes := 32
CONFIG_wide_RequestFifoDepth := 4
CONFIG_wide_MetadataLines := 128
CONFIG_wide_BeatEntries := 16
CONFIG_wide_GroupedLines := 0
CONFIG_wide_IndependentThreads := 0
CONFIG_wide_AcquireRelease := 0
CONFIG_wide_ManyLocks := 0
CONFIG_wide_AsPrinted := 0

# Table V, metadata lines stored grouped: two groups a cycle, 128 lines and a port of four metadata entries in a beat
CONFIG_grouped_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=128 -GBeatEntries=4 -GGroupedLines=1 -GIndependentThreads=0 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_grouped_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 128 -chparam BeatEntries 4 -chparam GroupedLines 1 -chparam IndependentThreads 0 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_grouped_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=128 -P$(1).BeatEntries=4 -P$(1).GroupedLines=1 -P$(1).IndependentThreads=0 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_grouped_NumSms := 15
CONFIG_grouped_BlocksPerSm := 8
CONFIG_grouped_WarpsPerSm := 32
CONFIG_grouped_Lanes := 2
CONFIG_grouped_RequestFifoDepth := 4
CONFIG_grouped_MetadataLines := 128
CONFIG_grouped_BeatEntries := 4
CONFIG_grouped_GroupedLines := 1
CONFIG_grouped_IndependentThreads := 0
CONFIG_grouped_AcquireRelease := 0
CONFIG_grouped_ManyLocks := 0
CONFIG_grouped_AsPrinted := 0

# Table V with independent thread scheduling (D40)
CONFIG_its_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=1 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_its_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 1 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_its_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=1 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_its_NumSms := 15
CONFIG_its_BlocksPerSm := 8
CONFIG_its_WarpsPerSm := 32
CONFIG_its_Lanes := 4
CONFIG_its_RequestFifoDepth := 4
CONFIG_its_MetadataLines := 8
CONFIG_its_BeatEntries := 1
CONFIG_its_GroupedLines := 0
CONFIG_its_IndependentThreads := 1
CONFIG_its_AcquireRelease := 0
CONFIG_its_ManyLocks := 0
CONFIG_its_AsPrinted := 0

# tiny with one SM and independent thread scheduling
CONFIG_tinyits_VERILATOR = -GNumSms=1 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4 -GBeatEntries=1 -GGroupedLines=0 -GIndependentThreads=1 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tinyits_YOSYS = -chparam NumSms 1 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4 -chparam BeatEntries 1 -chparam GroupedLines 0 -chparam IndependentThreads 1 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tinyits_IVERILOG = -P$(1).NumSms=1 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4 -P$(1).BeatEntries=1 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=1 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tinyits_NumSms := 1
CONFIG_tinyits_BlocksPerSm := 2
CONFIG_tinyits_WarpsPerSm := 4
CONFIG_tinyits_Lanes := 2
CONFIG_tinyits_RequestFifoDepth := 4
CONFIG_tinyits_MetadataLines := 4
CONFIG_tinyits_BeatEntries := 1
CONFIG_tinyits_GroupedLines := 0
CONFIG_tinyits_IndependentThreads := 1
CONFIG_tinyits_AcquireRelease := 0
CONFIG_tinyits_ManyLocks := 0
CONFIG_tinyits_AsPrinted := 0

# tiny with eight lanes; the threads of every warp are distinguished (D41)
CONFIG_tinyits8_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=8 -GRequestFifoDepth=4 -GMetadataLines=8 -GBeatEntries=2 -GGroupedLines=0 -GIndependentThreads=2 -GAcquireRelease=0 -GManyLocks=0 -GAsPrinted=0
CONFIG_tinyits8_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 8 -chparam RequestFifoDepth 4 -chparam MetadataLines 8 -chparam BeatEntries 2 -chparam GroupedLines 0 -chparam IndependentThreads 2 -chparam AcquireRelease 0 -chparam ManyLocks 0 -chparam AsPrinted 0
CONFIG_tinyits8_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=8 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8 -P$(1).BeatEntries=2 -P$(1).GroupedLines=0 -P$(1).IndependentThreads=2 -P$(1).AcquireRelease=0 -P$(1).ManyLocks=0 -P$(1).AsPrinted=0
CONFIG_tinyits8_NumSms := 2
CONFIG_tinyits8_BlocksPerSm := 2
CONFIG_tinyits8_WarpsPerSm := 4
CONFIG_tinyits8_Lanes := 8
CONFIG_tinyits8_RequestFifoDepth := 4
CONFIG_tinyits8_MetadataLines := 8
CONFIG_tinyits8_BeatEntries := 2
CONFIG_tinyits8_GroupedLines := 0
CONFIG_tinyits8_IndependentThreads := 2
CONFIG_tinyits8_AcquireRelease := 0
CONFIG_tinyits8_ManyLocks := 0
CONFIG_tinyits8_AsPrinted := 0
