import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelTokens } from '../../web/text/tokens/labels.js';
import { findScheme } from '../../web/text/tokens/scheme.js';
import { ownComputationOf } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';

const labels = (/** @type {string[]} */ tokens, isRaw = false) => labelTokens([tokens], isRaw)[0];
const clean = (/** @type {string} */ text) => labels(text.split(' ')).join(' ');

/** The alphabet of GPT-2's `bytes_to_unicode`, built as its authors do. */
const ALPHABET = (() => {
  const printable = [
    [33, 126],
    [161, 172],
    [174, 255],
  ];
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(printable.some(([from, to]) => byte >= from && byte <= to) ? byte : next++),
  );
})();
const gpt2 = (/** @type {string} */ text) =>
  [...new TextEncoder().encode(text)].map((byte) => ALPHABET[byte]).join('');

/**
 * Tokens of many tokenizers, the marks that these use, and the labels. `bytesOf` is a text as GPT-2
 * writes it.
 * @type {Record<string, { tokens: (string | { bytesOf: string })[], marks: string, isBytes?:
 *   boolean, shown: string[] }>}
 */
const LISTS = JSON.parse(readFileSync(new URL('token-labels.json', import.meta.url), 'utf8'));

describe('a list of tokens', () => {
  for (const [name, { tokens: spellings, marks, isBytes = false, shown }] of Object.entries(
    LISTS,
  )) {
    const tokens = spellings.map((text) => (typeof text === 'string' ? text : gpt2(text.bytesOf)));
    it(`of ${name} is recognised and labelled by its scheme`, () => {
      assert.deepEqual(findScheme(tokens), { marks, isBytes });
      assert.deepEqual(labels(tokens), shown);
    });
  }

  it('reads every byte of GPT-2, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const [first, second] = labels(['Ġa', `${gpt2(text)}`]);
        assert.equal(first, 'a');
        // Blanks and invisible characters are shown as signs.
        if (/^[\p{L}\p{P}\p{S}\p{N}]*$/u.test(text))
          assert.ok([text, `…${text}`].includes(second), second);
      }),
      { seed: 5, numRuns: reduceCaseCount(300) },
    );
  });

  it('labels GPT-2, SentencePiece, WordPiece and words', () => {
    assert.equal(clean('The Ġcat s Ġsat .'), 'The cat …s sat .');
    assert.equal(clean('<s> The Ġun believ able </s>'), '<s> The un …believ …able </s>');
    assert.equal(clean('▁The ▁transform er , ▁über'), 'The transform …er , über');
    assert.equal(clean('[CLS] play ##ing ## ##! [SEP]'), '[CLS] play …ing ## …! [SEP]');
    for (const text of ['They eat fried noodles', 'G A # #x', '1 2 3', 'Ãtats é']) {
      assert.equal(clean(text), text);
    }
  });

  it('shows a blank if only that distinguishes two tokens', () => {
    assert.deepEqual(labels(['un', ' un']), ['un', '␣un']);
    assert.deepEqual(labels(['The', 'Ġcat', '.', 'ĠThe', 'Ġ.']), ['The', 'cat', '.', '␣The', '␣.']);
    assert.deepEqual(labelTokens([['un'], [' un']]), [['un'], ['␣un']]);
    assert.deepEqual(labels([' un', 'un'], true), ['␣un', 'un']);
    assert.deepEqual(labels(['a ', '  b', 'New York', '']), ['a␣', '␣␣b', 'New York', '""']);
  });

  it('shows every other blank at an end of a token by its code', () => {
    for (const blank of ['\u00a0', '\u2009', '\u202f', '\u2003', '\u3000', '\u0085', '\u2800']) {
      const code = `U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      assert.deepEqual(labels([`${blank}un`, 'un', `un${blank}`, blank]), [
        ...[`${code} un`, 'un', `un ${code}`, code],
      ]);
      assert.deepEqual(labels([` ${blank}${blank}un\n`], true), [`␣ ${code} ${code} un↵`]);
    }
  });

  it('shows invisible characters by their code', () => {
    assert.deepEqual(labels(['abc', '\u202ecba']), ['abc', 'U+202Ecba']);
    assert.deepEqual(labels(['\u200d', '\ufeff', '\ud83d', '\ufe0f']), [
      'U+200D',
      'U+FEFF',
      'U+D83D',
      'U+FE0F',
    ]);
    assert.deepEqual(labels(['a', 'a\u200d', 'e\u0301', 'é']), [
      ...['"a"', '"a\\u{200d}"', '"e\\u{301}"', '"\\u{e9}"'],
    ]);
  });

  it('has the labels of the keys for queries that are their last tokens', () => {
    assert.deepEqual(
      labelTokens([
        ['ing', 'Ã'],
        ['Ġplay', 'ing', 'Ã'],
      ]),
      [
        ['…ing', 'Ã'],
        ['play', '…ing', 'Ã'],
      ],
    );
  });

  it('gives different labels to different tokens, one for each', () => {
    const token = fc.oneof(
      anyText({ maxLength: 4 }),
      fc.stringMatching(/^[Ġ▁ #@-]?[a-cé]?(##|@@|<\/w>|￭)?$/u),
      fc.constantFrom('un', ' un', 'Ġun', '▁un', '##un', '-un', '…un', 'un@@', '␣un', '…', '" "'),
      fc.constantFrom('\u00a0un', 'U+00A0 un', 'un\u3000', 'Ġorġ', 'é', 'Ã', '日本', '@@@', '</w>'),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(token, { maxLength: 8 }), { maxLength: 2 }),
        fc.boolean(),
        (lists, isRaw) => {
          const shown = labelTokens(lists, isRaw);
          assert.deepEqual(
            shown.map(({ length }) => length),
            lists.map(({ length }) => length),
          );
          /** @type {Map<string, string>} */
          const tokens = new Map();
          for (const [i, label] of shown.flat().entries()) {
            const given = lists.flat()[i];
            assert.ok(label.trim() !== '', JSON.stringify(given));
            assert.equal(tokens.get(label) ?? given, given, label);
            tokens.set(label, given);
          }
        },
      ),
      { seed: 3, numRuns: reduceCaseCount(1000) },
    );
  });
});

describe('tokens given with a reader’s tensors', () => {
  it('are shown without their marks, and kept unchanged', () => {
    const tokens = ['Ġun', 'ex'];
    const { computation } = ownComputationOf({
      weights: [
        [1, 0],
        [0.5, 0.5],
      ],
      queryTokens: tokens,
      keyTokens: tokens,
    });
    assert.deepEqual(computation.queryWords, ['un', '…ex']);
    assert.deepEqual(computation.tokens, { queryWords: tokens, keyWords: tokens });
    assert.equal(computation.isSelf, true);
  });
});
