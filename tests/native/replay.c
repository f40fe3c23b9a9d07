// Replays calls that come on stdin and writes what they give to stdout, so that the same C can be
// compared with the wasm, and watched by sanitizers: each array has a block of its exact size.
//
// Input: words of 32 bits, little-endian, call after call until the end.
//   operation   0 linear, 1 softmax, 2 scaled dot product, 3 additive, 4 multi-head, 5 embedding,
//               6 layer norm, 7 RMS norm, 8 activation, 9 rotary positions
//   sizes       9 words: those of the entry point in the header's order, then zeros; the ninth of
//               multi-head is how many positions an earlier call puts into a cache, 0 for no cache
//   wants       1 = weights, 2 = trace, 3 = both, 0 = neither
//   options     of 1 to 4: the members of attn_options that are no pointers, in their order;
//               then the arrays allowed, added, key_padding, valid_lens and sinks
//   arrays      inputs and parameters in the header's order, weights (out, in) as yet unpacked
// An array is its number of elements and the elements, nothing between them; UINT32_MAX is a null.
//
// Output: for each call the status, the number of outputs and the outputs: output, weights, then
// the members of the trace, as arrays of floats. What the core leaves unwritten is NaN.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "rows.h"

#define MAX_BLOCKS 64

typedef struct array {
  float *data;
  size_t count;
} array;

typedef struct replay {
  uint32_t sizes[9];
  bool wants_weights, wants_trace;
  attn_options options;
  void *blocks[MAX_BLOCKS]; // what one call has taken
  uint32_t block_count;
  array outputs[MAX_BLOCKS];
  uint32_t output_count;
} replay;

static void fail(const char *why) {
  (void)fprintf(stderr, "replay: %s\n", why);
  exit(EXIT_FAILURE);
}

static void read_exactly(void *to, size_t bytes) {
  if (bytes != 0 && fread(to, bytes, 1, stdin) != 1) fail("the input ends inside a call");
}

static uint32_t read_word(void) {
  uint32_t word = 0;
  read_exactly(&word, sizeof(word));
  return word;
}

static void write_words(const void *from, size_t count) {
  if (count == 0) return; // then `from` may be NULL
  if (fwrite(from, sizeof(uint32_t), count, stdout) != count) fail("the output is closed");
}

// All bits of the block are set: floats that nobody writes are NaN. Of no bytes it is NULL, so that
// the sanitizers see what is done with the address of an empty array.
static void *take(replay *r, size_t bytes) {
  if (bytes == 0) return NULL;
  void *block = malloc(bytes);
  if (block == NULL || r->block_count == MAX_BLOCKS) {
    free(block);
    fail("no more memory");
    return NULL;
  }
  memset(block, 0xff, bytes);
  r->blocks[r->block_count++] = block;
  return block;
}

static void *read_array(replay *r, size_t unit) {
  const uint32_t count = read_word();
  if (count == UINT32_MAX) return NULL;
  void *block = take(r, count * unit);
  read_exactly(block, count * unit);
  return block;
}

static const float *read_floats(replay *r) { return read_array(r, sizeof(float)); }

static const float *read_packed(replay *r, uint32_t out, uint32_t in) {
  const float *weight = read_floats(r);
  float *packed = take(r, attn_packed_size(out, in, ATTN_FLOAT32));
  if (attn_pack_weight(weight, out, in, packed, ATTN_FLOAT32) != ATTN_OK)
    fail("a weight is refused");
  return packed;
}

static float *take_output(replay *r, size_t count, bool is_wanted) {
  if (!is_wanted) return NULL;
  float *data = take(r, count * sizeof(float));
  r->outputs[r->output_count++] = (array){data, count};
  return data;
}

static attn_trace take_trace(replay *r, size_t rows, size_t S) {
  attn_trace trace = {.scores = take_output(r, rows * S, true)};
  trace.scaled_scores = take_output(r, rows * S, true);
  trace.masked_scores = take_output(r, rows * S, true);
  trace.row_max = take_output(r, rows, true);
  trace.exponentials = take_output(r, rows * S, true);
  trace.row_sum = take_output(r, rows, true);
  trace.weights = take_output(r, rows * S, true);
  trace.dropped = take_output(r, rows * S, r->options.dropout_p > 0.0F);
  return trace;
}

static void read_options(replay *r) {
  attn_options *o = &r->options;
  read_exactly(o->mask_strides, sizeof(o->mask_strides));
  o->valid_lens_per_query = read_word();
  o->causal = read_word();
  read_exactly(&o->scale, sizeof(o->scale));
  read_exactly(&o->mask_fill, sizeof(o->mask_fill));
  o->empty_row_is_nan = read_word();
  read_exactly(&o->dropout_p, sizeof(o->dropout_p));
  o->dropout_seed = read_word();
  read_exactly(&o->softcap, sizeof(o->softcap));
  o->allowed = read_array(r, sizeof(uint8_t));
  o->added = read_array(r, sizeof(float));
  o->key_padding = read_array(r, sizeof(uint8_t));
  o->valid_lens = read_array(r, sizeof(int32_t));
  o->sinks = read_floats(r);
}

static attn_status replay_linear(replay *r) {
  const uint32_t rows = r->sizes[0], out = r->sizes[1], in = r->sizes[2];
  const float *input = read_floats(r);
  const float *packed = read_packed(r, out, in);
  const float *bias = read_floats(r);
  return attn_linear(input, packed, bias, rows, out, in, take_output(r, (size_t)rows * out, true),
                     ATTN_FLOAT32);
}

static attn_status replay_softmax(replay *r) {
  const uint32_t N = r->sizes[0], H = r->sizes[1], L = r->sizes[2], S = r->sizes[3];
  const uint32_t inner = r->sizes[4], workspace_size = attn_softmax_workspace(S, inner);
  read_options(r);
  const float *input = read_floats(r);
  float *output = take_output(r, (size_t)N * H * L * S * inner, true);
  return attn_softmax(input, N, H, L, S, inner, &r->options, output, take(r, workspace_size),
                      workspace_size);
}

static attn_status replay_scaled_dot_product(replay *r) {
  attn_scaled_dot_product_sizes sizes;
  memcpy(&sizes, r->sizes, sizeof(sizes));
  const uint32_t workspace_size = attn_scaled_dot_product_workspace(&sizes);
  read_options(r);
  const float *query = read_floats(r);
  const float *key = read_floats(r);
  const float *value = read_floats(r);
  const size_t rows = (size_t)sizes.N * sizes.H * sizes.L;
  float *output = take_output(r, rows * sizes.Ev, true);
  float *weights = take_output(r, rows * sizes.S, r->wants_weights);
  attn_trace trace = {.scores = NULL};
  if (r->wants_trace) trace = take_trace(r, rows, sizes.S);
  return attn_scaled_dot_product_attention(query, key, value, &sizes, &r->options, output, weights,
                                           r->wants_trace ? &trace : NULL, take(r, workspace_size),
                                           workspace_size);
}

static attn_status replay_additive(replay *r) {
  const uint32_t *word = r->sizes;
  const uint32_t Q = word[3], K = word[4], A = word[6];
  const attn_additive_sizes sizes = {word[0], word[1], word[2], word[5], A};
  const uint32_t S = sizes.S;
  const uint32_t workspace_size = attn_additive_workspace(&sizes);
  read_options(r);
  const float *queries = read_floats(r);
  const float *keys = read_floats(r);
  const float *values = read_floats(r);
  const float *wq = read_packed(r, A, Q), *wk = read_packed(r, A, K), *wv = read_floats(r);
  const size_t rows = (size_t)sizes.N * sizes.L, key_rows = (size_t)sizes.N * S;
  float *output = take_output(r, rows * sizes.Ev, true);
  float *weights = take_output(r, rows * S, r->wants_weights);
  attn_additive_trace trace = {.features = NULL};
  if (r->wants_trace) {
    trace.attention = take_trace(r, rows, S);
    trace.features = take_output(r, rows * S * A, true);
  }
  float *asked =
      r->wants_trace ? take_output(r, rows * A, true) : take(r, rows * A * sizeof(float));
  float *kept =
      r->wants_trace ? take_output(r, key_rows * A, true) : take(r, key_rows * A * sizeof(float));
  if (attn_linear(queries, wq, NULL, (uint32_t)rows, A, Q, asked, ATTN_FLOAT32) != ATTN_OK ||
      attn_linear(keys, wk, NULL, (uint32_t)key_rows, A, K, kept, ATTN_FLOAT32) != ATTN_OK) {
    fail("a projection is refused");
  }
  return attn_additive_attention(asked, kept, values, wv, &sizes, &r->options, output, weights,
                                 r->wants_trace ? &trace : NULL, take(r, workspace_size),
                                 workspace_size);
}

static const float *take_rows(replay *r, const float *data, size_t N, size_t S, size_t first,
                              size_t count, size_t width) {
  float *rows = take(r, N * count * width * sizeof(float));
  return copy_rows(rows, data, N, S, first, count, width);
}

// Puts the first `length` positions into a cache, by a call without queries.
static attn_cache take_cache(replay *r, const attn_multi_head_parameters *parameters,
                             attn_multi_head_sizes sizes, uint32_t length, const float *key,
                             const float *value) {
  const uint32_t capacity = sizes.S + length % 3;
  const uint32_t S = sizes.S;
  attn_cache cache = {.capacity = capacity};
  const uint32_t Dkv = sizes.D / sizes.H * sizes.Hkv;
  cache.data = take(r, attn_cache_size(sizes.N, sizes.Hkv, Dkv, capacity, ATTN_FLOAT32));
  sizes.L = 0;
  sizes.S = length;
  const uint32_t workspace_size = attn_multi_head_workspace(&sizes, &cache);
  const float *first_keys = take_rows(r, key, sizes.N, S, 0, length, sizes.Kdim);
  const float *first_values = take_rows(r, value, sizes.N, S, 0, length, sizes.Vdim);
  const attn_options options = {.scale = 1.0F};
  if (attn_multi_head_attention(NULL, first_keys, first_values, parameters, &sizes, &options,
                                &cache, NULL, NULL, NULL, take(r, workspace_size),
                                workspace_size) != ATTN_OK) {
    fail("the first positions of a cache are refused");
  }
  cache.length = length;
  return cache;
}

static attn_status replay_multi_head(replay *r) {
  attn_multi_head_sizes sizes;
  memcpy(&sizes, r->sizes, sizeof(sizes));
  const uint32_t length = r->sizes[8];
  const uint32_t N = sizes.N, H = sizes.H, L = sizes.L, S = sizes.S, D = sizes.D;
  read_options(r);
  const float *query = read_floats(r);
  const float *key = read_floats(r);
  const float *value = read_floats(r);
  attn_multi_head_parameters parameters = {.q_weight = read_packed(r, D, D)};
  const uint32_t Dkv = H == 0 ? 0 : D / H * sizes.Hkv;
  parameters.k_weight = read_packed(r, Dkv, sizes.Kdim);
  parameters.v_weight = read_packed(r, Dkv, sizes.Vdim);
  parameters.out_weight = read_packed(r, D, D);
  parameters.q_bias = read_floats(r);
  parameters.k_bias = read_floats(r);
  parameters.v_bias = read_floats(r);
  parameters.out_bias = read_floats(r);
  read_exactly(&parameters.rotary_theta, sizeof(parameters.rotary_theta));
  parameters.rotary_width = read_word();
  parameters.rotary_pairs = (attn_rotary_pairs)read_word();
  const size_t rows = (size_t)N * H * L, queries = (size_t)N * L * D, keys = (size_t)N * S * Dkv;
  float *output = take_output(r, queries, true);
  float *weights = take_output(r, rows * S, r->wants_weights);
  attn_multi_head_trace trace = {.q = NULL};
  if (r->wants_trace) {
    trace.attention = take_trace(r, rows, S);
    trace.q = take_output(r, queries, true);
    trace.k = take_output(r, keys, true);
    trace.v = take_output(r, keys, true);
    trace.heads = take_output(r, queries, true);
    trace.concatenated = take_output(r, queries, true);
    trace.head_contributions = take_output(r, rows * D, true);
  }
  attn_cache cache = {.length = 0};
  if (length != 0) {
    cache = take_cache(r, &parameters, sizes, length, key, value);
    key = take_rows(r, key, N, S, length, S - length, sizes.Kdim);
    value = take_rows(r, value, N, S, length, S - length, sizes.Vdim);
  }
  const attn_cache *given = length == 0 ? NULL : &cache;
  const uint32_t workspace_size = attn_multi_head_workspace(&sizes, given);
  return attn_multi_head_attention(query, key, value, &parameters, &sizes, &r->options, given,
                                   output, weights, r->wants_trace ? &trace : NULL,
                                   take(r, workspace_size), workspace_size);
}

static attn_status replay_embedding(replay *r) {
  const uint32_t rows = r->sizes[0], V = r->sizes[1], D = r->sizes[2];
  const uint32_t *ids = read_array(r, sizeof(uint32_t));
  const float *table = read_floats(r);
  float *output = take_output(r, (size_t)rows * D, true);
  const attn_status status = attn_embedding(table, ids, rows, V, D, output);
  float *packed = take(r, attn_packed_size(V, D, ATTN_FLOAT32));
  if (status != ATTN_OK || attn_pack_weight(table, V, D, packed, ATTN_FLOAT32) != ATTN_OK)
    return status;
  const size_t bytes = (size_t)rows * D * sizeof(float);
  float *same = take(r, bytes);
  const attn_status packed_status =
      attn_packed_embedding(packed, ids, rows, V, D, same, ATTN_FLOAT32);
  if (bytes != 0 && memcmp(output, same, bytes) != 0) fail("a packed table has other rows");
  return packed_status;
}

static float read_float(void) {
  float value = 0.0F;
  read_exactly(&value, sizeof(value));
  return value;
}

static double read_double(void) {
  double value = 0.0;
  read_exactly(&value, sizeof(value));
  return value;
}

static attn_status replay_layer_norm(replay *r) {
  const uint32_t rows = r->sizes[0], D = r->sizes[1];
  const float *input = read_floats(r);
  const float *weight = read_floats(r);
  const float *bias = read_floats(r);
  const float epsilon = read_float();
  float *output = take_output(r, (size_t)rows * D, true);
  return attn_layer_norm(input, weight, bias, rows, D, epsilon, output, NULL, NULL);
}

static attn_status replay_rms_norm(replay *r) {
  const uint32_t rows = r->sizes[0], D = r->sizes[1];
  const float *input = read_floats(r);
  const float *weight = read_floats(r);
  const float epsilon = read_float();
  return attn_rms_norm(input, weight, rows, D, epsilon, take_output(r, (size_t)rows * D, true));
}

static attn_status replay_activation(replay *r) {
  const uint32_t count = r->sizes[0];
  const float *input = read_floats(r);
  return attn_activation(input, count, (attn_activation_kind)r->sizes[1],
                         take_output(r, count, true));
}

static attn_status replay_rotary(replay *r) {
  const uint32_t rows = r->sizes[0], L = r->sizes[1], E = r->sizes[2], width = r->sizes[3];
  const float *input = read_floats(r);
  const uint32_t *positions = read_array(r, sizeof(uint32_t));
  const float theta = read_float();
  const double factor = read_double(), low = read_double(), high = read_double();
  const uint32_t size = attn_rotary_workspace(L, width);
  float *output = take_output(r, (size_t)rows * L * E, true);
  return attn_rotary(input, positions, rows, L, E, width, theta, (attn_rotary_pairs)r->sizes[4],
                     factor, low, high, output, take(r, size), size);
}

static attn_status (*const operations[])(replay *) = {
    replay_linear,     replay_softmax,   replay_scaled_dot_product, replay_additive,
    replay_multi_head, replay_embedding, replay_layer_norm,         replay_rms_norm,
    replay_activation, replay_rotary,
};

int main(void) {
  uint32_t operation = 0;
  while (fread(&operation, sizeof(operation), 1, stdin) == 1) {
    if (operation >= sizeof(operations) / sizeof(operations[0])) fail("no such operation");
    replay r = {.block_count = 0};
    read_exactly(r.sizes, sizeof(r.sizes));
    const uint32_t wants = read_word();
    r.wants_weights = (wants & 1U) != 0;
    r.wants_trace = (wants & 2U) != 0;
    const uint32_t head[2] = {operations[operation](&r), r.output_count};
    write_words(head, 2);
    for (uint32_t i = 0; i < r.output_count; i++) {
      const uint32_t count = (uint32_t)r.outputs[i].count;
      write_words(&count, 1);
      write_words(r.outputs[i].data, count);
    }
    for (uint32_t i = 0; i < r.block_count; i++) free(r.blocks[i]);
  }
  return EXIT_SUCCESS;
}
