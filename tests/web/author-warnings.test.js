// The cell that an author's attribute names is checked once the numbers are known.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuthorParts } from '../../web/elements/author-parts.js';
import { AuthorWarnings } from '../../web/elements/author-warnings.js';
import { LabSession } from '../../web/session/lab-session.js';
import '../support/features.js';

/** Returns the cell after the check. @param {string} cell the attribute @param {string} [later] */
async function checkCell(cell, later) {
  const session = new LabSession({ isConnected: true, requestUpdate() {} });
  await session.start();
  for (const change of [{ sentence: 'a b c' }, { cell }, ...(later ? [{ cell: later }] : [])])
    session.dispatch(change, { by: 'program', isPartial: true });
  session.results();
  const host = /** @type {any} */ ({
    ...{ localName: 'attention-lab', table: '', steps: '' },
    getAttribute: (/** @type {string} */ name) => (name === 'cell' ? cell : null),
  });
  new AuthorWarnings(host, session, new AuthorParts(host, session)).warnOfNames();
  return session.state.cell;
}

it('a cell that no table has becomes the nearest, unless a program has set another', async (t) => {
  t.mock.method(console, 'warn', () => {});
  assert.equal(await checkCell('weights.0.9.9'), 'weights.0.2.2');
  assert.equal(await checkCell('weights.1'), 'weights.1.0.0');
  assert.equal(await checkCell('weights.0.9.9', 'weights.0.1.0'), 'weights.0.1.0');
});
