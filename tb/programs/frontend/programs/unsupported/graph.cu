__global__ void work() {}
int main() {
    cudaStream_t stream; cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // HERE
    work<<<1, 1, 0, stream>>>();
}
