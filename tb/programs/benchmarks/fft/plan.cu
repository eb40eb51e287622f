// plan.cu: Stockham's self-sorting transform of each row in shared memory, a transposition, the rows again (Govindaraju et al. 2008).
#include "plan.h"
#include "check.h"

enum { TILE = 16, ROWS = 4 };

template <typename Real> __device__ __forceinline__ typename ComplexOf<Real>::type unit_root(Real turns);
template <> __device__ __forceinline__ float2 unit_root<float>(float turns) {
    float2 root;
    sincospif(2 * turns, &root.y, &root.x);
    return root;
}
template <> __device__ __forceinline__ double2 unit_root<double>(double turns) {
    double2 root;
    sincospi(2 * turns, &root.y, &root.x);
    return root;
}

// Dynamic shared memory of a template needs a name for each type.
template <typename T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ __align__(16) unsigned char memory[];
        return reinterpret_cast<T *>(memory);
    }
};

// A row for each threadIdx.y, SIDE/2 threads a row: SIDE is a template's parameter so that all loops unroll.
template <typename Real, int SIDE, int SIGN>
__global__ void __launch_bounds__(SIDE / 2 * ROWS) transform_rows(typename ComplexOf<Real>::type *image, Real scale) {
    typedef typename ComplexOf<Real>::type Complex;
    Complex *row = SharedMemory<Complex>() + threadIdx.y * 2 * SIDE, *from = row, *to = row + SIDE;
    const int t = threadIdx.x;
    Complex *const place = image + (blockIdx.x * ROWS + threadIdx.y) * SIDE;
    from[t] = place[t];
    from[t + SIDE / 2] = place[t + SIDE / 2];
#pragma unroll
    for (int length = 1; length < SIDE; length *= 2) {
        __syncthreads();
        const int k = t & (length - 1), j = ((t - k) << 1) + k;
        const Complex a = from[t], b = from[t + SIDE / 2] * unit_root<Real>(SIGN * Real(k) / Real(2 * length));
        to[j] = a + b;
        to[j + length] = a - b;
        Complex *const swap = from;
        from = to;
        to = swap;
    }
    __syncthreads();
    for (int i = t; i < SIDE; i += SIDE / 2) {
        const Complex value = from[i];
        place[i].x = scale * value.x;
        place[i].y = scale * value.y;
    }
}

template <typename Complex> __global__ void transpose(Complex *to, const Complex *from, int side) {
    __shared__ Complex tile[TILE][TILE + 1]; // +1: no bank conflicts
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y) tile[threadIdx.y + j][threadIdx.x] = from[(y + j) * side + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y) to[(y + j) * side + x] = tile[threadIdx.x][threadIdx.y + j];
}

template <typename Real, int SIDE>
static void rows(typename ComplexOf<Real>::type *image, Direction direction, cudaStream_t stream) {
    const dim3 block(SIDE / 2, ROWS);
    const size_t shared = ROWS * 2 * SIDE * sizeof(*image);
    if (direction == FORWARD) transform_rows<Real, SIDE, -1><<<SIDE / ROWS, block, shared, stream>>>(image, Real(1));
    else transform_rows<Real, SIDE, 1><<<SIDE / ROWS, block, shared, stream>>>(image, Real(1) / SIDE);
}

template <typename Real> void Plan<Real>::record(int image, cudaStream_t stream) {
    const size_t pixels = (size_t)side_ * side_, offset = image * pixels, bytes = pixels * sizeof(Complex);
    Complex *const data = data_ + offset, *const work = work_ + offset;
    void (*const transform)(Complex *, Direction, cudaStream_t) =
        side_ == 16 ? rows<Real, 16> : side_ == 32 ? rows<Real, 32> : side_ == 64 ? rows<Real, 64> : nullptr;
    if (!transform) {
        fprintf(stderr, "no transform of %d points\n", side_);
        exit(2);
    }
    const dim3 grid(side_ / TILE, side_ / TILE), block(TILE, TILE / 4);
    CHECK(cudaMemcpyAsync(data, pinned_ + offset, bytes, cudaMemcpyHostToDevice, stream));
    transform(data, direction_, stream);
    transpose<<<grid, block, 0, stream>>>(work, data, side_);
    transform(work, direction_, stream);
    transpose<<<grid, block, 0, stream>>>(data, work, side_);
    CHECK(cudaMemcpyAsync(pinned_ + offset, data, bytes, cudaMemcpyDeviceToHost, stream));
}

template <typename Real>
Plan<Real>::Plan(int side, int images, Direction direction) : side_(side), images_(images), direction_(direction), nodes_(0) {
    const size_t bytes = (size_t)images * side * side * sizeof(Complex);
    CHECK(cudaMalloc(&data_, bytes));
    CHECK(cudaMalloc(&work_, bytes));
    CHECK(cudaMallocHost(&pinned_, bytes));
    CHECK(cudaStreamCreate(&stream_));
    cudaStream_t branches[8];
    cudaEvent_t fork, join[8];
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(fork, stream_));
    for (int image = 0; image < images; image++) {
        CHECK(cudaStreamCreateWithFlags(&branches[image], cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&join[image], cudaEventDisableTiming));
        CHECK(cudaStreamWaitEvent(branches[image], fork, 0));
        record(image, branches[image]);
        CHECK(cudaEventRecord(join[image], branches[image]));
        CHECK(cudaStreamWaitEvent(stream_, join[image], 0));
    }
    CHECK(cudaStreamEndCapture(stream_, &graph_));
    CHECK(cudaGraphGetNodes(graph_, nullptr, &nodes_));
    CHECK(cudaGraphInstantiateWithFlags(&executable_, graph_, 0));
    for (int image = 0; image < images; image++) {
        CHECK(cudaStreamDestroy(branches[image]));
        CHECK(cudaEventDestroy(join[image]));
    }
    CHECK(cudaEventDestroy(fork));
}

template <typename Real> Plan<Real>::~Plan() {
    cudaGraphExecDestroy(executable_);
    cudaGraphDestroy(graph_);
    cudaStreamDestroy(stream_);
    cudaFreeHost(pinned_);
    cudaFree(work_);
    cudaFree(data_);
}

template <typename Real> void Plan<Real>::run(std::vector<Complex> &images) {
    memcpy(pinned_, images.data(), images.size() * sizeof(Complex));
    CHECK(cudaGraphLaunch(executable_, stream_));
    CHECK(cudaStreamSynchronize(stream_));
    memcpy(images.data(), pinned_, images.size() * sizeof(Complex));
}

template class Plan<float>;
template class Plan<double>;
