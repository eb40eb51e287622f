// shapes.cuh: what a ray may hit, and what it is made of.
#pragma once
#include "vec3.cuh"

enum class Pattern : unsigned char { Plain, Checker };

struct Material {
    Vec3 colour;
    float mirror;
    Pattern pattern;
};

struct Hit {
    float t;
    Vec3 place, normal;
    const Material *material;
};

class Shape {
  public:
    BOTH explicit Shape(const Material &m) : material_(m) {}
    BOTH virtual ~Shape() {}
    BOTH virtual bool hit(const Ray &ray, float least, float most, Hit &hit) const = 0;
    BOTH const Material *material() const { return &material_; }

  private:
    Material material_;
};

class Sphere final : public Shape {
  public:
    BOTH Sphere(const Vec3 &c, float r, const Material &m) : Shape(m), centre(c), radius(r) {}
    BOTH bool hit(const Ray &ray, float least, float most, Hit &hit) const override;

  private:
    Vec3 centre;
    float radius;
};

class Plane final : public Shape {
  public:
    BOTH Plane(float y, const Material &m) : Shape(m), height(y) {}
    BOTH bool hit(const Ray &ray, float least, float most, Hit &hit) const override;

  private:
    float height;
};

// A shape of shapes: it owns them.
class Group : public Shape {
  public:
    BOTH explicit Group(int most) : Shape(Material{}), shapes(new Shape *[most]), count(0) {}
    BOTH ~Group() override;
    BOTH void add(Shape *shape) { shapes[count++] = shape; }
    BOTH bool hit(const Ray &ray, float least, float most, Hit &hit) const override;

  private:
    Shape **shapes;
    int count;
};
