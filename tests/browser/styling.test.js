import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage, untilSettled } from './host.js';
import { show } from './lab.js';

const PARTS = ['toolbar', 'step', 'matrix', 'cell', 'trace', 'badge'];

/** Each custom property, its value, and where it shows in the step with this name. */
const PROPERTIES = /** @type {const} */ ([
  ['q', 'rgb(1, 2, 3)', 'scores', 'table.of-q thead tr:last-child > th', 'border-bottom-color'],
  ['q', 'rgb(1, 2, 3)', 'scores', '.formula .q', 'color'],
  ['k', 'rgb(4, 5, 6)', 'scores', 'table.of-k thead tr:last-child > th', 'border-bottom-color'],
  ['k', 'rgb(4, 5, 6)', 'scores', '.formula .k', 'color'],
  ['v', 'rgb(7, 8, 9)', 'heads', 'table.of-v thead tr:last-child > th', 'border-bottom-color'],
  ['v', 'rgb(7, 8, 9)', 'heads', '.formula .v', 'color'],
  ['cell-size', '61px', 'scores', 'td[part=cell]', 'height'],
  ['top', '40px', 'scores', '.token-bar', 'top'],
  ['font', 'Impact', 'scores', 'td[part=cell]', 'font-family'],
  ['ink', 'rgb(10, 11, 120)', 'scores', '.step-title', 'color'],
  ['paper', 'rgb(250, 251, 220)', 'scores', '.token-bar', 'background-color'],
]);

/** These colours are mixed with the paper's. The larger the number, the bluer the cell. */
const MIXED = /** @type {const} */ ([
  ['weight', 'heads', 'table.weights td[part=cell]'],
  ['positive', 'scores', 'td.positive'],
  ['negative', 'scores', 'td.negative'],
]);

onHostPagesOnce('an author’s style sheet', (host) => {
  it('can style every part', async () => {
    const rules = PARTS.map(
      (part, i) => `attention-lab::part(${part}) { outline: 1px solid rgb(${i}, 200, 0); }`,
    );
    const { page } =
      await host.openLab(`<style>${rules.join('\n')}</style><attention-lab step="scores"
        steps="scores,weights" theme="light"></attention-lab>`);
    await show(page, { cell: 'scores.0.1.2' });
    const found = await page.evaluate((parts) => {
      return parts.map((part) => {
        const all = allInLab(`[part~="${part}"]`);
        return [
          ...new Set(
            all
              // The traced number and its operands have their own outlines.
              .filter((element) => !element.matches('.traced, .operand, .fed'))
              .map((element) => getComputedStyle(element).outlineColor),
          ),
        ];
      });
    }, PARTS);
    assert.deepEqual(
      found,
      PARTS.map((_, i) => [`rgb(${i}, 200, 0)`]),
    );
  });

  it('can set every documented custom property', async () => {
    const { page } = await host.openLab(
      '<attention-lab steps="scores,heads" theme="light"></attention-lab>',
    );
    /**
     * @param {string} step
     * @param {string} name
     * @param {string} value
     * @param {string} selector
     * @param {string} style
     */
    const seen = async (step, name, value, selector, style) => {
      await show(page, { step });
      return page.evaluate(
        (property, to, wanted, entry) => {
          const read = () =>
            allInLab(wanted).map((element) => getComputedStyle(element).getPropertyValue(entry));
          const before = read();
          lab.style.setProperty(`--attention-${property}`, to);
          const after = read();
          lab.style.removeProperty(`--attention-${property}`);
          return { before, after };
        },
        ...[name, value, selector, style],
      );
    };
    for (const [name, value, step, selector, style] of PROPERTIES) {
      const { before, after } = await seen(step, name, value, selector, style);
      assert.ok(after.length > 0, `${selector} is on screen`);
      assert.deepEqual(
        after.map((text) => text.replaceAll('"', '')),
        before.map(() => value),
        `--attention-${name} in ${selector}`,
      );
      assert.ok(!before.includes(value), `--attention-${name}`);
    }
    for (const [name, step, selector] of MIXED) {
      const { before, after } = await seen(step, name, '#00f', selector, 'background-color');
      assert.ok(after.length > 1, `${selector} is on screen`);
      /** @param {string} colour */
      const blue = (colour) => {
        const [red, , most] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
        return most - red;
      };
      for (const [i, colour] of after.entries()) {
        assert.ok(blue(colour) > blue(before[i]), `--attention-${name}: ${before[i]}, ${colour}`);
      }
    }
  });

  it('can make room for a sticky header, below which the bars stand and parts scroll', async () => {
    const { page } = await host.openLab(`<style>body { margin: 0 }
      header { position: sticky; top: 0; z-index: 9; height: 56px; background: #fff }
      attention-lab { --attention-top: 56px }</style>
      <header>A book</header><attention-lab sentence="The old robot waters"></attention-lab>
      <p style="height: 200vh"></p>`);
    for (const [width, selector] of /** @type {[number, string][]} */ ([
      [1280, '.token-bar'],
      [390, '.strip'],
    ])) {
      await page.setViewport({ width, height: 800 });
      await show(page, { step: 'weights', cell: '' });
      const measure = (/** @type {string} */ part) =>
        page.evaluate((wanted) => {
          const box = inLab(wanted)?.getBoundingClientRect();
          return { top: box?.top ?? NaN, bottom: box?.bottom ?? NaN };
        }, part);
      await page.evaluate(() => {
        scrollTo(0, 0);
        const { bottom = 0 } = inLab('.steps')?.getBoundingClientRect() ?? {};
        scrollTo(0, bottom - 400);
      });
      assert.equal((await measure(selector)).top, 56, selector);
      // The next step begins below both.
      await page.evaluate(() => {
        const turns = allInLab('.bar .turn');
        /** @type {HTMLElement} */ (turns.at(-1)).click();
      });
      await page.waitForFunction(() => lab.step !== 'weights');
      await untilSettled(page);
      const { bottom } = await measure(selector);
      const { top } = await measure('.step-title');
      assert.ok(top >= bottom && bottom > 56, `${selector}: ${bottom}, title at ${top}`);
      await page.evaluate(() => document.querySelector('attention-lab')?.scrollIntoView());
      assert.equal(await page.evaluate(() => Math.round(lab.getBoundingClientRect().top)), 56);
    }
  });

  it('can scale texts and tables by one property', async () => {
    const { page } = await host.openLab(
      '<attention-lab steps="scores" theme="light"></attention-lab>',
    );
    const sizes = (/** @type {string} */ factor) =>
      page.evaluate((to) => {
        lab.style.setProperty('--attention-size', to);
        return ['.step-title', '.prose', 'td[part=cell]', '.note'].map((selector) => {
          const { fontSize } = getComputedStyle(/** @type {Element} */ (inLab(selector)));
          return Number.parseFloat(fontSize);
        });
      }, factor);
    assert.deepEqual(await sizes('1'), [26, 17, 14, 14]);
    assert.deepEqual(await sizes('1.5'), [39, 25.5, 21, 21]);
  });

  it('puts the tables of larger letters below the text, where nothing is cut', async () => {
    const { page } = await host.openLab('<attention-lab steps="weights"></attention-lab>');
    const measure = (/** @type {string} */ font, /** @type {string} */ size) =>
      page.evaluate(
        async (root, factor) => {
          document.documentElement.style.fontSize = root;
          lab.style.setProperty('--attention-size', factor);
          await nextFrames(3);
          const [text, figure] = ['.prose', '.figure'].map((selector) =>
            /** @type {Element} */ (inLab(selector)).getBoundingClientRect(),
          );
          const cut = allInLab('.matrix').filter(
            (matrix) => matrix.scrollWidth > matrix.clientWidth + 1,
          );
          return [figure.top > text.bottom ? 'below' : 'beside', cut.length];
        },
        font,
        size,
      );
    await page.setViewport({ width: 1000, height: 900 });
    assert.deepEqual(await measure('16px', '1'), ['beside', 0]);
    assert.deepEqual(await measure('28px', '1'), ['below', 0]);
    assert.deepEqual(await measure('16px', '1.75'), ['below', 0]);
  });

  it('changes nothing else in the element', async () => {
    const { page } =
      await host.openLab(`<style>table, td { background: rgb(9, 9, 9); padding: 40px; }
        button, div, p, svg { display: none; }</style><attention-lab></attention-lab>`);
    const { hidden, styled } = await page.evaluate(() => {
      const all = allInLab('table, td, button, [data-level], p, svg');
      const styles = all.map((element) => getComputedStyle(element));
      return {
        hidden: styles.filter(({ display }) => display === 'none').length,
        styled: styles.filter(({ backgroundColor }) => backgroundColor === 'rgb(9, 9, 9)').length,
      };
    });
    assert.deepEqual([hidden, styled], [0, 0]);
  });

  /** Opens these elements on a page, and returns the style of each part of them. @param {string} head */
  const readStyles = async (head, doctype = '<!doctype html>', names = /./) => {
    const tags = `<attention-lab steps="scores"></attention-lab>
      <attention-map row-tokens="a b" weights="[[0, 1], [1, 0]]"></attention-map>
      <attention-map row-tokens="a b" weights="{"></attention-map>`;
    const html = plainPage(`${head}<main>${tags}</main>`).replace(/.*?>/, doctype);
    const { page, readComplaints } = await host.open({ html, mayComplain: true });
    await untilSettled(page);
    const notJson = /^warn: <attention-map>: weights is text that is not JSON/;
    for (const complaint of readComplaints()) assert.match(complaint, notJson);
    return page.evaluate(async (source) => {
      const wanted = new RegExp(source);
      await nextFrames(3);
      return [...document.querySelectorAll('main > *')].map((element) => {
        // A slot at the top holds the author's own content.
        const parts = element.shadowRoot?.querySelectorAll(':not(:host > slot)') ?? [];
        return [...parts].map((part) => {
          const style = getComputedStyle(part);
          const values = [...style]
            .filter((name) => wanted.test(name))
            .map((name) => [name, style.getPropertyValue(name)]);
          return [part.localName, part.className, Object.fromEntries(values)];
        });
      });
    }, names.source);
  };

  it('changes no content by rules that match the element itself', async () => {
    const rule = `main * { color: #888; font: italic 700 20px / 1.9 monospace; letter-spacing: 1px;
      word-spacing: 3px; text-transform: uppercase; text-shadow: 1px 1px red; text-indent: 1em;
      white-space: pre; writing-mode: vertical-rl; text-align: right; cursor: help; }`;
    assert.deepEqual(await readStyles(`<style>${rule}</style>`), await readStyles(''));
  });

  it('may stand on a page without a doctype, which changes no letters either', async () => {
    const names = /^(font|color|line-height|text|white-space|margin)/;
    assert.deepEqual(await readStyles('', '', names), await readStyles('', undefined, names));
  });

  it('and the colour scheme of the page change painted maps', async () => {
    const { page } =
      await host.openLab(`<style>attention-lab { --attention-weight: oklch(0.6 0.15 30); }</style>
        <attention-lab sentence="${'word '.repeat(20)}" step="weights" steps="weights">
        </attention-lab>`);
    for (const scheme of ['dark', 'light', 'dark']) {
      const { painted, palette, note } = await page.evaluate(async (to) => {
        document.documentElement.style.colorScheme = to;
        // The element notices a change of style when the browser draws.
        await nextFrames(3);
        const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        const read = () => [...(pixel?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
        const readColour = (/** @type {string} */ colour) => {
          Object.assign(pixel ?? {}, { fillStyle: colour });
          pixel?.fillRect(0, 0, 1, 1);
          return read();
        };
        const ends = [getComputedStyle(lab).backgroundColor, 'oklch(0.6 0.15 30)'].map(readColour);
        const canvas = inLab('.map:has(table.weights) canvas');
        if (canvas) pixel?.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
        const note = inLab('.map:has(table.weights) .note')?.textContent;
        return { painted: read(), palette: ends, note };
      }, scheme);
      // Each of twenty equal words has a twentieth of the weight.
      const [, end] = /0 to (0\.\d+)\./.exec(note ?? '') ?? [];
      const level = Math.round((100 * 0.05) / Number(end)) / 100;
      const wanted = palette[0].map((paper, i) =>
        Math.round(paper + level * (palette[1][i] - paper)),
      );
      for (const [i, channel] of painted.entries()) {
        assert.ok(Math.abs(channel - wanted[i]) <= 1, `${scheme}: ${painted}, ${wanted}`);
      }
    }
  });
});
