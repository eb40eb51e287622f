// Recursive device functions: quick sort, Ackermann, towers of Hanoi, a tree built and summed, mutual recursion.
#include <algorithm>
#include <cstdio>
__host__ __device__ void quick_sort(int *a, int low, int high) {
    if (low >= high) return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
            j--;
        }
    }
    quick_sort(a, low, j);
    quick_sort(a, i, high);
}
__host__ __device__ int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__host__ __device__ int hanoi(int discs, int from, int to, int via) {
    return discs == 0 ? 0 : hanoi(discs - 1, from, via, to) + 1 + hanoi(discs - 1, via, to, from);
}
__host__ __device__ bool is_odd(unsigned n);
__host__ __device__ bool is_even(unsigned n) { return n == 0 ? true : is_odd(n - 1); }
__host__ __device__ bool is_odd(unsigned n) { return n == 0 ? false : is_even(n - 1); }
struct Node {
    int value;
    Node *left, *right;
};
__host__ __device__ Node *grow(Node *pool, int &used, int value, int depth) {
    Node *node = &pool[used++];
    node->value = value;
    node->left = depth > 0 ? grow(pool, used, 2 * value, depth - 1) : nullptr;
    node->right = depth > 0 && value % 3 ? grow(pool, used, 2 * value + 1, depth - 1) : nullptr;
    return node;
}
__host__ __device__ int total(const Node *node) {
    return node ? node->value + total(node->left) + total(node->right) : 0;
}
__host__ __device__ int tree(int value) {
    Node pool[64];
    int used = 0;
    return total(grow(pool, used, value, 4));
}
__global__ void sort_rows(int *data, int width) {
    quick_sort(data + (blockIdx.x * blockDim.x + threadIdx.x) * width, 0, width - 1);
}
__global__ void numbers(int *out) {
    int t = threadIdx.x;
    out[t] = ackermann(t % 3, t % 5) * 1000 + hanoi(t % 6, 0, 1, 2) * 10 + is_even(t) * 2 + is_odd(t);
    out[64 + t] = tree(t);
}
int main() {
    const int rows = 40, width = 25;
    int h[rows * width], sorted[rows * width], out[128], *d, *n, wrong = 0;
    for (int i = 0; i < rows * width; i++) h[i] = (int)(i * 7919u % 1009u);
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&n, sizeof out);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024);
    sort_rows<<<2, rows / 2>>>(d, width);
    numbers<<<1, 64>>>(n);
    cudaMemcpy(sorted, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, n, sizeof out, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) std::sort(h + r * width, h + (r + 1) * width);
    for (int i = 0; i < rows * width; i++) wrong += sorted[i] != h[i];
    for (int t = 0; t < 64; t++)
        wrong += out[t] != ackermann(t % 3, t % 5) * 1000 + hanoi(t % 6, 0, 1, 2) * 10 + (t % 2 == 0) * 2 + t % 2;
    for (int t = 0; t < 64; t++) wrong += out[64 + t] != tree(t);
    printf("wrong %d\n", wrong);
}
