// Four float lanes: partial loads and stores, horizontal sums, exp and tanh; and runs of floats.
//
// The intrinsics are WebAssembly's. Natively SIMDe supplies the same names, and because no product
// is fused with a sum the bits are the same (compile with -ffp-contract=off).

#ifndef ATTN_SIMD_H
#define ATTN_SIMD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __wasm__
#include <wasm_simd128.h>
#else
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/wasm/simd128.h>
#endif

#define LANES 4

// Lanes past `count` are `fill`, and nothing past it is read.
static inline v128_t load_partial(const float *from, uint32_t count, float fill) {
  if (count == LANES) return wasm_v128_load(from);
  float lanes[LANES] = {fill, fill, fill, fill};
  for (uint32_t i = 0; i < count; i++) lanes[i] = from[i];
  return wasm_v128_load(lanes);
}

static inline void store_partial(float *to, v128_t value, uint32_t count) {
  if (count == LANES) {
    wasm_v128_store(to, value);
    return;
  }
  float lanes[LANES];
  wasm_v128_store(lanes, value);
  for (uint32_t i = 0; i < count; i++) to[i] = lanes[i];
}

// Even for no bytes memory.copy and memory.fill trap where the address lies past the end of memory,
// and the address of an empty array may be anything.
static inline void copy_floats(float *to, const float *from, size_t count) {
  if (count != 0) memcpy(to, from, count * sizeof(float));
}

static inline void zero_floats(float *to, size_t count) {
  if (count != 0) memset(to, 0, count * sizeof(float));
}

static inline float sum_lanes(v128_t v) {
  return (wasm_f32x4_extract_lane(v, 0) + wasm_f32x4_extract_lane(v, 1)) +
         (wasm_f32x4_extract_lane(v, 2) + wasm_f32x4_extract_lane(v, 3));
}

static inline float max_lanes(v128_t v) {
  const v128_t pairs = wasm_f32x4_pmax(v, wasm_i32x4_shuffle(v, v, 2, 3, 0, 1));
  const v128_t all = wasm_f32x4_pmax(pairs, wasm_i32x4_shuffle(pairs, pairs, 1, 0, 3, 2));
  return wasm_f32x4_extract_lane(all, 0);
}

static inline v128_t splat(float value) { return wasm_f32x4_splat(value); }

// a * b + c, rounded twice: a fused operation would give other bits on other machines.
static inline v128_t mul_add(v128_t a, v128_t b, v128_t c) {
  return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
}

// exp(x) = power * (1 + expm1), where x = n ln 2 + r, |r| <= ln 2 / 2, power = 2^n and expm1 =
// exp(r) - 1. For -87.33 <= x <= 0; NaN stays NaN.
typedef struct reduced_exp {
  v128_t expm1;
  v128_t power;
} reduced_exp;

static inline reduced_exp reduce_exp(v128_t x) {
  // Adding 1.5 * 2^23 rounds x / ln 2 to an integer and leaves n + 127, the bits of the exponent,
  // at the bottom of the word.
  const v128_t magic = splat(0x1.8p23F + 127.0F);
  const v128_t shifted = mul_add(x, splat(0x1.715476p+0F), magic);
  const v128_t n = wasm_f32x4_sub(shifted, magic);
  // ln 2 in two parts (Cody and Waite): the first has 9 bits, so that n times it is exact.
  v128_t r = mul_add(n, splat(-0x1.63p-1F), x);
  r = mul_add(n, splat(0x1.bd0106p-13F), r);
  // exp(r) = 1 + r + r^2 (...), minimax; relative error 3.1e-9.
  v128_t p = splat(0x1.6a2416p-10F);
  p = mul_add(p, r, splat(0x1.1239eap-7F));
  p = mul_add(p, r, splat(0x1.5558f2p-5F));
  p = mul_add(p, r, splat(0x1.555492p-3F));
  p = mul_add(p, r, splat(0x1.fffffcp-2F));
  p = mul_add(p, r, splat(1.0F));
  return (reduced_exp){wasm_f32x4_mul(p, r), wasm_i32x4_shl(shifted, 23)};
}

// exp(x) for x <= 0, as softmax needs it. Below EXP_CUTOFF, where results would turn denormal, it
// is 0. exp(0) = 1; NaN stays NaN.
// Measured over every float from EXP_CUTOFF to 0: at most 1.18 ULP from float64.
#define EXP_CUTOFF (-87.33F)

static inline v128_t exp_nonpositive(v128_t x) {
  const reduced_exp e = reduce_exp(x);
  const v128_t result = wasm_f32x4_mul(wasm_f32x4_add(e.expm1, splat(1.0F)), e.power);
  return wasm_v128_andnot(result, wasm_f32x4_lt(x, splat(EXP_CUTOFF)));
}

// tanh(x) = -m / (m + 2) with m = exp(-2|x|) - 1, and the sign of x. Odd; from TANH_LIMIT on it is
// exactly 1; NaN stays NaN.
// Measured over every float: at most 2.68 ULP from float64.
#define TANH_LIMIT 10.0F

static inline v128_t tanh_lanes(v128_t x) {
  const v128_t sign = splat(-0.0F);
  // In this order of operands pmin hands a NaN on.
  const v128_t magnitude = wasm_f32x4_pmin(wasm_v128_andnot(x, sign), splat(TANH_LIMIT));
  const reduced_exp e = reduce_exp(wasm_f32x4_mul(magnitude, splat(-2.0F)));
  const v128_t m = mul_add(e.expm1, e.power, wasm_f32x4_sub(e.power, splat(1.0F)));
  const v128_t result = wasm_f32x4_div(m, wasm_f32x4_add(m, splat(2.0F)));
  return wasm_v128_bitselect(x, result, sign);
}

#endif
