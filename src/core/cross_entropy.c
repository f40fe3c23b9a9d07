#include "check.h"
#include "learning.h"
#include "log.h"
#include "mask.h"
#include "simd.h"
#include "weigh_row.h"

// Returns -log softmax of a target. A denormal probability has lost digits, so the loss then comes
// from the logits: the difference to the largest logit, whose probability is at least 1 / C.
static double target_loss(const float *logits, const float *probabilities, uint32_t C,
                          uint32_t target) {
  const float p = probabilities[target];
  if (isnan(p)) return (double)p;
  if (p >= 0x1p-126F) return -natural_log(p);
  uint32_t best = 0;
  for (uint32_t j = 1; j < C; j++) {
    if (logits[j] > logits[best]) best = j;
  }
  return (double)logits[best] - (double)logits[target] - natural_log(probabilities[best]);
}

static attn_status check_targets(const guard *g, const uint32_t *targets, uint32_t rows, uint32_t C,
                                 uint32_t *counted) {
  const attn_status status = check_guard(g);
  if (status != ATTN_OK) return status;
  *counted = 0;
  for (uint32_t i = 0; i < rows; i++) {
    if (targets[i] == ATTN_NO_TARGET) continue;
    if (targets[i] >= C) return ATTN_ERROR_OPTION;
    ++*counted;
  }
  return ATTN_OK;
}

attn_status attn_cross_entropy(const float *logits, const uint32_t *targets, uint32_t rows,
                               uint32_t C, float *probabilities, float *loss) {
  guard g;
  start_guard(&g);
  list_input(&g, logits, count_product(rows, C), sizeof(float));
  list_input(&g, targets, rows, sizeof(uint32_t));
  list_output(&g, probabilities, count_product(rows, C));
  list_output(&g, loss, 1);
  uint32_t counted = 0;
  const attn_status status = check_targets(&g, targets, rows, C, &counted);
  if (status != ATTN_OK) return status;
  *loss = 0.0F;
  if (C == 0) return ATTN_OK;

  row_overlap overlap = {.count = 0};
  for (uint32_t i = 0; i < rows; i++) {
    const size_t first = (size_t)i * C;
    weigh_plain_row(logits + first, C, probabilities + first, &overlap);
  }
  finish_division(&overlap);
  double sum = 0.0;
  for (uint32_t i = 0; i < rows; i++) {
    if (targets[i] == ATTN_NO_TARGET) continue;
    const size_t first = (size_t)i * C;
    sum += target_loss(logits + first, probabilities + first, C, targets[i]);
  }
  if (counted > 0) *loss = (float)(sum / counted);
  return ATTN_OK;
}

attn_status attn_cross_entropy_backward(const float *probabilities, const uint32_t *targets,
                                        uint32_t rows, uint32_t C, float *grad_logits) {
  if (rows == 0 || C == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, probabilities, count_product(rows, C), sizeof(float));
  list_input(&g, targets, rows, sizeof(uint32_t));
  list_output(&g, grad_logits, count_product(rows, C));
  uint32_t counted = 0;
  const attn_status status = check_targets(&g, targets, rows, C, &counted);
  if (status != ATTN_OK) return status;

  const float share = 1.0F / (float)(counted == 0 ? 1 : counted);
  const v128_t shares = splat(share);
  for (size_t i = 0; i < rows; i++) {
    if (targets[i] == ATTN_NO_TARGET) continue;
    const float *p = probabilities + i * C;
    float *grad = grad_logits + i * C;
    for (uint32_t j = 0; j < C; j += LANES) {
      const uint32_t count = smaller(C - j, LANES);
      store_lanes(grad + j, mul_add(load_lanes(p + j, count), shares, load_lanes(grad + j, count)),
                  count);
    }
    grad[targets[i]] -= share;
  }
  return ATTN_OK;
}
