import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuthorParts } from '../../web/elements/author-parts.js';
import { AuthorWarnings } from '../../web/elements/author-warnings.js';
import { settleSelection } from '../../web/elements/authored-selection.js';
import { AuthoredValues } from '../../web/elements/authored-values.js';
import { nextTask } from '../../web/session/async.js';
import { LabSession } from '../../web/session/lab-session.js';
import '../support/features.js';

/**
 * Makes the checks of an element with a session.
 * @param {object[]} changes of the state
 * @param {Pick<AuthoredValues, 'names' | 'takeUnchecked'>} authored what the author has written
 */
async function makeWarnings(
  changes = [],
  authored = { names: new Map(), takeUnchecked: () => new Map() },
) {
  const session = new LabSession({ isConnected: true, requestUpdate() {} });
  await session.start();
  for (const change of [{ sentence: 'a b c' }, ...changes])
    session.dispatch(change, { by: 'program', onto: 'requests' });
  session.results();
  /** @type {unknown[]} */
  const reported = [];
  const host = /** @type {any} */ ({
    ...{ localName: 'attention-lab', table: '', steps: '' },
    ...{ hasAttribute: () => false, getAttribute: () => null },
    report: (/** @type {unknown} */ error) => reported.push(error),
  });
  const { state } = session;
  const { computation } = session.evaluate();
  const context = /** @type {any} */ ({ state, computation, traced: {}, steps: [], parts: [] });
  const parts = new AuthorParts(host, session);
  const warnings = new AuthorWarnings(host, session, parts);
  const check = () => {
    const unchecked = authored.takeUnchecked();
    settleSelection(host, { session, parts }, unchecked, context);
    warnings.check(authored.names, unchecked, undefined);
  };
  return { session, host, parts, reported, check };
}

/** Returns the state after the check. @param {string} cell the attribute @param {object[]} others */
async function checkCell(cell, ...others) {
  const takeUnchecked = () => new Map([['cell', { value: cell, place: 'cell' }]]);
  const authored = { names: new Map(), takeUnchecked };
  const { session, check } = await makeWarnings([{ cell }, ...others], authored);
  check();
  return session.state;
}

it('a cell that no table has becomes the nearest, unless a program has set another', async (t) => {
  t.mock.method(console, 'warn', () => {});
  assert.equal((await checkCell('weights.0.9.9')).cell, 'weights.0.2.2');
  assert.equal((await checkCell('weights.1')).cell, 'weights.1.0.0');
  const set = { cell: 'weights.0.1.0' };
  assert.equal((await checkCell('weights.0.9.9', set)).cell, 'weights.0.1.0');
});

it('the head of the cell is shown, unless a program has set another', async () => {
  assert.equal((await checkCell('weights.1.0.1')).head, 1);
  assert.equal((await checkCell('embeddings.1.1')).head, 0);
  assert.equal((await checkCell('weights.1.0.1', { head: 0 })).head, 0);
});

it('a word in place of its index is looked up among the words on screen', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const host = /** @type {any} */ ({ localName: 'attention-lab', getAttribute: () => null });
  const authored = new AuthoredValues(host);
  const read = (/** @type {string} */ name, /** @type {string} */ word) => ({
    [name]: authored.read(name, word, name),
  });
  // Frameworks set properties, in any order, and the default sentence has noodles elsewhere.
  const { session, check } = await makeWarnings(
    [
      read('query', 'noodles'),
      { sentence: 'fried noodles are noodles' },
      read('key', 'are'),
      read('pin', 'They'),
    ],
    authored,
  );
  check();
  check();
  const { query, key, pin } = session.state;
  assert.deepEqual([query, key, pin], [1, 2, -1]);
  assert.deepEqual(
    warn.mock.calls.map(({ arguments: [text] }) => text),
    [
      '<attention-lab> query="noodles": did you mean 1?',
      '<attention-lab> key="are": did you mean 2?',
      '<attention-lab> pin="They": not a number.',
    ],
  );
  const other = await makeWarnings([read('query', 'c'), { query: 1 }], authored);
  other.check();
  assert.equal(other.session.state.query, 1, 'a program has set another');
});

it('a word and a cell that were found stay when a program shows tensors', async (t) => {
  t.mock.method(console, 'warn', () => {});
  const texts = { query: 'noodles', cell: 'scores.0.9.9' };
  const takeUnchecked = () =>
    new Map(Object.entries(texts).map(([place, value]) => [place, { value, place }]));
  const tokens = ['They', 'eat', 'fried', 'noodles'];
  const { session, check } = await makeWarnings([{ sentence: tokens.join(' ') }, texts], {
    names: new Map(),
    takeUnchecked,
  });
  check();
  const rows = tokens.map((_, i) => [i, 1]);
  session.tensors.set({ q: rows, k: rows, v: rows, tokens });
  const { query, cell, source } = session.state;
  assert.deepEqual([source, query, cell], ['own', 3, 'scores.0.3.3']);
});

it('a warning is written once, not at each update', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const names = new Map([['guide', { value: 'my-own-page', place: 'guide' }]]);
  const takeUnchecked = () => new Map();
  const { session, host, parts, check } = await makeWarnings([], { names, takeUnchecked });
  let reads = 0;
  /** A list that counts how often its names are read. @param {string} name */
  const countReads = (name) =>
    new Proxy(Array(30).fill(name), {
      get(list, key) {
        reads++;
        return Reflect.get(list, key);
      },
    });
  t.mock.method(session.pages, 'findSimilarNames', () => countReads('page'));
  t.mock.method(parts, 'listTensors', () => countReads('tensor'));
  t.mock.method(parts, 'findTable', () => undefined);
  host.table = 'nonsense';
  check();
  assert.equal(warn.mock.callCount(), 2);
  const before = reads;
  check();
  // The check asks only whether there are tables.
  assert.equal(reads - before, 1);
});

it('a problem of a chapter is reported', async () => {
  const { session, check: checkAll, reported } = await makeWarnings();
  const problems = [{ path: 'pages[0].text', message: 'there is no table x here' }];
  const error = Object.assign(new Error('chapter'), { problems });
  // biome-ignore lint/correctness/useYield: The first step finds the error.
  const check = function* () {
    return error;
  };
  Object.defineProperty(session.pages, 'authorChapter', { value: { check } });
  checkAll();
  while (reported.length === 0) await nextTask();
  assert.deepEqual(reported, [error]);
});
