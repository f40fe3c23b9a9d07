/**
 * Trains the describer that ships and writes its numbers into web/sources/trained-describer.js:
 * `node tests/support/make-describer.js`, after `./build.sh core`. Run it after a change of the
 * describer or its training. `tests/models/trained-describer.test.js` compares the result.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createDescriber } from '../../src/js/learning/index.js';
import { toPrintable } from '../../src/js/printable.js';
import { DESCRIBER_SEED } from '../../web/state/source-kinds.js';
import { setConstant } from './set-constant.js';

/** @import { Describer } from '../../src/js/learning/types.js' */

const STEPS = 2500;

/** Characters of a line of numbers. */
const WIDTH = 98;

export const path = fileURLToPath(
  new URL('../../web/sources/trained-describer.js', import.meta.url),
);

/** Returns the text of the module. @param {Pick<Describer, 'parameters'>} model after its training */
export async function makeDescriberModule({ parameters: { query, key, value } }) {
  const bytes = [query, key, value].flatMap(({ data }) => [...new Uint8Array(data.slice().buffer)]);
  const text = toPrintable(Uint8Array.from(bytes));
  const lines = text.match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? [];
  const constants = {
    STEPS: ` ${STEPS}`,
    numbers: `\n${lines.map((line) => `  '${line}'`).join(' +\n')}`,
  };
  return Object.entries(constants).reduce(
    (module, [name, code]) => setConstant(module, name, code),
    await readFile(path, 'utf8'),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const model = await createDescriber({ seed: DESCRIBER_SEED });
  model.train(STEPS);
  await writeFile(path, await makeDescriberModule(model));
}
