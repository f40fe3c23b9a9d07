// The space between words and the beginnings of sentences in what the course and the practice say:
// replies, hints and pages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { properties } from '../../web/features/practice/bugs/clues.js';
import { listShownTables, makeBugPage } from '../../web/features/practice/bugs/page.js';
import { findPuzzle, LEVELS, namePuzzle } from '../../web/features/practice/bugs/puzzle.js';
import { goals } from '../../web/features/practice/goals/goals.js';
import { findBestChange } from '../../web/features/practice/goals/hints.js';
import { writeHint } from '../../web/features/practice/goals/page.js';
import { testChapter } from '../../web/features/practice/self-test/page.js';
import { bugTexts } from '../../web/features/practice/text/en/bugs.js';
import { makePageState } from '../../web/pages/chapters.js';
import { withCourse } from '../../web/pages/judging.js';
import { coursePage } from '../../web/pages/page.js';
import { normaliseState } from '../../web/state/normalise.js';
import { cellLabel } from '../../web/views/cell-label.js';
import { isAtHand } from '../browser/course.js';
import { contextOf as bugContext } from '../practice/bug-context.js';
import { contextAt } from '../practice/goals.js';
import { bugState } from '../support/bug-state.js';
import { viewContext } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { computationOfModel, modelAt } from '../support/models.js';
import { MISTAKES, RIGHT } from './answers.js';
import { contextOf } from './pages.js';

/** @import { Page } from '../../web/pages/types.js' */

/**
 * Returns the faults of a rendered text. Spaces between tags collapse to one, so a gap beside an
 * empty element shows as a space before a sign.
 * @param {string} source
 */
function findFaults(source) {
  const text = source
    .replace(/<(svg|math|code|option|select)\b.*?<\/\1>/gs, 'x')
    .replace(/<\/?(p|li|ul|ol|div|legend|td|th|tr|h\d|button|label)\b[^>]*>/g, ' | ')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \n\t]+/g, ' ');
  const faults =
    text.match(
      /.{0,30}((?<![…,]) [,.;:)](?![\w.])| \u00a0|\u00a0 |\( (?!…)|[.,;] ?[.,;](?!\w)).{0,10}/g,
    ) ?? [];
  // A sentence begins with a capital, except with a name of code.
  const lowerCase = text.match(/.{0,30}[a-z][.?!] [a-z]+(?![\w(]).{0,10}/g) ?? [];
  const empty = source.match(/<(b|i|em|p|li|span class="note")>\s*<\/(b|i|em|p|li|span)>/g) ?? [];
  return [...faults, ...lowerCase, ...empty];
}

/** Lists the answers to try: right ones, known mistakes, and a neighbour in a table. @param {Page} page */
function listAnswers({ id, task }) {
  const known = (MISTAKES[id] ?? []).flatMap((values) => Object.values(values));
  if (task?.kind === 'choice') return task.answers.map((_, i) => String(i));
  if (task?.kind === 'pick') return Array.from({ length: 8 }, (_, i) => String(i));
  if (task?.kind === 'target') return [''];
  if (task?.kind === 'match')
    return [
      RIGHT[id],
      ...known,
      ...['0', '1', '2'].map((option) => RIGHT[id].replaceAll(/\d+/g, option)),
    ];
  return [RIGHT[id], ...known, RIGHT[id].replaceAll(/-?[\d.]+/g, '98765')];
}

const shown = pages.filter((page) => isAtHand(page) && page.task && page.id !== 'own-picture');

it('no line of the course ends between a symbol and what it equals', () => {
  const path = new URL('../../web/features/course/text/en/', import.meta.url);
  for (const name of readdirSync(path).filter((file) => file.endsWith('.json'))) {
    const loose = readFileSync(new URL(name, path), 'utf8').match(/\{\w+\} = \{\w+\}.{0,9}/g);
    assert.equal(loose, null, name);
  }
});

it('replies and pages of the course have no gap and no empty sentence', () => {
  let count = 0;
  for (const page of shown) {
    for (const value of listAnswers(page)) {
      const context = contextOf(page, { answers: `${page.id}_${value}` });
      const { reply } = page.task?.judge(context, value) ?? {};
      assert.deepEqual(findFaults(markup(reply)), [], `${page.id}: ${value}`);
      const pageMarkup = markup(coursePage(/** @type {any} */ (context), {}));
      const [, section] = pageMarkup.split('<section class="course');
      assert.deepEqual(findFaults(section), [], `${page.id}: ${value}`);
      count += 1;
    }
  }
  assert.ok(count > 150, String(count));
});

it('replies on the numbers of trained models have no gap, and begin with a capital', async () => {
  let count = 0;
  for (const page of pages.filter((candidate) => candidate.task && !isAtHand(candidate))) {
    const state = normaliseState(makePageState(page));
    // No reply quotes the numbers of a real model.
    const computation =
      state.source === 'pretrained'
        ? contextOf(shown[0]).computation
        : computationOfModel({ model: await modelAt(state), state }, {}).computation;
    const context = withCourse(viewContext({ state, computation }), page, undefined);
    for (const value of listAnswers(page)) {
      const { reply } = page.task?.judge(context, value) ?? {};
      assert.deepEqual(findFaults(`Not yet. ${markup(reply)}`), [], `${page.id}: ${value}`);
      count += 1;
    }
  }
  assert.ok(count > 50, String(count));
});

it('pages on bugs have no gap, and their replies and clues begin with a capital', () => {
  const names = LEVELS.flatMap((level) => [0, 1, 2, 3].map((number) => namePuzzle(level, number)));
  for (const name of names) {
    const page = makeBugPage(name);
    const context = bugContext(bugState(name));
    const bug = findPuzzle(name)?.bug;
    const answers = [
      ...listShownTables(context),
      ...Object.keys(bugTexts).map((id) => `${bug?.table}_${id}`),
    ];
    for (const value of answers) {
      const verdict = page.task?.judge(context, value);
      assert.deepEqual(findFaults(`Not yet. ${markup(verdict?.reply)}`), [], `${name}: ${value}`);
      const given = { value, isRight: verdict?.isRight === true };
      const isOpen = given.isRight;
      const figure = markup(page.figure({ ...context, given, verdict, isOpen }));
      assert.deepEqual(findFaults(figure), [], `${name}: ${value}`);
    }
    for (const { measure } of properties.filter((property) => property.concerns(context)))
      assert.deepEqual(findFaults(measure(context)), [], name);
  }
});

it('questions and results of the self-test have no gap', () => {
  for (let seed = 1; seed < 8; seed++) {
    const { pages: questions } = testChapter(`practice-test-${seed}`);
    const end = questions[questions.length - 1];
    for (const value of ['0', '1', '2', '98765']) {
      const answers = questions
        .slice(0, -1)
        .map(({ id }) => `${id}_${value}`)
        .join(' ');
      for (const page of value === '0' ? questions : [end]) {
        const context = contextOf(page, { answers });
        const pageMarkup = markup(coursePage(/** @type {any} */ (context), {}));
        const [, section] = pageMarkup.split('<section class="course');
        assert.deepEqual(findFaults(section), [], `${page.id}: ${value}`);
      }
    }
  }
});

it('hints of goals have no gap', () => {
  for (const goal of goals) {
    const context = contextAt(goal);
    const hint = findBestChange(context, goal);
    assert.ok(hint, goal.id);
    assert.deepEqual(findFaults(markup(writeHint(context, goal, hint))), [], goal.id);
  }
});

it('the name of a number ends with its last word', () => {
  const context = contextOf(shown[0]);
  const label = markup(cellLabel(context, { id: 'weights', index: [0, 1, 2] }));
  assert.deepEqual(findFaults(`The ${label}.`), [], label);
});

it('no text in the files of the course and the practice has two spaces or one before a sign', () => {
  for (const feature of ['course', 'practice']) {
    const folder = new URL(`../../web/features/${feature}/text/en/`, import.meta.url);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
      JSON.parse(readFileSync(new URL(name, folder), 'utf8'), (key, value) => {
        if (typeof value === 'string' && key !== 'sentence')
          assert.doesNotMatch(
            value,
            /^ | $| {2}| [,.;:](?!\d)|[.,;] ?[.,;](?!\w)/,
            `${name}: ${key}`,
          );
        return value;
      });
  }
});
