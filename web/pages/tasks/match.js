/** Gives each of several things one of the same options. The answer is the indices of the options, joined by `_`. */

import { html } from 'lit';
import { renderMarked } from '../../lessons/marks.js';
import * as words from '../../text/en/pages.js';
import { between } from '../../text/en/pages.js';
import { clearRefusal, keepTyped, readFields, refuseField } from './numbers.js';
import { integer, list, MOST_FIELDS, makeKindSchema, makeProblem, object, text } from './schema.js';

/**
 * @import { CourseContext, Match, MatchSpec } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/**
 * @param {object} task
 * @param {unknown} task.question
 * @param {string[]} task.items
 * @param {string[]} task.options
 * @param {Match['picture']} [task.picture]
 * @param {(context: CourseContext) => number[]} task.right for each item the index of its option
 * @param {(context: CourseContext, item: number, option: number) => unknown} task.mistake
 * @param {unknown} task.done said when all are right
 * @returns {Match}
 */
const match = ({ question, items, options, picture, right, mistake, done }) => ({
  kind: 'match',
  question,
  items,
  options,
  picture,
  expected: right,
  judge: (context, value) => {
    const given = value.split('_').map(Number);
    const expected = right(context);
    const wrong = expected.findIndex((option, i) => given[i] !== option);
    return wrong < 0
      ? { isRight: true, reply: done }
      : { isRight: false, reply: mistake(context, wrong, given[wrong]) };
  },
});

/** The value of a field as long as no option is chosen. */
const UNCHOSEN = '-1';

const option = integer(0, MOST_FIELDS - 1);

/** Each thing with its option. @param {CourseContext} course @param {Match} task */
function matched(course, { items, options, expected }) {
  const right = expected(course);
  return items.map((item, i) => words.matched(item, options[right[i]])).join('; ');
}

/** @type {TaskKind<MatchSpec, Match>} */
export const matchKind = {
  kind: 'match',
  schema: makeKindSchema(
    'match',
    {
      question: text(),
      items: list(
        object(
          {
            item: text(300),
            option,
            replies: list(object({ option, reply: text() }, ['option', 'reply']), MOST_FIELDS),
            wrong: text(),
          },
          ['item', 'option'],
        ),
        MOST_FIELDS,
        2,
      ),
      options: list(text(300), MOST_FIELDS, 2),
      right: text(),
      wrong: text(),
    },
    ['question', 'items', 'options', 'right'],
  ),
  words: {
    en: {
      '': 'For each of several things one of the same options.',
      'items.option': 'The right one, from 0.',
      'items.wrong': 'Said of any other option of this item.',
      wrong: 'Said of any other; {item} and {option} are what was matched.',
    },
  },
  problems: ({ items, options }) =>
    items.flatMap(({ option: right, replies = [] }, i) =>
      [
        { option: right, name: 'option' },
        ...replies.map((reply, j) => ({ ...reply, name: `replies[${j}].option` })),
      ].flatMap(({ option: index = 0, name }) =>
        makeProblem(
          `task.items[${i}].${name}`,
          index >= options.length && between(0, options.length - 1),
        ),
      ),
    ),

  read({ question, items, options, right, wrong = '', by = '' }, code) {
    const matching = code.matches?.[by];
    return match({
      question: renderMarked(question),
      options,
      picture: matching?.picture,
      items: items.map(({ item }) => item),
      right: (context) => matching?.right(context) ?? items.map(({ option: index = 0 }) => index),
      mistake: (context, at, index) => {
        const { item, replies = [], wrong: ofItem = wrong } = items[at];
        return renderMarked(
          replies.find((reply) => reply.option === index)?.reply ?? ofItem,
          context,
          { item, option: options[index], ...matching?.words(context, index) },
        );
      },
      done: renderMarked(right),
    });
  },

  fields(course, { items, options, picture }, give) {
    const values = course.given?.value.split('_') ?? [];
    const check = (/** @type {Event} */ event) => {
      const fields = readFields(event);
      const unchosen = fields.find(({ value }) => value === UNCHOSEN);
      if (unchosen) return refuseField(unchosen, words.reply.notChosen);
      give(course, event, fields.map(({ value }) => value).join('_'));
    };
    return html`<form class="blanks ${picture ? 'pictured' : ''}" novalidate @submit=${check}>
      ${items.map(
        (item, i) => html`<label class="item">${item} ${picture?.(course, i)}
          <select @input=${clearRefusal} .value=${keepTyped(course, values[i] ?? UNCHOSEN)}>
            <option value=${UNCHOSEN} ?selected=${(values[i] ?? UNCHOSEN) === UNCHOSEN}>${words.choose}</option>
            ${options.map((label, j) => html`<option value=${j} ?selected=${values[i] === String(j)}>${label}</option>`)}
          </select></label>`,
      )}
      <ul class="on-paper">${options.map((option) => html`<li>${option}</li>`)}</ul>
      <p class="refused" role="alert"></p>
      <div class="checks"><button type="submit" class="check">${words.check}</button></div>
    </form>`;
  },

  shown: matched,
  printed: matched,
};
