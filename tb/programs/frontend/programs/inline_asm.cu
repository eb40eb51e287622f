// An instruction that the front end does not have.
__global__ void unusual(unsigned *p) {
    unsigned result;
    asm volatile("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(p[0]), "r"(p[1]), "r"(p[2]));  // HERE
    p[3] = result;
}
int main() { unsigned *p; cudaMalloc(&p, 16); unusual<<<1, 1>>>(p); return 0; }
