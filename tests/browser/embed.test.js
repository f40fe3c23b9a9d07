// One script and one tag on somebody else's page show just that part of the lesson, live, and as
// wide as its container.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { handsOn, NEXT } from './hands.js';
import { onHostPages, plainPage, TAG, untilSettled } from './host.js';
import { assertPage, setProps, show, showOnly } from './lab.js';

/**
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { State } from '../../web/state/types.js'
 * @import { Page } from './host.js'
 */

/**
 * @typedef {typeof import('../../web/elements/attention-lab.js')} Module
 */

/** @type {Partial<State>[]} */
const wide = [
  {},
  { step: 'weights', cell: 'weights.0.1.3' },
  { step: 'scores', heads: 16, dModel: 16, cell: 'scores.7.1.1', edits: 's.7.1.1:-123456.78' },
  { step: 'weights', target: 'Donaudampfschifffahrtsgesellschaft '.repeat(9), rows: 'one' },
  { step: 'weights', mechanism: 'additive', sentence: 'a b c d e f g h i j k l m n o p' },
  { step: 'scores', heads: 12, dModel: 768, cell: 'scores.3.1.1' },
];

/** Lists the parts of the lesson that are on the screen. @param {Page} page */
const parts = (page) =>
  page.evaluate(() => {
    const there = (/** @type {string} */ selector) => inLab(selector) !== null;
    return {
      title: there('[data-level="1"]'),
      guide: there('.invitation'),
      words: there('.words label'),
      sentence: there('#sentence'),
      settings: there('#seed'),
      experiments: there('.experiments'),
      weights: there('figure.weights'),
      steps: there('.bar'),
      text: there('.steps .prose'),
      tools: there('.tools'),
      export: there('.export'),
      badge: there('.badge'),
    };
  });

const PART = {
  ...{ title: false, guide: false, sentence: false, settings: false, experiments: false },
  ...{
    weights: false,
    words: true,
    steps: true,
    text: true,
    tools: true,
    export: true,
    badge: true,
  },
};

onHostPages('one tag on somebody else’s page', (host, _browserName, once) => {
  for (const [where, html, from] of /** @type {const} */ ([
    ['from a folder', plainPage(TAG), 'file'],
    ['from a server', plainPage(TAG), 'server'],
    ['from a server, as a module', plainPage(TAG, 'type="module"'), 'server'],
  ])) {
    const test = from === 'file' ? it : once;
    test(`${where}: shows only its steps, whose numbers open`, async () => {
      const { page, requests } = await host.open({ html, from });
      await untilSettled(page);
      assert.deepEqual(await parts(page), PART);
      const hands = handsOn(page);
      const names = await page.evaluate(() =>
        allInLab('.bar li button').map((button) => button.textContent),
      );
      assert.deepEqual(names, ['Scores', 'Softmax']);
      await hands.click('td[data-place="scores.0.1.2"]');
      const { state, tables } = await assertPage(page, where);
      assert.equal(state.cell, 'scores.0.1.2');
      assert.deepEqual(new Set(tables.map(({ tensor }) => tensor)), new Set(['q', 'k', 'scores']));
      assert.match(await hands.textOf('.trace .sum'), /^.* × .* \+ .* × .* =/);
      await hands.click(NEXT);
      assert.equal((await assertPage(page, where)).state.step, 'weights');
      assert.equal(await hands.textOf('.turns .note'), '2 of 2');
      assert.deepEqual(requests(), from === 'file' ? [] : ['/', '/attention-lab.js']);
    });
  }

  it('is exactly as wide as its container in every state', async () => {
    const { page } = await host.openLab(`<div id="room">${TAG}</div>`);
    await page.setViewport({ width: 1400, height: 900 });
    for (const state of wide) {
      await showOnly(page, state);
      for (const room of [280, 320, 570, 640, 1000]) {
        const [width, hidden] = await page.evaluate((wanted) => {
          /** @type {HTMLElement} */ (lab.parentElement).style.width = `${wanted}px`;
          return [lab.offsetWidth, lab.scrollWidth - lab.clientWidth];
        }, room);
        assert.deepEqual([width, hidden], [room, 0], JSON.stringify(state));
      }
    }
  });

  once('depends on the width of its container, not of the window', async () => {
    const { page } = await host.open({ html: plainPage(`<div id="room">${TAG}</div>`) });
    const measure = async (/** @type {number} */ room, /** @type {number} */ window) => {
      await page.setViewport({ width: window, height: 900 });
      return page.evaluate(async (width) => {
        /** @type {HTMLElement} */ (lab.parentElement).style.width = `${width}px`;
        lab.setState({ step: 'weights', cell: 'weights.0.1.3' });
        await lab.updateComplete;
        const boxes = [...(lab.shadowRoot?.querySelectorAll('*') ?? [])].map((element) => {
          const { width: across, height } = element.getBoundingClientRect();
          return [element.localName, Math.round(across), Math.round(height)].join(' ');
        });
        return boxes.join('\n');
      }, room);
    };
    await untilSettled(page);
    const narrow = await measure(320, 1400);
    const wide = await measure(1000, 1400);
    assert.notEqual(wide, narrow);
    assert.equal(await measure(320, 500), narrow);
    assert.equal(await measure(1000, 500), wide);
  });

  it('draws all lines when a hidden container becomes visible', async () => {
    const { page } = await host.openLab(`<div hidden>${TAG}</div>`);
    await show(page, { cell: 'scores.0.1.2' });
    const lines = () =>
      page.evaluate(async () => {
        /** @type {HTMLElement} */ (lab.parentElement).hidden = false;
        // Sizes are reported after the first frame, and the second one draws by them.
        await nextFrames(3);
        const paths = [...(lab.shadowRoot?.querySelectorAll('.connectors path') ?? [])];
        return paths.map((path) => path.getAttribute('d'));
      });
    const drawn = await lines();
    await show(page, { query: 2 });
    await show(page, { query: 1 });
    assert.ok(drawn.length > 0, 'lines lead to the number that is taken apart');
    assert.deepEqual(drawn, await lines());
  });

  once('draws lines, a formula and a map at the same places when its page scales it', async () => {
    const steps = '<attention-lab steps="scores" cell="scores.0.1.2"></attention-lab>';
    const lines =
      '<attention-map view="lines" weights="[[1, 0], [0, 1], [0.5, 0.5]]"></attention-map>';
    const { page } = await host.openLab(
      `<style>div { width: 600px }</style><div>${steps}${lines}</div>`,
    );
    const draw = (/** @type {string} */ style) =>
      page.evaluate(async (scaled) => {
        /** @type {HTMLElement} */ (lab.parentElement).style.cssText = scaled;
        for (const query of [2, 1]) {
          lab.query = query;
          await lab.updateComplete;
        }
        // An observer draws after the first frame, and a map in the next.
        await nextFrames(3);
        const paths = allInLab('.connectors path').map((path) => path.getAttribute('d') ?? '');
        const svg = (await lab.export('svg')).replace(/<style.*?<\/style>/s, '');
        const measure = (/** @type {Element} */ element) => element.getBoundingClientRect();
        const { top, height } = measure(/** @type {Element} */ (inMap('.lines svg')));
        // A line starts at the middle of its word.
        const starts = allInMap('[data-side=q]').map((word, i) => {
          const box = measure(word);
          return Math.abs((box.top + box.height / 2 - top) / height - (i + 0.5) / 3);
        });
        const numbers = [...paths, svg].join().match(/\d+\.?\d*/g) ?? [];
        return { count: paths.length, numbers: numbers.map(Number), off: Math.max(...starts) };
      }, style);
    const plain = await draw('');
    assert.equal(plain.count, 2);
    assert.ok(plain.off < 0.01);
    for (const style of ['transform: scale(1.5)', 'transform: scale(0.5)', 'zoom: 1.5']) {
      const scaled = await draw(style);
      assert.equal(scaled.numbers.length, plain.numbers.length, style);
      const off = scaled.numbers.map((number, i) => Math.abs(number - plain.numbers[i]));
      // Letters have other widths when a page zooms.
      assert.ok(Math.max(...off) < 3, `${style}: ${Math.max(...off)} pixels off`);
      assert.ok(scaled.off < 0.01, `${style}: the lines of the map`);
    }
  });

  once('does not scroll the page while its step is fully visible', async () => {
    const space = (/** @type {number} */ height) => `<div style="height: ${height}px"></div>`;
    const { page } = await host.openLab(space(1400) + TAG + space(3000));
    await page.setViewport({ width: 1000, height: 2600 });
    const hands = handsOn(page);
    const turn = async () => {
      // Click by script, because the mouse would scroll to the button.
      await (await hands.find(NEXT)).evaluate((button) => button.click());
      await untilSettled(page);
      return page.evaluate(() => scrollY);
    };
    assert.equal(await turn(), 0);
    assert.equal((await hands.state()).step, 'weights');
    await show(page, { step: 'scores' });
    await page.setViewport({ width: 1000, height: 1600 });
    assert.ok((await turn()) > 0, 'what is not seen whole is brought up');
  });

  once('does not scroll the page when a program opens a number', async () => {
    const space = '<div style="height: 2000px"></div>';
    for (const attributes of ['steps="weights"', 'steps="weights" compact', 'table="weights"']) {
      const element = `<attention-lab loading="eager" ${attributes}></attention-lab>`;
      const { page } = await host.openLab(space + element + space);
      const tops = await page.evaluate(async () => {
        const all = [];
        for (const cell of ['', 'weights.0.3.3', 'weights.0.0.1']) {
          lab.cell = cell;
          await lab.updateComplete;
          await nextFrames();
          all.push(scrollY, lab.getBoundingClientRect().top);
        }
        return { all, isOpen: inLab('.trace') !== null };
      });
      const [, top] = tops.all;
      assert.deepEqual(tops, { all: [0, top, 0, top, 0, top], isOpen: true }, attributes);
    }
  });

  once('is laid out from left to right on a right-to-left page', async () => {
    const { page } = await host.openLab(`<div dir="rtl" style="text-align: right">${TAG}</div>`);
    const [first, last, turns] = await page.evaluate(() => {
      const left = (/** @type {string} */ selector) =>
        inLab(selector)?.getBoundingClientRect().left ?? Number.NaN;
      return [
        left('[data-place="scores.0.0.0"]'),
        left('[data-place="scores.0.0.3"]'),
        left('.turn:last-of-type') - left('.turn:first-of-type'),
      ];
    });
    assert.ok(first < last && turns > 0, `${first} ${last} ${turns}`);
  });

  once('leaves out the parts that hide names', async () => {
    const { page } = await host.openLab('<attention-lab hide="course, settings"></attention-lab>');
    const all = Object.fromEntries(Object.keys(PART).map((name) => [name, true]));
    assert.deepEqual(await parts(page), {
      ...all,
      ...{ title: false, guide: false, settings: false, experiments: false },
    });
    /** @type {string[]} */
    const wrong = [];
    /** @type {Record<string, string[]>} */
    const named = {
      ...{ course: ['title', 'guide'], sentence: ['sentence'], text: ['text'] },
      ...{ settings: ['settings', 'experiments'], toolbar: ['words', 'tools'], export: ['export'] },
    };
    for (const [name, gone] of Object.entries(named)) {
      await setProps(page, { hide: name });
      const shown = await parts(page);
      const missing = Object.keys(PART).filter((part) => !shown[/** @type {'title'} */ (part)]);
      if (
        missing.join() !==
        Object.keys(PART)
          .filter((part) => gone.includes(part))
          .join()
      ) {
        wrong.push(`${name} hides ${missing}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  once('with steps, hide leaves out further parts and show brings parts back', async () => {
    const { page } = await host.openLab(
      '<attention-lab steps="weights" hide="toolbar" show="settings"></attention-lab>',
    );
    const some = {
      ...PART,
      steps: false,
      words: false,
      tools: false,
      settings: true,
      experiments: true,
    };
    assert.deepEqual(await parts(page), some);
    await setProps(page, { show: 'lab,toolbar' });
    const all = Object.fromEntries(Object.keys(PART).map((name) => [name, true]));
    assert.deepEqual(await parts(page), { ...all, steps: false });
    const formats = () =>
      page.evaluate(() => allInLab('.formats > *').map((element) => element.textContent?.trim()));
    assert.ok((await formats()).includes('Code in NumPy'));
    await setProps(page, { show: 'step' });
    assert.deepEqual(await formats(), [
      ...['Image as SVG', 'Image as PNG', 'This table as CSV', 'All tensors as JSON'],
    ]);
    await setProps(page, { show: 'table' });
    const none = Object.fromEntries(Object.keys(PART).map((name) => [name, false]));
    assert.deepEqual(await parts(page), { ...none, badge: true });
  });

  once('shows a single table, whose numbers open', async () => {
    const { page } = await host.openLab('<attention-lab table="weights" head="1"></attention-lab>');
    const none = Object.fromEntries(Object.keys(PART).map((name) => [name, false]));
    assert.deepEqual(await parts(page), { ...none, badge: true });
    const { tables } = await assertPage(page, 'alone');
    assert.deepEqual(
      tables.map(({ tensor, head }) => [tensor, head]),
      [['weights', 1]],
    );
    const hands = handsOn(page);
    await hands.click('td[data-place="weights.1.1.3"]');
    assert.match(await hands.textOf('.trace .sum'), /^e to the \d.* ÷ .* =/);
    assert.match(await hands.textOf('.trace .computed'), /^computed as \d.* ÷ .* = .* where /);
    await setProps(page, { table: 'q k' });
    const two = await assertPage(page, 'two alone');
    assert.deepEqual(
      two.tables.map(({ tensor }) => tensor),
      ['q', 'k'],
    );
  });

  once('takes properties that were set before it was defined, without an event', async () => {
    const { page } = await host.openLab(TAG);
    const told = await page.evaluate(async () => {
      const changes = [];
      document.addEventListener('attention-change', (event) => changes.push(event));
      const early = document.createElement('attention-later');
      Object.assign(early, { heads: 8, dModel: 8, seed: 3, theme: 'dark', hide: 'text' });
      const withState = document.createElement('attention-later');
      Object.assign(withState, { state: { sentence: 'one two', mask: 'causal' } });
      document.body.append(early, withState);
      const Lab = /** @type {Module['AttentionLab']} */ (customElements.get('attention-lab'));
      customElements.define('attention-later', class extends Lab {});
      const labs = /** @type {unknown[]} */ ([early, withState]);
      return Promise.all(
        /** @type {Lab[]} */ (labs).map(async (lab) => {
          await lab.ready;
          const { heads, dModel, seed, sentence, mask } = lab.state;
          const state = [heads, dModel, seed, sentence, mask];
          return [...state, lab.theme, lab.hide ?? 'not said', changes.length];
        }),
      );
    });
    assert.deepEqual(told, [
      [8, 8, 3, 'They eat fried noodles', 'none', 'dark', 'text', 0],
      [2, 4, 7, 'one two', 'causal', '', 'not said', 0],
    ]);
  });
});
