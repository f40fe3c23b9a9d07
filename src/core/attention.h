// attention-lab: the attention mechanism in portable 128-bit SIMD.
//
// Every array is float32, row-major and densely packed unless a comment says otherwise. Sizes:
//
//   N   batch items                     E   width of a query and of a key
//   H   heads                           Ev  width of a value
//   L   queries (target length)         A   hidden width of additive attention
//   S   keys and values (source length) D   model width
//
// The core allocates nothing. The caller provides every array, and a workspace of as many bytes as
// the matching *_workspace function returns. That function returns 0 if the call needs no
// workspace. It returns UINT32_MAX if the size exceeds 32 bits, or if the struct of the sizes is
// not readable or does not fit the cache. Only the call itself checks heads and strides.
//
// Every entry point checks its arguments before it writes anything, and returns one of the statuses
// below. No integer argument makes it trap. An output (output, weights, members of a trace, a
// cache, the workspace) must not overlap any other array or struct; inputs may overlap each other.
// The core never reads a pointer to an empty array, so it may have any value.
//
// The same inputs give the same bits on every machine: products are summed in the order of their
// index, nothing is fused, and exp and tanh are our own (exp.h, tanh.h).

#ifndef ATTENTION_H
#define ATTENTION_H

#include <stdint.h>

#define ATTN_API __attribute__((visibility("default"), warn_unused_result))

typedef enum attn_status {
  ATTN_OK = 0,
  ATTN_ERROR_NULL = 1,      // a required pointer that is null or not aligned to its elements
  ATTN_ERROR_SIZE = 2,      // sizes that do not fit each other, such as heads that do not divide D
  ATTN_ERROR_TOO_LARGE = 3, // an array of more than 2^30 elements
  ATTN_ERROR_BOUNDS = 4,    // an array outside attn_heap_base() .. the end of the memory
  ATTN_ERROR_OVERLAP = 5,   // an output that overlaps another array
  ATTN_ERROR_WORKSPACE = 6, // a workspace smaller than the *_workspace function returns
  ATTN_ERROR_OPTION = 7,    // an option outside its range
} attn_status;

// The causal masks, which differ if L is not S:
//   TOP_LEFT      query i sees keys 0..i
//   LOWER_RIGHT   the last query is at the last key: query i sees keys 0..i + S - L, and no key if
//                 that is negative
typedef enum attn_causal {
  ATTN_CAUSAL_NONE = 0,
  ATTN_CAUSAL_TOP_LEFT = 1,
  ATTN_CAUSAL_LOWER_RIGHT = 2,
} attn_causal;

// Options that say which keys a query may see, and how scores become weights. A key is masked if
// any of the masks hides it: allowed, added, key_padding, valid_lens or causal. A masked key or
// value never reaches the output, even if it is NaN, unless a finite mask_fill gives it a weight.
typedef struct attn_options {
  const uint8_t *allowed;        // boolean mask: 1 = may attend, 0 = masked; NULL = none
  const float *added;            // added to the scaled scores; -Infinity masks with any mask_fill
  uint32_t mask_strides[4];      // of allowed or added over N, H, L, S, in elements; 0 broadcasts
  const uint8_t *key_padding;    // (N, S), 1 = a real key; NULL = none
  const int32_t *valid_lens;     // (N) or (N, L): keys from this index on are masked; NULL = none
  uint32_t valid_lens_per_query; // 0: valid_lens is (N); 1: it is (N, L)
  uint32_t causal;               // an attn_causal
  float scale;                   // the factor of the scores; finite
  float mask_fill;               // the value of a masked score; finite or -Infinity
  uint32_t empty_row_is_nan;     // the weights of a row without any key: 0: zeros; 1: NaN
  float dropout_p;               // share of weights set to 0, the rest multiplied by 1/(1-p); 0..1
  uint32_t dropout_seed;
  float softcap;      // scaled scores become softcap * tanh(score / softcap); 0: no softcap
  const float *sinks; // (H): each head's score of an additional key without a value. The weights of
                      // a row leave out the share of this key. NULL = none
} attn_options;

// The format in which packed weights and caches store their numbers. The core computes in float32.
//   BFLOAT16  the upper half of a float32, rounded to the nearest, ties to even, in half the bytes.
//             The results equal those of FLOAT32 with the rounded numbers, bit for bit
//   FLOAT16   the same with a fraction of 10 bits; numbers from 65,520 on become infinite
typedef enum attn_dtype {
  ATTN_FLOAT32 = 0,
  ATTN_BFLOAT16 = 1,
  ATTN_FLOAT16 = 2,
} attn_dtype;

// The pairs of features that rotary positions rotate: i and i + width / 2, or 2i and 2i + 1.
typedef enum attn_rotary_pairs {
  ATTN_PAIRS_HALF = 0,
  ATTN_PAIRS_INTERLEAVED = 1,
} attn_rotary_pairs;

// The arrays that receive the intermediate steps. The core skips a member that is NULL.
typedef struct attn_trace {
  float *scores;        // (N, H, L, S) query . key
  float *scaled_scores; // (N, H, L, S) scores * scale
  float *masked_scores; // (N, H, L, S) after the softcap and the masks
  float *row_max;       // (N, H, L)    largest masked score, or the sink if that is larger
  float *exponentials;  // (N, H, L, S) exp(masked score - row max)
  float *row_sum;       // (N, H, L)    sum of the exponentials, including the sink's
  float *weights;       // (N, H, L, S) exponential / row sum
  float *dropped;       // (N, H, L, S) weights after dropout
} attn_trace;

// The version of this interface. It goes up with each change of a function or struct that callers
// have to follow. wasm only.
#define ATTN_ABI_VERSION 8
ATTN_API uint32_t attn_abi_version(void);

// Returns the first address that the core itself does not use: the lower end of the caller's arena.
// wasm only.
ATTN_API uint32_t attn_heap_base(void);

// Linear projection: output = input . weight^T + bias, as torch.nn.Linear.
//
// A weight is packed once, into panels of eight rows, for any number of calls.
// attn_packed_size returns the bytes of a packed (out, in) weight, or UINT32_MAX if the weight is
// too large or the dtype unknown.
//   weight   (out, in)
//   packed   attn_packed_size(out, in, dtype) bytes
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP, OPTION.
ATTN_API uint32_t attn_packed_size(uint32_t out, uint32_t in, attn_dtype dtype);
ATTN_API attn_status attn_pack_weight(const float *weight, uint32_t out, uint32_t in, float *packed,
                                      attn_dtype dtype);
// Packs a weight that is stored as its transpose, as in the Conv1D of GPT-2.
//   weight   (in, out)
ATTN_API attn_status attn_pack_transposed_weight(const float *weight, uint32_t out, uint32_t in,
                                                 float *packed, attn_dtype dtype);
//   input    (rows, in)
//   packed   a packed (out, in) weight of this dtype
//   bias     (out) or NULL
//   output   (rows, out)
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP, OPTION.
ATTN_API attn_status attn_linear(const float *input, const float *packed, const float *bias,
                                 uint32_t rows, uint32_t out, uint32_t in, float *output,
                                 attn_dtype dtype);

// Computes the same from a weight that is not packed, for a single call. It packs the weight only
// if that saves time.
//   weight   (out, in)
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP, WORKSPACE.
ATTN_API uint32_t attn_linear_unpacked_workspace(uint32_t rows, uint32_t out, uint32_t in);
ATTN_API attn_status attn_linear_unpacked(const float *input, const float *weight,
                                          const float *bias, uint32_t rows, uint32_t out,
                                          uint32_t in, float *output, float *workspace,
                                          uint32_t workspace_size);

// Softmax over S: output = exp(x - max x) / sum exp(x - max x), x = masked(input * scale).
//   input    (N, H, L, S, inner)
//   options  required; with inner > 1, S is not the last axis, and x = input: no option applies
//   output   as input
// Statuses: all but SIZE.
ATTN_API uint32_t attn_softmax_workspace(uint32_t S, uint32_t inner);
ATTN_API attn_status attn_softmax(const float *input, uint32_t N, uint32_t H, uint32_t L,
                                  uint32_t S, uint32_t inner, const attn_options *options,
                                  float *output, float *workspace, uint32_t workspace_size);

// Scaled dot-product attention: output = softmax(masked(query . key^T * scale)) . value.
//   query    (N, H, L, E)
//   key      (N, Hkv, S, E)
//   value    (N, Hkv, S, Ev)
//   sizes    required, as the options are
//   output   (N, H, L, Ev)
//   weights  (N, H, L, S) the weights after dropout. NULL: not wanted; then memory grows with
//            L + S, not with L * S
//   trace    NULL: not wanted
// Statuses: all; SIZE: Hkv does not divide H.
typedef struct attn_scaled_dot_product_sizes {
  uint32_t N;
  uint32_t H;
  uint32_t Hkv; // heads of key and value; head h of the query uses key head h * Hkv / H
  uint32_t L;
  uint32_t S;
  uint32_t E;
  uint32_t Ev;
} attn_scaled_dot_product_sizes;

ATTN_API uint32_t attn_scaled_dot_product_workspace(const attn_scaled_dot_product_sizes *sizes);
ATTN_API attn_status attn_scaled_dot_product_attention(const float *query, const float *key,
                                                       const float *value,
                                                       const attn_scaled_dot_product_sizes *sizes,
                                                       const attn_options *options, float *output,
                                                       float *weights, const attn_trace *trace,
                                                       float *workspace, uint32_t workspace_size);

// Additive (Bahdanau) attention of queries and keys that attn_linear has projected to one width A,
// so that a decoder projects its keys once: scores[l][s] = wv . tanh(query_l + key_s) and
// output = softmax(masked(scores * scale)) . value.
//   queries  (N, L, A)
//   keys     (N, S, A)
//   values   (N, S, Ev)
//   wv       (A)
//   sizes    required, as options are
//   output   (N, L, Ev)
//   weights  (N, L, S) or NULL
//   trace    NULL: not wanted
// Statuses: all but SIZE.
typedef struct attn_additive_sizes {
  uint32_t N;
  uint32_t L;
  uint32_t S;
  uint32_t Ev;
  uint32_t A;
} attn_additive_sizes;

typedef struct attn_additive_trace {
  attn_trace attention; // with H = 1
  float *features;      // (N, L, S, A) tanh(query + key)
} attn_additive_trace;

ATTN_API uint32_t attn_additive_workspace(const attn_additive_sizes *sizes);
ATTN_API attn_status attn_additive_attention(const float *queries, const float *keys,
                                             const float *values, const float *wv,
                                             const attn_additive_sizes *sizes,
                                             const attn_options *options, float *output,
                                             float *weights, const attn_additive_trace *trace,
                                             float *workspace, uint32_t workspace_size);

// Multi-head attention: output = concat(head_1 .. head_H) . W_O^T + b_O. Head h is the attention of
// the h-th slice of D / H columns of the projected query, key and value, scaled by options->scale.
// Keys and values may have fewer heads, Hkv: then Dkv = Hkv * D / H, and query head h attends to
// key head h * Hkv / H.
//   query       (N, L, D)
//   key         (N, S, Kdim), with a cache (N, S - cache->length, Kdim)
//   value       (N, S, Vdim), with a cache (N, S - cache->length, Vdim)
//   parameters  required, as sizes and options are
//   cache       projected keys and values of earlier calls; NULL: none
//   output      (N, L, D)
//   weights     (N, H, L, S) or NULL
//   trace       NULL: not wanted
// Statuses: all; SIZE: H does not divide D, Hkv does not divide H, S is less than cache->length or
// more than cache->capacity, with rotary positions an item has fewer than L keys, or a number of
// cache->lengths is more than cache->length; OPTION: also a trace with cache->lengths.
typedef struct attn_multi_head_sizes {
  uint32_t N;
  uint32_t H;
  uint32_t Hkv; // heads of key and value
  uint32_t L;
  uint32_t S;
  uint32_t D;
  uint32_t Kdim; // width of a key
  uint32_t Vdim; // width of a value
} attn_multi_head_sizes;

typedef struct attn_multi_head_parameters {
  const float *q_weight;   // packed (D, D)
  const float *k_weight;   // packed (Dkv, Kdim)
  const float *v_weight;   // packed (Dkv, Vdim)
  const float *out_weight; // packed (D, D)
  const float *q_bias;     // (D) or NULL
  const float *k_bias;     // (Dkv) or NULL
  const float *v_bias;     // (Dkv) or NULL
  const float *out_bias;   // (D) or NULL
  // Rotary positions of projected queries and keys, as in attn_rotary. Key s is at position s,
  // query l at position l + S - L.
  float rotary_theta; // 0: none
  uint32_t rotary_width;
  attn_rotary_pairs rotary_pairs;
  attn_dtype dtype; // of the packed weights
} attn_multi_head_parameters;

typedef struct attn_multi_head_trace {
  attn_trace attention;
  float *q;                  // (N, H, L, D/H) after the rotation, if there is one, as k
  float *k;                  // (N, Hkv, S, D/H) all S positions, as v
  float *v;                  // (N, Hkv, S, D/H)
  float *heads;              // (N, H, L, D/H) each head's output
  float *concatenated;       // (N, L, D)      the heads side by side
  float *head_contributions; // (N, H, L, D)   each head times its columns of W_O
} attn_multi_head_trace;

// The keys and values that earlier calls projected, packed for the products, so that a decoder
// projects each position once. A call with a cache projects the S - length new positions and
// appends them, and its queries attend to all S. The results equal those of a call without a cache
// over all S positions, bit for bit. Afterwards the caller sets length to S. To drop the last
// positions, the caller decreases length. Every call with one cache has the same N, H and D. If the
// keys have fewer heads than the queries, H is Hkv here and D is Dkv.
//
// Batch items may hold different numbers of positions. Item n then has the results of a call of its
// own over lengths[n] + S - length keys, and weights of 0 after these. Masks span all S keys.
//   data     attn_cache_size() bytes; contents past the first length positions do not matter
//   lengths  (N) positions of each batch item; NULL: length, for all
// attn_cache_size returns UINT32_MAX if the cache is too large, H does not divide D, or the dtype
// is unknown.
typedef struct attn_cache {
  float *data;
  uint32_t capacity; // the largest number of positions
  uint32_t length;   // the number of positions in the cache, of the longest batch item
  attn_dtype dtype;  // of the keys and values, which are rounded when they are appended
  const uint32_t *lengths;
} attn_cache;

ATTN_API uint32_t attn_cache_size(uint32_t N, uint32_t H, uint32_t D, uint32_t capacity,
                                  attn_dtype dtype);

// Copies the first length positions of one cache to another and reorders the batch items, as a beam
// search reorders its beams: item n of `to` is item items[n] of `from`.
//   from   attn_cache_size(N, H, D, from_capacity, dtype) bytes
//   items  (N)
//   to     attn_cache_size(N, H, D, to_capacity, dtype) bytes; contents past length do not change
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP; SIZE: H does not divide D, or a capacity is less than
// length; OPTION: an item is N or more, or the dtype is unknown.
ATTN_API attn_status attn_gather_cache(const float *from, const uint32_t *items, uint32_t N,
                                       uint32_t H, uint32_t D, uint32_t length,
                                       uint32_t from_capacity, uint32_t to_capacity, float *to,
                                       attn_dtype dtype);
ATTN_API uint32_t attn_multi_head_workspace(const attn_multi_head_sizes *sizes,
                                            const attn_cache *cache);
ATTN_API attn_status attn_multi_head_attention(
    const float *query, const float *key, const float *value,
    const attn_multi_head_parameters *parameters, const attn_multi_head_sizes *sizes,
    const attn_options *options, const attn_cache *cache, float *output, float *weights,
    const attn_multi_head_trace *trace, float *workspace, uint32_t workspace_size);

// The other operations of a Transformer. Each row, such as a token of a text, is computed in the
// same way; V is the size of a vocabulary.

// Embedding: output[i] = table[ids[i]].
//   table   (V, D); `packed` is a packed (V, D) weight of this dtype
//   ids     (rows)
//   output  (rows, D)
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP; OPTION: an id is V or more, or the dtype is unknown.
ATTN_API attn_status attn_embedding(const float *table, const uint32_t *ids, uint32_t rows,
                                    uint32_t V, uint32_t D, float *output);
ATTN_API attn_status attn_packed_embedding(const float *packed, const uint32_t *ids, uint32_t rows,
                                           uint32_t V, uint32_t D, float *output, attn_dtype dtype);

// Layer normalization (Ba et al. 2016): output = (input - mean) / sqrt(variance + epsilon) * weight
// + bias, with the mean and the variance (divided by D) of each row.
//   input, output      (rows, D)
//   weight             (D)
//   bias               (D) or NULL
//   mean               (rows), for the backward; NULL: not wanted
//   inverse_deviation  (rows) 1 / sqrt(variance + epsilon), for the backward; NULL: not wanted
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP; OPTION: epsilon is not positive.
ATTN_API attn_status attn_layer_norm(const float *input, const float *weight, const float *bias,
                                     uint32_t rows, uint32_t D, float epsilon, float *output,
                                     float *mean, float *inverse_deviation);

// Root mean square normalization (Zhang, Sennrich 2019): output = input / sqrt(mean of input^2 +
// epsilon) * weight.
//   input, output  (rows, D)
//   weight         (D)
// Statuses: as attn_layer_norm.
ATTN_API attn_status attn_rms_norm(const float *input, const float *weight, uint32_t rows,
                                   uint32_t D, float epsilon, float *output);

// Activation of each number:
//   RELU       max(x, 0)
//   GELU       x Phi(x) = x (1 + erf(x / sqrt 2)) / 2
//   GELU_TANH  x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2
//   SILU       x / (1 + exp(-x))
//   TANH       tanh(x)
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP; OPTION: the kind is unknown.
typedef enum attn_activation_kind {
  ATTN_RELU = 0,
  ATTN_GELU = 1,
  ATTN_GELU_TANH = 2,
  ATTN_SILU = 3,
  ATTN_TANH = 4,
} attn_activation_kind;

ATTN_API attn_status attn_activation(const float *input, uint32_t count, attn_activation_kind kind,
                                     float *output);

// Rotary positions (Su et al. 2021): rotates pair i of the first `width` features of a vector at
// position p by the angle p * f, with the frequency f = theta^(-2i / width). The other features do
// not change. Models for longer texts scale frequencies: those of at most `low` are divided by
// `factor`, those of at least `high` stay, and a frequency between them has a share of both,
// f * (s + (1 - s) / factor) with s = (f - low) / (high - low).
//   input, output  (rows, L, E)
//   positions      (L)
//   width          even, at most E
//   theta          1 .. 2^64
//   pairs          HALF: features i and i + width / 2; INTERLEAVED: features 2i and 2i + 1
//   factor         1 .. 2^64; 1: no scaling
//   low, high      0 <= low <= high; equal: no frequency is between them
// The scaling is in double, because a position multiplies its rounding error.
// Statuses: NULL, SIZE, TOO_LARGE, BOUNDS, OVERLAP, WORKSPACE; OPTION: theta, pairs or the scaling
// is invalid.
ATTN_API uint32_t attn_rotary_workspace(uint32_t L, uint32_t width);
ATTN_API attn_status attn_rotary(const float *input, const uint32_t *positions, uint32_t rows,
                                 uint32_t L, uint32_t E, uint32_t width, float theta,
                                 attn_rotary_pairs pairs, double factor, double low, double high,
                                 float *output, float *workspace, uint32_t workspace_size);

// Splits the columns of a projection into heads, or merges heads into columns. The columns hold
// `parts` arrays side by side (such as query, key and value), each with H heads of d columns.
//   split: input (N, L, parts * H * d), output (parts, N, H, L, d)
//   merge: input (N, H, L, d), output (N, L, H * d)
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP.
ATTN_API attn_status attn_split_heads(const float *input, uint32_t N, uint32_t L, uint32_t parts,
                                      uint32_t H, uint32_t d, float *output);
ATTN_API attn_status attn_merge_heads(const float *input, uint32_t N, uint32_t L, uint32_t H,
                                      uint32_t d, float *output);

// Elementwise sum: output = first + second.
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP.
ATTN_API attn_status attn_add(const float *first, const float *second, uint32_t count,
                              float *output);
// Elementwise product, as in a gated feed-forward layer: output = first * second.
// Statuses: NULL, TOO_LARGE, BOUNDS, OVERLAP.
ATTN_API attn_status attn_multiply(const float *first, const float *second, uint32_t count,
                                   float *output);

#endif
