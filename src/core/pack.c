#include "pack.h"

#include "check.h"

// The number of rows of a panel that are packed as floats before they are narrowed.
#define NARROWED_ROWS 64

uint64_t packed_count(uint32_t depth, uint32_t columns) {
  const uint64_t panels = ((uint64_t)columns + PANEL - 1) / PANEL;
  return count_product(panels * PANEL, depth);
}

panel_matrix packed_panels_of(attn_dtype dtype, const float *packed, uint32_t depth) {
  const size_t stride = panel_row_floats(dtype);
  return (panel_matrix){packed, stride, depth * stride, dtype};
}

// Reads the upper halves of four words as float16. Unlike widen_finite(), it does not multiply
// denormal numbers, for which some processors need a hundred cycles.
ALWAYS_INLINE v128_t widen_float16(v128_t words) {
  const v128_t bits = wasm_v128_and(wasm_u32x4_shr(words, 3), wasm_i32x4_splat(0x0fffe000));
  // 1. Multiply by 2^112, so that the largest exponent becomes that of infinities and NaN.
  const v128_t large = wasm_i32x4_add(bits, wasm_i32x4_splat(224 << 23));
  // 2. Correct denormal float16 numbers, below 2^-14: their fractions count twice and have no
  // implicit leading 1.
  const v128_t excess = wasm_f32x4_pmin(wasm_f32x4_sub(large, splat(0x1p98F)), splat(0.0F));
  // 3. Scale, and set the sign.
  const v128_t sign = wasm_v128_and(words, splat(-0.0F));
  const v128_t scale = wasm_v128_or(sign, splat(0x1p-112F));
  return wasm_f32x4_mul(wasm_f32x4_add(large, excess), scale);
}

NOINLINE void widen_panel(attn_dtype dtype, const float *narrow, uint32_t depth, float *wide) {
  for (uint32_t k = 0; k < depth; k++, narrow += PANEL / 2, wide += PANEL) {
    panel_row row = load_panel_row(ATTN_BFLOAT16, narrow);
    if (dtype == ATTN_FLOAT16) {
      row = (panel_row){widen_float16(row.low), widen_float16(wasm_v128_load(narrow))};
    }
    wasm_v128_store(wide, row.low);
    wasm_v128_store(wide + LANES, row.high);
  }
}

float read_number(attn_dtype dtype, const float *row, size_t column) {
  if (dtype == ATTN_FLOAT32) return row[column];
  float wide[PANEL];
  widen_panel(dtype, row, 1, wide);
  return wide[column];
}

// Prepares bits for cutting off the lowest `cut` bits: adds half a unit of the last remaining bit,
// or slightly less if that bit is 0, so that ties round to even.
ALWAYS_INLINE v128_t round_bits(v128_t floats, uint32_t cut) {
  const v128_t odd = wasm_v128_and(wasm_u32x4_shr(floats, cut), wasm_i32x4_splat(1));
  return wasm_i32x4_add(floats, wasm_i32x4_add(wasm_i32x4_splat((1 << (cut - 1)) - 1), odd));
}

static v128_t round_to_float16(v128_t floats) {
  const v128_t magnitude = wasm_f32x4_abs(floats);
  // 1. Change the bias of the exponent to that of float16. Numbers from 65,520 on become infinite.
  const v128_t shifted = wasm_i32x4_sub(round_bits(magnitude, 13), wasm_i32x4_splat(112 << 23));
  const v128_t normal = wasm_i32x4_min(shifted, wasm_i32x4_splat(31 << 23));
  // 2. Below 2^-14, round to a multiple of 2^-24, which is the last bit of floats from 1/2 to 1.
  const v128_t sum = wasm_f32x4_add(magnitude, splat(0.5F));
  const v128_t tiny = wasm_i32x4_shl(wasm_i32x4_sub(sum, splat(0.5F)), 13);
  const v128_t is_tiny = wasm_f32x4_lt(magnitude, splat(0x1p-14F));
  const v128_t bits = wasm_i32x4_shl(wasm_v128_bitselect(tiny, normal, is_tiny), 3);
  return wasm_v128_bitselect(floats, bits, splat(-0.0F));
}

NOINLINE v128_t round_to_narrow(attn_dtype dtype, v128_t floats) {
  const v128_t rounded = dtype == ATTN_BFLOAT16 ? round_bits(floats, 16) : round_to_float16(floats);
  const v128_t nan = wasm_i32x4_splat(0x7fc00000); // of either type
  return wasm_v128_bitselect(rounded, nan, wasm_f32x4_eq(floats, floats));
}

static void narrow_panel(attn_dtype dtype, const float *wide, uint32_t depth, float *narrow) {
  for (uint32_t k = 0; k < depth; k++, wide += PANEL, narrow += PANEL / 2) {
    const v128_t low = round_to_narrow(dtype, wasm_v128_load(wide));
    const v128_t high = round_to_narrow(dtype, wasm_v128_load(wide + LANES));
    wasm_v128_store(narrow, wasm_v128_or(wasm_u32x4_shr(low, 16), clear_lower(high)));
  }
}

uint64_t packed_count_of(attn_dtype dtype, uint32_t depth, uint32_t columns) {
  const uint64_t count = packed_count(depth, columns);
  return dtype == ATTN_FLOAT32 ? count : count / 2;
}

// Packs four rows as four columns of a panel.
ALWAYS_INLINE void pack_four(const float *rows, size_t stride, uint32_t depth, float *panel) {
  v128_t m[LANES];
  uint32_t k = 0;
  for (; depth - k >= LANES; k += LANES) {
    for (uint32_t c = 0; c < LANES; c++) m[c] = wasm_v128_load(rows + c * stride + k);
    transpose(m);
    for (size_t i = 0; i < LANES; i++) wasm_v128_store(panel + (k + i) * PANEL, m[i]);
  }
  const uint32_t rest = depth - k;
  if (rest == 0) return;
  for (uint32_t c = 0; c < LANES; c++) m[c] = load_some(rows + c * stride + k, rest);
  transpose(m);
  for (size_t i = 0; i < rest; i++) wasm_v128_store(panel + (k + i) * PANEL, m[i]);
}

// As pack_four(), for the end of a panel: packs `count` < LANES rows, then columns of zeros.
static void pack_some(const float *rows, size_t stride, uint32_t depth, uint32_t count,
                      float *panel) {
  for (uint32_t k = 0; k < depth; k++, rows++, panel += PANEL) {
    v128_t columns = splat(0.0F);
    if (count > 0) columns = wasm_v128_load32_zero(rows);
    if (count > 1) columns = wasm_v128_load32_lane(rows + stride, columns, 1);
    if (count > 2) columns = wasm_v128_load32_lane(rows + 2 * stride, columns, 2);
    wasm_v128_store(panel, columns);
  }
}

void pack_transposed(const float *rows, size_t stride, uint32_t depth, uint32_t columns,
                     float *packed) {
  const size_t panel_size = (size_t)depth * PANEL;
  uint32_t rest = columns;
  size_t half = 0; // offset of the next four columns in the panel
  for (; rest >= LANES; rest -= LANES) {
    pack_four(rows, stride, depth, packed + half);
    rows += LANES * stride;
    packed += half == 0 ? 0 : panel_size;
    half = LANES - half;
  }
  while (rest > 0 || half > 0) {
    pack_some(rows, stride, depth, rest, packed + half);
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
  const uint32_t low_count = smaller(columns, LANES);
  const uint32_t high_count = columns - low_count;
  for (uint32_t k = 0; k < depth; k++) {
    const float *row = rows + k * stride;
    wasm_v128_store(packed, load_partial(row, low_count));
    wasm_v128_store(packed + LANES, load_partial(row + low_count, high_count));
    packed += PANEL;
  }
}

// Packs panel by panel, NARROWED_ROWS rows at a time, and narrows them.
static void pack_narrow(attn_dtype dtype, bool is_transposed, const float *rows, size_t stride,
                        uint32_t depth, uint32_t columns, float *packed) {
  float wide[NARROWED_ROWS * PANEL];
  const size_t next_row = is_transposed ? 1 : stride;
  const size_t next_column = is_transposed ? stride : 1;
  uint32_t count = 0;
  for (; columns > 0; columns -= count, rows += count * next_column) {
    count = smaller(columns, PANEL);
    uint32_t part = 0;
    for (uint32_t k = 0; k < depth; k += part) {
      part = smaller(depth - k, NARROWED_ROWS);
      const float *from = rows + k * next_row;
      if (is_transposed) {
        pack_transposed(from, stride, part, count, wide);
      } else {
        pack_straight(from, stride, part, count, wide);
      }
      narrow_panel(dtype, wide, part, packed);
      packed += (size_t)part * panel_row_floats(dtype);
    }
  }
}

void pack_transposed_as(attn_dtype dtype, const float *rows, size_t stride, uint32_t depth,
                        uint32_t columns, float *packed) {
  if (dtype == ATTN_FLOAT32) {
    pack_transposed(rows, stride, depth, columns, packed);
  } else {
    pack_narrow(dtype, true, rows, stride, depth, columns, packed);
  }
}

void pack_straight_as(attn_dtype dtype, const float *rows, size_t stride, uint32_t depth,
                      uint32_t columns, float *packed) {
  if (dtype == ATTN_FLOAT32) {
    pack_straight(rows, stride, depth, columns, packed);
  } else {
    pack_narrow(dtype, false, rows, stride, depth, columns, packed);
  }
}
