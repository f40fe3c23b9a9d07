#include "accumulate.h"
#include "check.h"
#include "learning.h"
#include "simd.h"
#include "tanh.h"

// The parts of a row of `gates`. A row of input and of hidden_weight has the first three.
enum { RESET, UPDATE, CANDIDATE, HIDDEN_CANDIDATE, GATES };
#define PARTS 3

static v128_t sigmoid_lanes(v128_t x) {
  const v128_t half = splat(0.5F);
  return mul_add(tanh_lanes(wasm_f32x4_mul(x, half)), half, half);
}

// Computes `count` <= LANES units of one item at one word.
static void step_lanes(const float *input, const float *hidden, const float *before, size_t U,
                       uint32_t count, float *state, float *gates) {
  const v128_t r =
      sigmoid_lanes(wasm_f32x4_add(load_lanes(input, count), load_lanes(hidden, count)));
  const v128_t z =
      sigmoid_lanes(wasm_f32x4_add(load_lanes(input + U, count), load_lanes(hidden + U, count)));
  const v128_t hidden_n = load_lanes(hidden + CANDIDATE * U, count);
  const v128_t n = tanh_lanes(
      wasm_f32x4_add(load_lanes(input + CANDIDATE * U, count), wasm_f32x4_mul(r, hidden_n)));
  const v128_t h = before == NULL ? splat(0.0F) : load_lanes(before, count);
  store_lanes(state, mul_add(z, wasm_f32x4_sub(h, n), n), count);
  store_lanes(gates + RESET * U, r, count);
  store_lanes(gates + UPDATE * U, z, count);
  store_lanes(gates + CANDIDATE * U, n, count);
  store_lanes(gates + HIDDEN_CANDIDATE * U, hidden_n, count);
}

// The index t of a word, and the previous states.
typedef struct word {
  size_t t;
  strided before; // (N, U); without data: zeros
} word;

static word word_at(const attn_gru_sizes *s, uint32_t step, const float *initial,
                    const float *output) {
  const uint32_t t = s->is_reverse != 0 ? s->T - 1 - step : step;
  if (step == 0) return (word){t, {initial, s->U}};
  const size_t previous = s->is_reverse != 0 ? t + 1 : t - 1;
  return (word){t, {output + previous * s->stride, (size_t)s->T * s->stride}};
}

// Returns the previous states of a row, or NULL for zeros.
static const float *row_before(const word *now, size_t n) {
  return now->before.data == NULL ? NULL : now->before.data + n * now->before.stride;
}

// Returns the floats of the forward: products of states and weight at one word, and the packed
// weight.
static uint64_t gru_count(const attn_gru_sizes *s) {
  const uint64_t width = count_product(PARTS, s->U);
  // A width of more than 32 bits is too large anyway.
  const uint64_t packed = width < MAX_ELEMENTS ? packed_count(s->U, (uint32_t)width) : width;
  return count_sum(count_product(s->N, width), packed);
}

// Returns the floats of the backward: the weight packed from its rows, gradients at one word, and a
// block of the product with the weight.
static uint64_t gru_backward_count(const attn_gru_sizes *s) {
  const uint64_t width = count_product(PARTS, s->U);
  const uint64_t packed = width < MAX_ELEMENTS ? packed_count((uint32_t)width, s->U) : width;
  const uint64_t gradients = count_product(s->N, count_sum(width, s->U));
  return count_sum(count_sum(packed, gradients), product_count(s->U));
}

uint32_t attn_gru_workspace(const attn_gru_sizes *sizes) {
  if (check_struct(sizes, sizeof(*sizes)) != ATTN_OK) return UINT32_MAX;
  return float_bytes(gru_backward_count(sizes)); // the forward never needs more
}

// Returns the floats from the first state to the end of the last, for at least one word.
static uint64_t strided_count(const attn_gru_sizes *s) {
  const uint64_t words = count_product(s->N, s->T);
  return count_sum(count_product(words - 1, s->stride), s->U);
}

attn_status attn_gru(const float *input, const float *hidden_weight, const float *hidden_bias,
                     const float *initial, const attn_gru_sizes *sizes, float *output, float *gates,
                     float *workspace, uint32_t workspace_size) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, sizes, sizeof(*sizes));
  if (status != ATTN_OK) return status;
  const attn_gru_sizes s = *sizes;
  if (s.N == 0 || s.T == 0 || s.U == 0) return ATTN_OK;
  if (s.stride < s.U) return ATTN_ERROR_SIZE;
  const uint64_t words = count_product(s.N, s.T);
  list_input(&g, input, count_product3(words, PARTS, s.U), sizeof(float));
  list_input(&g, hidden_weight, count_product3(PARTS, s.U, s.U), sizeof(float));
  list_input(&g, hidden_bias, count_product(PARTS, s.U), sizeof(float));
  list_optional_input(&g, initial, count_product(s.N, s.U), sizeof(float));
  list_output(&g, output, strided_count(&s));
  list_output(&g, gates, count_product3(words, GATES, s.U));
  status = check_with_workspace(&g, words, workspace, workspace_size, gru_count(&s));
  if (status != ATTN_OK) return status;

  const size_t U = s.U;
  const uint32_t width = PARTS * s.U;
  float *hidden = workspace;
  float *packed = workspace + (size_t)s.N * width;
  pack_transposed(hidden_weight, U, s.U, width, packed);
  const panel_matrix panels = packed_panels(packed, s.U);
  for (uint32_t step = 0; step < s.T; step++) {
    const word now = word_at(&s, step, initial, output);
    // 1. Multiply the previous states by the weight.
    if (now.before.data == NULL) {
      zero_floats(hidden, (size_t)s.N * width);
    } else {
      matmul(now.before.data, now.before.stride, &panels, s.N, s.U, width, hidden, width);
    }
    // 2. Gates and states.
    for (size_t n = 0; n < s.N; n++) {
      const size_t row = n * s.T + now.t;
      float *hidden_row = hidden + n * width;
      add_floats(hidden_row, hidden_bias, width);
      const float *before = row_before(&now, n);
      for (uint32_t u = 0; u < s.U; u += LANES) {
        const uint32_t count = smaller(s.U - u, LANES);
        step_lanes(input + row * width + u, hidden_row + u, before == NULL ? NULL : before + u, U,
                   count, output + row * s.stride + u, gates + row * GATES * U + u);
      }
    }
  }
  return ATTN_OK;
}

// Computes the backward of the gates. It leaves in grad_state the gradient that reaches the
// previous state directly, not through the gates.
static void backward_lanes(const float *grad_output, const float *gates, const float *before,
                           size_t U, uint32_t count, float *grad_input, float *grad_hidden,
                           float *grad_state) {
  const v128_t one = splat(1.0F);
  const v128_t r = load_lanes(gates + RESET * U, count);
  const v128_t z = load_lanes(gates + UPDATE * U, count);
  const v128_t n = load_lanes(gates + CANDIDATE * U, count);
  const v128_t hidden_n = load_lanes(gates + HIDDEN_CANDIDATE * U, count);
  const v128_t h = before == NULL ? splat(0.0F) : load_lanes(before, count);
  const v128_t grad = wasm_f32x4_add(load_lanes(grad_state, count), load_lanes(grad_output, count));
  // 1. state = (1 - z) n + z h
  const v128_t grad_z = wasm_f32x4_mul(grad, wasm_f32x4_sub(h, n));
  const v128_t grad_n = wasm_f32x4_mul(grad, wasm_f32x4_sub(one, z));
  store_lanes(grad_state, wasm_f32x4_mul(grad, z), count);
  // 2. Through tanh and both sigmoids.
  const v128_t sum_n = wasm_f32x4_mul(grad_n, wasm_f32x4_sub(one, wasm_f32x4_mul(n, n)));
  const v128_t slope_z = wasm_f32x4_mul(z, wasm_f32x4_sub(one, z));
  const v128_t slope_r = wasm_f32x4_mul(r, wasm_f32x4_sub(one, r));
  const v128_t sum_z = wasm_f32x4_mul(grad_z, slope_z);
  const v128_t sum_r = wasm_f32x4_mul(wasm_f32x4_mul(sum_n, hidden_n), slope_r);
  store_lanes(grad_hidden, sum_r, count);
  store_lanes(grad_hidden + U, sum_z, count);
  store_lanes(grad_hidden + CANDIDATE * U, wasm_f32x4_mul(sum_n, r), count);
  // 3. The input gets the same gradients, except in n: r multiplies only the hidden part of n.
  if (grad_input == NULL) return;
  const v128_t sums[PARTS] = {sum_r, sum_z, sum_n};
  for (size_t part = 0; part < PARTS; part++) {
    float *to = grad_input + part * U;
    store_lanes(to, wasm_f32x4_add(load_lanes(to, count), sums[part]), count);
  }
}

attn_status attn_gru_backward(const float *grad_output, const float *output, const float *gates,
                              const float *hidden_weight, const float *initial,
                              const attn_gru_sizes *sizes, float *grad_input,
                              float *grad_hidden_weight, float *grad_hidden_bias,
                              float *grad_initial, float *workspace, uint32_t workspace_size) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, sizes, sizeof(*sizes));
  if (status != ATTN_OK) return status;
  const attn_gru_sizes s = *sizes;
  if (s.N == 0 || s.T == 0 || s.U == 0) return ATTN_OK;
  if (s.stride < s.U) return ATTN_ERROR_SIZE;
  const uint64_t words = count_product(s.N, s.T);
  list_input(&g, grad_output, strided_count(&s), sizeof(float));
  list_input(&g, output, strided_count(&s), sizeof(float));
  list_input(&g, gates, count_product3(words, GATES, s.U), sizeof(float));
  list_input(&g, hidden_weight, count_product3(PARTS, s.U, s.U), sizeof(float));
  list_optional_input(&g, initial, count_product(s.N, s.U), sizeof(float));
  list_optional_output(&g, grad_input, count_product3(words, PARTS, s.U));
  list_optional_output(&g, grad_hidden_weight, count_product3(PARTS, s.U, s.U));
  list_optional_output(&g, grad_hidden_bias, count_product(PARTS, s.U));
  list_optional_output(&g, grad_initial, count_product(s.N, s.U));
  status = check_with_workspace(&g, words, workspace, workspace_size, gru_backward_count(&s));
  if (status != ATTN_OK) return status;

  const size_t U = s.U;
  const uint32_t width = PARTS * s.U;
  float *packed = workspace;
  float *grad_hidden = packed + packed_count(width, s.U);
  float *grad_state = grad_hidden + (size_t)s.N * width;
  float *block = grad_state + (size_t)s.N * U;
  pack_straight(hidden_weight, U, width, s.U, packed);
  const panel_matrix panels = packed_panels(packed, width);
  zero_floats(grad_state, (size_t)s.N * U);
  for (uint32_t step = s.T; step-- > 0;) {
    const word now = word_at(&s, step, initial, output);
    // 1. Back through the gates.
    for (size_t n = 0; n < s.N; n++) {
      const size_t row = n * s.T + now.t;
      const float *before = row_before(&now, n);
      float *to_input = grad_input == NULL ? NULL : grad_input + row * width;
      for (uint32_t u = 0; u < s.U; u += LANES) {
        const uint32_t count = smaller(s.U - u, LANES);
        backward_lanes(grad_output + row * s.stride + u, gates + row * GATES * U + u,
                       before == NULL ? NULL : before + u, U, count,
                       to_input == NULL ? NULL : to_input + u, grad_hidden + n * width + u,
                       grad_state + n * U + u);
      }
    }
    // 2. Weight and bias.
    if (grad_hidden_weight != NULL && now.before.data != NULL) {
      add_transposed_product((strided){grad_hidden, width}, now.before, s.N, width, s.U,
                             grad_hidden_weight, U);
    }
    if (grad_hidden_bias != NULL) add_rows(grad_hidden, width, s.N, width, grad_hidden_bias);
    // 3. Previous states.
    if (step > 0 || grad_initial != NULL) {
      add_product(grad_hidden, width, &panels, s.N, width, s.U, grad_state, U, block);
    }
  }
  if (grad_initial != NULL) add_floats(grad_initial, grad_state, (size_t)s.N * U);
  return ATTN_OK;
}
