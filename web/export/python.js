/** A run as a Python program: the same lines in NumPy and in PyTorch, each in its own syntax. */

import * as text from '../text/en/program.js';
import { exact } from '../text/number.js';
import { chunks, pythonString } from './literals.js';
import { MOST_PRINTED, program } from './program.js';

/**
 * @import { Line } from './literals.js'
 * @import { Code, Language } from './program.js'
 * @import { Computation } from '../session/computation.js'
 * @import { State } from '../state/fields.js'
 */

/** @param {number} value */
const number = (value) => {
  const digits = exact(value);
  // In a list of integers −0 would be lost.
  return /[.en]/.test(digits) ? digits : `${digits}.0`;
};

/** @param {number} fill */
const literal = (fill) => (fill === -Infinity ? '-math.inf' : number(fill));

/** What both libraries say alike. @type {Omit<Language, 'needs' | 'imports' | 'floats' | 'flags' | 'code' | 'statement' | 'check' | 'printing'>} */
const python = {
  line: 'python',
  mark: '  #',
  indent: '    ',
  string: pythonString,
  number,
  assign: (name, value) => `${name} = ${value}`,
  set: (name, index, value) => `${name}[${index.join(', ')}] = ${number(value)}`,
  words: ({ query, key = 'query_words' }) =>
    `query_words = ${query}\nkey_words = ${key}\nL, S = len(query_words), len(key_words)`,
  sizes: (sizes) => sizes.map(([name, value, note]) => `${name} = ${value}  # ${note}`).join('\n'),
  helpers: () => [],
};

/** @param {string} digits @param {[string, string][]} tensors */
function printing(digits, tensors) {
  return [
    digits,
    'tensors = {',
    ...chunks(
      tensors.map(([id, name]) => `'${id}': ${name}`),
      3,
    ).map((some) => `    ${some.join(', ')},`),
    '}',
    'for name, numbers in tensors.items():',
    "    print(name, tuple(numbers.shape), numbers, '', sep='\\n')",
  ].join('\n');
}

/** @type {Language} */
const numpy = {
  ...python,
  needs: text.needsNumpy,
  imports: ['import math', 'import numpy as np'],
  floats: (list) => `np.array(${list}, dtype=np.float32)`,
  flags: (list) => `np.array(${list}, dtype=bool)`,
  statement: (name, { value, note = '', makesNan }) =>
    makesNan
      ? ["with np.errstate(invalid='ignore'):", [`    ${name} = ${value}`, note]]
      : [[`${name} = ${value}`, note]],
  code: (code) => ({
    ...code,
    library: 'numpy',
    math: 'math',
    axis: 'axis',
    swap: (/** @type {string} */ array, /** @type {number} */ one, /** @type {number} */ other) =>
      `${array}.swapaxes(${one}, ${other})`,
    anyAllowed: 'allowed.any(axis=-1)',
    fill: (/** @type {string} */ array, /** @type {string} */ where, /** @type {number} */ value) =>
      `np.where(${where}, np.float32(${literal(value)}), ${array})`,
    copy: (/** @type {string} */ array) => `${array}.copy()`,
    largest: (/** @type {string} */ array, /** @type {number} */ axis) =>
      `${array}.max(axis=${axis})`,
    exp: (/** @type {string} */ value) => `np.exp(${value})`,
    tanh: (/** @type {string} */ value) => `np.tanh(${value})`,
    zeros: (/** @type {string} */ array) => `np.zeros_like(${array})`,
  }),
  check: () => [],
  printing: (tensors) =>
    printing(
      `np.set_printoptions(floatmode='unique', linewidth=120, threshold=${MOST_PRINTED})  # ${text.everyDigit}`,
      tensors,
    ),
};

/** @type {Language} */
const pytorch = {
  ...python,
  needs: text.needsPytorch,
  imports: ['import math', 'import torch', 'import torch.nn.functional as F'],
  floats: (list) => `torch.tensor(${list}, dtype=torch.float32)`,
  flags: (list) => `torch.tensor(${list}, dtype=torch.bool)`,
  statement: (name, { value, note = '' }) => [[`${name} = ${value}`, note]],
  code: (code) => ({
    ...code,
    library: 'pytorch',
    math: 'math',
    axis: 'dim',
    swap: (/** @type {string} */ array, /** @type {number} */ one, /** @type {number} */ other) =>
      `${array}.transpose(${one}, ${other})`,
    anyAllowed: 'allowed.any(dim=-1)',
    fill: (/** @type {string} */ array, /** @type {string} */ where, /** @type {number} */ value) =>
      `${/ /.test(array) ? `(${array})` : array}.masked_fill(${where}, ${literal(value)})`,
    copy: (/** @type {string} */ array) => `${array}.clone()`,
    largest: (/** @type {string} */ array, /** @type {number} */ axis) =>
      `${array}.amax(dim=${axis})`,
    exp: (/** @type {string} */ value) => `torch.exp(${value})`,
    tanh: (/** @type {string} */ value) => `torch.tanh(${value})`,
    zeros: (/** @type {string} */ array) => `torch.zeros_like(${array})`,
  }),
  check: oneCall,
  printing: (tensors) =>
    printing(
      `torch.set_printoptions(precision=9, linewidth=120, threshold=${MOST_PRINTED})`,
      tensors,
    ),
};

/**
 * PyTorch's own attention, where it computes the same. The difference is printed, not asserted: large
 * scores turn a last bit into a visible part of a weight.
 * @param {Code} _
 * @param {Computation} computation
 * @returns {Line[]}
 */
function oneCall(_, { run, numbersSet }) {
  const { graph } = run;
  const mask = graph.get('maskedScores')?.options;
  const scale = graph.get('scaledScores')?.options;
  const given = (/** @type {string} */ id) => graph.get(id)?.op.name === 'constant';
  const isPlain =
    graph.has('v') &&
    !graph.has('dropped') &&
    numbersSet.every(({ id }) => given(id)) &&
    (mask?.kind === 'none' || mask?.fill === -Infinity) &&
    run.tensor('rowMax').data.every(Number.isFinite);
  if (!isPlain) return [];
  const isMasked = mask?.kind !== 'none';
  const call = [
    ...['Q', 'K', 'V'],
    ...(isMasked ? ['attn_mask=allowed'] : []),
    ...(scale?.rule === 'sqrt' && scale.temperature === 1 ? [] : ['scale=scale']),
  ].join(', ');
  return [
    `# ${text.oneCall}`,
    ...(isMasked ? [`# ${text.oneCallMask}`] : []),
    `in_one_call = F.scaled_dot_product_attention(${call})`,
    `print('${text.oneCallDifference}', (in_one_call - heads).abs().max().item(), '\\n')`,
  ];
}

/** @param {State} state @param {Computation} computation */
export const toNumpy = (state, computation) => program(state, computation, numpy);

/** @param {State} state @param {Computation} computation */
export const toPytorch = (state, computation) => program(state, computation, pytorch);
