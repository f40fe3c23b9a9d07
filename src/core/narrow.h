// Panels of 16-bit numbers: bfloat16, which is the upper half of a float32, and float16.
//
// A row of a panel takes four words. Word j holds column j in its lower half and column j + 4 in
// its upper half, so that a shift and a mask widen both.

#ifndef ATTN_NARROW_H
#define ATTN_NARROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "matmul.h"
#include "simd.h"

typedef struct panel_row {
  v128_t low;
  v128_t high;
} panel_row;

// Sets the lower halves of four words to 0.
ALWAYS_INLINE v128_t clear_lower(v128_t words) {
  return wasm_v128_and(words, wasm_i32x4_splat((int32_t)0xffff0000U));
}

// Reads the upper halves of four words as float16. Infinities and NaN become finite. The factor
// corrects the exponent: a float32 with the same exponent bits is 2^112 times smaller.
ALWAYS_INLINE v128_t widen_finite(v128_t words) {
  const v128_t bits =
      wasm_v128_and(wasm_i32x4_shr(words, 3), wasm_i32x4_splat((int32_t)0x8fffe000U));
  return wasm_f32x4_mul(bits, splat(0x1p112F));
}

// Loads a row of a panel as floats. Infinities and NaN of float16 become finite: has_special()
// finds them.
ALWAYS_INLINE panel_row load_panel_row(attn_dtype dtype, const float *row) {
  const v128_t words = wasm_v128_load(row);
  if (dtype == ATTN_FLOAT32) return (panel_row){words, wasm_v128_load(row + LANES)};
  const v128_t lower = wasm_i32x4_shl(words, 16);
  if (dtype == ATTN_BFLOAT16) return (panel_row){lower, clear_lower(words)};
  return (panel_row){widen_finite(lower), widen_finite(words)};
}

// Returns the larger magnitude in each lane: of `largest`, or of the eight float16 in `row`.
ALWAYS_INLINE v128_t larger_magnitudes(v128_t largest, const float *row) {
  return wasm_i16x8_max(largest, wasm_v128_and(wasm_v128_load(row), wasm_i16x8_splat(0x7fff)));
}

// Whether an infinity or a NaN was among the numbers that larger_magnitudes() has seen.
ALWAYS_INLINE bool has_special(v128_t largest) {
  return wasm_v128_any_true(wasm_i16x8_gt(largest, wasm_i16x8_splat(0x7bff)));
}

// Rounds four floats to 16-bit numbers, to the nearest, ties to even, in the upper halves of words.
// The lower halves are undefined. A NaN loses its sign.
v128_t round_to_narrow(attn_dtype dtype, v128_t floats);

// Returns the index of a column among the 16-bit numbers of a row of a panel.
static inline size_t find_narrow(size_t column) { return column % LANES * 2 + column / LANES; }

// Writes `depth` rows of a narrow panel as floats.
void widen_panel(attn_dtype dtype, const float *narrow, uint32_t depth, float *wide);

// Returns one number of a row of a panel.
float read_number(attn_dtype dtype, const float *row, size_t column);

#endif
