import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapters, pages } from '../../web/features/course/index.js';
import { countTasks, makePageState } from '../../web/pages/chapters.js';
import { differsFromPage } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { parseAnswers } from '../../web/state/guide.js';
import { normaliseState } from '../../web/state/normalise.js';
import { camel } from '../../web/text/spelling.js';
import { markup } from '../support/markup.js';
import { RIGHT } from './answers.js';
import { assertFewSentences, contextOf, pageJson } from './pages.js';
import '../support/names.js';

it('every chapter but the last has a recap of at most 25 words beside its formula', () => {
  for (const { id, recap } of chapters.slice(0, -1)) {
    const text = markup(recap?.()).replace(/<[^>]*>/g, '');
    assert.match(text, /So far: /, id);
    assert.ok(text.split(/\s+/).filter((word) => /[a-z]{2}/i.test(word)).length <= 25, text);
  }
  assert.equal(chapters.at(-1)?.recap, undefined);
});

it('two chapters have at most two sentences before a question, and three after', () => {
  const few = chapters.filter(({ id }) => ['heads', 'translation'].includes(id));
  assert.equal(few.length, 2);
  for (const chapter of few) assertFewSentences(chapter);
});

it('a page whose own button was pressed still has its own numbers', () => {
  let pressed = 0;
  for (const page of pages) {
    for (const { choices = [] } of pageJson(String(page.id))?.show ?? []) {
      for (const { settings = {} } of choices) {
        const changed = Object.entries(settings).map(([name, value]) => [camel(name), value]);
        const state = normaliseState({ ...makePageState(page), ...Object.fromEntries(changed) });
        const where = `${page.id}: ${JSON.stringify(settings)}`;
        assert.equal(differsFromPage(state, page), false, where);
        pressed++;
      }
    }
  }
  assert.ok(pressed >= 5, `${pressed} buttons`);
  const [first] = pages;
  assert.ok(differsFromPage(normaliseState({ ...makePageState(first), keys: 'queries' }), first));
});

it('a chapter has a round dot for each task that it counts, and never counts the task of a model to load', () => {
  const counts = (/** @type {string} */ answers) =>
    chapters.map((chapter) => {
      const [page] = chapter.pages;
      const frame = { waiting: '', isOpening: true };
      const shown = markup(coursePage(contextOf(page, { answers }), frame));
      const dots = shown.match(/class="?dot (?!uncounted)/g)?.length;
      const { done, count } = countTasks(chapter, parseAnswers(answers));
      assert.equal(dots, count, chapter.id);
      const solved = shown.match(/aria-label="?[^"]*, solved/g)?.length ?? 0;
      assert.equal(solved, done, chapter.id);
      return `${done} of ${count}`;
    });
  assert.equal(counts('').at(-1), '0 of 4');
  const done = ['stream', 'next', 'row', 'bug'].map((id) => `own-${id}_${RIGHT[`own-${id}`]}*`);
  assert.equal(counts(done.join(' ')).at(-1), '4 of 4');
  assert.equal(counts([...done, 'own-model_1*'].join(' ')).at(-1), '4 of 4');
});

it('a sentence on where numbers come from stands once, and other pages have a short label', () => {
  const sentences = pages.flatMap(({ origin }) =>
    origin && origin.split(' ').length > 6 ? [origin] : [],
  );
  assert.ok(sentences.length > 3, String(sentences.length));
  assert.equal(new Set(sentences).size, sentences.length, sentences.join('\n'));
  const untrained = sentences.filter((origin) => / trained/.test(origin));
  assert.ok(untrained.length <= 2, untrained.join('\n'));
});
