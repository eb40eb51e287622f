// kernel.cu: a block computes several steps of its cells and, redundantly, of fewer and fewer ghost cells around them (Meng and
// Skadron 2009). Rows are padded by cudaMallocPitch.
#include "hotspot.cuh"

#include <utility>

template <typename T> __host__ __device__ inline T *row_of(T *base, size_t pitch, int row) {
    using Byte = typename std::conditional<std::is_const<T>::value, const char, char>::type;
    return reinterpret_cast<T *>(reinterpret_cast<Byte *>(base) + row * pitch);
}

__global__ void __launch_bounds__(BLOCK_SIZE *BLOCK_SIZE)
    calculate_temp(int iteration, const float *__restrict__ power, const float *__restrict__ temp_src, float *__restrict__ temp_dst,
                   size_t pitch, int grid_cols, int grid_rows, int border_cols, int border_rows, const Coefficients c) {
    __shared__ float temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float temp_t[BLOCK_SIZE][BLOCK_SIZE];

    const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    const int small_block_rows = BLOCK_SIZE - iteration * EXPAND_RATE;
    const int small_block_cols = BLOCK_SIZE - iteration * EXPAND_RATE;
    const int blkY = small_block_rows * by - border_rows, blkX = small_block_cols * bx - border_cols;
    const int blkYmax = blkY + BLOCK_SIZE - 1, blkXmax = blkX + BLOCK_SIZE - 1;
    const int yidx = blkY + ty, xidx = blkX + tx;
    const bool inside = IN_RANGE(yidx, 0, grid_rows - 1) && IN_RANGE(xidx, 0, grid_cols - 1);

    if (inside) {
        temp_on_cuda[ty][tx] = row_of(temp_src, pitch, yidx)[xidx];
        power_on_cuda[ty][tx] = row_of(power, pitch, yidx)[xidx];
    }
    __syncthreads();

    const int validYmin = (blkY < 0) ? -blkY : 0, validXmin = (blkX < 0) ? -blkX : 0;
    const int validYmax = (blkYmax > grid_rows - 1) ? BLOCK_SIZE - 1 - (blkYmax - grid_rows + 1) : BLOCK_SIZE - 1;
    const int validXmax = (blkXmax > grid_cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - grid_cols + 1) : BLOCK_SIZE - 1;
    const int N = max(ty - 1, validYmin), S = min(ty + 1, validYmax);
    const int W = max(tx - 1, validXmin), E = min(tx + 1, validXmax);

    bool computed = false;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
            IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
            computed = true;
            const float own = temp_on_cuda[ty][tx];
            temp_t[ty][tx] = own + c.step_div_cap * (power_on_cuda[ty][tx] +
                                                     (temp_on_cuda[S][tx] + temp_on_cuda[N][tx] - 2.0f * own) * c.ry_1 +
                                                     (temp_on_cuda[ty][E] + temp_on_cuda[ty][W] - 2.0f * own) * c.rx_1 +
                                                     (c.ambient - own) * c.rz_1);
        }
        __syncthreads();
        if (i == iteration - 1) break;
        if (computed) temp_on_cuda[ty][tx] = temp_t[ty][tx];
        __syncthreads();
    }
    if (computed) row_of(temp_dst, pitch, yidx)[xidx] = temp_t[ty][tx];
}

void simulate(Chip &chip, int iterations, int pyramid_height) {
    const int border = pyramid_height * EXPAND_RATE / 2, small_block = BLOCK_SIZE - pyramid_height * EXPAND_RATE;
    const dim3 block{BLOCK_SIZE, BLOCK_SIZE};
    const dim3 grid((chip.columns + small_block - 1) / small_block, (chip.rows + small_block - 1) / small_block);
    const size_t width = chip.columns * sizeof(float);
    float *temperature[2], *power;
    size_t pitch, pitch_of_power;
    for (auto &memory : temperature) gpuErrchk(cudaMallocPitch(&memory, &pitch, width, chip.rows));
    gpuErrchk(cudaMallocPitch(&power, &pitch_of_power, width, chip.rows));
    if (pitch != pitch_of_power || pitch < width) exit(EXIT_FAILURE);
    gpuErrchk(cudaMemcpy2D(temperature[0], pitch, chip.temperature.data(), width, width, chip.rows, cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy2D(power, pitch, chip.power.data(), width, width, chip.rows, cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemset2D(temperature[1], pitch, 0, width, chip.rows));
    int src = 0, dst = 1;
    for (int t = 0; t < iterations; t += pyramid_height, std::swap(src, dst))
        calculate_temp<<<grid, block>>>(std::min(pyramid_height, iterations - t), power, temperature[src], temperature[dst], pitch,
                                        chip.columns, chip.rows, border, border, chip.coefficients());
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    gpuErrchk(cudaMemcpy2D(chip.temperature.data(), width, temperature[src], pitch, width, chip.rows, cudaMemcpyDeviceToHost));
    for (float *memory : {temperature[0], temperature[1], power}) gpuErrchk(cudaFree(memory));
}
