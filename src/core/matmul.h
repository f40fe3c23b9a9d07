// The packed matrix product that every projection, score and weighted sum uses.

#ifndef ATTN_MATMUL_H
#define ATTN_MATMUL_H

#include <stddef.h>
#include <stdint.h>

#include "pack.h"

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
void matmul_transposed(strided a, strided b, uint32_t rows, uint32_t depth, uint32_t columns,
                       float *c, size_t c_stride);

#endif
