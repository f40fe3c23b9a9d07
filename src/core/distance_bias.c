#include "check.h"
#include "learning.h"

static uint32_t distance_of(uint32_t l, uint32_t s, uint32_t L, uint32_t S, uint32_t reach) {
  const int64_t distance = (int64_t)l + S - L - s;
  if (distance <= 0) return 0;
  return distance < reach ? (uint32_t)distance : reach - 1;
}

static attn_status check_bias(const float *from, uint64_t from_count, const float *to,
                              uint64_t to_count, uint32_t reach) {
  if (reach == 0) return ATTN_ERROR_SIZE;
  guard g;
  start_guard(&g);
  list_input(&g, from, from_count, sizeof(float));
  list_output(&g, to, to_count);
  return check_guard(&g);
}

attn_status attn_distance_bias(const float *table, uint32_t H, uint32_t L, uint32_t S,
                               uint32_t reach, float *output) {
  const uint64_t cells = count_product3(H, L, S);
  if (cells == 0) return ATTN_OK;
  const attn_status status = check_bias(table, count_product(H, reach), output, cells, reach);
  if (status != ATTN_OK) return status;

  for (size_t h = 0; h < H; h++) {
    for (uint32_t l = 0; l < L; l++) {
      for (uint32_t s = 0; s < S; s++) {
        *output++ = table[h * reach + distance_of(l, s, L, S, reach)];
      }
    }
  }
  return ATTN_OK;
}

attn_status attn_distance_bias_backward(const float *grad_output, uint32_t H, uint32_t L,
                                        uint32_t S, uint32_t reach, float *grad_table) {
  const uint64_t cells = count_product3(H, L, S);
  if (cells == 0) return ATTN_OK;
  const attn_status status =
      check_bias(grad_output, cells, grad_table, count_product(H, reach), reach);
  if (status != ATTN_OK) return status;

  for (size_t h = 0; h < H; h++) {
    for (uint32_t l = 0; l < L; l++) {
      for (uint32_t s = 0; s < S; s++) {
        grad_table[h * reach + distance_of(l, s, L, S, reach)] += *grad_output++;
      }
    }
  }
  return ATTN_OK;
}
