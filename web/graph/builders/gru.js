/**
 * A gated recurrent unit, which reads one word after the other. With the previous state h and the
 * inputs x:
 *
 *     r = σ(W_r x + b_r + U_r h + d_r)            reset: how much of the past the candidate sees
 *     z = σ(W_z x + b_z + U_z h + d_z)            update: how much of the state stays
 *     n = tanh(W_n x + b_n + r ∘ (U_n h + d_n))   candidate
 *     new state = (1 − z) ∘ n + z ∘ h
 */

import { makeNode } from '../graph.js';
import { add, constant, mix, product, sigmoid, tanh, times } from '../ops/index.js';

/** @import { GraphNode, Op } from '../types.js' */

const GATES = /** @type {const} */ ({ reset: 'r', update: 'z', candidate: 'n' });

/** The names of the gates of a GRU, in the order of its parameters. */
export const gateNames = /** @type {(keyof typeof GATES)[]} */ (Object.keys(GATES));

const capital = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);

/**
 * Makes the parameters. Matrices have the shape (out, in), as in the core, because they are read at
 * every word.
 * @param {string} prefix
 * @param {Record<string, string>} inputs axes by name
 * @param {string} unit the axis of the state
 * @returns {GraphNode[]}
 */
export const makeGruParameters = (prefix, inputs, unit) =>
  gateNames.flatMap((gate) => {
    const index = GATES[gate];
    return [
      ...Object.entries(inputs).map(([name, axis]) =>
        makeNode(
          `${prefix}/${gate}${capital(name)}Weights`,
          constant,
          unit + axis,
          {},
          `W_${index}`,
        ),
      ),
      makeNode(`${prefix}/${gate}InputBias`, constant, unit, {}, `b_${index}`),
      makeNode(`${prefix}/${gate}StateWeights`, constant, `${unit}b`, {}, `U_${index}`),
      makeNode(`${prefix}/${gate}StateBias`, constant, unit, {}, `d_${index}`),
    ];
  });

/**
 * Makes the nodes of one step, up to `state`.
 * @param {string} prefix the prefix of this step
 * @param {object} from
 * @param {string} from.parameters the prefix of the parameters
 * @param {Record<string, [id: string, axis: string]>} from.inputs the inputs by name
 * @param {string} from.before the id of the previous state
 * @param {string} from.unit the axis of the state
 * @param {string} [from.index] the index of all symbols, such as the arrow of a direction
 * @returns {GraphNode[]}
 */
export function makeGruNodes(prefix, { parameters, inputs, before, unit, index = '' }) {
  const withIndex = (/** @type {string} */ symbol) => (index ? `${symbol}_${index}` : symbol);
  /** @param {string} id @param {Op} op @param {string[]} reads @param {string} symbol */
  const makeStepNode = (id, op, reads, symbol) =>
    makeNode(
      `${prefix}/${id}`,
      op,
      unit,
      Object.fromEntries(reads.map((input) => [input, unit])),
      withIndex(symbol),
    );
  /** @param {string} gate */
  const makeProducts = (gate) => [
    ...Object.entries(inputs).map(([name, [id, axis]]) =>
      makeNode(
        `${prefix}/${gate}${capital(name)}`,
        product,
        unit,
        { [id]: axis, [`${parameters}/${gate}${capital(name)}Weights`]: unit + axis },
        withIndex('x'),
      ),
    ),
    makeNode(
      `${prefix}/${gate}State`,
      product,
      unit,
      { [before]: 'b', [`${parameters}/${gate}StateWeights`]: `${unit}b` },
      withIndex('u'),
    ),
  ];
  const listInputTerms = (/** @type {string} */ gate) => [
    ...Object.keys(inputs).map((name) => `${prefix}/${gate}${capital(name)}`),
    `${parameters}/${gate}InputBias`,
  ];
  const listStateTerms = (/** @type {string} */ gate) => [
    `${prefix}/${gate}State`,
    `${parameters}/${gate}StateBias`,
  ];
  return [
    ...['reset', 'update'].flatMap((gate) => [
      ...makeProducts(gate),
      makeStepNode(`${gate}Sum`, add, [...listInputTerms(gate), ...listStateTerms(gate)], 'x'),
      makeStepNode(gate, sigmoid, [`${prefix}/${gate}Sum`], GATES[/** @type {'reset'} */ (gate)]),
    ]),
    ...makeProducts('candidate'),
    makeStepNode('candidateInput', add, listInputTerms('candidate'), 'x'),
    makeStepNode('candidatePast', add, listStateTerms('candidate'), 'u'),
    makeStepNode('kept', times, [`${prefix}/reset`, `${prefix}/candidatePast`], 'u′'),
    makeStepNode('candidate', tanh, [`${prefix}/candidateInput`, `${prefix}/kept`], 'n'),
    makeStepNode('state', mix, [`${prefix}/update`, `${prefix}/candidate`, before], 'h'),
  ];
}
