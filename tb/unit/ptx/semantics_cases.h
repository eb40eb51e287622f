/* SPDX-License-Identifier: Apache-2.0 */
/* One line an instruction: X(text, registers of d a b c, expected value of d). Registers: h 16
 * bits, s 32, l 64, f f32, d f64, p predicate; a, b, c are raw bits of that width. Helpers:
 * test_semantics.c. Source: PTX ISA, "Instruction Set". */
/* integer arithmetic */
X("add.u16 %d, %a, %b;", "hhh", (uint16_t)(a + b))
X("add.s32 %d, %a, %b;", "sss", (uint32_t)(a + b))
X("add.u64 %d, %a, %b;", "lll", a + b)
X("add.sat.s32 %d, %a, %b;", "sss", (uint32_t)clamp((int64_t)S(a) + S(b), INT32_MIN, INT32_MAX))
X("sub.sat.s32 %d, %a, %b;", "sss", (uint32_t)clamp((int64_t)S(a) - S(b), INT32_MIN, INT32_MAX))
X("sub.s16 %d, %a, %b;", "hhh", (uint16_t)(a - b))
X("sub.u32 %d, %a, -7;", "sss", (uint32_t)(a + 7))
X("sub.s64 %d, %a, %b;", "lll", a - b)
X("add.cc.u32 %d, %a, %b; addc.u32 %d, %c, 0;", "ssss", (uint32_t)(c + ((a + b) >> 32)))
X("sub.cc.u32 %d, %a, %b; subc.u32 %d, %c, 0;", "ssss", (uint32_t)(c - (a < b)))
X("sub.cc.u32 %d, %a, %b; addc.u32 %d, %c, 0;", "ssss", (uint32_t)(c + (a >= b)))
X("sub.cc.u64 %d, %a, %b; subc.cc.u64 %d, %b, %c; addc.u64 %d, 0, 0;", "llll",
  a >= b ? b >= c : b > c)
X("add.cc.u64 %d, %a, %b; addc.cc.u64 %d, %c, %c; addc.u64 %d, 0, 0;", "llll", carry3(a, b, c))
X("mad.lo.cc.u32 %d, %a, %b, %c; madc.hi.u32 %d, %a, %b, 0;", "ssss",
  (uint32_t)((a * b >> 32) + (((uint32_t)(a * b) + c) >> 32)))
X("mul.lo.s16 %d, %a, %b;", "hhh", (uint16_t)(a *b))
X("mul.hi.s16 %d, %a, %b;", "hhh", (uint16_t)((int32_t)(int16_t)a *(int16_t)b >> 16))
X("mul.hi.u16 %d, %a, %b;", "hhh", (uint16_t)((uint32_t)a *(uint32_t)b >> 16))
X("mul.wide.s16 %d, %a, %b;", "shh", (uint32_t)((int32_t)(int16_t)a *(int16_t)b))
X("mul.wide.u16 %d, %a, %b;", "shh", (uint32_t)(a *b))
X("mul.lo.u32 %d, %a, %b;", "sss", (uint32_t)(a *b))
X("mul.hi.s32 %d, %a, %b;", "sss", (uint32_t)((int64_t)S(a) * S(b) >> 32))
X("mul.hi.u32 %d, %a, %b;", "sss", a *b >> 32)
X("mul.wide.s32 %d, %a, %b;", "lss", (uint64_t)((int64_t)S(a) * S(b)))
X("mul.wide.u32 %d, %a, %b;", "lss", a *b)
X("mul.lo.s64 %d, %a, %b;", "lll", a *b)
X("mul.hi.s64 %d, %a, %b;", "lll", (uint64_t)((__int128)(int64_t)a *(int64_t)b >> 64))
X("mul.hi.u64 %d, %a, %b;", "lll", (uint64_t)((unsigned __int128)a *b >> 64))
X("mad.lo.s32 %d, %a, %b, %c;", "ssss", (uint32_t)(a *b + c))
X("mad.hi.u32 %d, %a, %b, %c;", "ssss", (uint32_t)((a * b >> 32) + c))
X("mad.hi.sat.s32 %d, %a, %b, %c;", "ssss",
  (uint32_t)clamp(((int64_t)S(a) * S(b) >> 32) + S(c), INT32_MIN, INT32_MAX))
X("mad.wide.s32 %d, %a, %b, %c;", "lssl", (uint64_t)((int64_t)S(a) * S(b)) + c)
X("mad.wide.u16 %d, %a, %b, %c;", "shhs", (uint32_t)(a *b + c))
X("mad.lo.u64 %d, %a, %b, %c;", "llll", a *b + c)
X("mul24.lo.u32 %d, %a, %b;", "sss", (uint32_t)((a & 0xffffff) * (b & 0xffffff)))
X("mul24.hi.u32 %d, %a, %b;", "sss", (uint32_t)((a & 0xffffff) * (b & 0xffffff) >> 16))
X("mad24.lo.s32 %d, %a, %b, %c;", "ssss",
  (uint32_t)((uint64_t)((int64_t)(S(a << 8) >> 8) * (S(b << 8) >> 8)) + c))
X("div.s32 %d, %a, %b;", "sss", b ? (uint32_t)((int64_t)S(a) / S(b)) : UINT32_MAX)
X("div.u32 %d, %a, %b;", "sss", b ? a / b : UINT32_MAX)
X("div.s16 %d, %a, %b;", "hhh", b ? (uint16_t)((int16_t)a / (int16_t)b) : 0xffff)
X("div.u64 %d, %a, %b;", "lll", b ? a / b : UINT64_MAX)
X("div.s64 %d, %a, %b;", "lll",
  !b                ? UINT64_MAX
  : b == UINT64_MAX ? 0 - a
                    : (uint64_t)((int64_t)a / (int64_t)b))
X("rem.s32 %d, %a, %b;", "sss", b ? (uint32_t)((int64_t)S(a) % S(b)) : a)
X("rem.u32 %d, %a, %b;", "sss", b ? a % b : a)
X("rem.u64 %d, %a, %b;", "lll", b ? a % b : a)
X("abs.s32 %d, %a;", "ss", (uint32_t)llabs((int64_t)S(a)))
X("abs.s16 %d, %a;", "hh", (uint16_t)abs((int16_t)a))
X("neg.s64 %d, %a;", "ll", 0 - a)
X("neg.s32 %d, %a;", "ss", (uint32_t)(0 - a))
X("min.s32 %d, %a, %b;", "sss", (uint32_t)(S(a) < S(b) ? a : b))
X("min.u64 %d, %a, %b;", "lll", a < b ? a : b)
X("max.s64 %d, %a, %b;", "lll", (int64_t)a > (int64_t)b ? a : b)
X("max.u32 %d, %a, %b;", "sss", a > b ? a : b)
X("max.s16 %d, %a, %b;", "hhh", (int16_t)a > (int16_t)b ? a : b)
X("sad.s32 %d, %a, %b, %c;", "ssss", (uint32_t)(c + (uint64_t)llabs((int64_t)S(a) - S(b))))
X("dp4a.s32.u32 %d, %a, %b, %c;", "ssss",
  (uint32_t)(c +
             (uint64_t)((int8_t)a * (int)(uint8_t)b + (int8_t)(a >> 8) * (int)(uint8_t)(b >> 8) +
                        (int8_t)(a >> 16) * (int)(uint8_t)(b >> 16) +
                        (int8_t)(a >> 24) * (int)(uint8_t)(b >> 24))))
/* logic, shifts, bits */
X("and.b32 %d, %a, %b;", "sss", a &b)
X("or.b16 %d, %a, %b;", "hhh", a | b)
X("xor.b64 %d, %a, %b;", "lll", a ^ b)
X("not.b32 %d, %a;", "ss", (uint32_t)~a)
X("cnot.b32 %d, %a;", "ss", !a)
X("and.pred %d, %a, %b;", "ppp", a &b)
X("xor.pred %d, %a, %b;", "ppp", a ^ b)
X("not.pred %d, %a;", "pp", !a)
X("shl.b32 %d, %a, %b;", "sss", b > 31 ? 0 : (uint32_t)(a << b))
X("shl.b64 %d, %a, %b;", "lls", b > 63 ? 0 : a << b)
X("shr.u32 %d, %a, %b;", "sss", b > 31 ? 0 : a >> b)
X("shr.s32 %d, %a, %b;", "sss", (uint32_t)(S(a) >> (b > 31 ? 31 : b)))
X("shr.b16 %d, %a, 3;", "hh", a >> 3)
X("shr.s64 %d, %a, %b;", "lls", (uint64_t)((int64_t)a >> (b > 63 ? 63 : b)))
X("shf.l.wrap.b32 %d, %a, %b, %c;", "ssss", (uint32_t)((b << 32 | a) << (c & 31) >> 32))
X("shf.r.wrap.b32 %d, %a, %b, %c;", "ssss", (uint32_t)((b << 32 | a) >> (c & 31)))
X("shf.r.clamp.b32 %d, %a, %b, %c;", "ssss", (uint32_t)((b << 32 | a) >> (c > 32 ? 32 : c)))
X("shf.l.clamp.b32 %d, %a, %b, %c;", "ssss", c >= 32 ? a : (uint32_t)((b << 32 | a) << c >> 32))
X("popc.b32 %d, %a;", "ss", popcount(a))
X("popc.b64 %d, %a;", "sl", popcount(a))
X("clz.b32 %d, %a;", "ss", leading(a, 32))
X("clz.b64 %d, %a;", "sl", leading(a, 64))
X("bfind.u32 %d, %a;", "ss", a ? 31 - leading(a, 32) : UINT32_MAX)
X("bfind.s32 %d, %a;", "ss",
  leading((uint32_t)(S(a) < 0 ? ~a : a), 32) == 32
      ? UINT32_MAX
      : 31 - leading((uint32_t)(S(a) < 0 ? ~a : a), 32))
X("bfind.shiftamt.u64 %d, %a;", "sl", a ? leading(a, 64) : UINT32_MAX)
X("brev.b32 %d, %a;", "ss", reversed(a, 32))
X("brev.b64 %d, %a;", "ll", reversed(a, 64))
X("bfe.u32 %d, %a, 5, 9;", "ss", a >> 5 & 511)
X("bfe.s32 %d, %a, 28, 8;", "ss", (uint32_t)(S(a) >> 28))
X("bfe.s32 %d, %a, 4, 6;", "ss", (uint32_t)(S(a << 22) >> 26))
X("bfe.u64 %d, %a, 40, 30;", "ll", a >> 40)
X("bfe.u32 %d, %a, 3, 0;", "ss", 0)
X("bfi.b32 %d, %a, %b, 7, 10;", "sss", (b & ~UINT64_C(0x1ff80)) | (a & 1023) << 7)
X("bfi.b64 %d, %a, %b, 60, 10;", "lll", (b & ~(UINT64_C(15) << 60)) | a << 60)
X("lop3.b32 %d, %a, %b, %c, 0x96;", "ssss", a ^ b ^ c)
X("lop3.b32 %d, %a, %b, %c, 0xe8;", "ssss", (a & b) | (a & c) | (b & c))
X("lop3.b32 %d, %a, %b, %c, 0xca;", "ssss", (a & b) | ((uint32_t)~a & c))
X("prmt.b32 %d, %a, %b, 0x5410;", "sss", (a & 0xffff) | (b & 0xffff) << 16)
X("prmt.b32 %d, %a, %b, 0x0123;", "sss", __builtin_bswap32((uint32_t)a))
X("prmt.b32 %d, %a, %b, 0x777f;", "sss",
  (b >> 24 & 255) << 8 | (b >> 24 & 255) << 16 | (b >> 24 & 255) << 24 | (b >> 31 ? 255 : 0))
X("prmt.b32.f4e %d, %a, %b, 1;", "sss", (uint32_t)((b << 32 | a) >> 8))
X("prmt.b32.rc8 %d, %a, %b, 2;", "sss", (a >> 16 & 255) * 0x01010101u)
X("mov.u32 %d, %a;", "ss", a)
X("mov.b64 %d, {%a, %b};", "lss", a | b << 32)
X("mov.b32 %d, {%a, %b};", "shh", a | b << 16)
X("{ .reg .b32 %t<2>; mov.b64 {%t0, %t1}, %a; mov.b64 %d, {%t1, %t0}; }", "ll", a << 32 | a >> 32)
/* types of their own: bytes of a are unsigned, those of b signed */
X("vabsdiff4.s32.u32.s32.add %d, %a, %b, %c;", "ssss",
  (uint32_t)(c + (uint64_t)(abs((int)(uint8_t)a - (int8_t)b) +
                            abs((int)(uint8_t)(a >> 8) - (int8_t)(b >> 8)) +
                            abs((int)(uint8_t)(a >> 16) - (int8_t)(b >> 16)) +
                            abs((int)(uint8_t)(a >> 24) - (int8_t)(b >> 24)))))
X("vabsdiff2.s32.u32.u32.add %d, %a, %b, %c;", "ssss",
  (uint32_t)(c + (uint64_t)(abs((int)(uint16_t)a - (int)(uint16_t)b) +
                            abs((int)(a >> 16 & 0xffff) - (int)(b >> 16 & 0xffff)))))
/* video instructions: one value, with parts of words, then the second operation or the merge */
X("vadd.s32.u32.s32 %d, %a, %b;", "sss", (uint32_t)(a + b))
X("vadd.s32.u32.s32.sat %d, %a, %b;", "sss",
  (uint32_t)clamp((int64_t)a + S(b), INT32_MIN, INT32_MAX))
X("vsub.u32.u32.u32.sat %d, %a, %b;", "sss", a > b ? a - b : 0)
X("vmin.s32.s32.u32.max %d, %a.b3, %b.h1, %c;", "ssss",
  (uint32_t)clamp(S(c), (int8_t)(a >> 24) < (int)(b >> 16) ? (int8_t)(a >> 24) : (int)(b >> 16),
                  INT32_MAX))
X("vabsdiff.u32.u32.s32.add %d, %a.h0, %b.b1, %c;", "ssss",
  (uint32_t)(c + (uint64_t)abs((int)(a & 0xffff) - (int8_t)(b >> 8))))
X("vmax.s32.s32.s32.sat %d.b2, %a, %b, %c;", "ssss",
  (uint32_t)((c & 0xff00ffff) | ((uint64_t)clamp(S(a) > S(b) ? S(a) : S(b), -128, 127) & 255)
                                    << 16))
X("vshl.u32.u32.u32.clamp.add %d, %a, %b, 5;", "sss", (uint32_t)((b > 31 ? 0 : a << b) + 5))
X("vshr.s32.s32.u32.wrap %d, %a, %b;", "sss", (uint32_t)(S(a) >> (b & 31)))
X("vset.s32.u32.lt.add %d, %a.b0, %b.b0, %c;", "ssss",
  (uint32_t)(c + ((int8_t)a < (int)(uint8_t)b)))
X("vmad.s32.s32.u32.shr7 %d, %a.b1, %b.h0, %c;", "ssss",
  (uint32_t)(((int64_t)(int8_t)(a >> 8) * (int64_t)(b & 0xffff) + S(c)) >> 7))
X("vmad.s32.s32.s32.sat %d, %a, -%b, %c;", "ssss",
  (uint32_t)clamp(S(c) - (int64_t)S(a) * S(b), INT32_MIN, INT32_MAX))
X("vmad.u32.u32.u32.po %d, %a, %b, %c;", "ssss", (uint32_t)(a *b + c + 1))
/* of two and four values; the parts of b have the higher numbers */
X("vadd4.u32.u32.u32 %d, %a, %b, %c;", "ssss",
  (uint32_t)((((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080))))
X("vsub2.s32.s32.s32.sat %d, %a, %b, %c;", "ssss",
  (uint32_t)(((uint64_t)clamp((int16_t)a - (int16_t)b, -32768, 32767) & 0xffff) |
             (uint64_t)clamp((int16_t)(a >> 16) - (int16_t)(b >> 16), -32768, 32767) << 16))
X("vavrg2.s32.u32.u32.add %d, %a.h32, %b.h00, %c;", "ssss",
  (uint32_t)(c + (((b & 0xffff) + (a & 0xffff) + 1) >> 1) + (((b >> 16) + (a & 0xffff) + 1) >> 1)))
X("vmin4.u32.u32.u32 %d.b20, %a, %b, %c;", "ssss",
  (uint32_t)((c & 0xff00ff00) | ((uint8_t)a < (uint8_t)b ? a & 255 : b & 255) |
             ((uint8_t)(a >> 16) < (uint8_t)(b >> 16) ? a & 0xff0000 : b & 0xff0000)))
X("vset2.u32.u32.ge %d, %a, %b, %c;", "ssss",
  (uint32_t)((uint64_t)((a & 0xffff) >= (b & 0xffff)) | (uint64_t)((a >> 16) >= (b >> 16)) << 16))
/* comparison and selection */
X("setp.eq.s32 %d, %a, %b;", "pss", a == b)
X("setp.ne.b64 %d, %a, %b;", "pll", a != b)
X("setp.lt.s32 %d, %a, %b;", "pss", S(a) < S(b))
X("setp.lt.u32 %d, %a, %b;", "pss", a < b)
X("setp.lo.u32 %d, %a, %b;", "pss", a < b)
X("setp.hs.u64 %d, %a, %b;", "pll", a >= b)
X("setp.ge.s16 %d, %a, %b;", "phh", (int16_t)a >= (int16_t)b)
X("setp.le.s64 %d, %a, %b;", "pll", (int64_t)a <= (int64_t)b)
X("setp.gt.u16 %d, %a, -1;", "ph", 0)
X("setp.lt.f32 %d, %a, %b;", "pff", isless(F(a), F(b)))
X("setp.ne.f32 %d, %a, %b;", "pff", islessgreater(F(a), F(b)))
X("setp.neu.f32 %d, %a, %b;", "pff", F(a) != F(b))
X("setp.geu.f32 %d, %a, %b;", "pff", !isless(F(a), F(b)))
X("setp.num.f32 %d, %a, %b;", "pff", !isunordered(F(a), F(b)))
X("setp.nan.f64 %d, %a, %b;", "pdd", isunordered(G(a), G(b)))
X("setp.gt.f64 %d, %a, %b;", "pdd", isgreater(G(a), G(b)))
X("setp.eq.ftz.f32 %d, %a, 0f00000000;", "pf", !isnan(F(a)) && fabsf(F(a)) < FLT_MIN)
X("setp.lt.and.s32 %d, %a, %b, %c;", "pssp", S(a) < S(b) && c)
X("setp.lt.or.s32 %d, %a, %b, !%c;", "pssp", S(a) < S(b) || !c)
X("{ .reg .pred %q; setp.eq.xor.u32 %q|%d, %a, %b, %c; }", "pssp", (a != b) ^ c)
X("set.gt.u32.s32 %d, %a, %b;", "sss", S(a) > S(b) ? UINT32_MAX : 0)
X("set.le.f32.u32 %d, %a, %b;", "fss", a <= b ? 0x3f800000 : 0)
X("selp.b32 %d, %a, %b, %c;", "sssp", c ? a : b)
X("selp.f64 %d, %a, %b, %c;", "dddp", c ? a : b)
X("slct.u64.s32 %d, %a, %b, %c;", "llls", S(c) >= 0 ? a : b)
X("slct.f32.f32 %d, %a, %b, %c;", "ffff", isgreaterequal(F(c), 0.0f) ? a : b)
X("testp.notanumber.f32 %d, %a;", "pf", isnan(F(a)))
X("testp.subnormal.f64 %d, %a;", "pd", fpclassify(G(a)) == FP_SUBNORMAL)
X("testp.finite.f32 %d, %a;", "pf", isfinite(F(a)))
X("testp.normal.f32 %d, %a;", "pf", isnormal(F(a)))
/* floating point */
X("add.f32 %d, %a, %b;", "fff", f32(F(a) + F(b)))
X("add.rz.f32 %d, %a, %b;", "fff", rounded_add(FE_TOWARDZERO, F(a), F(b)))
X("add.rp.f32 %d, %a, %b;", "fff", rounded_add(FE_UPWARD, F(a), F(b)))
X("add.sat.f32 %d, %a, %b;", "fff", f32(!(F(a) + F(b) > 0) ? 0 : fminf(F(a) + F(b), 1)))
X("sub.rn.ftz.f32 %d, %a, %b;", "fff", f32(flush(flush(F(a)) - flush(F(b)))))
X("mul.rn.f32 %d, %a, %b;", "fff", f32(F(a) * F(b)))
X("fma.rn.f32 %d, %a, %b, %c;", "ffff", f32(fmaf(F(a), F(b), F(c))))
X("mad.rn.f64 %d, %a, %b, %c;", "dddd", f64(fma(G(a), G(b), G(c))))
X("div.rn.f32 %d, %a, %b;", "fff", f32(F(a) / F(b)))
X("div.full.f32 %d, %a, %b;", "fff", f32(F(a) / F(b)))
X("rcp.rn.f32 %d, %a;", "ff", f32(1.0f / F(a)))
X("sqrt.rn.f32 %d, %a;", "ff", f32(sqrtf(F(a))))
X("sqrt.approx.ftz.f32 %d, %a;", "ff", f32(flush(sqrtf(flush(F(a))))))
X("rsqrt.approx.f32 %d, %a;", "ff", f32((float)(1 / sqrt(F(a)))))
X("sin.approx.f32 %d, %a;", "ff", f32(sinf(F(a))))
X("cos.approx.f32 %d, %a;", "ff", f32(cosf(F(a))))
X("ex2.approx.f32 %d, %a;", "ff", f32(exp2f(F(a))))
X("lg2.approx.f32 %d, %a;", "ff", f32(log2f(F(a))))
X("abs.f32 %d, %a;", "ff", a & 0x7fffffff)
X("neg.f32 %d, %a;", "ff", a ^ 0x80000000)
X("min.f32 %d, %a, %b;", "fff",
  isnan(F(a))   ? f32(F(b))
  : isnan(F(b)) ? f32(F(a))
                : f32(F(a) < F(b)     ? F(a)
                      : F(b) < F(a)   ? F(b)
                      : signbit(F(a)) ? F(a)
                                      : F(b)))
X("max.f64 %d, %a, %b;", "ddd",
  isnan(G(a))     ? b
  : isnan(G(b))   ? a
  : G(a) > G(b)   ? a
  : G(b) > G(a)   ? b
  : signbit(G(a)) ? b
                  : a)
X("add.f64 %d, %a, %b;", "ddd", f64(G(a) + G(b)))
X("mul.f64 %d, %a, 0d4008000000000000;", "dd", f64(G(a) * 3))
X("div.rn.f64 %d, %a, %b;", "ddd", f64(G(a) / G(b)))
X("sqrt.rn.f64 %d, %a;", "dd", f64(sqrt(G(a))))
X("rcp.rn.f64 %d, %a;", "dd", f64(1 / G(a)))
X("abs.f64 %d, %a;", "dd", a &INT64_MAX)
X("neg.f64 %d, %a;", "dd", a ^ UINT64_C(1) << 63)
X("copysign.f32 %d, %a, %b;", "fff", (a & 0x80000000) | (b & 0x7fffffff))
X("add.f32 %d, %a, 0f40000000;", "ff", f32(F(a) + 2))
X("mul.f32 %d, %a, -1.5;", "ff", f32(F(a) * -1.5f))
/* conversion */
X("cvt.u16.u32 %d, %a;", "hs", (uint16_t)a)
X("cvt.s32.s16 %d, %a;", "sh", (uint32_t)(int16_t)a)
X("cvt.u32.u16 %d, %a;", "sh", a)
X("cvt.s32.s8 %d, %a;", "ss", (uint32_t)(int8_t)a)
X("cvt.s16.s8 %d, %a;", "hh", (uint16_t)(int8_t)a)
X("cvt.u32.u8 %d, %a;", "ss", (uint8_t)a)
X("cvt.s8.s32 %d, %a;", "ss", (uint32_t)(int8_t)a)
X("cvt.u64.u32 %d, %a;", "ls", a)
X("cvt.s64.s32 %d, %a;", "ls", (uint64_t)(int64_t)S(a))
X("cvt.u32.u64 %d, %a;", "sl", (uint32_t)a)
X("cvt.sat.u8.s32 %d, %a;", "ss", (uint64_t)clamp(S(a), 0, 255))
X("cvt.sat.s16.s32 %d, %a;", "hs", (uint16_t)clamp(S(a), -32768, 32767))
X("cvt.sat.u32.s64 %d, %a;", "sl", (int64_t)a<0 ? 0 : a> UINT32_MAX ? UINT32_MAX : a)
X("cvt.sat.s32.u32 %d, %a;", "ss", a > INT32_MAX ? INT32_MAX : a)
X("cvt.rn.f32.s32 %d, %a;", "fs", f32((float)S(a)))
X("cvt.rn.f32.u32 %d, %a;", "fs", f32((float)a))
X("cvt.rn.f32.s64 %d, %a;", "fl", f32((float)(int64_t)a))
X("cvt.rn.f32.u64 %d, %a;", "fl", f32((float)a))
X("cvt.rz.f32.u64 %d, %a;", "fl", toward_zero(a))
X("cvt.rn.f64.s32 %d, %a;", "ds", f64(S(a)))
X("cvt.rn.f64.u64 %d, %a;", "dl", f64((double)a))
X("cvt.rn.f64.s64 %d, %a;", "dl", f64((double)(int64_t)a))
X("cvt.rzi.s32.f32 %d, %a;", "sf",
  (uint32_t)(isnan(F(a))        ? 0
             : F(a) >= 0x1p31f  ? INT32_MAX
             : F(a) <= -0x1p31f ? INT32_MIN
                                : (int32_t)truncf(F(a))))
X("cvt.rni.s32.f32 %d, %a;", "sf",
  (uint32_t)(isnan(F(a))        ? 0
             : F(a) >= 0x1p31f  ? INT32_MAX
             : F(a) <= -0x1p31f ? INT32_MIN
                                : (int32_t)rintf(F(a))))
X("cvt.rmi.s32.f64 %d, %a;", "sd",
  (uint32_t)(isnan(G(a))               ? INT32_MIN
             : floor(G(a)) > INT32_MAX ? INT32_MAX
             : floor(G(a)) < INT32_MIN ? INT32_MIN
                                       : (int32_t)floor(G(a))))
X("cvt.rpi.u32.f32 %d, %a;", "sf",
  !(F(a) > 0)       ? 0
  : F(a) >= 0x1p32f ? UINT32_MAX
                    : (uint32_t)ceilf(F(a)))
X("cvt.rzi.u64.f64 %d, %a;", "ld",
  isnan(G(a))      ? UINT64_C(1) << 63
  : !(G(a) > 0)    ? 0
  : G(a) >= 0x1p64 ? UINT64_MAX
                   : (uint64_t)G(a))
X("cvt.rzi.u32.f64 %d, %a;", "sd",
  isnan(G(a))      ? 0x80000000
  : !(G(a) > 0)    ? 0
  : G(a) >= 0x1p32 ? UINT32_MAX
                   : (uint32_t)G(a))
X("cvt.rzi.u64.f16 %d, %a;", "lh",
  isnan(half(a))     ? UINT64_C(1) << 63
  : !(half(a) > 0)   ? 0
  : half(a) >= 65536 ? UINT64_MAX
                     : (uint64_t)half(a))
X("cvt.rzi.s16.f64 %d, %a;", "hd",
  (uint16_t)(isnan(G(a)) ? INT16_MIN : clamp((int64_t)fmin(fmax(G(a), -1e6), 1e6), -32768, 32767)))
X("cvt.rzi.s64.f32 %d, %a;", "lf",
  isnan(F(a))       ? (uint64_t)INT64_MIN
  : F(a) >= 0x1p63f ? INT64_MAX
  : F(a) < -0x1p63f ? (uint64_t)INT64_MIN
                    : (uint64_t)(int64_t)F(a))
X("cvt.rzi.u8.f32 %d, %a;", "sf", !(F(a) > 0) ? 0 : F(a) >= 255 ? 255 : (uint8_t)F(a))
X("cvt.rzi.s8.f32 %d, %a;", "sf",
  isnan(F(a)) ? 0
              : (uint32_t)(int32_t)(F(a) >= 127    ? 127
                                    : F(a) <= -128 ? -128
                                                   : (int8_t)F(a)))
X("cvt.f64.f32 %d, %a;", "df", f64(F(a)))
X("cvt.rn.f32.f64 %d, %a;", "fd", f32((float)G(a)))
X("cvt.rz.f32.f64 %d, %a;", "fd", narrowed(FE_TOWARDZERO, G(a)))
X("cvt.rp.f32.f64 %d, %a;", "fd", narrowed(FE_UPWARD, G(a)))
X("cvt.rni.f32.f32 %d, %a;", "ff", f32(rintf(F(a))))
X("cvt.rmi.f64.f64 %d, %a;", "dd", f64(floor(G(a))))
X("cvt.rzi.ftz.f32.f32 %d, %a;", "ff", f32(truncf(flush(F(a)))))
X("cvt.sat.f32.f32 %d, %a;", "ff", f32(!(F(a) > 0) ? 0 : F(a) > 1 ? 1 : F(a)))
X("cvt.f32.f16 %d, %a;", "fh", f32(half(a)))
X("{ .reg .b16 %h; cvt.rn.f16.f32 %h, %a; cvt.f32.f16 %d, %h; }", "ff", f32(nearest_half(F(a))))
/* special registers, addresses, lanes */
X("mov.u32 %d, %laneid;", "s", lane)
X("mov.u32 %d, %tid.x;", "s", lane)
X("mov.u32 %d, %ntid.x;", "s", threads)
X("mov.u32 %d, %lanemask_lt;", "s", (UINT64_C(1) << lane) - 1)
X("mov.u32 %d, %lanemask_ge;", "s", (uint32_t) ~((UINT64_C(1) << lane) - 1))
X("mov.u32 %d, WARP_SZ;", "s", 32)
X("{ .reg .b64 %g; cvta.shared.u64 %g, 16; isspacep.shared %d, %g; }", "p", 1)
X("{ .reg .b64 %g; cvta.local.u64 %g, 16; isspacep.global %d, %g; }", "p", 0)
X("{ .reg .b64 %g; cvta.shared.u64 %g, %a; cvta.to.shared.u64 %d, %g; }", "ll", a)
X("activemask.b32 %d;", "s", live_mask(threads))
X("shfl.sync.bfly.b32 %d, %a, 3, 31, -1;", "ss", (lane ^ 3) < threads ? row(lane ^ 3) : any_value)
X("shfl.sync.up.b32 %d, %a, 5, 0, -1;", "ss", lane >= 5 ? row(lane - 5) : a)
X("shfl.sync.down.b32 %d, %a, 4, 0x1f, -1;", "ss",
  lane + 4 > 31        ? a
  : lane + 4 < threads ? row(lane + 4)
                       : any_value)
X("shfl.sync.idx.b32 %d, %a, 2, 0x181f, -1;", "ss",
  (lane & ~7u) + 2 < threads ? row((lane & ~7u) + 2) : any_value)
X("{ .reg .b32 %t; shfl.sync.up.b32 %t|%d, %a, 1, 0x1800, -1; }", "ps", (lane & 7) >= 1)
X("vote.sync.ballot.b32 %d, %a, -1;", "sp", ballot())
X("vote.sync.any.pred %d, %a, -1;", "pp", ballot() != 0)
X("vote.sync.all.pred %d, !%a, -1;", "pp", ballot() == 0)
X("vote.ballot.b32 %d, %a;", "sp", ballot())
X("redux.sync.add.u32 %d, %a, -1;", "ss", sum())
X("match.any.sync.b32 %d, %a, -1;", "ss", matches(a))
/* guards */
X("mov.u32 %d, 1; @%a mov.u32 %d, 2;", "sp", a ? 2 : 1)
X("mov.u32 %d, 1; @!%a bra L; mov.u32 %d, 2; L:", "sp", a ? 2 : 1)
/* f16 and f16x2 */
X("add.f16 %d, %a, %b;", "hhh", h16((double)half(a) + half(b)))
X("add.rn.sat.f16 %d, %a, %b;", "hhh",
  h16(half(a) + half(b) > 0 ? fmin((double)half(a) + half(b), 1) : 0))
X("sub.f16 %d, %a, %b;", "hhh", h16((double)half(a) - half(b)))
X("mul.rn.f16 %d, %a, %b;", "hhh", h16((double)half(a) * half(b)))
X("fma.rn.f16 %d, %a, %b, %c;", "hhhh", h16_fma(half(a), half(b), half(c)))
X("neg.f16 %d, %a;", "hh", (uint16_t)(a ^ 0x8000))
X("abs.f16 %d, %a;", "hh", (uint16_t)(a & 0x7fff))
X("min.f16 %d, %a, %b;", "hhh",
  isnan(half(a)) && isnan(half(b))                       ? 0x7fff
  : isnan(half(a))                                       ? b
  : isnan(half(b))                                       ? a
  : half(a) < half(b) || (half(a) == half(b) && a >> 15) ? a
                                                         : b)
X("max.f16 %d, %a, %b;", "hhh",
  isnan(half(a)) && isnan(half(b))                          ? 0x7fff
  : isnan(half(a))                                          ? b
  : isnan(half(b))                                          ? a
  : half(a) > half(b) || (half(a) == half(b) && !(a >> 15)) ? a
                                                            : b)
X("setp.lt.f16 %d, %a, %b;", "phh", half(a) < half(b))
X("setp.neu.f16 %d, %a, %b;", "phh", half(a) != half(b))
X("add.f16x2 %d, %a, %b;", "sss",
  (uint32_t)(h16((double)half(a >> 16) + half(b >> 16)) << 16 |
             h16((double)half(a & 0xffff) + half(b & 0xffff))))
X("mul.f16x2 %d, %a, %b;", "sss",
  (uint32_t)(h16((double)half(a >> 16) * half(b >> 16)) << 16 |
             h16((double)half(a & 0xffff) * half(b & 0xffff))))
/* masks, extensions, sums of products */
X("bmsk.clamp.b32 %d, %a, %b;", "sss",
  (uint32_t)(((UINT64_C(1) << (b < 32 ? b : 32)) - 1) << (a < 32 ? a : 32)))
X("bmsk.wrap.b32 %d, %a, %b;", "sss", (uint32_t)(((UINT64_C(1) << b % 32) - 1) << a % 32))
X("szext.clamp.u32 %d, %a, %b;", "sss", a &((UINT64_C(1) << (b < 32 ? b : 32)) - 1))
X("szext.wrap.s32 %d, %a, %b;", "sss",
  b % 32 == 0 ? 0 : (uint32_t)(S(a << (32 - b % 32)) >> (32 - b % 32)))
X("fns.b32 %d, %a, 0, 3;", "ss", third_bit(a))
X("dp2a.lo.s32.u32 %d, %a, %b, %c;", "ssss",
  (uint32_t)((int16_t)a *(int64_t)(b & 255) + (int16_t)(a >> 16) * (int64_t)(b >> 8 & 255) +
             (int64_t)c))
X("dp2a.hi.u32.s32 %d, %a, %b, %c;", "ssss",
  (uint32_t)((int64_t)(a & 65535) * (int8_t)(b >> 16) + (int64_t)(a >> 16) * (int8_t)(b >> 24) +
             (int64_t)c))
X("vabsdiff4.u32.u32.u32.add %d, %a, %b, %c;", "ssss",
  (uint32_t)(c + byte_difference(a, b, 0) + byte_difference(a, b, 8) + byte_difference(a, b, 16) +
             byte_difference(a, b, 24)))
X("vabsdiff4.u32.u32.u32 %d, %a, %b, %c;", "ssss",
  (uint32_t)(byte_difference(a, b, 0) | byte_difference(a, b, 8) << 8 |
             byte_difference(a, b, 16) << 16 | byte_difference(a, b, 24) << 24))
/* bf16, tf32, pairs */
X("cvt.f32.bf16 %d, %a;", "fh", f32(F((a & 0xffff) << 16)))
X("cvt.rn.bf16.f32 %d, %a;", "hf", brain(F(a)))
X("cvt.rz.bf16.f32 %d, %a;", "hf", isnan(F(a)) ? 0x7fff : a >> 16)
X("cvt.rn.bf16x2.f32 %d, %a, %b;", "sff", (uint32_t)brain(F(a)) << 16 | brain(F(b)))
X("cvt.rn.f16x2.f32 %d, %a, %b;", "sff",
  (uint32_t)(isnan(F(a)) ? 0x7fff : h16((double)F(a))) << 16 |
      (uint32_t)(isnan(F(b)) ? 0x7fff : h16((double)F(b))))
X("cvt.rn.relu.bf16x2.f32 %d, %a, %b;", "sff",
  (uint32_t)brain(F(a) < 0 ? 0 : F(a)) << 16 | brain(F(b) < 0 ? 0 : F(b)))
X("cvt.rna.tf32.f32 %d, %a;", "sf",
  isfinite(F(a)) ? (uint32_t)((a + 0x1000) & ~UINT64_C(0x1fff)) : a & ~UINT64_C(0x1fff))
X("neg.bf16 %d, %a;", "hh", (uint16_t)(a ^ 0x8000))
X("mul.bf16 %d, %a, %b;", "hhh",
  brain_underflows(a, b) ? any_value : brain(F((a & 0xffff) << 16) * F((b & 0xffff) << 16)))
X("fma.rn.bf16x2 %d, %a, %b, 0;", "sss",
  brain_underflows(a, b) ? any_value
                         : (uint32_t)brain(F(a & 0xffff0000) * F(b & 0xffff0000) + 0.0f) << 16 |
                               brain(F(a << 16 & 0xffffffff) * F(b << 16 & 0xffffffff) + 0.0f))
X("set.lt.f16.f16 %d, %a, %b;", "hhh", half(a) < half(b) ? 0x3c00 : 0)
X("set.gt.f16x2.f16x2 %d, %a, %b;", "sss",
  (half(a >> 16) > half(b >> 16) ? 0x3c000000u : 0) |
      (half(a & 0xffff) > half(b & 0xffff) ? 0x3c00u : 0))
X("{ .reg .pred %q; setp.le.f16x2 %q|%d, %a, %b; }", "pss", half(a >> 16) <= half(b >> 16))
X("max.NaN.f32 %d, %a, %b;", "fff",
  isunordered(F(a), F(b))                           ? f32((float)NAN)
  : F(a) > F(b) || (F(a) == F(b) && !signbit(F(a))) ? f32(F(a))
                                                    : f32(F(b)))
/* memory of a size that is not constant */
X("{ .reg .b64 %m<2>; .reg .b64 %z; cvt.u64.u32 %z, 16; alloca.u64 %m0, %z, 8;"
  "st.local.b32 [%m0+4], %a; alloca.u64 %m1, %z; st.local.b32 [%m1+4], 0;"
  "ld.local.b32 %d, [%m0+4]; }",
  "ss", a)
/* sm_90: pairs of 16-bit integers, magnitudes, packing */
X("add.s16x2 %d, %a, %b;", "sss",
  (uint32_t)((a & 0xffff0000) + (b & 0xffff0000)) | (uint16_t)(a + b))
X("max.u16x2 %d, %a, %b;", "sss",
  ((a >> 16) > (b >> 16) ? a : b) >> 16 << 16 |
      ((a & 0xffff) > (b & 0xffff) ? a & 0xffff : b & 0xffff))
X("min.relu.s16x2 %d, %a, %b;", "sss",
  (uint32_t)pair_relu(a >> 16, b >> 16) << 16 | pair_relu(a, b))
X("max.relu.s32 %d, %a, %b;", "sss",
  (uint32_t)(S(a) > S(b) ? (S(a) > 0 ? S(a) : 0) : (S(b) > 0 ? S(b) : 0)))
X("max.xorsign.abs.f32 %d, %a, %b;", "fff",
  isunordered(F(a), F(b))
      ? any_value
      : ((a ^ b) & 0x80000000) | (fabsf(F(a)) > fabsf(F(b)) ? a & 0x7fffffff : b & 0x7fffffff))
X("cvt.pack.sat.u16.s32 %d, %a, %b;", "sss",
  (uint32_t)clamp(S(a), 0, 65535) << 16 | (uint32_t)clamp(S(b), 0, 65535))
X("cvt.pack.sat.s8.s32.b32 %d, %a, %b, %c;", "ssss",
  (uint32_t)(c << 16) | (uint8_t)clamp(S(a), -128, 127) << 8 | (uint8_t)clamp(S(b), -128, 127))
X("{ .reg .pred %q; setp.ne.u32 %q, %b, 0; lop3.or.b32 _|%d, %a, 1, 0, 0xc0, %q; }", "pss",
  (a & 1) != 0 || b != 0)
X("{ .reg .pred %q; elect.sync _|%q, -1; selp.u32 %d, 1, 0, %q; }", "s", lane == 0)
X("ld.global.L2::cache_hint.b32 %d, [%in], 0;", "ss", a)
X("mov.u32 %d, %cluster_nctarank;", "s", 1)
