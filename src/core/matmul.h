// The packed matrix product that every projection, score and weighted sum uses.

#ifndef ATTN_MATMUL_H
#define ATTN_MATMUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"

#define PANEL 8 // columns of a panel: two vectors

// A matrix whose rows lie `stride` floats apart.
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

// c = a . B for the first `depth` rows and `columns` columns of B.
// Every c[i][j] is ((a[i][0] * B[0][j] + a[i][1] * B[1][j]) + ...), summed in the order of depth
// and rounded at each step, with the same bits as the plain triple loop.
//   a  (rows, depth), a_stride floats from row to row
//   c  (rows, columns), c_stride floats from row to row
void matmul(const float *a, size_t a_stride, const panel_matrix *b, uint32_t rows, uint32_t depth,
            uint32_t columns, float *c, size_t c_stride);

// The largest number of rows of a for which packing B would take longer than the product.
#define FEW_ROWS 4

// c = a . b^T for at most FEW_ROWS rows of a, with the same bits, without packing b.
//   b  (columns, depth), depth a multiple of 4
void matmul_transposed(const float *a, size_t a_stride, strided b, uint32_t rows, uint32_t depth,
                       uint32_t columns, float *c, size_t c_stride);

#endif
