// The components of a tokenizer.json: those of real models agree with the original, others are refused.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readTokenizerParts } from '../../src/js/pretrained/tokenizer-parts.js';
import { TextTokenizer } from '../../src/js/pretrained/tokens.js';
import { checkpoints, jsonOf } from './checkpoints.js';
import { openTokenizer, refusesTokenizers } from './refused-tokenizers.js';

/** A sentence by the name of each script. @type {Record<string, string>} */
const SCRIPTS = JSON.parse(readFileSync(new URL('scripts.json', import.meta.url), 'utf8'));

/** Texts on which JavaScript and Rust differ about blanks, words, digits, case and accents. */
const HARD = [
  ...[
    'héllo Ünïté',
    'İstanbul ıi',
    'straße ΟΔΟΣ Σ.',
    'foo_bar-baz 1_2',
    "don't I'LL we'Ve don'ſtar",
  ],
  ...[
    'a\u0085b \u0085 c',
    'a\ufeffb \ufeff c\ufeff',
    ' a  b ',
    '\ta\nb\r\n\r\nc',
    'a\u00a0b\u3000c',
  ],
  ...[
    '²³ ½ ٣٤ 12,345.67',
    '𠀀𠀁 漢字 あ漢',
    'e\u0301x e\u0301\u0300',
    'ﬁ①ａ ｂ',
    'a\u200bb\u200dc',
    '[ab] $1,.;',
  ],
  ...['abababab ab xabab', '\u0000a\u0007', '👩‍👩‍👧 😀', 'k\u0301\u0302 ab\u0301', ''],
];
const texts = [
  ...HARD,
  ...Object.values(SCRIPTS).flatMap((text) => [text, text.toUpperCase(), text.normalize('NFD')]),
];

/** @param {unknown} value */
const digestOf = (value) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/**
 * A map that spm_train of SentencePiece 0.1.97 made of these rules: ﬁ → fi, ａ → a, U+3000 → a blank, U+200B → nothing,
 * e and U+0301 → é, ① → 1, ab → x, k and U+0301 and U+0302 → q.
 */
const CHARSMAP =
  'AAQAAACAAQBhgAEADAAAgGIFAADMDAIAZTQDAIEFAAAOAACAzAACAIE8AwDMEAIAazwDAIIFAAAKAACAi3kAAIAo' +
  'AgAAAACAoA0AAAMAAICAHAIAgAUAAAEAAICBBQAABwAAgIEFAAAFAACAGwAAABoAAAAdAAAAHAAAAJG8AgAeAAAA' +
  'rNwCACAAAAAjAAAAIgAAACUAAAAkAAAAJwAAACYAAAApAAAAKAAAACsAAAAqAAAALQAAACwAAAAvAAAALgAAADEA' +
  'AAC9oAIAMwAAADIAAAA1AAAANAAAADcAAAA2AAAAOQAAADgAAAA7AAAAOgAAAD0AAAA8AAAAPwAAAD4AAABBAAAA' +
  'QAAAAEMAAABCAAAARQAAAEQAAABHAAAARgAAAEkAAABIAAAASwAAAEoAAABNAAAATAAAAE8AAABOAAAAUQAAAFAA' +
  'AABTAAAAUgAAAFUAAABUAAAAVwAAAFYAAABZAAAAWAAAAFsAAABaAAAAXQAAAFwAAABfAAAAXgAAAGEAAABgAAAA' +
  'YwAAAGIAAABlAAAAZAAAAGcAAABmAAAAaQAAAGgAAABrAAAAagAAAG0AAABsAAAAbwAAAG4AAABxAAAAcAAAAHMA' +
  'AAByAAAAdQAAAHQAAAB3AAAAdgAAAHkAAAB4AAAAewAAAHoAAAB9AAAAfAAAAH8AAAB+AAAAgQAAAIAAAADiNAAA' +
  '40AAAIUAAACEAAAAhwAAAIYAAACJAAAAiAAAAIsAAACKAAAAjQAAAIwAAACPAAAA7wwAAJEAAACQAAAAkwAAAJIA' +
  'AACVAAAAlAAAAJcAAACWAAAAmQAAAJgAAACbAAAAmgAAAJ0AAACcAAAAnwAAAJ4AAAChAAAAoAAAAKMAAACiAAAA' +
  'pQAAAKQAAACnAAAApgAAAKkAAACoAAAAqwAAAKoAAACtAAAArAAAAK8AAACuAAAAsQAAALAAAACzAAAAsgAAALUA' +
  'AAC0AAAAtwAAALYAAAC5AAAAuAAAALsAAAC6AAAAvQAAALwAAAC/AAAAvgAAAMEAAADAAAAAwwAAAMIAAADFAAAA' +
  'xAAAAMcAAADGAAAAyQAAAMgAAADLAAAAygAAAM0AAADMAAAAzwAAAM4AAADRAAAA0AAAANMAAADSAAAA1QAAANQA' +
  'AADXAAAA1gAAANkAAADYAAAA2wAAANoAAADdAAAA3AAAAN8AAADeAAAA4QAAAOAAAADjAAAA4gAAAOUAAADkAAAA' +
  '5wAAAOYAAADpAAAA6AAAAOsAAADqAAAA7QAAAOwAAADvAAAA7gAAAPEAAADwAAAA8wAAAPIAAAD1AAAA9AAAAPcA' +
  'AAD2AAAA+QAAAPgAAAD7AAAA+gAAAP0AAAD8AAAA/wAAAP4AAAAAIAAxAGEAZmkAcQB4AMOpAA==';

const LLAMA3 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const metaspace = { type: 'Metaspace', replacement: '▁' };
const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true };
const bert = {
  ...{ type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true },
  ...{ strip_accents: null, lowercase: true },
};
/** @param {object} pattern @param {string} behavior @param {boolean} invert */
const split = (pattern, behavior, invert = false) => ({ type: 'Split', pattern, behavior, invert });

/**
 * Digests of what these components of tokenizers 0.22.2 (Rust), in the package @anush008/tokenizers 0.6.0, make of the texts.
 * @type {[part: 'normalizer' | 'pre_tokenizer', name: string, config: object, digest: string][]}
 */
const PARTS = [
  ['normalizer', 'of BERT', bert, '637a90faf380ca32'],
  ['normalizer', 'of BERT with case', { ...bert, lowercase: false }, '5d593e287ede2f76'],
  ['normalizer', 'of BERT with accents', { ...bert, strip_accents: false }, '885bd223ba4da195'],
  ['normalizer', 'Lowercase', { type: 'Lowercase' }, '2668d15059d3c492'],
  [
    'normalizer',
    'Strip',
    { type: 'Strip', strip_left: true, strip_right: true },
    'c4291cac3eccfeed',
  ],
  [
    'normalizer',
    'Precompiled',
    { type: 'Precompiled', precompiled_charsmap: CHARSMAP },
    '8fe560950e457a00',
  ],
  [
    'normalizer',
    'of NFD, StripAccents, Replace and Prepend',
    {
      type: 'Sequence',
      normalizers: [
        ...[{ type: 'NFD' }, { type: 'StripAccents' }],
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: '▁' },
        { type: 'Prepend', prepend: '▁' },
      ],
    },
    '9d0dc1c9b975c525',
  ],
  ['pre_tokenizer', 'of BERT', { type: 'BertPreTokenizer' }, '6e19b0eee2709f37'],
  ['pre_tokenizer', 'of GPT-2', byteLevel, '0385e93ec7fa766c'],
  [
    'pre_tokenizer',
    'of GPT-2 with a blank',
    { ...byteLevel, add_prefix_space: true },
    '74f2a1b0aee9941a',
  ],
  ['pre_tokenizer', 'Whitespace', { type: 'Whitespace' }, '078df3ff30917436'],
  ['pre_tokenizer', 'WhitespaceSplit', { type: 'WhitespaceSplit' }, '804a904e55013edf'],
  ['pre_tokenizer', 'Digits', { type: 'Digits', individual_digits: false }, 'e22931c359e409f9'],
  [
    'pre_tokenizer',
    'of SmolLM2',
    {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Digits', individual_digits: true },
        { ...byteLevel, use_regex: true },
      ],
    },
    '4ba1f73a65e1e163',
  ],
  [
    'pre_tokenizer',
    'of Llama 3',
    {
      type: 'Sequence',
      pretokenizers: [split({ Regex: LLAMA3 }, 'Isolated'), { ...byteLevel, use_regex: false }],
    },
    '893a797fcfbc0c7c',
  ],
  [
    'pre_tokenizer',
    'of XLM-RoBERTa',
    {
      type: 'Sequence',
      pretokenizers: [{ type: 'WhitespaceSplit' }, { ...metaspace, add_prefix_space: true }],
    },
    '0eae68b3ae0ac998',
  ],
  [
    'pre_tokenizer',
    'of Llama 2',
    { ...metaspace, prepend_scheme: 'first', split: false },
    '2f6e22411970d31d',
  ],
  [
    'pre_tokenizer',
    'Metaspace',
    { ...metaspace, prepend_scheme: 'never', split: true },
    '10d86eecf795c2ab',
  ],
  ['pre_tokenizer', 'of Gemma', split({ String: ' ' }, 'MergedWithPrevious'), '442953007bbede90'],
  [
    'pre_tokenizer',
    'Split, MergedWithNext',
    split({ Regex: '\\s' }, 'MergedWithNext'),
    '2d101044f87c2b62',
  ],
  ['pre_tokenizer', 'Split, Contiguous', split({ Regex: '\\s' }, 'Contiguous'), 'a1127777c6c6b58e'],
  ['pre_tokenizer', 'Split, Removed', split({ String: ' ' }, 'Removed'), 'cc8ea9c1585dd241'],
  [
    'pre_tokenizer',
    'Split, inverted',
    split({ Regex: '\\w+' }, 'Isolated', true),
    '51009b28407bd5d6',
  ],
  [
    'pre_tokenizer',
    'Punctuation',
    { type: 'Punctuation', behavior: 'MergedWithPrevious' },
    'deed4655ac1c5420',
  ],
];

const empty = { added_tokens: [], model: { type: 'BPE', vocab: {}, merges: [] } };

describe('agrees with the original on blanks, words, digits, case and accents:', () => {
  for (const [part, name, config, digest] of PARTS)
    it(`the ${part} ${name}`, () => {
      const { normalize, split } = readTokenizerParts({ ...empty, [part]: config });
      const found = texts.map((text) =>
        part === 'normalizer' ? normalize(text) : text && split(text, true),
      );
      assert.equal(digestOf(found), digest);
    });
});

describe('a tokenizer', () => {
  it('finds tokens beside any blank of Unicode, and leaves what is none', () => {
    const tokenizer = openTokenizer('roberta');
    const tokens = (/** @type {string} */ text) => tokenizer.encode(text).tokens.slice(1, -1);
    assert.deepEqual(tokens('e\u0085\u3000<mask>'), ['e', '<mask>']);
    assert.deepEqual(tokens('e\ufeff<mask>'), ['e', 'ï', '»', '¿', '<mask>']);
  });

  it('adds a blank to the start of a text alone, if its setting is first', () => {
    const tokenizer = openTokenizer('llama-tied');
    const [start, ...rest] = tokenizer.encode('a</s>a').tokens.slice(-3);
    assert.deepEqual(rest, ['</s>', 'a']);
    assert.equal(start, '▁a');
  });

  it('decodes U+FEFF, and each byte that is no UTF-8 as a character', () => {
    const tokenizer = openTokenizer('llama');
    assert.equal(tokenizer.decode(tokenizer.encode('a\ufeffb').ids), 'a\ufeffb');
    const { vocab } = jsonOf('llama', 'tokenizer.json').model;
    const cut = ['<0xE2>', '<0x82>', 'a'].map((token) => vocab[token]);
    assert.equal(tokenizer.decode(cut), '\ufffd\ufffda');
  });

  it('finds tokens that are not normalized first', () => {
    const added = { id: 300, content: 'ab', single_word: false, lstrip: false, rstrip: false };
    const tokenizer = openTokenizer('gpt2', (json) => {
      json.added_tokens.push({ ...added, special: true, normalized: false });
      json.added_tokens.push({
        ...added,
        id: 301,
        content: 'abc',
        special: false,
        normalized: true,
      });
    });
    assert.deepEqual(tokenizer.encode('abc').tokens, ['ab', 'c']);
  });

  it('finds normalized tokens in the normalized text alone', () => {
    const llama = openTokenizer('llama', (json) => {
      for (const token of json.added_tokens) token.normalized = true;
    });
    // Here the normalizer makes ▁</s> of the token, and begins the text with ▁.
    assert.deepEqual(llama.encode('</s></s>').ids, [1, 2, 63, 50, 308, 65]);
    assert.deepEqual(llama.encode('a </s>a').ids, [1, 263, 2, 301]);
    assert.deepEqual(llama.encode('a</s>').ids, [1, 263, 63, 50, 308, 65]);
    const bert = openTokenizer('bert', (json) => {
      json.added_tokens.push({
        ...json.added_tokens[0],
        id: 288,
        content: '𠀀a',
        normalized: true,
      });
    });
    assert.deepEqual(bert.encode('x𠀀A').ids, [2, 38, 288, 3]);
    assert.deepEqual(bert.encode('𠀀 a').ids, [2, 1, 15, 3]);
  });

  it('takes no normalized text for a token that is not normalized', () => {
    const tokenizer = openTokenizer('bert', (json) => {
      json.added_tokens.push({ ...json.added_tokens[0], id: 288, content: 'xy' });
    });
    assert.deepEqual(tokenizer.encode('the XY').ids, [2, 88, 38, 75, 3]);
    assert.deepEqual(tokenizer.encode('a xyb').ids, [2, 15, 288, 16, 3]);
  });

  it('adds a blank to the start of a text alone, also beside normalized tokens', () => {
    const tokenizer = openTokenizer('llama-tied', (json) => {
      json.added_tokens.push({
        ...{ id: 338, content: 'mill', single_word: false, lstrip: false, rstrip: false },
        ...{ special: false, normalized: true },
      });
    });
    assert.deepEqual(tokenizer.encode('milla').ids, [1, 338, 301]);
    assert.deepEqual(tokenizer.encode('amilla').ids, [1, 263, 338, 301]);
  });

  it('reads half of a character as U+FFFD', () => {
    const tokenizer = openTokenizer('llama', (json) => {
      json.model.vocab['\ufffd'] = 338;
    });
    assert.deepEqual(tokenizer.encode('a\ud800').ids, tokenizer.encode('a\ufffd').ids);
    assert.equal(tokenizer.encode('a\ud800').ids.at(-1), 338);
  });

  it('numbers the texts of a pair as the original does', () => {
    assert.deepEqual(openTokenizer('roberta').encode('a', 'a').typeIds, [0, 0, 0, 0, 0, 0]);
    assert.deepEqual(openTokenizer('bert').encode('a', 'a').typeIds, [0, 0, 0, 1, 1]);
  });

  it('deletes characters without a token before it merges the others', () => {
    const tokenizer = openTokenizer('gpt2', (json) => {
      json.pre_tokenizer = null;
      const { x, ...vocab } = json.model.vocab;
      json.model.vocab = vocab;
      json.added_tokens = [];
    });
    const plain = openTokenizer('gpt2').encode('the').tokens;
    assert.deepEqual(tokenizer.encode('txhxe').tokens, plain);
  });

  it('reads the settings of tokenizer_config.json that the original reads', () => {
    const json = jsonOf('gpt2', 'tokenizer.json');
    const config = { remove_space: true, do_lowercase_and_remove_accent: true };
    const tokenizer = new TextTokenizer(json, config);
    assert.deepEqual(tokenizer.encode('  É').ids, openTokenizer('gpt2').encode('  É').ids);
  });

  it('begins and ends a text as tokenizer_config.json says, in the classes that read it', () => {
    const json = jsonOf('llama', 'tokenizer.json');
    const openWith = (/** @type {object} */ config) =>
      new TextTokenizer(json, { bos_token: '<s>', eos_token: { content: '</s>' }, ...config });
    const ids = (/** @type {object} */ config) => openWith(config).encode('a').ids;
    const tokenizer_class = 'LlamaTokenizerFast';
    const both = { tokenizer_class, add_bos_token: true, add_eos_token: true };
    assert.deepEqual(ids({}), [1, 263]);
    assert.deepEqual(ids({ tokenizer_class }), [1, 263]);
    assert.deepEqual(ids({ tokenizer_class: 'Other', add_bos_token: false }), [1, 263]);
    assert.deepEqual(ids({ tokenizer_class, add_bos_token: false }), [263]);
    assert.deepEqual(ids({ tokenizer_class, add_eos_token: true }), [1, 263, 2]);
    const neoX = 'GPTNeoXTokenizerFast';
    assert.deepEqual(ids({ tokenizer_class: neoX, add_eos_token: true }), [263, 2]);
    assert.deepEqual(ids(both), [1, 263, 2]);
    assert.deepEqual(openWith(both).encode('a', 'a').ids, [1, 263, 2, 1, 263, 2]);
    assert.deepEqual(ids({ ...both, tokenizer_class: 'GPTNeoXTokenizer' }), [1, 263, 2]);
    assert.throws(
      () => ids({ ...both, bos_token: '<b>' }),
      /bos_token of tokenizer_config\.json is "<b>"; expected a token of added_tokens of tokenizer\.json/,
    );
    assert.throws(
      () => ids({ ...both, eos_token: null }),
      /eos_token of tokenizer_config\.json is /,
    );
  });

  it('knows the kind of its model, also in older files that do not name it', () => {
    const tokenizer = openTokenizer('bert', (json) => {
      delete json.model.type;
    });
    assert.deepEqual(
      tokenizer.encode('the café').words,
      openTokenizer('bert').encode('the café').words,
    );
  });
});

/** @type {[name: string, checkpoint: string, change: (json: any) => void, message: RegExp][]} */
const REFUSALS = [
  [
    'a component of another type',
    'gpt2',
    (json) => Object.assign(json.pre_tokenizer, { type: 'ByteLevels' }),
    /pre_tokenizer\.type of tokenizer\.json is "ByteLevels" \(did you mean ByteLevel\?\); expected one of .*ByteLevel/,
  ],
  [
    'a component in a sequence',
    'qwen2',
    (json) => Object.assign(json.pre_tokenizer.pretokenizers[0], { behavior: 'isolated' }),
    /pre_tokenizer\.pretokenizers\.0\.behavior of .* is "isolated"; expected 'Isolated', /,
  ],
  [
    'an unknown setting',
    'bert',
    (json) => Object.assign(json.normalizer, { lower_case: true }),
    /normalizer\.lower_case of .* is true \(did you mean lowercase\?\); expected one of/,
  ],
  [
    'a missing setting',
    'bert',
    (json) => delete json.normalizer.clean_text,
    /normalizer\.clean_text of .* is missing; expected true or false/,
  ],
  [
    'byte_fallback of Unigram',
    'marian',
    (json) => Object.assign(json.model, { byte_fallback: true }),
    /model\.byte_fallback of .* is true; expected absent or false/,
  ],
  [
    'dropout',
    'gpt2',
    (json) => Object.assign(json.model, { dropout: 0.1 }),
    /model\.dropout of .* is 0\.1; expected absent, null or 0/,
  ],
  [
    'WordLevel',
    'gpt2',
    (json) => Object.assign(json.model, { type: 'WordLevel' }),
    /model\.type of .* is "WordLevel".*; expected one of BPE, WordPiece, Unigram/,
  ],
  [
    'single_word',
    'gpt2',
    (json) => Object.assign(json.added_tokens[0], { single_word: true }),
    /added_tokens\.0\.single_word of .* is true; expected absent or false/,
  ],
  [
    'a pattern that cannot go back',
    'qwen2',
    (json) => Object.assign(json.pre_tokenizer.pretokenizers[0], { pattern: { Regex: '(?>a)' } }),
    /pre_tokenizer\.pretokenizers\.0\.pattern of .* greedy quantifiers/,
  ],
  [
    'a damaged map of characters',
    'gpt2',
    (json) =>
      Object.assign(json, { normalizer: { type: 'Precompiled', precompiled_charsmap: 'AAA' } }),
    /normalizer\.precompiled_charsmap of .*; expected the map of a SentencePiece model$/,
  ],
  [
    'a special token with the id of another',
    'bert',
    (json) => Object.assign(json.post_processor.special_tokens['[CLS]'], { ids: [0] }),
    /post_processor\.special_tokens\.\[CLS\]\.ids of tokenizer\.json/,
  ],
  [
    'a decoder of another type',
    'gpt2',
    (json) => Object.assign(json, { decoder: { type: 'CTC' } }),
    /decoder\.type of .* is "CTC".*; expected one of/,
  ],
];

refusesTokenizers(REFUSALS);

it('the tokenizers of the checkpoints are not refused', () => {
  for (const name of checkpoints) assert.ok(openTokenizer(name));
});
