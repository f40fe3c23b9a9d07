import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silenceHead } from '../../web/features/course/heads.js';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { differsFromPage } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { NO_COMPUTATION } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { questionLater } from '../../web/text/en/pages.js';
import { viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { RIGHT } from './answers.js';
import { pageNamed } from './pages.js';

/**
 * @import { Page } from '../../web/pages/types.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { State } from '../../web/state/types.js'
 */

/**
 * Pages whose model trains or loads before there is a figure. Pretrained models wait for a press
 * instead.
 */
const waitingPages = pages.filter(
  ({ meanwhile, state }) => meanwhile && state.source !== 'pretrained',
);

/** @param {State} state @param {Computation} computation */
function renderWaiting(state, computation) {
  const context = viewContext({ state, computation });
  const frame = { waiting: 'The model is training.', training: 'the panel', isOpening: true };
  return plain(markup(coursePage(context, frame)));
}

/**
 * Renders a page while it waits, with numbers of a model after five steps still present.
 * @param {Page} page
 * @param {string} [answers]
 */
async function shownWhileWaiting(page, answers) {
  const state = makePageState(page, answers);
  const { source, mechanism, sentence, task, heads } = state;
  const { computation } = await modelComputation(/** @type {any} */ (source), {
    .../** @type {any} */ ({ mechanism, sentence, task, heads }),
    training: 5,
  });
  assert.match(String(computation.words?.badge), /trained in 5 steps/);
  return renderWaiting(state, computation);
}

describe('a page that waits for its model', () => {
  it('is one of at least eight', () => {
    assert.ok(waitingPages.length >= 8, String(waitingPages.length));
  });

  for (const page of waitingPages) {
    it(`${page.id}: asks to press only visible elements, and shows no earlier numbers`, async () => {
      const text = await shownWhileWaiting(page);
      assert.match(text, /The model is training\. ?the panel/);
      assert.doesNotMatch(text, /5 steps|Untrained/);
      assert.doesNotMatch(text, /covered|framed|this row of the map/);
      const isAsked = page.meanwhileWords !== undefined;
      assert.equal(/\bPress it\b/.test(text), isAsked && page.task?.kind !== 'numbers');
      assert.equal(text.includes(questionLater), !isAsked);
      if (isAsked) assert.ok(text.includes(plain(markup(page.task?.question))));
    });
  }

  for (const page of waitingPages.filter(({ task }) => task?.kind === 'choice'))
    it(`${page.id}: keeps an answered question with its reply and switch`, async () => {
      const { task } = page;
      assert.ok(task?.kind === 'choice');
      const question = plain(markup(task.question));
      const solved = await shownWhileWaiting(page, `${page.id}_${RIGHT[page.id]}*`);
      assert.match(solved, /The model is training\./);
      assert.ok(solved.includes(question), solved);
      assert.match(solved, /Right\. /);
      assert.doesNotMatch(solved, /Show the answer|5 steps|undefined|NaN/);
      assert.equal(solved.includes('two heads'), page.id === 'heads-why');
      assert.ok(
        !(await shownWhileWaiting(page, `${page.id}_0`)).includes(question),
        'not answered',
      );
    });

  for (const page of waitingPages)
    it(`${page.id}: shows that it is solved, before there are any numbers`, () => {
      const state = makePageState(page, `${page.id}_${RIGHT[page.id]}*`);
      const text = renderWaiting(state, NO_COMPUTATION);
      assert.match(text, /The model is training\./);
      if (page.task) assert.match(text, /Right\. /);
    });

  it('translation-learn: says that it learns again up to the step where the reader was', () => {
    const state = makePageState(pageNamed('translation-learn'), 'translation-learn_1500*');
    const text = renderWaiting(state, NO_COMPUTATION);
    assert.match(text, /The model learns again up to step 1,500, where you were\./);
    assert.doesNotMatch(text, /Let it learn/);
  });

  it('heads-silence: opens with its head silenced, before there are any numbers', () => {
    const page = pageNamed('heads-silence');
    const state = makePageState(page, `${page.id}_${RIGHT[page.id]}*`);
    const text = renderWaiting({ ...state, edits: silenceHead(1) }, NO_COMPUTATION);
    assert.match(text, /Right\. Without head 2 it says white/);
  });

  it('asks for the French word of “tall”, which can already be pressed, but not for an English one', async () => {
    assert.match(await shownWhileWaiting(pageNamed('translation-align')), /Press it\./);
    assert.doesNotMatch(await shownWhileWaiting(pageNamed('translation-read')), /Press/);
  });

  it('asks at once how large a map is, because the sentences are on screen', async () => {
    const page = pageNamed('translation-lengths');
    assert.match(await shownWhileWaiting(page), /weights in one row.*Check/);
    assert.match(await shownWhileWaiting(page, `${page.id}_5_5`), /Not yet\..*marks ■ count too/);
    const right = await shownWhileWaiting(page, `${page.id}_7_5*`);
    assert.match(right, /Right\. Each of the 5 written words has a row of 7 weights/);
    assert.doesNotMatch(right, /additive attention|question about/);
  });

  it('answers a press at once', async () => {
    const page = pageNamed('translation-align');
    const wrong = await shownWhileWaiting(page, `${page.id}_9`);
    assert.match(wrong, /Not yet\. Not père\. Compare the French with .*: which word is “tall”\?/);
    const right = await shownWhileWaiting(page, `${page.id}_${RIGHT[page.id]}*`);
    assert.match(right, /Right\. What it needs to know at that moment is grand \(“tall”\)/);
    assert.doesNotMatch(right, /alignment/);
  });
});

it('a page about a trained model has other numbers during training', () => {
  for (const id of ['why-flip', 'heads-jobs', 'translation-align']) {
    const page = pageNamed(id);
    assert.equal(differsFromPage(makePageState(page), page), false, id);
    assert.equal(
      differsFromPage(normaliseState({ ...makePageState(page), training: 0 }), page),
      true,
      id,
    );
  }
  for (const id of ['scoring-learn', 'translation-learn']) {
    const page = pageNamed(id);
    assert.equal(
      differsFromPage(normaliseState({ ...makePageState(page), training: 360 }), page),
      false,
      id,
    );
  }
});
