// attn_packed_size, attn_pack_weight, attn_linear and attn_linear_unpacked.
#include "judge.h"

// The promise of the core, bit for bit: products summed in the order of their index, then the bias.
static float *in_order(const float *input, const float *weight, const float *bias, size_t rows,
                       size_t out, size_t in) {
  float *output = block(rows * out * sizeof(float));
  for (size_t i = 0; i < rows * out; i++) {
    float sum = 0.0F;
    for (size_t k = 0; k < in; k++) sum += input[i / out * in + k] * weight[i % out * in + k];
    output[i] = bias == NULL ? sum : sum + bias[i % out];
  }
  return output;
}

static void refuse(const wide *counts, uint32_t rows, uint32_t out, uint32_t in) {
  const float *any = vast();
  const attn_status packing = attn_pack_weight(any, out, in, NULL, ATTN_FLOAT32);
  require(packing != ATTN_OK || out == 0 || in == 0, "a weight without a place is packed");
  const attn_status status = attn_linear(any, any, NULL, rows, out, in, NULL, ATTN_FLOAT32);
  require(status != ATTN_OK || counts[2] == 0, "an output without a place is written");
  const attn_status wrong = any_above(counts, 4) ? ATTN_ERROR_TOO_LARGE : ATTN_ERROR_NULL;
  require(counts[2] == 0 || status == wrong, "another status than expected");
  const attn_status unpacked = attn_linear_unpacked(any, any, NULL, rows, out, in, NULL, NULL, 0);
  require(unpacked != ATTN_OK || counts[2] == 0, "an output without a place is written");
}

static void check_unpacked(const float *input, const float *weight, const float *bias,
                           const uint32_t *sizes, const float *packed_product) {
  const uint32_t rows = sizes[0], out = sizes[1], in = sizes[2];
  const uint32_t space = attn_linear_unpacked_workspace(rows, out, in);
  require(space == 0 || space == attn_packed_size(out, in, ATTN_FLOAT32),
          "attn_linear_unpacked_workspace");
  const size_t count = (size_t)rows * out;
  float *output = block(count * sizeof(float)), *workspace = block(space);
  const attn_status status =
      attn_linear_unpacked(input, weight, bias, rows, out, in, output, workspace, space);
  require(status == ATTN_OK, "a weight as it is is refused");
  require(same_bits(output, packed_product, count), "another product than with a packed weight");
}

// A weight with 16 bits a number gives the product of the rounded weight.
static void check_narrow(attn_dtype dtype, const float *input, const float *weight,
                         const float *bias, const uint32_t *sizes) {
  const uint32_t rows = sizes[0], out = sizes[1], in = sizes[2];
  const size_t count = (size_t)rows * out, weights = (size_t)out * in;
  float *packed = block(attn_packed_size(out, in, dtype)), *output = block(count * sizeof(float));
  float *rounded = block(weights * sizeof(float));
  for (size_t i = 0; i < weights; i++) rounded[i] = round_to_half(dtype, weight[i]);
  require(attn_pack_weight(weight, out, in, packed, dtype) == ATTN_OK &&
              attn_linear(input, packed, bias, rows, out, in, output, dtype) == ATTN_OK,
          "a narrow weight is refused");
  require(same_bits(output, in_order(input, rounded, bias, rows, out, in), count),
          "not the products with the rounded weight");
}

void fuzz_linear(input *in) {
  const uint32_t rows = next_size(in), out = next_size(in), depth = next_size(in);
  const wide panels = ((wide)out + 7) / 8 * 8;
  const wide counts[] = {(wide)rows * depth, panels * depth, (wide)rows * out, out};
  const uint32_t size = attn_packed_size(out, depth, ATTN_FLOAT32);
  require(size == (counts[1] < MOST_ALLOWED ? 4 * counts[1] : UINT32_MAX), "attn_packed_size");
  const uint32_t half = attn_packed_size(out, depth, ATTN_BFLOAT16);
  require(half == (counts[1] / 2 < MOST_ALLOWED ? 2 * counts[1] : UINT32_MAX) &&
              half == attn_packed_size(out, depth, ATTN_FLOAT16),
          "half the numbers");
  if (!fits(counts, 4, (wide)rows * out * depth)) {
    refuse(counts, rows, out, depth);
    return;
  }
  const kind kind = next_kind(in);
  const float *input = next_floats(in, kind, counts[0]);
  const float *weight = next_floats(in, kind, (wide)out * depth);
  const float *bias = next_byte(in) % 2 == 0 ? NULL : next_floats(in, kind, out);
  float *packed = block(size);
  require(attn_pack_weight(weight, out, depth, packed, ATTN_FLOAT32) == ATTN_OK,
          "a weight is refused");
  float *own = block((size_t)counts[2] * sizeof(float));
  float *output = own;
  const float *given = packed;
  const float **inputs[] = {&input, &given};
  const float *right_input = input;
  const attn_status expected = spoil_one(in, inputs, counts, 2, &output, counts[2]);
  const attn_status status =
      attn_linear(input, given, bias, rows, out, depth, output, ATTN_FLOAT32);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[2]), "a refused call has written");
    return;
  }
  const float *same = in_order(right_input, weight, bias, rows, out, depth);
  require(same_bits(output, same, counts[2]), "not the products in their order");
  check_unpacked(right_input, weight, bias, (const uint32_t[]){rows, out, depth}, output);
  check_narrow(ATTN_BFLOAT16, right_input, weight, bias, (const uint32_t[]){rows, out, depth});
  check_narrow(ATTN_FLOAT16, right_input, weight, bias, (const uint32_t[]){rows, out, depth});
  if (kind == KIND_ANY) return;
  compare(output,
          judge_linear(judge_floats(right_input, counts[0]), weight, bias, rows, out, depth),
          counts[2], "output");
}
