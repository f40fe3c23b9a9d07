/** Numbers of a lesson within running text. */

import { numberAt, readPlace } from '../model/trace.js';
import { quoted } from '../parts/matrix.js';

/**
 * @param {import('../model/lesson.js').Lesson} lesson
 * @param {string} place such as 'weights.0.1.3'
 * @param {number} [digits]
 */
export function quote(lesson, place, digits) {
  const found = readPlace(place, lesson);
  return found ? quoted(numberAt(lesson, found), digits) : '…';
}
