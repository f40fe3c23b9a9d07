// Every backward against central differences of its formula, written down once more as plainly as
// possible, in double. Each array has a block of its exact size, for the sanitizers to watch.
//
// The loss is a sum of outputs with random factors. Backward runs twice into the same gradients,
// which have to double: it adds. Writes a JSON array of { operation, gradient, error }: the largest
// difference of a gradient's elements, relative to |one| + |other| + mean of the gradient.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learning.h"

#define MAX_INPUTS 8
#define STEP 1e-5

typedef struct input {
  const char *name;
  uint32_t count;
  float *data;
  float *grad;
  double *exact;
} input;

// An operation on a few sizes.
typedef struct problem {
  const char *name;
  input inputs[MAX_INPUTS];
  uint32_t input_count;
  uint32_t output_count;
  uint32_t N, H, Hkv, L, S, E, Ev, A; // or whatever it makes of them
  attn_options options;
  bool is_reverse;
  attn_rotary_pairs pairs;
  uint32_t *ids;
  float *kept;        // factors of dropout
  float *output;      // from forward
  float *grad_output; // the random factors
  double *exact;      // the reference's output
  float *kept_for_backward[3];
} problem;

static uint32_t state = 1;

static double uniform(void) {
  state = state * 1664525U + 1013904223U;
  return (double)(state >> 8U) / 0x1p24;
}

static void fail(const char *why) {
  (void)fprintf(stderr, "gradients: %s\n", why);
  exit(EXIT_FAILURE);
}

static void *take(size_t bytes) {
  void *block = calloc(bytes == 0 ? 1 : bytes, 1);
  if (block == NULL) fail("no more memory");
  return block;
}

static float *take_floats(size_t count) { return take(count * sizeof(float)); }

static void require(attn_status status) {
  if (status != ATTN_OK) fail("a call is refused");
}

static void add_input(problem *p, const char *name, uint32_t count, double size) {
  input *i = &p->inputs[p->input_count++];
  *i = (input){name, count, take_floats(count), take_floats(count), take(count * sizeof(double))};
  for (uint32_t k = 0; k < count; k++) {
    i->data[k] = (float)(size * (2.0 * uniform() - 1.0));
    i->exact[k] = (double)i->data[k];
  }
}

static const double *exact(const problem *p, uint32_t i) { return p->inputs[i].exact; }
static const float *data(const problem *p, uint32_t i) { return p->inputs[i].data; }
static float *grad(const problem *p, uint32_t i) { return p->inputs[i].grad; }

typedef void operation(problem *p);

static double loss_of(problem *p, operation *reference) {
  reference(p);
  double sum = 0.0;
  for (uint32_t i = 0; i < p->output_count; i++) sum += (double)p->grad_output[i] * p->exact[i];
  return sum;
}

static bool is_first = true;

static void report(problem *p, const input *i, operation *reference) {
  double *numeric = take(i->count * sizeof(double));
  double mean = 0.0;
  for (uint32_t k = 0; k < i->count; k++) {
    const double x = i->exact[k];
    i->exact[k] = x + STEP;
    const double above = loss_of(p, reference);
    i->exact[k] = x - STEP;
    numeric[k] = (above - loss_of(p, reference)) / (2.0 * STEP);
    i->exact[k] = x;
    mean += fabs(numeric[k]) / i->count;
  }
  double worst = 0.0;
  for (uint32_t k = 0; k < i->count; k++) {
    const double analytic = (double)i->grad[k] / 2.0;
    const double error =
        fabs(analytic - numeric[k]) / (fabs(analytic) + fabs(numeric[k]) + mean + 1e-30);
    if (!(error <= worst)) worst = error;
  }
  (void)printf("%s{\"operation\":\"%s\",\"gradient\":\"%s\",\"error\":%.3g}", is_first ? "" : ",\n",
               p->name, i->name, isfinite(worst) ? worst : 1e30);
  is_first = false;
  free(numeric);
}

static void check(problem *p, operation *reference, operation *forward, operation *backward) {
  p->exact = take(p->output_count * sizeof(double));
  p->output = take_floats(p->output_count);
  p->grad_output = take_floats(p->output_count);
  for (uint32_t i = 0; i < p->output_count; i++) {
    p->grad_output[i] = (float)(2.0 * uniform() - 1.0);
  }
  forward(p);
  backward(p);
  backward(p);
  for (uint32_t i = 0; i < p->input_count; i++) report(p, &p->inputs[i], reference);
  for (uint32_t i = 0; i < p->input_count; i++) {
    free(p->inputs[i].data);
    free(p->inputs[i].grad);
    free(p->inputs[i].exact);
  }
  for (int i = 0; i < 3; i++) free(p->kept_for_backward[i]);
  free(p->ids);
  free(p->kept);
  free(p->output);
  free(p->grad_output);
  free(p->exact);
}

// Linear: L rows, E in, Ev out.

static void linear_exact(problem *p) {
  const double *x = exact(p, 0), *weight = exact(p, 1), *bias = exact(p, 2);
  for (uint32_t i = 0; i < p->L; i++) {
    for (uint32_t j = 0; j < p->Ev; j++) {
      double sum = bias[j];
      for (uint32_t k = 0; k < p->E; k++) sum += x[i * p->E + k] * weight[j * p->E + k];
      p->exact[i * p->Ev + j] = sum;
    }
  }
}

static void linear_forward(problem *p) {
  float *packed = take(attn_packed_size(p->Ev, p->E, ATTN_FLOAT32));
  require(attn_pack_weight(data(p, 1), p->Ev, p->E, packed, ATTN_FLOAT32));
  require(attn_linear(data(p, 0), packed, data(p, 2), p->L, p->Ev, p->E, p->output, ATTN_FLOAT32));
  free(packed);
}

static void linear_backward(problem *p) {
  const uint32_t bytes = attn_linear_backward_workspace(p->Ev, p->E);
  float *workspace = take(bytes);
  require(attn_linear_backward(p->grad_output, data(p, 0), data(p, 1), p->L, p->Ev, p->E,
                               grad(p, 0), grad(p, 1), grad(p, 2), workspace, bytes));
  free(workspace);
}

static void check_linear(uint32_t rows, uint32_t out, uint32_t in) {
  problem p = {.name = "linear", .L = rows, .Ev = out, .E = in, .output_count = rows * out};
  add_input(&p, "input", rows * in, 1.0);
  add_input(&p, "weight", out * in, 1.0);
  add_input(&p, "bias", out, 1.0);
  check(&p, linear_exact, linear_forward, linear_backward);
}

// Embedding: L rows of D = E from a table of S.

static void embedding_exact(problem *p) {
  for (uint32_t i = 0; i < p->L; i++) {
    for (uint32_t k = 0; k < p->E; k++) {
      p->exact[i * p->E + k] = exact(p, 0)[p->ids[i] * p->E + k];
    }
  }
}

static void embedding_forward(problem *p) {
  require(attn_embedding(data(p, 0), p->ids, p->L, p->S, p->E, p->output));
}

static void embedding_backward(problem *p) {
  require(attn_embedding_backward(p->grad_output, p->ids, p->L, p->S, p->E, grad(p, 0)));
}

static uint32_t *take_ids(uint32_t count, uint32_t end) {
  uint32_t *ids = take(count * sizeof(uint32_t));
  for (uint32_t i = 0; i < count; i++) ids[i] = (uint32_t)(uniform() * end);
  return ids;
}

static void check_embedding(uint32_t rows, uint32_t V, uint32_t D) {
  problem p = {.name = "embedding", .L = rows, .S = V, .E = D, .output_count = rows * D};
  p.ids = take_ids(rows, V);
  add_input(&p, "table", V * D, 1.0);
  check(&p, embedding_exact, embedding_forward, embedding_backward);
}

// Layer normalization: L rows of E.

static void layer_norm_exact(problem *p) {
  const uint32_t D = p->E;
  for (uint32_t i = 0; i < p->L; i++) {
    const double *x = exact(p, 0) + (size_t)i * D;
    double mean = 0.0, variance = 0.0;
    for (uint32_t k = 0; k < D; k++) mean += x[k] / D;
    for (uint32_t k = 0; k < D; k++) variance += (x[k] - mean) * (x[k] - mean) / D;
    for (uint32_t k = 0; k < D; k++) {
      const double normal = (x[k] - mean) / sqrt(variance + 1e-5);
      p->exact[i * D + k] = normal * exact(p, 1)[k] + exact(p, 2)[k];
    }
  }
}

static void layer_norm_forward(problem *p) {
  p->kept_for_backward[0] = take_floats(p->L);
  p->kept_for_backward[1] = take_floats(p->L);
  require(attn_layer_norm(data(p, 0), data(p, 1), data(p, 2), p->L, p->E, 1e-5F, p->output,
                          p->kept_for_backward[0], p->kept_for_backward[1]));
}

static void layer_norm_backward(problem *p) {
  require(attn_layer_norm_backward(p->grad_output, data(p, 0), data(p, 1), p->kept_for_backward[0],
                                   p->kept_for_backward[1], p->L, p->E, grad(p, 0), grad(p, 1),
                                   grad(p, 2)));
}

static void check_layer_norm(uint32_t rows, uint32_t D) {
  problem p = {.name = "layer norm", .L = rows, .E = D, .output_count = rows * D};
  add_input(&p, "input", rows * D, 2.0);
  add_input(&p, "gain", D, 1.0);
  add_input(&p, "bias", D, 1.0);
  check(&p, layer_norm_exact, layer_norm_forward, layer_norm_backward);
}

// Cross-entropy: L rows of E classes; the loss is the output.

static void cross_entropy_exact(problem *p) {
  double sum = 0.0;
  uint32_t counted = 0;
  for (uint32_t i = 0; i < p->L; i++) {
    const double *x = exact(p, 0) + (size_t)i * p->E;
    if (p->ids[i] == ATTN_NO_TARGET) continue;
    double total = 0.0;
    for (uint32_t k = 0; k < p->E; k++) total += exp(x[k]);
    sum += log(total) - x[p->ids[i]];
    counted++;
  }
  p->exact[0] = sum / counted;
}

static void cross_entropy_forward(problem *p) {
  p->kept_for_backward[0] = take_floats((size_t)p->L * p->E);
  require(attn_cross_entropy(data(p, 0), p->ids, p->L, p->E, p->kept_for_backward[0], p->output));
  cross_entropy_exact(p);
  const double error = fabs((double)p->output[0] - p->exact[0]) / p->exact[0];
  if (!(error < 1e-6)) fail("the loss is wrong");
  p->grad_output[0] = 1.0F; // it has no other
}

static void cross_entropy_backward(problem *p) {
  require(attn_cross_entropy_backward(p->kept_for_backward[0], p->ids, p->L, p->E, grad(p, 0)));
}

static void check_cross_entropy(uint32_t rows, uint32_t C) {
  problem p = {.name = "cross-entropy", .L = rows, .E = C, .output_count = 1};
  p.ids = take_ids(rows, C);
  p.ids[rows / 2] = ATTN_NO_TARGET;
  add_input(&p, "logits", rows * C, 3.0);
  check(&p, cross_entropy_exact, cross_entropy_forward, cross_entropy_backward);
}

// Nearest point: L rows of E, S points.

static void nearest_point_exact(problem *p) {
  for (uint32_t i = 0; i < p->L; i++) {
    for (uint32_t c = 0; c < p->S; c++) {
      const double *x = exact(p, 0) + (size_t)i * p->E, *point = exact(p, 1) + (size_t)c * p->E;
      double sum = 0.0;
      for (uint32_t k = 0; k < p->E; k++) sum += 2.0 * x[k] * point[k] - point[k] * point[k];
      p->exact[i * p->S + c] = sum;
    }
  }
}

static void nearest_point_forward(problem *p) {
  const uint32_t bytes = attn_nearest_point_workspace(p->S, p->E);
  float *workspace = take(bytes);
  require(
      attn_nearest_point(data(p, 0), data(p, 1), p->L, p->S, p->E, p->output, workspace, bytes));
  free(workspace);
}

static void nearest_point_backward(problem *p) {
  const uint32_t bytes = attn_nearest_point_workspace(p->S, p->E);
  float *workspace = take(bytes);
  require(attn_nearest_point_backward(p->grad_output, data(p, 0), data(p, 1), p->L, p->S, p->E,
                                      grad(p, 0), grad(p, 1), workspace, bytes));
  free(workspace);
}

static void check_nearest_point(uint32_t rows, uint32_t C, uint32_t D) {
  problem p = {.name = "nearest point", .L = rows, .S = C, .E = D, .output_count = rows * C};
  add_input(&p, "input", rows * D, 1.0);
  add_input(&p, "points", C * D, 1.0);
  check(&p, nearest_point_exact, nearest_point_forward, nearest_point_backward);
}

// Heads: `Hkv` parts.

static void split_heads_exact(problem *p) {
  uint32_t to = 0;
  const uint32_t width = p->Hkv * p->H * p->E;
  for (uint32_t part = 0; part < p->Hkv; part++) {
    for (uint32_t n = 0; n < p->N; n++) {
      for (uint32_t h = 0; h < p->H; h++) {
        for (uint32_t l = 0; l < p->L; l++) {
          for (uint32_t k = 0; k < p->E; k++) {
            const uint32_t column = (part * p->H + h) * p->E + k;
            p->exact[to++] = exact(p, 0)[(n * p->L + l) * width + column];
          }
        }
      }
    }
  }
}

static void split_heads_forward(problem *p) {
  require(attn_split_heads(data(p, 0), p->N, p->L, p->Hkv, p->H, p->E, p->output));
  if (p->Hkv != 1) return;
  // The way back.
  float *merged = take_floats(p->output_count);
  require(attn_merge_heads(p->output, p->N, p->L, p->H, p->E, merged));
  if (memcmp(merged, data(p, 0), p->output_count * sizeof(float)) != 0) fail("heads are mixed up");
  float *split = take_floats(p->output_count);
  require(attn_merge_heads_backward(merged, p->N, p->L, p->H, p->E, split));
  if (memcmp(split, p->output, p->output_count * sizeof(float)) != 0) fail("heads are mixed up");
  free(merged);
  free(split);
}

static void split_heads_backward(problem *p) {
  require(attn_split_heads_backward(p->grad_output, p->N, p->L, p->Hkv, p->H, p->E, grad(p, 0)));
}

static void check_split_heads(uint32_t N, uint32_t L, uint32_t parts, uint32_t H, uint32_t d) {
  problem p = {.name = "heads", .N = N, .L = L, .Hkv = parts, .H = H, .E = d};
  p.output_count = N * L * parts * H * d;
  add_input(&p, "input", p.output_count, 1.0);
  check(&p, split_heads_exact, split_heads_forward, split_heads_backward);
}

// Rotary positions: H rows of L vectors of E features, of which A are turned, with a base of S.

static void rotary_exact(problem *p) {
  const uint32_t half = p->A / 2;
  for (uint32_t i = 0; i < p->H * p->L; i++) {
    const double *x = exact(p, 0) + (size_t)i * p->E;
    double *y = p->exact + (size_t)i * p->E;
    for (uint32_t k = p->A; k < p->E; k++) y[k] = x[k];
    for (uint32_t pair = 0; pair < half; pair++) {
      const double frequency = pow(p->S, -2.0 * pair / p->A);
      const double share = fmin(fmax((frequency - 0.125) / (0.5 - 0.125), 0.0), 1.0);
      const double angle = p->ids[i % p->L] * frequency * (share + (1.0 - share) / 4.0);
      const bool is_half = p->pairs == ATTN_PAIRS_HALF;
      const uint32_t first = is_half ? pair : 2 * pair;
      const uint32_t second = is_half ? pair + half : 2 * pair + 1;
      y[first] = x[first] * cos(angle) - x[second] * sin(angle);
      y[second] = x[second] * cos(angle) + x[first] * sin(angle);
    }
  }
}

static void rotary_forward(problem *p) {
  const uint32_t bytes = attn_rotary_workspace(p->L, p->A);
  float *workspace = take(bytes);
  require(attn_rotary(data(p, 0), p->ids, p->H, p->L, p->E, p->A, (float)p->S, p->pairs, 4.0, 0.125,
                      0.5, p->output, workspace, bytes));
  free(workspace);
}

static void rotary_backward(problem *p) {
  const uint32_t bytes = attn_rotary_backward_workspace(p->L, p->A);
  float *workspace = take(bytes);
  require(attn_rotary_backward(p->grad_output, p->ids, p->H, p->L, p->E, p->A, (float)p->S,
                               p->pairs, 4.0, 0.125, 0.5, grad(p, 0), workspace, bytes));
  free(workspace);
}

static void check_rotary(uint32_t rows, uint32_t L, uint32_t E, uint32_t width,
                         attn_rotary_pairs pairs) {
  problem p = {.name = pairs == ATTN_PAIRS_HALF ? "rotary halves" : "rotary neighbours"};
  p.H = rows, p.L = L, p.E = E, p.A = width, p.S = 100, p.output_count = rows * L * E;
  p.pairs = pairs;
  p.ids = take_ids(L, 1000);
  add_input(&p, "input", p.output_count, 1.0);
  check(&p, rotary_exact, rotary_forward, rotary_backward);
}

// Distances: a reach of E.

static void distance_bias_exact(problem *p) {
  for (uint32_t h = 0; h < p->H; h++) {
    for (uint32_t l = 0; l < p->L; l++) {
      for (uint32_t s = 0; s < p->S; s++) {
        int distance = (int)l + (int)p->S - (int)p->L - (int)s;
        if (distance < 0) distance = 0;
        if (distance >= (int)p->E) distance = (int)p->E - 1;
        p->exact[(h * p->L + l) * p->S + s] = exact(p, 0)[h * p->E + (uint32_t)distance];
      }
    }
  }
}

static void distance_bias_forward(problem *p) {
  require(attn_distance_bias(data(p, 0), p->H, p->L, p->S, p->E, p->output));
}

static void distance_bias_backward(problem *p) {
  require(attn_distance_bias_backward(p->grad_output, p->H, p->L, p->S, p->E, grad(p, 0)));
}

static void check_distance_bias(uint32_t H, uint32_t L, uint32_t S, uint32_t reach) {
  problem p = {.name = "distance bias", .H = H, .L = L, .S = S, .E = reach};
  p.output_count = H * L * S;
  add_input(&p, "table", H * reach, 1.0);
  check(&p, distance_bias_exact, distance_bias_forward, distance_bias_backward);
}

// Shared by both attentions. Inputs 0 to 2 are queries, keys and values; the last one is added.

static bool is_seen(const problem *p, uint32_t n, uint32_t l, uint32_t s, uint32_t cell) {
  const attn_options *o = &p->options;
  if (o->causal != ATTN_CAUSAL_NONE && s > l) return false;
  if (o->valid_lens != NULL && (int32_t)s >= o->valid_lens[n]) return false;
  return o->allowed == NULL || o->allowed[cell] != 0;
}

static uint32_t mask_index(const problem *p, uint32_t n, uint32_t h, uint32_t l, uint32_t s) {
  const uint32_t *strides = p->options.mask_strides;
  return n * strides[0] + h * strides[1] + l * strides[2] + s * strides[3];
}

// From the scores of one row to its output.
static void weigh_exact(problem *p, uint32_t n, uint32_t h, uint32_t l, double *scores,
                        const double *values) {
  const attn_options *o = &p->options;
  const double *added = o->added == NULL ? NULL : exact(p, p->input_count - 1);
  const double *sinks = o->sinks == NULL ? NULL : exact(p, p->input_count - 1);
  double total = sinks == NULL ? 0.0 : exp(sinks[h]);
  for (uint32_t s = 0; s < p->S; s++) {
    const uint32_t cell = mask_index(p, n, h, l, s);
    double score = scores[s] * (double)o->scale;
    const double cap = (double)o->softcap;
    if (cap > 0.0) score = cap * tanh(score / cap);
    if (added != NULL) score += added[cell];
    if (!is_seen(p, n, l, s, cell)) score = (double)o->mask_fill;
    scores[s] = exp(score);
    total += scores[s];
  }
  const size_t row = ((size_t)n * p->H + h) * p->L + l;
  double *output = p->exact + row * p->Ev;
  for (uint32_t j = 0; j < p->Ev; j++) {
    output[j] = 0.0;
    for (uint32_t s = 0; s < p->S; s++) {
      const double kept = p->kept == NULL ? 1.0 : (double)p->kept[row * p->S + s];
      output[j] += scores[s] / total * kept * values[s * p->Ev + j];
    }
  }
}

static void dot_product_exact(problem *p) {
  double scores[64];
  for (uint32_t n = 0; n < p->N; n++) {
    for (uint32_t h = 0; h < p->H; h++) {
      const size_t head = (size_t)n * p->Hkv + h * p->Hkv / p->H;
      const double *values = exact(p, 2) + head * p->S * p->Ev;
      for (uint32_t l = 0; l < p->L; l++) {
        const double *query = exact(p, 0) + ((((size_t)n * p->H + h) * p->L) + l) * p->E;
        for (uint32_t s = 0; s < p->S; s++) {
          const double *key = exact(p, 1) + (head * p->S + s) * p->E;
          scores[s] = 0.0;
          for (uint32_t k = 0; k < p->E; k++) scores[s] += query[k] * key[k];
        }
        weigh_exact(p, n, h, l, scores, values);
      }
    }
  }
}

static attn_scaled_dot_product_sizes dot_product_sizes(const problem *p) {
  return (attn_scaled_dot_product_sizes){p->N, p->H, p->Hkv, p->L, p->S, p->E, p->Ev};
}

// The factors of dropout, from what it left of the weights.
static void note_dropout(problem *p, const float *dropped, size_t cells) {
  p->kept = take_floats(cells);
  const float factor = 1.0F / (1.0F - p->options.dropout_p);
  for (size_t i = 0; i < cells; i++) p->kept[i] = dropped[i] == 0.0F ? 0.0F : factor;
}

static void dot_product_forward(problem *p) {
  const attn_scaled_dot_product_sizes sizes = dot_product_sizes(p);
  const uint32_t bytes = attn_scaled_dot_product_workspace(&sizes);
  const size_t cells = (size_t)p->N * p->H * p->L * p->S;
  float *workspace = take(bytes), *dropped = take_floats(cells);
  p->kept_for_backward[0] = take_floats(cells);
  const bool has_dropout = p->options.dropout_p > 0.0F;
  const size_t rows = (size_t)p->N * p->H * p->L;
  p->kept_for_backward[1] = take_floats(rows);
  p->kept_for_backward[2] = take_floats(rows);
  const attn_trace trace = {.weights = p->kept_for_backward[0],
                            .row_max = p->kept_for_backward[1],
                            .row_sum = p->kept_for_backward[2],
                            .dropped = has_dropout ? dropped : NULL};
  require(attn_scaled_dot_product_attention(data(p, 0), data(p, 1), data(p, 2), &sizes, &p->options,
                                            p->output, NULL, &trace, workspace, bytes));
  if (has_dropout) note_dropout(p, dropped, cells);
  free(workspace);
  free(dropped);
}

// Gradients on the way: scores are scaled scores times scale, and 0 where masked.
static void check_score_gradients(const problem *p, const attn_score_gradients *g) {
  for (uint32_t n = 0, i = 0; n < p->N; n++) {
    for (uint32_t h = 0; h < p->H; h++) {
      for (uint32_t l = 0; l < p->L; l++) {
        for (uint32_t s = 0; s < p->S; s++, i++) {
          if (g->scores[i] != g->scaled_scores[i] * p->options.scale) fail("scale is lost");
          const bool seen = is_seen(p, n, l, s, mask_index(p, n, h, l, s));
          if (!seen && g->scores[i] != 0.0F) fail("a masked score has a gradient");
        }
      }
    }
  }
}

static void dot_product_backward(problem *p) {
  const attn_scaled_dot_product_sizes sizes = dot_product_sizes(p);
  const uint32_t bytes = attn_scaled_dot_product_backward_workspace(&sizes);
  const size_t cells = (size_t)p->N * p->H * p->L * p->S;
  float *workspace = take(bytes), *traces = take_floats(3 * cells);
  const attn_scaled_dot_product_gradients gradients = {
      .query = grad(p, 0),
      .key = grad(p, 1),
      .value = grad(p, 2),
      .attention = {p->options.added == NULL ? NULL : grad(p, 3), traces, traces + cells,
                    traces + 2 * cells},
  };
  require(attn_scaled_dot_product_backward(p->grad_output, data(p, 0), data(p, 1), data(p, 2),
                                           p->kept_for_backward[0], &sizes, &p->options, &gradients,
                                           workspace, bytes));
  if (p->options.sinks != NULL) {
    require(attn_sinks_backward(p->grad_output, p->output, p->options.sinks,
                                p->kept_for_backward[1], p->kept_for_backward[2], p->N, p->H, p->L,
                                p->Ev, grad(p, 3)));
  }
  check_score_gradients(p, &gradients.attention);
  free(workspace);
  free(traces);
}

static uint8_t *take_allowed(uint32_t count) {
  uint8_t *allowed = take(count);
  for (uint32_t i = 0; i < count; i++) allowed[i] = uniform() < 0.7 ? 1 : 0;
  return allowed;
}

static problem dot_product_problem(const char *name, uint32_t H, uint32_t Hkv, uint32_t L,
                                   uint32_t S, uint32_t E, uint32_t Ev) {
  problem p = {.name = name, .N = 2, .H = H, .Hkv = Hkv, .L = L, .S = S, .E = E, .Ev = Ev};
  p.output_count = p.N * H * L * Ev;
  add_input(&p, "query", p.N * H * L * E, 1.0);
  add_input(&p, "key", p.N * Hkv * S * E, 1.0);
  add_input(&p, "value", p.N * Hkv * S * Ev, 1.0);
  p.options = (attn_options){.scale = 1.0F / sqrtf((float)E), .mask_fill = -INFINITY};
  return p;
}

static void check_dot_product(void) {
  problem plain = dot_product_problem("dot product", 2, 2, 5, 7, 8, 8);
  check(&plain, dot_product_exact, dot_product_forward, dot_product_backward);

  problem biased = dot_product_problem("dot product, causal, with a bias", 3, 3, 9, 9, 8, 8);
  add_input(&biased, "added", 3 * 9 * 9, 1.0);
  biased.options.added = data(&biased, 3);
  biased.options.causal = ATTN_CAUSAL_TOP_LEFT;
  memcpy(biased.options.mask_strides, (uint32_t[]){0, 81, 9, 1}, 4 * sizeof(uint32_t));
  check(&biased, dot_product_exact, dot_product_forward, dot_product_backward);

  problem grouped =
      dot_product_problem("dot product, grouped, added to columns", 4, 2, 3, 17, 5, 3);
  add_input(&grouped, "added", 2 * 17, 1.0);
  grouped.options.added = data(&grouped, 3);
  memcpy(grouped.options.mask_strides, (uint32_t[]){17, 0, 0, 1}, 4 * sizeof(uint32_t));
  check(&grouped, dot_product_exact, dot_product_forward, dot_product_backward);

  problem filled = dot_product_problem("dot product, masked with a finite fill", 2, 2, 6, 11, 4, 9);
  uint8_t *allowed = take_allowed(2 * 2 * 6 * 11);
  const int32_t lengths[2] = {4, 11};
  filled.options.allowed = allowed;
  filled.options.valid_lens = lengths;
  filled.options.mask_fill = -1.5F;
  memcpy(filled.options.mask_strides, (uint32_t[]){132, 66, 11, 1}, 4 * sizeof(uint32_t));
  check(&filled, dot_product_exact, dot_product_forward, dot_product_backward);
  free(allowed);

  problem dropped = dot_product_problem("dot product with dropout", 2, 1, 5, 13, 3, 4);
  dropped.options.dropout_p = 0.3F;
  dropped.options.dropout_seed = 5;
  check(&dropped, dot_product_exact, dot_product_forward, dot_product_backward);

  problem capped = dot_product_problem("dot product with a softcap", 4, 2, 5, 11, 7, 3);
  uint8_t *seen = take_allowed(2 * 4 * 5 * 11);
  capped.options.allowed = seen;
  capped.options.scale = 1.3F;
  capped.options.softcap = 1.5F;
  memcpy(capped.options.mask_strides, (uint32_t[]){220, 55, 11, 1}, 4 * sizeof(uint32_t));
  check(&capped, dot_product_exact, dot_product_forward, dot_product_backward);
  free(seen);

  problem narrow = dot_product_problem("dot product with a softcap and a bias", 2, 2, 3, 4, 2, 9);
  add_input(&narrow, "added", 4, 1.0);
  narrow.options.added = data(&narrow, 3);
  narrow.options.softcap = 0.75F;
  memcpy(narrow.options.mask_strides, (uint32_t[]){0, 0, 0, 1}, 4 * sizeof(uint32_t));
  check(&narrow, dot_product_exact, dot_product_forward, dot_product_backward);

  problem sunk = dot_product_problem("dot product with sinks and dropout", 4, 2, 5, 11, 7, 3);
  add_input(&sunk, "sinks", 4, 2.0);
  sunk.inputs[3].data[1] = -INFINITY; // as good as none
  sunk.inputs[3].exact[1] = -(double)INFINITY;
  sunk.options.sinks = data(&sunk, 3);
  sunk.options.causal = ATTN_CAUSAL_TOP_LEFT;
  sunk.options.softcap = 2.0F;
  sunk.options.dropout_p = 0.2F;
  sunk.options.dropout_seed = 3;
  check(&sunk, dot_product_exact, dot_product_forward, dot_product_backward);

  problem lone = dot_product_problem("dot product of one word", 1, 1, 1, 1, 2, 2);
  check(&lone, dot_product_exact, dot_product_forward, dot_product_backward);
}

// Additive attention of projected queries and keys; input 3 is wv.

static void additive_exact(problem *p) {
  double scores[64];
  for (uint32_t n = 0; n < p->N; n++) {
    for (uint32_t l = 0; l < p->L; l++) {
      const double *query = exact(p, 0) + ((size_t)n * p->L + l) * p->A;
      for (uint32_t s = 0; s < p->S; s++) {
        const double *key = exact(p, 1) + ((size_t)n * p->S + s) * p->A;
        scores[s] = 0.0;
        for (uint32_t a = 0; a < p->A; a++) scores[s] += exact(p, 3)[a] * tanh(query[a] + key[a]);
      }
      weigh_exact(p, n, 0, l, scores, exact(p, 2) + (size_t)n * p->S * p->Ev);
    }
  }
}

static attn_additive_sizes additive_sizes(const problem *p) {
  return (attn_additive_sizes){.N = p->N, .L = p->L, .S = p->S, .Ev = p->Ev, .A = p->A};
}

static void additive_forward(problem *p) {
  const attn_additive_sizes sizes = additive_sizes(p);
  const uint32_t bytes = attn_additive_workspace(&sizes);
  float *workspace = take(bytes);
  p->kept_for_backward[0] = take_floats((size_t)p->N * p->L * p->S);
  require(attn_additive_attention(data(p, 0), data(p, 1), data(p, 2), data(p, 3), &sizes,
                                  &p->options, p->output, p->kept_for_backward[0], NULL, workspace,
                                  bytes));
  free(workspace);
}

static void additive_backward(problem *p) {
  const attn_additive_sizes sizes = additive_sizes(p);
  const uint32_t bytes = attn_additive_backward_workspace(&sizes);
  const size_t cells = (size_t)p->N * p->L * p->S;
  float *workspace = take(bytes), *traces = take_floats(3 * cells);
  const attn_additive_gradients gradients = {
      .queries = grad(p, 0),
      .keys = grad(p, 1),
      .values = grad(p, 2),
      .wv = grad(p, 3),
      .attention = {NULL, traces, traces + cells, traces + 2 * cells},
  };
  require(attn_additive_backward(p->grad_output, data(p, 0), data(p, 1), data(p, 2), data(p, 3),
                                 p->kept_for_backward[0], &sizes, &p->options, &gradients,
                                 workspace, bytes));
  check_score_gradients(p, &gradients.attention);
  free(workspace);
  free(traces);
}

static void check_additive(uint32_t L, uint32_t S, uint32_t A, uint32_t Ev, const int32_t *lens,
                           float softcap) {
  problem p = {.name = softcap > 0.0F ? "additive with a softcap" : "additive",
               .N = 2,
               .H = 1,
               .L = L,
               .S = S,
               .A = A,
               .Ev = Ev};
  p.output_count = p.N * L * Ev;
  add_input(&p, "projected queries", p.N * L * A, 1.0);
  add_input(&p, "projected keys", p.N * S * A, 1.0);
  add_input(&p, "values", p.N * S * Ev, 1.0);
  add_input(&p, "wv", A, 1.0);
  p.options = (attn_options){.scale = 0.7F, .mask_fill = -INFINITY, .valid_lens = lens};
  p.options.softcap = softcap;
  check(&p, additive_exact, additive_forward, additive_backward);
}

// GRU: L words of U = E, stride A.

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

static void gru_exact(problem *p) {
  const uint32_t U = p->E;
  const double *weight = exact(p, 1), *bias = exact(p, 2);
  for (uint32_t n = 0; n < p->N; n++) {
    for (uint32_t step = 0; step < p->L; step++) {
      const uint32_t t = p->is_reverse ? p->L - 1 - step : step;
      const uint32_t previous = p->is_reverse ? t + 1 : t - 1;
      const double *before =
          step == 0 ? exact(p, 3) + (size_t)n * U : p->exact + ((size_t)n * p->L + previous) * p->A;
      const double *x = exact(p, 0) + ((size_t)n * p->L + t) * 3 * U;
      for (uint32_t u = 0; u < U; u++) {
        double hidden[3];
        for (uint32_t part = 0; part < 3; part++) {
          const uint32_t row = part * U + u;
          hidden[part] = bias[row];
          for (uint32_t k = 0; k < U; k++) hidden[part] += weight[row * U + k] * before[k];
        }
        const double r = sigmoid(x[u] + hidden[0]), z = sigmoid(x[U + u] + hidden[1]);
        const double candidate = tanh(x[2 * U + u] + r * hidden[2]);
        p->exact[(n * p->L + t) * p->A + u] = (1.0 - z) * candidate + z * before[u];
      }
    }
  }
}

static attn_gru_sizes gru_sizes(const problem *p) {
  return (attn_gru_sizes){p->N, p->L, p->E, p->A, p->is_reverse ? 1 : 0};
}

static void gru_forward(problem *p) {
  const attn_gru_sizes sizes = gru_sizes(p);
  const uint32_t bytes = attn_gru_workspace(&sizes);
  float *workspace = take(bytes);
  p->kept_for_backward[0] = take_floats((size_t)4 * p->N * p->L * p->E);
  require(attn_gru(data(p, 0), data(p, 1), data(p, 2), data(p, 3), &sizes, p->output,
                   p->kept_for_backward[0], workspace, bytes));
  free(workspace);
}

static void gru_backward(problem *p) {
  const attn_gru_sizes sizes = gru_sizes(p);
  const uint32_t bytes = attn_gru_workspace(&sizes);
  float *workspace = take(bytes);
  require(attn_gru_backward(p->grad_output, p->output, p->kept_for_backward[0], data(p, 1),
                            data(p, 3), &sizes, grad(p, 0), grad(p, 1), grad(p, 2), grad(p, 3),
                            workspace, bytes));
  free(workspace);
}

static void check_gru(uint32_t T, uint32_t U, uint32_t stride, bool is_reverse) {
  problem p = {.name = is_reverse ? "GRU in reverse" : "GRU", .N = 3, .L = T, .E = U, .A = stride};
  p.is_reverse = is_reverse;
  p.output_count = (p.N * T - 1) * stride + U; // exactly as far as the last state reaches
  add_input(&p, "input", p.N * T * 3 * U, 1.0);
  add_input(&p, "hidden weight", 3 * U * U, 1.0);
  add_input(&p, "hidden bias", 3 * U, 1.0);
  add_input(&p, "initial", p.N * U, 1.0);
  check(&p, gru_exact, gru_forward, gru_backward);
}

// Number by number, and side by side.

static void tanh_exact(problem *p) {
  for (uint32_t i = 0; i < p->L; i++) p->exact[i] = tanh(exact(p, 0)[i]);
}

static void tanh_forward(problem *p) {
  require(attn_activation(data(p, 0), p->L, ATTN_TANH, p->output));
}

static void tanh_backward(problem *p) {
  require(attn_tanh_backward(p->grad_output, p->output, p->L, grad(p, 0)));
}

static void add_exact(problem *p) {
  for (uint32_t i = 0; i < p->L; i++) p->exact[i] = exact(p, 0)[i] + exact(p, 1)[i];
}

static void add_forward(problem *p) { require(attn_add(data(p, 0), data(p, 1), p->L, p->output)); }

static void add_backward(problem *p) {
  require(attn_accumulate(p->grad_output, p->L, grad(p, 0)));
  require(attn_accumulate(p->grad_output, p->L, grad(p, 1)));
}

static void concatenate_exact(problem *p) {
  const uint32_t A = p->A, B = p->E;
  for (uint32_t i = 0; i < p->L; i++) {
    for (uint32_t j = 0; j < A; j++) p->exact[i * (A + B) + j] = exact(p, 0)[i * A + j];
    for (uint32_t j = 0; j < B; j++) p->exact[i * (A + B) + A + j] = exact(p, 1)[i * B + j];
  }
}

static void concatenate_forward(problem *p) {
  require(attn_concatenate(data(p, 0), data(p, 1), p->L, p->A, p->E, p->output));
}

static void concatenate_backward(problem *p) {
  require(attn_concatenate_backward(p->grad_output, p->L, p->A, p->E, grad(p, 0), grad(p, 1)));
}

static void check_elementwise(void) {
  problem tanh_of = {.name = "tanh", .L = 11, .output_count = 11};
  add_input(&tanh_of, "input", 11, 2.0);
  check(&tanh_of, tanh_exact, tanh_forward, tanh_backward);
  problem sum = {.name = "add", .L = 11, .output_count = 11};
  add_input(&sum, "first", 11, 1.0);
  add_input(&sum, "second", 11, 1.0);
  check(&sum, add_exact, add_forward, add_backward);
  problem both = {.name = "concatenate", .L = 3, .A = 5, .E = 8, .output_count = 39};
  add_input(&both, "first", 15, 1.0);
  add_input(&both, "second", 24, 1.0);
  check(&both, concatenate_exact, concatenate_forward, concatenate_backward);
}

int main(void) {
  (void)printf("[");
  // Sizes around the tiles of four rows and eight columns, and more rows than a block has.
  check_linear(5, 8, 8);
  check_linear(7, 13, 9);
  check_linear(1, 3, 2);
  check_linear(131, 6, 10);
  check_embedding(17, 5, 6);
  check_layer_norm(5, 32);
  check_layer_norm(3, 7);
  check_cross_entropy(9, 13);
  check_cross_entropy(4, 32);
  check_nearest_point(9, 5, 2);
  check_nearest_point(3, 9, 5);
  check_split_heads(2, 3, 3, 2, 5);
  check_split_heads(2, 3, 1, 4, 8);
  check_rotary(3, 5, 9, 8, ATTN_PAIRS_HALF);
  check_rotary(2, 4, 20, 20, ATTN_PAIRS_HALF);
  check_rotary(3, 5, 9, 6, ATTN_PAIRS_INTERLEAVED);
  check_distance_bias(2, 7, 7, 5);
  check_distance_bias(1, 2, 5, 9);
  check_dot_product();
  const int32_t lengths[2] = {3, 9};
  check_additive(4, 9, 13, 6, lengths, 0.0F);
  check_additive(1, 8, 32, 8, NULL, 0.0F);
  check_additive(4, 9, 13, 6, lengths, 0.5F);
  check_additive(2, 11, 3, 40, NULL, 1.0F);
  check_gru(5, 6, 6, false);
  check_gru(4, 8, 19, false);
  check_gru(4, 5, 10, true);
  check_elementwise();
  (void)printf("]\n");
  return EXIT_SUCCESS;
}
