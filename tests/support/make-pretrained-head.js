// Writes the weights of a trained head for the first screen: `node
// tests/support/make-pretrained-head.js`, after `./build.sh core models`.
// `tests/pretrained/head.test.js` computes them again.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { convertUseLite } from '../../web/build/use-lite.js';
import { exact } from '../../web/text/number.js';
import { setConstant } from './set-constant.js';

const SENTENCE = 'They eat fried noodles';
const LAYER = 1;
const HEAD = 2;

export const path = fileURLToPath(
  new URL('../../web/features/pretrained/example-head.js', import.meta.url),
);

export async function makePretrainedHead() {
  const files = await convertUseLite({ isQuantized: false });
  const model = await loadPretrained(await loadAttention(), files);
  const { tokens, words, layers } = model.run(SENTENCE, { trace: ['weights'] });
  const all = layers[LAYER].weights?.data ?? new Float32Array();
  const n = tokens.length;
  const rows = tokens.map((_, query) =>
    all.subarray((HEAD * n + query) * n, (HEAD * n + query + 1) * n),
  );
  const lines = rows.map((row) => `    [${Array.from(row, exact).join(', ')}],`);
  const value = ` {
  model: 'use-lite',
  layer: ${LAYER},
  head: ${HEAD},
  sentence: '${SENTENCE}',
  tokens: [${tokens.map((token) => `'${token}'`).join(', ')}],
  words: [${words.join(', ')}],
  weights: [
${lines.join('\n')}
  ],
}`;
  return setConstant(await readFile(path, 'utf8'), 'pretrainedHead', value);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(path, await makePretrainedHead());
