// On slides of reveal.js: what fits one, and whose the keys are.
import assert from 'node:assert/strict';
import { builtAsFiles } from './built-as-files.js';
import { assertAlive } from './frameworks.js';

/** @typedef {import('puppeteer-core').Page} Page */

const [WIDTH, HEIGHT] = [960, 540];

builtAsFiles('reveal', {
  build: ['vite/bin/vite.js', 'build'],
  out: 'dist',
  async alive(page) {
    await page.setViewport({ width: WIDTH, height: HEIGHT });
    await assertAlive(page);
    await assertFits(page);
    await assertKeys(page);
  },
});

/** @param {Page} page @param {number} slide */
const turnTo = (page, slide) =>
  page.evaluate((to) => /** @type {any} */ (globalThis).slides.slide(to), slide);

/** @param {Page} page */
const slideOf = (page) =>
  page.evaluate(() => {
    const { slides } = /** @type {any} */ (globalThis);
    return [slides.getIndices().h, slides.isOverview()];
  });

/** The compact form of each step is as high as the slide at most, and nothing in it scrolls. @param {Page} page */
async function assertFits(page) {
  await turnTo(page, 1);
  for (const step of ['scores', 'weights']) {
    const { bottom, right, wide } = await page.evaluate(async (wanted) => {
      const lab = /** @type {any} */ (document.querySelector('attention-lab'));
      lab.goto(wanted);
      await lab.updateComplete;
      const tables = [...lab.shadowRoot.querySelectorAll('.matrix')];
      const wide = tables.filter((one) => one.scrollWidth > one.clientWidth);
      const { bottom, right } = lab.getBoundingClientRect();
      return { bottom, right, wide: wide.length };
    }, step);
    assert.ok(bottom <= HEIGHT && right <= WIDTH, `${step} ends at ${right}, ${bottom}`);
    assert.equal(wide, 0, `${step}: tables that scroll`);
  }
}

/** @param {Page} page */
async function assertKeys(page) {
  /** Within a lab or map on a slide. @param {number} slide @param {string} host @param {string} inside */
  const focus = async (slide, host, inside) => {
    await turnTo(page, slide);
    await page.evaluate(
      (host, inside) => {
        const found = document.querySelector(host)?.shadowRoot?.querySelector(inside);
        /** @type {HTMLElement} */ (found).focus();
      },
      host,
      inside,
    );
  };
  /** @param {string[]} keys @param {number} slide @param {string} why */
  const stays = async (keys, slide, why) => {
    for (const key of keys) {
      await page.keyboard.press(/** @type {import('puppeteer-core').KeyInput} */ (key));
      assert.deepEqual(await slideOf(page), [slide, false], `${why}: ${key}`);
    }
  };
  const arrows = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'];
  const edges = arrows.flatMap((key) => Array(5).fill(key));
  const isHelped = () =>
    page.evaluate(() => {
      const help = document.querySelector('attention-lab')?.shadowRoot?.querySelector('dialog');
      return help?.open ?? false;
    });

  await focus(1, 'attention-lab', 'td[data-place]');
  await stays(edges, 1, 'in a table of the lab');
  await stays(['?'], 1, 'to the help');
  assert.equal(await isHelped(), true);
  await stays([...arrows, 'n', 'Escape'], 1, 'in the help');
  await page.waitForFunction(
    () => !document.querySelector('attention-lab')?.shadowRoot?.querySelector('dialog'),
  );
  await focus(1, 'attention-lab', '.tools button:last-child');
  await stays([' ', 'Escape'], 1, 'on a button');
  await focus(2, '#map', 'td[data-place]');
  await stays([...edges, 'Enter', ' '], 2, 'in a table of the map');
  await focus(4, '#typed', '.fields input, .fields textarea');
  await stays(['n', 'p', 'o', '.', 'ArrowLeft', 'End', ' '], 4, 'while a sentence is typed');

  // Elsewhere they are the slides' own.
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await slideOf(page), [5, false]);
  await page.keyboard.press('Escape');
  assert.deepEqual(await slideOf(page), [5, true]);
}
