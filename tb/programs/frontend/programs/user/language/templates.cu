// Template-heavy device code: policies, functors, variadic folds, tuples, traits, static tables, CRTP, if constexpr.
// options: -std=c++17
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <vector>
template <typename T> struct Plus {
    static constexpr T identity = T(0);
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Maximum {
    static constexpr T identity = T(-1000000);
    __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T, template <typename> class Operation, int THREADS> struct BlockReduce {
    struct Storage {
        T values[THREADS];
    };
    Storage &storage;
    __device__ explicit BlockReduce(Storage &s) : storage(s) {}
    template <int WIDTH> __device__ void halve() {
        if constexpr (WIDTH > 0) {
            if (threadIdx.x < WIDTH)
                storage.values[threadIdx.x] =
                    Operation<T>()(storage.values[threadIdx.x], storage.values[threadIdx.x + WIDTH]);
            __syncthreads();
            halve<WIDTH / 2>();
        }
    }
    __device__ T reduce(T value) {
        storage.values[threadIdx.x] = value;
        __syncthreads();
        halve<THREADS / 2>();
        return storage.values[0];
    }
};
template <typename T, template <typename> class Operation, int THREADS>
__global__ void reduce(const T *in, int n, T *out) {
    using Reduce = BlockReduce<T, Operation, THREADS>;
    __shared__ typename Reduce::Storage storage;
    T value = Operation<T>::identity;
    for (int i = threadIdx.x; i < n; i += THREADS) value = Operation<T>()(value, in[i]);
    T result = Reduce(storage).reduce(value);
    if (threadIdx.x == 0) *out = result;
}
template <typename... F> struct Chain;
template <> struct Chain<> {
    __host__ __device__ double operator()(double x) const { return x; }
};
template <typename F, typename... R> struct Chain<F, R...> {
    F first;
    Chain<R...> rest;
    __host__ __device__ double operator()(double x) const { return rest(first(x)); }
};
struct Square {
    __host__ __device__ double operator()(double x) const { return x * x; }
};
struct Shift {
    double by;
    __host__ __device__ double operator()(double x) const { return x + by; }
};
template <typename... T> __host__ __device__ auto sum(T... values) { return (values + ...); }
template <typename D> struct Shape {
    __host__ __device__ double twice() const { return 2 * static_cast<const D *>(this)->area(); }
};
struct Circle : Shape<Circle> {
    double r;
    __host__ __device__ explicit Circle(double r_) : r(r_) {}
    __host__ __device__ double area() const { return 3.0 * r * r; }
};
template <unsigned N> struct Factorial { static constexpr unsigned value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr unsigned value = 1; };
template <typename F> __global__ void apply(double *x, int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = sum(f(x[i]), Circle(1.0 * i).twice(), (int)Factorial<5>::value, std::is_same<F, int>::value ? 100 : 1);
}
template <typename T> int run() {
    std::vector<T> in(333);
    T *d, *r, got[2], total = 0, top = -1000000;
    int wrong = 0;
    for (int i = 0; i < 333; i++) {
        in[i] = (T)(i * 37 % 101 - 50);
        total += in[i];
        top = top < in[i] ? in[i] : top;
    }
    cudaMalloc(&d, in.size() * sizeof(T));
    cudaMalloc(&r, 2 * sizeof(T));
    cudaMemcpy(d, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice);
    reduce<T, Plus, 64><<<1, 64>>>(d, 333, r);
    reduce<T, Maximum, 128><<<1, 128>>>(d, 333, r + 1);
    cudaMemcpy(got, r, sizeof got, cudaMemcpyDeviceToHost);
    wrong += got[0] != total;
    wrong += got[1] != top;
    return wrong;
}
int main() {
    double x[50], *d;
    int wrong = run<int>() + run<float>() + run<double>() + run<long long>() + run<short>();
    for (int i = 0; i < 50; i++) x[i] = 0.25 * i;
    cudaMalloc(&d, sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    Chain<Square, Shift, Square> chain{{}, {{1.5}, {{}, {}}}};
    apply<<<2, 32>>>(d, 50, chain);
    double got[50];
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 50; i++) wrong += got[i] != chain(x[i]) + Circle(1.0 * i).twice() + 120 + 1;
    printf("wrong %d\n", wrong);
}
