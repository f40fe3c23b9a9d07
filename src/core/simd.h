// Helpers for vectors of four floats (partial loads and stores, horizontal sums) and for arrays.
//
// The intrinsics are WebAssembly's. In native builds SIMDe supplies the same names. Native results
// have the same bits because no product is fused with a sum (compile with -ffp-contract=off). Only
// the fast build, with -mrelaxed-simd, lets the engine fuse mul_add and sub_mul.

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

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))

static inline uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Loads the first `count` < LANES floats, then zeros, and reads nothing past these floats.
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

// As load_some(), for count <= LANES.
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

// As load_partial() and store_partial(), for code with many loads and stores of which few are
// partial: only a partial vector costs a call.
NOINLINE v128_t load_tail(const float *from, uint32_t count);
NOINLINE void store_tail(float *to, v128_t value, uint32_t count);

static inline v128_t load_lanes(const float *from, uint32_t count) {
  return count == LANES ? wasm_v128_load(from) : load_tail(from, count);
}

static inline void store_lanes(float *to, v128_t value, uint32_t count) {
  if (count == LANES) {
    wasm_v128_store(to, value);
  } else {
    store_tail(to, value, count);
  }
}

// Skips memory.copy and memory.fill if there is nothing to copy: they trap if the address lies past
// the end of memory, even for 0 bytes. The address of an empty array may have any value.
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

// Returns 1 / sqrt(x) in all lanes, rounded after the root and after the division.
static inline v128_t inverse_root(float x) {
  return wasm_f32x4_div(splat(1.0F), wasm_f32x4_sqrt(splat(x)));
}

// Returns the sum of a[i] * b[i].
float dot_floats(const float *a, const float *b, size_t count);

// Turns the vectors of four rows into the vectors of four columns, in place.
ALWAYS_INLINE void transpose(v128_t m[LANES]) {
  const v128_t low01 = wasm_i32x4_shuffle(m[0], m[1], 0, 4, 1, 5);
  const v128_t high01 = wasm_i32x4_shuffle(m[0], m[1], 2, 6, 3, 7);
  const v128_t low23 = wasm_i32x4_shuffle(m[2], m[3], 0, 4, 1, 5);
  const v128_t high23 = wasm_i32x4_shuffle(m[2], m[3], 2, 6, 3, 7);
  m[0] = wasm_i64x2_shuffle(low01, low23, 0, 2);
  m[1] = wasm_i64x2_shuffle(low01, low23, 1, 3);
  m[2] = wasm_i64x2_shuffle(high01, high23, 0, 2);
  m[3] = wasm_i64x2_shuffle(high01, high23, 1, 3);
}

#ifdef __wasm_relaxed_simd__

// clang 14 and 15 name these intrinsics as the proposal did.
#if !__has_builtin(__builtin_wasm_relaxed_madd_f32x4)
#define __builtin_wasm_relaxed_madd_f32x4 __builtin_wasm_fma_f32x4
#define __builtin_wasm_relaxed_nmadd_f32x4 __builtin_wasm_fms_f32x4
#endif

// a * b + c, rounded once or twice: the engine decides.
static inline v128_t mul_add(v128_t a, v128_t b, v128_t c) {
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
}

// a - b * c
static inline v128_t sub_mul(v128_t a, v128_t b, v128_t c) {
  return __builtin_wasm_relaxed_nmadd_f32x4(b, c, a);
}

#else

// a * b + c, rounded twice: a fused operation would give different bits on some machines.
static inline v128_t mul_add(v128_t a, v128_t b, v128_t c) {
  return wasm_f32x4_add(wasm_f32x4_mul(a, b), c);
}

// a - b * c
static inline v128_t sub_mul(v128_t a, v128_t b, v128_t c) {
  return wasm_f32x4_sub(a, wasm_f32x4_mul(b, c));
}

#endif

#endif
