#include "cache.h"
#include "check.h"
#include "heads.h"
#include "linear.h"
#include "mask.h"
#include "rotary.h"
#include "scaled_dot_product.h"
#include "simd.h"
#include "weigh_row.h"

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
  const uint64_t keys = count_product3(2 * (uint64_t)fresh, sizes->Hkv, d);
  uint64_t head = cache == NULL ? dot_product_count(L, S, d, d) : score_block_count(L, S);
  // A block of fewer keys may have more rows, and in all up to S more floats.
  if (cache != NULL && cache->lengths != NULL) head = count_sum(head, S);
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

// The arguments of a call.
typedef struct multi_head {
  const float *query, *key, *value;
  const attn_multi_head_parameters *parameters;
  const attn_multi_head_sizes *sizes;
  const attn_options *options;
  const attn_cache *cache;
  float *output, *weights;
  const attn_multi_head_trace *trace;
} multi_head;

static bool is_uneven(const multi_head *m) { return m->cache != NULL && m->cache->lengths != NULL; }

// Returns the number of keys of a batch item.
NOINLINE static uint32_t keys_of_item(const multi_head *m, uint32_t n) {
  const uint32_t S = m->sizes->S;
  return is_uneven(m) ? S - (m->cache->length - m->cache->lengths[n]) : S;
}

static attn_status take_multi_head_structs(guard *g, const multi_head *m) {
  attn_status status = take_struct(g, m->parameters, sizeof(*m->parameters));
  if (status == ATTN_OK) status = take_struct(g, m->sizes, sizeof(*m->sizes));
  if (status == ATTN_OK) status = take_struct(g, m->options, sizeof(*m->options));
  if (status == ATTN_OK && m->cache != NULL) status = take_struct(g, m->cache, sizeof(*m->cache));
  if (status == ATTN_OK && m->trace != NULL) status = take_struct(g, m->trace, sizeof(*m->trace));
  return status;
}

static attn_status check_multi_head_sizes(const multi_head *m) {
  const attn_multi_head_parameters *p = m->parameters;
  const uint32_t H = m->sizes->H, Hkv = m->sizes->Hkv, S = m->sizes->S, D = m->sizes->D;
  if (H == 0 || D % H != 0 || Hkv == 0 || H % Hkv != 0) return ATTN_ERROR_SIZE;
  if (m->cache != NULL && !cache_fits(m->cache, S)) return ATTN_ERROR_SIZE;
  if (!is_dtype(p->dtype)) return ATTN_ERROR_OPTION;
  if (m->cache != NULL && !is_dtype(m->cache->dtype)) return ATTN_ERROR_OPTION;
  if (m->sizes->N == 0 || p->rotary_theta == 0.0F) return ATTN_OK;
  const attn_status status =
      check_rotation(D / H, p->rotary_width, p->rotary_theta, p->rotary_pairs, UNSCALED);
  if (status != ATTN_OK) return status;
  return m->sizes->L > S ? ATTN_ERROR_SIZE : ATTN_OK;
}

static attn_status check_lengths(const multi_head *m) {
  if (!is_uneven(m)) return ATTN_OK;
  if (m->trace != NULL) return ATTN_ERROR_OPTION;
  const uint32_t least = m->parameters->rotary_theta != 0.0F ? m->sizes->L : 0;
  for (uint32_t n = 0; n < m->sizes->N; n++) {
    const bool fits = m->cache->lengths[n] <= m->cache->length && keys_of_item(m, n) >= least;
    if (!fits) return ATTN_ERROR_SIZE;
  }
  return ATTN_OK;
}

static void list_multi_head_inputs(guard *g, const multi_head *m) {
  const attn_multi_head_parameters *p = m->parameters;
  const uint32_t N = m->sizes->N, L = m->sizes->L, D = m->sizes->D;
  const uint32_t Kdim = m->sizes->Kdim, Vdim = m->sizes->Vdim;
  const uint32_t Dkv = m->sizes->Hkv * (D / m->sizes->H);
  const uint32_t fresh = new_positions(m->sizes, m->cache);
  list_input(g, m->query, count_product3(N, L, D), sizeof(float));
  list_input(g, m->key, count_product3(N, fresh, Kdim), sizeof(float));
  list_input(g, m->value, count_product3(N, fresh, Vdim), sizeof(float));
  list_input(g, p->q_weight, packed_count_of(p->dtype, D, D), sizeof(float));
  list_input(g, p->k_weight, packed_count_of(p->dtype, Kdim, Dkv), sizeof(float));
  list_input(g, p->v_weight, packed_count_of(p->dtype, Vdim, Dkv), sizeof(float));
  list_input(g, p->out_weight, packed_count_of(p->dtype, D, D), sizeof(float));
  list_optional_input(g, p->q_bias, D, sizeof(float));
  list_optional_input(g, p->k_bias, Dkv, sizeof(float));
  list_optional_input(g, p->v_bias, Dkv, sizeof(float));
  list_optional_input(g, p->out_bias, D, sizeof(float));
}

static void list_multi_head_outputs(guard *g, const multi_head *m) {
  const attn_multi_head_trace *trace = m->trace;
  const uint32_t N = m->sizes->N, H = m->sizes->H, Hkv = m->sizes->Hkv;
  const uint32_t L = m->sizes->L, S = m->sizes->S, D = m->sizes->D;
  const uint32_t d = D / H, Dkv = Hkv * d;
  const uint64_t rows = count_product3(N, H, L);
  if (m->cache != NULL) {
    list_optional_input(g, m->cache->lengths, N, sizeof(uint32_t));
    const uint64_t count = cache_count(m->cache->dtype, N, Hkv, d, m->cache->capacity);
    list_output(g, m->cache->data, count);
  }
  list_output(g, m->output, count_product3(N, L, D));
  list_optional_output(g, m->weights, count_product(rows, S));
  if (trace == NULL) return;
  list_trace(g, &trace->attention, rows, S);
  list_optional_output(g, trace->q, count_product3(N, L, D));
  list_optional_output(g, trace->k, count_product3(N, S, Dkv));
  list_optional_output(g, trace->v, count_product3(N, S, Dkv));
  list_optional_output(g, trace->heads, count_product3(N, L, D));
  list_optional_output(g, trace->concatenated, count_product3(N, L, D));
  list_optional_output(g, trace->head_contributions, count_product(rows, D));
}

// The steps have one caller each: inlined, they share its sizes.

// The parts of the workspace.
typedef struct projections {
  float *q;              // (N, L, D)
  float *k, *v;          // (N, fresh, Dkv)
  float *concatenated;   // (N, L, D)
  float *head_workspace; // of one head
} projections;

// Rotates the heads of projected rows in place. The rows of an item are those of its last keys.
static void turn_heads(const multi_head *m, uint32_t H, uint32_t rows, float *projected,
                       float *turns) {
  const attn_multi_head_parameters *p = m->parameters;
  const uint32_t width = p->rotary_width, d = m->sizes->D / m->sizes->H;
  for (uint32_t n = 0; n < m->sizes->N; n++) {
    if (n == 0 || is_uneven(m)) {
      write_turns(NULL, keys_of_item(m, n) - rows, rows, width, p->rotary_theta, UNSCALED, turns);
    }
    for (size_t i = 0; i < rows; i++) {
      for (size_t h = 0; h < H; h++, projected += d) {
        turn_vector(projected, turns + i * width, width, p->rotary_pairs, projected);
      }
    }
  }
}

ALWAYS_INLINE projections project_inputs(const multi_head *m, float *workspace) {
  const attn_multi_head_parameters *p = m->parameters;
  const uint32_t N = m->sizes->N, L = m->sizes->L, D = m->sizes->D;
  const uint32_t Kdim = m->sizes->Kdim, Vdim = m->sizes->Vdim, Hkv = m->sizes->Hkv;
  const uint32_t d = D / m->sizes->H, Dkv = Hkv * d;
  const uint32_t fresh = new_positions(m->sizes, m->cache);
  float *q = output_start(workspace);
  float *k = q + (size_t)N * L * D;
  float *v = k + (size_t)N * fresh * Dkv;
  float *concatenated = v + (size_t)N * fresh * Dkv;
  float *rest = concatenated + (size_t)N * L * D;
  const attn_dtype dtype = p->dtype;
  project(m->query, packed_panels_of(dtype, p->q_weight, D), p->q_bias, N * L, D, D, q);
  project(m->key, packed_panels_of(dtype, p->k_weight, Kdim), p->k_bias, N * fresh, Dkv, Kdim, k);
  project(m->value, packed_panels_of(dtype, p->v_weight, Vdim), p->v_bias, N * fresh, Dkv, Vdim, v);
  if (p->rotary_theta != 0.0F) {
    turn_heads(m, m->sizes->H, L, q, rest);
    turn_heads(m, Hkv, fresh, k, rest);
  }
  return (projections){q, k, v, concatenated, rest};
}

// Packs the keys and values of a head of keys, or appends them to the cache.
ALWAYS_INLINE packed_head pack_key_head(const multi_head *m, const projections *to, uint32_t n,
                                        uint32_t h, uint32_t key_count) {
  const uint32_t S = m->sizes->S, Hkv = m->sizes->Hkv, d = m->sizes->D / m->sizes->H;
  const uint32_t queries = m->sizes->H / Hkv * m->sizes->L;
  const uint32_t fresh = new_positions(m->sizes, m->cache);
  const size_t Dkv = (size_t)Hkv * d;
  const size_t first = (size_t)n * fresh * Dkv + (size_t)h * d;
  const strided keys = {to->k + first, Dkv};
  const strided values = {to->v + first, Dkv};
  if (m->cache == NULL) return pack_head(keys, values, queries, S, d, d, to->head_workspace);
  const size_t index = (size_t)n * Hkv + h;
  const cached_head cached = cached_head_at(m->cache, d, index);
  append_to_cache(&cached, key_count - fresh, keys, values, fresh);
  if (m->trace != NULL) trace_cached_head(&cached, S, index, m->trace);
  return (packed_head){
      .E = d,
      .packed_keys = packed_panels_of(cached.dtype, cached.keys, d),
      .values = packed_panels_of(cached.dtype, cached.values, cached.capacity),
      .block = to->head_workspace,
  };
}

// Moves adjacent rows of weights to a stride of S, the last row first, and fills them up with 0.
static void spread_rows(float *weights, uint32_t L, uint32_t keys, uint32_t S) {
  for (size_t l = L; l-- > 0;) {
    memmove(weights + l * S, weights + l * keys, keys * sizeof(float)); // they may overlap
    zero_floats(weights + l * S + keys, S - keys);
  }
}

// Each head attends with its d columns and writes its output next to those of the others.
ALWAYS_INLINE void attend_heads(const multi_head *m, const projections *to) {
  const uint32_t N = m->sizes->N, H = m->sizes->H, L = m->sizes->L, S = m->sizes->S;
  const uint32_t D = m->sizes->D, d = D / H;
  const uint32_t group = H / m->sizes->Hkv; // query heads for each key head
  packed_head packed = {.E = d};
  for (uint32_t n = 0; n < N; n++) {
    const uint32_t keys = keys_of_item(m, n);
    // The padding of item n begins after n * S keys, and a head of `keys` keys skips only n * keys.
    attn_options options = *m->options;
    if (options.key_padding != NULL) options.key_padding += (size_t)n * (S - keys);
    for (uint32_t h = 0; h < H; h++) {
      // The heads of a group are adjacent.
      if (h % group == 0) packed = pack_key_head(m, to, n, h / group, keys);
      const size_t queries = (size_t)n * L * D + (size_t)h * d;
      const size_t index = (size_t)n * H + h;
      const attention_head head = {
          .options = &options,
          .n = n,
          .h = h,
          .L = L,
          .S = keys,
          .Ev = d,
          .first_row = (uint32_t)(index * L),
          .values = packed.values,
          .weights = m->weights == NULL ? NULL : m->weights + index * L * S,
          .trace = m->trace == NULL ? NULL : &m->trace->attention,
          .output = to->concatenated + queries,
          .output_stride = D,
      };
      dot_product_attention((strided){to->q + queries, D}, &packed, &head);
      if (head.weights != NULL && keys < S) spread_rows(head.weights, L, keys, S);
    }
  }
}

ALWAYS_INLINE void write_heads(const multi_head *m, const projections *to,
                               panel_matrix out_weight) {
  const attn_multi_head_trace *trace = m->trace;
  const uint32_t N = m->sizes->N, H = m->sizes->H, Hkv = m->sizes->Hkv;
  const uint32_t L = m->sizes->L, S = m->sizes->S, D = m->sizes->D, d = D / H;
  split_heads(to->q, N, L, H, d, trace->q);
  if (m->cache == NULL) {
    split_heads(to->k, N, S, Hkv, d, trace->k);
    split_heads(to->v, N, S, Hkv, d, trace->v);
  }
  split_heads(to->concatenated, N, L, H, d, trace->heads);
  write_trace(trace->concatenated, to->concatenated, (size_t)N * L * D);
  if (trace->head_contributions != NULL) {
    write_contributions(to->concatenated, out_weight, N, H, L, D, trace->head_contributions);
  }
}

attn_status attn_multi_head_attention(const float *query, const float *key, const float *value,
                                      const attn_multi_head_parameters *parameters,
                                      const attn_multi_head_sizes *sizes,
                                      const attn_options *options, const attn_cache *cache,
                                      float *output, float *weights,
                                      const attn_multi_head_trace *trace, float *workspace,
                                      uint32_t workspace_size) {
  multi_head m = {
      .query = query,
      .key = key,
      .value = value,
      .parameters = parameters,
      .sizes = sizes,
      .options = options,
      .cache = cache,
      .output = output,
      .trace = trace,
  };
  m.weights = weights; // within the braces, clang-tidy would ask for a pointer to const
  guard g;
  start_guard(&g);
  attn_status status = take_multi_head_structs(&g, &m);
  if (status == ATTN_OK) status = check_multi_head_sizes(&m);
  if (status != ATTN_OK || sizes->N == 0) return status;
  const uint32_t N = sizes->N, H = sizes->H, L = sizes->L, D = sizes->D;
  status = check_options(options, N, H, L, sizes->S, &g);
  if (status != ATTN_OK) return status;
  list_multi_head_inputs(&g, &m);
  list_multi_head_outputs(&g, &m);
  status = check_with_workspace(&g, count_product3(N, H, L), workspace, workspace_size,
                                multi_head_count(sizes, cache));
  if (status != ATTN_OK || !has_output(&g)) return status;
  status = check_lengths(&m);
  if (status != ATTN_OK) return status;

  // 1. Project.
  const projections projected = project_inputs(&m, workspace);
  // 2. Attend.
  attend_heads(&m, &projected);
  // 3. Mix the heads.
  const panel_matrix out_weight = packed_panels_of(parameters->dtype, parameters->out_weight, D);
  project(projected.concatenated, out_weight, parameters->out_bias, N * L, D, D, output);
  if (trace != NULL) write_heads(&m, &projected, out_weight);
  return ATTN_OK;
}
