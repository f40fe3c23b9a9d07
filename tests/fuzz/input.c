#include <math.h>

#include "fuzz.h"

input start_input(const uint8_t *data, size_t count) {
  uint32_t state = 2166136261U; // FNV-1a
  for (size_t i = 0; i < count; i++) state = (state ^ data[i]) * 16777619U;
  return (input){data, count, state};
}

uint8_t next_byte(input *in) {
  if (in->count > 0) {
    in->count--;
    return *in->data++;
  }
  in->state = in->state * 1664525U + 1013904223U;
  return (uint8_t)(in->state >> 24);
}

uint32_t next_word(input *in) {
  uint32_t word = 0;
  for (int i = 0; i < 4; i++) word = word << 8 | next_byte(in);
  return word;
}

uint32_t next_size(input *in) {
  static const uint32_t edges[] = {
      15, 16,  17,  23,  24,  25,  31,  32,  33,  47,  48,  63,   64,   65,   95, 96,
      97, 127, 128, 129, 192, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 66, 40,
  };
  static const uint32_t huge[] = {
      UINT32_C(1) << 30, (UINT32_C(1) << 30) + 1, UINT32_C(1) << 31, UINT32_MAX, UINT32_MAX - 511,
  };
  const uint8_t byte = next_byte(in);
  if (byte < 216) return byte % 10;
  if (byte < 248) return edges[byte - 216];
  if (byte < 253) return huge[byte - 248];
  return byte < 254 ? next_byte(in) : next_word(in);
}

uint32_t next_heads(input *in) {
  const uint8_t byte = next_byte(in);
  return byte < 240 ? byte % 4U + 1 : next_size(in);
}

kind next_kind(input *in) {
  const uint8_t byte = next_byte(in);
  if (byte < 128) return KIND_PLAIN;
  return byte < 224 ? KIND_STRANGE : KIND_ANY;
}

static float next_float(input *in, kind kind) {
  static const float strange[] = {NAN, INFINITY, -INFINITY, -0.0F, 0.0F, 100.0F, -100.0F, 1.0F};
  if (kind == KIND_ANY) {
    const union {
      uint32_t bits;
      float number;
    } any = {.bits = next_word(in)};
    return any.number;
  }
  const uint8_t byte = next_byte(in);
  if (kind == KIND_STRANGE && byte < 16) return strange[byte % 8];
  return (float)(byte - 128) / 37.0F;
}

float *next_floats(input *in, kind kind, wide count) {
  float *data = block((size_t)count * sizeof(float));
  for (size_t i = 0; i < count; i++) data[i] = next_float(in, kind);
  return data;
}

static void next_strides(input *in, uint32_t H, uint32_t L, uint32_t S, uint32_t strides[4]) {
  const uint32_t packed[4] = {H * L * S, L * S, S, 1};
  const uint8_t choice = next_byte(in);
  for (int axis = 0; axis < 4; axis++) {
    strides[axis] = (choice >> axis & 1) != 0 ? 0 : packed[axis];
    if (choice >= 224) strides[axis] = next_size(in);
  }
}

static wide extent_of(const uint32_t strides[4], const uint32_t sizes[4]) {
  wide extent = 1;
  for (int axis = 0; axis < 4; axis++) {
    if (sizes[axis] == 0) return 0;
    extent += (wide)(sizes[axis] - 1) * strides[axis];
  }
  return extent;
}

static uint8_t *next_mask(input *in, wide count) {
  uint8_t *mask = block((size_t)count);
  for (size_t i = 0; i < count; i++) mask[i] = next_byte(in) % 4 != 0;
  return mask;
}

static float *next_added(input *in, wide count) {
  float *added = next_floats(in, KIND_PLAIN, count);
  for (size_t i = 0; i < count; i++) {
    if (next_byte(in) % 4 == 0) added[i] = -INFINITY;
  }
  return added;
}

static int32_t *next_lengths(input *in, wide count, uint32_t S) {
  int32_t *lengths = block((size_t)count * sizeof(int32_t));
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = next_byte(in);
    lengths[i] = byte < 240 ? (int32_t)(byte % (S % 4096 + 3)) - 1 : (int32_t)next_word(in);
  }
  return lengths;
}

static void next_numbers(input *in, drawn_options *drawn) {
  static const float scales[] = {1.0F, 0.25F, 0.5F, -0.7F, 0.0F, 1.0F, NAN, INFINITY};
  static const float fills[] = {-INFINITY, -INFINITY, -INFINITY, -1e9F, -2.0F, 0.0F, NAN, INFINITY};
  static const float shares[] = {0.0F, 0.0F, 0.0F, 0.5F, 0.1F, 1.0F, 1.5F, NAN};
  attn_options *o = &drawn->options;
  // Refused options are drawn less often than others.
  const uint8_t rare = next_byte(in);
  const uint32_t choices = rare < 240 ? 6 : 8;
  const uint32_t scale = next_byte(in) % choices;
  const uint32_t fill = next_byte(in) % choices;
  const uint32_t share = next_byte(in) % choices;
  o->scale = scales[scale];
  o->mask_fill = fills[fill];
  o->dropout_p = shares[share];
  o->dropout_seed = rare;
  o->empty_row_is_nan = rare % 4 == 0;
  o->softcap = rare % 8 == 5 ? 2.0F : rare == 254 ? -1.0F : 0.0F;
  o->causal = next_byte(in) % (rare < 240 ? 3U : 5U);
  drawn->are_right = scale < 6 && fill < 6 && share < 6 && o->causal < 3 && o->softcap >= 0.0F;
}

// A mask of more elements than a block may have is zeros.
drawn_options next_options(input *in, uint32_t N, uint32_t H, uint32_t L, uint32_t S) {
  drawn_options drawn = {.options = {.scale = 1.0F}};
  attn_options *o = &drawn.options;
  const uint32_t sizes[4] = {N, H, L, S};
  const uint8_t wants = next_byte(in);
  next_numbers(in, &drawn);
  next_strides(in, H, L, S, o->mask_strides);
  o->valid_lens_per_query = wants >> 4 & 1U;
  const wide extent = extent_of(o->mask_strides, sizes);
  const wide padding = extent == 0 ? 0 : (wide)N * S;
  const wide lengths = (wide)N * (o->valid_lens_per_query != 0 ? L : 1);
  const bool wants_mask = (wants & 3U) != 0;
  if ((wants & 1U) != 0) o->allowed = extent > MOST_ELEMENTS ? vast() : next_mask(in, extent);
  if ((wants & 2U) != 0) o->added = extent > MOST_ELEMENTS ? vast() : next_added(in, extent);
  if ((wants & 4U) != 0) o->key_padding = padding > MOST_ELEMENTS ? vast() : next_mask(in, padding);
  if ((wants & 8U) != 0) {
    o->valid_lens = lengths > MOST_ELEMENTS ? vast() : next_lengths(in, lengths, S);
  }
  if ((wants & 32U) != 0) o->sinks = H > MOST_ELEMENTS ? vast() : next_floats(in, KIND_PLAIN, H);
  drawn.are_too_wide =
      (wants_mask && extent > MOST_ALLOWED) || ((wants & 4U) != 0 && padding > MOST_ALLOWED) ||
      ((wants & 8U) != 0 && lengths > MOST_ALLOWED) || ((wants & 32U) != 0 && H > MOST_ALLOWED);
  return drawn;
}
