/** A task kind: put things in order. The stored answer is the order, as indexes joined by `_`. */

import { html } from 'lit';
import { deferMarked } from '../../../web/lessons/chapter-markup.js';
import { list, makeKindSchema, makeProblem, text } from '../../../web/pages/tasks/schema.js';

/** @import { TaskKind } from '../../../web/pages/tasks/index.js' */
/** @import { CourseContext, Give } from '../../../web/pages/types.js' */

/** @type {TaskKind} */
export const orderKind = {
  kind: 'order',
  schema: makeKindSchema('order', { question: text(), items: list(text(), 6, 2), right: text() }, [
    ...['question', 'items', 'right'],
  ]),
  descriptions: { '': 'Things to be put in order.', items: 'In the right order.' },
  problems: ({ items }) =>
    makeProblem('task.items', new Set(items).size < items.length && 'each only once'),
  read: ({ question, items, right }) =>
    /** @type {any} */ ({
      kind: 'order',
      ...{ question: deferMarked(question), items },
      judge: (/** @type {unknown} */ _, /** @type {string} */ value) => {
        const isRight = value === [...items.keys()].join('_');
        return { isRight, reply: isRight ? right : 'In another order.' };
      },
      fields: (/** @type {CourseContext} */ course, /** @type {Give} */ give) =>
        html`<button type="button" @click=${(/** @type {Event} */ event) =>
          give(course, event, [...items.keys()].join('_'))}>${items.toSorted().join(' ')}</button>`,
      shown: () => items.join(', '),
      printed: () => items.join(', '),
    }),
};
