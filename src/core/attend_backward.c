#include "attend_backward.h"

#include "accumulate.h"
#include "attend.h"
#include "exp.h"
#include "mask.h"
#include "matmul.h"
#include "pack.h"
#include "simd.h"
#include "tanh.h"
#include "weigh_row.h"

// The packed values and a copy of the weights; then the packed keys and the scores.
uint64_t attend_backward_count(uint32_t L, uint32_t S, uint32_t width, uint32_t Ev) {
  return count_sum(packed_count(width > Ev ? width : Ev, S), count_product(L, S));
}

static row_mask mask_of(const head_backward *head, uint32_t l) {
  return mask_of_row(head->options, head->n, head->h, l, head->S, head->L);
}

bool meets_masked(const attn_options *options, const float *numbers, uint32_t count) {
  return has_masks(options) && !all_finite(numbers, count);
}

// Sets masked cells of a row that is not finite to 0, unless they have a weight.
static void clear_masked(const head_backward *head, uint32_t l, const float *weights, float *row) {
  if (!meets_masked(head->options, row, head->S)) return;
  const bool masked_has_weight = weighs_masked(head->options);
  const row_mask mask = mask_of(head, l);
  for (uint32_t s = 0; s < head->S; s++) {
    if ((!masked_has_weight || weights[s] == 0.0F) && !sees(&mask, s)) row[s] = 0.0F;
  }
}

void add_seen_rows(const head_backward *head, const float *cells, const float *rows, uint32_t width,
                   float *to) {
  const uint32_t S = head->S;
  uint32_t count = 0;
  for (uint32_t l = 0; l < head->L; l += count) {
    // 1. Add consecutive finite rows in one product.
    const float *row = rows + (size_t)l * width;
    const float *row_cells = cells + (size_t)l * S;
    count = 0;
    while (l + count < head->L &&
           !meets_masked(head->options, row + (size_t)count * width, width)) {
      count++;
    }
    if (count > 0) {
      add_transposed_product((strided){row_cells, S}, (strided){row, width}, count, S, width, to,
                             width);
      continue;
    }
    // 2. Add a row that is not finite, cell by cell.
    count = 1;
    const row_mask mask = mask_of(head, l);
    for (size_t s = 0; s < S; s++) {
      if (!is_counted(&mask, row_cells, (uint32_t)s)) continue;
      for (size_t j = 0; j < width; j++) to[s * width + j] += row_cells[s] * row[j];
    }
  }
}

// Computes one row in place: grad_score = weight * (grad_weight - sum of weight * grad_weight). The
// gradient of a masked score is 0, because the fill replaces the score.
static void softmax_backward(const head_backward *head, uint32_t l, const float *weights,
                             float *row) {
  const uint32_t S = head->S;
  const v128_t sum = splat(dot_floats(weights, row, S));
  for (uint32_t s = 0; s < S; s += LANES) {
    const uint32_t count = smaller(S - s, LANES);
    const v128_t difference = wasm_f32x4_sub(load_lanes(row + s, count), sum);
    // Add 0 to turn -0 into +0.
    const v128_t grad = mul_add(load_lanes(weights + s, count), difference, splat(0.0F));
    store_lanes(row + s, grad, count);
  }
  if (!weighs_masked(head->options) && !meets_masked(head->options, row, S)) return;
  const row_mask mask = mask_of(head, l);
  for (uint32_t s = 0; s < S; s++) {
    if (!sees(&mask, s)) row[s] = 0.0F;
  }
}

// Adds the gradients of a row of scores to those of the additive mask. If the mask broadcasts, one
// of its numbers collects the gradients of many scores.
static void add_mask_gradients(const head_backward *head, uint32_t l, const float *row) {
  const uint32_t *strides = head->options->mask_strides;
  float *to = head->gradients->added + (size_t)head->n * strides[0] + (size_t)head->h * strides[1] +
              (size_t)l * strides[2];
  if (strides[3] == 1) {
    add_floats(to, row, head->S);
    return;
  }
  for (size_t s = 0; s < head->S; s++) to[s * strides[3]] += row[s];
}

// Copies weights, with 0 for masked keys in rows that are not finite.
static void copy_weights(const head_backward *head, float *to) {
  const uint32_t S = head->S;
  copy_floats(to, head->weights, (size_t)head->L * S);
  for (uint32_t l = 0; l < head->L; l++) {
    float *row = to + (size_t)l * S;
    clear_masked(head, l, row, row);
  }
}

void attend_backward(const head_backward *head, float *grad_scores, float *workspace) {
  const uint32_t L = head->L, S = head->S, Ev = head->Ev;
  const bool has_dropout = head->options->dropout_p > 0.0F;
  const size_t first = (size_t)head->first_row * S;
  const size_t cells = (size_t)L * S;
  const attn_score_gradients *gradients = head->gradients;
  // 1. Gradients of the weights after dropout.
  pack_transposed(head->value, Ev, Ev, S, workspace);
  const panel_matrix values = packed_panels(workspace, Ev);
  matmul(head->grad_output, Ev, &values, L, Ev, S, grad_scores, S);
  for (uint32_t l = 0; l < L; l++) {
    clear_masked(head, l, head->weights + (size_t)l * S, grad_scores + (size_t)l * S);
  }
  if (gradients->weights != NULL) copy_floats(gradients->weights + first, grad_scores, cells);
  // 2. Gradients of the values.
  const float *weights = head->weights;
  float *copy = workspace + packed_count(Ev, S);
  const bool is_poisoned = meets_masked(head->options, weights, L * S);
  if (has_dropout || is_poisoned) {
    copy_weights(head, copy);
    weights = copy;
  }
  for (uint32_t l = 0; l < L && has_dropout; l++) {
    float *row = grad_scores + (size_t)l * S;
    drop_weights(head->options, head->first_row + l, S, copy + (size_t)l * S);
    drop_weights(head->options, head->first_row + l, S, row);
    // The gradient of a large masked value may overflow here.
    clear_masked(head, l, head->weights + (size_t)l * S, row);
  }
  if (head->grad_value != NULL) {
    add_seen_rows(head, weights, head->grad_output, Ev, head->grad_value);
  }
  // 3. Back through the softmax.
  weights = head->weights;
  if (is_poisoned) {
    copy_weights(head, copy);
    weights = copy;
  }
  for (uint32_t l = 0; l < L; l++) {
    float *row = grad_scores + (size_t)l * S;
    softmax_backward(head, l, weights + (size_t)l * S, row);
    if (gradients->added != NULL) add_mask_gradients(head, l, row);
  }
}

void add_seen_keys(const head_backward *head, const float *grad_scores, const float *keys,
                   uint32_t width, float *to) {
  for (uint32_t l = 0; l < head->L; l++, grad_scores += head->S, to += width) {
    const row_mask mask = mask_of(head, l);
    for (size_t j = 0; j < width; j++) {
      float sum = 0.0F;
      for (size_t s = 0; s < head->S; s++) {
        if (!is_counted(&mask, grad_scores, (uint32_t)s)) continue;
        sum += grad_scores[s] * keys[s * width + j];
      }
      to[j] += sum;
    }
  }
}

// Multiplies gradients by the slope of softcap * tanh(x / softcap), which is
// 1 - tanh(x / softcap)^2. A gradient of 0 stays 0, because it may belong to a masked score of NaN.
static void uncap_gradients(const attn_options *options, const float *scores, size_t cells,
                            float *grad_scores) {
  const v128_t scale = splat(options->scale);
  const v128_t cap = splat(options->softcap);
  for (size_t i = 0; i < cells; i += LANES) {
    const uint32_t count = cells - i < LANES ? (uint32_t)(cells - i) : LANES;
    const v128_t scaled = wasm_f32x4_mul(load_lanes(scores + i, count), scale);
    const v128_t t = tanh_lanes(wasm_f32x4_div(scaled, cap));
    const v128_t grad = load_lanes(grad_scores + i, count);
    const v128_t product = wasm_f32x4_mul(grad, sub_mul(splat(1.0F), t, t));
    const v128_t is_zero = wasm_f32x4_eq(grad, splat(0.0F));
    store_lanes(grad_scores + i, wasm_v128_bitselect(grad, product, is_zero), count);
  }
}

void scale_gradients(const head_backward *head, const float *scores, float *grad_scores) {
  const attn_score_gradients *gradients = head->gradients;
  const size_t cells = (size_t)head->L * head->S;
  const size_t first = (size_t)head->first_row * head->S;
  if (head->options->softcap > 0.0F) uncap_gradients(head->options, scores, cells, grad_scores);
  if (gradients->scaled_scores != NULL) {
    copy_floats(gradients->scaled_scores + first, grad_scores, cells);
  }
  const float scale = head->options->scale;
  for (size_t i = 0; i < cells; i++) grad_scores[i] *= scale;
  if (gradients->scores != NULL) copy_floats(gradients->scores + first, grad_scores, cells);
}

void list_score_gradients(guard *g, const attn_score_gradients *gradients,
                          const attn_options *options, uint32_t N, uint32_t H, uint32_t L,
                          uint32_t S) {
  const uint64_t cells = count_product4(N, H, L, S);
  list_optional_output(g, gradients->added, mask_extent(options, N, H, L, S));
  list_optional_output(g, gradients->weights, cells);
  list_optional_output(g, gradients->scaled_scores, cells);
  list_optional_output(g, gradients->scores, cells);
}

attn_status attn_sinks_backward(const float *grad_output, const float *output, const float *sinks,
                                const float *row_max, const float *row_sum, uint32_t N, uint32_t H,
                                uint32_t L, uint32_t Ev, float *grad_sinks) {
  const uint64_t rows = count_product3(N, H, L);
  if (rows == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, grad_output, count_product(rows, Ev), sizeof(float));
  list_input(&g, output, count_product(rows, Ev), sizeof(float));
  list_input(&g, sinks, H, sizeof(float));
  list_input(&g, row_max, rows, sizeof(float));
  list_input(&g, row_sum, rows, sizeof(float));
  list_output(&g, grad_sinks, H);
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;

  const float *grads = input_start(grad_output);
  const float *outputs = input_start(output);
  for (size_t row = 0; row < rows; row++) {
    const size_t h = row / L % H;
    if (sinks[h] == -INFINITY) continue;
    const float exponential = wasm_f32x4_extract_lane(exp_lanes(splat(sinks[h] - row_max[row])), 0);
    const float sum = dot_floats(grads + row * Ev, outputs + row * Ev, Ev);
    grad_sinks[h] -= exponential / row_sum[row] * sum;
  }
  return ATTN_OK;
}
