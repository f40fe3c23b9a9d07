import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as describer from '../../../src/js/learning/grammars/describer.js';
import { hashText } from '../../../src/js/learning/grammars/held-out.js';
import * as mini from '../../../src/js/learning/grammars/mini.js';
import { toys } from '../../../src/js/learning/grammars/toys.js';
import { Random } from '../../../src/js/random.js';
import { drawBinding } from './binding.js';

const COUNT = 20_000;

/** @param {{ vocabulary: readonly string[] }} grammar */
const hasWordsOf = ({ vocabulary }) => {
  const known = new Set(vocabulary);
  assert.equal(known.size, vocabulary.length, 'no word twice');
  return (/** @type {string[]} */ words) => {
    for (const word of words) assert.ok(known.has(word), `unknown word: ${word}`);
  };
};

/** @type {Map<string, unknown>} */
const drawn = new Map();
/** @type {unknown[]} */
const sources = [];

/**
 * Draws many examples, and caches them.
 * @template T
 * @param {(random: Random, options: { heldOut: boolean }) => T} draw @param {boolean} heldOut
 * @returns {T[]}
 */
const drawMany = (draw, heldOut, count = COUNT) => {
  if (!sources.includes(draw)) sources.push(draw);
  const key = `${sources.indexOf(draw)} ${heldOut} ${count}`;
  if (!drawn.has(key)) {
    const random = new Random(1, String(heldOut));
    drawn.set(
      key,
      Array.from({ length: count }, () => draw(random, { heldOut })),
    );
  }
  return /** @type {T[]} */ (drawn.get(key));
};

/**
 * Asserts that every word of the vocabulary occurs.
 * @param {readonly string[]} vocabulary @param {{ words: string[] }[]} examples
 */
const allTurnUp = (vocabulary, examples) => {
  const seen = new Set(examples.flatMap(({ words }) => words));
  assert.deepEqual(
    vocabulary.filter((word) => !seen.has(word)),
    [],
  );
};

/** @param {unknown} value */
const digest = (value) => hashText(JSON.stringify(value)).toString(16);

test('The describer names an adjective and the one noun that suits it.', () => {
  assert.equal(describer.vocabulary.length, 45);
  const check = hasWordsOf(describer);
  const examples = [drawMany(describer.draw, false), drawMany(describer.draw, true)].flat();
  for (const { words, adjective, answer } of examples) {
    check(words);
    const nounClass = /** @type {const} */ (['living', 'thing', 'place']).find((name) =>
      describer.adjectives[name].includes(words[adjective]),
    );
    assert.ok(nounClass);
    const suiting = words.flatMap((word, i) =>
      describer.nouns[nounClass].includes(word) ? i : [],
    );
    assert.deepEqual(suiting, [answer]);
  }
  allTurnUp(describer.vocabulary, examples);
});

test('No pair of noun and adjective is both trained and tested.', () => {
  const pairs = (/** @type {boolean} */ heldOut) =>
    new Set(
      drawMany(describer.draw, heldOut).map(
        ({ words, adjective, answer }) => `${words[answer]} ${words[adjective]}`,
      ),
    );
  const [trained, tested] = [pairs(false), pairs(true)];
  for (const pair of tested) assert.ok(!trained.has(pair), pair);
  // 8 × 5 + 6 × 4 + 6 × 4 pairs are valid.
  assert.equal(trained.size + tested.size, 88);
  assert.equal(tested.size, 22);
  for (const [name, adjectives] of Object.entries(describer.adjectives)) {
    const all = describer.nouns[/** @type {'living'} */ (name)].length;
    for (const adjective of adjectives) {
      const count = [...tested].filter((pair) => pair.endsWith(` ${adjective}`)).length;
      assert.ok(count >= 1 && count <= all / 3, `${count} of ${adjective}`);
    }
  }
});

test('Stories start with <s>, have known words and are at most 25 long.', () => {
  const check = hasWordsOf(mini);
  assert.equal(mini.vocabulary.length, 106);
  assert.equal(mini.vocabulary[0], '<s>');
  const examples = drawMany(mini.draw, false);
  let longest = 0;
  for (const { words } of [...examples, ...drawMany(drawBinding, false)]) {
    check(words);
    assert.equal(words[0], '<s>');
    assert.equal(words.at(-1), '.');
    longest = Math.max(longest, words.length);
  }
  assert.equal(longest, mini.maxLength);
  allTurnUp(mini.vocabulary, examples);
});

test('Each forced word follows from the one that is said to force it.', () => {
  const women = ['Anna', 'Mia', 'Lena', 'Sara', 'Emma', 'Nora'];
  /** @type {Record<string, (word: string, source: string) => boolean>} */
  const follows = {
    agreement: (word, source) => word === (source.endsWith('s') ? 'are' : 'is'),
    pronoun: (word, source) =>
      /^[A-Z]/.test(source)
        ? word === (women.includes(source) ? 'she' : 'he')
        : word === (source.endsWith('s') ? 'they' : 'it'),
    verb: (word, source) =>
      ({ tired: 'sleep', hungry: 'eat', thirsty: 'drink', scared: 'hide' })[source] ===
      word.replace(/s$/, ''),
  };
  const same = (/** @type {string} */ word, /** @type {string} */ source) => word === source;
  /** @type {Record<string, number>} */
  const counts = {};
  for (const { words, forced } of drawMany(mini.draw, false)) {
    for (const { kind, position, source } of forced) {
      assert.ok(source < position && position < words.length);
      const [word, cause] = [words[position], words[source]];
      assert.ok((follows[kind] ?? same)(word, cause), `${kind} ${word} < ${cause}: ${words}`);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }
  assert.deepEqual(Object.keys(counts).sort(), [...mini.dependencies].sort());
  for (const { words, forced } of drawMany(drawBinding, true, 2000)) {
    for (const { kind, position, source } of forced) {
      assert.equal(words[position], words[source], kind);
      // The queried noun is two words before its colour here, and right before it in the source.
      assert.equal(words[position - 2], words[source + 1]);
    }
  }
});

test('Stories that are tested are never trained, whatever the optional words.', () => {
  const optional = /\b(then|little|big|nice|today|one|day|every|in|morning)\b /g;
  for (const draw of [mini.draw, drawBinding]) {
    const plain = (/** @type {boolean} */ heldOut) =>
      new Set(
        drawMany(/** @type {typeof mini.draw} */ (draw), heldOut).map(({ words }) =>
          words.join(' ').replace('in the morning ', '').replace(optional, ''),
        ),
      );
    const [trained, tested] = [plain(false), plain(true)];
    for (const story of tested) assert.ok(!trained.has(story), story);
    assert.ok(tested.size > 100);
  }
});

for (const [name, toy] of Object.entries(toys)) {
  test(`Toy ${name}: each answer is given by its source, and no row is both trained and tested.`, () => {
    const check = hasWordsOf(toy);
    const rows = [false, true].map((heldOut) => {
      const examples = drawMany(toy.draw, heldOut, 3000);
      for (const { words, answers } of examples) {
        check(words);
        assert.equal(words.length, toy.length);
        for (const { position, source, word, output } of answers) {
          assert.ok(position >= 0 && position < toy.length && source >= 0 && source < toy.length);
          assert.ok(output >= 0 && output < toy.numOutputs);
          assert.ok(toy.answers.includes(word));
          assert.ok(words[source].endsWith(word), `${word} at ${source} of ${words}`);
          if (toy.causal) assert.ok(source < position);
        }
      }
      return new Set(examples.map(({ words }) => words.join(' ')));
    });
    for (const row of rows[1]) assert.ok(!rows[0].has(row), row);
  });
}

test('Recall and induction answer what stood with the same letter before.', () => {
  for (const { words, answers } of drawMany(toys.recall.draw, false, 500)) {
    assert.equal(answers.length, 8);
    for (const { position, word } of answers) assert.ok(words.includes(words[position] + word));
  }
  for (const { words, answers } of drawMany(toys.induction.draw, false, 500)) {
    assert.equal(answers.length, 7);
    for (const { position, word } of answers) {
      assert.equal(words[words.indexOf(words[position]) + 1], word);
    }
  }
});

test('In the order task a pair of people is held out in both orders.', () => {
  const pairs = (/** @type {boolean} */ heldOut) =>
    new Set(
      drawMany(toys.order.draw, heldOut).map(({ words }) => [words[1], words[4]].sort().join(' ')),
    );
  const [trained, tested] = [pairs(false), pairs(true)];
  assert.equal(trained.size + tested.size, 45);
  assert.ok(tested.size >= 8 && tested.size <= 14, `${tested.size} held out`);
  for (const pair of tested) assert.ok(!trained.has(pair), pair);
});

test('The examples of a seed never change: trained weights that ship depend on them.', () => {
  const digests = {
    describer: digest(drawMany(describer.draw, false, 1000)),
    mini: digest(drawMany(mini.draw, false, 1000)),
    binding: digest(drawMany(drawBinding, true, 1000)),
    // One task has a variant without positions, with the same examples.
    toys: digest(
      Object.values(toys)
        .filter(({ hasPositions = true }) => hasPositions)
        .map((toy) => drawMany(toy.draw, true, 200)),
    ),
  };
  assert.deepEqual(digests, {
    describer: 'dcd599d7',
    mini: '50bbfcd0',
    binding: 'e7ad0d93',
    toys: '6b83d6dc',
  });
});
