// Measures the habits of each head of the shipped model over a set of sentences, and writes them:
// `node tests/support/make-head-habits.js`, after `./build.sh core models`.
// `tests/pretrained/habits.test.js` measures them again.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { convertUseLite } from '../../web/build/use-lite.js';
import { measureHabits } from '../../web/features/pretrained/run/measure-habits.js';
import { setConstant } from './set-constant.js';

/** The start of two sentences. The last word decides what *it* refers to. */
const PRONOUN = "The animal didn't cross the street because it was too";

export const path = fileURLToPath(
  new URL('../../web/features/pretrained/run/head-habits.js', import.meta.url),
);

const float32 = await convertUseLite({ isQuantized: false });

/**
 * The places that are reported for this model, which adds no tokens and does not rest on its first
 * token.
 */
const PLACES = /** @type {const} */ (['itself', 'previous', 'next', 'back', 'content']);

/** @param {any} [source] the source of the model */
export async function measureShippedHabits(source = float32) {
  const model = await loadPretrained(await loadAttention(), source);
  const steps = measureHabits(model);
  for (;;) {
    const { done, value } = steps.next();
    if (!done) continue;
    const told = (/** @type {Record<string, number>} */ shares) =>
      Object.fromEntries(PLACES.map((place) => [place, shares[place]]));
    return {
      ...{ sentences: value.sentences, tokens: value.tokens, even: told(value.even) },
      heads: value.heads.map((layer) => layer.map(told)),
    };
  }
}

/**
 * Measures how much a head can change the weight from *it* to *animal* or *street* when the
 * sentence ends differently.
 */
async function measurePronoun() {
  const model = await loadPretrained(await loadAttention(), float32);
  const [tired, wide] = ['tired', 'wide'].map((end) => {
    const { tokens, layers } = model.run(`${PRONOUN} ${end}`, { trace: ['weights'] });
    const [it, ...keys] = ['▁it', '▁animal', '▁street'].map((token) => tokens.indexOf(token));
    const n = tokens.length;
    return layers.flatMap(({ weights }) =>
      Array.from({ length: model.sizes.heads }, (_, head) =>
        keys.map((key) => weights?.data[(head * n + it) * n + key] ?? Number.NaN),
      ).flat(),
    );
  });
  return Math.max(...tired.map((weight, i) => Math.abs(weight - wide[i])));
}

export async function makeHeadHabits() {
  const { sentences, tokens, even, heads } = await measureShippedHabits();
  const entries = (/** @type {Record<string, number>} */ shares) =>
    `{ ${Object.entries(shares)
      .map(([place, share]) => `${place}: ${share}`)
      .join(', ')} }`;
  const lines = heads.map(
    (layer) => `    [\n${layer.map((head) => `      ${entries(head)},\n`).join('')}    ],\n`,
  );
  const value = ` {
  sentences: ${sentences},
  tokens: ${tokens},
  even: {
${Object.entries(even)
  .map(([place, share]) => `    ${place}: ${share},\n`)
  .join('')}  },
  heads: [
${lines.join('')}  ],
  pronounChange: ${(await measurePronoun()).toFixed(3)},
}`;
  return setConstant(await readFile(path, 'utf8'), 'headHabits', value);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(path, await makeHeadHabits());
