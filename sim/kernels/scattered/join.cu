/* join: a hash join of two tables, open addressing (scattered atomics, loads and stores).
 *
 * usage: join [--objects] [--table2 | BUILD PROBE]      (see ../apps/app.h; --table2: as by default)
 *
 * The first kernel puts the BUILD different keys of one table into a hash table of twice as many places, by
 * compare-and-swap of the key, and writes the payload beside it. The second looks PROBE keys of the other table up, half
 * of which are there, and writes the payload that it finds. A key is never 0 or 1: 0 is an empty place, and a swap of 0
 * by 1 is how a lock is taken.
 */
#include "../apps/app.h"

#define THREADS 256

__host__ __device__ unsigned placeOf(unsigned key, unsigned mask) { return key * 2654435761u >> 7 & mask; }

__global__ void build(const unsigned *keys, int count, unsigned *places, unsigned *payload, unsigned mask)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count)
        return;
    unsigned place = placeOf(keys[i], mask);
    while (atomicCAS(&places[place], 0u, keys[i]) != 0)
        place = (place + 1) & mask;
    payload[place] = i;
}

__global__ void probe(const unsigned *keys, int count, const unsigned *places, const unsigned *payload, unsigned mask,
                      int *found)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count)
        return;
    unsigned place = placeOf(keys[i], mask);
    while (places[place] != 0 && places[place] != keys[i])
        place = (place + 1) & mask;
    found[i] = places[place] == keys[i] ? (int)payload[place] : -1;
}

int main(int argc, char **argv)
{
    const App app = {"join", 0, {{"BUILD", 4096, 4096, 1, 1 << 24}, {"PROBE", 16384, 16384, 1, 1 << 26}}};
    const Options options = parseArguments(app, argc, argv);
    const int count = options.sizes[0], probes = options.sizes[1];
    unsigned size = 2;
    while (size < 2u * count)
        size *= 2;
    std::vector<unsigned> keys(count), probed(probes);
    std::vector<int> expected(probes);
    unsigned long long seed = 9;
    for (int i = 0; i < count; i++)
        keys[i] = 2 + 2 * (unsigned)i; // different, and even
    for (int i = count - 1; i > 0; i--)
        std::swap(keys[i], keys[randomBits(&seed) % (unsigned)(i + 1)]);
    std::vector<int> index(count);
    for (int i = 0; i < count; i++)
        index[keys[i] / 2 - 1] = i;
    for (int i = 0; i < probes; i++) {
        probed[i] = 2 + randomBits(&seed) % (2u * count);
        expected[i] = probed[i] % 2 == 0 ? index[probed[i] / 2 - 1] : -1;
    }
    const unsigned *deviceKeys = deviceArray(options, "keys", keys), *deviceProbed = deviceArray(options, "probed", probed);
    unsigned *places = deviceArray<unsigned>(options, "places", size);
    unsigned *payload = deviceArray<unsigned>(options, "payload", size);
    int *found = deviceArray<int>(options, "found", probes);
    build<<<(count + THREADS - 1) / THREADS, THREADS>>>(deviceKeys, count, places, payload, size - 1);
    checkKernel("build");
    probe<<<(probes + THREADS - 1) / THREADS, THREADS>>>(deviceProbed, probes, places, payload, size - 1, found);
    checkKernel("probe");
    return verdict(toHost(found, probes) == expected);
}
