/** A word to press in the figure. The stored answer is the index of the word. */

import { html } from 'lit';
import { makeTable } from '../../figures/tables.js';
import { deferMarked, renderMarked } from '../../lessons/chapter-markup.js';
import { bold, chapterText } from '../../text/inline.js';
import { findUnseenReplies, index, list, makeKindSchema, object, oneName, text } from './schema.js';
import { readJudgedTask } from './target.js';

/**
 * @import { CourseContext, JudgedSpec, PickTask, PressSpec } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/** After “Show the answer”, the figure and the reply to the right word show it. @param {Omit<PickTask, 'kind'>} task @returns {PickTask} */
export const makePick = (task) => ({
  ...task,
  kind: 'pick',
  isInFigure: true,
  shown: () => undefined,
  printed(course) {
    const word = Number(task.expected?.(course) ?? -1);
    return html`<b>${course.computation?.keyWords[word] ?? ''}</b>`;
  },
});

/** A task that a program judges. Authors write `press` instead. @type {TaskKind<JudgedSpec>} */
export const pickKind = {
  kind: 'pick',
  read: (task, code) => makePick(readJudgedTask(task, code)),
};

/** @type {TaskKind<PressSpec>} */
export const pressKind = {
  kind: 'press',
  schema: makeKindSchema(
    'press',
    {
      question: text(),
      instruction: text(),
      word: { anyOf: [index, oneName('largest')] },
      right: text(),
      wrong: text(),
      replies: list(
        object({ word: { anyOf: [index, list(index, 64)] }, reply: text() }, ['word', 'reply']),
        64,
      ),
    },
    ['question', 'word', 'right', 'wrong'],
  ),
  descriptions: {
    '': 'A word to be pressed.',
    instruction:
      'How to answer, such as “Press it in the sentence.” It goes once the task is done.',
    word: 'Its index, from 0, or the one with the largest weight.',
    wrong: 'Said of any other word; {word} is the one that was pressed.',
    replies: 'Replies to words that are pressed by mistake.',
  },
  problems: ({ word, replies = [] }) => findUnseenReplies('task', replies, 'word', word),
  isPressed: true,

  read({ question, instruction = '', word, right, wrong, replies = [] }) {
    /** Equal words may share the largest weight. @param {CourseContext} context */
    const findWantedWords = (context) => {
      if (word !== 'largest') return [word];
      const { view } = makeTable(context, 'weights');
      const weights = context.computation.keyWords.map((_, key) => view.at(context.selected, key));
      const most = Math.max(...weights);
      return [...weights.keys()].filter((key) => weights[key] === most);
    };
    /** @param {number} pressed */
    const toWrong = (pressed) =>
      replies.find((candidate) => [candidate.word].flat().includes(pressed))?.reply ?? wrong;
    return makePick({
      question: deferMarked(question),
      instruction: deferMarked(instruction),
      room: instruction,
      expected: (context) => findWantedWords(context)[0],
      judge: (context, value) => {
        const pressed = Number(value);
        const isRight = findWantedWords(context).includes(pressed);
        const word = bold(context.computation.keyWords[pressed] ?? '');
        return {
          isRight,
          reply: chapterText(renderMarked(isRight ? right : toWrong(pressed), context, { word })),
        };
      },
    });
  },
};
