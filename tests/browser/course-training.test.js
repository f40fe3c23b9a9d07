// The course pages whose model first trains on the page: the waiting state, then numbers, wrong and
// right answers, and what follows, by mouse, keys and touch. A document trains each model once.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import * as text from '../../web/features/models/text/en/training.js';
import { roundedWeight } from '../../web/text/number.js';
import { RIGHT } from '../course/answers.js';
import { assertCell, courseOn, DESK, isAtHand, PHONE, pageNamed } from './course.js';
import { inOneBrowser } from './each-browser.js';
import { settle } from './hands.js';
import { showOnly } from './lab.js';
import { runOf, untilTrained } from './models.js';
import { holdReplies, trainingPages } from './training-pages.js';

/**
 * @import { Page } from '../../web/pages/types.js'
 * @import { Computation } from '../../web/sources/types.js'
 * @import { Opening } from './training-pages.js'
 */

/**
 * @typedef {object} Question the answers on a page
 * @property {string} wrong a wrong answer in the form of the address
 * @property {RegExp} mistake the reply to the wrong answer
 * @property {(run: Computation) => string} [right] finds the right answer in the model itself
 * @property {RegExp} praise
 *
 * @typedef {Question & Opening} QuestionCase
 */

/** @type {Record<string, QuestionCase>} in the order of the test */
const QUESTIONS = {
  'heads-why': {
    ...{ wrong: '0', mistake: /add up to 1, so they cannot both be 1/ },
    ...{ praise: /has to serve both questions/ },
  },
  'heads-jobs': {
    ...{ wrong: '0_0_0_0', mistake: /Head [1-4]: read its framed row/, isNext: true },
    // The word itself, the colour, the verb and the article are words 9, 4, 2 and 3 of the
    // sentence.
    right: (run) =>
      [0, 1, 2, 3].map((head) => [9, 4, 2, 3].indexOf(findStrongestKey(run, head, 9))).join('_'),
    praise: /makes its own map/,
  },
  'heads-silence': {
    ...{ wrong: '0', mistake: /None of the other three looks at red/ },
    ...{ praise: /it says white/, isKept: true },
  },
  'translation-align': {
    ...{ wrong: '5', mistake: /The word aussi stands in the same place/ },
    ...{ praise: /What it needs to know at that moment is grand/ },
  },
  'translation-roles': {
    ...{ wrong: '0_2_1_3', mistake: /chapter 3 has the name/ },
    ...{ praise: /The decoder asks/, isNext: true },
  },
  'translation-lengths': {
    ...{ wrong: '5_7', mistake: /Rows belong to queries/ },
    ...{ praise: /a row of 7 weights/, isNext: true, isKept: true },
  },
  'translation-block': {
    ...{ wrong: '0', mistake: /here this program cannot/ },
    ...{ praise: /which means “as”/, isKept: true },
  },
  'translation-pair': {
    ...{ wrong: '0', mistake: /tanh stops at 1/ },
    ...{ praise: /No tanh is larger than 1/, isKept: true },
  },
  'translation-read': {
    ...{ wrong: '3', mistake: /The word house stands where blanche stands/ },
    ...{ praise: /French blanche means white/ },
  },
  'own-stream': {
    ...{ wrong: '0', mistake: /heads add to the row of the word/ },
    ...{ praise: /each part reads them and adds to them/ },
  },
  'own-next': {
    ...{ wrong: '1', mistake: /Only the draw is random/ },
    ...{ praise: /called temperature 0/, isKept: true },
  },
};

/**
 * Pages on which a reader starts the training, with the number of steps. The page with a choice
 * opens after its answer.
 */
const LEARNED = { 'translation-learn': 1500, 'scoring-learn': 2500 };

/**
 * Returns the key with the largest weight for a word in a head.
 * @param {Computation} run
 * @param {number} head
 * @param {number} query
 */
function findStrongestKey({ results }, head, query) {
  const { shape, data } = results['layer1/weights'];
  const first = (head * shape[1] + query) * shape[2];
  const row = [...data.subarray(first, first + shape[2])];
  return row.indexOf(Math.max(...row));
}

it('every page that trains a model is tested', () => {
  assert.deepEqual(
    [...Object.keys(QUESTIONS), ...Object.keys(LEARNED)].sort(),
    pages
      .filter((page) => !isAtHand(page) && page.state.source !== 'pretrained')
      .map(({ id }) => id)
      .sort(),
  );
});

inOneBrowser('course pages that train a model', (desk) => {
  const course = courseOn(desk);

  goThrough('mouse', DESK);
  // With Tab, only training that a reader starts could behave differently.
  goThrough('tab', DESK, ['scoring-learn']);
  // With touch, only a trained and a fetched model could behave differently. The document is new,
  // so the translator would have to train again.
  goThrough('touch', PHONE, ['heads-why', 'heads-jobs']);

  /**
   * @param {'mouse' | 'tab' | 'touch'} way
   * @param {{ width: number, height: number, hasTouch?: boolean, isMobile?: boolean }} viewport
   * @param {string[]} [some] only these pages
   */
  function goThrough(way, viewport, some) {
    const isHere = (/** @type {[id: string, unknown]} */ [id]) => !some || some.includes(id);
    const press = course.ways[way];
    const { open, assertState } = trainingPages(desk, course, way);

    /**
     * The actions of a reader after a page's task is done.
     * @type {Record<string, (page: Page) => Promise<void>>}
     */
    const follows = {
      async 'heads-why'(page) {
        // The other model has to train again. Its result does not depend on the way of pressing.
        if (way !== 'mouse') return;
        await press('.figure .flip button >> 1');
        assert.equal((await desk.hands.state()).heads, 2);
        await assertState(page, 'two heads', { reply: /./, isOpen: true });
        assert.ok(await desk.hands.count('.figure [data-place^="layer1/weights.1.2."]'));
        const focused = () => desk.page.evaluate(() => lab.shadowRoot?.activeElement?.textContent);
        assert.equal(await focused(), 'two heads', 'the focus stays where the reader pressed');
      },
      async 'heads-silence'(page) {
        await press('.figure .flip button >> 2');
        await assertState(page, 'silenced', {
          reply: /^Right\. Without head 2 it says .*but not which/,
          isOpen: true,
        });
      },
      async 'translation-align'(page) {
        await press('.figure .pairs [lang=en] button >> 5');
        assert.equal((await desk.hands.state()).query, 5);
        await assertState(page, 'another word', { reply: /^Right\./, isOpen: true });
      },
      async 'translation-block'(page) {
        const link = '.links tbody tr:nth-child(3) td:nth-of-type(5) button >> 0';
        await press(link);
        assert.equal((await desk.hands.state()).masked, '2.4');
        await assertState(page, 'blocked', { reply: /^Right\./, isOpen: true });
        const lines = () => desk.hands.textOf('.figure .translations');
        assert.match(
          await lines(),
          /blocked ?he is not as tall .*now ?he is as tall as his father/,
        );
        await assertLinks();
        // A press on the French word blocks its column, and a second press unblocks it.
        const column = '.links thead th:nth-of-type(5) button >> 0';
        await press(column);
        const { masked } = await desk.hands.state();
        assert.match(masked, /^0\.4 1\.4 2\.4 /);
        await assertLinks();
        await press(column);
        assert.equal((await desk.hands.state()).masked, '');
        assert.match(await lines(), /now ?he is not as tall as his father/);
        await assertLinks();
      },
      async 'translation-roles'() {
        await press('.coder [lang=en] >> 1');
        assert.equal((await desk.hands.state()).query, 1);
        const { results } = await runOf(await desk.hands.state());
        await course.assertFigures(results, 'another word');
      },
      async 'own-next'(page) {
        await press('.figure .flip button >> 0');
        const { sentence, query } = await desk.hands.state();
        // The seed of the draws is fixed, so the first drawn word is the same in every run.
        assert.match(sentence, /^<s> the dogs near the house are tired \. \S+$/);
        assert.equal(query, 9, 'the new word looks');
        await assertState(page, 'written', { reply: /^Right\./, isOpen: true });
        // At a low temperature the most probable word gains, and at 1 the run's probabilities
        // return.
        const values = () =>
          desk.page.evaluate(() =>
            allInLab('.next-words td[data-value]').map((element) => Number(element.dataset.value)),
          );
        const atOne = await values();
        await desk.hands.walkTo('.next-words', 'tr:nth-child(2) td');
        await desk.hands.tabTo('.figure .flip input[type=range]');
        await desk.hands.press('Home');
        assert.ok((await values())[0] > atOne[0]);
        assert.equal(await desk.hands.count('.next-words :is([data-place], [tabindex])'), 0);
        await desk.hands.press('End');
        assert.ok((await values())[0] < atOne[0]);
        await desk.hands.press('Home', ...Array(10).fill(/** @type {const} */ ('ArrowRight')));
        assert.deepEqual(await values(), atOne);
        await desk.hands.walkTo('.next-words', 'tr:nth-child(2) td');
        // At the lowest temperature, the most probable word is drawn.
        await desk.hands.tabTo('.figure .flip input[type=range]');
        await desk.hands.press('Home');
        const [first] = await desk.page.evaluate(() =>
          allInLab('.next-words th').map((word) => word.textContent?.trim() ?? ''),
        );
        await press('.figure .flip button >> 0');
        const { sentence: longer } = await desk.hands.state();
        assert.equal(longer, `${sentence} ${first}`);
      },
      async 'translation-pair'(page) {
        await press('.figure .flip button >> 4');
        assert.equal((await desk.hands.state()).key, 4);
        await assertState(page, 'another French word', { reply: /^Right\./, isOpen: true });
      },
    };

    /** Asserts that each cell of the map with links has its weight of the run, and its colour. */
    async function assertLinks() {
      const { results, keyWords } = await runOf(await desk.hands.state());
      const cells = await desk.page.evaluate(() =>
        allInLab('.links td[data-value]').map((cell) => ({
          pair: cell.querySelector('button')?.dataset.pair ?? '',
          value: cell.dataset.value ?? '',
          text: cell.textContent?.trim(),
          isMasked: cell.classList.contains('masked'),
        })),
      );
      assert.equal(cells.length, results.weights.data.length);
      for (const { pair, value, text: printed, isMasked } of cells) {
        const [query, key] = pair.split('.').map(Number);
        assertCell(results, `weights.${query}.${key}`, value, pair);
        assert.equal(printed, isMasked ? '×' : roundedWeight(Number(value), 2), pair);
        assert.ok(!isMasked || results.weights.data[query * keyWords.length + key] === 0, pair);
      }
    }

    it(`open by ${way} at ${viewport.width} pixels`, async () => {
      // No Worker may start before its replies can be held back.
      await showOnly(desk.page, {});
      await desk.page.evaluate(() => {
        location.hash = 'v=1';
        // Start without stored answers.
        localStorage.clear();
      });
      await course.setViewport(viewport);
      await desk.page.evaluate(holdReplies);
    });

    for (const [id, questionCase] of Object.entries(QUESTIONS).filter(isHere)) {
      it(`${id}, by ${way}`, async () => {
        const page = pageNamed(id);
        const { task } = page;
        assert.ok(task && task.kind !== 'target');
        await open(page, questionCase);
        const answer = (/** @type {string} */ value) =>
          task.kind === 'pick'
            ? press(`.figure .pairs button >> ${value}`)
            : course.give(task, value, press);

        await assertState(page, 'asked', { reply: /^$/, isOpen: false });
        await answer(questionCase.wrong);
        await assertState(page, 'wrong', { reply: questionCase.mistake, isOpen: false });
        if (task.kind === 'pick')
          assert.equal(await desk.hands.count('.in-row button[aria-pressed=true]'), 1);
        const run = await runOf(await desk.hands.state());
        await answer(questionCase.right?.(run) ?? RIGHT[id]);
        await assertState(page, 'right', { reply: questionCase.praise, isOpen: true });
        await follows[id]?.(page);
      });
    }

    for (const [id, total] of Object.entries(LEARNED).filter(isHere)) {
      it(`${id}, by ${way}`, async () => {
        const page = pageNamed(id);
        await open(page, {});
        const button = '.training .buttons button >> 0';
        const readButton = () => desk.hands.textOf('.training .buttons button');
        const announced = () => desk.hands.textOf('.task [role=status]');
        const { task } = page;
        const isOpen = task?.kind === 'choice';
        const before = { reply: isOpen ? /^Right\./ : /^(?!Right)/, isOpen };
        if (isOpen) {
          await course.give(task, '0', press);
          await assertState(page, 'guessed wrong', { reply: /^Not yet\./, isOpen: false });
          await course.give(task, RIGHT[id], press);
        }
        await assertState(page, 'untrained', before);
        assert.equal(await readButton(), text.play);

        // With one step for each picture, the training is far from its end when it is paused.
        await desk.hands.select('.training select', 'slow');
        const places = desk.page.evaluate(placesDuring, 8);
        await press(button);
        assert.equal(await readButton(), text.pause);
        // The button stays in place while pictures change, and keeps the focus.
        assert.equal((await places).length, 1, `it moves: ${await places}`);
        await (way === 'tab' ? desk.hands.press('Enter') : press(button));
        assert.equal(await readButton(), text.goOn);
        const { training: step } = await desk.hands.state();
        assert.ok(step > 0 && step < total, `paused at ${step}`);
        await untilTrained(desk.page, step, total);
        await assertState(page, 'paused', before);
        assert.equal((await desk.hands.state()).training, step);
        if (!isOpen)
          assert.equal(await announced(), '', 'not every picture has its reply announced');
        // The page continues to the end by itself, however the button was pressed.
        if (way === 'tab') return;

        await desk.hands.select('.training select', 'fast');
        await press(button);
        await untilTrained(desk.page, total, total);
        await settle(desk.page);
        assert.equal(await readButton(), text.finished);
        await assertState(page, 'learned', { reply: /^Right\./, isOpen: true });
        // The reply to a choice does not change with the training, so it is announced in full.
        assert.match(
          await announced(),
          id === 'scoring-learn' ? /^Right\. Training changes/ : /^Right\.$/,
        );
        // A training that the reader watches is kept with the step that reached the target.
        const { answers } = await desk.hands.state();
        const [, value] = new RegExp(`${id}_(\\d+)\\*`).exec(answers) ?? [];
        if (isOpen) assert.equal(value, '2');
        else assert.ok(Number(value) > step && Number(value) <= total, answers);
      });
    }
  }
});

inOneBrowser('a page whose model reads another sentence', (desk) => {
  it('keeps the controls of its figure as the reader set them', async () => {
    const { page, hands } = desk;
    const { open, give, ways } = courseOn(desk);
    const next = pageNamed('own-next');
    await open(next);
    await give(/** @type {NonNullable<Page['task']>} */ (next.task), RIGHT['own-next'], ways.mouse);
    await hands.tabTo('.figure .flip input[type=range]');
    await hands.press('Home');
    for (let drawn = 0; drawn < 3; drawn++) {
      await hands.click('.figure .flip button');
      assert.equal(await page.$eval('attention-lab >>> .flip input', (field) => field.value), '0');
    }
  });

  it('says why it draws no more words, and starts the story again', async () => {
    const { hands } = desk;
    const { open, give, ways } = courseOn(desk);
    const next = pageNamed('own-next');
    await open(next);
    await give(/** @type {NonNullable<Page['task']>} */ (next.task), RIGHT['own-next'], ways.mouse);
    const greyed = () => hands.textOf('.figure .flip button[aria-disabled=true]');
    assert.equal(await greyed(), 'Start again');
    for (let drawn = 0; drawn < 6; drawn++) await hands.click('.figure .flip button');
    assert.equal(await greyed(), 'Draw a word at random');
    assert.match(await hands.textOf('#most-words'), /stops here at 14 words/);
    await hands.click('.figure .flip button', 'Start again');
    const { sentence, query } = await hands.state();
    assert.deepEqual([sentence, query], [next.state.sentence, next.state.query]);
    assert.equal(await greyed(), 'Start again');
  });
});

/** Returns the places of the training button while some steps are shown. @param {number} steps */
async function placesDuring(steps) {
  const places = new Set();
  for (let last = lab.training + steps; lab.training < last; ) {
    const box = inLab('.training .buttons button')?.getBoundingClientRect();
    places.add(box && `${box.x} ${box.y + scrollY}`);
    await nextFrames();
  }
  return [...places];
}
