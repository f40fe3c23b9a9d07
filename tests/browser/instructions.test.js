// Everything that the page tells its reader to press, drag or change exists and works. The test
// walks through every step, page and level, and follows each such sentence.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { goalChapter } from '../../web/features/practice/goals/goals.js';
import { makePageState } from '../../web/pages/chapters.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listSteps } from '../../web/state/step-order.js';
import { bugState } from '../support/bug-state.js';
import { isAtHand } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { INSTRUCTION_START, INSTRUCTIONS, readerAt, readInstructions } from './instructions.js';
import { makeSentence, showOnly } from './lab.js';

/**
 * @import { Page } from '../../web/pages/types.js'
 * @import { State } from '../../web/state/types.js'
 */

/**
 * @typedef {Partial<State>} Change
 */

const SENTENCE = 'il n est pas aussi grand';
const TIRED = 'the tired animal did not carry the heavy box across the wide street';

/** Lessons of the lab. Each is walked through all its steps. @type {Record<string, Change>} */
const LESSONS = {
  'the dot product': {},
  'two sentences, at their places': { target: SENTENCE, positions: 'sinusoidal', dropout: 0.5 },
  'a decoder that attends to itself': { target: SENTENCE, layer: 'self', temperature: 2 },
  'additive attention': { mechanism: 'additive', keyWidth: 6, target: SENTENCE },
  'many words': { sentence: makeSentence(24) },
  'the article': { source: 'article' },
  'the coffee cup': { source: 'coffee' },
  'the describer': { source: 'describer', seed: 0, sentence: TIRED, query: 4 },
  'the pronoun resolver': {
    source: 'pronoun',
    seed: 0,
    sentence: TIRED.replace('wide', 'wide it'),
  },
  'the language model': { source: 'mini', sentence: '<s> Anna has a red ball' },
  // The seed of the course's pages, so that one training serves all.
  'the translator': {
    ...{ source: 'translator', mechanism: 'additive', seed: 0 },
    sentence: 'il est grand',
  },
};

/**
 * Returns an answer to a page's task: the expected choice, or 'shown' for other tasks.
 * @param {Page} page
 */
const answerTo = ({ task }) => (task?.kind === 'choice' ? task.expected() : 'shown');

inOneBrowser('each instruction on the page can be followed', (desk) => {
  /** The instructions that were followed somewhere. @type {Set<RegExp>} */
  const followed = new Set();

  /**
   * Reads a place and follows its instructions.
   * @param {string} where
   * @param {() => Promise<void>} open
   */
  async function followAll(where, open) {
    await open();
    let isFresh = true;
    const instructions = (await readInstructions(desk)).filter((text) =>
      INSTRUCTION_START.test(text),
    );
    for (const text of instructions) {
      const told = INSTRUCTIONS.find(([sentence]) => sentence.test(text));
      assert.ok(told, `${where}: nobody has tried “${text}”`);
      const [sentence, act] = told;
      if (!isFresh) await open();
      isFresh = false;
      try {
        await act(readerAt(desk));
      } catch (error) {
        assert.fail(`${where}: “${text}”: ${/** @type {Error} */ (error).message}`);
      }
      followed.add(sentence);
    }
  }

  const setReadonly = (/** @type {boolean} */ readonly) =>
    desk.page.evaluate((value) => {
      /** @type {any} */ (lab).readonly = value;
    }, readonly);

  /** @param {Change} state */
  const opens = (state) => async () => {
    await setReadonly(false);
    await showOnly(desk.page, normaliseState(state));
  };

  for (const [name, lesson] of Object.entries(LESSONS)) {
    it(`at each step of ${name}`, async () => {
      for (const step of listSteps(normaliseState(lesson)))
        await followAll(`${name}, ${step}`, opens({ ...lesson, step }));
    });
  }

  const opensReadonly = (/** @type {Change} */ state) => async () => {
    await opens(state)();
    await setReadonly(true);
    await settle(desk.page);
  };

  /** @param {Change} lesson */
  const followAllReadonly = async (lesson) => {
    for (const step of listSteps(normaliseState(lesson)))
      await followAll(`read only, ${step}`, opensReadonly({ ...lesson, step }));
  };

  // Run everything about the translator together, because numbers of other kinds end its Worker and
  // discard the trained model.
  it('in a readonly translator', () => followAllReadonly(LESSONS['the translator']));

  const placeOf = (/** @type {Page} */ { id, state }) =>
    id.endsWith('-learn') ? 2 : Number(state.source !== 'translator');
  // Another test covers models that load with a press.
  const open = pages.filter(({ state }) => state.source !== 'pretrained');
  for (const page of open.sort((a, b) => placeOf(a) - placeOf(b))) {
    it(`on ${page.id}, before and after its answer`, async () => {
      await followAll(`${page.id}, asked`, opens(makePageState(page)));
      await followAll(
        `${page.id}, answered`,
        opens(makePageState(page, `${page.id}_${answerTo(page)}`)),
      );
    });
  }

  it('in a readonly lesson and on readonly pages', async () => {
    await followAllReadonly({});
    for (const page of goalChapter.pages)
      await followAll(`read only, ${page.id}`, opensReadonly(makePageState(page)));
    for (const page of pages.filter(
      (coursePage) => isAtHand(coursePage) || coursePage.id === 'scoring-learn',
    )) {
      for (const answers of ['', `${page.id}_${answerTo(page)}`])
        await followAll(
          `read only, ${page.id} ${answers}`,
          opensReadonly(makePageState(page, answers)),
        );
    }
  });

  it('in the practice and on the first screen', async () => {
    for (const name of ['1-0', '1-1', '2-0', '2-1', '3-0', '3-1'])
      await followAll(`bug ${name}`, opens(bugState(name)));
    for (const page of goalChapter.pages) await followAll(page.id, opens(makePageState(page)));
    for (const guide of ['practice-test', 'practice-check', 'practice-worksheet'])
      await followAll(guide, opens({ guide }));
    await followAll('opening', async () => {
      await opens({ guide: 'opening' })();
      // The story loads after the first screen is shown.
      await desk.page.waitForFunction(() => inLab('.story .in-row .token'));
    });
    await followAll('the whole picture', async () => {
      await opens({ view: 'whole' })();
      await desk.hands.find('.whole-picture svg');
    });
  });

  it('and every listed instruction occurs', () => {
    assert.deepEqual(
      INSTRUCTIONS.map(([sentence]) => sentence).filter((sentence) => !followed.has(sentence)),
      [],
    );
  });
});
