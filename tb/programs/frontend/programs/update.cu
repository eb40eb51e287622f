// An update that every block does, neither atomic nor under a lock: no fence makes it right.
__global__ void add(int *sum) { sum[threadIdx.x] += blockIdx.x; }
__global__ void add_volatile(volatile int *sum) { sum[threadIdx.x] += blockIdx.x; }
int main() {
    int *sum;
    cudaMalloc(&sum, 32 * sizeof(int));
    add<<<4, 32>>>(sum);
    add_volatile<<<4, 32>>>(sum);
}
