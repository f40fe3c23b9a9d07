#include "attended.h"

static float *next_output(uint32_t wants, int bit, wide count) {
  return (wants >> bit & 1U) != 0 ? block((size_t)count * sizeof(float)) : NULL;
}

wanted next_wanted(input *in, const attn_options *options, wide rows, wide S) {
  const uint32_t wants = (uint32_t)next_byte(in) << 8 | next_byte(in);
  wanted is = {.has_trace = (wants & 1U) != 0};
  const bool has_dropout = options->dropout_p > 0.0F;
  is.weights = next_output(has_dropout ? 2 : wants, 1, rows * S);
  if (!is.has_trace) return is;
  is.trace = (attn_trace){
      .scores = next_output(wants, 2, rows * S),
      .scaled_scores = next_output(wants, 3, rows * S),
      .masked_scores = next_output(wants, 4, rows * S),
      .row_max = next_output(wants, 5, rows),
      .exponentials = next_output(wants, 6, rows * S),
      .row_sum = next_output(wants, 7, rows),
      .weights = next_output(wants, 8, rows * S),
      .dropped = next_output(wants, 9, rows * S),
  };
  return is;
}

const judged *compare_attended(const wanted *is, shape shape, const attn_options *options,
                               const judged *scores, const judged *values) {
  const wide cells = (wide)(shape.N * shape.H * shape.L) * shape.S;
  const attended right = judge_attention(shape, options, scores, values, is->weights);
  if (is->weights != NULL) compare(is->weights, right.weights, cells, "weights");
  if (!is->has_trace) return right.output;
  const attn_trace *trace = &is->trace;
  if (trace->scores != NULL) compare(trace->scores, scores, cells, "trace.scores");
  if (trace->dropped != NULL) compare(trace->dropped, right.weights, cells, "trace.dropped");
  if (trace->weights != NULL) {
    attn_options whole = *options;
    whole.dropout_p = 0.0F;
    const attended before = judge_attention(shape, &whole, scores, NULL, NULL);
    compare(trace->weights, before.weights, cells, "trace.weights");
  }
  return right.output;
}
