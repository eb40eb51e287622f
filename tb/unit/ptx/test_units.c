/* SPDX-License-Identifier: Apache-2.0 */
/* test_units.c: several texts as one module (sim/ptx/units.c): what a text declares is what another
 * defines, equal static names stay apart, weak variables become one; and the errors. */
#include "tb/unit/ptx/machine.h"

#include <stdio.h>
#include <string.h>

#include "sim/ptx/code.h"

#define HEAD ".version 6.0\n.target sm_60\n.address_size 64\n"

static const char user[] = HEAD
    ".extern .func (.param .b32 r) shared_function(.param .b32 a);\n.extern .global .align 4 .u32 "
    "counter;\n.extern .const .align 4 .u32 limit;\n"
    ".weak .global .align 4 .u32 one = 5;\n.const .align 4 .u32 own = 1;\n.extern .func "
    "nowhere();\n"
    ".func helper() { ret; }\n"
    ".visible .entry k() {\n.reg .b32 %r<4>;\n.loc 1 7 1\nld.global.u32 %r1, "
    "[counter];\nld.global.u32 %r2, [one];\nld.const.u32 %r3, [limit];\ncall helper;\n"
    "{\n.param .b32 p;\n.param .b32 q;\nst.param.b32 [p], %r1;\ncall (q), shared_function, "
    "(p);\n}\nret;\n}\n.file 1 \"user.cu\"\n";
static const char definer[] = HEAD
    ".visible .global .align 4 .u32 counter = 3;\n.visible .const .align 4 .u32 limit = 9;\n.weak "
    ".global .align 4 .u32 one = 5;\n.const .align 4 .u32 own = 2;\n"
    ".visible .func (.param .b32 r) shared_function(.param .b32 a);\n.visible .global .u64 pointer "
    "= shared_function;\n.func helper() { trap; }\n"
    ".visible .func (.param .b32 r) shared_function(.param .b32 a) {\n.reg .b32 %r;\n.loc 1 4 "
    "1\nld.param.b32 %r, [a];\nst.param.b32 [r], %r;\nret;\n}\n"
    ".visible .entry k2() { ret; }\n.file 1 \"definer.cu\"\n";

static ptx_module_t *parse(const char *const *texts, uint32_t count, char *message, size_t size) {
    ptx_unit_t units[4];
    ptx_error_t error;
    for (uint32_t i = 0; i < count; i++) units[i] = (ptx_unit_t){texts[i], strlen(texts[i])};
    ptx_module_t *module = ptx_parse_units(units, count, &error);
    if (!module) ptx_error_text(&error, message, size);
    return module;
}

static uint32_t first_call_after(const ptx_module_t *module, uint32_t from) {
    while (!module->code[from].call) from++;
    return from;
}

static uint64_t constant_of(const ptx_module_t *module, const ptx_operand_t *operand) {
    return module->pool[(size_t)operand->index * PTX_LANES];
}

static void test_links(bool definer_first) {
    const char *texts[2] = {definer_first ? definer : user, definer_first ? user : definer};
    uint32_t used = definer_first ? 1 : 0, defining = 1 - used;
    char message[1200] = "";
    ptx_module_t *module = parse(texts, 2, message, sizeof message);
    check(module, "two texts: %s", message);
    if (!module) return;
    const ptx_function_t *kernel = ptx_find_function_in(module, used, "k");
    const ptx_function_t *function = ptx_find_function_in(module, defining, "shared_function");
    uint32_t first = first_call_after(module, kernel->first),
             second = first_call_after(module, first + 1);
    check(module->code[first].call->function ==
              ptx_find_function_in(module, used, "helper")->number,
          "its own static function");
    check(module->code[second].call->function == function->number && function->defined,
          "the other text's function");
    for (uint32_t v = 0; v < ptx_variable_count(module); v++)
        if (ptx_variable(module, v)->space == PTX_SPACE_GLOBAL && !ptx_variable(module, v)->merged)
            ptx_bind(module, v, 0x1000 + 0x100 * v);
    ptx_link(module);
    const ptx_variable_t *counter = ptx_find_variable_in(module, defining, "counter"),
                         *one = ptx_find_variable_in(module, 0, "one");
    const ptx_variable_t *limit = ptx_find_variable_in(module, defining, "limit");
    check(constant_of(module, &module->code[kernel->first].base) == counter->address,
          "the other text's variable");
    check(constant_of(module, &module->code[kernel->first + 1].base) == one->address &&
              one == ptx_find_variable_in(module, 1, "one"),
          "one weak variable");
    check(constant_of(module, &module->code[kernel->first + 2].base) == limit->address,
          "the other text's constant");
    check(ptx_find_variable_in(module, 0, "own")->address !=
              ptx_find_variable_in(module, 1, "own")->address,
          "two static constants");
    uint64_t pointer;
    ptx_image(module, (uint32_t)(ptx_find_variable(module, "pointer") - ptx_variable(module, 0)),
              (uint8_t *)&pointer);
    check(pointer == PTX_CODE_WINDOW + function->number, "a function's address in an initialiser");
    check(!ptx_find_function_in(module, used, "k2") && ptx_find_function_in(module, defining, "k2"),
          "kernels by text");
    check(!strcmp(ptx_location(module, kernel->first).file, "user.cu") &&
              ptx_location(module, kernel->first).line == 7,
          "location of the user");
    check(!strcmp(ptx_location(module, function->first).file, "definer.cu") &&
              ptx_location(module, function->first).line == 4,
          "location of the definer");
    check(!ptx_find_function_in(module, used, "nowhere")->defined,
          "a name without definition stays undefined");
    ptx_free(module);
}

static void expect_error(const char *a, const char *b, const char *c, const char *wanted) {
    const char *texts[3] = {a, b, c};
    char message[1200] = "(accepted)";
    ptx_module_t *module = parse(texts, c ? 3 : 2, message, sizeof message);
    check(!module && strstr(message, wanted), "%s; expected `%s`", message, wanted);
    ptx_free(module);
}

static void test_errors(void) {
    const char uses[] = HEAD ".extern .func f();\n.extern .global .u32 v;\n.entry k() { .reg .b32 "
                             "%r; call f; ld.global.u32 %r, [v]; ret; }\n";
    const char defines[] = HEAD ".visible .func f() { ret; }\n.visible .global .u32 v;\n";
    const char other[] = HEAD
        ".visible .func f(.param .b32 x) { ret; }\n.visible .global .u32 v;\n";
    const char variable[] = HEAD ".visible .global .u32 v;\n",
               broken[] = HEAD ".entry k() { wgmma %r; }\n.file 1 \"b.cu\"\n";
    expect_error(uses, defines, defines, "function `f` is defined in several files");
    expect_error(uses, other, NULL,
                 "function `f` is declared in one file as it is not defined in another");
    expect_error(
        HEAD ".extern .global .u32 v;\n.entry k() { .reg .b32 %r; ld.global.u32 %r, [v]; ret; }\n",
        variable, variable, "variable `v` is defined in several files");
    expect_error(defines, broken, NULL, "unsupported PTX instruction `wgmma`");
    const char *two[2] = {defines, defines};
    char message[1200] = "";
    ptx_module_t *module = parse(two, 2, message, sizeof message);
    check(module, "equal names that no other unit uses: %s", message);
    ptx_free(module);
}

/* LLVM's shift of a sign-extended value by 31, and the same text from elsewhere
 * (instruction_rules.c, clang_shift). */
static void test_clang_shift(void) {
    const char body[] = HEAD ".entry k() { .reg .b32 %r; .reg .b64 %d; mul.wide.s32 %d, %r, "
                             "-2147483648; mul.wide.s32 %d, %r, -2147483647; ret; }\n";
    char text[600], message[1200];
    for (int llvm = 0; llvm < 2; llvm++) {
        snprintf(text, sizeof text, "%s%s",
                 llvm ? "//\n// Generated by LLVM NVPTX Back-End\n//\n" : "", body);
        const char *texts[1] = {text};
        ptx_module_t *module = parse(texts, 1, message, sizeof message);
        const uint32_t first = module ? ptx_find_function(module, "k")->first : 0;
        check(module && !(module->code[first].flags & PTX_FLAG_NEGATE) == !llvm, "2^31 of LLVM: %d",
              llvm);
        check(module && !(module->code[first + 1].flags & PTX_FLAG_NEGATE), "other factors stay");
        ptx_free(module);
    }
}

int main(void) {
    test_links(false);
    test_links(true);
    test_errors();
    test_clang_shift();
    return check_summary();
}
