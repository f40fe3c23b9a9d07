// The backwards of learning.h: linear, nearest point, embedding, layer norm, cross-entropy, the
// attentions, the GRU and small ones. Each adds to gradients that are not 0. Rotary positions and
// heads are in parts.c, beside their forward.
#include <math.h>
#include <string.h>

#include "gradient.h"
#include "judge.h"

static void fuzz_linear_backward(input *in) {
  const uint32_t rows = next_size(in), out = next_size(in), width = next_size(in);
  const bool is_nearest = next_byte(in) % 2 == 0; // then `out` points
  const wide counts[] = {(wide)rows * out, (wide)rows * width, (wide)out * width, out};
  const uint32_t size = is_nearest ? attn_nearest_point_workspace(out, width)
                                   : attn_linear_backward_workspace(out, width);
  if (!fits(counts, 4, (wide)rows * out * width) || size > 1 << 18) {
    const float *any = vast();
    const attn_status status = is_nearest
                                   ? attn_nearest_point_backward(any, any, any, rows, out, width,
                                                                 NOWHERE, NOWHERE, NOWHERE, 0)
                                   : attn_linear_backward(any, any, any, rows, out, width, NOWHERE,
                                                          NULL, NULL, NOWHERE, 0);
    require(status != ATTN_OK || counts[1] == 0 || out == 0, "gradients without a place");
    return;
  }
  const float *grad = next_floats(in, KIND_PLAIN, counts[0]);
  const float *given = next_floats(in, KIND_PLAIN, counts[1]);
  const float *weight = next_floats(in, KIND_PLAIN, counts[2]);
  gradient input = next_gradient(in, counts[1]), weights = next_gradient(in, counts[2]);
  gradient bias = next_gradient(in, out);
  const attn_status status =
      is_nearest ? attn_nearest_point_backward(grad, given, weight, rows, out, width, input.data,
                                               weights.data, block(size), size)
                 : attn_linear_backward(grad, given, weight, rows, out, width, input.data,
                                        weights.data, bias.data, block(size), size);
  require(status == ATTN_OK, "gradients of a product are refused");
  for (size_t i = 0; i < (size_t)counts[0]; i++) {
    const size_t row = i / out, column = i % out;
    const double g = (double)grad[i] * (is_nearest ? 2.0 : 1.0);
    if (!is_nearest) add_term(&bias.added[column], g);
    for (size_t k = 0; k < width; k++) {
      const double x = (double)given[row * width + k], w = (double)weight[column * width + k];
      add_term(&input.added[row * width + k], g * w);
      add_term(&weights.added[column * width + k], g * x);
      if (is_nearest) add_term(&weights.added[column * width + k], -g * w);
    }
  }
  check_gradient(&input, out, "the gradient of an input");
  check_gradient(&weights, 2 * (size_t)rows, "the gradient of a weight");
  if (!is_nearest) check_gradient(&bias, rows, "the gradient of a bias");
}

static void fuzz_embedding_backward(input *in) {
  const uint32_t rows = next_size(in), V = next_size(in), D = next_size(in);
  const wide counts[] = {(wide)rows * D, rows, (wide)V * D};
  if (!fits(counts, 3, counts[0])) {
    const attn_status status = attn_embedding_backward(vast(), vast(), rows, V, D, NOWHERE);
    require(status != ATTN_OK || counts[0] == 0, "gradients without a place");
    return;
  }
  const float *grad = next_floats(in, KIND_PLAIN, counts[0]);
  gradient table = next_gradient(in, counts[2]);
  uint32_t *ids = block(rows * sizeof(uint32_t));
  bool are_right = true;
  for (size_t i = 0; i < rows; i++) {
    ids[i] = V == 0 || next_byte(in) == 0xff ? V : next_word(in) % V;
    are_right = are_right && ids[i] < V;
  }
  if (table.data == NULL) return; // it is required
  const attn_status expected = are_right || counts[0] == 0 ? ATTN_OK : ATTN_ERROR_OPTION;
  require(attn_embedding_backward(grad, ids, rows, V, D, table.data) == expected, "another status");
  for (size_t i = 0; expected == ATTN_OK && i < (size_t)counts[0]; i++) {
    add_term(&table.added[(size_t)ids[i / D] * D + i % D], (double)grad[i]);
  }
  check_gradient(&table, rows, "the gradient of a table");
}

static void fuzz_norm_backward(input *in) {
  const uint32_t rows = next_size(in), D = next_size(in);
  const wide counts[] = {(wide)rows * D, D, rows};
  if (!fits(counts, 3, counts[0])) {
    const float *any = vast();
    const attn_status status =
        attn_layer_norm_backward(any, any, any, any, any, rows, D, NOWHERE, NULL, NULL);
    require(status != ATTN_OK || counts[0] == 0, "gradients without a place");
    return;
  }
  const float *grad = next_floats(in, KIND_PLAIN, counts[0]);
  const float *x = next_floats(in, KIND_PLAIN, counts[0]);
  const float *gain = next_floats(in, KIND_PLAIN, D);
  const float *mean = next_floats(in, KIND_PLAIN, rows);
  const float *inverse = next_floats(in, KIND_PLAIN, rows);
  gradient input = next_gradient(in, counts[0]), gains = next_gradient(in, D);
  gradient bias = next_gradient(in, D);
  require(attn_layer_norm_backward(grad, x, gain, mean, inverse, rows, D, input.data, gains.data,
                                   bias.data) == ATTN_OK,
          "gradients of a norm are refused");
  for (size_t i = 0; i < rows; i++) {
    const double scale = (double)inverse[i];
    total first = {0.0, 0.0}, second = {0.0, 0.0}; // sums of the gradient, and times the normal
    for (size_t j = 0; j < D; j++) {
      const double g = (double)grad[i * D + j], weighed = g * (double)gain[j];
      const double normal = ((double)x[i * D + j] - (double)mean[i]) * scale;
      add_term(&gains.added[j], g * normal);
      add_term(&bias.added[j], g);
      add_term(&first, weighed / D);
      add_term(&second, weighed * normal / D);
    }
    for (size_t j = 0; j < D; j++) {
      const double normal = ((double)x[i * D + j] - (double)mean[i]) * scale;
      total *to = &input.added[i * D + j];
      add_term(to, scale * (double)grad[i * D + j] * (double)gain[j]);
      to->value -= scale * (first.value + normal * second.value);
      to->size += fabs(scale) * (first.size + fabs(normal) * second.size);
    }
  }
  check_gradient(&input, (size_t)D + 8, "the gradient of the input of a norm");
  check_gradient(&gains, (size_t)rows + 4, "the gradient of a gain");
  check_gradient(&bias, rows, "the gradient of the bias of a norm");
}

static void fuzz_cross_entropy(input *in) {
  const uint32_t rows = next_size(in), C = next_size(in);
  const wide counts[] = {(wide)rows * C, rows};
  if (!fits(counts, 2, counts[0])) {
    const attn_status status = attn_cross_entropy_backward(vast(), vast(), rows, C, NOWHERE);
    require(status != ATTN_OK || counts[0] == 0, "gradients without a place");
    return;
  }
  const float *logits = next_floats(in, KIND_PLAIN, counts[0]);
  float *probabilities = block((size_t)counts[0] * sizeof(float)), *loss = block(sizeof(float));
  gradient logit = next_gradient(in, counts[0]);
  uint32_t *targets = block(rows * sizeof(uint32_t)), counted = 0;
  bool are_right = true;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t byte = next_byte(in);
    targets[i] = byte < 32 ? ATTN_NO_TARGET : byte == 0xff || C == 0 ? C : next_word(in) % C;
    counted += targets[i] != ATTN_NO_TARGET;
    are_right = are_right && (targets[i] < C || targets[i] == ATTN_NO_TARGET);
  }
  const attn_status status = attn_cross_entropy(logits, targets, rows, C, probabilities, loss);
  require(status == (are_right ? ATTN_OK : ATTN_ERROR_OPTION), "another status of a loss");
  if (status != ATTN_OK || logit.data == NULL) return;
  require(attn_cross_entropy_backward(probabilities, targets, rows, C, logit.data) == ATTN_OK,
          "the gradient of a loss is refused");
  total right = {0.0, 0.0};
  for (size_t i = 0; i < rows; i++) {
    if (targets[i] == ATTN_NO_TARGET) continue;
    const float *row = logits + i * C;
    double sum = 0.0;
    for (size_t k = 0; k < C; k++) sum += exp((double)row[k]);
    add_term(&right, (log(sum) - (double)row[targets[i]]) / counted);
    for (size_t k = 0; k < C; k++) {
      add_term(&logit.added[i * C + k], exp((double)row[k]) / sum / counted);
    }
    add_term(&logit.added[i * C + targets[i]], -1.0 / counted);
  }
  const double off = fabs((double)*loss - right.value);
  require(off <= ((double)C / 4.0 + 16.0) * UNIT * (right.size + 8.0), "a loss is off");
  check_gradient(&logit, (size_t)C / 2 + 32, "the gradient of logits");
}

typedef struct gru_call {
  attn_gru_sizes sizes;
  const float *grad, *states, *gates, *weight, *initial;
  gradient input, weights, bias, first;
} gru_call;

// One word back: `state` holds the gradient that comes from later words, and gets that of earlier.
static void step_back(gru_call *c, size_t n, size_t t, size_t before, bool is_first, total *state) {
  const size_t U = c->sizes.U, word = n * c->sizes.T + t;
  total *hidden = take_totals(3 * U);
  const float *h = is_first ? c->initial : c->states + before * c->sizes.stride;
  if (is_first && h != NULL) h += n * U;
  for (size_t u = 0; u < U; u++) {
    const float *gates = c->gates + word * 4 * U + u;
    const double r = (double)gates[0], z = (double)gates[U], m = (double)gates[2 * U];
    add_term(&state[u], (double)c->grad[word * c->sizes.stride + u]);
    const double old = h == NULL ? 0.0 : (double)h[u];
    const double hidden_m = (double)gates[3 * U], to_m = (1.0 - z) * (1.0 - m * m);
    const double slopes[] = {to_m * hidden_m * r * (1.0 - r), (old - m) * z * (1.0 - z), to_m,
                             to_m * r};
    // The differences are rounded as far as both of their terms.
    const double size = 2.0 * (1.0 + z);
    const double sizes[] = {2.0 * size * fabs(hidden_m) * r, 2.0 * (fabs(old) + fabs(m)) * z, size,
                            size * r};
    for (size_t part = 0; part < 4; part++) {
      const total g = {state[u].value * slopes[part], state[u].size * sizes[part]};
      total *to = &c->input.added[word * 3 * U + part * U + u];
      if (part < 3) *to = g;
      if (part != 2) hidden[(part < 3 ? part : 2) * U + u] = g;
    }
    state[u] = (total){state[u].value * z, state[u].size * fabs(z)};
  }
  for (size_t i = 0; i < 3 * U; i++) {
    c->bias.added[i].value += hidden[i].value;
    c->bias.added[i].size += hidden[i].size;
    for (size_t u = 0; u < U; u++) {
      const double old = h == NULL ? 0.0 : (double)h[u], w = (double)c->weight[i * U + u];
      total *to = &c->weights.added[i * U + u];
      *to = (total){to->value + hidden[i].value * old, to->size + hidden[i].size * fabs(old)};
      to = &state[u];
      *to = (total){to->value + hidden[i].value * w, to->size + hidden[i].size * fabs(w)};
    }
  }
}

static void fuzz_gru_backward(input *in) {
  attn_gru_sizes z = {.N = next_heads(in)};
  z.T = next_heads(in), z.U = next_size(in), z.is_reverse = next_byte(in) % 2;
  const uint8_t more = next_byte(in);
  z.stride = more < 8 ? next_size(in) : z.U + more % 4;
  const wide words = (wide)z.N * z.T;
  const wide states = words == 0 || z.U == 0 ? 0 : (words - 1) * z.stride + z.U;
  const wide counts[] = {states, 4 * words * z.U, (wide)z.U * z.U * 3, (wide)z.N * z.U};
  const uint32_t size = attn_gru_workspace(&z);
  const bool is_wrong = words != 0 && z.U != 0 && z.stride < z.U;
  if (is_wrong || words > 64 || !fits(counts, 4, words * counts[2]) || size > 1 << 18) {
    const float *any = vast();
    const attn_status status =
        attn_gru_backward(any, any, any, any, any, &z, NOWHERE, NULL, NULL, NULL, NOWHERE, 0);
    require(!is_wrong || status == ATTN_ERROR_SIZE, "a stride less than the width is accepted");
    require(status != ATTN_OK || states == 0, "gradients without a place");
    return;
  }
  gru_call c = {.sizes = z};
  const float *given = next_floats(in, KIND_PLAIN, 3 * words * z.U);
  const float *hidden_bias = next_floats(in, KIND_PLAIN, 3 * (wide)z.U);
  c.weight = next_floats(in, KIND_PLAIN, counts[2]);
  c.grad = next_floats(in, KIND_PLAIN, states);
  c.initial = next_byte(in) % 2 == 0 ? NULL : next_floats(in, KIND_PLAIN, counts[3]);
  float *output = block((size_t)states * sizeof(float));
  float *gates = block((size_t)counts[1] * sizeof(float)), *workspace = block(size);
  require(attn_gru(given, c.weight, hidden_bias, c.initial, &z, output, gates, workspace, size) ==
              ATTN_OK,
          "a GRU is refused");
  c.states = output, c.gates = gates;
  c.input = next_gradient(in, 3 * words * z.U), c.weights = next_gradient(in, counts[2]);
  c.bias = next_gradient(in, 3 * (wide)z.U), c.first = next_gradient(in, counts[3]);
  require(attn_gru_backward(c.grad, output, gates, c.weight, c.initial, &z, c.input.data,
                            c.weights.data, c.bias.data, c.first.data, workspace, size) == ATTN_OK,
          "gradients of a GRU are refused");
  if (states == 0) return;
  for (size_t n = 0; n < z.N; n++) {
    total *state = c.first.added + n * z.U;
    for (size_t step = z.T; step-- > 0;) {
      const size_t t = z.is_reverse != 0 ? z.T - 1 - step : step;
      const size_t before = n * z.T + (z.is_reverse != 0 ? t + 1 : t - 1);
      step_back(&c, n, t, before, step == 0, state);
    }
  }
  const size_t roundings = (3 * (size_t)z.U + 16) * (z.T + 1);
  check_gradient(&c.input, roundings, "the gradient of the input of a GRU");
  check_gradient(&c.weights, roundings + (size_t)words, "the gradient of the weight of a GRU");
  check_gradient(&c.bias, roundings + (size_t)words, "the gradient of the bias of a GRU");
  check_gradient(&c.first, roundings, "the gradient of the first state");
}

// x (1 - y^2) for tanh, and one addition for each number of what was put side by side.
static void fuzz_small_backwards(input *in) {
  const uint32_t rows = next_size(in), A = next_size(in), B = next_size(in);
  const wide first = (wide)rows * A, second = (wide)rows * B, counts[] = {first, second};
  if (!fits(counts, 2, first + second)) {
    const attn_status status = attn_concatenate_backward(vast(), rows, A, B, NOWHERE, NOWHERE);
    require(status != ATTN_OK || (wide)rows * ((wide)A + B) == 0, "gradients without a place");
    return;
  }
  const float *left = next_floats(in, KIND_PLAIN, first);
  const float *right = next_floats(in, KIND_PLAIN, second);
  float *both = block((size_t)(first + second) * sizeof(float));
  require(attn_concatenate(left, right, rows, A, B, both) == ATTN_OK, "arrays are refused");
  gradient lefts = next_gradient(in, first), rights = next_gradient(in, second);
  require(attn_concatenate_backward(both, rows, A, B, lefts.data, rights.data) == ATTN_OK,
          "gradients side by side are refused");
  check_sum(&lefts, left, "the gradient of a first array");
  check_sum(&rights, right, "the gradient of a second array");
  gradient sum = next_gradient(in, first), slopes = next_gradient(in, first);
  if (sum.data != NULL) {
    require(attn_accumulate(left, (uint32_t)first, sum.data) == ATTN_OK, "a sum is refused");
  }
  check_sum(&sum, left, "a gradient that is handed on");
  if (slopes.data == NULL) return;
  float *changes = block(slopes.count * sizeof(float)),
        *output = block(slopes.count * sizeof(float));
  require(attn_activation(left, (uint32_t)first, ATTN_TANH, output) == ATTN_OK, "tanh is refused");
  for (size_t i = 0; i < slopes.count; i++) changes[i] = left[i] * (1.0F - output[i] * output[i]);
  require(attn_tanh_backward(left, output, (uint32_t)first, slopes.data) == ATTN_OK,
          "a gradient of tanh is refused");
  check_sum(&slopes, changes, "the gradient of tanh");
}

static size_t distance_of(const uint32_t sizes[3], size_t l, size_t s, size_t reach) {
  const size_t key = s + sizes[1], query = l + sizes[2];
  const size_t distance = query > key ? query - key : 0;
  return distance < reach ? distance : reach - 1;
}

static void fuzz_distance_bias(input *in) {
  const uint32_t sizes[] = {next_heads(in), next_size(in), next_size(in)}; // H, L, S
  const uint32_t reach = next_size(in);
  const wide cells = (wide)sizes[0] * sizes[1] * sizes[2];
  const wide counts[] = {cells, (wide)sizes[0] * reach};
  if (!fits(counts, 2, cells) || reach == 0) {
    const attn_status status =
        attn_distance_bias_backward(vast(), sizes[0], sizes[1], sizes[2], reach, NOWHERE);
    require(status != ATTN_OK || cells == 0, "gradients without a place");
    return;
  }
  const float *table = next_floats(in, KIND_PLAIN, counts[1]);
  const float *grad = next_floats(in, KIND_PLAIN, cells);
  float *output = block((size_t)cells * sizeof(float));
  gradient tables = next_gradient(in, counts[1]);
  require(attn_distance_bias(table, sizes[0], sizes[1], sizes[2], reach, output) == ATTN_OK,
          "a bias is refused");
  if (tables.data == NULL) return;
  require(attn_distance_bias_backward(grad, sizes[0], sizes[1], sizes[2], reach, tables.data) ==
              ATTN_OK,
          "gradients of a bias are refused");
  for (size_t i = 0; i < (size_t)cells; i++) {
    const size_t s = i % sizes[2], l = i / sizes[2] % sizes[1], h = i / sizes[2] / sizes[1];
    const size_t at = h * reach + distance_of(sizes, l, s, reach);
    require(same_bits(output + i, table + at, 1), "another bias");
    add_term(&tables.added[at], (double)grad[i]);
  }
  check_gradient(&tables, (size_t)cells, "the gradient of a bias by distance");
}

static void fuzz_sinks_backward(input *in) {
  const uint32_t N = next_heads(in), H = next_heads(in), L = next_size(in), Ev = next_size(in);
  const wide rows = (wide)N * H * L, counts[] = {rows, H, rows > MOST_ELEMENTS ? 0 : rows * Ev};
  if (!fits(counts, 3, counts[2])) {
    const float *any = vast();
    const attn_status status = attn_sinks_backward(any, any, any, any, any, N, H, L, Ev, NOWHERE);
    require(status != ATTN_OK || rows == 0, "gradients without a place");
    return;
  }
  const float *grad = next_floats(in, KIND_PLAIN, counts[2]);
  const float *output = next_floats(in, KIND_PLAIN, counts[2]);
  float *sinks = next_floats(in, KIND_PLAIN, H);
  const float *row_max = next_floats(in, KIND_PLAIN, rows);
  float *row_sum = next_floats(in, KIND_PLAIN, rows);
  for (size_t i = 0; i < (size_t)rows; i++) row_sum[i] = 1.0F + fabsf(row_sum[i]);
  if (H != 0 && next_byte(in) % 4 == 0) sinks[next_byte(in) % H] = -INFINITY;
  gradient sink = next_gradient(in, H);
  if (sink.data == NULL) return; // it is required
  require(attn_sinks_backward(grad, output, sinks, row_max, row_sum, N, H, L, Ev, sink.data) ==
              ATTN_OK,
          "gradients of sinks are refused");
  for (size_t row = 0; row < (size_t)rows; row++) {
    const size_t h = row / L % H;
    const double distance = (double)sinks[h] - (double)row_max[row];
    const double weight = exp(distance) / (double)row_sum[row];
    // The distance is rounded before the exponential.
    const double more = isfinite(distance) ? 1.0 + fabs(distance) : 0.0;
    for (size_t j = 0; j < Ev; j++) {
      const double term = weight * (double)grad[row * Ev + j] * (double)output[row * Ev + j];
      sink.added[h].value -= term;
      sink.added[h].size += fabs(term) * more;
    }
  }
  check_gradient(&sink, (size_t)N * L + Ev + 8, "the gradient of a sink");
}

typedef struct adamw {
  const float *gradients, *parameters, *mean, *variance; // before the step
  attn_adamw_options options;
} adamw;

static double gradient_factor(const adamw *a, size_t count) {
  double square = 0.0;
  for (size_t i = 0; i < count; i++) square += (double)a->gradients[i] * (double)a->gradients[i];
  const double most = (double)a->options.max_norm, norm = sqrt(square);
  return most > 0.0 && norm > most ? most / (norm + 1e-6) : 1.0;
}

static void require_near(float is, double right, double size, const char *what) {
  require(fabs((double)is - right) <= 12.0 * UNIT * size + 1e-37, what);
}

static void fuzz_adamw(input *in) {
  static const float betas[] = {0.9F, 0.999F, 0.0F, 0.5F, 0.9F, 0.98F, 1.0F, -0.1F};
  static const float norms[] = {0.0F, 0.0F, 1.0F, 0.01F, 1000.0F};
  const uint32_t count = next_size(in);
  const uint8_t rare = next_byte(in);
  const attn_adamw_options o = {
      .learning_rate = rare == 255 ? NAN : 0.001F * (float)next_byte(in),
      .beta1 = betas[next_byte(in) % (rare < 240 ? 6 : 8)],
      .beta2 = betas[next_byte(in) % (rare < 240 ? 6 : 8)],
      .epsilon = rare == 254 ? 0.0F : 1e-6F,
      .weight_decay = 0.01F * (float)(next_byte(in) % 16),
      .max_norm = norms[next_byte(in) % 5],
      .step = rare == 253 ? 0 : next_size(in) + 1,
  };
  const bool is_right = rare < 253 && o.beta1 >= 0.0F && o.beta1 < 1.0F && o.beta2 >= 0.0F &&
                        o.beta2 < 1.0F && o.step > 0;
  const wide counts[] = {count};
  if (!fits(counts, 1, count)) {
    const attn_status status = attn_adamw(vast(), count, &o, NOWHERE, NOWHERE, NOWHERE);
    require(status != ATTN_OK, "parameters without a place");
    return;
  }
  float *after[3]; // parameters, mean, variance
  const float *before[3];
  for (size_t i = 0; i < 3; i++) {
    float *drawn = next_floats(in, KIND_PLAIN, count);
    for (size_t k = 0; k < count && i == 2; k++) drawn[k] = fabsf(drawn[k]);
    before[i] = drawn;
    after[i] = block(count * sizeof(float));
    if (count != 0) memcpy(after[i], drawn, count * sizeof(float));
  }
  const adamw a = {next_floats(in, KIND_PLAIN, count), before[0], before[1], before[2], o};
  const attn_status status = attn_adamw(a.gradients, count, &o, after[0], after[1], after[2]);
  require(status == (is_right ? ATTN_OK : ATTN_ERROR_OPTION), "another status of a step");
  const double factor = gradient_factor(&a, count);
  const double mean_share = 1.0 - pow((double)o.beta1, o.step);
  const double variance_share = 1.0 - pow((double)o.beta2, o.step);
  const double decay = 1.0 - (double)o.learning_rate * (double)o.weight_decay;
  for (size_t i = 0; i < count; i++) {
    if (!is_right) {
      for (size_t k = 0; k < 3; k++) {
        require(same_bits(after[k] + i, before[k] + i, 1), "a refused step has written");
      }
      continue;
    }
    const double g = (double)a.gradients[i] * factor;
    const double kept = (double)o.beta1 * (double)a.mean[i];
    const double mean = kept + (double)(1.0F - o.beta1) * g;
    const double mean_size = fabs(kept) + fabs(mean - kept);
    const double variance =
        (double)o.beta2 * (double)a.variance[i] + (double)(1.0F - o.beta2) * g * g;
    require_near(after[1][i], mean, mean_size, "a mean of gradients");
    require_near(after[2][i], variance, variance, "a mean of squared gradients");
    const double rate = (double)o.learning_rate / mean_share;
    const double deviation = sqrt(variance / variance_share) + (double)o.epsilon;
    const double decayed = (double)a.parameters[i] * decay;
    const double size = fabs((double)a.parameters[i]) + rate * mean_size / deviation;
    require_near(after[0][i], decayed - rate * mean / deviation, size, "a parameter after a step");
  }
}

void fuzz_learning(input *in) {
  static target *const operations[] = {
      fuzz_linear_backward, fuzz_embedding_backward,   fuzz_norm_backward,     fuzz_cross_entropy,
      fuzz_gru_backward,    fuzz_dot_product_backward, fuzz_additive_backward, fuzz_adamw,
      fuzz_sinks_backward,  fuzz_distance_bias,        fuzz_small_backwards,
  };
  operations[next_byte(in) % 11](in);
}
