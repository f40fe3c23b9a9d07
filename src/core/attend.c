#include "attend.h"

#include "mask.h"
#include "pack.h"
#include "simd.h"
#include "weigh_row.h"

// The size of a block of scores: it fits in the L2 cache, and has enough rows for the tiles of the
// product.
#define BLOCK_FLOATS 65536U
#define MIN_BLOCK_ROWS 8U
#define MAX_BLOCK_ROWS 96U
// With a causal mask, smaller blocks compute fewer masked scores. With 8 heads of width 64,
// attention takes 0.77 of the time at L = S = 128, 0.90 at 512 and 0.96 at 1024.
#define CAUSAL_BLOCK_ROWS 24U

static uint32_t block_rows(uint32_t L, uint32_t S) {
  const uint32_t fitting = S == 0 ? MAX_BLOCK_ROWS : BLOCK_FLOATS / S;
  const uint32_t rows = fitting < MIN_BLOCK_ROWS ? MIN_BLOCK_ROWS : fitting;
  return smaller(L, smaller(rows, MAX_BLOCK_ROWS));
}

uint64_t score_block_count(uint32_t L, uint32_t S) { return count_product(block_rows(L, S), S); }

bool all_finite(const float *row, uint32_t count) {
  v128_t sum = splat(0.0F); // x * 0 is 0 for a finite x and NaN otherwise
  for (; count >= LANES; count -= LANES, row += LANES) {
    sum = mul_add(wasm_v128_load(row), splat(0.0F), sum);
  }
  return sum_lanes(mul_add(load_some(row, count), splat(0.0F), sum)) == 0.0F;
}

// Computes weights . values for one row from only the values that the row sees. A product with all
// values would be wrong: 0 * NaN is NaN, and in a row of NaN the weights of masked keys are NaN
// too.
static void sum_seen_values(const attention_head *head, const row_mask *mask, const float *weights,
                            uint32_t seen, float *output) {
  const bool masked_has_weight = weighs_masked(head->options);
  const panel_matrix values = head->values;
  float wide[PANEL];
  for (uint32_t j = 0; j < head->Ev; j += PANEL) {
    const float *panel = values.data + j / PANEL * values.panel_stride;
    v128_t low = splat(0.0F);
    v128_t high = splat(0.0F);
    for (size_t s = 0; s < seen; s++) {
      if ((!masked_has_weight || weights[s] == 0.0F) && !sees(mask, (uint32_t)s)) continue;
      const v128_t weight = wasm_v128_load32_splat(weights + s);
      const float *row = panel + s * values.row_stride;
      if (values.dtype != ATTN_FLOAT32) {
        widen_panel(values.dtype, row, 1, wide);
        row = wide;
      }
      low = mul_add(weight, wasm_v128_load(row), low);
      high = mul_add(weight, wasm_v128_load(row + LANES), high);
    }
    const uint32_t low_count = smaller(head->Ev - j, LANES);
    store_partial(output + j, low, low_count);
    store_partial(output + j + low_count, high, smaller(head->Ev - j - low_count, LANES));
  }
}

static void attend_block(const attention_head *head, uint32_t first, uint32_t rows, uint32_t seen,
                         float *scores) {
  const attn_options *options = head->options;
  const uint32_t S = head->S;
  float *output = head->output + first * head->output_stride;
  // 1. Turn scores into weights, in place. Masked keys at the end of a row need no score.
  const uint32_t width = head->weights == NULL ? seen : S;
  const bool has_all_scores = head->trace != NULL || weighs_masked(options);
  const bool is_masked = has_masks(options);
  const bool has_lookahead = head->trace == NULL && only_scales(options);
  row_overlap overlap = {.count = 0};
  row_mask mask = mask_of_row(options, head->n, head->h, first, S, head->L);
  // Weigh short rows with one mask in one call.
  const bool is_short = has_lookahead && S <= SHORT_ROW && options->dropout_p == 0.0F;
  if (is_short) weigh_short_rows(options, &mask, rows, scores, S, options->scale, scores);
  for (uint32_t i = 0; i < rows && !is_short; i++) {
    const uint32_t l = first + i;
    if (is_masked) mask = mask_of_row(options, head->n, head->h, l, S, head->L);
    const uint32_t keys = has_all_scores ? seen : mask.length;
    float *row = scores + (size_t)i * S;
    overlap.next = has_lookahead && i + 1 < rows ? row + S : NULL;
    weigh_row(options, &mask, keys, width, head->first_row + l, row, row, head->trace, &overlap);
  }
  finish_division(&overlap);
  // 2. Multiply weights by values.
  matmul(scores, S, &head->values, rows, seen, head->Ev, output, head->output_stride);
  if (!is_masked) return;
  // 3. Recompute rows that are not finite. A masked value that is not finite, or a masked key in a
  // row of NaN, may have caused that.
  for (uint32_t i = 0; i < rows; i++) {
    float *row = output + i * head->output_stride;
    if (all_finite(row, head->Ev)) continue;
    const row_mask seen_keys = mask_of_row(options, head->n, head->h, first + i, S, head->L);
    sum_seen_values(head, &seen_keys, scores + (size_t)i * S, seen, row);
  }
}

void attend(const attention_head *head, score_rows *score, const void *mechanism, float *block) {
  const bool is_causal = head->options->causal != ATTN_CAUSAL_NONE && head->trace == NULL;
  const uint32_t most_rows = block_rows(head->L, head->S);
  const uint32_t step = is_causal ? smaller(most_rows, CAUSAL_BLOCK_ROWS) : most_rows;
  for (uint32_t first = 0; first < head->L; first += step) {
    const uint32_t rows = smaller(step, head->L - first);
    const uint32_t seen = head->trace != NULL
                              ? head->S
                              : keys_seen(head->options, head->n, first, rows, head->S, head->L);
    float *scores = head->weights == NULL ? block : head->weights + (size_t)first * head->S;
    score(mechanism, first, rows, seen, scores, head->S);
    attend_block(head, first, rows, seen, scores);
  }
}
