/* SPDX-License-Identifier: Apache-2.0 */
// cluster.h: Lloyd's algorithm on the device.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "points.h"

enum { MAX_CLUSTERS = 32, MAX_DIMENSIONS = 32 };

Clusters cluster_on_device(const Points &points, int clusters, int most_rounds);

#endif
