#include "activation.h"

#include "check.h"
#include "simd.h"
#include "tanh.h"

// max(x, 0); NaN stays NaN.
static v128_t relu_lanes(v128_t x) { return at_least(x, splat(0.0F)); }

// x / (1 + exp(-z)). To avoid overflow, the factor is computed as 1 / (1 + e) or, for z < 0, as
// e / (1 + e), with e = exp(-|z|). The relative error is small for either sign.
static v128_t times_sigmoid(v128_t x, v128_t z) {
  const v128_t one = splat(1.0F);
  const v128_t e = exp_lanes(wasm_v128_or(z, splat(-0.0F)));
  const v128_t top = wasm_v128_bitselect(e, one, wasm_f32x4_lt(z, splat(0.0F)));
  return wasm_f32x4_mul(x, wasm_f32x4_div(top, wasm_f32x4_add(one, e)));
}

// x (1 + tanh(u)) / 2 = x / (1 + exp(-2u)), u = sqrt(2 / pi) (x + 0.044715 x^3)
static v128_t gelu_tanh_lanes(v128_t x) {
  const v128_t cubed = wasm_f32x4_mul(wasm_f32x4_mul(x, x), x);
  const v128_t inner = mul_add(cubed, splat(0.044715F), x);
  return times_sigmoid(x, wasm_f32x4_mul(inner, splat(0x1.988454p+0F)));
}

// From TAIL_END on, the tail is smaller than any positive float.
#define TAIL_END 14.25F
#define TAIL_CENTER 4.0F

// Phi(-a) = exp(-a^2 / 2) R(a) for a >= 0, the tail of the normal distribution. R is smooth, and is
// approximated by a minimax polynomial in (a - 4) / (a + 4), with a relative error of 1.6e-8 for
// 0 <= a <= 14.25.
// Measured over every float: the relative error is at most (a^2 / 2 + 8) 2^-24. The first term
// comes from rounding a^2 / 2.
static v128_t normal_tail(v128_t a) {
  READ_FROM_MEMORY c[] = {0x1.82b4bcp-4F,   -0x1.5cf97ep-3F, 0x1.fd750ep-4F,  -0x1.25b5fep-4F,
                          0x1.f9b2c6p-6F,   -0x1.1674c4p-7F, 0x1.07c6aep-11F, 0x1.58da08p-11F,
                          -0x1.61c9fap-13F, -0x1.13f248p-14F};
  const v128_t center = splat(TAIL_CENTER);
  const v128_t s = wasm_f32x4_div(wasm_f32x4_sub(a, center), wasm_f32x4_add(a, center));
  v128_t ratio = splat(c[9]);
  for (int i = 8; i >= 0; i--) ratio = mul_add(ratio, s, splat(c[i]));
  const v128_t half_square = wasm_f32x4_mul(wasm_f32x4_mul(a, a), splat(-0.5F));
  return wasm_f32x4_mul(exp_lanes(half_square), ratio);
}

// x Phi(x) = x (1 + erf(x / sqrt 2)) / 2
static v128_t gelu_lanes(v128_t x) {
  const v128_t a = wasm_f32x4_pmin(wasm_f32x4_abs(x), splat(TAIL_END));
  const v128_t tail = normal_tail(a);
  const v128_t share =
      wasm_v128_bitselect(tail, wasm_f32x4_sub(splat(1.0F), tail), wasm_f32x4_lt(x, splat(0.0F)));
  return wasm_f32x4_mul(x, share);
}

static v128_t activate_lanes(v128_t x, attn_activation_kind kind) {
  switch (kind) {
  case ATTN_RELU:
    return relu_lanes(x);
  case ATTN_GELU:
    return gelu_lanes(x);
  case ATTN_GELU_TANH:
    return gelu_tanh_lanes(x);
  case ATTN_SILU:
    return times_sigmoid(x, x);
  default:
    return tanh_lanes(x);
  }
}

void activate(const float *input, uint32_t count, attn_activation_kind kind, float *output) {
  for (uint32_t i = 0; i < count; i += LANES) {
    const uint32_t some = smaller(count - i, LANES);
    store_lanes(output + i, activate_lanes(load_lanes(input + i, some), kind), some);
  }
}

attn_status attn_activation(const float *input, uint32_t count, attn_activation_kind kind,
                            float *output) {
  if (count == 0) return ATTN_OK;
  if ((uint32_t)kind > ATTN_TANH) return ATTN_ERROR_OPTION;
  guard g;
  start_guard(&g);
  list_input(&g, input, count, sizeof(float));
  list_output(&g, output, count);
  const attn_status status = check_guard(&g);
  if (status == ATTN_OK) activate(input, count, kind, output);
  return status;
}
