// Tokens as tokenizers write them, and as they are read on a map.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { labelTokens } from '../../web/text/tokens/labels.js';
import { findScheme } from '../../web/text/tokens/scheme.js';
import { ownComputationOf } from '../support/computations.js';
import { times } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';

const labels = (/** @type {string[]} */ tokens, isRaw = false) => labelTokens([tokens], isRaw)[0];
const clean = (/** @type {string} */ text) => labels(text.split(' ')).join(' ');

/** GPT-2's `bytes_to_unicode`, built the way its authors do. */
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

/** @type {Record<string, { tokens: string[], marks: string, isBytes?: boolean, shown: string[] }>} */
const LISTS = {
  'WordPiece, Latin': {
    tokens: ['[CLS]', 'un', '##believ', '##able', '##!', '[SEP]'],
    ...{ marks: '##', shown: ['[CLS]', 'un', '-believ', '-able', '-!', '[SEP]'] },
  },
  'WordPiece, Greek': { tokens: ['κα', '##λη'], marks: '##', shown: ['κα', '-λη'] },
  'WordPiece, Hindi': { tokens: ['नम', '##स्ते'], marks: '##', shown: ['नम', '-स्ते'] },
  'byte-level, a heading': {
    tokens: ['###', 'ĠNote', 'Ċ', 'ĊĊ', 'ĉ', 'Ġ', 'x'],
    ...{ marks: 'blank', isBytes: true, shown: ['###', 'Note', '↵', '↵↵', '⇥', '␣', 'x'] },
  },
  'byte-level, a line break alone': { tokens: ['Ċ'], marks: 'none', isBytes: true, shown: ['↵'] },
  'byte-level, accents': {
    tokens: ['Ġest', 'Ã¡n', 'Ġmuy'],
    ...{ marks: 'blank', isBytes: true, shown: ['est', '-án', 'muy'] },
  },
  'byte-level, one character of two tokens': {
    tokens: ['caf', 'Ã', '©', 'Ġau'],
    ...{ marks: 'blank', isBytes: true, shown: ['caf', '-é…', '…é', 'au'] },
  },
  'byte-level, Greek without blanks': {
    tokens: [gpt2('Γε'), gpt2('ια')],
    ...{ marks: 'blank', isBytes: true, shown: ['Γε', '-ια'] },
  },
  'byte-level, Chinese, split': {
    tokens: ['ä½', 'ł', 'å¥½', gpt2('吗')],
    ...{ marks: 'blank', isBytes: true, shown: ['你…', '…你', '好', '吗'] },
  },
  'byte-level, Arabic': {
    tokens: [gpt2('مرح'), gpt2('با'), gpt2(' بك')],
    ...{ marks: 'blank', isBytes: true, shown: ['مرح', '-با', 'بك'] },
  },
  'byte-level, Hindi': {
    tokens: [gpt2(' नम'), gpt2('स्ते'), gpt2('ी')],
    ...{ marks: 'blank', isBytes: true, shown: ['नम', '-स्ते', '-◌ी'] },
  },
  'byte-level, emoji of three tokens': {
    tokens: ['Ġok', 'ðŁ', 'ĻĤ'.slice(0, 1), 'ĻĤ'.slice(1), '<|endoftext|>'],
    ...{ marks: 'blank', isBytes: true, shown: ['ok', '🙂…', '…🙂…', '…🙂', '<|endoftext|>'] },
  },
  'byte-level, cut within a character': {
    tokens: ['ł', 'Ġa', 'Ã'],
    ...{ marks: 'blank', isBytes: true, shown: ['ł', 'a', 'Ã'] },
  },
  'byte-level, cut within an emoji': {
    tokens: ['Ġok', 'ðŁ'],
    ...{ marks: 'blank', isBytes: true, shown: ['ok', 'ðŁ'] },
  },
  'byte-level, a broken character within': {
    tokens: ['Ġlike', 'ðŁĺ', 'Ġcats'],
    ...{ marks: 'blank', isBytes: true, shown: ['like', 'ðŁĺ', 'cats'] },
  },
  'byte-level, a letter that may be a byte': {
    tokens: ['Ġcaf', 'é'],
    ...{ marks: 'blank', isBytes: true, shown: ['caf', 'é'] },
  },
  'byte-level, tokens that were added': {
    tokens: ['Ġdeep', '日本語', 'привет', '\u00a0cat', 'Ġcat', 's'],
    ...{ marks: 'blank', isBytes: true },
    shown: ['deep', '日本語', 'привет', 'U+00A0 cat', 'cat', '-s'],
  },
  'byte-level marks before readable text': {
    tokens: ['Ġ東京', 'Ġtower', '日本'],
    ...{ marks: 'blank', isBytes: true, shown: ['東京', 'tower', '日本'] },
  },
  'SentencePiece, Latin': {
    tokens: ['<s>', '▁The', '▁transform', 'er', ',', '▁', '▁über', '</s>'],
    ...{ marks: 'blank', shown: ['<s>', 'The', 'transform', '-er', ',', '␣', 'über', '</s>'] },
  },
  'SentencePiece, Japanese, where words have no blanks': {
    tokens: ['▁今日', 'は', '晴れ'],
    ...{ marks: 'blank', shown: ['今日', 'は', '晴れ'] },
  },
  'SentencePiece, Hindi, a vowel sign alone': {
    tokens: ['▁नमस्त', 'े'],
    ...{ marks: 'blank', shown: ['नमस्त', '-◌े'] },
  },
  'SentencePiece with bytes, as Llama 2 writes them': {
    tokens: ['▁a', '<0xE2>', '<0x80>', '<0x94>', 'b', '<0x0A>', '<0xFF>'],
    ...{ marks: 'blank', shown: ['a', '—…', '…—…', '…—', 'b', '↵', '<0xFF>'] },
  },
  'blanks as tiktoken decodes them': {
    tokens: [' un', 'ex', 'pected', '\n', ' end', '.'],
    ...{ marks: 'blank', shown: ['un', '-ex', '-pected', '↵', 'end', '.'] },
  },
  'blanks as Whisper decodes them, Greek': {
    tokens: ['<|el|>', ' κα', 'λη', 'μέρα'],
    ...{ marks: 'blank', shown: ['<|el|>', 'κα', '-λη', '-μέρα'] },
  },
  'ends of words, GPT-1': {
    tokens: ['ap', 'pear</w>', 's</w>', '!</w>'],
    ...{ marks: '</w>', shown: ['ap', '-pear', 's', '!'] },
  },
  'ends of words of bytes, CLIP': {
    tokens: ['<|startoftext|>', 'ca', 'fÃ©</w>', 'ðŁĻĤ</w>', '<|endoftext|>'],
    ...{ marks: '</w>', isBytes: true },
    shown: ['<|startoftext|>', 'ca', '-fé', '🙂', '<|endoftext|>'],
  },
  fastBPE: {
    tokens: ['un@@', 'ex@@', 'pected', 'при@@', 'вет'],
    ...{ marks: '@@', shown: ['un', '-ex', '-pected', 'при', '-вет'] },
  },
  'joiners, OpenNMT': {
    tokens: ['un￭', 'ex', 'pect', '￭ed', '￭.'],
    ...{ marks: '￭', shown: ['un', '-ex', 'pect', '-ed', '-.'] },
  },
  'plain words': {
    tokens: ['They', 'été', 'straße', '猫', '🙂', 'C##', '#'],
    ...{ marks: 'none', shown: ['They', 'été', 'straße', '猫', '🙂', 'C##', '#'] },
  },
  'a heading of Markdown in plain words': {
    tokens: ['##', '###', 'Note'],
    ...{ marks: 'none', shown: ['##', '###', 'Note'] },
  },
  'Maltese, Czech and Esperanto words': {
    tokens: ['Ġunju', 'sabiħ', 'č', 'š', 'ĉu'],
    ...{ marks: 'none', shown: ['Ġunju', 'sabiħ', 'č', 'š', 'ĉu'] },
  },
  'Maltese names': {
    tokens: ['Ġanni', 'u', 'Ġorġ'],
    ...{ marks: 'none', shown: ['Ġanni', 'u', 'Ġorġ'] },
  },
  'Maltese names with letters that are no bytes': {
    tokens: ['Ġużeppi', 'u', 'Ġanni'],
    ...{ marks: 'none', shown: ['Ġużeppi', 'u', 'Ġanni'] },
  },
  'Maltese capitals': {
    tokens: ['ĠORĠ', 'MAR'],
    ...{ marks: 'none', shown: ['ĠORĠ', 'MAR'] },
  },
  'Maltese words that begin with Ċ': {
    tokens: ['Ċensu', 'u', 'Ġanni'],
    ...{ marks: 'none', shown: ['Ċensu', 'u', 'Ġanni'] },
  },
  'Czech abbreviations': { tokens: ['č', '5'], marks: 'none', shown: ['č', '5'] },
  'accents beside Ġ': {
    tokens: ['Ġcafé', 'Ġà', 'Ġla'],
    ...{ marks: 'none', shown: ['Ġcafé', 'Ġà', 'Ġla'] },
  },
  'Maltese WordPiece': {
    tokens: ['Ġanni', '##ja'],
    ...{ marks: '##', shown: ['Ġanni', '-ja'] },
  },
  'Maltese ends of words': {
    tokens: ['Ġan', 'ni</w>', 'Ġanni</w>'],
    ...{ marks: '</w>', shown: ['Ġan', '-ni', 'Ġanni'] },
  },
  'marks without a text': {
    tokens: ['user@@', '@', '@@', '@@@'],
    ...{ marks: '@@', shown: ['user', '-@', '@@', '@@@'] },
  },
  'joiners without a text': {
    tokens: ['un￭', 'ex', '￭', '￭￭', '￭￭￭'],
    ...{ marks: '￭', shown: ['un', '-ex', '￭', '￭￭', '￭￭￭'] },
  },
  'ends of words without a word': {
    tokens: ['lo', 'w</w>', '</w>', '</w></w>', 'a'],
    ...{ marks: '</w>', shown: ['lo', '-w', '</w>', '</w></w>', '-a'] },
  },
  'tags of XML': {
    tokens: ['<w>', 'a', '</w>', '<w>a</w>'],
    ...{ marks: 'none', shown: ['<w>', 'a', '</w>', '<w>a</w>'] },
  },
  'SentencePiece with a mark of another scheme': {
    tokens: ['▁cat', 'Ġdog'],
    ...{ marks: 'blank', shown: ['cat', 'Ġdog'] },
  },
  'fastBPE with a mark of another scheme': {
    tokens: ['un@@', '##a', 'b'],
    ...{ marks: '@@', shown: ['un', '##a', 'b'] },
  },
  characters: {
    tokens: [...'un é你č'],
    ...{ marks: 'none', shown: ['u', 'n', '␣', 'é', '你', 'č'] },
  },
  'the bytes of ByT5': {
    tokens: ['u', ' ', 'Î', '\u0093'],
    ...{ marks: 'none', isBytes: true, shown: ['u', '␣', 'Γ…', '…Γ'] },
  },
};

describe('a list of tokens', () => {
  for (const [name, { tokens, marks, isBytes = false, shown }] of Object.entries(LISTS)) {
    it(`of ${name} has its scheme, and is shown by it`, () => {
      assert.deepEqual(findScheme(tokens), { marks, isBytes });
      assert.deepEqual(labels(tokens), shown);
    });
  }

  it('reads every byte of GPT-2, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const [first, second] = labels(['Ġa', `${gpt2(text)}`]);
        assert.equal(first, 'a');
        // Blanks and what has no shape are shown by signs.
        if (/^[\p{L}\p{P}\p{S}\p{N}]*$/u.test(text))
          assert.ok([text, `-${text}`].includes(second), second);
      }),
      { seed: 5, numRuns: times(300) },
    );
  });

  it('keeps what was right: GPT-2, SentencePiece, WordPiece and words', () => {
    assert.equal(clean('The Ġcat s Ġsat .'), 'The cat -s sat .');
    assert.equal(clean('<s> The Ġun believ able </s>'), '<s> The un -believ -able </s>');
    assert.equal(clean('▁The ▁transform er , ▁über'), 'The transform -er , über');
    assert.equal(clean('[CLS] play ##ing ## ##! [SEP]'), '[CLS] play -ing ## -! [SEP]');
    for (const text of ['They eat fried noodles', 'G A # #x', '1 2 3', 'Ãtats é']) {
      assert.equal(clean(text), text);
    }
  });

  it('shows a blank that alone tells two tokens apart', () => {
    assert.deepEqual(labels(['un', ' un']), ['un', '␣un']);
    assert.deepEqual(labels(['The', 'Ġcat', '.', 'ĠThe', 'Ġ.']), ['The', 'cat', '.', '␣The', '␣.']);
    assert.deepEqual(labelTokens([['un'], [' un']]), [['un'], ['␣un']]);
    assert.deepEqual(labels([' un', 'un'], true), ['␣un', 'un']);
    assert.deepEqual(labels(['a ', '  b', 'New York', '']), ['a␣', '␣␣b', 'New York', '""']);
  });

  it('shows every other blank at an end of a token by its number', () => {
    for (const blank of ['\u00a0', '\u2009', '\u202f', '\u2003', '\u3000', '\u0085', '\u2800']) {
      const code = `U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
      assert.deepEqual(labels([`${blank}un`, 'un', `un${blank}`, blank]), [
        ...[`${code} un`, 'un', `un ${code}`, code],
      ]);
      assert.deepEqual(labels([` ${blank}${blank}un\n`], true), [`␣ ${code} ${code} un↵`]);
    }
  });

  it('shows what has no shape by its number', () => {
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

  it('has the labels of the keys where the queries are their end', () => {
    assert.deepEqual(
      labelTokens([
        ['ing', 'Ã'],
        ['Ġplay', 'ing', 'Ã'],
      ]),
      [
        ['-ing', 'Ã'],
        ['play', '-ing', 'Ã'],
      ],
    );
  });

  it('gives two tokens that differ two looks, and as many as there are tokens', () => {
    const token = fc.oneof(
      anyText({ maxLength: 4 }),
      fc.stringMatching(/^[Ġ▁ #@-]?[a-cé]?(##|@@|<\/w>|￭)?$/u),
      fc.constantFrom('un', ' un', 'Ġun', '▁un', '##un', '-un', 'un@@', '␣un', '…', '" "'),
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
      { seed: 3, numRuns: times(1000) },
    );
  });
});

describe('tokens beside the tensors of a reader', () => {
  it('are read without their marks, and kept as they were given', () => {
    const tokens = ['Ġun', 'ex'];
    const { computation } = ownComputationOf({
      weights: [
        [1, 0],
        [0.5, 0.5],
      ],
      queryTokens: tokens,
      keyTokens: tokens,
    });
    assert.deepEqual(computation.queryWords, ['un', '-ex']);
    assert.deepEqual(computation.tokens, { queryWords: tokens, keyWords: tokens });
    assert.equal(computation.isSelf, true);
  });
});
