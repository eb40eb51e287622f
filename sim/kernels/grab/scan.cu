/* scan: exclusive prefix sums (CUDA SDK 1.1 "scan"; GRAB Tables 3 and 4: 512 floats, one block of up to 512 threads).
 *
 * usage: scan naive|workefficient|best [--objects] [--table3 | LOG2_ELEMENTS ITERATIONS]      (see app.h)
 *
 * All three work in shared memory. naive (Hillis, Steele 1986): a thread an element, n log n additions between two buffers.
 * workefficient (Blelloch 1990): a thread two neighbouring elements, a sweep up and one down a tree of sums. best: the same with
 * the two elements of a thread half an array apart, so that global accesses lie side by side, and a word left free every 16, so that the
 * sweeps' accesses fall into different banks. The SDK launches each 100 times to measure its time: ITERATIONS.
 */
#include "../apps/app.h"

enum Version { NAIVE, WORK_EFFICIENT, BEST };

__global__ void scanNaive(float *out, const float *in, int n)
{
    extern __shared__ float buffers[]; // two of n
    const int thread = threadIdx.x;
    float *from = buffers, *to = buffers + n;
    to[thread] = thread > 0 ? in[thread - 1] : 0.0f;
    for (int distance = 1; distance < n; distance *= 2) {
        float *const filled = to;
        to = from;
        from = filled;
        __syncthreads();
        to[thread] = thread >= distance ? from[thread] + from[thread - distance] : from[thread];
    }
    __syncthreads();
    out[thread] = to[thread];
}

// Where element I lies: as it is, or with a word left free every 16 (the banks of the GPUs of 2007).
static __device__ __forceinline__ int place(int i, bool padded) { return padded ? i + (i >> 4) : i; }

// Sums up the tree and shares them out again: exclusive prefix sums of tree[0 .. n-1], by n / 2 threads.
static __device__ __forceinline__ void sweep(float *tree, int n, bool padded)
{
    const int thread = threadIdx.x;
    int stride = 1;
    for (int nodes = n / 2; nodes > 0; nodes /= 2) {
        __syncthreads();
        if (thread < nodes)
            tree[place(stride * (2 * thread + 2) - 1, padded)] += tree[place(stride * (2 * thread + 1) - 1, padded)];
        stride *= 2;
    }
    if (thread == 0)
        tree[place(n - 1, padded)] = 0.0f;
    for (int nodes = 1; nodes < n; nodes *= 2) {
        stride /= 2;
        __syncthreads();
        if (thread < nodes) {
            const int left = place(stride * (2 * thread + 1) - 1, padded), right = place(stride * (2 * thread + 2) - 1, padded);
            const float sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    __syncthreads();
}

__global__ void scanWorkEfficient(float *out, const float *in, int n)
{
    extern __shared__ float tree[];
    const int thread = threadIdx.x;
    tree[2 * thread] = in[2 * thread];
    tree[2 * thread + 1] = in[2 * thread + 1];
    sweep(tree, n, false);
    out[2 * thread] = tree[2 * thread];
    out[2 * thread + 1] = tree[2 * thread + 1];
}

__global__ void scanBest(float *out, const float *in, int n)
{
    extern __shared__ float tree[];
    const int first = threadIdx.x, second = first + n / 2;
    tree[place(first, true)] = in[first];
    tree[place(second, true)] = in[second];
    sweep(tree, n, true);
    out[first] = tree[place(first, true)];
    out[second] = tree[place(second, true)];
}

static std::vector<float> scanOnHost(const std::vector<float> &in)
{
    std::vector<float> out(in.size(), 0.0f);
    for (size_t i = 1; i < in.size(); i++)
        out[i] = out[i - 1] + in[i - 1];
    return out;
}

int main(int argc, char **argv)
{
    const App app = {"scan", 0, {{"LOG2_ELEMENTS", 9, 9, 1, 10}, {"ITERATIONS", 2, 100, 1, 1000}}, {"naive", "workefficient", "best"}};
    const Options options = parseArguments(app, argc, argv);
    const int n = 1 << options.sizes[0];
    const std::vector<int> numbers = randomInts(n, 0, 99, 1); // whole numbers: every sum is exact, whatever its order
    const std::vector<float> in(numbers.begin(), numbers.end());

    const float *deviceIn = deviceArray(options, "in", in);
    float *out = deviceArray<float>(options, "out", n);
    for (int i = 0; i < options.sizes[1]; i++) {
        if (options.version == NAIVE)
            scanNaive<<<1, n, 2 * n * sizeof(float)>>>(out, deviceIn, n);
        else if (options.version == WORK_EFFICIENT)
            scanWorkEfficient<<<1, n / 2, n * sizeof(float)>>>(out, deviceIn, n);
        else
            scanBest<<<1, n / 2, (n + n / 16) * sizeof(float)>>>(out, deviceIn, n);
        checkKernel("scan");
    }
    return verdict(toHost(out, n) == scanOnHost(in));
}
