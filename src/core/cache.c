#include "cache.h"

#include "check.h"
#include "pack.h"
#include "simd.h"

uint64_t cache_count(attn_dtype dtype, uint32_t N, uint32_t H, uint32_t d, uint32_t capacity) {
  const uint64_t head =
      count_sum(packed_count_of(dtype, d, capacity), packed_count_of(dtype, capacity, d));
  return count_product3(N, H, head);
}

uint32_t attn_cache_size(uint32_t N, uint32_t H, uint32_t D, uint32_t capacity, attn_dtype dtype) {
  if (H == 0 || D % H != 0 || !is_dtype(dtype)) return UINT32_MAX;
  return float_bytes(cache_count(dtype, N, H, D / H, capacity));
}

cached_head cached_head_at(const attn_cache *cache, uint32_t d, size_t index) {
  const size_t key_count = (size_t)packed_count_of(cache->dtype, d, cache->capacity);
  const size_t value_count = (size_t)packed_count_of(cache->dtype, cache->capacity, d);
  float *keys = output_start(cache->data) + index * (key_count + value_count);
  return (cached_head){
      .keys = keys,
      .values = keys + key_count,
      .d = d,
      .capacity = cache->capacity,
      .dtype = cache->dtype,
  };
}

// Returns the floats of `rows` rows of a panel.
static size_t panel_floats(const cached_head *head, size_t rows) {
  return rows * panel_row_floats(head->dtype);
}

static void write_number(const cached_head *head, float *row, size_t column, float number) {
  if (head->dtype == ATTN_FLOAT32) {
    row[column] = number;
    return;
  }
  const v128_t rounded = round_to_narrow(head->dtype, splat(number));
  const uint16_t upper = wasm_u16x8_extract_lane(rounded, 1);
  memcpy((char *)row + find_narrow(column) * sizeof(upper), &upper, sizeof(upper));
}

static void append_keys(const cached_head *head, uint32_t length, strided keys, uint32_t rows) {
  const size_t d = head->d;
  // 1. Fill the free lanes of the last panel, which hold zeros or dropped keys.
  uint32_t row = 0;
  for (; row < rows && (length + row) % PANEL != 0; row++) {
    const uint32_t lane = (length + row) % PANEL;
    float *panel = head->keys + panel_floats(head, (length + row) / PANEL * d);
    for (size_t k = 0; k < d; k++) {
      write_number(head, panel + panel_floats(head, k), lane, keys.data[row * keys.stride + k]);
    }
  }
  if (row == rows) return;
  // 2. Pack the other keys as new panels. Zeros fill up the last one.
  pack_transposed_as(head->dtype, keys.data + row * keys.stride, keys.stride, head->d, rows - row,
                     head->keys + panel_floats(head, (length + row) / PANEL * d));
}

static void append_values(const cached_head *head, uint32_t length, strided values, uint32_t rows) {
  for (uint32_t first = 0; first < head->d; first += PANEL) {
    const uint32_t columns = smaller(head->d - first, PANEL);
    const size_t row = (size_t)first / PANEL * head->capacity + length;
    pack_straight_as(head->dtype, values.data + first, values.stride, rows, columns,
                     head->values + panel_floats(head, row));
  }
}

void append_to_cache(const cached_head *head, uint32_t length, strided keys, strided values,
                     uint32_t rows) {
  if (head->d == 0) return; // no space, and `rows` may be huge
  append_keys(head, length, keys, rows);
  append_values(head, length, values, rows);
}

void unpack_cache(const cached_head *head, uint32_t S, float *keys, float *values) {
  const size_t d = head->d;
  if (d == 0) return;
  for (size_t s = 0; s < S && keys != NULL; s++) {
    const float *panel = head->keys + panel_floats(head, s / PANEL * d);
    for (size_t k = 0; k < d; k++) {
      keys[s * d + k] = read_number(head->dtype, panel + panel_floats(head, k), s % PANEL);
    }
  }
  for (size_t s = 0; s < S && values != NULL; s++) {
    for (size_t j = 0; j < d; j++) {
      const size_t row = j / PANEL * head->capacity + s;
      values[s * d + j] =
          read_number(head->dtype, head->values + panel_floats(head, row), j % PANEL);
    }
  }
}

static void copy_positions(const cached_head *from, const cached_head *to, uint32_t length) {
  const uint32_t d = from->d;
  const size_t panels = (length - 1) / PANEL + 1;
  copy_floats(to->keys, from->keys, panel_floats(from, panels * d));
  for (size_t panel = 0; panel * PANEL < d; panel++) {
    copy_floats(to->values + panel_floats(to, panel * to->capacity),
                from->values + panel_floats(from, panel * from->capacity),
                panel_floats(from, length));
  }
}

attn_status attn_gather_cache(const float *from, const uint32_t *items, uint32_t N, uint32_t H,
                              uint32_t D, uint32_t length, uint32_t from_capacity,
                              uint32_t to_capacity, float *to, attn_dtype dtype) {
  if (!is_dtype(dtype)) return ATTN_ERROR_OPTION;
  if (H == 0 || D % H != 0 || length > from_capacity || length > to_capacity)
    return ATTN_ERROR_SIZE;
  const uint32_t d = D / H;
  if (length == 0 || d == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, from, cache_count(dtype, N, H, d, from_capacity), sizeof(float));
  list_input(&g, items, N, sizeof(uint32_t));
  list_output(&g, to, cache_count(dtype, N, H, d, to_capacity));
  const attn_status status = check_guard(&g);
  if (status != ATTN_OK) return status;
  for (uint32_t n = 0; n < N; n++) {
    if (items[n] >= N) return ATTN_ERROR_OPTION;
  }

  const attn_cache source = {(float *)from, from_capacity, length, dtype, NULL};
  const attn_cache target = {to, to_capacity, length, dtype, NULL};
  for (size_t n = 0; n < N; n++) {
    for (size_t h = 0; h < H; h++) {
      const cached_head old = cached_head_at(&source, d, (size_t)items[n] * H + h);
      const cached_head next = cached_head_at(&target, d, n * H + h);
      copy_positions(&old, &next, length);
    }
  }
  return ATTN_OK;
}
