#include "weigh_row.h"

#include "dropout.h"
#include "half_exponentials.h"
#include "tanh.h"

// The number of independent maxima, so that a row does not wait for a single dependent chain.
#define CHAINS 4

static void scale_row(const float *scores, uint32_t S, float factor, float *scaled) {
  for (uint32_t s = 0; s < S; s++) scaled[s] = scores[s] * factor;
}

// cap * tanh(x / cap), in place.
NOINLINE static void cap_row(float *row, uint32_t S, float cap) {
  const v128_t caps = splat(cap);
  for (uint32_t s = 0; s < S; s += LANES) {
    const uint32_t count = smaller(S - s, LANES);
    const v128_t x = wasm_f32x4_div(load_partial(row + s, count), caps);
    store_partial(row + s, wasm_f32x4_mul(caps, tanh_lanes(x)), count);
  }
}

// The largest scores so far, in the lanes of independent chains.
typedef struct maxima {
  v128_t chain[CHAINS];
} maxima;

static inline maxima start_maxima(void) {
  const v128_t lowest = splat(-INFINITY);
  return (maxima){{lowest, lowest, lowest, lowest}};
}

// Raises the maxima to the scores, and returns the end of the scores. It ignores NaN, which later
// makes the sum of exponentials NaN, and so the whole row.
static const float *raise_maxima(maxima *max, const float *scores, uint32_t S) {
  for (; S >= CHAINS * LANES; S -= CHAINS * LANES) {
    for (uint32_t i = 0; i < CHAINS; i++, scores += LANES) {
      max->chain[i] = wasm_f32x4_pmax(max->chain[i], wasm_v128_load(scores));
    }
  }
  for (; S > 0; S--) {
    max->chain[0] = wasm_f32x4_pmax(max->chain[0], wasm_v128_load32_splat(scores++));
  }
  return scores;
}

static inline float largest_of_maxima(const maxima *max) {
  const v128_t low = wasm_f32x4_pmax(max->chain[0], max->chain[1]);
  const v128_t high = wasm_f32x4_pmax(max->chain[2], max->chain[3]);
  return max_lanes(wasm_f32x4_pmax(low, high));
}

static float largest_of_row(const float *scores, uint32_t S) {
  maxima max = start_maxima();
  raise_maxima(&max, scores, S);
  return largest_of_maxima(&max);
}

static float larger_of(float max, float other) { return other > max ? other : max; }

NOINLINE void finish_division(row_overlap *overlap) {
  const v128_t divisors = splat(overlap->divisor);
  float *row = overlap->row;
  uint32_t rest = overlap->count;
  for (; rest >= LANES; rest -= LANES, row += LANES) {
    wasm_v128_store(row, wasm_f32x4_div(wasm_v128_load(row), divisors));
  }
  for (; rest > 0; rest--) *row++ /= overlap->divisor;
  overlap->count = 0;
}

// The loops of both halves handle two vectors per iteration, and load both before they store. The
// functions that contain the loops are not inlined. Otherwise the compiler would know that stores
// and loads do not alias, and would move each load after the preceding store.
ALWAYS_INLINE void start_loop(const float *x, uint32_t count, bool is_scaled, float factor,
                              float max, half_exponentials *h) {
  const exp_start c = load_exp_start();
  const v128_t factors = splat(factor);
  const v128_t largest = splat(max);
  uint32_t s = 0;
  for (; s + 2 * LANES <= count; s += 2 * LANES) {
    v128_t x0 = wasm_v128_load(x + s);
    v128_t x1 = wasm_v128_load(x + s + LANES);
    if (is_scaled) x0 = wasm_f32x4_mul(x0, factors);
    if (is_scaled) x1 = wasm_f32x4_mul(x1, factors);
    keep_half(h, s, start_exp(&c, wasm_f32x4_sub(x0, largest)));
    keep_half(h, s + LANES, start_exp(&c, wasm_f32x4_sub(x1, largest)));
  }
  for (; s < count; s += LANES) {
    v128_t x0 = load_partial(x + s, smaller(count - s, LANES));
    if (is_scaled) x0 = wasm_f32x4_mul(x0, factors);
    keep_half(h, s, start_exp(&c, wasm_f32x4_sub(x0, largest)));
  }
}

NOINLINE static void start_exponentials(const float *x, uint32_t count, float max,
                                        half_exponentials *h) {
  start_loop(x, count, false, 1.0F, max, h);
}

NOINLINE static void start_scaled_exponentials(const float *x, uint32_t count, float factor,
                                               float max, half_exponentials *h) {
  start_loop(x, count, true, factor, max, h);
}

// With `is_divided`, also divides as many `quotients` as there are exponentials in pairs of
// vectors.
ALWAYS_INLINE void finish_loop(const half_exponentials *h, uint32_t count, float *exponentials,
                               v128_t sum[2], bool is_divided, float *quotients, float divisor) {
  const exp_series c = load_exp_series();
  const v128_t divisors = splat(divisor);
  uint32_t s = 0;
  for (; s + 2 * LANES <= count; s += 2 * LANES) {
    v128_t q0 = divisors;
    v128_t q1 = divisors;
    if (is_divided) q0 = wasm_f32x4_div(wasm_v128_load(quotients + s), divisors);
    if (is_divided) q1 = wasm_f32x4_div(wasm_v128_load(quotients + s + LANES), divisors);
    const reduced x0 = take_half(h, s);
    const reduced x1 = take_half(h, s + LANES);
    const v128_t e0 = finish_exp(&c, x0);
    const v128_t e1 = finish_exp(&c, x1);
    wasm_v128_store(exponentials + s, e0);
    wasm_v128_store(exponentials + s + LANES, e1);
    sum[0] = wasm_f32x4_add(sum[0], e0);
    sum[1] = wasm_f32x4_add(sum[1], e1);
    if (is_divided) wasm_v128_store(quotients + s, q0);
    if (is_divided) wasm_v128_store(quotients + s + LANES, q1);
  }
  for (uint32_t i = 0; s < count; i++, s += LANES) {
    const uint32_t rest = smaller(count - s, LANES);
    store_partial(exponentials + s, finish_exp(&c, take_half(h, s)), rest);
    sum[i] = wasm_f32x4_add(sum[i], load_partial(exponentials + s, rest));
  }
}

NOINLINE static void finish_exponentials(const half_exponentials *h, uint32_t count,
                                         float *exponentials, v128_t sum[2]) {
  finish_loop(h, count, exponentials, sum, false, NULL, 1.0F);
}

NOINLINE static void finish_and_divide(const half_exponentials *h, uint32_t count,
                                       float *exponentials, v128_t sum[2], float *quotients,
                                       float divisor) {
  finish_loop(h, count, exponentials, sum, true, quotients, divisor);
}

// Writes exponentials = exp(x * factor - max) and returns their sum. The sum has two chains: vector
// v of the row belongs to chain v % 2. Zeros at the end of a row, from masked keys or a partial
// vector, do not change the sum.
static float exponentiate_row(const float *x, uint32_t S, float factor, float max,
                              float *exponentials, row_overlap *overlap) {
  const float *next = overlap->next;
  maxima next_max = start_maxima();
  double total = 0.0;
  while (S > 0) {
    v128_t sum[2] = {splat(0.0F), splat(0.0F)};
    for (uint32_t rest = SUM_BLOCK; rest > 0 && S > 0; rest -= SCORE_CHUNK) {
      const uint32_t count = smaller(S, SCORE_CHUNK);
      // Read the next row in two parts, one after each loop: short bursts of loads wait less.
      const uint32_t first_part = count / (2 * CHAINS * LANES) * (CHAINS * LANES);
      half_exponentials h;
      if (factor == 1.0F) {
        start_exponentials(x, count, max, &h);
      } else {
        start_scaled_exponentials(x, count, factor, max, &h);
      }
      if (next != NULL) next = raise_maxima(&next_max, next, first_part);
      const uint32_t pairs = count / (2 * LANES) * (2 * LANES);
      if (pairs == 0 || overlap->count < pairs) {
        finish_exponentials(&h, count, exponentials, sum);
      } else {
        finish_and_divide(&h, count, exponentials, sum, overlap->row, overlap->divisor);
        overlap->row += pairs;
        overlap->count -= pairs;
      }
      if (next != NULL) next = raise_maxima(&next_max, next, count - first_part);
      x += count;
      exponentials += count;
      S -= count;
    }
    total += (double)sum_lanes(wasm_f32x4_add(sum[0], sum[1]));
  }
  overlap->has_largest = next != NULL;
  overlap->largest = largest_of_maxima(&next_max);
  return (float)total;
}

NOINLINE void drop_weights(const attn_options *options, uint32_t row, uint32_t S, float *weights) {
  const dropout d = dropout_of_row(options, row);
  for (uint32_t s = 0; s < S; s++) weights[s] = drops(&d, s) ? 0.0F : weights[s] * d.kept;
}

static void keep_row(float *table, uint32_t row, const float *scores, uint32_t S) {
  if (table != NULL) write_trace(table + (size_t)row * S, scores, S);
}

// Whether a row has no keys and gives zeros. The largest score is subtracted from each score, so
// that no exponential overflows. A row without keys would be exp(-Infinity + Infinity) / 0 = NaN.
// The callers subtract 0 instead, which makes every weight 0.
static bool is_zero_row(const attn_options *options, const row_mask *mask, float max) {
  return max == -INFINITY && options->empty_row_is_nan == 0 && !sees_any(mask);
}

// Adds the exponential of the sink to the sum.
static float add_sink(const row_mask *mask, float max, float sum) {
  if (mask->sink == -INFINITY) return sum;
  return sum + wasm_f32x4_extract_lane(exp_lanes(splat(mask->sink - max)), 0);
}

// Computes a row of at most SHORT_ROW keys in one go: here, storing intermediate results would cost
// more than it saves. The row is padded with scores of -Infinity, whose exponentials are 0 unless
// the row is NaN.
ALWAYS_INLINE float weigh_short_row(const attn_options *options, const row_mask *mask,
                                    const float *x, uint32_t keys, float factor,
                                    const exp_start *start, const exp_series *end, float *weights) {
  float row[SHORT_ROW];
  const v128_t lowest = splat(-INFINITY);
  const v128_t factors = splat(factor);
  const uint32_t full_keys = keys / LANES * LANES;
  // 1. Scale, and find the largest score.
  v128_t max = lowest;
  for (uint32_t s = 0; s < full_keys; s += LANES) {
    const v128_t scaled = wasm_f32x4_mul(wasm_v128_load(x + s), factors);
    max = wasm_f32x4_pmax(max, scaled);
    wasm_v128_store(row + s, scaled);
  }
  if (full_keys < keys) {
    const v128_t lanes = wasm_i32x4_make(0, 1, 2, 3);
    const v128_t is_key = wasm_i32x4_lt(lanes, wasm_i32x4_splat((int32_t)(keys - full_keys)));
    const v128_t scaled = wasm_f32x4_mul(load_some(x + full_keys, keys - full_keys), factors);
    const v128_t padded = wasm_v128_bitselect(scaled, lowest, is_key);
    max = wasm_f32x4_pmax(max, padded);
    wasm_v128_store(row + full_keys, padded);
  }
  const float largest = larger_of(max_lanes(max), mask->sink);
  const bool is_zero = is_zero_row(options, mask, largest);
  const v128_t offset = splat(is_zero ? 0.0F : largest);
  // 2. Exponentials and their sum.
  v128_t sum = splat(0.0F);
  v128_t next_sum = splat(0.0F);
  for (uint32_t s = 0; s < keys; s += LANES) {
    const v128_t x_lanes = wasm_f32x4_sub(wasm_v128_load(row + s), offset);
    const v128_t e = finish_exp(end, start_exp(start, x_lanes));
    wasm_v128_store(row + s, e);
    const v128_t other = next_sum;
    next_sum = wasm_f32x4_add(sum, e);
    sum = other;
  }
  const float total = add_sink(mask, largest, sum_lanes(wasm_f32x4_add(sum, next_sum)));
  // 3. Divide.
  const v128_t divisors = splat(is_zero ? 1.0F : total);
  for (uint32_t s = 0; s < keys; s += LANES) {
    const v128_t quotient = wasm_f32x4_div(wasm_v128_load(row + s), divisors);
    store_partial(weights + s, quotient, smaller(keys - s, LANES));
  }
  return total;
}

NOINLINE float weigh_short_rows(const attn_options *options, const row_mask *mask, uint32_t rows,
                                const float *x, uint32_t keys, float factor, float *weights) {
  const exp_start start = load_exp_start();
  const exp_series end = load_exp_series();
  float sum = 0.0F;
  for (; rows > 0; rows--, x += keys, weights += keys) {
    sum = weigh_short_row(options, mask, x, keys, factor, &start, &end, weights);
  }
  return sum;
}

void weigh_row(const attn_options *options, const row_mask *mask, uint32_t keys, uint32_t S,
               uint32_t row, const float *scores, float *weights, const attn_trace *trace,
               row_overlap *overlap) {
  const bool has_dropout = options->dropout_p > 0.0F;
  float factor = options->scale;
  const float *x = scores;
  // 1. Scale, then mask. If there is no step in between, the loop of the exponentials also scales.
  // Rounding is monotonic, so a positive factor times the largest score is the largest product.
  if (trace != NULL) keep_row(trace->scores, row, scores, S);
  const bool is_capped = options->softcap > 0.0F;
  if (trace != NULL || is_capped || !(factor > 0.0F)) {
    scale_row(scores, keys, factor, weights);
    x = weights;
    factor = 1.0F;
  }
  if (trace != NULL) keep_row(trace->scaled_scores, row, weights, S);
  if (is_capped) cap_row(weights, keys, options->softcap);
  if (!is_dense(mask) || mask->length < keys) {
    mask_scores(mask, x, factor, options->mask_fill, keys, weights);
    x = weights;
    factor = 1.0F;
  }
  if (trace != NULL) keep_row(trace->masked_scores, row, weights, S);
  if (trace == NULL && keys <= SHORT_ROW) {
    // 2. and 3. Exponentials and division.
    const float sum = weigh_short_rows(options, mask, 1, x, keys, factor, weights);
    for (uint32_t s = keys; s < S; s++) weights[s] = isnan(sum) ? sum : 0.0F;
    if (has_dropout) drop_weights(options, row, S, weights);
    return;
  }
  // 2. Exponentials.
  const float largest = overlap->has_largest ? overlap->largest : largest_of_row(x, keys);
  const float max = larger_of(largest * factor, mask->sink);
  const bool is_zero = is_zero_row(options, mask, max);
  float sum = exponentiate_row(x, keys, factor, is_zero ? 0.0F : max, weights, overlap);
  sum = add_sink(mask, max, sum);
  zero_floats(weights + keys, S - keys);
  finish_division(overlap);
  // 3. Divide by the sum. If the sum is NaN, also divide the zeros of masked keys, so that the
  // whole row is NaN.
  if (!is_zero) {
    overlap->row = weights;
    overlap->count = isnan(sum) ? S : keys;
    overlap->divisor = sum;
  }
  if (trace == NULL && !has_dropout) return;
  if (trace != NULL) {
    keep_row(trace->row_max, row, &max, 1);
    keep_row(trace->exponentials, row, weights, S);
    keep_row(trace->row_sum, row, &sum, 1);
  }
  finish_division(overlap);
  if (trace != NULL) keep_row(trace->weights, row, weights, S);
  // 4. Dropout.
  if (has_dropout) drop_weights(options, row, S, weights);
  if (trace != NULL) keep_row(trace->dropped, row, weights, S);
}

void weigh_plain_row(const float *scores, uint32_t S, float *weights, row_overlap *overlap) {
  static const attn_options plain = {.scale = 1.0F, .mask_fill = -INFINITY};
  const row_mask none = {.length = S, .sink = -INFINITY};
  weigh_row(&plain, &none, S, S, 0, scores, weights, NULL, overlap);
}

void list_trace(guard *g, const attn_trace *trace, uint64_t rows, uint32_t S) {
  const uint64_t cells = count_product(rows, S);
  list_optional_output(g, trace->scores, cells);
  list_optional_output(g, trace->scaled_scores, cells);
  list_optional_output(g, trace->masked_scores, cells);
  list_optional_output(g, trace->row_max, rows);
  list_optional_output(g, trace->exponentials, cells);
  list_optional_output(g, trace->row_sum, rows);
  list_optional_output(g, trace->weights, cells);
  list_optional_output(g, trace->dropped, cells);
}
