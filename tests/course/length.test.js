// How long the course takes: what a reader reads on the pages that Next leads to, as they are once answered.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chapters } from '../../web/features/course/index.js';
import { notes } from '../../web/features/practice/text/en/notes.js';
import { listMainPages } from '../../web/pages/chapters.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import { contextOf } from './pages.js';

/** @import { Page } from '../../web/pages/types.js' */

/** The rule by which it is measured: words are read at this speed, and a picture and a number to be computed take so many seconds. */
const WORDS_A_MINUTE = 200;
const PICTURE = 20;
const NUMBER = 30;
/** In the picture of a model that trains in the page, and in the whole picture: they are not drawn here. */
const WORDS_OF_TRAINING = 40;
const WORDS_OF_THE_WHOLE = 80;

const LONGEST_CHAPTER = 6;
// What stood there before the answer stays, and is counted although it has been read.
const LONGEST_COURSE = 41.8;

/** Fewer would mean that a page was not read. */
const FEWEST = 60;

const mini = await modelComputation('mini', {
  training: -1,
  sentence: '<s> Anna has a red ball . she gives the',
});
/** Of pages whose numbers are not there at once: what their tasks read. @type {Record<string, any>} */
const READ = {
  'heads-jobs': { ...mini, selected: 9 },
  'heads-silence': { ...mini, selected: 9 },
};
const SENTENCES = { keyWords: ['', '', ''], queryWords: ['', ''] };
const NOTHING = { computation: SENTENCES, state: {} };

const isTrainedHere = (/** @type {Page} */ { state: { source = 'seed', training = -1 } }) =>
  ['toy', 'mini', 'translator', 'pronoun', 'pretrained'].includes(source) ||
  (source === 'describer' && training >= 0);

/** What is folded up or only read out is not read, and of a sentence that is drawn in a row and in a column one. @param {unknown} shown */
const read = (shown) =>
  plain(
    markup(shown)
      .replace(/<span class="hidden">[^<]*<\/span>/g, '')
      .replace(/<details\b.*?<\/details>/gs, ' ')
      .replace(/<div class="?in-column[^>]*>.*?<\/svg>/gs, ' ')
      .replace(/>/g, '> '),
  );

/** @param {unknown} shown */
const wordsOf = (shown) => read(shown).match(/[A-Za-zÀ-ÿ’'-]+/g)?.length ?? 0;

/** What is replied to the right answer, or to a target as it is at first. @param {Page} page @param {any} context */
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

/** What is asked, with the names of fields and answers. @param {Page['task']} task @param {any} context */
function asked(task, context) {
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
  const said = [
    ...[page.title, page.setup(context), ...asked(page.task, context)],
    ...[praise(page, context), page.after?.(context)],
  ];
  const words =
    said.reduce((/** @type {number} */ sum, one) => sum + wordsOf(one), 0) +
    (isAway ? WORDS_OF_TRAINING : isWhole ? WORDS_OF_THE_WHOLE : wordsOf(page.figure(context)));
  const numbers = page.task?.kind === 'numbers' ? page.task.labels.length : 0;
  return { words, minutes: words / WORDS_A_MINUTE + (PICTURE + numbers * NUMBER) / 60 };
}

it('the course takes about forty minutes, and a chapter four to six', () => {
  const sums = chapters.map(({ id, pages }) => {
    const lengths = listMainPages(pages).map(lengthOf);
    for (const { words } of lengths) assert.ok(words >= FEWEST, `${id}: its words are counted`);
    const minutes = lengths.reduce((sum, one) => sum + one.minutes, 0);
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
