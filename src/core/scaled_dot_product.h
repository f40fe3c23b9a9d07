// Scaled dot-product attention without guards, for entry points that have checked their arguments.

#ifndef ATTN_SCALED_DOT_PRODUCT_H
#define ATTN_SCALED_DOT_PRODUCT_H

#include "attend.h"

// The keys and values of one head, and the space for a block of scores. Keys and values are packed,
// or stay in place if there are few queries.
typedef struct packed_head {
  uint32_t E;
  panel_matrix packed_keys; // (E, S); without data if the keys are not packed
  strided keys;             // (S, E), if the keys are not packed
  panel_matrix values;      // (S, Ev)
  float *block;
} packed_head;

// Returns the floats of workspace for a packed head and a block of scores.
uint64_t dot_product_count(uint32_t L, uint32_t S, uint32_t E, uint32_t Ev);

// Packs keys (S, E) and values (S, Ev) at the start of the workspace, unless there are so few
// queries that packing would take longer than the products.
packed_head pack_head(strided key, strided value, uint32_t queries, uint32_t S, uint32_t E,
                      uint32_t Ev, float *workspace);

// Computes the attention of query (L, E) over a packed head. head->values must be packed->values.
void dot_product_attention(strided query, const packed_head *packed, const attention_head *head);

#endif
