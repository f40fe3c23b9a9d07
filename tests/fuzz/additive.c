// attn_additive_attention.
#include "attended.h"

typedef attn_additive_sizes sizes;

static const judged *judge_scores(const sizes *s, const judged *q, const judged *k,
                                  const judged *wv) {
  const size_t L = s->L, S = s->S, A = s->A;
  judged *scores = take_judged((wide)s->N * L * S);
  judged *features = take_judged(A);
  for (size_t row = 0; row < s->N * L; row++) {
    for (size_t i = 0; i < S; i++) {
      const judged *key = k + (row / L * S + i) * A;
      for (size_t a = 0; a < A; a++) features[a] = judge_tanh(q[row * A + a], key[a]);
      scores[row * S + i] = judge_dot(wv, features, A);
    }
  }
  return scores;
}

static const float *pack(const float *weight, uint32_t out, uint32_t in) {
  float *packed = block(attn_packed_size(out, in, ATTN_FLOAT32));
  require(attn_pack_weight(weight, out, in, packed, ATTN_FLOAT32) == ATTN_OK,
          "a weight is refused");
  return packed;
}

void fuzz_additive(input *in) {
  const sizes s = {next_heads(in), next_size(in), next_size(in), next_size(in),
                   next_size(in),  next_size(in), next_size(in)};
  const drawn_options drawn = next_options(in, s.N, 1, s.L, s.S);
  const wide rows = (wide)s.N * s.L, keys = (wide)s.N * s.S;
  const wide counts[] = {rows * s.Q,
                         keys * s.K,
                         keys * s.Ev,
                         (s.A + (wide)8) * s.Q,
                         (s.A + (wide)8) * s.K,
                         rows * s.Ev,
                         rows * s.S,
                         rows * s.A,
                         keys * s.A,
                         s.A,
                         rows,
                         keys};
  const uint32_t size = attn_additive_workspace(&s);
  const bool is_huge = rows > MOST_ALLOWED || keys > MOST_ALLOWED;
  const wide work =
      is_huge ? MOST_WORK + 1
              : rows * s.S * (2 * (wide)s.A + s.Ev + 1) + rows * s.A * s.Q + keys * s.A * s.K;
  if (s.N == 0 || size > 1 << 16 || !fits(counts, 12, work)) {
    const float *any = vast();
    const attn_additive_parameters vague = {any, any, any};
    const attn_status status = attn_additive_attention(any, any, any, &vague, &s, &drawn.options,
                                                       NULL, NULL, NULL, NULL, 0);
    require(status != ATTN_OK || rows * s.Ev == 0, "an output without a place is written");
    return;
  }
  kind kind = next_kind(in);
  const float *queries = next_floats(in, kind, counts[0]);
  const float *key = next_floats(in, kind, counts[1]);
  const float *value = next_floats(in, kind, counts[2]);
  const float *wq = next_floats(in, kind, (wide)s.A * s.Q);
  const float *wk = next_floats(in, kind, (wide)s.A * s.K);
  const float *wv = next_floats(in, kind, s.A);
  const attn_additive_parameters parameters = {pack(wq, s.A, s.Q), pack(wk, s.A, s.K), wv};
  const float *right[] = {queries, key, value};
  const float **inputs[] = {&queries, &key, &value};
  const wanted is = next_wanted(in, &drawn.options, rows, s.S);
  const bool has_more = is.has_trace && next_byte(in) % 2 == 0;
  const size_t features = (size_t)(rows * s.S * s.A);
  const attn_additive_trace trace = {
      .attention = is.trace,
      .projected_queries = has_more ? block((size_t)counts[7] * sizeof(float)) : NULL,
      .projected_keys = has_more ? block((size_t)counts[8] * sizeof(float)) : NULL,
      .features = has_more ? block(features * sizeof(float)) : NULL,
  };
  float *own = block((size_t)counts[5] * sizeof(float));
  float *output = own;
  attn_status expected = spoil_one(in, inputs, counts, 3, &output, counts[5]);
  const attn_options *options = spoil_options(in, &drawn, &expected);
  const attn_status status =
      attn_additive_attention(queries, key, value, &parameters, &s, options, output, is.weights,
                              is.has_trace ? &trace : NULL, block(size), size);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[5]), "a refused call has written");
    return;
  }
  if (kind == KIND_ANY) return;
  const judged *q =
      judge_linear(judge_floats(right[0], counts[0]), wq, NULL, (size_t)rows, s.A, s.Q);
  const judged *k =
      judge_linear(judge_floats(right[1], counts[1]), wk, NULL, (size_t)keys, s.A, s.K);
  if (has_more) {
    compare(trace.projected_queries, q, counts[7], "trace.projected_queries");
    compare(trace.projected_keys, k, counts[8], "trace.projected_keys");
  }
  const judged *scores = judge_scores(&s, q, k, judge_floats(wv, s.A));
  const shape shape = {s.N, 1, 1, s.L, s.S, s.Ev};
  compare(output,
          compare_attended(&is, shape, &drawn.options, scores, judge_floats(right[2], counts[2])),
          counts[5], "output");
}
