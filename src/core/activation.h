#ifndef ATTN_ACTIVATION_H
#define ATTN_ACTIVATION_H

#include <stdint.h>

#include "attention.h"

// output = activation of input. Both have `count` numbers, and may be the same array.
void activate(const float *input, uint32_t count, attn_activation_kind kind, float *output);

#endif
