import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { UnigramTokenizer } from '../../src/js/pretrained/unigram.js';
import { createRandom } from '../support/random.js';
import { loadReferenceTokenizer, reference } from '../support/use-lite.js';

const file = new URL('../../dist/models/use-lite/vocabulary.json', import.meta.url);
/** @type {{ pieces: [string, number][] }} */
const { pieces } = JSON.parse(readFileSync(file, 'utf8'));
const tokenizer = new UnigramTokenizer(pieces);
const tokenize = (/** @type {string} */ text) => tokenizer.encode(text);
const encode = await loadReferenceTokenizer();
const random = createRandom(39);

const WORDS =
  'They eat fried noodles he is not as tall his father unbelievable internationalization don’t';
const PARTS = [
  WORDS.split(' '),
  [
    '.',
    ',',
    '?',
    '!',
    '(',
    ')',
    '“',
    '”',
    '"',
    "'",
    '-',
    '–',
    '…',
    '/',
    '\\',
    '@',
    '#',
    '%',
    '_',
    '|',
  ],
  ['é', 'ü', 'ñ', 'ß', 'İ', 'e\u0301', 'ﬁ', '①', 'Å', 'ｆｕｌｌ', '½', 'Ω', 'ж', 'ת', 'ع'],
  ['注意力', '東京', 'こんにちは', '한국어', '日本'],
  ['😀', '👩‍👩‍👧', '🇫🇷', '❤️', '🤖'],
  [':', '::', ':30', ':00', '10:30', ':)', ':(', ':-)', '://', 'http://a.org', '):', '”5'],
  [' ', '  ', '\t', '\n', '\u00a0', '\u3000', '▁', '\u200d'],
];

function mixedString() {
  return Array.from({ length: random.integer(0, 12) }, () => {
    const kind = random.integer(0, PARTS.length + 1);
    if (kind < PARTS.length) return random.pick(PARTS[kind]) + random.pick(['', ' ']);
    if (kind === PARTS.length) return String(random.integer(0, 99_999));
    return random.pick(pieces)[0].replaceAll('▁', ' ');
  }).join('');
}

/** Returns printable ASCII and any code units, including lone surrogates. */
const randomString = () =>
  String.fromCharCode(
    ...Array.from({ length: random.integer(0, 9) }, () =>
      random.pick([random.integer(0, 0xffff), random.integer(32, 126)]),
    ),
  );

for (const [what, make] of /** @type {const} */ ([
  ['mixed', mixedString],
  ['random', randomString],
])) {
  it(`The ids of 3,000 ${what} strings are those of TensorFlow.js's tokenizer.`, () => {
    for (let i = 0; i < 3000; i++) {
      const text = make();
      assert.deepEqual(tokenize(text).ids, encode(text), JSON.stringify(text));
    }
  });
}

it('Ids and pieces of ten sentences are those of the reference.', () => {
  assert.equal(reference.sentences.length, 10);
  for (const { text, ids, pieces } of reference.sentences) {
    assert.deepEqual(tokenize(text).ids, ids);
    assert.deepEqual(tokenize(text).tokens, pieces);
  }
});

it('Ids decode to their text, without the blank before the first word.', () => {
  for (const text of ['They eat fried noodles', '']) {
    assert.equal(tokenizer.decode(tokenize(text).ids), text);
  }
});

it('Each piece belongs to its word, and a blank to the word after it.', () => {
  const pieces = (/** @type {string} */ text) => {
    const { tokens, words } = tokenize(text);
    return tokens.map((token, i) => `${token} ${words[i]}`);
  };
  assert.deepEqual(pieces('They eat noodles'), ['▁They 0', '▁eat 1', '▁n 2', 'oodle 2', 's 2']);
  assert.deepEqual(pieces('  a 한국어 b  '), [
    ...['▁ 0', '▁ 0', '▁a 0', '▁ 1', '� 1', '▁b 2'],
    ...['▁ -1', '▁ -1'],
  ]);
  assert.deepEqual(tokenize(''), { tokens: [], ids: [], words: [], typeIds: [] });
});
