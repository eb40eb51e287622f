// A runtime call that is declared (by the program itself) and defined nowhere.
extern "C" cudaError_t cudaGraphExecUpdate(void *graph, cudaStream_t stream);
int main() {
    return cudaGraphExecUpdate(nullptr, 0);  // HERE
}
