// The backwards of the attentions, from the weights that their forward gave. Masks as they come,
// but no fill, cap or NaN that gives masked keys a gradient of their own.
#include <math.h>

#include "gradient.h"

// The steps from an output to its scores, which both attentions have.
typedef struct attention {
  size_t N, H, Hkv, L, S, Ev;
  attn_options options;
  const float *grad, *value, *weights, *dropped;
  attn_score_gradients is;
  double *reached; // the gradients of one row of weights before dropout
  gradient grad_value, grad_added;
} attention;

static drawn_options next_mask_options(input *in, uint32_t N, uint32_t H, uint32_t L, uint32_t S) {
  drawn_options drawn = next_options(in, N, H, L, S);
  drawn.options.mask_fill = -INFINITY;
  drawn.options.softcap = 0.0F;
  drawn.options.empty_row_is_nan = 0;
  return drawn;
}

// Draws the gradients of values and of a mask that is added. A mask that reaches too far has none.
static void next_attention_gradients(input *in, attention *a) {
  const size_t cells = a->N * a->H * a->L * a->S, sizes[] = {a->N, a->H, a->L, a->S};
  wide extent = cells == 0 ? 0 : 1;
  for (int axis = 0; axis < 4 && cells != 0; axis++) {
    extent += (wide)(sizes[axis] - 1) * a->options.mask_strides[axis];
  }
  a->grad_value = next_gradient(in, (wide)a->N * a->Hkv * a->S * a->Ev);
  a->grad_added = next_gradient(in, extent > MOST_ELEMENTS ? 0 : extent);
  const size_t bytes = cells * sizeof(float);
  a->is = (attn_score_gradients){.added = a->grad_added.data,
                                 .weights = block(bytes),
                                 .scaled_scores = block(bytes),
                                 .scores = block(bytes)};
  a->reached = block(a->S * sizeof(double));
}

// Returns the first key of the head of a row.
static size_t first_key(const attention *a, size_t row) {
  const size_t n = row / a->L / a->H, h = row / a->L % a->H;
  return (n * a->Hkv + h / (a->H / a->Hkv)) * a->S;
}

// Checks the gradients of one row, from those of its weights to those of its scores, and adds what
// the values and the mask get from them.
static void check_scores(attention *a, size_t row) {
  const size_t S = a->S, Ev = a->Ev, keys = first_key(a, row);
  const double kept = (double)(1.0F / (1.0F - a->options.dropout_p));
  const uint32_t *strides = a->options.mask_strides;
  const size_t mask =
      row / a->L / a->H * strides[0] + row / a->L % a->H * strides[1] + row % a->L * strides[2];
  total sum = {0.0, 0.0};
  for (size_t s = 0; s < S; s++) {
    total weight = {0.0, 0.0};
    for (size_t j = 0; j < Ev; j++) {
      const double g = (double)a->grad[row * Ev + j];
      add_term(&weight, g * (double)a->value[(keys + s) * Ev + j]);
      add_term(&a->grad_value.added[(keys + s) * Ev + j], g * (double)a->dropped[row * S + s]);
    }
    const double is = (double)a->is.weights[row * S + s];
    require(fabs(is - weight.value) <= ((double)Ev + 4.0) * UNIT * weight.size + 1e-38,
            "the gradient of a weight");
    a->reached[s] = a->dropped[row * S + s] == 0.0F ? 0.0 : is * kept;
    add_term(&sum, (double)a->weights[row * S + s] * a->reached[s]);
  }
  for (size_t s = 0; s < S; s++) {
    const double weight = (double)a->weights[row * S + s];
    const float scaled = a->is.scaled_scores[row * S + s];
    const double size = weight * (fabs(a->reached[s]) + sum.size);
    const double off = fabs((double)scaled - weight * (a->reached[s] - sum.value));
    require(off <= ((double)S + 8.0) * UNIT * size + 1e-38, "the gradient of a score");
    const float score = scaled * a->options.scale;
    require(same_bits(a->is.scores + row * S + s, &score, 1), "a gradient is not scaled");
    if (a->grad_added.count != 0) {
      add_term(&a->grad_added.added[mask + s * strides[3]], (double)scaled);
    }
  }
}

static void check_attention(const attention *a) {
  check_gradient(&a->grad_value, a->H * a->L, "the gradient of a value");
  check_gradient(&a->grad_added, a->N * a->H * a->L * a->S, "the gradient of a mask");
}

void fuzz_dot_product_backward(input *in) {
  attn_scaled_dot_product_sizes z = {.N = next_heads(in)};
  z.Hkv = next_heads(in);
  z.H = z.Hkv % 8 * (next_byte(in) % 3 + 1U);
  z.L = next_size(in), z.S = next_size(in), z.E = next_size(in), z.Ev = next_size(in);
  const drawn_options drawn = next_mask_options(in, z.N, z.H, z.L, z.S);
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
  attention a = {z.N, z.H, z.Hkv, z.L, z.S, z.Ev, .options = drawn.options};
  const float *query = next_floats(in, KIND_PLAIN, counts[1]);
  const float *key = next_floats(in, KIND_PLAIN, counts[3]);
  a.value = next_floats(in, KIND_PLAIN, counts[4]), a.grad = next_floats(in, KIND_PLAIN, counts[2]);
  float *weights = block((size_t)cells * sizeof(float));
  float *dropped = block((size_t)cells * sizeof(float));
  const attn_trace trace = {.weights = weights};
  const attn_status forward = attn_scaled_dot_product_attention(
      query, key, a.value, &z, &a.options, block((size_t)counts[2] * sizeof(float)), dropped,
      &trace, block(forward_size), forward_size);
  a.weights = weights, a.dropped = dropped;
  gradient grad_query = next_gradient(in, counts[1]), grad_key = next_gradient(in, counts[3]);
  next_attention_gradients(in, &a);
  const attn_scaled_dot_product_gradients gradients = {
      .query = grad_query.data,
      .key = grad_key.data,
      .value = a.grad_value.data,
      .attention = a.is,
  };
  const attn_status status = attn_scaled_dot_product_backward(
      a.grad, query, key, a.value, weights, &z, &a.options, &gradients, block(size), size);
  require(status == forward || cells == 0, "another status than forward");
  if (status != ATTN_OK || a.options.dropout_p == 1.0F) return;
  for (size_t row = 0; cells != 0 && row < (size_t)rows; row++) {
    check_scores(&a, row);
    for (size_t i = 0; i < (size_t)z.S * z.E; i++) {
      const size_t k = i % z.E, at = first_key(&a, row) * z.E + i;
      const double score = (double)a.is.scores[row * z.S + i / z.E];
      add_term(&grad_query.added[row * z.E + k], score * (double)key[at]);
      add_term(&grad_key.added[at], score * (double)query[row * z.E + k]);
    }
  }
  check_attention(&a);
  check_gradient(&grad_query, z.S, "the gradient of a query");
  check_gradient(&grad_key, (size_t)z.H * z.L, "the gradient of a key");
}

void fuzz_additive_backward(input *in) {
  attn_additive_sizes z = {.N = next_heads(in), .L = next_size(in), .S = next_size(in)};
  z.Ev = next_size(in), z.A = next_size(in);
  const drawn_options drawn = next_mask_options(in, z.N, 1, z.L, z.S);
  const wide rows = (wide)z.N * z.L, keys = (wide)z.N * z.S;
  const uint32_t size = attn_additive_backward_workspace(&z);
  const uint32_t forward_size = attn_additive_workspace(&z);
  const bool is_huge =
      rows > MOST_ELEMENTS || keys > MOST_ELEMENTS || z.S > MOST_ELEMENTS || size > 1 << 18;
  const wide cells = is_huge ? 0 : rows * z.S;
  const wide counts[] = {cells,     is_huge ? 0 : rows * z.A, is_huge ? 0 : rows * z.Ev,
                         (wide)z.A, is_huge ? 0 : keys * z.A, is_huge ? 0 : keys * z.Ev};
  if (is_huge || drawn.are_too_wide || forward_size > 1 << 18 ||
      !fits(counts, 6, cells * ((wide)z.A + z.Ev + 1))) {
    const float *any = vast();
    const attn_additive_gradients few = {.queries = NOWHERE};
    const attn_status status =
        attn_additive_backward(any, any, any, any, any, any, &z, &drawn.options, &few, NOWHERE, 0);
    require(status != ATTN_OK || rows == 0 || z.S == 0, "gradients without a place");
    return;
  }
  attention a = {z.N, 1, 1, z.L, z.S, z.Ev, .options = drawn.options};
  const float *queries = next_floats(in, KIND_PLAIN, counts[1]);
  const float *key = next_floats(in, KIND_PLAIN, counts[4]);
  const float *wv = next_floats(in, KIND_PLAIN, z.A);
  a.value = next_floats(in, KIND_PLAIN, counts[5]), a.grad = next_floats(in, KIND_PLAIN, counts[2]);
  float *weights = block((size_t)cells * sizeof(float));
  float *dropped = block((size_t)cells * sizeof(float));
  const attn_additive_trace trace = {.attention = {.weights = weights}};
  const attn_status forward = attn_additive_attention(
      queries, key, a.value, wv, &z, &a.options, block((size_t)counts[2] * sizeof(float)), dropped,
      &trace, block(forward_size), forward_size);
  a.weights = weights, a.dropped = dropped;
  gradient grad_queries = next_gradient(in, counts[1]), grad_keys = next_gradient(in, counts[4]);
  gradient grad_wv = next_gradient(in, z.A);
  next_attention_gradients(in, &a);
  const attn_additive_gradients gradients = {
      .queries = grad_queries.data,
      .keys = grad_keys.data,
      .values = a.grad_value.data,
      .wv = grad_wv.data,
      .attention = a.is,
  };
  const attn_status status = attn_additive_backward(a.grad, queries, key, a.value, wv, weights, &z,
                                                    &a.options, &gradients, block(size), size);
  require(status == forward || cells == 0, "another status than forward");
  if (status != ATTN_OK || a.options.dropout_p == 1.0F) return;
  for (size_t row = 0; cells != 0 && row < (size_t)rows; row++) {
    check_scores(&a, row);
    for (size_t i = 0; i < (size_t)z.S * z.A; i++) {
      const size_t at = first_key(&a, row) * z.A + i, asked = row * z.A + i % z.A;
      const double score = (double)a.is.scores[row * z.S + i / z.A];
      const double feature = tanh((double)queries[asked] + (double)key[at]);
      const double share = score * (double)wv[i % z.A];
      // The slope 1 - feature^2 is rounded as far as its terms.
      const total term = {share * (1.0 - feature * feature), fabs(share)};
      total *to[] = {&grad_queries.added[asked], &grad_keys.added[at]};
      for (size_t each = 0; each < 2; each++) {
        *to[each] = (total){to[each]->value + term.value, to[each]->size + term.size};
      }
      add_term(&grad_wv.added[i % z.A], score * feature);
    }
  }
  check_attention(&a);
  check_gradient(&grad_queries, (size_t)z.S + 16, "the gradient of a projected query");
  check_gradient(&grad_keys, (size_t)z.L + 16, "the gradient of a projected key");
  check_gradient(&grad_wv, (size_t)cells + 16, "the gradient of the score weight");
}
