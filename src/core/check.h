// Guards shared by the entry points: sizes that cannot overflow, arrays that lie in the caller's
// part of the memory.

#ifndef ATTN_CHECK_H
#define ATTN_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"

#define MAX_ELEMENTS (UINT64_C(1) << 30)

// Counts are capped, at more than any array may have, before they are multiplied or added: a chain
// of sizes cannot overflow and needs one test, at its end.
static inline uint64_t capped(uint64_t count) {
  const uint64_t cap = 2 * MAX_ELEMENTS;
  return count < cap ? count : cap;
}

static inline uint64_t times(uint64_t a, uint64_t b) { return capped(a) * capped(b); }

static inline uint64_t plus(uint64_t a, uint64_t b) { return capped(a) + capped(b); }

static inline uint64_t times4(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  return times(times(a, b), times(c, d));
}

// Bytes of that many floats as a *_workspace function answers them.
static inline uint32_t float_bytes(uint64_t count) {
  return count < MAX_ELEMENTS ? (uint32_t)(count * sizeof(float)) : UINT32_MAX;
}

typedef struct block {
  const void *data;
  uint64_t count; // elements
  uint32_t size;  // bytes of an element
} block;

// Multi-head attention reads 20 arrays and structs, and writes 18.
#define GUARD_SLOTS 24

// What one call reads and writes. An entry point lists its arrays here, then checks them at once.
// An array too many is counted, not stored, and check() refuses the call.
typedef struct guard {
  block reads[GUARD_SLOTS];
  block writes[GUARD_SLOTS];
  uint32_t read_count;
  uint32_t write_count;
} guard;

static inline void reads(guard *g, const void *data, uint64_t count, uint32_t size) {
  if (g->read_count < GUARD_SLOTS) g->reads[g->read_count] = (block){data, count, size};
  g->read_count++;
}

static inline void writes(guard *g, const float *data, uint64_t count) {
  if (g->write_count < GUARD_SLOTS) g->writes[g->write_count] = (block){data, count, sizeof(float)};
  g->write_count++;
}

// Arrays that NULL leaves out.
static inline void may_read(guard *g, const void *data, uint64_t count, uint32_t size) {
  if (data != NULL) reads(g, data, count, size);
}

static inline void may_write(guard *g, const float *data, uint64_t count) {
  if (data != NULL) writes(g, data, count);
}

static inline uint64_t bytes_of(const block *b) { return b->count * b->size; }

static inline attn_status check_block(const block *b) {
  if (b->count == 0) return ATTN_OK;
  if (b->count > MAX_ELEMENTS) return ATTN_ERROR_TOO_LARGE;
  if (b->data == NULL || (uintptr_t)b->data % b->size != 0) return ATTN_ERROR_NULL;
#ifdef __wasm__ // natively the sanitizers watch
  const uint64_t start = (uintptr_t)b->data;
  const uint64_t end = (uint64_t)__builtin_wasm_memory_size(0) << 16;
  if (start < attn_heap_base() || start + bytes_of(b) > end) return ATTN_ERROR_BOUNDS;
#endif
  return ATTN_OK;
}

static inline bool overlap(const block *a, const block *b) {
  const uint64_t a_start = (uintptr_t)a->data;
  const uint64_t b_start = (uintptr_t)b->data;
  return a->count != 0 && b->count != 0 && a_start < b_start + bytes_of(b) &&
         b_start < a_start + bytes_of(a);
}

// Every array lies in memory, and no output overlaps an input or another output.
static inline attn_status check(const guard *g) {
  if (g->read_count > GUARD_SLOTS || g->write_count > GUARD_SLOTS) return ATTN_ERROR_TOO_LARGE;
  for (uint32_t r = 0; r < g->read_count; r++) {
    const attn_status status = check_block(&g->reads[r]);
    if (status != ATTN_OK) return status;
  }
  for (uint32_t w = 0; w < g->write_count; w++) {
    const attn_status status = check_block(&g->writes[w]);
    if (status != ATTN_OK) return status;
    for (uint32_t r = 0; r < g->read_count; r++) {
      if (overlap(&g->writes[w], &g->reads[r])) return ATTN_ERROR_OVERLAP;
    }
    for (uint32_t other = 0; other < w; other++) {
      if (overlap(&g->writes[w], &g->writes[other])) return ATTN_ERROR_OVERLAP;
    }
  }
  return ATTN_OK;
}

// Checks the workspace with the rest, and that `rows` rows can be counted in 32 bits.
static inline attn_status check_with_workspace(guard *g, uint64_t rows, const float *workspace,
                                               uint32_t workspace_size, uint64_t needed) {
  if (rows > MAX_ELEMENTS) return ATTN_ERROR_TOO_LARGE;
  if (times(needed, sizeof(float)) > workspace_size) return ATTN_ERROR_WORKSPACE;
  writes(g, workspace, needed);
  return check(g);
}

// Whether there is anything to compute, once check_with_workspace() has listed the workspace last:
// rows of no elements can be more than anyone wants to wait for.
static inline bool has_output(const guard *g) {
  for (uint32_t w = 0; w + 1 < g->write_count; w++) {
    if (g->writes[w].count != 0) return true;
  }
  return false;
}

// The address to count from in an array that may be empty: C adds nothing to NULL, not even 0.
static inline const float *input_start(const float *data) {
  static const float none = 0.0F;
  return data == NULL ? &none : data;
}

// The same for an array that is written to, which this one never is.
static inline float *output_start(float *data) { return (float *)input_start(data); }

// A struct is read before the arrays that it names can be checked: here alone, then with the rest.
static inline attn_status check_struct(const void *data, uint32_t bytes) {
  const block words = {data, bytes / sizeof(uint32_t), sizeof(uint32_t)};
  return check_block(&words);
}

static inline void reads_struct(guard *g, const void *data, uint32_t bytes) {
  reads(g, data, bytes / sizeof(uint32_t), sizeof(uint32_t));
}

#endif
