// An instruction that the front end does not have.
__global__ void unusual(unsigned *p) {
    unsigned result;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(result) : "r"(p[0]));  // HERE
    p[3] = result;
}
int main() { unsigned *p; cudaMalloc(&p, 16); unusual<<<1, 1>>>(p); return 0; }
