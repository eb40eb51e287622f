# Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: run scripts/generate.sh.
#
# The named configurations as options of the tools, elaborated keys only. CONFIG_x_IVERILOG needs the top
# module: $(call CONFIG_gtx480_IVERILOG,scord_top). CONFIG_x_Key is one parameter's value, for tops that
# have only some of them.
SCORD_CONFIGS := gtx480 nocache tiny
# one configuration for every distinct set of elaborated keys
SCORD_ELABORATIONS := gtx480 tiny
SCORD_ELABORATED_KEYS := NumSms BlocksPerSm WarpsPerSm Lanes RequestFifoDepth

# Table V: the default machine
CONFIG_gtx480_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=1 -GRequestFifoDepth=4
CONFIG_gtx480_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 1 -chparam RequestFifoDepth 4
CONFIG_gtx480_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=1 -P$(1).RequestFifoDepth=4
CONFIG_gtx480_NumSms := 15
CONFIG_gtx480_BlocksPerSm := 8
CONFIG_gtx480_WarpsPerSm := 32
CONFIG_gtx480_Lanes := 1
CONFIG_gtx480_RequestFifoDepth := 4

# Table V, one metadata entry a word (200 % memory)
CONFIG_nocache_VERILATOR = -GNumSms=15 -GBlocksPerSm=8 -GWarpsPerSm=32 -GLanes=1 -GRequestFifoDepth=4
CONFIG_nocache_YOSYS = -chparam NumSms 15 -chparam BlocksPerSm 8 -chparam WarpsPerSm 32 -chparam Lanes 1 -chparam RequestFifoDepth 4
CONFIG_nocache_IVERILOG = -P$(1).NumSms=15 -P$(1).BlocksPerSm=8 -P$(1).WarpsPerSm=32 -P$(1).Lanes=1 -P$(1).RequestFifoDepth=4
CONFIG_nocache_NumSms := 15
CONFIG_nocache_BlocksPerSm := 8
CONFIG_nocache_WarpsPerSm := 32
CONFIG_nocache_Lanes := 1
CONFIG_nocache_RequestFifoDepth := 4

# two small SMs, for proofs and fast random runs
CONFIG_tiny_VERILATOR = -GNumSms=2 -GBlocksPerSm=2 -GWarpsPerSm=4 -GLanes=1 -GRequestFifoDepth=4
CONFIG_tiny_YOSYS = -chparam NumSms 2 -chparam BlocksPerSm 2 -chparam WarpsPerSm 4 -chparam Lanes 1 -chparam RequestFifoDepth 4
CONFIG_tiny_IVERILOG = -P$(1).NumSms=2 -P$(1).BlocksPerSm=2 -P$(1).WarpsPerSm=4 -P$(1).Lanes=1 -P$(1).RequestFifoDepth=4
CONFIG_tiny_NumSms := 2
CONFIG_tiny_BlocksPerSm := 2
CONFIG_tiny_WarpsPerSm := 4
CONFIG_tiny_Lanes := 1
CONFIG_tiny_RequestFifoDepth := 4
