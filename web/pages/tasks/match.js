/**
 * Assigns one of the same options to each of several items. The answer is the indices of the
 * options, joined by `_`.
 */

import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { deferMarked, renderMarked } from '../../lessons/chapter-markup.js';
import * as words from '../../text/en/pages.js';
import { chapterText } from '../../text/inline.js';
import {
  clearRefusal,
  formEnd,
  keepDraft,
  keepTyped,
  markField,
  readFields,
  readTyped,
  refusalId,
  refuseFields,
} from './form.js';
import {
  findUnseenReplies,
  integer,
  list,
  MOST_FIELDS,
  makeKindSchema,
  makeProblem,
  object,
  plainText,
  text,
} from './schema.js';

/**
 * @import { CourseContext, Match, MatchSpec } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/** The option of a field in which nothing is chosen. */
const UNCHOSEN = -1;

/** Reads the options of an answer, which may be that of an address. @param {string} value */
const readOptions = (value) =>
  value.split('_').map((part) => (/^\d+$/.test(part) ? Number(part) : UNCHOSEN));

const option = integer(0, MOST_FIELDS - 1);

/** @param {Omit<Match, 'kind'>} task @returns {Match} */
const makeMatch = (task) => ({
  ...task,
  kind: 'match',

  fields(course, give) {
    const { items, options, picture } = task;
    const given = readOptions(course.given?.value ?? '');
    const wrong = course.isOpen ? undefined : course.verdict?.wrong;
    const check = (/** @type {Event} */ event) => {
      const fields = readFields(event);
      const unchosen = fields.filter(({ value }) => Number(value) === UNCHOSEN);
      if (unchosen.length > 0) return refuseFields(unchosen, words.reply.notChosen);
      course.progress?.keepDraft(course.state.guide);
      give(course, event, fields.map(({ value }) => value).join('_'));
    };
    // In Chromium, a field whose options change keeps its old width.
    return keyed(
      options,
      html`<form class="blanks ${picture ? 'pictured' : ''}" novalidate @submit=${check} @input=${keepDraft(course)}>
      ${items.map((item, i) => {
        const value = String(given[i] ?? UNCHOSEN);
        const chosen = Number(readTyped(course, i) ?? value);
        return html`<label class="item">${chapterText(item)} ${picture?.(course, i)}
          <select aria-describedby=${refusalId(course)} @input=${clearRefusal}
            ${markField(course, i, value, wrong)} .value=${keepTyped(course, i, value)}>
            ${[words.choose, ...options].map((label, j) => html`<option class=${j > 0 ? 'chapter-text' : nothing} value=${j + UNCHOSEN} ?selected=${chosen === j + UNCHOSEN}>${label}</option>`)}
          </select></label>`;
      })}
      <ul class="on-paper">${options.map((option) => html`<li class="chapter-text">${option}</li>`)}</ul>
      ${formEnd(course, words.check)}
    </form>`,
    );
  },

  shown(course) {
    const { items, options, expected } = task;
    const right = expected(course);
    return chapterText(items.map((item, i) => words.matched(item, options[right[i]])).join('; '));
  },
});

/** @type {TaskKind<MatchSpec>} */
export const matchKind = {
  kind: 'match',
  schema: makeKindSchema(
    'match',
    {
      question: text(),
      items: list(
        object(
          {
            item: plainText(300),
            option,
            replies: list(object({ option, reply: text() }, ['option', 'reply']), MOST_FIELDS),
            wrong: text(),
          },
          ['item', 'option'],
        ),
        MOST_FIELDS,
        2,
      ),
      options: list(plainText(300), MOST_FIELDS, 2),
      right: text(),
      wrong: text(),
    },
    ['question', 'items', 'options', 'right'],
  ),
  descriptions: {
    '': 'For each of several things one of the same options.',
    'items.option': 'The right one, from 0.',
    'items.wrong': 'Said of any other option of this item.',
    wrong: 'Said of any other; {item} and {option} are what was matched.',
  },
  problems: ({ items, options }) =>
    items.flatMap(({ option: right, replies = [] }, i) => [
      ...[
        { option: right, name: 'option' },
        ...replies.map((reply, j) => ({ ...reply, name: `replies[${j}].option` })),
      ].flatMap(({ option: index = 0, name }) =>
        makeProblem(
          `task.items[${i}].${name}`,
          index >= options.length && words.between(0, options.length - 1),
        ),
      ),
      ...findUnseenReplies(`task.items[${i}]`, replies, 'option', right),
    ]),

  read({ question, items, options, right, wrong = '', by = '' }, code) {
    const matching = code.matches?.[by];
    const expected = (/** @type {CourseContext} */ context) =>
      matching?.right(context) ?? items.map(({ option: index = 0 }) => index);
    return makeMatch({
      question: deferMarked(question),
      options,
      picture: matching?.picture,
      items: items.map(({ item }) => item),
      expected,
      judge: (context, value) => {
        const given = readOptions(value);
        const wrongItems = expected(context).flatMap((index, i) => (given[i] === index ? [] : i));
        if (wrongItems.length === 0)
          return { isRight: true, reply: chapterText(renderMarked(right, context)) };
        const [at] = wrongItems;
        const { item, replies = [], wrong: ofItem } = items[at];
        const toItem = replies.find((candidate) => candidate.option === given[at])?.reply ?? ofItem;
        const filled = { item, option: options[given[at]], ...matching?.words(context, given[at]) };
        const reply = chapterText(renderMarked(toItem ?? wrong, context, filled));
        const isUnnamed = toItem !== undefined && !toItem.includes('{item}');
        return {
          isRight: false,
          wrong: wrongItems,
          ...(isUnnamed && { about: chapterText(item) }),
          reply,
        };
      },
    });
  },
};
