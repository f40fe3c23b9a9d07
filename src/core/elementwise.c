#include "accumulate.h"
#include "check.h"
#include "learning.h"

static attn_status check_pair(const float *first, const float *second, uint32_t count,
                              const float *output) {
  guard g;
  start_guard(&g);
  list_input(&g, first, count, sizeof(float));
  list_input(&g, second, count, sizeof(float));
  list_output(&g, output, count);
  return check_guard(&g);
}

attn_status attn_add(const float *first, const float *second, uint32_t count, float *output) {
  if (count == 0) return ATTN_OK;
  const attn_status status = check_pair(first, second, count, output);
  if (status != ATTN_OK) return status;

  copy_floats(output, first, count);
  add_floats(output, second, count);
  return ATTN_OK;
}

attn_status attn_multiply(const float *first, const float *second, uint32_t count, float *output) {
  if (count == 0) return ATTN_OK;
  const attn_status status = check_pair(first, second, count, output);
  if (status != ATTN_OK) return status;

  for (uint32_t i = 0; i < count; i += LANES) {
    const uint32_t some = smaller(count - i, LANES);
    const v128_t product =
        wasm_f32x4_mul(load_lanes(first + i, some), load_lanes(second + i, some));
    store_lanes(output + i, product, some);
  }
  return ATTN_OK;
}

attn_status attn_accumulate(const float *input, uint32_t count, float *sum) {
  if (count == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, input, count, sizeof(float));
  list_output(&g, sum, count);
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  add_floats(sum, input, count);
  return ATTN_OK;
}

attn_status attn_tanh_backward(const float *grad_output, const float *output, uint32_t count,
                               float *grad_input) {
  if (count == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_output, count, sizeof(float));
  list_input(&g, output, count, sizeof(float));
  list_output(&g, grad_input, count);
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  for (uint32_t i = 0; i < count; i++) {
    grad_input[i] += grad_output[i] * (1.0F - output[i] * output[i]);
  }
  return ATTN_OK;
}

attn_status attn_concatenate(const float *first, const float *second, uint32_t rows, uint32_t A,
                             uint32_t B, float *output) {
  const uint64_t width = (uint64_t)A + B;
  if (rows == 0 || width == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, first, count_product(rows, A), sizeof(float));
  list_input(&g, second, count_product(rows, B), sizeof(float));
  list_output(&g, output, count_product(rows, width));
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  for (size_t i = 0; i < rows; i++) {
    copy_floats(output + i * width, input_start(first) + i * A, A);
    copy_floats(output + i * width + A, input_start(second) + i * B, B);
  }
  return ATTN_OK;
}

attn_status attn_concatenate_backward(const float *grad_output, uint32_t rows, uint32_t A,
                                      uint32_t B, float *grad_first, float *grad_second) {
  const uint64_t width = (uint64_t)A + B;
  if (rows == 0 || width == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_output, count_product(rows, width), sizeof(float));
  list_optional_output(&g, grad_first, count_product(rows, A));
  list_optional_output(&g, grad_second, count_product(rows, B));
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  for (size_t i = 0; i < rows; i++) {
    const float *row = grad_output + i * width;
    if (grad_first != NULL) add_floats(grad_first + i * A, row, A);
    if (grad_second != NULL) add_floats(grad_second + i * B, row + A, B);
  }
  return ATTN_OK;
}
