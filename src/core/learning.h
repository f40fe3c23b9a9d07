// attention-lab, learning: what a model needs to be trained, each backward beside its forward.
//
// A module of its own, compiled from the same sources: linear projection and scaled dot-product
// attention run forward as attention.h says. What holds there holds here: the memory is the
// caller's, arguments are checked before anything is written, no integers make a function trap,
// and the same inputs give the same bits on every machine. Sizes beside those of attention.h:
//
//   rows  whatever is computed alike: all words of a batch      V  words of a vocabulary
//   T     words of a sequence                                   C  classes to choose from
//   U     width of a recurrent state
//
// A gradient is that of one number, the loss, and has the shape of what it belongs to: grad_input
// that of input. Backward functions read the gradients of outputs and ADD to the gradients of
// inputs, so that what is used twice collects both: set them to 0 before. NULL: not wanted.
// Statuses, unless it says otherwise: NULL, TOO_LARGE, BOUNDS, OVERLAP, and WORKSPACE where there
// is one.

#ifndef ATTN_LEARNING_H
#define ATTN_LEARNING_H

#include "attention.h"

#define ATTN_LEARNING __attribute__((warn_unused_result))

// Backward of attn_linear, from the weight as it is, (out, in), not packed:
//   grad_input += grad_output . weight    grad_weight += grad_output^T . input
//   grad_bias  += sum of the rows of grad_output
ATTN_LEARNING uint32_t attn_linear_backward_workspace(uint32_t out, uint32_t in);
ATTN_LEARNING attn_status attn_linear_backward(const float *grad_output, const float *input,
                                               const float *weight, uint32_t rows, uint32_t out,
                                               uint32_t in, float *grad_input, float *grad_weight,
                                               float *grad_bias, float *workspace,
                                               uint32_t workspace_size);

// Backward of attn_embedding. Statuses: also OPTION, for an id from V on.
ATTN_LEARNING attn_status attn_embedding_backward(const float *grad_output, const uint32_t *ids,
                                                  uint32_t rows, uint32_t V, uint32_t D,
                                                  float *grad_table);

// Backward of attn_layer_norm, from the mean and inverse_deviation that it gave.
ATTN_LEARNING attn_status attn_layer_norm_backward(const float *grad_output, const float *input,
                                                   const float *gain, const float *mean,
                                                   const float *inverse_deviation, uint32_t rows,
                                                   uint32_t D, float *grad_input, float *grad_gain,
                                                   float *grad_bias);

// Softmax and cross-entropy: probabilities = softmax of each row of logits,
// loss = mean of -log probabilities[i][targets[i]] over the rows that have a target.
//   logits         (rows, C)
//   targets        (rows), ATTN_NO_TARGET: the row does not count
//   probabilities  (rows, C), kept for the backward
//   loss           (1); where a probability is below 2^-126, from the logits. 0 if no row counts
// Backward: grad_logits += d loss / d logits = (probabilities - one-hot targets) / counted rows.
// Statuses: also OPTION, for a target from C on.
#define ATTN_NO_TARGET UINT32_MAX
ATTN_LEARNING attn_status attn_cross_entropy(const float *logits, const uint32_t *targets,
                                             uint32_t rows, uint32_t C, float *probabilities,
                                             float *loss);
ATTN_LEARNING attn_status attn_cross_entropy_backward(const float *probabilities,
                                                      const uint32_t *targets, uint32_t rows,
                                                      uint32_t C, float *grad_logits);

// Nearest point: logits[i][c] = 2 input_i . point_c - |point_c|^2, which is -|input_i - point_c|^2
// but for a number that all classes share and softmax does not see.
//   input   (rows, D)
//   points  (C, D)
//   logits  (rows, C)
ATTN_LEARNING uint32_t attn_nearest_point_workspace(uint32_t C, uint32_t D);
ATTN_LEARNING attn_status attn_nearest_point(const float *input, const float *points, uint32_t rows,
                                             uint32_t C, uint32_t D, float *logits,
                                             float *workspace, uint32_t workspace_size);
ATTN_LEARNING attn_status attn_nearest_point_backward(const float *grad_logits, const float *input,
                                                      const float *points, uint32_t rows,
                                                      uint32_t C, uint32_t D, float *grad_input,
                                                      float *grad_points, float *workspace,
                                                      uint32_t workspace_size);

// Backward of attn_split_heads and attn_merge_heads.
ATTN_LEARNING attn_status attn_split_heads_backward(const float *grad_output, uint32_t N,
                                                    uint32_t L, uint32_t parts, uint32_t H,
                                                    uint32_t d, float *grad_input);
ATTN_LEARNING attn_status attn_merge_heads_backward(const float *grad_output, uint32_t N,
                                                    uint32_t L, uint32_t H, uint32_t d,
                                                    float *grad_input);

// What a head has learned about distance, to be added to scores: output[h][l][s] =
// table[h][distance], distance = l + S - L - s, at least 0 and at most reach - 1.
//   table   (H, reach)
//   output  (H, L, S)
// Statuses: also SIZE, for a reach of 0.
ATTN_LEARNING attn_status attn_distance_bias(const float *table, uint32_t H, uint32_t L, uint32_t S,
                                             uint32_t reach, float *output);
ATTN_LEARNING attn_status attn_distance_bias_backward(const float *grad_output, uint32_t H,
                                                      uint32_t L, uint32_t S, uint32_t reach,
                                                      float *grad_table);

// The gradients on the way through an attention. The first is added to, as any gradient is; the
// others are written, for those who want to see them. In additive attention H is 1.
typedef struct attn_score_gradients {
  float *added;         // as options->added lies in memory, by mask_strides: adds up broadcasts
  float *weights;       // (N, H, L, S) of the weights as they were applied
  float *scaled_scores; // (N, H, L, S) of the scaled scores; 0 where masked
  float *scores;        // (N, H, L, S) of the scores
} attn_score_gradients;

// Backward of attn_scaled_dot_product_attention. Inputs are finite: 0 * NaN is NaN.
//   weights    (N, H, L, S) before dropout, as trace.weights has them
//   gradients  required, as sizes and options are
// Statuses: all; also OPTION, for a softcap, which has no backward here.
typedef struct attn_scaled_dot_product_gradients {
  float *query;
  float *key;
  float *value;
  attn_score_gradients attention;
} attn_scaled_dot_product_gradients;

ATTN_LEARNING uint32_t
attn_scaled_dot_product_backward_workspace(const attn_scaled_dot_product_sizes *sizes);
ATTN_LEARNING attn_status attn_scaled_dot_product_backward(
    const float *grad_output, const float *query, const float *key, const float *value,
    const float *weights, const attn_scaled_dot_product_sizes *sizes, const attn_options *options,
    const attn_scaled_dot_product_gradients *gradients, float *workspace, uint32_t workspace_size);

// Additive attention of queries and keys that are projected already, so that a decoder projects
// its keys once: scores[l][s] = wv . tanh(projected_query_l + projected_key_s). The same bits as
// attn_additive_attention, of whose sizes Q and K are not used.
//   projected_queries  (N, L, A)
//   projected_keys     (N, S, A)
//   values             (N, S, Ev)
//   wv                 (A)
//   output             (N, L, Ev)
//   weights            (N, L, S) or NULL
//   trace              NULL: not wanted; of `attention` alone
// Statuses: all but SIZE.
ATTN_LEARNING uint32_t attn_projected_additive_workspace(const attn_additive_sizes *sizes);
ATTN_LEARNING attn_status attn_projected_additive_attention(
    const float *projected_queries, const float *projected_keys, const float *values,
    const float *wv, const attn_additive_sizes *sizes, const attn_options *options, float *output,
    float *weights, const attn_trace *trace, float *workspace, uint32_t workspace_size);

typedef struct attn_projected_additive_gradients {
  float *projected_queries;
  float *projected_keys;
  float *values;
  float *wv;
  attn_score_gradients attention;
} attn_projected_additive_gradients;

ATTN_LEARNING uint32_t attn_projected_additive_backward_workspace(const attn_additive_sizes *sizes);
ATTN_LEARNING attn_status attn_projected_additive_backward(
    const float *grad_output, const float *projected_queries, const float *projected_keys,
    const float *values, const float *wv, const float *weights, const attn_additive_sizes *sizes,
    const attn_options *options, const attn_projected_additive_gradients *gradients,
    float *workspace, uint32_t workspace_size);

// A layer of gated recurrent units, as torch.nn.GRU: with the parts r, z, n of each row,
//   r = sigmoid(input_r + hidden_r)     n = tanh(input_n + r * hidden_n)
//   z = sigmoid(input_z + hidden_z)     state = (1 - z) n + z state before
// where input = W_ih x + b_ih, by attn_linear, and hidden = hidden_weight . state before +
// hidden_bias. One word after the other from the first, or in reverse from the last.
//   input          (N, T, 3U)
//   hidden_weight  (3U, U), hidden_bias (3U)
//   initial        (N, U) the state before; NULL: zeros
//   output         (N, T, U) states, `stride` >= U floats from word to word: two directions may
//                  write side by side
//   gates          (N, T, 4U) r, z, n and hidden_n, kept for the backward
// Statuses: also SIZE, for a stride less than U.
typedef struct attn_gru_sizes {
  uint32_t N;
  uint32_t T;
  uint32_t U;
  uint32_t stride;
  uint32_t is_reverse;
} attn_gru_sizes;

// The workspace serves the backward too.
ATTN_LEARNING uint32_t attn_gru_workspace(const attn_gru_sizes *sizes);
ATTN_LEARNING attn_status attn_gru(const float *input, const float *hidden_weight,
                                   const float *hidden_bias, const float *initial,
                                   const attn_gru_sizes *sizes, float *output, float *gates,
                                   float *workspace, uint32_t workspace_size);
//   grad_output, output  (N, T, U) with the same stride
ATTN_LEARNING attn_status attn_gru_backward(const float *grad_output, const float *output,
                                            const float *gates, const float *hidden_weight,
                                            const float *initial, const attn_gru_sizes *sizes,
                                            float *grad_input, float *grad_hidden_weight,
                                            float *grad_hidden_bias, float *grad_initial,
                                            float *workspace, uint32_t workspace_size);

// Number by number: sum += input, which is also the backward of attn_add; and the backward of the
// activation ATTN_TANH.
ATTN_LEARNING attn_status attn_accumulate(const float *input, uint32_t count, float *sum);
ATTN_LEARNING attn_status attn_tanh_backward(const float *grad_output, const float *output,
                                             uint32_t count, float *grad_input);

// Two arrays side by side: output[i] = first[i], then second[i].
//   first (rows, A), second (rows, B), output (rows, A + B)
ATTN_LEARNING attn_status attn_concatenate(const float *first, const float *second, uint32_t rows,
                                           uint32_t A, uint32_t B, float *output);
ATTN_LEARNING attn_status attn_concatenate_backward(const float *grad_output, uint32_t rows,
                                                    uint32_t A, uint32_t B, float *grad_first,
                                                    float *grad_second);

// One step of AdamW (Loshchilov and Hutter), as torch.optim.AdamW. Gradients whose norm, of all of
// them, is more than max_norm are first scaled to it.
//   parameters  (count) are changed
//   gradients   (count)
//   mean        (count) of gradients, decaying; 0 before the first step, as is
//   variance    (count) of squared gradients
// Statuses: also OPTION: betas outside 0 .. 1, a step of 0, numbers that are not finite.
typedef struct attn_adamw_options {
  float learning_rate;
  float beta1;
  float beta2;
  float epsilon;
  float weight_decay;
  float max_norm; // 0: no limit
  uint32_t step;  // counted from 1
} attn_adamw_options;

ATTN_LEARNING attn_status attn_adamw(const float *gradients, uint32_t count,
                                     const attn_adamw_options *options, float *parameters,
                                     float *mean, float *variance);

#endif
