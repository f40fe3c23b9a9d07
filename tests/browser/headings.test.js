// A page's outline is its author's: titles in an element are headings only where the author gives their level.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage } from './host.js';

/** @import { AttentionLab } from '../../web/elements/attention-lab.js' */
/** @import { SerializedAXNode as Node, Page } from 'puppeteer-core' */

/** Level and first word of each heading, as a screen reader hears them. @param {Page} page */
async function outline(page) {
  await page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('attention-lab')].map((one) => {
        const lab = /** @type {AttentionLab} */ (one);
        return lab.ready.then(() => lab.updateComplete);
      }),
    ),
  );
  /** @param {Node} node @returns {Node[]} */
  const all = (node) => [node, ...(node.children ?? []).flatMap(all)];
  const root = await page.accessibility.snapshot();
  return all(/** @type {Node} */ (root))
    .filter(({ role }) => role === 'heading')
    .map(({ level, name }) => `${level} ${name?.split(' ')[0]}`);
}

/** @param {string} attributes */
const article = (attributes) =>
  plainPage(`<h1>Article</h1><h2>Figure</h2>
    <attention-lab loading="eager" ${attributes}></attention-lab><h2>After</h2>`);

const CELL = 'cell="weights.0.1.3"';

onHostPagesOnce('the outline of a page', (host) => {
  it('has only the author’s headings, whatever the element shows', async () => {
    for (const attributes of [
      '',
      `steps="weights" ${CELL}`,
      'guide="opening"',
      'guide="why-flip"',
    ]) {
      const { page } = await host.open({ html: article(attributes) });
      assert.deepEqual(await outline(page), ['1 Article', '2 Figure', '2 After'], attributes);
    }
  });

  it('has titles of the element from the level on that its author gives', async () => {
    for (const [attributes, expected] of /** @type {const} */ ([
      [
        `steps="weights" heading-level="3" ${CELL}`,
        ['3 Scores', '4 attention', '5 Comes', '5 Goes'],
      ],
      [`table="weights" heading-level="3" ${CELL}`, ['3 attention', '4 Comes', '4 Goes']],
      [
        `steps="weights" headinglevel="6" ${CELL}`,
        ['6 Scores', '6 attention', '6 Comes', '6 Goes'],
      ],
      ['steps="weights" heading-level="9"', ['6 Scores']],
      ['steps="weights" heading-level="-1"', []],
    ])) {
      const { page } = await host.open({ html: article(attributes), mayComplain: true });
      const all = ['1 Article', '2 Figure', ...expected, '2 After'];
      assert.deepEqual(await outline(page), all, attributes);
    }
  });

  it('follows a level that is changed, and one that is no number is told', async () => {
    const { page, complaints } = await host.open({ html: article('steps="weights"') });
    await page.evaluate(() => {
      lab.headingLevel = 3;
    });
    assert.deepEqual(await outline(page), ['1 Article', '2 Figure', '3 Scores', '2 After']);
    await page.evaluate(() => lab.setAttribute('heading-level', 'h3'));
    assert.deepEqual(await outline(page), ['1 Article', '2 Figure', '2 After']);
    assert.equal(complaints.length, 1);
    assert.match(complaints[0], /heading-level="h3"/);
  });
});
