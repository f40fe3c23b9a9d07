// An author can hide the course. Then a page leads nowhere, or to its chapter alone.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { course, pages } from '../../web/features/course/index.js';
import { makeAuthorChapter } from '../../web/features/practice/author-chapter/page.js';
import { findChapter } from '../../web/pages/chapters.js';
import { withAnswer } from '../../web/state/guide.js';
import { markup } from '../support/markup.js';
import '../support/features.js';
import { RIGHT } from './answers.js';
import { contextOf, pageNamed } from './pages.js';

/** @import { Page } from '../../web/pages/types.js' */

const { view, leadsWithin } = course.pages;

/** @param {Page} page @param {object} frame @param {object} [more] */
const draw = (page, frame, more) => {
  const answers = withAnswer('', page.id, { value: RIGHT[page.id] ?? '1', isRight: true });
  return markup(view({ ...contextOf(page, { answers }), ...more }, frame));
};

const WAYS = /class="?bar"?|aria-current|Chapter \d|class="?plain"? [^>]*>(Open|Back)/;

it('a page of the course that an author names leads nowhere', () => {
  for (const id of ['scoring-turn', 'why-flip', 'projections-row', 'order-twins']) {
    const page = pageNamed(id);
    assert.match(draw(page, {}), WAYS, id);
    assert.match(draw(page, { hasLinks: true, named: id }), WAYS, id);
    const alone = draw(page, { hasLinks: false, named: id });
    assert.doesNotMatch(alone, WAYS, id);
    for (const other of pages)
      assert.equal(leadsWithin({ guide: id }, { guide: other.id }, undefined, id), false);
  }
});

it('a chapter of the course that an author names leads to its own pages alone', () => {
  const { pages: listed } = findChapter(pageNamed('scoring-turn'));
  for (const page of [listed[0], /** @type {Page} */ (listed.at(-1))]) {
    const text = draw(page, { hasLinks: false, named: 'scoring' });
    assert.match(text, /class="?bar"?/);
    assert.doesNotMatch(text, /Chapter \d/);
  }
  const reached = pages.filter((page) =>
    leadsWithin({ guide: listed[0].id }, { guide: page.id }, undefined, 'scoring'),
  );
  assert.deepEqual(reached, listed);
  assert.equal(leadsWithin({ guide: listed[0].id }, { guide: '' }, undefined, 'scoring'), false);
});

it('a chapter of an author leads to its own pages, whichever is named', () => {
  const authorChapter = makeAuthorChapter(
    JSON.stringify({
      title: 'Cats',
      pages: ['one', 'two'].map((id) => ({ id, title: id, text: 'Text.' })),
    }),
  );
  const [first, second] = authorChapter.pages;
  for (const named of [undefined, 'chapter', first.id]) {
    const text = draw(first, { hasLinks: false, named }, { authorChapter });
    assert.match(text, /class="?bar"?/);
    assert.match(text, /Cats/);
    assert.equal(
      leadsWithin({ guide: first.id }, { guide: second.id }, authorChapter, named),
      true,
    );
    assert.equal(
      leadsWithin({ guide: first.id }, { guide: 'scoring-turn' }, authorChapter, named),
      false,
    );
  }
});
