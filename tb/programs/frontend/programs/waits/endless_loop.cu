// A loop that reads nothing at all.
__global__ void count_for_ever(unsigned *p, unsigned step) {
    unsigned i = 0;
    while (step != 0) { i += step; if (i == 1) i += step; asm volatile("" : "+r"(i)); }
    *p = i;
}
int main() {
    unsigned *p;
    cudaMalloc(&p, 4);
    count_for_ever<<<1, 32>>>(p, 2);
    return 0;
}
