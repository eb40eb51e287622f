// A runtime call that is declared (by the program itself) and defined nowhere.
extern "C" cudaError_t cudaGraphLaunch(void *graph, cudaStream_t stream);
int main() {
    return cudaGraphLaunch(nullptr, 0);  // HERE
}
