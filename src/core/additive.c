#include "accumulate.h"
#include "activation.h"
#include "attend.h"
#include "attend_backward.h"
#include "check.h"
#include "learning.h"
#include "mask.h"
#include "tanh.h"
#include "weigh_row.h"

typedef struct additive {
  const float *queries;     // (L, A)
  const float *packed_keys; // packed (A, S)
  uint32_t A;
  const float *wv; // (A)
} additive;

// Intermediate results of tanh for one query, one panel of keys and DEPTH_CHUNK hidden units.
#define DEPTH_CHUNK 32
#define FEATURE_CHUNK (DEPTH_CHUNK * PANEL)

typedef struct tanh_chunk {
  float r[FEATURE_CHUNK];
  float shifted[FEATURE_CHUNK];
  float m[FEATURE_CHUNK];
} tanh_chunk;

typedef struct panel_scores {
  v128_t low, high;
} panel_scores;

// As in weigh_row.c, the loops handle two vectors per iteration, load both before they store, and
// are not inlined.
NOINLINE static void start_features(const float *query, const float *panel, uint32_t depth,
                                    float *r, float *shifted) {
  const tanh_start c = load_tanh_start();
  for (size_t a = 0; a < depth; a++) {
    const v128_t q = wasm_v128_load32_splat(query + a);
    const v128_t low = wasm_v128_load(panel + a * PANEL);
    const v128_t high = wasm_v128_load(panel + a * PANEL + LANES);
    const reduced x0 = start_tanh(&c, wasm_f32x4_add(q, low));
    const reduced x1 = start_tanh(&c, wasm_f32x4_add(q, high));
    wasm_v128_store(r + a * PANEL, x0.r);
    wasm_v128_store(r + a * PANEL + LANES, x1.r);
    wasm_v128_store(shifted + a * PANEL, x0.shifted);
    wasm_v128_store(shifted + a * PANEL + LANES, x1.shifted);
  }
}

NOINLINE static void continue_features(const float *r, const float *shifted, uint32_t depth,
                                       float *m) {
  const tanh_middle c = load_tanh_middle();
  for (size_t i = 0; i < (size_t)depth * PANEL; i += PANEL) {
    const reduced x0 = {wasm_v128_load(r + i), wasm_v128_load(shifted + i)};
    const reduced x1 = {wasm_v128_load(r + i + LANES), wasm_v128_load(shifted + i + LANES)};
    wasm_v128_store(m + i, continue_tanh(&c, x0));
    wasm_v128_store(m + i + LANES, continue_tanh(&c, x1));
  }
}

// Adds wv . features to the scores. Computing q + k again is cheaper than storing it.
NOINLINE static void sum_features(const float *query, const float *panel, const float *wv,
                                  const float *m, uint32_t depth, panel_scores *sum) {
  const tanh_end c = load_tanh_end();
  v128_t sum_low = sum->low;
  v128_t sum_high = sum->high;
  for (size_t a = 0; a < depth; a++) {
    const v128_t q = wasm_v128_load32_splat(query + a);
    const v128_t w = wasm_v128_load32_splat(wv + a);
    const v128_t low = wasm_f32x4_add(q, wasm_v128_load(panel + a * PANEL));
    const v128_t high = wasm_f32x4_add(q, wasm_v128_load(panel + a * PANEL + LANES));
    const v128_t f0 = finish_tanh(&c, wasm_v128_load(m + a * PANEL), low);
    const v128_t f1 = finish_tanh(&c, wasm_v128_load(m + a * PANEL + LANES), high);
    sum_low = mul_add(w, f0, sum_low);
    sum_high = mul_add(w, f1, sum_high);
  }
  *sum = (panel_scores){sum_low, sum_high};
}

// Scores one query against one panel of keys. Each lane is a key and sums the hidden axis in order.
static void score_panel(const additive *m, const float *query, const float *panel, uint32_t count,
                        float *scores) {
  panel_scores sum = {splat(0.0F), splat(0.0F)};
  const uint32_t A = m->A;
  for (size_t a = 0; a < A; a += DEPTH_CHUNK) {
    const uint32_t depth = A - a < DEPTH_CHUNK ? (uint32_t)(A - a) : DEPTH_CHUNK;
    const float *keys = panel + a * PANEL;
    tanh_chunk h;
    start_features(query + a, keys, depth, h.r, h.shifted);
    continue_features(h.r, h.shifted, depth, h.m);
    sum_features(query + a, keys, m->wv + a, h.m, depth, &sum);
  }
  const uint32_t low_count = smaller(count, LANES);
  store_partial(scores, sum.low, low_count);
  store_partial(scores + low_count, sum.high, count - low_count);
}

static void score_additive(const void *mechanism, uint32_t first, uint32_t rows, uint32_t seen,
                           float *scores, size_t stride) {
  const additive *m = mechanism;
  const size_t A = m->A;
  for (uint32_t s = 0; s < seen; s += PANEL) {
    const uint32_t count = smaller(seen - s, PANEL);
    const float *panel = m->packed_keys + s * A;
    for (size_t i = 0; i < rows; i++) {
      score_panel(m, m->queries + (first + i) * A, panel, count, scores + i * stride + s);
    }
  }
}

// Writes features[l][s] = tanh(query_l + key_s) for a trace, because scoring does not store them.
static void write_features(const float *queries, const float *keys, uint32_t L, uint32_t S,
                           uint32_t A, float *features) {
  float *sum = features;
  for (size_t l = 0; l < L; l++) {
    for (size_t s = 0; s < S; s++, sum += A) {
      copy_floats(sum, queries + l * A, A);
      add_floats(sum, keys + s * A, A);
    }
  }
  activate(features, L * S * A, ATTN_TANH, features);
}

// Returns the floats of workspace: packed keys, packed values and scores of one item.
static uint64_t additive_count(const attn_additive_sizes *sizes) {
  const uint32_t S = sizes->S;
  const uint64_t packed = count_sum(packed_count(sizes->A, S), packed_count(S, sizes->Ev));
  return count_sum(packed, score_block_count(sizes->L, S));
}

uint32_t attn_additive_workspace(const attn_additive_sizes *sizes) {
  if (check_struct(sizes, sizeof(*sizes)) != ATTN_OK) return UINT32_MAX;
  return float_bytes(additive_count(sizes));
}

attn_status attn_additive_attention(const float *queries, const float *keys, const float *values,
                                    const float *wv, const attn_additive_sizes *sizes,
                                    const attn_options *options, float *output, float *weights,
                                    const attn_additive_trace *trace, float *workspace,
                                    uint32_t workspace_size) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, sizes, sizeof(*sizes));
  if (status == ATTN_OK) status = take_struct(&g, options, sizeof(*options));
  if (status == ATTN_OK && trace != NULL) status = take_struct(&g, trace, sizeof(*trace));
  if (status != ATTN_OK) return status;
  const uint32_t N = sizes->N, L = sizes->L, S = sizes->S, Ev = sizes->Ev, A = sizes->A;
  if (N == 0 || L == 0) return ATTN_OK;
  const uint64_t rows = count_product(N, L);
  status = check_options(options, N, 1, L, S, &g);
  if (status != ATTN_OK) return status;
  list_input(&g, queries, count_product(rows, A), sizeof(float));
  list_input(&g, keys, count_product3(N, S, A), sizeof(float));
  list_input(&g, values, count_product3(N, S, Ev), sizeof(float));
  list_input(&g, wv, A, sizeof(float));
  list_output(&g, output, count_product(rows, Ev));
  list_optional_output(&g, weights, count_product(rows, S));
  if (trace != NULL) {
    list_trace(&g, &trace->attention, rows, S);
    list_optional_output(&g, trace->features, count_product4(N, L, S, A));
  }
  status = check_with_workspace(&g, rows, workspace, workspace_size, additive_count(sizes));
  if (status != ATTN_OK || !has_output(&g)) return status;

  float *packed_keys = output_start(workspace);
  float *packed_values = packed_keys + packed_count(A, S);
  float *block = packed_values + packed_count(S, Ev);
  for (uint32_t n = 0; n < N; n++) {
    const float *item_queries = input_start(queries) + (size_t)n * L * A;
    const float *item_keys = input_start(keys) + (size_t)n * S * A;
    if (trace != NULL && trace->features != NULL) {
      write_features(item_queries, item_keys, L, S, A, trace->features + (size_t)n * L * S * A);
    }
    pack_transposed(item_keys, A, A, S, packed_keys);
    pack_straight(input_start(values) + (size_t)n * S * Ev, Ev, S, Ev, packed_values);
    const additive mechanism = {item_queries, packed_keys, A, wv};
    const attention_head head = {
        .options = options,
        .n = n,
        .L = L,
        .S = S,
        .Ev = Ev,
        .first_row = n * L,
        .values = packed_panels(packed_values, S),
        .weights = weights == NULL ? NULL : weights + (size_t)n * L * S,
        .trace = trace == NULL ? NULL : &trace->attention,
        .output = output_start(output) + (size_t)n * L * Ev,
        .output_stride = Ev,
    };
    attend(&head, score_additive, &mechanism, block);
  }
  return ATTN_OK;
}

// The backward of the score of one query and one key. With f = tanh(q + k):
// grad_wv += grad f, grad_q and grad_k += grad wv (1 - f^2).
static void feature_backward(float grad, const float *q, const float *k, const float *wv,
                             uint32_t A, float *grad_q, float *grad_k, float *grad_wv) {
  const v128_t factor = splat(grad);
  for (uint32_t a = 0; a < A; a += LANES) {
    const uint32_t count = smaller(A - a, LANES);
    const v128_t f = tanh_lanes(wasm_f32x4_add(load_lanes(q + a, count), load_lanes(k + a, count)));
    if (grad_wv != NULL) {
      store_lanes(grad_wv + a, mul_add(factor, f, load_lanes(grad_wv + a, count)), count);
    }
    const v128_t slope = wasm_f32x4_sub(splat(1.0F), wasm_f32x4_mul(f, f));
    const v128_t change = wasm_f32x4_mul(wasm_f32x4_mul(factor, load_lanes(wv + a, count)), slope);
    if (grad_q != NULL) {
      store_lanes(grad_q + a, wasm_f32x4_add(load_lanes(grad_q + a, count), change), count);
    }
    if (grad_k != NULL) {
      store_lanes(grad_k + a, wasm_f32x4_add(load_lanes(grad_k + a, count), change), count);
    }
  }
}

// Returns the floats of workspace: gradients of the scores of one item, and the workspace of
// attend_backward().
static uint64_t additive_backward_count(const attn_additive_sizes *sizes) {
  const uint32_t L = sizes->L, S = sizes->S;
  return count_sum(count_product(L, S), attend_backward_count(L, S, sizes->A, sizes->Ev));
}

uint32_t attn_additive_backward_workspace(const attn_additive_sizes *sizes) {
  if (check_struct(sizes, sizeof(*sizes)) != ATTN_OK) return UINT32_MAX;
  return float_bytes(additive_backward_count(sizes));
}

// The projected queries and keys of one item, and the destinations of their gradients; NULL: not
// wanted.
typedef struct additive_backward {
  const float *queries; // (L, A)
  const float *keys;    // (S, A)
  const float *wv;      // (A)
  uint32_t A;
  float *grad_queries;
  float *grad_keys;
  float *grad_wv;
} additive_backward;

static void backward_of_item(const additive_backward *m, const head_backward *head,
                             float *workspace) {
  const uint32_t L = head->L, S = head->S;
  const size_t A = m->A;
  float *grad_scores = workspace;
  float *packed_keys = grad_scores + (size_t)L * S;
  float *scores = packed_keys + packed_count(m->A, S);
  // 1. Back to the scores. Only a softcap needs the scores again.
  attend_backward(head, grad_scores, packed_keys);
  if (head->options->softcap > 0.0F) {
    pack_transposed(m->keys, A, m->A, S, packed_keys);
    const additive mechanism = {m->queries, packed_keys, m->A, m->wv};
    score_additive(&mechanism, 0, L, S, scores, S);
  }
  scale_gradients(head, scores, grad_scores);
  if (A == 0) return;
  // 2. Back through the features.
  for (uint32_t l = 0; l < L; l++) {
    const float *row = grad_scores + (size_t)l * S;
    const row_mask mask = mask_of_row(head->options, head->n, 0, l, S, L);
    for (uint32_t s = 0; s < S; s++) {
      if (!is_counted(&mask, row, s)) continue;
      feature_backward(row[s], m->queries + l * A, m->keys + s * A, m->wv, m->A,
                       m->grad_queries == NULL ? NULL : m->grad_queries + l * A,
                       m->grad_keys == NULL ? NULL : m->grad_keys + s * A, m->grad_wv);
    }
  }
}

attn_status attn_additive_backward(const float *grad_output, const float *queries,
                                   const float *keys, const float *values, const float *wv,
                                   const float *weights, const attn_additive_sizes *sizes,
                                   const attn_options *options,
                                   const attn_additive_gradients *gradients, float *workspace,
                                   uint32_t workspace_size) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, sizes, sizeof(*sizes));
  if (status == ATTN_OK) status = take_struct(&g, options, sizeof(*options));
  if (status == ATTN_OK) status = take_struct(&g, gradients, sizeof(*gradients));
  if (status != ATTN_OK) return status;
  const attn_additive_gradients to = *gradients;
  const uint32_t N = sizes->N, L = sizes->L, S = sizes->S, Ev = sizes->Ev, A = sizes->A;
  if (N == 0 || L == 0 || S == 0) return ATTN_OK;
  const uint64_t rows = count_product(N, L);
  status = check_options(options, N, 1, L, S, &g);
  if (status != ATTN_OK) return status;
  list_input(&g, grad_output, count_product(rows, Ev), sizeof(float));
  list_input(&g, queries, count_product(rows, A), sizeof(float));
  list_input(&g, keys, count_product3(N, S, A), sizeof(float));
  list_input(&g, values, count_product3(N, S, Ev), sizeof(float));
  list_input(&g, wv, A, sizeof(float));
  list_input(&g, weights, count_product(rows, S), sizeof(float));
  list_optional_output(&g, to.queries, count_product(rows, A));
  list_optional_output(&g, to.keys, count_product3(N, S, A));
  list_optional_output(&g, to.values, count_product3(N, S, Ev));
  list_optional_output(&g, to.wv, A);
  list_score_gradients(&g, &to.attention, options, N, 1, L, S);
  status =
      check_with_workspace(&g, rows, workspace, workspace_size, additive_backward_count(sizes));
  if (status != ATTN_OK) return status;

  for (size_t n = 0; n < N; n++) {
    const size_t values_at = n * S * Ev, queries_at = n * L * A, keys_at = n * S * A;
    const head_backward head = {
        .options = options,
        .n = (uint32_t)n,
        .L = L,
        .S = S,
        .Ev = Ev,
        .first_row = (uint32_t)n * L,
        .grad_output = input_start(grad_output) + n * L * Ev,
        .weights = weights + n * L * S,
        .value = input_start(values) + values_at,
        .grad_value = to.values == NULL ? NULL : to.values + values_at,
        .gradients = &to.attention,
    };
    const additive_backward item = {
        .queries = input_start(queries) + queries_at,
        .keys = input_start(keys) + keys_at,
        .wv = wv,
        .A = A,
        .grad_queries = to.queries == NULL ? NULL : to.queries + queries_at,
        .grad_keys = to.keys == NULL ? NULL : to.keys + keys_at,
        .grad_wv = to.wv,
    };
    backward_of_item(&item, &head, workspace);
  }
  return ATTN_OK;
}
