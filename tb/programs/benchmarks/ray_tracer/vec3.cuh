// vec3.cuh: vectors with operators, for both sides.
#pragma once
#include <cmath>
#include <cuda_runtime.h>

#define BOTH __host__ __device__

class Vec3 {
  public:
    BOTH Vec3() : e{0, 0, 0} {}
    BOTH explicit Vec3(float s) : e{s, s, s} {}
    BOTH Vec3(float x, float y, float z) : e{x, y, z} {}
    BOTH float x() const { return e[0]; }
    BOTH float y() const { return e[1]; }
    BOTH float z() const { return e[2]; }
    BOTH float operator[](int i) const { return e[i]; }
    BOTH float &operator[](int i) { return e[i]; }
    BOTH Vec3 operator-() const { return Vec3(-e[0], -e[1], -e[2]); }
    BOTH Vec3 &operator+=(const Vec3 &o) {
        for (int i = 0; i < 3; i++) e[i] += o.e[i];
        return *this;
    }
    BOTH Vec3 &operator*=(float s) {
        for (float &v : e) v *= s;
        return *this;
    }
    BOTH friend Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
    BOTH friend Vec3 operator-(const Vec3 &a, const Vec3 &b) { return a + -b; }
    BOTH friend Vec3 operator*(const Vec3 &a, const Vec3 &b) { return Vec3(a.e[0] * b.e[0], a.e[1] * b.e[1], a.e[2] * b.e[2]); }
    BOTH friend Vec3 operator*(float s, Vec3 v) { return v *= s; }
    BOTH friend float dot(const Vec3 &a, const Vec3 &b) { return a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2]; }
    BOTH float length() const { return sqrtf(dot(*this, *this)); }
    BOTH friend Vec3 unit(const Vec3 &v) { return (1.0f / v.length()) * v; }
    BOTH friend Vec3 reflect(const Vec3 &v, const Vec3 &n) { return v - 2 * dot(v, n) * n; }

  private:
    float e[3];
};

struct Ray {
    Vec3 origin, direction;
    BOTH Vec3 at(float t) const { return origin + t * direction; }
};
