// tanh of four lanes, in three separate steps, for the reason given in exp.h:
// tanh(x) = m / (2 - m) with the sign of x, where m = 1 - exp(-2|x|).
//
// The function is odd and exactly 1 from TANH_LIMIT on. NaN stays NaN.
// Measured over every float: at most 2.50 ULP from float64.

#ifndef ATTN_TANH_H
#define ATTN_TANH_H

#include "exp.h"

#define TANH_LIMIT 10.0F

typedef struct tanh_start {
  v128_t sign, lowest;
  reduction reduction;
} tanh_start;

static inline tanh_start load_tanh_start(void) {
  READ_FROM_MEMORY sign = -0.0F;
  READ_FROM_MEMORY lowest = -TANH_LIMIT;
  return (tanh_start){splat(sign), splat(lowest), load_reduction()};
}

// 1. Splits -2|x| into n and r.
static inline reduced start_tanh(const tanh_start *c, v128_t x) {
  const v128_t y = at_least(wasm_v128_or(x, c->sign), c->lowest);
  return reduce(&c->reduction, wasm_f32x4_add(y, y));
}

typedef struct tanh_middle {
  v128_t one;
  exp_series series;
} tanh_middle;

static inline tanh_middle load_tanh_middle(void) {
  READ_FROM_MEMORY one = 1.0F;
  return (tanh_middle){splat(one), load_exp_series()};
}

// 2. m = (1 - 2^n) - 2^n (exp(r) - 1)
static inline v128_t continue_tanh(const tanh_middle *c, reduced x) {
  const v128_t power = power_of_two(x);
  return sub_mul(wasm_f32x4_sub(c->one, power), expm1_series(&c->series, x.r), power);
}

typedef struct tanh_end {
  v128_t two, sign;
} tanh_end;

static inline tanh_end load_tanh_end(void) {
  READ_FROM_MEMORY two = 2.0F;
  READ_FROM_MEMORY sign = -0.0F;
  return (tanh_end){splat(two), splat(sign)};
}

// 3. m / (2 - m), with the sign of x.
static inline v128_t finish_tanh(const tanh_end *c, v128_t m, v128_t x) {
  const v128_t magnitude = wasm_f32x4_div(m, wasm_f32x4_sub(c->two, m));
  return wasm_v128_or(magnitude, wasm_v128_and(x, c->sign));
}

static inline v128_t tanh_lanes(v128_t x) {
  const tanh_start start = load_tanh_start();
  const tanh_middle middle = load_tanh_middle();
  const tanh_end end = load_tanh_end();
  return finish_tanh(&end, continue_tanh(&middle, start_tanh(&start, x)), x);
}

#endif
