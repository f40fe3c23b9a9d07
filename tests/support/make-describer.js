// Writes web/sources/trained-describer.js. Run it after a change of the describer or its training.
import { writeFile } from 'node:fs/promises';
import { createDescriber } from '../../src/js/learning/index.js';
import { toPrintable } from '../../src/js/printable.js';

const SEED = 0;
const STEPS = 2500;
const WIDTH = 98;

const model = await createDescriber({ seed: SEED });
model.train(STEPS);
const { query, key, value } = model.parameters;
const bytes = [query, key, value].flatMap(({ data }) => [...new Uint8Array(data.slice().buffer)]);
const text = toPrintable(Uint8Array.from(bytes));
const lines = text.match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? [];
const file = `/**
 * The queries, keys and values of the describer after its training, as float32 in the characters of
 * printable.js. Made by tests/support/make-describer.js.
 */

export const SEED = ${SEED};
export const STEPS = ${STEPS};

export const numbers =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
await writeFile(new URL('../../web/sources/trained-describer.js', import.meta.url), file);
