// attn_scaled_dot_product_attention.
#include <math.h>

#include "attended.h"

typedef attn_scaled_dot_product_sizes sizes;

static sizes next_sizes(input *in) {
  sizes s = {.N = next_heads(in), .Hkv = next_heads(in)};
  const uint8_t group = next_byte(in);
  s.H = group < 240 ? s.Hkv * (group % 3 + 1) : next_heads(in);
  s.L = next_size(in);
  s.S = next_size(in);
  s.E = next_size(in);
  s.Ev = next_size(in);
  return s;
}

static const judged *judge_scores(const sizes *s, const judged *query, const judged *key) {
  judged *scores = take_judged((wide)s->N * s->H * s->L * s->S);
  const size_t L = s->L, S = s->S, E = s->E;
  for (size_t row = 0; row < (size_t)s->N * s->H * L; row++) {
    const size_t n = row / L / s->H, h = row / L % s->H;
    const size_t head = n * s->Hkv + h / (s->H / s->Hkv);
    for (size_t i = 0; i < S; i++) {
      scores[row * S + i] = judge_dot(query + row * E, key + (head * S + i) * E, E);
    }
  }
  return scores;
}

void fuzz_dot_product(input *in) {
  const sizes s = next_sizes(in);
  const drawn_options drawn = next_options(in, s.N, s.H, s.L, s.S);
  const wide heads = (wide)s.N * s.H, rows = heads * s.L, keys = (wide)s.N * s.Hkv * s.S;
  // Two sizes are multiplied at a time, so that none of these is more than 128 bits.
  const bool is_huge = heads > MOST_ALLOWED || rows > MOST_ALLOWED || keys > MOST_ALLOWED;
  const wide counts[] = {is_huge ? rows : rows * s.E,
                         is_huge ? keys : keys * s.E,
                         is_huge ? keys : keys * s.Ev,
                         is_huge ? rows : rows * s.Ev,
                         is_huge ? rows : rows * s.S,
                         rows,
                         keys};
  const bool is_empty = s.N == 0 || s.H == 0 || s.L == 0;
  const bool divides = s.Hkv != 0 && s.H % s.Hkv == 0;
  const uint32_t size = attn_scaled_dot_product_workspace(&s);
  const wide work = is_huge ? MOST_WORK + 1 : counts[4] * ((wide)s.E + s.Ev + 1);
  if (is_empty || !divides || size == UINT32_MAX || !fits(counts, 7, work) || size > 1 << 16) {
    const float *any = vast();
    const attn_status status = attn_scaled_dot_product_attention(any, any, any, &s, &drawn.options,
                                                                 NULL, NULL, NULL, NULL, 0);
    require(is_empty || divides || status == ATTN_ERROR_SIZE, "heads that do not fit are accepted");
    require(status != ATTN_OK || is_empty || s.Ev == 0, "an output without a place is written");
    return;
  }
  const kind kind = next_kind(in);
  const float *query = next_floats(in, kind, counts[0]);
  const float *key = next_floats(in, kind, counts[1]);
  const float *value = next_floats(in, kind, counts[2]);
  const float *right[] = {query, key, value};
  const float **inputs[] = {&query, &key, &value};
  const wanted is = next_wanted(in, &drawn.options, rows, s.S);
  float *own = block((size_t)counts[3] * sizeof(float));
  float *output = own;
  attn_status expected = spoil_one(in, inputs, counts, 3, &output, counts[3]);
  const attn_options *options = spoil_options(in, &drawn, &expected);
  const attn_status status =
      attn_scaled_dot_product_attention(query, key, value, &s, options, output, is.weights,
                                        is.has_trace ? &is.trace : NULL, block(size), size);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[3]), "a refused call has written");
    return;
  }
  // The same numbers, whatever else is wanted.
  float *alone = block((size_t)counts[3] * sizeof(float));
  require(attn_scaled_dot_product_attention(query, key, value, &s, &drawn.options, alone, NULL,
                                            NULL, block(size), size) == ATTN_OK,
          "a call is refused without weights");
  require(same_bits(output, alone, counts[3]), "other numbers without weights or trace");
  if (kind == KIND_ANY) return;
  const judged *scores =
      judge_scores(&s, judge_floats(right[0], counts[0]), judge_floats(right[1], counts[1]));
  const shape shape = {s.N, s.H, s.Hkv, s.L, s.S, s.Ev};
  compare(output,
          compare_attended(&is, shape, &drawn.options, scores, judge_floats(right[2], counts[2])),
          counts[3], "output");
}
