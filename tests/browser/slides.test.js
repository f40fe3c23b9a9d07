// A lab in a page with its own keys and layout: slides, or a text that continues below.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { snippetWith } from '../support/documents.js';
import { onHostPagesOnce, plainPage, untilSettled } from './host.js';
import { dist, setProps } from './lab.js';

/** @import { KeyInput, Page } from 'puppeteer-core' */

const SCHEMES = ['light', 'dark'];

/** Records the keys that reach the page, and whether the element prevented their default. */
const LISTENING = `<attention-map weights="[[0, 1], [1, 0]]"></attention-map>
        <script>
          kept.heard = [];
          addEventListener('keydown', ({ key, defaultPrevented }) => kept.heard.push([key, defaultPrevented]));
        </script>`;

/**
 * Focuses a part of an element, presses keys, and returns those that reached the page.
 * @param {Page} page
 * @param {string} tag
 * @param {string} selector
 * @param {string[]} keys
 * @returns {Promise<[key: string, isPrevented: boolean][]>}
 */
async function hearKeys(page, tag, selector, keys) {
  await page.evaluate(
    (tag, selector) => {
      kept.heard = [];
      const found = document.querySelector(tag)?.shadowRoot?.querySelector(selector);
      /** @type {HTMLElement} */ (found).focus();
    },
    tag,
    selector,
  );
  for (const key of keys) await page.keyboard.press(/** @type {KeyInput} */ (key));
  return page.evaluate(() => kept.heard);
}

onHostPagesOnce('a lab inside another page', (host) => {
  it('fits a slide of 960 by 540 in its compact form', async () => {
    const { page } = await host.open({
      html: plainPage(`<style>body { margin: 0; }</style>
        <attention-lab compact steps="q,k,v,scores,scaledScores,weights,heads,output"></attention-lab>`),
    });
    await page.setViewport({ width: 960, height: 540 });
    await untilSettled(page);
    const found = await page.evaluate(async () => {
      const ends = [];
      for (const step of lab.steps.split(',')) {
        lab.goto(step);
        await lab.updateComplete;
        const wide = allInLab('.matrix').filter(
          (element) => element.scrollWidth > element.clientWidth,
        );
        ends.push({ step, height: lab.offsetHeight, wide: wide.length });
      }
      return ends;
    });
    for (const { step, height, wide } of found)
      assert.ok(height <= 540 && wide === 0, `${step}: ${height} pixels, ${wide} tables scroll`);
  });

  it('fits a slide with an opened number and with the whole picture', async () => {
    const { page } = await host.open({
      html: plainPage(`<style>body { margin: 0; }</style>
        <attention-lab compact steps="scores,weights"></attention-lab>`),
    });
    await page.setViewport({ width: 960, height: 540 });
    await untilSettled(page);
    const found = await page.evaluate(async () => {
      const drawn = async () => {
        await lab.updateComplete;
        await nextFrames(3);
      };
      /** @param {string} selector */
      const isSeen = (selector) => {
        const { top, bottom } = /** @type {Element} */ (inLab(selector)).getBoundingClientRect();
        return top >= 0 && bottom <= lab.offsetHeight;
      };
      const heights = [];
      for (const step of ['scores', 'weights']) {
        lab.goto(step);
        await drawn();
        const cell = `[data-place="${step}.0.1.3"]`;
        inLab(cell)?.click();
        await drawn();
        heights.push([step, lab.offsetHeight, isSeen('.trace .sum'), isSeen(cell)]);
      }
      lab.view = 'whole';
      while (!inLab('.walk')) await drawn();
      await drawn();
      heights.push(['whole', lab.offsetHeight, isSeen('.whole-picture svg'), isSeen('.walk')]);
      // A part of the formula leads back.
      inLab('.formula-line button')?.click();
      await drawn();
      return { heights, view: lab.view };
    });
    for (const [what, height, ...seen] of found.heights)
      assert.ok(Number(height) <= 540 && seen.every(Boolean), `${what}: ${height}, ${seen}`);
    assert.equal(found.view, 'step');
  });

  it('shows an author’s number completely, and a hint to scroll to a reader’s number', async () => {
    const { page } = await host.openLab('<attention-lab compact steps="weights"></attention-lab>');
    const look = () =>
      page.evaluate(async () => {
        for (let i = 0; i < 3; i++) {
          await lab.updateComplete;
          await nextFrames();
        }
        const { scrollHeight, clientHeight } = /** @type {Element} */ (inLab('.lab'));
        const { content } = getComputedStyle(/** @type {Element} */ (inLab('.lab')), '::after');
        return { hidden: scrollHeight - clientHeight, hint: content };
      });
    for (const width of [360, 640, 960]) {
      await page.setViewport({ width, height: 800 });
      await page.evaluate(() => lab.removeAttribute('cell'));
      await page.evaluate(() => lab.setState({ cell: 'weights.0.1.3' }));
      const { hidden, hint } = await look();
      assert.ok(hidden > 0, `${width}: what a reader opens is on a slide`);
      assert.match(hint, /▾/, `${width}`);
      await page.evaluate(() => lab.setAttribute('cell', 'weights.0.1.3'));
      assert.deepEqual(await look(), { hidden: 0, hint: 'none' }, `${width}`);
    }
  });

  it('has nothing that sticks over a picture on a scaled slide', async () => {
    const { page } =
      await host.openLab(`<style>body, section { margin: 0; height: 100vh; overflow: hidden; }
          section > * { position: relative; top: 50%; width: 940px; transform: translateY(-50%); }
        </style>
        <section><attention-lab guide="scoring" compact hide="course"></attention-lab></section>
        <section><attention-lab guide="scoring-turn" compact></attention-lab></section>
        <section><attention-map view="grid" weights="[[[0, 1], [1, 0]], [[0, 1], [1, 0]]]"></attention-map></section>`);
    await page.setViewport({ width: 1280, height: 720 });
    for (const index of [0, 1, 2]) {
      const [above, bar] = await page.evaluate(async (shown) => {
        const section = document.querySelectorAll('section')[shown];
        section.scrollIntoView();
        const element = /** @type {any} */ (section.firstElementChild);
        await element.ready;
        const root = element.shadowRoot;
        const thumb = root.querySelector('.thumb');
        thumb?.focus();
        await nextFrames(3);
        const bar = root.querySelector('.bar, .readout').getBoundingClientRect();
        return [(thumb ?? root.querySelector('.one')).getBoundingClientRect().bottom, bar.top];
      }, index);
      assert.ok(bar >= above, `${index}: ${bar}, ${above}`);
    }
  });

  it('keeps its bars in view in a page, but not on a slide or as a part of a text', async () => {
    const positions = [];
    for (const attributes of ['', 'guide="scoring-turn"', 'compact', 'steps="q,k"']) {
      const { page } = await host.openLab(`<attention-lab ${attributes}></attention-lab>`);
      positions.push(
        await page.evaluate(() => allInLab('.bar').map((bar) => getComputedStyle(bar).position)),
      );
    }
    assert.deepEqual(positions.flat(), ['sticky', 'sticky', 'static', 'static']);
  });

  it('handles the keys of a focused part, and leaves all others to the page', async () => {
    const { page } = await host.openLab(`<attention-lab></attention-lab>${LISTENING}`);
    const heard = async (
      /** @type {string} */ tag,
      /** @type {string} */ selector,
      /** @type {string[]} */ keys,
    ) => (await hearKeys(page, tag, selector, keys)).map(([key]) => key);
    const arrows = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'];
    const edges = arrows.flatMap((key) => Array(6).fill(key));
    assert.deepEqual(await heard('attention-lab', 'td[data-place]', [...edges, 'PageDown']), [
      'PageDown',
    ]);
    assert.deepEqual(await heard('attention-map', 'td[data-place]', [...edges, 'Escape']), [
      'Escape',
    ]);
    // The page does not get an Escape that closes something, but gets every other one.
    const esc = ['Enter', 'Escape'];
    assert.deepEqual(await heard('attention-lab', '.figure td[data-place]', esc), []);
    assert.deepEqual(await heard('attention-lab', '.figure td[data-place]', [...esc, 'Escape']), [
      'Escape',
    ]);
    assert.deepEqual(await heard('attention-lab', '#sentence', ['n', ' ', 'ArrowLeft']), []);
    assert.deepEqual(await heard('attention-lab', '.tools button:last-child', ['Tab']), ['Tab']);
    const help = ['Enter', 'ArrowDown', 'b', 'Escape'];
    assert.deepEqual(await heard('attention-lab', '.tools button:last-child', help), []);
    await page.waitForFunction(() => !inLab('dialog'));
    await page.evaluate(async () => {
      attentionMap.weights = [[[1]], [[1]]];
      attentionMap.view = 'grid';
      await attentionMap.ready;
    });
    assert.deepEqual(await heard('attention-map', '.thumb', [...edges, 'Escape']), ['Escape']);
  });

  it('leaves a key that changes nothing to the page', async () => {
    const { page } = await host.openLab(
      `<attention-lab steps="weights"></attention-lab>${LISTENING}`,
    );
    const assertLeft = async (
      /** @type {string} */ tag,
      /** @type {string} */ selector,
      /** @type {string[]} */ keys,
      /** @type {string[]} */ left,
    ) =>
      assert.deepEqual(
        await hearKeys(page, tag, selector, keys),
        left.map((key) => [key, false]),
      );
    // A press opens a number, and the next one changes nothing.
    await assertLeft('attention-lab', 'td[data-place]', [' ', ' '], [' ']);
    await assertLeft('attention-map', 'td[data-place]', [' ', ' '], [' ']);
    const word = '[name=query]:checked';
    await assertLeft('attention-lab', word, ['ArrowRight', ' ', 'PageDown'], [' ', 'PageDown']);
    // There is nothing to undo.
    await assertLeft('attention-lab', '.tools button', [' ', 'Enter'], [' ', 'Enter']);
    await setProps(page, { sentence: 'word' });
    await assertLeft('attention-lab', word, ['ArrowRight'], ['ArrowRight']);
  });

  it('exports pictures with its paper and ink', async () => {
    const { page } =
      await host.openLab(`<style>attention-lab { --attention-paper: #fff3c4; --attention-ink: #123; }</style>
        <attention-lab steps="weights"></attention-lab>`);
    for (const scheme of SCHEMES) {
      const svg = await page.evaluate(async (to) => {
        document.documentElement.style.colorScheme = to;
        return lab.export('svg');
      }, scheme);
      assert.match(svg, /#fff3c4/, scheme);
      assert.match(svg, /#112233/, scheme);
    }
  });

  it('exports pictures without a paper if its own is transparent', async () => {
    const { page } =
      await host.openLab(`<style>attention-lab { --attention-paper: transparent }</style>
        <attention-lab steps="weights"></attention-lab>`);
    const svg = await page.evaluate(() => lab.export('svg'));
    assert.equal(/<rect [^>]*fill="([^"]*)"/.exec(String(svg))?.[1], 'none');
    const alpha = await page.evaluate(async () => {
      const bitmap = await createImageBitmap(/** @type {Blob} */ (await lab.export('png')));
      const canvas = document.createElement('canvas');
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(1, 1, 1, 1).data[3];
    });
    assert.equal(alpha, 0);
  });

  it('does not shift the text below it if the page reserves its height', async () => {
    const script = await readFile(join(dist, 'attention-lab.js'), 'utf8');
    /**
     * Returns how far the page shifts when the lab appears.
     * @param {string} style
     * @param {[number, number]} size
     */
    const shiftOf = async (style, [width, height] = [1280, 800]) => {
      const { page } = await host.open({
        html: `<!doctype html><meta charset="utf-8"><style>${style}</style><p>Before.</p>
            <attention-lab steps="weights">Without JavaScript this text stays.</attention-lab>
            ${'<p>And so the text goes on below.</p>'.repeat(20)}`,
      });
      await page.setViewport({ width, height });
      // Shifts caused by narrowing the window do not count.
      await page.reload();
      await page.evaluate(() => {
        kept.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) kept.shift += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
        return nextFrames(3);
      });
      await page.addScriptTag({ content: script });
      await untilSettled(page);
      return page.evaluate(async () => {
        await nextFrames(3);
        return Number(kept.shift);
      });
    };
    const reserved = snippetWith('css', 'attention-lab:not(:defined)');
    for (const size of /** @type {[number, number][]} */ ([
      [1280, 800],
      [320, 640],
      [320, 1400],
    ])) {
      const shift = await shiftOf(reserved, size);
      assert.ok(shift <= 0.02, `${size}: ${shift}`);
    }
    // Otherwise the measurement would prove nothing.
    assert.ok((await shiftOf('')) > 0.05);
  });
});
