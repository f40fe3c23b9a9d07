/** Writes a run as a Python program, with the same lines in NumPy and in PyTorch, each in its own syntax. */

import { getOptions } from '../graph/graph.js';
import { mask, scale } from '../graph/ops/index.js';
import * as text from '../text/en/program.js';
import { exact } from '../text/number.js';
import { splitIntoChunks, writePythonString } from './literals.js';
import { MOST_PRINTED, writeProgram } from './program.js';

/** @import { CodeLine, Dialect } from '../graph/types.js' */
/** @import { Computation, WeightsFile } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { Language } from './types.js' */

/** @param {number} value */
function writeNumber(value) {
  if (Number.isNaN(value)) return 'math.nan';
  if (!Number.isFinite(value)) return value < 0 ? '-math.inf' : 'math.inf';
  const digits = exact(value);
  // A list of integers would lose −0.
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/**
 * The code that NumPy and PyTorch share.
 * @type {Omit<Language, 'needs' | 'imports' | 'readFile' | 'floats' | 'flags' | 'write' |
 * 'statement' | 'check' | 'printing'>}
 */
const python = {
  name: 'python',
  mark: '  #',
  indent: '    ',
  string: writePythonString,
  number: writeNumber,
  assign: (name, value) => `${name} = ${value}`,
  set: (name, index, value) => `${name}[${index.join(', ')}] = ${writeNumber(value)}`,
  words: ({ query, key = 'query_words' }) =>
    `query_words = ${query}\nkey_words = ${key}\nL, S = len(query_words), len(key_words)`,
  sizes: (sizes) => sizes.map(([name, value, note]) => `${name} = ${value}  # ${note}`).join('\n'),
  helpers: () => [],
};

/** @param {string} digits @param {[string, string][]} tensors */
function writePrinting(digits, tensors) {
  return [
    digits,
    'tensors = {',
    ...splitIntoChunks(
      tensors.map(([id, name]) => `'${id}': ${name}`),
      3,
    ).map((some) => `    ${some.join(', ')},`),
    '}',
    'for name, numbers in tensors.items():',
    "    print(name, tuple(numbers.shape), numbers, '', sep='\\n')",
  ].join('\n');
}

/** Returns a writer of lines in a dialect. @param {Dialect} dialect @returns {Language['write']} */
function makeLineWriter(dialect) {
  return (node, code) => node.op.python?.(node, { ...code, ...dialect });
}

/**
 * Writes how to find the file of a tensor.
 * @param {string} index
 * @returns {{ opening: string[], path: string }}
 */
function writePath(index) {
  if (index.endsWith('.safetensors')) return { opening: [], path: `'${index}'` };
  const opening = [
    `with open('${index}') as file:`,
    "    places = json.load(file)['weight_map']",
    '',
  ];
  return { opening, path: 'places[name]' };
}

/** Returns the lines that define `read(name)`. @param {Pick<WeightsFile, 'where' | 'index'>} file */
function openInNumpy({ where, index }) {
  const { opening, path } = writePath(index);
  return `# ${text.filePath(where)}
${opening.map((line) => `${line}\n`).join('')}def read(name):
    path = ${path}
    with open(path, 'rb') as file:
        length = int.from_bytes(file.read(8), 'little')
        entry = json.loads(file.read(length))[name]
    first, end = entry['data_offsets']
    kind = np.dtype({'F32': '<f4', 'F16': '<f2', 'BF16': '<u2', 'I8': 'i1'}[entry['dtype']])
    numbers = np.fromfile(path, kind, (end - first) // kind.itemsize, offset=8 + length + first)
    if entry['dtype'] == 'BF16':  # ${text.upperHalf}
        numbers = (numbers.astype(np.uint32) << 16).view(np.float32)
    numbers = numbers.astype(np.float32).reshape(entry['shape'])
    return numbers * read(name + '_scale')[:, None] if entry['dtype'] == 'I8' else numbers`;
}

/** Returns the same lines with the safetensors library. @param {Pick<WeightsFile, 'where' | 'index'>} file */
function openInPytorch({ where, index }) {
  const { opening, path } = writePath(index);
  return `# ${text.needsSafetensors}
# ${text.filePath(where)}
${opening.map((line) => `${line}\n`).join('')}def read(name):
    file = safe_open(${path}, framework='pt')
    numbers = file.get_tensor(name).to(torch.float32)
    scale = name + '_scale'  # ${text.scaleOfRows}
    return numbers * file.get_tensor(scale)[:, None] if scale in file.keys() else numbers`;
}

/** @type {Language} */
const numpy = {
  ...python,
  needs: text.needsNumpy,
  imports: ['import json', 'import math', 'import numpy as np'],
  readFile: ({ python: reads, ...file }) => ({ opening: openInNumpy(file), reads }),
  floats: (list) => `np.array(${list}, dtype=np.float32)`,
  flags: (list) => `np.array(${list}, dtype=bool)`,
  statement: (name, { value, note = '', makesNan }) =>
    makesNan
      ? ["with np.errstate(invalid='ignore'):", [`    ${name} = ${value}`, note]]
      : [[`${name} = ${value}`, note]],
  write: makeLineWriter({
    library: 'numpy',
    module: 'np',
    axis: 'axis',
    swap: (array, axis, otherAxis) => `${array}.swapaxes(${axis}, ${otherAxis})`,
    fill: (array, where, value) =>
      `np.where(${where}, np.float32(${writeNumber(value)}), ${array})`,
    copy: (array) => `${array}.copy()`,
    largest: (array, axis) => `${array}.max(axis=${axis})`,
  }),
  check: () => [],
  printing: (tensors) =>
    writePrinting(
      `np.set_printoptions(floatmode='unique', linewidth=120, threshold=${MOST_PRINTED})  # ${text.everyDigit}`,
      tensors,
    ),
};

/** @type {Language} */
const pytorch = {
  ...python,
  needs: text.needsPytorch,
  imports: [
    'import json',
    'import math',
    'import torch',
    'import torch.nn.functional as F',
    'from safetensors import safe_open',
  ],
  readFile: ({ python: reads, ...file }) => ({ opening: openInPytorch(file), reads }),
  floats: (list) => `torch.tensor(${list}, dtype=torch.float32)`,
  flags: (list) => `torch.tensor(${list}, dtype=torch.bool)`,
  statement: (name, { value, note = '' }) => [[`${name} = ${value}`, note]],
  write: makeLineWriter({
    library: 'pytorch',
    module: 'torch',
    axis: 'dim',
    swap: (array, axis, otherAxis) => `${array}.transpose(${axis}, ${otherAxis})`,
    fill: (array, where, value) =>
      `${/ /.test(array) ? `(${array})` : array}.masked_fill(${where}, ${writeNumber(value)})`,
    copy: (array) => `${array}.clone()`,
    largest: (array, axis) => `${array}.amax(dim=${axis})`,
  }),
  check: writeOneCall,
  printing: (tensors) =>
    writePrinting(
      `torch.set_printoptions(precision=9, linewidth=120, threshold=${MOST_PRINTED})`,
      tensors,
    ),
};

/**
 * Writes a call of PyTorch's own attention if it computes the same. The program prints the
 * difference and does not assert it, because large scores turn a last bit into a visible part of a
 * weight.
 * @param {Computation} computation
 * @param {(id: string) => string} name returns the name of a variable
 * @returns {CodeLine[]}
 */
function writeOneCall({ run, numbersSet }, name) {
  const { graph } = run;
  const masking = getOptions(graph.get('maskedScores'), mask);
  const scaling = getOptions(graph.get('scaledScores'), scale);
  const given = (/** @type {string} */ id) => graph.get(id)?.op.name === 'constant';
  const isPlain =
    graph.has('v') &&
    !graph.has('dropped') &&
    numbersSet.every(({ id }) => given(id)) &&
    (masking?.kind === 'none' || masking?.fill === -Infinity) &&
    run.tensor('rowMax').data.every(Number.isFinite);
  if (!isPlain) return [];
  const isMasked = masking?.kind !== 'none';
  const [query, key, value] = ['scores', 'heads']
    .flatMap((id) => graph.get(id)?.inputs ?? [])
    .filter(({ id }) => id !== 'weights')
    .map(({ id }) => name(id));
  const factor = scaling
    ? scaling.rule === 'sqrt' && scaling.temperature === 1
      ? []
      : ['scale=scale']
    : ['scale=1.0'];
  const masks = isMasked ? ['attn_mask=allowed'] : [];
  const call = [query, key, value, ...masks, ...factor].join(', ');
  return [
    `# ${text.oneCall}`,
    ...(isMasked ? [`# ${text.oneCallMask}`] : []),
    `in_one_call = F.scaled_dot_product_attention(${call})`,
    `print('${text.oneCallDifference}', (in_one_call - heads).abs().max().item(), '\\n')`,
  ];
}

/** @param {State} state @param {Computation} computation */
export const toNumpy = (state, computation) => writeProgram(state, computation, numpy);

/** @param {State} state @param {Computation} computation */
export const toPytorch = (state, computation) => writeProgram(state, computation, pytorch);
