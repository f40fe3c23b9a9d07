// exp of four lanes, in two separate steps: exp(x) = 2^n exp(r), where x = n ln 2 + r.
//
// Each operation waits three cycles or more for the one before it. A processor looks ahead for
// independent work about as far as the length of one exp. Over a row, one loop per step, with the
// intermediate results in memory, is a third faster than a single loop.

#ifndef ATTN_EXP_H
#define ATTN_EXP_H

#include "simd.h"

// A constant that is loaded from memory although the compiler knows its value. V8 builds a vector
// constant with three instructions at each use, but keeps a loaded vector in a register.
#define READ_FROM_MEMORY static const volatile float

// x = n ln 2 + r, |r| <= ln 2 / 2.
typedef struct reduced {
  v128_t r;
  v128_t shifted; // n + 127, the exponent bits of 2^n, in the low bits of each word
} reduced;

typedef struct reduction {
  v128_t log2e, magic, ln2_high, ln2_low;
} reduction;

static inline reduction load_reduction(void) {
  READ_FROM_MEMORY log2e = 0x1.715476p+0F;
  // Adding 1.5 * 2^23 rounds to an integer.
  READ_FROM_MEMORY magic = 0x1.8p23F + 127.0F;
  // ln 2 in two parts (Cody and Waite): the first has 9 bits, so that n times it is exact.
  READ_FROM_MEMORY ln2_high = 0x1.63p-1F;
  READ_FROM_MEMORY ln2_low = -0x1.bd0106p-13F;
  return (reduction){splat(log2e), splat(magic), splat(ln2_high), splat(ln2_low)};
}

static inline reduced reduce(const reduction *c, v128_t x) {
  const v128_t shifted = mul_add(x, c->log2e, c->magic);
  const v128_t n = wasm_f32x4_sub(shifted, c->magic);
  const v128_t coarse = sub_mul(x, n, c->ln2_high);
  return (reduced){sub_mul(coarse, n, c->ln2_low), shifted};
}

typedef struct exp_series {
  v128_t c2, c3, c4, c5, c6;
} exp_series;

static inline exp_series load_exp_series(void) {
  // Minimax; relative error of exp(r) 3.1e-9.
  READ_FROM_MEMORY c[] = {0x1.fffffcp-2F, 0x1.555492p-3F, 0x1.5558f2p-5F, 0x1.1239eap-7F,
                          0x1.6a2416p-10F};
  return (exp_series){splat(c[0]), splat(c[1]), splat(c[2]), splat(c[3]), splat(c[4])};
}

// exp(r) - 1 = r + r^2 (c2 + c3 r + r^2 (c4 + c5 r + c6 r^2)). This order keeps the chain of
// dependent operations short.
static inline v128_t expm1_series(const exp_series *c, v128_t r) {
  const v128_t r2 = wasm_f32x4_mul(r, r);
  const v128_t c23 = mul_add(r, c->c3, c->c2);
  const v128_t c45 = mul_add(r, c->c5, c->c4);
  const v128_t c456 = mul_add(r2, c->c6, c45);
  return mul_add(r2, mul_add(r2, c456, c23), r);
}

static inline v128_t power_of_two(reduced x) { return wasm_i32x4_shl(x.shifted, 23); }

// With this order of operands, pmax propagates a NaN in x.
static inline v128_t at_least(v128_t x, v128_t lowest) { return wasm_f32x4_pmax(x, lowest); }

// Range of exp(x), which is for x <= 0 only, as softmax needs it. exp(0) = 1; NaN stays NaN.
// The result is 0 from EXP_CUTOFF down: there n rounds to -127, so the exponent bits are 0.
// Results between EXP_CUTOFF and EXP_NORMAL are denormal.
// Measured over every float from EXP_NORMAL to 0: at most 0.992 ULP from float64.
#define EXP_CUTOFF (-87.683121F)
#define EXP_NORMAL (-87.33F)

typedef struct exp_start {
  v128_t lowest;
  reduction reduction;
} exp_start;

static inline exp_start load_exp_start(void) {
  READ_FROM_MEMORY lowest = EXP_CUTOFF;
  return (exp_start){splat(lowest), load_reduction()};
}

// 1. Splits x into n and r.
static inline reduced start_exp(const exp_start *c, v128_t x) {
  return reduce(&c->reduction, at_least(x, c->lowest));
}

// 2. 2^n + 2^n (exp(r) - 1)
static inline v128_t finish_exp(const exp_series *c, reduced x) {
  const v128_t power = power_of_two(x);
  return mul_add(expm1_series(c, x.r), power, power);
}

static inline v128_t exp_lanes(v128_t x) {
  const exp_start start = load_exp_start();
  const exp_series end = load_exp_series();
  return finish_exp(&end, start_exp(&start, x));
}

#endif
