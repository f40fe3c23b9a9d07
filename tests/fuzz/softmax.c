// attn_softmax along the last axis with masks, and along an earlier one.
#include <math.h>

#include "judge.h"

// As (N, H, L, S) rows, whichever axis they lie along.
static float *as_rows(const float *from, size_t rows, size_t S, size_t inner) {
  float *to = block(rows * S * inner * sizeof(float));
  for (size_t i = 0; i < rows * S * inner; i++) {
    const size_t row = i / S / inner, s = i / inner % S, column = i % inner;
    to[(row * inner + column) * S + s] = from[i];
  }
  return to;
}

void fuzz_softmax(input *in) {
  const uint32_t N = next_heads(in), H = next_heads(in), L = next_size(in), S = next_size(in);
  const uint32_t inner = next_byte(in) % 2 == 0 ? 1 : next_size(in);
  const drawn_options drawn = next_options(in, N, H, L, S);
  const wide rows = (wide)N * H * L, counts[] = {rows * S * inner, rows};
  const bool is_empty = counts[0] == 0 || rows == 0 || S == 0 || inner == 0;
  const uint32_t size = attn_softmax_workspace(S, inner);
  // Rows of rows are more than 128 bits.
  const bool is_huge = rows > MOST_ALLOWED || (wide)S * inner > MOST_ALLOWED;
  if (is_empty || is_huge || !fits(counts, 2, counts[0])) {
    const attn_status status =
        attn_softmax(vast(), N, H, L, S, inner, &drawn.options, NULL, NULL, 0);
    require((status == ATTN_OK) == (N == 0 || H == 0 || L == 0 || S == 0 || inner == 0),
            "only what is empty needs no place");
    return;
  }
  const kind kind = next_kind(in);
  float *own = block((size_t)counts[0] * sizeof(float));
  float *output = own;
  const float *input = next_floats(in, kind, counts[0]);
  const float *right_input = input;
  const float **inputs[] = {&input};
  attn_status expected = spoil_one(in, inputs, counts, 1, &output, counts[0]);
  const attn_options *options = spoil_options(in, &drawn, &expected);
  const attn_status status =
      attn_softmax(input, N, H, L, S, inner, options, output, block(size), size);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[0]), "a refused call has written");
    return;
  }
  if (kind == KIND_ANY) return;
  const float *scores = as_rows(right_input, (size_t)rows, S, inner);
  const float *weights = as_rows(output, (size_t)rows, S, inner);
  // Options are for the last axis alone.
  attn_options plain = {.scale = 1.0F, .mask_fill = -INFINITY};
  if (inner == 1) plain = drawn.options;
  const shape shape = {N, H, H, (size_t)L * inner, S, 0};
  const attended right =
      judge_attention(shape, &plain, judge_floats(scores, counts[0]), NULL, weights);
  compare(weights, right.weights, counts[0], "weights");
}
