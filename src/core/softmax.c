#include "softmax.h"

#include "exp.h"

// Independent maxima in flight, so that a row does not wait for one chain of them.
#define CHAINS 4
// Scores whose exponentials are halfway, in the first cache.
#define CHUNK 256

// Multiplies by the factor and returns the largest product. A NaN is passed over here, but not in
// the sum of exponentials, which makes the whole row NaN.
static float scale_row(const float *scores, uint32_t S, float factor, float *scaled) {
  const v128_t factors = splat(factor);
  const v128_t lowest = splat(-INFINITY);
  v128_t max[CHAINS] = {lowest, lowest, lowest, lowest};
  uint32_t s = 0;
  for (; s + CHAINS * LANES <= S; s += CHAINS * LANES) {
    const float *from = scores + s;
    float *to = scaled + s;
    for (uint32_t i = 0; i < CHAINS; i++, from += LANES, to += LANES) {
      const v128_t x = wasm_f32x4_mul(wasm_v128_load(from), factors);
      wasm_v128_store(to, x);
      max[i] = wasm_f32x4_pmax(max[i], x);
    }
  }
  for (; s < S; s++) {
    scaled[s] = scores[s] * factor;
    max[0] = wasm_f32x4_pmax(max[0], wasm_v128_load32_splat(scaled + s));
  }
  const v128_t low = wasm_f32x4_pmax(max[0], max[1]);
  const v128_t high = wasm_f32x4_pmax(max[2], max[3]);
  return max_lanes(wasm_f32x4_pmax(low, high));
}

// Whole vectors of x - max, halfway to their exponentials.
typedef struct halfway {
  float r[CHUNK];
  float shifted[CHUNK];
} halfway;

static void keep_halfway(halfway *h, uint32_t s, reduced x) {
  wasm_v128_store(h->r + s, x.r);
  wasm_v128_store(h->shifted + s, x.shifted);
}

static reduced take_halfway(const halfway *h, uint32_t s) {
  return (reduced){wasm_v128_load(h->r + s), wasm_v128_load(h->shifted + s)};
}

// The loops of both halves take two vectors a turn, and load both before they store. Neither is
// inlined, so that the compiler does not see which stores leave which loads alone: it would put
// each load where its value is used, behind the store before it.
__attribute__((noinline)) static void start_exponentials(const float *x, uint32_t count, float max,
                                                         halfway *h) {
  const exp_start c = load_exp_start();
  const v128_t largest = splat(max);
  uint32_t s = 0;
  for (; s + 2 * LANES <= count; s += 2 * LANES) {
    const v128_t x0 = wasm_v128_load(x + s);
    const v128_t x1 = wasm_v128_load(x + s + LANES);
    keep_halfway(h, s, start_exp(&c, wasm_f32x4_sub(x0, largest)));
    keep_halfway(h, s + LANES, start_exp(&c, wasm_f32x4_sub(x1, largest)));
  }
  for (; s < count; s += LANES) {
    const v128_t x0 = load_partial(x + s, count - s < LANES ? count - s : LANES);
    keep_halfway(h, s, start_exp(&c, wasm_f32x4_sub(x0, largest)));
  }
}

__attribute__((noinline)) static void finish_exponentials(const halfway *h, uint32_t count,
                                                          float *exponentials, v128_t sum[2]) {
  const exp_series c = load_exp_series();
  uint32_t s = 0;
  for (; s + 2 * LANES <= count; s += 2 * LANES) {
    const reduced x0 = take_halfway(h, s);
    const reduced x1 = take_halfway(h, s + LANES);
    const v128_t e0 = finish_exp(&c, x0);
    const v128_t e1 = finish_exp(&c, x1);
    wasm_v128_store(exponentials + s, e0);
    wasm_v128_store(exponentials + s + LANES, e1);
    sum[0] = wasm_f32x4_add(sum[0], e0);
    sum[1] = wasm_f32x4_add(sum[1], e1);
  }
  for (uint32_t i = 0; s < count; i++, s += LANES) {
    const uint32_t rest = count - s < LANES ? count - s : LANES;
    store_partial(exponentials + s, finish_exp(&c, take_halfway(h, s)), rest);
    sum[i] = wasm_f32x4_add(sum[i], load_partial(exponentials + s, rest));
  }
}

// Replaces x by exp(x - max) and returns the sum: vector v of the row belongs to chain v % 2, and
// zeros at the end of a row, from masked keys or a partial vector, change nothing.
static float exponentiate_row(float *row, uint32_t S, float max) {
  v128_t sum[2] = {splat(0.0F), splat(0.0F)};
  for (uint32_t s = 0; s < S; s += CHUNK) {
    const uint32_t count = S - s < CHUNK ? S - s : CHUNK;
    halfway h;
    start_exponentials(row + s, count, max, &h);
    finish_exponentials(&h, count, row + s, sum);
  }
  return sum_lanes(wasm_f32x4_add(sum[0], sum[1]));
}

static void divide_row(float *row, uint32_t S, float divisor) {
  for (uint32_t s = 0; s < S; s++) row[s] /= divisor;
}

// A well-mixed function of 32 bits (the finalizer of MurmurHash3).
static uint32_t mix(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bU;
  x = (x ^ (x >> 13)) * 0xc2b2ae35U;
  return x ^ (x >> 16);
}

// Whether a weight is dropped depends on the seed, its row and its key alone, not on the order in
// which rows are computed.
static void drop_out(const attn_options *options, uint32_t row, uint32_t S, float *weights) {
  const float p = options->dropout_p;
  const uint32_t row_seed = mix(options->dropout_seed + mix(row + 1));
  const uint64_t threshold = (uint64_t)((double)p * 0x1p32);
  const float kept = p < 1.0F ? 1.0F / (1.0F - p) : 0.0F;
  for (uint32_t s = 0; s < S; s++) {
    const bool is_dropped = mix(row_seed + s * 0x9e3779b9U) < threshold;
    weights[s] = is_dropped ? 0.0F : weights[s] * kept;
  }
}

static void keep_row(float *table, uint32_t row, const float *scores, uint32_t S) {
  if (table != NULL) write_trace(table + (size_t)row * S, scores, S);
}

float weigh_row(const attn_options *options, const row_mask *mask, uint32_t keys, uint32_t S,
                uint32_t row, const float *scores, float *weights, const attn_trace *trace) {
  static const attn_trace no_trace;
  if (trace == NULL) trace = &no_trace;
  // 1. Scale, then mask.
  keep_row(trace->scores, row, scores, S);
  float max = scale_row(scores, keys, options->scale, weights);
  keep_row(trace->scaled_scores, row, weights, S);
  if (!is_dense(mask) || mask->length < keys) {
    mask_scores(mask, options->mask_fill, keys, weights);
    max = scale_row(weights, keys, 1.0F, weights); // for the largest of what the masks left
  }
  keep_row(trace->masked_scores, row, weights, S);
  // 2. The largest score is taken off, so that no exponential overflows. A row without any key
  // would be exp(-Infinity + Infinity) / 0 = NaN; taking off 0 instead makes all of it 0.
  const bool is_empty = max == -INFINITY && !sees_any(mask);
  const bool is_zero = is_empty && options->empty_row_is_nan == 0;
  const float sum = exponentiate_row(weights, keys, is_zero ? 0.0F : max);
  keep_row(trace->row_max, row, &max, 1);
  keep_row(trace->exponentials, row, weights, S);
  keep_row(trace->row_sum, row, &sum, 1);
  // 3. Divide by the sum; also the zeros of keys that were left out, for NaN takes the whole row.
  zero_floats(weights + keys, S - keys);
  if (!is_zero) divide_row(weights, isnan(sum) ? S : keys, sum);
  keep_row(trace->weights, row, weights, S);
  // 4. Dropout.
  if (options->dropout_p > 0.0F) drop_out(options, row, S, weights);
  keep_row(trace->dropped, row, weights, S);
  return sum;
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

uint32_t attn_softmax_workspace(uint32_t S, uint32_t inner) {
  return inner > 1 ? float_bytes(S) : 0;
}

attn_status attn_softmax(const float *input, uint32_t N, uint32_t H, uint32_t L, uint32_t S,
                         uint32_t inner, const attn_options *options, float *output,
                         float *workspace, uint32_t workspace_size) {
  attn_status status = check_struct(options, sizeof(*options));
  if (status != ATTN_OK) return status;
  const uint64_t count = count_product(count_product4(N, H, L, S), inner);
  if (count == 0) return ATTN_OK;
  guard g = {.read_count = 0};
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  list_struct(&g, options, sizeof(*options));
  list_input(&g, input, count, sizeof(float));
  list_output(&g, output, count);
  status = check_with_workspace(&g, count_product4(N, H, L, 1), workspace, workspace_size,
                                inner > 1 ? S : 0);
  if (status != ATTN_OK) return status;

  size_t first = 0;
  const uint32_t rows = N * H * L;
  for (uint32_t row = 0; row < rows; row++) {
    const row_mask mask = mask_of_row(options, row / L / H, row / L % H, row % L, S, L);
    if (inner == 1) {
      weigh_row(options, &mask, S, S, row, input + first, output + first, NULL);
    }
    for (size_t i = 0; i < inner && inner > 1; i++) {
      for (size_t s = 0; s < S; s++) workspace[s] = input[first + s * inner + i];
      weigh_row(options, &mask, S, S, row, workspace, workspace, NULL);
      for (size_t s = 0; s < S; s++) output[first + s * inner + i] = workspace[s];
    }
    first += (size_t)S * inner;
  }
  return ATTN_OK;
}
