// nbody [--bodies=N] [--block=N] [--steps=N]: a cluster of bodies on both sides; momentum stays.
#include "body_system.h"
#include "check.h"

#include <cmath>
#include <cstring>
#include <random>

static int flag(int argc, char **argv, const char *name, int otherwise) { // --name=value
    const size_t length = strlen(name);
    for (int i = 1; i < argc; i++)
        if (!strncmp(argv[i], "--", 2) && !strncmp(argv[i] + 2, name, length) && argv[i][2 + length] == '=') return atoi(argv[i] + 3 + length);
    return otherwise;
}

template <typename T> static bool agrees(const char *name, int count, int block, int steps, T tolerance) {
    std::mt19937 engine(2007);
    std::uniform_real_distribution<double> position(-1, 1), velocity(-0.1, 0.1), mass(0.5, 1.5);
    std::vector<Body<T>> bodies(count);
    double before = 0, after = 0, worst = 0;
    for (Body<T> &b : bodies) {
        b = {T(position(engine)), T(position(engine)), T(position(engine)), T(mass(engine) / count), T(velocity(engine)), T(velocity(engine)), T(velocity(engine))};
        before += double(b.mass) * b.vx;
    }
    const auto device = make_device_system<T>(count, block, T(0.1)), host = make_host_system<T>(count, T(0.1));
    for (BodySystem<T> *system : {device.get(), host.get()}) {
        system->set(bodies);
        for (int step = 0; step < steps; step++) system->update(T(0.01));
    }
    const std::vector<Body<T>> a = device->get(), b = host->get();
    for (int i = 0; i < count; i++) {
        worst = std::fmax(worst, std::hypot(std::hypot(a[i].x - b[i].x, a[i].y - b[i].y), a[i].z - b[i].z));
        after += double(a[i].mass) * a[i].vx;
    }
    const bool right = worst < tolerance && std::fabs(after - before) < tolerance;
    printf("%s: %d bodies, %d steps\n", name, count, steps);
    if (!right) printf("differs by %g, momentum by %g\n", worst, after - before);
    return right;
}

int main(int argc, char **argv) {
    const int bodies = flag(argc, argv, "bodies", 300), block = flag(argc, argv, "block", 64), steps = flag(argc, argv, "steps", 3);
    const bool right = agrees<float>("float", bodies, block, steps, 1e-5f) & agrees<double>("double", bodies / 2, block / 2, steps, 1e-13);
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
