// Dropout of weights, by random numbers that depend on the seed and on the place of the weight.

#ifndef ATTN_DROPOUT_H
#define ATTN_DROPOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "attention.h"

// Mixes 32 bits well (the finalizer of MurmurHash3).
static uint32_t mix(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bU;
  x = (x ^ (x >> 13)) * 0xc2b2ae35U;
  return x ^ (x >> 16);
}

// The dropout of one row. It depends only on the seed, the row and the key, not on the order in
// which rows are computed.
typedef struct dropout {
  uint32_t row_seed;
  uint64_t threshold;
  float kept; // factor of the weights that are not dropped
} dropout;

static dropout dropout_of_row(const attn_options *options, uint32_t row) {
  const float p = options->dropout_p;
  return (dropout){
      .row_seed = mix(options->dropout_seed + mix(row + 1)),
      .threshold = (uint64_t)((double)p * 0x1p32),
      .kept = p < 1.0F ? 1.0F / (1.0F - p) : 0.0F,
  };
}

static bool drops(const dropout *d, uint32_t s) {
  return mix(d->row_seed + s * 0x9e3779b9U) < d->threshold;
}

#endif
