/** What an article says of “Hello I love you”, beside what a real model does: how much “love” attends to each other word. */

import { rowOf } from '../../../graph/cell.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Reply } from '../types.js'
 */

/** The words of the sentence, and the one whose row the article speaks of. */
const [WORDS, QUERY] = [['hello', 'i', 'love', 'you'], 2];

/** @param {string} sentence */
export const isOfArticle = (sentence) =>
  sentence
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim() === WORDS.join(' ');

/**
 * The weights of one head from “love” to each other word: those of its pieces together.
 * @typedef {{ layer: number, head: number, hello: number, subject: number, object: number, holds: boolean }} HeadClaim
 */

/**
 * @param {Pick<Operations, 'linear'>} attention
 * @param {Pick<Reply, 'words' | 'weights'>} reply of the sentence
 * @returns {HeadClaim[]} nothing where its tokens are not its words
 */
export function checkClaim(attention, { words, weights }) {
  const known = [...new Set(words.filter((word) => word >= 0))];
  if (known.length !== WORDS.length) return [];
  const row = words.lastIndexOf(known[QUERY]);
  return weights.flatMap((ofLayer, layer) =>
    Array.from({ length: ofLayer.shape[0] }, (_, head) => {
      const numbers = rowOf(ofLayer, head, row);
      const [hello, subject, , object] = known.map((word) => {
        const isOfWord = words.map((other) => (other === word ? 1 : 0));
        return attention.linear([[...numbers]], [isOfWord]).data[0];
      });
      return { layer, head, hello, subject, object, holds: Math.min(subject, object) > hello };
    }),
  );
}
