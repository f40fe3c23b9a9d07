#include "rotary.h"

#include "accumulate.h"
#include "check.h"
#include "learning.h"
#include "log.h"
#include "simd.h"

// exp, sine and cosine in double. The error of a sine or cosine in double is at most
// 2^-41 + position * 2^-51. Up to position 2^26, that is less than the rounding to float32.

// pi / 2 as the sum of three parts. The first two have 33 bits.
#define HALF_PI_1 0x1.921fb544p+0
#define HALF_PI_2 0x1.0b4611a6p-34
#define HALF_PI_3 0x1.3198a2e037073p-69

// Rounds to an integer by adding 1.5 * 2^52, for |x| < 2^51.
static double round_double(double x) {
  const double magic = 0x1.8p+52;
  return (x + magic) - magic;
}

// exp(x) = 2^n exp(r), for |x| < 700.
static double exp_double(double x) {
  const double n = round_double(x / LN2);
  const double r = x - n * LN2;
  double sum = 1.0;
  for (int k = 12; k > 0; k--) sum = 1.0 + sum * r / k;
  return sum * power_of_two_double((int32_t)n);
}

typedef struct turn {
  float cosine, sine;
} turn;

// Returns the cosine and sine of an angle of at least 0.
static turn turn_of(double angle) {
  const double n = round_double(angle / HALF_PI_1);
  const double r = ((angle - n * HALF_PI_1) - n * HALF_PI_2) - n * HALF_PI_3;
  const double r2 = r * r;
  double c = 1.0;
  for (int k = 12; k > 0; k -= 2) c = 1.0 - c * r2 * (1.0 / (k * (k - 1)));
  double s = 1.0;
  for (int k = 13; k > 1; k -= 2) s = 1.0 - s * r2 * (1.0 / (k * (k - 1)));
  s *= r;
  const uint64_t quarter = (uint64_t)n % 4;
  const double cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
  const double sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
  return (turn){(float)cosine, (float)sine};
}

// (x, y) = (x cos - y sin, y cos + x sin) for the pairs (i, i + width / 2).
static void rotate_halves(const float *input, const float *cosines, const float *sines,
                          uint32_t half, float *output) {
  for (uint32_t i = 0; i < half; i += LANES) {
    const uint32_t count = smaller(half - i, LANES);
    const v128_t x = load_lanes(input + i, count);
    const v128_t y = load_lanes(input + half + i, count);
    const v128_t c = load_lanes(cosines + i, count);
    const v128_t s = load_lanes(sines + i, count);
    const v128_t first = sub_mul(wasm_f32x4_mul(x, c), y, s);
    store_lanes(output + i, first, count);
    store_lanes(output + half + i, mul_add(y, c, wasm_f32x4_mul(x, s)), count);
  }
}

static void rotate_neighbours(const float *input, const float *cosines, const float *sines,
                              uint32_t half, float *output) {
  for (size_t i = 0; i < half; i++) {
    const float x = input[2 * i], y = input[2 * i + 1];
    output[2 * i] = x * cosines[i] - y * sines[i];
    output[2 * i + 1] = y * cosines[i] + x * sines[i];
  }
}

attn_status check_rotation(uint32_t E, uint32_t width, float theta, attn_rotary_pairs pairs,
                           rotary_scaling scaling) {
  if (width > E || width % 2 != 0) return ATTN_ERROR_SIZE;
  const bool is_base = theta >= 1.0F && theta <= 0x1p+64F;
  const bool is_scaling = scaling.factor >= 1.0 && scaling.factor <= 0x1p+64 &&
                          scaling.low >= 0.0 && scaling.low <= scaling.high;
  return is_base && is_scaling && (uint32_t)pairs <= ATTN_PAIRS_INTERLEAVED ? ATTN_OK
                                                                            : ATTN_ERROR_OPTION;
}

static double scale_frequency(double frequency, rotary_scaling scaling) {
  const double low = scaling.low, high = scaling.high;
  const double share = frequency >= high  ? 1.0
                       : frequency <= low ? 0.0
                                          : (frequency - low) / (high - low);
  return frequency * (share + (1.0 - share) / scaling.factor);
}

// The frequency of pair i is exp(rate * i) = theta^(-2i / width), scaled.
void write_turns(const uint32_t *positions, uint32_t first, uint32_t L, uint32_t width, float theta,
                 rotary_scaling scaling, float *turns) {
  const uint32_t half = width / 2;
  const double rate = width == 0 ? 0.0 : -2.0 * natural_log(theta) / width;
  for (uint32_t i = 0; i < half; i++) {
    const double frequency = scale_frequency(exp_double(rate * i), scaling);
    for (uint32_t l = 0; l < L; l++) {
      const uint32_t position = positions == NULL ? first + l : positions[l];
      const turn t = turn_of(position * frequency);
      turns[(size_t)l * width + i] = t.cosine;
      turns[(size_t)l * width + half + i] = t.sine;
    }
  }
}

void turn_vector(const float *input, const float *turns, uint32_t width, attn_rotary_pairs pairs,
                 float *output) {
  const uint32_t half = width / 2;
  if (pairs == ATTN_PAIRS_HALF) {
    rotate_halves(input, turns, turns + half, half, output);
  } else {
    rotate_neighbours(input, turns, turns + half, half, output);
  }
}

uint32_t attn_rotary_workspace(uint32_t L, uint32_t width) {
  return float_bytes(count_product(L, width));
}

// Checks a call that rotates `from` into `to`. The workspace has `spare` vectors after the turns.
static attn_status check_rotary(const float *from, const uint32_t *positions, uint32_t rows,
                                uint32_t L, uint32_t E, uint32_t width, float theta,
                                attn_rotary_pairs pairs, rotary_scaling scaling, const float *to,
                                const float *workspace, uint32_t workspace_size, uint32_t spare) {
  const attn_status status = check_rotation(E, width, theta, pairs, scaling);
  if (status != ATTN_OK) return status;
  const uint64_t count = count_product3(rows, L, E);
  guard g;
  start_guard(&g);
  list_input(&g, from, count, sizeof(float));
  list_input(&g, positions, L, sizeof(uint32_t));
  list_output(&g, to, count);
  return check_with_workspace(&g, count_product(rows, L), workspace, workspace_size,
                              count_product((uint64_t)L + spare, width));
}

attn_status attn_rotary(const float *input, const uint32_t *positions, uint32_t rows, uint32_t L,
                        uint32_t E, uint32_t width, float theta, attn_rotary_pairs pairs,
                        double factor, double low, double high, float *output, float *workspace,
                        uint32_t workspace_size) {
  if (rows == 0 || L == 0 || E == 0) return ATTN_OK;
  const rotary_scaling scaling = {factor, low, high};
  const attn_status status = check_rotary(input, positions, rows, L, E, width, theta, pairs,
                                          scaling, output, workspace, workspace_size, 0);
  if (status != ATTN_OK) return status;

  write_turns(positions, 0, L, width, theta, scaling, workspace);
  for (size_t row = 0; row < rows; row++) {
    for (size_t l = 0; l < L; l++) {
      const size_t start = (row * L + l) * E;
      turn_vector(input + start, output_start(workspace) + l * width, width, pairs, output + start);
      copy_floats(output + start + width, input + start + width, E - width);
    }
  }
  return ATTN_OK;
}

uint32_t attn_rotary_backward_workspace(uint32_t L, uint32_t width) {
  return float_bytes(count_product((uint64_t)L + 1, width));
}

attn_status attn_rotary_backward(const float *grad_output, const uint32_t *positions, uint32_t rows,
                                 uint32_t L, uint32_t E, uint32_t width, float theta,
                                 attn_rotary_pairs pairs, double factor, double low, double high,
                                 float *grad_input, float *workspace, uint32_t workspace_size) {
  if (rows == 0 || L == 0 || E == 0) return ATTN_OK;
  const rotary_scaling scaling = {factor, low, high};
  const attn_status status = check_rotary(grad_output, positions, rows, L, E, width, theta, pairs,
                                          scaling, grad_input, workspace, workspace_size, 1);
  if (status != ATTN_OK) return status;

  float *turns = output_start(workspace);
  float *turned = turns + (size_t)L * width;
  // 1. The opposite angles have the same cosines and the opposite sines.
  write_turns(positions, 0, L, width, theta, scaling, turns);
  for (size_t l = 0; l < L; l++) {
    for (size_t i = width / 2; i < width; i++) turns[l * width + i] = -turns[l * width + i];
  }
  // 2. Rotate and add.
  for (size_t row = 0; row < rows; row++) {
    for (size_t l = 0; l < L; l++) {
      const float *grad = grad_output + (row * L + l) * E;
      float *to = grad_input + (row * L + l) * E;
      turn_vector(grad, turns + l * width, width, pairs, turned);
      add_floats(to, turned, width);
      add_floats(to + width, grad + width, E - width);
    }
  }
  return ATTN_OK;
}
