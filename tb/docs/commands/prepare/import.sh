# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The traces of tb/unit/import/example: a list, and one of its kernels, packed
cp -r tb/unit/import/example traces
xz -c traces/kernel-1.traceg > kernel-1.traceg.xz
