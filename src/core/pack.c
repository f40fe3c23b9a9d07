#include "bfloat16.h"
#include "check.h"
#include "matmul.h"
#include "simd.h"

// Rows of a panel that are packed as floats before they are narrowed.
#define NARROWED_ROWS 64

uint64_t packed_count(uint32_t depth, uint32_t columns) {
  const uint64_t panels = ((uint64_t)columns + PANEL - 1) / PANEL;
  return count_product(panels * PANEL, depth);
}

panel_matrix packed_panels_of(attn_dtype dtype, const float *packed, uint32_t depth) {
  const size_t stride = panel_row_floats(dtype);
  return (panel_matrix){packed, stride, depth * stride, dtype == ATTN_BFLOAT16};
}

void widen_panel(const float *narrow, uint32_t depth, float *wide) {
  for (uint32_t k = 0; k < depth; k++, narrow += PANEL / 2, wide += PANEL) {
    const panel_row row = load_panel_row(true, narrow);
    wasm_v128_store(wide, row.low);
    wasm_v128_store(wide + LANES, row.high);
  }
}

static void narrow_panel(const float *wide, uint32_t depth, float *narrow) {
  for (uint32_t k = 0; k < depth; k++, wide += PANEL, narrow += PANEL / 2) {
    const v128_t low = round_to_bfloat16(wasm_v128_load(wide));
    const v128_t high = round_to_bfloat16(wasm_v128_load(wide + LANES));
    wasm_v128_store(narrow, wasm_v128_or(wasm_u32x4_shr(low, 16), clear_lower(high)));
  }
}

uint64_t packed_count_of(attn_dtype dtype, uint32_t depth, uint32_t columns) {
  const uint64_t count = packed_count(depth, columns);
  return dtype == ATTN_BFLOAT16 ? count / 2 : count;
}

// Packs four columns of a panel: the first `count` are rows of `rows`, the others zeros.
ALWAYS_INLINE void pack_four(const float *rows, size_t stride, uint32_t depth, uint32_t count,
                             float *panel) {
  v128_t m[LANES];
  uint32_t k = 0;
  for (; depth - k >= LANES; k += LANES) {
    for (uint32_t c = 0; c < LANES; c++) {
      m[c] = c < count ? wasm_v128_load(rows + c * stride + k) : splat(0.0F);
    }
    transpose(m);
    for (size_t i = 0; i < LANES; i++) wasm_v128_store(panel + (k + i) * PANEL, m[i]);
  }
  const uint32_t rest = depth - k;
  if (rest == 0) return;
  for (uint32_t c = 0; c < LANES; c++) {
    m[c] = c < count ? load_some(rows + c * stride + k, rest) : splat(0.0F);
  }
  transpose(m);
  for (size_t i = 0; i < rest; i++) wasm_v128_store(panel + (k + i) * PANEL, m[i]);
}

void pack_transposed(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                     float *packed) {
  const size_t panel_size = (size_t)depth * PANEL;
  uint32_t rest = columns;
  size_t half = 0; // where in the panel the next four columns go
  for (; rest >= LANES; rest -= LANES) {
    pack_four(rows, stride, depth, LANES, packed + half);
    rows += LANES * stride;
    packed += half == 0 ? 0 : panel_size;
    half = LANES - half;
  }
  // Where the columns end within a panel: what is left of four, and zeros.
  while (rest > 0 || half > 0) {
    pack_four(rows, stride, depth, rest, packed + half);
    rest = 0;
    packed += half == 0 ? 0 : panel_size;
    half = LANES - half;
  }
}

void pack_straight(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                   float *packed) {
  for (; columns >= PANEL; columns -= PANEL, rows += PANEL) {
    for (uint32_t k = 0; k < depth; k++) {
      const float *row = rows + k * stride;
      wasm_v128_store(packed, wasm_v128_load(row));
      wasm_v128_store(packed + LANES, wasm_v128_load(row + LANES));
      packed += PANEL;
    }
  }
  if (columns == 0) return;
  const uint32_t low_count = columns < LANES ? columns : LANES;
  const uint32_t high_count = columns - low_count;
  for (uint32_t k = 0; k < depth; k++) {
    const float *row = rows + k * stride;
    wasm_v128_store(packed, load_partial(row, low_count));
    wasm_v128_store(packed + LANES, load_partial(row + low_count, high_count));
    packed += PANEL;
  }
}

// Packs panel by panel, some rows at a time, and narrows each.
static void pack_narrow(bool is_transposed, const float *rows, size_t stride, uint32_t depth,
                        uint32_t columns, float *packed) {
  float wide[NARROWED_ROWS * PANEL];
  const size_t next_row = is_transposed ? 1 : stride;
  const size_t next_column = is_transposed ? stride : 1;
  uint32_t count = 0;
  for (; columns > 0; columns -= count, rows += count * next_column) {
    count = columns < PANEL ? columns : PANEL;
    uint32_t part = 0;
    for (uint32_t k = 0; k < depth; k += part) {
      part = depth - k < NARROWED_ROWS ? depth - k : NARROWED_ROWS;
      const float *from = rows + k * next_row;
      if (is_transposed) {
        pack_transposed(from, stride, part, count, wide);
      } else {
        pack_straight(from, stride, part, count, wide);
      }
      narrow_panel(wide, part, packed);
      packed += (size_t)part * panel_row_floats(ATTN_BFLOAT16);
    }
  }
}

void pack_transposed_as(attn_dtype dtype, const float *rows, size_t stride, uint32_t depth,
                        uint32_t columns, float *packed) {
  if (dtype == ATTN_FLOAT32) {
    pack_transposed(rows, stride, depth, columns, packed);
  } else {
    pack_narrow(true, rows, stride, depth, columns, packed);
  }
}

void pack_straight_as(attn_dtype dtype, const float *rows, size_t stride, uint32_t depth,
                      uint32_t columns, float *packed) {
  if (dtype == ATTN_FLOAT32) {
    pack_straight(rows, stride, depth, columns, packed);
  } else {
    pack_narrow(false, rows, stride, depth, columns, packed);
  }
}
