// A model by the address of its folder: in Node, on a server, and what is named if a file is not there.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { explainLibraryError } from '../../web/features/pretrained/text/en/refusals.js';
import { serveFolder } from '../support/browser.js';
import { filesOf, INDEX, shardedFilesOf } from './checkpoints.js';
import { attention, numbersOf } from './hub-models.js';

const checkpoints = fileURLToPath(new URL('../golden/checkpoints/', import.meta.url));
/** A folder whose name has to be escaped in an address. */
const copy = await mkdtemp(join(tmpdir(), 'a model #1 ä%-'));
await cp(join(checkpoints, 'gpt2'), copy, { recursive: true });
const server = await serveFolder(checkpoints);
after(async () => {
  await server.close();
  await rm(copy, { recursive: true });
});

/** @param {any} source @param {object} [options] */
async function numbersFrom(source, options) {
  const model = await loadPretrained(attention, source, options);
  const numbers = numbersOf(model);
  model.dispose();
  return numbers;
}

describe('a model by the address of its folder', () => {
  it('has the numbers of its files, whatever form the address has', async () => {
    const expected = await numbersFrom(filesOf('gpt2'));
    const here = `./${relative(process.cwd(), join(checkpoints, 'gpt2'))}`;
    const served = `${server.url}gpt2/`;
    const sources = [
      ...[here, `${here}/`, copy, pathToFileURL(copy), pathToFileURL(copy).href],
      ...[served, new URL(served), new URL(served.slice(0, -1))],
    ];
    for (const source of sources) {
      const numbers = await numbersFrom(source, { needsTokenizer: true });
      assert.deepEqual(numbers, expected, String(source));
    }
    const { length } = server.requests.filter((path) => path === '/gpt2/tokenizer.json');
    assert.equal(length, 3, 'one request for each model that is served');
  });

  it('may have its weights in several files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shards-'));
    for (const [name, file] of Object.entries(shardedFilesOf('llama'))) {
      const isPlain = typeof file === 'string' || file instanceof Uint8Array;
      await writeFile(join(folder, name), isPlain ? file : JSON.stringify(file));
    }
    const shards = await serveFolder(folder);
    const expected = await numbersFrom(filesOf('llama'));
    assert.deepEqual(await numbersFrom(folder), expected);
    assert.deepEqual(await numbersFrom(shards.url), expected);
    assert.ok(shards.requests.includes(`/${INDEX}`));
    await shards.close();
    await rm(folder, { recursive: true });
  });

  it('is refused by the address if a file is not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'part-'));
    const [local, part] = [pathToFileURL(`${folder}/`).href, await serveFolder(folder)];
    const refusals = async (/** @type {object} */ options) => {
      const found = [];
      for (const source of [folder, part.url]) {
        const error = await loadPretrained(attention, source, options).catch((failure) => failure);
        found.push([error.reason, error.argument, error.expected]);
      }
      return found;
    };
    await writeFile(join(folder, 'notes.txt'), '');
    assert.deepEqual(await refusals({}), [
      ['missing', 'config.json', 'the file, among notes.txt'],
      ['missing', 'config.json', `the file in ${part.url}`],
    ]);
    await cp(join(checkpoints, 'gpt2'), folder, { recursive: true });
    await rm(join(folder, 'tokenizer.json'));
    for (const [reason, argument] of await refusals({ needsTokenizer: true }))
      assert.deepEqual([reason, argument], ['missing', 'tokenizer.json']);
    await part.close();
    const page = await serveFolder(folder, { 'content-type': 'text/html' });
    await assert.rejects(loadPretrained(attention, page.url), { argument: 'config.json' });
    await page.close();
    await rm(folder, { recursive: true });
    await assert.rejects(loadPretrained(attention, folder), {
      reason: 'unreadable',
      argument: local,
      expected: 'a folder with the files of a model',
      message: /does not exist/,
    });
  });

  it('is refused if its server does not answer, in a sentence on the page too', async () => {
    const ended = await serveFolder(copy);
    await ended.close();
    const failing = createServer((_, response) => response.writeHead(500).end());
    await new Promise((resolve) => failing.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (failing.address());
    await assert.rejects(loadPretrained(attention, `http://127.0.0.1:${port}/`), ({ cause }) => {
      assert.equal(cause.message, 'status 500');
      return true;
    });
    failing.close();
    const error = await loadPretrained(attention, ended.url).catch((failure) => failure);
    assert.deepEqual([error.reason, error.argument], ['unreachable', `${ended.url}config.json`]);
    assert.match(
      explainLibraryError(error, './tiny/') ?? '',
      /^The model \.\/tiny\/ cannot be fetched/,
    );
    await assert.rejects(loadPretrained(attention, new URL('data:,')), { reason: 'address' });
  });

  it('is aborted by its signal', async () => {
    const abort = new AbortController();
    const loading = loadPretrained(attention, `${server.url}gpt2/`, { signal: abort.signal });
    abort.abort();
    await assert.rejects(loading, { name: 'AbortError' });
  });

  it('takes no options of a Hub, and is not the page of a model there', async () => {
    const options = { revision: 'main' };
    await assert.rejects(loadPretrained(attention, copy, options), {
      argument: 'options.revision',
    });
    const page = 'https://huggingface.co/openai-community/gpt2';
    for (const address of [page, `${page}/`])
      await assert.rejects(
        loadPretrained(attention, address),
        /did you mean openai-community\/gpt2\?/,
      );
  });
});
