// shapes.cu: see shapes.cuh.
#include "shapes.cuh"

BOTH bool Sphere::hit(const Ray &ray, float least, float most, Hit &hit) const {
    const Vec3 oc = ray.origin - centre;
    const float a = dot(ray.direction, ray.direction), b = dot(oc, ray.direction), c = dot(oc, oc) - radius * radius;
    const float discriminant = b * b - a * c;
    if (discriminant <= 0) return false;
    for (int sign = -1; sign <= 1; sign += 2) {
        const float t = (-b + sign * sqrtf(discriminant)) / a;
        if (t > least && t < most) {
            hit.t = t;
            hit.place = ray.at(t);
            hit.normal = (1.0f / radius) * (hit.place - centre);
            hit.material = material();
            return true;
        }
    }
    return false;
}

BOTH bool Plane::hit(const Ray &ray, float least, float most, Hit &hit) const {
    if (fabsf(ray.direction.y()) < 1e-6f) return false;
    const float t = (height - ray.origin.y()) / ray.direction.y();
    if (!(t > least && t < most)) return false;
    hit = Hit{t, ray.at(t), Vec3(0, 1, 0), material()};
    return true;
}

BOTH Group::~Group() {
    for (int i = 0; i < count; i++) delete shapes[i];
    delete[] shapes;
}

BOTH bool Group::hit(const Ray &ray, float least, float most, Hit &hit) const {
    bool any = false;
    Hit nearer;
    for (int i = 0; i < count; i++) {
        if (shapes[i]->hit(ray, least, most, nearer)) {
            any = true;
            most = nearer.t;
            hit = nearer;
        }
    }
    return any;
}
