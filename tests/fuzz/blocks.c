#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fuzz.h"

#define MOST_BLOCKS 192

static void *blocks[MOST_BLOCKS];
static size_t block_count;

void require(bool holds, const char *what) {
  if (holds) return;
  (void)fprintf(stderr, "fuzz: %s\n", what);
  abort();
}

void *block(size_t bytes) {
  if (bytes == 0) return NULL;
  require(block_count < MOST_BLOCKS, "too many blocks");
  void *data = malloc(bytes);
  require(data != NULL, "no more memory");
  memset(data, 0xff, bytes);
  blocks[block_count++] = data;
  return data;
}

void free_blocks(void) {
  while (block_count > 0) free(blocks[--block_count]);
}

void *vast(void) {
  static void *region;
  if (region == NULL) {
    region =
        mmap(NULL, (size_t)1 << 32, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    require(region != MAP_FAILED, "no room for a vast array");
  }
  return region;
}

bool untouched(const float *data, wide count) {
  const uint8_t *bytes = (const uint8_t *)data;
  for (size_t i = 0; i < count * sizeof(float); i++) {
    if (bytes[i] != 0xff) return false;
  }
  return true;
}

bool same_bits(const float *a, const float *b, wide count) {
  for (size_t i = 0; i < count; i++) {
    const bool are_nan = isnan(a[i]) && isnan(b[i]);
    if (!are_nan && (a[i] != b[i] || signbit(a[i]) != signbit(b[i]))) return false;
  }
  return true;
}

bool fits(const wide *counts, size_t length, wide work) {
  for (size_t i = 0; i < length; i++) {
    if (counts[i] > MOST_ELEMENTS) return false;
  }
  return work <= MOST_WORK;
}

bool any_above(const wide *counts, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (counts[i] > MOST_ALLOWED) return true;
  }
  return false;
}

attn_status spoil_one(input *in, const float **inputs[], const wide *counts, size_t length,
                      float **output, wide output_count) {
  const uint8_t byte = next_byte(in);
  if (byte < 224) return ATTN_OK;
  const spoil how = (spoil)(byte % SPOIL_KINDS);
  const size_t at = next_byte(in) % length;
  if (how == SPOIL_NOTHING || counts[at] == 0 || output_count == 0) return ATTN_OK;
  if (how == SPOIL_OVERLAP) {
    if (counts[at] < output_count) return ATTN_OK;
    *output = (float *)*inputs[at];
    return ATTN_ERROR_OVERLAP;
  }
  const uintptr_t address = (uintptr_t)*inputs[at];
  *inputs[at] = how == SPOIL_NULL ? NULL : (const float *)(address + 1 + byte % 3); // NOLINT
  return ATTN_ERROR_NULL;
}

const attn_options *spoil_options(input *in, const drawn_options *drawn, attn_status *expected) {
  if (drawn->are_too_wide) *expected = ATTN_ERROR_TOO_LARGE;
  if (!drawn->are_right) *expected = ATTN_ERROR_OPTION;
  const uint8_t byte = next_byte(in);
  if (byte < 248) return &drawn->options;
  *expected = ATTN_ERROR_NULL;
  const uintptr_t address = (uintptr_t)&drawn->options;
  return byte % 4 == 0 ? NULL : (const attn_options *)(address + byte % 4); // NOLINT
}
