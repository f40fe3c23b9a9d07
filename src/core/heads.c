#include "heads.h"

#include "accumulate.h"
#include "check.h"
#include "learning.h"
#include "simd.h"

typedef struct head_sizes {
  uint32_t N, L, parts, H, d;
} head_sizes;

// Copies or adds the row of each head from one layout to the other. With `is_split`, `from` has
// the heads side by side and `to` has one head after the other; without, vice versa.
static void move_heads(const head_sizes *s, bool is_split, bool is_added, const float *from,
                       float *to) {
  const size_t d = s->d;
  const size_t width = (size_t)s->parts * s->H * d;
  size_t row = 0; // among the rows of all heads
  for (size_t part = 0; part < s->parts; part++) {
    for (size_t n = 0; n < s->N; n++) {
      for (size_t h = 0; h < s->H; h++) {
        for (size_t l = 0; l < s->L; l++, row++) {
          const size_t wide_at = (n * s->L + l) * width + (part * s->H + h) * d;
          const float *source = from + (is_split ? wide_at : row * d);
          float *target = to + (is_split ? row * d : wide_at);
          if (is_added) {
            add_floats(target, source, d);
          } else {
            copy_floats(target, source, d);
          }
        }
      }
    }
  }
}

void split_heads(const float *wide, uint32_t N, uint32_t L, uint32_t H, uint32_t d, float *heads) {
  const head_sizes sizes = {N, L, 1, H, d};
  if (heads != NULL && d != 0) move_heads(&sizes, true, false, wide, heads);
}

static attn_status move_checked(const head_sizes *s, bool is_split, bool is_added,
                                const float *from, float *to) {
  const uint64_t count = count_product(count_product4(s->N, s->L, s->parts, s->H), s->d);
  if (count == 0) return ATTN_OK;
  guard g;
  start_guard(&g);
  list_input(&g, from, count, sizeof(float));
  list_output(&g, to, count);
  const attn_status status = check_guard(&g);
  if (status == ATTN_OK) move_heads(s, is_split, is_added, from, to);
  return status;
}

attn_status attn_split_heads(const float *input, uint32_t N, uint32_t L, uint32_t parts, uint32_t H,
                             uint32_t d, float *output) {
  const head_sizes sizes = {N, L, parts, H, d};
  return move_checked(&sizes, true, false, input, output);
}

attn_status attn_split_heads_backward(const float *grad_output, uint32_t N, uint32_t L,
                                      uint32_t parts, uint32_t H, uint32_t d, float *grad_input) {
  const head_sizes sizes = {N, L, parts, H, d};
  return move_checked(&sizes, false, true, grad_output, grad_input);
}

attn_status attn_merge_heads(const float *input, uint32_t N, uint32_t L, uint32_t H, uint32_t d,
                             float *output) {
  const head_sizes sizes = {N, L, 1, H, d};
  return move_checked(&sizes, false, false, input, output);
}

attn_status attn_merge_heads_backward(const float *grad_output, uint32_t N, uint32_t L, uint32_t H,
                                      uint32_t d, float *grad_input) {
  const head_sizes sizes = {N, L, 1, H, d};
  return move_checked(&sizes, true, true, grad_output, grad_input);
}
