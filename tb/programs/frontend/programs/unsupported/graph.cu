#include <cstdio>
int main() {
    cudaGraph_t graph; cudaGraphNode_t node; cudaGraphCreate(&graph, 0);
    cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, nullptr); // HERE
}
