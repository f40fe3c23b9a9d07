#include "matmul.h"

#include <stdbool.h>

#include "simd.h"

// Register tile: TILE_ROWS rows of a times one panel of b, with eight accumulators. Larger tiles
// spill registers.
#define TILE_ROWS 4
// A panel of at most DEPTH_BLOCK rows stays in the L1 cache while it is multiplied by ROW_BLOCK
// rows of a.
#define DEPTH_BLOCK 512
#define ROW_BLOCK 96
// The number of panels that are multiplied at once if a has a single row.
#define ROW_PANELS 4
// The number of rows of a matrix in place that stay in the L1 cache while rows of a multiply them.
#define IN_PLACE_DEPTH 64

// The sums of a register tile: two vectors for each row.
typedef struct tile_sums {
  v128_t low[TILE_ROWS];
  v128_t high[TILE_ROWS];
} tile_sums;

// Adds the products with row k of the panel. `rows` is a constant at every call, so that the
// compiler unrolls the loop and keeps the sums in registers.
ALWAYS_INLINE void add_products(uint32_t rows, const float *const *a, const float *panel,
                                uint32_t k, tile_sums *sums) {
  const v128_t low = wasm_v128_load(panel + (size_t)k * PANEL);
  const v128_t high = wasm_v128_load(panel + (size_t)k * PANEL + LANES);
  for (uint32_t i = 0; i < rows; i++) {
    const v128_t factor = wasm_v128_load32_splat(a[i] + k);
    sums->low[i] = mul_add(factor, low, sums->low[i]);
    sums->high[i] = mul_add(factor, high, sums->high[i]);
  }
}

// Adds the products with `depth` > 0 rows of the panel, four rows per iteration. V8 hoists all
// loads to the start of a basic block. The `break` after each row ends the block, so that only the
// loads of one row at a time need registers.
ALWAYS_INLINE void add_panel(uint32_t rows, const float *first, size_t stride, const float *panel,
                             uint32_t depth, tile_sums *sums) {
  const float *a[TILE_ROWS];
  for (uint32_t i = 0; i < rows; i++) a[i] = first + i * stride;
  for (uint32_t rest = depth;; rest -= 4) {
    add_products(rows, a, panel, 0, sums);
    if (rest == 1) break;
    add_products(rows, a, panel, 1, sums);
    if (rest == 2) break;
    add_products(rows, a, panel, 2, sums);
    if (rest == 3) break;
    add_products(rows, a, panel, 3, sums);
    if (rest == 4) break;
    for (uint32_t i = 0; i < rows; i++) a[i] += 4;
    panel += (size_t)4 * PANEL;
  }
}

ALWAYS_INLINE void tile(uint32_t rows, const float *a, size_t a_stride, const float *panel,
                        uint32_t depth, bool is_resumed, float *c, size_t c_stride) {
  tile_sums sums;
  // 1. Start from zero, or from the sums of the previous depth block.
  for (uint32_t i = 0; i < rows; i++) {
    const float *row = c + i * c_stride;
    sums.low[i] = is_resumed ? wasm_v128_load(row) : splat(0.0F);
    sums.high[i] = is_resumed ? wasm_v128_load(row + LANES) : splat(0.0F);
  }
  // 2. Add the products.
  add_panel(rows, a, a_stride, panel, depth, &sums);
  // 3. Store.
  for (uint32_t i = 0; i < rows; i++) {
    float *row = c + i * c_stride;
    wasm_v128_store(row, sums.low[i]);
    wasm_v128_store(row + LANES, sums.high[i]);
  }
}

// c (rows, PANEL) = a . panel, or with `is_resumed`, c += a . panel.
static void multiply_panel(const float *a, size_t a_stride, const float *panel, uint32_t rows,
                           uint32_t depth, bool is_resumed, float *c, size_t c_stride) {
  for (; rows >= TILE_ROWS; rows -= TILE_ROWS) {
    tile(TILE_ROWS, a, a_stride, panel, depth, is_resumed, c, c_stride);
    a += TILE_ROWS * a_stride;
    c += TILE_ROWS * c_stride;
  }
  switch (rows) {
  case 3:
    tile(3, a, a_stride, panel, depth, is_resumed, c, c_stride);
    break;
  case 2:
    tile(2, a, a_stride, panel, depth, is_resumed, c, c_stride);
    break;
  case 1:
    tile(1, a, a_stride, panel, depth, is_resumed, c, c_stride);
    break;
  default:
    break;
  }
}

// As multiply_panel(), for the last panel if c has only `columns` < PANEL columns there. It uses a
// copy of c.
static void multiply_last_panel(const float *a, size_t a_stride, const float *panel, uint32_t rows,
                                uint32_t depth, uint32_t columns, bool is_resumed, float *c,
                                size_t c_stride) {
  float copy[ROW_BLOCK * PANEL];
  const uint32_t low_count = smaller(columns, LANES);
  const uint32_t high_count = columns - low_count;
  for (size_t i = 0; is_resumed && i < rows; i++) {
    const float *row = c + i * c_stride;
    wasm_v128_store(copy + i * PANEL, load_partial(row, low_count));
    wasm_v128_store(copy + i * PANEL + LANES, load_partial(row + low_count, high_count));
  }
  multiply_panel(a, a_stride, panel, rows, depth, is_resumed, copy, PANEL);
  for (size_t i = 0; i < rows; i++) {
    float *row = c + i * c_stride;
    store_partial(row, wasm_v128_load(copy + i * PANEL), low_count);
    store_partial(row + low_count, wasm_v128_load(copy + i * PANEL + LANES), high_count);
  }
}

// Computes `panels` panels of one row of c. `panels` and `dtype` are constants at every call, as
// `rows` above. Returns false, and writes nothing, if a float16 number is not finite.
ALWAYS_INLINE bool multiply_panels(uint32_t panels, attn_dtype dtype, const float *a,
                                   const panel_matrix *b, const float *panel, uint32_t depth,
                                   bool is_resumed, float *c) {
  v128_t low[ROW_PANELS];
  v128_t high[ROW_PANELS];
  v128_t largest = splat(0.0F);
  for (size_t p = 0; p < panels; p++) {
    low[p] = is_resumed ? wasm_v128_load(c + p * PANEL) : splat(0.0F);
    high[p] = is_resumed ? wasm_v128_load(c + p * PANEL + LANES) : splat(0.0F);
  }
  for (uint32_t k = 0; k < depth; k++, panel += b->row_stride) {
    const v128_t factor = wasm_v128_load32_splat(a + k);
    for (uint32_t p = 0; p < panels; p++) {
      const panel_row row = load_panel_row(dtype, panel + p * b->panel_stride);
      if (dtype == ATTN_FLOAT16) {
        largest = larger_magnitudes(largest, panel + p * b->panel_stride);
      }
      low[p] = mul_add(factor, row.low, low[p]);
      high[p] = mul_add(factor, row.high, high[p]);
    }
  }
  if (dtype == ATTN_FLOAT16 && has_special(largest)) return false;
  for (size_t p = 0; p < panels; p++) {
    wasm_v128_store(c + p * PANEL, low[p]);
    wasm_v128_store(c + p * PANEL + LANES, high[p]);
  }
  return true;
}

// Computes ROW_PANELS panels of one row of c at once: with a single panel, each sum would wait for
// the one before it. A 2048 x 2048 product takes 0.63 of the time, a 512 x 512 product 0.81.
NOINLINE static void multiply_row(const float *a, const panel_matrix *b, const float *panel,
                                  uint32_t depth, bool is_resumed, float *c) {
  multiply_panels(ROW_PANELS, ATTN_FLOAT32, a, b, panel, depth, is_resumed, c);
}

// As multiply_row(), for a matrix of 16-bit numbers. Returns false if a float16 number is not
// finite.
static bool multiply_narrow_row(const float *a, const panel_matrix *b, const float *panel,
                                uint32_t depth, bool is_resumed, float *c) {
  if (b->dtype == ATTN_FLOAT16) {
    return multiply_panels(ROW_PANELS, ATTN_FLOAT16, a, b, panel, depth, is_resumed, c);
  }
  return multiply_panels(ROW_PANELS, ATTN_BFLOAT16, a, b, panel, depth, is_resumed, c);
}

// c (rows, columns) = a . B for a B in place. It goes row by row, because loads from the L1 cache
// are fast enough.
static void multiply_in_place(const float *a, size_t a_stride, const panel_matrix *b,
                              const float *panel, uint32_t rows, uint32_t depth, uint32_t columns,
                              bool is_resumed, float *c, size_t c_stride) {
  for (size_t i = 0; i < rows; i++) {
    const float *row = a + i * a_stride;
    float *to = c + i * c_stride;
    uint32_t j = 0;
    for (; columns - j >= ROW_PANELS * PANEL; j += ROW_PANELS * PANEL) {
      multiply_row(row, b, panel + j, depth, is_resumed, to + j);
    }
    for (; j < columns; j += PANEL) {
      multiply_panels(1, ATTN_FLOAT32, row, b, panel + j, depth, is_resumed, to + j);
    }
  }
}

// Returns a step <= `most` that covers `length` in the fewest steps, all of about the same size.
static uint32_t even_step(uint32_t length, uint32_t most) {
  const uint32_t steps = (length - 1) / most + 1;
  return (length - 1) / steps + 1;
}

static void multiply_columns(const float *a, size_t a_stride, const float *panel,
                             size_t panel_stride, uint32_t rows, uint32_t depth, uint32_t columns,
                             bool is_resumed, float *c, size_t c_stride) {
  for (; columns >= PANEL; columns -= PANEL) {
    multiply_panel(a, a_stride, panel, rows, depth, is_resumed, c, c_stride);
    panel += panel_stride;
    c += PANEL;
  }
  if (columns > 0) {
    multiply_last_panel(a, a_stride, panel, rows, depth, columns, is_resumed, c, c_stride);
  }
}

// As multiply_columns(), for panels of 16-bit numbers. It widens each panel once for all rows.
static void multiply_widened(const float *a, size_t a_stride, const panel_matrix *b,
                             const float *panel, uint32_t rows, uint32_t depth, uint32_t columns,
                             bool is_resumed, float *c, size_t c_stride) {
  float wide[DEPTH_BLOCK * PANEL];
  uint32_t count = 0;
  for (; columns > 0; columns -= count) {
    count = smaller(columns, PANEL);
    widen_panel(b->dtype, panel, depth, wide);
    multiply_columns(a, a_stride, wide, 0, rows, depth, count, is_resumed, c, c_stride);
    panel += b->panel_stride;
    c += count;
  }
}

// Computes one block of rows and depth, for `columns` > 0.
static void multiply_block(const float *a, size_t a_stride, const panel_matrix *b,
                           const float *panel, uint32_t rows, uint32_t depth, uint32_t columns,
                           bool is_resumed, float *c, size_t c_stride) {
  if (is_in_place(b)) {
    multiply_in_place(a, a_stride, b, panel, rows, depth, columns, is_resumed, c, c_stride);
    return;
  }
  for (; rows == 1 && columns >= ROW_PANELS * PANEL; columns -= ROW_PANELS * PANEL) {
    if (b->dtype == ATTN_FLOAT32) {
      multiply_row(a, b, panel, depth, is_resumed, c);
    } else if (!multiply_narrow_row(a, b, panel, depth, is_resumed, c)) {
      multiply_widened(a, a_stride, b, panel, 1, depth, ROW_PANELS * PANEL, is_resumed, c,
                       c_stride);
    }
    panel += ROW_PANELS * b->panel_stride;
    c += (size_t)ROW_PANELS * PANEL;
  }
  if (b->dtype != ATTN_FLOAT32) {
    multiply_widened(a, a_stride, b, panel, rows, depth, columns, is_resumed, c, c_stride);
    return;
  }
  multiply_columns(a, a_stride, panel, b->panel_stride, rows, depth, columns, is_resumed, c,
                   c_stride);
}

void matmul(const float *a, size_t a_stride, const panel_matrix *b, uint32_t rows, uint32_t depth,
            uint32_t columns, float *c, size_t c_stride) {
  if (rows == 0 || columns == 0) return;
  if (depth == 0) {
    for (uint32_t i = 0; i < rows; i++) zero_floats(c + i * c_stride, columns);
    return;
  }
  const uint32_t depth_step = even_step(depth, is_in_place(b) ? IN_PLACE_DEPTH : DEPTH_BLOCK);
  // Count down the rest, because an index that counts up could wrap if a size is near 2^32.
  uint32_t depth_count = 0;
  for (uint32_t depth_rest = depth; depth_rest > 0; depth_rest -= depth_count) {
    depth_count = smaller(depth_rest, depth_step);
    const size_t k = depth - depth_rest;
    uint32_t row_count = 0;
    for (uint32_t row_rest = rows; row_rest > 0; row_rest -= row_count) {
      row_count = smaller(row_rest, ROW_BLOCK);
      const size_t i = rows - row_rest;
      multiply_block(a + i * a_stride + k, a_stride, b, b->data + k * b->row_stride, row_count,
                     depth_count, columns, k > 0, c + i * c_stride, c_stride);
    }
  }
}

// Multiplies row k of B by the k-th number of each row of a, and adds the products to `sums`. `b`
// holds four columns of that row.
ALWAYS_INLINE void add_row(uint32_t rows, const float *const *a, uint32_t k, v128_t b,
                           v128_t *sums) {
  for (uint32_t i = 0; i < rows; i++) {
    sums[i] = mul_add(wasm_v128_load32_splat(a[i] + k), b, sums[i]);
  }
}

// A break that is never taken. As in add_panel(), it ends a basic block for V8.
#ifdef __wasm__
#define END_BLOCK(condition)                                                                       \
  if (condition) break
#else
#define END_BLOCK(condition)
#endif

// c (rows, count <= LANES) = a . b^T. It transposes blocks of four by four numbers of b in
// registers. `rows` is a constant at every call. If a or b has fewer rows, the last row is
// repeated.
ALWAYS_INLINE void multiply_transposed(uint32_t rows, const float *const *first, strided b,
                                       uint32_t depth, uint32_t count, v128_t *sums) {
  const float *a[FEW_ROWS];
  for (uint32_t i = 0; i < rows; i++) {
    a[i] = first[i];
    sums[i] = splat(0.0F);
  }
  const float *row[LANES];
  for (uint32_t j = 0; j < LANES; j++) row[j] = b.data + smaller(j, count - 1) * b.stride;
  for (uint32_t rest = depth; rest > 0; rest -= LANES) {
    v128_t m[LANES];
    for (uint32_t j = 0; j < LANES; j++) m[j] = wasm_v128_load(row[j]);
    transpose(m);
    add_row(rows, a, 0, m[0], sums);
    END_BLOCK(rest == 1);
    add_row(rows, a, 1, m[1], sums);
    END_BLOCK(rest == 2);
    add_row(rows, a, 2, m[2], sums);
    END_BLOCK(rest == 3);
    add_row(rows, a, 3, m[3], sums);
    for (uint32_t i = 0; i < rows; i++) a[i] += LANES;
    for (uint32_t j = 0; j < LANES; j++) row[j] += LANES;
  }
}

// The number of columns that are summed together if a has a single row: two vectors, because the
// sums of a single vector would wait for each other.
#define ROW_COLUMNS 8

// c (1, ROW_COLUMNS) = a . b^T
static void multiply_transposed_row(const float *a, strided b, uint32_t depth, float *c) {
  const float *row[ROW_COLUMNS];
  for (size_t j = 0; j < ROW_COLUMNS; j++) row[j] = b.data + j * b.stride;
  v128_t low = splat(0.0F);
  v128_t high = splat(0.0F);
  for (uint32_t k = 0; k < depth; k += LANES) {
    v128_t m[ROW_COLUMNS];
    for (uint32_t j = 0; j < ROW_COLUMNS; j++) m[j] = wasm_v128_load(row[j] + k);
    transpose(m);
    transpose(m + LANES);
    for (uint32_t j = 0; j < LANES; j++) {
      const v128_t factor = wasm_v128_load32_splat(a + k + j);
      low = mul_add(factor, m[j], low);
      high = mul_add(factor, m[LANES + j], high);
    }
  }
  wasm_v128_store(c, low);
  wasm_v128_store(c + LANES, high);
}

void matmul_transposed(strided a, strided b, uint32_t rows, uint32_t depth, uint32_t columns,
                       float *c, size_t c_stride) {
  const float *row[FEW_ROWS];
  for (uint32_t i = 0; i < FEW_ROWS; i++) row[i] = a.data + smaller(i, rows - 1) * a.stride;
  uint32_t count = 0;
  for (uint32_t rest = columns; rest > 0; rest -= count) {
    if (rows == 1 && rest >= ROW_COLUMNS) {
      count = ROW_COLUMNS;
      multiply_transposed_row(a.data, b, depth, c);
    } else {
      v128_t sums[FEW_ROWS];
      count = smaller(rest, LANES);
      if (rows <= 2) {
        multiply_transposed(2, row, b, depth, count, sums);
      } else {
        multiply_transposed(FEW_ROWS, row, b, depth, count, sums);
      }
      for (size_t i = 0; i < rows; i++) store_partial(c + i * c_stride, sums[i], count);
    }
    b.data += count * b.stride;
    c += count;
  }
}
