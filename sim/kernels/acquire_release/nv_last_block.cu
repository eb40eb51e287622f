/* nv_last_block: every block leaves a part and counts itself by a read-modify-write; the last one adds the parts up. The releases of all blocks are one
 * release sequence. OPERATION: add, sub, and, or, xor, min or max. -DRELAXED: counted without order; -DRELEASE_ONLY: the last one does not acquire.
 * -DBLOCK_SCOPE: counted at block scope.
 */
#ifndef OPERATION
#define OPERATION add
#endif
#if defined RELAXED
#define ORDER __NV_ATOMIC_RELAXED
#elif defined RELEASE_ONLY
#define ORDER __NV_ATOMIC_RELEASE
#else
#define ORDER __NV_ATOMIC_ACQ_REL
#endif
#ifdef BLOCK_SCOPE
#define SCOPE __NV_THREAD_SCOPE_BLOCK
#else
#define SCOPE __NV_THREAD_SCOPE_DEVICE
#endif
#define JOIN(a, b) a##b
#define FETCH(operation) JOIN(__nv_atomic_fetch_, operation)

enum { BLOCKS = 4 };

/* What a block contributes to the counter, by the name of the operation; and whether the old value says that all others have. */
struct adding { static __device__ int part() { return 1; } static __device__ bool last(int old) { return old == BLOCKS - 1; } enum { START = 0, IN_TURN = 0 }; };
struct subtracting { static __device__ int part() { return 1; } static __device__ bool last(int old) { return old == 1; } enum { START = BLOCKS, IN_TURN = 0 }; };
struct setting { static __device__ int part() { return 1 << blockIdx.x; } static __device__ bool last(int old) { return (old | part()) == (1 << BLOCKS) - 1; } enum { START = 0, IN_TURN = 0 }; };
struct clearing { static __device__ int part() { return ~(1 << blockIdx.x); } static __device__ bool last(int old) { return (old & part()) == 0; } enum { START = (1 << BLOCKS) - 1, IN_TURN = 0 }; };
/* In turns: a block counts when its neighbour has, so that the highest or lowest number is the last. */
struct rising { static __device__ int part() { return blockIdx.x + 1; } static __device__ bool last(int old) { return old == BLOCKS - 1; } enum { START = 0, IN_TURN = 1 }; };
struct falling { static __device__ int part() { return BLOCKS - 1 - blockIdx.x; } static __device__ bool last(int old) { return old == 1; } enum { START = BLOCKS, IN_TURN = 1 }; };
#define KIND_add adding
#define KIND_sub subtracting
#define KIND_or setting
#define KIND_xor setting
#define KIND_and clearing
#define KIND_max rising
#define KIND_min falling
#define KIND(operation) JOIN(KIND_, operation)
typedef KIND(OPERATION) kind;

__global__ void sum(int *parts, int *counter, int *turn, int *out)
{
    while (kind::IN_TURN && __nv_atomic_load_n(turn, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) != blockIdx.x) {}
    parts[32 * blockIdx.x] = blockIdx.x; // RACE
    const int old = FETCH(OPERATION)(counter, kind::part(), ORDER, SCOPE); // RACE
    if (kind::last(old)) {
        int total = 0;
        for (int i = 0; i < BLOCKS; i++) total += parts[32 * i]; // RACE
        *out = total;
    }
    __nv_atomic_add(turn, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

int main()
{
    int *words, start = kind::START;
    cudaMalloc(&words, (BLOCKS + 3) * 128);
    cudaMemset(words, 0, (BLOCKS + 3) * 128);
    cudaMemcpy(words + 32 * BLOCKS, &start, sizeof start, cudaMemcpyHostToDevice);
    sum<<<BLOCKS, 1>>>(words, words + 32 * BLOCKS, words + 32 * (BLOCKS + 1), words + 32 * (BLOCKS + 2));
    return cudaDeviceSynchronize() != cudaSuccess;
}
