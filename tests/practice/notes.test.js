import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapters, pages } from '../../web/features/course/index.js';
import { findAnswer, findQuestion, notesPage } from '../../web/features/practice/notes.js';
import { notes, pressed, writtenAnswers } from '../../web/features/practice/text/en/notes.js';
import { deferMarked } from '../../web/lessons/chapter-markup.js';
import { withEdit } from '../../web/state/edit-cells.js';
import { contextOf, pageNamed, replyTo, translatorContext } from '../course/pages.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';

/** @import { Page } from '../../web/pages/types.js' */

const anyContext = contextOf(pageNamed('why-flip'));
/** @param {Page | string} page */
const readAnswer = (page) =>
  plain(markup(findAnswer(anyContext, typeof page === 'string' ? pageNamed(page) : page)));
/** Returns the numbers of an answer as a learner types them. @param {Page} page */
const numbersOf = (page) =>
  [...markup(findAnswer(anyContext, page)).matchAll(/<b>(.*?)<\/b>/g)].map(([, text]) =>
    Number(text.replace('−', '-')),
  );

const { model } = await modelComputation('translator', {
  ...{ mechanism: 'additive', seed: 0, training: -1 },
  sentence: "il n'est pas aussi grand que son père",
});

/** @param {string} id */
const ofTranslator = (id) => translatorContext(model, id);

describe('the notes', () => {
  it('speak of every chapter and every page, and of no other', () => {
    assert.deepEqual(
      Object.keys(notes),
      chapters.map(({ id }) => id),
    );
    for (const { aim, minutes, misconceptions } of Object.values(notes)) {
      assert.ok(aim);
      assert.ok(minutes.every((time) => Number(time) > 0));
      assert.ok(misconceptions.length >= 3);
    }
    for (const id of [...Object.keys(writtenAnswers), ...Object.keys(pressed)])
      assert.ok(pageNamed(id));
    const context = { ...contextOf(notesPage), chapters };
    const all = plain(markup(notesPage.figure(context)));
    for (const { title } of pages) assert.ok(all.includes(title), title);
    assert.doesNotMatch(all, /undefined|NaN|\[object/);
  });

  it('lead to every chapter, every page and the practice, and say which pages are extra', () => {
    const context = { ...contextOf(notesPage), isLinked: true };
    const all = markup(notesPage.figure(context));
    const first = all.slice(0, all.indexOf('class="papers"'));
    for (const { id } of chapters) assert.match(first, new RegExp(`g=${id}"`), id);
    const guides = [
      ...all.matchAll(/href="#v=1&g=([a-z\d-]+)"[^>]*>([^<]*)<\/a>( <i>\(extra\))?/g),
    ];
    for (const { id, isExtra = false } of pages) {
      const [, , , marked] = guides.find(([, guide]) => guide === id) ?? [];
      assert.equal(marked !== undefined, isExtra, id);
    }
    for (const part of ['bugs-1-0', 'goals', 'test', 'check', 'worksheet'])
      assert.ok(
        guides.some(([, guide]) => guide === `practice-${part}`),
        part,
      );
  });

  it('fill in the numbers of a question, which are those of its page', () => {
    const page = pageNamed('mixing-values');
    const question = deferMarked('Is it {v.0.1.1}?');
    const asking = /** @type {Page} */ ({ ...page, task: { ...page.task, question } });
    const number = contextOf(page).computation.results.v.data[3];
    const filled = plain(markup(findQuestion(anyContext, asking)));
    assert.match(filled, /^Is it −?[\d.]+\?$/);
    assert.equal(Number(filled.slice(6, -1).replace('−', '-')).toFixed(1), number.toFixed(1));
    assert.notEqual(anyContext.computation.results.v.data[3].toFixed(1), number.toFixed(1));
  });

  it('have contents that lead to the notes of a chapter, and beside it to the chapter', () => {
    const all = markup(notesPage.figure({ ...contextOf(notesPage), isLinked: true }));
    const ids = [...all.matchAll(/data-notes="?([a-z]+)/g)].map(([, id]) => id);
    assert.deepEqual(ids, [...chapters.map(({ id }) => id), 'practice']);
    for (const id of ids)
      assert.match(all, new RegExp(`<section class="paper notes" id="?notes-${id}`));
    assert.equal(all.match(/the chapter itself/g)?.length, chapters.length);
  });

  it('plan lessons that no minute is too short for', () => {
    const text = plain(markup(notesPage.figure(contextOf(notesPage))));
    assert.match(text, /4 lessons of 45 minutes \(chapters 1 and 2; 3 and 4; 5 and 6; 7 and 8\)/);
    assert.match(text, /2 of 90 minutes \(chapters 1 to 5; 6 to 8\)/);
    const minutes = Object.values(notes).map(({ minutes: [, inClass] }) => Number(inClass));
    for (const [first, last, most] of [
      [0, 2, 45],
      [2, 4, 45],
      [4, 6, 45],
      [6, 8, 45],
      [0, 5, 90],
      [5, 8, 90],
    ])
      assert.ok(minutes.slice(first, last).reduce((sum, time) => sum + time, 0) <= most);
  });

  it('take as long as the first screen says', () => {
    for (const { minutes } of Object.values(notes)) {
      const [alone] = minutes.map(Number);
      assert.ok(alone >= 4 && alone <= 6);
    }
  });
});

describe('an answer of the notes', () => {
  for (const page of pages) {
    const { task, id } = page;
    if (!task || writtenAnswers[id] !== undefined || pressed[id] !== undefined) continue;
    it(`to ${id} is taken by its task`, () => {
      const context = /** @type {any} */ (page.state.source === 'toy' ? {} : safeContext(page));
      if (task.kind === 'choice') {
        const index = task.answers.map((answer) => plain(markup(answer))).indexOf(readAnswer(page));
        assert.ok(index >= 0, readAnswer(page));
        assert.ok(isTaken(page, context, String(index)));
        assert.ok(task.answers.every((_, i) => i === index || !isTaken(page, context, String(i))));
      } else if (task.kind === 'numbers') {
        assert.ok(isTaken(page, context, numbersOf(page).join('_')), readAnswer(page));
      } else if (task.kind === 'match') {
        const chosen = readAnswer(page)
          .split('; ')
          .map((part, i) =>
            task.options.findIndex((option) => part === `${task.items[i]}: ${option}`),
          );
        assert.ok(isTaken(page, context, chosen.join('_')), readAnswer(page));
      } else if (task.kind === 'pick') {
        const places = context.computation.keyWords.flatMap(
          (/** @type {string} */ word, /** @type {number} */ i) =>
            word === readAnswer(page) ? [i] : [],
        );
        assert.ok(
          places.some((/** @type {number} */ i) => isTaken(page, context, String(i))),
          readAnswer(page),
        );
      } else assert.fail(`${id} has no answer`);
    });
  }

  it('to a task of the translator is what the trained one does', () => {
    const align = ofTranslator('translation-align');
    const read = ofTranslator('translation-read');
    const index = (/** @type {string[]} */ words, /** @type {string} */ id) =>
      String(words.indexOf(readAnswer(id)));
    const { keyWords } = align.computation;
    assert.ok(replyTo('translation-align', align, index(keyWords, 'translation-align')).isRight);
    const { queryWords } = read.computation;
    assert.ok(replyTo('translation-read', read, index(queryWords, 'translation-read')).isRight);
    const lengths = ofTranslator('translation-lengths');
    const three = readAnswer('translation-lengths').match(/\d+/g) ?? [];
    assert.ok(replyTo('translation-lengths', lengths, three.join('_')).isRight);
    assert.ok(replyTo('translation-learn', ofTranslator('translation-align')).isRight);
  });

  it('to what four heads look at names the options that are right', () => {
    // The chapter's own test finds the order 0, 1, 3, 2 with the trained model.
    const { task } = pageNamed('heads-jobs');
    assert.ok(task?.kind === 'match');
    assert.equal(
      readAnswer('heads-jobs'),
      [0, 1, 3, 2].map((option, i) => `${task.items[i]}: ${task.options[option]}.`).join(' '),
    );
  });

  it('to a target reaches it', () => {
    const { edits } = contextOf(pageNamed('mixing-slide')).state;
    const weights = (readAnswer('mixing-slide').match(/0\.\d/g) ?? []).slice(0, 3).map(Number);
    assert.equal(weights.length, 3);
    const slid = weights.reduce(
      (all, weight, i) => withEdit(all, `weights.0.1.${i}`, weight),
      edits,
    );
    const { isRight, reply } = replyTo(
      'mixing-slide',
      contextOf(pageNamed('mixing-slide'), { edits: slid }),
    );
    assert.ok(isRight);
    assert.match(reply, /\(−2\.6, −0\.90?\)/);
    const turnContext = contextOf(pageNamed('scoring-turn'));
    const tip = [0, 1].reduce(
      (all, value, i) => withEdit(all, `q.0.1.${i}`, value),
      turnContext.state.edits,
    );
    assert.ok(
      replyTo('scoring-turn', contextOf(pageNamed('scoring-turn'), { edits: tip })).isRight,
    );
    const masked = '0.2 0.3 1.2 1.3';
    assert.ok(replyTo('order-padding', contextOf(pageNamed('order-padding'), { masked })).isRight);
    const leak = contextOf(pageNamed('order-leak'));
    const { length } = leak.computation.keyWords;
    for (let i = 0; i < length * length; i++) {
      const isRightOfDiagonal = i % length > Math.floor(i / length);
      assert.equal(replyTo('order-leak', leak, String(i)).isRight, isRightOfDiagonal, String(i));
    }
  });
});

/**
 * Returns a page's context, or an empty one if a model must be trained first.
 * @param {Page} page
 */
function safeContext(page) {
  try {
    return contextOf(page);
  } catch {
    return {};
  }
}

/** @param {Page} page @param {any} context @param {string} value */
function isTaken({ task }, context, value) {
  assert.ok(task);
  try {
    return task.judge(context, value).isRight;
  } catch {
    // The reply needs numbers of a model that is not here, and so does the right answer in some
    // cases.
    return task.kind === 'choice' && task.expected() === Number(value);
  }
}
