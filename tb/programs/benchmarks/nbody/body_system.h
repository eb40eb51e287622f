/* SPDX-License-Identifier: Apache-2.0 */
// body_system.h: bodies that attract each other, by an interface with a device's and a host's
// implementation.
#ifndef BODY_SYSTEM_H
#define BODY_SYSTEM_H

#include <memory>
#include <vector>

template <typename T> struct Body { T x, y, z, mass, vx, vy, vz; };

template <typename T> class BodySystem {
  public:
    virtual ~BodySystem() = default;
    virtual void set(const std::vector<Body<T>> &bodies) = 0;
    virtual std::vector<Body<T>> get() const = 0;
    virtual void update(T step) = 0;
};

template <typename T>
std::unique_ptr<BodySystem<T>> make_device_system(int bodies, int block, T softening);
template <typename T> std::unique_ptr<BodySystem<T>> make_host_system(int bodies, T softening);

#endif
