#include "scaled_dot_product.h"

#include "accumulate.h"
#include "attend_backward.h"
#include "check.h"
#include "learning.h"
#include "mask.h"
#include "simd.h"
#include "threads.h"
#include "weigh_row.h"

typedef struct dot_product {
  strided query;
  const packed_head *packed;
} dot_product;

static void score_dot_products(const void *mechanism, uint32_t first, uint32_t rows, uint32_t seen,
                               float *scores, size_t stride) {
  const dot_product *dot = mechanism;
  const packed_head *packed = dot->packed;
  const strided query = {dot->query.data + first * dot->query.stride, dot->query.stride};
  const uint32_t E = packed->E;
  if (packed->packed_keys.data == NULL) {
    matmul_transposed(query, packed->keys, rows, E, seen, scores, stride);
  } else {
    matmul(query.data, query.stride, &packed->packed_keys, rows, E, seen, scores, stride);
  }
}

uint64_t dot_product_count(uint32_t L, uint32_t S, uint32_t E, uint32_t Ev) {
  return count_sum(count_sum(packed_count(E, S), packed_count(S, Ev)), score_block_count(L, S));
}

packed_head pack_head(strided key, strided value, uint32_t queries, uint32_t S, uint32_t E,
                      uint32_t Ev, float *workspace) {
  float *keys = workspace;
  float *values = keys + packed_count(E, S);
  float *block = values + packed_count(S, Ev);
  if (queries <= FEW_ROWS && E % LANES == 0 && Ev % PANEL == 0) {
    return (packed_head){E, {.data = NULL}, key, panels_in_place(value), block};
  }
  pack_transposed(key.data, key.stride, E, S, keys);
  pack_straight(value.data, value.stride, S, Ev, values);
  return (packed_head){E, packed_panels(keys, E), key, packed_panels(values, S), block};
}

void dot_product_attention(strided query, const packed_head *packed, const attention_head *head) {
  const dot_product dot = {query, packed};
  attend(head, score_dot_products, &dot, packed->block);
}

uint32_t attn_scaled_dot_product_workspace(const attn_scaled_dot_product_sizes *sizes) {
  if (check_struct(sizes, sizeof(*sizes)) != ATTN_OK) return UINT32_MAX;
  return float_bytes(dot_product_count(sizes->L, sizes->S, sizes->E, sizes->Ev));
}

// Computes one share of the key heads; threads compute all shares at the same time.
ALWAYS_INLINE attn_status attend_share(const float *query, const float *key, const float *value,
                                       const attn_scaled_dot_product_sizes *sizes,
                                       const attn_options *options, float *output, float *weights,
                                       const attn_trace *trace, float *workspace,
                                       uint32_t workspace_size, uint32_t share, uint32_t shares) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, sizes, sizeof(*sizes));
  if (status == ATTN_OK) status = take_struct(&g, options, sizeof(*options));
  if (status == ATTN_OK && trace != NULL) status = take_struct(&g, trace, sizeof(*trace));
  if (status != ATTN_OK) return status;
  const uint32_t N = sizes->N, H = sizes->H, Hkv = sizes->Hkv, L = sizes->L, S = sizes->S;
  const uint32_t E = sizes->E, Ev = sizes->Ev;
  if (N == 0 || H == 0 || L == 0) return ATTN_OK;
  if (Hkv == 0 || H % Hkv != 0) return ATTN_ERROR_SIZE;
  const uint64_t rows = count_product3(N, H, L);
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  list_input(&g, query, count_product(rows, E), sizeof(float));
  list_input(&g, key, count_product4(N, Hkv, S, E), sizeof(float));
  list_input(&g, value, count_product4(N, Hkv, S, Ev), sizeof(float));
  list_output(&g, output, count_product(rows, Ev));
  list_optional_output(&g, weights, count_product(rows, S));
  if (trace != NULL) {
    list_trace(&g, trace, rows, S);
  }
  status =
      check_with_workspace(&g, rows, workspace, workspace_size, dot_product_count(L, S, E, Ev));
  if (status != ATTN_OK || !has_output(&g)) return status;

  const float *q = input_start(query);
  const float *k = input_start(key);
  const float *v = input_start(value);
  float *heads = output_start(output);
  const uint32_t group = H / Hkv; // query heads that share a key head
  for (uint32_t n = 0; n < N; n++) {
    for (uint32_t h = 0; h < H; h += group) {
      const size_t key_head = (size_t)n * Hkv + h / group;
      if (key_head % shares != share) continue;
      const packed_head packed =
          pack_head((strided){k + key_head * S * E, E}, (strided){v + key_head * S * Ev, Ev},
                    group * L, S, E, Ev, output_start(workspace));
      for (uint32_t i = h; i < h + group; i++) {
        const size_t first_row = ((size_t)n * H + i) * L;
        const attention_head head = {
            .options = options,
            .n = n,
            .h = i,
            .L = L,
            .S = S,
            .Ev = Ev,
            .first_row = (uint32_t)first_row,
            .values = packed.values,
            .weights = weights == NULL ? NULL : weights + first_row * S,
            .trace = trace,
            .output = heads + first_row * Ev,
            .output_stride = Ev,
        };
        dot_product_attention((strided){q + first_row * E, E}, &packed, &head);
      }
    }
  }
  return ATTN_OK;
}

attn_status attn_scaled_dot_product_attention(const float *query, const float *key,
                                              const float *value,
                                              const attn_scaled_dot_product_sizes *sizes,
                                              const attn_options *options, float *output,
                                              float *weights, const attn_trace *trace,
                                              float *workspace, uint32_t workspace_size) {
  return attend_share(query, key, value, sizes, options, output, weights, trace, workspace,
                      workspace_size, 0, 1);
}

#ifdef ATTN_HAS_SHARES
attn_status attn_scaled_dot_product_share(const float *query, const float *key, const float *value,
                                          const attn_scaled_dot_product_sizes *sizes,
                                          const attn_options *options, float *output,
                                          float *weights, const attn_trace *trace, float *workspace,
                                          uint32_t workspace_size, uint32_t share,
                                          uint32_t shares) {
  if (share >= shares) return ATTN_ERROR_OPTION;
  return attend_share(query, key, value, sizes, options, output, weights, trace, workspace,
                      workspace_size, share, shares);
}
#endif

// Returns the floats of workspace: gradients of the scores of one head, packed keys, a block of the
// product with them, and the workspace of attend_backward().
static uint64_t dot_product_backward_count(const attn_scaled_dot_product_sizes *sizes) {
  const uint32_t L = sizes->L, S = sizes->S, E = sizes->E;
  const uint64_t rest = attend_backward_count(L, S, E, sizes->Ev);
  const uint64_t scores = count_sum(count_product(L, S), rest);
  return count_sum(scores, count_sum(packed_count(S, E), product_count(E)));
}

uint32_t attn_scaled_dot_product_backward_workspace(const attn_scaled_dot_product_sizes *sizes) {
  if (check_struct(sizes, sizeof(*sizes)) != ATTN_OK) return UINT32_MAX;
  return float_bytes(dot_product_backward_count(sizes));
}

// The query and keys of one head, and the destinations of their gradients; NULL: not wanted.
typedef struct dot_product_backward {
  const float *query; // (L, E)
  const float *key;   // (S, E)
  uint32_t E;
  float *grad_query;
  float *grad_key;
} dot_product_backward;

static void backward_of_head(const dot_product_backward *dot, const head_backward *head,
                             float *workspace) {
  const uint32_t L = head->L, S = head->S, E = dot->E;
  float *grad_scores = workspace;
  float *packed_keys = grad_scores + (size_t)L * S;
  float *block = packed_keys + packed_count(S, E);
  float *rest = block + product_count(E);
  // 1. Back to the scores. Only a softcap needs the scores again.
  attend_backward(head, grad_scores, rest);
  float *scores = rest + packed_count(E, S);
  if (head->options->softcap > 0.0F) {
    pack_transposed(dot->key, E, E, S, rest);
    const panel_matrix columns = packed_panels(rest, E);
    matmul(dot->query, E, &columns, L, E, S, scores, S);
  }
  scale_gradients(head, scores, grad_scores);
  // 2. Back through the products.
  if (dot->grad_query != NULL && meets_masked(head->options, dot->key, S * E)) {
    add_seen_keys(head, grad_scores, dot->key, E, dot->grad_query);
  } else if (dot->grad_query != NULL) {
    pack_straight(dot->key, E, S, E, packed_keys);
    const panel_matrix keys = packed_panels(packed_keys, S);
    add_product(grad_scores, S, &keys, L, S, E, dot->grad_query, E, block);
  }
  if (dot->grad_key != NULL) add_seen_rows(head, grad_scores, dot->query, E, dot->grad_key);
}

attn_status attn_scaled_dot_product_backward(
    const float *grad_output, const float *query, const float *key, const float *value,
    const float *weights, const attn_scaled_dot_product_sizes *sizes, const attn_options *options,
    const attn_scaled_dot_product_gradients *gradients, float *workspace, uint32_t workspace_size) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, sizes, sizeof(*sizes));
  if (status == ATTN_OK) status = take_struct(&g, options, sizeof(*options));
  if (status == ATTN_OK) status = take_struct(&g, gradients, sizeof(*gradients));
  if (status != ATTN_OK) return status;
  const uint32_t N = sizes->N, H = sizes->H, Hkv = sizes->Hkv, L = sizes->L, S = sizes->S;
  const uint32_t E = sizes->E, Ev = sizes->Ev;
  if (N == 0 || H == 0 || L == 0 || S == 0) return ATTN_OK;
  if (Hkv == 0 || H % Hkv != 0) return ATTN_ERROR_SIZE;
  const uint64_t rows = count_product3(N, H, L);
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  list_input(&g, grad_output, count_product(rows, Ev), sizeof(float));
  list_input(&g, query, count_product(rows, E), sizeof(float));
  list_input(&g, key, count_product4(N, Hkv, S, E), sizeof(float));
  list_input(&g, value, count_product4(N, Hkv, S, Ev), sizeof(float));
  list_input(&g, weights, count_product(rows, S), sizeof(float));
  list_optional_output(&g, gradients->query, count_product(rows, E));
  list_optional_output(&g, gradients->key, count_product4(N, Hkv, S, E));
  list_optional_output(&g, gradients->value, count_product4(N, Hkv, S, Ev));
  list_score_gradients(&g, &gradients->attention, options, N, H, L, S);
  status =
      check_with_workspace(&g, rows, workspace, workspace_size, dot_product_backward_count(sizes));
  if (status != ATTN_OK) return status;

  for (uint32_t n = 0; n < N; n++) {
    for (uint32_t h = 0; h < H; h++) {
      const size_t key_head = (size_t)n * Hkv + h / (H / Hkv);
      const size_t first_row = ((size_t)n * H + h) * L;
      const size_t keys = key_head * S * E, values = key_head * S * Ev;
      const head_backward head = {
          .options = options,
          .n = n,
          .h = h,
          .L = L,
          .S = S,
          .Ev = Ev,
          .first_row = (uint32_t)first_row,
          .grad_output = input_start(grad_output) + first_row * Ev,
          .weights = weights + first_row * S,
          .value = input_start(value) + values,
          .grad_value = gradients->value == NULL ? NULL : gradients->value + values,
          .gradients = &gradients->attention,
      };
      const dot_product_backward dot = {
          .query = input_start(query) + first_row * E,
          .key = input_start(key) + keys,
          .E = E,
          .grad_query = gradients->query == NULL ? NULL : gradients->query + first_row * E,
          .grad_key = gradients->key == NULL ? NULL : gradients->key + keys,
      };
      backward_of_head(&dot, &head, workspace);
    }
  }
  return ATTN_OK;
}
