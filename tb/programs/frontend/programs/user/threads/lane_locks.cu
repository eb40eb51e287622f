// Locks taken by every lane in the three ways that people write them, all of which must end: loop with a flag, test-and-set
// with break, and a lock a bank account pair taken in order.
#include <cstdio>
#include <cstdlib>
__device__ volatile int counter;
__device__ int mutex, second;
__global__ void with_flag() {
    bool done = false;
    while (!done) {
        if (atomicCAS(&mutex, 0, 1) == 0) {
            __threadfence();
            counter = counter + 1;
            __threadfence();
            atomicExch(&mutex, 0);
            done = true;
        }
    }
}
__global__ void with_break() {
    for (;;) {
        if (atomicExch(&second, 1) == 0) {
            __threadfence();
            counter = counter + 1;
            __threadfence();
            atomicExch(&second, 0);
            break;
        }
    }
}
struct Account {
    int lock;
    volatile int money;
};
__global__ void transfer(Account *a, const int3 *orders, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int3 o = orders[i];
    Account *first = &a[min(o.x, o.y)], *later = &a[max(o.x, o.y)];
    bool done = o.x == o.y;
    while (!done) {
        if (atomicCAS(&first->lock, 0, 1) == 0) {
            if (atomicCAS(&later->lock, 0, 1) == 0) {
                __threadfence();
                a[o.x].money = a[o.x].money - o.z;
                a[o.y].money = a[o.y].money + o.z;
                __threadfence();
                atomicExch(&later->lock, 0);
                done = true;
            }
            atomicExch(&first->lock, 0);
        }
    }
}
int main() {
    int count, wrong = 0, zero = 0;
    const int n = 96, accounts = 8;
    Account h[accounts], *d;
    int3 orders[n], *dorders;
    int money[accounts];
    with_flag<<<2, 48>>>();
    cudaMemcpyFromSymbol(&count, counter, 4);
    wrong += count != 96;
    cudaMemcpyToSymbol(counter, &zero, 4);
    with_break<<<3, 32>>>();
    cudaMemcpyFromSymbol(&count, counter, 4);
    wrong += count != 96;
    for (int i = 0; i < accounts; i++) {
        h[i].lock = 0;
        h[i].money = money[i] = 1000;
    }
    for (int i = 0; i < n; i++) {
        orders[i] = make_int3(i * 5 % accounts, i * 3 % accounts, i + 1);
        if (orders[i].x != orders[i].y) {
            money[orders[i].x] -= i + 1;
            money[orders[i].y] += i + 1;
        }
    }
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&dorders, sizeof orders);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(dorders, orders, sizeof orders, cudaMemcpyHostToDevice);
    transfer<<<3, 32>>>(d, dorders, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < accounts; i++) wrong += h[i].money != money[i] || h[i].lock != 0;
    printf("wrong %d\n", wrong);
}
