// Exponentials of part of a row in two halves, which lie between them in the first cache; the
// second may divide the weights of the row before on the way.

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

static void keep_half(half_exponentials *h, uint32_t s, reduced x) {
  wasm_v128_store(h->r + s, x.r);
  wasm_v128_store(h->shifted + s, x.shifted);
}

static reduced take_half(const half_exponentials *h, uint32_t s) {
  return (reduced){wasm_v128_load(h->r + s), wasm_v128_load(h->shifted + s)};
}

// The loops of both halves take two vectors a turn, and load both before they store. The functions
// around them are not inlined, so that the compiler does not see which stores leave which loads
// alone: it would put each load where its value is used, behind the store before it.
ALWAYS_INLINE void start_loop(const float *x, uint32_t count, bool scales, float factor, float max,
                              half_exponentials *h) {
  const exp_start c = load_exp_start();
  const v128_t factors = splat(factor);
  const v128_t largest = splat(max);
  uint32_t s = 0;
  for (; s + 2 * LANES <= count; s += 2 * LANES) {
    v128_t x0 = wasm_v128_load(x + s);
    v128_t x1 = wasm_v128_load(x + s + LANES);
    if (scales) x0 = wasm_f32x4_mul(x0, factors);
    if (scales) x1 = wasm_f32x4_mul(x1, factors);
    keep_half(h, s, start_exp(&c, wasm_f32x4_sub(x0, largest)));
    keep_half(h, s + LANES, start_exp(&c, wasm_f32x4_sub(x1, largest)));
  }
  for (; s < count; s += LANES) {
    v128_t x0 = load_partial(x + s, count - s < LANES ? count - s : LANES);
    if (scales) x0 = wasm_f32x4_mul(x0, factors);
    keep_half(h, s, start_exp(&c, wasm_f32x4_sub(x0, largest)));
  }
}

NOINLINE static void start_exponentials(const float *x, uint32_t count, float max,
                                        half_exponentials *h) {
  start_loop(x, count, false, 1.0F, max, h);
}

NOINLINE static void start_scaled_exponentials(const float *x, uint32_t count, float factor,
                                               float max, half_exponentials *h) {
  start_loop(x, count, true, factor, max, h);
}

// With `divides`, as many `quotients` as there are pairs of vectors are divided on the way.
ALWAYS_INLINE void finish_loop(const half_exponentials *h, uint32_t count, float *exponentials,
                               v128_t sum[2], bool divides, float *quotients, float divisor) {
  const exp_series c = load_exp_series();
  const v128_t divisors = splat(divisor);
  uint32_t s = 0;
  for (; s + 2 * LANES <= count; s += 2 * LANES) {
    v128_t q0 = divisors;
    v128_t q1 = divisors;
    if (divides) q0 = wasm_f32x4_div(wasm_v128_load(quotients + s), divisors);
    if (divides) q1 = wasm_f32x4_div(wasm_v128_load(quotients + s + LANES), divisors);
    const reduced x0 = take_half(h, s);
    const reduced x1 = take_half(h, s + LANES);
    const v128_t e0 = finish_exp(&c, x0);
    const v128_t e1 = finish_exp(&c, x1);
    wasm_v128_store(exponentials + s, e0);
    wasm_v128_store(exponentials + s + LANES, e1);
    sum[0] = wasm_f32x4_add(sum[0], e0);
    sum[1] = wasm_f32x4_add(sum[1], e1);
    if (divides) wasm_v128_store(quotients + s, q0);
    if (divides) wasm_v128_store(quotients + s + LANES, q1);
  }
  for (uint32_t i = 0; s < count; i++, s += LANES) {
    const uint32_t rest = count - s < LANES ? count - s : LANES;
    store_partial(exponentials + s, finish_exp(&c, take_half(h, s)), rest);
    sum[i] = wasm_f32x4_add(sum[i], load_partial(exponentials + s, rest));
  }
}

NOINLINE static void finish_exponentials(const half_exponentials *h, uint32_t count,
                                         float *exponentials, v128_t sum[2]) {
  finish_loop(h, count, exponentials, sum, false, NULL, 1.0F);
}

NOINLINE static void finish_and_divide(const half_exponentials *h, uint32_t count,
                                       float *exponentials, v128_t sum[2], float *quotients,
                                       float divisor) {
  finish_loop(h, count, exponentials, sum, true, quotients, divisor);
}

#endif
