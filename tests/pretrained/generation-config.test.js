// The settings of generation: newer checkpoints have them in generation_config.json alone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { filesIn, filesOf, jsonOf, NO_CHANGES } from './checkpoints.js';
import { attention, publish, startTestHub } from './hub-models.js';
import { contentsOf } from './hub-server.js';

const FILE = 'generation_config.json';
const hub = await startTestHub();
const ids = [5, 6, 7];

/** @param {any} source @param {object} [options] @returns {Promise<number[]>} the first four ids that the model writes */
async function write(source, options) {
  const model = await loadPretrained(attention, source, options);
  const generated = model.generate({ ids }, { tokens: 4 }).ids;
  model.dispose();
  return generated;
}

const endless = { eos_token_id: null };
const free = await write(filesOf('gpt2', endless));
const [first] = free;

describe('generation_config.json', () => {
  it('names the end tokens, and wins over config.json', async () => {
    assert.equal(free.length, 4);
    for (const eos_token_id of [first, [first, 9]])
      for (const changes of [endless, { eos_token_id: 9 }, { eos_token_id: undefined }]) {
        const files = { ...filesOf('gpt2', changes), [FILE]: { eos_token_id } };
        assert.deepEqual(await write(files), [first]);
      }
    const withoutEnd = { ...filesOf('gpt2', { eos_token_id: first }), [FILE]: { top_k: 50 } };
    assert.deepEqual(await write(withoutEnd), [first]);
  });

  it('names the forbidden sequences, and wins over config.json', async () => {
    const forbid = { ...endless, bad_words_ids: [[first]] };
    for (const changes of [endless, { ...endless, bad_words_ids: [[9]] }])
      assert.ok(!(await write({ ...filesOf('gpt2', changes), [FILE]: forbid })).includes(first));
    const open = { ...filesOf('gpt2', forbid), [FILE]: { bad_words_ids: [[9]] } };
    assert.deepEqual(await write(open), free);
  });

  it('names the token that starts a decoder', async () => {
    const start = async (/** @type {object} */ more) => {
      const changes = { decoder_start_token_id: undefined };
      const files = { ...filesOf('marian', changes), ...more };
      const model = await loadPretrained(attention, files);
      const run = model.run([5, 6, 0]);
      model.dispose();
      return run.targetIds;
    };
    assert.deepEqual(await start({ [FILE]: { decoder_start_token_id: 7 } }), [7]);
    await assert.rejects(
      start({ [FILE]: { decoder_start_token_id: -1 } }),
      /decoder_start_token_id of generation_config\.json is -1; expected/,
    );
  });

  it('is read from a folder, from Files, and from a Hub with its progress', async () => {
    const json = JSON.stringify({ eos_token_id: first });
    const folder = mkdtempSync(join(tmpdir(), 'generation-'));
    for (const [name, bytes] of Object.entries({ ...contentsOf('gpt2'), [FILE]: json }))
      writeFileSync(join(folder, name), bytes);
    assert.deepEqual(await write(`${pathToFileURL(folder).href}/`), [first]);
    rmSync(folder, { recursive: true });
    assert.deepEqual(await write([...filesIn('gpt2', '', endless), new File([json], FILE)]), [
      first,
    ]);
    publish(hub, 'gpt2', { files: { ...contentsOf('gpt2'), [FILE]: Buffer.from(json) } });
    /** @type {number[]} */
    let [loaded, total] = [0, 0];
    const onProgress = (/** @type {any} */ progress) => ({ loaded, total } = progress);
    assert.deepEqual(await write('tiny/gpt2', { endpoint: hub.url, onProgress }), [first]);
    assert.ok(loaded > 0 && loaded === total);
  });

  it('counts on the page: a translation begins and ends as its model wants', async () => {
    const server = new ModelServer();
    const names = ['eos_token_id', 'decoder_start_token_id'];
    const config = jsonOf('marian', 'config.json');
    const settings = Object.fromEntries(names.map((name) => [name, config[name]]));
    const absent = Object.fromEntries(names.map((name) => [name, undefined]));
    await server.load('old', filesOf('marian'), undefined);
    const files = { ...filesOf('marian', { ...absent, pad_token_id: 9 }), [FILE]: settings };
    await server.load('new', files, undefined);
    const [before, after] = await Promise.all(
      ['old', 'new'].map((name) => server.run(name, 'water', NO_CHANGES)),
    );
    assert.deepEqual(after, before);
    for (const name of ['old', 'new']) await server.release(name);
  });

  it('of wrong values is refused by its name', async () => {
    const wrong = { eos_token_id: -1, bad_words_ids: [3] };
    for (const [name, value] of Object.entries(wrong))
      await assert.rejects(
        write({ ...filesOf('gpt2'), [FILE]: { [name]: value } }),
        new RegExp(`^ModelError.*${name} of generation_config\\.json`),
      );
  });
});
