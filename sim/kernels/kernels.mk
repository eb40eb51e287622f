# SPDX-License-Identifier: Apache-2.0
# sim/kernels: the project's CUDA programs, and the main job: the racy and the corrected graph colouring side by side.

.PHONY: demo
## use: demo: check the racy and the corrected graph colouring by RTL and model in lockstep; results in build/demo
demo: $(BUILD)/scord $(BUILD)/libscordsim.a
	@sim/kernels/demo.sh $(BUILD)/scord $(BUILD)/demo
