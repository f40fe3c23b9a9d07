#include "check.h"
#include "linear.h"
#include "mask.h"
#include "scaled_dot_product.h"
#include "simd.h"
#include "softmax.h"

// Projections of all batch items, their concatenated heads, then what one head needs.
static uint64_t workspace_count(uint32_t N, uint32_t H, uint32_t L, uint32_t S, uint32_t D) {
  const uint32_t d = H == 0 ? 0 : D / H;
  const uint64_t tables = times(times(N, 2 * ((uint64_t)L + S)), D);
  return plus(tables, dot_product_count(L, S, d, d));
}

uint32_t attn_multi_head_workspace(uint32_t N, uint32_t H, uint32_t L, uint32_t S, uint32_t D) {
  return float_bytes(workspace_count(N, H, L, S, D));
}

// (N, rows, H * d) to (N, H, rows, d)
static void split_heads(const float *wide, uint32_t N, uint32_t H, uint32_t rows, uint32_t d,
                        float *heads) {
  if (heads == NULL) return;
  const size_t D = (size_t)H * d;
  for (size_t n = 0; n < N; n++) {
    for (size_t h = 0; h < H; h++) {
      for (size_t i = 0; i < rows; i++) {
        copy_floats(heads, wide + (n * rows + i) * D + h * d, d);
        heads += d;
      }
    }
  }
}

// Each head times its columns of W_O: rows h * d to (h + 1) * d of every panel.
static void write_contributions(const float *concatenated, const float *out_weight, uint32_t N,
                                uint32_t H, uint32_t L, uint32_t D, float *contributions) {
  const uint32_t d = D / H;
  for (size_t n = 0; n < N; n++) {
    for (size_t h = 0; h < H; h++) {
      const packed_matrix slice = {out_weight + h * d * PANEL, D};
      matmul(concatenated + n * L * D + h * d, D, slice, L, d, D, contributions, D);
      contributions += (size_t)L * D;
    }
  }
}

attn_status attn_multi_head_attention(const float *query, const float *key, const float *value,
                                      const attn_multi_head_parameters *parameters, uint32_t N,
                                      uint32_t H, uint32_t L, uint32_t S, uint32_t D, uint32_t Kdim,
                                      uint32_t Vdim, const attn_options *options, float *output,
                                      float *weights, const attn_multi_head_trace *trace,
                                      float *workspace, uint32_t workspace_size) {
  attn_status status = check_struct(options, sizeof(*options));
  if (status == ATTN_OK) status = check_struct(parameters, sizeof(*parameters));
  if (status == ATTN_OK && trace != NULL) status = check_struct(trace, sizeof(*trace));
  if (status != ATTN_OK) return status;
  if (H == 0 || D % H != 0) return ATTN_ERROR_SIZE;
  if (N == 0) return ATTN_OK;
  const uint64_t rows = times(times(N, H), L);
  guard g = {.read_count = 0};
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  const attn_multi_head_parameters p = *parameters;
  reads_struct(&g, options, sizeof(*options));
  reads_struct(&g, parameters, sizeof(*parameters));
  reads(&g, query, times4(N, L, D, 1), sizeof(float));
  reads(&g, key, times4(N, S, Kdim, 1), sizeof(float));
  reads(&g, value, times4(N, S, Vdim, 1), sizeof(float));
  reads(&g, p.q_weight, packed_count(D, D), sizeof(float));
  reads(&g, p.k_weight, packed_count(Kdim, D), sizeof(float));
  reads(&g, p.v_weight, packed_count(Vdim, D), sizeof(float));
  reads(&g, p.out_weight, packed_count(D, D), sizeof(float));
  may_read(&g, p.q_bias, D, sizeof(float));
  may_read(&g, p.k_bias, D, sizeof(float));
  may_read(&g, p.v_bias, D, sizeof(float));
  may_read(&g, p.out_bias, D, sizeof(float));
  writes(&g, output, times4(N, L, D, 1));
  may_write(&g, weights, times(rows, S));
  if (trace != NULL) {
    reads_struct(&g, trace, sizeof(*trace));
    writes_trace(&g, &trace->attention, rows, S);
    may_write(&g, trace->q, times4(N, L, D, 1));
    may_write(&g, trace->k, times4(N, S, D, 1));
    may_write(&g, trace->v, times4(N, S, D, 1));
    may_write(&g, trace->heads, times4(N, L, D, 1));
    may_write(&g, trace->concatenated, times4(N, L, D, 1));
    may_write(&g, trace->head_contributions, times(rows, D));
  }
  status =
      check_with_workspace(&g, rows, workspace, workspace_size, workspace_count(N, H, L, S, D));
  if (status != ATTN_OK || !has_output(&g)) return status;

  const uint32_t d = D / H;
  float *q = workspace;
  float *k = q + (size_t)N * L * D;
  float *v = k + (size_t)N * S * D;
  float *concatenated = v + (size_t)N * S * D;
  float *head_workspace = concatenated + (size_t)N * L * D;
  // 1. Project.
  project(query, p.q_weight, p.q_bias, N * L, D, D, q);
  project(key, p.k_weight, p.k_bias, N * S, D, Kdim, k);
  project(value, p.v_weight, p.v_bias, N * S, D, Vdim, v);
  // 2. Each head attends with its d columns and writes its output beside the others'.
  for (uint32_t n = 0; n < N; n++) {
    for (uint32_t h = 0; h < H; h++) {
      const size_t queries = (size_t)n * L * D + (size_t)h * d;
      const size_t keys = (size_t)n * S * D + (size_t)h * d;
      const size_t first_row = ((size_t)n * H + h) * L;
      const packed_head packed =
          pack_head((strided){k + keys, D}, (strided){v + keys, D}, S, d, d, head_workspace);
      const attention_head head = {
          .options = options,
          .n = n,
          .h = h,
          .L = L,
          .S = S,
          .Ev = d,
          .first_row = (uint32_t)first_row,
          .values = packed.values,
          .weights = weights == NULL ? NULL : weights + first_row * S,
          .trace = trace == NULL ? NULL : &trace->attention,
          .output = concatenated + queries,
          .output_stride = D,
      };
      dot_product_attention((strided){q + queries, D}, &packed, &head);
    }
  }
  // 3. Mix the heads.
  project(concatenated, p.out_weight, p.out_bias, N * L, D, D, output);
  if (trace != NULL) {
    split_heads(q, N, H, L, d, trace->q);
    split_heads(k, N, H, S, d, trace->k);
    split_heads(v, N, H, S, d, trace->v);
    split_heads(concatenated, N, H, L, d, trace->heads);
    keep(trace->concatenated, concatenated, (size_t)N * L * D);
    if (trace->head_contributions != NULL) {
      write_contributions(concatenated, p.out_weight, N, H, L, D, trace->head_contributions);
    }
  }
  return ATTN_OK;
}
