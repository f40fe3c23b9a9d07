// Exponentials of part of a row in two halves, which lie between them in the first cache.

#ifndef ATTN_HALF_EXPONENTIALS_H
#define ATTN_HALF_EXPONENTIALS_H

#include "exp.h"

// Scores whose exponentials are half computed, in the first cache.
#define SCORE_CHUNK 256

// Whole vectors of x * factor - max, on the way to their exponentials.
typedef struct half_exponentials {
  float r[SCORE_CHUNK];
  float shifted[SCORE_CHUNK];
} half_exponentials;

static inline void keep_half(half_exponentials *h, uint32_t s, reduced x) {
  wasm_v128_store(h->r + s, x.r);
  wasm_v128_store(h->shifted + s, x.shifted);
}

static inline reduced take_half(const half_exponentials *h, uint32_t s) {
  return (reduced){wasm_v128_load(h->r + s), wasm_v128_load(h->shifted + s)};
}

#endif
