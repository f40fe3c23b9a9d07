#include "attention.h"
#include "check.h"
#include "simd.h"

attn_status attn_rms_norm(const float *input, const float *weight, uint32_t rows, uint32_t D,
                          float epsilon, float *output) {
  if (rows == 0 || D == 0) return ATTN_OK;
  if (!(epsilon > 0.0F)) return ATTN_ERROR_OPTION;
  guard g;
  start_guard(&g);
  list_input(&g, input, count_product(rows, D), sizeof(float));
  list_input(&g, weight, D, sizeof(float));
  list_output(&g, output, count_product(rows, D));
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  for (size_t i = 0; i < rows; i++) {
    const float *x = input + i * D;
    float *y = output + i * D;
    const v128_t inverse = inverse_root(dot_floats(x, x, D) / (float)D + epsilon);
    for (uint32_t j = 0; j < D; j += LANES) {
      const uint32_t count = smaller(D - j, LANES);
      const v128_t normal = wasm_f32x4_mul(load_lanes(x + j, count), inverse);
      store_lanes(y + j, wasm_f32x4_mul(normal, load_lanes(weight + j, count)), count);
    }
  }
  return ATTN_OK;
}
