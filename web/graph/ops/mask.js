/**
 * Replaces masked scores by the fill.
 * Options: `fill`, and `allowed`, a Uint8Array of shape (queries, keys), or (heads, queries, keys)
 * with `isPerHead`, where 1 means may attend. Programs use `kind`, the name of a kind of mask, and
 * `pad`, its number of keys.
 */

import { tensor } from '../../../src/js/index.js';
import { allowedNote, masked, unmasked } from '../../text/en/operations.js';
import { fills, noMask } from '../../text/en/tensors.js';
import { getOptions } from '../graph.js';
import { getMaskKind, getMaskWords } from '../masks/index.js';

/** @import { Graph, Op } from '../types.js' */

/**
 * @typedef {object} MaskOptions
 * @property {Uint8Array} allowed
 * @property {boolean} [isPerHead]
 * @property {number} fill
 * @property {string} kind
 * @property {number} [pad]
 */

/** @param {MaskOptions} options @param {number} offset */
const isAllowed = ({ allowed }, offset) => allowed[offset % allowed.length] !== 0;

/** @type {Op<MaskOptions>} */
export const mask = {
  name: 'mask',
  // Measured on the scores, because a fill of −10⁹ would exceed all other scores.
  isMeasuredByInput: true,
  isCopy: isAllowed,
  evaluate(_, [{ shape, data }], { options: { allowed, fill } }) {
    if (!allowed.includes(0)) return tensor([...shape], data);
    const masked = data.slice();
    for (let i = 0; i < masked.length; ) {
      for (let pair = 0; pair < allowed.length; pair++, i++) if (!allowed[pair]) masked[i] = fill;
    }
    return tensor([...shape], masked);
  },

  remark: ([[score]], value, { options, offset }) =>
    isAllowed(options, offset) ? unmasked(score) : masked(score, value),

  step: ({ kind }) => getMaskWords(kind).program,

  /** The pairs of a kind of mask without code. */
  constants({ id, axes, options: { allowed, isPerHead, kind } }, run) {
    if (kind === 'none' || getMaskKind(kind).code) return [];
    const { shape } = run.tensor(id);
    const count = isPerHead ? 3 : 2;
    const bits = tensor(shape.slice(-count), Float32Array.from(allowed));
    return [{ name: 'allowed', note: allowedNote, axes: axes.slice(-count), tensor: bits }];
  },

  python({ id, inputs: [{ id: scores }], options }, { name, isSet, library, fill, copy }) {
    const { kind, pad = 0 } = options;
    const plain = name(scores);
    if (kind === 'none') return { value: isSet(id) ? copy(plain) : plain, note: noMask };
    const maskCode = getMaskKind(kind).code?.[library]({ pad });
    return {
      before: [`# ${fills[String(options.fill)]}`, ...(maskCode ? [`allowed = ${maskCode}`] : [])],
      value: fill(plain, '~allowed', options.fill),
    };
  },

  javascript({ id, axes, inputs: [{ id: scores }], options }, { name, isSet, use }) {
    const { kind, pad = 0, isPerHead } = options;
    const plain = name(scores);
    if (kind === 'none') return { value: isSet(id) ? `structuredClone(${plain})` : plain };
    const may = getMaskKind(kind).code?.javascript({ pad });
    const allowed = `const allowed = queryWords.map((_, q) => keyWords.map((__, k) => ${may}));`;
    return {
      before: [`// ${fills[String(options.fill)]}`, ...(may ? [allowed] : [])],
      value: `${use('each')}(${plain}, (score, ${[...axes].join(', ')}) => (allowed${isPerHead ? '[h]' : ''}[q][k] ? score : ${options.fill}))`,
    };
  },
};

/**
 * Returns the options of a mask, or of each row of a stack; undefined for other operations.
 * @param {Graph} graph
 * @param {string} id
 * @returns {(MaskOptions | undefined)[]}
 */
export function listMaskOptions(graph, id) {
  const node = graph.get(id);
  const rows = node?.op.name === 'stack' ? node.inputs.map((input) => graph.get(input.id)) : [node];
  return rows.map((row) => getOptions(row, mask));
}
