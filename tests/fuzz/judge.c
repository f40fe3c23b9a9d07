#include "judge.h"

#include <string.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define UNIT 0x1p-24 // half the distance from 1 to the next float
#define ULP 0x1p-23  // twice that
#define ANYTHING ((double)INFINITY)
#define LOWEST (-(double)INFINITY)
#define SMALLEST 0x1p-149
#define MOST_JUDGED (1 << 20)

static judged memory[MOST_JUDGED];
static size_t used;

judged *take_judged(wide count) {
  judged *taken = memory + used;
  require(count <= MOST_JUDGED - used, "no room for so many judged numbers");
  used += (size_t)count;
  return taken;
}

void free_judged(void) { used = 0; }

// Past the range of float32 a number is infinite.
static double in_range(double x) { return isfinite((float)x) ? x : (double)(float)x; }

judged *judge_floats(const float *data, wide count) {
  judged *to = take_judged(count);
  for (size_t i = 0; i < count; i++) to[i] = (judged){(double)data[i], 0.0};
  return to;
}

static bool may_be_zero(judged a) { return a.error > 0.0 && fabs(a.value) <= a.error; }

static judged product(judged a, judged b) {
  const double value = a.value * b.value;
  if (a.error == ANYTHING || b.error == ANYTHING) return (judged){value, ANYTHING};
  const bool is_open = (isinf(a.value) && may_be_zero(b)) || (isinf(b.value) && may_be_zero(a));
  if (is_open) return (judged){value, ANYTHING};
  if (!isfinite(value)) return (judged){value, 0.0};
  const double error = fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error;
  return (judged){value, error};
}

// Terms are rounded once each, and their sum at most once a term; denormals absolutely.
typedef struct sum {
  double value, magnitude, error;
} sum;

static void add(sum *to, judged term) {
  to->value += term.value;
  to->magnitude += fabs(term.value);
  to->error += term.error;
}

static judged finish(sum from, size_t length) {
  const double value = in_range(from.value);
  if (from.error == ANYTHING) return (judged){value, ANYTHING};
  if (!isfinite(value)) return (judged){value, 0.0};
  const double rounding = (double)(length + 2) * UNIT * (from.magnitude + from.error);
  return (judged){value, from.error + rounding + (double)length * SMALLEST};
}

judged judge_dot(const judged *a, const judged *b, size_t depth) {
  sum total = {0.0, 0.0, 0.0};
  for (size_t i = 0; i < depth; i++) add(&total, product(a[i], b[i]));
  return finish(total, depth);
}

judged *judge_linear(const judged *input, const float *weight, const float *bias, size_t rows,
                     size_t out, size_t in) {
  judged *output = take_judged((wide)rows * out);
  for (size_t i = 0; i < rows * out; i++) {
    const size_t row = i / out, column = i % out;
    sum total = {0.0, 0.0, 0.0};
    for (size_t k = 0; k < in; k++) {
      add(&total, product(input[row * in + k], (judged){(double)weight[column * in + k], 0.0}));
    }
    if (bias != NULL) add(&total, (judged){(double)bias[column], 0.0});
    output[i] = finish(total, in);
  }
  return output;
}

// tanh is never steeper than 1; its own error is at most 3 units in the last place.
judged judge_tanh(judged a, judged b) {
  const double x = a.value + b.value;
  if (a.error == ANYTHING || b.error == ANYTHING) return (judged){x, ANYTHING};
  const double value = tanh(x);
  const double inside = isfinite(x) ? a.error + b.error + UNIT * fabs(x) : 0.0;
  return (judged){value, inside + 3.0 * ULP * fabs(value) + SMALLEST};
}

// A score behind its masks.
typedef struct masked {
  double score, error;
  bool is_seen;
} masked;

static masked mask_score(const attn_options *o, shape size, size_t n, size_t h, size_t l, size_t s,
                         judged raw) {
  masked m = {in_range(raw.value * (double)o->scale), 0.0, true};
  m.error = raw.error * fabs((double)o->scale) + UNIT * fabs(m.score);
  if (o->softcap > 0.0F) {
    const double cap = (double)o->softcap;
    m.score = cap * tanh(m.score / cap);
    // tanh is never steeper than 1; its own error is at most 3 units in the last place.
    if (m.error != ANYTHING) m.error += 5.0 * ULP * fabs(m.score) + SMALLEST;
  }
  const size_t at = n * o->mask_strides[0] + h * o->mask_strides[1] + l * o->mask_strides[2] +
                    s * o->mask_strides[3];
  const int64_t shift =
      o->causal == ATTN_CAUSAL_LOWER_RIGHT ? (int64_t)size.S - (int64_t)size.L : 0;
  const bool is_later = o->causal != ATTN_CAUSAL_NONE && (int64_t)s > (int64_t)l + shift;
  const size_t row = o->valid_lens_per_query != 0 ? n * size.L + l : n;
  const double entry = o->added == NULL ? 0.0 : (double)o->added[at];
  m.score += entry;
  if (o->added != NULL) m.error += UNIT * fabs(m.score);
  const bool is_hidden = (o->allowed != NULL && o->allowed[at] == 0) ||
                         (o->key_padding != NULL && o->key_padding[n * size.S + s] == 0) ||
                         (o->valid_lens != NULL && (int64_t)s >= (int64_t)o->valid_lens[row]) ||
                         is_later;
  if (is_hidden) m = (masked){(double)o->mask_fill, 0.0, false};
  if (entry == LOWEST) m = (masked){LOWEST, 0.0, false};
  if (isinf(m.score)) m.error = raw.error == ANYTHING && m.is_seen ? ANYTHING : 0.0;
  return m;
}

// Below -87.33 the core's exp may be 0.
static double cut_off(void) { return exp(-87.33); }

// The terms of a weight, and the largest distance of a score from the largest of its row.
typedef struct row_facts {
  double max, total, delta, range;
  bool is_empty;
} row_facts;

static row_facts facts_of(const masked *keys, size_t S, double sink) {
  row_facts f = {sink, 0.0, 0.0, 0.0, true};
  for (size_t s = 0; s < S; s++) {
    if (isnan(f.max) || isnan(keys[s].score))
      f.max = (double)NAN;
    else
      f.max = fmax(f.max, keys[s].score);
    f.delta = fmax(f.delta, keys[s].error);
    f.is_empty = f.is_empty && !keys[s].is_seen;
  }
  f.is_empty = f.is_empty && f.max == LOWEST;
  if (sink != LOWEST) f.total = exp(sink - f.max);
  for (size_t s = 0; s < S; s++) {
    f.total += exp(keys[s].score - f.max);
    if (keys[s].score != LOWEST) f.range = fmax(f.range, f.max - keys[s].score);
  }
  return f;
}

static judged judge_weight(const attn_options *o, row_facts f, masked key, size_t S) {
  if (f.is_empty) return (judged){o->empty_row_is_nan != 0 ? (double)NAN : 0.0, 0.0};
  const double p = exp(key.score - f.max) / f.total;
  const double distance = key.score == LOWEST ? 0.0 : f.max - key.score;
  const double relative = expm1(2.0 * f.delta) + (8.0 + (double)S / 4.0 + distance) * ULP;
  if (f.delta == ANYTHING || relative == ANYTHING) return (judged){p, ANYTHING};
  return (judged){p, isnan(p) ? 0.0 : p * relative + cut_off()};
}

// After dropout.
static judged drop(const attn_options *o, judged weight, float applied) {
  const double p = (double)o->dropout_p;
  if (p == 0.0) return weight;
  if (applied == 0.0F) return (judged){0.0, 0.0};
  require(p < 1.0, "a weight is not dropped");
  const double kept = (double)(1.0F / (1.0F - o->dropout_p));
  return (judged){weight.value * kept, weight.error * kept + fabs(weight.value) * kept * ULP};
}

// A masked value never counts, unless a finite fill, or NaN for rows without any key, gives it a
// weight.
static bool counts(const attn_options *o, masked key, judged weight) {
  const bool weighs_masked = o->mask_fill != -INFINITY || o->empty_row_is_nan != 0;
  return key.is_seen || (weighs_masked && weight.value != 0.0);
}

static judged judge_output(const attn_options *o, const masked *keys, const judged *weights,
                           const judged *values, shape size, row_facts f, size_t j) {
  const double relative = ((double)size.S + 10.0 + fmin(f.range, 20.0)) * ULP;
  sum total = {0.0, 0.0, 0.0};
  for (size_t s = 0; s < size.S; s++) {
    if (!counts(o, keys[s], weights[s])) continue;
    const judged value = values[s * size.Ev + j];
    judged term = product(weights[s], value);
    // It counts only if its weight is not rounded to 0.
    if (!keys[s].is_seen && may_be_zero(weights[s]) && !isfinite(value.value))
      term.error = ANYTHING;
    add(&total, term);
  }
  judged output = finish(total, size.S);
  if (isfinite(output.value) && output.error != ANYTHING)
    output.error += total.magnitude * relative;
  return output;
}

attended judge_attention(shape size, const attn_options *options, const judged *scores,
                         const judged *values, const float *applied) {
  const size_t rows = size.N * size.H * size.L, S = size.S;
  const attended to = {take_judged((wide)rows * S),
                       take_judged(values == NULL ? 0 : (wide)rows * size.Ev)};
  masked *keys = block(S * sizeof(masked));
  for (size_t row = 0; row < rows; row++) {
    const size_t l = row % size.L, h = row / size.L % size.H, n = row / size.L / size.H;
    for (size_t s = 0; s < S; s++) {
      keys[s] = mask_score(options, size, n, h, l, s, scores[row * S + s]);
    }
    const double sink = options->sinks == NULL ? LOWEST : (double)options->sinks[h];
    const row_facts f = facts_of(keys, S, sink);
    judged *weights = to.weights + row * S;
    for (size_t s = 0; s < S; s++) {
      const float present = applied == NULL ? 1.0F : applied[row * S + s];
      weights[s] = drop(options, judge_weight(options, f, keys[s], S), present);
    }
    if (values == NULL) continue;
    const size_t head = n * size.Hkv + h / (size.H / size.Hkv);
    for (size_t j = 0; j < size.Ev; j++) {
      to.output[row * size.Ev + j] =
          judge_output(options, keys, weights, values + head * S * size.Ev, size, f, j);
    }
  }
  return to;
}

static float round_to_float16(float x) {
  if (!(fabs((double)x) < 65520.0)) return x < 0.0F ? -INFINITY : INFINITY;
  int exponent;
  (void)frexp((double)x, &exponent);
  // 11 bits, and none below 2^-24.
  const double unit = ldexp(1.0, (exponent < -13 ? -13 : exponent) - 11);
  return (float)(nearbyint((double)x / unit) * unit);
}

float round_to_half(attn_dtype dtype, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof(bits));
  if (x != x) return x;
  if (dtype == ATTN_FLOAT16) return round_to_float16(x);
  const uint32_t lower = bits & 0xffffU;
  bits -= lower;
  if (lower > 0x8000U || (lower == 0x8000U && (bits & 0x10000U) != 0)) bits += 0x10000U;
  memcpy(&x, &bits, sizeof(x));
  return x;
}

void compare(const float *actual, const judged *expected, wide count, const char *what) {
  for (size_t i = 0; i < count; i++) {
    const double is = (double)actual[i];
    const judged should = expected[i];
    if (should.error == ANYTHING) continue;
    const bool is_right = isnan(should.value)   ? isnan(is)
                          : isinf(should.value) ? is == should.value
                                                : fabs(is - should.value) <= should.error;
    if (is_right) continue;
    (void)fprintf(stderr, "fuzz: %s[%zu] is %.9g, should be %.9g +- %.3g\n", what, i, is,
                  should.value, should.error);
    abort();
  }
}
