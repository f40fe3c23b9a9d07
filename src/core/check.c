#include "check.h"

void list_input(guard *g, const void *data, uint64_t count, uint32_t size) {
  if (g->read_count < GUARD_SLOTS) g->reads[g->read_count] = (guarded_array){data, count, size};
  g->read_count++;
}

void list_output(guard *g, const float *data, uint64_t count) {
  const guarded_array array = {data, count, sizeof(float)};
  if (g->write_count < GUARD_SLOTS) g->writes[g->write_count] = array;
  g->write_count++;
}

void list_optional_input(guard *g, const void *data, uint64_t count, uint32_t size) {
  if (data != NULL) list_input(g, data, count, size);
}

void list_optional_output(guard *g, const float *data, uint64_t count) {
  if (data != NULL) list_output(g, data, count);
}

static uint64_t array_bytes(const guarded_array *array) { return array->count * array->size; }

static attn_status check_array(const guarded_array *array) {
  if (array->count == 0) return ATTN_OK;
  if (array->count > MAX_ELEMENTS) return ATTN_ERROR_TOO_LARGE;
  if (array->data == NULL || (uintptr_t)array->data % array->size != 0) return ATTN_ERROR_NULL;
#ifdef __wasm__ // in native builds the sanitizers check bounds
  const uint64_t start = (uintptr_t)array->data;
  const uint64_t end = (uint64_t)__builtin_wasm_memory_size(0) << 16;
  if (start < attn_heap_base() || start + array_bytes(array) > end) return ATTN_ERROR_BOUNDS;
#endif
  return ATTN_OK;
}

static bool arrays_overlap(const guarded_array *a, const guarded_array *b) {
  const uint64_t a_start = (uintptr_t)a->data;
  const uint64_t b_start = (uintptr_t)b->data;
  return a->count != 0 && b->count != 0 && a_start < b_start + array_bytes(b) &&
         b_start < a_start + array_bytes(a);
}

attn_status check_struct(const void *data, uint32_t bytes) {
  const guarded_array words = {data, bytes / sizeof(uint32_t), sizeof(uint32_t)};
  return check_array(&words);
}

attn_status take_struct(guard *g, const void *data, uint32_t bytes) {
  list_input(g, data, bytes / sizeof(uint32_t), sizeof(uint32_t));
  return check_struct(data, bytes);
}

attn_status check_guard(const guard *g) {
  if (g->read_count > GUARD_SLOTS || g->write_count > GUARD_SLOTS) return ATTN_ERROR_TOO_LARGE;
  for (uint32_t r = 0; r < g->read_count; r++) {
    const attn_status status = check_array(&g->reads[r]);
    if (status != ATTN_OK) return status;
  }
  for (uint32_t w = 0; w < g->write_count; w++) {
    const attn_status status = check_array(&g->writes[w]);
    if (status != ATTN_OK) return status;
    for (uint32_t r = 0; r < g->read_count; r++) {
      if (arrays_overlap(&g->writes[w], &g->reads[r])) return ATTN_ERROR_OVERLAP;
    }
    for (uint32_t other = 0; other < w; other++) {
      if (arrays_overlap(&g->writes[w], &g->writes[other])) return ATTN_ERROR_OVERLAP;
    }
  }
  return ATTN_OK;
}

attn_status check_with_workspace(guard *g, uint64_t rows, const float *workspace,
                                 uint32_t workspace_size, uint64_t needed) {
  if (rows > MAX_ELEMENTS) return ATTN_ERROR_TOO_LARGE;
  if (count_product(needed, sizeof(float)) > workspace_size) return ATTN_ERROR_WORKSPACE;
  list_output(g, workspace, needed);
  return check_guard(g);
}

bool has_output(const guard *g) {
  for (uint32_t w = 0; w + 1 < g->write_count; w++) {
    if (g->writes[w].count != 0) return true;
  }
  return false;
}

const float *input_start(const float *data) {
  static const float none = 0.0F; // never read or written
  return data == NULL ? &none : data;
}

float *output_start(float *data) { return (float *)input_start(data); }
