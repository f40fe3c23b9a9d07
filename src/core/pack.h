// Matrices packed in panels, as the product reads them. Numbers may have 16 bits.

#ifndef ATTN_PACK_H
#define ATTN_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "simd.h"

#define PANEL 8 // columns of a panel: two vectors

// A matrix whose rows lie `stride` floats apart. In wasm such an argument goes through memory. In
// matmul() and pack_...() that would take 1.07 to 1.15 of the time of the smallest calls, so they
// take pointers and strides.
typedef struct strided {
  const float *data;
  size_t stride;
} strided;

// A (depth, columns) matrix in panels of PANEL columns. In a packed matrix the rows of a panel
// follow each other, and zeros fill up the columns of the last panel. A row-major matrix with a
// multiple of PANEL columns can also be used in place, with any stride between its rows. Numbers of
// a packed matrix may have 16 bits, two in the space of a float.
typedef struct panel_matrix {
  const float *data;
  size_t row_stride;   // floats from row to row of a panel
  size_t panel_stride; // floats from panel to panel
  attn_dtype dtype;
} panel_matrix;

// Returns the floats that a row of a packed panel takes.
static inline uint32_t panel_row_floats(attn_dtype dtype) {
  return dtype == ATTN_FLOAT32 ? PANEL : PANEL / 2;
}

panel_matrix packed_panels_of(attn_dtype dtype, const float *packed, uint32_t depth);

static inline panel_matrix packed_panels(const float *packed, uint32_t depth) {
  return packed_panels_of(ATTN_FLOAT32, packed, depth);
}

static inline panel_matrix panels_in_place(strided rows) {
  return (panel_matrix){rows.data, rows.stride, PANEL, ATTN_FLOAT32};
}

static inline bool is_in_place(const panel_matrix *b) {
  return b->row_stride != PANEL && b->dtype == ATTN_FLOAT32;
}

// Return the floats of a packed matrix.
uint64_t packed_count(uint32_t depth, uint32_t columns);
uint64_t packed_count_of(attn_dtype dtype, uint32_t depth, uint32_t columns);

// Pack B from its transpose: row c of `rows` is column c of B. For weights of a linear layer, and
// for keys.
void pack_transposed(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                     float *packed);
void pack_transposed_as(attn_dtype dtype, const float *rows, size_t stride, uint32_t depth,
                        uint32_t columns, float *packed);

// Pack B from its rows. For values.
void pack_straight(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                   float *packed);
void pack_straight_as(attn_dtype dtype, const float *rows, size_t stride, uint32_t depth,
                      uint32_t columns, float *packed);

// 16-bit numbers: bfloat16, which is the upper half of a float32, and float16.
//
// A row of a panel takes four words. Word j holds column j in its lower half and column j + 4 in
// its upper half, so that a shift and a mask widen both.

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
