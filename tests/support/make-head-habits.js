// Measures what each head of the model that ships usually does, over a set of sentences, and writes it:
// `node tests/support/make-head-habits.js`, after `./build.sh core models`. `tests/pretrained/habits.test.js` measures again.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { convertUseLite } from '../../web/build/use-lite.js';
import { measureHabits } from '../../web/features/pretrained/run/measure-habits.js';

/** The start of two sentences, whose last word tells people what *it* stands for. */
const PRONOUN = "The animal didn't cross the street because it was too";

export const path = fileURLToPath(
  new URL('../../web/features/pretrained/run/head-habits.js', import.meta.url),
);

const float32 = await convertUseLite({ isQuantized: false });

/** Places that are told of this model: it adds no tokens, and its first token is no resting place. */
const PLACES = /** @type {const} */ (['itself', 'previous', 'next', 'later', 'back', 'content']);

/** @param {any} [source] of the model */
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

/** By how much a head at most changes what `it` gives to animal or street, where the sentence ends otherwise. */
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

/** The text of the module. */
export async function makeHeadHabits() {
  const { sentences, tokens, even, heads } = await measureShippedHabits();
  const entries = (/** @type {Record<string, number>} */ shares) =>
    `{ ${Object.entries(shares)
      .map(([place, share]) => `${place}: ${share}`)
      .join(', ')} }`;
  const lines = heads.map(
    (layer) => `    [\n${layer.map((head) => `      ${entries(head)},\n`).join('')}    ],\n`,
  );
  return `/**
 * What each head of the model that ships usually does: what share of its weight it gives to the keys at a place, on
 * average over all tokens of some sentences. \`node tests/support/make-head-habits.js\` measures it with float32 weights.
 */

/** By layer and head; \`even\` has the shares of weights that are all equal. */
export const headHabits = {
  sentences: ${sentences},
  tokens: ${tokens},
  even: {
${Object.entries(even)
  .map(([place, share]) => `    ${place}: ${share},\n`)
  .join('')}  },
  heads: [
${lines.join('')}  ],
  /** The most that a head changes what *it* gives to *animal* or *street*, with *wide* at the end for *tired*. */
  pronounChange: ${(await measurePronoun()).toFixed(3)},
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(path, await makeHeadHabits());
