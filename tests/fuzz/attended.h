// Shared by the three attentions: outputs that may be wanted, and how they are judged.

#ifndef FUZZ_ATTENDED_H
#define FUZZ_ATTENDED_H

#include "judge.h"

typedef struct wanted {
  float *weights;
  attn_trace trace;
  bool has_trace;
} wanted;

// Each of them or NULL, as the bytes say; with dropout the weights always.
wanted next_wanted(input *in, const attn_options *options, wide rows, wide S);

// The outputs of a call against scores and values that are judged already; answers the judged
// output of each head, (N, H, L, Ev).
const judged *compare_attended(const wanted *is, shape shape, const attn_options *options,
                               const judged *scores, const judged *values);

#endif
