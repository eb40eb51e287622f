// lavamd [-boxes1d N]: forces by the device are those of the host; with equal charges the sum of all forces is 0.
#include "check.h"
#include "lavamd.h"

#include <cmath>
#include <cstring>

int main(int argc, char **argv) {
    int boxes1d = 3;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-boxes1d") == 0 && i + 1 < argc && atoi(argv[i + 1]) > 0) boxes1d = atoi(argv[++i]);
        else return fprintf(stderr, "usage: %s [-boxes1d N]\n", argv[0]), 2;
    }
    const par_str par = {0.5};
    std::vector<box_str> boxes((size_t)boxes1d * boxes1d * boxes1d);
    int number = 0;
    for (int z = 0; z < boxes1d; z++)
        for (int y = 0; y < boxes1d; y++)
            for (int x = 0; x < boxes1d; x++, number++) {
                box_str &box = boxes[number];
                box = box_str{x, y, z, number, (long)number * PER_BOX, 0, {}};
                for (int m = 0; m < 27; m++) {
                    const int nx = x + m % 3 - 1, ny = y + m / 3 % 3 - 1, nz = z + m / 9 - 1;
                    if (m == 13 || nx < 0 || ny < 0 || nz < 0 || nx >= boxes1d || ny >= boxes1d || nz >= boxes1d) continue;
                    const int other = (nz * boxes1d + ny) * boxes1d + nx;
                    box.nei[box.nn++] = nei_str{nx, ny, nz, other, (long)other * PER_BOX};
                }
            }
    const size_t particles = boxes.size() * PER_BOX;
    std::vector<four_vector> rv(particles), device(particles), host(particles);
    std::vector<double> qv(particles, 0.5);
    unsigned seed = 2;
    for (four_vector &r : rv) {
        double *const values[] = {&r.x, &r.y, &r.z};
        for (double *value : values) *value = ((seed = seed * 1664525u + 1013904223u) >> 24) % 10 / 10.0 + 0.1;
        r.v = (r.x * r.x + r.y * r.y + r.z * r.z) / 2;
    }
    forces_on_device(par, boxes, rv, qv, &device);
    const double a2 = 2 * par.alpha * par.alpha;
    for (const box_str &box : boxes)
        for (int k = 0; k <= box.nn; k++) {
            const long other = k == 0 ? box.offset : box.nei[k - 1].offset;
            for (long i = box.offset; i < box.offset + PER_BOX; i++)
                for (long j = other; j < other + PER_BOX; j++) {
                    const double r2 = rv[i].v + rv[j].v - (rv[i].x * rv[j].x + rv[i].y * rv[j].y + rv[i].z * rv[j].z), vij = std::exp(-a2 * r2);
                    host[i].v += qv[j] * vij;
                    host[i].x += qv[j] * 2 * vij * (rv[i].x - rv[j].x);
                    host[i].y += qv[j] * 2 * vij * (rv[i].y - rv[j].y);
                    host[i].z += qv[j] * 2 * vij * (rv[i].z - rv[j].z);
                }
        }
    double worst = 0, sum = 0, energy = 0;
    for (size_t i = 0; i < particles; i++) {
        for (double d : {device[i].v - host[i].v, device[i].x - host[i].x, device[i].y - host[i].y, device[i].z - host[i].z}) worst = std::fmax(worst, std::fabs(d));
        sum += device[i].x + device[i].y + device[i].z;
        energy += device[i].v;
    }
    printf("%zu boxes, %zu particles, energy %.4f\n", boxes.size(), particles, energy);
    const bool right = worst < 1e-9 && std::fabs(sum) < 1e-8 && energy > 0;
    if (!right) printf("differs by %g, all forces sum to %g\n", worst, sum);
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
