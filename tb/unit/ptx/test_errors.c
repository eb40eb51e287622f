/* SPDX-License-Identifier: Apache-2.0 */
/* test_errors.c: what the parser refuses, and how it says so: message, .cu file:line, PTX line and
 * text; and what it must accept in any order. */
#include "tb/unit/ptx/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 6.0\n.target sm_60\n.address_size 64\n"
#define BODY                                                                                       \
    HEAD ".visible .entry k(.param .u64 p, .param .u32 n)\n{\n.reg .pred %p<4>;\n.reg .b16 "       \
         "%h<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<8>;\n.reg .f32 %f<8>;\n.reg .f64 %fd<4>; .reg "  \
         ".s32 %s<4>;\n.loc 1 42 7\n"
#define TAIL "\nret;\n}\n.file 1 \"dir/prog.cu\"\n"

static bool refused(const char *text, ptx_error_t *error, char *message, size_t size) {
    ptx_module_t *module = ptx_parse(text, strlen(text), error);
    if (module) {
        ptx_free(module);
        snprintf(message, size, "(accepted)");
        return false;
    }
    ptx_error_text(error, message, size);
    return true;
}

static void expect_error(const char *statement,
                         const char *wanted) { /* inside a kernel, at line 42 of dir/prog.cu */
    char text[4096], message[1200];
    ptx_error_t error;
    snprintf(text, sizeof text, "%s%s%s", BODY, statement, TAIL);
    bool failed = refused(text, &error, message, sizeof message);
    check(failed && strstr(error.message, wanted), "`%s`: %s; expected `%s`", statement, message,
          wanted);
    check(failed && !strcmp(error.file, "dir/prog.cu") && error.line == 42, "`%s`: position %s:%u",
          statement, error.file, error.line);
    check(failed && error.ptx_line == 13, "`%s`: PTX line %u, expected 13", statement,
          error.ptx_line);
    check(failed && strstr(error.text, statement), "`%s`: PTX text `%s`", statement, error.text);
    check(failed && strstr(message, "dir/prog.cu:42: "), "`%s`: `%s`", statement, message);
}

static void expect_module_error(const char *text, const char *wanted) {
    char message[1200];
    ptx_error_t error;
    bool failed = refused(text, &error, message, sizeof message);
    check(failed && strstr(error.message, wanted), "`%s`: %s; expected `%s`", text, message,
          wanted);
}

static void expect_accepted(const char *statement) {
    char text[4096], message[1200];
    ptx_error_t error;
    snprintf(text, sizeof text, "%s%s%s", BODY, statement, TAIL);
    check(!refused(text, &error, message, sizeof message), "`%s`: %s", statement, message);
}

static void test_beside_ptxas(void) { /* found by tb/unit/judge */
    expect_error("add.cc.u16 %h1, %h2, %h3;", "unsupported modifier `.cc`");
    expect_error("mad.lo.cc.s16 %h1, %h2, %h3, %h1;", "unsupported modifier `.cc`");
    expect_error("add.f32 %f1, %f2, 1;", "`1` is no constant of the instruction's type");
    expect_error("mov.f64 %fd1, -5;", "`-5` is no constant of the instruction's type");
    expect_error("vote.sync.any.b32 %r1, %p1, -1;", "has .b32 with .ballot, else .pred");
    expect_error("vote.sync.ballot.pred %p2, %p1, -1;", "has .b32 with .ballot, else .pred");
    expect_error("mma.sync.aligned.m16n8k4.row.col.s32.tf32.tf32.f32 {%r1, %r2, %r3, %r4}, {%r1, "
                 "%r2}, {%r1}, {%r1, %r2, %r3, %r4};",
                 "has a result of another type than PTX states");
    expect_error("vset.u32.u32 %r1, %r2, %r3;", "needs a comparison");
    expect_error("vabsdiff2.u32.u32 %r1, %r2, %r3, %r1;", "needs types .s32 or .u32");
    expect_accepted("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%rd1], [%rd2], "
                    "%r3, [%rd2];");
}

static void test_statements(void) {
    expect_error("tld4.r.a2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %f1, %f2, %f3}];",
                 "`tld4` is supported as .2d.v4 at .f32");
    expect_error("tex.2dms.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1, %r2, %r3, %r4}];",
                 "`tex` is supported for .1d, .2d, .3d, .a1d, .a2d, .cube and .acube");
    expect_error("wgmma.fence.sync.aligned;", "unsupported PTX instruction `wgmma`");
    expect_error("sust.p.2d.b32.trap [%rd1, {%r1, %r2}], {%r3};", "`sust` is supported with .b");
    expect_error("tcgen05.wait::ld.sync.aligned;", "unsupported PTX instruction `tcgen05`");
    expect_error("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r1}, {%r1}, {%r1}, {%r1};",
                 "has too few registers in a matrix");
    expect_error("cp.async.ca.shared.global [%r1], [%rd1], 5;", "copies 4, 8 or 16 bytes");
    expect_error("cp.async.bulk.tensor.1d.shared::cluster.global [%r1], [%rd1], 5;",
                 "is supported between .global and .shared, without .tensor");
    expect_error("red.global.add.f16x2 [%rd1], %r1;", "needs .noftz exactly for halves");
    expect_error("mma_core %r1, 1;", "unsupported PTX instruction `mma_core`");
    expect_error("mbarrier.swap.shared.b64 [%r1];", "is not supported with this operation");
    expect_error("div.f16 %h1, %h2, %h3;", "unsupported type of PTX instruction `div`");
    expect_error("add.u8 %r1, %r2, %r3;", "unsupported type of PTX instruction `add`");
    expect_error("add.sat.u32 %r1, %r2, %r3;", "saturates .s32 only");
    expect_error("add.nonsense.u32 %r1, %r2, %r3;",
                 "unsupported modifier `.nonsense` of PTX instruction `add`");
    expect_error("atom.global.warp.add.u32 %r1, [%rd1], 1;", "unsupported modifier `.warp`");
    expect_error("atom.global.u32 %r1, [%rd1], 1;", "needs an operation");
    expect_error("atom.global.cas.b32 %r1, [%rd1], 1;", "wrong number of operands");
    expect_error("atom.global.min.f32 %f1, [%rd1], %f2;", "supports floating point only with .add");
    expect_error("ld.surface.u32 %r1, [%rd1];", "unsupported modifier `.surface`");
    expect_error("ld.global.v4.f64 {%fd1, %fd1, %fd1, %fd1}, [%rd1];",
                 "accesses more than 16 bytes");
    expect_error("ld.global.v2.f32 {%f1, %f2, %f3}, [%rd1];", "wrong number of vector elements");
    expect_error("ld.global.u32 %r1, [%r99];", "unknown name `%r99`");
    expect_error("atom.global.or.u32 %r1, [%rd1], %r2;", "takes .b32 and .b64");
    expect_error("atom.global.exch.s64 %rd1, [%rd1], %rd2;", "takes .b32 and .b64");
    expect_error("atom.global.cas.u32 %r1, [%rd1], %r2, %r3;", "takes .b16, .b32 and .b64");
    expect_error("atom.global.add.s64 %rd1, [%rd1], %rd2;", "adds .u32, .s32, .u64, .f32 and .f64");
    expect_error("red.global.add.b32 [%rd1], %r2;", "adds .u32, .s32, .u64, .f32 and .f64");
    expect_error("atom.global.inc.s32 %r1, [%rd1], %r2;", "counts .u32 only");
    expect_error("redux.add.u32 %r1, %r2, -1;", "needs .sync");
    expect_error("match.any.b32 %r1, %r2, -1;", "needs .sync");
    expect_error("match.any.sync.b32 %r1|%p1, %r2, -1;", "has a predicate with .all only");
    expect_error("fma.rn.sat.relu.f16x2 %r1, %r2, %r3, %r4;", "has .relu or .sat, not both");
    expect_error("redux.sync.add.b32 %r1, %r2, %r3;", "has .and, .or and .xor of .b32");
    expect_error("redux.sync.and.u32 %r1, %r2, %r3;", "has .and, .or and .xor of .b32");
    expect_error("ld.global.u32 %r1, [%rd1+4294967296];", "an offset has 32 bits");
    expect_error("ld.global.u32 %r1, [%rd1+-2147483649];", "an offset has 32 bits");
    expect_error("ld.global.u32 %r1, [%p1];", "register `%p1` holds no address");
    expect_error("ld.global.u32 %r1, [%fd1];", "register `%fd1` holds no address");
    expect_error("isspacep.global %p1, %h1;", "needs an address");
    expect_error("mov.u32 %r1, WARP_SZ+1;", "`WARP_SZ` has no offset");
    expect_error("add.u32 %s1, %f1, %r2;",
                 "register `%f1` holds a floating-point number, an integer is wanted");
    expect_error("add.f32 %f1, %s1, %f2;",
                 "register `%s1` holds an integer, a floating-point number is wanted");
    expect_error("mov.u32 %f1, %r2;",
                 "register `%f1` holds a floating-point number, an integer is wanted");
    expect_error("cvt.rn.f32.u32 %s1, %r2;",
                 "register `%s1` holds an integer, a floating-point number is wanted");
    expect_error("shl.b32 %r1, %r2, %f3;",
                 "register `%f3` holds a floating-point number, an integer is wanted");
    expect_error(".reg .u64 %r1;", "`%r1` is defined twice");
    expect_error(".reg .u64 %r<2>;", "`%r0` is defined twice");
    expect_error(".reg .u64 %r<2>, %r1;", "`%r0` is defined twice");
    expect_error(".reg .u32 %x; .reg .u64 %x;", "`%x` is defined twice");
    expect_error(".reg .u32 %x12; .reg .u64 %x<13>;", "`%x12` is defined twice");
    expect_error(".reg .u32 %x1<3>; .reg .u64 %x<13>;", "`%x1` is defined twice");
    expect_error(".reg .u32 %x<13>; .reg .u64 %x1<3>;", "`%x10` is defined twice");
    expect_error(".local .b8 %x[4]; .reg .u32 %x;", "`%x` is defined twice");
    expect_error(".reg .u32 n;", "`n` is defined twice");
    expect_error("ld.param.u32 %r1, [n+4];", "outside parameter `n` of 4 bytes");
    expect_error("st.param.u32 [n], %r1;", "kernel parameters cannot be written");
    expect_error("mov.u32 %r1, %pm0;", "unknown register `%pm0`");
    expect_error("mov.u32 %r1, nobody;", "unknown name `nobody`");
    expect_error("mov.u32 %q1, 1;", "expected a register, found `%q1`");
    expect_error("mov.u32 %r1, ;", "expected an operand, found `;`");
    expect_error("mul.u32 %r1, %r2, %r3;", "needs .lo, .hi or .wide");
    expect_error("mul.wide.u64 %rd1, %rd2, %rd3;", "has no 128-bit result");
    expect_error("setp.u32 %p1, %r1, %r2;", "needs a comparison");
    expect_error("setp.lt.and.u32 %p1, %r1, %r2;", "needs a predicate operand");
    expect_error("shfl.sync.bfly.b32 %r1, %r2, 1, 31;", "takes a member mask exactly with .sync");
    expect_error("@%r1 add.u32 %r1, %r2, %r3;", "expected a predicate register");
    expect_error("bra NOWHERE;", "label `NOWHERE` is not defined");
    expect_error("call (r), nobody, (p);", "must be .param variables");
    expect_error("{ .param .b32 a; call vprintf, (a); }", "unknown name `vprintf`");
    expect_error("fence;", "needs a scope");
    expect_error("add.u32 %r1, %r2, %r3", "expected `;`, found `ret`");
    expect_error("mov.u32 %r1, 99999999999999999999;", "number does not fit 64 bits");
    expect_error("mov.f32 %f1, 0f123;", "a 0f literal needs 8 hexadecimal digits");
    expect_error("mov.u32 %r1, 1 \\;", "unexpected character 0x5c");
    expect_error("cvta.volatile.u64 %rd1, %rd2;", "unsupported modifier `.volatile`");
    expect_error(".surfref s;", "unsupported directive `.surfref`");
    expect_error("membar.wide;", "unsupported modifier `.wide`");
}

/* What ptxas refuses too: it could be meant in two ways, or would be cut. */
static void test_contradictions(void) {
    static const char *const repeated[] = {"fence.gpu.cta;",
                                           "fence.sc.acq_rel.gpu;",
                                           "membar.gl.cta;",
                                           "ld.global.shared.u32 %r1, [%rd1];",
                                           "ld.volatile.relaxed.gpu.u32 %r1, [%rd1];",
                                           "ld.weak.acquire.gpu.u32 %r1, [%rd1];",
                                           "ld.ca.cg.u32 %r1, [%rd1];",
                                           "ld.v2.v4.u32 {%r1, %r2}, [%rd1];",
                                           "atom.gpu.cta.add.u32 %r1, [%rd1], 1;",
                                           "atom.acquire.relaxed.gpu.add.u32 %r1, [%rd1], 1;",
                                           "atom.add.min.u32 %r1, [%rd1], 1;",
                                           "add.rn.rz.f32 %f1, %f2, %f3;",
                                           "div.full.rn.f32 %f1, %f2, %f3;",
                                           "div.approx.full.f32 %f1, %f2, %f3;",
                                           "cvt.rzi.rni.u32.f32 %r1, %f1;",
                                           "setp.lt.gt.u32 %p1, %r1, %r2;",
                                           "mul.lo.hi.u32 %r1, %r2, %r3;",
                                           "shfl.sync.bfly.up.b32 %r1, %r2, 1, 31, -1;",
                                           "vote.sync.any.all.pred %p1, %p2, -1;",
                                           "shf.l.wrap.clamp.b32 %r1, %r2, %r3, 1;",
                                           "add.sat.sat.s32 %r1, %r2, %r3;",
                                           "bra.uni.uni L; L: ret;"};
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++)
        expect_error(repeated[i], "repeats or contradicts another");
    expect_error("atom.add.and.b32 %r1, [%rd1], 1;", "has two operations");
    expect_error("atom.min.b32 %r1, [%rd1], 1;", "signed and unsigned types only");
    expect_error("redux.sync.max.b32 %r1, %r2, -1;", "signed and unsigned types only");
    expect_error("redux.sync.add.and.b32 %r1, %r2, -1;", "needs one operation");
    expect_error("setp.lo.eq.u32 %p1, %r1, %r2;", "has two comparisons");
    expect_error("ld.acquire.global.u32 %r1, [%rd1];", "`ld` needs a scope");
    expect_error("st.release.global.u32 [%rd1], %r1;", "`st` needs a scope");
    expect_error("ld.gpu.global.u32 %r1, [%rd1];", "has a scope, but no .relaxed");
    expect_error("st.volatile.gpu.global.u32 [%rd1], %r1;", "has a scope, but no .relaxed");
    expect_error("ld.release.gpu.u32 %r1, [%rd1];",
                 "unsupported modifier `.release` of PTX instruction `ld`");
    expect_error("st.acquire.gpu.u32 [%rd1], %r1;",
                 "unsupported modifier `.acquire` of PTX instruction `st`");
    expect_error("red.acquire.gpu.add.u32 [%rd1], %r1;",
                 "unsupported modifier `.acquire` of PTX instruction `red`");
    expect_error("membar.gpu;", "unsupported modifier `.gpu` of PTX instruction `membar`");
    expect_error("bar.arrive 0;", "needs a thread count with .arrive");
    expect_error("bar.sync.arrive 0, 64;", "is .sync or .arrive");
    expect_error("bar.popc.u32 %r1, 0, %p1;", "has a result with .red only");
}

static void test_widths(void) {
    expect_error("add.u32 %r1, %rd1, %r2;", "register `%rd1` has 64 bits, 32 are wanted");
    expect_error("add.u64 %rd1, %r1, %rd2;", "register `%r1` has 32 bits, 64 are wanted");
    expect_error("ld.global.u64 %r1, [%rd1];", "register `%r1` has 32 bits, 64 are wanted");
    expect_error("st.global.v2.u64 [%rd1], {%rd1, %r1};",
                 "register `%r1` has 32 bits, 64 are wanted");
    expect_error("shl.b64 %rd1, %rd2, %rd3;", "register `%rd3` has 64 bits, 32 are wanted");
    expect_error("mul.wide.u32 %r1, %r2, %r3;", "register `%r1` has 32 bits, 64 are wanted");
    expect_error("mad.wide.u16 %r1, %h1, %h2, %h3;", "register `%h3` has 16 bits, 32 are wanted");
    expect_error("popc.b64 %rd1, %rd2;", "register `%rd1` has 64 bits, 32 are wanted");
    expect_error("match.any.sync.b64 %rd1, %rd2, %r1;",
                 "register `%rd1` has 64 bits, 32 are wanted");
    expect_error("setp.eq.u32 %r1, %r2, %r3;", "register `%r1` has 32 bits, 1 are wanted");
    expect_error("cvt.u64.u32 %r1, %r2;", "register `%r1` has 32 bits, 64 are wanted");
    expect_error("bar.sync 0, %rd1;", "register `%rd1` has 64 bits, 32 are wanted");
    expect_error("mov.pred %p1, %r1;", "has a register of the wrong width");
    expect_error("mov.b64 %rd1, {%h1, %h2};", "has a register of the wrong width");
    expect_error("mov.u16 %h1, 65536;", "`65536` is no constant");
    expect_error("mov.u32 %r1, 4294967296;", "`4294967296` is no constant");
    expect_error("mov.u32 %r1, -2147483649;", "`-2147483649` is no constant");
    expect_error("add.u32 %r1, %r2, 1.5;", "`1.5` is no constant");
    expect_error("mov.b32 %r1, 1.5;", "`1.5` is no constant");
    expect_error("add.f16 %h1, %h2, 0f3F800000;", "`0f3F800000` is no constant");
    expect_accepted(
        "mov.u16 %h1, 65535; mov.u16 %h1, -32768; mov.u32 %r1, 4294967295; mov.u32 %r1, "
        "-2147483648; mov.b32 %r1, 0f3F800000; mov.u64 %rd1, 18446744073709551615;");
    expect_accepted("ld.global.u8 %rd1, [%rd2]; st.global.u16 [%rd1], %r1; cvt.u16.u8 %rd1, %r2; "
                    "mad.wide.u32 %rd1, %r1, %r2, %rd2; mul.wide.u16 %r1, %h1, %h2;");
    expect_accepted("shl.b64 %rd1, %rd2, %r1; bfe.u64 %rd1, %rd2, %r1, 3; popc.b64 %r1, %rd1; "
                    "match.any.sync.b64 %r1, %rd1, -1; bar.red.and.pred %p1, 0, %p2; "
                    "bar.red.popc.u32 %r1, 0, 64, %p2;");
    expect_accepted("mov.b64 %rd1, {%r1, %r2}; mov.b64 {%r1, _}, %rd1; mov.b32 {%h1, %h2}, %r1; "
                    "mov.b64 %rd1, {%h1, %h2, %h3, %h1}; atom.add.u64 _, [%rd1], 1;");
}

static void test_roundings(void) {
    expect_error("cvt.u32.f32 %r1, %f1;", "needs .rni, .rzi, .rmi or .rpi");
    expect_error("cvt.rn.u32.f32 %r1, %f1;", "needs .rni, .rzi, .rmi or .rpi");
    expect_error("cvt.f32.u32 %f1, %r1;", "needs .rn, .rz, .rm or .rp");
    expect_error("cvt.f32.f64 %f1, %fd1;", "needs .rn, .rz, .rm or .rp");
    expect_error("cvt.rn.f64.f32 %fd1, %f1;", "does not round here");
    expect_error("cvt.rzi.u32.u64 %r1, %rd1;", "does not round here");
    expect_error("fma.f32 %f1, %f2, %f3, %f4;", "needs a rounding");
    expect_error("div.f32 %f1, %f2, %f3;", "needs a rounding");
    expect_error("sqrt.f64 %fd1, %fd2;", "needs a rounding");
    expect_error("sin.f32 %f1, %f2;", "needs .approx");
    expect_error("setp.lo.s32 %p1, %r1, %r2;", "unsigned types only");
    expect_error("setp.lt.b32 %p1, %r1, %r2;", "compares bits with .eq and .ne only");
    expect_error("setp.equ.u32 %p1, %r1, %r2;", "unordered comparisons for floating point only");
    expect_accepted(
        "cvt.rmi.f32.f32 %f1, %f2; cvt.f64.f32 %fd1, %f1; cvt.rn.f32.f64 %f1, %fd1; cvt.rn.f16.f32 "
        "%h1, %f1; cvt.f32.f16 %f1, %h1; cvt.rn.f32.s64 %f1, %rd1; cvt.f32.f32 %f1, %f2;");
}

static void test_modules(void) {
    expect_module_error(HEAD ".visible .entry k(\n.param .u32 n\n)\n{\nret;\n",
                        "function `k` is not closed");
    expect_module_error(HEAD ".visible .entry k()\n{\nret;\n}\n.visible .entry k()\n{\nret;\n}\n",
                        "function `k` is defined twice");
    expect_module_error(".version 6.0\n.target sm_60\n.address_size 32\n", "only .address_size 64");
    expect_module_error(HEAD ".global .u32 a;\n.global .u32 a;\n", "`a` is defined twice");
    expect_module_error(HEAD ".global .u32 a = {1, 2};\n",
                        "initialiser is longer than its variable");
    expect_module_error(HEAD ".global .u32 a = b;\n", "`b` is not a variable or function");
    expect_module_error(HEAD ".global .u32 b;\n.global .u32 a = b;\n", "needs a 64-bit element");
    expect_module_error(HEAD ".shared .u32 a = 1;\n",
                        "a shared variable cannot have an initialiser");
    expect_module_error(HEAD ".global .b8 a[9999999999999];\n",
                        "variable is larger than 2^40 bytes");
    expect_module_error(HEAD ".global .align 3 .u32 a;\n", "alignment is not a power of two");
    expect_module_error(HEAD ".global .texref t;\n", "unsupported type or attribute `.texref`");
    expect_module_error(HEAD "hello\n", "expected a directive, found `hello`");
    expect_module_error(HEAD "/* no end", "comment is not closed");
    expect_module_error(HEAD ".func (.reg .pred %r) f();\n",
                        "a predicate as a parameter is not supported");
    expect_module_error(HEAD ".func f(.local .b32 %r);\n", "a parameter is .param or .reg");
    expect_module_error(HEAD ".func (.param .b32 r) f(.param .b32 a);\n.entry k() { .param .b64 x; "
                             ".param .b32 q; call (q), f, (x); }\n",
                        "call does not fit the parameters of `f`");
    expect_module_error(HEAD ".entry k() { L: L: ret; }\n", "`L` is defined twice");
    expect_module_error(HEAD ".entry k() { { X: } bra X; }\n", "label `X` is not defined");
}

static void test_orders(void) { /* a set of modifiers: order does not matter */
    expect_accepted("atom.add.global.gpu.relaxed.u32 %r1, [%rd1], 1;");
    expect_accepted("atom.relaxed.gpu.global.add.u32 %r1, [%rd1], 1;");
    expect_accepted("atom.global.acq_rel.sys.cas.b64 %rd1, [%rd2], %rd3, %rd4;");
    expect_accepted("ld.volatile.global.v2.u32 {%r1, %r2}, [%rd1];");
    expect_accepted("ld.global.volatile.v2.u32 {%r1, %r2}, [%rd1+-8];");
    expect_accepted("ld.acquire.gpu.global.u32 %r1, [%rd1];");
    expect_accepted("ld.global.ca.L1::no_allocate.L2::128B.u32 %r1, [%rd1];");
    expect_accepted("cvt.sat.rzi.u8.f32 %r1, %f1;");
    expect_accepted("setp.ftz.lt.and.f32 %p1|%p2, %f1, %f2, !%p3;");
    expect_accepted("barrier.cta.sync.aligned 0;");
    expect_accepted("bar.sync 0, 64;");
    expect_accepted("fence.acq_rel.gpu; fence.sc.cta; membar.sys; membar.gl;");
    expect_accepted("{ .reg .pred %q; L: setp.eq.u32 %q, %r1, 0; @%q bra L; } { L: bra L; }");
    /* the inner name hides the outer one, of a range or not: the width tells which is meant */
    expect_accepted(
        ".reg .b64 %x1; { .reg .b32 %x<3>; add.u32 %x1, %r1, 1; } add.u64 %x1, %rd1, 1;");
    expect_accepted(".reg .b64 %x<3>; { .reg .b32 %x1; add.u32 %x1, %r1, 1; add.u64 %x2, %rd1, 1; "
                    "} add.u64 %x1, %rd1, 1;");
    expect_accepted(
        ".reg .b64 %x1<5>; { .reg .b32 %x<20>; add.u32 %x12, %r1, 1; } add.u64 %x12, %rd1, 1;");
    expect_accepted(".reg .b64 %x<20>; { .reg .b32 %x1<5>; add.u32 %x12, %r1, 1; add.u64 %x9, "
                    "%rd1, 1; } add.u64 %x12, %rd1, 1;");
    expect_accepted("prefetch.global.L2 [%rd1]; nanosleep.u32 100; .pragma \"nounroll\";");
    expect_accepted("mov.u32 _, %clock;");
}

static void test_behind_loc(void) { /* a statement on the line of .loc is one */
    expect_error(".loc 1 42 9 nonsense %r1;", "nonsense");
    expect_error(".loc 1 42 9, function_name $L__info_string0, inlined_at 1 9 5 nonsense %r1;",
                 "nonsense");
    expect_error(".loc 1 42 9, function_name $L + 4, inlined_at 1 9 5 nonsense %r1;", "nonsense");
}

static const char nvcc_style[] =
    "// Generated by NVIDIA NVVM Compiler\n.version 7.5\n.target sm_70, debug\n.address_size 64\n"
    ".file 1 \"a b.cu\", 1618921234, 77\n.extern .func (.param .b32 func_retval0) "
    "vprintf\n(\n.param .b64 vprintf_param_0,\n.param .b64 vprintf_param_1\n)\n;\n"
    ".extern .func __assertfail(.param .b64 a, .param .b32 b) .noreturn;\n.weak .global .align 4 "
    ".u32 w;\n.global .attribute(.managed) .align 8 .u64 m = 7;\n"
    ".visible .entry _Z1kPi(\n\t.param .u64 .ptr .global .align 4 _Z1kPi_param_0\n)\n.reqntid 64, "
    "1, 1\n.minnctapersm 2\n{\n\t.reg .pred \t%p<2>;\n\t.reg .b32 \t%r<6>;\n\t.reg .b64 \t%rd<5>;\n"
    "\t// demoted variable\n\t.shared .align 4 .b8 _ZZ1kPiE1s[256];\n\t.loc\t1 3 "
    "0\n$L__func_begin0:\n\tld.param.u64 \t%rd1, [_Z1kPi_param_0];\n\tcvta.to.global.u64 \t%rd2, "
    "%rd1;\n"
    "\t.loc\t1 5 3, function_name $L__info_string0, inlined_at 1 9 5\n\tmov.u32 \t%r1, "
    "%tid.x;\n\tsetp.gt.s32 \t%p1, %r1, 31;\n\t@%p1 bra \t$L__BB0_2;\n"
    "\tst.shared.u32 \t[_ZZ1kPiE1s+4], %r1;\n\tbarrier.sync \t0;\n\tatom.global.add.u32 \t%r2, "
    "[%rd2], 1;\n$L__BB0_2:\n\tbar.warp.sync \t-1;\n\tshfl.sync.down.b32 \t%r3|%p1, %r1, 16, 31, "
    "-1;\n\tret;\n$L__func_end0:\n}\n"
    "\t.section\t.debug_str\n\t{\n$L__info_string0:\n.b8 95,90,49,102,0\n\t}\n";

static void test_nvcc_style(void) {
    ptx_error_t error;
    char message[1200];
    ptx_module_t *module = ptx_parse(nvcc_style, strlen(nvcc_style), &error);
    check(module, "nvcc style: %s", module ? "" : ptx_error_text(&error, message, sizeof message));
    if (!module) return;
    const ptx_function_t *kernel = ptx_find_function(module, "_Z1kPi");
    ptx_location_t at = ptx_location(module, kernel->first + 2);
    check(kernel->static_shared_bytes == 256 && kernel->max_threads == 64,
          "nvcc style: %u shared bytes, %u threads", kernel->static_shared_bytes,
          kernel->max_threads);
    check(!strcmp(at.file, "a b.cu") && at.line == 5 && !strcmp(at.function, "_Z1kPi"),
          "nvcc style: location %s:%u", at.file, at.line);
    check(!strcmp(ptx_instruction_text(module, kernel->first + 4), "@%p1 bra $L__BB0_2"),
          "nvcc style: text `%s`", ptx_instruction_text(module, kernel->first + 4));
    ptx_free(module);
}

/* What a header of CUDA's does is at the program's line, through all that was inlined between. */
static void test_inlined(void) {
    static const char text[] = HEAD
        ".entry k() { .reg .b32 %r<4>;\n"
        ".loc 1 4 3, function_name $L + 1, inlined_at 1 6 30\n"
        ".loc 2 300 3, function_name $L + 2, inlined_at 1 4 3\nmov.u32 %r1, 1;\n"
        ".loc 3 98 3, function_name $L, inlined_at 1 8 3\n"
        ".loc 2 110 5, function_name $L, inlined_at 3 98 3\nmov.u32 %r1, 2;\n"
        ".loc 4 7 1, function_name $L, inlined_at 1 9 1\nmov.u32 %r1, 3;\n"
        ".loc 2 55 5\nmov.u32 %r1, 4; ret; }\n"
        ".file 1 \"/home/a/include/x.cu\"\n.file 2 \"/cuda/include/sm_30_intrinsics.hpp\"\n"
        ".file 3 \"/cuda/include/cooperative_groups/details/helpers.h\"\n"
        ".file 4 \"/cuda/include/cub/block.cuh\"\n";
    static const struct {
        const char *file;
        uint32_t line;
    } expected[] = {{"x.cu", 4}, {"x.cu", 8}, {"block.cuh", 7}, {"sm_30_intrinsics.hpp", 55}};
    ptx_error_t error;
    char message[1200];
    ptx_module_t *module = ptx_parse(text, strlen(text), &error);
    check(module, "inlined: %s", module ? "" : ptx_error_text(&error, message, sizeof message));
    const ptx_function_t *kernel = module ? ptx_find_function(module, "k") : NULL;
    for (uint32_t i = 0; kernel && i < sizeof expected / sizeof *expected; i++) {
        const ptx_location_t at = ptx_location(module, kernel->first + i);
        const char *name = strrchr(at.file, '/');
        check(name && strcmp(name + 1, expected[i].file) == 0 && at.line == expected[i].line,
              "inlined: instruction %u at %s:%u", i, at.file, at.line);
    }
    if (module) ptx_free(module);
}

static const char layout[] = HEAD
    ".shared .align 4 .b8 a[100];\n.shared .align 8 .b8 b[64];\n.shared .align 4 .b8 "
    "both[32];\n.extern .shared .align 32 .b8 dynamic[];\n"
    ".const .align 8 .b8 c1[5] = {1, 2, 3};\n.const .align 4 .u32 c2 = 7;\n.global .u64 pointer = "
    "c2;\n.global .u64 pointer2 = generic(c2);\n.global .f32 f[3] = {0f3F800000, 2.5, -1};\n"
    ".global .u32 m[2][3] = {{1, 2}, {4, 5, 6}};\n.global .u16 open[] = {1, 2, 3, 4};\n"
    ".func use() { .reg .b32 %r; ld.shared.u32 %r, [both]; ret; }\n"
    ".entry ka() { .reg .b32 %r; ld.shared.u32 %r, [a]; call use; ret; }\n"
    ".entry kb() .maxntid 128, 2, 1\n { .reg .b32 %r; ld.shared.u32 %r, [b+4]; call use; ret; }\n"
    ".entry none(.param .u8 x, .param .align 8 .b8 y[12], .param .u16 z) { ret; }\n";

static uint64_t address_of(const ptx_module_t *module, const char *name) {
    const ptx_variable_t *variable = ptx_find_variable(module, name);
    return variable ? variable->address : UINT64_MAX;
}

static void test_layout(void) {
    ptx_error_t error;
    char message[1200];
    ptx_module_t *module = ptx_parse(layout, strlen(layout), &error);
    check(module, "layout: %s", module ? "" : ptx_error_text(&error, message, sizeof message));
    if (!module) return;
    const ptx_function_t *ka = ptx_find_function(module, "ka"),
                         *kb = ptx_find_function(module, "kb"),
                         *none = ptx_find_function(module, "none");
    check(address_of(module, "a") == 0 && address_of(module, "b") == 0 &&
              address_of(module, "both") == 100,
          "kernels overlay their shared memory");
    check(ka->static_shared_bytes == 160 && kb->static_shared_bytes == 160 &&
              none->static_shared_bytes == 0,
          "static shared sizes %u %u %u", ka->static_shared_bytes, kb->static_shared_bytes,
          none->static_shared_bytes);
    check(kb->max_threads == 256, "maxntid");
    check(none->parameter_bytes == 22 && none->parameters[1].offset == 8 &&
              none->parameters[2].offset == 20,
          "parameter layout");
    check(address_of(module, "c1") == 0 && address_of(module, "c2") == 8 &&
              ptx_constant_bytes(module) == 16,
          "constant layout");
    uint64_t pointers[2];
    float floats[3];
    uint32_t matrix[6];
    ptx_image(module, (uint32_t)(ptx_find_variable(module, "pointer") - ptx_variable(module, 0)),
              (uint8_t *)&pointers[0]);
    ptx_image(module, (uint32_t)(ptx_find_variable(module, "pointer2") - ptx_variable(module, 0)),
              (uint8_t *)&pointers[1]);
    ptx_image(module, (uint32_t)(ptx_find_variable(module, "f") - ptx_variable(module, 0)),
              (uint8_t *)floats);
    ptx_image(module, (uint32_t)(ptx_find_variable(module, "m") - ptx_variable(module, 0)),
              (uint8_t *)matrix);
    check(pointers[0] == 8 && pointers[1] == PTX_CONST_WINDOW + 8, "addresses in initialisers");
    check(floats[0] == 1 && floats[1] == 2.5f && floats[2] == -1, "float initialisers");
    check(matrix[1] == 2 && matrix[2] == 0 && matrix[3] == 4 && matrix[5] == 6,
          "nested initialisers");
    check(ptx_find_variable(module, "open")->size == 8, "open array size");
    ptx_free(module);
}

int main(void) {
    test_statements();
    test_beside_ptxas();
    test_contradictions();
    test_widths();
    test_roundings();
    test_modules();
    test_orders();
    test_layout();
    test_behind_loc();
    test_nvcc_style();
    test_inlined();
    return check_summary();
}
