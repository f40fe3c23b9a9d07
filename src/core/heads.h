// Heads apart, for entry points that compute them side by side.

#ifndef ATTN_HEADS_H
#define ATTN_HEADS_H

#include <stdint.h>

// Copies (N, L, H * d) to (N, H, L, d), unless `heads` is NULL.
void split_heads(const float *wide, uint32_t N, uint32_t L, uint32_t H, uint32_t d, float *heads);

#endif
