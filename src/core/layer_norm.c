#include "accumulate.h"
#include "check.h"
#include "learning.h"
#include "simd.h"

static float sum_floats(const float *x, uint32_t count) {
  v128_t sum = splat(0.0F);
  for (; count >= LANES; count -= LANES, x += LANES) sum = wasm_f32x4_add(sum, wasm_v128_load(x));
  return sum_lanes(wasm_f32x4_add(sum, load_tail(x, count)));
}

attn_status attn_layer_norm(const float *input, const float *weight, const float *bias,
                            uint32_t rows, uint32_t D, float epsilon, float *output, float *mean,
                            float *inverse_deviation) {
  if (rows == 0 || D == 0) return ATTN_OK;
  if (!(epsilon > 0.0F)) return ATTN_ERROR_OPTION;
  guard g;
  start_guard(&g);
  list_input(&g, input, count_product(rows, D), sizeof(float));
  list_input(&g, weight, D, sizeof(float));
  list_optional_input(&g, bias, D, sizeof(float));
  list_output(&g, output, count_product(rows, D));
  list_optional_output(&g, mean, rows);
  list_optional_output(&g, inverse_deviation, rows);
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  for (size_t i = 0; i < rows; i++) {
    const float *x = input + i * D;
    float *y = output + i * D;
    const float center = sum_floats(x, D) / (float)D;
    // 1. Deviations from the mean, and the inverse of the standard deviation.
    for (uint32_t j = 0; j < D; j += LANES) {
      const uint32_t count = smaller(D - j, LANES);
      store_lanes(y + j, wasm_f32x4_sub(load_lanes(x + j, count), splat(center)), count);
    }
    const v128_t inverse = inverse_root(dot_floats(y, y, D) / (float)D + epsilon);
    // 2. Scale to unit variance, then apply weight and bias.
    for (uint32_t j = 0; j < D; j += LANES) {
      const uint32_t count = smaller(D - j, LANES);
      const v128_t normal = wasm_f32x4_mul(load_lanes(y + j, count), inverse);
      const v128_t scaled = wasm_f32x4_mul(normal, load_lanes(weight + j, count));
      const v128_t moved =
          bias == NULL ? scaled : wasm_f32x4_add(scaled, load_lanes(bias + j, count));
      store_lanes(y + j, moved, count);
    }
    if (mean != NULL) mean[i] = center;
    if (inverse_deviation != NULL) inverse_deviation[i] = wasm_f32x4_extract_lane(inverse, 0);
  }
  return ATTN_OK;
}

// The backward of one row. With n = (x - mean) * inverse and g = grad_output * gain:
// grad_input += inverse * (g - mean of g - n * mean of (g * n)).
static void normalize_row_backward(const float *grad_output, const float *x, const float *gain,
                                   float mean, float inverse, uint32_t D, float *grad_input) {
  v128_t sum = splat(0.0F);
  v128_t product_sum = splat(0.0F);
  for (uint32_t j = 0; j < D; j += LANES) {
    const uint32_t count = smaller(D - j, LANES);
    const v128_t deviation = wasm_f32x4_sub(load_lanes(x + j, count), splat(mean));
    // Past the end of the row this is 0, regardless of the deviation.
    const v128_t grad =
        wasm_f32x4_mul(load_lanes(grad_output + j, count), load_lanes(gain + j, count));
    sum = wasm_f32x4_add(sum, grad);
    product_sum = mul_add(grad, wasm_f32x4_mul(deviation, splat(inverse)), product_sum);
  }
  const v128_t grad_mean = splat(sum_lanes(sum) / (float)D);
  const v128_t product_mean = splat(sum_lanes(product_sum) / (float)D);
  for (uint32_t j = 0; j < D; j += LANES) {
    const uint32_t count = smaller(D - j, LANES);
    const v128_t deviation = wasm_f32x4_sub(load_lanes(x + j, count), splat(mean));
    const v128_t normal = wasm_f32x4_mul(deviation, splat(inverse));
    const v128_t grad =
        wasm_f32x4_mul(load_lanes(grad_output + j, count), load_lanes(gain + j, count));
    const v128_t change =
        wasm_f32x4_sub(wasm_f32x4_sub(grad, grad_mean), wasm_f32x4_mul(normal, product_mean));
    store_lanes(grad_input + j, mul_add(change, splat(inverse), load_lanes(grad_input + j, count)),
                count);
  }
}

attn_status attn_layer_norm_backward(const float *grad_output, const float *input,
                                     const float *gain, const float *mean,
                                     const float *inverse_deviation, uint32_t rows, uint32_t D,
                                     float *grad_input, float *grad_gain, float *grad_bias) {
  if (rows == 0 || D == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_output, count_product(rows, D), sizeof(float));
  list_input(&g, input, count_product(rows, D), sizeof(float));
  list_input(&g, gain, D, sizeof(float));
  list_input(&g, mean, rows, sizeof(float));
  list_input(&g, inverse_deviation, rows, sizeof(float));
  list_optional_output(&g, grad_input, count_product(rows, D));
  list_optional_output(&g, grad_gain, D);
  list_optional_output(&g, grad_bias, D);
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  if (grad_bias != NULL) add_rows(grad_output, D, rows, D, grad_bias);
  for (size_t i = 0; i < rows; i++) {
    const float *grad = grad_output + i * D;
    const float *x = input + i * D;
    const float inverse = inverse_deviation[i];
    for (uint32_t j = 0; grad_gain != NULL && j < D; j += LANES) {
      const uint32_t count = smaller(D - j, LANES);
      const v128_t deviation = wasm_f32x4_sub(load_lanes(x + j, count), splat(mean[i]));
      const v128_t normal = wasm_f32x4_mul(deviation, splat(inverse));
      const v128_t sum =
          mul_add(load_lanes(grad + j, count), normal, load_lanes(grad_gain + j, count));
      store_lanes(grad_gain + j, sum, count);
    }
    if (grad_input != NULL) {
      normalize_row_backward(grad, x, gain, mean[i], inverse, D, grad_input + i * D);
    }
  }
  return ATTN_OK;
}
