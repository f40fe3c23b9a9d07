#include "accumulate.h"
#include "check.h"
#include "learning.h"
#include "pack.h"
#include "simd.h"

static attn_status check_ids(const guard *g, const uint32_t *ids, uint32_t rows, uint32_t V) {
  const attn_status status = check_guard(g);
  if (status != ATTN_OK) return status;
  for (uint32_t i = 0; i < rows; i++) {
    if (ids[i] >= V) return ATTN_ERROR_OPTION;
  }
  return ATTN_OK;
}

attn_status attn_embedding(const float *table, const uint32_t *ids, uint32_t rows, uint32_t V,
                           uint32_t D, float *output) {
  if (rows == 0 || D == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, table, count_product(V, D), sizeof(float));
  list_input(&g, ids, rows, sizeof(uint32_t));
  list_output(&g, output, count_product(rows, D));
  const attn_status status = check_ids(&g, ids, rows, V);
  if (status != ATTN_OK) return status;

  for (size_t i = 0; i < rows; i++) copy_floats(output + i * D, table + (size_t)ids[i] * D, D);
  return ATTN_OK;
}

attn_status attn_packed_embedding(const float *packed, const uint32_t *ids, uint32_t rows,
                                  uint32_t V, uint32_t D, float *output, attn_dtype dtype) {
  if (rows == 0 || D == 0) return ATTN_OK;
  if (!is_dtype(dtype)) return ATTN_ERROR_OPTION;
  guard g;
  start_guard(&g);
  list_input(&g, packed, packed_count_of(dtype, D, V), sizeof(float));
  list_input(&g, ids, rows, sizeof(uint32_t));
  list_output(&g, output, count_product(rows, D));
  const attn_status status = check_ids(&g, ids, rows, V);
  if (status != ATTN_OK) return status;

  const panel_matrix table = packed_panels_of(dtype, packed, D);
  for (size_t i = 0; i < rows; i++) {
    const float *panel = table.data + ids[i] / PANEL * table.panel_stride;
    for (size_t j = 0; j < D; j++) {
      output[i * D + j] = read_number(dtype, panel + j * table.row_stride, ids[i] % PANEL);
    }
  }
  return ATTN_OK;
}

attn_status attn_embedding_backward(const float *grad_output, const uint32_t *ids, uint32_t rows,
                                    uint32_t V, uint32_t D, float *grad_table) {
  if (rows == 0 || D == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_output, count_product(rows, D), sizeof(float));
  list_input(&g, ids, rows, sizeof(uint32_t));
  list_output(&g, grad_table, count_product(V, D));
  const attn_status status = check_ids(&g, ids, rows, V);
  if (status != ATTN_OK) return status;

  for (size_t i = 0; i < rows; i++) {
    add_floats(grad_table + (size_t)ids[i] * D, grad_output + i * D, D);
  }
  return ATTN_OK;
}
