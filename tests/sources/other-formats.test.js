// Files that are whole, but of another format: the sentence names it and says what to do.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { floats, joined, npy, refusalOf, utf8, zip } from './written.js';

/** A character is a byte. @type {[content: string, format: RegExp][]} */
const OTHERS = [
  ['[[0.5, 0.5], [1, 0],]', /JSON with a comma before a closing bracket\. Remove them/],
  ['{"weights": [[1, 0],\n],\n}', /JSON with a comma/],
  ["{'weights': [[1, 0]]}", /written as Python prints it\. Write it with json\.dumps/],
  ['{"weights": ((1, 0), (0.5, 0.5))}', /written as Python/],
  ['[[True, False]]', /written as Python/],
  ['tensor([[0.5, 0.5]])', /written as Python/],
  ['[[0.5 0.5]\n [1 0]]', /written as Python/],
  ['{weights: [[1, 0]]}', /written as JavaScript has it.*Write it with JSON\.stringify/],
  ['[[0.5, 0.5]] // all', /JSON with comments/],
  ['((1, 0), (0.5, 0.5))', /written as Python/],
  ['{"weights": [[1, 0]] // all\n}', /JSON with comments/],
  ['{"weights": /* all */ [[1, 0]]}', /JSON with comments/],
  [
    '{"weights": [[1]]}\n{"weights": [[1]]}\n',
    /JSON lines, a value on each line\. Save one line alone/,
  ],
  ['[1, 0]\n[0.5, 0.5]', /JSON lines/],
  ['0.5,0.5\n1,0\n', /a table of text, such as \.csv\. Load it with np\.loadtxt/],
  ['a;b\n0,5;0,5\n', /a table of text/],
  ['0.5\t0.5\n1\t0', /a table of text/],
  ['- [0.5, 0.5]\n- [1, 0]', /plain text/],
  ['# Weights of a model', /plain text/],
  ['\x1f\x8b\x08\0', /compressed\. Unpack it first/],
  ['\x28\xb5\x2f\xfd\0', /compressed/],
  ['\x89HDF\r\n\x1a\n\0\0', /HDF5\. Save its array with np\.save/],
  ['MATLAB 5.0 MAT-file, Platform: GLNXA64', /MATLAB\. Load it with scipy\.io\.loadmat/],
  ['GGUF\x03\0\0\0', /GGUF\. It holds parameters/],
  ['\x89PNG\r\n\x1a\n', /a picture/],
];

describe('a file of another format', () => {
  it('is named by its first bytes, with what to do', async () => {
    for (const [content, format] of OTHERS) {
      const bytes = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
      for (const name of ['weights.json', 'weights.npy', 'weights']) {
        const sentence = await refusalOf(bytes, name);
        assert.match(sentence, /^The file weights\S* cannot be read: it is /, content);
        assert.match(sentence, format, content);
      }
    }
  });

  it('is damaged or cut off where it begins as one that is read', async () => {
    const array = npy([1, 1], floats([1]));
    for (const bytes of [
      ...[utf8('{"weights": [[0.5, "it\'s'), utf8('[[1, 0], [0.5,'), utf8('{"a": [1, 2'), joined()],
      utf8('{"note": "(x) // y, }", "w": [[1, 0]'),
      zip({ 'weights.npy': array }).slice(0, -9),
      Uint8Array.of(1, 2, 3, 0),
    ]) {
      assert.match(await refusalOf(bytes), /: it is damaged, cut off, or no \.npy/);
    }
  });

  it('of raw numbers is told that they have no shape', async () => {
    for (const name of ['weights.bin', 'attn.F32', 'a.raw']) {
      assert.equal(
        await refusalOf(floats([0.25, 0.75, 1, 0]), name),
        `The file ${name} cannot be read: raw numbers have no shape. Save the array with np.save, or as JSON such as {"shape": [12, 64, 64], "data": […]}.`,
      );
    }
  });
});
