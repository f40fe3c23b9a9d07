// `attention-lab/files` reads every tensor of a file by name, in the form that the library takes.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  ArgumentError,
  fromStateDict,
  loadAttention,
  masks,
  tensor,
  toNested,
} from '../../src/js/index.js';
import { FileError, readTensors, toNpy } from '../../web/entries/files.js';
import { readGolden } from '../support/golden.js';
import { assertWithin, shareOfLargest } from '../support/near.js';
import { rejectionOf } from '../support/refusal.js';
import { floats, json, npy, npyOf, safetensors, utf8, zip } from './written.js';

/** @import { Tensor } from '../../src/js/index.js' */

/** @typedef {Record<string, { shape: readonly number[], data: Iterable<number> }>} Given */

/** Converts tensors to nested arrays. @param {Record<string, Tensor>} tensors */
const nestTensors = (tensors) =>
  Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, toNested(tensor)]));

const four = npy([2, 2], floats([1, 2, 3, 4]));
const FOUR = [
  [1, 2],
  [3, 4],
];

/** Write files as programs do that save parameters. @type {Record<string, (given: Given) => Uint8Array>} */
const WRITERS = {
  safetensors: (given) =>
    safetensors(
      mapTensors(given, ({ shape, data }) => ({ shape: [...shape], bytes: floats([...data]) })),
    ),
  npz: (given) =>
    zip(
      Object.entries(given).map(([name, { shape, data }]) => [
        `${name}.npy`,
        npy([...shape], floats([...data])),
      ]),
    ),
  json: (given) =>
    json(mapTensors(given, ({ shape, data }) => ({ shape, data: Array.from(data) }))),
};

/** @template Result @param {Given} given @param {(tensor: Given[string]) => Result} change */
const mapTensors = (given, change) =>
  Object.fromEntries(Object.entries(given).map(([name, tensor]) => [name, change(tensor)]));

/** Returns the error message of a refused file. @param {any} bytes @param {string} [name] */
async function refusalOf(bytes, name) {
  const error = await rejectionOf(readTensors(bytes, name));
  assert.ok(error instanceof FileError, `no error of ours: ${error}`);
  assert.equal(error.code, 'ERR_TENSORS');
  return error.message;
}

describe('every format is read', () => {
  it('.npy, named after its file', async () => {
    assert.deepEqual(nestTensors(await readTensors(four, 'runs/1/q.npy')), { q: FOUR });
    assert.deepEqual(nestTensors(await readTensors(four, 'runs\\1\\q.npy')), { q: FOUR });
    assert.deepEqual(nestTensors(await readTensors(four)), { tensor: FOUR });
  });

  it('.npz, in the order of the file', async () => {
    const file = zip([
      ['z.npy', four],
      ['a/b.npy', npy([0, 3], floats([]))],
      ['scalar.npy', npy([], floats([5]))],
    ]);
    const tensors = await readTensors(file);
    assert.deepEqual(Object.keys(tensors), ['z', 'a/b', 'scalar']);
    assert.deepEqual(
      Object.values(tensors).map(({ shape, data }) => [shape, [...data]]),
      [
        [
          [2, 2],
          [1, 2, 3, 4],
        ],
        [[0, 3], []],
        [[], [5]],
      ],
    );
  });

  it('.safetensors, in float16, bfloat16, integers and booleans', async () => {
    const file = safetensors({
      half: { dtype: 'F16', shape: [2], bytes: Uint8Array.of(0, 0x3c, 0, 0xc0) },
      brain: { dtype: 'BF16', shape: [1, 2], bytes: Uint8Array.of(0x80, 0x3f, 0xa0, 0xc0) },
      steps: { dtype: 'I64', shape: [], bytes: new Uint8Array(BigInt64Array.of(-7n).buffer) },
      mask: { dtype: 'BOOL', shape: [2], bytes: Uint8Array.of(1, 0) },
    });
    const expected = { half: [1, -2], brain: [[1, -5]], steps: -7, mask: [1, 0] };
    assert.deepEqual(nestTensors(await readTensors(file)), expected);
  });

  it('JSON: nested arrays, shape and data, and names in names', async () => {
    const file = json({
      layer: { weight: FOUR, bias: { shape: [2], data: [0.5, 'NaN'] } },
      // In the page's own export, this name holds settings.
      state: [[9]],
    });
    const expected = { 'layer/weight': FOUR, 'layer/bias': [0.5, NaN], state: [[9]] };
    assert.deepEqual(nestTensors(await readTensors(file)), expected);
    assert.deepEqual(nestTensors(await readTensors(json(FOUR), 'scores.json')), { scores: FOUR });
    assert.deepEqual(nestTensors(await readTensors(json({ shape: [2, 2], data: [1, 2, 3, 4] }))), {
      tensor: FOUR,
    });
  });

  it('says that JSON of null alone has no tensors', async () => {
    const error = await readTensors(new TextEncoder().encode('null')).catch((error) => error);
    assert.equal(error.name, 'FileError');
    assert.match(error.message, /^The file has no tensors; expected at least one array of numbers/);
  });

  it('without its strings and null', async () => {
    const words = npyOf("{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }", floats([0]));
    assert.deepEqual(nestTensors(await readTensors(zip({ 'words.npy': words, 'q.npy': four }))), {
      q: FOUR,
    });
    const file = json({ model: 'mine', tokens: ['a', 'b'], cache: null, q: FOUR });
    assert.deepEqual(nestTensors(await readTensors(file)), { q: FOUR });
  });
});

it('bytes come as any buffer, a Blob, a File or a Response', async () => {
  const odd = new Uint8Array(four.length + 3);
  odd.set(four, 3);
  const sources = [
    four,
    Buffer.from(four),
    four.buffer,
    new DataView(odd.buffer, 3),
    new Blob([four]),
    new Response(four),
  ];
  for (const source of sources)
    assert.deepEqual(nestTensors(await readTensors(source)), { tensor: FOUR }, `${source}`);
  const file = new Blob([four]);
  assert.deepEqual(nestTensors(await readTensors(Object.assign(file, { name: 'q.npy' }))), {
    q: FOUR,
  });
  const response = new Response(four);
  Object.defineProperty(response, 'url', { value: 'https://example.org/runs/k.npy?v=1' });
  assert.deepEqual(nestTensors(await readTensors(response)), { k: FOUR });
});

it('what is refused is told in a sentence', async () => {
  assert.match(
    await refusalOf(four.subarray(0, -6), 'q.npy'),
    /^The tensor q has 10 bytes; expected/,
  );
  assert.match(
    await refusalOf(utf8('PK'), 'model.pt'),
    /^The file model\.pt was written by torch\.save/,
  );
  assert.match(await refusalOf(utf8('<!doctype html> no')), /^The file cannot be read: it is/);
  assert.match(await refusalOf(json({ name: 'x' })), /^The file has no tensors;/);
  assert.match(await refusalOf(zip({})), /^The file has no tensors;/);
  assert.match(await refusalOf(json({ q: [[1], [2, 3]] })), /^The rows of the tensor q differ/);
  const complex = npy([1], floats([1, 2]), { descr: '<c8' });
  assert.match(await refusalOf(complex), /^The tensor is of the type c8; expected floats/);
  const negative = npy([-1, -4], floats([1, 2, 3, 4]));
  assert.match(await refusalOf(negative), /^The tensor cannot be read/);
  const missing = new Response('', { status: 404 });
  assert.equal(
    await refusalOf(missing, 'q.npy'),
    'The file q.npy did not load: the server answered 404.',
  );
});

it('a tensor of a type that is not supported leaves the others readable', async () => {
  const complex = npy([1, 1], floats([1, 2]), { descr: '<c8' });
  const files = {
    npz: zip({ 'in_proj_weight.npy': complex, 'q.npy': four }),
    safetensors: safetensors({
      in_proj_weight: { dtype: 'F8_E4M3', shape: [2], bytes: new Uint8Array(2) },
      q: { shape: [2, 2], bytes: floats([1, 2, 3, 4]) },
    }),
  };
  for (const [format, bytes] of Object.entries(files)) {
    const tensors = await readTensors(bytes);
    assert.deepEqual(nestTensors(tensors), { q: FOUR }, format);
    const message = /^The tensor in_proj_weight is of the type (c8|F8_E4M3); expected floats/;
    const wanted = { name: 'FileError', message };
    assert.throws(() => tensors.in_proj_weight, wanted, format);
    assert.throws(() => fromStateDict(tensors), wanted, format);
  }
});

it('an archive of little that unpacks to much is refused before it is unpacked', async () => {
  const bomb = zip(
    [
      ['a.npy', four],
      ['b.npy', four],
    ],
    { size: 2 ** 28 + 1 },
  );
  assert.match(await refusalOf(bomb), /^The file is too large/);
});

it('a path is no file, and the error says what is', async () => {
  await assert.rejects(readTensors(/** @type {any} */ ('layer.npz')), {
    name: 'ArgumentError',
    message:
      'readTensors: bytes is a string, perhaps a path; expected the content of a file: an ArrayBuffer, a typed array, a Blob or a Response',
  });
  for (const name of [null, 5, Object.create(null)])
    await assert.rejects(readTensors(new Uint8Array(8), name), { argument: 'name' });
  for (const wrong of [undefined, null, 5, {}, [1, 2]])
    await assert.rejects(readTensors(/** @type {any} */ (wrong)), ArgumentError, `${wrong}`);
  const promised = readTensors(/** @type {any} */ (Promise.resolve(four)));
  await assert.rejects(promised, { argument: 'bytes', message: /is a Promise; await it/ });
});

it('bytes whose buffer is detached are refused by their kind', async () => {
  const { buffer } = new Uint8Array(8);
  const views = [new Uint8Array(buffer), new DataView(buffer), buffer];
  structuredClone(buffer, { transfer: [buffer] });
  for (const bytes of views) {
    const kind = bytes.constructor.name;
    const message = new RegExp(
      `bytes is a detached or shrunk ${kind}; expected bytes whose buffer is in use`,
    );
    await assert.rejects(readTensors(bytes), { name: 'ArgumentError', message });
  }
});

describe("PyTorch's layers, saved and read again, give PyTorch's numbers", async () => {
  const attention = await loadAttention();
  const layers = readGolden()
    .flatMap(({ cases }) => cases)
    .filter(
      ({ op, inputs, params, quirk, refused }) =>
        op === 'multihead_attention' &&
        !refused &&
        !quirk &&
        !inputs.attn_mask &&
        !inputs.key_padding_mask &&
        !inputs.bias_k &&
        !params.add_zero_attn &&
        !params.average_attn_weights,
    );

  for (const [format, write] of Object.entries(WRITERS)) {
    it(`from ${format}, by fromStateDict and by name`, async () => {
      assert.ok(layers.length >= 8);
      for (const { name, inputs, params, expected } of layers) {
        const { query, key = query, value = key, ...parameters } = inputs;
        const saved = Object.entries(parameters).map(([name, tensor]) => [
          `encoder.self_attn.${name.replace('out_proj_', 'out_proj.')}`,
          tensor,
        ]);
        const tensors = await readTensors(write({ x: query, ...Object.fromEntries(saved) }));
        const layer = attention.createMultiHeadAttention(
          fromStateDict(tensors, 'encoder.self_attn.'),
          { numHeads: params.num_heads },
        );
        const { output, weights } = layer.forward(
          tensors.x,
          .../** @type {[any, any]} */ ([key, value]),
        );
        layer.dispose();
        assertWithin(output, expected.output, shareOfLargest(expected.output), name);
        assertWithin(weights, expected.weights, shareOfLargest(expected.weights), name);
      }
    });
  }
});

it("the program that the library's README prints runs", async () => {
  const root = new URL('../../', import.meta.url);
  const readme = readFileSync(new URL('src/README.md', root), 'utf8');
  const [, program] = /```javascript\n(\/\/ after safetensors.*?)```/s.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'read-tensors-'));
  const model = join(folder, 'model.safetensors');
  const zeros = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: Array(shape.reduce((a, b) => a * b)).fill(0),
  });
  writeFileSync(
    model,
    WRITERS.safetensors({ in_proj_weight: zeros(24, 8), 'out_proj.weight': zeros(8, 8) }),
  );
  const local = program
    .replace("readFile('model.safetensors')", `readFile(${JSON.stringify(model)})`)
    .replace("'attention-lab'", `'${new URL('src/js/index.js', root)}'`)
    .replace("'attention-lab/files'", `'${new URL('web/entries/files.js', root)}'`);
  const file = join(folder, 'program.mjs');
  writeFileSync(file, local);
  const { output, weights } = await import(file);
  rmSync(folder, { recursive: true });
  assert.deepEqual(
    [output.shape, weights.shape],
    [
      [2, 8],
      [2, 2, 2],
    ],
  );
});

it('a Response that was read already is a FileError', async () => {
  const response = new Response(four);
  await response.arrayBuffer();
  await assert.rejects(readTensors(response), {
    code: 'ERR_TENSORS',
    message: /did not load: Body/,
  });
});

describe('a message names the tensor and what is wrong with it', () => {
  const body = floats([1, 2]);
  const two = (/** @type {any} */ a, /** @type {any} */ b, bytes = body) => {
    const at = (/** @type {any} */ data_offsets) => ({ dtype: 'F32', shape: [1], data_offsets });
    const header = utf8(JSON.stringify({ a: at(a), b: at(b) }));
    return Uint8Array.from([header.length, ...Array(7).fill(0), ...header, ...bytes]);
  };
  for (const [what, bytes, message] of /** @type {[string, Uint8Array, string][]} */ ([
    [
      'a byte is missing',
      two([0, 4], [4, 8], body.slice(1)),
      'The file has 7 bytes of numbers; expected 8, as its header says.',
    ],
    [
      'a byte is left over',
      two([0, 4], [4, 8], Uint8Array.from([...body, 0])),
      'The file has 9 bytes of numbers; expected 8, as its header says.',
    ],
    [
      'a gap',
      two([0, 4], [5, 9]),
      'The tensor b has the data_offsets [5,9]; expected two integers from 4 on, where the tensor before it ends.',
    ],
    [
      'an overlap',
      two([0, 4], [2, 6]),
      'The tensor b has the data_offsets [2,6]; expected two integers from 4 on, where the tensor before it ends.',
    ],
    [
      'a fraction of a byte',
      two([0, 4.5], [4.5, 8]),
      'The tensor a has the data_offsets [0,4.5]; expected two integers from 0 on, where the numbers begin.',
    ],
    [
      'no numbers',
      two(['x', 4], [4, 8]),
      'The tensor a has the data_offsets ["x",4]; expected two integers from 0 on, where the numbers begin.',
    ],
    [
      'nine axes',
      json({ a: { shape: Array(9).fill(1), data: [1] } }),
      'The tensor a cannot be read: shape is 9 sizes; expected an array of at most 8 sizes, each an integer of 0 or more.',
    ],
    [
      'rows of different lengths',
      json([[1], [2, 3]]),
      'The rows of the tensor differ in length: [1] has 2 elements, [0] has 1 element.',
    ],
    [
      'inner rows of different lengths',
      json({
        w: [
          [[1], [2]],
          [[3], 4],
        ],
      }),
      'The rows of the tensor w differ in length: [1][1] is no row, [0][0] has 1 element.',
    ],
  ]))
    it(what, async () => assert.equal(await refusalOf(bytes), message));

  it('and a list of nothing but NaN and infinities is a tensor', async () => {
    for (const text of [
      '{"w":[NaN]}',
      '{"w":[NaN, -Infinity]}',
      '{"w":{"shape":[],"data":["NaN"]}}',
    ])
      assert.equal((await readTensors(utf8(text))).w?.data[0], Number.NaN, text);
  });
});

describe('a tensor as .npy', () => {
  for (const value of [
    FOUR,
    tensor([], [5]),
    [],
    [[[1.5]], [[-0]]],
    tensor([0, 3], []),
    masks.slidingWindow(3, 3, { window: 2 }),
  ]) {
    const { shape, data } = tensor(/** @type {any} */ (value));
    it(`of the shape (${shape}) is read again, and begins at 64 bytes`, async () => {
      const file = toNpy(/** @type {any} */ (value));
      assert.equal((file.length - data.byteLength) % 64, 0);
      const read = (await readTensors(file)).tensor;
      assert.deepEqual([read.shape, [...read.data]], [shape, [...data]]);
    });
  }

  it('has the bytes that NumPy writes', () => {
    // numpy.save of numpy.float32([[1, 2], [3, 4]])
    const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
    assert.deepEqual(toNpy(FOUR), Uint8Array.of(...npyHeader(header), ...floats([1, 2, 3, 4])));
  });

  it('refuses what is no tensor, and names it', () => {
    for (const [value, argument] of /** @type {[any, string][]} */ ([
      ['a.npy', 'value'],
      [{ shape: [2], data: [1] }, 'value.shape'],
    ]))
      assert.throws(() => toNpy(value), { operation: 'toNpy', argument });
  });
});

/** Returns the bytes before the numbers. @param {string} fields */
const npyHeader = (fields) => [
  ...[0x93, ...utf8('NUMPY'), 1, 0, 118, 0],
  ...utf8(`${fields.padEnd(117)}\n`),
];
