#include "softmax.h"

#include "dropout.h"
#include "half_exponentials.h"
#include "tanh.h"

// Independent maxima in flight, so that a row does not wait for one chain of them.
#define CHAINS 4
// Exponentials that are summed in float; the sums of such blocks are added in double. Eight partial
// sums of 1 each would stop growing at 2^24.
#define SUM_BLOCK (UINT32_C(1) << 20)
// Rows of so few keys stay in registers from scores to weights.
#define SHORT_ROW (4 * LANES)
// Neighbouring columns that are weighed together where the axis is not the last: whole cache lines.
#define COLUMNS 16U
#define COLUMN_VECTORS (COLUMNS / LANES)

static void scale_row(const float *scores, uint32_t S, float factor, float *scaled) {
  for (uint32_t s = 0; s < S; s++) scaled[s] = scores[s] * factor;
}

// cap * tanh(x / cap), in place.
NOINLINE static void cap_row(float *row, uint32_t S, float cap) {
  const v128_t caps = splat(cap);
  for (uint32_t s = 0; s < S; s += LANES) {
    const uint32_t count = S - s < LANES ? S - s : LANES;
    const v128_t x = wasm_f32x4_div(load_partial(row + s, count), caps);
    store_partial(row + s, wasm_f32x4_mul(caps, tanh_lanes(x)), count);
  }
}

// The largest so far, in lanes of independent chains.
typedef struct maxima {
  v128_t chain[CHAINS];
} maxima;

static inline maxima start_maxima(void) {
  const v128_t lowest = splat(-INFINITY);
  return (maxima){{lowest, lowest, lowest, lowest}};
}

// A NaN is passed over here, but not in the sum of exponentials, which makes the whole row NaN.
static void raise_maxima(maxima *max, const float *scores, uint32_t S) {
  for (; S >= CHAINS * LANES; S -= CHAINS * LANES) {
    for (uint32_t i = 0; i < CHAINS; i++, scores += LANES) {
      max->chain[i] = wasm_f32x4_pmax(max->chain[i], wasm_v128_load(scores));
    }
  }
  for (; S > 0; S--) {
    max->chain[0] = wasm_f32x4_pmax(max->chain[0], wasm_v128_load32_splat(scores++));
  }
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

// exponentials = exp(x * factor - max), of which it returns the sum: vector v of the row belongs to
// chain v % 2, and zeros at the end of a row, from masked keys or a partial vector, change nothing.
static float exponentiate_row(const float *x, uint32_t S, float factor, float max,
                              float *exponentials, row_overlap *overlap) {
  const float *next = overlap->next;
  maxima next_max = start_maxima();
  double total = 0.0;
  while (S > 0) {
    v128_t sum[2] = {splat(0.0F), splat(0.0F)};
    for (uint32_t rest = SUM_BLOCK; rest > 0 && S > 0; rest -= SCORE_CHUNK) {
      const uint32_t count = S < SCORE_CHUNK ? S : SCORE_CHUNK;
      half_exponentials h;
      if (factor == 1.0F) {
        start_exponentials(x, count, max, &h);
      } else {
        start_scaled_exponentials(x, count, factor, max, &h);
      }
      if (next != NULL) {
        raise_maxima(&next_max, next, count);
        next += count;
      }
      const uint32_t pairs = count / (2 * LANES) * (2 * LANES);
      if (pairs == 0 || overlap->count < pairs) {
        finish_exponentials(&h, count, exponentials, sum);
      } else {
        finish_and_divide(&h, count, exponentials, sum, overlap->row, overlap->divisor);
        overlap->row += pairs;
        overlap->count -= pairs;
      }
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

NOINLINE static void drop_out(const attn_options *options, uint32_t row, uint32_t S,
                              float *weights) {
  const dropout d = dropout_of_row(options, row);
  for (uint32_t s = 0; s < S; s++) weights[s] = drops(&d, s) ? 0.0F : weights[s] * d.kept;
}

static void keep_row(float *table, uint32_t row, const float *scores, uint32_t S) {
  if (table != NULL) write_trace(table + (size_t)row * S, scores, S);
}

// The largest score of a row is taken off, so that no exponential overflows. A row without any key
// would be exp(-Infinity + Infinity) / 0 = NaN; taking off 0 instead makes all of it 0.
static bool is_zero_row(const attn_options *options, const row_mask *mask, float max) {
  return max == -INFINITY && options->empty_row_is_nan == 0 && !sees_any(mask);
}

// The sink's part of the sum of exponentials.
static float add_sink(const row_mask *mask, float max, float sum) {
  if (mask->sink == -INFINITY) return sum;
  return sum + wasm_f32x4_extract_lane(exp_lanes(splat(mask->sink - max)), 0);
}

// A row of at most SHORT_ROW keys in one go: what is kept halfway costs more here than it saves.
// Behind the row lie scores of -Infinity, whose exponentials are 0 where the row's are not NaN.
static float weigh_short_row(const attn_options *options, const row_mask *mask, const float *x,
                             uint32_t keys, float factor, float *weights, bool *is_zero) {
  float row[SHORT_ROW];
  const v128_t lowest = splat(-INFINITY);
  const v128_t factors = splat(factor);
  const uint32_t whole = keys / LANES * LANES;
  // 1. Scale, and find the largest.
  v128_t max = lowest;
  for (uint32_t s = 0; s < whole; s += LANES) {
    const v128_t scaled = wasm_f32x4_mul(wasm_v128_load(x + s), factors);
    max = wasm_f32x4_pmax(max, scaled);
    wasm_v128_store(row + s, scaled);
  }
  if (whole < keys) {
    const v128_t lanes = wasm_i32x4_make(0, 1, 2, 3);
    const v128_t is_key = wasm_i32x4_lt(lanes, wasm_i32x4_splat((int32_t)(keys - whole)));
    const v128_t scaled = wasm_f32x4_mul(load_some(x + whole, keys - whole), factors);
    const v128_t padded = wasm_v128_bitselect(scaled, lowest, is_key);
    max = wasm_f32x4_pmax(max, padded);
    wasm_v128_store(row + whole, padded);
  }
  const float largest = larger_of(max_lanes(max), mask->sink);
  *is_zero = is_zero_row(options, mask, largest);
  const v128_t offset = splat(*is_zero ? 0.0F : largest);
  // 2. Exponentials and their sum.
  v128_t sum = splat(0.0F);
  v128_t next_sum = splat(0.0F);
  for (uint32_t s = 0; s < keys; s += LANES) {
    const v128_t e = exp_lanes(wasm_f32x4_sub(wasm_v128_load(row + s), offset));
    wasm_v128_store(row + s, e);
    const v128_t other = next_sum;
    next_sum = wasm_f32x4_add(sum, e);
    sum = other;
  }
  const float total = add_sink(mask, largest, sum_lanes(wasm_f32x4_add(sum, next_sum)));
  // 3. Divide.
  const v128_t divisors = splat(*is_zero ? 1.0F : total);
  for (uint32_t s = 0; s < keys; s += LANES) {
    const v128_t quotient = wasm_f32x4_div(wasm_v128_load(row + s), divisors);
    store_partial(weights + s, quotient, keys - s < LANES ? keys - s : LANES);
  }
  return total;
}

void weigh_row(const attn_options *options, const row_mask *mask, uint32_t keys, uint32_t S,
               uint32_t row, const float *scores, float *weights, const attn_trace *trace,
               row_overlap *overlap) {
  const bool has_dropout = options->dropout_p > 0.0F;
  float factor = options->scale;
  const float *x = scores;
  // 1. Scale, then mask. Where nothing comes between, the exponentials are scaled as they are made:
  // rounding keeps order, so that a positive factor times the largest score is the largest product.
  if (trace != NULL) keep_row(trace->scores, row, scores, S);
  const bool caps = mask->softcap > 0.0F;
  if (trace != NULL || caps || !(factor > 0.0F)) {
    scale_row(scores, keys, factor, weights);
    x = weights;
    factor = 1.0F;
  }
  if (trace != NULL) keep_row(trace->scaled_scores, row, weights, S);
  if (caps) cap_row(weights, keys, mask->softcap);
  if (!is_dense(mask) || mask->length < keys) {
    mask_scores(mask, x, factor, options->mask_fill, keys, weights);
    x = weights;
    factor = 1.0F;
  }
  if (trace != NULL) keep_row(trace->masked_scores, row, weights, S);
  float sum = 0.0F;
  bool is_zero = false;
  if (trace == NULL && keys <= SHORT_ROW) {
    // 2. and 3. Exponentials, and their division.
    sum = weigh_short_row(options, mask, x, keys, factor, weights, &is_zero);
    for (uint32_t s = keys; s < S; s++) weights[s] = isnan(sum) ? sum : 0.0F;
    if (has_dropout) drop_out(options, row, S, weights);
    return;
  }
  // 2. Exponentials.
  const float largest = overlap->has_largest ? overlap->largest : largest_of_row(x, keys);
  const float max = larger_of(largest * factor, mask->sink);
  is_zero = is_zero_row(options, mask, max);
  sum = exponentiate_row(x, keys, factor, is_zero ? 0.0F : max, weights, overlap);
  sum = add_sink(mask, max, sum);
  zero_floats(weights + keys, S - keys);
  finish_division(overlap);
  // 3. Divide by the sum; also the zeros of keys that were left out, for NaN takes the whole row.
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
  if (has_dropout) drop_out(options, row, S, weights);
  if (trace != NULL) keep_row(trace->dropped, row, weights, S);
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

// Partial sums of a column: the lanes of both chains of a row.
#define SUMS (2 * LANES)

// Replaces x by exp(x - max) in some rows of a block of columns, and adds to their partial sums.
NOINLINE static void exponentiate_columns(float *x, uint32_t rows, const v128_t *max, float *sums) {
  const uint32_t count = rows * COLUMNS;
  for (uint32_t i = 0; i < count; i += COLUMNS) {
    for (size_t v = 0; v < COLUMN_VECTORS; v++) {
      float *at = x + i + v * LANES;
      wasm_v128_store(at, wasm_f32x4_sub(wasm_v128_load(at), max[v]));
    }
  }
  half_exponentials h;
  v128_t unused[2] = {splat(0.0F), splat(0.0F)};
  start_exponentials(x, count, 0.0F, &h);
  finish_exponentials(&h, count, x, unused);
  for (uint32_t i = 0; i < count; i += LANES) {
    float *sum = sums + i % (SUMS * COLUMNS);
    wasm_v128_store(sum, wasm_f32x4_add(wasm_v128_load(sum), wasm_v128_load(x + i)));
  }
}

// Adds up the partial sums of each column, in the order of sum_lanes().
static void add_sums(const float *sums, double *totals) {
  for (uint32_t j = 0; j < COLUMNS; j++) {
    float lane[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
      lane[i] = sums[i * COLUMNS + j] + sums[(i + LANES) * COLUMNS + j];
    }
    totals[j] += (double)((lane[0] + lane[1]) + (lane[2] + lane[3]));
  }
}

// Softmax down COLUMNS neighbouring columns, whose rows lie `stride` floats apart.
//   block  (S, COLUMNS)
static void weigh_columns(const attn_options *options, uint32_t row, const float *input,
                          size_t stride, uint32_t S, float *output, float *block) {
  // 1. Copy, scaled, and find the largest of each column.
  v128_t max[COLUMN_VECTORS];
  for (size_t v = 0; v < COLUMN_VECTORS; v++) max[v] = splat(-INFINITY);
  const v128_t factors = splat(options->scale);
  for (size_t s = 0; s < S; s++) {
    for (size_t v = 0; v < COLUMN_VECTORS; v++) {
      const float *from = input + s * stride + v * LANES;
      const v128_t x = wasm_f32x4_mul(wasm_v128_load(from), factors);
      wasm_v128_store(block + s * COLUMNS + v * LANES, x);
      max[v] = wasm_f32x4_pmax(max[v], x);
    }
  }
  // 2. Exponentials, whose sums have the order of exponentiate_row(): key s in partial sum s % 8.
  float sums[SUMS * COLUMNS];
  double totals[COLUMNS] = {0.0};
  float *chunk = block;
  for (uint32_t rest = S; rest > 0;) {
    for (uint32_t i = 0; i < SUMS * COLUMNS; i += LANES) wasm_v128_store(sums + i, splat(0.0F));
    uint32_t block_rest = rest < SUM_BLOCK ? rest : SUM_BLOCK;
    rest -= block_rest;
    while (block_rest > 0) {
      const uint32_t rows = block_rest < SCORE_CHUNK / COLUMNS ? block_rest : SCORE_CHUNK / COLUMNS;
      exponentiate_columns(chunk, rows, max, sums);
      chunk += (size_t)rows * COLUMNS;
      block_rest -= rows;
    }
    add_sums(sums, totals);
  }
  // 3. Divide on the way out.
  v128_t divisors[COLUMN_VECTORS];
  for (size_t v = 0; v < COLUMN_VECTORS; v++) {
    const double *t = totals + v * LANES;
    divisors[v] = wasm_f32x4_make((float)t[0], (float)t[1], (float)t[2], (float)t[3]);
  }
  const bool has_dropout = options->dropout_p > 0.0F;
  const dropout d = dropout_of_row(options, row);
  for (uint32_t s = 0; s < S; s++) {
    const bool is_dropped = has_dropout && drops(&d, s);
    for (size_t v = 0; v < COLUMN_VECTORS; v++) {
      v128_t weight = wasm_f32x4_div(wasm_v128_load(block + v * LANES), divisors[v]);
      if (has_dropout) weight = is_dropped ? splat(0.0F) : wasm_f32x4_mul(weight, splat(d.kept));
      wasm_v128_store(output + v * LANES, weight);
    }
    block += COLUMNS;
    output += stride;
  }
}

// Softmax down one column.
static void weigh_column(const attn_options *options, uint32_t row, const float *input,
                         size_t stride, uint32_t S, float *output, float *column) {
  const row_mask none = mask_of_length(S);
  row_overlap overlap = {.count = 0};
  for (size_t s = 0; s < S; s++) column[s] = input[s * stride];
  weigh_row(options, &none, S, S, row, column, column, NULL, &overlap);
  finish_division(&overlap);
  for (size_t s = 0; s < S; s++) output[s * stride] = column[s];
}

// Softmax over an axis that lies before `inner` columns.
static void weigh_axis(const attn_options *options, uint32_t row, const float *input, uint32_t S,
                       uint32_t inner, float *output, float *workspace) {
  if (inner < COLUMNS) {
    for (size_t i = 0; i < inner; i++) {
      weigh_column(options, row, input + i, inner, S, output + i, workspace);
    }
    return;
  }
  for (size_t i = 0; i < inner; i += COLUMNS) {
    // The last columns overlap those before them, which are then weighed again.
    const size_t first = inner - i < COLUMNS ? inner - COLUMNS : i;
    weigh_columns(options, row, input + first, inner, S, output + first, workspace);
  }
}

// A column or a block of columns, where the axis is not the last.
static uint64_t softmax_count(uint32_t S, uint32_t inner) {
  if (inner <= 1) return 0;
  return count_product(S, inner < COLUMNS ? 1 : COLUMNS);
}

uint32_t attn_softmax_workspace(uint32_t S, uint32_t inner) {
  return float_bytes(softmax_count(S, inner));
}

attn_status attn_softmax(const float *input, uint32_t N, uint32_t H, uint32_t L, uint32_t S,
                         uint32_t inner, const attn_options *options, float *output,
                         float *workspace, uint32_t workspace_size) {
  attn_status status = check_struct(options, sizeof(*options));
  if (status != ATTN_OK) return status;
  const uint64_t count = count_product(count_product4(N, H, L, S), inner);
  if (count == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  list_struct(&g, options, sizeof(*options));
  list_input(&g, input, count, sizeof(float));
  list_output(&g, output, count);
  status = check_with_workspace(&g, count_product4(N, H, L, 1), workspace, workspace_size,
                                softmax_count(S, inner));
  if (status != ATTN_OK) return status;

  const uint32_t rows = N * H * L;
  const bool looks_ahead = only_scales(options);
  row_overlap overlap = {.count = 0};
  for (uint32_t row = 0; row < rows; row++) {
    const size_t first = (size_t)row * S * inner;
    if (inner == 1) {
      const row_mask mask = mask_of_row(options, row / L / H, row / L % H, row % L, S, L);
      overlap.next = looks_ahead && row + 1 < rows ? input + first + S : NULL;
      weigh_row(options, &mask, S, S, row, input + first, output + first, NULL, &overlap);
      continue;
    }
    weigh_axis(options, row, input + first, S, inner, output + first, workspace);
  }
  finish_division(&overlap);
  return ATTN_OK;
}

// drop_out() itself would have another place in the module of the core, which is to stay as it is.
void drop_weights(const attn_options *options, uint32_t row, uint32_t S, float *weights) {
  drop_out(options, row, S, weights);
}
