// Features that only authors turn on, such as locking, captions, files and lazy loading: axe finds
// nothing, text of double size fits a narrow window, and forced colours lose nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertAccessible, COLOUR_RULES } from './axe.js';
import { onHostPagesOnce, plainPage } from './host.js';
import { emulateForcedColours, makeSentence } from './lab.js';

const MAP = 'row-tokens="the cat sat" weights="[[1, 0, 0], [0.5, 0.25, 0.25], [0, 0, 1]]"';

const CHAPTER = JSON.stringify({
  title: 'Masks',
  pages: [
    {
      ...{ id: 'one', title: 'What a mask hides', settings: { heads: 1, mask: 'causal' } },
      ...{ text: 'A **mask** hides keys.', show: [{ kind: 'table', of: 'weights' }] },
      task: {
        ...{ kind: 'choice', question: 'What is hidden?' },
        answers: [
          { answer: 'What comes later', reply: 'Yes.', right: true },
          { answer: 'Nothing', reply: 'No.' },
        ],
      },
    },
  ],
});

const TASKS = JSON.stringify({
  title: 'Masks',
  pages: [
    {
      ...{ id: 'one', title: 'What a mask leaves', settings: { heads: 1, mask: 'causal' } },
      ...{ text: 'A **mask** hides keys.', show: [{ kind: 'arcs' }] },
      task: {
        ...{ kind: 'numbers', question: 'What is the weight of the first word?' },
        ...{ cells: [{ cell: 'weights.0.0.0', label: 'They' }], right: 'It is 1.' },
      },
    },
  ],
});

const STATES = {
  'a chapter with a number to compute and a word with a strong arc':
    '<attention-lab src="tasks.json" hide="course" query="0"></attention-lab>',
  'the first screen': '<attention-lab guide="opening"></attention-lab>',
  'a locked table': '<attention-lab locked table="weights"></attention-lab>',
  'locked steps': '<attention-lab locked steps="scores,weights"></attention-lab>',
  'a locked number': '<attention-lab locked steps="weights" cell="weights.0.1.3"></attention-lab>',
  'a locked table of 40 words': `<attention-lab locked table="weights" sentence="${makeSentence(40, 'word')}"></attention-lab>`,
  'a locked picture': '<attention-lab locked view="whole"></attention-lab>',
  'a caption': '<attention-lab table="weights" caption="What eat attends to."></attention-lab>',
  'a caption with markup':
    '<attention-lab steps="weights"><span slot="caption">What <em>eat</em> attends to.</span></attention-lab>',
  'a heading level':
    '<h2>Above</h2><attention-lab heading-level="3" steps="weights"></attention-lab>',
  'a chapter from a file': '<attention-lab src="masks.json" hide="course"></attention-lab>',
  'a chapter that is missing': '<attention-lab src="none.json" table="weights"></attention-lab>',
  'a map from a file': '<attention-map src="weights.json" caption="Of my own."></attention-map>',
  'a map that is missing': '<attention-map src="none.npy"></attention-map>',
  'a locked map': `<attention-map locked ${MAP}></attention-map>`,
  'a locked grid': `<attention-map locked view="grid" ${MAP}></attention-map>`,
  'locked lines': `<attention-map locked view="lines" ${MAP}></attention-map>`,
  'a place that waits':
    '<div style="height: 6000px"></div><attention-lab steps="weights">A poster.</attention-lab>',
};

const FILES = {
  'masks.json': CHAPTER,
  'tasks.json': TASKS,
  'weights.json': JSON.stringify({ weights: [[0.75, 0.25]], rows: ['the'], columns: ['a', 'b'] }),
};

/** Runs in the page: waits until nothing is being rendered or fetched. */
async function settle() {
  const element = /** @type {any} */ (document.querySelector('attention-lab, attention-map'));
  // Elements that wait are left alone.
  if (element.getBoundingClientRect().top > 3 * innerHeight) return;
  await element.ready.catch(() => {});
  do {
    while (!(await element.updateComplete));
    await nextFrames();
  } while (element.shadowRoot.querySelector('p.status[role=status]:not(.empty)'));
}

/**
 * Runs in the page: lists what is wider than the window, and texts that are cut off.
 * @returns {string[]}
 */
function findCut() {
  const root = document.documentElement;
  const wide = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide`] : [];
  const element = /** @type {Element} */ (document.querySelector('attention-lab, attention-map'));
  const all = [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll('*')];
  const cut = all.filter((node) => {
    const { overflowX, overflowY } = getComputedStyle(node);
    // A one-line word is cut with an ellipsis, and the words next to a map are thinned out on
    // purpose.
    if (!node.checkVisibility() || node.closest('.hidden, .cut, [aria-hidden=true]')) return false;
    const isCut = overflowX === 'hidden' && node.scrollWidth > node.clientWidth + 1;
    return isCut || (overflowY === 'hidden' && node.scrollHeight > node.clientHeight + 1);
  });
  return [...wide, ...cut.map((node) => node.outerHTML.slice(0, 80))];
}

onHostPagesOnce('states that only authors turn on', (host) => {
  for (const [what, html] of Object.entries(STATES)) {
    it(`${what}: axe finds nothing, double-size text fits, and forced colours show every text`, async () => {
      const { page } = await host.open({
        html: plainPage(`<main><h1>An article</h1>${html}</main>`).replace('"de"', '"en"'),
        files: FILES,
        mayComplain: what.includes('missing'),
      });
      for (const theme of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        await page.evaluate((wanted) => {
          document.documentElement.style.colorScheme = wanted;
          document.documentElement.style.background = wanted === 'dark' ? '#17181b' : '#fff';
          document.documentElement.style.color = wanted === 'dark' ? '#fff' : '#000';
        }, theme);
        await page.evaluate(settle);
        const only = theme === 'dark' ? COLOUR_RULES : undefined;
        await assertAccessible(page, { only }, theme);
      }
      await page.setViewport({ width: 640, height: 800 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await page.evaluate(settle);
      assert.deepEqual(await page.evaluate(findCut), [], 'texts of twice the size');
      await emulateForcedColours(page);
      await page.evaluate(settle);
      assert.deepEqual(await page.evaluate(findFaint), [], 'forced colours');
    });
  }

  it('a chapter of several pages: its buttons fit a window of 360 pixels with texts of twice the size', async () => {
    const { title, pages } = JSON.parse(CHAPTER);
    const chapter = { title, pages: [...pages, { ...pages[0], id: 'two' }] };
    const { page } = await host.open({
      html: plainPage('<attention-lab src="masks.json" hide="course"></attention-lab>'),
      files: { 'masks.json': JSON.stringify(chapter) },
    });
    await page.setViewport({ width: 360, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await page.evaluate(settle);
    assert.equal(await page.evaluate(() => allInLab('.turn').length), 2);
    assert.deepEqual(await page.evaluate(findCut), []);
  });
});

/**
 * Runs in the page: lists texts that have the colour of their background in forced colours.
 * Browsers then put paper behind letters, unless a style adjusts its own colours.
 * @returns {string[]}
 */
function findFaint() {
  const element = /** @type {Element} */ (document.querySelector('attention-lab, attention-map'));
  const all = [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll('*')];
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'Canvas';
  const paper = getComputedStyle(probe).color;
  probe.remove();
  /** @param {Element} node */
  const isOnPaper = (node) =>
    getComputedStyle(node).getPropertyValue('forced-color-adjust') !== 'none';
  /** @param {Element} node */
  const groundOf = (node) => {
    for (let at = node; at; at = at.parentElement ?? /** @type {any} */ (at.getRootNode()).host) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  return all
    .filter(
      (part) =>
        part.checkVisibility() &&
        !part.closest('.hidden, option, svg') &&
        [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) &&
        getComputedStyle(part).color === (isOnPaper(part) ? paper : groundOf(part)),
    )
    .map((node) => node.outerHTML.slice(0, 80));
}
