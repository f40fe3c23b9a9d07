#include "accumulate.h"

#include "check.h"

// The number of rows of a product that are added while they are in the L1 cache.
#define PRODUCT_ROWS 96
// Register tile of the transposed product, as in matmul.c.
#define TILE_ROWS 4
// The number of rows of a and b that stay in the L1 cache while all tiles of c use them.
#define DEPTH_STEP 128

void add_floats(float *to, const float *from, size_t count) {
  for (; count >= LANES; count -= LANES, to += LANES, from += LANES) {
    wasm_v128_store(to, wasm_f32x4_add(wasm_v128_load(to), wasm_v128_load(from)));
  }
  for (; count > 0; count--) *to++ += *from++;
}

void add_rows(const float *a, size_t stride, uint32_t rows, uint32_t columns, float *sums) {
  for (uint32_t j = 0; j < columns; j += LANES) {
    const uint32_t count = smaller(columns - j, LANES);
    const float *from = a + j;
    v128_t sum = load_lanes(sums + j, count);
    for (uint32_t i = 0; i < rows; i++, from += stride) {
      sum = wasm_f32x4_add(sum, load_lanes(from, count));
    }
    store_lanes(sums + j, sum, count);
  }
}

uint64_t product_count(uint32_t columns) { return count_product(PRODUCT_ROWS, columns); }

void add_product(const float *a, size_t a_stride, const panel_matrix *b, uint32_t rows,
                 uint32_t depth, uint32_t columns, float *c, size_t c_stride, float *block) {
  uint32_t count = 0;
  for (; rows > 0; rows -= count, a += count * a_stride) {
    count = smaller(rows, PRODUCT_ROWS);
    matmul(a, a_stride, b, count, depth, columns, block, columns);
    for (size_t i = 0; i < count; i++, c += c_stride) add_floats(c, block + i * columns, columns);
  }
}

// Adds to at most four rows of c in one panel of columns. `rows` is a constant at every call.
ALWAYS_INLINE void add_tile(uint32_t rows, strided a, strided b, uint32_t depth, float *c,
                            size_t c_stride) {
  v128_t low[TILE_ROWS];
  v128_t high[TILE_ROWS];
  for (uint32_t i = 0; i < rows; i++) {
    low[i] = wasm_v128_load(c + i * c_stride);
    high[i] = wasm_v128_load(c + i * c_stride + LANES);
  }
  for (uint32_t k = 0; k < depth; k++, a.data += a.stride, b.data += b.stride) {
    const v128_t b_low = wasm_v128_load(b.data);
    const v128_t b_high = wasm_v128_load(b.data + LANES);
    for (uint32_t i = 0; i < rows; i++) {
      const v128_t factor = wasm_v128_load32_splat(a.data + i);
      low[i] = mul_add(factor, b_low, low[i]);
      high[i] = mul_add(factor, b_high, high[i]);
    }
  }
  for (uint32_t i = 0; i < rows; i++) {
    wasm_v128_store(c + i * c_stride, low[i]);
    wasm_v128_store(c + i * c_stride + LANES, high[i]);
  }
}

static void add_panel_tiles(strided a, strided b, uint32_t depth, uint32_t rows, float *c,
                            size_t c_stride) {
  for (; rows >= TILE_ROWS; rows -= TILE_ROWS) {
    add_tile(TILE_ROWS, a, b, depth, c, c_stride);
    a.data += TILE_ROWS;
    c += TILE_ROWS * c_stride;
  }
  for (; rows > 0; rows--, a.data++, c += c_stride) add_tile(1, a, b, depth, c, c_stride);
}

// As add_panel_tiles(), for fewer columns than a panel has. It uses copies, four rows of c at a
// time.
static void add_last_panel(strided a, strided b, uint32_t depth, uint32_t rows, uint32_t columns,
                           float *c, size_t c_stride) {
  float b_copy[DEPTH_STEP * PANEL];
  float c_copy[TILE_ROWS * PANEL];
  const uint32_t low_count = smaller(columns, LANES);
  const uint32_t high_count = columns - low_count;
  for (size_t k = 0; k < depth; k++) {
    const float *row = b.data + k * b.stride;
    wasm_v128_store(b_copy + k * PANEL, load_lanes(row, low_count));
    wasm_v128_store(b_copy + k * PANEL + LANES, load_lanes(row + low_count, high_count));
  }
  uint32_t count = 0;
  for (; rows > 0; rows -= count, a.data += count) {
    count = smaller(rows, TILE_ROWS);
    for (size_t i = 0; i < count; i++) {
      const float *row = c + i * c_stride;
      wasm_v128_store(c_copy + i * PANEL, load_lanes(row, low_count));
      wasm_v128_store(c_copy + i * PANEL + LANES, load_lanes(row + low_count, high_count));
    }
    add_panel_tiles(a, (strided){b_copy, PANEL}, depth, count, c_copy, PANEL);
    for (size_t i = 0; i < count; i++, c += c_stride) {
      store_lanes(c, wasm_v128_load(c_copy + i * PANEL), low_count);
      store_lanes(c + low_count, wasm_v128_load(c_copy + i * PANEL + LANES), high_count);
    }
  }
}

void add_transposed_product(strided a, strided b, uint32_t depth, uint32_t height, uint32_t width,
                            float *c, size_t c_stride) {
  uint32_t count = 0;
  for (; depth > 0; depth -= count, a.data += count * a.stride, b.data += count * b.stride) {
    count = smaller(depth, DEPTH_STEP);
    uint32_t j = 0;
    for (; width - j >= PANEL; j += PANEL) {
      add_panel_tiles(a, (strided){b.data + j, b.stride}, count, height, c + j, c_stride);
    }
    if (j < width) {
      add_last_panel(a, (strided){b.data + j, b.stride}, count, height, width - j, c + j, c_stride);
    }
  }
}
