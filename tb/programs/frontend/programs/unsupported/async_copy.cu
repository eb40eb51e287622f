__global__ void copy(int *in) {
    __shared__ int s[32];
    unsigned place = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(place), "l"(in)); // HERE
}
int main() { int *p; cudaMalloc(&p, 128); copy<<<1, 32>>>(p); }
