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
static inline uint64_t capped_count(uint64_t count) {
  const uint64_t cap = 2 * MAX_ELEMENTS;
  return count < cap ? count : cap;
}

static inline uint64_t count_product(uint64_t a, uint64_t b) {
  return capped_count(a) * capped_count(b);
}

static inline uint64_t count_product4(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  return count_product(count_product(a, b), count_product(c, d));
}

static inline uint64_t count_sum(uint64_t a, uint64_t b) {
  return capped_count(a) + capped_count(b);
}

// Bytes of that many floats as a *_workspace function returns them.
static inline uint32_t float_bytes(uint64_t count) {
  return count < MAX_ELEMENTS ? (uint32_t)(count * sizeof(float)) : UINT32_MAX;
}

typedef struct guarded_array {
  const void *data;
  uint64_t count; // elements
  uint32_t size;  // bytes of an element
} guarded_array;

// Multi-head attention reads 21 arrays and structs, and writes 18.
#define GUARD_SLOTS 24

// The arrays that one call reads and writes. An entry point lists them here, then checks them at
// once.
// An array too many is counted, not stored, and check_guard() refuses the call.
typedef struct guard {
  guarded_array reads[GUARD_SLOTS];
  guarded_array writes[GUARD_SLOTS];
  uint32_t read_count;
  uint32_t write_count;
} guard;

// Before anything is listed. The slots stay as they are: to clear them takes a tenth of the
// smallest calls.
static inline void start_guard(guard *g) {
  g->read_count = 0;
  g->write_count = 0;
}

void list_input(guard *g, const void *data, uint64_t count, uint32_t size);
void list_output(guard *g, const float *data, uint64_t count);

// Arrays that NULL leaves out.
void list_optional_input(guard *g, const void *data, uint64_t count, uint32_t size);
void list_optional_output(guard *g, const float *data, uint64_t count);

// A struct is read before the arrays that it names can be checked: here alone, then with the rest.
attn_status check_struct(const void *data, uint32_t bytes);
void list_struct(guard *g, const void *data, uint32_t bytes);

// Every array lies in memory, and no output overlaps an input or another output.
attn_status check_guard(const guard *g);

// Lists the workspace, checks it with the rest, and that `rows` rows can be counted in 32 bits.
//   needed  floats
attn_status check_with_workspace(guard *g, uint64_t rows, const float *workspace,
                                 uint32_t workspace_size, uint64_t needed);

// Whether there is anything to compute, once check_with_workspace() has listed the workspace last:
// rows of no elements can be more than anyone wants to wait for.
bool has_output(const guard *g);

// The address to count from in an array that may be empty: C adds nothing to NULL, not even 0.
const float *input_start(const float *data);
float *output_start(float *data);

#endif
