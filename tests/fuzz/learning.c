// The backwards of learning.h that sum products: linear, nearest point, embedding, layer norm,
// cross-entropy, scaled dot products and the GRU. Each adds to gradients that are not 0.
#include <math.h>
#include <string.h>

#include "judge.h"
#include "learning.h"

#define UNIT (1.0 / 16777216.0)
// A gradient that a call must refuse, since it is not aligned.
#define NOWHERE ((float *)1) // NOLINT

// A sum, and that of the magnitudes of its terms, which bounds its rounding errors.
typedef struct total {
  double value, size;
} total;

typedef struct gradient {
  float *data; // NULL: not wanted
  float *before;
  total *added;
  size_t count;
} gradient;

static void add_term(total *to, double term) {
  to->value += term;
  to->size += fabs(term);
}

static total *take_totals(size_t count) {
  total *totals = block(count * sizeof(total));
  for (size_t i = 0; i < count; i++) totals[i] = (total){0.0, 0.0};
  return totals;
}

static gradient next_gradient(input *in, wide count) {
  gradient g = {.added = take_totals((size_t)count), .count = (size_t)count};
  g.before = next_floats(in, KIND_PLAIN, count);
  if (next_byte(in) % 4 == 0) return g;
  g.data = block(g.count * sizeof(float));
  if (g.count != 0) memcpy(g.data, g.before, g.count * sizeof(float));
  return g;
}

static void check_gradient(const gradient *g, size_t roundings, const char *what) {
  for (size_t i = 0; g->data != NULL && i < g->count; i++) {
    const double before = (double)g->before[i];
    const double off = fabs((double)g->data[i] - before - g->added[i].value);
    const double bound = ((double)roundings + 4.0) * UNIT * (fabs(before) + g->added[i].size);
    require(off <= bound + 1e-38, what);
  }
}

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

typedef struct attention {
  attn_scaled_dot_product_sizes sizes;
  const attn_options *options;
  const float *grad, *query, *key, *value, *weights, *dropped;
  const attn_score_gradients *is;
  double *reached; // the gradients of one row of weights before dropout
  gradient grad_query, grad_key, grad_value;
} attention;

// Checks the gradients of one row, from those of its weights to those of its scores, and adds what
// the inputs get from them.
static void check_row(attention *a, size_t row) {
  const size_t S = a->sizes.S, E = a->sizes.E, Ev = a->sizes.Ev, H = a->sizes.H;
  const size_t n = row / a->sizes.L / H, h = row / a->sizes.L % H;
  const size_t keys = (n * a->sizes.Hkv + h / (H / a->sizes.Hkv)) * S;
  const double kept = (double)(1.0F / (1.0F - a->options->dropout_p));
  total sum = {0.0, 0.0};
  double *reached = a->reached;
  for (size_t s = 0; s < S; s++) {
    total weight = {0.0, 0.0};
    for (size_t j = 0; j < Ev; j++) {
      const double g = (double)a->grad[row * Ev + j];
      add_term(&weight, g * (double)a->value[(keys + s) * Ev + j]);
      add_term(&a->grad_value.added[(keys + s) * Ev + j], g * (double)a->dropped[row * S + s]);
    }
    const double is = (double)a->is->weights[row * S + s];
    require(fabs(is - weight.value) <= ((double)Ev + 4.0) * UNIT * weight.size + 1e-38,
            "the gradient of a weight");
    reached[s] = a->dropped[row * S + s] == 0.0F ? 0.0 : is * kept;
    add_term(&sum, (double)a->weights[row * S + s] * reached[s]);
  }
  for (size_t s = 0; s < S; s++) {
    const double weight = (double)a->weights[row * S + s];
    const double is = (double)a->is->scaled_scores[row * S + s];
    const double bound = ((double)S + 8.0) * UNIT * weight * (fabs(reached[s]) + sum.size) + 1e-38;
    require(fabs(is - weight * (reached[s] - sum.value)) <= bound, "the gradient of a score");
    const float score = a->is->scores[row * S + s];
    const float scaled = a->is->scaled_scores[row * S + s] * a->options->scale;
    require(same_bits(&score, &scaled, 1), "a gradient is not scaled");
    for (size_t k = 0; k < E; k++) {
      add_term(&a->grad_query.added[row * E + k],
               (double)score * (double)a->key[(keys + s) * E + k]);
      add_term(&a->grad_key.added[(keys + s) * E + k],
               (double)score * (double)a->query[row * E + k]);
    }
  }
}

// Masks as they come, but no fill, cap or NaN that gives masked keys a gradient of their own.
static void fuzz_attention_backward(input *in) {
  attn_scaled_dot_product_sizes z = {.N = next_heads(in)};
  z.Hkv = next_heads(in);
  z.H = z.Hkv % 8 * (next_byte(in) % 3 + 1U);
  z.L = next_size(in), z.S = next_size(in), z.E = next_size(in), z.Ev = next_size(in);
  drawn_options drawn = next_options(in, z.N, z.H, z.L, z.S);
  drawn.options.mask_fill = -INFINITY;
  drawn.options.softcap = 0.0F;
  drawn.options.empty_row_is_nan = 0;
  const wide rows = (wide)z.N * z.H * z.L, keys = (wide)z.N * z.Hkv * z.S;
  const uint32_t size = attn_scaled_dot_product_backward_workspace(&z);
  const uint32_t forward_size = attn_scaled_dot_product_workspace(&z);
  const bool is_huge =
      rows > MOST_ELEMENTS || keys > MOST_ELEMENTS || z.S > MOST_ELEMENTS || size > 1 << 18;
  const wide cells = is_huge ? 0 : rows * z.S;
  const wide counts[] = {cells, is_huge ? 0 : rows * z.E, is_huge ? 0 : rows * z.Ev,
                         is_huge ? 0 : keys * z.E, is_huge ? 0 : keys * z.Ev};
  if (is_huge || drawn.are_too_wide || z.H == 0 || forward_size > 1 << 18 ||
      !fits(counts, 5, cells * ((wide)z.E + z.Ev + 1))) {
    const float *any = vast();
    const attn_scaled_dot_product_gradients few = {.query = NOWHERE};
    const attn_status status = attn_scaled_dot_product_backward(any, any, any, any, any, &z,
                                                                &drawn.options, &few, NOWHERE, 0);
    require(status != ATTN_OK || rows == 0 || z.S == 0, "gradients without a place");
    return;
  }
  attention a = {.sizes = z, .options = &drawn.options};
  a.query = next_floats(in, KIND_PLAIN, counts[1]), a.key = next_floats(in, KIND_PLAIN, counts[3]);
  a.value = next_floats(in, KIND_PLAIN, counts[4]), a.grad = next_floats(in, KIND_PLAIN, counts[2]);
  const size_t bytes = (size_t)cells * sizeof(float);
  float *weights = block(bytes), *dropped = block(bytes);
  const attn_trace trace = {.weights = weights};
  const attn_status forward = attn_scaled_dot_product_attention(
      a.query, a.key, a.value, &z, &drawn.options, block((size_t)counts[2] * sizeof(float)),
      dropped, &trace, block(forward_size), forward_size);
  a.weights = weights, a.dropped = dropped;
  a.grad_query = next_gradient(in, counts[1]), a.grad_key = next_gradient(in, counts[3]);
  a.grad_value = next_gradient(in, counts[4]);
  const attn_scaled_dot_product_gradients gradients = {
      .query = a.grad_query.data,
      .key = a.grad_key.data,
      .value = a.grad_value.data,
      .attention = {.weights = block(bytes), .scaled_scores = block(bytes), .scores = block(bytes)},
  };
  a.is = &gradients.attention;
  a.reached = block(z.S * sizeof(double));
  const attn_status status = attn_scaled_dot_product_backward(
      a.grad, a.query, a.key, a.value, weights, &z, &drawn.options, &gradients, block(size), size);
  require(status == forward || cells == 0, "another status than forward");
  if (status != ATTN_OK || drawn.options.dropout_p == 1.0F) return;
  for (size_t row = 0; cells != 0 && row < (size_t)rows; row++) check_row(&a, row);
  check_gradient(&a.grad_query, z.S, "the gradient of a query");
  check_gradient(&a.grad_key, (size_t)z.H * z.L, "the gradient of a key");
  check_gradient(&a.grad_value, (size_t)z.H * z.L, "the gradient of a value");
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

void fuzz_learning(input *in) {
  static target *const operations[] = {fuzz_linear_backward, fuzz_embedding_backward,
                                       fuzz_norm_backward,   fuzz_cross_entropy,
                                       fuzz_gru_backward,    fuzz_attention_backward};
  operations[next_byte(in) % 6](in);
}
