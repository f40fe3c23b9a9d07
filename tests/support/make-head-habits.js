// Measures what each head of the model that ships usually does, over a set of sentences, and writes it:
// `node tests/support/make-head-habits.js`, after `./build.sh core models`. `tests/pretrained/habits.test.js` measures again.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { convertUseLite } from '../../web/build/use-lite.js';

/** Written for this: statements, questions, two clauses, names, pronouns, numbers. */
export const SENTENCES = [
  'They eat fried noodles',
  'Hello I love you',
  'The cat sat on the mat',
  'he is not as tall as his father',
  'What is the capital of France?',
  "The animal didn't cross the street because it was too tired",
  'She walked along the bank of the river and counted her money',
  'The dog bites the man',
  'The man bites the dog',
  'We like green tea',
  'My brother sold his old car to a neighbour',
  'The food was good but the service was slow',
  'Mary gave John a book because she liked him',
  'Where did you put the keys?',
  'The children are playing in the garden',
  'It rained all night, so the roads are wet',
  'A small boat crossed the lake in the morning',
  'I do not know who wrote this letter',
  'The teacher asked the students to open their books',
  'How many people live in this town?',
  'The train to Berlin leaves at nine',
  'Nobody saw the thief leave the house',
  'Fresh bread smells better than old cheese',
  'The film that we watched yesterday was long',
  'If you are hungry, there is soup in the kitchen',
  'The old bridge was built by Roman soldiers',
  'Please close the window before you go',
  'Her answer surprised everyone in the room',
  'The doctor told the patient to rest',
  'Birds sing early in spring',
  'He painted the door red and the walls white',
  'Can you read without your glasses?',
  'The price of oil fell by two percent',
  'When the bell rang, the players left the field',
];

/** The start of two sentences, whose last word tells people what *it* stands for. */
const PRONOUN = "The animal didn't cross the street because it was too";

/** Words with a meaning of their own are all but these. */
const FUNCTION_WORDS = new Set(
  `a all along am an and are as at because before but by can could did do does for from had has have he her
   him his how i if in is it its many me my nobody not of on or our please she so than that the their them there they
   this to too was we were what when where who will with without would you your everyone didn t`
    .split(/\s+/)
    .filter(Boolean),
);

/** @param {string} token */
const isContent = (token) => {
  const word = token.replace('▁', '').toLowerCase();
  return /\p{Letter}/u.test(word) && !FUNCTION_WORDS.has(word);
};

/** Where a key may stand, seen from its query. @type {Record<string, (query: number, key: number, token: string) => boolean>} */
const PLACES = {
  itself: (query, key) => key === query,
  previous: (query, key) => key === query - 1,
  next: (query, key) => key === query + 1,
  later: (query, key) => key > query + 1,
  back: (query, key) => key <= query,
  content: (_query, _key, token) => isContent(token),
};

export const path = fileURLToPath(
  new URL('../../web/features/pretrained/run/head-habits.js', import.meta.url),
);

const float32 = await convertUseLite({ isQuantized: false });

/**
 * What share of its weight each head puts where, on average over all tokens; and what an equal share would be.
 * @param {any} [source] of the model
 */
export async function measureHabits(source = float32) {
  const model = await loadPretrained(await loadAttention(), source);
  const { layers, heads } = model.sizes;
  const zeros = () => Object.fromEntries(Object.keys(PLACES).map((place) => [place, 0]));
  const even = zeros();
  const sums = Array.from({ length: layers }, () => Array.from({ length: heads }, zeros));
  let tokens = 0;
  for (const sentence of SENTENCES) {
    const run = model.run(sentence, { trace: ['weights'] });
    const n = run.tokens.length;
    tokens += n;
    for (let query = 0; query < n; query++) {
      for (let key = 0; key < n; key++) {
        for (const [place, isThere] of Object.entries(PLACES)) {
          if (!isThere(query, key, run.tokens[key])) continue;
          even[place] += 1 / n;
          run.layers.forEach(({ weights }, layer) => {
            for (let head = 0; head < heads; head++)
              sums[layer][head][place] += weights?.data[(head * n + query) * n + key] ?? 0;
          });
        }
      }
    }
  }
  const shares = (/** @type {Record<string, number>} */ sum) =>
    Object.fromEntries(
      Object.entries(sum).map(([place, weight]) => [place, Number((weight / tokens).toFixed(3))]),
    );
  return {
    ...{ sentences: SENTENCES.length, tokens, even: shares(even) },
    heads: sums.map((layer) => layer.map(shares)),
  };
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
  const { sentences, tokens, even, heads } = await measureHabits();
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
