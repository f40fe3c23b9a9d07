/** Computes the vector of a sentence, and its cosine with another, as a graph of the last layer's rows. */

import { tensor } from '../../../../src/js/index.js';
import { arrangeLater } from '../../../graph/arranged.js';
import { makeGraph, makeNode, prefixNodes } from '../../../graph/graph.js';
import { memoizeByOwner } from '../../../graph/memoize.js';
import { evaluateByNumber, readRows, sumSquares } from '../../../graph/op.js';
import { constant, meanSquare, product, rmsNorm, tanh } from '../../../graph/ops/index.js';
import { makeComputation } from '../../../session/computation.js';
import { givenText, sentenceTensors } from '../text/en/answers.js';
import { getReplies } from './source.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { GraphNode, Op, Tensor, TensorMaker } from '../../../graph/types.js'
 */

/** The name of the number that compares the sentences. */
export const COSINE = 'answer/cosine.0.0';

/** The epsilon under the root of the vector's length, before it is divided by the width. */
const EPSILON = 1e-12;

/** @type {Op} */
const sumOfSquares = {
  name: 'sumOfSquares',
  evaluate(attention, tensors, node) {
    const { numbers, count, finish } = readRows(node, tensors, node.axes);
    return finish(sumSquares(attention, numbers, count));
  },
  terms: ([numbers]) => numbers.map((number) => [number, '²']),
};

/** @type {Op} */
const cosine = {
  name: 'cosine',
  evaluate: evaluateByNumber((sum, i, [left, right]) => sum / Math.sqrt(left[i] * right[i])),
  terms: ([[sum], [left], [right]]) => [[sum, ' ÷ √(', left, ' × ', right, ')']],
};

/** @typedef {(id: string, axes: string, symbol: string, numbers: Tensor) => GraphNode} Give */

/** Makes the nodes from the mean of the rows to the vector. @param {Give} give @param {Tensor} weight @param {Tensor} bias */
function makeHeadNodes(give, weight, bias) {
  const [width] = weight.shape;
  const gain = new Float32Array(width).fill(1 / Math.sqrt(width));
  return [
    give('w1', 'fg', 'W_T', arrangeLater(weight, 'gf', 'fg')),
    give('bias', 'g', 'b_T', bias),
    makeNode('products', product, 'ug', { mean: 'uf', w1: 'fg' }, 'y_0'),
    makeNode('tanh', tanh, 'ug', { products: 'ug', bias: 'g' }, 'y'),
    makeNode('meanSquare', meanSquare, 'u', { tanh: 'ug' }, 'μ₂'),
    give('gain', 'g', 'γ', tensor([width], gain)),
    makeNode('vector', rmsNorm, 'ug', { tanh: 'ug', meanSquare: 'u', gain: 'g' }, 'e', {
      options: { epsilon: EPSILON / width },
    }),
  ];
}

/** Makes the cosine of the vector and of that of the other sentence. @param {Give} give @param {Float32Array} other */
const makeCosineNodes = (give, other) => [
  give('other', 'ng', 'e′', tensor([1, other.length], other)),
  makeNode('product', product, 'un', { vector: 'ug', other: 'ng' }, 'p'),
  makeNode('square', sumOfSquares, 'u', { vector: 'ug' }, 's'),
  makeNode('otherSquare', sumOfSquares, 'n', { other: 'ng' }, 's′', {
    options: { name: 'square' },
  }),
  makeNode('cosine', cosine, 'un', { product: 'un', square: 'u', otherSquare: 'n' }, 'c'),
];

/**
 * Computes the numbers of the run with the reader's changes. Axes: `u` the sentence, `n` the sentence
 * to compare with, `k` tokens, `f` columns of the rows, `g` columns of the vector.
 */
export const computeSentence = memoizeByOwner(
  (/** @type {Pick<ViewContext, 'state' | 'computation' | 'attention'>} */ context) => {
    const { state, computation, attention } = context;
    const { after, info, likeness, sentence, comparedSentence } = getReplies(computation);
    const rows = /** @type {Tensor} */ (after.rows);
    const [count] = rows.shape;
    /** @type {Record<string, TensorMaker>} */
    const given = {};
    /** @type {Give} */
    const give = (id, axes, symbol, numbers) => {
      given[`answer/${id}`] = () => numbers;
      return makeNode(id, constant, axes, {}, symbol);
    };
    const { weight, bias } = info.sentenceHead ?? {};
    const other = likeness && 'vector' in likeness && likeness.vector;
    const nodes = [
      give('layerSum', 'kf', 'X′', rows),
      give('share', 'uk', 'a', tensor([1, count], new Float32Array(count).fill(1 / count))),
      makeNode(weight ? 'mean' : 'vector', product, 'uf', { share: 'uk', layerSum: 'kf' }, 'm'),
      ...(weight && bias ? makeHeadNodes(give, weight, bias) : []),
      ...(other ? makeCosineNodes(give, other) : []),
    ];
    return makeComputation(attention, state, {
      queryWords: [],
      keyWords: computation.queryWords,
      names: { u: [sentence], n: [comparedSentence] },
      graph: makeGraph(prefixNodes('answer', nodes)),
      given,
      inputs: [],
      words: { tensors: { ...computation.words?.tensors, ...sentenceTensors }, given: givenText },
      neighbours: computation.neighbours,
      isEditable: false,
    });
  },
  ({ computation }) => computation,
);
