// attention-lab, learning: the operations that training needs, each forward with its backward.
//
// The same sources are compiled to a second module, learning.wasm, which also has the forward
// functions of attention.h that the models call. The rules of attention.h hold here too: the caller
// owns the memory. Arguments are checked before anything is written, and no integer argument makes
// a function trap. The same inputs give the same bits on every machine. Sizes that attention.h does
// not have:
//
//   rows  rows computed in the same way, such as all words of a batch   V  words of a vocabulary
//   T     words of a sequence                                           C  classes
//   U     width of a recurrent state
//
// A gradient is the gradient of the loss, a single number. It has the shape of its array:
// grad_input has the shape of input. Backward functions read the gradients of outputs and ADD to
// the gradients of inputs, so that an array with two uses collects the gradients of both. Set
// gradients to 0 first. NULL: not wanted.
// Statuses, unless a comment says otherwise: NULL, TOO_LARGE, BOUNDS, OVERLAP, and WORKSPACE if the
// function takes a workspace.

#ifndef ATTN_LEARNING_H
#define ATTN_LEARNING_H

#include "attention.h"

#define ATTN_LEARNING __attribute__((warn_unused_result))

// Backward of attn_linear, from the (out, in) weight, which is not packed:
//   grad_input += grad_output . weight    grad_weight += grad_output^T . input
//   grad_bias  += sum of the rows of grad_output
ATTN_LEARNING uint32_t attn_linear_backward_workspace(uint32_t out, uint32_t in);
ATTN_LEARNING attn_status attn_linear_backward(const float *grad_output, const float *input,
                                               const float *weight, uint32_t rows, uint32_t out,
                                               uint32_t in, float *grad_input, float *grad_weight,
                                               float *grad_bias, float *workspace,
                                               uint32_t workspace_size);

// Backward of attn_embedding. Statuses: also OPTION: an id is V or more.
ATTN_LEARNING attn_status attn_embedding_backward(const float *grad_output, const uint32_t *ids,
                                                  uint32_t rows, uint32_t V, uint32_t D,
                                                  float *grad_table);

// Backward of attn_layer_norm, from the mean and inverse_deviation that it wrote.
ATTN_LEARNING attn_status attn_layer_norm_backward(const float *grad_output, const float *input,
                                                   const float *gain, const float *mean,
                                                   const float *inverse_deviation, uint32_t rows,
                                                   uint32_t D, float *grad_input, float *grad_gain,
                                                   float *grad_bias);

// Softmax and cross-entropy: probabilities = softmax of each row of logits,
// loss = mean of -log probabilities[i][targets[i]] over the rows that have a target.
//   logits         (rows, C)
//   targets        (rows); ATTN_NO_TARGET: the row does not count
//   probabilities  (rows, C), kept for the backward
//   loss           (1); 0 if no row counts. If a probability is below 2^-126, the loss comes from
//                  the logits
// Backward: grad_logits += d loss / d logits = (probabilities - one-hot targets) / counted rows.
// Statuses: also OPTION: a target is C or more.
#define ATTN_NO_TARGET UINT32_MAX
ATTN_LEARNING attn_status attn_cross_entropy(const float *logits, const uint32_t *targets,
                                             uint32_t rows, uint32_t C, float *probabilities,
                                             float *loss);
ATTN_LEARNING attn_status attn_cross_entropy_backward(const float *probabilities,
                                                      const uint32_t *targets, uint32_t rows,
                                                      uint32_t C, float *grad_logits);

// Nearest point: logits[i][c] = 2 input_i . point_c - |point_c|^2. This is -|input_i - point_c|^2
// plus |input_i|^2, which is the same for all classes and so does not change the softmax.
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

// Backward of attn_rotary: rotates gradients by the opposite angles.
// Statuses: as attn_rotary.
ATTN_LEARNING uint32_t attn_rotary_backward_workspace(uint32_t L, uint32_t width);
ATTN_LEARNING attn_status attn_rotary_backward(const float *grad_output, const uint32_t *positions,
                                               uint32_t rows, uint32_t L, uint32_t E,
                                               uint32_t width, float theta, attn_rotary_pairs pairs,
                                               double factor, double low, double high,
                                               float *grad_input, float *workspace,
                                               uint32_t workspace_size);

// Backward of attn_split_heads and attn_merge_heads.
ATTN_LEARNING attn_status attn_split_heads_backward(const float *grad_output, uint32_t N,
                                                    uint32_t L, uint32_t parts, uint32_t H,
                                                    uint32_t d, float *grad_input);
ATTN_LEARNING attn_status attn_merge_heads_backward(const float *grad_output, uint32_t N,
                                                    uint32_t L, uint32_t H, uint32_t d,
                                                    float *grad_input);

// Learned bias of each head by distance, to be added to scores: output[h][l][s] =
// table[h][distance], where distance = l + S - L - s, clamped to 0 .. reach - 1.
//   table   (H, reach)
//   output  (H, L, S)
// Statuses: also SIZE: reach is 0.
ATTN_LEARNING attn_status attn_distance_bias(const float *table, uint32_t H, uint32_t L, uint32_t S,
                                             uint32_t reach, float *output);
ATTN_LEARNING attn_status attn_distance_bias_backward(const float *grad_output, uint32_t H,
                                                      uint32_t L, uint32_t S, uint32_t reach,
                                                      float *grad_table);

// The gradients inside an attention. The backward adds to `added`, as to any gradient, and writes
// the others so that callers can inspect them. In additive attention H is 1.
typedef struct attn_score_gradients {
  float *added;         // in the layout of options->added, by mask_strides: sums over broadcasts
  float *weights;       // (N, H, L, S) of the weights after dropout
  float *scaled_scores; // (N, H, L, S) of the scaled scores, before a softcap; 0 where masked
  float *scores;        // (N, H, L, S) of the scores
} attn_score_gradients;

// Backward of attn_scaled_dot_product_attention. A masked key or value never reaches the gradient
// of an input, even if it is NaN, unless a finite mask_fill gives it a weight.
//   weights    (N, H, L, S) before dropout, as in trace.weights
//   gradients  required, as sizes and options are
// Statuses: all.
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

// Backward of attn_additive_attention. Masked keys and values: as in the dot product's backward.
//   weights    (N, L, S) before dropout, as in trace.weights
//   gradients  required, as sizes and options are
// Statuses: all but SIZE.
typedef struct attn_additive_gradients {
  float *queries;
  float *keys;
  float *values;
  float *wv;
  attn_score_gradients attention;
} attn_additive_gradients;

ATTN_LEARNING uint32_t attn_additive_backward_workspace(const attn_additive_sizes *sizes);
ATTN_LEARNING attn_status attn_additive_backward(const float *grad_output, const float *queries,
                                                 const float *keys, const float *values,
                                                 const float *wv, const float *weights,
                                                 const attn_additive_sizes *sizes,
                                                 const attn_options *options,
                                                 const attn_additive_gradients *gradients,
                                                 float *workspace, uint32_t workspace_size);

// Gradient of the sinks of an attention, which has ended. The weight of a sink is
// exp(sink - row_max) / row_sum, its value is 0, and so, in additive attention with H = 1:
//   grad_sinks[h] -= sum over n and l of its weight * (grad_output . output)
//   output              (N, H, L, Ev)
//   sinks, grad_sinks   (H)
//   row_max, row_sum    (N, H, L) of the trace
ATTN_LEARNING attn_status attn_sinks_backward(const float *grad_output, const float *output,
                                              const float *sinks, const float *row_max,
                                              const float *row_sum, uint32_t N, uint32_t H,
                                              uint32_t L, uint32_t Ev, float *grad_sinks);

// A layer of gated recurrent units, as torch.nn.GRU: with the parts r, z, n of each row,
//   r = sigmoid(input_r + hidden_r)     n = tanh(input_n + r * hidden_n)
//   z = sigmoid(input_z + hidden_z)     state = (1 - z) n + z previous_state
// where input = W_ih x + b_ih, by attn_linear, and hidden = hidden_weight . previous_state +
// hidden_bias. It goes word by word from the first, or with is_reverse from the last.
//   input          (N, T, 3U)
//   hidden_weight  (3U, U), hidden_bias (3U)
//   initial        (N, U) the state before the first step; NULL: zeros
//   output         (N, T, U) states, `stride` >= U floats from word to word: two directions may
//                  write side by side
//   gates          (N, T, 4U) r, z, n and hidden_n, kept for the backward
// Statuses: also SIZE: the stride is less than U.
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

// Elementwise: sum += input, which is also the backward of attn_add.
ATTN_LEARNING attn_status attn_accumulate(const float *input, uint32_t count, float *sum);
// Backward of the activation ATTN_TANH, from its output.
ATTN_LEARNING attn_status attn_tanh_backward(const float *grad_output, const float *output,
                                             uint32_t count, float *grad_input);

// Puts two arrays side by side: row i of the output is first[i], then second[i].
//   first (rows, A), second (rows, B), output (rows, A + B)
ATTN_LEARNING attn_status attn_concatenate(const float *first, const float *second, uint32_t rows,
                                           uint32_t A, uint32_t B, float *output);
ATTN_LEARNING attn_status attn_concatenate_backward(const float *grad_output, uint32_t rows,
                                                    uint32_t A, uint32_t B, float *grad_first,
                                                    float *grad_second);

// One step of AdamW (Loshchilov and Hutter), as torch.optim.AdamW. If the norm of all gradients
// together exceeds max_norm, they are first scaled to it.
//   parameters  (count), changed in place
//   gradients   (count)
//   mean        (count) moving average of gradients; 0 before the first step
//   variance    (count) moving average of squared gradients; 0 before the first step
// Statuses: also OPTION: a beta that is negative or not below 1, an epsilon that is not positive, a
// step of 0, or a number that is not finite.
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
