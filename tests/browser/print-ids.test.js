import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getCourseChapters } from '../../web/pages/chapters.js';
import { onHostPages } from './host.js';
import { dispatch, showOnly } from './lab.js';
import '../support/features.js';

/** @import { Page } from 'puppeteer-core' */

const EXAMPLE = new URL('../../web/site/examples/chapter.html', import.meta.url);

/** Reads the example of a chapter, and returns it with each page twice. */
function doubleChapter() {
  const [, json] = /<script type="application\/json">(.*?)<\/script>/s.exec(
    readFileSync(EXAMPLE, 'utf8'),
  ) ?? ['', '{}'];
  const chapter = JSON.parse(json);
  return {
    ...chapter,
    pages: chapter.pages.flatMap((/** @type {{ id: string }} */ page) => [
      page,
      { ...page, id: `${page.id}-again` },
    ]),
  };
}

/** Prints the page, and reads which ids are there several times, and which references find none. */
async function findFaults(/** @type {Page} */ page) {
  await dispatch(page, 'beforeprint');
  const found = await page.evaluate(() => {
    const ids = allInLab('[id]').map(({ id }) => id);
    const names = ['aria-labelledby', 'aria-describedby', 'for', 'form', 'popovertarget'];
    const references = names.flatMap((name) =>
      allInLab(`[${name}]`).flatMap((element) => (element.getAttribute(name) ?? '').split(' ')),
    );
    const links = allInLab('a[href^="#"]:not([href*="="])').map(
      (link) => link.getAttribute('href')?.slice(1) ?? '',
    );
    return {
      pages: allInLab('.course, .steps').length,
      repeated: [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))],
      lost: [...new Set([...references, ...links].filter((id) => !ids.includes(id)))],
    };
  });
  await dispatch(page, 'afterprint');
  return found;
}

onHostPages('ids on paper', (host, _name, once) => {
  once('are unique in a lab with all its steps', async () => {
    const { page } = await host.openLab('<attention-lab></attention-lab>');
    for (const state of /** @type {const} */ ([
      { step: 'scores', mask: 'custom' },
      { mechanism: 'additive', target: 'he ate' },
    ])) {
      await showOnly(page, state);
      const { pages, ...faults } = await findFaults(page);
      assert.ok(pages > 3, JSON.stringify(state));
      assert.deepEqual(faults, { repeated: [], lost: [] }, JSON.stringify(state));
    }
  });

  once('are unique on each page of the course and of the practice', async () => {
    const ids = getCourseChapters().flatMap(({ pages }) => pages.map(({ id }) => id));
    assert.ok(ids.length > 40);
    const { page } = await host.openLab(`<attention-lab guide="${ids[0]}"></attention-lab>`);
    for (const guide of [...ids, 'practice-check', 'practice-worksheet', 'practice-notes']) {
      await page.evaluate(async (id) => {
        lab.setState({ guide: id });
        await lab.updateComplete;
      }, guide);
      const { repeated, lost } = await findFaults(page);
      assert.deepEqual({ repeated, lost }, { repeated: [], lost: [] }, guide);
    }
  });

  once('are unique in a chapter of an author, which prints all its pages', async () => {
    const { page } = await host.openLab(
      `<attention-lab><script type="application/json">${JSON.stringify(doubleChapter())}</script></attention-lab>`,
    );
    const { pages, ...faults } = await findFaults(page);
    assert.deepEqual({ pages, ...faults }, { pages: 14, repeated: [], lost: [] });
  });
});
