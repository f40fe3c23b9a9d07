// Weights in several files: from files and from a Hub, with their progress, and what is named if
// the files do not fit together.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { describePretrained, loadPretrained } from '../../src/js/pretrained/index.js';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { explainLibraryError } from '../../web/features/pretrained/text/en/refusals.js';
import { assertBits, assertComputed, textOf as programOf, runHere } from '../support/programs.js';
import { runPrograms } from '../support/python.js';
import { MemoryCaches } from './cache-storage.js';
import { filesOf, INDEX, shardedFilesOf, textOf } from './checkpoints.js';
import { openModel } from './computation.js';
import { attention, loaderFrom, numbersOf, publish, startHub, startTestHub } from './hub-models.js';
import { contentsOf } from './hub-server.js';

const SHARDS = [1, 2, 3].map((i) => `model-0000${i}-of-00003.safetensors`);
const FAMILIES = ['gpt2', 'bert', 'llama', 'llama3', 'marian'];

/** @param {string} name @param {Record<string, unknown>} [changes] files to add; undefined removes */
const changedShards = (name, changes) =>
  Object.fromEntries(
    Object.entries({ ...shardedFilesOf(name), ...changes }).filter(([, file]) => file),
  );

/**
 * Returns the files of a sharded checkpoint as a Hub has them.
 * @param {string} name @returns {Record<string, Buffer>}
 */
function hubFilesOf(name) {
  const { 'model.safetensors': _, ...rest } = contentsOf(name);
  const { [SHARDS[0]]: a, [SHARDS[1]]: b, [SHARDS[2]]: c, [INDEX]: index } = shardedFilesOf(name);
  const shards = Object.fromEntries([a, b, c].map((bytes, i) => [SHARDS[i], Buffer.from(bytes)]));
  return { ...rest, ...shards, [INDEX]: Buffer.from(JSON.stringify(index)) };
}

describe('weights in several files', () => {
  it('give the bits of one file, and the same progress', async () => {
    for (const name of FAMILIES) {
      /** @type {Record<string, any[]>} */
      const reports = { single: [], several: [] };
      const [loaded, several] = await Promise.all([
        loadPretrained(attention, filesOf(name), { onProgress: (r) => reports.single.push(r) }),
        loadPretrained(attention, shardedFilesOf(name), {
          onProgress: (r) => reports.several.push(r),
        }),
      ]);
      assert.deepEqual(several.run(textOf(name)), loaded.run(textOf(name)), name);
      const { stored, ...layer } = several.layer(0);
      const { stored: storedInOne, ...sameLayer } = loaded.layer(0);
      assert.deepEqual(layer, sameLayer, name);
      assert.deepEqual([storedInOne.q.file, stored.q.file], ['model.safetensors', INDEX]);
      assert.deepEqual(reports.several.at(-1), reports.single.at(-1), name);
      for (const model of [loaded, several]) model.dispose();
    }
  });

  it('come second to a single file beside them', async () => {
    const files = { ...filesOf('gpt2'), [INDEX]: {} };
    (await loadPretrained(attention, files)).dispose();
  });

  it('are read from Files, the index among them', async () => {
    const list = Object.entries(shardedFilesOf('gpt2')).map(([name, file]) => {
      const isJson = typeof file === 'object' && !(file instanceof Uint8Array);
      return new File([isJson ? JSON.stringify(file) : file], name);
    });
    const expected = await loadPretrained(attention, filesOf('gpt2'));
    const model = await loadPretrained(attention, list);
    assert.deepEqual(numbersOf(model), numbersOf(expected));
    for (const each of [model, expected]) each.dispose();
  });

  it('are read by the exported programs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shards-'));
    const files = shardedFilesOf('llama3');
    for (const [name, file] of Object.entries(files)) {
      const isText = typeof file === 'string' || file instanceof Uint8Array;
      writeFileSync(join(folder, name), isText ? file : JSON.stringify(file));
    }
    const { show } = await openModel(files);
    const { state, computation } = await show({ sentence: textOf('llama3'), modelLayer: 1 });
    for (const write of [toNumpy, toPytorch]) {
      const program = programOf(write(state, computation))
        .replace(`'${INDEX}'`, JSON.stringify(join(folder, INDEX)))
        .replaceAll('places[name]', `${JSON.stringify(`${folder}/`)} + places[name]`);
      assertComputed(runPrograms('compute', [program])[0], computation, 1e-5, 'llama3');
    }
    const program = programOf(toJavascript(state, computation));
    const ran = await runHere(
      program.replace("(attention, './')", `(attention, ${JSON.stringify(folder)})`),
    );
    assertBits(ran.printed, computation);
    rmSync(folder, { recursive: true });
  });
});

describe('files of weights that do not fit together', () => {
  const { weight_map: places } = shardedFilesOf('gpt2')[INDEX];
  const tensor = 'wte.weight';
  const first = places[tensor];
  const second = SHARDS.find((name) => name !== first) ?? '';
  /** @type {[title: string, changes: Record<string, unknown>, message: RegExp, sentence: RegExp][]} */
  const rows = [
    [
      'no index',
      { [INDEX]: undefined },
      /model\.safetensors\.index\.json is missing; expected the file, which says where each/,
      /in several files, and model\.safetensors\.index\.json is missing\. Choose them/,
    ],
    [
      'a missing file',
      { [second]: undefined },
      /-of-00003\.safetensors is missing; expected the file, which model\.safetensors\.index/,
      /in several files, and model-0000\d-of-00003\.safetensors is missing\. Choose them/,
    ],
    [
      'a tensor that is in another file than the index says',
      { [INDEX]: { weight_map: { ...places, [tensor]: second } } },
      new RegExp(`the tensor ${tensor} of ${second} is in ${first}; expected the tensor, as model`),
      /do not fit together: the tensor .* is in model-0000\d-of-00003\.safetensors\. Take all/,
    ],
    [
      'a tensor that no file has',
      { [INDEX]: { weight_map: { ...places, 'other.weight': first } } },
      new RegExp(`the tensor other\\.weight of ${first} is missing; expected the tensor, as model`),
      /do not fit together: the tensor other\.weight is missing\. Take both/,
    ],
    [
      'a tensor that the index lacks',
      { [INDEX]: { weight_map: { ...places, [tensor]: undefined } } },
      new RegExp(`the tensor ${tensor} of model\\.safetensors\\.index\\.json is missing`),
      /do not fit together: the tensor .* is missing\. Take both/,
    ],
    [
      'an index without a map',
      { [INDEX]: {} },
      /weight_map of model\..* is missing; expected the file of each/,
      /do not fit together: weight_map/,
    ],
    [
      'a map that is a list',
      { [INDEX]: { weight_map: [] } },
      /weight_map of model\..* is an/,
      /weight_map/,
    ],
    ...[7, '../x.safetensors', 'a/b.safetensors', 'x.bin', null].map(
      /** @returns {[string, Record<string, unknown>, RegExp, RegExp]} */ (name) => [
        `the name ${name} of a file`,
        { [INDEX]: { weight_map: { a: name } } },
        /weight_map\['a'\] of model\.safetensors\.index\.json is .*; expected the name of a/,
        /do not fit together: weight_map/,
      ],
    ),
    [
      'a damaged file',
      { [second]: new Uint8Array(4) },
      /-of-00003\.safetensors has 4 bytes; expected at least 8/,
      /^model-0000\d-of-00003\.safetensors is damaged, or its end is missing/,
    ],
    [
      'an index that is no JSON',
      { [INDEX]: '{' },
      /index\.json cannot be parsed/,
      /index\.json is damaged/,
    ],
  ];
  for (const [title, changes, message, sentence] of rows) {
    it(title, async () => {
      const loading = loadPretrained(attention, changedShards('gpt2', changes));
      await assert.rejects(loading, (/** @type {any} */ error) => {
        assert.equal(error.code, 'ERR_MODEL');
        assert.match(error.message, message);
        assert.match(explainLibraryError(error, 'files') ?? '', sentence);
        return true;
      });
    });
  }
});

describe('weights in several files on a Hub', async () => {
  const hub = await startTestHub();
  const load = loaderFrom(hub);
  const expected = numbersOf(await loadPretrained(attention, filesOf('gpt2')));
  let storage = new MemoryCaches();
  beforeEach(() => {
    publish(hub, 'gpt2', { files: hubFilesOf('gpt2') });
    storage = new MemoryCaches();
    Object.assign(globalThis, { caches: storage });
  });
  after(() => {
    delete (/** @type {any} */ (globalThis).caches);
  });
  const size = Object.values(hubFilesOf('gpt2')).reduce((sum, { length }) => sum + length, 0);

  it('have the size of all, of which description requests the index alone', async () => {
    const { bytes } = await describePretrained('tiny/gpt2', { endpoint: hub.url });
    assert.equal(bytes, size);
    const files = hub.requests.filter(({ path }) => /\/resolve\/[^?]*$/.test(path));
    assert.deepEqual(
      files.map(({ path }) => path.split('/').at(-1)),
      [INDEX],
    );
  });

  it('load, report one growing sum of all bytes, and request each JSON file once', async () => {
    /** @type {{ loaded: number, total: number }[]} */
    const reports = [];
    const onProgress = (/** @type {any} */ report) => reports.push({ ...report });
    const model = await load('tiny/gpt2', { onProgress });
    assert.deepEqual(numbersOf(model), expected);
    model.dispose();
    assert.deepEqual([...new Set(reports.map(({ total }) => total))], [size]);
    const loaded = reports.map((report) => report.loaded);
    assert.deepEqual(
      loaded,
      [...loaded].sort((a, b) => a - b),
    );
    assert.equal(loaded.at(-1), size);
    const requested = hub.requests.filter(({ path }) => /\/resolve\/.*\.json$/.test(path));
    assert.equal(new Set(requested.map(({ path }) => path)).size, requested.length);
  });

  it('are kept, and open without a network', async () => {
    const gone = await startHub();
    publish(gone, 'gpt2', { files: hubFilesOf('gpt2') });
    for (const isOpen of [true, false]) {
      const model = await load('tiny/gpt2', { endpoint: gone.url });
      assert.deepEqual(numbersOf(model), expected);
      assert.equal(model.origin?.isKept, true);
      model.dispose();
      if (isOpen) await gone.close();
    }
    const pieces = storage.urls.filter((url) => url.includes('?bytes='));
    assert.equal(pieces.length, Object.keys(hubFilesOf('gpt2')).length);
  });

  it('stop when loading is cancelled, and continue with what is kept', async () => {
    const stop = new AbortController();
    const onProgress = () => {
      if (storage.urls.some((url) => url.includes(SHARDS[0]))) stop.abort(new Error('cancelled'));
    };
    await assert.rejects(load('tiny/gpt2', { signal: stop.signal, onProgress }), /cancelled/);
    hub.requests.length = 0;
    const model = await load('tiny/gpt2');
    assert.deepEqual(numbersOf(model), expected);
    model.dispose();
    assert.ok(!hub.requests.some(({ path }) => path.includes(SHARDS[0])));
  });

  it('are refused if one of them is missing or has other bytes than listed', async () => {
    const { [SHARDS[1]]: _, ...files } = hubFilesOf('gpt2');
    publish(hub, 'gpt2', { files });
    const missing = /model-00002-of-00003\.safetensors is missing; expected the file, which model/;
    await assert.rejects(load('tiny/gpt2'), { code: 'ERR_MODEL', message: missing });
    const describing = describePretrained('tiny/gpt2', { endpoint: hub.url });
    await assert.rejects(describing, { operation: 'describePretrained', message: missing });
    const repository = publish(hub, 'gpt2', { files: hubFilesOf('gpt2') });
    const path = SHARDS[2];
    const listed = {
      [path]: { lfs: { oid: 'ab'.repeat(32), size: repository.files[path].length } },
    };
    publish(hub, 'gpt2', { files: hubFilesOf('gpt2'), listed });
    await assert.rejects(load('tiny/gpt2'), { reason: 'sha256', argument: `${path} of tiny/gpt2` });
  });
});
