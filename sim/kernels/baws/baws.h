/* SPDX-License-Identifier: Apache-2.0 */
/* baws.h: what the workloads of the BAWS evaluation share: command line, seeded data, device arrays, the check of the
 * result.
 *
 * usage of every workload: X [SEED [SCALE]]
 *   SEED    draws the input data (decision W13): 0 to 4294967295, 1 if not given
 *   SCALE   multiplies the work: 1 to 1000, 1 if not given
 * The last line is "baws NAME: ok", or "baws NAME: WRONG at WHAT[INDEX]: found, expected" for the first difference from a
 * plain C++ reference on the host. Exit codes: 0 ok, 1 wrong or CUDA refused, 2 bad usage.
 *
 * -DBREAK plants an error (a barrier or an operation is missing) in the workloads that have the word; the test
 * tb/eval/baws/run_kernel.sh wants it found.
 *
 *     int main(int argc, char **argv)
 *     {
 *         const Workload workload = parseArguments("xy", argc, argv);
 *         Random random(workload.seed);
 *         const std::vector<int> input = randomInts(random, 1000 * workload.scale, 0, 99);
 *         const int *deviceInput = deviceArray(input);
 *         int *output = deviceArray<int>(1000);
 *         kernel<<<60, 128>>>(deviceInput, output);
 *         checkKernel("kernel");
 *         Check check(workload);
 *         check.equal("output", toHost(output, 1000), kernelOnHost(input));
 *         return check.result();
 *     }
 */
#ifndef SCORD_BAWS_H
#define SCORD_BAWS_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/* The machine of the evaluation (docs/warp-scheduling.md): SMs, to choose sizes that load all of them. */
#define BAWS_SMS 15

/* What is planted by -DBREAK: a barrier that is not there, or a statement that is not executed. */
#ifdef BREAK
#define BARRIER_UNLESS_BROKEN() ((void)0)
#define UNLESS_BROKEN(statement) ((void)0)
#else
#define BARRIER_UNLESS_BROKEN() __syncthreads()
#define UNLESS_BROKEN(statement) statement
#endif

/* A workload as its command line asks for it. */
struct Workload {
    const char *name;
    unsigned seed;
    int scale;
};

/* The number `text`, LEAST to MOST; everything else ends the program with one message. */
inline long numberArgument(const char *name, const char *text, const char *what, long least, long most)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (end != text && *end == '\0' && value >= least && value <= most)
        return value;
    fprintf(stderr, "baws %s: '%s' is not a %s from %ld to %ld; usage: %s [SEED [SCALE]]\n", name, text, what, least, most,
            name);
    exit(2);
}

inline Workload parseArguments(const char *name, int argc, char **argv)
{
    Workload workload = {name, 1, 1};
    if (argc > 1)
        workload.seed = (unsigned)numberArgument(name, argv[1], "SEED", 0, 4294967295);
    if (argc > 2)
        workload.scale = (int)numberArgument(name, argv[2], "SCALE", 1, 1000);
    if (argc > 3) {
        fprintf(stderr, "baws %s: '%s' is one argument too many; usage: %s [SEED [SCALE]]\n", name, argv[3], name);
        exit(2);
    }
    return workload;
}

/* Random numbers of a seed: SplitMix64 (Steele, Lea, Flood 2014). The same on every machine and compiler. */
class Random {
  public:
    explicit Random(unsigned seed) : state(seed * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull) {}

    unsigned next()
    {
        unsigned long long z = state += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return (unsigned)((z ^ z >> 31) >> 32);
    }
    /* LEAST to MOST, both included; LEAST <= MOST. */
    int between(int least, int most)
    {
        const unsigned long long values = (unsigned long long)((long long)most - least) + 1;
        return (int)(least + (long long)(next() * values >> 32));
    }
    /* 0 <= number < 1, a multiple of 2^-24 (exact in float). */
    float unit() { return (float)(next() >> 8) * (1.0f / 16777216.0f); }

  private:
    unsigned long long state;
};

inline std::vector<int> randomInts(Random &random, size_t count, int least, int most)
{
    std::vector<int> values(count);
    for (int &value : values)
        value = random.between(least, most);
    return values;
}

/* LEAST <= numbers < MOST. */
inline std::vector<float> randomFloats(Random &random, size_t count, float least, float most)
{
    std::vector<float> values(count);
    for (float &value : values)
        value = least + (most - least) * random.unit();
    return values;
}

/* Ends the program with one message when CUDA refused something. */
inline void checkCuda(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "baws: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

/* Waits for the kernel launched last. */
inline void checkKernel(const char *kernel)
{
    checkCuda(cudaGetLastError(), kernel);
    checkCuda(cudaDeviceSynchronize(), kernel);
}

/* A device array filled with zeros. Lives as long as the program. */
template <class T> T *deviceArray(size_t count)
{
    T *device = nullptr;
    checkCuda(cudaMalloc(&device, (count ? count : 1) * sizeof(T)), "cudaMalloc");
    checkCuda(cudaMemset((void *)device, 0, (count ? count : 1) * sizeof(T)), "cudaMemset");
    return device;
}

template <class T> void toDevice(T *device, const std::vector<T> &host)
{
    if (!host.empty())
        checkCuda(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
}

template <class T> T *deviceArray(const std::vector<T> &host)
{
    T *device = deviceArray<T>(host.size());
    toDevice(device, host);
    return device;
}

template <class T> std::vector<T> toHost(const T *device, size_t count)
{
    std::vector<T> host(count);
    if (count != 0)
        checkCuda(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost), "copy to the host");
    return host;
}

/* How many blocks of KERNEL the whole device holds at once: what a grid with a barrier between blocks may have. */
template <class Kernel> int residentBlocks(Kernel kernel, int threads, size_t dynamicShared = 0)
{
    int perSm = 0;
    cudaDeviceProp properties;
    checkCuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, kernel, threads, dynamicShared), "occupancy");
    checkCuda(cudaGetDeviceProperties(&properties, 0), "properties of the device");
    return perSm * properties.multiProcessorCount;
}

/* Compares results with the reference, prints the verdict. Only the first difference is printed. */
class Check {
  public:
    explicit Check(const Workload &workload) : name(workload.name), right(true) {}

    /* Every element the same. */
    template <class T> void equal(const char *what, const std::vector<T> &found, const std::vector<T> &expected)
    {
        sameSize(what, found.size(), expected.size());
        for (size_t i = 0; right && i < expected.size(); i++)
            if (found[i] != expected[i])
                wrong(what, i, (double)found[i], (double)expected[i]);
    }
    /* Every element within TOLERANCE of the reference, relative to it, or absolute where it is below 1; a NaN never is. */
    template <class T, class U>
    void near(const char *what, const std::vector<T> &found, const std::vector<U> &expected, double tolerance)
    {
        sameSize(what, found.size(), expected.size());
        for (size_t i = 0; right && i < expected.size(); i++)
            if (!(fabs((double)found[i] - (double)expected[i]) <= tolerance * fmax(1.0, fabs((double)expected[i]))))
                wrong(what, i, (double)found[i], (double)expected[i]);
    }
    /* A property of the result that no reference is compared for. */
    void holds(const char *what, size_t index, bool condition)
    {
        if (right && !condition)
            wrong(what, index, 0, 1);
    }
    /* Prints the verdict; the exit code of the program. */
    int result() const
    {
        if (right)
            printf("baws %s: ok\n", name);
        return right ? 0 : 1;
    }

  private:
    void sameSize(const char *what, size_t found, size_t expected)
    {
        if (right && found != expected)
            wrong(what, expected < found ? expected : found, (double)found, (double)expected);
    }
    void wrong(const char *what, size_t index, double found, double expected)
    {
        right = false;
        printf("baws %s: WRONG at %s[%zu]: %.9g, expected %.9g\n", name, what, index, found, expected);
    }
    const char *name;
    bool right;
};

#endif
