// From a row of scores to a row of weights: scale, mask, softmax, dropout.

#ifndef ATTN_SOFTMAX_H
#define ATTN_SOFTMAX_H

#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "mask.h"
#include "simd.h"

// Exponentials that are summed in float; the sums of such blocks are added in double. Eight partial
// sums of 1 each would stop growing at 2^24.
#define SUM_BLOCK (UINT32_C(1) << 20)

// What is computed beside the exponentials of a row, where it takes hardly any time:
//   row, count, divisor    the last `count` weights before, which are still to be divided
//   next                   the scores of the next row, or NULL. The caller sets it before each row,
//                          to NULL with a trace or unless only_scales()
//   largest, has_largest   the largest of `next`; valid if `has_largest`
typedef struct row_overlap {
  float *row;
  uint32_t count;
  float divisor;
  const float *next;
  float largest;
  bool has_largest;
} row_overlap;

// Whether scores are only scaled, so that the largest is known before they are.
static inline bool only_scales(const attn_options *options) {
  return !has_masks(options) && options->scale > 0.0F && options->softcap == 0.0F;
}

void finish_division(row_overlap *overlap);

// Rows of so few keys stay in registers from scores to weights.
#define SHORT_ROW (4 * LANES)

// Weights of rows of at most SHORT_ROW keys, one behind the other, with one mask.
//   x        (rows, keys), which is multiplied by the factor
//   weights  (rows, keys); may be x, in place
// Returns the last row's sum of exponentials.
float weigh_short_rows(const attn_options *options, const row_mask *mask, uint32_t rows,
                       const float *x, uint32_t keys, float factor, float *weights);

// Turns scores into the weights that are applied.
//   scores   (S), of which the first `keys` are read; the others are masked and get their weight
//   weights  (S); may be the scores, in place
//   row      number of the row among all rows of all heads
//   trace    of all rows, with keys = S; NULL: not wanted
//   overlap  left from rows before, or zeros; comes back as what is left to do
void weigh_row(const attn_options *options, const row_mask *mask, uint32_t keys, uint32_t S,
               uint32_t row, const float *scores, float *weights, const attn_trace *trace,
               row_overlap *overlap);

// Softmax over an axis that lies before `inner` columns, and the floats of workspace it needs.
void weigh_axis(const attn_options *options, uint32_t row, const float *input, uint32_t S,
                uint32_t inner, float *output, float *workspace);
uint64_t axis_count(uint32_t S, uint32_t inner);

// Dropout of the weights of a row, in place: what it drops depends on the seed, its row and its key
// alone. Their gradients go the same way.
void drop_weights(const attn_options *options, uint32_t row, uint32_t S, float *weights);

// Lists the arrays of a trace of `rows` rows of S scores.
void list_trace(guard *g, const attn_trace *trace, uint64_t rows, uint32_t S);

// Copies to an array of a trace, unless NULL says that it is not wanted.
static inline void write_trace(float *to, const float *from, size_t count) {
  if (to != NULL) copy_floats(to, from, count);
}

#endif
