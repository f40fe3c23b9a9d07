// Masks: which keys a query may see.

#ifndef ATTN_MASK_H
#define ATTN_MASK_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"
#include "check.h"

// The masks of one row of scores, and the sink of its head. NULL = no such mask.
typedef struct row_mask {
  const uint8_t *allowed;
  const float *added;
  size_t step; // from key to key in allowed or added; 0 if the mask broadcasts
  const uint8_t *key_padding;
  uint32_t length; // keys from this index on are masked
  float sink;      // score of the sink; -Infinity: none
} row_mask;

// Whether there is any mask.
static inline bool has_masks(const attn_options *options) {
  return options->allowed != NULL || options->added != NULL || options->key_padding != NULL ||
         options->valid_lens != NULL || options->causal != ATTN_CAUSAL_NONE;
}

// Checks options and lists the arrays that they name.
attn_status check_options(const attn_options *options, uint32_t N, uint32_t H, uint32_t L,
                          uint32_t S, guard *g);

// Returns how many elements of options->allowed or added the strides reach. No size may be 0.
uint64_t mask_extent(const attn_options *options, uint32_t N, uint32_t H, uint32_t L, uint32_t S);

row_mask mask_of_row(const attn_options *options, uint32_t n, uint32_t h, uint32_t l, uint32_t S,
                     uint32_t L);

// Whether no mask can hide a key before mask->length.
static inline bool is_dense(const row_mask *mask) {
  return mask->allowed == NULL && mask->added == NULL && mask->key_padding == NULL;
}

static inline bool sees(const row_mask *mask, uint32_t s) {
  return s < mask->length && (mask->allowed == NULL || mask->allowed[s * mask->step] != 0) &&
         (mask->key_padding == NULL || mask->key_padding[s] != 0) &&
         (mask->added == NULL || mask->added[s * mask->step] != -INFINITY);
}

bool sees_any(const row_mask *mask);

// Whether a masked key may have a weight: a finite fill gives it one, and so does the NaN of rows
// without any key.
static inline bool weighs_masked(const attn_options *options) {
  return options->mask_fill != -INFINITY || options->empty_row_is_nan != 0;
}

// Multiplies scores by the factor, adds the additive mask, and replaces masked scores by `fill`, or
// by -Infinity if the additive mask is -Infinity.
//   masked  (S); may be the scores, in place
void mask_scores(const row_mask *mask, const float *scores, float factor, float fill, uint32_t S,
                 float *masked);

// Returns an upper bound of the keys that rows first .. first + rows - 1 see. Keys from there on
// have weight 0 and can be skipped. Returns S if the options give masked keys a weight.
uint32_t keys_seen(const attn_options *options, uint32_t n, uint32_t first, uint32_t rows,
                   uint32_t S, uint32_t L);

#endif
