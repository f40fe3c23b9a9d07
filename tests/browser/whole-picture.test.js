import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { parseCell } from '../../web/graph/cell.js';
import { exact } from '../../web/text/number.js';
import { assertAccessible } from './axe.js';
import { inEachBrowser } from './each-browser.js';
import { settle, untilText } from './hands.js';
import { boxesOf, readExcess, recompute, showOnly } from './lab.js';
import { OF_LOOKS } from './lessons.js';

/** @import { State } from '../../web/state/types.js' */

/** @typedef {Partial<State>} Wanted */

const FIGURE = '.whole-picture svg';
const MANY = 'the quick brown fox jumps over the lazy dog and then runs away from it all';

/** @type {Wanted[]} */
const STATES = [
  {},
  { mask: 'causal', dropout: 0.25, heads: 4, dModel: 8, head: 3 },
  { mechanism: 'additive', target: 'he is tall', keyWidth: 6 },
  { target: 'he is "tall" <b>', query: 2 },
  { sentence: MANY, heads: 8, dModel: 8 },
  { dModel: 128 },
];

inEachBrowser('the whole picture', (desk, browserName, once) => {
  beforeEach(() => desk.page.setViewport({ width: 1280, height: 900 }));

  /** @param {Wanted} [state] */
  async function open(state = {}) {
    await showOnly(desk.page, { ...state, view: 'whole' });
    await desk.page.waitForFunction((figure) => inLab(figure), {}, FIGURE);
    await settle(desk.page);
  }

  /**
   * @param {string} selector
   * @returns {Promise<{ cell?: string, value?: string, key?: string, stage?: string, width: number,
   *   isOff: boolean, label: string | null }[]>}
   */
  const read = (selector) =>
    desk.page.evaluate((wanted) => {
      return /** @type {SVGElement[]} */ (allInLab(wanted)).map((element) => ({
        ...element.dataset,
        // Lines name the number that they show, and cells name their place.
        cell: element.dataset.cell ?? element.dataset.place,
        width: Number(element.getAttribute('stroke-width')),
        isOff: element.classList.contains('off'),
        label: element.getAttribute('aria-label'),
      }));
    }, selector);

  /** @param {string} cell @param {string | undefined} value @param {Readonly<Record<string, any>>} tensors */
  function assertCell(cell, value, tensors) {
    const { id, index } = parseCell(cell) ?? { id: '', index: [] };
    const { shape, data } = tensors[id];
    const offset = index.reduce((sum, i, axis) => sum * shape[axis] + i, 0);
    assert.equal(value, exact(data[offset]), cell);
  }

  /** Moves the pointer over the middle of an element. @param {string} selector */
  async function point(selector) {
    const element = await desk.hands.find(selector);
    await element.evaluate((node) => node.scrollIntoView({ block: 'center' }));
    await element.hover();
    await desk.page.evaluate(() => nextFrames(2));
  }

  for (const state of STATES) {
    once(`has the core’s numbers bit for bit: ${JSON.stringify(state)}`, async () => {
      await open(state);
      const tensors = recompute({ state: await desk.hands.state() });
      const cells = await read('.whole-picture .cells [data-place]');
      assert.ok(cells.length >= 30);
      for (const { cell = '', value } of cells) assertCell(cell, value, tensors);
      assert.equal(new Set(cells.map(({ cell }) => cell)).size, cells.length);
      const lines = await read('.whole-picture .links [data-cell]');
      for (const { cell = '', value, width } of lines) {
        assertCell(cell, value, tensors);
        const drawn = Number(value) === 0 ? 0 : Math.max(0.4, 9 * Math.min(1, Number(value)));
        assert.ok(Math.abs(width - drawn) <= 0.006, `${cell}: ${value}, ${width} pixels`);
      }
      assert.ok(lines.length > 0);
    });
  }

  once('opens from a step by one press, and a pressed cell leads to its table', async () => {
    await showOnly(desk.page, { step: 'q', query: 0 });
    await desk.hands.click('.one header + .plain, .one .plain', 'The whole picture');
    assert.equal((await desk.hands.state()).view, 'whole');
    await desk.hands.click('.cells [data-place="weights.1.2.3"]');
    const there = await desk.hands.state();
    assert.deepEqual([there.view, there.cell], ['whole', 'weights.1.2.3']);
    assert.match(await desk.hands.textOf('.trace [data-level]'), /fried → noodles head 2$/);
    await desk.page.mouse.move(2, 2);
    await untilText(desk.page, '.pointed', /^attention weight, fried to noodles/);
    await desk.hands.click('.trace button', 'Open its table');
    const { view, step, cell, head } = await desk.hands.state();
    assert.deepEqual([view, step, cell, head], ['step', 'weights', 'weights.1.2.3', 1]);
    assert.equal(
      await desk.hands.count('.figure [data-place="weights.1.2.3"][aria-selected=true]'),
      1,
    );
  });

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [320, 700],
  ])
    once(`shows a number that was open before it, and its trace below, at ${width}`, async () => {
      const { page, hands } = desk;
      await page.setViewport({ width, height });
      const measure = async () => {
        const parts = ['.whole-picture', '[data-place="heads.0.1.1"]', '.trace', '.strip'];
        const [picture, number, trace, strip] = await boxesOf(page, ...parts);
        return { picture, number, trace, under: width > 560 ? 0 : strip.bottom };
      };
      await showOnly(page, { step: 'heads', cell: 'heads.0.1.1' });
      await hands.click('.one .plain', 'The whole picture');
      await page.waitForFunction(() => inLab('.ways rect'));
      await settle(page);
      const { picture, number, trace, under } = await measure();
      assert.ok(trace.top >= picture.bottom, `${trace.top} is over ${picture.bottom}`);
      assert.ok(number.top >= under && number.bottom <= height, `${number.top}`);
      // The arithmetic of a number that is pressed in the picture is at hand.
      await hands.click('.cells [data-place="scaledScores.0.1.3"]');
      const pressed = await measure();
      assert.ok(pressed.trace.bottom <= height + 1, `${pressed.trace.bottom}`);
      assert.ok(pressed.trace.top < pressed.picture.bottom, `${pressed.trace.top}`);
    });

  once('scrolls after a press only if the arithmetic would cover the cell', async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    await open({ query: 0 });
    /** Presses a cell after it has stopped moving. @param {string} place */
    const press = async (place) => {
      const cell = `.cells [data-place="${place}"]`;
      await desk.page.evaluate(() => scrollTo(0, 0));
      const [before] = await boxesOf(desk.page, cell);
      const { left, top, width, height } = before;
      await desk.page.mouse.click(left + width / 2, top + height / 2);
      await desk.page.waitForFunction((wanted) => lab.state.cell === wanted, {}, place);
      await desk.hands.press();
      const [after, trace] = await boxesOf(desk.page, cell, '.trace');
      return { before, after, trace };
    };
    const { before, after, trace } = await press('weights.0.1.2');
    assert.deepEqual([await desk.page.evaluate(() => scrollY), after.top], [0, before.top]);
    assert.ok(trace.bottom <= 800, `the arithmetic is in view: ${trace.bottom}`);
    await open({ query: 0 });
    const low = await press('v.1.3.1');
    assert.ok(low.before.bottom > low.trace.top - 8, 'it would be covered');
    assert.ok(Math.abs(low.after.bottom + 8 - low.trace.top) <= 1, 'by the least');
  });

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ])
    once(`can be seen to its end above the arithmetic at ${width} pixels`, async () => {
      await desk.page.setViewport({ width, height });
      for (const state of STATES.slice(0, 3)) {
        await open(state);
        const where = JSON.stringify(state);
        const place = await desk.page.evaluate(
          () => allInLab('[data-tensor$=cores] [data-place]')[0]?.dataset.place,
        );
        await desk.hands.click(`.cells [data-place="${place}"]`);
        await desk.page.evaluate(() => nextFrames(2));
        const measure = (/** @type {string} */ selector) =>
          desk.page.evaluate((wanted) => {
            const [picture, trace] = [wanted, '.trace'].map((part) =>
              allInLab(part).map((element) => element.getBoundingClientRect()),
            );
            return {
              bottom: Math.max(...picture.map(({ bottom }) => bottom)),
              end: trace[0].top,
            };
          }, selector);
        // The reader scrolls to the lowest part.
        const { bottom, end } = await measure(FIGURE);
        await desk.page.evaluate((distance) => scrollBy(0, distance), Math.ceil(bottom - end));
        const scrolled = await measure(FIGURE);
        assert.ok(scrolled.bottom <= scrolled.end, `${where}: ${JSON.stringify(scrolled)}`);
        // The keyboard goes to the lowest cell.
        await desk.page.evaluate(() => {
          scrollTo(0, 0);
          const cells = allInLab('.cells[role=grid] [data-place]');
          const bottomOf = (/** @type {Element} */ element) =>
            element.getBoundingClientRect().bottom;
          cells.toSorted((cell, other) => bottomOf(other) - bottomOf(cell))[0]?.focus();
        });
        await desk.page.evaluate(() => nextFrames(2));
        const focused = await measure('.whole-picture [data-place]:focus');
        assert.ok(focused.bottom <= focused.end, `${where}: ${JSON.stringify(focused)}`);
      }
    });

  once('highlights the path of a hovered cell, and the lines of its query', async () => {
    await open({ query: 0 });
    await point('.cells [data-place="weights.0.2.1"]');
    assert.equal(
      await desk.hands.textOf('.pointed'),
      `attention weight, fried to eat: ${await textOfWeight(2, 1)}`,
    );
    const lines = await read('.whole-picture .links [data-cell]');
    for (const { cell = '', isOff, key } of lines) {
      assert.match(cell, /^weights\.[01]\.2\.[0-3]$/);
      assert.equal(isOff, key !== '1' || !cell.startsWith('weights.0.'));
    }
    // The weight's row of scores, its query and key, two rows of embeddings, and the path to the
    // output.
    assert.equal(await desk.hands.count('.ways rect'), 9);
    assert.equal(await desk.hands.count('.formula-line .lit'), 6, 'softmax(QKᵀ/√d)');
    await desk.page.mouse.move(2, 2);
    await desk.page.waitForFunction(() => inLab('.links [data-cell="weights.0.0.1"]:not(.off)'));
    assert.equal(await desk.hands.count('.formula-line .lit'), 0);
  });

  for (const [change, place] of /** @type {[Wanted, string][]} */ ([
    [{ mechanism: 'additive' }, 'q.0.1.0'],
    [{ dropout: 0 }, 'dropped.0.1.1'],
  ]))
    once(
      `follows no cell that is gone before the next frame: ${JSON.stringify(change)}`,
      async () => {
        await open({ dropout: 0.5 });
        const errors = await desk.page.evaluate(
          async (changed, name) => {
            const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
            /** Hold the frame of the pointer until the change is drawn. @type {Map<number, FrameRequestCallback>} */
            const held = new Map();
            window.requestAnimationFrame = (act) => {
              held.set(-1 - held.size, act);
              return -held.size;
            };
            window.cancelAnimationFrame = (frame) => {
              if (!held.delete(frame)) cancel(frame);
            };
            const move = new PointerEvent('pointermove', { bubbles: true, composed: true });
            const cell = inLab(`.whole-picture .cells [data-place="${name}"]`);
            cell?.dispatchEvent(move);
            window.requestAnimationFrame = request;
            const isHeld = held.size > 0;
            lab.setState(/** @type {any} */ (changed));
            while (!(await lab.updateComplete));
            await nextFrames(2);
            window.cancelAnimationFrame = cancel;
            if (!isHeld || cell?.isConnected) return ['nothing is gone'];
            return [...held.values()].flatMap((act) => {
              try {
                act(0);
                return [];
              } catch (error) {
                return [String(error)];
              }
            });
          },
          change,
          place,
        );
        assert.deepEqual(errors, []);
      },
    );

  /** @param {number} query @param {number} key */
  async function textOfWeight(query, key) {
    const tensors = recompute({ state: await desk.hands.state() });
    return String(Number(tensors.weights.data[query * 4 + key].toPrecision(3)));
  }

  once('highlights a hovered word, and selects a pressed one', async () => {
    await open();
    await point('.words [role=button][data-word="3"]');
    const lines = await read('.whole-picture .links [data-cell]');
    assert.ok(lines.every(({ cell = '' }) => /^weights\.\d\.3\./.test(cell)));
    await desk.hands.click('.words [role=button][data-word="3"]');
    assert.equal((await desk.hands.state()).query, 3);
    await untilText(desk.page, '.words [aria-pressed=true]', 'noodles');
  });

  once(
    'keeps its elements when another word is selected, and shows the lines of that word',
    async () => {
      await open({ query: 0 });
      // The tab stop moves to a focused cell.
      await desk.page.evaluate(() => {
        inLab('[data-place="weights.0.0.1"]')?.focus();
        kept.drawn = allInLab('.whole-picture :is(.links, .words, .boxes) *');
      });
      await desk.hands.pick('query', '2');
      const shown = await desk.page.evaluate(() => {
        const drawn = allInLab('.whole-picture :is(.links, .words, .boxes) *');
        const read = (/** @type {string} */ selector) =>
          allInLab(selector).map((element) => element.dataset);
        return {
          isSame: drawn.every((element, i) => element === kept.drawn[i]),
          pressed: read('.words [aria-pressed=true]').map(({ word }) => word),
          bold: read('.words [font-weight="700"][fill="var(--ink)"]').map(({ word }) => word),
          lines: read('.links [data-cell]').map(({ cell }) => cell?.replace(/\d+$/, '')),
          stops: read('[data-tensor=weights] [tabindex="0"]').map(({ place }) => place),
        };
      });
      assert.deepEqual(
        { ...shown, lines: [...new Set(shown.lines)] },
        {
          isSame: true,
          pressed: ['2'],
          bold: ['2', '2'],
          lines: ['weights.0.2.', 'weights.1.2.'],
          stops: ['weights.0.2.0', 'weights.1.2.0'],
        },
      );
    },
  );

  it('moves between words and cells by keyboard, and Enter opens a cell', async () => {
    await open();
    await desk.hands.tabTo('.words [role=button]');
    await desk.hands.press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp');
    assert.ok(await desk.hands.hasFocus('.words [data-word="2"]'));
    await desk.hands.press('Enter');
    assert.equal((await desk.hands.state()).query, 2);
    await desk.page.waitForFunction(() =>
      lab.shadowRoot?.activeElement?.matches('.words [data-word="2"]'),
    );
    await desk.hands.tabTo('[data-tensor=weights][data-head="1"] [data-place]');
    assert.ok(
      await desk.hands.hasFocus('[data-place="weights.1.2.0"]'),
      'the row that is followed',
    );
    await desk.hands.press('ArrowRight', 'ArrowUp');
    assert.ok(await desk.hands.hasFocus('[data-place="weights.1.1.1"]'));
    const stops = await desk.page.evaluate(() =>
      allInLab('.whole-picture :is(.words, .cells[role=grid])').map(
        (group) => group.querySelectorAll('[tabindex="0"]').length,
      ),
    );
    assert.deepEqual(new Set(stops), new Set([1]), 'the words and each table are one tab stop');
    const [{ label }] = await read('[data-place="weights.1.1.1"][aria-label]');
    assert.match(String(label), /^attention weight, eat to eat: 0\.\d+$/);
    await desk.hands.press('End');
    assert.ok(await desk.hands.hasFocus('[data-place="weights.1.1.3"]'));
    await desk.hands.press('Enter');
    const { view, cell } = await desk.hands.state();
    assert.deepEqual([view, cell], ['whole', 'weights.1.1.3']);
    await desk.hands.press('Escape');
    assert.equal((await desk.hands.state()).cell, '');
    assert.ok(await desk.hands.hasFocus('[data-place="weights.1.1.3"]'));
  });

  once('goes through its stages by buttons and slider, and plays to its end', async () => {
    await desk.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await open();
    const later = async () =>
      [...new Set((await read('.boxes .later')).map(({ stage }) => stage))].toSorted().join('');
    assert.equal(await later(), '', 'nothing moves by itself');
    await desk.hands.click('.walk button', 'Step');
    assert.equal(await later(), '123456');
    assert.equal(await desk.hands.textOf('.said'), 'Each word is a row of numbers.');
    await desk.hands.click('.walk button', 'Step');
    await desk.hands.click('.walk button', 'Step');
    assert.equal(await later(), '3456');
    await desk.hands.click('.walk button', 'Back');
    assert.equal(await later(), '23456');
    await desk.hands.tabTo('.scrub input');
    await desk.hands.press('End');
    assert.equal(await later(), '');
    await desk.hands.press('ArrowLeft', 'ArrowLeft');
    assert.equal(await later(), '56');
    const [{ label }] = await read('.boxes [role=grid]');
    assert.equal(label, 'embeddings X, 4 by 4');
    await desk.hands.click('.walk button', 'Play');
    assert.equal(await desk.hands.textOf('.walk button'), 'Pause');
    await desk.page.waitForFunction(() => inLab('.walk button')?.textContent === 'Play');
    assert.equal(await later(), '');
    // The fade at the edge of a cut table follows the reader's scrolling.
    const running = await desk.page.evaluate(
      () =>
        lab.shadowRoot?.getAnimations().filter(({ timeline }) => timeline === document.timeline)
          .length,
    );
    assert.equal(running, 0, 'no motion for those who want none');
    await desk.page.emulateMediaFeatures([]);
  });

  once('opens a folded head, and lists all tables in words', async () => {
    await open({ sentence: MANY, heads: 8, dModel: 8 });
    assert.equal(await desk.hands.count('.folded'), 7);
    await desk.hands.click('.folded[data-head="5"] .cells rect');
    assert.equal((await desk.hands.state()).head, 5);
    await desk.page.waitForFunction(() => inLab('.cells [data-place^="weights.5."]'));
    await desk.hands.click('.stages summary');
    await desk.hands.click('.stages button', 'attention weights A: 8 heads of 16 × 16');
    const { view, step } = await desk.hands.state();
    assert.deepEqual([view, step], ['step', 'weights']);
  });

  it('scrolls to a folded head that gets the focus', async () => {
    await desk.page.setViewport({ width: 390, height: 600 });
    await open({ heads: 2 });
    const [top, bottom] = await desk.page.evaluate(async () => {
      scrollTo(0, 0);
      inLab('.folded')?.focus();
      await nextFrames(2);
      const { top, bottom } = boxOf('.folded');
      return [top, bottom];
    });
    assert.ok(top > 0 && bottom < 600, `${top} to ${bottom}`);
  });

  once('is in the address, and next() leaves it for the next step', async () => {
    await open({ step: 'scores' });
    await desk.page.waitForFunction(() => /&view=whole&step=scores/.test(location.hash));
    await desk.page.evaluate(() => lab.next());
    await settle(desk.page);
    const { view, step } = await desk.hands.state();
    assert.deepEqual([view, step], ['step', 'scaledScores']);
  });

  once('is exported as one SVG, and as a bitmap of twice its size', async () => {
    for (const theme of ['light', 'dark']) {
      await desk.page.evaluate((wanted) => lab.setAttribute('theme', wanted), theme);
      await open({ target: 'he is "tall" <b>', mask: 'custom', masked: '0.1' });
      const tensors = recompute({ state: await desk.hands.state() });
      const { svg, size, faults, cells, png, fills } = await desk.page.evaluate(async () => {
        const text = await lab.export('svg');
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        const bitmap = await createImageBitmap(await lab.export('png'));
        const { width, height } = /** @type {any} */ (parsed.documentElement);
        const rects = [...parsed.querySelectorAll('rect')];
        return {
          svg: text,
          size: [width.baseVal.value, height.baseVal.value],
          faults: parsed.querySelectorAll('parsererror').length,
          fills: rects[0].getAttribute('fill'),
          cells: rects.flatMap((rect) => {
            const cell = rect.getAttribute('data-place');
            return cell ? [[cell, rect.getAttribute('data-value')]] : [];
          }),
          png: [bitmap.width, bitmap.height],
        };
      });
      assert.deepEqual([faults, fills], [0, theme === 'dark' ? '#17181b' : '#fdfcf9']);
      assert.doesNotMatch(svg, / (style|class|href)=|var\(|<style/);
      for (const [cell, value] of cells) assertCell(String(cell), value ?? undefined, tensors);
      const shown = new Set(cells.map(([cell]) => cell?.split('.')[0]));
      for (const id of ['embeddings', 'q', 'maskedScores', 'weights', 'heads', 'wo', 'output']) {
        assert.ok(shown.has(id), id);
      }
      assert.deepEqual(
        png,
        size.map((length) => Math.ceil(2 * length)),
      );
    }
    await desk.page.evaluate(() => lab.removeAttribute('theme'));
  });

  for (const [width, theme] of /** @type {const} */ ([
    [320, 'light'],
    [390, 'dark'],
    [1280, 'light'],
  ])) {
    // The other browser lays the picture out only once, in a narrow window.
    if (browserName !== 'chromium' && width > 320) continue;
    it(`fits ${width} pixels, ${theme}, and axe finds nothing in Chromium`, async () => {
      await desk.page.setViewport({ width, height: 800 });
      await desk.page.evaluate((wanted) => lab.setAttribute('theme', wanted), theme);
      const states = browserName === 'chromium' ? STATES : STATES.slice(0, 2);
      // Check each kind of picture at full width, and one of them in other forms.
      const isWhole = width === 1280;
      const looked = isWhole ? [STATES[0], STATES[2], STATES[4]] : [STATES[1]];
      if (browserName !== 'chromium') looked.length = 0;
      for (const state of states) {
        await open(state);
        await desk.page.waitForFunction(
          (figure, most) => {
            const svg = inLab(figure);
            return Number(svg?.getAttribute('width')) <= most;
          },
          {},
          FIGURE,
          width,
        );
        const where = JSON.stringify(state);
        assert.equal(await readExcess(desk.page), 0, where);
        if (!looked.includes(state)) continue;
        const only = isWhole ? undefined : OF_LOOKS;
        await assertAccessible(desk.page, { only }, where);
      }
      await desk.page.evaluate(() => lab.removeAttribute('theme'));
    });
  }
});
