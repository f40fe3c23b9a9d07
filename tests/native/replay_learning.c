// Replays calls of learning.h that come on stdin in a memory of its own, and writes that memory to
// stdout at the end, so that a training can be compared with that of the wasm.
//
// Input: words of 32 bits, little-endian.
//   size      words of memory, which begin at the address
//   base
//   then until the end, call after call:
//     changes   how many runs of memory were written since the call before; for each
//                 address, length in words, how many words follow, and these: all, or one to repeat
//     function  its number in `functions`
//     count     of arguments
//     arguments addresses and integers as they are, floats as their bits
// Addresses are those of the wasm: 32 bits, also in structs, which are read here.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learning.h"

#define MAX_ARGUMENTS 20

static uint32_t *memory;
static uint32_t memory_words;
static uint32_t base;
static uint32_t arguments[MAX_ARGUMENTS];
static uint32_t next; // argument

static void fail(const char *why) {
  (void)fprintf(stderr, "replay_learning: %s\n", why);
  exit(EXIT_FAILURE);
}

static void read_words(uint32_t *to, size_t count) {
  if (count != 0 && fread(to, sizeof(uint32_t), count, stdin) != count) fail("the input ends");
}

static uint32_t read_word(void) {
  uint32_t word = 0;
  read_words(&word, 1);
  return word;
}

static uint32_t *at(uint32_t address) {
  if (address == 0) return NULL;
  const uint32_t index = (address - base) / (uint32_t)sizeof(uint32_t);
  if (address < base || index >= memory_words) fail("an address is not in the memory");
  return memory + index;
}

// Arguments, in their order.
static uint32_t integer(void) { return arguments[next++]; }
static const uint32_t *ids(void) { return at(integer()); }
static float *floats(void) { return (float *)at(integer()); }
static const void *plain_struct(void) { return at(integer()); }

static float number(void) {
  float value = 0.0F;
  memcpy(&value, &arguments[next++], sizeof(value));
  return value;
}

static float number_in(uint32_t word) {
  float value = 0.0F;
  memcpy(&value, &word, sizeof(value));
  return value;
}

static attn_options options(void) {
  const uint32_t *word = at(integer());
  attn_options o = {.allowed = (const uint8_t *)at(word[0]), .added = (const float *)at(word[1])};
  memcpy(o.mask_strides, word + 2, sizeof(o.mask_strides));
  o.key_padding = (const uint8_t *)at(word[6]);
  o.valid_lens = (const int32_t *)at(word[7]);
  o.valid_lens_per_query = word[8];
  o.causal = word[9];
  o.scale = number_in(word[10]);
  o.mask_fill = number_in(word[11]);
  o.empty_row_is_nan = word[12];
  o.dropout_p = number_in(word[13]);
  o.dropout_seed = word[14];
  o.softcap = number_in(word[15]);
  o.sinks = (const float *)at(word[16]);
  return o;
}

static attn_score_gradients score_gradients(const uint32_t *word) {
  return (attn_score_gradients){(float *)at(word[0]), (float *)at(word[1]), (float *)at(word[2]),
                                (float *)at(word[3])};
}

static attn_status pack_weight(void) {
  const float *weight = floats();
  const uint32_t out = integer(), in = integer();
  float *packed = floats();
  return attn_pack_weight(weight, out, in, packed, integer());
}

static attn_status linear(void) {
  const float *input = floats(), *packed = floats(), *bias = floats();
  const uint32_t rows = integer(), out = integer(), in = integer();
  float *output = floats();
  return attn_linear(input, packed, bias, rows, out, in, output, integer());
}

static attn_status linear_backward(void) {
  const float *grad_output = floats(), *input = floats(), *weight = floats();
  const uint32_t rows = integer(), out = integer(), in = integer();
  float *grad_input = floats(), *grad_weight = floats(), *grad_bias = floats();
  float *workspace = floats();
  return attn_linear_backward(grad_output, input, weight, rows, out, in, grad_input, grad_weight,
                              grad_bias, workspace, integer());
}

static attn_status embedding(void) {
  const float *table = floats();
  const uint32_t *list = ids();
  const uint32_t rows = integer(), V = integer(), D = integer();
  return attn_embedding(table, list, rows, V, D, floats());
}

static attn_status embedding_backward(void) {
  const float *grad_output = floats();
  const uint32_t *list = ids();
  const uint32_t rows = integer(), V = integer(), D = integer();
  return attn_embedding_backward(grad_output, list, rows, V, D, floats());
}

static attn_status layer_norm(void) {
  const float *input = floats(), *gain = floats(), *bias = floats();
  const uint32_t rows = integer(), D = integer();
  const float epsilon = number();
  float *output = floats(), *mean = floats();
  return attn_layer_norm(input, gain, bias, rows, D, epsilon, output, mean, floats());
}

static attn_status layer_norm_backward(void) {
  const float *grad_output = floats(), *input = floats(), *gain = floats(), *mean = floats();
  const float *inverse = floats();
  const uint32_t rows = integer(), D = integer();
  float *grad_input = floats(), *grad_gain = floats();
  return attn_layer_norm_backward(grad_output, input, gain, mean, inverse, rows, D, grad_input,
                                  grad_gain, floats());
}

static attn_status cross_entropy(void) {
  const float *logits = floats();
  const uint32_t *targets = ids();
  const uint32_t rows = integer(), C = integer();
  float *probabilities = floats();
  return attn_cross_entropy(logits, targets, rows, C, probabilities, floats());
}

static attn_status cross_entropy_backward(void) {
  const float *probabilities = floats();
  const uint32_t *targets = ids();
  const uint32_t rows = integer(), C = integer();
  return attn_cross_entropy_backward(probabilities, targets, rows, C, floats());
}

static attn_status nearest_point(void) {
  const float *input = floats(), *points = floats();
  const uint32_t rows = integer(), C = integer(), D = integer();
  float *logits = floats(), *workspace = floats();
  return attn_nearest_point(input, points, rows, C, D, logits, workspace, integer());
}

static attn_status nearest_point_backward(void) {
  const float *grad_logits = floats(), *input = floats(), *points = floats();
  const uint32_t rows = integer(), C = integer(), D = integer();
  float *grad_input = floats(), *grad_points = floats(), *workspace = floats();
  return attn_nearest_point_backward(grad_logits, input, points, rows, C, D, grad_input,
                                     grad_points, workspace, integer());
}

static attn_status split_heads(void) {
  const float *input = floats();
  const uint32_t N = integer(), L = integer(), parts = integer(), H = integer(), d = integer();
  return attn_split_heads(input, N, L, parts, H, d, floats());
}

static attn_status split_heads_backward(void) {
  const float *grad_output = floats();
  const uint32_t N = integer(), L = integer(), parts = integer(), H = integer(), d = integer();
  return attn_split_heads_backward(grad_output, N, L, parts, H, d, floats());
}

static attn_status merge_heads(void) {
  const float *input = floats();
  const uint32_t N = integer(), L = integer(), H = integer(), d = integer();
  return attn_merge_heads(input, N, L, H, d, floats());
}

static attn_status merge_heads_backward(void) {
  const float *grad_output = floats();
  const uint32_t N = integer(), L = integer(), H = integer(), d = integer();
  return attn_merge_heads_backward(grad_output, N, L, H, d, floats());
}

static attn_status distance_bias(void) {
  const float *table = floats();
  const uint32_t H = integer(), L = integer(), S = integer(), reach = integer();
  return attn_distance_bias(table, H, L, S, reach, floats());
}

static attn_status distance_bias_backward(void) {
  const float *grad_output = floats();
  const uint32_t H = integer(), L = integer(), S = integer(), reach = integer();
  return attn_distance_bias_backward(grad_output, H, L, S, reach, floats());
}

static attn_status scaled_dot_product(void) {
  const float *query = floats(), *key = floats(), *value = floats();
  const attn_scaled_dot_product_sizes *sizes = plain_struct();
  const attn_options given = options();
  float *output = floats(), *weights = floats();
  if (integer() != 0) fail("a trace is not expected");
  float *workspace = floats();
  return attn_scaled_dot_product_attention(query, key, value, sizes, &given, output, weights, NULL,
                                           workspace, integer());
}

static attn_status scaled_dot_product_backward(void) {
  const float *grad_output = floats(), *query = floats(), *key = floats(), *value = floats();
  const float *weights = floats();
  const attn_scaled_dot_product_sizes *sizes = plain_struct();
  const attn_options given = options();
  const uint32_t *word = at(integer());
  const attn_scaled_dot_product_gradients gradients = {
      (float *)at(word[0]), (float *)at(word[1]), (float *)at(word[2]), score_gradients(word + 3)};
  float *workspace = floats();
  return attn_scaled_dot_product_backward(grad_output, query, key, value, weights, sizes, &given,
                                          &gradients, workspace, integer());
}

static attn_status additive(void) {
  const float *queries = floats(), *keys = floats(), *values = floats(), *wv = floats();
  const attn_additive_sizes *sizes = plain_struct();
  const attn_options given = options();
  float *output = floats(), *weights = floats();
  if (integer() != 0) fail("a trace is not expected");
  float *workspace = floats();
  return attn_additive_attention(queries, keys, values, wv, sizes, &given, output, weights, NULL,
                                 workspace, integer());
}

static attn_status additive_backward(void) {
  const float *grad_output = floats(), *queries = floats(), *keys = floats(), *values = floats();
  const float *wv = floats(), *weights = floats();
  const attn_additive_sizes *sizes = plain_struct();
  const attn_options given = options();
  const uint32_t *word = at(integer());
  const attn_additive_gradients gradients = {(float *)at(word[0]), (float *)at(word[1]),
                                             (float *)at(word[2]), (float *)at(word[3]),
                                             score_gradients(word + 4)};
  float *workspace = floats();
  return attn_additive_backward(grad_output, queries, keys, values, wv, weights, sizes, &given,
                                &gradients, workspace, integer());
}

static attn_status gru(void) {
  const float *input = floats(), *weight = floats(), *bias = floats(), *initial = floats();
  const attn_gru_sizes *sizes = plain_struct();
  float *output = floats(), *gates = floats(), *workspace = floats();
  return attn_gru(input, weight, bias, initial, sizes, output, gates, workspace, integer());
}

static attn_status gru_backward(void) {
  const float *grad_output = floats(), *output = floats(), *gates = floats(), *weight = floats();
  const float *initial = floats();
  const attn_gru_sizes *sizes = plain_struct();
  float *grad_input = floats(), *grad_weight = floats(), *grad_bias = floats();
  float *grad_initial = floats(), *workspace = floats();
  return attn_gru_backward(grad_output, output, gates, weight, initial, sizes, grad_input,
                           grad_weight, grad_bias, grad_initial, workspace, integer());
}

static attn_status add(void) {
  const float *first = floats(), *second = floats();
  const uint32_t count = integer();
  return attn_add(first, second, count, floats());
}

static attn_status accumulate(void) {
  const float *input = floats();
  const uint32_t count = integer();
  return attn_accumulate(input, count, floats());
}

static attn_status concatenate(void) {
  const float *first = floats(), *second = floats();
  const uint32_t rows = integer(), A = integer(), B = integer();
  return attn_concatenate(first, second, rows, A, B, floats());
}

static attn_status concatenate_backward(void) {
  const float *grad_output = floats();
  const uint32_t rows = integer(), A = integer(), B = integer();
  float *grad_first = floats();
  return attn_concatenate_backward(grad_output, rows, A, B, grad_first, floats());
}

static attn_status adamw(void) {
  const float *gradients = floats();
  const uint32_t count = integer();
  const attn_adamw_options *given = plain_struct();
  float *parameters = floats(), *mean = floats();
  return attn_adamw(gradients, count, given, parameters, mean, floats());
}

// In the order of the names in record.js.
static attn_status (*const functions[])(void) = {
    pack_weight,
    linear,
    linear_backward,
    embedding,
    embedding_backward,
    layer_norm,
    layer_norm_backward,
    cross_entropy,
    cross_entropy_backward,
    nearest_point,
    nearest_point_backward,
    split_heads,
    split_heads_backward,
    merge_heads,
    merge_heads_backward,
    distance_bias,
    distance_bias_backward,
    scaled_dot_product,
    scaled_dot_product_backward,
    additive,
    additive_backward,
    gru,
    gru_backward,
    add,
    accumulate,
    concatenate,
    concatenate_backward,
    adamw,
};

int main(void) {
  memory_words = read_word();
  base = read_word();
  memory = calloc(memory_words, sizeof(uint32_t));
  if (memory == NULL) fail("no more memory");
  uint32_t changes = 0;
  while (fread(&changes, sizeof(changes), 1, stdin) == 1) {
    for (; changes > 0; changes--) {
      uint32_t *to = at(read_word());
      const uint32_t length = read_word(), given = read_word();
      if (to == NULL || length > memory_words - (size_t)(to - memory)) fail("a change is outside");
      if (given != length && given != 1) fail("words are missing");
      read_words(to, given);
      for (uint32_t i = given; i < length; i++) to[i] = to[0];
    }
    const uint32_t function = read_word();
    if (function >= sizeof(functions) / sizeof(functions[0])) fail("no such function");
    const uint32_t count = read_word();
    if (count > MAX_ARGUMENTS) fail("too many arguments");
    read_words(arguments, count);
    next = 0;
    if (functions[function]() != ATTN_OK) fail("a call is refused");
    if (next != count) fail("arguments are left");
  }
  if (fwrite(memory, sizeof(uint32_t), memory_words, stdout) != memory_words) fail("no output");
  free(memory);
  return EXIT_SUCCESS;
}
