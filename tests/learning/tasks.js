// Small tasks for the models, so that what is tested here does not depend on the data that ships.

/** @import { Random } from '../../src/js/random.js' */

const list = (/** @type {string} */ text) => text.split(' ');

/** @type {Record<string, string[]>} */
const nouns = {
  living: list('animal dog cat horse rabbit fox cow sheep'),
  thing: list('box basket sack bag bucket cart'),
  place: list('street road river field path bridge'),
};
/** @type {Record<string, string[]>} */
const adjectives = {
  living: list('tired hungry sleepy scared lazy'),
  thing: list('heavy bulky costly flimsy'),
  place: list('wide narrow icy flooded'),
};
const others = list('the did not carry because it was too move cross across near');

/** "the animal did not cross the street because it was too tired" */
export const description = {
  vocabulary: [...others, ...Object.values(nouns).flat(), ...Object.values(adjectives).flat()],
  nouns,
  adjectives,

  /** Of each adjective's nouns every fourth is held out. @param {Random} random @param {{ heldOut?: boolean }} [options] */
  draw(random, { heldOut = false } = {}) {
    for (;;) {
      const classes = random.pick([
        ['living', 'thing', 'place'],
        ['living', 'place'],
        ['living', 'thing'],
        ['thing', 'place'],
      ]);
      const chosen = classes.map((name) => random.pick(nouns[name]));
      const place = random.below(classes.length);
      const own = adjectives[classes[place]];
      const adjective = random.pick(own);
      const noun = chosen[place];
      const isHeldOut = (nouns[classes[place]].indexOf(noun) + own.indexOf(adjective)) % 4 === 0;
      if (isHeldOut !== heldOut) continue;
      const [first, ...rest] = chosen;
      const main = `the ${first} did not ${rest.map((word) => `cross the ${word}`).join(' ')}`;
      const words = [...list(main), ...list(`because it was too ${adjective}`)];
      return { words, adjective: words.indexOf(adjective), answer: words.indexOf(noun) };
    }
  },
};

const letters = [...'abcdefghijkl'];

/** Letters of which the second half repeats the first. */
export const repetition = {
  vocabulary: ['<s>', ...letters],
  maxLength: 11,
  /** @param {Random} random */
  draw(random) {
    const half = Array.from({ length: 2 + random.below(4) }, () => random.pick(letters));
    const words = ['<s>', ...half, ...half];
    const forced = half.slice(1).map((_, i) => ({
      position: half.length + 2 + i,
      kind: 'letter',
      source: 2 + i,
    }));
    return { words, forced };
  },
};

/** Letters and their capitals; b goes behind the letter that follows it. */
export const capitals = {
  sourceVocabulary: letters,
  targetVocabulary: letters.map((letter) => letter.toUpperCase()),
  /** @param {Random} random */
  draw(random) {
    const source = Array.from({ length: 2 + random.below(4) }, () => random.pick(letters));
    const target = source.join('').toUpperCase().replace(/B(.)/g, '$1B');
    return { source: source.join(' '), target: [...target].join(' ') };
  },
};

/** Eight letters: each answers the one before it, and the one as far from the other end. */
export const reversal = {
  vocabulary: letters,
  answers: letters,
  length: 8,
  numOutputs: 2,
  causal: false,
  /** @param {Random} random */
  draw(random) {
    const words = Array.from({ length: 8 }, () => random.pick(letters));
    const answers = words.flatMap((_, position) => {
      const mirror = 7 - position;
      const both = [{ position, source: mirror, word: words[mirror], output: 1 }];
      if (position === 0) return both;
      const source = position - 1;
      return [{ position, source, word: words[source], output: 0 }, ...both];
    });
    return { words, answers };
  },
};
