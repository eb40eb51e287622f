# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# ~/scord/project, a project for each way to build it: a makefile that takes NVCC, CUDA_PATH or nvcc, and CMake
mkdir project
cp tb/programs/frontend/programs/user/algorithms/last_block.cu project/program.cu
cat > project/Makefile <<'END'
NVCC = $(if $(CUDA_PATH),$(CUDA_PATH)/bin/)nvcc
.PHONY: program
program:
	$(NVCC) -o $@ program.cu
END
cat > project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(program LANGUAGES CXX CUDA)
add_executable(program program.cu)
END
