/**
 * Multiplies every number by one factor. Options: `factor`; `rule`, which says how the factor is
 * written: `sqrt`, `words`, `root`, `none`, `temperature`, `divisor` or `number`; `amount`, the
 * number in the rule; `temperature`.
 */

import { tensor } from '../../../src/js/index.js';
import { heated, scales } from '../../text/en/tensors.js';
import { exact, rounded, single } from '../../text/number.js';
import { scaleNumbers } from '../op.js';

/** @import { Op } from '../types.js' */

/**
 * @typedef {object} ScaleOptions
 * @property {number} factor
 * @property {string} rule
 * @property {number} [amount]
 * @property {number} [temperature]
 */

/** @type {Op<ScaleOptions>} */
export const scale = {
  name: 'scale',
  evaluate: (_, [{ shape, data }], { options: { factor } }) =>
    tensor([...shape], scaleNumbers(data, factor)),

  isCopy: ({ factor }) => factor === 1,

  terms: ([[score]], options) => [[score, ` ${writeFormula(options)}`]],

  python({ inputs: [{ id }], options }, { name }) {
    const before = /** @type {[string, string]} */ ([
      `scale = ${writeFactor(options, { sqrt: 'math.sqrt', single: exact })}`,
      writeNote(options),
    ]);
    return { before: [before], value: `${name(id)} * scale` };
  },

  javascript({ inputs: [{ id }], options }, { name, use }) {
    const factor = writeFactor(options, { sqrt: 'Math.sqrt', single });
    const before = /** @type {[string, string]} */ ([
      `const scale = Math.fround(${factor});`,
      writeNote(options),
    ]);
    return {
      before: [before],
      value: `${use('each')}(${name(id)}, (score) => Math.fround(score * scale))`,
    };
  },
};

/** Returns the operation on a score, by its rule. @param {ScaleOptions} options */
function writeFormula({ rule, amount = 1, temperature = 1 }) {
  if (rule === 'temperature') return `÷ ${rounded(temperature)}`;
  /** @type {Record<string, string>} */
  const rules = {
    sqrt: `÷ √${amount}`,
    words: `÷ √${amount}`,
    root: `÷ √${amount}`,
    divisor: `÷ ${amount}`,
  };
  const heat = temperature === 1 ? '' : ` ÷ ${rounded(temperature)}`;
  return `${rules[rule] ?? `× ${rounded(amount)}`}${heat}`;
}

/** @param {ScaleOptions} options @param {{ sqrt: string, single: typeof exact }} language */
function writeFactor({ rule, amount, temperature = 1 }, { sqrt, single: number }) {
  /** @type {Record<string, string>} */
  const factors = {
    sqrt: `1 / ${sqrt}(d)`,
    words: `1 / ${sqrt}(S)`,
    root: `1 / ${sqrt}(${amount})`,
    none: '1',
    temperature: '1',
  };
  const factor = factors[rule] ?? (rule === 'divisor' ? `1 / ${amount}` : number(amount ?? 1));
  return temperature === 1 ? factor : `${factor} / ${number(temperature)}`;
}

/** @param {ScaleOptions} options */
function writeNote({ rule, temperature = 1 }) {
  return temperature === 1 || rule === 'temperature'
    ? scales[rule]
    : heated(scales[rule], exact(temperature));
}
