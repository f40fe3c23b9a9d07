#include "linear.h"

#include <stdbool.h>

#include "accumulate.h"
#include "attention.h"
#include "check.h"
#include "learning.h"
#include "matmul.h"
#include "simd.h"
#include "threads.h"

uint32_t attn_packed_size(uint32_t out, uint32_t in, attn_dtype dtype) {
  return is_dtype(dtype) ? float_bytes(packed_count_of(dtype, in, out)) : UINT32_MAX;
}

static attn_status check_packing(attn_dtype dtype, const float *weight, uint32_t out, uint32_t in,
                                 const float *packed) {
  guard g;
  start_guard(&g);
  list_input(&g, weight, count_product(out, in), sizeof(float));
  list_output(&g, packed, packed_count_of(dtype, in, out));
  return check_guard(&g);
}

attn_status attn_pack_weight(const float *weight, uint32_t out, uint32_t in, float *packed,
                             attn_dtype dtype) {
  if (out == 0 || in == 0) return ATTN_OK;
  if (!is_dtype(dtype)) return ATTN_ERROR_OPTION;
  const attn_status status = check_packing(dtype, weight, out, in, packed);
  if (status == ATTN_OK) pack_transposed_as(dtype, weight, in, in, out, packed);
  return status;
}

attn_status attn_pack_transposed_weight(const float *weight, uint32_t out, uint32_t in,
                                        float *packed, attn_dtype dtype) {
  if (out == 0 || in == 0) return ATTN_OK;
  if (!is_dtype(dtype)) return ATTN_ERROR_OPTION;
  const attn_status status = check_packing(dtype, weight, out, in, packed);
  if (status == ATTN_OK) pack_straight_as(dtype, weight, out, in, out, packed);
  return status;
}

static void add_bias(const float *bias, uint32_t rows, uint32_t out, float *output) {
  for (; rows > 0; rows--) {
    uint32_t j = 0;
    for (; out - j >= LANES; j += LANES, output += LANES) {
      wasm_v128_store(output, wasm_f32x4_add(wasm_v128_load(output), wasm_v128_load(bias + j)));
    }
    for (; j < out; j++) *output++ += bias[j];
  }
}

void project(const float *input, panel_matrix weight, const float *bias, uint32_t rows,
             uint32_t out, uint32_t in, float *output) {
  // If there is nothing to write, the other sizes may be any numbers and the pointers null.
  if (rows == 0 || out == 0) return;
  matmul(input, in, &weight, rows, in, out, output, out);
  if (bias != NULL) add_bias(bias, rows, out, output);
}

// Computes one share of the rows; threads compute all shares at the same time.
ALWAYS_INLINE attn_status linear_share(const float *input, const float *packed, const float *bias,
                                       uint32_t rows, uint32_t out, uint32_t in, float *output,
                                       attn_dtype dtype, uint32_t share, uint32_t shares) {
  if (rows == 0 || out == 0) return ATTN_OK;
  if (!is_dtype(dtype)) return ATTN_ERROR_OPTION;
  guard g;
  start_guard(&g);
  list_input(&g, input, count_product(rows, in), sizeof(float));
  list_input(&g, packed, packed_count_of(dtype, in, out), sizeof(float));
  list_optional_input(&g, bias, out, sizeof(float));
  list_output(&g, output, count_product(rows, out));
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  // Shares are multiples of four rows, as tiles are.
  const uint32_t each = ((rows - 1) / shares + 4) / 4 * 4;
  const uint64_t first = (uint64_t)share * each;
  if (first >= rows) return ATTN_OK;
  const uint32_t rest = rows - (uint32_t)first;
  project(input_start(input) + first * in, packed_panels_of(dtype, packed, in), bias,
          smaller(rest, each), out, in, output + first * out);
  return ATTN_OK;
}

attn_status attn_linear(const float *input, const float *packed, const float *bias, uint32_t rows,
                        uint32_t out, uint32_t in, float *output, attn_dtype dtype) {
  return linear_share(input, packed, bias, rows, out, in, output, dtype, 0, 1);
}

#ifdef ATTN_HAS_SHARES
attn_status attn_linear_share(const float *input, const float *packed, const float *bias,
                              uint32_t rows, uint32_t out, uint32_t in, float *output,
                              attn_dtype dtype, uint32_t share, uint32_t shares) {
  if (share >= shares) return ATTN_ERROR_OPTION;
  return linear_share(input, packed, bias, rows, out, in, output, dtype, share, shares);
}
#endif

// Whether there are so few rows that packing the weight would take longer than the product.
static bool skips_packing(uint32_t rows, uint32_t in) {
  return rows <= FEW_ROWS && in > 0 && in % LANES == 0;
}

static uint64_t unpacked_count(uint32_t rows, uint32_t out, uint32_t in) {
  return skips_packing(rows, in) ? 0 : packed_count(in, out);
}

uint32_t attn_linear_unpacked_workspace(uint32_t rows, uint32_t out, uint32_t in) {
  return float_bytes(unpacked_count(rows, out, in));
}

attn_status attn_linear_unpacked(const float *input, const float *weight, const float *bias,
                                 uint32_t rows, uint32_t out, uint32_t in, float *output,
                                 float *workspace, uint32_t workspace_size) {
  if (rows == 0 || out == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, input, count_product(rows, in), sizeof(float));
  list_input(&g, weight, count_product(out, in), sizeof(float));
  list_optional_input(&g, bias, out, sizeof(float));
  list_output(&g, output, count_product(rows, out));
  const attn_status status =
      check_with_workspace(&g, rows, workspace, workspace_size, unpacked_count(rows, out, in));
  if (status != ATTN_OK) return status;

  if (skips_packing(rows, in)) {
    matmul_transposed((strided){input, in}, (strided){weight, in}, rows, in, out, output, out);
    if (bias != NULL) add_bias(bias, rows, out, output);
    return ATTN_OK;
  }
  if (in > 0) pack_transposed(weight, in, in, out, workspace);
  project(input, packed_panels(workspace, in), bias, rows, out, in, output);
  return ATTN_OK;
}

// Returns the floats of workspace: the weight packed from its rows, and a block of the product with
// it.
static uint64_t linear_backward_count(uint32_t out, uint32_t in) {
  return count_sum(packed_count(out, in), product_count(in));
}

uint32_t attn_linear_backward_workspace(uint32_t out, uint32_t in) {
  return float_bytes(linear_backward_count(out, in));
}

attn_status attn_linear_backward(const float *grad_output, const float *input, const float *weight,
                                 uint32_t rows, uint32_t out, uint32_t in, float *grad_input,
                                 float *grad_weight, float *grad_bias, float *workspace,
                                 uint32_t workspace_size) {
  if (rows == 0 || out == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_output, count_product(rows, out), sizeof(float));
  list_input(&g, input, count_product(rows, in), sizeof(float));
  list_input(&g, weight, count_product(out, in), sizeof(float));
  list_optional_output(&g, grad_input, count_product(rows, in));
  list_optional_output(&g, grad_weight, count_product(out, in));
  list_optional_output(&g, grad_bias, out);
  const attn_status status =
      check_with_workspace(&g, rows, workspace, workspace_size, linear_backward_count(out, in));
  if (status != ATTN_OK) return status;

  if (grad_bias != NULL) add_rows(grad_output, out, rows, out, grad_bias);
  if (in == 0) return ATTN_OK;
  if (grad_weight != NULL) {
    add_transposed_product((strided){grad_output, out}, (strided){input, in}, rows, out, in,
                           grad_weight, in);
  }
  if (grad_input != NULL) {
    pack_straight(weight, in, out, in, workspace);
    const panel_matrix panels = packed_panels(workspace, out);
    add_product(grad_output, out, &panels, rows, out, in, grad_input, in,
                workspace + packed_count(out, in));
  }
  return ATTN_OK;
}
