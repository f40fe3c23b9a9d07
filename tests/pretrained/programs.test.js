// Exported programs read the file of the model and print the numbers on screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { listPlaces } from '../../web/features/pretrained/run/places.js';
import { assertWithin, shareOfLargest } from '../support/near.js';
import { numberOf, textOf } from '../support/programs.js';
import { pythonWith, runPrograms } from '../support/python.js';
import { checkpoints, expectedOf, filesOf } from './checkpoints.js';
import { openModel } from './computation.js';

const numpy = pythonWith('numpy');

/** Sums in another order, divided by the small deviation of an embedding. */
const SHARE = 1e-5;

/** @param {string} name */
const sentenceOf = (name) => {
  const { cases, same_as: other } = expectedOf(name);
  return (cases ?? expectedOf(other).cases).at(-1).text;
};

/** @param {URL} folder */
const pathIn = (folder) => JSON.stringify(fileURLToPath(new URL('model.safetensors', folder)));

/** Every layer of every family; changes of the reader; the model that ships. */
async function makeAll() {
  const made = [];
  for (const name of checkpoints) {
    const { info, show } = await openModel(filesOf(name));
    const path = pathIn(new URL(`../golden/checkpoints/${name}/`, import.meta.url));
    const sentence = sentenceOf(name);
    for (const modelLayer of listPlaces(info.sizes).keys()) {
      const requested = { sentence, modelLayer };
      made.push({ name: `${name} ${modelLayer}`, path, ...(await show(requested)) });
    }
    if (name !== 'gpt2') continue;
    const changed = { sentence, silence: '0.1', block: '0.2.3.1', modelLayer: 0 };
    for (const edits of ['', 'weights.3.2.0:0.5;wq.0.2.1:2']) {
      const requested = { ...changed, edits };
      made.push({ name: `gpt2, changed ${edits}`, path, ...(await show(requested)) });
    }
  }
  const { show } = await openModel('use-lite');
  const path = pathIn(new URL('../../dist/models/use-lite/', import.meta.url));
  for (const modelLayer of [0, 1]) {
    const requested = { sentence: 'They eat fried noodles', modelLayer };
    made.push({ name: `use-lite ${modelLayer}`, path, ...(await show(requested)) });
  }
  return made;
}

const made = await makeAll();

describe('exports of a real model', () => {
  it('the Python programs read its file and compute the numbers on screen', (t) => {
    if (!numpy) return t.skip('no NumPy');
    for (const write of [toNumpy, toPytorch]) {
      const programs = made.map(({ state, computation, path }) =>
        textOf(write(state, computation)).replace("'model.safetensors'", path),
      );
      runPrograms(numpy, 'run', programs).forEach(({ error, words, tensors }, i) => {
        const { name, computation } = made[i];
        assert.equal(error, '', `${name}\n${programs[i]}`);
        assert.deepEqual(words[0], computation.queryWords);
        const computed = Object.keys(computation.nodes).filter(
          (id) => computation.nodes[id].op.name !== 'constant',
        );
        assert.deepEqual(Object.keys(tensors), computed, name);
        for (const id of computed) {
          const expected = computation.results[id];
          const data = tensors[id].map(numberOf);
          const limit = shareOfLargest(expected, SHARE);
          assertWithin({ shape: expected.shape, data }, expected, limit, `${id} of ${name}`);
        }
      });
    }
  });

  it('the Python programs hold no number of the file but those that the reader has set', () => {
    const { state, computation } = made[1];
    for (const write of [toNumpy, toPytorch]) {
      const program = textOf(write(state, computation));
      const lists = program.match(/\[\n/g) ?? [];
      assert.equal(lists.length, 1, 'only the residual stream is written out');
    }
  });

  it('JavaScript is refused, with what to choose', () => {
    const [{ state, computation }] = made;
    const { refused } = /** @type {{ refused: string }} */ (toJavascript(state, computation));
    assert.match(refused, /Choose NumPy or PyTorch/);
  });
});
