// An instruction that the front end does not have.
__global__ void unusual(unsigned *p) {
    unsigned result;
    asm volatile("multimem.ld_reduce.global.add.u32 %0, [%1];" : "=r"(result) : "l"(p));  // HERE
    p[3] = result;
}
int main() { unsigned *p; cudaMalloc(&p, 16); unusual<<<1, 1>>>(p); return 0; }
