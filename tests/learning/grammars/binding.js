// Stories of a kind that Mini does not learn: "Anna has a red ball and a blue kite . the kite is
// [blue] and the ball is [red] ." To predict the colour, it has to find the object that is next to it.
import { drawUntil, isHeldOut } from '../../../src/js/learning/grammars/held-out.js';
import { insertOptionalWords, pickTwo } from '../../../src/js/learning/grammars/mini.js';
import { splitAtBlanks } from '../../../src/js/learning/split-at-blanks.js';

/** @import { Forced } from '../../../src/js/learning/grammars/mini.js' */
/** @import { Random } from '../../../src/js/random.js' */

const names = splitAtBlanks('Anna Mia Lena Sara Emma Nora Tom Ben Max Paul Finn Noah');
const objects = splitAtBlanks('ball kite book hat cup drum box doll');
const colours = splitAtBlanks('red blue green white black');

/** @param {Random} random */
function drawPlot(random) {
  const name = random.pick(names);
  const [object, other] = pickTwo(random, objects);
  const [colour, otherColour] = pickTwo(random, colours);
  const swap = random.below(2) === 1;
  const [first, firstColour, second, secondColour] = swap
    ? [other, otherColour, object, colour]
    : [object, colour, other, otherColour];
  /** @type {['binding' | 'leftover', number, number][]} */
  const forced = [
    ['binding', 14, swap ? 8 : 4],
    ['leftover', 19, swap ? 4 : 8],
  ];
  return {
    text: `<s> ${name} has a ${colour} ${object} and a ${otherColour} ${other} . the ${first} is ${firstColour} and the ${second} is ${secondColour} .`,
    forced,
    heldOut: isHeldOut(1 / 5, object, colour, other),
  };
}

/**
 * Draws a story and its forced words.
 * @param {Random} random @param {{ heldOut?: boolean }} [options]
 * @returns {{ words: string[], forced: Forced<'binding' | 'leftover'>[] }}
 */
export function drawBinding(random, { heldOut = false } = {}) {
  return insertOptionalWords(
    random,
    drawUntil(() => drawPlot(random), heldOut),
  );
}
