// Panels of bfloat16: the upper half of a float32, rounded to the nearest, ties to even.
//
// A row of a panel takes four words. Word j holds column j in its lower half and column j + 4 in
// its upper half, so that a shift and a mask widen both.

#ifndef ATTN_BFLOAT16_H
#define ATTN_BFLOAT16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "matmul.h"
#include "simd.h"

typedef struct panel_row {
  v128_t low;
  v128_t high;
} panel_row;

// The upper halves of four words.
ALWAYS_INLINE v128_t clear_lower(v128_t words) {
  return wasm_v128_and(words, wasm_i32x4_splat((int32_t)0xffff0000U));
}

ALWAYS_INLINE panel_row load_panel_row(bool is_bfloat16, const float *row) {
  const v128_t words = wasm_v128_load(row);
  if (!is_bfloat16) return (panel_row){words, wasm_v128_load(row + LANES)};
  return (panel_row){wasm_i32x4_shl(words, 16), clear_lower(words)};
}

// The bits of four floats, rounded; of a NaN those of the NaN that has no payload.
ALWAYS_INLINE v128_t round_to_bfloat16(v128_t floats) {
  const v128_t odd = wasm_v128_and(wasm_u32x4_shr(floats, 16), wasm_i32x4_splat(1));
  const v128_t half = wasm_i32x4_add(wasm_i32x4_splat(0x7fff), odd);
  const v128_t rounded = wasm_i32x4_add(floats, half);
  return wasm_v128_bitselect(rounded, wasm_i32x4_splat(0x7fc00000), wasm_f32x4_eq(floats, floats));
}

// Where a number of bfloat16 lies in a row of a panel.
static inline size_t find_narrow(size_t column) { return column % LANES * 2 + column / LANES; }

// A number of a row of a panel.
static inline float read_number(attn_dtype dtype, const float *row, size_t column) {
  if (dtype == ATTN_FLOAT32) return row[column];
  const uint32_t upper = ((const uint16_t *)row)[find_narrow(column)];
  return wasm_f32x4_extract_lane(wasm_i32x4_splat((int32_t)(upper << 16)), 0);
}

// `depth` rows of a panel as floats.
void widen_panel(const float *narrow, uint32_t depth, float *wide);

#endif
