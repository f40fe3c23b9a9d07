// Faults of web/graph: what is computed on the page, and what a number is made of.

const RUN = 'tests/graph/run.test.js';
const TRACE = 'tests/web/trace.test.js';
const PARTS = 'tests/graph/parts.test.js';
const COMPUTATION = 'tests/web/computation.test.js';

/** @type {import('./faults.js').Room} */
export const graph = {
  name: 'graph',
  folders: ['tests/graph', 'tests/web'],
  groups: [
    {
      file: 'web/graph/trace.js',
      tests: [TRACE],
      faults: [
        {
          name: 'a head of a column is the column within',
          find: "point.set('h', Math.floor(column / columns));",
          replace: "point.set('h', column % columns);",
        },
        {
          name: 'what is cut is still an operand',
          find: 'node.inputs.filter((input) => !run.isCut(input.id, id) && isAt(input, bound))',
          replace: 'node.inputs.filter((input) => isAt(input, bound))',
          tests: [TRACE, RUN],
        },
        {
          name: 'a number goes into what is frozen',
          find: '!run.isFrozen(reader.id) && !run.isCut(cell.id, reader.id)',
          replace: '!run.isCut(cell.id, reader.id)',
          tests: [TRACE, RUN],
        },
        {
          name: 'a trace does not look through copies',
          find: 'return from ? computedCell(run, from) : cell;',
          replace: 'return from && run.graph.size < 3 ? computedCell(run, from) : cell;',
          tests: [PARTS],
        },
        {
          name: 'a cell past the end of its tensor is read',
          find: 'offsetOf(run.tensor(cell.id).shape, cell.index) !== undefined ? cell',
          replace: 'cell.index.length > 0 ? cell',
        },
      ],
    },
    {
      file: 'web/graph/cell.js',
      tests: [TRACE, RUN],
      faults: [
        {
          name: 'the first index past an axis is taken',
          find: 'index.some((i, axis) => i >= shape[axis])',
          replace: 'index.some((i, axis) => i > shape[axis])',
        },
        {
          name: 'leading zeros of an index are taken',
          find: '/^(0|[1-9]\\d{0,8})$/',
          replace: '/^\\d{1,9}$/',
          tests: [PARTS],
        },
      ],
    },
    {
      file: 'web/graph/axes.js',
      tests: ['tests/graph/arrange.test.js'],
      faults: [
        {
          name: 'a matrix is not turned',
          find: 'transposeBlocks(data, from, [step, steps[last]]',
          replace: 'transposeBlocks(data, from, [steps[last], step]',
        },
        {
          name: 'an axis is not turned',
          find: 'data[from + i * step]',
          replace: 'data[from + i]',
        },
        {
          name: 'a matrix is turned in its first block alone',
          find: 'transposed[row * columns + column]',
          replace: 'transposed[(row % BLOCK) * columns + column]',
        },
        {
          name: 'what is repeated is copied too far',
          find: 'to = Math.min(end, 2 * to - start)',
          replace: 'to = 2 * to - start',
        },
      ],
    },
    {
      file: 'web/graph/run.js',
      tests: [RUN],
      faults: [
        {
          name: 'what is cut is not zero',
          find: 'this.isCut(id, node.id) ? zerosLike(input) : input',
          replace: 'this.isCut(node.id, id) ? zerosLike(input) : input',
        },
        {
          name: 'a number that is set is written into the given tensor',
          find: 'const data = computed.data.slice();',
          replace: 'const data = computed.data;',
          tests: [PARTS],
        },
        {
          name: 'the original of a number is the one that was set',
          find: 'computed.data[offset]);\n      data[offset] = value;',
          replace: 'value);\n      data[offset] = value;',
        },
      ],
    },
    {
      file: 'web/session/compare.js',
      tests: ['tests/web/compare.test.js'],
      faults: [
        {
          name: 'of equal words each is compared with the first',
          find: 'positions.get(keyOfWord(word))?.shift()',
          replace: 'positions.get(keyOfWord(word))?.[0]',
        },
        {
          name: 'rows of all heads are compared with those of the first',
          find: 'starts.flatMap((start) => along.map((step) => start + step))',
          replace: 'starts.flatMap(() => along)',
        },
        {
          name: 'a change to NaN is not the largest',
          find: 'Number.isNaN(distance) ? Infinity : distance',
          replace: 'Number.isNaN(distance) ? 0 : distance',
        },
        {
          name: 'a row past the earlier ones is compared',
          find: 'index < old.shape[i] ? index : Number.NaN',
          replace: 'index <= old.shape[i] ? index : Number.NaN',
        },
      ],
    },
    {
      file: 'web/graph/ops/max.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'the largest of negative numbers is 0',
          find: 'new Float32Array(count).fill(-Infinity)',
          replace: 'new Float32Array(count)',
        },
      ],
    },
    {
      file: 'web/graph/ops/mask.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'a mask that hides all hides nothing',
          find: '!allowed.includes(0)',
          replace: '!allowed.includes(0) || !allowed.includes(1)',
        },
        {
          name: 'a later head has no mask',
          find: 'if (!allowed[pair])',
          replace: 'if (i < allowed.length && !allowed[pair])',
        },
        {
          name: 'a fill decides what counts as the same',
          find: '  keepsSize: true,\n',
          replace: '',
          tests: ['tests/web/compare.test.js'],
        },
      ],
    },
    {
      file: 'web/graph/ops/divide.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'a row without keys is divided by zero',
          find: 'node.options.emptyRows, 0, 1)',
          replace: 'node.options.emptyRows, 1, 1)',
        },
      ],
    },
    {
      file: 'web/graph/ops/sum.js',
      tests: [RUN, COMPUTATION],
      faults: [
        {
          name: 'partial sums are added in another order',
          find: 'plus(plus(a, e), plus(b, f))',
          replace: 'plus(plus(a, b), plus(e, f))',
        },
      ],
    },
    {
      file: 'web/graph/ops/tanh.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'an infinity makes NaN of its whole row',
          find: 'data.every(Number.isFinite)',
          replace: 'data.length > 0',
        },
      ],
    },
    {
      file: 'web/graph/op.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'a factor is not rounded to float32',
          find: 'const single = Math.fround(factor);',
          replace: 'const single = factor;',
        },
      ],
    },
    {
      file: 'web/graph/ops/dropout.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'weights that stay are not made larger',
          find: 'p < 1 ? Math.fround(1 / Math.fround(1 - Math.fround(p))) : 0',
          replace: 'p < 1 ? 1 : 0',
        },
      ],
    },
    {
      file: 'web/graph/arranged.js',
      tests: ['tests/graph/arranged.test.js'],
      faults: [
        {
          name: 'the original is multiplied, whatever its order is',
          find: "order.join('') === wanted",
          replace: 'order.length > 0',
        },
      ],
    },
    {
      file: 'web/graph/ops/product.js',
      tests: ['tests/graph/one-call.test.js', RUN],
      faults: [
        {
          name: 'every head has the product of the first',
          find: 'right.subarray(n * O * K, (n + 1) * O * K)',
          replace: 'right.subarray(0, O * K)',
        },
      ],
    },
    {
      file: 'web/graph/ops/exp.js',
      tests: [RUN, COMPUTATION],
      faults: [
        {
          name: 'a maximum that was set has no effect',
          find: 'longer[row * (width + 1) + width] = largest[first + row];',
          replace: 'longer[row * (width + 1) + width] = -Infinity;',
        },
      ],
    },
    {
      file: 'web/graph/builders/attention.js',
      tests: [RUN, COMPUTATION],
      faults: [
        {
          name: 'shared keys have weights of their own',
          find: "node('k', product, 'hkc', { embeddings: 'kf', wq: 'hfc' }, 'K', K)",
          replace: "node('k', product, 'hkc', { embeddings: 'kf', wk: 'hfc' }, 'K', K)",
        },
      ],
    },
  ],
};
