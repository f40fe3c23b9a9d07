#include "accumulate.h"
#include "check.h"
#include "learning.h"
#include "simd.h"

// Returns the floats of workspace for the backward: the packed points, a block of a product with
// them, and C sums. The forward needs no block, and so never needs more.
static uint64_t nearest_point_count(uint32_t C, uint32_t D) {
  return count_sum(packed_count(C, D), count_sum(product_count(D), C));
}

uint32_t attn_nearest_point_workspace(uint32_t C, uint32_t D) {
  return float_bytes(nearest_point_count(C, D));
}

attn_status attn_nearest_point(const float *input, const float *points, uint32_t rows, uint32_t C,
                               uint32_t D, float *logits, float *workspace,
                               uint32_t workspace_size) {
  if (rows == 0 || C == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, input, count_product(rows, D), sizeof(float));
  list_input(&g, points, count_product(C, D), sizeof(float));
  list_output(&g, logits, count_product(rows, C));
  const attn_status status =
      check_with_workspace(&g, rows, workspace, workspace_size, nearest_point_count(C, D));
  if (status != ATTN_OK) return status;

  float *squares = workspace;
  float *packed = workspace + C;
  const float *first = input_start(points);
  for (size_t c = 0; c < C; c++) squares[c] = dot_floats(first + c * D, first + c * D, D);
  pack_transposed(first, D, D, C, packed);
  const panel_matrix panels = packed_panels(packed, D);
  matmul(input, D, &panels, rows, D, C, logits, C);
  for (size_t i = 0; i < rows; i++) {
    float *row = logits + i * C;
    for (uint32_t c = 0; c < C; c++) row[c] = 2.0F * row[c] - squares[c];
  }
  return ATTN_OK;
}

attn_status attn_nearest_point_backward(const float *grad_logits, const float *input,
                                        const float *points, uint32_t rows, uint32_t C, uint32_t D,
                                        float *grad_input, float *grad_points, float *workspace,
                                        uint32_t workspace_size) {
  if (rows == 0 || C == 0 || D == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_logits, count_product(rows, C), sizeof(float));
  list_input(&g, input, count_product(rows, D), sizeof(float));
  list_input(&g, points, count_product(C, D), sizeof(float));
  list_optional_output(&g, grad_input, count_product(rows, D));
  list_optional_output(&g, grad_points, count_product(C, D));
  const attn_status status =
      check_with_workspace(&g, rows, workspace, workspace_size, nearest_point_count(C, D));
  if (status != ATTN_OK) return status;

  float *sums = workspace;
  float *packed = workspace + C;
  if (grad_input != NULL) {
    // grad_input += grad_logits . 2 points. The packed copy of the points is doubled.
    pack_straight(points, D, C, D, packed);
    const size_t count = (size_t)packed_count(C, D);
    add_floats(packed, packed, count);
    const panel_matrix panels = packed_panels(packed, C);
    add_product(grad_logits, C, &panels, rows, C, D, grad_input, D, packed + count);
  }
  if (grad_points != NULL) {
    // grad_points += 2 (grad_logits^T . input - points * sum of grad_logits). Adding the product
    // twice gives its factor of 2.
    zero_floats(sums, C);
    add_rows(grad_logits, C, rows, C, sums);
    for (int time = 0; time < 2; time++) {
      add_transposed_product((strided){grad_logits, C}, (strided){input, D}, rows, C, D,
                             grad_points, D);
    }
    for (size_t c = 0; c < C; c++) {
      for (size_t j = 0; j < D; j++) {
        grad_points[c * D + j] -= 2.0F * points[c * D + j] * sums[c];
      }
    }
  }
  return ATTN_OK;
}
