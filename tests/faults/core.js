// Faults of src/core, but for what only learning needs.

const GOLDEN = 'tests/golden/golden.test.js';
const SHAPES = 'tests/js/sizes.test.js';
const MASKS = 'tests/js/masks.test.js';
const POISON = 'tests/js/poison.test.js';
const BLOCKS = 'tests/core/blocks.test.js';
const CANARIES = 'tests/js/canaries.test.js';
const RAW = 'tests/core/raw.test.js';
const STATUS = 'tests/core/status.test.js';

/** @type {import('./faults.js').Room} */
export const core = {
  name: 'core',
  folders: ['tests/golden', 'tests/core', 'tests/js'],
  groups: [
    {
      file: 'src/core/matmul.c',
      tests: ['tests/js/linear.test.js', GOLDEN],
      faults: [
        {
          name: 'two columns of a transposed block are mixed up',
          find: 'm[1] = wasm_i64x2_shuffle(low01, low23, 1, 3);',
          replace: 'm[1] = wasm_i64x2_shuffle(low01, low23, 1, 2);',
        },
        {
          name: 'the last rows of a packed weight are those at its start',
          find: 'load_some(rows + c * stride + k, rest)',
          replace: 'load_some(rows + c * stride, rest)',
        },
        {
          name: 'the upper half of the last packed panel of values is its lower half',
          find: 'wasm_v128_store(packed + LANES, load_partial(row + low_count, high_count));',
          replace: 'wasm_v128_store(packed + LANES, load_partial(row, high_count));',
          tests: [GOLDEN, SHAPES],
        },
        {
          name: 'the upper half of the fourth row of a tile sums the lower half',
          find: 'sums->high[i] = mul_add(factor, high, sums->high[i]);',
          replace: 'sums->high[i] = mul_add(factor, i == 3 ? low : high, sums->high[i]);',
        },
        {
          name: 'the fourth row of a turn is the third again',
          find: 'add_products(rows, a, panel, 3, sums);',
          replace: 'add_products(rows, a, panel, 2, sums);',
        },
        {
          name: 'a tile forgets what the depth block before left',
          find: 'sums.low[i] = resume ? wasm_v128_load(row) : splat(0.0F);',
          replace: 'sums.low[i] = splat(0.0F);',
        },
        {
          name: 'of three rows that are left two are computed',
          find: 'tile(3, a, a_stride',
          replace: 'tile(2, a, a_stride',
        },
        {
          name: 'the last panel does not take up the sums of its last row',
          find: 'for (size_t i = 0; resume && i < rows; i++)',
          replace: 'for (size_t i = 0; resume && i + 1 < rows; i++)',
        },
        {
          name: 'rows in place are as far apart as packed ones',
          find: 'k < depth; k++, panel += b->row_stride',
          replace: 'k < depth; k++, panel += PANEL',
          tests: [SHAPES, GOLDEN],
        },
        {
          name: 'of values in place only the first panels are read',
          find: 'multiply_panels(1, row, b, panel + j, depth',
          replace: 'multiply_panels(1, row, b, panel, depth',
          tests: [SHAPES, GOLDEN],
        },
        {
          name: 'a single row reads overlapping panels',
          find: 'panel += ROW_PANELS * b->panel_stride;',
          replace: 'panel += b->panel_stride;',
        },
        {
          name: 'the second block of rows resumes from another depth',
          find: 'b->data + k * b->row_stride',
          replace: 'b->data + i * b->row_stride',
        },
        {
          name: 'the second block of depth starts from zero',
          find: 'depth_count, columns, k > 0, c',
          replace: 'depth_count, columns, i > 0, c',
        },
        {
          name: 'the second block of rows is written over the first',
          find: 'k > 0, c + i * c_stride, c_stride);',
          replace: 'k > 0, c, c_stride);',
        },
        {
          name: 'the transposed product takes the first of four factors for all',
          find: 'wasm_v128_load32_splat(a[i] + k), b',
          replace: 'wasm_v128_load32_splat(a[i] + 0 * k), b',
          tests: [SHAPES, GOLDEN],
        },
        {
          name: 'the columns of a single row are taken twice',
          find: 'high = mul_add(factor, m[LANES + j], high);',
          replace: 'high = mul_add(factor, m[j], high);',
        },
        {
          name: 'the last column of a product of no depth is not cleared',
          find: 'zero_floats(c + i * c_stride, columns);',
          replace: 'zero_floats(c + i * c_stride, columns - 1);',
          tests: ['tests/js/empty-sizes.test.js', 'tests/js/linear.test.js'],
        },
      ],
    },
    {
      file: 'src/core/activation.c',
      tests: ['tests/js/transformer.test.js'],
      faults: [
        {
          name: 'gelu has the tail of the other side',
          find: 'wasm_f32x4_lt(x, splat(0.0F)));\n  return wasm_f32x4_mul(x, share)',
          replace: 'wasm_f32x4_gt(x, splat(0.0F)));\n  return wasm_f32x4_mul(x, share)',
        },
        {
          name: 'the cubic term of gelu_tanh is rounded to three digits',
          find: '0.044715F',
          replace: '0.0447F',
        },
        {
          name: 'gelu of infinity is NaN',
          find: 'wasm_f32x4_pmin(wasm_f32x4_abs(x), splat(TAIL_END))',
          replace: 'wasm_f32x4_abs(x)',
        },
        {
          name: 'relu of NaN is 0',
          find: 'at_least(x, splat(0.0F))',
          replace: 'at_least(splat(0.0F), x)',
        },
        {
          name: 'the sigmoid of a negative number is that of its opposite',
          find: 'wasm_v128_bitselect(e, one, wasm_f32x4_lt(z, splat(0.0F)))',
          replace: 'one',
        },
      ],
    },
    {
      file: 'src/core/rotary.c',
      tests: ['tests/js/transformer.test.js'],
      faults: [
        {
          name: 'frequencies are those of all features',
          find: '-2.0 * log_double(theta) / width',
          replace: '-2.0 * log_double(theta) / (width + 1)',
        },
        {
          name: 'a position counts from its place in the text',
          find: 'positions == NULL ? first + l : positions[l]',
          replace: 'first + l',
        },
        {
          name: 'what lies behind the turned features is lost',
          find: 'E - width);',
          replace: '0);',
        },
        {
          name: 'pairs turn the other way',
          find: 'wasm_f32x4_sub(wasm_f32x4_mul(x, c), wasm_f32x4_mul(y, s))',
          replace: 'wasm_f32x4_add(wasm_f32x4_mul(x, c), wasm_f32x4_mul(y, s))',
        },
        {
          name: 'angles are reduced by a single part of pi',
          find: '((angle - n * HALF_PI_1) - n * HALF_PI_2) - n * HALF_PI_3',
          replace: 'angle - n * HALF_PI_1',
        },
      ],
    },
    {
      file: 'src/core/rms_norm.c',
      tests: ['tests/js/transformer.test.js'],
      faults: [
        {
          name: 'epsilon is left out',
          find: '/ (float)D + epsilon',
          replace: '/ (float)D',
        },
        {
          name: 'the square is divided by one less',
          find: 'dot_floats(x, x, D) / (float)D',
          replace: 'dot_floats(x, x, D) / (float)(D > 1 ? D - 1 : 1)',
        },
      ],
    },
    {
      file: 'src/core/embedding.c',
      tests: ['tests/pretrained/golden.test.js'],
      faults: [
        {
          name: 'a packed table has rows of another panel',
          find: 'ids[i] / PANEL * table.panel_stride',
          replace: '0',
        },
      ],
    },
    {
      file: 'src/core/linear.c',
      tests: ['tests/js/linear.test.js', GOLDEN],
      faults: [
        {
          name: 'the last biases are the first',
          find: '*output++ += bias[j];',
          replace: '*output++ += bias[0];',
        },
        {
          name: 'every four columns have the first four biases',
          find: 'wasm_v128_load(bias + j)',
          replace: 'wasm_v128_load(bias)',
        },
        {
          name: 'a weight is read as it is at any depth',
          find: ' && in > 0 && in % LANES == 0;',
          replace: ' && in > 0;',
        },
        {
          name: 'a single call with few rows has no bias',
          find: 'in, out, output, out);\n    if (bias != NULL) add_bias',
          replace: 'in, out, output, out);\n    if (bias == NULL) add_bias',
        },
      ],
    },
    {
      file: 'src/core/softmax.c',
      tests: ['tests/core/softmax.test.js', 'tests/js/trace.test.js', GOLDEN],
      faults: [
        {
          name: 'dropout begins a row before',
          find: 'mix(options->dropout_seed + mix(row + 1))',
          replace: 'mix(options->dropout_seed + mix(row))',
          tests: ['tests/js/dropout.test.js'],
        },
        {
          name: 'dropout scrambles by one other bit',
          find: 'x = (x ^ (x >> 13)) * 0xc2b2ae35U;',
          replace: 'x = (x ^ (x >> 12)) * 0xc2b2ae35U;',
          tests: ['tests/js/dropout.test.js'],
        },
        {
          name: 'the largest score of a row is not sought at its end',
          find: 'for (; S > 0; S--) max[0]',
          replace: 'for (; S > 1; S--) max[0]',
        },
        {
          name: 'a fourth of the scores is left out of the largest',
          find: 'wasm_f32x4_pmax(max[2], max[3])',
          replace: 'wasm_f32x4_pmax(max[2], max[2])',
        },
        {
          name: 'every second vector but the first is not scaled',
          find: 'if (scales) x1 = ',
          replace: 'if (scales && s == 0) x1 = ',
          tests: [GOLDEN, BLOCKS],
        },
        {
          name: 'the end of a row is added to the first chain alone',
          find: 'sum[i] = wasm_f32x4_add(sum[i], load_partial',
          replace: 'sum[0] = wasm_f32x4_add(sum[0], load_partial',
        },
        {
          name: 'the last weight of a row is not divided',
          find: 'for (; rest > 0; rest--) *row++',
          replace: 'for (; rest > 1; rest--) *row++',
        },
        {
          name: 'of a long row only the last block is summed',
          find: 'total += (double)sum_lanes(',
          replace: 'total = (double)sum_lanes(',
        },
        {
          name: 'a division that is pending skips numbers',
          find: 'pending->row += pairs;',
          replace: 'pending->row += count;',
        },
        {
          name: 'dropout drops half as much',
          find: '(uint64_t)((double)p * 0x1p32)',
          replace: '(uint64_t)((double)p * 0x1p31)',
          tests: ['tests/js/dropout.test.js'],
        },
        {
          name: 'weights that dropout leaves are not made larger',
          find: 'p < 1.0F ? 1.0F / (1.0F - p) : 0.0F',
          replace: 'p < 1.0F ? 1.0F : 0.0F',
          tests: ['tests/js/dropout.test.js'],
        },
        {
          name: 'a row whose scores are all -Infinity, unmasked, is zero',
          find: 'options->empty_row_is_nan == 0 && !sees_any(mask)',
          replace: 'options->empty_row_is_nan == 0 && mask != NULL',
          tests: ['tests/js/special-values.test.js', 'tests/js/empty-rows.test.js'],
        },
        {
          name: 'a short row is filled up with zeros, which count',
          find: 'wasm_v128_bitselect(scaled, lowest, is_key)',
          replace: 'wasm_v128_bitselect(scaled, splat(0.0F), is_key)',
          tests: [GOLDEN],
        },
        {
          name: 'masked weights of a short row of NaN stay zero',
          find: 'weights[s] = isnan(sum) ? sum : 0.0F;',
          replace: 'weights[s] = 0.0F;',
          tests: ['tests/js/special-values.test.js', 'tests/js/empty-rows.test.js'],
        },
        {
          name: 'scores that are capped are masked first',
          find: 'if (caps) cap_row(weights, keys,',
          replace: 'if (S == 0) cap_row(weights, keys,',
          tests: ['tests/js/softcap-and-sinks.test.js'],
        },
        {
          name: 'a sink is not taken off',
          find: 'larger_of(max_lanes(max), mask->sink)',
          replace: 'max_lanes(max)',
          tests: ['tests/js/softcap-and-sinks.test.js'],
        },
        {
          name: 'a long row has no sink',
          find: '  sum = add_sink(mask, max, sum);\n',
          replace: '',
          tests: ['tests/js/softcap-and-sinks.test.js'],
        },
        {
          name: 'a negative scale takes off the smallest score',
          find: 'trace != NULL || caps || !(factor > 0.0F)',
          replace: 'trace != NULL || caps',
          tests: ['tests/js/special-values.test.js', BLOCKS],
        },
        {
          name: 'lengths alone do not fill',
          find: '!is_dense(mask) || mask->length < keys',
          replace: '!is_dense(mask)',
          tests: [GOLDEN, MASKS],
        },
        {
          name: 'weights behind the last key keep their scores',
          find: 'zero_floats(weights + keys, S - keys);',
          replace: 'zero_floats(weights + keys, 0);',
          tests: ['tests/core/causal.test.js', MASKS],
        },
        {
          name: 'masked weights of a long row of NaN stay zero',
          find: 'isnan(sum) ? S : keys, sum',
          replace: 'keys, sum',
          tests: [BLOCKS],
        },
        {
          name: 'the trace has the largest score for the sum',
          find: 'keep_row(trace->row_sum, row, &sum, 1);',
          replace: 'keep_row(trace->row_sum, row, &max, 1);',
          tests: ['tests/js/trace.test.js'],
        },
        {
          name: 'columns add their keys to half as many partial sums',
          find: 'sums + i % (SUMS * COLUMNS)',
          replace: 'sums + i % (SUMS * COLUMNS / 2)',
        },
        {
          name: 'the last columns reach past the row',
          find: 'inner - i < COLUMNS ? inner - COLUMNS : i;',
          replace: 'i;',
        },
        {
          name: 'softmax takes the mask of the first head for all',
          find: 'row / L / H, row / L % H, row % L',
          replace: 'row / L / H, 0, row % L',
          tests: ['tests/core/softmax.test.js'],
        },
        {
          name: 'the workspace of softmax has room for one column of sixteen',
          find: 'inner < COLUMNS ? 1 : COLUMNS',
          replace: '1',
          tests: [CANARIES, 'tests/core/written.test.js'],
        },
      ],
    },
    {
      file: 'src/core/attend.c',
      tests: [BLOCKS],
      faults: [
        {
          name: 'dropout and trace of a later block have the rows of the first',
          find: '&mask, keys, width, head->first_row + l,',
          replace: '&mask, keys, width, head->first_row + i,',
        },
        {
          name: 'rows of a later block that are not finite have the masks of the first',
          find: 'head->h, first + i, S, head->L);\n    sum_seen',
          replace: 'head->h, i, S, head->L);\n    sum_seen',
        },
        {
          name: 'rows past the first 96 see one key more',
          find: 'mask_of_row(options, head->n, head->h, l, S, head->L);\n    const uint32_t keys',
          replace:
            'mask_of_row(options, head->n, head->h, l + (first >= MAX_BLOCK_ROWS ? 1 : 0), S, head->L);\n    const uint32_t keys',
        },
        {
          name: 'a number that is not finite is not seen at the end of a row',
          find: 'sum_lanes(mul_add(load_some(row, count), splat(0.0F), sum)) == 0.0F',
          replace: 'sum_lanes(sum) == 0.0F',
          tests: [POISON, 'tests/js/special-values.test.js'],
        },
        {
          name: 'masked values count in rows of NaN',
          find: 'skips_all || weights[s] == 0.0F',
          replace: 'skips_all && weights[s] == 0.0F',
          tests: [POISON, 'tests/js/special-values.test.js'],
        },
        {
          name: 'lengths are no mask',
          find: 'options->valid_lens != NULL || options->causal != ATTN_CAUSAL_NONE;\n}\n\nstatic bool all_finite',
          replace: 'options->causal != ATTN_CAUSAL_NONE;\n}\n\nstatic bool all_finite',
          tests: [POISON],
        },
        {
          name: 'masked keys with a finite fill have no score',
          find: 'head->trace != NULL || weighs_masked(options);',
          replace: 'head->trace != NULL;',
          tests: [GOLDEN, MASKS],
        },
        {
          name: 'the weights of a later block are written over the first',
          find: 'head->weights + (size_t)first * head->S;',
          replace: 'head->weights;',
        },
        {
          name: 'the output of a later block is written over the first',
          find: 'head->output + first * head->output_stride;',
          replace: 'head->output + (first - first) * head->output_stride;',
        },
      ],
    },
    {
      file: 'src/core/mask.c',
      tests: [MASKS, GOLDEN],
      faults: [
        {
          name: 'the keys of a mask may lie outside the memory',
          find: 'axis < 4 && !is_empty; axis++',
          replace: 'axis < 3 && !is_empty; axis++',
          tests: [STATUS, RAW, 'tests/core/written.test.js'],
        },
        {
          name: 'dropout of more than 1 is taken',
          find: 'options->dropout_p <= 1.0F',
          replace: 'options->dropout_p <= 2.0F',
          tests: [STATUS],
        },
        {
          name: 'the two alignments of a causal mask are exchanged',
          find: 'causal == ATTN_CAUSAL_LOWER_RIGHT ? S : L',
          replace: 'causal == ATTN_CAUSAL_LOWER_RIGHT ? L : S',
          tests: ['tests/core/causal.test.js'],
        },
        {
          name: 'a query before the first key sees it',
          find: '(uint32_t)(end - L) : 0;',
          replace: '(uint32_t)(end - L) : 1;',
          tests: ['tests/core/causal.test.js'],
        },
        {
          name: 'a negative length is a very large one',
          find: 'valid < 0 ? 0 : (uint32_t)valid',
          replace: '(uint32_t)valid',
          tests: [BLOCKS],
        },
        {
          name: 'lengths of queries are those of neighbours',
          find: '(size_t)n * L + l : n',
          replace: '(size_t)n + l : n',
        },
        {
          name: 'every item has the padding of the first',
          find: 'options->key_padding + (size_t)n * S,',
          replace: 'options->key_padding + (size_t)(n - n) * S,',
        },
        {
          name: 'padding takes the place of the boolean mask',
          find: 'hides = wasm_v128_or(hides, hidden_bytes(is_whole ? padding : padding_copy));',
          replace: 'hides = hidden_bytes(is_whole ? padding : padding_copy);',
        },
        {
          name: 'the padding of the last key is that of sixteen before',
          find: 'i < count && !is_whole; i++) padding_copy',
          replace: 'i + 1 < count && !is_whole; i++) padding_copy',
        },
        {
          name: '-Infinity that is added becomes the fill',
          find: 'wasm_v128_bitselect(lowest, sum, is_lowest)',
          replace: 'wasm_v128_bitselect(fills, sum, is_lowest)',
          tests: ['tests/js/empty-rows.test.js'],
        },
        {
          name: 'the last keys have the mask of the first',
          find: '(mask->step != 0 || s == 0)',
          replace: '(mask->step != 0 && s == 0)',
        },
        {
          name: 'keys of a later block are those of the first',
          find: 'length_of_row(options, n, first + i, S, L);\n    if (length > seen)',
          replace: 'length_of_row(options, n, i + (first - first), S, L);\n    if (length > seen)',
          tests: [BLOCKS],
        },
      ],
    },
    {
      file: 'src/core/mask.h',
      tests: ['tests/js/empty-rows.test.js', MASKS],
      faults: [
        {
          name: 'a key with -Infinity added is seen',
          find: 'mask->added[s * mask->step] != -INFINITY',
          replace: 'mask->added[s * mask->step] != INFINITY',
        },
      ],
    },
    {
      file: 'src/core/exp.h',
      tests: ['tests/core/ulp.test.js', GOLDEN],
      faults: [
        {
          name: 'the low part of ln 2 has the other sign',
          find: 'ln2_low = -0x1.bd0106p-13F',
          replace: 'ln2_low = 0x1.bd0106p-13F',
        },
        {
          name: 'exp is cut off too early',
          find: '#define EXP_CUTOFF (-87.683121F)',
          replace: '#define EXP_CUTOFF (-86.0F)',
        },
        {
          name: 'NaN becomes the lowest number',
          find: 'return wasm_f32x4_pmax(x, lowest);',
          replace: 'return wasm_f32x4_pmax(lowest, x);',
          tests: ['tests/js/special-values.test.js'],
        },
      ],
    },
    {
      file: 'src/core/tanh.h',
      tests: ['tests/core/ulp.test.js', GOLDEN],
      faults: [
        {
          name: 'tanh is never negative',
          find: 'wasm_v128_or(magnitude, wasm_v128_and(x, c->sign))',
          replace: 'wasm_v128_or(magnitude, wasm_v128_and(x, splat(0.0F)))',
        },
        {
          name: 'tanh stops growing too early',
          find: '#define TANH_LIMIT 10.0F',
          replace: '#define TANH_LIMIT 7.0F',
        },
      ],
    },
    {
      file: 'src/core/simd.h',
      tests: [GOLDEN],
      faults: [
        {
          name: 'the third of three floats is the second',
          find: 'wasm_v128_store32_lane(to + 2, value, 2)',
          replace: 'wasm_v128_store32_lane(to + 2, value, 1)',
        },
      ],
    },
    {
      file: 'src/core/additive.c',
      tests: [SHAPES, GOLDEN],
      faults: [
        {
          name: 'hidden units past the first 32 read the keys of the first',
          find: 'const float *keys = panel + a * PANEL;',
          replace: 'const float *keys = panel;',
        },
        {
          name: 'hidden units past the first 32 have the weights of the first',
          find: 'm->wv + a, h.m, depth',
          replace: 'm->wv, h.m, depth',
        },
        {
          name: 'a later block of queries is that of the first',
          find: 'm->projected_queries + (first + i) * A',
          replace: 'm->projected_queries + (first - first + i) * A',
          tests: [BLOCKS],
        },
        {
          name: 'only the keys of the first item are projected',
          find: 'project(keys, p.wk, NULL, N * S, A, K',
          replace: 'project(keys, p.wk, NULL, S, A, K',
        },
        {
          name: 'features of all items are written over those of the first',
          find: 'trace->features + (size_t)n * L * S * A',
          replace: 'trace->features + (size_t)(n - n) * L * S * A',
          tests: ['tests/js/trace.test.js', 'tests/core/written.test.js'],
        },
        {
          name: 'every item has the dropout of the first',
          find: /\.first_row = n \* L,(?=.*uint32_t attn_projected_additive_workspace)/s,
          replace: '.first_row = (n - n) * L,',
          tests: [BLOCKS],
        },
      ],
    },
    {
      file: 'src/core/scaled_dot_product.c',
      tests: [SHAPES, GOLDEN],
      faults: [
        {
          name: 'grouped heads take the keys of another',
          find: '(size_t)n * Hkv + h / group;',
          replace: '(size_t)n * Hkv + h % Hkv;',
          tests: ['tests/js/properties-heads.test.js'],
        },
        {
          name: 'keys of any width are read in place',
          find: 'E % LANES == 0 && Ev % PANEL == 0',
          replace: 'Ev % PANEL == 0',
        },
        {
          name: 'the workspace has no room for scores',
          find: 'packed_count(S, Ev)), score_block_count(L, S));\n}\n\npacked_head',
          replace: 'packed_count(S, Ev)), L - L);\n}\n\npacked_head',
          tests: [CANARIES, 'tests/core/written.test.js'],
        },
      ],
    },
    {
      file: 'src/core/multi_head.c',
      tests: [GOLDEN, 'tests/js/trace.test.js'],
      faults: [
        {
          name: 'the workspace has room for half the projections',
          find: 'count_product(2 * (uint64_t)L, D)',
          replace: 'count_product((uint64_t)L, D)',
          tests: [CANARIES, 'tests/core/written.test.js'],
        },
        {
          name: 'heads are cut apart at single columns',
          find: 'wide + (n * rows + i) * D + h * d, d);',
          replace: 'wide + (n * rows + i) * D + h, d);',
        },
        {
          name: 'a group of heads has the keys of the first',
          find: '(size_t)(h / group) * d;',
          replace: '(size_t)(h / H) * d;',
          tests: ['tests/js/grouped-heads.test.js'],
        },
        {
          name: 'queries are turned as if they were the first',
          find: 'turn_heads(&p, N, H, d, S - L, L, q',
          replace: 'turn_heads(&p, N, H, d, 0, L, q',
          tests: ['tests/js/grouped-heads.test.js'],
        },
        {
          name: "a head contributes by another's columns of W_O",
          find: 'out_weight + h * d * PANEL',
          replace: 'out_weight + h * d',
        },
        {
          name: 'a width that heads do not divide is taken',
          find: 'if (H == 0 || D % H != 0 || Hkv == 0',
          replace: 'if (H == 0 || Hkv == 0',
          tests: [STATUS],
        },
        {
          name: 'a later item appends the keys of another',
          find: 'const size_t keys = (size_t)n * fresh * Dkv',
          replace: 'const size_t keys = (size_t)n * S * Dkv',
          tests: ['tests/core/cache.test.js', 'tests/js/cache-pieces.test.js'],
        },
        {
          name: 'every item has the rows of the first in trace and dropout',
          find: '.first_row = (uint32_t)(index * L),',
          replace: '.first_row = (uint32_t)((size_t)h * L),',
        },
        {
          name: 'values have the bias of keys',
          find: 'project(value, p.v_weight, p.v_bias,',
          replace: 'project(value, p.v_weight, p.k_bias,',
        },
        {
          name: 'the output may overlap its bias',
          find: '  list_optional_input(&g, p.out_bias, D, sizeof(float));\n',
          replace: '',
          tests: ['tests/core/overlap.test.js'],
        },
      ],
    },
    {
      file: 'src/core/cache.c',
      tests: ['tests/core/cache.test.js', 'tests/js/cache-pieces.test.js'],
      faults: [
        {
          name: 'new keys are packed over the first',
          find: 'head->keys + (length + row) * d);',
          replace: 'head->keys + row * d);',
        },
        {
          name: 'heads of a cache overlap',
          find: 'index * (key_count + value_count)',
          replace: 'index * (key_count + value_count / 2)',
        },
        {
          name: 'values are unpacked from a neighbouring column',
          find: 'panel[s * PANEL + j % PANEL]',
          replace: 'panel[s * PANEL + (j + 1) % PANEL]',
        },
      ],
    },
    {
      file: 'src/core/check.c',
      tests: [STATUS, 'tests/core/overlap.test.js', RAW],
      faults: [
        {
          name: 'addresses need not be aligned',
          find: 'array->data == NULL || (uintptr_t)array->data % array->size != 0',
          replace: 'array->data == NULL',
        },
        {
          name: "an array may lie in the core's own memory",
          find: 'start < attn_heap_base() || start',
          replace: 'start < 16 || start',
        },
        {
          name: 'an array may end past the memory',
          find: 'start + array_bytes(array) > end',
          replace: 'start > end',
        },
        {
          name: 'an output may begin within an input',
          find: 'a_start < b_start + array_bytes(b)',
          replace: 'a_start <= b_start',
        },
        {
          name: 'two outputs that follow each other in the list may overlap',
          find: 'for (uint32_t other = 0; other < w; other++)',
          replace: 'for (uint32_t other = 0; other + 1 < w; other++)',
        },
        {
          name: 'the workspace is counted in floats, given in bytes',
          find: 'count_product(needed, sizeof(float)) > workspace_size',
          replace: 'needed > workspace_size',
        },
        {
          name: 'rows without elements are waited for',
          find: 'w + 1 < g->write_count',
          replace: 'w < g->write_count',
          tests: ['tests/core/huge-sizes.test.js', 'tests/js/empty-sizes.test.js'],
        },
      ],
    },
  ],
};
