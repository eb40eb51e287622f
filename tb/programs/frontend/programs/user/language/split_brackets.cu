// split_brackets.cu: launches whose brackets stand apart, as formatters for C++ leave them; text and shifts stay.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void shift(int *out, int by) { out[threadIdx.x] = 1 << 2 << (int)threadIdx.x >> by; }

template <typename T> void launch(int *out, int by) { // a kernel<< <grid, block>> >() in a comment
    shift << <1, 4 >> > (out, by);
    shift<<< 1, 4>> >(out, by);
    shift << < dim3(1), 4 >>> (out, by);
}

int main() {
    int *out, wrong = 0;
    const char *text = "k<< <1, 2>> >(\"<< <\")";
    std::vector<std::vector<std::vector<int> > > nested(1);
    cudaMallocManaged(&out, 4 * sizeof *out);
    launch<std::vector<std::vector<int>> >(out, 1);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) wrong += out[i] != 2 << i;
    wrong += strlen(text) != 21 || text[2] != '<' || text[3] != ' ' || nested.size() != 1 || __LINE__ != 22;
    printf("wrong %d\n", wrong);
}
