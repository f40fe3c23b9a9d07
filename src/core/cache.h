// The cache of a decoder: projected keys and values of each head, packed as the products need them.
//
// With d = D / H, each head of each batch item has the keys as the columns of a packed
// (d, capacity) matrix, then the values as a packed (capacity, d) matrix. A new position fills one
// lane of the key panels and one row of the value panels.

#ifndef ATTN_CACHE_H
#define ATTN_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attend.h"
#include "attention.h"

typedef struct cached_head {
  float *keys;   // packed (d, capacity)
  float *values; // packed (capacity, d)
  uint32_t d;
  uint32_t capacity;
  attn_dtype dtype;
} cached_head;

// Whether S positions fit: at least those that the cache holds, at most its capacity.
static inline bool cache_fits(const attn_cache *cache, uint32_t S) {
  return cache->length <= S && S <= cache->capacity;
}

// Returns the floats of cache->data.
uint64_t cache_count(attn_dtype dtype, uint32_t N, uint32_t H, uint32_t d, uint32_t capacity);

// Returns a head of the cache. Head h of batch item n has index n * H + h.
cached_head cached_head_at(const attn_cache *cache, uint32_t d, size_t index);

// Appends `rows` positions to a head that holds `length` positions.
//   keys, values  (rows, d)
void append_to_cache(const cached_head *head, uint32_t length, strided keys, strided values,
                     uint32_t rows);

// Unpacks the first S positions.
//   keys, values  (S, d); NULL: not wanted
void unpack_cache(const cached_head *head, uint32_t S, float *keys, float *values);

#endif
