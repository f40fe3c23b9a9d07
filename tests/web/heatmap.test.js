import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listMatrices } from '../../web/figures/tables.js';
import { matrixTable } from '../../web/views/matrix.js';
import { computationOf, ownComputationOf, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

const SENTENCE = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ');

/** Returns the columns that the part of the weights shows, from 0. @param {object} requested */
function readColumns(requested) {
  const shown = computationOf({ sentence: SENTENCE, step: 'weights', ...requested });
  const context = viewContext(shown);
  const weights = listMatrices(context.parts).find(({ tensor }) => tensor === 'weights');
  assert.ok(weights);
  const [, first, last] =
    /columns (\d+) to (\d+)/.exec(
      plain(markup(matrixTable(weights, /** @type {any} */ (context)))),
    ) ?? [];
  assert.ok(last);
  const row = Array.from({ length: 40 }, (_, column) => weights.view.at(shown.state.query, column));
  return {
    first: Number(first) - 1,
    last: Number(last) - 1,
    largest: row.indexOf(Math.max(...row)),
  };
}

it('the table opens at the largest weight of the query', () => {
  for (const query of [0, 7, 39]) {
    const { first, last, largest } = readColumns({ query });
    assert.ok(first <= largest && largest <= last, `${largest} is in ${first} to ${last}`);
  }
});

it('the table opens at the selected key', () => {
  const { largest } = readColumns({ query: 7 });
  const key = (largest + 20) % 40;
  const { first, last } = readColumns({ query: 7, key });
  assert.ok(first <= key && key <= last && (largest < first || largest > last));
});

it('the table opens at the largest weight of a row with NaN', () => {
  const weights = Array.from({ length: 20 }, () => Array(20).fill(0.01).with(15, 0.8));
  weights[0][3] = NaN;
  const shown = ownComputationOf({ weights }, { query: 0 });
  const context = viewContext(shown);
  const [matrix] = listMatrices(context.parts);
  const text = plain(markup(matrixTable(matrix, /** @type {any} */ (context))));
  const [, first, last] = /columns (\d+) to (\d+)/.exec(text) ?? [];
  assert.ok(Number(first) <= 16 && Number(last) >= 16, `columns ${first} to ${last}`);
});
