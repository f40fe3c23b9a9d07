import assert from 'node:assert/strict';
import { it } from 'node:test';
import { untilText } from './hands.js';
import { onHostPages } from './host.js';
import { dispatch, show } from './lab.js';

/** @import { Page } from 'puppeteer-core' */

const settings = { sentence: 'They eat noodles', heads: 1, 'd-model': 2 };

const table = [{ kind: 'table', of: 'weights' }];

const CHAPTER = {
  title: 'Masks',
  pages: [
    {
      ...{ id: 'row', title: 'A row', text: 'A causal mask.', show: table },
      settings: { ...settings, mask: 'causal' },
      task: {
        ...{ kind: 'numbers', question: 'How much?', right: 'Yes.' },
        cells: [{ cell: 'weights.0.1.0', label: 'They' }],
      },
    },
    { id: 'end', title: 'No mask', text: 'Without a mask.', show: table, settings },
    {
      ...{ id: 'toy', title: 'A model', text: 'A model that learns.' },
      settings: { source: 'toy', training: 2, sentence: 'a b c d' },
    },
    {
      ...{ id: 'who', title: 'Who', text: 'More.', settings },
      task: {
        ...{ kind: 'choice', question: 'Which?' },
        answers: [
          { answer: 'The first', reply: 'Yes.', right: true },
          { answer: 'The second', reply: 'No.' },
        ],
      },
    },
  ],
};

onHostPages('an author’s chapter in print', (host, _name, once) => {
  /** @param {Page} page */
  const shown = (page) =>
    page.evaluate(() => ({
      titles: allInLab('.course [data-level="2"]').map((title) => title.textContent?.trim()),
      questions: allInLab('.course .question legend').map((element) => element.textContent?.trim()),
      weights: allInLab('.course [data-tensor=weights]').map((element) =>
        [...element.querySelectorAll('td')].map((cell) => cell.dataset.value).join(' '),
      ),
      typed: allInLab('.blanks input').map(
        (element) => /** @type {HTMLInputElement} */ (element).value,
      ),
    }));

  once('prints a goal without a strip behind it, and without a focus ring', async () => {
    const { page } = await host.openLab('<attention-lab guide="practice-goals"></attention-lab>');
    await page.waitForFunction(() => inLab('.meters') !== null);
    await page.keyboard.press('Tab');
    await page.emulateMediaType('print');
    const printed = await page.evaluate(() => {
      const strip = getComputedStyle(/** @type {Element} */ (inLab('.meters')));
      const ring = getComputedStyle(/** @type {Element} */ (inLab(':focus-visible')));
      return [strip.backgroundColor, strip.position, ring.outlineStyle, strip.breakAfter];
    });
    // A meter at the foot of a sheet would be parted from its tables.
    assert.deepEqual(printed, ['rgba(0, 0, 0, 0)', 'static', 'none', 'avoid']);
  });

  once(
    'prints a task of the screen with a line for its answer, and without what asks for a mouse',
    async () => {
      const { page } = await host.openLab('<attention-lab guide="scoring-turn"></attention-lab>');
      await page.emulateMediaType('print');
      const read = (/** @type {string} */ selector) =>
        page.$eval(
          'attention-lab',
          (element, inside) => {
            const found = /** @type {HTMLElement} */ (element.shadowRoot?.querySelector(inside));
            return found.innerText.replace(/\s+/g, ' ').trim();
          },
          selector,
        );
      assert.equal(await read('.setup p'), 'The query of eat matches noodles best.');
      const line = await page.evaluate(() => {
        const answer = /** @type {HTMLElement} */ (inLab('.own-answer'));
        return [getComputedStyle(answer).borderBottomStyle, answer.dataset.text];
      });
      assert.deepEqual(line, ['solid', 'Your answer:']);
      await show(page, { guide: 'practice-goals' });
      await untilText(page, '.kept-link', 'Taught in');
      assert.match(await read('.kept-link'), /^Taught in Chapter \d of 8: /);
      assert.deepEqual(
        await page.evaluate(() =>
          allInLab('.moves').filter((element) => element.checkVisibility()),
        ),
        [],
      );
    },
  );

  once(
    'keeps a title and its text with the first table, a formula with the last, on white paper',
    async () => {
      const { page } = await host.openLab('<attention-lab steps="weights"></attention-lab>');
      await dispatch(page, 'beforeprint');
      await page.emulateMediaType('print');
      const breaks = await page.evaluate(() =>
        ['.one > header', '.one > .prose', '.below', 'td[data-value]'].map((selector) => {
          const style = getComputedStyle(/** @type {Element} */ (inLab(selector)));
          return [style.breakBefore, style.breakInside, style.breakAfter].join(' ');
        }),
      );
      assert.deepEqual(breaks, [
        'auto avoid avoid',
        'auto avoid avoid',
        'avoid avoid auto',
        'auto auto auto',
      ]);
      const paper = await page.evaluate(() => getComputedStyle(lab).backgroundColor);
      assert.equal(paper, 'rgb(255, 255, 255)');
    },
  );

  it('prints each page with its numbers, except pages that need a model, and keeps typed answers', async () => {
    const { page } = await host.openLab(
      `<attention-lab hide="course"><script type="application/json">${JSON.stringify(CHAPTER)}</script></attention-lab>`,
    );
    /** @type {string[]} */
    const weights = [];
    for (const id of ['end', 'row']) {
      await show(page, { guide: `chapter-${id}` });
      const { title = '' } = CHAPTER.pages.find((candidate) => candidate.id === id) ?? {};
      await untilText(page, '.step-title', title);
      weights.unshift((await shown(page)).weights[0]);
    }
    assert.equal(new Set(weights).size, 2);
    await page.evaluate(() => {
      /** @type {HTMLInputElement} */ (inLab('.blanks input')).value = '0.25';
    });
    const onScreen = await shown(page);
    assert.deepEqual(onScreen.titles, ['A row']);
    await dispatch(page, 'beforeprint');
    assert.deepEqual(await shown(page), {
      titles: ['A row', 'No mask', 'Who'],
      questions: ['How much?', 'Which?'],
      weights,
      typed: ['0.25'],
    });
    await dispatch(page, 'afterprint');
    assert.deepEqual(await shown(page), onScreen);
  });

  once('has one place for the answer to a row, and names what changes reach a goal', async () => {
    const fill = { kind: 'fill', question: 'Fill in.', table: 'weights', row: 1, right: 'Yes.' };
    const goal = {
      ...{ kind: 'goal', question: 'Reach it.', changes: 1, numbers: [{ table: 'q' }] },
      wanted: [{ cell: 'weights.0.1.0', name: 'the weight', least: 0.9 }],
    };
    const page = { title: 'Paper', text: 'A text.', settings };
    const pages = [
      { ...page, id: 'table', show: table, task: fill },
      { ...page, id: 'field', task: fill },
      { ...page, id: 'goal', task: goal },
    ];
    const json = JSON.stringify({ title: 'Paper', pages });
    const { page: opened } = await host.openLab(
      `<attention-lab><script type="application/json">${json}</script></attention-lab>`,
    );
    await dispatch(opened, 'beforeprint');
    await opened.emulateMediaType('print');
    const places = await opened.evaluate(() =>
      allInLab('.course').map((course) =>
        [...course.querySelectorAll('td.covered, textarea, .own-answer')].flatMap((place) => {
          if (!place.checkVisibility()) return [];
          return place.matches('td') ? 'cell' : (place.getAttribute('data-text') ?? 'field');
        }),
      ),
    );
    assert.deepEqual(places, [
      Array(3).fill('cell'),
      Array(3).fill('cell'),
      ['Number and its new value:'],
    ]);
  });

  once('a picture that a phone shows again beside controls is printed once', async () => {
    const { page } = await host.openLab('<attention-lab guide="order-twins"></attention-lab>');
    await show(page, { answers: 'order-twins_2' });
    await page.emulateMediaType('print');
    const [all, printed] = await page.evaluate(() => {
      const tables = allInLab('.figure [data-tensor=weights]');
      return [tables.length, tables.filter((element) => element.checkVisibility()).length];
    });
    assert.deepEqual([all, printed], [2, 1]);
  });

  for (const [guide, sliders] of Object.entries({
    'mixing-slide': ['They 0.340', 'eat 0.330', 'noodles 0.330'],
    'projections-root': ['Numbers in each query and key, d = 4'],
  }))
    once(`prints the numbers of the sliders of ${guide} with their names`, async () => {
      const { page } = await host.openLab(`<attention-lab guide="${guide}"></attention-lab>`);
      await page.emulateMediaType('print');
      const printed = await page.evaluate(() =>
        allInLab('.figure :is(.slide, .length)').map((element) =>
          element.innerText.replace(/\s+/g, ' ').trim(),
        ),
      );
      assert.deepEqual(printed, sliders);
    });

  once('a page of the course prints only that page', async () => {
    const { page } = await host.openLab(
      '<attention-lab guide="scoring-turn" hide="course"></attention-lab>',
    );
    await dispatch(page, 'beforeprint');
    assert.deepEqual((await shown(page)).titles, ['Turn a query']);
  });
});
