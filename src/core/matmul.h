// The packed matrix product that every projection, score and weighted sum uses.

#ifndef ATTN_MATMUL_H
#define ATTN_MATMUL_H

#include <stddef.h>
#include <stdint.h>

#define PANEL 8 // columns of a panel: two vectors

// A (depth, columns) matrix as panels of PANEL columns, each row of a panel contiguous; columns
// that fill up the last panel are 0.
typedef struct packed_matrix {
  const float *data;
  uint32_t depth;
} packed_matrix;

// Floats that packing takes.
uint64_t packed_count(uint32_t depth, uint32_t columns);

// Packs B where column c of B is row c of `rows`: weights of a linear layer, keys.
void pack_transposed(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                     float *packed);

// Packs B as it is: values.
void pack_straight(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                   float *packed);

// c = a . B for the first `depth` rows and `columns` columns of B.
// Every c[i][j] is ((a[i][0] * B[0][j] + a[i][1] * B[1][j]) + ...), summed in the order of depth
// and rounded at each step: the same bits as the plain triple loop.
//   a  (rows, depth), a_stride floats from row to row
//   c  (rows, columns), c_stride floats from row to row
void matmul(const float *a, size_t a_stride, packed_matrix b, uint32_t rows, uint32_t depth,
            uint32_t columns, float *c, size_t c_stride);

#endif
