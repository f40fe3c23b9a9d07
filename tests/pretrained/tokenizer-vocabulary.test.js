// The vocabulary, the merges and the template of a tokenizer.json: wrong ones are refused by the name of their setting.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTokenizer, refusesTokenizers } from './refused-tokenizers.js';

const start = { SpecialToken: { id: '<s>', type_id: 0 } };
const text = { Sequence: { id: 'A', type_id: 0 } };
/** @param {unknown[]} single */
const template = (single) => (/** @type {any} */ json) => {
  Object.assign(json.post_processor, { single });
};
const id = /expected an integer from 0 to 4294967295/;

/** @type {[name: string, checkpoint: string, change: (json: any) => void, ...messages: RegExp[]][]} */
const REFUSALS = [
  [
    'a list as the vocabulary of merges',
    'gpt2',
    (json) => Object.assign(json.model, { vocab: ['a'] }),
    /model\.vocab of tokenizer\.json is .*; expected an object/,
  ],
  ...['5', -1, 1.5, 2 ** 32, null].flatMap((value) =>
    ['gpt2', 'bert'].map(
      /** @returns {[string, string, (json: any) => void, ...RegExp[]]} */ (model) => [
        `the id ${JSON.stringify(value)} in the vocabulary of ${model}`,
        model,
        (json) => Object.assign(json.model.vocab, { a: value }),
        /model\.vocab\.a of tokenizer\.json is /,
        id,
      ],
    ),
  ),
  .../** @type {[string, unknown][]} */ ([
    ['of one piece', 'the'],
    ['of three pieces', 'a b c'],
    ['of three pieces in a list', ['a', 'b', 'c']],
    ['that is a number', 3],
    ['of numbers', [1, 2]],
    ['with a piece that no token has', 'qq h'],
    ['with a second piece that no token has', 'h qq'],
    ['whose result no token has', 'q z'],
    ['in another form than the first', ['h', 'e']],
  ]).map(
    /** @returns {[string, string, (json: any) => void, ...RegExp[]]} */ ([what, merge]) => [
      `a merge ${what}`,
      'gpt2',
      (json) => json.model.merges.splice(2, 0, merge),
      /model\.merges\.2 of tokenizer\.json is .*; expected two pieces that are tokens, whose merge is a token/,
    ],
  ),
  ...[null, '1', Number.NaN, undefined].map(
    /** @returns {[string, string, (json: any) => void, ...RegExp[]]} */ (score) => [
      `the score ${JSON.stringify(score)}`,
      'marian',
      (json) => json.model.vocab[5].splice(1, 1, score),
      /model\.vocab\.5 of tokenizer\.json is .*; expected a piece and its score/,
    ],
  ),
  [
    'a piece that is no text',
    'marian',
    (json) => json.model.vocab[5].splice(0, 1, 7),
    /model\.vocab\.5 of tokenizer\.json is /,
  ],
  [
    'an unknown token beyond the vocabulary',
    'marian',
    (json) => Object.assign(json.model, { unk_id: 200 }),
    /model\.unk_id of tokenizer\.json is 200; expected an integer from 0 to 199/,
  ],
  [
    'another version',
    'gpt2',
    (json) => Object.assign(json, { version: '9.0' }),
    /version of tokenizer\.json is "9\.0"; expected absent or "1\.0"/,
  ],
  .../** @type {[string, unknown][]} */ ([
    ['a token that special_tokens lacks', { SpecialToken: { id: '<q>', type_id: 0 } }],
    ['a token that every object has', { SpecialToken: { id: 'toString', type_id: 0 } }],
    ['a third text', { Sequence: { id: 'C', type_id: 0 } }],
    ['a part of another kind', { Special: { id: '<s>', type_id: 0 } }],
    ['a part without a type', { SpecialToken: { id: '<s>' } }],
    ['text', '$A'],
    ['null', null],
  ]).flatMap(([what, part]) =>
    ['single', 'pair'].map(
      /** @returns {[string, string, (json: any) => void, ...RegExp[]]} */ (name) => [
        `a template ${name} with ${what}`,
        'llama',
        (json) => Object.assign(json.post_processor, { [name]: [start, part, text] }),
        new RegExp(
          `post_processor\\.${name}\\.1 of tokenizer\\.json is .*; expected a text A or B, or a token of special_tokens`,
        ),
      ],
    ),
  ),
];

refusesTokenizers(REFUSALS);

describe('a tokenizer.json may', () => {
  it('have no version, and merges with the version of their file', () => {
    const plain = openTokenizer('gpt2', () => {}).encode('the old mill').ids;
    const changed = openTokenizer('gpt2', (json) => {
      delete json.version;
      json.model.merges.unshift('#version: 0.2');
    });
    assert.deepEqual(changed.encode('the old mill').ids, plain);
  });

  it('leave out ids, and repeat a piece with a score', () => {
    const gap = openTokenizer('bert', (json) => Object.assign(json.model.vocab, { zebra: 5000 }));
    assert.deepEqual(gap.encode('zebra').ids, [2, 5000, 3]);
    const twice = openTokenizer('marian', (json) => json.model.vocab.push(json.model.vocab[5]));
    assert.equal(twice.countIds(), 201);
  });

  it('give two tokens one id, as the original allows', () => {
    const shared = openTokenizer('gpt2', (json) =>
      Object.assign(json.model.vocab, { b: json.model.vocab.a }),
    );
    assert.deepEqual(shared.encode('b').ids, shared.encode('a').ids);
  });

  it('have a template without the tokens of its list', () => {
    assert.deepEqual(openTokenizer('llama', template([text])).encode('a').ids, [263]);
  });
});
