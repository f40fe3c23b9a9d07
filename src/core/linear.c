#include "linear.h"
#include "attention.h"
#include "check.h"
#include "matmul.h"
#include "simd.h"

uint32_t attn_packed_size(uint32_t out, uint32_t in) { return float_bytes(packed_count(in, out)); }

attn_status attn_pack_weight(const float *weight, uint32_t out, uint32_t in, float *packed) {
  if (out == 0 || in == 0) return ATTN_OK;
  guard g = {.read_count = 0};
  reads(&g, weight, times(out, in), sizeof(float));
  writes(&g, packed, packed_count(in, out));
  const attn_status status = check(&g);
  if (status != ATTN_OK) return status;

  pack_transposed(weight, in, in, out, packed);
  return ATTN_OK;
}

void project(const float *input, const float *packed, const float *bias, uint32_t rows,
             uint32_t out, uint32_t in, float *output) {
  // Nothing to write; the other sizes may then be any numbers, and the pointers null.
  if (rows == 0 || out == 0) return;
  matmul(input, in, (packed_matrix){packed, in}, rows, in, out, output, out);
  if (bias == NULL) return;
  for (size_t i = 0; i < rows; i++) {
    for (uint32_t j = 0; j < out; j++) output[i * out + j] += bias[j];
  }
}

attn_status attn_linear(const float *input, const float *packed, const float *bias, uint32_t rows,
                        uint32_t out, uint32_t in, float *output) {
  if (rows == 0 || out == 0) return ATTN_OK;
  guard g = {.read_count = 0};
  reads(&g, input, times(rows, in), sizeof(float));
  reads(&g, packed, packed_count(in, out), sizeof(float));
  may_read(&g, bias, out, sizeof(float));
  writes(&g, output, times(rows, out));
  const attn_status status = check(&g);
  if (status != ATTN_OK) return status;

  project(input, packed, bias, rows, out, in, output);
  return ATTN_OK;
}
