// All places of a pattern in a text (Horspool's skip table in constant memory) and the first by atomicMin.
#include <cstdio>
#include <cstring>
#include <string>
__constant__ char pattern[64];
__constant__ int pattern_length, skip[256];
__global__ void search(const char *text, int length, int chunk, int *count, int *first) {
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * chunk,
        end = min(begin + chunk, length - pattern_length + 1);
    for (int at = begin; at < end;) {
        int k = pattern_length - 1;
        while (k >= 0 && text[at + k] == pattern[k]) k--;
        if (k < 0) {
            atomicAdd(count, 1);
            atomicMin(first, at);
        }
        at += skip[(unsigned char)text[at + pattern_length - 1]];
    }
}
int main() {
    std::string text;
    for (int i = 0; i < 700; i++) text += i % 13 == 5 ? "needle " : i % 7 == 2 ? "needled hay " : "nee dle hay";
    const char *word = "needle";
    int length = (int)strlen(word), table[256], counts[2] = {0, 1 << 30}, expected = 0, *d;
    for (int &s : table) s = length;
    for (int i = 0; i < length - 1; i++) table[(unsigned char)word[i]] = length - 1 - i;
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) expected++;
    char *d_text;
    cudaMalloc(&d_text, text.size());
    cudaMalloc(&d, sizeof counts);
    cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d, counts, sizeof counts, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(pattern, word, length);
    cudaMemcpyToSymbol(pattern_length, &length, sizeof length);
    cudaMemcpyToSymbol(skip, table, sizeof table);
    search<<<4, 64>>>(d_text, (int)text.size(), ((int)text.size() + 255) / 256, d, d + 1);
    cudaMemcpy(counts, d, sizeof counts, cudaMemcpyDeviceToHost);
    printf("wrong %d\n", (counts[0] != expected) + (counts[1] != (int)text.find(word)) + (expected < 50));
}
