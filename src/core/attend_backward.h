// The backward of the part that all mechanisms share: from the output of a head to its scores.

#ifndef ATTN_ATTEND_BACKWARD_H
#define ATTN_ATTEND_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "attention.h"
#include "check.h"
#include "learning.h"
#include "mask.h"

// The backward of one head, from its output to its scores.
typedef struct head_backward {
  const attn_options *options;
  uint32_t n, h;
  uint32_t L, S, Ev;
  uint32_t first_row;
  const float *grad_output;              // (L, Ev)
  const float *weights;                  // (L, S) before dropout
  const float *value;                    // (S, Ev)
  float *grad_value;                     // (S, Ev) or NULL
  const attn_score_gradients *gradients; // of all heads
} head_backward;

// Returns the floats of workspace for attend_backward(). Afterwards the same space can hold packed
// keys of this width and the scores.
uint64_t attend_backward_count(uint32_t L, uint32_t S, uint32_t width, uint32_t Ev);
// Writes the gradients of the scaled scores, or with a softcap those of the capped scores.
//   grad_scores  (L, S)
void attend_backward(const head_backward *head, float *grad_scores, float *workspace);
// Turns these gradients into those of the scaled scores, then into those of the scores, in place.
//   scores  (L, S), not yet scaled; read only with a softcap
void scale_gradients(const head_backward *head, const float *scores, float *grad_scores);

// Whether a cell of a row of weights or of score gradients counts. A product skips masked cells
// that are 0, because 0 * NaN is NaN.
static inline bool is_counted(const row_mask *mask, const float *row, uint32_t s) {
  return row[s] != 0.0F || sees(mask, s);
}

// Whether a product with these numbers has to look at the masks: there are masks, and a number is
// not finite.
bool meets_masked(const attn_options *options, const float *numbers, uint32_t count);

// to (S, width) += cells^T . rows, over the cells that count.
//   cells  (L, S) of weights or of score gradients
//   rows   (L, width)
void add_seen_rows(const head_backward *head, const float *cells, const float *rows, uint32_t width,
                   float *to);

// to (L, width) += grad_scores . keys, over the cells that count, in the order of matmul().
void add_seen_keys(const head_backward *head, const float *grad_scores, const float *keys,
                   uint32_t width, float *to);

// Lists the arrays of `gradients` as outputs of the guard.
void list_score_gradients(guard *g, const attn_score_gradients *gradients,
                          const attn_options *options, uint32_t N, uint32_t H, uint32_t L,
                          uint32_t S);

#endif
