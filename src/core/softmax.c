// Softmax along the last axis of a tensor, row by row, or along another one, many columns at once.

#include "half_exponentials.h"
#include "weigh_row.h"

// The number of neighbouring columns that are computed together if the axis is not the last: two
// cache lines, or one if there are fewer columns.
#define COLUMNS 32U
#define FEW_COLUMNS (COLUMNS / 2)
#define COLUMN_VECTORS (COLUMNS / LANES)
// The number of partial sums of a column: as many as exponentiate_row() has lanes in its two
// chains.
#define SUMS (2 * LANES)

// Computes the first half of the exponentials of `count` floats, in full rows of `width` floats.
NOINLINE static void start_columns(const float *x, uint32_t count, uint32_t width,
                                   const v128_t *max, half_exponentials *h) {
  const exp_start c = load_exp_start();
  for (uint32_t i = 0; i < count; i += width) {
    for (uint32_t j = 0; j < width; j += 2 * LANES) {
      const v128_t x0 = wasm_v128_load(x + i + j);
      const v128_t x1 = wasm_v128_load(x + i + j + LANES);
      keep_half(h, i + j, start_exp(&c, wasm_f32x4_sub(x0, max[j / LANES])));
      keep_half(h, i + j + LANES, start_exp(&c, wasm_f32x4_sub(x1, max[j / LANES + 1])));
    }
  }
}

// Computes the second half, and adds the exponentials to the `sums_count` partial sums of all
// columns.
NOINLINE static void finish_columns(const half_exponentials *h, uint32_t count, float *exponentials,
                                    float *sums, uint32_t sums_count) {
  const exp_series c = load_exp_series();
  for (uint32_t i = 0; i < count; i += 2 * LANES) {
    float *sum = sums + i % sums_count;
    const v128_t sum0 = wasm_v128_load(sum);
    const v128_t sum1 = wasm_v128_load(sum + LANES);
    const v128_t e0 = finish_exp(&c, take_half(h, i));
    const v128_t e1 = finish_exp(&c, take_half(h, i + LANES));
    wasm_v128_store(exponentials + i, e0);
    wasm_v128_store(exponentials + i + LANES, e1);
    wasm_v128_store(sum, wasm_f32x4_add(sum0, e0));
    wasm_v128_store(sum + LANES, wasm_f32x4_add(sum1, e1));
  }
}

// Adds up the partial sums of each column, in the order of sum_lanes().
static void add_sums(const float *sums, uint32_t width, double *totals) {
  for (uint32_t j = 0; j < width; j++) {
    float lane[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
      lane[i] = sums[i * width + j] + sums[(i + LANES) * width + j];
    }
    totals[j] += (double)((lane[0] + lane[1]) + (lane[2] + lane[3]));
  }
}

// Computes softmax of `width` neighbouring columns, with rows `stride` floats apart.
//   block  (S, width)
// The loops over columns have a fixed bound and break early, so that the compiler unrolls them.
// Loops up to `width` are slower, as measured.
static void weigh_columns(const float *input, size_t stride, uint32_t S, uint32_t width,
                          float *output, float *block) {
  // 1. Copy into the block, and find the largest score of each column.
  v128_t max[COLUMN_VECTORS];
  for (size_t v = 0; v < COLUMN_VECTORS; v++) max[v] = splat(-INFINITY);
  for (size_t s = 0; s < S; s++) {
    for (size_t j = 0; j < COLUMNS; j += LANES) {
      if (j == FEW_COLUMNS && width == FEW_COLUMNS) break;
      const v128_t x = wasm_v128_load(input + s * stride + j);
      wasm_v128_store(block + s * width + j, x);
      max[j / LANES] = wasm_f32x4_pmax(max[j / LANES], x);
    }
  }
  // 2. Exponentials, summed in the order of exponentiate_row(): key s in partial sum s % 8.
  float sums[SUMS * COLUMNS];
  double totals[COLUMNS] = {0.0};
  float *chunk = block;
  for (uint32_t rest = S; rest > 0;) {
    for (uint32_t i = 0; i < SUMS * COLUMNS; i += LANES) wasm_v128_store(sums + i, splat(0.0F));
    uint32_t block_rest = smaller(rest, SUM_BLOCK);
    rest -= block_rest;
    while (block_rest > 0) {
      const uint32_t rows = smaller(block_rest, SCORE_CHUNK / width);
      const uint32_t count = rows * width;
      half_exponentials h;
      start_columns(chunk, count, width, max, &h);
      finish_columns(&h, count, chunk, sums, SUMS * width);
      chunk += count;
      block_rest -= rows;
    }
    add_sums(sums, width, totals);
  }
  // 3. Divide into the output.
  float column_sums[COLUMNS] = {0.0F};
  for (uint32_t j = 0; j < width; j++) column_sums[j] = (float)totals[j];
  v128_t divisors[COLUMN_VECTORS];
  for (size_t v = 0; v < COLUMN_VECTORS; v++) divisors[v] = wasm_v128_load(column_sums + v * LANES);
  for (uint32_t s = 0; s < S; s++) {
    for (size_t j = 0; j < COLUMNS; j += LANES) {
      if (j == FEW_COLUMNS && width == FEW_COLUMNS) break;
      wasm_v128_store(output + j, wasm_f32x4_div(wasm_v128_load(block + j), divisors[j / LANES]));
    }
    block += width;
    output += stride;
  }
}

// Computes softmax of one column.
static void weigh_column(const float *input, size_t stride, uint32_t S, float *output,
                         float *column) {
  row_overlap overlap = {.count = 0};
  for (size_t s = 0; s < S; s++) column[s] = input[s * stride];
  weigh_plain_row(column, S, column, &overlap);
  finish_division(&overlap);
  for (size_t s = 0; s < S; s++) output[s * stride] = column[s];
}

// Computes softmax along axis S of an (S, inner) matrix; axis_count() returns the floats of
// workspace.
static void weigh_axis(const float *input, uint32_t S, uint32_t inner, float *output,
                       float *workspace) {
  if (inner < FEW_COLUMNS) {
    for (size_t i = 0; i < inner; i++) {
      weigh_column(input + i, inner, S, output + i, workspace);
    }
    return;
  }
  const uint32_t width = inner < COLUMNS ? FEW_COLUMNS : COLUMNS;
  for (size_t i = 0; i < inner; i += width) {
    // The last columns overlap the previous ones, some of which are computed twice.
    const size_t first = inner - i < width ? inner - width : i;
    weigh_columns(input + first, inner, S, width, output + first, workspace);
  }
}

static uint64_t axis_count(uint32_t S, uint32_t inner) {
  if (inner <= 1) return 0;
  if (inner < FEW_COLUMNS) return S;
  return count_product(S, inner < COLUMNS ? FEW_COLUMNS : COLUMNS);
}

uint32_t attn_softmax_workspace(uint32_t S, uint32_t inner) {
  return float_bytes(axis_count(S, inner));
}

attn_status attn_softmax(const float *input, uint32_t N, uint32_t H, uint32_t L, uint32_t S,
                         uint32_t inner, const attn_options *options, float *output,
                         float *workspace, uint32_t workspace_size) {
  guard g;
  start_guard(&g);
  attn_status status = take_struct(&g, options, sizeof(*options));
  if (status != ATTN_OK) return status;
  const uint64_t count = count_product(count_product4(N, H, L, S), inner);
  if (count == 0) return ATTN_OK;
  status = check_options(options, N, H, L, S, &g);
  if (status != ATTN_OK) return status;
  list_input(&g, input, count, sizeof(float));
  list_output(&g, output, count);
  status = check_with_workspace(&g, count_product3(N, H, L), workspace, workspace_size,
                                axis_count(S, inner));
  if (status != ATTN_OK) return status;

  const uint32_t rows = N * H * L;
  const bool has_lookahead = only_scales(options);
  row_overlap overlap = {.count = 0};
  for (uint32_t row = 0; row < rows; row++) {
    const size_t first = (size_t)row * S * inner;
    if (inner == 1) {
      const row_mask mask = mask_of_row(options, row / L / H, row / L % H, row % L, S, L);
      overlap.next = has_lookahead && row + 1 < rows ? input + first + S : NULL;
      weigh_row(options, &mask, S, S, row, input + first, output + first, NULL, &overlap);
      continue;
    }
    weigh_axis(input + first, S, inner, output + first, workspace);
  }
  finish_division(&overlap);
  return ATTN_OK;
}
