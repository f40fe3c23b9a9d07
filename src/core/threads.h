// Functions of the fast and threads builds that attention.h does not declare.

#ifndef ATTN_THREADS_H
#define ATTN_THREADS_H

#include "attention.h"

// A module of the fast build tells that it is one, wherever its bytes come from.
ATTN_API uint32_t attn_is_fast(void);

// The same as the functions without `share`, for one of some shares, which threads compute at the
// same time: shares of the rows, and of the key heads. Only attention-threads.wasm
// exports them.
// Statuses: as those functions; OPTION, for a share from shares on.
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
