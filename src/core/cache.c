#include "cache.h"

#include "check.h"
#include "simd.h"

uint64_t cache_count(uint32_t N, uint32_t H, uint32_t d, uint32_t capacity) {
  const uint64_t head = count_sum(packed_count(d, capacity), packed_count(capacity, d));
  return count_product(count_product(N, H), head);
}

uint32_t attn_cache_size(uint32_t N, uint32_t H, uint32_t D, uint32_t capacity) {
  if (H == 0 || D % H != 0) return UINT32_MAX;
  return float_bytes(cache_count(N, H, D / H, capacity));
}

cached_head cached_head_at(const attn_cache *cache, uint32_t d, size_t index) {
  const size_t key_count = (size_t)packed_count(d, cache->capacity);
  const size_t value_count = (size_t)packed_count(cache->capacity, d);
  float *keys = output_start(cache->data) + index * (key_count + value_count);
  return (cached_head){
      .keys = keys,
      .values = keys + key_count,
      .d = d,
      .capacity = cache->capacity,
  };
}

static void append_keys(const cached_head *head, uint32_t length, strided keys, uint32_t rows) {
  const size_t d = head->d;
  // 1. Lanes that are left in the last panel, which hold zeros or keys that were dropped.
  uint32_t row = 0;
  for (; row < rows && (length + row) % PANEL != 0; row++) {
    const uint32_t lane = (length + row) % PANEL;
    float *panel = head->keys + (length + row - lane) * d;
    for (size_t k = 0; k < d; k++) panel[k * PANEL + lane] = keys.data[row * keys.stride + k];
  }
  if (row == rows) return;
  // 2. Panels of their own, the last one filled up with zeros.
  pack_transposed(keys.data + row * keys.stride, keys.stride, head->d, rows - row,
                  head->keys + (length + row) * d);
}

static void append_values(const cached_head *head, uint32_t length, strided values, uint32_t rows) {
  for (uint32_t first = 0; first < head->d; first += PANEL) {
    const uint32_t columns = head->d - first < PANEL ? head->d - first : PANEL;
    float *panel = head->values + (size_t)first * head->capacity + (size_t)length * PANEL;
    pack_straight(values.data + first, values.stride, rows, columns, panel);
  }
}

void append_to_cache(const cached_head *head, uint32_t length, strided keys, strided values,
                     uint32_t rows) {
  if (head->d == 0) return; // then any number of positions takes no space
  append_keys(head, length, keys, rows);
  append_values(head, length, values, rows);
}

void unpack_cache(const cached_head *head, uint32_t S, float *keys, float *values) {
  const size_t d = head->d;
  if (d == 0) return;
  for (size_t s = 0; s < S && keys != NULL; s++) {
    const float *lane = head->keys + s / PANEL * PANEL * d + s % PANEL;
    for (size_t k = 0; k < d; k++) keys[s * d + k] = lane[k * PANEL];
  }
  for (size_t s = 0; s < S && values != NULL; s++) {
    for (size_t j = 0; j < d; j++) {
      const float *panel = head->values + j / PANEL * PANEL * head->capacity;
      values[s * d + j] = panel[s * PANEL + j % PANEL];
    }
  }
}
