import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCell } from '../../web/graph/trace.js';
import { arithmeticView } from '../../web/views/arithmetic.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { ownComputationOf, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

const rest = { k: [[1], [1]], v: [[1], [2]] };

/** @param {object} tensors the reader's own @param {string} at @param {object} [requested] */
function read(tensors, at, requested) {
  const context = viewContext(ownComputationOf(tensors, requested));
  const cell = readCell(at, context.computation.run);
  assert.ok(cell, at);
  return plain(markup(arithmeticView(context, cell)));
}

describe('the arithmetic of a number', () => {
  it('is a formula in a row whose sum is NaN because of a score', () => {
    for (const score of [NaN, Infinity]) {
      const formula = read({ q: [[score], [1]], ...rest }, 'weights.0.0.1');
      assert.match(formula, /^NaN ÷ NaN = NaN, where NaN = exp\((NaN − \(−∞\)|∞ − ∞)\)/);
    }
    assert.match(
      read({ q: [[1], [1]], ...rest, k: [[1], [Infinity]] }, 'weights.0.0.0'),
      /^0 ÷ NaN/,
    );
  });

  it('says which rows have scores of −∞ alone, masked or not', () => {
    const given = read({ q: [[-Infinity], [1]], ...rest }, 'weights.0.0.1');
    assert.equal(given, 'Even the largest score of this row is −∞: −∞ − (−∞) is not a number. NaN');
    const masked = read({ q: [[1], [1]], ...rest }, 'weights.0.0.1', {
      ...{ mask: 'custom', masked: '0.0 0.1', emptyRow: 'zeros' },
    });
    assert.match(
      masked,
      /^Even the largest score of this row is −∞, .* the core gives 0 by convention\.$/,
    );
  });

  it('has all digits of a small number, with a minus sign in its exponent', () => {
    const tensors = { q: [[-1.2345678e-7], [1]], ...rest };
    const context = viewContext(ownComputationOf(tensors, { cell: 'q.0.0.0', step: 'scores' }));
    assert.match(plain(markup(tracePanel(context))), /in full: −1\.2345679e−7/);
  });
});
