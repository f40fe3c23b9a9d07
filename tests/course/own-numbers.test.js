import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { listIndices } from '../../web/graph/cell.js';
import { makePageState } from '../../web/pages/chapters.js';
import { differsFromPage, judgeAnswer } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { makeComputation } from '../../web/session/computation.js';
import { editName, withEdit } from '../../web/state/edit-cells.js';
import { normaliseState } from '../../web/state/normalise.js';
import { setTo } from '../../web/text/en/trace.js';
import { attention, makeProgress, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { RIGHT } from './answers.js';
import { contextOf, pageNamed } from './pages.js';

/** @import { Page } from '../../web/pages/types.js' */

/** The pages whose own figure sets numbers. */
const SETTERS = [
  ...['mixing-slide', 'mixing-inside', 'scoring-turn', 'scoring-shift'],
  ...['projections-three', 'projections-flat'],
];

/** The pages whose numbers are computed here. */
const computed = pages.filter(({ state: { source = 'seed' } }) => source === 'seed');

/**
 * Lists the names of edits, one for each table of a page.
 * @param {Page} page
 */
function listEdits(page) {
  const state = makePageState(page);
  const computation = makeComputation(attention, state);
  return Object.entries(computation.results).flatMap(([id, { shape }]) => {
    const cell = { id, index: listIndices(shape.length).map(() => 0) };
    return computation.nodes[id].op.name === 'fromOtherRun'
      ? []
      : (editName(state, computation, cell) ?? []);
  });
}

/** Renders a page with an answer. @param {Page} page @param {object} change */
function render(page, change) {
  const state = normaliseState({ ...makePageState(page), ...change });
  const context = viewContext({ state, computation: makeComputation(attention, state) });
  return markup(coursePage(context, {}));
}

it('a number of a solved page can be traced, and cannot be set', () => {
  assert.ok(computed.length > 20);
  for (const page of computed) {
    const [cell] = ['heads', 'weights'].flatMap((id) => {
      const tensor = contextOf(page).computation.results[id];
      return tensor ? [[id, ...tensor.shape.map(() => 0)].join('.')] : [];
    });
    const shown = render(page, { cell, answers: `${page.id}_${RIGHT[page.id]}*` });
    assert.match(shown, /class="?trace/, page.id);
    assert.ok(!plain(shown).includes(setTo), page.id);
    assert.doesNotMatch(shown, /class="?edit|class="?plain mask/, page.id);
  }
});

it('a number set by hand, as in an address, is no number of the page', () => {
  let count = 0;
  for (const page of computed.filter(({ id }) => !SETTERS.includes(id))) {
    const state = makePageState(page);
    assert.equal(differsFromPage(state, page), false, page.id);
    for (const edit of listEdits(page)) {
      const edits = withEdit(state.edits, edit, 3.5);
      assert.ok(differsFromPage(normaliseState({ ...state, edits }), page), `${page.id}: ${edit}`);
      count++;
    }
  }
  assert.ok(count > 200, `${count} numbers`);
});

it('a page is not judged before it has its own numbers, which a link with an answer leaves out', () => {
  const page = pageNamed('heads-output');
  const answers = `heads-output_${RIGHT['heads-output']}*`;
  const state = normaliseState({ guide: page.id, answers });
  const computation = makeComputation(attention, state);
  const context = viewContext({ state, computation, progress: makeProgress() });
  assert.equal(judgeAnswer(context), undefined);
});

it('a number that the page’s own figure sets is a number of the page', () => {
  for (const id of SETTERS) {
    const page = pageNamed(id);
    const state = makePageState(page);
    const edits = withEdit(state.edits, listEdits(page)[0], 3.5);
    assert.equal(differsFromPage(normaliseState({ ...state, edits }), page), false, id);
  }
});

it('the panel of a number that a page has chosen names no formula', () => {
  const page = pageNamed('scoring-dot');
  const shown = render(page, { cell: 'k.0.3.0', answers: `scoring-dot_${RIGHT['scoring-dot']}*` });
  assert.match(plain(shown), /4 was set by hand|chosen by hand/);
  assert.doesNotMatch(shown, /class="?terms/);
});
