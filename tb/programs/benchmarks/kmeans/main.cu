// kmeans [-n points] [-d dimensions] [-k clusters] [-r rounds]: clusters points on the device and on the host.
#include "check.h"
#include "cluster.h"

#include <cmath>
#include <getopt.h>

static void usage(const char *program) {
    fprintf(stderr, "usage: %s [-n points] [-d dimensions] [-k clusters] [-r rounds]\n", program);
    exit(2);
}

static bool same(const Points &points, const Clusters &device, const Clusters &host) {
    int differing = 0;
    for (int i = 0; i < points.count; i++) differing += device.membership[i] != host.membership[i];
    if (differing || device.rounds != host.rounds) {
        printf("%d members differ, %d rounds for %d\n", differing, device.rounds, host.rounds);
        return false;
    }
    for (size_t i = 0; i < host.centres.size(); i++) {
        if (std::fabs(device.centres[i] - host.centres[i]) > 1e-3f) {
            printf("centre %zu: %g, not %g\n", i, device.centres[i], host.centres[i]);
            return false;
        }
    }
    return device.sizes == host.sizes && std::fabs(spread(points, device) / spread(points, host) - 1) < 1e-3;
}

int main(int argc, char **argv) {
    int count = 3000, dimensions = 8, clusters = 6, rounds = 20, option;
    static const struct option long_options[] = {{"points", required_argument, NULL, 'n'}, {NULL, 0, NULL, 0}};
    while ((option = getopt_long(argc, argv, "n:d:k:r:", long_options, NULL)) != -1) {
        switch (option) {
        case 'n': count = atoi(optarg); break;
        case 'd': dimensions = atoi(optarg); break;
        case 'k': clusters = atoi(optarg); break;
        case 'r': rounds = atoi(optarg); break;
        default: usage(argv[0]);
        }
    }
    if (clusters < 1 || clusters > MAX_CLUSTERS || dimensions < 1 || dimensions > MAX_DIMENSIONS || count < clusters) usage(argv[0]);
    bool right = true;
    for (int d : {dimensions, dimensions / 2, 3}) { // three instances of the kernel
        const Points points = points_around_centres(count, d, clusters, 42 + d);
        const Clusters device = cluster_on_device(points, clusters, rounds);
        printf("%d points of %d dimensions: %d clusters\n", count, d, clusters);
        right = same(points, device, cluster_on_host(points, clusters, rounds)) && right;
    }
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
