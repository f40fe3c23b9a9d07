#include "cache.h"
#include "check.h"
#include "heads.h"
#include "linear.h"
#include "mask.h"
#include "rotary.h"
#include "scaled_dot_product.h"
#include "simd.h"
#include "softmax.h"

// Returns the number of positions that the call projects; the others are in the cache.
static uint32_t new_positions(const attn_multi_head_sizes *sizes, const attn_cache *cache) {
  return cache == NULL ? sizes->S : sizes->S - cache->length;
}

// Returns the floats of workspace: projections of all batch items, their concatenated heads, then
// the workspace of one head. Without a cache, a head needs packed keys and values; with and
// without, a block of scores. Before the heads attend, the same space holds the turns of queries or
// keys.
static uint64_t multi_head_count(const attn_multi_head_sizes *sizes, const attn_cache *cache) {
  const uint32_t L = sizes->L, S = sizes->S, D = sizes->D;
  const uint32_t d = sizes->H == 0 ? 0 : D / sizes->H;
  const uint32_t fresh = new_positions(sizes, cache);
  const uint64_t queries = count_product(2 * (uint64_t)L, D);
  const uint64_t keys = count_product(2 * (uint64_t)fresh, count_product(sizes->Hkv, d));
  const uint64_t head = cache == NULL ? dot_product_count(L, S, d, d) : score_block_count(L, S);
  const uint64_t turns = count_product(L > fresh ? L : fresh, d);
  return count_sum(count_product(sizes->N, count_sum(queries, keys)), head > turns ? head : turns);
}

uint32_t attn_multi_head_workspace(const attn_multi_head_sizes *sizes, const attn_cache *cache) {
  if (check_struct(sizes, sizeof(*sizes)) != ATTN_OK) return UINT32_MAX;
  if (cache != NULL) {
    if (check_struct(cache, sizeof(*cache)) != ATTN_OK) return UINT32_MAX;
    if (!cache_fits(cache, sizes->S)) return UINT32_MAX;
  }
  return float_bytes(multi_head_count(sizes, cache));
}

// Rotates the heads of projected rows in place. Row i is at position first + i.
static void turn_heads(const attn_multi_head_parameters *p, uint32_t N, uint32_t H, uint32_t d,
                       uint32_t first, uint32_t rows, float *projected, float *turns) {
  const uint32_t width = p->rotary_width;
  write_turns(NULL, first, rows, width, p->rotary_theta, turns);
  for (size_t n = 0; n < N; n++) {
    for (size_t i = 0; i < rows; i++) {
      for (size_t h = 0; h < H; h++, projected += d) {
        turn_vector(projected, turns + i * width, width, p->rotary_pairs, projected);
      }
    }
  }
}

// Writes the keys and values of the head with this index, including those of earlier calls.
static void trace_cached_head(const cached_head *cached, uint32_t S, size_t index,
                              const attn_multi_head_trace *trace) {
  const size_t first = index * S * cached->d;
  unpack_cache(cached, S, trace->k == NULL ? NULL : trace->k + first,
               trace->v == NULL ? NULL : trace->v + first);
}

// Multiplies each head by its columns of W_O, which are rows h * d to (h + 1) * d of every panel.
static void write_contributions(const float *concatenated, panel_matrix out_weight, uint32_t N,
                                uint32_t H, uint32_t L, uint32_t D, float *contributions) {
  const uint32_t d = D / H;
  if (d == 0) return;
  for (size_t n = 0; n < N; n++) {
    for (size_t h = 0; h < H; h++) {
      panel_matrix slice = out_weight;
      slice.data += h * d * slice.row_stride;
      matmul(concatenated + n * L * D + h * d, D, &slice, L, d, D, contributions, D);
      contributions += (size_t)L * D;
    }
  }
}

attn_status attn_multi_head_attention(const float *query, const float *key, const float *value,
                                      const attn_multi_head_parameters *parameters,
                                      const attn_multi_head_sizes *sizes,
                                      const attn_options *options, const attn_cache *cache,
                                      float *output, float *weights,
                                      const attn_multi_head_trace *trace, float *workspace,
                                      uint32_t workspace_size) {
  attn_status status = check_struct(parameters, sizeof(*parameters));
  if (status == ATTN_OK) status = check_struct(sizes, sizeof(*sizes));
  if (status == ATTN_OK) status = check_struct(options, sizeof(*options));
  if (status == ATTN_OK && cache != NULL) status = check_struct(cache, sizeof(*cache));
  if (status == ATTN_OK && trace != NULL) status = check_struct(trace, sizeof(*trace));
  if (status != ATTN_OK) return status;
  const attn_multi_head_parameters p = *parameters;
  const uint32_t N = sizes->N, H = sizes->H, Hkv = sizes->Hkv, L = sizes->L, S = sizes->S;
  const uint32_t D = sizes->D, Kdim = sizes->Kdim, Vdim = sizes->Vdim;
  if (H == 0 || D % H != 0 || Hkv == 0 || H % Hkv != 0) return ATTN_ERROR_SIZE;
  if (cache != NULL && !cache_fits(cache, S)) return ATTN_ERROR_SIZE;
  if (p.dtype > ATTN_FLOAT16) return ATTN_ERROR_OPTION;
  if (cache != NULL && cache->dtype > ATTN_FLOAT16) return ATTN_ERROR_OPTION;
  if (N == 0) return ATTN_OK;
  const uint32_t d = D / H, Dkv = Hkv * d;
  const bool is_rotary = p.rotary_theta != 0.0F;
  if (is_rotary) {
    status = check_turns(d, p.rotary_width, p.rotary_theta, p.rotary_pairs);
    if (status != ATTN_OK) return status;
    if (L > S) return ATTN_ERROR_SIZE;
  }
  const uint32_t fresh = new_positions(sizes, cache);
  const uint64_t rows = count_product(count_product(N, H), L);
  guard g;
  start_guard(&g);
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  list_struct(&g, parameters, sizeof(*parameters));
  list_struct(&g, sizes, sizeof(*sizes));
  list_struct(&g, options, sizeof(*options));
  list_input(&g, query, count_product4(N, L, D, 1), sizeof(float));
  list_input(&g, key, count_product4(N, fresh, Kdim, 1), sizeof(float));
  list_input(&g, value, count_product4(N, fresh, Vdim, 1), sizeof(float));
  list_input(&g, p.q_weight, packed_count_of(p.dtype, D, D), sizeof(float));
  list_input(&g, p.k_weight, packed_count_of(p.dtype, Kdim, Dkv), sizeof(float));
  list_input(&g, p.v_weight, packed_count_of(p.dtype, Vdim, Dkv), sizeof(float));
  list_input(&g, p.out_weight, packed_count_of(p.dtype, D, D), sizeof(float));
  list_optional_input(&g, p.q_bias, D, sizeof(float));
  list_optional_input(&g, p.k_bias, Dkv, sizeof(float));
  list_optional_input(&g, p.v_bias, Dkv, sizeof(float));
  list_optional_input(&g, p.out_bias, D, sizeof(float));
  if (cache != NULL) {
    list_struct(&g, cache, sizeof(*cache));
    list_output(&g, cache->data, cache_count(cache->dtype, N, Hkv, d, cache->capacity));
  }
  list_output(&g, output, count_product4(N, L, D, 1));
  list_optional_output(&g, weights, count_product(rows, S));
  if (trace != NULL) {
    list_struct(&g, trace, sizeof(*trace));
    list_trace(&g, &trace->attention, rows, S);
    list_optional_output(&g, trace->q, count_product4(N, L, D, 1));
    list_optional_output(&g, trace->k, count_product4(N, S, Dkv, 1));
    list_optional_output(&g, trace->v, count_product4(N, S, Dkv, 1));
    list_optional_output(&g, trace->heads, count_product4(N, L, D, 1));
    list_optional_output(&g, trace->concatenated, count_product4(N, L, D, 1));
    list_optional_output(&g, trace->head_contributions, count_product(rows, D));
  }
  status =
      check_with_workspace(&g, rows, workspace, workspace_size, multi_head_count(sizes, cache));
  if (status != ATTN_OK || !has_output(&g)) return status;

  float *q = output_start(workspace);
  float *k = q + (size_t)N * L * D;
  float *v = k + (size_t)N * fresh * Dkv;
  float *concatenated = v + (size_t)N * fresh * Dkv;
  float *head_workspace = concatenated + (size_t)N * L * D;
  // 1. Project.
  project(query, packed_panels_of(p.dtype, p.q_weight, D), p.q_bias, N * L, D, D, q);
  project(key, packed_panels_of(p.dtype, p.k_weight, Kdim), p.k_bias, N * fresh, Dkv, Kdim, k);
  project(value, packed_panels_of(p.dtype, p.v_weight, Vdim), p.v_bias, N * fresh, Dkv, Vdim, v);
  if (is_rotary) turn_heads(&p, N, H, d, S - L, L, q, head_workspace);
  if (is_rotary) turn_heads(&p, N, Hkv, d, S - fresh, fresh, k, head_workspace);
  // 2. Each head attends with its d columns, and writes its output to the same columns.
  const uint32_t group = H / Hkv; // query heads that share a key head
  packed_head packed = {.E = d};
  for (uint32_t n = 0; n < N; n++) {
    for (uint32_t h = 0; h < H; h++) {
      const size_t queries = (size_t)n * L * D + (size_t)h * d;
      const size_t index = (size_t)n * H + h;
      // The query heads of a group are consecutive, so pack their shared key head once.
      if (h % group == 0) {
        const size_t keys = (size_t)n * fresh * Dkv + (size_t)(h / group) * d;
        const size_t key_head = (size_t)n * Hkv + h / group;
        const strided head_keys = {k + keys, Dkv};
        const strided head_values = {v + keys, Dkv};
        if (cache == NULL) {
          packed = pack_head(head_keys, head_values, group * L, S, d, d, head_workspace);
        } else {
          const cached_head cached = cached_head_at(cache, d, key_head);
          append_to_cache(&cached, cache->length, head_keys, head_values, fresh);
          if (trace != NULL) trace_cached_head(&cached, S, key_head, trace);
          packed = (packed_head){
              .E = d,
              .packed_keys = packed_panels_of(cached.dtype, cached.keys, d),
              .values = packed_panels_of(cached.dtype, cached.values, cached.capacity),
              .block = head_workspace,
          };
        }
      }
      const attention_head head = {
          .options = options,
          .n = n,
          .h = h,
          .L = L,
          .S = S,
          .Ev = d,
          .first_row = (uint32_t)(index * L),
          .values = packed.values,
          .weights = weights == NULL ? NULL : weights + index * L * S,
          .trace = trace == NULL ? NULL : &trace->attention,
          .output = concatenated + queries,
          .output_stride = D,
      };
      dot_product_attention((strided){q + queries, D}, &packed, &head);
    }
  }
  // 3. Mix the heads.
  const panel_matrix out_weight = packed_panels_of(p.dtype, p.out_weight, D);
  project(concatenated, out_weight, p.out_bias, N * L, D, D, output);
  if (trace != NULL) {
    split_heads(q, N, L, H, d, trace->q);
    if (cache == NULL) {
      split_heads(k, N, S, Hkv, d, trace->k);
      split_heads(v, N, S, Hkv, d, trace->v);
    }
    split_heads(concatenated, N, L, H, d, trace->heads);
    write_trace(trace->concatenated, concatenated, (size_t)N * L * D);
    if (trace->head_contributions != NULL) {
      write_contributions(concatenated, out_weight, N, H, L, D, trace->head_contributions);
    }
  }
  return ATTN_OK;
}
