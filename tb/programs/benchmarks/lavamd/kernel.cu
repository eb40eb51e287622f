// kernel.cu: a block a box; the neighbours' particles come into shared memory one box after the other.
#include "check.h"
#include "lavamd.h"

#include <cstddef>

#define DOT(A, B) ((A.x) * (B.x) + (A.y) * (B.y) + (A.z) * (B.z))
#define NUMBER_THREADS 32

static_assert(sizeof(four_vector) == 32 && offsetof(box_str, nei) % 8 == 0, "layouts of both sides");

__global__ void kernel_gpu_cuda(par_str d_par_gpu, int boxes, const box_str *d_box_gpu, const four_vector *d_rv_gpu, const double *d_qv_gpu,
                                four_vector *d_fv_gpu) {
    const int bx = blockIdx.x, tx = threadIdx.x;
    if (bx >= boxes) return;
    const double a2 = 2.0 * d_par_gpu.alpha * d_par_gpu.alpha;
    __shared__ four_vector rA_shared[PER_BOX], rB_shared[PER_BOX];
    __shared__ double qB_shared[PER_BOX];
    const long first_i = d_box_gpu[bx].offset;
    const four_vector *rA = &d_rv_gpu[first_i];
    four_vector *fA = &d_fv_gpu[first_i];
    for (int wtx = tx; wtx < PER_BOX; wtx += NUMBER_THREADS) rA_shared[wtx] = rA[wtx];
    __syncthreads();
    for (int k = 0; k < 1 + d_box_gpu[bx].nn; k++) {
        const int pointer = k == 0 ? bx : d_box_gpu[bx].nei[k - 1].number;
        const long first_j = d_box_gpu[pointer].offset;
        for (int wtx = tx; wtx < PER_BOX; wtx += NUMBER_THREADS) {
            rB_shared[wtx] = d_rv_gpu[first_j + wtx];
            qB_shared[wtx] = d_qv_gpu[first_j + wtx];
        }
        __syncthreads();
        for (int wtx = tx; wtx < PER_BOX; wtx += NUMBER_THREADS) {
            for (int j = 0; j < PER_BOX; j++) {
                const double r2 = rA_shared[wtx].v + rB_shared[j].v - DOT(rA_shared[wtx], rB_shared[j]);
                const double vij = exp(-(a2 * r2)), fs = 2 * vij;
                const double dx = rA_shared[wtx].x - rB_shared[j].x, dy = rA_shared[wtx].y - rB_shared[j].y, dz = rA_shared[wtx].z - rB_shared[j].z;
                fA[wtx].v += qB_shared[j] * vij;
                fA[wtx].x += qB_shared[j] * fs * dx;
                fA[wtx].y += qB_shared[j] * fs * dy;
                fA[wtx].z += qB_shared[j] * fs * dz;
            }
        }
        __syncthreads();
    }
}

void forces_on_device(const par_str &par, const std::vector<box_str> &boxes, const std::vector<four_vector> &rv, const std::vector<double> &qv,
                      std::vector<four_vector> *fv) {
    box_str *d_box;
    four_vector *d_rv, *d_fv;
    double *d_qv;
    CHECK(cudaMalloc((void **)&d_box, boxes.size() * sizeof(box_str)));
    CHECK(cudaMalloc((void **)&d_rv, rv.size() * sizeof(four_vector)));
    CHECK(cudaMalloc((void **)&d_qv, qv.size() * sizeof(double)));
    CHECK(cudaMalloc((void **)&d_fv, fv->size() * sizeof(four_vector)));
    CHECK(cudaMemcpy(d_box, boxes.data(), boxes.size() * sizeof(box_str), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_rv, rv.data(), rv.size() * sizeof(four_vector), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_qv, qv.data(), qv.size() * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_fv, fv->data(), fv->size() * sizeof(four_vector), cudaMemcpyHostToDevice));
    kernel_gpu_cuda<<<(unsigned)boxes.size(), NUMBER_THREADS>>>(par, (int)boxes.size(), d_box, d_rv, d_qv, d_fv);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(fv->data(), d_fv, fv->size() * sizeof(four_vector), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_box));
    CHECK(cudaFree(d_rv));
    CHECK(cudaFree(d_qv));
    CHECK(cudaFree(d_fv));
}
