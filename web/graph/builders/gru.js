/**
 * A gated recurrent unit, which reads one word after the other. With the previous state h and the
 * inputs x:
 *
 *     r = σ(W_r x + b_r + U_r h + d_r)            reset: how much of the past the candidate sees
 *     z = σ(W_z x + b_z + U_z h + d_z)            update: how much of the state stays
 *     n = tanh(W_n x + b_n + r ∘ (U_n h + d_n))   candidate
 *     new state = (1 − z) ∘ n + z ∘ h
 */

import { makeNode, startNodes } from '../graph.js';
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
  const { nodes, append } = startNodes();
  /** @param {string} id @param {Op} op @param {Record<string, string>} reads @param {string} symbol */
  const appendNode = (id, op, reads, symbol) =>
    append(makeNode(`${prefix}/${id}`, op, unit, reads, index ? `${symbol}_${index}` : symbol));
  /** @param {string} id @param {Op} op @param {string[]} reads ids with the axis of the state @param {string} symbol */
  const appendStep = (id, op, reads, symbol) =>
    appendNode(id, op, Object.fromEntries(reads.map((input) => [input, unit])), symbol);
  /** Appends the products of a gate, and returns what its sums add. @param {string} gate */
  const appendProducts = (gate) => {
    const inputProducts = Object.entries(inputs).map(([name, [id, axis]]) => {
      const part = gate + capital(name);
      const factors = { [id]: axis, [`${parameters}/${part}Weights`]: unit + axis };
      return appendNode(part, product, factors, 'x');
    });
    const part = `${gate}State`;
    const factors = { [before]: 'b', [`${parameters}/${part}Weights`]: `${unit}b` };
    const stateProduct = appendNode(part, product, factors, 'u');
    return {
      input: [...inputProducts, `${parameters}/${gate}InputBias`],
      state: [stateProduct, `${parameters}/${part}Bias`],
    };
  };
  const [reset, update] = /** @type {const} */ (['reset', 'update']).map((gate) => {
    const { input, state } = appendProducts(gate);
    const sum = appendStep(`${gate}Sum`, add, [...input, ...state], 'x');
    return appendStep(gate, sigmoid, [sum], GATES[gate]);
  });
  const { input, state } = appendProducts('candidate');
  const read = appendStep('candidateInput', add, input, 'x');
  const past = appendStep('candidatePast', add, state, 'u');
  const kept = appendStep('kept', times, [reset, past], 'u′');
  const candidate = appendStep('candidate', tanh, [read, kept], 'n');
  appendStep('state', mix, [update, candidate, before], 'h');
  return nodes;
}
