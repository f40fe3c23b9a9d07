/** The schema of a chapter as it is published: what the reader goes by, with words for those who write one. */

import { schema } from '../practice/own-chapter/schema.js';
import { descriptions } from '../text/en/practice/chapter-schema.js';

/** @typedef {import('../practice/own-chapter/schema.js').Schema} Schema */

/**
 * @param {Schema} part
 * @param {string} path names from the top, and the kind: 'pages.task.numbers.cells'
 * @returns {object}
 */
function described({ properties, items, anyOf, oneOf, ...part }, path) {
  const under = (/** @type {string} */ name) => (path ? `${path}.${name}` : name);
  return {
    ...(descriptions[path] && { description: descriptions[path] }),
    ...part,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, described(one, under(name))]),
      ),
    }),
    ...(items && { items: described(items, path) }),
    ...(anyOf && { anyOf: anyOf.map((one) => described(one, '')) }),
    ...(oneOf && {
      oneOf: oneOf.map((one) => described(one, under(String(one.properties?.kind.const)))),
    }),
  };
}

export const chapterSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A chapter for <attention-lab>',
  ...described(schema, ''),
});
