// The duration of the course: what a reader reads on the main pages, in their answered state.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapters } from '../../web/features/course/index.js';
import { courseEntrances } from '../../web/features/course/manifest.js';
import { notes } from '../../web/features/practice/text/en/notes.js';
import { listMainPages } from '../../web/pages/chapters.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { contextOf } from './pages.js';

/** @import { Page } from '../../web/pages/types.js' */

/** The reading speed, and the seconds for a picture and for a number to compute. */
const WORDS_A_MINUTE = 200;
const PICTURE = 20;
const NUMBER = 30;
/**
 * Words in pictures that this test does not draw: a model that trains in the page, and the whole
 * picture.
 */
const WORDS_OF_TRAINING = 40;
const WORDS_OF_THE_WHOLE = 80;

const LONGEST_CHAPTER = 6;
// Texts that stay after the answer are counted again, although they have been read.
const LONGEST_COURSE = 41.9;

/** Fewer words would mean that a page was not counted. */
const FEWEST = 60;

const mini = await modelComputation('mini', {
  training: -1,
  sentence: '<s> Anna has a red ball . she gives the',
});
/** Contexts of tasks on pages whose numbers must be computed first. @type {Record<string, any>} */
const READ = {
  'heads-jobs': { ...mini, selected: 9 },
  'heads-silence': { ...mini, selected: 9 },
};
const SENTENCES = { keyWords: ['', '', ''], queryWords: ['', ''] };
const NOTHING = { computation: SENTENCES, state: {} };

const isTrainedHere = (/** @type {Page} */ { state: { source = 'seed', training = -1 } }) =>
  ['toy', 'mini', 'translator', 'pronoun', 'pretrained'].includes(source) ||
  (source === 'describer' && training >= 0);

/**
 * Renders what is read: without folded parts and texts for screen readers, without the pictures that
 * a phone shows again, and with only one copy of a sentence that labels rows and columns.
 * @param {unknown} shown
 */
const read = (shown) =>
  plain(
    markup(shown)
      .replace(/<span class="hidden"[^>]*>[^<]*<\/span>/g, '')
      .replace(/<div class="again">.*?(?=<div class="flip")/gs, '')
      .replace(/<details\b.*?<\/details>/gs, ' ')
      .replace(/<div class="?in-column[^>]*>.*?<\/svg>/gs, ' ')
      .replace(/>/g, '> '),
  );

/** @param {unknown} shown */
const wordsOf = (shown) => read(shown).match(/[A-Za-zÀ-ÿ’'-]+/g)?.length ?? 0;

/**
 * Returns the reply to the right answer, or the first reply of a target.
 * @param {Page} page
 * @param {any} context
 */
function praise({ id, task }, context) {
  if (!task) return '';
  const values = {
    choice: () => [String(/** @type {any} */ (task).expected(context))],
    numbers: () => [/** @type {any} */ (task).expected(context).join('_')],
    match: () => [/** @type {any} */ (task).expected(context).join('_')],
    target: () => [''],
    pick: () => Array.from({ length: 20 }, (_, i) => String(i)),
  }[task.kind]();
  const verdicts = values.map((value) => task.judge(context, value));
  const verdict = verdicts.find(({ isRight }) => isRight || task.kind === 'target');
  assert.ok(verdict, id);
  return verdict.reply;
}

/**
 * Returns the question, with the labels of fields and answers.
 * @param {Page['task']} task
 * @param {any} context
 */
function listQuestionTexts(task, context) {
  if (!task) return [];
  switch (task.kind) {
    case 'choice':
      return [task.question, ...task.answers];
    case 'numbers':
      return [task.question, task.help?.(context), ...task.labels];
    case 'match':
      return [task.question, ...task.items, ...task.options];
    default:
      return [task.question, 'instruction' in task ? task.instruction : ''];
  }
}

/** @param {Page} page */
function lengthOf(page) {
  const isOpen = { answers: `${page.id}_shown` };
  const isAway = isTrainedHere(page);
  const isWhole = page.id === 'own-picture';
  const context = isAway ? (READ[page.id] ?? NOTHING) : contextOf(page, isOpen);
  const texts = [
    ...[page.title, page.setup(context), ...listQuestionTexts(page.task, context)],
    ...[praise(page, context), page.after?.(context)],
  ];
  const words =
    texts.reduce((/** @type {number} */ sum, item) => sum + wordsOf(item), 0) +
    (isAway ? WORDS_OF_TRAINING : isWhole ? WORDS_OF_THE_WHOLE : wordsOf(page.figure(context)));
  const numbers = page.task?.kind === 'numbers' ? page.task.labels.length : 0;
  return { words, minutes: words / WORDS_A_MINUTE + (PICTURE + numbers * NUMBER) / 60 };
}

it('the course takes about forty minutes, and each chapter four to six', () => {
  const sums = chapters.map(({ id, pages }) => {
    const lengths = listMainPages(pages).map(lengthOf);
    for (const { words } of lengths) assert.ok(words >= FEWEST, `${id}: its words are counted`);
    const minutes = lengths.reduce((sum, pageLength) => sum + pageLength.minutes, 0);
    return { id, minutes };
  });
  const total = sums.reduce((sum, { minutes }) => sum + minutes, 0);
  const table = [...sums, { id: 'all', minutes: total }]
    .map(({ id, minutes }) => `${id} ${minutes.toFixed(1)}`)
    .join(', ');
  for (const { id, minutes } of sums) {
    assert.ok(minutes <= LONGEST_CHAPTER, `${id} of ${table}`);
    assert.equal(notes[id].minutes[0], String(Math.round(minutes)), `the notes of ${id}: ${table}`);
  }
  assert.ok(total <= LONGEST_COURSE, table);
});

it('the first screen knows the chapters and their main pages', () => {
  const pages = chapters.map(({ id, pages }) => [id, listMainPages(pages).map((page) => page.id)]);
  assert.deepEqual(Object.entries(courseEntrances.values?.entrances?.coursePages ?? {}), pages);
});
