import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tracePanel } from '../../web/views/trace-panel.js';
import { attention, computationOf, viewContext } from '../support/computations.js';
import { listListeners } from '../support/markup.js';

/** Returns the changes that the links of an opened number make. @param {object} requested */
function listChanges(requested) {
  /** @type {any[]} */
  const changes = [];
  const navigateTo = (/** @type {object} */ change) => changes.push(change);
  const context = viewContext({ ...computationOf(requested), navigateTo });
  for (const press of listListeners(tracePanel(context), /<li><button[^<]*@click=$/)) press();
  return changes;
}

/**
 * Returns the queries that the links to a step select, each once.
 * @param {object} requested
 * @param {string} step
 */
function listSelected(requested, step) {
  const found = listChanges(requested).filter((change) => change.step === step && !change.cell);
  assert.ok(found.length > 0, `a link to several numbers of ${step}`);
  return [...new Set(found.map(({ query }) => query))];
}

const ONE_ROW = { rows: 'one', query: 2 };

describe('a link to several numbers of a table that shows one row', () => {
  it('keeps the query whose row has one of them', () => {
    assert.deepEqual(listSelected({ ...ONE_ROW, step: 'k', cell: 'k.0.1.0' }, 'scores'), [
      undefined,
    ]);
  });
  it('selects their query if it is another', () => {
    assert.deepEqual(listSelected({ ...ONE_ROW, step: 'q', cell: 'q.0.1.0' }, 'scores'), [1]);
    assert.deepEqual(listSelected({ query: 2, step: 'q', cell: 'q.0.1.0' }, 'scores'), [undefined]);
  });
});

describe('a link from an exponential to its score', () => {
  const open = { step: 'weights', cell: 'exponentials.0.1.2' };
  const targets = (/** @type {object} */ settings) =>
    listChanges({ ...open, ...settings }).map(({ step, cell }) => [step, cell]);
  it('opens the scaled score, as it says, if nothing is masked', () => {
    assert.deepEqual(targets({})[0], ['scaledScores', 'scaledScores.0.1.2']);
  });
  it('opens the masked score if there is a mask', () => {
    assert.deepEqual(targets({ mask: 'causal' })[0], ['maskedScores', 'maskedScores.0.1.2']);
  });
});

it('a set number is compared with the one before once, whatever word is selected', () => {
  let calls = 0;
  const counted = new Proxy(attention, {
    get: (operations, name) => {
      calls++;
      return Reflect.get(operations, name);
    },
  });
  const { state, computation } = computationOf({
    edits: 'q.0.1.0:0.5',
    cell: 'q.0.1.0',
    step: 'q',
  });
  const show = (/** @type {number} */ query) => {
    calls = 0;
    const context = { state: { ...state, query }, computation, attention: counted };
    tracePanel(viewContext(context));
    return calls;
  };
  const first = show(0);
  // The steps of the number itself are computed again.
  assert.ok(show(2) < first, `${first} calls`);
});
