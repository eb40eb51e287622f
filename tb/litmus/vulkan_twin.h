/* SPDX-License-Identifier: Apache-2.0 */
/* vulkan_twin.h: an independent verdict of the Vulkan memory model, by brute force (vulkan_twin.c).
 */
#ifndef SCORD_TB_LITMUS_VULKAN_TWIN_H
#define SCORD_TB_LITMUS_VULKAN_TWIN_H

#include "cmodel/litmus/litmus.h"

/* 'R': some consistent execution of the VULKAN test races; '-': none does; '?': it has more
 * executions than are tried. */
char vulkan_twin_judge(const litmus_t *litmus);

#endif
