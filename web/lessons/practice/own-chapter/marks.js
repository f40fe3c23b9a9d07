/** An author's text: paragraphs, with **bold** words and {weights.0.1.3} for a number of the run. */

import { html } from 'lit';
import { quote } from '../../text.js';

/** @typedef {Pick<import('../../course/page.js').CourseContext, 'computation'>} Context */

const MARKS = /(\*\*[^*]+\*\*|\{[A-Za-z][\w/]*(?:\.\d+)+\})/;

/** @param {string} text @param {Context} [context] without, numbers stay names */
export const marked = (text, context) =>
  text
    .split(MARKS)
    .filter(Boolean)
    .map((part) => {
      if (part.length > 4 && part.startsWith('**') && part.endsWith('**'))
        return html`<b>${part.slice(2, -2)}</b>`;
      return context && MARKS.test(part) && part.startsWith('{')
        ? quote(context.computation, part.slice(1, -1))
        : part;
    });

/** @param {string | string[]} text @param {Context} [context] */
export const paragraphs = (text, context) =>
  [text].flat().map((one) => html`<p>${marked(one, context)}</p>`);
