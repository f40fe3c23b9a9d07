// Linear projection without guards, for entry points that have checked their arguments.

#ifndef ATTN_LINEAR_H
#define ATTN_LINEAR_H

#include <stdint.h>

#include "matmul.h"

// output = input . weight + bias
//   input   (rows, in)
//   weight  (in, out) in panels: a packed (out, in) weight
//   bias    (out) or NULL
//   output  (rows, out)
void project(const float *input, panel_matrix weight, const float *bias, uint32_t rows,
             uint32_t out, uint32_t in, float *output);

#endif
