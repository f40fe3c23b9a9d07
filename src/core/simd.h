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

// The first `count` < LANES floats, then zeros; nothing past them is read.
static inline v128_t load_some(const float *from, uint32_t count) {
  switch (count) {
  case 0:
    return wasm_f32x4_splat(0.0F);
  case 1:
    return wasm_v128_load32_zero(from);
  case 2:
    return wasm_v128_load64_zero(from);
  default:
    return wasm_v128_load32_lane(from + 2, wasm_v128_load64_zero(from), 2);
  }
}

static inline void store_some(float *to, v128_t value, uint32_t count) {
  if ((count & 2U) != 0) {
    wasm_v128_store64_lane(to, value, 0);
    if ((count & 1U) != 0) wasm_v128_store32_lane(to + 2, value, 2);
  } else if (count != 0) {
    wasm_v128_store32_lane(to, value, 0);
  }
}

// The same for count <= LANES.
static inline v128_t load_partial(const float *from, uint32_t count) {
  return count == LANES ? wasm_v128_load(from) : load_some(from, count);
}

static inline void store_partial(float *to, v128_t value, uint32_t count) {
  if (count == LANES) {
    wasm_v128_store(to, value);
  } else {
    store_some(to, value, count);
  }
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
// exp(r) - 1. For EXP_CUTOFF <= x <= 0; NaN stays NaN.
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
  const v128_t coarse = wasm_f32x4_sub(x, wasm_f32x4_mul(n, splat(0x1.63p-1F)));
  const v128_t r = wasm_f32x4_add(coarse, wasm_f32x4_mul(n, splat(0x1.bd0106p-13F)));
  // exp(r) - 1 = r + r^2 (c2 + c3 r + r^2 (c4 + c5 r + c6 r^2)), minimax; relative error 3.1e-9.
  // In this order the chain of dependent operations, which a row waits for, is short.
  const v128_t r2 = wasm_f32x4_mul(r, r);
  const v128_t c23 = mul_add(r, splat(0x1.555492p-3F), splat(0x1.fffffcp-2F));
  const v128_t c45 = mul_add(r, splat(0x1.1239eap-7F), splat(0x1.5558f2p-5F));
  const v128_t c456 = mul_add(r2, splat(0x1.6a2416p-10F), c45);
  const v128_t p = mul_add(r2, c456, c23);
  return (reduced_exp){mul_add(r2, p, r), wasm_i32x4_shl(shifted, 23)};
}

// exp(x) for x <= 0, as softmax needs it. exp(0) = 1; NaN stays NaN. From EXP_CUTOFF down, where n
// is -127 and the exponent's bits are 0, it is 0; a little above, from EXP_NORMAL down, results are
// denormal.
// Measured over every float from EXP_NORMAL to 0: at most 0.992 ULP from float64.
#define EXP_CUTOFF (-88.0F)
#define EXP_NORMAL (-87.33F)

static inline v128_t exp_nonpositive(v128_t x) {
  // In this order of operands pmax hands a NaN on.
  const reduced_exp e = reduce_exp(wasm_f32x4_pmax(x, splat(EXP_CUTOFF)));
  return wasm_f32x4_mul(wasm_f32x4_add(e.expm1, splat(1.0F)), e.power);
}

// tanh(x) = -m / (m + 2) with m = exp(-2|x|) - 1, and the sign of x. Odd; from TANH_LIMIT on it is
// exactly 1; NaN stays NaN.
// Measured over every float: at most 2.50 ULP from float64.
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
