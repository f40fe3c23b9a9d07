import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LimitError, loadAttention } from '../../src/js/index.js';
import { loadPretrained, ModelError } from '../../src/js/pretrained/index.js';
import { explainLibraryError } from '../../web/features/pretrained/text/en/refusals.js';
import {
  filesOf,
  joinFile,
  jsonOf,
  splitFile,
  tensorsOf,
  weightsOf,
  writeSafetensors,
} from './checkpoints.js';

/** @import { ModelReason } from '../../src/js/pretrained/errors.js' */

const attention = await loadAttention();
const weights = weightsOf('gpt2');
const { header, data } = splitFile(weights);

/** @param {Record<string, unknown>} changes changes of config.json */
const withConfig = (changes, name = 'gpt2') => filesOf(name, changes);

/** @param {object | string} changed @param {Uint8Array} [bytes] */
const withHeader = (changed, bytes = data) => ({
  ...filesOf('gpt2'),
  'model.safetensors': joinFile(changed, [bytes]),
});

/** @param {string} tensor @param {object} changes */
const withTensor = (tensor, changes) =>
  withHeader({ ...header, [tensor]: { ...header[tensor], ...changes } });

/** @param {string[]} names */
const filesWithout = (...names) => {
  const files = filesOf('gpt2');
  for (const name of names) delete files[name];
  return files;
};

/** Renames a tensor. @param {string} from @param {string} to */
const renameTensor = (from, to) =>
  withHeader(
    Object.fromEntries(
      Object.entries(header).map(([name, entry]) => [name === from ? to : name, entry]),
    ),
  );

/** Returns files whose header states this length. @param {bigint} length */
const withLength = (length) => {
  const file = Uint8Array.from(weights);
  new DataView(file.buffer).setBigUint64(0, length, true);
  return { ...filesOf('gpt2'), 'model.safetensors': file };
};

const PAGE = '\n<!DOCTYPE html><title>Not found</title>';
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** @type {[title: string, files: any, says: RegExp][]} */
const rows = [
  [
    'no config.json',
    filesWithout('config.json'),
    /config\.json is missing; expected the file, among model/,
  ],
  ['no weights', filesWithout('model.safetensors'), /model\.safetensors is missing/],
  [
    'weights of PyTorch alone',
    { ...filesWithout('model.safetensors'), 'pytorch_model.bin': new Blob([]) },
    /safe_serialization=True/,
  ],
  [
    'weights of GGUF without anything else',
    { 'model.gguf': new Blob([]) },
    /model\.safetensors is missing: the weights are in model\.gguf alone; expected the file of the model from which/,
  ],
  ['a config that is no JSON', { ...filesOf('gpt2'), 'config.json': '{' }, /config\.json .*JSON/],
  ['a config that is a list', { ...filesOf('gpt2'), 'config.json': '[]' }, /holds an array/],
  ['no model_type', withConfig({ model_type: undefined }), /model_type of config\.json is missing/],
  [
    'an unknown model_type',
    withConfig({ model_type: 'gpt3' }),
    /is "gpt3" \(did you mean gpt2\?\); expected one of gpt2/,
  ],
  [
    'the start of a model_type',
    withConfig({ model_type: 'gpt' }),
    /is "gpt" \(did you mean gpt2\?\); expected one of gpt2/,
  ],
  ['an empty model_type', withConfig({ model_type: '' }), /is ""; expected one of gpt2/],
  ['a model_type of Object', withConfig({ model_type: 'constructor' }), /expected one of gpt2/],
  [
    'a quantised model',
    withConfig({ quantization_config: { bits: 4 } }),
    /quantised models are not covered/,
  ],
  [
    'a quantised model of MLX',
    withConfig({ quantization: { bits: 4, group_size: 64 } }),
    /quantization of config\.json is given; expected absent: quantised models are not covered/,
  ],
  [
    'norms without weights',
    withConfig({ layer_norm_elementwise_affine: false }, 'opt'),
    /layer_norm_elementwise_affine of config\.json is false; expected true/,
  ],
  ['no width', withConfig({ n_embd: undefined }), /n_embd of config\.json is missing/],
  [
    'a width that heads do not divide',
    withConfig({ n_head: 5 }),
    /n_embd .*a multiple of n_head, 5/,
  ],
  ['a width that is text', withConfig({ n_embd: '32' }), /n_embd of config\.json is "32"/],
  ['a billion layers', withConfig({ n_layer: 1e9 }), /n_layer .*1024/],
  [
    'an unknown activation',
    withConfig({ activation_function: 'mish' }),
    /is "mish"; expected 'relu'/,
  ],
  ...['x', 1.5, -1, true, {}, [null], [1, [2]], ['1']].map(
    /** @returns {[string, any, RegExp]} */ (value) => [
      `an eos_token_id of ${JSON.stringify(value)}`,
      withConfig({ eos_token_id: value }),
      /eos_token_id of config\.json is .*; expected an id or a list of ids/,
    ],
  ),
  ...[5, 'x', {}, [5], [[1], null], [[1.5]], [[-1]]].map(
    /** @returns {[string, any, RegExp]} */ (value) => [
      `bad_words_ids of ${JSON.stringify(value)}`,
      withConfig({ bad_words_ids: value }),
      /bad_words_ids of config\.json is .*; expected a list of lists of ids/,
    ],
  ),
  ['an epsilon of 0', withConfig({ layer_norm_epsilon: 0 }), /layer_norm_epsilon/],
  .../** @type {[string, string][]} */ ([
    ['dynamic', 'its angles change with the length of the text'],
    ['yarn', 'it scales queries and keys as well'],
    ['longrope', 'it has a factor for each pair of features, and other ones for long texts'],
  ]).flatMap(([type, reason]) =>
    ['rope_scaling', 'rope_parameters'].map(
      /** @returns {[string, any, RegExp]} */ (name) => [
        `${name} of the type ${type}`,
        withConfig({ [name]: { rope_type: type, factor: 8 } }, 'llama'),
        new RegExp(`${name} of config\\.json is .*, not ${type}: ${reason}`),
      ],
    ),
  ),
  ...['rope_scaling', 'rope_parameters'].flatMap((name) =>
    ['su', 5, true, [1], [], { factor: 8 }, { type: 'default', factor: 8 }].map(
      /** @returns {[string, any, RegExp]} */ (value) => [
        `${name} of ${JSON.stringify(value)}`,
        withConfig({ [name]: value }, 'llama'),
        new RegExp(`${name} of config\\.json is .*; expected absent, null or .*of type default`),
      ],
    ),
  ),
  [
    'a scaling of an unknown type',
    withConfig({ rope_scaling: { rope_type: 'toString', factor: 2 } }, 'llama'),
    /rope_scaling of config\.json .*of type default, linear, llama3/,
  ],
  .../** @type {[object, RegExp][]} */ ([
    [{ factor: undefined }, /rope_scaling\.factor of config\.json is missing/],
    [{ factor: 0.5 }, /rope_scaling\.factor of config\.json is 0\.5; expected a number from 1/],
    [{ low_freq_factor: '1' }, /rope_scaling\.low_freq_factor of config\.json is "1"/],
    [{ high_freq_factor: 1 }, /rope_scaling\.high_freq_factor .* is 1; expected above 1/],
    [{ original_max_position_embeddings: null }, /original_max_position_embeddings .* is missing/],
    [{ attention_factor: 2 }, /rope_scaling of config\.json .*with the settings of its type/],
  ]).map(
    /** @returns {[string, any, RegExp]} */ ([changes, expected]) => [
      `a scaling of Llama 3 with ${JSON.stringify(changes)}`,
      withConfig(
        { rope_scaling: { ...jsonOf('llama3', 'config.json').rope_scaling, ...changes } },
        'llama3',
      ),
      expected,
    ],
  ),
  [
    'rotary positions of two types',
    withConfig({ rope_scaling: { rope_type: 'default', type: 'linear' } }, 'llama'),
    /rope_scaling of config\.json/,
  ],
  [
    'a base of rotary positions that would be ignored',
    withConfig({ rope_scaling: { type: 'default', rope_theta: 500 } }, 'llama'),
    /rope_scaling of config\.json/,
  ],
  [
    'a scaling in the newer form, by kind of layer',
    withConfig({ rope_parameters: { full_attention: { rope_type: 'yarn' } } }, 'llama'),
    /rope_parameters of config\.json/,
  ],
  [
    'heads of llama that rotate in part',
    withConfig({ rope_parameters: { partial_rotary_factor: 0.5 } }, 'llama'),
    /partial_rotary_factor of config\.json is 0\.5; expected 1/,
  ],
  [
    'heads of qwen2 that rotate in part',
    withConfig({ partial_rotary_factor: 0.5 }, 'qwen2'),
    /partial_rotary_factor of config\.json is 0\.5; expected 1/,
  ],
  [
    'a share of a head above 1',
    withConfig({ rotary_pct: null, rope_parameters: { partial_rotary_factor: 2 } }, 'gpt_neox'),
    /partial_rotary_factor of config\.json is 2; expected a number from 0 to 1/,
  ],
  ...['gemma', 'gemma3'].flatMap((model) =>
    ['final_logit_softcapping', 'attn_logit_softcapping'].map(
      /** @returns {[string, any, RegExp]} */ (name) => [
        `a ${name} of ${model}`,
        withConfig({ [name]: 30 }, model),
        new RegExp(
          `${name} of config\\.json is 30; expected absent or null: soft caps are not covered`,
        ),
      ],
    ),
  ),
  [
    'a type of layers that gemma3 lacks',
    withConfig({ layer_types: ['sliding_attention', 'full_attention', 'linear'] }, 'gemma3'),
    /layer_types of config\.json is .*; expected 3 names, each sliding_attention or full_attention/,
  ],
  [
    'fewer types than layers',
    withConfig({ layer_types: ['full_attention'] }, 'gemma3'),
    /layer_types of config\.json is .*; expected 3 names/,
  ],
  [
    'heads of gemma without their width',
    withConfig({ head_dim: null }, 'gemma'),
    /head_dim of config\.json is missing/,
  ],
  ...['gemma', 'gemma3'].map(
    /** @returns {[string, any, RegExp]} */ (model) => [
      `attention of ${model} in both directions`,
      withConfig({ use_bidirectional_attention: true }, model),
      /use_bidirectional_attention of config\.json is true; expected false/,
    ],
  ),
  [
    'heads of llama with an odd width',
    withConfig({ num_attention_heads: 32, num_key_value_heads: 16 }, 'llama'),
    /head_dim of config\.json is 1; expected an even number/,
  ],
  [
    'a start token beyond the vocabulary',
    withConfig({ decoder_start_token_id: 5000 }, 'marian'),
    /decoder_start_token_id of config\.json is 5000; expected an integer from 0 to/,
  ],
  [
    'the same by default',
    withConfig({ pad_token_id: 5000, decoder_start_token_id: null }, 'marian'),
    /decoder_start_token_id of config\.json is 5000; expected an integer from 0 to/,
  ],
  [
    'layers of qwen2 with a window, and no window',
    withConfig({ layer_types: ['full_attention', 'sliding_attention'] }, 'qwen2'),
    /layer_types of config\.json is .*; expected full_attention for each layer, since use_sliding_window is not true/,
  ],
  [
    'kinds of attention',
    withConfig({ attention_types: [[['far'], 2]] }, 'gpt_neo'),
    /attention_types/,
  ],
  [
    'kinds of attention for an odd number of layers',
    withConfig({ attention_types: 5, num_layers: 3 }, 'gpt_neo'),
    /such as \[\[\["global", "local"\], 2\]\]/,
  ],
  [
    'relative positions',
    withConfig({ position_embedding_type: 'relative_key' }, 'bert'),
    /absolute/,
  ],
  [
    'another vocabulary',
    withConfig({ vocab_size: 301 }),
    /wte\.weight .* has shape \(300, 32\); expected \(301, 32\) by config/,
  ],
  [
    'more layers',
    withConfig({ n_layer: 3 }),
    /h\.2\.ln_1\.weight .*is missing \(did you mean h\.[01]\.ln_1[^)]*\?\); expected \(/,
  ],
  [
    'a tensor of another name',
    renameTensor('ln_f.weight', 'ln_f.wieght'),
    /ln_f\.weight .*is missing.*ln_f\.wieght/,
  ],
  [
    'an empty file',
    { ...filesOf('gpt2'), 'model.safetensors': new Uint8Array() },
    /has 0 bytes; expected at least 8/,
  ],
  [
    'a page in place of the weights',
    { ...filesOf('gpt2'), 'model.safetensors': new TextEncoder().encode(PAGE) },
    /model\.safetensors holds an HTML page/,
  ],
  [
    'a page in place of the configuration',
    { ...filesOf('gpt2'), 'config.json': PAGE },
    /config\.json holds an HTML page/,
  ],
  [
    'a pointer of Git LFS in place of the weights',
    {
      ...filesOf('gpt2'),
      'model.safetensors': new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\n'),
    },
    /model\.safetensors is a pointer of Git LFS/,
  ],
  [
    'a GGUF in place of the weights',
    { ...filesOf('gpt2'), 'model.safetensors': new TextEncoder().encode('GGUF\x03\0\0\0\0\0') },
    /model\.safetensors is a file of GGUF/,
  ],
  ['a header beyond the file', withLength(BigInt(weights.length)), /has a header of/],
  ['a header of 2^63', withLength(2n ** 63n), /has a header of/],
  [
    'a header that is no JSON',
    withHeader('{"a":'),
    /the header of model\.safetensors cannot be parsed/,
  ],
  ['a header of lists in lists', withHeader(deep), /the header of model\.safetensors/],
  ['a header that is a number', withHeader('7'), /holds 7/],
  [
    'an unknown dtype',
    withTensor('wte.weight', { dtype: 'Q4' }),
    /has dtype "Q4"; expected one of F4/,
  ],
  [
    'a quantised dtype',
    withTensor('wte.weight', { dtype: 'I32' }),
    /has dtype I32; expected F32, F16, BF16/,
  ],
  [
    'a dtype of another size',
    withTensor('wte.weight', { dtype: 'F16' }),
    /bytes; expected 19200, for \(300, 32\) of F16/,
  ],
  ['a shape that is no list', withTensor('wte.weight', { shape: 9600 }), /another kind of shape/],
  ['a shape below 0', withTensor('wte.weight', { shape: [-300, -32] }), /another kind of shape/],
  [
    'a shape beyond all numbers',
    withTensor('wte.weight', { shape: [2 ** 52, 2 ** 52] }),
    /bytes; expected/,
  ],
  [
    'offsets that are no numbers',
    withTensor('wte.weight', { data_offsets: ['0', '1'] }),
    /has the data_offsets \["0","1"\]; expected two integers/,
  ],
  [
    'a tensor of null',
    withHeader({ ...header, 'wte.weight': null }),
    /wte\.weight .*has the data_offsets undefined/,
  ],
  [
    'tensors that overlap',
    withTensor('wte.weight', {
      data_offsets: header['wte.weight'].data_offsets.map((/** @type {number} */ at) => at + 4),
    }),
    /expected two integers from \d+ on, where the tensor before it ends/,
  ],
  [
    'a tensor left out',
    withHeader({ ...header, 'wte.weight': undefined }),
    /where the tensor before it ends|is missing|has \d+ bytes/,
  ],
  [
    'bytes behind the last tensor',
    withHeader(header, new Uint8Array(data.length + 4)),
    /as its header says/,
  ],
  [
    'a last tensor that is cut',
    withHeader(header, data.subarray(0, data.length - 4)),
    /as its header says/,
  ],
  ...[7, { format: 7 }, ['pt'], 'pt'].map(
    /** @returns {[string, any, RegExp]} */ (__metadata__) => [
      `__metadata__ of ${JSON.stringify(__metadata__)}`,
      withHeader({ ...header, __metadata__ }),
      /model\.safetensors has another kind of __metadata__; expected an object of texts/,
    ],
  ),
  [
    'tensors with another prefix',
    {
      ...filesOf('llama'),
      'model.safetensors': writeSafetensors(
        Object.fromEntries(
          Object.entries(tensorsOf('llama')).map(([name, entry]) => [
            `language_model.${name}`,
            entry,
          ]),
        ),
      ),
    },
    /embed_tokens\.weight of model\.safetensors is missing \(did you mean language_model\.model\.embed_tokens\.weight\?\)/,
  ],
  ['a tokenizer that is no JSON', { ...filesOf('gpt2'), 'tokenizer.json': 'x' }, /tokenizer\.json/],
  [
    'a tokenizer of another kind',
    { ...filesOf('gpt2'), 'tokenizer.json': { model: 7 } },
    /tokenizer\.json/,
  ],
  [
    'the tokenizer of another model',
    { ...filesOf('gpt2'), 'tokenizer.json': filesOf('llama')['tokenizer.json'] },
    /tokenizer\.json has 338 ids; expected 300 or fewer, the vocab_size of config\.json/,
  ],
];

/** The reasons of some of these refusals. @type {Record<string, ModelReason>} */
const reasons = {
  ...{ 'no weights': 'missing', 'weights of PyTorch alone': 'old-format' },
  ...{ 'an unknown model_type': 'type', 'a quantised model': 'quantised', 'no width': 'config' },
  ...{ 'another vocabulary': 'tensors', 'more layers': 'tensors', 'a quantised dtype': 'dtype' },
  ...{ 'a config that is no JSON': 'damaged', 'a shape below 0': 'damaged' },
  'a tokenizer of another kind': 'tokenizer',
  'the tokenizer of another model': 'vocabulary',
};

/** @param {any} files @param {object} [options] */
async function refusalOf(files, options) {
  const { length } = { length: attentionBytes() };
  const error = await loadPretrained(attention, files, options).then(
    (model) => {
      model.dispose();
      assert.fail('it is loaded');
    },
    (/** @type {any} */ reason) => reason,
  );
  assert.equal(attentionBytes(), length, 'memory is taken');
  return error;
}

/** Returns the used bytes of wasm memory. Loading all weights would make it grow. */
const core = /** @type {any} */ (await import('../../src/js/attention.js')).Operations.getCore(
  attention,
);
const attentionBytes = () => core.arena.used;

describe('a model is refused with what was expected', () => {
  for (const [title, files, says] of rows) {
    it(title, async () => {
      const error = await refusalOf(files);
      assert.ok(error instanceof ModelError, String(error));
      assert.match(error.message, /^loadPretrained: /);
      assert.match(error.message, says);
      assert.ok(error.message.length < 1500, error.message);
      const sentence = explainLibraryError(error, 'files');
      assert.match(String(sentence), /^[^;]*\.$/, 'the page has words of its own for it');
    });
  }

  for (const [title, reason] of Object.entries(reasons)) {
    it(`${title}: the reason is ${reason}`, async () => {
      const [, files] = rows.find(([name]) => name === title) ?? [];
      assert.equal((await refusalOf(files)).reason, reason);
    });
  }

  it('a model above maxBytes, with both numbers', async () => {
    const error = await refusalOf(filesOf('gpt2'), { maxBytes: 100_000 });
    assert.ok(error instanceof LimitError);
    assert.match(error.message, /the model would take 145\.5 KiB; the limit is 97\.66 KiB/);
  });
});
