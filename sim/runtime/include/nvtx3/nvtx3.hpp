/* SPDX-License-Identifier: Apache-2.0 */
/* nvtx3/nvtx3.hpp: NVTX's C++ interface: marks that live as long as their scope, for a profiler that
 * is not there. */
#ifndef SCORD_NVTX3_HPP
#define SCORD_NVTX3_HPP
#include <cstdint>
#include <string>
#include "nvToolsExt.h"
namespace nvtx3 {
inline namespace v1 {
struct rgb {
    using component_type = uint8_t;
    constexpr rgb(uint8_t red, uint8_t green, uint8_t blue) noexcept : red(red), green(green), blue(blue) {}
    uint8_t red, green, blue;
};
struct argb final : rgb {
    constexpr argb(uint8_t alpha, uint8_t red, uint8_t green, uint8_t blue) noexcept
        : rgb(red, green, blue), alpha(alpha) {}
    uint8_t alpha;
};
struct color {
    using value_type = uint32_t;
    constexpr explicit color(uint32_t code) noexcept : code(code) {}
    constexpr color(argb c) noexcept
        : code(uint32_t(c.alpha) << 24 | uint32_t(c.red) << 16 | uint32_t(c.green) << 8 | c.blue) {}
    constexpr color(rgb c) noexcept : color(argb(0xff, c.red, c.green, c.blue)) {}
    constexpr uint32_t get_value() const noexcept { return code; }
    uint32_t code;
};
struct category {
    constexpr explicit category(uint32_t id) noexcept : id(id) {}
    constexpr uint32_t get_id() const noexcept { return id; }
    uint32_t id;
};
template <class D = void> struct named_category_in : category {
    named_category_in(uint32_t id, const char *) noexcept : category(id) {}
    template <class C> static const named_category_in &get() {
        static const named_category_in c(C::id, C::name);
        return c;
    }
};
using named_category = named_category_in<>;
struct payload {
    template <class T> constexpr explicit payload(T) noexcept {}
};
struct message {
    constexpr message(const char *) noexcept {}
    constexpr message(const wchar_t *) noexcept {}
    message(const std::string &) noexcept {}
};
template <class D = void> struct registered_string_in : message {
    explicit registered_string_in(const char *m) noexcept : message(m) {}
    template <class M> static const registered_string_in &get() {
        static const registered_string_in m(M::message);
        return m;
    }
};
using registered_string = registered_string_in<>;
class event_attributes {
public:
    template <class... A> constexpr explicit event_attributes(const A &...) noexcept {}
};
struct domain {
    struct global { static constexpr const char *name = ""; };
};
template <class D = domain::global> class scoped_range_in {
public:
    template <class... A> explicit scoped_range_in(const A &...) noexcept {}
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    ~scoped_range_in() noexcept {}
};
using scoped_range = scoped_range_in<>;
template <class D = domain::global> class unique_range_in {
public:
    template <class... A> explicit unique_range_in(const A &...) noexcept {}
    unique_range_in(unique_range_in &&) = default;
    unique_range_in &operator=(unique_range_in &&) = default;
    ~unique_range_in() noexcept {}
};
using unique_range = unique_range_in<>;
template <class D = domain::global, class... A> void mark_in(const A &...) noexcept {}
template <class... A> void mark(const A &...) noexcept {}
struct range_handle { uint64_t get_value() const noexcept { return 0; } };
template <class D = domain::global, class... A> range_handle start_range_in(const A &...) noexcept { return {}; }
template <class... A> range_handle start_range(const A &...) noexcept { return {}; }
template <class D = domain::global> void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}
} // namespace v1
} // namespace nvtx3
#define NVTX3_V1_FUNC_RANGE() ::nvtx3::scoped_range nvtx3_func_range__{__func__}
#define NVTX3_FUNC_RANGE() NVTX3_V1_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> nvtx3_func_range__{__func__}
#define NVTX3_FUNC_RANGE_IF(C) NVTX3_FUNC_RANGE()
#endif
