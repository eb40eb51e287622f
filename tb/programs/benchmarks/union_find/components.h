/* SPDX-License-Identifier: Apache-2.0 */
// components.h: connected components on the device.
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include "graph.h"

struct WorklistSizes {
    int middle, high;
};
std::vector<int> components_on_device(const Graph &graph, WorklistSizes *sizes);

#endif
