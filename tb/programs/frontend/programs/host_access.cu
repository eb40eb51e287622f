// The host dereferences a device pointer.
__global__ void nothing() {}
int main() {
    int *p;
    cudaMalloc(&p, 256);
    nothing<<<1, 1>>>();
    p[4] = 1;
    return 0;
}
