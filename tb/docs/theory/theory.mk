# SPDX-License-Identifier: Apache-2.0
# tb/docs/theory: the pictures and tables of docs/theory, from runs of the RTL.
.PHONY: docs-waves
## develop: docs-waves: run the small streams of docs/theory again and write its timing diagrams and tables of registers
docs-waves: build
	@tb/docs/theory/waves.sh docs/images/theory docs/theory
