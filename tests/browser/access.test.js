// The page for readers with their own colours, motion settings, sight or ways of input.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { makePageState } from '../../web/pages/chapters.js';
import { waitInLab } from '../support/browser.js';
import { inEachBrowser } from './each-browser.js';
import { NEXT } from './hands.js';
import { emulateForcedColours, makeSentence, readExcess, showOnly } from './lab.js';

/** @import { State } from '../../web/state/types.js' */

const [LIMITS, CUP, STREAM] = ['why-limits', 'why-cup', 'own-stream'].flatMap((wanted) =>
  pages.filter(({ id }) => id === wanted).map((page) => makePageState(page)),
);

inEachBrowser('access', (desk, browserName, once) => {
  beforeEach(async () => {
    await desk.page.setViewport({ width: 1280, height: 800 });
    // Move the mouse away, so that nothing is hovered.
    await desk.page.mouse.move(1, 1);
  });

  const openFirstPage = async () => {
    await desk.hands.tabTo('.contents summary');
    await desk.hands.press('Enter');
    await desk.hands.tabTo('.contents ol a');
    await desk.hands.press('Enter');
  };

  const spoken = () => desk.hands.textOf('[aria-live=polite]');

  once('a screen reader hears each new step, opened number and reply', async () => {
    const { hands, page } = desk;
    await showOnly(page, {});
    await hands.click('.bar li button', 'Softmax');
    assert.equal(await spoken(), 'Step 9 of 14, Softmax: Scores become attention weights.');
    await hands.click(NEXT);
    assert.equal(await spoken(), 'Step 10 of 14, Mix: A weighted sum of the values.');
    await hands.click('.figure td[data-place="heads.0.1.0"]');
    const spokenText = await spoken();
    const sum = await page.evaluate(() => {
      const text = (/** @type {string} */ part) =>
        inLab(part)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      return [text('.trace [data-level]'), text('.trace .sum')];
    });
    assert.equal(spokenText.replace(/\s+/g, ' '), sum.join(': ').replace(/\s+/g, ' '));
    assert.match(spokenText, /^head output H ?1? eat .*: .* × .* = /);
    await showOnly(page, LIMITS);
    await hands.click(NEXT);
    // Screen readers read a focused title themselves.
    assert.equal(await spoken(), '');
    assert.ok(await hands.hasFocus('.step-title'));
    await openFirstPage();
    assert.equal(await spoken(), 'Page 1 of 4: One word needs another');
    const focused = await page.evaluate(() => lab.shadowRoot?.activeElement?.localName);
    assert.equal(focused, 'summary', 'the list that folds up keeps the focus');
    await showOnly(page, LIMITS);
    await hands.click('.answer:nth-of-type(3)');
    const status = await page.evaluate(() => inLab('.reply')?.getAttribute('role'));
    assert.equal(status, 'status');
    assert.match(await hands.textOf('.reply'), /^Not yet\. It cannot tell/);
  });

  once('a screen reader hears an equal reply to a second wrong answer', async () => {
    const { hands, page } = desk;
    await showOnly(page, CUP);
    await hands.fill('.blanks input', '77');
    const reply = await hands.textOf('.reply');
    assert.match(reply, /^Not yet\./);
    await page.evaluate(() => {
      kept.replies = 0;
      new MutationObserver(() => kept.replies++).observe(/** @type {Element} */ (inLab('.reply')), {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await hands.fill('.blanks input', '78');
    assert.equal(await hands.textOf('.reply'), reply);
    assert.ok(await page.evaluate(() => kept.replies > 0));
  });

  once('a file dropped beside the lab is refused', async () => {
    const { page } = desk;
    await showOnly(page, { guide: 'practice-check' });
    const isDropped = await page.evaluate(async () => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['1'], 'one.npy'));
      const drag = (/** @type {Element | null} */ target) => {
        const options = { dataTransfer, bubbles: true, composed: true, cancelable: true };
        const over = new DragEvent('dragover', options);
        target?.dispatchEvent(over);
        return over.defaultPrevented;
      };
      return [document.querySelector('footer'), inLab('.step-title'), inLab('[type=file]')].map(
        drag,
      );
    });
    // The browser gives the file to a field.
    assert.deepEqual(isDropped, [true, true, false]);
  });

  once('a screen reader finds the place of a message before the message', async () => {
    const { hands, page } = desk;
    await showOnly(page, { cell: 'embeddings.0.0' });
    await page.evaluate(() => {
      Object.assign(kept, {
        effect: inLab('.trace [role=status]'),
        files: inLab('#files ~ [role=status]'),
      });
    });
    await hands.fill('.edit', '2');
    assert.match(await page.evaluate(() => kept.effect.textContent), /32 of 32 changed/);
    await page.evaluate(async () => {
      const input = /** @type {HTMLInputElement} */ (inLab('#files'));
      const data = new DataTransfer();
      data.items.add(new File(['{"weights": [[0.5, 0.5]]}'], 'half.json'));
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitForFunction(() => kept.files.textContent === 'Shown: half.json.');
  });

  once('a screen reader hears what a key changes at a number', async () => {
    const { hands, page } = desk;
    await showOnly(page, { step: 'weights' });
    await hands.walkTo('.figure table[data-tensor=weights]', '[data-place="weights.0.1.2"]');
    const digits = () => page.evaluate(() => lab.shadowRoot?.activeElement?.textContent);
    await hands.press('h');
    assert.equal(await spoken(), `Head 2. ${await digits()}`);
    await hands.press('p');
    assert.equal(await spoken(), `Row pinned. ${await digits()}`);
    await hands.press('p');
    assert.equal(await spoken(), `No row pinned. ${await digits()}`);
    await hands.press('m');
    assert.equal(await spoken(), '0 masked');
    await hands.press('m');
    assert.equal(await spoken(), await digits());
  });

  once('an announcement goes with the step or page that it is about', async () => {
    const { hands, page } = desk;
    await showOnly(page, {});
    await hands.click('.bar li button', 'Softmax');
    assert.match(await spoken(), /^Step 9 of 14/);
    await hands.enter('[data-level="1"] :is(a, button)');
    assert.doesNotMatch(await spoken(), /Step/);
    await hands.click('a.way', 'Start the course');
    await hands.click(NEXT);
    await openFirstPage();
    assert.match(await spoken(), /^Page 1 of 4/);
    await hands.click('.course-bar a', 'Back to the lab');
    assert.doesNotMatch(await spoken(), /Page/);
  });

  once('the label of a choice is read once, and a message is a status', async () => {
    const { page } = desk;
    await showOnly(page, { guide: 'practice-worksheet' });
    const labels = await page.evaluate(() =>
      allInLab('.flip[role=group]').map((group) => [
        group.ariaLabel,
        group.querySelector('.note')?.textContent,
        group.querySelector('.note')?.getAttribute('aria-hidden'),
      ]),
    );
    assert.ok(labels.length > 0);
    for (const [label, note, hidden] of labels) assert.deepEqual([note, hidden], [label, 'true']);
    await showOnly(page, { sentence: '' });
    const empty = await page.evaluate(() => inLab('p.status')?.getAttribute('role'));
    assert.equal(empty, 'status');
  });

  once('every table has a name, caption and headers, every mark a description', async () => {
    const { page } = desk;
    await showOnly(page, {
      ...{ step: 'weights', mask: 'causal', cell: 'maskedScores.0.1.1', edits: 's.0.1.0:2' },
      ...{ before: 'v=1&mask=causal', sentence: 'They eat fried noodles today' },
    });
    const found = await page.evaluate(() => {
      const tables = /** @type {HTMLTableElement[]} */ (allInLab('table[data-tensor]'));
      const cell = (/** @type {string} */ place) => inLab(`.figure [data-place="${place}"]`);
      return {
        unnamed: tables.filter((table) => !table.getAttribute('aria-label') || !table.caption)
          .length,
        loose: tables.flatMap((table) =>
          [...table.querySelectorAll('tbody tr')].filter(
            (row) => !row.querySelector('th[scope=row]'),
          ),
        ).length,
        descriptions: ['weights.0.0.1', 'weights.0.1.0', 'weights.0.4.4', 'maskedScores.0.1.1'].map(
          (place) => [
            cell(place)?.getAttribute('aria-description'),
            cell(place)?.getAttribute('aria-selected'),
          ],
        ),
        formulas: allInLab('.formula math').length,
      };
    });
    assert.deepEqual([found.unnamed, found.loose], [0, 0]);
    const [masked, changed, fresh, traced] = found.descriptions;
    assert.match(masked[0] ?? '', /^masked/);
    assert.match(changed[0] ?? '', /^was 0\.0353$/);
    assert.equal(fresh[0], 'new');
    assert.equal(traced[1], 'true');
    await showOnly(page, { step: 'scores', edits: 's.0.1.0:2' });
    const text = await page.evaluate(() =>
      inLab('.figure [data-place="scores.0.1.0"]')?.getAttribute('aria-description'),
    );
    assert.match(text ?? '', /^set by you, instead of −0\.627/);
    assert.ok(Number(found.formulas) >= 1);
  });

  it('at 320 pixels no open part is wider than the page', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 320, height: 640 });
    const target = 'he is not as tall as his father';
    /** @type {Partial<State>[]} */
    const large = [
      { step: 'scores', heads: 8, dModel: 16, cell: 'scores.0.1.1', edits: 's.0.1.1:-123456.78' },
      { step: 'weights', heads: 12, dModel: 768, cell: 'weights.3.1.1' },
      { step: 'headContributions', heads: 16, dModel: 16 },
      { step: 'q', heads: 1, dModel: 768, cell: 'q.0.1.1' },
      { step: 'maskedScores', mask: 'custom', target, cell: 'maskedScores.0.7.1' },
      { step: 'dropped', mechanism: 'additive', dropout: 0.5, keyWidth: 16, pin: 2 },
    ];
    /** @type {unknown[]} */
    const wider = [];
    for (const state of large) {
      await showOnly(page, state);
      const excess = await readExcess(page);
      if (excess !== 0) wider.push([excess, state]);
    }
    assert.deepEqual(wider, []);
    await showOnly(page, { step: 'weights' });
    await hands.click('.export summary');
    await hands.click('[data-format=numpy]');
    await page.waitForFunction(() => inLab('textarea.made'));
    await hands.click('.experiments summary');
    await hands.click('.tools .tool:last-child');
    assert.equal(await readExcess(page), 0, 'with the help and a text open');
    await hands.press('Escape');
  });

  once('no transition takes longer than 0.2 seconds, and reduced motion has none', async () => {
    const { page } = desk;
    for (const motion of ['no-preference', 'reduce']) {
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: motion }]);
      for (const wanted of [
        { step: 'spread' },
        { cell: 'weights.0.1.1', step: 'weights' },
        { guide: 'opening' },
      ]) {
        await showOnly(page, wanted);
        const longest = await page.evaluate(() => {
          const seconds = (/** @type {string} */ list) =>
            Math.max(...list.split(',').map(Number.parseFloat));
          return Math.max(
            ...allInLab('*').map((element) => {
              const style = getComputedStyle(element);
              return Math.max(
                seconds(style.transitionDuration),
                seconds(style.animationDuration) || 0,
              );
            }),
          );
        });
        assert.ok(longest <= (motion === 'reduce' ? 0 : 0.2), `${longest} s`);
      }
    }
    await page.emulateMediaFeatures([]);
  });

  it('thin lines hatch a masked cell and cover less than half of it', async () => {
    const { page } = desk;
    await showOnly(page, { step: 'weights', mask: 'causal' });
    const cell = await desk.hands.find('.weights td.masked');
    const box = await cell.boundingBox();
    assert.ok(box);
    const { width, height } = box;
    // The clip lies within the cell, wherever the page has scrolled to.
    const png = await cell.screenshot({
      encoding: 'base64',
      clip: { x: 4, y: height - 6, width: width - 8, height: 4 },
    });
    const lightness = await page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const data = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      return Array.from({ length: data.length / 4 }, (_, i) => data[4 * i]);
    }, png);
    const dark = lightness.filter((light) => light < 200).length / lightness.length;
    assert.ok(dark > 0.05 && dark < 0.4, `${dark} of the pixels are dark`);
  });

  // Only Chromium can emulate forced colours and touch.
  if (browserName !== 'chromium') return;

  it('in forced colours no mark depends on colour or shadow alone', async () => {
    const { page } = desk;
    const endForcedColours = await emulateForcedColours(page);
    /** @type {string[]} */
    const alike = [];
    /**
     * Asserts that two elements, such as one with and one without a mark, look different.
     * @param {string} first
     * @param {string} other
     */
    const differ = async (first, other) => {
      const [a, b] = await page.evaluate(
        (...selectors) =>
          selectors.map((selector) => {
            const element = inLab(selector);
            if (!element) return `${selector} is missing`;
            return ['', '::before', '::after']
              .map((part) => {
                const style = getComputedStyle(element, part || null);
                const names = [
                  ...['outline', 'border-top', 'border-left', 'border-bottom', 'content'],
                  ...['background-color', 'background-image', 'color', 'font-weight'],
                  ...['text-decoration', 'font-style', 'opacity'],
                ];
                return names.map((name) => style.getPropertyValue(name)).join('|');
              })
              .join('||');
          }),
        first,
        other,
      );
      assert.ok(!/is missing$/.test(a) && !/is missing$/.test(b), `${a}; ${b}`);
      if (a === b) alike.push(`${first} looks like ${other}`);
    };
    await showOnly(page, {
      ...{ step: 'maskedScores', mask: 'causal', fill: '0', query: 1, pin: 2, key: 0 },
      ...{ edits: 's.0.2.0:2', before: 'v=1', cell: 'maskedScores.0.0.0' },
    });
    const cell = (/** @type {string} */ place) => `.figure td[data-place="${place}"]`;
    await differ(cell('maskedScores.0.0.0'), cell('maskedScores.0.3.1'));
    await differ('.figure td.operand', cell('scaledScores.0.3.1'));
    await differ('.first td.fed, .figure td.operand', cell('scaledScores.0.3.1'));
    await differ('.figure tr.selected', '.figure tbody tr:last-child');
    await differ('.figure tr.pinned', '.figure tr.selected');
    await differ('.token-bar label:has(:checked)', '.token-bar label:not(:has(:checked))');
    await differ('.bar [aria-current=step]', '.bar [aria-current=false]');
    await differ('.first td.masked', '.first tbody tr:last-child td:not(.keyed)');
    await differ(cell('maskedScores.0.3.0'), cell('maskedScores.0.3.3'));
    await showOnly(page, { step: 'scores', edits: 's.0.2.3:2', before: 'v=1' });
    await differ('.figure td.edited', cell('scores.0.0.3'));
    await differ('.figure td.changed', cell('scores.0.0.3'));
    await showOnly(page, { ...LIMITS, answers: 'why-limits_0' });
    await differ('.answer[aria-pressed=true]', '.answer:nth-of-type(2)');
    await differ('.dot[aria-current=step]', '.dot[aria-current=false]');
    await showOnly(page, { ...LIMITS, answers: 'why-flip_1*' });
    await differ('.dot.solved', '.dot[aria-current=false]:not(.solved)');
    await differ('.in-row .token.from', '.in-row .token:first-child');
    await showOnly(page, STREAM);
    await page.waitForFunction(() => inLab('.signed-cells .negative'));
    await differ('.signed-cells .negative', '.signed-cells .positive');
    await showOnly(page, { guide: 'opening' });
    await page.waitForFunction(() => inLab('.strip i'));
    const shades = await page.evaluate(() =>
      allInLab('.strip i').map((element) => getComputedStyle(element).backgroundColor),
    );
    assert.ok(new Set(shades).size > 2, 'heads of the story have shades');
    await endForcedColours();
    assert.deepEqual(alike, []);
  });

  it('in forced colours, the words of the picture are legible, and squares keep their scale', async () => {
    const { page } = desk;
    const endForcedColours = await emulateForcedColours(page);
    await showOnly(page, { view: 'whole' });
    // A stroke over the letters would leave only slivers of them.
    const orders = await page.evaluate(() =>
      allInLab('.whole-picture text').map((element) => getComputedStyle(element).paintOrder),
    );
    await showOnly(page, { guide: 'own-stream' });
    await waitInLab(page, '.signed-strip');
    const display = await page.evaluate(() =>
      allInLab('.strips .legend').map((element) => getComputedStyle(element).display),
    );
    await endForcedColours();
    assert.deepEqual([...new Set(orders)], ['stroke']);
    assert.ok(display.length > 0 && !display.includes('none'));
  });

  it('in forced colours, a table that scrolls has a frame around its row, and a narrow fade', async () => {
    const { page } = desk;
    const endForcedColours = await emulateForcedColours(page);
    await page.setViewport({ width: 390, height: 844 });
    await showOnly(page, { sentence: makeSentence(9), step: 'weights', query: 1 });
    const { outline, fade } = await page.evaluate(() => {
      const header = inLab('.figure table.weights .selected th');
      const frame = header?.closest('.matrix');
      if (!header || !frame) throw new Error('no table');
      const fade = getComputedStyle(frame).getPropertyValue('--cut');
      const { outlineStyle, outlineWidth } = getComputedStyle(header);
      return { outline: `${outlineStyle} ${outlineWidth}`, fade };
    });
    await endForcedColours();
    assert.equal(outline, 'solid 2px');
    assert.equal(fade, '0.5rem');
  });

  it('on a phone, buttons, links and fields are at least 24 pixels wide and high', async () => {
    const { page } = desk;
    await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
    await page.evaluate(async () => {
      await /** @type {any} */ (lab).ready;
    });
    for (const wanted of [
      {},
      { view: 'whole' },
      { source: 'mini', sentence: 'the boy has a cat .' },
      ...['opening', 'mixing-values', 'order-positions', 'heads-why', 'translation-roles'],
      ...['practice', 'practice-bugs', 'practice-goals', 'practice-check', 'practice-test-1-1'],
    ]) {
      const state = /** @type {Partial<State>} */ (
        typeof wanted === 'string' ? { guide: wanted } : wanted
      );
      await showOnly(page, state);
      const { count, small } = await page.evaluate(() => {
        const selector = 'button, a, summary, select, textarea, input:not([type=radio])';
        const seen = [...allInLab(selector), ...document.querySelectorAll('footer button')].filter(
          (element) => element.checkVisibility() && !element.closest('svg'),
        );
        const small = seen.flatMap((element) => {
          const { width, height } = element.getBoundingClientRect();
          const name = `${element.className} ${element.textContent?.trim()}`;
          return Math.min(width, height) < 23.9 ? [`${name}: ${width} × ${height}`] : [];
        });
        return { count: seen.length, small };
      });
      assert.ok(count > 3, JSON.stringify(wanted));
      assert.deepEqual(small, [], JSON.stringify(wanted));
    }
  });

  it('a tap opens a number, and everything to tap is at least 44 pixels high', async () => {
    const { hands, page } = desk;
    await page.setViewport({ width: 390, height: 800, hasTouch: true, isMobile: true });
    await page.evaluate(async () => {
      await /** @type {any} */ (lab).ready;
    });
    await showOnly(page, { step: 'scores' });
    const cell = await hands.find('.figure td[data-place="scores.0.1.1"]');
    await cell.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }));
    const box = await cell.boundingBox();
    assert.ok(box);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await hands.press();
    assert.match(await hands.textOf('.trace [data-level]'), /^score.*eat → eat/);
    const small = await page.evaluate(() => {
      const all = allInLab('td[data-place], .turn, button.word, .choice label, .token-bar label');
      const seen = [...all].filter((element) => element.checkVisibility());
      if (!matchMedia('(pointer: coarse)').matches || seen.length < 30) return ['no finger'];
      return seen
        .map((element) => [
          element.textContent?.trim(),
          Math.round(element.getBoundingClientRect().height),
        ])
        .filter(([, height]) => Number(height) < 44);
    });
    assert.deepEqual(small.slice(0, 9), [], `${small.length} are lower than 44 pixels`);
  });
});
