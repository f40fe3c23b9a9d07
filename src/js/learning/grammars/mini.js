/**
 * Stories for a small language model. In each, a few words are forced by an earlier word:
 *
 *     the dogs near the house [are] tired . [they] [sleep] .
 *     Anna has a red ball . [she] gives the [red] [ball] to Tom . [he] thanks [Anna] .
 *     the dog did not cross the street because it was too tired . the [dog] was very [tired] .
 *     Anna and Tom go to the park . Tom gives [Anna] a hat . [she] thanks [Tom] .
 *
 * Optional words are inserted, so that no dependency has a fixed distance. With fixed forms, a model with one layer would
 * be enough.
 */

import { splitAtBlanks } from '../split-at-blanks.js';
import { drawUntil, isHeldOut } from './held-out.js';

/** @import { Random } from '../../random.js' */

/** @typedef {(typeof dependencies)[number]} Dependency */
/**
 * @template {string} [Kind=Dependency]
 * @typedef {{ position: number, kind: Kind, source: number }} Forced
 *   `source` is the position of the earlier word that determines the word at `position`
 */

const women = splitAtBlanks('Anna Mia Lena Sara Emma Nora');
const men = splitAtBlanks('Tom Ben Max Paul Finn Noah');
const objects = splitAtBlanks('ball kite book hat cup drum box doll');
const colours = splitAtBlanks('red blue green white black');
const animals = splitAtBlanks('dog cat horse bird cow fox');
const manyAnimals = splitAtBlanks('dogs cats horses birds cows foxes');
const landmarks = splitAtBlanks('house tree lake wall gate houses trees lakes walls gates');
const places = splitAtBlanks('street road river field path');
const trips = splitAtBlanks('park beach zoo school');
const feelings = splitAtBlanks('tired hungry thirsty scared');
const actions = splitAtBlanks('sleep eat drink hide');
const conditions = splitAtBlanks('wide icy muddy long');
const openings = ['', '', 'today', 'one day', 'every day', 'in the morning'];
const sizes = splitAtBlanks('little big nice');

/** The kinds of dependencies. Every forced word has one of them. */
export const dependencies = /** @type {const} */ ([
  'agreement',
  'pronoun',
  'verb',
  'colour',
  'object',
  'because',
  'adjective',
  'giver',
  'other',
]);

/** The number of words of the longest story, including `<s>`. */
export const maxLength = 25;

/** All words. The first one is `<s>`, with which every story begins. */
export const vocabulary = Object.freeze([
  ...splitAtBlanks(
    '<s> . the a is are it they she he has and to near did not cross because was too very',
  ),
  ...splitAtBlanks('gives thanks go then today one day every in morning little big nice'),
  ...[women, men, objects, colours, animals, manyAnimals, landmarks, places, trips].flat(),
  ...[feelings, actions, actions.map((verb) => `${verb}s`), conditions].flat(),
]);

/** Whether a combination of words is in the fifth that is held out. @param {string[]} words */
const isCombinationHeldOut = (...words) => isHeldOut(1 / 5, ...words);

const choosePronoun = (/** @type {string} */ name) => (women.includes(name) ? 'she' : 'he');

/** Draws two different items. @param {Random} random @param {string[]} from @returns {[string, string]} */
export function pickTwo(random, from) {
  const first = random.below(from.length);
  const step = 1 + random.below(from.length - 1);
  return [from[first], from[(first + step) % from.length]];
}

/**
 * A story before the optional words. `source` and `position` count its words from 0, which is `<s>`.
 * @template {string} Kind
 * @typedef {{ text: string, forced: [kind: Kind, position: number, source: number][], heldOut: boolean }} Plot
 */

/** @type {Record<'state' | 'gift' | 'reason' | 'trip', (random: Random) => Plot<Dependency>>} */
const plots = {
  state(random) {
    const plural = random.below(2) === 1;
    const animal = random.pick(plural ? manyAnimals : animals);
    const landmark = random.pick(landmarks);
    const feeling = random.below(feelings.length);
    const [be, pronoun, ending] = plural ? ['are', 'they', ''] : ['is', 'it', 's'];
    return {
      text: `<s> the ${animal} near the ${landmark} ${be} ${feelings[feeling]} . ${pronoun} ${actions[feeling]}${ending} .`,
      forced: [
        ['agreement', 6, 2],
        ['pronoun', 9, 2],
        ['verb', 10, 7],
      ],
      heldOut: isCombinationHeldOut(animal, landmark),
    };
  },

  gift(random) {
    const [giver, taker] = pickTwo(random, [...women, ...men]);
    const object = random.pick(objects);
    const colour = random.pick(colours);
    return {
      text: `<s> ${giver} has a ${colour} ${object} . ${choosePronoun(giver)} gives the ${colour} ${object} to ${taker} . ${choosePronoun(taker)} thanks ${giver} .`,
      forced: [
        ['pronoun', 7, 1],
        ['colour', 10, 4],
        ['object', 11, 5],
        ['pronoun', 15, 13],
        ['giver', 17, 1],
      ],
      heldOut: isCombinationHeldOut(giver, colour, object),
    };
  },

  // Hold out triples. If pairs of animal and adjective were held out, the model could learn from their
  // absence that they never occur together.
  reason(random) {
    const animal = random.pick(animals);
    const place = random.pick(places);
    const blamesPlace = random.below(2) === 1;
    const adjective = random.pick(blamesPlace ? conditions : feelings);
    return {
      text: `<s> the ${animal} did not cross the ${place} because it was too ${adjective} . the ${blamesPlace ? place : animal} was very ${adjective} .`,
      forced: [
        ['because', 15, blamesPlace ? 7 : 2],
        ['adjective', 18, 12],
      ],
      heldOut: isCombinationHeldOut(animal, place, adjective),
    };
  },

  trip(random) {
    const [first, second] = pickTwo(random, [...women, ...men]);
    const firstGives = random.below(2) === 1;
    const [giver, taker] = firstGives ? [first, second] : [second, first];
    return {
      text: `<s> ${first} and ${second} go to the ${random.pick(trips)} . ${giver} gives ${taker} a ${random.pick(objects)} . ${choosePronoun(taker)} thanks ${giver} .`,
      forced: [
        ['other', 11, firstGives ? 3 : 1],
        ['pronoun', 15, 11],
        ['giver', 17, 9],
      ],
      heldOut: isCombinationHeldOut(first, second),
    };
  },
};

const shares = /** @type {(keyof typeof plots)[]} */ (
  splitAtBlanks('state gift gift reason reason trip trip')
);

/**
 * Draws a story and its forced words. After a full stop, "then" is always allowed instead of the forced word, so
 * comparisons should ignore it.
 *
 * @param {Random} random @param {{ heldOut?: boolean }} [options]
 * @returns {{ words: string[], forced: Forced[] }}
 */
export function draw(random, { heldOut = false } = {}) {
  const plot = drawUntil(() => plots[random.pick(shares)](random), heldOut);
  return insertOptionalWords(random, plot);
}

/**
 * Inserts optional words: an opening, sizes before the first nouns, and "then" before the second sentence.
 * @template {string} Kind
 * @param {Random} random @param {Omit<Plot<Kind>, 'heldOut'>} plot
 */
export function insertOptionalWords(random, { text, forced }) {
  const plain = splitAtBlanks(text);
  const secondSentence = plain.indexOf('.') + 1;
  const opening = random.pick(openings);
  /** @type {string[]} */
  const words = [];
  /** The new position of each plain word. @type {number[]} */
  const moved = [];
  plain.forEach((word, i) => {
    const sized = [...animals, ...manyAnimals, ...objects].includes(word);
    if (i === 1 && opening) words.push(...splitAtBlanks(opening));
    if (i === secondSentence && random.below(2) === 1) words.push('then');
    if (i < 10 && sized && ['the', 'a'].includes(plain[i - 1]) && random.below(2) === 1) {
      words.push(random.pick(sizes));
    }
    moved.push(words.length);
    words.push(word);
  });
  return {
    words,
    forced: forced.map(([kind, position, source]) => ({
      kind,
      position: moved[position],
      source: moved[source],
    })),
  };
}
