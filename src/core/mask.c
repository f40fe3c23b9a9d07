#include "mask.h"

attn_status check_options(const attn_options *options, uint32_t N, uint32_t H, uint32_t L,
                          uint32_t S, guard *g) {
  const bool sane = isfinite(options->scale) && options->mask_fill < INFINITY &&
                    options->dropout_p >= 0.0F && options->dropout_p <= 1.0F &&
                    options->causal <= ATTN_CAUSAL_LOWER_RIGHT;
  if (!sane) return ATTN_ERROR_OPTION;
  const uint32_t sizes[4] = {N, H, L, S};
  const bool is_empty = count_product4(N, H, L, S) == 0;
  uint64_t extent = 1; // of the mask in memory, as far as its strides reach
  for (int axis = 0; axis < 4 && !is_empty; axis++) {
    extent = count_sum(extent, count_product(sizes[axis] - 1, options->mask_strides[axis]));
  }
  list_optional_input(g, options->allowed, is_empty ? 0 : extent, sizeof(uint8_t));
  list_optional_input(g, options->added, is_empty ? 0 : extent, sizeof(float));
  list_optional_input(g, options->key_padding, is_empty ? 0 : count_product(N, S), sizeof(uint8_t));
  list_optional_input(g, options->valid_lens,
                      count_product(N, options->valid_lens_per_query != 0 ? L : 1),
                      sizeof(int32_t));
  return ATTN_OK;
}

// How many keys a causal mask leaves to row l.
static uint32_t causal_length(uint32_t causal, uint32_t l, uint32_t S, uint32_t L) {
  if (causal == ATTN_CAUSAL_NONE) return S;
  // L is taken off at the end, as S - L may be negative.
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
  };
}

bool sees_any(const row_mask *mask) {
  if (is_dense(mask)) return mask->length > 0;
  for (uint32_t s = 0; s < mask->length; s++) {
    if (sees(mask, s)) return true;
  }
  return false;
}

void mask_scores(const row_mask *mask, float fill, uint32_t S, float *scores) {
  if (mask->added != NULL) {
    for (uint32_t s = 0; s < S; s++) {
      scores[s] += mask->added[s * mask->step];
    }
  }
  if (mask->allowed != NULL) {
    for (uint32_t s = 0; s < mask->length; s++) {
      if (mask->allowed[s * mask->step] == 0) scores[s] = fill;
    }
  }
  if (mask->key_padding != NULL) {
    for (uint32_t s = 0; s < mask->length; s++) {
      if (mask->key_padding[s] == 0) scores[s] = fill;
    }
  }
  for (uint32_t s = mask->length; s < S; s++) scores[s] = fill;
  // Last, so that no other mask gives such a key its fill, nor a score of NaN or Infinity stays.
  if (mask->added != NULL) {
    for (uint32_t s = 0; s < S; s++) {
      if (mask->added[s * mask->step] == -INFINITY) scores[s] = -INFINITY;
    }
  }
}

uint32_t keys_seen(const attn_options *options, uint32_t n, uint32_t first, uint32_t rows,
                   uint32_t S, uint32_t L) {
  if (options->mask_fill != -INFINITY || options->empty_row_is_nan != 0) return S;
  uint32_t seen = 0;
  for (uint32_t i = 0; i < rows; i++) {
    const uint32_t length = length_of_row(options, n, first + i, S, L);
    if (length > seen) seen = length;
  }
  return seen;
}
