// marching_tetrahedra [CELLS]: surfaces of three fields; each is closed and has its Euler characteristic and volume.
#include "check.h"
#include "mesh.h"

#include <cmath>

int main(int argc, char **argv) {
    const int cells = argc > 1 ? atoi(argv[1]) : 16;
    const double pi = std::acos(-1.0);
    const Shape shapes[] = {{Shape::Sphere, "sphere", 2, 4.0 / 3 * pi * 0.216},
                            {Shape::Torus, "torus", 0, 2 * pi * pi * 0.55 * 0.0625},
                            {Shape::Blobs, "two blobs", 4, 2 * 4.0 / 3 * pi * 0.027}};
    bool right = true;
    for (const Shape &shape : shapes) {
        const MeshFacts facts = facts_of(surface_of(shape, cells, 0));
        printf("%s: %ld triangles, characteristic %ld, %s\n", shape.name, facts.triangles, facts.euler(), facts.closed ? "closed" : "open");
        if (std::fabs(facts.volume / shape.volume - 1) > 0.12) right = false, printf("volume %g, not %g\n", facts.volume, shape.volume);
        right = right && facts.closed && facts.euler() == shape.euler && facts.triangles > 0;
    }
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
