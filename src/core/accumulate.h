// Sums that are added to an array, as gradients are.

#ifndef ATTN_ACCUMULATE_H
#define ATTN_ACCUMULATE_H

#include <stddef.h>
#include <stdint.h>

#include "matmul.h"
#include "simd.h"

// load_partial() and store_partial() for code with many loads and stores of which few are partial:
// only a partial vector costs a call.
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

// to += from
void add_floats(float *to, const float *from, size_t count);

// Returns 1 / sqrt(x) in all lanes, rounded after the root and after the division.
static inline v128_t inverse_root(float x) {
  return wasm_f32x4_div(splat(1.0F), wasm_f32x4_sqrt(splat(x)));
}

// Returns the sum of a[i] * b[i].
float dot_floats(const float *a, const float *b, size_t count);

// sums (columns) += the rows of a (rows, columns), `stride` floats from row to row.
void add_rows(const float *a, size_t stride, uint32_t rows, uint32_t columns, float *sums);

// c += a . B, by matmul() into a block of product_count(columns) floats.
uint64_t product_count(uint32_t columns);
void add_product(const float *a, size_t a_stride, const panel_matrix *b, uint32_t rows,
                 uint32_t depth, uint32_t columns, float *c, size_t c_stride, float *block);

// c += a^T . b, summed in the order of depth: the gradient of a weight.
//   a  (depth, height), b (depth, width), c (height, width)
void add_transposed_product(strided a, strided b, uint32_t depth, uint32_t height, uint32_t width,
                            float *c, size_t c_stride);

#endif
