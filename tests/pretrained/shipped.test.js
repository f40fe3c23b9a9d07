import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listUsualFolders, readShippedModel } from '../../src/js/pretrained/shipped.js';
import { listModelFolders } from '../../web/features/pretrained/run/catalogue.js';
import { failed } from '../../web/features/pretrained/text/en/hub.js';
import { serveFolder } from '../support/browser.js';

const models = fileURLToPath(new URL('../../dist/models/', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'models-'));
await cp(models, folder, { recursive: true });
const server = await serveFolder(folder);
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** @param {Record<string, any>} files */
const weightsOf = async (files) => Buffer.from(await files['model.safetensors'].arrayBuffer());

const expected = await readFile(join(models, 'use-lite/model.safetensors'));

it('A model that ships is the same from files, from a server and from its script.', async () => {
  const fromFiles = await readShippedModel('use-lite');
  const fromServer = await readShippedModel('use-lite', { folders: [server.url] });
  assert.deepEqual(server.requests.sort(), [
    '/use-lite/config.json',
    '/use-lite/model.safetensors',
    '/use-lite/vocabulary.json',
  ]);
  await import(pathToFileURL(join(folder, 'use-lite.js')).href);
  const fromScript = await readShippedModel('use-lite', { folders: ['http://nobody.invalid/'] });
  Reflect.deleteProperty(globalThis, 'attentionLabModels');
  for (const files of [fromFiles, fromServer, fromScript])
    assert.ok((await weightsOf(files)).equals(expected));
});

it('A damaged script is refused by its name, and the next call reads again.', async () => {
  Reflect.set(globalThis, 'attentionLabModels', { 'use-lite': { 'model.safetensors': '%' } });
  await assert.rejects(readShippedModel('use-lite'), {
    code: 'ERR_MODEL',
    message: /use-lite\.js cannot be read/,
  });
  assert.ok((await weightsOf(await readShippedModel('use-lite'))).equals(expected));
  Reflect.deleteProperty(globalThis, 'attentionLabModels');
});

it('Other weights are refused by their sha256.', async () => {
  const changed = Buffer.from(expected);
  changed[changed.length - 1] ^= 1;
  await writeFile(join(folder, 'use-lite/model.safetensors'), changed);
  await assert.rejects(readShippedModel('use-lite', { folders: [pathToFileURL(folder)] }), {
    code: 'ERR_MODEL',
    message: /model\.safetensors .*has another sha256/,
  });
});

it('A file that the server does not have, and an aborted signal, end the reading.', async () => {
  server.refused.add('/use-lite/vocabulary.json');
  await assert.rejects(readShippedModel('use-lite', { folders: [server.url] }), {
    code: 'ERR_MODEL',
    message: /use-lite\/vocabulary\.json cannot be read/,
  });
  const reason = new Error('enough');
  await assert.rejects(
    readShippedModel('use-lite', { folders: [server.url], signal: AbortSignal.abort(reason) }),
    (error) => error === reason,
  );
});

it('A server that sends its page instead of a file gets a message that says what to copy, and where.', async () => {
  const page = await serveFolder(folder, { 'content-type': 'text/html; charset=utf-8' });
  const error = await readShippedModel('use-lite', { folders: [page.url] }).catch(
    (reason) => reason,
  );
  await page.close();
  assert.match(error.message, /config\.json cannot be read; .*copy that folder here/);
  assert.match(
    failed(error, { model: 'use-lite', endpoint: '' }),
    /comes without the model use-lite\. .* copy the folder dist\/models/,
  );
});

it('A request without an answer, such as one that a policy forbids, is told from a missing file.', async () => {
  const ended = await serveFolder(folder);
  await ended.close();
  const error = await readShippedModel('use-lite', { folders: [ended.url] }).catch(
    (reason) => reason,
  );
  assert.equal(error.reason, 'unreachable');
  assert.match(error.message, /config\.json cannot be fetched; .*connect-src/);
  const message = failed(error, { model: 'use-lite', endpoint: '' });
  assert.match(
    message,
    /^The model did not load\. The model use-lite cannot be fetched: .*connect-src/,
  );
});

it('A sandboxed page that can neither run the script nor fetch is told why.', async () => {
  const ended = await serveFolder(folder);
  await ended.close();
  Object.assign(globalThis, { document: {}, origin: 'null' });
  const error = await readShippedModel('use-lite', { folders: [ended.url] }).catch(
    (reason) => reason,
  );
  for (const name of ['document', 'origin']) Reflect.deleteProperty(globalThis, name);
  assert.equal(error.reason, 'unreachable');
  assert.match(error.message, /a sandboxed page needs Access-Control-Allow-Origin/);
  const message = failed(error, { model: 'use-lite', endpoint: '' });
  assert.match(message, /because this page is sandboxed\. .*script-src.* models\/use-lite\.js/);
});

it('The usual folders of a model that ships are those around the library, its bundle or the page.', () => {
  for (const [library, page, folders] of /** @type {const} */ ([
    ['http://a/lib/src/js/pretrained/shipped.js?v=1', 'http://a/', ['http://a/lib/dist/models/']],
    // A build of Vite, and the same with the base /tut/
    ['http://a/assets/x.js', 'http://a/', ['http://a/dist/models/']],
    [
      'http://a/tut/assets/x.js',
      'http://a/tut/',
      ['http://a/tut/dist/models/', 'http://a/dist/models/'],
    ],
    ['http://a/node_modules/.vite/deps/x.js?v=1', 'http://a/', ['http://a/dist/models/']],
    ['http://a/x.js', 'http://a/p/', ['http://a/dist/models/', 'http://a/p/dist/models/']],
    ['blob:http://a/1-2', 'http://a/p/', ['http://a/p/dist/models/']],
    ['blob:http://a/1-2', 'blob:http://a/1-2', ['models/']],
    // webpack writes the place of the module on the machine that builds.
    ['file:///n/src/js/pretrained/shipped.js', 'http://a/p/', ['http://a/p/dist/models/']],
    ['file:///n/attention-lab/dist/x.js', 'http://a/p/', ['http://a/p/dist/models/']],
    ['file:///n/src/js/pretrained/shipped.js', 'file:///p/', ['file:///n/dist/models/']],
  ]))
    assert.deepEqual(listUsualFolders({ here: library, page, isNode: false }).map(String), folders);
  // A single script knows its own address only while it starts.
  for (const [script, page, folders] of /** @type {const} */ ([
    ['http://a/assets/x.js', 'http://a/p/', ['http://a/assets/models/', 'http://a/p/models/']],
    ['http://a/p/x.js', 'http://a/p/q.html#r', ['http://a/p/models/']],
    ['file:///a/x.js', 'file:///a/p/', ['file:///a/models/', 'file:///a/p/models/']],
    ['', 'http://a/p/', ['http://a/p/models/']],
    ['blob:http://a/1-2', 'http://a/p/', ['http://a/p/models/']],
    ['blob:http://a/1-2', 'blob:http://a/1-2', ['models/']],
  ]))
    assert.deepEqual(listUsualFolders({ here: '', page, isNode: false, script }), folders, script);
  const inNode = listUsualFolders({
    here: 'file:///n/src/js/pretrained/shipped.js',
    page: 'http://a/',
    isNode: true,
  });
  assert.deepEqual(inNode.map(String), ['file:///n/dist/models/']);
});

it('An element looks for the model that ships at its endpoint, unless that is a Hub.', () => {
  const usual = listUsualFolders();
  for (const endpoint of ['', 'https://hub.example', 'http://127.0.0.1:9/'])
    assert.deepEqual(listModelFolders(endpoint), usual, endpoint);
  for (const endpoint of ['/tut/dist/models', './models', 'https://cdn.example/dist/models/'])
    assert.deepEqual(listModelFolders(endpoint), [endpoint, ...usual], endpoint);
});

it('A model that ships comes from the first folder that has it, and an error names the first.', async () => {
  const nowhere = new URL('../../dist/nowhere/', import.meta.url);
  const folders = [nowhere, new URL('../../dist/models/', import.meta.url)];
  const files = await readShippedModel('use-lite', { folders });
  assert.ok((await weightsOf(files)).equals(expected));
  await assert.rejects(
    readShippedModel('use-lite', { folders: [nowhere, new URL('../', nowhere)] }),
    {
      message: /dist\/nowhere\/use-lite\/config\.json cannot be read/,
    },
  );
});

it('Where there is no page, a relative folder is refused, and an address without folders.', async () => {
  for (const folder of ['models/', 'data:,', 'javascript:alert(1)'])
    await assert.rejects(readShippedModel('use-lite', { folders: [folder] }), {
      ...{ name: 'ModelError', code: 'ERR_MODEL' },
      message: `loadPretrained: ${folder} is not a complete address; expected the address of dist/models in the option endpoint`,
    });
});

it('A page that is a file runs the script of the model, and a missing script is refused by its name.', async () => {
  const { getBuiltinModule } = process;
  const head = {
    append: (/** @type {EventTarget & { src: string }} */ script) =>
      import(script.src).then(
        () => script.dispatchEvent(new Event('load')),
        () => script.dispatchEvent(new Event('error')),
      ),
  };
  const createElement = () => Object.assign(new EventTarget(), { remove() {} });
  Object.assign(globalThis, { document: { createElement, head } });
  Object.assign(process, { getBuiltinModule: undefined });
  try {
    // Node runs a module once, and a test above has run that of the folder.
    const other = join(folder, 'other/');
    await cp(join(models, 'use-lite.js'), join(other, 'use-lite.js'));
    const files = await readShippedModel('use-lite', { folders: [pathToFileURL(other)] });
    assert.ok((await weightsOf(files)).equals(expected));
    Reflect.deleteProperty(globalThis, 'attentionLabModels');
    const nowhere = pathToFileURL(join(folder, 'nowhere/'));
    await assert.rejects(readShippedModel('use-lite', { folders: [nowhere] }), {
      code: 'ERR_MODEL',
      message: /nowhere\/use-lite\.js cannot be read/,
    });
  } finally {
    Object.assign(process, { getBuiltinModule });
    Reflect.deleteProperty(globalThis, 'document');
  }
});
