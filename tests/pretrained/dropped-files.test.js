import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDroppedFiles } from '../../web/features/pretrained/views/dropped-files.js';

/** @param {string} name */
const file = (name) => {
  const opened = { name };
  return {
    ...{ isFile: true, isDirectory: false, name, opened },
    file: (/** @type {(file: object) => void} */ resolve) => resolve(opened),
  };
};

const asItem = (/** @type {object | null} */ entry) => ({ webkitGetAsEntry: () => entry });

/** Makes a folder that returns some entries at a time. @param {object[]} entries */
const folder = (entries, size = 2) => ({
  ...{ isFile: false, isDirectory: true },
  createReader() {
    let at = 0;
    return {
      readEntries(/** @type {(entries: object[]) => void} */ resolve) {
        resolve(entries.slice(at, at + size));
        at += size;
      },
    };
  },
});

/** @param {(object | null)[]} entries @param {object[]} [files] */
async function namesIn(entries, files = []) {
  const items = entries.map(asItem);
  const found = await readDroppedFiles(/** @type {any} */ ({ items, files }));
  return found.map(({ name }) => name);
}

describe('files that are dropped', () => {
  it('are all files of a folder, whatever the browser gives at a time', async () => {
    const names = ['config.json', 'model.safetensors', 'tokenizer.json', 'vocab.txt', 'a.bin'];
    assert.deepEqual(await namesIn([folder(names.map(file))]), names);
  });

  it('have the paths of their folders, as chosen files have', async () => {
    const inner = { ...file('config.json'), fullPath: '/model/config.json' };
    const items = [asItem(folder([inner]))];
    const [found] = await readDroppedFiles(/** @type {any} */ ({ items, files: [] }));
    assert.equal(found.webkitRelativePath, 'model/config.json');
  });

  it('are those beside a folder, and in folders within, but not deeper than a model has them', async () => {
    const inner = folder([
      file('b'),
      folder([file('c'), folder([file('d'), folder([file('too deep')])])]),
    ]);
    assert.deepEqual(await namesIn([file('a'), inner]), ['a', 'b', 'c', 'd']);
  });

  it('of one name come the nearer first, whichever the browser gives first', async () => {
    const modelConfig = file('config.json');
    const pooling = folder([file('config.json')]);
    const model = folder([pooling, file('model.safetensors'), modelConfig], 1);
    const found = await readDroppedFiles(
      /** @type {any} */ ({ items: [asItem(model)], files: [] }),
    );
    assert.deepEqual(
      found.map(({ name }) => name),
      ['model.safetensors', 'config.json', 'config.json'],
    );
    assert.equal(found[1], modelConfig.opened);
    assert.deepEqual(await namesIn([pooling, file('a')]), ['a', 'config.json']);
  });

  it('are as they are, where the browser gives no entries', async () => {
    assert.deepEqual(await namesIn([null, null], [{ name: 'config.json' }]), ['config.json']);
    assert.deepEqual(await namesIn([folder([])], [{ name: 'x' }]), ['x']);
  });

  it('are those that can be read', async () => {
    const refuse = (/** @type {unknown} */ _, /** @type {(error: Error) => void} */ reject) =>
      reject(new Error('NotFoundError'));
    const gone = { ...file('gone'), file: refuse };
    const closed = { ...folder([]), createReader: () => ({ readEntries: refuse }) };
    assert.deepEqual(await namesIn([gone, closed, file('a')]), ['a']);
  });

  it('are no more than a model could have', async () => {
    const many = folder(
      Array.from({ length: 1000 }, (_, i) => file(String(i))),
      100,
    );
    assert.equal((await namesIn([many])).length, 200);
  });
});
