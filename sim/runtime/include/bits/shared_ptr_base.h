/* SPDX-License-Identifier: Apache-2.0 */
/* shared_ptr_base.h: libstdc++'s own says __attribute__((__noinline__)), where CUDA's macro must not be seen.
 * clang's CUDA headers have had the same wrapper since release 15. */
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
