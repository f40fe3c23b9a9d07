#include <math.h>

#include "check.h"
#include "learning.h"
#include "simd.h"

// Computes a power by squaring, because a library's pow may give different bits on each machine.
static double power(double base, uint32_t exponent) {
  double result = 1.0;
  while (exponent > 0) {
    if ((exponent & 1U) != 0) result *= base;
    base *= base;
    exponent >>= 1U;
  }
  return result;
}

static double square_root(double x) {
  return wasm_f64x2_extract_lane(wasm_f64x2_sqrt(wasm_f64x2_splat(x)), 0);
}

static double norm_of(const float *x, uint32_t count) {
  double sum = 0.0;
  for (uint32_t i = 0; i < count; i++) sum += (double)x[i] * (double)x[i];
  return square_root(sum);
}

static bool is_sane(const attn_adamw_options *o) {
  return isfinite(o->learning_rate) && isfinite(o->weight_decay) && isfinite(o->max_norm) &&
         o->beta1 >= 0.0F && o->beta1 < 1.0F && o->beta2 >= 0.0F && o->beta2 < 1.0F &&
         o->epsilon > 0.0F && isfinite(o->epsilon) && o->step > 0;
}

attn_status attn_adamw(const float *gradients, uint32_t count, const attn_adamw_options *options,
                       float *parameters, float *mean, float *variance) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, options, sizeof(*options));
  if (status != ATTN_OK) return status;
  const attn_adamw_options o = *options;
  if (!is_sane(&o)) return ATTN_ERROR_OPTION;
  if (count == 0) return ATTN_OK;
  list_input(&g, gradients, count, sizeof(float));
  list_output(&g, parameters, count);
  list_output(&g, mean, count);
  list_output(&g, variance, count);
  status = check_guard(&g);
  if (status != ATTN_OK) return status;

  // 1. Limit the norm.
  double factor = 1.0;
  if (o.max_norm > 0.0F) {
    const double norm = norm_of(gradients, count);
    if (norm > (double)o.max_norm) factor = (double)o.max_norm / (norm + 1e-6);
  }
  // 2. Bias correction: the averages start at 0, so they are too small in the first steps.
  const double mean_share = 1.0 - power((double)o.beta1, o.step);
  const double deviation_share = square_root(1.0 - power((double)o.beta2, o.step));
  const v128_t clip = splat((float)factor);
  const v128_t keep = splat(1.0F - o.learning_rate * o.weight_decay);
  const v128_t beta1 = splat(o.beta1), rest1 = splat(1.0F - o.beta1);
  const v128_t beta2 = splat(o.beta2), rest2 = splat(1.0F - o.beta2);
  const v128_t rate = splat((float)((double)o.learning_rate / mean_share));
  const v128_t deviation_scale = splat((float)(1.0 / deviation_share));
  const v128_t epsilon = splat(o.epsilon);
  // 3. Step.
  for (uint32_t i = 0; i < count; i += LANES) {
    const uint32_t some = smaller(count - i, LANES);
    const v128_t grad = wasm_f32x4_mul(load_lanes(gradients + i, some), clip);
    const v128_t m = mul_add(beta1, load_lanes(mean + i, some), wasm_f32x4_mul(rest1, grad));
    const v128_t v = mul_add(beta2, load_lanes(variance + i, some),
                             wasm_f32x4_mul(rest2, wasm_f32x4_mul(grad, grad)));
    const v128_t deviation = mul_add(wasm_f32x4_sqrt(v), deviation_scale, epsilon);
    const v128_t change = wasm_f32x4_div(wasm_f32x4_mul(rate, m), deviation);
    const v128_t decayed = wasm_f32x4_mul(load_lanes(parameters + i, some), keep);
    store_lanes(mean + i, m, some);
    store_lanes(variance + i, v, some);
    store_lanes(parameters + i, wasm_f32x4_sub(decayed, change), some);
  }
  return ATTN_OK;
}
