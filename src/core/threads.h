// Functions of the fast and threads builds that attention.h does not declare.

#ifndef ATTN_THREADS_H
#define ATTN_THREADS_H

#include "attention.h"

// Returns 1. Only modules of the fast build export this function, so that callers recognize them.
ATTN_API uint32_t attn_is_fast(void);

// Only attention-threads.wasm and the builds for tests have the functions of shares.
#if !defined(__wasm__) || defined(__wasm_atomics__)
#define ATTN_HAS_SHARES
#endif

// Compute one of `shares` shares of attn_linear (a share of the rows) and of
// attn_scaled_dot_product_attention (a share of the key heads), so that threads can compute all
// shares at the same time.
// Statuses: as the functions without `share`; OPTION: share is not less than shares.
ATTN_API attn_status attn_linear_share(const float *input, const float *packed, const float *bias,
                                       uint32_t rows, uint32_t out, uint32_t in, float *output,
                                       attn_dtype dtype, uint32_t share, uint32_t shares);
ATTN_API attn_status attn_scaled_dot_product_share(const float *query, const float *key,
                                                   const float *value,
                                                   const attn_scaled_dot_product_sizes *sizes,
                                                   const attn_options *options, float *output,
                                                   float *weights, const attn_trace *trace,
                                                   float *workspace, uint32_t workspace_size,
                                                   uint32_t share, uint32_t shares);

#endif
