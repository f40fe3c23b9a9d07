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

static const float *project(const float *rows, const float *weight, size_t count, uint32_t out,
                            uint32_t in) {
  float *projected = block(count * out * sizeof(float));
  require(attn_linear(rows, pack(weight, out, in), NULL, (uint32_t)count, out, in, projected,
                      ATTN_FLOAT32) == ATTN_OK,
          "a projection is refused");
  return projected;
}

void fuzz_additive(input *in) {
  sizes s = {.N = next_heads(in), .L = next_size(in), .S = next_size(in)};
  const uint32_t Q = next_size(in), K = next_size(in); // widths before the projections
  s.Ev = next_size(in);
  s.A = next_size(in);
  const drawn_options drawn = next_options(in, s.N, 1, s.L, s.S);
  const wide rows = (wide)s.N * s.L, keys = (wide)s.N * s.S;
  const wide counts[] = {
      rows * Q,    keys * K,   keys * s.Ev, (s.A + (wide)8) * Q, (s.A + (wide)8) * K,
      rows * s.Ev, rows * s.S, rows * s.A,  keys * s.A,          s.A,
      rows,        keys};
  const uint32_t size = attn_additive_workspace(&s);
  const bool is_huge = rows > MOST_ALLOWED || keys > MOST_ALLOWED;
  const wide work = is_huge
                        ? MOST_WORK + 1
                        : rows * s.S * (2 * (wide)s.A + s.Ev + 1) + rows * s.A * Q + keys * s.A * K;
  if (s.N == 0 || size > 1 << 16 || !fits(counts, 12, work)) {
    const float *any = vast();
    const attn_status status =
        attn_additive_attention(any, any, any, any, &s, &drawn.options, NULL, NULL, NULL, NULL, 0);
    require(status != ATTN_OK || rows * s.Ev == 0, "an output without a place is written");
    return;
  }
  kind kind = next_kind(in);
  const float *asked = next_floats(in, kind, counts[0]);
  const float *kept = next_floats(in, kind, counts[1]);
  const float *value = next_floats(in, kind, counts[2]);
  const float *wq = next_floats(in, kind, (wide)s.A * Q);
  const float *wk = next_floats(in, kind, (wide)s.A * K);
  const float *wv = next_floats(in, kind, s.A);
  const float *queries = project(asked, wq, (size_t)rows, s.A, Q);
  const float *key = project(kept, wk, (size_t)keys, s.A, K);
  const float *right[] = {queries, key, value};
  const float **inputs[] = {&queries, &key, &value};
  const wanted is = next_wanted(in, &drawn.options, rows, s.S);
  const bool has_more = is.has_trace && next_byte(in) % 2 == 0;
  const size_t features = (size_t)(rows * s.S * s.A);
  const attn_additive_trace trace = {
      .attention = is.trace,
      .features = has_more ? block(features * sizeof(float)) : NULL,
  };
  float *own = block((size_t)counts[5] * sizeof(float));
  float *output = own;
  const wide projected[] = {counts[7], counts[8], counts[2]};
  attn_status expected = spoil_one(in, inputs, projected, 3, &output, counts[5]);
  const attn_options *options = spoil_options(in, &drawn, &expected);
  const attn_status status =
      attn_additive_attention(queries, key, value, wv, &s, options, output, is.weights,
                              is.has_trace ? &trace : NULL, block(size), size);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[5]), "a refused call has written");
    return;
  }
  if (kind == KIND_ANY) return;
  const judged *q = judge_linear(judge_floats(asked, counts[0]), wq, NULL, (size_t)rows, s.A, Q);
  const judged *k = judge_linear(judge_floats(kept, counts[1]), wk, NULL, (size_t)keys, s.A, K);
  compare(right[0], q, counts[7], "projected queries");
  compare(right[1], k, counts[8], "projected keys");
  const judged *scores = judge_scores(&s, q, k, judge_floats(wv, s.A));
  const shape shape = {s.N, 1, 1, s.L, s.S, s.Ev};
  compare(output,
          compare_attended(&is, shape, &drawn.options, scores, judge_floats(right[2], counts[2])),
          counts[5], "output");
}
