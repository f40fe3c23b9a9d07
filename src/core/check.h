// Guards shared by the entry points: they check that sizes do not overflow, and that arrays lie in
// the caller's part of the memory.

#ifndef ATTN_CHECK_H
#define ATTN_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"

#define MAX_ELEMENTS (UINT64_C(1) << 30)

// Caps a count at more than any array may have. Counts are capped before each product and sum, so a
// chain of them cannot overflow and needs a single test at its end.
static inline uint64_t capped_count(uint64_t count) {
  const uint64_t cap = 2 * MAX_ELEMENTS;
  return count < cap ? count : cap;
}

static inline uint64_t count_product(uint64_t a, uint64_t b) {
  return capped_count(a) * capped_count(b);
}

static inline uint64_t count_product3(uint64_t a, uint64_t b, uint64_t c) {
  return count_product(count_product(a, b), c);
}

static inline uint64_t count_product4(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  return count_product(count_product(a, b), count_product(c, d));
}

static inline uint64_t count_sum(uint64_t a, uint64_t b) {
  return capped_count(a) + capped_count(b);
}

// Returns the bytes of `count` floats, as a *_workspace function does: UINT32_MAX if too many.
static inline uint32_t float_bytes(uint64_t count) {
  return count < MAX_ELEMENTS ? (uint32_t)(count * sizeof(float)) : UINT32_MAX;
}

// Callers may pass any integer, and an enumeration may be signed.
static inline bool is_dtype(attn_dtype dtype) { return (uint32_t)dtype <= ATTN_FLOAT16; }

typedef struct guarded_array {
  const void *data;
  uint64_t count; // elements
  uint32_t size;  // bytes of an element
} guarded_array;

// Multi-head attention reads 21 arrays and structs, and writes 18.
#define GUARD_SLOTS 24

// The arrays that one call reads and writes. An entry point lists them first, then checks them all.
// If there are too many arrays for the slots, check_guard() refuses the call.
typedef struct guard {
  guarded_array reads[GUARD_SLOTS];
  guarded_array writes[GUARD_SLOTS];
  uint32_t read_count;
  uint32_t write_count;
} guard;

// Empties the guard. It does not clear the slots, which would take a tenth of the smallest calls.
static inline void start_guard(guard *g) {
  g->read_count = 0;
  g->write_count = 0;
}

void list_input(guard *g, const void *data, uint64_t count, uint32_t size);
void list_output(guard *g, const float *data, uint64_t count);

// List an array unless it is NULL.
void list_optional_input(guard *g, const void *data, uint64_t count, uint32_t size);
void list_optional_output(guard *g, const float *data, uint64_t count);

// A struct has to be checked before it is read. take_struct() also lists it, so that no output may
// overlap it.
attn_status check_struct(const void *data, uint32_t bytes);
attn_status take_struct(guard *g, const void *data, uint32_t bytes);

// Checks that every array lies in memory, and that no output overlaps an input or another output.
attn_status check_guard(const guard *g);

// Lists the workspace, checks all arrays, and checks that there are at most MAX_ELEMENTS rows.
//   needed  floats
attn_status check_with_workspace(guard *g, uint64_t rows, const float *workspace,
                                 uint32_t workspace_size, uint64_t needed);

// Whether an output other than the workspace has elements. check_with_workspace() must have listed
// the workspace last. A call without outputs would take too long if it had many empty rows.
bool has_output(const guard *g);

// Return an address that may be added to, even if the array is empty: in C, NULL + 0 is undefined.
const float *input_start(const float *data);
float *output_start(float *data);

#endif
