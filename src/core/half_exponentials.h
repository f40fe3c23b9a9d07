// Exponentials of part of a row in two loops, with the intermediate results in the L1 cache.

#ifndef ATTN_HALF_EXPONENTIALS_H
#define ATTN_HALF_EXPONENTIALS_H

#include "exp.h"

// The largest number of scores between the two loops, so that they stay in the L1 cache.
#define SCORE_CHUNK 256

// Intermediate results of exp(x * factor - max): the fields of `reduced`, in full vectors.
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
