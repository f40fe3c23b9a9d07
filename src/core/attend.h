// The part that all mechanisms share. It turns scores into weights, a block of rows at a time, and
// multiplies the weights by the values.
//
// A row may see only the first few of the S keys. The masked keys after them need no score:
//   keys  the number of keys for which a row has scores; masks may hide some of these as well
//   seen  the largest `keys` of the rows of a block
// keys <= seen <= S. All are S with a trace, or if the options give masked keys a weight.

#ifndef ATTN_ATTEND_H
#define ATTN_ATTEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "check.h"
#include "mask.h"
#include "matmul.h"

// Writes the scores of query rows first .. first + rows - 1 against the first `seen` keys.
//   scores  (rows, seen), `stride` floats from row to row
typedef void score_rows(const void *mechanism, uint32_t first, uint32_t rows, uint32_t seen,
                        float *scores, size_t stride);

// One head of one batch item.
typedef struct attention_head {
  const attn_options *options;
  uint32_t n, h;
  uint32_t L, S, Ev;
  uint32_t first_row;      // the head's first row among the rows of all heads
  panel_matrix values;     // (S, Ev)
  float *weights;          // (L, S), or NULL
  const attn_trace *trace; // of all heads, or NULL
  float *output;           // (L, Ev), output_stride floats from row to row
  size_t output_stride;
} attention_head;

// Returns the floats of a block of scores, which attend() needs unless head->weights is given.
uint64_t score_block_count(uint32_t L, uint32_t S);
void attend(const attention_head *head, score_rows *score, const void *mechanism, float *block);

// Whether every number of a row is finite.
bool all_finite(const float *row, uint32_t count);

#endif
