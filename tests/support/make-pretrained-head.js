// Writes the weights of a trained head that the first screen shows: `node tests/support/make-pretrained-head.js`, after
// `./build.sh core models`. `tests/pretrained/head.test.js` computes them again.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { convertUseLite } from '../../web/build/use-lite.js';
import { exact } from '../../web/text/number.js';

const SENTENCE = 'They eat fried noodles';
const LAYER = 1;
const HEAD = 2;

export const path = fileURLToPath(
  new URL('../../web/features/pretrained/example-head.js', import.meta.url),
);

/** The text of the module. */
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
  return `/**
 * A head of a trained model: Universal Sentence Encoder Lite (Google, Apache-2.0), with its float32 weights.
 * \`node tests/support/make-pretrained-head.js\` writes this file.
 */

/** Layer and head count from 0; weights (L, L) by query, then key; each token belongs to a word of the sentence. */
export const pretrainedHead = {
  model: 'use-lite',
  layer: ${LAYER},
  head: ${HEAD},
  sentence: '${SENTENCE}',
  tokens: [${tokens.map((token) => `'${token}'`).join(', ')}],
  words: [${words.join(', ')}],
  weights: [
${lines.join('\n')}
  ],
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(path, await makePretrainedHead());
