// Faults of what learns: the backwards of the core, the tape, random numbers, quantized weights.

const GOLDEN = 'tests/learning/golden.test.js';
const GRADIENTS = 'tests/learning/gradients.test.js';

/** @type {import('./faults.js').Room} */
export const learning = {
  name: 'learning',
  folders: ['tests/learning'],
  groups: [
    {
      file: 'src/js/learning/grammars/french-english/reading.js',
      tests: ['tests/learning/grammars/french-english.test.js'],
      faults: [
        {
          name: 'every verb of a sentence is its first',
          find: 'hasVerb ||= finiteForms.has(word)',
          replace: 'hasVerb = false',
        },
      ],
    },
    {
      file: 'src/core/attend.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'masked scores with a finite fill have a gradient',
          find: 'if (!sees(&mask, s)) row[s] = 0.0F;',
          replace: 'if (!sees(&mask, s)) row[s] = row[s] + 0.0F;',
        },
        {
          name: 'a masked gradient of NaN counts',
          find: 'if ((clears_all || weights[s] == 0.0F) && !sees(&mask, s)) row[s] = 0.0F;',
          replace: 'if (clears_all && weights[s] > 2.0F && !sees(&mask, s)) row[s] = 0.0F;',
          tests: ['tests/learning/masked.test.js'],
        },
        {
          name: 'a masked key of NaN reaches the gradient of queries',
          find: 'if (counts(&mask, grad_scores, (uint32_t)s)) sum +=',
          replace: 'if (counts(&mask, grad_scores, (uint32_t)s) || width > 0) sum +=',
          tests: ['tests/learning/masked.test.js'],
        },
        {
          name: 'a query of NaN reaches the gradients of keys that it does not see',
          find: 'if (!counts(&mask, row_cells, (uint32_t)s)) continue;',
          replace: 'if (!counts(&mask, row_cells, (uint32_t)s) && S > 1000) continue;',
          tests: ['tests/learning/masked.test.js'],
        },
        {
          name: 'every head adds its gradients to the mask of the first',
          find: '(size_t)head->h * strides[1] +\n              (size_t)l',
          replace: '(size_t)(head->h - head->h) * strides[1] +\n              (size_t)l',
        },
      ],
    },
    {
      file: 'src/core/additive.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'the slope of tanh is 1 - f',
          find: 'wasm_f32x4_sub(splat(1.0F), wasm_f32x4_mul(f, f))',
          replace: 'wasm_f32x4_sub(splat(1.0F), f)',
        },
      ],
    },
    {
      file: 'src/core/linear.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'the gradient of a bias is that of the first row',
          find: 'add_rows(grad_output, out, rows, out, grad_bias)',
          replace: 'add_rows(grad_output, out, 1, out, grad_bias)',
        },
      ],
    },
    {
      file: 'src/core/accumulate.c',
      tests: [GOLDEN, GRADIENTS, 'tests/learning/status.test.js'],
      faults: [
        {
          name: 'a product past 96 rows is added to the first',
          find: 'i < count; i++, c += c_stride) add_floats(c, block + i * columns, columns);',
          replace: 'i < count; i++) add_floats(c + i * c_stride, block + i * columns, columns);',
          tests: ['tests/learning/steps.test.js'],
        },
        {
          name: 'the last number of a sum is left out',
          find: 'for (; count > 0; count--) *to++ += *from++;',
          replace: 'for (; count > 1; count--) *to++ += *from++;',
        },
      ],
    },
    {
      file: 'src/core/layer_norm.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'the variance is divided by one less',
          find: 'dot_floats(y, y, D) / (float)D',
          replace: 'dot_floats(y, y, D) / (float)(D > 1 ? D - 1 : 1)',
        },
      ],
    },
    {
      file: 'src/core/adamw.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'weights decay whatever the rate',
          find: '1.0F - o.learning_rate * o.weight_decay',
          replace: '1.0F - o.weight_decay',
          tests: ['tests/learning/steps.test.js'],
        },
        {
          name: 'first means are not made up for',
          find: '1.0 - power((double)o.beta1, o.step)',
          replace: '1.0 - power((double)o.beta1, o.step + 1)',
          tests: ['tests/learning/steps.test.js'],
        },
      ],
    },
    {
      file: 'src/core/cross_entropy.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'a loss from the logits leaves out what the other logits add',
          find: '(double)logits[target] - natural_log(probabilities[best])',
          replace: '(double)logits[target]',
          tests: ['tests/learning/steps.test.js'],
        },
        {
          name: 'the target has no gradient of its own',
          find: 'grad[targets[i]] -= share;',
          replace: 'grad[targets[i]] -= 0.5F * share;',
        },
      ],
    },
    {
      file: 'src/core/gru.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'a reversed sequence reads the state after next',
          find: 'const size_t previous = s->is_reverse != 0 ? t + 1 : t - 1;',
          replace: 'const size_t previous = s->is_reverse != 0 ? t : t - 1;',
        },
      ],
    },
    {
      file: 'src/core/distance_bias.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'the farthest distance is left out',
          find: '(uint32_t)distance : reach - 1;',
          replace: '(uint32_t)distance : 0;',
          tests: ['tests/learning/steps.test.js'],
        },
      ],
    },
    {
      file: 'src/core/nearest_point.c',
      tests: [GOLDEN, GRADIENTS],
      faults: [
        {
          name: 'the distance to a point lacks its square',
          find: '2.0F * row[c] - squares[c]',
          replace: '2.0F * row[c] - 0.5F * squares[c]',
        },
      ],
    },
    {
      file: 'src/js/learning/random.js',
      tests: ['tests/learning/random.test.js'],
      faults: [
        {
          name: 'streams of other names are the same',
          find: 'bits = scrambleBits(bits ^ (name.charCodeAt(i) + (i << 16)))',
          replace: 'bits = scrambleBits(bits ^ (i << 16))',
        },
        {
          name: 'the first numbers of a stream are used, too',
          find: 'for (let i = 0; i < 12; i++) this.bits();',
          replace: 'for (let i = 0; i < 11; i++) this.bits();',
        },
        {
          name: 'a state that is set forgets its counter',
          find: '[this.#a, this.#b, this.#c, this.#counter] = [a, b, c, counter];',
          replace: '[this.#a, this.#b, this.#c, this.#counter] = [a, b, c, counter * 0 + 1];',
          tests: ['tests/learning/steps.test.js'],
        },
      ],
    },
    {
      file: 'src/js/learning/options.js',
      tests: ['tests/learning/refusals.test.js'],
      faults: [
        {
          name: 'a second argument is not looked at',
          find: 'if (rest.every((value) => value === undefined)) return options;',
          replace: 'if (rest.length < 9) return options;',
        },
      ],
    },
    {
      file: 'src/js/learning/state.js',
      tests: ['tests/learning/states.test.js'],
      faults: [
        {
          name: 'a mean of squares may be negative',
          find: 'i >= count && mean < 0',
          replace: 'i > count && mean < 0',
        },
        {
          name: 'a state is taken from a model of any kind',
          find: 'if (kind !== expected) {',
          replace: "if (typeof kind !== 'string') {",
        },
        {
          name: 'NaN is lost on its way through JSON',
          find: 'return number === null ? Number.NaN : number;',
          replace: 'return number === null ? 0 : number;',
        },
        {
          name: 'a state may have any number of numbers',
          find: 'if (read.count === count) return',
          replace: 'if (read.count >= count) return',
        },
      ],
    },
    {
      file: 'src/js/learning/quantized.js',
      tests: ['tests/learning/quantized.test.js'],
      faults: [
        {
          name: 'negative numbers come back positive',
          find: '((bytes[at++] - SHIFT) << 24) >> 24',
          replace: '((bytes[at++] - SHIFT) << 24) >>> 24',
        },
      ],
    },
    {
      file: 'src/js/learning/training-memory.js',
      tests: ['tests/learning/golden.test.js', 'tests/learning/models.test.js'],
      faults: [
        {
          name: 'a packed weight stays as it was before the update',
          find: 'if (place?.version === this.#version) return place.address;',
          replace: 'if (place && place.version >= 0) return place.address;',
        },
        {
          name: 'gradients of the step before are added to',
          find: 'for (const [first, end] of this.#gradients) floats.fill(0, first, end);',
          replace: '',
        },
        {
          name: 'memory is not asked for',
          find: 'if (this.#top > this.#module.floats.byteLength)',
          replace: 'if (this.#top > 2 * this.#module.floats.byteLength)',
        },
        {
          name: 'rows that nothing has seen add NaN',
          find: '.some((number) => number !== 0)) continue;',
          replace: '.some((number) => number >= 0)) continue;',
          tests: ['tests/learning/masked.test.js'],
        },
      ],
    },
    {
      file: 'src/js/learning/model.js',
      tests: ['tests/learning/index.test.js', 'tests/learning/models.test.js'],
      faults: [
        {
          name: 'training leads past the last step of a state',
          find: 'if (tape.step + steps > MOST_STEPS) {',
          replace: 'if (tape.step > MOST_STEPS) {',
          tests: ['tests/learning/states.test.js'],
        },
        {
          name: 'the rate has no effect',
          find: 'learningRate: this.#rate * options.learningRate',
          replace: 'learningRate: options.learningRate',
        },
        {
          name: 'the loss is that of the last step',
          find: 'losses += tape.read(loss)[0];',
          replace: 'losses = steps * tape.read(loss)[0];',
          tests: ['tests/learning/steps.test.js'],
        },
      ],
    },
  ],
};
