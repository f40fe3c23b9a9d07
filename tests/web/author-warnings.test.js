import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuthorParts } from '../../web/elements/author-parts.js';
import { AuthorWarnings } from '../../web/elements/author-warnings.js';
import { LabSession } from '../../web/session/lab-session.js';
import '../support/features.js';

/** Returns the state after the check. @param {string} cell the attribute @param {object[]} others */
async function checkCell(cell, ...others) {
  const session = new LabSession({ isConnected: true, requestUpdate() {} });
  await session.start();
  for (const change of [{ sentence: 'a b c' }, { cell }, ...others])
    session.dispatch(change, { by: 'program', onto: 'requests' });
  session.results();
  const host = /** @type {any} */ ({
    ...{ localName: 'attention-lab', table: '', steps: '' },
    ...{ hasAttribute: () => false, getAttribute: () => null },
  });
  const { state } = session;
  const { computation } = session.evaluate();
  const context = /** @type {any} */ ({ state, computation, traced: {}, steps: [], parts: [] });
  const named = { value: cell, place: 'cell' };
  const authored = /** @type {any} */ ({ cell: named, names: new Map(), takeUnchecked: () => [] });
  const parts = new AuthorParts(host, session);
  new AuthorWarnings(host, session, parts).check(authored, { context, refusal: undefined });
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
