#include "mask.h"

#include "simd.h"

uint64_t mask_extent(const attn_options *options, uint32_t N, uint32_t H, uint32_t L, uint32_t S) {
  const uint32_t sizes[4] = {N, H, L, S};
  uint64_t extent = 1;
  for (int axis = 0; axis < 4; axis++) {
    extent = count_sum(extent, count_product(sizes[axis] - 1, options->mask_strides[axis]));
  }
  return extent;
}

attn_status check_options(const attn_options *options, uint32_t N, uint32_t H, uint32_t L,
                          uint32_t S, guard *g) {
  const bool is_sane = isfinite(options->scale) && options->mask_fill < INFINITY &&
                       options->dropout_p >= 0.0F && options->dropout_p <= 1.0F &&
                       options->softcap >= 0.0F && options->softcap < INFINITY &&
                       options->causal <= ATTN_CAUSAL_LOWER_RIGHT;
  if (!is_sane) return ATTN_ERROR_OPTION;
  const bool is_empty = count_product4(N, H, L, S) == 0;
  const uint64_t extent = is_empty ? 0 : mask_extent(options, N, H, L, S);
  list_optional_input(g, options->allowed, extent, sizeof(uint8_t));
  list_optional_input(g, options->added, extent, sizeof(float));
  list_optional_input(g, options->key_padding, is_empty ? 0 : count_product(N, S), sizeof(uint8_t));
  list_optional_input(g, options->valid_lens,
                      count_product(N, options->valid_lens_per_query != 0 ? L : 1),
                      sizeof(int32_t));
  list_optional_input(g, options->sinks, H, sizeof(float));
  return ATTN_OK;
}

// Returns how many keys row l sees with a causal mask.
static uint32_t causal_length(uint32_t causal, uint32_t l, uint32_t S, uint32_t L) {
  if (causal == ATTN_CAUSAL_NONE) return S;
  // Subtract L last, because S - L may be negative.
  const uint64_t end = (uint64_t)l + 1 + (causal == ATTN_CAUSAL_LOWER_RIGHT ? S : L);
  if (end >= (uint64_t)S + L) return S;
  return end > L ? (uint32_t)(end - L) : 0;
}

static uint32_t length_of_row(const attn_options *options, uint32_t n, uint32_t l, uint32_t S,
                              uint32_t L) {
  uint32_t length = causal_length(options->causal, l, S, L);
  if (options->valid_lens != NULL) {
    const size_t at = options->valid_lens_per_query != 0 ? (size_t)n * L + l : n;
    const int32_t valid = options->valid_lens[at];
    const uint32_t clamped = valid < 0 ? 0 : (uint32_t)valid;
    if (clamped < length) length = clamped;
  }
  return length;
}

// Whether a row may see fewer than S keys because of its length.
static bool has_lengths(const attn_options *options) {
  return options->causal != ATTN_CAUSAL_NONE || options->valid_lens != NULL;
}

row_mask mask_of_row(const attn_options *options, uint32_t n, uint32_t h, uint32_t l, uint32_t S,
                     uint32_t L) {
  const uint32_t *strides = options->mask_strides;
  const size_t at = (size_t)n * strides[0] + (size_t)h * strides[1] + (size_t)l * strides[2];
  return (row_mask){
      .allowed = options->allowed == NULL ? NULL : options->allowed + at,
      .added = options->added == NULL ? NULL : options->added + at,
      .step = strides[3],
      .key_padding = options->key_padding == NULL ? NULL : options->key_padding + (size_t)n * S,
      .length = length_of_row(options, n, l, S, L),
      .sink = options->sinks == NULL ? -INFINITY : options->sinks[h],
  };
}

bool sees_any(const row_mask *mask) {
  if (is_dense(mask)) return mask->length > 0;
  for (uint32_t s = 0; s < mask->length; s++) {
    if (sees(mask, s)) return true;
  }
  return false;
}

// The number of keys that are masked at once: one for each byte of a vector.
#define MASK_GROUP 16

// Returns bytes that are all ones for keys that a boolean mask hides, and 0 for other keys.
static v128_t hidden_bytes(const uint8_t *allowed) {
  return wasm_i8x16_eq(wasm_v128_load(allowed), wasm_i8x16_splat(0));
}

void mask_scores(const row_mask *mask, const float *scores, float factor, float fill, uint32_t S,
                 float *masked) {
  const v128_t factors = splat(factor);
  const v128_t fills = splat(fill);
  const v128_t lowest = splat(-INFINITY);
  const uint32_t length = smaller(mask->length, S);
  // Copies for the last group, which may have fewer keys, and for masks that are not contiguous.
  uint8_t allowed_copy[MASK_GROUP] = {0};
  uint8_t padding_copy[MASK_GROUP] = {0};
  float added_copy[MASK_GROUP] = {0.0F};
  float scores_copy[MASK_GROUP] = {0.0F};
  for (size_t s = 0; s < length; s += MASK_GROUP) {
    const size_t count = smaller(length - (uint32_t)s, MASK_GROUP);
    const bool is_full = count == MASK_GROUP;
    const float *from = scores + s;
    float *to = masked + s;
    if (!is_full) {
      copy_floats(scores_copy, from, count);
      from = scores_copy;
      to = scores_copy;
    }
    // Copy a mask that broadcasts only once.
    const bool is_packed = mask->step == 1 && is_full;
    const bool is_copied = !is_packed && (mask->step != 0 || s == 0);
    v128_t hides = wasm_i8x16_splat(0);
    if (mask->allowed != NULL) {
      const uint8_t *allowed = mask->allowed + s * mask->step;
      for (size_t i = 0; i < count && is_copied; i++) allowed_copy[i] = allowed[i * mask->step];
      hides = hidden_bytes(is_packed ? allowed : allowed_copy);
    }
    if (mask->key_padding != NULL) {
      const uint8_t *padding = mask->key_padding + s;
      for (size_t i = 0; i < count && !is_full; i++) padding_copy[i] = padding[i];
      hides = wasm_v128_or(hides, hidden_bytes(is_full ? padding : padding_copy));
    }
    const float *added = mask->added == NULL ? NULL : mask->added + s * mask->step;
    if (added != NULL && !is_packed) {
      for (size_t i = 0; i < count && is_copied; i++) added_copy[i] = added[i * mask->step];
      added = added_copy;
    }
    const v128_t low = wasm_i16x8_extend_low_i8x16(hides);
    const v128_t high = wasm_i16x8_extend_high_i8x16(hides);
    const v128_t hides_lanes[MASK_GROUP / LANES] = {
        wasm_i32x4_extend_low_i16x8(low),
        wasm_i32x4_extend_high_i16x8(low),
        wasm_i32x4_extend_low_i16x8(high),
        wasm_i32x4_extend_high_i16x8(high),
    };
    for (size_t i = 0; i < MASK_GROUP / LANES; i++) {
      const v128_t x = wasm_f32x4_mul(wasm_v128_load(from + i * LANES), factors);
      if (added == NULL) {
        wasm_v128_store(to + i * LANES, wasm_v128_bitselect(fills, x, hides_lanes[i]));
        continue;
      }
      const v128_t more = wasm_v128_load(added + i * LANES);
      const v128_t sum = wasm_v128_bitselect(fills, wasm_f32x4_add(x, more), hides_lanes[i]);
      // Apply -Infinity last, so that it replaces the fill of another mask and any score, even
      // NaN or Infinity.
      const v128_t is_lowest = wasm_f32x4_eq(more, lowest);
      wasm_v128_store(to + i * LANES, wasm_v128_bitselect(lowest, sum, is_lowest));
    }
    if (!is_full) copy_floats(masked + s, scores_copy, count);
  }
  for (size_t s = length; s < S; s++) {
    const bool is_lowest = mask->added != NULL && mask->added[s * mask->step] == -INFINITY;
    masked[s] = is_lowest ? -INFINITY : fill;
  }
}

uint32_t keys_seen(const attn_options *options, uint32_t n, uint32_t first, uint32_t rows,
                   uint32_t S, uint32_t L) {
  if (weighs_masked(options) || !has_lengths(options)) return S;
  uint32_t seen = 0;
  for (uint32_t i = 0; i < rows; i++) {
    const uint32_t length = length_of_row(options, n, first + i, S, L);
    if (length > seen) seen = length;
  }
  return seen;
}
