// attention-lab: the attention mechanism in portable 128-bit SIMD.
//
// Every array is float32, row-major and densely packed unless a comment says otherwise. Sizes:
//
//   N   batch items                     E   width of a query and of a key
//   H   heads                           Ev  width of a value
//   L   queries (target length)         A   hidden width of additive attention
//   S   keys and values (source length) D   model width
//
// The core allocates nothing. The caller gives every array, and a workspace of the size that the
// matching *_workspace function answers (0 bytes: none needed; UINT32_MAX: too large for 32 bits).
//
// Every entry point checks its arguments before it writes anything and returns one of the statuses
// below; whatever integers it is called with, it does not trap. Outputs may overlap neither inputs
// nor each other. A pointer to an empty array is never read and may be anything.
//
// The same inputs give the same bits on every machine: products are summed in the order of their
// index, nothing is fused, and exp and tanh are our own (exp.h, tanh.h).

#ifndef ATTENTION_H
#define ATTENTION_H

#include <stdint.h>

#define ATTN_API __attribute__((visibility("default"), warn_unused_result))

typedef enum attn_status {
  ATTN_OK = 0,
  ATTN_ERROR_NULL = 1,      // a required pointer is null, or not aligned to its elements
  ATTN_ERROR_SIZE = 2,      // sizes that do not fit each other, such as heads that do not divide D
  ATTN_ERROR_TOO_LARGE = 3, // an array of more than 2^30 elements
  ATTN_ERROR_BOUNDS = 4,    // an array not between attn_heap_base() and the end of the memory
  ATTN_ERROR_OVERLAP = 5,   // an output that overlaps another array
  ATTN_ERROR_WORKSPACE = 6, // a workspace smaller than the *_workspace function asked for
  ATTN_ERROR_OPTION = 7,    // an option outside its range
} attn_status;

// Which keys a query may see, and how scores become weights. A key is masked when any of the four
// masks hides it. A masked key or value never reaches the output, even when it is NaN, unless a
// finite mask_fill leaves it a weight.
typedef struct attn_options {
  const uint8_t *allowed; // boolean mask: 1 = may attend, 0 = masked; NULL = none
  const float
      *added; // additive mask, added to the scaled scores; -Infinity masks, whatever the fill
  uint32_t mask_strides[4];   // of allowed or added over N, H, L, S, in elements; 0 broadcasts
  const uint8_t *key_padding; // (N, S), 1 = a real key; NULL = none
  const int32_t *valid_lens;  // (N) or (N, L): keys at or past the length are masked; NULL = none
  uint32_t valid_lens_per_query; // 0: valid_lens is (N); 1: it is (N, L)
  uint32_t is_causal;            // 1: query i sees keys 0..i, aligned at the top left
  float scale;                   // what scores are multiplied by; finite
  float mask_fill;               // what a masked score becomes; finite or -Infinity
  uint32_t empty_row_is_nan;     // weights of a row without any key: 0: zeros; 1: NaN
  float dropout_p;               // share of weights set to 0, the rest multiplied by 1/(1-p); 0..1
  uint32_t dropout_seed;
} attn_options;

// Where to write the steps on the way; a NULL member is not wanted.
typedef struct attn_trace {
  float *scores;        // (N, H, L, S) query . key
  float *scaled_scores; // (N, H, L, S) scores * scale
  float *masked_scores; // (N, H, L, S) after the masks
  float *row_max;       // (N, H, L)    largest masked score
  float *exponentials;  // (N, H, L, S) exp(masked score - row max)
  float *row_sum;       // (N, H, L)    sum of the exponentials
  float *weights;       // (N, H, L, S) exponential / row sum
  float *dropped;       // (N, H, L, S) weights after dropout
} attn_trace;

// The first address that the core itself does not use: the floor of the caller's arena. wasm only.
ATTN_API uint32_t attn_heap_base(void);

// Linear projection: output = input . weight^T + bias, as torch.nn.Linear.
//
// A weight is packed once into panels of eight rows and then serves any number of calls.
// attn_packed_size: bytes of a packed (out, in) weight.
//   weight   (out, in)
//   packed   attn_packed_size(out, in) bytes
ATTN_API uint32_t attn_packed_size(uint32_t out, uint32_t in);
ATTN_API attn_status attn_pack_weight(const float *weight, uint32_t out, uint32_t in,
                                      float *packed);
//   input    (rows, in)
//   packed   a packed (out, in) weight
//   bias     (out) or NULL
//   output   (rows, out)
ATTN_API attn_status attn_linear(const float *input, const float *packed, const float *bias,
                                 uint32_t rows, uint32_t out, uint32_t in, float *output);

// Softmax over S: output = exp(x - max x) / sum exp(x - max x), x = masked(input * scale).
//   input    (N, H, L, S, inner); with inner > 1 the axis S lies before others, and no mask applies
//   output   as input
ATTN_API uint32_t attn_softmax_workspace(uint32_t S, uint32_t inner);
ATTN_API attn_status attn_softmax(const float *input, uint32_t N, uint32_t H, uint32_t L,
                                  uint32_t S, uint32_t inner, const attn_options *options,
                                  float *output, float *workspace, uint32_t workspace_size);

// Scaled dot-product attention: output = softmax(masked(query . key^T * scale)) . value.
//   query    (N, H, L, E)
//   key      (N, Hkv, S, E)   H is a multiple of Hkv; head h uses key head h * Hkv / H
//   value    (N, Hkv, S, Ev)
//   output   (N, H, L, Ev)
//   weights  (N, H, L, S) as they were applied, after dropout; NULL: not wanted; then no memory is
//   O(L S) trace    NULL: not wanted
ATTN_API uint32_t attn_scaled_dot_product_workspace(uint32_t L, uint32_t S, uint32_t E,
                                                    uint32_t Ev);
ATTN_API attn_status attn_scaled_dot_product_attention(
    const float *query, const float *key, const float *value, uint32_t N, uint32_t H, uint32_t Hkv,
    uint32_t L, uint32_t S, uint32_t E, uint32_t Ev, const attn_options *options, float *output,
    float *weights, const attn_trace *trace, float *workspace, uint32_t workspace_size);

// Additive (Bahdanau) attention: scores[l][s] = wv . tanh(wq query_l + wk key_s), then as above.
//   queries  (N, L, Q)     wq  packed (A, Q)
//   keys     (N, S, K)     wk  packed (A, K)
//   values   (N, S, Ev)    wv  (A)
//   output   (N, L, Ev)
//   weights  (N, L, S) or NULL
typedef struct attn_additive_trace {
  attn_trace attention;     // with H = 1
  float *projected_queries; // (N, L, A)    wq query
  float *projected_keys;    // (N, S, A)    wk key
  float *features;          // (N, L, S, A) tanh(projected query + projected key)
} attn_additive_trace;

ATTN_API uint32_t attn_additive_workspace(uint32_t N, uint32_t L, uint32_t S, uint32_t Ev,
                                          uint32_t A);
ATTN_API attn_status attn_additive_attention(const float *queries, const float *keys,
                                             const float *values, const float *wq, const float *wk,
                                             const float *wv, uint32_t N, uint32_t L, uint32_t S,
                                             uint32_t Q, uint32_t K, uint32_t Ev, uint32_t A,
                                             const attn_options *options, float *output,
                                             float *weights, const attn_additive_trace *trace,
                                             float *workspace, uint32_t workspace_size);

// Multi-head attention: concat(head_1 .. head_H) . W_O^T + b_O, head_h = attention of the h-th
// slice of D / H columns of the projected query, key and value, scaled by options->scale.
//   query    (N, L, D)
//   key      (N, S, Kdim)
//   value    (N, S, Vdim)
//   output   (N, L, D)
//   weights  (N, H, L, S) or NULL
typedef struct attn_multi_head_parameters {
  const float *q_weight;   // packed (D, D)
  const float *k_weight;   // packed (D, Kdim)
  const float *v_weight;   // packed (D, Vdim)
  const float *out_weight; // packed (D, D)
  const float *q_bias;     // (D) or NULL, as the next three
  const float *k_bias;
  const float *v_bias;
  const float *out_bias;
} attn_multi_head_parameters;

typedef struct attn_multi_head_trace {
  attn_trace attention;
  float *q;                  // (N, H, L, D/H)
  float *k;                  // (N, H, S, D/H)
  float *v;                  // (N, H, S, D/H)
  float *heads;              // (N, H, L, D/H) each head's output
  float *concatenated;       // (N, L, D)      the heads side by side
  float *head_contributions; // (N, H, L, D)   each head times its columns of W_O
} attn_multi_head_trace;

ATTN_API uint32_t attn_multi_head_workspace(uint32_t N, uint32_t H, uint32_t L, uint32_t S,
                                            uint32_t D);
ATTN_API attn_status attn_multi_head_attention(
    const float *query, const float *key, const float *value,
    const attn_multi_head_parameters *parameters, uint32_t N, uint32_t H, uint32_t L, uint32_t S,
    uint32_t D, uint32_t Kdim, uint32_t Vdim, const attn_options *options, float *output,
    float *weights, const attn_multi_head_trace *trace, float *workspace, uint32_t workspace_size);

#endif
