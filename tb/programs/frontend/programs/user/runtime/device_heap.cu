// malloc, free, new and delete on the device: a list a thread, a hash map of chains with a lock a bucket, growing vectors.
#include <cstdio>
struct Item {
    int key, count;
    Item *next;
};
struct Bucket {
    int lock;
    Item *volatile head;
};
__device__ Bucket map[8];
template <typename T> class Vector {
    T *data = nullptr;
    int used = 0, room = 0;

  public:
    __device__ ~Vector() { delete[] data; }
    __device__ void push(T x) {
        if (used == room) {
            room = room ? 2 * room : 2;
            T *larger = new T[room];
            for (int i = 0; i < used; i++) larger[i] = data[i];
            delete[] data;
            data = larger;
        }
        data[used++] = x;
    }
    __device__ int size() const { return used; }
    __device__ T operator[](int i) const { return data[i]; }
};
__global__ void lists(int *out) {
    Item *head = nullptr;
    for (int i = 0; i < 5 + (int)threadIdx.x % 7; i++) {
        Item *item = (Item *)malloc(sizeof(Item));
        item->key = i * threadIdx.x;
        item->next = head;
        head = item;
    }
    int sum = 0;
    while (head) {
        Item *next = head->next;
        sum += head->key;
        free(head);
        head = next;
    }
    Vector<double> v;
    for (int i = 0; i < 20; i++) v.push(i * 0.5);
    double total = 0;
    for (int i = 0; i < v.size(); i++) total += v[i];
    out[threadIdx.x] = sum + (int)total;
}
__global__ void count(const int *keys, int n) { /* one thread a warp takes a bucket's lock */
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        if (threadIdx.x != 0) continue;
        Bucket *b = &map[keys[i] % 8];
        while (atomicCAS(&b->lock, 0, 1) != 0) {}
        __threadfence();
        volatile Item *item = b->head;
        while (item && item->key != keys[i]) item = item->next;
        if (item) item->count = item->count + 1;
        else {
            volatile Item *fresh = (volatile Item *)malloc(sizeof(Item));
            fresh->key = keys[i];
            fresh->count = 1;
            fresh->next = b->head;
            b->head = (Item *)fresh;
        }
        __threadfence();
        atomicExch(&b->lock, 0);
    }
}
__global__ void collect(int *counts) {
    for (Item *i = map[threadIdx.x].head; i; i = i->next) counts[i->key] = i->count;
}
int main() {
    const int n = 90;
    int h[32], keys[n], counts[20], expected[20] = {0}, *d, *dk, *dc, wrong = 0;
    for (int i = 0; i < n; i++) {
        keys[i] = i * i % 19;
        expected[keys[i]]++;
    }
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&dk, sizeof keys);
    cudaMalloc(&dc, sizeof counts);
    cudaMemset(dc, 0, sizeof counts);
    cudaMemcpy(dk, keys, sizeof keys, cudaMemcpyHostToDevice);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
    lists<<<1, 32>>>(d);
    count<<<4, 32>>>(dk, n);
    collect<<<1, 8>>>(dc);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, dc, sizeof counts, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 32; t++) {
        int m = 5 + t % 7;
        wrong += h[t] != t * m * (m - 1) / 2 + 95;
    }
    for (int k = 0; k < 20; k++) wrong += counts[k] != expected[k];
    printf("wrong %d\n", wrong);
}
