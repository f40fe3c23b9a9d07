// The steps from a row of scores to a row of weights: scale, mask, softmax, dropout.

#ifndef ATTN_WEIGH_ROW_H
#define ATTN_WEIGH_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "mask.h"
#include "simd.h"

// The number of exponentials that are summed in float, in eight partial sums; the sums of such
// blocks are added in double. So a sum of any length has the error of 512 additions.
#define SUM_BLOCK 4096

// Work on neighbouring rows that is done between the exponentials of a row, where it takes hardly
// any time:
//   row, count, divisor    the last `count` weights of the previous row, which are still to be
//                          divided
//   next                   the scores of the next row, or NULL. The caller sets it before each row;
//                          it must be NULL with a trace or if only_scales() is false
//   largest, has_largest   the largest score of `next`; valid if `has_largest`
typedef struct row_overlap {
  float *row;
  uint32_t count;
  float divisor;
  const float *next;
  float largest;
  bool has_largest;
} row_overlap;

// Whether scores are only scaled, by a positive factor, so that the largest score before scaling is
// also the largest afterwards.
static inline bool only_scales(const attn_options *options) {
  return !has_masks(options) && options->scale > 0.0F && options->softcap == 0.0F;
}

// Divides the weights that are still to be divided.
void finish_division(row_overlap *overlap);

// The largest number of keys of a short row, which is computed in one go.
#define SHORT_ROW (4 * LANES)

// Computes the weights of consecutive rows of at most SHORT_ROW keys, all with the same mask.
//   x        (rows, keys) scores, which are multiplied by the factor
//   weights  (rows, keys); may be x, in place
// Returns the last row's sum of exponentials.
float weigh_short_rows(const attn_options *options, const row_mask *mask, uint32_t rows,
                       const float *x, uint32_t keys, float factor, float *weights);

// Turns scores into the weights that are multiplied by the values.
//   scores   (S); only the first `keys` are read, and the other keys are masked
//   weights  (S); may be the scores, in place
//   row      index of the row among all rows of all heads
//   trace    of all rows, with keys = S; NULL: not wanted
//   overlap  the work that previous rows left, or zeros; on return, the work that this row leaves
void weigh_row(const attn_options *options, const row_mask *mask, uint32_t keys, uint32_t S,
               uint32_t row, const float *scores, float *weights, const attn_trace *trace,
               row_overlap *overlap);

// As weigh_row(), for a row of S scores without any option.
void weigh_plain_row(const float *scores, uint32_t S, float *weights, row_overlap *overlap);

// Applies dropout to the weights of a row, or to their gradients, in place.
void drop_weights(const attn_options *options, uint32_t row, uint32_t S, float *weights);

// Lists the arrays of a trace of `rows` rows of S scores as outputs of the guard.
void list_trace(guard *g, const attn_trace *trace, uint64_t rows, uint32_t S);

// Copies to an array of a trace, unless it is NULL.
static inline void write_trace(float *to, const float *from, size_t count) {
  if (to != NULL) copy_floats(to, from, count);
}

#endif
