// Four hundred sentences in fifty scripts through each checkpoint's tokenizer: ids of the
// vocabulary, a word for each token, the text again where the family keeps it, and the ids of
// 2026-11-26.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { TextTokenizer } from '../../src/js/pretrained/tokens.js';
import { UnigramTokenizer } from '../../src/js/pretrained/unigram.js';
import { loadReferenceTokenizer } from '../support/use-lite.js';
import { checkpoints, jsonOf } from './checkpoints.js';

/** A sentence by the name of each script. @type {Record<string, string>} */
const SCRIPTS = JSON.parse(readFileSync(new URL('scripts.json', import.meta.url), 'utf8'));

/** Changes that a reader may make to a sentence. @type {((text: string) => string)[]} */
const FORMS = [
  (text) => text,
  (text) => `${text.toUpperCase()}!`,
  (text) => `${text.normalize('NFD')}.`,
  (text) => `${text.replaceAll(' ', '')}?`,
  (text) => `  ${text}\t${text} \n`,
  (text) => `“${text}” (3,14 − 2026-11-26)…`,
  (text) => `${text} 👩‍👩‍👧‍👦🏳️‍🌈 ${text}`,
  (text) => [...text].toReversed().join('\u200d'),
];

const sentences = Object.values(SCRIPTS).flatMap((text) => FORMS.map((change) => change(text)));

/**
 * The decoded text, in families that lose nothing.
 * @type {Record<string, (text: string) => string>}
 */
const KEPT = {
  ...Object.fromEntries(
    [
      'gpt2',
      'gpt2-prefixed',
      'gpt_neo',
      'opt',
      'roberta',
      'llama',
      'llama3',
      'gemma',
      'gemma3',
    ].map((name) => [name, (/** @type {string} */ text) => text]),
  ),
  ...Object.fromEntries(
    ['gpt_neox', 'gpt_neox-sequential', 'qwen2', 'qwen3'].map((name) => [
      name,
      (/** @type {string} */ text) => text.normalize('NFC'),
    ]),
  ),
  // This tokenizer adds a blank to a text that has none at the start, and removes one from any
  // text.
  'llama-tied': (text) => text.replace(/^ /, ''),
};

/**
 * The start of the SHA-256 of all ids. On 2026-11-26 they were compared with the Rust library,
 * npm's `tokenizers` 0.23.2, which gave the same ids for every sentence. Checkpoints that share a
 * tokenizer share the digest.
 * @type {Record<string, string>}
 */
const DIGESTS = {
  bert: 'd8304e27199d2e1d',
  'bert-encoder': 'd8304e27199d2e1d',
  distilbert: 'd8304e27199d2e1d',
  gemma: '97a4e3b0ed146c73',
  gemma3: '97a4e3b0ed146c73',
  gpt2: 'aabed9daecfbf7e6',
  'gpt2-prefixed': 'aabed9daecfbf7e6',
  gpt_neo: 'aabed9daecfbf7e6',
  gpt_neox: '52f41af26325dec1',
  'gpt_neox-sequential': '52f41af26325dec1',
  llama: '97a4e3b0ed146c73',
  'llama-tied': '410c1506d6cc7aeb',
  llama3: '97a4e3b0ed146c73',
  marian: '8f8b8c189b44ef43',
  opt: '1d551c4444632a49',
  qwen2: '1221c3a8b2bffb30',
  qwen3: '1221c3a8b2bffb30',
  roberta: '13d3fc65d2d2b747',
};

/** @param {number[][]} all */
const digestOf = (all) =>
  createHash('sha256')
    .update(all.map((ids) => ids.join(' ')).join('\n'))
    .digest('hex')
    .slice(0, 16);

it('the sentences are four hundred, in fifty scripts', () => {
  assert.equal(Object.keys(SCRIPTS).length, 50);
  assert.equal(new Set(sentences).size, 400);
});

describe('the tokenizer of', () => {
  for (const name of checkpoints) {
    it(`${name} reads every script`, () => {
      const json = jsonOf(name, 'tokenizer.json');
      const tokenizer = new TextTokenizer(json, jsonOf(name, 'tokenizer_config.json'));
      const vocabulary = jsonOf(name, 'config.json').vocab_size;
      const all = sentences.map((text) => {
        const { tokens, ids, words } = tokenizer.encode(text);
        assert.equal(tokens.length, ids.length, text);
        assert.equal(words.length, ids.length, text);
        // The vocabulary spells an unknown character as its unknown token.
        for (const [i, id] of ids.entries()) assert.equal(tokens[i], tokenizer.tokenOf(id), text);
        for (const id of ids) assert.ok(Number.isInteger(id) && id >= 0 && id < vocabulary, text);
        const inText = words.filter((word) => word >= 0);
        assert.deepEqual(
          inText,
          inText.toSorted((a, b) => a - b),
          text,
        );
        const kept = KEPT[name];
        if (kept) assert.equal(tokenizer.decode(ids), kept(text), text);
        return ids;
      });
      // Earlier texts have no effect.
      for (let i = sentences.length - 1; i >= 0; i--)
        assert.deepEqual(tokenizer.encode(sentences[i]).ids, all[i], sentences[i]);
      assert.equal(digestOf(all), DIGESTS[name]);
    });
  }

  it('Universal Sentence Encoder Lite has the ids of TensorFlow.js, in every script', async () => {
    const file = new URL('../../dist/models/use-lite/vocabulary.json', import.meta.url);
    const tokenizer = new UnigramTokenizer(JSON.parse(readFileSync(file, 'utf8')).pieces);
    const encode = await loadReferenceTokenizer();
    for (const text of sentences)
      assert.deepEqual(tokenizer.encode(text).ids, encode(text), JSON.stringify(text));
  });
});
