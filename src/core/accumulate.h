// Sums that are added to an array, as gradients are.

#ifndef ATTN_ACCUMULATE_H
#define ATTN_ACCUMULATE_H

#include <stddef.h>
#include <stdint.h>

#include "matmul.h"
#include "simd.h"

// to += from
void add_floats(float *to, const float *from, size_t count);

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
