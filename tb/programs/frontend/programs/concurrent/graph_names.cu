// What a graph copies and sets is named as the call that a capture made it of (docs/launch-order.md).
int main() {
    int *p, *q, *r;
    cudaStream_t a, b;
    cudaGraph_t graph;
    cudaGraphExec_t made;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc(&p, 256);
    cudaMalloc(&q, 256);
    cudaMalloc(&r, 256);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(p, 1, 256, a);
    cudaMemcpyAsync(q, p, 256, cudaMemcpyDeviceToDevice, a);
    cudaMemcpy2DAsync(r, 64, p, 64, 16, 4, cudaMemcpyDeviceToDevice, a);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    cudaGraphLaunch(made, a);
    cudaMemsetAsync(p, 2, 256, b);
    cudaMemsetAsync(q, 2, 256, b);
    cudaMemsetAsync(r, 2, 256, b);
    cudaDeviceSynchronize();
}
