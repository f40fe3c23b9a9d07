import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readFiles } from '../../web/sources/files/read.js';
import {
  crcOf,
  floats,
  joinBytes,
  json,
  little,
  npy,
  npyOf,
  refusalOf,
  safetensors,
  safetensorsOf,
  utf8,
  zip,
} from './written.js';

/** @typedef {string | RegExp} Sentence */
/** @typedef {[what: unknown, bytes: Uint8Array, sentence: Sentence, name?: string]} Refusal */

/**
 * Makes cases that are refused for the same reason.
 * @template Case
 * @param {readonly Case[]} cases
 * @param {(item: Case) => Uint8Array} write
 * @param {Sentence | ((item: Case) => Sentence)} sentence
 * @param {string | ((item: Case) => string)} [name] the name of the file
 * @returns {Refusal[]}
 */
const each = (cases, write, sentence, name) =>
  cases.map((case_) => [
    case_,
    write(case_),
    typeof sentence === 'function' ? sentence(case_) : sentence,
    typeof name === 'function' ? name(case_) : name,
  ]);

/** Parses JSON cases, two blanks apart. @param {string} text @returns {any[]} */
const cases = (text) =>
  text
    .trim()
    .split(/\s{2,}/)
    .map((line) => JSON.parse(line));

const six = floats([1, 2, 3, 4, 5, 6]);
const file = npy([1, 2], floats([1, 2]));
const weights = npy([2, 2], floats([1, 0, 0.5, 0.5]));
const empty = joinBytes();

const DAMAGED =
  /^The (tensor|file) weights cannot be read: it is damaged, cut off, or not a \.npy,/;
const BROKEN = /^The file weights is not JSON: .*\.$/s;
const SHAPES =
  'expected (queries, keys) or (heads, queries, keys) or (layers, 1, heads, queries, keys), at most (128, 2048, 2048).';
const TYPES = 'expected floats, integers or booleans.';
const LONG_HEADER = /^The header of the file is too long: expected at most 1,000,000 bytes\.$/;
const NONE = /^Expected q, k and v, or weights; found /;
const twice = (/** @type {string} */ name) =>
  `The name ${name} appears twice. Save its array once, or rename one.`;

// .npy

/** Writes a shape as Python prints it. @param {number[]} shape */
const tuple = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** The declared type, the number of bytes, and the float type that the bytes would fit. */
const LENGTHS = cases(`
  ["<f4", 48, "float64"]  ["<f4", 12, "float16"]  ["<f8", 24, "float32"]  ["<f8", 12, "float16"]
  ["<f2", 24, "float32"]  ["<f2", 48, "float64"]  ["<f4", 36]  ["<f4", 6]  ["<i4", 48]`);

/** The type in the file, and its name in the message. */
const BAD_TYPES = cases(`
  ["<c8", "c8"]  ["|O", "O"]  ["<U3", "text"]  ["<f16", "f16"]  ["<f1", "f1"]  ["<V4", "V4"]
  ["<constructor", "constructor"]  ["<__proto__", "__proto__"]`);
const BRAINS = cases('["<V2", "V2"]  ["|V2", "V2"]  ["V2", "V2"]  ["bfloat16", "bfloat16"]');

const FIELDS = "'descr': '<f4', 'fortran_order': False, ";

/** NumPy refuses these as well. */
const HEADERS = [
  ...['', '{}', "__import__('os')", "{'descr': '<f4', 'fortran_order': False}"],
  "{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3), }",
  ...[
    ...['[2, 3]', '(6)', '6', '(2.0, 3)', '(02, 3)', '(2 3)', '(2,, 3)', '(, 2, 3)', "('2', 3)"],
    ...['(2, 3]', '(2, 3?)', '(0x, 3)', '(0xg, 3)', '(0o8, 3)', '(0b2, 3)', '(0x2L, 3)'],
  ].map((shape) => `{${FIELDS}'shape': ${shape}, }`),
  `{${FIELDS}'shape': (2, 3`,
  ...[' 7', ' ?', " '", '}'].map((end) => `{${FIELDS}'shape': (2, 3), }${end}`),
  ...["'False'", 'false', 'None'].map(
    (order) => `{'descr': '<f4', 'fortran_order': ${order}, 'shape': (2, 3), }`,
  ),
  `{${FIELDS}'shape': (2, 3), 'more': 1}`,
  "{b'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
  "{'descr': '<f4', 'fortran_order': False 'shape': (2, 3), }",
  "{'descr': '<f4, 'fortran_order': False, 'shape': (2, 3), }",
  "{'descr', '<f4', 'fortran_order', False, 'shape', (2, 3), }",
  "('descr', '<f4', 'fortran_order', False, 'shape', (2, 3))",
  "{'descr': 4, 'fortran_order': False, 'shape': (2, 3), }",
];

// .npz

const PACKED =
  'The archive has an unknown format; expected a zip of less than 4 GB, stored or deflated.';
const ENCRYPTED = 'The archive is encrypted: weights.npy needs a password. Save it without one.';
const TORCH =
  'The file w.pt was written by torch.save or pickle. Save its array with np.save, or with safetensors.';
const pickle = Uint8Array.of(128, 2, 125, 113, 0, 46);
const flipped = weights.slice();
flipped[flipped.length - 2] ^= 1;
const crc = crcOf(weights);
const hidden = npy([2, 2], floats([3, -1, 2, 4]));
const complex = npy([1, 1], floats([1, 2]), { descr: '<c8' });
const cut = npy([2, 2], floats([1, 2, 3]));

// .safetensors

/** @param {object} change */
const changeTensor = (change) =>
  safetensors({ weights: { shape: [1, 2], bytes: floats([1, 2]), ...change } });

/** Offsets of the first and the second tensor. */
const OFFSETS = cases(`
  [[0, 8], [4, 12]]  [[0, 8], [0, 8]]  [[0, 4], [8, 16]]  [[8, 16], [16, 24]]  [[-8, 0], [0, 16]]
  [[0, 8], [8, 1e300]]  [[0, 8], [8, 4]]  [[0, 20], [20, 16]]  [[0, 8], [8, null]]
  [[0, 8], ["8", "16"]]  [[0, 8], []]  [[0, 8], 16]  [[0, 8], null]  [[0, 8], {"0": 8, "1": 16}]`);

/** @param {unknown[]} offsets */
function overlapping(offsets) {
  const [a, second] = offsets.map((data_offsets) => ({
    dtype: 'F32',
    shape: [1, 2],
    data_offsets,
  }));
  return safetensorsOf(JSON.stringify({ a, weights: second }), floats([1, 2, 3, 4]));
}
const ENTRY = '{"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]}';
const TWICE = `{"weights": ${ENTRY}, "weights": ${ENTRY}}`;

// JSON

/** None of these is an array of numbers with rows of one length. */
const NOT_ROWS = cases(`
  [[1, 2], [3]]  [[1, 2], [3, 4, 5]]  [[1], [2], [3, 4], []]  [[[1, 2], [3, 4]], [[5, 6, 7, 8]]]
  [[1, 2], "ab"]  [[1, 2], {"length": 2}]  [[1, 2], null]  [[1, 2], 3]  [[1, "x"]]  [[1, {}]]
  [[true, 1]]  {"shape": [1, 2], "data": [1]}  {"shape": [1, 2], "data": "ab"}
  {"shape": [1, 2], "data": {"length": 2}}  {"shape": [1, 2]}  {"shape": "ab", "data": []}
  {"shape": {"length": 2}, "data": []}  {"shape": [1e300, 0], "data": []}
  []  [[]]  null  7  "weights"  "__proto__"`);
const NOT_A_TABLE =
  /^The (rows of the )?tensor weights (has the shape|cannot be|differ in length|holds|is of the type text|has . numbers?)/;

const MANY = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t${i}`, 1]));

/** Files of other formats; a character is a byte. @type {[content: string, format: RegExp][]} */
const OTHERS = [
  ['[[0.5, 0.5], [1, 0],]', /JSON with a comma before a closing bracket\. Remove them/],
  ['{"weights": [[1, 0],\n],\n}', /JSON with a comma/],
  ["{'weights': [[1, 0]]}", /written as Python prints it\. Write it with json\.dumps/],
  ['{"weights": ((1, 0), (0.5, 0.5))}', /written as Python/],
  ['[[True, False]]', /written as Python/],
  ['tensor([[0.5, 0.5]])', /written as Python/],
  ['[[0.5 0.5]\n [1 0]]', /written as Python/],
  ['((1, 0), (0.5, 0.5))', /written as Python/],
  ['{weights: [[1, 0]]}', /written as in JavaScript.*Write it with JSON\.stringify/],
  ['[[0.5, 0.5]] // all', /JSON with comments/],
  ['{"weights": [[1, 0]] // all\n}', /JSON with comments/],
  ['{"weights": /* all */ [[1, 0]]}', /JSON with comments/],
  ['{"w": [[1]]}\n{"w": [[1]]}\n', /JSON lines, with one value on each line\. Save one line alone/],
  ['[1, 0]\n[0.5, 0.5]', /JSON lines/],
  ['0.5,0.5\n1,0\n', /a table of text, such as \.csv\. Load it with np\.loadtxt/],
  ['a;b\n0,5;0,5\n', /a table of text/],
  ['0.5\t0.5\n1\t0', /a table of text/],
  ['- [0.5, 0.5]\n- [1, 0]', /plain text/],
  ['# Weights of a model', /plain text/],
  ['<!doctype html>\n<title>Log in</title>', /a web page \(HTML\)\. Open its address in a new tab/],
  ['\x1f\x8b\x08\0', /compressed\. Unpack it first/],
  ['\x28\xb5\x2f\xfd\0', /compressed/],
  ['\x89HDF\r\n\x1a\n\0\0', /HDF5\. Save its array with np\.save/],
  ['MATLAB 5.0 MAT-file, Platform: GLNXA64', /MATLAB\. Load it with scipy\.io\.loadmat/],
  ['GGUF\x03\0\0\0', /GGUF\. It holds parameters/],
  ['\x89PNG\r\n\x1a\n', /a picture/],
];

/** @type {Record<string, Refusal[]>} */
const REFUSALS = {
  '.npy': [
    ...each(
      [[], [6], [0, 3], [-2, -3], [2 ** 53, 2 ** 53], [2049, 1], [129, 1, 1], [129, 1, 1, 1, 1]],
      (shape) => npy(shape, six),
      (shape) => `The tensor weights has the shape ${tuple(shape)}; ${SHAPES}`,
    ),
    ...each(
      [[2, 1, 1, 3]],
      (shape) => npy(shape, six),
      `The tensor weights has the shape (2, 1, 1, 3); ${SHAPES} Save one sentence of the batch. If the first axis counts layers, reshape it to (2, 1, 1, 1, 3), or save the tokens with it.`,
    ),
    ['many axes', npy(Array(9999).fill(2), six), /\(2, 2, 2, 2, 2, 2, 2, 2, …\);/],
    ...each(
      [20, 28],
      (length) => npy([2, 3], new Uint8Array(length)),
      (length) => `The tensor weights has ${length} bytes; expected 24 for the shape (2, 3).`,
    ),
    ...each(
      LENGTHS,
      ([descr, length]) => npy([2, 3], new Uint8Array(length), { descr }),
      ([, , type]) =>
        RegExp(`the shape \\(2, 3\\)\\.${type ? ` Its numbers may be ${type}\\.` : ''}$`),
    ),
    ...each(
      BAD_TYPES,
      ([descr]) => npy([2, 3], six, { descr }),
      ([, type]) => `The tensor weights is of the type ${type}; ${TYPES}`,
    ),
    ...each(
      BRAINS,
      ([descr]) => npy([2, 3], six, { descr }),
      ([, type]) =>
        `The tensor weights is of the type ${type}; ${TYPES} It may be bfloat16: save it as float32.`,
    ),
    ...each(
      ["{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3), }"],
      (header) => npyOf(header, six),
      /is of the type structured;/,
    ),
    ...each(HEADERS, (header) => npyOf(header, six), DAMAGED),
    ['long integers', npyOf(`{${FIELDS}'shape': (2L, 3L), }`, six, 3), DAMAGED],
    ['a long header', npyOf(' '.repeat(1e6), six, 2), LONG_HEADER],
    ...each([0, 4, 255], (version) => npy([2, 3], six, { version }), DAMAGED),
    ...each(['q.npy', 'Query.npy', 'keys.NPY', 'v'], () => npy([2, 3], six), NONE, String),
  ],

  '.npz': [
    ...each(
      [{ size: 0xffffffff }, { packedSize: 0xffffffff }],
      (options) => zip({ weights }, options),
      PACKED,
    ),
    ...each([1, 7, 9, 12, 14, 93, 16], (method) => zip({ weights }, { method }), PACKED),
    ...each(
      [
        [0, 1],
        [8, 1],
        [99, 1],
        [8, 0x41],
      ],
      ([method, flags]) => zip({ 'weights.npy': weights }, { method, flags }),
      ENCRYPTED,
    ),
    ...each(
      ['weights.npy', 'weights'],
      (name) => zip([weights, file].map((bytes) => [name, bytes])),
      twice('weights'),
    ),
    ...each([0, 8], (method) => zip({ weights: flipped }, { method, crc }), DAMAGED),
    // This also holds if the name does not tell the content.
    ...each(
      [0, 8],
      (method) => zip({ arr_0: flipped, ids: file }, { method, crc }),
      /^The tensor (arr_0|ids) cannot be read: it is damaged/,
    ),
    ...[empty, Uint8Array.of(1, 2), zip({ weights })].flatMap((entry) =>
      each(
        [0, 8],
        (method) => zip({ weights: entry }, { method }),
        /^The tensor weights cannot be/,
      ),
    ),
    ...each([false, true], (isLong) => zip({}, { isLong }), /^Expected q, .* found none\.$/),
    ['parts alone', zip({ q: hidden, k: hidden }), /^Expected q, k and v, or weights; .* q, k\.$/],
    ['a part and another', zip({ q: hidden, a: hidden }), /^The file has several arrays: q, a\./],
    ['two of another type', zip({ a: complex, b: complex }), /a is of the type c8/],
    ['a damaged part', zip({ q: cut, k: complex }), /^The tensor q has 12 bytes; expected 16/],
    ['a damaged array', zip({ a: cut, b: complex }), /^The tensor a has 12 bytes/],
  ],

  'torch.save and pickle': [
    ...each(
      [
        zip({ 'archive/data.pkl': pickle, 'archive/data/0': floats([1]) }, { method: 0 }),
        zip({ 'w/data.pkl': pickle }),
        ...[pickle, Uint8Array.of(1, 2, 3), empty],
      ],
      (bytes) => bytes,
      TORCH,
      'w.pt',
    ),
    ...each(['w.npy', 'pytorch_model.bin'], () => pickle, / was written by torch\.save/, String),
    ...each(['w.pth', 'W.PKL'], () => Uint8Array.of(1, 2), / was written by torch\.save/, String),
  ],

  '.safetensors': [
    ...each(
      [
        {
          change: { shape: [2] },
          sentence: /shape \(2,\); expected \(queries, keys\) or \(heads, /,
        },
        { change: { shape: [] }, sentence: /has the shape \(\);/ },
        { change: { shape: [1, -2] }, sentence: /has the shape \(1, -2\);/ },
        { change: { shape: [1, 2.5] }, sentence: /has the shape \(1, 2\.5\);/ },
        { change: { shape: [1e300, 1e300] }, sentence: /has the shape \(1e\+300, 1e\+300\);/ },
        { change: { shape: ['1', 2] }, sentence: /has the shape \(1, 2\);/ },
        {
          change: { shape: [1, 3] },
          sentence: /has 8 bytes; expected 12 for the shape \(1, 3\)\.$/,
        },
        { change: { dtype: 'F64' }, sentence: /has 8 bytes; expected 16 for/ },
        { change: { dtype: 'F8_E5M2' }, sentence: /is of the type F8_E5M2; expected floats/ },
        { change: { dtype: 'C64' }, sentence: /is of the type C64; expected floats/ },
        { change: { dtype: '__proto__' }, sentence: /is of the type __proto__; expected floats/ },
        {
          change: { dtype: 'x'.repeat(1e5) },
          sentence: /is of the type x{20}…; expected floats/,
        },
      ],
      ({ change }) => changeTensor(change),
      ({ sentence }) => sentence,
    ),
    ...each(
      ['ab', null, { length: 2 }, [1, { toString: 1 }]],
      (shape) => changeTensor({ shape }),
      /cannot be read/,
    ),
    ['a type that is no text', changeTensor({ dtype: 4 }), /cannot be read/],
    ['a name twice', safetensorsOf(TWICE, floats([1])), twice('weights')],
    ...each(
      OFFSETS,
      overlapping,
      /^The (tensors? .*(data_offsets|16 bytes; expected)|file bert\.safetensors cannot be read)/,
      'bert.safetensors',
    ),
    ...each(
      ['{', '{"a":1}', '{"a":null}', '{"weights":{}}', '{]'],
      (header) => safetensorsOf(header, empty),
      /cannot be read|has the data_offsets undefined/,
    ),
    ...each(
      [1e6 + 1, 2 ** 32, 2 ** 53],
      (length) => joinBytes(little(length, 8), utf8('{"weights":1}')),
      LONG_HEADER,
    ),
    ['a header beyond the end', joinBytes(little(99, 8), utf8('{}')), /cannot be read/],
    ['no tensor', safetensorsOf('{}', empty), /; found none\.$/],
  ],

  JSON: [
    ...each(NOT_ROWS, (value) => json({ weights: value }), NOT_A_TABLE),
    [
      'an element that is no number',
      json({
        weights: [
          [1, 0],
          [0, 'a'],
        ],
      }),
      'The tensor weights holds "a" at [1][1]; expected numbers.',
    ],
    ...each(
      [
        { text: '{"weights": [[1]], "weights": [[2]]}', name: 'weights' },
        { text: '{"weights": [[1]], "note": "{", "we\\u0069ghts" : [[2]]}', name: 'weights' },
        { text: '{"a": {"w": [[1]]}, "a": {"k": [[2]]}}', name: 'a' },
        { text: '{"weights": {"shape": [1, 1], "data": [nan], "data": [2]}}', name: 'data' },
      ],
      ({ text }) => utf8(text),
      ({ name }) => twice(name),
    ),
    ...each(['null'], utf8, /^The tensor weights holds null: /),
    ...each(['hello', '"', '"\\', '\u0000'], utf8, /^The file weights cannot be read/),
    ...each(['{', '{"tensors": 7, "a": 1'], utf8, BROKEN),
    ['a missing bracket', utf8('{"weights": [[1, 0],\n [0.5, 0.5]'), /line 2 column 12/],
    ...each(['{}', '{"weights": {}}', '{"q": [[2]]}', '{"text": "a", "layer": 7}'], utf8, NONE),
    ...each(
      ['[]', '7', '"weights"', '{"tensors": 7}'],
      utf8,
      /^The tensor (weights|tensors) (has the shape|is of)/,
    ),
    ['many names', json(MANY), /; found t0, .*, t7 …\.$/],
  ],

  'another format': ['weights.json', 'weights.npy', 'weights'].flatMap((name) =>
    each(
      OTHERS,
      ([content]) => Uint8Array.from(content, (letter) => letter.charCodeAt(0)),
      ([, format]) => RegExp(`^The file weights\\S* cannot be read: it is .*${format.source}`),
      name,
    ),
  ),

  'a file of raw numbers': each(
    ['weights.bin', 'attn.F32', 'a.raw'],
    () => floats([0.25, 0.75, 1, 0]),
    (name) =>
      `The file ${name} cannot be read: raw numbers have no shape. Save the array with np.save, or as JSON such as {"shape": [12, 64, 64], "data": […]}.`,
    String,
  ),

  'a file that is cut off': [
    ...each(['{"weights": [[0.5, "it\'s', '[[1, 0], [0.5,', '{"a": [1, 2'], utf8, BROKEN),
    ...each(['{"note": "(x) // y, }", "w": [[1, 0]'], utf8, BROKEN),
    ['nothing', empty, 'The file weights is empty.'],
    ['an archive', zip({ 'weights.npy': weights }).slice(0, -9), DAMAGED],
    ['four bytes', Uint8Array.of(1, 2, 3, 0), DAMAGED],
  ],
};

for (const [format, refusals] of Object.entries(REFUSALS)) {
  it(`${format} is refused, and told what is wrong`, async () => {
    for (const [what, bytes, sentence, name] of refusals) {
      const text = await refusalOf(bytes, name);
      if (typeof sentence === 'string') assert.equal(text, sentence, `${what}`);
      else assert.match(text, sentence, JSON.stringify(what));
    }
  });
}

it('an array that is named behind # is chosen in each format that has names, and others are refused', async () => {
  const [ones, halves] = [floats([1]), floats([0.5])];
  for (const [name, bytes] of /** @type {[string, Uint8Array][]} */ ([
    ['w.npz', zip({ 'a.npy': npy([1, 1], ones), 'b.npy': npy([1, 1], halves) })],
    [
      'w.safetensors',
      safetensors({ a: { shape: [1, 1], bytes: ones }, b: { shape: [1, 1], bytes: halves } }),
    ],
    ['w.json', json({ a: [[1]], b: [[0.5]], tokens: ['x'] })],
  ])) {
    const { tensors, keyWords } = await readOwn(readFiles([{ name, bytes, part: 'b' }]));
    assert.deepEqual([...tensors.weights.data], [0.5], name);
    assert.deepEqual(keyWords, [name === 'w.json' ? 'x' : '1']);
    assert.throws(() => readFiles([{ name, bytes, part: 'c' }]), {
      message: /^The file has no map “c”\. It has a, b: write one of them behind #\.$/,
    });
  }
});

it('the nearest of several maps is named, and a name is never cut', () => {
  const names = Array.from({ length: 40 }, (_, i) => `model.layers.${i}.self_attn.o_proj.weight`);
  const maps = Object.fromEntries(names.map((name) => [name, [[1]]]));
  const refuse = (/** @type {string} */ part) => () =>
    readFiles([{ name: 'w.json', bytes: json(maps), part }]);
  assert.throws(refuse('model.layers.7.self_atn.o_proj.weight'), {
    message:
      /“model\.layers\.7\.self_atn\.o_proj\.weight”; the nearest is model\.layers\.7\.self_attn/,
  });
  assert.throws(refuse('x'), {
    message: /\. It has (model\S+weight, )+model\S+weight …: write one/,
  });
});

it('tokens with a misspelt name are refused, not left out', async () => {
  for (const [name, near] of [
    ['token', 'tokens'],
    ['tokns', 'tokens'],
    ['row_token', 'rowTokens'],
    ['colum_tokens', 'columnTokens'],
  ])
    assert.equal(
      await refusalOf(json({ weights: [[1, 0]], [name]: ['a', 'b'] })),
      `The name ${name} is unknown; the nearest is ${near}.`,
    );
  // Ids, and a secret.
  const others = { token_ids: [5, 6], token: 'abc', words: ['a', 'b'] };
  const { keyWords } = await readOwn(
    readFiles([{ name: 'w.json', bytes: json({ weights: [[1, 0]], ...others }) }]),
  );
  assert.deepEqual(keyWords, ['a', 'b']);
});

it('lists similar to tokens do not stop a file that has its tokens', async () => {
  const read = (/** @type {object} */ others) =>
    readOwn(readFiles([{ name: 'w.json', bytes: json({ weights: [[1, 0]], ...others }) }]));
  const more = { tokens1: ['x'], token: ['x', 'y', 'z'], row_token: ['x'], toxins: ['x'] };
  const found = { queryWords: ['q'], keyWords: ['a', 'b'] };
  for (const given of [
    { rowTokens: ['q'], columnTokens: ['a', 'b'], ...more },
    { row_tokens: ['q'], tokens: ['a', 'b'], ...more },
    { row_tokens: ['q'], col_tokens: ['a', 'b'] },
    { rowTokens: ['q'], colTokens: ['a', 'b'] },
  ]) {
    const { queryWords, keyWords } = await read(given);
    assert.deepEqual({ queryWords, keyWords }, found, JSON.stringify(given));
  }
  await read({ rowTokens: ['q'], ...more });
  // The list of the other axis is missing.
  const message = 'The name colum_tokens is unknown; the nearest is columnTokens.';
  await assert.rejects(async () => read({ rowTokens: ['q'], colum_tokens: ['a', 'b'] }), {
    message,
  });
});

it('a map that is named behind # is refused in each format that has no maps with names', () => {
  const numbers = floats([1]);
  for (const [name, bytes] of /** @type {[string, Uint8Array][]} */ ([
    ['weights.npy', npy([1, 1], numbers)],
    ['weights.npz', zip({ 'weights.npy': npy([1, 1], numbers) })],
    ['weights.safetensors', safetensors({ weights: { shape: [1, 1], bytes: numbers } })],
    ['weights.json', json({ weights: [[1]] })],
    ['attention-map.json', json({ attentionLab: 1, tensors: { weights: [[1]] } })],
  ])) {
    assert.throws(() => readFiles([{ name, bytes, part: 'cross' }]), {
      name: 'FileError',
      message: 'The file does not hold several maps with names: leave out #cross.',
    });
    assert.ok(readFiles([{ name, bytes, part: '' }]), name);
    // A name that is there is taken, though nothing has to be chosen.
    if (name !== 'attention-map.json')
      assert.ok(readFiles([{ name, bytes, part: 'weights' }]), name);
  }
});
