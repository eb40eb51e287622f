# Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: run scripts/generate.sh.
#
# The named configurations as options of the tools, elaborated keys only. CONFIG_x_IVERILOG needs the top
# module: $(call CONFIG_gtx480_IVERILOG,scord_top). CONFIG_x_Key is one parameter's value, for tops that
# have only some of them.
SCORD_CONFIGS := gtx480 nocache both_scopes tiny tiny1 tiny4 tiny8
# one configuration for every distinct set of elaborated keys
SCORD_ELABORATIONS := gtx480 tiny tiny1 tiny4 tiny8
SCORD_ELABORATED_KEYS := NumSms BlocksPerSm WarpsPerSm Lanes RequestFifoDepth MetadataLines

# Table V: the default machine
CONFIG_gtx480_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8
CONFIG_gtx480_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8
CONFIG_gtx480_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8
CONFIG_gtx480_NumSms := 15
CONFIG_gtx480_BlocksPerSm := 8
CONFIG_gtx480_WarpsPerSm := 32
CONFIG_gtx480_Lanes := 4
CONFIG_gtx480_RequestFifoDepth := 4
CONFIG_gtx480_MetadataLines := 8

# Table V, one metadata entry a word (200 % memory)
CONFIG_nocache_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8
CONFIG_nocache_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8
CONFIG_nocache_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8
CONFIG_nocache_NumSms := 15
CONFIG_nocache_BlocksPerSm := 8
CONFIG_nocache_WarpsPerSm := 32
CONFIG_nocache_Lanes := 4
CONFIG_nocache_RequestFifoDepth := 4
CONFIG_nocache_MetadataLines := 8

# Table V, with the improved rule 4 (D39)
CONFIG_both_scopes_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8
CONFIG_both_scopes_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8
CONFIG_both_scopes_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8
CONFIG_both_scopes_NumSms := 15
CONFIG_both_scopes_BlocksPerSm := 8
CONFIG_both_scopes_WarpsPerSm := 32
CONFIG_both_scopes_Lanes := 4
CONFIG_both_scopes_RequestFifoDepth := 4
CONFIG_both_scopes_MetadataLines := 8

# two small SMs, for proofs and fast random runs
CONFIG_tiny_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=2 -GRequestFifoDepth=4 -GMetadataLines=4
CONFIG_tiny_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 2 -chparam RequestFifoDepth 4 -chparam MetadataLines 4
CONFIG_tiny_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=2 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=4
CONFIG_tiny_NumSms := 2
CONFIG_tiny_BlocksPerSm := 2
CONFIG_tiny_WarpsPerSm := 4
CONFIG_tiny_Lanes := 2
CONFIG_tiny_RequestFifoDepth := 4
CONFIG_tiny_MetadataLines := 4

# tiny with one lane and the fewest metadata lines
CONFIG_tiny1_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=1 -GRequestFifoDepth=4 -GMetadataLines=2
CONFIG_tiny1_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 1 -chparam RequestFifoDepth 4 -chparam MetadataLines 2
CONFIG_tiny1_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=1 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=2
CONFIG_tiny1_NumSms := 2
CONFIG_tiny1_BlocksPerSm := 2
CONFIG_tiny1_WarpsPerSm := 4
CONFIG_tiny1_Lanes := 1
CONFIG_tiny1_RequestFifoDepth := 4
CONFIG_tiny1_MetadataLines := 2

# tiny with four lanes
CONFIG_tiny4_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=4 -GRequestFifoDepth=4 -GMetadataLines=8
CONFIG_tiny4_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 4 -chparam RequestFifoDepth 4 -chparam MetadataLines 8
CONFIG_tiny4_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=4 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=8
CONFIG_tiny4_NumSms := 2
CONFIG_tiny4_BlocksPerSm := 2
CONFIG_tiny4_WarpsPerSm := 4
CONFIG_tiny4_Lanes := 4
CONFIG_tiny4_RequestFifoDepth := 4
CONFIG_tiny4_MetadataLines := 8

# tiny with eight lanes and the most metadata lines
CONFIG_tiny8_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=8 -GRequestFifoDepth=4 -GMetadataLines=16
CONFIG_tiny8_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 8 -chparam RequestFifoDepth 4 -chparam MetadataLines 16
CONFIG_tiny8_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=8 -P$(1).RequestFifoDepth=4 -P$(1).MetadataLines=16
CONFIG_tiny8_NumSms := 2
CONFIG_tiny8_BlocksPerSm := 2
CONFIG_tiny8_WarpsPerSm := 4
CONFIG_tiny8_Lanes := 8
CONFIG_tiny8_RequestFifoDepth := 4
CONFIG_tiny8_MetadataLines := 16
