/** A choice between several answers. The stored answer is its index. */

import { html, nothing } from 'lit';
import { deferMarked, fillNumbers, renderMarked } from '../../lessons/chapter-markup.js';
import { oneRight } from '../../text/en/pages.js';
import { chapterText } from '../../text/inline.js';
import { flag, list, makeKindSchema, makeProblem, object, text } from './schema.js';

/**
 * @import { Choice, ChoiceSpec } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/** @param {Omit<Choice, 'kind'>} task @returns {Choice} */
export const makeChoice = (task) => ({
  ...task,
  kind: 'choice',
  className: task.isCode ? 'is-code' : '',

  fields: (course, give) =>
    task.answers.map((answer, i) => {
      const value = String(i);
      const isChosen = course.given?.value === value;
      const isRight = isChosen && course.verdict?.isRight;
      return html`<button type="button" class="answer chapter-text" aria-pressed=${isChosen}
        @click=${(/** @type {Event} */ event) => give(course, event, value)}>${
          isRight ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing
        }${fillNumbers(answer, course)}</button>`;
    }),

  printed: (course) =>
    html`<b class="chapter-text ${task.isCode ? 'code' : ''}">${fillNumbers(task.answers[task.expected()], course)}</b>`,
});

/** @type {TaskKind<ChoiceSpec>} */
export const choiceKind = {
  kind: 'choice',
  schema: makeKindSchema(
    'choice',
    {
      question: text(),
      code: flag,
      answers: list(
        object({ answer: text(300), reply: { anyOf: [text(), list(text(), 8)] }, right: flag }, [
          'answer',
          'reply',
        ]),
        8,
        2,
      ),
    },
    ['question', 'answers'],
  ),
  descriptions: {
    '': 'A question with answers. One answer is right.',
    code: 'Whether the answers are lines of a program.',
  },
  problems: ({ answers }) =>
    makeProblem('task.answers', answers.filter(({ right }) => right).length !== 1 && oneRight),

  read({ question, answers, code: isCode }, { words }) {
    const right = answers.findIndex((answer) => answer.right);
    return makeChoice({
      isCode,
      question: deferMarked(question),
      answers: answers.map(({ answer }) => (isCode ? answer : deferMarked(answer))),
      expected: () => right,
      judge: (context, value) => {
        const { reply = '' } = answers[Number(value)] ?? {};
        return {
          isRight: Number(value) === right,
          reply: chapterText(renderMarked([reply].flat().join(' '), context, words)),
        };
      },
    });
  },
};
