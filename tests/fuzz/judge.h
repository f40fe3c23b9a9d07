// The formulas once more, in double and as plainly as they can be written, with the bounds of the
// theory of rounding carried from step to step, as tests/support/oracle.js does.

#ifndef FUZZ_JUDGE_H
#define FUZZ_JUDGE_H

#include "fuzz.h"

// A number and how far float32 may lie from it. INFINITY: anything may come out, such as where a
// number that may round to 0 is multiplied by one that is infinite.
typedef struct judged {
  double value, error;
} judged;

// Memory for judged numbers, until the next call of free_judged().
judged *take_judged(wide count);
void free_judged(void);

judged *judge_floats(const float *data, wide count);

// output (rows, out) = input (rows, in) . weight^T + bias
judged *judge_linear(const judged *input, const float *weight, const float *bias, size_t rows,
                     size_t out, size_t in);

// The sum over `depth` of a[i] * b[i].
judged judge_dot(const judged *a, const judged *b, size_t depth);
judged judge_tanh(judged a, judged b);

typedef struct shape {
  size_t N, H, Hkv, L, S, Ev;
} shape;

// Scores (N, H, L, S) to weights (N, H, L, S), and with values (N, Hkv, S, Ev) to output
// (N, H, L, Ev). Which weights are dropped is read off those that were applied.
//   applied  NULL where nothing is dropped
//   values   NULL: the weights alone
typedef struct attended {
  judged *weights, *output;
} attended;

attended judge_attention(shape size, const attn_options *options, const judged *scores,
                         const judged *values, const float *applied);

// The nearest number of a type of 16 bits, the even one of two that are equally near.
float round_to_half(attn_dtype dtype, float x);

void compare(const float *actual, const judged *expected, wide count, const char *what);

#endif
