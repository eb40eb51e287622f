// system.cu: all pairs by tiles in shared memory (Nyland, Harris, Prins 2007), float and double by one template; positions lie in
// two buffers, and velocities in registers of no one: a leapfrog of one launch a step.
#include "body_system.h"
#include "check.h"

#include <cmath>

template <typename T> struct vec3;
template <typename T> struct vec4;
template <> struct vec3<float> { using type = float3; };
template <> struct vec3<double> { using type = double3; };
template <> struct vec4<float> { using type = float4; };
#if CUDART_VERSION >= 13000
template <> struct vec4<double> { using type = double4_16a; };
#else
template <> struct vec4<double> { using type = double4; };
#endif

__constant__ float softening_squared;
__constant__ double softening_squared_fp64;

template <typename T> __device__ __forceinline__ T get_softening_squared();
template <> __device__ __forceinline__ float get_softening_squared<float>() { return softening_squared; }
template <> __device__ __forceinline__ double get_softening_squared<double>() { return softening_squared_fp64; }

__device__ __forceinline__ float inverse_root(float x) { return rsqrtf(x); }
__device__ __forceinline__ double inverse_root(double x) { return rsqrt(x); }

template <typename T> struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};
template <> struct SharedMemory<double> { // double needs its own alignment
    __device__ inline operator double *() {
        extern __shared__ double __smem_d[];
        return __smem_d;
    }
};

template <typename T>
__device__ typename vec3<T>::type body_body_interaction(typename vec3<T>::type ai, typename vec4<T>::type bi, typename vec4<T>::type bj) {
    typename vec3<T>::type r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    T dist_sqr = r.x * r.x + r.y * r.y + r.z * r.z;
    dist_sqr += get_softening_squared<T>();
    const T inv_dist = inverse_root(dist_sqr);
    const T inv_dist_cube = inv_dist * inv_dist * inv_dist;
    const T s = bj.w * inv_dist_cube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

template <typename T>
__global__ void integrate_bodies(typename vec4<T>::type *__restrict__ new_pos, const typename vec4<T>::type *__restrict__ old_pos,
                                 typename vec4<T>::type *vel, int bodies, T delta_time, int tiles) {
    using V4 = typename vec4<T>::type;
    V4 *const shared_pos = reinterpret_cast<V4 *>((T *)SharedMemory<T>());
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    V4 position = index < bodies ? old_pos[index] : V4{};
    typename vec3<T>::type acc = {0, 0, 0};
    for (int tile = 0; tile < tiles; tile++) {
        const int other = tile * blockDim.x + threadIdx.x;
        shared_pos[threadIdx.x] = other < bodies ? old_pos[other] : V4{0, 0, 0, 0};
        __syncthreads();
#pragma unroll 8
        for (unsigned int counter = 0; counter < blockDim.x; counter++)
            acc = body_body_interaction<T>(acc, position, shared_pos[counter]);
        __syncthreads();
    }
    if (index >= bodies) return;
    V4 velocity = vel[index];
    velocity.x += acc.x * delta_time;
    velocity.y += acc.y * delta_time;
    velocity.z += acc.z * delta_time;
    position.x += velocity.x * delta_time;
    position.y += velocity.y * delta_time;
    position.z += velocity.z * delta_time;
    new_pos[index] = position;
    vel[index] = velocity;
}

template <typename T> class DeviceSystem final : public BodySystem<T> {
    using V4 = typename vec4<T>::type;

  public:
    DeviceSystem(int bodies, int block, T softening) : bodies_(bodies), block_(block), read_(0) {
        for (V4 *&memory : position_) CHECK(cudaMalloc(&memory, bodies * sizeof(V4)));
        CHECK(cudaMalloc(&velocity_, bodies * sizeof(V4)));
        const T squared = softening * softening;
        if (sizeof(T) == 4) CHECK(cudaMemcpyToSymbol(softening_squared, &squared, sizeof squared, 0, cudaMemcpyHostToDevice));
        else CHECK(cudaMemcpyToSymbol(softening_squared_fp64, &squared, sizeof squared, 0, cudaMemcpyHostToDevice));
        for (cudaEvent_t &event : event_) CHECK(cudaEventCreate(&event));
    }
    ~DeviceSystem() override {
        for (V4 *memory : position_) cudaFree(memory);
        cudaFree(velocity_);
        for (cudaEvent_t event : event_) cudaEventDestroy(event);
    }
    void set(const std::vector<Body<T>> &bodies) override {
        std::vector<V4> position, velocity;
        for (const Body<T> &b : bodies) {
            position.push_back(V4{b.x, b.y, b.z, b.mass});
            velocity.push_back(V4{b.vx, b.vy, b.vz, 0});
        }
        CHECK(cudaMemcpy(position_[read_], position.data(), bodies_ * sizeof(V4), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(velocity_, velocity.data(), bodies_ * sizeof(V4), cudaMemcpyHostToDevice));
    }
    std::vector<Body<T>> get() const override {
        std::vector<V4> position(bodies_), velocity(bodies_);
        CHECK(cudaMemcpy(position.data(), position_[read_], bodies_ * sizeof(V4), cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(velocity.data(), velocity_, bodies_ * sizeof(V4), cudaMemcpyDeviceToHost));
        std::vector<Body<T>> bodies;
        for (int i = 0; i < bodies_; i++)
            bodies.push_back({position[i].x, position[i].y, position[i].z, position[i].w, velocity[i].x, velocity[i].y, velocity[i].z});
        return bodies;
    }
    void update(T step) override {
        const int blocks = (bodies_ + block_ - 1) / block_;
        CHECK(cudaEventRecord(event_[0], 0));
        integrate_bodies<T><<<blocks, block_, block_ * sizeof(V4)>>>(position_[1 - read_], position_[read_], velocity_, bodies_, step, blocks);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(event_[1], 0));
        CHECK(cudaEventSynchronize(event_[1]));
        read_ = 1 - read_;
    }

  private:
    int bodies_, block_, read_;
    V4 *position_[2], *velocity_;
    cudaEvent_t event_[2];
};

template <typename T> class HostSystem final : public BodySystem<T> {
  public:
    explicit HostSystem(T softening) : squared_(softening * softening) {}
    void set(const std::vector<Body<T>> &bodies) override { bodies_ = bodies; }
    std::vector<Body<T>> get() const override { return bodies_; }
    void update(T step) override {
        std::vector<Body<T>> next = bodies_;
        for (Body<T> &b : next) {
            double ax = 0, ay = 0, az = 0;
            for (const Body<T> &o : bodies_) {
                const double x = o.x - b.x, y = o.y - b.y, z = o.z - b.z, square = x * x + y * y + z * z + squared_;
                const double s = o.mass / (square * std::sqrt(square));
                ax += x * s, ay += y * s, az += z * s;
            }
            b.vx += T(ax * step), b.vy += T(ay * step), b.vz += T(az * step);
        }
        for (Body<T> &b : next) b.x += b.vx * step, b.y += b.vy * step, b.z += b.vz * step;
        bodies_ = next;
    }

  private:
    T squared_;
    std::vector<Body<T>> bodies_;
};

template <typename T> std::unique_ptr<BodySystem<T>> make_device_system(int bodies, int block, T softening) {
    return std::unique_ptr<BodySystem<T>>(new DeviceSystem<T>(bodies, block, softening));
}
template <typename T> std::unique_ptr<BodySystem<T>> make_host_system(int, T softening) {
    return std::unique_ptr<BodySystem<T>>(new HostSystem<T>(softening));
}
template std::unique_ptr<BodySystem<float>> make_device_system(int, int, float);
template std::unique_ptr<BodySystem<double>> make_device_system(int, int, double);
template std::unique_ptr<BodySystem<float>> make_host_system(int, float);
template std::unique_ptr<BodySystem<double>> make_host_system(int, double);
