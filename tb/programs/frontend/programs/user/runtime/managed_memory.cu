// Managed memory: a linked list and a vector class shared by pointer, __managed__ variables, hints; host registered memory.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>
struct Managed {
    void *operator new(size_t bytes) {
        void *p;
        cudaMallocManaged(&p, bytes);
        cudaDeviceSynchronize();
        return p;
    }
    void operator delete(void *p) {
        cudaDeviceSynchronize();
        cudaFree(p);
    }
};
struct Node : Managed {
    int value;
    Node *next;
    Node(int v, Node *n) : value(v), next(n) {}
};
struct Vector : Managed {
    int n;
    float *data;
    explicit Vector(int n_) : n(n_) { cudaMallocManaged(&data, n * sizeof(float)); }
    ~Vector() { cudaFree(data); }
};
__device__ __managed__ int visits = 100;
__managed__ float table[16] = {1.0f, 2.0f};
struct Record {
    int a;
    double b;
};
__managed__ Record record;
__global__ void walk(Node *head, int *sum) {
    int s = 0;
    for (Node *n = head; n; n = n->next) {
        s += n->value;
        n->value = -n->value;
        visits++;
    }
    *sum = s;
}
__global__ void fill(Vector *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v->n) v->data[i] = v->data[i] * 2 + table[i % 16];
}
__global__ void update() {
    table[threadIdx.x] += threadIdx.x;
    if (threadIdx.x == 0) {
        record.a += 5;
        record.b *= 1.5;
    }
}
__global__ void by_pointer(float *t) { t[threadIdx.x] += 100; }
__managed__ struct { int count; double weight; } unnamed = {3, 0.5};
__global__ void use_unnamed() { unnamed.count *= 2, unnamed.weight += 1; }
int main() {
    int wrong = 0, *sum;
    cudaMallocManaged(&sum, sizeof(int));
    Node *head = nullptr;
    for (int i = 1; i <= 50; i++) head = new Node(i, head);
    visits += 5;
    record.a = 7;
    record.b = 2;
    walk<<<1, 1>>>(head, sum);
    cudaDeviceSynchronize();
    wrong += *sum != 1275 || head->value != -50 || visits != 155;
    Vector *v = new Vector(100);
    for (int i = 0; i < 100; i++) v->data[i] = (float)i;
    cudaMemPrefetchAsync(v->data, 100 * sizeof(float), 0);
    cudaMemAdvise(v->data, 100 * sizeof(float), cudaMemAdviseSetReadMostly, 0);
    fill<<<4, 32>>>(v);
    cudaDeviceSynchronize();
    for (int i = 0; i < 100; i++) wrong += v->data[i] != 2.0f * i + (i % 16 < 2 ? i % 16 + 1 : 0);
    delete v;
    update<<<1, 16>>>();
    by_pointer<<<1, 16>>>(table);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++) wrong += table[i] != (i < 2 ? i + 1 : 0) + i + 100;
    wrong += record.a != 12 || record.b != 3.0;
    int copy;
    cudaMemcpyFromSymbol(&copy, visits, sizeof copy);
    wrong += copy != 155;
    copy = 9;
    cudaMemcpyToSymbol(visits, &copy, sizeof copy);
    wrong += visits != 9;

    std::vector<float> plain(64, 1.0f);
    float *mapped, *device;
    wrong += cudaHostRegister(plain.data(), 64 * sizeof(float), cudaHostRegisterMapped) != cudaSuccess;
    wrong += cudaHostGetDevicePointer(&device, plain.data(), 0) != cudaSuccess;
    by_pointer<<<1, 32>>>(device);
    by_pointer<<<1, 32>>>(device + 16);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) wrong += plain[i] != 1.0f + 100 * ((i < 32) + (i >= 16 && i < 48));
    cudaPointerAttributes known;
    cudaPointerGetAttributes(&known, plain.data() + 16); // registered: the host's, with a place on the device
    wrong += known.type != cudaMemoryTypeHost || known.devicePointer != device + 16;
    wrong += cudaHostUnregister(plain.data()) != cudaSuccess ||
             cudaHostUnregister(plain.data()) != cudaErrorHostMemoryNotRegistered;
    cudaSetDeviceFlags(cudaDeviceMapHost);
    cudaHostAlloc(&mapped, 32 * sizeof(float), cudaHostAllocMapped);
    for (int i = 0; i < 32; i++) mapped[i] = (float)i;
    cudaPointerGetAttributes(&known, mapped);
    wrong += known.type != cudaMemoryTypeHost || known.hostPointer != mapped;
    cudaHostGetDevicePointer(&device, mapped, 0);
    by_pointer<<<1, 32>>>(device);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) wrong += mapped[i] != i + 100.0f;
    cudaFreeHost(mapped);
    use_unnamed<<<1, 1>>>();
    cudaDeviceSynchronize();
    wrong += unnamed.count != 6 || unnamed.weight != 1.5;
    cudaPointerGetAttributes(&known, &unnamed);
    wrong += known.type != cudaMemoryTypeManaged;
    cudaGetLastError();
    printf("wrong %d\n", wrong);
}
