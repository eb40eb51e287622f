// cuRAND's host interface with generators of the host, which need no GPU: what scord's gives and what the toolkit's gives
// is one sequence, bit for bit where no logarithm takes part.
#include <cstdio>
#include <vector>
#include <curand.h>

template <class T> static unsigned hash(const std::vector<T> &v) {
    unsigned h = 2166136261u;
    for (size_t i = 0; i < v.size() * sizeof(T); i++) h = (h ^ ((const unsigned char *)v.data())[i]) * 16777619u;
    return h;
}

int main() {
    const struct { curandRngType_t type; int order; const char *name; } kinds[] = {
        {CURAND_RNG_PSEUDO_DEFAULT, 0, "default"}, {CURAND_RNG_PSEUDO_XORWOW, 0, "xorwow"},
        {CURAND_RNG_PSEUDO_MRG32K3A, 0, "mrg"},    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, "mrg legacy"},
        {CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, "philox"}};
    for (auto &kind : kinds) {
        curandGenerator_t g;
        std::vector<unsigned> words(300000);
        std::vector<float> floats(10001), normals(10000);
        std::vector<double> doubles(20000);
        if (curandCreateGeneratorHost(&g, kind.type)) return 1;
        curandSetPseudoRandomGeneratorSeed(g, 0x123456789abcdefull);
        if (kind.order) curandSetGeneratorOrdering(g, (curandOrdering_t)kind.order);
        int failed = curandGenerate(g, words.data(), words.size()) | curandGenerateUniform(g, floats.data(), floats.size());
        printf("%s: %d %08x %08x", kind.name, failed, hash(words), hash(floats));
        curandSetGeneratorOffset(g, 0);
        failed = curandGenerateUniformDouble(g, doubles.data(), doubles.size());
        printf(" %d %08x", failed, hash(doubles));
        curandSetGeneratorOffset(g, 10000);
        failed = curandGenerate(g, words.data(), 4);
        printf(" %d %08x", failed, words[0]);
        curandSetGeneratorOffset(g, 0);
        failed = curandGenerateNormal(g, normals.data(), normals.size(), 1, 2);
        printf(" %d %.4f %.4f %.4f\n", failed, normals[0], normals[1], normals[9999]);
        curandDestroyGenerator(g);
    }
    curandGenerator_t sobol;
    std::vector<unsigned> points(21 * 1000);
    std::vector<float> normals(1000);
    curandCreateGeneratorHost(&sobol, CURAND_RNG_QUASI_SOBOL32);
    curandSetQuasiRandomGeneratorDimensions(sobol, 21);
    int failed = curandGenerate(sobol, points.data(), points.size());
    printf("sobol: %d %08x\n", failed, hash(points));
    curandDestroyGenerator(sobol);
}
