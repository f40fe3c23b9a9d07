import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SourceFile } from '../../web/elements/source-file.js';

/** @import { AttentionElement } from '../../web/elements/base-element.js' */

const nothing = () => {};
const host = /** @type {AttentionElement} */ (
  /** @type {unknown} */ ({
    addController: nothing,
    requestUpdate: nothing,
    waiting: { ended: Promise.resolve() },
  })
);
const { fetch } = globalThis;

before(() => {
  const document = {
    baseURI: 'http://127.0.0.1/',
    addEventListener: nothing,
    removeEventListener: nothing,
  };
  Object.assign(globalThis, { document, fetch: async () => new Response('content') });
});

after(() => {
  delete (/** @type {any} */ (globalThis).document);
  Object.assign(globalThis, { fetch });
});

function makeFile() {
  /** @type {Map<string, (ends: { end: () => void, fail: () => void }) => void>} */
  const started = new Map();
  /** @type {string[]} */
  const shown = [];
  const file = new SourceFile(host, {
    read: ({ name }) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`${name} failed`));
        started.get(name)?.({ end: () => resolve(name), fail });
      }),
    show: (name) => shown.push(name),
    fail: ({ message }) => shown.push(message),
  });
  /** Loads a file until its reading starts. @param {string} name */
  const load = async (name) => {
    /** @type {Promise<{ end: () => void, fail: () => void }>} */
    const reading = new Promise((resolve) => started.set(name, resolve));
    file.load(name);
    const { settled } = file;
    return { settled, ...(await reading) };
  };
  return { file, shown, load };
}

for (const end of /** @type {const} */ (['end', 'fail']))
  it(`a file that was being read when another was wanted is not shown: ${end}`, async () => {
    const { file, shown, load } = makeFile();
    const large = await load('large.npz');
    const small = await load('small.json');
    small.end();
    await small.settled;
    large[end]();
    await large.settled;
    assert.deepEqual(shown, ['small.json']);
    assert.equal(file.isLoading, false);
  });

it('a file that other content replaces while it is being read is not shown', async () => {
  const { file, shown, load } = makeFile();
  const large = await load('large.npz');
  file.forget();
  large.end();
  await large.settled;
  assert.deepEqual(shown, []);
});
