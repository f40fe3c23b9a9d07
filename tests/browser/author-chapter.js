// Authors' chapters as they are written in a page, and the element that shows them.
import { readFile } from 'node:fs/promises';

/** @import { Page } from './host.js' */

/** @param {string} path a path relative to the project */
export const readProjectFile = (path) =>
  readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

const scriptIn = (/** @type {string} */ html) =>
  /<script type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';

/** The chapter of `embed.html`, which has every kind of task. */
export const EXAMPLE = scriptIn(await readProjectFile('web/site/examples/chapter.html'));

/**
 * Returns a page with an element that contains a chapter.
 * @param {string} json
 * @param {string} [attributes]
 */
export const embedChapter = (json, attributes = 'hide="course"') =>
  `<main><h1>A course</h1><attention-lab ${attributes}><script type="application/json">${json}</script>
<p id="fallback">A chapter that needs JavaScript.</p></attention-lab></main>`;

/**
 * Returns a chapter with one question on each page.
 * @param {string} title
 * @param {object} [settings]
 */
export const makeChapter = (title, settings = {}) =>
  JSON.stringify({
    title,
    pages: ['one', 'two'].map((id) => ({
      ...{ id, title: `${title}, ${id}`, text: `Of ${title}.`, settings },
      show: [{ kind: 'table', of: 'weights' }],
      task: {
        ...{ kind: 'choice', question: 'Which?' },
        answers: [
          { answer: 'this', reply: 'Not this.' },
          { answer: 'that', reply: 'That it is.', right: true },
        ],
      },
    })),
  });

/**
 * Waits until the element shows the page with this title.
 * @param {Page} page
 * @param {string} title
 */
export async function untilTitle(page, title, selector = 'attention-lab') {
  await page.waitForFunction(
    (wanted, which) =>
      document
        .querySelector(which)
        ?.shadowRoot?.querySelector('.step-title')
        ?.textContent?.includes(wanted),
    {},
    title,
    selector,
  );
}
