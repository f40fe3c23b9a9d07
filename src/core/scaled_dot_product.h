// Scaled dot-product attention without guards, for entry points that have checked their arguments.

#ifndef ATTN_SCALED_DOT_PRODUCT_H
#define ATTN_SCALED_DOT_PRODUCT_H

#include "attend.h"

// Keys and values of one head, packed or, for a few rows of queries, in place, and the space for a
// block of scores.
typedef struct packed_head {
  uint32_t E;
  panel_matrix packed_keys; // (E, S); without data: not packed
  strided keys;             // (S, E), if they are not packed
  panel_matrix values;      // (S, Ev)
  float *block;
} packed_head;

// Floats that dot_product_attention needs beside its arrays: a packed head and a block of scores.
uint64_t dot_product_count(uint32_t L, uint32_t S, uint32_t E, uint32_t Ev);

// Packs keys (S, E) and values (S, Ev) at the start of the workspace, unless they serve so few
// queries that packing would take longer than the products.
packed_head pack_head(strided key, strided value, uint32_t queries, uint32_t S, uint32_t E,
                      uint32_t Ev, float *workspace);

// Attention of query (L, E) over a packed head, whose values head->values are.
void dot_product_attention(strided query, const packed_head *packed, const attention_head *head);

#endif
