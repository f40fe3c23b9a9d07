// attn_multi_head_attention, attn_cache_size: a call, the same in two
// with a cache, items of different lengths, both of grouped heads, and both with 16 bits a number.
#include <string.h>

#include "../native/rows.h"
#include "attended.h"

typedef attn_multi_head_sizes sizes;

typedef struct layer {
  const float *q_weight, *k_weight, *v_weight, *out_weight;
  attn_multi_head_parameters packed;
} layer;

static const float *pack(const float *weight, uint32_t out, uint32_t in) {
  float *packed = block(attn_packed_size(out, in, ATTN_FLOAT32));
  require(attn_pack_weight(weight, out, in, packed, ATTN_FLOAT32) == ATTN_OK,
          "a weight is refused");
  return packed;
}

static layer next_layer(input *in, kind kind, const sizes *s) {
  const uint8_t biases = next_byte(in);
  layer l = {
      .q_weight = next_floats(in, kind, (wide)s->D * s->D),
      .k_weight = next_floats(in, kind, (wide)s->D * s->Kdim),
      .v_weight = next_floats(in, kind, (wide)s->D * s->Vdim),
      .out_weight = next_floats(in, kind, (wide)s->D * s->D),
  };
  l.packed = (attn_multi_head_parameters){
      .q_weight = pack(l.q_weight, s->D, s->D),
      .k_weight = pack(l.k_weight, s->D, s->Kdim),
      .v_weight = pack(l.v_weight, s->D, s->Vdim),
      .out_weight = pack(l.out_weight, s->D, s->D),
      .q_bias = (biases & 1U) != 0 ? next_floats(in, kind, s->D) : NULL,
      .k_bias = (biases & 2U) != 0 ? next_floats(in, kind, s->D) : NULL,
      .v_bias = (biases & 4U) != 0 ? next_floats(in, kind, s->D) : NULL,
      .out_bias = (biases & 8U) != 0 ? next_floats(in, kind, s->D) : NULL,
  };
  return l;
}

// (N, rows, D) to (N, H, rows, d)
static judged *split(const judged *from, const sizes *s, size_t rows) {
  const size_t d = s->D / s->H;
  judged *to = take_judged((wide)s->N * rows * s->D);
  for (size_t i = 0; i < s->N * rows * s->D; i++) {
    const size_t n = i / s->D / rows, row = i / s->D % rows, h = i % s->D / d;
    to[((n * s->H + h) * rows + row) * d + i % d] = from[i];
  }
  return to;
}

static judged *merge(const judged *from, const sizes *s) {
  const size_t d = s->D / s->H, L = s->L;
  judged *to = take_judged((wide)s->N * L * s->D);
  for (size_t i = 0; i < s->N * L * s->D; i++) {
    const size_t n = i / s->D / L, row = i / s->D % L, h = i % s->D / d;
    to[i] = from[((n * s->H + h) * L + row) * d + i % d];
  }
  return to;
}

static void judge(const sizes *s, const layer *l, const attn_options *options, const wanted *is,
                  const float *query, const float *key, const float *value, const float *output) {
  const size_t rows = (size_t)s->N * s->L, keys = (size_t)s->N * s->S, D = s->D, d = D / s->H;
  const judged *q = split(
      judge_linear(judge_floats(query, (wide)rows * D), l->q_weight, l->packed.q_bias, rows, D, D),
      s, s->L);
  const judged *k = split(judge_linear(judge_floats(key, (wide)keys * s->Kdim), l->k_weight,
                                       l->packed.k_bias, keys, D, s->Kdim),
                          s, s->S);
  const judged *v = split(judge_linear(judge_floats(value, (wide)keys * s->Vdim), l->v_weight,
                                       l->packed.v_bias, keys, D, s->Vdim),
                          s, s->S);
  judged *scores = take_judged((wide)s->H * rows * s->S);
  for (size_t i = 0; i < s->H * rows * s->S; i++) {
    const size_t row = i / s->S, head = row / s->L;
    scores[i] = judge_dot(q + row * d, k + (head * s->S + i % s->S) * d, d);
  }
  const shape shape = {s->N, s->H, s->H, s->L, s->S, d};
  const judged *heads = compare_attended(is, shape, options, scores, v);
  compare(output, judge_linear(merge(heads, s), l->out_weight, l->packed.out_bias, rows, D, D),
          (wide)rows * D, "output");
}

static const float *take_rows(const float *data, size_t N, size_t S, size_t first, size_t count,
                              size_t width) {
  float *rows = block(N * count * width * sizeof(float));
  return copy_rows(rows, data, N, S, first, count, width);
}

// Takes memory for a cache, and appends the first `length` positions without queries. Returns false
// if the cache is too large.
static bool fill_cache(const sizes *s, const layer *l, const float *key, const float *value,
                       uint32_t length, attn_cache *cache) {
  const uint32_t Dkv = s->D / s->H * s->Hkv;
  const uint32_t bytes = attn_cache_size(s->N, s->Hkv, Dkv, cache->capacity, cache->dtype);
  if (bytes == UINT32_MAX || bytes > 1 << 18) return false;
  cache->data = block(bytes);
  sizes part = *s;
  part.L = 0;
  part.S = length;
  const attn_options none = {.scale = 1.0F};
  const uint32_t size = attn_multi_head_workspace(&part, cache);
  require(attn_multi_head_attention(NULL, take_rows(key, s->N, s->S, 0, length, s->Kdim),
                                    take_rows(value, s->N, s->S, 0, length, s->Vdim), &l->packed,
                                    &part, &none, cache, NULL, NULL, NULL, block(size),
                                    size) == ATTN_OK,
          "the first positions of a cache are refused");
  cache->length = length;
  return true;
}

// The first `length` positions in one call without queries, the others in the next. NULL: the cache
// is too large.
static const float *attend_cached(const sizes *s, const layer *l, const attn_options *options,
                                  const float *query, const float *key, const float *value,
                                  attn_cache cache, uint32_t length) {
  if (!fill_cache(s, l, key, value, length, &cache)) return NULL;
  const uint32_t size = attn_multi_head_workspace(s, &cache);
  const uint32_t rest = s->S - length;
  float *output = block((size_t)s->N * s->L * s->D * sizeof(float));
  require(attn_multi_head_attention(query, take_rows(key, s->N, s->S, length, rest, s->Kdim),
                                    take_rows(value, s->N, s->S, length, rest, s->Vdim), &l->packed,
                                    s, options, &cache, output, NULL, NULL, block(size),
                                    size) == ATTN_OK,
          "a call with a cache is refused");
  return output;
}

static void compare_cached(input *in, const sizes *s, const layer *l, const attn_options *options,
                           const float *query, const float *key, const float *value,
                           const float *expected) {
  const uint32_t length = next_byte(in) % (s->S + 1);
  const attn_cache cache = {.capacity = s->S + next_byte(in) % 10};
  const float *output = attend_cached(s, l, options, query, key, value, cache, length);
  require(output == NULL || same_bits(output, expected, (wide)s->N * s->L * s->D),
          "other numbers with a cache");
}

// The options of one item of a batch.
static attn_options options_of_item(const attn_options *all, const sizes *s, uint32_t n) {
  attn_options own = *all;
  const size_t mask = (size_t)n * own.mask_strides[0];
  if (own.allowed != NULL) own.allowed += mask;
  if (own.added != NULL) own.added += mask;
  if (own.key_padding != NULL) own.key_padding += (size_t)n * s->S;
  if (own.valid_lens != NULL)
    own.valid_lens += (size_t)n * (own.valid_lens_per_query != 0 ? s->L : 1);
  return own;
}

// Items of different lengths in one call have the numbers of a call and a cache of their own.
static void compare_uneven(input *in, const sizes *s, const layer *l, const attn_options *options,
                           const float *query, const float *key, const float *value) {
  if (s->L == 0 || s->D == 0) return; // nothing to compare, of any number of items
  const uint32_t length = next_byte(in) % (s->S + 1), rest = s->S - length;
  attn_cache cache = {.capacity = s->S + next_byte(in) % 10};
  if (!fill_cache(s, l, key, value, length, &cache)) return;
  const uint32_t Dkv = s->D / s->H * s->Hkv;
  const uint32_t bytes = attn_cache_size(1, s->Hkv, Dkv, cache.capacity, cache.dtype);
  float *copy = block((size_t)s->N * bytes);
  if (bytes != 0) memcpy(copy, cache.data, (size_t)s->N * bytes);
  uint32_t *lengths = block(s->N * sizeof(uint32_t));
  bool are_right = true;
  for (uint32_t n = 0; n < s->N; n++) {
    const uint8_t byte = next_byte(in);
    lengths[n] = byte == 0xff ? length + 1 : byte % (length + 1);
    const bool is_turned = l->packed.rotary_theta != 0.0F;
    are_right = are_right && lengths[n] <= length && !(is_turned && lengths[n] + rest < s->L);
  }
  cache.lengths = lengths;
  attn_options all = *options;
  all.dropout_p = 0.0F; // which draws by the item
  const uint32_t size = attn_multi_head_workspace(s, &cache);
  const wide outputs = (wide)s->L * s->D;
  float *output = block((size_t)(s->N * outputs) * sizeof(float));
  float *weights = block((size_t)s->N * s->H * s->L * s->S * sizeof(float));
  const float *keys = take_rows(key, s->N, s->S, length, rest, s->Kdim);
  const float *values = take_rows(value, s->N, s->S, length, rest, s->Vdim);
  const attn_status status = attn_multi_head_attention(
      query, keys, values, &l->packed, s, &all, &cache, output, weights, NULL, block(size), size);
  require(status == (are_right ? ATTN_OK : ATTN_ERROR_SIZE), "another status of lengths");
  const size_t rows = (size_t)s->H * s->L;
  float *own_output = block((size_t)outputs * sizeof(float)), *workspace = block(size);
  float *own_weights = block(rows * s->S * sizeof(float));
  for (uint32_t n = 0; n < s->N && are_right; n++) {
    sizes item = *s;
    item.N = 1;
    item.S = lengths[n] + rest;
    const attn_cache own = {.data = copy + (size_t)n * bytes / sizeof(float),
                            .capacity = cache.capacity,
                            .length = lengths[n]};
    const attn_options masks = options_of_item(&all, s, n);
    const uint32_t own_size = attn_multi_head_workspace(&item, &own);
    require(own_size <= size, "an item needs more workspace than the batch");
    require(attn_multi_head_attention(
                query + (size_t)n * (size_t)outputs, keys + (size_t)n * rest * s->Kdim,
                values + (size_t)n * rest * s->Vdim, &l->packed, &item, &masks, &own, own_output,
                own_weights, NULL, workspace, own_size) == ATTN_OK,
            "a cache of its own is refused");
    require(same_bits(output + (size_t)n * (size_t)outputs, own_output, outputs),
            "other numbers of an item with its own length");
    for (size_t i = 0; i < rows * s->S; i++) {
      const size_t row = i / s->S, column = i % s->S;
      const float zero = 0.0F;
      const float *right = column < item.S ? own_weights + row * item.S + column : &zero;
      require(same_bits(weights + n * rows * s->S + i, right, 1), "another weight of an item");
    }
  }
}

// Rows that query heads of the whole layer share: those of the key head that they attend to.
static const float *repeat_rows(const float *few, const sizes *s, size_t width) {
  if (few == NULL) return NULL;
  const size_t d = s->D / s->H;
  float *rows = block(s->D * width * sizeof(float));
  for (size_t row = 0; row < s->D && width != 0; row++) {
    const size_t from = (row / d * s->Hkv / s->H) * d + row % d;
    memcpy(rows + row * width, few + from * width, width * sizeof(float));
  }
  return rows;
}

static const float *attend_with(const sizes *s, const layer *l, const attn_options *options,
                                const float *query, const float *key, const float *value) {
  float *output = block((size_t)s->N * s->L * s->D * sizeof(float));
  const uint32_t size = attn_multi_head_workspace(s, NULL);
  require(attn_multi_head_attention(query, key, value, &l->packed, s, options, NULL, output, NULL,
                                    NULL, block(size), size) == ATTN_OK,
          "a layer of fewer heads or with positions is refused");
  return output;
}

// A layer of fewer key heads gives the numbers of one whose heads of a group have the same weights,
// turned or not, at once or with a cache.
static void compare_grouped(input *in, const sizes *s, const layer *l, const attn_options *options,
                            const float *query, const float *key, const float *value) {
  sizes few = *s;
  few.Hkv = next_byte(in) % s->H + 1;
  while (s->H % few.Hkv != 0) few.Hkv--;
  const uint32_t d = s->D / s->H, Dkv = d * few.Hkv;
  layer grouped = *l;
  if (s->L <= s->S && next_byte(in) % 2 == 0) {
    grouped.packed.rotary_theta = 1.0F + (float)next_byte(in);
    grouped.packed.rotary_width = next_byte(in) % (d / 2 + 1) * 2;
    grouped.packed.rotary_pairs = next_byte(in) % 2 == 0 ? ATTN_PAIRS_HALF : ATTN_PAIRS_INTERLEAVED;
  }
  layer whole = grouped;
  grouped.packed.k_weight = pack(l->k_weight, Dkv, s->Kdim);
  grouped.packed.v_weight = pack(l->v_weight, Dkv, s->Vdim);
  whole.packed.k_weight = pack(repeat_rows(l->k_weight, &few, s->Kdim), s->D, s->Kdim);
  whole.packed.v_weight = pack(repeat_rows(l->v_weight, &few, s->Vdim), s->D, s->Vdim);
  whole.packed.k_bias = repeat_rows(l->packed.k_bias, &few, 1);
  whole.packed.v_bias = repeat_rows(l->packed.v_bias, &few, 1);
  const float *expected = attend_with(s, &whole, options, query, key, value);
  const float *output = attend_with(&few, &grouped, options, query, key, value);
  require(same_bits(output, expected, (wide)s->N * s->L * s->D), "other numbers of grouped heads");
  compare_cached(in, &few, &grouped, options, query, key, value, output);
  compare_uneven(in, &few, &grouped, options, query, key, value);
}

// A weight as it is and packed with 16 bits a number, and rounded and packed as float32.
static void pack_both(attn_dtype dtype, const float *weight, uint32_t out, uint32_t in,
                      const float **narrow, const float **rounded) {
  float *packed = block(attn_packed_size(out, in, dtype));
  require(attn_pack_weight(weight, out, in, packed, dtype) == ATTN_OK, "a weight is refused");
  *narrow = packed;
  float *copy = block((size_t)out * in * sizeof(float));
  for (size_t i = 0; i < (size_t)out * in; i++) copy[i] = round_to_half(dtype, weight[i]);
  *rounded = pack(copy, out, in);
}

// A layer with 16 bits a number gives the numbers of rounded weights, and such a cache the same
// numbers, however it is filled.
static void compare_narrow(attn_dtype dtype, input *in, const sizes *s, const layer *l,
                           const attn_options *options, const float *query, const float *key,
                           const float *value) {
  layer narrow = *l, rounded = *l;
  narrow.packed.dtype = dtype;
  pack_both(dtype, l->q_weight, s->D, s->D, &narrow.packed.q_weight, &rounded.packed.q_weight);
  pack_both(dtype, l->k_weight, s->D, s->Kdim, &narrow.packed.k_weight, &rounded.packed.k_weight);
  pack_both(dtype, l->v_weight, s->D, s->Vdim, &narrow.packed.v_weight, &rounded.packed.v_weight);
  pack_both(dtype, l->out_weight, s->D, s->D, &narrow.packed.out_weight,
            &rounded.packed.out_weight);
  const wide count = (wide)s->N * s->L * s->D;
  const float *expected = attend_with(s, &rounded, options, query, key, value);
  require(same_bits(attend_with(s, &narrow, options, query, key, value), expected, count),
          "other numbers of narrow weights");
  compare_cached(in, s, &narrow, options, query, key, value, expected);
  const attn_cache cache = {.capacity = s->S + next_byte(in) % 10, .dtype = dtype};
  const uint32_t length = next_byte(in) % (s->S + 1);
  expected = attend_cached(s, &rounded, options, query, key, value, cache, 0);
  if (expected == NULL) return;
  require(same_bits(attend_cached(s, &narrow, options, query, key, value, cache, length), expected,
                    count),
          "other numbers of a narrow cache that is filled in pieces");
}

static void refuse(input *in, const sizes *s, const attn_options *options) {
  const float *any = vast();
  const attn_multi_head_parameters vague = {
      any, any, any, any, NULL, NULL, NULL, NULL, 0.0F, 0, ATTN_PAIRS_HALF, ATTN_FLOAT32};
  const attn_cache cache = {.capacity = next_size(in), .length = next_size(in)};
  const bool has_cache = next_byte(in) % 2 == 0;
  const bool is_right = s->H != 0 && s->D % s->H == 0 &&
                        (!has_cache || (cache.length <= s->S && s->S <= cache.capacity));
  const attn_status status = attn_multi_head_attention(
      any, any, any, &vague, s, options, has_cache ? &cache : NULL, NULL, NULL, NULL, NULL, 0);
  require(is_right || status == ATTN_ERROR_SIZE, "sizes that do not fit are accepted");
  const bool has_output = s->N != 0 && s->D != 0 && s->L != 0;
  require(status != ATTN_OK || !has_output, "an output without a place is written");
}

void fuzz_multi_head(input *in) {
  sizes s = {.N = next_heads(in), .H = next_heads(in), .L = next_size(in), .S = next_size(in)};
  s.Hkv = s.H;
  const uint32_t d = next_size(in);
  s.D = next_byte(in) < 240 ? d % 4096 * s.H : d;
  s.Kdim = next_size(in);
  s.Vdim = next_size(in);
  const drawn_options drawn = next_options(in, s.N, s.H, s.L, s.S);
  const wide rows = (wide)s.N * s.L, keys = (wide)s.N * s.S, D = s.D;
  const wide weight = D + 8;
  const wide counts[] = {rows * D,        keys * s.Kdim,     keys * s.Vdim, weight * D,
                         weight * s.Kdim, weight * s.Vdim,   rows * s.H,    keys * s.H,
                         keys * D,        (wide)s.N * D * 10};
  const bool is_small = fits(counts, 10, 0) && rows * s.H * s.S <= MOST_ELEMENTS;
  const wide work = is_small
                        ? rows * D * (2 * D + 2 * (wide)s.S) + keys * D * ((wide)s.Kdim + s.Vdim)
                        : MOST_WORK + 1;
  if (!is_small || work > MOST_WORK || s.N == 0 || s.H == 0 || s.D % s.H != 0) {
    refuse(in, &s, &drawn.options);
    return;
  }
  const uint32_t size = attn_multi_head_workspace(&s, NULL);
  require(size != UINT32_MAX, "a small call has no workspace");
  const kind kind = next_kind(in);
  const float *query = next_floats(in, kind, counts[0]);
  const float *key = next_floats(in, kind, counts[1]);
  const float *value = next_floats(in, kind, counts[2]);
  const layer l = next_layer(in, kind, &s);
  const float *right[] = {query, key, value};
  const float **inputs[] = {&query, &key, &value};
  const wanted is = next_wanted(in, &drawn.options, rows * s.H, s.S);
  attn_multi_head_trace trace = {.attention = is.trace};
  const uint8_t more = is.has_trace ? next_byte(in) : 0;
  if ((more & 1U) != 0) trace.q = block((size_t)counts[0] * sizeof(float));
  if ((more & 2U) != 0) trace.k = block((size_t)counts[8] * sizeof(float));
  if ((more & 4U) != 0) trace.v = block((size_t)counts[8] * sizeof(float));
  if ((more & 8U) != 0) trace.heads = block((size_t)counts[0] * sizeof(float));
  if ((more & 16U) != 0) trace.concatenated = block((size_t)counts[0] * sizeof(float));
  if ((more & 32U) != 0) trace.head_contributions = block((size_t)counts[0] * s.H * sizeof(float));
  float *own = block((size_t)counts[0] * sizeof(float));
  float *output = own;
  attn_status expected = spoil_one(in, inputs, counts, 3, &output, counts[0]);
  const attn_options *options = spoil_options(in, &drawn, &expected);
  const attn_status status =
      attn_multi_head_attention(query, key, value, &l.packed, &s, options, NULL, output, is.weights,
                                is.has_trace ? &trace : NULL, block(size), size);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[0]), "a refused call has written");
    return;
  }
  compare_cached(in, &s, &l, &drawn.options, query, key, value, output);
  compare_grouped(in, &s, &l, &drawn.options, query, key, value);
  compare_narrow(ATTN_BFLOAT16, in, &s, &l, &drawn.options, query, key, value);
  compare_narrow(ATTN_FLOAT16, in, &s, &l, &drawn.options, query, key, value);
  if (kind == KIND_ANY) return;
  judge(&s, &l, &drawn.options, &is, right[0], right[1], right[2], output);
}
