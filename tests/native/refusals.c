// Calls every function of attention.h and learning.h that returns a status, first rightly, then
// with one fault at a time: each is refused with its status, and nothing is written. What is
// optional is left out in turn, and the rest stays the same. Writes a line for each function: its
// name and how many calls were refused.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learning.h"

#define FLOATS 512
#define POINTERS 24
#define SIZES 8

// A call: its arrays, each in a block of its own, its sizes, and which struct is at fault.
typedef struct call {
  float *p[POINTERS];
  uint32_t n[SIZES];
  uint32_t workspace_size;
  float number;
  attn_dtype dtype;
  int null_struct, shifted_struct; // -1: none
} call;

static float blocks[POINTERS][FLOATS];

typedef struct entry {
  const char *name;
  // For each array: i input, o output; capitals are optional; w the workspace, the last one.
  const char *arrays;
  // For each size a digit: what it is in the call that is right.
  const char *sizes;
  int structs;
  attn_status (*run)(const call *c);
  uint32_t (*workspace)(const call *c);
} entry;

static const void *given(const call *c, int index, const void *data) {
  if (c->null_struct == index) return NULL;
  return (const char *)data + (c->shifted_struct == index ? 1 : 0);
}

#define P(i) c->p[i]
#define N(i) c->n[i]
#define STRUCT(i, type, ...) given(c, i, &(const type){__VA_ARGS__})
#define WITH_WORKSPACE(i) P(i), c->workspace_size
#define CALL(name, ...)                                                                            \
  static attn_status run_##name(const call *c) { return attn_##name(__VA_ARGS__); }
#define WORKSPACE(name, ...)                                                                       \
  static uint32_t size_##name(const call *c) { return attn_##name##_workspace(__VA_ARGS__); }

CALL(pack_weight, P(0), N(0), N(1), P(1), c->dtype)
CALL(pack_transposed_weight, P(0), N(0), N(1), P(1), c->dtype)
CALL(linear, P(0), P(1), P(2), N(0), N(1), N(2), P(3), c->dtype)
CALL(linear_unpacked, P(0), P(1), P(2), N(0), N(1), N(2), P(3), WITH_WORKSPACE(4))
WORKSPACE(linear_unpacked, N(0), N(1), N(2))
CALL(linear_backward, P(0), P(1), P(2), N(0), N(1), N(2), P(3), P(4), P(5), WITH_WORKSPACE(6))
WORKSPACE(linear_backward, N(1), N(2))
CALL(embedding, P(0), (const uint32_t *)P(1), N(0), N(1), N(2), P(2))
CALL(packed_embedding, P(0), (const uint32_t *)P(1), N(0), N(1), N(2), P(2), c->dtype)
CALL(embedding_backward, P(0), (const uint32_t *)P(1), N(0), N(1), N(2), P(2))
CALL(layer_norm, P(0), P(1), P(2), N(0), N(1), c->number, P(3), P(4), P(5))
CALL(rms_norm, P(0), P(1), N(0), N(1), c->number, P(2))
CALL(activation, P(0), N(0), ATTN_GELU, P(1))
CALL(rotary, P(0), (const uint32_t *)P(1), N(0), N(1), N(2), N(3), 2.0F * c->number,
     ATTN_PAIRS_HALF, 2.0 * (double)c->number, 0.0, (double)c->number, P(2), WITH_WORKSPACE(3))
WORKSPACE(rotary, N(1), N(3))
CALL(rotary_backward, P(0), (const uint32_t *)P(1), N(0), N(1), N(2), N(3), 2.0F * c->number,
     ATTN_PAIRS_HALF, 2.0 * (double)c->number, 0.0, (double)c->number, P(2), WITH_WORKSPACE(3))
WORKSPACE(rotary_backward, N(1), N(3))
CALL(layer_norm_backward, P(0), P(1), P(2), P(3), P(4), N(0), N(1), P(5), P(6), P(7))
CALL(cross_entropy, P(0), (const uint32_t *)P(1), N(0), N(1), P(2), P(3))
CALL(cross_entropy_backward, P(0), (const uint32_t *)P(1), N(0), N(1), P(2))
CALL(nearest_point, P(0), P(1), N(0), N(1), N(2), P(2), WITH_WORKSPACE(3))
CALL(nearest_point_backward, P(0), P(1), P(2), N(0), N(1), N(2), P(3), P(4), WITH_WORKSPACE(5))
WORKSPACE(nearest_point, N(1), N(2))
CALL(split_heads, P(0), N(0), N(1), N(2), N(3), N(4), P(1))
CALL(split_heads_backward, P(0), N(0), N(1), N(2), N(3), N(4), P(1))
CALL(merge_heads, P(0), N(0), N(1), N(2), N(3), P(1))
CALL(merge_heads_backward, P(0), N(0), N(1), N(2), N(3), P(1))
CALL(distance_bias, P(0), N(0), N(1), N(2), N(3), P(1))
CALL(distance_bias_backward, P(0), N(0), N(1), N(2), N(3), P(1))
CALL(sinks_backward, P(0), P(1), P(2), P(3), P(4), N(0), N(1), N(2), N(3), P(5))
CALL(add, P(0), P(1), N(0), P(2))
CALL(multiply, P(0), P(1), N(0), P(2))
CALL(accumulate, P(0), N(0), P(1))
CALL(tanh_backward, P(0), P(1), N(0), P(2))
CALL(concatenate, P(0), P(1), N(0), N(1), N(2), P(2))
CALL(concatenate_backward, P(0), N(0), N(1), N(2), P(1), P(2))

#define ADAMW .learning_rate = 1.0F, .beta1 = 0.5F, .beta2 = 0.5F, .epsilon = c->number, .step = 1
CALL(adamw, P(0), N(0), STRUCT(0, attn_adamw_options, ADAMW), P(1), P(2), P(3))

// Strides that broadcast over all but the keys, so that a mask has as many numbers as these.
#define OPTIONS .scale = c->number, .mask_strides = {0, 0, 0, 2}
CALL(softmax, P(0), N(0), N(1), N(2), N(3), N(4), STRUCT(0, attn_options, OPTIONS), P(1),
     WITH_WORKSPACE(2))
WORKSPACE(softmax, N(3), N(4))
#define DOT_SIZES STRUCT(0, attn_scaled_dot_product_sizes, N(0), N(1), N(2), N(3), N(4), N(5), N(6))
CALL(scaled_dot_product_attention, P(0), P(1), P(2), DOT_SIZES, STRUCT(1, attn_options, OPTIONS),
     P(3), P(4), STRUCT(2, attn_trace, P(5), P(6), P(7), P(8), P(9), P(10), P(11), P(12)),
     WITH_WORKSPACE(13))
WORKSPACE(scaled_dot_product, DOT_SIZES)
CALL(scaled_dot_product_backward, P(0), P(1), P(2), P(3), P(4), DOT_SIZES,
     STRUCT(1, attn_options, OPTIONS),
     STRUCT(2, attn_scaled_dot_product_gradients, P(5), P(6), P(7), {P(8), P(9), P(10), P(11)}),
     WITH_WORKSPACE(12))
WORKSPACE(scaled_dot_product_backward, DOT_SIZES)

#define ADDITIVE_SIZES STRUCT(0, attn_additive_sizes, N(0), N(1), N(2), N(3), N(4))
CALL(additive_attention, P(0), P(1), P(2), P(3), ADDITIVE_SIZES, STRUCT(1, attn_options, OPTIONS),
     P(4), P(5),
     STRUCT(2, attn_additive_trace, {P(6), P(7), P(8), P(9), P(10), P(11), P(12), P(13)}, P(14)),
     WITH_WORKSPACE(15))
WORKSPACE(additive, ADDITIVE_SIZES)
CALL(additive_backward, P(0), P(1), P(2), P(3), P(4), P(5), ADDITIVE_SIZES,
     STRUCT(1, attn_options, OPTIONS),
     STRUCT(2, attn_additive_gradients, P(6), P(7), P(8), P(9), {P(10), P(11), P(12), P(13)}),
     WITH_WORKSPACE(14))
WORKSPACE(additive_backward, ADDITIVE_SIZES)

#define HEADS_SIZES STRUCT(0, attn_multi_head_sizes, N(0), N(1), 1, N(2), N(3), N(4), 2, 2)
#define CACHE STRUCT(4, attn_cache, P(11), 8, 1, ATTN_FLOAT32, NULL)
CALL(multi_head_attention, P(0), P(1), P(2),
     STRUCT(3, attn_multi_head_parameters, P(3), P(4), P(5), P(6), P(7), P(8), P(9), P(10),
            2.0F * c->number, 2, ATTN_PAIRS_HALF, ATTN_FLOAT32),
     HEADS_SIZES, STRUCT(1, attn_options, OPTIONS), CACHE, P(12), P(13),
     STRUCT(2, attn_multi_head_trace, {.scores = P(14)}, P(15), P(16), P(17), P(18), P(19), P(20)),
     WITH_WORKSPACE(21))
WORKSPACE(multi_head, HEADS_SIZES, CACHE)
CALL(gather_cache, P(0), (const uint32_t *)P(1), N(0), N(1), N(2), N(3), N(4), N(5), P(2),
     ATTN_FLOAT32)

#define GRU_SIZES STRUCT(0, attn_gru_sizes, N(0), N(1), N(2), N(3), 0)
CALL(gru, P(0), P(1), P(2), P(3), GRU_SIZES, P(4), P(5), WITH_WORKSPACE(6))
CALL(gru_backward, P(0), P(1), P(2), P(3), P(4), GRU_SIZES, P(5), P(6), P(7), P(8),
     WITH_WORKSPACE(9))
WORKSPACE(gru, GRU_SIZES)

#define ENTRY(name, arrays, sizes, structs)                                                        \
  { #name, arrays, sizes, structs, run_##name, NULL }
#define WORKING(name, workspace, arrays, sizes, structs)                                           \
  { #name, arrays, sizes, structs, run_##name, size_##workspace }

static const entry entries[] = {
    ENTRY(pack_weight, "io", "53", 0),
    ENTRY(pack_transposed_weight, "io", "53", 0),
    ENTRY(linear, "iiIo", "353", 0),
    WORKING(linear_unpacked, linear_unpacked, "iiIow", "353", 0),
    WORKING(softmax, softmax, "iow", "22352", 1),
    WORKING(linear_backward, linear_backward, "iiiOOOw", "353", 0),
    ENTRY(embedding, "iio", "353", 0),
    ENTRY(packed_embedding, "iio", "353", 0),
    ENTRY(embedding_backward, "iio", "353", 0),
    ENTRY(layer_norm, "iiIoOO", "35", 0),
    ENTRY(rms_norm, "iio", "35", 0),
    ENTRY(activation, "io", "5", 0),
    WORKING(rotary, rotary, "iiow", "2354", 0),
    WORKING(rotary_backward, rotary_backward, "iiow", "2354", 0),
    ENTRY(layer_norm_backward, "iiiiiOOO", "35", 0),
    ENTRY(cross_entropy, "iioo", "35", 0),
    ENTRY(cross_entropy_backward, "iio", "35", 0),
    WORKING(nearest_point, nearest_point, "iiow", "353", 0),
    WORKING(nearest_point_backward, nearest_point, "iiiOOw", "353", 0),
    ENTRY(split_heads, "io", "23223", 0),
    ENTRY(split_heads_backward, "io", "23223", 0),
    ENTRY(merge_heads, "io", "2323", 0),
    ENTRY(merge_heads_backward, "io", "2323", 0),
    ENTRY(distance_bias, "io", "2343", 0),
    ENTRY(distance_bias_backward, "io", "2343", 0),
    ENTRY(sinks_backward, "iiiiio", "2343", 0),
    ENTRY(add, "iio", "5", 0),
    ENTRY(multiply, "iio", "5", 0),
    ENTRY(accumulate, "io", "5", 0),
    ENTRY(tanh_backward, "iio", "5", 0),
    ENTRY(concatenate, "iio", "323", 0),
    ENTRY(concatenate_backward, "iOO", "323", 0),
    ENTRY(adamw, "iooo", "5", 1),
    WORKING(scaled_dot_product_attention, scaled_dot_product, "iiioOOOOOOOOOw", "2423523", 3),
    WORKING(scaled_dot_product_backward, scaled_dot_product_backward, "iiiiiOOOOOOOw", "2423523",
            3),
    WORKING(additive_attention, additive, "iiiioOOOOOOOOOOw", "23523", 3),
    WORKING(additive_backward, additive_backward, "iiiiiiOOOOOOOOw", "23523", 3),
    WORKING(multi_head_attention, multi_head, "iiiiiiiIIIIooOOOOOOOOw", "22354", 5),
    ENTRY(gather_cache, "iio", "224356", 0),
    WORKING(gru, gru, "iiiIoow", "2335", 1),
    WORKING(gru_backward, gru, "iiiiIOOOOw", "2335", 1),
};

static const entry *current;
static unsigned refused;

static void require(bool holds, const char *what, size_t which, unsigned status) {
  if (holds) return;
  (void)fprintf(stderr, "attn_%s: %s %zu: status %u\n", current->name, what, which, status);
  exit(EXIT_FAILURE);
}

// The call that is right, and numbers from 0 to 2 in all blocks but those of indices, which are 0.
static call start(void) {
  for (size_t i = 0; i < POINTERS; i++) {
    for (size_t j = 0; j < FLOATS; j++) blocks[i][j] = (float)((i + j * 7) % 9) / 4.0F;
  }
  const bool has_indices = strstr(current->name, "embedding") != NULL ||
                           strcmp(current->name, "gather_cache") == 0 ||
                           strncmp(current->name, "cross_entropy", 13) == 0;
  if (has_indices) memset(blocks[1], 0, sizeof(blocks[1]));
  call c = {.number = 0.5F, .null_struct = -1, .shifted_struct = -1};
  for (size_t i = 0; current->arrays[i] != '\0'; i++) c.p[i] = blocks[i];
  for (size_t i = 0; current->sizes[i] != '\0'; i++) c.n[i] = (uint32_t)(current->sizes[i] - '0');
  if (current->workspace != NULL) c.workspace_size = current->workspace(&c);
  require(c.workspace_size <= sizeof(blocks[0]), "the workspace needs more than a block", 0, 0);
  return c;
}

// Something is wrong with the call: it says so, and writes nothing.
static void refuse(const call *c, int status, const char *what, size_t which) {
  static unsigned char before[sizeof(blocks)];
  memcpy(before, blocks, sizeof(blocks));
  const attn_status is = current->run(c);
  require(is != ATTN_OK && (status < 0 || is == (attn_status)status), what, which, is);
  require(memcmp(before, (const unsigned char *)blocks, sizeof(blocks)) == 0,
          "writes though it refuses:", which, is);
  refused++;
}

static void spoil_array(size_t i) {
  call c = start();
  c.p[i] = (float *)((char *)blocks[i] + 1);
  refuse(&c, ATTN_ERROR_NULL, "not aligned: array", i);
  const char kind = current->arrays[i];
  if (kind == 'i' || kind == 'o' || kind == 'w') {
    c = start();
    c.p[i] = NULL;
    refuse(&c, ATTN_ERROR_NULL, "null: array", i);
  }
  for (size_t other = 0; other < i; other++) {
    const char last = current->arrays[other];
    if ((kind == 'i' || kind == 'I') && (last == 'i' || last == 'I')) continue;
    c = start();
    c.p[i] = c.p[other];
    refuse(&c, ATTN_ERROR_OVERLAP, "the same as another: array", i);
  }
}

// The other outputs are the same without it.
static void leave_out(size_t i) {
  static unsigned char with[POINTERS][sizeof(blocks[0])];
  call c = start();
  require(current->run(&c) == ATTN_OK, "refused", 0, 0);
  memcpy(with, blocks, sizeof(blocks));
  c = start();
  c.p[i] = NULL;
  const attn_status status = current->run(&c);
  require(status == ATTN_OK, "not optional: array", i, status);
  if (current->arrays[i] == 'I') return;
  for (size_t other = 0; current->arrays[other] != '\0'; other++) {
    if (other == i || current->arrays[other] == 'w') continue;
    require(memcmp(with[other], (const unsigned char *)blocks[other], sizeof(with[other])) == 0,
            "changes others when left out: array", i, ATTN_OK);
  }
}

static call start_without(size_t i) {
  call c = start();
  c.n[i] = 0;
  c.workspace_size = sizeof(blocks[0]);
  return c;
}

// Arrays without elements may lie at any address, since none of them is read or written. The others
// are refused there.
static void move_empty_arrays(size_t i, attn_status expected) {
  float *const unreadable = (float *)1; // NOLINT
  call moved = start_without(i), left_out = moved;
  bool has_empty = false;
  for (size_t j = 0; current->arrays[j] != '\0'; j++) {
    call c = start_without(i);
    c.p[j] = unreadable;
    const attn_status status = current->run(&c);
    if (status != expected) {
      c = start_without(i);
      c.p[j] = unreadable;
      refuse(&c, ATTN_ERROR_NULL, "not aligned: array", j);
      continue;
    }
    moved.p[j] = unreadable;
    left_out.p[j] = NULL;
    has_empty = true;
  }
  require(has_empty, "no array is empty: size", i, expected);
  require(current->run(&moved) == expected, "unreadable without elements: size", i, expected);
  require(current->run(&left_out) == expected, "null without elements: size", i, expected);
}

static void spoil_size(size_t i) {
  call c = start();
  c.n[i] = UINT32_C(1) << 31;
  c.workspace_size = UINT32_MAX;
  refuse(&c, -1, "too large: size", i);
  c = start_without(i);
  const attn_status status = current->run(&c);
  // An index is then out of range, heads do not divide a width.
  const bool fits = status == ATTN_OK || status == ATTN_ERROR_OPTION || status == ATTN_ERROR_SIZE;
  require(fits, "of nothing: size", i, status);
  move_empty_arrays(i, status);
}

static void spoil_struct(int i) {
  call c = start();
  c.shifted_struct = i;
  refuse(&c, ATTN_ERROR_NULL, "not aligned: struct", (size_t)i);
  if (current->workspace != NULL && current->workspace != size_softmax && (i == 0 || i == 4)) {
    require(current->workspace(&c) == UINT32_MAX, "has a workspace without sizes", 0, 0);
  }
  // Traces and caches are optional; a call without one is another.
  const bool is_trace = i == 2 && strstr(current->name, "_attention") != NULL;
  if (is_trace || i == 4) return;
  c = start();
  c.null_struct = i;
  refuse(&c, ATTN_ERROR_NULL, "null: struct", (size_t)i);
}

// An epsilon, the base of rotary positions, or the scale of an attention.
static void spoil_number(void) {
  static const char *const with[] = {"layer_norm",      "rms_norm", "rotary",
                                     "rotary_backward", "adamw",    "softmax"};
  bool has_number = strstr(current->name, "attention") != NULL ||
                    strcmp(current->name, "scaled_dot_product_backward") == 0 ||
                    strcmp(current->name, "additive_backward") == 0;
  for (size_t i = 0; i < 6; i++) has_number = has_number || strcmp(current->name, with[i]) == 0;
  if (!has_number) return;
  call c = start();
  c.number = NAN;
  refuse(&c, ATTN_ERROR_OPTION, "NaN", 0);
}

// No number type of weights has this number.
static void spoil_dtype(void) {
  static const char *const with[] = {"pack_weight", "pack_transposed_weight", "linear",
                                     "packed_embedding"};
  for (size_t i = 0; i < sizeof(with) / sizeof(with[0]); i++) {
    if (strcmp(current->name, with[i]) != 0) continue;
    call c = start();
    c.dtype = (attn_dtype)3;
    refuse(&c, ATTN_ERROR_OPTION, "a number type", 3);
    require(attn_packed_size(1, 1, c.dtype) == UINT32_MAX, "has a size of a number type", 3, 0);
  }
}

static void check_entry(void) {
  call c = start();
  const attn_status status = current->run(&c);
  require(status == ATTN_OK, "refused", 0, status);
  for (size_t i = 0; current->arrays[i] != '\0'; i++) {
    spoil_array(i);
    if (current->arrays[i] == 'O' || current->arrays[i] == 'I') leave_out(i);
  }
  for (size_t i = 0; current->sizes[i] != '\0'; i++) spoil_size(i);
  for (int i = 0; i < current->structs; i++) spoil_struct(i);
  spoil_number();
  spoil_dtype();
  if (current->workspace == NULL) return;
  c = start();
  // That of a GRU also serves the backward, which needs more.
  c.workspace_size = current->workspace == size_gru ? 3 : c.workspace_size - 1;
  refuse(&c, ATTN_ERROR_WORKSPACE, "a workspace too small", 0);
}

int main(void) {
  for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
    current = &entries[i];
    refused = 0;
    check_entry();
    (void)printf("attn_%s %u\n", current->name, refused);
  }
  return EXIT_SUCCESS;
}
