// In VitePress: in the text of a page, with components that its theme names, and as fences.
import assert from 'node:assert/strict';
import { loadAttention } from '../../src/js/index.js';
import { compute } from '../../web/session/computation.js';
import { normalise } from '../../web/state/normalise.js';
import { builtAsFiles } from './built-as-files.js';
import { assertAlive } from './frameworks.js';

/** @typedef {import('../../web/elements/attention-lab.js').AttentionLab} Lab */

const state = normalise({ sentence: 'They eat noodles', mask: 'causal' });
const { weights } = compute(await loadAttention(), state).results;

/**
 * A fence with a sentence, and one with a chapter.
 * @param {import('puppeteer-core').Page} page
 */
async function assertFences(page) {
  await assertAlive(page);
  const [numbers, chapter] = await page.evaluate(async () => {
    const labs = /** @type {NodeListOf<Lab>} */ (document.querySelectorAll('attention-lab'));
    const [sentence, own] = [...labs].slice(-2);
    for (const lab of [sentence, own]) {
      await lab.ready;
      while (!(await lab.updateComplete));
    }
    const values = (/** @type {Lab} */ lab, /** @type {string} */ tensor) =>
      [...lab.renderRoot.querySelectorAll(`table[data-tensor="${tensor}"] td[data-value]`)].map(
        (cell) => Math.fround(Number(/** @type {HTMLElement} */ (cell).dataset.value)),
      );
    return [
      values(sentence, 'weights'),
      {
        title: own.renderRoot.querySelector('#step-title')?.textContent?.trim(),
        fields: own.renderRoot.querySelectorAll('.task input').length,
      },
    ];
  });
  assert.deepEqual(numbers, [...weights.data.slice(0, 9)]);
  assert.deepEqual(chapter, { title: 'A row', fields: 1 });
}

const build = /** @type {const} */ (['vitepress/bin/vitepress.js', 'build']);
builtAsFiles('vitepress', { build: [...build], out: '.vitepress/dist', alive: assertFences });
