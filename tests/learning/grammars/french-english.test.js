import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';

import { elideWords } from '../../../src/js/learning/grammars/french-english/spelling.js';
import { templates } from '../../../src/js/learning/grammars/french-english/templates.js';
import {
  draw,
  englishVocabulary,
  frenchEnglishPairs,
  frenchVocabulary,
  readFrench,
  showFrench,
} from '../../../src/js/learning/grammars/french-english.js';
import { hashText } from '../../../src/js/learning/grammars/held-out.js';
import { LENGTH } from '../../../src/js/learning/translator.js';
import { Random } from '../../../src/js/random.js';

/** @import { Pair } from '../../../src/js/learning/types.js' */

/**
 * French sentences and their English translations, checked by hand, by the template that gives
 * them.
 * @type {Record<string, string[]>}
 */
const checkedPairs = JSON.parse(
  readFileSync(new URL('checked-pairs.json', import.meta.url), 'utf8'),
);
const COUNT = 60_000;
const ARTICLES = [
  ["il n' est pas aussi grand que son père", 'he is not as tall as his father', 'sayComparison'],
  ["Jane visite l' Afrique en septembre", 'Jane visits Africa in September', 'sayVisit'],
];

/** @type {Pair[]} */
let pairs = [];
/** @type {string[]} */
let heldOut = [];

before(() => {
  const random = new Random(1);
  pairs = Array.from({ length: COUNT }, () => draw(random));
  const other = new Random(2);
  heldOut = Array.from({ length: 3000 }, () => draw(other, { heldOut: true }).source);
});

/** Counts how often each word occurs. @param {string[]} sentences */
function countWords(sentences) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of sentences.flatMap((sentence) => sentence.split(' '))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/**
 * Fails with the first sentence in which this pattern occurs.
 * @param {RegExp} wrong @param {'source' | 'target'} side
 */
function never(wrong, side) {
  const found = pairs.find((pair) => wrong.test(pair[side]));
  assert.ok(!found, `${wrong}: ${found?.[side]}`);
}

/**
 * Replays given random bits, then continues with new ones. `used` holds all of them.
 * @param {number} seed @param {number[]} given
 */
function replay(seed, given) {
  const random = new Random(seed);
  /** @type {number[]} */
  const used = [];
  random.bits = () => {
    const bits = given[used.length] ?? Random.prototype.bits.call(random);
    used.push(bits);
    return bits;
  };
  return { random, used };
}

/**
 * Searches the random bits that give this French sentence, if this template has it. The search
 * redraws a few of a sentence's bits, and keeps the result if it has more of the wanted words.
 *
 * @param {string} source @param {string} template
 */
function find(source, template) {
  const wanted = source.split(' ');
  /** Counts the common words. Other forms of a word count half. @param {string[]} words */
  const likeness = (words) => {
    let score = -words.length;
    for (const word of wanted) {
      const start = word.slice(0, 3);
      score += words.includes(word) ? 2 : words.some((other) => other.startsWith(start)) ? 1 : 0;
    }
    return score;
  };
  // The first bits choose the template.
  const index = templates.findIndex(({ name }) => name === template);
  const first = Math.ceil((index / templates.length) * 2 ** 32);
  const choices = new Random(1);
  const start = () => ({ bits: [first], score: Number.NEGATIVE_INFINITY, age: 0 });
  let best = start();
  for (let i = 0; i < 30_000; i++) {
    if (best.age++ > 400) best = start();
    const bits = [...best.bits];
    if (choices.below(4) === 0) bits.length = 1 + choices.below(bits.length);
    for (let change = choices.below(3); change >= 0 && bits.length > 1; change--) {
      bits[1 + choices.below(bits.length - 1)] = choices.bits();
    }
    const { random, used } = replay(i, bits);
    const phrase = random.pick(templates)(random);
    const words = elideWords(phrase.french.map(({ text }) => text));
    if (words.length === wanted.length && words.join(' ') === source) return used;
    const score = likeness(words);
    if (score >= best.score) best = { bits: used, score, age: score > best.score ? 0 : best.age };
  }
  return undefined;
}

test('No sentence is longer than the translator reads and writes.', () => {
  const lengths = pairs.flatMap(({ source, target }) =>
    [source, target].map((sentence) => sentence.split(' ').length),
  );
  assert.ok(lengths.includes(12));
  assert.ok(lengths.every((length) => length <= LENGTH));
});

test('The vocabularies are the words that are drawn, and none is rare.', () => {
  for (const [vocabulary, side] of /** @type {const} */ ([
    [frenchVocabulary, 'source'],
    [englishVocabulary, 'target'],
  ])) {
    assert.equal(new Set(vocabulary).size, vocabulary.length, 'no word twice');
    const counts = countWords(pairs.map((pair) => pair[side]));
    const known = new Set(vocabulary);
    assert.deepEqual(
      [...counts.keys()].filter((word) => !known.has(word)),
      [],
    );
    assert.deepEqual(
      vocabulary.filter((word) => (counts.get(word) ?? 0) < 10),
      [],
    );
  }
});

test('Each English word is aligned to French words of its sentence, each content word to some.', () => {
  for (const { source, target, alignment, content } of pairs) {
    const numSource = source.split(' ').length;
    const words = target.split(' ');
    assert.equal(alignment.length, words.length);
    assert.equal(content.length, words.length);
    alignment.forEach((from, i) => {
      assert.ok(
        from.every((j) => Number.isInteger(j) && j >= 0 && j < numSource),
        target,
      );
      assert.equal(new Set(from).size, from.length);
      if (content[i]) assert.ok(from.length > 0, `${words[i]} of ${target}`);
    });
    assert.ok(
      content.some((flag) => flag),
      target,
    );
  }
});

test('There are more than 30,000 pairs, and no French sentence has two translations.', () => {
  /** @type {Map<string, string>} */
  const translations = new Map();
  for (const { source, target } of pairs) {
    assert.equal(translations.get(source) ?? target, target, source);
    translations.set(source, target);
  }
  assert.ok(translations.size > 40_000, `${translations.size} distinct`);
});

test('frenchEnglishPairs gives so many different pairs, the same for a seed.', () => {
  const some = frenchEnglishPairs({ seed: 3, count: 2000 });
  assert.equal(new Set(some.map(({ source }) => source)).size, 2000);
  assert.deepEqual(frenchEnglishPairs({ seed: 3, count: 2000 }), some);
  assert.notDeepEqual(frenchEnglishPairs({ seed: 4, count: 2000 }), some);
  const others = frenchEnglishPairs({ seed: 3, count: 500, heldOut: true });
  const sources = new Set(some.map(({ source }) => source));
  assert.deepEqual(
    others.filter(({ source }) => sources.has(source)),
    [],
  );
});

test('The pairs of a seed never change: trained weights that ship depend on them.', () => {
  const digest = (/** @type {unknown} */ value) => hashText(JSON.stringify(value)).toString(16);
  assert.equal(digest(pairs.slice(0, 5000)), 'd94d8439');
  assert.equal(digest(frenchVocabulary), '8d649b3b');
  assert.equal(digest(englishVocabulary), '18b02263');
});

test('No sentence is both trained and tested.', () => {
  const trained = new Set(pairs.map(({ source }) => source));
  assert.deepEqual(
    heldOut.filter((source) => trained.has(source)),
    [],
  );
});

test("The articles' sentences can be drawn for the test, never for training.", () => {
  for (const [source, target, template] of ARTICLES) {
    const bits = find(source, template) ?? [];
    assert.equal(draw(replay(1, bits).random, { heldOut: true }).source, source);
    assert.equal(draw(replay(1, bits).random, { heldOut: true }).target, target);
    assert.notEqual(draw(replay(1, bits).random, { heldOut: false }).source, source);
  }
});

test('Sentences of every kind, checked by hand, are translated so.', () => {
  for (const [template, sentences] of Object.entries(checkedPairs)) {
    for (const sentence of sentences) {
      const [text, target] = sentence.split(' = ');
      const { words, unknown } = readFrench(text);
      assert.deepEqual(unknown, [], text);
      const source = words.join(' ');
      assert.equal(showFrench(source), text);
      const bits = find(source, template);
      assert.ok(bits, `not in the grammar: ${text}`);
      const pairs = [true, false].map((heldOut) => draw(replay(1, bits).random, { heldOut }));
      const pair = pairs.find((pair) => pair.source === source);
      assert.equal(pair?.target, target, text);
    }
  }
});

test('French words are elided and contracted, and only where they must be.', () => {
  const vowel = '[aàâeéêèiîoôuyhAEIO]';
  never(new RegExp(`(^| )(le|la|je|ne|que|de|me|te) ${vowel}`), 'source');
  never(new RegExp(`(^| )(ce est|(ma|ta|sa|beau|nouveau) ${vowel})`), 'source');
  never(new RegExp(`(^| )(l|j|n|qu|d|m|t|c)' (?!${vowel})`), 'source');
  never(/ (à|de) les? [^a-z]?(parc|march|rest|mus|jard|vil)/, 'source');
  never(/(^| )(des|pas des) (petit|grand|bea|bel|jeune|vie|bon|nouv|gentil)/, 'source');
  never(/(^| )vieux (homme|oiseau|hôpital|ami|enfant)( |$)/, 'source');
});

test('French words agree: verbs with their subjects, nouns, adjectives and participles in number and gender.', () => {
  const clitic = "(ne|n'|me|m'|te|t'|le|la|l'|les|nous|vous|y)";
  const after = (/** @type {string} */ subject, /** @type {string} */ form) =>
    never(new RegExp(`(^|que )${subject} (${clitic} )*(?!${clitic} )(?!${form})`), 'source');
  after('je', '[^ ]*[^zn]( |$)');
  after('nous', '([^ ]+ons|sommes) ?');
  after('vous', '([^ ]+ez|êtes) ?');
  after('tu', '[^ ]+[sx]( |$)');
  after('(ils|elles)', '[^ ]+nt( |$)');
  after('(il|elle)', '[^ ]*[^sz]( |$)');
  never(/(^| )(ces|mes|tes|ses|nos|vos|leurs|des|deux|trois|dix) [^ ]*[^sx' ]( |$)/, 'source');
  never(/(^| )(ce|cet|cette|un|une|mon|ma|ton|ta) [^ ]+(ons|aux|ants|iens|mes|nes)( |$)/, 'source');
  const end = '(pas |plus |jamais )?(très |trop )?';
  never(
    RegExp(`^(elle|Jane|Marie) (n' )?est ${end}(fatigué|occupé|petit|grand|allé|parti)( |$)`),
    'source',
  );
  never(
    RegExp(`^(ils|elles) (ne )?sont ${end}(fatiguée?|occupée?|petite?|allée?|tombée?)( |$)`),
    'source',
  );
  never(
    RegExp(`^(ils|il|Marc|Paul) (ne |n' )?(sont|est) ${end}[^ ]+(ée|ées|euse|euses|ite|ites)( |$)`),
    'source',
  );
});

test('English words are spelled as they must be.', () => {
  never(/(^| )a [aeiou]/i, 'target');
  never(/(^| )an [^aeiou]/, 'target');
  never(
    / more (sick|sad|happy|busy|rich|poor|tall|big|small|old|young|kind|clever|strong)( |$)/,
    'target',
  );
  never(/^(he|she|it|Jane|Paul) (do|have|are|am|want) /, 'target');
  never(/^(I|you|we|they) (does|has|is|wants) /, 'target');
  never(/(does|did|do) (not )?([a-z]+ )?(worked|bought|saw|slept|sang|looked)( |$)/, 'target');
  never(/undefined|null| {2}|^ | $/, 'target');
});

test("His and her are the subject's sex, and as frequent as each other.", () => {
  const women =
    /^(est-ce qu(e|') )?(où est-ce qu(e|') )?(elle|Jane|Marie|Anna|Sophie|(la|cette|ma|ta|notre|votre|leur) (jeune |vieille |gentille |bonne )?(fille|femme|mère|sœur|tante|voisine)|(mon|ton|notre|votre|leur|son) amie) /;
  const counts = { his: 0, her: 0 };
  for (const { source, target } of pairs) {
    const possessive = / (son|sa|ses) /.test(source) && target.match(/ (his|her) /);
    if (!possessive) continue;
    const expected = women.test(source.replace('où ', '')) ? 'her' : 'his';
    assert.equal(possessive[1], expected, source);
    counts[expected]++;
  }
  assert.ok(counts.his > 1500 && counts.her > 1500, JSON.stringify(counts));
  assert.ok(counts.his / counts.her > 0.8 && counts.his / counts.her < 1.25);
});

test('A sentence is read back with or without accents, capitals, apostrophes and hyphens.', () => {
  const plain = (/** @type {string} */ text) =>
    text.replaceAll('œ', 'oe').normalize('NFD').replace(/\p{M}/gu, '');
  for (const { source } of pairs.slice(0, 4000)) {
    const text = showFrench(source);
    for (const typed of [
      text,
      plain(text),
      text.replaceAll("'", '’').normalize('NFD'),
      `${plain(text).toUpperCase()} ?`,
      plain(text).replaceAll(/['-]/g, ' '),
    ]) {
      const read = readFrench(typed);
      assert.equal(read.words.join(' '), source, typed);
      assert.deepEqual(read.unknown, []);
    }
  }
});

test('Unknown words are reported as they were typed; forgotten elisions are made.', () => {
  assert.deepEqual(readFrench('Le Dinosaure est-il grand ?'), {
    words: ['le', 'Dinosaure', 'est-il', 'grand'],
    unknown: ['Dinosaure', 'est-il'],
  });
  assert.deepEqual(readFrench('').words, []);
  assert.deepEqual(readFrench("  …'?! - ").words, []);
  assert.equal(readFrench('je ai un ami').words.join(' '), "j' ai un ami");
});
