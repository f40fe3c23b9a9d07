/** Writes a run as a JavaScript program that calls the core and prints the same bits as the page. */

import * as text from '../text/en/program.js';
import { exact, single } from '../text/number.js';
import { splitIntoChunks, writeJavascriptString } from './literals.js';
import { MOST_PRINTED, writeProgram } from './program.js';

/** @import { Computation } from '../sources/types.js' */
/** @import { State } from '../state/types.js' */
/** @import { Language } from './types.js' */

/** Helper functions of the program, by name. @type {Record<string, string>} */
const HELPERS = {
  transpose: 'const transpose = (rows) => rows[0].map((_, i) => rows.map((row) => row[i]));',
  multiply: `// ${text.multiplyNote}
const multiply = (a, b) => toNested(attention.linear(a, transpose(b)));`,
  each: `// ${text.eachNote}
const each = (numbers, change, ...at) =>
  Array.isArray(numbers) ? numbers.map((part, i) => each(part, change, ...at, i)) : change(numbers, ...at);`,
  total: `// ${text.totalNote}
const total = (matrices) =>
  matrices[0].map((row, i) =>
    row.map((_, j) => matrices.reduce((sum, matrix) => Math.fround(sum + matrix[i][j]), 0)));`,
};

/** Helpers that other helpers call. @type {Record<string, string>} */
const CALLED = { multiply: 'transpose' };

/** @type {Language} */
const javascript = {
  name: 'javascript',
  mark: ' //',
  indent: '  ',
  needs: text.needsCore,
  imports: ["import { loadAttention, tensor, toNested } from 'attention-lab';"],
  readFile: ({ javascript: reading }, use) => {
    use('transpose');
    return reading;
  },
  string: writeJavascriptString,
  number: exact,
  assign: (name, value) => `const ${name} = ${value};`,
  set: (name, index, value) => `${name}${index.map((i) => `[${i}]`).join('')} = ${single(value)};`,
  floats: (list) => list,
  flags(list, name, axes) {
    if (name !== 'allowed') return list;
    return axes > 2
      ? `${list}.map((head) => head.map((row) => row.map(Boolean)))`
      : `${list}.map((row) => row.map(Boolean))`;
  },
  words: ({ query, key = 'queryWords' }) =>
    `const queryWords = ${query};\nconst keyWords = ${key};\nconst [L, S] = [queryWords.length, keyWords.length];`,
  sizes: (sizes) =>
    sizes.map(([name, value, note]) => `const ${name} = ${value}; // ${note}`).join('\n'),
  statement: (name, { value, note = '' }) => [[`const ${name} = ${value};`, note]],
  write: (node, code) => node.op.javascript?.(node, code),
  helpers: (used) => {
    const wanted = new Set([...used].flatMap((name) => [name, CALLED[name]]));
    const functions = Object.entries(HELPERS).filter(([name]) => wanted.has(name));
    return ['const attention = await loadAttention();', ...functions.map(([, source]) => source)];
  },
  check: () => [],
  printing: (tensors, isLong) => `const tensors = {
${splitIntoChunks(
  tensors.map(([id, name]) => (id === name ? id : `${id.includes('/') ? `'${id}'` : id}: ${name}`)),
  6,
)
  .map((some) => `  ${some.join(', ')},\n`)
  .join('')}};
// ${text.digitsNote}
const digits = (number) => (Object.is(number, -0) ? '-0' : String(Number(number.toPrecision(9))));
for (const [name, numbers] of Object.entries(tensors)) {
  const { shape, data } = tensor(numbers);
  console.log(\`\${name} (\${shape.join(', ')})\`);
${isLong ? `  if (data.length > ${MOST_PRINTED}) continue; // ${text.tooLong}\n` : ''}\
  const columns = shape[shape.length - 1];
  for (let i = 0; i < data.length; i += columns) {
    console.log(Array.from(data.subarray(i, i + columns), digits).join('  '));
  }
}`,
};

/** @param {State} state @param {Computation} computation */
export const toJavascript = (state, computation) => writeProgram(state, computation, javascript);
