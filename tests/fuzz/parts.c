// The parts of a Transformer around its attention: embedding, norms, activations, rotary positions,
// heads, sums. Rotary positions and heads also backward.
#include <math.h>

#include "gradient.h"
#include "judge.h"

static uint32_t *next_indices(input *in, size_t count, uint32_t end, bool *are_right) {
  uint32_t *indices = block(count * sizeof(uint32_t));
  for (size_t i = 0; i < count; i++) {
    const bool is_wrong = end == 0 || next_byte(in) == 0xff;
    indices[i] = is_wrong ? end : next_word(in) % end;
    if (is_wrong) *are_right = false;
  }
  return indices;
}

// Rows of a table with 16 bits a number are the rounded rows.
static void check_narrow_table(attn_dtype dtype, const float *table, const uint32_t *ids,
                               const uint32_t *sizes, attn_status expected) {
  const uint32_t rows = sizes[0], V = sizes[1], D = sizes[2];
  const size_t count = (size_t)rows * D;
  float *packed = block(attn_packed_size(V, D, dtype));
  float *output = block(count * sizeof(float));
  require(attn_pack_weight(table, V, D, packed, dtype) == ATTN_OK, "a table is refused");
  require(attn_packed_embedding(packed, ids, rows, V, D, output, dtype) == expected,
          "another status");
  require(expected == ATTN_OK || untouched(output, count), "a refused call writes");
  for (size_t i = 0; expected == ATTN_OK && i < count; i++) {
    const float rounded = round_to_half(dtype, table[(size_t)ids[i / D] * D + i % D]);
    require(same_bits(output + i, &rounded, 1), "another number of a narrow table");
  }
}

static void fuzz_embedding(input *in) {
  const uint32_t rows = next_size(in), V = next_size(in), D = next_size(in);
  const wide counts[] = {(wide)V * D, rows, (wide)rows * D, ((wide)V + 7) / 8 * 8 * D};
  if (!fits(counts, 4, counts[2])) {
    const attn_status status = attn_embedding(vast(), vast(), rows, V, D, NULL);
    require(status != ATTN_OK || rows == 0 || D == 0, "rows without a place are written");
    return;
  }
  bool are_right = true;
  const float *table = next_floats(in, next_kind(in), counts[0]);
  const uint32_t *ids = next_indices(in, rows, V, &are_right);
  float *output = block((size_t)counts[2] * sizeof(float));
  float *same = block((size_t)counts[2] * sizeof(float));
  float *packed = block(attn_packed_size(V, D, ATTN_FLOAT32));
  require(attn_pack_weight(table, V, D, packed, ATTN_FLOAT32) == ATTN_OK, "a table is refused");
  const attn_status expected = are_right || rows == 0 || D == 0 ? ATTN_OK : ATTN_ERROR_OPTION;
  require(attn_embedding(table, ids, rows, V, D, output) == expected, "another status");
  require(attn_packed_embedding(packed, ids, rows, V, D, same, ATTN_FLOAT32) == expected,
          "another status");
  check_narrow_table(ATTN_BFLOAT16, table, ids, (const uint32_t[]){rows, V, D}, expected);
  check_narrow_table(ATTN_FLOAT16, table, ids, (const uint32_t[]){rows, V, D}, expected);
  if (expected != ATTN_OK) {
    require(untouched(output, counts[2]) && untouched(same, counts[2]), "a refused call writes");
    return;
  }
  for (size_t i = 0; i < (size_t)counts[2]; i++) {
    const float *from = table + (size_t)ids[i / D] * D + i % D;
    require(same_bits(output + i, from, 1), "another number of the table");
    require(same_bits(same + i, from, 1), "another number of the packed table");
  }
}

static void compare_norm(const float *x, const float *weight, const float *bias, size_t D,
                         double epsilon, bool is_centered, const float *output) {
  double mean = 0.0, size = 0.0, square = 0.0;
  for (size_t j = 0; j < D; j++) mean += is_centered ? (double)x[j] / (double)D : 0.0;
  for (size_t j = 0; j < D; j++) {
    size += fabs((double)x[j]) / (double)D;
    square += ((double)x[j] - mean) * ((double)x[j] - mean) / (double)D;
  }
  const double inverse = 1.0 / sqrt(square + epsilon), roundings = (double)D / 4.0 + 8.0;
  // The error of the mean, and its effect on the deviations and on their square.
  const double moved = is_centered ? roundings * UNIT * size : 0.0;
  const double stretched =
      roundings * UNIT + (2.0 * moved * (size + fabs(mean)) + moved * moved) * inverse * inverse;
  for (size_t j = 0; j < D; j++) {
    const double normal = ((double)x[j] - mean) * inverse;
    const double added = bias == NULL ? 0.0 : (double)bias[j];
    const double error = fabs((double)weight[j]) * (moved * inverse + fabs(normal) * stretched) +
                         8.0 * UNIT * (fabs(normal * (double)weight[j]) + fabs(added)) + 1e-38;
    const double off = fabs((double)output[j] - (normal * (double)weight[j] + added));
    require(off <= 1.1 * error, "a norm is off");
  }
}

static void fuzz_norm(input *in) {
  const bool is_centered = next_byte(in) % 2 == 0;
  const uint32_t rows = next_size(in), D = next_size(in);
  const wide counts[] = {(wide)rows * D, D};
  const float epsilon = next_byte(in) % 16 == 0 ? 0.0F : 1e-5F;
  if (!fits(counts, 2, counts[0])) {
    const attn_status status = attn_rms_norm(vast(), vast(), rows, D, 1.0F, NULL);
    require(status != ATTN_OK || rows == 0 || D == 0, "rows without a place are written");
    return;
  }
  const kind kind = next_kind(in);
  const float *input = next_floats(in, kind, counts[0]);
  const float *weight = next_floats(in, kind, D);
  const float *bias = is_centered && next_byte(in) % 2 == 0 ? next_floats(in, kind, D) : NULL;
  float *own = block((size_t)counts[0] * sizeof(float));
  float *output = own;
  const float *given = input;
  const float **inputs[] = {&given, &weight};
  attn_status expected = spoil_one(in, inputs, counts, 2, &output, counts[0]);
  if (rows == 0 || D == 0)
    expected = ATTN_OK;
  else if (epsilon == 0.0F)
    expected = ATTN_ERROR_OPTION;
  const attn_status status =
      is_centered ? attn_layer_norm(given, weight, bias, rows, D, epsilon, output, NULL, NULL)
                  : attn_rms_norm(given, weight, rows, D, epsilon, output);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK) {
    require(untouched(own, counts[0]), "a refused call has written");
    return;
  }
  for (size_t i = 0; kind == KIND_PLAIN && i < rows && D > 0; i++) {
    compare_norm(input + i * D, weight, bias, D, (double)epsilon, is_centered, output + i * D);
  }
}

static double activated(double x, uint32_t kind) {
  if (kind == ATTN_RELU) return x < 0.0 ? 0.0 : x;
  if (kind == ATTN_GELU) return x * erfc(-x / sqrt(2.0)) / 2.0;
  if (kind == ATTN_SILU) return x / (1.0 + exp(-x));
  if (kind == ATTN_TANH) return tanh(x);
  return x / (1.0 + exp(-2.0 * 0.79788456080286536 * (x + 0.044715 * x * x * x)));
}

static void fuzz_activation(input *in) {
  const uint32_t count = next_size(in), kind_of = next_byte(in) % 6;
  const wide counts[] = {count};
  if (!fits(counts, 1, count)) {
    const attn_status status = attn_activation(vast(), count, ATTN_RELU, NULL);
    require(status != ATTN_OK || count == 0, "numbers without a place are written");
    return;
  }
  const kind kind = next_kind(in);
  const float *input = next_floats(in, kind, count);
  float *output = block(count * sizeof(float));
  const attn_status expected = count == 0 || kind_of <= ATTN_TANH ? ATTN_OK : ATTN_ERROR_OPTION;
  const attn_status status = attn_activation(input, count, (attn_activation_kind)kind_of, output);
  require(status == expected, "another status than expected");
  for (size_t i = 0; status == ATTN_OK && kind == KIND_PLAIN && i < count; i++) {
    const double x = (double)input[i];
    const double off = fabs((double)output[i] - activated(x, kind_of));
    require(off <= 6.0 * UNIT * fabs(x) + 1e-38, "an activation is off");
  }
}

// Vectors (rows, L, E), whose first `width` features are turned.
typedef struct rotation {
  uint32_t L, E, width;
  attn_rotary_pairs pairs;
  float theta;
  double factor;
  const uint32_t *positions;
} rotation;

// The frequencies between which a scaling by the factor begins.
#define LOW 0.01
#define HIGH 0.1

// One feature of the vectors, turned; backward by the opposite angle.
static total turned(const rotation *r, const float *x, size_t i, bool is_backward) {
  const size_t feature = i % r->E, half = r->width / 2;
  if (feature >= r->width) return (total){(double)x[i], 0.0};
  const bool is_half = r->pairs == ATTN_PAIRS_HALF;
  const bool is_first = is_half ? feature < half : feature % 2 == 0;
  const size_t step = is_half ? half : 1;
  const size_t pair = !is_half ? feature / 2 : is_first ? feature : feature - half;
  const double other = (double)(is_first ? x[i + step] : x[i - step]);
  const double frequency = pow((double)r->theta, -2.0 * (double)pair / r->width);
  const double share = fmin(fmax((frequency - LOW) / (HIGH - LOW), 0.0), 1.0);
  const double angle =
      r->positions[i / r->E % r->L] * frequency * (share + (1.0 - share) / r->factor);
  const double value =
      (double)x[i] * cos(angle) + (is_first == is_backward ? other : -other) * sin(angle);
  // The angle is rounded, too.
  return (total){value, (fabs((double)x[i]) + fabs(other)) * (4.0 + angle * 0x1p-22)};
}

static void check_rotary_backward(input *in, const rotation *r, uint32_t rows, const float *grad,
                                  size_t count) {
  gradient input = next_gradient(in, count);
  if (input.data == NULL) return; // it is required
  const uint32_t size = attn_rotary_backward_workspace(r->L, r->width);
  require(attn_rotary_backward(grad, r->positions, rows, r->L, r->E, r->width, r->theta, r->pairs,
                               r->factor, LOW, HIGH, input.data, block(size), size) == ATTN_OK,
          "gradients of vectors are refused");
  for (size_t i = 0; i < count; i++) {
    input.added[i] = turned(r, grad, i, true);
    input.added[i].size += fabs(input.added[i].value);
  }
  check_gradient(&input, 1, "the gradient of a feature");
}

static void fuzz_rotary(input *in) {
  const uint32_t rows = next_heads(in), L = next_size(in), E = next_size(in);
  const uint32_t width = next_byte(in) % 4 == 0 ? next_size(in) : next_byte(in) % 16;
  const attn_rotary_pairs pairs = (attn_rotary_pairs)(next_byte(in) % 3);
  const float theta = next_byte(in) % 16 == 0 ? 0.5F : 10000.0F;
  const double factor = next_byte(in) % 8;
  const wide counts[] = {(wide)rows * L * E, L, (wide)L * width};
  const uint32_t size = attn_rotary_workspace(L, width);
  attn_status expected = ATTN_OK;
  if (rows != 0 && L != 0 && E != 0) {
    if (theta < 1.0F || factor < 1.0 || (uint32_t)pairs > ATTN_PAIRS_INTERLEAVED)
      expected = ATTN_ERROR_OPTION;
    if (width > E || width % 2 != 0) expected = ATTN_ERROR_SIZE;
  }
  if (!fits(counts, 3, counts[0])) {
    const float *any = vast();
    const attn_status forward =
        attn_rotary(any, vast(), rows, L, E, width, theta, pairs, factor, LOW, HIGH, NULL, NULL, 0);
    const attn_status backward = attn_rotary_backward(any, vast(), rows, L, E, width, theta, pairs,
                                                      factor, LOW, HIGH, NOWHERE, NOWHERE, 0);
    const bool are_refused = forward != ATTN_OK && backward != ATTN_OK;
    require(are_refused || rows == 0 || L == 0 || E == 0, "vectors without a place");
    return;
  }
  const kind kind = next_kind(in);
  const float *input = next_floats(in, kind, counts[0]);
  uint32_t *positions = block(L * sizeof(uint32_t));
  for (size_t l = 0; l < L; l++) positions[l] = next_word(in);
  float *output = block((size_t)counts[0] * sizeof(float));
  const attn_status status = attn_rotary(input, positions, rows, L, E, width, theta, pairs, factor,
                                         LOW, HIGH, output, block(size), size);
  require(status == expected, "another status than expected");
  if (status != ATTN_OK || kind != KIND_PLAIN) return;
  const rotation r = {L, E, width, pairs, theta, factor, positions};
  for (size_t i = 0; i < (size_t)counts[0]; i++) {
    const total exact = turned(&r, input, i, false);
    const double off = fabs((double)output[i] - exact.value);
    require(off <= UNIT * exact.size + (exact.size == 0.0 ? 0.0 : 1e-38), "a feature is off");
  }
  check_rotary_backward(in, &r, rows, input, (size_t)counts[0]);
}

// The backward of a move adds each number where its forward took it from. Rows may have several
// parts, such as queries, keys and values.
static void check_heads_backward(input *in, const uint32_t sizes[4], const float *wide_rows,
                                 wide count) {
  const uint32_t N = sizes[0], L = sizes[1], H = sizes[2], d = sizes[3];
  const uint32_t choice = next_byte(in) % 3 + 1, parts = H % choice == 0 ? choice : 1;
  float *heads = block((size_t)count * sizeof(float));
  gradient rows = next_gradient(in, count), apart = next_gradient(in, count);
  require(attn_split_heads(wide_rows, N, L, parts, H / parts, d, heads) == ATTN_OK,
          "parts are refused");
  if (rows.data != NULL) {
    require(attn_split_heads_backward(heads, N, L, parts, H / parts, d, rows.data) == ATTN_OK,
            "gradients of heads are refused");
  }
  check_sum(&rows, wide_rows, "the gradient of rows");
  if (apart.data == NULL) return;
  float *merged = block((size_t)count * sizeof(float));
  require(attn_merge_heads(heads, N, L, H, d, merged) == ATTN_OK, "heads are refused");
  require(attn_merge_heads_backward(merged, N, L, H, d, apart.data) == ATTN_OK,
          "gradients of merged heads are refused");
  check_sum(&apart, heads, "the gradient of heads");
}

static void fuzz_moves(input *in) {
  const uint32_t N = next_heads(in), L = next_size(in), H = next_heads(in), d = next_size(in);
  const wide count = (wide)N * L * H * d;
  const wide counts[] = {count};
  if (!fits(counts, 1, count)) {
    const bool are_refused = attn_split_heads(vast(), N, L, 1, H, d, NULL) != ATTN_OK &&
                             attn_split_heads_backward(vast(), N, L, 1, H, d, NOWHERE) != ATTN_OK &&
                             attn_merge_heads_backward(vast(), N, L, H, d, NOWHERE) != ATTN_OK;
    require(are_refused || count == 0, "heads without a place are written");
    return;
  }
  const float *first = next_floats(in, KIND_ANY, count);
  const float *second = next_floats(in, KIND_PLAIN, count);
  const size_t bytes = (size_t)count * sizeof(float);
  float *heads = block(bytes), *merged = block(bytes), *sum = block(bytes), *product = block(bytes);
  require(attn_split_heads(first, N, L, 1, H, d, heads) == ATTN_OK, "heads are refused");
  require(attn_merge_heads(heads, N, L, H, d, merged) == ATTN_OK, "heads are refused");
  require(same_bits(first, merged, count), "heads do not come back");
  require(attn_add(first, second, (uint32_t)count, sum) == ATTN_OK, "a sum is refused");
  require(attn_multiply(first, second, (uint32_t)count, product) == ATTN_OK,
          "a product is refused");
  for (size_t i = 0; i < (size_t)count; i++) {
    const float values[] = {first[i] + second[i], first[i] * second[i]};
    require(same_bits(sum + i, values, 1), "another sum");
    require(same_bits(product + i, values + 1, 1), "another product");
  }
  check_heads_backward(in, (const uint32_t[]){N, L, H, d}, first, count);
}

void fuzz_parts(input *in) {
  static target *const operations[] = {fuzz_embedding, fuzz_norm, fuzz_activation, fuzz_rotary,
                                       fuzz_moves};
  operations[next_byte(in) % 5](in);
}
