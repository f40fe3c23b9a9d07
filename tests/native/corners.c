// Corners that the other programs of this folder do not reach, each with the value that is due.
// Writes a line for each of them.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "learning.h"
#include "threads.h"

#define MANY ((UINT32_C(1) << 20) + 5) // more keys than are summed in float

static void require(bool holds, const char *what) {
  (void)printf("%s\n", what);
  if (holds) return;
  (void)fprintf(stderr, "not so: %s\n", what);
  exit(EXIT_FAILURE);
}

static bool are_same(const float *first, const float *second, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (first[i] != second[i]) return false;
  }
  return true;
}

static const attn_options plain = {.scale = 1.0F, .mask_fill = -INFINITY};

static void sizes_that_do_not_fit(void) {
  require(attn_cache_size(2, 0, 4, 8, ATTN_FLOAT32) == UINT32_MAX,
          "a cache of no heads has no size");
  require(attn_cache_size(2, 3, 4, 8, ATTN_FLOAT32) == UINT32_MAX,
          "nor one whose heads do not divide its width");
  const attn_multi_head_sizes sizes = {.N = 1, .H = 0, .Hkv = 1, .L = 2, .S = 3, .D = 4};
  require(attn_multi_head_workspace(&sizes, NULL) != 0, "projections need room without heads too");
  float data[64];
  const attn_cache full = {.data = data, .capacity = 2, .length = 2};
  require(attn_multi_head_workspace(&sizes, &full) == UINT32_MAX,
          "three positions in a cache of two");
  const attn_gru_sizes wide = {.N = 1, .T = 1, .U = UINT32_MAX, .stride = UINT32_MAX};
  require(attn_gru_workspace(&wide) == UINT32_MAX, "a state of nearly 2^32");
  float *const any = data;
  require(attn_gru(any, any, any, NULL, &wide, any, any, any, UINT32_MAX) == ATTN_ERROR_WORKSPACE,
          "for which no workspace is large enough");
}

static void groups_of_heads(void) {
  float data[64] = {0.0F}, weights[2] = {0.0F}, workspace[256];
  const attn_multi_head_parameters none = {0};
  attn_multi_head_sizes sizes = {.N = 1, .H = 2, .Hkv = 0, .L = 1, .S = 1, .D = 2};
  require(attn_multi_head_attention(data, data, data, &none, &sizes, &plain, NULL, data, NULL, NULL,
                                    workspace, sizeof(workspace)) == ATTN_ERROR_SIZE,
          "no key heads");
  sizes = (attn_multi_head_sizes){.N = 1, .H = 3, .Hkv = 2, .L = 1, .S = 1, .D = 3};
  require(attn_multi_head_attention(data, data, data, &none, &sizes, &plain, NULL, data, NULL, NULL,
                                    workspace, sizeof(workspace)) == ATTN_ERROR_SIZE,
          "key heads that do not divide the heads");
  sizes = (attn_multi_head_sizes){.N = 1, .H = 2, .Hkv = 2, .L = 1, .S = 1};
  const attn_cache cache = {.data = data, .capacity = 1};
  const attn_multi_head_trace trace = {
      .k = data, .v = data, .heads = data, .head_contributions = data};
  require(attn_multi_head_attention(data, data, data, &none, &sizes, &plain, &cache, data, weights,
                                    &trace, workspace, sizeof(workspace)) == ATTN_OK &&
              weights[0] == 1.0F && weights[1] == 1.0F,
          "heads of no width give their only key all weight");
  const attn_cache other = {.data = data, .capacity = 1, .dtype = (attn_dtype)3};
  require(attn_multi_head_attention(data, data, data, &none, &sizes, &plain, &other, data, weights,
                                    &trace, workspace, sizeof(workspace)) == ATTN_ERROR_OPTION,
          "a cache of another dtype");
  const attn_multi_head_parameters unknown = {.dtype = (attn_dtype)3};
  require(attn_multi_head_attention(data, data, data, &unknown, &sizes, &plain, &cache, data,
                                    weights, &trace, workspace,
                                    sizeof(workspace)) == ATTN_ERROR_OPTION,
          "weights of another dtype");
}

static void options_of_adamw(void) {
  static const attn_adamw_options right = {1.0F, 0.5F, 0.5F, 1e-8F, 0.0F, 0.0F, 1};
  attn_adamw_options wrong[10];
  for (int i = 0; i < 10; i++) wrong[i] = right;
  wrong[0].beta1 = -0.1F;
  wrong[1].beta1 = 1.0F;
  wrong[2].beta2 = -0.1F;
  wrong[3].beta2 = 1.0F;
  wrong[4].epsilon = 0.0F;
  wrong[5].epsilon = INFINITY;
  wrong[6].step = 0;
  wrong[7].learning_rate = NAN;
  wrong[8].weight_decay = INFINITY;
  wrong[9].max_norm = NAN;
  const float gradient = 1.0F;
  float parameter = 2.0F, mean = 0.0F, variance = 0.0F;
  for (int i = 0; i < 10; i++) {
    require(attn_adamw(&gradient, 1, &wrong[i], &parameter, &mean, &variance) == ATTN_ERROR_OPTION,
            "an option of AdamW out of its range");
  }
  require(parameter == 2.0F && mean == 0.0F, "nothing has changed");
}

// Gradients of norm 10 limited to 5 are those gradients halved.
static void limited_norm(void) {
  const float long_ones[5] = {6.0F, 0.0F, 8.0F, 0.0F, 0.0F};
  attn_adamw_options options = {1.0F, 0.5F, 0.5F, 1e-8F, 0.0F, 5.0F, 1};
  float parameters[5] = {0.0F}, mean[5] = {0.0F}, variance[5] = {0.0F};
  require(attn_adamw(long_ones, 5, &options, parameters, mean, variance) == ATTN_OK, "a step");
  // The norm is divided by with 1e-6 more, and three roundings follow.
  const float bound = 1.5F * (1e-7F + 4.0F * 0x1p-24F);
  require(fabsf(mean[0] - 1.5F) <= bound && fabsf(mean[2] - 2.0F) <= 2.0F * bound,
          "a mean of half the limited gradients");
}

static void cross_entropy(void) {
  const float logits[6] = {0.0F, -200.0F, 0.0F, 1.0F, 2.0F, 3.0F};
  uint32_t targets[2] = {1, ATTN_NO_TARGET};
  float probabilities[6], loss = NAN;
  require(attn_cross_entropy(logits, targets, 2, 3, probabilities, &loss) == ATTN_OK, "a loss");
  const float far = 200.0F + 0x1.62e43p-1F;
  require(fabsf(loss - far) <= far * 0x1p-20F, "of a probability of 0 by the logits");
  float gradients[6] = {0.0F};
  require(attn_cross_entropy_backward(probabilities, targets, 2, 3, gradients) == ATTN_OK,
          "its gradients");
  require(gradients[1] == -1.0F && gradients[4] == 0.0F, "of rows with a target alone");
  const float rising[3] = {-1.0F, -200.0F, 0.0F};
  require(attn_cross_entropy(rising, targets, 1, 3, probabilities, &loss) == ATTN_OK, "one more");
  require(fabsf(loss - 200.313262F) <= far * 0x1p-20F, "whose largest logit is not the first");
  const float unknown[3] = {0.0F, NAN, 0.0F};
  require(attn_cross_entropy(unknown, targets, 1, 3, probabilities, &loss) == ATTN_OK &&
              isnan(loss),
          "a loss of NaN of such logits");
  targets[0] = 3;
  require(attn_cross_entropy(logits, targets, 2, 3, probabilities, &loss) == ATTN_ERROR_OPTION,
          "no such class");
  require(attn_cross_entropy_backward(probabilities, targets, 2, 3, gradients) == ATTN_ERROR_OPTION,
          "nor in the backward");
  targets[0] = ATTN_NO_TARGET;
  require(attn_cross_entropy(logits, targets, 2, 3, probabilities, &loss) == ATTN_OK &&
              loss == 0.0F,
          "a loss of 0 without targets");
  require(attn_cross_entropy_backward(probabilities, targets, 2, 3, gradients) == ATTN_OK &&
              gradients[1] == -1.0F,
          "whose gradients add nothing");
}

static void refused_rotary(void) {
  float data[8] = {0.0F};
  const uint32_t position = 0;
  require(attn_rotary(data, &position, 1, 1, 4, 3, 1e4F, ATTN_PAIRS_HALF, 1, 1, 1, data + 4, NULL,
                      0) == ATTN_ERROR_SIZE,
          "pairs of an odd width");
  // Base, factor, lower and upper frequency.
  const double bad[][4] = {{0x1p+65, 1, 1, 1}, {1e4, 0.5, 1, 1}, {1e4, 0x1p+65, 1, 1},
                           {1e4, 2, -1, 1},    {1e4, 2, 1, 0.5}, {1e4, 2, 1, (double)NAN}};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
    const double *b = bad[i];
    require(attn_rotary(data, &position, 1, 1, 4, 2, (float)b[0], ATTN_PAIRS_HALF, b[1], b[2], b[3],
                        data + 4, NULL, 0) == ATTN_ERROR_OPTION,
            "a base, a factor or frequencies out of range");
  }
}

static void refused_cache(void) {
  float from[32], to[48] = {0.0F};
  const uint32_t items[2] = {1, 1};
  for (size_t i = 0; i < 32; i++) from[i] = (float)i;
  // One head of width 1: eight keys, then eight columns of each position's value.
  require(attn_cache_size(2, 1, 1, 1, ATTN_FLOAT32) == sizeof(from) &&
              attn_cache_size(2, 1, 1, 2, ATTN_FLOAT32) == sizeof(to),
          "the size of a cache");
  require(attn_gather_cache(from, items, 2, 1, 1, 1, 1, 2, to, ATTN_FLOAT32) == ATTN_OK &&
              to[0] == 16.0F && to[8] == 24.0F && to[24] == 16.0F && to[32] == 24.0F &&
              to[16] == 0.0F,
          "both items are the second");
  require(attn_gather_cache(from, items, 1, 1, 1, 1, 1, 1, to, ATTN_FLOAT32) == ATTN_ERROR_OPTION,
          "an item that is not there");
  require(
      attn_gather_cache(from, items, 2, 1, 1, 2, 1, 2, to, ATTN_FLOAT32) == ATTN_ERROR_SIZE &&
          attn_gather_cache(from, items, 2, 1, 1, 2, 2, 1, to, ATTN_FLOAT32) == ATTN_ERROR_SIZE &&
          attn_gather_cache(from, items, 2, 2, 1, 1, 1, 1, to, ATTN_FLOAT32) == ATTN_ERROR_SIZE &&
          attn_gather_cache(from, items, 2, 0, 1, 1, 1, 1, to, ATTN_FLOAT32) == ATTN_ERROR_SIZE,
      "more positions than there is room for, and heads that do not divide");
  require(attn_gather_cache(from, items, 2, 1, 1, 1, 1, 1, to, (attn_dtype)3) ==
                  ATTN_ERROR_OPTION &&
              attn_cache_size(2, 1, 1, 1, (attn_dtype)3) == UINT32_MAX,
          "another dtype");
  require(attn_gather_cache(NULL, NULL, 2, 1, 1, 0, 0, 0, NULL, ATTN_FLOAT32) == ATTN_OK,
          "no positions");
  require(attn_gather_cache(NULL, NULL, 2, 1, 0, 1, 1, 1, NULL, ATTN_FLOAT32) == ATTN_OK,
          "no width");
}

// Two items, of 0 and 2 positions, in one call and each in a call of its own.
static void uneven_cache(void) {
  enum { HEAD = 48 }; // floats of a head of width 2 with room for four positions
  float data[2][2 * HEAD], weight[64], workspace[256];
  for (size_t i = 0; i < (size_t)2 * HEAD; i++) data[0][i] = data[1][i] = 0.125F * (float)(i % 7);
  const float x[4] = {1.0F, -0.5F, 0.25F, 2.0F}, matrix[4] = {1.0F, 0.5F, -0.5F, 1.0F};
  require(attn_cache_size(2, 1, 2, 4, ATTN_FLOAT32) == sizeof(data[0]) &&
              attn_pack_weight(matrix, 2, 2, weight, ATTN_FLOAT32) == ATTN_OK,
          "a cache of two items");
  const attn_multi_head_parameters layer = {.q_weight = weight,
                                            .k_weight = weight,
                                            .v_weight = weight,
                                            .out_weight = weight,
                                            .rotary_theta = 100.0F,
                                            .rotary_width = 2};
  uint32_t lengths[2] = {0, 2};
  const attn_cache both = {.data = data[0], .capacity = 4, .length = 2, .lengths = lengths};
  attn_multi_head_sizes sizes = {
      .N = 2, .H = 1, .Hkv = 1, .L = 1, .S = 3, .D = 2, .Kdim = 2, .Vdim = 2};
  float output[4], weights[6];
  const uint32_t room = sizeof(workspace);
  require(attn_multi_head_attention(x, x, x, &layer, &sizes, &plain, &both, output, weights, NULL,
                                    workspace, room) == ATTN_OK &&
              weights[0] == 1.0F && weights[1] == 0.0F && weights[2] == 0.0F,
          "an item has no weight behind its only key");
  float heads[4];
  const attn_multi_head_trace trace = {.heads = heads};
  require(attn_multi_head_attention(x, x, x, &layer, &sizes, &plain, &both, output, NULL, &trace,
                                    workspace, room) == ATTN_ERROR_OPTION,
          "nor a trace");
  for (uint32_t n = 0; n < 2; n++) {
    attn_multi_head_sizes own = sizes;
    own.N = 1;
    own.S = lengths[n] + 1;
    const attn_cache alone = {
        .data = data[1] + (size_t)n * HEAD, .capacity = 4, .length = lengths[n]};
    float own_output[2], own_weights[3];
    require(attn_multi_head_attention(x + 2 * (size_t)n, x + 2 * (size_t)n, x + 2 * (size_t)n,
                                      &layer, &own, &plain, &alone, own_output, own_weights, NULL,
                                      workspace, room) == ATTN_OK &&
                are_same(own_output, output + 2 * (size_t)n, 2) &&
                are_same(own_weights, weights + 3 * (size_t)n, own.S),
            "the numbers of a call of its own");
  }
  require(are_same(data[0], data[1], (size_t)2 * HEAD), "and the same keys and values");
  lengths[0] = 3;
  require(attn_multi_head_attention(x, x, x, &layer, &sizes, &plain, &both, output, NULL, NULL,
                                    workspace, room) == ATTN_ERROR_SIZE,
          "an item longer than the longest");
  lengths[0] = 0;
  sizes.L = 2;
  const float queries[8] = {0.0F};
  require(attn_multi_head_attention(queries, x, x, &layer, &sizes, &plain, &both, data[1], NULL,
                                    NULL, workspace, room) == ATTN_ERROR_SIZE,
          "two positions with one key");
}

// 682 keys have a block of 96 rows, and 700 keys, of which the workspace is, one of 93.
static void room_for_fewer_keys(void) {
  const attn_multi_head_sizes sizes = {
      .N = 1, .H = 1, .Hkv = 1, .L = 96, .S = 700, .D = 1, .Kdim = 1, .Vdim = 1};
  const uint32_t lengths[1] = {586};
  attn_cache cache = {.capacity = 700, .length = 604, .lengths = lengths};
  const uint32_t room = attn_multi_head_workspace(&sizes, &cache);
  const size_t count = room / sizeof(float), behind = 1024;
  float *workspace = calloc(count + behind, sizeof(float));
  cache.data = calloc(1, attn_cache_size(1, 1, 1, 700, ATTN_FLOAT32));
  require(workspace != NULL && cache.data != NULL, "memory for a cache");
  for (size_t i = 0; i < behind; i++) workspace[count + i] = 7.0F;
  float x[96], output[96], weight[8] = {1.0F};
  for (size_t i = 0; i < 96; i++) x[i] = 1.0F;
  const attn_multi_head_parameters layer = {
      .q_weight = weight, .k_weight = weight, .v_weight = weight, .out_weight = weight};
  require(attn_multi_head_attention(x, x, x, &layer, &sizes, &plain, &cache, output, NULL, NULL,
                                    workspace, room) == ATTN_OK,
          "a block of more rows");
  bool is_kept = true;
  for (size_t i = 0; i < behind; i++) is_kept = is_kept && workspace[count + i] == 7.0F;
  require(is_kept, "which the workspace has room for");
  free(workspace);
  free(cache.data);
}

enum { QUERIES = 3, KEYS = 3, WIDTH = 5, CELLS = QUERIES * WIDTH };

typedef struct attention_inputs {
  float grad_output[CELLS], query[CELLS], key[CELLS], value[CELLS];
} attention_inputs;

typedef struct attention_gradients {
  float query[CELLS], key[CELLS], value[CELLS], added[KEYS];
} attention_gradients;

static attention_gradients gradients_of(const attention_inputs *in, const attn_options *options) {
  const attn_scaled_dot_product_sizes sizes = {1, 1, 1, QUERIES, KEYS, WIDTH, WIDTH};
  float output[CELLS], weights[QUERIES * KEYS], workspace[1024];
  require(attn_scaled_dot_product_attention(in->query, in->key, in->value, &sizes, options, output,
                                            weights, NULL, workspace, sizeof(workspace)) == ATTN_OK,
          "attention");
  attention_gradients result = {{0.0F}, {0.0F}, {0.0F}, {0.0F}};
  attn_scaled_dot_product_gradients gradients = {
      .query = result.query, .key = result.key, .value = result.value};
  if (options->added != NULL) gradients.attention.added = result.added;
  require(attn_scaled_dot_product_backward(in->grad_output, in->query, in->key, in->value, weights,
                                           &sizes, options, &gradients, workspace,
                                           sizeof(workspace)) == ATTN_OK,
          "its backward");
  return result;
}

static void refused_softcaps(void) {
  float one = 1.0F, two = 2.0F;
  attn_options option = {.scale = 1.0F, .mask_fill = -INFINITY, .softcap = -1.0F};
  require(attn_softmax(&one, 1, 1, 1, 1, 1, &option, &two, NULL, 0) == ATTN_ERROR_OPTION,
          "a softcap below 0");
  option.softcap = INFINITY;
  require(attn_softmax(&one, 1, 1, 1, 1, 1, &option, &two, NULL, 0) == ATTN_ERROR_OPTION,
          "a softcap without end");
}

// The results of two threads are together the result of one.
static void shares(void) {
  float data[64], packed[64], whole[64], parts[64], workspace[256];
  for (size_t i = 0; i < 64; i++) {
    data[i] = (float)(i * 7 % 11) - 5.0F;
    whole[i] = parts[i] = 0.0F;
  }
  const attn_scaled_dot_product_sizes sizes = {1, 4, 4, 2, 3, 2, 2};
  const uint32_t room = sizeof(workspace);
  bool is_done = attn_scaled_dot_product_attention(data, data, data, &sizes, &plain, whole, NULL,
                                                   NULL, workspace, room) == ATTN_OK;
  for (uint32_t share = 0; share < 2; share++)
    is_done =
        is_done && attn_scaled_dot_product_share(data, data, data, &sizes, &plain, parts, NULL,
                                                 NULL, workspace, room, share, 2) == ATTN_OK;
  require(is_done && are_same(whole, parts, 16), "heads in two shares");
  is_done = attn_pack_weight(data, 3, 2, packed, ATTN_FLOAT32) == ATTN_OK &&
            attn_linear(data, packed, NULL, 9, 3, 2, whole, ATTN_FLOAT32) == ATTN_OK;
  for (uint32_t share = 0; share < 4; share++)
    is_done = is_done && attn_linear_share(data, packed, NULL, 9, 3, 2, parts, ATTN_FLOAT32, share,
                                           4) == ATTN_OK;
  require(is_done && are_same(whole, parts, 27), "rows in four shares");
  for (size_t i = 0; i < 64; i++) parts[i] = 0.0F;
  is_done = attn_linear(data, packed, NULL, 16, 3, 2, whole, ATTN_FLOAT32) == ATTN_OK &&
            attn_linear_share(data, packed, NULL, 16, 3, 2, parts, ATTN_FLOAT32, 3, 4) == ATTN_OK;
  require(is_done && parts[35] == 0.0F && are_same(whole + 36, parts + 36, 12),
          "the last of four shares of sixteen rows has four rows");
  require(attn_linear_share(data, packed, NULL, UINT32_C(1) << 31, 1, 1, parts, ATTN_FLOAT32, 0,
                            UINT32_C(1) << 29) == ATTN_ERROR_TOO_LARGE,
          "a share of too many rows");
  require(attn_linear_share(data, packed, NULL, 9, 3, 2, parts, ATTN_FLOAT32, 4, 4) ==
                  ATTN_ERROR_OPTION &&
              attn_scaled_dot_product_share(data, data, data, &sizes, &plain, parts, NULL, NULL,
                                            workspace, room, 2, 2) == ATTN_ERROR_OPTION,
          "a share that there is not");
}

static bool are_equal(const attention_gradients *first, const attention_gradients *second) {
  return are_same(first->query, second->query, CELLS) && are_same(first->key, second->key, CELLS) &&
         are_same(first->value, second->value, CELLS) &&
         are_same(first->added, second->added, KEYS);
}

static void poison_row(float *numbers, size_t row) {
  for (size_t i = row * WIDTH; i < (row + 1) * WIDTH; i++) numbers[i] = NAN;
}

static bool is_zero_row(const float *numbers, size_t row) {
  for (size_t i = row * WIDTH; i < (row + 1) * WIDTH; i++) {
    if (numbers[i] != 0.0F) return false;
  }
  return true;
}

// No query sees key 1, and query 2 sees no key. Whatever stands there adds nothing to any gradient.
static void masked_gradients(const attn_options *options) {
  attention_inputs clean;
  for (size_t i = 0; i < CELLS; i++) {
    const float x = (float)i;
    clean.grad_output[i] = 0.25F - 0.0625F * x;
    clean.query[i] = 0.5F - 0.125F * x;
    clean.key[i] = 0.125F * x - 1.0F;
    clean.value[i] = 0.75F - 0.25F * x;
  }
  const attention_gradients right = gradients_of(&clean, options);
  attention_inputs wrong[3] = {clean, clean, clean};
  poison_row(wrong[0].key, 1);
  poison_row(wrong[1].value, 1);
  poison_row(wrong[2].grad_output, 2);
  for (int i = 0; i < 3; i++) {
    const attention_gradients found = gradients_of(&wrong[i], options);
    require(are_equal(&found, &right), "the gradients without what is masked");
  }
  attention_inputs seen = clean;
  poison_row(seen.query, 0);
  const attention_gradients found = gradients_of(&seen, options);
  require(isnan(found.value[0]) && is_zero_row(found.value, 1) && is_zero_row(found.key, 1),
          "a query of NaN reaches the keys that it sees alone");
}

// A fill whose weights are 0: the value of a key that no query sees adds nothing, either.
static void filled_gradients(void) {
  static const uint8_t allowed[KEYS] = {1, 0, 1};
  attn_options options = plain;
  options.mask_fill = -1e9F;
  options.allowed = allowed;
  options.mask_strides[3] = 1;
  attention_inputs inputs = {{1.0F, -0.5F}, {0.5F, 0.25F}, {0.25F, -1.0F}, {0.0F}};
  const attention_gradients right = gradients_of(&inputs, &options);
  poison_row(inputs.value, 1);
  const attention_gradients found = gradients_of(&inputs, &options);
  require(are_equal(&found, &right), "the gradients of a fill without its value");
}

static void all_masked_gradients(void) {
  static const uint8_t allowed[QUERIES * KEYS] = {1, 0, 1, 1, 0, 1, 0, 0, 0};
  attn_options options = plain;
  options.allowed = allowed;
  options.mask_strides[2] = KEYS;
  options.mask_strides[3] = 1;
  masked_gradients(&options);
  options.dropout_p = 0.25F;
  masked_gradients(&options);
  static const float added[KEYS] = {0.5F, -INFINITY, 0.25F};
  attn_options filled = plain;
  filled.added = added;
  filled.mask_strides[3] = 1;
  filled.valid_lens = (const int32_t[]){3, 3, 0};
  filled.valid_lens_per_query = 1;
  masked_gradients(&filled);
}

static void nothing_to_do(void) {
  require(attn_concatenate(NULL, NULL, 3, 0, 0, NULL) == ATTN_OK, "nothing beside nothing");
  require(attn_concatenate_backward(NULL, 3, 0, 0, NULL, NULL) == ATTN_OK, "and back");
  const attn_additive_sizes no_values = {.N = 1, .L = 2, .S = 3, .Ev = 0, .A = 2};
  float data[64] = {0.0F}, workspace[256];
  require(attn_additive_attention(data, data, NULL, data, &no_values, &plain, NULL, NULL, NULL,
                                  workspace, sizeof(workspace)) == ATTN_OK,
          "values of no width");
  float result[8];
  require(attn_nearest_point(NULL, NULL, 2, 3, 0, result, workspace, sizeof(workspace)) ==
                  ATTN_OK &&
              result[5] == 0.0F,
          "points of no width have logits of 0");
  require(attn_concatenate(NULL, data, 2, 0, 3, result) == ATTN_OK &&
              attn_concatenate(data, NULL, 2, 3, 0, result) == ATTN_OK,
          "an array beside an array of no width");
  const float sink = 0.0F, maximum = 0.0F, sum = 1.0F;
  float gradient = 0.0F;
  require(attn_sinks_backward(NULL, NULL, &sink, &maximum, &sum, 1, 1, 1, 0, &gradient) ==
                  ATTN_OK &&
              gradient == 0.0F,
          "outputs of no width give a sink no gradient");
}

// All keys alike: each weight is 1 / MANY, though eight sums of ones in float would stop at 2^24.
static void many_keys(void) {
  const size_t columns = 16;
  float *data = calloc(MANY * columns, sizeof(float));
  float *block = calloc(MANY * columns, sizeof(float));
  require(data != NULL && block != NULL, "memory");
  bool are_right = attn_softmax(data, 1, 1, 1, MANY, 1, &plain, block, NULL, 0) == ATTN_OK;
  for (size_t i = 0; i < MANY; i++) are_right = are_right && block[i] == 1.0F / (float)MANY;
  require(are_right, "a row of more than 2^20 keys");
  const uint32_t bytes = attn_softmax_workspace(MANY, columns);
  float *output = calloc(MANY * columns, sizeof(float));
  are_right = output != NULL &&
              attn_softmax(data, 1, 1, 1, MANY, columns, &plain, output, block, bytes) == ATTN_OK;
  for (size_t i = 0; i < MANY * columns; i++) {
    are_right = are_right && output[i] == 1.0F / (float)MANY;
  }
  require(are_right, "columns of more than 2^20 keys");
  free(data);
  free(block);
  free(output);
}

int main(void) {
  sizes_that_do_not_fit();
  groups_of_heads();
  options_of_adamw();
  limited_norm();
  cross_entropy();
  refused_rotary();
  refused_cache();
  uneven_cache();
  room_for_fewer_keys();
  refused_softcaps();
  shares();
  all_masked_gradients();
  filled_gradients();
  nothing_to_do();
  many_keys();
  return EXIT_SUCCESS;
}
