// What every mechanism shares: scores, block of rows by block of rows, become weights, and weights
// times values become the output.
//
// Of the S keys a row may see only the first few, and masked keys behind them need no score:
//   keys  how many a row has scores for; a row's masks may hide some of these as well
//   seen  the largest `keys` of the rows of a block
// keys <= seen <= S; all are S with a trace, or where the options give masked keys a weight.

#ifndef ATTN_ATTEND_H
#define ATTN_ATTEND_H

#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "matmul.h"

// Scores of query rows first .. first + rows - 1 against the first `seen` keys.
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
  float *weights;          // (L, S), or NULL: not wanted
  const attn_trace *trace; // of all heads, or NULL
  float *output;           // (L, Ev), output_stride floats from row to row
  size_t output_stride;
} attention_head;

// Floats of a block of scores, which attend() needs unless weights are wanted.
uint64_t score_block_count(uint32_t L, uint32_t S);
void attend(const attention_head *head, score_rows *score, const void *mechanism, float *block);

#endif
