// The space between words in what the course and the practice say: replies, hints and pages.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { pages } from '../../web/features/course/index.js';
import { goals } from '../../web/features/practice/goals/goals.js';
import { findBestChange } from '../../web/features/practice/goals/hints.js';
import { writeHint } from '../../web/features/practice/goals/page.js';
import { coursePage } from '../../web/pages/page.js';
import { cellLabel } from '../../web/views/cell-label.js';
import { isAtHand } from '../browser/course.js';
import { contextAt } from '../practice/goals.js';
import { markup } from '../support/markup.js';
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
    .replace(/<(svg|math|option|select)\b.*?<\/\1>/gs, 'x')
    .replace(/<\/?(p|li|ul|ol|div|legend|td|th|tr|h\d|button|label)\b[^>]*>/g, ' | ')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \n\t]+/g, ' ');
  const faults =
    text.match(
      /.{0,30}((?<!…) [,.;:)](?![\w.])| \u00a0|\u00a0 |\( (?!…)|[.,;] ?[.,;](?!\w)).{0,10}/g,
    ) ?? [];
  const empty = source.match(/<(b|i|em|p|li|span class="note")>\s*<\/(b|i|em|p|li|span)>/g) ?? [];
  return [...faults, ...empty];
}

/** Lists the answers to try: right ones, known mistakes, and a neighbour in a table. @param {Page} page */
function listAnswers({ id, task }) {
  const known = (MISTAKES[id] ?? []).flatMap((values) => Object.values(values));
  if (task?.kind === 'choice') return task.answers.map((_, i) => String(i));
  if (task?.kind === 'pick') return Array.from({ length: 8 }, (_, i) => String(i));
  if (task?.kind === 'target') return [''];
  return [RIGHT[id], ...known, RIGHT[id].replaceAll(/-?[\d.]+/g, '98765')];
}

const shown = pages.filter((page) => isAtHand(page) && page.task && page.id !== 'own-picture');

it('replies and pages of the course have no gap and no empty sentence', () => {
  let count = 0;
  for (const page of shown) {
    for (const value of listAnswers(page)) {
      const context = contextOf(page, { answers: `${page.id}_${value}` });
      const { reply } = page.task?.judge(context, value) ?? {};
      assert.deepEqual(findFaults(markup(reply)), [], `${page.id}: ${value}`);
      const whole = markup(coursePage(/** @type {any} */ (context), {}));
      const [, section] = whole.split('<section class="course"');
      assert.deepEqual(findFaults(section), [], `${page.id}: ${value}`);
      count += 1;
    }
  }
  assert.ok(count > 150, String(count));
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
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
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
