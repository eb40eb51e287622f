// random_numbers.cu: cuRAND's device generators: numbers of four threads (seeds, subsequences, offsets of their own), which the
// toolkit's curand_kernel.h gives too (compiled by nvcc 13, run by scord check); jumps of XORWOW checked by one another;
// means and variances.
#include <curand_kernel.h>
#include <cmath>
#include <cstdio>

static const unsigned expected[4][14] = {
    {0x253d5e15, 0x6f558604, 0xdee6daf2, 0xf6c4120a, 0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e, 0x9eeede35, 0x1cbe137c, 0xfa277093, 0xc96891f0, 0x9650c684, 0x0cbc7881},
    {0xe7dabc6d, 0x8b1f622a, 0x3a63cef8, 0xf3573def, 0x9eadcc24, 0x34328eac, 0x7142a71b, 0xbd090e01, 0xd7b484a7, 0x28915ce4, 0xf49c2d05, 0xc5d66513, 0x9f9c811f, 0x5e6b381e},
    {0xc45444df, 0xce24d512, 0xaa4a3662, 0xa23555cf, 0x44715b64, 0x34c5c00b, 0x3b08fa69, 0x16d68946, 0xdc662d9e, 0x1499fc2a, 0x6fcd96db, 0x1a723e9d, 0xb1da47bf, 0x11d22898},
    {0x81c8eaaa, 0x7ef3c5cd, 0x83a73189, 0xae918081, 0xbc8d9011, 0x322ae2f1, 0x6a548db4, 0x460b0b4f, 0xe18d3a6d, 0xe203b8e5, 0xdb5ca042, 0x6d68c363, 0xbcfae953, 0x02c816ed}};
static const double numbers[4][17] = {
    {0.455165118, -0.27490738, -0.482539803, 1.51354456, 0.0800607949, -0.162294447, 0.139514774, -0.691018522, 1.06132889, 0.373551488, -0.156125754, 0.36678716167372255, -0.8529865539933668, 0.04572671419009566, 0.7896903766715224, 0.695111169501343, 0.39992936201981194},
    {0.476323575, -0.438704133, -0.114795335, 1.68856013, 0.453505754, -1.33003461, 0.232580185, -1.26729178, 0.517995059, 0.643761754, 0.317879111, 0.7889143175566149, -0.1549687966996072, 0.09549246123060584, 0.3602335297195082, 0.3182654535896668, 0.3535420789593585},
    {0.4180637, -0.670295715, 0.382244587, 1.56549227, 0.378102362, 2.93844175, 0.804411054, -0.161009774, 0.235858768, 0.859568655, 0.979049325, 0.988835429224622, -1.2172372047286881, 0.9646577727980912, 0.11760028781175785, 0.05340326218044428, 0.569999108354052},
    {0.947147131, -1.28009963, -0.483569324, 1.42231882, 0.417851657, 0.400463223, 0.274458915, 0.314429879, 0.471408933, 0.34293884, 1.42525423, 0.5817573879663949, 0.5825494520811606, 0.5234014310408384, 0.8988385096396079, 0.9807027420242447, 0.00038375171837492594}};

__global__ void draw(unsigned *u, double *x) {
    const int i = threadIdx.x;
    unsigned *to = u + 14 * i;
    const unsigned long long seed = 1234ull + ((unsigned long long)i << 33);
    curandState xorwow;
    curand_init(seed, i * 5, i * 300, &xorwow);
    for (int j = 0; j < 3; j++) *to++ = curand(&xorwow);
    x += 17 * i;
    x[0] = curand_uniform(&xorwow), x[1] = curand_normal(&xorwow), x[2] = curand_normal(&xorwow);
    curand_normal2(&xorwow);
    x[11] = curand_uniform_double(&xorwow), x[12] = curand_normal_double(&xorwow), x[3] = curand_log_normal(&xorwow, 0.5f, 0.25f);
    skipahead(1000ull, &xorwow);
    *to++ = curand(&xorwow);
    curandStatePhilox4_32_10_t philox;
    curand_init(seed, i * 5, i * 3, &philox);
    for (int j = 0; j < 3; j++) *to++ = curand(&philox);
    const uint4 four = curand4(&philox);
    *to++ = four.x, *to++ = four.y, *to++ = four.z, *to++ = four.w;
    x[4] = curand_uniform(&philox), x[5] = curand_normal(&philox);
    x[6] = curand_uniform4(&philox).w;
    const float4 normal = curand_normal4(&philox);
    x[7] = normal.x, x[8] = normal.y;
    x[13] = curand_uniform_double(&philox);
    const double2 both = curand_uniform2_double(&philox);
    x[14] = both.x, x[15] = both.y;
    curandStateMRG32k3a mrg;
    curand_init(seed, i * 5, i * 3, &mrg);
    for (int j = 0; j < 3; j++) *to++ = curand(&mrg);
    x[9] = curand_uniform(&mrg), x[10] = curand_normal(&mrg), x[16] = curand_uniform_double(&mrg);
}

// A jump by 2^k twice is the next one; 2^8 is 256 steps.
__global__ void jumps(int *wrong) {
    const int k = threadIdx.x;
    unsigned a[5] = {1u + k, 2, 3, 4, 5}, b[5] = {1u + k, 2, 3, 4, 5};
    const unsigned(*table)[5] = blockIdx.x ? scord_xorwow_subsequences : scord_xorwow_offsets;
    if (k < 31) {
        scord_xorwow_jump(a, table[k]), scord_xorwow_jump(a, table[k]), scord_xorwow_jump(b, table[k + 1]);
    } else if (blockIdx.x == 0) {
        scord_xorwow_jump(a, table[0]);
        for (int i = 0; i < 256; i++) scord_xorwow_step(b);
    }
    for (int i = 0; i < 5; i++)
        if (a[i] != b[i]) atomicAdd(wrong, 1);
}

__global__ void moments(float *sums) {
    curandState state;
    curand_init(42, threadIdx.x, 0, &state);
    float sum = 0, square = 0, uniform = 0;
    for (int i = 0; i < 32; i++) {
        const float n = curand_normal(&state);
        sum += n, square += n * n, uniform += curand_uniform(&state);
    }
    atomicAdd(&sums[0], sum), atomicAdd(&sums[1], square), atomicAdd(&sums[2], uniform);
}

int main() {
    unsigned *u;
    double *x;
    float *sums;
    int *wrong;
    cudaMallocManaged(&u, sizeof expected), cudaMallocManaged(&x, sizeof numbers);
    cudaMallocManaged(&sums, 3 * sizeof *sums), cudaMallocManaged(&wrong, sizeof *wrong);
    sums[0] = sums[1] = sums[2] = 0, *wrong = 0;
    draw<<<1, 4>>>(u, x);
    jumps<<<2, 32>>>(wrong);
    moments<<<1, 128>>>(sums);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 14; j++)
            if (u[14 * i + j] != expected[i][j]) ++*wrong, printf("thread %d number %d: %08x\n", i, j, u[14 * i + j]);
        for (int j = 0; j < 17; j++)
            if (fabs(x[17 * i + j] - numbers[i][j]) > (j < 11 ? 1e-6 : 1e-15) * (1 + fabs(numbers[i][j]))) {
                ++*wrong, printf("thread %d real number %d: %.17g, expected %.17g\n", i, j, x[17 * i + j], numbers[i][j]);
            }
    }
    const float n = 128 * 32; // five standard errors
    *wrong += fabsf(sums[0] / n) > 5 / sqrtf(n) || fabsf(sums[1] / n - 1) > 5 * sqrtf(2 / n) || fabsf(sums[2] / n - 0.5f) > 5 * sqrtf(1 / 12.0f / n);
    printf("wrong %d\n", *wrong);
}
