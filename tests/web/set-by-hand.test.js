import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCell } from '../../web/graph/trace.js';
import * as overview from '../../web/text/en/overview.js';
import * as attend from '../../web/text/en/steps-attend.js';
import * as trace from '../../web/text/en/trace.js';
import { arithmeticView } from '../../web/views/arithmetic.js';
import { weightsFigure } from '../../web/views/overview.js';
import { tracePanel } from '../../web/views/trace-panel.js';
import { sourceOf } from '../pretrained/checkpoints.js';
import { openModel } from '../pretrained/computation.js';
import { computationOf, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';

/**
 * @import { ViewContext } from '../../web/lessons/context.js'
 * @import { Shown } from '../support/models.js'
 */

/** @param {object} requested */
const context = (requested) => viewContext(computationOf(requested));

/** @param {unknown} template */
const read = (template) => plain(markup(template));

/**
 * Returns the text in place of a number's arithmetic.
 * @param {object} requested
 * @param {string} at
 */
const readArithmetic = (requested, at) => readNumberOf(context(requested), at);

/** @param {ViewContext} shown @param {string} at */
function readNumberOf(shown, at) {
  const place = readCell(at, shown.computation.run);
  assert.ok(place, at);
  return read(arithmeticView(shown, place));
}

const sums = (/** @type {object} */ requested) => {
  const figure = read(weightsFigure(context(requested)));
  return [true, false]
    .flatMap((isChanged) => [true, false].map((isEmpty) => ({ isChanged, isEmpty })))
    .filter((which) => figure.includes(overview.rowSums(which)));
};

const empty = { mask: 'custom', masked: '0.0 0.1 0.2 0.3' };

describe('a number that is set by hand', () => {
  it('has no frames of operands, and none as a consumer', () => {
    const marksOf = (/** @type {string} */ cell, edits = 'weights.0.1.3:0.8') =>
      [...context({ edits, cell, step: 'weights' }).marks].map(String);
    const [traced, exponential] = ['weights.0.1.3', 'exponentials.0.1.3'];
    assert.deepEqual(
      marksOf(traced).filter((mark) => mark.endsWith('operand')),
      [],
    );
    assert.ok(marksOf(traced, '').includes(`${exponential},operand`));
    assert.ok(!marksOf(exponential).includes(`${traced},fed`));
    assert.ok(marksOf(exponential, '').includes(`${traced},fed`));
  });

  it('is shown with its earlier value, of the seed or of its formula', () => {
    for (const [edits, at, says] of [
      ['q.0.1:0.5', 'wq.0.0.1', /^Set by you to 0\.5; seed 7 gives \S+\.$/],
      ['x.eat.0:0.5', 'embeddings.1.0', /^Set by you to 0\.5; seed 7 gives \S+\.$/],
      ['s.0.1.2:3', 'scores.0.1.2', /^Set by you to 3; its formula gives \S+\.$/],
      ['weights.0.1.3:0.8', 'weights.0.1.3', /^Set by you to 0\.8; its formula gives \S+\.$/],
      ['output.0.0:2', 'output.0.0', /^Set by you to 2; its formula gives \S+\.$/],
    ]) {
      assert.match(readArithmetic({ edits }, String(at)), /** @type {RegExp} */ (says));
    }
  });

  it('names no seed if training gave the number', async () => {
    const edit = { sentence: 'the old mill', edits: 'wo.0.0:0.5' };
    const { show } = await openModel(sourceOf('gpt2'));
    const untrained = await modelComputation('describer', { edits: 'q.0.0.0:0.5' });
    const trained = await modelComputation('describer', { training: 1, edits: 'q.0.0.0:0.5' });
    /** @type {[Shown, string, RegExp][]} */
    const cases = [
      [untrained, 'q.0.0.0', /^Set by you to 0\.5; seed 3 gives \S+\.$/],
      [trained, 'q.0.0.0', /^Set by you to 0\.5; the number was \S+\.$/],
      [
        { model: undefined, ...(await show(edit)) },
        'wo.0.0',
        /^Set by you to 0\.5; the number was \S+\.$/,
      ],
    ];
    for (const [shown, at, says] of cases) assert.match(readNumberOf(viewContext(shown), at), says);
  });

  it('as an attention weight does not change its row, and the panel says so', () => {
    const requested = { edits: 'weights.0.1.3:0.8', step: 'weights', query: 1 };
    const panel = (/** @type {string} */ cell) => read(tracePanel(context({ ...requested, cell })));
    const { weights } = context(requested).computation.results;
    const before = context({}).computation.results.weights;
    assert.deepEqual([...weights.data.slice(4, 7)], [...before.data.slice(4, 7)]);
    assert.ok(panel('weights.0.1.3').includes(trace.rowStays));
    assert.ok(!panel('weights.0.1.2').includes(trace.rowStays));
  });

  it('is an exception to the note that rows add up to 1', () => {
    assert.deepEqual(sums({}), [{ isChanged: false, isEmpty: false }]);
    assert.deepEqual(sums({ edits: 's.0.1.2:3;q.0.1:0.5' }), [
      { isChanged: false, isEmpty: false },
    ]);
    for (const edits of ['weights.0.1.3:0.8', 'rowSum.0.1:2', 'exponentials.1.0.0:0']) {
      assert.deepEqual(sums({ edits }), [{ isChanged: true, isEmpty: false }], edits);
    }
    assert.deepEqual(sums(empty), [{ isChanged: false, isEmpty: true }]);
    assert.deepEqual(sums({ ...empty, edits: 'weights.0.1.3:0.8' }), [
      { isChanged: true, isEmpty: true },
    ]);
  });

  it('is an exception in the softmax step, too', () => {
    const step = (/** @type {object} */ requested) => {
      const shown = context({ ...requested, step: 'weights' });
      return read(shown.step.text(shown));
    };
    const { shares, sharesElsewhere } = attend.weights;
    for (const edits of ['', 's.0.1.2:3']) {
      assert.ok(step({ edits }).includes(shares));
      assert.ok(!step({ edits }).includes(sharesElsewhere));
    }
    assert.ok(step({ edits: 'weights.0.1.3:-2' }).includes(sharesElsewhere));
  });

  it('is the operand of other numbers, and equations agree', () => {
    const set = { edits: 'exponentials.0.1.3:2' };
    assert.doesNotMatch(readArithmetic(set, 'weights.0.1.3'), /where/);
    assert.match(readArithmetic(set, 'weights.0.1.2'), /, where /);
    // The whole row is masked, but an edit makes the sum nonzero.
    for (const edits of ['exponentials.0.0.1:2', 'rowSum.0.0:2']) {
      assert.match(readArithmetic({ ...empty, edits }, 'weights.0.0.0'), /^0 ÷ 2 = 0$/, edits);
    }
    assert.match(readArithmetic(empty, 'weights.0.0.0'), /by convention/);
    assert.match(
      readArithmetic({ ...empty, edits: 'rowMax.0.0:3' }, 'weights.0.0.0'),
      /by convention/,
    );
  });
});
