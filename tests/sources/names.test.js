import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readFiles } from '../../web/sources/files/read.js';
import {
  floats,
  json,
  npy,
  readOne,
  refusalOf,
  safetensors,
  utf8,
  weightsOf,
  zip,
} from './written.js';

/** @import { Check, Own } from '../../web/sources/types.js' */

const WEIGHTS = [0.5, 0.5, 0, 1];
const weights = npy([2, 2], floats(WEIGHTS));
const hidden = npy([2, 2], floats([3, -1, 2, 4]));
const complex = npy([1, 1], floats([1, 2]), { descr: '<c8' });
const row = npy([2], floats([1, 2]));
const nested = [
  [0.5, 0.5],
  [0, 1],
];

/** Writes strings as NumPy does, four bytes a character. @param {string[]} tokens @param {string} [mark] */
function strings(tokens, mark = '<') {
  const width = Math.max(...tokens.map((token) => [...token].length));
  const bytes = new Uint8Array(4 * width * tokens.length);
  const view = new DataView(bytes.buffer);
  tokens.forEach((token, i) => {
    [...token].forEach((character, at) => {
      view.setUint32(4 * (i * width + at), Number(character.codePointAt(0)), mark === '<');
    });
  });
  return npy([tokens.length], bytes, { descr: `${mark}U${width}` });
}

/** @param {Own} own */
const wordsOf = ({ queryWords, keyWords }) => [queryWords, keyWords];

describe('one array in a file', () => {
  it('is the weights, whatever its name', async () => {
    for (const name of [
      ...['arr_0', 'attentions', 'attn/weights', 'layer_0', 'a.b/c d', '', 'w', 'toString'],
    ]) {
      for (const [kind, bytes] of /** @type {[string, Uint8Array][]} */ ([
        ['npz', zip({ [`${name}.npy`]: weights })],
        ['safetensors', safetensors({ [name]: { shape: [2, 2], bytes: floats(WEIGHTS) } })],
        ['JSON', json({ [name]: nested })],
        ['JSON in a folder', json({ result: { [name]: nested } })],
        ['npy', weights],
      ])) {
        // In an archive, a name that starts with a dot is hidden.
        if (kind === 'npz' && name === '') continue;
        assert.deepEqual([...(await weightsOf(bytes, name)).data], WEIGHTS, `${kind}: ${name}`);
      }
    }
  });

  it('need not have rows that sum to 1', async () => {
    for (const bytes of [hidden, zip({ 'arr_0.npy': hidden })]) {
      assert.deepEqual([...(await weightsOf(bytes, 'layer3.npy')).data], [3, -1, 2, 4]);
    }
  });

  it('may be a bare list that is all of a JSON file', async () => {
    assert.deepEqual([...(await weightsOf(utf8('[[.5, .5], [0, 1]]'))).data], WEIGHTS);
    assert.deepEqual(
      (await weightsOf(json([[nested, nested]]), 'attention.json')).shape,
      [2, 2, 2],
    );
  });

  it('is the weights beside tokens, masks, single numbers and texts', async () => {
    for (const object of [
      { model: 'bert', layer: 7, loss: 0.25, arr: [[3, -1]], tokens: ['a', 'b'] },
      { mask: [[true, false]], arr: [[3, -1]], note: null, words: ['a', 'b'] },
      { arr: [[3, -1]], sentences: [['a'], ['b', 'c']], pieces: [['a', 'b']] },
    ]) {
      assert.deepEqual([...(await weightsOf(json(object))).data], [3, -1]);
    }
    const mask = npy([2, 2], Uint8Array.of(1, 0, 1, 1), { descr: '|b1' });
    const archive = zip({ 'x.npy': hidden, 'mask.npy': mask, 'loss.npy': npy([], floats([0.5])) });
    assert.deepEqual([...(await weightsOf(archive)).data], [3, -1, 2, 4]);
  });

  it('called as queries, keys or values is no weights, even if its rows sum to 1', async () => {
    for (const name of ['q', 'K', 'V', 'keys', 'value', 'values', 'layer0/q'])
      for (const bytes of [weights, hidden])
        for (const [file, fileName] of /** @type {const} */ ([
          [bytes, `${name}.npy`],
          [zip({ [`${name}.npy`]: bytes })],
        ]))
          assert.equal(
            await refusalOf(file, fileName),
            `Expected q, k and v, or weights; found ${name}.`,
          );
  });
});

describe('of several layers', () => {
  it('each has its place, by the number in its name', async () => {
    const first = npy([1, 2], floats([1, 0]));
    const last = npy([1, 2], floats([0.5, 0.5]));
    for (const [text, other] of [
      ['layer_2', 'layer_10'],
      ['layer1/weights', 'layer2/weights'],
      ['bert.encoder.layer.0.attention', 'bert.encoder.layer.1.attention'],
      ['attentions.0', 'attentions.1'],
      ['attn_weights_9', 'attn_weights_10'],
      ['blocks.9.attn.hook_pattern', 'blocks.10.attn.hook_pattern'],
      ['block_0/pattern', 'block_1/pattern'],
      ['h.0.attn', 'h.1.attn'],
      ['probs0', 'probs1'],
    ]) {
      const file = zip({
        [`${other}.npy`]: last,
        [`${text}.npy`]: first,
        'ids.npy': npy([2], floats([1, 2])),
      });
      const { tensors } = await readOwn(readFiles([{ name: 'a.npz', bytes: file }]));
      assert.deepEqual(
        Object.entries(tensors).map(([name, { data }]) => [name, data[0]]),
        [
          ['layer1/weights', 1],
          ['layer2/weights', 0.5],
        ],
        text,
      );
    }
    const files = ['layer0.npy', 'layer1.npy'].map((name) => ({ name, bytes: first }));
    assert.equal(Object.keys((await readOwn(readFiles(files))).tensors).length, 2);
    const list = json({
      attentions: [
        { dims: [1, 1, 1, 2], data: [1, 0] },
        { dims: [1, 1, 1, 2], data: [0, 1] },
      ],
    });
    assert.equal(
      Object.keys((await readOwn(readFiles([{ name: 'a.json', bytes: list }]))).tensors).length,
      2,
    );
  });

  it('of one shape need no names, as np.savez(file, *attentions) writes them', async () => {
    const layers = Array.from({ length: 12 }, (_, i) =>
      npy([1, 1, 1, 2], floats([i / 11, 1 - i / 11])),
    );
    const entries = Object.fromEntries(layers.map((bytes, i) => [`arr_${i}.npy`, bytes]));
    const ids = npy([2], floats([1, 2]));
    // The order in the file need not be that of the layers.
    const reversed = Object.fromEntries(
      Object.entries({ ...entries, 'arr_12.npy': ids }).toReversed(),
    );
    for (const file of [zip(entries), zip(reversed)]) {
      const { tensors } = await readOwn(readFiles([{ name: 'a.npz', bytes: file }]));
      assert.deepEqual(
        Object.entries(tensors).map(([name, { data }]) => [name, data[0]]),
        layers.map((_, i) => [`layer${i + 1}/weights`, Math.fround(i / 11)]),
      );
    }
  });

  it('have other arrays of each layer beside them, as TransformerLens caches them', async () => {
    const file = zip({
      'blocks.0.attn.hook_q.npy': hidden,
      'blocks.0.attn.hook_pattern.npy': weights,
      'blocks.1.attn.hook_q.npy': hidden,
      'blocks.1.attn.hook_pattern.npy': weights,
    });
    const { tensors } = await readOwn(readFiles([{ name: 'a.npz', bytes: file }]));
    assert.deepEqual([...tensors['layer2/weights'].data], WEIGHTS);
  });

  it('that cannot be layers are refused, and why', async () => {
    const end =
      'Give the one to show the name weights, save it alone, or write its name behind # in src.';
    const shorter = npy([1, 2], floats([0.5, 0.5]));
    const lengths = zip({ 'arr_0.npy': weights, 'arr_1.npy': weights, 'arr_2.npy': shorter });
    assert.equal(
      await refusalOf(lengths),
      `The file has several arrays: arr_0, arr_1, arr_2. They are no layers of one text, as arr_0 has the shape (2, 2) and arr_2 (1, 2). ${end}`,
    );
    const heads = zip({
      'arr_0.npy': npy([1, 1, 1, 2], floats([1, 0])),
      'arr_1.npy': npy([1, 2, 1, 2], floats([1, 0, 0.5, 0.5])),
    });
    assert.match(
      await refusalOf(heads),
      / arr_0 has the shape \(1, 1, 1, 2\) and arr_1 \(1, 2, 1, 2\)\./,
    );
    const scores = zip({ 'arr_0.npy': hidden, 'arr_1.npy': hidden });
    assert.equal(
      await refusalOf(scores),
      `The file has several arrays: arr_0, arr_1. Their rows do not sum to 1: to show them as layers, name them layer1/weights, layer2/weights and so on. ${end}`,
    );
    assert.match(
      await refusalOf(zip({ 'head_0.npy': weights, 'head_1.npy': weights })),
      / head_1\. Give/,
    );
    assert.match(
      await refusalOf(zip({ 'a1_0.npy': weights, 'a2_1.npy': weights })),
      / a2_1\. Give/,
    );
  });

  it('names that say nothing of layers are no layers', async () => {
    const named = zip({ 'arr_0.npy': weights, 'arr_x.npy': weights });
    assert.match(await refusalOf(named), /several arrays: arr_0, arr_x/);
    const parts = zip({ 'layer1.q.npy': weights, 'layer1.k.npy': weights });
    assert.match(await refusalOf(parts), /several arrays|Expected q, k and v/);
  });
});

describe('of several arrays', () => {
  it('the one whose rows sum to 1 is the weights', async () => {
    const ids = npy([1, 2], new Uint8Array(BigInt64Array.of(101n, 7592n).buffer), { descr: '<i8' });
    const entries = { 'hidden.npy': hidden, 'arr_1.npy': weights, 'input_ids.npy': ids };
    for (const method of [0, 8]) {
      assert.deepEqual([...(await weightsOf(zip(entries, { method }))).data], WEIGHTS);
    }
    const tensors = safetensors({
      hidden: { shape: [2, 2], bytes: floats([3, -1, 2, 4]) },
      a: { shape: [2, 2], bytes: floats(WEIGHTS) },
    });
    assert.deepEqual([...(await weightsOf(tensors)).data], WEIGHTS);
    assert.deepEqual([...(await weightsOf(json({ ids: [1, 2], a: nested }))).data], WEIGHTS);
  });

  it('the rows of float16 may sum to a little more or less, and a masked one to 0 or NaN', async () => {
    for (const [rows, isFound] of /** @type {[unknown[], boolean][]} */ ([
      [[[0.333, 0.333, 0.333]], true],
      [[[0.5, 0.495]], true],
      [[[0.5, 0.48]], false],
      [[[0.5, 0.52]], false],
      [
        [
          [0.5, 0.5],
          [0, 0],
        ],
        true,
      ],
      [
        [
          [0.5, 0.5],
          [null, null],
        ],
        true,
      ],
      [[[0, 0]], false],
      [[[1.5, -0.5]], false],
      [[['inf', 0]], false],
      [
        [
          [0.5, 0.5],
          [0.5, 0.6],
        ],
        false,
      ],
    ])) {
      const file = json({ rows, other: [[7, 7]] });
      if (isFound) assert.equal((await weightsOf(file)).shape.length, 2);
      else assert.match(await refusalOf(file), /^The file has several arrays: rows, other\./);
    }
  });

  it('queries, keys and values are never the weights, even if their rows sum to 1', async () => {
    for (const [object, found] of /** @type {[object, string][]} */ ([
      [{ q: [[3, -1]], k: nested }, 'q, k'],
      [{ K: nested, V: [[7, 1]] }, 'K, V'],
      [{ k: nested, v: nested, tokens: ['a', 'b'] }, 'k, v, tokens'],
      [{ 'layer1/q': nested, 'layer1/k': nested }, 'layer1/q, layer1/k'],
    ])) {
      const refusal = `Expected q, k and v, or weights; found ${found}.`;
      assert.equal(await refusalOf(json(object)), refusal);
      assert.equal(await refusalOf(json({ tensors: object })), refusal);
    }
    const rest = json({ q: nested, k: nested, probabilities: [[0.25, 0.75]] });
    assert.deepEqual([...(await weightsOf(rest)).data], [0.25, 0.75]);
    assert.match(
      await refusalOf(json({ q: nested, x: [[3, -1]] })),
      /^The file has several arrays/,
    );
  });

  it('none is chosen where several fit, or none', async () => {
    const choose =
      'Give the one to show the name weights, save it alone, or write its name behind # in src.';
    for (const [entries, names] of /** @type {[Record<string, Uint8Array>, string][]} */ ([
      [{ 'before.npy': weights, 'after.npy': weights }, 'before, after'],
      [
        { 'a/weights.npy': weights, 'b/weights.npy': weights, 'c.npy': hidden },
        'a/weights, b/weights',
      ],
      [{ 'a.npy': hidden, 'b.npy': hidden }, 'a, b'],
      [{ 'a.npy': hidden, 'a_1.npy': hidden, 'a_2.npy': hidden }, 'a, a_1, a_2'],
      [{ 'a_1.npy': weights, 'a_01.npy': weights }, 'a_1, a_01'],
      [{ 'arr_0.npy': hidden, 'ids.npy': npy([2], floats([1, 2])) }, 'arr_0, ids'],
    ])) {
      assert.equal(
        await refusalOf(zip(entries)),
        `The file has several arrays: ${names}. ${choose}`,
      );
    }
    const files = ['one.npy', 'other.npy'].map((name) => ({ name, bytes: weights }));
    await assert.rejects(async () => readOwn(readFiles(files)), /several arrays: one, other\./);
    const twins = ['a/w.npy', 'a/w.npy'].map((name) => ({ name, bytes: weights }));
    assert.throws(() => readFiles(twins), /^FileError: The name a\/w appears twice\./);
  });

  it('that of the name weights is shown, also at the end of a path', async () => {
    for (const name of [
      'weights',
      'attn',
      'Attention',
      'attentions',
      'attn_weights',
      'attention_probs',
    ]) {
      for (const path of [name, `layer0/${name}`, `model.encoder.${name}`]) {
        const file = zip({ 'a.npy': weights, [`${path}.npy`]: hidden, 'b.npy': weights });
        assert.deepEqual([...(await weightsOf(file)).data], [3, -1, 2, 4], path);
      }
    }
    // An exact name wins over the end of a path.
    const file = zip({ 'old/weights.npy': weights, 'weights.npy': hidden });
    assert.deepEqual([...(await weightsOf(file)).data], [3, -1, 2, 4]);
    const parts = json({ layer: { q: [[1]], k: [[2]], v: [[3]] } });
    assert.deepEqual(Object.keys((await readOne(parts)).tensors), ['q', 'k', 'v']);
  });

  it('no more is read than a file may have', async () => {
    const large = { shape: [2 ** 26, 8], bytes: new Uint8Array(0) };
    /** @type {string[]} */
    const read = [];
    const arrays = new Map(
      ['a', 'b', 'c'].map((name) => [
        name,
        {
          bytes: 2 ** 28,
          read(/** @type {Check} */ check) {
            read.push(name);
            check(large.shape, 'numbers');
            return { shape: [1, 1], data: Float32Array.of(1) };
          },
        },
      ]),
    );
    await assert.rejects(async () => readOwn({ arrays }), /several arrays: a, b, c\./);
    assert.deepEqual(read, ['a', 'b']);
  });
});

describe('tokens beside weights', () => {
  it('are those of two sides by the names that other programs give them', async () => {
    const a = [[1, 2, 3]];
    for (const [query, key] of [
      ['left_text', 'right_text'],
      ['tgt_tokens', 'src_tokens'],
      ['target', 'source'],
    ]) {
      const { queryWords, keyWords } = await readOne(
        json({ a, [query]: ['x'], [key]: ['y', 'z', 'w'] }),
      );
      assert.deepEqual([queryWords, keyWords], [['x'], ['y', 'z', 'w']], key);
    }
    // The entry is a note or another array, not the tokens.
    const { keyWords } = await readOne(json({ weights: a, source: 'a paper', target: [[5]] }));
    assert.deepEqual(keyWords, ['1', '2', '3']);
  });

  it('of one list serve both sides', async () => {
    const tokens = ['they', 'eat'];
    for (const name of [
      'tokens',
      'input_tokens',
      'words',
      'queryTokens',
      'keyTokens',
      'row_tokens',
    ]) {
      for (const file of [
        json({ a: nested, [name]: tokens }),
        json({ [name]: tokens, tensors: { a: nested } }),
      ]) {
        assert.deepEqual(wordsOf(await readOne(file)), [tokens, tokens], name);
      }
      const archive = zip({ 'a.npy': weights, [`${name}.npy`]: strings(tokens) });
      assert.deepEqual(wordsOf(await readOne(archive)), [tokens, tokens], name);
    }
    const file = json({ a: nested, tokens: ['x', 'y'], keyTokens: ['z', 'w'] });
    assert.deepEqual(wordsOf(await readOne(file)), [
      ['x', 'y'],
      ['z', 'w'],
    ]);
  });

  it('serve the side that is as long', async () => {
    const a = [[0.25, 0.25, 0.5]];
    for (const [entries, expected] of /** @type {[object, string[][]][]} */ ([
      [{ tokens: ['x'] }, [['x'], ['1', '2', '3']]],
      [{ tokens: ['x', 'y', 'z'] }, [['1'], ['x', 'y', 'z']]],
      [{ queryTokens: ['x'] }, [['x'], ['1', '2', '3']]],
      [{ queryTokens: null, tokens: ['x', 'y', 'z'] }, [['1'], ['x', 'y', 'z']]],
      [{ tokens: [['x', 'y', 'z']] }, [['1'], ['x', 'y', 'z']]],
      [{ tokens: [101, 7, 102] }, [['1'], ['101', '7', '102']]],
      [{ tokens: ' they eat\ttea ' }, [['1'], ['they', 'eat', 'tea']]],
      [{ words: 'They eat.', labels: 'Layer 3' }, [['1'], ['1', '2', '3']]],
    ])) {
      assert.deepEqual(wordsOf(await readOne(json({ a, ...entries }))), expected);
    }
    assert.equal(
      await refusalOf(json({ a, tokens: ['x', 'y'] })),
      'The tokens do not fit: their shape is (2,); expected an array of 1 or 3, each a string.',
    );
  });

  it('are strings of NumPy, of any script and byte order, or of bytes', async () => {
    for (const tokens of [
      ['ελ', '中文', 'नमस्ते', '🙂'],
      ['', 'a', 'bb', ' c'],
    ]) {
      const a = npy([4, 1], floats([1, 1, 1, 1]));
      for (const mark of ['<', '>']) {
        const [queryWords] = wordsOf(
          await readOne(zip({ 'a.npy': a, 'tokens.npy': strings(tokens, mark) })),
        );
        assert.deepEqual(queryWords, tokens);
      }
    }
    const bytes = npy([2], utf8('ab\0c\0\0'), { descr: '|S3' });
    const files = [
      { name: 'weights.npy', bytes: weights },
      { name: 'tokens.npy', bytes },
    ];
    assert.deepEqual(wordsOf(await readOwn(readFiles(files))), [
      ['ab', 'c'],
      ['ab', 'c'],
    ]);
    const list = [files[0], { name: 'tokens.json', bytes: json(['x', 'y']) }];
    assert.deepEqual(wordsOf(await readOwn(readFiles(list))), [
      ['x', 'y'],
      ['x', 'y'],
    ]);
  });

  it('that are damaged are refused', async () => {
    const intact = strings(['they', 'eat']);
    for (const [tokens, shape] of /** @type {[Uint8Array, string][]} */ ([
      [intact.subarray(0, intact.length - 1), ''],
      [npy([2], new Uint8Array(8).fill(0xff), { descr: '<U1' }), ''],
      [npy([2, 2], new Uint8Array(16), { descr: '<U1' }), ': their shape is (2, 2)'],
    ])) {
      assert.equal(
        await refusalOf(zip({ 'weights.npy': weights, 'tokens.npy': tokens })),
        `The tokens do not fit${shape}; expected an array of 2, each a string.`,
      );
    }
  });
});

describe('one array of several', () => {
  it('rows that sum to less than 1 are none, beside others that are', async () => {
    const less = npy([2, 2], floats([0.5, 0.5, 0.25, 0.25]));
    const { data } = await weightsOf(zip({ 'a.npy': less, 'b.npy': weights }));
    assert.deepEqual([...data], [0.5, 0.5, 0, 1]);
  });

  it('one array of numbers is shown beside rows of one axis in other types', async () => {
    const file = zip({ 'a.npy': hidden, 'b.npy': complex });
    assert.deepEqual([...(await weightsOf(file)).data], [3, -1, 2, 4]);
    assert.match(await refusalOf(zip({ 'a.npy': hidden, 'b.npy': row })), /several arrays: a, b/);
  });
});
